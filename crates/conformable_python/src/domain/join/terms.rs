//! Sizes, shapes, dtypes and types of two paths become one, by anti-unification with one table for the
//! whole join. Nothing is known here of values, or of where they are kept.

use conformable_solver::{Store, is_since};
use conformable_types::relations::is_free;
use conformable_types::shape::Dims;
use conformable_types::{AtomData, Dim, Elem, FreshKind, Interval, Seq, SeqData, Shape, Ty, TyKind};
use rustc_hash::FxHashMap;

pub struct Terms<'s> {
    left: &'s Store,
    right: &'s Store,
    pub store: Store,
    /// What each pair of sizes has become.
    table: FxHashMap<(Dim, Dim), Dim>,
    /// What each atom that stands for any pass's value is after this pass.
    kept: FxHashMap<Dim, Dim>,
    /// The left lost something.
    pub changed: bool,
    /// At a loop's head: the first number of an atom that the loop made.
    pub widen: Option<u64>,
    /// What comes out stands for several values at once: the elements of a list.
    each: bool,
}

impl<'s> Terms<'s> {
    pub fn new(left: &'s Store, right: &'s Store, store: Store) -> Terms<'s> {
        Terms {
            left,
            right,
            store,
            table: FxHashMap::default(),
            kept: FxHashMap::default(),
            changed: false,
            widen: None,
            each: false,
        }
    }

    /// Does what comes out from here on stand for several values at once? And did it before?
    pub fn stand_for_each(&mut self, each: bool) -> bool {
        if each && !self.each {
            // One element's sizes have nothing to do with those of another that the same value stands for.
            self.kept.retain(|dim, _| !is_of_each(*dim));
        }
        std::mem::replace(&mut self.each, each)
    }

    pub fn dim(&mut self, a: Dim, b: Dim, size: bool) -> Dim {
        if let Some(standing) = self.still_stands(a, b) {
            return standing;
        }
        if a == b {
            return a;
        }
        if self.right.ask_eq(a, b).is_yes() {
            return a;
        }
        // One side may know that they are the same.
        if self.widen.is_none() && self.left.ask_eq(a, b).is_yes() {
            return b;
        }
        if let Some(known) = self.table.get(&(a, b)) {
            return *known;
        }
        self.changed = true;
        let hull = self.left.interval(a).hull(self.right.interval(b));
        let kind = match (size, self.each) {
            (true, false) => FreshKind::OneOf,
            (false, false) => FreshKind::Int,
            (true, true) => FreshKind::Each,
            (false, true) => FreshKind::EachInt,
        };
        let fresh = self.store.fresh_dim(kind);
        if let Some(atom) = fresh.as_atom() {
            // A bound that moves at every pass never settles: keep only the sign when widening.
            let bounds = if self.widen.is_some() { widened(hull) } else { hull };
            self.store.set_bounds(atom, bounds);
        }
        self.table.insert((a, b), fresh);
        fresh
    }

    /// An atom made at this loop's head stands for the value of any pass: it does so for the next
    /// one too, unless it would have to be two different values at once.
    fn still_stands(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        let since = self.widen?;
        let atom = a.as_atom()?;
        let AtomData::Fresh { id, kind } = atom.data() else { return None };
        if matches!(kind, FreshKind::Runtime | FreshKind::Var) || !is_since(*id, since) || !self.may_stand(*kind) {
            return None;
        }
        match self.kept.get(&a) {
            Some(known) if *known != b => return None,
            Some(_) => {}
            None => {
                self.kept.insert(a, b);
            }
        }
        let (own, next) = (self.left.interval(a), self.right.interval(b));
        let hull = own.hull(next);
        if hull != own {
            self.changed = true;
            self.store.set_bounds(atom, widened(hull));
        }
        Some(a)
    }

    /// What stands for several values has sizes of each of them: one value's own would be all values'.
    fn may_stand(&self, kind: FreshKind) -> bool {
        !self.each || kind.is_of_each()
    }

    fn goes_on(&self, seq: Seq) -> bool {
        let kind = match seq.data() {
            SeqData::Fresh { kind, .. } => *kind,
            _ => FreshKind::Unknown,
        };
        self.widen.is_some() && is_free(seq) && self.may_stand(kind)
    }

    fn shape(&mut self, a: Shape, b: Shape) -> Option<Shape> {
        let (a, b) = (self.left.resolve_shape(a), self.right.resolve_shape(b));
        if a == b {
            return Some(a);
        }
        match (a.dims(), b.dims()) {
            (Some(x), Some(y)) if x.len() == y.len() => {
                Some(x.iter().zip(y).map(|(&x, &y)| self.dim(x, y, true)).collect())
            }
            (Some(_), Some(_)) if self.widen.is_none() => None,
            // Of an unknown rank the leading dims that both have are kept, and around the same sequence all.
            _ => {
                let (x, y) = (&a.data().prefix, &b.data().prefix);
                let prefix: Vec<Dim> = x.iter().zip(y).map(|(&x, &y)| self.dim(x, y, true)).collect();
                self.changed |= a.rank().is_some() || x.len() > prefix.len();
                let mut suffix = Dims::new();
                let rest = match (a.seq(), b.seq()) {
                    (Some(s), Some(t)) if s == t && x.len() == y.len() && a.suffix().len() == b.suffix().len() => {
                        suffix = a.suffix().iter().zip(b.suffix()).map(|(&x, &y)| self.dim(x, y, true)).collect();
                        s
                    }
                    // A sequence that stands for any goes on doing so.
                    (Some(s), _) if self.goes_on(s) && x.len() == prefix.len() && a.suffix().is_empty() => s,
                    _ => {
                        self.changed = true;
                        let kind = if self.each { FreshKind::Each } else { FreshKind::OneOf };
                        Seq::fresh(self.store.fresh_id(), kind)
                    }
                };
                Some(Shape::new(prefix, Some((rest, suffix))))
            }
        }
    }

    pub fn ty(&mut self, a: Ty, b: Ty) -> Option<Ty> {
        if a == b {
            return Some(a);
        }
        match (a.kind(), b.kind()) {
            (TyKind::IntOf(x), TyKind::IntOf(y)) => {
                let (x, y) = (*x, *y);
                Some(Ty::int(self.dim(x, y, false)))
            }
            (TyKind::LitBool(_) | TyKind::Bool, TyKind::LitBool(_) | TyKind::Bool) => {
                self.changed |= !matches!(a.kind(), TyKind::Bool);
                Some(Ty::new(TyKind::Bool))
            }
            (TyKind::LitFloat(_) | TyKind::Float, TyKind::LitFloat(_) | TyKind::Float) => {
                self.changed |= !matches!(a.kind(), TyKind::Float);
                Some(Ty::new(TyKind::Float))
            }
            (TyKind::LitStr(_) | TyKind::Str, TyKind::LitStr(_) | TyKind::Str) if self.widen.is_some() => {
                self.changed |= !matches!(a.kind(), TyKind::Str);
                Some(Ty::new(TyKind::Str))
            }
            (TyKind::Int | TyKind::IntOf(_), TyKind::Int | TyKind::IntOf(_)) => {
                self.changed |= !matches!(a.kind(), TyKind::Int);
                Some(Ty::new(TyKind::Int))
            }
            (TyKind::Scalar(x), TyKind::Scalar(y)) => Some(Ty::scalar(self.elem(*x, *y)?)),
            (TyKind::Array { elem: x, shape: s }, TyKind::Array { elem: y, shape: t }) => {
                let elem = self.elem(*x, *y)?;
                let shape = self.shape(*s, *t)?;
                Some(Ty::array(elem, shape))
            }
            (TyKind::Decay { elem: x, shape: s }, TyKind::Decay { elem: y, shape: t }) => {
                let elem = self.elem(*x, *y)?;
                let shape = self.shape(*s, *t)?;
                Some(Ty::decay(elem, shape))
            }
            (TyKind::Tuple(x), TyKind::Tuple(y)) if x.len() == y.len() => {
                let items: Option<Vec<Ty>> = x.iter().zip(y).map(|(&x, &y)| self.ty(x, y)).collect();
                items.map(Ty::tuple)
            }
            _ => None,
        }
    }

    /// One dtype for both, if they have one or may have.
    fn elem(&mut self, x: Elem, y: Elem) -> Option<Elem> {
        let (x, y) = (self.left.resolve_elem(x), self.right.resolve_elem(y));
        if x == y {
            return Some(x);
        }
        if !self.is_vague(x) && !self.is_vague(y) {
            return None;
        }
        self.changed |= !self.is_vague(x);
        Some(Elem::fresh(self.store.fresh_id(), self.any_kind()))
    }

    fn any_kind(&self) -> FreshKind {
        if self.each { FreshKind::Each } else { FreshKind::Unknown }
    }

    fn is_vague(&self, elem: Elem) -> bool {
        elem.dtype().is_none()
    }
}

/// Is it a size that each of several values has for itself?
fn is_of_each(dim: Dim) -> bool {
    matches!(dim.as_atom().map(|atom| atom.data()), Some(AtomData::Fresh { kind, .. }) if kind.is_of_each())
}

/// Bounds that stay: no more than the sign.
fn widened(hull: Interval) -> Interval {
    Interval { lo: if hull.lo >= 0 { hull.lo.min(1) } else { i64::MIN }, hi: i64::MAX }
}
