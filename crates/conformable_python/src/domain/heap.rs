//! The heap: what Python mutates, by number, and the names of scopes.
//!
//! The heap is persistent: a branch clones it for nothing, and a join looks only at what differs.
//! What imported modules made is below it, shared, as their top levels left it ([`Imported`]): an object of an image is
//! copied when it is first written to.

use std::rc::Rc;

use conformable_solver::SPACE_BITS;
use imbl::{OrdMap, OrdSet, ordmap, ordset};
use rustc_hash::FxHashMap;

use crate::domain::images::{Image, Imported};
use crate::domain::reads;
use crate::domain::value::{Function, Kind, Sym, Value};

pub use crate::domain::names::Name;
pub use crate::domain::object::{Constant, Entries, Items, Missing, Names, Object, Part};

/// A container of more elements than this is known by one that stands for all.
pub const MOST_ELEMENTS: usize = 4096;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u64);

impl ObjectId {
    /// The space of numbers of the evaluation that made it.
    pub fn space(self) -> u64 {
        self.0 >> SPACE_BITS
    }
}

#[derive(Clone, Default)]
pub struct Heap<'p> {
    /// What the evaluation itself has made.
    objects: OrdMap<ObjectId, Shared<'p>>,
    /// The space of these, in which no image has an object.
    space: u64,
    imported: Imported<'p>,
    /// Objects that stand for several, made by the same place in different passes of a loop: what
    /// is written to one of these may have been written to another.
    summaries: OrdSet<ObjectId>,
    /// The dicts that are the attributes of an instance, and whose: `vars(x)`, `x.__dict__`.
    namespaces: OrdMap<ObjectId, ObjectId>,
    /// Functions that an unknown value may be from here on, and of which nobody has said yet what that means.
    pub(super) lost_functions: Vec<Rc<Function<'p>>>,
}

/// An object as it stands in a heap: equal if it is the same one.
#[derive(Clone)]
pub struct Shared<'p>(pub Rc<Object<'p>>);

impl PartialEq for Shared<'_> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<'p> Heap<'p> {
    pub fn get(&self, id: ObjectId) -> &Object<'p> {
        self.found(id).map_or(&Object::Escaped, |object| &object.0)
    }

    /// The value of a name in a scope, and of nothing else in it; and the scope around it.
    pub fn look_up(&self, scope: ObjectId, name: Name) -> (Option<&Value<'p>>, Option<ObjectId>) {
        reads::read_name(scope, name.0);
        self.scope(scope).map_or((None, None), |(names, parent)| (names.get(&name), parent))
    }

    /// The value of a name in a scope, of which nobody is told that it was looked at.
    pub fn name_unread(&self, scope: ObjectId, name: Sym) -> Option<&Value<'p>> {
        self.scope(scope)?.0.get(&Name::new(name))
    }

    /// The scope around a scope: the same one at all times.
    pub fn scope_around(&self, scope: ObjectId) -> Option<ObjectId> {
        self.scope(scope)?.1
    }

    fn scope(&self, id: ObjectId) -> Option<(&Names<'p>, Option<ObjectId>)> {
        match &*self.unread(id)?.0 {
            Object::Scope { names, parent } => Some((names, *parent)),
            _ => None,
        }
    }

    pub(super) fn found(&self, id: ObjectId) -> Option<&Shared<'p>> {
        reads::read(id);
        self.unread(id)
    }

    /// An object as it stands, of which nobody is told that it was looked at.
    pub fn unread(&self, id: ObjectId) -> Option<&Shared<'p>> {
        if self.is_imported(id) { self.imported.get(id) } else { self.objects.get(&id) }
    }

    /// Has an image made it?
    fn is_imported(&self, id: ObjectId) -> bool {
        id.space() != self.space && self.imported.has(id)
    }

    fn insert(&mut self, id: ObjectId, object: Shared<'p>) {
        if self.is_imported(id) {
            self.imported.write(id, object);
        } else {
            self.space = id.space();
            self.objects.insert(id, object);
        }
    }

    pub fn set(&mut self, id: ObjectId, object: Object<'p>) {
        if object.is_too_large() {
            self.forget_held(&object);
        }
        let object = object.bounded();
        self.forget_replaced(id, &object);
        self.insert(id, Shared(Rc::new(object)));
    }

    /// As it stands in another heap.
    pub fn share(&mut self, id: ObjectId, object: &Shared<'p>) {
        self.insert(id, object.clone());
    }

    /// Nothing refers to it any more: the evaluation itself has made it.
    pub fn discard(&mut self, id: ObjectId) {
        self.objects.remove(&id);
    }

    /// From here on a name of a scope is bound to this, or not bound.
    pub fn rebind(&mut self, scope: ObjectId, name: Name, value: Option<Value<'p>>) {
        self.update(scope, |object| {
            if let Object::Scope { names, .. } = object {
                match value {
                    Some(value) => names.insert(name, value),
                    None => names.remove(&name),
                };
            }
        });
    }

    /// Change an object in place: whoever asks what a call has read counts as read what it has changed.
    pub fn update(&mut self, id: ObjectId, change: impl FnOnce(&mut Object<'p>)) {
        let own = if self.is_imported(id) { self.imported.written_mut(id) } else { self.objects.get_mut(&id) };
        if let Some(object) = own {
            let object = Rc::make_mut(&mut object.0);
            change(object);
            if object.is_too_large() {
                *object = std::mem::replace(object, Object::Escaped).bounded();
            }
        } else if let Some(object) = self.unread(id) {
            let mut object = (*object.0).clone();
            change(&mut object);
            self.set(id, object);
        }
    }

    /// The numbers of all objects, those of images too.
    pub fn all(&self) -> Vec<ObjectId> {
        let mut all: Vec<ObjectId> = self.objects.keys().chain(self.imported.all()).copied().collect();
        all.sort_unstable();
        all
    }

    /// The objects that differ between two heaps.
    pub fn changed(&self, other: &Heap<'p>) -> Vec<ObjectId> {
        self.differing(other).map(|(id, ..)| id).collect()
    }

    /// The objects that differ between two heaps, by identity of their data, each as it stands on either
    /// side, if it is there; what the two share is not looked at.
    pub fn differing<'a>(
        &'a self,
        other: &'a Heap<'p>,
    ) -> impl Iterator<Item = (ObjectId, Option<&'a Shared<'p>>, Option<&'a Shared<'p>>)> {
        use imbl::ordmap::DiffItem;
        let own = self.objects.diff(&other.objects).map(|item| match item {
            DiffItem::Add(id, right) => (*id, None, Some(right)),
            DiffItem::Remove(id, left) => (*id, Some(left), None),
            DiffItem::Update { old: (id, left), new: (_, right) } => (*id, Some(left), Some(right)),
        });
        own.chain(self.imported.differing(&other.imported))
    }

    /// Is an object that there is another one in a later heap?
    pub fn is_changed_in(&self, later: &Heap<'p>) -> bool {
        self.differing(later).any(|(_, before, _)| before.is_some())
    }

    pub fn contains(&self, id: ObjectId) -> bool {
        self.found(id).is_some()
    }

    /// Has it the same images and the same attribute dicts?
    pub fn is_marked_as(&self, other: &Heap<'p>) -> bool {
        self.imported.images().ptr_eq(other.imported.images()) && self.namespaces.ptr_eq(&other.namespaces)
    }

    /// Has it as many images as another one, which has at least all of them?
    pub fn has_all_images_of(&self, other: &Heap<'p>) -> bool {
        self.imported.images().len() == other.imported.images().len()
    }

    /// The image that has made this object.
    pub fn image_of(&self, id: ObjectId) -> Option<&Rc<Image<'p>>> {
        self.imported.image_of(id)
    }

    pub fn has_image(&self, image: &Image<'p>) -> bool {
        self.imported.images().contains_key(&image.unit.space)
    }

    // --- imported modules ---------------------------------------------------------------------

    /// From here on what this image's modules made is there, and what it builds on. The images that were not there before.
    pub fn adopt(&mut self, image: &Rc<Image<'p>>) -> Vec<Rc<Image<'p>>> {
        let new = self.imported.adopt(image);
        if !new.is_empty() {
            image.changes.iter().for_each(|(id, changed)| self.change(*id, changed));
        }
        new
    }

    /// What either path imported has been imported where they meet.
    pub fn adopt_all(&mut self, other: &Heap<'p>) {
        self.imported.adopt_all(&other.imported);
    }

    /// What an image did to an object that was there before it.
    fn change(&mut self, id: ObjectId, changed: &Shared<'p>) {
        let Some(before) = self.found(id).filter(|before| *before != changed).cloned() else { return };
        let after = if self.imported.is_written(id) { changed.merged_with(&before) } else { Some(changed.clone()) };
        if let Some(after) = after {
            self.forget_replaced(id, &after.0);
            self.imported.write_as_imported(id, after);
        }
    }

    /// The objects of the evaluation itself, and what is below.
    pub fn into_parts(self) -> (impl Iterator<Item = (ObjectId, Shared<'p>)>, Imported<'p>) {
        (self.objects.into_iter(), self.imported)
    }

    /// What refers to objects that have become others refers to those.
    pub fn rename(&mut self, id: ObjectId, others: &FxHashMap<ObjectId, ObjectId>) {
        self.update(id, |object| {
            if let Object::View { dict, .. } = object {
                *dict = others.get(dict).copied().unwrap_or(*dict);
            }
            object.change_values(|value| refers_to(value, others), &mut |value| rename(value, others));
        });
    }

    /// Does it stand for several objects?
    pub fn is_summary(&self, id: ObjectId) -> bool {
        self.summaries.contains(&id)
    }

    /// From here on it stands for several objects; false if it did already.
    pub fn summarise(&mut self, id: ObjectId) -> bool {
        self.summaries.insert(id).is_none()
    }

    /// The instance of which this dict is the attributes.
    pub fn owner(&self, dict: ObjectId) -> Option<ObjectId> {
        self.namespaces.get(&dict).copied()
    }

    /// From here on this dict is the attributes of an instance.
    pub fn note_namespace(&mut self, dict: ObjectId, owner: ObjectId) {
        self.namespaces.insert(dict, owner);
    }

    /// The dicts that are an instance's attributes.
    pub fn namespaces_of(&self, owner: ObjectId) -> Vec<ObjectId> {
        self.namespaces.iter().filter(|(_, of)| **of == owner).map(|(dict, _)| *dict).collect()
    }

    /// Is it the attributes of an instance, or an instance whose attributes are a dict?
    pub fn has_namespace(&self, id: ObjectId) -> bool {
        self.namespaces.iter().any(|(dict, owner)| *dict == id || *owner == id)
    }

    /// The attribute dicts that a later heap has besides, each with its instance.
    pub fn namespaces_since(&self, later: &Heap<'p>) -> Vec<(ObjectId, ObjectId)> {
        let new = self.namespaces.diff(&later.namespaces).filter_map(|item| match item {
            ordmap::DiffItem::Add(dict, owner) | ordmap::DiffItem::Update { new: (dict, owner), .. } => {
                Some((*dict, *owner))
            }
            ordmap::DiffItem::Remove(..) => None,
        });
        new.collect()
    }

    /// Starts a join from the objects of the heap that has more: what one path made costs nothing then. Is it the other one?
    pub fn take_larger(&mut self, other: &Heap<'p>) -> bool {
        let is_larger = other.objects.len() > self.objects.len();
        if is_larger {
            self.objects = other.objects.clone();
            self.space = other.space;
            self.imported.take_written(&other.imported);
        }
        is_larger
    }

    /// What is so of an object in either heap is so where they meet.
    pub fn join_marks(&mut self, other: &Heap<'p>) {
        self.lost_functions.extend(other.lost_functions.iter().cloned());
        let own = self.summaries.clone();
        for mark in own.diff(&other.summaries) {
            if let ordset::DiffItem::Add(id) = mark {
                self.summaries.insert(*id);
            }
        }
        let own = self.namespaces.clone();
        for mark in own.diff(&other.namespaces) {
            if let ordmap::DiffItem::Add(dict, owner) = mark {
                self.namespaces.insert(*dict, *owner);
            }
        }
    }
}

fn refers_to(value: &Value<'_>, others: &FxHashMap<ObjectId, ObjectId>) -> bool {
    match &value.kind {
        Kind::Object(id) => others.contains_key(id),
        kind => kind.any_part(|part| refers_to(part, others)),
    }
}

fn rename<'p>(value: &mut Value<'p>, others: &FxHashMap<ObjectId, ObjectId>) {
    if !refers_to(value, others) {
        return;
    }
    let renamed = |part: &Value<'p>| {
        let mut part = part.clone();
        rename(&mut part, others);
        part
    };
    value.kind = match &value.kind {
        Kind::Object(id) => Kind::Object(others.get(id).copied().unwrap_or(*id)),
        // Two of the members may have become one.
        Kind::Union(members) => {
            let mut kept: Vec<Value<'p>> = Vec::with_capacity(members.len());
            for member in members.iter().map(renamed) {
                let twice = |other: &Value<'_>| matches!((&other.kind, &member.kind), (Kind::Object(x), Kind::Object(y)) if x == y);
                if !kept.iter().any(twice) {
                    kept.push(member);
                }
            }
            Kind::Union(Rc::new(kept))
        }
        kind => kind.map_parts(renamed),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ordered_by_their_text() {
        let texts = ["", "a", "ab", "abcdefgh", "abcdefgh0", "abcdefghi", "b", "x_é", "z", "é"];
        let mut names: Vec<Name> = texts.iter().rev().map(|text| Name::new(Sym::new(text))).collect();
        names.sort();
        assert!(names.iter().map(|name| name.0.as_str()).eq(texts));
    }

    /// What a path has changed is found wherever it lies among what it shares with another.
    #[test]
    fn each_changed_object_is_found() {
        for size in [1, 16, 17, 300] {
            let mut heap = Heap::default();
            (0..size).for_each(|id| heap.set(ObjectId(id), Object::Escaped));
            for id in 0..size {
                let mut other = heap.clone();
                other.set(ObjectId(id), Object::List(Vec::new()));
                assert_eq!(heap.changed(&other), [ObjectId(id)]);
            }
        }
    }
}
