//! What stands at a place of a text, and what the table of facts says of it.
//!
//! A text that has changed since it was checked is looked up by where its parts were then; of what was touched nothing is
//! known.

use std::sync::Arc;

use conformable_python::facts::{FileFacts, Site};
use ruff_python_ast::visitor::{Visitor, walk_body, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Parameter, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::analysis::CheckedDocument;
use super::documents::Document;
use super::view::View;
use crate::languages::SpelledTypes;

/// What stands at a place.
#[derive(Clone, Copy)]
pub enum Subject<'a> {
    /// An expression, or a target that binds a name.
    Expression(&'a Expr),
    /// The name of a function at its definition.
    Definition(&'a StmtFunctionDef),
    /// A parameter of a function.
    Parameter(&'a StmtFunctionDef, &'a Parameter),
}

impl Subject<'_> {
    /// Its own place: of a definition its name.
    pub fn range(&self) -> TextRange {
        match self {
            Subject::Expression(expression) => expression.range(),
            Subject::Definition(function) => function.name.range(),
            Subject::Parameter(_, parameter) => parameter.name.range(),
        }
    }
}

/// The innermost subject at a place, or at the one before if it ends here; nothing for literals and keywords.
pub fn subject_at(body: &[Stmt], at: TextSize) -> Option<Subject<'_>> {
    let here = |at: TextSize| {
        let mut finder = Finder { at, found: None, called: None };
        walk_body(&mut finder, body);
        finder.found
    };
    let found = here(at).or_else(|| here(at.checked_sub(TextSize::new(1))?));
    found.filter(|found| !matches!(found, Subject::Expression(one) if is_literal(one)))
}

fn is_literal(expression: &Expr) -> bool {
    match expression {
        Expr::UnaryOp(signed) => is_literal(&signed.operand),
        Expr::FString(_) | Expr::TString(_) => true,
        other => other.is_literal_expr(),
    }
}

/// Where the value of an assignment stands that binds this name alone.
pub fn value_of(body: &[Stmt], target: TextRange) -> Option<TextRange> {
    let mut finder = Value { target, found: None };
    finder.visit_body(body);
    finder.found
}

struct Value {
    target: TextRange,
    found: Option<TextRange>,
}

impl<'a> Visitor<'a> for Value {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            _ if !statement.range().contains_range(self.target) => {}
            Stmt::Assign(assign) if assign.targets.iter().any(|one| one.range() == self.target) => {
                self.found = Some(assign.value.range());
            }
            statement => walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}

struct Finder<'a> {
    at: TextSize,
    found: Option<Subject<'a>>,
    /// The function of the call that is walked through.
    called: Option<(TextRange, &'a Expr)>,
}

impl<'a> Visitor<'a> for Finder<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if !statement.range().contains(self.at) {
            return;
        }
        if let Stmt::FunctionDef(function) = statement {
            if function.name.range().contains(self.at) {
                self.found = Some(Subject::Definition(function));
                return;
            }
            let named = function.parameters.iter().map(|parameter| parameter.as_parameter());
            if let Some(parameter) = named.into_iter().find(|one| one.name.range().contains(self.at)) {
                self.found = Some(Subject::Parameter(function, parameter));
                return;
            }
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if !expression.range().contains(self.at) {
            return;
        }
        // The name of what is called stands for the call: of functions nobody asks a shape.
        let is_called = self.called.is_some_and(|(range, _)| range == expression.range());
        let is_end = match expression {
            Expr::Attribute(attribute) => attribute.attr.range().contains(self.at),
            Expr::Name(_) => true,
            _ => false,
        };
        self.found = match self.called.filter(|_| is_called && is_end) {
            Some((_, call)) => Some(Subject::Expression(call)),
            None => Some(Subject::Expression(expression)),
        };
        if let Expr::Call(call) = expression {
            self.called = Some((call.func.range(), expression));
        }
        walk_expr(self, expression);
    }
}

/// The facts about a document, and the state of its text that they are about.
pub struct Known<'a> {
    document: &'a Document,
    checked: &'a Arc<CheckedDocument>,
}

impl<'a> Known<'a> {
    /// What the newest check says; of a text that isn't Python what the last one said that was.
    pub fn of(view: &'a View, document: &'a Document) -> Option<Known<'a>> {
        let newest = view.checked.as_ref().and_then(|checked| checked.documents.get(&document.path));
        let checked = newest.filter(|one| !one.is_broken).or_else(|| view.good.get(&document.path))?;
        Some(Known { document, checked })
    }

    /// All facts, by places in the text of then.
    pub fn facts(&self) -> &'a FileFacts {
        &self.checked.facts
    }

    /// What the language says that judges the file, or parts of it.
    pub fn spelled(&self) -> Option<&'a SpelledTypes> {
        self.checked.spelled.as_ref()
    }

    /// The text of then.
    pub fn text(&self) -> Arc<str> {
        Arc::clone(&self.checked.text)
    }

    /// Where a range of the text was then.
    pub fn then(&self, range: TextRange) -> Option<TextRange> {
        self.document.history.then(range, self.checked.revision)
    }

    /// What is known of the expression or target at this range of the text.
    pub fn site(&self, range: TextRange) -> Option<&'a Site> {
        self.facts().sites.get(&self.then(range)?)
    }

    /// Is it about another text than the present one?
    pub fn is_stale(&self) -> bool {
        self.checked.text != self.document.lines.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, part: &str) -> String {
        let parsed = ruff_python_parser::parse_module(text).expect("Python");
        let at = TextSize::try_from(text.find(part).expect("the part")).unwrap();
        match subject_at(&parsed.syntax().body, at) {
            None => String::new(),
            Some(Subject::Definition(function)) => format!("def {}", function.name),
            Some(Subject::Parameter(_, parameter)) => format!("param {}", parameter.name),
            Some(subject) => text[subject.range()].to_owned(),
        }
    }

    #[test]
    fn the_innermost_expression_is_meant() {
        let text = "def f(a, *rest):\n    return (a.T - b[:, None]) @ g(w, 3)[0]\n\nx = np.zeros((n, 4))\ny = -1\n";
        for (part, expected) in [
            ("f(a", "def f"),
            ("a, *", "param a"),
            ("rest", "param rest"),
            ("a.T", "a"),
            ("T -", "a.T"),
            ("- b", "a.T - b[:, None]"),
            ("[:", "b[:, None]"),
            ("None", ""),
            ("@", "(a.T - b[:, None]) @ g(w, 3)[0]"),
            ("g(w", "g(w, 3)"),
            ("w,", "w"),
            ("3)", ""),
            ("x =", "x"),
            ("np", "np"),
            ("zeros", "np.zeros((n, 4))"),
            ("n, 4", "n"),
            ("return", ""),
            ("-1", ""),
        ] {
            assert_eq!(found(text, part), expected, "{part}");
        }
    }
}
