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
//! use conformable_types::{Truth, Ty, TyKind};
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
//! register("Money", "the package of money", Arc::new(Currency)).unwrap();
//! let [any, euros] = ["list[Money]", "list[Money['EUR']]"].map(|text| parse_type(text).unwrap());
//! assert_eq!(is_super(any, euros), Truth::Yes);
//! assert_eq!(is_super(euros, any), Truth::No);
//! ```

use std::sync::Arc;

use crate::convert::Conversion;
use crate::registry::{Registry, Taken};
use crate::ty::{Ty, TyKind};
use crate::{Sym, Truth, order};

/// What a package says of one constructor. It is asked from any thread, and under no lock.
pub trait Behaviour: Send + Sync {
    /// Whether every value of `b`, which may be any type but a union, is one of `a`, an application
    /// of the constructor, and another type than `b`. None leaves it to the parameters.
    fn is_super(&self, a: Ty, b: Ty) -> Option<Truth>;

    /// Whether the parameters say nothing here of how applications relate.
    fn is_opaque(&self) -> bool {
        true
    }

    /// The application in which all that `ty`, one of the constructor's, leaves unsaid is a parameter: relations
    /// compare those, and match them, so that what says less holds what says more, and applications of several
    /// constructors may be compared as those of one. None compares it as it is.
    fn spread(&self, _ty: Ty) -> Option<Ty> {
        None
    }

    /// The type that such an application is, where a relation made one; None if it is none.
    fn gathered(&self, _spread: Ty) -> Option<Ty> {
        None
    }

    /// How a value of `a` becomes one of `b`, of which one at least is an application. None leaves it
    /// to the relations.
    fn convert(&self, _a: Ty, _b: Ty) -> Option<Conversion> {
        None
    }

    /// The type of `a op b`, of which one at least is an application, or why there is none. None where nothing is
    /// said of it.
    fn operation(&self, _op: &str, _a: Ty, _b: Ty) -> Option<Result<Ty, String>> {
        None
    }

    /// The text of `ty`, an application, in a language; or why it has none there. None if it is not
    /// known in this language.
    fn spell(&self, _ty: Ty, _language: &str) -> Option<Result<String, String>> {
        None
    }
}

static KNOWN: Registry<Arc<dyn Behaviour>> = Registry::new("constructor");

/// Registers what is said of a constructor from now on; `by` is who says it, in messages.
///
/// # Errors
/// If somebody else says something of it.
pub fn register(name: &str, by: &str, behaviour: Arc<dyn Behaviour>) -> Result<(), Taken> {
    KNOWN.add(name, by, behaviour)
}

/// Registers what is said of a constructor in the place of what was said before.
pub fn replace(name: &str, by: &str, behaviour: Arc<dyn Behaviour>) {
    KNOWN.replace(name, by, behaviour);
}

/// Has anybody said something of a constructor of this name?
pub fn is_registered(name: &str) -> bool {
    !KNOWN.is_empty() && KNOWN.get(name).is_some()
}

fn behaviour(ty: Ty) -> Option<Arc<dyn Behaviour>> {
    if KNOWN.is_empty() {
        return None;
    }
    let TyKind::Ctor(name, _) = ty.kind() else { return None };
    KNOWN.get(name.as_str())
}

/// Is it an application whose parameters say nothing here of how it relates to others?
pub fn is_opaque(ty: Ty) -> bool {
    behaviour(ty).is_some_and(|known| known.is_opaque())
}

/// What is said of `a` as the supertype of `b`.
pub(crate) fn is_super(a: Ty, b: Ty) -> Option<Truth> {
    behaviour(a).filter(|known| known.is_opaque())?.is_super(a, b)
}

/// What is said of how `a` becomes `b`, by whoever says something of `a`, else of `b`.
pub(crate) fn convert(a: Ty, b: Ty) -> Option<Conversion> {
    behaviour(a).and_then(|known| known.convert(a, b)).or_else(|| behaviour(b)?.convert(a, b))
}

/// What is said of `a op b`, by whoever says something of `a`, else of `b`.
pub fn operation(op: &str, a: Ty, b: Ty) -> Option<Result<Ty, String>> {
    behaviour(a).and_then(|known| known.operation(op, a, b)).or_else(|| behaviour(b)?.operation(op, a, b))
}

/// What is said of how `ty` is spelled.
pub(crate) fn spell(ty: Ty, language: &str) -> Option<Result<String, String>> {
    behaviour(ty)?.spell(ty, language)
}

/// Is something said of a part of the type?
pub(crate) fn is_inside(ty: Ty) -> bool {
    !KNOWN.is_empty() && ty.parts().into_iter().any(|part| behaviour(part).is_some() || is_inside(part))
}

/// What is said of a constructor now, for whoever says more of it.
pub fn said_of(name: &str) -> Option<Arc<dyn Behaviour>> {
    if KNOWN.is_empty() { None } else { KNOWN.get(name) }
}

/// Two applications whose parameters, one by one, are to be compared.
pub struct Applied {
    name: Sym,
    /// Those of the first.
    pub a: Box<[Ty]>,
    /// Those of the second.
    pub b: Box<[Ty]>,
    /// Whoever has spread them.
    by: Option<Arc<dyn Behaviour>>,
}

impl Applied {
    /// Two types, if they are applications of one constructor, or may be compared as such.
    pub fn of(a: Ty, b: Ty) -> Option<Applied> {
        let (TyKind::Ctor(f, x), TyKind::Ctor(g, y)) = (a.kind(), b.kind()) else { return None };
        let spread = |ty: Ty| {
            let by = behaviour(ty)?;
            match by.spread(ty)?.kind() {
                TyKind::Ctor(name, parameters) => Some((by, *name, parameters.clone())),
                _ => None,
            }
        };
        if let (Some((by, f, a)), Some((_, g, b))) = (spread(a), spread(b))
            && f == g
        {
            return Some(Applied { name: f, a, b, by: Some(by) });
        }
        (f == g).then(|| Applied { name: *f, a: x.clone(), b: y.clone(), by: None })
    }

    /// Whether more is compared than parameters as they are written.
    pub fn is_spread(&self) -> bool {
        self.by.is_some()
    }

    /// The type that these parameters make.
    pub(crate) fn made(&self, parameters: impl Into<Box<[Ty]>>) -> Option<Ty> {
        let ty = Ty::new(TyKind::Ctor(self.name, parameters.into()));
        match &self.by {
            Some(by) => by.gathered(ty),
            None => Some(ty),
        }
    }
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
