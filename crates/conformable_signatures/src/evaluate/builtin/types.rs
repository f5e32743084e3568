//! Functions that make types: of arrays, of sizes, of elements.

use conformable_solver::{Failure, FailureKind};
use conformable_types::dtype::DTypeKind;
use conformable_types::{DType, Dim, Elem, Shape, Term, Ty, TyKind};

use super::{Builtin, EvalResult, Val, listed, many, values};
use crate::coerce::weak_of;
use crate::evaluate::list;

pub(super) static TABLE: &[Builtin] = &[
    values(1..=1, "decay(T[*S]): a NumPy scalar if the rank is 0", |_, args| Ok(decay(&args[0]))),
    values(1..=1, "int(n): an int of this value; of a shape, one for each dim", |_, args| Ok(int(&args[0]))),
    values(1..=2, "tuple_of(x), tuple_of(k, x): a tuple of a pack, or of k of them", |_, args| {
        sequence_of(args, Ty::tuple, Ty::tuple_of)
    }),
    values(1..=2, "list_of(x), list_of(k, x): a list of a pack, or of k of them", |_, args| {
        sequence_of(args, Ty::list, Ty::list_of)
    }),
    values(1..=1, "elem(x): an argument's element type", |_, args| {
        let value = &args[0];
        let ty = value.ty();
        let elem = ty.as_array().map(|(elem, _)| elem).or_else(|| weak_of(ty)).unwrap_or_else(|| value.elem());
        Ok(Val::new(elem).from(value.origin.clone()))
    }),
    values(1..=1, "python(T): the Python type of an element: float for float64", |_, args| {
        Ok(Val::new(python(args[0].elem())))
    }),
    values(1..=1, "array_in_text(x): the array that the rows of a text are: `1 2; 3 4`", |_, args| {
        Ok(Val::new(array_in_text(&args[0])?).from(args[0].origin.clone()))
    }),
    values(many(2), "as_class_of(x, a, ...): an object of the class of x that is made with these", |_, args| {
        let parts = args[1..].iter().map(Val::ty).collect();
        Ok(match args[0].ty().kind() {
            TyKind::Ctor(class, _) => Val::new(Ty::new(TyKind::Ctor(*class, parts))),
            _ => Val::unknown(),
        })
    }),
    values(0..=0, "unknown(): of which nothing is known", |_, _| Ok(Val::unknown())),
];

fn decay(value: &Val) -> Val {
    let one = |ty: Ty| match ty.kind() {
        TyKind::Array { elem, shape } => Ty::decay(*elem, *shape),
        _ => ty,
    };
    match &value.term {
        Term::List(items) => {
            let items = items.iter().map(|item| Term::Ty(one(Val::new(item.clone()).ty())));
            Val { term: Term::List(items.collect()), origin: value.origin.clone() }
        }
        _ => Val::new(one(value.ty())),
    }
}

fn int(value: &Val) -> Val {
    match (&value.term, value.items()) {
        (Term::Shape(_) | Term::List(_), Some(items)) => {
            list(items.into_iter().map(|item| Val::new(Ty::int(item.dim())).from(item.origin)).collect())
        }
        _ => Val::new(Ty::int(value.dim())).from(value.origin.clone()),
    }
}

/// A sequence of known items, or of some of one type.
fn sequence_of(args: &[Val], known: fn(Vec<Ty>) -> Ty, some: fn(Ty) -> Ty) -> EvalResult<Val> {
    let ints = |shape: Shape| Some(shape.dims()?.iter().map(|dim| Ty::int(*dim)).collect());
    let (items, item): (Option<Vec<Ty>>, Ty) = match args {
        [count, item, ..] => (listed(count).map(|count| vec![item.ty(); count]), item.ty()),
        _ => match &args[0].term {
            Term::List(items) => (Some(items.iter().map(|item| Val::new(item.clone()).ty()).collect()), Ty::unknown()),
            Term::Shape(shape) => (ints(*shape), Ty::new(TyKind::Int)),
            Term::Ty(ty) => (ty.items().map(<[Ty]>::to_vec), *ty),
            Term::Dim(dim) => (None, Ty::int(*dim)),
            Term::Elem(elem) => (None, Ty::scalar(*elem)),
        },
    };
    Ok(Val::new(items.map_or_else(|| some(item), known)))
}

/// What `.item()` gives.
fn python(elem: Elem) -> Ty {
    let Some(dtype) = elem.dtype() else { return Ty::unknown() };
    // Python has no number of that precision.
    if matches!(dtype, DType::LONGDOUBLE | DType::CLONGDOUBLE) {
        return Ty::scalar(elem);
    }
    Ty::new(match dtype.kind() {
        DTypeKind::Boolean => TyKind::Bool,
        DTypeKind::Signed | DTypeKind::Unsigned => TyKind::Int,
        DTypeKind::Floating => TyKind::Float,
        DTypeKind::Complex => TyKind::Complex,
        DTypeKind::Str => TyKind::Str,
        DTypeKind::Bytes => TyKind::Bytes,
        _ => TyKind::Unknown,
    })
}

/// Rows behind semicolons, columns behind commas or blanks; brackets mean nothing.
fn array_in_text(text: &Val) -> EvalResult<Ty> {
    let unknown = || Ty::array(Elem::any(), Shape::of(&[Dim::any(), Dim::any()]));
    let ty = text.ty();
    let Some(written) = ty.str_value() else { return Ok(unknown()) };
    let plain = written.replace(['[', ']'], "");
    let is_column = |part: &str| part.chars().all(|c| c.is_ascii_alphanumeric() || "_.+-".contains(c));
    let blank = |c: char| c == ',' || c.is_ascii_whitespace();
    let rows: Vec<Vec<&str>> =
        plain.split(';').map(|row| row.split(blank).filter(|part| !part.is_empty()).collect()).collect();
    if !rows.iter().flatten().all(|part| is_column(part)) {
        return Ok(unknown());
    }
    let size = |len: usize| Dim::of(i64::try_from(len).unwrap_or(i64::MAX));
    let columns = rows[0].len();
    if let Some(other) = rows.iter().map(Vec::len).find(|len| *len != columns) {
        let message = format!("the rows have {columns} and {other} columns");
        return Err(Failure::new(FailureKind::Value, message, text.origin.part(None).into_iter().collect()));
    }
    let dtypes = rows.iter().flatten().map(|part| written_dtype(part));
    let elem = match (columns, dtypes.reduce(|all, next| Some(wider(all?, next?)))) {
        (0, _) => DType::FLOAT64.into(),
        (_, Some(Some(dtype))) => dtype.into(),
        _ => Elem::any(),
    };
    Ok(Ty::array(elem, Shape::of(&[rows.len(), columns].map(size))))
}

/// The dtype of an array of the one number that Python reads in a text; None of what isn't told apart here.
fn written_dtype(text: &str) -> Option<DType> {
    let plain = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = |text: &str| text.bytes().all(|c| c.is_ascii_digit());
    // Longer ones are of other dtypes; a 0 in front is refused, but for 0 itself.
    if digits(plain) && (plain.len() == 1 || (2..=18).contains(&plain.len()) && !plain.starts_with('0')) {
        return Some(DType::INT64);
    }
    let (number, found) = match plain.strip_suffix(['j', 'J']) {
        Some(number) => (number, DType::COMPLEX128),
        None => (plain, DType::FLOAT64),
    };
    let is_float = number.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && (found == DType::COMPLEX128 || !digits(number))
        && number.bytes().all(|c| c.is_ascii_digit() || b".eE+-".contains(&c))
        && number.parse::<f64>().is_ok();
    is_float.then_some(found)
}

/// Of ints, floats and complex numbers the one that holds both.
fn wider(a: DType, b: DType) -> DType {
    if a == b || b == DType::INT64 || a == DType::COMPLEX128 { a } else { b }
}
