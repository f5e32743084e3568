"""SciPy's distributions of vectors, interpolators and rotations: generated calls of them, and of what they give, run by SciPy."""

import importlib
from random import Random

import numpy as np
import pytest

from generated import CAUGHT, claims, graded_expressions, needs_binary
from test_scipy_functions import generated

SQUARES = ["np.eye(2)", "np.eye(3)", "np.eye(1)", "2.0", "1", "[1.0, 2.0]", "np.ones(3)", "np.ones((2, 3))", "[[2.0, 0], [0, 1]]"]
VECTORS = ["np.zeros(2)", "np.zeros(3)", "[0.0, 1.0]", "np.ones(1)", "0.0", "None", "np.arange(3)"]
PLACES = ["np.ones(2)", "np.ones(3)", "np.ones((5, 2))", "np.ones((4, 5, 3))", "np.ones((1, 2))", "np.ones((5, 1))", "0.5", "[0.1, 0.2]", "np.ones(1)"]
PLACES += ["[[1, 2], [3, 4]]", "np.ones((5, 3), np.float32)", "np.zeros((2, 1, 2))", "np.ones((3, 3))"]
SIZES = ["", ", size=5", ", size=(2, 4)", ", size=1", ", size=()", ", size=(1, 3)"]
SHARES = ["np.ones(3)", "[1.0, 2.0]", "np.ones(1)", "np.ones((2, 2))", "[0.2, 0.3, 0.5]"]
OF_SHARES = ["np.ones(3) / 3", "np.ones(2) / 3", "np.ones((3, 5)) / 3", "[0.4, 0.6]", "np.ones((2, 1)) / 3", "[0.2, 0.3, 0.5]", "np.ones((3, 1)) / 3"]
COUNTS = ["[1, 2, 2]", "[3, 2]", "np.ones((5, 3), int)", "np.ones((1, 3), int)", "np.ones((2, 5, 2), int)", "[5]"]

DISTRIBUTIONS = {
    "scipy.stats.multivariate_normal": [
        ".{at}({place}, {mean}, {cov})",
        ".{at}({place}, mean={mean})",
        ".{at}({place}, cov={cov})",
        ".{at}({place})",
        ".rvs({mean}, {cov}{size})",
        ".rvs(cov={cov}{size})",
        "({mean}, {cov}).{at}({place})",
        "({mean}, {cov}).rvs(3)",
        "({mean}, {cov}){attribute}",
        "(cov={cov}).mean",
        ".entropy({mean}, {cov})",
        ".fit({place})",
    ],
    "scipy.stats.multivariate_t": [
        ".pdf({place}, {mean}, {cov}, 3)",
        ".logpdf({place}, {mean}, {cov})",
        ".rvs({mean}, {cov}, 3{size})",
        "({mean}, {cov}, 3).pdf({place})",
        "({mean}, {cov}).rvs(2)",
    ],
    "scipy.stats.dirichlet": [
        ".pdf({of_share}, {share})",
        ".rvs({share}{size})",
        "({share}).pdf({of_share})",
        "({share}).rvs(3)",
        ".mean({share})",
        "({share}).var()",
    ],
    "scipy.stats.multinomial": [
        ".pmf({count}, 5, {share})",
        ".rvs(5, {share}{size})",
        "(5, {share}).pmf({count})",
        "(5, {share}).rvs()",
        ".mean(5, {share})",
    ],
    "scipy.stats.{wishart}": [".rvs(4, {cov}{size})", "(4, {cov}).rvs(3)", "(4, {cov}).rvs()"],
}

GRID = ["(np.arange(3), np.arange(4))", "(np.arange(3.0), [0, 1, 2, 3])", "(np.arange(3),)", "(np.arange(3), np.ones((4, 1)))", "(np.arange(3), np.arange(4), np.arange(2))"]
ON_GRID = ["np.ones((3, 4))", "np.ones((3, 5))", "np.ones((3, 4), int)", "np.ones((3, 4, 2))", "np.ones(3)", "np.ones((3, 4), complex)", "np.ones((3, 4), np.float32)"]
ASKED = ["(np.ones((4, 3)), np.ones((4, 3)))", "(np.ones((4, 3)), np.ones(3))", "(np.ones((4, 3)), np.ones(4))", "(0.5, 0.5)", "([0.5, 1], 0.2)"]
ASKED += ["np.ones((5, 2))", "np.ones((5, 3))", "[0.5, 0.5]", "[0.5, 0.5, 0.5]", "np.ones((2, 3, 2))", "[[0.5, 0.5]]", "np.ones(3)", "(np.ones(3),)", "0.5"]
CLOUDS = ["np.random.default_rng(0).random((9, 2))", "np.random.default_rng(0).random((9, 3))", "(np.arange(9) % 4 * 1.0, np.arange(9) % 5 * 1.0)", "np.arange(9.0)", "np.random.default_rng(0).random((9, 1))", "np.ones((9, 2, 2))"]
ON_CLOUD = ["np.arange(9)", "np.arange(9.0)", "np.ones((9, 2))", "np.ones(8)", "np.ones(9, np.float32)", "np.arange(9) * 1j", "[0, 1, 2, 3, 4, 5, 6, 7, 8]", "np.ones(10)"]

INTERPOLATORS = {
    "scipy.interpolate.griddata({cloud}, {on_cloud}, {asked}": [")", ")", ", method='nearest')", ", method='cubic')", ", 'nearest', 0.0)"],
    "scipy.interpolate.interpn({grid}, {on_grid}, {asked}": [")", ", bounds_error=False)", ", 'nearest')", ", method='splinef2d')"],
    "scipy.interpolate.RegularGridInterpolator({grid}, {on_grid}": [")({asked})", ", bounds_error=False)({asked})", ", 'nearest')({asked})"],
    "scipy.interpolate.{of_points}({cloud}, {on_cloud}": [")({asked})", ")({place}, {place})", ", fill_value=0)({asked})", ")(0.1, [0.2, 0.3])"],
}

ROTATIONS = {
    "scipy.spatial.transform.Rotation.{made}": ["{asked_of}", "{asked_of}", ".apply({vector})", "[{key}].as_quat()", ".inv().apply({vector})"],
    "(scipy.spatial.transform.Rotation.{made} * scipy.spatial.transform.Rotation.{made})": ["{asked_of}", ".apply({vector})"],
    "len(scipy.spatial.transform.Rotation.{made})": [""],
    "[r.as_matrix() for r in scipy.spatial.transform.Rotation.{made}]": [""],
}
MADE = ["from_quat({quaternion})", "from_euler({seq}, {angle})", "from_rotvec({vector})", "from_matrix({matrix})", "random()", "random(4)", "identity()", "identity(2)"]
MADE += ["from_euler({seq}, {angle}, degrees=True)", "from_mrp({vector})"]
QUATERNIONS = ["np.ones(4)", "np.ones((5, 4))", "np.ones((1, 4))", "[0, 0, 0, 1]", "np.ones(3)", "np.ones((2, 3, 4))", "np.ones((5, 3))", "[[0, 0, 0, 1.0]] * 2", "np.ones((4, 4), np.float32)"]
ANGLES = ["30", "0.5", "[1, 2]", "[1, 2, 3]", "np.ones((5, 3))", "np.ones((5, 2))", "np.ones((5, 1))", "[[1], [2]]", "np.ones((2, 4, 3))", "np.ones(1)", "np.ones((4, 2))", "np.ones((0, 3))"]
CARRIED = ["np.ones(3)", "np.ones((5, 3))", "np.ones((1, 3))", "[1, 2, 3]", "np.ones(4)", "np.ones((2, 5, 3))", "np.ones((4, 3))", "np.ones((3, 3), int)", "np.eye(3)", "np.ones((5, 2))"]
MATRICES = ["np.eye(3)", "np.stack([np.eye(3)] * 5)", "np.eye(4)", "np.ones(3)", "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]", "np.eye(3)[None]"]

GRAPH = ["scipy.sparse.csr_matrix(np.ones((4, 4)))", "np.ones((4, 4))", "scipy.sparse.csr_array(np.eye(3))", "np.ones((3, 4))", "[[0, 1], [2, 0]]", "np.ones(3)", "scipy.sparse.coo_matrix(np.ones((2, 3)))"]
NODES = ["", ", indices=0", ", indices=[0, 1]", ", return_predecessors=True", ", indices=[1], return_predecessors=True", ", indices=np.array([1, 0])"]
STATES = ["np.diag([-1.0, -2.0])", "np.diag([-0.5, -0.2, -0.1])", "np.diag([-1, -2])", "np.diag([-0.5, -0.2]).astype(complex)", "np.ones((2, 3))", "[[-0.5]]", "-0.5"]
INPUTS = ["np.ones((2, 1))", "np.eye(2)", "np.ones((3, 2))", "np.ones(2)", "[[1.0]]", "np.ones((2, 1), np.float32)"]
WEIGHTS = ["np.eye(2)", "np.eye(3)", "np.eye(2, dtype=int)", "[[1.0]]", "np.ones(2)", "np.eye(2, dtype=np.float32)"]
COSTS = ["np.eye(1)", "np.eye(2)", "1.0", "[1.0]", "[[2]]", "np.ones((1, 2))"]
PENCILS = ["np.eye(2)", "np.eye(3)", "2 * np.eye(2)", "np.eye(2, dtype=np.float32)", "[[1.0]]", "None", "np.ones((2, 3))", "np.eye(2, dtype=complex)"]
GRAPHS = {
    "scipy.linalg.solve_continuous_are({state}, {inputs}, {weight}, {cost}": [")", ", balanced=False)"],
    "scipy.linalg.solve_discrete_are({state}, {inputs}, {weight}, {cost}": [")"],
    "scipy.linalg.eigh({weight}, {pencil}": [")", ", eigvals_only=True)", ", type=2)[1]"],
    "scipy.sparse.csgraph.connected_components({graph}": [")", ", return_labels=False)", ", directed=False)[1]"],
    "scipy.sparse.csgraph.{paths}({graph}{nodes})": [""],
    "scipy.sparse.csgraph.dijkstra({graph}, indices=[0, 1], min_only=True)": [""],
    "scipy.sparse.csgraph.floyd_warshall({graph})": [""],
    "scipy.sparse.csgraph.laplacian({graph}": [")", ", normed=True)", ", return_diag=True)", ", True, True)[1]", ", form='lo')", ", symmetrized=True)"],
    "scipy.sparse.csgraph.{order}({graph}, 0": [")", ", return_predecessors=False)"],
}

SIGNAL = ["np.sin(np.arange(100.0))", "np.sin(np.arange(300.0))", "np.arange(40) % 7", "np.ones((2, 300))", "np.sin(np.arange(100, dtype=np.float32))", "np.ones(0)", "[1.0, 3.0, 1.0, 5.0, 2.0]"]
WAYS = ["", ", nperseg=32", ", nperseg=16, noverlap=4", ", window='hamming'", ", nfft=512", ", axis=0", ", fs=10.0"]
SIGNALS = {
    "scipy.signal.find_peaks({signal}, height=-9, threshold=-9, prominence=0, width=0, plateau_size=0)": ["[0]", "[1]['{property}']"],
    "scipy.signal.spectrogram({signal}{way}": [")", ", mode='magnitude')", ")[2]"],
    "scipy.signal.csd({signal}, {signal}{way})": ["", "[0]"],
    "scipy.signal.coherence({signal}, {signal}{way})": ["", "[1]"],
    "scipy.signal.welch({signal}{way})": [""],
}
PROPERTIES = "peak_heights left_thresholds prominences left_bases widths left_ips plateau_sizes right_edges".split()

FILLERS = {
    "graph": GRAPH,
    "state": STATES,
    "inputs": INPUTS,
    "weight": WEIGHTS,
    "cost": COSTS,
    "pencil": PENCILS,
    "nodes": NODES,
    "paths": ["shortest_path", "dijkstra", "bellman_ford", "johnson"],
    "order": ["breadth_first_order", "depth_first_order"],
    "signal": SIGNAL,
    "way": WAYS,
    "property": PROPERTIES,
    "made": MADE,
    "quaternion": QUATERNIONS,
    "seq": ["'xyz'", "'z'", "'ZY'", "'ZYX'", "'X'", "'xzx'"],
    "angle": ANGLES,
    "vector": CARRIED,
    "matrix": MATRICES,
    "key": ["0", "-1", "1", "5", "1:3", "[0, 1]", "::2", "np.array([True, False, True, False, True])"],
    "asked_of": [".as_quat()", ".as_matrix()", ".as_rotvec()", ".as_euler('xyz')", ".magnitude()", ".inv().as_quat()", ".mean().as_quat()", ".as_mrp()"],
    "at": ["pdf", "logpdf", "cdf"],
    "attribute": [".mean", ".cov", ".dim"],
    "wishart": ["wishart", "invwishart"],
    "of_points": ["LinearNDInterpolator", "NearestNDInterpolator", "CloughTocher2DInterpolator"],
    "cov": SQUARES,
    "mean": VECTORS,
    "place": PLACES,
    "size": SIZES,
    "share": SHARES,
    "of_share": OF_SHARES,
    "count": COUNTS,
    "grid": GRID,
    "on_grid": ON_GRID,
    "asked": ASKED,
    "cloud": CLOUDS,
    "on_cloud": ON_CLOUD,
}
TABLES = {"distributions": DISTRIBUTIONS, "interpolators": INTERPOLATORS, "rotations": ROTATIONS, "graphs": GRAPHS, "signals": SIGNALS}


@needs_binary
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("table", list(TABLES))
def test_generated_calls(table, seed, tmp_path):
    modules = [f"scipy.{name}" for name in "stats interpolate spatial.transform sparse.csgraph signal".split()]
    names = {"np": np, "scipy": importlib.import_module("scipy")}
    for name in modules:
        importlib.import_module(name)
    head = ["import numpy as np", *(f"import {name}" for name in modules)]
    grades = graded_expressions(generated(TABLES[table], Random(seed), 400, FILLERS), names, head, tmp_path)
    assert grades[CAUGHT] > 5, grades
    known = grades[claims.EXACT] + grades[claims.WEAKER]
    assert known > 0.4 * (known + grades[claims.UNKNOWN]), grades
