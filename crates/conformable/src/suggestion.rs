//! What a finding suggests, as an edit: a text to be tried. Nothing here knows whether it is right.
//!
//! The server's actions and `check --fix` try it: with it the finding is gone and none is new.

use conformable_python::diagnostic::{Diagnostic, Severity, Span};
use conformable_python::rules;
use conformable_types::text;
use ruff_python_ast::visitor::{Visitor, walk_body, walk_expr};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::{Ranged, TextRange, TextSize};

/// Which finding a text is to repair.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FixKey {
    /// Where.
    pub place: Span,
    /// Its rule.
    pub code: &'static str,
}

/// An edit that may repair a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Which one.
    pub key: FixKey,
    /// How grave its finding is.
    pub severity: Severity,
    /// What is done, in words.
    pub title: String,
    /// What is exchanged.
    pub range: TextRange,
    /// For what.
    pub new: String,
    /// It is what was meant, whatever that was: not one of several that would do. Help that asks is none of these.
    pub is_safe: bool,
}

impl Fix {
    /// The text with it.
    pub fn applied(&self, text: &str) -> String {
        [&text[..self.range.start().into()], &self.new, &text[self.range.end().into()..]].concat()
    }
}

/// What a finding in a file suggests, if it does.
pub fn suggested(body: &[Stmt], text: &str, finding: &Diagnostic) -> Option<Fix> {
    let key = FixKey { place: finding.place.clone(), code: finding.rule.code };
    let severity = finding.severity;
    if finding.rule == rules::UNUSED_SUPPRESSION {
        let (range, new) = without_comment(text, finding.place.range)?;
        let title = "Remove what suppresses nothing".to_owned();
        return Some(Fix { key, severity, title, range, new, is_safe: true });
    }
    if let Some((range, new)) = renamed(text, finding, library_name(body)) {
        let title = format!("Replace `{}` by `{new}`", &text[range]);
        return Some(Fix { key, severity, title, range, new, is_safe: true });
    }
    let help = finding.help.as_deref().or_else(|| advice(finding))?;
    let mut finder = ExpressionAt { range: finding.place.range, found: None };
    walk_body(&mut finder, body);
    let (range, new) = replacement(text, finder.found?, help, library_name(body))?;
    let title = format!("Replace `{}` by `{}`", text::shortened(&text[range], 40), text::shortened(&new, 40));
    Some(Fix { key, severity, title, range, new, is_safe: !help.ends_with('?') })
}

/// What a module calls NumPy.
pub fn library_name(body: &[Stmt]) -> Option<&str> {
    let aliases = body.iter().filter_map(Stmt::as_import_stmt).flat_map(|import| &import.names);
    let of_library = aliases.into_iter().find(|alias| alias.name.as_str() == "numpy")?;
    Some(of_library.asname.as_ref().unwrap_or(&of_library.name))
}

/// What a finding about a name that is gone says of its successor: `` `np.sum(...)` ``.
fn advice(finding: &Diagnostic) -> Option<&str> {
    let (_, code) = finding.message.rsplit_once(": write ")?;
    (finding.rule == rules::NO_ATTRIBUTE).then_some(code)
}

/// A name of NumPy's that is gone, for the one that it has now, in a module that calls NumPy so.
fn renamed(text: &str, finding: &Diagnostic, library: Option<&str>) -> Option<(TextRange, String)> {
    let code = advice(finding)?.strip_prefix('`')?.split('`').next()?;
    let range = finding.place.range;
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let library = library.filter(|library| text[range].starts_with(&format!("{library}.")))?;
    let new = match code.strip_prefix("np.") {
        Some(rest) => format!("{library}.{rest}"),
        None => code.to_owned(),
    };
    (is_name(&text[range]) && is_name(&new)).then_some((range, new))
}

/// What is exchanged for what, in a module that calls NumPy so.
fn replacement(text: &str, expression: &Expr, help: &str, library: Option<&str>) -> Option<(TextRange, String)> {
    let written = &text[expression.range()];
    if help.starts_with("write the shape as one tuple") || help.starts_with("write the arrays as one tuple") {
        let range = positional(expression)?;
        return Some((range, format!("({})", &text[range])));
    }
    if let Some(operand) = help.strip_suffix("`, without `.T`?").and_then(|help| help.strip_prefix('`')) {
        let wanted = format!("{operand}.T");
        let mut finder = ExpressionFinder { text, wanted: &wanted, found: None };
        finder.visit_expr(expression);
        return Some((finder.found?.range(), operand.to_owned()));
    }
    let help = help.trim_end_matches(" is a function, not a method");
    let code = help.strip_prefix('`')?.trim_end_matches('?').strip_suffix('`')?;
    if let Some(operand) = code.strip_suffix(".T") {
        let within = operand.strip_prefix('(').and_then(|operand| operand.strip_suffix(')'));
        let mut finder = ExpressionFinder { text, wanted: within.unwrap_or(operand), found: None };
        finder.visit_expr(expression);
        let operand = finder.found?;
        let part = &text[operand.range()];
        if is_atom(operand) {
            return Some((operand.range(), format!("{part}.T")));
        }
        return Some((grouped(text, operand.range()), format!("({part}).T")));
    }
    if code.strip_suffix("()") == Some(written) {
        return Some((expression.range(), code.to_owned()));
    }
    if code == "[0]" && is_atom(expression) {
        return Some((expression.range(), format!("{written}[0]")));
    }
    if let ("len(...[0])", Some(range)) = (code, only_argument(expression)) {
        return Some((range, format!("{}[0]", &text[range])));
    }
    if code == "range(...)" {
        return Some((expression.range(), format!("range({written})")));
    }
    function_of_method(text, expression, code, library?)
}

/// `x.median(axis=0)` as `np.median(x, axis=0)`.
fn function_of_method(text: &str, expression: &Expr, code: &str, library: &str) -> Option<(TextRange, String)> {
    let function = code.strip_suffix("(...)")?.strip_prefix("np.")?;
    let Expr::Call(call) = expression else { return None };
    let Expr::Attribute(method) = &*call.func else { return None };
    let given = arguments(expression).map_or("", |range| &text[range]);
    let separator = if given.is_empty() { "" } else { ", " };
    Some((expression.range(), format!("{library}.{function}({}{separator}{given})", &text[method.value.range()])))
}

/// What stands between the brackets of a call's arguments.
fn arguments(expression: &Expr) -> Option<TextRange> {
    let Expr::Call(call) = expression else { return None };
    let first = call.arguments.iter_source_order().next()?.range();
    let last = call.arguments.iter_source_order().last()?.range();
    Some(first.cover(last))
}

/// The argument of a call that has no other, if something may stand behind it.
fn only_argument(expression: &Expr) -> Option<TextRange> {
    let Expr::Call(call) = expression else { return None };
    match (&*call.arguments.args, &*call.arguments.keywords) {
        ([only], []) if is_atom(only) => Some(only.range()),
        _ => None,
    }
}

/// The same without keywords, if there are several and no list stands for some.
fn positional(expression: &Expr) -> Option<TextRange> {
    let Expr::Call(call) = expression else { return None };
    let [first, .., last] = &*call.arguments.args else { return None };
    let has_starred = call.arguments.args.iter().any(Expr::is_starred_expr);
    (!has_starred).then(|| first.range().cover(last.range()))
}

/// An expression with the brackets around it, if these aren't a call's.
fn grouped(text: &str, range: TextRange) -> TextRange {
    let (before, after) = (&text[..range.start().into()], &text[range.end().into()..]);
    let is_called = |before: &str| before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']'));
    match before.strip_suffix('(') {
        Some(before) if after.starts_with(')') && !is_called(before) => {
            let one = TextSize::from(1);
            TextRange::new(range.start() - one, range.end() + one)
        }
        _ => range,
    }
}

fn is_atom(expression: &Expr) -> bool {
    matches!(expression, Expr::Name(_) | Expr::Attribute(_) | Expr::Call(_) | Expr::Subscript(_))
}

/// What takes a code away that suppresses nothing, or the comment if it is the only one.
fn without_comment(text: &str, range: TextRange) -> Option<(TextRange, String)> {
    let between = |start: usize, end: usize| {
        let size = |at: usize| TextSize::try_from(at).unwrap_or_default();
        TextRange::new(size(start), size(end))
    };
    let (start, end) = (range.start().to_usize(), range.end().to_usize());
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find(['\r', '\n']).map_or(text.len(), |at| start + at);
    let line = &text[line_start..line_end];
    let comment = line_start + line.rfind("# conformable:").filter(|at| line_start + at <= start)?;
    let list = text[comment..line_end].find('[').zip(text[comment..line_end].find(']'));
    let codes = list.map_or("", |(open, close)| &text[comment + open + 1..comment + close]);
    if codes.contains(',') && start > comment {
        if text[end..].starts_with(',') {
            let after = text[end..].len() - text[end..].trim_start_matches([',', ' ']).len();
            return Some((between(start, end + after), String::new()));
        }
        return Some((between(text[..start].trim_end_matches([',', ' ']).len(), end), String::new()));
    }
    let directive = list.map_or(line_end, |(_, close)| comment + close + 1);
    Some(match text[directive..line_end].trim() {
        "" => (between(text[..comment].trim_end_matches([' ', '\t']).len(), line_end), String::new()),
        rest => (between(comment, line_end), format!("# {}", rest.trim_start_matches('#').trim_start())),
    })
}

/// Finds the expression at a range.
struct ExpressionAt<'a> {
    range: TextRange,
    found: Option<&'a Expr>,
}

impl<'a> Visitor<'a> for ExpressionAt<'a> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        if expression.range() == self.range {
            self.found = self.found.or(Some(expression));
        } else if let Expr::Call(call) = expression
            && call.func.range() == self.range
        {
            // Of a method that isn't there its call is meant.
            self.found = self.found.or(Some(expression));
        } else {
            walk_expr(self, expression);
        }
    }
}

/// Finds an expression that is written so.
struct ExpressionFinder<'a, 't> {
    text: &'t str,
    wanted: &'t str,
    found: Option<&'a Expr>,
}

impl<'a> Visitor<'a> for ExpressionFinder<'a, '_> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        if self.found.is_none() && &self.text[expression.range()] == self.wanted {
            self.found = Some(expression);
        }
        walk_expr(self, expression);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_as_an_edit() {
        for (text, help, expected) in [
            ("a @ w", "`w.T`?", "a @ w.T"),
            ("a @ (w + 1)", "`(w + 1).T`?", "a @ (w + 1).T"),
            ("a.dot(w + 1)", "`(w + 1).T`?", "a.dot((w + 1).T)"),
            ("a @ w.T**2", "`(w.T**2).T`?", "a @ (w.T**2).T"),
            ("a @ w.T", "`w`, without `.T`?", "a @ w"),
            ("a @ (b * c).T", "`(b * c)`, without `.T`?", "a @ (b * c)"),
            ("np.dot(a, f(w))", "`f(w).T`?", "np.dot(a, f(w).T)"),
            ("np.zeros(3, 4)", "write the shape as one tuple: (3, 4)", "np.zeros((3, 4))"),
            ("np.ones(n, k + 1, dtype=int)", "write the shape as one tuple: (3, 4)", "np.ones((n, k + 1), dtype=int)"),
            ("np.ones(n)", "write the shape as one tuple: (3, 4)", ""),
            ("np.concatenate(a, b)", "write the arrays as one tuple: (a, b)", "np.concatenate((a, b))"),
            ("np.ones(n, *k)", "write the shape as one tuple: (3, 4)", ""),
            ("x.any", "`x.any()`", "x.any()"),
            ("x.median(axis=0)", "`np.median(...)`?", "xp.median(x, axis=0)"),
            ("x.median()", "`np.median(...)`?", "xp.median(x)"),
            ("x.isnan()", "`np.isnan(...)` is a function, not a method", "xp.isnan(x)"),
            ("len(f(x))", "`len(...[0])`", "len(f(x)[0])"),
            ("len(a or b)", "`len(...[0])`", ""),
            ("n", "`range(...)`?", "range(n)"),
            ("np.where(c)", "`[0]`", "np.where(c)[0]"),
            ("a @ b", "should `b` have 4 rows?", ""),
            ("a == b", "`is`, or `np.array_equal`?", ""),
        ] {
            let parsed = ruff_python_parser::parse_expression(text).expect("Python");
            let done = replacement(text, &parsed.syntax().body, help, Some("xp"))
                .map(|(range, new)| [&text[..range.start().into()], &new, &text[range.end().into()..]].concat());
            assert_eq!(done.unwrap_or_default(), expected, "{text}");
        }
    }

    #[test]
    fn comments_are_taken_back() {
        for (text, part, expected) in [
            ("x  # conformable: ignore[CF101]\ny\n", "CF101", "x\ny\n"),
            ("x  # conformable: ignore[CF101, CF102]\n", "CF101", "x  # conformable: ignore[CF102]\n"),
            ("x  # conformable: ignore[CF101, CF102]\n", "CF102", "x  # conformable: ignore[CF101]\n"),
            ("x  # why  # conformable: ignore\r\ny", "# conformable: ignore", "x  # why\r\ny"),
            ("x  # conformable: ignore[CF101] as it is\n", "CF101", "x  # as it is\n"),
        ] {
            let at = text.find(part).expect("the part");
            let range = TextRange::at(TextSize::try_from(at).unwrap(), TextSize::of(part));
            let done = without_comment(text, range)
                .map(|(range, new)| [&text[..range.start().into()], &new, &text[range.end().into()..]].concat());
            assert_eq!(done.as_deref(), Some(expected), "{text}");
        }
    }
}
