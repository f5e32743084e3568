"""Where the points are that are integrated over, and how many bins, sizes and axes there are: of whatever length, empty too, and of truths."""

import importlib
from itertools import product

import numpy as np
import pytest

import checker
from generated import CAUGHT, MISSED, graded_expressions, needs_binary

INTEGRANDS = ["np.ones(4)", "np.ones(1)", "np.ones(0)", "np.ones((0, 4))", "np.ones((4, 0))", "np.ones((3, 4))", "np.ones((2, 0, 3))", "np.float64(2)", "[1, 2, 3]", "[]"]
PLACES = "np.ones(0); []; np.ones((0, 4)); np.ones((1, 4)); np.arange(4.); np.arange(3.); np.ones(1); np.arange(2.); np.arange(12.).reshape(3, 4); 2; None".split("; ")
DISTANCES = "np.ones(0); np.ones(3); 2; True; np.True_; 1j; None".split("; ")
OF_PLACES = "trapezoid(Y, P); cumulative_trapezoid(Y, P); cumulative_trapezoid(Y, P, initial=0); simpson(Y, x=P); cumulative_simpson(Y, x=P)"
OF_DISTANCES = "trapezoid(Y, dx=P); cumulative_trapezoid(Y, dx=P); cumulative_trapezoid(Y, dx=P, initial=0); simpson(Y, dx=P); cumulative_simpson(Y, dx=P); romb(Y, dx=P)"


@needs_binary
def test_integrals(tmp_path):
    texts = []
    for table, given in [(OF_PLACES, PLACES), (OF_DISTANCES, DISTANCES)]:
        for call, y, x, axis in product(table.split("; "), INTEGRANDS, given, ["-2", "-1", "0", "1"]):
            texts.append(f"scipy.integrate.{call[:-1].replace('Y', y).replace('P', x)}, axis={axis})")
    importlib.import_module("scipy.integrate")
    names = {"np": np, "scipy": importlib.import_module("scipy")}
    grades = graded_expressions(texts, names, ["import numpy as np", "import scipy.integrate"], tmp_path)
    assert grades[CAUGHT] > 0.8 * (grades[CAUGHT] + grades[MISSED]), grades


VALUES = "True; np.True_; np.False_; np.array(True); np.array(2); np.int8(2); np.uint8(1); 2.0; np.float64(2); np.array([True, False]); np.array([2]); (None, 2); (True, 2); None".split("; ")
COUNTS = """np.histogram(x, V); np.histogram(x, V, (0, 1)); np.histogram_bin_edges(x, V); np.histogram2d(x, x, V); np.histogramdd(m, V); np.bincount(c, minlength=V)
np.arange(V); np.arange(V, 3); np.arange(0, V); np.arange(0, 3, V); np.zeros(V); np.full(V, 1); np.eye(V); np.tile(m, V); np.split(m, V); np.array_split(m, V); np.hsplit(m, V)
np.rollaxis(m, 1, V); np.convolve(x, x, V); np.fft.fftn(m, V); np.fft.rfft2(m, V); np.linspace(0, 1, V); np.linspace(0, 1, 3, axis=V); np.diff(m, V); np.reshape(m, V)
np.sum(m, axis=V); np.median(m, axis=V); np.expand_dims(m, V); np.repeat(m, V); np.delete(m, V); np.take(m, V); np.put(x.copy(), V, 1); np.pad(m, V); np.partition(m, V); np.diagflat(x, V); np.unique(m, axis=V)"""
SETUP = ["x = np.arange(4.)", "m = np.arange(12.).reshape(3, 4)", "c = np.array([0, 1, 2])"]


@needs_binary
def test_counts(tmp_path):
    names = {"np": np, "x": np.arange(4.0), "m": np.arange(12.0).reshape(3, 4), "c": np.array([0, 1, 2])}
    texts = [call.replace("V", value) for call in COUNTS.replace("\n", "; ").split("; ") for value in VALUES]
    grades = graded_expressions(texts, names, ["import numpy as np", *SETUP], tmp_path)
    assert grades[CAUGHT] > 0.5 * (grades[CAUGHT] + grades[MISSED]), grades


# What a release refuses is a warning where a project is for an earlier one too, and an error where it isn't.
@needs_binary
@pytest.mark.parametrize("text", ["np.histogram(x, np.True_)", "np.histogram_bin_edges(x, np.True_)", "np.bincount(c, minlength=None)", "np.zeros(None)", "np.arange(np.array([2]))"])
@pytest.mark.parametrize(("releases", "severity"), [(">=2.0", "warning"), (">=2.4", "error")])
def test_releases(text, releases, severity, tmp_path):
    (tmp_path / "pyproject.toml").write_text(f'[tool.conformable]\nnumpy-version = "{releases}"\n')
    file = tmp_path / "lines.py"
    file.write_text("\n".join(["import numpy as np", *SETUP, text, ""]))
    found = checker.answer("check", file)[1]
    assert [one["severity"] for one in found if one["location"]["row"] == 5] == [severity], found
