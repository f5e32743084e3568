"""GT4Py's view of types: what its functions are known to answer, fields apart."""

import dataclasses
import enum
import tomllib
import typing
from collections import namedtuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import conformable as cf
from conformable import gt4py
from conformable.gt4py import ScalarKind, ScalarType

TABLE = tomllib.loads(
    (Path(__file__).parents[2] / "catalogue/dialects.toml").read_text(encoding="utf-8")
)["gt4py"]
t = cf.parse_type


class Pair(typing.NamedTuple):
    a: float
    b: np.int32


@dataclasses.dataclass
class Point:
    x: float
    y: "int"


class Colour(enum.Enum):
    RED = 1


Untyped = namedtuple("Untyped", "a b")

HINTS = [
    (int, "int64"), (float, "float64"), (bool, "bool_"), (str, "str"), (np.int8, "int8"), (np.uint64, "uint64"), (np.float32, "float32"),
    (tuple[int, float], "tuple[int64, float64]"), (tuple[tuple[int], bool], "tuple[tuple[int64], bool_]"),
    (typing.Annotated[int, "any"], "int64"), ("int", "int64"), (typing.ForwardRef("float"), "float64"), (type[np.float32], "((float32) -> float32)"),
    (type[int], "((int64) -> int64)"), (Pair, "struct{a: float64, b: int32}"), (Point, "struct{x: float64, y: int64}"),
]  # fmt: skip


@pytest.mark.parametrize(("hint", "ty"), HINTS, ids=str)
def test_hints(hint: Any, ty: str) -> None:
    assert gt4py.from_type_hint(hint) is t(ty)


@pytest.mark.parametrize(
    "hint",
    [np.float16, complex, np.complex64, object, np.ndarray, list[int], dict[str, int], Colour, typing.Any, int | float, int | None, None,
     np.dtype("f8"), tuple, tuple[()], tuple[int, ...], "undefined", typing.Callable[[int], int], Untyped, type[Pair]],
    ids=str,
)  # fmt: skip
def test_hints_that_are_not_supported(hint: Any) -> None:
    with pytest.raises(ValueError):
        gt4py.from_type_hint(hint)


def annotated(a: float, /, b: np.int32, *, c: bool) -> float:
    return a


VALUES = [
    (1, "int32"), (2**31, "int64"), (-(2**31), "int32"), (True, "bool_"), (1.0, "float64"), ("a", "str"), (np.float32(1), "float32"),
    (np.int8(1), "int8"), ((), "tuple[()]"), ((1, (2.0,)), "tuple[int32, tuple[float64]]"), (Pair(1.0, np.int32(2)), "struct{a: float64, b: int32}"),
    (np.float64(1), "float64"), (np.float32, "((float32) -> float32)"), (annotated, "((float64, /, b: int32, *, c: bool_) -> float64)"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "ty"), VALUES, ids=str)
def test_values(value: Any, ty: str) -> None:
    assert gt4py.from_value(value) is t(ty)


@pytest.mark.parametrize(
    "value", [None, 1j, [], {}, np.ones(2), object(), lambda x: x, 2**63, np.float16(1)], ids=str
)
def test_values_that_are_not_supported(value: Any) -> None:
    with pytest.raises(ValueError):
        gt4py.from_value(value)


def test_promotion_is_the_librarys() -> None:
    for a, row in zip(TABLE["operands"], TABLE["results"], strict=True):
        for b, cell in zip(TABLE["operands"], row.split(), strict=True):
            types = [ScalarType(ScalarKind[name.upper()]) for name in (a, b)]
            if cell == "-":
                with pytest.raises(ValueError, match="different dtype"):
                    gt4py.promote(*types)
            else:
                assert gt4py.promote(*types) is cf.ScalarType(cell)
    with pytest.raises(TypeError, match="expected a scalar"):
        gt4py.promote(t("tuple[int, int]"))


def test_questions() -> None:
    kinds = {kind: ScalarType(kind) for kind in ScalarKind}
    assert [gt4py.kind_of(ty) for ty in kinds.values()] == list(ScalarKind)
    assert {kind.name for kind, ty in kinds.items() if gt4py.is_floating_point(ty)} == {
        "FLOAT32",
        "FLOAT64",
    }
    assert {kind for kind, ty in kinds.items() if gt4py.is_integral(ty)} == {
        kind for kind in ScalarKind if "INT" in kind.name
    }
    assert [kind.name for kind, ty in kinds.items() if gt4py.is_logical(ty)] == ["BOOL"]
    assert not gt4py.is_arithmetic(kinds[ScalarKind.BOOL]) and not gt4py.is_arithmetic(
        kinds[ScalarKind.STRING]
    )
    assert (
        gt4py.arithmetic_bounds(t("uint8")) == (0, 255)
        and gt4py.arithmetic_bounds(t("float32"))[1] == np.finfo("f4").max
    )
    assert gt4py.extract_dtype(t("int8")) is t("int8")
    for bad in (
        lambda: gt4py.arithmetic_bounds(t("bool_")),
        lambda: gt4py.extract_dtype(t("tuple[int8]")),
    ):
        with pytest.raises(ValueError):
            bad()
    nested = gt4py.TupleType(
        [t("int8"), gt4py.NamedCollectionType([t("bool_"), t("float32")], ["a", "b"])]
    )
    assert list(gt4py.primitive_constituents(nested)) == [t("int8"), t("bool_"), t("float32")]
    assert [path for path, _ in gt4py.constituents_with_path(nested)] == [(0,), (1, 0), (1, 1)]
    assert gt4py.is_tuple_of_type(
        t("tuple[int8, tuple[int32]]"), gt4py.is_integral
    ) and not gt4py.is_tuple_of_type(t("int8"), gt4py.is_integral)
    assert gt4py.is_type_or_tuple_of_type(
        t("int8"), gt4py.is_integral
    ) and not gt4py.is_type_or_tuple_of_type(nested, gt4py.is_integral)


F = gt4py.FunctionType([t("float64")], {"foo": t("int32")}, {"k": t("bool_")}, t("float64"))
CALLS: list[tuple[list[str], dict[str, str], list[str]]] = [
    (["float64", "int32"], {"k": "bool_"}, []), (["float64"], {"foo": "int32", "k": "bool_"}, []),
    (["float64", "int32", "int32"], {"k": "bool_"}, ["takes 2 positional argument(s), but 3 were given"]),
    (["float64"], {}, ["missing 2 required argument(s): 'foo', 'k'"]),
    (["float64", "int32"], {"foo": "int32", "k": "bool_"}, ["multiple values for argument 'foo'"]),
    (["float64", "int32"], {"k": "bool_", "z": "int8"}, ["unexpected keyword argument 'z'"]),
    (["int32", "int64"], {"k": "int8"}, ["argument 1 to be of type 'float64', got 'int32'", "'foo' to be of type 'int32', got 'int64'", "'k' to be"]),
]  # fmt: skip


@pytest.mark.parametrize(("args", "kwargs", "wrong"), CALLS, ids=str)
def test_calls(args: list[str], kwargs: dict[str, str], wrong: list[str]) -> None:
    given: dict[str, Any] = {
        "with_args": [t(arg) for arg in args],
        "with_kwargs": {name: t(ty) for name, ty in kwargs.items()},
    }
    assert gt4py.accepts_args(F, **given) == (not wrong)
    if wrong:
        with pytest.raises(ValueError) as raised:
            gt4py.accepts_args(F, **given, raise_exception=True)
        lines = str(raised.value).splitlines()
        assert len(lines) == 1 + len(wrong) and all(
            part in line for part, line in zip(wrong, lines[1:], strict=True)
        )


def test_what_is_called() -> None:
    assert gt4py.return_type(F) is t("float64") and not gt4py.accepts_args(
        t("int8"), with_args=[], with_kwargs={}
    )
    with pytest.raises(TypeError, match="callable"):
        gt4py.return_type(t("int8"))
    assert gt4py.return_type(gt4py.FunctionType([], {}, {}, gt4py.VoidType())) is t("None")
