//! What an evaluation reads of the objects that were there before it began.
//!
//! A call whose result is kept for others must say what it depends on. Every read of a heap goes
//! through [`read`] or [`read_name`]; while a call is recorded they are noted, each once.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashSet;

use crate::heap::ObjectId;
use crate::value::Sym;

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
pub fn again(reads: impl Iterator<Item = Read>) {
    if FIRST.get().is_some() {
        for one in reads {
            let (Read::Object(id) | Read::Name(id, _)) = one;
            note(id, one);
        }
    }
}

/// From here on reads are noted.
pub fn begin(first: u64) {
    LEVELS.with_borrow_mut(|levels| levels.push(Level { first, reads: FxHashSet::default() }));
    FIRST.set(Some(first));
}

/// What has been read since the last `begin`; whoever began before has read it too.
pub fn end() -> FxHashSet<Read> {
    LEVELS.with_borrow_mut(|levels| {
        let reads = levels.pop().map(|level| level.reads).unwrap_or_default();
        FIRST.set(levels.last().map(|level| level.first));
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
