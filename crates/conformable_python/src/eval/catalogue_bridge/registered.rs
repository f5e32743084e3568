//! Operators of types that a package has registered, and of the catalogue's objects: their rules are asked, and nothing
//! about the types is known here.

use conformable_signatures::catalogue::Member;
use conformable_types::{Ty, TyKind, constructor};
use ruff_text_size::TextRange;

use crate::domain::state::NO_VIEW;
use crate::domain::value::{Array, Kind, Sym, Value};
use crate::eval::Machine;

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
        if !is_object(left) && !is_object(right) {
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
