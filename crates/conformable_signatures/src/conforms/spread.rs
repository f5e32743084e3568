//! Sequences of dims that may broadcast: jaxtyping's `*#batch`.
//!
//! Where all that write a sequence mark it, they broadcast together; one that writes it without the
//! mark is all of it.

use conformable_solver::Store;
use conformable_solver::store::Fact;
use conformable_types::{Seq, Shape, Sym};

use crate::compiled;

/// What each such sequence is so far, and whether it may still grow.
#[derive(Clone, Default)]
pub struct Spread(Vec<(Sym, Vec<i64>, bool)>);

impl Spread {
    /// Whether a sequence has been marked.
    pub fn knows(&self, name: Sym) -> bool {
        self.0.iter().any(|(own, ..)| *own == name)
    }

    /// Whether these dims fit; what they show is kept.
    pub fn tell(&mut self, store: &mut Store, name: Sym, marked: bool, dims: &[i64]) -> bool {
        let seq = Seq::name(name.as_str()).shape();
        if !self.knows(name) {
            let known = store.resolve_shape(seq);
            let sizes = known.dims().and_then(|dims| dims.iter().map(|dim| dim.constant()).collect::<Option<Vec<_>>>());
            let open = sizes.is_none() && marked;
            self.0.push((name, sizes.unwrap_or_else(|| dims.to_vec()), open));
        }
        let Some((_, known, open)) = self.0.iter_mut().find(|(own, ..)| *own == name) else { return false };
        let Some(both) = broadcast(known, dims) else { return false };
        if (!*open && both != *known) || (!marked && both != dims) {
            return false;
        }
        *known = both;
        *open &= marked;
        *open || store.tell(&Fact::Shape(seq, known.iter().copied().collect::<Shape>())).is_ok()
    }
}

fn broadcast(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mut both = long.to_vec();
    let front = long.len() - short.len();
    for (known, size) in both[front..].iter_mut().zip(short) {
        *known = compiled::broadcast(*known, *size)?;
    }
    Some(both)
}
