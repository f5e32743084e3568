//! `repr` of types: an expression over the package's names that evaluates to the type. Where no
//! constructor says it, it is `parse_type` of the text, by which types are pickled too.

use conformable_types::dtype::DType;
use conformable_types::text::{print_dim, print_ty};
use conformable_types::ty::{Function, ParamKind};
use conformable_types::{Dim, Elem, ElemData, PlaceData, Shape, Ty, TyKind};

use pyo3::prelude::*;

use crate::base::ty_of;
use crate::convert::{is_composable, seq_text};
use crate::python::helper;

/// A string literal of Python.
pub fn quoted(text: &str) -> String {
    let mut literal = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => literal.extend(['\\', c]),
            c if c.is_control() => literal.push_str(&format!("\\U{:08x}", u32::from(c))),
            c => literal.push(c),
        }
    }
    literal.push('\'');
    literal
}

/// The expression for a type.
pub fn type_repr(ty: Ty) -> String {
    let parsed = || format!("parse_type({})", quoted(&print_ty(ty)));
    if is_composable(ty) { constructed(ty).unwrap_or_else(parsed) } else { parsed() }
}

fn constructed(ty: Ty) -> Option<String> {
    let list = |types: &[Ty]| types.iter().map(|ty| type_repr(*ty)).collect::<Vec<_>>().join(", ");
    Some(match ty.kind() {
        TyKind::Array { elem, shape } => format!("TensorType({}, {})", elem_repr(*elem)?, shape_repr(*shape)),
        TyKind::Placed { elem, shape, place } => {
            let mut text = format!("TensorType({}, {}", elem_repr(*elem)?, shape_repr(*shape));
            let data = PlaceData { device: None, ..place.data().clone() };
            if data != PlaceData::default() {
                text += &format!(", layout={}", layout_repr(&data));
            }
            if let Some(device) = place.data().device {
                text += &format!(", device={}", quoted(&device.to_string()));
            }
            text + ")"
        }
        TyKind::Decay { elem, shape } => format!("DecayType({}, {})", elem_repr(*elem)?, shape_repr(*shape)),
        TyKind::Scalar(elem) => format!("ScalarType({})", elem_repr(*elem)?),
        TyKind::DType(elem) => format!("DTypeType({})", elem_repr(*elem)?),
        TyKind::Bool
        | TyKind::Int
        | TyKind::Float
        | TyKind::Complex
        | TyKind::Str
        | TyKind::Bytes
        | TyKind::Ellipsis => format!("PythonType({})", quoted(&print_ty(ty))),
        TyKind::None => "NoneType()".into(),
        TyKind::Unknown => "UnknownType()".into(),
        TyKind::IntOf(value) => format!("Literal({})", dim_repr(*value)),
        TyKind::LitBool(value) => format!("Literal({})", if *value { "True" } else { "False" }),
        TyKind::LitStr(text) => format!("Literal({})", quoted(text.as_str())),
        TyKind::LitFloat(bits) => match f64::from_bits(*bits) {
            value if value.is_finite() => format!("Literal({value:?})"),
            value => format!("Literal(float('{value}'))"),
        },
        TyKind::Slice(parts) => format!("SliceType({})", list(parts)),
        TyKind::Tuple(items) => format!("TupleType({})", list(items)),
        TyKind::TupleOf(item) => format!("TupleType({}, ...)", type_repr(*item)),
        TyKind::ListOf(item) => format!("ListType({})", type_repr(*item)),
        TyKind::List(items) => format!("ListType(({}{}))", list(items), if items.len() == 1 { "," } else { "" }),
        TyKind::Set(item) => format!("SetType({})", type_repr(*item)),
        TyKind::Dict(key, value) => format!("DictType({}, {})", type_repr(*key), type_repr(*value)),
        TyKind::Struct(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, ty)| format!("{}: {}", quoted(name.as_str()), type_repr(*ty))).collect();
            format!("StructType({{{}}})", fields.join(", "))
        }
        TyKind::Union(members) => format!("UnionType({})", list(members)),
        TyKind::Class(name) => format!("ClassType({})", quoted(name.as_str())),
        TyKind::Name(name) => format!("NamedType({})", quoted(name.as_str())),
        TyKind::Ctor(name, params) if params.is_empty() => format!("ConstructedType({})", quoted(name.as_str())),
        TyKind::Ctor(name, params) => format!("ConstructedType({}, {})", quoted(name.as_str()), list(params)),
        TyKind::Function(function) => function_repr(function)?,
    })
}

/// Of a function whose parameters are plain and that requires nothing.
fn function_repr(function: &Function) -> Option<String> {
    let plain = function.constraints.is_empty() && !function.partial;
    let params = function.params.iter().map(|param| {
        let simple = param.kind == ParamKind::Plain && !param.assumed && param.default.is_none();
        simple.then(|| match param.name {
            Some(name) => format!("({}, {})", quoted(name.as_str()), type_repr(param.ty)),
            None => type_repr(param.ty),
        })
    });
    let params = params.collect::<Option<Vec<_>>>().filter(|_| plain)?;
    let outputs: Vec<String> = function.outputs.iter().map(|ty| type_repr(*ty)).collect();
    let returns = match &*outputs {
        [] => "None".to_owned(),
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    };
    Some(format!("FunctionType([{}], {returns})", params.join(", ")))
}

/// A dtype's name; a variable is not one.
fn elem_repr(elem: Elem) -> Option<String> {
    match elem.data() {
        ElemData::DType(dtype) if *dtype == DType::BOOL => Some("'bool'".into()),
        ElemData::DType(dtype) => Some(quoted(&dtype.name())),
        ElemData::Any => Some("'?'".into()),
        _ => None,
    }
}

fn dim_repr(dim: Dim) -> String {
    match dim.constant() {
        Some(value) => value.to_string(),
        None if dim.is_any() => "None".into(),
        None => format!("Dim({})", quoted(&print_dim(dim))),
    }
}

fn size_repr(dim: &Dim) -> String {
    match dim.constant() {
        None if !dim.is_any() => quoted(&print_dim(*dim)),
        _ => dim_repr(*dim),
    }
}

fn shape_repr(shape: Shape) -> String {
    if shape == Shape::any() {
        return "None".into();
    }
    let mut items: Vec<String> = shape.data().prefix.iter().map(size_repr).collect();
    if let Some(seq) = shape.seq() {
        items.push(if seq.is_any() { "...".into() } else { quoted(&seq_text(seq)) });
        items.extend(shape.suffix().iter().map(size_repr));
    }
    format!("({}{})", items.join(", "), if items.len() == 1 { "," } else { "" })
}

/// `Layout('F', (None, 4), 0)`
pub fn layout_repr(data: &PlaceData) -> String {
    let mut parts = Vec::new();
    if let Some(order) = data.order {
        parts.push(format!("'{}'", order.text()));
    }
    if let Some(strides) = &data.strides {
        let strides: Vec<String> = strides.iter().map(size_repr).collect();
        let comma = if strides.len() == 1 { "," } else { "" };
        parts.push(format!("strides=({}{comma})", strides.join(", ")));
    }
    if let Some(offset) = data.offset {
        parts.push(format!("offset={}", size_repr(&offset)));
    }
    format!("Layout({})", parts.join(", "))
}

/// The type that a text writes: the inverse of `str`.
#[pyfunction]
pub fn parse_type<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let ty = conformable_signatures::vetted::parse_type(text)
        .map_err(|error| crate::convert::parse_error(py, text, &error))?;
    let view = crate::identity::view(py, ty)?;
    // After it is known to be small enough.
    crate::convert::sizes_in(ty)?;
    Ok(view)
}

/// How a type is pickled: by its text.
pub fn reduce<'py>(view: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = view.py();
    let text = conformable_types::text::print_ty(ty_of(view)?);
    let read = helper!(py, "conformable._native", "parse_type")?;
    Ok((read, (text,)).into_pyobject(py)?.into_any())
}
