//! The texts of functions.

use ruff_python_ast::{Expr, Parameters, Stmt};
use ruff_text_size::TextRange;

use crate::syntax::leaving::ends_in_raise;

/// What a function runs.
#[derive(Clone, Copy)]
pub enum Body<'p> {
    Block(&'p [Stmt]),
    Expression(&'p Expr),
}

impl Body<'_> {
    /// Does it raise whatever the function is given?
    pub fn always_raises(&self) -> bool {
        matches!(self, Body::Block(body) if ends_in_raise(body))
    }
}

/// A function as it is written, and where: in which module.
#[derive(Clone, Copy)]
pub struct FunctionText<'p> {
    pub module: usize,
    pub range: TextRange,
    pub params: Option<&'p Parameters>,
    pub body: Body<'p>,
}
