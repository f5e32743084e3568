//! The ints and truths that Pyccel knows by their values: constants, and names of arguments.

use conformable_types::arithmetic::int_operation;
use conformable_types::{Ty, TyKind};

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
    // The same name, too, is equal to itself.
    let truth = truth.or(match symbol {
        "==" | "!=" if a == b && !a.is_any() => Some(symbol == "=="),
        _ => None,
    });
    // Pyccel follows no others.
    let is_followed = matches!(symbol, "+" | "-" | "*" | "//");
    truth.map(Ty::bool).or_else(|| int_operation(symbol, *a, *b).filter(|_| is_followed).map(Ty::int))
}
