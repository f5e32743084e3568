//! Types without parts: NumPy's scalars, Python's, None, known values, dtypes as values.

use conformable_types::{Ty, TyKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::base::{Type, ty_of};
use crate::convert::{elem, elem_name, numpy_dtype};
use crate::identity::view;
use crate::values;

/// A NumPy scalar, distinct from a 0-d array and from a Python number.
#[pyclass(extends = Type, frozen, module = "conformable")]
pub struct ScalarType;

/// A dtype as a value: `np.float64`, `x.dtype`.
#[pyclass(extends = Type, frozen, module = "conformable")]
pub struct DTypeType;

/// One of Python's own: `bool`, `int`, `float`, `complex`, `str`, `bytes`, `ellipsis`.
#[pyclass(extends = Type, frozen, module = "conformable")]
pub struct PythonType;

/// The type of None.
#[pyclass(extends = Type, frozen, module = "conformable")]
pub struct NoneType;

/// One known value: an int (which may be an expression), a bool, a str or a float.
#[pyclass(extends = Type, frozen, module = "conformable")]
pub struct Literal;

macro_rules! of_elem {
    ($class:ident, $kind:ident) => {
        #[pymethods]
        impl $class {
            #[new]
            fn new<'py>(py: Python<'py>, dtype: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                view(py, Ty::new(TyKind::$kind(elem(dtype)?)))
            }

            /// The dtype's name; None where it is not known.
            #[getter]
            fn dtype(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
                match ty_of(slf)?.kind() {
                    TyKind::$kind(elem) => Ok(elem_name(*elem)),
                    _ => Ok(None),
                }
            }

            /// The dtype as NumPy's object; None where it is not known.
            #[getter]
            fn numpy_dtype<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
                match ty_of(slf)?.kind() {
                    TyKind::$kind(elem) => elem.dtype().map(|dtype| numpy_dtype(slf.py(), dtype)).transpose(),
                    _ => Ok(None),
                }
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                crate::repr::reduce(slf)
            }
        }
    };
}

of_elem!(ScalarType, Scalar);
of_elem!(DTypeType, DType);

const PYTHON: [(&str, TyKind); 7] = [
    ("bool", TyKind::Bool),
    ("int", TyKind::Int),
    ("float", TyKind::Float),
    ("complex", TyKind::Complex),
    ("str", TyKind::Str),
    ("bytes", TyKind::Bytes),
    ("ellipsis", TyKind::Ellipsis),
];

#[pymethods]
impl PythonType {
    #[new]
    fn new<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let kind = PYTHON.iter().find(|(known, _)| *known == name).map(|(_, kind)| kind.clone());
        let refused = || {
            let names: Vec<&str> = PYTHON.iter().map(|(name, _)| *name).collect();
            PyValueError::new_err(format!("one of {}, not {name:?}", names.join(", ")))
        };
        view(py, Ty::new(kind.ok_or_else(refused)?))
    }

    /// Its name.
    #[getter]
    fn name(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(conformable_types::text::print_ty(ty_of(slf)?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::repr::reduce(slf)
    }
}

#[pymethods]
impl NoneType {
    #[new]
    fn new(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        view(py, Ty::none())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::repr::reduce(slf)
    }
}

#[pymethods]
impl Literal {
    #[new]
    fn new<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        view(value.py(), values::written(value)?)
    }

    /// The value; of an int that is an expression, a `Dim`.
    #[getter]
    fn value<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        Ok(values::plain(py, ty_of(slf)?)?.unwrap_or_else(|| py.None().into_bound(py)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::repr::reduce(slf)
    }
}
