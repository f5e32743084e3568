"""What functions refuse of matrices they refuse, what matrices' texts have for rows and columns, and which units ranges of
dates have: generated calls, which NumPy answers."""

from random import Random

import numpy as np
import pytest

from generated import CAUGHT, MISSED, agreement, claims, graded_expressions, needs_binary

pytestmark = needs_binary

MATRICES = """np.ones((2,3)) [[1.0,2],[3,5]] np.ones((3,2)) [1.0,2,3] [[1.0],[2],[3]] [[1,0],[1,1]] [[True,False],[False,True]]
[[2.0]]""".split()
OTHERS = [
    "np.ones(3)",
    "np.ones(2)",
    "np.ones((2, 3))",
    "np.eye(2)",
    "0",
    "1",
    "-1",
    "(0, 1)",
    "[1, 2]",
    "None",
]
# `stack` isn't among them: with matrices it writes where it has no memory.
FUNCTIONS = """add subtract multiply matmul dot inner outer kron vdot tensordot cross where concatenate vstack hstack
column_stack block append insert delete repeat tile reshape ravel transpose swapaxes moveaxis squeeze expand_dims broadcast_to sum
mean std max argmax cumsum diff sort argsort lexsort median percentile average cov corrcoef trace diag diagonal triu
take compress searchsorted interp convolve histogram bincount clip isin unique roll flip rot90 linalg.inv linalg.det linalg.solve
linalg.lstsq linalg.eig linalg.eigh linalg.svd linalg.qr linalg.cholesky linalg.norm linalg.matrix_power linalg.multi_dot
linalg.matrix_rank linalg.pinv linalg.slogdet fft.fft fft.fft2 fft.ifft polyfit polyval sin sqrt exp absolute negative isnan sign floor maximum minimum hypot arctan2 greater
equal logical_and floor_divide power divmod modf""".split()
KEYWORDS = ["", "", "", "axis=0", "axis=1", "axis=-1", "axis=2", "axis=None"]


def of_matrices(random):
    arguments = [
        f"np.matrix({random.choice(MATRICES)})" if random.random() < 0.6 else random.choice(OTHERS)
        for _ in range(random.choice([1, 1, 2, 2, 2, 3]))
    ]
    if random.random() < 0.25:
        arguments = [f"[{', '.join(arguments)}]"]
    keyword = random.choice(KEYWORDS)
    return f"np.{random.choice(FUNCTIONS)}({', '.join([*arguments, *[keyword][: bool(keyword)]])})"


def of_texts(random):
    words = "1 -2 0 +7 2.5 1e3 .5 1. 3j 2.5j True 1_0 99999999999 x 07 1-2".split()
    widths = [random.choice([1, 2, 3])] * random.choice([1, 2, 2, 3])
    if random.random() < 0.1:
        widths.append(random.choice([1, 2, 3]))
    rows = []
    for width in widths:
        columns = random.choices(words[: random.choice([4, 8, 16])], k=width)
        rows.append(random.choice([" ", ",", ", ", "  "]).join(columns))
    text = random.choice(["[{}]", "{}", "{}", "{};"]).format("; ".join(rows))
    made = random.choice(["np.matrix", "np.asmatrix"])
    dtype = random.choice(["", "", "", ", dtype=np.float32", ", dtype=complex"])
    return f"{made}({text!r}{dtype})"


def of_dates(random):
    units = ["Y", "M", "W", "D", "h"]

    def date():
        return f'np.datetime64("2024-01-0{random.randint(1, 9)}", "{random.choice(units[2:])}")'

    def month():
        return f'np.datetime64("202{random.randint(0, 9)}-01", "{random.choice(units[:2])}")'

    def difference():
        return f'np.timedelta64({random.randint(1, 5)}, "{random.choice(units)}")'

    def number():
        return random.choice(["1", "3", "np.int64(2)", "np.int8(1)", "True", "2.0", "None"])

    arguments = [random.choice([date, month, difference])()]
    arguments += [
        random.choice([date, month, difference, number])()
        for _ in range(random.choice([0, 1, 1, 2]))
    ]
    if random.random() < 0.1:
        arguments[0] = number()
    return f"np.arange({', '.join(arguments)})"


def of_matrix(said, found):
    """A matrix is of its own class."""
    if isinstance(found, np.matrix):
        is_one = said.startswith("Matrix[")
        return agreement(said[len("Matrix[") : -1], np.asarray(found)) if is_one else claims.UNKNOWN
    return agreement(said, found)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("made", "least"), [(of_matrices, 0.3), (of_texts, 0.6), (of_dates, 0.1)])
def test_generated_calls(made, least, seed, tmp_path):
    random = Random(seed)
    calls = [made(random) for _ in range(600)]
    grades = graded_expressions(calls, {"np": np}, ["import numpy as np"], tmp_path, of_matrix)
    assert grades[CAUGHT] > least * (grades[CAUGHT] + grades[MISSED]), grades
