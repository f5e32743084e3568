//! Python's annotations of arrays: NumPy's (`np.ndarray[...]`) and jaxtyping's. They may say less
//! than the type.

use super::{joined, registered};
use crate::dim::Dim;
use crate::dtype::{DType, DTypeKind, Data};
use crate::elem::Elem;
use crate::shape::{SeqData, Shape};
use crate::text::{print_dim, print_ty};
use crate::ty::{Ty, TyKind};

pub(super) fn numpy(ty: Ty) -> Result<String, String> {
    python(ty, "numpy", &|elem, shape| {
        let sizes = match shape.dims() {
            None => "tuple[Any, ...]".to_owned(),
            Some([]) => "tuple[()]".to_owned(),
            Some(dims) => {
                let sizes: Vec<String> = dims.iter().map(|dim| size(*dim)).collect();
                format!("tuple[{}]", sizes.join(", "))
            }
        };
        Ok(format!("np.ndarray[{sizes}, np.dtype[{}]]", scalar(elem)))
    })
}

pub(super) fn jaxtyping(ty: Ty) -> Result<String, String> {
    python(ty, "jaxtyping", &|elem, shape| {
        let class = match elem.dtype() {
            None => "Shaped".to_owned(),
            Some(dtype) => class(dtype).ok_or_else(|| format!("it has no {}", dtype.name()))?,
        };
        let data = shape.data();
        let mut words: Vec<String> = data.prefix.iter().map(|dim| axis(*dim)).collect();
        if let Some(seq) = shape.seq() {
            words.push(match seq.data() {
                SeqData::Name(name) => format!("*{name}"),
                _ => "...".into(),
            });
            words.extend(shape.suffix().iter().map(|dim| axis(*dim)));
        }
        Ok(format!("{class}[np.ndarray, \"{}\"]", words.join(" ")))
    })
}

fn size(dim: Dim) -> String {
    dim.constant().map_or_else(|| "int".into(), |size| format!("Literal[{size}]"))
}

/// Without blanks, which separate axes.
fn axis(dim: Dim) -> String {
    if dim.is_any() { "_".into() } else { print_dim(dim).replace(' ', "") }
}

fn class(dtype: DType) -> Option<String> {
    let bits = dtype.itemsize()? * 8;
    Some(match dtype.kind() {
        DTypeKind::Boolean => "Bool".into(),
        DTypeKind::Signed => format!("Int{bits}"),
        DTypeKind::Unsigned => format!("UInt{bits}"),
        DTypeKind::Floating if bits <= 64 => format!("Float{bits}"),
        DTypeKind::Complex if bits <= 128 => format!("Complex{bits}"),
        _ => return None,
    })
}

/// The scalar class of an element type.
pub(super) fn scalar(elem: Elem) -> String {
    match elem.dtype() {
        None => "Any".into(),
        Some(DType::BOOL) => "np.bool_".into(),
        Some(DType::OBJECT) => "np.object_".into(),
        Some(dtype) => match dtype.data() {
            Data::Plain => format!("np.{}", dtype.name()),
            Data::Str(_) => "np.str_".into(),
            Data::Bytes(_) => "np.bytes_".into(),
            Data::Datetime(_) => "np.datetime64".into(),
            Data::Timedelta(_) => "np.timedelta64".into(),
            Data::Opaque(_) | Data::Record(_) => "np.void".into(),
        },
    }
}

type Arrays<'a> = &'a dyn Fn(Elem, Shape) -> Result<String, String>;

fn python(ty: Ty, language: &str, array: Arrays<'_>) -> Result<String, String> {
    let inner = |ty: Ty| python(ty, language, array);
    Ok(match ty.kind() {
        TyKind::Array { elem, shape } => array(*elem, *shape)?,
        TyKind::Placed { .. } => return Err("an annotation has no layout and no device".into()),
        TyKind::Decay { elem, shape } => format!("{} | {}", scalar(*elem), array(*elem, *shape)?),
        TyKind::Scalar(elem) => scalar(*elem),
        TyKind::DType(elem) => format!("np.dtype[{}]", scalar(*elem)),
        TyKind::Unknown | TyKind::Name(_) => "Any".into(),
        TyKind::Bool | TyKind::Int | TyKind::Float | TyKind::Complex | TyKind::Str | TyKind::Bytes | TyKind::None => {
            print_ty(ty)
        }
        TyKind::Ellipsis => "types.EllipsisType".into(),
        TyKind::IntOf(value) if value.constant().is_none() => "int".into(),
        TyKind::LitFloat(_) => "float".into(),
        TyKind::IntOf(_) | TyKind::LitBool(_) | TyKind::LitStr(_) => print_ty(ty),
        TyKind::Slice(parts) => format!("slice[{}]", joined(parts, ", ", inner)?),
        TyKind::Tuple(items) if items.is_empty() => "tuple[()]".into(),
        TyKind::Tuple(items) => format!("tuple[{}]", joined(items, ", ", inner)?),
        TyKind::TupleOf(item) => format!("tuple[{}, ...]", inner(*item)?),
        TyKind::List(items) => format!("list[{}]", inner(Ty::union(items.iter().copied()))?),
        TyKind::ListOf(item) => format!("list[{}]", inner(*item)?),
        TyKind::Set(item) => format!("set[{}]", inner(*item)?),
        TyKind::Dict(key, value) => format!("dict[{}, {}]", inner(*key)?, inner(*value)?),
        TyKind::Union(members) if members.is_empty() => "Never".into(),
        TyKind::Union(members) => joined(members, " | ", inner)?,
        TyKind::Class(name) => name.as_str().to_owned(),
        TyKind::Function(function) => {
            let params: Vec<Ty> = function.params.iter().map(|param| param.ty).collect();
            let result = match &*function.outputs {
                [] => "None".to_owned(),
                [one] => inner(*one)?,
                several => format!("tuple[{}]", joined(several, ", ", inner)?),
            };
            format!("Callable[[{}], {result}]", joined(&params, ", ", inner)?)
        }
        TyKind::Ctor(..) => registered(ty, language)?,
        TyKind::Struct(_) => return Err("an annotation names a class for it".into()),
    })
}
