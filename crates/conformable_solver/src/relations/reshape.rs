//! `reshape(S, new)`: the same elements in another shape (numpy.reshape).
//!
//! The products are equal; one size may be -1 (any negative int) and is what remains. It needs
//! that the others' product is not 0 and divides. A size of unknown value makes its dim wait, not
//! the rank.

use conformable_types::shape::MAX_RANK;
use conformable_types::{Dim, FreshKind, Shape, Term, Truth, Ty, TyKind};

use super::params::{FromTerm, Sort};
use super::{Body, Call, Relation};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub(super) static RESHAPE: Relation = Relation { name: "reshape", body: &Body::of(evaluate) };

fn evaluate(cx: &mut Context, call: Call, (shape, new): (Shape, New)) -> Result<Shape, Failure> {
    let new = match new {
        New::Value(new) => return reshape(cx, call, shape, new),
        New::Shape(new) => new,
    };
    let Some(dims) = new.dims() else {
        require_size(cx, shape.size(), new.size(), &format!("{new:?}"))?;
        return Ok(new);
    };
    let size = |dim: &Dim| if cx.store().ask_le(Dim::ZERO, *dim).is_no() { Size::Rest } else { Size::Known(*dim) };
    let sizes: Vec<Size> = dims.iter().map(size).collect();
    reshape_to(cx, call, shape, &sizes)
}

/// The new shape as it is asked for.
pub(super) enum New {
    Shape(Shape),
    /// An int, a tuple, a list of ints, or an array of them.
    Value(Ty),
}

impl FromTerm for New {
    const SORT: Sort = Sort::Shape;

    fn of_term(cx: &mut Context, term: Option<&Term>) -> New {
        match term {
            Some(Term::Shape(shape)) => New::Shape(cx.resolve_shape(*shape)),
            Some(Term::List(items)) => {
                New::Value(Ty::tuple(items.iter().map(|item| Ty::int(Dim::of_term(cx, Some(item))))))
            }
            other => New::Value(Ty::of_term(cx, other)),
        }
    }
}

/// One size of the new shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Size {
    Known(Dim),
    /// -1: what remains.
    Rest,
    /// An int of which not even the sign is known.
    Open,
}

/// The new shape, where `new` is a value.
///
/// # Errors
/// If the number of elements differs, or two sizes are -1.
fn reshape(cx: &mut Context, call: Call, shape: Shape, new: Ty) -> Result<Shape, Failure> {
    let items = match new.kind() {
        TyKind::Tuple(items) | TyKind::List(items) => items.to_vec(),
        TyKind::IntOf(_) | TyKind::Int | TyKind::Scalar(_) => vec![new],
        TyKind::Array { shape, .. } if shape.rank() == Some(0) => vec![new],
        TyKind::Array { shape, .. } => {
            // The array's elements are the sizes: its own size is the rank.
            let rank = shape.at(0).filter(|_| shape.rank() == Some(1)).and_then(Dim::constant);
            match rank.and_then(|rank| usize::try_from(rank).ok()).filter(|rank| *rank <= MAX_RANK) {
                Some(rank) => vec![Ty::new(TyKind::Int); rank],
                None => return Ok(call.shape(cx)),
            }
        }
        _ => return Ok(call.shape(cx)),
    };
    let mut sizes = Vec::with_capacity(items.len());
    for (place, item) in items.into_iter().enumerate() {
        sizes.push(size(cx, item, place)?);
    }
    reshape_to(cx, call, shape, &sizes)
}

fn size(cx: &Context, item: Ty, place: usize) -> Result<Size, Failure> {
    use conformable_types::dtype::DTypeKind;
    let wrong = || {
        let message = format!("a size is an int, not {item}");
        Err(Failure::new(FailureKind::NotAnInteger, message, vec![Part::whole(1).of_element(place)]))
    };
    match item.kind() {
        TyKind::IntOf(value) => Ok(match cx.store().ask_le(Dim::ZERO, *value) {
            Truth::Yes => Size::Known(*value),
            Truth::No => Size::Rest,
            Truth::Unknown => Size::Open,
        }),
        TyKind::Float | TyKind::LitFloat(_) | TyKind::Complex | TyKind::None => wrong(),
        TyKind::Str | TyKind::LitStr(_) | TyKind::Bytes | TyKind::Bool | TyKind::LitBool(_) => wrong(),
        TyKind::Tuple(_) | TyKind::List(_) => wrong(),
        TyKind::Scalar(elem)
            if elem.dtype().is_some_and(|d| !matches!(d.kind(), DTypeKind::Signed | DTypeKind::Unsigned)) =>
        {
            wrong()
        }
        _ => Ok(Size::Open),
    }
}

fn reshape_to(cx: &mut Context, call: Call, shape: Shape, sizes: &[Size]) -> Result<Shape, Failure> {
    let rests = sizes.iter().filter(|size| **size == Size::Rest).count();
    if rests > 1 {
        let message = "only one size may be -1".to_owned();
        return Err(Failure::new(FailureKind::Reshape, message, vec![Part::whole(1)]));
    }
    let open = sizes.iter().filter(|size| **size == Size::Open).count();
    let known = Dim::product(sizes.iter().filter_map(|size| match size {
        Size::Known(dim) => Some(*dim),
        _ => None,
    }));
    let text = written(sizes, call.args);
    let whole = shape.size();
    // A single open size is what remains too, whether it is -1 or right, unless all is empty.
    let one_open = open == 1 && rests == 0 && cx.store().ask_eq(known, Dim::ZERO).is_no();
    let rest = if (rests == 1 && open == 0) || one_open {
        Some(remaining(cx, shape, sizes, whole, known, &text)?)
    } else {
        if rests == 0 && open == 0 {
            require_size(cx, whole, known, &text)?;
        }
        None
    };
    let mut dims = Vec::with_capacity(sizes.len());
    for (place, size) in sizes.iter().enumerate() {
        dims.push(match (size, rest) {
            (Size::Known(dim), _) => *dim,
            (Size::Open, Some(rest)) => rest,
            (Size::Rest, Some(rest)) => rest,
            _ => call.dim_at(cx, place),
        });
    }
    Ok(Shape::of(&dims))
}

/// As it was given, where that is known.
fn written(sizes: &[Size], own: &[Term]) -> String {
    let given = if let Some(Term::Ty(new)) = own.get(1) { new.items() } else { None };
    let items: Vec<String> = match given.filter(|items| items.len() == sizes.len()) {
        Some(items) => items.iter().map(|i| i.int_value().map_or("?".into(), |v| format!("{v:?}"))).collect(),
        None => sizes
            .iter()
            .map(|size| match size {
                Size::Known(dim) => format!("{dim:?}"),
                Size::Rest => "-1".into(),
                Size::Open => "?".into(),
            })
            .collect(),
    };
    format!("({}{})", items.join(", "), if items.len() == 1 { "," } else { "" })
}

fn cannot(whole: Dim, text: &str, why: String) -> Failure {
    let elements = if whole.constant() == Some(1) { "1 element".to_owned() } else { format!("{whole:?} elements") };
    let message = format!("cannot reshape {elements} into {text}{why}");
    Failure::new(FailureKind::Reshape, message, vec![Part::whole(1), Part::whole(0)])
}

/// No size is left open: the products are equal.
fn require_size(cx: &mut Context, whole: Dim, known: Dim, text: &str) -> Result<(), Failure> {
    if whole.is_any() || known.is_any() {
        return Ok(());
    }
    cx.require(Fact::Eq(whole, known), || cannot(whole, text, format!(", which has {known:?}")))
}

/// What remains for the one size that is not given.
fn remaining(
    cx: &mut Context,
    shape: Shape,
    sizes: &[Size],
    whole: Dim,
    known: Dim,
    text: &str,
) -> Result<Dim, Failure> {
    if known.is_any() || whole.is_any() {
        return Ok(cx.fresh_dim(FreshKind::Unknown));
    }
    let no_rest = || cannot(whole, text, ": with a size of 0 the -1 could be anything".to_owned());
    cx.require(Fact::Le(Dim::ONE, known), no_rest)?;
    let (whole, known) = cancel(cx, shape, sizes, whole, known);
    if let (Some(a), Some(b)) = (whole.constant(), known.constant()) {
        if a % b != 0 {
            return Err(cannot(shape.size(), text, format!(": {b} does not divide {a}")));
        }
        return Ok(Dim::of(a / b));
    }
    let (Some(quotient), Some(rest)) = (whole.floordiv(known), whole.modulo(known)) else {
        return Err(no_rest());
    };
    if rest.is_any() || quotient.is_any() {
        return Ok(cx.fresh_dim(FreshKind::Unknown));
    }
    cx.require(Fact::Eq(rest, Dim::ZERO), || {
        cannot(shape.size(), text, format!(": {known:?} does not divide {whole:?}"))
    })?;
    Ok(cx.resolve_dim(quotient))
}

/// Sizes that stand on both sides cancel: they are not 0, since the product of the given is not.
fn cancel(cx: &Context, shape: Shape, sizes: &[Size], whole: Dim, known: Dim) -> (Dim, Dim) {
    let Some(old) = shape.dims() else { return (whole, known) };
    let mut left: Vec<Dim> = old.iter().map(|dim| cx.resolve_dim(*dim)).collect();
    let mut right: Vec<Dim> = Vec::new();
    for size in sizes {
        let Size::Known(dim) = size else { continue };
        let dim = cx.resolve_dim(*dim);
        match left.iter().position(|other| *other == dim) {
            Some(place) => {
                left.remove(place);
            }
            None => right.push(dim),
        }
    }
    (Dim::product(left), Dim::product(right))
}

#[cfg(test)]
mod tests {
    use conformable_types::Seq;

    use super::*;
    use crate::Store;

    fn new(values: &[i64]) -> Ty {
        Ty::tuple(values.iter().map(|v| Ty::int(*v)))
    }

    fn reshape(cx: &mut Context, shape: Shape, to: Ty) -> Result<Shape, Failure> {
        let Term::Shape(new) = super::super::apply("reshape", cx, &[shape.into(), to.into()]).unwrap()? else {
            panic!("a shape")
        };
        Ok(new)
    }

    fn run(dims: &[Dim], to: Ty) -> Result<Shape, Failure> {
        reshape(&mut Context::new(&Store::new()), Shape::of(dims), to)
    }

    fn shape(dims: &[i64]) -> Shape {
        dims.iter().map(|d| Dim::of(*d)).collect()
    }

    #[test]
    fn constants() {
        let six = [Dim::of(6)];
        assert_eq!(run(&six, new(&[2, -1])), Ok(shape(&[2, 3])));
        assert_eq!(run(&six, new(&[-2, 3])), Ok(shape(&[2, 3])));
        let message = |to: &[i64]| run(&six, new(to)).unwrap_err().message;
        assert_eq!(message(&[4, 2]), "cannot reshape 6 elements into (4, 2), which has 8");
        assert_eq!(message(&[4, -1]), "cannot reshape 6 elements into (4, -1): 4 does not divide 6");
        assert_eq!(message(&[-1, -1]), "only one size may be -1");
        for wrong in [Ty::float(2.0), Ty::none(), Ty::str("2"), Ty::bool(true), Ty::tuple([])] {
            let failure = run(&six, Ty::tuple([wrong, Ty::int(3)])).unwrap_err();
            assert_eq!(failure.kind, FailureKind::NotAnInteger, "{wrong}");
        }
        assert!(run(&[Dim::ZERO], new(&[0, -1])).is_err());
        assert_eq!(run(&[Dim::ZERO], new(&[3, -1])), Ok(shape(&[3, 0])));
        assert_eq!(run(&[Dim::ONE], new(&[])), Ok(shape(&[])));
    }

    #[test]
    fn symbolic_sizes_cancel_or_divide() {
        let (n, m) = (Dim::name("n"), Dim::name("m"));
        let rest = |first: Dim| Ty::tuple([Ty::int(first), Ty::int(-1)]);
        assert_eq!(run(&[n, m, Dim::of(3)], rest(n)), Ok(Shape::of(&[n, m.scaled(3)])));
        assert_eq!(run(&[n.plus(1), m], rest(n.plus(1))), Ok(Shape::of(&[n.plus(1), m])));
        assert_eq!(run(&[n.scaled(4)], rest(Dim::of(2))), Ok(Shape::of(&[Dim::of(2), n.scaled(2)])));
        let half = n.floordiv(Dim::of(2)).unwrap();
        assert_eq!(run(&[n], rest(Dim::of(2))), Ok(Shape::of(&[Dim::of(2), half])));
        assert!(run(&[n.scaled(2).plus(1)], rest(Dim::of(2))).is_err());
        let failure = run(&[n, Dim::of(3)], Ty::tuple([Ty::int(n), Ty::int(4)])).unwrap_err();
        assert_eq!(failure.except.as_deref(), Some("n is 0"));
    }

    #[test]
    fn divisibility_is_told() {
        let n = Dim::name("n");
        let mut cx = Context::new(&Store::new());
        reshape(&mut cx, Shape::of(&[n]), new(&[-1, 2])).unwrap();
        assert_eq!(cx.store().ask_eq(n.modulo(Dim::of(2)).unwrap(), Dim::ZERO), Truth::Yes);
    }

    #[test]
    fn an_open_size_is_what_remains() {
        let k = Dim::fresh(77, FreshKind::Int);
        let to = Ty::tuple([Ty::int(k), Ty::int(2)]);
        assert_eq!(run(&[Dim::of(6)], to), Ok(shape(&[3, 2])));
        let both = run(&[Dim::of(6)], Ty::tuple([Ty::int(k), Ty::new(TyKind::Int)])).unwrap();
        assert_eq!(both.rank(), Some(2));
        let s = Seq::name("s").shape();
        let flat = reshape(&mut Context::new(&Store::new()), s, Ty::int(-1)).unwrap();
        assert_eq!(flat, Shape::of(&[s.size()]));
    }
}
