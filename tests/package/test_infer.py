"""Signatures of living functions, from their source and the values that they use."""

# Functions without annotations are what it is about.
# mypy: allow-untyped-defs, allow-untyped-calls

import functools
from math import sqrt
from typing import Any

import numpy as np
import pytest

import conformable as cf

WEIGHTS = np.zeros((3, 4))
SCALE = 2.5


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def layer(x):
    return SCALE * softmax(x @ WEIGHTS)


def normalise(x):
    return (x - x.mean(0)) / x.std(0)


def rooted(x):
    return x / sqrt(x.shape[0])


class Point:
    def __init__(self, where):
        self.where = where

    def moved(self, by):
        return Point(self.where + by)


def moved_twice(x):
    return Point(x).moved(WEIGHTS).moved(WEIGHTS[0]).where


def even(n):
    return np.zeros(n) if n == 0 else odd(n - 1)


def odd(n):
    return np.ones(n) if n == 0 else even(n - 1)


def stacked(count):
    def inner(x):
        return np.stack([x] * count)

    return inner


def decorated(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)

    return wrapper


@decorated
def outer(x, y):
    return x[:, None] * y


def test_the_signature_of_a_function() -> None:
    assert cf.infer(normalise) == cf.Signature("(x?: T[n, *S]) -> inexact(T)[n, *S]")
    assert [name for name, _ in cf.infer(normalise).type_vars] == ["T", "n", "S"]


@pytest.mark.parametrize(
    ("function", "arguments", "result"),
    [
        (softmax, ["float32[10, 3]"], "float32[10, 3]"),
        (softmax, [cf.TensorType("int64", (5,))], "float64[5]"),
        (layer, ["float32[7, 3]"], "float64[7, 4]"),
        (rooted, ["float32[4, 4]"], "float32[4, 4]"),
        (moved_twice, ["int8[4]"], "float64[3, 4]"),
        (stacked(5), ["float64[2]"], "float64[5, 2]"),
        (outer, ["float64[2]", "float64[n]"], "float64[2, n]"),
        (even, ["Literal[3]"], "float64[0]"),
        (lambda x, y: x @ y.T, ["int32[2, 3]", "int32[5, 3]"], "int32[2, 5]"),
    ],
)
def test_the_result_of_a_call(function: Any, arguments: list[str], result: str) -> None:
    assert cf.infer(function, *arguments) is cf.parse_type(result)


def test_lambdas_of_one_line_are_told_apart() -> None:
    both = [lambda x: x.sum(axis=0), lambda x: x.sum(axis=1)]
    found = [str(cf.infer(one, "int64[2, 3]")) for one in both]
    assert found == ["int64[3]", "int64[2]"]


def test_numpy_agrees() -> None:
    for function, shape in [(softmax, (10, 3)), (layer, (7, 3)), (normalise, (4, 2))]:
        value = np.arange(np.prod(shape), dtype="float32").reshape(shape)
        result = function(value)
        inferred = cf.infer(function, cf.TensorType("float32", shape))
        assert inferred is cf.TensorType(str(result.dtype), result.shape)


def test_a_call_that_cannot_return() -> None:
    with pytest.raises(cf.ShapeError, match="inner dimensions differ: 4 and 3"):
        cf.infer(layer, "float32[7, 4]")


def test_what_has_no_source() -> None:
    with pytest.raises(TypeError, match="no Python source"):
        cf.infer(np.dot)
    with pytest.raises(TypeError, match="no Python source"):
        cf.infer(eval("lambda x: x"))


def test_what_is_no_call() -> None:
    with pytest.raises(ValueError):
        cf.infer(softmax, "float64[")


def test_too_many_arguments_or_too_few() -> None:
    def function(x: Any, y: Any = 1) -> Any:
        return x @ x

    def both(x: Any, y: Any) -> Any:
        return x

    for target, types in ((function, ["int8[3]"] * 3), (both, ["int8[3]"])):
        with pytest.raises(cf.ArgumentError, match="argument") as refused:
            cf.infer(target, *types)
        assert isinstance(refused.value, TypeError)
    with pytest.raises(cf.ShapeError):
        cf.infer(function, "int8[3, 4]")
