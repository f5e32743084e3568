//! Facts that wait, and for what: a fact is asked again when a leaf that it mentions becomes
//! known, and not before. A path keeps few of them (64) and forgets the oldest first. Forgetting is
//! sound: an error needs a proof.

use conformable_types::term::{self, Leaf, Term};
use conformable_types::{Dim, Shape};
use smallvec::SmallVec;

use super::Fact;

/// A fact in resolved form.
#[derive(Clone, Debug)]
pub struct Waiting {
    pub fact: Fact,
    pub mentions: Mentions,
    /// For a fact about two dims, the second less the first; `?` for another.
    pub difference: Dim,
}

impl Waiting {
    pub fn new(fact: Fact) -> Waiting {
        let mut mentions = Mentions::default();
        fact.terms().iter().for_each(|term| mentions.add_term(term));
        let difference = fact.dims().map_or_else(Dim::any, |[a, b]| b.minus(a));
        Waiting { fact, mentions, difference }
    }
}

/// The leaves of some terms, small enough to be searched.
#[derive(Clone, Default, Debug)]
pub struct Mentions(SmallVec<[Leaf; 6]>);

impl Mentions {
    pub fn add(&mut self, leaf: Leaf) {
        if !self.0.contains(&leaf) {
            self.0.push(leaf);
        }
    }

    pub fn add_term(&mut self, term: &Term) {
        term::visit_term(term, &mut |leaf| self.add(leaf));
    }

    pub fn add_dim(&mut self, dim: Dim) {
        term::visit_dim(dim, &mut |leaf| self.add(leaf));
    }

    pub fn add_shape(&mut self, shape: Shape) {
        term::visit_shape(shape, &mut |leaf| self.add(leaf));
    }

    pub fn add_all(&mut self, other: &Mentions) {
        other.0.iter().for_each(|leaf| self.add(*leaf));
    }

    pub fn get(&self, place: usize) -> Option<Leaf> {
        self.0.get(place).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = Leaf> + '_ {
        self.0.iter().copied()
    }

    pub fn has(&self, leaf: Leaf) -> bool {
        self.0.contains(&leaf)
    }

    pub fn meet(&self, other: &Mentions) -> bool {
        self.0.iter().any(|leaf| other.0.contains(leaf))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
