//! Records what an evaluation reads of the objects that existed before it began.
//!
//! A summary of a call must list what its result depends on. Every read of a heap goes through
//! [`read`] or [`read_name`]; while a call is recorded each read is noted once.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashSet;

use crate::domain::heap::ObjectId;
use crate::domain::value::Sym;

/// An object as a whole, or one name in a scope (or that it is not there).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Read {
    Object(ObjectId),
    Name(ObjectId, Sym),
}

/// The reads since a recording began, of objects that existed before it.
struct Level {
    first: u64,
    reads: FxHashSet<Read>,
}

thread_local! {
    /// The first number of what the innermost recorded call makes, if one is recorded.
    static FIRST: Cell<Option<u64>> = const { Cell::new(None) };
    static LEVELS: RefCell<Vec<Level>> = const { RefCell::new(Vec::new()) };
}

fn is_new(id: ObjectId, first: u64) -> bool {
    id.0 >= first && id.space() == ObjectId(first).space()
}

/// An object is read as a whole.
pub fn read(id: ObjectId) {
    note(id, Read::Object(id));
}

/// One name of a scope is looked up.
pub fn read_name(scope: ObjectId, name: Sym) {
    note(scope, Read::Name(scope, name));
}

fn note(id: ObjectId, read: Read) {
    if let Some(first) = FIRST.get()
        && !is_new(id, first)
    {
        LEVELS.with_borrow_mut(|levels| {
            if let Some(level) = levels.last_mut() {
                level.reads.insert(read);
            }
        });
    }
}

/// Is a call recorded?
pub fn is_recording() -> bool {
    FIRST.get().is_some()
}

/// A replayed summary counts as reading what the original call read.
pub fn replay(reads: impl Iterator<Item = Read>) {
    if is_recording() {
        for one in reads {
            let (Read::Object(id) | Read::Name(id, _)) = one;
            note(id, one);
        }
    }
}

/// Records reads for as long as it lives; a panic on the way leaves nothing behind.
pub struct Recorder {
    /// The number of recorders around this one.
    depth: usize,
}

impl Recorder {
    /// Begins to record reads of objects with numbers below `first`.
    pub fn begin(first: u64) -> Recorder {
        FIRST.set(Some(first));
        LEVELS.with_borrow_mut(|levels| {
            levels.push(Level { first, reads: FxHashSet::default() });
            Recorder { depth: levels.len() - 1 }
        })
    }

    /// The reads since the beginning; they count as reads of the enclosing recorders too.
    pub fn end(self) -> FxHashSet<Read> {
        LEVELS.with_borrow_mut(|levels| {
            let reads = levels.pop().map(|level| level.reads).unwrap_or_default();
            if let Some(outer) = levels.last_mut() {
                let first = outer.first;
                outer.reads.extend(reads.iter().filter(|read| {
                    let (Read::Object(id) | Read::Name(id, _)) = read;
                    !is_new(*id, first)
                }));
            }
            reads
        })
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        LEVELS.with_borrow_mut(|levels| {
            levels.truncate(self.depth);
            FIRST.set(levels.last().map(|level| level.first));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_leaves_nothing_behind() {
        let outer = Recorder::begin(5);
        let panicked = std::panic::catch_unwind(|| {
            let _inner = Recorder::begin(9);
            read(ObjectId(1));
            panic!("while something is recorded");
        });
        assert!(panicked.is_err());
        assert_eq!(FIRST.get(), Some(5));
        read(ObjectId(2));
        assert_eq!(outer.end().len(), 1);
        assert_eq!(FIRST.get(), None);
        assert!(LEVELS.with_borrow(Vec::is_empty));
    }
}
