//! NumPy's own annotations: `NDArray[np.float64]`, `np.ndarray[tuple[int, Literal[3]], np.dtype[T]]`.

use conformable_types::dtype::DTypeKind as D;
use conformable_types::{DType, Dim, TyKind};
use ruff_python_ast::{Expr, Number};

use super::{arguments_of, of_numpy};
use crate::domain::declared::{ArrayForm, DeclaredType, Dtypes, Item};
use crate::domain::value::Kind;
use crate::eval::annotations::dotted;
use crate::eval::interpreter::Interpreter;
use crate::syntax::handles::name_of;

/// `NDArray[np.float64]`: the dtype is said, nothing of the shape; it obliges nobody.
pub(super) fn ndarray_of<'p>(run: &mut impl Interpreter<'p>, dtype: &Expr, text: String) -> DeclaredType {
    let dtypes = dtypes_of(run, dtype);
    DeclaredType::Array(ArrayForm { dtypes, shape: None, ndarray: true, obliges: false, text })
}

/// `np.ndarray[shape, np.dtype[T]]`: sizes that are literals oblige, and so does the rank.
pub(super) fn ndarray_with_shape<'p>(run: &mut impl Interpreter<'p>, arguments: &Expr, text: String) -> DeclaredType {
    let arguments = arguments_of(arguments);
    let shape = arguments.first().and_then(|shape| tuple_shape(run, shape));
    let dtypes = match arguments.get(1) {
        Some(Expr::Subscript(dtype)) => dtypes_of(run, &dtype.slice),
        _ => Dtypes::Any,
    };
    let obliges = shape.as_ref().is_some_and(|items| items.iter().any(|item| *item != Item::Rest));
    DeclaredType::Array(ArrayForm { dtypes, shape, ndarray: true, obliges, text })
}

/// `tuple[int, Literal[3]]`, `tuple[int, ...]`; `None` where it is something else.
fn tuple_shape<'p>(run: &mut impl Interpreter<'p>, shape: &Expr) -> Option<Vec<Item>> {
    let Expr::Subscript(subscript) = shape else { return None };
    let base = dotted(run, &subscript.value)?;
    if !matches!(&*base, "tuple" | "builtins.tuple" | "typing.Tuple") {
        return None;
    }
    let arguments = arguments_of(&subscript.slice);
    if arguments.iter().any(|argument| matches!(argument, Expr::EllipsisLiteral(_))) {
        return None;
    }
    arguments
        .into_iter()
        .map(|argument| match argument {
            Expr::Subscript(literal) => {
                let path = dotted(run, &literal.value)?;
                let Expr::NumberLiteral(number) = &*literal.slice else { return None };
                let Number::Int(value) = &number.value else { return None };
                (path.ends_with("Literal")).then(|| Some(Item::Dim(Dim::of(value.as_i64()?))))?
            }
            Expr::Tuple(empty) if empty.elts.is_empty() => None,
            other => (dotted(run, other)?.trim_start_matches("builtins.") == "int").then_some(Item::Any),
        })
        .collect()
}

/// The dtypes that a scalar type names: `np.float64`, `np.floating[Any]`, `float`.
pub(super) fn dtypes_of<'p>(run: &mut impl Interpreter<'p>, expression: &Expr) -> Dtypes {
    let expression = match expression {
        Expr::Subscript(subscript) => &*subscript.value,
        other => other,
    };
    if let Expr::Name(name) = expression {
        let value = run.lookup(name_of(name));
        if let Kind::Data(ty) = &value.kind
            && let TyKind::DType(elem) = ty.kind()
        {
            return elem.dtype().map_or(Dtypes::Any, Dtypes::One);
        }
    }
    let Some(path) = dotted(run, expression) else { return Dtypes::Any };
    match path.trim_start_matches("builtins.") {
        "bool" => Dtypes::One(DType::BOOL),
        "int" => Dtypes::One(DType::INT64),
        "float" => Dtypes::One(DType::FLOAT64),
        "complex" => Dtypes::One(DType::COMPLEX128),
        path => of_numpy(path).map_or(Dtypes::Any, scalar_type),
    }
}
/// The dtypes under one of NumPy's scalar types.
fn scalar_type(name: &str) -> Dtypes {
    match name {
        "floating" => Dtypes::Of(&[D::Floating]),
        "integer" => Dtypes::Of(&[D::Signed, D::Unsigned]),
        "signedinteger" => Dtypes::Of(&[D::Signed]),
        "unsignedinteger" => Dtypes::Of(&[D::Unsigned]),
        "complexfloating" => Dtypes::Of(&[D::Complex]),
        "inexact" => Dtypes::Of(&[D::Floating, D::Complex]),
        "number" => Dtypes::Of(&[D::Signed, D::Unsigned, D::Floating, D::Complex]),
        other => plain_dtype(other).map_or(Dtypes::Any, Dtypes::One),
    }
}

fn plain_dtype(name: &str) -> Option<DType> {
    let name = match name {
        "bool_" => "bool",
        "double" => "float64",
        "single" => "float32",
        "half" => "float16",
        "intp" | "int_" => "int64",
        "object_" => "object",
        other => other,
    };
    let plain = name.starts_with("float")
        || name.starts_with("int")
        || name.starts_with("uint")
        || name.starts_with("complex")
        || matches!(name, "bool" | "object");
    plain.then(|| DType::parse(name)).flatten()
}
