//! Functions for languages written in Python, whose numbers are Python's as well as NumPy's and whose arrays have an
//! order: what an operator gives, what a container has in it.

use conformable_types::dtype::Weak;
use conformable_types::{DType, Dim, Elem, Order, Place, PlaceData, Shape, Term, Truth, Ty, TyKind};

use super::kinds::{is_a, is_kind};
use super::{Builtin, Val, listed, many, values};
use crate::evaluate::{list, strong};

pub(super) static TABLE: &[Builtin] = &[
    values(
        2..=3,
        "numeric(T, S), numeric(T, S, order): one of Python's numbers, a NumPy scalar, or an array in this order",
        |_, args| Ok(Val::new(numeric(args))),
    ),
    values(1..=1, "order(x): \"C\" or \"F\" for an array of more than one dim, else None", |_, args| {
        Ok(Val::new(order(args[0].ty())))
    }),
    values(
        2..=2,
        "equal(a, b): are the types of two values, or two element types, one to the language?",
        |this, args| {
            let [a, b] = [as_type(&args[0]), as_type(&args[1])];
            let equal = a.is_unknown() || b.is_unknown() || this.catalogue.are_equal(a, b);
            Ok(Val::new(Ty::bool(equal)))
        },
    ),
    values(
        2..=2,
        "is_key(x, K): is a value one of the keys of a dict of such keys? Those of an empty one have no type, which none has",
        |this, args| {
            let [key, keys] = [as_type(&args[0]), as_type(&args[1])];
            let is_known = !key.is_unknown() && !keys.is_unknown();
            let fits = this.catalogue.are_equal(key, keys) && (keys != Ty::never() || key == Ty::never());
            Ok(Val::new(Ty::bool(!is_known || fits)))
        },
    ),
    values(1..=1, "is_weak(T): is the element type one of Python's own numbers?", |_, args| {
        Ok(Val::new(Ty::bool(weak(&args[0]).is_some())))
    }),
    values(1..=1, "dtype_named(\"float32\"): the dtype of that name", |_, args| {
        let dtype = args[0].ty().str_value().and_then(DType::parse);
        Ok(Val::new(dtype.map_or_else(Elem::any, Elem::from)))
    }),
    values(1..=1, "without_values(x): int for an int of known value", |_, args| {
        Ok(Val::new(args[0].ty().without_values()))
    }),
    values(1..=1, "is_constant(x): is the value of the int known?", |_, args| {
        Ok(Val::new(Ty::bool(args[0].dim().constant().is_some())))
    }),
    values(many(0), "are_of_one_type(a, b, ...): is the type of all of them one to the language?", |this, args| {
        let types: Vec<Ty> = args.iter().map(as_type).collect();
        let one = types.windows(2).all(|pair| this.catalogue.are_equal(pair[0], pair[1]));
        Ok(Val::new(Ty::bool(one && !types.is_empty())))
    }),
    values(
        2..=2,
        "instance_of(x, classes): the truth that `isinstance` gives, known where the types decide it",
        |_, args| {
            Ok(Val::new(match instance_of(args[0].ty(), args[1].ty()) {
                Truth::Unknown => Ty::new(TyKind::Bool),
                truth => Ty::bool(truth == Truth::Yes),
            }))
        },
    ),
    values(1..=1, "item(x): what iterating over a container gives", |_, args| Ok(Val::new(item(args[0].ty())))),
    values(many(1), "nth(k, a, b, ...): the k-th of the rest, from the end for a negative k", |_, args| {
        let place = args[0].dim().constant().and_then(|k| place_of(k, args.len() - 1));
        Ok(place.map_or_else(Val::unknown, |place| args[place + 1].clone()))
    }),
    values(many(1), "is_place(k, a, b, ...): has the rest a k-th one, from the end for a negative k?", |_, args| {
        let place = args[0].dim().constant().map(|k| place_of(k, args.len() - 1).is_some());
        Ok(place.map_or_else(Val::unknown, |is_one| Val::new(Ty::bool(is_one))))
    }),
    values(many(1), "cycled(k, a, b, ...): a pack of the rest, k times one after the other", |_, args| {
        let Some(count) = listed(&args[0]) else { return Ok(Val::unknown()) };
        Ok(list((0..count).flat_map(|_| args[1..].iter().cloned()).collect()))
    }),
    values(many(1), "sliced(key, a, b, ...): the tuple of those that a slice with constant bounds takes", |_, args| {
        Ok(Val::new(sliced(args[0].ty(), &args[1..])))
    }),
    values(0..=0, "never(): the type of the elements that an empty container has", |_, _| Ok(Val::new(Ty::never()))),
];

/// A type, of an element type that of a scalar.
fn as_type(value: &Val) -> Ty {
    match &value.term {
        Term::Elem(elem) => elem.weak().map_or_else(|| Ty::scalar(*elem), Ty::of_weak),
        _ => value.ty(),
    }
}

fn weak(value: &Val) -> Option<Weak> {
    match &value.term {
        Term::Elem(elem) => elem.weak(),
        Term::Ty(ty) => ty.weak(),
        _ => None,
    }
}

/// One of Python's numbers again where the rank is 0 and the element type is one of theirs.
fn numeric(args: &[Val]) -> Ty {
    let shape = args[1].shape();
    if let (Some(weak), Some(0)) = (weak(&args[0]), shape.rank()) {
        return Ty::of_weak(weak);
    }
    let elem = strong(args[0].elem());
    if shape.rank() == Some(0) || args.get(2).and_then(|order| order.ty().str_value()) != Some("F") {
        return Ty::decay(elem, shape);
    }
    // Sizes that make both orders one would hide which of them the language has chosen.
    let hidden = |size: &Dim| if *size == Dim::ONE || *size == Dim::ZERO { Dim::any() } else { *size };
    let sizes = shape.dims().unwrap_or_default().iter().map(hidden);
    let place = Place::new(PlaceData { order: Some(Order::F), ..PlaceData::default() });
    Ty::placed(elem, Shape::new(sizes, None), place)
}

fn order(ty: Ty) -> Ty {
    match ty.as_array().and_then(|(_, shape)| shape.rank()) {
        Some(2..) => Ty::str(if ty.place().data().order == Some(Order::F) { "F" } else { "C" }),
        _ => Ty::none(),
    }
}

fn item(ty: Ty) -> Ty {
    match ty.kind() {
        TyKind::ListOf(item) | TyKind::TupleOf(item) | TyKind::Set(item) | TyKind::Dict(item, _) => *item,
        TyKind::List(items) | TyKind::Tuple(items) => {
            // The first stands for all where it does so to the language.
            items.first().map_or_else(Ty::never, |item| item.without_values())
        }
        TyKind::Ctor(_, parts) => parts.first().copied().unwrap_or_else(Ty::unknown),
        _ => match ty.as_array() {
            Some((elem, shape)) => match shape.dims() {
                Some([_, rest @ ..]) => numeric(&[Val::new(elem), Val::new(Shape::of(rest)), Val::new(order(ty))]),
                _ => Ty::unknown(),
            },
            None => Ty::unknown(),
        },
    }
}

/// Is it the type of the objects of a class that the program defines?
fn is_own(ty: Ty) -> bool {
    let of_library = |name: &str| matches!(name.rsplit_once('.'), Some(("builtins" | "numpy", _)));
    matches!(ty.kind(), TyKind::Class(name) if !of_library(name.as_str()))
}

/// Is a value of the type an instance of the class, or of one of a tuple of classes?
fn instance_of(ty: Ty, class: Ty) -> Truth {
    if ty.is_unknown() {
        return Truth::Unknown;
    }
    match class.kind() {
        TyKind::Tuple(classes) => classes.iter().fold(Truth::No, |found, one| found.or(instance_of(ty, *one))),
        TyKind::DType(elem) => match (elem.dtype(), ty.kind()) {
            (Some(wanted), TyKind::Scalar(own)) => own.dtype().map_or(Truth::Unknown, |own| (own == wanted).into()),
            (None, _) | (_, TyKind::Decay { .. }) => Truth::Unknown,
            _ => Truth::No,
        },
        TyKind::Class(name) => match name.as_str().rsplit_once('.') {
            Some(("numpy", "ndarray")) => is_a(ty, "array"),
            Some(("builtins", "int")) if matches!(ty.kind(), TyKind::Scalar(_)) => Truth::No,
            // NumPy's float64 and complex128 are Python's as well, to Python.
            Some(("builtins", "float")) if is_other_than(ty, DType::FLOAT64) => Truth::No,
            Some(("builtins", "complex")) if is_other_than(ty, DType::COMPLEX128) => Truth::No,
            Some(("builtins", "float" | "complex")) if matches!(ty.kind(), TyKind::Scalar(_)) => Truth::Unknown,
            // An object of a class of the program's is none of Python's.
            Some(("builtins", own)) if is_kind(own) && is_own(ty) => Truth::No,
            Some(("builtins", own)) if is_kind(own) => is_a(ty, own),
            Some(("builtins" | "numpy", _)) => Truth::Unknown,
            _ => match ty.kind() {
                TyKind::Name(_) | TyKind::Ctor(..) => Truth::Unknown,
                _ => (ty == class).into(),
            },
        },
        _ => Truth::Unknown,
    }
}

/// Is it a number of NumPy's, of another dtype?
fn is_other_than(ty: Ty, dtype: DType) -> bool {
    matches!(ty.kind(), TyKind::Scalar(elem) if elem.dtype().is_some_and(|own| own != dtype))
}

fn place_of(k: i64, count: usize) -> Option<usize> {
    let count = i64::try_from(count).ok()?;
    let place = if k < 0 { k + count } else { k };
    usize::try_from(place).ok().filter(|_| place < count)
}

fn sliced(key: Ty, items: &[Val]) -> Ty {
    let TyKind::Slice([start, stop, step]) = key.kind() else { return Ty::unknown() };
    let count = i64::try_from(items.len()).unwrap_or(i64::MAX);
    let bound = |ty: Ty, default: i64| match ty.kind() {
        TyKind::None => Some(default),
        _ => ty.int_value()?.constant().map(|k| if k < 0 { (k + count).max(0) } else { k.min(count) }),
    };
    match (bound(*start, 0), bound(*stop, count), step.kind()) {
        (Some(start), Some(stop), TyKind::None) => {
            let taken = items.iter().take(usize::try_from(stop).unwrap_or(0)).skip(usize::try_from(start).unwrap_or(0));
            Ty::tuple(taken.map(Val::ty))
        }
        _ => Ty::unknown(),
    }
}
