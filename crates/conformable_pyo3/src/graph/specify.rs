//! A variable where one of a type of Rust's is wanted: itself, or its sizes specified.

use conformable_graph::{Fit, fit};
use conformable_types::{Dim, Ty};
use pyo3::prelude::*;

use super::op::{output, specify_shape};
use super::type_of::TypeOf;
use super::variable::{Variable, constant};
use crate::base::Type;
use crate::layout::dim_object;
use crate::reentry::with_python_errors;

/// `other`, or a `SpecifyShape` of it, where a variable of type `wanted` may be it; nothing where a Python
/// class has to be asked, or it may not, which others explain.
pub fn fitted<'py>(wanted: &Bound<'py, Type>, other: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = other.py();
    let (Some(wanted), Ok(var)) = (wanted.get().native(), other.cast::<Variable>()) else { return Ok(None) };
    let TypeOf::Native(own) = var.get().ty(py)? else { return Ok(None) };
    match with_python_errors(|| Ok(fit(wanted, own)))? {
        Ok(Fit::AsIs) => Ok(Some(other.clone())),
        Ok(Fit::Specified(ty, dims)) => {
            let sizes = dims.iter().map(|dim| size(py, *dim));
            let inputs = std::iter::once(Ok(var.clone().unbind())).chain(sizes);
            let made = output(&specify_shape(py)?, inputs.collect::<PyResult<_>>()?, ty)?;
            Ok(Some(made.into_any()))
        }
        Err(_) => Ok(None),
    }
}

/// A size as an input: None where nothing is asked.
fn size(py: Python<'_>, dim: Dim) -> PyResult<Py<Variable>> {
    let (ty, value) =
        if dim.is_any() { (Ty::none(), py.None()) } else { (Ty::int(dim), dim_object(py, dim)?.unbind()) };
    Ok(constant(py, TypeOf::Native(ty), value, None)?.into_super().unbind())
}
