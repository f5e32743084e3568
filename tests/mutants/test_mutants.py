"""The harness itself: operators edit one place, NumPy's verdicts are recorded, scoring is right."""

import ast
import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from operators import OPERATORS, mutants, parses

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples" / "correct"


def one(source: str, operator: str) -> set[str]:
    """The texts that an operator makes of a one-line program."""
    return {m.text for m in mutants(source) if m.operator == operator}


@pytest.mark.parametrize(
    ("operator", "source", "mutated"),
    [
        ("drop-transpose", "(a - b).T @ c", "(a - b) @ c"),
        ("drop-transpose", "x.transpose(1, 0)", "x"),
        ("change-axis", "x.sum(axis=0)", "x.sum(axis=1)"),
        ("drop-axis", "np.max(x, axis=0)", "np.max(x)"),
        ("toggle-keepdims", "x.sum(axis=0)", "x.sum(axis=0, keepdims=True)"),
        ("toggle-keepdims", "x.sum(axis=0, keepdims=True)", "x.sum(axis=0)"),
        ("join-axis", "np.stack(xs)", "np.stack(xs, axis=1)"),
        ("other-join", "np.vstack(xs)", "np.hstack(xs)"),
        ("change-size", "np.zeros((n, 4))", "np.zeros((n, 5))"),
        ("change-size", "np.zeros((n, 4))", "np.zeros((n + 1, 4))"),
        ("swap-sizes", "np.zeros((n, 4))", "np.zeros((4, n))"),
        ("change-reshape", "x.reshape(-1, 2)", "x.reshape(-1, 3)"),
        ("shape-as-arguments", "np.zeros((n, 4))", "np.zeros(n, 4)"),
        ("swap-matmul", "(a + b) @ c", "c @ (a + b)"),
        ("swap-matmul", "a @ b @ c", "a @ c @ b"),
        ("other-product", "a @ b", "a * b"),
        ("change-index", "x[:, 0]", "x[:, 1]"),
        ("change-slice", "x[1:]", "x[2:]"),
        ("drop-newaxis", "x[:, None]", "x[:]"),
        ("drop-index", "x[:, 0]", "x[0]"),
        ("drop-subscript", "(a + b)[0].T", "(a + b).T"),
        ("einsum-subscripts", "np.einsum('ij->i', x)", "np.einsum(\"i->i\", x)"),
        ("unpack-arity", "a, b, c = f()", "a, b = f()"),
        ("change-dtype", "x.astype(int)", "x.astype(float)"),
        ("drop-call", "np.exp(x.ravel())", "np.exp(x)"),
        ("swap-arguments", "f(a, b)", "f(b, a)"),
        ("drop-argument", "f(a, b)", "f(b)"),
        ("other-shape-item", "x.shape[0]", "x.shape[1]"),
        ("true-division", "n // 2", "n / 2"),
        ("misspelt-attribute", "np.exp(x)", "x.exp()"),
    ],
)  # fmt: skip
def test_operator(operator, source, mutated):
    assert mutated in one(source, operator)


def test_mutants_differ_in_one_line():
    text = (EXAMPLES / "hmm.py").read_text()
    lines, used = text.splitlines(), set()
    for mutant in mutants(text):
        after = mutant.text.splitlines()
        changed = [i for i, line in enumerate(after) if line != lines[i]]
        assert len(after) == len(lines)
        assert changed
        assert mutant.line == changed[0] + 1
        used.add(mutant.operator)
    assert len(used) > len(OPERATORS) // 2


def test_mutants_parse_but_for_a_few():
    found = list(mutants((EXAMPLES / "kmeans.py").read_text()))
    good = [m for m in found if parses(m)]
    assert len(good) > 0.95 * len(found)
    assert all(ast.parse(m.text) for m in good)


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """A few mutants of each operator, with NumPy's verdicts."""
    folder = tmp_path_factory.mktemp("mutants")
    run("run.py", "--count", "52", "--keep", str(folder))
    return folder / "manifest.json"


def run(script: str, *options: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-B", HERE / script, *options],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def checker(folder: Path, body: str) -> Path:
    """A stand-in for the binary: a script that prints a list of diagnostics."""
    script = folder / "checker"
    script.write_text(f"#!{sys.executable}\nimport json, os, sys\n{body}\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return script


def test_generated(generated):
    rows = json.loads(generated.read_text())["mutants"]
    assert len(rows) == 52
    assert {row["operator"] for row in rows} == set(OPERATORS)
    rejected = [row for row in rows if row["outcome"] == "rejected"]
    assert len(rejected) > 20
    for row in rejected:
        source = generated.parent / row["path"] / row["raised"]["file"]
        assert 1 <= row["raised"]["line"] <= len(source.read_text().splitlines())


def test_silent_checker_catches_nothing(generated, tmp_path):
    silent = checker(tmp_path, "print([])")
    result = run("score.py", "--bin", str(silent), "--manifest", str(generated))
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith(" passed, 0 failed\n")
    asked = run("score.py", "--bin", str(silent), "--manifest", str(generated), "--min", "1")
    assert asked.returncode == 1


def test_perfect_checker_catches_all(generated, tmp_path):
    perfect = checker(
        tmp_path,
        f"""
rows = {{m["path"]: m for m in json.load(open({str(generated)!r}))["mutants"]}}
row = rows[os.path.basename(os.getcwd())]
found = [dict(code="CF000", message="", severity="error", filename=row["raised"]["file"],
              location=dict(row=row["raised"]["line"], column=1))] if "raised" in row else []
print(json.dumps(found))
sys.exit(bool(found))
""",
    )
    result = run("score.py", "--bin", str(perfect), "--manifest", str(generated), "--min", "100")
    assert result.returncode == 0, result.stdout + result.stderr
    average = next(line for line in result.stdout.splitlines() if line.startswith("average"))
    assert average.split()[-2:] == ["100.0", "100.0"]


def test_noisy_checker_fails(generated, tmp_path):
    noisy = checker(
        tmp_path,
        """
file = next(f for f in sorted(os.listdir(".")) if f.endswith(".py"))
print(json.dumps([dict(code="CF000", message="noise", severity="error", filename=file,
                       location=dict(row=1, column=1))]))
sys.exit(1)
""",
    )
    result = run("score.py", "--bin", str(noisy), "--manifest", str(generated))
    assert result.returncode == 1
    assert "false alarms:" in result.stdout
    assert not result.stdout.endswith(" 0 failed\n")


MODULE = '''
import os
import numpy as np
from scipy.linalg import solve as solved

SCALE = 2.0


def helper(x):
    """Twice."""
    return SCALE * x


def taken(a: "Unknown", b):
    """Solves."""
    scaled = helper(a)
    return solved(scaled, np.asarray(b))


def outside(a):
    path = os.getcwd()
    return np.array([path, a])


def writes(a):
    np.save("a.npy", a)
    return a


def by_others(a):
    b = np.asarray(a)
    return unbound(b)


@decorated
def decorated_(a):
    b = np.asarray(a)
    return b
'''


def test_extracted_functions_have_what_they_need_and_run(tmp_path):
    package, out = tmp_path / "package", tmp_path / "programs"
    package.mkdir()
    (package / "module.py").write_text(MODULE)
    done = run("extract.py", str(package), "--out", str(out), "--tries", "60")
    assert done.stdout == "1 programs\n", done.stderr
    text = (out / "p0000.py").read_text()
    names = [node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    assert names == ["helper", "taken"]
    assert text.startswith(
        "import numpy as np\n\n\nfrom scipy.linalg import solve as solved\n\n\nSCALE = 2.0\n"
    )
    assert "Unknown" not in text and "Twice" not in text
    exec(compile(text, "p0000.py", "exec"), {})

    mutants = tmp_path / "mutants"
    silent = checker(tmp_path, "print([])")
    options = ["--bin", str(silent), "--programs", str(out), "--count", "20", "--show", "1"]
    done = run("run.py", *options, "--keep", str(mutants))
    assert done.returncode == 0, done.stdout + done.stderr
    assert (
        "\nnot caught:\n" in done.stdout
        and "aren't caught; at the failing line of 0" in done.stdout
    )
    assert {
        row["program"] for row in json.loads((mutants / "manifest.json").read_text())["mutants"]
    } == {"p0000"}
