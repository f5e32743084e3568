//! Arrays: `TensorType`, and `DecayType` for what is an array or, without dims, a NumPy scalar.

use conformable_types::{Device, Elem, Place, PlaceData, Shape, Ty};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::base::{Type, ty_of};
use crate::convert::{elem, elem_name, numpy_dtype, shape, shape_object};
use crate::identity::view;
use crate::layout::{Layout, layout};
use crate::python::helper;

/// Arrays of one dtype, of sizes that are known, partly known or not known.
#[pyclass(extends = Type, frozen, module = "conformable")]
pub struct TensorType;

/// An array of at least one dim, or a NumPy scalar: what a reduction gives.
#[pyclass(extends = Type, frozen, module = "conformable")]
pub struct DecayType;

fn parts(view: &Bound<'_, PyAny>) -> PyResult<(Elem, Shape)> {
    ty_of(view)?.as_array().ok_or_else(|| PyTypeError::new_err("not the type of an array"))
}

fn broadcastable(shape: Shape) -> Option<Vec<bool>> {
    conformable_types::relations::broadcast_pattern(shape)
}

fn tensor(elem: Elem, shape: Shape, data: PlaceData) -> PyResult<Ty> {
    if let Some(strides) = &data.strides
        && shape.rank() != Some(strides.len())
    {
        return Err(PyValueError::new_err(format!("{} strides for the shape {shape:?}", strides.len())));
    }
    Ok(Ty::placed(elem, shape, Place::new(data)))
}

fn device(text: Option<&str>) -> PyResult<Option<Device>> {
    let read = |text: &str| {
        let word = text.split(':').next().unwrap_or(text);
        if let Some(kind) = Device::meant(word) {
            let message = format!("there is no kind of devices `{word}`; did you mean `{kind}`?");
            return Err(PyValueError::new_err(message));
        }
        Device::parse(text).ok_or_else(|| PyValueError::new_err(format!("a device is such as 'cuda:0', not {text:?}")))
    };
    text.map(read).transpose()
}

#[pymethods]
impl TensorType {
    #[new]
    #[pyo3(signature = (dtype, shape, layout = None, device = None))]
    fn new<'py>(
        py: Python<'py>,
        dtype: &Bound<'py, PyAny>,
        shape: &Bound<'py, PyAny>,
        layout: Option<&Bound<'py, PyAny>>,
        device: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (elem, shape) = (elem(dtype)?, self::shape(shape)?);
        let mut data = layout.map_or_else(|| Ok(PlaceData::default()), self::layout)?;
        data.device = self::device(device)?;
        view(py, tensor(elem, shape, data)?)
    }

    /// The dtype's name; None where it is not known.
    #[getter]
    fn dtype(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Ok(elem_name(parts(slf)?.0))
    }

    /// The dtype as NumPy's object; None where it is not known.
    #[getter]
    fn numpy_dtype<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        parts(slf)?.0.dtype().map(|dtype| numpy_dtype(slf.py(), dtype)).transpose()
    }

    /// Ints, None for `?`, `Dim`s for names and expressions; None where the rank is not known.
    #[getter]
    fn shape<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        shape_object(slf.py(), parts(slf)?.1)
    }

    /// How many dims; None where that is not known.
    #[getter]
    fn ndim(slf: &Bound<'_, Self>) -> PyResult<Option<usize>> {
        Ok(parts(slf)?.1.rank())
    }

    /// Which sizes are known to be 1.
    #[getter]
    fn broadcastable<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        broadcastable(parts(slf)?.1).map(|pattern| PyTuple::new(slf.py(), pattern)).transpose()
    }

    /// How the elements lie in memory; None where nothing is known.
    #[getter]
    fn layout(slf: &Bound<'_, Self>) -> PyResult<Option<Layout>> {
        Ok(Layout::of(ty_of(slf)?.place()))
    }

    /// `'cpu'`, `'cuda:0'`; None where it is not known.
    #[getter]
    fn device(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Ok(ty_of(slf)?.place().data().device.map(|device| device.to_string()))
    }

    /// The same type with other parts; what is not given is kept.
    #[pyo3(signature = (dtype = None, shape = None, layout = None, device = None))]
    fn clone<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        shape: Option<&Bound<'py, PyAny>>,
        layout: Option<&Bound<'py, PyAny>>,
        device: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (own_elem, own_shape) = parts(slf)?;
        let elem = dtype.map_or(Ok(own_elem), elem)?;
        let new_shape = shape.map_or(Ok(own_shape), self::shape)?;
        let mut data = ty_of(slf)?.place().data().clone();
        // A new shape has other strides.
        if new_shape != own_shape {
            data.strides = None;
        }
        if let Some(layout) = layout {
            data = PlaceData { device: data.device, ..self::layout(layout)? };
        }
        data.device = self::device(device)?.or(data.device);
        view(slf.py(), tensor(elem, new_shape, data)?)
    }

    /// Whether two arrays are equal: sizes, dtypes, elements, NaN where NaN is.
    #[staticmethod]
    #[pyo3(signature = (a, b, force_same_dtype = true))]
    fn values_eq<'py>(
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        force_same_dtype: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        helper!(a.py(), "conformable._arrays", "values_eq")?.call1((a, b, force_same_dtype))
    }

    /// Whether two arrays are equal but for rounding, within tolerances that the dtype has.
    #[staticmethod]
    #[pyo3(signature = (a, b, allow_remove_inf = false, allow_remove_nan = false, rtol = None, atol = None))]
    fn values_eq_approx<'py>(
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        allow_remove_inf: bool,
        allow_remove_nan: bool,
        rtol: Option<f64>,
        atol: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = (a, b, allow_remove_inf, allow_remove_nan, rtol, atol);
        helper!(a.py(), "conformable._arrays", "values_eq_approx")?.call1(options)
    }

    /// Whether two arrays could share memory; anything else doesn't.
    #[staticmethod]
    fn may_share_memory<'py>(a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        helper!(a.py(), "conformable._arrays", "may_share_memory")?.call1((a, b))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::repr::reduce(slf)
    }
}

#[pymethods]
impl DecayType {
    #[new]
    fn new<'py>(py: Python<'py>, dtype: &Bound<'py, PyAny>, shape: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        view(py, Ty::decay(elem(dtype)?, self::shape(shape)?))
    }

    /// The dtype's name; None where it is not known.
    #[getter]
    fn dtype(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Ok(elem_name(parts(slf)?.0))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::repr::reduce(slf)
    }
}
