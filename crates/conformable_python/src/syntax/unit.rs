//! Modules that are evaluated together when they are imported; which those are, [`crate::syntax::units`] says.

use std::hash::{DefaultHasher, Hash, Hasher};

use conformable_solver::SPACE_BITS;
use rustc_hash::{FxHashMap, FxHashSet};

/// Where the imports of a module lead that were asked for, by the name and the dots before it.
pub type ImportsOf = FxHashMap<(String, u32), Option<usize>>;

/// Modules that import each other, or one alone.
pub struct Unit {
    /// Where its numbers begin.
    pub space: u64,
    /// In the order in which they are evaluated: packages before what is in them.
    pub members: Vec<usize>,
    /// What its members import at top level.
    pub imports: FxHashSet<usize>,
}

impl Unit {
    /// The unit of these modules, of which the first has this path.
    pub fn new(first: &str, members: Vec<usize>, imports: FxHashSet<usize>) -> Unit {
        // Of 64 bits on each machine: FxHasher's number has as many as an address, and spaces must differ.
        let mut hasher = DefaultHasher::new();
        first.hash(&mut hasher);
        // The first space is the one of whoever imports.
        let space = (hasher.finish() >> SPACE_BITS) | 1 << (63 - SPACE_BITS);
        Unit { space, members, imports }
    }

    /// Is it evaluated by what this module is? What it imports otherwise is unknown to it.
    pub fn rests_on(&self, module: usize) -> bool {
        self.members.contains(&module) || self.imports.contains(&module)
    }

    /// The first number of its space.
    pub fn first(&self) -> u64 {
        self.space << SPACE_BITS
    }
}
