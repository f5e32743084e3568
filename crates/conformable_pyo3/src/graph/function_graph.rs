//! `cf.FunctionGraph`: a graph as Python sees it.

use std::sync::Mutex;

use conformable_graph::{Dprint, FunctionGraph as Core, GraphError, Node, Var};
use conformable_types::ty::{Function, Param, ParamKind};
use conformable_types::{Shape, Ty, TyKind};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyWeakrefReference};
use pyo3::{PyTraverseError, PyVisit};
use rustc_hash::FxHashMap;

use super::apply::{ApplicationPlace, Apply};
use super::change::held;
use super::foreign::Foreign;
use super::import::{Added, Plan, of_another};
use super::labels::label;
use super::op::Op;
use super::type_of::TypeOf;
use super::variable::{Constant, Origin, Variable, constant, make};
use crate::convert::shape_object;
use crate::identity::view;
use crate::python::helper;
use crate::reentry::with_python_errors;
use crate::signature::{Signature, refused};
use crate::sync::lock;

/// A graph from inputs to outputs, kept typed while it is changed.
///
/// The variables that it is made of are its own from then on, so that they show what it becomes;
/// with `clone=True` they stay as they are and the graph has others.
#[pyclass(weakref, module = "conformable")]
pub struct FunctionGraph {
    pub(super) core: Core,
    pub(super) foreign: Foreign,
    /// The values of constants.
    pub(super) data: FxHashMap<Var, Py<PyAny>>,
    /// What holds the values of shared variables.
    pub(super) containers: FxHashMap<Var, Py<PyAny>>,
    /// Constants by what they print as: those that print alike and differ have other texts.
    pub(super) texts: FxHashMap<(Ty, String), Py<PyAny>>,
    pub(super) variables: Mutex<FxHashMap<Var, Py<PyWeakrefReference>>>,
    pub(super) applications: Mutex<FxHashMap<Node, Py<PyWeakrefReference>>>,
    /// The objects of variables that have attributes, which would be gone with them.
    pub(super) kept: Mutex<FxHashMap<Var, Py<Variable>>>,
}

/// Why a graph refuses, as Python's exception.
pub fn raised(py: Python<'_>, error: GraphError) -> PyErr {
    match error {
        GraphError::Refused { refusal, .. } => refused(py, &refusal),
        GraphError::Incompatible { .. } => PyTypeError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// Why a graph cannot be had now: one change at a time, of which nothing is seen until it is done.
fn in_use(state: &str) -> PyErr {
    PyRuntimeError::new_err(format!("the graph cannot be used now: {state}, by another thread or around this call"))
}

impl FunctionGraph {
    pub(super) fn empty(py: Python<'_>) -> PyResult<FunctionGraph> {
        Ok(FunctionGraph {
            core: Core::new(),
            foreign: Foreign::new(py)?,
            data: FxHashMap::default(),
            containers: FxHashMap::default(),
            texts: FxHashMap::default(),
            variables: Mutex::default(),
            applications: Mutex::default(),
            kept: Mutex::default(),
        })
    }

    /// The graph, to be read: a RuntimeError while it is changed.
    pub fn reading<'py>(graph: &Bound<'py, FunctionGraph>) -> PyResult<PyRef<'py, FunctionGraph>> {
        graph.try_borrow().map_err(|_| in_use("it is being changed"))
    }

    /// The graph, to be changed: a RuntimeError while it is read or changed by a thread, or by what asks
    /// an op's own code for its types.
    pub fn changing<'py>(graph: &Bound<'py, FunctionGraph>) -> PyResult<PyRefMut<'py, FunctionGraph>> {
        graph.try_borrow_mut().map_err(|_| in_use("it is in use"))
    }

    pub fn core(&self) -> &Core {
        &self.core
    }

    /// The type of a variable of the graph.
    pub fn type_of(&self, py: Python<'_>, var: Var) -> PyResult<TypeOf> {
        match self.core.ty(var) {
            Some(ty) => self.foreign.type_of(py, ty),
            None => Err(PyValueError::new_err("the variable was removed from its graph")),
        }
    }

    pub fn op_of<'py>(&self, py: Python<'py>, node: Node) -> PyResult<Bound<'py, Op>> {
        match self.core.op(node) {
            Some(op) => self.foreign.op(py, op),
            None => Err(PyValueError::new_err("the node was removed from its graph")),
        }
    }

    pub fn foreign_of(graph: &Bound<'_, FunctionGraph>) -> PyResult<Foreign> {
        Ok(FunctionGraph::reading(graph)?.foreign.clone_ref(graph.py()))
    }

    pub fn rename(&mut self, var: Var, name: &str) -> PyResult<()> {
        self.core.set_name(var, name).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The object that a variable is.
    pub fn variable<'py>(graph: &Bound<'py, FunctionGraph>, var: Var) -> PyResult<Bound<'py, Variable>> {
        let py = graph.py();
        let own = FunctionGraph::reading(graph)?;
        if let Some(held) = own.held_variable(py, var) {
            return Ok(held);
        }
        let ty = own.type_of(py, var)?;
        let data = own.data.get(&var).map(|data| data.clone_ref(py));
        let container = own.containers.get(&var).map(|container| container.clone_ref(py));
        drop(own);
        let origin = Origin::Graph(graph.clone().unbind(), var);
        let made = match data {
            _ if container.is_some() => {
                let class = helper!(py, "conformable._shared", "SharedVariable")?;
                let made = class.call1((ty.object(py)?, container))?.cast_into::<Variable>()?;
                drop(made.get().set_origin(origin));
                made
            }
            Some(data) => {
                let made = constant(py, ty, data, None)?.cast_into::<Variable>()?;
                drop(made.get().set_origin(origin));
                made
            }
            None => make(py, ty, origin, None)?,
        };
        FunctionGraph::reading(graph)?.hold_variable(&made, var)?;
        Ok(made)
    }

    fn objects<'py>(graph: &Bound<'py, FunctionGraph>, vars: Vec<Var>) -> PyResult<Vec<Bound<'py, Variable>>> {
        vars.into_iter().map(|var| FunctionGraph::variable(graph, var)).collect()
    }

    fn apply_object<'py>(graph: &Bound<'py, FunctionGraph>, node: Node) -> PyResult<Bound<'py, Apply>> {
        ApplicationPlace::Graph(graph.clone().unbind(), node).view(graph.py())
    }

    /// The graph's own variable that an object is.
    pub(super) fn own_var(graph: &Bound<'_, FunctionGraph>, object: &Bound<'_, PyAny>) -> PyResult<Var> {
        let Ok(var) = object.cast::<Variable>() else {
            return Err(PyTypeError::new_err(format!("expected a variable, not {}", crate::python::short(object)?)));
        };
        match var.get().origin(object.py()) {
            Origin::Graph(own, var) if own.is(graph) => Ok(var),
            _ => Err(PyValueError::new_err(format!("{} is not a variable of this graph", label(var)?))),
        }
    }

    /// A graph of copies of these variables, for reading.
    pub fn copy_of<'py>(py: Python<'py>, outputs: &[Bound<'py, Variable>]) -> PyResult<Bound<'py, FunctionGraph>> {
        let plan = Plan::read(outputs, None, true)?;
        let inputs: Vec<_> = plan.leaves().cloned().collect();
        FunctionGraph::made(py, plan, &inputs, outputs).map(|(graph, _)| graph)
    }

    fn made<'py>(
        py: Python<'py>,
        plan: Plan<'py>,
        inputs: &[Bound<'py, Variable>],
        outputs: &[Bound<'py, Variable>],
    ) -> PyResult<(Bound<'py, FunctionGraph>, Added<'py>)> {
        let graph = Bound::new(py, FunctionGraph::empty(py)?)?;
        let added = FunctionGraph::take_in(&graph, plan, inputs, |own, added| {
            let outputs = outputs.iter().map(|output| added.var(output)).collect::<PyResult<Vec<Var>>>()?;
            own.core.set_outputs(&outputs).map_err(|error| raised(py, error))
        })?;
        Ok((graph, added))
    }
}

fn variables<'py>(given: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, Variable>>> {
    if let Ok(one) = given.cast::<Variable>() {
        return Ok(vec![one.clone()]);
    }
    let read = |item: PyResult<Bound<'py, PyAny>>| {
        let item = item?;
        match item.cast::<Variable>() {
            Ok(var) => Ok(var.clone()),
            Err(_) => Err(PyTypeError::new_err(format!("expected a variable, not {}", crate::python::short(&item)?))),
        }
    };
    given.try_iter()?.map(read).collect()
}

#[pymethods]
impl FunctionGraph {
    /// `inputs` of None are all that the outputs need and nothing computes, in the order in which they
    /// are met.
    #[new]
    #[pyo3(signature = (inputs = None, outputs = None, clone = false))]
    fn __new__<'py>(
        py: Python<'py>,
        inputs: Option<&Bound<'py, PyAny>>,
        outputs: Option<&Bound<'py, PyAny>>,
        clone: bool,
    ) -> PyResult<Bound<'py, FunctionGraph>> {
        let outputs =
            variables(outputs.ok_or_else(|| PyTypeError::new_err("a graph has outputs, and none are given"))?)?;
        let mut roots = outputs.clone();
        let given = inputs.map(variables).transpose()?;
        for (place, input) in given.iter().flatten().enumerate() {
            if !clone && input.get().in_graph(py).is_some() {
                return Err(of_another(input)?);
            }
            if !input.getattr("owner")?.is_none() || input.cast::<Constant>().is_ok() {
                return Err(PyValueError::new_err(format!("{} is no input: it is known or computed", label(input)?)));
            }
            if given.iter().flatten().take(place).any(|other| other.is(input)) {
                return Err(PyValueError::new_err(format!("{} is an input twice", label(input)?)));
            }
            roots.push(input.clone());
        }
        let plan = Plan::read(&roots, None, clone)?;
        let mut inputs: Vec<_> = given.unwrap_or_else(|| plan.leaves().cloned().collect());
        // What holds its value need not be given.
        for shared in held(&plan)? {
            if !inputs.iter().any(|input| input.is(&shared)) {
                inputs.push(shared);
            }
        }
        let (graph, added) = FunctionGraph::made(py, plan, &inputs, &outputs)?;
        match clone {
            true => added.copy_attributes(&graph)?,
            false => added.adopt(&graph)?,
        }
        Ok(graph)
    }

    /// What is given.
    #[getter]
    fn inputs<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let vars = FunctionGraph::reading(slf)?.core.inputs();
        PyTuple::new(slf.py(), FunctionGraph::objects(slf, vars)?)
    }

    /// What is computed.
    #[getter]
    fn outputs<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let vars = FunctionGraph::reading(slf)?.core.outputs();
        PyTuple::new(slf.py(), FunctionGraph::objects(slf, vars)?)
    }

    /// How many nodes there are.
    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Ok(FunctionGraph::reading(slf)?.core.node_count())
    }

    /// Whether a variable is still there, or a node.
    fn __contains__(slf: &Bound<'_, Self>, part: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(node) = part.cast::<Apply>() {
            return FunctionGraph::toposort(slf)?.contains(node);
        }
        let Ok(var) = FunctionGraph::own_var(slf, part) else { return Ok(false) };
        Ok(FunctionGraph::reading(slf)?.core.ty(var).is_some())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("conformable._pickling")?.getattr("reduce_graph")?.call1((slf,))
    }

    /// The nodes, each behind those that it needs.
    fn toposort<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let nodes: Vec<Node> = FunctionGraph::reading(slf)?.core.toposort().collect();
        let nodes = nodes.into_iter().map(|node| FunctionGraph::apply_object(slf, node));
        PyList::new(slf.py(), nodes.collect::<PyResult<Vec<_>>>()?)
    }

    /// The nodes that use a variable, each with which of its inputs it is; `('output', i)` for an
    /// output of the graph.
    fn clients<'py>(slf: &Bound<'py, Self>, var: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = slf.py();
        let var = FunctionGraph::own_var(slf, var)?;
        let own = FunctionGraph::reading(slf)?;
        let clients = own.core.clients(var);
        let outputs: Vec<usize> =
            (0..).zip(own.core.outputs()).filter(|(_, out)| *out == var).map(|(at, _)| at).collect();
        drop(own);
        let all = PyList::empty(py);
        for (node, place) in clients {
            all.append((FunctionGraph::apply_object(slf, node)?, place))?;
        }
        for place in outputs {
            all.append(("output", place))?;
        }
        Ok(all)
    }

    /// Puts `new` in place of `old` wherever the graph uses it, as `old.type.filter_variable(new)` allows,
    /// and types anew what depends on it. Gives what stands there now. A TypeError says what would be
    /// lost or contradicted; the graph is then as it was.
    fn replace<'py>(
        slf: &Bound<'py, Self>,
        old: Bound<'py, PyAny>,
        new: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Variable>> {
        Ok(FunctionGraph::replaced(slf, vec![(old, new)])?.remove(0))
    }

    /// `replace` for each pair: all of them, or none.
    fn replace_all<'py>(slf: &Bound<'py, Self>, pairs: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, Variable>>> {
        let pairs = match pairs.cast::<PyDict>() {
            Ok(pairs) => pairs.items().try_iter()?.map(|pair| pair?.extract()).collect::<PyResult<_>>()?,
            Err(_) => pairs.try_iter()?.map(|pair| pair?.extract()).collect::<PyResult<_>>()?,
        };
        FunctionGraph::replaced(slf, pairs)
    }

    /// Lets what the nodes need teach the inputs; says how many variables are known better.
    fn refine(slf: &Bound<'_, Self>) -> PyResult<usize> {
        let core = &mut FunctionGraph::changing(slf)?.core;
        with_python_errors(|| core.refine().map_err(|error| raised(slf.py(), error)))
    }

    /// Makes equal computations one; says how many nodes went.
    fn merge(slf: &Bound<'_, Self>) -> PyResult<usize> {
        let gone = FunctionGraph::changing(slf)?.core.merge();
        FunctionGraph::reading(slf)?.let_go();
        Ok(gone)
    }

    /// Removes what no output needs; says how many nodes went.
    fn prune(slf: &Bound<'_, Self>) -> PyResult<usize> {
        let gone = FunctionGraph::changing(slf)?.core.prune();
        FunctionGraph::reading(slf)?.let_go();
        Ok(gone)
    }

    /// Checks all that always holds, in time proportional to the graph. What does not is an error of
    /// this package, or of an op whose answers change.
    fn validate(slf: &Bound<'_, Self>) -> PyResult<()> {
        let own = FunctionGraph::reading(slf)?;
        with_python_errors(|| own.core.validate().map_err(PyRuntimeError::new_err))
    }

    /// A graph of its own with the same nodes.
    fn clone<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, FunctionGraph>> {
        let py = slf.py();
        let graph = FunctionGraph::reading(slf)?;
        let core = graph.core.clone();
        let own = |var: Var| core.counterpart(var);
        let data = graph.data.iter().filter_map(|(var, data)| Some((own(*var)?, data.clone_ref(py)))).collect();
        let containers = graph.containers.iter();
        let containers = containers.filter_map(|(var, held)| Some((own(*var)?, held.clone_ref(py)))).collect();
        let texts = graph.texts.iter().map(|(key, value)| (key.clone(), value.clone_ref(py))).collect();
        let kept: Vec<(Var, Bound<'py, Variable>)> =
            lock(&graph.kept).iter().filter_map(|(var, object)| Some((own(*var)?, object.bind(py).clone()))).collect();
        let foreign = graph.foreign.clone_ref(py);
        drop(graph);
        let empty = FunctionGraph::empty(py)?;
        let made = Bound::new(py, FunctionGraph { data, containers, texts, core, foreign, ..empty })?;
        for (var, object) in kept {
            let own = FunctionGraph::variable(&made, var)?;
            FunctionGraph::copy_attributes(py, [(object, own)])?;
        }
        Ok(made)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.foreign.traverse(visit)?;
        let held = self.data.values().chain(self.containers.values()).chain(self.texts.values());
        held.into_iter().try_for_each(|object| visit.call(object))?;
        match self.kept.try_lock() {
            Ok(kept) => kept.values().try_for_each(|object| visit.call(object)),
            Err(_) => Ok(()),
        }
    }

    fn __clear__(&mut self) {
        let held = [&mut self.data, &mut self.containers].map(std::mem::take);
        let kept = std::mem::take(&mut *lock(&self.kept));
        drop((held, std::mem::take(&mut self.texts), kept));
    }

    /// The variable that a variable of the graph is in one that was cloned from it.
    fn counterpart<'py>(slf: &Bound<'py, Self>, var: &Bound<'py, Variable>) -> PyResult<Option<Bound<'py, Variable>>> {
        let Origin::Graph(_, theirs) = var.get().origin(slf.py()) else { return Ok(None) };
        let own = FunctionGraph::reading(slf)?.core.counterpart(theirs);
        own.map(|own| FunctionGraph::variable(slf, own)).transpose()
    }

    /// 128 bits as 32 hexadecimal digits: equal for equal computations from inputs of equal types, in
    /// any process.
    #[getter]
    fn fingerprint(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(format!("{:032x}", FunctionGraph::reading(slf)?.core.graph_fingerprint()))
    }

    /// What the graph does to types: the composition of what its nodes do.
    #[getter]
    fn signature(slf: &Bound<'_, Self>) -> PyResult<Signature> {
        let own = FunctionGraph::reading(slf)?;
        with_python_errors(|| own.core.signature().map(Signature::of).map_err(|error| raised(slf.py(), error)))
    }

    /// The signature as a function type.
    #[getter]
    fn r#type<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let own = FunctionGraph::reading(slf)?;
        let signature = with_python_errors(|| own.core.signature().map_err(|error| raised(py, error)))?;
        let function = signature.as_function().cloned();
        let function = function.ok_or_else(|| PyTypeError::new_err("the graph has no function type"))?;
        view(py, Ty::new(TyKind::Function(Box::new(function))))
    }

    /// The types of variables, all of the graph's if none are given, where all applications speak of the
    /// same sizes, as the text of the function from the inputs' types to them and a list of both.
    #[pyo3(signature = (vars = None))]
    #[allow(clippy::type_complexity, reason = "taken apart where it is used")]
    fn types_in_common<'py>(
        slf: &Bound<'py, Self>,
        vars: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Vec<Bound<'py, Variable>>, Vec<Bound<'py, PyAny>>)> {
        let py = slf.py();
        let own = FunctionGraph::reading(slf)?;
        let vars: Vec<Var> = match vars {
            None => {
                let nodes: Vec<Node> = own.core.toposort().collect();
                let outputs = nodes.into_iter().filter_map(|node| own.core.node_outputs(node)).flatten();
                own.core.inputs().into_iter().chain(outputs).collect()
            }
            Some(vars) => {
                variables(vars)?.iter().map(|var| FunctionGraph::own_var(slf, var)).collect::<PyResult<_>>()?
            }
        };
        let signature = with_python_errors(|| own.core.types_in_common(&vars).map_err(|error| raised(py, error)))?;
        drop(own);
        let types: Vec<Ty> = signature.as_function().map(|function| function.outputs.to_vec()).unwrap_or_default();
        let types = types.into_iter().map(|ty| view(py, ty)).collect::<PyResult<_>>()?;
        Ok((FunctionGraph::objects(slf, vars)?, types))
    }

    /// The values of the outputs for values of the inputs, computed by NumPy, each held against its type.
    #[pyo3(signature = (values = None, profile = false))]
    fn evaluate<'py>(
        slf: &Bound<'py, Self>,
        values: Option<&Bound<'py, PyAny>>,
        profile: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let none = PyTuple::empty(slf.py()).into_any();
        helper!(slf.py(), "conformable._evaluate", "evaluate")?.call1((slf, values.unwrap_or(&none), profile))
    }

    /// The shape of each variable in terms of the inputs' sizes.
    fn shapes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._evaluate", "shapes")?.call1((slf,))
    }

    /// The bytes of each variable, a number or an expression of the inputs' sizes; None where unknown.
    fn sizes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._evaluate", "sizes")?.call1((slf,))
    }

    /// For each node the bytes that it reads and those that it writes.
    fn volumes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._evaluate", "volumes")?.call1((slf,))
    }

    /// The graph as an op of this name, whose signature is the graph's.
    fn as_op<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._variables", "graph_op")?.call1((slf, name))
    }

    /// Puts `replacement` wherever an output needs what `pattern` describes, and says how often. Both are
    /// free variables; what nothing computes in them stands for any variable of its type, the names in
    /// the types being sizes that are found: `float64[n, n]` is a square matrix.
    fn rewrite<'py>(
        slf: &Bound<'py, Self>,
        pattern: &Bound<'py, Variable>,
        replacement: &Bound<'py, PyAny>,
    ) -> PyResult<usize> {
        FunctionGraph::rewritten(slf, pattern, replacement)
    }

    /// The graph as Graphviz's DOT.
    fn dot(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(FunctionGraph::reading(slf)?.core.dot())
    }

    /// The trees of some variables, of the outputs for none.
    #[pyo3(signature = (vars, print_type, ids, depth))]
    fn text(
        slf: &Bound<'_, Self>,
        vars: Vec<Bound<'_, PyAny>>,
        print_type: bool,
        ids: bool,
        depth: Option<usize>,
    ) -> PyResult<String> {
        let vars = vars.iter().map(|var| FunctionGraph::own_var(slf, var)).collect::<PyResult<Vec<_>>>()?;
        let own = FunctionGraph::reading(slf)?;
        own.core.dprint(&vars, Dprint { print_type, ids, depth }).map_err(|error| raised(slf.py(), error))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let own = FunctionGraph::reading(slf)?;
        let all = |vars: Vec<Var>| vars.into_iter().map(|var| own.core.label(var)).collect::<Vec<_>>().join(", ");
        Ok(format!("FunctionGraph([{}], [{}])", all(own.core.inputs()), all(own.core.outputs())))
    }
}

/// A graph of copies of what variables need, for those that only read it; the inputs are all that
/// nothing computes.
#[pyfunction]
pub fn graph_of<'py>(py: Python<'py>, outputs: &Bound<'py, PyAny>) -> PyResult<Bound<'py, FunctionGraph>> {
    FunctionGraph::copy_of(py, &variables(outputs)?)
}

/// How a variable of one type of Rust's may stand in place of one of another: None as it is, else the
/// sizes to specify. A TypeError names both types and the place.
#[pyfunction]
pub fn fit_native<'py>(old: &Bound<'py, PyAny>, new: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = old.py();
    let (old, new) = (crate::base::ty_of(old)?, crate::base::ty_of(new)?);
    match with_python_errors(|| Ok(conformable_graph::fit(old, new)))? {
        Ok(conformable_graph::Fit::AsIs) => Ok(None),
        Ok(conformable_graph::Fit::Specified(_, dims)) => shape_object(py, Shape::of(&dims)).map(Some),
        Err(error) => Err(raised(py, error)),
    }
}

/// Why these types, in which a name is one size, are not those of values of these types; None if they are.
#[pyfunction]
pub fn not_together(types: Vec<Bound<'_, PyAny>>, actual: Vec<Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    let native = |views: &[Bound<'_, PyAny>]| views.iter().map(crate::base::ty_of).collect::<PyResult<Vec<Ty>>>();
    let (types, actual) = (native(&types)?, native(&actual)?);
    let param = |ty: &Ty| Param { name: None, kind: ParamKind::Plain, ty: *ty, assumed: false, default: None };
    let signature = conformable_signatures::Signature::of_function(Function {
        params: types.iter().map(param).collect(),
        outputs: Box::default(),
        constraints: Box::default(),
        partial: false,
    });
    with_python_errors(|| Ok(signature.apply(&actual).err().map(|refusal| refusal.to_string())))
}
