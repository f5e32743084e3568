//! MLIR's builtin types: tensors, and memrefs where the layout is known.

use super::{is_number, joined, registered, word};
use crate::dim::Dim;
use crate::dtype::DType;
use crate::place::Order;
use crate::ty::{Ty, TyKind};

const NUMBERS: [(DType, &str); 15] = [
    (DType::BOOL, "i1"),
    (DType::INT8, "i8"),
    (DType::INT16, "i16"),
    (DType::INT32, "i32"),
    (DType::INT64, "i64"),
    (DType::UINT8, "ui8"),
    (DType::UINT16, "ui16"),
    (DType::UINT32, "ui32"),
    (DType::UINT64, "ui64"),
    (DType::FLOAT16, "f16"),
    (DType::FLOAT32, "f32"),
    (DType::FLOAT64, "f64"),
    (DType::LONGDOUBLE, "f80"),
    (DType::COMPLEX64, "complex<f32>"),
    (DType::COMPLEX128, "complex<f64>"),
];

pub(super) fn spell(ty: Ty) -> Result<String, String> {
    Ok(match ty.kind() {
        TyKind::None => "none".into(),
        TyKind::Array { .. } => {
            let number = word(&NUMBERS, ty)?;
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
        _ if is_number(ty) => word(&NUMBERS, ty)?.to_owned(),
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
    let element = word(&NUMBERS, ty)?;
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
