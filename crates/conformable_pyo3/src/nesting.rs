//! A bound on walks over Python's values, which may be nested as deep as they like, contain themselves, or
//! be small in memory and endless when they are followed.

use std::cell::Cell;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

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

/// Refuses nested lists and tuples that NumPy would follow without end.
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
    Ok(())
}
