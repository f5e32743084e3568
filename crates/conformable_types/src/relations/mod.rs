//! How two types relate: `is_super` (refines), `consistent`, `meet`, `join`.
//!
//! In a closed type a name is one unknown size, the same on both sides of a comparison; a `?` is
//! a size of its own each time it is written. A type without names is a set of values; a type with
//! names is one such set for each size of the names.
//!
//! - [`is_super`]`(a, b)` asks about *all* sizes of the names: yes if `b` is within `a` for each of
//!   them, no if for some it is not (`[n]` and `[3]`), unknown where neither is proved. It takes
//!   for granted that `b` has a value.
//! - [`consistent`] and [`meet`] ask about *some* size: no only where it is refuted.
//! - [`join`] loses what no one type here can say, and says it with `?`.
//!
//! A container is compared by its elements, as if it were never written to; an empty one belongs
//! to every type of its kind. Classes and functions are opaque here: two of them may always have
//! a value in common.
//!
//! ```
//! use conformable_types::relations::{consistent, is_super, join, meet};
//! use conformable_types::{Truth, text::parse_type};
//!
//! let [n, three, any] = ["float64[n]", "float64[3]", "float64[?]"].map(|t| parse_type(t).unwrap());
//! assert_eq!(is_super(any, n), Truth::Yes);
//! assert_eq!(is_super(n, three), Truth::No); // not for every n
//! assert_eq!(consistent(n, three), Truth::Yes); // for n = 3
//! let both = meet(n, three).unwrap();
//! assert_eq!(both.ty, three);
//! assert_eq!(format!("{:?}", both.equations), "[(n, 3)]");
//! assert_eq!(join(three, parse_type("float64[2]").unwrap()), any);
//! ```
//!
//! The laws are property tests (`tests/relations.rs`): the order, the bounds, and agreement with
//! sets of concrete values.

mod difference;
mod join;
mod meet;
mod memo;
pub mod pairing;
mod place;
mod refines;

pub use difference::difference;
pub use join::{MOST_MEMBERS, join};
pub use meet::{Meet, consistent, meet};
pub use refines::is_super;

use crate::dim::FreshKind;
use crate::elem::{Elem, ElemData};
use crate::shape::{Seq, SeqData, Shape};
use crate::ty::{Ty, TyKind};

/// Not decided yet by who made it: nothing may be concluded from its being another one.
fn is_undecided(seq: Seq) -> bool {
    matches!(seq.data(), SeqData::App(..) | SeqData::Fresh { kind: FreshKind::Var, .. })
}

fn is_undecided_elem(elem: Elem) -> bool {
    matches!(elem.data(), ElemData::App(..) | ElemData::Fresh { kind: FreshKind::Var, .. })
}

/// Which dims are known to be 1.
pub fn broadcast_pattern(shape: Shape) -> Option<Vec<bool>> {
    shape.dims().map(|dims| dims.iter().map(|d| d.constant() == Some(1)).collect())
}

/// Same kind, dtype, rank and broadcast pattern.
pub fn in_same_class(a: Ty, b: Ty) -> bool {
    match (a.kind(), b.kind()) {
        (
            TyKind::Array { elem: x, shape: s } | TyKind::Placed { elem: x, shape: s, .. },
            TyKind::Array { elem: y, shape: t } | TyKind::Placed { elem: y, shape: t, .. },
        ) => x == y && s.rank().is_some() && broadcast_pattern(*s) == broadcast_pattern(*t),
        _ => a == b,
    }
}

/// Is the sequence one that nothing is known about?
pub fn is_free(seq: Seq) -> bool {
    matches!(seq.data(), SeqData::Any | SeqData::Fresh { .. } | SeqData::Name(_))
}
