//! Types in other languages: declarations in generated code, annotations, stubs.
//!
//! Each language is one file and one function from a type to a text. What a language cannot say is
//! an error that says so; an annotation may say less than the type (`n` is an `int` in NumPy's), a
//! declaration may not. Nothing here parses.
//!
//! ```
//! use conformable_types::spell::spell;
//! use conformable_types::text::parse_type;
//!
//! let ty = parse_type("float64[n, 3]").unwrap();
//! assert_eq!(spell(ty, "mlir").unwrap(), "tensor<?x3xf64>");
//! assert_eq!(spell(ty, "jaxtyping").unwrap(), "Float64[np.ndarray, \"n 3\"]");
//! assert!(spell(parse_type("uint8[n]").unwrap(), "fortran").is_err());
//! ```

mod annotations;
mod c;
mod cpp;
mod dialects;
mod fortran;
mod mlir;

use crate::constructor;
use crate::dim::Dim;
use crate::dtype::{DType, Operand};
use crate::elem::ElemData;
use crate::registry::{CORE, Registry, Taken};
use crate::text::print_ty;
use crate::ty::{Ty, TyKind};

/// How one language spells a type.
pub type Speller = fn(Ty) -> Result<String, String>;

/// The languages, each with its function.
const LANGUAGES: [(&str, Speller); 9] = [
    ("c", c::spell),
    ("cpp", cpp::spell),
    ("fortran", fortran::spell),
    ("mlir", mlir::spell),
    ("numpy", annotations::numpy),
    ("jaxtyping", annotations::jaxtyping),
    ("pyccel", dialects::pyccel),
    ("gt4py", dialects::gt4py),
    ("array-api", dialects::array_api),
];

/// Languages that packages add.
static ADDED: Registry<(&'static str, Speller)> = Registry::new("language");

/// Adds a language, in which `speller` says what a type is, or why it is nothing there.
///
/// # Errors
/// If there is a language of this name.
pub fn register(language: &'static str, by: &str, speller: Speller) -> Result<(), Taken> {
    match LANGUAGES.iter().any(|(name, _)| *name == language) {
        true => Err(ADDED.taken(language, CORE, by)),
        false => ADDED.add(language, by, (language, speller)),
    }
}

/// The names of the languages.
pub fn languages() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().map(|(name, _)| *name).chain(ADDED.all().into_iter().map(|(name, _)| name))
}

/// `ty` in `language`.
///
/// # Errors
/// What the language cannot say, or that there is no such language.
pub fn spell(ty: Ty, language: &str) -> Result<String, String> {
    match LANGUAGES.iter().copied().find(|(name, _)| *name == language).or_else(|| ADDED.get(language)) {
        Some((_, speller)) => speller(ty).map_err(|why| format!("{language} cannot say {}: {why}", print_ty(ty))),
        None => {
            Err(format!("there is no language {language:?}: there are {}", languages().collect::<Vec<_>>().join(", ")))
        }
    }
}

/// Is it a word of C, or a macro of its headers, and no name there?
pub fn is_word_of_c(name: &str) -> bool {
    c::is_word(name)
}

/// What no language has of itself: a registered constructor, of which a package may say how it is
/// spelled.
fn registered(ty: Ty, language: &str) -> Result<String, String> {
    constructor::spell(ty, language).unwrap_or_else(|| Err("there is no such type".into()))
}

/// The dtype that a number has in memory: Python's are 64 bits wide there.
fn machine(ty: Ty) -> Option<DType> {
    let elem = match ty.weak() {
        Some(weak) => weak.into(),
        None => ty.as_array()?.0,
    };
    match elem.data() {
        ElemData::DType(dtype) => Some(*dtype),
        ElemData::Weak(weak) => Some(Operand::Weak(*weak).strong()),
        _ => None,
    }
}

/// A language that has words for element types; its place in the rows of [`NUMBERS`].
#[derive(Clone, Copy)]
enum Words {
    C,
    Cpp,
    Fortran,
    Mlir,
    Pyccel,
    ArrayApi,
    Gt4py,
}

/// The words for element types, in the order of [`Words`]; none where the language has no such type.
#[rustfmt::skip]
const NUMBERS: [(DType, [&str; 7]); 16] = [
    (DType::BOOL, ["bool", "bool", "logical", "i1", "bool", "bool", "bool"]),
    (DType::INT8, ["int8_t", "std::int8_t", "integer(int8)", "i8", "int8", "int8", "int8"]),
    (DType::INT16, ["int16_t", "std::int16_t", "integer(int16)", "i16", "int16", "int16", "int16"]),
    (DType::INT32, ["int32_t", "std::int32_t", "integer(int32)", "i32", "int32", "int32", "int32"]),
    (DType::INT64, ["int64_t", "std::int64_t", "integer(int64)", "i64", "int", "int64", "int64"]),
    (DType::UINT8, ["uint8_t", "std::uint8_t", "", "ui8", "", "uint8", "uint8"]),
    (DType::UINT16, ["uint16_t", "std::uint16_t", "", "ui16", "", "uint16", "uint16"]),
    (DType::UINT32, ["uint32_t", "std::uint32_t", "", "ui32", "", "uint32", "uint32"]),
    (DType::UINT64, ["uint64_t", "std::uint64_t", "", "ui64", "", "uint64", "uint64"]),
    (DType::FLOAT16, ["", "", "", "f16", "", "", ""]),
    (DType::FLOAT32, ["float", "float", "real(real32)", "f32", "float32", "float32", "float32"]),
    (DType::FLOAT64, ["double", "double", "real(real64)", "f64", "float", "float64", "float64"]),
    (DType::LONGDOUBLE, ["long double", "long double", "", "f80", "", "", ""]),
    (DType::COMPLEX64, ["float _Complex", "std::complex<float>", "complex(real32)", "complex<f32>", "complex64", "complex64", ""]),
    (DType::COMPLEX128, ["double _Complex", "std::complex<double>", "complex(real64)", "complex<f64>", "complex", "complex128", ""]),
    (DType::CLONGDOUBLE, ["long double _Complex", "std::complex<long double>", "", "", "", "", ""]),
];

/// The word of a language for the dtype of a type, or that there is none.
fn word(language: Words, ty: Ty) -> Result<&'static str, String> {
    let Some(dtype) = machine(ty) else { return Err("its dtype is not known".into()) };
    let found = NUMBERS.iter().find(|(known, _)| *known == dtype).map(|(_, words)| words[language as usize]);
    found.filter(|word| !word.is_empty()).ok_or_else(|| format!("it has no {}", dtype.name()))
}

/// Is it a number, in Python or in NumPy?
fn is_number(ty: Ty) -> bool {
    machine(ty).is_some() && !ty.is_ndarray() && !matches!(ty.kind(), TyKind::Decay { .. })
}

/// The sizes, if all are numbers.
fn sizes(dims: &[Dim]) -> Option<Vec<i64>> {
    dims.iter().map(|dim| dim.constant()).collect()
}

/// All spelled and put together; the first error else.
fn joined(types: &[Ty], separator: &str, speller: impl Fn(Ty) -> Result<String, String>) -> Result<String, String> {
    Ok(types.iter().map(|ty| speller(*ty)).collect::<Result<Vec<_>, _>>()?.join(separator))
}

#[cfg(test)]
mod tests;
