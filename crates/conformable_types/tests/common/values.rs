//! Concrete values, and which types hold them: the meaning that the relations are checked against.

use std::sync::LazyLock;

use conformable_types::{DType, Elem, Order, Place, Shape, Ty, TyKind};

#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// In C order, on the CPU.
    Array(DType, Vec<i64>),
    /// Contiguous in these orders (C, F), on this device.
    At(DType, Vec<i64>, [bool; 2], &'static str),
    Scalar(DType),
    Int(i64),
    Bool(bool),
    Str(&'static str),
    None,
    Tuple(Vec<Value>),
    List(Vec<Value>),
    Set(Vec<Value>),
    Dict(Vec<(Value, Value)>),
    Struct(Vec<(&'static str, Value)>),
}

/// Sizes 0 to 9 and ranks to 3 of two dtypes (a few of ranks to 6 in all orders), scalars, and containers of up to two of the small ones.
pub fn universe() -> &'static [Value] {
    static ALL: LazyLock<Vec<Value>> = LazyLock::new(make);
    &ALL
}

fn make() -> Vec<Value> {
    let dtypes = ["float64", "int64"].map(|name| DType::parse(name).expect("a dtype"));
    let mut all = vec![Value::None, Value::Bool(true), Value::Bool(false), Value::Str("C"), Value::Str("F")];
    all.extend((-5..8).map(Value::Int));
    let mut shapes = vec![vec![]];
    for rank in 1..4usize {
        let sizes = if rank < 3 { 0..10i64 } else { 1..5 };
        let more: Vec<Vec<i64>> = shapes
            .iter()
            .filter(|shape: &&Vec<i64>| {
                shape.len() == rank - 1 && (rank < 3 || shape.iter().all(|s| (1..5).contains(s)))
            })
            .flat_map(|shape| sizes.clone().map(move |size| [shape.clone(), vec![size]].concat()))
            .collect();
        shapes.extend(more);
    }
    for dtype in dtypes {
        all.push(Value::Scalar(dtype));
        all.extend(shapes.iter().map(|shape| Value::Array(dtype, shape.clone())));
    }
    all.extend(dtypes.into_iter().flat_map(placed));
    let mut small = vec![Value::None, Value::Bool(true), Value::Bool(false), Value::Str("C"), Value::Str("F")];
    small.extend((-4..7).map(Value::Int));
    for dtype in dtypes {
        small.push(Value::Scalar(dtype));
        small.extend(
            [vec![], vec![2], vec![3], vec![4], vec![0], vec![1], vec![2, 2], vec![3, 2]]
                .map(|s| Value::Array(dtype, s)),
        );
    }
    let pairs: Vec<(Value, Value)> =
        small.iter().flat_map(|a| small.iter().map(move |b| (a.clone(), b.clone()))).collect();
    for wrap in [Value::Tuple, Value::List, Value::Set] {
        all.push(wrap(vec![]));
        all.extend(small.iter().map(|a| wrap(vec![a.clone()])));
        all.extend(pairs.iter().map(|(a, b)| wrap(vec![a.clone(), b.clone()])));
    }
    all.push(Value::Dict(vec![]));
    all.extend(pairs.iter().map(|pair| Value::Dict(vec![pair.clone()])));
    all.extend(pairs.into_iter().map(|(a, b)| Value::Struct(vec![("a", a), ("b", b)])));
    all
}

/// Arrays in every order that their sizes allow, on several devices.
fn placed(dtype: DType) -> Vec<Value> {
    let mut shapes: Vec<Vec<i64>> = (0..10).map(|size| vec![size]).collect();
    shapes.extend((0..5).flat_map(|m| (0..5).map(move |n| vec![m, n])));
    shapes.extend((0..64).map(|code| vec![code % 4 + 1, code / 4 % 4 + 1, code / 16 + 1]));
    // Of ones at the ends and as many dims between as are needed to tell the orders apart.
    let ends = [vec![], vec![1], vec![1, 1]];
    for (before, after) in ends.iter().flat_map(|before| ends.iter().map(move |after| (before, after))) {
        shapes.push([before.as_slice(), &[2, 2], after.as_slice()].concat());
    }
    shapes.push(vec![]);
    let mut all = Vec::new();
    for shape in shapes {
        let [always, agree] = contiguity(&shape);
        for orders in [[true, true], [true, false], [false, true], [false, false]] {
            let possible = if always { orders == [true, true] } else { (orders[0] == orders[1]) == agree };
            // In two dims and more both orders may fail together.
            if possible || (orders == [false, false] && !always) {
                let at = |device| Value::At(dtype, shape.clone(), orders, device);
                all.extend(["cpu", "cuda:0", "cuda:1", "cuda:2"].map(at));
            }
        }
    }
    all
}

/// Whether arrays of these sizes are always contiguous, and whether the two orders are one.
fn contiguity(sizes: &[i64]) -> [bool; 2] {
    let many = sizes.iter().filter(|size| **size != 1).count();
    let empty = sizes.contains(&0);
    [empty || many == 0, empty || many < 2]
}

/// Is it a value of the type, which has no names?
pub fn contains(ty: Ty, value: &Value) -> bool {
    match (ty.kind(), value) {
        (TyKind::Unknown, _) => true,
        (TyKind::Union(members), _) => members.iter().any(|member| contains(*member, value)),
        (TyKind::Int, Value::Int(_) | Value::Bool(_)) | (TyKind::Bool, Value::Bool(_)) => true,
        (TyKind::Str, Value::Str(_)) | (TyKind::None, Value::None) => true,
        (TyKind::IntOf(dim), Value::Int(value)) => dim.constant() == Some(*value),
        (TyKind::LitBool(known), Value::Bool(value)) => known == value,
        (TyKind::LitStr(known), Value::Str(value)) => known.as_str() == *value,
        (TyKind::Array { elem, shape }, Value::Array(dtype, sizes)) => holds(*elem, *dtype) && fits(*shape, sizes),
        (TyKind::Array { elem, shape }, Value::At(dtype, sizes, ..)) => holds(*elem, *dtype) && fits(*shape, sizes),
        (TyKind::Placed { elem, shape, place }, Value::Array(dtype, sizes)) => {
            holds(*elem, *dtype) && fits(*shape, sizes) && is_at(*place, [true, contiguity(sizes)[1]], "cpu")
        }
        (TyKind::Placed { elem, shape, place }, Value::At(dtype, sizes, orders, device)) => {
            holds(*elem, *dtype) && fits(*shape, sizes) && is_at(*place, *orders, device)
        }
        (TyKind::Decay { elem, shape }, Value::At(dtype, sizes, ..)) => {
            !sizes.is_empty() && holds(*elem, *dtype) && fits(*shape, sizes)
        }
        (TyKind::Scalar(elem), Value::Scalar(dtype)) => holds(*elem, *dtype),
        (TyKind::Decay { elem, shape }, Value::Array(dtype, sizes)) => {
            !sizes.is_empty() && holds(*elem, *dtype) && fits(*shape, sizes)
        }
        (TyKind::Decay { elem, shape }, Value::Scalar(dtype)) => holds(*elem, *dtype) && fits(*shape, &[]),
        (TyKind::Tuple(types), Value::Tuple(values)) | (TyKind::List(types), Value::List(values)) => {
            types.len() == values.len() && types.iter().zip(values).all(|(ty, value)| contains(*ty, value))
        }
        (TyKind::TupleOf(item), Value::Tuple(values))
        | (TyKind::ListOf(item), Value::List(values))
        | (TyKind::Set(item), Value::Set(values)) => values.iter().all(|value| contains(*item, value)),
        (TyKind::Dict(key, item), Value::Dict(entries)) => {
            entries.iter().all(|(k, v)| contains(*key, k) && contains(*item, v))
        }
        (TyKind::Struct(types), Value::Struct(values)) => {
            types.len() == values.len()
                && types.iter().zip(values).all(|(ty, value)| ty.0.as_str() == value.0 && contains(ty.1, &value.1))
        }
        _ => false,
    }
}

/// Strides and offsets are not part of these values.
fn is_at(place: Place, [c, f]: [bool; 2], device: &str) -> bool {
    let data = place.data();
    let order = data.order.is_none_or(|order| match order {
        Order::C => c,
        Order::F => f,
        Order::Both => c && f,
        Order::Name(name) => unreachable!("names stand for something here, {name:?}"),
    });
    let kind = device.split(':').next().unwrap_or_default();
    order && data.device.is_none_or(|known| [device, kind].contains(&known.to_string().as_str()))
}

fn holds(elem: Elem, dtype: DType) -> bool {
    elem.is_any() || elem.dtype() == Some(dtype)
}

fn fits(shape: Shape, sizes: &[i64]) -> bool {
    let fit = |dims: &[conformable_types::Dim], sizes: &[i64]| {
        dims.len() == sizes.len()
            && dims.iter().zip(sizes).all(|(dim, size)| dim.is_any() || dim.constant() == Some(*size))
    };
    let data = shape.data();
    match &data.rest {
        None => fit(&data.prefix, sizes),
        Some((seq, suffix)) => {
            assert!(seq.is_any(), "names have been put in");
            sizes.len() >= shape.min_rank()
                && fit(&data.prefix, &sizes[..data.prefix.len()])
                && fit(suffix, &sizes[sizes.len() - suffix.len()..])
        }
    }
}
