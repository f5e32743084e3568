//! What a relation may ask and tell while it is evaluated.

use conformable_types::dim::to_i64;
use conformable_types::{Dim, Elem, FreshKind, Shape, Truth, Ty};

use crate::cause::Failure;
use crate::judgement::{self, Refused};
use crate::store::{Fact, Store};

/// Facts told during one application: they hold if it succeeds, and are told to the path then.
///
/// A relation evaluates against the path's store *and* what has been told so far.
pub struct Context {
    store: Store,
    /// The arguments have been resolved by this very store; nothing has been told since.
    resolved: bool,
    /// What few small sizes satisfy is as good as anything: it is a search's.
    pub exact: bool,
    /// Some query returned Unknown, so the answer may improve with more facts.
    saw_unknown: bool,
}

impl Context {
    pub fn new(store: &Store) -> Context {
        Context { store: store.clone(), resolved: false, exact: false, saw_unknown: false }
    }

    /// For a search, which asks for any solution at all: a requirement that only a few small sizes
    /// satisfy is not refused.
    pub fn exact(store: &Store) -> Context {
        Context { exact: true, ..Context::new(store) }
    }

    /// One to try something in, of the same kind.
    #[must_use]
    pub fn trial(&self) -> Context {
        Context { exact: self.exact, ..Context::new(&self.store) }
    }

    /// For arguments that `store` has resolved already.
    pub(crate) fn of_resolved(store: &Store) -> Context {
        let mut store = store.without_waiting();
        // Else applications inside each other would be evaluated over and over.
        store.applying = true;
        Context { store, resolved: true, exact: false, saw_unknown: false }
    }

    /// Notes that a query returned Unknown: with more facts the answer may improve.
    pub fn note_unknown(&mut self) {
        self.saw_unknown = true;
    }

    /// Did some query return Unknown, so that the answer may improve with more facts?
    pub fn saw_unknown(&self) -> bool {
        self.saw_unknown
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What was tried in another one holds, with what has become known there.
    pub fn adopt(&mut self, other: Context) {
        self.saw_unknown |= other.saw_unknown;
        self.adopt_store(other.store);
    }

    /// What has become known in a store that began as this one holds.
    pub fn adopt_store(&mut self, store: Store) {
        self.store = store;
        self.resolved = false;
    }

    /// A requirement: refuted, or known from here on.
    ///
    /// Of one that is open [`judgement`] may say that it is refused all the same.
    pub fn require(&mut self, fact: Fact, failure: impl FnOnce() -> Failure) -> Result<(), Failure> {
        self.try_require(fact).map_err(|refused| refused.of(failure()))
    }

    /// As [`Context::require`], for a failure that is described by what is known: after a refusal
    /// that is what it was before.
    pub fn try_require(&mut self, fact: Fact) -> Result<(), Refused> {
        if judgement::judge(&self.store, &fact, self.exact)?.is_yes() {
            return Ok(());
        }
        self.store.tell(&fact).map_err(|_| Refused::default())?;
        self.resolved = false;
        Ok(())
    }

    /// What success teaches beyond what the operation checks: it cannot be refuted.
    pub fn learn(&mut self, fact: &Fact) {
        if self.store.ask(fact) == Truth::Unknown && self.store.tell(fact).is_ok() {
            self.resolved = false;
        }
    }

    /// `dim`, with what is known by now put in.
    pub fn resolve_dim(&self, dim: Dim) -> Dim {
        if self.resolved { dim } else { self.store.resolve_dim(dim) }
    }

    pub fn resolve_shape(&self, shape: Shape) -> Shape {
        if self.resolved { shape } else { self.store.resolve_shape(shape) }
    }

    pub fn resolve_elem(&self, elem: Elem) -> Elem {
        if self.resolved { elem } else { self.store.resolve_elem(elem) }
    }

    pub fn resolve_ty(&self, ty: Ty) -> Ty {
        if self.resolved { ty } else { self.store.resolve_ty(ty) }
    }

    /// `shape` with at least so many dims before and after its sequence, which get fresh names
    /// and are told, if the sequence is known to have so many. Of an application only those that
    /// are there already: it is not a variable.
    pub(crate) fn reveal(&mut self, shape: Shape, front: usize, back: usize) -> Shape {
        let shape = self.resolve_shape(shape);
        let data = shape.data();
        let Some((seq, suffix)) = &data.rest else { return shape };
        if data.prefix.len() >= front && suffix.len() >= back {
            return shape;
        }
        if !conformable_types::relations::is_free(*seq) {
            return shape;
        }
        let more_front = front.saturating_sub(data.prefix.len());
        let more_back = back.saturating_sub(suffix.len());
        // `(*s, 3)` may have its first dim in `*s` or in the 3.
        let length = seq.shape().rank_dim();
        if !seq.is_any() && !self.store.ask_le(Dim::of(to_i64(more_front + more_back)), length).is_yes() {
            return shape;
        }
        let (front, back) = (self.store.dims_of(*seq, more_front), self.store.dims_of(*seq, more_back));
        let middle = self.store.rest_of(*seq);
        let inner = Shape::of(&front).append(middle).and_then(|s| s.append(Shape::of(&back)));
        let whole = inner
            .and_then(|inner| Shape::of(&data.prefix).append(inner))
            .and_then(|s| s.append(Shape::of(suffix)))
            .expect("one sequence alone");
        self.learn(&Fact::Shape(shape, whole));
        whole
    }

    pub fn fresh_dim(&mut self, kind: FreshKind) -> Dim {
        self.store.fresh_dim(kind)
    }

    pub fn fresh_shape(&mut self) -> Shape {
        self.store.fresh_shape()
    }

    /// A shape that the data decide.
    pub fn runtime_shape(&mut self) -> Shape {
        self.store.runtime_shape()
    }

    /// The size that the data decide: see [`Store::runtime_size`].
    pub fn runtime_size(&mut self, relation: &str, identity: Option<u64>) -> Dim {
        self.store.runtime_size(relation, identity)
    }

    pub fn fresh_elem(&mut self) -> Elem {
        self.store.fresh_elem()
    }

    /// The store with all that was told, once the application has succeeded.
    pub fn into_store(self) -> Store {
        self.store
    }
}
