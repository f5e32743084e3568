//! MLIR's builtin types: tensors, and memrefs where the layout is known.

use super::{Words, is_number, joined, registered, word};
use crate::dim::Dim;
use crate::place::Order;
use crate::ty::{Ty, TyKind};

pub(super) fn spell(ty: Ty) -> Result<String, String> {
    Ok(match ty.kind() {
        TyKind::None => "none".into(),
        TyKind::Array { .. } => {
            let number = word(Words::Mlir, ty)?;
            format!("tensor<{}{number}>", sizes(ty)?)
        }
        TyKind::Placed { .. } => memref(ty)?,
        TyKind::Tuple(items) => format!("tuple<{}>", joined(items, ", ", spell)?),
        TyKind::Function(function) => {
            let params: Vec<Ty> = function.params.iter().map(|param| param.ty).collect();
            let outputs = joined(&function.outputs, ", ", spell)?;
            let outputs = if function.outputs.len() == 1 { outputs } else { format!("({outputs})") };
            format!("({}) -> {outputs}", joined(&params, ", ", spell)?)
        }
        TyKind::Ctor(..) => registered(ty, "mlir")?,
        _ if is_number(ty) => word(Words::Mlir, ty)?.to_owned(),
        _ => return Err("there is no such type".into()),
    })
}

fn sizes(ty: Ty) -> Result<String, String> {
    let Some((_, shape)) = ty.as_array() else { return Err("it is no array".into()) };
    Ok(match shape.dims() {
        Some(dims) => dims.iter().map(|dim| number(*dim) + "x").collect(),
        None if shape.min_rank() == 0 => "*x".into(),
        None => return Err("of an unknown rank no size can be known".into()),
    })
}

fn number(dim: Dim) -> String {
    dim.constant().map_or_else(|| "?".into(), |size| size.to_string())
}

fn memref(ty: Ty) -> Result<String, String> {
    let element = word(Words::Mlir, ty)?;
    let sizes = sizes(ty)?;
    let data = ty.place().data();
    if data.device.is_some() {
        return Err("it has no devices".into());
    }
    let offset = data.offset.unwrap_or_else(Dim::any);
    let Some(strides) = &data.strides else {
        return match data.order {
            Some(Order::C | Order::Both) if data.offset == Some(Dim::ZERO) => Ok(format!("memref<{sizes}{element}>")),
            _ => Err("a layout is said by its strides".into()),
        };
    };
    let strides: Vec<String> = strides.iter().map(|stride| number(*stride)).collect();
    let offset = if offset == Dim::ZERO { String::new() } else { format!(", offset: {}", number(offset)) };
    Ok(format!("memref<{sizes}{element}, strided<[{}]{offset}>>", strides.join(", ")))
}
