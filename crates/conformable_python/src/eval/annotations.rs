//! Annotations: what they promise of a value. (Shape-bearing ones are read; plain Python ones say
//! nothing that obliges.)

use conformable_types::Ty;
use ruff_python_ast::Expr;

use super::Evaluator;
use crate::value::Value;

impl<'p> Evaluator<'p> {
    /// The type that an annotation declares, where it bears a shape.
    pub fn annotation(&mut self, _annotation: &'p Expr) -> Option<Ty> {
        None
    }

    /// A value under an annotation.
    pub fn annotated(&mut self, value: Value<'p>, _declared: Option<&Ty>) -> Value<'p> {
        value
    }
}
