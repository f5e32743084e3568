//! The rules one at a time; `tests/promotion.rs` compares them with NumPy in bulk.

use super::*;

fn dtype(text: &str) -> DType {
    DType::parse(text).unwrap_or_else(|| panic!("no dtype {text}"))
}

fn promoted(texts: &[&str]) -> String {
    let ops: Vec<Operand> = texts.iter().map(|text| dtype(text).into()).collect();
    promote(&ops).map_or_else(|error| error.to_string(), DType::name)
}

#[test]
fn promotion_is_no_fold_of_pairs() {
    assert_eq!(promoted(&["int16", "uint16", "float32"]), "float32");
    assert_eq!(promoted(&["int16", "uint16"]), "int32");
    assert_eq!(promoted(&["int32", "float32"]), "float64");
}

#[test]
fn weak_numbers_take_the_others_precision() {
    let with = |dtype: DType, weak: Weak| promote(&[dtype.into(), weak.into()]).unwrap();
    assert_eq!(with(DType::UINT8, Weak::Int), DType::UINT8);
    assert_eq!(with(DType::BOOL, Weak::Int), DType::INT64);
    assert_eq!(with(DType::INT8, Weak::Float), DType::FLOAT64);
    assert_eq!(with(DType::FLOAT16, Weak::Complex), DType::COMPLEX64);
    assert_eq!(with(DType::INT8, Weak::Bool), DType::INT8);
    assert_eq!(promote(&[Weak::Int.into(), Weak::Float.into()]), Ok(DType::FLOAT64));
    assert_eq!(promote(&[Weak::Bool.into()]), Ok(DType::BOOL));
}

#[test]
fn parameters() {
    assert_eq!(promoted(&["U3", "S7"]), "U7");
    assert_eq!(promoted(&["U3", "int64"]), "U21");
    assert_eq!(promoted(&["U", "int64"]), "U", "an unknown length stays unknown");
    assert_eq!(promoted(&["datetime64[D]", "datetime64"]), "datetime64[D]");
    assert_eq!(promoted(&["timedelta64[Y]", "timedelta64[D]"]), "no common dtype for timedelta64[Y], timedelta64[D]");
    assert_eq!(promoted(&["void{a: int8, b: float32}", "void{a: int32, b: float16}"]), "void{a: int32, b: float32}");
    assert_eq!(promoted(&["void{a: int8}", "object"]), "object");
    assert!(promote(&[dtype("void{a: int8}").into(), dtype("void{b: int8}").into()]).is_err());
    assert!(promote(&[]).is_err());
}

#[test]
fn loops() {
    let run =
        |name: &str, ops: &[Operand]| ufunc_loop(name, ops).map(|out| out.iter().map(|d| d.name()).collect::<Vec<_>>());
    let strong = |text: &str| Operand::Strong(dtype(text));
    assert_eq!(run("divide", &[strong("int8"), strong("int8")]).unwrap(), ["float64"]);
    assert_eq!(run("sqrt", &[strong("int8")]).unwrap(), ["float16"]);
    assert_eq!(run("frexp", &[strong("float32")]).unwrap(), ["float32", "int32"]);
    assert_eq!(run("add", &[strong("U3"), strong("U4")]).unwrap(), ["U7"]);
    assert_eq!(run("add", &[strong("U"), strong("U4")]).unwrap(), ["U"]);
    let dates = [strong("datetime64[D]"), strong("datetime64[s]")];
    assert_eq!(run("subtract", &dates).unwrap(), ["timedelta64[s]"]);
    assert_eq!(run("subtract", &[strong("bool"), strong("bool")]), Err(NoLoop::Refused));
    assert_eq!(run("no_such", &[strong("bool")]), Err(NoLoop::UnknownUfunc));
    let arity = NoLoop::Arity { expected: 2, given: 1 };
    assert_eq!(run("add", &[strong("bool")]), Err(arity));
}

#[test]
fn casts_of_records() {
    let casts = |a: &str, b: &str, rule| can_cast(dtype(a), dtype(b), rule);
    assert!(casts("void{a: int32}", "void{b: int64}", Casting::Safe));
    assert!(!casts("void{a: int64}", "void{a: int32}", Casting::Safe));
    assert!(casts("void{a: int64}", "void{a: int32}", Casting::SameKind));
    assert!(!casts("void{a: int64}", "void{a: int64, b: int64}", Casting::SameKind));
    assert!(casts("void{a: int32}", "object", Casting::Safe));
    assert!(!casts("int32", "void{a: int32}", Casting::SameKind));
}

#[test]
fn integers_have_bounds() {
    for (value, name, fits) in [
        (127, "int8", true),
        (128, "int8", false),
        (-128, "int8", true),
        (-129, "int8", false),
        (255, "uint8", true),
        (256, "uint8", false),
        (-1, "uint64", false),
        (i64::MAX, "uint64", true),
        (i64::MIN, "int64", true),
        (300, "float16", true),
        (5, "bool", true),
    ] {
        assert_eq!(int_fits(value, dtype(name)), fits, "{value} in {name}");
    }
}

#[test]
fn maps() {
    assert_eq!(map(DTypeMap::Sum, DType::INT8), Some(DType::INT64));
    assert_eq!(map(DTypeMap::Sum, DType::UINT8), Some(DType::UINT64));
    assert_eq!(map(DTypeMap::Sum, DType::FLOAT16), Some(DType::FLOAT16));
    assert_eq!(map(DTypeMap::Sum, dtype("timedelta64[s]")), Some(dtype("timedelta64[s]")));
    assert_eq!(map(DTypeMap::Sum, dtype("U3")), None);
    assert_eq!(map(DTypeMap::Inexact, DType::BOOL), Some(DType::FLOAT64));
    assert_eq!(map(DTypeMap::Real, DType::COMPLEX64), Some(DType::FLOAT32));
    assert_eq!(map(DTypeMap::Complex, DType::FLOAT16), Some(DType::COMPLEX64));
    assert_eq!(map(DTypeMap::Linalg, DType::FLOAT16), None);
    assert_eq!(map(DTypeMap::Linalg, DType::INT8), Some(DType::FLOAT64));
    assert_eq!(map(DTypeMap::Fft, DType::FLOAT32), Some(DType::COMPLEX64));
    assert_eq!(map(DTypeMap::named("var").unwrap(), DType::COMPLEX128), Some(DType::FLOAT64));
}

#[test]
fn abstract_classes() {
    assert_eq!(is_subdtype(DType::FLOAT32, "floating"), Some(true));
    assert_eq!(is_subdtype(DType::BOOL, "number"), Some(false));
    assert_eq!(is_subdtype(DType::FLOAT32, "float"), Some(false), "float is float64 here");
    assert_eq!(is_subdtype(dtype("timedelta64[s]"), "signedinteger"), Some(true));
    assert_eq!(is_subdtype(dtype("U3"), "str_"), Some(true));
    assert_eq!(is_subdtype(DType::INT8, "no_such"), None);
}
