//! Nodes, variables and who uses what, as rows of 32-bit numbers. No types are decided here.
//!
//! A node's inputs are consecutive *slots*, its outputs consecutive variables. The slots that hold one
//! variable are a doubly linked list, so that a use is moved in constant time. The order of nodes is
//! kept topological (`order`), and each says where it stands in it.

use conformable_types::Ty;

use crate::error::GraphError;

/// No node, variable, slot.
pub const NONE: u32 = u32::MAX;
/// In place of a variable's owner: it is an input.
pub const INPUT: u32 = u32::MAX - 1;
/// In place of a variable's owner: it is a constant.
pub const CONSTANT: u32 = u32::MAX - 2;
const LIMIT: usize = (u32::MAX - 3) as usize;
// No graph is large enough for a test to meet these numbers.
const _: () = assert!(LIMIT + 1 == CONSTANT as usize && CONSTANT + 1 == INPUT && INPUT + 1 == NONE);

/// The rows.
#[derive(Clone, Default)]
pub struct Arena {
    nodes: Vec<NodeRow>,
    vars: Vec<Variable>,
    /// The variable in each slot.
    slots: Vec<u32>,
    /// Where each slot stands: beside it, so that a node's inputs are a slice.
    links: Vec<Link>,
    /// Nodes, each behind those that it needs.
    order: Vec<u32>,
}

#[derive(Clone)]
struct NodeRow {
    /// Its op's number, `NONE` once it is removed.
    op: u32,
    first_slot: u32,
    first_output: u32,
    /// Where it stands in `order`.
    place: u32,
}

#[derive(Clone)]
struct Variable {
    ty: Ty,
    /// Its node, `INPUT`, `CONSTANT`, or `NONE` once it is removed.
    owner: u32,
    /// The first slot that holds it.
    first_use: u32,
}

/// A slot's node, and its neighbours among those that hold its variable.
#[derive(Clone)]
struct Link {
    node: u32,
    next: u32,
    previous: u32,
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
        if self.vars.len() >= LIMIT {
            return Err(GraphError::Full);
        }
        let var = number(self.vars.len());
        self.vars.push(Variable { ty, owner, first_use: NONE });
        Ok(var)
    }

    /// A node of these inputs, and outputs of these types.
    pub fn add_node(
        &mut self,
        op: u32,
        inputs: impl ExactSizeIterator<Item = u32>,
        outputs: &[Ty],
    ) -> Result<u32, GraphError> {
        let (slots, vars) = (self.slots.len(), self.vars.len());
        let most = (slots + inputs.len()).max(vars + outputs.len()).max(self.nodes.len() + 1);
        if most > LIMIT {
            return Err(GraphError::Full);
        }
        let node = number(self.nodes.len());
        let (first_slot, first_output, place) = (number(slots), number(vars), number(self.order.len()));
        self.nodes.push(NodeRow { op, first_slot, first_output, place });
        self.order.push(node);
        for (slot, var) in (first_slot..).zip(inputs) {
            self.slots.push(var);
            let next = std::mem::replace(&mut self.vars[var as usize].first_use, slot);
            self.links.push(Link { node, next, previous: NONE });
            if next != NONE {
                self.links[next as usize].previous = slot;
            }
        }
        self.vars.extend(outputs.iter().map(|ty| Variable { ty: *ty, owner: node, first_use: NONE }));
        Ok(node)
    }

    /// As it was when there were so many nodes and variables: what was added since nothing older uses.
    pub fn truncate(&mut self, nodes: u32, vars: u32) {
        let (nodes, vars) = (nodes as usize, vars as usize);
        if nodes < self.nodes.len() {
            let slots = self.nodes[nodes].first_slot as usize;
            // Each stands in front of those that its variable had before it.
            for slot in (slots..self.slots.len()).rev() {
                if self.op(self.links[slot].node) != NONE {
                    self.unlink(number(slot));
                }
            }
            self.slots.truncate(slots);
            self.links.truncate(slots);
            let first = self.nodes[nodes..].iter().map(|node| node.place).min().map_or(0, |place| place as usize);
            let kept: Vec<u32> = self.order.drain(first..).filter(|node| (*node as usize) < nodes).collect();
            self.order.extend(kept);
            for place in first..self.order.len() {
                self.nodes[self.order[place] as usize].place = number(place);
            }
            self.nodes.truncate(nodes);
        }
        debug_assert!(self.vars[vars..].iter().all(|var| var.first_use == NONE), "something older uses it");
        self.vars.truncate(vars);
    }

    /// A node whose outputs nobody uses is no more, and neither are they.
    pub fn kill(&mut self, node: u32) {
        for slot in self.slots(node) {
            self.unlink(slot);
        }
        for var in self.outputs(node) {
            debug_assert!(self.vars[var as usize].first_use == NONE, "somebody uses it");
            self.vars[var as usize].owner = NONE;
        }
        self.nodes[node as usize].op = NONE;
    }

    /// A variable that no node computes and none uses is no more.
    pub fn remove_leaf(&mut self, var: u32) {
        self.vars[var as usize].owner = NONE;
    }

    fn link(&mut self, slot: u32, var: u32) {
        let next = std::mem::replace(&mut self.vars[var as usize].first_use, slot);
        let link = &mut self.links[slot as usize];
        (link.next, link.previous) = (next, NONE);
        if next != NONE {
            self.links[next as usize].previous = slot;
        }
    }

    fn unlink(&mut self, slot: u32) {
        let Link { next, previous, .. } = self.links[slot as usize];
        match previous {
            NONE => self.vars[self.slots[slot as usize] as usize].first_use = next,
            _ => self.links[previous as usize].next = next,
        }
        if next != NONE {
            self.links[next as usize].previous = previous;
        }
    }

    /// Another variable in a slot.
    pub fn set_slot(&mut self, slot: u32, var: u32) {
        self.unlink(slot);
        self.slots[slot as usize] = var;
        self.link(slot, var);
    }

    /// The number of a node's op, `NONE` once it is removed.
    pub fn op(&self, node: u32) -> u32 {
        self.nodes[node as usize].op
    }

    /// Where a node stands in the order.
    pub fn place(&self, node: u32) -> u32 {
        self.nodes[node as usize].place
    }

    /// The node that stands there, removed or not.
    pub fn node_at(&self, place: u32) -> u32 {
        self.order[place as usize]
    }

    /// Nodes, each behind those that it needs.
    pub fn order(&self) -> impl DoubleEndedIterator<Item = u32> + '_ {
        self.order.iter().copied().filter(|node| self.op(*node) != NONE)
    }

    /// Does each node stand where it says?
    pub fn is_placed(&self) -> bool {
        (0..).zip(&self.order).all(|(place, node)| self.place(*node) == place)
    }

    /// The type of a variable.
    pub fn ty(&self, var: u32) -> Ty {
        self.vars[var as usize].ty
    }

    /// Gives a variable another type, and says which it had.
    pub fn set_ty(&mut self, var: u32, ty: Ty) -> Ty {
        std::mem::replace(&mut self.vars[var as usize].ty, ty)
    }

    /// A variable's node, `INPUT`, `CONSTANT`, or `NONE` once it is removed.
    pub fn owner(&self, var: u32) -> u32 {
        self.vars[var as usize].owner
    }

    /// Is there a variable of this number?
    pub fn has(&self, var: u32) -> bool {
        self.vars.get(var as usize).is_some_and(|var| var.owner != NONE)
    }

    /// Is there a node of this number?
    pub fn has_node(&self, node: u32) -> bool {
        self.nodes.get(node as usize).is_some_and(|node| node.op != NONE)
    }

    /// How many variables there are, the removed ones among them: their numbers are below it.
    pub fn var_count(&self) -> u32 {
        number(self.vars.len())
    }

    /// How many nodes there are, the removed ones among them: their numbers are below it.
    pub fn node_count(&self) -> u32 {
        number(self.nodes.len())
    }

    /// The slots of a node.
    pub fn slots(&self, node: u32) -> std::ops::Range<u32> {
        let end = self.nodes.get(node as usize + 1).map(|next| next.first_slot);
        self.nodes[node as usize].first_slot..end.unwrap_or_else(|| number(self.slots.len()))
    }

    /// The variables that a node uses.
    pub fn inputs(&self, node: u32) -> &[u32] {
        let slots = self.slots(node);
        &self.slots[slots.start as usize..slots.end as usize]
    }

    /// The variables that a live node computes.
    pub fn outputs(&self, node: u32) -> std::ops::Range<u32> {
        let first = self.nodes[node as usize].first_output;
        let own = self.vars[first as usize..].iter().take_while(|var| var.owner == node).count();
        first..first + number(own)
    }

    /// The slots that hold a variable, the latest first.
    pub fn uses(&self, var: u32) -> impl Iterator<Item = u32> + '_ {
        let first = Some(self.vars[var as usize].first_use).filter(|slot| *slot != NONE);
        std::iter::successors(first, |slot| Some(self.links[*slot as usize].next).filter(|slot| *slot != NONE))
    }

    /// The node that a slot is of, and which of its inputs it is.
    pub fn node_of(&self, slot: u32) -> (u32, u32) {
        let node = self.links[slot as usize].node;
        (node, slot - self.nodes[node as usize].first_slot)
    }

    /// The variable in a slot.
    pub fn var_in(&self, slot: u32) -> u32 {
        self.slots[slot as usize]
    }

    /// The node that computes a variable.
    pub fn node_owning(&self, var: u32) -> Option<u32> {
        Some(self.owner(var)).filter(|owner| *owner < CONSTANT)
    }

    /// A node stands here in the order.
    pub fn put(&mut self, node: u32, place: u32) {
        self.order[place as usize] = node;
        self.nodes[node as usize].place = place;
    }

    /// Which output of its node a variable is.
    pub fn output_place(&self, var: u32) -> u32 {
        self.node_owning(var).map_or(0, |node| var - self.nodes[node as usize].first_output)
    }
}
