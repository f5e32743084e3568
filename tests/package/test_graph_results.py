"""What calls of NumPy's functions return: variables, or tuples, lists and named tuples of them, as NumPy does."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import conformable as cf

VALUES: dict[str, Any] = {
    "b": np.array([False, True, False, True, True]),
    "v": np.array([1, 5, 2, 3]),
    "x": np.arange(12.0).reshape(4, 3),
    "m": np.diag([2.0, 3.0, 1.0]),
    "z": np.array(2.5),
    "e": np.zeros((0, 2)),
}

#: A call that is written alike for NumPy and for a graph: `np` is either.
CALLS: dict[str, Callable[..., Any]] = {
    "nonzero of one dim": lambda np, b, **_: np.nonzero(b),
    "its method": lambda np, b, **_: b.nonzero(),
    "nonzero of two dims": lambda np, x, **_: np.nonzero(x),
    "where": lambda np, b, **_: np.where(b),
    "ix_": lambda np, v, **_: np.ix_(v),
    "ix_ of two": lambda np, v, b, **_: np.ix_(v, b),
    "unravel_index": lambda np, v, **_: np.unravel_index(v, (12,)),
    "broadcast_arrays": lambda np, v, **_: np.broadcast_arrays(v),
    "diag_indices": lambda np, **_: np.diag_indices(3, 1),
    "unstack": lambda np, m, **_: np.unstack(m[:1]),
    "shape of one dim": lambda np, v, **_: v.shape,
    "shape of no dim": lambda np, z, **_: z.shape,
    "modf": lambda np, x, **_: np.modf(x),
    "divmod": lambda np, v, **_: divmod(v, 2),
    "split": lambda np, x, **_: np.split(x, 2),
    "split into one": lambda np, x, **_: np.split(x, 1),
    "split by indices": lambda np, x, **_: np.split(x, [1, 3]),
    "split by no index": lambda np, x, **_: np.split(x, []),
    "split of an empty array": lambda np, e, **_: np.split(e, 2, axis=-1),
    "array_split": lambda np, x, **_: np.array_split(x, 3),
    "array_split from the end": lambda np, x, **_: np.array_split(x, 2, axis=-1),
    "hsplit": lambda np, x, **_: np.hsplit(x, 3),
    "eigh": lambda np, m, **_: np.linalg.eigh(m),
    "svd": lambda np, m, **_: np.linalg.svd(m),
    "slogdet": lambda np, m, **_: np.linalg.slogdet(m),
    "unique_all": lambda np, v, **_: np.unique_all(v),
    "an array": lambda np, x, **_: np.tanh(x),
    "a list of lists": lambda np, x, **_: x.tolist(),
    "gradient of one dim": lambda np, v, **_: np.gradient(v),
}


def variables() -> dict[str, Any]:
    return {name: cf.TensorType(value.dtype, value.shape)(name) for name, value in VALUES.items()}


@pytest.mark.parametrize("name", list(CALLS))
def test_a_call_returns_what_numpy_returns(name: str) -> None:
    call, given = CALLS[name], variables()
    wanted, made = call(np, **VALUES), call(cf.numpy, **given)
    outputs = [made] if isinstance(made, cf.Variable) else list(made)
    if isinstance(made, cf.Variable):
        wanted = (wanted,)
    else:
        assert type(made).__name__ == type(wanted).__name__ and len(made) == len(wanted)
    graph = cf.FunctionGraph(list(given.values()), outputs)
    for found, one in zip(graph.evaluate(VALUES), wanted, strict=True):
        assert np.array_equal(found, one) and type(found) is type(one)
    # What is like an earlier call is not inferred again, and returns the same.
    again = call(cf.numpy, **given)
    assert type(again) is type(made)


def test_the_items_of_a_list_are_variables() -> None:
    x = cf.TensorType("float64", ("n", 3))("x")
    pieces: Any = cf.numpy.split(x, 2)
    assert len(pieces) == 2 and [str(piece.type) for piece in pieces] == ["float64[n//2, 3]"] * 2
    assert pieces[-1] is pieces[1] and pieces[0].owner is pieces[1].owner
    assert str(pieces[0].owner.type) == (
        "((float64[n, 3]) -> float64[n//2, 3], float64[n//2, 3] where n % 2 == 0)"
    )
    assert str(cf.numpy.concatenate(pieces).type) == "float64[2*(n//2), 3]"
    graph = cf.FunctionGraph([x], [cf.numpy.concatenate(pieces[::-1])])
    (found,) = graph.evaluate([np.arange(6.0).reshape(2, 3)])
    assert found.tolist() == [[3.0, 4.0, 5.0], [0.0, 1.0, 2.0]]


def test_named_results_have_their_fields() -> None:
    m = cf.TensorType("float64", ("n", "n"))("m")
    found = cf.numpy.linalg.eigh(m)
    assert found._fields == ("eigenvalues", "eigenvectors") and isinstance(found, tuple)
    assert str(found.eigenvalues.type) == "float64[n]" and found.eigenvalues is found[0]
    assert copy.copy(found).eigenvectors is found.eigenvectors
    again = pickle.loads(pickle.dumps(found))
    assert type(again) is type(found) and str(again.eigenvectors.type) == "float64[n, n]"
    decomposed: Any = cf.numpy.linalg.svd(m)
    assert str(decomposed.S.type) == "float64[n]"


def test_the_only_item_of_a_tuple_is_what_is_used() -> None:
    b = cf.TensorType("bool", ("n",))("b")
    (places,) = cf.numpy.nonzero(b)
    graph = cf.FunctionGraph([b], [places[0], places])
    first, all_places = graph.evaluate([VALUES["b"]])
    assert first == 1 and all_places.tolist() == [1, 3, 4]
    assert str(cf.numpy.nonzero.signature.apply("bool[n]").outputs[0]) == "int64[?]"


@pytest.mark.parametrize(
    "key",
    [
        "a",
        ("a", "b"),
        ["a"],
        1.5,
        (slice(None), 3),
        (slice(None), 1.5),
        4,
        -5,
        (0, 0, 0),
        (..., ...),
        [True, False],
        [1.5],
    ],
)
def test_an_index_that_numpy_refuses_is_an_index_error(key: Any) -> None:
    with pytest.raises(IndexError):
        VALUES["x"][key]
    x = cf.TensorType("float64", (4, 3))("x")
    with pytest.raises(IndexError) as raised:
        x[key]
    assert isinstance(raised.value, cf.IndexingError) and "input 2: " in str(raised.value)


def test_a_name_is_an_index_of_records_alone() -> None:
    text = cf.PythonType("str")("text")
    with pytest.raises(IndexError):
        cf.TensorType("float64", (4, 3))("x")[text]
    records = cf.TensorType(np.dtype([("a", "f8"), ("b", "i4")]), (3,))("records")
    for key in ("a", ["a", "b"], text):
        assert isinstance(records[key], cf.Variable)
    assert isinstance(cf.TensorType("?", (3,))("any")["a"], cf.Variable)


def test_a_refusal_shows_every_argument() -> None:
    x = cf.TensorType("float64", (4, 3))("x")
    cases: list[tuple[Callable[[], Any], list[str]]] = [
        (lambda: cf.numpy.linspace(0, 1, -1), ["Literal[0]", "Literal[1]", "-1"]),
        (lambda: x[:, 3], ["float64[4, 3]", "(:, 3)"]),
        (lambda: x[1::2, ..., 9], ["float64[4, 3]", "(1::2, ..., 9)"]),
        (lambda: cf.numpy.zeros((2, -1)), ["(2, -1)"]),
        (lambda: cf.numpy.sum(x, axis=5), ["float64[4, 3]", "axis=5"]),
        (
            lambda: cf.numpy.concatenate([x, x], axis=3),
            ["[float64[4, 3], float64[4, 3]]", "axis=3"],
        ),
        (lambda: x.reshape(5, 2), ["float64[4, 3]", "5", "2"]),
    ]
    for call, shown in cases:
        with pytest.raises(cf.ShapeError) as raised:
            call()
        assert list(raised.value.actual) == shown
        lines = str(raised.value).splitlines()[2:]
        assert [line.removesuffix("  <-") for line in lines] == [
            f"  input {place}: {text}" for place, text in enumerate(shown, 1)
        ]
    with pytest.raises(np.exceptions.AxisError):
        np.sum(VALUES["x"], axis=5)
    with pytest.raises(IndexError):
        cf.numpy.sum(x, axis=5)
