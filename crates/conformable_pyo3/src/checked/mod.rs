//! What `cf.checked` asks at each call: do the arguments fit the parameters' types, and the result
//! its own, with one meaning for each name?
//!
//! Here values are read; what fits, [`conformable_signatures::conforms`] says of their types. In front of
//! that is [`compiled`], which says yes to what plainly fits. Which Python function calls this, and when,
//! `conformable._checked` says.

mod by_signature;
mod compiled;
mod packed;

use conformable_signatures::conforms::{self, Conformance, KnownNames, Misfit};
use conformable_types::text::print_ty;
use conformable_types::{Ty, TyKind};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

use self::compiled::CompiledChecks;
use crate::arrays::Arrays;
use crate::base::ty_of;
use crate::identity::view;
use crate::reentry::with_python_errors;
use crate::{python, values};

/// The types of a function's parameters and of its result.
#[pyclass(frozen, module = "conformable")]
pub struct Checks {
    function: String,
    names: Vec<String>,
    params: Vec<Ty>,
    result: Ty,
    arrays: &'static Arrays,
    compiled: Option<CompiledChecks>,
}

/// What the arguments of one call have decided, where that takes the engine; else it is bytes that
/// [`packed`] describes.
#[pyclass(frozen, module = "conformable")]
pub struct Entered(KnownNames);

#[pymethods]
impl Checks {
    /// `params` are pairs of a name and a type, in the order of the values.
    #[new]
    fn new(
        py: Python<'_>,
        function: String,
        params: &Bound<'_, PyList>,
        result: &Bound<'_, PyAny>,
    ) -> PyResult<Checks> {
        let (mut names, mut types) = (Vec::new(), Vec::new());
        for pair in params.iter() {
            let (name, ty): (String, Bound<'_, PyAny>) = pair.extract()?;
            names.push(name);
            types.push(ty_of(&ty)?);
        }
        let result = ty_of(result)?;
        let compiled = CompiledChecks::new(py, &types, result)?;
        Ok(Checks { function, names, params: types, result, arrays: Arrays::get(py)?, compiled })
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
        with_python_errors(|| self.check(&mut call, "the result", self.result, &result))?;
        Ok(result)
    }
}

impl Checks {
    fn arguments(&self, call: &mut Conformance, values: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut all = values.iter().zip(&self.params).zip(&self.names);
        with_python_errors(|| all.try_for_each(|((value, wanted), name)| self.check(call, name, *wanted, &value)))
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
        let Some(ty) = values::held(value)? else { return Ok(()) };
        call.take(name, wanted, ty).map_err(|misfit| self.refusal(value.py(), wanted, &misfit))
    }

    fn refusal(&self, py: Python<'_>, wanted: Ty, misfit: &Misfit) -> PyErr {
        let message = format!("{}: {}", self.function, misfit.message);
        let class = if misfit.is_of_shape { "ShapeError" } else { "DTypeError" };
        let actual: Vec<String> = misfit.actual.iter().map(|ty| print_ty(*ty)).collect();
        python::misfit(py, class, message, print_ty(wanted), &actual, vec![actual.len() - 1])
    }
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
fn with_marks<'py>(py: Python<'py>, array: &Bound<'py, PyAny>, places: Vec<usize>) -> PyResult<Bound<'py, PyAny>> {
    match ty_of(array)?.as_array() {
        Some((elem, shape)) => view(py, conforms::with_marks(elem, shape, &places)),
        None => Err(PyTypeError::new_err("not the type of an array")),
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(with_marks, module)?)?;
    module.add_class::<Checks>()?;
    module.add_class::<Entered>()?;
    module.add_class::<by_signature::SignatureChecks>()
}
