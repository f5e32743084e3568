"""The table of spec/python/constructs.md: each row's program is run by CPython and by the checker.

A program runs to its end, and the checker reports nothing about it. Each type that is revealed is one that
the value is of; a construct that is *modelled* has at least one type that is known, one that is *unknown* has none.
The pages themselves, with what they reveal, are run with all others of `spec/`.
"""

import contextlib
import io
import re
import sys
import types
import warnings
from pathlib import Path

import annotate
import checker
import claims
import judge
import pytest

PYTHON = Path(__file__).parents[2] / "spec" / "python"
PROGRAMS = PYTHON / "constructs"
TABLE = PYTHON / "constructs.md"

ROW = re.compile(r"^\| (.+) \| (\w+) \| \[(\w+)\]\(constructs/(\w+)\.md#(.+)\) \|$", re.MULTILINE)

needs_binary = pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")


def anchor(title: str) -> str:
    """What a Markdown page calls a header's place."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def programs() -> dict[tuple[str, str], str]:
    """The code of each section, by its page and its anchor."""
    return {
        (page.stem, anchor(title)): code
        for page in sorted(PROGRAMS.glob("*.md"))
        for title, code in judge.sections(page)
    }


def rows() -> list[tuple[str, str, tuple[str, str]]]:
    """Construct, state, and where its program is."""
    found = ROW.findall(TABLE.read_text(encoding="utf-8"))
    return [(construct, state, (page, place)) for construct, state, _, page, place in found]


def run(code: str) -> dict[int, list]:
    """Runs a program as a whole; what each `reveal_type` was given, by its line."""
    values: dict[int, list] = {}

    def reveal_type(value):
        values.setdefault(sys._getframe(1).f_lineno, []).append(claims.describe(value))
        return value

    module = types.ModuleType("__main__")
    module.reveal_type = reveal_type
    before = sys.modules["__main__"]
    sys.modules["__main__"] = module
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            exec(compile(code, "page", "exec", dont_inherit=True), module.__dict__)
    finally:
        sys.modules["__main__"] = before
    return values


def revealed(code: str) -> dict[int, str]:
    lines = enumerate(code.splitlines(), start=1)
    return {
        number: found[1].strip() for number, line in lines if (found := judge.REVEALED.search(line))
    }


def cases():
    code = programs()
    for construct, state, place in rows():
        if place in code:
            yield pytest.param(state, code[place], id=f"{place[0]} {construct}")


@pytest.mark.parametrize(("state", "code"), list(cases()))
def test_cpython_agrees(state, code):
    values = run(code)
    types_ = revealed(code)
    asked = {n for n, line in enumerate(code.splitlines(), start=1) if "reveal_type(" in line}
    assert asked == set(types_) == set(values)
    wrong = [
        f"line {number}: {claims.show(fact)} is no {types_[number]}"
        for number, facts in values.items()
        for fact in facts
        if judge.grade(types_[number], fact) == claims.CONTRADICTION
    ]
    assert not wrong
    known = any(text != "Unknown" for text in types_.values())
    assert state == ("modelled" if known else "unknown")


@needs_binary
@pytest.mark.parametrize(("state", "code"), list(cases()))
def test_nothing_is_reported(state, code):
    found = [one for one in annotate.findings(code) if one["name"] != "reveal"]
    assert not found


def test_every_row_has_a_program_and_every_program_a_row():
    places = [place for _, _, place in rows()]
    assert len(places) == len(set(places))
    assert set(places) == set(programs())
    text = TABLE.read_text(encoding="utf-8")
    assert len(places) == sum("](constructs/" in line for line in text.splitlines())
    assert {construct: place[1] for construct, _, place in rows()} == {
        construct: anchor(construct) for construct, _, _ in rows()
    }


def test_the_table_is_long():
    assert len(rows()) >= 150


def test_a_program_is_run_as_a_whole():
    assert list(run("def f():\n    return reveal_type([1])\nf()\n")) == [2]
    with pytest.raises(IndexError):
        run("[].pop()\n")
