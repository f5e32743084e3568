"""`filter` over the whole matrix of the reference, and the other methods about values."""

import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import conformable as cf

DATA = "bool i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64 c64 c128".split()
NUMPY = {
    "bool": "bool", "i8": "int8", "u8": "uint8", "i16": "int16", "u16": "uint16", "i32": "int32",
    "u32": "uint32", "i64": "int64", "u64": "uint64", "f16": "float16", "f32": "float32",
    "f64": "float64", "c64": "complex64", "c128": "complex128",
}  # fmt: skip
#: Which arrays each type takes without a downcast.
ARRAYS = {
    "bool": "bool",
    "int8": "bool i8",
    "uint8": "bool u8",
    "int16": "bool i8 u8 i16",
    "uint16": "bool u8 u16",
    "int32": "bool i8 u8 i16 u16 i32",
    "uint32": "bool u8 u16 u32",
    "int64": "bool i8 u8 i16 u16 i32 u32 i64",
    "uint64": "bool u8 u16 u32 u64",
    "float16": "bool i8 u8 f16",
    "float32": "bool i8 u8 i16 u16 f16 f32",
    "float64": "bool i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64",
    "complex64": "bool i8 u8 i16 u16 f16 f32 c64",
    "complex128": " ".join(DATA),
}


@pytest.mark.parametrize("dtype", ARRAYS)
@pytest.mark.parametrize("data", DATA)
def test_arrays(dtype: str, data: str) -> None:
    ty = cf.TensorType(dtype, (None,))
    array = np.array([0, 1], dtype=NUMPY[data])
    taken = data in ARRAYS[dtype].split()
    for allow in (None, False):
        if taken:
            result = ty.filter(array, allow_downcast=allow)
            assert result.dtype == dtype and np.array_equal(result, array)
            assert (result is array) == (array.dtype == dtype)
        else:
            with pytest.raises(TypeError, match=dtype):
                ty.filter(array, allow_downcast=allow)
    assert ty.is_valid_value(array) == (array.dtype == dtype)
    if array.dtype == dtype:
        assert ty.filter(array, strict=True) is array
    else:
        with pytest.raises(TypeError, match="dtype"):
            ty.filter(array, strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", np.exceptions.ComplexWarning)
        assert ty.filter(array, allow_downcast=True).dtype == dtype


VALUES = [
    True, 1, -1, 300, 2**40, 1.0, 1.5, 0.1, float("nan"), float("inf"), 1j, np.float32(0.1),
    np.int64(3), np.int64(300), "a", None, [1, 2], [1.5],
]  # fmt: skip
#: y taken, T TypeError, O OverflowError, V ValueError; in the order of VALUES.
SCALARS = {
    "bool": "yyTTTyTTTTTTTTTTTT",
    "int8": "yyyOOyTTVOTTyTVTyT",
    "uint8": "yyOOOyTTVOTTyTVTyT",
    "int32": "yyyyOyTTVOTTyyVTyT",
    "int64": "yyyyyyTTVOTTyyVTyT",
    "float32": "yyyyyyyTyyTyyyVTyy",
    "float64": "yyyyyyyyyyTyyyVTyy",
    "complex64": "yyyyyyyTyyyyyyVTyy",
}
ERRORS = {"T": TypeError, "O": OverflowError, "V": ValueError}


@pytest.mark.parametrize("dtype", SCALARS)
@pytest.mark.parametrize("place", range(len(VALUES)))
@pytest.mark.parametrize("allow", [None, False])
def test_other_values(dtype: str, place: int, allow: bool | None) -> None:
    value, outcome = VALUES[place], SCALARS[dtype][place]
    ty = cf.TensorType(dtype, (None,) if isinstance(value, list) else ())
    if outcome == "y":
        result = ty.filter(value, allow_downcast=allow)
        assert isinstance(result, np.ndarray) and result.dtype == dtype
        expected = np.asarray(value, dtype=dtype)
        assert np.array_equal(result, expected, equal_nan=dtype[0] in "fc")
    else:
        with pytest.raises(ERRORS[outcome]) as raised:
            ty.filter(value, allow_downcast=allow)
        assert type(raised.value) is ERRORS[outcome] or issubclass(raised.type, ERRORS[outcome])
    # Nothing but an array is taken strictly.
    assert not ty.is_valid_value(value)


@pytest.mark.parametrize("dtype", SCALARS)
def test_with_downcasts_everything_that_numpy_casts_is_taken(dtype: str) -> None:
    ty = cf.TensorType(dtype, ())
    for value in VALUES[:14]:
        if (
            isinstance(value, complex)
            or (value != value and dtype[0] in "iu")
            or (value == float("inf") and dtype[0] in "iu")
        ):
            continue
        assert ty.filter(value, allow_downcast=True).dtype == dtype
    if dtype != "bool":
        with pytest.raises(ValueError):
            ty.filter("a", allow_downcast=True)
    if dtype[0] in "iu":
        with pytest.raises(TypeError):
            ty.filter(None, allow_downcast=True)
    if dtype[0] == "f":
        assert np.isnan(ty.filter(None, allow_downcast=True))
    assert cf.TensorType("int8", ()).filter(np.array(300), allow_downcast=True) == 44


def test_strict_refuses_all_but_arrays() -> None:
    ty = cf.TensorType("float64", ())
    for value in (1.0, np.float64(1.0), [1.0]):
        with pytest.raises(TypeError, match="ndarray"):
            ty.filter(value, strict=True)
    assert ty.filter(np.float64(1.5)).ndim == 0
    assert not ty.is_valid_value(3.0)
    assert ty.is_valid_value(3.0, strict=False)


def test_shape_and_rank() -> None:
    ty = cf.TensorType("float64", (2, None))
    assert ty.filter(np.ones((2, 5))).shape == (2, 5)
    for strict in (False, True):
        with pytest.raises(TypeError, match="2 dims, not of 1"):
            ty.filter(np.ones(2), strict=strict)
        with pytest.raises(TypeError, match="not compatible"):
            ty.filter(np.ones((3, 5)), strict=strict)
    square = cf.TensorType("float64", ("n", "n"))
    assert square.filter(np.eye(3)).shape == (3, 3)
    with pytest.raises(TypeError, match="not compatible"):
        square.filter(np.ones((2, 3)))
    odd = cf.TensorType("int64", (2 * cf.dim("n") + 1,))
    assert odd.is_valid_value(np.arange(5)) and not odd.is_valid_value(np.arange(4))
    assert cf.TensorType("float64", None).is_valid_value(np.ones((1, 2, 3)))
    assert cf.TensorType("?", (3,)).is_valid_value(np.arange(3))
    assert cf.TensorType("float64", ("*batch", 3)).is_valid_value(np.ones((4, 5, 3)))
    assert not cf.TensorType("float64", ("*batch", 3)).is_valid_value(np.ones((4, 5)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        assert cf.TensorType("float64", (2, 2)).filter(np.matrix("1. 2; 3 4")).ndim == 2


def test_memory_that_is_not_loaded(tmp_path: Path) -> None:
    array = np.memmap(tmp_path / "data", dtype="float32", mode="w+", shape=(4,))
    assert cf.TensorType("float32", (4,)).filter(array) is array


def test_unaligned_arrays_are_refused() -> None:
    buffer = bytearray(8 * 4 + 1)
    array = np.frombuffer(buffer, dtype="float64", count=4, offset=1)
    assert not array.flags.aligned
    with pytest.raises(TypeError, match="not aligned"):
        cf.TensorType("float64", (4,)).filter(array)


def test_arrays_of_objects_and_texts_are_refused_by_numbers() -> None:
    ty = cf.TensorType("float64", (1,))
    for array in (np.array(["a"]), np.array([object()])):
        with pytest.raises(TypeError):
            ty.filter(array)
    texts = cf.TensorType("U5", (2,))
    assert texts.filter(np.array(["ab", "c"])).dtype == "U5"
    with pytest.raises(TypeError):
        texts.filter(np.array(["too long", "c"]))


def test_layout() -> None:
    c = cf.TensorType("float64", (2, 3), "C")
    f = cf.TensorType("float64", (2, 3), "F")
    array = np.ones((2, 3))
    assert c.filter(array, strict=True) is array
    assert f.filter(array).flags.f_contiguous
    with pytest.raises(TypeError, match="order F"):
        f.filter(array, strict=True)
    assert cf.TensorType("float64", (2, 3), cf.Layout(strides=(None, 1))).is_valid_value(array)
    assert not cf.TensorType("float64", (2, 3), cf.Layout(strides=(None, 1))).is_valid_value(
        np.asfortranarray(array)
    )
    with pytest.raises(TypeError, match="CPU"):
        cf.TensorType("float64", (2, 3), device="cuda").filter(array)


def test_comparing_arrays() -> None:
    ty = cf.TensorType("float64", (None,))
    nan, inf = float("nan"), float("inf")

    def both(a: Any, b: Any, **options: Any) -> tuple[bool, bool]:
        a, b = np.asarray(a), np.asarray(b)
        return ty.values_eq(a, b), ty.values_eq_approx(a, b, **options)

    assert both([1, nan], [1.0, nan]) == (True, True)
    assert both([1.0], [1]) == (False, False)
    assert ty.values_eq(np.array([1.0]), np.array([1]), force_same_dtype=False)
    assert both([1.0], [1.0, 1.0]) == (False, False)
    assert both([1.0], [1 + 1e-6]) == (False, True)
    assert both([1.0], [1 + 1e-4]) == (False, False)
    assert both([1.0], [1 + 1e-4], rtol=1e-3) == (False, True)
    assert both([nan], [1.0]) == (False, False)
    assert both([nan], [1.0], allow_remove_nan=True) == (False, True)
    assert both([inf], [1.0]) == (False, False)
    assert both([inf], [1.0], allow_remove_inf=True) == (False, True)
    assert both([1, 2], [1, 2]) == (True, True)
    assert both([inf], [-inf]) == (False, False)
    assert not ty.values_eq_approx([1.0], [1.0])
    half = cf.TensorType("float16", (None,))
    assert half.values_eq_approx(np.array([1.0], "float16"), np.array([1.001], "float16"))


def test_memory() -> None:
    ty = cf.TensorType("float64", (3, 4))
    array = np.ones((3, 4))
    assert ty.get_size(ty.get_shape_info(array)) == 96
    assert cf.TensorType("float64", ()).get_size(()) == 8
    assert ty.may_share_memory(array, array[1:]) is True
    assert ty.may_share_memory(array, array.copy()) is False
    assert ty.may_share_memory(array, [1]) is False


@pytest.mark.parametrize(
    ("text", "value", "strict", "result"),
    [
        ("float64", np.float64(1), True, np.float64(1)),
        ("float64", 1, False, np.float64(1)),
        ("int8", 300, False, TypeError),
        ("int8", 1.5, False, TypeError),
        ("float32", 0.1, False, TypeError),
        ("float64", 0.1, True, TypeError),
        ("float64", [1.0], False, TypeError),
        ("None", None, True, None),
        ("None", 0, False, TypeError),
        ("int", 3, True, 3),
        ("int", True, True, True),
        ("int", 3.0, False, 3),
        ("int", 3.5, False, TypeError),
        ("float", 3, False, 3.0),
        ("float", 3, True, TypeError),
        ("str", 3, False, TypeError),
        ("Literal[3]", 3, True, 3),
        ("Literal[3]", True, True, TypeError),
        ("Literal['C']", "F", True, TypeError),
        ("tuple[int, str]", (1, "a"), True, (1, "a")),
        ("tuple[int, float]", [1, 2], False, (1, 2.0)),
        ("tuple[int, int]", (1,), False, TypeError),
        ("tuple[int, ...]", (1, 2, 3), True, (1, 2, 3)),
        ("list[float]", [1, 2.5], False, [1.0, 2.5]),
        ("list[float]", [1], True, TypeError),
        ("list[float]", 3, False, TypeError),
        ("set[int]", {1, 2}, True, {1, 2}),
        ("dict[str, int]", {"a": 1.0}, False, {"a": 1}),
        ("dict[str, int]", {1: 1}, True, TypeError),
        ("struct{a: int}", {"a": 1}, True, {"a": 1}),
        ("struct{a: int}", {"b": 1}, True, TypeError),
        ("int | None", None, True, None),
        ("int | str", 2.0, False, 2),
        ("int | str", 2.5, False, TypeError),
        ("slice[int, int, None]", slice(1, 2), True, slice(1, 2)),
        ("slice[int, int, None]", slice("a", 2), True, TypeError),
        ("DType[float64]", "f8", False, "f8"),
        ("Never", 3, False, TypeError),
        ("Unknown", object, True, object),
        ("model.Kalman", 3, False, TypeError),
    ],
)
def test_other_types(text: str, value: Any, strict: bool, result: Any) -> None:
    ty = cf.parse_type(text)
    if result is TypeError:
        with pytest.raises(TypeError):
            ty.filter(value, strict=strict)
    else:
        found = ty.filter(value, strict=strict)
        assert found == result and type(found) is type(result)


def test_any_slice_is_a_slice() -> None:
    assert cf.SliceType().filter(slice(1.5)) == slice(1.5)
    with pytest.raises(TypeError):
        cf.SliceType().filter(3)


def test_what_is_taken_is_not_copied() -> None:
    ty = cf.parse_type("dict[str, list[int]]")
    value = {"a": [1, 2]}
    references = sys.getrefcount(value)
    assert ty.filter(value) is value
    assert sys.getrefcount(value) == references
