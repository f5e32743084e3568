//! One of the values that a value stands for.
//!
//! What stands for all elements of a list says of each of them what they have in common. What each has
//! of its own are sizes of a kind of their own ([`FreshKind::Each`]): two elements that are taken out
//! don't share them, and what is learned of one says nothing of another.

use conformable_solver::Store;
use conformable_types::term::{self, Leaf, Map};
use conformable_types::{Atom, AtomData, Dim, Elem, ElemData, FreshKind, Seq, SeqData, Shape};
use rustc_hash::FxHashMap;

use crate::domain::value::{Array, Kind, Value};
use crate::eval::Evaluator;

struct Renaming<'s> {
    store: &'s mut Store,
    table: FxHashMap<Leaf, Leaf>,
}

/// What kind a size of each value is as the size of one of them.
fn taken(kind: FreshKind) -> Option<FreshKind> {
    match kind {
        FreshKind::Each => Some(FreshKind::OneOf),
        FreshKind::EachInt => Some(FreshKind::Int),
        _ => None,
    }
}

impl Map for Renaming<'_> {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        let AtomData::Fresh { kind, .. } = atom.data() else { return None };
        let kind = taken(*kind)?;
        if let Some(Leaf::Atom(known)) = self.table.get(&Leaf::Atom(atom)) {
            return Some(known.dim());
        }
        let new = self.store.fresh_dim(kind);
        let own = new.as_atom()?;
        self.store.set_bounds(own, self.store.interval(atom.dim()));
        self.table.insert(Leaf::Atom(atom), Leaf::Atom(own));
        Some(new)
    }

    fn seq(&mut self, seq: Seq) -> Option<Shape> {
        let SeqData::Fresh { kind, .. } = seq.data() else { return None };
        let kind = taken(*kind)?;
        if let Some(Leaf::Seq(known)) = self.table.get(&Leaf::Seq(seq)) {
            return Some(known.shape());
        }
        let new = Seq::fresh(self.store.fresh_id(), kind);
        self.table.insert(Leaf::Seq(seq), Leaf::Seq(new));
        Some(new.shape())
    }

    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        let ElemData::Fresh { kind, .. } = elem.data() else { return None };
        let kind = taken(*kind)?;
        if let Some(Leaf::Elem(known)) = self.table.get(&Leaf::Elem(elem)) {
            return Some(*known);
        }
        let new = Elem::fresh(self.store.fresh_id(), kind);
        self.table.insert(Leaf::Elem(elem), Leaf::Elem(new));
        Some(new)
    }
}

impl<'p> Evaluator<'p> {
    /// One of the values that `item` stands for.
    pub fn one_of(&mut self, item: &Value<'p>) -> Value<'p> {
        let mut renaming = Renaming { store: &mut self.state.store, table: FxHashMap::default() };
        renaming.value(item, &mut self.numbers.identity)
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
            Kind::Array(array) => {
                let attained = array.attained.map(|(least, most)| (self.dim(least), self.dim(most)));
                let elements = array.elements.map(|elements| self.ty(elements));
                // Which array it is is its own too.
                *identities += 1;
                Kind::Array(Array { ty: self.ty(array.ty), view: *identities, attained, elements, ..*array })
            }
            Kind::Shape(shape) => Kind::Shape(term::map_shape(self.store.resolve_shape(*shape), self)),
            kind @ (Kind::Tuple(_) | Kind::Union(_)) => kind.map_parts(|part| self.value(part, identities)),
            other => other.clone(),
        };
        Value { kind, ..value.clone() }
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
