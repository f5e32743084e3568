//! Values as types, and types of one value as values.
//!
//! A value is read in one of three ways:
//!
//! | | says | asked by |
//! |---|---|---|
//! | [`literal`] | the type that has this value alone | arguments of ops, constants, defaults, parameters of constructors |
//! | [`held`] | all that an annotation may ask about | `cf.checked` |
//! | `conformable._instances` | the type of all values like it, by readers that packages may add | `cf.from_instance`, and where the others say nothing |
//!
//! [`plain`] is the way back from [`literal`].

use std::sync::Mutex;

use conformable_types::{DType, Dim, Elem, Shape, Ty, TyKind};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyEllipsis, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};
use smallvec::SmallVec;

use crate::base::ty_of;
use crate::convert::{dim, dtype};
use crate::identity::view;
use crate::layout::dim_object;
use crate::nesting;
use crate::python::helper;
use crate::sync::lock;

/// The type that has this value alone; nothing for what has none: ints of more than 63 bits, values
/// of classes that derive from Python's, everything else.
#[inline]
pub fn literal(value: &Bound<'_, PyAny>) -> PyResult<Option<Ty>> {
    Ok(if value.is_none() {
        Some(Ty::none())
    } else if let Ok(value) = value.cast_exact::<PyBool>() {
        Some(Ty::bool(value.is_true()))
    } else if let Ok(value) = value.cast_exact::<PyInt>() {
        value.extract::<i64>().ok().map(Ty::int)
    } else if let Ok(value) = value.cast_exact::<PyFloat>() {
        Some(Ty::float(value.value()))
    } else if let Ok(value) = value.cast_exact::<PyString>() {
        Some(Ty::str(&value.to_cow()?))
    } else if value.is_instance_of::<PyEllipsis>() {
        Some(Ty::new(TyKind::Ellipsis))
    } else {
        None
    })
}

/// What is written as a literal: a value, also of a class that derives from Python's, or a size.
///
/// # Errors
/// TypeError for anything else, ValueError for an int of more than 63 bits.
pub fn written(value: &Bound<'_, PyAny>) -> PyResult<Ty> {
    if value.is_none() {
        return Ok(Ty::none());
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Ty::bool(truth.is_true()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Ty::str(&text.to_cow()?));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(Ty::float(number.value()));
    }
    dim(value).map(Ty::int).map_err(|error| match error.is_instance_of::<PyValueError>(value.py()) {
        true => error,
        false => match crate::python::short(value) {
            Ok(text) => PyTypeError::new_err(format!("an int, a bool, a str, a float or a Dim, not {text}")),
            Err(error) => error,
        },
    })
}

/// The value that a literal type has, a `Dim` for a size that has a name; nothing for other types.
pub fn plain(py: Python<'_>, ty: Ty) -> PyResult<Option<Bound<'_, PyAny>>> {
    Ok(Some(match ty.kind() {
        TyKind::None => py.None().into_bound(py),
        TyKind::Ellipsis => py.Ellipsis().into_bound(py),
        TyKind::IntOf(size) => dim_object(py, *size)?,
        TyKind::LitBool(value) => PyBool::new(py, *value).to_owned().into_any(),
        TyKind::LitFloat(bits) => PyFloat::new(py, f64::from_bits(*bits)).into_any(),
        TyKind::LitStr(text) => PyString::new(py, text.as_str()).into_any(),
        _ => return Ok(None),
    }))
}

/// The type of a value with all that an annotation may ask about; nothing if nobody can read it.
pub fn held(value: &Bound<'_, PyAny>) -> PyResult<Option<Ty>> {
    let py = value.py();
    if let Some(ty) = literal(value)? {
        return Ok(Some(ty));
    }
    let all = |items: Vec<Bound<'_, PyAny>>| {
        let _level = nesting::deeper()?;
        // Of one that nobody can read nothing is known, but that it is there.
        items.iter().map(|item| Ok(held(item)?.unwrap_or_else(Ty::unknown))).collect::<PyResult<Vec<Ty>>>()
    };
    if let Ok(items) = value.cast_exact::<PyTuple>() {
        return Ok(Some(Ty::tuple(all(items.iter().collect())?)));
    }
    if let Ok(items) = value.cast_exact::<PyList>() {
        return Ok(Some(Ty::list(all(items.iter().collect())?)));
    }
    static NDARRAY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if value.is_instance(NDARRAY.import(py, "numpy", "ndarray")?)? {
        let shape = value.getattr(intern!(py, "shape"))?.cast_into::<PyTuple>()?;
        let sizes = shape.iter().map(|size| size.extract().map(Dim::of)).collect::<PyResult<SmallVec<[Dim; 8]>>>()?;
        let dtype = known_dtype(&value.getattr(intern!(py, "dtype"))?);
        return Ok(Some(Ty::array(dtype.map_or_else(Elem::any, Elem::from), Shape::of(&sizes))));
    }
    let read = helper!(py, "conformable._instances", "from_instance")?;
    match read.call1((value,)) {
        Ok(view) => Ok(ty_of(&view).ok()),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => like_array(value),
        Err(error) => Err(error),
    }
}

/// An array of another library: what has a tuple of ints for `shape`, and a `dtype`, by its name where NumPy
/// knows it.
fn like_array(value: &Bound<'_, PyAny>) -> PyResult<Option<Ty>> {
    let py = value.py();
    let (Some(shape), Some(own)) = (value.getattr_opt(intern!(py, "shape"))?, value.getattr_opt(intern!(py, "dtype"))?)
    else {
        return Ok(None);
    };
    let Ok(sizes) = shape.extract::<SmallSizes>() else { return Ok(None) };
    let dims: SmallVec<[Dim; 8]> = sizes.0.into_iter().map(Dim::of).collect();
    // `torch.float32`, `<dtype: 'float32'>`
    let text = own.getattr_opt(intern!(py, "name"))?.unwrap_or(own).str()?.to_string();
    let name = text.rsplit('.').next().unwrap_or_default();
    let elem = DType::parse(name).map_or_else(Elem::any, Elem::from);
    Ok(Some(Ty::array(elem, Shape::of(&dims))))
}

/// What the dtype of an array may be called: by its name, its scalars' class, a record by its fields.
pub fn dtype_names(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let py = value.py();
    let Some(dtype) = value.getattr_opt(intern!(py, "dtype"))? else { return Ok(Vec::new()) };
    let whole = dtype.str()?.to_string();
    let mut names = vec![whole.rsplit('.').next().unwrap_or_default().to_owned(), whole];
    for part in [dtype.getattr_opt(intern!(py, "name"))?, class_name(&dtype)?].into_iter().flatten() {
        names.push(part.str()?.to_string());
    }
    Ok(names)
}

fn class_name<'py>(dtype: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    match dtype.getattr_opt(intern!(dtype.py(), "type"))? {
        Some(class) => class.getattr_opt(intern!(dtype.py(), "__name__")),
        None => Ok(None),
    }
}

/// A tuple of sizes.
struct SmallSizes(Vec<i64>);

impl<'a, 'py> FromPyObject<'a, 'py> for SmallSizes {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<SmallSizes> {
        let items = object.cast::<PyTuple>()?;
        items.iter().map(|item| item.extract()).collect::<PyResult<_>>().map(SmallSizes)
    }
}

/// A `numpy.dtype`; those of NumPy's own kinds are one object each, and remembered.
fn known_dtype(value: &Bound<'_, PyAny>) -> Option<DType> {
    static KNOWN: Mutex<Vec<(Py<PyAny>, DType)>> = Mutex::new(Vec::new());
    const REMEMBERED: usize = 32;
    let mut known = lock(&KNOWN);
    if let Some((_, dtype)) = known.iter().find(|(object, _)| object.is(value)) {
        return Some(*dtype);
    }
    drop(known);
    let found = dtype(value).ok()?;
    known = lock(&KNOWN);
    if known.len() < REMEMBERED {
        known.push((value.clone().unbind(), found));
    }
    Some(found)
}

/// The type that has this value alone; None where there is no such type.
#[pyfunction]
pub fn literal_of<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    literal(value)?.map(|ty| view(value.py(), ty)).transpose()
}
