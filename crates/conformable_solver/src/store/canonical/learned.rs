//! What a call taught a store, apart from which numbers its leaves have, so that it can be taught
//! again of others. Where it can is for [`super::code`] to say.

use conformable_types::term::{self, Leaf, Map};
use conformable_types::{Atom, Dim, Elem, Interval, Seq, Shape, Sym, Ty};
use rustc_hash::FxHashSet;

use crate::store::tell::MAX_WAITING;
use crate::store::waiting::Waiting;
use crate::store::{Fact, Store, is_since};

/// So many facts wait at most while a call is answered and no longer.
const MOST_MEANWHILE: usize = 16;

/// What the numbers of a form stand for: the numbers of leaves, ascending, so that they keep their order.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Form(pub(super) Vec<u64>);

/// What is known, in the numbers of a form.
#[derive(Clone, Default, Debug)]
pub struct About {
    dims: Vec<(Atom, Dim)>,
    bounds: Vec<(Atom, Interval)>,
    seqs: Vec<(Seq, Shape)>,
    elems: Vec<(Elem, Elem)>,
    waiting: Vec<Fact>,
}

/// Terms in other numbers; `fails` if one has none.
pub struct Renumbered<'a> {
    number: &'a dyn Fn(u64) -> Option<u64>,
    fails: bool,
}

impl Renumbered<'_> {
    fn numbered(&mut self, id: u64) -> u64 {
        (self.number)(id).unwrap_or_else(|| {
            self.fails = true;
            id
        })
    }

    pub fn ty(&mut self, ty: Ty) -> Ty {
        term::map_ty(ty, self)
    }

    pub fn dim(&mut self, dim: Dim) -> Dim {
        if dim.constant().is_some() { dim } else { term::map_dim(dim, self) }
    }

    fn key(&mut self, atom: Atom) -> Atom {
        self.dim(atom.dim()).as_atom().unwrap_or_else(|| {
            self.fails = true;
            atom
        })
    }

    fn seq_key(&mut self, seq: Seq) -> Seq {
        let shape = term::map_shape(seq.shape(), self);
        shape.seq().filter(|seq| shape == seq.shape()).unwrap_or_else(|| {
            self.fails = true;
            seq
        })
    }

    fn about(&mut self, about: &About) -> About {
        About {
            dims: about.dims.iter().map(|(atom, value)| (self.key(*atom), self.dim(*value))).collect(),
            bounds: about.bounds.iter().map(|(atom, bounds)| (self.key(*atom), *bounds)).collect(),
            seqs: about.seqs.iter().map(|(seq, value)| (self.seq_key(*seq), term::map_shape(*value, self))).collect(),
            elems: about
                .elems
                .iter()
                .map(|(elem, value)| (term::map_elem(*elem, self), term::map_elem(*value, self)))
                .collect(),
            waiting: about.waiting.iter().map(|fact| fact.map(self)).collect(),
        }
    }
}

impl Map for Renumbered<'_> {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        let (id, kind) = leaf.fresh()?;
        Some(leaf.numbered(self.numbered(id), kind))
    }

    fn name(&mut self, _: Sym) -> Option<Ty> {
        self.fails = true;
        None
    }
}

impl Form {
    /// In the numbers of the form.
    pub fn abstracted<T>(&self, write: impl FnOnce(&mut Renumbered) -> T) -> Option<T> {
        self.told_apart(u64::MAX, write)
    }

    /// In the numbers of the form, what was made since `next` following on them.
    pub fn told_apart<T>(&self, next: u64, write: impl FnOnce(&mut Renumbered) -> T) -> Option<T> {
        let known = self.0.len() as u64;
        let number = |id: u64| match self.0.binary_search(&id) {
            Ok(place) => Some(place as u64),
            Err(_) => is_since(id, next).then(|| known + (id - next)),
        };
        let mut renumbered = Renumbered { number: &number, fails: false };
        let written = write(&mut renumbered);
        (!renumbered.fails).then_some(written)
    }

    /// Of the numbers of the form what they stand for, those that follow on them from `next` on.
    pub fn instantiated<T>(&self, next: u64, write: impl FnOnce(&mut Renumbered) -> T) -> T {
        let number = |id: u64| {
            let place = usize::try_from(id).unwrap_or(usize::MAX);
            Some(self.0.get(place).copied().unwrap_or_else(|| next + (id - self.0.len() as u64)))
        };
        write(&mut Renumbered { number: &number, fails: false })
    }
}

impl Store {
    /// What is known more than `before`, in the numbers of a form; `None` if something is known no
    /// more, or in another order.
    pub fn learned(&self, before: &Store, form: &Form) -> Option<About> {
        let mut about = About::default();
        if !self.runtime.ptr_eq(&before.runtime) || !self.rigid.ptr_eq(&before.rigid) {
            return None;
        }
        if self.version != before.version {
            let kept = before.waiting.len();
            let (old, new) = (before.waiting(), self.waiting());
            if self.waiting.len() < kept || !self.waiting.ptr_eq(&before.waiting) && !old.eq(new.take(kept)) {
                return None;
            }
            for atom in before.dims.differing(&self.dims) {
                about.dims.push((atom, self.dims.get(atom)?));
            }
            for atom in before.bounds.differing(&self.bounds) {
                about.bounds.push((atom, self.bounds.get(atom)?));
            }
            for seq in before.seqs.differing(&self.seqs) {
                about.seqs.push((seq, self.seqs.get(seq)?));
            }
            for elem in before.elems.differing(&self.elems) {
                about.elems.push((elem, self.elems.get(elem)?));
            }
            about.waiting = self.waiting().skip(kept).cloned().collect();
        }
        form.told_apart(before.next, |renumbered| renumbered.about(&about))
    }

    /// With what was learned in the numbers of a form, and so many new ones; `None` if something
    /// would have to be forgotten.
    #[must_use]
    pub fn having_learned(&self, about: &About, form: &Form, made: u64) -> Option<Store> {
        let mut store = self.clone();
        store.next += made;
        let About { dims, bounds, seqs, elems, waiting } = about;
        if dims.is_empty() && bounds.is_empty() && seqs.is_empty() && elems.is_empty() && waiting.is_empty() {
            return Some(store);
        }
        if self.waiting.len() + waiting.len() > MAX_WAITING {
            return None;
        }
        let about = form.instantiated(self.next, |renumbered| renumbered.about(about));
        let known = store.change();
        about.dims.into_iter().for_each(|(atom, value)| known.dims.insert(atom, value));
        about.bounds.into_iter().for_each(|(atom, bounds)| known.bounds.insert(atom, bounds));
        about.seqs.into_iter().for_each(|(seq, value)| known.seqs.insert(seq, value));
        about.elems.into_iter().for_each(|(elem, value)| known.elems.insert(elem, value));
        about.waiting.into_iter().for_each(|fact| known.waiting.push_back(Waiting::new(fact)));
        Some(store)
    }

    /// Do both know the same, and number what is new alike? Facts may wait in any order. Where as many wait as may, the other
    /// one may have forgotten some for those that waited meanwhile.
    pub fn is_same(&self, other: &Store) -> bool {
        self.next == other.next
            && self.runtime == other.runtime
            && self.rigid.ptr_eq(&other.rigid)
            && self.dims.differing(&other.dims).next().is_none()
            && self.bounds.differing(&other.bounds).next().is_none()
            && self.seqs.differing(&other.seqs).next().is_none()
            && self.elems.differing(&other.elems).next().is_none()
            && self.waits_for_at_least(other)
            && (self.waiting.len() + MOST_MEANWHILE > MAX_WAITING || other.waits_for_at_least(self))
    }

    fn waits_for_at_least(&self, other: &Store) -> bool {
        let own: FxHashSet<&Fact> = self.waiting().collect();
        other.waiting().all(|fact| own.contains(fact))
    }
}
