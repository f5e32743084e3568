//! The signatures of ops, and ops of signatures.

use conformable_graph::Op as Core;
use conformable_signatures::Signature as Sig;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::op::{Kind, Op, catalogue_op, object};
use crate::signature::Signature;

/// The signature of the catalogue's function of this path, or of one of its alternatives.
#[pyfunction]
#[pyo3(signature = (path, place = None))]
pub fn entry_signature(py: Python<'_>, path: &str, place: Option<usize>) -> PyResult<Signature> {
    let op = catalogue_op(py, path)?;
    let whole = op.and_then(|op| op.get().known.get().and_then(|known| known.core.as_ref()?.typed()));
    let found = match place {
        None => whole,
        Some(place) => whole.and_then(|whole| whole.each().into_iter().nth(place)),
    };
    let missing = || PyValueError::new_err(format!("the catalogue has no such signature: {path}"));
    found.map(Signature::of).ok_or_else(missing)
}

/// An op that a signature describes, of a name.
#[pyfunction]
pub fn signature_op<'py>(py: Python<'py>, name: &str, signature: &Bound<'py, Signature>) -> PyResult<Bound<'py, Op>> {
    object(py, Core::new(name, signature.get().core().clone()), Kind::Other)
}

/// The op lifted over any number of leading dims, which broadcast.
#[pyfunction]
pub fn lifted<'py>(op: &Bound<'py, Op>) -> PyResult<Bound<'py, Op>> {
    let py = op.py();
    let Some(signature) = Op::core(op)?.as_ref().and_then(Core::typed) else {
        return Err(PyTypeError::new_err(format!("{} is not described by a signature", op.as_any())));
    };
    let lifted: Sig = signature.lifted().map_err(|why| PyValueError::new_err(format!("{}: {why}", op.as_any())))?;
    object(py, Core::new(&format!("Blockwise{{{}}}", op.as_any().repr()?), lifted), Kind::Other)
}
