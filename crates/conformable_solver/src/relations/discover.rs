//! `discover(value)`: the dtype of `numpy.array` of a nested list; `array_shape` its shape.
//!
//! A Python number counts as its default dtype here, not weakly, and dtypes are joined by a left
//! fold over the leaves (NumPy, "Array coercion"): another relation than `promote`. The elements
//! of a list have one shape; the empty list is float64 with one dim of 0.

use conformable_types::dtype::{self, DType};
use conformable_types::{Dim, Elem, FreshKind, Shape, Ty, TyKind};

use super::measure::append;
use super::packs;
use super::promote::strong_elem;
use super::{Body, Relation, to_i64};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;

pub(super) static DISCOVER: Relation = Relation {
    name: "discover",
    body: &Body::of(|cx, call, ty: Ty| {
        Ok(match discover(cx, ty)? {
            Some((elem, _)) if !elem.is_any() => elem,
            _ => call.elem(cx),
        })
    }),
};

/// Element type (`?` if not known) and shape of the array that NumPy makes of a value; `None` if
/// it is not known to make one of its elements.
///
/// # Errors
/// If the nested lists are ragged.
pub fn discover(cx: &mut Context, ty: Ty) -> Result<Option<(Elem, Shape)>, Failure> {
    let ty = cx.resolve_ty(ty);
    let scalar = |elem: Elem| Ok(Some((elem, Shape::scalar())));
    if let Some(weak) = ty.weak() {
        return scalar(Elem::of_number(weak));
    }
    match ty.kind() {
        TyKind::Str => scalar(Elem::any()),
        TyKind::LitStr(text) => {
            let length = u32::try_from(text.as_str().chars().count().max(1)).unwrap_or(u32::MAX);
            scalar(DType::str(length).into())
        }
        _ if ty.as_large_int().is_some() => scalar(ty.as_large_int().map_or_else(Elem::any, Elem::from)),
        TyKind::None => scalar(DType::OBJECT.into()),
        TyKind::Scalar(elem) => scalar(*elem),
        TyKind::Array { elem, shape } | TyKind::Decay { elem, shape } => Ok(Some((*elem, *shape))),
        TyKind::Tuple(items) | TyKind::List(items) => of_items(cx, items),
        TyKind::TupleOf(item) | TyKind::ListOf(item) => {
            let Some((elem, shape)) = discover(cx, *item)? else { return Ok(None) };
            let count = cx.fresh_dim(FreshKind::Unknown);
            // An empty list is float64 whatever it could hold, and has one dim.
            let shape = if shape == Shape::scalar() { Shape::of(&[count]) } else { cx.fresh_shape() };
            Ok(Some((strong_elem(elem), shape)))
        }
        _ => Ok(None),
    }
}

fn of_items(cx: &mut Context, items: &[Ty]) -> Result<Option<(Elem, Shape)>, Failure> {
    let count = Shape::of(&[Dim::of(to_i64(items.len()))]);
    if items.is_empty() {
        return Ok(Some((DType::FLOAT64.into(), count)));
    }
    let mut shapes = Vec::new();
    let mut joined: Option<Elem> = None;
    for (place, &item) in items.iter().enumerate() {
        let Some((elem, shape)) = discover(cx, item)? else { return Ok(None) };
        // Lists with nothing in them say nothing of what they could hold.
        if !is_hollow(item) {
            joined = Some(match joined {
                None => strong_elem(elem),
                Some(so_far) => fold(so_far, elem),
            });
        }
        shapes.push((shape, Part::whole(0).of_element(place)));
    }
    let shape = packs::same(cx, &shapes).map_err(|failure| Failure {
        kind: FailureKind::Value,
        message: format!("the list is ragged: {}", failure.message.replace("pieces", "elements")),
        ..failure
    })?;
    Ok(Some((joined.unwrap_or_else(|| DType::FLOAT64.into()), append(count, shape))))
}

/// A list without elements, or of nothing but such lists.
fn is_hollow(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Tuple(items) | TyKind::List(items) => items.iter().all(|item| is_hollow(*item)),
        _ => false,
    }
}

fn fold(a: Elem, b: Elem) -> Elem {
    let b = strong_elem(b);
    if a == b {
        return a;
    }
    match (a.dtype(), b.dtype()) {
        (Some(a), Some(b)) => dtype::promote(&[a.into(), b.into()]).map_or_else(|_| Elem::any(), Elem::from),
        _ => Elem::any(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    fn run(ty: Ty) -> Result<String, String> {
        match discover(&mut Context::new(&Store::new()), ty) {
            Ok(Some((elem, shape))) => Ok(format!("{:?} {shape:?}", elem)),
            Ok(None) => Ok("unknown".into()),
            Err(failure) => Err(failure.message),
        }
    }

    #[test]
    fn nested_lists() {
        let ints = |values: &[i64]| Ty::list(values.iter().map(|v| Ty::int(*v)));
        assert_eq!(run(ints(&[1, 2])), Ok("int64 [2]".into()));
        assert_eq!(run(Ty::list([ints(&[1, 2]), ints(&[3, 4])])), Ok("int64 [2, 2]".into()));
        assert_eq!(run(Ty::list([])), Ok("float64 [0]".into()));
        assert_eq!(run(Ty::list([Ty::bool(true), Ty::float(0.5)])), Ok("float64 [2]".into()));
        assert_eq!(run(Ty::list([Ty::scalar(DType::FLOAT32), Ty::int(1)])), Ok("float64 [2]".into()));
        let ragged = run(Ty::list([ints(&[1, 2]), ints(&[3])])).unwrap_err();
        assert_eq!(ragged, "the list is ragged: along axis 0 elements 0 and 1 have 2 and 1");
        assert_eq!(run(Ty::list([Ty::unknown()])), Ok("unknown".into()));
        let rows = Ty::array(DType::FLOAT32, Shape::of(&[Dim::name("n")]));
        assert_eq!(run(Ty::list([rows, rows])), Ok("float32 [2, n]".into()));
    }
}
