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
use conformable_types::{Dim, Shape, Term, Ty};

use super::args::{self, Axes};
use super::measure::append;
use super::{Relation, pick, to_i64};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;

pub static EDIT: Relation = Relation { name: "edit", arity: 3..=4, axes: true, evaluate };

/// What happens to the dims at the axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    Remove,
    Replace(Shape),
    Insert(Shape),
}

impl Edit {
    fn put_in(self) -> Shape {
        match self {
            Edit::Remove => Shape::scalar(),
            Edit::Replace(what) | Edit::Insert(what) => what,
        }
    }

    fn inserts(self) -> bool {
        matches!(self, Edit::Insert(_))
    }
}

fn evaluate(cx: &mut Context, given: &[Term]) -> Result<Term, Failure> {
    let shape = args::shape(cx, given.first());
    let axes = given.get(1).map_or(Axes::Unknown, |axes| Axes::of(cx, axes));
    let op = match given.get(2) {
        Some(Term::Ty(op)) => op.str_value(),
        _ => None,
    };
    let what = |cx: &mut Context| match given.get(3) {
        Some(Term::Dim(dim)) => Shape::of(&[cx.resolve_dim(*dim)]),
        other => args::shape(cx, other),
    };
    let op = match op {
        Some("remove") => Edit::Remove,
        Some("replace") => Edit::Replace(what(cx)),
        Some("insert") => Edit::Insert(what(cx)),
        _ => return Ok(Term::Shape(cx.open_shape("edit", given))),
    };
    // One more argument asks for one dim of the result alone.
    let own = &given[..given.len().min(if op == Edit::Remove { 3 } else { 4 })];
    let axes_term = given.get(1).cloned().unwrap_or(Term::Ty(Ty::unknown()));
    let result = edit_as(cx, shape, &axes, op, &axes_term)?;
    match given.get(own.len()) {
        Some(place) => Ok(Term::Dim(pick(cx, "edit", own, result, place))),
        None => Ok(Term::Shape(result)),
    }
}

/// The edited shape.
///
/// # Errors
/// If an axis is out of range or given twice.
pub fn edit(cx: &mut Context, shape: Shape, axes: &Axes, op: Edit) -> Result<Shape, Failure> {
    let ints = |axes: &[Option<i64>]| -> Vec<Ty> {
        axes.iter().map(|axis| axis.map_or(Ty::new(conformable_types::TyKind::Int), Ty::int)).collect()
    };
    let term = match axes {
        Axes::All => Ty::none(),
        Axes::One(axis) => ints(&[*axis])[0],
        Axes::Many(axes) => Ty::tuple(ints(axes)),
        Axes::Unknown => Ty::unknown(),
    };
    let shape = cx.resolve_shape(shape);
    edit_as(cx, shape, axes, op, &Term::Ty(term))
}

fn edit_as(cx: &mut Context, shape: Shape, axes: &Axes, op: Edit, axes_term: &Term) -> Result<Shape, Failure> {
    if *axes == Axes::All {
        return all(cx, shape, op, axes_term);
    }
    match (axes.known(), shape.rank()) {
        (Some(axes), Some(rank)) => {
            let places = places(&axes, rank, op)?;
            Ok(at_places(shape, &places, op))
        }
        (Some(axes), None) => of_unknown_rank(cx, shape, &axes, op, axes_term),
        (None, _) => unknown_axes(cx, shape, axes, op, axes_term),
    }
}

fn all(cx: &mut Context, shape: Shape, op: Edit, axes_term: &Term) -> Result<Shape, Failure> {
    match (op, shape.rank()) {
        (Edit::Remove, _) => Ok(Shape::scalar()),
        (Edit::Replace(what), Some(rank)) => Ok((0..rank).fold(Shape::scalar(), |so_far, _| append(so_far, what))),
        (Edit::Replace(_), None) => Ok(open(cx, shape, op, axes_term)),
        (Edit::Insert(_), _) => {
            Err(Failure::new(FailureKind::Arguments, "an axis is needed, not None", vec![Part::whole(1)]))
        }
    }
}

/// Places in the shape, for insert in the result (where what is inserted counts as one dim).
fn places(axes: &[i64], rank: usize, op: Edit) -> Result<Vec<usize>, Failure> {
    args::normal_axes(axes, if op.inserts() { rank + axes.len() } else { rank }, 1)
}

fn at_places(shape: Shape, places: &[usize], op: Edit) -> Shape {
    let dims = shape.dims().expect("a known rank");
    let mut result = Shape::scalar();
    if op.inserts() {
        let mut rest = dims.iter();
        for place in 0..dims.len() + places.len() {
            if places.contains(&place) {
                result = append(result, op.put_in());
            } else if let Some(dim) = rest.next() {
                result = append(result, Shape::of(&[*dim]));
            }
        }
        return result;
    }
    for (place, dim) in dims.iter().enumerate() {
        let next = if places.contains(&place) { op.put_in() } else { Shape::of(&[*dim]) };
        result = append(result, next);
    }
    result
}

fn of_unknown_rank(cx: &mut Context, shape: Shape, axes: &[i64], op: Edit, axes_term: &Term) -> Result<Shape, Failure> {
    // How many dims an axis needs in front of the sequence, or after it.
    let extra = if op.inserts() { axes.len() } else { 0 };
    let most = axes.iter().map(|axis| args::reach(*axis)).max().unwrap_or(0);
    if most > MAX_RANK {
        return Err(args::out_of_range(axes[0], shape.min_rank(), 1));
    }
    let least = most.saturating_sub(extra);
    let worst = axes.iter().copied().find(|axis| args::reach(*axis) == most).unwrap_or(0);
    args::require_rank(cx, shape, least, args::out_of_range(worst, shape.min_rank(), 1))?;
    if let [first, rest @ ..] = axes
        && rest.contains(first)
    {
        places(&[*first, *first], most, op)?;
    }
    let front = axes.iter().all(|axis| *axis >= 0);
    if !front && axes.iter().any(|axis| *axis >= 0) {
        return Ok(open(cx, shape, op, axes_term));
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
        let open = open(cx, rest, op, axes_term);
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

fn unknown_axes(cx: &mut Context, shape: Shape, axes: &Axes, op: Edit, axes_term: &Term) -> Result<Shape, Failure> {
    let Some(count) = axes.count() else { return Ok(open(cx, shape, op, axes_term)) };
    if !op.inserts() {
        let message = format!("there are fewer dims than {count} axes");
        let failure = Failure::new(FailureKind::AxisOutOfRange, message, vec![Part::whole(0), Part::whole(1)]);
        args::require_rank(cx, shape, count, failure)?;
    }
    let (Some(rank), Some(one)) = (shape.rank(), op.put_in().rank()) else {
        return Ok(open(cx, shape, op, axes_term));
    };
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
        let own = terms(shape, op, axes_term);
        let mut dims = Vec::new();
        for place in 0..result_rank {
            let here: Vec<Dim> = results.iter().filter_map(|result| result.at(to_i64(place))).collect();
            let agreed = here.first().filter(|dim| !dim.is_any() && here.iter().all(|other| other == *dim));
            dims.push(match agreed {
                Some(dim) => *dim,
                None => {
                    let mut with_place = own.clone();
                    with_place.push(Term::Ty(Ty::int(to_i64(place))));
                    cx.open_dim("edit", &with_place)
                }
            });
        }
        return Ok(Shape::of(&dims));
    }
    Ok(cx.open_dims("edit", &terms(shape, op, axes_term), result_rank))
}

fn terms(shape: Shape, op: Edit, axes: &Term) -> Vec<Term> {
    let name = match op {
        Edit::Remove => "remove",
        Edit::Replace(_) => "replace",
        Edit::Insert(_) => "insert",
    };
    let mut terms = vec![Term::Shape(shape), axes.clone(), Term::Ty(Ty::str(name))];
    if op != Edit::Remove {
        terms.push(Term::Shape(op.put_in()));
    }
    terms
}

fn open(cx: &mut Context, shape: Shape, op: Edit, axes: &Term) -> Shape {
    cx.open_shape("edit", &terms(shape, op, axes))
}

#[cfg(test)]
mod tests {
    use conformable_types::Seq;

    use super::*;
    use crate::{Fact, Store};

    fn shape(dims: &[i64]) -> Shape {
        dims.iter().map(|d| Dim::of(*d)).collect()
    }

    fn run(s: Shape, axes: &[i64], op: Edit) -> Result<Shape, String> {
        let axes = match axes {
            [one] => Axes::One(Some(*one)),
            many => Axes::Many(many.iter().map(|axis| Some(*axis)).collect()),
        };
        edit(&mut Context::new(&Store::new()), s, &axes, op).map_err(|failure| failure.message)
    }

    #[test]
    fn known_ranks() {
        let s = shape(&[2, 3, 4]);
        assert_eq!(run(s, &[0], Edit::Remove), Ok(shape(&[3, 4])));
        assert_eq!(run(s, &[-1, 0], Edit::Remove), Ok(shape(&[3])));
        assert_eq!(run(s, &[1], Edit::Replace(shape(&[7, 8]))), Ok(shape(&[2, 7, 8, 4])));
        assert_eq!(run(s, &[-1], Edit::Insert(shape(&[1]))), Ok(shape(&[2, 3, 4, 1])));
        assert_eq!(run(s, &[0, -1], Edit::Insert(shape(&[1]))), Ok(shape(&[1, 2, 3, 4, 1])));
        assert_eq!(run(s, &[3], Edit::Remove), Err("axis 3 is out of range for 3 dims".into()));
        assert_eq!(run(s, &[1, -2], Edit::Remove), Err("axis -2 is given twice".into()));
    }

    #[test]
    fn unknown_ranks_keep_what_can_be_said() {
        let s = Seq::name("s").shape();
        let with = |front: &[i64], back: &[i64]| shape(front).append(s).unwrap().append(shape(back)).unwrap();
        assert_eq!(run(with(&[2], &[]), &[0], Edit::Remove), Ok(s));
        assert_eq!(run(with(&[], &[3]), &[-1], Edit::Remove), Ok(s));
        assert_eq!(run(with(&[], &[3]), &[0], Edit::Insert(shape(&[1]))), Ok(with(&[1], &[3])));
        let mut cx = Context::new(&Store::new());
        let reduced = edit(&mut cx, s, &Axes::One(Some(0)), Edit::Remove).unwrap();
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
        let reduced = edit(&mut cx, s, &Axes::One(Some(1)), Edit::Remove).unwrap();
        assert_eq!((cx.store().resolve_shape(s).rank(), reduced.rank()), (Some(2), Some(1)));
    }

    #[test]
    fn an_unknown_axis_leaves_the_rank() {
        let mut cx = Context::new(&Store::new());
        let axis = Dim::fresh(900, conformable_types::FreshKind::Int);
        let args = [Term::Shape(shape(&[2, 2, 3])), Term::Ty(Ty::int(axis)), Term::Ty(Ty::str("remove"))];
        let Term::Shape(result) = evaluate(&mut cx, &args).unwrap() else { panic!("a shape") };
        assert_eq!(result.at(0), Some(Dim::of(2)));
        assert_eq!(result.rank(), Some(2));
        let mut store = cx.into_store();
        store.tell(&Fact::Eq(axis, Dim::of(2))).unwrap();
        assert_eq!(store.resolve_shape(result), shape(&[2, 2]));
        assert!(
            evaluate(&mut Context::new(&Store::new()), &[Term::Shape(shape(&[])), args[1].clone(), args[2].clone()])
                .is_err()
        );
    }
}
