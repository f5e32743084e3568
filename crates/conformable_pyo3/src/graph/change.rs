//! A function graph, changed from Python: free variables taken in, variables replaced, rules applied.
//! A type is asked first (`filter_variable`, which a class of Python may override); then everything is added, and taken back if
//! something refuses.

use conformable_graph::{GraphError, Var};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;

use super::arguments;
use super::function_graph::{FunctionGraph, raised};
use super::import::{Added, Plan};
use super::labels::label;
use super::resolve::GraphReader;
use super::variable::{Constant, Origin, Variable};
use crate::python::helper;
use crate::reentry::with_python_errors;

/// The same for a replacement: what types do not allow is a TypeError, whatever the op calls it.
fn not_replaced(py: Python<'_>, error: GraphError) -> PyErr {
    let text = error.to_string();
    let cause = raised(py, error);
    if cause.is_instance_of::<PyTypeError>(py) || !is_typing(py, &cause) {
        return cause;
    }
    let raised = PyTypeError::new_err(text);
    raised.set_cause(py, Some(cause));
    raised
}

fn is_typing(py: Python<'_>, error: &PyErr) -> bool {
    helper!(py, "conformable._errors", "TypeCheckError").is_ok_and(|class| error.matches(py, class).unwrap_or(false))
}

/// The leaves that hold their values.
pub fn held<'py>(plan: &Plan<'py>) -> PyResult<Vec<Bound<'py, Variable>>> {
    let mut shared = Vec::new();
    for leaf in plan.leaves() {
        if leaf.getattr_opt(intern!(leaf.py(), "container"))?.is_some() {
            shared.push(leaf.clone());
        }
    }
    Ok(shared)
}

impl FunctionGraph {
    /// The values of constants that the core made: those of a rule, and sizes that a replacement specified.
    fn fill_constants(&mut self, py: Python<'_>) -> PyResult<()> {
        let unknown = self.core.constants().filter(|(var, ..)| !self.data.contains_key(var));
        for (var, ty, text) in unknown.collect::<Vec<_>>() {
            let value = match self.texts.get(&(ty, text.as_str().to_owned())) {
                Some(value) => value.clone_ref(py),
                None => arguments::literal_value(py, ty)?.unbind(),
            };
            self.data.insert(var, value);
        }
        Ok(())
    }

    /// Free variables made the graph's, or nothing changed.
    pub(super) fn take_in<'py>(
        graph: &Bound<'py, FunctionGraph>,
        plan: Plan<'py>,
        inputs: &[Bound<'py, Variable>],
        then: impl FnOnce(&mut FunctionGraph, &Added<'py>) -> PyResult<()>,
    ) -> PyResult<Added<'py>> {
        let py = graph.py();
        let mut reader = GraphReader::new(graph)?;
        let given = inputs.iter().map(|input| reader.input(input)).collect::<PyResult<Vec<_>>>()?;
        let resolved = plan.resolve(&mut reader, inputs)?;
        let texts = reader.texts();
        let mut own = FunctionGraph::changing(graph)?;
        own.check_texts(&texts, py)?;
        let mark = own.core.mark();
        let mut added = Added::default();
        let run = || -> PyResult<()> {
            for input in given {
                let var = own.add_input(&input);
                added.leaf(input.var, var);
            }
            resolved.into_iter().try_for_each(|step| step.add(&mut own, py, &mut added))?;
            then(&mut own, &added)
        };
        let done = run();
        let dropped = match done {
            Ok(()) => {
                own.texts.extend(texts);
                return Ok(added);
            }
            Err(error) => {
                own.core.go_back(mark);
                let core = &own.core;
                let gone: Vec<Var> = own.data.keys().chain(own.containers.keys()).copied().collect();
                let gone: Vec<Var> = gone.into_iter().filter(|var| core.ty(*var).is_none()).collect();
                let held = gone.iter().flat_map(|var| [own.data.remove(var), own.containers.remove(var)]);
                (error, held.flatten().collect::<Vec<_>>())
            }
        };
        // What is let go may run Python.
        drop(own);
        Err(dropped.0)
    }

    /// Each of the second stands in place of the first; gives what stands there.
    pub(super) fn replaced<'py>(
        graph: &Bound<'py, FunctionGraph>,
        pairs: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    ) -> PyResult<Vec<Bound<'py, Variable>>> {
        let py = graph.py();
        let mut olds = Vec::new();
        let mut news: Vec<Bound<'py, Variable>> = Vec::new();
        for (old, new) in &pairs {
            let own = FunctionGraph::own_var(graph, old)?;
            if olds.contains(&own) {
                return Err(PyValueError::new_err(format!("{} is replaced twice", label(old.cast::<Variable>()?)?)));
            }
            olds.push(own);
            let ty = old.cast::<Variable>()?.get().ty(py)?.object(py)?;
            let placed = ty.call_method1(intern!(py, "filter_variable"), (new,))?;
            news.push(placed.cast_into::<Variable>().map_err(|given| {
                PyTypeError::new_err(format!("{ty}.filter_variable returned {}, not a variable", given.into_inner()))
            })?);
        }
        let plan = Plan::read(&news, Some(graph), false)?;
        // A free variable in place of an input, sizes specified or not, is the input from now on.
        let own = FunctionGraph::reading(graph)?.core.inputs();
        let mut inputs: Vec<(Var, Bound<'py, Variable>)> = Vec::new();
        for (old, (_, new)) in olds.iter().zip(&pairs) {
            let Ok(new) = new.cast::<Variable>() else { continue };
            let free = matches!(new.get().origin(py), Origin::Leaf) && new.cast::<Constant>().is_err();
            if free && own.contains(old) && !inputs.iter().any(|(_, other)| other.is(new)) {
                inputs.push((*old, new.clone()));
            }
        }
        let mut given: Vec<_> = inputs.iter().map(|(_, new)| new.clone()).collect();
        given.extend(held(&plan)?.into_iter().filter(|shared| !inputs.iter().any(|(_, new)| new.is(shared))));
        let added = FunctionGraph::take_in(graph, plan, &given, |own, added| {
            let placed = news.iter().map(|new| added.var(new)).collect::<PyResult<Vec<Var>>>()?;
            let all: Vec<(Var, Var)> = olds.iter().copied().zip(placed).collect();
            let core = &mut own.core;
            with_python_errors(|| core.replace_fitting(&all).map_err(|error| not_replaced(py, error)))?;
            for (old, new) in &inputs {
                own.core.swap_input(*old, added.var(new)?).map_err(|error| raised(py, error))?;
            }
            Ok(())
        })?;
        added.adopt(graph)?;
        for (old, _) in &inputs {
            // What nothing uses any more belongs to nobody.
            let own = FunctionGraph::reading(graph)?;
            if own.core.ty(*old).is_none()
                && let Some(held) = own.held_variable(py, *old)
            {
                drop(held.get().set_origin(Origin::Leaf));
            }
        }
        FunctionGraph::reading(graph)?.let_go();
        Ok(news)
    }

    /// How often the replacement was put where an output needs the pattern.
    pub(super) fn rewritten<'py>(
        slf: &Bound<'py, FunctionGraph>,
        pattern: &Bound<'py, Variable>,
        replacement: &Bound<'py, PyAny>,
    ) -> PyResult<usize> {
        let py = slf.py();
        let replacement = arguments::variable(py, replacement)?.into_bound(py);
        let plan = Plan::read(&[pattern.clone(), replacement.clone()], None, true)?;
        let inputs: Vec<_> = plan.leaves().cloned().collect();
        let rule = Bound::new(py, FunctionGraph::empty(py)?)?;
        {
            // Ops, types and constants of both are numbered alike.
            let (mut rule, own) = (FunctionGraph::changing(&rule)?, FunctionGraph::reading(slf)?);
            rule.foreign = own.foreign.clone_ref(py);
            rule.texts = own.texts.iter().map(|(key, value)| (key.clone(), value.clone_ref(py))).collect();
        }
        FunctionGraph::take_in(&rule, plan, &inputs, |own, added| {
            let outputs = [added.var(pattern)?, added.var(&replacement)?];
            own.core.set_outputs(&outputs).map_err(|error| raised(py, error))
        })?;
        let read = conformable_graph::Rewrite::new(FunctionGraph::reading(&rule)?.core.clone())
            .map_err(PyValueError::new_err)?;
        let mut own = FunctionGraph::changing(slf)?;
        let mut rule = FunctionGraph::changing(&rule)?;
        own.texts = std::mem::take(&mut rule.texts);
        let core = &mut own.core;
        let count = with_python_errors(|| core.rewrite(&read).map_err(|error| raised(py, error)));
        // What was replaced before something was raised stays.
        own.fill_constants(py)?;
        own.let_go();
        count
    }
}
