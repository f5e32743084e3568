//! The Python objects through which a graph's variables and applications are seen. An object stays the same
//! as long as Python holds it; the graph itself holds it once Python has put an attribute on it.

use conformable_graph::{Node, Var};
use pyo3::prelude::*;
use pyo3::types::{PyWeakrefMethods, PyWeakrefReference};

use super::apply::Apply;
use super::function_graph::FunctionGraph;
use super::variable::Variable;
use crate::python::helper;
use crate::sync::lock;

impl FunctionGraph {
    /// The object that a variable is, if somebody holds one.
    pub(super) fn held_variable<'py>(&self, py: Python<'py>, var: Var) -> Option<Bound<'py, Variable>> {
        let reference = lock(&self.variables).get(&var)?.clone_ref(py);
        reference.bind(py).upgrade()?.cast_into().ok()
    }

    pub fn hold_variable(&self, object: &Bound<'_, Variable>, var: Var) -> PyResult<()> {
        let reference = PyWeakrefReference::new(object)?.unbind();
        let before = lock(&self.variables).insert(var, reference);
        drop(before);
        if object.get().has_attributes() { self.keep(object, var) } else { Ok(()) }
    }

    pub fn held_node<'py>(&self, py: Python<'py>, node: Node) -> Option<Bound<'py, Apply>> {
        let reference = lock(&self.applications).get(&node)?.clone_ref(py);
        reference.bind(py).upgrade()?.cast_into().ok()
    }

    pub fn hold_node(&self, node: Node, reference: Py<PyWeakrefReference>) {
        let before = lock(&self.applications).insert(node, reference);
        drop(before);
    }

    pub fn hold_apply(&self, object: &Bound<'_, Apply>, node: Node) -> PyResult<()> {
        self.hold_node(node, PyWeakrefReference::new(object)?.unbind());
        Ok(())
    }

    /// The object is the variable's as long as the graph has it.
    pub fn keep(&self, object: &Bound<'_, Variable>, var: Var) -> PyResult<()> {
        let before = lock(&self.kept).insert(var, object.clone().unbind());
        drop(before);
        Ok(())
    }

    /// The objects of variables that the graph no longer has are kept no longer.
    pub(super) fn let_go(&self) {
        let mut kept = lock(&self.kept);
        let gone: Vec<Var> = kept.keys().copied().filter(|var| self.core.ty(*var).is_none()).collect();
        let gone: Vec<_> = gone.iter().filter_map(|var| kept.remove(var)).collect();
        drop(kept);
        drop(gone);
    }

    /// What Python put on variables of one graph, put on those that they are in another.
    pub(super) fn copy_attributes<'py>(
        py: Python<'py>,
        pairs: impl IntoIterator<Item = (Bound<'py, Variable>, Bound<'py, Variable>)>,
    ) -> PyResult<()> {
        let copy = helper!(py, "conformable._variables", "copy_attributes")?;
        pairs.into_iter().try_for_each(|pair| copy.call1(pair).map(drop))
    }
}
