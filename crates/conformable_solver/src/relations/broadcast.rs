//! `broadcast(S, R, ...)`: the shape that all of these broadcast to.
//!
//! Dims are paired from the right; a missing one is 1. At each place the sizes are equal or 1
//! (NumPy, "General broadcasting rules"). Broadcasting is delayed, not guessed: `n` against 3 is
//! 3 with the fact that n is 1 or 3; `n` against `m` is `bcast(n, m)` with the fact that they are
//! equal or one is 1. 0 against 1 is 0.

use conformable_types::{Dim, Shape, Term, Truth};

use super::{Relation, undecided_shape};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub static BROADCAST: Relation = Relation { name: "broadcast", evaluate };

fn evaluate(cx: &mut Context, args: &[Term]) -> Result<Term, Failure> {
    let shapes: Vec<Shape> = args
        .iter()
        .flat_map(|arg| match arg {
            Term::List(items) => items.to_vec(),
            other => vec![other.clone()],
        })
        .map(|arg| match arg {
            Term::Shape(shape) => cx.store().resolve_shape(shape),
            _ => Shape::any(),
        })
        .collect();
    broadcast(cx, &shapes).map(Term::Shape)
}

/// The common shape, or which two dims exclude each other.
pub fn broadcast(cx: &mut Context, shapes: &[Shape]) -> Result<Shape, Failure> {
    let ranks: Option<Vec<usize>> = shapes.iter().map(|shape| shape.rank()).collect();
    let known = |shape: Shape| if shape.rank().is_some() { shape.min_rank() } else { shape.suffix().len() };
    let places = shapes.iter().map(|shape| known(*shape)).max().unwrap_or(0);
    let mut dims = Vec::new();
    for place in 1..=places {
        let axis = -i64::try_from(place).expect("a rank");
        dims.push(broadcast_at(cx, shapes, axis)?);
    }
    dims.reverse();
    if ranks.is_some() {
        return Ok(Shape::of(&dims));
    }
    let [one] = shapes else {
        return Ok(undecided_shape("broadcast", &shapes.iter().map(|s| Term::Shape(*s)).collect::<Vec<_>>()));
    };
    Ok(*one)
}

fn broadcast_at(cx: &mut Context, shapes: &[Shape], axis: i64) -> Result<Dim, Failure> {
    let present: Vec<(usize, Dim)> =
        shapes.iter().enumerate().filter_map(|(i, shape)| shape.at(axis).map(|dim| (i, dim))).collect();
    for (place, &(i, a)) in present.iter().enumerate() {
        for &(j, b) in &present[..place] {
            cx.require(Fact::Broadcast(b, a), || {
                Failure::new(
                    FailureKind::Broadcast,
                    format!("{b:?} and {a:?} differ, and neither is 1"),
                    vec![Part::dim(j, axis), Part::dim(i, axis)],
                )
            })?;
        }
    }
    let sizes: Vec<Dim> = present.iter().map(|&(_, dim)| cx.store().resolve_dim(dim)).collect();
    // A size that cannot be 1 is the result; so is any if all are known to be equal.
    if let Some(size) = sizes.iter().find(|size| cx.store().ask_eq(**size, Dim::ONE) == Truth::No) {
        return Ok(*size);
    }
    Ok(Dim::bcast(sizes))
}
