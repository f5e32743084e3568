//! The kinds of values that `is_a` asks for.

use conformable_types::dtype::is_subdtype;
use conformable_types::{Dim, Truth, Ty, TyKind};

use crate::catalogue::Catalogue;

/// A kind, and whether a type that is neither unknown nor a union is of it.
type Kind = (&'static str, fn(Ty) -> Truth);

static KINDS: &[Kind] = &[
    ("array", |ty| match ty.kind() {
        TyKind::Decay { .. } => Truth::Unknown,
        _ => ty.is_ndarray().into(),
    }),
    ("basic_index", |ty| match ty.kind() {
        TyKind::Tuple(items) => items.iter().map(|item| is_a(*item, "basic_index")).fold(Truth::Yes, Truth::and),
        TyKind::Slice(_) => Truth::Yes,
        _ => is_int(ty),
    }),
    ("bool", |ty| matches!(ty.kind(), TyKind::Bool | TyKind::LitBool(_)).into()),
    ("complex", |ty| (matches!(ty.kind(), TyKind::Complex) || is_imaginary(ty)).into()),
    ("complex_inside", |ty| has_complex(ty).into()),
    ("dict", |ty| matches!(ty.kind(), TyKind::Dict(..)).into()),
    ("dtype", |ty| matches!(ty.kind(), TyKind::DType(_)).into()),
    ("ellipsis", |ty| matches!(ty.kind(), TyKind::Ellipsis).into()),
    ("field_names", |ty| match ty.kind() {
        TyKind::List(items) => (!items.is_empty() && items.iter().all(|item| is_str(*item))).into(),
        TyKind::ListOf(item) => is_str(*item).into(),
        _ => is_str(ty).into(),
    }),
    ("float", |ty| matches!(ty.kind(), TyKind::Float | TyKind::LitFloat(_)).into()),
    ("imaginary", |ty| is_imaginary(ty).into()),
    ("int", is_int),
    ("ints", |ty| match ty.kind() {
        TyKind::Tuple(items) => items.iter().map(|item| is_a(*item, "int")).fold(Truth::Yes, Truth::and),
        _ => is_int(ty),
    }),
    ("iterator", |ty| ty.is_iterator().into()),
    ("large_int", |ty| ty.as_large_int().is_some().into()),
    ("list", |ty| matches!(ty.kind(), TyKind::List(_) | TyKind::ListOf(_)).into()),
    ("none", |ty| matches!(ty.kind(), TyKind::None).into()),
    ("number", |ty| ty.is_python_number().into()),
    ("numpy_scalar", |ty| match ty.kind() {
        TyKind::Decay { .. } => Truth::Unknown,
        _ => matches!(ty.kind(), TyKind::Scalar(_)).into(),
    }),
    ("record", |ty| matches!(ty.kind(), TyKind::Struct(_)).into()),
    ("scalar", is_scalar),
    ("sequence", |ty| is_sequence(ty).into()),
    ("set", |ty| matches!(ty.kind(), TyKind::Set(_)).into()),
    ("slice", |ty| matches!(ty.kind(), TyKind::Slice(_)).into()),
    ("str", |ty| is_str(ty).into()),
    ("tuple", |ty| matches!(ty.kind(), TyKind::Tuple(_) | TyKind::TupleOf(_)).into()),
    // Nothing else is said to be one: a size that may be 0 is not.
    ("zero", |ty| (ty.int_value().and_then(Dim::constant) == Some(0)).into()),
];

/// Is there such a kind?
pub fn is_kind(name: &str) -> bool {
    KINDS.iter().any(|(kind, _)| *kind == name)
}

/// Is a value of the type of this kind, or of this class of the catalogue or one that derives from it?
pub(super) fn is_of(catalogue: &'static Catalogue, ty: Ty, kind: &str) -> Truth {
    match ty.kind() {
        TyKind::Union(members) => agreed(members.iter().map(|member| is_of(catalogue, *member, kind))),
        TyKind::Ctor(own, _) => match KINDS.iter().find(|(name, _)| *name == kind) {
            None => catalogue.is_instance(own.as_str(), kind),
            Some((_, holds)) if catalogue.array_of_object(ty).is_none() => holds(ty),
            Some(_) => is_a(ty, kind),
        },
        _ => is_a(ty, kind),
    }
}

/// What all of them say.
fn agreed(mut each: impl Iterator<Item = Truth>) -> Truth {
    let first = each.next().unwrap_or(Truth::Unknown);
    if each.all(|other| other == first) { first } else { Truth::Unknown }
}

/// The same where nothing is known of classes.
pub(super) fn is_a(ty: Ty, kind: &str) -> Truth {
    match ty.kind() {
        TyKind::Union(members) => agreed(members.iter().map(|member| is_a(*member, kind))),
        TyKind::Unknown | TyKind::Class(_) | TyKind::Name(_) => Truth::Unknown,
        // An object of a class that derives from arrays is an array, and to some functions another thing.
        TyKind::Ctor(_, parts) if is_kind(kind) && matches!(&**parts, [array] if array.is_ndarray()) => Truth::Unknown,
        _ => match KINDS.iter().find(|(name, _)| *name == kind) {
            Some((_, holds)) => holds(ty),
            // A class of the catalogue.
            None => matches!(ty.kind(), TyKind::Ctor(name, _) if name.as_str() == kind).into(),
        },
    }
}

fn is_str(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Str | TyKind::LitStr(_))
}

fn is_int(ty: Ty) -> Truth {
    match ty.kind() {
        TyKind::Int | TyKind::IntOf(_) | TyKind::Bool | TyKind::LitBool(_) => Truth::Yes,
        TyKind::Scalar(elem) | TyKind::Decay { elem, .. } | TyKind::Array { elem, .. } => {
            let Some(dtype) = elem.dtype() else { return Truth::Unknown };
            let integer = is_subdtype(dtype, "integer").unwrap_or(false);
            match ty.as_array().and_then(|(_, shape)| shape.rank()) {
                Some(0) => integer.into(),
                None if integer => Truth::Unknown,
                _ => Truth::No,
            }
        }
        _ => Truth::No,
    }
}

fn is_scalar(ty: Ty) -> Truth {
    match ty.kind() {
        TyKind::Decay { .. } => Truth::Unknown,
        TyKind::Array { shape, .. } => match shape.rank() {
            Some(rank) => (rank == 0).into(),
            None if shape.min_rank() > 0 => Truth::No,
            None => Truth::Unknown,
        },
        _ => (!is_sequence(ty) && !matches!(ty.kind(), TyKind::Dict(..) | TyKind::Set(_))).into(),
    }
}

fn is_sequence(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Tuple(_) | TyKind::TupleOf(_) | TyKind::List(_) | TyKind::ListOf(_))
}

/// The step of a slice that counts points: `5j`.
fn is_imaginary(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Ctor(name, _) if name.as_str() == "imaginary")
}

/// A Python complex number, or a nest of sequences with one in it.
fn has_complex(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Complex)
        || is_imaginary(ty)
        || ty.items().is_some_and(|items| items.iter().any(|item| has_complex(*item)))
}
