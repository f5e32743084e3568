//! A bound on walks over Python's values, which may be nested as deep as they like, contain themselves, or
//! be small in memory and endless when they are followed.

use std::cell::Cell;

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyComplex, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

/// Values are nested no deeper.
const DEPTH: u32 = 200;
/// So many values are followed in one walk that makes something of each.
const VALUES: u32 = 1 << 17;
/// So many are looked at before NumPy makes an array of them.
const LOOKED_AT: u32 = 1 << 23;

thread_local! {
    /// How deep the walk is, and how many values it has come to.
    static WALK: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

/// One level of a walk, until it is dropped.
pub struct Level(());

/// One level deeper.
///
/// # Errors
/// ValueError if that is too deep, or there have been too many values.
pub fn deeper() -> PyResult<Level> {
    within(VALUES)
}

fn within(most: u32) -> PyResult<Level> {
    let (depth, values) = WALK.get();
    if depth >= DEPTH {
        return Err(PyValueError::new_err(format!("a value is nested more than {DEPTH} deep, or contains itself")));
    }
    if values >= most {
        return Err(PyValueError::new_err(format!("a value has more than {most} lists and tuples in it")));
    }
    WALK.set((depth + 1, values + 1));
    Ok(Level(()))
}

impl Drop for Level {
    fn drop(&mut self) {
        let (depth, values) = WALK.get();
        // The next walk counts anew.
        WALK.set((depth - 1, if depth == 1 { 0 } else { values }));
    }
}

/// Refuses nested sequences that NumPy would follow without end.
///
/// # Errors
/// ValueError, as [`deeper`].
#[pyfunction]
pub fn check_nesting(value: &Bound<'_, PyAny>) -> PyResult<()> {
    if let Ok(items) = value.cast::<PyList>() {
        let _level = within(LOOKED_AT)?;
        return items.iter().try_for_each(|item| check_nesting(&item));
    }
    if let Ok(items) = value.cast::<PyTuple>() {
        let _level = within(LOOKED_AT)?;
        return items.iter_borrowed().try_for_each(|item| check_nesting(&item));
    }
    let Some(count) = length_of_sequence(value) else { return Ok(()) };
    let _level = within(LOOKED_AT)?;
    for place in 0..count {
        // What it raises it raises for NumPy, too.
        let Ok(item) = value.get_item(place) else { break };
        check_nesting(&item)?;
    }
    Ok(())
}

/// How many items NumPy would ask an object of another class for; nothing if it doesn't take it for a sequence.
fn length_of_sequence(value: &Bound<'_, PyAny>) -> Option<usize> {
    let is_plain = value.is_instance_of::<PyFloat>()
        || value.is_instance_of::<PyInt>()
        || value.is_instance_of::<PyComplex>()
        || value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyDict>()
        || value.is_none();
    let has = |name: &str| value.get_type().hasattr(name).unwrap_or(false);
    // What gives an array itself is not looked into.
    let is_array = || ["__array__", "__array_interface__", "__array_struct__"].into_iter().any(has);
    if is_plain || !has("__getitem__") || !has("__len__") || is_array() || PyUntypedBuffer::get(value).is_ok() {
        return None;
    }
    value.len().ok()
}
