"""The judge finds what is planted: false errors, wrong types, misses, crashes; and nothing else."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from programs import execute, facts, run
from programs.execute import Run
from programs.generate import Program
from programs.judge import (
    ABOVE,
    CAUGHT,
    FALSE,
    MISSED,
    TRUE,
    UNREACHED,
    UNTAKEN,
    Answer,
    Error,
    judge,
    weigh,
)

CALLS = {
    "main.py": """\
import numpy as np
from helper import add
def twice(x):
    return add(x, x)
a = np.ones(3)
b = twice(a)
try:
    c = add(a, np.ones(4))
except ValueError:
    c = None
for i in range(2):
    add(a, a)
if a.sum() > 9:
    twice(None)
xs = [v for v in add(a, 1)]
""",
    "helper.py": "def add(x, y):\n    z = x + y\n    return z\n",
}


@pytest.fixture(scope="module")
def calls() -> Run:
    return execute.run_sources(CALLS)


def one_file(text: str) -> tuple[Program, Run]:
    files = {"main.py": text}
    return Program("0/0", files), execute.run_sources(files)


@pytest.mark.parametrize(
    ("path", "outcome"),
    [
        ([("main.py", 6)], FALSE),
        ([("main.py", 8)], TRUE),
        ([("main.py", 14)], UNREACHED),
        ([("main.py", 15)], FALSE),
        # The same line, by three ways to it.
        ([("helper.py", 2)], TRUE),
        ([("helper.py", 2), ("main.py", 8)], TRUE),
        ([("helper.py", 2), ("main.py", 12)], FALSE),
        ([("helper.py", 2), ("main.py", 4), ("main.py", 6)], FALSE),
        ([("helper.py", 2), ("main.py", 6)], FALSE),
        ([("helper.py", 2), ("main.py", 4), ("main.py", 14)], UNREACHED),
        ([("helper.py", 3), ("main.py", 8)], UNREACHED),
        # A call that ran to its end, otherwise than is said of it.
        ([("main.py", 4), ("main.py", 12)], UNTAKEN),
    ],
)
def test_a_line_is_judged_by_the_way_to_it(calls, path, outcome):
    assert calls.ended
    assert weigh(tuple(path), calls) == outcome


def test_lines_that_raise_did_not_run_to_their_end():
    _, done = one_file(
        "def gen():\n    yield 1\n    yield 2\n"
        "class C:\n    x = [1][0]\n"
        "for v in gen():\n    w = v\n"
        "try:\n    [1][3]\nfinally:\n    w = 0\n"
    )
    counts = {path[0][1]: count for path, count in done.paths.items() if len(path) == 1}
    assert counts[5] == (1, 1)
    assert counts[7] == (2, 2)
    assert counts[9] == (1, 0)
    assert counts[11] == (1, 1)
    assert (done.ended, done.exception, done.traceback) == (False, "IndexError", (("main.py", 9),))


def error(*path: tuple[str, int]) -> Error:
    return Error("CF101", "no", tuple(path))


def test_a_planted_false_error_and_a_wrong_type_are_found():
    program, done = one_file("import numpy as np\nx = np.ones(3)\ny = x + 1\n")
    answer = Answer([error(("main.py", 3))], [(("main.py", 2), "x", "float64[4]")])
    verdict = judge(program, done, answer)
    assert [e.path for e in verdict.false] == [(("main.py", 3),)]
    assert [(w.name, w.value) for w in verdict.wrong] == [("x", "float64[3]")]
    right = Answer(types=[(("main.py", 2), "x", "float64[3]")])
    assert not judge(program, done, right).fails
    assert judge(program, done, Answer(crash="panicked")).fails


@pytest.mark.parametrize(
    ("lines", "raised"), [([], MISSED), ([2], CAUGHT), ([3], ABOVE), ([1], MISSED)]
)
def test_a_planted_miss_is_one(lines, raised):
    program, done = one_file("def f():\n    return [1][2]\nf()\n")
    verdict = judge(program, done, Answer([error(("main.py", line)) for line in lines]))
    assert verdict.raised == raised
    assert verdict.kind == "unplanned IndexError"


@pytest.mark.parametrize(
    ("value", "true", "wrong"),
    [
        ("np.ones((2, 3))", "float64[2, n]", "float64[n, n]"),
        ("np.float64(1)", "float", "float64[1]"),
        ("{'a': [1, 2]}", "dict[str, list[int]]", "dict[str, list[str]]"),
        ("[1, 'a']", "list[Literal[1] | Literal['a']]", "list[Literal[1]]"),
        ("True", "int", "str"),
        ("(1, np.zeros(2))", "tuple[int, float64[2]]", "tuple[int, float64[3]]"),
        ("None", "None | int", "int"),
        ("np.arange(3).sum()", "decay(int64[...])", "decay(float64[...])"),
        ("np.ones(2)", "loop('add', strong(#1), ?)[2]", "loop('add', strong(#1), ?)[3]"),
        ("range(3)", "Unknown", "None"),
        ("[]", "list[float64[2]]", "tuple[int]"),
        ("C()", "main.C", "list[int]"),
    ],
)
def test_a_type_is_true_or_wrong(value, true, wrong):
    _, done = one_file(f"import numpy as np\nclass C: pass\nx = {value}\n")
    values = done.bound["main.py", 3]["x"]
    assert not facts.is_wrong(true, values)
    assert facts.is_wrong(wrong, values)


def test_a_loop_binds_each_of_its_values():
    _, done = one_file("for i in range(3):\n    x = 'a' * i\n")
    values = done.bound["main.py", 2]["x"]
    assert not facts.is_wrong("Literal[''] | Literal['a'] | Literal['aa']", values)
    assert facts.is_wrong("Literal[''] | Literal['aa']", values)


def test_a_loop_that_has_ended_binds_nothing():
    _, run = one_file("for i in range(2):\n    a = [i for i in (i,)]\n    i = 'last'\nb = 1\n")
    assert [facts.shown(fact) for fact in run.bound["main.py", 1]["i"]] == ["Literal[0]", "Literal[1]"]


def test_what_runs_for_ever_says_nothing():
    _, done = one_file("while True:\n    x = 1\n")
    assert done.void and not done.ended


# --- the whole, with a checker that is played ----------------------------------------------------

PLAYED = """\
#!{python}
import json, pathlib, sys
found = []
for path in sorted(pathlib.Path(".").rglob("main.py")):
    for row, line in enumerate(path.read_text().splitlines(), 1):
        if {condition}:
            at = {{"row": row, "column": 1}}
            found.append({{"code": "CF101", "severity": "error", "exception": "E", "message": "no",
                "filename": str(path), "location": at, "related": []}})
if {crash}:
    sys.exit(101)
print(json.dumps({{"bindings": [], "diagnostics": [], "functions": []}} if "infer" in sys.argv else found))
"""


def played(folder: Path, condition: str = "False", crash: str = "False") -> Path:
    path = folder / "checker"
    path.write_text(PLAYED.format(python=sys.executable, condition=condition, crash=crash))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def totals(monkeypatch, capsys, binary: Path, *more: str) -> tuple[int, str]:
    arguments = ["--bin", str(binary), "--n", "6", "--seed", "3", "--jobs", "1", "--show", "1"]
    monkeypatch.setattr(sys, "argv", ["run.py", *arguments, *more])
    status = run.main()
    return status, capsys.readouterr().out


def test_silence_fails_nothing_and_catches_nothing(tmp_path, monkeypatch, capsys):
    status, out = totals(monkeypatch, capsys, played(tmp_path))
    assert status == 0
    assert out.splitlines()[-1] == "6 passed, 0 failed"
    assert "0.0% have an error at that line" in out
    status, out = totals(monkeypatch, capsys, played(tmp_path), "--min-caught", "50")
    assert status == 1


def test_errors_at_lines_that_run_fail(tmp_path, monkeypatch, capsys):
    status, out = totals(monkeypatch, capsys, played(tmp_path, "row == 1"))
    assert status == 1
    assert out.splitlines()[-1] == "0 passed, 6 failed"
    # Shrunk to the line that is complained of, or as little as there can be.
    assert "# main.py\npass\n#! main.py:1: CF101 no" in out


def test_a_crash_is_of_one_program(tmp_path, monkeypatch, capsys):
    crash = '"infer" not in sys.argv and pathlib.Path("3").exists() and sys.argv[2] in (".", "3")'
    status, out = totals(monkeypatch, capsys, played(tmp_path, crash=crash))
    assert status == 1
    assert out.splitlines()[-1] == "5 passed, 1 failed"


def test_a_program_does_not_see_the_modules_of_another(tmp_path):
    """What `judge.ask` rests on: many programs in one run of the checker."""
    binary = run.checker.BINARY
    if binary is None:
        pytest.skip("CONFORMABLE_BIN names no checker")
    uses = "import numpy as np\nfrom helper import n\nx = np.ones(3) + np.ones(n)\n"
    programs = [Program("0/0", {"main.py": uses, "helper.py": f"n = {n}\n"}) for n in (3, 4)]
    for number, program in enumerate(programs):
        execute.write(tmp_path / str(number), program.files)
    answers = run.judge.ask(programs, tmp_path, Path(binary))
    assert [[e.path for e in answer.errors] for answer in answers] == [[], [(("main.py", 3),)]]


@pytest.mark.parametrize(
    ("line", "column", "says"),
    [
        ("x = np.ones() if HELD else None", 5, UNREACHED),
        ("x = None if not HELD else np.ones()", 27, UNREACHED),
        ("x = HELD and np.ones()", 14, UNREACHED),
        ("x = np.ones(2) if HELD else None", 1, FALSE),
        ("x = (np.ones(3) + 1, HELD or 2)", 6, FALSE),
    ],
)
def test_an_arm_that_a_line_may_run_without_is_not_judged_by_its_line(line, column, says):
    program, ran = one_file(f"import numpy as np\nHELD = False\n{line}\n")
    error = Error("CF501", "planted", (("main.py", 3),), column)
    verdict = judge(program, ran, Answer([error]))
    assert list(verdict.errors) == [says]
