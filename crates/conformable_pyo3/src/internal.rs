//! `cf.InternalError`: what a panic is for Python.
//!
//! Every call from Python is a boundary that panics don't cross: PyO3 raises them as an exception of
//! its own that derives from `BaseException`, as if the interpreter had to stop. It needn't. What
//! the crates keep is made aside and stored at once, so a call that fails changes nothing; and this
//! package's exceptions are Exceptions.

use pyo3::exceptions::PyException;
use pyo3::panic::PanicException;
use pyo3::prelude::*;

/// Fails as a mistake in the crates would, for whoever tests how that is told.
#[pyfunction]
pub fn _fail(value: &Bound<'_, PyAny>, message: String) -> PyResult<()> {
    let _ = value;
    panic!("{message}")
}

/// Makes PyO3's exception the package's: each copy of PyO3 has a class of its own, so no other
/// package sees this.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let class = py.get_type::<PanicException>();
    class.setattr("__bases__", (py.get_type::<PyException>(),))?;
    class.setattr("__name__", "InternalError")?;
    class.setattr("__qualname__", "InternalError")?;
    class.setattr("__module__", "conformable")?;
    class.setattr("__doc__", "A mistake in the package itself, with what leads to it; nothing was changed.")?;
    let helpers = py.import("conformable._errors")?;
    class.setattr("__str__", helpers.getattr("describe_internal")?)?;
    class.setattr("reproducer", helpers.getattr("reproducer")?)?;
    module.add("InternalError", class)
}
