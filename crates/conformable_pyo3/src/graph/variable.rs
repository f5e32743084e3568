//! `cf.Variable` and `cf.Constant`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use conformable_graph::Var;
use conformable_types::Ty;
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyType};
use pyo3::{IntoPyObjectExt, PyTraverseError, PyVisit};

use super::apply::{ApplicationPlace, Apply, FreeNode};
use super::function_graph::FunctionGraph;
use super::items::{self, Items};
use super::labels::{label, type_text};
use super::operators::Operator;
use super::type_of::TypeOf;
use super::{op, operators};
use crate::python::with_operators;
use crate::sync::lock;

/// Where a variable comes from.
pub enum Origin {
    /// It is given, or (a `Constant`) known.
    Leaf,
    /// The output of an application with this number.
    Output(Arc<FreeNode>, u32),
    /// It is a graph's.
    Graph(Py<FunctionGraph>, Var),
}

impl Origin {
    fn clone_ref(&self, py: Python<'_>) -> Origin {
        match self {
            Origin::Leaf => Origin::Leaf,
            Origin::Output(node, place) => Origin::Output(node.clone(), *place),
            Origin::Graph(graph, var) => Origin::Graph(graph.clone_ref(py), *var),
        }
    }
}

/// A node of a graph that has a value of its type: given, known or computed.
///
/// Equal only to itself. Python's operators, indexing, and the attributes and methods that arrays
/// have, make new variables.
#[pyclass(subclass, frozen, weakref, module = "conformable")]
pub struct Variable {
    ty: TypeOf,
    name: Mutex<Option<Py<PyString>>>,
    origin: Mutex<Origin>,
    /// Whether `origin` is a graph, which may have typed it again: to ask this takes no lock.
    in_graph: AtomicBool,
    /// What Python put there. Most variables have none, and a slot of Python's own would be filled when
    /// the object is made.
    attributes: Mutex<Option<Py<PyDict>>>,
    /// Somebody put something there: a graph that has the variable keeps the object.
    attributed: AtomicBool,
}

/// A variable of known value.
#[pyclass(extends = Variable, subclass, frozen, module = "conformable")]
pub struct Constant {
    /// The value.
    #[pyo3(get)]
    data: Py<PyAny>,
}

impl Variable {
    pub fn new(ty: TypeOf, origin: Origin, name: Option<Py<PyString>>) -> Variable {
        let in_graph = AtomicBool::new(matches!(origin, Origin::Graph(..)));
        Variable {
            ty,
            name: Mutex::new(name),
            origin: Mutex::new(origin),
            in_graph,
            attributes: Mutex::new(None),
            attributed: AtomicBool::new(false),
        }
    }

    pub fn origin(&self, py: Python<'_>) -> Origin {
        lock(&self.origin).clone_ref(py)
    }

    /// From now on it is another graph's, or an application's output. What it was is dropped when
    /// nothing is locked.
    pub fn set_origin(&self, origin: Origin) -> Origin {
        let mut own = lock(&self.origin);
        self.in_graph.store(matches!(origin, Origin::Graph(..)), Ordering::Release);
        std::mem::replace(&mut own, origin)
    }

    /// The type, as it is now.
    pub fn ty(&self, py: Python<'_>) -> PyResult<TypeOf> {
        // A graph may have typed it again.
        if let Some((graph, var)) = self.in_graph(py) {
            return FunctionGraph::reading(graph.bind(py))?.type_of(py, var);
        }
        Ok(self.ty.clone_ref(py))
    }

    /// The type if it is Rust's and the variable is free; most are.
    pub fn own_type(&self) -> Option<Ty> {
        match &self.ty {
            TypeOf::Native(ty) if !self.in_graph.load(Ordering::Acquire) => Some(*ty),
            _ => None,
        }
    }

    pub fn in_graph(&self, py: Python<'_>) -> Option<(Py<FunctionGraph>, Var)> {
        if !self.in_graph.load(Ordering::Acquire) {
            return None;
        }
        match &*lock(&self.origin) {
            Origin::Graph(graph, var) => Some((graph.clone_ref(py), *var)),
            _ => None,
        }
    }

    pub fn has_attributes(&self) -> bool {
        self.attributed.load(Ordering::Acquire)
    }

    /// From now on it has attributes, which last as long as the variable does.
    fn keep_attributes(slf: &Bound<'_, Variable>) -> PyResult<()> {
        slf.get().attributed.store(true, Ordering::Release);
        match slf.get().in_graph(slf.py()) {
            Some((graph, var)) => FunctionGraph::reading(graph.bind(slf.py()))?.keep(slf, var),
            None => Ok(()),
        }
    }

    pub fn own_name(&self, py: Python<'_>) -> Option<Py<PyString>> {
        lock(&self.name).as_ref().map(|name| name.clone_ref(py))
    }
}

/// A new variable, of the class that its type says.
pub fn make<'py>(
    py: Python<'py>,
    ty: TypeOf,
    origin: Origin,
    name: Option<Py<PyString>>,
) -> PyResult<Bound<'py, Variable>> {
    let TypeOf::Defined(object) = &ty else {
        return Bound::new(py, Variable::new(ty, origin, name));
    };
    let object = object.bind(py).clone();
    let class = object.getattr_opt(intern!(py, "variable_type"))?.filter(|class| !class.is_none());
    match class {
        Some(class) if !class.is(py.get_type::<Variable>()) => {
            let made = class.call1((object, py.None(), py.None(), name))?;
            let made = made.cast_into::<Variable>()?;
            drop(made.get().set_origin(origin));
            Ok(made)
        }
        _ => Bound::new(py, Variable::new(ty, origin, name)),
    }
}

/// A new constant, whose value is the type's.
pub fn constant<'py>(
    py: Python<'py>,
    ty: TypeOf,
    data: Py<PyAny>,
    name: Option<Py<PyString>>,
) -> PyResult<Bound<'py, Constant>> {
    let base = Variable::new(ty, Origin::Leaf, name);
    Bound::new(py, PyClassInitializer::from(base).add_subclass(Constant { data }))
}

/// A constant whose value is known to be the type's: a size that has a name.
#[pyfunction]
pub fn size_constant<'py>(py: Python<'py>, dim: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Constant>> {
    constant(py, TypeOf::Native(Ty::int(crate::convert::dim(dim)?)), dim.clone().unbind(), None)
}

fn name_of(name: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Py<PyString>>> {
    match name {
        None => Ok(None),
        Some(name) if name.is_none() => Ok(None),
        Some(name) => match name.cast::<PyString>() {
            Ok(text) => Ok(Some(text.clone().unbind())),
            Err(_) => Err(PyTypeError::new_err(format!("a name is a str, not {}", crate::python::short(name)?))),
        },
    }
}

with_operators! {
impl Variable {
    #[new]
    #[pyo3(signature = (r#type, owner = None, index = None, name = None))]
    fn __new__(
        r#type: &Bound<'_, PyAny>,
        owner: Option<&Bound<'_, Apply>>,
        index: Option<usize>,
        name: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Variable> {
        if owner.is_some() || index.is_some() {
            return Err(PyValueError::new_err("Apply(op, inputs, outputs) makes variables the outputs of a node"));
        }
        Ok(Variable::new(TypeOf::read(r#type)?, Origin::Leaf, name_of(name)?))
    }

    /// The type, as it is now: a graph may learn more of it.
    #[getter]
    fn r#type<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.ty(py)?.object(py)
    }

    /// The application that computes it; None of what is given or known.
    #[getter]
    fn owner<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, Apply>>> {
        let py = slf.py();
        match slf.get().origin(py) {
            Origin::Leaf => Ok(None),
            Origin::Output(node, place) => {
                node.register(slf, place)?;
                ApplicationPlace::Free(node).view(py).map(Some)
            }
            Origin::Graph(graph, var) => {
                let node = FunctionGraph::reading(graph.bind(py))?.core().owner(var);
                node.map(|node| ApplicationPlace::Graph(graph, node).view(py)).transpose()
            }
        }
    }

    /// Which output of its application it is; None of what is given or known.
    #[getter]
    fn index(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        Ok(match self.origin(py) {
            Origin::Leaf => None,
            Origin::Output(_, place) => Some(place as usize),
            Origin::Graph(graph, var) => match FunctionGraph::reading(graph.bind(py))?.core().origin(var) {
                Some(conformable_graph::Origin::Output(_, place)) => Some(place),
                _ => None,
            },
        })
    }

    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        if let Some((graph, var)) = self.in_graph(py) {
            let name = FunctionGraph::reading(graph.bind(py))?.core().name(var);
            return Ok(name.map(|name| PyString::new(py, name.as_str())));
        }
        Ok(self.own_name(py).map(|name| name.into_bound(py)))
    }

    #[setter]
    fn set_name(&self, py: Python<'_>, name: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let name = name_of(name)?;
        if let Some((graph, var)) = self.in_graph(py) {
            let text = name.as_ref().map(|name| name.bind(py).to_cow()).transpose()?.unwrap_or_default();
            return FunctionGraph::changing(graph.bind(py))?.rename(var, &text);
        }
        let before = std::mem::replace(&mut *lock(&self.name), name);
        drop(before);
        Ok(())
    }

    /// How many dims an array has; None where that is not known.
    #[getter]
    fn ndim<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().ty(slf.py())?.rank().map_or_else(|| of_type(slf, "ndim"), |rank| rank.into_bound_py_any(slf.py()))
    }

    /// The name of an array's dtype; None where that is not known.
    #[getter]
    fn dtype<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        of_type(slf, "dtype")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let helpers = slf.py().import("conformable._pickling")?;
        match slf.get().in_graph(slf.py()) {
            Some((graph, _)) => helpers.getattr("reduce_part")?.call1((graph, slf)),
            None => helpers.getattr("reduce_variable")?.call1((slf,)),
        }
    }

    /// The sizes of an array, each a variable; of an unknown rank a variable that is a tuple.
    #[getter]
    fn shape<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        items::sizes(slf)
    }

    /// What Python puts there by name, for as long as the variable lives.
    #[getter]
    fn __dict__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let py = slf.py();
        let known = lock(&slf.get().attributes).as_ref().map(|own| own.bind(py).clone());
        if let Some(known) = known {
            return Ok(known);
        }
        let made = PyDict::new(py);
        Variable::keep_attributes(slf)?;
        *lock(&slf.get().attributes) = Some(made.clone().unbind());
        Ok(made)
    }

    fn __setattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = slf.py();
        if name.to_cow()? == "name" {
            return slf.get().set_name(py, Some(value).filter(|value| !value.is_none()));
        }
        Variable::keep_attributes(slf)?;
        py.import("conformable._variables")?.getattr("set_attribute")?.call1((slf, name, value)).map(drop)
    }

    fn __delattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyString>) -> PyResult<()> {
        slf.py().import("conformable._variables")?.getattr("delete_attribute")?.call1((slf, name)).map(drop)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.ty.traverse(visit)?;
        if self.has_attributes()
            && let Ok(own) = self.attributes.try_lock()
        {
            visit.call(&*own)?;
        }
        match self.origin.try_lock().as_deref() {
            Ok(Origin::Graph(graph, _)) => visit.call(graph),
            Ok(Origin::Output(node, _)) => node.traverse(visit),
            _ => Ok(()),
        }
    }

    /// An attribute that somebody gave it, or that arrays have: a new variable, or a method that makes one.
    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let own = lock(&slf.get().attributes).as_ref().map(|own| own.bind(py).clone());
        if let Some(found) = own.map(|own| own.get_item(name)).transpose()?.flatten() {
            return Ok(found);
        }
        // PyTensor's place for whatever one likes to note.
        if name == "tag" {
            let tag = py.import("types")?.getattr("SimpleNamespace")?.call0()?;
            slf.setattr("tag", &tag)?;
            return Ok(tag);
        }
        if !name.starts_with('_')
            && let Some(member) = op::member(slf, name)?
        {
            return match member {
                op::Member::Property(op) => op::called(&op, [slf.clone().unbind()].into_iter().collect()),
                op::Member::Method(op) => {
                    static BOUND: PyOnceLock<Py<PyType>> = PyOnceLock::new();
                    BOUND.import(py, "types", "MethodType")?.call1((op, slf))
                }
            };
        }
        let ty = slf.get().ty(py)?.object(py)?;
        Err(PyAttributeError::new_err(format!("a variable of type {ty} has no attribute {name:?}")))
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        items::item(slf, key)
    }

    /// The first dim's places, if it is known how many there are.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let ty = slf.get().ty(slf.py())?;
        let size = match &ty {
            TypeOf::Native(ty) => ty.as_array().and_then(|(_, shape)| shape.dims()?.first()?.constant()),
            TypeOf::Defined(_) => None,
        };
        let Some(size) = size else {
            return Err(PyTypeError::new_err(format!("it is not known how many items {} has", type_text(slf))));
        };
        // Each item is a node: there may be more of them than anybody asks for.
        Ok(Bound::new(slf.py(), Items::new(slf, size))?.into_any())
    }

    /// The variable on another device, as a function that `register_transfer` was given makes it.
    fn transfer<'py>(slf: &Bound<'py, Self>, target: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("conformable._variables")?.getattr("transfer")?.call1((slf, target))
    }

    /// Has a value only when the graph is computed.
    fn __bool__(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Err(PyTypeError::new_err(format!("{} has no truth value before it is computed", label(slf)?)))
    }

    /// NumPy leaves operators with arrays to variables.
    #[classattr]
    fn __array_ufunc__() -> Option<bool> {
        None
    }

    fn __hash__(slf: &Bound<'_, Self>) -> isize {
        (slf.as_ptr() as usize >> 4).cast_signed()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        label(slf)
    }

    fn __pow__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        modulo: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        no_modulo(modulo)?;
        operators::binary(Operator::Pow, slf, other)
    }

    fn __rpow__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        modulo: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        no_modulo(modulo)?;
        operators::binary(Operator::Pow, other, slf)
    }
}
binary(operators::binary) {
    Operator::Add => __add__ __radd__,
    Operator::Sub => __sub__ __rsub__,
    Operator::Mul => __mul__ __rmul__,
    Operator::TrueDiv => __truediv__ __rtruediv__,
    Operator::FloorDiv => __floordiv__ __rfloordiv__,
    Operator::Mod => __mod__ __rmod__,
    Operator::MatMul => __matmul__ __rmatmul__,
    Operator::DivMod => __divmod__ __rdivmod__,
    Operator::And => __and__ __rand__,
    Operator::Or => __or__ __ror__,
    Operator::Xor => __xor__ __rxor__,
    Operator::LShift => __lshift__ __rlshift__,
    Operator::RShift => __rshift__ __rrshift__,
}
comparison { Operator::Lt => __lt__, Operator::Le => __le__, Operator::Gt => __gt__, Operator::Ge => __ge__ }
unary(operators::unary) {
    Operator::Neg => __neg__,
    Operator::Pos => __pos__,
    Operator::Abs => __abs__,
    Operator::Invert => __invert__,
}
}

/// What the type says, as PyTensor's variables do.
fn of_type<'py>(var: &Bound<'py, Variable>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let found = var.get().ty(var.py())?.object(var.py())?.getattr(name);
    found.map_err(|_| PyAttributeError::new_err(format!("a variable of type {} has no {name}", type_text(var))))
}

fn no_modulo(modulo: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    match modulo {
        Some(given) if !given.is_none() => Err(PyTypeError::new_err("arrays have no power with a modulus")),
        _ => Ok(()),
    }
}

#[pymethods]
impl Constant {
    #[new]
    #[pyo3(signature = (r#type, data, name = None))]
    fn __new__(
        r#type: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
        name: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyClassInitializer<Constant>> {
        let ty = TypeOf::read(r#type)?;
        let data = r#type.call_method1(intern!(r#type.py(), "filter"), (data,))?.unbind();
        let base = Variable::new(ty, Origin::Leaf, name_of(name)?);
        Ok(PyClassInitializer::from(base).add_subclass(Constant { data }))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.data)
    }
}

impl Constant {
    pub fn data<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.data.bind(py)
    }
}
