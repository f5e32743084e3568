//! Inference for a text: the signature of one of its functions, or the result of one call. Which
//! text a living function is, `conformable._infer` says.

use std::sync::Arc;

use conformable_python::diagnostic::Severity;
use conformable_python::{Inference, ParsedFiles, Program, Settings, SourceFile};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// The analysis recurses over the tree; Python's own threads may have small stacks.
const STACK: usize = 64 << 20;

fn inferred(text: String, call: Option<String>) -> Result<Inference, String> {
    let work = move || {
        let file = SourceFile { path: Arc::from("<function>"), text: Arc::from(text), module: None };
        let parsed = ParsedFiles::default();
        let program = Arc::new(Program::new(&parsed, vec![file], Settings::default()));
        match call {
            None => Ok(program.infer(0).0),
            Some(call) => {
                program.infer_call(0, &call).map_err(|error| format!("{}: {}", error.message, error.expected))
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).map_err(|error| error.to_string())?;
    // A panic there is one here.
    thread.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload))
}

/// The signature of the function of that qualified name in a module's text.
#[pyfunction]
pub fn infer_function(py: Python<'_>, text: String, name: &str) -> PyResult<String> {
    let inference = py.detach(|| inferred(text, None)).map_err(PyRuntimeError::new_err)?;
    let found = inference.functions.into_iter().find(|function| function.function == name);
    found.map(|function| function.signature).ok_or_else(|| {
        let why = inference.diagnostics.first().map_or("it is not in its source", |first| first.message.as_str());
        PyValueError::new_err(format!("nothing is inferred of {name}: {why}"))
    })
}

/// What a call gives, as the text of a type, and the errors that it runs into.
#[pyfunction]
pub fn infer_call(py: Python<'_>, text: String, call: String) -> PyResult<(Option<String>, Vec<String>)> {
    let inference = py.detach(|| inferred(text, Some(call))).map_err(PyValueError::new_err)?;
    let errors = inference.diagnostics.into_iter().filter(|found| found.severity == Severity::Error);
    Ok((inference.returns, errors.map(|found| found.message).collect()))
}
