//! Ops as they are pickled, and copied by what pickle is told.

use conformable_graph::Op as Core;
use conformable_graph::op::Arguments;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::op::{Op, catalogue_op};
use super::op_signature::signature_op;
use crate::signature::Signature;

/// What pickle is told of an op: one of the catalogue is read by its path, one of a signature by that. A call's
/// arguments are no values that an op could be given, so an op that has some goes with its node.
#[pyfunction]
pub fn reduce_op<'py>(op: &Bound<'py, Op>) -> PyResult<Bound<'py, PyAny>> {
    let py = op.py();
    if !Op::is_native(op) {
        return by_attributes(op);
    }
    let native = py.import("conformable._native")?;
    let core = Op::core(op)?;
    let Some(core) = core.filter(|core| *core.arguments() == Arguments::default()) else {
        return Err(refused(op, "it has the arguments of a call"));
    };
    let is_it = |made: &Bound<'py, Op>| Ok::<_, PyErr>(Op::core(made)?.as_ref() == Some(&core));
    if core == Core::specify_shape() {
        let found = py.import("conformable._pickling")?.getattr("op_named")?;
        return Ok((found, ("SpecifyShape",)).into_pyobject(py)?.into_any());
    }
    if let Some(entry) = core.entry() {
        return match catalogue_op(py, &entry.path)? {
            Some(made) if is_it(&made)? => {
                Ok((native.getattr("catalogue_op")?, (&entry.path,)).into_pyobject(py)?.into_any())
            }
            _ => Err(refused(op, "the catalogue has no such path")),
        };
    }
    if let Some(signature) = core.signature() {
        let signature = Bound::new(py, Signature::of(signature.clone()))?;
        let name = core.name();
        if is_it(&signature_op(py, name.as_str(), &signature)?)? {
            let again = native.getattr("signature_op")?;
            return Ok((again, (name.as_str(), signature)).into_pyobject(py)?.into_any());
        }
    }
    Err(refused(op, "it is made by applying it"))
}

fn by_attributes<'py>(op: &Bound<'py, Op>) -> PyResult<Bound<'py, PyAny>> {
    let py = op.py();
    let again = py.import("copyreg")?.getattr("__newobj__")?;
    let state = op.getattr("__dict__")?;
    Ok((again, (op.get_type(),), state).into_pyobject(py)?.into_any())
}

fn refused(op: &Bound<'_, Op>, why: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "{} cannot be copied or pickled alone: {why}; a node or a graph that has it can",
        op.as_any()
    ))
}
