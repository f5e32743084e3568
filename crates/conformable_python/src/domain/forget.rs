//! What an unknown value may be: where paths meet, a value of which nothing is known may be one of those that met, and
//! what is done to it is done to that one.
//!
//! The contents of all objects that such a value reaches are unknown from then on. A function among them may be called,
//! which changes what its code writes; that takes the evaluator, which is told of it ([`Heap::take_lost_functions`]).

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::domain::heap::{Entries, Heap, Object, ObjectId, Shared};
use crate::domain::value::{Function, Kind, Value};

/// Are there items of which nothing is known, and no others?
fn is_of_unknown(object: &Object<'_>) -> bool {
    match object {
        Object::Escaped => true,
        Object::ListOf { item, .. } | Object::TupleOf { item, .. } | Object::Set(item) => item.is_unknown(),
        Object::Dict(Entries { known, rest, .. }) => known.is_empty() && rest.as_ref().is_some_and(Value::is_unknown),
        _ => false,
    }
}

impl<'p> Heap<'p> {
    /// An unknown value may be this one from here on. Whether anything was known of what it reaches.
    pub fn forget(&mut self, value: &Value<'p>) -> bool {
        self.forget_all(value, &mut FxHashSet::default())
    }

    /// The same of each item of a list, a tuple or a dict.
    pub fn forget_items(&mut self, value: &Value<'p>) {
        match value.kind {
            Kind::Object(id) => {
                let held = self.unread(id).cloned();
                if let Some(Shared(object)) = held {
                    self.forget_held(&object);
                }
            }
            _ => value.kind.visit_parts(&mut |item| _ = self.forget(item)),
        }
    }

    /// An object becomes another one, in which nothing is known of any item: each of those that it had may be one.
    pub(super) fn forget_replaced(&mut self, id: ObjectId, by: &Object<'p>) {
        let old = self.unread(id).filter(|_| is_of_unknown(by)).cloned();
        if let Some(Shared(old)) = old
            && !is_of_unknown(&old)
        {
            self.forget_held(&old);
        }
    }

    pub(super) fn forget_held(&mut self, object: &Object<'p>) {
        object.visit_values(&mut |value| _ = self.forget(value));
    }

    /// Of an instance nothing but its class is known from here on.
    pub fn open(&mut self, id: ObjectId) {
        self.update(id, |object| {
            if let Object::Instance { open, .. } = object {
                *open = true;
            }
        });
    }

    /// The functions that an unknown value may be since this was last asked.
    pub fn take_lost_functions(&mut self) -> Vec<Rc<Function<'p>>> {
        std::mem::take(&mut self.lost_functions)
    }

    /// As [`Heap::forget`], without what was met on the way: an object may be reached by as many paths as it likes.
    fn forget_all(&mut self, value: &Value<'p>, met: &mut FxHashSet<ObjectId>) -> bool {
        let Kind::Object(id) = value.kind else {
            if let Kind::Function(function) = &value.kind {
                self.lost_functions.push(Rc::clone(function));
            }
            let mut known = false;
            value.kind.visit_parts(&mut |part| known |= self.forget_all(part, met));
            return known;
        };
        let Some(Shared(object)) = self.found(id).filter(|_| met.insert(id)).cloned() else { return false };
        match &*object {
            Object::Escaped | Object::Scope { .. } | Object::Instance { open: true, .. } => return false,
            // They are read, and never written to.
            Object::Range(_) | Object::TupleOf { .. } | Object::Iterator(_) => {}
            Object::View { dict, .. } => return self.forget_all(&Kind::Object(*dict).into(), met),
            Object::Instance { .. } => self.open(id),
            Object::List(_) | Object::ListOf { .. } | Object::Dict(_) | Object::Set(_) => {
                self.share(id, &Shared(Rc::new(Object::Escaped)));
            }
        }
        let mut known = !matches!(&*object, Object::Range(_) | Object::TupleOf { .. } | Object::Iterator(_));
        // As deep as a loop makes a list of a list, on a stack that grows.
        object.visit_values(&mut |part| {
            known |= stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.forget_all(part, met));
        });
        if let Some(owner) = self.owner(id) {
            self.forget_all(&Kind::Object(owner).into(), met);
        }
        known
    }
}
