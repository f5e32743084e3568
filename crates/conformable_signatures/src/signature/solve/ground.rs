//! The sizes and ranks that a solution's names can stand for, one valuation after the other.

use std::ops::ControlFlow;

use conformable_solver::domain::{EnumerationEnd, Width};
use conformable_types::{Elem, Ty};
use rustc_hash::FxHashSet;

use super::Solution;

/// A solution in which every size is a number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ground {
    /// Types without names.
    pub inputs: Vec<Ty>,
    /// Types without names, but for sizes that the data decide.
    pub outputs: Vec<Ty>,
}

/// Valuations of a solution's names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valuations {
    /// Those with small values first.
    pub found: Vec<Ground>,
    /// Whether there are no others.
    pub is_exhaustive: bool,
}

impl IntoIterator for Valuations {
    type Item = Ground;
    type IntoIter = std::vec::IntoIter<Ground>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter()
    }
}

/// Of each name so many more values at most.
const WIDEST: i64 = 1 << 20;
/// So many values are tried for each valuation that is asked for, and at least so many in all.
const TRIED: (usize, usize) = (100, 512);

impl Solution {
    /// At most `limit` valuations of the names, those with small values first; each is checked by
    /// running the signature on it.
    pub fn ground(&self, limit: usize) -> Valuations {
        let shapes = self.goal.signature().as_shapes().is_some();
        let mut found: Vec<Ground> = Vec::new();
        let mut seen: FxHashSet<Ground> = FxHashSet::default();
        let mut budget = limit.saturating_mul(TRIED.0).max(TRIED.1);
        let (mut width, mut is_exhaustive) = (0, false);
        while found.len() <= limit && width <= WIDEST {
            let ranks = width.min(8);
            let ended = self.goal.enumerate(&self.state, Width { sizes: width, ranks }, &mut budget, &mut |state| {
                let known = |ty: &Ty| {
                    let ty = state.store.resolve_ty(*ty);
                    if shapes { Ty::array(Elem::any(), super::shape_of(ty)) } else { ty }
                };
                let ground = Ground {
                    inputs: state.inputs.iter().map(known).collect(),
                    outputs: state.outputs.iter().map(known).collect(),
                };
                if seen.insert(ground.clone()) {
                    found.push(ground);
                }
                if found.len() > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            match ended {
                EnumerationEnd::Truncated => width = if width < 8 { width + 1 } else { width * 2 },
                EnumerationEnd::OutOfBudget | EnumerationEnd::Stopped => break,
                EnumerationEnd::Complete => {
                    is_exhaustive = true;
                    break;
                }
            }
        }
        // One more than was asked for says that there are more.
        is_exhaustive &= found.len() <= limit;
        found.truncate(limit);
        Valuations { found, is_exhaustive }
    }
}
