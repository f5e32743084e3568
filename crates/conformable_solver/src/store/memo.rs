//! Answers about sizes, cached per version of a store. Only a write changes the version.
//!
//! An evaluator repeats the same queries to one store: it works on clones, and most calls teach nothing.

use std::cell::RefCell;

use conformable_types::bounds::Interval;
use conformable_types::{Atom, Dim, Truth};
use rustc_hash::FxHashMap;

use super::Store;

/// A thread forgets them all when there are so many.
const MAX_REMEMBERED: usize = 1 << 12;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Question {
    Eq(Dim, Dim),
    Le(Dim, Dim),
    /// Is the expression as it stands all that is known of it?
    Dim(Dim),
}

thread_local! {
    static ANSWERS: RefCell<FxHashMap<(u64, bool, Question), Truth>> = RefCell::default();
    /// The intervals of composite atoms: without these, one that holds another twice asks for it twice, on each
    /// level.
    static INTERVALS: RefCell<FxHashMap<(u64, Atom), Interval>> = RefCell::default();
}

pub(super) fn interval(store: &Store, atom: Atom, find: impl FnOnce() -> Interval) -> Interval {
    let key = (store.version, atom);
    if let Some(known) = INTERVALS.with_borrow(|intervals| intervals.get(&key).copied()) {
        return known;
    }
    let found = find();
    INTERVALS.with_borrow_mut(|intervals| {
        if intervals.len() >= MAX_REMEMBERED {
            intervals.clear();
        }
        intervals.insert(key, found);
    });
    found
}

pub(super) fn recall(store: &Store, question: Question) -> Option<Truth> {
    ANSWERS.with_borrow(|answers| answers.get(&(store.version, store.applying, question)).copied())
}

pub(super) fn keep(store: &Store, question: Question, answer: Truth) {
    ANSWERS.with_borrow_mut(|answers| {
        if answers.len() >= MAX_REMEMBERED {
            answers.clear();
        }
        answers.insert((store.version, store.applying, question), answer);
    });
}

pub(super) fn remembered(store: &Store, question: Question, find: impl FnOnce() -> Truth) -> Truth {
    if let Question::Eq(a, b) | Question::Le(a, b) = question
        && (a.constant().is_some() && b.constant().is_some())
    {
        return find();
    }
    recall(store, question).unwrap_or_else(|| {
        let answer = find();
        keep(store, question, answer);
        answer
    })
}
