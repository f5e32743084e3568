//! The sizes of arrays that a language follows as far as constants and the names of arguments say what they are.

use conformable_types::transform::with_sizes;
use conformable_types::{Atom, AtomData, Dim, Ty, TyKind};

/// An operand, without what no operator depends on: values of ints, sizes that are neither constants nor names.
pub fn plain(exact: Ty) -> Ty {
    with_sizes(exact.without_values(), |(_, size)| if is_plain(size) { size } else { Dim::any() })
}

fn is_plain(size: Dim) -> bool {
    size.constant().is_some() || size.as_atom().is_some_and(is_name)
}

fn is_name(atom: Atom) -> bool {
    matches!(atom.data(), AtomData::Name(_))
}

/// Is it made of constants and names?
fn is_followed(size: Dim) -> bool {
    !size.is_any() && size.atoms().all(is_name)
}

/// A part of an array with the sizes that its slices ask for, where these are counted from names: what a run makes of a
/// bound that is out of range isn't looked at.
pub fn sliced(base: Ty, key: Ty, part: Ty) -> Ty {
    let Some((_, shape)) = base.as_array() else { return part };
    let keys = key.items().unwrap_or(std::slice::from_ref(&key));
    let is_index = |key: &Ty| matches!(key.kind(), TyKind::Slice(_) | TyKind::Int | TyKind::IntOf(_));
    let Some(dims) = shape.dims().filter(|_| keys.iter().all(is_index)) else { return part };
    let asked = dims.iter().enumerate().filter_map(|(axis, size)| match keys.get(axis).map(|key| key.kind()) {
        None => Some(*size),
        Some(TyKind::Slice(bounds)) => Some(asked_for(*size, bounds).unwrap_or(Dim::any())),
        _ => None,
    });
    let asked: Vec<Dim> = asked.collect();
    let is_asked = |place: usize| asked.get(place).filter(|size| is_followed(**size) && size.constant().is_none());
    with_sizes(part, |(place, size)| is_asked(place).copied().unwrap_or(size))
}

/// How many elements a slice asks for, of a dim of this size.
fn asked_for(size: Dim, [lower, upper, step]: &[Ty; 3]) -> Option<Dim> {
    let bound = |bound: &Ty, left_out: Dim| match bound.kind() {
        TyKind::None => Some(left_out),
        TyKind::IntOf(value) if value.constant().is_some_and(|value| value < 0) => Some(size.plus(*value)),
        TyKind::IntOf(value) => Some(*value),
        _ => None,
    };
    let is_step_one = *step == Ty::none() || *step == Ty::int(Dim::ONE);
    is_step_one.then_some(())?;
    Some(bound(upper, size)?.minus(bound(lower, Dim::of(0))?))
}

/// Two sizes that differ by a constant, of arrays that meet element by element: no names make them the same.
pub fn unequal(left: Ty, right: Ty) -> Option<(Dim, Dim)> {
    let dims = |ty: Ty| ty.as_array().and_then(|(_, shape)| shape.dims());
    let pairs = dims(left)?.iter().rev().zip(dims(right)?.iter().rev());
    let differ = |(x, y): &(&Dim, &Dim)| {
        let are_counted = |size: &Dim| is_followed(*size) && size.constant().is_none();
        are_counted(x) && are_counted(y) && x.minus(**y).constant().is_some_and(|difference| difference != 0)
    };
    pairs.into_iter().find(differ).map(|(x, y)| (*x, *y))
}

/// An array of the same rank, of which no size is known but constants.
pub fn of_constant_sizes(exact: Ty) -> Ty {
    with_sizes(exact, |(_, size)| if size.constant().is_some() { size } else { Dim::any() })
}

/// The array with a size of an operand, the first's where it has one, for each that only the run decides: both are
/// that size or one is stretched.
pub fn with_first_sizes(result: Ty, left: Ty, right: Ty) -> Ty {
    let Some(own) = result.as_array().and_then(|(_, shape)| shape.dims()) else { return result };
    if own.iter().all(|size| is_followed(*size)) {
        return result;
    }
    let at = |ty: Ty, from_end: usize| {
        let dims = ty.as_array().and_then(|(_, shape)| shape.dims())?;
        dims.len().checked_sub(from_end).map(|place| dims[place]).filter(|size| *size != Dim::ONE && is_followed(*size))
    };
    with_sizes(result, |(place, size)| match is_followed(size) {
        true => size,
        false => at(left, own.len() - place).or(at(right, own.len() - place)).unwrap_or(size),
    })
}
