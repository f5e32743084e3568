//! What `cf.checked` with a signature of shapes asks: do the arguments' shapes fit, and the results'?

use conformable_signatures::Signature as Sig;
use conformable_signatures::signature::call::shape_text;
use conformable_types::{Elem, Shape, Ty};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use smallvec::SmallVec;

use super::packed::{pack, packed};
use crate::arrays::{Arrays, SCRATCH, ShapeList};
use crate::python::misfit;
use crate::reentry::with_python_errors;
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

    /// Checks the arguments. What they have decided is the inputs' shapes, and the outputs' where
    /// these are known: in front of its sizes each says how many they are.
    #[pyo3(signature = (values, /))]
    fn enter<'py>(&self, values: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyBytes>> {
        let py = values.py();
        if let Some(shapes) = self.in_place(values) {
            let known = SCRATCH.with_borrow_mut(|found| {
                if !self.signature.call_sizes(&shapes, found) {
                    return Ok(None);
                }
                with_lengths(py, shapes.iter().copied().chain(found.iter())).map(Some)
            });
            if let Some(known) = known? {
                return Ok(known);
            }
        }
        let mut inputs = ShapeList::default();
        for (place, name) in &self.inputs {
            let value = values.get_borrowed_item(*place)?;
            self.read(&value, name, &mut inputs)?;
        }
        with_python_errors(|| self.signature.call(&inputs.shapes()).map_err(|refusal| refused(py, &refusal)))?;
        with_lengths(py, inputs.slices().into_iter())
    }

    /// Checks a result of the call with these values, and gives it back.
    #[pyo3(signature = (values, entered, result, /))]
    fn leave<'py>(
        &self,
        values: &Bound<'_, PyTuple>,
        entered: &Bound<'_, PyBytes>,
        result: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = values;
        self.check(&shapes_of(&packed(entered)), &result)?;
        Ok(result)
    }
}

impl SignatureChecks {
    /// The inputs' sizes where they stand; None if one has to be read through Python.
    #[inline]
    fn in_place<'a>(&self, values: &'a Bound<'_, PyTuple>) -> Option<SmallVec<[&'a [i64]; 6]>> {
        let mut shapes = SmallVec::new();
        for (place, _) in &self.inputs {
            shapes.push(self.arrays.sizes(values.get_borrowed_item(*place).ok()?)?.0);
        }
        Some(shapes)
    }

    fn check(&self, known: &[&[i64]], result: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = result.py();
        let count = self.signature.output_count();
        let (given, expected) = known.split_at_checked(self.inputs.len()).unwrap_or_default();
        if let [expected] = expected
            && let Some((sizes, _)) = self.arrays.sizes(result.as_borrowed())
            && sizes == *expected
        {
            return Ok(());
        }
        let mut outputs = ShapeList::default();
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
        let proved = match expected {
            [] => SCRATCH.with_borrow_mut(|expected| {
                self.signature.call_sizes(given, expected) && expected.iter().eq(outputs.slices())
            }),
            _ => expected == &*outputs.slices(),
        };
        if proved { Ok(()) } else { self.solve(py, &given.iter().copied().collect(), &outputs) }
    }

    fn read(&self, value: &Bound<'_, PyAny>, name: &str, into: &mut ShapeList) -> PyResult<()> {
        if !self.arrays.read(value, into)? {
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
    fn solve(&self, py: Python<'_>, inputs: &ShapeList, outputs: &ShapeList) -> PyResult<()> {
        let types =
            |shapes: &[Shape]| shapes.iter().map(|shape| Some(Ty::array(Elem::any(), *shape))).collect::<Vec<_>>();
        let (given, found) = (inputs.shapes(), outputs.shapes());
        let why = with_python_errors(|| {
            let search = self.signature.solve(&types(&given), &types(&found));
            let mut search = search.map_err(|refusal| refused(py, &refusal))?;
            if search.next().is_some() {
                return Ok(None);
            }
            Ok(Some(search.conflict().map_or_else(|| "the result does not fit".to_owned(), |found| found.to_string())))
        })?;
        let Some(why) = why else { return Ok(()) };
        let message = format!("{}: {why}\n  {}", self.function, self.signature);
        let all: Vec<Shape> = given.into_iter().chain(found).collect();
        Err(self.error(py, "ShapeError", message, &all, Some(self.inputs.len())))
    }

    fn error(&self, py: Python<'_>, class: &str, message: String, actual: &[Shape], odd: Option<usize>) -> PyErr {
        let actual: Vec<String> = actual.iter().map(|shape| shape_text(*shape)).collect();
        misfit(py, class, message, self.signature.to_string(), &actual, Vec::from_iter(odd))
    }
}

/// Sizes of several shapes, each behind their number.
#[inline]
fn with_lengths<'py, 's>(py: Python<'py>, shapes: impl Iterator<Item = &'s [i64]>) -> PyResult<Bound<'py, PyBytes>> {
    let mut all: SmallVec<[i64; 24]> = SmallVec::new();
    for shape in shapes {
        all.push(i64::try_from(shape.len()).unwrap_or(0));
        all.extend_from_slice(shape);
    }
    pack(py, &[&all])
}

/// What [`with_lengths`] has put together.
#[inline]
fn shapes_of(mut sizes: &[i64]) -> SmallVec<[&[i64]; 8]> {
    let mut shapes = SmallVec::new();
    while let Some((length, rest)) = sizes.split_first() {
        let (shape, after) = rest.split_at_checked(usize::try_from(*length).unwrap_or(0)).unwrap_or_default();
        shapes.push(shape);
        sizes = after;
    }
    shapes
}
