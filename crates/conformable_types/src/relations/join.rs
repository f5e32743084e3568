//! `join`: the smallest type here that holds both, where control flow joins.

use std::cell::RefCell;

use super::memo::{Memo, memoized};
use super::place::join_place;
use super::refines::is_super;
use crate::bounds::{self, NoFacts};
use crate::constructor::Applied;
use crate::dim::Dim;
use crate::order;
use crate::shape::{Dims, Seq, Shape};
use crate::ty::{Ty, TyKind};

/// Of a union of more members nothing is said: nobody reads them, and each pair would be compared.
pub const MOST_MEMBERS: usize = 16;

/// The smallest type of this crate that holds both; element types that differ make a union.
/// Sizes that differ become `?`: `float64[2]` and `float64[3]` make `float64[?]`.
/// What would be a union of more than [`MOST_MEMBERS`] types is unknown.
pub fn join(a: Ty, b: Ty) -> Ty {
    if a == b {
        return a;
    }
    if a.is_unknown() || b.is_unknown() {
        return Ty::unknown();
    }
    memoized(&JOINED, a, b, join_two)
}

thread_local! {
    static JOINED: RefCell<Memo<Ty>> = RefCell::default();
}

/// Two types that differ and are known.
fn join_two(a: Ty, b: Ty) -> Ty {
    match (is_super(a, b).is_yes(), is_super(b, a).is_yes()) {
        (true, true) => return if order::types(a, b).is_le() { a } else { b },
        (true, false) => return a,
        (false, true) => return b,
        (false, false) => {}
    }
    let is_union = |ty: Ty| matches!(ty.kind(), TyKind::Union(_));
    if !is_union(a) && !is_union(b) {
        return join_kinds(a, b).unwrap_or_else(|| Ty::union([a, b]));
    }
    // In one order whatever the arguments' is, until no two members make one.
    let mut members: Vec<Ty> = a.members().into_iter().chain(b.members()).collect();
    order::sort_types(&mut members);
    members.dedup();
    while let Some((i, j, joined)) = joinable(&members) {
        members.remove(j);
        members[i] = joined;
    }
    if members.len() > MOST_MEMBERS { Ty::unknown() } else { Ty::union(members) }
}

fn joinable(members: &[Ty]) -> Option<(usize, usize, Ty)> {
    (0..members.len())
        .flat_map(|i| (i + 1..members.len()).map(move |j| (i, j)))
        .find_map(|(i, j)| Some((i, j, join_one(members[i], members[j])?)))
}

/// One type that holds both and is no union, if that loses no more than sizes and values.
fn join_one(a: Ty, b: Ty) -> Option<Ty> {
    match (is_super(a, b).is_yes(), is_super(b, a).is_yes()) {
        (true, _) => Some(a),
        (_, true) => Some(b),
        _ => join_kinds(a, b),
    }
}

/// The same of two of which neither holds the other.
fn join_kinds(a: Ty, b: Ty) -> Option<Ty> {
    match (a.kind(), b.kind()) {
        (TyKind::IntOf(_), TyKind::IntOf(_)) => Some(Ty::new(TyKind::Int)),
        (TyKind::LitBool(_), TyKind::LitBool(_)) => Some(Ty::new(TyKind::Bool)),
        (TyKind::LitFloat(_), TyKind::LitFloat(_)) => Some(Ty::new(TyKind::Float)),
        (
            TyKind::Array { elem: x, shape: s } | TyKind::Placed { elem: x, shape: s, .. },
            TyKind::Array { elem: y, shape: t } | TyKind::Placed { elem: y, shape: t, .. },
        ) if x == y => Some(Ty::placed(*x, join_shape(*s, *t), join_place(a.place(), b.place()))),
        (TyKind::Decay { elem: x, shape: s }, TyKind::Decay { elem: y, shape: t }) if x == y => {
            Some(Ty::decay(*x, join_shape(*s, *t)))
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
        (TyKind::Ctor(..), TyKind::Ctor(..)) => join_applied(a, b),
        _ => None,
    }
}

/// Of applications whose parameters say all that tells them apart, each parameter's; none is a union.
fn join_applied(a: Ty, b: Ty) -> Option<Ty> {
    let both = Applied::of(a, b).filter(Applied::is_spread)?;
    let one = |(x, y): (&Ty, &Ty)| if x == y { Some(*x) } else { join_one(*x, *y) };
    let parameters = both.a.iter().zip(&both.b).map(one).collect::<Option<Box<[Ty]>>>()?;
    both.made(parameters)
}

fn join_items(a: Ty, b: Ty) -> Ty {
    let items = |ty: Ty| match ty.kind() {
        TyKind::List(items) => items.to_vec(),
        TyKind::ListOf(item) => vec![*item],
        _ => vec![Ty::unknown()],
    };
    let mut all: Vec<Ty> = items(a).into_iter().chain(items(b)).collect();
    order::sort_types(&mut all);
    all.into_iter().reduce(join).unwrap_or_else(Ty::unknown)
}

pub(super) fn join_dim(x: Dim, y: Dim) -> Dim {
    match (x == y || bounds::eq(x, y, &NoFacts).is_yes(), order::dims(x, y).is_le()) {
        (true, true) => x,
        (true, false) => y,
        (false, _) => Dim::any(),
    }
}

/// Dims by dims; of shapes of different rank, the dims in front and then those behind that both
/// have for certain.
fn join_shape(a: Shape, b: Shape) -> Shape {
    let (x, y) = (a.data(), b.data());
    if a.seq() == b.seq() && x.prefix.len() == y.prefix.len() && a.min_rank() == b.min_rank() {
        let dims = |x: &[Dim], y: &[Dim]| x.iter().zip(y).map(|(x, y)| join_dim(*x, *y)).collect::<Dims>();
        let suffix = dims(a.suffix(), b.suffix());
        return Shape::new(dims(&x.prefix, &y.prefix), a.seq().map(|seq| (seq, suffix)));
    }
    let front = x.prefix.len().min(y.prefix.len());
    let prefix = (0..front).map(|place| join_dim(x.prefix[place], y.prefix[place]));
    // What stands behind a sequence, or what a known rank has left.
    let behind = |shape: Shape| match shape.rank() {
        Some(_) => &shape.data().prefix[front..],
        None => shape.suffix(),
    };
    let (xs, ys) = (behind(a), behind(b));
    // Two known ranks differ: their dims in front say as much as can be said.
    let back = if a.rank().is_some() && b.rank().is_some() { 0 } else { xs.len().min(ys.len()) };
    let suffix: Dims =
        (0..back).map(|place| join_dim(xs[xs.len() - back + place], ys[ys.len() - back + place])).collect();
    Shape::new(prefix, Some((Seq::any(), suffix)))
}
