//! `static_broadcast(S, R, ...)`: the shape that these broadcast to where it is known beforehand
//! which sizes are 1.
//!
//! Dims are paired from the right as in [`broadcast`](super::broadcast), but a size that is not known
//! to be 1 is not 1: `?` against 3 is 3, `n` against `m` makes them equal. Graph compilers that decide
//! when a graph is built which dims are repeated assume this, and refuse a 1 that comes up later
//! (PyTensor, "Broadcasting": static broadcasting; Aesara's `broadcastable`). A name says nothing of
//! its size, so that what is concluded here holds in such a system alone.
//!
//! Of shapes whose ranks are not known nothing is concluded.

use conformable_types::{Dim, Shape, Truth};

use super::params::Rest;
use super::{Body, Relation, to_i64};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub(super) static STATIC_BROADCAST: Relation = Relation {
    name: "static_broadcast",
    body: &Body {
        evaluate: |cx, call, Rest(shapes): Rest<Shape>| match shapes
            .iter()
            .map(|(shape, _)| shape.rank())
            .collect::<Option<Vec<_>>>()
        {
            Some(ranks) => paired(cx, &shapes, ranks.into_iter().max().unwrap_or(0)),
            None => Ok(call.shape(cx)),
        },
        // None has more dims than the result.
        ranks: |Rest(shapes), result| {
            shapes.into_iter().map(|(shape, _)| Fact::Le(shape.rank_dim(), result.rank_dim())).collect()
        },
    },
};

fn paired(cx: &mut Context, shapes: &[(Shape, Part)], rank: usize) -> Result<Shape, Failure> {
    let mut dims = (1..=rank).map(|place| at(cx, shapes, -to_i64(place))).collect::<Result<Vec<Dim>, _>>()?;
    dims.reverse();
    Ok(Shape::of(&dims))
}

/// The size at one place, counted from the right: that of all which are not 1.
fn at(cx: &mut Context, shapes: &[(Shape, Part)], axis: i64) -> Result<Dim, Failure> {
    let repeated = |cx: &Context, dim: Dim| cx.store().ask_eq(dim, Dim::ONE) == Truth::Yes;
    let mut kept: Option<(&Part, Dim)> = None;
    for (shape, part) in shapes {
        let Some(dim) = shape.at(axis).map(|dim| cx.resolve_dim(dim)).filter(|dim| !repeated(cx, *dim)) else {
            continue;
        };
        let Some((first, size)) = kept else {
            kept = Some((part, dim));
            continue;
        };
        let size = cx.resolve_dim(size);
        cx.require(Fact::Eq(size, dim), || {
            let of = |part: &Part| Part { axis: Some(axis), ..part.clone() };
            let message = format!("{size:?} and {dim:?} differ, and neither is known to be 1");
            Failure::new(FailureKind::Broadcast, message, vec![of(first), of(part)])
        })?;
        // What is not told apart from anything is told nothing: the other may be a number.
        if size.is_any() {
            kept = Some((first, dim));
        }
    }
    Ok(kept.map_or(Dim::ONE, |(_, size)| cx.resolve_dim(size)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    fn run(shapes: &[&[Dim]]) -> Result<Shape, String> {
        let shapes: Vec<Shape> = shapes.iter().map(|dims| Shape::of(dims)).collect();
        let mut cx = Context::new(&Store::new());
        super::super::of_shapes("static_broadcast", &mut cx, &shapes).map_err(|failure| failure.message)
    }

    #[test]
    fn a_size_is_1_only_where_that_is_known() {
        let [one, three, four, any] = [Dim::ONE, Dim::of(3), Dim::of(4), Dim::any()];
        let (n, m) = (Dim::name("n"), Dim::name("m"));
        assert_eq!(run(&[&[one, any], &[three, four]]), Ok(Shape::of(&[three, four])));
        assert_eq!(run(&[&[any], &[any, three]]), Ok(Shape::of(&[any, three])));
        assert_eq!(run(&[&[any], &[one]]), Ok(Shape::of(&[any])));
        assert_eq!(run(&[&[n], &[three]]), Ok(Shape::of(&[three])));
        assert!(run(&[&[n], &[m]]).is_ok_and(|shape| [n, m].contains(&shape.at(0).unwrap())));
        assert_eq!(run(&[&[one], &[one], &[]]), Ok(Shape::of(&[one])));
        assert_eq!(run(&[&[three], &[four]]), Err("3 and 4 differ, and neither is known to be 1".into()));
        assert_eq!(run(&[&[n], &[three], &[m], &[four]]), Err("3 and 4 differ, and neither is known to be 1".into()));
    }

    #[test]
    fn an_unknown_rank_waits() {
        let s = conformable_types::Seq::name("s");
        let three = Shape::of(&[Dim::of(3)]);
        let mut store = Store::new();
        let open = super::super::of_shapes("static_broadcast", &mut Context::new(&store), &[s.shape(), three]).unwrap();
        store.tell(&Fact::Shape(s.shape(), Shape::of(&[Dim::of(2), Dim::name("n")]))).unwrap();
        assert_eq!(store.resolve_shape(open), Shape::of(&[Dim::of(2), Dim::of(3)]));
    }
}
