//! The primitive relations, one file each: what it means, one step, its tests.
//!
//! A relation is a function from closed terms to a closed term that asks and tells through its
//! [`Context`]. It is *total*: where its arguments do not decide the result yet, the result is
//! its own application ([`undecided_shape`] and its like), as narrow as can be said (known rank,
//! known dims), and is evaluated again when they do. What it needs it requires; a requirement that
//! is refuted is a [`Failure`] whose parts name the relation's arguments.
//!
//! To add one: a file here, a line in [`ALL`].

mod broadcast;

use conformable_types::{Atom, AtomData, Dim, Elem, ElemData, Seq, SeqData, Shape, Sym, Term};

use crate::cause::Failure;
use crate::context::Context;
use crate::store::Store;

/// What a relation is to the language of signatures.
pub struct Relation {
    pub name: &'static str,
    pub evaluate: fn(&mut Context, &[Term]) -> Result<Term, Failure>,
}

/// All relations of the core.
pub static ALL: &[&Relation] = &[&broadcast::BROADCAST];

pub fn by_name(name: &str) -> Option<&'static Relation> {
    ALL.iter().copied().find(|relation| relation.name == name)
}

/// Evaluate an application again whose arguments have changed; `None` if it is still undecided
/// or refuted (who applied it first has been told).
pub fn reapply(name: &str, args: &[Term], store: &Store) -> Option<Term> {
    let relation = by_name(name)?;
    let result = (relation.evaluate)(&mut Context::new(store), args).ok()?;
    let same = match &result {
        Term::Dim(dim) => dim
            .as_atom()
            .is_some_and(|atom| matches!(atom.data(), AtomData::App(n, a) if n.as_str() == name && **a == *args)),
        Term::Shape(shape) => shape
            .seq()
            .is_some_and(|seq| matches!(seq.data(), SeqData::App(n, a) if n.as_str() == name && **a == *args)),
        Term::Elem(elem) => matches!(elem.data(), ElemData::App(n, a) if n.as_str() == name && **a == *args),
        Term::Ty(_) | Term::List(_) => false,
    };
    (!same).then_some(result)
}

/// The shape, of unknown rank, that `name` gives for these arguments.
pub fn undecided_shape(name: &str, args: &[Term]) -> Shape {
    Seq::new(SeqData::App(Sym::new(name), args.into())).shape()
}

/// The dim that `name` gives for these arguments.
pub fn undecided_dim(name: &str, args: &[Term]) -> Dim {
    Atom::new(AtomData::App(Sym::new(name), args.into())).dim()
}

/// The element type that `name` gives for these arguments.
pub fn undecided_elem(name: &str, args: &[Term]) -> Elem {
    Elem::new(ElemData::App(Sym::new(name), args.into()))
}
