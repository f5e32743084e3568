//! What is known put in: bindings followed, applications evaluated again.

use conformable_types::bounds;
use conformable_types::dim::undominated;
use conformable_types::term::{self, Leaf, Map, Term};
use conformable_types::{Atom, AtomData, Dim, Elem, Seq, Shape, Truth};

use smallvec::SmallVec;

use super::Store;
use super::memo::{self, Question};
use crate::relations;

pub(super) struct Resolve<'s> {
    pub store: &'s Store,
    /// Bindings that are not looked up: what becomes of these without them.
    pub except: Option<Atom>,
    pub except_seq: Option<Seq>,
    /// Something inside the leaf in hand was exchanged: an application is worth another look.
    pub changed: bool,
    /// The bindings that are being followed. Two that were learned apart may lead to each other;
    /// then what was met first stays as it is.
    pub following: SmallVec<[Leaf; 8]>,
    /// One of them was met again: what was found since depends on where that began.
    pub led_back: bool,
}

impl<'s> Resolve<'s> {
    pub fn of(store: &'s Store) -> Resolve<'s> {
        Resolve { store, except: None, except_seq: None, changed: false, following: SmallVec::new(), led_back: false }
    }
}

impl Resolve<'_> {
    /// Does what becomes of a term depend on the store alone?
    fn is_plain(&self) -> bool {
        self.except.is_none() && self.except_seq.is_none() && self.following.is_empty()
    }

    /// What an application is now that something inside it was exchanged.
    fn reapplied(&self, leaf: Leaf) -> Option<Term> {
        let (name, args) = leaf.application().filter(|_| !self.store.applying)?;
        relations::reapply(name.as_str(), args, self.store)
    }
}

impl Map for Resolve<'_> {
    fn rebuilt(&mut self, changed: bool) {
        self.changed = changed;
    }

    fn is_kept(&mut self, dim: Dim) -> bool {
        self.is_plain() && memo::recall(self.store, Question::Dim(dim)).is_some()
    }

    fn keeps(&mut self, dim: Dim) {
        if self.is_plain() {
            memo::keep(self.store, Question::Dim(dim), Truth::Yes);
        }
    }

    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        let changed = self.changed;
        if self.except != Some(atom)
            && let Some(value) = self.store.dims.get(atom)
        {
            return self.follow_atom(atom, value);
        }
        match atom.data() {
            AtomData::App(..) if changed => self.reapplied(Leaf::Atom(atom))?.dim(),
            // Signs that have become known.
            AtomData::SliceLen { start, stop, step, n } => {
                let plain = self.store.without_waiting();
                relations::slice::known_length(&plain, Some(*start), Some(*stop), *step, *n)
            }
            AtomData::Max(args) => kept(args, |a, b| bounds::le(a, b, self.store).is_yes()).map(Dim::max),
            AtomData::Min(args) => kept(args, |a, b| bounds::le(b, a, self.store).is_yes()).map(Dim::min),
            _ => None,
        }
    }

    fn seq(&mut self, seq: Seq) -> Option<Shape> {
        let changed = self.changed;
        if self.except_seq != Some(seq)
            && let Some(value) = self.store.seqs.get(seq)
        {
            return self.follow(Leaf::Seq(seq), |resolve| term::map_shape(value, resolve));
        }
        if changed { self.reapplied(Leaf::Seq(seq))?.shape() } else { None }
    }

    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        let changed = self.changed;
        if let Some(value) = self.store.elems.get(elem) {
            return self.follow(Leaf::Elem(elem), |resolve| term::map_elem(value, resolve));
        }
        if changed { self.reapplied(Leaf::Elem(elem))?.elem() } else { None }
    }

    fn append(&mut self, left: Shape, right: Shape) -> Shape {
        relations::measure::append(left, right)
    }
}

/// The arguments that no other one stands for; `None` if that is all of them.
fn kept(args: &[Dim], yields: impl Fn(Dim, Dim) -> bool) -> Option<Vec<Dim>> {
    Some(undominated(args, yields)).filter(|kept| kept.len() < args.len())
}
