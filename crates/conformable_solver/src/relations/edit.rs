//! `edit(S, axes, op, what)`: the shape with the dims at `axes` removed, replaced, or with dims
//! inserted there.
//!
//! | `op` | `what` | in NumPy |
//! |---|---|---|
//! | `'remove'` | | a reduction; `numpy.squeeze` with an axis |
//! | `'replace'` | a dim | a reduction with `keepdims`, `numpy.repeat` with an axis |
//! | `'replace'` | a shape | `numpy.take` |
//! | `'insert'` | a dim or a shape | `numpy.expand_dims`, `numpy.stack` |
//!
//! `axes` is an int, a tuple (all at once, against one rank; duplicates are refused) or `None`
//! (all; not for insert). Negative ones count from the rank, for insert from the result's rank,
//! where a shape that is inserted counts as one. (NumPy, `normalize_axis_tuple`.)

use conformable_types::shape::MAX_RANK;
use conformable_types::{Dim, Shape, Term};

use super::axes::{self, Axes};
use super::measure::append;
use super::params::{Argument, Param, TermReader, Vocabulary, Word};
use super::{Body, Call, Relation, to_i64};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub(super) static EDIT: Relation = Relation {
    name: "edit",
    body: &Body {
        evaluate: |cx, call, (shape, axes, op): (Shape, Axes, Option<Edit>)| {
            let Some(op) = op else { return Ok(call.shape(cx)) };
            if axes == Axes::All {
                return all(cx, call, shape, op);
            }
            match (axes.known(), shape.rank()) {
                (Some(axes), Some(rank)) => Ok(at_places(shape, &places(&axes, rank, op)?, op)),
                (Some(axes), None) => of_unknown_rank(cx, call, shape, &axes, op),
                (None, _) => unknown_axes(cx, call, shape, &axes, op),
            }
        },
        ranks,
    },
};

/// So many dims fewer or more as there are axes, which are within them.
fn ranks((shape, axes, op): (Shape, Axes, Option<Edit>), result: Shape) -> Vec<Fact> {
    let (rank, whole) = (shape.rank_dim(), result.rank_dim());
    let Some((op, put_in)) = op.and_then(|op| Some((op, to_i64(op.what.rank()?)))) else { return Vec::new() };
    let Some(count) = axes.count().map(to_i64) else {
        let all = axes == Axes::All && op.op == EditOp::Replace;
        return all.then(|| Fact::Eq(rank.scaled(put_in), whole)).into_iter().collect();
    };
    let removed = if op.inserts() { 0 } else { count };
    let mut facts = vec![Fact::Eq(rank.minus(removed).plus(count * put_in), whole)];
    let places = if op.inserts() { rank.plus(count) } else { rank };
    facts.extend(axes.within(places));
    facts
}

/// What happens to the dims at the axes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EditOp {
    Remove,
    Replace,
    Insert,
}

impl Vocabulary for EditOp {
    const NOUN: &'static str = "'remove', 'replace' or 'insert'";

    fn named(name: &str) -> Option<EditOp> {
        Some(match name {
            "remove" => EditOp::Remove,
            "replace" => EditOp::Replace,
            "insert" => EditOp::Insert,
            _ => return None,
        })
    }
}

/// An operation and what it puts in, for each axis.
#[derive(Clone, Copy)]
pub(super) struct Edit {
    op: EditOp,
    what: Shape,
}

impl Argument for Option<Edit> {
    const PARAMS: &'static [Param] = &[<Word<EditOp> as Argument>::PARAMS[0], <Option<Shape> as Argument>::PARAMS[0]];

    fn read(cx: &mut Context, given: &mut TermReader) -> Option<Edit> {
        let op = Word::read(cx, given).0?;
        Some(Edit { op, what: if op == EditOp::Remove { Shape::scalar() } else { Argument::read(cx, given) } })
    }
}

impl Edit {
    fn inserts(self) -> bool {
        self.op == EditOp::Insert
    }
}

fn all(cx: &mut Context, call: Call, shape: Shape, op: Edit) -> Result<Shape, Failure> {
    match (op.op, shape.rank()) {
        (EditOp::Remove, _) => Ok(Shape::scalar()),
        (EditOp::Replace, Some(rank)) => Ok((0..rank).fold(Shape::scalar(), |so_far, _| append(so_far, op.what))),
        (EditOp::Replace, None) => Ok(open(cx, call, shape, op)),
        (EditOp::Insert, _) => {
            Err(Failure::new(FailureKind::Arguments, "an axis is needed, not None", vec![Part::whole(1)]))
        }
    }
}

/// Places in the shape, for insert in the result (where what is inserted counts as one dim).
fn places(axes: &[i64], rank: usize, op: Edit) -> Result<Vec<usize>, Failure> {
    axes::normal_axes(axes, if op.inserts() { rank + axes.len() } else { rank }, 1)
}

fn at_places(shape: Shape, places: &[usize], op: Edit) -> Shape {
    let dims = shape.dims().expect("a known rank");
    let mut result = Shape::scalar();
    if op.inserts() {
        let mut rest = dims.iter();
        for place in 0..dims.len() + places.len() {
            if places.contains(&place) {
                result = append(result, op.what);
            } else if let Some(dim) = rest.next() {
                result = append(result, Shape::of(&[*dim]));
            }
        }
        return result;
    }
    for (place, dim) in dims.iter().enumerate() {
        let next = if places.contains(&place) { op.what } else { Shape::of(&[*dim]) };
        result = append(result, next);
    }
    result
}

fn of_unknown_rank(cx: &mut Context, call: Call, shape: Shape, axes: &[i64], op: Edit) -> Result<Shape, Failure> {
    // How many dims an axis needs in front of the sequence, or after it.
    let extra = if op.inserts() { axes.len() } else { 0 };
    let most = axes.iter().map(|axis| axes::reach(*axis)).max().unwrap_or(0);
    if most > MAX_RANK {
        return Err(axes::out_of_range(axes[0], shape.min_rank(), 1));
    }
    let least = most.saturating_sub(extra);
    let worst = axes.iter().copied().find(|axis| axes::reach(*axis) == most).unwrap_or(0);
    axes::require_rank(cx, shape, least, || axes::out_of_range(worst, shape.min_rank(), 1))?;
    if let [first, rest @ ..] = axes
        && rest.contains(first)
    {
        places(&[*first, *first], most, op)?;
    }
    let front = axes.iter().all(|axis| *axis >= 0);
    if !front && axes.iter().any(|axis| *axis >= 0) {
        return Ok(open(cx, call, shape, op));
    }
    let shape = if front { cx.reveal(shape, least, 0) } else { cx.reveal(shape, 0, least) };
    let data = shape.data();
    let Some(seq) = shape.seq() else {
        // That it has so many dims was all that the rank waited for.
        let places = places(axes, shape.min_rank(), op)?;
        return Ok(at_places(shape, &places, op));
    };
    let (head, tail) = if front {
        (Shape::of(&data.prefix), Shape::new::<Dim>([], Some((seq, shape.suffix().into()))))
    } else {
        let no_suffix = conformable_types::shape::Dims::new();
        (Shape::of(shape.suffix()), Shape::new(data.prefix.iter().copied(), Some((seq, no_suffix))))
    };
    if head.min_rank() < least {
        // Whichever dims the axes take, those in excess at the other end stay.
        let excess = shape.min_rank().saturating_sub(least);
        let (rest, kept) = split(shape, if front { excess } else { 0 }, if front { 0 } else { excess });
        let open = open(cx, call, rest, op);
        return Ok(if front { append(open, kept) } else { append(kept, open) });
    }
    let places = places(axes, head.min_rank(), op)?;
    let edited = at_places(head, &places, op);
    Ok(if front { append(edited, tail) } else { append(tail, edited) })
}

/// `shape` without so many known dims (as far as there are) at its end or its front, and those.
pub(super) fn split(shape: Shape, at_end: usize, at_front: usize) -> (Shape, Shape) {
    let data = shape.data();
    let Some((seq, suffix)) = &data.rest else { return (shape, Shape::scalar()) };
    let (at_end, at_front) = (at_end.min(suffix.len()), at_front.min(data.prefix.len()));
    let (left, end) = suffix.split_at(suffix.len() - at_end);
    let rest = Shape::new(data.prefix[at_front..].iter().copied(), Some((*seq, left.into())));
    (rest, data.prefix[..at_front].iter().chain(end).copied().collect())
}

fn unknown_axes(cx: &mut Context, call: Call, shape: Shape, axes: &Axes, op: Edit) -> Result<Shape, Failure> {
    let Some(count) = axes.count() else { return Ok(open(cx, call, shape, op)) };
    if !op.inserts() {
        axes::require_rank(cx, shape, count, || {
            let message = format!("there are fewer dims than {count} axes");
            Failure::new(FailureKind::AxisOutOfRange, message, vec![Part::whole(0), Part::whole(1)])
        })?;
    }
    let (Some(rank), Some(one)) = (shape.rank(), op.what.rank()) else {
        return Ok(open(cx, call, shape, op));
    };
    // Whoever does not look at the result asks all the same that there are such dims.
    axes::require_within(cx, axes, Dim::of(to_i64(if op.inserts() { rank + count } else { rank })))?;
    let removed = if op.inserts() { 0 } else { count };
    let result_rank = rank - removed + count * one;
    // What all places that the one axis may have agree on.
    if matches!(axes, Axes::One(_)) {
        let choices = if op.inserts() { rank + 1 } else { rank };
        let results: Vec<Shape> = (0..choices).map(|place| at_places(shape, &[place], op)).collect();
        if let [first, rest @ ..] = &*results {
            let precise = super::is_precise(&Term::Shape(*first));
            if precise && rest.iter().all(|other| other == first) {
                return Ok(*first);
            }
        }
        let own = terms(call, shape, op);
        let mut dims = Vec::new();
        for place in 0..result_rank {
            let here: Vec<Dim> = results.iter().filter_map(|result| result.at(to_i64(place))).collect();
            let agreed = here.first().filter(|dim| !dim.is_any() && here.iter().all(|other| other == *dim));
            dims.push(agreed.copied().unwrap_or_else(|| call.of(&own).dim_at(cx, place)));
        }
        return Ok(Shape::of(&dims));
    }
    Ok(call.of(&terms(call, shape, op)).dims(cx, result_rank))
}

fn terms(call: Call, shape: Shape, op: Edit) -> Vec<Term> {
    let mut terms = vec![Term::Shape(shape), call.args[1].clone(), call.args[2].clone()];
    if op.op != EditOp::Remove {
        terms.push(Term::Shape(op.what));
    }
    terms
}

fn open(cx: &mut Context, call: Call, shape: Shape, op: Edit) -> Shape {
    call.of(&terms(call, shape, op)).shape(cx)
}

#[cfg(test)]
mod tests {
    use conformable_types::{Seq, Ty};

    use super::*;
    use crate::Store;

    const REMOVE: (&str, Option<Shape>) = ("remove", None);

    fn shape(dims: &[i64]) -> Shape {
        dims.iter().map(|d| Dim::of(*d)).collect()
    }

    fn edit(cx: &mut Context, s: Shape, axes: Ty, (op, what): (&str, Option<Shape>)) -> Result<Shape, Failure> {
        let mut given = vec![s.into(), axes.into(), Ty::str(op).into()];
        given.extend(what.map(Term::Shape));
        let Term::Shape(edited) = super::super::apply("edit", cx, &given).unwrap()? else { panic!("a shape") };
        Ok(edited)
    }

    fn run(s: Shape, axes: &[i64], op: (&str, Option<Shape>)) -> Result<Shape, String> {
        let axes = match axes {
            [one] => Ty::int(*one),
            many => Ty::tuple(many.iter().map(|axis| Ty::int(*axis))),
        };
        edit(&mut Context::new(&Store::new()), s, axes, op).map_err(|failure| failure.message)
    }

    #[test]
    fn known_ranks() {
        let s = shape(&[2, 3, 4]);
        assert_eq!(run(s, &[0], REMOVE), Ok(shape(&[3, 4])));
        assert_eq!(run(s, &[-1, 0], REMOVE), Ok(shape(&[3])));
        assert_eq!(run(s, &[1], ("replace", Some(shape(&[7, 8])))), Ok(shape(&[2, 7, 8, 4])));
        assert_eq!(run(s, &[-1], ("insert", Some(shape(&[1])))), Ok(shape(&[2, 3, 4, 1])));
        assert_eq!(run(s, &[0, -1], ("insert", Some(shape(&[1])))), Ok(shape(&[1, 2, 3, 4, 1])));
        assert_eq!(run(s, &[3], REMOVE), Err("axis 3 is out of range for 3 dims".into()));
        assert_eq!(run(s, &[1, -2], REMOVE), Err("axis -2 is given twice".into()));
    }

    #[test]
    fn unknown_ranks_keep_what_can_be_said() {
        let s = Seq::name("s").shape();
        let with = |front: &[i64], back: &[i64]| shape(front).append(s).unwrap().append(shape(back)).unwrap();
        assert_eq!(run(with(&[2], &[]), &[0], REMOVE), Ok(s));
        assert_eq!(run(with(&[], &[3]), &[-1], REMOVE), Ok(s));
        assert_eq!(run(with(&[], &[3]), &[0], ("insert", Some(shape(&[1])))), Ok(with(&[1], &[3])));
        let mut cx = Context::new(&Store::new());
        let reduced = edit(&mut cx, s, Ty::int(0), REMOVE).unwrap();
        assert_eq!(cx.store().resolve_shape(s).min_rank(), 1);
        let mut store = cx.into_store();
        store.tell(&Fact::Shape(s, shape(&[5, 6]))).unwrap();
        assert_eq!(store.resolve_shape(reduced), shape(&[6]));
    }

    #[test]
    fn an_axis_may_be_the_last_that_the_rank_waits_for() {
        let s = Seq::name("s").shape();
        let mut store = Store::new();
        store.tell(&Fact::Le(s.rank_dim(), Dim::of(2))).unwrap();
        let mut cx = Context::new(&store);
        let reduced = edit(&mut cx, s, Ty::int(1), REMOVE).unwrap();
        assert_eq!((cx.store().resolve_shape(s).rank(), reduced.rank()), (Some(2), Some(1)));
    }

    #[test]
    fn an_unknown_axis_leaves_the_rank() {
        let mut cx = Context::new(&Store::new());
        let axis = Dim::fresh(900, conformable_types::FreshKind::Int);
        let args = [Term::Shape(shape(&[2, 2, 3])), Term::Ty(Ty::int(axis)), Term::Ty(Ty::str("remove"))];
        let Term::Shape(result) = super::super::apply("edit", &mut cx, &args).unwrap().unwrap() else {
            panic!("a shape")
        };
        assert_eq!(result.at(0), Some(Dim::of(2)));
        assert_eq!(result.rank(), Some(2));
        let mut store = cx.into_store();
        store.tell(&Fact::Eq(axis, Dim::of(2))).unwrap();
        assert_eq!(store.resolve_shape(result), shape(&[2, 2]));
        assert!(super::super::run("edit", &[Shape::scalar().into(), args[1].clone(), args[2].clone()]).is_err());
    }
}
