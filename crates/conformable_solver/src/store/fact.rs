//! What can be told: that two terms are equal, that they differ, that one is no more than the other.

use conformable_types::term::{self, Map, Term};
use conformable_types::{Dim, Elem, Shape};

/// Something that holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    Eq(Dim, Dim),
    Ne(Dim, Dim),
    Le(Dim, Dim),
    /// Equal, or one of them is 1.
    Broadcast(Dim, Dim),
    Shape(Shape, Shape),
    Elem(Elem, Elem),
}

impl Fact {
    /// What it is about.
    pub fn terms(&self) -> [Term; 2] {
        match self {
            Fact::Eq(a, b) | Fact::Ne(a, b) | Fact::Le(a, b) | Fact::Broadcast(a, b) => [(*a).into(), (*b).into()],
            Fact::Shape(a, b) => [(*a).into(), (*b).into()],
            Fact::Elem(a, b) => [(*a).into(), (*b).into()],
        }
    }

    /// The two dims, if it is about dims.
    pub fn dims(&self) -> Option<[Dim; 2]> {
        match self {
            Fact::Eq(a, b) | Fact::Ne(a, b) | Fact::Le(a, b) | Fact::Broadcast(a, b) => Some([*a, *b]),
            Fact::Shape(..) | Fact::Elem(..) => None,
        }
    }

    /// The same of what its terms become.
    #[must_use]
    pub fn map(&self, map: &mut dyn Map) -> Fact {
        match self {
            Fact::Eq(a, b) => Fact::Eq(term::map_dim(*a, map), term::map_dim(*b, map)),
            Fact::Ne(a, b) => Fact::Ne(term::map_dim(*a, map), term::map_dim(*b, map)),
            Fact::Le(a, b) => Fact::Le(term::map_dim(*a, map), term::map_dim(*b, map)),
            Fact::Broadcast(a, b) => Fact::Broadcast(term::map_dim(*a, map), term::map_dim(*b, map)),
            Fact::Shape(a, b) => Fact::Shape(term::map_shape(*a, map), term::map_shape(*b, map)),
            Fact::Elem(a, b) => Fact::Elem(term::map_elem(*a, map), term::map_elem(*b, map)),
        }
    }
}
