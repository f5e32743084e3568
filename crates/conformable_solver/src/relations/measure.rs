//! What a shape as a whole amounts to: `rank(S)`, `size(S)` (numpy.ndarray.ndim, .size),
//! `append(S, R)` (one after the other), `drop_ones(S)` (numpy.squeeze without an axis) and
//! `leading(S, k)`, all but the last k dims.
//!
//! `append(*s, n; 3, *r)` is `[*append(s, (n, 3, *r))]`: known dims at either end stay outside of
//! what waits. `drop_ones` of a size that is not known to be 1 or not waits.

use conformable_types::{Dim, Shape, Term, Truth};

use super::params::Rest;
use super::{Body, Call, Relation, to_i64, undecided_shape};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub(super) static RANK: Relation =
    Relation { name: "rank", body: &Body::of(|_, _, shape: Shape| Ok(shape.rank_dim())) };

pub(super) static SIZE: Relation = Relation { name: "size", body: &Body::of(|_, _, shape: Shape| Ok(shape.size())) };

pub(super) static APPEND: Relation = Relation {
    name: "append",
    body: &Body {
        evaluate: |_, _, Rest(shapes): Rest<Shape>| {
            Ok(shapes.into_iter().fold(Shape::scalar(), |whole, (next, _)| append(whole, next)))
        },
        // Together they have as many dims as the result.
        ranks: |Rest(shapes), result| {
            let sum = shapes.iter().fold(Dim::ZERO, |sum, (shape, _)| sum.plus(shape.rank_dim()));
            vec![Fact::Eq(sum, result.rank_dim())]
        },
    },
};

pub(super) static DROP_ONES: Relation = Relation {
    name: "drop_ones",
    body: &Body {
        evaluate: |cx, call, shape: Shape| Ok(drop_ones(cx, call, shape)),
        // At least as many dims as the result, whose sizes are not 1.
        ranks: |shape, result| {
            let dims = result.data().prefix.iter().chain(result.suffix());
            let left = dims.map(|dim| Fact::Ne(*dim, Dim::ONE));
            left.chain([Fact::Le(result.rank_dim(), shape.rank_dim())]).collect()
        },
    },
};

pub(super) static LEADING: Relation = Relation {
    name: "leading",
    body: &Body {
        evaluate: |cx, call, (shape, count): (Shape, Dim)| match count
            .constant()
            .and_then(|count| usize::try_from(count).ok())
        {
            Some(count) => leading(shape, count),
            None => Ok(call.shape(cx)),
        },
        // So many dims more than the result.
        ranks: |(shape, count), result| {
            let more = count.constant().map(|count| Fact::Eq(shape.rank_dim(), result.rank_dim().plus(count)));
            more.into_iter().collect()
        },
    },
};

/// `a` followed by `b`.
pub fn append(a: Shape, b: Shape) -> Shape {
    if let Some(whole) = a.append(b) {
        return whole;
    }
    let (x, y) = (a.data(), b.data());
    let (Some((s, after)), Some((t, end))) = (&x.rest, &y.rest) else { return a };
    let left = Shape::new::<Dim>([], Some((*s, after.clone())));
    let right = Shape::new(y.prefix.iter().copied(), Some((*t, conformable_types::shape::Dims::new())));
    let middle = undecided_shape(APPEND.name, &[Term::Shape(left), Term::Shape(right)]);
    let front = Shape::of(&x.prefix).append(middle).expect("one sequence");
    front.append(Shape::of(end)).expect("one sequence")
}

/// The shape without its dims of size 1.
fn drop_ones(cx: &mut Context, call: Call, shape: Shape) -> Shape {
    let decided = |cx: &Context, dim: &Dim| match cx.store().ask_eq(*dim, Dim::ONE) {
        Truth::Yes => Some(None),
        Truth::No => Some(Some(*dim)),
        Truth::Unknown => None,
    };
    let data = shape.data();
    let front = data.prefix.iter().map_while(|dim| decided(cx, dim)).collect::<Vec<_>>();
    let rest = &data.prefix[front.len()..];
    if rest.is_empty() && data.rest.is_none() {
        return front.into_iter().flatten().collect();
    }
    let after: &[Dim] = if data.rest.is_some() { shape.suffix() } else { rest };
    let mut back = after.iter().rev().map_while(|dim| decided(cx, dim)).collect::<Vec<_>>();
    back.reverse();
    let after = &after[..after.len() - back.len()];
    let middle = match &data.rest {
        Some((seq, _)) => Shape::new(rest.iter().copied(), Some((*seq, after.into()))),
        None => Shape::of(after),
    };
    let front: Shape = front.into_iter().flatten().collect();
    let back: Shape = back.into_iter().flatten().collect();
    let middle = call.of(&[Term::Shape(middle)]).shape(cx);
    front.append(middle).and_then(|s| s.append(back)).expect("one sequence")
}

/// All but the last `count` dims.
///
/// # Errors
/// If there are not so many.
pub(super) fn leading(shape: Shape, count: usize) -> Result<Shape, Failure> {
    if let Some(dims) = shape.dims() {
        let kept = dims.len().checked_sub(count).ok_or_else(|| {
            let message = format!("{} dims, not {count} or more", dims.len());
            Failure::new(FailureKind::Rank, message, vec![Part::whole(0)])
        })?;
        return Ok(Shape::of(&dims[..kept]));
    }
    let (data, suffix) = (shape.data(), shape.suffix());
    let seq = shape.seq().expect("no known rank");
    let kept = suffix.len().saturating_sub(count);
    let whole = Shape::new(data.prefix.iter().copied(), Some((seq, suffix[..kept].into())));
    if count <= suffix.len() {
        return Ok(whole);
    }
    let more = Term::Ty(conformable_types::Ty::int(to_i64(count - suffix.len())));
    Ok(undecided_shape(LEADING.name, &[Term::Shape(whole), more]))
}

#[cfg(test)]
mod tests {
    use conformable_types::Seq;

    use super::*;
    use crate::Store;

    #[test]
    fn known_ends_stay_outside_of_what_waits() {
        let (s, t) = (Seq::name("s").shape(), Seq::name("t").shape());
        let a = Shape::of(&[Dim::of(2)]).append(s).unwrap();
        let b = t.append(Shape::of(&[Dim::of(3)])).unwrap();
        let both = append(a, b);
        assert_eq!(both.at(0), Some(Dim::of(2)));
        assert_eq!(both.at(-1), Some(Dim::of(3)));
        let mut store = Store::new();
        store.tell(&crate::Fact::Shape(s, Shape::of(&[Dim::of(7)]))).unwrap();
        store.tell(&crate::Fact::Shape(t, Shape::scalar())).unwrap();
        assert_eq!(store.resolve_shape(both), Shape::of(&[2, 7, 3].map(Dim::of)));
    }

    #[test]
    fn ones_go_where_they_are_known() {
        let mut cx = Context::new(&Store::new());
        let n = Dim::name("n");
        let drop_ones = |cx: &mut Context, shape: Shape| match super::super::of_shapes("drop_ones", cx, &[shape]) {
            Ok(shape) => shape,
            Err(failure) => panic!("{failure:?}"),
        };
        assert_eq!(drop_ones(&mut cx, Shape::of(&[1, 3, 0, 1].map(Dim::of))), Shape::of(&[3, 0].map(Dim::of)));
        let open = drop_ones(&mut cx, Shape::of(&[Dim::of(3), n, Dim::of(1)]));
        assert_eq!((open.at(0), open.rank()), (Some(Dim::of(3)), None));
        let mut store = Store::new();
        store.tell(&crate::Fact::Eq(n, Dim::of(1))).unwrap();
        assert_eq!(store.resolve_shape(open), Shape::of(&[Dim::of(3)]));
        assert_eq!(drop_ones(&mut cx, Shape::of(&[n.plus(2)])), Shape::of(&[n.plus(2)]));
    }
}
