//! What is to be added to a graph, read from Python before the graph is changed. Reading runs code of
//! users (a type's `values_eq` and `__str__`, an op's `__eq__` and `__hash__`, a property `name`), which may
//! look at the graph; adding runs none but what the engine asks.

use conformable_graph::{Node, Op as Core, Outputs, Var};
use conformable_types::Ty;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use super::apply::ApplicationPlace;
use super::foreign::Foreign;
use super::function_graph::{FunctionGraph, raised};
use super::labels::value_text;
use super::variable::{Constant, Variable};
use crate::reentry::with_python_errors;

/// A given variable.
pub struct Input<'py> {
    pub var: Bound<'py, Variable>,
    ty: Ty,
    name: String,
    container: Option<Py<PyAny>>,
}

/// A constant: its type, the text that tells it from others, and the value.
pub struct ResolvedConstant {
    ty: Ty,
    text: String,
    name: String,
    data: Py<PyAny>,
}

/// An application.
pub struct ResolvedApplication<'py> {
    pub place: ApplicationPlace,
    op: Core,
    pub inputs: Vec<Bound<'py, Variable>>,
    /// Of ops that do not say so themselves.
    types: Vec<Ty>,
    /// Outputs that have names.
    pub names: Vec<(Bound<'py, Variable>, String)>,
}

/// The name that a variable was given, or an empty one.
fn name_of(var: &Bound<'_, Variable>) -> PyResult<String> {
    let name = var.getattr(intern!(var.py(), "name"))?;
    if name.is_none() { Ok(String::new()) } else { name.extract() }
}

/// Reads what goes into one graph.
pub struct GraphReader<'py> {
    graph: Bound<'py, FunctionGraph>,
    foreign: Foreign,
    /// The texts of constants that are new.
    texts: FxHashMap<(Ty, String), Py<PyAny>>,
}

impl<'py> GraphReader<'py> {
    pub fn new(graph: &Bound<'py, FunctionGraph>) -> PyResult<GraphReader<'py>> {
        let foreign = FunctionGraph::foreign_of(graph)?;
        Ok(GraphReader { graph: graph.clone(), foreign, texts: FxHashMap::default() })
    }

    pub fn input(&self, var: &Bound<'py, Variable>) -> PyResult<Input<'py>> {
        let py = var.py();
        let ty = self.foreign.ty(py, &var.get().ty(py)?)?;
        let container = var.getattr_opt(intern!(py, "container"))?.map(Bound::unbind);
        Ok(Input { var: var.clone(), ty, name: name_of(var)?, container })
    }

    pub fn constant(&mut self, constant: &Bound<'py, Constant>) -> PyResult<ResolvedConstant> {
        let py = constant.py();
        let var = constant.cast::<Variable>()?;
        let of = var.get().ty(py)?;
        let ty = self.foreign.ty(py, &of)?;
        let data = constant.get().data(py);
        let shown = value_text(data);
        let mut key = (ty, shown.clone());
        let (mut number, mut is_new) = (1, true);
        // Merging and rules take constants of one type and text for one.
        while let Some(known) = self.known(&key)? {
            if known.is(data) || of.object(py)?.call_method1("values_eq", (known, data))?.is_truthy()? {
                is_new = false;
                break;
            }
            number += 1;
            key.1 = format!("{shown}#{number}");
        }
        if is_new {
            self.texts.insert(key.clone(), data.clone().unbind());
        }
        Ok(ResolvedConstant { ty, text: key.1, name: name_of(var)?, data: data.clone().unbind() })
    }

    /// The value that a text stands for.
    fn known(&self, key: &(Ty, String)) -> PyResult<Option<Py<PyAny>>> {
        let py = self.graph.py();
        if let Some(known) = self.texts.get(key) {
            return Ok(Some(known.clone_ref(py)));
        }
        Ok(FunctionGraph::reading(&self.graph)?.texts.get(key).map(|known| known.clone_ref(py)))
    }

    pub fn node(&self, place: ApplicationPlace) -> PyResult<ResolvedApplication<'py>> {
        let py = self.graph.py();
        let op = self.foreign.core(&place.op(py)?)?;
        let inputs = place.inputs(py)?;
        let types = match &place {
            _ if op.is_steady() => Vec::new(),
            ApplicationPlace::Free(node) => {
                node.types.iter().map(|ty| self.foreign.ty(py, ty)).collect::<PyResult<_>>()?
            }
            ApplicationPlace::Graph(..) => {
                let outputs = place.outputs(py)?;
                outputs.iter().map(|output| self.foreign.ty(py, &output.get().ty(py)?)).collect::<PyResult<_>>()?
            }
        };
        let held: Vec<_> = match &place {
            ApplicationPlace::Free(node) => node.held(py).into_iter().map(|(_, output)| output).collect(),
            ApplicationPlace::Graph(..) => place.outputs(py)?,
        };
        let mut names = Vec::new();
        for output in held {
            let name = name_of(&output)?;
            if !name.is_empty() {
                names.push((output, name));
            }
        }
        Ok(ResolvedApplication { place, op, inputs, types, names })
    }

    /// The texts of constants that are new.
    pub fn texts(self) -> FxHashMap<(Ty, String), Py<PyAny>> {
        self.texts
    }
}

impl FunctionGraph {
    /// The texts of new constants; one that the graph has meanwhile may be another value's.
    pub(super) fn check_texts(&self, texts: &FxHashMap<(Ty, String), Py<PyAny>>, py: Python<'_>) -> PyResult<()> {
        let differs = |(key, value): (&(Ty, String), &Py<PyAny>)| {
            self.texts.get(key).is_some_and(|known| !known.bind(py).is(value.bind(py)))
        };
        match texts.iter().any(differs) {
            true => Err(PyRuntimeError::new_err("the graph was changed while constants were compared")),
            false => Ok(()),
        }
    }

    pub(super) fn add_input(&mut self, input: &Input<'_>) -> Var {
        let own = self.core.input(input.ty, &input.name);
        if let Some(container) = &input.container {
            self.containers.insert(own, container.clone_ref(input.var.py()));
        }
        own
    }

    pub(super) fn add_constant(&mut self, known: ResolvedConstant) -> PyResult<Var> {
        let own = self.core.constant(known.ty, &known.text);
        if !known.name.is_empty() {
            self.rename(own, &known.name)?;
        }
        self.data.insert(own, known.data);
        Ok(own)
    }

    pub(super) fn add_node(
        &mut self,
        py: Python<'_>,
        node: &ResolvedApplication<'_>,
        inputs: &[Var],
    ) -> PyResult<(Node, Outputs)> {
        let core = &mut self.core;
        let outputs =
            with_python_errors(|| core.apply_as(&node.op, inputs, &node.types).map_err(|error| raised(py, error)))?;
        match outputs.get(0).and_then(|first| core.owner(first)) {
            Some(first) => Ok((first, outputs)),
            None => Err(PyTypeError::new_err(format!("{} gives nothing", node.op))),
        }
    }
}
