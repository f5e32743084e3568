//! What Python refuses of a value whatever else a program says: numbers aren't iterated, iterators have no length,
//! modules aren't called, a text is no index. One table for all kinds of values; a class of the program is asked for
//! its special methods. Of what isn't in the table nothing is refused.

use conformable_signatures::Catalogue;
use conformable_types::{Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::Object;
use crate::domain::state::State;
use crate::domain::uses::{ALL, Use, type_refuses};
use crate::domain::value::{ClassForm, Kind, TupleClass, Value};
use crate::eval::Machine;
use crate::eval::diagnose::report::Refusal;
use crate::eval::python::arithmetic::OwnClass;
use crate::eval::python::attributes::{may_define, shows_all};
use crate::front::rules;
use crate::library::known_paths::KNOWN;
use crate::library::stubs::STUBS;

impl<'p> Machine<'p> {
    /// Does Python refuse this use of a value? Then it is reported.
    pub fn refuses(&mut self, value: &Value<'p>, usage: Use, range: TextRange) -> bool {
        let is_refused = !self.allows(value, usage) && !self.may_be_guarded(value);
        if is_refused {
            let message = format!("{} {}", self.describe(value), usage.refused());
            let help = self.state.instead_of(value, usage);
            let refusal = Refusal::of(rules::UNSUPPORTED, range, message).resting_on_value(value).help(help);
            // What Python 2 gave for these is a list, and what a class has may be asked.
            let differs = matches!(value.kind, Kind::Object(_));
            self.refute(if differs { refusal.heeding_all() } else { refusal });
        }
        is_refused
    }

    /// May a value be used that way, as far as is known?
    pub fn allows(&self, value: &Value<'p>, usage: Use) -> bool {
        let allowed: &[Use] = match &value.kind {
            // An object of the catalogue's, of whose class all is known.
            Kind::Data(ty) if usage == Use::Call && matches!(ty.kind(), TyKind::Ctor(..)) => {
                let kind = Catalogue::kind_of(*ty);
                return !kind.is_some_and(|kind| self.library().is_complete(kind) && !self.has_call(*ty));
            }
            Kind::Data(ty) | Kind::Integer(ty, _) | Kind::Floating(ty, _) => return !type_refuses(*ty, usage),
            Kind::Array(array) if usage == Use::Index => {
                let rank = array.ty.as_array().and_then(|(_, shape)| self.state.store.resolve_shape(shape).rank());
                return rank.is_none_or(|rank| rank == 0);
            }
            Kind::Array(_) => &[Use::Len, Use::Iterate, Use::Load, Use::Store],
            // Code for another machine is told by an index how often it runs.
            Kind::Function(function) if function.is_compiled => &[Use::Call, Use::Load],
            Kind::Function(_) | Kind::Bound(_) | Kind::Method(_) | Kind::Partial(_) => &[Use::Call],
            // A class may be given an index, as `np.ndarray[...]` is.
            Kind::Op(path) if KNOWN.indexed_classes.contains(path.as_str()) => &[Use::Call, Use::Load],
            Kind::Op(path) if self.library().function(path.as_str()).is_some() => &[Use::Call],
            Kind::Op(_) => &[Use::Call, Use::Load],
            Kind::Namespace(_) | Kind::Slice(_) => &[],
            Kind::Builtin(path) if KNOWN.modules.contains(path.as_str()) => &[],
            // Some of them are classes, which may be given an index: `type[int]`.
            Kind::Builtin(path) if STUBS.function(path.as_str()).is_some() => &[Use::Call, Use::Load],
            Kind::Module(module) if module.is_model => &[],
            Kind::Tuple(tuple) => match &tuple.class {
                TupleClass::Program(class) if usage.methods().iter().any(|method| may_define(self, class, method)) => {
                    ALL
                }
                _ => &[Use::Len, Use::Iterate, Use::Load],
            },
            Kind::Shape(_) => &[Use::Len, Use::Iterate, Use::Load],
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::List(_) | Object::ListOf { .. } | Object::Dict(_) => {
                    &[Use::Len, Use::Iterate, Use::Load, Use::Store]
                }
                Object::Set(_) | Object::View { .. } => &[Use::Len, Use::Iterate],
                Object::Range(_) | Object::TupleOf { .. } => &[Use::Len, Use::Iterate, Use::Load],
                Object::Iterator(_) => &[Use::Iterate],
                Object::Instance { class, open: false, .. } if self.standalone.receiver != Some(*id) => {
                    return usage.methods().iter().any(|method| may_define(self, class, method));
                }
                _ => ALL,
            },
            _ => ALL,
        };
        allowed.contains(&if usage == Use::Contain { Use::Iterate } else { usage })
    }
}

impl<'p> State<'p> {
    /// What is likely meant.
    fn instead_of(&self, value: &Value<'p>, usage: Use) -> Option<String> {
        let is_int = matches!(value.ty().map(Ty::kind), Some(TyKind::Int | TyKind::IntOf(_)));
        match &value.kind {
            _ if is_int && usage == Use::Iterate => Some("`range(...)`?".to_owned()),
            // `glob.glob` of `glob`.
            Kind::Builtin(path) if usage == Use::Call && STUBS.has(&format!("{path}.{path}")) => {
                Some(format!("`{path}.{path}(...)`?"))
            }
            Kind::Function(_) | Kind::Bound(_) | Kind::Method(_) | Kind::Op(_) if usage != Use::Store => {
                Some("call it first?".to_owned())
            }
            Kind::Object(id) if matches!(usage, Use::Load | Use::Len) => match self.heap.get(*id) {
                Object::Iterator(_) | Object::View { .. } => {
                    Some("`list(...)` of it has a length and items".to_owned())
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Has a value certainly no such method of an operator: an object of the program's, of a model, or of the classes of Python's own
/// that ask others for nothing?
pub fn lacks_method<'p>(machine: &mut Machine<'p>, value: &Value<'p>, method: &str) -> bool {
    let lacks = match &value.kind {
        Kind::Object(id) => match machine.state.heap.get(*id) {
            Object::Instance { class, open: false, .. } if machine.standalone.receiver != Some(*id) => {
                // Members have what their numbers have, and named tuples what tuples have.
                let is_plain = matches!(class.form, ClassForm::Plain | ClassForm::Dataclass);
                let show_all = class.above.iter().flatten().all(|above| shows_all(machine, above));
                // A sequence is repeated by what is an index.
                is_plain && show_all && [method, "__index__"].iter().all(|one| !may_define(machine, class, one))
            }
            _ => false,
        },
        // A list takes in what is iterated, and keys compute with it.
        _ => matches!(
            machine.state.own_class(value),
            Some(OwnClass::Int | OwnClass::Fraction | OwnClass::Tuple | OwnClass::None | OwnClass::Text)
        ),
    };
    lacks && !machine.may_be_guarded(value)
}

/// `NotImplemented`: the other operand is asked.
pub fn is_left_to_the_other(value: &Value<'_>) -> bool {
    matches!(&value.kind, Kind::Builtin(name) if name.as_str() == "NotImplemented")
}

/// What a use gives of which nothing is known; that Python refuses it is reported.
pub fn refused<'p>(machine: &mut Machine<'p>, value: &Value<'p>, usage: Use, range: TextRange) -> Value<'p> {
    machine.refuses(value, usage, range);
    Value::unknown()
}
