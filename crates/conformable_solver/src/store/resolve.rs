//! What is known put in: bindings followed, applications evaluated again.

use conformable_types::bounds;
use conformable_types::term::{self, Map, Term};
use conformable_types::{Atom, AtomData, Dim, Elem, ElemData, Seq, SeqData, Shape};

use super::Store;
use crate::relations;

pub(super) struct Resolve<'s> {
    pub store: &'s Store,
    /// Bindings that are not looked up: what becomes of these without them.
    pub except: Option<Atom>,
    pub except_seq: Option<Seq>,
    /// Something inside the leaf in hand was exchanged: an application is worth another look.
    pub changed: bool,
}

impl<'s> Resolve<'s> {
    pub fn of(store: &'s Store) -> Resolve<'s> {
        Resolve { store, except: None, except_seq: None, changed: false }
    }
}

impl Map for Resolve<'_> {
    fn rebuilt(&mut self, changed: bool) {
        self.changed = changed;
    }

    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        let changed = self.changed;
        if self.except != Some(atom)
            && let Some(value) = self.store.dims.get(&atom)
        {
            return Some(term::map_dim(*value, self));
        }
        match atom.data() {
            AtomData::App(name, args) if changed && !self.store.applying => {
                match relations::reapply(name.as_str(), args, self.store)? {
                    Term::Dim(dim) => Some(dim),
                    _ => None,
                }
            }
            // Signs that have become known.
            AtomData::SliceLen { start, stop, step, n } => {
                let plain = self.store.without_waiting();
                relations::slice::known_length(&plain, Some(*start), Some(*stop), *step, *n)
            }
            AtomData::Max(args) => kept(args, &|a, b| bounds::le(a, b, self.store).is_yes()).map(Dim::max),
            AtomData::Min(args) => kept(args, &|a, b| bounds::le(b, a, self.store).is_yes()).map(Dim::min),
            _ => None,
        }
    }

    fn seq(&mut self, seq: Seq) -> Option<Shape> {
        let changed = self.changed;
        if self.except_seq != Some(seq)
            && let Some(value) = self.store.seqs.get(&seq)
        {
            return Some(term::map_shape(*value, self));
        }
        match seq.data() {
            SeqData::App(name, args) if changed && !self.store.applying => {
                match relations::reapply(name.as_str(), args, self.store)? {
                    Term::Shape(shape) => Some(shape),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        let changed = self.changed;
        if let Some(value) = self.store.elems.get(&elem) {
            return Some(term::map_elem(*value, self));
        }
        match elem.data() {
            ElemData::App(name, args) if changed && !self.store.applying => {
                match relations::reapply(name.as_str(), args, self.store)? {
                    Term::Elem(elem) => Some(elem),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn append(&mut self, left: Shape, right: Shape) -> Shape {
        relations::measure::append(left, right)
    }
}

/// The arguments that no other one stands for; `None` if that is all of them.
fn kept(args: &[Dim], yields: &dyn Fn(Dim, Dim) -> bool) -> Option<Vec<Dim>> {
    let mut kept: Vec<Dim> = Vec::with_capacity(args.len());
    for &arg in args {
        if kept.iter().any(|&other| yields(arg, other)) {
            continue;
        }
        kept.retain(|&other| !yields(other, arg));
        kept.push(arg);
    }
    (kept.len() < args.len()).then_some(kept)
}
