//! Equal data, one handle: a global append-only table a kind of data, safe to use from any thread.
//!
//! A handle is an index into its table and nothing else: it has no order, and two processes may
//! give the same data different handles. Nothing is ever removed, so what enters must be closed
//! or canonically numbered (see [`crate::dim::AtomData::Fresh`]).

use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::{LazyLock, Mutex};

use rustc_hash::{FxBuildHasher, FxHashMap};

const SHARDS: usize = 16;

/// One append-only table. `get` is wait-free; `intern` locks one of a few shards.
pub struct Interner<T> {
    values: boxcar::Vec<T>,
    shards: [Mutex<FxHashMap<T, u32>>; SHARDS],
}

impl<T: Clone + Eq + Hash> Interner<T> {
    pub fn new() -> Self {
        Interner { values: boxcar::Vec::new(), shards: std::array::from_fn(|_| Mutex::default()) }
    }

    /// The handle of `value`, the same for every equal value.
    pub fn intern(&self, value: T) -> u32 {
        let shard = (FxBuildHasher.hash_one(&value) >> 58) as usize % SHARDS;
        let mut map = self.shards[shard].lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(&handle) = map.get(&value) {
            return handle;
        }
        let handle = u32::try_from(self.values.push(value.clone())).expect("more than 2^32 values");
        map.insert(value, handle);
        handle
    }

    pub fn get(&self, handle: u32) -> &T {
        &self.values[handle as usize]
    }
}

impl<T: Clone + Eq + Hash> Default for Interner<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// An interned string: a name in a type, a field, a class.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sym(u32);

static SYMBOLS: LazyLock<Interner<Box<str>>> = LazyLock::new(Interner::new);

impl Sym {
    pub fn new(text: &str) -> Sym {
        Sym(SYMBOLS.intern(text.into()))
    }

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
