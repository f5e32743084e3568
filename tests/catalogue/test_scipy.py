"""SciPy's stubs say what SciPy does: its signatures, and generated calls of every entry."""

import ast
import importlib
import importlib.util
import inspect
import re
from pathlib import Path
from random import Random

import numpy as np
import pytest

from generated import agreement, graded_expressions, needs_binary, share_of_exact

ROOT = Path(__file__).parents[2]

# Functions of earlier releases.
GONE = {"scipy.integrate.trapz", "scipy.integrate.simps"}
# Compiled, without a signature that Python knows.
COMPILED = {"scipy.spatial.cKDTree", "scipy.optimize.linear_sum_assignment"}
# What gives objects with methods.
OF_OBJECTS = {"scipy.spatial.KDTree", "scipy.sparse.spmatrix", "scipy.sparse.sparray"}
# SciPy 1.17 breaks down where their points have three dims.
OF_OBJECTS |= {"scipy.spatial.ConvexHull", "scipy.spatial.Delaunay"}
# SciPy 1.17 doesn't come back from them where the numbers are of single precision.
OF_DOUBLES = {"scipy.special.pro_cv", "scipy.special.obl_cv"}
# They take few matrices: test_scipy_objects.py gives them some.
OF_MATRICES = {"scipy.linalg.solve_continuous_are", "scipy.linalg.solve_discrete_are", "scipy.sparse.csgraph.laplacian"}
# What reads and writes files, which a number may be the handle of.
OF_FILES = "scipy.io."
# The first parameter of what calls a function: test_scipy_functions.py gives it one.
OF_FUNCTIONS = {"fun", "func", "f"}
# Releases before 1.14 take `dx` and `axis` by place.
BY_PLACE = {"scipy.integrate.simpson"}

DTYPES = ["np.float64"] * 6 + [
    f"np.{name}" for name in "float32 int64 int32 complex128 complex64 uint8 bool_ float16 int8".split()
]
NUMBERS = ["2.0", "1", "[1.0, 2.0]", "[[1, 2], [3, 4]]", "[1, 2, 3]", "np.float32(2)", "3"]
OF_TRUTH = """left right eigvals_only full_matrices compute_uv pivoting permute_l p_indices return_rank keepdims
return_sign reshape lower return_indices return_distances homogeneous_eigvals exact mu full expand_binnumbers
repetition degrees""".split()
OPTIONS = {
    "axis": ["0", "-1", "1", "2", "None", "(0, 1)"],
    "mode": ["'same'", "'full'", "'valid'", "'economic'", "'r'", "'reflect'", "'constant'"],
    "metric": ["'cityblock'", "'sqeuclidean'", "lambda u, v: 1.0"],
    "output": ["np.float32", "None"],
    "dx": ["0.5", "2"],
    "lu_and_piv": ["scipy.linalg.lu_factor(np.eye(3))", "scipy.linalg.lu_factor(np.eye(2))", "np.ones((3, 3))"],
    "c_and_lower": ["scipy.linalg.cho_factor(np.eye(3))", "(np.eye(2), True)", "np.ones((3, 3))"],
    "full_output": ["0", "1", "False"],
    "a": ["-1", "np.ones(4)", "np.ones((3, 3))", "np.ones((3, 4))"],
    "tck": ["scipy.interpolate.splrep(np.arange(6), np.arange(6))"],
    "Z": ["scipy.cluster.hierarchy.linkage(np.eye(4))", "np.ones((3, 3))"],
    "num": ["3", "5"],
    "nan_policy": ["'propagate'", "'omit'"],
    "keepdims": ["True", "False"],
    "window_length": ["3"],
    "polyorder": ["1"],
    "n": ["3"],
    "numtaps": ["5", "8", "1"],
    "M": ["5", "0", "1", "np.int64(3)", "-1"],
    "Nx": ["5", "0", "np.int64(4)"],
    "window": ["'hann'", "('kaiser', 4.0)", "'hamming'"],
    "side": ["'left'", "'right'"],
    "select": ["'a'", "'i'"],
    "connectivity": ["1", "2"],
    "rank": ["0", "1", "2", "3"],
    "popmean": ["0.5", "[0.5, 1.0]"],
    "proportiontocut": ["0.1"],
    "bins": ["3", "[0, 1, 2]"],
    "score": ["2.0"],
    "t": ["0.5", "2", "np.linspace(0, 1, 5)", "np.ones((2, 3))"],
    **{name: ["True", "False"] for name in OF_TRUTH},
    **{name: ["1", "2", "3", "(1, 2)"] for name in ("sigma", "size", "zoom", "shift", "angle", "N", "iterations")},
}
ARRAYS = {"r", "b", "x", "zi", "weights", "structure", "footprint", "out"}


def entries():
    """Each name's path, and the definitions of it; a family's members have the family's, what isn't modelled has none."""
    for file in sorted((ROOT / "catalogue" / "scipy").glob("*.pyi")):
        namespace, families = "", {}
        for node in ast.parse(file.read_text()).body:
            match node:
                case ast.Assign(targets=[ast.Name("namespace")]):
                    # What classes share, and how a function calls the one that it is given, are no entries of their own.
                    namespace = ast.unparse(node.value)
                    namespace = "" if "._" in namespace or namespace.endswith(".applied") else namespace
                case ast.FunctionDef() if any(ast.unparse(one) == "template" for one in node.decorator_list):
                    families.setdefault(node.name, []).append(node)
                case ast.FunctionDef() if namespace:
                    yield f"{namespace}.{node.name}", [node]
                case ast.Assign(targets=[ast.Name(name)], value=ast.Call(func=ast.Name(family))):
                    yield f"{namespace}.{name}", families[family]
                # One of NumPy's, by another name.
                case ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)], value=ast.Attribute()):
                    yield f"{namespace}.{name}", []


def definitions():
    found = {}
    for path, nodes in entries():
        found.setdefault(path, []).extend(nodes)
    return found


def function(path):
    owner, name = path.rsplit(".", 1)
    # What is above is a module, or a class of one.
    return getattr(importlib.import_module(owner) if is_module(owner) else function(owner), name)


def is_module(path):
    try:
        return importlib.util.find_spec(path) is not None
    except ModuleNotFoundError:
        return False


#: Names that parameters had before, which SciPy takes still by a decorator that its signatures don't show.
FORMER = {f"scipy.stats.{name}": {"mode"} for name in ("ks_2samp", "ks_1samp", "wilcoxon")} | {"scipy.stats.moment": {"moment"}}

NAMES = definitions()
ENTRIES = {path: nodes for path, nodes in NAMES.items() if nodes and path not in GONE | COMPILED}
OBJECTS = {
    node.name
    for file in (ROOT / "catalogue" / "scipy").glob("*.pyi")
    for node in ast.parse(file.read_text()).body
    if isinstance(node, ast.ClassDef) and ast.unparse(node.bases[0]) == "object"
}
NAMESPACES = sorted(filter(is_module, {path.rsplit(".", 1)[0] for path in NAMES}))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("namespace", NAMESPACES)
def test_every_name_is_there(namespace):
    """So that the count of those known is one of all."""
    module = importlib.import_module(namespace)
    public = {name for name in module.__all__ if not inspect.ismodule(getattr(module, name))}
    assert not [name for name in sorted(public) if f"{namespace}.{name}" not in NAMES]


@pytest.mark.parametrize("path", list(ENTRIES))
def test_parameters(path):
    """Its own names in its own order; what a release has added or takes by name alone may be absent."""
    P = inspect.Parameter
    wanted = [
        (p.name, p.kind) for p in inspect.signature(function(path)).parameters.values() if p.kind != P.VAR_KEYWORD
    ]
    for node in ENTRIES[path]:
        args = node.args
        found = [(a.arg, P.POSITIONAL_ONLY) for a in args.posonlyargs]
        found += [(a.arg, P.POSITIONAL_OR_KEYWORD) for a in args.args]
        found += [(args.vararg.arg, P.VAR_POSITIONAL)] if args.vararg else []
        found += [(a.arg, P.KEYWORD_ONLY) for a in args.kwonlyargs if a.arg not in FORMER.get(path, ())]
        if isinstance(function(path), np.ufunc):
            assert len(found) == len(wanted)
        elif path in BY_PLACE:
            assert [name for name, _ in found] == [name for name, _ in wanted]
        else:
            assert found == wanted


def array(random):
    if random.random() < 0.08:
        return random.choice(NUMBERS)
    size = random.choice([0, 1, 2, 3, 3, 3, 3, 4, 5])
    rank = random.choice([0, 1, 1, 1, 2, 2, 2, 2, 2, 3])
    shape = tuple(size if random.random() < 0.6 else random.choice([1, 2, 3, 4]) for _ in range(rank))
    dtype = random.choice(DTYPES)
    if len(shape) == 2 and shape[0] == shape[1] and random.random() < 0.5:
        return f"(np.eye({shape[0]}) * 2 + 1).astype({dtype})"
    return f"np.ones({shape}, {dtype})"


def call(random, path):
    arguments = []
    for p in inspect.signature(function(path)).parameters.values():
        if p.kind in (p.VAR_KEYWORD, p.VAR_POSITIONAL):
            continue
        options = OPTIONS.get(p.name)
        if p.default is p.empty:
            arguments.append(random.choice(options) if options else array(random))
        elif random.random() < 0.15 and (options or p.name in ARRAYS):
            value = random.choice(options) if options else random.choice(["None", array(random)])
            arguments.append(f"{p.name}={value}")
    # An interpolator is called with places.
    places = f"({array(random)})" if path.startswith("scipy.interpolate.") else ""
    return f"{path}({', '.join(arguments)}){places}"


def gives_nothing_known(path):
    """Only their axis is judged: test_scipy_axes.py asks them."""
    return all(ast.unparse(node.returns) == "Unknown" for node in ENTRIES[path])


def calls_a_function(path):
    return next(iter(inspect.signature(function(path)).parameters), "") in OF_FUNCTIONS


def without_objects(text):
    """The type, where an object of a class of its own is unknown: it says no more than its attributes do, of which others ask."""
    for name in OBJECTS:
        while found := re.search(rf"\b{name}\[", text):
            end, depth = found.end(), 1
            while depth:
                depth += (text[end] == "[") - (text[end] == "]")
                end += 1
            text = text[: found.start()] + "Unknown" + text[end:]
    return text


def said_of(text, found):
    text = without_objects(text)
    return "object" if text == "Unknown" else agreement(text, found)


@needs_binary
@pytest.mark.parametrize("seed", range(4))
def test_generated_calls(seed, tmp_path):
    random = Random(seed)
    paths = [path for path in ENTRIES if path not in OF_OBJECTS | OF_DOUBLES | OF_MATRICES and not path.startswith(OF_FILES) and not calls_a_function(path)]
    paths = [path for path in paths if not gives_nothing_known(path)]
    calls = [call(random, random.choice(paths)) for _ in range(700)]
    for name in NAMESPACES:
        importlib.import_module(name)
    names = {"np": np, "scipy": importlib.import_module("scipy")}
    head = ["import numpy as np", *(f"import {name}" for name in NAMESPACES)]
    grades = graded_expressions(calls, names, head, tmp_path, said_of)
    del grades["object"]
    assert share_of_exact(grades) > 0.6, grades
