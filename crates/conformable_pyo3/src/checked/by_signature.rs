//! What `cf.checked` with a signature of shapes asks: do the arguments' shapes fit, and the results'?

use conformable_signatures::Signature as Sig;
use conformable_types::{Elem, Shape, Ty};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::{Arrays, Inputs, SCRATCH};
use crate::signature::{Signature, refused};

/// A signature that a function's arguments and results are held to.
#[pyclass(frozen, module = "conformable")]
pub struct SignatureChecks {
    function: String,
    signature: Sig,
    /// The parameters that are its inputs: their places among the values, and their names.
    inputs: Vec<(usize, String)>,
    arrays: &'static Arrays,
}

/// The shapes of a call's inputs.
#[pyclass(frozen, module = "conformable")]
pub struct Given(Inputs);

#[pymethods]
impl SignatureChecks {
    #[new]
    fn new(
        py: Python<'_>,
        function: String,
        signature: &Signature,
        inputs: Vec<(usize, String)>,
    ) -> PyResult<SignatureChecks> {
        Ok(SignatureChecks { function, signature: signature.inner().clone(), inputs, arrays: Arrays::get(py)? })
    }

    /// Checks the arguments.
    fn enter(&self, values: &Bound<'_, PyTuple>) -> PyResult<Given> {
        let mut inputs = Inputs::default();
        for (place, name) in &self.inputs {
            let value = values.get_borrowed_item(*place)?;
            self.read(&value, name, &mut inputs)?;
        }
        if !SCRATCH.with_borrow_mut(|found| self.signature.call_sizes(&inputs.slices(), found)) {
            self.signature.call(&inputs.shapes()).map_err(|refusal| refused(values.py(), &refusal))?;
        }
        Ok(Given(inputs))
    }

    /// Checks a result of the call with these values.
    fn leave(&self, values: &Bound<'_, PyTuple>, given: &Given, result: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, inputs) = (values.py(), &given.0);
        let count = self.signature.output_count();
        let mut outputs = Inputs::default();
        match result.cast::<PyTuple>() {
            Ok(items) if count != 1 => {
                items.iter().try_for_each(|item| self.read(&item, "the result", &mut outputs))?;
            }
            _ => self.read(result, "the result", &mut outputs)?,
        }
        if outputs.len() != count {
            let message = format!("{}: {count} results are wanted, not {}", self.function, outputs.len());
            return Err(self.error(py, "ArgumentError", message, &[], None));
        }
        let proved = SCRATCH.with_borrow_mut(|expected| {
            self.signature.call_sizes(&inputs.slices(), expected) && expected.iter().eq(outputs.slices())
        });
        if proved { Ok(()) } else { self.solve(py, inputs, &outputs) }
    }
}

impl SignatureChecks {
    fn read(&self, value: &Bound<'_, PyAny>, name: &str, into: &mut Inputs) -> PyResult<()> {
        if self.arrays.read(value, into)?.is_none() {
            let py = value.py();
            let no_array = |error: PyErr| match error.is_instance_of::<PyValueError>(py) {
                true => PyTypeError::new_err(format!("{name} is no array: {}", error.value(py))),
                false => error,
            };
            let shape = match value.getattr_opt(intern!(py, "shape"))? {
                Some(shape) => shape,
                None => py.import("numpy")?.call_method1("shape", (value,)).map_err(no_array)?,
            };
            for size in shape.try_iter()? {
                into.push(size?.extract()?);
            }
            into.end();
        }
        Ok(())
    }

    /// The engine's answer, which also explains.
    fn solve(&self, py: Python<'_>, inputs: &Inputs, outputs: &Inputs) -> PyResult<()> {
        let types =
            |shapes: &[Shape]| shapes.iter().map(|shape| Some(Ty::array(Elem::any(), *shape))).collect::<Vec<_>>();
        let (given, found) = (inputs.shapes(), outputs.shapes());
        let search = self.signature.solve(&types(&given), &types(&found));
        let mut search = search.map_err(|refusal| refused(py, &refusal))?;
        if search.next().is_some() {
            return Ok(());
        }
        let why = search.conflict().map_or_else(|| "the result does not fit".to_owned(), |found| found.to_string());
        let message = format!("{}: {why}\n  {}", self.function, self.signature);
        let all: Vec<Shape> = given.into_iter().chain(found).collect();
        Err(self.error(py, "ShapeError", message, &all, Some(self.inputs.len())))
    }

    fn error(&self, py: Python<'_>, class: &str, message: String, actual: &[Shape], odd: Option<usize>) -> PyErr {
        let make = || {
            let class = py.import("conformable._errors")?.getattr(class)?;
            let actual = actual.iter().map(|shape| conformable_signatures::signature::call::shape_text(*shape));
            let actual = PyTuple::new(py, actual.collect::<Vec<_>>())?;
            class.call1((message, self.signature.to_string(), actual, Vec::from_iter(odd)))
        };
        make().map_or_else(|failure| failure, PyErr::from_value)
    }
}
