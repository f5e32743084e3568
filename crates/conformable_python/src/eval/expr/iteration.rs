//! What iterating over a value gives, and unpacking.
//!
//! An iterator is an object that is used up: its remaining items are known exactly until unknown code takes some,
//! and are unknown from then on. A value that is read from an object of another frame depends on what is outside.

use std::rc::Rc;

use conformable_types::{Dim, FreshKind, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::{Items, Object, Part};
use crate::domain::uses::Use;
use crate::domain::value::{Kind, Sym, Value, as_dim};
use crate::eval::call::arguments::Arguments;
use crate::eval::catalogue_bridge::registered::operator_of_object;
use crate::eval::diagnose::report::Refusal;
use crate::eval::python::enums::members;
use crate::eval::python::uses::refused;
use crate::eval::{Evaluator, Tentative};
use crate::front::rules;

/// Rows of an array of known length are told apart up to this many.
pub const MAX_ROWS: i64 = 64;

/// The items of an instance whose class has one of the protocols, as its model asks for them. How many there are is not known.
fn items_by<'p>(run: &mut Evaluator<'p>, model: &str, value: &Value<'p>, range: TextRange) -> Items<'p> {
    let items = run.call_builtin(Sym::new(model), Arguments::of(vec![value.clone()]), range);
    match items.kind {
        Kind::Object(id) => match run.state.heap.get(id).clone() {
            Object::ListOf { item, .. } => Items::Each(run.read_from(value, item), None),
            _ => Items::Each(Value::unknown(), None),
        },
        _ => Items::Each(Value::unknown(), None),
    }
}

/// The items of one of several lists or tuples: one of those of all.
fn items_of_either<'p>(run: &mut Evaluator<'p>, lists: &[Value<'p>], range: TextRange) -> Items<'p> {
    let mut items = Vec::new();
    for list in lists {
        match run.iterate(list, range) {
            Items::Known(known) => items.extend(known),
            Items::Each(item, _) => items.push(item),
        }
    }
    run.state.summarise(&items).map_or_else(|| Items::Known(Vec::new()), |item| Items::Each(item, None))
}

impl<'p> Evaluator<'p> {
    pub fn iterate(&mut self, value: &Value<'p>, range: TextRange) -> Items<'p> {
        let value = &self.state.settle(value);
        let items = match &value.kind {
            Kind::Tuple(tuple) => Items::Known(tuple.items.clone()),
            Kind::Array(array) => {
                let array = *array;
                self.rows(value, &array, range)
            }
            Kind::Object(id) => match self.state.heap.get(*id).clone() {
                Object::List(items) => Items::Known(items),
                Object::ListOf { item, len } | Object::TupleOf { item, len } => Items::Each(item, Some(len)),
                Object::Dict(_) => self.state.view_items(*id, Part::Keys),
                Object::View { dict, part } => self.state.view_items(dict, part),
                Object::Set(item) => Items::Each(item, None),
                Object::Range(items) => items,
                Object::Iterator(items) => {
                    self.state.begun(*id, &items);
                    items
                }
                Object::Instance { .. } => {
                    let iterator = self.call_method(value, "__iter__", Vec::new(), range);
                    match iterator {
                        Some(inner) if matches!(&inner.kind, Kind::Object(other) if other != id) => {
                            return self.iterate(&inner, range);
                        }
                        Some(inner) if !inner.is_unknown() => return items_by(self, "_by_next", value, range),
                        Some(_) => Items::Each(Value::unknown(), None),
                        None => match refused(self, value, Use::Iterate, range) {
                            _ if self.state.refuted => Items::Each(Value::unknown(), None),
                            _ => return items_by(self, "_by_subscript", value, range),
                        },
                    }
                }
                _ => Items::Each(Value::unknown(), None),
            },
            Kind::Data(ty) | Kind::Integer(ty, _) | Kind::Floating(ty, _) => match ty.kind() {
                TyKind::LitStr(text) if text.as_str().chars().count() <= 16 => {
                    Items::Known(text.as_str().chars().map(|c| Value::data(Ty::str(&c.to_string()))).collect())
                }
                TyKind::Str => Items::Each(Value::str(), None),
                TyKind::Bytes => Items::Each(Value::data(Ty::new(TyKind::Int)), None),
                TyKind::LitStr(_) => Items::Each(Value::str(), self.state.length(value)),
                TyKind::TupleOf(item) => Items::Each(self.value_of(*item), None),
                _ => match operator_of_object(self, value, "__iter__", "iter", std::slice::from_ref(value), range) {
                    Some(items) => return self.iterate(&items, range),
                    None => Items::Each(refused(self, value, Use::Iterate, range), None),
                },
            },
            Kind::Class(class) => match members(self, class) {
                Some(members) => Items::Known(members),
                None => Items::Each(refused(self, value, Use::Iterate, range), None),
            },
            Kind::Shape(shape) => {
                let count = self.state.store.resolve_shape(*shape).rank_dim();
                let size = self.state.store.fresh_dim(FreshKind::Each);
                Items::Each(Value::int(size), Some(count).filter(|count| !count.is_any()))
            }
            Kind::Union(lists)
                if lists.iter().all(|list| matches!(self.state.container_name(list), Some("list" | "tuple"))) =>
            {
                let lists = Rc::clone(lists);
                items_of_either(self, &lists, range)
            }
            Kind::Union(_) => {
                // What each item is isn't known, so whatever is done with one may be done with any.
                self.escape(value);
                Items::Each(refused(self, value, Use::Iterate, range), None)
            }
            _ => Items::Each(refused(self, value, Use::Iterate, range), None),
        };
        match items {
            Items::Known(items) => Items::Known(items.into_iter().map(|item| self.read_from(value, item)).collect()),
            Items::Each(item, count) => Items::Each(self.read_from(value, item), count),
        }
    }

    /// `next(value)`, `next(value, default)`.
    pub fn next_item(&mut self, value: &Value<'p>, default: Option<&Value<'p>>, range: TextRange) -> Value<'p> {
        let Kind::Object(id) = value.kind else { return Value::unknown() };
        match self.state.heap.get(id).clone() {
            Object::Iterator(Items::Known(mut items)) if !items.is_empty() => {
                let item = items.remove(0);
                self.state.put(id, Object::Iterator(Items::Known(items)));
                self.read_from(value, item)
            }
            Object::Iterator(Items::Known(_)) => default.cloned().unwrap_or_else(Value::unknown),
            Object::Iterator(Items::Each(item, count)) => {
                let some = count.is_some_and(|count| self.state.store.ask_le(Dim::ONE, count).is_yes());
                // Without a default it goes on only if there was one.
                let left = count.filter(|_| some || default.is_none()).map(|count| count.minus(1));
                self.state.put(id, Object::Iterator(Items::Each(item.clone(), left)));
                let found = match default.filter(|_| !some) {
                    Some(default) => self.one_among(&[item, default.clone()]),
                    None => self.one_of(&item),
                };
                self.read_from(value, found)
            }
            Object::Instance { .. } => {
                let next = self.call_method(value, "__next__", Vec::new(), range).unwrap_or_else(Value::unknown);
                match default {
                    Some(default) => self.state.join_values(&next, default),
                    None => next,
                }
            }
            _ => Value::unknown(),
        }
    }

    /// Unpack into `count` names (a starred one takes the rest); an error if it cannot be.
    pub fn unpack(&mut self, value: &Value<'p>, count: usize, star: Option<usize>, range: TextRange) -> Vec<Value<'p>> {
        if matches!(value.kind, Kind::Union(_)) {
            return self.unpack_union(value, count, star, range);
        }
        if let (Kind::Shape(shape), None) = (&value.kind, star) {
            let shape = *shape;
            if self.state.settled(shape).is_none() && self.state.has_rank(shape, count).is_no() {
                let message = format!("cannot unpack a shape of {shape:?} into {count} names");
                self.refute(Refusal::of(rules::UNPACK, range, message).resting_on(value.dependencies));
                return vec![Value::unknown(); count];
            }
        }
        let value = &self.state.settle(value);
        let items = self.iterate(value, range);
        self.state.exhausted(value);
        let wanted = if star.is_some() { count - 1 } else { count };
        match items {
            Items::Known(items) => {
                let fits = if star.is_some() { items.len() >= wanted } else { items.len() == wanted };
                if !fits {
                    self.cannot_unpack(value, items.len(), wanted, star.is_some(), range);
                    return vec![Value::unknown(); count];
                }
                match star {
                    None => items,
                    Some(place) => {
                        let after = count - place - 1;
                        let middle = items[place..items.len() - after].to_vec();
                        let mut unpacked = items[..place].to_vec();
                        let rest = self.list(middle);
                        unpacked.push(rest);
                        unpacked.extend_from_slice(&items[items.len() - after..]);
                        unpacked
                    }
                }
            }
            Items::Each(item, len) => {
                let wanted_dim = as_dim(wanted);
                if let (Some(len), None) = (len, star) {
                    if self.state.store.ask_eq(len, wanted_dim).is_no() {
                        let shown = format!("{len:?}");
                        let message = format!("cannot unpack {shown} values into {wanted} names");
                        self.refute(Refusal::of(rules::UNPACK, range, message).resting_on(value.dependencies));
                        return vec![Value::unknown(); count];
                    }
                    // Having been unpacked, it has that many.
                    let _ = self.state.store.tell(&conformable_solver::Fact::Eq(len, wanted_dim));
                }
                let mut unpacked = Vec::with_capacity(count);
                for place in 0..count {
                    if Some(place) == star {
                        let len = self.state.store.fresh_dim(FreshKind::Unknown);
                        let rest = self.list_of(item.clone(), len);
                        unpacked.push(rest);
                    } else {
                        unpacked.push(self.one_of(&item));
                    }
                }
                unpacked
            }
        }
    }

    fn unpack_union(
        &mut self,
        value: &Value<'p>,
        count: usize,
        star: Option<usize>,
        range: TextRange,
    ) -> Vec<Value<'p>> {
        let packed = self.each_member(&[value], |evaluator, members| {
            let items = evaluator.unpack(&members[0], count, star, range);
            Value::tuple(items)
        });
        match packed.kind {
            Kind::Tuple(tuple) if tuple.items.len() == count => tuple.items.clone(),
            _ => vec![Value::unknown(); count],
        }
    }
}
