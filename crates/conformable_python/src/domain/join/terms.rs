//! Sizes, shapes, dtypes and types of two paths become one, by anti-unification with one table for the
//! whole join. Nothing is known here of values, or of where they are kept.
//!
//! At a loop's head the atoms that the head made stand for any pass's value: in the next head each stands for one term
//! of this pass, everywhere. So what is the same on both sides is so only if the atoms in it stand for themselves.

use conformable_solver::{Store, is_since};
use conformable_types::relations::is_free;
use conformable_types::shape::Dims;
use conformable_types::term::{self, Leaf};
use conformable_types::{AtomData, Dim, Elem, FreshKind, Interval, Seq, SeqData, Shape, Ty, TyKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub struct Terms<'s> {
    left: &'s Store,
    right: &'s Store,
    pub store: Store,
    /// What each pair of sizes has become.
    table: FxHashMap<(Dim, Dim), Dim>,
    /// Which of the two paths a run took: 0 is the left.
    taken: Option<Dim>,
    /// What each atom that stands for any pass's value is after this pass.
    kept: FxHashMap<Dim, Dim>,
    /// What each such sequence is: a shape, but for so many of its first dims.
    kept_sequences: FxHashMap<Seq, (Shape, usize)>,
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
            taken: None,
            kept: FxHashMap::default(),
            kept_sequences: FxHashMap::default(),
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
            self.kept_sequences.retain(|seq, _| !Leaf::Seq(*seq).is_of_each());
        }
        std::mem::replace(&mut self.each, each)
    }

    /// Do all of these atoms and sequences stand for themselves? Then they do from here on.
    pub fn stay(&mut self, visit: impl FnOnce(&mut dyn FnMut(Leaf))) -> bool {
        let Some(since) = self.widen else { return true };
        let mut own: SmallVec<[Leaf; 4]> = SmallVec::new();
        visit(&mut |leaf| {
            if leaf.fresh().is_some_and(|(id, _)| is_since(id, since)) {
                own.push(leaf);
            }
        });
        let does = own.iter().all(|leaf| match leaf {
            Leaf::Atom(atom) => self.kept.get(&atom.dim()).is_none_or(|now| *now == atom.dim()),
            Leaf::Seq(seq) => self.kept_sequences.get(seq).is_none_or(|now| *now == itself(*seq)),
            _ => true,
        });
        for leaf in own.into_iter().filter(|_| does) {
            match leaf {
                Leaf::Atom(atom) => drop(self.kept.insert(atom.dim(), atom.dim())),
                Leaf::Seq(seq) => drop(self.kept_sequences.insert(seq, itself(seq))),
                _ => {}
            }
        }
        does
    }

    pub fn stay_all(&mut self, dims: &[Dim]) -> bool {
        self.stay(|see| dims.iter().for_each(|dim| term::visit_dim(*dim, see)))
    }

    pub fn dim(&mut self, a: Dim, b: Dim, size: bool) -> Dim {
        if let Some(standing) = self.still_stands(a, b) {
            return standing;
        }
        let same = a == b || self.right.ask_eq(a, b).is_yes();
        if same && self.stay(|see| term::visit_dim(a, see)) {
            return a;
        }
        // One side may know that they are the same.
        if self.widen.is_none() && self.left.ask_eq(a, b).is_yes() {
            return b;
        }
        if let Some(known) = self.table.get(&(a, b)) {
            return *known;
        }
        if let Some(choice) = self.choice(a, b) {
            self.changed |= choice != a;
            self.table.insert((a, b), choice);
            return choice;
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

    /// One of two values that are known: each is the one of a path, or one of those that a join before this one left. Their hull
    /// says as much of neighbours, and of a size that may be 0 others ask.
    fn choice(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        if self.each {
            return None;
        }
        let (a, b) = (self.left.resolve_dim(a), self.right.resolve_dim(b));
        let values = match (a.constant(), b.constant()) {
            (Some(x), Some(y)) => [x, y],
            (Some(one), None) => b.as_choice().filter(|(values, _)| values.contains(&one))?.0,
            (None, Some(one)) => a.as_choice().filter(|(values, _)| values.contains(&one))?.0,
            (None, None) => {
                let ((x, c), (y, d)) = (a.as_choice()?, b.as_choice()?);
                if x != y {
                    return None;
                }
                let known = self.still_stands(c.dim(), d.dim());
                let known = known.or_else(|| self.table.get(&(c.dim(), d.dim())).copied());
                let either = known.unwrap_or_else(|| self.store.fresh_dim(FreshKind::Choice));
                self.table.insert((c.dim(), d.dim()), either);
                return Some(Dim::choice(x, either));
            }
        };
        if values[0].abs_diff(values[1]) < 2 || values.contains(&0) || self.widen.is_some() {
            return None;
        }
        let is_by_path = a.constant().is_some() && b.constant().is_some();
        let taken = self.taken.filter(|_| is_by_path).unwrap_or_else(|| self.store.fresh_dim(FreshKind::Choice));
        if is_by_path {
            self.taken = Some(taken);
        }
        Some(Dim::choice(values, taken))
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

    /// Does a sequence that the loop made stand for any pass's, and for what is left of this shape behind so many dims now?
    fn goes_on(&mut self, seq: Seq, shape: Shape, behind: usize) -> bool {
        let (Some(since), SeqData::Fresh { id, kind }) = (self.widen, seq.data()) else { return false };
        let is_made = is_since(*id, since) && *kind != FreshKind::Var && is_free(seq) && self.may_stand(*kind);
        let is_itself = shape.seq() == Some(seq) && shape.data().prefix.len() == behind && shape.suffix().is_empty();
        let now = if is_itself { itself(seq) } else { (shape, behind) };
        is_made && *self.kept_sequences.entry(seq).or_insert(now) == now
    }

    fn shape(&mut self, a: Shape, b: Shape) -> Option<Shape> {
        let (a, b) = (self.left.resolve_shape(a), self.right.resolve_shape(b));
        if a == b && self.stay(|see| term::visit_shape(a, see)) {
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
                    (Some(s), Some(t))
                        if s == t
                            && x.len() == y.len()
                            && a.suffix().len() == b.suffix().len()
                            && self.stay(|see| see(Leaf::Seq(s))) =>
                    {
                        suffix = a.suffix().iter().zip(b.suffix()).map(|(&x, &y)| self.dim(x, y, true)).collect();
                        s
                    }
                    // A sequence that stands for any goes on doing so.
                    (Some(s), _)
                        if x.len() == prefix.len() && a.suffix().is_empty() && self.goes_on(s, b, prefix.len()) =>
                    {
                        s
                    }
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
        if a == b && self.stay(|see| term::visit_ty(a, see)) {
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

/// What a sequence is that stands for itself.
fn itself(seq: Seq) -> (Shape, usize) {
    (Shape::new(Dims::new(), Some((seq, Dims::new()))), 0)
}

/// Is it a size that each of several values has for itself?
fn is_of_each(dim: Dim) -> bool {
    dim.as_atom().is_some_and(|atom| Leaf::Atom(atom).is_of_each())
}

/// Bounds that stay: no more than the sign.
fn widened(hull: Interval) -> Interval {
    Interval { lo: if hull.lo >= 0 { hull.lo.min(1) } else { i64::MIN }, hi: i64::MAX }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A dim as it is written, or one of those that a sequence stands for; `None` is any.
    type Place = Option<Result<Dim, (Seq, usize)>>;

    fn shapes() -> impl Strategy<Value = Shape> {
        let dim = prop_oneof![Just(Dim::of(1)), Just(Dim::of(3)), Just(Dim::name("n")), Just(Dim::name("m"))];
        let dims = proptest::collection::vec(dim, 0..3);
        let rest = prop_oneof![Just(None), Just(Some("S")), Just(Some("S")), Just(Some("T"))];
        (dims.clone(), rest, dims).prop_map(|(prefix, rest, suffix)| {
            let rest = rest.map(|name| (Seq::name(name), suffix.iter().copied().collect::<Dims>()));
            Shape::new(prefix, rest)
        })
    }

    /// A shape written out where `S` and `T` stand for so many dims, and another sequence for what is left of `rank`.
    fn written_out(shape: Shape, lengths: [usize; 2], rank: Option<usize>) -> Option<Vec<Place>> {
        let dim = |dim: &Dim| match dim.as_atom().map(|atom| atom.data()) {
            Some(AtomData::Fresh { .. }) => None,
            _ if dim.as_choice().is_some() => None,
            _ => Some(Ok(*dim)),
        };
        let mut places: Vec<Place> = shape.data().prefix.iter().map(dim).collect();
        if let Some(seq) = shape.seq() {
            let (length, is_known) = match [Seq::name("S"), Seq::name("T")].iter().position(|one| *one == seq) {
                Some(number) => (lengths[number], true),
                None => (rank?.checked_sub(places.len() + shape.suffix().len())?, false),
            };
            places.extend((0..length).map(|place| is_known.then_some(Err((seq, place)))));
            places.extend(shape.suffix().iter().map(dim));
        }
        Some(places)
    }

    /// At a head that made one atom, which the pass leaves as this much more of it.
    fn at_head(test: impl FnOnce(&mut Terms<'_>, Dim, Dim)) {
        let mut store = Store::new();
        let since = store.fresh_id();
        let standing = store.fresh_dim(FreshKind::OneOf);
        let (left, right) = (store.clone(), store.clone());
        let mut terms = Terms::new(&left, &right, store);
        terms.widen = Some(since);
        test(&mut terms, standing, standing.plus(Dim::ONE));
    }

    #[test]
    fn an_atom_of_the_head_goes_on_standing_for_any_passs_value() {
        at_head(|terms, standing, next| {
            assert_eq!(terms.dim(standing, next, true), standing);
            assert_eq!(terms.dim(standing, next, true), standing);
            assert!(!terms.changed);
        });
    }

    #[test]
    fn what_is_left_as_it_was_is_not_what_the_pass_makes_of_it() {
        at_head(|terms, standing, next| {
            assert_eq!(terms.dim(standing, next, true), standing);
            let more = standing.plus(Dim::of(3));
            for kept in [standing, more] {
                assert_ne!(terms.dim(kept, kept, true), kept);
            }
            let array = Ty::array(Elem::any(), [more].into_iter().collect());
            assert_ne!(terms.ty(array, array), Some(array));
        });
        at_head(|terms, standing, next| {
            let more = standing.plus(Dim::of(3));
            assert_eq!(terms.dim(more, more, true), more);
            assert_ne!(terms.dim(standing, next, true), standing);
        });
    }

    proptest! {
        #[test]
        fn a_join_covers_both_shapes(a in shapes(), b in shapes(), s in 0_usize..3, t in 0_usize..3, at_head: bool) {
            let (left, right) = (Store::new(), Store::new());
            let mut terms = Terms::new(&left, &right, Store::new());
            terms.widen = at_head.then_some(0);
            if let Some(joined) = terms.shape(a, b) {
                for side in [a, b] {
                    let own = written_out(side, [s, t], None).expect("named sequences");
                    let covers = written_out(joined, [s, t], Some(own.len()));
                    let is_covered = covers.is_some_and(|covers| {
                        let place = |(one, own): (&Place, &Place)| one.is_none() || one == own;
                        covers.len() == own.len() && covers.iter().zip(&own).all(place)
                    });
                    prop_assert!(is_covered, "{a:?} and {b:?} become {joined:?}, with {s} and {t} dims");
                }
            }
        }
    }
}
