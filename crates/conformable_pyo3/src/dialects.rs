//! Programs in statically typed languages written in Python, inferred for a compiler to use.

use std::sync::Arc;

use conformable_dialects::{Inferred, InferredFunction, Variable, gt4py, infer, language, pyccel};
use conformable_python::{ModuleSource, SourceFile};
use conformable_types::Ty;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use ruff_text_size::{TextRange, TextSize};

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

/// Python's view of a type; one that is nested too deep for Python is unknown.
fn shown(py: Python<'_>, ty: Ty) -> PyResult<Bound<'_, PyAny>> {
    view(py, ty).or_else(|_| view(py, Ty::unknown()))
}

fn row<'py>(py: Python<'py>, variable: &Variable) -> PyResult<VariableRow<'py>> {
    Ok((
        variable.name.to_string(),
        shown(py, variable.class_type)?,
        variable.is_const,
        variable.is_optional,
        variable.is_argument,
        variable.memory.as_str(),
    ))
}

/// What is inferred of a module; Python's objects for it are made when they are asked for.
#[pyclass(frozen, module = "conformable._native")]
pub struct InferredModule {
    inferred: Inferred,
    file: SourceFile,
}

#[pymethods]
impl InferredModule {
    fn functions<'py>(&self, py: Python<'py>) -> PyResult<Vec<FunctionRow<'py>>> {
        let row = |function: &InferredFunction| {
            let variables = function.variables.iter().map(|variable| row(py, variable)).collect::<PyResult<_>>()?;
            let result = shown(py, function.result)?;
            let (name, signature) = (function.function.clone(), function.signature.clone());
            Ok((name, function.line, function.instance, signature, result, variables))
        };
        self.inferred.functions.iter().map(row).collect()
    }

    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Vec<VariableRow<'py>>> {
        self.inferred.variables.iter().map(|variable| row(py, variable)).collect()
    }

    fn diagnostics(&self) -> Vec<DiagnosticRow> {
        if self.inferred.diagnostics.is_empty() {
            return Vec::new();
        }
        let lines = Lines::of(&self.file.text);
        let found = self.inferred.diagnostics.iter().map(|found| {
            let is_own = found.place.file == self.file.path;
            let (line, column) = if is_own { lines.position(found.place.range.start()) } else { (0, 0) };
            let kind = found.exception.as_deref().map(str::to_owned);
            (found.severity.as_str(), found.rule.code, found.message.clone(), line, column, kind)
        });
        found.collect()
    }

    fn expressions<'py>(&self, py: Python<'py>) -> PyResult<Vec<ExpressionRow<'py>>> {
        let lines = Lines::of(&self.file.text);
        let row = |(range, instance, ty): &(TextRange, u32, Ty)| {
            let ((line, column), (last, end)) = (lines.position(range.start()), lines.position(range.end()));
            Ok((line, column, last, end, *instance, shown(py, *ty)?))
        };
        self.inferred.expressions.iter().map(row).collect()
    }
}

/// How much of the stack a text may take where it is read and dropped, for each of its bytes: one may be a level.
const PER_BYTE: usize = 1 << 10;

/// Works on texts of this many bytes, on a stack that has room for them. What walks them takes more where it needs it.
fn with_stack<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    let needed = bytes.saturating_mul(PER_BYTE).saturating_add(1 << 20).min(STACK);
    stacker::maybe_grow(needed, STACK, work)
}

/// What is inferred of a text in a language, with headers of other modules.
#[pyfunction]
pub fn infer_dialect(
    py: Python<'_>,
    dialect: &str,
    text: String,
    path: String,
    headers: Vec<(String, String)>,
) -> PyResult<InferredModule> {
    let Some(language) = language(dialect) else {
        return Err(PyValueError::new_err(format!("there is no language `{dialect}`")));
    };
    let bytes = headers.iter().map(|(_, text)| text.len()).sum::<usize>() + text.len();
    let file = SourceFile { path: Arc::from(path), text: Arc::from(text), module: None };
    let headers = headers.into_iter().map(|(name, text)| SourceFile {
        path: format!("{name}.pyi").into(),
        text: text.into(),
        module: Some(name),
    });
    let headers = Headers(headers.collect());
    let inferred = py.detach(|| with_stack(bytes, || infer(language, &file, Some(&headers))));
    Ok(InferredModule { inferred, file })
}

/// Declarations of an inferred module: `c`, `fortran` or `pyi`.
#[pyfunction]
pub fn emit_dialect(py: Python<'_>, text: String, name: String, target: &str) -> PyResult<String> {
    let file = SourceFile { path: Arc::from(format!("{name}.py")), text: Arc::from(text), module: None };
    let target = pyccel::Target::named(target)
        .ok_or_else(|| PyValueError::new_err(format!("`{target}` is none of c, fortran, pyi")))?;
    let work = || pyccel::emit(&infer(&pyccel::Pyccel, &file, None), &name, target);
    let emitted = py.detach(|| with_stack(file.text.len(), work));
    emitted.map_err(PyValueError::new_err)
}

/// How a language spells a type.
#[pyfunction]
pub fn spell_dialect(dialect: &str, ty: &Bound<'_, PyAny>) -> PyResult<String> {
    let ty: Ty = crate::base::ty_of(ty)?;
    let Some(language) = language(dialect) else {
        return Err(PyValueError::new_err(format!("there is no language `{dialect}`")));
    };
    Ok(language.spell(ty))
}

/// A type as GT4Py prints it.
#[pyfunction]
pub fn spell_gt4py(ty: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(gt4py::types::spell(crate::base::ty_of(ty)?))
}

/// How often a header file was parsed.
#[pyfunction]
pub fn headers_parsed() -> u64 {
    conformable_dialects::headers_parsed()
}
