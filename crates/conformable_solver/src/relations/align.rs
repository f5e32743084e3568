//! `align(S, R, op, unit)`: dims paired from the right, the shorter shape filled with `unit`, and
//! each pair combined: `'mul'` (numpy.tile, numpy.kron), `'add'` (numpy.pad), `'max'`, `'min'`.

use conformable_types::{Dim, Shape, Term, Ty};

use super::measure::leading;
use super::params::{Vocabulary, Word};
use super::{Body, Call, Relation, to_i64};
use crate::context::Context;
use crate::store::Fact;

pub(super) static ALIGN: Relation = Relation {
    name: "align",
    body: &Body {
        evaluate: |cx, call, (a, b, Word(op), unit): (Shape, Shape, Word<Combine>, Option<Dim>)| {
            Ok(match (op, unit.filter(|unit| !unit.is_any())) {
                (Some(op), Some(unit)) => align(cx, call, [a, b], op, unit),
                _ => call.shape(cx),
            })
        },
        // Neither has more dims than the result.
        ranks: |(a, b, ..), result| [a, b].map(|shape| Fact::Le(shape.rank_dim(), result.rank_dim())).into(),
    },
};

/// How the sizes of a pair are combined.
#[derive(Clone, Copy)]
pub(super) struct Combine(fn(Dim, Dim) -> Dim);

impl Vocabulary for Combine {
    const NOUN: &'static str = "'mul', 'add', 'max' or 'min'";

    fn named(name: &str) -> Option<Combine> {
        Some(Combine(match name {
            "mul" => Dim::times,
            "add" => |a, b| a.plus(b),
            "max" => |a, b| Dim::max([a, b]),
            "min" => |a, b| Dim::min([a, b]),
            _ => return None,
        }))
    }
}

/// The shape of the pairs.
fn align(cx: &mut Context, call: Call, [a, b]: [Shape; 2], Combine(combine): Combine, unit: Dim) -> Shape {
    let known = |shape: Shape| match shape.rank() {
        Some(_) => usize::MAX,
        None => shape.suffix().len(),
    };
    let places = known(a).min(known(b)).min(a.min_rank().max(b.min_rank()));
    let mut dims: Vec<Dim> = (1..=places)
        .map(|place| {
            let at = |shape: Shape| shape.at(-to_i64(place)).unwrap_or(unit);
            combine(at(a), at(b))
        })
        .collect();
    dims.reverse();
    let back = Shape::of(&dims);
    if a.rank().is_some() && b.rank().is_some() {
        return back;
    }
    let rest = |shape: Shape| leading(shape, places).unwrap_or_else(|_| Shape::scalar());
    let (x, y) = (rest(a), rest(b));
    let front = if y == Shape::scalar() && combine(Dim::name("x"), unit) == Dim::name("x") {
        x
    } else if x == Shape::scalar() && combine(unit, Dim::name("x")) == Dim::name("x") {
        y
    } else {
        call.of(&[Term::Shape(x), Term::Shape(y), call.args[2].clone(), Term::Ty(Ty::int(unit))]).shape(cx)
    };
    front.append(back).expect("one sequence")
}

#[cfg(test)]
mod tests {
    use conformable_types::Seq;

    use super::super::run;
    use super::*;

    #[test]
    fn from_the_right() {
        let shape = |dims: &[i64]| dims.iter().map(|d| Dim::of(*d)).collect::<Shape>();
        let align = |a: Shape, b: Shape, op, unit: i64| {
            run("align", &[a.into(), b.into(), Ty::str(op).into(), Dim::of(unit).into()]).unwrap()
        };
        assert_eq!(align(shape(&[2, 3]), shape(&[4]), "mul", 1), shape(&[2, 12]).into());
        assert_eq!(align(shape(&[3]), shape(&[1, 4]), "add", 0), shape(&[1, 7]).into());
        let s = shape(&[2]).append(Seq::name("s").shape()).unwrap().append(shape(&[3])).unwrap();
        let Term::Shape(tiled) = align(s, shape(&[5]), "mul", 1) else { panic!("a shape") };
        assert_eq!((tiled.at(0), tiled.at(-1)), (Some(Dim::of(2)), Some(Dim::of(15))));
        let Term::Shape(twice) = align(s, shape(&[5, 6]), "mul", 1) else { panic!("a shape") };
        assert_eq!((twice.at(-1), twice.rank()), (Some(Dim::of(18)), None));
    }
}
