//! What an evaluation reads of the objects that were there before it began.
//!
//! A call whose result is kept for others must say what it depends on. Every read of a heap goes
//! through [`read`] or [`read_name`]; while a call is recorded they are noted, each once.

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

/// What has been read since a moment, of objects with other numbers than those made since.
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

/// What is answered without being read again has been read all the same.
pub fn replay(reads: impl Iterator<Item = Read>) {
    if FIRST.get().is_some() {
        for one in reads {
            let (Read::Object(id) | Read::Name(id, _)) = one;
            note(id, one);
        }
    }
}

/// Notes what is read as long as it is there: what panics on the way leaves nothing behind.
pub struct Recorder {
    /// How many were there before.
    depth: usize,
}

impl Recorder {
    /// From here on reads are noted, of what has other numbers than those from `first` on.
    pub fn begin(first: u64) -> Recorder {
        FIRST.set(Some(first));
        LEVELS.with_borrow_mut(|levels| {
            levels.push(Level { first, reads: FxHashSet::default() });
            Recorder { depth: levels.len() - 1 }
        })
    }

    /// What has been read since; whoever began before has read it too.
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
