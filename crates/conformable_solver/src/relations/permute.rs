//! `permute(S, axes)`: the dims in another order (numpy.transpose); `None` reverses. `reverse(S)`.
//!
//! The axes are as many as the dims, none twice, negative ones from the end.

use conformable_types::{Dim, Seq, SeqData, Shape, Term};

use super::axes::{self, Axes};
use super::{Body, Relation, to_i64, undecided_shape};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub(super) static PERMUTE: Relation = Relation {
    name: "permute",
    body: &Body {
        evaluate: |cx, call, (shape, axes): (Shape, Option<Axes>)| {
            let Some(axes) = axes else { return Ok(reverse(shape)) };
            if let Some(result) = permute(cx, shape, &axes)? {
                return Ok(result);
            }
            // An order that is not known: all alike, or waiting.
            if axes::one_size(shape).is_some() {
                axes::require_within(cx, &axes, shape.rank_dim())?;
                return Ok(shape);
            }
            Ok(match shape.rank().or(axes.count()) {
                Some(rank) => call.dims(cx, rank),
                None => call.shape(cx),
            })
        },
        // As many dims as the result, and each axis one of them.
        ranks: |(shape, axes), result| {
            let within = axes.into_iter().flat_map(|axes| axes.within(shape.rank_dim()).collect::<Vec<_>>());
            within.chain([Fact::Eq(shape.rank_dim(), result.rank_dim())]).collect()
        },
    },
};

pub(super) static REVERSE: Relation = Relation {
    name: "reverse",
    body: &Body {
        evaluate: |_, _, shape: Shape| Ok(reverse(shape)),
        ranks: |shape, result| vec![Fact::Eq(shape.rank_dim(), result.rank_dim())],
    },
};

/// The permuted shape; `None` if the axes are not known.
///
/// # Errors
/// If the axes are not a permutation of the shape's.
fn permute(cx: &mut Context, shape: Shape, axes: &Axes) -> Result<Option<Shape>, Failure> {
    let Some(count) = axes.count() else { return Ok(None) };
    let wrong = |rank: String| {
        let axes = if count == 1 { "axis" } else { "axes" };
        let message = format!("{count} {axes} for {}", axes::array_of(rank));
        Failure::new(FailureKind::Rank, message, vec![Part::whole(0), Part::whole(1)])
    };
    let shape = axes::of_rank(cx, shape, count, wrong)?;
    // What is known of the axes must be in range, even if others are not known.
    let some: Vec<i64> = axes.values().iter().filter_map(|axis| axis.constant()).collect();
    let places = axes::normal_axes(&some, count, 1)?;
    Ok((some.len() == count)
        .then(|| places.iter().map(|place| shape.at(to_i64(*place)).expect("a known rank")).collect()))
}

/// The dims from last to first.
fn reverse(shape: Shape) -> Shape {
    let backwards = |dims: &[Dim]| dims.iter().rev().copied().collect::<Shape>();
    let data = shape.data();
    let Some((seq, suffix)) = &data.rest else { return backwards(&data.prefix) };
    let middle = match seq.data() {
        SeqData::App(name, args) if name.as_str() == REVERSE.name => match &**args {
            [Term::Shape(inner)] => *inner,
            _ => Shape::any(),
        },
        _ => undecided_shape(REVERSE.name, &[Term::Shape(seq.shape())]),
    };
    backwards(suffix)
        .append(middle)
        .and_then(|so_far| so_far.append(backwards(&data.prefix)))
        .unwrap_or_else(|| Seq::any().shape())
}

#[cfg(test)]
mod tests {
    use conformable_types::Ty;

    use super::*;
    use crate::Store;

    fn shape(dims: &[i64]) -> Shape {
        dims.iter().map(|d| Dim::of(*d)).collect()
    }

    fn permute(cx: &mut Context, s: Shape, axes: &[i64]) -> Result<Shape, String> {
        let axes = Ty::tuple(axes.iter().map(|axis| Ty::int(*axis)));
        match super::super::apply("permute", cx, &[s.into(), axes.into()]).unwrap() {
            Ok(Term::Shape(permuted)) => Ok(permuted),
            other => Err(other.unwrap_err().message),
        }
    }

    fn run(s: Shape, axes: &[i64]) -> Result<Shape, String> {
        permute(&mut Context::new(&Store::new()), s, axes)
    }

    #[test]
    fn orders() {
        let s = shape(&[2, 3, 4]);
        assert_eq!(run(s, &[2, 0, 1]), Ok(shape(&[4, 2, 3])));
        assert_eq!(run(s, &[-1, 0, 1]), Ok(shape(&[4, 2, 3])));
        assert_eq!(run(s, &[0, 1]), Err("2 axes for an array of 3 dimensions".into()));
        assert_eq!(run(s, &[0, 0, 1]), Err("axis 0 is given twice".into()));
        assert_eq!(run(s, &[0, 1, 3]), Err("axis 3 is out of range for 3 dims".into()));
        assert_eq!(reverse(s), shape(&[4, 3, 2]));
    }

    #[test]
    fn twice_reversed_is_the_same_whatever_the_rank() {
        let s = shape(&[2]).append(Seq::name("s").shape()).unwrap();
        assert_eq!(reverse(s).at(-1), Some(Dim::of(2)));
        assert_eq!(reverse(reverse(s)), s);
    }

    #[test]
    fn the_count_of_axes_is_the_rank() {
        let mut cx = Context::new(&Store::new());
        let s = Seq::name("s").shape();
        let swapped = permute(&mut cx, s, &[1, 0]).unwrap();
        let known = cx.resolve_shape(s);
        assert_eq!(known.rank(), Some(2));
        assert_eq!(swapped, reverse(known));
    }
}
