//! Imported modules as their top levels left them, each evaluated once and shared.
//!
//! What evaluating a module's top level as an import gives depends on nothing but the module and
//! what it imports: it is evaluated by itself, with a budget of its own and numbers of its own (its
//! *space*, made from the path). So the image that a thread has of a module is the one that any
//! other would make, in whatever order files are checked.
//!
//! Modules that import each other are evaluated together: see [`crate::syntax::units`].

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::domain::heap::{Heap, Items, Object, ObjectId, Shared};
use crate::domain::state::State;
use crate::domain::value::{Array, Kind, Value};
use crate::domain::walk::Definitions;
use crate::syntax::function_texts::FunctionTexts;
use crate::syntax::unit::{ImportsOf, Unit};

/// What the top levels of one unit made.
pub struct Image<'p> {
    pub unit: Arc<Unit>,
    /// Where the imports of its modules led.
    pub imports: Vec<(usize, Arc<ImportsOf>)>,
    pub objects: Objects<'p>,
    /// The scopes of its modules, by the modules' numbers.
    pub scopes: Vec<(usize, ObjectId)>,
    /// All images that it builds on, in the order of their spaces.
    pub below: Vec<Rc<Image<'p>>>,
    /// What it did to objects of images below.
    pub changes: Vec<(ObjectId, Shared<'p>)>,
}

/// The images that a thread has made, by space. They are values: nothing of them changes later.
#[derive(Default)]
pub struct Images<'p> {
    made: RefCell<FxHashMap<u64, Rc<Image<'p>>>>,
    /// Images of earlier programs that serve as well, though a module changed that they rest on.
    earlier: FxHashMap<u64, Rc<Image<'p>>>,
    has_given_earlier: Cell<bool>,
    /// What the thread has read off the texts of functions.
    pub functions: FunctionTexts,
}

impl<'p> Images<'p> {
    pub fn new(made: Vec<Rc<Image<'p>>>, earlier: Vec<Rc<Image<'p>>>) -> Images<'p> {
        let by_space = |images: Vec<Rc<Image<'p>>>| images.into_iter().map(|image| (image.unit.space, image)).collect();
        Images { made: RefCell::new(by_space(made)), earlier: by_space(earlier), ..Images::default() }
    }

    /// That of a unit.
    pub fn get(&self, unit: &Unit) -> Option<Rc<Image<'p>>> {
        // One of other modules with the same paths is of an earlier program.
        if let Some(image) = self.made.borrow().get(&unit.space).filter(|image| image.unit.members == unit.members) {
            return Some(Rc::clone(image));
        }
        let has_changed = |image: &Image<'p>| {
            let members = image.unit.members.iter().zip(&unit.members);
            image.unit.members.len() != unit.members.len() || members.filter(|(before, now)| before != now).count() > 1
        };
        let earlier = self.earlier.get(&unit.space).filter(|image| !has_changed(image))?;
        self.has_given_earlier.set(true);
        Some(Rc::clone(earlier))
    }

    pub fn add(&self, image: Rc<Image<'p>>) {
        self.made.borrow_mut().insert(image.unit.space, image);
    }

    /// Those that were made.
    pub fn made(&self) -> Vec<Rc<Image<'p>>> {
        self.made.borrow().values().cloned().collect()
    }

    /// Did it give any that is of an earlier program?
    pub fn has_given_earlier(&self) -> bool {
        self.has_given_earlier.get()
    }
}

impl<'p> Image<'p> {
    /// What is left when the unit's modules have been evaluated.
    pub fn new(
        unit: &Arc<Unit>,
        imports: Vec<(usize, Arc<ImportsOf>)>,
        mut state: State<'p>,
        mut scopes: Vec<(usize, ObjectId)>,
    ) -> Image<'p> {
        let space = unit.space;
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
        Image { unit: Arc::clone(unit), imports, objects, scopes, below, changes }
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
    object.visit_objects(&mut |id| found.push(id));
    if let Object::Instance { class, .. } = object {
        reached_by(Definitions::of_class(class), found);
    }
    object.visit_values(&mut |value| reached(value, found));
}

fn reached_by(definitions: Definitions<'_, '_>, found: &mut Vec<ObjectId>) {
    definitions.visit_scopes(&mut |scope| found.push(scope));
    definitions.visit_values(&mut |value| reached(value, found));
}

fn reached(value: &Value<'_>, found: &mut Vec<ObjectId>) {
    if let Kind::Object(id) = &value.kind {
        found.push(*id);
    }
    reached_by(value.kind.definitions(), found);
    value.kind.visit_parts(&mut |part| reached(part, found));
}

impl<'p> Heap<'p> {
    /// What an image did to objects that were there before it.
    pub fn change(&mut self, changes: &[(ObjectId, Shared<'p>)]) {
        for (id, changed) in changes {
            let before = self.get(*id).clone();
            let after = match (before, &*changed.0) {
                (Object::Scope { mut names, parent }, Object::Scope { names: new, .. }) => {
                    for (name, value) in new.iter() {
                        match names.get(name) {
                            Some(old) if old.kind.is_same_leaf(&value.kind) => {}
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

fn resolve_object<'p>(object: &mut Object<'p>, state: &State<'p>) {
    if let Object::ListOf { len: size, .. }
    | Object::TupleOf { len: size, .. }
    | Object::Range(Items::Each(_, Some(size)))
    | Object::Iterator(Items::Each(_, Some(size))) = object
    {
        *size = state.store.resolve_dim(*size);
    }
    let has_sizes = |value: &Value<'p>| {
        matches!(value.kind, Kind::Data(_) | Kind::Integer(..) | Kind::Floating(..) | Kind::Array(_) | Kind::Tuple(_))
    };
    object.change_values(has_sizes, &mut |value| resolve(value, state));
}

fn resolve<'p>(value: &mut Value<'p>, state: &State<'p>) {
    match &mut value.kind {
        Kind::Data(ty) => *ty = state.store.resolve_ty(*ty),
        Kind::Integer(_, value) => *value = state.store.resolve_dim(*value),
        Kind::Array(array) => {
            *array = state.current(array);
            let attained =
                array.attained.map(|(least, most)| (state.store.resolve_dim(least), state.store.resolve_dim(most)));
            *array = Array { ty: state.store.resolve_ty(array.ty), attained, ..*array };
        }
        Kind::Tuple(_) => {
            value.kind = value.kind.map_parts(|part| {
                let mut part = part.clone();
                resolve(&mut part, state);
                part
            });
        }
        _ => {}
    }
}
