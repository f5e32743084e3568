//! A graph, built: variables from types, nodes from ops, outputs. What the nodes give is inferred by
//! the ops, each application met before by looking it up.

use std::sync::atomic::{AtomicU32, Ordering};

use conformable_types::{Sym, Ty};
use rustc_hash::FxHashMap;

use crate::arena::{Arena, CONSTANT, INPUT};
use crate::closed::without_numbers;
use crate::error::GraphError;
use crate::ids::{Node, Var};
use crate::memo::{Memo, Types};
use crate::op::Op;

/// How much there was in a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    graph: u32,
    nodes: u32,
    vars: u32,
    ops: usize,
}

/// Where a variable comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is given.
    Input,
    /// It is this value, as written.
    Constant(Sym),
    /// It is the output of a node with this number.
    Output(Node, usize),
}

/// The outputs of one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outputs {
    graph: u32,
    next: u32,
    end: u32,
}

impl Outputs {
    /// The output with this number.
    pub fn get(&self, place: usize) -> Option<Var> {
        self.clone().nth(place)
    }
}

impl Iterator for Outputs {
    type Item = Var;

    fn next(&mut self) -> Option<Var> {
        (self.next < self.end).then(|| {
            self.next += 1;
            Var { graph: self.graph, index: self.next - 1 }
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.end - self.next) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Outputs {}

/// Variables and nodes, acyclic and typed.
pub struct FunctionGraph {
    /// Tells its variables from those of others.
    pub(crate) tag: u32,
    pub(crate) arena: Arena,
    pub(crate) ops: Vec<Op>,
    op_ids: FxHashMap<Op, u32>,
    pub(crate) memo: Memo,
    pub(crate) inputs: Vec<u32>,
    pub(crate) outputs: Vec<u32>,
    pub(crate) names: FxHashMap<u32, Sym>,
    pub(crate) constants: FxHashMap<u32, Sym>,
    pub(crate) live_nodes: usize,
}

fn next_tag() -> u32 {
    static TAGS: AtomicU32 = AtomicU32::new(0);
    TAGS.fetch_add(1, Ordering::Relaxed)
}

impl Default for FunctionGraph {
    fn default() -> FunctionGraph {
        FunctionGraph::new()
    }
}

/// A graph of its own, with variables of its own: [`FunctionGraph::counterpart`] finds them.
impl Clone for FunctionGraph {
    fn clone(&self) -> FunctionGraph {
        FunctionGraph {
            tag: next_tag(),
            arena: self.arena.clone(),
            ops: self.ops.clone(),
            op_ids: self.op_ids.clone(),
            memo: self.memo.clone(),
            inputs: self.inputs.clone(),
            outputs: self.outputs.clone(),
            names: self.names.clone(),
            constants: self.constants.clone(),
            live_nodes: self.live_nodes,
        }
    }
}

impl FunctionGraph {
    /// Without anything.
    pub fn new() -> FunctionGraph {
        FunctionGraph {
            tag: next_tag(),
            arena: Arena::default(),
            ops: Vec::new(),
            op_ids: FxHashMap::default(),
            memo: Memo::default(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            names: FxHashMap::default(),
            constants: FxHashMap::default(),
            live_nodes: 0,
        }
    }

    /// A variable that is given; without a name if that is empty. Names in its type are those of the
    /// graph: `n` is one size wherever it stands. Numbered sizes, which belong to whoever numbered
    /// them, are `?`.
    ///
    /// # Panics
    /// If there are 2^32 variables.
    pub fn input(&mut self, ty: Ty, name: &str) -> Var {
        let index = self.arena.add_leaf(without_numbers(ty), INPUT).expect("fewer than 2^32 variables");
        self.inputs.push(index);
        if !name.is_empty() {
            self.names.insert(index, Sym::new(name));
        }
        self.var(index)
    }

    /// A variable of known value: what its type says, and a text that shows it.
    ///
    /// # Panics
    /// If there are 2^32 variables.
    pub fn constant(&mut self, ty: Ty, value: &str) -> Var {
        let index = self.arena.add_leaf(without_numbers(ty), CONSTANT).expect("fewer than 2^32 variables");
        self.constants.insert(index, Sym::new(value));
        self.var(index)
    }

    /// The outputs of an op applied to these variables. Their types are what the op says.
    ///
    /// # Errors
    /// If the op refuses the types, or a variable is not the graph's. The graph is as it was.
    pub fn apply(&mut self, op: &Op, inputs: &[Var]) -> Result<Outputs, GraphError> {
        self.add(op, inputs, None)
    }

    /// The only output of an op applied to these variables.
    ///
    /// # Errors
    /// As [`FunctionGraph::apply`], or if there is another number of outputs.
    pub fn call(&mut self, op: &Op, inputs: &[Var]) -> Result<Var, GraphError> {
        let outputs = self.add(op, inputs, Some(1))?;
        Ok(Var { graph: outputs.graph, index: outputs.next })
    }

    fn add(&mut self, op: &Op, inputs: &[Var], count: Option<usize>) -> Result<Outputs, GraphError> {
        inputs.iter().try_for_each(|var| self.index(*var).map(drop))?;
        let arena = &self.arena;
        let types = inputs.iter().map(|var| arena.ty(var.index));
        let (id, outputs) = match self.memo.find(&self.ops, op, types.clone()) {
            Some(met) => (met.op, self.memo.outputs(met)),
            None => {
                let types: Types = types.collect();
                let id = self.op_id(op);
                (id, self.memo.ask(&self.ops, id, types.into_iter())?)
            }
        };
        if let Some(count) = count
            && outputs.len() != count
        {
            return Err(GraphError::Outputs { op: op.to_string(), count: outputs.len() });
        }
        let next = self.arena.var_count();
        self.arena.add_node(id, inputs.iter().map(|var| var.index), outputs)?;
        self.live_nodes += 1;
        Ok(Outputs { graph: self.tag, next, end: self.arena.var_count() })
    }

    /// The number of an op, which need not be used.
    pub(crate) fn op_id(&mut self, op: &Op) -> u32 {
        if let Some(id) = self.op_ids.get(op) {
            return *id;
        }
        let id = u32::try_from(self.ops.len()).expect("fewer ops than nodes");
        self.ops.push(op.clone());
        self.op_ids.insert(op.clone(), id);
        id
    }

    /// The op of a node that is not removed.
    pub(crate) fn op_of(&self, node: u32) -> &Op {
        &self.ops[self.arena.op(node) as usize]
    }

    /// The outputs of an op whose types someone else's code gave just now: what it would say of these
    /// inputs. Ops that say so themselves are applied as ever.
    ///
    /// # Errors
    /// As [`FunctionGraph::apply`].
    pub fn apply_as(&mut self, op: &Op, inputs: &[Var], outputs: &[Ty]) -> Result<Outputs, GraphError> {
        if op.is_steady() {
            return self.apply(op, inputs);
        }
        let indices = inputs.iter().map(|var| self.index(*var)).collect::<Result<Vec<u32>, _>>()?;
        let id = self.op_id(op);
        let types: Vec<Ty> = outputs.iter().map(|ty| without_numbers(*ty)).collect();
        let node = self.arena.add_node(id, indices.into_iter(), &types)?;
        self.live_nodes += 1;
        Ok(self.outputs_of(node))
    }

    /// How much there is, to go back to.
    pub fn mark(&self) -> Mark {
        Mark { graph: self.tag, nodes: self.arena.node_count(), vars: self.arena.var_count(), ops: self.ops.len() }
    }

    /// Takes back what was added since, which nothing that was there uses. Numbers are given again, so
    /// nothing that was said of a variable may stay.
    ///
    /// # Panics
    /// If the mark is another graph's.
    pub fn go_back(&mut self, mark: Mark) {
        assert_eq!(mark.graph, self.tag, "a mark of another graph");
        let mut leaves = false;
        for var in mark.vars..self.arena.var_count() {
            leaves |= self.arena.owner(var) == INPUT;
            self.names.remove(&var);
            self.constants.remove(&var);
        }
        if leaves {
            self.inputs.retain(|input| *input < mark.vars);
        }
        self.live_nodes -= (mark.nodes..self.arena.node_count()).filter(|node| self.arena.has_node(*node)).count();
        self.arena.truncate(mark.nodes, mark.vars);
        if mark.ops < self.ops.len() {
            for op in self.ops.drain(mark.ops..) {
                self.op_ids.remove(&op);
            }
            self.memo.forget_from(u32::try_from(mark.ops).expect("fewer ops than nodes"));
        }
    }

    /// What the graph computes.
    ///
    /// # Errors
    /// If a variable is not the graph's; the outputs are as they were.
    pub fn set_outputs(&mut self, outputs: &[Var]) -> Result<(), GraphError> {
        self.outputs = outputs.iter().map(|var| self.index(*var)).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Gives a variable a name; an empty one takes it away.
    ///
    /// # Errors
    /// If it is not the graph's.
    pub fn set_name(&mut self, var: Var, name: &str) -> Result<(), GraphError> {
        let index = self.index(var)?;
        match name {
            "" => self.names.remove(&index),
            _ => self.names.insert(index, Sym::new(name)),
        };
        Ok(())
    }

    pub(crate) fn var(&self, index: u32) -> Var {
        Var { graph: self.tag, index }
    }

    pub(crate) fn node(&self, index: u32) -> Node {
        Node { graph: self.tag, index }
    }

    pub(crate) fn index(&self, var: Var) -> Result<u32, GraphError> {
        let own = var.graph == self.tag && self.arena.has(var.index);
        if own { Ok(var.index) } else { Err(GraphError::NotInGraph(var)) }
    }

    pub(crate) fn node_index(&self, node: Node) -> Option<u32> {
        let own = node.graph == self.tag && self.arena.has_node(node.index);
        own.then_some(node.index)
    }

    pub(crate) fn outputs_of(&self, node: u32) -> Outputs {
        let outputs = self.arena.outputs(node);
        Outputs { graph: self.tag, next: outputs.start, end: outputs.end }
    }
}
