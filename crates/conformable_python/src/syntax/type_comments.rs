//! Comments that speak to the checker, and types among them: `x = load()  # conformable: float64[n, 4]`.
//!
//! A type declares what the statement in front of it binds. This file says which places have a type behind them, so
//! that what reads types and what warns of those that nothing reads ask the same question. It doesn't know what a
//! declaration is held against.

use conformable_types::text::{looks_like_a_dtype, parse_type};
use conformable_types::{DType, Elem, Ty, TyKind};
use ruff_python_ast::visitor::{Visitor, walk_parameters, walk_stmt};
use ruff_python_ast::{Expr, ParameterWithDefault, Parameters, Stmt, StmtAnnAssign, StmtAssign, StmtFor, StmtWith};
use ruff_text_size::{Ranged, TextSize};
use rustc_hash::FxHashSet;

/// What such a comment begins with.
pub const WORD: &str = "conformable:";

/// A type, and where its comment begins.
type TypeBehind = Option<(Ty, TextSize)>;

/// The type behind an assignment, if it binds no names of a sequence.
pub fn of_assignment(text: &str, assign: &StmtAssign) -> TypeBehind {
    let is_one = assign.targets.iter().all(is_one_target);
    if is_one { behind(text, assign.end()) } else { None }
}

/// The type behind an annotated name, with a value or without.
pub fn of_annotated(text: &str, assign: &StmtAnnAssign) -> TypeBehind {
    behind(text, assign.end())
}

/// The type behind a parameter: it stands on the parameter's line, before the bracket closes.
pub fn of_parameter(text: &str, parameter: &ParameterWithDefault) -> TypeBehind {
    behind_item(text, parameter.end())
}

/// The type behind the header of a loop with one target.
pub fn of_for(text: &str, each: &StmtFor) -> TypeBehind {
    if is_one_target(&each.target) { behind_header(text, each.iter.end()) } else { None }
}

/// The type of what the item of a `with` at this place binds: behind the item, or behind the header if no other item
/// binds anything.
pub fn of_with(text: &str, with: &StmtWith, place: usize) -> TypeBehind {
    let target = with.items[place].optional_vars.as_deref().filter(|target| is_one_target(target))?;
    let binds = with.items.iter().filter(|item| item.optional_vars.is_some()).count();
    let header = || {
        let last = with.items.last().filter(|_| binds == 1)?;
        behind_header(text, last.end())
    };
    behind_item(text, target.end()).or_else(header)
}

fn is_one_target(target: &Expr) -> bool {
    !matches!(target, Expr::Tuple(_) | Expr::List(_) | Expr::Starred(_))
}

fn behind(text: &str, end: TextSize) -> TypeBehind {
    let rest = &text[end.to_usize()..];
    let line = rest.lines().next()?;
    let comment = line.trim_start();
    if !comment.starts_with('#') {
        return None;
    }
    let ty = directives(comment).find_map(|(_, directive)| array_of(directive))?;
    Some((ty, end + TextSize::try_from(line.len() - comment.len()).ok()?))
}

fn behind_item(text: &str, end: TextSize) -> TypeBehind {
    behind(text, past(text, end, &[], ',').unwrap_or(end))
}

fn behind_header(text: &str, end: TextSize) -> TypeBehind {
    behind(text, past(text, end, &[')', ','], ':')?)
}

/// The end of the next `last`, if only blanks and these stand before it.
fn past(text: &str, from: TextSize, skipped: &[char], last: char) -> Option<TextSize> {
    let rest = &text[from.to_usize()..];
    let at = rest.find(|c: char| !c.is_whitespace() && !skipped.contains(&c))?;
    let is_last = rest[at..].starts_with(last);
    if is_last { Some(from + TextSize::try_from(at + last.len_utf8()).ok()?) } else { None }
}

/// Where the comments begin that declare something.
pub fn read_comments(text: &str, body: &[Stmt]) -> FxHashSet<TextSize> {
    let mut reader = CommentReader { text, read: FxHashSet::default() };
    body.iter().for_each(|statement| reader.visit_stmt(statement));
    reader.read
}

struct CommentReader<'t> {
    text: &'t str,
    read: FxHashSet<TextSize>,
}

impl<'a> Visitor<'a> for CommentReader<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        let text = self.text;
        match statement {
            Stmt::Assign(assign) => self.read.extend(of_assignment(text, assign).map(|(_, at)| at)),
            Stmt::AnnAssign(assign) => self.read.extend(of_annotated(text, assign).map(|(_, at)| at)),
            Stmt::For(each) => self.read.extend(of_for(text, each).map(|(_, at)| at)),
            Stmt::With(with) => {
                let items = 0..with.items.len();
                self.read.extend(items.filter_map(|place| of_with(text, with, place)).map(|(_, at)| at));
            }
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_parameters(&mut self, parameters: &'a Parameters) {
        let of_parameters = parameters.iter_non_variadic_params();
        self.read.extend(of_parameters.filter_map(|one| of_parameter(self.text, one)).map(|(_, at)| at));
        walk_parameters(self, parameters);
    }

    /// Lambdas have no lines of their own, and no other expression binds by a statement.
    fn visit_expr(&mut self, _: &'a Expr) {}
}

/// The directives in a comment's text with their offsets: `# noqa  # conformable: ignore` has one.
pub fn directives(comment: &str) -> impl Iterator<Item = (usize, &str)> {
    comment.match_indices('#').filter_map(move |(at, _)| {
        let rest = &comment[at + 1..];
        let body = rest.trim_start();
        let directive = body.strip_prefix(WORD)?;
        let directive = directive.split('#').next().unwrap_or_default();
        let trimmed = directive.trim_start();
        let start = at + 1 + (rest.len() - body.len()) + WORD.len();
        let start = start + (directive.len() - trimmed.len());
        // What follows the directive is a remark: `ignore[CF101]  the sizes are checked above`.
        let end = match (trimmed.find(']'), trimmed.find(char::is_whitespace)) {
            // A type of an array, or rules.
            (Some(close), _) if trimmed[..close].contains('[') && !trimmed.starts_with('[') => close + 1,
            (_, Some(space)) => space,
            _ => trimmed.len(),
        };
        Some((start, &trimmed[..end]))
    })
}

/// The array's type that a directive says; `None` of any other.
pub fn array_of(directive: &str) -> Option<Ty> {
    // `ignore[CF101]` isn't one, for all that it looks like it.
    let is_array =
        |ty: &Ty| matches!(ty.kind(), TyKind::Array { elem, .. } if elem.dtype().is_some() || *elem == Elem::any());
    parse_type(directive).ok().filter(is_array)
}

/// What is wrong with a directive that is meant as an array's type: a dtype, or nearly one, with something in brackets.
pub fn wrong_type(directive: &str) -> Option<String> {
    let (name, _) = directive.split_once('[')?;
    let is_dtype = DType::from_spelling(name).is_some();
    if !is_dtype && !looks_like_a_dtype(name) {
        return None;
    }
    let why = match parse_type(directive) {
        _ if !directive.contains(']') => "its bracket isn't closed".to_owned(),
        Err(error) => error.to_string(),
        Ok(_) if is_dtype => "the type of an array is wanted: float64[n, 3]".to_owned(),
        Ok(_) => format!("there is no dtype `{name}`"),
    };
    Some(format!("this isn't a type: {why}"))
}

#[cfg(test)]
mod tests {
    use ruff_text_size::TextRange;

    use super::*;

    /// Which of the types in the text are read.
    fn read(text: &str) -> Vec<&str> {
        let parsed = ruff_python_parser::parse_module(text).expect("Python");
        let mut found: Vec<TextSize> = read_comments(text, &parsed.syntax().body).into_iter().collect();
        found.sort();
        let ty = |at: TextSize| text[TextRange::new(at, TextSize::of(text))].lines().next().unwrap();
        found.into_iter().map(|at| ty(at).rsplit(": ").next().unwrap()).collect()
    }

    #[test]
    fn places_that_have_a_type_behind_them() {
        let one = "# conformable: float64[1]";
        for (text, count) in [
            (format!("x = f()  {one}\n"), 1),
            (format!("x = y = f(\n1)  {one}\n"), 1),
            (format!("x: int  {one}\n"), 1),
            (format!("x: int = f()  {one}\n"), 1),
            (format!("def f(\n    x,  {one}\n    y=(1)  {one}\n): pass\n"), 2),
            (format!("def f(\n    x, y,  {one}\n): pass\n"), 1),
            (format!("for x in (\n    xs\n):  {one}\n    pass\n"), 1),
            (format!("with f() as x:  {one}\n    pass\n"), 1),
            (format!("with f(), g() as x:  {one}\n    pass\n"), 1),
            (format!("with (\n    f() as x,  {one}\n    g() as y,  {one}\n):\n    pass\n"), 2),
            (format!("with (\n    f() as x,\n):  {one}\n    pass\n"), 1),
            // None of these binds one thing.
            (format!("x, y = f()  {one}\n"), 0),
            (format!("x += f()  {one}\n"), 0),
            (format!("f()  {one}\n"), 0),
            (format!("def f(x):  {one}\n    pass\n"), 0),
            (format!("def f(\n    *x,  {one}\n): pass\n"), 0),
            (format!("for x, y in xs:  {one}\n    pass\n"), 0),
            (format!("for x in xs:\n    {one}\n    pass\n"), 0),
            (format!("with f() as x, g() as y:  {one}\n    pass\n"), 0),
            (format!("{one}\nx = f()\n"), 0),
        ] {
            assert_eq!(read(&text).len(), count, "{text}");
        }
    }
}
