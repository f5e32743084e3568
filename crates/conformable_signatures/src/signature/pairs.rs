//! Which parts of a type stand for which of a pattern: the one walk through containers, for what is
//! asked of types in a signature and of values in annotations.

use conformable_types::constructor::Applied;
use conformable_types::{Sym, Ty, TyKind};
use smallvec::SmallVec;

use super::packs::ITEMS;

/// What a pattern says of a type's parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pairs {
    /// Both are containers of one kind: these parts must fit, the pattern's first.
    Parts(SmallVec<[(Ty, Ty); 4]>),
    /// They are, and not of as many parts.
    Differ,
    /// They are no containers, or of two kinds.
    Whole,
}

/// The parts of `given` with those of `pattern` that they stand for.
pub fn pairs(pattern: Ty, given: Ty) -> Pairs {
    let all = |a: &[Ty], b: &[Ty]| match a.len() == b.len() {
        true => Pairs::Parts(a.iter().copied().zip(b.iter().copied()).collect()),
        false => Pairs::Differ,
    };
    match (pattern.kind(), given.kind()) {
        (TyKind::Tuple(a), TyKind::Tuple(b)) | (TyKind::List(a), TyKind::List(b)) => all(a, b),
        (TyKind::TupleOf(a), TyKind::Tuple(b)) | (TyKind::ListOf(a), TyKind::List(b)) => {
            Pairs::Parts(b.iter().map(|b| (*a, *b)).collect())
        }
        (TyKind::TupleOf(a), TyKind::TupleOf(b))
        | (TyKind::ListOf(a), TyKind::ListOf(b))
        | (TyKind::Set(a), TyKind::Set(b)) => all(&[*a], &[*b]),
        (TyKind::Dict(k, v), TyKind::Dict(l, w)) => all(&[*k, *v], &[*l, *w]),
        (TyKind::Slice(a), TyKind::Slice(b)) => all(a, b),
        (TyKind::Struct(a), TyKind::Struct(b)) => fields(a, b),
        (TyKind::Ctor(..), TyKind::Ctor(..)) => {
            Applied::of(pattern, given).map_or(Pairs::Whole, |both| all(&both.a, &both.b))
        }
        (TyKind::Ctor(a, x), TyKind::Tuple(y) | TyKind::List(y)) if a.as_str() == ITEMS => all(x, y),
        _ => Pairs::Whole,
    }
}

/// Fields of one name stand for each other, in whatever order.
fn fields(a: &[(Sym, Ty)], b: &[(Sym, Ty)]) -> Pairs {
    let of = |name: Sym| b.iter().find(|field| field.0 == name).map(|field| field.1);
    let parts: Option<SmallVec<_>> = a.iter().map(|(name, ty)| Some((*ty, of(*name)?))).collect();
    match parts {
        Some(parts) if a.len() == b.len() => Pairs::Parts(parts),
        _ => Pairs::Differ,
    }
}
