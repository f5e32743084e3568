"""Programs that differ in a few parts, each with every other, answered by CPython and held against the checker.

A row is a program that binds an int to `got`. CPython runs it; what raises, or reads no small int, is no row. Then an
array of that size fits one of `got` in the line before the last, and one of another size doesn't in the last.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable
from pathlib import Path

import checker

ELSEWHERE = 17
"""How far the size that doesn't fit is from the one that does."""


def answer(program: str, head: dict) -> int | None:
    names = dict(head)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(program, "row", "exec", dont_inherit=True), names)
        except Exception:
            return None
    got = names.get("got")
    return got if type(got) is int and 1 < got < ELSEWHERE else None


def written(folder: Path, head: str, rows: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Writes the programs, and gives their names by the stems of their files."""
    names: dict = {"__name__": "row"}
    exec(compile(head, "head", "exec", dont_inherit=True), names)
    read = {}
    for number, (name, program) in enumerate(rows):
        size = answer(program, names)
        if size is not None:
            fits = f"np.zeros(got) + np.ones({size})\n"
            clashes = f"np.zeros(got) + np.ones({size + ELSEWHERE})\n"
            (folder / f"{number}.py").write_text(f"{head}{program}{fits}{clashes}")
            read[str(number)] = name
    return read


def judged(folder: Path, read: dict[str, str]) -> tuple[list[str], int]:
    """The errors that aren't so, and how many rows have the one that is."""
    options = ("--all-code", "--no-cache", "--output-format", "json")
    done = checker.run("check", ".", *options, cwd=folder)
    false, caught = [], set()
    for row in json.loads(done.stdout):
        path = Path(row["filename"])
        if row["severity"] != "error":
            continue
        if row["location"]["row"] == len((folder / path).read_text().splitlines()):
            caught.add(path.stem)
        else:
            false.append(f"{read[path.stem]}: {row['message']}")
    return false, len(caught)
