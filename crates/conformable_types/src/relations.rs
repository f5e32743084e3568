//! How two types relate: `is_super` (refines), `consistent`, `meet`, `join`.
//!
//! In a closed type a name is one unknown size, the same on both sides of a comparison; a `?` is
//! a size of its own each time it is written. The laws are property tests of this crate.

use crate::Truth;
use crate::bounds::{self, NoFacts};
use crate::dim::{Atom, AtomData, Dim};
use crate::dtype::DType;
use crate::elem::{Elem, ElemData};
use crate::shape::{Dims, Seq, SeqData, Shape};
use crate::ty::{Ty, TyKind};

/// Is every value of `b` a value of `a`, for every size of the names?
pub fn is_super(a: Ty, b: Ty) -> Truth {
    if a == b {
        return Truth::Yes;
    }
    match (a.kind(), b.kind()) {
        (TyKind::Unknown, _) => Truth::Yes,
        (_, TyKind::Unknown) => Truth::Unknown,
        (_, TyKind::Union(members)) => members.iter().fold(Truth::Yes, |all, &m| all.and(is_super(a, m))),
        (TyKind::Union(members), _) => members.iter().fold(Truth::No, |any, &m| any.or(is_super(m, b))),
        (TyKind::Int, TyKind::IntOf(_) | TyKind::Bool | TyKind::LitBool(_))
        | (TyKind::Bool, TyKind::LitBool(_))
        | (TyKind::Str, TyKind::LitStr(_))
        | (TyKind::Float, TyKind::LitFloat(_)) => Truth::Yes,
        (TyKind::IntOf(x), TyKind::IntOf(y)) => bounds::eq(*x, *y, &NoFacts),
        (TyKind::Scalar(x), TyKind::Scalar(y)) | (TyKind::DType(x), TyKind::DType(y)) => elem_super(*x, *y),
        (TyKind::Array { elem: x, shape: s }, TyKind::Array { elem: y, shape: t })
        | (
            TyKind::Decay { elem: x, shape: s },
            TyKind::Array { elem: y, shape: t } | TyKind::Decay { elem: y, shape: t },
        ) => elem_super(*x, *y).and(shape_super(*s, *t)),
        (TyKind::Decay { elem: x, shape }, TyKind::Scalar(y)) => {
            elem_super(*x, *y).and(shape_super(*shape, Shape::scalar()))
        }
        (TyKind::Tuple(x), TyKind::Tuple(y)) | (TyKind::List(x), TyKind::List(y)) => all_super(x, y),
        (TyKind::TupleOf(x), TyKind::Tuple(y)) | (TyKind::ListOf(x), TyKind::List(y)) => {
            y.iter().fold(Truth::Yes, |all, &item| all.and(is_super(*x, item)))
        }
        (TyKind::TupleOf(x), TyKind::TupleOf(y))
        | (TyKind::ListOf(x), TyKind::ListOf(y))
        | (TyKind::Set(x), TyKind::Set(y)) => is_super(*x, *y),
        (TyKind::Dict(k, v), TyKind::Dict(l, w)) => is_super(*k, *l).and(is_super(*v, *w)),
        (TyKind::Slice(x), TyKind::Slice(y)) => all_super(x, y),
        (TyKind::Struct(x), TyKind::Struct(y)) => {
            if x.len() != y.len() || x.iter().zip(y).any(|(x, y)| x.0 != y.0) {
                return Truth::No;
            }
            x.iter().zip(y).fold(Truth::Yes, |all, (x, y)| all.and(is_super(x.1, y.1)))
        }
        (TyKind::Ctor(f, x), TyKind::Ctor(g, y)) if f == g => all_super(x, y),
        _ => Truth::No,
    }
}

fn all_super(a: &[Ty], b: &[Ty]) -> Truth {
    if a.len() != b.len() {
        return Truth::No;
    }
    a.iter().zip(b).fold(Truth::Yes, |all, (&x, &y)| all.and(is_super(x, y)))
}

fn elem_super(a: Elem, b: Elem) -> Truth {
    if a.is_any() || (a == b && !b.is_any()) {
        return Truth::Yes;
    }
    match (a.data(), b.data()) {
        (ElemData::DType(x), ElemData::DType(y)) => Truth::from(x == y),
        _ => Truth::Unknown,
    }
}

fn dim_super(a: Dim, b: Dim) -> Truth {
    if a.is_any() {
        return Truth::Yes;
    }
    bounds::eq(a, b, &NoFacts)
}

fn shape_super(a: Shape, b: Shape) -> Truth {
    if a == b && !mentions_any(a) {
        return Truth::Yes;
    }
    match pair(a, b) {
        Pairing::Ranks => Truth::No,
        Pairing::Open => Truth::Unknown,
        Pairing::Paired { dims, left, right } => {
            // A sequence holds only what it is, or anything if it is `...`.
            let rest = match (left, right) {
                (None, None) => Truth::Yes,
                (Some(rest), _) if rest.seq().is_some_and(Seq::is_any) => {
                    Truth::from(rest.min_rank() == 0 || right.is_none_or(|r| r.min_rank() >= rest.min_rank()))
                        .and(if rest.min_rank() == 0 { Truth::Yes } else { Truth::Unknown })
                }
                (Some(left), Some(right)) if left == right => Truth::Yes,
                _ => Truth::Unknown,
            };
            dims.iter().fold(rest, |all, &(x, y)| all.and(dim_super(x, y)))
        }
    }
}

fn mentions_any(shape: Shape) -> bool {
    shape.data().prefix.iter().chain(shape.suffix()).any(|d| d.is_any()) || shape.seq().is_some_and(Seq::is_any)
}

enum Pairing {
    /// The ranks exclude each other.
    Ranks,
    /// Both are sequences that overlap in unknown places.
    Open,
    /// Dims that stand against each other, and what is left on either side: a sequence alone, or
    /// one with dims that stand against the other's sequence.
    Paired { dims: Vec<(Dim, Dim)>, left: Option<Shape>, right: Option<Shape> },
}

/// Align two shapes: common prefix and suffix pairwise, remainders left over.
fn pair(a: Shape, b: Shape) -> Pairing {
    let (x, y) = (a.data(), b.data());
    match (&x.rest, &y.rest) {
        (None, None) => {
            if x.prefix.len() != y.prefix.len() {
                return Pairing::Ranks;
            }
            Pairing::Paired {
                dims: x.prefix.iter().copied().zip(y.prefix.iter().copied()).collect(),
                left: None,
                right: None,
            }
        }
        (Some((seq, suffix)), None) => match absorb(&x.prefix, suffix, &y.prefix) {
            Some((dims, middle)) => Pairing::Paired { dims, left: Some(seq.shape()), right: Some(Shape::of(&middle)) },
            None => Pairing::Ranks,
        },
        (None, Some((seq, suffix))) => match absorb(&y.prefix, suffix, &x.prefix) {
            Some((dims, middle)) => Pairing::Paired {
                dims: dims.into_iter().map(|(p, q)| (q, p)).collect(),
                left: Some(Shape::of(&middle)),
                right: Some(seq.shape()),
            },
            None => Pairing::Ranks,
        },
        (Some((s, after_s)), Some((t, after_t))) => {
            let front = x.prefix.len().min(y.prefix.len());
            let back = after_s.len().min(after_t.len());
            let mut dims: Vec<_> = x.prefix[..front].iter().copied().zip(y.prefix[..front].iter().copied()).collect();
            let (s_back, t_back) = (after_s.len() - back, after_t.len() - back);
            dims.extend(after_s[s_back..].iter().copied().zip(after_t[t_back..].iter().copied()));
            let left = Shape::new(x.prefix[front..].iter().copied(), Some((*s, Dims::from_slice(&after_s[..s_back]))));
            let right = Shape::new(y.prefix[front..].iter().copied(), Some((*t, Dims::from_slice(&after_t[..t_back]))));
            if left.min_rank() > 0 && right.min_rank() > 0 {
                return Pairing::Open;
            }
            Pairing::Paired { dims, left: Some(left), right: Some(right) }
        }
    }
}

/// Known dims against `prefix, *s, suffix`: the pairs, and what `*s` stands against.
fn absorb(prefix: &[Dim], suffix: &[Dim], known: &[Dim]) -> Option<(Vec<(Dim, Dim)>, Vec<Dim>)> {
    let middle = known.len().checked_sub(prefix.len() + suffix.len())?;
    let (front, rest) = known.split_at(prefix.len());
    let (middle, back) = rest.split_at(middle);
    let pairs = prefix.iter().copied().zip(front.iter().copied());
    Some((pairs.chain(suffix.iter().copied().zip(back.iter().copied())).collect(), middle.to_vec()))
}

/// The values that belong to both, and what must be equal for that; `None` if there are none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meet {
    pub ty: Ty,
    pub equations: Vec<(Dim, Dim)>,
}

/// Does some value belong to both, for some size of the names?
pub fn consistent(a: Ty, b: Ty) -> Truth {
    Truth::from(meet(a, b).is_some())
}

/// The values that belong to both, and the equations that it needs.
pub fn meet(a: Ty, b: Ty) -> Option<Meet> {
    let mut equations = Vec::new();
    let ty = meet_ty(a, b, &mut equations)?;
    Some(Meet { ty, equations })
}

fn meet_ty(a: Ty, b: Ty, equations: &mut Vec<(Dim, Dim)>) -> Option<Ty> {
    if a == b {
        return Some(a);
    }
    match (a.kind(), b.kind()) {
        (TyKind::Unknown, _) => return Some(b),
        (_, TyKind::Unknown) => return Some(a),
        (TyKind::Union(_), _) | (_, TyKind::Union(_)) => {
            let mut members = Vec::new();
            for x in a.members() {
                for y in b.members() {
                    let mut own = Vec::new();
                    if let Some(both) = meet_ty(x, y, &mut own) {
                        members.push(both);
                    }
                }
            }
            return (!members.is_empty()).then(|| Ty::union(members));
        }
        _ => {}
    }
    if is_super(a, b).is_yes() {
        return Some(b);
    }
    if is_super(b, a).is_yes() {
        return Some(a);
    }
    let all = |x: &[Ty], y: &[Ty], equations: &mut Vec<(Dim, Dim)>| -> Option<Box<[Ty]>> {
        (x.len() == y.len()).then_some(())?;
        x.iter().zip(y).map(|(&x, &y)| meet_ty(x, y, equations)).collect()
    };
    Some(match (a.kind(), b.kind()) {
        (TyKind::IntOf(x), TyKind::IntOf(y)) => Ty::int(meet_dim(*x, *y, equations)?),
        (TyKind::Scalar(x), TyKind::Scalar(y)) => Ty::scalar(meet_elem(*x, *y)?),
        (TyKind::DType(x), TyKind::DType(y)) => Ty::new(TyKind::DType(meet_elem(*x, *y)?)),
        (TyKind::Array { elem: x, shape: s }, TyKind::Array { elem: y, shape: t }) => {
            Ty::array(meet_elem(*x, *y)?, meet_shape(*s, *t, equations)?)
        }
        (TyKind::Decay { elem: x, shape: s }, TyKind::Decay { elem: y, shape: t }) => {
            Ty::decay(meet_elem(*x, *y)?, meet_shape(*s, *t, equations)?)
        }
        (TyKind::Decay { elem: x, shape: s }, TyKind::Array { elem: y, shape: t })
        | (TyKind::Array { elem: y, shape: t }, TyKind::Decay { elem: x, shape: s }) => {
            // A Decay of rank 0 is a scalar, never an array.
            (t.rank() != Some(0)).then_some(())?;
            Ty::array(meet_elem(*x, *y)?, meet_shape(*s, *t, equations)?)
        }
        (TyKind::Decay { elem: x, shape: s }, TyKind::Scalar(y))
        | (TyKind::Scalar(y), TyKind::Decay { elem: x, shape: s }) => {
            meet_shape(*s, Shape::scalar(), equations)?;
            Ty::scalar(meet_elem(*x, *y)?)
        }
        (TyKind::Tuple(x), TyKind::Tuple(y)) => Ty::new(TyKind::Tuple(all(x, y, equations)?)),
        (TyKind::List(x), TyKind::List(y)) => Ty::new(TyKind::List(all(x, y, equations)?)),
        (TyKind::TupleOf(x), TyKind::Tuple(y)) | (TyKind::Tuple(y), TyKind::TupleOf(x)) => {
            Ty::new(TyKind::Tuple(y.iter().map(|&y| meet_ty(*x, y, equations)).collect::<Option<_>>()?))
        }
        (TyKind::ListOf(x), TyKind::List(y)) | (TyKind::List(y), TyKind::ListOf(x)) => {
            Ty::new(TyKind::List(y.iter().map(|&y| meet_ty(*x, y, equations)).collect::<Option<_>>()?))
        }
        // Both hold the empty container, whatever their elements are.
        (TyKind::TupleOf(x), TyKind::TupleOf(y)) => match meet_ty(*x, *y, equations) {
            Some(item) => Ty::tuple_of(item),
            None => Ty::tuple([]),
        },
        (TyKind::ListOf(x), TyKind::ListOf(y)) => match meet_ty(*x, *y, equations) {
            Some(item) => Ty::list_of(item),
            None => Ty::list([]),
        },
        (TyKind::Set(x), TyKind::Set(y)) => Ty::new(TyKind::Set(meet_ty(*x, *y, equations)?)),
        (TyKind::Dict(k, v), TyKind::Dict(l, w)) => {
            Ty::new(TyKind::Dict(meet_ty(*k, *l, equations)?, meet_ty(*v, *w, equations)?))
        }
        (TyKind::Slice(x), TyKind::Slice(y)) => {
            let parts = all(x, y, equations)?;
            Ty::new(TyKind::Slice([parts[0], parts[1], parts[2]]))
        }
        (TyKind::Struct(x), TyKind::Struct(y)) if x.iter().map(|f| f.0).eq(y.iter().map(|f| f.0)) => {
            let fields = x.iter().zip(y).map(|(x, y)| Some((x.0, meet_ty(x.1, y.1, equations)?)));
            Ty::new(TyKind::Struct(fields.collect::<Option<_>>()?))
        }
        (TyKind::Ctor(f, x), TyKind::Ctor(g, y)) if f == g => Ty::new(TyKind::Ctor(*f, all(x, y, equations)?)),
        _ => return None,
    })
}

fn meet_elem(a: Elem, b: Elem) -> Option<Elem> {
    if a.is_any() {
        return Some(b);
    }
    match (a.data(), b.data()) {
        (_, ElemData::Any) => Some(a),
        (ElemData::DType(x), ElemData::DType(y)) => (x == y).then_some(a),
        (ElemData::DType(_), _) => Some(a),
        (_, ElemData::DType(_)) => Some(b),
        _ if a == b => Some(a),
        _ => Some(a),
    }
}

fn meet_dim(a: Dim, b: Dim, equations: &mut Vec<(Dim, Dim)>) -> Option<Dim> {
    if a.is_any() {
        return Some(b);
    }
    if b.is_any() {
        return Some(a);
    }
    match bounds::eq(a, b, &NoFacts) {
        Truth::No => None,
        Truth::Yes => Some(a),
        Truth::Unknown => {
            equations.push((a, b));
            // A constant says more than a name, and then the first in structural order.
            let second = b.constant().is_some() || (a.constant().is_none() && crate::order::dims(b, a).is_lt());
            Some(if second { b } else { a })
        }
    }
}

fn meet_shape(a: Shape, b: Shape, equations: &mut Vec<(Dim, Dim)>) -> Option<Shape> {
    match pair(a, b) {
        Pairing::Ranks => None,
        Pairing::Open => Some(if a.min_rank() >= b.min_rank() { a } else { b }),
        Pairing::Paired { dims, left, right } => {
            let met = dims.iter().map(|&(x, y)| meet_dim(x, y, equations)).collect::<Option<Vec<_>>>()?;
            let front = a.data().prefix.len().min(b.data().prefix.len()).min(met.len());
            let (Some(left), Some(right)) = (left, right) else { return Some(Shape::of(&met)) };
            let front = match (a.rank(), b.rank()) {
                (None, Some(_)) => a.data().prefix.len(),
                (Some(_), None) => b.data().prefix.len(),
                _ => front,
            };
            // The side that says more about the middle.
            let middle = match (left.seq(), right.seq()) {
                (Some(_), None) => right,
                (None, Some(_)) => left,
                (Some(s), Some(_)) if s.is_any() && left.min_rank() == 0 => right,
                (Some(_), Some(t)) if t.is_any() && right.min_rank() == 0 => left,
                _ if right.min_rank() > left.min_rank() => right,
                _ => left,
            };
            let head = Shape::of(&met[..front]);
            head.append(middle)?.append(Shape::of(&met[front..]))
        }
    }
}

/// The smallest type of this crate that holds both; element types that differ make a union.
pub fn join(a: Ty, b: Ty) -> Ty {
    if a == b {
        return a;
    }
    match (a.kind(), b.kind()) {
        (TyKind::Unknown, _) | (_, TyKind::Unknown) => return Ty::unknown(),
        (TyKind::Union(_), _) | (_, TyKind::Union(_)) => {
            let mut members: Vec<Ty> = Vec::new();
            for next in a.members().into_iter().chain(b.members()) {
                match members.iter_mut().find_map(|m| join_one(*m, next).map(|joined| (m, joined))) {
                    Some((member, joined)) => *member = joined,
                    None => members.push(next),
                }
            }
            return Ty::union(members);
        }
        _ => {}
    }
    join_one(a, b).unwrap_or_else(|| Ty::union([a, b]))
}

/// One type that holds both and is no union, if that loses no more than sizes and values.
fn join_one(a: Ty, b: Ty) -> Option<Ty> {
    if is_super(a, b).is_yes() {
        return Some(a);
    }
    if is_super(b, a).is_yes() {
        return Some(b);
    }
    match (a.kind(), b.kind()) {
        (TyKind::IntOf(_), TyKind::IntOf(_)) => Some(Ty::new(TyKind::Int)),
        (TyKind::LitBool(_), TyKind::LitBool(_)) => Some(Ty::new(TyKind::Bool)),
        (TyKind::LitFloat(_), TyKind::LitFloat(_)) => Some(Ty::new(TyKind::Float)),
        (TyKind::Array { elem: x, shape: s }, TyKind::Array { elem: y, shape: t }) if x == y => {
            Some(Ty::array(*x, join_shape(*s, *t)))
        }
        (TyKind::Tuple(x), TyKind::Tuple(y)) if x.len() == y.len() => {
            Some(Ty::tuple(x.iter().zip(y).map(|(&x, &y)| join(x, y))))
        }
        (TyKind::List(x), TyKind::List(y)) if x.len() == y.len() => {
            Some(Ty::list(x.iter().zip(y).map(|(&x, &y)| join(x, y))))
        }
        (TyKind::List(_) | TyKind::ListOf(_), TyKind::List(_) | TyKind::ListOf(_)) => {
            Some(Ty::list_of(join_items(a, b)))
        }
        _ => None,
    }
}

fn join_items(a: Ty, b: Ty) -> Ty {
    let items = |ty: Ty| match ty.kind() {
        TyKind::List(items) => items.to_vec(),
        TyKind::ListOf(item) => vec![*item],
        _ => vec![Ty::unknown()],
    };
    items(a).into_iter().chain(items(b)).reduce(join).unwrap_or_else(Ty::unknown)
}

fn join_shape(a: Shape, b: Shape) -> Shape {
    let join_dim = |x: Dim, y: Dim| if x == y { x } else { Dim::any() };
    match (a.dims(), b.dims()) {
        (Some(x), Some(y)) if x.len() == y.len() => x.iter().zip(y).map(|(&x, &y)| join_dim(x, y)).collect(),
        _ => {
            let (x, y) = (a.data(), b.data());
            let front = x.prefix.len().min(y.prefix.len());
            let prefix: Vec<Dim> = (0..front).map(|place| join_dim(x.prefix[place], y.prefix[place])).collect();
            let (xs, ys): (&[Dim], &[Dim]) = match (&x.rest, &y.rest) {
                (Some((_, xs)), Some((_, ys))) => (xs, ys),
                _ => (&[], &[]),
            };
            let back = xs.len().min(ys.len());
            let suffix: Dims =
                (0..back).map(|place| join_dim(xs[xs.len() - back + place], ys[ys.len() - back + place])).collect();
            // Dims of a prefix may not be claimed twice where the shorter shape has no more.
            let rank = [a.rank(), b.rank()].into_iter().flatten().min();
            let prefix = match rank {
                Some(rank) if rank < prefix.len() + suffix.len() => prefix[..rank - suffix.len().min(rank)].to_vec(),
                _ => prefix,
            };
            Shape::new(prefix, Some((Seq::any(), suffix)))
        }
    }
}

/// Which dims are known to be 1.
pub fn broadcast_pattern(shape: Shape) -> Option<Vec<bool>> {
    shape.dims().map(|dims| dims.iter().map(|d| d.constant() == Some(1)).collect())
}

/// Same kind, dtype, rank and broadcast pattern.
pub fn in_same_class(a: Ty, b: Ty) -> bool {
    match (a.kind(), b.kind()) {
        (TyKind::Array { elem: x, shape: s }, TyKind::Array { elem: y, shape: t }) => {
            x == y && s.rank().is_some() && broadcast_pattern(*s) == broadcast_pattern(*t)
        }
        _ => a == b,
    }
}

/// Could the element type be `dtype`?
pub fn may_be(elem: Elem, dtype: DType) -> bool {
    elem.dtype().is_none_or(|known| known == dtype)
}

/// The names and run-time sizes of a shape that are atoms alone.
pub fn plain_atoms(shape: Shape) -> Vec<Atom> {
    shape
        .data()
        .prefix
        .iter()
        .chain(shape.suffix())
        .filter_map(|dim| dim.as_atom())
        .filter(|atom| matches!(atom.data(), AtomData::Name(_) | AtomData::Fresh { .. }))
        .collect()
}

/// Is the sequence one that nothing is known about?
pub fn is_free(seq: Seq) -> bool {
    matches!(seq.data(), SeqData::Any | SeqData::Fresh { .. } | SeqData::Name(_))
}
