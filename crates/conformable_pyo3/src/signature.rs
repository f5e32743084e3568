//! `cf.Signature`: written three ways, called on shapes, applied to types, composed, solved.
//!
//! Shapes are tuples here and types are views; what a signature means is `conformable_signatures`.

use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};

use conformable_signatures::signature::build::Builder;
use conformable_signatures::signature::call::Refusal;
use conformable_signatures::signature::solve::STEPS;
use conformable_signatures::signature::{Ground, InstantiateError, Solution as Found, Solutions as Search};
use conformable_signatures::{Signature as Sig, signature};
use conformable_solver::FailureKind;
use conformable_types::{Elem, Shape, Sym, Term, Ty};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyMapping, PyString, PyTuple};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::arrays::{Inputs, SCRATCH};
use crate::base::ty_of;
use crate::convert::{dim, elem, parse_error, seq_text, shape};
use crate::identity::view;
use crate::layout::dim_object;
use crate::repr::quoted;
use crate::terms::{object, objects};

/// What an operation does to shapes and types: a function from types to a typed function.
///
/// `Signature("+(m,n),(n,p)->(m,p)")`, `Signature("(x[a], y[b]) -> promote(x, y)[a + b]")`, or of
/// objects. Equal are those that differ in their variables' names alone.
#[pyclass(frozen, module = "conformable")]
pub struct Signature(Sig);

/// A call that may return.
#[pyclass(frozen, get_all, module = "conformable")]
pub struct Call {
    /// The types of the inputs, with what the call teaches put in.
    inputs: Py<PyTuple>,
    /// The types of the outputs.
    outputs: Py<PyTuple>,
    /// What must hold of the names besides, as texts.
    constraints: Py<PyTuple>,
}

/// One way in which inputs and outputs fit: shapes of a signature of shapes, else types.
#[pyclass(frozen, module = "conformable")]
pub struct Solution {
    found: Found,
    of_shapes: bool,
}

/// The solutions of a question, found as they are asked for, those with the fewest dims first.
#[pyclass(frozen, module = "conformable")]
pub struct Solutions {
    search: Mutex<Search>,
    of_shapes: bool,
}

/// Types that together cannot be; without any one of the pieces they could.
#[pyclass(frozen, get_all, module = "conformable")]
pub struct Conflict {
    message: String,
    /// Whether each piece is known to be needed.
    minimised: bool,
    pieces: Py<PyTuple>,
}

/// `cf.ShapeError` or `cf.DTypeError`, as NumPy would raise a ValueError or a TypeError there.
pub fn refused(py: Python<'_>, refusal: &Refusal) -> PyErr {
    let class = match refusal.failure.kind {
        FailureKind::Casting | FailureKind::NoLoop | FailureKind::NotAnInteger | FailureKind::WrongSlot => "DTypeError",
        FailureKind::Arguments => "ArgumentError",
        _ => "ShapeError",
    };
    let make = || {
        let odd: Vec<usize> = refusal.failure.parts.iter().map(|part| part.argument).collect();
        let class = py.import("conformable._errors")?.getattr(class)?;
        class.call1((refusal.to_string(), &refusal.signature, PyTuple::new(py, &refusal.inputs)?, odd))
    };
    make().map_or_else(|failure| failure, PyErr::from_value)
}

/// A shape as a tuple: ints and `Dim`s, a sequence of dims as its text.
fn shape_tuple(py: Python<'_>, shape: Shape) -> PyResult<Bound<'_, PyTuple>> {
    let mut items = Vec::new();
    for dim in &shape.data().prefix {
        items.push(dim_object(py, *dim)?);
    }
    if let Some(seq) = shape.seq() {
        items.push(match seq.is_any() {
            true => py.Ellipsis().into_bound(py),
            false => PyString::new(py, &seq_text(seq)).into_any(),
        });
        for dim in shape.suffix() {
            items.push(dim_object(py, *dim)?);
        }
    }
    PyTuple::new(py, items)
}

fn given(value: &Bound<'_, PyAny>, of_shapes: bool) -> PyResult<Option<Ty>> {
    if value.is_none() {
        return Ok(None);
    }
    if of_shapes && !value.is_instance_of::<crate::base::Type>() {
        return Ok(Some(Ty::array(Elem::any(), shape(value)?)));
    }
    ty_of(value).map(Some)
}

fn sides(value: Option<&Bound<'_, PyAny>>, count: usize, of_shapes: bool) -> PyResult<Vec<Option<Ty>>> {
    match value {
        None => Ok(vec![None; count]),
        Some(value) => value.try_iter()?.map(|one| given(&one?, of_shapes)).collect(),
    }
}

fn ranks(given: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, usize)>> {
    given.into_iter().flatten().map(|(name, count)| Ok((name.extract()?, count.extract()?))).collect()
}

impl Signature {
    /// What Python's object stands for.
    pub fn inner(&self) -> &Sig {
        &self.0
    }

    /// The outputs for tuples of ints that plainly fit, without any shape made.
    fn call_sizes<'py>(&self, py: Python<'py>, shapes: &Bound<'py, PyTuple>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let mut inputs = Inputs::default();
        for shape in shapes.iter_borrowed() {
            let Ok(shape) = shape.cast_exact::<PyTuple>() else { return Ok(None) };
            for size in shape.iter_borrowed() {
                match size.cast_exact::<PyInt>().ok().and_then(|size| size.extract::<i64>().ok()) {
                    Some(size) if size >= 0 => inputs.push(size),
                    _ => return Ok(None),
                }
            }
            inputs.end();
        }
        SCRATCH.with_borrow_mut(|outputs| {
            if !self.0.call_sizes(&inputs.slices(), outputs) {
                return Ok(None);
            }
            let found = outputs.iter().map(|sizes| PyTuple::new(py, sizes)).collect::<PyResult<SmallVec<[_; 4]>>>()?;
            PyTuple::new(py, found).map(Some)
        })
    }

    fn of_shapes(&self) -> bool {
        self.0.as_shapes().is_some()
    }

    fn of_objects(
        variables: Option<&Bound<'_, PyAny>>,
        constraints: Option<&Bound<'_, PyAny>>,
        inputs: Option<&Bound<'_, PyAny>>,
        outputs: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Sig> {
        let (Some(inputs), Some(outputs)) = (inputs, outputs) else {
            return Err(PyTypeError::new_err("a text, or inputs and outputs"));
        };
        let mut builder = Builder::new();
        if let Some(variables) = variables {
            builder = builder.vars(&objects(variables)?);
        }
        for constraint in constraints.map_or_else(|| Ok(Vec::new()), objects)? {
            builder = builder.where_(constraint);
        }
        if let Ok(named) = inputs.cast::<PyMapping>() {
            for pair in named.items()?.iter() {
                let (name, input): (String, Bound<'_, PyAny>) = pair.extract()?;
                builder = builder.named_input(&name, object(&input)?);
            }
        } else {
            for input in objects(inputs)? {
                builder = builder.input(input);
            }
        }
        for output in objects(outputs)? {
            builder = builder.output(output);
        }
        builder.build().map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Signature {
    #[new]
    #[pyo3(signature = (text = None, *, type_vars = None, r#where = None, inputs = None, outputs = None))]
    fn new(
        py: Python<'_>,
        text: Option<&str>,
        type_vars: Option<&Bound<'_, PyAny>>,
        r#where: Option<&Bound<'_, PyAny>>,
        inputs: Option<&Bound<'_, PyAny>>,
        outputs: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Signature> {
        let Some(text) = text else {
            return Signature::of_objects(type_vars, r#where, inputs, outputs).map(Signature);
        };
        if type_vars.or(r#where).or(inputs).or(outputs).is_some() {
            return Err(PyTypeError::new_err("a text, or inputs and outputs, not both"));
        }
        Sig::parse(text).map(Signature).map_err(|error| parse_error(py, text, &error))
    }

    /// Shapes in, a tuple of shapes out. What `.k.` skips may be given: `k=2`.
    #[pyo3(signature = (*shapes, **given))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, PyTuple>,
        given: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        if given.is_none()
            && let Some(found) = self.call_sizes(py, shapes)?
        {
            return Ok(found);
        }
        let shapes: Vec<Shape> = shapes.iter().map(|one| shape(&one)).collect::<PyResult<_>>()?;
        let found = self.0.call_with(&shapes, &ranks(given)?).map_err(|refusal| refused(py, &refusal))?;
        let found: Vec<_> = found.into_iter().map(|shape| shape_tuple(py, shape)).collect::<PyResult<_>>()?;
        PyTuple::new(py, found)
    }

    /// Types in, a `Call` out.
    #[pyo3(signature = (*types, **given))]
    fn apply(&self, py: Python<'_>, types: &Bound<'_, PyTuple>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Call> {
        let types: Vec<Ty> = types.iter().map(|one| ty_of(&one)).collect::<PyResult<_>>()?;
        let call = self.0.apply_with(&types, &ranks(given)?).map_err(|refusal| refused(py, &refusal))?;
        Ok(Call {
            inputs: views(py, &call.inputs)?.unbind(),
            outputs: views(py, &call.outputs)?.unbind(),
            constraints: PyTuple::new(py, call.constraint_texts())?.unbind(),
        })
    }

    /// The ways in which these inputs and outputs fit; None stands for what is to be found, and a
    /// side left out for Nones. At most `steps` states are looked at.
    #[pyo3(signature = (inputs = None, outputs = None, *, steps = STEPS, **given))]
    fn solve(
        &self,
        py: Python<'_>,
        inputs: Option<&Bound<'_, PyAny>>,
        outputs: Option<&Bound<'_, PyAny>>,
        steps: usize,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Solutions> {
        let of_shapes = self.of_shapes();
        let inputs = sides(inputs, self.0.arity(), of_shapes)?;
        let outputs = sides(outputs, self.0.output_count(), of_shapes)?;
        let search = self.0.solve_within(&inputs, &outputs, &ranks(given)?, steps);
        let search = Mutex::new(search.map_err(|refusal| refused(py, &refusal))?);
        Ok(Solutions { search, of_shapes })
    }

    /// The signature with variables fixed by name.
    #[pyo3(signature = (**values))]
    fn instantiate(&self, values: Option<&Bound<'_, PyDict>>) -> PyResult<Signature> {
        let mut fixed: Vec<(String, Term)> = Vec::new();
        for (name, value) in values.into_iter().flatten() {
            let name: String = name.extract()?;
            let sort = self.0.vars().iter().find(|var| var.name == Sym::new(&name)).map(|var| var.sort);
            // Of a name that is no variable the value doesn't matter: it is refused.
            let value = sort.map_or(Ok(Term::Ty(Ty::unknown())), |sort| value_of(sort, &value))?;
            fixed.push((name, value));
        }
        let fixed: Vec<(&str, Term)> = fixed.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        self.0.instantiate(&fixed).map(Signature).map_err(|error| match error {
            InstantiateError::NoSuchVariable(..) => PyKeyError::new_err(error.to_string()),
            InstantiateError::WrongSort(..) => PyTypeError::new_err(error.to_string()),
        })
    }

    /// The signature of `other` applied to this one's outputs.
    fn then(&self, py: Python<'_>, other: &Signature) -> PyResult<Signature> {
        self.0.then(&other.0).map(Signature).map_err(|refusal| refused(py, &refusal))
    }

    /// How many inputs and outputs there are.
    #[getter]
    fn counts(&self) -> (usize, usize) {
        (self.0.arity(), self.0.output_count())
    }

    /// The variables' names and sorts, in the order in which they occur.
    #[getter]
    fn type_vars(&self) -> Vec<(&'static str, &'static str)> {
        self.0.vars().iter().map(|var| (var.name.as_str(), var.sort.word())).collect()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Signature({})", quoted(&self.0.to_string()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Signature>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> isize {
        let sorts: Vec<_> = self.0.vars().iter().map(|var| var.sort).collect();
        FxBuildHasher.hash_one((self.0.arity(), self.0.output_count(), sorts)) as isize
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().into_any(), (slf.get().0.to_string(),)))
    }
}

fn value_of(sort: signature::Sort, value: &Bound<'_, PyAny>) -> PyResult<Term> {
    use signature::Sort;
    Ok(match sort {
        Sort::Shape => Term::Shape(shape(value)?),
        Sort::DType | Sort::Number => Term::Elem(elem(value)?),
        Sort::Type => Term::Ty(ty_of(value)?),
        Sort::Dim | Sort::Rank | Sort::Order | Sort::Device => Term::Dim(dim(value)?),
    })
}

fn views<'py>(py: Python<'py>, types: &[Ty]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, types.iter().map(|ty| view(py, *ty)).collect::<PyResult<Vec<_>>>()?)
}

/// Types, or the shapes alone.
fn shown<'py>(py: Python<'py>, types: &[Ty], of_shapes: bool) -> PyResult<Bound<'py, PyTuple>> {
    if !of_shapes {
        return views(py, types);
    }
    let shape = |ty: &Ty| shape_tuple(py, ty.as_array().map_or_else(Shape::any, |(_, shape)| shape));
    PyTuple::new(py, types.iter().map(shape).collect::<PyResult<Vec<_>>>()?)
}

#[pymethods]
impl Call {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (inputs, outputs) = (self.inputs.bind(py), self.outputs.bind(py));
        let constraints = self.constraints.bind(py).repr()?;
        Ok(format!("Call(inputs={}, outputs={}, constraints={constraints})", inputs.repr()?, outputs.repr()?))
    }
}

#[pymethods]
impl Solution {
    /// A shape or type for each input: sizes are ints, or `Dim`s over the solution's names.
    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        shown(py, &self.found.inputs, self.of_shapes)
    }

    /// A shape or type for each output.
    #[getter]
    fn outputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        shown(py, &self.found.outputs, self.of_shapes)
    }

    /// All that restricts the names, as texts.
    #[getter]
    fn constraints<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.found.texts().constraints)
    }

    /// At most `limit` valuations of the names, as pairs of inputs and outputs.
    fn ground<'py>(&self, py: Python<'py>, limit: usize) -> PyResult<Vec<(Bound<'py, PyTuple>, Bound<'py, PyTuple>)>> {
        let pair = |ground: Ground| {
            Ok((shown(py, &ground.inputs, self.of_shapes)?, shown(py, &ground.outputs, self.of_shapes)?))
        };
        self.found.ground(limit).into_iter().map(pair).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Solution {}>", self.found)
    }

    fn __str__(&self) -> String {
        self.found.to_string()
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<Solution> {
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        search.next().map(|found| Solution { found, of_shapes: self.of_shapes })
    }

    /// Whether all has been looked at; False while there may be more.
    #[getter]
    fn exhaustive(&self) -> bool {
        self.search.lock().unwrap_or_else(PoisonError::into_inner).is_exhaustive()
    }

    /// Why there is no solution; None if there is one, or if that is not known.
    fn conflict(&self, py: Python<'_>) -> PyResult<Option<Conflict>> {
        let conflict = self.search.lock().unwrap_or_else(PoisonError::into_inner).conflict();
        let Some(conflict) = conflict else { return Ok(None) };
        let pieces = PyTuple::new(py, conflict.pieces.iter().map(|piece| piece.to_string()))?.unbind();
        Ok(Some(Conflict { message: conflict.to_string(), minimised: conflict.minimised, pieces }))
    }
}

#[pymethods]
impl Conflict {
    fn __str__(&self) -> &str {
        &self.message
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Signature>()?;
    module.add_class::<Call>()?;
    module.add_class::<Solution>()?;
    module.add_class::<Solutions>()?;
    module.add_class::<Conflict>()
}
