//! What values of a type can do. Traits are apart from types: a constraint is a trait, not a type.
//!
//! ```
//! use conformable_types::Truth;
//! use conformable_types::text::parse_type;
//! use conformable_types::traits::{Trait, implements};
//!
//! let ty = parse_type("float64[n]").unwrap();
//! assert_eq!(implements(ty, Trait::Arithmetic), Truth::Yes);
//! assert_eq!(implements(ty, Trait::Hashable), Truth::No);
//! ```

use crate::Truth;
use crate::dtype::{DType, DTypeKind, Operand};
use crate::elem::Elem;
use crate::intern::Sym;
use crate::registry::{CORE, Registry, Taken};
use crate::shape::Shape;
use crate::term::{Term, has_hole};
use crate::ty::{Ty, TyKind};

/// What a type can do by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Trait {
    /// Integers, floats, complex numbers and arrays of them; no bools.
    Number,
    /// Integers.
    Integral,
    /// Floats.
    Floating,
    /// Bools.
    Boolean,
    /// `+ - * /`
    Arithmetic,
    /// `& | ^ ~`
    Bitwise,
    /// `< <= > >=`
    Ordered,
    /// `==`
    Equatable,
    /// `f(...)`
    Callable,
    /// `x[...]`
    Indexable,
    /// `for item in x`
    Iterable,
    /// `len(x)`
    Sized,
    /// A key of a dict.
    Hashable,
    /// Dtype and sizes are numbers: code can be made for it.
    Concrete,
    /// One that a package adds; it holds for what [`implement`] says.
    Added(Sym),
}

/// All traits with their names.
pub const TRAITS: [(&str, Trait); 14] = [
    ("Number", Trait::Number),
    ("Integral", Trait::Integral),
    ("Floating", Trait::Floating),
    ("Boolean", Trait::Boolean),
    ("Arithmetic", Trait::Arithmetic),
    ("Bitwise", Trait::Bitwise),
    ("Ordered", Trait::Ordered),
    ("Equatable", Trait::Equatable),
    ("Callable", Trait::Callable),
    ("Indexable", Trait::Indexable),
    ("Iterable", Trait::Iterable),
    ("Sized", Trait::Sized),
    ("Hashable", Trait::Hashable),
    ("Concrete", Trait::Concrete),
];

/// Whether types of one kind have a trait.
pub type Implementation = fn(Ty) -> Truth;

static ADDED: Registry<Trait> = Registry::new("trait");
static IMPLEMENTATIONS: Registry<Implementation> = Registry::new("implementation");

/// Adds a trait.
///
/// # Errors
/// If there is one of this name.
pub fn register(name: &str, by: &str) -> Result<Trait, Taken> {
    let added = Trait::Added(Sym::new(name));
    match TRAITS.iter().any(|(known, _)| *known == name) {
        true => Err(ADDED.taken(name, CORE, by)),
        false => ADDED.add(name, by, added).map(|()| added),
    }
}

/// The trait of this name.
pub fn by_name(name: &str) -> Option<Trait> {
    TRAITS.iter().find(|(known, _)| *known == name).map(|(_, known)| *known).or_else(|| ADDED.get(name))
}

/// Says of which types of a kind a trait holds, one's own trait or not: of a constructor by its name,
/// or of `array`, `scalar`, `int`, `list`, ... as [`kind_word`] has them.
///
/// # Errors
/// If somebody has said it.
pub fn implement(wanted: Trait, kind: &str, by: &str, rule: Implementation) -> Result<(), Taken> {
    IMPLEMENTATIONS.add(&implementation(wanted, kind), by, rule)
}

fn implementation(wanted: Trait, kind: &str) -> String {
    let known = TRAITS.iter().find(|(_, known)| *known == wanted).map(|(name, _)| *name);
    let name = match wanted {
        Trait::Added(name) => name.as_str(),
        _ => known.unwrap_or_default(),
    };
    format!("{name} for {kind}")
}

/// The word for a kind of types; a constructor's is its name.
pub fn kind_word(ty: Ty) -> &'static str {
    if let Some(weak) = ty.weak() {
        return weak.name();
    }
    match ty.kind() {
        TyKind::Array { .. } | TyKind::Placed { .. } | TyKind::Decay { .. } => "array",
        TyKind::Scalar(_) => "scalar",
        TyKind::DType(_) => "dtype",
        TyKind::Str | TyKind::LitStr(_) => "str",
        TyKind::Tuple(_) | TyKind::TupleOf(_) => "tuple",
        TyKind::List(_) | TyKind::ListOf(_) => "list",
        TyKind::Set(_) => "set",
        TyKind::Dict(..) => "dict",
        TyKind::Struct(_) => "struct",
        TyKind::Function(_) => "function",
        TyKind::Ctor(name, _) => name.as_str(),
        _ => "",
    }
}

/// Can values of `ty` do this? Of a union all must.
pub fn implements(ty: Ty, wanted: Trait) -> Truth {
    if !IMPLEMENTATIONS.is_empty()
        && let Some(rule) = IMPLEMENTATIONS.get(&implementation(wanted, kind_word(ty)))
    {
        return rule(ty);
    }
    match ty.kind() {
        TyKind::Unknown | TyKind::Class(_) | TyKind::Name(_) | TyKind::Ctor(..) => return Truth::Unknown,
        // Code is made for one of its members.
        TyKind::Union(members) if wanted == Trait::Concrete => return Truth::from(members.is_empty()),
        TyKind::Union(members) => {
            return members.iter().fold(Truth::Yes, |all, member| all.and(implements(*member, wanted)));
        }
        _ => {}
    }
    match wanted {
        Trait::Number | Trait::Integral | Trait::Floating | Trait::Boolean => of_kind(ty, |kind| match wanted {
            Trait::Number => {
                matches!(kind, DTypeKind::Signed | DTypeKind::Unsigned | DTypeKind::Floating | DTypeKind::Complex)
            }
            Trait::Integral => matches!(kind, DTypeKind::Signed | DTypeKind::Unsigned),
            Trait::Floating => kind == DTypeKind::Floating,
            _ => kind == DTypeKind::Boolean,
        }),
        Trait::Arithmetic => of_kind(ty, |kind| {
            matches!(
                kind,
                DTypeKind::Signed
                    | DTypeKind::Unsigned
                    | DTypeKind::Floating
                    | DTypeKind::Complex
                    | DTypeKind::Timedelta
            )
        }),
        Trait::Bitwise => {
            of_kind(ty, |kind| matches!(kind, DTypeKind::Boolean | DTypeKind::Signed | DTypeKind::Unsigned))
        }
        Trait::Ordered => match ty.kind() {
            TyKind::Str | TyKind::LitStr(_) | TyKind::Bytes => Truth::Yes,
            TyKind::Complex => Truth::No,
            _ => of_kind(ty, |kind| !matches!(kind, DTypeKind::Void | DTypeKind::Object)),
        },
        Trait::Equatable => Truth::from(!matches!(ty.kind(), TyKind::Function(_))),
        Trait::Callable => Truth::from(matches!(ty.kind(), TyKind::Function(_))),
        Trait::Indexable | Trait::Sized | Trait::Iterable => container(ty, wanted),
        Trait::Hashable => hashable(ty),
        Trait::Concrete => Truth::from(concrete(ty)),
        // Nobody has said that it does.
        Trait::Added(_) => Truth::No,
    }
}

/// The primitive kind of a number or of an array's elements.
fn kind_of(ty: Ty) -> Option<Result<DTypeKind, Elem>> {
    if let Some(weak) = ty.weak() {
        return Some(Ok(Operand::Weak(weak).strong().kind()));
    }
    let elem = ty.as_array()?.0;
    Some(elem.dtype().map(DType::kind).ok_or(elem))
}

fn of_kind(ty: Ty, holds: impl Fn(DTypeKind) -> bool) -> Truth {
    match kind_of(ty) {
        // What is in an array of objects is not known.
        Some(Ok(DTypeKind::Object)) => Truth::Unknown,
        Some(Ok(kind)) => Truth::from(holds(kind)),
        Some(Err(_)) => Truth::Unknown,
        None => Truth::No,
    }
}

fn container(ty: Ty, wanted: Trait) -> Truth {
    let with_dims = |shape: Shape| match shape.rank() {
        Some(rank) => Truth::from(rank > 0),
        None if shape.min_rank() > 0 => Truth::Yes,
        None => Truth::Unknown,
    };
    match ty.kind() {
        // Without dims an array still takes `x[()]`.
        TyKind::Array { .. } | TyKind::Placed { .. } if wanted == Trait::Indexable => Truth::Yes,
        TyKind::Array { shape, .. } | TyKind::Placed { shape, .. } | TyKind::Decay { shape, .. } => with_dims(*shape),
        TyKind::Set(_) if wanted == Trait::Indexable => Truth::No,
        TyKind::Tuple(_)
        | TyKind::TupleOf(_)
        | TyKind::List(_)
        | TyKind::ListOf(_)
        | TyKind::Set(_)
        | TyKind::Dict(..)
        | TyKind::Str
        | TyKind::LitStr(_)
        | TyKind::Bytes => Truth::Yes,
        TyKind::Struct(_) => Truth::from(wanted == Trait::Indexable),
        _ => Truth::No,
    }
}

fn hashable(ty: Ty) -> Truth {
    match ty.kind() {
        TyKind::Array { .. }
        | TyKind::Placed { .. }
        | TyKind::List(_)
        | TyKind::ListOf(_)
        | TyKind::Set(_)
        | TyKind::Dict(..)
        | TyKind::Slice(_)
        | TyKind::Struct(_) => Truth::No,
        TyKind::Decay { .. } => Truth::Unknown,
        TyKind::Tuple(items) => items.iter().fold(Truth::Yes, |all, item| all.and(hashable(*item))),
        TyKind::TupleOf(item) => hashable(*item),
        TyKind::Unknown | TyKind::Class(_) | TyKind::Name(_) | TyKind::Ctor(..) => Truth::Unknown,
        TyKind::Union(members) => members.iter().fold(Truth::Yes, |all, member| all.and(hashable(*member))),
        _ => Truth::Yes,
    }
}

fn concrete(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Scalar(elem) | TyKind::DType(elem) => elem.dtype().is_some(),
        TyKind::Array { elem, shape } | TyKind::Placed { elem, shape, .. } => {
            let sizes = shape.dims().is_some_and(|dims| dims.iter().all(|dim| dim.constant().is_some()));
            elem.dtype().is_some() && sizes && !has_hole(&Term::Elem(*elem))
        }
        TyKind::Decay { .. } | TyKind::Unknown | TyKind::Name(_) => false,
        TyKind::IntOf(value) => value.constant().is_some(),
        TyKind::TupleOf(_) | TyKind::ListOf(_) | TyKind::Set(_) | TyKind::Dict(..) => {
            ty.parts().into_iter().all(concrete)
        }
        TyKind::Union(members) => members.is_empty(),
        _ => ty.parts().into_iter().all(concrete),
    }
}
