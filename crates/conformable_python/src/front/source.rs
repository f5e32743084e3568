//! Source files as the analysis takes them, and how it asks for more of them.
//!
//! The analysis does no IO. It is given texts, and asks for the modules that they import through
//! [`ModuleSource`], which the tool implements over the file system and tests over a list.

use std::sync::Arc;

use ruff_python_ast::ModModule;
use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{Mode, ParseError, ParseErrorType, ParseOptions, Parsed, parse_unchecked};
use ruff_text_size::{Ranged, TextRange, TextSize};

use crate::front::brackets::unclosed;
use crate::front::broken_cells::{line_before, mended};
use crate::front::depth::{self, TooDeep};
use crate::front::diagnostic::{Diagnostic, Span};
use crate::front::notebook::Cells;
use crate::front::rules;
use crate::front::settings::Version;

/// A file of Python source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The path as displayed: `/` separated, relative to the working directory.
    pub path: Arc<str>,
    /// The decoded text, without a byte order mark.
    pub text: Arc<str>,
    /// The dotted name within the file's source root, `package.module`; `None` for a script.
    pub module: Option<String>,
}

/// Where imported modules come from.
pub trait ModuleSource: Send + Sync {
    /// The module that `importer` (a displayed path) means by `dotted`, with `level` leading dots.
    ///
    /// `import a.b` is `("a.b", 0)`, `from . import c` is `("", 1)` for the package itself and
    /// `("c", 1)` for the submodule. `None` if it isn't part of the project.
    fn load(&self, importer: &str, dotted: &str, level: u32) -> Option<SourceFile>;
}

/// A project in which no import leads to another file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NoModules;

impl ModuleSource for NoModules {
    fn load(&self, _importer: &str, _dotted: &str, _level: u32) -> Option<SourceFile> {
        None
    }
}

/// Parses a file: the tree, or the one diagnostic (`CF002`, `CF003`) that says why there is none.
/// What a release of Python doesn't have yet is an error in it.
pub fn parse(file: &SourceFile, python: Option<Version>) -> Result<Parsed<ModModule>, Box<Diagnostic>> {
    let options = options_of(python);
    let whole = TextRange::up_to(TextSize::of(&*file.text));
    let cells = Cells::of(&file.path, &file.text).ranges(&file.text);
    if cells.is_empty()
        && let Some(parsed) = depth::parse_short(&file.text, &options)
    {
        let parsed = parsed.map_err(|found| too_deep(file, found))?;
        return accepted(parsed, &file.text, python).map_err(|found| refusal(file, whole, found));
    }
    if let Some(found) = depth::check(&file.text) {
        return Err(too_deep(file, found));
    }
    // A cell is code by itself: what it leaves open, the next one doesn't close. One that is indented, a kernel moves.
    for range in cells {
        let is_indented = file.text[range].trim_start_matches('\n').starts_with([' ', '\t']);
        if !is_indented && let Err(found) = parse_part(&file.text[range], &options, python) {
            return Err(refusal(file, range, found));
        }
    }
    parse_part(&file.text, &options, python).map_err(|found| refusal(file, whole, found))
}

/// What is said of the cells of a notebook that are no Python, by cell and the line that begins it.
pub(crate) type RefusedCells = Vec<(TextRange, Diagnostic)>;

/// The same of what is evaluated. Of a notebook in which some cells are no Python the others have a tree; what is said of the
/// broken ones goes with it.
pub(crate) fn parse_apart(
    file: &SourceFile,
    python: Option<Version>,
) -> Result<(ModModule, RefusedCells), Box<Diagnostic>> {
    let whole = match parse(file, python) {
        Ok(parsed) => return Ok((parsed.into_syntax(), Vec::new())),
        Err(found) => found,
    };
    let options = options_of(python);
    let (mut broken, mut said) = (Vec::new(), Vec::new());
    let cells = Cells::of(&file.path, &file.text).ranges(&file.text);
    for range in cells.iter().filter(|_| whole.rule == rules::SYNTAX) {
        if let Err(found) = parse_part(&file.text[*range], &options, python) {
            broken.push(*range);
            let begins = TextRange::new(line_before(&file.text, range.start()), range.end());
            said.push((begins, *refusal(file, *range, found)));
        }
    }
    if broken.is_empty() || broken.len() == cells.len() {
        return Err(whole);
    }
    match parse_part(&mended(&file.text, &broken), &options, python) {
        Ok(parsed) => Ok((parsed.into_syntax(), said)),
        Err(_) => Err(whole),
    }
}

/// The parts of a file that have no tree: cells of a notebook, each with the line that begins it, or all of the file.
#[must_use]
pub fn parts_without_tree(file: &SourceFile, python: Option<Version>) -> Vec<TextRange> {
    match parse_apart(file, python) {
        Ok((_, refused)) => refused.into_iter().map(|(cell, _)| cell).collect(),
        Err(_) => vec![TextRange::up_to(TextSize::of(&*file.text))],
    }
}

fn options_of(python: Option<Version>) -> ParseOptions {
    let options = ParseOptions::from(Mode::Module);
    let Some((major, minor)) = python else { return options };
    let number = |number| u8::try_from(number).unwrap_or(u8::MAX);
    options.with_target_version((number(major), number(minor)).into())
}

/// The tree of a text, or what is wrong with it and where.
fn parse_part(
    text: &str,
    options: &ParseOptions,
    python: Option<Version>,
) -> Result<Parsed<ModModule>, (TextRange, String)> {
    let parsed = parse_unchecked(text, options.clone()).try_into_module().expect("the mode is that of a module");
    accepted(parsed, text, python)
}

/// The tree of a text, unless something is wrong with that.
fn accepted(
    parsed: Parsed<ModModule>,
    text: &str,
    python: Option<Version>,
) -> Result<Parsed<ModModule>, (TextRange, String)> {
    let error = parsed.errors().iter().find(|error| !is_bare_raise(&parsed, error) && !is_name(&parsed, error));
    match (error, parsed.unsupported_syntax_errors()) {
        (Some(error), _) => Err(match unclosed(parsed.tokens(), text, error.location.start()) {
            Some((range, bracket)) => (range, format!("`{bracket}` is never closed")),
            None => (clamp(error.location, text), error.error.to_string()),
        }),
        (None, [newer, ..]) if python.is_some() => Err((clamp(newer.range, text), newer.to_string())),
        _ => Ok(parsed),
    }
}

fn too_deep(file: &SourceFile, found: TooDeep) -> Box<Diagnostic> {
    let place = Span::new(file.path.clone(), found.range);
    let message = format!("this file isn't checked: {}", found.what);
    Box::new(Diagnostic::new(rules::TOO_DEEP, place, message))
}

/// What is said of a file of which this part has no tree.
fn refusal(file: &SourceFile, part: TextRange, (range, message): (TextRange, String)) -> Box<Diagnostic> {
    let place = Span::new(file.path.clone(), range + part.start());
    let mut diagnostic = Diagnostic::new(rules::SYNTAX, place, message.to_lowercase_first());
    diagnostic.exception = Some("SyntaxError".into());
    Box::new(diagnostic)
}

/// `raise;`: the parser looks for an exception unless the line ends there, and goes on with one that has no name.
fn is_bare_raise(parsed: &Parsed<ModModule>, error: &ParseError) -> bool {
    matches!(error.error, ParseErrorType::ExpectedExpression)
        && is_between(parsed, error, TokenKind::Raise, TokenKind::Semi)
}

/// `x = 1; match = 2`: the parser takes `match` behind a semicolon for the start of a statement, says so, and goes on with
/// the name that it is.
fn is_name(parsed: &Parsed<ModModule>, error: &ParseError) -> bool {
    matches!(error.error, ParseErrorType::SimpleAndCompoundStatementOnSameLine)
        && is_between(parsed, error, TokenKind::Semi, TokenKind::Name)
}

/// Is the error behind a token of the one kind, and at or before one of the other? Its place may be inside of a token.
fn is_between(parsed: &Parsed<ModModule>, error: &ParseError, before: TokenKind, after: TokenKind) -> bool {
    let tokens: &[_] = parsed.tokens();
    let (earlier, later) = tokens.split_at(tokens.partition_point(|token| token.end() <= error.location.start()));
    earlier.last().is_some_and(|token| token.kind() == before)
        && later.first().is_some_and(|token| token.kind() == after)
}

/// A range within the text; the end of the file is shown as the end of its last line.
fn clamp(range: TextRange, text: &str) -> TextRange {
    let end = TextSize::of(text.trim_end());
    TextRange::new(range.start().min(end), range.end().min(end))
}

trait LowercaseFirst {
    fn to_lowercase_first(&self) -> String;
}

impl LowercaseFirst for String {
    /// `Expected ...` as `expected ...`; words in capitals are left alone.
    fn to_lowercase_first(&self) -> String {
        let mut chars = self.chars();
        match (chars.next(), chars.clone().next()) {
            (Some(first), Some(second)) if !second.is_uppercase() => first.to_lowercase().chain(chars).collect(),
            _ => self.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> SourceFile {
        SourceFile { path: "a.py".into(), text: text.into(), module: None }
    }

    #[test]
    fn a_syntax_error_has_a_place() {
        let text = "x = 1\ny = 2 +\n";
        let found = parse(&file(text), None).expect_err("an error");
        assert_eq!(found.rule, rules::SYNTAX);
        assert!(usize::from(found.place.range.start()) > 5);
        assert!(usize::from(found.place.range.end()) <= text.len());
    }

    #[test]
    fn a_bracket_that_nothing_closes_is_where_it_opens() {
        let said = |text: &str| {
            let found = parse(&file(text), None).expect_err("an error");
            (text[found.place.range].to_owned(), usize::from(found.place.range.start()), found.message)
        };
        let never = |bracket: &str, at| (bracket.to_owned(), at, format!("`{bracket}` is never closed"));
        assert_eq!(said("z = [\nfor i in y: pass\n"), never("[", 4));
        assert_eq!(said("x = f(1, g(2)\ny = 3\n"), never("(", 5));
        assert_eq!(said("x = f(1\nprint(f'{x}')\nz = 3"), never("(", 5));
        assert_eq!(said("d = {'a': [1, 2\n"), never("[", 10));
        // What is wrong on the line itself is said there.
        assert_eq!(said("x = (1 for\n").2, "`(` is never closed");
        assert_ne!(said("x = (1 +* 2\ny = 3)\n").0, "(");
        assert_ne!(said("x = (1 +* 2 ; y\n").0, "(");
        assert_ne!(said("x = [1)\ny = (\n").0, "(");
    }

    #[test]
    fn a_cell_is_code_by_itself() {
        let said = |cells: [&str; 2]| {
            let text = format!("# %% [1]\n{}\n# %% [2]\n{}\n", cells[0], cells[1]);
            let found = parse(&SourceFile { path: "a.ipynb".into(), ..file(&text) }, None).err()?;
            Some((text[..usize::from(found.place.range.start())].matches('\n').count(), found.message))
        };
        let end = "unexpected EOF while parsing";
        let open = "`(` is never closed";
        let block = "expected an indented block after `if` statement";
        assert_eq!(said(["x = f((3,", "4))"]), Some((1, open.to_owned())));
        assert_eq!(said(["x = f(3", "y = 1"]), Some((1, open.to_owned())));
        assert_eq!(said(["x = 1 + \\", "2"]), Some((1, end.to_owned())));
        assert_eq!(said(["if x:", "    y = 1"]), Some((1, block.to_owned())));
        assert_eq!(said(["x = 1", "y = f(\n"]).map(|(line, _)| line), Some(3));
        assert_eq!(said(["x = 1", "\ny = 2"]), None);
        assert_eq!(said(["", ""]), None);
    }

    #[test]
    fn the_other_cells_have_a_tree() {
        let parsed = |text: &str| parse_apart(&SourceFile { path: "a.ipynb".into(), ..file(text) }, None);
        let text = "# %% [1]\nx = 1\n# %% [2]\ny = f(\n# %% [3]\nz = 2\n";
        let (tree, said) = parsed(text).expect("a tree");
        assert_eq!((tree.body.len(), said.len(), said[0].1.rule), (3, 1, rules::SYNTAX));
        assert_eq!(&text[tree.body[2].range()], "z = 2");
        assert!(parsed("# %% [1]\nx = (\n").is_err(), "there is no other one");
        assert!(parse_apart(&file("x = (\n"), None).is_err());
        let without = |text: &str| {
            let file = SourceFile { path: "a.ipynb".into(), ..file(text) };
            parts_without_tree(&file, None).into_iter().map(|part| text[part].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(without(text), ["# %% [2]\ny = f(\n"]);
        assert_eq!(without("# %% [1]\nx = (\n"), ["# %% [1]\nx = (\n"]);
        assert!(without("# %% [1]\nx = 1\n").is_empty());
    }

    #[test]
    fn syntax_that_a_release_lacks_is_an_error_in_it() {
        let file = file("match x:\n    case 1: pass\n");
        assert!(parse(&file, None).is_ok() && parse(&file, Some((3, 10))).is_ok());
        let found = parse(&file, Some((3, 9))).expect_err("an error");
        assert_eq!(found.message, "cannot use `match` statement on Python 3.9 (syntax was added in Python 3.10)");
    }

    #[test]
    fn a_name_behind_a_semicolon_may_be_a_soft_keyword() {
        assert!(parse(&file("x = 1;match = 2\nif x:\n    x = 3; match.y = 4; match = 5\n"), None).is_ok());
        for text in ["x = 1; match x:\n    case 1: pass\n", "x = 1; if x: pass\n"] {
            let found = parse(&file(text), None).expect_err("an error");
            assert_eq!(found.rule, rules::SYNTAX, "{text}");
        }
    }

    #[test]
    fn a_raise_of_nothing_ends_with_its_statement() {
        assert!(parse(&file("if x:\n    raise; y = 1\nraise ;\n"), None).is_ok());
        let found = parse(&file("raise;\nx = ;\n"), None).expect_err("an error");
        assert_eq!(usize::from(found.place.range.start()), 11);
        assert!(parse(&file("raise from x;\n"), None).is_err());
    }

    #[test]
    fn an_error_may_be_inside_of_a_token() {
        for text in ["x = {4: '\\u'}\n", "b'\u{e9}'\n", "f'{x!}'\n", "f'{'\n", "'\\N{}'", "0777\n"] {
            assert_eq!(parse(&file(text), None).expect_err(text).rule, rules::SYNTAX);
        }
    }

    #[test]
    fn depth_is_seen_before_the_parser() {
        let found = parse(&file(&"(".repeat(100_000)), None).expect_err("too deep");
        assert_eq!(found.rule, rules::TOO_DEEP);
        assert!(parse(&file("x = ((1))\n"), None).is_ok());
    }
}
