//! `broadcast(S, R, ...)`: the shape that all of these broadcast to.
//!
//! Dims are paired from the right; a missing one is 1. At each place the sizes are equal or 1
//! (NumPy, "General broadcasting rules"). Broadcasting is delayed, not guessed: `n` against 3 is
//! 3 with the fact that n is 1 or 3; `n` against `m` is `bcast(n, m)` with the fact that they are
//! equal or one is 1. 0 against 1 is 0.
//!
//! Where a rank is unknown, what is known from the right stays: `(*s, n)` against `(2, 4)` is
//! `(*broadcast((*s), (2)), bcast(n, 4))`, and `(*s)` against `(2, 4)` ends in `2, 4`.

use conformable_types::shape::Dims;
use conformable_types::{Dim, Seq, SeqData, Shape, Term, Truth};

use super::measure::leading;
use super::params::Rest;
use super::{Body, Call, Relation, to_i64};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub(super) static BROADCAST: Relation = Relation {
    name: "broadcast",
    body: &Body {
        evaluate: |cx, _, Rest(shapes): Rest<Shape>| broadcast(cx, &shapes),
        // None has more dims than the result.
        ranks: |Rest(shapes), result| {
            shapes.into_iter().map(|(shape, _)| Fact::Le(shape.rank_dim(), result.rank_dim())).collect()
        },
    },
};

/// `broadcastable(n, m)`, of sizes or shapes: what they broadcast to, for who only asks whether they do.
pub(super) static BROADCASTABLE: Relation =
    Relation { name: "broadcastable", body: &Body::of(|cx, _, Rest(shapes): Rest<Shape>| broadcast(cx, &shapes)) };

/// The common shape of shapes that come from these parts of the arguments.
///
/// # Errors
/// If two sizes at the same place differ and neither is 1.
pub(super) fn broadcast(cx: &mut Context, shapes: &[(Shape, Part)]) -> Result<Shape, Failure> {
    if let [(only, _)] = shapes {
        return Ok(*only);
    }
    let places = shapes.iter().map(|(shape, _)| known_places(*shape)).max().unwrap_or(0);
    let mut dims: Vec<Dim> = Vec::new();
    for place in 1..=places {
        dims.push(broadcast_at(cx, shapes, &vec![Some(-to_i64(place)); shapes.len()])?);
    }
    dims.reverse();
    if shapes.iter().all(|(shape, _)| shape.rank().is_some()) {
        return Ok(Shape::of(&dims));
    }
    match same_sequence(shapes) {
        Some(seq) => in_front_of(cx, shapes, seq, dims),
        None => Ok(of_unknown_rank(cx, shapes, &dims)),
    }
}

/// The sequence that all shapes but scalars have with as many dims behind it: it pairs with itself.
fn same_sequence(shapes: &[(Shape, Part)]) -> Option<Seq> {
    let mut shapes = shapes.iter().map(|(shape, _)| *shape).filter(|shape| *shape != Shape::scalar());
    let first = shapes.next()?;
    let seq = first.seq().filter(|seq| !seq.is_any())?;
    let same = |shape: Shape| shape.seq() == Some(seq) && shape.suffix().len() == first.suffix().len();
    shapes.all(same).then_some(seq)
}

/// `(n, 1, *s)` and `(n, m, *s)` are `(n, m, *s)`: what is in front is paired from its own right.
fn in_front_of(cx: &mut Context, shapes: &[(Shape, Part)], seq: Seq, back: Vec<Dim>) -> Result<Shape, Failure> {
    let most = shapes.iter().map(|(shape, _)| shape.data().prefix.len()).max().unwrap_or(0);
    let mut front: Vec<Dim> = Vec::new();
    for place in 1..=most {
        let axes = shapes.iter().map(|(shape, _)| shape.data().prefix.len().checked_sub(place).map(to_i64));
        front.push(broadcast_at(cx, shapes, &axes.collect::<Vec<_>>())?);
    }
    front.reverse();
    Ok(Shape::new(front, Some((seq, Dims::from_vec(back)))))
}

/// How many dims are known from the right.
fn known_places(shape: Shape) -> usize {
    if shape.rank().is_some() { shape.min_rank() } else { shape.suffix().len() }
}

fn of_unknown_rank(cx: &mut Context, shapes: &[(Shape, Part)], dims: &[Dim]) -> Shape {
    // Places that all know are settled; in front of them the rest broadcasts by itself.
    let open = shapes.iter().filter(|(shape, _)| shape.rank().is_none());
    let settled = open.map(|(shape, _)| shape.suffix().len()).min().unwrap_or(0);
    let (front, back) = dims.split_at(dims.len() - settled.min(dims.len()));
    let mut rest: Vec<Shape> = Vec::new();
    for (shape, _) in shapes {
        let kept = if shape.rank().is_some_and(|rank| rank < settled) {
            Shape::scalar()
        } else {
            leading(*shape, settled).unwrap_or(*shape)
        };
        flatten(kept, &mut rest);
    }
    rest.retain(|shape| *shape != Shape::scalar());
    let mut distinct: Vec<Shape> = Vec::new();
    for shape in rest {
        if !distinct.contains(&shape) {
            distinct.push(shape);
        }
    }
    let middle = match &*distinct {
        [] => Shape::scalar(),
        [one] => *one,
        many => {
            let mut many: Vec<Shape> = many.to_vec();
            many.sort_by(|a, b| conformable_types::order::shapes(*a, *b));
            let terms: Vec<Term> = many.iter().map(|shape| Term::Shape(*shape)).collect();
            let middle = Call { name: BROADCAST.name, args: &terms }.shape(cx);
            with_known_ends(cx, middle, front)
        }
    };
    middle.append(Shape::of(back)).expect("one sequence")
}

/// A size other than 1 is the result's wherever the others may have a dim or not.
fn with_known_ends(cx: &Context, middle: Shape, front: &[Dim]) -> Shape {
    let known: Vec<Dim> =
        front.iter().rev().take_while(|dim| cx.store().ask_eq(**dim, Dim::ONE).is_no()).copied().collect();
    if known.is_empty() || middle.seq().is_none_or(|seq| !matches!(seq.data(), SeqData::App(..))) {
        return middle;
    }
    let Ok(before) = leading(middle, known.len()) else { return middle };
    before.append(known.into_iter().rev().collect()).unwrap_or(middle)
}

/// `broadcast(broadcast(a, b), c)` is `broadcast(a, b, c)`.
fn flatten(shape: Shape, into: &mut Vec<Shape>) {
    if shape.min_rank() == 0
        && let Some(SeqData::App(name, args)) = shape.seq().map(|seq| seq.data())
    {
        let shapes: Option<Vec<Shape>> = args
            .iter()
            .map(|arg| match arg {
                Term::Shape(shape) => Some(*shape),
                _ => None,
            })
            .collect();
        if let (true, Some(shapes)) = (name.as_str() == BROADCAST.name, shapes) {
            into.extend(shapes);
            return;
        }
    }
    into.push(shape);
}

/// The size at one place: an axis of each shape that has a dim there.
fn broadcast_at(cx: &mut Context, shapes: &[(Shape, Part)], axes: &[Option<i64>]) -> Result<Dim, Failure> {
    let present: Vec<(&Part, i64, Dim)> = shapes
        .iter()
        .zip(axes)
        .filter_map(|((shape, part), axis)| Some((part, (*axis)?, shape.at((*axis)?)?)))
        .collect();
    for (place, &(second, there, b)) in present.iter().enumerate() {
        for &(first, here, a) in &present[..place] {
            if a == b && !a.is_any() {
                continue;
            }
            cx.require(Fact::Broadcast(a, b), || {
                let at = |part: &Part, axis| Part { axis: Some(axis), ..part.clone() };
                let message = format!("{a:?} and {b:?} differ, and neither is 1");
                Failure::new(FailureKind::Broadcast, message, vec![at(first, here), at(second, there)])
            })?;
        }
    }
    let sizes: Vec<Dim> = present.iter().map(|&(_, _, dim)| cx.resolve_dim(dim)).collect();
    Ok(joined(cx, &sizes))
}

/// The size that sizes broadcast to which do.
pub(crate) fn joined(cx: &Context, sizes: &[Dim]) -> Dim {
    // A size that cannot be 1 is the result; so is any if all are known to be equal.
    if let Some(size) = sizes.iter().find(|size| cx.store().ask_eq(**size, Dim::ONE) == Truth::No) {
        return *size;
    }
    if let [first, rest @ ..] = sizes
        && rest.iter().all(|other| cx.store().ask_eq(*first, *other).is_yes())
    {
        return *first;
    }
    Dim::bcast(sizes.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    fn shape(dims: &[i64]) -> Shape {
        dims.iter().map(|d| Dim::of(*d)).collect()
    }

    fn run(shapes: &[Shape]) -> Result<Shape, String> {
        super::super::of_shapes("broadcast", &mut Context::new(&Store::new()), shapes)
            .map_err(|failure| failure.message)
    }

    #[test]
    fn sizes() {
        assert_eq!(run(&[shape(&[2, 1]), shape(&[3])]), Ok(shape(&[2, 3])));
        assert_eq!(run(&[shape(&[0]), shape(&[1])]), Ok(shape(&[0])));
        assert_eq!(run(&[shape(&[4]), shape(&[5])]), Err("4 and 5 differ, and neither is 1".into()));
        let (n, m) = (Dim::name("n"), Dim::name("m"));
        let three = run(&[Shape::of(&[n]), Shape::of(&[m]), shape(&[3])]);
        assert_eq!(three, Ok(shape(&[3])));
    }

    #[test]
    fn unknown_ranks_keep_what_is_known_from_the_right() {
        let (s, t) = (Seq::name("s"), Seq::name("t"));
        assert!(run(&[Shape::new::<Dim>([], Some((s, Dims::from_slice(&[Dim::of(3)])))), shape(&[2, 4])]).is_err());
        let both = run(&[s.shape(), shape(&[2, 4])]).unwrap();
        assert_eq!((both.at(-1), both.at(-2), both.at(-3)), (Some(Dim::of(4)), Some(Dim::of(2)), None));
        assert_eq!(run(&[s.shape(), s.shape()]), Ok(s.shape()));
        assert_eq!(run(&[s.shape(), shape(&[])]), Ok(s.shape()));
        let nested = run(&[run(&[s.shape(), t.shape()]).unwrap(), shape(&[4])]).unwrap();
        let flat = run(&[t.shape(), shape(&[4]), s.shape()]).unwrap();
        assert_eq!(nested, flat);
        let (a, b) = (
            Seq::fresh(1, conformable_types::FreshKind::Unknown).shape(),
            Seq::fresh(2, conformable_types::FreshKind::Unknown).shape(),
        );
        assert_eq!(run(&[a, b]), run(&[b, a]));
    }

    #[test]
    fn a_sequence_pairs_with_itself() {
        let (n, m, s) = (Dim::name("n"), Dim::name("m"), Seq::name("s").shape());
        let before = |dims: &[Dim]| Shape::of(dims).append(s).unwrap();
        assert_eq!(run(&[before(&[n, Dim::ONE]), before(&[n, m])]), Ok(before(&[n, m])));
        assert_eq!(run(&[s, before(&[n])]), Ok(before(&[n])));
        assert_eq!(
            run(&[before(&[Dim::of(2)]), before(&[Dim::of(3)])]),
            Err("2 and 3 differ, and neither is 1".into())
        );
    }

    #[test]
    fn what_waits_is_evaluated_when_known() {
        let s = Seq::name("s");
        let both = run(&[s.shape(), shape(&[2, 4])]).unwrap();
        let mut store = Store::new();
        store.tell(&Fact::Shape(s.shape(), shape(&[5, 1, 1]))).unwrap();
        assert_eq!(store.resolve_shape(both), shape(&[5, 2, 4]));
    }
}
