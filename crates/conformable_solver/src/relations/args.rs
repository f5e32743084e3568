//! How relations read their arguments: shapes, packs, axes.
//!
//! An axis is an int, a tuple of ints or `None` (all); any of them may be unknown. A negative one
//! counts from the end.

use conformable_types::{Dim, Shape, Term, Ty, TyKind};

use super::to_i64;
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;

/// How many dims an axis needs, from the end that it counts from.
pub fn reach(axis: i64) -> usize {
    let needed = if axis < 0 { axis.unsigned_abs() } else { axis.unsigned_abs() + 1 };
    usize::try_from(needed).unwrap_or(usize::MAX)
}

/// The axes an operation is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Axes {
    /// `None`.
    All,
    /// An int: its value if it is known.
    One(Option<i64>),
    /// A tuple.
    Many(Vec<Option<i64>>),
    /// Nothing is known, not even how many there are.
    Unknown,
}

impl Axes {
    pub fn of(cx: &Context, term: &Term) -> Axes {
        match term {
            Term::Dim(dim) => Axes::One(cx.resolve_dim(*dim).constant()),
            Term::Ty(ty) => Axes::of_ty(cx.resolve_ty(*ty)),
            Term::List(items) => Axes::Many(items.iter().map(|item| int(cx, item)).collect()),
            // A tuple of ints, as the text form reads it.
            Term::Shape(shape) => match cx.resolve_shape(*shape).dims() {
                Some(dims) => Axes::Many(dims.iter().map(|dim| dim.constant()).collect()),
                None => Axes::Unknown,
            },
            _ => Axes::Unknown,
        }
    }

    fn of_ty(ty: Ty) -> Axes {
        match ty.kind() {
            TyKind::None => Axes::All,
            TyKind::IntOf(_) | TyKind::LitBool(_) => Axes::One(ty.int_value().and_then(Dim::constant)),
            TyKind::Int | TyKind::Bool | TyKind::Scalar(_) => Axes::One(None),
            TyKind::Array { shape, .. } if shape.rank() == Some(0) => Axes::One(None),
            TyKind::Tuple(items) | TyKind::List(items) => {
                Axes::Many(items.iter().map(|item| item.int_value().and_then(Dim::constant)).collect())
            }
            _ => Axes::Unknown,
        }
    }

    /// How many, where that is known.
    pub fn count(&self) -> Option<usize> {
        match self {
            Axes::One(_) => Some(1),
            Axes::Many(axes) => Some(axes.len()),
            Axes::All | Axes::Unknown => None,
        }
    }

    /// The values, if all are known.
    pub fn known(&self) -> Option<Vec<i64>> {
        match self {
            Axes::One(axis) => Some(vec![(*axis)?]),
            Axes::Many(axes) => axes.iter().copied().collect(),
            Axes::All | Axes::Unknown => None,
        }
    }

    pub fn values(&self) -> Vec<Option<i64>> {
        match self {
            Axes::One(axis) => vec![*axis],
            Axes::Many(axes) => axes.clone(),
            Axes::All | Axes::Unknown => vec![],
        }
    }
}

/// An int of known value.
pub fn int(cx: &Context, term: &Term) -> Option<i64> {
    dim(cx, term).and_then(Dim::constant)
}

/// An int's value as an expression.
pub fn dim(cx: &Context, term: &Term) -> Option<Dim> {
    match term {
        Term::Dim(dim) => Some(cx.resolve_dim(*dim)),
        Term::Ty(ty) => cx.resolve_ty(*ty).int_value(),
        _ => None,
    }
}

pub fn shape(cx: &mut Context, term: Option<&Term>) -> Shape {
    match term {
        Some(Term::Shape(shape)) => cx.resolve_shape(*shape),
        Some(Term::Ty(ty)) => shape_of_ty(cx, *ty),
        Some(Term::List(items)) => {
            let dims: Vec<Dim> = items.iter().map(|item| dim(cx, item).unwrap_or_else(Dim::any)).collect();
            Shape::of(&dims)
        }
        _ => cx.fresh_shape(),
    }
}

fn shape_of_ty(cx: &mut Context, ty: Ty) -> Shape {
    let ty = cx.resolve_ty(ty);
    let size = |ty: Ty| ty.int_value().unwrap_or_else(Dim::any);
    match ty.kind() {
        TyKind::Tuple(items) | TyKind::List(items) => items.iter().map(|item| size(*item)).collect(),
        TyKind::IntOf(_) | TyKind::LitBool(_) | TyKind::Int => Shape::of(&[size(ty)]),
        _ => cx.fresh_shape(),
    }
}

/// The shapes among `args`, packs flattened, each with the argument and the element it came from.
pub fn shapes(cx: &mut Context, args: &[Term]) -> Vec<(Shape, Part)> {
    let mut found = Vec::new();
    for (place, arg) in args.iter().enumerate() {
        match arg {
            Term::List(items) => {
                for (element, item) in items.iter().enumerate() {
                    found.push((shape(cx, Some(item)), Part::whole(place).of_element(element)));
                }
            }
            other => found.push((shape(cx, Some(other)), Part::whole(place))),
        }
    }
    found
}

/// The axis counted from the front.
///
/// # Errors
/// If it is not one of `rank` dims.
pub fn normal_axis(axis: i64, rank: usize, argument: usize) -> Result<usize, Failure> {
    let count = to_i64(rank);
    let place = if axis < 0 { axis + count } else { axis };
    usize::try_from(place).ok().filter(|place| *place < rank).ok_or_else(|| out_of_range(axis, rank, argument))
}

/// All axes counted from the front, in the order given.
///
/// # Errors
/// If one is out of range or two are the same.
pub fn normal_axes(axes: &[i64], rank: usize, argument: usize) -> Result<Vec<usize>, Failure> {
    let mut places: Vec<usize> = Vec::with_capacity(axes.len());
    for &axis in axes {
        let place = normal_axis(axis, rank, argument)?;
        if places.contains(&place) {
            let message = format!("axis {axis} is given twice");
            return Err(Failure::new(FailureKind::RepeatedAxis, message, vec![Part::whole(argument)]));
        }
        places.push(place);
    }
    Ok(places)
}

pub fn out_of_range(axis: i64, rank: usize, argument: usize) -> Failure {
    let dims = if rank == 1 { "1 dim".to_owned() } else { format!("{rank} dims") };
    let message = format!("axis {axis} is out of range for {dims}");
    Failure::new(FailureKind::AxisOutOfRange, message, vec![Part::whole(0), Part::whole(argument)])
}

/// The known axes must be in range whatever the rank is, if it can be no more than known.
///
/// # Errors
/// If the shape has too few dims.
pub fn require_rank(cx: &mut Context, shape: Shape, least: usize, failure: Failure) -> Result<(), Failure> {
    if shape.min_rank() >= least {
        return Ok(());
    }
    let rank = shape.rank_dim();
    if rank.is_any() {
        return Ok(());
    }
    cx.require(crate::store::Fact::Le(Dim::of(to_i64(least)), rank), || failure)
}
