"""What jaxtyping's own tests of arrays and of its decorator hold, said of `cf.checked`.

Each row of `FACTS` is the annotations of a function's parameters (the last one, behind `->`, is its result's)
with values that fit and values that don't. jaxtyping itself is asked too: `isinstance` in its own context, in
the order of the parameters. What is otherwise on purpose is in `DIFFERENT`, with the words of
docs/coming-from.md that say so.
"""

import abc
import pickle
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, Union

import jaxtyping
import numpy as np
import pytest
from jaxtyping import Float, Float32, Shaped

import conformable as cf

# What is decorated here is looked at when it runs, and annotations are built from rows.
# ruff: noqa: F821, F722, B027, UP007
# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, disable-error-code="valid-type,misc,list-item"

Sizes = tuple[int, ...]


def f32(*shape: int) -> Any:
    return np.ones(shape, "float32")


FACTS: list[tuple[str, list[tuple[Sizes, ...]], list[tuple[Sizes, ...]]]] = [
    # (test_basic, test_return)
    ("...", [((),), ((2, 3),)], []),
    ("b c -> c b", [((3, 4), (4, 3))], [((3, 4), (3, 4))]),
    ("b c -> b c", [((3, 4), (3, 4))], [((3, 4), (4, 3))]),
    # (test_two_args)
    ("b c; c d", [((3, 4), (4, 5))], [((3, 4), (5, 4))]),
    ("b c; c d -> b d", [((3, 4), (4, 5), (3, 5))], [((3, 4), (4, 5), (5, 3)), ((3, 4), (5, 4), (3, 4))]),
    ("a b -> a b", [((3, 4), (3, 4))], [((1,), (1,))]),
    # (test_fixed)
    ("4 5 foo; foo -> 4 5", [((4, 5, 2), (2,), (4, 5))], [((3, 5, 2), (2,), (4, 5)), ((4, 5, 2), (3,), (4, 5))]),
    # (test_anonymous)
    ("foo _; _", [((3, 4), (5,))], [((3,), (5,)), ((3, 4), (5, 5))]),
    ("foo _a; _a", [((3, 4), (5,))], [((3,), (5,))]),
    # (test_named_variadic)
    ("*batch foo; *batch; foo", [((5,), (), (5,)), ((3, 5), (3,), (5,))], [((5,), (3,), (5,)), ((3, 5), (), (5,))]),
    ("foo *batch; foo *batch bar", [((4,), (4, 3))], [((4,), (3, 4)), ((4, 3), (3, 4))]),
    ("*batch 3; *batch", [((2, 3), (2,)), ((3,), ())], [((2, 4), (2,)), ((2, 3), (4,))]),
    # (test_anonymous_variadic)
    ("... foo; foo", [((5,), (5,)), ((3, 5), (5,)), ((3, 4, 5), (5,))], [((5,), (1,)), ((3, 5), (1,)), ((3, 4, 5), (1,))]),
    ("*_ foo; foo", [((3, 4, 5), (5,))], [((3, 5), (1,))]),
    ("foo ... bar; foo; bar", [((2, 3), (2,), (3,)), ((2, 9, 3), (2,), (3,))], [((2,), (2,), (2,))]),
    # (test_broadcast_fixed, test_broadcast_named)
    ("#4", [((4,),), ((1,),)], [((3,),), ((2, 2),)]),
    (
        "#foo; #foo",
        [((3,), (3,)), ((4,), (4,)), ((1,), (1,)), ((3,), (1,)), ((4,), (1,)), ((1,), (3,)), ((1,), (4,))],
        [((3,), (4,)), ((4,), (3,))],
    ),
    # (test_broadcast_variadic_named)
    (
        "*#foo; *#foo",
        [
            ((3,), (3,)), ((4, 4), (4, 4)), ((5, 6), (5, 6)), ((4,), (4, 4)), ((3,), (1,)), ((4,), (1,)), ((4, 4), (1,)),
            ((5, 6), (1,)), ((4,), (1, 4)), ((4, 4), (1, 4)), ((5, 6), (5, 1)), ((3,), (1, 1)), ((4, 4), (1, 1)),
            ((5, 6), (1, 1)), ((3,), (2, 1)), ((4,), (2, 1)), ((1, 6), (5, 6)),
        ],
        [
            ((3,), (4,)), ((3,), (4, 4)), ((5, 6), (4,)), ((5, 6), (1, 4)), ((4, 4), (5, 1)), ((4, 4), (2, 1)),
            ((5, 6), (2, 1)), ((1, 6), (4, 4)), ((1, 6), (3,)),
        ],
    ),
    # (test_symbolic)
    ("dim -> dim-1", [((5,), (4,))], [((5,), (5,)), ((3, 4), (2,))]),
    ("dim -> 2*dim", [((5,), (10,))], [((5,), (15,)), ((3, 4), (8,))]),
    ("a b; a+b -> a*b", [((2, 3), (5,), (6,))], [((2, 3), (6,), (6,)), ((2, 3), (5,), (5,))]),
    ("dim -> dim**2", [((3,), (9,))], [((3,), (6,))]),
    ("dim -> (dim+1)**2-1", [((3,), (15,))], [((3,), (9,))]),
    ("dim -> dim//2 dim%2", [((5,), (2, 1))], [((5,), (2, 2))]),
    ("a b -> max(a,b)", [((2, 3), (3,))], [((2, 3), (2,))]),
    ("a b -> min(a,b)", [((2, 3), (2,))], [((2, 3), (3,))]),
    # (test_ignored_names)
    ("foo=4 bar", [((4, 7),)], [((5, 7),)]),
    ("bar foo=bar", [((3, 3),)], [((3, 4),)]),
    ("bar #foo=bar", [((3, 3),), ((3, 1),)], [((3, 4),)]),
    ("bar foo=#bar", [((3, 3),), ((3, 1),)], [((3, 4),)]),
    # Leading and trailing spaces, and none.
    (" foo ", [((3,),)], [((3, 4),)]),
    ("", [((),)], [((1,),)]),
]  # fmt: skip


def annotations(text: str) -> tuple[list[Any], bool]:
    """The annotations of a row, and whether the last one is a result's."""
    parameters, arrow, result = text.partition("->")
    words = [*parameters.split(";"), *([result] if arrow else [])]
    return [Float32[np.ndarray, word] for word in words], bool(arrow)


def takes(text: str, shapes: tuple[Sizes, ...]) -> bool:
    hints, has_result = annotations(text)
    values = [f32(*shape) for shape in shapes]

    def function(*args):
        return values[-1]

    count = len(hints) - has_result
    names = [f"p{place}" for place in range(count)]
    space: dict[str, Any] = {"function": function}
    exec(f"def made({', '.join(names)}): return function({', '.join(names)})", space)
    made = space["made"]
    made.__annotations__ = dict(zip([*names, "return"], hints, strict=False))
    try:
        cf.checked(made)(*values[:count])
    except cf.ShapeError:
        return False
    return True


def jaxtyping_takes(text: str, shapes: tuple[Sizes, ...]) -> bool:
    hints, _ = annotations(text)
    with jaxtyping.jaxtyped("context"):
        return all(isinstance(f32(*shape), hint) for hint, shape in zip(hints, shapes, strict=True))


CASES = [(text, shapes, fits) for text, good, bad in FACTS for fits, all_ in [(True, good), (False, bad)] for shapes in all_]  # fmt: skip


@pytest.mark.parametrize(("text", "shapes", "fits"), CASES)
def test_arrays(text: str, shapes: tuple[Sizes, ...], fits: bool) -> None:
    assert takes(text, shapes) is fits
    assert jaxtyping_takes(text, shapes) is fits


def fits(hint: Any, value: object) -> bool:
    def one(x):
        pass

    one.__annotations__ = {"x": hint}
    try:
        cf.checked(one)(value)
    except (cf.TypeCheckError, TypeError):
        return False
    return True


DTYPES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128"
).split()
FAMILIES = (
    "Bool UInt UInt8 UInt16 UInt32 UInt64 Int Int8 Int16 Int32 Int64 Integer Float Float16 Float32 Float64 "
    "Complex Complex64 Complex128 Inexact Real Num Shaped BFloat16 Float8e4m3fn Float8e5m2 Int2 Int4 UInt2 UInt4 Key"
).split()


@pytest.mark.parametrize("family", FAMILIES)
def test_dtypes(family: str) -> None:
    hint = getattr(jaxtyping, family)[np.ndarray, "n"]
    for dtype in DTYPES:
        value = np.ones(2, dtype)
        assert fits(hint, value) is isinstance(value, hint), dtype


class Foreign:
    """An array of another library, as jaxtyping sees it: it has a shape and a dtype."""

    def __init__(self, dtype: str, *shape: int) -> None:
        self.dtype, self.shape = dtype, shape


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    "dtype", [*DTYPES, "bfloat16", "float8_e4m3fn", "int4", "uint2", "prng_key"]
)
def test_arrays_of_other_libraries(family: str, dtype: str) -> None:
    hint = getattr(jaxtyping, family)[Any, "a b"]
    for value in (Foreign(dtype, 2, 3), Foreign(dtype, 2), Foreign(dtype)):
        assert fits(hint, value) is isinstance(value, hint), value.shape


def test_records() -> None:
    label = np.dtype([("first", "uint8"), ("second", "int8")])
    hint = jaxtyping.make_numpy_struct_dtype(label, "label")[np.ndarray, "n"]
    for other in [
        label,
        np.dtype([("second", "int8"), ("first", "uint8")]),
        np.dtype([("first", "uint8")]),
    ]:
        value = np.zeros(3, other)
        assert fits(hint, value) is isinstance(value, hint)
    assert not fits(hint, np.ones(3))


def test_scalars_unions_and_nesting() -> None:
    for hint in (Float[float, ""], jaxtyping.Int[int, "..."], Shaped[bool, ""]):
        for value in (1, 1.0, True, "a"):
            wanted = {float: float, int: int, bool: bool}[hint if isinstance(hint, type) else float]
            assert fits(hint, value) is fits(wanted, value)
    either = Float[Union[np.ndarray, float], "..."]
    assert fits(either, 1.0) and fits(either, np.ones(3)) and not fits(either, np.ones(3, int))
    inner = Float32[Float[np.ndarray, "b"], "a"]
    assert fits(inner, f32(2, 3)) and not fits(inner, f32(2)) and not fits(inner, np.ones((2, 3)))
    deferred = Float[np.ndarray, "{size}"]

    def function(size: int, x: deferred) -> Float[np.ndarray, "{size}+1"]:
        return np.append(x, x[:1])

    assert cf.checked(function)(3, np.ones(3)).shape == (4,)
    with pytest.raises(cf.ShapeError):
        cf.checked(function)(2, np.ones(3))


def test_annotations_that_are_none() -> None:
    with pytest.raises(ValueError):
        Float32[np.ndarray, "foo, bar"]

    def one(x: Float32[np.ndarray, "foo("]):
        pass

    with pytest.raises((TypeError, ValueError)):
        cf.checked(one)


# The decorator.


class M(metaclass=abc.ABCMeta):
    @cf.checked
    def f(self): ...

    @cf.checked
    @classmethod
    def g1(cls):
        return 3

    @classmethod
    @cf.checked
    def g2(cls):
        return 4

    @cf.checked
    @staticmethod
    def h1():
        return 3

    @staticmethod
    @cf.checked
    def h2():
        return 4

    @cf.checked
    @abc.abstractmethod
    def i1(self): ...

    @abc.abstractmethod
    @cf.checked
    def i2(self): ...


class N:
    @cf.checked
    @property
    def j1(self):
        return 3

    @property
    @cf.checked
    def j2(self):
        return 4


def test_methods() -> None:
    assert M.f is M.f
    assert (M.g1(), M.g2(), M.h1(), M.h2(), N().j1, N().j2) == (3, 4, 3, 4, 3, 4)
    assert M.i1.__isabstractmethod__ and M.i2.__isabstractmethod__  # type: ignore[attr-defined]


def test_parameters_of_all_kinds() -> None:
    @cf.checked
    def star(*args):
        pass

    @cf.checked
    def named(**kwargs):
        pass

    @cf.checked
    def default(x: int, y=1):
        return y

    star(1, 2)
    named(a=1, b=2)
    assert default(1) == 1


class Global:
    pass


def test_annotations_in_quotes() -> None:
    class Local:
        pass

    @cf.checked
    def both(x: "Global") -> "Global":
        return x

    @cf.checked
    def result(x: int) -> "Global":
        return x  # type: ignore[return-value]

    @cf.checked
    def local(x: "Local") -> "Local":
        return x

    both(Global())
    local(Local())
    for refused in (lambda: result(1), lambda: both(1), lambda: local(1)):  # type: ignore[arg-type]
        with pytest.raises((TypeError, cf.TypeCheckError)):
            refused()


def test_generators() -> None:
    @cf.checked
    def each(a: Float[np.ndarray, "*n"]) -> Iterator[Float[np.ndarray, "*m"]]:
        yield a

    assert next(each(np.zeros(2))).shape == (2,)
    assert next(each(np.zeros((3, 4)))).shape == (3, 4)

    @cf.checked
    async def later(a: Float[np.ndarray, "*n"]) -> AsyncIterator[Float[np.ndarray, "*m"]]:
        yield a

    assert later(np.zeros(2)).__anext__ is not None


def test_calls_inside_calls_have_names_of_their_own() -> None:
    @cf.checked
    def outer(x: Float32[np.ndarray, "b c"], turn: bool) -> Float32[np.ndarray, "c b"]:
        return inner(x, turn)

    @cf.checked
    def inner(x: Float32[np.ndarray, "c b"], turn: bool) -> Float32[np.ndarray, "b c"]:
        return x.T if turn else x

    assert outer(f32(2, 3), True).shape == (3, 2)
    assert outer(f32(3, 3), False).shape == (3, 3)
    with pytest.raises(cf.ShapeError):
        outer(f32(2, 3), False)


@cf.checked
def at_the_top(x: Float32[np.ndarray, "n"]) -> Float32[np.ndarray, "n"]:
    return x


def test_serialisation() -> None:
    assert pickle.loads(pickle.dumps(at_the_top))(f32(3)).shape == (3,)


# What is otherwise on purpose.


def solved() -> bool:
    def halves(x: Float32[np.ndarray, "2*dim"]) -> Float32[np.ndarray, "dim"]:
        return x[::2]

    return bool(cf.checked(halves)(f32(4)).shape == (2,))


DIFFERENT: list[tuple[str, Callable[[], bool]]] = [
    ("in an argument it is *solved*", solved),
    ('"2**n"', lambda: takes("n -> 2**n", ((3,), (5,)))),
    ("`PyTree[...]`", lambda: not hasattr(cf, "PyTree")),
    ("`isinstance(x, Float[...])` with names", lambda: not hasattr(cf, "jaxtyped")),
    ("`print_bindings()`", lambda: not hasattr(cf, "print_bindings")),
    (
        "`ParamError`, `ReturnError` of a type checker",
        lambda: issubclass(cf.ShapeError, ValueError),
    ),
    ("`install_import_hook`", lambda: not hasattr(cf, "install_import_hook")),
]

DOCS = Path(__file__).resolve().parents[2] / "docs" / "coming-from.md"


@pytest.mark.parametrize(("words", "holds"), DIFFERENT, ids=[words for words, _ in DIFFERENT])
def test_what_differs_is_documented(words: str, holds: Callable[[], bool]) -> None:
    assert holds()
    assert words in DOCS.read_text(encoding="utf-8")
