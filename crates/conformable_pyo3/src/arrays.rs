//! The sizes and the dtype of an array, read where NumPy keeps them: the one place with `unsafe`.
//!
//! NumPy's arrays have been the same C structure since 1.0 (`PyArrayObject_fields` in
//! `ndarraytypes.h`): the object's head, the data, the number of dims, their sizes, strides, the
//! base, the dtype. [`Arrays::new`] reads a few arrays both ways, here and through Python; where the
//! two differ, all are read through Python.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::c_void;
use std::os::raw::c_int;

use conformable_signatures::compiled::Sizes;
use conformable_types::Shape;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};
use smallvec::SmallVec;

thread_local! {
    /// Where compiled programs write; nothing of Python that may call them runs while it is borrowed.
    pub static SCRATCH: RefCell<Sizes> = RefCell::default();
}

/// The sizes of several shapes, one after the other.
#[derive(Clone, Default)]
pub struct ShapeList {
    sizes: SmallVec<[i64; 12]>,
    ends: SmallVec<[usize; 4]>,
}

impl ShapeList {
    /// One more size of the shape that is being written.
    #[inline]
    pub fn push(&mut self, size: i64) {
        self.sizes.push(size);
    }

    /// The shape that is being written has no more sizes.
    #[inline]
    pub fn end(&mut self) {
        self.ends.push(self.sizes.len());
    }

    /// How many shapes there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// One of the shapes.
    #[inline]
    pub fn shape(&self, place: usize) -> &[i64] {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.sizes[start..self.ends[place]]
    }

    /// The shapes.
    #[inline]
    pub fn slices(&self) -> SmallVec<[&[i64]; 4]> {
        let mut slices = SmallVec::new();
        (0..self.len()).for_each(|place| slices.push(self.shape(place)));
        slices
    }

    /// The shapes for the engine.
    pub fn shapes(&self) -> Vec<Shape> {
        self.slices().into_iter().map(|sizes| sizes.iter().copied().collect()).collect()
    }
}

impl<'s> FromIterator<&'s [i64]> for ShapeList {
    fn from_iter<I: IntoIterator<Item = &'s [i64]>>(shapes: I) -> ShapeList {
        let mut all = ShapeList::default();
        for shape in shapes {
            all.sizes.extend_from_slice(shape);
            all.end();
        }
        all
    }
}

impl From<&Sizes> for ShapeList {
    fn from(found: &Sizes) -> ShapeList {
        let (sizes, ends) = found.parts();
        ShapeList { sizes: SmallVec::from_slice(sizes), ends: SmallVec::from_slice(ends) }
    }
}

/// The beginning of an array object.
#[repr(C)]
struct ArrayObject {
    head: ffi::PyObject,
    data: *mut c_void,
    ndim: c_int,
    sizes: *const isize,
    strides: *const isize,
    base: *mut ffi::PyObject,
    dtype: *mut ffi::PyObject,
    flags: c_int,
}

/// Of an array's flags: its elements are where the processor reads them.
const ALIGNED: c_int = 0x0100;

/// A way to read arrays.
pub struct Arrays {
    ndarray: Py<PyType>,
    /// Whether arrays are the structure above.
    direct: bool,
}

static ARRAYS: PyOnceLock<Arrays> = PyOnceLock::new();

impl Arrays {
    /// The way in this process, which imports NumPy.
    pub fn get(py: Python<'_>) -> PyResult<&'static Arrays> {
        ARRAYS.get_or_try_init(py, || Arrays::new(py))
    }

    fn new(py: Python<'_>) -> PyResult<Arrays> {
        let numpy = py.import("numpy")?;
        let ndarray = numpy.getattr("ndarray")?.cast_into::<PyType>()?;
        let mut arrays = Arrays { ndarray: ndarray.clone().unbind(), direct: size_of::<isize>() == size_of::<i64>() };
        let shapes: [&[i64]; 4] = [&[], &[0], &[2, 3], &[4, 1, 5, 2]];
        for shape in shapes {
            for dtype in ["float64", "int8", "complex64"] {
                let array = numpy.call_method1("zeros", (PyTuple::new(py, shape)?, dtype))?.getattr("T")?;
                arrays.direct &= arrays.agrees(&array)? && arrays.is_aligned(&array)?;
            }
        }
        Ok(arrays)
    }

    /// Do the flags say that an array is aligned, and of a part of its bytes from the second on that it is not?
    fn is_aligned(&self, array: &Bound<'_, PyAny>) -> PyResult<bool> {
        if array.getattr("size")?.extract::<usize>()? == 0 || array.getattr("itemsize")?.extract::<usize>()? == 1 {
            return Ok(true);
        }
        let py = array.py();
        let numpy = py.import("numpy")?;
        let bytes = numpy.call_method1("zeros", (33, "int8"))?;
        let (part, dtype) = (bytes.get_item(pyo3::types::PySlice::new(py, 1, 33, 1))?, array.getattr("dtype")?);
        let odd = part.call_method1("view", (dtype,))?;
        let flag = |array: &Bound<'_, PyAny>| self.flags(array.as_borrowed()).is_some_and(|flags| flags & ALIGNED != 0);
        let wanted = |array: &Bound<'_, PyAny>| array.getattr("flags")?.getattr("aligned")?.extract::<bool>();
        Ok(flag(array) == wanted(array)? && flag(&odd) == wanted(&odd)?)
    }

    fn flags(&self, value: Borrowed<'_, '_, PyAny>) -> Option<c_int> {
        // SAFETY: as in `sizes`.
        (self.direct && self.is_array(&value)).then(|| unsafe { (*value.as_ptr().cast::<ArrayObject>()).flags })
    }

    /// The sizes of an aligned array of the dtype at this address.
    #[inline]
    pub fn aligned<'a>(&self, value: Borrowed<'a, '_, PyAny>, dtype: usize) -> Option<&'a [i64]> {
        let (sizes, own) = self.sizes(value)?;
        (own == dtype && self.flags(value)? & ALIGNED != 0).then_some(sizes)
    }

    /// Does the structure say what Python's interface of arrays says?
    fn agrees(&self, array: &Bound<'_, PyAny>) -> PyResult<bool> {
        let interface = array.getattr("__array_interface__")?.cast_into::<PyDict>()?;
        let item = |name: &str| {
            interface.get_item(name)?.ok_or_else(|| PyTypeError::new_err(format!("no {name} in the interface")))
        };
        let shape: Vec<i64> = item("shape")?.extract()?;
        let (address, _): (usize, bool) = item("data")?.extract()?;
        let mut read = ShapeList::default();
        // SAFETY: the size of the object is looked at first, and its pointers before they are followed.
        let basic: usize = array.get_type().getattr("__basicsize__")?.extract()?;
        if basic < size_of::<ArrayObject>() {
            return Ok(false);
        }
        let object = unsafe { &*array.as_ptr().cast::<ArrayObject>() };
        let dtype = array.getattr("dtype")?;
        let plausible = object.data as usize == address
            && usize::try_from(object.ndim).is_ok_and(|ndim| ndim == shape.len())
            && std::ptr::eq(object.dtype, dtype.as_ptr())
            && (shape.is_empty() || !object.sizes.is_null());
        Ok(plausible && self.read(array, &mut read)? && *read.slices() == [&*shape])
    }

    /// Is it an array? Its class alone decides: what only says that it is one (`__class__`) has
    /// another structure.
    #[inline]
    fn is_array(&self, value: &Bound<'_, PyAny>) -> bool {
        // SAFETY: both are objects that are held. Nothing of Python runs.
        unsafe { ffi::PyObject_TypeCheck(value.as_ptr(), self.ndarray.as_ptr().cast()) != 0 }
    }

    /// The sizes of an array where they stand, and the address of its dtype object; None for what
    /// is no array, or has to be read through Python. Whoever holds sizes runs nothing of Python,
    /// which could change them.
    #[inline]
    pub fn sizes<'a>(&self, value: Borrowed<'a, '_, PyAny>) -> Option<(&'a [i64], usize)> {
        if !self.direct || !self.is_array(&value) {
            return None;
        }
        // SAFETY: it is an array, whose structure `new` has compared with what Python says of some.
        let object = unsafe { &*value.as_ptr().cast::<ArrayObject>() };
        let ndim = usize::try_from(object.ndim).unwrap_or(0);
        if ndim == 0 {
            return Some((&[], object.dtype as usize));
        }
        // SAFETY: there are as many sizes as dims, and `direct` says that they are of 64 bits.
        let sizes = unsafe { std::slice::from_raw_parts(object.sizes.cast::<i64>(), ndim) };
        Some((sizes, object.dtype as usize))
    }

    /// Adds the array's shape to `into`. Whether it is an array.
    #[inline]
    pub fn read(&self, value: &Bound<'_, PyAny>, into: &mut ShapeList) -> PyResult<bool> {
        if let Some((sizes, _)) = self.sizes(value.as_borrowed()) {
            sizes.iter().for_each(|size| into.push(*size));
        } else if self.is_array(value) {
            for size in value.getattr(intern!(value.py(), "shape"))?.cast::<PyTuple>()?.iter() {
                into.push(size.extract()?);
            }
        } else {
            return Ok(false);
        }
        into.end();
        Ok(true)
    }
}
