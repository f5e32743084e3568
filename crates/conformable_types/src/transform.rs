//! Types made of others: another element type, rank, order; what stands at the bottom of a nest of
//! containers, and how large it is.
//!
//! The ranks are Pyccel's: a container has one of its own (a list 1, an array its number of dims)
//! and, with its elements', the number of indices to a scalar.

use crate::dim::Dim;
use crate::dtype::{DType, DTypeKind, Operand};
use crate::elem::{Elem, ElemData};
use crate::place::{Order, Place, PlaceData};
use crate::shape::Shape;
use crate::ty::{Ty, TyKind};

/// The type with another element type, at the bottom of any nest of containers.
///
/// The element type of a tuple of different types is no one thing, so each element gets it.
#[must_use]
pub fn with_elem(ty: Ty, elem: Elem) -> Ty {
    let all = |types: &[Ty]| types.iter().map(|ty| with_elem(*ty, elem)).collect::<Box<[Ty]>>();
    match ty.kind() {
        TyKind::Array { shape, .. } => Ty::array(elem, *shape),
        TyKind::Placed { shape, place, .. } => Ty::placed(elem, *shape, *place),
        TyKind::Decay { shape, .. } => Ty::decay(elem, *shape),
        TyKind::Scalar(_)
        | TyKind::Bool
        | TyKind::Int
        | TyKind::Float
        | TyKind::Complex
        | TyKind::IntOf(_)
        | TyKind::LitBool(_)
        | TyKind::LitFloat(_) => Ty::scalar(elem),
        TyKind::Tuple(items) => Ty::new(TyKind::Tuple(all(items))),
        TyKind::TupleOf(item) => Ty::tuple_of(with_elem(*item, elem)),
        TyKind::List(items) => Ty::new(TyKind::List(all(items))),
        TyKind::ListOf(item) => Ty::list_of(with_elem(*item, elem)),
        TyKind::Set(item) => Ty::new(TyKind::Set(with_elem(*item, elem))),
        TyKind::Dict(key, value) => Ty::new(TyKind::Dict(*key, with_elem(*value, elem))),
        _ => ty,
    }
}

/// The type of an element, of the values of a dict; `None` where elements differ or there are none.
fn element(ty: Ty) -> Option<Ty> {
    match ty.kind() {
        TyKind::TupleOf(item) | TyKind::ListOf(item) | TyKind::Set(item) | TyKind::Dict(_, item) => Some(*item),
        TyKind::Tuple(items) | TyKind::List(items) => {
            let first = *items.first()?;
            items.iter().all(|item| *item == first).then_some(first)
        }
        _ => None,
    }
}

fn is_container(ty: Ty) -> bool {
    matches!(
        ty.kind(),
        TyKind::Tuple(_) | TyKind::TupleOf(_) | TyKind::List(_) | TyKind::ListOf(_) | TyKind::Set(_) | TyKind::Dict(..)
    )
}

/// How many indices lead to an element of the container: an array's dims, 1 for a list.
pub fn container_rank(ty: Ty) -> Option<usize> {
    match ty.as_array() {
        Some((_, shape)) => shape.rank(),
        None => Some(usize::from(is_container(ty))),
    }
}

/// How many indices lead to a scalar. `None` where that is not known, or not the same for all.
pub fn rank(ty: Ty) -> Option<usize> {
    if !is_container(ty) {
        return container_rank(ty);
    }
    Some(1 + rank(element(ty)?)?)
}

/// The scalar at the bottom of a nest of containers; the type itself where there is no one.
pub fn scalar(ty: Ty) -> Ty {
    match ty.as_array() {
        Some((elem, _)) => Ty::scalar(elem),
        None => element(ty).map_or(ty, scalar),
    }
}

/// The dtype of that scalar, Python's own in 64 bits.
fn dtype(ty: Ty) -> Option<DType> {
    let scalar = scalar(ty);
    if let Some(weak) = scalar.weak() {
        return Some(Operand::Weak(weak).strong());
    }
    Some(match scalar.kind() {
        TyKind::Str | TyKind::LitStr(_) => DType::str(0),
        TyKind::Bytes => DType::bytes(0),
        TyKind::Scalar(elem) => match elem.data() {
            ElemData::DType(dtype) => *dtype,
            _ => return None,
        },
        _ => return None,
    })
}

/// What it is apart from its precision: `floating`, `signed`.
pub fn primitive(ty: Ty) -> Option<&'static str> {
    Some(match dtype(ty)?.kind() {
        DTypeKind::Boolean => "boolean",
        DTypeKind::Signed => "signed",
        DTypeKind::Unsigned => "unsigned",
        DTypeKind::Floating => "floating",
        DTypeKind::Complex => "complex",
        DTypeKind::Str => "string",
        DTypeKind::Bytes => "bytes",
        DTypeKind::Datetime => "datetime",
        DTypeKind::Timedelta => "timedelta",
        DTypeKind::Object => "object",
        DTypeKind::Void => "structured",
    })
}

/// Its bytes, of a complex number those of a part.
pub fn precision(ty: Ty) -> Option<u32> {
    let dtype = dtype(ty)?;
    let size = dtype.itemsize()?;
    Some(if dtype.kind() == DTypeKind::Complex { size / 2 } else { size })
}

/// Bytes of the data of an array or a number, an expression where sizes are.
pub fn size_in_bytes(ty: Ty) -> Option<Dim> {
    let one = |elem: Elem| elem.dtype()?.itemsize().map(i64::from);
    match ty.kind() {
        TyKind::Decay { .. } => None,
        _ => match ty.as_array() {
            Some((elem, shape)) => Some(shape.size().scaled(one(elem)?)).filter(|size| !size.is_any()),
            None if is_container(ty) => None,
            None => dtype(ty)?.itemsize().map(|size| Dim::of(i64::from(size))),
        },
    }
}

/// An array in this order, with its strides left open; other types are as they were.
#[must_use]
pub fn with_order(ty: Ty, order: Option<Order>) -> Ty {
    match ty.as_array() {
        Some((elem, shape)) if ty.is_ndarray() => {
            let data = PlaceData { order, strides: None, ..ty.place().data().clone() };
            Ty::placed(elem, shape, Place::new(data))
        }
        _ => ty,
    }
}

/// An array of known rank with other sizes, of the same place; other types are as they were.
#[must_use]
pub fn with_sizes(ty: Ty, size: impl FnMut((usize, Dim)) -> Dim) -> Ty {
    match (ty.as_array(), ty.as_array().and_then(|(_, shape)| shape.dims())) {
        (Some((elem, _)), Some(dims)) if ty.is_ndarray() => {
            let shape = Shape::new(dims.iter().copied().enumerate().map(size), None);
            Ty::placed(elem, shape, ty.place())
        }
        _ => ty,
    }
}

/// C for F and F for C; of an order that is only a name nothing is kept.
#[must_use]
pub fn swap_order(ty: Ty) -> Ty {
    match ty.place().data().order {
        Some(order) => with_order(ty, order.swapped()),
        None => ty,
    }
}

/// The array with its axes in another order, a view: strides and order go with them.
///
/// # Errors
/// If it is no array of known rank, or `axes` is no order of its axes.
pub fn permute(ty: Ty, axes: &[usize]) -> Result<Ty, String> {
    let array = ty.as_array().filter(|_| ty.is_ndarray()).and_then(|(elem, shape)| Some((elem, shape.dims()?)));
    let Some((elem, dims)) = array else { return Err("only an array of known rank has axes".into()) };
    let mut sorted = axes.to_vec();
    sorted.sort_unstable();
    if sorted != (0..dims.len()).collect::<Vec<_>>() {
        return Err(format!("{axes:?} is no order of {} axes", dims.len()));
    }
    let shape: Shape = axes.iter().map(|axis| dims[*axis]).collect();
    let data = ty.place().data();
    let unchanged = axes.iter().copied().eq(0..dims.len());
    let reversed = axes.iter().copied().eq((0..dims.len()).rev());
    let order = match data.order {
        Some(order) if reversed && !unchanged => order.swapped(),
        order if unchanged => order,
        Some(Order::Both) => Some(Order::Both),
        _ => None,
    };
    let strides = data.strides.as_ref().map(|strides| axes.iter().map(|axis| strides[*axis]).collect());
    Ok(Ty::placed(elem, shape, Place::new(PlaceData { order, strides, ..data.clone() })))
}

/// What is left of the type after as many indices in front as it has too many; a scalar for rank 0.
///
/// # Errors
/// If the rank is not known, or lower.
pub fn with_rank(ty: Ty, wanted: usize) -> Result<Ty, String> {
    let Some(known) = rank(ty) else { return Err("its rank is not known".into()) };
    if wanted > known {
        return Err(format!("its rank is {known}, less than {wanted}"));
    }
    if wanted == known {
        return Ok(ty);
    }
    if let Some(item) = element(ty) {
        return with_rank(item, wanted);
    }
    let Some((elem, dims)) = ty.as_array().and_then(|(elem, shape)| Some((elem, shape.dims()?))) else {
        return Err("it has no elements".into());
    };
    if wanted == 0 {
        return Ok(Ty::scalar(elem));
    }
    let data = ty.place().data();
    let dropped = known - wanted;
    // A part of an array in order C is in order C; of one in order F it has gaps.
    let order = data.order.filter(|order| matches!(order, Order::C | Order::Both)).map(|_| Order::C);
    let strides = data.strides.as_ref().map(|strides| strides[dropped..].into());
    let place = Place::new(PlaceData { order, strides, offset: None, device: data.device });
    Ok(Ty::placed(elem, dims[dropped..].iter().copied().collect(), place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{parse_type, print_ty};

    fn ty(text: &str) -> Ty {
        parse_type(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn ranks_count_indices_to_a_scalar() {
        for (text, own, all) in [
            ("float64[n, 3]", Some(2), Some(2)),
            ("list[float64[n, 3]]", Some(1), Some(3)),
            ("tuple[tuple[int, ...], tuple[int, ...]]", Some(1), Some(2)),
            ("tuple[int, list[int]]", Some(1), None),
            ("dict[str, int8[2]]", Some(1), Some(2)),
            ("int", Some(0), Some(0)),
            ("float64[...]", None, None),
        ] {
            assert_eq!((container_rank(ty(text)), rank(ty(text))), (own, all), "{text}");
        }
    }

    #[test]
    fn scalars_and_sizes() {
        let list = ty("list[complex64[n, 3]]");
        assert_eq!(scalar(list), ty("complex64"));
        assert_eq!((primitive(list), precision(list)), (Some("complex"), Some(4)));
        assert_eq!((primitive(ty("int")), precision(ty("int"))), (Some("signed"), Some(8)));
        assert_eq!(primitive(ty("((int) -> int)")), None);
        assert_eq!(size_in_bytes(ty("float64[n, 3]")), Some(Dim::name("n").scaled(24)));
        assert_eq!(size_in_bytes(ty("float64[2, 3]")), Some(Dim::of(48)));
        assert_eq!(size_in_bytes(ty("float64[?]")), None);
    }

    #[test]
    fn orders_axes_and_ranks() {
        assert_eq!(swap_order(ty("float64[n, m; C]")), ty("float64[n, m; F]"));
        assert_eq!(with_order(ty("float64[n, m; F, strides=(1, ?)]"), Some(Order::C)), ty("float64[n, m; C]"));
        let text = |result: Result<Ty, String>| result.map(print_ty);
        assert_eq!(
            text(permute(ty("float64[n, m; C, strides=(m, 1)]"), &[1, 0])).as_deref(),
            Ok("float64[m, n; F, strides=(1, m)]")
        );
        assert_eq!(text(permute(ty("int8[2, 3, 4; C]"), &[1, 0, 2])).as_deref(), Ok("int8[3, 2, 4]"));
        assert!(permute(ty("int8[2, 3]"), &[0, 0]).is_err());
        assert_eq!(text(with_rank(ty("list[float64[2, 3; C]]"), 1)).as_deref(), Ok("float64[3; A]"));
        assert_eq!(text(with_rank(ty("float64[2, 3; F]"), 1)).as_deref(), Ok("float64[3]"));
        assert_eq!(text(with_rank(ty("list[list[int]]"), 0)).as_deref(), Ok("int"));
        assert!(with_rank(ty("int8[2]"), 2).is_err());
    }
}
