//! One of the values that a value stands for, and the other way round.
//!
//! What stands for all elements of a list says of each of them what they have in common. What each has
//! of its own are sizes of a kind of their own ([`FreshKind::Each`]): two elements that are taken out
//! don't share them, and what is learned of one says nothing of another.

use std::ops::DerefMut;

use conformable_solver::{Fact, Store, effort, is_since};
use conformable_types::term::{self, Leaf, Map};
use conformable_types::{Dim, FreshKind};
use rustc_hash::FxHashMap;

use crate::domain::heap::{Items, ObjectId};
use crate::domain::state::{NO_VIEW, Since};
use crate::domain::value::{Array, Kind, Value};
use crate::eval::Machine;

/// What a renaming does with the sizes that each value has of its own.
#[derive(Clone, Copy)]
enum SizeTreatment {
    /// They become the sizes of the one value that is taken out.
    Take,
    /// Those made since this number become sizes that each value has of its own.
    Stand(u64),
}

struct Renaming<'s> {
    store: &'s mut Store,
    treatment: SizeTreatment,
    table: FxHashMap<Leaf, Leaf>,
}

impl Renaming<'_> {
    fn kind(&self, id: u64, kind: FreshKind) -> Option<FreshKind> {
        match (self.treatment, kind) {
            (SizeTreatment::Take, FreshKind::Each) => Some(FreshKind::OneOf),
            (SizeTreatment::Take, FreshKind::EachInt) => Some(FreshKind::Int),
            (
                SizeTreatment::Stand(since),
                FreshKind::Unknown | FreshKind::OneOf | FreshKind::Choice | FreshKind::Runtime,
            ) if is_since(id, since) => Some(FreshKind::Each),
            (SizeTreatment::Stand(since), FreshKind::Int) if is_since(id, since) => Some(FreshKind::EachInt),
            _ => None,
        }
    }
}

impl Map for Renaming<'_> {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        let (id, kind) = leaf.fresh()?;
        let kind = self.kind(id, kind)?;
        if let Some(known) = self.table.get(&leaf) {
            return Some(*known);
        }
        let new = leaf.numbered(self.store.fresh_id(), kind);
        if let (Leaf::Atom(atom), Leaf::Atom(own)) = (leaf, new) {
            self.store.set_bounds(own, self.store.interval(atom.dim()));
        }
        self.table.insert(leaf, new);
        Some(new)
    }
}

/// Does it speak of what each of several values has of its own?
pub fn speaks_of_each(fact: &Fact) -> bool {
    let mut does = false;
    let mut look = |leaf: Leaf| does |= leaf.is_of_each();
    fact.terms().iter().for_each(|term| term::visit_term(term, &mut look));
    does
}

/// Each size that was renamed, as what it became.
struct Renamed<'t>(&'t FxHashMap<Leaf, Leaf>);

impl Map for Renamed<'_> {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        self.0.get(&leaf).copied().filter(|_| matches!(leaf, Leaf::Atom(_)) && leaf.is_of_each())
    }
}

impl<'p> Machine<'p> {
    /// One of the values that `item` stands for.
    pub fn one_of(&mut self, item: &Value<'p>) -> Value<'p> {
        self.renamed(item, SizeTreatment::Take)
    }

    /// What stands for a value of each pass, `item` being the one of a pass that began when `since` was
    /// the next number.
    pub fn each_of(&mut self, item: &Value<'p>, since: u64) -> Value<'p> {
        self.renamed(item, SizeTreatment::Stand(since))
    }

    fn renamed(&mut self, item: &Value<'p>, treatment: SizeTreatment) -> Value<'p> {
        let mut renaming = Renaming { store: &mut self.state.store, treatment, table: FxHashMap::default() };
        let value = renaming.value(item, &mut self.numbers.identity);
        renaming.keep_bounds();
        value
    }

    /// Some one of these.
    pub fn one_among(&mut self, items: &[Value<'p>]) -> Value<'p> {
        match (items, self.state.summarise(items)) {
            ([one], _) => one.clone(),
            (_, Some(item)) => self.one_of(&item),
            (_, None) => Value::unknown(),
        }
    }
}

/// What stands for all that is made of the values that `item` stands for, each of one of them.
pub fn made_of_each<'p, I: DerefMut<Target = Machine<'p>>>(
    run: &mut I,
    item: &Value<'p>,
    make: impl FnOnce(&mut I, Value<'p>) -> Value<'p>,
) -> Value<'p> {
    let since = Since { atoms: run.state.store.next_id(), objects: run.numbers.object };
    let one = run.one_of(item);
    let made = make(run, one);
    let mut open = Vec::new();
    objects_of(&made, &mut open);
    while let Some(id) = open.pop() {
        if !is_since(id.0, since.objects) || !run.state.heap.summarise(id) {
            continue;
        }
        let mut object = run.state.heap.get(id).clone();
        object.visit_objects(&mut |inner| open.push(inner));
        object.change_values(|_| true, &mut |value| {
            objects_of(value, &mut open);
            *value = run.each_of(value, since.atoms);
        });
        // Each has its own.
        object.forget_counts(|count| is_made_since(count, since.atoms));
        run.state.heap.set(id, object);
    }
    run.each_of(&made, since.atoms)
}

fn is_made_since(count: Dim, since: u64) -> bool {
    let mut is = false;
    term::visit_dim(count, &mut |leaf| is |= leaf.fresh().is_some_and(|(id, _)| is_since(id, since)));
    is
}

fn objects_of(value: &Value<'_>, objects: &mut Vec<ObjectId>) {
    if let Kind::Object(id) = value.kind {
        objects.push(id);
    }
    value.kind.visit_parts(&mut |part| objects_of(part, objects));
}

/// A row that stands for all those that have one item of each source.
pub fn row_of_each<'p>(machine: &mut Machine<'p>, sources: &[Items<'p>]) -> Value<'p> {
    let items = sources.iter().map(|source| {
        let item = machine.state.any_item(source);
        another_each(machine, &item)
    });
    Value::tuple(items.collect())
}

/// What stands for the same values as `item`, each of which has nothing to do with one that `item` stands for.
pub fn another_each<'p>(machine: &mut Machine<'p>, item: &Value<'p>) -> Value<'p> {
    let since = machine.state.store.next_id();
    let one = machine.one_of(item);
    machine.each_of(&one, since)
}

impl Renaming<'_> {
    fn value<'p>(&mut self, value: &Value<'p>, identities: &mut u64) -> Value<'p> {
        let kind = match &value.kind {
            Kind::Data(ty) => Kind::Data(self.ty(*ty)),
            Kind::Integer(ty, value) => Kind::Integer(*ty, self.dim(*value)),
            Kind::Array(array) => {
                let attained = array.attained.map(|(least, most)| (self.dim(least), self.dim(most)));
                let elements = array.elements.map(|elements| self.ty(elements));
                // Which array it is is its own too.
                *identities += 1;
                let view = if matches!(self.treatment, SizeTreatment::Take) { *identities } else { NO_VIEW };
                Kind::Array(Array { ty: self.ty(array.ty), view, attained, elements, ..*array })
            }
            Kind::Shape(shape) => Kind::Shape(term::map_shape(self.store.resolve_shape(*shape), self)),
            kind @ (Kind::Tuple(_) | Kind::Union(_)) => {
                effort::add(1);
                kind.map_parts(|part| self.value(part, identities))
            }
            // Each has its own.
            Kind::Shaped(_) => Kind::Unknown,
            other => other.clone(),
        };
        Value { kind, ..value.clone() }
    }

    /// What each size is known to be bounded by, as an index by the count of items, the one that is taken out is too.
    fn keep_bounds(&mut self) {
        if !self.table.keys().any(|old| matches!(old, Leaf::Atom(_)) && old.is_of_each()) {
            return;
        }
        let bounds: Vec<Fact> = self.store.waiting().filter(|fact| matches!(fact, Fact::Le(..))).cloned().collect();
        let mut renamed = Renamed(&self.table);
        for fact in bounds {
            let own = fact.map(&mut renamed);
            if own != fact {
                // It was so of any of them.
                let _ = self.store.tell(&own);
            }
        }
    }

    fn ty(&mut self, ty: conformable_types::Ty) -> conformable_types::Ty {
        let ty = self.store.resolve_ty(ty);
        term::map_ty(ty, self)
    }

    fn dim(&mut self, dim: Dim) -> Dim {
        let dim = self.store.resolve_dim(dim);
        term::map_dim(dim, self)
    }
}
