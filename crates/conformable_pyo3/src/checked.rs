//! What `cf.checked` asks at each call: do the arguments fit the parameters' types, and the result
//! its own, with one meaning for each name?
//!
//! A name is a size that the first value that shows it decides; the solver's store keeps what is
//! known of names, so that `n + 1` and `*batch` need no rules of their own. Which Python function
//! calls this, and when, `conformable._checked` says.

use std::sync::{Mutex, PoisonError};

use conformable_solver::Store;
use conformable_solver::store::Fact;
use conformable_types::term::{self, Leaf};
use conformable_types::text::{print_dim, print_ty};
use conformable_types::{DType, Dim, Elem, Shape, Sym, Ty, TyKind, relations};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};
use smallvec::SmallVec;

use crate::base::ty_of;
use crate::convert::dtype;

/// The types of a function's parameters and of its result.
#[pyclass(frozen, module = "conformable")]
pub struct Checks {
    function: String,
    names: Vec<String>,
    params: Vec<Ty>,
    result: Ty,
}

/// What the arguments of one call have decided.
#[pyclass(frozen, module = "conformable")]
pub struct Entered {
    store: Store,
    seen: Vec<Seen>,
}

/// A value that fitted, and the names that it decided.
struct Seen {
    name: Sym,
    ty: Ty,
    wanted: Ty,
}

#[pymethods]
impl Checks {
    /// `params` are pairs of a name and a type, in the order of the values.
    #[new]
    fn new(function: String, params: &Bound<'_, PyList>, result: &Bound<'_, PyAny>) -> PyResult<Checks> {
        let (mut names, mut types) = (Vec::new(), Vec::new());
        for pair in params.iter() {
            let (name, ty): (String, Bound<'_, PyAny>) = pair.extract()?;
            names.push(name);
            types.push(ty_of(&ty)?);
        }
        Ok(Checks { function, names, params: types, result: ty_of(result)? })
    }

    /// Checks the arguments.
    #[pyo3(signature = (*values))]
    fn enter(&self, values: &Bound<'_, PyTuple>) -> PyResult<Entered> {
        let (mut store, mut seen) = (Store::new(), Vec::with_capacity(self.params.len()));
        for ((value, wanted), name) in values.iter().zip(&self.params).zip(&self.names) {
            self.check(&mut store, &mut seen, &[], name, *wanted, &value)?;
        }
        Ok(Entered { store, seen })
    }

    /// Checks a result of that call.
    fn leave(&self, entered: &Entered, result: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut store = entered.store.clone();
        self.check(&mut store, &mut Vec::new(), &entered.seen, "the result", self.result, result)
    }
}

impl Checks {
    /// Checks one value and tells what it shows; `before` and `seen` are the values that fitted.
    fn check(
        &self,
        store: &mut Store,
        seen: &mut Vec<Seen>,
        before: &[Seen],
        name: &str,
        wanted: Ty,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if wanted.is_unknown() {
            return Ok(());
        }
        if let Some(parts) = parts(wanted, value) {
            let mut parts = parts.into_iter().enumerate();
            return parts.try_for_each(|(place, (wanted, part))| {
                self.check(store, seen, before, &format!("{name}[{place}]"), wanted, &part)
            });
        }
        let Some(ty) = type_of(value)? else { return Ok(()) };
        if fits(store, wanted, ty) {
            seen.push(Seen { name: Sym::new(name), ty, wanted });
            return Ok(());
        }
        let seen: Vec<&Seen> = before.iter().chain(&*seen).collect();
        Err(self.refusal(store, &seen, name, wanted, ty, value.py()))
    }

    fn refusal(&self, store: &Store, seen: &[&Seen], name: &str, wanted: Ty, ty: Ty, py: Python<'_>) -> PyErr {
        let message = format!("{}: {}", self.function, explain(store, seen, name, wanted, ty));
        let class = if is_shape_failure(wanted, ty) { "ShapeError" } else { "DTypeError" };
        let make = || {
            let class = py.import("conformable._errors")?.getattr(class)?;
            let actual: Vec<String> = seen.iter().map(|seen| print_ty(seen.ty)).chain([print_ty(ty)]).collect();
            class.call1((message, print_ty(wanted), PyTuple::new(py, actual)?, [seen.len()]))
        };
        make().map_or_else(|failure| failure, PyErr::from_value)
    }
}

/// The items of a tuple or list with their types, so that a failure names the item.
fn parts<'py>(wanted: Ty, value: &Bound<'py, PyAny>) -> Option<Vec<(Ty, Bound<'py, PyAny>)>> {
    match wanted.kind() {
        TyKind::TupleOf(item) => {
            value.cast::<PyTuple>().ok().map(|items| items.iter().map(|part| (*item, part)).collect())
        }
        TyKind::ListOf(item) => {
            value.cast::<PyList>().ok().map(|items| items.iter().map(|part| (*item, part)).collect())
        }
        TyKind::Tuple(types) => {
            let items = value.cast::<PyTuple>().ok().filter(|items| items.len() == types.len())?;
            Some(types.iter().copied().zip(items.iter()).collect())
        }
        _ => None,
    }
}

/// Is the element type right, so that sizes are what is wrong?
fn is_shape_failure(wanted: Ty, ty: Ty) -> bool {
    let Some((elem, _)) = ty.as_array() else { return false };
    wanted.members().iter().any(|member| member.as_array().is_some_and(|(own, _)| own.is_any() || own == elem))
}

/// What is wrong, what was expected, and where the names' sizes are from.
fn explain(store: &Store, seen: &[&Seen], name: &str, wanted: Ty, ty: Ty) -> String {
    let mut text = format!("{name} is {}, not {}", print_ty(ty), print_ty(wanted));
    let member = wanted.members().into_iter().find(|member| is_shape_failure(*member, ty));
    let pattern = member.and_then(|member| member.as_array()).map(|(_, shape)| shape);
    if let (Some(pattern), Some((_, actual))) = (pattern, ty.as_array())
        && let (Some(pattern), Some(actual)) = (pattern.dims(), actual.dims())
    {
        if pattern.len() != actual.len() {
            text += &format!("\n  {} dims are wanted, there are {}", pattern.len(), actual.len());
        } else {
            for (axis, (want, have)) in pattern.iter().zip(actual).enumerate() {
                let known = store.resolve_dim(*want);
                if known.constant().is_some_and(|known| Dim::of(known) != *have) {
                    text += &format!("\n  axis {axis}: `{}` is {}", print_dim(*want), print_dim(known));
                    text += &format!(", and {name} has {}", print_dim(*have));
                }
            }
        }
    }
    for seen in seen {
        if shares_a_name(seen.wanted, wanted) {
            text += &format!("\n  {} is {}: {}", seen.name.as_str(), print_ty(seen.ty), print_ty(seen.wanted));
        }
    }
    text
}

fn names_of(ty: Ty) -> Vec<Leaf> {
    let mut names = Vec::new();
    term::visit_ty(ty, &mut |leaf| names.push(leaf));
    names
}

fn shares_a_name(a: Ty, b: Ty) -> bool {
    let own = names_of(b);
    names_of(a).iter().any(|leaf| own.contains(leaf))
}

/// Does a value of type `ty` fit, with what is known of names? What it shows of them is told.
fn fits(store: &mut Store, wanted: Ty, ty: Ty) -> bool {
    match (wanted.kind(), ty.kind()) {
        (TyKind::Unknown, _) | (_, TyKind::Unknown) => true,
        (TyKind::Union(members), _) => members.iter().any(|member| {
            // Mostly one element type is the right one.
            if let (Some((elem, _)), Some((own, _))) = (member.as_array(), ty.as_array())
                && !fits_elem(elem, own)
            {
                return false;
            }
            let mut trial = store.clone();
            let fitting = fits(&mut trial, *member, ty);
            if fitting {
                *store = trial;
            }
            fitting
        }),
        (TyKind::Array { elem, shape }, TyKind::Array { elem: own, shape: actual }) => {
            fits_elem(*elem, *own) && fits_shape(store, *shape, *actual)
        }
        (TyKind::Tuple(wanted), TyKind::Tuple(items)) => {
            wanted.len() == items.len() && wanted.iter().zip(items).all(|(want, item)| fits(store, *want, *item))
        }
        (TyKind::TupleOf(want), TyKind::Tuple(items)) | (TyKind::ListOf(want), TyKind::List(items)) => {
            items.iter().all(|item| fits(store, *want, *item))
        }
        (TyKind::ListOf(want), TyKind::ListOf(item)) => fits(store, *want, *item),
        (TyKind::IntOf(want), TyKind::IntOf(value)) => store.tell(&Fact::Eq(*want, *value)).is_ok(),
        // As annotations mean it: an int will do for a float, a bool for an int.
        (TyKind::Int, TyKind::Bool | TyKind::LitBool(_))
        | (TyKind::Float, TyKind::Int | TyKind::IntOf(_) | TyKind::Bool | TyKind::LitBool(_))
        | (TyKind::Complex, TyKind::Float | TyKind::LitFloat(_) | TyKind::Int | TyKind::IntOf(_)) => true,
        _ => !relations::is_super(wanted, ty).is_no(),
    }
}

fn fits_elem(wanted: Elem, elem: Elem) -> bool {
    wanted.is_any() || wanted.dtype().is_none() || wanted == elem
}

fn fits_shape(store: &mut Store, wanted: Shape, actual: Shape) -> bool {
    store.tell(&Fact::Shape(wanted, actual)).is_ok()
}

/// The type of a value; None where nothing can be said of it.
fn type_of(value: &Bound<'_, PyAny>) -> PyResult<Option<Ty>> {
    let py = value.py();
    if value.is_none() {
        return Ok(Some(Ty::none()));
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Some(Ty::bool(truth.is_true())));
    }
    if value.is_exact_instance_of::<PyInt>() {
        return Ok(Some(value.extract::<i64>().map_or_else(|_| Ty::new(TyKind::Int), |value| Ty::int(Dim::of(value)))));
    }
    if value.is_exact_instance_of::<PyFloat>() {
        return Ok(Some(Ty::new(TyKind::Float)));
    }
    if value.is_exact_instance_of::<PyComplex>() {
        return Ok(Some(Ty::new(TyKind::Complex)));
    }
    if let Ok(text) = value.cast_exact::<PyString>() {
        return Ok(Some(Ty::str(&text.to_cow()?)));
    }
    if let Ok(items) = value.cast_exact::<PyTuple>() {
        let items: Option<Vec<Ty>> = items.iter().map(|item| type_of(&item)).collect::<PyResult<_>>()?;
        return Ok(items.map(Ty::tuple));
    }
    if let Ok(items) = value.cast_exact::<PyList>() {
        let items: Option<Vec<Ty>> = items.iter().map(|item| type_of(&item)).collect::<PyResult<_>>()?;
        return Ok(items.map(Ty::list));
    }
    static NDARRAY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if value.is_instance(NDARRAY.import(py, "numpy", "ndarray")?)? {
        let sizes: SmallVec<[Dim; 8]> = value
            .getattr(intern!(py, "shape"))?
            .cast::<PyTuple>()?
            .iter()
            .map(|size| size.extract().map(Dim::of))
            .collect::<PyResult<_>>()?;
        return Ok(known_dtype(&value.getattr(intern!(py, "dtype"))?).map(|dtype| Ty::array(dtype, Shape::of(&sizes))));
    }
    let read = py.import("conformable._instances")?.getattr("from_instance")?;
    // What nobody reads is not known, and fits.
    Ok(read.call1((value,)).ok().and_then(|view| ty_of(&view).ok()))
}

/// A `numpy.dtype`; those of NumPy's own kinds are one object each, and remembered.
fn known_dtype(value: &Bound<'_, PyAny>) -> Option<DType> {
    static KNOWN: Mutex<Vec<(Py<PyAny>, DType)>> = Mutex::new(Vec::new());
    const REMEMBERED: usize = 32;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, dtype)) = known.iter().find(|(object, _)| object.is(value)) {
        return Some(*dtype);
    }
    drop(known);
    let found = dtype(value).ok()?;
    known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() < REMEMBERED {
        known.push((value.clone().unbind(), found));
    }
    Some(found)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Checks>()?;
    module.add_class::<Entered>()
}
