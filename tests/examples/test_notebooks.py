"""A notebook is checked as the script that its cells are: the same findings, at the same lines of its cells."""

import ast
import json
import random
import re
import tomllib
from pathlib import Path

import checker
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# The programs that are one file, and their twins.
MANIFEST = tomllib.loads((EXAMPLES / "twins.toml").read_text())
PATHS = [row["entry"] for kind in ("program", "twin") for row in MANIFEST[kind] if row["entry"].count("/") == 1]
PENDING = set((EXAMPLES / "pending.txt").read_text().split())
#: What is in a cell besides, in so many lines.
COMMANDS = ["%matplotlib inline", "!ls -la 'it", "%load_ext autoreload", "files = !ls", "np?"]
OTHERS = [("markdown", "# A title"), ("code", "%%bash\nls 'a\n"), ("code", ""), ("raw", "x = (")]


needs_binary = pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")


def cells(text: str, draw: random.Random, between=(COMMANDS, OTHERS)) -> tuple[list[dict], dict[tuple[int, int], int]]:
    """The program in cells, commands and other cells between, and which line of the script each line of a cell is."""
    commands, others = between
    lines = text.splitlines(keepends=True)
    begins = [1]
    for node in ast.parse(text).body[1:]:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        if draw.random() < 0.5:
            begins.append(first)
    found, places = [], {}
    for begin, end in zip(begins, [*begins[1:], len(lines) + 1], strict=True):
        if draw.random() < 0.4:
            found.append(cell(*draw.choice(others)))
        before = draw.sample(commands, draw.choice([0, 0, 1, 2]))
        # A `__future__` has to be the first.
        before = [] if begin == 1 else before
        for number, line in enumerate(range(begin, end)):
            places[len(found) + 1, len(before) + number + 1] = line
        found.append(cell("code", "".join(line + "\n" for line in before) + "".join(lines[begin - 1 : end - 1])))
    return found, places


def cell(kind: str, source: str) -> dict:
    return {"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)}


def as_notebook(path, script):
    """An example as a script and as a notebook of its statements; where each line is in its cells."""
    text = (EXAMPLES / path).read_text()
    script.write_text(text)
    found, places = cells(text, random.Random(path))
    (script.parent / "book.ipynb").write_text(
        json.dumps({"nbformat": 4, "metadata": {}, "cells": found})
    )
    return places


@needs_binary
@pytest.mark.parametrize("path", PATHS)
def test_findings_are_the_scripts(path, tmp_path):
    places = as_notebook(path, tmp_path / "script.py")
    _, findings = checker.answer("check", "book.ipynb", "script.py", cwd=tmp_path)
    of = {"book.ipynb": [], "script.py": []}
    for one in findings:
        row = one["location"]["row"]
        line = places[one["cell"], row] if one["cell"] else row
        of[one["filename"]].append((line, one["location"]["column"], one["code"], one["message"]))
    assert of["book.ipynb"] == of["script.py"]
    assert of["script.py"] or path.startswith("correct/") or Path(path).stem in PENDING


def notebook(*sources: str, **metadata) -> str:
    return json.dumps({"nbformat": 4, "metadata": metadata, "cells": [cell("code", source) for source in sources]})


BROKEN = notebook("import numpy as np", "%run other.py\nx = np.ones(3)", "x\nx[5]\nx.T")


@needs_binary
def test_places_are_told_by_cell(tmp_path):
    (tmp_path / "a.ipynb").write_text(BROKEN)
    said = {}
    for format in ("text", "concise", "github", "gitlab", "junit", "sarif"):
        said[format] = checker.run("check", "--output-format", format, ".", cwd=tmp_path).stdout
    assert " --> a.ipynb:cell 3:2:1\n" in said["text"] and "made at a.ipynb:cell 2:2" in said["text"]
    assert said["concise"].startswith("a.ipynb:cell 3:2:1: error[CF301]")
    assert "line=2" in said["github"] and "a.ipynb:cell 3:2:1: CF301" in said["github"]
    assert json.loads(said["gitlab"])[0]["location"]["lines"] == {"begin": 2, "end": 2}
    assert 'name="a.ipynb:cell 3:2:1 CF301"' in said["junit"]
    places = json.loads(said["sarif"])["runs"][0]["results"][0]["locations"]
    assert places[0]["logicalLocations"] == [{"name": "cell 3", "kind": "cell"}]
    _, [finding] = checker.answer("check", "a.ipynb", cwd=tmp_path)
    assert (finding["cell"], finding["location"]["row"], finding["related"][0]["cell"]) == (3, 2, 2)


@needs_binary
def test_what_a_notebook_may_be(tmp_path):
    files = {
        "r.ipynb": notebook("x <- 1", kernelspec={"language": "R"}),
        "empty.ipynb": "{}",
        ".ipynb_checkpoints/a.ipynb": BROKEN,
        "ignored.ipynb": BROKEN.replace("x[5]", "x[5]  # conformable: ignore[CF301]"),
        "old.ipynb": json.dumps({"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": "x = 1"}]}]}),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert checker.answer("check", ".", cwd=tmp_path) == (0, [])
    (tmp_path / "bad.ipynb").write_text('{"cells": 3}')
    (tmp_path / "syntax.ipynb").write_text(notebook("x = 1", "y ="))
    _, found = checker.answer("check", ".", cwd=tmp_path)
    assert [(one["filename"], one["code"], one["cell"]) for one in found] == [
        ("bad.ipynb", "CF001", None),
        ("syntax.ipynb", "CF002", 2),
    ]
    assert found[0]["message"].startswith("this can't be read: it is no notebook: invalid type")


@needs_binary
def test_a_text_that_is_not_saved(tmp_path):
    done = checker.run("check", "-", "--stdin-filename", "a.ipynb", input=BROKEN, cwd=tmp_path)
    assert "--> a.ipynb:cell 3:2:1" in done.stdout


@needs_binary
def test_comments_are_written_into_the_cells_of_a_notebook(tmp_path):
    (tmp_path / "a.ipynb").write_text(BROKEN)
    done = checker.run("check", "--add-ignore", ".", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "Added comments for 1 of 1 finding, in 1 file.\n")
    written = (tmp_path / "a.ipynb").read_text()
    assert written == BROKEN.replace("x[5]", "x[5]  # conformable: ignore[CF301]")
    assert checker.answer("check", ".", cwd=tmp_path) == (0, [])


def typed(answer: dict, places: dict) -> list:
    """What is inferred, with lines of the script.

    What a function on its own comes to may depend on its fuel, which commands of a notebook take from, too: calls and
    types that are only assumed are left out.
    """
    line = lambda one, key: places[one["cell"], one[key]] if one.get("cell") else one[key]  # noqa: E731
    rows = [("def", line(f, "line"), f["function"], f["signature"]) for f in answer["functions"]]
    for f in answer["functions"]:
        for call in (call for call in f["calls"] if not call["assumed"]):
            at = call["from"] and line(call["from"], "row")
            rows.append(("call", at, f["function"], call["signature"]))
            rows += [("at", line(b, "line"), b["column"], b["name"], b["type"]) for b in call["bindings"]]
    rows += [("bound", line(b, "line"), b["column"], b["function"], b["name"], b["type"]) for b in answer["bindings"]]
    for one in answer["expressions"]:
        start, end = ((line(one[key], "row"), one[key]["column"]) for key in ("location", "end_location"))
        seen = sorted(seen["type"] for seen in one["types"] if not seen["assumed"])
        rows.append(("expression", start, end, one["known"], seen))
    return rows


@needs_binary
@pytest.mark.parametrize("path", [path for path in PATHS if path.startswith("correct/")])
def test_types_are_the_scripts(path, tmp_path):
    places = as_notebook(path, tmp_path / "A.py")
    _, script = checker.answer("infer", "A.py", "--expressions", cwd=tmp_path)
    _, book = checker.answer("infer", "book.ipynb", "--expressions", cwd=tmp_path)
    # A script's classes are those of its module, which a notebook has none of; the name is one
    # that members of unions are in the same order by.
    named = json.loads(re.sub(r"\bA\.", "", json.dumps(script)))
    # What a command is made of is no expression of the script's, and is bound to `files`.
    book["bindings"] = [one for one in book["bindings"] if one["name"] != "files"]
    is_script = lambda at: (at["cell"], at["row"]) in places  # noqa: E731
    book["expressions"] = [one for one in book["expressions"] if is_script(one["location"])]
    of_book, of_script = typed(book, places), typed(named, {})
    assert [row for row in of_book if row not in of_script] == []
    assert [row for row in of_script if row not in of_book] == []
    assert len(of_script) > 30


@needs_binary
def test_infer_tells_places_by_cell(tmp_path):
    source = "import numpy as np\n\ndef f(x):\n    y = x.T\n    return y", "%time\nz = f(np.ones((3, 4)))"
    (tmp_path / "a.ipynb").write_text(notebook(*source))
    said = checker.run("infer", "a.ipynb", cwd=tmp_path).stdout
    assert said == (
        "f:\n    at a.ipynb:cell 2:2: (x: float64[3, 4]) -> float64[4, 3]\n"
        "    on its own: (x?: T[*S]) -> T[*reverse(S)]\n\n"
        "in module:\ncell 2:2:1  z: float64[4, 3]\n\n"
        "in f, at its calls:\ncell 1:4:5  y: float64[4, 3]\n"
    )
    (tmp_path / "b.py").write_text("x = 3\n")
    said = checker.run("infer", ".", "--expressions", cwd=tmp_path).stdout
    assert "cell 2:2:5-2:23  float64[4, 3]" in said and "b.py\n\nin module:\n     1:1  x: Literal[3]" in said
    _, answer = checker.answer("infer", "a.ipynb", cwd=tmp_path)
    assert answer["functions"][0]["calls"][0]["from"] == {"filename": "a.ipynb", "row": 2, "cell": 2}
    said = checker.run("infer", "a.ipynb", "--call", "f(float64[2, 5])", cwd=tmp_path).stdout
    assert said.endswith("returns float64[5, 2]\n")


@needs_binary
def test_a_line_of_a_cell_can_be_asked_about(tmp_path):
    (tmp_path / "a.ipynb").write_text(BROKEN.replace("x.T", "if np.random.rand() > 2:\\n    x[7]"))
    said = checker.run("check", "--why", "a.ipynb:cell 3:2", cwd=tmp_path).stdout
    assert said.startswith("a.ipynb:cell 3:2:1: CF301 ") and "verdict: error" in said
    said = checker.run("check", "--why", "a.ipynb:cell 2:1", cwd=tmp_path).stdout
    assert said == "a.ipynb:cell 2:1: nothing was met here that could be reported\n"
    for place, says in [
        ("a.ipynb:2", "the lines of a notebook are those of its cells: 'a.ipynb:cell 1:2'"),
        ("a.ipynb:cell 4:1", "a.ipynb has no line 1 in a cell of code 4"),
        ("a.ipynb:cell 3:99", "a.ipynb has no line 99 in a cell of code 3"),
        ("a.py:cell 1:2", "a.py is no notebook, it has no cells"),
        ("b.ipynb:cell 1:2", "b.ipynb can't be read"),
    ]:
        done = checker.run("check", "--why", place, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "") and says in done.stderr


@needs_binary
def test_tests_on_the_way_are_told_by_cell(tmp_path):
    source = "import numpy as np\nimport sys\nx = np.ones(3)", "if len(sys.argv) > 2:\n    x[7]"
    (tmp_path / "a.ipynb").write_text(notebook(*source))
    said = checker.run("check", "--why", "a.ipynb:cell 2:2", cwd=tmp_path).stdout
    assert "undecided on the way: cell 2, line 1: `len(sys.argv) > 2`" in said, said


@needs_binary
def test_coverage_tells_places_by_cell(tmp_path):
    (tmp_path / "a.ipynb").write_text(notebook("import numpy as np\nimport sensors", "y = np.ones(3) * sensors.load()"))
    said = checker.run("coverage", cwd=tmp_path).stdout
    assert "`sensors.load()` is not known\n           a.ipynb:cell 2:1\n" in said
    _, answer = checker.answer("coverage", cwd=tmp_path)
    assert (answer["causes"][0]["cell"], answer["causes"][0]["location"]["row"]) == (2, 1)
