//! Nodes, variables and who uses what, as columns of 32-bit numbers. No types are decided here.
//!
//! A node's inputs are consecutive *slots*, its outputs consecutive variables. The slots that hold one
//! variable are a doubly linked list, so that a use is moved in constant time. The order of nodes is
//! kept topological (`order`), and is where a node stands in it.

use conformable_types::Ty;

use crate::error::GraphError;

/// No node, variable, slot.
pub const NONE: u32 = u32::MAX;
/// In place of a variable's owner: it is an input.
pub const INPUT: u32 = u32::MAX - 1;
/// In place of a variable's owner: it is a constant.
pub const CONSTANT: u32 = u32::MAX - 2;
const LIMIT: usize = (u32::MAX - 3) as usize;

/// The columns.
#[derive(Clone, Default)]
pub struct Arena {
    /// Of each node: its op's number, `NONE` once it is removed.
    pub op: Vec<u32>,
    first_slot: Vec<u32>,
    first_output: Vec<u32>,
    /// Where each node stands in `order`.
    pub place: Vec<u32>,
    /// Nodes, each behind those that it needs.
    pub order: Vec<u32>,
    /// Of each slot: the variable in it, its node, and its neighbours in the variable's list.
    slot_var: Vec<u32>,
    slot_node: Vec<u32>,
    slot_next: Vec<u32>,
    slot_previous: Vec<u32>,
    /// Of each variable: its type.
    pub ty: Vec<Ty>,
    /// Its node, `INPUT`, `CONSTANT`, or `NONE` once it is removed.
    pub owner: Vec<u32>,
    /// The first slot that holds it.
    first_use: Vec<u32>,
}

/// A length as a number; lengths are held below the limit when something is added.
#[allow(clippy::cast_possible_truncation, reason = "held below the limit")]
fn number(len: usize) -> u32 {
    debug_assert!(len <= LIMIT);
    len as u32
}

impl Arena {
    /// A variable that no node computes.
    pub fn add_leaf(&mut self, ty: Ty, owner: u32) -> Result<u32, GraphError> {
        if self.ty.len() >= LIMIT {
            return Err(GraphError::Full);
        }
        Ok(self.push_var(ty, owner))
    }

    fn push_var(&mut self, ty: Ty, owner: u32) -> u32 {
        let var = number(self.ty.len());
        self.ty.push(ty);
        self.owner.push(owner);
        self.first_use.push(NONE);
        var
    }

    /// A node of these inputs, and outputs of these types.
    pub fn add_node(&mut self, op: u32, inputs: &[u32], outputs: &[Ty]) -> Result<u32, GraphError> {
        let most = (self.slot_var.len() + inputs.len()).max(self.ty.len() + outputs.len()).max(self.op.len() + 1);
        if most > LIMIT {
            return Err(GraphError::Full);
        }
        let node = number(self.op.len());
        self.op.push(op);
        self.first_slot.push(number(self.slot_var.len()));
        self.first_output.push(number(self.ty.len()));
        self.place.push(number(self.order.len()));
        self.order.push(node);
        for var in inputs {
            let slot = number(self.slot_var.len());
            self.slot_var.push(*var);
            self.slot_node.push(node);
            self.slot_next.push(NONE);
            self.slot_previous.push(NONE);
            self.link(slot, *var);
        }
        for ty in outputs {
            self.push_var(*ty, node);
        }
        Ok(node)
    }

    /// As it was when there were so many nodes and variables: what was added since nothing older uses.
    pub fn truncate(&mut self, nodes: usize, vars: usize) {
        if nodes < self.op.len() {
            let slots = self.first_slot[nodes] as usize;
            // Each stands in front of those that its variable had before it.
            for slot in (slots..self.slot_var.len()).rev() {
                if self.op[self.slot_node[slot] as usize] != NONE {
                    self.unlink(number(slot));
                }
            }
            for column in [&mut self.slot_var, &mut self.slot_node, &mut self.slot_next, &mut self.slot_previous] {
                column.truncate(slots);
            }
            let first = self.place[nodes..].iter().min().map_or(0, |place| *place as usize);
            let kept: Vec<u32> = self.order.drain(first..).filter(|node| (*node as usize) < nodes).collect();
            self.order.extend(kept);
            for place in first..self.order.len() {
                self.place[self.order[place] as usize] = number(place);
            }
            for column in [&mut self.op, &mut self.first_slot, &mut self.first_output, &mut self.place] {
                column.truncate(nodes);
            }
        }
        debug_assert!(self.first_use[vars..].iter().all(|first| *first == NONE), "something older uses it");
        self.ty.truncate(vars);
        self.owner.truncate(vars);
        self.first_use.truncate(vars);
    }

    /// A node whose outputs nobody uses is no more, and neither are they.
    pub fn kill(&mut self, node: u32) {
        for slot in self.slots(node) {
            self.unlink(slot);
        }
        for var in self.outputs(node) {
            debug_assert!(self.first_use[var as usize] == NONE, "somebody uses it");
            self.owner[var as usize] = NONE;
        }
        self.op[node as usize] = NONE;
    }

    fn link(&mut self, slot: u32, var: u32) {
        let next = std::mem::replace(&mut self.first_use[var as usize], slot);
        self.slot_next[slot as usize] = next;
        self.slot_previous[slot as usize] = NONE;
        if next != NONE {
            self.slot_previous[next as usize] = slot;
        }
    }

    fn unlink(&mut self, slot: u32) {
        let (previous, next) = (self.slot_previous[slot as usize], self.slot_next[slot as usize]);
        match previous {
            NONE => self.first_use[self.slot_var[slot as usize] as usize] = next,
            _ => self.slot_next[previous as usize] = next,
        }
        if next != NONE {
            self.slot_previous[next as usize] = previous;
        }
    }

    /// Another variable in a slot.
    pub fn set_slot(&mut self, slot: u32, var: u32) {
        self.unlink(slot);
        self.slot_var[slot as usize] = var;
        self.link(slot, var);
    }

    /// The slots of a node.
    pub fn slots(&self, node: u32) -> std::ops::Range<u32> {
        let end = self.first_slot.get(node as usize + 1).copied();
        self.first_slot[node as usize]..end.unwrap_or_else(|| number(self.slot_var.len()))
    }

    /// The variables that a node uses.
    pub fn inputs(&self, node: u32) -> &[u32] {
        let slots = self.slots(node);
        &self.slot_var[slots.start as usize..slots.end as usize]
    }

    /// The variables that a live node computes.
    pub fn outputs(&self, node: u32) -> std::ops::Range<u32> {
        let first = self.first_output[node as usize];
        let own = self.owner[first as usize..].iter().take_while(|owner| **owner == node).count();
        first..first + number(own)
    }

    /// The slots that hold a variable, the latest first.
    pub fn uses(&self, var: u32) -> impl Iterator<Item = u32> + '_ {
        let first = Some(self.first_use[var as usize]).filter(|slot| *slot != NONE);
        std::iter::successors(first, |slot| Some(self.slot_next[*slot as usize]).filter(|slot| *slot != NONE))
    }

    /// The node that a slot is of, and which of its inputs it is.
    pub fn node_of(&self, slot: u32) -> (u32, u32) {
        let node = self.slot_node[slot as usize];
        (node, slot - self.first_slot[node as usize])
    }

    /// The variable in a slot.
    pub fn var_in(&self, slot: u32) -> u32 {
        self.slot_var[slot as usize]
    }

    /// The node that computes a variable.
    pub fn node_owning(&self, var: u32) -> Option<u32> {
        Some(self.owner[var as usize]).filter(|owner| *owner < CONSTANT)
    }

    /// A node stands here in the order.
    pub fn put(&mut self, node: u32, place: u32) {
        self.order[place as usize] = node;
        self.place[node as usize] = place;
    }

    /// Which output of its node a variable is.
    pub fn output_place(&self, var: u32) -> u32 {
        self.node_owning(var).map_or(0, |node| var - self.first_output[node as usize])
    }
}
