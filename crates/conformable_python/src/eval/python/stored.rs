//! What has been stored at attributes of a value of which nothing is known: `self.weights = np.zeros(3)` in a method that
//! nobody calls.
//!
//! It is there until other code runs ([`Taught`](crate::domain::taught::Taught)). Where the class of `self` says nothing
//! else of the attribute, and no other method sets it, that is a fact; else it is assumed.

use conformable_types::TyKind;
use ruff_python_ast::{Expr, ExprAttribute};

use crate::domain::taught::TaughtPlace;
use crate::domain::value::{Dependencies, Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::call::alone::{class_of_receiver, is_only_setter};
use crate::syntax::handles::attribute_of;

/// `name.attribute = value` has been executed, `name` being `object`.
pub fn teach_stored<'p>(machine: &mut Machine<'p>, target: &ExprAttribute, object: &Value<'p>, value: &Value<'p>) {
    let Expr::Name(base) = &*target.value else { return };
    if !object.is_unknown() || machine.state.refuted || !is_kept(value) {
        return;
    }
    let Some(frame) = machine.frames.last() else { return };
    let Some(function) = frame.function.clone() else { return };
    let (scope, name) = (frame.scope, attribute_of(target));
    let is_only_setter = is_only_setter(machine, name, function.range);
    let value = match what_class_says(machine, base.id.as_str(), name) {
        // What another method sets too a property that is read or an operator may set.
        Said::Nothing if is_only_setter => value.clone(),
        Said::Nothing | Said::Unknown if machine.standalone.first.is_some() => {
            value.clone().with_dependencies(Dependencies::ASSUMED)
        }
        _ => return,
    };
    let place = TaughtPlace::of_attribute(base.id.as_str(), name);
    machine.standalone.assumes |= is_only_setter || value.dependencies.is_assumed();
    machine.state.taught.store(scope, place, value, is_only_setter);
}

/// An array, or a number that isn't a truth value: of None, texts and truth values, which say that something is to come, nothing
/// is kept, since a property that is read or an operator may run the code that brings it; nor of what others may change.
fn is_kept(value: &Value<'_>) -> bool {
    match &value.kind {
        Kind::Array(_) => true,
        Kind::Data(ty) => ty.is_python_number() && !matches!(ty.kind(), TyKind::Bool | TyKind::LitBool(_)),
        _ => false,
    }
}

/// What the class of a value says of one of its attributes.
enum Said {
    Nothing,
    Something,
    Unknown,
}

/// Of the receiver of a method the class is known that the method is defined in; others may derive from it.
fn what_class_says(machine: &Machine<'_>, base: &str, name: Sym) -> Said {
    let Some(class) = class_of_receiver(machine, base).filter(|_| base == "self") else { return Said::Unknown };
    match machine.class_attribute(&class, name) {
        Some(value) if value.is_unknown() && class.open => Said::Unknown,
        Some(value) if !matches!(value.kind, Kind::Data(_)) => Said::Something,
        _ if class.open || machine.class_attribute(&class, Sym::new("__setattr__")).is_some() => Said::Unknown,
        _ => Said::Nothing,
    }
}
