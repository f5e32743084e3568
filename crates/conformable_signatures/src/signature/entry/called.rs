//! A function of the catalogue as it is called.

use std::fmt;
use std::sync::Arc;

use conformable_types::{Sym, Ty};

use crate::op::Op;

/// How inputs become the arguments of a call, where they are not simply these.
pub trait Arrangement: fmt::Display + Send + Sync {
    /// How many inputs there must be; `None`: any number.
    fn arity(&self) -> Option<usize>;

    /// By place and by name, for inputs of these types, which are as many as there must be.
    fn arranged(&self, inputs: &[Ty]) -> (Vec<Ty>, Vec<(Sym, Ty)>);
}

/// The catalogue's function, called with inputs alone or in some other way that is fixed.
#[derive(Clone)]
pub struct EntryCall {
    pub op: &'static Op,
    /// One alternative alone, by its place.
    pub(super) only: Option<(usize, Arc<Op>)>,
    pub(super) arrangement: Option<Arc<dyn Arrangement>>,
    /// So many inputs at the end are given by these names; only a question has any.
    pub(super) names: Arc<[Sym]>,
}
