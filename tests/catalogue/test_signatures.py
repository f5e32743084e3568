"""The stubs' parameters are those that inspect.signature shows: names, order and kinds."""

import ast
import inspect
from pathlib import Path

import numpy as np
import pytest

CATALOGUE = Path(__file__).parents[2] / "catalogue" / "numpy"

# NumPy's own signature says less than it does, or is written by hand in C.
DIFFERENT = {
    "numpy.einsum": "its first argument is one of *operands",
    "numpy.clip": "that a_min and a_max come together its body says",
    "numpy.arange": "its C signature starts with start_or_stop",
    "numpy.random.rand": "*args alone",
    "numpy.fromstring": "no signature",
    "numpy.random.RandomState": "a class",
    "numpy.random.Generator": "a class",
    "numpy.random.PCG64": "a class",
    "numpy.random.SeedSequence": "a class",
    "numpy.random.BitGenerator": "a class",
    "numpy.ndarray.setflags": "takes positions, whatever its signature says",
    "numpy.dtype": "a class",
    "numpy.random.MT19937": "a class",
    "numpy.random.Philox": "a class",
    "numpy.random.SFC64": "a class",
    "numpy.ndarray.any": "it takes a dtype in the second place",
    "numpy.ndarray.all": "it takes a dtype in the second place",
    "numpy.ndarray.choose": "several by place are choices, and none is given by name",
    "numpy.ndarray.dot": "its operand may be given by name: b",
    "numpy.ma.MaskedArray": "a class",
} | {
    f"numpy.ma.MaskedArray.{name}": "it hands on what it is given to ndarray's"
    for name in ["reshape", "flatten", "transpose", "swapaxes", "squeeze", "repeat", "diagonal"]
}


# They take by keyword what their signature says is taken by place alone.
BY_KEYWORD = {
    "numpy.empty_like",
    "numpy.linalg.outer",
    "numpy.ndarray.partition",
    "numpy.ndarray.put",
    "numpy.ndarray.setfield",
}


def find(path):
    obj = np
    for name in path.split(".")[1:]:
        obj = getattr(obj, name)
    return obj


def stub_params(args):
    P = inspect.Parameter
    found = [(a.arg, P.POSITIONAL_ONLY) for a in args.posonlyargs]
    found += [(a.arg, P.POSITIONAL_OR_KEYWORD) for a in args.args]
    if args.vararg:
        found.append((args.vararg.arg, P.VAR_POSITIONAL))
    found += [(a.arg, P.KEYWORD_ONLY) for a in args.kwonlyargs]
    if args.kwarg:
        found.append((args.kwarg.arg, P.VAR_KEYWORD))
    return found


def decorators(function):
    return {d.id if isinstance(d, ast.Name) else d.func.id for d in function.decorator_list}


def member_name(member):
    return getattr(member, "name", "")


def entries():
    for file in sorted(CATALOGUE.glob("*.pyi")):
        namespace, templates = "", {}
        for node in ast.parse(file.read_text()).body:
            match node:
                case ast.Assign(targets=[ast.Name("namespace")]):
                    namespace = ast.unparse(node.value)
                case ast.FunctionDef() if "template" in decorators(node):
                    templates.setdefault(node.name, []).append(node)
                case ast.FunctionDef():
                    yield f"{namespace}.{node.name}", node
                case ast.Assign(targets=[ast.Name(name)], value=ast.Call(func=ast.Name(template))):
                    yield from ((f"{namespace}.{name}", node) for node in templates[template])
                case ast.ClassDef(name="ndarray" | "Generator" | "RandomState" | "MaskedArray" as kind):
                    path = f"{namespace}.{kind}"
                    for member in node.body:
                        is_own = kind != "MaskedArray" or not member_name(member).startswith("__")
                        if isinstance(member, ast.FunctionDef) and "property" not in decorators(member) and is_own:
                            yield f"{path}.{member.name}", member


CASES = {}
for path, node in entries():
    CASES.setdefault(path, []).append(node)


@pytest.mark.parametrize("path", CASES)
def test_signature(path):
    if path in DIFFERENT:
        pytest.skip(DIFFERENT[path])
    try:
        obj = find(path)
    except AttributeError:
        pytest.skip("not in this version of NumPy")
    try:
        signature = inspect.signature(obj)
    except (TypeError, ValueError):
        pytest.skip("no signature")
    real = [(p.name, p.kind) for p in signature.parameters.values()]
    if real and real[0][0] == "self":
        real[0] = ("self", None)
    if path in BY_KEYWORD:
        named = inspect.Parameter.POSITIONAL_OR_KEYWORD
        real = [(name, named if kind == inspect.Parameter.POSITIONAL_ONLY else kind) for name, kind in real]
    if isinstance(obj, np.ufunc):
        # Another name of `signature`, which no signature has.
        real.append(("sig", inspect.Parameter.KEYWORD_ONLY))
    # One alternative shows all of them; the others may leave out what they exclude.
    shown = []
    for node in CASES[path]:
        own = stub_params(node.args)
        if own and own[0][0] == "self":
            own[0] = ("self", None)
        shown.append(own)
    assert real in shown, f"NumPy: {signature}\nstub: {[ast.unparse(n.args) for n in CASES[path]]}"


def test_names_are_complete():
    """Each public name of the namespaces has an entry, so one without is a misspelling."""
    from tomllib import loads

    dtypes = loads((CATALOGUE / "dtypes.toml").read_text())["dtypes"].values()
    known = {f"numpy.{name}" for dtype in dtypes for name in dtype["attributes"]}
    for file in CATALOGUE.glob("*.pyi"):
        namespace = ""
        for node in ast.parse(file.read_text()).body:
            match node:
                case ast.Assign(targets=[ast.Name("namespace")]):
                    namespace = ast.unparse(node.value)
                    known.add(namespace)
                case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
                    known.add(f"{namespace}.{name}")
                case ast.Assign(targets=[ast.Attribute() as target]):
                    known.add(ast.unparse(target))
                case ast.FunctionDef(name=name):
                    known.add(f"{namespace}.{name}")
    missing = []
    for namespace in ["numpy", "numpy.linalg", "numpy.random", "numpy.fft", "numpy.testing", "numpy.ma"]:
        public = [name for name in dir(find(namespace)) if not name.startswith("_")]
        missing += [f"{namespace}.{name}" for name in public if f"{namespace}.{name}" not in known]
    missing = [name for name in missing if not inspect.ismodule(find(name))]
    assert not missing, missing


COMPLETE = {
    "Generator": np.random.Generator,
    "RandomState": np.random.RandomState,
    "Matrix": np.matrix,
    "MaskedArray": np.ma.MaskedArray,
    "MaskedConstant": type(np.ma.masked),
}


def names_in(node):
    """What a class in a stub has itself."""
    known = {m.name for m in node.body if isinstance(m, ast.FunctionDef)}
    known |= {t.id for m in node.body if isinstance(m, ast.Assign) for t in m.targets}
    return known | {m.target.id for m in node.body if isinstance(m, ast.AnnAssign)}


@pytest.mark.parametrize("name", COMPLETE)
def test_a_complete_class_has_every_attribute(name):
    classes = [
        node
        for file in CATALOGUE.glob("*.pyi")
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.ClassDef)
    ]
    complete = [node for node in classes if "complete" in decorators(node)]
    assert {node.name for node in complete} == set(COMPLETE), "which class is it?"
    (node,) = (node for node in complete if node.name == name)
    known, above = set(), [node]
    while above:
        one = above.pop()
        known |= names_in(one)
        bases = {ast.unparse(base) for base in one.bases}
        above += [other for other in classes if other.name in bases]
    assert {n for n in dir(COMPLETE[name]) if not n.startswith("_")} <= known
