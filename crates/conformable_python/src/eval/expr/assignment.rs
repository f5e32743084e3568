//! Targets: names, attributes, subscripts, unpacking; augmented assignment.

use std::rc::Rc;

use conformable_types::TyKind;
use ruff_python_ast::{Expr, Operator, StmtAugAssign};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::declared::DeclaredType;
use crate::domain::heap::{Object, ObjectId};
use crate::domain::value::{Class, ClassForm, Fields, Kind, Sym, Value};
use crate::eval::annotations::Role;
use crate::eval::annotations::attributes::stored_under;
use crate::eval::catalogue_bridge::registered::{in_place_of_object, says_of_stores};
use crate::eval::diagnose::lints::{Event, observe};
use crate::eval::python::arithmetic::spelling;
use crate::eval::python::containers::extend_list;
use crate::eval::python::dicts::add_to_dict;
use crate::eval::python::shaped::taught_at;
use crate::eval::python::stored::teach_stored;
use crate::eval::{Evaluator, Tentative};
use crate::syntax::handles::{attribute_of, name_of};

/// An object of one of the catalogue's classes, with the function that it was made with or without.
fn is_of_catalogue(object: &Value<'_>) -> bool {
    match &object.kind {
        Kind::Data(ty) => matches!(ty.kind(), TyKind::Ctor(..)),
        Kind::Partial(partial) => is_of_catalogue(&partial.function),
        _ => false,
    }
}

/// What makes the instances of a class: `Tuple.__new__`.
fn is_maker(expression: &Expr) -> bool {
    matches!(expression, Expr::Attribute(attribute) if attribute.attr.as_str() == "__new__")
}

impl<'p> Evaluator<'p> {
    /// The target of a pass is its item, under what the comment behind the loop's header declares. Names of sizes that nothing
    /// before it binds are each item's own.
    pub fn assign_item(&mut self, target: &'p Expr, item: Value<'p>, declared: Option<&DeclaredType>) {
        let item = match declared {
            Some(declared) => {
                let mut names = self.frame().names.clone();
                self.held(item, declared, &mut names, target.range(), &Role::Variable)
            }
            None => item,
        };
        self.assign(target, item);
    }

    pub fn assign(&mut self, target: &'p Expr, value: Value<'p>) {
        match target {
            Expr::Name(name) => {
                self.note_binding(target.range(), name_of(name), &value);
                self.bind(name_of(name), value);
            }
            Expr::Attribute(attribute) if attribute.attr.as_str() == "__defaults__" && is_maker(&attribute.value) => {
                self.set_defaults(&attribute.value, &value);
            }
            Expr::Attribute(attribute) => {
                let object = self.expr(&attribute.value);
                let value = stored_under(self, attribute, &object, value);
                if let (Expr::Name(base), true) = (&*attribute.value, self.output.facts.is_some()) {
                    let name = Sym::new(&format!("{}.{}", base.id, attribute.attr));
                    self.note_binding(target.range(), name, &value);
                }
                self.set_attribute(&object, attribute_of(attribute), value.clone(), target.range());
                teach_stored(self, attribute, &object, &value);
                if is_of_catalogue(&object) && !says_of_stores(self, &object) {
                    self.forget(&attribute.value);
                }
            }
            Expr::Subscript(subscript) => self.store_subscript(subscript, value),
            Expr::Tuple(tuple) => self.assign_all(&tuple.elts, &value, target),
            Expr::List(list) => self.assign_all(&list.elts, &value, target),
            Expr::Starred(starred) => self.assign(&starred.value, value),
            _ => {}
        }
    }

    /// An attribute of what the catalogue has as a type alone was set: what has it here is not known any more.
    fn forget(&mut self, target: &'p Expr) {
        match target {
            Expr::Name(name) => self.bind(name_of(name), Value::unknown()),
            Expr::Attribute(attribute) => {
                let object = self.expr(&attribute.value);
                self.set_attribute(&object, attribute_of(attribute), Value::unknown(), target.range());
            }
            _ => {}
        }
    }

    /// `Tuple.__new__.__defaults__ = ...`: a named tuple's last fields have these.
    fn set_defaults(&mut self, maker: &'p Expr, value: &Value<'p>) {
        let Expr::Attribute(attribute) = maker else { return };
        let made = self.expr(&attribute.value);
        let changed = match (&made.kind, &value.kind) {
            (Kind::Class(class), Kind::Tuple(defaults))
                if class.form == ClassForm::NamedTuple && defaults.items.len() <= class.fields.len() =>
            {
                let mut class = Class::clone(class);
                let mut fields = class.fields.to_vec();
                let first = fields.len() - defaults.items.len();
                for (field, default) in fields[first..].iter_mut().zip(&defaults.items) {
                    field.default = Some(default.clone());
                }
                class.fields = Fields::of(fields, &class.above);
                Kind::Class(Rc::new(class)).into()
            }
            _ => Value::unknown(),
        };
        match &*attribute.value {
            Expr::Name(name) => self.bind(name_of(name), changed),
            _ => self.escape(&made),
        }
    }

    fn assign_all(&mut self, targets: &'p [Expr], value: &Value<'p>, whole: &'p Expr) {
        let star = targets.iter().position(|target| matches!(target, Expr::Starred(_)));
        let values = self.unpack(value, targets.len(), star, whole.range());
        // Rows of an array are made where it is.
        let origin = value.origin.filter(|_| value.array().is_some());
        for (target, value) in targets.iter().zip(values) {
            self.assign(target, Value { origin: value.origin.or(origin), ..value });
        }
    }

    /// `target op= value`: in place for arrays, lists and sets; a rebinding for the rest.
    pub fn augmented(&mut self, statement: &'p StmtAugAssign) {
        let (symbol, ..) = spelling(statement.op);
        match &*statement.target {
            Expr::Subscript(subscript) => {
                let container = self.expr(&subscript.value);
                let key = self.expr(&subscript.slice);
                let old = self.load(&container, &key, subscript.range());
                let value = self.expr(&statement.value);
                let new = self.augment(statement, symbol, &old, &value);
                self.store_through(&subscript.value, &container);
                self.store(&container, &key, new, subscript.range());
                observe(self, &Event::Augmented { key: &key, range: subscript.range() });
            }
            Expr::Attribute(attribute) => {
                let object = self.expr(&attribute.value);
                let old = self.attribute(&object, attribute_of(attribute), attribute.range());
                let old = taught_at(self, &statement.target, old);
                let value = self.expr(&statement.value);
                let new = self.augment(statement, symbol, &old, &value);
                self.set_attribute(&object, attribute_of(attribute), new.clone(), attribute.range());
                teach_stored(self, attribute, &object, &new);
            }
            target @ Expr::Name(name) => {
                let old = self.lookup(name_of(name));
                let value = self.expr(&statement.value);
                let new = self.augment(statement, symbol, &old, &value);
                self.note_binding(target.range(), name_of(name), &new);
                self.bind(name_of(name), new);
            }
            _ => {
                self.expr(&statement.value);
            }
        }
    }

    fn augment(&mut self, statement: &'p StmtAugAssign, symbol: &str, old: &Value<'p>, value: &Value<'p>) -> Value<'p> {
        let range = statement.range();
        if matches!(old.kind, Kind::Union(_)) || matches!(value.kind, Kind::Union(_)) {
            return self.each_member(&[old, value], |evaluator, members| {
                evaluator.augment(statement, symbol, &members[0], &members[1])
            });
        }
        match &old.kind {
            // An object of the program's may want to do it itself: `__array_priority__`.
            Kind::Array(_) if matches!(value.kind, Kind::Object(id) if matches!(self.state.heap.get(id), Object::Instance { .. })) =>
            {
                self.escape(old);
                Value::unknown()
            }
            Kind::Array(array) => {
                let array = *array;
                self.in_place(symbol, old, &array, value, range)
            }
            Kind::Object(id) => {
                let id = *id;
                // A list takes in what can be gone through, whatever that is.
                if value.is_unknown() && !matches!(self.state.heap.get(id), Object::Instance { .. }) {
                    self.state.heap.forget(old);
                }
                // What the other operand makes of it is a new object.
                let by_itself = !matches!(value.kind, Kind::Array(_))
                    && !value.is_unknown()
                    && !value.ty().is_some_and(|ty| matches!(ty.kind(), TyKind::Scalar(_)))
                    && self.state.class_of(value).is_none();
                if by_itself && self.changed_in_place(statement.op, id, old, value, range) {
                    return old.clone();
                }
                if matches!(self.state.heap.get(id), Object::Instance { .. }) {
                    let (_, method, _) = spelling(statement.op);
                    let in_place = method.replacen("__", "__i", 1);
                    if let Some(result) = self.call_method(old, &in_place, vec![value.clone()], range) {
                        return result;
                    }
                }
                self.binary(statement.op, old, value, range)
            }
            _ => {
                let (_, method, _) = spelling(statement.op);
                in_place_of_object(self, old, (symbol, method), value, range)
                    .unwrap_or_else(|| self.binary(statement.op, old, value, range))
            }
        }
    }

    /// Lists, dicts and sets are changed by their operators: true if this one does.
    fn changed_in_place(
        &mut self,
        op: Operator,
        id: ObjectId,
        old: &Value<'p>,
        value: &Value<'p>,
        range: TextRange,
    ) -> bool {
        let object = self.state.heap.get(id).clone();
        match (object, op) {
            (Object::List(_) | Object::ListOf { .. }, Operator::Add) => extend_list(self, id, value, range),
            (Object::List(_) | Object::ListOf { .. }, Operator::Mult) => {
                let repeated = self.binary(op, old, value, range);
                let Kind::Object(new) = repeated.kind else { return false };
                let repeated = self.state.heap.get(new).clone();
                self.state.put(id, repeated);
            }
            (Object::Dict(mut entries), Operator::BitOr) => {
                add_to_dict(self, id, &mut entries, value, range);
                self.state.put(id, Object::Dict(entries));
            }
            (Object::Set(item), Operator::BitOr | Operator::BitXor) => {
                let more = self.iterate(value, range);
                let more = self.state.any_item(&more);
                let more = self.stored_in(id, more);
                let item = self.state.join_elements(&item, &more);
                self.state.put(id, Object::Set(item));
            }
            (Object::Set(_), Operator::BitAnd | Operator::Sub) => {}
            _ => return false,
        }
        true
    }
}
