//! How much is inside of values. A value is shared by those it is inside of, and whoever walks through these meets
//! it as often as it is reached: so what is made of values has a bound, and is unknown beyond it.
//!
//! What holds values has its extent beside it, and is made in `made.rs` or not at all.

use std::rc::Rc;

/// How many values are inside each other, and how many in all, each as often as it is reached.
#[derive(Clone, Copy)]
pub struct Extent {
    depth: u32,
    weight: u32,
    /// How many of them are partials, which take as many calls.
    partials: u32,
}

/// More values in all, or more of them inside each other, are not followed.
const MOST_ITEMS: u32 = 4096;
const MOST_DEPTH: u32 = 100;
/// Partials with more of them inside each other are not followed.
const MOST_PARTIALS: u32 = 64;

impl Extent {
    /// That of a value with none inside of it.
    pub const ONE: Extent = Extent { depth: 0, weight: 1, partials: 0 };

    /// That of these, beside each other.
    pub fn sum(of: impl Iterator<Item = Extent>) -> Extent {
        of.fold(Extent::ONE, |sum, one| Extent {
            depth: sum.depth.max(one.depth),
            weight: sum.weight.saturating_add(one.weight),
            partials: sum.partials.saturating_add(one.partials),
        })
    }

    /// That of something around these, unless it is too large.
    pub fn around(inside: impl Iterator<Item = Extent>) -> Option<Extent> {
        let sum = Extent::sum(inside);
        (sum.depth < MOST_DEPTH && sum.weight <= MOST_ITEMS).then_some(Extent { depth: sum.depth + 1, ..sum })
    }

    /// The same of a partial.
    pub fn of_partial(self) -> Option<Extent> {
        let partials = self.partials.saturating_add(1);
        (partials <= MOST_PARTIALS).then_some(Extent { partials, ..self })
    }

    /// At least as deep as this one: what isn't walked through is dropped all the same.
    #[must_use]
    pub fn as_deep_as(self, other: Extent) -> Extent {
        Extent { depth: self.depth.max(other.depth), ..self }
    }
}

/// What is made of values, beside its extent; shared.
pub struct Held<T>(Rc<(T, Extent)>);

impl<T> Held<T> {
    pub fn new(inside: T, extent: Extent) -> Held<T> {
        Held(Rc::new((inside, extent)))
    }

    pub fn extent(&self) -> Extent {
        self.0.1
    }

    /// Where it is kept: no other one that is there at the same time has that.
    pub fn address(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }

    pub fn ptr_eq(&self, other: &Held<T>) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Clone for Held<T> {
    fn clone(&self) -> Held<T> {
        Held(Rc::clone(&self.0))
    }
}

impl<T> std::ops::Deref for Held<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.0
    }
}

/// What has values, as defaults do, beside the extent of all.
#[derive(Clone)]
pub struct Listed<T> {
    each: Vec<T>,
    extent: Extent,
}

impl<T> Listed<T> {
    pub fn new(each: Vec<T>, extent: Extent) -> Listed<T> {
        Listed { each, extent }
    }

    pub fn extent(&self) -> Extent {
        self.extent
    }
}

impl<T> std::ops::Deref for Listed<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.each
    }
}
