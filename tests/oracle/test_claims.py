"""The reader of types, the describer of values and their comparison."""

from __future__ import annotations

import numpy as np
import pytest
from claims import (
    CONTRADICTION,
    EXACT,
    UNKNOWN,
    WEAKER,
    Unreadable,
    compare,
    describe,
    parse,
    show,
)

SVD = np.linalg.svd(np.eye(2))


@pytest.mark.parametrize(
    ("text", "value", "grade"),
    [
        ("float64[2, 3]", np.zeros((2, 3)), EXACT),
        ("float64[3, 2]", np.zeros((2, 3)), CONTRADICTION),
        ("float32[2, 3]", np.zeros((2, 3)), CONTRADICTION),
        ("float64[?, 3]", np.zeros((2, 3)), WEAKER),
        ("?[2, 3]", np.zeros((2, 3)), WEAKER),
        ("float64[...]", np.zeros((2, 3)), WEAKER),
        ("float64[*s, 3]", np.zeros((2, 3)), WEAKER),
        ("float64[*s, 2, 2, 3]", np.zeros((2, 3)), CONTRADICTION),
        ("float64[n, n]", np.zeros((2, 3)), CONTRADICTION),
        ("float64[n + 1, max(n, 2)]", np.zeros((2, 3)), WEAKER),
        ("float64[2, 3; F]", np.zeros((2, 3)), EXACT),
        ("float64[2; strides=(?, 4), offset=0]", np.zeros(2), EXACT),
        ("float64", np.float64(1), EXACT),
        ("float", np.float64(1), CONTRADICTION),
        ("float64[]", np.float64(1), CONTRADICTION),
        ("float64 | float64[]", np.float64(1), WEAKER),
        ("float64[]", np.array(1.0), EXACT),
        ("bool_", np.bool_(True), EXACT),
        ("bool", np.bool_(True), CONTRADICTION),
        ("bool[3]", np.ones(3, bool), EXACT),
        ("U5[3]", np.zeros(3, "U5"), EXACT),
        ("U[3]", np.zeros(3, "U5"), WEAKER),
        ("datetime64[ns][3]", np.zeros(3, "M8[ns]"), EXACT),
        ("datetime64[3]", np.zeros(3, "M8"), EXACT),
        ("void{a: int32, b: float64[2]}[1]", np.zeros(1, [("a", "i4"), ("b", "f8", 2)]), EXACT),
        ("Literal[3]", 3, EXACT),
        ("Literal[-3]", 3, CONTRADICTION),
        ("int", 3, WEAKER),
        ("Int[n + 1]", 3, WEAKER),
        ("large_int[uint64]", 2**63, WEAKER),
        ("real(?)[3, 0]", np.zeros((3, 0)), WEAKER),
        ("bool", True, EXACT),
        ("int", True, CONTRADICTION),
        ("Literal['C']", "C", EXACT),
        ("None", None, EXACT),
        ("tuple[int, Literal[2]]", (1, 2), WEAKER),
        ("tuple[int, ...]", (1, 2), WEAKER),
        ("tuple[int]", (1, 2), CONTRADICTION),
        ("list[int]", (1, 2), CONTRADICTION),
        ("list[float]", [1.0, 2.0], EXACT),
        ("list[float64[2]]", [np.zeros(2)] * 3, EXACT),
        ("list[float64[2] | float64[1]]", [np.zeros(2), np.zeros(1)], WEAKER),
        ("SVDResult[float64[2, 2], float64[2], float64[2, 2]]", SVD, EXACT),
        ("tuple[float64[2, 2], float64[2], float64[2, 2]]", SVD, EXACT),
        ("dtype[float64]", np.dtype(float), EXACT),
        ("dtype", np.dtype(float), WEAKER),
        ("Unknown", 1, UNKNOWN),
        ("list[Unknown]", [1], UNKNOWN),
        ("(x?: T[*S]) -> T[*S]", np.zeros(2), CONTRADICTION),
    ],
)
def test_grade(text, value, grade):
    assert compare(parse(text), describe(value)) == grade


def test_run_time_sizes_are_exact_where_values_decide():
    claim, fact = parse("tuple[int64[#1], int64[#1]]"), describe(np.nonzero(np.ones((2, 2))))
    assert compare(claim, fact) == WEAKER
    assert compare(claim, fact, by_value=True) == EXACT
    assert compare(claim, describe((np.arange(2), np.arange(3))), by_value=True) == CONTRADICTION


@pytest.mark.parametrize(
    "value",
    [np.zeros((2, 0)), np.float32(1), 3, True, None, "a'b", (1, np.zeros(2)), SVD, np.dtype("i4")],
)
def test_what_is_shown_reads_back(value):
    assert compare(parse(show(describe(value))), describe(value)) == EXACT


@pytest.mark.parametrize("text", ["", "float64[", "float64[*s, *t]", "int int", "tuple[int"])
def test_unreadable(text):
    with pytest.raises(Unreadable):
        parse(text)
