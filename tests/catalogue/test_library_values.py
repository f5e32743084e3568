"""What functions of Python's library give that are given NumPy's values, with CPython as the judge.

Each function is called with values of all kinds. What a call gives, CPython says; what can be done with that (`.shape`,
`len(...)`, `[0]`) is written behind the call, and must not be an error: `random.uniform` of two arrays is an array.
"""

import functools
import importlib
import json
import random
import re
import signal
import subprocess
import warnings

import checker
import numpy as np
import pytest

pytestmark = [
    pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set"),
    pytest.mark.skipif(
        not hasattr(signal, "setitimer"), reason="a call may not end, and there are no timers"
    ),
]

MODULES = "bisect calendar cmath colorsys copy fractions heapq itertools math operator random statistics textwrap".split()
ARGUMENTS = [
    *[
        "np.ones(3)",
        "np.zeros((2, 3))",
        "np.float64(0.5)",
        "np.int64(2)",
        "np.array(0.5)",
        "np.array([0.5])",
        "2",
        "0.5",
    ],
    *[
        "[np.ones(3), np.zeros(3)]",
        "[np.float64(1.0), np.float64(2.0)]",
        "[1, 2, 3]",
        "[0.5, 1.5]",
        "np.arange(4)",
    ],
    *["(np.ones(2), np.ones(2))", "'ab'", "True", "None", "{'a': np.ones(3)}"],
]
ATTRIBUTES = [
    "shape",
    "dtype",
    "item",
    "ndim",
    "tolist",
    "real",
    "numerator",
    "append",
    "upper",
    "keys",
]
USES = [
    "len(v)",
    "v[0]",
    "v + 1",
    "v * 2.0",
    "v @ np.ones(3)",
    "v[0].shape",
    "float(v)",
    "int(v)",
    "np.ones(3)[v]",
]
#: Without end, or about the machine.
LEFT_OUT = {
    "count",
    "cycle",
    "repeat",
    "seed",
    "setstate",
    "SystemRandom",
    "prmonth",
    "prcal",
    "prweek",
    "main",
}
#: They call nothing and take nothing before somebody iterates, and the checker speaks of it where they are made.
LAZY = {"itertools.chain", "itertools.groupby"}
#: Lists are compared by what their items say, and of equal ones the first is the largest: both known, neither modelled.
LEFT = re.compile(r"operator\.[lg][et]")


def within_a_second(evaluate):
    def late(*_):
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        return evaluate()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def does(code, names):
    try:
        within_a_second(lambda: eval(code, names))
    except Exception:
        return False
    return True


def functions():
    for module in MODULES:
        imported = importlib.import_module(module)
        for name in sorted(getattr(imported, "__all__", dir(imported))):
            value = getattr(imported, name, None)
            is_error = isinstance(value, type) and issubclass(value, BaseException)
            if (
                callable(value)
                and not name.startswith("_")
                and name not in LEFT_OUT
                and not is_error
            ):
                yield f"{module}.{name}"
    for name in dir(random.Random):
        if not name.startswith("_") and name not in LEFT_OUT:
            yield f"random.Random(3).{name}"


@functools.cache
def programs():
    """The calls that return, each as a function with what can be done with what it gives."""
    chosen = random.Random(5)
    names = {"np": np, **{module: importlib.import_module(module) for module in MODULES}}
    calls = []
    for function in functions():
        if function in LAZY or LEFT.fullmatch(function):
            continue
        given = [[argument] for argument in ARGUMENTS] + [[]]
        given += [[chosen.choice(ARGUMENTS) for _ in range(2)] for _ in range(24)]
        given += [[chosen.choice(ARGUMENTS) for _ in range(3)] for _ in range(12)]
        for arguments in given:
            call = f"{function}({', '.join(arguments)})"
            try:
                value = within_a_second(lambda call=call: eval(call, names))
            except Exception:
                continue
            uses = [f"v.{name}" for name in ATTRIBUTES if hasattr(value, name)]
            uses += [use for use in USES if does(use, {**names, "v": value})]
            calls.append((call, uses))
    return calls


def test_what_runs_is_no_error(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        calls = programs()
    assert len(calls) > 1500, "nearly nothing was called"
    lines = ["import numpy as np", *(f"import {module}" for module in MODULES)]
    for number, (call, uses) in enumerate(calls):
        lines += [f"def f{number}():", f"    v = {call}", *(f"    {use}" for use in uses)]
    (tmp_path / "calls.py").write_text("\n".join(lines) + "\n")
    command = [checker.BINARY, "check", "--no-cache", "--output-format", "json", "calls.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    errors = [row for row in json.loads(done.stdout) if row["severity"] == "error"]
    shown = [f"{lines[row['location']['row'] - 1].strip()}: {row['message']}" for row in errors]
    assert not shown, "\n".join(shown[:40])
