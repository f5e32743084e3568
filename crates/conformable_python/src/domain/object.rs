//! Objects: what Python mutates, as the heap holds it.

use std::rc::Rc;

use conformable_types::{Dim, Ty};

use crate::domain::heap::{MOST_ELEMENTS, ObjectId};
use crate::domain::keyed::Keyed;
use crate::domain::names::{Name, NameMap};
use crate::domain::value::{Class, Kind, Value, as_dim};

/// Those of a scope, and the attributes of an instance.
pub type Names<'p> = NameMap<Value<'p>>;

#[derive(Clone)]
pub enum Object<'p> {
    /// A list of known elements.
    List(Vec<Value<'p>>),
    /// A list of which one value stands for all elements.
    ListOf {
        item: Value<'p>,
        len: Dim,
    },
    /// A tuple of which one value stands for all elements: nobody writes to it, and it refers to none like it that refers back.
    TupleOf {
        item: Value<'p>,
        len: Dim,
    },
    Dict(Entries<'p>),
    Set(Value<'p>),
    /// What may be iterated again and again: `range`.
    Range(Items<'p>),
    /// What a dict gives under another aspect, as the dict is at that moment: `d.keys()`.
    View {
        dict: ObjectId,
        part: Part,
    },
    /// What is iterated once, as generators, `zip`, `map` are: the items that are left.
    Iterator(Items<'p>),
    Instance {
        class: Rc<Class<'p>>,
        attributes: Names<'p>,
        /// The attributes' names as they were first set; not all of them where paths differ.
        order: imbl::Vector<Name>,
        open: bool,
    },
    Scope {
        names: Names<'p>,
        parent: Option<ObjectId>,
    },
    /// Given to unknown code: anything may have happened to it.
    Escaped,
}

/// What a dict holds.
#[derive(Clone, Default)]
pub struct Entries<'p> {
    /// The keys that are constants, in the order in which they were first set.
    pub known: Keyed<Constant, (Value<'p>, Value<'p>)>,
    /// What any other key may hold, if there may be others.
    pub rest: Option<Value<'p>>,
    /// Where it isn't empty, all of the other keys that there may be: constants that one path has set, each with what it
    /// holds if it is there, which is among the rest too.
    pub possible: Keyed<Constant, (Value<'p>, Value<'p>)>,
    /// Of a `defaultdict` or a `Counter`: what makes the values that aren't there.
    pub missing: Option<Missing<'p>>,
}

/// What a dict holds under a key that it is asked for and hasn't got.
#[derive(Clone)]
pub struct Missing<'p> {
    /// It is called, without arguments.
    pub factory: Value<'p>,
    /// Is what it gives among what other keys than the known ones hold?
    pub is_in_rest: bool,
    /// Of a `Counter`: the dict doesn't hold it afterwards either.
    pub is_count: bool,
}

impl<'p> Entries<'p> {
    /// Those of keys that are constants.
    pub fn of(known: impl IntoIterator<Item = (Value<'p>, Value<'p>)>) -> Entries<'p> {
        let mut entries = Entries::default();
        known.into_iter().for_each(|(key, value)| entries.set(&key, value));
        entries
    }

    pub fn values(&self) -> impl Iterator<Item = &Value<'p>> {
        self.known.iter().map(|(_, value)| value).chain(&self.rest)
    }

    pub fn change_values(&mut self, change: &mut dyn FnMut(&mut Value<'p>)) {
        self.known.change_each(|(_, value)| change(value));
        self.possible.change_each(|(_, value)| change(value));
        self.rest.iter_mut().for_each(change);
    }

    /// What a constant key holds, if it is among the known ones.
    pub fn under(&self, key: &Value<'p>) -> Option<&Value<'p>> {
        self.known.get(Constant::of(key)?).map(|(_, value)| value)
    }

    /// What any other key than the known ones may hold; of a constant one, if there may be such a key.
    pub fn elsewhere(&self, key: &Value<'p>) -> Option<&Value<'p>> {
        match Constant::of(key).filter(|_| !self.possible.is_empty()) {
            Some(constant) => self.possible.get(constant).map(|(_, value)| value),
            None => self.rest.as_ref(),
        }
    }

    /// A constant key holds this from here on.
    pub fn set(&mut self, key: &Value<'p>, value: Value<'p>) {
        match Constant::of(key) {
            Some(constant) => match self.known.get_mut(constant) {
                Some((_, held)) => *held = value,
                None => {
                    self.possible.remove(constant);
                    self.known.push(constant, (key.clone(), value));
                }
            },
            None => self.set_rest(Value::unknown()),
        }
    }

    /// A constant key that isn't among the known ones may be there, and holds this if it is.
    pub fn set_possible(&mut self, key: Value<'p>, value: Value<'p>) {
        if let Some(constant) = Constant::of(&key) {
            self.possible.push(constant, (key, value));
        }
    }

    /// Any key that isn't among the known ones may hold this.
    pub fn set_rest(&mut self, value: Value<'p>) {
        self.rest = Some(value);
        self.possible = Keyed::default();
    }

    /// Takes a constant key away, and gives what it held.
    pub fn remove(&mut self, key: &Value<'p>) -> Option<Value<'p>> {
        let constant = Constant::of(key)?;
        self.possible.remove(constant);
        self.known.remove(constant).map(|(_, value)| value)
    }
}

/// What makes constants one key. A bool is the key that its number is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Constant {
    Number(i64),
    /// What is equal to itself alone: a member of an enum.
    Object(ObjectId),
    Other(Ty),
}

impl Constant {
    pub fn of(value: &Value<'_>) -> Option<Constant> {
        if let Kind::Object(id) = value.kind {
            return Some(Constant::Object(id));
        }
        let ty = value.key_type()?;
        Some(ty.int_value().and_then(Dim::constant).map_or(Constant::Other(ty), Constant::Number))
    }
}

/// What of its entries a view of a dict gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Keys,
    Values,
    Items,
}

/// What iterating gives.
#[derive(Clone)]
pub enum Items<'p> {
    Known(Vec<Value<'p>>),
    /// Each is this; the count where it is known as an expression.
    Each(Value<'p>, Option<Dim>),
}

impl<'p> Items<'p> {
    pub fn values(&self) -> impl Iterator<Item = &Value<'p>> {
        let (known, each) = match self {
            Items::Known(items) => (&**items, None),
            Items::Each(item, _) => (&[][..], Some(item)),
        };
        known.iter().chain(each)
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value<'p>> {
        let (known, each) = match self {
            Items::Known(items) => (&mut **items, None),
            Items::Each(item, _) => (&mut [][..], Some(item)),
        };
        known.iter_mut().chain(each)
    }

    /// How many they are, where that is known as an expression.
    pub fn count(&self) -> Option<Dim> {
        match self {
            Items::Known(items) => Some(as_dim(items.len())),
            Items::Each(_, count) => *count,
        }
    }
}

impl<'p> Object<'p> {
    /// What a name is bound to in it, if it is a scope.
    pub fn name(&self, name: &Name) -> Option<&Value<'p>> {
        match self {
            Object::Scope { names, .. } => names.get(name),
            _ => None,
        }
    }

    /// How many values are right inside of it.
    pub fn count(&self) -> usize {
        match self {
            Object::List(items) => items.len(),
            Object::Dict(Entries { known, .. }) => known.len(),
            Object::Instance { attributes: names, .. } | Object::Scope { names, .. } => names.len(),
            Object::ListOf { .. } | Object::TupleOf { .. } | Object::Set(_) | Object::Range(_) => 1,
            Object::View { .. } | Object::Iterator(_) | Object::Escaped => 1,
        }
    }

    /// Are there more elements than are told apart?
    pub fn is_too_large(&self) -> bool {
        match self {
            Object::List(items) => items.len() > MOST_ELEMENTS,
            Object::Dict(Entries { known, .. }) => known.len() > MOST_ELEMENTS,
            _ => false,
        }
    }

    /// One value stands for all elements of what is too large.
    pub fn bounded(self) -> Object<'p> {
        match self {
            Object::List(items) if items.len() > MOST_ELEMENTS => {
                Object::ListOf { item: Value::unknown(), len: as_dim(items.len()) }
            }
            Object::Dict(Entries { known, .. }) if known.len() > MOST_ELEMENTS => {
                Object::Dict(Entries { rest: Some(Value::unknown()), ..Entries::default() })
            }
            object => object,
        }
    }
}
