//! Cached calls: the op and the output types for arguments of these types and values.
//!
//! Most calls of a program are like an earlier one: variables of types that were met, next to the same
//! axes, slices and flags. Of such a call the arguments are read once, and nothing is inferred.
//!
//! A call is looked up by what is written: the types of its inputs, the values of all else. One such memo for
//! each op stands in front of reading the arguments, finding the op that they make, and inference; it is bounded.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard};

use conformable_graph::op::Returned;
use conformable_types::{Sym, Ty};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyEllipsis, PyFloat, PyInt, PyList, PySlice, PyString, PyTuple};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::apply::Inputs;
use super::arguments::literal;
use super::op::{Op, native_type};
use super::type_of::TypeOf;
use super::variable::{Variable, constant};
use crate::nesting;
use crate::sync::lock;

/// At most this many calls of one op are cached; then all are dropped.
const CALLS: usize = 1 << 10;

/// A part of a call's arguments: what an input is known by is its type, of everything else the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum KeyPart {
    Input(Ty),
    None,
    Ellipsis,
    Bool(bool),
    Int(i64),
    Float(u64),
    Text(Sym),
    /// A slice's three parts come next.
    Slice,
    /// So many items come next.
    Tuple(usize),
    List(usize),
    /// The argument that comes next has the name whose text is at this address. Names are mostly one
    /// object wherever they are written; what is remembered holds it.
    Name(usize),
}

/// The arguments of a call, as a key.
#[derive(PartialEq, Eq, Hash)]
pub struct CallKey(SmallVec<[KeyPart; 6]>);

/// The cached result of a call.
pub struct CallEntry {
    /// The op with the arguments that are no inputs; nothing if it is the one that was called.
    pub op: Option<Py<Op>>,
    pub outputs: OutputTypes,
    pub returned: Returned,
}

/// The types of the outputs. Nearly all ops have one output, and each call that was met asks for them.
#[derive(Clone)]
pub enum OutputTypes {
    One(Ty),
    Several(Arc<[Ty]>),
}

impl From<&[Ty]> for OutputTypes {
    fn from(types: &[Ty]) -> OutputTypes {
        match types {
            [ty] => OutputTypes::One(*ty),
            _ => OutputTypes::Several(types.into()),
        }
    }
}

impl Deref for OutputTypes {
    type Target = [Ty];

    fn deref(&self) -> &[Ty] {
        match self {
            OutputTypes::One(ty) => std::slice::from_ref(ty),
            OutputTypes::Several(types) => types,
        }
    }
}

impl CallEntry {
    fn clone_ref(&self, py: Python<'_>) -> CallEntry {
        CallEntry {
            op: self.op.as_ref().map(|op| op.clone_ref(py)),
            outputs: self.outputs.clone(),
            returned: self.returned,
        }
    }
}

/// The calls of one op.
#[derive(Default)]
pub struct Calls(Mutex<CallTable>);

#[derive(Default)]
struct CallTable {
    entries: FxHashMap<CallKey, CallEntry>,
    names: Vec<Py<PyString>>,
}

impl Calls {
    fn kept(&self) -> MutexGuard<'_, CallTable> {
        lock(&self.0)
    }

    #[inline]
    pub fn met(&self, py: Python<'_>, call: &CallKey) -> Option<CallEntry> {
        self.kept().entries.get(call).map(|met| met.clone_ref(py))
    }

    pub fn keep(&self, call: CallKey, names: Vec<Py<PyString>>, met: CallEntry) {
        let mut kept = self.kept();
        let before = (kept.entries.len() >= CALLS).then(|| std::mem::take(&mut *kept));
        kept.names.extend(names);
        let same = kept.entries.insert(call, met);
        drop(kept);
        // What is forgotten may be the last to hold an object, which runs Python.
        drop((before, same));
    }
}

/// A call with its inputs. It is filled where it stands, since it is large.
pub struct Read {
    pub call: CallKey,
    pub inputs: Inputs,
}

impl Read {
    pub fn new() -> Read {
        Read { call: CallKey(SmallVec::new()), inputs: Inputs::new() }
    }

    /// A call whose arguments are inputs alone; nothing if a type has no counterpart in Rust.
    pub fn of_inputs(py: Python<'_>, inputs: &Inputs) -> Option<CallKey> {
        let mut call = CallKey(SmallVec::new());
        for input in inputs {
            call.0.push(KeyPart::Input(type_of(py, input.get())?));
        }
        Some(call)
    }

    /// A call's arguments; nothing if they are not known by their values or have to be read by the
    /// catalogue's rules. The bits of `operands` are the places where a number is an input.
    #[inline]
    pub fn fill<'a, 'py: 'a>(
        &mut self,
        args: impl Iterator<Item = Borrowed<'a, 'py, PyAny>>,
        kwargs: Option<&Bound<'py, PyDict>>,
        operands: impl Fn() -> u64,
    ) -> Option<()> {
        for (place, arg) in args.enumerate() {
            if let Ok(var) = arg.cast::<Variable>() {
                self.variable(&var)?;
            } else if is_number(&arg) && (place >= 64 || operands() >> place & 1 == 1) {
                self.operand(&arg)?;
            } else {
                self.value(&arg)?;
            }
        }
        if let Some(kwargs) = kwargs {
            for (name, arg) in kwargs {
                self.call.0.push(KeyPart::Name(name.as_ptr() as usize));
                self.value(&arg)?;
            }
        }
        Some(())
    }

    pub fn has_only_inputs(&self) -> bool {
        self.call.0.len() == self.inputs.len()
    }

    /// A number where an array may stand is a constant.
    fn operand(&mut self, value: &Bound<'_, PyAny>) -> Option<()> {
        let ty = literal(value).ok()??;
        let made = constant(value.py(), TypeOf::Native(ty), value.clone().unbind(), None).ok()?;
        self.inputs.push(made.into_super().unbind());
        self.call.0.push(KeyPart::Input(ty));
        Some(())
    }

    #[inline]
    fn variable(&mut self, var: &Bound<'_, Variable>) -> Option<()> {
        self.call.0.push(KeyPart::Input(type_of(var.py(), var.get())?));
        self.inputs.push(var.clone().unbind());
        Some(())
    }

    fn value(&mut self, value: &Bound<'_, PyAny>) -> Option<()> {
        let py = value.py();
        let part = if value.is_none() {
            KeyPart::None
        } else if let Ok(var) = value.cast::<Variable>() {
            return self.variable(var);
        } else if let Ok(value) = value.cast_exact::<PyInt>() {
            KeyPart::Int(value.extract().ok()?)
        } else if let Ok(slice) = value.cast::<PySlice>() {
            let _level = nesting::deeper().ok()?;
            self.call.0.push(KeyPart::Slice);
            for name in [intern!(py, "start"), intern!(py, "stop"), intern!(py, "step")] {
                self.value(&slice.getattr(name).ok()?)?;
            }
            return Some(());
        } else if let Ok(value) = value.cast_exact::<PyBool>() {
            KeyPart::Bool(value.is_true())
        } else if let Ok(text) = value.cast_exact::<PyString>() {
            KeyPart::Text(Sym::new(&text.to_cow().ok()?))
        } else if let Ok(value) = value.cast_exact::<PyFloat>() {
            KeyPart::Float(value.extract::<f64>().ok()?.to_bits())
        } else if let Ok(items) = value.cast_exact::<PyTuple>() {
            let _level = nesting::deeper().ok()?;
            self.call.0.push(KeyPart::Tuple(items.len()));
            return items.iter_borrowed().try_for_each(|item| self.value(&item).ok_or(())).ok();
        } else if let Ok(items) = value.cast_exact::<PyList>() {
            let _level = nesting::deeper().ok()?;
            self.call.0.push(KeyPart::List(items.len()));
            return items.iter().try_for_each(|item| self.value(&item).ok_or(())).ok();
        } else if value.is_instance_of::<PyEllipsis>() {
            KeyPart::Ellipsis
        } else {
            return None;
        };
        self.call.0.push(part);
        Some(())
    }
}

/// Is it one of Python's numbers, or of a class that derives from theirs?
pub fn is_number(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>()
}

/// What the type is in Rust.
#[inline]
fn type_of(py: Python<'_>, var: &Variable) -> Option<Ty> {
    var.own_type().or_else(|| native_type(py, &var.ty(py).ok()?).ok())
}
