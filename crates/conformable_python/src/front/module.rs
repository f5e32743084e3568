//! A parsed file, and where its text stands: what the evaluator walks over.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use conformable_types::Sym;
use ruff_python_ast::{Expr, ModModule, Stmt};
use ruff_python_parser::Parsed;
use ruff_source_file::LineIndex;
use ruff_text_size::{Ranged, TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::front::diagnostic::{Diagnostic, Place};
use crate::front::notebook::{self, Cells};
use crate::front::release_questions::ReleaseQuestions;
use crate::front::settings::Version;
use crate::front::source::{self, SourceFile};
use crate::library::models;
use crate::syntax::changes::Changes;
use crate::syntax::docstrings;
use crate::syntax::scopes;

/// A module of a program.
pub struct Module {
    /// Identifies the module within its program.
    pub id: usize,
    parsed: Arc<ParsedFile>,
}

impl Module {
    pub fn new(parsed: Arc<ParsedFile>, id: usize) -> Module {
        Module { id, parsed }
    }
}

impl Deref for Module {
    type Target = ParsedFile;

    fn deref(&self) -> &ParsedFile {
        &self.parsed
    }
}

/// Files that were parsed, for programs that follow each other and most of whose files are the same.
#[derive(Default)]
pub struct ParsedFiles(Mutex<KeptFiles>);

#[derive(Default)]
struct KeptFiles {
    by_path: FxHashMap<Arc<str>, KeptFile>,
    /// The number of the newest program.
    program: u64,
}

struct KeptFile {
    python: Option<Version>,
    parsed: Arc<ParsedFile>,
    /// The last program that has asked for it.
    program: u64,
}

/// What so many programs haven't asked for is let go: one that was ended early has asked for little.
const KEPT_PROGRAMS: u64 = 8;

impl ParsedFiles {
    fn lock(&self) -> MutexGuard<'_, KeptFiles> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new program begins.
    pub fn begin(&self) {
        let mut kept = self.lock();
        kept.program += 1;
        let program = kept.program;
        kept.by_path.retain(|_, file| file.program + KEPT_PROGRAMS > program);
    }

    /// The file as it was parsed before, or is parsed now.
    pub fn parse(&self, file: SourceFile, python: Option<Version>) -> Result<Arc<ParsedFile>, Box<Diagnostic>> {
        let known = {
            let kept = self.lock();
            kept.by_path.get(&file.path).filter(|known| known.python == python).map(|known| Arc::clone(&known.parsed))
        };
        let parsed = match known.filter(|known| known.file == file) {
            Some(known) => known,
            None => {
                let tree = source::parse(&file, python)?;
                Arc::new(ParsedFile::new(file, tree))
            }
        };
        let mut kept = self.lock();
        let file = KeptFile { python, parsed: Arc::clone(&parsed), program: kept.program };
        kept.by_path.insert(Arc::clone(&parsed.file.path), file);
        Ok(parsed)
    }
}

/// A file, its tree, and what is found in that without a program around it.
pub struct ParsedFile {
    pub file: SourceFile,
    parsed: Parsed<ModModule>,
    lines: LineIndex,
    /// Names of its top level that functions bind anew: `global name`.
    rebound: FxHashSet<Sym>,
    /// What its code may change; gathered when that is first asked.
    changes: OnceLock<Changes>,
    /// The names that one statement of its top level gives a value, with that statement's place; of a name that
    /// several do, there is none. Gathered when that is first asked.
    aliases: OnceLock<FxHashMap<Sym, Option<usize>>>,
    /// What in it may ask for NumPy's release; gathered when that is first asked.
    release_questions: OnceLock<ReleaseQuestions>,
    /// It stands in for a module of Python's library: nothing in it is reported.
    pub is_model: bool,
    /// It does, and what it gives depends on the script's arguments.
    pub gives_arguments: bool,
    is_test: bool,
}

impl ParsedFile {
    pub fn new(file: SourceFile, parsed: Parsed<ModModule>) -> ParsedFile {
        let lines = LineIndex::from_source_text(&file.text);
        let rebound = scopes::rebound(&parsed.syntax().body);
        let is_model = models::is_model(&file.path);
        let gives_arguments = is_model && models::ask_for_arguments(&file.text);
        let is_test = is_test(&file.path);
        ParsedFile {
            file,
            parsed,
            lines,
            rebound,
            changes: OnceLock::new(),
            aliases: OnceLock::new(),
            release_questions: OnceLock::new(),
            is_model,
            gives_arguments,
            is_test,
        }
    }

    /// May a function of the module have bound this name of the top level anew?
    pub fn rebinds(&self, name: Sym) -> bool {
        self.binds_globally(name) || self.changes().any_global
    }

    /// Does a function of the module declare this name `global`, as whoever binds it does?
    pub fn binds_globally(&self, name: Sym) -> bool {
        self.rebound.contains(&name)
    }

    /// The examples in its docstrings, one text for each.
    pub fn examples(&self) -> Vec<String> {
        docstrings::examples(self.body())
    }

    /// A file of tests, by its name or its folder's; the examples of a docstring are one too.
    pub fn is_test(&self) -> bool {
        self.is_test
    }

    /// Made of the cells of a notebook, in which a value that stands by itself is shown.
    pub fn is_notebook(&self) -> bool {
        notebook::is_notebook(&*self.file.path)
    }

    /// What pytest runs around the tests of its folder.
    pub fn is_fixtures(&self) -> bool {
        self.file.path.rsplit('/').next() == Some("conftest.py")
    }

    /// May some code of the module set an attribute of this name?
    pub fn sets_attribute(&self, name: Sym) -> bool {
        self.changes().sets_attribute(name)
    }

    /// What its code may change.
    pub fn changes(&self) -> &Changes {
        self.changes.get_or_init(|| Changes::of(self.body()))
    }

    /// What in it may ask for NumPy's release.
    pub fn release_questions(&self) -> &ReleaseQuestions {
        self.release_questions.get_or_init(|| ReleaseQuestions::of(&self.file.text))
    }

    /// What an alias of the top level stands for: `Points = Float[np.ndarray, "n 3"]`. What is bound twice is none.
    pub fn alias(&self, name: Sym) -> Option<&Expr> {
        let aliases = self.aliases.get_or_init(|| {
            let mut aliases = FxHashMap::default();
            for (place, statement) in self.body().iter().enumerate() {
                let Some((Expr::Name(target), _)) = named_value(statement) else { continue };
                aliases.entry(Sym::new(&target.id)).and_modify(|known| *known = None).or_insert(Some(place));
            }
            aliases
        });
        let place = aliases.get(&name).copied().flatten()?;
        Some(named_value(&self.body()[place])?.1)
    }

    pub fn body(&self) -> &[Stmt] {
        &self.parsed.syntax().body
    }

    pub fn text(&self, range: TextRange) -> &str {
        &self.file.text[range]
    }

    /// The text of an expression on one line, shortened for a message.
    pub fn snippet(&self, range: TextRange) -> String {
        let text = self.text(range);
        let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.chars().count() > 60 { line.chars().take(57).chain("...".chars()).collect() } else { line }
    }

    pub fn place(&self, range: TextRange) -> Place {
        Place::new(Arc::clone(&self.file.path), range)
    }

    /// Line and column in characters, from 1.
    pub fn position(&self, at: TextSize) -> (usize, usize) {
        let place = self.lines.line_column(at, &self.file.text);
        (place.line.get(), place.column.get())
    }

    pub fn line(&self, ranged: impl Ranged) -> usize {
        self.position(ranged.start()).0
    }

    /// The same in words: `line 12`, in a notebook `cell 3, line 2`.
    pub fn line_name(&self, ranged: impl Ranged) -> String {
        let line = self.line(ranged);
        match Cells::of(&self.file.path, &self.file.text).place(line) {
            Some((cell, line)) => format!("cell {cell}, line {line}"),
            None => format!("line {line}"),
        }
    }
}

fn is_test(path: &str) -> bool {
    if docstrings::is_example(path) {
        return true;
    }
    let mut parts = path.split('/').rev();
    let file = parts.next().unwrap_or_default();
    file.starts_with("test_") || file == "conftest.py" || parts.any(|folder| matches!(folder, "tests" | "test"))
}

/// The target and the value of a statement that gives one target a value.
fn named_value(statement: &Stmt) -> Option<(&Expr, &Expr)> {
    match statement {
        Stmt::Assign(assign) => match &*assign.targets {
            [target] => Some((target, &assign.value)),
            _ => None,
        },
        Stmt::AnnAssign(assign) => Some((&assign.target, assign.value.as_deref()?)),
        Stmt::TypeAlias(alias) => Some((&alias.name, &alias.value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> SourceFile {
        SourceFile { path: "a.py".into(), text: text.into(), module: None }
    }

    #[test]
    fn the_same_text_is_parsed_once() {
        let files = ParsedFiles::default();
        let parsed = |text, python| files.parse(file(text), python).expect("it is Python");
        let first = parsed("x = 1\n", None);
        files.begin();
        assert!(Arc::ptr_eq(&first, &parsed("x = 1\n", None)));
        assert!(!Arc::ptr_eq(&first, &parsed("x = 1\n", Some((3, 9)))), "for another release");
        let second = parsed("x = 2\n", None);
        assert_eq!(&*second.file.text, "x = 2\n");
        assert!(files.parse(file("x = (\n"), None).is_err());
        assert!(Arc::ptr_eq(&second, &parsed("x = 2\n", None)), "what was there before the mistake");
    }

    #[test]
    fn what_no_program_asks_for_is_let_go() {
        let files = ParsedFiles::default();
        let held = Arc::downgrade(&files.parse(file("x = 1\n"), None).expect("it is Python"));
        for _ in 1..KEPT_PROGRAMS {
            files.begin();
        }
        assert!(held.upgrade().is_some());
        files.begin();
        assert!(held.upgrade().is_none());
    }
}
