"""What code writes, wherever it stands: behind it the checker knows that, or nothing.

Each line of `places.txt` is a place in a program, where `{write}` is an expression that is true and writes to
something that there is, and `⏎` is the end of a line. CPython runs the line and says what is so behind it; the
checker is asked whether an array of that size fits one of another size there.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import checker
import pytest

PLACES = (Path(__file__).parent / "places.txt").read_text(encoding="utf-8").splitlines()

# What is there before, an expression that changes it, how to read it, and how it is set again.
WRITES = {
    "list": ("s = [3, 5]", "s.pop()", "s[-1]", "s[:] = [3, 5]"),
    "attribute": (
        "class B: pass\nb = B()\nb.n = 5\ndef go():\n    b.n = 3\n    return 1",
        "go()",
        "b.n",
        "b.n = 5",
    ),
    "class": ("class B: n = 5\ndef go():\n    B.n = 3\n    return 1", "go()", "B.n", "B.n = 5"),
    "dict": ("d = dict(n=5)\ndef go():\n    d['n'] = 3\n    return 1", "go()", "d['n']", "d['n'] = 5"),
    "name": ("n = 5\ndef go():\n    global n\n    n = 3\n    return 1", "go()", "n", "n = 5"),
}
# At the top level, in a function, and at the top level twice: what is handed out may run again.
FORMS = ("top", "inside", "twice")

HEAD = """
import collections
import contextlib
import functools
import os

import numpy as np

yes, no = True, False
cond = bool(os.environ.get("NOT_{number}", "{answer}"))
seq = [1]
many = [3, 4][: 2 if cond else 1]
none = [][: 2 if cond else 1]
t = [0] * 9


class Space: pass


ns = Space()


class Closes:
    def __init__(self, f): self.close = f


class Give:
    x = 0
    def __init__(self, *a): pass
    def __init_subclass__(cls, **k): pass


class Manager:
    def __init__(self, k): pass
    def __enter__(self): return 1
    def __exit__(self, *a): return None


def deco(k):
    return lambda f: f


def raise_(k):
    return k


async def later(k):
    return k


def async_(k):
    import asyncio
    return asyncio.run(later(k))


"""


def written(place: str, write: str, answer: str, number: int, form: str) -> tuple[str, str]:
    """The program up to behind the place, and what reads there what was written."""
    before, change, read, again = WRITES[write]
    code = place.replace("⏎", chr(10)).replace("{write}", change)
    lines = f"{before}\n{code}"
    head = HEAD.replace("{number}", str(number)).replace("{answer}", answer)
    if form == "twice":
        lines = f"{lines}\n{again}\n{code}"
    if form != "inside":
        return f"{head}{lines}\n", f"got = {read}\n{{}}\n"
    body = lines.replace("global n", "nonlocal n").replace("\n", "\n    ")
    return f"{head}def main():\n    {body}\n", f"    got = {read}\n    {{}}\nmain()\n"


def found(program: str) -> int | None:
    """What is so at the end, by CPython; None where a place is none for this write."""
    seen: list[int] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(
                compile(program, "place", "exec", dont_inherit=True),
                {"SEEN": seen, "__name__": "place"},
            )
        except Exception:
            return None
    return seen[0]


@pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")
def test_what_is_written_in_any_place_is_so_behind_it(tmp_path):
    places = {}
    for number, place in enumerate(PLACES):
        for write in WRITES:
            for answer in ("", "1"):
                for form in FORMS:
                    start, end = written(place, write, answer, number, form)
                    size = found(start + end.format("SEEN.append(got)"))
                    if size is None:
                        continue
                    name = f"{number}_{write}_{answer or 0}_{form}"
                    for kind, other in (("fits", size), ("clashes", size + 7)):
                        path = tmp_path / f"{name}_{kind}.py"
                        path.write_text(start + end.format(f"np.zeros(got) + np.ones({other})"))
                    places[name] = place
    assert len(places) >= 0.99 * len(PLACES) * len(WRITES) * 2 * len(FORMS)
    done = checker.run(
        "check", ".", "--all-code", "--no-cache", "--output-format", "json", cwd=tmp_path
    )
    errors = {
        Path(row["filename"]).stem for row in json.loads(done.stdout) if row["severity"] == "error"
    }
    false = [f"{name}: {place}" for name, place in places.items() if f"{name}_fits" in errors]
    assert not false, "\n".join(false)
    # What is followed stays so: most of these places are.
    caught = sum(f"{name}_clashes" in errors for name in places)
    assert caught >= 0.7 * len(places), f"{caught} of {len(places)}"
