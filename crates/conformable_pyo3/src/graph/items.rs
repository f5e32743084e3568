//! What a variable gives when Python iterates over it, and asks for its sizes and items.

use std::sync::atomic::{AtomicI64, Ordering};

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pyo3::{PyTraverseError, PyVisit};

use super::variable::Variable;
use super::{arguments, op};

/// The items of an array of known length, each made when it is asked for.
#[pyclass(frozen, module = "conformable")]
pub struct Items {
    of: Py<Variable>,
    next: AtomicI64,
    size: i64,
}

impl Items {
    pub fn new(of: &Bound<'_, Variable>, size: i64) -> Items {
        Items { of: of.clone().unbind(), next: AtomicI64::new(0), size }
    }
}

#[pymethods]
impl Items {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let next = |place: i64| (place < self.size).then_some(place + 1);
        match self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next) {
            Ok(place) => self.of.bind(py).get_item(place).map(Some),
            Err(_) => Ok(None),
        }
    }

    fn __length_hint__(&self) -> i64 {
        self.size - self.next.load(Ordering::Relaxed)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.of)
    }
}

/// The sizes of an array, each a variable; of an unknown rank a variable that is a tuple.
pub fn sizes<'py>(of: &Bound<'py, Variable>) -> PyResult<Bound<'py, PyAny>> {
    let member = op::member(of, "shape")?;
    let member = member.ok_or_else(|| PyAttributeError::new_err(format!("{} has no shape", of.as_any())))?;
    op::called(member.op(), [of.clone().unbind()].into_iter().collect())
}

/// What is in a variable at a key, as a variable.
pub fn item<'py>(of: &Bound<'py, Variable>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = of.py();
    if let Some(op) = op::member(of, "__getitem__")? {
        let args = [of.as_any(), key];
        return arguments::call(op.op(), args.map(Bound::as_borrowed).into_iter(), None, || PyTuple::new(py, args));
    }
    let size = py.import("conformable._variables")?.getattr("size_at")?.call1((of, key))?;
    if size.is_none() {
        let ty = of.get().ty(py)?.object(py)?;
        return Err(PyTypeError::new_err(format!("a variable of type {ty} has no items")));
    }
    Ok(size)
}
