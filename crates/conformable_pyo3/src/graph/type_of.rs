//! Types as variables have them: Rust's, or instances of Python classes.

use conformable_types::Ty;
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use crate::base::{Type, kept_by};
use crate::identity::view;

/// A type as a variable has it.
pub enum TypeOf {
    Native(Ty),
    /// An instance of a Python class.
    Defined(Py<PyAny>),
}

impl TypeOf {
    /// The type that an object is.
    pub fn read(object: &Bound<'_, PyAny>) -> PyResult<TypeOf> {
        match object.cast::<Type>() {
            Ok(base) => match base.get().native() {
                Some(ty) => Ok(TypeOf::Native(ty)),
                None => Ok(TypeOf::Defined(object.clone().unbind())),
            },
            Err(_) => {
                kept_by(object)?;
                Ok(TypeOf::Defined(object.clone().unbind()))
            }
        }
    }

    /// The rank of what it has: of a scalar 0, of what may be one or an array none. `None` of what is neither.
    pub fn rank(&self) -> Option<Option<usize>> {
        match self {
            TypeOf::Native(ty) => ty.as_array().map(|(_, shape)| shape.rank()),
            TypeOf::Defined(_) => None,
        }
    }

    /// Python's object for it.
    pub fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            TypeOf::Native(ty) => view(py, *ty),
            TypeOf::Defined(object) => Ok(object.bind(py).clone()),
        }
    }

    pub fn clone_ref(&self, py: Python<'_>) -> TypeOf {
        match self {
            TypeOf::Native(ty) => TypeOf::Native(*ty),
            TypeOf::Defined(object) => TypeOf::Defined(object.clone_ref(py)),
        }
    }
}

impl TypeOf {
    pub fn traverse(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self {
            TypeOf::Native(_) => Ok(()),
            TypeOf::Defined(object) => visit.call(object),
        }
    }
}
