//! Replacement by pattern: a rule is a graph of its own with two outputs, what is looked for and what
//! stands there afterwards, from the same inputs. An input stands for any variable of its type; the
//! names in the types of all inputs are variables of the rule: `x: float64[n, n]` is a square matrix.

use conformable_signatures::Signature;
use conformable_types::Ty;
use conformable_types::term::{self, Leaf};
use conformable_types::ty::{Function, Param, ParamKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::{CONSTANT, INPUT, NONE};
use crate::closed::{closed, leaves};
use crate::error::GraphError;
use crate::graph::FunctionGraph;
use crate::ids::Var;
use crate::replace::{fit, with_dims};

/// What is looked for, and what stands there afterwards.
pub struct Rewrite {
    graph: FunctionGraph,
    /// The types of the inputs as one signature.
    types: Signature,
}

/// What the inputs of a rule stand for, in order; `None` where the pattern does not have one.
type Bound = Vec<Option<u32>>;

impl Rewrite {
    /// The rule that a graph of two outputs is.
    ///
    /// # Errors
    /// If it has not two outputs, looks for no node, or makes something of an input that it does not
    /// look for.
    pub fn new(graph: FunctionGraph) -> Result<Rewrite, String> {
        let [wanted, placed] = graph.outputs[..] else {
            return Err(format!("a rule has two outputs, not {}", graph.outputs.len()));
        };
        if graph.arena.node_owning(wanted).is_none() {
            return Err("what is looked for is computed by a node".to_owned());
        }
        let known = graph.leaves_of(wanted);
        if let Some(free) = graph.leaves_of(placed).into_iter().find(|leaf| !known.contains(leaf)) {
            return Err(format!("{} is not part of what is looked for", graph.label_of(free)));
        }
        let param = |var: &u32| Param {
            name: None,
            kind: ParamKind::Plain,
            ty: with_dims(graph.arena.ty(*var)),
            assumed: false,
            default: None,
        };
        let types = Signature::of_function(Function {
            params: graph.inputs.iter().filter(|input| known.contains(input)).map(param).collect(),
            outputs: Box::default(),
            constraints: Box::default(),
            partial: false,
        });
        Ok(Rewrite { graph, types })
    }

    /// Do the types of what the inputs stand for, as far as they are known, have everything that the
    /// rule's types ask for? Then applying the rule's types to them teaches nothing.
    fn takes(&self, types: &[Ty]) -> bool {
        let types = &*types.iter().map(|ty| with_dims(*ty)).collect::<Vec<_>>();
        let Ok(call) = self.types.apply(types) else { return false };
        call.constraints.is_empty() && closed(&call.inputs, types) == types && apart(&call.inputs, types)
    }
}

/// Is each name that the call gave to something unknown in one place alone? In two, they are equal.
fn apart(learnt: &[Ty], types: &[Ty]) -> bool {
    let own = leaves(types);
    let mut met: FxHashSet<Leaf> = FxHashSet::default();
    let mut apart = true;
    learnt.iter().for_each(|ty| term::visit_ty(*ty, &mut |leaf| apart &= own.contains(&leaf) || met.insert(leaf)));
    apart
}

impl FunctionGraph {
    /// The inputs that a variable is computed from.
    fn leaves_of(&self, var: u32) -> FxHashSet<u32> {
        let nodes = self.ancestors(&[var]);
        let used = nodes.iter().flat_map(|node| self.arena.inputs(*node)).copied().chain([var]);
        used.filter(|var| self.arena.owner(*var) == INPUT).collect()
    }

    /// Replaces by a rule wherever an output needs what it looks for, each place once, from the inputs
    /// on; says how often. Where a replacement is refused by an op, or would lose or contradict facts, the
    /// graph stays.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn rewrite(&mut self, rule: &Rewrite) -> Result<usize, GraphError> {
        let [wanted, placed] = rule.graph.outputs[..] else { return Ok(0) };
        let at = rule.graph.arena.output_place(wanted);
        let needed = self.ancestors_in_order(&self.outputs);
        let mut count = 0;
        for node in needed {
            let Some(root) = self.arena.outputs(node).nth(at as usize) else { continue };
            let used = self.arena.uses(root).next().is_some() || self.outputs.contains(&root);
            if !used {
                continue;
            }
            let Some(bound) = self.matched(rule, wanted, root) else { continue };
            let mark = self.mark();
            let made = match self.graft(&rule.graph, placed, &bound) {
                Ok(made) => made,
                Err(error) => {
                    self.go_back(mark);
                    match error {
                        GraphError::Full => return Err(error),
                        // What an op refuses here it may take elsewhere.
                        _ => continue,
                    }
                }
            };
            let (old, new) = (self.arena.ty(root), self.arena.ty(made));
            let (root, made) = (self.var(root), self.var(made));
            if made == root || fit(old, new).is_err() || self.replace(root, made).is_err() {
                self.go_back(mark);
                continue;
            }
            count += 1;
        }
        Ok(count)
    }

    /// What the rule's inputs stand for if `wanted` of it is `root` here.
    fn matched(&self, rule: &Rewrite, wanted: u32, root: u32) -> Option<Bound> {
        let theirs = &rule.graph;
        let mut met: FxHashMap<u32, u32> = FxHashMap::default();
        let mut open = vec![(wanted, root)];
        while let Some((wanted, own)) = open.pop() {
            if let Some(known) = met.insert(wanted, own) {
                // Shared in the pattern, the same here.
                if known != own {
                    return None;
                }
                continue;
            }
            match theirs.arena.owner(wanted) {
                INPUT => {}
                CONSTANT => {
                    let same = self.arena.owner(own) == CONSTANT
                        && self.constants[&own] == theirs.constants[&wanted]
                        && self.arena.ty(own) == theirs.arena.ty(wanted);
                    if !same {
                        return None;
                    }
                }
                node => {
                    let here = self.arena.node_owning(own)?;
                    let op = self.op_of(here);
                    let same = op == theirs.op_of(node)
                        && self.arena.output_place(own) == theirs.arena.output_place(wanted)
                        && self.arena.inputs(here).len() == theirs.arena.inputs(node).len();
                    if !same {
                        return None;
                    }
                    let inputs = theirs.arena.inputs(node).iter().zip(self.arena.inputs(here));
                    open.extend(inputs.map(|(wanted, own)| (*wanted, *own)));
                }
            }
        }
        let bound: Bound = theirs.inputs.iter().map(|input| met.get(input).copied()).collect();
        let types: Vec<Ty> = bound.iter().flatten().map(|var| self.arena.ty(*var)).collect();
        rule.takes(&types).then_some(bound)
    }

    /// The nodes that compute `placed` in another graph, whose inputs are these variables here.
    fn graft(&mut self, theirs: &FunctionGraph, placed: u32, bound: &Bound) -> Result<u32, GraphError> {
        let inputs = theirs.inputs.iter().zip(bound);
        let mut met: FxHashMap<u32, u32> = inputs.filter_map(|(input, own)| Some((*input, (*own)?))).collect();
        for node in theirs.ancestors_in_order(&[placed]) {
            let mut inputs: Vec<Var> = Vec::new();
            for input in theirs.arena.inputs(node) {
                let own = self.grafted_leaf(theirs, *input, &mut met);
                inputs.push(self.var(own));
            }
            let outputs = self.apply(theirs.op_of(node), &inputs)?;
            met.extend(theirs.arena.outputs(node).zip(outputs.map(|var| var.index)));
        }
        Ok(self.grafted_leaf(theirs, placed, &mut met))
    }

    fn grafted_leaf(&mut self, theirs: &FunctionGraph, var: u32, met: &mut FxHashMap<u32, u32>) -> u32 {
        if let Some(own) = met.get(&var) {
            return *own;
        }
        debug_assert!(theirs.arena.owner(var) == CONSTANT, "inputs and nodes are met before");
        let own = self.constant(theirs.arena.ty(var), theirs.constants[&var].as_str()).index;
        debug_assert!(own != NONE);
        met.insert(var, own);
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Op;
    use conformable_types::text::parse_type;

    fn input(graph: &mut FunctionGraph, text: &str) -> Var {
        graph.input(parse_type(text).unwrap(), "")
    }

    /// `inv(inv(x))` is `x`, of square matrices of this type.
    fn twice(ty: &str) -> Rewrite {
        let inv = Op::numpy("numpy.linalg.inv").unwrap();
        let mut graph = FunctionGraph::new();
        let x = input(&mut graph, ty);
        let once = graph.call(&inv, &[x]).unwrap();
        let twice = graph.call(&inv, &[once]).unwrap();
        graph.set_outputs(&[twice, x]).unwrap();
        Rewrite::new(graph).unwrap()
    }

    fn rewritten(rule: &Rewrite, ty: &str) -> (usize, String) {
        let inv = Op::numpy("numpy.linalg.inv").unwrap();
        let mut graph = FunctionGraph::new();
        let mut var = input(&mut graph, ty);
        graph.set_name(var, "m").unwrap();
        for _ in 0..2 {
            var = graph.call(&inv, &[var]).unwrap();
        }
        let sum = graph.call(&Op::numpy("numpy.sum").unwrap(), &[var]).unwrap();
        graph.set_outputs(&[sum]).unwrap();
        let count = graph.rewrite(rule).unwrap();
        graph.validate().unwrap();
        graph.prune();
        (count, graph.dprint(&[], crate::Dprint::default()).unwrap().lines().nth(1).unwrap().trim().to_owned())
    }

    #[test]
    fn types_decide_where_a_rule_holds() {
        let square = twice("float64[n, n]");
        assert_eq!(rewritten(&square, "float64[3, 3]"), (1, "└─ m [id B]".to_owned()));
        assert_eq!(rewritten(&square, "float64[k, k]").0, 1);
        // What is not known to be square may not be.
        assert_eq!(rewritten(&square, "float64[?, ?]").0, 0);
        assert_eq!(rewritten(&twice("float64[?, ?]"), "float64[?, ?]").0, 1);
        assert_eq!(rewritten(&twice("float64[4, 4]"), "float64[3, 3]").0, 0);
        assert_eq!(rewritten(&square, "float32[3, 3]").0, 0);
    }

    #[test]
    fn a_shared_input_is_one_variable() {
        let add = Op::numpy("numpy.add").unwrap();
        let double = Op::parse("Double", "(x[*S]) -> x[*S]").unwrap();
        let mut graph = FunctionGraph::new();
        let x = input(&mut graph, "float64[*S]");
        let sum = graph.call(&add, &[x, x]).unwrap();
        let doubled = graph.call(&double, &[x]).unwrap();
        graph.set_outputs(&[sum, doubled]).unwrap();
        let rule = Rewrite::new(graph).unwrap();

        let mut graph = FunctionGraph::new();
        let [a, b] = ["float64[2, 3]"; 2].map(|text| input(&mut graph, text));
        let same = graph.call(&add, &[a, a]).unwrap();
        let other = graph.call(&add, &[a, b]).unwrap();
        let whole = graph.call(&add, &[same, other]).unwrap();
        graph.set_outputs(&[whole]).unwrap();
        assert_eq!(graph.rewrite(&rule).unwrap(), 1);
        graph.validate().unwrap();
        assert_eq!(graph.ty(whole).unwrap().to_string(), "float64[2, 3]");
    }

    #[test]
    fn what_is_no_rule_is_refused() {
        let mut graph = FunctionGraph::new();
        let [x, y] = ["float64[3]"; 2].map(|text| input(&mut graph, text));
        graph.set_outputs(&[x]).unwrap();
        assert!(Rewrite::new(graph.clone()).err().unwrap().contains("two outputs"));
        graph.set_outputs(&[x, y]).unwrap();
        assert!(Rewrite::new(graph.clone()).err().unwrap().contains("computed by a node"));
        let sum = graph.call(&Op::numpy("numpy.sum").unwrap(), &[x]).unwrap();
        graph.set_outputs(&[sum, y]).unwrap();
        assert!(Rewrite::new(graph).err().unwrap().contains("not part of what is looked for"));
    }
}
