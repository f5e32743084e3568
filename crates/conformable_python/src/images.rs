//! Imported modules as their top levels left them, each evaluated once and shared.
//!
//! What evaluating a module's top level as an import gives depends on nothing but the module and
//! what it imports: it is evaluated by itself, with a purse of its own and numbers of its own (its
//! *space*, made from the path). So the image that a thread has of a module is the one that any
//! other would make, in whatever order files are checked.
//!
//! Modules that import each other are evaluated together: see [`crate::units`].

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::heap::{Heap, Items, Object, ObjectId, Shared};
use crate::state::State;
use crate::value::{Array, Class, Kind, Tuple, TupleClass, Value};

/// What the top levels of one unit made.
pub struct Image<'p> {
    pub space: u64,
    pub objects: Objects<'p>,
    /// The scopes of its modules, by the modules' numbers.
    pub scopes: Vec<(usize, ObjectId)>,
    /// All images that it builds on.
    pub below: Vec<Rc<Image<'p>>>,
    /// What it did to objects of images below.
    pub changes: Vec<(ObjectId, Shared<'p>)>,
}

/// The images that one thread has made.
#[derive(Default)]
pub struct Images<'p> {
    made: RefCell<FxHashMap<u64, Rc<Image<'p>>>>,
}

impl<'p> Images<'p> {
    pub fn get(&self, space: u64) -> Option<Rc<Image<'p>>> {
        self.made.borrow().get(&space).cloned()
    }

    pub fn add(&self, image: Rc<Image<'p>>) {
        self.made.borrow_mut().insert(image.space, image);
    }
}

impl<'p> Image<'p> {
    /// What is left when the unit's modules have been evaluated.
    pub fn new(space: u64, mut state: State<'p>, mut scopes: Vec<(usize, ObjectId)>) -> Image<'p> {
        let heap = std::mem::take(&mut state.heap);
        let below: Vec<Rc<Image<'p>>> = heap.images().cloned().collect();
        let (mut objects, mut changes) = (Objects::default(), Vec::new());
        for (id, mut object) in heap.into_objects() {
            if id.space() == space {
                // What the path has learned stays behind, so it is written into the values.
                resolve_object(Rc::make_mut(&mut object.0), &state);
                objects.insert(id, object);
            } else {
                changes.push((id, object));
            }
        }
        scopes.retain(|(_, scope)| scope.space() == space);
        scopes.sort_unstable();
        let objects = reachable(objects, &scopes, &changes);
        Image { space, objects, scopes, below, changes }
    }
}

type Objects<'p> = FxHashMap<ObjectId, Shared<'p>>;

/// Only what the modules' scopes lead to: the frames of calls are done with.
fn reachable<'p>(
    mut objects: Objects<'p>,
    scopes: &[(usize, ObjectId)],
    changes: &[(ObjectId, Shared<'p>)],
) -> Objects<'p> {
    let mut left = Objects::default();
    let mut next: Vec<ObjectId> = scopes.iter().map(|(_, scope)| *scope).collect();
    for (_, object) in changes {
        reached_from(&object.0, &mut next);
    }
    while let Some(id) = next.pop() {
        if let Some(object) = objects.remove(&id) {
            reached_from(&object.0, &mut next);
            left.insert(id, object);
        }
    }
    left
}

fn reached_from(object: &Object<'_>, found: &mut Vec<ObjectId>) {
    match object {
        Object::List(items) => items.iter().for_each(|item| reached(item, found)),
        Object::ListOf { item, .. } | Object::Set(item) => reached(item, found),
        Object::Dict { entries, rest } => {
            entries.iter().for_each(|(key, value)| [key, value].into_iter().for_each(|value| reached(value, found)));
            rest.iter().for_each(|rest| reached(rest, found));
        }
        Object::Iterator { items: Items::Known(items) } => items.iter().for_each(|item| reached(item, found)),
        Object::Iterator { items: Items::Each(item, _) } => reached(item, found),
        Object::Instance { class, attributes, .. } => {
            reached_from_class(class, found);
            attributes.values().for_each(|value| reached(value, found));
        }
        Object::Scope { names, parent } => {
            found.extend(*parent);
            names.values().for_each(|value| reached(value, found));
        }
        Object::Escaped => {}
    }
}

fn reached_from_class(class: &Class<'_>, found: &mut Vec<ObjectId>) {
    found.push(class.scope);
    found.extend(class.above.iter().flatten().map(|class| class.scope));
    class.fields.iter().flat_map(|field| field.default.iter().chain(&field.factory)).for_each(|v| reached(v, found));
}

fn reached(value: &Value<'_>, found: &mut Vec<ObjectId>) {
    match &value.kind {
        Kind::Object(id) => found.push(*id),
        Kind::Tuple(tuple) => {
            if let TupleClass::Program(class) = &tuple.class {
                reached_from_class(class, found);
            }
            tuple.items.iter().for_each(|item| reached(item, found));
        }
        Kind::Slice(parts) => parts.iter().for_each(|part| reached(part, found)),
        Kind::Function(function) => {
            found.push(function.scope);
            function.defaults.iter().for_each(|(_, value)| reached(value, found));
        }
        Kind::Bound(pair) => [&pair.0, &pair.1].into_iter().for_each(|value| reached(value, found)),
        Kind::Member(pair) => reached(&pair.0, found),
        Kind::Class(class) => reached_from_class(class, found),
        Kind::Partial(partial) => {
            reached(&partial.function, found);
            partial.positional.iter().for_each(|value| reached(value, found));
            partial.keywords.iter().for_each(|(_, value)| reached(value, found));
        }
        Kind::Descriptor(descriptor) => {
            reached(&descriptor.function, found);
            descriptor.setter.iter().for_each(|setter| reached(setter, found));
        }
        Kind::Super(pair) => {
            reached(&pair.0, found);
            reached_from_class(&pair.1, found);
        }
        Kind::Union(members) => members.iter().for_each(|member| reached(member, found)),
        Kind::Unknown
        | Kind::Data(_)
        | Kind::Array(_)
        | Kind::Shape(_)
        | Kind::Module(_)
        | Kind::Namespace(_)
        | Kind::Op(_)
        | Kind::Builtin(_) => {}
    }
}

impl<'p> Heap<'p> {
    /// What an image did to objects that were there before it.
    pub fn change(&mut self, changes: &[(ObjectId, Shared<'p>)]) {
        for (id, changed) in changes {
            let before = self.get(*id).clone();
            let after = match (before, &*changed.0) {
                (Object::Scope { mut names, parent }, Object::Scope { names: new, .. }) => {
                    for (name, value) in new {
                        match names.get(name) {
                            Some(old) if is_same(old, value) => {}
                            Some(_) => {
                                names.insert(*name, Value::unknown());
                            }
                            None => {
                                names.insert(*name, value.clone());
                            }
                        }
                    }
                    Object::Scope { names, parent }
                }
                (Object::Instance { class, attributes, order, .. }, _) => {
                    Object::Instance { class, attributes, order, open: true }
                }
                _ => Object::Escaped,
            };
            self.set(*id, after);
        }
    }
}

/// Certainly the same value.
fn is_same(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (&a.kind, &b.kind) {
        (Kind::Unknown, Kind::Unknown) => true,
        (Kind::Data(x), Kind::Data(y)) => x == y,
        (Kind::Array(x), Kind::Array(y)) => x == y,
        (Kind::Function(x), Kind::Function(y)) => Rc::ptr_eq(x, y),
        (Kind::Class(x), Kind::Class(y)) => Rc::ptr_eq(x, y),
        (Kind::Object(x), Kind::Object(y)) => x == y,
        (Kind::Module(x), Kind::Module(y)) => x.id == y.id,
        (Kind::Namespace(x), Kind::Namespace(y))
        | (Kind::Op(x), Kind::Op(y))
        | (Kind::Builtin(x), Kind::Builtin(y)) => x == y,
        _ => false,
    }
}

fn resolve_object<'p>(object: &mut Object<'p>, state: &State<'p>) {
    match object {
        Object::List(items) => items.iter_mut().for_each(|item| resolve(item, state)),
        Object::ListOf { item, len } => {
            resolve(item, state);
            *len = state.store.resolve_dim(*len);
        }
        Object::Dict { entries, rest } => {
            entries.iter_mut().for_each(|(_, value)| resolve(value, state));
            if let Some(rest) = rest {
                resolve(rest, state);
            }
        }
        Object::Set(item) => resolve(item, state),
        Object::Instance { attributes: names, .. } | Object::Scope { names, .. } => {
            for (name, value) in &names.clone() {
                if matches!(value.kind, Kind::Data(_) | Kind::Array(_) | Kind::Tuple(_)) {
                    let mut value = value.clone();
                    resolve(&mut value, state);
                    names.insert(*name, value);
                }
            }
        }
        Object::Iterator { .. } | Object::Escaped => {}
    }
}

fn resolve<'p>(value: &mut Value<'p>, state: &State<'p>) {
    match &mut value.kind {
        Kind::Data(ty) => *ty = state.store.resolve_ty(*ty),
        Kind::Array(array) => {
            *array = state.current(array);
            let attained =
                array.attained.map(|(least, most)| (state.store.resolve_dim(least), state.store.resolve_dim(most)));
            *array = Array { ty: state.store.resolve_ty(array.ty), attained, ..*array };
        }
        Kind::Tuple(tuple) => {
            let mut items = tuple.items.clone();
            items.iter_mut().for_each(|item| resolve(item, state));
            *tuple = Rc::new(Tuple { items, class: tuple.class.clone() });
        }
        _ => {}
    }
}
