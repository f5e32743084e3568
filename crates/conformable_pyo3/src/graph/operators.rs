//! Python's operators on variables: the functions that the catalogue says they are, on Python's numbers
//! its own.

use std::sync::Mutex;

use conformable_graph::Op as Core;
use conformable_signatures::catalogue;
use conformable_types::TyKind;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyTuple};

use super::arguments::{self, variable};
use super::op::{Op, called, object_of};
use super::type_of::TypeOf;
use super::variable::Variable;
use crate::python::helper;
use crate::sync::lock;

/// One of Python's operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    TrueDiv,
    FloorDiv,
    Mod,
    Pow,
    MatMul,
    DivMod,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Xor,
    LShift,
    RShift,
    Invert,
    Neg,
    Pos,
    Abs,
}

impl Operator {
    const COUNT: usize = Operator::Abs as usize + 1;

    /// What the catalogue calls it.
    fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Sub => "-",
            Operator::Mul => "*",
            Operator::TrueDiv => "/",
            Operator::FloorDiv => "//",
            Operator::Mod => "%",
            Operator::Pow => "**",
            Operator::MatMul => "@",
            Operator::DivMod => "divmod",
            Operator::Lt => "<",
            Operator::Le => "<=",
            Operator::Gt => ">",
            Operator::Ge => ">=",
            Operator::And => "&",
            Operator::Or => "|",
            Operator::Xor => "^",
            Operator::LShift => "<<",
            Operator::RShift => ">>",
            Operator::Invert => "~",
            Operator::Neg => "neg",
            Operator::Pos => "pos",
            Operator::Abs => "abs",
        }
    }
}

/// By operator.
static OPS: Mutex<[Option<Py<Op>>; Operator::COUNT]> = Mutex::new([const { None }; Operator::COUNT]);

/// The function that an operator is.
fn function(py: Python<'_>, operator: Operator) -> PyResult<Bound<'_, Op>> {
    let ops = || lock(&OPS);
    if let Some(op) = ops()[operator as usize].as_ref().map(|op| op.clone_ref(py)) {
        return Ok(op.into_bound(py));
    }
    let symbol = operator.symbol();
    let entry = catalogue::current().operator(symbol);
    let entry = entry.ok_or_else(|| PyTypeError::new_err(format!("{symbol} means nothing for arrays")))?;
    let made = object_of(py, Core::of_entry(entry))?;
    let before = ops()[operator as usize].replace(made.clone().unbind());
    drop(before);
    Ok(made)
}

/// `a + b`, for any operator of two operands.
pub fn binary<'py>(operator: Operator, a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    if is_of_class(a)? || is_of_class(b)? {
        let made = helper!(py, "conformable._operations", "applied")?.call1((operator.symbol(), a, b))?;
        if !made.is_none() {
            return Ok(made);
        }
    }
    if is_number(a)?
        && is_number(b)?
        && let Some(core) = Core::operator(operator.symbol())
    {
        let inputs = [variable(py, a)?, variable(py, b)?].into_iter().collect();
        return called(&object_of(py, core)?, inputs);
    }
    let op = function(py, operator)?;
    if let (Ok(a), Ok(b)) = (a.cast::<Variable>(), b.cast::<Variable>()) {
        let inputs = [a.clone().unbind(), b.clone().unbind()].into_iter().collect();
        return called(&op, inputs);
    }
    arguments::call(&op, [a.as_borrowed(), b.as_borrowed()].into_iter(), None, || PyTuple::new(py, [a, b]))
}

/// Is it a variable of a type that a class of Python defines?
fn is_of_class(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let Ok(var) = value.cast::<Variable>() else { return Ok(false) };
    Ok(match var.get().ty(value.py())? {
        TypeOf::Native(ty) => matches!(ty.kind(), TyKind::Ctor(..)),
        TypeOf::Defined(_) => true,
    })
}

/// Is it one of Python's numbers, or a variable that is?
fn is_number(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    match value.cast::<Variable>() {
        Ok(var) => Ok(matches!(var.get().ty(value.py())?, TypeOf::Native(ty) if ty.is_python_number())),
        Err(_) => Ok(value.is_exact_instance_of::<PyInt>() || value.is_exact_instance_of::<PyFloat>()),
    }
}

/// `-a`, for any operator of one operand.
pub fn unary<'py>(operator: Operator, a: &Bound<'py, Variable>) -> PyResult<Bound<'py, PyAny>> {
    called(&function(a.py(), operator)?, [a.clone().unbind()].into_iter().collect())
}
