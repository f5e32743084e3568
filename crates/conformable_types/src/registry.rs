//! What packages add under a name, for the whole process: constructors, traits, spellings, dialects,
//! relations. Each is a [`Registry`] beside what is built in.
//!
//! A name is given once. Who gives it again is told who has it:
//!
//! ```
//! use conformable_types::registry::Registry;
//!
//! static SIZES: Registry<u32> = Registry::new("size");
//!
//! SIZES.add("small", "shirts", 1).unwrap();
//! let taken = SIZES.add("small", "shoes", 38).unwrap_err();
//! assert_eq!(taken.to_string(), "the size `small` is registered twice: by shirts and by shoes");
//! assert_eq!(SIZES.get("small"), Some(1));
//! ```

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

/// A name that two want.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    what: &'static str,
    name: String,
    by: [String; 2],
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Taken { what, name, by: [first, second] } = self;
        write!(f, "the {what} `{name}` is registered twice: by {first} and by {second}")
    }
}

impl std::error::Error for Taken {}

struct Registered<V> {
    name: String,
    by: String,
    value: V,
}

/// Values by name, in the order in which they were added. Nothing is asked under its lock.
pub struct Registry<V> {
    what: &'static str,
    /// A few: they are looked through.
    entries: RwLock<Vec<Registered<V>>>,
    /// Most programs add nothing, and pay nothing.
    any: AtomicBool,
}

impl<V: Clone> Registry<V> {
    /// An empty one; `what` its values are in messages.
    pub const fn new(what: &'static str) -> Registry<V> {
        Registry { what, entries: RwLock::new(Vec::new()), any: AtomicBool::new(false) }
    }

    /// Has anything ever been added?
    pub fn is_empty(&self) -> bool {
        !self.any.load(Ordering::Acquire)
    }

    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<V> {
        if self.is_empty() {
            return None;
        }
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        entries.iter().find(|entry| entry.name == name).map(|entry| entry.value.clone())
    }

    /// All values, the first one added first.
    pub fn all(&self) -> Vec<V> {
        if self.is_empty() {
            return Vec::new();
        }
        self.entries.read().unwrap_or_else(PoisonError::into_inner).iter().map(|entry| entry.value.clone()).collect()
    }

    /// Gives a name to a value; `by` is who does, in messages.
    ///
    /// # Errors
    /// If the name has a value.
    pub fn add(&self, name: &str, by: &str, value: V) -> Result<(), Taken> {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = entries.iter().find(|entry| entry.name == name) {
            return Err(self.taken(name, &known.by, by));
        }
        entries.push(Registered { name: name.to_owned(), by: by.to_owned(), value });
        self.any.store(true, Ordering::Release);
        Ok(())
    }

    /// Gives a name to a value in the place of what had it, which it returns.
    pub fn replace(&self, name: &str, by: &str, value: V) -> Option<V> {
        let before = self.remove(name);
        // Unless somebody was faster, who has the same right to it.
        let _ = self.add(name, by, value);
        before
    }

    /// Takes a name back, with its value.
    pub fn remove(&self, name: &str) -> Option<V> {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        let at = entries.iter().position(|entry| entry.name == name)?;
        Some(entries.remove(at).value)
    }

    /// That a name is built in, or somebody's already.
    pub fn taken(&self, name: &str, first: &str, second: &str) -> Taken {
        Taken { what: self.what, name: name.to_owned(), by: [first.to_owned(), second.to_owned()] }
    }
}

/// Who has what is built in.
pub const CORE: &str = "conformable itself";
