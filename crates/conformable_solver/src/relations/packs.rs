//! Relations of packs: `same(list)` (one shape, or one dim, that all are), `sum(list)` of dims,
//! `count(list)`.

use conformable_types::{Dim, Shape, Term};

use super::params::{FromTerm, Rest};
use super::{Body, Call, Relation, to_i64};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub(super) static SUM: Relation = Relation {
    name: "sum",
    body: &Body::of(|_, _, Rest(dims): Rest<Dim>| Ok(dims.into_iter().fold(Dim::ZERO, |sum, (dim, _)| sum.plus(dim)))),
};

pub(super) static COUNT: Relation = Relation {
    name: "count",
    body: &Body::of(|_, _, Rest(items): Rest<Term>| {
        // Of a pack that isn't known nobody knows how many it has.
        let is_open =
            |(item, part): &(Term, Part)| part.element.is_none() && matches!(item, Term::Ty(ty) if ty.is_unknown());
        Ok(if items.iter().any(is_open) { Dim::any() } else { Dim::of(to_i64(items.len())) })
    }),
};

pub(super) static SAME: Relation = Relation { name: "same", body: &Body::of(evaluate) };

fn evaluate(cx: &mut Context, _: Call, Rest(items): Rest<Term>) -> Result<Term, Failure> {
    match &*items {
        [(Term::Elem(a), _), (Term::Elem(b), _)] => {
            let (x, y) = (cx.resolve_elem(*a), cx.resolve_elem(*b));
            cx.require(Fact::Elem(*a, *b), || {
                Failure::new(FailureKind::NoLoop, format!("{x:?} and {y:?} differ"), Vec::new())
            })?;
            return Ok(Term::Elem(cx.resolve_elem(*a)));
        }
        // Two that are no pieces of anything.
        [(Term::Shape(a), Part { element: None, .. }), (Term::Shape(b), Part { element: None, .. })] => {
            cx.require(Fact::Shape(*a, *b), || {
                Failure::new(FailureKind::Size, format!("{a:?} and {b:?} differ"), Vec::new())
            })?;
            return Ok(Term::Shape(cx.resolve_shape(*a)));
        }
        _ => {}
    }
    if items.iter().any(|(item, _)| matches!(item, Term::Dim(_))) {
        let dims: Vec<Dim> = items.iter().map(|(item, _)| Dim::of_term(cx, Some(item))).collect();
        return same_dims(cx, &dims).map(Term::Dim);
    }
    let shapes: Vec<(Shape, Part)> =
        items.into_iter().map(|(item, part)| (Shape::of_term(cx, Some(&item)), part)).collect();
    same(cx, &shapes).map(Term::Shape)
}

fn same_dims(cx: &mut Context, dims: &[Dim]) -> Result<Dim, Failure> {
    let Some((&first, rest)) = dims.split_first() else {
        return Err(Failure::new(FailureKind::Size, "there are none", vec![]));
    };
    for (place, &other) in rest.iter().enumerate() {
        cx.require(Fact::Eq(first, other), || {
            let parts = vec![Part::whole(0).of_element(0), Part::whole(0).of_element(place + 1)];
            Failure::new(FailureKind::Size, format!("{first:?} and {other:?} differ"), parts)
        })?;
    }
    Ok(cx.resolve_dim(first))
}

/// The one shape that all are.
///
/// # Errors
/// If there are none, or two differ: the failure names both, and the first axis along which.
pub(super) fn same(cx: &mut Context, shapes: &[(Shape, Part)]) -> Result<Shape, Failure> {
    // What has a known rank says most to the others.
    let Some((model, of_model)) = shapes.iter().find(|(shape, _)| shape.rank().is_some()).or(shapes.first()) else {
        return Err(Failure::new(FailureKind::Join, "there is no array to join", vec![Part::whole(0)]));
    };
    for (shape, part) in shapes {
        if part == of_model {
            continue;
        }
        same_pair(cx, (*model, of_model), (*shape, part))?;
    }
    Ok(cx.resolve_shape(*model))
}

fn same_pair(cx: &mut Context, a: (Shape, &Part), b: (Shape, &Part)) -> Result<(), Failure> {
    // The earlier one first.
    let swap = (b.1.argument, b.1.element) < (a.1.argument, a.1.element);
    let (first, second) = if swap { (b, a) } else { (a, b) };
    let numbers = (number(first.1), number(second.1));
    if let (Some(x), Some(y)) = (first.0.dims(), second.0.dims()) {
        if x.len() == y.len() {
            for (axis, (&m, &n)) in x.iter().zip(y).enumerate() {
                cx.require(Fact::Eq(m, n), || {
                    let axis = to_i64(axis);
                    let message =
                        format!("along axis {axis} pieces {} and {} have {m:?} and {n:?}", numbers.0, numbers.1);
                    let at = |part: &Part| Part { axis: Some(axis), ..part.clone() };
                    Failure::new(FailureKind::Join, message, vec![at(first.1), at(second.1)])
                })?;
            }
            return Ok(());
        }
        let message = format!("pieces {} and {} have {} and {} dims", numbers.0, numbers.1, x.len(), y.len());
        return Err(Failure::new(FailureKind::Join, message, vec![first.1.clone(), second.1.clone()]));
    }
    cx.require(Fact::Shape(first.0, second.0), || {
        let message = format!("pieces {} and {} have shapes {:?} and {:?}", numbers.0, numbers.1, first.0, second.0);
        Failure::new(FailureKind::Join, message, vec![first.1.clone(), second.1.clone()])
    })
}

pub(super) fn number(part: &Part) -> usize {
    part.element.unwrap_or(part.argument)
}

#[cfg(test)]
mod tests {
    use super::super::run;
    use super::*;

    #[test]
    fn names_the_two_that_differ() {
        let list = |shapes: &[&[i64]]| {
            Term::List(shapes.iter().map(|s| Term::Shape(s.iter().map(|d| Dim::of(*d)).collect())).collect())
        };
        let failure = run("same", &[list(&[&[2, 3], &[2, 3], &[2, 4]])]).unwrap_err();
        assert_eq!(failure.message, "along axis 1 pieces 0 and 2 have 3 and 4");
        assert_eq!(failure.parts[1], Part { argument: 0, element: Some(2), axis: Some(1) });
        let failure = run("same", &[list(&[&[2], &[2, 3]])]).unwrap_err();
        assert_eq!(failure.message, "pieces 0 and 1 have 1 and 2 dims");
        assert!(run("same", &[list(&[])]).is_err());
    }
}
