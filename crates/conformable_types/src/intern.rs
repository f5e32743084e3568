//! Equal data, one handle: a global append-only table a kind of data, safe to use from any thread.
//!
//! A handle is an index into its table and nothing else: it has no order, and two processes may
//! give the same data different handles. Nothing is ever removed, so what enters must be closed
//! or canonically numbered (see [`crate::dim::AtomData::Fresh`]).
//!
//! In front of the locks each thread remembers where it found what it interned last.
//!
//! Avoid interning temporaries. A constant and a single atom are their own handles; a comparison adds up terms
//! without an entry in the table of expressions (`bounds::Sum`); a walk over a term (`term::Map`) returns its
//! input wherever no leaf changed. Most of resolution is substitution, and most of it changes nothing.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// A handle of something that may be open: a name, a number that its maker gave it, or anything.
macro_rules! open_handle {
    ($handle:ident, $data:ident, $table:ident) => {
        static $table: LazyLock<crate::intern::Interner<$data>> = LazyLock::new(crate::intern::Interner::new);

        impl $handle {
            /// Its place in its table, for maps from handles. It depends on what was made before it: it
            /// is not for output, nor for any order that can be seen.
            pub fn place(self) -> u32 {
                self.0
            }

            /// The one of these data.
            pub fn new(data: $data) -> $handle {
                $handle($table.intern(data))
            }

            /// What it is.
            pub fn data(self) -> &'static $data {
                $table.get(self.0)
            }

            /// The variable of this name.
            pub fn name(name: &str) -> $handle {
                $handle::new($data::Name(Sym::new(name)))
            }

            /// An unknown one, numbered by its maker.
            pub fn fresh(id: u64, kind: FreshKind) -> $handle {
                $handle::new($data::Fresh { id, kind })
            }

            /// Some one.
            pub fn any() -> $handle {
                static ANY: LazyLock<$handle> = LazyLock::new(|| $handle::new($data::Any));
                *ANY
            }

            /// Is it some one, of which nothing is known?
            pub fn is_any(self) -> bool {
                self == $handle::any()
            }
        }
    };
}

const SHARDS: usize = 16;
/// Entries of one table that a thread remembers, by the low bits of their hash.
const REMEMBERED: usize = 1 << 10;

/// One append-only table. `get` is wait-free; `intern` locks one of a few shards, or none for
/// what the thread has met lately.
pub struct Interner<T> {
    /// Which of a thread's memories is this table's.
    place: usize,
    values: boxcar::Vec<T>,
    /// Handles by the hash of their values.
    shards: [Mutex<HashTable<u32>>; SHARDS],
}

thread_local! {
    /// For each table, handles by hash; only a hint, checked against the value. 0 is none. Saves 3% of the instructions of
    /// `check` on one thread (mlxtend), and on several the locks.
    static FRONT: RefCell<Vec<Box<[u32]>>> = const { RefCell::new(Vec::new()) };
}

impl<T: Eq + Hash> Interner<T> {
    /// An empty table.
    pub fn new() -> Self {
        static TABLES: AtomicUsize = AtomicUsize::new(0);
        Interner {
            place: TABLES.fetch_add(1, Ordering::Relaxed),
            values: boxcar::Vec::new(),
            shards: std::array::from_fn(|_| Mutex::default()),
        }
    }

    /// The handle of `value`, the same for every equal value.
    pub fn intern(&self, value: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&value);
        match self.remembered(hash, &value).or_else(|| self.known(hash, &value)) {
            Some(handle) => handle,
            None => self.insert(hash, value),
        }
    }

    /// As [`Interner::intern`]; makes an owned value only if there is none yet.
    pub fn intern_borrowed<Q>(&self, value: &Q) -> u32
    where
        T: Borrow<Q> + for<'a> From<&'a Q>,
        Q: Eq + Hash + ?Sized,
    {
        // `Borrow` promises equal hashes.
        let hash = FxBuildHasher.hash_one(value);
        match self.remembered(hash, value).or_else(|| self.known(hash, value)) {
            Some(handle) => handle,
            // Made outside the lock: making one may ask for others.
            None => self.insert(hash, T::from(value)),
        }
    }

    fn remembered<Q>(&self, hash: u64, value: &Q) -> Option<u32>
    where
        T: Borrow<Q>,
        Q: Eq + ?Sized,
    {
        FRONT.with_borrow(|tables| {
            let handle = tables.get(self.place)?[slot(hash)].checked_sub(1)?;
            (self.get(handle).borrow() == value).then_some(handle)
        })
    }

    fn known<Q>(&self, hash: u64, value: &Q) -> Option<u32>
    where
        T: Borrow<Q>,
        Q: Eq + ?Sized,
    {
        let handle = *self.shard(hash).find(hash, |handle| self.get(*handle).borrow() == value)?;
        self.remember(hash, handle);
        Some(handle)
    }

    fn insert(&self, hash: u64, value: T) -> u32 {
        let mut handles = self.shard(hash);
        // Another thread may have been faster.
        let handle = match handles.find(hash, |handle| *self.get(*handle) == value) {
            Some(&handle) => handle,
            None => {
                let handle = u32::try_from(self.values.push(value)).expect("fewer than 2^32 values");
                handles.insert_unique(hash, handle, |handle| FxBuildHasher.hash_one(self.get(*handle)));
                handle
            }
        };
        drop(handles);
        self.remember(hash, handle);
        handle
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, HashTable<u32>> {
        self.shards[(hash >> 48) as usize % SHARDS].lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn remember(&self, hash: u64, handle: u32) {
        FRONT.with_borrow_mut(|tables| {
            if tables.len() <= self.place {
                tables.resize_with(self.place + 1, || vec![0; REMEMBERED].into());
            }
            tables[self.place][slot(hash)] = handle.saturating_add(1);
        });
    }

    /// The value of a handle of this table.
    pub fn get(&self, handle: u32) -> &T {
        &self.values[handle as usize]
    }
}

fn slot(hash: u64) -> usize {
    // Higher bits choose the shard, the highest the place in its table.
    (hash as usize) % REMEMBERED
}

impl<T: Eq + Hash> Default for Interner<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// An interned string: a name in a type, a field, a class.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sym(u32);

static SYMBOLS: LazyLock<Interner<Box<str>>> = LazyLock::new(Interner::new);

impl Sym {
    /// The handle of `text`.
    pub fn new(text: &str) -> Sym {
        Sym(SYMBOLS.intern_borrowed(text))
    }

    /// Its place in the table of symbols, which is nothing to be shown or ordered by.
    pub fn place(self) -> u32 {
        self.0
    }

    /// The one of that place.
    ///
    /// # Panics
    ///
    /// When it is read, if no symbol has that place.
    pub fn at(place: u32) -> Sym {
        Sym(place)
    }

    /// The text.
    pub fn as_str(self) -> &'static str {
        SYMBOLS.get(self.0)
    }
}

impl From<&str> for Sym {
    fn from(text: &str) -> Sym {
        Sym::new(text)
    }
}

impl fmt::Display for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
