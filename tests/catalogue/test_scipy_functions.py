"""What SciPy's searches, fits and solvers make of functions: generated calls, run by SciPy.

What isn't refused there isn't refused by the checker, and what it says of a result is so.
"""

import importlib
from random import Random

import numpy as np
import pytest

from generated import CAUGHT, claims, graded_expressions, needs_binary

MODULES = ["optimize", "integrate", "interpolate", "stats", "spatial", "cluster.hierarchy", "ndimage"]
STARTS = ["np.ones(2)", "np.zeros(3)", "[1, 2]", "[0.5]", "0.5", "np.ones((2, 2))", "np.ones(2, np.float32)", "(1.0, 2, 3)"]
# One that fits what it is given, whatever that is, and some that ask for something.
SUMS = ["lambda p: np.sum(p ** 2)", "lambda p: p @ p", "lambda p: p[0] ** 2", "lambda p: p[1] ** 2", "lambda p: (p * np.ones(3)).sum()"]
SAME = ["lambda p: p", "lambda p: p - 1", "lambda p: np.array([p[0], p[1]])", "lambda p: p * np.ones(2)"]
RESIDUALS = ["lambda p: p", "lambda p: np.outer(p, p)", "lambda p: np.ones(5) * p[0]", "lambda p: p[0] - 1", "lambda p: [p[0], p[1], 0.0]", "lambda p: np.ones(3, np.float32)"]
RESIDUALS += ["lambda p: np.arange(4) - p[0]", "lambda p: np.arange(4)"]
MORE = ["lambda p, a: np.sum((p - a) ** 2)", "lambda p, a: a * np.sum(p) ** 2", "lambda p, a: p @ np.ones((a, 2)) @ np.ones(2)"]
RATES = ["lambda t, y: -y", "lambda t, y: y * np.ones(2)", "lambda t, y: [y[0], y[1]]", "lambda t, y: np.eye(2) @ y"]
RATES += ["lambda t, y: np.ones(1)", "lambda t, y: 0.5", "lambda t, y: y[1:]", "lambda t, y: np.ones((1, 2))"]
SLOPES = ["lambda y, t: -y", "lambda y, t: y * np.ones(2)", "lambda y, t: [y[0], y[1]]", "lambda y, t: np.eye(2) @ y"]
SLOPES += ["lambda y, t: np.ones(1)", "lambda y, t: 0.5", "lambda y, t: y[1:]", "lambda y, t: np.ones((1, 2))"]
LINES = ["lambda x, a, b: a * x + b", "lambda x, a: a * x", "lambda x, *p: p[0] * x + p[1]"]
SAMPLES = ["np.arange(6.0)", "np.arange(6)", "np.linspace(0, 1, 5)", "[1.0, 2.0, 4.0, 8.0]", "np.array([1.0, 0.5])"]
POINTS = ["np.eye(4, 2) + np.arange(2)", "np.random.default_rng(0).random((8, 2))", "np.random.default_rng(0).random((8, 3))", "np.ones(4)"]

SEARCHES = {
    "scipy.optimize.minimize({sums}, {start})": [".x", "['x']"],
    "scipy.optimize.minimize({sums}, {start}, method='Nelder-Mead')": [".x"],
    "scipy.optimize.minimize({more}, {start}, args=({one},))": [".x"],
    "scipy.optimize.minimize({more}, {start}, {one}, method='BFGS')": [".x"],
    "scipy.optimize.least_squares({same}, {start})": [".x"],
    "scipy.optimize.least_squares({same}, {start}, method='lm')": [".fun", ".jac", ".active_mask"],
    "scipy.optimize.least_squares({residuals}, {start})": [".jac", ".fun", ".grad", ".active_mask", ".success", ".x"],
    "scipy.optimize.least_squares({residuals}, {start}, loss='soft_l1')": [".jac", ".fun", ".optimality", ".message"],
    "scipy.optimize.basinhopping({sums}, {start}, niter=2)": [".x", ".success"],
    "scipy.optimize.brute({sums}, ((0, 1), (0, 1)), Ns=3)": [""],
    "scipy.optimize.brute({sums}, [(0, 1)], Ns=3)": [""],
    "scipy.optimize.brute({sums}, ((0, 1), (0, 1)), Ns=3, finish=None)": [""],
    "scipy.optimize.newton({same}, {start})": [""],
    "scipy.optimize.root_scalar(lambda x: x - 0.5, bracket=(0, {one}))": [".root", ".converged", ".iterations"],
    "scipy.optimize.fmin_powell({sums}, {start}, disp=0)": [""],
    "scipy.optimize.fmin_slsqp({sums}, {start}, iprint=0)": [""],
    "scipy.optimize.fmin_cobyla({sums}, {start}, [])": [""],
    "scipy.optimize.root({same}, {start})": [".x"],
    "scipy.optimize.fsolve({same}, {start})": ["", "[1]"],
    "scipy.optimize.fsolve({same}, {start}, full_output=True)": ["", "[0]", "[4]"],
    "scipy.optimize.leastsq({same}, {start})": ["", "[0]"],
    "scipy.optimize.fmin({sums}, {start}, disp=0)": [""],
    "scipy.optimize.fmin_bfgs({sums}, {start}, disp=0)": [""],
    "scipy.optimize.fmin_cg({sums}, {start}, disp=0)": [""],
    "scipy.optimize.fmin_l_bfgs_b({sums}, {start}, approx_grad=1)": ["[0]"],
    "scipy.optimize.differential_evolution({sums}, [(0, 1), (0, 1)], maxiter=2)": [".x"],
    "scipy.optimize.brentq(lambda x: x - 0.5, 0, {one})": [""],
    "scipy.optimize.bisect(lambda x: x - 0.5, 0, {one}, full_output=True)": ["", "[0]"],
    "scipy.optimize.curve_fit({line}, {sample}, {sample})": ["", "[0]", "[1]", "[2]"],
    "scipy.optimize.curve_fit({line}, {sample}, {sample}, p0={start})": ["", "[0]", "[1]"],
    "scipy.optimize.curve_fit({line}, {sample}, {sample}, p0={start}, maxfev=900)": ["[0]"],
    "scipy.optimize.minimize({sums}, {start}, bounds=[(0, 1)] * 2, options={'maxiter': 3})": [".x"],
    "scipy.optimize.lsq_linear(np.ones((4, 2)), {sample})": [".x"],
    "scipy.integrate.solve_ivp({rate}, (0, 1), {start})": [".y", ".t", "['y']"],
    "scipy.integrate.solve_ivp({rate}, (0, 1), {start}, t_eval=[0, 0.5])": [".y", ".t", ".y[0]", ".y[2]"],
    "scipy.integrate.solve_ivp({rate}, (0, 1), {start}, method='LSODA', max_step=0.5)": [".y"],
    "scipy.integrate.solve_ivp({rate}, (0, 1), {start}, dense_output=True)": [".sol(0.5)", ".sol({sample})", ".sol(np.ones((2, 2)))"],
    "scipy.integrate.solve_ivp({rate}, (0, 1), {start}).sol": ["(0.5)"],
    "scipy.integrate.solve_ivp(lambda t, y: -y[:, 0], (0, 1), {start}, vectorized=True)": [".y"],
    "scipy.integrate.odeint({slope}, {start}, {sample})": ["", "[:, 1]"],
    "scipy.integrate.odeint({rate}, {start}, {sample}, tfirst=True)": [""],
    "scipy.interpolate.RegularGridInterpolator((np.arange(3), np.arange(4)), np.ones((3, 4)))": ["({points})", "([1, 2])", "((1, 2))"],
    "scipy.interpolate.RBFInterpolator({points}, np.ones(8))": ["({points})"],
    "scipy.interpolate.RectBivariateSpline({sample}, {sample}, np.ones((6, 6)))": ["({sample}, {sample})", ".ev({sample}, 1.0)"],
    "scipy.interpolate.splrep({sample}, {sample})": ["", "[1]"],
    "scipy.stats.gaussian_kde({sample})": ["({sample})", "(np.ones((1, 3)))", "({points})"],
    "scipy.stats.gaussian_kde({points}.T)": ["({points}.T)", "([1, 2])"],
    "scipy.stats.{test}({sample}, {sample})": ["[0]", "[1]", "[2]", ".statistic", ".pvalue"],
    "scipy.stats.linregress({sample}, {sample})": ["[0]", "[4]", "[5]", ".slope", ".intercept_stderr"],
    "scipy.stats.norm": [".pdf({sample})", ".cdf({sample}, {one})", ".ppf(0.5, loc={sample}, scale=[[1], [2]])", ".pdf([1, 2], [1, 2, 3])"],
    "scipy.spatial.cKDTree({points})": [".query({points})", ".query({points}, k=2)[1]", ".query([1, 2])", ".query([1, 2])[0]", ".query([1, 2, 3], k=3)", ".data", ".maxes", ".mins", ".query_ball([1, 2])"],
    "scipy.spatial.ConvexHull({points})": [".simplices", ".equations", ".points", ".volume"],
    "scipy.spatial.Delaunay({points})": [".simplices", ".neighbors"],
    "scipy.cluster.hierarchy.fcluster(scipy.cluster.hierarchy.linkage({points}), 1)": [""],
    "scipy.ndimage.gaussian_filter(np.ones((4, 5)), {start})": [""],
}
FILLERS = {
    "start": STARTS,
    "sums": SUMS,
    "same": SAME,
    "more": MORE,
    "residuals": RESIDUALS,
    "rate": RATES,
    "slope": SLOPES,
    "line": LINES,
    "sample": SAMPLES,
    "points": POINTS,
    "one": ["1", "2.0", "3"],
    "test": ["pearsonr", "spearmanr", "kendalltau", "ttest_ind", "ttest_rel", "mannwhitneyu", "ks_2samp"],
}


def filled(random, text, fillers=FILLERS):
    for name, options in fillers.items():
        while "{" + name + "}" in text:
            text = text.replace("{" + name + "}", random.choice(options), 1)
    return text


def generated(tables, random, count, fillers=FILLERS):
    """Calls of a table: each with one of what may follow it."""
    made = [(one, rest) for one, rests in tables.items() for rest in rests]
    return [filled(random, "".join(random.choice(made)), fillers) for _ in range(count)]


@needs_binary
@pytest.mark.parametrize("seed", range(2))
def test_generated_calls_of_functions(seed, tmp_path):
    texts = generated(SEARCHES, Random(seed), 400)
    for name in MODULES:
        importlib.import_module(f"scipy.{name}")
    names = {"np": np, "scipy": importlib.import_module("scipy")}
    head = ["import numpy as np", *(f"import scipy.{name}" for name in MODULES)]
    grades = graded_expressions(texts, names, head, tmp_path)
    assert grades[CAUGHT] > 60, grades
    assert grades[claims.EXACT] > 100, grades
