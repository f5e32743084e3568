//! What a value is called in a message: its type as it is read, itself where it is known, or the name of what it is.

use conformable_solver::effort;
use conformable_types::text::with_names;
use conformable_types::{Ty, TyKind};

use crate::domain::heap::{self, Object};
use crate::domain::state::State;
use crate::domain::value::{Kind, TupleClass, Value};
use crate::eval::Machine;
use crate::eval::diagnose::size_names::{as_read, shown_names, size_names};
use crate::library::known_paths::KNOWN;

impl<'p> Machine<'p> {
    /// A value for a message: its type, or what it is called.
    pub fn describe(&mut self, value: &Value<'p>) -> String {
        match &value.kind {
            Kind::Function(function) => format!("the function {}", function.name),
            Kind::Op(path) => format!("the function {path}"),
            Kind::Bound(_) | Kind::Method(_) => "a method (not called)".to_owned(),
            Kind::Class(class) => format!("the class {}", class.name),
            Kind::Namespace(path) => format!("the module {path}"),
            Kind::Builtin(path) if KNOWN.modules.contains(path.as_str()) => format!("the module {path}"),
            Kind::Module(module) => match &module.file.module {
                Some(name) => format!("the module {name}"),
                None => "a module".to_owned(),
            },
            // `Point(3, 4)`
            Kind::Tuple(tuple) if let TupleClass::Program(class) = &tuple.class => {
                let (class, items) = (class.name, shown_type(self, value));
                if items.starts_with('(') { format!("{class}{items}") } else { class.to_string() }
            }
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::Range(_) => "a range".to_owned(),
                Object::Iterator(_) => "an iterator".to_owned(),
                Object::View { part: heap::Part::Keys, .. } => "a view of a dict's keys".to_owned(),
                Object::View { part: heap::Part::Values, .. } => "a view of a dict's values".to_owned(),
                Object::View { part: heap::Part::Items, .. } => "a view of a dict's items".to_owned(),
                _ => shown_type(self, value),
            },
            _ => shown_type(self, value),
        }
    }
}

impl<'p> State<'p> {
    /// A type for people, with what the path knows filled in.
    pub fn show(&self, ty: Ty) -> String {
        let text = conformable_types::text::display_ty(self.store.resolve_ty(ty));
        // It stays in what is said to the end of the file.
        effort::add(text.len() / 16);
        text
    }

    /// The same for a message, in which what is known is said as it is written: `3`, not `Literal[3]`.
    pub fn said(&self, ty: Ty) -> String {
        let Some(text) = written(self.store.resolve_ty(ty)) else { return self.show(ty) };
        effort::add(text.len() / 16);
        text
    }
}

/// A value's type, with sizes called as the function in hand calls them.
pub fn shown_type<'p>(machine: &mut Machine<'p>, value: &Value<'p>) -> String {
    let ty = machine.type_of(value);
    let ty = machine.state.store.resolve_ty(ty);
    let read = as_read(ty, &size_names(machine, &[ty]));
    with_names(shown_names(machine, &[read]), || machine.state.said(read))
}

/// A container of which nothing is known, or a value that is, as it is written in Python.
pub fn written(ty: Ty) -> Option<String> {
    let are_unknown = |items: &[Ty]| !items.is_empty() && items.iter().all(|item| item.is_unknown());
    let kind = match ty.kind() {
        TyKind::List(items) if are_unknown(items) => "list",
        TyKind::Tuple(items) if are_unknown(items) => "tuple",
        TyKind::ListOf(item) if item.is_unknown() => "list",
        TyKind::TupleOf(item) if item.is_unknown() => "tuple",
        TyKind::Set(item) if item.is_unknown() => "set",
        TyKind::Dict(key, item) if key.is_unknown() && item.is_unknown() => "dict",
        _ => return literal(ty),
    };
    Some(kind.to_owned())
}

/// A value that is known, as it is written in Python: a number, a text, a bool, and a tuple that has such items, beside which the
/// others are types.
fn literal(ty: Ty) -> Option<String> {
    match ty.kind() {
        TyKind::IntOf(value) => value.constant().map(|value| value.to_string()),
        TyKind::LitBool(_) | TyKind::LitStr(_) => {
            let text = conformable_types::text::display_ty(ty);
            Some(text.strip_prefix("Literal[")?.strip_suffix(']')?.to_owned())
        }
        TyKind::Tuple(items) => {
            let known: Vec<Option<String>> = items.iter().map(|item| literal(*item)).collect();
            if known.iter().all(Option::is_none) {
                return None;
            }
            let each = known.into_iter().zip(items.iter());
            let each = each.map(|(known, ty)| known.unwrap_or_else(|| conformable_types::text::display_ty(*ty)));
            match &*each.collect::<Vec<String>>() {
                [one] => Some(format!("({one},)")),
                several => Some(format!("({})", several.join(", "))),
            }
        }
        _ => None,
    }
}
