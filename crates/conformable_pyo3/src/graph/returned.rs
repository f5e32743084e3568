//! What a call returns to Python: its only output, or a tuple, a list or a named tuple of its outputs.

use conformable_graph::op::Returned;
use conformable_signatures::catalogue;
use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use smallvec::SmallVec;

use crate::python::helper;

/// What so many outputs of a node are to whoever made it.
pub fn of_count(count: usize) -> Returned {
    if count == 1 { Returned::One } else { Returned::Tuple }
}

/// What a call returns: the only output, a variable, or what holds all of them.
#[inline]
pub fn result<'py, V: PyTypeInfo>(
    py: Python<'py>,
    outputs: SmallVec<[Bound<'py, V>; 1]>,
    returned: Returned,
) -> PyResult<Bound<'py, PyAny>> {
    match returned {
        Returned::One => Ok(outputs.into_iter().next().expect("there is one").into_any()),
        Returned::Tuple => Ok(PyTuple::new(py, outputs)?.into_any()),
        Returned::List => Ok(PyList::new(py, outputs)?.into_any()),
        Returned::Named(name) => {
            let fields = catalogue::current().fields(name.as_str());
            let made = helper!(py, "conformable._named", "named")?;
            made.call1((name.as_str(), PyTuple::new(py, fields)?, PyTuple::new(py, outputs)?))
        }
    }
}
