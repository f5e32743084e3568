//! The entries of a language's catalogue, applied to types: what its operators, functions and primitives give.
//!
//! Packages put layers over it; a layer is a value, as everywhere, and who has which is Python's affair.

use std::sync::Arc;

use conformable_dialects::language;
use conformable_signatures::{Arg, CallArgs, CallOutcome, Catalogue, NO_ALTERNATIVE, Op};
use conformable_solver::Store;
use conformable_types::Ty;
use conformable_types::dtype::{self, Dialect};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::base::{ty_of, types_of};
use crate::identity::view;

/// The catalogue of a language, with layers of packages or without.
#[pyclass(frozen, module = "conformable._native")]
pub struct Entries {
    catalogue: &'static Catalogue,
    promotion: Option<&'static Dialect>,
    name: Arc<str>,
}

#[pymethods]
impl Entries {
    #[new]
    fn new(name: &str) -> PyResult<Entries> {
        // A language may have said more of its catalogue: when two types are one.
        let found = language(name).map(|language| (language.catalogue(), language.promotion()));
        let known = found.or_else(|| Some((Catalogue::language(name)?, dtype::dialect(name))));
        let (catalogue, promotion) =
            known.ok_or_else(|| PyValueError::new_err(format!("there is no language `{name}`")))?;
        Ok(Entries { catalogue, promotion, name: Arc::from(name) })
    }

    /// With a stub file over it; ValueError says what is wrong with the text, each thing with its place.
    fn with_stubs(&self, py: Python<'_>, name: String, text: String) -> PyResult<Entries> {
        let made = py.detach(|| self.catalogue.with(&[(name, text)], |_| false));
        let catalogue = made.map_err(|errors| {
            let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
            PyValueError::new_err(lines.join("\n"))
        })?;
        Ok(Entries { catalogue, promotion: self.promotion, name: Arc::clone(&self.name) })
    }

    /// Is there a function at the path?
    fn __contains__(&self, path: &str) -> bool {
        self.catalogue.function(path).is_some()
    }

    /// The names in a namespace.
    fn names(&self, namespace: &str) -> Vec<&'static str> {
        self.catalogue.names_of(namespace)
    }

    /// What the function at a path gives: its type, or None and why. KeyError if there is none.
    #[pyo3(signature = (path, *args, **kwargs))]
    fn apply<'py>(
        &self,
        py: Python<'py>,
        path: &str,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Option<Bound<'py, PyAny>>, String)> {
        let op = self.catalogue.function(path);
        let op = op.ok_or_else(|| PyKeyError::new_err(format!("{} has no {path}", self.name)))?;
        self.applied(py, op, args, kwargs)
    }

    /// What an operator gives: its type, or None and why.
    #[pyo3(signature = (symbol, *args))]
    fn operate<'py>(
        &self,
        py: Python<'py>,
        symbol: &str,
        args: &Bound<'py, PyTuple>,
    ) -> PyResult<(Option<Bound<'py, PyAny>>, String)> {
        match self.catalogue.operator(symbol) {
            Some(op) => self.applied(py, op, args, None),
            None => Ok((None, format!("there is no operator {symbol}"))),
        }
    }
}

impl Entries {
    fn applied<'py>(
        &self,
        py: Python<'py>,
        op: &'static Op,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Option<Bound<'py, PyAny>>, String)> {
        let positional: Vec<Ty> = types_of(args)?;
        let keywords = kwargs.into_iter().flat_map(|kwargs| kwargs.iter());
        let keywords = keywords.map(|(name, ty)| Ok((name.extract::<String>()?, Arg::of(ty_of(&ty)?))));
        let call = CallArgs {
            positional: positional.iter().map(|ty| Arg::of(*ty)).collect(),
            keywords: keywords.collect::<PyResult<_>>()?,
            ..CallArgs::default()
        };
        match op.apply(&call, &Store::in_dialect(self.promotion)) {
            CallOutcome::Value(given, store) => Ok((Some(view(py, store.resolve_ty(given.result))?), String::new())),
            CallOutcome::Refuted(failure) => Ok((None, failure.failure.message.clone())),
            CallOutcome::Unknown(reason) if reason == NO_ALTERNATIVE => {
                let shown = positional.iter().map(|ty| match language(&self.name) {
                    Some(language) => language.spell(*ty),
                    None => ty.to_string(),
                });
                Ok((None, format!("it takes no arguments of these types: {}", shown.collect::<Vec<_>>().join(", "))))
            }
            CallOutcome::Unknown(reason) => Ok((None, reason.to_owned())),
        }
    }
}
