//! Axes of a shape.
//!
//! An axis is an int, a tuple of ints or `None` (all); any of them may be unknown. A negative one
//! counts from the end.

use std::fmt::Display;

use conformable_types::{Dim, FreshKind, Shape, Ty, TyKind};

use super::to_i64;
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

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
    /// An int, `?` if nothing is known of it.
    One(Dim),
    /// A tuple.
    Many(Vec<Dim>),
    /// Nothing is known, not even how many there are.
    Unknown,
}

impl Axes {
    pub(super) fn of_ty(ty: Ty) -> Axes {
        let value = |ty: Ty| ty.int_value().unwrap_or_else(Dim::any);
        match ty.kind() {
            TyKind::None => Axes::All,
            TyKind::IntOf(_) | TyKind::LitBool(_) | TyKind::Int | TyKind::Bool | TyKind::Scalar(_) => {
                Axes::One(value(ty))
            }
            TyKind::Array { shape, .. } if shape.rank() == Some(0) => Axes::One(Dim::any()),
            TyKind::Tuple(items) | TyKind::List(items) => Axes::Many(items.iter().map(|item| value(*item)).collect()),
            _ => Axes::Unknown,
        }
    }

    /// Those that were given one by one.
    pub fn values(&self) -> &[Dim] {
        match self {
            Axes::One(axis) => std::slice::from_ref(axis),
            Axes::Many(axes) => axes,
            Axes::All | Axes::Unknown => &[],
        }
    }

    /// How many, where that is known.
    pub fn count(&self) -> Option<usize> {
        match self {
            Axes::One(_) | Axes::Many(_) => Some(self.values().len()),
            Axes::All | Axes::Unknown => None,
        }
    }

    /// That each of them is one of so many places, counted from either end.
    pub(super) fn within(&self, places: Dim) -> impl Iterator<Item = Fact> {
        let known = self.values().iter().filter(|axis| !axis.is_any());
        known.flat_map(move |axis| [Fact::Le(places.negated(), *axis), Fact::Le(axis.plus(1), places)])
    }

    /// The values, if all are known.
    pub fn known(&self) -> Option<Vec<i64>> {
        self.count()?;
        self.values().iter().map(|axis| axis.constant()).collect()
    }
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

/// `an array of 1 dimension`
pub fn array_of(rank: impl Display) -> String {
    let rank = rank.to_string();
    format!("an array of {rank} dimension{}", if rank == "1" { "" } else { "s" })
}

pub fn out_of_range(axis: i64, rank: usize, argument: usize) -> Failure {
    let dims = if rank == 1 { "1 dim".to_owned() } else { format!("{rank} dims") };
    let message = format!("axis {axis} is out of range for {dims}");
    Failure::new(FailureKind::AxisOutOfRange, message, vec![Part::whole(0), Part::whole(argument)])
}

/// Unknown axes must be among so many places, also where it doesn't matter which of them they are.
///
/// # Errors
/// If one cannot be.
pub(super) fn require_within(cx: &mut Context, axes: &Axes, places: Dim) -> Result<(), Failure> {
    let open = Axes::Many(axes.values().iter().copied().filter(|axis| axis.constant().is_none()).collect());
    for fact in open.within(places) {
        cx.require(fact, || {
            let message = format!("an axis is out of range for {}", array_of(format!("{places:?}")));
            Failure::new(FailureKind::AxisOutOfRange, message, vec![Part::whole(0), Part::whole(1)])
        })?;
    }
    Ok(())
}

/// The known axes must be in range whatever the rank is, if it can be no more than known.
///
/// # Errors
/// If the shape has too few dims.
pub fn require_rank(
    cx: &mut Context,
    shape: Shape,
    least: usize,
    failure: impl FnOnce() -> Failure,
) -> Result<(), Failure> {
    if shape.min_rank() >= least {
        return Ok(());
    }
    let rank = shape.rank_dim();
    if rank.is_any() {
        return Ok(());
    }
    cx.require(Fact::Le(Dim::of(to_i64(least)), rank), failure)
}

/// A shape of exactly `rank` dims, which get names where it is not known that it has so many.
///
/// # Errors
/// If it has more or fewer: `differ` is told how many.
pub fn of_rank(
    cx: &mut Context,
    shape: Shape,
    rank: usize,
    differ: impl Fn(String) -> Failure,
) -> Result<Shape, Failure> {
    match shape.rank() {
        Some(own) if own == rank => return Ok(shape),
        Some(own) => return Err(differ(own.to_string())),
        None if shape.min_rank() > rank => return Err(differ(format!("at least {}", shape.min_rank()))),
        None => {}
    }
    let whole: Shape = (0..rank).map(|_| cx.fresh_dim(FreshKind::Unknown)).collect();
    cx.require(Fact::Shape(shape, whole), || differ(format!("{:?}", shape.rank_dim())))?;
    let known = cx.resolve_shape(shape);
    Ok(if known.rank().is_some() { known } else { whole })
}

/// The one size that all dims have: which of them an axis takes doesn't matter.
pub fn one_size(shape: Shape) -> Option<Dim> {
    let (first, rest) = shape.dims()?.split_first()?;
    (!first.is_any() && rest.iter().all(|dim| dim == first)).then_some(*first)
}
