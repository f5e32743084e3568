//! `cf.Signature`: written three ways, called on shapes, applied to types, composed, solved.
//!
//! Shapes are tuples here and types are views; what a signature means is `conformable_signatures`.

use std::hash::BuildHasher;

use conformable_signatures::minilanguage::Item;
use conformable_signatures::signature::InstantiateError;
use conformable_signatures::signature::build::Builder;
use conformable_signatures::signature::call::Refusal;
use conformable_signatures::signature::entry::EntryCall;
use conformable_signatures::signature::parts::SignatureParts;
use conformable_signatures::signature::solve::STEPS;
use conformable_signatures::vetted::parse_type;
use conformable_signatures::{Signature as Sig, signature};
use conformable_solver::FailureKind;
use conformable_types::dtype::Dialect;
use conformable_types::{Elem, Shape, Sym, Term, Ty};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyMapping, PyString, PyTuple};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::arrays::{SCRATCH, ShapeList};
use crate::base::ty_of;
use crate::constructors::load_plugins;
use crate::containers::tuple_of;
use crate::convert::{dim, elem, parse_error, seq_text, shape};
use crate::graph::arguments::literal;
use crate::layout::dim_object;
use crate::nesting;
use crate::python::misfit;
use crate::reentry::with_python_errors;
use crate::repr::quoted;
use crate::solutions::Solutions;
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

/// `cf.ShapeError` or `cf.DTypeError`, as NumPy would raise a ValueError or a TypeError there.
pub fn refused(py: Python<'_>, refusal: &Refusal) -> PyErr {
    let class = match refusal.failure.kind {
        FailureKind::Casting | FailureKind::NoLoop | FailureKind::NotAnInteger | FailureKind::WrongSlot => "DTypeError",
        FailureKind::Arguments => "ArgumentError",
        FailureKind::IndexOutOfRange
        | FailureKind::TooManyIndices
        | FailureKind::MaskSize
        | FailureKind::NotAnIndex
        | FailureKind::AxisOutOfRange => "IndexingError",
        _ => "ShapeError",
    };
    let odd = refusal.failure.parts.iter().map(|part| part.argument).collect();
    misfit(py, class, refusal.to_string(), refusal.signature.clone(), &refusal.inputs, odd)
}

/// A shape as a tuple: ints and `Dim`s, a sequence of dims as its text.
pub fn shape_tuple(py: Python<'_>, shape: Shape) -> PyResult<Bound<'_, PyTuple>> {
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
    argument(value).map(Some)
}

/// A type, or the type that a text is.
fn written(value: &Bound<'_, PyAny>) -> PyResult<Ty> {
    match value.cast::<PyString>() {
        Ok(text) => {
            let text = text.to_cow()?;
            parse_type(&text).map_err(|error| parse_error(value.py(), &text, &error))
        }
        Err(_) => ty_of(value),
    }
}

fn sides(value: Option<&Bound<'_, PyAny>>, count: usize, of_shapes: bool) -> PyResult<Vec<Option<Ty>>> {
    match value {
        None => Ok(vec![None; count]),
        Some(value) if value.cast::<PyMapping>().is_ok() => {
            Err(PyTypeError::new_err("outputs are given in order, in a list: they have no names"))
        }
        Some(value) => value.try_iter()?.map(|one| given(&one?, of_shapes)).collect(),
    }
}

impl Signature {
    pub fn of(signature: Sig) -> Signature {
        Signature(signature)
    }

    pub fn core(&self) -> &Sig {
        &self.0
    }

    fn parts(&self) -> PyResult<SignatureParts> {
        let several = || PyValueError::new_err("these are several signatures: each of `overloads` has its own parts");
        self.0.parts().ok_or_else(several)
    }
}

/// An argument's type: the type or its text, else that of the value; a list and a tuple have such as items.
fn argument(value: &Bound<'_, PyAny>) -> PyResult<Ty> {
    let all = |items: Vec<Bound<'_, PyAny>>| {
        let _level = nesting::deeper()?;
        items.iter().map(argument).collect::<PyResult<Vec<Ty>>>()
    };
    if value.is_instance_of::<PyString>() || value.is_instance_of::<crate::base::Type>() {
        return written(value);
    }
    if let Ok(items) = value.cast::<PyTuple>() {
        return Ok(Ty::tuple(all(items.iter().collect())?));
    }
    if let Ok(items) = value.cast::<PyList>() {
        return Ok(Ty::list(all(items.iter().collect())?));
    }
    match literal(value)? {
        Some(ty) => Ok(ty),
        None => written(value),
    }
}

/// Inputs by their names; those that are None are to be found.
fn by_names(inputs: &Bound<'_, PyAny>) -> PyResult<Vec<(String, Ty)>> {
    let pairs = inputs.cast::<PyMapping>()?.items()?;
    let read = |pair: Bound<'_, PyAny>| {
        let (name, value): (String, Bound<'_, PyAny>) = pair.extract()?;
        Ok(if value.is_none() { None } else { Some((name, argument(&value)?)) })
    };
    pairs.iter().filter_map(|pair| read(pair).transpose()).collect()
}

fn named(
    given: Option<&Bound<'_, PyDict>>,
    read: impl Fn(&Bound<'_, PyAny>) -> PyResult<Ty>,
) -> PyResult<Vec<(String, Ty)>> {
    given.into_iter().flatten().map(|(name, value)| Ok((name.extract()?, read(&value)?))).collect()
}

impl Signature {
    /// What Python's object stands for.
    pub fn inner(&self) -> &Sig {
        &self.0
    }

    /// The outputs for tuples of ints that plainly fit, without any shape made.
    fn call_sizes<'py>(&self, py: Python<'py>, shapes: &Bound<'py, PyTuple>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let mut inputs = ShapeList::default();
        if !shapes.iter_borrowed().all(|shape| plain_sizes(&shape, &mut inputs)) {
            return Ok(None);
        }
        SCRATCH.with_borrow_mut(|outputs| {
            if !self.0.call_sizes(&inputs.slices(), outputs) {
                return Ok(None);
            }
            let found = outputs.iter().map(|sizes| PyTuple::new(py, sizes)).collect::<PyResult<SmallVec<[_; 4]>>>()?;
            PyTuple::new(py, found).map(Some)
        })
    }

    /// The only solution, where tuples of ints decide it at once.
    fn fill(
        slf: &Bound<'_, Self>,
        inputs: Option<&Bound<'_, PyAny>>,
        outputs: Option<&Bound<'_, PyAny>>,
    ) -> Option<Solutions> {
        let own = &slf.get().0;
        let (mut sizes, mut known) = (ShapeList::default(), SmallVec::<[bool; 6]>::new());
        for (side, count) in [(inputs, own.arity()), (outputs, own.output_count())] {
            let end = known.len() + count;
            let mut operand = |item: &Bound<'_, PyAny>| {
                known.push(!item.is_none());
                (item.is_none() || plain_sizes(item, &mut sizes)).then_some(())
            };
            // An iterator can be read only once: only lists and tuples are looked at.
            match side.map(|side| (side.cast_exact::<PyList>(), side.cast_exact::<PyTuple>())) {
                None => {}
                Some((Ok(list), _)) => list.iter().try_for_each(|item| operand(&item))?,
                Some((_, Ok(tuple))) => tuple.iter_borrowed().try_for_each(|item| operand(&item))?,
                Some(_) => return None,
            }
            if known.len() > end {
                return None;
            }
            while known.len() < end {
                known.push(false);
            }
        }
        let (mut operands, mut given) = (SmallVec::<[Option<&[i64]>; 6]>::new(), 0);
        for is_known in known {
            operands.push(is_known.then(|| sizes.shape(given)));
            given += usize::from(is_known);
        }
        SCRATCH.with_borrow_mut(|all| {
            own.fill_sizes(&operands, all)
                .then(|| Solutions::filled(slf.clone().unbind(), ShapeList::from(&*all), own.arity()))
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
    #[pyo3(signature = (text = None, *, type_vars = None, r#where = None, inputs = None, outputs = None, dialect = "numpy"))]
    #[allow(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn new(
        py: Python<'_>,
        text: Option<&str>,
        type_vars: Option<&Bound<'_, PyAny>>,
        r#where: Option<&Bound<'_, PyAny>>,
        inputs: Option<&Bound<'_, PyAny>>,
        outputs: Option<&Bound<'_, PyAny>>,
        dialect: &str,
    ) -> PyResult<Signature> {
        let dialect = Some(crate::framework::dialect(py, dialect)?).filter(|dialect| !dialect.is_numpys());
        let Some(text) = text else {
            let signature = Signature::of_objects(type_vars, r#where, inputs, outputs)?;
            return Ok(Signature(signature.in_dialect(dialect)));
        };
        if type_vars.or(r#where).or(inputs).or(outputs).is_some() {
            return Err(PyTypeError::new_err("a text, or inputs and outputs, not both"));
        }
        let signature = match Sig::parse(text) {
            Ok(signature) => signature,
            // It may be a plugin's word that is not known.
            Err(_) => {
                load_plugins(py)?;
                Sig::parse(text).map_err(|error| parse_error(py, text, &error))?
            }
        };
        Ok(Signature(signature.in_dialect(dialect)))
    }

    /// Shapes in, a tuple of shapes out; also by the names of parameters. What `.k.` skips may be given: `k=2`.
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
        let named = named(given, |value| match value.cast::<PyTuple>() {
            Ok(sizes) if !self.of_shapes() => Ok(Ty::array(Elem::any(), shape(sizes)?)),
            _ => argument(value),
        })?;
        let found = with_python_errors(|| self.0.call_named(&shapes, &named).map_err(|refusal| refused(py, &refusal)))?;
        let found: Vec<_> = found.into_iter().map(|shape| shape_tuple(py, shape)).collect::<PyResult<_>>()?;
        PyTuple::new(py, found)
    }

    /// Types in, a `Call` out: by place and by name, as a call of the function has its arguments. For a type may
    /// stand its text, or but for a str a value: `axis=0`.
    #[pyo3(signature = (*types, **given))]
    fn apply(&self, py: Python<'_>, types: &Bound<'_, PyTuple>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Call> {
        let types: Vec<Ty> = match self.of_shapes() {
            true => types.iter().map(|one| written(&one)).collect::<PyResult<_>>()?,
            false => types.iter().map(|one| argument(&one)).collect::<PyResult<_>>()?,
        };
        let named = named(given, argument)?;
        let call = with_python_errors(|| self.0.apply_named(&types, &named).map_err(|refusal| refused(py, &refusal)))?;
        Ok(Call {
            inputs: tuple_of(py, &call.inputs)?.unbind(),
            outputs: tuple_of(py, &call.outputs)?.unbind(),
            constraints: PyTuple::new(py, call.constraint_texts())?.unbind(),
        })
    }

    /// The ways in which these inputs and outputs fit; None stands for what is to be found, and a
    /// side left out for Nones. Inputs may be given by name, and so may what `.k.` skips. At most `steps` states
    /// are looked at.
    #[pyo3(signature = (inputs = None, outputs = None, *, steps = STEPS, **given))]
    fn solve(
        slf: &Bound<'_, Self>,
        inputs: Option<&Bound<'_, PyAny>>,
        outputs: Option<&Bound<'_, PyAny>>,
        steps: usize,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Solutions> {
        let (py, own) = (slf.py(), &slf.get().0);
        let of_shapes = slf.get().of_shapes();
        if given.is_none()
            && let Some(only) = Signature::fill(slf, inputs, outputs)
        {
            return Ok(only);
        }
        let mut named = named(given, argument)?;
        let inputs = match (inputs, given) {
            (None, Some(_)) => Vec::new(),
            (Some(by_name), _) if by_name.cast::<PyMapping>().is_ok() => {
                named.extend(by_names(by_name)?);
                Vec::new()
            }
            (inputs, _) => sides(inputs, own.arity(), of_shapes)?,
        };
        let outputs = sides(outputs, own.output_count(), of_shapes)?;
        let refused = |refusal: Box<Refusal>| refused(py, &refusal);
        let search = with_python_errors(|| own.solve_named(&inputs, &outputs, &named, steps).map_err(refused))?;
        Ok(Solutions::of(search, of_shapes))
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
            // Where sizes are all there is, a name is one.
            if let (Some(_), Term::Dim(dim)) = (self.0.as_shapes(), &value)
                && let Some(size @ ..0) = dim.constant()
            {
                return Err(PyValueError::new_err(format!("a size is at least 0, not {size}: `{name}` in {}", self.0)));
            }
            fixed.push((name, value));
        }
        let fixed: Vec<(&str, Term)> = fixed.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let made = self.0.instantiate(&fixed).map_err(|error| match error {
            InstantiateError::NoSuchVariable(..) => PyKeyError::new_err(error.to_string()),
            InstantiateError::WrongSort(..) => PyTypeError::new_err(error.to_string()),
        })?;
        match size_below_0(&made) {
            Some(size) => Err(PyValueError::new_err(format!("a size is at least 0, not {size}: {made}"))),
            None => Ok(Signature(made)),
        }
    }

    /// The signature of `other` applied to this one's outputs.
    fn then(&self, py: Python<'_>, other: &Signature) -> PyResult<Signature> {
        with_python_errors(|| self.0.then(&other.0).map(Signature).map_err(|refusal| refused(py, &refusal)))
    }

    /// How many inputs and outputs there are.
    #[getter]
    fn counts(&self) -> (usize, usize) {
        (self.0.arity(), self.0.output_count())
    }

    /// The inputs, each as the text has it: `x[n]`, `axis: int=0`, `(m,n)`.
    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.parts()?.inputs)
    }

    /// The outputs, each as the text has it.
    #[getter]
    fn outputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.parts()?.outputs)
    }

    /// What must hold of the inputs, each condition as the text has it.
    #[getter]
    fn r#where<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.parts()?.conditions)
    }

    /// The signatures of which this one is made, in the order in which they are tried; one alone is itself.
    #[getter]
    fn overloads<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.each().into_iter().map(Signature).collect::<Vec<_>>())
    }

    /// `numpy.linalg.inv`; None unless it is of a function of the catalogue.
    #[getter]
    fn path(&self) -> Option<&'static str> {
        self.0.as_entry().map(|entry| entry.op.path.as_str())
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
        if let Some(entry) = self.0.as_entry() {
            let place = entry.place().map_or_else(String::new, |place| format!(".overloads[{place}]"));
            return format!("<Signature of {}{place}>", entry.op.path);
        }
        let dialect = self.0.dialect().map(|dialect| format!(", dialect={}", quoted(dialect.name())));
        format!("Signature({}{})", quoted(&self.0.to_string()), dialect.unwrap_or_default())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Signature>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> isize {
        if let Some(entry) = self.0.as_entry() {
            return FxBuildHasher.hash_one((&entry.op.path, entry.place())) as isize;
        }
        let sorts: Vec<_> = self.0.vars().iter().map(|var| var.sort).collect();
        FxBuildHasher.hash_one((self.0.arity(), self.0.output_count(), sorts)) as isize
    }

    /// The dialect in which dtypes promote.
    #[getter]
    fn dialect(&self) -> &'static str {
        self.0.dialect().map_or("numpy", Dialect::name)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, class, own) = (slf.py(), slf.get_type(), slf.get());
        if let Some(entry) = own.0.as_entry() {
            let again = py.import("conformable._native")?.getattr("entry_signature")?;
            return Ok((again, found_again(entry)?.into_pyobject(py)?));
        }
        let make = match own.0.dialect() {
            None => class.into_any(),
            Some(dialect) => {
                let named = PyDict::new(py);
                named.set_item("dialect", dialect.name())?;
                py.import("functools")?.getattr("partial")?.call((class,), Some(&named))?
            }
        };
        Ok((make, (own.0.to_string(),).into_pyobject(py)?))
    }
}

/// A size that a signature has anywhere, and no array does.
fn size_below_0(signature: &Sig) -> Option<i64> {
    if let Some(function) = signature.as_function() {
        let types = function.params.iter().map(|param| param.ty).chain(function.outputs.iter().copied());
        return types.into_iter().find_map(Ty::negative_size);
    }
    let shapes = signature.as_shapes()?;
    let items = shapes.inputs.iter().chain(&shapes.outputs).flat_map(|operand| &operand.items);
    let mut sizes = items.filter_map(|item| match item {
        Item::Dim { sum, .. } => sum.constant(),
        Item::Skip(_) | Item::SkipRank(_) | Item::Ellipsis => None,
    });
    sizes.find(|size| *size < 0)
}

/// Adds a tuple of ints of at least 0 to shapes; false for anything else.
fn plain_sizes(shape: &Bound<'_, PyAny>, into: &mut ShapeList) -> bool {
    let Ok(shape) = shape.cast_exact::<PyTuple>() else { return false };
    for size in shape.iter_borrowed() {
        match size.cast_exact::<PyInt>().ok().and_then(|size| size.extract::<i64>().ok()) {
            Some(size) if size >= 0 => into.push(size),
            _ => return false,
        }
    }
    into.end();
    true
}

fn value_of(sort: signature::Sort, value: &Bound<'_, PyAny>) -> PyResult<Term> {
    use signature::Sort;
    Ok(match sort {
        Sort::Shape => Term::Shape(shape(value)?),
        Sort::DType | Sort::Number => Term::Elem(elem(value)?),
        Sort::Type => Term::Ty(written(value)?),
        Sort::Dim | Sort::Rank => Term::Dim(dim(value)?),
        // As their words; which there are the signature knows.
        Sort::Order | Sort::Device => Term::Ty(Ty::str(value.extract()?)),
    })
}

#[pymethods]
impl Call {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (inputs, outputs) = (self.inputs.bind(py), self.outputs.bind(py));
        let constraints = self.constraints.bind(py).repr()?;
        Ok(format!("Call(inputs={}, outputs={}, constraints={constraints})", inputs.repr()?, outputs.repr()?))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Call>() else { return Ok(false) };
        let pairs = [
            (&self.inputs, &other.get().inputs),
            (&self.outputs, &other.get().outputs),
            (&self.constraints, &other.get().constraints),
        ];
        pairs.into_iter().try_fold(true, |equal, (own, theirs)| Ok(equal && own.bind(py).eq(theirs.bind(py))?))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (&self.inputs, &self.outputs, &self.constraints).into_pyobject(py)?.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let again = py.import("conformable._native")?.getattr("call_again")?;
        Ok((again, (&self.inputs, &self.outputs, &self.constraints).into_pyobject(py)?))
    }
}

/// A call that was pickled.
#[pyfunction]
pub fn call_again(inputs: Py<PyTuple>, outputs: Py<PyTuple>, constraints: Py<PyTuple>) -> Call {
    Call { inputs, outputs, constraints }
}

/// How the signature of a function of the catalogue is found again: the function's path, and the place of the
/// alternative if it is one alone.
///
/// # Errors
/// If it has the arguments of a call, which nothing names.
fn found_again(entry: &EntryCall) -> PyResult<(String, Option<usize>)> {
    if entry.is_arranged() {
        let message =
            format!("the signature of {} cannot be copied or pickled with the arguments of a call", entry.op.path);
        return Err(PyTypeError::new_err(message));
    }
    Ok((entry.op.path.clone(), entry.place()))
}
