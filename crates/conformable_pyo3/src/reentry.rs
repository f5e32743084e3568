//! Calls that cross Python > Rust > Python: functions of relations, registered classes, a `make_node`. An
//! exception that Python raises in the inner call cannot pass through the engine; it is kept here and raised
//! where the outer call returns to Python.

use std::cell::{Cell, RefCell};

use pyo3::prelude::*;

thread_local! {
    /// The number of calls from Python that this thread is in.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The exception that Python raised in the innermost of them.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// A call from Python while it runs. It keeps the exception of the call around it.
struct Question(Option<PyErr>);

impl Question {
    fn new() -> Question {
        DEPTH.set(DEPTH.get() + 1);
        Question(RAISED.take())
    }

    fn end(mut self) -> Option<PyErr> {
        RAISED.replace(self.0.take())
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
        if let Some(outer) = self.0.take() {
            RAISED.replace(Some(outer));
        }
    }
}

/// Runs the engine for Python; an exception that Python raised meanwhile is the result. Every call of the
/// engine goes through this.
pub fn with_python_errors<T>(ask: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let question = Question::new();
    let answer = ask();
    question.end().map_or(answer, Err)
}

/// Keeps an exception of Python for the outer call, if there is one; gives its text.
pub fn raise(error: PyErr) -> String {
    let text = error.to_string();
    if DEPTH.get() > 0 {
        RAISED.with_borrow_mut(|raised| {
            raised.get_or_insert(error);
        });
    }
    text
}

/// Has Python raised an exception, so that the answer does not matter any more?
pub fn is_raised() -> bool {
    RAISED.with_borrow(Option::is_some)
}

/// Calls Python from a thread of the checker's as well, which has no caller to raise an exception in: what raises
/// one is not known.
pub fn call_python_anywhere<T>(question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
    match DEPTH.get() {
        0 => Python::attach(|py| question(py).ok()),
        _ => call_python(question),
    }
}

/// Calls Python, if Python is the outer caller and no exception is kept.
pub fn call_python<T>(question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
    if DEPTH.get() == 0 || is_raised() {
        return None;
    }
    Python::attach(|py| question(py).map_err(raise).ok())
}
