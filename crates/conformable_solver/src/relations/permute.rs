//! `permute(S, axes)`: the dims in another order (numpy.transpose); `None` reverses. `reverse(S)`.
//!
//! The axes are as many as the dims, none twice, negative ones from the end.

use conformable_types::{Dim, Seq, SeqData, Shape, Term};

use super::args::{self, Axes};
use super::{Relation, pick, to_i64, undecided_shape};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;

pub static PERMUTE: Relation = Relation { name: "permute", arity: 1..=2, axes: true, evaluate };

pub static REVERSE: Relation = Relation {
    name: "reverse",
    arity: 1..=1,
    axes: false,
    evaluate: |cx, given| {
        let shape = args::shape(cx, given.first());
        Ok(Term::Shape(reverse(shape)))
    },
};

fn evaluate(cx: &mut Context, given: &[Term]) -> Result<Term, Failure> {
    let shape = args::shape(cx, given.first());
    let axes = match given.get(1) {
        None => Axes::All,
        Some(axes) => Axes::of(cx, axes),
    };
    let own = &given[..given.len().min(2)];
    let result = match permute(cx, shape, &axes)? {
        Some(result) => result,
        None => match shape.rank().or(axes.count()) {
            Some(rank) => unordered(cx, shape, own, rank),
            None => cx.open_shape("permute", own),
        },
    };
    match given.get(2) {
        Some(place) => Ok(Term::Dim(pick(cx, "permute", own, result, place))),
        None => Ok(Term::Shape(result)),
    }
}

/// The dims in an order that is not known: all alike, or waiting.
fn unordered(cx: &mut Context, shape: Shape, own: &[Term], rank: usize) -> Shape {
    match shape.dims() {
        Some([first, rest @ ..]) if !first.is_any() && rest.iter().all(|dim| dim == first) => shape,
        _ => cx.open_dims("permute", own, rank),
    }
}

/// The permuted shape; `None` if the axes are not known.
///
/// # Errors
/// If the axes are not a permutation of the shape's.
pub fn permute(cx: &mut Context, shape: Shape, axes: &Axes) -> Result<Option<Shape>, Failure> {
    let shape = cx.resolve_shape(shape);
    if *axes == Axes::All {
        return Ok(Some(reverse(shape)));
    }
    let Some(count) = axes.count() else { return Ok(None) };
    let wrong = |rank: String| {
        let message = format!("{count} axes for {rank} dims");
        Failure::new(FailureKind::Rank, message, vec![Part::whole(0), Part::whole(1)])
    };
    let shape = match shape.rank() {
        Some(rank) if rank != count => return Err(wrong(rank.to_string())),
        Some(_) => shape,
        None => {
            if shape.min_rank() > count {
                return Err(wrong(format!("at least {}", shape.min_rank())));
            }
            let dims: Vec<Dim> = (0..count).map(|_| cx.fresh_dim(conformable_types::FreshKind::Unknown)).collect();
            let whole = Shape::of(&dims);
            cx.require(crate::Fact::Shape(shape, whole), || wrong(format!("{:?}", shape.rank_dim())))?;
            let known = cx.resolve_shape(shape);
            if known.rank().is_some() { known } else { whole }
        }
    };
    // What is known of the axes must be in range, even if others are not known.
    let some: Vec<i64> = axes.values().into_iter().flatten().collect();
    args::normal_axes(&some, count, 1)?;
    let Some(known) = axes.known() else { return Ok(None) };
    let places = args::normal_axes(&known, count, 1)?;
    Ok(Some(places.iter().map(|place| shape.at(to_i64(*place)).expect("a known rank")).collect()))
}

/// The dims from last to first.
pub fn reverse(shape: Shape) -> Shape {
    let backwards = |dims: &[Dim]| dims.iter().rev().copied().collect::<Shape>();
    let data = shape.data();
    let Some((seq, suffix)) = &data.rest else { return backwards(&data.prefix) };
    let middle = match seq.data() {
        SeqData::App(name, args) if name.as_str() == "reverse" => match &**args {
            [Term::Shape(inner)] => *inner,
            _ => Shape::any(),
        },
        _ => undecided_shape("reverse", &[Term::Shape(seq.shape())]),
    };
    backwards(suffix)
        .append(middle)
        .and_then(|so_far| so_far.append(backwards(&data.prefix)))
        .unwrap_or_else(|| Seq::any().shape())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    fn shape(dims: &[i64]) -> Shape {
        dims.iter().map(|d| Dim::of(*d)).collect()
    }

    fn run(s: Shape, axes: &[i64]) -> Result<Option<Shape>, String> {
        let axes = Axes::Many(axes.iter().map(|axis| Some(*axis)).collect());
        permute(&mut Context::new(&Store::new()), s, &axes).map_err(|failure| failure.message)
    }

    #[test]
    fn orders() {
        let s = shape(&[2, 3, 4]);
        assert_eq!(run(s, &[2, 0, 1]), Ok(Some(shape(&[4, 2, 3]))));
        assert_eq!(run(s, &[-1, 0, 1]), Ok(Some(shape(&[4, 2, 3]))));
        assert_eq!(run(s, &[0, 1]), Err("2 axes for 3 dims".into()));
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
        let swapped = permute(&mut cx, s, &Axes::Many(vec![Some(1), Some(0)])).unwrap().unwrap();
        let known = cx.resolve_shape(s);
        assert_eq!(known.rank(), Some(2));
        assert_eq!(swapped, reverse(known));
    }
}
