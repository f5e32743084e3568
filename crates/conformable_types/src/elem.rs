//! Element types of arrays: a dtype, a weak Python kind, or one not known yet.

use std::sync::LazyLock;

use crate::dim::FreshKind;
use crate::dtype::{DType, Weak};
use crate::intern::Sym;
use crate::term::Term;

/// An element type: `float64`, `T`, `promote(T, U)`, `?`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Elem(u32);

/// What an element type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ElemData {
    /// A concrete dtype.
    DType(DType),
    /// A Python scalar's kind, which promotes weakly (NEP 50). Never the dtype of an array.
    Weak(Weak),
    /// A dtype variable: `T`.
    Name(Sym),
    /// Numbered as [`crate::AtomData::Fresh`] is.
    Fresh {
        /// Its number.
        id: u64,
        /// What it stands for.
        kind: FreshKind,
    },
    /// What a relation gives for arguments that do not decide it yet: `promote(T, U)`.
    App(Sym, Box<[Term]>),
    /// `?`: some dtype; never equal to itself by identity.
    Any,
}

open_handle!(Elem, ElemData, ELEMS);

impl From<DType> for Elem {
    fn from(dtype: DType) -> Elem {
        Elem::new(ElemData::DType(dtype))
    }
}

impl From<Weak> for Elem {
    fn from(weak: Weak) -> Elem {
        Elem::new(ElemData::Weak(weak))
    }
}

impl Elem {
    /// Has it parts that may become known?
    pub fn is_composite(self) -> bool {
        matches!(self.data(), ElemData::App(..))
    }

    /// The dtype, if it is known.
    pub fn dtype(self) -> Option<DType> {
        match self.data() {
            ElemData::DType(dtype) => Some(*dtype),
            _ => None,
        }
    }

    /// What one of Python's own numbers is to NumPy: a bool has a dtype.
    pub fn of_number(weak: Weak) -> Elem {
        if weak == Weak::Bool { DType::BOOL.into() } else { weak.into() }
    }

    /// The weak kind, if it is one.
    pub fn weak(self) -> Option<Weak> {
        match self.data() {
            ElemData::Weak(weak) => Some(*weak),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Elem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::print_elem(*self))
    }
}
