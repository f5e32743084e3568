//! A map that keeps the order in which its keys were first set. A clone costs nothing and shares what it has: a dict of
//! thousands of keys may be changed by as many statements, and each path has its own.

use std::hash::{BuildHasherDefault, Hash};

use imbl::OrdMap;
use imbl::shared_ptr::DefaultSharedPtr;
use rustc_hash::FxHasher;

type Places<K> = imbl::GenericHashMap<K, u64, BuildHasherDefault<FxHasher>, DefaultSharedPtr>;

#[derive(Clone)]
pub struct Keyed<K, T> {
    /// By when their keys were first set.
    items: OrdMap<u64, T>,
    places: Places<K>,
}

impl<K, T> Default for Keyed<K, T> {
    fn default() -> Self {
        Keyed { items: OrdMap::new(), places: Places::default() }
    }
}

impl<K: Copy + Eq + Hash, T: Clone> Keyed<K, T> {
    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.values()
    }

    pub fn get(&self, key: K) -> Option<&T> {
        self.items.get(self.places.get(&key)?)
    }

    pub fn get_mut(&mut self, key: K) -> Option<&mut T> {
        self.items.get_mut(self.places.get(&key)?)
    }

    /// Adds what a key holds that isn't there, behind the others.
    pub fn push(&mut self, key: K, item: T) {
        let place = self.items.get_max().map_or(0, |(last, _)| last + 1);
        self.items.insert(place, item);
        self.places.insert(key, place);
    }

    pub fn remove(&mut self, key: K) -> Option<T> {
        self.items.remove(&self.places.remove(&key)?)
    }

    pub fn change_each(&mut self, mut change: impl FnMut(&mut T)) {
        let places: Vec<u64> = self.items.keys().copied().collect();
        places.iter().filter_map(|place| self.items.get_mut(place).map(&mut change)).for_each(drop);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_the_order_in_which_they_were_first_set() {
        let mut map = Keyed::default();
        (0..100).for_each(|key| map.push(key, key));
        let before = map.clone();
        assert_eq!((map.remove(3), map.remove(3)), (Some(3), None));
        *map.get_mut(5).expect("it is there") = 50;
        map.push(3, 30);
        map.change_each(|item| *item += 1);
        assert_eq!((map.len(), map.get(5), map.get(3), map.get(100)), (100, Some(&51), Some(&31), None));
        assert!(map.iter().take(5).eq(&[1, 2, 3, 5, 51]) && map.iter().last() == Some(&31));
        assert!(before.iter().copied().eq(0..100), "a clone is its own");
    }
}
