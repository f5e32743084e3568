"""Functions of many keywords with any of them: what is refused is what NumPy refuses, and what is revealed is what it gives. Of no dims and of size 0 too."""

from random import Random

import numpy as np
import pytest

from generated import CAUGHT, MISSED, graded_expressions, needs_binary

SETUP = """x = np.arange(4.)
m = np.arange(12.).reshape(3, 4)
s = np.float64(2.5)
e = np.ones(0)
e2 = np.ones((0, 3))
c = np.array([0, 1, 2])
b = np.array([True, False, True])
i = np.arange(6).reshape(2, 3)
f = np.ones((2, 2), np.float32)
t = np.ones((2, 3, 4))
u = np.ones((3, 3), np.uint8)
z = np.ones((2, 2)) * 1j"""
A = "x m s e e2 c b i f t u z 2 2.5 True 1j [] [1,2,3] [[1,2],[3,4]] np.float32(2) np.array(2)".split()
AXES = "-1 0 1 2 -2 None (0,1) (0,0) (1,) ()".split()
AXIS = "-1 0 1 2 -3 None".split()
TRUTHS = ["True", "False"]

# What is given by place, and what may be given by keyword.
CALLS = {
    "pad": ([A, "1 0 (1,2) ((1,2),(0,1)) -1 [1,1] 2.5 ((1,),) (1,2,3) {0:1}".split()], {"mode": "'edge' 'constant' 'reflect' 'wrap' 'mean' 'linear_ramp' 'empty' 'no'".split(), "constant_values": ["0", "(0,1)", "1j"], "stat_length": ["1", "(1,2)"], "end_values": ["0"], "reflect_type": ["'odd'"]}),
    "cov": ([A], {"y": A, "rowvar": TRUTHS, "bias": TRUTHS, "ddof": ["0", "1"], "fweights": "c None [1,1,2,2]".split(), "aweights": "c None x [1,1,1]".split(), "dtype": ["None", "np.float32", "complex"]}),
    "gradient": ([A], {"axis": AXES, "edge_order": ["1", "2"]}),
    "unique": ([A], {"return_index": TRUTHS, "return_inverse": TRUTHS, "return_counts": TRUTHS, "axis": AXIS, "equal_nan": TRUTHS}),
    "cross": ([A, A], {"axisa": AXIS, "axisb": AXIS, "axisc": AXIS, "axis": AXIS}),
    "einsum": (["'ij,jk' 'ij,jk->ik' 'i,i' '...i,...i' 'ij,ij->' 'i,j->ij'".split(), A, A], {"optimize": TRUTHS, "dtype": ["float", "None", "complex"]}),
    "tensordot": ([A, A], {"axes": "0 1 2 ([0],[0]) ([0,1],[0,1]) (0,1) ([],[]) 3 -1 None".split()}),
    "linalg.norm": ([A], {"ord": "None 2 1 -2 0 np.inf 'fro' 'nuc' 3 'no'".split(), "axis": AXES, "keepdims": TRUTHS}),
    "insert": ([A, "0 1 [0,1] -1 5 slice(0,2) np.array([0,2])".split(), "9 [9,8] x m e 1j".split()], {"axis": AXIS}),
    "delete": ([A, "0 1 [0,1] -1 5 b slice(0,2) [] np.array([0,2]) [True,False] 2.0".split()], {"axis": AXIS}),
    "take_along_axis": ([A, "c np.array([[0],[1],[2]]) np.array([[0,1,2]]) x".split()], {"axis": AXIS}),
    "select": (["[x>1] [m>1,m<0] [b,b] [] [x] [True] [b,x>1]".split(), "[x] [m,m] [1,2] [x,m] [c,c] [1j]".split()], {"default": "0 x 1j None".split()}),
    "apply_over_axes": ([["np.sum", "np.mean"], A, "0 [0,1] (0,) -1".split()], {}),
    "quantile": ([A, "0.5 [0.1,0.9] 2 np.float32(0.5)".split()], {"axis": AXES[:9], "method": "'linear' 'nearest' 'inverted_cdf' 'hazen'".split(), "keepdims": TRUTHS, "weights": "None x c m".split()}),
    "nanpercentile": ([A, "50 [10,90] 200".split()], {"axis": AXES[:9], "method": "'linear' 'nearest' 'no'".split(), "keepdims": TRUTHS, "weights": "None x c".split()}),
    "lib.stride_tricks.sliding_window_view": ([A, "1 2 (2,2) (1,) 0 -1 5 [1,1] 2.0".split()], {"axis": AXES, "writeable": TRUTHS}),
    "average": ([A], {"axis": AXES, "weights": "None x c m [1,2]".split(), "returned": TRUTHS, "keepdims": TRUTHS}),
    "trapezoid": ([A], {"x": "None x c m 2".split(), "dx": "1 2.5 x".split(), "axis": AXIS}),
    "diff": ([A], {"n": "0 1 2 -1 5".split(), "axis": AXIS, "prepend": "0 x m 1j".split(), "append": ["0", "c"]}),
    "searchsorted": (["x c e b".split(), A], {"side": "'left' 'right' 'no'".split(), "sorter": "None np.array([0,1,2,3]) x [0,1]".split()}),
    "rot90": ([A], {"k": "0 1 -1".split(), "axes": "(0,1) (1,0) (0,0) (0,2) (1,) [0,1]".split()}),
    "linspace": (["0 x m 1j np.float32(0) True e".split(), "1 x c [1,2]".split()], {"num": "5 0 1 -1".split(), "endpoint": TRUTHS, "retstep": TRUTHS, "axis": "0 -1 1".split()}),
    "partition": ([A, "0 1 [0,1] -1 5 2.0".split()], {"axis": AXIS, "kind": ["'introselect'", "'no'"]}),
    "packbits": (["b u i x e c>0 m>1 True".split()], {"axis": AXIS, "bitorder": "'big' 'little' 'no'".split()}),
    "nan_to_num": ([A], {"copy": TRUTHS, "posinf": ["None", "1"]}),
    "clip": ([A, "0 None x".split(), "5 None c e".split()], {"dtype": ["float", "None"]}),
    "std": ([A], {"axis": AXES, "ddof": ["0", "1"], "keepdims": TRUTHS, "dtype": ["float", "None", "complex"], "mean": ["2.0"]}),
}


def expressions(name, random):
    places, keywords = CALLS[name]
    for _ in range(100):
        given = [f"{key}={random.choice(values)}" for key, values in keywords.items() if random.random() < 0.35]
        yield f"np.{name}({', '.join([*map(random.choice, places), *given])})"


@needs_binary
@pytest.mark.parametrize("seed", range(2))
def test_keywords(seed, tmp_path):
    names = {"np": np}
    exec(SETUP, names)
    texts = [text for name in CALLS for text in expressions(name, Random(f"{seed} {name}"))]
    grades = graded_expressions(list(dict.fromkeys(texts)), names, ["import numpy as np", *SETUP.split("\n")], tmp_path)
    assert grades[CAUGHT] > 0.8 * (grades[CAUGHT] + grades[MISSED]), grades
