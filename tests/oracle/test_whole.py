"""Floats that are whole numbers: where the checker takes a result for whole, NumPy gives whole numbers.

What the checker takes for whole it doesn't warn of where it's stored into an array of ints. So each result is stored, and
where nothing is said NumPy is asked.
"""

from __future__ import annotations

import warnings
from random import Random

import checker
import numpy as np
import pytest
import run
from draw import COMPLEX, FLOATS, Draw
from functions import SPECS

pytestmark = pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN names no checker")

CASES = 6  # of each function
CHUNK = 400  # cases in one file
PRELUDE = "import numpy as np\n"
UNFILLED = ("np.empty", "np.empty_like", "np.ndarray")
UFUNCS = sorted(name for name in np.__all__ if isinstance(getattr(np, name), np.ufunc))
ARRAY = "np.floor(7 * np.sin(np.arange({}, {})))"


class WholeDraw(Draw):
    """Arrays of floats are whole numbers of both signs."""

    def __init__(self, number: int, rng: Random) -> None:
        super().__init__(number, rng)
        self.valid = True

    def filled(self, shape, dtype, fill="ones"):
        if dtype not in FLOATS + COMPLEX:
            return super().filled(shape, dtype, fill)
        size = int(np.prod(shape))
        start = self.rng.randrange(100)
        array = ARRAY.format(start, start + size)
        return self.let(f"{array}.reshape({shape!r}).astype({self.pick(FLOATS)!r})")


def drawn(seed: int):
    """The functions that are called most."""
    for place, spec in enumerate(spec for spec in SPECS if spec.name not in UNFILLED):
        for index in range(CASES):
            number = place * 100 + index
            draw = WholeDraw(number, Random(f"{seed}/{spec.name}/{index}"))
            *body, last = spec.build(draw).split("\n")
            yield spec.name, f"r{number}", [*draw.setup, *body, f"r{number} = {last}"]


def of_ufuncs():
    """Every ufunc, of arrays, scalars and floats that are written."""
    number = 0
    for name in UFUNCS:
        ufunc = getattr(np, name)
        left = [ARRAY.format(1, 9), "np.floor(-2.5)", "np.ceil(np.linspace(1, 6, 8))"]
        right = [ARRAY.format(3, 11), "np.floor(-0.5)", "3.0", "-2.0", "2"]
        calls = {
            1: [f"np.{name}({x})" for x in left],
            2: [f"np.{name}({x}, {y})" for x in left for y in right],
        }
        more = [f"np.{name}.{call}({left[0]})" for call in ("reduce", "accumulate")] if ufunc.nin == 2 else []
        for call in calls.get(ufunc.nin, []) + more:
            number += 1
            yield name, f"u{number}", [f"u{number} = {call}"]


def floats_of(value, name: str):
    """The floats that a result is or has, by how they're written."""
    if isinstance(value, (tuple, list)):
        for place, item in enumerate(value):
            yield from floats_of(item, f"{name}[{place}]")
    elif isinstance(value, (np.ndarray, np.floating)) and value.dtype.kind == "f":
        yield name, value


def is_whole(value) -> bool:
    with np.errstate(all="ignore"):
        return bool(np.all((value == np.floor(value)) | ~np.isfinite(value)))


def claimed(cases):
    """What the checker takes for whole: the function, the program, what NumPy gives."""
    lines, rows = [PRELUDE.strip()], {}
    for name, variable, program in cases:
        space: dict = {"np": np}
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                exec("\n".join(program), space)
            except Exception:
                continue
        lines += program
        for text, value in floats_of(space[variable], variable):
            kept = f"s{len(lines)}"
            lines += [f"{kept} = {text}", f"n = np.zeros({np.shape(value)!r}, dtype=int)", f"n[...] = {kept}"]
            rows[len(lines)] = (kept, (name, "\n".join([*program, f"{kept} = {text}"]), value))
    answer = run.infer("\n".join(lines) + "\n", [checker.BINARY])
    assert answer is not None
    cut = {found["location"]["row"] for found in answer["diagnostics"] if found["code"] == "CF702"}
    bound = {row["name"]: row["type"] for row in answer["bindings"]}
    for row, (kept, case) in rows.items():
        if row not in cut and bound.get(kept, "").startswith(("float", "longdouble")):
            yield case


def all_claimed(cases):
    cases = list(cases)
    for start in range(0, len(cases), CHUNK):
        yield from claimed(cases[start : start + CHUNK])


def test_what_is_taken_for_whole_is_whole():
    found = [*all_claimed(drawn(0)), *all_claimed(of_ufuncs())]
    wrong = [f"# {name}: {value}\n{program}" for name, program, value in found if not is_whole(value)]
    assert not wrong, "\n\n".join(wrong[:20])
    names = {name for name, *_ in found}
    least = {"add", "multiply", "floor_divide", "maximum", "negative", "power", "remainder", "square"}
    assert not least - names, sorted(least - names)
    assert len(names) > 100, sorted(names)
