//! What Python mutates: lists, dicts, instances, and the scopes of names.
//!
//! The heap is persistent: a branch clones it for nothing, and a join looks only at what differs.
//! What imported modules made is below it, shared, as their top levels left it: an object of an
//! image is copied up when it is first written to.

use std::rc::Rc;

use imbl::OrdMap;

use conformable_solver::SPACE_BITS;
use conformable_types::Dim;

use crate::images::Image;
use crate::value::{Class, Sym, Value};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u64);

impl ObjectId {
    /// The space of numbers of the evaluation that made it.
    pub fn space(self) -> u64 {
        self.0 >> SPACE_BITS
    }
}

/// The key of a variable or attribute: ordered by text, so that no output follows a hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name(pub Sym);

impl Ord for Name {
    fn cmp(&self, other: &Name) -> std::cmp::Ordering {
        if self.0 == other.0 { std::cmp::Ordering::Equal } else { self.0.as_str().cmp(other.0.as_str()) }
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

pub type Names<'p> = OrdMap<Name, Value<'p>>;

#[derive(Clone)]
pub enum Object<'p> {
    /// A list of known elements.
    List(Vec<Value<'p>>),
    /// A list of which one value stands for all elements.
    ListOf {
        item: Value<'p>,
        len: Dim,
    },
    /// Known constant keys in order, and what any other key may hold.
    Dict {
        entries: Vec<(Value<'p>, Value<'p>)>,
        rest: Option<Value<'p>>,
    },
    Set(Value<'p>),
    /// What is iterated once: generators, `zip`, `map`; its items as a list has them.
    Iterator {
        items: Items<'p>,
    },
    Instance {
        class: Rc<Class<'p>>,
        attributes: Names<'p>,
        open: bool,
    },
    Scope {
        names: Names<'p>,
        parent: Option<ObjectId>,
    },
    /// Given to unknown code: anything may have happened to it.
    Escaped,
}

/// What iterating gives.
#[derive(Clone)]
pub enum Items<'p> {
    Known(Vec<Value<'p>>),
    /// Each is this; the count where it is known as an expression.
    Each(Value<'p>, Option<Dim>),
}

#[derive(Clone, Default)]
pub struct Heap<'p> {
    objects: OrdMap<ObjectId, Shared<'p>>,
    /// By the space of numbers.
    images: OrdMap<u64, Rc<Image<'p>>>,
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

    fn found(&self, id: ObjectId) -> Option<&Shared<'p>> {
        self.objects.get(&id).or_else(|| self.images.get(&id.space())?.objects.get(&id))
    }

    pub fn set(&mut self, id: ObjectId, object: Object<'p>) {
        self.objects.insert(id, Shared(Rc::new(object)));
    }

    /// Change an object in place.
    pub fn update(&mut self, id: ObjectId, change: impl FnOnce(&mut Object<'p>)) {
        if let Some(object) = self.objects.get_mut(&id) {
            change(Rc::make_mut(&mut object.0));
        } else if let Some(object) = self.found(id) {
            let mut object = (*object.0).clone();
            change(&mut object);
            self.set(id, object);
        }
    }

    /// The objects that differ between two heaps, by identity of their data; what the two share
    /// is not looked at.
    pub fn changed(&self, other: &Heap<'p>) -> Vec<ObjectId> {
        use imbl::ordmap::DiffItem;
        self.objects
            .diff(&other.objects)
            .map(|item| match item {
                DiffItem::Add(id, _) | DiffItem::Remove(id, _) | DiffItem::Update { new: (id, _), .. } => *id,
            })
            .collect()
    }

    pub fn contains(&self, id: ObjectId) -> bool {
        self.found(id).is_some()
    }

    // --- imported modules ---------------------------------------------------------------------

    pub fn image(&self, space: u64) -> Option<&Rc<Image<'p>>> {
        self.images.get(&space)
    }

    pub fn images(&self) -> impl Iterator<Item = &Rc<Image<'p>>> {
        self.images.values()
    }

    /// From here on what this image's modules made is there.
    pub fn adopt(&mut self, image: Rc<Image<'p>>) {
        self.images.insert(image.space, image);
    }

    /// What either path imported has been imported where they meet.
    pub fn adopt_all(&mut self, other: &Heap<'p>) {
        if !self.images.ptr_eq(&other.images) {
            for (space, image) in &other.images {
                if !self.images.contains_key(space) {
                    self.images.insert(*space, Rc::clone(image));
                }
            }
        }
    }

    /// All objects of this heap itself, those of images left out that nothing has written to.
    pub fn into_objects(self) -> impl Iterator<Item = (ObjectId, Shared<'p>)> {
        self.objects.into_iter()
    }
}
