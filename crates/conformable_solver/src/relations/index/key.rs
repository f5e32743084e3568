//! A key, item by item: what each one is to indexing.

use conformable_types::dtype::{DTypeKind, Weak};
use conformable_types::{Dim, Elem, ElemData, Shape, Ty, TyKind};

use super::KeyArray;
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::relations::discover::discover;
use crate::relations::to_i64;

/// One item of a key.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Int(Option<Dim>),
    Slice([Ty; 3]),
    New,
    Ellipsis,
    /// A single bool.
    Flag(Option<bool>),
    Ints {
        shape: Shape,
        array: KeyArray,
        /// The elements of a literal list, all of them.
        literals: Vec<Dim>,
    },
    Mask {
        dims: Vec<Dim>,
        array: KeyArray,
        /// How many are True, in a literal list.
        known: Option<i64>,
    },
}

impl Item {
    /// How many dims it takes.
    pub fn takes(&self) -> usize {
        match self {
            Item::Int(_) | Item::Slice(_) | Item::Ints { .. } => 1,
            Item::New | Item::Ellipsis | Item::Flag(_) => 0,
            Item::Mask { dims, .. } => dims.len(),
        }
    }

    pub fn is_integer(&self) -> bool {
        matches!(self, Item::Int(_))
    }
}

/// Is there an advanced index?
pub(super) fn advanced(items: &[Item]) -> bool {
    items.iter().any(|item| matches!(item, Item::Flag(_) | Item::Ints { .. } | Item::Mask { .. }))
}

/// The items of a key; `None` if one is not known to be an int, an array, ...
///
/// # Errors
/// If one can be no index.
pub(super) fn items(cx: &mut Context, key: Ty, arrays: &[KeyArray]) -> Result<Option<Vec<Item>>, Failure> {
    let parts: Vec<Ty> = match key.kind() {
        TyKind::Tuple(parts) => parts.to_vec(),
        _ => vec![key],
    };
    let mut arrays = arrays.iter();
    let mut found = Vec::with_capacity(parts.len());
    let mut decided = true;
    for (place, &part) in parts.iter().enumerate() {
        let array = match part.kind() {
            TyKind::Array { .. } | TyKind::Decay { .. } => arrays.next().copied().unwrap_or_default(),
            _ => KeyArray::default(),
        };
        // The names of fields stand alone.
        if parts.len() > 1 && matches!(part.kind(), TyKind::Array { elem, .. } if is_text(*elem)) {
            return Err(no_index(part, place));
        }
        match item(cx, part, array, place)? {
            Some(item) => found.push(item),
            None => decided = false,
        }
    }
    Ok(decided.then_some(found))
}

fn no_index(ty: Ty, place: usize) -> Failure {
    let message = format!("{ty} is no index: an index is an int, a slice, None, ..., or an array of ints or bools");
    Failure::new(FailureKind::NotAnIndex, message, vec![Part::whole(1).of_element(place)])
}

fn item(cx: &mut Context, ty: Ty, array: KeyArray, place: usize) -> Result<Option<Item>, Failure> {
    let wrong = || Err(no_index(ty, place));
    Ok(Some(match ty.kind() {
        TyKind::IntOf(value) => Item::Int(Some(*value)),
        TyKind::Int => Item::Int(None),
        TyKind::LitBool(flag) => Item::Flag(Some(*flag)),
        TyKind::Bool => Item::Flag(None),
        TyKind::None => Item::New,
        TyKind::Ellipsis => Item::Ellipsis,
        TyKind::Slice(parts) => Item::Slice(*parts),
        TyKind::Float | TyKind::LitFloat(_) | TyKind::Complex => return wrong(),
        TyKind::Str | TyKind::LitStr(_) | TyKind::Bytes | TyKind::Dict(..) | TyKind::Set(_) => return wrong(),
        TyKind::Scalar(elem) => match class(*elem) {
            KeyClass::Int => Item::Int(None),
            KeyClass::Bool => Item::Flag(None),
            KeyClass::Other => return wrong(),
            KeyClass::Unknown => return Ok(None),
        },
        // Texts are names of fields, which an array whose dtype is not known may have.
        TyKind::Array { elem, .. } if is_text(*elem) => return Ok(None),
        TyKind::Array { elem, shape } => match class(*elem) {
            KeyClass::Other => return wrong(),
            KeyClass::Unknown => return Ok(None),
            class => return Ok(of_array(cx, class, *shape, array, ty)),
        },
        TyKind::Decay { elem, .. } if class(*elem) == KeyClass::Other => return wrong(),
        TyKind::Tuple(_) | TyKind::List(_) | TyKind::TupleOf(_) | TyKind::ListOf(_) => {
            return of_list(cx, ty, place);
        }
        _ => return Ok(None),
    }))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyClass {
    Int,
    Bool,
    Other,
    Unknown,
}

fn class(elem: Elem) -> KeyClass {
    match elem.data() {
        ElemData::DType(dtype) => match dtype.kind() {
            DTypeKind::Signed | DTypeKind::Unsigned => KeyClass::Int,
            DTypeKind::Boolean => KeyClass::Bool,
            _ => KeyClass::Other,
        },
        ElemData::Weak(Weak::Int) => KeyClass::Int,
        ElemData::Weak(Weak::Bool) => KeyClass::Bool,
        ElemData::Weak(_) => KeyClass::Other,
        _ => KeyClass::Unknown,
    }
}

fn is_text(elem: Elem) -> bool {
    matches!(elem.data(), ElemData::DType(dtype) if dtype.kind() == DTypeKind::Str)
}

fn of_array(cx: &mut Context, class: KeyClass, shape: Shape, array: KeyArray, ty: Ty) -> Option<Item> {
    let shape = cx.resolve_shape(shape);
    match class {
        KeyClass::Int if shape.rank() == Some(0) => {
            let value = array.attained.filter(|(least, greatest)| least == greatest).map(|(least, _)| least);
            Some(Item::Int(value))
        }
        // A 0-d array is an int, which places differently; so the rank must be known.
        KeyClass::Int if shape.rank().is_some() || shape.min_rank() > 0 => {
            Some(Item::Ints { shape, array, literals: literals(ty) })
        }
        KeyClass::Bool => match shape.dims()? {
            [] => Some(Item::Flag(None)),
            dims => Some(Item::Mask { dims: dims.to_vec(), array, known: None }),
        },
        _ => None,
    }
}

/// A nested list or tuple is the array that NumPy makes of it; the empty one is of ints.
fn of_list(cx: &mut Context, ty: Ty, place: usize) -> Result<Option<Item>, Failure> {
    if ty.items().is_some_and(|items| items.iter().any(|item| matches!(item.kind(), TyKind::Slice(_)))) {
        let message = "a list of slices is no index: write a tuple".to_owned();
        return Err(Failure::new(FailureKind::NotAnIndex, message, vec![Part::whole(1).of_element(place)]));
    }
    let at_place = |failure: Failure| Failure { parts: vec![Part::whole(1).of_element(place)], ..failure };
    let Some((elem, shape)) = discover(cx, ty).map_err(at_place)? else { return Ok(None) };
    if let TyKind::TupleOf(item) | TyKind::ListOf(item) = ty.kind() {
        // It may be empty, and then it is an index of ints whatever its elements would be.
        return Ok(match (class(elem), item.kind()) {
            (KeyClass::Int, TyKind::Int | TyKind::IntOf(_) | TyKind::Scalar(_)) => {
                Some(Item::Ints { shape, array: KeyArray::default(), literals: vec![] })
            }
            _ => None,
        });
    }
    if is_empty(ty) {
        return Ok(Some(Item::Ints { shape, array: KeyArray::default(), literals: vec![] }));
    }
    match class(elem) {
        KeyClass::Int => Ok(of_array(cx, KeyClass::Int, shape, KeyArray::default(), ty)),
        KeyClass::Bool => {
            let known = flags(ty).map(|flags| to_i64(flags.iter().filter(|flag| **flag).count()));
            Ok(match of_array(cx, KeyClass::Bool, shape, KeyArray::default(), ty) {
                Some(Item::Mask { dims, array, .. }) => Some(Item::Mask { dims, array, known }),
                other => other,
            })
        }
        KeyClass::Unknown => Ok(None),
        KeyClass::Other => {
            let message = format!("{ty} is no index: its elements are neither ints nor bools");
            Err(Failure::new(FailureKind::NotAnIndex, message, vec![Part::whole(1).of_element(place)]))
        }
    }
}

/// `[]`, `[[]]`: no element at all.
fn is_empty(ty: Ty) -> bool {
    ty.items().is_some_and(|items| items.iter().all(|item| is_empty(*item)))
}

/// The ints of a nested list, if all are known.
fn literals(ty: Ty) -> Vec<Dim> {
    fn collect(ty: Ty, into: &mut Vec<Dim>) -> bool {
        match ty.items() {
            Some(items) => items.iter().all(|item| collect(*item, into)),
            None => ty.int_value().map(|value| into.push(value)).is_some(),
        }
    }
    let mut found = Vec::new();
    if ty.items().is_some() && collect(ty, &mut found) { found } else { Vec::new() }
}

fn flags(ty: Ty) -> Option<Vec<bool>> {
    let mut found = Vec::new();
    for item in ty.items()? {
        match item.bool_value() {
            Some(flag) => found.push(flag),
            None => found.extend(flags(*item)?),
        }
    }
    Some(found)
}
