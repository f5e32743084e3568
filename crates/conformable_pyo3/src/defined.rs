//! Relations whose meaning is a Python function: `cf.define_relation`.
//!
//! The function sees what is known: ints, tuples of ints, names of dtypes, types. A ValueError is a
//! refusal, and its text the reason; any other exception goes through to whoever asked the
//! signature, see [`asked`](crate::asked).

use conformable_solver::relations::defined::{Gives, Rule, define, truth};
use conformable_types::Term as KnownTerm;
use conformable_types::text::print_elem;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyTuple};

use crate::base::ty_of;
use crate::convert::{dim, elem, shape};
use crate::identity::view;
use crate::layout::dim_object;
use crate::reentry::{is_raised, raise};
use crate::signature::shape_tuple;
use crate::terms::{Term, applied, name_of, objects};
use crate::values;

/// More arguments than this are not tried.
const CASES: usize = 1024;

struct Functions {
    name: String,
    gives: Gives,
    forward: Py<PyAny>,
    backward: Option<Py<PyAny>>,
}

impl Rule for Functions {
    fn forward(&self, args: &[KnownTerm]) -> Result<Option<KnownTerm>, String> {
        if is_raised() {
            return Ok(None);
        }
        Python::attach(|py| {
            let args = args.iter().map(|arg| object(py, arg)).collect::<PyResult<Vec<_>>>();
            let result = args.and_then(|args| self.forward.bind(py).call1(PyTuple::new(py, args)?));
            let result = result.and_then(|result| match result.is_none() {
                true => Ok(None),
                false => self.result(&result).map(Some),
            });
            result.map_err(|error| match error.is_instance_of::<PyValueError>(py) {
                true => error.value(py).to_string(),
                false => raise(error),
            })
        })
    }

    fn backward(&self, result: &KnownTerm, args: &[Option<KnownTerm>]) -> Option<Vec<Vec<KnownTerm>>> {
        if is_raised() {
            return None;
        }
        let backward = self.backward.as_ref()?;
        Python::attach(|py| match self.listed(backward.bind(py), result, args) {
            Ok(cases) => cases,
            Err(error) => {
                raise(error);
                None
            }
        })
    }
}

impl Functions {
    /// What the function gave, as what it promised to give.
    fn result(&self, value: &Bound<'_, PyAny>) -> PyResult<KnownTerm> {
        let wrong = |wanted: &str| {
            let class = value.get_type();
            PyTypeError::new_err(format!("`{}` gave {value}, a {class}; {wanted} is wanted", self.name))
        };
        match self.gives {
            Gives::Truth => value.cast::<PyBool>().map(|holds| truth(holds.is_true())).map_err(|_| wrong("a bool")),
            Gives::Dim if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyString>() => {
                Err(wrong("an int"))
            }
            Gives::Dim => dim(value).map(KnownTerm::Dim).map_err(|_| wrong("an int")),
            Gives::Shape => shape(value).map(KnownTerm::Shape).map_err(|_| wrong("a tuple of sizes")),
            Gives::Elem => elem(value).map(KnownTerm::Elem).map_err(|_| wrong("a dtype")),
        }
    }

    /// The lists of arguments, as many as are tried.
    fn listed(
        &self,
        backward: &Bound<'_, PyAny>,
        result: &KnownTerm,
        args: &[Option<KnownTerm>],
    ) -> PyResult<Option<Vec<Vec<KnownTerm>>>> {
        let py = backward.py();
        let mut given = vec![self.shown(py, result)?];
        for arg in args {
            given.push(match arg {
                Some(arg) => object(py, arg)?,
                None => py.None().into_bound(py),
            });
        }
        let found = backward.call1(PyTuple::new(py, given)?)?;
        if found.is_none() {
            return Ok(None);
        }
        let mut cases = Vec::new();
        for case in found.try_iter()? {
            let case = case?;
            if cases.len() == CASES {
                return Ok(None);
            }
            let items = case.cast::<PyTuple>().ok().filter(|items| items.len() == args.len()).ok_or_else(|| {
                let message = format!("`{}` lists {case} backwards; {} arguments are wanted", self.name, args.len());
                PyTypeError::new_err(message)
            })?;
            cases.push(
                items.iter().zip(args).map(|(item, arg)| value_of(&item, arg.as_ref())).collect::<PyResult<_>>()?,
            );
        }
        Ok(Some(cases))
    }

    fn shown<'py>(&self, py: Python<'py>, result: &KnownTerm) -> PyResult<Bound<'py, PyAny>> {
        match (self.gives, result) {
            (Gives::Truth, KnownTerm::Dim(holds)) => {
                Ok(PyBool::new(py, holds.constant() != Some(0)).to_owned().into_any())
            }
            _ => object(py, result),
        }
    }
}

/// What is known, as Python has it.
fn object<'py>(py: Python<'py>, term: &KnownTerm) -> PyResult<Bound<'py, PyAny>> {
    match term {
        KnownTerm::Dim(dim) => dim_object(py, *dim),
        KnownTerm::Shape(shape) => Ok(shape_tuple(py, *shape)?.into_any()),
        KnownTerm::Elem(elem) => Ok(PyString::new(py, &print_elem(*elem)).into_any()),
        KnownTerm::List(items) => {
            let items = items.iter().map(|item| object(py, item)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyTuple::new(py, items)?.into_any())
        }
        KnownTerm::Ty(ty) => values::plain(py, *ty)?.map_or_else(|| view(py, *ty), Ok),
    }
}

/// An argument that a function lists; one that was known is it.
fn value_of(value: &Bound<'_, PyAny>, known: Option<&KnownTerm>) -> PyResult<KnownTerm> {
    if let Some(known) = known {
        return Ok(known.clone());
    }
    if value.cast::<PyTuple>().is_ok() {
        shape(value).map(KnownTerm::Shape)
    } else if value.is_instance_of::<PyString>() {
        elem(value).map(KnownTerm::Elem)
    } else if let Ok(ty) = ty_of(value) {
        Ok(KnownTerm::Ty(ty))
    } else {
        dim(value).map(KnownTerm::Dim)
    }
}

/// A relation that a function defines, by name: in texts, and where terms are written.
#[pyclass(frozen, module = "conformable")]
pub struct DefinedRelation {
    #[pyo3(get)]
    name: String,
}

#[pymethods]
impl DefinedRelation {
    /// The relation of these terms, for signatures that are written with objects.
    #[pyo3(signature = (*args))]
    fn __call__(&self, args: &Bound<'_, PyTuple>) -> PyResult<Term> {
        applied(&self.name, &objects(args)?, args)
    }

    fn __repr__(&self) -> String {
        format!("<relation {}>", self.name)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(format!(
            "{} cannot be pickled: it is a function of this process; define it where it is read, and pickle its name",
            self.__repr__()
        )))
    }
}

/// What a function says of itself, for messages.
fn own_name(function: &Bound<'_, PyAny>, attribute: &str) -> String {
    function.getattr(attribute).and_then(|name| name.extract()).unwrap_or_else(|_| "?".to_owned())
}

/// Defines a relation by a function of known arguments, which gives a size (`gives="dim"`), a shape,
/// a dtype or whether it holds (`"truth"`), None if that is not known, or raises ValueError where
/// there is no result. `backward(result, *arguments)`, where unknown arguments are None, lists all
/// tuples of arguments that give the result.
#[pyfunction]
#[pyo3(signature = (name, forward, backward = None, *, gives = "dim"))]
pub fn define_relation(
    name: &str,
    forward: &Bound<'_, PyAny>,
    backward: Option<&Bound<'_, PyAny>>,
    gives: &str,
) -> PyResult<DefinedRelation> {
    let gives = match gives {
        "dim" => Gives::Dim,
        "shape" => Gives::Shape,
        "dtype" => Gives::Elem,
        "truth" => Gives::Truth,
        other => {
            let words = "'dim', 'shape', 'dtype' or 'truth'";
            return Err(PyValueError::new_err(format!("a relation gives {words}, not {other:?}")));
        }
    };
    for function in [Some(forward), backward].into_iter().flatten() {
        if !function.is_callable() {
            return Err(PyTypeError::new_err(format!("a function is wanted, not {function}")));
        }
    }
    let name = name_of(name)?.to_owned();
    let functions = Functions {
        name: name.clone(),
        gives,
        forward: forward.clone().unbind(),
        backward: backward.map(|function| function.clone().unbind()),
    };
    if conformable_signatures::vetted::is_reserved(&name) {
        return Err(PyValueError::new_err(format!("`{name}` is a word of the catalogue's language")));
    }
    let by = format!("{}.{}", own_name(forward, "__module__"), own_name(forward, "__qualname__"));
    define(&name, &by, gives, Box::new(functions)).map_err(|taken| PyValueError::new_err(taken.to_string()))?;
    Ok(DefinedRelation { name })
}
