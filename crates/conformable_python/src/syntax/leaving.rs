//! How the statements of a block end it: which never go on behind it, and which return.

use ruff_python_ast::statement_visitor::{StatementVisitor, walk_stmt};
use ruff_python_ast::{ElifElseClause, Stmt};

/// Does a function with this body raise whatever it is given?
pub fn ends_in_raise(body: &[Stmt]) -> bool {
    leaves(body) && !returns(body)
}

fn returns(body: &[Stmt]) -> bool {
    let mut all = Returns(false);
    all.visit_body(body);
    all.0
}

/// Whether a `return` has been met; those of functions inside are their own.
struct Returns(bool);

impl<'a> StatementVisitor<'a> for Returns {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Return(_) => self.0 = true,
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            _ => walk_stmt(self, statement),
        }
    }
}

/// Does a block never go on behind its end?
pub fn leaves(body: &[Stmt]) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::Return(_) | Stmt::Raise(_) | Stmt::Continue(_) | Stmt::Break(_) => true,
        Stmt::If(branch) => leaves(&branch.body) && clauses_leave(&branch.elif_else_clauses),
        Stmt::With(with) => leaves(&with.body),
        _ => false,
    })
}

/// Of each clause of an `if`, the first one too: do those behind it never go on behind the statement?
pub fn others_leave(others: &[ElifElseClause]) -> Vec<bool> {
    let mut leave = others.last().is_some_and(|last| last.test.is_none());
    let mut found = vec![false];
    for other in others.iter().rev() {
        leave = leave && leaves(&other.body);
        found.push(leave);
    }
    found.reverse();
    found
}

/// Does the other side of an `if` never go on behind it?
fn clauses_leave(clauses: &[ElifElseClause]) -> bool {
    clauses.last().is_some_and(|last| last.test.is_none()) && clauses.iter().all(|clause| leaves(&clause.body))
}
