//! A call as the catalogue sees it: abstract arguments in, a result or an explained failure out.

use conformable_solver::{Failure, Store};
use conformable_types::{Dim, Ty};

/// An abstract argument.
#[derive(Clone, Debug)]
pub struct Arg {
    pub ty: Ty,
    /// The elements of an integer array, where they are known, as (nested) tuples of ints: an
    /// array that is used as a shape, a list of indices.
    pub elements: Option<Ty>,
    /// The least and greatest element that an integer array is known to *have* (not merely bounds):
    /// `arange(n)` attains 0 and n - 1 if it is not empty.
    pub attained: Option<(Dim, Dim)>,
    /// What the value is known by, for data-dependent sizes: equal identities, equal values.
    /// The size of `x[m]` is the same wherever `m` is this value.
    pub identity: Option<u64>,
}

impl Arg {
    pub fn of(ty: Ty) -> Arg {
        Arg { ty, elements: None, attained: None, identity: None }
    }
}

/// The arguments of one call, a method's receiver first.
#[derive(Clone, Debug, Default)]
pub struct CallArgs {
    pub positional: Vec<Arg>,
    pub keywords: Vec<(String, Arg)>,
    /// `*unknown` or `**unknown` was passed: any further parameter may be given or not.
    pub open: bool,
}

/// What came out.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "it is taken apart where it is made")]
pub enum Applied {
    /// The result, and the path's store with what the call's success teaches.
    Value { result: Ty, store: Store, attained: Option<(Dim, Dim)>, elements: Option<Ty> },
    /// No run of this call returns.
    Refuted(Box<CallFailure>),
    /// Not modelled, or an operand is unknown; with the reason, for statistics.
    Unknown(&'static str),
}

/// A failure in the call's own terms.
#[derive(Clone, Debug)]
pub struct CallFailure {
    /// Parts name arguments of the call: positional ones first, then keywords, in order.
    pub failure: Failure,
    /// The rule it breaks: `CF101`.
    pub code: &'static str,
    /// The exception NumPy raises: `ValueError`.
    pub exception: &'static str,
}
