//! A call's arguments as inputs and known values, and back.

use conformable_graph::op::{Arguments, Returned, Slot};
use conformable_signatures::Op as Entry;
use conformable_signatures::op::{Param, ParamKind, Pattern};
use conformable_types::{Sym, Ty, TyKind};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyString, PyTuple, PyType};

use super::apply::Inputs;
use super::calls::{CallEntry, Read, is_number};
use super::op::{Op, infer, output, outputs};
use super::returned::result;
use super::type_of::TypeOf;
use super::variable::{Variable, constant};
use crate::python::helper;
use crate::{convert, nesting, values};

/// Applies an op that the core knows to arguments of any kind, which `all` gives as one tuple.
#[inline]
pub fn call<'a, 'py: 'a>(
    op: &Bound<'py, Op>,
    args: impl Iterator<Item = Borrowed<'a, 'py, PyAny>>,
    kwargs: Option<&Bound<'py, PyDict>>,
    all: impl FnOnce() -> PyResult<Bound<'py, PyTuple>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = op.py();
    let known = Op::known(op)?;
    let mut read = Read::new();
    // Of an op that is not the catalogue's all arguments are inputs, of whatever kind.
    let is_read =
        read.fill(args, kwargs, || known.operands()).is_some() && (known.of_catalogue() || read.has_only_inputs());
    if is_read && let Some(met) = known.calls.met(py, &read.call) {
        let op = met.op.as_ref().map_or(op, |own| own.bind(py));
        return match (&*met.outputs, met.returned) {
            ([ty], Returned::One) => Ok(output(op, read.inputs, *ty)?.into_any()),
            (types, returned) => result(py, outputs(op, read.inputs, types)?, returned),
        };
    }
    let (arranged, inputs) = arrange(op, &all()?, kwargs)?;
    let (given, types, returned) = infer(&arranged, inputs)?;
    if is_read && known.is_steady() {
        let names = kwargs.into_iter().flat_map(|given| given.keys());
        let names = names.map(|name| name.cast_into::<PyString>().map(Bound::unbind)).collect::<Result<_, _>>()?;
        let op = (!arranged.is(op)).then(|| arranged.clone().unbind());
        known.calls.keep(read.call, names, CallEntry { op, outputs: (&*types).into(), returned });
    }
    result(py, outputs(&arranged, given, &types)?, returned)
}

/// The op with what is known of the arguments, and the inputs.
pub fn arrange<'py>(
    op: &Bound<'py, Op>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<(Bound<'py, Op>, Inputs)> {
    let py = op.py();
    let mut inputs = Inputs::new();
    let core = Op::core(op)?;
    let Some(entry) = core.and_then(|core| core.entry()) else {
        if let Some(name) = kwargs.and_then(|given| given.keys().iter().next()) {
            return Err(PyTypeError::new_err(format!("{} takes no argument of the name {name}", op.as_any())));
        }
        for arg in args {
            inputs.push(variable(py, &arg)?);
        }
        return Ok((op.clone(), inputs));
    };
    let mut positional = Vec::with_capacity(args.len());
    for (place, arg) in args.iter().enumerate() {
        positional.push(slot(py, &arg, takes_array(entry, place), &mut inputs)?);
    }
    let mut keywords = Vec::new();
    for (name, arg) in kwargs.into_iter().flatten() {
        let name: String = name.extract()?;
        keywords.push((Sym::new(&name), slot(py, &arg, false, &mut inputs)?));
    }
    let op = Op::arranged(op, Arguments::new(positional, keywords))?;
    Ok((op, inputs))
}

/// Is there an alternative that takes an array at this place?
pub fn takes_array(entry: &Entry, place: usize) -> bool {
    fn is_array(pattern: &Pattern) -> bool {
        match pattern {
            Pattern::Array(_) => true,
            Pattern::Union(members) => members.iter().any(is_array),
            _ => false,
        }
    }
    let by_place = |param: &&Param| param.kind != ParamKind::KeywordOnly;
    entry
        .alternatives
        .iter()
        .any(|one| one.params.iter().filter(by_place).nth(place).is_some_and(|param| is_array(&param.pattern)))
}

/// A variable, or a constant of the value.
pub fn variable(py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<Py<Variable>> {
    if let Ok(var) = value.cast::<Variable>() {
        return Ok(var.clone().unbind());
    }
    if let Some(ty) = literal(value)?.filter(|ty| is_number_or_text(*ty)) {
        return Ok(constant(py, TypeOf::Native(ty), value.clone().unbind(), None)?.into_super().unbind());
    }
    let made = helper!(py, "conformable._variables", "constant")?.call1((value,))?;
    Ok(made.cast_into::<Variable>()?.unbind())
}

/// Is it the type of one number or text, of which a constant needs no more?
fn is_number_or_text(ty: Ty) -> bool {
    ty.int_value().is_some() || matches!(ty.kind(), TyKind::LitBool(_) | TyKind::LitFloat(_) | TyKind::LitStr(_))
}

/// An argument, whose variables and arrays become inputs; as an operand numbers do too.
fn slot(py: Python<'_>, value: &Bound<'_, PyAny>, operand: bool, inputs: &mut Inputs) -> PyResult<Slot> {
    let all = |items: Vec<Bound<'_, PyAny>>, inputs: &mut Inputs| {
        let _level = nesting::deeper()?;
        items.iter().map(|item| slot(py, item, false, inputs)).collect::<PyResult<Box<[Slot]>>>()
    };
    if let Ok(var) = value.cast::<Variable>() {
        inputs.push(var.clone().unbind());
        return Ok(Slot::Input);
    }
    if let Ok(tuple) = value.cast::<PyTuple>() {
        return all(tuple.iter().collect(), inputs).map(Slot::Tuple);
    }
    if let Ok(list) = value.cast::<PyList>() {
        return all(list.iter().collect(), inputs).map(Slot::List);
    }
    if let Ok(slice) = value.cast::<PySlice>() {
        let _level = nesting::deeper()?;
        let mut part = |name: &Bound<'_, PyString>| slot(py, &slice.getattr(name)?, false, inputs);
        let parts = [part(intern!(py, "start"))?, part(intern!(py, "stop"))?, part(intern!(py, "step"))?];
        return Ok(Slot::Slice(Box::new(parts)));
    }
    if !(operand && is_number(value))
        && let Some(literal) = literal(value)?
    {
        return Ok(Slot::Value(literal));
    }
    inputs.push(variable(py, value)?);
    Ok(Slot::Input)
}

/// The literal type of a value that one says in full.
pub fn literal(value: &Bound<'_, PyAny>) -> PyResult<Option<Ty>> {
    if let Some(ty) = values::literal(value)? {
        return Ok(Some(ty));
    }
    let py = value.py();
    let dtype = value.is_instance_of::<PyType>()
        || value.is_instance(&py.import(intern!(py, "numpy"))?.getattr(intern!(py, "dtype"))?)?;
    if dtype {
        return Ok(Some(Ty::new(TyKind::DType(convert::elem(value)?))));
    }
    Ok(None)
}

/// The value that a literal type has; of a size that has a name, the `Dim`.
pub fn literal_value<'py>(py: Python<'py>, ty: Ty) -> PyResult<Bound<'py, PyAny>> {
    let all = |items: &[Ty]| items.iter().map(|item| literal_value(py, *item)).collect::<PyResult<Vec<_>>>();
    if let Some(value) = values::plain(py, ty)? {
        return Ok(value);
    }
    Ok(match ty.kind() {
        TyKind::Tuple(items) => PyTuple::new(py, all(items)?)?.into_any(),
        TyKind::List(items) => PyList::new(py, all(items)?)?.into_any(),
        TyKind::Slice([start, stop, step]) => {
            slice(py, [literal_value(py, *start)?, literal_value(py, *stop)?, literal_value(py, *step)?])?
        }
        TyKind::DType(elem) if elem.dtype().is_some() => convert::numpy_dtype(py, elem.dtype().expect("there is one"))?,
        _ => return Err(PyValueError::new_err(format!("{ty} is not one value"))),
    })
}

fn slice<'py>(py: Python<'py>, parts: [Bound<'py, PyAny>; 3]) -> PyResult<Bound<'py, PyAny>> {
    let [start, stop, step] = parts;
    py.get_type::<PySlice>().call1((start, stop, step))
}

/// The arguments by place and by name that values of the inputs make.
pub fn values<'py>(
    py: Python<'py>,
    arguments: &Arguments,
    values: &Bound<'py, PyTuple>,
) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
    let mut left = values.iter();
    let positional: Vec<_> = match arguments.positional() {
        None => left.by_ref().collect(),
        Some(slots) => slots.iter().map(|slot| value(py, slot, &mut left)).collect::<PyResult<_>>()?,
    };
    let keywords = PyDict::new(py);
    for (name, slot) in arguments.keywords() {
        keywords.set_item(name.as_str(), value(py, slot, &mut left)?)?;
    }
    if left.next().is_some() {
        return Err(PyTypeError::new_err(format!("{} values are too many", values.len())));
    }
    Ok((PyTuple::new(py, positional)?, keywords))
}

fn value<'py>(
    py: Python<'py>,
    slot: &Slot,
    left: &mut impl Iterator<Item = Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut all = |items: &[Slot]| items.iter().map(|item| value(py, item, left)).collect::<PyResult<Vec<_>>>();
    match slot {
        Slot::Input => left.next().ok_or_else(|| PyTypeError::new_err("there are too few values")),
        Slot::Value(ty) => literal_value(py, *ty),
        Slot::Tuple(items) => Ok(PyTuple::new(py, all(items)?)?.into_any()),
        Slot::List(items) => Ok(PyList::new(py, all(items)?)?.into_any()),
        Slot::Slice(parts) => {
            let parts: [Bound<'py, PyAny>; 3] = all(&**parts)?.try_into().expect("three parts");
            slice(py, parts)
        }
    }
}
