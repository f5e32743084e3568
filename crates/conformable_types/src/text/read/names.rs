//! What a bare name is by itself.

use crate::dtype::{DType, Weak};
use crate::elem::Elem;
use crate::text::distance;

/// What an argument is read as by default.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    /// Of a relation between element types: `T` is one.
    Elems,
    /// Of any other.
    Other,
}

/// What has parameters in brackets and is no array.
pub const CONTAINERS: [&str; 5] = ["dict", "list", "set", "slice", "tuple"];

/// The element type of a NumPy scalar's name; `bool` alone is Python's.
pub(super) fn scalar_name(name: &str) -> Option<Elem> {
    match name {
        "weak_bool" => Some(Weak::Bool.into()),
        "weak_int" => Some(Weak::Int.into()),
        "weak_float" => Some(Weak::Float.into()),
        "weak_complex" => Some(Weak::Complex.into()),
        // Single letters are variables; the dtypes of no length in particular are `U0`, `S0`, `V0`.
        "str" | "bytes" | "int" | "float" | "complex" | "void" | "U" | "S" | "V" => None,
        _ => DType::parse(name).map(Elem::from),
    }
}

/// The element type of an array that is written with the name of a Python type, as NumPy's `dtype=` reads it:
/// `int[n]` is `int64[n]`.
pub(super) fn array_element(name: &str) -> Option<Elem> {
    let dtype = match name {
        "int" | "float" | "complex" | "str" | "bytes" => DType::from_spelling(name)?.into(),
        _ => return scalar_name(name),
    };
    Some(dtype)
}

/// Names of types that are no element types, wherever they stand.
pub(crate) fn is_plain_type(name: &str) -> bool {
    const NAMES: [&str; 11] =
        ["int", "float", "complex", "str", "bytes", "None", "Unknown", "Never", "ellipsis", "list", "tuple"];
    NAMES.contains(&name)
}

/// The functions of dims that are part of the language, not relations.
pub(crate) fn is_dim_function(name: &str) -> bool {
    matches!(name, "max" | "min" | "bcast" | "slicelen" | "prod" | "len")
}

/// Is a bare name in this context an element type? Dtypes are; so is a variable in upper case
/// between element types.
pub(crate) fn names_an_element(name: &str, context: Context) -> bool {
    scalar_name(name).is_some() || (context == Context::Elems && name.starts_with(char::is_uppercase))
}

/// `Sparse`, `SVDResult`: a registered constructor by its look, in capitals and lower case.
/// Variables are `T`, `x`, `N2`, `T_x`.
pub fn is_constructor(name: &str) -> bool {
    let mut chars = name.chars();
    let upper = chars.next().is_some_and(char::is_uppercase);
    let single = chars.next().is_none_or(|c| c == '_' || c.is_ascii_digit());
    upper && !single && !name.contains('.') && name.contains(char::is_lowercase)
}

/// `csr`: among a constructor's parameters a string, since variables are short or in capitals.
pub(crate) fn is_word(name: &str) -> bool {
    let known = scalar_name(name).is_some() || is_plain_type(name) || is_head(name) || matches!(name, "bool" | "bool_");
    name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && !known
}

/// `float46`, `flaot64`: no dtype, and no name that a variable is given.
pub fn looks_like_a_dtype(name: &str) -> bool {
    const KINDS: [&str; 8] = ["bool", "int", "uint", "float", "complex", "bfloat", "datetime", "timedelta"];
    let letters = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let digits = &name[letters.len()..];
    let is_a_size = ["8", "16", "32", "64", "128"].contains(&digits);
    let is_near = || KINDS.iter().any(|kind| distance(letters, kind) <= 1);
    (!digits.is_empty() && KINDS.contains(&letters)) || (is_a_size && is_near())
}

/// Dtypes whose unit is written in brackets.
pub(crate) fn is_time(name: &str) -> bool {
    matches!(name, "datetime64" | "timedelta64")
}

/// Before brackets: a dtype variable, no constructor.
pub(super) fn is_variable(name: &str) -> bool {
    !name.contains('.') && !is_constructor(name) && array_element(name).is_none()
}

/// What brackets mean something of their own after.
pub(super) fn is_head(name: &str) -> bool {
    matches!(name, "Literal" | "Int" | "DType" | "tuple" | "list" | "set" | "dict" | "slice")
}
