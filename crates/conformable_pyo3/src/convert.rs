//! Python's values to parts of types: dtypes, dims, shapes; and errors back.

use std::sync::Mutex;

use conformable_signatures::vetted::{parse_dim, parse_shape};
use conformable_types::dtype::{Data, Field};
use conformable_types::shape::Dims;
use conformable_types::text::{ParseError, print_dim, print_shape};
use conformable_types::{DType, Dim, Elem, Seq, Shape, Ty, TyKind};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyEllipsis, PyInt, PyList, PyString, PyTuple, PyType};

use crate::base::Type;
use crate::layout::DimView;
use crate::python;
use crate::sync::lock;

/// NumPy's arrays have no more dims.
const MAX_RANK: usize = 64;

/// `cf.ParseError`, with the offset in characters.
pub fn parse_error(py: Python<'_>, text: &str, error: &ParseError) -> PyErr {
    let offset = text.get(..error.offset).map_or(0, |before| before.chars().count());
    python::error(py, "ParseError", (error.to_string(), text, offset, &error.expected).into_pyobject(py))
}

/// An integer expression: an int, its text, a `Dim`, or None for `?`.
pub fn dim(value: &Bound<'_, PyAny>) -> PyResult<Dim> {
    if value.is_none() {
        return Ok(Dim::any());
    }
    if let Ok(view) = value.cast::<DimView>() {
        return Ok(view.get().0);
    }
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_cow()?;
        return parse_dim(&text).map_err(|error| parse_error(value.py(), &text, &error));
    }
    let refused = || {
        let class = value.get_type();
        let shown = python::short(value).unwrap_or_default();
        PyTypeError::new_err(format!("a size is an int, None, a str or a Dim, not {class}: {shown}"))
    };
    if value.is_instance_of::<PyBool>() {
        return Err(refused());
    }
    let index = match value.cast_exact::<PyInt>() {
        Ok(_) => value.clone(),
        Err(_) => value.call_method0("__index__").map_err(|_| refused())?,
    };
    index.extract().map(Dim::of).map_err(|_| PyValueError::new_err(format!("{value} has more than 63 bits")))
}

/// The sizes of an array: None where nothing is known, else sizes with at most one `...`.
pub fn shape(value: &Bound<'_, PyAny>) -> PyResult<Shape> {
    if value.is_none() {
        return Ok(Shape::any());
    }
    if let Some(plain) = plain_shape(value) {
        return Ok(plain);
    }
    let items: Vec<Bound<'_, PyAny>> = if let Ok(tuple) = value.cast::<PyTuple>() {
        tuple.iter().collect()
    } else if let Ok(list) = value.cast::<PyList>() {
        list.iter().collect()
    } else if let Some(sizes) = in_array(value)? {
        sizes.iter().collect()
    } else if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!("a shape is a tuple of sizes, not {}", crate::python::short(value)?)));
    } else {
        match dim(value) {
            Ok(_) => vec![value.clone()],
            Err(_) => {
                return Err(PyTypeError::new_err(format!(
                    "a shape is a tuple of sizes, not {}",
                    crate::python::short(value)?
                )));
            }
        }
    };
    if items.len() > MAX_RANK {
        return Err(PyValueError::new_err(format!("an array has at most {MAX_RANK} dims, not {}", items.len())));
    }
    let mut whole = Shape::scalar();
    let mut labelled = false;
    for item in &items {
        let part = if item.is_instance_of::<PyEllipsis>() { Shape::any() } else { part(item, &mut labelled)? };
        let two = || PyValueError::new_err("a shape has at most one sequence of dims");
        whole = whole.append(part).ok_or_else(two)?;
    }
    refuse(whole.negative_size())?;
    // Labels as `#1` are numbered within one text.
    if labelled { together(&items, whole) } else { Ok(whole) }
}

/// The items of an array of one dim, as the sizes that they are.
fn in_array<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyList>>> {
    static NDARRAY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if !value.is_instance(NDARRAY.import(value.py(), "numpy", "ndarray")?)? {
        return Ok(None);
    }
    match value.len() {
        Ok(length) if length <= MAX_RANK => Ok(value.call_method0(intern!(value.py(), "tolist"))?.cast_into().ok()),
        _ => Ok(None),
    }
}

/// A tuple of ints of at least 0 and Nones, as most shapes are.
fn plain_shape(value: &Bound<'_, PyAny>) -> Option<Shape> {
    let tuple = value.cast_exact::<PyTuple>().ok().filter(|tuple| tuple.len() <= MAX_RANK)?;
    let mut dims = Dims::new();
    for item in tuple.iter_borrowed() {
        dims.push(match item.cast_exact::<PyInt>() {
            Ok(size) => size.extract().ok().filter(|size| *size >= 0).map(Dim::of)?,
            Err(_) if item.is_none() => Dim::any(),
            Err(_) => return None,
        });
    }
    Some(Shape::of(&dims))
}

/// The core's types may have sizes below 0, which nothing has; here they are not made.
fn refuse(negative_size: Option<i64>) -> PyResult<()> {
    match negative_size {
        Some(negative) => Err(PyValueError::new_err(format!("a size is at least 0, not {negative}"))),
        None => Ok(()),
    }
}

/// Refuses a type with an array in it that has a size below 0.
pub fn sizes_in(ty: Ty) -> PyResult<()> {
    refuse(ty.negative_size())
}

/// One item: a size, or a text such as `*batch`.
fn part(item: &Bound<'_, PyAny>, labelled: &mut bool) -> PyResult<Shape> {
    let Ok(text) = item.cast::<PyString>() else { return Ok(Shape::of(&[dim(item)?])) };
    let text = text.to_cow()?;
    *labelled |= text.contains('#');
    let bracketed = format!("[{text}]");
    let found = parse_shape(&bracketed).map_err(|mut error| {
        // Of one size the brackets are none of the caller's.
        if let (false, Err(error)) = (text.contains('*'), parse_dim(&text)) {
            return parse_error(item.py(), &text, &error);
        }
        error.offset = error.offset.saturating_sub(1).min(text.len());
        if error.offset == text.len() {
            error.found = "the end".to_owned();
        }
        parse_error(item.py(), &text, &error)
    })?;
    let single = found.min_rank() + usize::from(found.seq().is_some()) == 1;
    let refused = || PyValueError::new_err(format!("one size or one sequence, not {text:?}"));
    if single { Ok(found) } else { Err(refused()) }
}

fn together(items: &[Bound<'_, PyAny>], whole: Shape) -> PyResult<Shape> {
    let texts: Vec<String> = items
        .iter()
        .map(|item| match item.cast::<PyString>() {
            Ok(text) => text.to_cow().map(|text| text.into_owned()),
            Err(_) if item.is_instance_of::<PyEllipsis>() => Ok("...".to_owned()),
            Err(_) => dim(item).map(print_dim),
        })
        .collect::<PyResult<_>>()?;
    Ok(parse_shape(&format!("[{}]", texts.join(", "))).unwrap_or(whole))
}

/// The shape as a tuple: ints, None for `?`, `Dim`s, or None where the rank is not known.
pub fn shape_object(py: Python<'_>, shape: Shape) -> PyResult<Bound<'_, PyAny>> {
    let Some(dims) = shape.dims() else { return Ok(py.None().into_bound(py)) };
    let dims = dims.iter().map(|dim| crate::layout::dim_object(py, *dim)).collect::<PyResult<Vec<_>>>()?;
    Ok(PyTuple::new(py, dims)?.into_any())
}

/// The text of a sequence alone: `*batch`.
pub fn seq_text(seq: Seq) -> String {
    print_shape(seq.shape()).trim_matches(['[', ']']).to_owned()
}

/// An element type: a name in the text form or in NumPy's spelling, `?`, or what `np.dtype` reads.
pub fn elem(value: &Bound<'_, PyAny>) -> PyResult<Elem> {
    if let Ok(text) = value.cast::<PyString>() {
        return named_elem(text);
    }
    if let Some(ty) = value.cast::<Type>().ok().and_then(|view| view.get().native()) {
        return match ty.kind() {
            TyKind::Scalar(elem) | TyKind::DType(elem) => Ok(*elem),
            _ => Err(PyTypeError::new_err(format!("{value} is no dtype"))),
        };
    }
    if value.is_none() {
        return Err(PyTypeError::new_err("a dtype is needed; '?' is one that is not known"));
    }
    let found = value.py().import("numpy")?.getattr("dtype")?.call1((value,))?;
    dtype(&found).map(Elem::from)
}

/// The element type of this name. Texts that were read before are remembered as objects: a program
/// writes the same literal again and again.
fn named_elem(text: &Bound<'_, PyString>) -> PyResult<Elem> {
    const REMEMBERED: usize = 32;
    type NamedElem = Option<(Py<PyString>, Elem)>;
    static KNOWN: Mutex<[NamedElem; REMEMBERED]> = Mutex::new([const { None }; REMEMBERED]);
    let known = || lock(&KNOWN);
    // Objects are aligned: the low bits of their addresses say nothing.
    let slot = (text.as_ptr() as usize >> 4) % REMEMBERED;
    if let Some((own, elem)) = &known()[slot]
        && own.is(text)
    {
        return Ok(*elem);
    }
    let written = text.to_cow()?;
    let dtype = match &*written {
        "?" => return Ok(Elem::any()),
        // The name that graph libraries have for the default float.
        "floatX" => Some(DType::FLOAT64),
        name => DType::parse(name).or_else(|| DType::from_spelling(name)).or_else(|| DType::from_attribute(name)),
    };
    let elem = dtype.map(Elem::from);
    let elem = elem.ok_or_else(|| PyTypeError::new_err(format!("there is no dtype {written:?}")))?;
    let replaced = known()[slot].replace((text.clone().unbind(), elem));
    drop(replaced);
    Ok(elem)
}

/// A `numpy.dtype`, without its byte order.
pub fn dtype(value: &Bound<'_, PyAny>) -> PyResult<DType> {
    let refused = || PyTypeError::new_err(format!("{value} is no dtype of the text form"));
    let names = value.getattr("names")?;
    if !names.is_none() {
        let fields = value.getattr("fields")?;
        let fields = names.extract::<Vec<String>>()?.into_iter().map(|name| {
            let own = fields.get_item(&name)?.get_item(0)?;
            let sub = own.getattr("subdtype")?;
            let (base, shape) = if sub.is_none() { (own, Vec::new()) } else { sub.extract()? };
            Ok(Field { dtype: dtype(&base)?, name, shape })
        });
        return fields.collect::<PyResult<_>>().map(DType::record);
    }
    let kind: String = value.getattr("kind")?.extract()?;
    let spelling: String = value.getattr(if "USVMm".contains(&kind) { "str" } else { "char" })?.extract()?;
    DType::from_spelling(&spelling).ok_or_else(refused)
}

/// The `numpy.dtype` of a dtype.
pub fn numpy_dtype(py: Python<'_>, dtype: DType) -> PyResult<Bound<'_, PyAny>> {
    let class = py.import("numpy")?.getattr("dtype")?;
    match dtype.data() {
        Data::Record(fields) => {
            let fields = fields.iter().map(|field| {
                let shape = PyTuple::new(py, &field.shape)?;
                Ok((field.name.as_str(), numpy_dtype(py, field.dtype)?, shape))
            });
            class.call1((fields.collect::<PyResult<Vec<_>>>()?,))
        }
        _ => class.call1((dtype.name(),)),
    }
}

/// The Python name of an element type: `float64`, or None where it is not known.
pub fn elem_name(elem: Elem) -> Option<String> {
    let text = conformable_types::text::print_elem(elem);
    (!elem.is_any()).then_some(text)
}

/// The text of a type without names of unknown places, so that its parts can be written one by one.
pub fn is_composable(ty: Ty) -> bool {
    let mut plain = true;
    conformable_types::term::visit_ty(ty, &mut |leaf| {
        plain &= !matches!(leaf, conformable_types::term::Leaf::Atom(atom) if matches!(atom.data(), conformable_types::AtomData::Fresh { .. }));
        plain &= !matches!(leaf, conformable_types::term::Leaf::Seq(seq) if matches!(seq.data(), conformable_types::shape::SeqData::Fresh { .. }));
        plain &= !matches!(leaf, conformable_types::term::Leaf::Elem(elem) if matches!(elem.data(), conformable_types::ElemData::Fresh { .. }));
    });
    plain
}
