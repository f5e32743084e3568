//! A parsed file, and where its text stands: what the evaluator walks over.

use std::sync::{Arc, OnceLock};

use conformable_types::{Sym, text};
use ruff_python_ast::{Expr, ModModule, Stmt};
use ruff_source_file::LineIndex;
use ruff_text_size::{Ranged, TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::front::diagnostic::{Diagnostic, Span};
use crate::front::notebook::{self, Cells};
use crate::front::release_questions::ReleaseQuestions;
use crate::front::source::{RefusedCells, SourceFile};
use crate::library::models;
use crate::syntax::changes::Changes;
use crate::syntax::docstrings;
use crate::syntax::handles::name_of;
use crate::syntax::scopes;

/// A file, its tree, and what is found in that without a program around it.
pub struct Module {
    /// Identifies it among the files that were parsed with it.
    pub id: usize,
    pub file: SourceFile,
    tree: ModModule,
    /// The cells of a notebook that are no Python, and what is said of them.
    refused: RefusedCells,
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
    /// It does, and its functions fail where the library's do: what fails in one fails where it is called.
    pub is_exact: bool,
    /// It stands in for one, and what it gives depends on the script's arguments.
    pub gives_arguments: bool,
    is_test: bool,
}

impl Module {
    pub fn new(id: usize, file: SourceFile, tree: ModModule) -> Module {
        let lines = LineIndex::from_source_text(&file.text);
        let rebound = scopes::rebound(&tree.body);
        let is_model = models::is_model(&file.path);
        let is_exact = is_model && models::fail_as_the_library(&file.text);
        let gives_arguments = is_model && models::ask_for_arguments(&file.text);
        let is_test = is_test(&file.path);
        Module {
            id,
            file,
            tree,
            refused: Vec::new(),
            lines,
            rebound,
            changes: OnceLock::new(),
            aliases: OnceLock::new(),
            release_questions: OnceLock::new(),
            is_model,
            is_exact,
            gives_arguments,
            is_test,
        }
    }

    /// The same, of which some cells are no Python.
    pub fn refusing(self, refused: RefusedCells) -> Module {
        Module { refused, ..self }
    }

    /// What is said of cells that are no Python.
    pub fn refusals(&self) -> impl Iterator<Item = Diagnostic> {
        self.refused.iter().map(|(_, said)| said.clone())
    }

    /// Does it stand in such a cell, or for one?
    pub fn is_refused(&self, range: TextRange) -> bool {
        self.refused.iter().any(|(cell, _)| cell.intersect(range).is_some())
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

    /// A package: other modules are in it.
    pub fn is_package(&self) -> bool {
        self.file.path.ends_with("__init__.py")
    }

    /// The last part of its dotted name.
    pub fn last_name(&self) -> Sym {
        let mut parts = self.file.path.rsplit(['/', '.']).skip(1);
        let last = parts.next().unwrap_or_default();
        Sym::new(if last == "__init__" { parts.next().unwrap_or_default() } else { last })
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
                aliases.entry(name_of(target)).and_modify(|known| *known = None).or_insert(Some(place));
            }
            aliases
        });
        let place = aliases.get(&name).copied().flatten()?;
        Some(named_value(&self.body()[place])?.1)
    }

    pub fn body(&self) -> &[Stmt] {
        &self.tree.body
    }

    pub fn text(&self, range: TextRange) -> &str {
        &self.file.text[range]
    }

    /// The text of an expression on one line, shortened for a message.
    pub fn snippet(&self, range: TextRange) -> String {
        text::shortened(self.text(range), 60)
    }

    pub fn place(&self, range: TextRange) -> Span {
        Span::new(Arc::clone(&self.file.path), range)
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
