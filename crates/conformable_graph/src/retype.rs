//! What depends on a variable of another type, and only that, typed again, without changing anything.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use conformable_types::Ty;
use rustc_hash::FxHashMap;

use crate::error::GraphError;
use crate::graph::FunctionGraph;
use crate::memo::Types;

impl FunctionGraph {
    /// The variables that have other types once `old` is of type `ty` wherever it is used, each with
    /// its new one. Where a node gives what it gave, nothing behind it is looked at.
    pub(crate) fn retyped(&mut self, old: u32, ty: Ty) -> Result<FxHashMap<u32, Ty>, GraphError> {
        let mut changed: FxHashMap<u32, Ty> = FxHashMap::default();
        if self.arena.ty[old as usize] == ty {
            return Ok(changed);
        }
        // By their places in the order, so that each is looked at once, with its inputs done.
        let mut open: BinaryHeap<Reverse<u32>> = BinaryHeap::new();
        let arena = &self.arena;
        let clients = |var: u32, open: &mut BinaryHeap<Reverse<u32>>| {
            open.extend(arena.uses(var).map(|slot| Reverse(arena.place[arena.node_of(slot).0 as usize])));
        };
        clients(old, &mut open);
        let mut last = None;
        while let Some(Reverse(place)) = open.pop() {
            if last.replace(place) == Some(place) {
                continue;
            }
            let node = arena.order[place as usize];
            let now = |var: &u32| match changed.get(var) {
                _ if *var == old => ty,
                Some(ty) => *ty,
                None => arena.ty[*var as usize],
            };
            let types: Types = arena.inputs(node).iter().map(now).collect();
            let id = arena.op[node as usize];
            let op = &self.ops[id as usize];
            let given = self.memo.outputs(id, op, types)?;
            let outputs = arena.outputs(node);
            if given.len() != outputs.len() {
                return Err(GraphError::Outputs { op: op.to_string(), count: given.len() });
            }
            for (var, ty) in outputs.zip(given) {
                if arena.ty[var as usize] != *ty {
                    changed.insert(var, *ty);
                    clients(var, &mut open);
                }
            }
        }
        Ok(changed)
    }
}
