//! The types of nodes, and of a whole graph, as functions. Here all applications share one store, so
//! that a size which nobody knows is the same wherever it comes to, and what one node needs holds for
//! the others.

use conformable_signatures::Signature;
use conformable_signatures::signature::Chain;
use conformable_types::Ty;
use conformable_types::ty::Function;
use rustc_hash::FxHashMap;

use crate::arena::CONSTANT;
use crate::error::GraphError;
use crate::graph::{FunctionGraph, Node};
use crate::op::Op;

impl FunctionGraph {
    /// The function type of a node: what its op is for the types of its inputs. `None` if the node is
    /// not the graph's.
    pub fn type_of(&self, node: Node) -> Option<Function> {
        let index = self.node_index(node)?;
        let types: Vec<Ty> = self.arena.inputs(index).iter().map(|var| self.arena.ty[*var as usize]).collect();
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
        let mut nodes = self.ancestors(&self.outputs);
        nodes.sort_unstable_by_key(|node| self.arena.place[*node as usize]);
        let used = nodes.iter().flat_map(|node| self.arena.inputs(*node)).chain(&self.outputs);
        let mut leaves = self.inputs.clone();
        leaves.extend(used.filter(|var| self.arena.owner[**var as usize] == CONSTANT));
        let types: Vec<Ty> = leaves.iter().map(|var| self.arena.ty[*var as usize]).collect();
        let mut chain = Chain::new(&types);
        let given = chain.inputs().to_vec();
        let mut known: FxHashMap<u32, Ty> = leaves.iter().copied().zip(given.iter().copied()).collect();
        for node in nodes {
            let op = &self.ops[self.arena.op[node as usize] as usize];
            let inputs: Vec<Ty> = self.arena.inputs(node).iter().map(|var| known[var]).collect();
            let refused = |refusal| GraphError::Refused { op: op.to_string(), refusal };
            let outputs = op.infer_in(&mut chain, &inputs).map_err(refused)?;
            known.extend(self.arena.outputs(node).zip(outputs));
        }
        let outputs: Vec<Ty> = self.outputs.iter().map(|var| known[var]).collect();
        Ok(chain.finish(&given[..self.inputs.len()], &outputs))
    }

    /// The graph as an op of this name, whose signature is the graph's.
    ///
    /// # Errors
    /// As [`FunctionGraph::signature`].
    pub fn as_op(&self, name: &str) -> Result<Op, GraphError> {
        Ok(Op::new(name, self.signature()?))
    }
}
