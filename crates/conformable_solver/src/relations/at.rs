//! `at(S, axis)`: the size along an axis (`x.shape[axis]`), or for a tuple of axes their sizes.
//!
//! Negative axes count from the end. Of an unknown rank the dims up to the axis get names.

use conformable_types::shape::MAX_RANK;
use conformable_types::{Dim, FreshKind, Shape, Term, Ty};

use super::axes::{self, Axes};
use super::{Body, Call, Relation};
use crate::cause::Failure;
use crate::context::Context;

pub(super) static AT: Relation = Relation {
    name: "at",
    body: &Body { evaluate, ranks: |(shape, axes): (Shape, Axes), _| axes.within(shape.rank_dim()).collect() },
};

fn evaluate(cx: &mut Context, call: Call, (shape, axes): (Shape, Axes)) -> Result<Term, Failure> {
    Ok(match axes {
        Axes::All => Term::Shape(shape),
        Axes::One(axis) => Term::Dim(match axis.constant() {
            Some(axis) => at(cx, call, shape, axis)?,
            None => {
                // Whoever does not look at the size asks all the same that there is one.
                if shape.rank().is_some() {
                    axes::require_within(cx, &Axes::One(axis), shape.rank_dim())?;
                }
                axes::one_size(shape).unwrap_or_else(|| call.dim(cx))
            }
        }),
        Axes::Many(axes) => {
            let dims = axes.iter().map(|axis| match axis.constant() {
                Some(axis) => at(cx, call, shape, axis),
                None => Ok(cx.fresh_dim(FreshKind::Unknown)),
            });
            Term::Shape(dims.collect::<Result<_, _>>()?)
        }
        // How many there are decides whether it is a dim or a shape.
        Axes::Unknown => Term::Shape(call.shape(cx)),
    })
}

/// The size along `axis`.
fn at(cx: &mut Context, call: Call, shape: Shape, axis: i64) -> Result<Dim, Failure> {
    if let Some(dims) = shape.dims() {
        return Ok(dims[axes::normal_axis(axis, dims.len(), 1)?]);
    }
    let place = axes::reach(axis);
    let failure = || axes::out_of_range(axis, shape.min_rank(), 1);
    if place > MAX_RANK {
        return Err(failure());
    }
    axes::require_rank(cx, shape, place, failure)?;
    let known = if axis < 0 { cx.reveal(shape, 0, place) } else { cx.reveal(shape, place, 0) };
    Ok(match known.at(axis) {
        Some(dim) => dim,
        None => call.of(&[Term::Shape(shape), Term::Ty(Ty::int(axis))]).dim(cx),
    })
}

#[cfg(test)]
mod tests {
    use conformable_types::Seq;

    use super::*;
    use crate::{FailureKind, Store};

    fn at(cx: &mut Context, shape: Shape, axis: i64) -> Result<Term, Failure> {
        super::super::apply("at", cx, &[shape.into(), Ty::int(axis).into()]).unwrap()
    }

    #[test]
    fn from_both_ends() {
        let mut cx = Context::new(&Store::new());
        let shape = Shape::of(&[2, 3].map(Dim::of));
        assert_eq!(at(&mut cx, shape, -1), Ok(Dim::of(3).into()));
        let failure = at(&mut cx, shape, 2).unwrap_err();
        assert_eq!(failure.kind, FailureKind::AxisOutOfRange);
        assert_eq!(failure.message, "axis 2 is out of range for 2 dims");
    }

    #[test]
    fn of_unknown_rank_the_dim_gets_a_name() {
        let mut cx = Context::new(&Store::new());
        let s = Seq::name("s").shape();
        let first = at(&mut cx, s, 0).unwrap();
        assert_eq!(at(&mut cx, s, 0), Ok(first.clone()));
        let known = cx.resolve_shape(s);
        assert_eq!(known.at(0).map(Term::Dim), Some(first));
        assert_eq!(known.min_rank(), 1);
    }
}
