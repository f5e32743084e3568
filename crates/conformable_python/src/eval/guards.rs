//! Which undecided conditions keep values away that nobody knows of.
//!
//! A condition about sizes and ranks that the path's store takes in whole is none of them: whatever
//! it excludes, the store excludes too.

use conformable_types::term::{self, Leaf};
use conformable_types::{AtomData, Dim, FreshKind};
use ruff_python_ast::{BoolOp, CmpOp, Expr, ExprCompare, UnaryOp};

use super::Evaluator;
use crate::value::{Kind, Value};

impl<'p> Evaluator<'p> {
    /// Does the store hold the whole condition once `test` is assumed to be `truth`?
    pub fn is_told(&mut self, test: &'p Expr, truth: bool) -> bool {
        match test {
            Expr::UnaryOp(operation) if operation.op == UnaryOp::Not => self.is_told(&operation.operand, !truth),
            Expr::BoolOp(operation) if (operation.op == BoolOp::And) == truth => {
                operation.values.iter().all(|part| self.is_told(part, truth))
            }
            Expr::Compare(compare) if compare.ops.len() == 1 => self.comparison_is_told(compare, truth),
            _ => false,
        }
    }

    fn comparison_is_told(&mut self, compare: &'p ExprCompare, truth: bool) -> bool {
        let (left, right) = (&*compare.left, &compare.comparators[0]);
        let (Some(a), Some(b)) = (self.peek(left), self.peek(right)) else { return false };
        let equal = match compare.ops[0] {
            CmpOp::Eq => truth,
            CmpOp::NotEq => !truth,
            CmpOp::Lt | CmpOp::LtE | CmpOp::Gt | CmpOp::GtE => false,
            _ => return false,
        };
        match (extents(left, &a), extents(right, &b)) {
            // One size against another: every comparison is a fact.
            (Some(Extents::Size), Some(Extents::Size)) => true,
            // Shapes that differ may do so anywhere.
            (Some(Extents::Shape), Some(Extents::Shape)) => equal,
            _ => false,
        }
    }
}

/// A value that is a size or rank, or a shape, and nothing else.
enum Extents {
    Size,
    Shape,
}

fn extents(expression: &Expr, value: &Value<'_>) -> Option<Extents> {
    let whole = !is_property(expression);
    let is_extent = |dim: Dim| !whole || is_made_of_sizes(dim);
    match &value.kind {
        Kind::Shape(_) => Some(Extents::Shape),
        Kind::Tuple(tuple) => {
            let sizes = tuple.items.iter().all(|item| item.int_value().is_some_and(is_extent));
            sizes.then_some(Extents::Shape)
        }
        _ => value.int_value().filter(|dim| is_extent(*dim)).map(|_| Extents::Size),
    }
}

/// Is a size, rank or shape read here from what has it?
fn is_property(expression: &Expr) -> bool {
    match expression {
        Expr::Attribute(attribute) => matches!(attribute.attr.as_str(), "shape" | "ndim" | "size"),
        Expr::Call(call) => matches!(&*call.func, Expr::Name(name) if name.id == "len"),
        Expr::Subscript(subscript) => is_property(&subscript.value),
        Expr::Tuple(tuple) => tuple.elts.iter().all(is_property),
        Expr::NumberLiteral(_) => true,
        _ => false,
    }
}

/// An int that is made of sizes of arrays alone. Where two ints met, it is forgotten what else
/// went with each of them.
fn is_made_of_sizes(dim: Dim) -> bool {
    let mut sizes = !dim.is_any();
    term::visit_dim(dim, &mut |leaf| {
        if let Leaf::Atom(atom) = leaf {
            sizes &= !matches!(atom.data(), AtomData::Fresh { kind: FreshKind::Int, .. } | AtomData::Any);
        }
    });
    sizes
}
