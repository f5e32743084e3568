//! What packages register that is the core's and has no class in Python: stub files of the catalogue,
//! promotion dialects. Which plugins there are, and when they are loaded, is Python's registry's affair.

use conformable_python::stubs;
use conformable_signatures::catalogue;
use conformable_solver::relations::defined;
use conformable_types::dtype::{self, Dialect};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Adds a stub file to the catalogue: its functions, words and rules.
#[pyfunction]
pub fn register_catalogue(py: Python<'_>, name: &str, text: &str) -> PyResult<()> {
    py.detach(|| stubs::register(name, text)).map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        PyValueError::new_err(lines.join("\n"))
    })
}

/// Takes a stub file back.
#[pyfunction]
pub fn forget_catalogue(name: &str) {
    catalogue::forget(name);
}

/// Adds a dialect of promotion by its table; `by` is who does.
#[pyfunction]
pub fn register_dialect(
    name: &str,
    by: &str,
    source: &str,
    operands: Vec<String>,
    results: Vec<String>,
) -> PyResult<()> {
    let operands: Vec<&str> = operands.iter().map(String::as_str).collect();
    let results: Vec<&str> = results.iter().map(String::as_str).collect();
    let dialect = Dialect::of(name, source, &operands, &results)
        .map_err(|why| PyValueError::new_err(format!("the dialect `{name}`: {why}")))?;
    dtype::register_dialect(dialect, by).map(drop).map_err(|taken| PyValueError::new_err(taken.to_string()))
}

/// Takes a dialect back.
#[pyfunction]
pub fn forget_dialect(name: &str) {
    dtype::forget_dialect(name);
}

/// Takes a relation back.
#[pyfunction]
pub fn forget_relation(name: &str) {
    defined::forget(name);
}
