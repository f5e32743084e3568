//! What can be described in a text: expressions, parameters, names of functions at their definitions.

use ruff_python_ast::visitor::{Visitor, walk_body, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Parameter, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange, TextSize};

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

/// All subjects that [`subject_at`] gives at some place, outer ones first.
pub fn all_subjects(body: &[Stmt]) -> Vec<Subject<'_>> {
    let mut all = All { found: Vec::new(), called: None };
    walk_body(&mut all, body);
    all.found
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
    let mut finder = AssignedValue { target, found: None };
    finder.visit_body(body);
    finder.found
}

/// The statements in which a name at this place has its meaning: the innermost function's, or the module's.
pub fn around(body: &[Stmt], range: TextRange) -> &[Stmt] {
    function_around(body, range).map_or(body, |function| &function.body)
}

/// The innermost function around this place.
pub fn function_around(body: &[Stmt], range: TextRange) -> Option<&StmtFunctionDef> {
    let mut finder = Around { range, found: None };
    finder.visit_body(body);
    finder.found
}

struct Around<'a> {
    range: TextRange,
    found: Option<&'a StmtFunctionDef>,
}

impl<'a> Visitor<'a> for Around<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if !statement.range().contains_range(self.range) {
            return;
        }
        if let Stmt::FunctionDef(function) = statement {
            self.found = Some(function);
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}

struct AssignedValue {
    target: TextRange,
    found: Option<TextRange>,
}

impl<'a> Visitor<'a> for AssignedValue {
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

fn parameters(function: &StmtFunctionDef) -> impl Iterator<Item = &Parameter> {
    function.parameters.iter().map(|parameter| parameter.as_parameter())
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
            if let Some(parameter) = parameters(function).find(|one| one.name.range().contains(self.at)) {
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
            Expr::Attribute(attribute) => !attribute.value.range().contains(self.at),
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

struct All<'a> {
    found: Vec<Subject<'a>>,
    /// Where the function of the innermost call is.
    called: Option<TextRange>,
}

impl<'a> Visitor<'a> for All<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if let Stmt::FunctionDef(function) = statement {
            self.found.push(Subject::Definition(function));
            self.found.extend(parameters(function).map(|parameter| Subject::Parameter(function, parameter)));
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        let is_called = self.called == Some(expression.range());
        let is_named = expression.is_name_expr() || expression.is_attribute_expr();
        if !(is_literal(expression) || is_called && is_named) {
            self.found.push(Subject::Expression(expression));
        }
        if let Expr::Call(call) = expression {
            self.called = Some(call.func.range());
        }
        walk_expr(self, expression);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "def f(a, *rest):\n    return (a.T - b[:, None]) @ g(w, 3)[0]\n\nx = np.zeros((n, 4))\ny = -1\n";

    fn named(text: &str, subject: Subject<'_>) -> String {
        match subject {
            Subject::Definition(function) => format!("def {}", function.name),
            Subject::Parameter(_, parameter) => format!("param {}", parameter.name),
            subject => text[subject.range()].to_owned(),
        }
    }

    fn found(text: &str, part: &str) -> String {
        let parsed = ruff_python_parser::parse_module(text).expect("Python");
        let at = TextSize::try_from(text.find(part).expect("the part")).unwrap();
        subject_at(&parsed.syntax().body, at).map_or_else(String::new, |subject| named(text, subject))
    }

    #[test]
    fn the_innermost_expression_is_meant() {
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
            (".zeros", "np.zeros((n, 4))"),
            ("n, 4", "n"),
            ("return", ""),
            ("-1", ""),
        ] {
            assert_eq!(found(TEXT, part), expected, "{part}");
        }
    }

    #[test]
    fn all_subjects_are_those_of_some_place() {
        let parsed = ruff_python_parser::parse_module(TEXT).expect("Python");
        let body = &parsed.syntax().body;
        let of_places: std::collections::BTreeSet<String> = (0..TEXT.len())
            .filter_map(|at| subject_at(body, TextSize::try_from(at).unwrap()))
            .map(|subject| named(TEXT, subject))
            .collect();
        let all: std::collections::BTreeSet<String> =
            all_subjects(body).into_iter().map(|subject| named(TEXT, subject)).collect();
        assert_eq!(of_places, all);
    }
}
