//! The Python package's extension module, `conformable._native`: thin mirrors of the Rust crates.
//!
//! It converts arguments and results and keeps the identity of Python's views of types. What types
//! are and how they relate is `conformable_types`; what is only Python's (the contract's defaults,
//! arrays' values) is in `python/conformable`.

// A constructor gives the one view of its type, which may be there already.
#![allow(clippy::new_ret_no_self)]

mod annotations;
mod arrays;
mod base;
mod checked;
mod constructors;
mod containers;
mod convert;
mod defined;
mod dialects;
mod entries;
mod extensions;
mod framework;
mod functions;
mod graph;
mod identity;
mod inference;
mod internal;
mod layout;
mod nesting;
mod python;
mod reentry;
mod repr;
mod scalars;
mod signature;
mod solutions;
mod sync;
mod tensor;
mod terms;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use pyo3::prelude::*;

use base::ty_of;
use python::helper;

/// Runs the command with these arguments, the first of which is the program's name; its exit code.
#[pyfunction]
fn main(py: Python<'_>, args: Vec<OsString>) -> u8 {
    let code = py.detach(|| conformable::main(args));
    // The standard library compares exit codes but does not show them.
    (0..=u8::MAX).find(|known| ExitCode::from(*known) == code).unwrap_or(u8::MAX)
}

/// The type that a text writes: the inverse of `str`.
#[pyfunction]
fn parse_type<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let ty =
        conformable_signatures::vetted::parse_type(text).map_err(|error| convert::parse_error(py, text, &error))?;
    let view = identity::view(py, ty)?;
    // After it is known to be small enough.
    convert::sizes_in(ty)?;
    Ok(view)
}

/// How a type is pickled: by its text.
fn reduce<'py>(view: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = view.py();
    let text = conformable_types::text::print_ty(ty_of(view)?);
    let read = helper!(py, "conformable._native", "parse_type")?;
    Ok((read, (text,)).into_pyobject(py)?.into_any())
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(parse_type, module)?)?;
    module.add_function(wrap_pyfunction!(base::relate_native, module)?)?;
    module.add_function(wrap_pyfunction!(base::answer, module)?)?;
    module.add_function(wrap_pyfunction!(layout::dim_named, module)?)?;
    terms::register(module)?;
    signature::register(module)?;
    defined::register(module)?;
    extensions::register(module)?;
    checked::register(module)?;
    values::register(module)?;
    inference::register(module)?;
    annotations::register(module)?;
    dialects::register(module)?;
    entries::register(module)?;
    internal::register(module)?;
    framework::register(module)?;
    graph::register(module)?;
    module.add_function(wrap_pyfunction!(constructors::check_constructor, module)?)?;
    module.add_function(wrap_pyfunction!(constructors::forget_constructor, module)?)?;
    module.add_function(wrap_pyfunction!(constructors::unique, module)?)?;
    module.add_function(wrap_pyfunction!(constructors::name_constructor, module)?)?;
    module.add_class::<base::Type>()?;
    module.add_class::<layout::DimView>()?;
    module.add_class::<layout::Layout>()?;
    module.add_class::<tensor::TensorType>()?;
    module.add_class::<tensor::DecayType>()?;
    module.add_class::<scalars::ScalarType>()?;
    module.add_class::<scalars::DTypeType>()?;
    module.add_class::<scalars::PythonType>()?;
    module.add_class::<scalars::NoneType>()?;
    module.add_class::<scalars::Literal>()?;
    module.add_class::<containers::TupleType>()?;
    module.add_class::<containers::ListType>()?;
    module.add_class::<containers::SetType>()?;
    module.add_class::<containers::DictType>()?;
    module.add_class::<containers::StructType>()?;
    module.add_class::<containers::SliceType>()?;
    module.add_class::<functions::FunctionType>()?;
    module.add_class::<functions::UnionType>()?;
    module.add_class::<functions::ClassType>()?;
    module.add_class::<functions::NamedType>()?;
    module.add_class::<functions::ConstructedType>()?;
    module.add_class::<functions::UnknownType>()
}
