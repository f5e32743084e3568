//! Functions, unions, and types that are names: classes, registered constructors, variables.

use conformable_types::text::is_identifier;
use conformable_types::ty::{Function, Param, ParamKind};
use conformable_types::{Sym, Ty, TyKind};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::base::{Type, ty_of, types_of};
use crate::containers::{class, tuple_of};
use crate::identity::view;
use crate::values;

/// The result types that were given: None, one type, or a tuple of several results.
fn outputs(returns: &Bound<'_, PyAny>) -> PyResult<Vec<Ty>> {
    if returns.is_none() {
        return Ok(Vec::new());
    }
    if let Ok(several) = returns.cast::<PyTuple>() {
        return types_of(several);
    }
    let one = ty_of(returns)?;
    Ok(if one == Ty::none() { Vec::new() } else { vec![one] })
}

/// Is it a name that the text form reads back as one?
pub fn identifier(name: &str) -> PyResult<Sym> {
    if is_identifier(name) { Ok(Sym::new(name)) } else { Err(PyValueError::new_err(format!("a name, not {name:?}"))) }
}

/// A type whose text is these words, if it reads back.
pub fn reading(text: &str, kind: TyKind) -> PyResult<Ty> {
    let ty = Ty::new(kind);
    match conformable_signatures::vetted::parse_type(text) {
        Ok(read) if read == ty => Ok(ty),
        Ok(_) => Err(PyValueError::new_err(format!("{text:?} is another type in the text form"))),
        Err(error) => Err(PyValueError::new_err(format!("{text:?} is no type in the text form: {error}"))),
    }
}

class! {
    /// `FunctionType([A, ("b", B)], R)`: parameters by type, with a name or without, and the result.
    /// An `inspect.Parameter` says how one is passed too, with types as its annotation and its default.
    /// Constraints are written as text (`parse_type`).
    FunctionType {
        #[new]
        fn new<'py>(py: Python<'py>, params: Vec<Bound<'py, PyAny>>, returns: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
            let params = params.iter().map(function_param).collect::<PyResult<Box<[_]>>>()?;
            in_order(&params)?;
            let outputs = outputs(returns)?.into();
            let function = Function { params, outputs, constraints: Box::default(), partial: false };
            view(py, Ty::new(TyKind::Function(Box::new(function))))
        }

        /// The parameters' types, in order.
        #[getter]
        fn params<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
            let types: Vec<Ty> = function(slf)?.params.iter().map(|param| param.ty).collect();
            tuple_of(slf.py(), &types)
        }

        /// The parameters' names, in order; None for one without.
        #[getter]
        fn names(slf: &Bound<'_, Self>) -> PyResult<Vec<Option<&'static str>>> {
            Ok(function(slf)?.params.iter().map(|param| param.name.map(Sym::as_str)).collect())
        }

        /// What is passed where nothing is given, by parameter; None for one without.
        #[getter]
        fn defaults<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
            let params = function(slf)?.params.iter();
            params.map(|param| param.default.map(|ty| view(slf.py(), ty)).transpose()).collect()
        }

        /// How each parameter is passed, in the words of `inspect`: `positional or keyword`.
        #[getter]
        fn kinds(slf: &Bound<'_, Self>) -> PyResult<Vec<&'static str>> {
            Ok(function(slf)?.params.iter().map(kind).collect())
        }

        /// The result's type; a tuple of types for several results.
        #[getter]
        fn returns<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            match &*function(slf)?.outputs {
                [] => view(slf.py(), Ty::none()),
                [one] => view(slf.py(), *one),
                several => Ok(tuple_of(slf.py(), several)?.into_any()),
            }
        }
    }
}

/// The kinds as `inspect` numbers them, which is also their order.
const KINDS: [ParamKind; 5] =
    [ParamKind::PositionalOnly, ParamKind::Plain, ParamKind::VarArgs, ParamKind::KeywordOnly, ParamKind::KwArgs];

fn function_param(param: &Bound<'_, PyAny>) -> PyResult<Param> {
    let plain = |name, ty| Param { name, kind: ParamKind::Plain, ty, assumed: false, default: None };
    if let Ok(pair) = param.cast::<PyTuple>() {
        let (name, ty): (String, Bound<'_, PyAny>) = pair.extract()?;
        return Ok(plain(Some(identifier(&name)?), ty_of(&ty)?));
    }
    let class = param.py().import("inspect")?.getattr("Parameter")?;
    if !param.is_instance(&class)? {
        return Ok(plain(None, ty_of(param)?));
    }
    let name: String = param.getattr("name")?.extract()?;
    let given = param.getattr("default")?;
    let default = if given.is(&class.getattr("empty")?) { None } else { Some(ty_of(&given)?) };
    Ok(Param {
        kind: KINDS[param.getattr("kind")?.extract::<usize>()?],
        default,
        ..plain(Some(identifier(&name)?), ty_of(&param.getattr("annotation")?)?)
    })
}

/// Are they in an order that Python allows, each name once?
fn in_order(params: &[Param]) -> PyResult<()> {
    let place = |param: &Param| KINDS.iter().position(|kind| *kind == param.kind);
    let positional = |param: &&Param| matches!(param.kind, ParamKind::PositionalOnly | ParamKind::Plain);
    let twice = |kind| params.iter().filter(|param| param.kind == kind).count() > 1;
    let wrong = if !params.is_sorted_by_key(place) {
        "positional parameters come first, then *args, keywords and **kwargs"
    } else if !params.iter().filter(positional).is_sorted_by_key(|param| param.default.is_some()) {
        "a parameter without a default stands behind one with a default"
    } else if twice(ParamKind::VarArgs) || twice(ParamKind::KwArgs) {
        "*args and **kwargs stand once"
    } else {
        return Ok(());
    };
    Err(PyValueError::new_err(wrong))
}

fn kind(param: &Param) -> &'static str {
    match param.kind {
        ParamKind::Plain if param.name.is_none() => "positional-only",
        ParamKind::PositionalOnly => "positional-only",
        ParamKind::Plain => "positional or keyword",
        ParamKind::VarArgs => "variadic positional",
        ParamKind::KeywordOnly => "keyword-only",
        ParamKind::KwArgs => "variadic keyword",
    }
}

fn function(slf: &Bound<'_, PyAny>) -> PyResult<&'static Function> {
    match ty_of(slf)?.kind() {
        TyKind::Function(function) => Ok(function),
        _ => Err(PyTypeError::new_err("not a function")),
    }
}

class! {
    /// The values of all its members, in an order of their own; of one member, that member.
    UnionType {
        #[new]
        #[pyo3(signature = (*members))]
        fn new<'py>(py: Python<'py>, members: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
            let members = types_of(members)?;
            view(py, if members.is_empty() { Ty::never() } else { Ty::union(members) })
        }

        /// At least two types, or none: then no value belongs to it.
        #[getter]
        fn members<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
            tuple_of(slf.py(), &ty_of(slf)?.members())
        }
    }
}

class! {
    /// A class of a program, by its qualified name.
    ClassType {
        #[new]
        fn new<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
            view(py, reading(name, TyKind::Class(Sym::new(name)))?)
        }

        /// The qualified name.
        #[getter]
        fn name(slf: &Bound<'_, Self>) -> PyResult<String> {
            Ok(conformable_types::text::print_ty(ty_of(slf)?))
        }
    }
}

class! {
    /// A type variable.
    NamedType {
        #[new]
        fn new<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
            view(py, reading(name, TyKind::Name(Sym::new(name)))?)
        }

        /// The name.
        #[getter]
        fn name(slf: &Bound<'_, Self>) -> PyResult<String> {
            Ok(conformable_types::text::print_ty(ty_of(slf)?))
        }
    }
}

class! {
    /// A constructor that a package has named, with its parameters: types, numbers, strs, and tuples
    /// of sizes.
    ConstructedType {
        #[new]
        #[pyo3(signature = (name, *params))]
        fn new<'py>(py: Python<'py>, name: &str, params: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
            let name = identifier(name)?;
            reading(name.as_str(), TyKind::Ctor(name, Box::default()))?;
            let params = params.iter().map(|param| parameter(&param)).collect::<PyResult<_>>()?;
            view(py, Ty::new(TyKind::Ctor(name, params)))
        }

        /// The constructor's name.
        #[getter]
        fn name(slf: &Bound<'_, Self>) -> PyResult<&'static str> {
            match ty_of(slf)?.kind() {
                TyKind::Ctor(name, _) => Ok(name.as_str()),
                _ => Ok(""),
            }
        }

        /// Its parameters, each as a type: of a str and an int, the `Literal`.
        #[getter]
        fn params<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
            match ty_of(slf)?.kind() {
                TyKind::Ctor(_, params) => tuple_of(slf.py(), params),
                _ => Ok(PyTuple::empty(slf.py())),
            }
        }
    }
}

/// A constructor's parameter as a type: a value as the type that has it alone.
pub fn parameter(param: &Bound<'_, PyAny>) -> PyResult<Ty> {
    if param.is_instance_of::<Type>() {
        return ty_of(param);
    }
    if let Ok(sizes) = param.cast::<PyTuple>() {
        let sizes = sizes.iter().map(|size| crate::convert::dim(&size).map(Ty::int));
        return Ok(Ty::tuple(sizes.collect::<PyResult<Vec<_>>>()?));
    }
    values::written(param)
}

class! {
    /// What is not followed: it agrees with everything and proves nothing.
    UnknownType {
        #[new]
        fn new(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
            view(py, Ty::unknown())
        }
    }
}
