"""The example programs run, their broken twins fail where the manifest says, and the checker agrees.

`examples/twins.toml` lists both. The checker's part runs when CONFORMABLE_BIN names the binary.
"""

import ast
import difflib
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import checker
import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
MANIFEST = tomllib.loads((EXAMPLES / "twins.toml").read_text())
PROGRAMS = MANIFEST["program"]
TWINS = MANIFEST["twin"]
# Twins that the checker does not find yet; one that it does find must be taken off.
PENDING = set((EXAMPLES / "pending.txt").read_text().split())

each_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: Path(p["path"]).stem)
each_twin = pytest.mark.parametrize("twin", TWINS, ids=lambda t: t["name"])
needs_binary = pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")


def run(entry: str, tmp_path: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-B", "-W", "error", EXAMPLES / entry],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def sources(path: str) -> dict[str, str]:
    """The text of a program's modules by their path inside it; one file is its own only module."""
    top = EXAMPLES / path
    if top.is_file():
        return {"": top.read_text()}
    return {p.relative_to(top).as_posix(): p.read_text() for p in sorted(top.rglob("*.py"))}


def changed_lines(before: str, after: str) -> int:
    matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    return sum(
        max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in matcher.get_opcodes() if tag != "equal"
    )


def raised(stderr: str) -> tuple[str, str, int]:
    """The exception's class, and the file and line of the deepest frame inside the examples."""
    frames = re.findall(r'^  File "([^"]+)", line (\d+)', stderr, re.MULTILINE)
    own = [(file, int(line)) for file, line in frames if Path(file).is_relative_to(EXAMPLES)]
    assert own, stderr
    file, line = own[-1]
    name = re.findall(r"^([\w.]+)(?::|$)", stderr, re.MULTILINE)[-1].rpartition(".")[2]
    if name.startswith("_UFunc"):  # a traceback shows the private subclass, its `__name__` doesn't
        name = "UFuncTypeError"
    return name, Path(file).relative_to(EXAMPLES).as_posix(), line


def test_manifest_lists_the_tree():
    def listed(folder):
        found = (EXAMPLES / folder).iterdir()
        return {p.relative_to(EXAMPLES).as_posix() for p in found if not p.name.startswith(".")}

    assert sorted(p["path"] for p in PROGRAMS) == sorted(listed("correct"))
    assert sorted(t["broken"] for t in TWINS) == sorted(listed("broken"))
    assert {t["correct"] for t in TWINS} == {p["path"] for p in PROGRAMS}


def test_variety():
    """Counts are taken from the sources, and the manifest must say the same."""
    for program in PROGRAMS:
        modules = sources(program["path"])
        nodes = [node for text in modules.values() for node in ast.walk(ast.parse(text))]
        names = {n.attr if isinstance(n, ast.Attribute) else getattr(n, "id", "") for n in nodes}
        lines = sum(len(text.splitlines()) for text in modules.values())

        assert 60 <= lines <= 400, program["path"]
        assert program["modules"] == len(modules), program["path"]
        assert program["classes"] == any(isinstance(n, ast.ClassDef) for n in nodes)
        outside = {"loadtxt", "genfromtxt", "load", "ArgumentParser", "argv"}
        assert program["unknown_data"] == bool(names & outside), program["path"]

    assert len(PROGRAMS) >= 12
    assert sum(p["classes"] for p in PROGRAMS) >= 6
    assert sum(p["modules"] > 1 for p in PROGRAMS) >= 2
    assert sum(p["unknown_data"] for p in PROGRAMS) >= 4
    assert len(TWINS) >= 20
    assert sum(t["elsewhere"] for t in TWINS) >= 10


@each_program
def test_program_runs(program, tmp_path):
    result = run(program["entry"], tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout
    assert not result.stderr


@each_twin
def test_twin_differs_in_few_lines(twin):
    before, after = sources(twin["correct"]), sources(twin["broken"])
    assert before.keys() == after.keys()
    assert 1 <= sum(changed_lines(before[name], after[name]) for name in before) <= 3


@each_twin
def test_twin_fails(twin, tmp_path):
    result = run(twin["entry"], tmp_path)
    assert result.returncode == 1
    assert raised(result.stderr) == (twin["exception"], twin["file"], twin["line"])


@cache
def check(path: str) -> tuple[int, list[dict]]:
    """Exit status and errors of the checker on one program."""
    status, found = checker.answer("check", f"examples/{path}", cwd=ROOT)
    return status, [d for d in found if d["severity"] == "error"]


def statement_rows(file: str, line: int) -> range:
    """Rows of the innermost statement that spans a line; of a compound one, only its header."""
    rows = range(line, line + 1)
    for node in ast.walk(ast.parse((EXAMPLES / file).read_text())):
        if not isinstance(node, ast.stmt):
            continue
        end = node.body[0].lineno - 1 if getattr(node, "body", None) else node.end_lineno
        if node.lineno <= line <= end:
            rows = range(node.lineno, end + 1)
    return rows


@needs_binary
@each_program
def test_checker_accepts_program(program):
    status, errors = check(program["path"])
    assert not errors
    assert status == 0


@needs_binary
@each_twin
def test_checker_finds_the_mistake(twin):
    status, errors = check(twin["broken"])
    rows = statement_rows(twin["file"], twin["line"])
    reported = [(d["filename"], d["location"]["row"]) for d in errors]
    found = any(f == f"examples/{twin['file']}" and row in rows for f, row in reported)
    if twin["name"] in PENDING:
        assert not found, "found now: take it off examples/pending.txt"
        pytest.xfail("not found yet")
    assert status == 1
    assert found, reported
