"""GT4Py's hints and values as types, and its questions about types: each row of the reference's tables."""

# Annotations are values here.
# mypy: disable-error-code="valid-type, type-arg, misc, attr-defined, no-any-return, list-item, no-untyped-call, arg-type, unused-ignore"

import dataclasses
import enum
import math
import tomllib
import typing
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import conformable as cf
from conformable import gt4py
from conformable.gt4py import Dims, Field, FieldType, KeywordArguments, ScalarKind, ScalarType

TABLE = tomllib.loads(
    (Path(__file__).parents[2] / "catalogue/dialects.toml").read_text(encoding="utf-8")
)["gt4py"]
t = cf.parse_type

I, J = gt4py.Dimension("I"), gt4py.Dimension("J")
K = gt4py.Dimension("K", "vertical")
V, E = gt4py.Dimension("V"), gt4py.Dimension("E")
V2EDim, E2VDim = gt4py.Dimension("V2E", "local"), gt4py.Dimension("E2V", "local")
V2E = gt4py.FieldOffset("V2E", source=E, target=(V, V2EDim))
Ioff = gt4py.FieldOffset("Ioff", source=I, target=(I,))
F64, F32, I32, BOOL = t("float64"), t("float32"), t("int32"), t("bool_")


class Pair(typing.NamedTuple):
    a: float
    b: np.int32


@dataclasses.dataclass
class Point:
    x: float
    y: "int"


@dataclasses.dataclass(kw_only=True)
class Named:
    x: float


@dataclasses.dataclass
class WithDefault:
    x: float = 0.0


@dataclasses.dataclass(init=False)
class WithInit:
    x: float

    def __init__(self) -> None:
        self.x = 1.0


class Colour(enum.Enum):
    RED = 1


class Size(enum.IntEnum):
    SMALL = 1


Untyped = namedtuple("Untyped", "a b")
T = typing.TypeVar("T", np.int32, np.int64)

HINTS = [
    (int, "int64"), (float, "float64"), (bool, "bool_"), (str, "str"),
    *((getattr(np, f"{sign}int{width}"), f"{sign}int{width}") for sign in ("", "u") for width in (8, 16, 32, 64)),
    (np.float32, "float32"), (np.float64, "float64"), (np.bool_, "bool_"),
    (tuple[int, float], "tuple[int64, float64]"), (tuple[tuple[int], bool], "tuple[tuple[int64], bool_]"),
    (typing.Annotated[int, "any"], "int64"), ("int", "int64"), (typing.ForwardRef("float"), "float64"), (type[np.float32], "((T_Scalar) -> float32)"),
    (type[int], "((T_Scalar) -> int64)"), (Pair, "struct{a: float64, b: int32}"), (Point, "struct{x: float64, y: int64}"),
    (type[Pair], "((a: float64, b: int32) -> struct{a: float64, b: int32})"), (type[Named], "((*, x: float64) -> struct{x: float64})"),
    (typing.Annotated[Callable[[int], float], KeywordArguments(k=bool)], "((int64, *, k: bool_) -> float64)"),
    (typing.Annotated[Callable[[], None], KeywordArguments()], "(() -> None)"),
]  # fmt: skip


@pytest.mark.parametrize(("hint", "ty"), HINTS, ids=str)
def test_hints(hint: Any, ty: str) -> None:
    assert gt4py.from_type_hint(hint) is t(ty)


FIELDS = [
    (Field[[I], float], "Field[[I], float64]"), (Field[[I, J], np.float32], "Field[[I, J], float32]"), (Field[Dims[I, J], float], "Field[[I, J], float64]"),
    (Field[[], float], "Field[[], float64]"), (Field[[I], bool], "Field[[I], bool]"), (Field[[I, V2EDim, K], "np.int8"], "Field[[I, V2E, K], int8]"),
    (tuple[Field[[I], float], int], "tuple[Field[[I], float64], int64]"),
]  # fmt: skip


@pytest.mark.parametrize(("hint", "text"), FIELDS, ids=str)
def test_hints_of_fields(hint: Any, text: str) -> None:
    assert gt4py.from_type_hint(hint, globals()).spell("gt4py") == text


NOT_HINTS: list[tuple[Any, str]] = [
    *((bad, "not supported") for bad in (np.float16, complex, np.complex64, object, np.ndarray, list[int], dict[str, int], gt4py.Dimension, Colour,
      typing.Any, int | float, int | None, None, T, I, np.dtype("f8"))),
    (tuple, "at least one argument"), (tuple[()], "at least one argument"), (tuple[int, ...], "not allowed"),
    ("undefined", "undefined forward references"), ("a b", "is no annotation"), (Untyped, "not a valid typed namedtuple"),
    (Callable, "unannotated functions"), (Callable[[int], int], "invalid callable annotations"),
    (typing.Annotated[Callable[[int], int], KeywordArguments(), KeywordArguments()], "stand twice"),
    (Field, "requires two arguments, got 0"), (Field[I, float], "invalid field dimensions"), (Field[..., float], "invalid field dimensions"),
    (Field[[int], float], "invalid field dimension definition"), (Field[[I], str], "must be a scalar type"),
    (Field[[I], Field[[I], float]], "must be a scalar type"), (Field[[I], int | float], "must be a scalar type"),
    (Field[[J, I], float], "not ordered correctly, expected 'I, J'"), (Field[[K, I], float], "expected 'I, K'"),
    (Field[[V2EDim, I], float], "expected 'I, V2E'"), (Field[[E2VDim, V2EDim], float], "more than one dimension with DimensionKind 'LOCAL'"),
    (Field[[I, I], float], "'I' stands twice"), (WithDefault, "default for 'x'"), (WithInit, "__init__ of its own"), (type[tuple[int]], "not supported"),
    (tuple[int, tuple[bool, complex]], "element 1, element 1: type <class 'complex'>"),
    (typing.Annotated[Callable[[complex], int], KeywordArguments()], "parameter 1: type <class 'complex'>"),
]  # fmt: skip


@pytest.mark.parametrize(("hint", "why"), NOT_HINTS, ids=str)
def test_hints_that_are_not_supported(hint: Any, why: str) -> None:
    with pytest.raises(ValueError) as raised:
        gt4py.from_type_hint(hint)
    assert why in str(raised.value)


def test_messages_say_what_would_fit() -> None:
    with pytest.raises(ValueError, match=r"tuple\[\.\.\.\], Field\[\[dims\], scalar\]"):
        gt4py.from_type_hint(complex)
    with pytest.raises(ValueError, match="an offset provider"):
        gt4py.from_value(object())


def test_hints_that_are_none_at_all() -> None:
    unhashable: list[Any] = [
        [int],
        {},
        {1: 2},
        {1, 2},
        [I],
        3,
        1.5,
        b"x",
        (int, float),
        object(),
        np.ones(2),
        lambda: 0,
        print,
        F64.__class__,
    ]
    for hint in [
        *unhashable,
        *(Field[[I], bad] for bad in unhashable),
        *(Field[[bad], float] for bad in unhashable),
        *(tuple[int, bad] for bad in unhashable),
    ]:
        if hint is not tuple[int, (int, float)]:
            with pytest.raises(ValueError):
                gt4py.from_type_hint(hint)


def test_generic_hints_have_variables() -> None:
    def read(hint: Any) -> Any:
        return gt4py.from_type_hint(hint, generic=True)

    assert read(T) is t("T") and read(tuple[T, T]) is t("tuple[T, T]")
    both = read(tuple[Field[[I], T], T])
    assert gt4py.variables_in(both) == {"T"} and not gt4py.is_concrete(both)
    # A trait alone is a fresh variable each.
    each = read(tuple[gt4py.Arithmetic, gt4py.Arithmetic])
    assert len(gt4py.variables_in(each)) == 2


def annotated(a: float, /, b: np.int32, *, c: bool) -> float:
    return a


def no_annotation(a):  # type: ignore[no-untyped-def]
    return a


VALUES = [
    (1, "int64"), (2**31 - 1, "int64"), (2**31, "int64"), (2**63 - 1, "int64"), (-(2**63), "int64"), (True, "bool_"), (1.0, "float64"), ("a", "str"),
    (np.float32(1), "float32"), (np.int8(1), "int8"), (np.bool_(True), "bool_"), (np.float64(1), "float64"),
    ((), "tuple[()]"), ((1, (2.0,)), "tuple[int64, tuple[float64]]"), (Pair(1.0, np.int32(2)), "struct{a: float64, b: int32}"),
    (Point(1.0, 2), "struct{x: float64, y: int64}"), (np.float32, "((T_Scalar) -> float32)"),
    (annotated, "((float64, /, b: int32, *, c: bool_) -> float64)"), (Size.SMALL, "int64"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "ty"), VALUES, ids=str)
def test_values(value: Any, ty: str) -> None:
    assert gt4py.from_value(value) is t(ty) and gt4py.from_instance(value) is t(ty)


@pytest.mark.parametrize(
    ("value", "ty"), [(1, "int32"), (2**31 - 1, "int32"), (2**31, "int64"), (-(2**31), "int32"), (-(2**63), "int64"), ((1, (2**40, True)), "tuple[int32, tuple[int64, bool_]]")]
)  # fmt: skip
def test_literals_have_32_bits_where_they_fit(value: Any, ty: str) -> None:
    assert gt4py.from_value(value, literals=True) is t(ty)


def test_values_of_the_library() -> None:
    assert gt4py.from_value(I) is I
    assert (
        gt4py.from_value(V2E).spell("gt4py") == "Offset[E[horizontal], (V[horizontal], V2E[local])]"
    )
    assert gt4py.from_value(V2E[0]).target == (V,) and gt4py.from_value(
        Ioff[1]
    ) == gt4py.from_value(Ioff)
    assert (I + 1).is_cartesian and (I - 1).source is I and V2EDim(0) is gt4py.IndexType(V2EDim)
    field = Field([I, K], np.ones((3, 4), np.float32))
    assert gt4py.from_value(field) is FieldType([I, K], F32)
    assert gt4py.from_value((field, (field,))) is gt4py.TupleType(
        [FieldType([I, K], F32), gt4py.TupleType([FieldType([I, K], F32)])]
    )
    proxy = gt4py.from_value(math)
    assert isinstance(proxy, gt4py.NamespaceProxy) and proxy.pi is F64
    assert gt4py.from_value(Size).SMALL is I32
    with pytest.raises(ValueError, match="second dimension of an offset must be a local one"):
        gt4py.FieldOffset("x", source=E, target=(V, E))


@pytest.mark.parametrize(
    "value", [None, 1j, [], {}, {"a": 1}, np.ones(2), object(), lambda x: x, no_annotation, 2**63, np.float16(1), Untyped(1, 2), (1, [2]), F64], ids=str
)  # fmt: skip
def test_values_that_are_not_supported(value: Any) -> None:
    with pytest.raises(ValueError):
        gt4py.from_value(value)


def test_the_place_of_what_is_not_supported() -> None:
    with pytest.raises(ValueError, match="element 1, element 0: type <class 'list'> not supported"):
        gt4py.from_value((1, ([], 2)))
    with pytest.raises(ValueError, match="member 'a': type <class 'complex'>"):
        gt4py.from_value(Pair(1j, np.int32(2)))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="parameter 'a' has none"):
        gt4py.from_value(no_annotation)
    with pytest.raises(ValueError, match="out of range"):
        gt4py.from_value(2**63)
    loop: list[Any] = []
    deep: Any = ()
    for _ in range(100_000):
        deep = (deep,)
    with pytest.raises(ValueError, match="nested"):
        gt4py.from_value(deep)
    loop.append(loop)


def test_promotion_is_the_librarys() -> None:
    for a, row in zip(TABLE["operands"], TABLE["results"], strict=True):
        for b, cell in zip(TABLE["operands"], row.split(), strict=True):
            types = [ScalarType(ScalarKind[name.upper()]) for name in (a, b)]
            if cell == "-":
                with pytest.raises(ValueError, match="different dtype"):
                    gt4py.promote(*types)
            else:
                assert gt4py.promote(*types) is cf.ScalarType(cell)
    with pytest.raises(TypeError, match="expected a field or a scalar"):
        gt4py.promote(t("tuple[int, int]"))


def test_promotion_of_fields() -> None:
    a, b = FieldType([I], F64), FieldType([J], F64)
    assert gt4py.promote(a, b) is gt4py.promote(b, a) is FieldType([I, J], F64)
    assert gt4py.promote(a, F64) is a and gt4py.promote(F64, F64, always_field=True) is FieldType(
        [], F64
    )
    with pytest.raises(ValueError, match="different dtype"):
        gt4py.promote(a, F32)
    assert gt4py.promote(a, F32, conversions="implicit") is a
    assert gt4py.promote(FieldType([K], I32), F32, conversions="implicit") is FieldType([K], F64)
    with pytest.raises(ValueError, match="keeps every value"):
        gt4py.promote(t("int64"), t("uint64"), conversions="implicit")
    with pytest.raises(ValueError, match="one of none, implicit"):
        gt4py.promote(a, a, conversions="all")


PROMOTED = [
    ([[I, J], [J, K]], [I, J, K]), ([[J], [I]], [I, J]), ([[K], [I]], [I, K]), ([[V, V2EDim], [V]], [V, V2EDim]), ([[K], [V2EDim]], [V2EDim, K]),
    ([[V2EDim, K], [I]], [I, V2EDim, K]), ([], []), ([[J, I], [I, J]], "not ordered correctly"), ([[I, V2EDim], [I, E2VDim]], "at most one local"),
    ([[I, I], [I]], "stands twice"),
]  # fmt: skip


@pytest.mark.parametrize(("lists", "expected"), PROMOTED, ids=str)
def test_promotion_of_dimensions(lists: Any, expected: Any) -> None:
    if isinstance(expected, str):
        with pytest.raises(ValueError, match=expected):
            gt4py.promote_dims(*lists)
    else:
        assert gt4py.promote_dims(*lists) == tuple(expected)


def test_questions() -> None:
    kinds = {kind: ScalarType(kind) for kind in ScalarKind}
    assert [gt4py.kind_of(ty) for ty in kinds.values()] == list(ScalarKind)
    for wrap in (lambda ty: ty, lambda ty: FieldType([I], ty)):
        scalars = {kind: wrap(ty) for kind, ty in kinds.items() if kind is not ScalarKind.STRING}
        assert {k.name for k, ty in scalars.items() if gt4py.is_floating_point(ty)} == {
            "FLOAT32",
            "FLOAT64",
        }
        assert {k for k, ty in scalars.items() if gt4py.is_integral(ty)} == {
            k for k in scalars if "INT" in k.name
        }
        assert [k.name for k, ty in scalars.items() if gt4py.is_logical(ty)] == ["BOOL"]
        assert not gt4py.is_arithmetic(scalars[ScalarKind.BOOL])
    assert not gt4py.is_arithmetic(kinds[ScalarKind.STRING])
    field = FieldType([I, V2EDim], I32)
    assert (
        gt4py.is_integral_scalar(I32)
        and not gt4py.is_integral_scalar(field)
        and not gt4py.is_arithmetic_scalar(field)
    )
    assert (
        gt4py.arithmetic_bounds(t("uint8")) == (0, 255)
        and gt4py.arithmetic_bounds(F32)[1] == np.finfo("f4").max
    )
    assert gt4py.extract_dtype(field) is I32 and gt4py.extract_dtype(t("int8")) is t("int8")
    assert gt4py.extract_dims(field) == (I, V2EDim) and gt4py.extract_dims(I32) == ()
    assert (
        gt4py.is_local_field(field)
        and gt4py.contains_local_field(gt4py.TupleType([I32, field]))
        and not gt4py.is_local_field(I32)
    )
    bad = [
        lambda: gt4py.arithmetic_bounds(BOOL),
        lambda: gt4py.extract_dtype(t("tuple[int8]")),
        lambda: gt4py.extract_dims(I),
    ]
    for call in bad:
        with pytest.raises(ValueError):
            call()


def test_leaves() -> None:
    nested = gt4py.TupleType([t("int8"), gt4py.NamedCollectionType([BOOL, F32], ["a", "b"])])
    assert list(gt4py.primitive_constituents(nested)) == [t("int8"), BOOL, F32]
    assert [path for path, _ in gt4py.constituents_with_path(nested)] == [(0,), (1, 0), (1, 1)]
    integers = t("tuple[int8, tuple[int32]]")
    assert gt4py.is_tuple_of_type(integers, gt4py.is_integral) and gt4py.is_tuple_of_type(
        integers, gt4py.IntegerType
    )
    assert not gt4py.is_tuple_of_type(t("int8"), gt4py.is_integral)
    assert gt4py.is_type_or_tuple_of_type(
        t("int8"), gt4py.is_integral
    ) and not gt4py.is_type_or_tuple_of_type(nested, gt4py.is_integral)


class Unreadable:
    """A sequence whose items nobody may ask for."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, place: int) -> object:
        raise AssertionError(f"item {place} was asked for")


def test_what_is_deferred_is_no_type() -> None:
    anything, a_field = gt4py.Deferred(), gt4py.Deferred(gt4py.FieldType)
    field = FieldType([I], F64)
    assert (
        not isinstance(anything, cf.Type)
        and not gt4py.is_concrete(anything)
        and gt4py.is_concrete(field)
    )
    assert (
        gt4py.type_class(a_field) is gt4py.FieldType
        and gt4py.type_class(I32) is gt4py.Int32Type
        and gt4py.type_class(field) is gt4py.FieldType
    )
    with pytest.raises(ValueError, match="no type information"):
        gt4py.type_class(anything)
    with pytest.raises(ValueError, match="not sufficient"):
        gt4py.type_class(gt4py.Deferred((gt4py.FieldType, gt4py.ScalarType)))
    rows = [
        (anything, field, True), (a_field, field, True), (a_field, BOOL, False), (BOOL, anything, False), (BOOL, BOOL, True), (a_field, anything, True),
        (gt4py.Deferred(gt4py.FieldLikeType), a_field, True), (gt4py.Deferred(gt4py.Integral), I32, True), (gt4py.Deferred(gt4py.Integral), F64, False),
    ]  # fmt: skip
    for source, target, expected in rows:
        assert gt4py.is_concretizable(source, target) is expected
    # Compared with what may have no end, an array asks for its items.
    assert gt4py.is_concretizable(np.ma.ones(3), Unreadable()) is False
    assert gt4py.is_compatible_type(t("tuple[int8, int8]"), t("tuple[int8, int8]"))
    assert not gt4py.is_compatible_type(t("struct{a: int8}"), t("struct{b: int8}"))
    assert not gt4py.is_compatible_type(t("struct{a: int8}"), t("tuple[int8]"))
    assert not gt4py.is_compatible_type(t("((int8) -> int8)"), t("((int16) -> int8)"))
