//! Floats that are whole numbers: an integer array holds them as they are.

use conformable_types::arithmetic::is_whole;
use conformable_types::dtype::{DTypeKind, Weak};
use conformable_types::{DType, Elem, Ty, TyKind};

use crate::domain::heap::{Items, Object};
use crate::domain::state::State;
use crate::domain::value::{Array, Kind, Value};

/// What the floats in a value are, NumPy's and Python's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Floats {
    /// There are none.
    None,
    /// Each is a whole number.
    Whole,
    /// One may not be, or there may be what isn't known.
    Any,
}

impl Floats {
    fn and(self, other: Floats) -> Floats {
        match (self, other) {
            (Floats::Any, _) | (_, Floats::Any) => Floats::Any,
            (Floats::None, Floats::None) => Floats::None,
            _ => Floats::Whole,
        }
    }

    /// Those in all of these; after the first that may not be whole none is looked at.
    pub fn among(mut each: impl Iterator<Item = Floats>) -> Floats {
        let all = each.try_fold(Floats::None, |all, one| Some(all.and(one)).filter(|all| *all != Floats::Any));
        all.unwrap_or(Floats::Any)
    }

    fn of_whole(is_whole: bool) -> Floats {
        if is_whole { Floats::Whole } else { Floats::Any }
    }

    /// Of elements of which nothing is known but the type.
    fn of_elements(elem: Elem) -> Floats {
        let is_integer = |kind| matches!(kind, DTypeKind::Boolean | DTypeKind::Signed | DTypeKind::Unsigned);
        if elem.dtype().map(DType::kind).is_some_and(is_integer) { Floats::None } else { Floats::Any }
    }

    fn of_type(ty: Ty) -> Floats {
        match ty.kind() {
            TyKind::LitFloat(bits) => Floats::of_whole(is_whole(f64::from_bits(*bits))),
            TyKind::Scalar(elem) | TyKind::Array { elem, .. } | TyKind::Decay { elem, .. } => {
                Floats::of_elements(*elem)
            }
            TyKind::TupleOf(item) | TyKind::ListOf(item) => Floats::of_type(*item),
            TyKind::Tuple(items) | TyKind::List(items) => {
                Floats::among(items.iter().map(|item| Floats::of_type(*item)))
            }
            TyKind::Int
            | TyKind::IntOf(_)
            | TyKind::Bool
            | TyKind::LitBool(_)
            | TyKind::Str
            | TyKind::LitStr(_)
            | TyKind::None
            | TyKind::Ellipsis
            | TyKind::DType(_) => Floats::None,
            _ => Floats::Any,
        }
    }
}

impl<'p> Value<'p> {
    /// A float of Python's that is a whole number.
    pub fn whole_float() -> Value<'p> {
        Kind::Floating(Ty::new(TyKind::Float), None).into()
    }
}

impl<'p> State<'p> {
    /// Is it a number, and whole?
    pub fn is_whole_number(&self, value: &Value<'p>) -> bool {
        let is_number = value.ty().is_some_and(|ty| ty.is_python_number() || ty.as_array().is_some());
        is_number && self.floats_in(value) != Floats::Any
    }

    /// A NumPy scalar that an array has as an element.
    pub fn scalar_of(&self, array: &Array, ty: Ty) -> Value<'p> {
        if is_floating(ty) && self.holds_whole_numbers(array) {
            Kind::Floating(ty, None).into()
        } else {
            Value::data(ty)
        }
    }

    /// What the floats in a value are.
    pub fn floats_in(&self, value: &Value<'p>) -> Floats {
        match &value.kind {
            Kind::Data(ty) => Floats::of_type(*ty),
            Kind::Floating(_, bits) => Floats::of_whole(bits.is_none_or(|bits| is_whole(f64::from_bits(bits)))),
            Kind::Array(array) if self.holds_whole_numbers(array) => Floats::Whole,
            Kind::Array(array) => array.ty.as_array().map_or(Floats::Any, |(elem, _)| Floats::of_elements(elem)),
            Kind::Integer(..) | Kind::LargeInt(_) | Kind::Slice(_) | Kind::Shape(_) => Floats::None,
            Kind::Tuple(tuple) => Floats::among(tuple.items.iter().map(|item| self.floats_in(item))),
            Kind::Union(members) => Floats::among(members.iter().map(|member| self.floats_in(member))),
            Kind::Object(id) => match self.heap.get(*id) {
                Object::List(items) | Object::Range(Items::Known(items)) => {
                    Floats::among(items.iter().map(|item| self.floats_in(item)))
                }
                Object::ListOf { item, .. } | Object::TupleOf { item, .. } | Object::Range(Items::Each(item, _)) => {
                    self.floats_in(item)
                }
                _ => Floats::Any,
            },
            _ => Floats::Any,
        }
    }

    /// The floats in a value that was made just now are whole where this type has ints.
    pub fn make_whole(&mut self, value: &mut Value<'p>, ints: Ty) {
        match &mut value.kind {
            Kind::Data(ty) if is_floating(*ty) && is_integer(ints) => value.kind = Kind::Floating(*ty, None),
            Kind::Array(array) if is_floating(array.ty) && is_integer(ints) => array.whole = true,
            Kind::Tuple(tuple) => {
                let Some(parts) = parts_of(ints).filter(|parts| parts.len() == tuple.items.len()) else { return };
                let (mut items, class) = (tuple.items.clone(), tuple.class.clone());
                items.iter_mut().zip(parts).for_each(|(item, ints)| self.make_whole(item, *ints));
                value.kind = Kind::tuple(items, class);
            }
            Kind::Object(id) => {
                let id = *id;
                let mut object = self.heap.get(id).clone();
                match (&mut object, ints.kind()) {
                    (Object::List(items), TyKind::List(parts)) if items.len() == parts.len() => {
                        items.iter_mut().zip(parts).for_each(|(item, ints)| self.make_whole(item, *ints));
                    }
                    (Object::ListOf { item, .. }, TyKind::ListOf(ints)) => self.make_whole(item, *ints),
                    _ => return,
                }
                self.heap.set(id, object);
            }
            _ => {}
        }
    }
}

/// The types of the items of a tuple, or of the fields of one of the catalogue.
fn parts_of(ty: Ty) -> Option<&'static [Ty]> {
    match ty.kind() {
        TyKind::Tuple(items) | TyKind::Ctor(_, items) => Some(items),
        _ => None,
    }
}

/// Is it a float, NumPy's or Python's, or an array of them?
pub fn is_floating(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Float)
        || ty.as_array().and_then(|(elem, _)| elem.dtype()).is_some_and(|dtype| dtype.kind() == DTypeKind::Floating)
}

fn is_integer(ty: Ty) -> bool {
    let dtype = ty.as_array().and_then(|(elem, _)| elem.dtype());
    ty.weak() == Some(Weak::Int)
        || dtype.is_some_and(|dtype| matches!(dtype.kind(), DTypeKind::Signed | DTypeKind::Unsigned))
}
