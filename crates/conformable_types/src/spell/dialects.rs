//! Annotations of other systems: Pyccel's strings, GT4Py's scalars, the array API standard.

use super::{Words, is_number, joined, registered, word};
use crate::place::Order;
use crate::ty::{Ty, TyKind};

/// An annotation in a string, as arrays need it.
pub(super) fn pyccel(ty: Ty) -> Result<String, String> {
    let text = pyccel_text(ty)?;
    Ok(if text.contains([':', '(']) { format!("'{text}'") } else { text })
}

fn pyccel_text(ty: Ty) -> Result<String, String> {
    Ok(match ty.kind() {
        TyKind::None | TyKind::Str => crate::text::print_ty(ty),
        TyKind::Array { shape, .. } | TyKind::Placed { shape, .. } => {
            let element = word(Words::Pyccel, ty)?;
            let rank = shape.rank().filter(|rank| *rank > 0).ok_or("an array has a known rank of at least 1")?;
            let axes = vec![":"; rank].join(",");
            let order = match ty.place().data().order {
                Some(Order::F) if rank > 1 => "(order=F)",
                Some(Order::Name(_)) => return Err("the order is not known".into()),
                _ => "",
            };
            format!("{element}[{axes}]{order}")
        }
        TyKind::Tuple(items) if !items.is_empty() => format!("tuple[{}]", joined(items, ", ", pyccel_text)?),
        TyKind::TupleOf(item) => format!("tuple[{}, ...]", pyccel_text(*item)?),
        TyKind::ListOf(item) => format!("list[{}]", pyccel_text(*item)?),
        TyKind::Set(item) => format!("set[{}]", pyccel_text(*item)?),
        TyKind::Dict(key, value) => format!("dict[{}, {}]", pyccel_text(*key)?, pyccel_text(*value)?),
        TyKind::Union(members) if !members.is_empty() => joined(members, " | ", pyccel_text)?,
        TyKind::Function(function) => {
            let params: Vec<Ty> = function.params.iter().map(|param| param.ty).collect();
            format!("({})({})", joined(&function.outputs, ", ", pyccel_text)?, joined(&params, ", ", pyccel_text)?)
        }
        TyKind::Ctor(..) => registered(ty, "pyccel")?,
        _ if is_number(ty) => word(Words::Pyccel, ty)?.to_owned(),
        _ => return Err("there is no such type".into()),
    })
}

/// Scalars and tuples of them; a field's dims have names, which an array's have not.
pub(super) fn gt4py(ty: Ty) -> Result<String, String> {
    match ty.kind() {
        TyKind::Tuple(items) if !items.is_empty() => Ok(format!("tuple[{}]", joined(items, ", ", gt4py)?)),
        TyKind::Ctor(..) => registered(ty, "gt4py"),
        _ if is_number(ty) => word(Words::Gt4py, ty).map(str::to_owned),
        _ if ty.is_ndarray() => Err("the dims of a field have names".into()),
        _ => Err("there is no such type".into()),
    }
}

/// The names that the standard's signatures have: dtypes, Python's scalars, `array`.
pub(super) fn array_api(ty: Ty) -> Result<String, String> {
    match ty.kind() {
        TyKind::Ctor(..) => registered(ty, "array-api"),
        TyKind::Bool | TyKind::Int | TyKind::Float | TyKind::Complex | TyKind::None => Ok(crate::text::print_ty(ty)),
        TyKind::DType(elem) => word(Words::ArrayApi, Ty::scalar(*elem)).map(str::to_owned),
        TyKind::Array { elem, .. } => {
            if elem.dtype().is_some() {
                word(Words::ArrayApi, ty)?;
            }
            Ok("array".into())
        }
        _ => Err("there is no such type".into()),
    }
}
