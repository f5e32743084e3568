//! Functions that make types: of arrays, of sizes, of elements.

use conformable_types::dtype::Kind;
use conformable_types::{DType, Elem, Shape, Term, Ty, TyKind};

use super::{Builtin, BuiltinBody, EvalResult, Val, listed};
use crate::coerce::weak_of;
use crate::evaluate::list;

pub(super) static TABLE: &[Builtin] = &[
    Builtin {
        name: "decay",
        arity: 1..=1,
        says: "decay(T[*S]): a NumPy scalar if the rank is 0",
        run: BuiltinBody::Values(|_, args| Ok(decay(&args[0]))),
    },
    Builtin {
        name: "int",
        arity: 1..=1,
        says: "int(n): an int of this value; of a shape, one for each dim",
        run: BuiltinBody::Values(|_, args| Ok(int(&args[0]))),
    },
    Builtin {
        name: "tuple_of",
        arity: 1..=2,
        says: "tuple_of(x), tuple_of(k, x): a tuple of a pack, or of k of them",
        run: BuiltinBody::Values(|_, args| sequence_of(args, Ty::tuple, Ty::tuple_of)),
    },
    Builtin {
        name: "list_of",
        arity: 1..=2,
        says: "list_of(x), list_of(k, x): a list of a pack, or of k of them",
        run: BuiltinBody::Values(|_, args| sequence_of(args, Ty::list, Ty::list_of)),
    },
    Builtin {
        name: "elem",
        arity: 1..=1,
        says: "elem(x): an argument's element type",
        run: BuiltinBody::Values(|_, args| {
            let value = &args[0];
            let ty = value.ty();
            let elem = ty.as_array().map(|(elem, _)| elem).or_else(|| weak_of(ty)).unwrap_or_else(|| value.elem());
            Ok(Val::new(elem).from(value.origin.clone()))
        }),
    },
    Builtin {
        name: "python",
        arity: 1..=1,
        says: "python(T): the Python type of an element: float for float64",
        run: BuiltinBody::Values(|_, args| Ok(Val::new(python(args[0].elem())))),
    },
    Builtin {
        name: "unknown",
        arity: 0..=0,
        says: "unknown(): of which nothing is known",
        run: BuiltinBody::Values(|_, _| Ok(Val::unknown())),
    },
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
        Kind::Boolean => TyKind::Bool,
        Kind::Signed | Kind::Unsigned => TyKind::Int,
        Kind::Floating => TyKind::Float,
        Kind::Complex => TyKind::Complex,
        Kind::Str => TyKind::Str,
        Kind::Bytes => TyKind::Bytes,
        _ => TyKind::Unknown,
    })
}
