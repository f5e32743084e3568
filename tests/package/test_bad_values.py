"""Whatever is passed: a type, or an exception of Python's; never a panic, never an abort."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from random_types import any_type

import conformable as cf

JUNK = [
    None, True, 0, -1, 2**63, -(2**63), 2**200, 1.5, float("nan"), 1j, "", "n", "*", "*s", "...", "#1", "#", "[", "float64",
    "U99999999999", "datetime64[", "void{", "é", "\x00", "\ud800", "C", "cuda:0", "cuda:99999999999", "a" * 10_000, "(" * 3000,
    "n" + "+n" * 5000, b"", b"x", (), (1,), ("n",), (None,), (...,), ((),), (1, 2, 3), [], [1], {}, {"a": 1}, set(), object(), ...,
    int, np.float64, np.dtype("i4"), np.dtype([("a", "i4", (2**20,))]), np.int64(3), np.ones(2), slice(1), len, lambda x: x, Exception(), type,
]  # fmt: skip
CONSTRUCTORS = [
    name
    for name in dir(cf)
    if name.endswith("Type")
    or name in ("Literal", "Layout", "Dim", "dim", "parse_type", "common_type", "with_dtype")
]
ALLOWED = (
    TypeError,
    ValueError,
    OverflowError,
    AttributeError,
    NotImplementedError,
    ZeroDivisionError,
    UnicodeError,
)


def tries(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What a call gives, or that it raised one of the exceptions that say what is wrong."""
    try:
        return function(*args, **kwargs)
    except ALLOWED as error:
        assert str(error) or type(error) is not TypeError
        return None


@pytest.mark.parametrize("name", CONSTRUCTORS)
def test_constructors(name: str) -> None:
    rng = random.Random(name)
    function = getattr(cf, name)
    for count in range(5):
        for _ in range(400 if count else 1):
            args = [
                rng.choice(JUNK) if rng.random() < 0.8 else any_type(rng, 1) for _ in range(count)
            ]
            made = tries(function, *args)
            if isinstance(made, cf.Type) and type(made) is not cf.Type:
                assert cf.parse_type(str(made)) is made
                assert repr(made)


FUNCTIONS = "relate conversion explain_conversion is_convertible is_invocable operation implements spell from_type_hint from_instance".split()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str) -> None:
    rng = random.Random(name)
    function = getattr(cf, name)
    for _ in range(1500):
        args = [
            rng.choice(JUNK) if rng.random() < 0.5 else any_type(rng, 1)
            for _ in range(rng.randrange(4))
        ]
        tries(function, *args)


METHODS = [name for name in dir(cf.Type) if not name.startswith("_") and name != "fingerprint"]


def test_methods() -> None:
    rng = random.Random(5)
    for _ in range(6000):
        ty = any_type(rng, 1)
        args = [
            rng.choice(JUNK) if rng.random() < 0.6 else any_type(rng, 1)
            for _ in range(rng.randrange(4))
        ]
        before = str(ty)
        tries(getattr(ty, rng.choice(METHODS)), *args)
        assert str(ty) == before


def test_operators_of_dims() -> None:
    rng = random.Random(6)
    operators = [
        "__add__",
        "__sub__",
        "__mul__",
        "__floordiv__",
        "__mod__",
        "__radd__",
        "__rsub__",
        "__rfloordiv__",
        "__rmod__",
        "__eq__",
    ]
    n = cf.dim("n")
    for _ in range(3000):
        tries(
            getattr(rng.choice([n, n * n + 1, 3 * n // 2]), rng.choice(operators)),
            rng.choice([*JUNK, n, n + 1]),
        )
    big: cf.Dim | int = n
    with pytest.raises(ValueError, match="too large"):
        for _ in range(10):
            big = big * big + 1
