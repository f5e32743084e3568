//! Where Python asks the engine, and the engine asks Python in turn: functions of relations, registered
//! classes, a `make_node`. What these raise cannot go through the engine; it is kept here and comes
//! out of whatever Python asked.

use std::cell::{Cell, RefCell};

use pyo3::prelude::*;

thread_local! {
    /// How many questions of Python's are being answered here.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// What Python raised in the innermost of them.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// A question while it is answered, also one that fails. It keeps what the one around it has.
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

/// What the engine answers, unless Python raised meanwhile. Whatever runs the engine runs in one.
pub fn with_python_errors<T>(ask: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let question = Question::new();
    let answer = ask();
    question.end().map_or(answer, Err)
}

/// Keeps what Python raised for whoever asked, if somebody did; its text.
pub fn raise(error: PyErr) -> String {
    let text = error.to_string();
    if DEPTH.get() > 0 {
        RAISED.with_borrow_mut(|raised| {
            raised.get_or_insert(error);
        });
    }
    text
}

/// Has Python raised, so that the answer does not matter any more?
pub fn is_raised() -> bool {
    RAISED.with_borrow(Option::is_some)
}

/// What Python says, if Python has asked and nothing was raised yet.
pub fn call_python<T>(question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
    if DEPTH.get() == 0 || is_raised() {
        return None;
    }
    Python::attach(|py| question(py).map_err(raise).ok())
}
