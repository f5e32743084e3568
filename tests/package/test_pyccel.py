"""Pyccel's view of types and its annotations, against its own table and what its sources are known to do."""

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
from conformable.pyccel import PyccelType

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
f128, c256 = pyccel.NumpyFloat128Type(), pyccel.NumpyComplex256Type()
generic, text = pyccel.GenericType(), pyccel.StringType()


def array(dtype: PyccelType, rank: int, order: Any = None) -> PyccelType:
    return pyccel.NumpyNDArrayType.get_new(pyccel.numpy_equivalent(dtype), rank, order)


def a_list(element: PyccelType) -> PyccelType:
    return pyccel.HomogeneousListType.get_new(element)


def of(spelled: str) -> PyccelType:
    return pyccel.view(cf.parse_type(spelled))


def scalar(name: str) -> cf.Type:
    return (
        cf.PythonType(name.removeprefix("weak_"))
        if name.startswith("weak_")
        else cf.ScalarType(name)
    )


def test_sums_of_scalars_are_the_librarys() -> None:
    scalars = [name for name in TABLE["operands"] if name != "bool"]
    for a, row in zip(TABLE["operands"], TABLE["results"], strict=True):
        for other, cell in zip(TABLE["operands"], row.split(), strict=True):
            if a in scalars and other in scalars:
                assert pyccel.add(scalar(a), scalar(other)).type is scalar(cell), (a, other)


def test_the_longest_numbers_dominate() -> None:
    assert f128 + i is f128 and f128 + f64 is f128 and i8 + f128 is f128
    assert f128 + c is c256 and c256 + f is c256 and f128 + pyccel.NumpyComplex64Type() is c256


def test_views_show_the_packages_types() -> None:
    assert array(f, 2, "F").type is cf.parse_type("float64[?, ?; F]")
    assert array(i, 1).type is cf.parse_type("int64[?]")
    assert array(b, 1).type is cf.parse_type("bool[?]")
    assert array(f64, 0) is f64
    shown = {
        "dict[str, float]": pyccel.DictType.get_new(text, f),
        "tuple[int, ...]": pyccel.HomogeneousTupleType.get_new(i),
        "tuple[int, float]": pyccel.InhomogeneousTupleType.get_new(i, f),
        "set[int]": pyccel.HomogeneousSetType.get_new(i),
        "list[float64[?, ?; F]]": a_list(array(f, 2, "F")),
    }
    for spelled, ty in shown.items():
        assert ty.type is cf.parse_type(spelled) and of(spelled) is ty
    final = pyccel.FinalType.get_new(i)
    assert str(final) == "Final[int]" and pyccel.FinalType.get_new(final) is final
    assert isinstance(final, pyccel.FinalType) and isinstance(final, pyccel.PythonNativeInt)
    for dtype, rank, order in [(f64, 2, None), (text, 1, None), (f64, 3, "Z"), (f, 2, "C")]:
        with pytest.raises(TypeError):
            pyccel.NumpyNDArrayType.get_new(dtype, rank, order)


def test_the_tree_of_classes() -> None:
    numeric, container = pyccel.FixedSizeNumericType, pyccel.HomogeneousContainerType
    for ty in (b, i, f, c, i8, f32, c128):
        assert isinstance(ty, numeric) and isinstance(ty, pyccel.FixedSizeType)
        assert ty.datatype is ty and (ty.rank, ty.order) == (0, None)
        assert ty.switch_basic_type(f32) is f32
    for fixed in (generic, pyccel.VoidType(), pyccel.CharType()):
        assert isinstance(fixed, pyccel.FixedSizeType) and not isinstance(fixed, numeric)
    for own in (a_list(i), array(f, 2, "C"), of("set[int]"), of("tuple[int, ...]")):
        assert isinstance(own, container) and isinstance(own, pyccel.ContainerType)
    for own in (of("dict[int, float]"), of("tuple[int, float]"), text):
        assert isinstance(own, pyccel.ContainerType) and not isinstance(own, container)
    names = [str(ty.primitive_type) for ty in (b, i, f, c, pyccel.CharType())]
    assert names == ["boolean", "integer", "floating point", "complex", "character"]
    assert pyccel.PrimitiveIntegerType() is i8.primitive_type
    assert pyccel.NativePythonFloat() is f and pyccel.NativeGeneric() is generic
    assert c.element_type is f and c256.element_type is f128


def test_views_are_single_and_pickled() -> None:
    nested = a_list(array(f, 2, "F"))
    for ty in (
        i,
        f32,
        text,
        nested,
        array(b, 3, "C"),
        pyccel.FinalType.get_new(nested),
        of("tuple[()]"),
    ):
        assert pickle.loads(pickle.dumps(ty)) is ty
        with pytest.raises(AttributeError):
            ty.rank = 7
    assert len({i, i64}) == 2 and hash(i) != hash(i64)


EQUAL = [
    (i, i64), (f, f64), (c, c128), (generic, i), (a_list(i), a_list(i64)), (a_list(generic), a_list(i)), (pyccel.FinalType.get_new(i), i),
    (array(f, 2, "C"), array(f64, 2, "C")), (of("dict[str, int]"), of("dict[str, int64]")),
    (of("tuple[int, ...]"), of("tuple[int64, ...]")), (text, text),
]  # fmt: skip
DIFFERENT = [
    (i, i32), (i, f), (b, i), (f32, f64), (i8, i64), (array(f, 2, "C"), array(f, 2, "F")), (array(f, 1), array(f, 2, "C")), (array(f, 1), f64),
    (of("tuple[int, ...]"), of("tuple[int]")), (a_list(i), of("set[int]")), (text, i), (a_list(i), a_list(f)),
    (of("tuple[int, int]"), of("tuple[int]")), (array(f, 1, "C"), array(f64, 1)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("pair", "same"), [*((p, True) for p in EQUAL), *((p, False) for p in DIFFERENT)], ids=repr
)
def test_its_equality(pair: tuple[PyccelType, PyccelType], same: bool) -> None:
    for x, y in (pair, pair[::-1]):
        assert (
            (x == y) is same and (x != y) is not same and pyccel.equal(x.type, y) in (True, False)
        )
        # In the package `==` is identity.
        assert (x.type == y.type) == (x.type is y.type)


def test_its_equality_is_no_equivalence() -> None:
    assert i == generic and generic == f and i != f


@pytest.mark.parametrize(
    ("x", "y", "result"),
    [
        (array(f, 2, "F"), array(f, 2, "F"), array(f, 2, "F")), (array(f, 2, "F"), array(f, 2, "C"), array(f, 2, "C")),
        (array(f, 2, "F"), array(f, 1), array(f, 2, "F")), (array(f, 2, "C"), array(f, 1), array(f, 2, "C")),
        (array(i8, 1), array(f, 1), array(f, 1)), (array(f32, 1), array(i64, 1), array(f64, 1)),
        (array(f32, 2, "F"), f, array(f32, 2, "F")), (array(i, 1), f, array(f, 1)), (array(b, 1), array(b, 1), array(b, 1)),
        (array(b, 1), i, array(i, 1)), (generic, i8, i8), (i8, generic, i8), (generic, array(f, 1), array(f, 1)),
    ],
)  # fmt: skip
def test_sums_of_arrays(x: PyccelType, y: PyccelType, result: PyccelType) -> None:
    assert x + y is result


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
def test_bits(x: PyccelType, y: PyccelType, result: PyccelType) -> None:
    assert x & y is result
    for other in (f, c, f32, array(f, 1)):
        with pytest.raises(TypeError):
            x & other
        with pytest.raises(TypeError):
            other & x


def test_sums_of_what_is_no_number() -> None:
    for x, y in [(a_list(i), a_list(i)), (text, i), (i, of("tuple[int, float]"))]:
        with pytest.raises(TypeError):
            x + y


def test_devices_are_kept() -> None:
    there = pyccel.CupyNDArrayType.get_new(f32, 2, "F")
    assert isinstance(there, pyccel.NumpyNDArrayType) and there.type.device is not None  # type: ignore[attr-defined]
    for ty in (
        there + f,
        there + i8,
        there.switch_basic_type(f),
        there.switch_rank(1),
        there.swap_order(),
        there & i if False else there + there,
    ):
        assert isinstance(ty, pyccel.CupyNDArrayType)
    assert pyccel.view(there.type) is there
    with pytest.raises(TypeError, match="different devices"):
        there + array(f32, 2, "F")


def test_ranks_orders_and_scalars() -> None:
    nested = a_list(a_list(i))
    assert [t.rank for t in (i, array(f, 3, "C"), nested, text, of("dict[str, float64[?]]"))] == [
        0,
        3,
        2,
        1,
        2,
    ]
    assert [t.container_rank for t in (i, array(f, 3, "C"), nested, text)] == [0, 3, 1, 1]
    assert [
        t.order for t in (i, array(f, 1), array(f, 2, "F"), nested, a_list(array(f, 2, "F")))
    ] == [None, None, "F", "C", None]
    assert [pyccel.precision(t) for t in (b, i, c, i8, f32, c128)] == [-1, 8, 8, 1, 4, 8]
    assert nested.datatype is i and of("dict[str, int]").datatype is text
    assert of("tuple[int, int]").datatype is i and of("tuple[()]").datatype is generic
    several = of("tuple[int, float]")
    assert several.datatype is several and len(several) == 2 and list(several) == [i, f]  # type: ignore[arg-type, call-overload]
    assert array(f, 1).switch_basic_type(i) is array(i64, 1)
    assert nested.switch_basic_type(f) is a_list(a_list(f))
    assert pyccel.FinalType.get_new(i).switch_basic_type(f) is pyccel.FinalType.get_new(f)
    for kinds in ("tuple[int, float]", "dict[str, int]"):
        with pytest.raises(TypeError):
            of(kinds).switch_basic_type(f)
    with pytest.raises(TypeError):
        i.switch_basic_type(nested)
    matrix = array(f, 2, "F")
    switched = [matrix.switch_rank(rank) for rank in range(4)]
    assert all(
        x is y for x, y in zip(switched, [f64, array(f, 1), matrix, array(f, 3, "F")], strict=True)
    )
    assert array(f, 1).switch_rank(2, "C") is array(f, 2, "C")
    assert nested.switch_rank(1) is a_list(i) and a_list(i).switch_rank(0) is i
    assert nested.switch_rank(0) is i and a_list(matrix).switch_rank(1) is array(f, 1)
    for ty, rank, order in [(array(f, 1), 2, None), (nested, 3, None), (a_list(i), 0, "C")]:
        with pytest.raises(TypeError):
            ty.switch_rank(rank, order)  # type: ignore[arg-type]
    assert pyccel.swap_order(matrix) is array(f, 2, "C")
    assert pyccel.swap_order(array(f, 1)) is array(f, 1)
    assert nested.shape_is_compatible((3,)) and not matrix.shape_is_compatible((3,))
    assert of("tuple[tuple[int, ...], ...]").shape_is_compatible((3, 4))
    assert i.shape_is_compatible(None) and not i.shape_is_compatible(())
    pair = pyccel.InhomogeneousTupleType.get_new(i, f)
    assert pair.shape_is_compatible((2,)) and not pair.shape_is_compatible((3,))
    assert not pair.shape_is_compatible(()) and not pair.shape_is_compatible((2, 2))
    final = pyccel.FinalType.get_new(matrix)
    assert final.swap_order() is pyccel.swap_order(matrix)  # type: ignore[attr-defined]


def test_the_documents_loop_over_a_nested_container() -> None:
    for class_type in (a_list(a_list(i)), a_list(array(f32, 1)), a_list(a_list(array(i8, 1)))):
        new_container_types = []
        old_type = class_type
        while isinstance(old_type, pyccel.ContainerType):
            new_container_types.append(type(old_type))
            old_type = old_type.element_type  # type: ignore[attr-defined]
        new_type: PyccelType = pyccel.NativePythonFloat()
        for container in new_container_types:
            new_type = container(new_type)  # type: ignore[call-arg]
        assert new_type is class_type.switch_basic_type(pyccel.NativePythonFloat())


def test_how_types_print() -> None:
    matrix = array(f, 2, "F")
    assert (str(matrix), repr(matrix)) == (
        "numpy.ndarray[numpy.float64]",
        "numpy.float64[:,:](order=F)",
    )
    assert (str(i8), str(i), repr(text), str(of("tuple[int, ...]"))) == (
        "numpy.int8",
        "int",
        "str",
        "tuple[int, ...]",
    )
    assert (
        pyccel.spell(matrix) == "float64[:,:](order=F)" and pyccel.spell(a_list(i)) == "list[int]"
    )


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
    ("spelling", "offset", "message"),
    [("int[", 4, "no annotation"), ("int[3]", 4, "no annotation"), ("list[int | float]", 5, "outside of the brackets"),
     ("(int|float)[:]", 1, "behind a name"), ("int[:](order=Z)", 13, "C or F"), ("int[:](rank=C)", 0, "call"),
     ("", 0, "no annotation"), ("int int", 4, "no annotation"), ("(int)(float", 11, "no annotation"), ("[" * 300, 0, "200 brackets")],
)  # fmt: skip
def test_a_text_that_is_none_is_pointed_at(spelling: str, offset: int, message: str) -> None:
    with pytest.raises(cf.ParseError, match=message) as raised:
        pyccel.read_annotation(spelling)
    assert raised.value.offset == offset


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
    "hint", [3, typing.TypeVar("U"), typing.Callable[[int], int], None], ids=str
)
def test_what_python_writes_otherwise(hint: Any) -> None:
    with pytest.raises(TypeError):
        pyccel.read_annotation(hint).type()


def test_the_second_stage_is_always_a_union() -> None:
    read = pyccel.read_annotation("Final[Mine[:,:](order=F)] | (float)(int, int[:]) | Mine")
    variable, function, other = read.resolve({"Mine": f32})
    assert isinstance(variable, pyccel.VariableTypeAnnotation) and variable.is_const
    made = variable.make_variable("x")
    assert made.class_type is array(f32, 2, "F") and (made.rank, made.order) == (2, "F")
    assert isinstance(function, pyccel.FunctionTypeAnnotation) and function.result is not None
    [result], taken = function.result, [next(iter(arg)) for arg in function.args]
    assert isinstance(result, pyccel.VariableTypeAnnotation) and result.class_type is f
    assert [one.class_type for one in taken if isinstance(one, pyccel.VariableTypeAnnotation)] == [
        i,
        array(i, 1),
    ]
    [procedure] = pyccel.read_annotation("()(int)").resolve()
    assert isinstance(procedure, pyccel.FunctionTypeAnnotation) and procedure.result is None
    assert (
        isinstance(other, pyccel.VariableTypeAnnotation)
        and other.class_type is f32
        and not other.is_const
    )
    only = pyccel.read_annotation("Annotated[int[:], 'stack']").resolve()
    assert isinstance(only, pyccel.UnionTypeAnnotation) and len(only) == 1
    assert only.type_list[0].make_variable("y").memory_handling == "stack"  # type: ignore[union-attr]


def test_what_is_written_knows_no_types() -> None:
    written = pyccel.read_annotation("dict[str, m.Alias] | (float)(int, tuple[int, ...])")
    first, second = written.dtypes
    assert first.name == "dict" and [arg.name for arg in first.args or () if arg] == [
        "str",
        "m.Alias",
    ]
    assert second.name == "()" and [arg.name for arg in second.args or () if arg] == [
        "float",
        "int",
        "tuple",
    ]
    assert pickle.loads(pickle.dumps(written)) == written
    with pytest.raises(TypeError, match=r"m\.Alias"):
        written.resolve()
    assert len(written.resolve({"m.Alias": int})) == 2


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
    types: list[Any] = [
        i,
        f,
        array(f, 2, "F"),
        array(i32, 3, "C"),
        a_list(a_list(f)),
        cf.parse_type("tuple[int, ...]"),
        cf.parse_type("dict[str, float]"),
    ]
    for ty in types:
        spelled = pyccel.spell(ty)
        assert pyccel.equal(pyccel.read_annotation(spelled).type(), ty), spelled


# --- all annotations of a file ------------------------------------------------------------------------------------------


def test_the_annotations_of_a_file() -> None:
    source = "def f(a : 'int | float[:]', b : list[int], c : m.Alias) -> 'float[:,:](order=F)':\n    x : 'int' = 3\n"
    read = pyccel.parse_annotations(source)
    assert [one.place for one in read] == [(1, 11), (1, 33), (1, 48), (1, 60), (2, 9)]
    assert read[3].order == "F" and [one.name for one in read[0].dtypes] == ["int", "float"]
    assert pickle.loads(pickle.dumps(read)) == read


def test_all_syntax_errors_of_a_file_at_once() -> None:
    source = "def f(a : 'int[', b : int, c : 'list[int | float]'):\n    x : 'int[3]' = 1\n"
    with pytest.raises(ExceptionGroup) as raised:
        pyccel.parse_annotations(source)
    errors = [error for error in raised.value.exceptions if isinstance(error, cf.ParseError)]
    assert [source[error.offset :][:3] for error in errors] == ["', ", "int", "3]'"]
    with pytest.raises(cf.ParseError):
        pyccel.parse_annotations("def f(:")
