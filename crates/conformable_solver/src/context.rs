//! What a relation may ask and tell while it is evaluated.

use conformable_types::{Dim, Elem, FreshKind, Shape, Truth};

use crate::cause::Failure;
use crate::store::{Fact, Store};

/// Facts told during one application: they hold if it succeeds, and are told to the path then.
///
/// A relation evaluates against the path's store *and* what has been told so far.
pub struct Context {
    store: Store,
    told: Vec<Fact>,
}

impl Context {
    pub fn new(store: &Store) -> Context {
        Context { store: store.clone(), told: Vec::new() }
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    /// For numbering fresh things and run-time sizes; facts go through [`Context::require`].
    pub fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// A requirement: refuted, or known from here on.
    pub fn require(&mut self, fact: Fact, failure: impl FnOnce() -> Failure) -> Result<(), Failure> {
        match self.store.ask(&fact) {
            Truth::Yes => Ok(()),
            Truth::No => Err(failure()),
            Truth::Unknown => match self.store.tell(&fact) {
                Ok(()) => {
                    self.told.push(fact);
                    Ok(())
                }
                Err(_) => Err(failure()),
            },
        }
    }

    pub fn fresh_dim(&mut self, kind: FreshKind) -> Dim {
        self.store.fresh_dim(kind)
    }

    pub fn fresh_shape(&mut self) -> Shape {
        self.store.fresh_shape()
    }

    pub fn fresh_elem(&mut self) -> Elem {
        self.store.fresh_elem()
    }

    /// The store with all that was told, once the application has succeeded.
    pub fn into_store(self) -> Store {
        self.store
    }

    pub fn told(&self) -> &[Fact] {
        &self.told
    }
}
