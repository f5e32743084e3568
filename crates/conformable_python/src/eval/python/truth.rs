//! The truth of a value.

use conformable_types::{Dim, Truth, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::Object;
use crate::domain::value::{Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::diagnose::report::Refusal;
use crate::front::rules;
use crate::library::is_builtin;

impl<'p> Machine<'p> {
    /// The truth of a value where Python asks for it; that of an array of several elements is an
    /// error.
    pub fn truth(&mut self, value: &Value<'p>, range: TextRange) -> Truth {
        if self.state.has_several(value) {
            let message =
                format!("the truth of an array with more than one element is ambiguous: {}", self.describe(value));
            self.refute(Refusal::of(rules::ARRAY_TRUTH, range, message).resting_on(value.dependencies));
        }
        self.plain_truth(value)
    }

    /// The truth of a value, of which nothing is said.
    pub fn plain_truth(&self, value: &Value<'p>) -> Truth {
        match &value.kind {
            Kind::Union(members) => Truth::agreed(members.iter().map(|member| self.plain_truth(member))),
            Kind::Data(ty) => match ty.kind() {
                TyKind::None => Truth::No,
                TyKind::LitBool(value) => Truth::from(*value),
                TyKind::IntOf(dim) => self.state.store.ask_eq(*dim, Dim::ZERO).negate(),
                TyKind::LitStr(text) => Truth::from(!text.as_str().is_empty()),
                TyKind::LitFloat(bits) => Truth::from(f64::from_bits(*bits) != 0.0),
                TyKind::DType(_) | TyKind::Ellipsis => Truth::Yes,
                _ => Truth::Unknown,
            },
            Kind::Integer(_, value) => self.state.store.ask_eq(*value, Dim::ZERO).negate(),
            Kind::Floating(_, Some(bits)) => Truth::from(f64::from_bits(*bits) != 0.0),
            Kind::Tuple(tuple) => Truth::from(!tuple.items.is_empty()),
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::List(items) => Truth::from(!items.is_empty()),
                Object::ListOf { len, .. } | Object::TupleOf { len, .. } => {
                    self.state.store.ask_eq(*len, Dim::ZERO).negate()
                }
                Object::Dict(entries) => match (entries.known.is_empty(), &entries.rest) {
                    (false, _) => Truth::Yes,
                    (true, None) => Truth::No,
                    (true, Some(_)) => Truth::Unknown,
                },
                Object::View { dict, .. } => self.plain_truth(&Kind::Object(*dict).into()),
                Object::Range(items) => match items.count() {
                    Some(count) => self.state.store.ask_eq(count, Dim::ZERO).negate(),
                    None => Truth::Unknown,
                },
                Object::Iterator(_) => Truth::Yes,
                Object::Instance { class, .. } => {
                    if let Some(number) = self.state.number_of_member(value) {
                        return self.plain_truth(&number);
                    }
                    let plain = self.class_attribute(&std::rc::Rc::clone(class), Sym::new("__bool__")).is_none()
                        && self.class_attribute(&std::rc::Rc::clone(class), Sym::new("__len__")).is_none();
                    if plain && !class.open { Truth::Yes } else { Truth::Unknown }
                }
                _ => Truth::Unknown,
            },
            Kind::Function(_) | Kind::Bound(_) | Kind::Class(_) | Kind::Module(_) | Kind::Op(_) | Kind::Slice(_) => {
                Truth::Yes
            }
            _ => Truth::Unknown,
        }
    }

    pub fn is_none(&mut self, value: &Value<'p>) -> Truth {
        match &value.kind {
            _ if value.is_unknown() => Truth::Unknown,
            Kind::Data(ty) | Kind::Integer(ty, _) | Kind::Floating(ty, _) => match ty.kind() {
                TyKind::None => Truth::Yes,
                TyKind::Name(_) | TyKind::Unknown => Truth::Unknown,
                TyKind::Union(members) if members.contains(&Ty::none()) => Truth::Unknown,
                _ => Truth::No,
            },
            Kind::Union(members) => {
                let members = std::rc::Rc::clone(members);
                Truth::agreed(members.iter().map(|member| self.is_none(member)))
            }
            // A name of a module that is not known may be None.
            Kind::Builtin(name) if !is_builtin(name.as_str()) => Truth::Unknown,
            _ => Truth::No,
        }
    }
}
