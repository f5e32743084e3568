//! `x = load()  # conformable: float64[n, 4]`: a type behind what binds a name, in the notation of the package.

use ruff_python_ast::{ParameterWithDefault, StmtAnnAssign, StmtAssign, StmtFor, StmtWith};

use super::signature::declared;
use crate::domain::declared::DeclaredType;
use crate::front::module::Module;
use crate::syntax::type_comments;

/// What stands before a comment that may declare a type.
pub enum Commented<'a> {
    Assignment(&'a StmtAssign),
    Annotated(&'a StmtAnnAssign),
    Parameter(&'a ParameterWithDefault),
    For(&'a StmtFor),
    /// The item at a place of a `with`.
    With(&'a StmtWith, usize),
}

/// What the comment behind something declares of what that binds.
pub fn declared_behind(module: &Module, what: &Commented<'_>) -> Option<DeclaredType> {
    let text = &*module.file.text;
    let found = match what {
        Commented::Assignment(assign) => type_comments::of_assignment(text, assign),
        Commented::Annotated(assign) => type_comments::of_annotated(text, assign),
        Commented::Parameter(parameter) => type_comments::of_parameter(text, parameter),
        Commented::For(each) => type_comments::of_for(text, each),
        Commented::With(with, place) => type_comments::of_with(text, with, *place),
    };
    found.map(|(ty, _)| declared(ty))
}
