//! The types of nodes, and of a whole graph, as functions. Here all applications share one store, so
//! that a size which nobody knows is the same wherever it comes to, and what one node needs holds for
//! the others.

use conformable_signatures::Signature;
use conformable_signatures::signature::Chain;
use conformable_types::Ty;
use conformable_types::term::{self, Leaf};
use conformable_types::ty::Function;
use rustc_hash::FxHashMap;

use crate::arena::CONSTANT;
use crate::closed::{Unknown, leaves};
use crate::error::GraphError;
use crate::graph::FunctionGraph;
use crate::ids::{Node, Var};
use crate::op::Op;

impl FunctionGraph {
    /// The function type of a node: what its op is for the types of its inputs. `None` if the node is
    /// not the graph's.
    pub fn type_of(&self, node: Node) -> Option<Function> {
        let index = self.node_index(node)?;
        let types: Vec<Ty> = self.arena.inputs(index).iter().map(|var| self.arena.ty(*var)).collect();
        self.op(node)?.type_for(&types).ok()
    }

    /// The signature of the graph, from its inputs to its outputs: the composition of what its nodes
    /// are, simplified. Names in the inputs' types are its variables. Time is proportional to the nodes
    /// that the outputs need, each with a run of the solver.
    ///
    /// ```
    /// use conformable_graph::{FunctionGraph, Op};
    /// use conformable_types::text::parse_type;
    ///
    /// let mut graph = FunctionGraph::new();
    /// let [x, w, b] = ["float64[n, d]", "float64[e, k]", "float64[k]"]
    ///     .map(|text| graph.input(parse_type(text).unwrap(), ""));
    /// let product = graph.call(&Op::numpy("numpy.matmul").unwrap(), &[x, w]).unwrap();
    /// let shifted = graph.call(&Op::numpy("numpy.add").unwrap(), &[product, b]).unwrap();
    /// graph.set_outputs(&[shifted]).unwrap();
    /// let signature = graph.signature().unwrap();
    /// assert_eq!(signature.to_string(), "(float64[n, d], float64[d, k], float64[k]) -> float64[n, k]");
    /// ```
    ///
    /// # Errors
    /// If there are no sizes for which all nodes can be computed: each of them takes its inputs, but
    /// not along with the others.
    pub fn signature(&self) -> Result<Signature, GraphError> {
        let outputs = self.outputs.clone();
        self.common(&outputs)
    }

    /// The types of these variables where all applications speak of the same sizes: a function from the
    /// graph's inputs to them. What a node needs holds for everything, so a size that one teaches is
    /// known everywhere; a size that nobody knows has a name.
    ///
    /// # Errors
    /// As [`FunctionGraph::signature`], or if a variable is not the graph's.
    pub fn types_in_common(&self, vars: &[Var]) -> Result<Signature, GraphError> {
        let indices = vars.iter().map(|var| self.index(*var)).collect::<Result<Vec<u32>, _>>()?;
        self.common(&indices)
    }

    fn common(&self, outputs: &[u32]) -> Result<Signature, GraphError> {
        let nodes = self.ancestors_in_order(outputs);
        let used = nodes.iter().flat_map(|node| self.arena.inputs(*node)).chain(outputs);
        let mut leaves = self.inputs.clone();
        leaves.extend(used.filter(|var| self.arena.owner(**var) == CONSTANT));
        let types: Vec<Ty> = leaves.iter().map(|var| self.arena.ty(*var)).collect();
        let ops = nodes.iter().map(|node| self.op_of(*node));
        let dialect = ops.filter_map(Op::signature).find_map(Signature::dialect);
        let mut chain = Chain::in_dialect(&types, dialect);
        let given = chain.inputs().to_vec();
        let mut known: FxHashMap<u32, Ty> = leaves.iter().copied().zip(given.iter().copied()).collect();
        for node in nodes {
            let op = self.op_of(node);
            let inputs: Vec<Ty> = self.arena.inputs(node).iter().map(|var| known[var]).collect();
            let refused = |refusal| GraphError::Refused { op: op.to_string(), refusal };
            let outputs = op.infer_in(&mut chain, &inputs).map_err(refused)?;
            known.extend(self.arena.outputs(node).zip(outputs));
        }
        let outputs: Vec<Ty> = outputs.iter().map(|var| known[var]).collect();
        Ok(chain.finish(&given[..self.inputs.len()], &outputs))
    }

    /// Lets what the nodes need teach the inputs, and types everything behind them again: a size that
    /// an application fixes is known of the input, sizes that have to be equal have one name. Says how
    /// many variables are known better.
    ///
    /// ```
    /// use conformable_graph::{FunctionGraph, Op};
    /// use conformable_types::text::parse_type;
    ///
    /// let mut graph = FunctionGraph::new();
    /// let [x, w] = ["float64[?, ?]", "float64[3, 4]"].map(|text| graph.input(parse_type(text).unwrap(), ""));
    /// let product = graph.call(&Op::numpy("numpy.matmul").unwrap(), &[x, w]).unwrap();
    /// graph.set_outputs(&[product]).unwrap();
    /// assert_eq!(graph.refine().unwrap(), 1);
    /// assert_eq!(graph.ty(x).unwrap().to_string(), "float64[?, 3]");
    /// ```
    ///
    /// # Errors
    /// As [`FunctionGraph::signature`]; the graph is as it was.
    pub fn refine(&mut self) -> Result<usize, GraphError> {
        let signature = self.common(&self.all_outputs())?;
        let learnt: Vec<Ty> = signature
            .as_function()
            .map(|function| &*function.params)
            .unwrap_or_default()
            .iter()
            .map(|param| param.ty)
            .collect();
        let before: Vec<Ty> = self.inputs.iter().map(|var| self.arena.ty(*var)).collect();
        let learnt = shared_names(&before, &learnt);
        let given: Vec<(u32, Ty)> = self.inputs.iter().copied().zip(learnt).collect();
        let changed = self.retyped_all(&given)?;
        let count = changed.len();
        changed.into_iter().for_each(|(var, ty)| {
            self.arena.set_ty(var, ty);
        });
        Ok(count)
    }

    /// What live nodes compute.
    fn all_outputs(&self) -> Vec<u32> {
        self.order().flat_map(|node| self.arena.outputs(node)).collect()
    }

    /// The graph as an op of this name, whose signature is the graph's.
    ///
    /// # Errors
    /// As [`FunctionGraph::signature`].
    pub fn as_op(&self, name: &str) -> Result<Op, GraphError> {
        Ok(Op::new(name, self.signature()?))
    }
}

/// The types without names that say nothing: those that only one place has and that nobody gave.
fn shared_names(before: &[Ty], learnt: &[Ty]) -> Vec<Ty> {
    let own = leaves(before);
    let mut counts: FxHashMap<Leaf, usize> = FxHashMap::default();
    learnt.iter().for_each(|ty| term::visit_ty(*ty, &mut |leaf| *counts.entry(leaf).or_default() += 1));
    let mut lonely =
        Unknown(|leaf: Leaf| leaf.name().is_some() && counts.get(&leaf) == Some(&1) && !own.contains(&leaf));
    learnt.iter().map(|ty| term::map_ty(*ty, &mut lonely)).collect()
}
