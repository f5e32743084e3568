//! Types and ops of Python classes in a graph's columns, which hold Rust's. Each stands for the first
//! equal one that the graph met.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use conformable_graph::Op as Core;
use conformable_graph::op::Custom;
use conformable_solver::{Failure, FailureKind};
use conformable_types::{Sym, Ty, TyKind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::apply::Place;
use super::op::{Op, made, object_of};
use super::variable::{Origin, TypeOf, make};
use crate::constructors::registered;
use crate::defined::raise;

/// What a graph met.
pub struct Foreign {
    ops: Vec<Py<Op>>,
    /// The places of ops in that, by equality.
    numbers: Py<PyDict>,
    types: Arc<Types>,
}

/// Types of classes that are not registered, each with what stands for it.
#[derive(Default)]
struct Types(Mutex<Vec<(Ty, Py<PyAny>)>>);

impl Types {
    fn all(&self) -> MutexGuard<'_, Vec<(Ty, Py<PyAny>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ty(&self, py: Python<'_>, of: &TypeOf) -> PyResult<Ty> {
        let object = match of {
            TypeOf::Native(ty) => return Ok(*ty),
            TypeOf::Defined(object) => object.bind(py),
        };
        if let Some((ty, _)) = registered(object)? {
            return Ok(ty);
        }
        let met: Vec<(Ty, Py<PyAny>)> = self.all().iter().map(|(ty, known)| (*ty, known.clone_ref(py))).collect();
        for (ty, known) in &met {
            if known.bind(py).is(object) || known.bind(py).eq(object)? {
                return Ok(*ty);
            }
        }
        let name = object.str()?.to_string();
        let alike =
            met.iter().filter(|(_, known)| known.bind(py).str().is_ok_and(|text| text.to_string() == name)).count();
        let name = if alike == 0 { name } else { format!("{name}#{}", alike + 1) };
        let ty = Ty::new(TyKind::Ctor(Sym::new(&name), Box::default()));
        self.all().push((ty, object.clone().unbind()));
        Ok(ty)
    }

    fn type_of(&self, py: Python<'_>, ty: Ty) -> PyResult<TypeOf> {
        if !matches!(ty.kind(), TyKind::Ctor(..)) {
            return Ok(TypeOf::Native(ty));
        }
        let met = self.all().iter().find(|(known, _)| *known == ty).map(|(_, object)| object.clone_ref(py));
        match met {
            Some(object) => Ok(TypeOf::Defined(object)),
            None => TypeOf::read(&crate::identity::view(py, ty)?),
        }
    }
}

impl Foreign {
    pub fn new(py: Python<'_>) -> Foreign {
        Foreign { ops: Vec::new(), numbers: PyDict::new(py).unbind(), types: Arc::default() }
    }

    /// For a graph with the same variables.
    pub fn clone_ref(&self, py: Python<'_>) -> PyResult<Foreign> {
        let ops = self.ops.iter().map(|op| op.clone_ref(py)).collect();
        Ok(Foreign { ops, numbers: self.numbers.bind(py).copy()?.unbind(), types: self.types.clone() })
    }

    /// What a type is in the graph's columns.
    pub fn ty(&self, py: Python<'_>, of: &TypeOf) -> PyResult<Ty> {
        self.types.ty(py, of)
    }

    /// What a type in the graph's columns is.
    pub fn type_of(&self, py: Python<'_>, ty: Ty) -> PyResult<TypeOf> {
        self.types.type_of(py, ty)
    }

    /// What an op is in the graph.
    pub fn core(&mut self, op: &Bound<'_, Op>) -> PyResult<Core> {
        let known = Op::core(op)?;
        if let Some(core) = known.as_ref().filter(|_| Op::is_native(op)) {
            return Ok(core.clone());
        }
        let numbers = self.numbers.bind(op.py());
        let number: usize = match numbers.get_item(op)? {
            Some(number) => number.extract()?,
            None => {
                numbers.set_item(op, self.ops.len())?;
                self.ops.push(op.clone().unbind());
                self.ops.len() - 1
            }
        };
        let core = match known {
            Some(core) => core,
            None => {
                let written = Written { op: self.ops[number].clone_ref(op.py()), types: self.types.clone() };
                let core = Core::custom(&op.as_any().repr()?.to_string(), Arc::new(written));
                let pure = op.getattr_opt("pure")?.map_or(Ok(true), |pure| pure.is_truthy())?;
                if pure { core } else { core.with_effect() }
            }
        };
        Ok(core.numbered(number as u64))
    }

    /// What an op of the graph is.
    pub fn op<'py>(&self, py: Python<'py>, core: &Core) -> PyResult<Bound<'py, Op>> {
        match core.number().and_then(|number| self.ops.get(usize::try_from(number).ok()?)) {
            Some(op) => Ok(op.bind(py).clone()),
            None => object_of(py, core.clone()),
        }
    }
}

/// An op that its class's `make_node` types. It gets new variables of the types.
struct Written {
    op: Py<Op>,
    types: Arc<Types>,
}

impl Custom for Written {
    fn infer(&self, inputs: &[Ty]) -> Result<Vec<Ty>, Failure> {
        let ask = |py: Python<'_>| -> PyResult<Vec<Ty>> {
            let inputs = inputs.iter().map(|ty| make(py, self.types.type_of(py, *ty)?, Origin::Leaf, None));
            let inputs = PyTuple::new(py, inputs.collect::<PyResult<Vec<_>>>()?)?;
            let outputs = match made(self.op.bind(py), &inputs, None)? {
                Place::Free(node) => node.types.iter().map(|ty| ty.clone_ref(py)).collect(),
                place => place.outputs(py)?.iter().map(|output| output.get().ty(py)).collect::<PyResult<Vec<_>>>()?,
            };
            outputs.iter().map(|ty| self.types.ty(py, ty)).collect()
        };
        // What the class raises comes out of whatever asked.
        Python::attach(|py| ask(py).map_err(|error| Failure::new(FailureKind::Arguments, raise(error), Vec::new())))
    }
}
