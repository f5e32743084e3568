"""A notebook is checked as the script that its cells are: the same findings, at the same lines of its cells."""

import ast
import json
import random
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


def cells(text: str, draw: random.Random) -> tuple[list[dict], dict[tuple[int, int], int]]:
    """The program in cells, and which line of the script each line of a cell is."""
    lines = text.splitlines(keepends=True)
    begins = [1]
    for node in ast.parse(text).body[1:]:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        if draw.random() < 0.5:
            begins.append(first)
    found, places = [], {}
    for begin, end in zip(begins, [*begins[1:], len(lines) + 1], strict=True):
        if draw.random() < 0.4:
            found.append(cell(*draw.choice(OTHERS)))
        before = draw.sample(COMMANDS, draw.choice([0, 0, 1, 2]))
        # A `__future__` has to be the first.
        before = [] if begin == 1 else before
        for number, line in enumerate(range(begin, end)):
            places[len(found) + 1, len(before) + number + 1] = line
        found.append(cell("code", "".join(line + "\n" for line in before) + "".join(lines[begin - 1 : end - 1])))
    return found, places


def cell(kind: str, source: str) -> dict:
    return {"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)}


@needs_binary
@pytest.mark.parametrize("path", PATHS)
def test_findings_are_the_scripts(path, tmp_path):
    text = (EXAMPLES / path).read_text()
    (tmp_path / "script.py").write_text(text)
    found, places = cells(text, random.Random(path))
    (tmp_path / "book.ipynb").write_text(json.dumps({"nbformat": 4, "metadata": {}, "cells": found}))
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
