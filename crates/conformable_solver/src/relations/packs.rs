//! Relations of packs: `same(list)` (one shape, or one dim, that all are), `sum(list)` of dims,
//! `count(list)`.

use conformable_types::{Dim, Shape, Term};

use super::{Relation, args, to_i64};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub static SAME: Relation = Relation { name: "same", arity: 1..=usize::MAX, axes: false, evaluate: evaluate_same };

pub static SUM: Relation = Relation {
    name: "sum",
    arity: 1..=usize::MAX,
    axes: false,
    evaluate: |cx, given| {
        let mut sum = Dim::ZERO;
        for item in given.iter().flat_map(items) {
            sum = sum.plus(args::dim(cx, item).unwrap_or_else(Dim::any));
        }
        Ok(Term::Dim(sum))
    },
};

pub static COUNT: Relation = Relation {
    name: "count",
    arity: 1..=usize::MAX,
    axes: false,
    evaluate: |_, given| match given {
        [Term::List(items)] => Ok(Term::Dim(Dim::of(to_i64(items.len())))),
        many => Ok(Term::Dim(Dim::of(to_i64(many.len())))),
    },
};

fn items(term: &Term) -> &[Term] {
    match term {
        Term::List(items) => items,
        other => std::slice::from_ref(other),
    }
}

fn evaluate_same(cx: &mut Context, given: &[Term]) -> Result<Term, Failure> {
    match given {
        [Term::Elem(a), Term::Elem(b)] => {
            let (x, y) = (cx.resolve_elem(*a), cx.resolve_elem(*b));
            cx.require(Fact::Elem(*a, *b), || {
                Failure::new(FailureKind::NoLoop, format!("{x:?} and {y:?} differ"), Vec::new())
            })?;
            return Ok(Term::Elem(cx.resolve_elem(*a)));
        }
        // Two that are no pieces of anything.
        [Term::Shape(a), Term::Shape(b)] => {
            cx.require(Fact::Shape(*a, *b), || {
                Failure::new(FailureKind::Size, format!("{a:?} and {b:?} differ"), Vec::new())
            })?;
            return Ok(Term::Shape(cx.resolve_shape(*a)));
        }
        _ => {}
    }
    let all: Vec<&Term> = given.iter().flat_map(items).collect();
    if all.iter().any(|item| matches!(item, Term::Dim(_))) {
        let dims: Vec<Dim> = all.iter().map(|item| args::dim(cx, item).unwrap_or_else(Dim::any)).collect();
        return same_dims(cx, &dims).map(Term::Dim);
    }
    let shapes = args::shapes(cx, given);
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
pub fn same(cx: &mut Context, shapes: &[(Shape, Part)]) -> Result<Shape, Failure> {
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

pub(crate) fn number(part: &Part) -> usize {
    part.element.unwrap_or(part.argument)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[test]
    fn names_the_two_that_differ() {
        let list = |shapes: &[&[i64]]| {
            Term::List(shapes.iter().map(|s| Term::Shape(s.iter().map(|d| Dim::of(*d)).collect())).collect())
        };
        let mut cx = Context::new(&Store::new());
        let failure = evaluate_same(&mut cx, &[list(&[&[2, 3], &[2, 3], &[2, 4]])]).unwrap_err();
        assert_eq!(failure.message, "along axis 1 pieces 0 and 2 have 3 and 4");
        assert_eq!(failure.parts[1], Part { argument: 0, element: Some(2), axis: Some(1) });
        let failure = evaluate_same(&mut cx, &[list(&[&[2], &[2, 3]])]).unwrap_err();
        assert_eq!(failure.message, "pieces 0 and 1 have 1 and 2 dims");
        assert!(evaluate_same(&mut cx, &[list(&[])]).is_err());
    }
}
