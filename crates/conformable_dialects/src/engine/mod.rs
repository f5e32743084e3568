//! The inference engine of statically typed languages: a forward walk over bodies, one environment of variables.
//!
//! | module | its one job |
//! |---|---|
//! | `names` | what names stand for: imports, functions, classes, aliases |
//! | `interface` | functions with their instances; bodies, inferred when they are asked for |
//! | `statements` | one body, statement by statement |
//! | `targets` | assignments to names, attributes, items, tuples |
//! | `expressions` | the type of an expression |
//! | `calls` | what is called, and with what |
//! | `objects` | what operators ask of the program's classes |
//! | `passed` | functions that are passed |
//!
//! What it can't judge is `Unknown`, and nothing is said of what follows from that.

use std::sync::Arc;

use conformable_python::diagnostic::{Diagnostic, Findings, Severity, Span};
use conformable_python::{Binding, ModuleSource, SourceFile};
use conformable_types::Ty;
use ruff_python_ast::ExprLambda;
use ruff_text_size::{Ranged, TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::files::{Imports, Loaded, load};
use crate::inferred::{Inferred, InferredFunction, class_of, rows_of};
use crate::language::{Language, Problem, Unit};
use crate::operations::Operations;
use crate::program::{ClassInfo, Frame, FunctionInfo, ModuleNames};
use crate::value::Value;

mod calls;
mod expressions;
mod interface;
mod names;
mod objects;
mod passed;
mod statements;
mod targets;

/// Everything that is known while a program is walked.
pub(crate) struct Engine<'a> {
    language: &'a dyn Language,
    modules: &'a [Loaded],
    /// The files that modules import, by importer, name and level.
    imports: &'a Imports,
    names: Vec<ModuleNames<'a>>,
    functions: Vec<FunctionInfo<'a>>,
    classes: Vec<ClassInfo<'a>>,
    operations: Operations<'a>,
    findings: Findings,
    bindings: Vec<Binding>,
    expressions: Vec<(TextRange, u32, Ty)>,
    frame: Frame<'a>,
    lambdas: Vec<&'a ExprLambda>,
    /// What inlined bodies give, by where they begin and what they are given.
    inlined: FxHashMap<(usize, TextSize, Vec<Ty>), Ty>,
    /// How deep expressions and calls are nested.
    depth: u32,
}

/// What is inferred of a file and of what it calls in the files that it imports.
pub fn infer(language: &dyn Language, file: &SourceFile, modules: Option<&dyn ModuleSource>) -> Inferred {
    let loaded = match load(language, file, modules) {
        Ok(loaded) => loaded,
        Err(diagnostic) => return Inferred { diagnostics: vec![*diagnostic], ..Inferred::default() },
    };
    let mut engine = Engine {
        language,
        modules: &loaded.0,
        imports: &loaded.1,
        names: (0..loaded.0.len()).map(|_| ModuleNames::default()).collect(),
        functions: Vec::new(),
        classes: Vec::new(),
        operations: Operations::new(language),
        findings: Findings::new(),
        bindings: Vec::new(),
        expressions: Vec::new(),
        frame: Frame::default(),
        lambdas: Vec::new(),
        inlined: FxHashMap::default(),
        depth: 0,
    };
    engine.run()
}

impl<'a> Engine<'a> {
    fn run(&mut self) -> Inferred {
        let modules: &'a [Loaded] = self.modules;
        // What is imported stands behind the importer; in a cycle some names are found when they are asked for.
        for (module, loaded) in modules.iter().enumerate().rev() {
            self.frame.module = module;
            self.gather(module, &loaded.text.parsed.syntax().body);
        }
        self.frame.module = 0;
        self.walk_module(0);
        self.infer_all_of(0);
        let own = || self.functions.iter().filter(|info| info.module == 0 && info.unit != Unit::Outside);
        let line = |info: &FunctionInfo| self.modules[0].position(info.def.name.start()).0;
        let mut functions: Vec<InferredFunction> =
            own().flat_map(|info| rows_of(self.language, info, line(info))).collect();
        functions.sort_by_key(|function| (function.line, function.instance));
        let judged = (self.language.unit(&[]) == Unit::Outside).then(|| own().map(|info| info.def.range()).collect());
        let variables = self.names[0].variables.values().cloned().collect();
        let classes = self.classes.iter().filter(|class| class.module == 0);
        let classes = classes.map(class_of).collect();
        let mut bindings = std::mem::take(&mut self.bindings);
        bindings.sort_by(|a, b| (a.line, a.column, a.instance, &a.name).cmp(&(b.line, b.column, b.instance, &b.name)));
        Inferred {
            functions,
            bindings,
            expressions: std::mem::take(&mut self.expressions),
            judged,
            classes,
            variables,
            diagnostics: std::mem::take(&mut self.findings).into_sorted(),
        }
    }

    fn text(&self) -> &'a str {
        let modules: &'a [Loaded] = self.modules;
        &modules[self.frame.module].file.text
    }

    /// Reports what is wrong at a place of the current module; the kind stands in `exception`.
    fn report(&mut self, problem: Problem, range: TextRange) {
        if self.frame.unit != Unit::Outside {
            self.tell(problem, range);
        }
    }

    /// The same of a value, which is unknown then.
    fn refuse(&mut self, problem: Problem, range: TextRange) -> Value {
        self.report(problem, range);
        Value::unknown()
    }

    fn report_all(&mut self, problems: Vec<Problem>, range: TextRange) {
        problems.into_iter().for_each(|problem| self.report(problem, range));
    }

    /// The same of what isn't the language's, but stops the module.
    fn tell(&mut self, problem: Problem, range: TextRange) {
        let path = Arc::clone(&self.modules[self.frame.module].file.path);
        let range = problem.range.unwrap_or(range);
        let mut diagnostic = Diagnostic::new(problem.rule, Span::new(path, range), problem.message);
        diagnostic.help = problem.help;
        if diagnostic.severity == Severity::Error {
            diagnostic.exception = Some(if problem.is_fatal { "fatal" } else { "error" }.into());
        }
        self.findings.add(diagnostic);
    }

    /// Does what is walked run whenever the module does?
    fn is_certain(&self) -> bool {
        self.frame.qualified.is_empty() && self.frame.branches == 0 && self.frame.loops == 0
    }

    /// Notes the type of a name where it is bound.
    fn bind_row(&mut self, name: &str, range: TextRange, ty: Ty) {
        // Of a module that is Python's, what the language alone knows.
        let is_outside = self.frame.unit == Unit::Outside;
        let is_own = self.frame.qualified.is_empty() && !ty.is_unknown() && self.language.class_of(ty).is_some();
        if self.frame.module != 0 || is_outside && !is_own {
            return;
        }
        self.expressions.push((range, self.frame.instance, ty));
        let (line, column) = self.modules[0].position(range.start());
        let row = Binding {
            function: self.frame.qualified.clone(),
            instance: self.frame.instance,
            name: name.to_owned(),
            line,
            column,
            ty: self.language.spell(ty),
        };
        self.bindings.push(row);
    }
}
