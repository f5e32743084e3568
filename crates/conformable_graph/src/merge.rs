//! Fingerprints of subgraphs, and equal ones made one.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::arena::{CONSTANT, INPUT};
use crate::graph::FunctionGraph;
use crate::ids::Var;
use crate::op::fingerprint;

/// Numbers as one: the bytes of all of them.
fn combined(parts: &[u128]) -> u128 {
    let bytes: SmallVec<[u8; 128]> = parts.iter().flat_map(|part| part.to_le_bytes()).collect();
    fingerprint(&bytes)
}

impl FunctionGraph {
    /// 128 bits of what computes a variable: equal for equal computations from inputs of the same
    /// types in the same places, in any process. `None` if the variable is not the graph's.
    pub fn fingerprint(&self, var: Var) -> Option<u128> {
        let index = self.index(var).ok()?;
        let all = self.fingerprints(&[index]);
        Some(self.fingerprint_of(index, &all))
    }

    /// 128 bits of the whole graph: of its outputs, and the types of its inputs.
    pub fn graph_fingerprint(&self) -> u128 {
        let all = self.fingerprints(&self.outputs);
        let inputs = self.inputs.iter().map(|var| self.fingerprint_of(*var, &all));
        let outputs = self.outputs.iter().map(|var| self.fingerprint_of(*var, &all));
        let counts = [self.inputs.len() as u128, self.outputs.len() as u128];
        combined(&counts.into_iter().chain(inputs).chain(outputs).collect::<Vec<_>>())
    }

    /// Of all leaves and nodes that these need; a node's is that of its op and inputs.
    fn fingerprints(&self, vars: &[u32]) -> FxHashMap<u32, u128> {
        // Leaves by variable, nodes by their first output.
        let mut found: FxHashMap<u32, u128> = FxHashMap::default();
        for (place, var) in self.inputs.iter().enumerate() {
            let ty = self.arena.ty(*var).fingerprint();
            found.insert(*var, combined(&[1, place as u128, ty]));
        }
        let nodes = self.ancestors_in_order(vars);
        let pure = |node: u32| self.op_of(node).is_pure();
        let effects = if nodes.iter().all(|node| pure(*node)) { FxHashMap::default() } else { self.effects() };
        for node in nodes {
            let op = self.op_of(node);
            let mut parts: SmallVec<[u128; 8]> = SmallVec::new();
            parts.extend([3, op.fingerprint()]);
            // No other application is the same.
            parts.extend(effects.get(&node).copied());
            parts.extend(self.arena.inputs(node).iter().map(|var| self.fingerprint_of(*var, &found)));
            found.insert(self.arena.outputs(node).start, combined(&parts));
        }
        found
    }

    fn fingerprint_of(&self, var: u32, found: &FxHashMap<u32, u128>) -> u128 {
        match self.arena.owner(var) {
            INPUT => found.get(&var).copied().unwrap_or_default(),
            CONSTANT => {
                let ty = self.arena.ty(var).fingerprint();
                combined(&[2, ty, fingerprint(self.constants[&var].as_str().as_bytes())])
            }
            _ => {
                let place = self.arena.output_place(var);
                let node = found.get(&(var - place)).copied().unwrap_or_default();
                combined(&[node, u128::from(place)])
            }
        }
    }

    /// The nodes that do more than giving their outputs, numbered as they are met from the graph's
    /// outputs, which is the same however the graph was built; those that no output needs come last.
    fn effects(&self) -> FxHashMap<u32, u128> {
        enum Visit {
            Enter(u32),
            Leave(u32),
        }
        let mut seen = vec![false; self.arena.node_count() as usize];
        let needed = self.outputs.iter().filter_map(|var| self.arena.node_owning(*var));
        let mut open: Vec<Visit> = needed.chain(self.order()).map(Visit::Enter).collect();
        open.reverse();
        let mut found = FxHashMap::default();
        while let Some(visit) = open.pop() {
            match visit {
                Visit::Enter(node) if !std::mem::replace(&mut seen[node as usize], true) => {
                    open.push(Visit::Leave(node));
                    let inputs = self.arena.inputs(node).iter().rev();
                    open.extend(inputs.filter_map(|var| self.arena.node_owning(*var)).map(Visit::Enter));
                }
                Visit::Leave(node) if !self.op_of(node).is_pure() => {
                    found.insert(node, found.len() as u128);
                }
                Visit::Enter(_) | Visit::Leave(_) => {}
            }
        }
        found
    }

    /// The nodes that variables are computed from, in no particular order.
    pub(crate) fn ancestors(&self, vars: &[u32]) -> Vec<u32> {
        let mut seen = vec![false; self.arena.node_count() as usize];
        let mut open: Vec<u32> = vars.iter().filter_map(|var| self.arena.node_owning(*var)).collect();
        let mut found = Vec::new();
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut seen[node as usize], true) {
                found.push(node);
                open.extend(self.arena.inputs(node).iter().filter_map(|var| self.arena.node_owning(*var)));
            }
        }
        found
    }

    /// The same, each behind those that it needs.
    pub(crate) fn ancestors_in_order(&self, vars: &[u32]) -> Vec<u32> {
        let mut nodes = self.ancestors(vars);
        nodes.sort_unstable_by_key(|node| self.arena.place(*node));
        nodes
    }

    /// Makes equal subgraphs one (the one that stands first stays) and says how many nodes went. Ops
    /// that do something besides giving their outputs stay as they are; so do inputs, which may be
    /// given different values.
    pub fn merge(&mut self) -> usize {
        let mut constants = FxHashMap::default();
        for var in 0..self.arena.var_count() {
            if self.arena.owner(var) == CONSTANT {
                let first = *constants.entry((self.arena.ty(var), self.constants[&var])).or_insert(var);
                self.use_instead(var, first);
            }
        }
        let mut met: FxHashMap<(u32, SmallVec<[u32; 4]>), u32> = FxHashMap::default();
        let mut gone = 0;
        for node in self.order().collect::<Vec<_>>() {
            let op = self.arena.op(node);
            if !self.ops[op as usize].is_pure() {
                continue;
            }
            let first = *met.entry((op, self.arena.inputs(node).into())).or_insert(node);
            if first != node {
                let pairs: Vec<_> = self.arena.outputs(node).zip(self.arena.outputs(first)).collect();
                for (var, other) in pairs {
                    self.use_instead(var, other);
                }
                self.kill(node);
                gone += 1;
            }
        }
        gone
    }

    /// Everything that uses `old` uses `new`, an equal one that stands before it. Its name is kept.
    fn use_instead(&mut self, old: u32, new: u32) {
        if old == new {
            return;
        }
        for slot in self.arena.uses(old).collect::<Vec<_>>() {
            self.arena.set_slot(slot, new);
        }
        self.outputs.iter_mut().filter(|output| **output == old).for_each(|output| *output = new);
        if let Some(name) = self.names.get(&old).copied() {
            self.names.entry(new).or_insert(name);
        }
    }
}
