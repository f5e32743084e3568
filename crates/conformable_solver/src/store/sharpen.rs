//! Bounds that follow from several facts together. Asked, the store finds them each time; told, they are no
//! news to it, and what would follow from them does not. And the store without what others entail.

use conformable_types::bounds::{Facts, Interval};

use super::{Contradiction, Fact, Store};

impl Store {
    /// A fact that several entail together: as the bound of a size, others follow from it. Is it sharper
    /// than what was known?
    pub fn sharpen(&mut self, fact: &Fact) -> Result<bool, Contradiction> {
        let Fact::Le(a, b) = fact else { return Ok(false) };
        let (a, b) = (self.resolve_dim(*a), self.resolve_dim(*b));
        let (atom, bound) = match (a.as_atom(), b.as_atom(), a.constant(), b.constant()) {
            (Some(atom), _, _, Some(most)) => (atom, Interval::at_most(most)),
            (_, Some(atom), Some(least), _) => (atom, Interval::at_least(least)),
            _ => return Ok(false),
        };
        let range = self.told(atom);
        if atom.is_composite() || range.meet(bound) == range {
            return Ok(false);
        }
        self.narrow(atom, bound).map(|()| true)
    }

    /// What is known of names alone: not what waits, nor what composites were solved to be or are bounded by,
    /// of which what waits is the record. For whoever tells all of that again.
    pub fn of_names_alone(&self) -> Store {
        let mut plain = self.without_waiting();
        let known = plain.change();
        self.dims.composites().for_each(|atom| known.dims.set(atom, None));
        self.bounds.composites().for_each(|atom| known.bounds.set(atom, None));
        self.seqs.composites().for_each(|seq| known.seqs.set(seq, None));
        plain
    }
}
