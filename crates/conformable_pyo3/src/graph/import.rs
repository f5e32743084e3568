//! Variables that are free, or another graph's, with all that computes them, made a graph's. First
//! everything is read, which changes nothing; then it is added, and taken back if something fails.

use std::sync::Arc;

use conformable_graph::{Node, Var};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::apply::ApplicationPlace;
use super::function_graph::FunctionGraph;
use super::labels::label;
use super::resolve::{GraphReader, ResolvedApplication, ResolvedConstant};
use super::variable::{Constant, Origin, Variable};

/// What tells variables apart while somebody holds them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum VariableKey {
    /// A free leaf, by its address.
    Leaf(usize),
    /// The output of a free application, by the application's address.
    Output(usize, u32),
    /// A graph's.
    Graph(Var),
}

fn key(var: &Bound<'_, Variable>) -> VariableKey {
    match var.get().origin(var.py()) {
        Origin::Leaf => VariableKey::Leaf(var.as_ptr() as usize),
        Origin::Output(node, place) => VariableKey::Output(Arc::as_ptr(&node) as usize, place),
        Origin::Graph(_, own) => VariableKey::Graph(own),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum NodeKey {
    Free(usize),
    Graph(Node),
}

enum Step<'py> {
    Leaf(Bound<'py, Variable>),
    Node(ApplicationPlace),
}

/// What is to be added, what needs nothing first.
pub struct Plan<'py> {
    steps: Vec<Step<'py>>,
}

/// What was added.
#[derive(Default)]
pub struct Added<'py> {
    vars: FxHashMap<VariableKey, Var>,
    /// Free leaves and applications, and what they are in the graph.
    leaves: Vec<(Bound<'py, Variable>, Var)>,
    nodes: Vec<(ApplicationPlace, Node)>,
}

/// Why a graph does not take a variable of another one.
pub fn of_another(var: &Bound<'_, Variable>) -> PyResult<PyErr> {
    let name = label(var)?;
    Ok(PyValueError::new_err(format!(
        "{name} is a variable of another graph; FunctionGraph(..., clone=True) copies it"
    )))
}

impl<'py> Plan<'py> {
    /// What variables need that is not the graph `own`'s. Variables of another graph are read if
    /// `copies`, else refused.
    pub fn read(
        roots: &[Bound<'py, Variable>],
        own: Option<&Bound<'py, FunctionGraph>>,
        copies: bool,
    ) -> PyResult<Plan<'py>> {
        enum Visit<'py> {
            Enter(Bound<'py, Variable>),
            Leave(ApplicationPlace),
        }
        let mut steps = Vec::new();
        let mut leaves: FxHashSet<VariableKey> = FxHashSet::default();
        let mut nodes: FxHashSet<NodeKey> = FxHashSet::default();
        let mut open: Vec<Visit<'py>> = roots.iter().rev().map(|root| Visit::Enter(root.clone())).collect();
        while let Some(visit) = open.pop() {
            let var = match visit {
                Visit::Enter(var) => var,
                Visit::Leave(place) => {
                    steps.push(Step::Node(place));
                    continue;
                }
            };
            let py = var.py();
            let (node, place) = match var.get().origin(py) {
                Origin::Leaf => (None, None),
                Origin::Output(node, at) => {
                    // Whoever adopts the application will ask for it.
                    node.register(&var, at)?;
                    (Some(NodeKey::Free(Arc::as_ptr(&node) as usize)), Some(ApplicationPlace::Free(node)))
                }
                Origin::Graph(graph, _) if own.is_some_and(|own| graph.is(own)) => continue,
                Origin::Graph(..) if !copies => {
                    return Err(of_another(&var)?);
                }
                Origin::Graph(graph, own) => {
                    let node = FunctionGraph::reading(graph.bind(py))?.core().owner(own);
                    (node.map(NodeKey::Graph), node.map(|node| ApplicationPlace::Graph(graph, node)))
                }
            };
            match (node, place) {
                (Some(node), Some(place)) if nodes.insert(node) => {
                    let inputs = place.inputs(py)?;
                    open.push(Visit::Leave(place));
                    open.extend(inputs.into_iter().rev().map(Visit::Enter));
                }
                (None, _) if leaves.insert(key(&var)) => steps.push(Step::Leaf(var)),
                _ => {}
            }
        }
        Ok(Plan { steps })
    }

    /// The leaves that are no constants, in the order in which they were met.
    pub fn leaves(&self) -> impl Iterator<Item = &Bound<'py, Variable>> {
        self.steps.iter().filter_map(|step| match step {
            Step::Leaf(var) if var.cast::<Constant>().is_err() => Some(var),
            _ => None,
        })
    }

    /// What Python says of it: leaves that are no constants must be among `inputs`, or are refused.
    pub fn resolve(
        self,
        reader: &mut GraphReader<'py>,
        inputs: &[Bound<'py, Variable>],
    ) -> PyResult<Vec<Resolved<'py>>> {
        let given: FxHashSet<VariableKey> = inputs.iter().map(key).collect();
        let mut resolved = Vec::new();
        for step in self.steps {
            resolved.push(match step {
                Step::Leaf(var) if given.contains(&key(&var)) => continue,
                Step::Leaf(var) => {
                    let Ok(constant) = var.cast::<Constant>() else {
                        let message = format!("{} is not an input of the graph, and nothing computes it", label(&var)?);
                        return Err(PyValueError::new_err(message));
                    };
                    let known = reader.constant(constant)?;
                    Resolved::Constant(var, known)
                }
                Step::Node(place) => Resolved::Node(reader.node(place)?),
            });
        }
        Ok(resolved)
    }
}

/// What is to be added, as it was read.
pub enum Resolved<'py> {
    Constant(Bound<'py, Variable>, ResolvedConstant),
    Node(ResolvedApplication<'py>),
}

impl<'py> Resolved<'py> {
    pub fn add(self, graph: &mut FunctionGraph, py: Python<'py>, added: &mut Added<'py>) -> PyResult<()> {
        let node = match self {
            Resolved::Constant(var, known) => {
                let own = graph.add_constant(known)?;
                added.leaf(var, own);
                return Ok(());
            }
            Resolved::Node(node) => node,
        };
        let inputs = node.inputs.iter().map(|input| added.var(input)).collect::<PyResult<Vec<Var>>>()?;
        let (own, outputs) = graph.add_node(py, &node, &inputs)?;
        match &node.place {
            ApplicationPlace::Free(free) => {
                let address = Arc::as_ptr(free) as usize;
                added.vars.extend(outputs.zip(0..).map(|(var, at)| (VariableKey::Output(address, at), var)));
            }
            ApplicationPlace::Graph(from, of) => {
                let theirs: Vec<Var> =
                    FunctionGraph::reading(from.bind(py))?.core().node_outputs(*of).into_iter().flatten().collect();
                added.vars.extend(theirs.into_iter().map(VariableKey::Graph).zip(outputs));
            }
        }
        for (output, name) in &node.names {
            graph.rename(added.var(output)?, name)?;
        }
        added.nodes.push((node.place, own));
        Ok(())
    }
}

impl<'py> Added<'py> {
    /// A leaf is this variable of the graph.
    pub fn leaf(&mut self, leaf: Bound<'py, Variable>, own: Var) {
        self.vars.insert(key(&leaf), own);
        self.leaves.push((leaf, own));
    }

    /// What a variable is in the graph: one that was added, or the graph's already.
    pub fn var(&self, var: &Bound<'py, Variable>) -> PyResult<Var> {
        let key = key(var);
        match (self.vars.get(&key), key) {
            (Some(own), _) => Ok(*own),
            (None, VariableKey::Graph(own)) => Ok(own),
            (None, _) => Err(PyValueError::new_err(format!("{} is not a variable of this graph", label(var)?))),
        }
    }

    /// The objects of what was added are the graph's from now on.
    pub fn adopt(self, graph: &Bound<'py, FunctionGraph>) -> PyResult<()> {
        let py = graph.py();
        for (leaf, own) in &self.leaves {
            FunctionGraph::reading(graph)?.hold_variable(leaf, *own)?;
            drop(leaf.get().set_origin(Origin::Graph(graph.clone().unbind(), *own)));
        }
        for (place, own) in &self.nodes {
            let ApplicationPlace::Free(node) = place else { continue };
            for (at, output) in node.held(py) {
                let var = self.vars[&VariableKey::Output(Arc::as_ptr(node) as usize, at)];
                FunctionGraph::reading(graph)?.hold_variable(&output, var)?;
                drop(output.get().set_origin(Origin::Graph(graph.clone().unbind(), var)));
            }
            if let Some(view) = node.held_view(py) {
                FunctionGraph::reading(graph)?.hold_apply(&view, *own)?;
                drop(view.get().set_place(ApplicationPlace::Graph(graph.clone().unbind(), *own)));
            }
        }
        Ok(())
    }

    /// What was put on the objects of what was added is on the graph's too.
    pub fn copy_attributes(self, graph: &Bound<'py, FunctionGraph>) -> PyResult<()> {
        let py = graph.py();
        let mut pairs = Vec::new();
        for (leaf, own) in self.leaves {
            pairs.push((leaf, own));
        }
        for (place, _) in &self.nodes {
            let ApplicationPlace::Free(node) = place else { continue };
            let address = Arc::as_ptr(node) as usize;
            pairs.extend(
                node.held(py).into_iter().map(|(at, output)| (output, self.vars[&VariableKey::Output(address, at)])),
            );
        }
        for (object, var) in pairs.into_iter().filter(|(object, _)| object.get().has_attributes()) {
            FunctionGraph::copy_attributes(py, [(object, FunctionGraph::variable(graph, var)?)])?;
        }
        Ok(())
    }
}
