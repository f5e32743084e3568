//! Attributes that are set, by their names or by computed ones.

use conformable_types::Sym;
use rustc_hash::FxHashSet;

/// Attributes that code sets of one object.
#[derive(Debug, Default)]
pub struct AttributesSet {
    pub(super) names: FxHashSet<Sym>,
    pub(super) any: bool,
}

impl AttributesSet {
    pub fn is_empty(&self) -> bool {
        !self.any && self.names.is_empty()
    }

    pub fn contains(&self, name: Sym) -> bool {
        self.any || self.has_name(name)
    }

    /// Is it there by this very name?
    pub fn has_name(&self, name: Sym) -> bool {
        self.names.contains(&name)
    }
}
