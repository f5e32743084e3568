//! What the help of a finding comes to as an edit: a text to be tried. Nothing here knows whether it is right.

use std::path::PathBuf;

use conformable_python::diagnostic::{Diagnostic, Place};
use ruff_python_ast::Expr;
use ruff_python_ast::visitor::{Visitor, walk_body, walk_expr};
use ruff_text_size::{Ranged, TextRange};

use super::documents::Document;

/// Which finding a text is to repair.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FixKey {
    /// Where.
    pub place: Place,
    /// Its rule.
    pub code: &'static str,
}

/// A text that may repair a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Which one.
    pub key: FixKey,
    /// The document.
    pub path: PathBuf,
    /// What is done, in words.
    pub title: String,
    /// The document's text with it.
    pub text: String,
}

/// The text that a finding's help suggests, if it suggests one.
pub fn candidate(document: &Document, finding: &Diagnostic) -> Option<Candidate> {
    let help = finding.help.as_deref()?;
    let mut finder = ExpressionAt { range: finding.place.range, found: None };
    walk_body(&mut finder, &document.tree()?.syntax().body);
    let text = &document.lines.text;
    let (range, new) = replacement(text, finder.found?, help)?;
    let key = FixKey { place: finding.place.clone(), code: finding.rule.code };
    let changed = [&text[..range.start().into()], &new, &text[range.end().into()..]].concat();
    let title = format!("Replace `{}` by `{}`", shortened(&text[range]), shortened(&new));
    Some(Candidate { key, path: document.path.clone(), title, text: changed })
}

fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 40 { line } else { line.chars().take(39).chain(['…']).collect() }
}

/// What is exchanged for what.
fn replacement(text: &str, expression: &Expr, help: &str) -> Option<(TextRange, String)> {
    let written = &text[expression.range()];
    if let Some(shape) = help.strip_prefix("write the shape as one tuple: ") {
        return arguments(expression).map(|range| (range, shape.to_owned()));
    }
    let code = help.strip_prefix('`')?.trim_end_matches('?').strip_suffix('`')?;
    if let Some(operand) = code.strip_suffix(".T") {
        let mut finder = Written { text, wanted: operand, found: None };
        finder.visit_expr(expression);
        let operand = finder.found?;
        let part = &text[operand.range()];
        return Some((operand.range(), if is_atom(operand) { format!("{part}.T") } else { format!("({part}).T") }));
    }
    if code.strip_suffix("()") == Some(written) {
        return Some((expression.range(), code.to_owned()));
    }
    if code == "[0]" && is_atom(expression) {
        return Some((expression.range(), format!("{written}[0]")));
    }
    if code == "range(...)" {
        return Some((expression.range(), format!("range({written})")));
    }
    function_of_method(text, expression, code)
}

/// `x.median(axis=0)` as `np.median(x, axis=0)`.
fn function_of_method(text: &str, expression: &Expr, code: &str) -> Option<(TextRange, String)> {
    let function = code.strip_suffix("(...)").filter(|function| function.starts_with("np."))?;
    let Expr::Call(call) = expression else { return None };
    let Expr::Attribute(method) = &*call.func else { return None };
    let given = arguments(expression).map_or("", |range| &text[range]);
    let separator = if given.is_empty() { "" } else { ", " };
    Some((expression.range(), format!("{function}({}{separator}{given})", &text[method.value.range()])))
}

/// What stands between the brackets of a call's arguments.
fn arguments(expression: &Expr) -> Option<TextRange> {
    let Expr::Call(call) = expression else { return None };
    let first = call.arguments.iter_source_order().next()?.range();
    let last = call.arguments.iter_source_order().last()?.range();
    Some(first.cover(last))
}

fn is_atom(expression: &Expr) -> bool {
    matches!(expression, Expr::Name(_) | Expr::Attribute(_) | Expr::Call(_) | Expr::Subscript(_))
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
struct Written<'a, 't> {
    text: &'t str,
    wanted: &'t str,
    found: Option<&'a Expr>,
}

impl<'a> Visitor<'a> for Written<'a, '_> {
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
            ("a @ (w + 1)", "`w + 1.T`?", "a @ ((w + 1).T)"),
            ("np.dot(a, f(w))", "`f(w).T`?", "np.dot(a, f(w).T)"),
            ("np.zeros(3, 4)", "write the shape as one tuple: (3, 4)", "np.zeros((3, 4))"),
            ("x.any", "`x.any()`", "x.any()"),
            ("x.median(axis=0)", "`np.median(...)`?", "np.median(x, axis=0)"),
            ("x.median()", "`np.median(...)`?", "np.median(x)"),
            ("n", "`range(...)`?", "range(n)"),
            ("np.where(c)", "`[0]`", "np.where(c)[0]"),
            ("a @ b", "should `b` have 4 rows?", ""),
            ("a == b", "`is`, or `np.array_equal`?", ""),
        ] {
            let parsed = ruff_python_parser::parse_expression(text).expect("Python");
            let done = replacement(text, &parsed.syntax().body, help)
                .map(|(range, new)| [&text[..range.start().into()], &new, &text[range.end().into()..]].concat());
            assert_eq!(done.unwrap_or_default(), expected, "{text}");
        }
    }
}
