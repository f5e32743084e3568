//! What packages say of the constructors that they have named: `Money['EUR']`, `Sparse[csr, float64]`.
//!
//! To this crate a constructor is a name with parameters, and two applications of one hold each
//! other if their parameters do. A package that knows more registers a [`Behaviour`] under the name;
//! from then on its applications are opaque here, wherever in a type they stand: what it does not
//! decide is unknown.
//!
//! ```
//! use std::sync::Arc;
//!
//! use conformable_types::constructor::{Behaviour, register};
//! use conformable_types::relations::is_super;
//! use conformable_types::text::parse_type;
//! use conformable_types::{Sym, Truth, Ty, TyKind};
//!
//! /// `Money` is any currency's.
//! struct Currency;
//!
//! impl Behaviour for Currency {
//!     fn is_super(&self, a: Ty, b: Ty) -> Option<Truth> {
//!         let TyKind::Ctor(_, parameters) = a.kind() else { return None };
//!         Some(Truth::from(parameters.is_empty() && matches!(b.kind(), TyKind::Ctor(name, _) if name.as_str() == "Money")))
//!     }
//! }
//!
//! assert!(register(Sym::new("Money"), Arc::new(Currency)).is_ok());
//! let [any, euros] = ["list[Money]", "list[Money['EUR']]"].map(|text| parse_type(text).unwrap());
//! assert_eq!(is_super(any, euros), Truth::Yes);
//! assert_eq!(is_super(euros, any), Truth::No);
//! ```

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use crate::intern::Sym;
use crate::ty::{Ty, TyKind};
use crate::{Truth, order};

/// What a package says of one constructor. It is asked from any thread, and under no lock.
pub trait Behaviour: Send + Sync {
    /// Whether every value of `b`, which may be any type but a union, is one of `a`, an application
    /// of the constructor, and another type than `b`. None leaves it to the parameters.
    fn is_super(&self, a: Ty, b: Ty) -> Option<Truth>;
}

static KNOWN: LazyLock<RwLock<FxHashMap<Sym, Arc<dyn Behaviour>>>> = LazyLock::new(RwLock::default);
/// Most programs have none.
static ANY: AtomicBool = AtomicBool::new(false);

/// Registers what is said of a constructor.
///
/// # Errors
/// The behaviour, if there is one already.
pub fn register(name: Sym, behaviour: Arc<dyn Behaviour>) -> Result<(), Arc<dyn Behaviour>> {
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    if known.contains_key(&name) {
        return Err(behaviour);
    }
    known.insert(name, behaviour);
    ANY.store(true, Ordering::Release);
    Ok(())
}

fn behaviour(ty: Ty) -> Option<Arc<dyn Behaviour>> {
    if !ANY.load(Ordering::Acquire) {
        return None;
    }
    let TyKind::Ctor(name, _) = ty.kind() else { return None };
    KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
}

/// What is said of `a` as the supertype of `b`.
pub(crate) fn is_super(a: Ty, b: Ty) -> Option<Truth> {
    behaviour(a)?.is_super(a, b)
}

/// The values that belong to both, if one of them is opaque: what is said to be in the other, else
/// either, since nothing excludes it.
pub(crate) fn meet(a: Ty, b: Ty) -> Option<Ty> {
    let (above, below) = (is_super(a, b), is_super(b, a));
    match (above, below) {
        (None, None) => None,
        (Some(Truth::Yes), Some(Truth::Yes)) => Some(first(a, b)),
        (Some(Truth::Yes), _) => Some(b),
        (_, Some(Truth::Yes)) => Some(a),
        // Of the two the one that this crate understands says more.
        (Some(_), None) => Some(b),
        (None, Some(_)) => Some(a),
        (Some(_), Some(_)) => Some(first(a, b)),
    }
}

fn first(a: Ty, b: Ty) -> Ty {
    if order::types(a, b).is_le() { a } else { b }
}
