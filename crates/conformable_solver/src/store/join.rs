//! Where two paths meet: what both know. A fact of one is kept iff the other entails it.
//!
//! What both have from before they parted is shared, and costs nothing to keep.

use conformable_types::bounds::default_bounds;
use conformable_types::{Atom, Elem, Seq};
use rustc_hash::FxHashSet;

use super::{Fact, Store};
use crate::effort;

impl Store {
    /// What both paths know.
    #[must_use]
    pub fn join(&self, other: &Store) -> Store {
        let mut joined = Store { next: self.next.max(other.next), news: None, ..self.clone() };
        if !self.rigid.ptr_eq(&other.rigid) {
            joined.rigid = self.rigid.clone().union(other.rigid.clone());
        }
        if !self.runtime.ptr_eq(&other.runtime) {
            for (key, size) in &self.runtime {
                if other.runtime.get(key) != Some(size) {
                    joined.runtime.remove(key);
                }
            }
        }
        let seqs: Vec<Seq> = self.seqs.differing(&other.seqs).collect();
        effort::add(seqs.len());
        for seq in seqs {
            let value = self.seqs.get(seq).zip(other.seqs.get(seq));
            joined.change().seqs.set(seq, value.filter(|(x, y)| other.ask_shape(*y, *x).is_yes()).map(|(x, _)| x));
        }
        let elems: Vec<Elem> = self.elems.differing(&other.elems).collect();
        for elem in elems {
            joined.change().elems.set(elem, None);
        }
        let mut atoms = self.join_dims(other, &mut joined);
        atoms.extend(self.bounds.differing(&other.bounds));
        // Each is asked about on both sides.
        effort::add(4 * atoms.len());
        for atom in atoms {
            let known = (!joined.dims.contains(atom))
                .then(|| self.interval(atom.dim()).hull(other.interval(atom.dim())))
                .filter(|hull| *hull != default_bounds(atom));
            joined.change().bounds.set(atom, known);
        }
        if !self.waiting.ptr_eq(&other.waiting) {
            effort::add(4 * (self.waiting.len() + other.waiting.len()));
            self.join_waiting(other, &mut joined);
        }
        joined
    }

    /// Join the equations; the atoms that not both solve alike.
    fn join_dims(&self, other: &Store, joined: &mut Store) -> Vec<Atom> {
        let differing: Vec<Atom> = self.dims.differing(&other.dims).collect();
        for &atom in &differing {
            let own = self.dims.get(atom).filter(|value| other.ask_eq(atom.dim(), *value).is_yes());
            let value = match other.dims.get(atom) {
                Some(value) if own.is_none() && !self.dims.contains(atom) => {
                    Some(value).filter(|value| self.ask_eq(atom.dim(), *value).is_yes())
                }
                _ => own,
            };
            joined.change().dims.set(atom, value);
        }
        differing
    }

    fn join_waiting(&self, other: &Store, joined: &mut Store) {
        let own: FxHashSet<&Fact> = self.waiting().collect();
        let theirs: FxHashSet<&Fact> = other.waiting().collect();
        // Whether a side entails a fact it was not told is asked of what it has solved alone.
        let (left, right) = (self.without_waiting(), other.without_waiting());
        joined.change().waiting.clear();
        for waiting in &self.waiting {
            if theirs.contains(&waiting.fact) || right.ask(&waiting.fact).is_yes() {
                joined.change().waiting.push_back(waiting.clone());
            }
        }
        for waiting in &other.waiting {
            if !own.contains(&waiting.fact) && left.ask(&waiting.fact).is_yes() {
                joined.change().waiting.push_back(waiting.clone());
            }
        }
    }
}
