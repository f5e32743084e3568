//! What kind of operand a value is, to Python's operators.

use conformable_types::TyKind;

use crate::domain::heap::{Name, Object};
use crate::domain::state::State;
use crate::domain::value::{Kind, Sym, TupleClass, Value};

/// The attribute of an enum's member under which the number stands that it is.
pub const NUMBER: &str = "*number";

/// What kind of operand a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// An array or a NumPy scalar: the catalogue decides.
    Array,
    /// A Python number.
    Number,
    /// A list, tuple or string.
    Sequence,
    Instance,
    None,
    /// A function or a method, which does no arithmetic.
    Function,
    Other,
}

impl<'p> State<'p> {
    pub fn operand(&self, value: &Value<'p>) -> Operand {
        match &value.kind {
            Kind::Array(_) | Kind::Integer(..) => Operand::Array,
            Kind::Data(ty) | Kind::Floating(ty, _) => match ty.kind() {
                TyKind::Scalar(_) | TyKind::Decay { .. } => Operand::Array,
                _ if ty.is_python_number() => Operand::Number,
                TyKind::Str | TyKind::LitStr(_) | TyKind::Bytes | TyKind::TupleOf(_) => Operand::Sequence,
                TyKind::None => Operand::None,
                _ => Operand::Other,
            },
            Kind::Method(_) | Kind::Function(_) | Kind::Bound(_) => Operand::Function,
            Kind::Tuple(tuple) if matches!(tuple.class, TupleClass::Sizes) => Operand::Other,
            Kind::Tuple(_) | Kind::Shape(_) => Operand::Sequence,
            Kind::Object(id) => match self.heap.get(*id) {
                Object::List(_) | Object::ListOf { .. } | Object::TupleOf { .. } => Operand::Sequence,
                Object::Instance { .. } => Operand::Instance,
                _ => Operand::Other,
            },
            _ => Operand::Other,
        }
    }

    /// The same value, as a number if it is a member that is one.
    pub fn as_number(&self, value: &Value<'p>) -> Value<'p> {
        self.number_of_member(value).unwrap_or_else(|| value.clone())
    }

    /// The number that a member is, of an enum whose members are numbers.
    pub fn number_of_member(&self, value: &Value<'p>) -> Option<Value<'p>> {
        let number = self.held_attribute(value, NUMBER)?;
        Some(Value { origin: value.origin, ..number.with_dependencies(value.dependencies) })
    }

    /// What an instance itself has of that name.
    pub fn held_attribute(&self, value: &Value<'p>, name: &str) -> Option<Value<'p>> {
        let Kind::Object(id) = value.kind else { return None };
        match self.heap.get(id) {
            Object::Instance { attributes, .. } => attributes.get(&Name::new(Sym::new(name))).cloned(),
            _ => None,
        }
    }
}
