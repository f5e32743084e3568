"""An axis that a masked array has or hasn't, of functions and of methods: what is refused is what NumPy refuses, whatever the shapes are."""

from itertools import product

import numpy as np
import pytest

from generated import CAUGHT, MISSED, graded_expressions, needs_binary
from test_masked_arrays import grade

PLAIN = ["0.5", "np.ones(4)", "[[1, 2], [3, 4.5]]", "np.ones(0)", "np.ones((0, 4))", "np.ones((2, 3, 4))"]
MASKED = ["np.ma.array(2.5)", "np.ma.array([1.5, 2, 3], mask=[0, 1, 0])", "np.ma.array([[1, 2], [3, 4]], mask=[[0, 0], [1, 0]])", "np.ma.zeros((2, 3, 4))", "np.ma.zeros((0, 3))"]
AXES = ["-4", "-3", "-2", "-1", "0", "1", "2", "3", "None"]

FUNCTIONS = """argsort(X, axis=A); argmin(X, axis=A); take(X, [0], axis=A); take(X, 0, axis=A); diff(X, axis=A); diff(X, n=2, axis=A); diff(X, n=0, axis=A)
size(X, axis=A); trace(X, axis1=A); amax(X, axis=A); max(X, axis=A); compress([True], X, axis=A); count(X, axis=A); ptp(X, axis=A)
average(X, axis=A, returned=True); diagonal(X, axis1=A); diagonal(X, 0, A, 1); swapaxes(X, A, 0); repeat(X, 2, axis=A); repeat(X, [2], axis=A); squeeze(X, axis=A)
notmasked_edges(X, axis=A); notmasked_contiguous(X, axis=A); compress_nd(X, axis=A); compress_rowcols(X, axis=A); alltrue(X, axis=A); sometrue(X, axis=A)
apply_along_axis(np.ma.sum, A, X); mask_rows(X); mask_cols(X); hsplit(X, 1); vander(X); vander(X, 2); diag(X); diag(X, 1)"""
METHODS = """argsort(A); argmax(A); take([0], axis=A); take(0, axis=A); trace(axis1=A); max(axis=A); compress([True], axis=A); count(A); ptp(A)
diagonal(axis1=A); repeat(2, A); swapaxes(A, 0); squeeze(A); sort(A)"""


def calls(text, arrays):
    for call, x, axis in product(text.replace("\n", "; ").split("; "), arrays, AXES):
        yield call.replace("X", x).replace("A", axis)


# What else is refused is of parts that there aren't and of what isn't an axis at all.
@needs_binary
@pytest.mark.parametrize(
    "expressions",
    [[f"np.ma.{call}" for call in calls(FUNCTIONS, PLAIN + MASKED)], [f"{x}.{call}" for x in MASKED for call in calls(METHODS, [x])]],
    ids=["functions", "methods"],
)
def test_axes(expressions, tmp_path):
    grades = graded_expressions(list(dict.fromkeys(expressions)), {"np": np}, ["import numpy as np"], tmp_path, grade)
    assert grades[CAUGHT] > 0.9 * (grades[CAUGHT] + grades[MISSED]), grades
