//! Operators of types that a package has registered, and of the catalogue's objects: their rules are asked, and nothing
//! about the types is known here.

use conformable_signatures::Op;
use conformable_signatures::catalogue::{Catalogue, Member};
use conformable_types::{Truth, Ty, TyKind, constructor};
use ruff_text_size::TextRange;

use crate::domain::state::NO_VIEW;
use crate::domain::value::{Array, Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;

/// What an operator is called: `+`, and by its methods.
#[derive(Clone, Copy)]
pub struct Called<'a> {
    pub symbol: &'a str,
    pub method: &'a str,
    pub reflected: &'a str,
}

impl<'p> Machine<'p> {
    /// What a package says of an operator of its types, or the catalogue of its objects.
    pub fn registered_operator(
        &mut self,
        called: Called<'_>,
        left: &Value<'p>,
        right: &Value<'p>,
        range: TextRange,
    ) -> Option<Value<'p>> {
        let is_object = |value: &Value<'p>| matches!(value.ty().map(Ty::kind), Some(TyKind::Ctor(..)));
        // A text with a place for it: `"%s" % x`.
        let is_text = matches!(left.ty().map(Ty::kind), Some(TyKind::Str | TyKind::LitStr(_)));
        if !is_object(left) && !is_object(right) || is_text && called.symbol == "%" {
            return None;
        }
        let (a, b) = (self.type_of(left), self.type_of(right));
        match constructor::operation(called.symbol, a, b) {
            Some(Ok(ty)) => Some(self.value_of(ty)),
            Some(Err(reason)) => {
                let message = format!("unsupported operand types for {}: {reason}", called.symbol);
                Some(self.refuse(range, message, &[left, right]))
            }
            None => {
                // Which of two classes the result is of, their priorities say.
                if is_of_other_class(self, a, b) {
                    return Some(Value::unknown());
                }
                let operands = [left.clone(), right.clone()];
                operator_of_object(self, left, called.method, called.symbol, &operands, range)
                    .or_else(|| operator_of_object(self, right, called.reflected, called.symbol, &operands, range))
            }
        }
    }
}

/// An operator of an object of the catalogue's, on operands as they are written.
pub fn operator_of_object<'p>(
    machine: &mut Machine<'p>,
    object: &Value<'p>,
    method: &str,
    symbol: &str,
    operands: &[Value<'p>],
    range: TextRange,
) -> Option<Value<'p>> {
    let Some(TyKind::Ctor(kind, _)) = object.ty().map(Ty::kind) else { return None };
    match machine.library().member(kind.as_str(), method)? {
        Member::Method(op) => Some(machine.operator_apply(op, symbol, operands, range)),
        Member::Property(_) => None,
    }
}

/// What a function gives that asks an object for its method of the same name: `np.sum(m, axis=0)` is `m.sum(axis=0)`.
pub fn by_method_of_object<'p>(
    machine: &mut Machine<'p>,
    op: &'static Op,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    let object = arguments.positional.first()?;
    if op.bound
        || arguments.open
        || arguments.positional.len() > 2
        || !op.alternatives.iter().any(|one| one.rules.asks_method)
    {
        return None;
    }
    machine.library().array_of_object(object.ty()?)?;
    let (_, name) = op.path.rsplit_once('.')?;
    let Some(Member::Method(method)) = machine.library().member(Catalogue::kind_of(object.ty()?)?, name) else {
        return None;
    };
    let has = |name: &str| method.alternatives.iter().any(|one| one.params.iter().any(|param| param.name == name));
    let takes_all = arguments.keywords.iter().all(|(name, _)| has(name.as_str()));
    takes_all.then(|| machine.apply(method, name, arguments, range))
}

/// An object of this class has other dims: it isn't known which of them all.
pub fn forget_objects<'p>(machine: &mut Machine<'p>, object: &Value<'p>) {
    let Some(TyKind::Ctor(class, _)) = object.ty().map(Ty::kind) else { return };
    let refers = |value: &Value<'p>| is_or_holds(value, *class);
    for id in machine.state.heap.all() {
        let mut some = false;
        machine.state.heap.get(id).visit_values(&mut |value| some |= refers(value));
        if some {
            machine.state.heap.update(id, |object| {
                object.change_values(refers, &mut |value| *value = Value::unknown());
            });
        }
    }
}

/// Are they objects of two classes that derive from arrays, neither from the other?
fn is_of_other_class(machine: &Machine<'_>, a: Ty, b: Ty) -> bool {
    let is_array = |ty: Ty| machine.library().array_of_object(ty).is_some();
    let classes = Catalogue::kind_of(a).zip(Catalogue::kind_of(b));
    let is_other = classes.is_some_and(|(a, b)| machine.library().is_instance(a, b) == Truth::No);
    is_array(a) && is_array(b) && is_other
}

/// `object op= value`, by the operator of the object's class that leaves it what it is.
pub fn in_place_of_object<'p>(
    machine: &mut Machine<'p>,
    object: &Value<'p>,
    called: (&str, &str),
    value: &Value<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    let (symbol, method) = called;
    let (a, b) = (machine.type_of(object), machine.type_of(value));
    if value.is_unknown() || is_of_other_class(machine, a, b) {
        return None;
    }
    let operands = [object.clone(), value.clone()];
    operator_of_object(machine, object, &method.replacen("__", "__i", 1), &format!("{symbol}="), &operands, range)
}

/// Does the class of an object say what a store to an attribute leaves?
pub fn says_of_stores<'p>(machine: &Machine<'p>, object: &Value<'p>) -> bool {
    let kind = object.ty().and_then(Catalogue::kind_of);
    kind.is_some_and(|kind| machine.library().member(kind, "__setattr__").is_some())
}

/// `object.name = stored`: what the class says of it, or it is another object afterwards.
pub fn set_of_object<'p>(
    machine: &mut Machine<'p>,
    object: &Value<'p>,
    name: Sym,
    stored: &Value<'p>,
    range: TextRange,
) {
    let operands = [object.clone(), Value::data(Ty::str(name.as_str())), stored.clone()];
    let said = operator_of_object(machine, object, "__setattr__", name.as_str(), &operands, range);
    if !said.is_some_and(|said| said.is_none()) {
        forget_objects(machine, object);
    }
}

/// Is it the type of an object that was made with something, which a store to an attribute of it may exchange?
pub fn is_made_with_parts(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Ctor(_, parts) if !parts.is_empty())
}

/// Is it an object of this class of the catalogue, or is there one in it?
fn is_or_holds(value: &Value<'_>, class: Sym) -> bool {
    let mut is_so = matches!(value.ty().map(Ty::kind), Some(TyKind::Ctor(own, _)) if *own == class);
    value.kind.visit_parts(&mut |part| is_so |= is_or_holds(part, class));
    is_so
}

/// The array that an object of a class which derives from arrays is. What else has its elements isn't known.
pub fn array_of_object<'p>(machine: &Machine<'p>, value: &Value<'p>) -> Option<Value<'p>> {
    let Kind::Data(ty) = value.kind else { return None };
    let array = Array { view: NO_VIEW, ..Array::of(machine.library().array_of_object(ty)?, 0) };
    Some(Value { kind: Kind::Array(array), ..value.clone() })
}
