//! Which expressions are sites of the table of facts, and those in functions that nothing evaluated.

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange};

/// Functions of a file that no evaluation entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NotEvaluated {
    /// How many functions.
    pub functions: u64,
    /// How many expressions they have that could be arrays.
    pub expressions: u64,
}

/// Is a value noted of this expression?
pub fn is_site(expression: &Expr) -> bool {
    matches!(
        expression,
        Expr::Name(_)
            | Expr::Attribute(_)
            | Expr::Subscript(_)
            | Expr::Call(_)
            | Expr::BinOp(_)
            | Expr::UnaryOp(_)
            | Expr::Compare(_)
    )
}

/// The functions in a body none of whose own expressions `is_evaluated`; one without any is no matter.
pub fn not_evaluated(body: &[Stmt], is_evaluated: &dyn Fn(TextRange) -> bool) -> NotEvaluated {
    let mut found = NotEvaluated::default();
    for function in functions_in(body) {
        let mut own = OwnSites::default();
        own.visit_body(&function.body);
        if !own.sites.is_empty() && !own.sites.iter().any(|range| is_evaluated(*range)) {
            found.functions += 1;
            found.expressions += own.sites.len() as u64;
        }
        let within = not_evaluated(&function.body, is_evaluated);
        found.functions += within.functions;
        found.expressions += within.expressions;
    }
    found
}

/// The outermost functions in a body: those of its classes and branches too.
fn functions_in(body: &[Stmt]) -> Vec<&StmtFunctionDef> {
    #[derive(Default)]
    struct Functions<'a>(Vec<&'a StmtFunctionDef>);
    impl<'a> Visitor<'a> for Functions<'a> {
        fn visit_stmt(&mut self, statement: &'a Stmt) {
            match statement {
                Stmt::FunctionDef(function) => self.0.push(function),
                _ => walk_stmt(self, statement),
            }
        }

        fn visit_expr(&mut self, _: &'a Expr) {}
    }
    let mut found = Functions::default();
    found.visit_body(body);
    found.0
}

/// The sites of a function's own body.
#[derive(Default)]
struct OwnSites {
    sites: Vec<TextRange>,
}

impl<'a> Visitor<'a> for OwnSites {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if !matches!(statement, Stmt::FunctionDef(_) | Stmt::ClassDef(_)) {
            walk_stmt(self, statement);
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        let is_read = |expression: &Expr| match expression {
            Expr::Name(name) => name.ctx.is_load(),
            Expr::Attribute(attribute) => attribute.ctx.is_load(),
            Expr::Subscript(subscript) => subscript.ctx.is_load(),
            _ => true,
        };
        if is_site(expression) && is_read(expression) {
            self.sites.push(expression.range());
        }
        // A lambda's body runs when it is called.
        if !matches!(expression, Expr::Lambda(_)) {
            walk_expr(self, expression);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str, evaluated: &[&str]) -> (u64, u64) {
        let parsed = ruff_python_parser::parse_module(text).expect("Python");
        let found = not_evaluated(&parsed.syntax().body, &|range| evaluated.contains(&&text[range]));
        (found.functions, found.expressions)
    }

    #[test]
    fn functions_are_counted_where_nothing_of_theirs_was_evaluated() {
        let text = "def f(x):\n    y = x + 1\n    def g():\n        return z\n    return g\n\
                    class C:\n    def m(self):\n        if self.a:\n            self.b = 2\ndef empty():\n    pass\n";
        assert_eq!(count(text, &[]), (3, 7));
        assert_eq!(count(text, &["x"]), (2, 4));
        assert_eq!(count(text, &["x", "z", "self"]), (0, 0));
    }
}
