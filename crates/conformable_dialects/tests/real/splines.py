from typing import Final
import numpy as np
from pyccel.decorators import pure, stack_array


@pure
def find_span(knots: "Final[float[:]]", degree: int, x: float) -> int:
    low = degree
    high = knots.shape[0] - 1 - degree
    if x <= knots[low]:
        return low
    if x >= knots[high]:
        return high - 1
    span = (low + high) // 2
    while x < knots[span] or x >= knots[span + 1]:
        if x < knots[span]:
            high = span
        else:
            low = span
        span = (low + high) // 2
    return span


@stack_array("left", "right")
def basis(knots: "float[:]", degree: int, x: float, span: int, values: "float[:]"):
    left = np.zeros(degree, dtype=float)
    right = np.zeros(degree, dtype=float)
    values[0] = 1.0
    for j in range(0, degree):
        left[j] = x - knots[span - j]
        right[j] = knots[span + 1 + j] - x
        saved = 0.0
        for r in range(0, j + 1):
            temp = values[r] / (right[r] + left[j - r])
            values[r] = saved + right[r] * temp
            saved = left[j - r] * temp
        values[j + 1] = saved


def evaluate(knots: "float[:]", coeffs: "float[:]", degree: int, x: "float[:]", y: "float[:]"):
    values = np.empty(degree + 1)
    for k in range(x.shape[0]):
        span = find_span(knots, degree, x[k])
        basis(knots, degree, x[k], span, values)
        total = 0.0
        for i in range(degree + 1):
            total += coeffs[span - degree + i] * values[i]
        y[k] = total
