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

use imbl::OrdMap;
use imbl::ordmap::DiffItem;
use rustc_hash::FxHashMap;

use crate::domain::heap::{Items, Object, ObjectId, Shared};
use crate::domain::state::State;
use crate::domain::value::{Array, Kind, Value};
use crate::domain::walk::Definitions;
use crate::syntax::function_texts::FunctionTexts;
use crate::syntax::unit::{ImportsOf, Unit};

/// A look-up costs as much as so many steps from one image to the next.
const FEW_OF_IMAGES: usize = 4;

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
    /// The objects of images below that aren't as these left them, since it or another one of those has written to them:
    /// each as whoever imports it finds it.
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
        let (own, imported) = heap.into_parts();
        let mut objects = Objects::default();
        for (id, mut object) in own.filter(|(id, _)| id.space() == space) {
            // What the path has learned stays behind, so it is written into the values.
            resolve_object(Rc::make_mut(&mut object.0), &state);
            objects.insert(id, object);
        }
        let (below, changes) = imported.into_parts();
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

/// What is below a heap: the images of the modules that were imported, and those of their objects that something has
/// written to since. Most objects are looked up as their images have them.
#[derive(Clone, Default)]
pub struct Imported<'p> {
    /// By the space of their numbers.
    images: OrdMap<u64, Rc<Image<'p>>>,
    written: OrdMap<ObjectId, WrittenObject<'p>>,
}

/// An object of an image that isn't as the image has it.
#[derive(Clone)]
struct WrittenObject<'p> {
    object: Shared<'p>,
    /// It is as imports have left it.
    as_imported: bool,
}

impl PartialEq for WrittenObject<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.object == other.object
    }
}

impl<'p> Imported<'p> {
    /// Is the object one of an image's space?
    pub fn has(&self, id: ObjectId) -> bool {
        self.images.contains_key(&id.space())
    }

    pub fn get(&self, id: ObjectId) -> Option<&Shared<'p>> {
        self.written.get(&id).map(|written| &written.object).or_else(|| self.as_made(id))
    }

    /// The image that has made it.
    pub fn image_of(&self, id: ObjectId) -> Option<&Rc<Image<'p>>> {
        self.images.get(&id.space())
    }

    /// As its image has it.
    fn as_made(&self, id: ObjectId) -> Option<&Shared<'p>> {
        self.images.get(&id.space())?.objects.get(&id)
    }

    pub fn is_written(&self, id: ObjectId) -> bool {
        self.written.contains_key(&id)
    }

    /// One that was written to, to change it further.
    pub fn written_mut(&mut self, id: ObjectId) -> Option<&mut Shared<'p>> {
        let written = self.written.get_mut(&id)?;
        written.as_imported = false;
        Some(&mut written.object)
    }

    pub fn write(&mut self, id: ObjectId, object: Shared<'p>) {
        self.written.insert(id, WrittenObject { object, as_imported: false });
    }

    /// What an import leaves of it.
    pub fn write_as_imported(&mut self, id: ObjectId, object: Shared<'p>) {
        self.written.insert(id, WrittenObject { object, as_imported: true });
    }

    /// The numbers of all objects of images.
    pub fn all(&self) -> impl Iterator<Item = &ObjectId> {
        self.images.values().flat_map(|image| image.objects.keys())
    }

    /// Those that were written to on either side only, or otherwise.
    pub fn differing<'a>(
        &'a self,
        other: &'a Imported<'p>,
    ) -> impl Iterator<Item = (ObjectId, Option<&'a Shared<'p>>, Option<&'a Shared<'p>>)> {
        self.written.diff(&other.written).map(|item| match item {
            DiffItem::Add(id, right) => (*id, self.as_made(*id), Some(&right.object)),
            DiffItem::Remove(id, left) => (*id, Some(&left.object), other.as_made(*id)),
            DiffItem::Update { old: (id, left), new: (_, right) } => (*id, Some(&left.object), Some(&right.object)),
        })
    }

    pub fn images(&self) -> &OrdMap<u64, Rc<Image<'p>>> {
        &self.images
    }

    /// From here on this image is there, and all that it builds on: those that were not there before.
    pub fn adopt(&mut self, image: &Rc<Image<'p>>) -> Vec<Rc<Image<'p>>> {
        if self.images.contains_key(&image.unit.space) {
            return Vec::new();
        }
        let mut new: Vec<Rc<Image<'p>>> = self.without(&image.below).into_iter().cloned().collect();
        new.push(Rc::clone(image));
        for one in &new {
            self.images.insert(one.unit.space, Rc::clone(one));
        }
        new
    }

    /// Those of these images, in the order of their spaces, that it doesn't have.
    fn without<'i>(&self, images: &'i [Rc<Image<'p>>]) -> Vec<&'i Rc<Image<'p>>> {
        // A few are looked up; of many, as a function's own import of a large package brings, both are gone through at once.
        if images.len() * FEW_OF_IMAGES < self.images.len() {
            return images.iter().filter(|image| !self.images.contains_key(&image.unit.space)).collect();
        }
        let mut there = self.images.keys().copied().peekable();
        let is_missing = |image: &&Rc<Image<'p>>| {
            while there.next_if(|space| *space < image.unit.space).is_some() {}
            there.peek() != Some(&image.unit.space)
        };
        images.iter().filter(is_missing).collect()
    }

    /// What either path imported has been imported where they meet.
    pub fn adopt_all(&mut self, other: &Imported<'p>) {
        if !self.images.ptr_eq(&other.images) {
            for (space, image) in &other.images {
                if !self.images.contains_key(space) {
                    self.images.insert(*space, Rc::clone(image));
                }
            }
        }
    }

    /// What was written is what was in another one.
    pub fn take_written(&mut self, other: &Imported<'p>) {
        self.written = other.written.clone();
    }

    /// The images, in the order of their spaces, and the objects that aren't as these have them: each as whoever imports
    /// what has written to it finds it.
    pub fn into_parts(self) -> (Vec<Rc<Image<'p>>>, Vec<(ObjectId, Shared<'p>)>) {
        let mut changes = Vec::with_capacity(self.written.len());
        for (id, written) in &self.written {
            let WrittenObject { object, as_imported } = written;
            let merged = self.as_made(*id).filter(|_| !as_imported).and_then(|made| object.merged_with(made));
            changes.extend((*as_imported || merged.is_some()).then(|| (*id, merged.unwrap_or_else(|| object.clone()))));
        }
        (self.images.values().cloned().collect(), changes)
    }
}

impl<'p> Shared<'p> {
    /// What is left of an object that was `before` where an image left this of it; `None` if all of it.
    pub fn merged_with(&self, before: &Shared<'p>) -> Option<Shared<'p>> {
        let merged = match (&*before.0, &*self.0) {
            (Object::Scope { names, parent }, Object::Scope { names: new, .. }) => {
                let mut names = names.clone();
                let mut is_changed = false;
                for (name, value) in new.iter() {
                    let after = match names.get(name) {
                        Some(old) if old.kind.is_same_leaf(&value.kind) => continue,
                        Some(_) => Value::unknown(),
                        None => value.clone(),
                    };
                    names.insert(*name, after);
                    is_changed = true;
                }
                if !is_changed {
                    return None;
                }
                Object::Scope { names, parent: *parent }
            }
            (Object::Instance { open: true, .. }, _) => return None,
            (Object::Instance { class, attributes, order, .. }, _) => Object::Instance {
                class: Rc::clone(class),
                attributes: attributes.clone(),
                order: order.clone(),
                open: true,
            },
            (Object::Escaped, _) => return None,
            _ => Object::Escaped,
        };
        Some(Shared(Rc::new(merged)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::heap::{Name, Names};
    use crate::domain::value::Sym;

    fn scope(names: &[(&str, i64)]) -> Shared<'static> {
        let mut bound = Names::new();
        for (name, value) in names {
            bound.insert(Name::new(Sym::new(name)), Value::int(*value));
        }
        Shared(Rc::new(Object::Scope { names: bound, parent: None }))
    }

    /// An import adds names, and leaves nothing known of those that it bound anew.
    #[test]
    fn an_import_leaves_what_both_agree_on() {
        let (before, changed) = (scope(&[("same", 1), ("other", 2)]), scope(&[("same", 1), ("other", 3), ("new", 4)]));
        let merged = changed.merged_with(&before).expect("it is changed");
        let value = |name: &str| merged.0.name(&Name::new(Sym::new(name))).cloned();
        assert!(value("same") == Some(Value::int(1)) && value("new") == Some(Value::int(4)));
        assert!(value("other").is_some_and(|value| value.is_unknown()));
        assert!(scope(&[("same", 1)]).merged_with(&merged).is_none());
    }
}
