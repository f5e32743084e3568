//! `at(S, axis)`: the size along an axis (`x.shape[axis]`), or for a tuple of axes their sizes.
//!
//! Negative axes count from the end. Of an unknown rank the dims up to the axis get names.

use conformable_types::shape::MAX_RANK;
use conformable_types::{Dim, Shape, Term, Ty};

use super::Relation;
use super::args::{self, Axes};
use crate::cause::Failure;
use crate::context::Context;

pub static AT: Relation = Relation { name: "at", arity: 2..=2, axes: true, evaluate };

fn evaluate(cx: &mut Context, given: &[Term]) -> Result<Term, Failure> {
    let shape = args::shape(cx, given.first());
    let axes = given.get(1).map_or(Axes::Unknown, |axes| Axes::of(cx, axes));
    match axes {
        Axes::All => Ok(Term::Shape(shape)),
        Axes::One(Some(axis)) => at(cx, shape, axis).map(Term::Dim),
        Axes::One(None) => Ok(Term::Dim(match shape.dims() {
            Some([first, rest @ ..]) if !first.is_any() && rest.iter().all(|dim| dim == first) => *first,
            _ => cx.open_dim("at", given),
        })),
        Axes::Many(axes) => {
            let mut dims = Vec::new();
            for axis in axes {
                dims.push(match axis {
                    Some(axis) => at(cx, shape, axis)?,
                    None => cx.fresh_dim(conformable_types::FreshKind::Unknown),
                });
            }
            Ok(Term::Shape(Shape::of(&dims)))
        }
        // How many there are decides whether it is a dim or a shape.
        Axes::Unknown => Ok(Term::Shape(cx.open_shape("at", given))),
    }
}

/// The size along `axis`.
///
/// # Errors
/// If there is no such axis.
pub fn at(cx: &mut Context, shape: Shape, axis: i64) -> Result<Dim, Failure> {
    if let Some(rank) = shape.rank() {
        let place = args::normal_axis(axis, rank, 1)?;
        return Ok(shape.dims().expect("a rank")[place]);
    }
    let place = args::reach(axis);
    if place > MAX_RANK {
        return Err(args::out_of_range(axis, shape.min_rank(), 1));
    }
    args::require_rank(cx, shape, place, args::out_of_range(axis, shape.min_rank(), 1))?;
    let known = if axis < 0 { cx.reveal(shape, 0, place) } else { cx.reveal(shape, place, 0) };
    Ok(match known.at(axis) {
        Some(dim) => dim,
        None => cx.open_dim("at", &[Term::Shape(shape), Term::Ty(Ty::int(axis))]),
    })
}

#[cfg(test)]
mod tests {
    use conformable_types::Seq;

    use super::*;
    use crate::{FailureKind, Store};

    #[test]
    fn from_both_ends() {
        let mut cx = Context::new(&Store::new());
        let shape = Shape::of(&[2, 3].map(Dim::of));
        assert_eq!(at(&mut cx, shape, -1), Ok(Dim::of(3)));
        let failure = at(&mut cx, shape, 2).unwrap_err();
        assert_eq!(failure.kind, FailureKind::AxisOutOfRange);
        assert_eq!(failure.message, "axis 2 is out of range for 2 dims");
    }

    #[test]
    fn of_unknown_rank_the_dim_gets_a_name() {
        let mut cx = Context::new(&Store::new());
        let s = Seq::name("s").shape();
        let first = at(&mut cx, s, 0).unwrap();
        assert_eq!(at(&mut cx, s, 0), Ok(first));
        let known = cx.resolve_shape(s);
        assert_eq!(known.at(0), Some(first));
        assert_eq!(known.min_rank(), 1);
    }
}
