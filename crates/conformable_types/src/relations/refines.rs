//! `is_super`: every value of one type is a value of the other.

use std::cell::RefCell;

use super::meet::overlap;
use super::memo::{Memo, memoized};
use super::pairing::pair;
use super::place::place_super;
use super::{is_undecided, is_undecided_elem};
use crate::Truth;
use crate::bounds::{self, NoFacts};
use crate::constructor::{self, Applied};
use crate::dim::{Atom, AtomData, Dim, FreshKind};
use crate::elem::{Elem, ElemData};
use crate::shape::{Dims, Seq, Shape};
use crate::term::{Leaf, visit_dim};
use crate::ty::{Ty, TyKind};

/// Is every value of `b` a value of `a`, for every size of the names? No if for some size it is
/// not: `[n]` does not hold `[3]`, since `n` may be 2.
pub fn is_super(a: Ty, b: Ty) -> Truth {
    if a == b {
        return Truth::Yes;
    }
    memoized(&COMPARED, a, b, compare)
}

thread_local! {
    static COMPARED: RefCell<Memo<Truth>> = RefCell::default();
}

fn compare(a: Ty, b: Ty) -> Truth {
    if !matches!(b.kind(), TyKind::Union(_) | TyKind::Unknown)
        && let Some(said) = constructor::is_super(a, b)
    {
        return said;
    }
    match (a.kind(), b.kind()) {
        (TyKind::Unknown, _) => Truth::Yes,
        (_, TyKind::Unknown) => Truth::Unknown,
        (_, TyKind::Union(members)) => members.iter().fold(Truth::Yes, |all, &m| all.and(is_super(a, m))),
        (TyKind::Union(members), _) => union_super(members, b),
        // What classes inherit, and when a function does for another, is not known here.
        (TyKind::Class(_), _) | (_, TyKind::Class(_)) | (TyKind::Function(_), TyKind::Function(_)) => Truth::Unknown,
        (TyKind::Int, TyKind::IntOf(_) | TyKind::Bool | TyKind::LitBool(_))
        | (TyKind::Bool, TyKind::LitBool(_))
        | (TyKind::Str, TyKind::LitStr(_))
        | (TyKind::Float, TyKind::LitFloat(_)) => Truth::Yes,
        (TyKind::IntOf(x), TyKind::IntOf(y)) => dims_super(&[(*x, *y)], i64::MIN),
        (TyKind::Scalar(x), TyKind::Scalar(y)) | (TyKind::DType(x), TyKind::DType(y)) => elem_super(*x, *y),
        (TyKind::Array { elem: x, shape: s }, TyKind::Array { elem: y, shape: t }) => {
            elem_super(*x, *y).and(shape_super(*s, *t))
        }
        (TyKind::Array { .. } | TyKind::Placed { .. } | TyKind::Decay { .. }, _) | (_, TyKind::Decay { .. }) => {
            array_super(a, b)
        }
        (TyKind::Tuple(x), TyKind::Tuple(y)) | (TyKind::List(x), TyKind::List(y)) => all_super(x, y),
        (TyKind::TupleOf(x), TyKind::Tuple(y)) | (TyKind::ListOf(x), TyKind::List(y)) => {
            y.iter().fold(Truth::Yes, |all, &item| all.and(is_super(*x, item)))
        }
        (TyKind::TupleOf(x), TyKind::TupleOf(y))
        | (TyKind::ListOf(x), TyKind::ListOf(y))
        | (TyKind::Set(x), TyKind::Set(y)) => is_super(*x, *y),
        (TyKind::Dict(k, v), TyKind::Dict(l, w)) => dict_super((*k, *v), (*l, *w)),
        (TyKind::Slice(x), TyKind::Slice(y)) => all_super(x, y),
        (TyKind::Struct(x), TyKind::Struct(y)) => {
            if x.len() != y.len() || x.iter().zip(y).any(|(x, y)| x.0 != y.0) {
                return Truth::No;
            }
            x.iter().zip(y).fold(Truth::Yes, |all, (x, y)| all.and(is_super(x.1, y.1)))
        }
        (TyKind::Ctor(..), TyKind::Ctor(..)) => Applied::of(a, b).map_or(Truth::No, |both| all_super(&both.a, &both.b)),
        _ => Truth::No,
    }
}

fn all_super(a: &[Ty], b: &[Ty]) -> Truth {
    if a.len() != b.len() {
        return Truth::No;
    }
    a.iter().zip(b).fold(Truth::Yes, |all, (&x, &y)| all.and(is_super(x, y)))
}

/// A dict without keys or without values is empty, and any dict may be.
fn dict_super(a: (Ty, Ty), b: (Ty, Ty)) -> Truth {
    if [b.0, b.1].contains(&Ty::never()) {
        return Truth::Yes;
    }
    is_super(a.0, b.0).and(is_super(a.1, b.1))
}

/// Members may hold `b` together: `Literal[True] | Literal[False]` holds `bool`.
fn union_super(members: &[Ty], b: Ty) -> Truth {
    if members.iter().any(|&m| is_super(m, b).is_yes()) {
        return Truth::Yes;
    }
    let parts = match b.kind() {
        TyKind::Bool => vec![Ty::bool(true), Ty::bool(false)],
        TyKind::Decay { elem, shape } => {
            let nested = Shape::of(&[Dim::any()]).append(Shape::any()).filter(|_| *shape == Shape::any());
            vec![Ty::scalar(*elem), Ty::array(*elem, nested.unwrap_or(*shape))]
        }
        _ => Vec::new(),
    };
    if !parts.is_empty() && parts.iter().all(|&part| members.iter().any(|&m| is_super(m, part).is_yes())) {
        return Truth::Yes;
    }
    let mut meeting = members.iter().filter(|&&m| overlap(m, b));
    match (meeting.next(), meeting.next()) {
        (None, _) => Truth::No,
        // The others hold nothing of it.
        (Some(&only), None) => is_super(only, b),
        _ => Truth::Unknown,
    }
}

/// Arrays, and what is a NumPy scalar if its rank is 0.
fn array_super(a: Ty, b: Ty) -> Truth {
    let (Some((x, s)), Some((y, t))) = (a.as_array(), b.as_array()) else { return Truth::No };
    // The rank of an unknown-form value is 0 for some sequence and not 0 for another.
    let mixed = |shape: Shape| match shape.seq() {
        Some(seq) if is_undecided(seq) => Truth::Unknown,
        _ => Truth::No,
    };
    let form = match (a.kind(), b.kind()) {
        (TyKind::Array { .. } | TyKind::Placed { .. }, TyKind::Array { .. } | TyKind::Placed { .. }) => Truth::Yes,
        (TyKind::Decay { .. }, TyKind::Decay { .. } | TyKind::Scalar(_)) => Truth::Yes,
        (TyKind::Decay { .. }, TyKind::Array { .. } | TyKind::Placed { .. }) => match t.rank() {
            Some(0) => Truth::No,
            _ if t.min_rank() > 0 => Truth::Yes,
            _ => mixed(t),
        },
        (TyKind::Array { .. } | TyKind::Scalar(_), TyKind::Decay { .. }) => mixed(t),
        // What has no place given may be anywhere, for some value of each rank.
        (TyKind::Placed { .. }, TyKind::Decay { .. }) => mixed(t),
        _ => Truth::No,
    };
    form.and(elem_super(x, y)).and(shape_super(s, t)).and(place_super(a.place(), b.place(), t))
}

fn elem_super(a: Elem, b: Elem) -> Truth {
    if a == b || a.is_any() {
        return Truth::Yes;
    }
    match (a.data(), b.data()) {
        (ElemData::Any, _) => Truth::Yes,
        _ if is_undecided_elem(a) || is_undecided_elem(b) => Truth::Unknown,
        // Two dtypes, or a variable that stands for any dtype.
        _ => Truth::No,
    }
}

/// Pairs of sizes: each first one must hold the second. Values below `least` are no sizes.
pub(super) fn dims_super(pairs: &[(Dim, Dim)], least: i64) -> Truth {
    let mut answer = Truth::Yes;
    for &(a, b) in pairs {
        if a == b || a.is_any() {
            continue;
        }
        // For given names `a` is one size, and `?` is any.
        if b.is_any() {
            return Truth::No;
        }
        match bounds::eq(a, b, &NoFacts) {
            Truth::Yes => {}
            Truth::No => return Truth::No,
            Truth::Unknown => answer = Truth::Unknown,
        }
    }
    if answer == Truth::Unknown && differ_somewhere(pairs, least) { Truth::No } else { answer }
}

/// Sizes of the names are found for which some pair differs.
fn differ_somewhere(pairs: &[(Dim, Dim)], least: i64) -> bool {
    let mut atoms: Vec<Atom> = Vec::new();
    let mut opaque = false;
    for &(a, b) in pairs.iter().filter(|(a, _)| !a.is_any()) {
        for dim in [a, b] {
            visit_dim(dim, &mut |leaf| match leaf {
                Leaf::Atom(atom) => match atom.data() {
                    AtomData::Fresh { kind: FreshKind::Var, .. } | AtomData::App(..) => opaque = true,
                    AtomData::Len(_) | AtomData::Prod(_) => opaque = true,
                    AtomData::Name(_) | AtomData::Fresh { .. } if !atoms.contains(&atom) => atoms.push(atom),
                    _ => {}
                },
                Leaf::Seq(_) | Leaf::Elem(_) => opaque = true,
            });
        }
    }
    if opaque {
        return false;
    }
    (0..64u64).any(|round| {
        let mut value = |atom: Atom| {
            let place = atoms.iter().position(|other| *other == atom)? as u64;
            // Small sizes in all combinations of up to three names, then mixed ones.
            let small = (round >> (2 * place.min(31))) & 3;
            let mixed = (round * 7 + place * 13 + round * place) % 11;
            i64::try_from(if place < 3 { small } else { mixed }).ok()
        };
        let mut found = false;
        for &(a, b) in pairs {
            let Some(y) = (if b.is_any() { Some(least.max(0)) } else { b.evaluate(&mut value) }) else { return false };
            if y < least {
                return false;
            }
            if !a.is_any() {
                found |= a.evaluate(&mut value).is_some_and(|x| x != y);
            }
        }
        found
    })
}

fn shape_super(a: Shape, b: Shape) -> Truth {
    if a == b {
        return Truth::Yes;
    }
    let (x, y) = (a.data(), b.data());
    if x.rest.is_none()
        && y.rest.is_none()
        && x.prefix.len() == y.prefix.len()
        && x.prefix.iter().zip(&y.prefix).all(|(a, b)| a == b || a.is_any())
    {
        return Truth::Yes;
    }
    match (a.seq(), b.seq()) {
        (_, None) => match pair(a, b) {
            Some(pairing) => {
                let rest = match a.seq() {
                    None => Truth::Yes,
                    Some(seq) if seq.is_any() => Truth::Yes,
                    Some(seq) if is_undecided(seq) => Truth::Unknown,
                    Some(_) => Truth::No,
                };
                rest.and(dims_super(&pairing.dims, 0))
            }
            None => Truth::No,
        },
        (None, Some(seq)) if is_undecided(seq) && b.min_rank() <= a.min_rank() => Truth::Unknown,
        (None, Some(_)) => Truth::No,
        (Some(s), Some(t)) if s.is_any() => open_super(a, b, t),
        (Some(s), Some(t)) if s == t => {
            if a.min_rank() != b.min_rank() {
                Truth::No
            } else if x.prefix.len() != y.prefix.len() {
                Truth::Unknown
            } else {
                pair(a, b).map_or(Truth::No, |pairing| dims_super(&pairing.dims, 0))
            }
        }
        (Some(s), Some(t)) if is_undecided(s) || is_undecided(t) => Truth::Unknown,
        (Some(_), Some(_)) => Truth::No,
    }
}

/// `[n, ..., 3]` against a shape with the sequence `t`: what dims of the first stand against the
/// sequence hold all sizes only if they are `?`.
fn open_super(a: Shape, b: Shape, t: Seq) -> Truth {
    let Some(pairing) = pair(a, b) else { return Truth::No };
    let left = pairing.left;
    let facing: Dims = left.data().prefix.iter().chain(left.suffix()).copied().collect();
    let dims = dims_super(&pairing.dims, 0);
    if facing.is_empty() {
        return dims;
    }
    if is_undecided(t) {
        return Truth::Unknown.and(dims);
    }
    let fits = b.min_rank() >= a.min_rank() && facing.iter().all(|dim| dim.is_any());
    Truth::from(fits).and(dims)
}
