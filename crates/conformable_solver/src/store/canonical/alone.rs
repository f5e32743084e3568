//! What a store knows of one leaf apart from all others: whether an evaluation in which the leaf
//! takes part would be the same for another one of its kind.

use conformable_types::term::{self, Leaf};
use conformable_types::{Atom, Interval, bounds};

use rustc_hash::FxHashSet;

use crate::store::waiting::Mentions;
use crate::store::{Store, is_since};

/// More equations than so many are not looked through.
const MAX_LOOKED_THROUGH: usize = 512;

impl Store {
    /// The bounds of a leaf, if they are all that is known of it: it is bound to nothing, nothing
    /// waits for it, and nothing is known of an expression that it is part of. A sequence and an element type have none.
    pub fn alone(&self, leaf: Leaf) -> Option<Interval> {
        let (is_bound, interval) = match leaf {
            Leaf::Atom(atom) => {
                let interval = self.bounds.get(atom).unwrap_or_else(|| bounds::default_bounds(atom));
                (self.dims.contains(atom) || self.rigid.contains(&atom), interval)
            }
            Leaf::Seq(seq) => (self.seqs.contains(seq), Interval::ALL),
            Leaf::Elem(elem) => (self.elems.contains(elem), Interval::ALL),
        };
        let mut mentions = Mentions::default();
        mentions.add(leaf);
        if is_bound || self.waiting.iter().any(|waiting| waiting.mentions.meet(&mentions)) {
            return None;
        }
        let is_part = |key: Atom| {
            let mut found = false;
            term::visit_dim(key.dim(), &mut |part| found |= part == leaf);
            found
        };
        let mut looked = 0;
        for key in self.dims.composites().chain(self.bounds.composites()) {
            looked += 1;
            if looked > MAX_LOOKED_THROUGH || is_part(key) {
                return None;
            }
        }
        let is_plain = self.seqs.composites().next().is_none() && self.elems.composites().next().is_none();
        is_plain.then_some(interval)
    }

    /// Has some size that the data decide been named for the value of this identity?
    pub fn has_runtime_size(&self, identity: u64) -> bool {
        self.runtime.keys().any(|(_, of)| *of == identity)
    }

    /// Does it know what the other one does, and no more? It may know no more and not see it.
    pub fn knows_what(&self, other: &Store) -> bool {
        self.version == other.version
    }

    /// Is all that it knows more than `before` about leaves that were made since? Where paths met, it may know less.
    pub fn only_adds_to(&self, before: &Store) -> bool {
        if self.knows_what(before) {
            return self.runtime.ptr_eq(&before.runtime) && self.rigid.ptr_eq(&before.rigid);
        }
        let is_new = |leaf: Leaf| leaf.fresh().is_some_and(|(id, _)| is_since(id, before.next));
        self.runtime.ptr_eq(&before.runtime)
            && self.rigid.ptr_eq(&before.rigid)
            && self.waits_for_the_same(before)
            && before.dims.differing(&self.dims).map(Leaf::Atom).all(is_new)
            && before.bounds.differing(&self.bounds).all(|atom| is_new(Leaf::Atom(atom)) || !self.bounds.contains(atom))
            && before.seqs.differing(&self.seqs).map(Leaf::Seq).all(is_new)
            && before.elems.differing(&self.elems).map(Leaf::Elem).all(is_new)
    }

    /// Do the same facts wait? A join writes them anew, and in its own order.
    fn waits_for_the_same(&self, before: &Store) -> bool {
        self.waiting.ptr_eq(&before.waiting)
            || self.waiting.len() == before.waiting.len()
                && self.waiting().collect::<FxHashSet<_>>() == before.waiting().collect()
    }
}

#[cfg(test)]
mod tests {
    use conformable_types::term::Leaf;
    use conformable_types::{Dim, FreshKind, Interval, Seq, Shape};

    use crate::Store;

    #[test]
    fn what_is_said_of_a_part_is_said_of_the_atom() {
        let mut store = Store::new();
        let (n, m) = (store.fresh_dim(FreshKind::Unknown), store.fresh_dim(FreshKind::Unknown));
        let [of_n, of_m] = [n, m].map(|dim| Leaf::Atom(dim.as_atom().expect("an atom")));
        assert!(store.alone(of_n).is_some());
        let half = n.floordiv(Dim::of(2)).expect("two is not zero");
        store.set_bounds(half.as_atom().expect("an atom"), Interval { lo: 3, hi: 9 });
        assert!(store.alone(of_n).is_none());
        assert!(store.alone(of_m).is_some());
    }

    #[test]
    fn a_sequence_of_which_something_is_known_is_not_alone() {
        let mut store = Store::new();
        let [known, counted, other] = [0; 3].map(|_| store.fresh_shape().seq().expect("a sequence"));
        store.change().seqs.insert(known, Shape::of(&[Dim::of(3)]));
        let count = counted.shape().rank_dim().as_atom().expect("an atom");
        store.set_bounds(count, Interval { lo: 2, hi: 9 });
        assert!([known, counted].into_iter().all(|seq: Seq| store.alone(Leaf::Seq(seq)).is_none()));
        assert!(store.alone(Leaf::Seq(other)).is_some());
    }

    #[test]
    fn what_is_learned_of_an_old_atom_is_not_an_addition() {
        let mut store = Store::new();
        let old = store.fresh_dim(FreshKind::Unknown);
        let before = store.clone();
        let new = store.fresh_dim(FreshKind::Unknown);
        store.set_bounds(new.as_atom().expect("an atom"), Interval { lo: 3, hi: 9 });
        assert!(store.only_adds_to(&before));
        store.set_bounds(old.as_atom().expect("an atom"), Interval { lo: 3, hi: 9 });
        assert!(!store.only_adds_to(&before));
    }
}
