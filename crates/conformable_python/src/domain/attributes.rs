//! Attributes of instances, and the dicts that are an instance's own namespace: what is stored in one shows in the other.

use std::rc::Rc;

use conformable_solver::effort;
use conformable_types::{Dim, Ty};

use crate::domain::heap::{Entries, Name, Object, ObjectId};
use crate::domain::state::State;
use crate::domain::value::{Class, DescriptorForm, Kind, Sym, Value};

impl<'p> State<'p> {
    /// An object as it is from here on. One that stands for several may also be as it was; a dict
    /// that is the attributes of an instance changes that.
    pub fn put(&mut self, id: ObjectId, object: Object<'p>) {
        self.taught.forget_items();
        let object = if self.heap.is_summary(id) {
            let old = self.heap.get(id).clone();
            match self.joined(|joiner| joiner.object(&old, &object)) {
                // Each of several lists has its own.
                Object::ListOf { item, len } if len.constant().is_none() => Object::ListOf { item, len: Dim::any() },
                object => object,
            }
        } else {
            object
        };
        if let Some(owner) = self.heap.owner(id) {
            self.set_attributes(owner, &object);
        }
        self.heap.set(id, object);
    }

    fn set_attributes(&mut self, owner: ObjectId, dict: &Object<'p>) {
        if let Object::Dict(Entries { known, rest: None, .. }) = dict {
            for (key, value) in known.iter() {
                let Some(name) = key.str_value().map(|name| Name::new(Sym::new(name))) else { continue };
                // It stands in the dict, and what the class has is found before it.
                if self.is_decided_by_class(owner, name) {
                    self.heap.open(owner);
                } else {
                    self.attribute(owner, name, value.clone());
                }
            }
            let stays = |name: &Name| known.iter().any(|(key, _)| key.str_value() == Some(name.0.as_str()));
            let gone: Vec<Name> = match self.heap.get(owner) {
                Object::Instance { attributes, .. } => attributes.keys().filter(|name| !stays(name)).copied().collect(),
                _ => Vec::new(),
            };
            if gone.is_empty() {
                return;
            }
            let is_summary = self.heap.is_summary(owner);
            self.heap.update(owner, |object| {
                if let Object::Instance { attributes, order, open, .. } = object {
                    *open |= is_summary;
                    for name in gone.iter().filter(|_| !is_summary) {
                        attributes.remove(name);
                        order.retain(|own| own != name);
                    }
                }
            });
        } else {
            self.heap.open(owner);
        }
    }

    /// Is what a class has under a name found before an instance's own? A property is, and what has a `__set__`.
    pub fn decides_attributes(&self, found: &Value<'p>) -> bool {
        let scopes = |class: &Rc<Class<'p>>| -> Vec<ObjectId> {
            std::iter::once(class).chain(class.above.iter().flatten()).map(|class| class.scope).collect()
        };
        let hooks = ["__set__", "__delete__"].map(|hook| Name::new(Sym::new(hook)));
        match &found.kind {
            Kind::Descriptor(descriptor) => descriptor.form == DescriptorForm::Property,
            Kind::Object(id) => match self.heap.get(*id) {
                Object::Instance { class, .. } => scopes(class).into_iter().any(|scope| {
                    matches!(self.heap.get(scope), Object::Scope { names, .. } if hooks.iter().any(|hook| names.contains_key(hook)))
                }),
                _ => false,
            },
            _ => false,
        }
    }

    fn is_decided_by_class(&self, owner: ObjectId, name: Name) -> bool {
        let Object::Instance { class, .. } = self.heap.get(owner) else { return false };
        let own = |class: &Rc<Class<'p>>| match self.heap.get(class.scope) {
            Object::Scope { names, .. } => names.get(&name),
            _ => None,
        };
        let found = std::iter::once(class).chain(class.above.iter().flatten()).find_map(own);
        found.is_some_and(|found| self.decides_attributes(found))
    }

    /// A class gets what decides: what its instances have under that name isn't found any more.
    pub fn forget_attributes_behind(&mut self, class: &Rc<Class<'p>>, name: Name) {
        for id in self.heap.all() {
            let has = |object: &Object<'p>| {
                matches!(object, Object::Instance { class: own, attributes, .. }
                    if attributes.contains_key(&name)
                        && std::iter::once(own).chain(own.above.iter().flatten()).any(|own| own.is_same(class)))
            };
            if has(self.heap.get(id)) {
                self.heap.update(id, |object| {
                    if let Object::Instance { attributes, .. } = object {
                        attributes.insert(name, Value::unknown());
                    }
                });
            }
        }
    }

    /// `object.name = value`.
    pub fn set_attribute(&mut self, id: ObjectId, name: Name, value: Value<'p>) {
        self.attribute(id, name, value);
        let namespaces = self.heap.namespaces_of(id);
        if namespaces.is_empty() {
            return;
        }
        let stored = match self.heap.get(id) {
            Object::Instance { attributes, .. } => attributes.get(&name).cloned(),
            _ => None,
        };
        for dict in namespaces {
            let (Some(stored), Object::Dict(old)) = (&stored, self.heap.get(dict)) else { continue };
            effort::add(old.known.len());
            let (old, mut entries) = (old.clone(), old.clone());
            entries.set(&Value::data(Ty::str(name.0.as_str())), stored.clone());
            let mut object = Object::Dict(entries);
            // Of several dicts another one may be this instance's.
            if self.heap.is_summary(dict) {
                object = self.joined(|joiner| joiner.object(&Object::Dict(old), &object));
            }
            self.heap.set(dict, object);
        }
    }

    /// The dict that was made of an instance's attributes before and holds what one made now would.
    pub fn namespace_as_it_stands(&self, id: ObjectId, now: &Entries<'p>) -> Option<ObjectId> {
        let holds_the_same = |dict: &ObjectId| match self.heap.get(*dict) {
            Object::Dict(Entries { known, rest: None, .. }) => {
                let pairs = known.iter().zip(now.known.iter());
                known.len() == now.known.len() && pairs.into_iter().all(|((a, x), (b, y))| a == b && x == y)
            }
            _ => false,
        };
        let is_single = |one: ObjectId| !self.heap.is_summary(one);
        let mut dicts = self.heap.namespaces_of(id).into_iter();
        if now.rest.is_some() || !is_single(id) {
            None
        } else {
            dicts.find(|dict| is_single(*dict) && holds_the_same(dict))
        }
    }

    /// Removes an attribute of one instance that has it, and of the dicts that are its attributes; says nothing of any other.
    pub fn delete_attribute(&mut self, id: ObjectId, name: Name) -> bool {
        let has_it = matches!(self.heap.get(id), Object::Instance { attributes, open: false, .. } if attributes.contains_key(&name));
        let dicts = self.heap.namespaces_of(id);
        let is_known = |dict: &ObjectId| matches!(self.heap.get(*dict), Object::Dict(Entries { rest: None, .. }));
        let is_single = std::iter::once(&id).chain(&dicts).all(|one| !self.heap.is_summary(*one));
        if !has_it || !is_single || !dicts.iter().all(is_known) {
            return false;
        }
        let key = Value::data(Ty::str(name.0.as_str()));
        for one in std::iter::once(id).chain(dicts) {
            self.heap.update(one, |object| match object {
                Object::Instance { attributes, order, .. } => {
                    attributes.remove(&name);
                    order.retain(|own| own != &name);
                }
                Object::Dict(entries) => drop(entries.remove(&key)),
                _ => {}
            });
        }
        true
    }

    fn attribute(&mut self, id: ObjectId, name: Name, value: Value<'p>) {
        let Object::Instance { attributes, .. } = self.heap.get(id) else { return };
        let value = match attributes.get(&name).cloned() {
            Some(old) if self.heap.is_summary(id) => self.join_values(&old, &value),
            None if self.heap.is_summary(id) => Value::unknown(),
            _ => value,
        };
        self.heap.update(id, |object| {
            if let Object::Instance { attributes, order, .. } = object
                && attributes.insert(name, value).is_none()
            {
                order.push_back(name);
            }
        });
    }
}
