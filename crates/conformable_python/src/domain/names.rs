//! What names are bound to: those of a scope, and the attributes of an instance.
//!
//! A copy costs nothing, and what one of them binds the other doesn't see, as paths that part need it. Most scopes
//! are frames of calls and most instances have few attributes, so up to [`MOST_FEW`] names are one sorted vector, which has
//! no free places as large as values: a third of a tree's memory. More of them are a tree, of which copies share all that they
//! don't change, as modules need it.

use std::rc::Rc;

use imbl::OrdMap;
use imbl::ordmap::DiffItem;

use crate::domain::heap::Name;
use crate::domain::value::Value;

/// So many names are one vector.
const MOST_FEW: usize = 8;

type Bound<'p> = (Name, Value<'p>);

/// Values by names, in the order of the names' numbers.
#[derive(Clone, Default)]
pub struct Names<'p>(Bindings<'p>);

#[derive(Clone, Default)]
enum Bindings<'p> {
    #[default]
    None,
    Few(Rc<Vec<Bound<'p>>>),
    Many(OrdMap<Name, Value<'p>>),
}

fn place(few: &[Bound<'_>], name: Name) -> Result<usize, usize> {
    few.binary_search_by(|(known, _)| known.cmp(&name))
}

impl<'p> Names<'p> {
    /// None.
    pub fn new() -> Self {
        Names::default()
    }

    pub fn len(&self) -> usize {
        match &self.0 {
            Bindings::None => 0,
            Bindings::Few(few) => few.len(),
            Bindings::Many(many) => many.len(),
        }
    }

    pub fn get(&self, name: &Name) -> Option<&Value<'p>> {
        match &self.0 {
            Bindings::None => None,
            Bindings::Few(few) => place(few, *name).ok().map(|at| &few[at].1),
            Bindings::Many(many) => many.get(name),
        }
    }

    pub fn contains_key(&self, name: &Name) -> bool {
        self.get(name).is_some()
    }

    /// From here on the name is bound to this; to what it was.
    pub fn insert(&mut self, name: Name, value: Value<'p>) -> Option<Value<'p>> {
        match &mut self.0 {
            Bindings::None => self.0 = Bindings::Few(Rc::new(vec![(name, value)])),
            Bindings::Few(few) => match place(few, name) {
                Ok(at) => return Some(std::mem::replace(&mut Rc::make_mut(few)[at].1, value)),
                Err(at) if few.len() < MOST_FEW => Rc::make_mut(few).insert(at, (name, value)),
                Err(_) => self.0 = Bindings::Many(few.iter().cloned().chain([(name, value)]).collect()),
            },
            Bindings::Many(many) => return many.insert(name, value),
        }
        None
    }

    /// The name isn't bound any more; to what it was.
    pub fn remove(&mut self, name: &Name) -> Option<Value<'p>> {
        match &mut self.0 {
            Bindings::None => None,
            Bindings::Few(few) => place(few, *name).ok().map(|at| Rc::make_mut(few).remove(at).1),
            Bindings::Many(many) => many.remove(name),
        }
    }

    /// In the order of the names' numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, &Value<'p>)> {
        let (few, many) = match &self.0 {
            Bindings::None => (None, None),
            Bindings::Few(few) => (Some(few.iter().map(|(name, value)| (name, value))), None),
            Bindings::Many(many) => (None, Some(many.iter())),
        };
        few.into_iter().flatten().chain(many.into_iter().flatten())
    }

    pub fn keys(&self) -> impl Iterator<Item = &Name> {
        self.iter().map(|(name, _)| name)
    }

    pub fn values(&self) -> impl Iterator<Item = &Value<'p>> {
        self.iter().map(|(_, value)| value)
    }

    /// What the other one binds, doesn't bind, or binds to another value.
    pub fn diff<'a>(&'a self, other: &'a Self) -> Vec<DiffItem<'a, 'a, Name, Value<'p>>> {
        match (&self.0, &other.0) {
            (Bindings::Many(one), Bindings::Many(other)) => one.diff(other).collect(),
            (Bindings::Few(one), Bindings::Few(other)) if Rc::ptr_eq(one, other) => Vec::new(),
            _ => {
                let mut differing = Vec::new();
                let (mut ours, mut others) = (self.iter().peekable(), other.iter().peekable());
                loop {
                    let order = match (ours.peek(), others.peek()) {
                        (Some((ours, _)), Some((others, _))) => ours.cmp(others),
                        (Some(_), None) => std::cmp::Ordering::Less,
                        (None, Some(_)) => std::cmp::Ordering::Greater,
                        (None, None) => return differing,
                    };
                    let old = if order.is_le() { ours.next() } else { None };
                    let new = if order.is_ge() { others.next() } else { None };
                    differing.extend(match (old, new) {
                        (Some(old), Some(new)) => (old.1 != new.1).then_some(DiffItem::Update { old, new }),
                        (Some((name, value)), None) => Some(DiffItem::Remove(name, value)),
                        (None, Some((name, value))) => Some(DiffItem::Add(name, value)),
                        (None, None) => None,
                    });
                }
            }
        }
    }
}

impl PartialEq for Names<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Bindings::Few(one), Bindings::Few(other)) if Rc::ptr_eq(one, other) => true,
            (Bindings::Many(one), Bindings::Many(other)) => one == other,
            _ => self.len() == other.len() && self.iter().eq(other.iter()),
        }
    }
}

impl<'p> FromIterator<Bound<'p>> for Names<'p> {
    fn from_iter<I: IntoIterator<Item = Bound<'p>>>(bound: I) -> Self {
        let mut names = Names::new();
        bound.into_iter().for_each(|(name, value)| drop(names.insert(name, value)));
        names
    }
}
