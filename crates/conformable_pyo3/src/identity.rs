//! One Python object for each type: `a is b` exactly if the types are equal.
//!
//! A table from handles to weak references, with a few strong ones in front. Nothing of Python runs while its lock is held, so that
//! a collection that starts in between may make types itself.

use std::hash::BuildHasher;
use std::sync::{LazyLock, Mutex, MutexGuard};

use conformable_types::text::{parse_type, print_ty};
use conformable_types::{Ty, TyKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyWeakrefMethods, PyWeakrefReference};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::base::Type;
use crate::convert::is_composable;
use crate::sync::lock;
use crate::{constructors, containers, functions, scalars, tensor};

static VIEWS: LazyLock<Mutex<FxHashMap<Ty, Py<PyWeakrefReference>>>> = LazyLock::new(Mutex::default);

/// The deepest nesting of a type that Python may make: less than the parser's.
const MAX_DEPTH: usize = 40;
/// The most parts that a type may have, counted as often as they are written.
const MAX_PARTS: usize = 1 << 16;

fn views() -> MutexGuard<'static, FxHashMap<Ty, Py<PyWeakrefReference>>> {
    lock(&VIEWS)
}

type KeptView = Option<(Ty, Py<PyAny>)>;

/// Views that are kept although nobody may hold them, by their hashes: a program
/// makes the same types again and again.
const KEPT: usize = 256;
static LATELY: Mutex<[KeptView; KEPT]> = Mutex::new([const { None }; KEPT]);

fn kept() -> MutexGuard<'static, [KeptView; KEPT]> {
    lock(&LATELY)
}

fn living<'py>(py: Python<'py>, ty: Ty) -> Option<Bound<'py, PyAny>> {
    let reference = views().get(&ty)?.clone_ref(py);
    reference.bind(py).upgrade()
}

/// Python's view of `ty`.
///
/// # Errors
/// ValueError for a type so large that its text could not be handled.
pub fn view(py: Python<'_>, ty: Ty) -> PyResult<Bound<'_, PyAny>> {
    let slot = FxBuildHasher.hash_one(ty) as usize % KEPT;
    if let Some((own, known)) = &kept()[slot]
        && *own == ty
    {
        return Ok(known.bind(py).clone());
    }
    let found = seek(py, ty)?;
    let replaced = kept()[slot].replace((ty, found.clone().unbind()));
    // Dropped when nothing is locked: it may be the last reference.
    drop(replaced);
    Ok(found)
}

fn seek(py: Python<'_>, ty: Ty) -> PyResult<Bound<'_, PyAny>> {
    if let Some(known) = living(py, ty) {
        return Ok(known);
    }
    if !ty.fits(MAX_DEPTH, MAX_PARTS) {
        return Err(PyValueError::new_err(format!("a type may be nested {MAX_DEPTH} deep and have {MAX_PARTS} parts")));
    }
    let canonical = renumbered(ty);
    if canonical != ty
        && let Some(known) = living(py, canonical)
    {
        return Ok(known);
    }
    let ty = canonical;
    living_or(&make(py, ty)?, ty)
}

/// The object that there is for the type, else this one from now on.
pub fn living_or<'py>(made: &Bound<'py, PyAny>, ty: Ty) -> PyResult<Bound<'py, PyAny>> {
    let reference = PyWeakrefReference::new(made)?.unbind();
    let mut table = views();
    // Another thread, or a finaliser, may have been faster.
    let faster = table.get(&ty).and_then(|other| other.bind(made.py()).upgrade());
    let replaced = if faster.is_none() { table.insert(ty, reference) } else { Some(reference) };
    drop(table);
    drop(replaced);
    Ok(faster.unwrap_or_else(|| made.clone()))
}

/// Looks for other objects for these types from now on.
pub fn forget(which: impl Fn(Ty) -> bool) {
    let mut table = views();
    let gone: Vec<_> = table.keys().copied().filter(|ty| which(*ty)).collect();
    let gone: Vec<_> = gone.into_iter().filter_map(|ty| table.remove(&ty)).collect();
    drop(table);
    let mut slots = kept();
    let lately: Vec<_> =
        slots.iter_mut().filter(|slot| slot.as_ref().is_some_and(|(ty, _)| which(*ty))).map(Option::take).collect();
    drop(slots);
    // What is let go may run Python.
    drop((gone, lately));
}

/// The type with its run-time sizes numbered as its text numbers them, so that what is pickled or
/// printed reads back as the same object.
pub fn renumbered(ty: Ty) -> Ty {
    if is_composable(ty) {
        return ty;
    }
    let mut ty = ty;
    // Mostly one reading; more where numbers decide the order of a union's members.
    for _ in 0..4 {
        match parse_type(&print_ty(ty)) {
            Ok(again) if again != ty => ty = again,
            _ => break,
        }
    }
    ty
}

fn make(py: Python<'_>, ty: Ty) -> PyResult<Bound<'_, PyAny>> {
    macro_rules! new {
        ($class:expr) => {
            Ok(Bound::new(py, PyClassInitializer::from(Type::of(ty)).add_subclass($class))?.into_any())
        };
    }
    constructors::load(py, ty)?;
    match ty.kind() {
        TyKind::Array { .. } | TyKind::Placed { .. } => new!(tensor::TensorType),
        TyKind::Decay { .. } => new!(tensor::DecayType),
        TyKind::Scalar(_) => new!(scalars::ScalarType),
        TyKind::DType(_) => new!(scalars::DTypeType),
        TyKind::Bool
        | TyKind::Int
        | TyKind::Float
        | TyKind::Complex
        | TyKind::Str
        | TyKind::Bytes
        | TyKind::Ellipsis => new!(scalars::PythonType),
        TyKind::None => new!(scalars::NoneType),
        TyKind::IntOf(_) | TyKind::LitBool(_) | TyKind::LitStr(_) | TyKind::LitFloat(_) => new!(scalars::Literal),
        TyKind::Slice(_) => new!(containers::SliceType),
        TyKind::Tuple(_) | TyKind::TupleOf(_) => new!(containers::TupleType),
        TyKind::List(_) | TyKind::ListOf(_) => new!(containers::ListType),
        TyKind::Set(_) => new!(containers::SetType),
        TyKind::Dict(..) => new!(containers::DictType),
        TyKind::Struct(_) => new!(containers::StructType),
        TyKind::Function(_) => new!(functions::FunctionType),
        TyKind::Union(_) => new!(functions::UnionType),
        TyKind::Class(_) => new!(functions::ClassType),
        TyKind::Ctor(name, params) => match constructors::instance(py, *name, params)? {
            Some(made) => Ok(made),
            None => new!(functions::ConstructedType),
        },
        TyKind::Name(_) => new!(functions::NamedType),
        TyKind::Unknown => new!(functions::UnknownType),
    }
}
