"""Annotations and values as types, the registry, and plugins."""

import abc
import collections
import collections.abc
import dataclasses
import enum
import functools
import importlib.metadata
import inspect
import math
import typing
import warnings
from typing import Any

import jaxtyping
import numpy as np
import pytest
from jaxtyping import Bool, Float, Float32, Int8, Shaped
from numpy.typing import ArrayLike, NDArray

import conformable as cf
from conformable._registry import Registry


@dataclasses.dataclass
class Point:
    x: float
    y: "int"


class Pair(typing.NamedTuple):
    left: int
    right: NDArray[np.int8]


class Options(typing.TypedDict):
    order: typing.Literal["C", "F"]


T = typing.TypeVar("T")
Number = typing.TypeVar("Number", int, float)
Bounded = typing.TypeVar("Bounded", bound=int)
UserId = typing.NewType("UserId", int)


def plain(x: int, y: "Float32[np.ndarray, 'n 3']", z=None) -> "float":  # type: ignore[no-untyped-def]
    return float(x * z)


HINTS = [
    (bool, "bool"), (int, "int"), (float, "float"), (complex, "complex"), (str, "str"), (bytes, "bytes"),
    (None, "None"), (type(None), "None"), (typing.Any, "Unknown"), (slice, "slice[Unknown, Unknown, Unknown]"),
    (typing.Optional[int], "None | int"), (int | str, "int | str"), (typing.Union[int, None, str], "None | int | str"),
    (tuple[int, float], "tuple[int, float]"), (tuple[int, ...], "tuple[int, ...]"), (tuple[()], "tuple[()]"),
    (tuple, "tuple[Unknown, ...]"), (typing.Tuple[int], "tuple[int]"), (list[int], "list[int]"), (typing.List[int], "list[int]"),
    (list, "list[Unknown]"), (set[str], "set[str]"), (frozenset[str], "set[str]"), (dict[str, int], "dict[str, int]"),
    (dict, "dict[Unknown, Unknown]"),
    (typing.Callable[[int, str], None], "((int, str) -> None)"), (collections.abc.Callable[[], int], "(() -> int)"),
    (typing.Literal[3], "Literal[3]"), (typing.Literal["C", 1, True, None], "Literal['C'] | Literal[1] | Literal[True] | None"),
    (typing.Annotated[int, "words"], "int"), (typing.Annotated[np.ndarray, cf.TensorType("int8", (3,))], "int8[3]"),
    (typing.Final[int], "int"), (UserId, "int"), (T, "T"), (Number, "float | int"), (Bounded, "int"),
    ("int", "int"), ("list['int']", "list[int]"), (typing.ForwardRef("int"), "int"), (list["str"], "list[str]"),
    (cf.NoneType(), "None"),
    (np.float32, "float32"), (np.bool_, "bool_"), (np.signedinteger, "int16 | int32 | int64 | int8"),
    (np.dtype[np.int8], "DType[int8]"), (np.dtype, "DType[?]"), (type[np.int8], "DType[int8]"), (type[float], "DType[float64]"),
    (np.ndarray, "?[...]"), (NDArray[np.float64], "float64[...]"), (NDArray[typing.Any], "?[...]"),
    (NDArray[np.complexfloating], "clongdouble[...] | complex128[...] | complex64[...]"),
    (NDArray[np.int8 | np.int16], "int16[...] | int8[...]"),
    (np.ndarray[tuple[int, typing.Literal[3]], np.dtype[np.float64]], "float64[?, 3]"),
    (np.ndarray[tuple[int, ...], np.dtype[np.float64]], "float64[...]"),
    (Float32[np.ndarray, "n 3"], "float32[n, 3]"), (Float32[np.ndarray, ""], "float32[]"),
    (Float32[np.ndarray, "*batch n n+1"], "float32[*batch, n, n + 1]"), (Int8[np.ndarray, "... 3 _"], "int8[..., 3, ?]"),
    (Float32[np.ndarray, "rows=4 #n"], "float32[4, ?]"), (Bool[np.ndarray, "n"], "bool[n]"), (Shaped[np.ndarray, "n"], "?[n]"),
    (Float[np.ndarray, "n"], "float16[n] | float32[n] | float64[n]"),
    (Point, "struct{x: float, y: int}"), (Pair, "struct{left: int, right: int8[...]}"),
    (Options, "struct{order: Literal['C'] | Literal['F']}"),
    (plain, "((x: int, y: float32[n, 3], z=None) -> float)"),
]  # fmt: skip


@pytest.mark.parametrize(("hint", "text"), HINTS, ids=lambda value: str(value)[:40])
def test_hints(hint: Any, text: str) -> None:
    assert str(cf.from_type_hint(hint)) == str(cf.parse_type(text))


def every(
    a: int,
    /,
    b: float = 2.5,
    *rest: "list[int]",
    c: str,
    d: typing.Any = "x",
    e: typing.Any = object,
    **more: bytes,
) -> bool:
    return bool(a)


def test_functions_with_parameters_of_every_kind() -> None:
    ty = cf.from_type_hint(every)
    assert isinstance(ty, cf.FunctionType) and cf.from_instance(every) is ty
    text = "((a: int, /, b: float=2.5, *rest: list[int], c: str, d='x', e=Unknown, **more: bytes) -> bool)"
    assert ty is cf.parse_type(text.replace("2.5", "Literal[2.5]").replace("'x'", "Literal['x']"))
    assert ty.names == ["a", "b", "rest", "c", "d", "e", "more"]
    assert ty.kinds == [
        param.kind.description for param in inspect.signature(every).parameters.values()
    ]
    assert list(map(str, ty.defaults)) == [
        "None",
        "Literal[2.5]",
        "None",
        "None",
        "Literal['x']",
        "Unknown",
        "None",
    ]
    assert cf.is_invocable(ty, cf.PythonType("int")) is False
    parameters = inspect.signature(every).parameters
    for bad in (
        [parameters["c"].replace(annotation=ty), parameters["a"].replace(annotation=ty)],
        [parameters["b"].replace(annotation=ty, default=ty), ("z", ty)],
        [parameters["rest"].replace(annotation=ty)] * 2,
        [parameters["c"].replace(annotation=int)],
        [parameters["b"].replace(annotation=ty)],
    ):
        with pytest.raises((TypeError, ValueError)):
            cf.FunctionType(bad, None)  # type: ignore[arg-type]


class Colour(enum.Enum):
    RED = 1


Loop = list["Loop"]


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (memoryview, "memoryview"),
        (Colour, "Colour"),
        (collections.namedtuple("Untyped", "a b"), "no types"),
        ("undefined_name", "undefined_name"),
        ("1 +", "not Python"),
        (3.5, "3.5"),
        (np.character, "character"),
        (type[Point], "Point"),
        (Float32[np.ndarray, "?n"], "tree"),
        (typing.Annotated[int, cf.NoneType(), cf.UnknownType()], "two types"),
    ],
    ids=str,
)
def test_what_nobody_reads_is_named(hint: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words.replace("?", ".")):
        cf.from_type_hint(hint)


def test_names_are_looked_up_where_one_says() -> None:
    assert cf.from_type_hint("Mine", globalns={"Mine": int}) is cf.PythonType("int")
    assert cf.from_type_hint("list[Mine]", localns={"Mine": str}) is cf.parse_type("list[str]")
    with pytest.raises(TypeError, match="contains itself"):
        cf.from_type_hint("Loop", globalns={"Loop": Loop})


VALUES = [
    (True, "bool"), (3, "int"), (2.5, "float"), (1j, "complex"), ("a", "str"), (b"a", "bytes"), (None, "None"), (..., "ellipsis"),
    (np.float32(1), "float32"), (np.True_, "bool_"), (np.ones((2, 3)), "float64[2, 3]"), (np.array(1), "int64[]"),
    (np.array(["abc"]), "U3[1]"), (np.zeros(2, "M8[ns]"), "datetime64[ns][2]"), (np.zeros(1, [("a", "i4")]), "void{a: int32}[1]"),
    (np.zeros(2, ">f8"), "float64[2]"), (np.dtype("i4"), "DType[int32]"), (np.int8, "DType[int8]"),
    ([], "list[()]"), ([1, 2], "list[int]"), ([1, "a"], "list[int | str]"), ([np.ones(2), np.ones(3)], "list[float64[?]]"),
    ((1, "a"), "tuple[int, str]"), ((), "tuple[()]"), ({1, 2}, "set[int]"), (set(), "set[Never]"), ({"a": 1}, "dict[str, int]"),
    ({}, "dict[Never, Never]"), (slice(1, None), "slice[int, None, None]"), (Point(1.0, 2), "struct{x: float, y: int}"),
    (Pair(1, np.zeros(2, "i1")), "struct{left: int, right: int8[2]}"),
    (plain, "((x: int, y: float32[n, 3], z=None) -> float)"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "text"), VALUES, ids=lambda value: str(value)[:30])
def test_values(value: Any, text: str) -> None:
    ty = cf.from_instance(value)
    assert ty is cf.parse_type(text)
    if (
        not isinstance(value, (np.void, Pair, Point))
        and "void" not in text
        and ">" not in str(getattr(value, "dtype", ""))
    ):
        assert ty.is_valid_value(value), text


def placed(array: Any) -> cf.TensorType:
    """The type of an array with where its elements are."""
    ty = cf.from_instance(array, layout=True)
    assert isinstance(ty, cf.TensorType)
    return ty


def test_layout_of_arrays() -> None:
    array = np.zeros((4, 6))
    part = placed(array[1:, ::2])
    assert str(part) == "float64[3, 3; strides=(6, 2), offset=6, device=cpu]"
    assert part.is_valid_value(array[1:, ::2])
    assert placed(array).layout == cf.Layout("C", (6, 1), 0)
    assert placed(array.T).layout == cf.Layout("F", (1, 6), 0)
    field = np.zeros(3, [("a", "i1"), ("b", "f8")])["b"]
    assert placed(field).layout is None
    assert cf.TensorType("float64", (4, 6)).is_super(cf.from_instance(array, layout=True))
    assert str(cf.from_instance([array.T], layout=True)).startswith("list[float64[6, 4; F")


def test_values_of_classes_that_are_known() -> None:
    assert str(cf.from_instance(Colour.RED)).endswith("Colour")
    assert str(cf.from_instance(range(3))) == "builtins.range"


def test_values_that_nobody_reads() -> None:
    loop: list[Any] = []
    loop.append(loop)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value, words in [
        (object(), "object"),
        (loop, "itself"),
        (Point, "Point"),
        (deep, "deep"),
    ]:
        with pytest.raises((TypeError, ValueError), match=words):
            cf.from_instance(value)


class Money:
    pass


class Euro(Money):
    pass


def fresh() -> Registry:
    registry = Registry()
    registry.register_instance(Money, lambda value, read: cf.ConstructedType("Money"))
    return registry


def test_registering() -> None:
    registry = fresh()
    registry.register(Money, cf.ConstructedType("Money"))
    assert registry.type_of(Money) is cf.ConstructedType("Money")
    assert registry.instance_reader(Euro) is registry.instance_reader(Money)
    assert registry.instance_reader(int) is None

    @registry.register_hint(Euro)
    def reader(hint: Any, read: Any) -> cf.Type:
        return cf.NoneType()

    assert registry.hint_reader(Euro) is reader
    for call in (
        lambda: registry.register(Money, int),  # type: ignore[arg-type]
        lambda: registry.register_instance("Money", reader),  # type: ignore[call-overload]
        lambda: registry.register_hint(Money, 3),  # type: ignore[call-overload]
    ):
        with pytest.raises(TypeError):
            call()


def test_registering_twice_names_both_sides() -> None:
    registry = fresh()
    registry.register(Money, cf.ConstructedType("Money"))
    with pytest.raises(ValueError, match=r"Money.*twice.*Money.*Cash"):
        registry.register(Money, cf.ConstructedType("Cash"))
    with pytest.raises(ValueError, match=r"Money.*twice.*lambda.*len"):
        registry.register_instance(Money, len)  # type: ignore[type-var]
    assert registry.type_of(Money) is cf.ConstructedType("Money")


def test_ambiguity_names_both_candidates() -> None:
    class Left(abc.ABC):
        pass

    class Right(abc.ABC):
        pass

    class Both:
        pass

    Left.register(Both)
    Right.register(Both)
    registry = Registry()
    registry.register_instance(Left, lambda value, read: cf.NoneType())
    assert registry.instance_reader(Both) is not None
    registry.register_instance(Right, lambda value, read: cf.NoneType())
    with pytest.raises(TypeError, match=r"Both is ambiguous: .*Left and .*Right"):
        registry.instance_reader(Both)
    # One of its own decides.
    registry.register_instance(Both, own := lambda value, read: cf.NoneType())
    assert registry.instance_reader(Both) is own


def test_the_packages_registry_is_extended(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = {name: dict(getattr(cf.registry, name)) for name in cf.registry._tables}
    for name, table in tables.items():
        monkeypatch.setattr(cf.registry, name, table)
    cf.registry.register_instance(Money, lambda value, read: cf.ConstructedType("Money"))
    cf.registry.register_hint(Money, lambda hint, read: read(int))
    assert cf.from_instance([Euro()]) is cf.parse_type("list[Money]")
    assert cf.from_type_hint(list[Money]) is cf.parse_type("list[int]")
    cf.registry.register_instance(Colour, lambda value, read: "text")  # type: ignore[type-var]
    with pytest.raises(TypeError, match="no type"):
        cf.from_instance(Colour.RED)


def test_a_plugin_that_fails_is_named_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def good(registry: Registry) -> None:
        registry.register(Money, cf.ConstructedType("Money"))

    def bad(registry: Registry) -> None:
        registry.register(Euro, cf.NoneType())
        raise ImportError("no such library")

    class Point_:
        def __init__(self, name: str, function: Any) -> None:
            self.name, self.value, self.function = name, f"package:{name}", function

        def load(self) -> Any:
            if self.name == "broken":
                raise ModuleNotFoundError("gone")
            return self.function

    points = [Point_("bad", bad), Point_("broken", None), Point_("good", good)]
    monkeypatch.setattr("conformable._registry.entry_points", lambda group: points)
    registry = Registry()
    with pytest.warns(RuntimeWarning) as warned:
        registry.load_plugins()
    messages = [str(warning.message) for warning in warned]
    assert len(messages) == 2
    assert "'bad'" in messages[0] and "no such library" in messages[0]
    assert "'broken'" in messages[1] and "gone" in messages[1]
    assert registry.type_of(Money) is cf.ConstructedType("Money")
    assert registry.type_of(Euro) is None


def test_there_are_no_plugins_without_plugins() -> None:
    assert not importlib.metadata.entry_points(group="conformable.plugins")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Registry().load_plugins()


def test_functions_and_abstract_classes() -> None:
    whole: Any = typing.Callable[..., int]
    assert str(cf.from_type_hint(whole)) == "((*args: Unknown, **kwargs) -> int)"
    assert cf.is_invocable(cf.from_type_hint(whole), "float64[3]", "str")
    # It does for a function, and a function for it.
    one = cf.parse_type("((int) -> int)")
    assert cf.is_convertible(cf.from_type_hint(whole), one)
    assert cf.is_convertible(one, cf.from_type_hint(whole))
    assert not cf.is_convertible(cf.parse_type("((int) -> str)"), cf.from_type_hint(whole))
    abstract: list[Any] = [
        collections.abc.Sequence[int],
        typing.Iterable[float],
        collections.abc.Mapping[str, int],
        typing.Collection,
        ArrayLike,
    ]
    for hint in abstract:
        assert cf.from_type_hint(hint) is cf.UnknownType()
    unread: Any = typing.Sequence["Nothing"]  # type: ignore[name-defined]  # noqa: F821
    with pytest.raises(TypeError):
        cf.from_type_hint(unread)


Small = typing.TypeVar("Small", int, str)
Whole = typing.TypeVar("Whole", bound=np.integer)


def test_type_variables_that_stand_for_one_of_several() -> None:
    def both(a: Small, b: Small) -> list[Small]:
        return [a, b]

    def whole(a: Whole, b: Whole) -> Whole:
        return a

    found = cf.from_instance(both)
    assert str(found) == "((a: int, b: int) -> list[int]) | ((a: str, b: str) -> list[str])"
    assert cf.is_invocable(found, "int", "int") and cf.is_invocable(found, "str", "str")
    assert not cf.is_invocable(found, "int", "str") and not cf.is_invocable(found, "float", "float")
    assert cf.is_invocable(cf.from_instance(whole), "int8", "int8")
    # Each of them is one, and int8 converts to int16; but the variable is one type.
    assert cf.why_not_invocable(cf.from_instance(whole), "int8", "int16") == (
        "arguments of one type differ: argument 1 is int8 and 2 is int16"
    )
    assert cf.is_invocable(cf.from_instance(both), cf.Literal(3), "int")
    assert not cf.is_invocable(cf.from_instance(whole), "int8", "float32")
    reason = cf.why_not_invocable(found, "int", "str")
    assert reason is not None and len(reason.splitlines()) == 2


def test_values_that_are_functions() -> None:
    for function in [
        len,
        math.sin,
        np.add,
        np.sum,
        functools.partial(max, 1),
        [].append,
        str.upper,
        max,
    ]:
        found = cf.from_instance(function)
        assert isinstance(found, cf.FunctionType) and found.returns is cf.UnknownType()
    assert cf.is_invocable(cf.from_instance(np.add), "float64[3]", "float64[3]")
    assert not cf.is_invocable(cf.from_instance(len), "str", "str")


def test_jaxtyping_dtypes_that_numpy_has_not() -> None:
    from jaxtyping import BFloat16, Float

    assert str(cf.from_type_hint(BFloat16[np.ndarray, "n"])) == "?[n]"
    assert str(cf.from_type_hint(jaxtyping.Float32[np.ndarray, "n n**2 (n+1)**2 2**n"])) == (
        "float32[n, n*n, n*n + 2*n + 1, ?]"
    )
    assert isinstance(cf.from_type_hint(Float[np.ndarray, "n"]), cf.UnionType)
