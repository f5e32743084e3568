"""The judge of programs that exist can fail: what is planted is found, what is so isn't."""

import json
import os
import subprocess
import sys
from pathlib import Path

import judging
import pytest
import shown

HERE = Path(__file__).resolve().parent

PROGRAM = """\
import numpy as np


def use(a):
    return a + np.ones(3)


def right():
    return use(np.ones(3))


def wrong():
    try:
        return use(np.ones(4))
    except ValueError:
        return None


def pick(flag, row):
    found = row[0] if flag else row[9]
    return found


x = np.zeros((2, 3))
for i in range(4):
    y = i * 2
words = ["a", "b"]
words.append(1)
right(), wrong(), pick(True, [1])


class Box:
    size = 3

    def __init__(self, n):
        self.n = n

    def grown(self, by):
        more = np.zeros(self.n + by)
        return more
Box(2).grown(1)
"""


def report(number, row, column, end_column, path=(), statement=None):
    return {
        "id": number,
        "file": "program.py",
        "code": "CF102",
        "message": "planted",
        "row": row,
        "column": column,
        "end_row": row,
        "end_column": end_column,
        "path": [["program.py", line, line] for line in path],
        "statement": statement or [row, 0, row, 200],
    }


def record(folder, reports, program=PROGRAM, seconds=60):
    """What the recorder writes of a program."""
    (folder / "program.py").write_text(program)
    plan, out = folder / "plan.json", folder / "out.json"
    plan.write_text(json.dumps({"root": str(folder), "files": {"program.py": reports}}))
    command = [sys.executable, HERE / "recorder.py", plan, out, str(seconds), "path"]
    done = subprocess.run(
        [*command, folder / "program.py"], capture_output=True, text=True, check=False, timeout=60
    )
    assert out.is_file(), done.stderr
    return json.loads(out.read_text()) | {"printed": done.stdout}


def judge(seen, functions=(), bindings=(), reports=(), annotated=()):
    answer = {
        "annotated": annotated,
        "functions": [
            {"function": name, "line": line, "signature": text} for name, line, text in functions
        ],
        "bindings": [
            {"function": function, "name": name, "line": line, "column": column, "type": text}
            for function, name, line, column, text in bindings
        ],
    }
    return judging.judge_all([seen], lambda file: answer, {one["id"]: one for one in reports})


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    return record(tmp_path_factory.mktemp("plain"), [])


# --- reports -------------------------------------------------------------------------------------


def test_a_report_on_what_ran_is_false(tmp_path):
    reports = [report("0", 5, 12, 26), report("1", 5, 12, 26, [9]), report("2", 5, 12, 26, [14])]
    held = judge(record(tmp_path, reports), reports=reports)
    assert [(one.what, one.line) for one in held.findings] == [("report", 5)]
    assert "1 ran to their end, 0 failed" in held.findings[0].was
    # Without the calls above it, it ran at times.
    assert (held.reports, held.reached, held.mixed) == (3, 3, 1)


def test_an_expression_that_was_not_reached_is_not_judged_by_its_line(tmp_path):
    reports = [report("0", 20, 32, 38), report("1", 20, 13, 19)]
    held = judge(record(tmp_path, reports), reports=reports)
    assert held.reached == 1
    assert [one.says for one in held.findings] == ["CF102 planted"]


def test_the_statement_decides_where_an_argument_is_reported(tmp_path):
    program = "import numpy as np\ntry:\n    np.zeros(\n        3,\n        'nonsense')\nexcept TypeError:\n    pass\n"
    reports = [report("0", 4, 9, 10, statement=[3, 4, 5, 19])]
    held = judge(record(tmp_path, reports, program), reports=reports)
    assert (held.reached, held.findings) == (1, [])


def test_loops_and_generators_end_by_an_exception_that_is_none(tmp_path):
    program = (
        "def f(xs):\n    for x in iter(xs):\n        yield x[0]\ntotal = list(f([[1], [2]]))\n"
    )
    reports = [report("0", 2, 14, 22, statement=[2, 4, 2, 22]), report("1", 3, 15, 19)]
    held = judge(record(tmp_path, reports, program), reports=reports)
    assert [one.line for one in held.findings] == [2, 3]


def test_a_comprehension_in_an_expression_is_no_place_of_it(tmp_path):
    program = "try:\n    int([x for x in 'ab'])\nexcept TypeError:\n    pass\n"
    reports = [report("0", 2, 5, 27)]
    held = judge(record(tmp_path, reports, program), reports=reports)
    assert (held.reached, held.mixed, held.findings) == (1, 0, [])


def test_a_report_is_judged_by_all_runs_of_a_suite(tmp_path):
    reports = {"0": report("0", 5, 12, 26)}
    ran = {"descriptions": [], "files": {}, "reports": {"0": [1, 1, 0]}}
    failed = {"descriptions": [], "files": {}, "reports": {"0": [1, 0, 1]}}
    assert judging.judge_all([ran, ran], dict().get, reports).findings
    held = judging.judge_all([ran, failed], dict().get, reports)
    assert (held.findings, held.mixed, held.reports) == ([], 1, 1)


# --- signatures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "finds"),
    [
        ("(a?: T[n]) -> T[n]", False),
        ("(a?: T[n]) -> T[n + 1]", True),
        ("(a?: T[*S]) -> float64[*S]", False),
        ("(a?: T[*S]) -> float32[*S]", True),
        ("(a?: T[n]) -> T[n, n]", True),
        ("(a?: T[n]) -> Unknown", False),
        ("(a?: T[2*n]) -> T[n]", True),
        # An assumption that isn't met is no promise.
        ("(a?: int32[n]) -> str", False),
        ("(a: T[n]) -> T[n] where 4 <= n", True),
        ("(a: T[n]) -> T[n] where 2 <= n, …", False),
        ("(a: T[n]) -> None | str", True),
    ],
)
def test_a_broken_signature_is_found(seen, text, finds):
    held = judge(seen, [("use", 4, text)])
    assert [one.what for one in held.findings] == ["signature"] * finds


def test_an_annotation_that_is_not_so_is_counted_apart(seen):
    pick = ("pick", 19, "(flag, row) -> ?[n]")
    held = judge(seen, [pick])
    assert [one.what for one in held.findings] == ["signature"]
    held = judge(seen, [pick, ("use", 4, "(a?: T[n]) -> ?[n, n]")], annotated=[4, 19])
    assert [(one.what, one.line) for one in held.findings] == [("signature", 4)]
    assert [(one.what, one.line) for one in held.annotations] == [("annotation", 19)]
    assert "annotations of results aren't so" in list(judging.lines(held))[-1]
    source = (
        b"@cached\ndef f() -> np.ndarray: ...\ndef g() -> int: ...\n"
        b"class A:\n    async def h(self) -> 'npt.NDArray[np.int64]': ...\n"
        b"def one() -> np.ndarray | None: ...\ndef two() -> tuple[np.ndarray]: ...\ndef three(): ...\n"
    )
    assert judging.annotated(source) == [2, 5]


def test_names_bound_in_a_call_are_bound_as_its_arguments_bind_them(seen):
    function = [("Box.grown", 38, "(self: Unknown, by: Int[k]) -> float64[?]")]
    good = judge(seen, function, [("Box.grown", "more", 39, 9, "float64[k + 2]")])
    bad = judge(seen, function, [("Box.grown", "more", 39, 9, "float64[k]")])
    assert good.findings == []
    assert [one.what for one in bad.findings] == ["local"]


# --- bindings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "line", "column", "text", "finds"),
    [
        ("x", 24, 1, "float64[2, 3]", False),
        ("x", 24, 1, "float64[n, n]", True),
        ("x", 24, 1, "float64[2, 3] | None", False),
        ("x", 24, 1, "int64[2, 3]", True),
        ("i", 25, 5, "Literal[0] | Literal[1] | Literal[3]", True),
        ("i", 25, 5, "Int[i]", False),
        ("y", 26, 5, "int", False),
        # As it was when it was bound.
        ("words", 27, 1, "list[(Literal['a'], Literal['b'])]", False),
        ("words", 27, 1, "list[int]", True),
        ("size", 33, 5, "Literal[4]", True),
    ],
)
def test_a_wrong_binding_is_found(seen, name, line, column, text, finds):
    held = judge(seen, bindings=[("", name, line, column, text)])
    assert held.bindings
    assert [one.what for one in held.findings] == ["binding"] * finds


# --- types as text ---------------------------------------------------------------------------------


F64 = ("array", "float64", (2, 3), None)


@pytest.mark.parametrize(
    ("text", "value", "holds"),
    [
        ("tuple[()]", ("tuple", 0, ()), True),
        ("tuple[int, ...]", ("tuple", 2, (("int", 1), ("float",))), False),
        ("list[()]", ("list", 1, (("int", 1),)), False),
        ("list[(int,)]", ("list", 1, (("int", 1),)), True),
        ("dict[str, list[int]]", ("dict", 1, ((("str", "a"), ("list", 0, ())),)), True),
        ("dict[str, int]", ("dict", 1, ((("str", "a"), ("float",)),)), False),
        ("Literal['it\\'s']", ("str", "it's"), True),
        ("Literal['a\nb']", ("str", "a\nb"), True),
        ("Literal[-1]", ("int", -1), True),
        ("Literal[0.5]", ("float",), True),
        ("Literal[0.5]", ("str", "0.5"), False),
        ("Subarray[tuple[()]]", ("dtype", "V"), True),
        ("Subarray[tuple[()]]", ("int", 3), False),
        ("Subarray[tuple[()]]", ("dtype", "subarray"), True),
        ("DType[V]", ("dtype", "V"), True),
        ("DType[V]", ("dtype", "subarray"), False),
        ("timedelta64[3]", ("array", "m", (3,), None), True),
        ("timedelta64[n, 3]", ("array", "m", (2, 3), None), True),
        ("timedelta64[D][4]", ("array", "m", (3,), None), False),
        ("timedelta64[25s][?]", ("array", "m", (3,), None), True),
        ("datetime64[generic][n]", ("array", "m", (3,), None), False),
        ("datetime64[ns] | None", ("scalar", "M", ("numpy.datetime64",)), True),
        ("str_", ("scalar", "int64", ("numpy.int64",)), False),
        ("Literal[True]", ("int", 1), False),
        ("slice[Literal[0], None, None]", ("slice", ("int", 0), ("None",), ("None",)), True),
        ("float64[2, 3; C, strides=(3, 1)]", F64, True),
        ("?[..., 3]", F64, True),
        ("?[..., 2]", F64, False),
        ("float64[*S, n, m, k]", F64, False),
        ("float64[2, #1]", F64, True),
        ("real(T)[2, 3]", F64, True),
        ("inexact(T)[...]", ("array", "int64", (2,), None), False),
        ("float64", ("scalar", "float64", ("numpy.float64", "float")), True),
        ("float64", ("float",), False),
        ("float", ("scalar", "float64", ("numpy.float64", "float")), True),
        ("DType[int64]", ("dtype", "int32"), False),
        ("shape[?[2, *S]]", ("tuple", 2, (("int", 2), ("int", 5))), True),
        ("shape[?[2, *S]]", ("tuple", 1, (("int", 3),)), False),
        ("pkg.Klass", ("object", ("other.Klass", "object")), True),
        ("pkg.Klass", ("object", ("other.Other", "object")), False),
        ("((float64) -> float64)", ("int", 1), True),
        ("struct{a: int}", ("int", 1), True),
        ("frozenset[str]", ("set", 0, ()), False),
        ("FloatInfo[float32]", ("object", ("numpy.finfo", "object")), True),
        ("FloatInfo[float32]", ("object", ("numpy.iinfo", "object")), False),
    ],
)
def test_what_a_type_says_of_a_value(text, value, holds):
    assert shown.of(shown.read(text), value) is holds


@pytest.mark.parametrize("text", ["float64[2", "tuple[int] int", "", "list[1 2]"])
def test_what_is_no_type_is_said_so(text):
    with pytest.raises(shown.Unreadable):
        shown.read(text)


# --- the recorder --------------------------------------------------------------------------------------


def test_no_code_of_a_value_runs_when_it_is_described(tmp_path):
    program = (
        "import sys\n"
        "class Meta(type):\n"
        "    def __getattribute__(cls, name):\n"
        "        if sys._getframe(1).f_code.co_filename.endswith('recorder.py'): print('RAN')\n"
        "        return type.__getattribute__(cls, name)\n"
        "class Odd(metaclass=Meta):\n"
        "    def __getattribute__(self, name): raise SystemError\n"
        "    def __eq__(self, other): raise SystemError\n"
        "    __hash__ = None\n"
        "odd = Odd()\n"
        "odds = [odd, {1: odd}]\n"
    )
    out = record(tmp_path, [], program)
    assert "RAN" not in out["printed"]
    names = {one[2] for one in out["files"]["program.py"]["bound"]}
    assert {"odd", "odds"} <= names
    assert ["object", ["__main__.Odd", "object"]] in out["descriptions"]


def test_a_program_without_end_is_written_down_all_the_same(tmp_path):
    out = record(tmp_path, [], "x = 3\nwhile True:\n    pass\n", seconds=1)
    assert [one[2] for one in out["files"]["program.py"]["bound"]] == ["x"]


FAKE = """#!{python}
import json, sys
place = {{"row": {row}, "column": 5}}
end = {{"row": {row}, "column": 15}}
report = {{"filename": "program.py", "code": "CF101", "severity": "error", "message": "planted",
          "location": place, "end_location": end, "related": []}}
bindings = [{{"function": "", "name": "x", "line": 2, "column": 1, "type": {text!r}}}]
infer = {{"functions": [], "bindings": bindings}}
print(json.dumps(infer if sys.argv[1] == "infer" else [report]))
"""


@pytest.mark.parametrize(
    ("row", "text", "failed"), [(2, "int64[3]", 2), (2, "float64[3]", 1), (4, "float64[3]", 0)]
)
def test_a_suite_is_checked_run_and_judged(tmp_path, row, text, failed):
    (tmp_path / "program.py").write_text(
        "import numpy as np\nx = np.ones(3)\ntry:\n    np.ones(-1)\nexcept ValueError:\n    pass\n"
    )
    fake = tmp_path / "fake"
    fake.write_text(FAKE.format(python=sys.executable, row=row, text=text))
    fake.chmod(0o755)
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); import suites; from pathlib import Path\n"
        "folder = Path(sys.argv[2])\n"
        "place = suites.Place([sys.executable, 'RECORDER', 'path', str(folder / 'program.py')],\n"
        "                     folder, folder, folder, ['program.py'], ['.'])\n"
        "suites.prepare = lambda name, bounded: place\n"
        "sys.argv = ['run', '--bin', str(folder / 'fake'), '--suite', 'examples']\n"
        "import runpy; runpy.run_path(str(Path(suites.__file__).parent / 'run.py'), run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, HERE, tmp_path],
        env=os.environ | {"CONFORMABLE_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1].endswith(f" passed, {failed} failed"), (
        done.stdout + done.stderr
    )
    assert done.returncode == bool(failed)
