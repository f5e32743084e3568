"""Functions that hold their annotations, or a signature, at each call."""

# Functions of every kind are what it is about, without annotations and with those of arrays.
# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-warn-return-any

import asyncio
import inspect
import pickle
from typing import Any, Literal, Optional

import numpy as np
import pytest
from jaxtyping import Float, Float64, Int, Shaped
from numpy.typing import NDArray

import conformable as cf


@cf.checked
def project(x: Float[np.ndarray, "n d"], w: Float[np.ndarray, "d k"]) -> Float[np.ndarray, "n k"]:
    """Rows onto axes."""
    return x @ w


def test_names_are_shared() -> None:
    assert project(np.ones((2, 3)), np.ones((3, 4), dtype="float32")).shape == (2, 4)
    assert project(w=np.ones((5, 1)), x=np.ones((0, 5))).shape == (0, 1)
    # Each call begins anew.
    assert project(np.ones((7, 2)), np.ones((2, 2))).shape == (7, 2)


def test_the_message_shows_both_shapes_and_the_name() -> None:
    with pytest.raises(cf.ShapeError) as caught:
        project(np.ones((2, 3)), np.ones((4, 5)))
    assert isinstance(caught.value, ValueError)
    said = str(caught.value)
    for part in (
        "project: w is float64[4, 5]",
        "axis 0: `d` is 3, and w has 4",
        "x is float64[2, 3]",
    ):
        assert part in said, said
    assert caught.value.actual == ("float64[2, 3]", "float64[4, 5]")
    assert caught.value.odd == [1]


def test_ranks_and_dtypes() -> None:
    with pytest.raises(cf.ShapeError, match="2 dims are wanted, there is 1"):
        project(np.ones(3), np.ones((3, 3)))
    with pytest.raises(cf.DTypeError, match="x is int64"):
        project(np.ones((2, 3), dtype="int64"), np.ones((3, 3)))
    with pytest.raises(TypeError, match="project: x is Literal"):
        project(3, np.ones((3, 3)))  # type: ignore[arg-type]


def test_results() -> None:
    @cf.checked
    def wrong(x: Float[np.ndarray, "n d"]) -> Float[np.ndarray, "d n"]:
        return x

    assert wrong(np.ones((2, 2))).shape == (2, 2)
    with pytest.raises(cf.ShapeError, match="the result is float64"):
        wrong(np.ones((2, 3)))


@pytest.mark.parametrize(
    ("dims", "fitting", "refused"),
    [
        ("", [()], [(1,)]),
        ("3", [(3,)], [(4,), (3, 3)]),
        ("n n", [(2, 2), (0, 0)], [(2, 3)]),
        ("n n+1", [(2, 3)], [(2, 2)]),
        ("n 2*n", [(2, 4), (0, 0)], [(2, 5)]),
        ("*batch n", [(4,), (2, 3, 4)], [()]),
        ("... 3", [(3,), (2, 3)], [(2,)]),
        ("_ n n", [(9, 2, 2)], [(9, 2, 3)]),
        ("rows=2 n", [(2, 5)], [(3, 5)]),
    ],
)
def test_the_language_of_dims(dims: str, fitting: list[Any], refused: list[Any]) -> None:
    @cf.checked
    def taken(x: Shaped[np.ndarray, dims]):
        return x

    for shape in fitting:
        assert taken(np.ones(shape)).shape == shape
    for shape in refused:
        with pytest.raises(cf.ShapeError):
            taken(np.ones(shape))


def test_python_and_numpy_annotations() -> None:
    @cf.checked
    def mixed(
        a: NDArray[np.float64],
        b: np.ndarray[tuple[int, Literal[3]], np.dtype[np.float32]],
        c: int,
        d: float = 0.0,
        e: Optional[Int[np.ndarray, "n"]] = None,  # noqa: UP045
        f: tuple[Float64[np.ndarray, "n"], str] | None = None,
        g: "list[int]" = [],  # noqa: B006
    ) -> None:
        return None

    one = np.ones(1)
    good: Any = np.ones((2, 3), dtype="float32")
    mixed(one, good, 3)
    mixed(one, good, True, 3, np.ones(4, dtype=int), (np.ones(4), "x"), [1, 2])
    for arguments in (
        (one.astype("float32"), good, 3),
        (one, good[:, :2], 3),
        (one, good, 3.5),
        (one, good, 3, "x"),
        (one, good, 3, 0.0, np.ones(4)),
        (one, good, 3, 0.0, np.ones(4, dtype=int), (np.ones(5), "x")),
        (one, good, 3, 0.0, None, (np.ones(5), 1)),
        (one, good, 3, 0.0, None, None, ["x"]),
    ):
        with pytest.raises(cf.TypeCheckError):
            mixed(*arguments)

    @cf.checked
    def nothing() -> None:
        return 3  # type: ignore[return-value]

    with pytest.raises(cf.DTypeError):
        nothing()


def test_a_list_is_shown_by_what_is_in_it() -> None:
    @cf.checked
    def norm(x: Float[np.ndarray, "n"]) -> None:
        return None

    for value, shown in (
        (list(range(5000)), "list[int]"),
        ([[1, 2], [3, 4]], "list[list[int]]"),
        ([np.ones(3)] * 400, "list[float64[3]]"),
        ([1, 2.5, "x"], "list[(int, float, str)]"),
        ((1, [2, 3]), "tuple[int, list[int]]"),
    ):
        with pytest.raises(cf.DTypeError) as refused:
            norm(value)  # type: ignore[arg-type]
        assert str(refused.value).endswith(f"norm: x is {shown}, not Float[ndarray, 'n']")


def test_every_kind_of_parameter() -> None:
    @cf.checked
    def kinds(a: Float[np.ndarray, "n"], /, b=2, *rest: Float[np.ndarray, "n"], c, d=4, **more):
        return (a.shape, b, len(rest), c, d, more)

    def plain(a, /, b=2, *rest, c, d=4, **more): ...

    own = inspect.signature(kinds)
    assert list(own.parameters) == ["a", "b", "rest", "c", "d", "more"]
    assert [p.kind for p in own.parameters.values()] == [
        p.kind for p in inspect.signature(plain).parameters.values()
    ]
    x = np.ones(2)
    assert kinds(x, 3, x, x, c=5, e=6) == ((2,), 3, 2, 5, 4, {"e": 6})
    assert kinds(x, c=1) == ((2,), 2, 0, 1, 4, {})
    with pytest.raises(cf.ShapeError):
        kinds(x, 3, np.ones(3), c=5)
    with pytest.raises(TypeError, match="c"):
        kinds(x)  # type: ignore[call-arg]


def test_names_that_the_wrapper_uses_itself() -> None:
    @cf.checked
    def clash(_function: Float[np.ndarray, "n"], _enter=1, _result=2, _entered=3) -> int:
        return _enter + _result + _entered

    assert clash(np.ones(2)) == 6


def test_methods_and_what_is_wrapped() -> None:
    class Model:
        scale = 2.0

        @cf.checked
        def apply(self, x: Float[np.ndarray, "n"]) -> Float[np.ndarray, "n"]:
            return self.scale * x

        @staticmethod
        @cf.checked
        def of(x: Float[np.ndarray, "2"]):
            return x

    assert Model().apply(np.ones(3)).tolist() == [2.0] * 3
    with pytest.raises(cf.ShapeError):
        Model().apply(np.ones((3, 1)))
    with pytest.raises(cf.ShapeError):
        Model.of(np.ones(3))
    assert project.__doc__ == "Rows onto axes." and project.__wrapped__.__name__ == "project"  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(project)) is project


def test_coroutines_and_generators() -> None:
    @cf.checked
    async def later(x: Float[np.ndarray, "n"]) -> Float[np.ndarray, "n"]:
        return x if x.size < 3 else x[1:]

    assert asyncio.run(later(np.ones(2))).shape == (2,)
    with pytest.raises(cf.ShapeError):
        asyncio.run(later(np.ones(4)))

    from collections.abc import AsyncIterator, Iterator

    @cf.checked
    def rows(x: Float[np.ndarray, "n d"]) -> Iterator[Float[np.ndarray, "d"]]:
        sent = yield x[0]
        yield x[0] * sent
        yield x[:, 0]

    steps: Any = rows(np.ones((2, 3)))
    assert next(steps).shape == (3,)
    assert steps.send(2.0).tolist() == [2.0] * 3
    with pytest.raises(cf.ShapeError):
        next(steps)
    with pytest.raises(cf.ShapeError):
        rows(np.ones(3))

    @cf.checked
    async def slow(x: Float[np.ndarray, "n d"]) -> AsyncIterator[Float[np.ndarray, "d"]]:
        for row in x:
            yield row
        yield x

    async def run():
        return [row.shape async for row in slow(np.ones((2, 3)))]

    with pytest.raises(cf.ShapeError):
        asyncio.run(run())


def test_a_signature_of_shapes() -> None:
    @cf.checked("(n,d),(d,k)->(n,k)")
    def product(x, w):
        return x @ w

    assert product(np.ones((2, 3)), np.ones((3, 4))).shape == (2, 4)
    with pytest.raises(cf.ShapeError, match="`d` is 3 in input 1, 4 in input 2"):
        product(np.ones((2, 3)), np.ones((4, 5)))

    @cf.checked("+(m,n),(n,p)->(m,p)")
    def transposed(x, w):
        return np.swapaxes(x @ w, -1, -2)

    assert transposed(np.ones((2, 3)), np.ones((3, 2))).shape == (2, 2)
    with pytest.raises(cf.ShapeError):
        transposed(np.ones((2, 3)), np.ones((3, 4)))
    with pytest.raises(TypeError, match="parameters"):
        cf.checked("(n),(n)->()")(lambda x: x)


def test_a_signature_of_types() -> None:
    one, ints = np.ones(3), np.ones(3, dtype=int)
    takes: list[tuple[str, list[Any], Any]] = [
        ("(x[n], k: int) -> x[n + k]", [one, 2], np.ones(5)),
        ("(x[n], y[n] | None) -> x[n]", [one, None], one),
        ("(x[n], y[n] | None) -> x[n]", [one, ints], one),
        ("(x[n], b: bool) -> x[n]", [one, True], one),
        ("(x[n], s: tuple[int, ...]) -> x[n]", [one, (1, 2, 3)], one),
        ("(x[n], s: list[int]) -> x[n]", [one, []], one),
        ("(x[n], s: list[y[n]]) -> x[n]", [one, [one, one]], one),
        ("(x[n], s: dict[str, int]) -> x[n]", [one, {}], one),
        ("(x[n], s: dict[str, y[n]]) -> x[n]", [one, {"a": ints}], one),
        ("(t, t) -> t", [2, 3], 4),
        ("(x[n]) -> x[n], int", [one], (one, 3)),
        ("(x[n]) -> None", [one], None),
        ("(x[n]) -> x[]", [one], one.sum()),
    ]
    for text, arguments, result in takes:
        function = cf.checked(text)(_giving(len(arguments), result))
        for _ in range(2):
            assert function(*arguments) is result, text
    refused: list[tuple[str, list[Any], Any, type[Exception]]] = [
        ("(float64[n]) -> float64[n]", [ints], ints, cf.DTypeError),
        ("(x[n]) -> x[n] where kind(x, 'integer')", [one], one, cf.DTypeError),
        ("(x[n], x[n]) -> x[n]", [one, ints], one, cf.DTypeError),
        ("(x[n], x[n]) -> x[n]", [one, np.ones(4)], one, cf.ShapeError),
        ("(x[n], k: int) -> x[n + k]", [one, 2], np.ones(6), cf.ShapeError),
        ("(x[n], k: int) -> x[n + k]", [one, 2], np.ones(5, dtype=int), cf.DTypeError),
        ("(x[n], y[n] | None) -> x[n]", [one, np.ones(4)], one, cf.ShapeError),
        ("(x[n], s: dict[str, y[n]]) -> x[n]", [one, {"a": np.ones(4)}], one, cf.ShapeError),
        ("(x[n], b: int) -> x[n]", [one, "x"], one, cf.DTypeError),
        ("(x[n]) -> x[n]", [Pretends], one, cf.DTypeError),
        ("(t, t) -> t", [2, 3], "x", cf.DTypeError),
        ("(x[n]) -> x[n], int", [one], one, cf.ArgumentError),
    ]
    for text, arguments, result, error in refused:
        function = cf.checked(text)(_giving(len(arguments), result))
        for _ in range(2):
            with pytest.raises(error):
                function(*arguments)


def _giving(count: int, result: Any) -> Any:
    return (lambda a: result) if count == 1 else (lambda a, b: result)


def test_what_cannot_be_checked_is_left_alone() -> None:
    def plain(x, y=2):
        return x

    assert cf.checked(plain) is plain
    with pytest.raises(TypeError):
        cf.checked(3)  # type: ignore[call-overload]
    with pytest.raises(cf.ParseError):
        cf.checked("(n->()")


class Pretends:
    """Says that it is an array, and has nothing of one."""

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return np.ndarray


def test_what_only_says_that_it_is_an_array_is_not_read_as_one() -> None:
    value: Any = Pretends()
    assert isinstance(value, np.ndarray)
    with pytest.raises((TypeError, AttributeError)):
        project(value, np.ones((3, 3)))
    by_signature = cf.checked("(n,d),(d,k)->(n,k)")(lambda x, w: x)
    with pytest.raises(cf.ShapeError, match="input 2 has 0 dims"):
        by_signature(np.ones((3, 3)), value)
    # What has an array's sizes and dtype will do.
    vars(value).update(shape=(2, 3), dtype=np.dtype("float64"))

    @cf.checked
    def same(x: Float[np.ndarray, "n d"]) -> Float[np.ndarray, "n d"]:
        return x

    assert same(value) is value


def test_shapes_that_change_during_the_call() -> None:
    @cf.checked("(n,d)->(n,d)")
    def by_signature(x):
        x.resize((1, 6), refcheck=False)
        return np.ones((2, 3))

    @cf.checked
    def annotated(x: Float[np.ndarray, "n d"]) -> Float[np.ndarray, "n d"]:
        x.resize((1, 6), refcheck=False)
        return np.ones((2, 3))

    # It is what the arguments were at the beginning that counts.
    for function in (by_signature, annotated):
        assert function(np.ones((2, 3))).shape == (2, 3)


def test_messages_count_dims_and_show_floats() -> None:
    @cf.checked
    def one(x: Float[np.ndarray, "n"], k: int = 1) -> None: ...

    with pytest.raises(cf.ShapeError, match="\n  1 dim is wanted, there are 2"):
        one(np.ones((3, 2)))
    with pytest.raises(cf.DTypeError, match=r"k is Literal\[1\.5\], not int"):
        one(np.ones(3), 1.5)  # type: ignore[arg-type]
    assert cf.parse_type("Literal[1.5]") is cf.Literal(1.5)
    for value in (-0.0, 1e300, 2.5e-7, float("inf"), -float("inf"), float("nan")):
        assert cf.parse_type(str(cf.Literal(value))) is cf.Literal(value)


def test_signatures_speak_of_keywords() -> None:
    @cf.checked("(x[n], *, k: int) -> x[n + k]")
    def padded(x: Any, *, k: int, mode: str = "constant") -> Any:
        return np.pad(x, (0, k), mode)  # type: ignore[call-overload]

    assert padded(np.ones(3), k=2).shape == (5,)
    with pytest.raises(cf.TypeCheckError):
        padded(np.ones(3), k="a")  # type: ignore[arg-type]

    @cf.checked("(x[n], *, k: int) -> x[n + k]")
    def wrong(x: Any, k: int) -> Any:
        return x

    with pytest.raises(cf.ShapeError):
        wrong(np.ones(3), 2)

    def needs(x: Any, *, k: int) -> Any:
        return x

    with pytest.raises(TypeError, match="has the keyword k, of which the signature"):
        cf.checked("(x: int) -> int")(needs)
    with pytest.raises(TypeError, match="has no parameter j that is passed by name"):
        cf.checked("(x: int, *, j: int, k: int) -> int")(needs)
    # Shapes are said of what stands by place.
    assert cf.checked("(n)->(n)")(needs)(np.ones(3), k=3).shape == (3,)
