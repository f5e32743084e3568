//! What `Signature.solve` gives: solutions, found as they are asked for, and the conflict where there
//! are none.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard};

use conformable_signatures::signature::{Ground, Solution as Found, Solutions as Search};
use conformable_types::{Shape, Ty};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyTuple};
use smallvec::SmallVec;

use crate::arrays::ShapeList;
use crate::containers::tuple_of;
use crate::reentry::with_python_errors;
use crate::signature::{Signature, shape_tuple};
use crate::sync::lock;

/// One way in which inputs and outputs fit: shapes of a signature of shapes, else types.
#[pyclass(frozen, module = "conformable")]
pub struct Solution {
    way: Way,
    of_shapes: bool,
}

enum Way {
    Searched(Box<Found>),
    Filled(Box<Filled>),
}

/// What known sizes decided. In a box, since it goes from hand to hand.
struct Filled {
    /// Inputs, then outputs.
    operands: ShapeList,
    /// How many of them are inputs.
    inputs: usize,
    signature: Py<Signature>,
}

/// The solutions of a question, found as they are asked for, those with the fewest dims first.
#[pyclass(frozen, module = "conformable")]
pub struct Solutions {
    search: Mutex<Looking>,
    of_shapes: bool,
}

enum Looking {
    Search(Box<Search>),
    /// The only solution, until it is asked for.
    Filled(Option<Box<Filled>>),
    /// Somebody looks: a relation's function may be running, which is called without a lock.
    Running,
}

/// Valuations of a solution's names, those with small values first: a sequence of pairs of inputs and
/// outputs.
#[pyclass(frozen, sequence, module = "conformable")]
pub struct Valuations {
    pairs: Py<PyList>,
    /// Whether there are no others; False where the limit was reached, or the search was.
    #[pyo3(get)]
    exhaustive: bool,
}

#[pymethods]
impl Valuations {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.pairs.bind(py).len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.pairs.bind(py).as_any().get_item(index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.pairs.bind(py).try_iter()
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Valuations>() {
            Ok(other) => self.pairs.bind(py).eq(other.get().pairs.bind(py)),
            Err(_) => self.pairs.bind(py).eq(other),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let more = if self.exhaustive { "" } else { " and perhaps more" };
        Ok(format!("{}{more}", self.pairs.bind(py).repr()?))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Valuations> {
        let pairs = PyList::new(py, self.pairs.bind(py))?.unbind();
        Ok(Valuations { pairs, exhaustive: self.exhaustive })
    }

    fn __deepcopy__<'py>(&self, py: Python<'py>, _memo: &Bound<'py, PyAny>) -> PyResult<Valuations> {
        self.__copy__(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let again = py.import("conformable._native")?.getattr("valuations_again")?;
        Ok((again, (&self.pairs, self.exhaustive).into_pyobject(py)?))
    }
}

/// Types that together cannot be; without any one of the pieces they could.
#[pyclass(frozen, get_all, module = "conformable")]
pub struct Conflict {
    message: String,
    /// Whether each piece is known to be needed.
    minimised: bool,
    pieces: Py<PyTuple>,
}

impl Solutions {
    /// What a search finds.
    pub fn of(search: Search, of_shapes: bool) -> Solutions {
        Solutions { search: Mutex::new(Looking::Search(Box::new(search))), of_shapes }
    }

    /// The only one: a signature of shapes with all its operands, which known sizes decided.
    pub fn filled(signature: Py<Signature>, operands: ShapeList, inputs: usize) -> Solutions {
        let only = Box::new(Filled { operands, inputs, signature });
        Solutions { search: Mutex::new(Looking::Filled(Some(only))), of_shapes: true }
    }
}

impl Solution {
    /// As the engine has it.
    fn searched(&self) -> PyResult<Cow<'_, Found>> {
        match &self.way {
            Way::Searched(found) => Ok(Cow::Borrowed(found)),
            Way::Filled(filled) => {
                let all: Vec<Option<Shape>> = filled.operands.shapes().into_iter().map(Some).collect();
                let (inputs, outputs) = all.split_at(filled.inputs);
                let signature = filled.signature.get().inner();
                let found = with_python_errors(|| {
                    Ok(signature.solve_shapes(inputs, outputs).ok().and_then(|mut search| search.next()))
                })?;
                found.map(Cow::Owned).ok_or_else(|| PyRuntimeError::new_err("a solution that is none"))
            }
        }
    }

    fn side<'py>(&self, py: Python<'py>, of_inputs: bool) -> PyResult<Bound<'py, PyTuple>> {
        match &self.way {
            Way::Searched(found) => shown(py, if of_inputs { &found.inputs } else { &found.outputs }, self.of_shapes),
            Way::Filled(filled) => {
                let slices = filled.operands.slices();
                let (ins, outs) = slices.split_at(filled.inputs);
                let side = if of_inputs { ins } else { outs };
                let side = side.iter().map(|sizes| PyTuple::new(py, *sizes));
                PyTuple::new(py, side.collect::<PyResult<SmallVec<[_; 4]>>>()?)
            }
        }
    }
}

#[pymethods]
impl Solution {
    /// A shape or type for each input: sizes are ints, or `Dim`s over the solution's names.
    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.side(py, true)
    }

    /// A shape or type for each output.
    #[getter]
    fn outputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.side(py, false)
    }

    /// All that restricts the names, as texts.
    #[getter]
    fn constraints<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match &self.way {
            Way::Searched(found) => PyTuple::new(py, found.texts().constraints),
            Way::Filled(_) => Ok(PyTuple::empty(py)),
        }
    }

    /// At most `limit` valuations of the names, as pairs of inputs and outputs, and whether these are all.
    fn ground(&self, py: Python<'_>, limit: usize) -> PyResult<Valuations> {
        let pair = |ground: Ground| {
            Ok((shown(py, &ground.inputs, self.of_shapes)?, shown(py, &ground.outputs, self.of_shapes)?))
        };
        let found = self.searched()?;
        let found = with_python_errors(|| Ok(found.ground(limit)))?;
        let exhaustive = found.is_exhaustive;
        let pairs = found.into_iter().map(pair).collect::<PyResult<Vec<_>>>()?;
        Ok(Valuations { pairs: PyList::new(py, pairs)?.unbind(), exhaustive })
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Solution {}>", self.searched()?))
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(self.searched()?.to_string())
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Solution cannot be pickled: its names can be searched on, by `ground`; pickle its inputs, outputs and \
             constraints",
        ))
    }
}

impl Solutions {
    fn lock(&self) -> MutexGuard<'_, Looking> {
        lock(&self.search)
    }

    /// Looks on, with what is looked at taken out of its lock.
    fn looking<T>(&self, look: impl FnOnce(&mut Looking) -> T) -> PyResult<T> {
        let mut own = std::mem::replace(&mut *self.lock(), Looking::Running);
        if matches!(own, Looking::Running) {
            return Err(PyRuntimeError::new_err("these solutions are being looked for already"));
        }
        let found = with_python_errors(|| Ok(look(&mut own)));
        *self.lock() = own;
        found
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self) -> PyResult<Option<Solution>> {
        if let Looking::Filled(only) = &mut *self.lock() {
            return Ok(only.take().map(|only| Solution { way: Way::Filled(only), of_shapes: self.of_shapes }));
        }
        let way = self.looking(|looking| match looking {
            Looking::Search(search) => search.next().map(|found| Way::Searched(Box::new(found))),
            Looking::Filled(_) | Looking::Running => None,
        })?;
        Ok(way.map(|way| Solution { way, of_shapes: self.of_shapes }))
    }

    /// Whether all has been looked at; False while there may be more.
    #[getter]
    fn exhaustive(&self) -> bool {
        match &*self.lock() {
            Looking::Search(search) => search.is_exhaustive(),
            Looking::Filled(only) => only.is_none(),
            Looking::Running => false,
        }
    }

    /// Why there is no solution; None if there is one, or if that is not known.
    fn conflict(&self, py: Python<'_>) -> PyResult<Option<Conflict>> {
        let conflict = self.looking(|looking| match looking {
            Looking::Search(search) => search.conflict(),
            Looking::Filled(_) | Looking::Running => None,
        })?;
        let Some(conflict) = conflict else { return Ok(None) };
        let pieces = PyTuple::new(py, conflict.pieces.iter().map(|piece| piece.to_string()))?.unbind();
        Ok(Some(Conflict { message: conflict.to_string(), minimised: conflict.minimised, pieces }))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "Solutions cannot be copied or pickled: they are a search that goes on; `list` has what it finds",
        ))
    }
}

#[pymethods]
impl Conflict {
    fn __str__(&self) -> &str {
        &self.message
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let again = py.import("conformable._native")?.getattr("conflict_again")?;
        Ok((again, (&self.message, self.minimised, &self.pieces).into_pyobject(py)?))
    }
}

/// Valuations that were pickled.
#[pyfunction]
pub fn valuations_again(pairs: Py<PyList>, exhaustive: bool) -> Valuations {
    Valuations { pairs, exhaustive }
}

/// A conflict that was pickled.
#[pyfunction]
pub fn conflict_again(message: String, minimised: bool, pieces: Py<PyTuple>) -> Conflict {
    Conflict { message, minimised, pieces }
}

/// Types, or the shapes alone.
fn shown<'py>(py: Python<'py>, types: &[Ty], of_shapes: bool) -> PyResult<Bound<'py, PyTuple>> {
    if !of_shapes {
        return tuple_of(py, types);
    }
    let shape = |ty: &Ty| shape_tuple(py, ty.as_array().map_or_else(Shape::any, |(_, shape)| shape));
    PyTuple::new(py, types.iter().map(shape).collect::<PyResult<Vec<_>>>()?)
}
