//! What there is: the closed, interned types of array programs, and how two of them relate.
//!
//! A type is a value of [`Ty`]; `float64[n, 3]` is one. It is built from an element type
//! ([`Elem`]), a [`Shape`] and its [`Dim`]s, all of them immutable, interned `Copy` handles:
//! equal means the same handle. This crate knows no inference, no Python syntax, no function
//! of any library, and does no IO.
//!
//! | module | its one job |
//! |---|---|
//! | [`intern`] | equal data, one handle |
//! | [`dim`] | integer expressions in normal form: sizes of arrays, values of ints |
//! | [`bounds`] | intervals of integer expressions, and three-valued comparison |
//! | [`shape`] | prefix dims, at most one sequence, suffix dims |
//! | [`place`] | where an array's elements are: layout and device |
//! | [`dtype`] | concrete dtypes and the promotion tables generated from NumPy |
//! | [`elem`] | element types: a dtype, a weak Python kind, or not known yet |
//! | [`ty`] | the kinds of type |
//! | [`term`] | any of the above, as an argument of a relation; substitution |
//! | [`relations`] | same, refines, consistent; meet and join |
//! | [`convert`] | how a value of one type becomes one of another, graded |
//! | [`common`] | the one type that several values have together |
//! | [`arithmetic`] | Python's operators on its own numbers and sequences |
//! | [`transform`] | another element type, rank, order; sizes in bytes |
//! | [`traits`] | what values of a type can do |
//! | [`spell`] | types in C, Fortran, MLIR, annotations |
//! | [`text`] | the one text form: parser and printer, inverse to each other |
//!
//! ```
//! use conformable_types::{Dim, Shape, text::parse_type};
//!
//! let ty = parse_type("float64[2*n - n + 3, 3]").unwrap();
//! assert_eq!(ty.to_string(), "float64[n + 3, 3]");
//! let (_, shape) = ty.as_array().unwrap();
//! assert_eq!(shape, Shape::of(&[Dim::name("n").plus(3), Dim::of(3)]));
//! ```
//!
//! Handles have no order: whatever is sorted is sorted by structure ([`order`]).

#![warn(missing_docs)]

#[macro_use]
pub mod intern;
pub mod arithmetic;
pub mod bounds;
pub mod common;
pub mod constructor;
pub mod convert;
pub mod dim;
#[allow(missing_docs)] // documented where it is written
pub mod dtype;
pub mod elem;
pub mod order;
pub mod place;
pub mod registry;
pub mod relations;
pub mod shape;
pub mod spell;
pub mod term;
pub mod text;
pub mod traits;
pub mod transform;
pub mod ty;

pub use bounds::{Facts, Interval, NoFacts};
pub use dim::{Atom, AtomData, Dim, FreshKind};
pub use dtype::DType;
pub use elem::{Elem, ElemData};
pub use intern::Sym;
pub use place::{Device, Order, Place, PlaceData};
pub use shape::{Seq, SeqData, Shape};
pub use term::Term;
pub use ty::{Ty, TyKind};

/// A three-valued answer to a question about types, without its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Truth {
    /// Proved, for all sizes of the names.
    Yes,
    /// Refuted.
    No,
    /// Neither.
    Unknown,
}

impl Truth {
    /// Yes if both are, no if either is not.
    #[must_use]
    pub fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::No, _) | (_, Truth::No) => Truth::No,
            (Truth::Yes, Truth::Yes) => Truth::Yes,
            _ => Truth::Unknown,
        }
    }

    /// Yes if either is, no if neither is.
    #[must_use]
    pub fn or(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::Yes, _) | (_, Truth::Yes) => Truth::Yes,
            (Truth::No, Truth::No) => Truth::No,
            _ => Truth::Unknown,
        }
    }

    /// Yes for no and no for yes.
    #[must_use]
    pub fn negate(self) -> Truth {
        match self {
            Truth::Yes => Truth::No,
            Truth::No => Truth::Yes,
            Truth::Unknown => Truth::Unknown,
        }
    }

    /// What all of them say, if they say the same.
    pub fn agreed(truths: impl IntoIterator<Item = Truth>) -> Truth {
        let mut truths = truths.into_iter();
        let first = truths.next().unwrap_or(Truth::Unknown);
        if truths.all(|truth| truth == first) { first } else { Truth::Unknown }
    }

    /// Proved?
    pub fn is_yes(self) -> bool {
        self == Truth::Yes
    }

    /// Refuted?
    pub fn is_no(self) -> bool {
        self == Truth::No
    }
}

impl From<bool> for Truth {
    fn from(known: bool) -> Truth {
        if known { Truth::Yes } else { Truth::No }
    }
}
