//! `cf.Dim`, an integer expression, and `cf.Layout`, how an array lies in memory.

use conformable_signatures::vetted::parse_dim;
use conformable_types::text::{is_identifier, print_dim};
use conformable_types::{Dim, Order, Place, PlaceData};
use std::hash::BuildHasher;

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

use rustc_hash::FxBuildHasher;

use crate::convert::{dim, parse_error};
use crate::python::with_operators;

/// An integer expression over names, in normal form: equal expressions are equal objects.
#[pyclass(name = "Dim", frozen, module = "conformable")]
pub struct DimView(pub Dim);

/// An int where the value is known, None for `?`, else a `Dim`.
pub fn dim_object(py: Python<'_>, dim: Dim) -> PyResult<Bound<'_, PyAny>> {
    match dim.constant() {
        Some(value) => Ok(value.into_pyobject(py)?.into_any()),
        None if dim.is_any() => Ok(py.None().into_bound(py)),
        None => Ok(Bound::new(py, DimView(dim))?.into_any()),
    }
}

/// The operand of an operator; None is left to the other side.
fn operand(value: &Bound<'_, PyAny>) -> Option<Dim> {
    match value.cast::<DimView>() {
        Ok(view) => Some(view.get().0),
        Err(_) if value.is_instance_of::<PyInt>() => value.extract::<i64>().ok().map(Dim::of),
        Err(_) => None,
    }
}

type Answer<'py> = PyResult<Bound<'py, PyAny>>;

fn combine<'py>(
    operation: fn(Dim, Dim) -> Option<Dim>,
    left: &Bound<'py, PyAny>,
    right: &Bound<'py, PyAny>,
) -> Answer<'py> {
    let py = left.py();
    let Some((a, b)) = operand(left).zip(operand(right)) else { return Ok(py.NotImplemented().into_bound(py)) };
    match operation(a, b) {
        Some(value) if value.is_any() => Err(PyValueError::new_err("the expression is too large")),
        Some(value) => dim_object(py, value),
        None => Err(PyZeroDivisionError::new_err("integer division or modulo by zero")),
    }
}

with_operators! {
impl DimView {
    #[new]
    fn new<'py>(value: &Bound<'py, PyAny>) -> Answer<'py> {
        dim_object(value.py(), dim(value)?)
    }

    fn __str__(&self) -> String {
        print_dim(self.0)
    }

    fn __repr__(&self) -> String {
        format!("Dim({})", crate::repr::quoted(&print_dim(self.0)))
    }

    fn __hash__(&self) -> isize {
        FxBuildHasher.hash_one(self.0) as isize
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
        let py = other.py();
        let equal = operand(other).map(|other| other == self.0);
        match (op, equal) {
            (CompareOp::Eq, Some(equal)) => {
                equal.into_pyobject(py).map(|b| b.to_owned().into_any().unbind()).unwrap_or(py.NotImplemented())
            }
            (CompareOp::Ne, Some(equal)) => {
                (!equal).into_pyobject(py).map(|b| b.to_owned().into_any().unbind()).unwrap_or(py.NotImplemented())
            }
            _ => py.NotImplemented(),
        }
    }

    fn __neg__<'py>(&self, py: Python<'py>) -> Answer<'py> {
        dim_object(py, self.0.negated())
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(format!("whether {} is 0 is not known", print_dim(self.0))))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().into_any(), (print_dim(slf.get().0),)))
    }
}
binary(combine) {
    |a, b| Some(a.plus(b)) => __add__ __radd__,
    |a, b| Some(a.minus(b)) => __sub__ __rsub__,
    |a, b| Some(a.times(b)) => __mul__ __rmul__,
    Dim::floordiv => __floordiv__ __rfloordiv__,
    Dim::modulo => __mod__ __rmod__,
}
}

/// One unknown size of this name, the same wherever it appears.
#[pyfunction(name = "dim")]
pub fn dim_named<'py>(py: Python<'py>, name: &str) -> Answer<'py> {
    let parsed = parse_dim(name).map_err(|error| parse_error(py, name, &error))?;
    if !is_identifier(name) || parsed.as_atom().is_none() {
        return Err(PyValueError::new_err(format!("a dim's name, not {name:?}")));
    }
    dim_object(py, parsed)
}

/// How an array's elements lie in memory; what is left out may be anything. Strides and offset are
/// in elements, not bytes.
#[pyclass(frozen, module = "conformable")]
pub struct Layout(pub PlaceData);

impl Layout {
    /// The order, strides and offset of a place, unless nothing of them is known.
    pub fn of(place: Place) -> Option<Layout> {
        let data = PlaceData { device: None, ..place.data().clone() };
        (data != PlaceData::default()).then_some(Layout(data))
    }
}

#[pymethods]
impl Layout {
    #[new]
    #[pyo3(signature = (order = None, strides = None, offset = None))]
    fn new(
        order: Option<&str>,
        strides: Option<&Bound<'_, PyTuple>>,
        offset: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Layout> {
        let order = order.map(|letter| {
            Order::parse(letter).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "an order is 'C', 'F' or 'A', or a name such as 'order=o', not {letter:?}"
                ))
            })
        });
        let strides = strides.map(|strides| strides.iter().map(|stride| dim(&stride)).collect::<PyResult<_>>());
        let offset = offset.map(dim);
        let data = PlaceData {
            order: order.transpose()?,
            strides: strides.transpose()?,
            offset: offset.transpose()?,
            device: None,
        };
        Ok(Layout(data))
    }

    /// 'C', 'F', 'A' for both, 'order=o' for a name, or None.
    #[getter]
    fn order(&self) -> Option<String> {
        self.0.order.map(Order::text)
    }

    /// By axis, in elements; None where one is not known.
    #[getter]
    fn strides<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Some(strides) = &self.0.strides else { return Ok(None) };
        let strides = strides.iter().map(|stride| dim_object(py, *stride)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, strides).map(Some)
    }

    /// Of the first element, in elements.
    #[getter]
    fn offset<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.offset.map(|offset| dim_object(py, offset)).transpose()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Layout>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> isize {
        FxBuildHasher.hash_one(&self.0) as isize
    }

    fn __repr__(&self) -> String {
        crate::repr::layout_repr(&self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = slf.py();
        let this = slf.get();
        let args = (this.order(), this.strides(py)?, this.offset(py)?).into_pyobject(py)?;
        Ok((slf.get_type().into_any(), args.into_any()))
    }
}

/// The layout that was given: a `Layout`, or the letter of an order.
pub fn layout(value: &Bound<'_, PyAny>) -> PyResult<PlaceData> {
    if value.is_none() {
        return Ok(PlaceData::default());
    }
    if let Ok(layout) = value.cast::<Layout>() {
        return Ok(layout.get().0.clone());
    }
    if let Ok(letter) = value.cast::<PyString>() {
        return Layout::new(Some(&letter.to_cow()?), None, None).map(|layout| layout.0);
    }
    Err(PyTypeError::new_err(format!(
        "a layout is a Layout or an order's letter, not {}",
        crate::python::short(value)?
    )))
}
