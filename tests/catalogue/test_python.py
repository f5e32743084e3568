"""`catalogue/python.toml` and the stubs of Python's own functions against Python."""

import ast
import builtins
import collections
import importlib
import inspect
import tomllib
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
TABLE = tomllib.loads((ROOT / "catalogue" / "python.toml").read_text())


def stubs():
    """Paths of functions and names with their definitions; a class's name is its constructor's."""
    for file in ("builtins.pyi", "library.pyi"):
        namespace = ""
        for node in ast.parse((ROOT / "catalogue" / "python" / file).read_text()).body:
            match node:
                case ast.Assign(targets=[ast.Name("namespace")]):
                    namespace = f"{ast.unparse(node.value)}.".removeprefix("builtins.")
                case ast.ClassDef():
                    for member in node.body:
                        if isinstance(member, ast.FunctionDef) and member.name == "__init__":
                            yield node.name, member
                        elif isinstance(member, ast.FunctionDef):
                            yield f"{node.name}.{member.name}", member
                        elif isinstance(member, ast.AnnAssign):
                            yield f"{node.name}.{member.target.id}", None
                case ast.FunctionDef():
                    yield namespace + node.name, node


STUBS = dict(stubs())
# A class of the stubs has what these have between them.
CLASSES = {
    "list": [list],
    "dict": [dict, collections.Counter, collections.defaultdict, collections.OrderedDict],
    "set": [set],
    "str": [str],
    "tuple": [tuple],
    "number": [int, float, complex],
}


def of_python(path):
    """What Python has of that path; several for a method of several classes."""
    space, _, name = path.rpartition(".")
    owners = CLASSES.get(space) or [
        importlib.import_module(space) if space and space != "bytes" else builtins
    ]
    return [getattr(owner, name) for owner in owners if hasattr(owner, name)]


@pytest.mark.parametrize("path", [path for path, node in STUBS.items() if node is not None])
def test_signatures(path):
    """What Python takes the stub takes; it may take more, for other versions and classes."""
    args = STUBS[path].args
    method = (path.partition(".")[0] in CLASSES and "." in path) or STUBS[path].name == "__init__"
    by_place = [arg.arg for arg in args.posonlyargs + args.args][method:]
    named = {arg.arg for arg in args.args + args.kwonlyargs}
    for function in of_python(path):
        try:
            signature = inspect.signature(function)
        except ValueError:
            continue
        params = [p for p in signature.parameters.values() if not (method and p.name == "self")]
        places = [p for p in params if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        assert args.vararg or len(places) <= len(by_place)
        assert args.vararg or all(p.kind != p.VAR_POSITIONAL for p in params)
        assert (
            args.kwarg
            or {p.name for p in params if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)}
            <= named
        )
        assert args.kwarg or all(p.kind != p.VAR_KEYWORD for p in params)
        assert len(by_place) - len(args.defaults) <= sum(p.default is p.empty for p in places)


SAFE = [
    path
    for path in STUBS
    if path.partition(".")[0] in {"math", "time"} or path in {"len", "abs", "divmod", "hash", "id"}
]


@pytest.mark.parametrize("path", SAFE)
def test_number_of_arguments(path):
    """What the stub refuses Python refuses."""
    args = STUBS[path].args
    count = len(args.posonlyargs + args.args)
    (called,) = of_python(path) or [pytest.skip("not in this version")]
    if count > len(args.defaults):
        with pytest.raises(TypeError):
            called(*[1] * (count - len(args.defaults) - 1))
    if not args.vararg:
        with pytest.raises(TypeError, match="argument"):
            called(*[1] * (count + 1))


@pytest.mark.parametrize("name", CLASSES)
def test_attributes(name):
    of = {
        attribute
        for owner in CLASSES[name]
        for attribute in dir(owner)
        if not attribute.startswith("_")
    }
    assert {f"{name}.{attribute}" for attribute in of} <= set(STUBS)


def test_attributes_of_arrays_that_can_be_stored_to():
    writable = set()
    for name in dir(np.ndarray):
        array = np.ones((2, 3), complex)
        if not name.startswith("_") and name != "strides":
            try:
                setattr(array, name, getattr(array, name))
                writable.add(name)
            except AttributeError:
                pass
    assert writable | {"strides"} == set(TABLE["writable_attributes"])  # strides: deprecated
