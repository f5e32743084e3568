//! Types and ops of Python classes in a graph's columns, which hold Rust's. Each stands for the first
//! equal one that the graph met.

use std::sync::{Arc, Mutex};

use conformable_graph::Op as Core;
use conformable_graph::op::Custom;
use conformable_solver::{Failure, FailureKind};
use conformable_types::{Sym, Ty, TyKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyWeakrefMethods, PyWeakrefReference};
use pyo3::{PyTraverseError, PyVisit};

use super::apply::ApplicationPlace;
use super::op::{Op, made, object_of};
use super::type_of::TypeOf;
use super::variable::{Origin, make};
use crate::constructors::registered;
use crate::reentry::raise;
use crate::sync::lock;

/// What a graph met, and those that were cloned from it or that it gets rules from. It is Python's
/// object, so that Python's collector sees through it.
#[pyclass(frozen, weakref, module = "conformable")]
pub struct ForeignTable {
    /// Each with what stands for it.
    ops: Mutex<Vec<(Py<Op>, Core)>>,
    /// The places of ops in that, by equality.
    numbers: Py<PyDict>,
    /// Types of classes that are not registered, each with what stands for it.
    types: Mutex<Vec<(Ty, Py<PyAny>)>>,
}

pub struct Foreign(Py<ForeignTable>);

#[pymethods]
impl ForeignTable {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.numbers)?;
        if let Ok(ops) = self.ops.try_lock() {
            ops.iter().try_for_each(|(op, _)| visit.call(op))?;
        }
        if let Ok(types) = self.types.try_lock() {
            types.iter().try_for_each(|(_, object)| visit.call(object))?;
        }
        Ok(())
    }

    fn __clear__(&self) {
        let (ops, types) = (std::mem::take(&mut *lock(&self.ops)), std::mem::take(&mut *lock(&self.types)));
        drop((ops, types));
    }
}

impl ForeignTable {
    fn ty(&self, py: Python<'_>, of: &TypeOf) -> PyResult<Ty> {
        let object = match of {
            TypeOf::Native(ty) => return Ok(*ty),
            TypeOf::Defined(object) => object.bind(py),
        };
        if let Some((ty, _)) = registered(object)? {
            return Ok(ty);
        }
        let met: Vec<(Ty, Py<PyAny>)> =
            lock(&self.types).iter().map(|(ty, known)| (*ty, known.clone_ref(py))).collect();
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
        lock(&self.types).push((ty, object.clone().unbind()));
        Ok(ty)
    }

    fn type_of(&self, py: Python<'_>, ty: Ty) -> PyResult<TypeOf> {
        if !matches!(ty.kind(), TyKind::Ctor(..)) {
            return Ok(TypeOf::Native(ty));
        }
        let met = lock(&self.types).iter().find(|(known, _)| *known == ty).map(|(_, object)| object.clone_ref(py));
        match met {
            Some(object) => Ok(TypeOf::Defined(object)),
            None => TypeOf::read(&crate::identity::view(py, ty)?),
        }
    }

    fn op(&self, py: Python<'_>, number: u64) -> Option<Py<Op>> {
        Some(lock(&self.ops).get(usize::try_from(number).ok()?)?.0.clone_ref(py))
    }
}

impl Foreign {
    pub fn new(py: Python<'_>) -> PyResult<Foreign> {
        let numbers = PyDict::new(py).unbind();
        Ok(Foreign(Py::new(py, ForeignTable { ops: Mutex::default(), numbers, types: Mutex::default() })?))
    }

    /// For a graph with the same variables.
    pub fn clone_ref(&self, py: Python<'_>) -> Foreign {
        Foreign(self.0.clone_ref(py))
    }

    pub fn traverse(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.0)
    }

    /// What a type is in the graph's columns.
    pub fn ty(&self, py: Python<'_>, of: &TypeOf) -> PyResult<Ty> {
        self.0.get().ty(py, of)
    }

    /// What a type in the graph's columns is.
    pub fn type_of(&self, py: Python<'_>, ty: Ty) -> PyResult<TypeOf> {
        self.0.get().type_of(py, ty)
    }

    /// What an op is in the graph.
    pub fn core(&self, op: &Bound<'_, Op>) -> PyResult<Core> {
        let py = op.py();
        let known = Op::core(op)?;
        if let Some(core) = known.as_ref().filter(|_| Op::is_native(op)) {
            return Ok(core.clone());
        }
        let met = self.0.get();
        let numbers = met.numbers.bind(py);
        if let Some(number) = numbers.get_item(op)? {
            let number: usize = number.extract()?;
            if let Some((_, core)) = lock(&met.ops).get(number) {
                return Ok(core.clone());
            }
        }
        let text = op.as_any().repr()?.to_string();
        let pure = op.getattr_opt("pure")?.map_or(Ok(true), |pure| pure.is_truthy())?;
        let seen = PyWeakrefReference::new(self.0.bind(py))?.unbind();
        let mut ops = lock(&met.ops);
        let number = ops.len() as u64;
        let core = match known {
            Some(core) => core,
            None => {
                let core = Core::custom(&text, Arc::new(MakeNodeOp { number, met: seen }));
                if pure { core } else { core.with_effect() }
            }
        };
        let core = core.numbered(number);
        ops.push((op.clone().unbind(), core.clone()));
        drop(ops);
        numbers.set_item(op, number)?;
        Ok(core)
    }

    /// What an op of the graph is.
    pub fn op<'py>(&self, py: Python<'py>, core: &Core) -> PyResult<Bound<'py, Op>> {
        match core.number().and_then(|number| self.0.get().op(py, number)) {
            Some(op) => Ok(op.into_bound(py)),
            None => object_of(py, core.clone()),
        }
    }
}

/// An op that its class's `make_node` types. It gets new variables of the types. The graph holds the
/// op; what it looks the op up in lives as long as a graph that has it.
struct MakeNodeOp {
    number: u64,
    met: Py<PyWeakrefReference>,
}

impl MakeNodeOp {
    fn ask(&self, py: Python<'_>, inputs: &[Ty]) -> PyResult<Vec<Ty>> {
        let met = self.met.bind(py).upgrade().and_then(|met| met.cast_into::<ForeignTable>().ok());
        let known = met.and_then(|met| Some((met.get().op(py, self.number)?, met)));
        let Some((op, met)) = known else { return Err(PyValueError::new_err("the op's graph is gone")) };
        let met = met.get();
        let inputs = inputs.iter().map(|ty| make(py, met.type_of(py, *ty)?, Origin::Leaf, None));
        let inputs = PyTuple::new(py, inputs.collect::<PyResult<Vec<_>>>()?)?;
        let outputs = match made(op.bind(py), &inputs, None)? {
            ApplicationPlace::Free(node) => node.types.iter().map(|ty| ty.clone_ref(py)).collect(),
            place => place.outputs(py)?.iter().map(|output| output.get().ty(py)).collect::<PyResult<Vec<_>>>()?,
        };
        outputs.iter().map(|ty| met.ty(py, ty)).collect()
    }
}

impl Custom for MakeNodeOp {
    fn infer(&self, inputs: &[Ty]) -> Result<Vec<Ty>, Failure> {
        // What the class raises comes out of whatever asked.
        Python::attach(|py| {
            self.ask(py, inputs).map_err(|error| Failure::new(FailureKind::Arguments, raise(error), Vec::new()))
        })
    }
}
