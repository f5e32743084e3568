//! The analysis of a program: its entry points, and what they answer.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use conformable_signatures::{Catalogue, catalogue};
use ruff_python_ast::StmtImportFrom;
use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::front::diagnostic::Diagnostic;
use crate::front::facts::{CallerKind, Facts};
use crate::front::module::Module;
use crate::front::parsed_files::ParsedFiles;
use crate::front::rules::Rules;
use crate::front::settings::Settings;
use crate::front::source::{ModuleSource, NoModules, SourceFile};
use crate::front::why::Considered;
use crate::library::models;
use crate::syntax::array_code::array_code;
use crate::syntax::changes_elsewhere::ChangesElsewhere;
use crate::syntax::docstrings;
use crate::syntax::sites::{NotEvaluated, not_evaluated};
use crate::syntax::unit::{ImportsOf, Unit};
use crate::syntax::units::Units;
use crate::{infer, infer_call};

/// A set of files to be analysed with one set of settings.
///
/// `Program` is `Sync`: files may be checked from many threads at once, and the answers don't
/// depend on which is first.
pub struct Program<'m> {
    /// Every module that it has parsed, among those of others; never moved, so evaluators may borrow from it.
    parsed: &'m ParsedFiles,
    files: Vec<SourceFile>,
    settings: Settings,
    /// Whether the file that is being checked on this thread has used up its memory.
    is_memory_used_up: fn() -> bool,
    /// Whether nobody wants to know any more what this thread works on.
    is_dropped: fn() -> bool,
    modules: Arc<dyn ModuleSource>,
    catalogue: &'static Catalogue,
    rules: Rules,
    by_path: Mutex<FxHashMap<Arc<str>, usize>>,
    /// Where the imports lead that were asked for, by the importer's number.
    by_import: Mutex<FxHashMap<usize, Arc<ImportsOf>>>,
    units: Mutex<Units>,
    /// What its files may change of each other's modules.
    changes: OnceLock<ChangesElsewhere>,
    /// Which of its modules are array code.
    array_code: OnceLock<FxHashSet<usize>>,
}

/// What unwinds when a check is dropped.
struct Dropped;

/// How far a file was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reached {
    /// It is no Python, or the check didn't come to its end.
    #[default]
    Nothing,
    /// Its syntax was: it has nothing to do with arrays, and no other code was asked for.
    Syntax,
    /// It was evaluated.
    Evaluation,
}

/// What checking one file says.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The findings in no particular order, in this file or in modules that it calls.
    pub diagnostics: Vec<Diagnostic>,
    /// How much was done.
    pub statistics: Statistics,
    /// How far it was looked at.
    pub reached: Reached,
    /// Whether modules that import the file were taken as they were before its text changed, or functions were skipped.
    pub is_provisional: bool,
    /// The functions that nothing calls, and that weren't evaluated on their own.
    pub skipped: Vec<TextRange>,
    /// How often each construct of Python was met that isn't modelled.
    pub unmodelled: BTreeMap<&'static str, u64>,
    /// The verdicts on the line that was asked about.
    pub considered: Vec<Considered>,
    /// What is known of the expressions that were met, if that was asked for.
    pub facts: Facts,
}

/// The imports of one module that were asked for, and what they led to then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedImports {
    /// The path of that module.
    pub importer: Arc<str>,
    /// By their names.
    led: Vec<LedImport>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct LedImport {
    name: (String, u32),
    /// The path and the text, whether that is Python or not.
    found: Option<(Arc<str>, Arc<str>)>,
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
    /// Roots whose fuel was used up before they were evaluated to their end.
    pub unfinished: u64,
}

impl std::ops::AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.functions += other.functions;
        self.calls += other.calls;
        self.remembered += other.remembered;
        self.expressions += other.expressions;
        self.unknown += other.unknown;
        self.fuel += other.fuel;
        self.unfinished += other.unfinished;
    }
}

/// What is inferred of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inference {
    /// The functions in the order of the source.
    pub functions: Vec<FunctionType>,
    /// The result of the call that was asked for.
    pub returns: Option<String>,
    /// One row for each site that binds a name, in the run of the module and in each function on its own.
    pub bindings: Vec<Binding>,
    /// The classes that have attributes.
    pub classes: Vec<ClassType>,
    /// The expressions of which it is known what they are, if they are asked for.
    pub expressions: Option<Vec<ExpressionType>>,
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
    /// Where its definition begins and ends, in bytes.
    pub range: (u32, u32),
    /// Which of several instances, from 0, in a language that makes some.
    pub instance: u32,
    /// The whole signature's text form.
    pub signature: String,
    /// The text form of what it returns.
    pub returns: String,
    /// Its types at its calls, each form of a call once.
    pub calls: Vec<CallType>,
    /// It is called in more ways than are kept.
    pub has_more_calls: bool,
    /// What it binds at its calls, those that a run makes if there are any: the types of all of them.
    pub bindings: Vec<Binding>,
}

/// The types of a function at a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallType {
    /// The file and the line of the first such call.
    pub from: Option<(Arc<str>, usize)>,
    /// The types of its parameters and its result.
    pub signature: String,
    /// The type of its result.
    pub returns: String,
    /// No run makes this call, only another function on its own.
    pub caller: CallerKind,
    /// What it binds.
    pub bindings: Vec<Binding>,
}

/// The types of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionType {
    /// Line and column where it begins, from 1.
    pub start: (usize, usize),
    /// Line and column behind its end.
    pub end: (usize, usize),
    /// How well it is known at best: `unknown`, `array`, `rank` or `sizes`; `None` if it is no array.
    pub level: Option<&'static str>,
    /// Its types in each context.
    pub types: Vec<ContextType>,
}

/// The type of an expression in a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextType {
    /// The function around it; empty for the module.
    pub function: String,
    /// The file and the line of the call; `None` for the module, and for a function on its own.
    pub from: Option<(Arc<str>, usize)>,
    /// It is of a function on its own, or of a call that only such a one makes.
    pub caller: CallerKind,
    /// The type's text form.
    pub ty: String,
}

/// The attributes of a class, as its methods set them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassType {
    /// The qualified name.
    pub class: String,
    /// Names and types, in the order in which they are set.
    pub attributes: Vec<(String, String)>,
}

/// The type of a name where it is bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The function's qualified name; empty for the module.
    pub function: String,
    /// The function's instance; 0 where there is one.
    pub instance: u32,
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

impl<'m> Program<'m> {
    /// A program of these files, in which no import leads anywhere else, and functions of libraries
    /// are what packages have registered of them.
    pub fn new(parsed: &'m ParsedFiles, files: Vec<SourceFile>, settings: Settings) -> Self {
        let catalogue = catalogue::current();
        Program {
            parsed,
            files,
            settings,
            is_memory_used_up: || false,
            is_dropped: || false,
            modules: Arc::new(NoModules),
            catalogue,
            rules: Rules::of(catalogue),
            by_path: Mutex::default(),
            by_import: Mutex::default(),
            units: Mutex::default(),
            changes: OnceLock::new(),
            array_code: OnceLock::new(),
        }
    }

    /// The same program with imported modules loaded from `modules`.
    #[must_use]
    pub fn with_modules(mut self, modules: Arc<dyn ModuleSource>) -> Self {
        self.modules = modules;
        self
    }

    /// The same program with another catalogue, as a project's stubs give one.
    #[must_use]
    pub fn with_catalogue(mut self, catalogue: &'static Catalogue) -> Self {
        self.catalogue = catalogue;
        self.rules = Rules::of(catalogue);
        self
    }

    /// The same program with a limit of memory: `is_used_up` says whether the file that this thread works on has
    /// reached it, and is asked at each step.
    #[must_use]
    pub fn with_memory(mut self, is_used_up: fn() -> bool) -> Self {
        self.is_memory_used_up = is_used_up;
        self
    }

    /// Whether the file that this thread works on may take no more memory.
    pub(crate) fn is_memory_used_up(&self) -> bool {
        (self.is_memory_used_up)()
    }

    /// The same program whose checks may be dropped: `is_dropped` says whether nobody wants to know any more what this
    /// thread works on, and is asked at each step and each import. A check that is dropped unwinds at once, as from a panic of
    /// which nobody is told; whoever asks for one that may be dropped catches that.
    #[must_use]
    pub fn with_dropping(mut self, is_dropped: fn() -> bool) -> Self {
        self.is_dropped = is_dropped;
        self
    }

    /// Unwinds if nobody wants to know any more.
    pub(crate) fn unwind_if_dropped(&self) {
        if (self.is_dropped)() {
            std::panic::resume_unwind(Box::new(Dropped));
        }
    }

    /// What functions of libraries do.
    pub fn catalogue(&self) -> &'static Catalogue {
        self.catalogue
    }

    /// The rules that there are.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The files, in the order given.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The settings of the run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The module that an import leads to, parsed once; `None` if it is not of the program or
    /// cannot be parsed.
    pub(crate) fn import(&self, importer: &Module, dotted: &str, level: u32) -> Option<&'m Module> {
        if importer.is_model {
            return None;
        }
        self.unwind_if_dropped();
        let key = (dotted.to_owned(), level);
        if let Some(known) = lock(&self.by_import).get(&importer.id).and_then(|imports| imports.get(&key)) {
            return known.map(|id| self.parsed.get(id));
        }
        let found = self.modules.load(&importer.file.path, dotted, level).and_then(|file| self.load(file).ok());
        let mut by_import = lock(&self.by_import);
        Arc::make_mut(by_import.entry(importer.id).or_default()).insert(key, found.map(|module| module.id));
        found
    }

    /// The modules that `from a import b` leads to: `a`, and those of its names that are modules in it, which only a package has.
    pub(crate) fn imported_from(&self, importer: &Module, import: &StmtImportFrom) -> Vec<&'m Module> {
        let from = import.module.as_ref().map_or("", |module| module.as_str());
        let around = self.import(importer, from, import.level);
        let mut found: Vec<&Module> = around.into_iter().collect();
        if around.is_none_or(Module::is_package) {
            let names = import.names.iter().map(|alias| alias.name.as_str()).filter(|name| *name != "*");
            let dotted = names.map(|name| if from.is_empty() { name.to_owned() } else { format!("{from}.{name}") });
            found.extend(dotted.filter_map(|dotted| self.import(importer, &dotted, import.level)));
        }
        found
    }

    /// What one file's evaluation has asked for, and what those modules did: with the file's own text and
    /// [`shared`](Program::shared) all that its report rests on.
    pub fn asked_by(&self, index: usize) -> Vec<AskedImports> {
        let Some(first) = self.module_at(&self.files[index].path) else { return Vec::new() };
        let (mut asked, mut waiting, mut seen) = (Vec::new(), vec![first.id], FxHashSet::from_iter([first.id]));
        while let Some(id) = waiting.pop() {
            let importer = &self.parsed.get(id).file.path;
            let imports = self.imports_of(id);
            waiting.extend(imports.values().flatten().filter(|module| seen.insert(**module)));
            let mut led: Vec<LedImport> = imports.keys().map(|name| self.led(importer, name)).collect();
            led.sort_unstable_by(|a, b| a.name.cmp(&b.name));
            asked.push(AskedImports { importer: Arc::clone(importer), led });
        }
        asked
    }

    fn led(&self, importer: &str, name: &(String, u32)) -> LedImport {
        let found = self.modules.load(importer, &name.0, name.1).map(|file| (file.path, file.text));
        LedImport { name: name.clone(), found }
    }

    /// The imports of a module that were asked for.
    pub(crate) fn imports_of(&self, importer: usize) -> Arc<ImportsOf> {
        lock(&self.by_import).get(&importer).cloned().unwrap_or_default()
    }

    /// Would these imports lead to the same modules with the same texts?
    pub fn still_lead(&self, asked: &AskedImports) -> bool {
        asked.led.iter().all(|one| self.led(&asked.importer, &one.name) == *one)
    }

    /// What the program's files together decide about one of them, as a number: what they may change of each other's modules,
    /// and whether it is checked.
    pub fn shared(&self, index: usize) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        self.changes().fingerprint().hash(&mut hasher);
        let module = self.load(self.files[index].clone()).ok();
        module.is_some_and(|module| self.is_checked(module)).hash(&mut hasher);
        hasher.finish()
    }

    /// The modules that are evaluated together with this one when it is imported.
    pub(crate) fn unit_of(&self, module: &Module) -> Arc<Unit> {
        lock(&self.units).of(self, module)
    }

    /// The module of that number.
    pub(crate) fn module(&self, id: usize) -> &'m Module {
        self.parsed.get(id)
    }

    /// The module of that path, if it has been parsed.
    pub(crate) fn module_at(&self, path: &str) -> Option<&'m Module> {
        lock(&self.by_path).get(path).map(|id| self.parsed.get(*id))
    }

    /// What the files of the program may change of each other's modules.
    pub(crate) fn changes(&self) -> &ChangesElsewhere {
        self.changes.get_or_init(|| {
            let mut changes = ChangesElsewhere::default();
            let modules = self.files.iter().filter_map(|file| self.load(file.clone()).ok());
            for module in modules {
                changes.add(module.changes());
                if module.is_fixtures() {
                    changes.add_fixtures(module.changes());
                }
            }
            changes.end();
            changes
        })
    }

    /// Is the module checked: array code, unless all code is asked for?
    pub(crate) fn is_checked(&self, module: &Module) -> bool {
        let array_code = || {
            let modules: Vec<&'m Module> = self.files.iter().filter_map(|file| self.load(file.clone()).ok()).collect();
            array_code(self, &modules)
        };
        self.settings.all_code || self.array_code.get_or_init(array_code).contains(&module.id)
    }

    /// The program that stands for a module of Python's library.
    pub(crate) fn model(&self, dotted: &str) -> Option<&'m Module> {
        self.load(models::source(dotted)?).ok()
    }

    /// The examples in a module's docstrings, each as a module.
    pub(crate) fn examples(&self, module: &Module) -> Vec<&'m Module> {
        let file = |(number, text): (usize, String)| SourceFile {
            path: docstrings::path(&module.file.path, number).into(),
            text: text.into(),
            module: None,
        };
        module.examples().into_iter().enumerate().filter_map(|example| self.load(file(example)).ok()).collect()
    }

    /// An argument that is written for a call of a module's function, as a module.
    pub(crate) fn argument(&self, module: &Module, text: &str) -> Option<&'m Module> {
        let path = format!("{}<argument {text}>", module.file.path).into();
        self.load(SourceFile { path, text: format!("({text})\n").into(), module: None }).ok()
    }

    /// Parse a file, once.
    pub(crate) fn load(&self, file: SourceFile) -> Result<&'m Module, Box<Diagnostic>> {
        if let Some(id) = lock(&self.by_path).get(&file.path) {
            return Ok(self.parsed.get(*id));
        }
        let module = self.parsed.parse(file, self.settings.python_version)?;
        let id = *lock(&self.by_path).entry(Arc::clone(&module.file.path)).or_insert(module.id);
        Ok(self.parsed.get(id))
    }

    /// Parses one file, so that whoever needs it next finds it.
    pub fn prepare(&self, index: usize) {
        // What is wrong with it is said when it is checked.
        let _ = self.load(self.files[index].clone());
    }

    /// The types of one file, and the facts that they are read from: what it calls in other files has facts too.
    pub fn infer(self: &Arc<Self>, index: usize) -> (Inference, Facts) {
        match self.load(self.files[index].clone()) {
            Ok(module) => infer::infer_module(self, module),
            Err(diagnostic) => (Inference { diagnostics: vec![*diagnostic], ..Inference::default() }, Facts::default()),
        }
    }

    /// Adds to what was inferred of a file the types that its functions have at their calls.
    pub fn add_calls(&self, index: usize, inference: &mut Inference, facts: &Facts) {
        if let Some(module) = self.module_at(&self.files[index].path) {
            infer::add_calls(inference, module, facts);
        }
    }

    /// Adds to what was inferred of a file the types of its expressions.
    pub fn add_expressions(&self, index: usize, inference: &mut Inference, facts: &Facts) {
        if let Some(module) = self.module_at(&self.files[index].path) {
            inference.expressions = Some(infer::expressions(module, facts));
        }
    }

    /// The types of one call of a function of one file: `f(float64[10, 3], 4)`.
    ///
    /// # Errors
    ///
    /// If `call` isn't the call of a function of the file with types or values as arguments.
    pub fn infer_call(self: &Arc<Self>, index: usize, call: &str) -> Result<Inference, CallError> {
        match self.load(self.files[index].clone()) {
            Ok(module) => infer_call::infer_call(self, module, call),
            Err(diagnostic) => Ok(Inference { diagnostics: vec![*diagnostic], ..Inference::default() }),
        }
    }

    /// The code of functions that nothing evaluated, by file: how many functions and how many expressions in them
    /// could be arrays.
    pub fn not_evaluated(&self, facts: &Facts) -> BTreeMap<Arc<str>, NotEvaluated> {
        let of_file = |path: &Arc<str>| {
            let (module, known) = (self.module_at(path)?, facts.file(path)?);
            let found = not_evaluated(module.body(), &|range| known.sites.contains_key(&range));
            (found.functions > 0 && known.is_counted()).then(|| (Arc::clone(path), found))
        };
        self.files.iter().filter_map(|file| of_file(&file.path)).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
