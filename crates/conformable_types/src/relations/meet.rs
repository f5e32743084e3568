//! `meet`: the values that belong to both; `consistent`: whether there may be any.

use super::is_undecided_elem;
use super::pairing::pair;
use super::place::meet_place;
use super::refines::is_super;
use crate::Truth;
use crate::bounds::{self, NoFacts};
use crate::constructor::{self, Applied};
use crate::dim::{Atom, AtomData, Dim};
use crate::elem::{Elem, ElemData};
use crate::order;
use crate::shape::{Seq, Shape};
use crate::term::{Instead, Leaf, map_dim, map_ty, visit_dim};
use crate::ty::{Ty, TyKind};

/// The values that belong to both, and what must be equal for that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meet {
    /// With the equations put in: `float64[3]`, not `float64[n]`.
    pub ty: Ty,
    /// What must hold of the names, solved where possible: a name on the left, as in `n = 3`.
    /// Element types and sequences that must be equal are not listed.
    pub equations: Vec<(Dim, Dim)>,
}

/// Does some value belong to both, for some size of the names? No only if that is refuted.
pub fn consistent(a: Ty, b: Ty) -> Truth {
    Truth::from(overlap(a, b))
}

/// No proof that nothing belongs to both.
pub(super) fn overlap(a: Ty, b: Ty) -> bool {
    meet(a, b).is_some()
}

/// The values that belong to both, and the equations that it needs; `None` if there are none.
/// Where no type here says it exactly the result holds more.
pub fn meet(a: Ty, b: Ty) -> Option<Meet> {
    if a == b {
        return Some(Meet { ty: a, equations: Vec::new() });
    }
    let mut equations = Vec::new();
    let ty = meet_ty(a, b, &mut equations)?;
    let solved = Solved::new(equations)?;
    Some(Meet { ty: solved.ty(ty), equations: solved.equations() })
}

pub(super) type Equations = Vec<(Dim, Dim)>;

fn meet_ty(a: Ty, b: Ty, equations: &mut Equations) -> Option<Ty> {
    if a == b {
        return Some(a);
    }
    match (a.kind(), b.kind()) {
        (TyKind::Unknown, _) => return Some(b),
        (_, TyKind::Unknown) => return Some(a),
        (TyKind::Union(_), _) | (_, TyKind::Union(_)) => return meet_members(a, b, equations),
        // Opaque: whatever they have in common is in either. The one that says more.
        (TyKind::Class(_) | TyKind::Name(_), TyKind::Class(_) | TyKind::Name(_))
        | (TyKind::Function(_), TyKind::Function(_)) => return Some(first(a, b)),
        (TyKind::Class(_) | TyKind::Name(_), _) => return Some(b),
        (_, TyKind::Class(_) | TyKind::Name(_)) => return Some(a),
        _ => {}
    }
    if let Some(opaque) = constructor::meet(a, b) {
        return Some(opaque);
    }
    match (is_super(a, b).is_yes(), is_super(b, a).is_yes()) {
        (true, true) => return Some(first(a, b)),
        (true, false) => return Some(b),
        (false, true) => return Some(a),
        (false, false) => {}
    }
    Some(match (a.kind(), b.kind()) {
        (TyKind::IntOf(x), TyKind::IntOf(y)) => Ty::int(meet_dim(*x, *y, equations)?),
        (TyKind::Scalar(x), TyKind::Scalar(y)) => Ty::scalar(meet_elem(*x, *y)?),
        (TyKind::DType(x), TyKind::DType(y)) => Ty::new(TyKind::DType(meet_elem(*x, *y)?)),
        (TyKind::Array { .. } | TyKind::Placed { .. } | TyKind::Decay { .. }, _) | (_, TyKind::Decay { .. }) => {
            meet_array(a, b, equations)?
        }
        (TyKind::Tuple(x), TyKind::Tuple(y)) => Ty::new(TyKind::Tuple(meet_all(x, y, equations)?)),
        (TyKind::List(x), TyKind::List(y)) => Ty::new(TyKind::List(meet_all(x, y, equations)?)),
        (TyKind::TupleOf(x), TyKind::Tuple(y)) | (TyKind::Tuple(y), TyKind::TupleOf(x)) => {
            Ty::new(TyKind::Tuple(y.iter().map(|&y| meet_ty(*x, y, equations)).collect::<Option<_>>()?))
        }
        (TyKind::ListOf(x), TyKind::List(y)) | (TyKind::List(y), TyKind::ListOf(x)) => {
            Ty::new(TyKind::List(y.iter().map(|&y| meet_ty(*x, y, equations)).collect::<Option<_>>()?))
        }
        // Both hold the empty container, whatever their elements are.
        (TyKind::TupleOf(x), TyKind::TupleOf(y)) => meet_items(*x, *y).map_or_else(|| Ty::tuple([]), Ty::tuple_of),
        (TyKind::ListOf(x), TyKind::ListOf(y)) => meet_items(*x, *y).map_or_else(|| Ty::list([]), Ty::list_of),
        (TyKind::Set(x), TyKind::Set(y)) => Ty::new(TyKind::Set(meet_items(*x, *y).unwrap_or_else(Ty::never))),
        (TyKind::Dict(k, v), TyKind::Dict(l, w)) => {
            let (key, value) = (meet_items(*k, *l), meet_items(*v, *w));
            let (key, value) = key.zip(value).unwrap_or((Ty::never(), Ty::never()));
            Ty::new(TyKind::Dict(key, value))
        }
        (TyKind::Slice(x), TyKind::Slice(y)) => {
            let parts = meet_all(x, y, equations)?;
            Ty::new(TyKind::Slice([parts[0], parts[1], parts[2]]))
        }
        (TyKind::Struct(x), TyKind::Struct(y)) if x.iter().map(|f| f.0).eq(y.iter().map(|f| f.0)) => {
            let fields = x.iter().zip(y).map(|(x, y)| Some((x.0, meet_ty(x.1, y.1, equations)?)));
            Ty::new(TyKind::Struct(fields.collect::<Option<_>>()?))
        }
        (TyKind::Ctor(..), TyKind::Ctor(..)) => {
            let both = Applied::of(a, b)?;
            both.made(meet_all(&both.a, &both.b, equations)?)?
        }
        _ => return None,
    })
}

/// The first by structure, so that the order of the arguments does not matter.
fn first(a: Ty, b: Ty) -> Ty {
    if order::types(a, b).is_le() { a } else { b }
}

fn meet_all(x: &[Ty], y: &[Ty], equations: &mut Equations) -> Option<Box<[Ty]>> {
    (x.len() == y.len()).then_some(())?;
    x.iter().zip(y).map(|(&x, &y)| meet_ty(x, y, equations)).collect()
}

/// Elements of containers that may be empty, so that no equation is needed.
fn meet_items(x: Ty, y: Ty) -> Option<Ty> {
    meet(x, y).map(|both| both.ty)
}

/// Each member with each; the equations are needed if there is one way only.
fn meet_members(a: Ty, b: Ty, equations: &mut Equations) -> Option<Ty> {
    let mut found: Vec<Meet> = Vec::new();
    for x in a.members() {
        for y in b.members() {
            found.extend(meet(x, y));
        }
    }
    if let [only] = &mut *found {
        equations.append(&mut only.equations);
    }
    (!found.is_empty()).then(|| Ty::union(found.into_iter().map(|both| both.ty)))
}

/// Arrays, NumPy scalars, and what is one or the other.
fn meet_array(a: Ty, b: Ty, equations: &mut Equations) -> Option<Ty> {
    let ((x, s), (y, t)) = (a.as_array()?, b.as_array()?);
    let elem = meet_elem(x, y)?;
    let shapes = meet_shapes(s, t, equations);
    let nested = |shape: Shape| {
        // A decayed value that is an array has a rank of at least 1.
        let at_least_one = Shape::of(&[Dim::any()]).append(shape);
        if shape == Shape::any() { at_least_one.unwrap_or(shape) } else { shape }
    };
    let types: Vec<Ty> = match (a.kind(), b.kind()) {
        (TyKind::Array { .. } | TyKind::Placed { .. }, TyKind::Array { .. } | TyKind::Placed { .. }) => {
            let at =
                |(s, e): (Shape, &mut Equations)| Some(Ty::placed(elem, s, meet_place(a.place(), b.place(), s, e)?));
            shapes.into_iter().filter_map(|s| at((s, equations))).collect()
        }
        (TyKind::Decay { .. }, TyKind::Decay { .. }) => shapes.into_iter().map(|s| Ty::decay(elem, s)).collect(),
        (TyKind::Decay { .. }, TyKind::Scalar(_)) | (TyKind::Scalar(_), TyKind::Decay { .. }) => {
            shapes.into_iter().map(|_| Ty::scalar(elem)).collect()
        }
        (TyKind::Decay { .. }, TyKind::Array { .. } | TyKind::Placed { .. })
        | (TyKind::Array { .. } | TyKind::Placed { .. }, TyKind::Decay { .. }) => {
            let at = |s: Shape| Some(Ty::placed(elem, nested(s), meet_place(a.place(), b.place(), s, equations)?));
            shapes.into_iter().filter(|s| s.rank() != Some(0)).filter_map(at).collect()
        }
        _ => Vec::new(),
    };
    (!types.is_empty()).then(|| Ty::union(types))
}

fn meet_elem(a: Elem, b: Elem) -> Option<Elem> {
    if a == b || b.is_any() {
        return Some(a);
    }
    if a.is_any() {
        return Some(b);
    }
    let concrete = |elem: Elem| matches!(elem.data(), ElemData::DType(_) | ElemData::Weak(_));
    match (concrete(a), concrete(b)) {
        // A variable's dtype may be any, an application's anything.
        (true, true) => None,
        (true, false) => Some(a),
        (false, true) => Some(b),
        (false, false) if is_undecided_elem(a) != is_undecided_elem(b) => {
            Some(if is_undecided_elem(a) { b } else { a })
        }
        (false, false) => Some(if order::elems(a, b).is_le() { a } else { b }),
    }
}

pub(super) fn meet_dim(a: Dim, b: Dim, equations: &mut Equations) -> Option<Dim> {
    if a.is_any() {
        return Some(b);
    }
    if b.is_any() {
        return Some(a);
    }
    let truth = bounds::eq(a, b, &NoFacts);
    if truth.is_no() {
        return None;
    }
    if !truth.is_yes() {
        equations.push((a, b));
    }
    // A constant says more than a name, and then the first in structural order.
    let second = b.constant().is_some() || (a.constant().is_none() && order::dims(b, a).is_lt());
    Some(if second { b } else { a })
}

/// The shapes that together hold what both hold.
fn meet_shapes(a: Shape, b: Shape, equations: &mut Equations) -> Vec<Shape> {
    if a == b {
        return vec![a];
    }
    // One sequence has one length.
    if a.seq().is_some() && a.seq() == b.seq() && !a.seq().is_some_and(Seq::is_any) && a.min_rank() != b.min_rank() {
        return Vec::new();
    }
    let Some(pairing) = pair(a, b) else { return Vec::new() };
    if pairing.is_open() {
        return match [a, b].iter().all(|shape| shape.seq().is_some_and(Seq::is_any)) {
            true => meet_open(a, b, equations),
            false => vec![says_more(a, b)],
        };
    }
    let met: Option<Vec<Dim>> = pairing.dims.iter().map(|&(x, y)| meet_dim(x, y, equations)).collect();
    let Some(met) = met else { return Vec::new() };
    let (head, tail) = met.split_at(pairing.front);
    let middle = says_more(pairing.left, pairing.right);
    let whole = Shape::of(head).append(middle).and_then(|head| head.append(Shape::of(tail)));
    whole.into_iter().collect()
}

/// Of two shapes that may be equal: a known rank, more dims, a sequence with a name.
fn says_more(a: Shape, b: Shape) -> Shape {
    let any = |shape: Shape| shape.seq().is_some_and(Seq::is_any);
    let key =
        |shape: Shape| (shape.rank().is_none(), any(shape) && shape.min_rank() == 0, usize::MAX - shape.min_rank());
    let order = key(a).cmp(&key(b)).then_with(|| any(a).cmp(&any(b))).then_with(|| order::shapes(a, b));
    if order.is_le() { a } else { b }
}

/// `[n, ...]` and `[..., m]`: the prefix and the suffix apart, or overlapping in ranks too low
/// for both.
fn meet_open(a: Shape, b: Shape, equations: &mut Equations) -> Vec<Shape> {
    let (long, other) = if a.data().prefix.len() >= b.data().prefix.len() { (a, b) } else { (b, a) };
    let (prefix, suffix) = (&long.data().prefix, other.suffix());
    let mut common = |x: &[Dim], y: &[Dim]| -> Option<Vec<Dim>> {
        x.iter().zip(y).map(|(x, y)| meet_dim(*x, *y, equations)).collect()
    };
    let front = other.data().prefix.len();
    let back = long.suffix().len();
    let split = suffix.len() - back;
    let (Some(head), Some(tail)) =
        (common(&prefix[..front], &other.data().prefix), common(&suffix[split..], long.suffix()))
    else {
        return Vec::new();
    };
    let (before, after) = (&prefix[front..], &suffix[..split]);
    let whole = |middle: &[Dim]| head.iter().chain(middle).chain(&tail).copied().collect::<Shape>();
    let mut found = Vec::new();
    for rank in before.len().max(after.len())..before.len() + after.len() {
        let start = rank - after.len();
        let mut own = Vec::new();
        let middle = (0..rank).map(|place| match (before.get(place), place.checked_sub(start).map(|at| after[at])) {
            (Some(x), Some(y)) => meet_dim(*x, y, &mut own),
            (Some(x), None) => Some(*x),
            (None, y) => y,
        });
        let middle = middle.collect::<Option<Vec<Dim>>>();
        if let (Some(middle), Some(_)) = (middle, Solved::new(own)) {
            found.push(whole(&middle));
        }
    }
    let apart = Shape::new(
        head.iter().chain(before).copied(),
        Some((Seq::any(), after.iter().chain(&tail).copied().collect())),
    );
    found.push(apart);
    found
}

/// Equations in solved form: what each name is, and what could not be solved.
#[derive(Default)]
struct Solved {
    names: Vec<(Atom, Dim)>,
    waiting: Equations,
}

impl Solved {
    /// `None` if no sizes satisfy them.
    fn new(equations: Equations) -> Option<Solved> {
        let mut solved = Solved::default();
        let mut queue = equations;
        queue.reverse();
        while let Some((a, b)) = queue.pop() {
            let mut names = Instead(&solved.names);
            let (a, b) = (map_dim(a, &mut names), map_dim(b, &mut names));
            match bounds::eq(a, b, &NoFacts) {
                Truth::Yes => continue,
                Truth::No => return None,
                Truth::Unknown => {}
            }
            let Some((name, value)) = solve_for_a_name(a.minus(b)) else {
                solved.waiting.push((a, b));
                continue;
            };
            // Names are sizes.
            if bounds::interval(name.dim(), &NoFacts).meet(bounds::interval(value, &NoFacts)).is_empty() {
                return None;
            }
            for (_, other) in &mut solved.names {
                *other = map_dim(*other, &mut Instead(&[(name, value)]));
            }
            solved.names.push((name, value));
            queue.append(&mut solved.waiting);
        }
        Some(solved)
    }

    fn ty(&self, ty: Ty) -> Ty {
        if self.names.is_empty() {
            return ty;
        }
        map_ty(ty, &mut Instead(&self.names))
    }

    fn equations(mut self) -> Equations {
        self.names.sort_by(|a, b| order::atoms(a.0, b.0));
        let solved = self.names.iter().map(|(name, value)| (name.dim(), *value));
        let mut waiting: Equations = self.waiting.clone();
        for (a, b) in &mut waiting {
            if b.constant().is_none() && (a.constant().is_some() || order::dims(*b, *a).is_lt()) {
                std::mem::swap(a, b);
            }
        }
        waiting.sort_by(|x, y| order::dims(x.0, y.0).then_with(|| order::dims(x.1, y.1)));
        waiting.dedup();
        solved.chain(waiting).collect()
    }
}

/// `difference = 0` as `name = value`: the last name that occurs once, with coefficient 1 or -1.
fn solve_for_a_name(difference: Dim) -> Option<(Atom, Dim)> {
    let mut names: Vec<Atom> =
        difference.atoms().filter(|atom| matches!(atom.data(), AtomData::Name(_) | AtomData::Fresh { .. })).collect();
    names.sort_by(|a, b| order::atoms(*b, *a));
    names.into_iter().find_map(|name| {
        let (coefficient, rest) = difference.linear_in(name)?;
        let mut inside = false;
        visit_dim(rest, &mut |leaf| inside |= leaf == Leaf::Atom(name));
        match coefficient {
            1 if !inside => Some((name, rest.negated())),
            -1 if !inside => Some((name, rest)),
            _ => None,
        }
        .filter(|(_, value)| !value.is_any())
    })
}
