"""Functions that nobody calls: a slice of what `alone.py` does, and its judge."""

from __future__ import annotations

import random

from . import alone

FILES = 40


def passed(text: str) -> set[int]:
    lines = [
        "import numpy as np",
        "def f(x, y, c, n):",
        *("    " + line for line in text.strip().split("\n")),
    ]
    names: dict = {}
    exec(compile("\n".join(lines), "alone.py", "exec"), names)
    rows = alone.passed_lines(names["f"], alone.loops_of(lines), random.Random(0))
    return {row - 2 for row in rows}


def test_an_error_in_a_function_on_its_own_is_so_for_every_array() -> None:
    outcomes = []
    for number in range(FILES):
        rng = random.Random(f"tests {number}")
        outcomes.append(alone.judged(alone.written(rng), rng))
    shown = "".join(outcome.shown for outcome in outcomes)
    assert not shown, shown
    assert sum(outcome.errors for outcome in outcomes) > FILES


def test_a_line_is_passed_where_some_array_fits() -> None:
    assert passed("a, b = x.shape\nreturn a") == {1, 2}
    assert passed("x.nothing\nreturn x") == set()
    assert passed("assert x.ndim == 1\na, b = x.shape") == {1}


def test_a_line_in_a_loop_is_passed_in_three_passes() -> None:
    assert 2 not in passed("for _ in range(2):\n    x.ndim")
    assert 2 in passed("for _ in range(3):\n    x.ndim")
    # The second pass of the outer loop fails, however often the inner one runs.
    assert 3 not in passed(
        "for _ in range(n):\n    for _ in range(n):\n        x.ndim\n    x = None"
    )
