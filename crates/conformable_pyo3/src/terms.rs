//! The objects that signatures are written with besides dims: variables of the other sorts,
//! tensors, functions of sizes and of element types, constraints.
//!
//! A term is an expression that is not read yet; [`crate::signature`] reads it, and is where a
//! wrong one is refused.

use std::sync::atomic::{AtomicUsize, Ordering};

use conformable_signatures::signature::Sort;
use conformable_signatures::signature::build::{self, Object};
use conformable_signatures::vetted;
use conformable_types::text::is_identifier;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple, PyType};

use crate::base::{Type, ty_of};
use crate::convert::{dim, parse_error};

/// A part of a signature: a variable, a tensor, a size, an element type, a constraint.
#[pyclass(frozen, module = "conformable")]
pub struct Term {
    object: Object,
    /// How it was made, for people.
    shown: String,
    /// The function that made it and its arguments, by which it is pickled.
    made: (&'static str, Py<PyTuple>),
}

#[pymethods]
impl Term {
    fn __repr__(&self) -> &str {
        &self.shown
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Py<PyTuple>)> {
        let (name, args) = &self.made;
        Ok((py.import("conformable._native")?.getattr(*name)?, args.clone_ref(py)))
    }
}

impl Term {
    /// A term, how it is shown, and the function of this module and its arguments that made it.
    pub fn new(object: Object, shown: impl Into<String>, made: &'static str, args: &Bound<'_, PyTuple>) -> Term {
        Term { object, shown: shown.into(), made: (made, args.clone().unbind()) }
    }
}

/// Several terms that were given as something iterable, to be read more than once; one is what it is.
fn listed<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if value.is_instance_of::<PyString>() || value.is_instance_of::<Term>() || value.is_instance_of::<Type>() {
        return Ok(value.clone());
    }
    let items = value.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    if value.is_instance_of::<PyList>() {
        return Ok(PyList::new(value.py(), items)?.into_any());
    }
    Ok(PyTuple::new(value.py(), items)?.into_any())
}

/// A term, a type, a size or a text.
pub fn object(value: &Bound<'_, PyAny>) -> PyResult<Object> {
    if let Ok(term) = value.cast::<Term>() {
        return Ok(term.get().object.clone());
    }
    if value.is_instance_of::<Type>() {
        return Ok(build::ty(ty_of(value)?));
    }
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_cow()?;
        return build::text(&text).map_err(|error| parse_error(value.py(), &text, &error));
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        let message = format!("expected a term, not {truth}: `is_a(a, Dim)` says what a variable stands for");
        return Err(PyTypeError::new_err(message));
    }
    Ok(build::size(dim(value)?))
}

/// The terms of a sequence, or of one value alone.
pub fn objects(value: &Bound<'_, PyAny>) -> PyResult<Vec<Object>> {
    if value.is_instance_of::<PyString>() || value.is_instance_of::<Term>() || value.is_instance_of::<Type>() {
        return Ok(vec![object(value)?]);
    }
    value.try_iter()?.map(|item| object(&item?)).collect()
}

pub fn name_of(value: &str) -> PyResult<&str> {
    if is_identifier(value) {
        Ok(value)
    } else {
        Err(PyValueError::new_err(format!("a variable's name, not {value:?}")))
    }
}

macro_rules! variables {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[pyfunction]
        pub fn $name(py: Python<'_>, name: &str) -> PyResult<Term> {
            let object = build::$name(name_of(name)?);
            Ok(Term::new(object, name, stringify!($name), &PyTuple::new(py, [name])?))
        }
    )*};
}

variables! {
    /// A variable that stands for the element type of an array.
    dtype,
    /// A variable that stands for an element type, or the kind of a Python number.
    number,
    /// A variable that stands for a sequence of sizes; among a tensor's dims, for all of them.
    shape,
    /// A variable that stands for a number of dims.
    rank,
    /// A variable that stands for any type.
    type_var,
    /// A variable that stands for the order of an array's elements in memory.
    order,
    /// A variable that stands for where an array is.
    device,
}

/// A variable whose sort its use says, or `is_a`; without a name it gets one of its own.
#[pyfunction(name = "TypeVar", signature = (name = None))]
pub fn any_variable(py: Python<'_>, name: Option<&str>) -> PyResult<Term> {
    static UNNAMED: AtomicUsize = AtomicUsize::new(1);
    let name = match name {
        Some(name) => {
            // One that was pickled: no new one is called so.
            if let Some(number) = name.strip_prefix('_').and_then(|number| number.parse::<usize>().ok()) {
                UNNAMED.fetch_max(number.saturating_add(1), Ordering::Relaxed);
            }
            name_of(name)?.to_owned()
        }
        None => format!("_{}", UNNAMED.fetch_add(1, Ordering::Relaxed)),
    };
    Ok(Term::new(build::any_var(&name), &name, "TypeVar", &PyTuple::new(py, [&name])?))
}

/// An array of these sizes and this element type, in this order, on this device.
#[pyfunction(name = "Tensor", signature = (dims, dtype, order = None, device = None))]
pub fn tensor(
    dims: &Bound<'_, PyAny>,
    dtype: &Bound<'_, PyAny>,
    order: Option<&Bound<'_, PyAny>>,
    device: Option<&Bound<'_, PyAny>>,
) -> PyResult<Term> {
    let mut shown = format!("Tensor({}, {}", dims.repr()?, dtype.repr()?);
    for (name, part) in [("order", order), ("device", device)] {
        if let Some(part) = part {
            shown += &format!(", {name}={}", part.repr()?);
        }
    }
    let dims = &listed(dims)?;
    let args = (dims, dtype, order, device).into_pyobject(dims.py())?;
    let tensor = build::tensor(&objects(dims)?, &object(dtype)?);
    let (order, device) = (order.map(object).transpose()?, device.map(object).transpose()?);
    Ok(Term::new(build::placed(&tensor, order.as_ref(), device.as_ref()), shown + ")", "Tensor", &args))
}

/// A term of several parts that a function of this name makes.
fn of_parts(
    name: &'static str,
    values: &Bound<'_, PyAny>,
    shown: &Bound<'_, PyAny>,
    args: &Bound<'_, PyTuple>,
    build: fn(&[Object]) -> Object,
) -> PyResult<Term> {
    let parts = objects(values)?;
    if parts.is_empty() {
        return Err(PyValueError::new_err(format!("{name} of nothing")));
    }
    Ok(Term::new(build(&parts), format!("{name}({})", shown.repr()?), name, args))
}

/// The size of pieces that are joined: their sum.
#[pyfunction(name = "ConcatDim")]
pub fn concat_dim(dims: &Bound<'_, PyAny>) -> PyResult<Term> {
    let parts = listed(dims)?;
    of_parts("ConcatDim", &parts, dims, &PyTuple::new(dims.py(), [&parts])?, |parts| build::concat_dim(parts))
}

/// The element type of operands that are promoted together.
#[pyfunction(name = "PromotedDType")]
pub fn promoted_dtype(dtypes: &Bound<'_, PyAny>) -> PyResult<Term> {
    let parts = listed(dtypes)?;
    of_parts("PromotedDType", &parts, dtypes, &PyTuple::new(dtypes.py(), [&parts])?, |parts| {
        build::promoted_dtype(parts)
    })
}

/// That promotion of these element types has a result.
#[pyfunction(signature = (*dtypes))]
pub fn promotable(dtypes: &Bound<'_, PyTuple>) -> PyResult<Term> {
    of_parts("promotable", dtypes, dtypes, dtypes, |parts| build::promotable(parts))
}

/// The note's word for `promotable`.
#[pyfunction(signature = (*dtypes))]
pub fn compatible(dtypes: &Bound<'_, PyTuple>) -> PyResult<Term> {
    promotable(dtypes)
}

/// That these sizes broadcast.
#[pyfunction(signature = (*dims))]
pub fn broadcastable(dims: &Bound<'_, PyTuple>) -> PyResult<Term> {
    of_parts("broadcastable", dims, dims, dims, |parts| build::broadcastable(parts))
}

/// That a variable is of a sort: the sort's word, or a class of that name (`cf.Dim`).
#[pyfunction]
pub fn is_a(variable: &Bound<'_, PyAny>, sort: &Bound<'_, PyAny>) -> PyResult<Term> {
    let word = match sort.cast::<PyType>() {
        Ok(class) => class.name()?.to_string(),
        Err(_) => sort.extract::<String>().map_err(|_| PyTypeError::new_err("a sort is a word or a class"))?,
    };
    let sort = Sort::named(&word).ok_or_else(|| PyValueError::new_err(format!("there is no sort {word:?}")))?;
    let shown = format!("is_a({}, {})", variable.repr()?, sort.word());
    let args = (variable, sort.word()).into_pyobject(variable.py())?;
    Ok(Term::new(build::is_a(&object(variable)?, sort), shown, "is_a", &args))
}

/// That two sizes are equal.
#[pyfunction]
pub fn equal(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Term> {
    let shown = format!("equal({}, {})", a.repr()?, b.repr()?);
    Ok(Term::new(build::equal(&object(a)?, &object(b)?), shown, "equal", &(a, b).into_pyobject(a.py())?))
}

/// That one size is not greater than another.
#[pyfunction]
pub fn at_most(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Term> {
    let shown = format!("at_most({}, {})", a.repr()?, b.repr()?);
    Ok(Term::new(build::at_most(&object(a)?, &object(b)?), shown, "at_most", &(a, b).into_pyobject(a.py())?))
}

/// A relation of the catalogue's language applied: `relation("broadcast", S, R)`. One that there is not, or
/// that takes another number of arguments, is refused here, where it is written.
#[pyfunction(signature = (name, *args))]
pub fn relation(name: &str, args: &Bound<'_, PyTuple>) -> PyResult<Term> {
    let parts = objects(args)?;
    vetted::check_use(name_of(name)?, parts.len())
        .map_err(|(expected, found)| PyValueError::new_err(format!("expected {expected}, found {found}")))?;
    applied(name_of(name)?, &parts, args)
}

/// The relation of this name, of these terms.
pub fn applied(name: &str, parts: &[Object], args: &Bound<'_, PyTuple>) -> PyResult<Term> {
    let again = (name,).into_pyobject(args.py())?.add(args)?.cast_into::<PyTuple>()?;
    Ok(Term::new(build::apply(name, parts), format!("{name}{}", args.repr()?), "relation", &again))
}
