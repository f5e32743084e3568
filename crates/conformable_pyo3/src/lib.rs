//! The Python package's extension module, `conformable._native`: thin mirrors of the Rust crates.
//!
//! It converts arguments and results and keeps the identity of Python's views of types. What types
//! are and how they relate is `conformable_types`; what is only Python's (the contract's defaults,
//! arrays' values) is in `python/conformable`.

use std::ffi::OsString;
use std::process::ExitCode;

use pyo3::prelude::*;

/// Runs the command with these arguments, the first of which is the program's name; its exit code.
#[pyfunction]
fn main(py: Python<'_>, args: Vec<OsString>) -> u8 {
    let code = py.detach(|| conformable::main(args));
    // The standard library compares exit codes but does not show them.
    (0..=u8::MAX).find(|known| ExitCode::from(*known) == code).unwrap_or(u8::MAX)
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(main, module)?)
}
