//! The variables of a body, in the order in which they are bound, and what its branches make of them.
//!
//! A branch is walked on the variables that are there and then taken back, so that it costs what it changes and not
//! what there is; where branches meet, only what one of them has changed is looked at.

use std::ops::Deref;

use conformable_types::{Sym, Ty};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::language::Variable;

/// All variables of a body; what is read of them is the map's.
#[derive(Default)]
pub struct Variables {
    all: IndexMap<Sym, Variable>,
    /// How many variables show the elements of each.
    shown: FxHashMap<Sym, usize>,
    /// What each was before it was bound anew, in the order in which that was done, while a branch is walked.
    changes: Vec<(Sym, Option<Variable>)>,
    branches: usize,
    /// Names of comprehensions that are not bound yet, where others are called so.
    hidden: FxHashSet<Sym>,
}

/// Where a branch begins.
#[derive(Clone, Copy)]
pub struct Branch(usize);

/// What a branch has bound, as it is at its end.
pub type End = IndexMap<Sym, Variable>;

/// The names of a comprehension stand behind all others, which aren't copied.
pub struct Comprehended {
    /// So many were there before, and so many changes.
    outer: usize,
    changes: usize,
    hidden: Vec<(Sym, Variable)>,
}

impl Deref for Variables {
    type Target = IndexMap<Sym, Variable>;

    fn deref(&self) -> &Self::Target {
        &self.all
    }
}

impl FromIterator<(Sym, Variable)> for Variables {
    fn from_iter<I: IntoIterator<Item = (Sym, Variable)>>(bound: I) -> Variables {
        let mut variables = Variables::default();
        bound.into_iter().for_each(|(name, variable)| variables.insert(name, variable));
        variables
    }
}

impl Variables {
    pub fn insert(&mut self, name: Sym, variable: Variable) {
        let before = self.put(name, variable);
        if !self.hidden.is_empty() {
            self.hidden.remove(&name);
        }
        if self.branches > 0 {
            self.changes.push((name, before));
        }
    }

    /// Does a variable show this one's elements?
    pub fn is_shown(&self, name: Sym) -> bool {
        self.shown.get(&name).is_some_and(|count| *count > 0)
    }

    pub fn into_map(self) -> IndexMap<Sym, Variable> {
        self.all
    }

    /// What is bound from here on can be taken back.
    pub fn branch(&mut self) -> Branch {
        self.branches += 1;
        Branch(self.changes.len())
    }

    /// Takes back what a branch has bound, and gives what it had come to. Of branches in one another the inner one
    /// goes first.
    pub fn take_back(&mut self, branch: Branch) -> End {
        self.branches -= 1;
        let taken = self.changes.split_off(branch.0);
        let mut end = End::new();
        for (name, _) in &taken {
            if !end.contains_key(name) {
                end.extend(self.all.get(name).map(|variable| (*name, variable.clone())));
            }
        }
        for (name, before) in taken.into_iter().rev() {
            match before {
                Some(variable) => drop(self.put(name, variable)),
                None => self.remove(name),
            }
        }
        end
    }

    /// Goes on behind branches, whichever was taken. `join` gets what a name may be, in the branches' order, `None`
    /// where one doesn't have it; where it gives nothing the name stays as it was. Of branches that leave a name as it
    /// was only the first and the last stand for all.
    pub fn meet(&mut self, ends: &[End], mut join: impl FnMut(Sym, &[Option<&Variable>]) -> Option<Variable>) {
        let mut changed: IndexMap<Sym, Vec<(usize, &Variable)>> = IndexMap::new();
        for (place, end) in ends.iter().enumerate() {
            end.iter().for_each(|(name, variable)| changed.entry(*name).or_default().push((place, variable)));
        }
        for (name, own) in changed {
            let is_left_by = |place: &usize| own.binary_search_by_key(place, |(own, _)| *own).is_err();
            let left = [(0..ends.len()).find(is_left_by), (0..ends.len()).rev().find(is_left_by)];
            let before = self.all.get(&name);
            let left = left.into_iter().flatten().map(|place| (place, before));
            let mut found: Vec<_> = own.iter().map(|(place, own)| (*place, Some(*own))).chain(left).collect();
            found.sort_by_key(|(place, _)| *place);
            let found: Vec<Option<&Variable>> = found.into_iter().map(|(_, variable)| variable).collect();
            if let Some(joined) = join(name, &found) {
                self.insert(name, joined);
            }
        }
    }

    /// The variable that an assignment to the name would change: not one that a comprehension's own hides.
    pub fn bound(&self, name: Sym) -> Option<&Variable> {
        self.all.get(&name).filter(|_| !self.hidden.contains(&name))
    }

    /// Is the name a comprehension's own, which isn't bound yet?
    pub fn is_hidden(&self, name: Sym) -> bool {
        self.hidden.contains(&name)
    }

    /// A comprehension begins.
    pub fn comprehend(&self) -> Comprehended {
        Comprehended { outer: self.all.len(), changes: self.changes.len(), hidden: Vec::new() }
    }

    /// From here on the name is the comprehension's own.
    pub fn hide(&mut self, name: Sym, comprehended: &mut Comprehended) {
        if let Some(variable) = self.all.get(&name) {
            comprehended.hidden.push((name, variable.clone()));
        }
        self.hidden.insert(name);
    }

    /// The comprehension ends: its names are gone, and what they hid is there again.
    pub fn leave(&mut self, comprehended: Comprehended) {
        let Comprehended { outer, changes, hidden } = comprehended;
        while self.all.len() > outer {
            self.all.pop().into_iter().for_each(|(_, variable)| self.count(&variable.targets, -1));
        }
        let inner = self.changes.split_off(changes);
        let is_own = |name: &Sym| !self.all.contains_key(name) || hidden.iter().any(|(hidden, _)| hidden == name);
        let kept: Vec<_> = inner.into_iter().filter(|(name, _)| !is_own(name)).collect();
        self.changes.extend(kept);
        for (name, variable) in hidden.into_iter().rev() {
            self.hidden.remove(&name);
            if self.all.contains_key(&name) {
                self.put(name, variable);
            }
        }
    }

    fn put(&mut self, name: Sym, variable: Variable) -> Option<Variable> {
        self.count(&variable.targets, 1);
        let before = self.all.insert(name, variable);
        if let Some(before) = &before {
            self.count(&before.targets, -1);
        }
        before
    }

    fn remove(&mut self, name: Sym) {
        if let Some(variable) = self.all.shift_remove(&name) {
            self.count(&variable.targets, -1);
        }
    }

    fn count(&mut self, targets: &[Sym], more: isize) {
        for target in targets {
            let count = self.shown.entry(*target).or_default();
            *count = count.saturating_add_signed(more);
        }
    }
}

/// What some branches of a module have bound, where they meet: of two types it is unknown.
pub fn joined(found: &[Option<&Variable>]) -> Option<Variable> {
    let mut found = found.iter().flatten();
    let mut joined = (*found.next()?).clone();
    for variable in found {
        if joined.class_type != variable.class_type || joined.exact.str_value() != variable.exact.str_value() {
            (joined.class_type, joined.exact) = (Ty::unknown(), Ty::unknown());
        } else if joined.exact != variable.exact {
            joined.exact = joined.class_type;
        }
    }
    Some(joined)
}
