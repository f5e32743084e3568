//! Python's operators on variables: the functions that the catalogue says they are, on Python's numbers
//! its own.

use std::sync::{Mutex, PoisonError};

use conformable_graph::Op as Core;
use conformable_signatures::Catalogue;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyTuple};

use super::arguments::{self, variable};
use super::op::{Op, apply, object_of, result};
use super::variable::{TypeOf, Variable};

/// In the order of [`SYMBOLS`].
static OPS: Mutex<[Option<Py<Op>>; SYMBOLS.len()]> = Mutex::new([const { None }; SYMBOLS.len()]);

const SYMBOLS: [&str; 22] = [
    "+", "-", "*", "/", "//", "%", "**", "@", "divmod", "<", "<=", ">", ">=", "&", "|", "^", "<<", ">>", "~", "neg",
    "pos", "abs",
];

/// Which of [`SYMBOLS`] it is: asked when this is compiled.
///
/// # Panics
/// If it is none of them.
pub const fn place(symbol: &str) -> usize {
    let mut place = 0;
    while !same(SYMBOLS[place].as_bytes(), symbol.as_bytes()) {
        place += 1;
    }
    place
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut place = 0;
    while place < a.len() && place < b.len() && a[place] == b[place] {
        place += 1;
    }
    a.len() == b.len() && place == a.len()
}

/// The function that an operator is.
fn function(py: Python<'_>, place: usize) -> PyResult<Bound<'_, Op>> {
    let ops = || OPS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(op) = ops()[place].as_ref().map(|op| op.clone_ref(py)) {
        return Ok(op.into_bound(py));
    }
    let symbol = SYMBOLS[place];
    let entry = Catalogue::numpy().operator(symbol);
    let entry = entry.ok_or_else(|| PyTypeError::new_err(format!("{symbol} means nothing for arrays")))?;
    let made = object_of(py, Core::of_entry(entry))?;
    let before = ops()[place].replace(made.clone().unbind());
    drop(before);
    Ok(made)
}

/// `a + b`, of the operator at a [`place`].
pub fn binary<'py>(place: usize, a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    if is_number(a)?
        && is_number(b)?
        && let Some(core) = Core::operator(SYMBOLS[place])
    {
        let inputs = [variable(py, a)?, variable(py, b)?].into_iter().collect();
        return result(py, apply(&object_of(py, core)?, inputs)?);
    }
    let op = function(py, place)?;
    if let (Ok(a), Ok(b)) = (a.cast::<Variable>(), b.cast::<Variable>()) {
        let inputs = [a.clone().unbind(), b.clone().unbind()].into_iter().collect();
        return result(py, apply(&op, inputs)?);
    }
    arguments::call(&op, &PyTuple::new(py, [a, b])?, None)
}

/// Is it one of Python's numbers, or a variable that is?
fn is_number(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    match value.cast::<Variable>() {
        Ok(var) => Ok(matches!(var.get().ty(value.py())?, TypeOf::Native(ty) if ty.is_python_number())),
        Err(_) => Ok(value.is_exact_instance_of::<PyInt>() || value.is_exact_instance_of::<PyFloat>()),
    }
}

/// `-a`, of the operator at a [`place`].
pub fn unary<'py>(place: usize, a: &Bound<'py, Variable>) -> PyResult<Bound<'py, PyAny>> {
    result(a.py(), apply(&function(a.py(), place)?, [a.clone().unbind()].into_iter().collect())?)
}
