//! Pyccel's types as the core has them: which there are, when two are equal, how they are spelled.
//!
//! | Pyccel's | here |
//! |---|---|
//! | Python's numbers, `str` | themselves |
//! | NumPy's numbers | scalars; a bool is always Python's |
//! | an array | of sizes that aren't known; of more than one dim in the order C, unless F is said |
//! | `list`, `set`, `dict`, tuples | themselves; `Generic`, of what is empty, is `Never` |

use conformable_types::dtype::DTypeKind;
use conformable_types::transform::with_sizes;
use conformable_types::{DType, Dim, Elem, Order, Place, PlaceData, Shape, Ty, TyKind};

/// Python's numbers by what they are to NumPy: a float of Python is equal to a `float64`.
fn as_numpy(ty: Ty) -> Option<DType> {
    match ty.kind() {
        TyKind::Int => Some(DType::INT64),
        TyKind::Float => Some(DType::FLOAT64),
        TyKind::Complex => Some(DType::COMPLEX128),
        _ => None,
    }
}

/// An array of this many dims.
pub fn array(elem: impl Into<Elem>, rank: usize, order: Order) -> Ty {
    let shape: Shape = std::iter::repeat_n(Dim::any(), rank).collect();
    match order {
        Order::F if rank > 1 => {
            Ty::placed(elem, shape, Place::new(PlaceData { order: Some(Order::F), ..PlaceData::default() }))
        }
        _ => Ty::array(elem, shape),
    }
}

/// The array with sizes that are known by the array's name.
pub fn with_named_sizes(ty: Ty, name: &str) -> Ty {
    with_sizes(ty, |(axis, _)| Dim::name(&format!("{name}.shape[{axis}]")))
}

/// The order of an array of more than one dim.
pub fn order(ty: Ty) -> Option<Order> {
    let (_, shape) = ty.as_array()?;
    match shape.rank() {
        Some(2..) if ty.place().data().order == Some(Order::F) => Some(Order::F),
        Some(2..) => Some(Order::C),
        _ => None,
    }
}

/// How many indices lead to a scalar.
pub fn rank(ty: Ty) -> usize {
    match ty.kind() {
        TyKind::Str | TyKind::LitStr(_) => 1,
        TyKind::ListOf(item) | TyKind::TupleOf(item) | TyKind::Set(item) | TyKind::Dict(_, item) => 1 + rank(*item),
        TyKind::Tuple(items) | TyKind::List(items) => {
            let ranks: Vec<usize> = items.iter().map(|item| rank(*item)).collect();
            match ranks.split_first() {
                Some((first, rest)) if rest.iter().all(|other| other == first) => 1 + first,
                _ => 1,
            }
        }
        _ => ty.as_array().and_then(|(_, shape)| shape.rank()).unwrap_or(0),
    }
}

/// Is it an array of at least one dim?
pub fn is_array(ty: Ty) -> bool {
    ty.as_array().is_some() && rank(ty) > 0
}

/// The type of a variable with this value.
pub fn class_type(exact: Ty) -> Ty {
    match exact.kind() {
        // There is no bool of NumPy's.
        TyKind::Scalar(elem) if elem.dtype() == Some(DType::BOOL) => Ty::new(TyKind::Bool),
        TyKind::ListOf(item) => Ty::list_of(class_type(*item)),
        TyKind::Set(item) => Ty::new(TyKind::Set(class_type(*item))),
        TyKind::TupleOf(item) => Ty::tuple_of(class_type(*item)),
        TyKind::Dict(key, value) => Ty::new(TyKind::Dict(class_type(*key), class_type(*value))),
        TyKind::Ctor(name, parts) => Ty::new(TyKind::Ctor(*name, parts.iter().map(|part| class_type(*part)).collect())),
        TyKind::List(items) => Ty::list_of(items.first().map_or_else(Ty::never, |item| class_type(*item))),
        TyKind::Tuple(items) => {
            let classes: Vec<Ty> = items.iter().map(|item| class_type(*item)).collect();
            match classes.split_first() {
                Some((first, rest)) if !first.is_unknown() && rest.iter().all(|other| equal(*first, *other)) => {
                    Ty::tuple_of(*first)
                }
                _ => Ty::tuple(classes),
            }
        }
        _ => match exact.as_array() {
            Some((elem, shape)) => match shape.rank() {
                Some(rank @ 1..) => array(elem, rank, order(exact).unwrap_or(Order::C)),
                _ => exact,
            },
            None => exact.without_value(),
        },
    }
}

/// What is known of a variable besides its type: the sizes of its array, the items of its tuple; no values, which may
/// change.
pub fn without_values(exact: Ty) -> Ty {
    match exact.kind() {
        TyKind::Tuple(items) => {
            let are_one = items.windows(2).all(|pair| class_type(pair[0]) == class_type(pair[1]));
            match class_type(exact).kind() {
                // Equal and not identical: the first stands for all.
                TyKind::TupleOf(item) if !are_one => Ty::tuple_of(*item),
                _ => Ty::tuple(items.iter().map(|item| without_values(*item))),
            }
        }
        TyKind::List(items) => match items.first() {
            Some(first) if is_flat(*first) => Ty::list(items.iter().map(|item| class_type(*item))),
            _ => class_type(exact),
        },
        _ if is_array(exact) => exact,
        _ => class_type(exact),
    }
}

fn is_flat(ty: Ty) -> bool {
    rank(ty) == 0
}

/// Pyccel's `==`: equal but for what makes no difference to its code.
///
/// Python's numbers are NumPy's of 64 bits, and what is generic is anything, so it is no equivalence.
pub fn equal(a: Ty, b: Ty) -> bool {
    if a == b || a.is_unknown() || b.is_unknown() || a == Ty::never() || b == Ty::never() {
        return true;
    }
    match (a.kind(), b.kind()) {
        (TyKind::ListOf(x), TyKind::ListOf(y)) | (TyKind::Set(x), TyKind::Set(y)) => equal(*x, *y),
        (TyKind::TupleOf(x), TyKind::TupleOf(y)) => equal(*x, *y),
        (TyKind::Dict(k, v), TyKind::Dict(l, w)) => equal(*k, *l) && equal(*v, *w),
        (TyKind::Tuple(x), TyKind::Tuple(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| equal(*x, *y)),
        (TyKind::Scalar(elem), _) => as_numpy(b).is_some_and(|dtype| elem.dtype() == Some(dtype)),
        (_, TyKind::Scalar(elem)) => as_numpy(a).is_some_and(|dtype| elem.dtype() == Some(dtype)),
        _ if is_array(a) && is_array(b) => {
            let (x, y) = (a.as_array().map(|(elem, _)| elem), b.as_array().map(|(elem, _)| elem));
            x == y && rank(a) == rank(b) && order(a) == order(b)
        }
        _ => false,
    }
}

/// The class of the catalogue that has the attributes of a type.
pub fn class_of(ty: Ty) -> Option<&'static str> {
    if let Some(weak) = ty.weak() {
        return Some(weak.name());
    }
    Some(match ty.kind() {
        TyKind::Str | TyKind::LitStr(_) => "str",
        TyKind::List(_) | TyKind::ListOf(_) => "list",
        TyKind::Set(_) => "set",
        TyKind::Dict(..) => "dict",
        TyKind::TupleOf(_) => "tuple",
        TyKind::Tuple(_) => "items",
        TyKind::Ctor(name, _) => name.as_str(),
        TyKind::Scalar(_) => "generic",
        _ if is_array(ty) => "ndarray",
        _ => return None,
    })
}

/// The type as an annotation; what is empty is of `Generic`, what isn't known is `Unknown`.
pub fn spell(ty: Ty) -> String {
    let all = |types: &[Ty]| types.iter().map(|ty| spell(*ty)).collect::<Vec<_>>().join(", ");
    match ty.kind() {
        TyKind::Unknown => "Unknown".to_owned(),
        _ if ty == Ty::never() => "Generic".to_owned(),
        TyKind::Bool => "bool".to_owned(),
        TyKind::Int | TyKind::IntOf(_) => "int".to_owned(),
        TyKind::Float => "float".to_owned(),
        TyKind::Complex => "complex".to_owned(),
        TyKind::Str | TyKind::LitStr(_) => "str".to_owned(),
        TyKind::None => "None".to_owned(),
        TyKind::Class(name) => name.as_str().rsplit('.').next().unwrap_or_default().to_owned(),
        TyKind::ListOf(item) => format!("list[{}]", spell(*item)),
        TyKind::Set(item) => format!("set[{}]", spell(*item)),
        TyKind::TupleOf(item) => format!("tuple[{}, ...]", spell(*item)),
        TyKind::Tuple(items) if items.is_empty() => "tuple[()]".to_owned(),
        TyKind::Tuple(items) => format!("tuple[{}]", all(items)),
        TyKind::Dict(key, value) => format!("dict[{}, {}]", spell(*key), spell(*value)),
        TyKind::Ctor(name, parts) => format!("{name}[{}]", all(parts)),
        TyKind::Slice(_) => "slice".to_owned(),
        TyKind::Function(function) => {
            let params: Vec<Ty> = function.params.iter().map(|param| param.ty).collect();
            let result: Vec<Ty> = function.outputs.to_vec();
            format!("({})({})", all(&result), all(&params))
        }
        _ => match ty.as_array() {
            Some((elem, shape)) => {
                let elem = elem.dtype().map_or_else(|| "Unknown".to_owned(), name);
                match shape.rank() {
                    Some(0) => elem,
                    Some(rank) => {
                        let order = if order(ty) == Some(Order::F) { "(order=F)" } else { "" };
                        format!("{elem}[{}]{order}", vec![":"; rank].join(","))
                    }
                    None => "Unknown".to_owned(),
                }
            }
            None => ty.to_string(),
        },
    }
}

fn name(dtype: DType) -> String {
    if dtype.kind() == DTypeKind::Boolean { "bool".to_owned() } else { dtype.name() }
}
