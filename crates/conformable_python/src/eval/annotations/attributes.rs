//! What the body of a class declares of its instances' attributes: `data: NDArray[np.float64]`.
//!
//! A store to the attribute is held against it as an annotated assignment is. Where a value is read that isn't known
//! otherwise, it is as declared, which of a plain annotation is an assumption: nothing holds a program to it. Names of
//! sizes are each attribute's own, since nothing says that two of them share one.

use std::rc::Rc;

use ruff_python_ast::{Expr, ExprAttribute, Stmt};
use ruff_text_size::Ranged;

use super::check::Role;
use super::declared_of_name;
use crate::domain::declared::{AnnotationNames, DeclaredType};
use crate::domain::taught::TaughtPlace;
use crate::domain::value::{Class, Dependencies, Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::call::alone::class_of_receiver;
use crate::eval::interpreter::Interpreter;
use crate::syntax::handles::{attribute_of, name_of};

/// The annotated names of a class's body.
pub fn declared_attributes<'p>(run: &mut impl Interpreter<'p>, body: &'p [Stmt]) -> Vec<(Sym, Rc<DeclaredType>)> {
    let mut attributes = Vec::new();
    for statement in body {
        let Stmt::AnnAssign(assign) = statement else { continue };
        let Expr::Name(target) = &*assign.target else { continue };
        let Some(declared) = declared_of_name(run, assign) else { continue };
        let none = assign.value.as_deref().is_some_and(Expr::is_none_literal_expr);
        attributes.push((name_of(target), Rc::new(if none { declared.or_none() } else { declared })));
    }
    attributes
}

/// The value that is stored at an attribute, under what its class declares.
pub fn stored_under<'p>(
    machine: &mut Machine<'p>,
    target: &ExprAttribute,
    object: &Value<'p>,
    value: Value<'p>,
) -> Value<'p> {
    let Some(declared) = declared_of(machine, target, object) else { return value };
    let was_unknown = value.is_unknown();
    let stored = machine.held(value, &declared, &mut AnnotationNames::default(), target.range(), &Role::Variable);
    if was_unknown && !stored.is_unknown() { as_declared(machine, stored, &declared) } else { stored }
}

/// What an attribute is where nothing else is known of it.
pub fn declared_at<'p>(
    machine: &mut Machine<'p>,
    expression: &Expr,
    object: &Value<'p>,
    value: Value<'p>,
) -> Value<'p> {
    let Expr::Attribute(target) = expression else { return value };
    if !value.is_unknown() {
        return value;
    }
    let Some(declared) = declared_of(machine, target, object) else { return value };
    let place = TaughtPlace::of(expression);
    let scope = machine.frame().scope;
    let is_taught = place.as_ref().is_some_and(|place| machine.state.taught.at(scope, place).is_some());
    if is_taught || !declared.obliges() && !declared.is_of_library() {
        return value;
    }
    let Some(made) = machine.value_of_declared(&declared, &mut AnnotationNames::default(), false) else { return value };
    let made = as_declared(machine, made, &declared);
    // The next one that is read is the same, as long as nothing is stored there.
    if let Some(place) = place {
        machine.state.taught.teach(scope, place, made.clone());
    }
    made
}

fn as_declared<'p>(machine: &mut Machine<'p>, made: Value<'p>, declared: &DeclaredType) -> Value<'p> {
    if declared.obliges() {
        return made.with_dependencies(Dependencies::DECLARED);
    }
    machine.standalone.assumes = true;
    made.with_dependencies(Dependencies::DECLARED.and(Dependencies::ASSUMED))
}

/// What the nearest class declares that says anything of the attribute: of the object, or of the method's receiver.
fn declared_of<'p>(machine: &Machine<'p>, target: &ExprAttribute, object: &Value<'p>) -> Option<Rc<DeclaredType>> {
    let class = match &object.kind {
        Kind::Object(_) => machine.state.class_of(object)?,
        Kind::Unknown => match &*target.value {
            Expr::Name(base) => class_of_receiver(machine, base.id.as_str())?,
            _ => return None,
        },
        _ => return None,
    };
    let name = attribute_of(target);
    for one in std::iter::once(&class).chain(class.above.iter().flatten()) {
        if let Some((_, declared)) = one.declared.iter().find(|(known, _)| *known == name) {
            return Some(Rc::clone(declared)).filter(|_| !decides_itself(machine, &class, name));
        }
    }
    None
}

/// May the class make something else of what is stored, or read: by a property, a descriptor, `__setattr__`?
fn decides_itself<'p>(machine: &Machine<'p>, class: &Rc<Class<'p>>, name: Sym) -> bool {
    let has = |name: &str| machine.class_attribute(class, Sym::new(name)).is_some();
    let held = machine.class_attribute(class, name);
    let is_plain = |value: &Value<'p>| matches!(value.kind, Kind::Unknown | Kind::Data(_) | Kind::Array(_));
    class.open || has("__setattr__") || has("__getattr__") || held.is_some_and(|value| !is_plain(&value))
}
