//! Types that Python classes define, as parts of other types.
//!
//! A class that is registered under a name (`Registry.register_constructor`) is a constructor of the
//! core: an instance is its name with its properties as parameters, and a part of that name is seen
//! from Python as an instance. Who is registered is Python's registry's affair; here is what follows.
//!
//! The class's `is_super`, and the conversions and spellings that are registered for it, are asked
//! wherever an instance stands in a type, but only by a relation that
//! Python asked for, on its thread: from elsewhere what it would say is unknown. What it raises comes
//! out of that relation. The operators that are registered for it the checker asks too, on threads of its own.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use conformable_dialects::gt4py;
use conformable_types::constructor::{self, Behaviour};
use conformable_types::convert::{Conversion, Grade};
use conformable_types::text::{is_constructor, is_identifier};
use conformable_types::{Sym, Truth, Ty, TyKind};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::base::{Type, answer, ty_of};
use crate::functions::{identifier, parameter, reading};
use crate::identity::{forget, living_or, renumbered, view};
use crate::python::helper;
use crate::reentry::{call_python, call_python_anywhere};
use crate::sync::lock;

const MODULE: &str = "conformable._constructors";
const FRAMEWORK: &str = "conformable._framework";

/// The constructor's application that an instance of a Python class is, if the class is registered;
/// and whether its parameters decide how it relates to others.
pub fn registered(view: &Bound<'_, PyAny>) -> PyResult<Option<(Ty, bool)>> {
    let found = helper!(view.py(), MODULE, "parameters")?.call1((view,))?;
    if found.is_none() {
        return Ok(None);
    }
    let (name, given, covariant): (String, Bound<'_, PyTuple>, bool) = found.extract()?;
    let params = given.iter().map(|param| parameter(&param)).collect::<PyResult<_>>()?;
    Ok(Some((Ty::new(TyKind::Ctor(Sym::new(&name), params)), covariant)))
}

/// The one object for the type that an instance is: itself, if there is no other yet. Only for
/// instances that never change.
#[pyfunction]
pub fn unique<'py>(instance: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match registered(instance)? {
        // As its text numbers its run-time sizes.
        Some((ty, _)) if renumbered(ty) != ty => view(instance.py(), ty),
        Some((ty, _)) => living_or(instance, ty),
        None => Ok(instance.clone()),
    }
}

/// The instance that an application of a registered constructor is.
pub fn instance<'py>(py: Python<'py>, name: Sym, params: &[Ty]) -> PyResult<Option<Bound<'py, PyAny>>> {
    let make = helper!(py, MODULE, "instance")?;
    let params = params.iter().map(|param| view(py, *param)).collect::<PyResult<Vec<_>>>()?;
    let made = make.call1((name.as_str(), PyTuple::new(py, params)?))?;
    Ok((!made.is_none()).then_some(made))
}

/// Lets the plugins that name constructors register, before a type that has one is looked at.
pub fn load(py: Python<'_>, ty: Ty) -> PyResult<()> {
    fn has(ty: Ty) -> bool {
        matches!(ty.kind(), TyKind::Ctor(..)) || ty.parts().into_iter().any(has)
    }
    if has(ty) { load_plugins(py) } else { Ok(()) }
}

/// Lets the plugins register, before something that only they may have is looked up.
pub fn load_plugins(py: Python<'_>) -> PyResult<()> {
    helper!(py, MODULE, "load")?.call0().map(drop)
}

/// Whoever is registered in Python under the name.
struct Registered {
    /// Whether the class decides how its types relate, and not their parameters.
    opaque: bool,
    /// What a language of the core says of its own constructor.
    own: Option<Arc<dyn Behaviour>>,
}

impl Behaviour for Registered {
    fn is_super(&self, a: Ty, b: Ty) -> Option<Truth> {
        call_python(|py| ask(py, a, b)).unwrap_or(Some(Truth::Unknown))
    }

    fn is_opaque(&self) -> bool {
        self.opaque
    }

    fn spread(&self, ty: Ty) -> Option<Ty> {
        self.own.as_ref()?.spread(ty)
    }

    fn gathered(&self, spread: Ty) -> Option<Ty> {
        self.own.as_ref()?.gathered(spread)
    }

    fn convert(&self, a: Ty, b: Ty) -> Option<Conversion> {
        call_python(|py| {
            let views = (view(py, a)?, view(py, b)?);
            let native = |view: &Bound<'_, PyAny>| view.cast::<Type>().is_ok_and(|base| base.get().native().is_some());
            // A name whose class is gone, as that of a plugin that failed.
            if native(&views.0) && native(&views.1) {
                return Ok(None);
            }
            let rule = helper!(py, FRAMEWORK, "graded")?;
            let (grade, reason): (String, String) = rule.call1(views)?.extract()?;
            Ok(Grade::named(&grade).map(|grade| Conversion::new(grade, reason)))
        })?
    }

    fn operation(&self, op: &str, a: Ty, b: Ty) -> Option<Result<Ty, String>> {
        call_python_anywhere(|py| {
            let rule = helper!(py, FRAMEWORK, "operated")?;
            let found = rule.call1((op, view(py, a)?, view(py, b)?))?;
            match found.extract::<Option<String>>() {
                Ok(None) => Ok(None),
                Ok(Some(reason)) => Ok(Some(Err(reason))),
                Err(_) => ty_of(&found).map(|ty| Some(Ok(ty))),
            }
        })?
    }

    fn spell(&self, ty: Ty, language: &str) -> Option<Result<String, String>> {
        call_python(|py| {
            let rule = helper!(py, FRAMEWORK, "spelled")?;
            rule.call1((view(py, ty)?, language))?.extract::<Option<String>>()
        })?
        .map(Ok)
    }
}

fn ask(py: Python<'_>, a: Ty, b: Ty) -> PyResult<Option<Truth>> {
    let (above, below) = (view(py, a)?, view(py, b)?);
    if above.cast::<Type>().is_ok_and(|base| base.get().native().is_some()) {
        return Ok(None);
    }
    if registered(&above)?.is_some_and(|(_, covariant)| covariant) {
        return Ok(None);
    }
    Ok(Some(answer(&above, "is_super", &below)?.map_or(Truth::Unknown, Truth::from)))
}

/// Refuses what is no name of a constructor in the text form.
#[pyfunction]
pub fn check_constructor(name: &str) -> PyResult<()> {
    // A word that would be read as a slip is a name from now on.
    if is_constructor(name) && is_identifier(name) {
        return Ok(());
    }
    reading(name, TyKind::Ctor(identifier(name)?, Box::default())).map(drop)
}

/// From now on a class may be registered under this name: the core asks it about conversions and
/// spellings, and if it is opaque about relations; what stands for it in Python is looked up anew.
#[pyfunction]
pub fn name_constructor(name: &str, opaque: bool) {
    type Known = HashMap<Sym, Option<Arc<dyn Behaviour>>>;
    static OWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
    gt4py::types::register();
    let name = Sym::new(name);
    // A name that is given again has Python's own behaviour by then.
    let own = lock(&OWN).entry(name).or_insert_with(|| constructor::said_of(name.as_str())).clone();
    constructor::replace(name.as_str(), "the registry of Python", Arc::new(Registered { opaque, own }));
    forget_constructor(name.as_str());
}

/// What stands for the name in Python is looked up anew.
#[pyfunction]
pub fn forget_constructor(name: &str) {
    forget(|ty| matches!(ty.kind(), TyKind::Ctor(known, _) if known.as_str() == name));
}
