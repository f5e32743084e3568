//! A persistent map from handles. Two maps that come from one share most of their nodes; where
//! they differ is found without looking at those, and so are the handles that are made of others.

use conformable_types::{Atom, Elem, Seq};
use imbl::ordmap::DiffItem;

/// What a map can be from.
pub trait Handle: Copy + PartialEq {
    /// Its place in its table: where an entry lies, and nothing else. No answer depends on the order of entries.
    fn place(self) -> u32;

    /// Has it parts that may become known?
    fn is_composite(self) -> bool;
}

macro_rules! handles {
    ($($name:ty),*) => {$(
        impl Handle for $name {
            fn place(self) -> u32 {
                self.place()
            }

            fn is_composite(self) -> bool {
                self.is_composite()
            }
        }
    )*};
}

handles!(Atom, Seq, Elem);

#[derive(Clone, Debug)]
pub struct Map<K, V> {
    entries: imbl::OrdMap<u32, (K, V)>,
    /// Those of the keys that are composite: a path has few, and is asked for them at each call.
    composites: imbl::OrdMap<u32, K>,
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map { entries: imbl::OrdMap::new(), composites: imbl::OrdMap::new() }
    }
}

impl<K: Handle, V: Copy + PartialEq> Map<K, V> {
    pub fn get(&self, key: K) -> Option<V> {
        self.entries.get(&key.place()).map(|(_, value)| *value)
    }

    pub fn contains(&self, key: K) -> bool {
        self.entries.contains_key(&key.place())
    }

    pub fn insert(&mut self, key: K, value: V) {
        self.entries.insert(key.place(), (key, value));
        if key.is_composite() {
            self.composites.insert(key.place(), key);
        }
    }

    /// With `None`, the entry is taken away.
    pub fn set(&mut self, key: K, value: Option<V>) {
        if let Some(value) = value {
            return self.insert(key, value);
        }
        self.entries.remove(&key.place());
        self.composites.remove(&key.place());
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The keys that are composite, in no order that says anything.
    pub fn composites(&self) -> impl Iterator<Item = K> + '_ {
        self.composites.values().copied()
    }

    /// The keys of which the two don't say the same.
    pub fn differing<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = K> + 'a {
        self.entries.diff(&other.entries).map(|item| match item {
            DiffItem::Add(_, (key, _)) | DiffItem::Remove(_, (key, _)) => *key,
            DiffItem::Update { new: (_, (key, _)), .. } => *key,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_types::Dim;

    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Place(u32);

    impl Handle for Place {
        fn place(self) -> u32 {
            self.0
        }

        fn is_composite(self) -> bool {
            self.0.is_multiple_of(3)
        }
    }

    #[test]
    fn composites_are_those_of_the_keys() {
        let mut map = Map::default();
        (0..100).for_each(|place| map.insert(Place(place), ()));
        (0..50).for_each(|place| map.set(Place(place), None));
        let known: Vec<u32> = map.composites().map(|place| place.0).collect();
        assert_eq!(known, (50..100_u32).filter(|place| place.is_multiple_of(3)).collect::<Vec<_>>());
    }

    #[test]
    fn what_two_maps_share_does_not_differ() {
        let atoms: Vec<Atom> = (0..100).map(|i| Atom::name(&format!("n{i}"))).collect();
        let mut left = Map::default();
        for (i, atom) in atoms.iter().enumerate() {
            left.insert(*atom, Dim::of(i64::try_from(i).expect("small")));
        }
        let mut right = left.clone();
        assert_eq!(left.differing(&right).count(), 0);
        right.insert(atoms[7], Dim::ONE);
        right.set(atoms[90], None);
        left.set(atoms[3], None);
        let mut differing: Vec<_> = left.differing(&right).collect();
        differing.sort_by_key(|atom| atoms.iter().position(|known| known == atom));
        assert_eq!(differing, [atoms[3], atoms[7], atoms[90]]);
        assert_eq!((left.get(atoms[7]), right.get(atoms[7])), (Some(Dim::of(7)), Some(Dim::ONE)));
        assert!(!right.contains(atoms[90]));
    }

    /// All joins depend on this: what a map of which most is shared does not show is lost.
    #[test]
    fn each_change_is_found_wherever_it_is() {
        for size in [1, 7, 16, 17, 64, 300, 2000] {
            let mut map = Map::default();
            (0..size).for_each(|place| map.insert(Place(place), 0));
            for place in 0..size {
                let mut other = map.clone();
                other.insert(Place(place), 1);
                other.insert(Place(size), 1);
                let differing: Vec<Place> = map.differing(&other).collect();
                assert_eq!(differing, [Place(place), Place(size)]);
                let mut less = map.clone();
                less.set(Place(place), None);
                assert_eq!(map.differing(&less).collect::<Vec<_>>(), [Place(place)]);
                assert_eq!(less.differing(&map).collect::<Vec<_>>(), [Place(place)]);
            }
        }
    }
}
