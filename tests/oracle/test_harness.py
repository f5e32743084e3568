"""The harness itself: a checker that asks NumPy gets full marks, one that lies is found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import run
from functions import SPECS

HERE = Path(__file__).resolve().parent


def oracle(mode: str, *arguments: str) -> subprocess.CompletedProcess:
    command = [
        sys.executable,
        str(HERE / "run.py"),
        "--bin",
        str(HERE / "fake_checker.py"),
        *arguments,
    ]
    environment = os.environ | {"FAKE_CHECKER": mode}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def test_an_honest_checker_is_exact():
    done = oracle("honest", "--n", "3000", "--min-exact", "100", "--max-missed", "0")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert done.stdout.splitlines()[-1].endswith("passed, 0 failed")
    assert "exact 100.0%, unknown 0.0%" in done.stdout


def test_a_lie_is_found_and_shown_as_a_program():
    done = oracle("wrong", "--n", "1000", "--show", "500")
    assert done.returncode == 1
    assert "# contradiction: " in done.stdout
    assert "# false rejection: " in done.stdout
    start = done.stdout.index("# contradiction: ")
    program = done.stdout[start:].split("\n\n")[0]
    exec(program, {})


def test_silence_is_unknown_and_missed_but_no_failure():
    done = oracle("silent", "--n", "600")
    assert done.returncode == 0
    assert "unknown 100.0%" in done.stdout
    assert "missed 100.0%" in done.stdout
    assert oracle("silent", "--n", "600", "--max-unknown", "50").returncode == 1
    assert oracle("silent", "--n", "600", "--max-missed", "50").returncode == 1


def test_a_crash_is_traced_to_its_case():
    done = oracle("garbled", "--n", "8", "--function", "np.sum", "--function", "x[i]")
    assert done.returncode == 1
    assert done.stdout.count("# crash: ") == 8
    done = oracle("fragile", "--n", "100", "--function", "np.sum", "--function", "np.cov")
    assert done.returncode == 1
    crashed = done.stdout.split("# crash: ")[1:]
    assert crashed and all(text.startswith("np.cov") for text in crashed)
    assert done.stdout.endswith("50 passed, 50 failed\n")


def test_a_seed_and_a_function_decide_its_cases():
    def lines(specs, seed):
        cases = run.make_all(specs, 20 * len(specs), seed)
        return [case.lines for case in cases if case.spec.name == "np.sum"]

    some = [spec for spec in SPECS if spec.name in ("np.sum", "np.eye")]
    alone = [spec for spec in SPECS if spec.name == "np.sum"]
    assert lines(alone, 0) == lines(some, 0)
    assert lines(alone, 0) != lines(alone, 1)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_every_function_has_cases_that_run(spec):
    cases = run.make_some(spec, 20, 0)
    assert len(cases) == 20
    assert sum(case.raised is None for case in cases) >= 5


def test_names_are_unique():
    names = [spec.name for spec in SPECS]
    assert len(names) == len(set(names))
