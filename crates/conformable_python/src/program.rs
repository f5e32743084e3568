//! The analysis of a program: its entry points, and what they answer.
//!
//! (The analysis is in construction: a program is parsed, `reveal_type` and all findings beyond
//! syntax are still to come.)

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::settings::Settings;
use crate::source::{self, ModuleSource, NoModules, SourceFile};

/// A set of files to be analysed with one set of settings.
///
/// `Program` is `Sync`: files may be checked from many threads at once, and the answers don't
/// depend on which is first.
pub struct Program {
    files: Vec<SourceFile>,
    settings: Settings,
    modules: Arc<dyn ModuleSource>,
}

/// What checking one file says.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The findings in no particular order, in this file or in modules that it calls.
    pub diagnostics: Vec<Diagnostic>,
    /// How much was done.
    pub statistics: Statistics,
}

/// Counts of what an analysis did; they add up over files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Functions seen.
    pub functions: u64,
    /// Calls evaluated for known arguments.
    pub calls: u64,
    /// Of these, answered from memory.
    pub remembered: u64,
    /// Expressions evaluated.
    pub expressions: u64,
    /// Of these, those whose type is unknown.
    pub unknown: u64,
    /// Evaluation steps charged.
    pub fuel: u64,
}

impl std::ops::AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.functions += other.functions;
        self.calls += other.calls;
        self.remembered += other.remembered;
        self.expressions += other.expressions;
        self.unknown += other.unknown;
        self.fuel += other.fuel;
    }
}

/// What is inferred of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inference {
    /// The functions in the order of the source.
    pub functions: Vec<FunctionType>,
    /// The result of the call that was asked for.
    pub returns: Option<String>,
    /// One row for each site that binds a name.
    pub bindings: Vec<Binding>,
    /// The findings of the call, or of the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// The signature of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionType {
    /// The qualified name: `Model.fit`, `outer.inner`.
    pub function: String,
    /// The line of its `def`, from 1.
    pub line: usize,
    /// The whole signature's text form.
    pub signature: String,
    /// The text form of what it returns.
    pub returns: String,
}

/// The type of a name where it is bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The function's qualified name; empty for the module.
    pub function: String,
    /// The name; attributes as `self.w`.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The type's text form.
    pub ty: String,
}

/// Why the text of a call (`infer --call`) isn't understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallError {
    /// What is wrong.
    pub message: String,
    /// The byte offset in the call's text.
    pub offset: usize,
    /// What would be right there, for example ``a type or `)` ``; may be empty.
    pub expected: String,
}

impl Program {
    /// A program of these files, in which no import leads anywhere else.
    pub fn new(files: Vec<SourceFile>, settings: Settings) -> Self {
        Program {
            files,
            settings,
            modules: Arc::new(NoModules),
        }
    }

    /// The same program with imported modules loaded from `modules`.
    pub fn with_modules(mut self, modules: Arc<dyn ModuleSource>) -> Self {
        self.modules = modules;
        self
    }

    /// The files, in the order given.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The settings of the run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Checks one file. It never fails: what can't be parsed is a diagnostic.
    pub fn check_file(&self, index: usize) -> Report {
        let mut report = Report::default();
        if let Err(diagnostic) = source::parse(&self.files[index]) {
            report.diagnostics.push(*diagnostic);
        }
        report
    }

    /// The types of one file, or of one call of one of its functions: `f(float64[10, 3])`.
    ///
    /// # Errors
    ///
    /// If `call` isn't the call of a function of the file with types as arguments.
    pub fn infer(&self, index: usize, call: Option<&str>) -> Result<Inference, CallError> {
        if let Some(text) = call
            && !text.trim_end().ends_with(')')
        {
            return Err(CallError {
                message: "a call ends with `)`".to_owned(),
                offset: text.len(),
                expected: "`)`".to_owned(),
            });
        }
        let mut inference = Inference::default();
        if let Err(diagnostic) = source::parse(&self.files[index]) {
            inference.diagnostics.push(*diagnostic);
        }
        Ok(inference)
    }
}
