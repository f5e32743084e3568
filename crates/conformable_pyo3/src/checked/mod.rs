//! What `cf.checked` asks at each call: do the arguments fit the parameters' types, and the result
//! its own, with one meaning for each name?
//!
//! Here values are read; what fits, [`conformable_signatures::conforms`] says of their types. In front of
//! that is [`compiled`], which says yes to what plainly fits. Which Python function calls this, and when,
//! `conformable._checked` says.

pub mod by_signature;
mod compiled;
mod packed;

use std::collections::HashMap;

use conformable_signatures::conforms::{self, Conformance, KnownNames, Misfit};
use conformable_types::text::print_ty;
use conformable_types::{Elem, Ty, TyKind};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyList, PySet, PyTuple};

use self::compiled::CompiledChecks;
pub use self::compiled::address;
use crate::arrays::Arrays;
use crate::base::ty_of;
use crate::identity::view;
use crate::reentry::with_python_errors;
use crate::{python, values};

/// What messages call what a function returns.
const RESULT: &str = "the result";

/// The types of a function's parameters and of its result.
#[pyclass(frozen, module = "conformable")]
pub struct Checks {
    function: String,
    names: Vec<String>,
    params: Vec<Ty>,
    result: Ty,
    /// The annotations as they are written, by the parameters' names; `return` is the result's.
    texts: HashMap<String, String>,
    /// Dtypes that an annotation takes and NumPy has not: `bfloat16`.
    foreign: HashMap<String, Vec<String>>,
    arrays: &'static Arrays,
    compiled: Option<CompiledChecks>,
}

/// What the arguments of one call have decided, where that takes the engine; else it is bytes that
/// [`packed`] describes.
#[pyclass(frozen, module = "conformable")]
pub struct Entered(KnownNames);

#[pymethods]
impl Checks {
    /// `params` are pairs of a name and a type, in the order of the values; `texts` are their annotations as
    /// they are written, `foreign` the dtypes in them that NumPy has not.
    #[new]
    #[pyo3(signature = (function, params, result, texts = HashMap::new(), foreign = HashMap::new()))]
    fn new(
        py: Python<'_>,
        function: String,
        params: &Bound<'_, PyList>,
        result: &Bound<'_, PyAny>,
        texts: HashMap<String, String>,
        foreign: HashMap<String, Vec<String>>,
    ) -> PyResult<Checks> {
        let (mut names, mut types) = (Vec::new(), Vec::new());
        for pair in params.iter() {
            let (name, ty): (String, Bound<'_, PyAny>) = pair.extract()?;
            names.push(name);
            types.push(ty_of(&ty)?);
        }
        let result = ty_of(result)?;
        // An annotation of foreign dtypes alone is an array of a dtype that is not known.
        let has_only_foreign = names.iter().map(String::as_str).zip(&types).chain([("return", &result)]);
        let has_only_foreign =
            has_only_foreign.into_iter().any(|(name, ty)| foreign.contains_key(name) && is_open(*ty));
        let compiled = if has_only_foreign { None } else { CompiledChecks::new(py, &types, result)? };
        Ok(Checks { function, names, params: types, result, texts, foreign, arrays: Arrays::get(py)?, compiled })
    }

    /// Checks the arguments; what they have decided.
    #[pyo3(signature = (values, /))]
    fn enter<'py>(&self, values: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(compiled) = &self.compiled
            && let Some(shown) = compiled.enter(self.arrays, values)?
        {
            return Ok(shown.into_any());
        }
        let mut call = Conformance::default();
        self.arguments(&mut call, values)?;
        Ok(Bound::new(values.py(), Entered(call.known().clone()))?.into_any())
    }

    /// Checks a result of the call with these values, and gives it back.
    #[pyo3(signature = (values, entered, result, /))]
    fn leave<'py>(
        &self,
        values: &Bound<'_, PyTuple>,
        entered: &Bound<'_, PyAny>,
        result: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let known = match (entered.cast_exact::<PyBytes>(), &self.compiled) {
            (Ok(shown), Some(compiled)) => {
                if compiled.leave(self.arrays, shown, &result) {
                    return Ok(result);
                }
                let (sizes, sequence) = compiled.equations(shown);
                KnownNames::of(sizes, sequence)
            }
            _ => entered.cast::<Entered>()?.get().0.clone(),
        };
        let mut call = Conformance::default();
        // Only for the message: what the arguments decided is known.
        let _ = self.arguments(&mut call, values);
        let mut call = call.knowing(known);
        with_python_errors(|| self.check(&mut call, RESULT, self.result, &result))?;
        Ok(result)
    }
}

impl Checks {
    fn arguments(&self, call: &mut Conformance, values: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut all = values.iter().zip(&self.params).zip(&self.names);
        with_python_errors(|| all.try_for_each(|((value, wanted), name)| self.check(call, name, *wanted, &value)))
    }

    /// The annotation of a value as it is written. Of `x[0]` it is what is said of that item, or of all,
    /// `x[]`.
    fn text(&self, name: &str) -> Option<&str> {
        let (base, places) = name.split_once('[').map_or((name, ""), |(base, _)| (base, &name[base.len()..]));
        let mut key = if base == RESULT { "return".to_owned() } else { base.to_owned() };
        for place in places.split_inclusive(']') {
            let own = format!("{key}{place}");
            key = if self.texts.contains_key(&own) { own } else { format!("{key}[]") };
        }
        self.texts.get(&key).map(String::as_str)
    }

    /// The type of a value whose dtype NumPy has not, as one that the annotation takes if it names that
    /// dtype: sizes are compared then. Where it names no other, arrays of NumPy's dtypes do not fit.
    fn in_its_dtypes(&self, name: &str, wanted: Ty, value: &Bound<'_, PyAny>, ty: Ty) -> PyResult<Ty> {
        let key = if name == RESULT { "return" } else { name.split(['[', ',']).next().unwrap_or(name) };
        let (Some(names), Some((_, shape))) = (self.foreign.get(key), ty.as_array()) else { return Ok(ty) };
        if values::dtype_names(value)?.iter().any(|own| names.contains(own)) {
            let elem =
                wanted.members().into_iter().find_map(|member| member.as_array()).map_or(Elem::any(), |own| own.0);
            return Ok(Ty::array(elem, shape));
        }
        if !is_open(wanted) {
            return Ok(ty);
        }
        let text = self.text(name).map_or_else(|| print_ty(wanted), str::to_owned);
        let message = format!("{}: {name} is {ty}, not {text}", self.function);
        Err(python::misfit(value.py(), "DTypeError", message, text, &[print_ty(ty)], vec![0]))
    }

    /// Checks one value and tells what it shows. A class of types may be asked.
    fn check(&self, call: &mut Conformance, name: &str, wanted: Ty, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if wanted.is_unknown() {
            return Ok(());
        }
        if let Some(parts) = parts(wanted, value)? {
            let mut parts = parts.into_iter();
            return parts
                .try_for_each(|(place, wanted, part)| self.check(call, &format!("{name}{place}"), wanted, &part));
        }
        if value.is_exact_instance_of::<Tested>() {
            return Ok(());
        }
        let Some(ty) = values::held(value)? else { return self.unread(name, wanted, value) };
        let ty = self.in_its_dtypes(name, wanted, value, ty)?;
        let text = self.text(name);
        call.take(name, wanted, text, ty).map_err(|misfit| self.refusal(value.py(), wanted, &misfit))
    }

    /// A value that nobody can read is none of Python's or NumPy's own; of other types nothing is known.
    fn unread(&self, name: &str, wanted: Ty, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let members = wanted.members();
        if members.iter().any(|own| is_of_its_class(*own, value)) || !members.into_iter().all(is_plain) {
            return Ok(());
        }
        let class = value.get_type().qualname()?.to_string();
        let text = self.text(name).map_or_else(|| print_ty(wanted), str::to_owned);
        let message = format!("{}: {name} is of class {class}, not {text}", self.function);
        Err(python::misfit(value.py(), "DTypeError", message, text, &[class], vec![0]))
    }

    fn refusal(&self, py: Python<'_>, wanted: Ty, misfit: &Misfit) -> PyErr {
        let message = format!("{}: {}", self.function, misfit.message);
        let class = if misfit.is_of_shape { "ShapeError" } else { "DTypeError" };
        let actual: Vec<String> = misfit.actual.iter().map(|ty| print_ty(*ty)).collect();
        python::misfit(py, class, message, print_ty(wanted), &actual, vec![actual.len() - 1])
    }
}

/// Stands for a value whose class has been tested: it fits.
#[pyclass(frozen, module = "conformable")]
pub struct Tested;

#[pymethods]
impl Tested {
    #[new]
    fn new() -> Tested {
        Tested
    }
}

/// Is it an array of which the dtype is not known?
fn is_open(ty: Ty) -> bool {
    ty.members().into_iter().any(|member| member.as_array().is_some_and(|(elem, _)| elem.is_any()))
}

/// Is the value a container of the type's class, whatever is in it?
fn is_of_its_class(ty: Ty, value: &Bound<'_, PyAny>) -> bool {
    match ty.kind() {
        TyKind::Dict(..) => value.is_instance_of::<PyDict>(),
        TyKind::Set(_) => value.is_instance_of::<PySet>() || value.is_instance_of::<PyFrozenSet>(),
        TyKind::List(_) | TyKind::ListOf(_) => value.is_instance_of::<PyList>(),
        TyKind::Tuple(_) | TyKind::TupleOf(_) => value.is_instance_of::<PyTuple>(),
        _ => false,
    }
}

/// Are all values of the type of classes that are read: Python's own, and arrays?
fn is_plain(ty: Ty) -> bool {
    use TyKind::{Array, Bool, Bytes, Complex, Dict, Float, Int, IntOf, List, ListOf, LitBool, LitFloat, LitStr, Set};
    use TyKind::{None, Scalar, Str, Tuple, TupleOf};
    let kind = ty.kind();
    matches!(kind, Bool | Bytes | Complex | Float | Int | IntOf(_) | LitBool(_) | LitFloat(_) | LitStr(_) | None | Str)
        || matches!(kind, Array { .. } | Scalar(_) | Dict(..) | List(_) | ListOf(_) | Set(_) | Tuple(_) | TupleOf(_))
}

/// Where a part stands in a value, what it must be, and it.
type CheckedPart<'py> = (String, Ty, Bound<'py, PyAny>);

/// The items of a tuple, list or dict with their types, so that a failure names the item.
fn parts<'py>(wanted: Ty, value: &Bound<'py, PyAny>) -> PyResult<Option<Vec<CheckedPart<'py>>>> {
    let numbered = |(place, (ty, item)): (usize, (Ty, Bound<'py, PyAny>))| (format!("[{place}]"), ty, item);
    let alike = |ty: Ty, items: Vec<Bound<'py, PyAny>>| {
        items.into_iter().map(|item| (ty, item)).enumerate().map(numbered).collect::<Vec<_>>()
    };
    Ok(match wanted.kind() {
        TyKind::TupleOf(item) => value.cast::<PyTuple>().ok().map(|items| alike(*item, items.iter().collect())),
        TyKind::ListOf(item) => value.cast::<PyList>().ok().map(|items| alike(*item, items.iter().collect())),
        TyKind::Tuple(types) => {
            let items = value.cast::<PyTuple>().ok().filter(|items| items.len() == types.len());
            items.map(|items| types.iter().copied().zip(items.iter()).enumerate().map(numbered).collect())
        }
        TyKind::Dict(key, item) => {
            let Ok(items) = value.cast::<PyDict>() else { return Ok(None) };
            let mut parts = Vec::new();
            for (own, value) in items.iter() {
                let shown = own.repr()?;
                parts.push((format!(", its key {shown}"), *key, own));
                parts.push((format!("[{shown}]"), *item, value));
            }
            Some(parts)
        }
        _ => None,
    })
}

/// The type of an array with jaxtyping's `#` in front of some of its shape's items.
#[pyfunction]
pub fn with_marks<'py>(py: Python<'py>, array: &Bound<'py, PyAny>, places: Vec<usize>) -> PyResult<Bound<'py, PyAny>> {
    match ty_of(array)?.as_array() {
        Some((elem, shape)) => view(py, conforms::with_marks(elem, shape, &places)),
        None => Err(PyTypeError::new_err("not the type of an array")),
    }
}
