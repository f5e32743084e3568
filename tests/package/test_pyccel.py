"""Pyccel's view of types, against its own table and what its sources are known to do."""

import itertools
import pickle
import tomllib
import typing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import conformable as cf
from conformable import pyccel

TABLE = tomllib.loads(
    (Path(__file__).parents[2] / "catalogue/dialects.toml").read_text(encoding="utf-8")
)["pyccel"]

b, i, f, c = (
    pyccel.PythonNativeBool(),
    pyccel.PythonNativeInt(),
    pyccel.PythonNativeFloat(),
    pyccel.PythonNativeComplex(),
)
i8, i32, i64 = pyccel.NumpyInt8Type(), pyccel.NumpyInt32Type(), pyccel.NumpyInt64Type()
f32, f64, c128 = pyccel.NumpyFloat32Type(), pyccel.NumpyFloat64Type(), pyccel.NumpyComplex128Type()
generic, text = pyccel.GenericType(), pyccel.StringType()


def array(dtype: cf.Type, rank: int, order: Any = None) -> cf.Type:
    return pyccel.NumpyNDArrayType.get_new(dtype, rank, order)


def a_list(element: cf.Type) -> cf.Type:
    return pyccel.HomogeneousListType.get_new(element)


def scalar(name: str) -> cf.Type:
    return (
        cf.PythonType(name.removeprefix("weak_"))
        if name.startswith("weak_")
        else cf.ScalarType(name)
    )


def test_sums_of_scalars_are_the_librarys() -> None:
    for a, row in zip(TABLE["operands"], TABLE["results"], strict=True):
        for other, cell in zip(TABLE["operands"], row.split(), strict=True):
            assert pyccel.add(scalar(a), scalar(other)) is scalar(cell), (a, other)


def test_views_are_the_packages_types() -> None:
    assert array(f, 2, "F") is cf.parse_type("float64[?, ?; F]")
    assert array(i, 1) is cf.parse_type("int64[?]") and array(b, 1, "C") is cf.parse_type("bool[?]")
    assert array(f64, 0) is f64
    assert pyccel.DictionaryType.get_new(text, f) is cf.parse_type("dict[str, float]")
    assert pyccel.HomogeneousTupleType.get_new(i) is cf.parse_type("tuple[int, ...]")
    assert pyccel.InhomogeneousTupleType.get_new(i, f) is cf.parse_type("tuple[int, float]")
    assert pyccel.HomogeneousSetType.get_new(i) is cf.parse_type("set[int]")
    final = pyccel.FinalType.get_new(i)
    assert str(final) == "Final[int]" and pyccel.FinalType.get_new(final) is final
    for dtype, rank, order in [(f64, 2, None), (text, 1, None), (f64, 3, "Z")]:
        with pytest.raises(ValueError):
            array(dtype, rank, order)


EQUAL = [
    (i, i64), (f, f64), (c, c128), (generic, i), (a_list(i), a_list(i64)), (a_list(generic), a_list(i)), (pyccel.FinalType.get_new(i), i),
    (array(f, 1, "C"), array(f64, 1)), (array(f, 2, "C"), array(f64, 2, "C")), (cf.parse_type("dict[str, int]"), cf.parse_type("dict[str, int64]")),
    (cf.parse_type("tuple[int, ...]"), cf.parse_type("tuple[int64, ...]")), (text, text),
]  # fmt: skip
DIFFERENT = [
    (i, i32), (i, f), (b, i), (f32, f64), (i8, i64), (array(f, 2, "C"), array(f, 2, "F")), (array(f, 1), array(f, 2, "C")), (array(f, 1), f64),
    (cf.parse_type("tuple[int, ...]"), cf.parse_type("tuple[int]")), (a_list(i), cf.parse_type("set[int]")), (text, i), (a_list(i), a_list(f)),
    (cf.parse_type("tuple[int, int]"), cf.parse_type("tuple[int]")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("pair", "same"), [*((p, True) for p in EQUAL), *((p, False) for p in DIFFERENT)], ids=str
)
def test_its_equality(pair: tuple[cf.Type, cf.Type], same: bool) -> None:
    for x, y in (pair, pair[::-1]):
        assert pyccel.equal(x, y) is same
        # In the package `==` is identity.
        assert (x == y) == (x is y)


def test_its_equality_is_no_equivalence() -> None:
    assert pyccel.equal(i, generic) and pyccel.equal(generic, f) and not pyccel.equal(i, f)


@pytest.mark.parametrize(
    ("x", "y", "result"),
    [
        (array(f, 2, "F"), array(f, 2, "F"), array(f, 2, "F")), (array(f, 2, "F"), array(f, 2, "C"), array(f, 2, "C")),
        (array(f, 2, "F"), array(f, 1), array(f, 2, "F")), (array(f, 2, "C"), array(f, 1), array(f, 2, "C")),
        (array(i8, 1), array(f, 1), array(f, 1)), (array(f32, 1), array(i64, 1), array(f64, 1)),
        (array(f32, 2, "F"), f, array(f32, 2, "F")), (array(i, 1), f, array(f, 1)), (array(b, 1), array(b, 1), array(b, 1)),
        (array(b, 1), i, array(i, 1)), (generic, i8, i8),
    ],
)  # fmt: skip
def test_sums_of_arrays(x: cf.Type, y: cf.Type, result: cf.Type) -> None:
    assert pyccel.add(x, y) is result


@pytest.mark.parametrize(
    ("x", "y", "result"),
    [
        (b, b, b),
        (b, i, i),
        (i, i, i),
        (b, i8, i8),
        (i8, b, i8),
        (i, i8, i64),
        (i8, i32, i32),
        (array(i32, 2, "F"), i, array(i64, 2, "F")),
    ],
)
def test_bits(x: cf.Type, y: cf.Type, result: cf.Type) -> None:
    assert pyccel.bitwise_and(x, y) is result
    with pytest.raises(TypeError, match="no bits"):
        pyccel.bitwise_and(x, f)


def test_ranks_orders_and_scalars() -> None:
    nested = a_list(a_list(i))
    assert [
        pyccel.rank_of(t)
        for t in (i, array(f, 3, "C"), nested, text, cf.parse_type("dict[str, float64[?]]"))
    ] == [0, 3, 2, 1, 2]
    assert [pyccel.container_rank(t) for t in (i, array(f, 3, "C"), nested, text)] == [0, 3, 1, 1]
    assert [
        pyccel.order_of(t)
        for t in (i, array(f, 1), array(f, 2, "F"), nested, a_list(array(f, 2, "F")))
    ] == [None, None, "F", "C", None]
    assert [pyccel.precision(t) for t in (b, i, c, i8, f32, c128)] == [-1, 8, 8, 1, 4, 8]
    assert pyccel.datatype(nested) is i and pyccel.datatype(cf.parse_type("dict[str, int]")) is text
    assert pyccel.switch_basic_type(array(f, 1), i) is array(i64, 1)
    assert pyccel.switch_basic_type(nested, f) is a_list(a_list(f))
    assert pyccel.switch_basic_type(pyccel.FinalType.get_new(i), f) is pyccel.FinalType.get_new(f)
    for several in ("tuple[int, float]", "dict[str, int]"):
        with pytest.raises(NotImplementedError):
            pyccel.switch_basic_type(cf.parse_type(several), f)
    with pytest.raises(ValueError):
        pyccel.switch_basic_type(i, nested)
    matrix = array(f, 2, "F")
    switched = [pyccel.switch_rank(matrix, rank) for rank in range(4)]
    assert switched == [f64, array(f, 1), matrix, array(f, 3, "F")]
    assert pyccel.switch_rank(array(f, 1), 2, "C") is array(f, 2, "C")
    assert pyccel.switch_rank(nested, 1) is a_list(i) and pyccel.switch_rank(a_list(i), 0) is i
    for ty, rank, order in [(array(f, 1), 2, None), (nested, 3, None), (a_list(i), 0, "C")]:
        with pytest.raises(ValueError):
            pyccel.switch_rank(ty, rank, order)  # type: ignore[arg-type]
    assert pyccel.swap_order(matrix) is array(f, 2, "C") and pyccel.swap_order(
        array(f, 1)
    ) is array(f, 1)
    assert pyccel.shape_is_compatible(nested, (3,)) and not pyccel.shape_is_compatible(matrix, (3,))


T = typing.TypeVar("T", int, float)
ANNOTATIONS = [
    ("int", "int"), ("'float[:]'", "float64[?]"), ("'int[:,:](order=F)'", "int64[?, ?; F]"), ("'int[:,:]'", "int64[?, ?; C]"),
    ("'bool[:]'", "bool[?]"), ("'double'", "float64"), ("'float32 [ : , : , : ]'", "float32[?, ?, ?; C]"), ("'int[:](order=F)'", "int64[?]"),
    ("'list[float[:]]'", "list[float64[?]]"), ("list[list[int]]", "list[list[int]]"), ("tuple[int, ...]", "tuple[int, ...]"),
    ("'tuple[int, float]'", "tuple[int, float]"), ("dict[str, int]", "dict[str, int]"), ("'set[int8]'", "set[int8]"),
    ("'int | float[:]'", "int | float64[?]"), ("int | float", "int | float"), ("'(float)(int, int[:])'", "((int, int64[?]) -> float)"),
    ("'()(int)'", "((int) -> None)"), ("'Final[int[:]]'", "Final[int64[?]]"), ("typing.Final[int]", "Final[int]"),
    ("typing.Annotated[int, 'stack']", "int"), ("np.float32", "float32"), ("'Mine[:]'", "float64[?]"), ("'Other'", "int64[?]"), ("T", "int | float"),
]  # fmt: skip


@pytest.mark.parametrize(("annotation", "ty"), ANNOTATIONS)
def test_annotations_are_read_in_two_stages(annotation: str, ty: str) -> None:
    written = pyccel.read_annotation(eval(annotation, {"np": np, "typing": typing, "T": T}))
    again = pickle.loads(pickle.dumps(written))
    assert again == written and hash(again) == hash(written)
    assert again.type({"Mine": float, "Other": "int[:]"}) is cf.parse_type(ty)


@pytest.mark.parametrize(
    ("spelling", "offset", "expected"),
    [("int[", 4, "a type"), ("int[3]", 4, "a name"), ("list[int | float]", 9, "`]`"), ("(int|float)[:]", 11, "`(`"), ("int[:](order=Z)", 13, "C or F"),
     ("int[:](rank=C)", 7, "`order`"), ("", 0, "a type"), ("int int", 4, "the end"), ("(int)(float", 11, "`)`")],
)  # fmt: skip
def test_a_text_that_is_none_is_pointed_at(spelling: str, offset: int, expected: str) -> None:
    with pytest.raises(cf.ParseError) as raised:
        pyccel.read_annotation(spelling)
    assert (raised.value.offset, raised.value.expected) == (offset, expected)


@pytest.mark.parametrize(
    "annotation",
    [
        "uint8",
        "i4",
        "None",
        "integer",
        "int[int]",
        "list[int, int]",
        "list[:]",
        "tuple",
        "tuple[..., int]",
        "list",
    ],
)
def test_what_has_no_type_is_an_error_when_types_are_asked_for(annotation: str) -> None:
    written = pyccel.read_annotation(annotation)
    with pytest.raises(TypeError):
        written.type()


@pytest.mark.parametrize(
    "hint", [3, typing.TypeVar("U"), typing.Callable[[int], int], list[int | float]], ids=str
)
def test_what_python_writes_otherwise(hint: Any) -> None:
    with pytest.raises(TypeError):
        pyccel.read_annotation(hint).type()


def test_versions_of_a_function() -> None:
    read = pyccel.read_annotation
    union = pyccel.versions(
        {"x": read("int | float"), "y": read("int[:] | float[:]"), "z": read("bool")}
    )
    assert [tuple(map(str, one.values())) for one in union] == [
        (x, y, "bool") for x, y in itertools.product(("int", "float"), ("int64[?]", "float64[?]"))
    ]
    same = pyccel.versions({"x": read(T), "y": read(T), "n": read("int")})
    assert [tuple(map(str, one.values())) for one in same] == [
        ("int", "int", "int"),
        ("float", "float", "int"),
    ]


def test_what_it_spells_it_reads() -> None:
    for ty in [
        i,
        f,
        array(f, 2, "F"),
        array(i32, 3, "C"),
        a_list(a_list(f)),
        cf.parse_type("tuple[int, ...]"),
        cf.parse_type("dict[str, float]"),
    ]:
        spelled = ty.spell("pyccel").strip("'")
        assert pyccel.equal(pyccel.read_annotation(spelled).type(), ty), spelled
