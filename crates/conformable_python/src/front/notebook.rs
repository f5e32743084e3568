//! A notebook as one module: its code cells in the order of the document, as a kernel runs them one after the other.
//!
//! The text has a line `# %% [3]` before what is in cell 3, and each line of a cell is a line of it, so that a row of
//! the module leads back to a row of a cell by the text alone ([`Cells`]). Commands of IPython become Python of the same
//! effect: those that leave names alone (`!ls`, `%matplotlib inline`, a cell of `%%bash`) are `pass`, and the others
//! (`%run`, `%store`, a cell of `%%cython`) are a text that is executed and that nobody knows, `exec(get_ipython())`.
//! So is a cell that says that it raises (the tag `raises-exception`), since a kernel goes on behind it.

use std::fmt::Write;
use std::path::Path;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, Stmt};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::depth;
use crate::library::known_paths::KNOWN;

/// A cell of code.
pub struct CodeCell {
    /// Its place among all cells, from 1.
    pub number: usize,
    /// What is in it.
    pub source: String,
    /// Whether it says that it raises.
    pub raises: bool,
}

/// Does the path name a notebook?
#[must_use]
pub fn is_notebook(path: impl AsRef<Path>) -> bool {
    path.as_ref().extension().is_some_and(|ending| ending == "ipynb")
}

/// What executes a text that nobody knows.
const EXECUTED: &str = "exec(get_ipython())";

/// The value of a command.
const VALUE: &str = "get_ipython()";

/// The module that the cells are.
#[must_use]
pub fn module(cells: &[CodeCell]) -> String {
    let mut text = String::new();
    for cell in cells {
        let _ = writeln!(text, "# %% [{}]", cell.number);
        text += &python(cell);
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    text
}

/// What is in a cell, as Python with as many lines.
fn python(cell: &CodeCell) -> String {
    let source = cell.source.replace("\r\n", "\n");
    if cell.raises {
        return blank(&source, EXECUTED);
    }
    let skipped = source.len() - source.trim_start().len();
    let Some(magic) = source[skipped..].strip_prefix("%%") else { return commands_replaced(&source) };
    let name = magic.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    if !KNOWN.python_magics.contains(name) {
        return blank(&source, if KNOWN.cell_magics.contains(name) { "pass" } else { EXECUTED });
    }
    let (first, rest) = magic.split_once('\n').unwrap_or((magic, ""));
    // What it captures has a name.
    let binds = first.trim() != name;
    let lines = "\n".repeat(source[..skipped].matches('\n').count());
    format!("{lines}{}\n{}", if binds { EXECUTED } else { "pass" }, commands_replaced(rest))
}

/// One statement in place of all lines.
fn blank(source: &str, statement: &str) -> String {
    format!("{statement}{}", "\n".repeat(source.matches('\n').count()))
}

/// The text with Python in place of IPython's commands.
fn commands_replaced(source: &str) -> String {
    // The module is turned away for it.
    if depth::check(source).is_some() {
        return source.to_owned();
    }
    let parse = |text: &str| parse_unchecked(text, ParseOptions::from(Mode::Ipython));
    let mut source = source.to_owned();
    let mut parsed = parse(&source);
    if parsed.has_syntax_errors() {
        let spelled = with_percents(&source);
        let again = parse(&spelled);
        if !again.has_syntax_errors() {
            (source, parsed) = (spelled, again);
        }
    }
    let mut commands = Commands(Vec::new());
    if let Some(module) = parsed.try_into_module() {
        commands.visit_body(module.suite());
    }
    let (mut text, mut end) = (String::new(), 0);
    for (range, is_statement) in commands.0 {
        let command = &source[range];
        text += &source[end..usize::from(range.start())];
        text += replacement(command, is_statement);
        text.extend(command.chars().filter(|c| *c == '\n'));
        end = usize::from(range.end());
    }
    text + &source[end..]
}

/// Where commands stand, in the order of the text, and which of them are statements.
struct Commands(Vec<(TextRange, bool)>);

impl<'a> Visitor<'a> for Commands {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::IpyEscapeCommand(command) => self.0.push((command.range(), true)),
            _ => visitor::walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::IpyEscapeCommand(command) => self.0.push((command.range(), false)),
            _ => visitor::walk_expr(self, expression),
        }
    }
}

/// Python with the effect of a command.
fn replacement(command: &str, is_statement: bool) -> &'static str {
    let changes_names = changes_names(command);
    match (is_statement, changes_names) {
        (true, true) => EXECUTED,
        (true, false) => "pass",
        (false, false) => VALUE,
        (false, true) => "(exec(get_ipython()), get_ipython())[1]",
    }
}

/// May the command bind names, or change what they have?
fn changes_names(command: &str) -> bool {
    if command.starts_with('!') || command.starts_with('?') || command.ends_with('?') {
        return false;
    }
    let Some(magic) = command.strip_prefix('%') else { return true };
    let name = magic.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    !KNOWN.line_magics.contains(name)
}

/// The same with `%` before commands that are written without it (`cd data`), where no Python can begin like this.
fn with_percents(source: &str) -> String {
    let is_command = |line: &str| {
        let mut words = line.split_whitespace();
        let named = words.next().is_some_and(|word| KNOWN.line_magics.contains(word) || word == "run");
        named && words.next().is_some_and(|word| !word.starts_with(['=', '(', '.', '[', ',', ':']))
    };
    let lines = source.split_inclusive('\n');
    lines.map(|line| if is_command(line) { format!("%{line}") } else { line.to_owned() }).collect()
}

/// Where the cells of a notebook begin in its module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells(Vec<(usize, usize)>);

impl Cells {
    /// Of the module's text; none of what is no notebook.
    #[must_use]
    pub fn of(path: &str, text: &str) -> Cells {
        if !is_notebook(path) {
            return Cells::default();
        }
        let number = |line: &str| line.strip_prefix("# %% [")?.strip_suffix(']')?.parse::<usize>().ok();
        let mut begins: Vec<(usize, usize)> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            // Of lines that a cell has itself those go on counting that could be one of the text's own.
            if let Some(number) = number(line).filter(|number| begins.last().is_none_or(|(_, last)| number > last)) {
                begins.push((at + 1, number));
            }
        }
        Cells(begins)
    }

    /// What is in each cell, as ranges of the module's text.
    #[must_use]
    pub fn ranges(&self, text: &str) -> Vec<TextRange> {
        let mut ranges: Vec<TextRange> = Vec::new();
        if self.0.is_empty() {
            return ranges;
        }
        let mut begins = self.0.iter().map(|(row, _)| *row).peekable();
        let mut at = TextSize::default();
        for (row, line) in text.split_inclusive('\n').enumerate() {
            let end = at + TextSize::of(line);
            if begins.next_if_eq(&(row + 1)).is_some() {
                ranges.push(TextRange::empty(end));
            } else if let Some(last) = ranges.last_mut() {
                *last = TextRange::new(last.start(), end);
            }
            at = end;
        }
        ranges
    }

    /// The text without what is in the cells that the parser refuses, but for the one at this place: a cell that leaves a bracket or
    /// a text open takes no other one with it. It is as long as before.
    #[must_use]
    pub fn without_broken(&self, text: &str, at: TextSize) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for cell in self.ranges(text).into_iter().filter(|cell| !cell.contains_inclusive(at)) {
            if parse_unchecked(&text[cell], ParseOptions::from(Mode::Module)).has_invalid_syntax() {
                let inside = &mut bytes[std::ops::Range::<usize>::from(cell)];
                inside.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The cell that begins behind this row of the module, which is none of its own.
    #[must_use]
    pub fn begun_at(&self, row: usize) -> Option<usize> {
        self.0.iter().find(|(begin, _)| *begin == row).map(|(_, number)| *number)
    }

    /// The row of the module that a row of a cell is, both from 1; `None` if there is no such cell of code.
    #[must_use]
    pub fn row(&self, cell: usize, row: usize) -> Option<usize> {
        let begin = self.0.iter().find(|(_, number)| *number == cell)?.0;
        let at = begin + row;
        (self.place(at) == Some((cell, row))).then_some(at)
    }

    /// The cell that a row of the module is in, and the row in it; both count from 1.
    #[must_use]
    pub fn place(&self, row: usize) -> Option<(usize, usize)> {
        let behind = self.0.partition_point(|(begin, _)| *begin < row.max(2));
        let (begin, number) = self.0[..behind].last()?;
        Some((*number, row.saturating_sub(*begin).max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(source: &str) -> String {
        python(&CodeCell { number: 1, source: source.to_owned(), raises: false })
    }

    #[test]
    fn commands_that_leave_names_alone() {
        for text in ["!ls -la \"it's", "%matplotlib inline", "np.ones?", "%cd data", "cd data", "?np", "%load_ext x"] {
            assert_eq!(cell(&format!("{text}\nx = 1\n")), "pass\nx = 1\n", "{text}");
        }
    }

    #[test]
    fn commands_that_may_bind_names() {
        for text in ["%run a.py", "%store -r", "%time x = 1", "%pylab", "run a.py", "%%px\nx = 1", "/f 1"] {
            let expected = format!("{EXECUTED}{}", if text.contains('\n') { "\n" } else { "" });
            assert_eq!(cell(text), expected, "{text}");
        }
    }

    #[test]
    fn commands_in_other_places() {
        assert_eq!(cell("if x:\n    %run a.py\nelse:\n    !ls"), format!("if x:\n    {EXECUTED}\nelse:\n    pass"));
        assert_eq!(cell("files = !ls"), "files = get_ipython()");
        assert_eq!(cell("t = %time f()"), "t = (exec(get_ipython()), get_ipython())[1]");
        assert_eq!(cell("!ls \\\n  -la\nx = 1"), "pass\n\nx = 1");
        let python = "x = (7\n  % 4)\ny = \"\"\"\n%run a\n!ls\n\"\"\"\n";
        assert_eq!(cell(python), python);
    }

    #[test]
    fn magics_of_cells() {
        assert_eq!(cell("%%bash\nls 'a\n"), "pass\n\n");
        assert_eq!(cell("%%cython\ncdef f\n"), format!("{EXECUTED}\n\n"));
        assert_eq!(cell("\n%%time\nx = 1\n%cd a\n"), "\npass\nx = 1\npass\n");
        assert_eq!(cell("%%capture out\nx = 1"), format!("{EXECUTED}\nx = 1"));
    }

    #[test]
    fn rows_lead_back_to_cells() {
        let source = |number, source: &str, raises| CodeCell { number, source: source.to_owned(), raises };
        let cells = [source(2, "x = 1\ny = 2", false), source(3, "", false), source(5, "a\nb\n", true)];
        let text = module(&cells);
        assert_eq!(text, format!("# %% [2]\nx = 1\ny = 2\n# %% [3]\n# %% [5]\n{EXECUTED}\n\n"));
        let found = Cells::of("a.ipynb", &text);
        let places: Vec<_> = (1..=8).map(|row| found.place(row).expect("a cell")).collect();
        assert_eq!(places, [(2, 1), (2, 1), (2, 2), (2, 3), (3, 1), (5, 1), (5, 2), (5, 3)]);
        assert_eq!([1, 2, 4, 5].map(|row| found.begun_at(row)), [Some(2), None, Some(3), Some(5)]);
        assert_eq!(
            [(2, 2), (2, 9), (4, 1), (5, 1)].map(|(cell, row)| found.row(cell, row)),
            [Some(3), None, None, Some(6)]
        );
        assert_eq!(Cells::of("a.py", &text).place(2), None);
        assert_eq!(Cells::of("a.ipynb", "").place(1), None);
    }

    #[test]
    fn other_cells_that_are_no_python_are_left_out() {
        let text = "# %% [1]\nx = 'é\n# %% [2]\ny = 1\n# %% [3]\nz = (\n";
        let without = |at: u32| Cells::of("a.ipynb", text).without_broken(text, TextSize::new(at));
        assert_eq!(without(25), "# %% [1]\n       \n# %% [2]\ny = 1\n# %% [3]\n     \n");
        assert_eq!(without(10), "# %% [1]\nx = 'é\n# %% [2]\ny = 1\n# %% [3]\n     \n");
    }

    #[test]
    fn a_cell_may_have_a_line_like_our_own() {
        let cells = [("# %% [1]\nx", 4), ("y", 6)];
        let cells = cells.map(|(source, number)| CodeCell { number, source: source.to_owned(), raises: false });
        let found = Cells::of("a.ipynb", &module(&cells));
        assert_eq!((found.place(3), found.place(5)), (Some((4, 2)), Some((6, 1))));
    }
}
