"""Programs that differ in a few parts, each with every other, answered by CPython and held against the checker.

A row is a program that binds an int to `got`. CPython runs it; what reads no small int is no row. Then an array of that
size fits one of `got` in the line before the last, and one of another size doesn't in the last. What raises is a row
where it is asked for: an error is so in the lines that were being run, and isn't in those that had been.
"""

from __future__ import annotations

import ast
import json
import sys
import traceback
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import checker

ELSEWHERE = 17
"""How far the size that doesn't fit is from the one that does."""


@dataclass
class Row:
    """A program's name and text, the lines that an error is so in, and whether it raises."""

    name: str
    text: str
    lines: set[int]
    raises: bool


def failure(error: BaseException, above: int) -> set[int]:
    """The lines of the row, which has so many above it, that were being run when an exception, and those that it came
    behind, were raised."""
    lines = set()
    starts = {"row": above, "head": 0}
    while error is not None:
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename in starts:
                lines.add(starts[frame.filename] + (frame.lineno or 0))
        error = error.__context__
    return lines


def answer(program: str, names: dict, above: int) -> int | set[int] | None:
    """What it binds to `got`, or the lines that were being run when it raised."""
    names = dict(names)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(program, "row", "exec", dont_inherit=True), names)
        except SyntaxError:
            return None
        except Exception as error:
            return failure(error, above)
    got = names.get("got")
    return got if type(got) is int and 1 < got < ELSEWHERE else None


def written(
    folder: Path, head: str, rows: Iterable[tuple[str, str]], failing: bool = False
) -> dict[str, Row]:
    """Writes the programs, and gives them by the stems of their files."""
    names: dict = {"__name__": "row"}
    exec(compile(head, "head", "exec", dont_inherit=True), names)
    above = head.count("\n")
    read = {}
    for number, (name, program) in enumerate(rows):
        found = answer(program, names, above)
        text, lines = head + program, found
        if isinstance(found, int):
            text += (
                f"np.zeros(got) + np.ones({found})\nnp.zeros(got) + np.ones({found + ELSEWHERE})\n"
            )
            lines = {text.count("\n")}
        elif found is None or not failing:
            continue
        (folder / f"{number}.py").write_text(text)
        read[str(number)] = Row(name, text, lines, found is lines)
    return read


def has_run(text: str) -> set[int]:
    """The lines that CPython gets to: those of a function's body in a call of it."""
    # What is inside comes behind what it is in.
    bodies = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            bodies.update(
                dict.fromkeys(range(node.body[0].lineno, (node.end_lineno or 0) + 1), node.name)
            )
    lines = set()

    def trace(frame, event, argument):
        code = frame.f_code
        if code.co_filename != "row":
            return None
        if event == "line" and bodies.get(frame.f_lineno, code.co_name) == code.co_name:
            lines.add(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        exec(compile(text, "row", "exec", dont_inherit=True), {"__name__": "row"})
    except Exception:
        pass
    finally:
        sys.settrace(before)
    return lines


def judged(folder: Path, read: dict[str, Row]) -> tuple[list[str], int]:
    """The errors that aren't so, and how many rows have one that is."""
    options = ("--all-code", "--no-cache", "--output-format", "json")
    done = checker.run("check", ".", *options, cwd=folder)
    false, caught = [], set()
    for found in json.loads(done.stdout):
        stem, line = Path(found["filename"]).stem, found["location"]["row"]
        row = read[stem]
        if found["severity"] != "error":
            continue
        if line in row.lines:
            caught.add(stem)
        # What stands behind the line that raised, or is called from there, isn't run.
        elif not row.raises or line in has_run(row.text):
            false.append(f"{row.name}: {found['message']}")
    return false, len(caught)
