//! `concat(shapes, axis)`: pieces joined along an axis (numpy.concatenate): the other sizes are
//! equal, along the axis they add up. `None` joins them flattened.

use conformable_types::{Dim, FreshKind, Shape};

use super::axes::{self, Axes};
use super::packs::number;
use super::params::List;
use super::{Body, Call, Relation, to_i64};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub(super) static CONCAT: Relation = Relation {
    name: "concat",
    body: &Body {
        evaluate: |cx, call, (List(shapes), axes): (List<Shape>, Axes)| {
            Ok(concat(cx, call, &shapes, &axes)?.unwrap_or_else(|| call.shape(cx)))
        },
        // Along an axis: all have as many dims as the result.
        ranks: |(List(shapes), axes), result| {
            let along = matches!(axes, Axes::One(_));
            let all = shapes.into_iter().filter(|_| along);
            let facts = all.flat_map(|(shape, _)| {
                let rank = shape.rank_dim();
                axes.within(rank).chain([Fact::Eq(rank, result.rank_dim())]).collect::<Vec<_>>()
            });
            facts.collect()
        },
    },
};

/// The shape of the whole; `None` while neither rank nor axis decide it.
///
/// # Errors
/// If there are no pieces, their ranks differ, or two differ along another axis: the failure
/// names the two.
fn concat(cx: &mut Context, call: Call, shapes: &[(Shape, Part)], axis: &Axes) -> Result<Option<Shape>, Failure> {
    if shapes.is_empty() {
        return Err(Failure::new(FailureKind::Join, "there is no array to join", vec![Part::whole(0)]));
    }
    if *axis == Axes::All {
        let sum = shapes.iter().fold(Dim::ZERO, |sum, (shape, _)| sum.plus(shape.size()));
        return Ok(Some(Shape::of(&[sum])));
    }
    let Some(rank) = common_rank(cx, shapes)? else { return Ok(None) };
    if rank == 0 {
        let parts = vec![shapes[0].1.clone()];
        return Err(Failure::new(FailureKind::Join, "a piece without dims cannot be joined", parts));
    }
    let pieces: Vec<(Shape, &Part)> = shapes.iter().map(|(shape, part)| (cx.resolve_shape(*shape), part)).collect();
    if pieces.iter().any(|(shape, _)| shape.rank().is_none()) {
        return Ok(None);
    }
    let axis = if let Axes::One(axis) = axis { axis.constant() } else { None };
    let Some(axis) = axis else {
        if let [(only, _)] = &*pieces {
            return Ok(Some(*only));
        }
        // A search looks for the axis; what a program joins again and again only grows by it.
        let open = if cx.exact { call.dims(cx, rank) } else { unknown_dims(cx, rank) };
        return Ok(Some(open));
    };
    let along = axes::normal_axis(axis, rank, 1)?;
    let mut dims = Vec::with_capacity(rank);
    for place in 0..rank {
        let at = to_i64(place);
        let sizes: Vec<Dim> = pieces.iter().map(|(shape, _)| shape.at(at).expect("a known rank")).collect();
        if place == along {
            dims.push(sizes.iter().fold(Dim::ZERO, |sum, size| sum.plus(*size)));
            continue;
        }
        equal_sizes(cx, &pieces, &sizes, at)?;
        // A constant says most.
        let best = sizes.iter().map(|size| cx.resolve_dim(*size)).find(|size| size.constant().is_some());
        dims.push(best.unwrap_or_else(|| cx.resolve_dim(sizes[0])));
    }
    Ok(Some(Shape::of(&dims)))
}

fn unknown_dims(cx: &mut Context, rank: usize) -> Shape {
    (0..rank).map(|_| cx.fresh_dim(FreshKind::Unknown)).collect()
}

fn equal_sizes(cx: &mut Context, pieces: &[(Shape, &Part)], sizes: &[Dim], axis: i64) -> Result<(), Failure> {
    for (i, &size) in sizes.iter().enumerate().skip(1) {
        // Against the first that it contradicts, so that the right two are named.
        let j = (0..i).find(|j| cx.store().ask_eq(sizes[*j], size).is_no()).unwrap_or(0);
        let other = sizes[j];
        cx.require(Fact::Eq(other, size), || {
            let (a, b) = (pieces[j].1, pieces[i].1);
            let message =
                format!("along axis {axis} pieces {} and {} have {other:?} and {size:?}", number(a), number(b));
            let at = |part: &Part| Part { axis: Some(axis), ..part.clone() };
            Failure::new(FailureKind::Join, message, vec![at(a), at(b)])
        })?;
    }
    Ok(())
}

/// The rank of one piece is that of all.
fn common_rank(cx: &mut Context, shapes: &[(Shape, Part)]) -> Result<Option<usize>, Failure> {
    let Some((rank, of)) = shapes.iter().find_map(|(shape, part)| shape.rank().map(|rank| (rank, part))) else {
        return Ok(None);
    };
    for (shape, part) in shapes {
        let differ = |given: String| {
            let message = format!("pieces {} and {} have {rank} and {given} dims", number(of), number(part));
            Failure::new(FailureKind::Join, message, vec![of.clone(), part.clone()])
        };
        axes::of_rank(cx, *shape, rank, differ)?;
    }
    Ok(Some(rank))
}

#[cfg(test)]
mod tests {
    use conformable_types::{Seq, Term, Ty};

    use super::*;
    use crate::Store;

    fn run(shapes: &[&[i64]], axis: Ty) -> Result<String, String> {
        let list = shapes.iter().map(|s| Term::Shape(s.iter().map(|d| Dim::of(*d)).collect())).collect();
        let whole = super::super::run("concat", &[Term::List(list), Term::Ty(axis)]);
        whole.map(|term| format!("{term:?}")).map_err(|failure| failure.message)
    }

    #[test]
    fn pieces() {
        assert_eq!(run(&[&[2, 3], &[4, 3]], Ty::int(0)), Ok("Shape([6, 3])".into()));
        assert_eq!(run(&[&[2, 3], &[4]], Ty::none()), Ok("Shape([10])".into()));
        let message = "along axis 1 pieces 0 and 2 have 3 and 4";
        assert_eq!(run(&[&[2, 3], &[2, 3], &[2, 4]], Ty::int(0)), Err(message.into()));
        assert_eq!(run(&[&[2, 3], &[4]], Ty::int(0)), Err("pieces 0 and 1 have 2 and 1 dims".into()));
        assert_eq!(run(&[&[2]], Ty::int(1)), Err("axis 1 is out of range for 1 dim".into()));
        assert!(run(&[], Ty::int(0)).is_err());
        assert!(run(&[&[], &[]], Ty::int(0)).is_err());
    }

    #[test]
    fn one_rank_is_all_ranks() {
        let mut cx = Context::new(&Store::new());
        let s = Seq::name("s").shape();
        let pieces = Term::List([s.into(), Shape::of(&[2, 3].map(Dim::of)).into()].into());
        let whole = super::super::apply("concat", &mut cx, &[pieces, Ty::int(0).into()]).unwrap();
        let Ok(Term::Shape(whole)) = whole else { panic!("a shape") };
        assert_eq!(whole.at(1), Some(Dim::of(3)));
        assert_eq!(cx.resolve_shape(s).at(1), Some(Dim::of(3)));
    }
}
