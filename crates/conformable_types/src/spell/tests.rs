//! What each language says of the same types.

use super::{languages, spell};
use crate::text::parse_type;

fn said(text: &str, language: &str) -> Result<String, String> {
    spell(parse_type(text).unwrap_or_else(|error| panic!("{text}: {error}")), language)
}

#[test]
fn spellings() {
    for (language, ty, expected) in [
        ("c", "float64", "double"),
        ("c", "int", "int64_t"),
        ("c", "complex64", "float _Complex"),
        ("c", "float64[2, 3]", "double [2][3]"),
        ("c", "float64[n, 3]", "double *"),
        ("c", "float64[2, 3; F]", "double *"),
        ("c", "None", "void"),
        ("c", "struct{a: int32, b: float64[2, 3]}", "struct { int32_t a; double b[2][3]; }"),
        ("c", "((float64, int8[n]) -> bool)", "bool (*)(double, int8_t *)"),
        ("c", "((int8) -> ((float64) -> bool))", "bool (*(*)(int8_t))(double)"),
        (
            "cpp",
            "dict[str | int, list[int]]",
            "std::unordered_map<std::variant<std::int64_t, std::string>, std::vector<std::int64_t>>",
        ),
        ("cpp", "uint8", "std::uint8_t"),
        (
            "cpp",
            "float64[2, ?; F]",
            "std::mdspan<double, std::extents<std::size_t, 2, std::dynamic_extent>, std::layout_left>",
        ),
        ("cpp", "float32[n]", "std::mdspan<float, std::extents<std::size_t, std::dynamic_extent>, std::layout_stride>"),
        ("cpp", "tuple[int, str]", "std::tuple<std::int64_t, std::string>"),
        ("cpp", "list[float]", "std::vector<double>"),
        ("cpp", "int | None", "std::optional<std::int64_t>"),
        ("cpp", "int | str", "std::variant<std::int64_t, std::string>"),
        ("cpp", "((int) -> float)", "std::function<double(std::int64_t)>"),
        ("fortran", "float64", "real(real64)"),
        ("fortran", "int32[2, 3]", "integer(int32), dimension(2, 3)"),
        ("fortran", "int32[2, 3; C]", "integer(int32), dimension(3, 2)"),
        ("fortran", "float32[n, 3]", "real(real32), dimension(:, :)"),
        ("fortran", "float32[...]", "real(real32), dimension(..)"),
        ("fortran", "S5[n]", "character(len=5), dimension(:)"),
        ("mlir", "float64[2, ?]", "tensor<2x?xf64>"),
        ("mlir", "int8[]", "tensor<i8>"),
        ("mlir", "float32[...]", "tensor<*xf32>"),
        ("mlir", "float32[n, m; strides=(?, 1), offset=0]", "memref<?x?xf32, strided<[?, 1]>>"),
        ("mlir", "tuple[float64, complex64]", "tuple<f64, complex<f32>>"),
        ("mlir", "((float64[2]) -> bool)", "(tensor<2xf64>) -> i1"),
        ("numpy", "float64[n, 3]", "np.ndarray[tuple[int, Literal[3]], np.dtype[np.float64]]"),
        ("numpy", "?[...]", "np.ndarray[tuple[Any, ...], np.dtype[Any]]"),
        ("numpy", "dict[str, float64] | None", "None | dict[str, np.float64]"),
        ("numpy", "((int) -> None)", "Callable[[int], None]"),
        ("jaxtyping", "float64[n, 3]", "Float64[np.ndarray, \"n 3\"]"),
        ("jaxtyping", "uint8[*batch, n + 1, ?]", "UInt8[np.ndarray, \"*batch n+1 _\"]"),
        ("jaxtyping", "?[..., 3]", "Shaped[np.ndarray, \"... 3\"]"),
        ("jaxtyping", "list[bool[]]", "list[Bool[np.ndarray, \"\"]]"),
        ("pyccel", "float64[n, m; F]", "'float[:,:](order=F)'"),
        ("pyccel", "int32[n]", "'int32[:]'"),
        ("pyccel", "list[int]", "list[int]"),
        ("pyccel", "((float) -> float)", "'(float)(float)'"),
        ("gt4py", "tuple[float64, int32]", "tuple[float64, int32]"),
        ("array-api", "float32[n]", "array"),
        ("array-api", "DType[float32]", "float32"),
    ] {
        assert_eq!(said(ty, language).as_deref(), Ok(expected), "{ty} in {language}");
    }
}

#[test]
fn what_cannot_be_said_is_an_error_that_says_so() {
    for (language, ty, why) in [
        ("c", "float16", "c cannot say float16: it has no float16"),
        ("c", "tuple[int, int]", "there is no such type"),
        ("c", "float64[...]", "its rank is not known"),
        ("c", "struct{int: float64}", "no member may be called \"int\""),
        ("c", "struct{}", "a struct has a member"),
        ("c", "((None) -> int)", "nothing is a void"),
        ("c", "((struct{a: int}) -> int)", "a parameter's struct has a name"),
        ("c", "(() -> float64[n])", "gives one value"),
        ("cpp", "set[tuple[int, int]]", "there is no std::hash for tuple[int, int]"),
        ("fortran", "uint8", "it has no uint8"),
        ("mlir", "float64[2, ...]", "of an unknown rank no size can be known"),
        ("mlir", "float64[2, 3; F]", "a layout is said by its strides"),
        ("numpy", "float64[2, 3; F]", "an annotation has no layout"),
        ("jaxtyping", "U5[n]", "it has no U5"),
        ("gt4py", "float64[n]", "the dims of a field have names"),
        ("pyccel", "uint8", "it has no uint8"),
        ("array-api", "float16[n]", "it has no float16"),
        ("cobol", "int", "there is no language \"cobol\""),
    ] {
        let error = said(ty, language).unwrap_err();
        assert!(error.contains(why), "{ty} in {language}: {error}");
    }
    assert_eq!(languages().count(), 9);
}
