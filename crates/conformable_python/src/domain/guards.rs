//! The undecided tests on the way to a point of a path, in its frame: its *guards*.
//!
//! What a guard keeps away isn't known, so a refutation behind it may be about values that never come.
//! Three things are asked of each: whether it is *opaque* (it may be about properties of the values that
//! a refutation mentions), and whether it *varies*: whether, inside a pass of a loop that is evaluated by
//! itself, it may be answered in another way in another pass. Which of them counts where is the verdict's
//! to say (`diagnose::verdict`); here they are kept, as a list that paths share.

use std::rc::Rc;

use ruff_text_size::TextRange;

/// A test that nobody could decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// Where it is written; `None` for one that Python asks by itself, such as whether there is a next item.
    pub place: Option<(usize, TextRange)>,
    pub opaque: bool,
    pub varies: bool,
    /// It is whether there is an item, or one more, and that isn't known.
    pub counts: bool,
    /// It is what elements came to that it asks, and nothing else.
    pub about_data: bool,
}

impl Guard {
    /// Whether there is an item, or one more of them.
    pub const ITEM: Guard = Guard { place: None, opaque: false, varies: false, counts: true, about_data: false };
    /// Whether somebody iterates a generator to its end.
    pub const ITERATED: Guard = Guard { place: None, opaque: true, varies: false, counts: false, about_data: false };
    /// Whether a pass before this one has not left the loop.
    pub const REACHED: Guard = Guard { place: None, opaque: true, varies: false, counts: false, about_data: false };
    /// One pass of several, of which there are as many as is known.
    pub const PASS: Guard = Guard { place: None, opaque: false, varies: false, counts: false, about_data: false };
}

/// The guards of a path, the last one first.
#[derive(Clone, Default)]
pub struct Guards(Option<Rc<Link>>);

struct Link {
    guard: Guard,
    before: Guards,
    count: u32,
    opaque: u32,
    varying: u32,
}

impl Guards {
    pub fn is_any(&self) -> bool {
        self.0.is_some()
    }

    pub fn is_opaque(&self) -> bool {
        self.0.as_ref().is_some_and(|link| link.opaque > 0)
    }

    /// Is it among them whether there is an item, or one more?
    pub fn asks_for_items(&self) -> bool {
        self.iter().any(|guard| guard.counts)
    }

    /// Is none of them anything else?
    pub fn ask_only_for_items(&self) -> bool {
        self.iter().all(|guard| guard.counts)
    }

    /// Do all of them ask what elements came to?
    pub fn ask_only_for_data(&self) -> bool {
        self.iter().all(|guard| guard.about_data)
    }

    fn count(&self) -> u32 {
        self.0.as_ref().map_or(0, |link| link.count)
    }

    /// How many of them vary.
    pub fn varying(&self) -> u32 {
        self.0.as_ref().map_or(0, |link| link.varying)
    }

    /// What follows is run only if a test goes one way.
    pub fn enter(&mut self, guard: Guard) {
        let before = std::mem::take(self);
        let (count, opaque, varying) = match &before.0 {
            Some(link) => (link.count, link.opaque, link.varying),
            None => (0, 0, 0),
        };
        self.0 = Some(Rc::new(Link {
            guard,
            before,
            count: count + 1,
            opaque: opaque + u32::from(guard.opaque),
            varying: varying + u32::from(guard.varies),
        }));
    }

    /// The guard at which both sides go on is behind them: the last one that is like it goes.
    pub fn leave(&mut self, guard: Guard) {
        let Some(link) = &self.0 else { return };
        if link.guard == guard || !link.before.contains(guard) {
            *self = link.before.clone();
            return;
        }
        let (kept, mut before) = (link.guard, link.before.clone());
        before.leave(guard);
        before.enter(kept);
        *self = before;
    }

    fn contains(&self, guard: Guard) -> bool {
        self.iter().any(|one| one == guard)
    }

    pub fn iter(&self) -> impl Iterator<Item = Guard> + '_ {
        std::iter::successors(self.0.as_deref(), |link| link.before.0.as_deref()).map(|link| link.guard)
    }

    /// The guards of one path or of the other, whichever has more; of as many those with more opaque ones.
    #[must_use]
    pub fn most(self, other: Guards) -> Guards {
        if self.weight() >= other.weight() { self } else { other }
    }

    /// Whichever has fewer.
    #[must_use]
    pub fn fewest(self, other: Guards) -> Guards {
        if self.weight() <= other.weight() { self } else { other }
    }

    fn weight(&self) -> (u32, u32) {
        (self.0.as_ref().map_or(0, |link| link.opaque), self.count())
    }
}

impl Drop for Link {
    /// A long list goes link by link, not by recursion.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(mut link) = next.and_then(Rc::into_inner) {
            next = link.before.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(start: u32, opaque: bool, varies: bool) -> Guard {
        Guard {
            place: Some((0, TextRange::new(start.into(), (start + 1).into()))),
            opaque,
            varies,
            counts: false,
            about_data: false,
        }
    }

    #[test]
    fn what_is_left_no_longer_counts() {
        let (a, b) = (guard(0, true, false), guard(2, false, true));
        let mut guards = Guards::default();
        guards.enter(a);
        guards.enter(b);
        assert!(guards.is_opaque() && guards.varying() == 1);
        guards.leave(a);
        assert!(!guards.is_opaque() && guards.varying() == 1);
        guards.leave(b);
        assert!(!guards.is_any());
        guards.leave(b);
        assert!(!guards.is_any());
    }

    #[test]
    fn of_two_paths_the_one_with_more_opaque_guards_counts() {
        let mut one = Guards::default();
        one.enter(guard(0, true, false));
        let mut other = Guards::default();
        other.enter(guard(2, false, false));
        other.enter(guard(4, false, false));
        assert!(one.clone().most(other.clone()).is_opaque());
        assert!(!one.fewest(other).is_opaque());
    }

    #[test]
    fn a_long_way_ends_without_recursion() {
        let mut guards = Guards::default();
        (0..1_000_000).for_each(|start| guards.enter(guard(start, false, false)));
        drop(guards);
    }
}
