//! A graph, read: what a variable is, where it comes from, who uses it, in which order nodes can be
//! computed, and whether everything is as it should be.

use conformable_types::{Sym, Ty};
use rustc_hash::FxHashSet;

use crate::arena::{CONSTANT, INPUT, NONE};
use crate::graph::{FunctionGraph, Origin, Outputs};
use crate::ids::{Node, Var};
use crate::memo::Memo;
use crate::op::Op;

impl FunctionGraph {
    /// The type of a variable; `None` if it is not the graph's.
    pub fn ty(&self, var: Var) -> Option<Ty> {
        self.index(var).ok().map(|index| self.arena.ty(index))
    }

    /// The name that a variable was given.
    pub fn name(&self, var: Var) -> Option<Sym> {
        self.names.get(&self.index(var).ok()?).copied()
    }

    /// Where a variable comes from; `None` if it is not the graph's.
    pub fn origin(&self, var: Var) -> Option<Origin> {
        let index = self.index(var).ok()?;
        Some(match self.arena.owner(index) {
            INPUT => Origin::Input,
            CONSTANT => Origin::Constant(self.constants[&index]),
            node => Origin::Output(self.node(node), self.arena.output_place(index) as usize),
        })
    }

    /// The constants, each with its type and the text that shows its value.
    pub fn constants(&self) -> impl Iterator<Item = (Var, Ty, Sym)> + '_ {
        self.constants.iter().map(|(var, text)| (self.var(*var), self.arena.ty(*var), *text))
    }

    /// The node that computes a variable; `None` of an input and a constant.
    pub fn owner(&self, var: Var) -> Option<Node> {
        self.arena.node_owning(self.index(var).ok()?).map(|node| self.node(node))
    }

    /// The nodes that use a variable, each with which of its inputs it is, in the order in which they
    /// were made.
    pub fn clients(&self, var: Var) -> Vec<(Node, usize)> {
        let Ok(index) = self.index(var) else { return Vec::new() };
        let mut slots: Vec<u32> = self.arena.uses(index).collect();
        slots.sort_unstable();
        let client = |slot: u32| {
            let (node, place) = self.arena.node_of(slot);
            (self.node(node), place as usize)
        };
        slots.into_iter().map(client).collect()
    }

    /// The op of a node; `None` if it is not the graph's.
    pub fn op(&self, node: Node) -> Option<&Op> {
        self.node_index(node).map(|node| self.op_of(node))
    }

    /// What a node is applied to.
    pub fn node_inputs(&self, node: Node) -> impl ExactSizeIterator<Item = Var> + '_ {
        let inputs = self.node_index(node).map_or(&[][..], |node| self.arena.inputs(node));
        inputs.iter().map(|var| self.var(*var))
    }

    /// What a node computes; `None` if it is not the graph's.
    pub fn node_outputs(&self, node: Node) -> Option<Outputs> {
        self.node_index(node).map(|node| self.outputs_of(node))
    }

    /// What is given.
    pub fn inputs(&self) -> Vec<Var> {
        self.inputs.iter().map(|var| self.var(*var)).collect()
    }

    /// What is computed.
    pub fn outputs(&self) -> Vec<Var> {
        self.outputs.iter().map(|var| self.var(*var)).collect()
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.live_nodes
    }

    /// All nodes, each behind those that it needs.
    pub fn toposort(&self) -> impl DoubleEndedIterator<Item = Node> + '_ {
        self.order().map(|node| self.node(node))
    }

    pub(crate) fn order(&self) -> impl DoubleEndedIterator<Item = u32> + '_ {
        self.arena.order()
    }

    /// The variable of this graph with the number of one in the graph that it was cloned from, or that
    /// was cloned from it.
    pub fn counterpart(&self, of: Var) -> Option<Var> {
        let own = self.var(of.index);
        self.index(own).is_ok().then_some(own)
    }

    /// Removes the nodes that no output needs, and says how many. Inputs and constants stay, and
    /// the numbers of what goes are not given again: memory comes back when the graph is dropped.
    pub fn prune(&mut self) -> usize {
        let mut needed: FxHashSet<u32> = FxHashSet::default();
        let mut open: Vec<u32> = self.outputs.iter().filter_map(|var| self.arena.node_owning(*var)).collect();
        while let Some(node) = open.pop() {
            if needed.insert(node) {
                open.extend(self.arena.inputs(node).iter().filter_map(|var| self.arena.node_owning(*var)));
            }
        }
        let dead: Vec<u32> = self.order().rev().filter(|node| !needed.contains(node)).collect();
        for node in &dead {
            self.kill(*node);
        }
        dead.len()
    }

    pub(crate) fn kill(&mut self, node: u32) {
        for var in self.arena.outputs(node) {
            self.names.remove(&var);
        }
        self.arena.kill(node);
        self.live_nodes -= 1;
    }

    /// Checks everything that always holds, in time proportional to the graph: who uses what, the
    /// order, and every type against what its op says.
    ///
    /// # Errors
    /// What does not hold, in words: a mistake in this crate, or in an op whose answers change.
    pub fn validate(&self) -> Result<(), String> {
        let arena = &self.arena;
        let mut live = 0;
        let mut memo = Memo::default();
        for node in self.order() {
            live += 1;
            let op = &self.ops[arena.op(node) as usize];
            for (place, slot) in arena.slots(node).enumerate() {
                let var = arena.var_in(slot);
                if arena.owner(var) == NONE {
                    return Err(format!("node {node} uses variable {var}, which is removed"));
                }
                if arena.node_of(slot) != (node, u32::try_from(place).unwrap_or(NONE)) {
                    return Err(format!("slot {slot} is not input {place} of node {node}"));
                }
                if let Some(owner) = arena.node_owning(var)
                    && arena.place(owner) >= arena.place(node)
                {
                    return Err(format!("node {node} stands before node {owner}, which it needs"));
                }
            }
            let said = memo.ask(&self.ops, arena.op(node), arena.inputs(node).iter().map(|var| arena.ty(*var)));
            let said = said.map_err(|error| format!("node {node}: {error}"))?;
            let own: Vec<Ty> = arena.outputs(node).map(|var| arena.ty(var)).collect();
            if *said != *own {
                return Err(format!("node {node}, {op}, has {own:?} and should have {said:?}"));
            }
        }
        if live != self.live_nodes {
            return Err(format!("{live} nodes, counted as {}", self.live_nodes));
        }
        self.validate_uses()
    }

    fn validate_uses(&self) -> Result<(), String> {
        let arena = &self.arena;
        let mut used = 0;
        for var in 0..arena.var_count() {
            for slot in arena.uses(var) {
                used += 1;
                let (node, _) = arena.node_of(slot);
                if arena.var_in(slot) != var || !arena.has_node(node) {
                    return Err(format!("slot {slot} of node {node} is no use of variable {var}"));
                }
            }
        }
        let slots: usize = self.order().map(|node| arena.inputs(node).len()).sum();
        if used != slots {
            return Err(format!("{slots} inputs of nodes, {used} uses of variables"));
        }
        let gone = self.inputs.iter().chain(&self.outputs).find(|var| arena.owner(**var) == NONE);
        match gone {
            _ if !arena.is_placed() => Err("the order and the places in it differ".to_owned()),
            Some(var) => Err(format!("variable {var}, an input or output of the graph, is removed")),
            None => Ok(()),
        }
    }
}
