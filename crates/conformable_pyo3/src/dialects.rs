//! Programs in statically typed languages written in Python, inferred for a compiler to use.

use std::sync::Arc;

use conformable_dialects::{InferredVariable, gt4py, infer, language, pyccel};
use conformable_python::{ModuleSource, SourceFile};
use conformable_types::Ty;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use ruff_text_size::TextSize;

use crate::identity::view;

/// The analysis recurses over the tree; Python's own threads may have small stacks.
const STACK: usize = 64 << 20;

/// Headers, by the names of their modules.
struct Headers(Vec<SourceFile>);

impl ModuleSource for Headers {
    fn load(&self, _importer: &str, dotted: &str, _level: u32) -> Option<SourceFile> {
        self.0.iter().find(|file| file.module.as_deref() == Some(dotted)).cloned()
    }
}

/// Where the lines of a text begin, to give places as people count them.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Lines<'t> {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// Line and column in characters, from 1.
    fn position(&self, at: TextSize) -> (usize, usize) {
        let at = usize::from(at);
        let line = self.starts.partition_point(|start| *start <= at);
        let start = self.starts[line - 1];
        (line, self.text.get(start..at).map_or(1, |before| before.chars().count() + 1))
    }
}

/// A variable: name, type, constant, optional, argument, memory.
type VariableRow<'py> = (String, Bound<'py, PyAny>, bool, bool, bool, &'static str);
/// A function's instance: name, line, number, signature, result, variables.
type FunctionRow<'py> = (String, usize, u32, String, Bound<'py, PyAny>, Vec<VariableRow<'py>>);
/// A finding: severity, code, message, line, column, kind.
type DiagnosticRow = (&'static str, &'static str, String, usize, usize, Option<String>);
/// An expression: first line and column, last line and column, instance, type.
type ExpressionRow<'py> = (usize, usize, usize, usize, u32, Bound<'py, PyAny>);
type Rows<'py> = (Vec<FunctionRow<'py>>, Vec<VariableRow<'py>>, Vec<DiagnosticRow>, Vec<ExpressionRow<'py>>);

fn row<'py>(py: Python<'py>, inferred: &InferredVariable) -> PyResult<VariableRow<'py>> {
    let variable = &inferred.variable;
    Ok((
        variable.name.to_string(),
        view(py, variable.class_type)?,
        variable.is_const,
        variable.is_optional,
        variable.is_argument,
        variable.memory.as_str(),
    ))
}

/// What is inferred of a text in a language, with headers of other modules.
#[pyfunction]
fn infer_dialect<'py>(
    py: Python<'py>,
    dialect: &str,
    text: String,
    path: String,
    headers: Vec<(String, String)>,
) -> PyResult<Rows<'py>> {
    let Some(language) = language(dialect) else {
        return Err(PyValueError::new_err(format!("there is no language `{dialect}`")));
    };
    let file = SourceFile { path: Arc::from(path), text: Arc::from(text), module: None };
    let headers = headers.into_iter().map(|(name, text)| SourceFile {
        path: format!("{name}.pyi").into(),
        text: text.into(),
        module: Some(name),
    });
    let (own, headers) = (file.clone(), Headers(headers.collect()));
    let inferred = py.detach(move || {
        let work = move || infer(language, &own, Some(&headers));
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
        thread.map(|thread| thread.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload)))
    })?;
    let lines = Lines::of(&file.text);
    let functions = inferred.functions.iter().map(|function| {
        let variables = function.variables.iter().map(|variable| row(py, variable)).collect::<PyResult<_>>()?;
        let result = view(py, function.result)?;
        Ok((function.function.clone(), function.line, function.instance, function.signature.clone(), result, variables))
    });
    let diagnostics = inferred.diagnostics.iter().map(|found| {
        let (line, column) =
            if found.place.file == file.path { lines.position(found.place.range.start()) } else { (0, 0) };
        let kind = found.exception.as_deref().map(str::to_owned);
        (found.severity.as_str(), found.rule.code, found.message.clone(), line, column, kind)
    });
    let expressions = inferred.expressions.iter().map(|(range, instance, ty)| {
        let ((line, column), (last, end)) = (lines.position(range.start()), lines.position(range.end()));
        Ok((line, column, last, end, *instance, view(py, *ty)?))
    });
    Ok((
        functions.collect::<PyResult<_>>()?,
        inferred.variables.iter().map(|variable| row(py, variable)).collect::<PyResult<_>>()?,
        diagnostics.collect(),
        expressions.collect::<PyResult<_>>()?,
    ))
}

/// Declarations of an inferred module: `c`, `fortran` or `pyi`.
#[pyfunction]
fn emit_dialect(py: Python<'_>, text: String, name: String, target: &str) -> PyResult<String> {
    let file = SourceFile { path: Arc::from(format!("{name}.py")), text: Arc::from(text), module: None };
    let target = pyccel::Target::named(target)
        .ok_or_else(|| PyValueError::new_err(format!("`{target}` is none of c, fortran, pyi")))?;
    let emitted = py.detach(move || {
        let work = move || pyccel::emit(&infer(&pyccel::Pyccel, &file, None), &name, target);
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
        thread.map(|thread| thread.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload)))
    })?;
    emitted.map_err(PyValueError::new_err)
}

/// How a language spells a type.
#[pyfunction]
fn spell_dialect(dialect: &str, ty: &Bound<'_, PyAny>) -> PyResult<String> {
    let ty: Ty = crate::base::ty_of(ty)?;
    let Some(language) = language(dialect) else {
        return Err(PyValueError::new_err(format!("there is no language `{dialect}`")));
    };
    Ok(language.spell(ty))
}

/// A type as GT4Py prints it.
#[pyfunction]
fn spell_gt4py(ty: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(gt4py::types::spell(crate::base::ty_of(ty)?))
}

/// How often a header file was parsed.
#[pyfunction]
fn headers_parsed() -> u64 {
    conformable_dialects::headers_parsed()
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(infer_dialect, module)?)?;
    module.add_function(wrap_pyfunction!(emit_dialect, module)?)?;
    module.add_function(wrap_pyfunction!(spell_dialect, module)?)?;
    module.add_function(wrap_pyfunction!(spell_gt4py, module)?)?;
    module.add_function(wrap_pyfunction!(headers_parsed, module)?)
}
