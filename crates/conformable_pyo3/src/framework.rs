//! What can be done with types beyond the relations: conversions, traits, operators, common types,
//! spellings. The rules are those of `conformable_types` and of the catalogue.

use conformable_signatures::{Arg, CallArgs, CallOutcome, Signature as Own, catalogue};
use conformable_solver::Store;
use conformable_types::arithmetic::{OPERATORS, python_operation};
use conformable_types::common::common_type_in;
use conformable_types::convert::{adapted, convert, is_generic, is_invocable};
use conformable_types::dtype::{self, Dialect, dialects};
use conformable_types::spell::spell;
use conformable_types::traits::{TRAITS, implements};
use conformable_types::transform::{self, with_elem};
use conformable_types::{Device, Order, Ty, TyKind};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::base::{Type, ty_of, types_of, word};
use crate::constructors::load_plugins;
use crate::convert::elem;
use crate::identity::view;
use crate::layout::dim_object;
use crate::reentry::with_python_errors;
use crate::signature::Signature;

/// How a value of `a` becomes one of `b`, and why not better.
#[pyfunction]
pub fn convert_native(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<(&'static str, String)> {
    let (a, b) = (ty_of(a)?, ty_of(b)?);
    let found = with_python_errors(|| Ok(convert(a, b)))?;
    Ok((found.grade.word(), found.reason))
}

/// Whether values of the type can do this: yes, no, unknown.
#[pyfunction]
pub fn implements_native(ty: &Bound<'_, PyAny>, name: &str) -> PyResult<&'static str> {
    let Some((_, wanted)) = TRAITS.iter().find(|(known, _)| *known == name) else {
        return Err(PyValueError::new_err(format!("there is no trait {name:?}")));
    };
    Ok(word(implements(ty_of(ty)?, *wanted)))
}

/// The names of the traits.
#[pyfunction]
pub fn trait_names() -> Vec<&'static str> {
    TRAITS.iter().map(|(name, _)| *name).collect()
}

/// The one type that several have together: dtypes promote as in the dialect, shapes meet.
#[pyfunction(name = "common_type")]
#[pyo3(signature = (*types, dialect = "numpy"))]
pub fn common<'py>(py: Python<'py>, types: &Bound<'py, PyTuple>, dialect: &str) -> PyResult<Bound<'py, PyAny>> {
    let types = types_of(types)?;
    let common = common_type_in(&types, self::dialect(py, dialect)?)
        .map_err(|why| PyTypeError::new_err(format!("no common type: {why}")))?;
    view(py, common)
}

/// The dialect of promotion of this name.
pub fn dialect(py: Python<'_>, name: &str) -> PyResult<&'static Dialect> {
    if let Some(dialect) = dtype::dialect(name) {
        return Ok(dialect);
    }
    load_plugins(py)?;
    dtype::dialect(name).ok_or_else(|| {
        let names: Vec<&str> = dialects().into_iter().map(Dialect::name).collect();
        PyValueError::new_err(format!("a dialect is one of {}, not {name:?}", names.join(", ")))
    })
}

/// The dialects of promotion, each with the library and version that its table was asked of.
#[pyfunction(name = "dialects")]
pub fn dialect_names(py: Python<'_>) -> PyResult<Vec<(&'static str, &'static str)>> {
    load_plugins(py)?;
    Ok(dialects().into_iter().map(|dialect| (dialect.name(), dialect.source())).collect())
}

/// A type, or the one that a text writes.
fn type_or_text(value: &Bound<'_, PyAny>) -> PyResult<Ty> {
    match value.cast::<PyString>() {
        Ok(text) => ty_of(&crate::repr::parse_type(value.py(), &text.to_cow()?)?),
        Err(_) => ty_of(value),
    }
}

/// The type with another dtype at the bottom of any nest of containers.
#[pyfunction]
pub fn with_dtype<'py>(ty: &Bound<'py, PyAny>, dtype: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    view(ty.py(), with_elem(type_or_text(ty)?, elem(dtype)?))
}

/// What is left of the type after as many indices in front as its rank is too high.
#[pyfunction]
pub fn with_rank<'py>(ty: &Bound<'py, PyAny>, rank: usize) -> PyResult<Bound<'py, PyAny>> {
    let lower = transform::with_rank(type_or_text(ty)?, rank);
    view(ty.py(), lower.map_err(|why| PyValueError::new_err(format!("{ty} has no rank {rank}: {why}")))?)
}

/// An array in the order 'C', 'F', 'A' for both or None for any; other types are as they were.
#[pyfunction]
pub fn with_order<'py>(ty: &Bound<'py, PyAny>, order: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let read = |letter: &str| {
        Order::from_letter(letter)
            .ok_or_else(|| PyValueError::new_err(format!("an order is 'C', 'F' or 'A', not {letter:?}")))
    };
    view(ty.py(), transform::with_order(type_or_text(ty)?, order.map(read).transpose()?))
}

/// C for F and F for C.
#[pyfunction]
pub fn swap_order<'py>(ty: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    view(ty.py(), transform::swap_order(type_or_text(ty)?))
}

/// The array with its axes in this order, by default reversed.
#[pyfunction]
#[pyo3(signature = (ty, axes = None))]
pub fn transpose<'py>(ty: &Bound<'py, PyAny>, axes: Option<Vec<usize>>) -> PyResult<Bound<'py, PyAny>> {
    let own = type_or_text(ty)?;
    let axes = axes.unwrap_or_else(|| (0..transform::rank(own).unwrap_or(0)).rev().collect());
    view(ty.py(), transform::permute(own, &axes).map_err(PyValueError::new_err)?)
}

/// What is known of a type's scalar and size: `(scalar, primitive, precision, rank,
/// container_rank, size_in_bytes)`.
#[pyfunction]
pub fn measures<'py>(ty: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, own) = (ty.py(), ty_of(ty)?);
    let size = transform::size_in_bytes(own).map(|size| dim_object(py, size)).transpose()?;
    let scalar = view(py, transform::scalar(own))?;
    let (primitive, precision) = (transform::primitive(own), transform::precision(own));
    let all = (scalar, primitive, precision, transform::rank(own), transform::container_rank(own), size);
    Ok(all.into_pyobject(py)?.into_any())
}

/// Whether a function's type has variables or constraints.
#[pyfunction]
pub fn is_generic_native(f: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(matches!(ty_of(f)?.kind(), TyKind::Function(function) if is_generic(function)))
}

/// Arguments with the implicit conversions that a function's parameters ask for, their names aside.
#[pyfunction]
#[pyo3(signature = (f, *args))]
pub fn adapted_native<'py>(f: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyTuple>> {
    let (py, types) = (f.py(), types_of(args)?);
    let TyKind::Function(function) = ty_of(f)?.kind() else { return Ok(args.clone()) };
    let params: Vec<Ty> = function.params.iter().map(|param| param.ty).collect();
    let all = types.iter().enumerate().map(|(place, ty)| params.get(place).map_or(*ty, |param| adapted(*ty, *param)));
    let all = with_python_errors(|| Ok(all.collect::<Vec<_>>()))?;
    PyTuple::new(py, all.into_iter().map(|ty| view(py, ty)).collect::<PyResult<Vec<_>>>()?)
}

/// Why a function cannot be called with arguments of these types; None if it can.
#[pyfunction]
#[pyo3(signature = (f, *args))]
pub fn call_refused(f: &Bound<'_, PyAny>, args: &Bound<'_, PyTuple>) -> PyResult<Option<String>> {
    let args = types_of(args)?;
    match ty_of(f)?.kind() {
        TyKind::Function(function) => Ok(with_python_errors(|| Ok(is_invocable(function, &args)))?.err()),
        _ => Ok(Some(format!("{f} is no function"))),
    }
}

/// Is it a type whose data are Rust's, not one that a Python class defines?
#[pyfunction]
pub fn is_native(ty: &Bound<'_, PyAny>) -> bool {
    ty.cast::<Type>().is_ok_and(|base| base.get().native().is_some())
}

/// The signature whose variables are the names in a function's type.
#[pyfunction]
pub fn signature_of(f: &Bound<'_, PyAny>) -> PyResult<Signature> {
    match ty_of(f)?.kind() {
        TyKind::Function(function) => Ok(Signature::of(Own::of_function((**function).clone()))),
        _ => Err(PyTypeError::new_err(format!("{f} is no function"))),
    }
}

/// The operators that types may have.
#[pyfunction]
pub fn operators() -> Vec<&'static str> {
    OPERATORS.to_vec()
}

/// The type of `a op b`, or why there is none: `(type, reason, exception's name)`.
#[pyfunction]
pub fn operation_native<'py>(
    py: Python<'py>,
    op: &str,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<(Option<Bound<'py, PyAny>>, String, &'static str)> {
    if !OPERATORS.contains(&op) {
        return Err(PyValueError::new_err(format!("an operator is one of {}, not {op:?}", OPERATORS.join(" "))));
    }
    match operate(op, ty_of(a)?, ty_of(b)?) {
        Ok(ty) => Ok((Some(view(py, ty)?), String::new(), "")),
        Err((reason, exception)) => Ok((None, reason, exception)),
    }
}

fn operate(op: &str, a: Ty, b: Ty) -> Result<Ty, (String, &'static str)> {
    if let Some(result) = python_operation(op, a, b) {
        return result.map_err(|reason| (reason, "TypeError"));
    }
    let arrays = |ty: Ty| ty.as_array().is_some();
    if let Some(other) = [a, b].into_iter().find(|ty| matches!(ty.kind(), TyKind::Function(_))) {
        return Err((format!("{other} takes no part in {op}"), "TypeError"));
    }
    if !arrays(a) && !arrays(b) {
        return Err((format!("what {op} does to {a} and {b} is not known"), ""));
    }
    let Some(function) = catalogue::current().operator(op) else {
        return Err((format!("arrays have no {op}"), "TypeError"));
    };
    let positional = [a, b].map(|ty| Arg::of(ty.without_place())).to_vec();
    match function.apply(&CallArgs { positional, ..CallArgs::default() }, &Store::new()) {
        CallOutcome::Value(given, store) => Ok(store.resolve_ty(given.result)),
        CallOutcome::Refuted(failure) => Err((failure.failure.message.clone(), failure.exception)),
        CallOutcome::Unknown(reason) => Err((reason.to_owned(), "")),
    }
}

/// A type in another language.
#[pyfunction]
pub fn spell_native(ty: &Bound<'_, PyAny>, language: &str) -> PyResult<String> {
    let ty = ty_of(ty)?;
    with_python_errors(|| Ok(spell(ty, language)))?.map_err(PyValueError::new_err)
}

/// Whether this is a kind of devices, or one of them, and no name of one that is not known.
#[pyfunction]
pub fn is_device(text: &str) -> bool {
    Device::parse(text).is_some_and(|device| device.as_name().is_none())
}

/// From now on this word is a kind of devices.
#[pyfunction]
pub fn register_device(kind: &str) -> PyResult<()> {
    match Device::parse(kind) {
        Some(Device::Kind { index: None, name } | Device::Name(name)) => Device::register(name),
        _ => return Err(PyValueError::new_err(format!("a kind of devices is a word such as 'npu', not {kind:?}"))),
    }
    Ok(())
}

/// Adds the functions to the module.
/// A value's type without the value, as `int` for `Literal[2]`; any other as it is.
#[pyfunction]
pub fn without_value<'py>(ty: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match ty.cast::<Type>().ok().and_then(|base| base.get().native()) {
        Some(own) if own.without_values() != own => view(ty.py(), own.without_values()),
        _ => Ok(ty.clone()),
    }
}
