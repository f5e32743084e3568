//! Pyccel's annotations in two stages, for Python: what is written, as nested tuples; what that means, with names that
//! Python looks up.

use conformable_dialects::annotation::{Annotation, AnnotationNode, Meaning, Named};
use conformable_dialects::language::Problem;
use conformable_dialects::{Language, pyccel};
use conformable_python::SourceFile;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use ruff_text_size::TextRange;

use crate::base::ty_of;
use crate::identity::view;

/// What is wrong: a message, and where in the text, in characters.
type Wrong = (String, usize);

/// How many characters of a text stand before a place.
fn characters(text: &str, range: TextRange) -> usize {
    text.get(..usize::from(range.start())).map_or(0, |before| before.chars().count())
}

fn wrong(problem: &Problem, text: &str, whole: TextRange) -> Wrong {
    (problem.message.clone(), characters(text, problem.range.unwrap_or(whole)))
}

/// `(name, args, order)`: of an array, a container or a name; `|`, `()` and the marks are names of their own.
fn tree<'py>(py: Python<'py>, written: &Annotation) -> PyResult<Bound<'py, PyAny>> {
    let all = |items: &[Annotation]| -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, items.iter().map(|item| tree(py, item)).collect::<PyResult<Vec<_>>>()?)
    };
    let mark = |mark: &str| (mark, py.None(), py.None()).into_pyobject(py).map(Bound::into_any);
    match &written.node {
        AnnotationNode::Name(name) => mark(name),
        AnnotationNode::Subscript { base, items, order } => {
            let AnnotationNode::Name(name) = &base.node else { return mark("") };
            Ok((name, all(items)?, order).into_pyobject(py)?.into_any())
        }
        AnnotationNode::Union(members) => Ok(("|", all(members)?, py.None()).into_pyobject(py)?.into_any()),
        AnnotationNode::Function { result, params } => {
            let result = result.as_ref().map(|result| tree(py, result)).transpose()?;
            Ok(("()", (result, all(params)?), py.None()).into_pyobject(py)?.into_any())
        }
        AnnotationNode::Dim => mark(":"),
        AnnotationNode::Rest => mark("..."),
        AnnotationNode::Nothing | AnnotationNode::List(_) => mark("[]"),
        AnnotationNode::None => mark("None"),
        AnnotationNode::Text(text) => Ok(("''", text, py.None()).into_pyobject(py)?.into_any()),
    }
}

/// The first stage of one annotation: what is written, or what is wrong with it.
#[pyfunction]
pub fn read_annotation<'py>(py: Python<'py>, text: &str, quoted: bool) -> PyResult<(Option<Bound<'py, PyAny>>, Wrong)> {
    match pyccel::read_text(text, quoted) {
        Ok(written) => Ok((Some(tree(py, &written)?), Wrong::default())),
        Err(problem) => Ok((None, wrong(&problem, text, TextRange::default()))),
    }
}

/// An annotation of a file: what is written, its text, whether that is in a string, and where it stands.
type WrittenRow<'py> = (Bound<'py, PyAny>, String, bool, usize);

/// The first stage of a module: its annotations, what is wrong with any of them, and what is wrong with the module.
#[pyfunction]
pub fn parse_annotations<'py>(
    py: Python<'py>,
    text: &str,
) -> PyResult<(Vec<WrittenRow<'py>>, Vec<Wrong>, Option<Wrong>)> {
    let file = SourceFile { path: "<source>".into(), text: text.into(), module: None };
    let read = match conformable_dialects::parse_annotations(&pyccel::Pyccel, &file) {
        Ok(read) => read,
        Err(found) => {
            let wrong = (found.message.clone(), characters(text, found.place.range));
            return Ok((Vec::new(), Vec::new(), Some(wrong)));
        }
    };
    let (mut rows, mut all_wrong) = (Vec::new(), Vec::new());
    for (range, string, written) in read {
        match written {
            Ok(written) => {
                let is_quoted = string.is_some();
                let own = string.unwrap_or_else(|| text[range].to_owned());
                rows.push((tree(py, &written)?, own, is_quoted, characters(text, range)));
            }
            Err(problem) => all_wrong.push(wrong(&problem, text, range)),
        }
    }
    Ok((rows, all_wrong, None))
}

/// A member of an annotation: its type, whether it is final, where its elements are.
type MeaningRow<'py> = (Bound<'py, PyAny>, bool, Option<&'static str>);

/// The second stage: the members of what is written. `names` gives for a name its types, a path, or `None`.
#[pyfunction]
pub fn resolve_annotation<'py>(
    py: Python<'py>,
    text: &str,
    quoted: bool,
    names: &Bound<'py, PyAny>,
) -> PyResult<Vec<MeaningRow<'py>>> {
    let wrong = |problem: Problem| PyTypeError::new_err(problem.message);
    let written = pyccel::read_text(text, quoted).map_err(wrong)?;
    let failed = std::cell::RefCell::new(None);
    let named = |name: &str| -> PyResult<Option<Named>> {
        let found = names.call1((name,))?;
        if let Ok(path) = found.extract::<String>() {
            return Ok(Some(Named::Path(path)));
        }
        let Ok(types) = found.cast::<PyList>() else { return Ok(None) };
        let types = types.iter().map(|ty| Ok(Meaning::of(ty_of(&ty)?))).collect::<PyResult<_>>()?;
        Ok(Some(Named::Types(types)))
    };
    let look_up = |name: &str| match named(name) {
        Ok(found) => found,
        Err(error) => {
            failed.borrow_mut().get_or_insert(error);
            None
        }
    };
    let meanings = pyccel::Pyccel.resolve(&written, &look_up);
    if let Some(error) = failed.into_inner() {
        return Err(error);
    }
    let member = |one: Meaning| Ok((view(py, one.ty)?, one.is_const, one.memory.map(|memory| memory.as_str())));
    meanings.map_err(wrong)?.into_iter().map(member).collect()
}
