//! What depends on a variable of another type, and only that, typed again, without changing anything.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use conformable_types::{Ty, relations};
use rustc_hash::FxHashMap;

use crate::error::GraphError;
use crate::graph::FunctionGraph;
use crate::op::Op;
use crate::replace::with_dims;

/// Nothing that was known of an output is lost or contradicted. Ops that say more of narrower types,
/// as signatures do, pass.
fn keeps(old: Ty, new: Ty, op: &Op) -> Result<(), GraphError> {
    let (old, new) = (with_dims(old), with_dims(new));
    let lost =
        |reason: String| Err(GraphError::Incompatible { old, new, reason: format!("what {op} gives: {reason}") });
    if let Some(difference) = relations::difference(old, new) {
        return lost(difference);
    }
    if relations::is_super(new, old).is_yes() && !relations::is_super(old, new).is_yes() {
        return lost("less would be known".to_owned());
    }
    Ok(())
}

impl FunctionGraph {
    /// The variables behind it that have other types once `old` is of type `ty` wherever it is used, each
    /// with its new one. Where a node gives what it gave, nothing behind it is looked at.
    pub(crate) fn retyped(&mut self, old: u32, ty: Ty) -> Result<FxHashMap<u32, Ty>, GraphError> {
        let mut changed = self.retyped_all(&[(old, ty)])?;
        changed.remove(&old);
        Ok(changed)
    }

    /// The variables that have other types once these are of these types, those among them.
    pub(crate) fn retyped_all(&mut self, given: &[(u32, Ty)]) -> Result<FxHashMap<u32, Ty>, GraphError> {
        let given = given.iter().copied().filter(|(var, ty)| self.arena.ty(*var) != *ty);
        let mut changed: FxHashMap<u32, Ty> = given.collect();
        // By their places in the order, so that each is looked at once, with its inputs done.
        let mut open: BinaryHeap<Reverse<u32>> = BinaryHeap::new();
        let arena = &self.arena;
        let clients = |var: u32, open: &mut BinaryHeap<Reverse<u32>>| {
            open.extend(arena.uses(var).map(|slot| Reverse(arena.place(arena.node_of(slot).0))));
        };
        changed.keys().for_each(|var| clients(*var, &mut open));
        let (mut last, mut checked) = (None, None);
        while let Some(Reverse(place)) = open.pop() {
            if last.replace(place) == Some(place) {
                continue;
            }
            let node = arena.node_at(place);
            let now = |var: &u32| changed.get(var).copied().unwrap_or(arena.ty(*var));
            let op = &self.ops[arena.op(node) as usize];
            let given = self.memo.ask(&self.ops, arena.op(node), arena.inputs(node).iter().map(now))?;
            let outputs = arena.outputs(node);
            if given.len() != outputs.len() {
                return Err(GraphError::Outputs { op: op.to_string(), count: given.len() });
            }
            for (var, ty) in outputs.zip(given) {
                let old = arena.ty(var);
                if old != *ty {
                    if checked != Some((old, *ty)) {
                        keeps(old, *ty, op)?;
                        checked = Some((old, *ty));
                    }
                    changed.insert(var, *ty);
                    clients(var, &mut open);
                }
            }
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_types::text::parse_type;

    #[test]
    fn what_is_known_is_kept() {
        let op = Op::specify_shape();
        let keeps = |old: &str, new: &str| {
            let [old, new] = [old, new].map(|text| parse_type(text).unwrap());
            keeps(old, new, &op).map_err(|error| error.to_string())
        };
        assert_eq!(keeps("float64[?]", "float64[3]"), Ok(()));
        assert_eq!(keeps("float64[n]", "float64[3]"), Ok(()));
        assert_eq!(keeps("float64[]", "float64"), Ok(()));
        let error = keeps("float64[3]", "float64[?]").unwrap_err();
        assert!(error.ends_with("what SpecifyShape gives: less would be known"), "{error}");
        let error = keeps("float64[3]", "float64[4]").unwrap_err();
        assert!(error.ends_with("what SpecifyShape gives: dim 0 is 3 and 4"), "{error}");
    }
}
