//! Fortran, as of 2018 with the kinds of `iso_fortran_env`: the attributes of a declaration.
//!
//! Fortran's first dim varies fastest, so the dims of an array in order C are written in reverse.

use super::{Words, is_number, registered, word};
use crate::dtype::{DType, Data};
use crate::place::Order;
use crate::ty::{Ty, TyKind};

pub(super) fn spell(ty: Ty) -> Result<String, String> {
    match ty.kind() {
        TyKind::Str => Ok("character(len=:), allocatable".into()),
        TyKind::LitStr(text) => Ok(format!("character(len={})", text.as_str().len())),
        TyKind::Array { .. } | TyKind::Placed { .. } => array(ty),
        TyKind::Ctor(..) => registered(ty, "fortran"),
        _ if is_number(ty) => element(ty),
        _ => Err("there is no such type".into()),
    }
}

fn element(ty: Ty) -> Result<String, String> {
    match super::machine(ty).map(DType::data) {
        Some(Data::Bytes(length)) if *length > 0 => Ok(format!("character(len={length})")),
        _ => word(Words::Fortran, ty).map(str::to_owned),
    }
}

fn array(ty: Ty) -> Result<String, String> {
    let element = element(ty)?;
    let Some((_, shape)) = ty.as_array() else { return Err("it is no array".into()) };
    let Some(dims) = shape.dims() else { return Ok(format!("{element}, dimension(..)")) };
    if dims.is_empty() {
        return Ok(element);
    }
    // An explicit shape has all its sizes, an assumed one none.
    let known = super::sizes(dims);
    let mut extents: Vec<String> = match known {
        Some(sizes) => sizes.iter().map(i64::to_string).collect(),
        None => vec![":".into(); dims.len()],
    };
    match ty.place().data().order {
        Some(Order::C) => extents.reverse(),
        Some(Order::Name(_)) => return Err("the order is not known, and decides which dim is written first".into()),
        Some(Order::F | Order::Both) | None => {}
    }
    Ok(format!("{element}, dimension({})", extents.join(", ")))
}
