"""What `infer --expressions` says of the examples' expressions, held against the values of a run.

Each expression that is read is wrapped, so that the run tells what it was; a value that is of none of the types that
the runs' contexts give it is a contradiction. What the judge of existing programs knows of types (`tests/witness`)
is used here.
"""

import ast
import json
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import checker
import pytest

sys.path.append(str(Path(__file__).resolve().parent))
sys.path.append(str(Path(__file__).resolve().parents[1] / "witness"))

import recorder
import shown
from test_examples import EXAMPLES, PROGRAMS, ROOT, sources

pytestmark = pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")

# Values of one expression that are held.
VALUES = 200
# The least share of the expressions that were arrays for which `infer` has a type in each context.
ANSWERED = 0.95

SITES = (
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.Call,
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
)


class Noted(ast.NodeTransformer):
    """Wraps each expression that is read: `__noted__(its place, its value)`."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            # Decorators, bases and annotations are looked at too early, or never.
            node.body = [self.visit(one) for one in node.body]
            return node
        if isinstance(node, ast.AnnAssign | ast.Delete | ast.JoinedStr | ast.Lambda | ast.pattern):
            return node
        place = self.place(node) if isinstance(node, SITES) else None
        is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "super"
        ):
            return node
        self.generic_visit(node)
        if place is None or not is_read:
            return node
        noted = ast.Call(ast.Name("__noted__", ast.Load()), [ast.Constant(place), node], [])
        return ast.copy_location(noted, node)

    def place(self, node: ast.expr) -> tuple[int, int, int, int]:
        def column(row: int, offset: int) -> int:
            return len(self.lines[row - 1].encode()[:offset].decode()) + 1

        start = node.lineno, column(node.lineno, node.col_offset)
        return *start, node.end_lineno, column(node.end_lineno, node.end_col_offset)


# Runs the program at argv[2] in the folder at argv[1], where each module is already noted.
DRIVER = """\
import builtins, json, os, sys
sys.path.insert(0, sys.argv[3])
import recorder, runpy
seen = {}
def noted(place, value):
    file = sys._getframe(1).f_code.co_filename
    kept = seen.setdefault((file, place), set())
    if len(kept) < 200:
        kept.add(recorder.describe(value))
    return value
builtins.__noted__ = noted
sys.path.insert(0, os.path.dirname(sys.argv[2]))
out = sys.argv[4]
sys.argv = sys.argv[2:3]
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
finally:
    rows = [[os.path.relpath(file), place, list(kept)]
            for (file, place), kept in seen.items()]
    json.dump(rows, open(out, "w"))
"""


def values_of_a_run(program: dict, folder: Path) -> dict:
    """What each expression of a program was, by file and place."""
    top = folder / "program"
    for name, text in sources(program["path"]).items():
        path = top / (name or Path(program["path"]).name)
        path.parent.mkdir(parents=True, exist_ok=True)
        tree = ast.fix_missing_locations(Noted(text).visit(ast.parse(text)))
        path.write_text(ast.unparse(tree))
    is_file = (EXAMPLES / program["path"]).is_file()
    entry = top / Path(program["entry"]).relative_to(
        Path(program["path"]).parent if is_file else program["path"]
    )
    out = folder / "seen.json"
    driver = folder / "driver.py"
    driver.write_text(DRIVER)
    command = [sys.executable, "-B", driver, top, entry, ROOT / "tests" / "witness", out]
    done = subprocess.run(command, cwd=top, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    found = {}
    for file, place, kept in json.loads(out.read_text()):
        found[file, tuple(place)] = [frozen(one) for one in kept]
    return found


def frozen(value):
    return tuple(map(frozen, value)) if isinstance(value, list) else value


@cache
def facts(path: str) -> list[dict]:
    """`infer --expressions` of a program: one answer for each file."""
    status, answer = checker.answer("infer", f"examples/{path}", "--expressions", cwd=ROOT)
    assert status == 0
    return answer if isinstance(answer, list) else [answer | {"filename": f"examples/{path}"}]


def types_of_runs(answer: dict) -> dict:
    """The types of each expression in the contexts that a run makes; not where calls are left out."""
    cut = {row["function"] for row in answer["functions"] if row["more_calls"]}
    found = {}
    for row in answer["expressions"]:
        start, end = row["location"], row["end_location"]
        place = start["row"], start["column"], end["row"], end["column"]
        of_runs = [one for one in row["types"] if not one["assumed"]]
        if of_runs and not any(one["function"] in cut for one in of_runs):
            found[place] = [one["type"] for one in of_runs]
    return found


def is_array(value: tuple) -> bool:
    return value[0] in ("array", "scalar")


def may_be(text: str, value: tuple) -> bool:
    """Whether a value is of a type for some sizes and dtypes of its names."""
    return any(map(shown.settled, shown.matches(shown.read(text), value, {})))


def hold(program: dict, folder: Path) -> tuple[list[str], int, int, int]:
    """Contradictions; how many values were held; how many expressions were arrays, and were answered."""
    values = values_of_a_run(program, folder)
    wrong, held, arrays, answered = [], 0, 0, 0
    is_file = (EXAMPLES / program["path"]).is_file()
    for answer in facts(program["path"]):
        path = Path(answer["filename"]).relative_to("examples")
        file = path.name if is_file else path.relative_to(program["path"]).as_posix()
        types = types_of_runs(answer)
        for (seen_in, place), kept in values.items():
            if seen_in != file:
                continue
            texts = types.get(place, [])
            known = [text for text in texts if text != "Unknown"]
            if any(map(is_array, kept)):
                arrays += 1
                answered += bool(known) and len(known) == len(texts)
            if not known or len(known) < len(texts):
                continue
            for value in kept[:VALUES]:
                held += 1
                if not any(may_be(text, value) for text in known):
                    wrong.append(f"{file}:{place}: {known} but {value}")
    return wrong, held, arrays, answered


COUNTS: dict[str, tuple[int, int, int]] = defaultdict(tuple)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: Path(p["path"]).stem)
def test_no_type_contradicts_a_run(program, tmp_path):
    wrong, held, arrays, answered = hold(program, tmp_path)
    COUNTS[program["path"]] = (held, arrays, answered)
    assert not wrong, "\n".join(wrong[:20])
    assert held > 100
    assert arrays > 10


def test_arrays_have_an_answer():
    if len(COUNTS) < len(PROGRAMS):
        pytest.skip("only some of the programs were run")
    held, arrays, answered = (sum(column) for column in zip(*COUNTS.values(), strict=True))
    print(
        f"{held:,} values, {arrays:,} expressions that were arrays, {answered / arrays:.1%} answered"
    )
    assert answered >= ANSWERED * arrays


def test_a_contradiction_would_be_found():
    """The judge can fail: a value of another shape, dtype or class is of no such type."""
    import numpy as np

    for text, value, holds in [
        ("float64[3]", np.ones(3), True),
        ("float64[3]", np.ones(4), False),
        ("float64[n, n]", np.ones((3, 4)), False),
        ("float32[3]", np.ones(3), False),
        ("float64", np.float64(1), True),
        ("int", 3.5, False),
    ]:
        assert may_be(text, frozen(recorder.describe(value))) == holds, text
