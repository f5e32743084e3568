//! What a variable gives when Python iterates over it.

use std::sync::atomic::{AtomicI64, Ordering};

use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use super::variable::Variable;

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
