//! What the code of a program may change of other modules than its own: that of all its modules together.

use std::hash::{Hash, Hasher};

use conformable_types::Sym;
use rustc_hash::{FxHashSet, FxHasher};

use crate::syntax::changes::Changes;
use crate::syntax::named_setters::NamedSetters;

/// What the code of a program may change of other modules than its own.
#[derive(Debug, Default)]
pub struct ChangesElsewhere {
    /// Names and attributes whose containers may be changed.
    pub contents: FxHashSet<Sym>,
    /// Those of objects that somebody is given.
    pub handed_on: FxHashSet<Sym>,
    /// Attributes that are set of modules, classes and other objects.
    pub attributes: FxHashSet<Sym>,
    /// The same with the names of these, of a dotted name the last; no attribute is any.
    pub attributes_of: FxHashSet<(Sym, Option<Sym>)>,
    /// Definitions that may be exchanged for others: by the fixtures of all tests, or by their names ([`NamedSetters`]).
    pub exchanged: FxHashSet<Sym>,
    /// The last names of the classes that others derive from.
    pub derived_from: FxHashSet<Sym>,
    /// Functions with computed names may be put into modules with computed names.
    pub fills_modules: bool,
    named_setters: NamedSetters,
}

impl ChangesElsewhere {
    pub fn add(&mut self, changes: &Changes) {
        let (contents, attributes) = changes.of_others();
        self.contents.extend(contents);
        self.handed_on.extend(changes.handed_on_of_others());
        self.attributes.extend(attributes);
        self.attributes_of.extend(changes.attributes_of_others());
        self.derived_from.extend(changes.derived_from());
        self.fills_modules |= changes.fills_modules;
        self.named_setters.add(changes.named_setters());
    }

    /// All modules have been added.
    pub fn end(&mut self) {
        let named = std::mem::take(&mut self.named_setters);
        self.exchanged.extend(named.set_by_name());
    }

    /// All of it as a number.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for names in [&self.contents, &self.handed_on, &self.attributes, &self.exchanged, &self.derived_from] {
            let mut names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
            names.sort_unstable();
            names.hash(&mut hasher);
        }
        let pairs = self.attributes_of.iter().map(|(of, name)| (of.as_str(), name.map_or("", |name| name.as_str())));
        let mut pairs: Vec<(&str, &str)> = pairs.collect();
        pairs.sort_unstable();
        pairs.hash(&mut hasher);
        self.fills_modules.hash(&mut hasher);
        hasher.finish()
    }

    /// May another module set an attribute of this name of a class, whose name it says?
    pub fn sets_attribute_of(&self, class: Sym, name: Sym) -> bool {
        [None, Some(name)].iter().any(|name| self.attributes_of.contains(&(class, *name)))
    }

    /// The module prepares others: it runs around each of their functions.
    pub fn add_fixtures(&mut self, changes: &Changes) {
        self.exchanged.extend(changes.exchanged());
    }
}
