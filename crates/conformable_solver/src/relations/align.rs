//! `align(S, R, op, unit)`: dims paired from the right, the shorter shape filled with `unit`, and
//! each pair combined: `'mul'` (numpy.tile, numpy.kron), `'add'` (numpy.pad), `'max'`, `'min'`.

use conformable_types::{Dim, Shape, Term};

use super::measure::leading;
use super::{Relation, args, to_i64};
use crate::cause::Failure;
use crate::context::Context;

pub static ALIGN: Relation = Relation { name: "align", arity: 3..=4, axes: false, evaluate };

/// How the sizes of a pair are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    Mul,
    Add,
    Max,
    Min,
}

impl Combine {
    pub fn named(name: &str) -> Option<Combine> {
        Some(match name {
            "mul" => Combine::Mul,
            "add" => Combine::Add,
            "max" => Combine::Max,
            "min" => Combine::Min,
            _ => return None,
        })
    }

    fn of(self, a: Dim, b: Dim) -> Dim {
        match self {
            Combine::Mul => a.times(b),
            Combine::Add => a.plus(b),
            Combine::Max => Dim::max([a, b]),
            Combine::Min => Dim::min([a, b]),
        }
    }
}

fn evaluate(cx: &mut Context, given: &[Term]) -> Result<Term, Failure> {
    let (a, b) = (args::shape(cx, given.first()), args::shape(cx, given.get(1)));
    let op = match given.get(2) {
        Some(Term::Ty(op)) => op.str_value().and_then(Combine::named),
        _ => None,
    };
    let unit = given.get(3).and_then(|unit| args::dim(cx, unit));
    match (op, unit) {
        (Some(op), Some(unit)) => Ok(Term::Shape(align(cx, a, b, op, unit))),
        _ => Ok(Term::Shape(cx.open_shape("align", given))),
    }
}

/// The shape of the pairs.
pub fn align(cx: &mut Context, a: Shape, b: Shape, op: Combine, unit: Dim) -> Shape {
    let known = |shape: Shape| match shape.rank() {
        Some(_) => usize::MAX,
        None => shape.suffix().len(),
    };
    let (a, b) = (cx.resolve_shape(a), cx.resolve_shape(b));
    let places = known(a).min(known(b)).min(a.min_rank().max(b.min_rank()));
    let mut dims: Vec<Dim> = (1..=places)
        .map(|place| {
            let at = |shape: Shape| shape.at(-to_i64(place)).unwrap_or(unit);
            op.of(at(a), at(b))
        })
        .collect();
    dims.reverse();
    let back = Shape::of(&dims);
    if a.rank().is_some() && b.rank().is_some() {
        return back;
    }
    let rest = |shape: Shape| leading(shape, places).unwrap_or_else(|_| Shape::scalar());
    let name = match op {
        Combine::Mul => "mul",
        Combine::Add => "add",
        Combine::Max => "max",
        Combine::Min => "min",
    };
    let (x, y) = (rest(a), rest(b));
    let front = if y == Shape::scalar() && op.of(Dim::name("x"), unit) == Dim::name("x") {
        x
    } else if x == Shape::scalar() && op.of(unit, Dim::name("x")) == Dim::name("x") {
        y
    } else {
        let terms = [
            Term::Shape(x),
            Term::Shape(y),
            Term::Ty(conformable_types::Ty::str(name)),
            Term::Ty(conformable_types::Ty::int(unit)),
        ];
        cx.open_shape("align", &terms)
    };
    front.append(back).expect("one sequence")
}

#[cfg(test)]
mod tests {
    use conformable_types::Seq;

    use super::*;
    use crate::Store;

    #[test]
    fn from_the_right() {
        let mut cx = Context::new(&Store::new());
        let shape = |dims: &[i64]| dims.iter().map(|d| Dim::of(*d)).collect::<Shape>();
        assert_eq!(align(&mut cx, shape(&[2, 3]), shape(&[4]), Combine::Mul, Dim::ONE), shape(&[2, 12]));
        assert_eq!(align(&mut cx, shape(&[3]), shape(&[1, 4]), Combine::Add, Dim::ZERO), shape(&[1, 7]));
        let s = shape(&[2]).append(Seq::name("s").shape()).unwrap().append(shape(&[3])).unwrap();
        let tiled = align(&mut cx, s, shape(&[5]), Combine::Mul, Dim::ONE);
        assert_eq!((tiled.at(0), tiled.at(-1)), (Some(Dim::of(2)), Some(Dim::of(15))));
        let twice = align(&mut cx, s, shape(&[5, 6]), Combine::Mul, Dim::ONE);
        assert_eq!((twice.at(-1), twice.rank()), (Some(Dim::of(18)), None));
    }
}
