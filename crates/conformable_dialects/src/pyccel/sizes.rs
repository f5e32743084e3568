//! What Pyccel knows of ints and of the sizes of arrays besides their types: constants, and names of arguments.
//!
//! Sizes are made of ints, so ints are followed as far as constants and names say what they are.

use conformable_types::arithmetic::int_operation;
use conformable_types::transform::with_sizes;
use conformable_types::{AtomData, Dim, Ty, TyKind};

/// An operand, without what no operator depends on: values of ints, sizes that are neither constants nor names.
pub fn plain(exact: Ty) -> Ty {
    with_sizes(exact.without_values(), |(_, size)| if is_plain(size) { size } else { Dim::any() })
}

fn is_plain(size: Dim) -> bool {
    size.constant().is_some() || size.as_atom().is_some_and(|atom| matches!(atom.data(), AtomData::Name(_)))
}

/// An array of the same rank, of which no size is known but constants.
pub fn of_constant_sizes(exact: Ty) -> Ty {
    with_sizes(exact, |(_, size)| if size.constant().is_some() { size } else { Dim::any() })
}

/// The array with a size of an operand, the first's where it has one, for each that only the run decides: both are
/// that size or one is stretched.
pub fn with_first_sizes(result: Ty, left: Ty, right: Ty) -> Ty {
    let Some(own) = result.as_array().and_then(|(_, shape)| shape.dims()) else { return result };
    if own.iter().all(|size| is_plain(*size)) {
        return result;
    }
    let at = |ty: Ty, from_end: usize| {
        let dims = ty.as_array().and_then(|(_, shape)| shape.dims())?;
        dims.len().checked_sub(from_end).map(|place| dims[place]).filter(|size| *size != Dim::ONE && is_plain(*size))
    };
    with_sizes(result, |(place, size)| match is_plain(size) {
        true => size,
        false => at(left, own.len() - place).or(at(right, own.len() - place)).unwrap_or(size),
    })
}

/// `int | float`: classes, as several of them are for `isinstance`.
fn classes(operands: &[Ty]) -> Option<Ty> {
    let is_class = |ty: &Ty| matches!(ty.kind(), TyKind::Class(name) if name.as_str().starts_with("builtins."));
    let each = operands.iter().map(|ty| match ty.kind() {
        TyKind::Tuple(classes) if classes.iter().all(|ty| matches!(ty.kind(), TyKind::Class(_))) => {
            Some(classes.to_vec())
        }
        _ => is_class(ty).then(|| vec![*ty]),
    });
    Some(Ty::tuple(each.collect::<Option<Vec<_>>>()?.concat()))
}

/// The truth that is known whatever the other operand is.
fn truth(symbol: &str, operands: &[Ty]) -> Option<bool> {
    let known = |truth: bool| operands.iter().any(|ty| *ty == Ty::bool(truth));
    let is_value = |ty: &Ty| !ty.is_unknown() && *ty != Ty::none();
    match (symbol, operands) {
        ("is", [own, none]) if *none == Ty::none() && is_value(own) => return Some(false),
        ("is not", [own, none]) if *none == Ty::none() && is_value(own) => return Some(true),
        _ => {}
    }
    match symbol {
        "not" => known(true).then_some(false).or(known(false).then_some(true)),
        "and" if known(false) => Some(false),
        "or" if known(true) => Some(true),
        "and" | "or" => operands.iter().all(|ty| matches!(ty.kind(), TyKind::LitBool(_))).then_some(symbol == "and"),
        _ => None,
    }
}

/// The int or the truth that an operation on ints of known value gives, and the truth that one on truths does.
pub fn constant(symbol: &str, operands: &[Ty]) -> Option<Ty> {
    if let ("neg", [TyKind::IntOf(value)]) = (symbol, &*operands.iter().map(|ty| ty.kind()).collect::<Vec<_>>()) {
        return Some(Ty::int(value.negated()));
    }
    if let ("|", Some(classes)) = (symbol, classes(operands)) {
        return Some(classes);
    }
    if let Some(truth) = truth(symbol, operands) {
        return Some(Ty::bool(truth));
    }
    let [left, right] = operands else { return None };
    let (TyKind::IntOf(a), TyKind::IntOf(b)) = (left.kind(), right.kind()) else { return None };
    let truth = a.constant().zip(b.constant()).and_then(|(x, y)| match symbol {
        "==" => Some(x == y),
        "!=" => Some(x != y),
        "<" => Some(x < y),
        "<=" => Some(x <= y),
        ">" => Some(x > y),
        ">=" => Some(x >= y),
        _ => None,
    });
    // Pyccel follows no others.
    let is_followed = matches!(symbol, "+" | "-" | "*" | "//");
    truth.map(Ty::bool).or_else(|| int_operation(symbol, *a, *b).filter(|_| is_followed).map(Ty::int))
}
