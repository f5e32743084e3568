"""What counts as decided by values: what other values change, and nothing else."""

from __future__ import annotations

import claims
import numpy as np
import pytest
import run
import undetermined
from functions import Spec


def grade(claim: str, call: str, *setup: str, by_value: bool = False) -> str:
    case = run.Case(Spec("x", None, by_value), "r", list(setup), [f"r = {call}"])
    assert run.evaluate(case)
    case.claim = claim
    return run.verdict(case)


MATRIX = "x = np.ones((2, 2))"


@pytest.mark.parametrize(
    ("claim", "call"),
    [
        ("float64[2] | complex128[2]", "np.linalg.eigvals(x)"),
        ("?[2]", "np.linalg.eigvals(x)"),
        ("Unknown", "x.flat[0] > 0 and 1"),
        ("int64[n]", "np.flatnonzero(x)"),
        ("int", "int(x.sum())"),
    ],
)
def test_what_values_decide_is_excused(claim, call):
    assert grade(claim, call, MATRIX) == run.UNDETERMINED


@pytest.mark.parametrize(
    ("claim", "call", "expected"),
    [
        # How many eigenvalues there are is no matter of values.
        ("?[?]", "np.linalg.eigvals(x)", claims.WEAKER),
        ("float64[...]", "np.linalg.eigvals(x)", claims.WEAKER),
        ("Unknown", "np.linalg.eigvals(x)", claims.UNKNOWN),
        ("?[2, 2]", "np.sqrt(x)", claims.WEAKER),
        ("Unknown", "np.sqrt(x)", claims.UNKNOWN),
        # Literals are seen by who checks the call.
        ("?[2]", "np.linalg.eigvals([[1, 2], [3, 4]])", claims.WEAKER),
        ("int32[n]", "np.flatnonzero(x)", claims.CONTRADICTION),
    ],
)
def test_what_types_decide_is_not(claim, call, expected):
    assert grade(claim, call, MATRIX) == expected


def test_arrays_of_other_kinds_are_refilled():
    texts, dates = np.zeros(2, "U3"), np.zeros(2, "M8[D]")
    space = {"np": np, "texts": texts, "dates": dates}
    assert undetermined.refill(space, lambda array: 2)
    assert dates[0] == np.datetime64(2, "D") and texts[0] == "2"
    assert not undetermined.refill({"none": np.zeros(0)}, lambda array: 2)
