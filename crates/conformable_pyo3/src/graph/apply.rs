//! `cf.Apply`: an op applied to variables, free or of a graph.

use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex, MutexGuard};

use conformable_graph::Node;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyWeakrefMethods, PyWeakrefReference};
use pyo3::{PyTraverseError, PyVisit};
use smallvec::SmallVec;

use super::function_graph::FunctionGraph;
use super::labels::label;
use super::op::Op;
use super::type_of::TypeOf;
use super::variable::{Origin, Variable, make};
use crate::sync::lock;

pub type Inputs = SmallVec<[Py<Variable>; 3]>;

/// A free application. It holds its inputs; its outputs hold it.
pub struct FreeNode {
    pub op: Py<Op>,
    pub inputs: Inputs,
    pub types: SmallVec<[TypeOf; 1]>,
    /// Nobody has looked at most nodes.
    seen: Mutex<Option<Box<ObjectsOfNode>>>,
}

/// The objects that a node is seen through.
#[derive(Default)]
struct ObjectsOfNode {
    /// Those that its outputs are. The only output of a node registers when its owner is asked for,
    /// which is the only way to the node.
    outputs: SmallVec<[Option<Py<PyWeakrefReference>>; 1]>,
    view: Option<Py<PyWeakrefReference>>,
}

/// How far this thread is with dropping applications.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dropping {
    Nothing,
    One,
    /// What others held waits for its turn.
    More,
}

thread_local! {
    static DROPPING: Cell<Dropping> = const { Cell::new(Dropping::Nothing) };
    /// What dropped applications held, to be dropped in turn.
    static WAITING: RefCell<Vec<Py<Variable>>> = const { RefCell::new(Vec::new()) };
}

/// A chain of any length is dropped on a small stack: what a node inside of the outermost one holds waits until that
/// one comes to it.
impl Drop for FreeNode {
    fn drop(&mut self) {
        let inputs = std::mem::take(&mut self.inputs);
        if DROPPING.get() != Dropping::Nothing {
            DROPPING.set(Dropping::More);
            return WAITING.with_borrow_mut(|waiting| waiting.extend(inputs));
        }
        DROPPING.set(Dropping::One);
        drop(inputs);
        while DROPPING.get() == Dropping::More {
            match WAITING.with_borrow_mut(Vec::pop) {
                Some(next) => drop(next),
                None => DROPPING.set(Dropping::One),
            }
        }
        DROPPING.set(Dropping::Nothing);
    }
}

fn upgraded<'py, T: pyo3::PyClass>(
    py: Python<'py>,
    reference: Option<&Py<PyWeakrefReference>>,
) -> Option<Bound<'py, T>> {
    reference?.bind(py).upgrade()?.cast_into().ok()
}

impl FreeNode {
    #[inline]
    pub fn new(op: Py<Op>, inputs: Inputs, types: SmallVec<[TypeOf; 1]>) -> Arc<FreeNode> {
        Arc::new(FreeNode { op, inputs, types, seen: Mutex::new(None) })
    }

    /// What it holds, for its only holder. What several hold is not theirs: Python's collector would
    /// take each for all there is. So a cycle by way of an output and of its application, or of two
    /// outputs, stays.
    pub fn traverse(self: &Arc<FreeNode>, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        if Arc::strong_count(self) > 1 {
            return Ok(());
        }
        visit.call(&self.op)?;
        self.types.iter().try_for_each(|ty| ty.traverse(visit))?;
        self.inputs.iter().try_for_each(|input| visit.call(input))
    }

    fn seen(&self) -> MutexGuard<'_, Option<Box<ObjectsOfNode>>> {
        lock(&self.seen)
    }

    /// This object is the output with this number.
    pub fn register(&self, output: &Bound<'_, Variable>, place: u32) -> PyResult<()> {
        if self.known(output.py(), place).is_some() {
            return Ok(());
        }
        let reference = PyWeakrefReference::new(output)?.unbind();
        let mut seen = self.seen();
        let outputs = &mut seen.get_or_insert_default().outputs;
        outputs.resize_with(self.types.len(), || None);
        let before = outputs[place as usize].replace(reference);
        drop(seen);
        drop(before);
        Ok(())
    }

    fn known<'py>(&self, py: Python<'py>, place: u32) -> Option<Bound<'py, Variable>> {
        let seen = self.seen();
        upgraded(py, seen.as_ref()?.outputs.get(place as usize)?.as_ref())
    }

    /// The object that the output with this number is.
    pub fn output<'py>(self: &Arc<FreeNode>, py: Python<'py>, place: u32) -> PyResult<Bound<'py, Variable>> {
        if let Some(known) = self.known(py, place) {
            return Ok(known);
        }
        let ty = self.types[place as usize].clone_ref(py);
        let made = make(py, ty, Origin::Output(self.clone(), place), None)?;
        self.register(&made, place)?;
        Ok(made)
    }

    /// The outputs that somebody holds.
    pub fn held<'py>(&self, py: Python<'py>) -> Vec<(u32, Bound<'py, Variable>)> {
        (0..self.types.len() as u32).filter_map(|place| Some((place, self.known(py, place)?))).collect()
    }

    /// What it is seen through, if somebody holds that.
    pub fn held_view<'py>(&self, py: Python<'py>) -> Option<Bound<'py, Apply>> {
        upgraded(py, self.seen().as_ref()?.view.as_ref())
    }
}

/// Where an application is.
pub enum ApplicationPlace {
    Free(Arc<FreeNode>),
    Graph(Py<FunctionGraph>, Node),
}

impl ApplicationPlace {
    pub fn clone_ref(&self, py: Python<'_>) -> ApplicationPlace {
        match self {
            ApplicationPlace::Free(node) => ApplicationPlace::Free(node.clone()),
            ApplicationPlace::Graph(graph, node) => ApplicationPlace::Graph(graph.clone_ref(py), *node),
        }
    }

    /// The object that it is seen through.
    pub fn view(self, py: Python<'_>) -> PyResult<Bound<'_, Apply>> {
        let known = match &self {
            ApplicationPlace::Free(node) => node.held_view(py),
            ApplicationPlace::Graph(graph, node) => FunctionGraph::reading(graph.bind(py))?.held_node(py, *node),
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let kept = self.clone_ref(py);
        let made = Bound::new(py, Apply { place: Mutex::new(self) })?;
        let reference = PyWeakrefReference::new(&made)?.unbind();
        match kept {
            ApplicationPlace::Free(node) => {
                let before = node.seen().get_or_insert_default().view.replace(reference);
                drop(before);
            }
            ApplicationPlace::Graph(graph, node) => FunctionGraph::reading(graph.bind(py))?.hold_node(node, reference),
        }
        Ok(made)
    }

    pub fn op<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Op>> {
        match self {
            ApplicationPlace::Free(node) => Ok(node.op.bind(py).clone()),
            ApplicationPlace::Graph(graph, node) => FunctionGraph::reading(graph.bind(py))?.op_of(py, *node),
        }
    }

    pub fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, Variable>>> {
        match self {
            ApplicationPlace::Free(node) => Ok(node.inputs.iter().map(|input| input.bind(py).clone()).collect()),
            ApplicationPlace::Graph(graph, node) => {
                let vars: Vec<_> = FunctionGraph::reading(graph.bind(py))?.core().node_inputs(*node).collect();
                vars.into_iter().map(|var| FunctionGraph::variable(graph.bind(py), var)).collect()
            }
        }
    }

    pub fn outputs<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, Variable>>> {
        match self {
            ApplicationPlace::Free(node) => (0..node.types.len() as u32).map(|place| node.output(py, place)).collect(),
            ApplicationPlace::Graph(graph, node) => {
                let vars: Vec<_> =
                    FunctionGraph::reading(graph.bind(py))?.core().node_outputs(*node).into_iter().flatten().collect();
                vars.into_iter().map(|var| FunctionGraph::variable(graph.bind(py), var)).collect()
            }
        }
    }
}

/// An op applied to variables.
#[pyclass(frozen, weakref, module = "conformable")]
pub struct Apply {
    place: Mutex<ApplicationPlace>,
}

impl Apply {
    pub fn place(&self, py: Python<'_>) -> ApplicationPlace {
        lock(&self.place).clone_ref(py)
    }

    pub fn set_place(&self, place: ApplicationPlace) -> ApplicationPlace {
        std::mem::replace(&mut lock(&self.place), place)
    }
}

#[pymethods]
impl Apply {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("conformable._pickling")?.getattr("reduce_apply")?.call1((slf,))
    }

    /// What a `make_node` returns: the variables in `outputs`, which nothing computes yet, are from
    /// now on what `op` gives for `inputs`.
    #[new]
    fn __new__<'py>(
        py: Python<'py>,
        op: &Bound<'py, Op>,
        inputs: &Bound<'py, PyAny>,
        outputs: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Apply>> {
        let variables = |given: &Bound<'py, PyAny>, what: &str| -> PyResult<Vec<Bound<'py, Variable>>> {
            let read = |item: PyResult<Bound<'py, PyAny>>| {
                let item = item?;
                item.cast_into::<Variable>().map_err(|refused| {
                    PyTypeError::new_err(format!("an {what} of a node is a variable, not {}", refused.into_inner()))
                })
            };
            given.try_iter()?.map(read).collect()
        };
        let (inputs, outputs) = (variables(inputs, "input")?, variables(outputs, "output")?);
        for (place, output) in outputs.iter().enumerate() {
            let again = outputs[..place].iter().chain(&inputs).any(|other| other.is(output));
            if again || !matches!(output.get().origin(py), Origin::Leaf) {
                return Err(PyValueError::new_err(format!("{} is not new", label(output)?)));
            }
        }
        let types = outputs.iter().map(|output| output.get().ty(py)).collect::<PyResult<_>>()?;
        let node = FreeNode::new(op.clone().unbind(), inputs.into_iter().map(Bound::unbind).collect(), types);
        for (place, output) in outputs.iter().enumerate() {
            node.register(output, place as u32)?;
            drop(output.get().set_origin(Origin::Output(node.clone(), place as u32)));
        }
        ApplicationPlace::Free(node).view(py)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.place.try_lock().as_deref() {
            Ok(ApplicationPlace::Free(node)) => node.traverse(visit),
            Ok(ApplicationPlace::Graph(graph, _)) => visit.call(graph),
            Err(_) => Ok(()),
        }
    }

    #[getter]
    fn op<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Op>> {
        self.place(py).op(py)
    }

    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.place(py).inputs(py)?)
    }

    #[getter]
    fn outputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.place(py).outputs(py)?)
    }

    /// The function type that the op has here: from the types of the inputs, with what the
    /// application teaches, to those of the outputs.
    #[getter]
    fn r#type<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let place = self.place(py);
        let types = place.inputs(py)?.iter().map(|input| input.get().ty(py)).collect::<PyResult<Vec<_>>>()?;
        Op::function_type(&place.op(py)?, &types)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let place = self.place(py);
        let inputs = place.inputs(py)?.iter().map(label).collect::<PyResult<Vec<_>>>()?;
        Ok(format!("{}({})", place.op(py)?.repr()?, inputs.join(", ")))
    }
}
