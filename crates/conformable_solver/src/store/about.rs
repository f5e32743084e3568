//! All that a store knows of some types, apart from which numbers their leaves have: two calls with
//! types of one form, of which as much is known, have one answer.
//!
//! What is known of a leaf is what it is bound to, its bounds, and what waits for it or is known of
//! an expression that it is part of; and all of that for each leaf which occurs there. The numbers
//! keep their order, since normal forms and the choice of what an equation is solved for follow it.

use std::cell::RefCell;
use std::rc::Rc;

use conformable_types::term::{self, Leaf, Map};
use conformable_types::{Atom, AtomData, Dim, Elem, ElemData, Interval, Seq, SeqData, Shape, Sym, Ty, order};

use super::tell::{MAX_WAITING, is_composite};
use super::waiting::{Mentions, Waiting};
use super::{Fact, Store, is_since};

/// Of more leaves than so many nothing is said.
const MAX_LEAVES: usize = 48;

/// More bonds than so many are not followed.
const MAX_BONDS: usize = 256;

/// What the numbers of a form stand for: the numbers of leaves, ascending.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Form(Vec<u64>);

/// What is known, in the numbers of a form.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct About {
    dims: Vec<(Atom, Dim)>,
    bounds: Vec<(Atom, Interval)>,
    seqs: Vec<(Seq, Shape)>,
    elems: Vec<(Elem, Elem)>,
    waiting: Vec<Fact>,
    /// Of the numbers from here on nothing was known: they were new.
    numbers: usize,
}

impl About {
    fn sorted(mut self) -> About {
        self.dims.sort_by(|(a, _), (b, _)| order::atoms(*a, *b));
        self.bounds.sort_by(|(a, _), (b, _)| order::atoms(*a, *b));
        self.seqs.sort_by(|(a, _), (b, _)| order::seqs(*a, *b));
        self.elems.sort_by(|(a, _), (b, _)| order::elems(*a, *b));
        self
    }
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

    fn fact(&mut self, fact: &Fact) -> Fact {
        match fact {
            Fact::Eq(a, b) => Fact::Eq(self.dim(*a), self.dim(*b)),
            Fact::Ne(a, b) => Fact::Ne(self.dim(*a), self.dim(*b)),
            Fact::Le(a, b) => Fact::Le(self.dim(*a), self.dim(*b)),
            Fact::Broadcast(a, b) => Fact::Broadcast(self.dim(*a), self.dim(*b)),
            Fact::Shape(a, b) => Fact::Shape(term::map_shape(*a, self), term::map_shape(*b, self)),
            Fact::Elem(a, b) => Fact::Elem(term::map_elem(*a, self), term::map_elem(*b, self)),
        }
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
            waiting: about.waiting.iter().map(|fact| self.fact(fact)).collect(),
            numbers: about.numbers,
        }
    }
}

impl Map for Renumbered<'_> {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        match atom.data() {
            AtomData::Fresh { id, kind } => Some(Dim::fresh(self.numbered(*id), *kind)),
            _ => None,
        }
    }

    fn seq(&mut self, seq: Seq) -> Option<Shape> {
        match seq.data() {
            SeqData::Fresh { id, kind } => Some(Seq::fresh(self.numbered(*id), *kind).shape()),
            _ => None,
        }
    }

    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        match elem.data() {
            ElemData::Fresh { id, kind } => Some(Elem::fresh(self.numbered(*id), *kind)),
            _ => None,
        }
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

/// What binds leaves together: what waits, and what is known of expressions.
struct Bonds(Vec<Mentions>);

thread_local! {
    static BONDS: RefCell<(u64, Option<Rc<Bonds>>)> = const { RefCell::new((0, None)) };
}

impl Store {
    fn bonds(&self) -> Rc<Bonds> {
        let known = BONDS.with_borrow(|(version, bonds)| bonds.clone().filter(|_| *version == self.version));
        known.unwrap_or_else(|| {
            let found = Rc::new(self.find_bonds());
            BONDS.set((self.version, Some(Rc::clone(&found))));
            found
        })
    }

    fn find_bonds(&self) -> Bonds {
        let mut bonds: Vec<Mentions> = self.waiting.iter().map(|waiting| waiting.mentions.clone()).collect();
        let mut add = |visit: &dyn Fn(&mut Mentions)| {
            let mut mentions = Mentions::default();
            visit(&mut mentions);
            bonds.push(mentions);
        };
        let atoms = self.dims.iter().map(|(atom, _)| atom).chain(self.bounds.iter().map(|(atom, _)| atom));
        for atom in atoms.filter(|atom| is_composite(*atom)) {
            add(&|mentions| mentions.add_dim(atom.dim()));
        }
        for (seq, _) in self.seqs.iter().filter(|(seq, _)| !matches!(seq.data(), SeqData::Fresh { .. })) {
            add(&|mentions| mentions.add_shape(seq.shape()));
        }
        for (elem, _) in self.elems.iter().filter(|(elem, _)| !matches!(elem.data(), ElemData::Fresh { .. })) {
            add(&|mentions| term::visit_term(&elem.into(), &mut |leaf| mentions.add(leaf)));
        }
        Bonds(bonds)
    }

    /// The form of these types, and what is known of them; `None` if it is too much, or if names
    /// are bound in it.
    pub fn about(&self, types: &[Ty]) -> Option<(Form, About)> {
        if self.dialect.is_some() || self.applying || self.news.is_some() {
            return None;
        }
        let mut leaves = Mentions::default();
        for ty in types {
            term::visit_ty(*ty, &mut |leaf| leaves.add(leaf));
        }
        let mut about = About::default();
        let bonds = self.bonds();
        if bonds.0.len() > MAX_BONDS {
            return None;
        }
        let mut tied = vec![false; bonds.0.len()];
        let mut place = 0;
        while let Some(leaf) = leaves.get(place) {
            place += 1;
            if place > MAX_LEAVES {
                return None;
            }
            match leaf {
                Leaf::Atom(atom) => {
                    if self.rigid.contains(&atom) {
                        return None;
                    }
                    if let Some(value) = self.dims.get(atom) {
                        about.dims.push((atom, value));
                        leaves.add_dim(value);
                    }
                    about.bounds.extend(self.bounds.get(atom).map(|bounds| (atom, bounds)));
                }
                Leaf::Seq(seq) => {
                    if let Some(value) = self.seqs.get(seq) {
                        about.seqs.push((seq, value));
                        leaves.add_shape(value);
                    }
                }
                Leaf::Elem(elem) => {
                    if let Some(value) = self.elems.get(elem) {
                        about.elems.push((elem, value));
                        term::visit_term(&value.into(), &mut |leaf| leaves.add(leaf));
                    }
                }
            }
            for (tied, bond) in tied.iter_mut().zip(&bonds.0) {
                if !*tied && bond.has(leaf) {
                    *tied = true;
                    leaves.add_all(bond);
                }
            }
        }
        let waits = self.waiting.iter().zip(&tied).filter(|(_, tied)| **tied);
        about.waiting = waits.map(|(waiting, _)| waiting.fact.clone()).collect();
        let form = self.form(&leaves)?;
        about.numbers = form.0.len();
        let about = form.abstracted(|renumbered| renumbered.about(&about))?;
        Some((form, about.sorted()))
    }

    fn form(&self, leaves: &Mentions) -> Option<Form> {
        let mut ids: Vec<u64> = leaves
            .iter()
            .filter_map(|leaf| match leaf {
                Leaf::Atom(atom) => match atom.data() {
                    AtomData::Fresh { id, .. } => Some(*id),
                    _ => None,
                },
                Leaf::Seq(seq) => match seq.data() {
                    SeqData::Fresh { id, .. } => Some(*id),
                    _ => None,
                },
                Leaf::Elem(elem) => match elem.data() {
                    ElemData::Fresh { id, .. } => Some(*id),
                    _ => None,
                },
            })
            .collect();
        ids.sort_unstable();
        ids.dedup();
        // What is made follows on all that there is.
        ids.last().is_none_or(|last| *last < self.next).then_some(Form(ids))
    }

    /// What is known more than `before`, in the numbers of a form; `None` if something is known no
    /// more, or in another order.
    pub fn learned(&self, before: &Store, form: &Form) -> Option<About> {
        let mut about = About { numbers: form.0.len(), ..About::default() };
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
        let About { dims, bounds, seqs, elems, waiting, numbers: _ } = about;
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

    /// Do both know the same, and number what is new alike?
    pub fn is_same(&self, other: &Store) -> bool {
        self.next == other.next
            && self.runtime == other.runtime
            && self.rigid.ptr_eq(&other.rigid)
            && self.dims.differing(&other.dims).next().is_none()
            && self.bounds.differing(&other.bounds).next().is_none()
            && self.seqs.differing(&other.seqs).next().is_none()
            && self.elems.differing(&other.elems).next().is_none()
            && self.waiting().eq(other.waiting())
    }
}
