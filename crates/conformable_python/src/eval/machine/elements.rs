//! One of the values that a value stands for, and the other way round.
//!
//! What stands for all elements of a list says of each of them what they have in common. What each has
//! of its own are sizes of a kind of their own ([`FreshKind::Each`]): two elements that are taken out
//! don't share them, and what is learned of one says nothing of another.

use conformable_solver::{Fact, Store, effort, is_since};
use conformable_types::term::{self, Leaf, Map};
use conformable_types::{Atom, AtomData, Dim, FreshKind};
use rustc_hash::FxHashMap;

use crate::domain::state::NO_VIEW;
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
            (SizeTreatment::Stand(since), FreshKind::Unknown | FreshKind::OneOf | FreshKind::Runtime)
                if is_since(id, since) =>
            {
                Some(FreshKind::Each)
            }
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

fn is_each(atom: Atom) -> bool {
    matches!(atom.data(), AtomData::Fresh { kind: FreshKind::Each | FreshKind::EachInt, .. })
}

/// Each size that was renamed, as what it became.
struct Renamed<'t>(&'t FxHashMap<Leaf, Leaf>);

impl Map for Renamed<'_> {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        self.0.get(&leaf).copied().filter(|_| matches!(leaf, Leaf::Atom(atom) if is_each(atom)))
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
        if !self.table.keys().any(|old| matches!(old, Leaf::Atom(atom) if is_each(*atom))) {
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
