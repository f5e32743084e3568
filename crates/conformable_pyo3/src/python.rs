//! The package's half that is written in Python, as the extension calls it. What is called is looked up
//! each time, so that nothing is imported before it is needed.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A function or class of a module: `helper!(py, "conformable._values", "filter_value")?`.
macro_rules! helper {
    ($py:expr, $module:expr, $name:literal) => {{
        let py: pyo3::Python<'_> = $py;
        py.import(pyo3::intern!(py, $module)).and_then(|module| module.getattr(pyo3::intern!(py, $name)))
    }};
}
pub(crate) use helper;

/// An exception of a class of `conformable._errors`, or what goes wrong in making it.
pub fn error<'py>(py: Python<'py>, class: &str, args: PyResult<Bound<'py, PyTuple>>) -> PyErr {
    let class = py.import("conformable._errors").and_then(|module| module.getattr(class));
    let made = class.and_then(|class| class.call1(args?));
    made.map_or_else(|failure| failure, PyErr::from_value)
}

/// A `cf.TypeCheckError` of that class: the explanation, what was to be met, what was given instead,
/// and which of it the failure is about.
pub fn misfit(
    py: Python<'_>,
    class: &str,
    text: String,
    expected: String,
    actual: &[String],
    odd: Vec<usize>,
) -> PyErr {
    let args = PyTuple::new(py, actual).and_then(|actual| (text, expected, actual, odd).into_pyobject(py));
    error(py, class, args)
}

/// A value as messages show it, however large it is.
pub fn short(value: &Bound<'_, PyAny>) -> PyResult<String> {
    helper!(value.py(), "conformable._values", "short")?.call1((value,))?.extract()
}

/// The methods of a class, and one for each of Python's operators: `x => __add__ __radd__` is `binary(x, slf, other)` and,
/// where the other operand is on the left, `binary(x, other, slf)`.
macro_rules! with_operators {
    (
        impl $class:ident { $($methods:tt)* }
        binary($binary:path) { $($operator:expr => $left:ident $right:ident),* $(,)? }
        $(comparison { $($comparison:expr => $compares:ident),* $(,)? })?
        $(unary($unary:path) { $($of_one:expr => $applies:ident),* $(,)? })?
    ) => {
        #[pymethods]
        impl $class {
            $($methods)*
            $(
                fn $left<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                    $binary($operator, slf, other)
                }

                fn $right<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                    $binary($operator, other, slf)
                }
            )*
            $($(
                fn $compares<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                    $binary($comparison, slf, other)
                }
            )*)?
            $($(
                fn $applies<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                    $unary($of_one, slf)
                }
            )*)?
        }
    };
}
pub(crate) use with_operators;
