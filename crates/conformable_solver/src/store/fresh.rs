//! Numbers for what is new on a path: sizes, sequences, element types that nothing is known of yet,
//! and sizes that only the data decide.

use conformable_types::bounds::default_bounds;
use conformable_types::term::Leaf;
use conformable_types::{Dim, Elem, FreshKind, Interval, Seq, SeqData, Shape, Sym, Ty, TyKind};

use super::Store;

/// Numbers of fresh things are in spaces of 2^28: one evaluation numbers in one of them, so that
/// what another one made can be used in it.
pub const SPACE_BITS: u32 = 28;

/// Was the fresh thing of this number made since `first` was the next number?
pub fn is_since(id: u64, first: u64) -> bool {
    id >= first && id >> SPACE_BITS == first >> SPACE_BITS
}

impl Store {
    /// The number that the next fresh thing gets.
    pub fn next_id(&self) -> u64 {
        self.next
    }

    pub fn fresh_id(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    pub fn fresh_dim(&mut self, kind: FreshKind) -> Dim {
        Dim::fresh(self.fresh_id(), kind)
    }

    pub fn fresh_shape(&mut self) -> Shape {
        Seq::fresh(self.fresh_id(), FreshKind::Unknown).shape()
    }

    /// Another variable of the same kind, within bounds; of what is none, itself.
    pub fn fresh_like(&mut self, leaf: Leaf, bounds: Interval) -> Leaf {
        let Some((_, kind)) = leaf.fresh() else { return leaf };
        let new = leaf.numbered(self.fresh_id(), kind);
        if let Leaf::Atom(atom) = new
            && bounds != default_bounds(atom)
        {
            self.set_bounds(atom, bounds);
        }
        new
    }

    /// A shape that the data decide.
    pub fn runtime_shape(&mut self) -> Shape {
        Seq::fresh(self.fresh_id(), FreshKind::Runtime).shape()
    }

    /// So many dims that a sequence turns out to have: of what the data decide they decide these.
    pub fn dims_of(&mut self, seq: Seq, count: usize) -> Vec<Dim> {
        let kind = kind_of(seq);
        (0..count).map(|_| self.fresh_dim(kind)).collect()
    }

    /// The rest of a sequence of which some dims are known.
    pub fn rest_of(&mut self, seq: Seq) -> Shape {
        Seq::fresh(self.fresh_id(), kind_of(seq)).shape()
    }

    pub fn fresh_elem(&mut self) -> Elem {
        Elem::fresh(self.fresh_id(), FreshKind::Unknown)
    }

    /// An array's type in which what nobody knows has a name, so that later uses can teach it.
    pub fn with_names(&mut self, ty: Ty) -> Ty {
        let Some((elem, shape)) = ty.as_array() else { return ty };
        let dims = |store: &mut Store, dims: &[Dim]| -> Vec<Dim> {
            dims.iter().map(|dim| if dim.is_any() { store.fresh_dim(FreshKind::Unknown) } else { *dim }).collect()
        };
        let unknown = |dims: &[Dim]| dims.iter().any(|dim| dim.is_any());
        let seq = shape.seq();
        if !elem.is_any() && !seq.is_some_and(Seq::is_any) && !unknown(&shape.data().prefix) && !unknown(shape.suffix())
        {
            return ty;
        }
        let elem = if elem.is_any() { self.fresh_elem() } else { elem };
        let rest = seq.map(|seq| {
            let seq = if seq.is_any() { Seq::fresh(self.fresh_id(), FreshKind::Unknown) } else { seq };
            (seq, dims(self, shape.suffix()).into())
        });
        let shape = Shape::new(dims(self, &shape.data().prefix), rest);
        match ty.kind() {
            TyKind::Decay { .. } => Ty::decay(elem, shape),
            _ => Ty::placed(elem, shape, ty.place()),
        }
    }

    /// The size that the data decide: the same for one relation and one value of its operand.
    pub fn runtime_size(&mut self, relation: &str, identity: Option<u64>) -> Dim {
        let Some(identity) = identity else { return self.fresh_dim(FreshKind::Runtime) };
        let key = (Sym::new(relation), identity);
        if let Some(known) = self.runtime.get(&key) {
            return *known;
        }
        let size = self.fresh_dim(FreshKind::Runtime);
        self.runtime.insert(key, size);
        size
    }

    /// Fresh numbers from here on are above this one.
    pub fn number_above(&mut self, number: u64) {
        self.next = self.next.max(number + 1);
    }

    /// Fresh numbers from here on are above those of `other` too.
    pub fn number_after(&mut self, other: &Store) {
        self.next = self.next.max(other.next);
    }
}

fn kind_of(seq: Seq) -> FreshKind {
    match seq.data() {
        SeqData::Fresh { kind: kind @ (FreshKind::Runtime | FreshKind::OneOf), .. } => *kind,
        _ => FreshKind::Unknown,
    }
}
