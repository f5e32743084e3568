"""What `cf.checked` takes and refuses of values that no type of arrays speaks of: classes, records, files, unions."""

# Annotations of every kind are what it is about, and values that do not fit them.
# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, disable-error-code="typeddict-item,arg-type,misc,valid-type,assignment,return-value,type-arg,type-var,index"

import collections.abc
import contextlib
import dataclasses
import enum
import functools
import inspect
import io
import sys
import tempfile
import types
import typing
from typing import IO, Any, AnyStr, BinaryIO, Literal, NotRequired, TextIO, TypedDict, TypeVar

import array_api_strict as xp
import numpy as np
import pytest
from jaxtyping import Float
from numpy.typing import ArrayLike, DTypeLike, NDArray

import conformable as cf

#: The arrays of another library.
Strict: Any = type(xp.ones(3))


class Foo:
    """A class of the program."""


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Movie(TypedDict):
    year: int
    name: NotRequired[str]


class Row(TypedDict, total=False):
    x: Float[np.ndarray, "n"]


class Linked(TypedDict, total=False):
    next: "Linked"


Nested = int | list["Nested"]


class Pair(typing.NamedTuple):
    x: Float[np.ndarray, "n"]
    y: Float[np.ndarray, "n"]


@dataclasses.dataclass
class Tree:
    size: int
    movie: Movie
    inside: "Tree" = None


def taking(hint: Any) -> Any:
    def function(x): ...

    function.__annotations__ = {"x": hint}
    return cf.checked(function)


one, ints, text = np.ones(3), np.ones(3, dtype=int), np.array(["a", "bc"])
days, records = np.array(["2020-01-01"], "M8[D]"), np.zeros(2, "i4,f4")
Floating = TypeVar("Floating", bound=np.floating)
Either = TypeVar("Either", np.float32, np.float64)
OfFoo = TypeVar("OfFoo", bound=Foo)
OfNamed = TypeVar("OfNamed", bound="Foo")
OfNothing = TypeVar("OfNothing", bound="Nowhere")  # type: ignore[name-defined]

#: Annotations, values that fit and values that do not.
CASES: list[tuple[Any, list[Any], list[Any]]] = [
    # Records that are dicts.
    (Movie, [{"year": 1}, {"year": 1, "name": "x"}, {"year": 1, "more": 2}], [3, {"name": "x"}]),
    (Movie, [], [{"year": "x"}, {"year": 1, "name": 3}]),
    (Row, [{}, {"x": one}], [{"x": 3}, {"x": ints}]),
    (list[Movie], [[], [{"year": 1}]], [[3], {"year": 1}]),
    (Movie | None, [None, {"year": 1}], [3]),
    (Tree, [Tree(1, {"year": 1}), Tree(1, {"year": 1}, Tree(2, {"year": 2}))], [{"size": 1}, 3]),
    (Tree, [], [Tree(1, {}), Tree(1, {"year": 1}, 3)]),
    (Pair, [Pair(one, one)], [Pair(one, np.ones(4)), (one, one)]),
    # Files.
    (TextIO, [io.StringIO(), sys.__stdout__], [3, "x", io.BytesIO()]),
    (BinaryIO, [io.BytesIO(), tempfile.TemporaryFile()], [b"x", io.StringIO()]),
    (IO[str], [io.StringIO()], [3, io.BytesIO()]),
    (IO[bytes] | None, [io.BytesIO(), None], [io.StringIO()]),
    (IO, [io.StringIO(), io.BytesIO()], [3]),
    # NumPy's texts, times and records.
    (NDArray[np.str_], [text], [one, "a", np.array([b"a"])]),
    (NDArray[np.bytes_], [np.array([b"a"])], [one, text]),
    (NDArray[np.datetime64], [days], [one, np.array([1], "m8[s]")]),
    (NDArray[np.void], [records], [one]),
    (NDArray[np.str_] | None, [text, None], [3]),
    (NDArray[np.str_ | np.float64], [text, one], [ints]),
    (NDArray[np.object_], [np.array([None])], [one]),
    (dict[str, NDArray[np.str_]], [{"a": text}], [{"a": one}]),
    (np.str_, [np.str_("a")], [3, "a"]),
    (np.datetime64, [days[0]], [3, one[0]]),
    (np.timedelta64, [np.timedelta64(3, "s")], [3]),
    (np.void, [records[0]], [3]),
    (np.dtype[np.str_], [np.dtype("U3")], [np.dtype("f8")]),
    (np.dtype[np.floating], [np.dtype("f8")], [np.dtype("i8")]),
    # Classes.
    (type[int], [int, bool], [str, float, 3]),
    (type[int] | None, [bool, None], [str]),
    (type[int | str], [int, str], [float]),
    (type[np.floating], [np.float64], [np.int64, 3]),
    (type[np.generic], [np.float64, np.str_], [int]),
    (type[Any], [int, str], [3]),
    # Type variables.
    (OfFoo, [Foo()], [3]),
    (OfNamed, [Foo()], [3]),
    (OfNothing, [3], []),
    (NDArray[Floating], [one, one.astype("f4")], [ints]),
    (NDArray[Either], [one, one.astype("f4")], [ints]),
    # Literals.
    (Literal[Color.RED], [Color.RED], [Color.BLUE, 1]),
    (Literal[Color.RED] | None, [Color.RED, None], [Color.BLUE]),
    (Literal[b"x", 3], [b"x", 3], [b"y", "x", 4, True]),
    # What stands in itself, and what has no brackets.
    (Nested, [1, [1, [2]]], ["x", 1.5]),
    (Linked, [{}, {"next": {"next": {}}}], [{"next": 3}, 3]),
    (typing.List, [[], [1]], [3]),  # noqa: UP006
    (ArrayLike, [3, [1], (1, 2), one, xp.ones(3)], []),
    (DTypeLike, ["f8", np.dtype("f8"), float, np.float64, [("a", "f4")]], []),
    # What cannot be read, or is no annotation.
    ("list of int", [3], []),
    ("int, optional", [3], []),
    ("array-like", [3], []),
    ("str or None", [3], []),
    ((int, str), [3], []),
    ({"a": int}, [3], []),
    ([int], [3], []),
    # The classes of arrays.
    (Float[Strict, "n"], [xp.ones(3)], [one, 3]),
    (Float[np.ndarray, "n"], [one], [xp.ones(3)]),
    (Float[np.ndarray, "n"] | None, [one, None], [xp.ones(3)]),
    (Float[Strict, "n"] | Float[np.ndarray, "n"], [one, xp.ones(3)], [3]),
    (list[Float[np.ndarray, "n"]], [[one, one]], [[xp.ones(3)], [one, np.ones(4)]]),
    (tuple[Float[np.ndarray, "n"], int], [(one, 3)], [(xp.ones(3), 3), (one, "x")]),
    # Classes in containers.
    (list[Exception], [[ValueError()], []], [[3], ValueError()]),
    (dict[str, Foo], [{"a": Foo()}], [{"a": 3}, {3: Foo()}]),
    (tuple[Foo, int], [(Foo(), 3)], [(3, 3), (Foo(), "x"), (Foo(),)]),
    (tuple[Foo, ...], [(Foo(), Foo())], [(Foo(), 3)]),
    (set[int], [{3}], [frozenset({3}), {"a"}]),
    (frozenset[int], [frozenset({3})], [{3}]),
    (set[Foo] | None, [{Foo()}, None], [{3}]),
]


@pytest.mark.parametrize(("hint", "fitting", "refused"), CASES, ids=lambda part: repr(part)[:40])
def test_values(hint: Any, fitting: list[Any], refused: list[Any]) -> None:
    function = taking(hint)
    for value in fitting:
        function(value)
    for value in refused:
        with pytest.raises(cf.TypeCheckError) as caught:
            function(value)
        assert "x" in str(caught.value)


def test_messages_name_the_part_and_its_annotation() -> None:
    cases = [
        (list[Exception], [3], "x[0] is of class int, not Exception"),
        (Movie, {"year": "a"}, "x['year'] is Literal['a'], not int"),
        (dict[str, Foo] | None, {"a": 3}, "x['a'] is of class int, not Foo"),
        (NDArray[np.str_], one, "x is float64[3], not"),
        (type[int], str, "x is the class str, not type[int]"),
        (Float[np.ndarray, "n"], xp.ones(3), "not Float[ndarray, 'n']"),
        (Literal[Color.RED], Color.BLUE, "x is Color.BLUE, not Literal["),
        (Foo | list[Foo], 3, "x is of class int, not Foo | list[Foo]"),
    ]
    for hint, value, message in cases:
        with pytest.raises(cf.DTypeError) as caught:
            taking(hint)(value)
        assert message in str(caught.value)


def test_a_type_variable_is_one_choice_in_a_call() -> None:
    @cf.checked
    def joined(a: AnyStr, b: AnyStr) -> AnyStr:
        return a if a else 3

    assert joined("x", "y") == "x" and joined(b"x", b"y") == b"x"
    with pytest.raises(cf.DTypeError, match="b is of class bytes, not str, which ~AnyStr is"):
        joined("x", b"y")
    for arguments in [(b"x", "y"), (3, "x"), ("", "y")]:
        with pytest.raises(cf.DTypeError):
            joined(*arguments)


def test_members_of_unions_are_tried_in_order() -> None:
    Rows = Float[np.ndarray, "n"] | Float[np.ndarray, "m"]
    Table = Float[np.ndarray, "n m"] | Float[np.ndarray, "m n"]

    @cf.checked
    def rows(x: Rows, y: Float[np.ndarray, "m"]) -> None: ...

    @cf.checked
    def table(x: Table, y: Float[np.ndarray, "n"]) -> None: ...

    @cf.checked
    def several(xs: list[Rows], y: Float[np.ndarray, "n"], z: Float[np.ndarray, "m"]) -> None: ...

    @cf.checked
    def gives(x: Table, size: int) -> Float[np.ndarray, "n"]:
        x.resize((1, 6), refcheck=False)
        return np.ones(size)

    three, four = np.ones(3), np.ones(4)
    rows(three, four)
    rows(three, three)
    table(np.ones((2, 3)), np.ones(2))
    table(np.ones((2, 3)), three)
    several([three, four, three], three, four)
    gives(np.ones((2, 3)), 2)
    gives(np.ones((2, 3)), 3)
    # Of more ways than are tried nothing is said.
    several([three] * 100, three, four)
    wrong: list[collections.abc.Callable[[], Any]] = [
        lambda: rows(np.ones((3, 3)), three),
        lambda: table(np.ones((2, 3)), four),
        lambda: several([three, np.ones(5)], three, four),
        lambda: gives(np.ones((2, 3)), 4),
    ]
    for call in wrong:
        with pytest.raises(cf.ShapeError):
            call()


def test_sizes_that_are_products() -> None:
    @cf.checked
    def both(x: Float[np.ndarray, "n*m"], y: Float[np.ndarray, "n+m"]) -> None: ...

    @cf.checked
    def result(x: Float[np.ndarray, "n*m"], size: int) -> Float[np.ndarray, "n+m"]:
        return np.ones(size)

    both(np.ones(6), np.ones(5))
    result(np.ones(6), 5)
    with pytest.raises(cf.ShapeError, match=r"both: no sizes fit .*\n.*x is float64\[6\]: Float"):
        both(np.ones(6), np.ones(4))
    with pytest.raises(cf.ShapeError, match="the result is"):
        result(np.ones(6), 4)
    with pytest.raises(cf.ShapeError):
        taking(Float[np.ndarray, "n**2"])(np.ones(6))


@pytest.mark.parametrize("start", ["", "from __future__ import annotations\n"])
def test_a_class_that_is_defined_again(start: str) -> None:
    source = """
class Model:
    @cf.checked
    def fit(self, other: "Model | None" = None) -> "Model":
        return self if other is None else other
"""
    space: dict[str, Any] = {"cf": cf, "__name__": "cells"}
    made = []
    for _ in range(2):
        exec(start + source, space)
        made.append(space["Model"]())
        for model in made:
            assert model.fit() is model and model.fit(made[0]) is made[0]
        with pytest.raises(cf.DTypeError, match="other is of class int, not Model"):
            made[-1].fit(3)


def test_an_enumeration_that_is_defined_again() -> None:
    function = taking(Literal[Color.RED])
    space: dict[str, Any] = {"enum": enum, "__name__": __name__}
    exec("class Color(enum.Enum):\n    RED = 1\n    BLUE = 2", space)
    function(space["Color"].RED)
    with pytest.raises(cf.DTypeError):
        function(space["Color"].BLUE)


def test_a_record_that_is_defined_again(monkeypatch) -> None:
    cells = types.ModuleType("cells")
    monkeypatch.setitem(sys.modules, "cells", cells)
    vars(cells).update(cf=cf, dataclass=dataclasses.dataclass)
    for name in ("y", "z"):
        source = f"""
from __future__ import annotations
@cf.checked
@dataclass
class Model:
    x: int
    {name}: Model = None
    @cf.checked
    def same(self, other: Model) -> Model:
        return other
"""
        exec(source, vars(cells))
        Model = cells.Model
        assert Model(1, Model(2)).same(Model(3)).x == 3


def test_defaults() -> None:
    @cf.checked
    @dataclasses.dataclass
    class Kept:
        names: list[str] = dataclasses.field(default_factory=list)
        row: Float[np.ndarray, "n"] = dataclasses.field(default_factory=lambda: np.ones(2))

    assert Kept().names == [] and Kept(["a"]).row.shape == (2,)
    for arguments in [([3],), (["a"], ints)]:
        with pytest.raises(cf.DTypeError):
            Kept(*arguments)

    sentinel = object()

    @cf.checked
    def defaults(x: int = None, y: str = sentinel, z: Float[np.ndarray, "n"] = None) -> None: ...  # noqa: RUF013

    defaults()
    defaults(None, "a", one)
    for arguments in [("x",), (3, 3), (3, "a", ints)]:
        with pytest.raises(cf.DTypeError):
            defaults(*arguments)


def test_what_decorators_make() -> None:
    @cf.checked
    @contextlib.contextmanager
    def opened(x: int) -> collections.abc.Iterator[int]:
        yield x

    with opened(3) as found:
        assert found == 3
    with pytest.raises(cf.DTypeError):
        opened("x")

    class Model:
        @cf.checked
        @functools.cached_property
        def size(self) -> int:
            return 3

        @cf.checked
        @functools.cached_property
        def wrong(self) -> int:
            return "x"

        def add(self, x: int, y: int) -> int:
            return x + y

        add_three = cf.checked(functools.partialmethod(add, 3))  # type: ignore[call-overload]

    assert Model().size == 3 and Model().add_three(4) == 7
    with pytest.raises(cf.DTypeError):
        Model().wrong  # noqa: B018
    with pytest.raises(cf.DTypeError):
        Model().add_three("x")


def test_a_generator_function_is_one() -> None:
    @cf.checked
    def counted(x: int) -> collections.abc.Iterator[int]:
        yield x

    assert inspect.isgeneratorfunction(counted) and list(counted(3)) == [3]
    # The arguments are checked by the call, not by the first item.
    with pytest.raises(cf.DTypeError):
        counted("x")
