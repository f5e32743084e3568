"""`catalogue/python.toml` and the stubs of Python's own functions against Python."""

import ast
import builtins
import collections
import importlib
import inspect
import tomllib
import warnings
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
    "bytes": [bytes],
    "tuple": [tuple],
    "number": [int, float, complex],
}


def of_python(path):
    """What Python has of that path; several for a method of several classes."""
    space, _, name = path.rpartition(".")
    owners = CLASSES.get(space) or [getattr(builtins, space or "object", None)]
    if owners == [None] or not space:
        owners = [importlib.import_module(space) if space else builtins]
    return [getattr(owner, name) for owner in owners if hasattr(owner, name)]


@pytest.mark.parametrize("path", [path for path, node in STUBS.items() if node is not None])
def test_signatures(path):
    """What Python takes the stub takes; it may take more, for other versions and classes."""
    args = STUBS[path].args
    by_place = [arg.arg for arg in args.posonlyargs + args.args]
    method = ("." in path and by_place[:1] in (["self"], ["cls"])) or STUBS[path].name == "__init__"
    by_place = by_place[method:]
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


# --- star imports --------------------------------------------------------------------------------



def listed(file):
    """The names in a table, by module."""
    lines = (ROOT / "catalogue" / "python" / file).read_text().splitlines()
    return {module: names.split() for module, _, names in (line.partition(":") for line in lines)}


EXPORTS = listed("exports.txt")


@pytest.mark.parametrize("module", EXPORTS)
def test_exports(module):
    """A star import binds no name that isn't listed, and each one without a question mark."""
    names = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(f"from {module} import *", names)
        except ImportError:
            pytest.skip("not in this Python")
    found = {name for name in names if not name.startswith("__")}
    assert found <= {name.rstrip("?") for name in EXPORTS[module]}
    assert {name for name in EXPORTS[module] if not name.endswith("?")} <= found


NAMES = listed("names.txt")


@pytest.mark.parametrize("module", NAMES)
def test_names_of_modules(module):
    """What a module has is listed, and what it had before isn't there."""
    found = {name for name in dir(importlib.import_module(module)) if not name.startswith("_")}
    assert found <= set(NAMES[module])
    assert not {name.removesuffix("-") for name in NAMES[module] if name.endswith("-")} & found


# --- models --------------------------------------------------------------------------------------

# `six` is another library's.
MODELS = {path.stem: path for path in (ROOT / "catalogue" / "python").glob("*.py") if path.stem != "six"}
MODULES = {"concurrentfutures": "concurrent.futures", "ospath": "os.path"}
# A class `collections_OrderedDict_` is what a class below `collections.OrderedDict` has of it.
CONTAINERS = "subclassed"


def modelled(name):
    """Public functions and methods of a model, by their paths, with their definitions."""
    for node in ast.parse(MODELS[name].read_text()).body:
        match node:
            case ast.FunctionDef() if not node.name.startswith("_"):
                yield node.name, node, False
            case ast.ClassDef() if not node.name.startswith("_"):
                for member in node.body:
                    if isinstance(member, ast.FunctionDef) and member.name in ("__init__", "__made__"):
                        yield node.name, member, True
                    elif isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                        if not any(ast.unparse(mark) == "property" for mark in member.decorator_list):
                            yield f"{node.name}.{member.name}", member, True


def real(name, path):
    """What Python's module has of that path."""
    if name == CONTAINERS:
        container, _, member = path.partition(".")
        *modules, container = container.rstrip("_").split("_")
        name, path = (modules or ["builtins"])[0], f"{container}.{member}" if member else container
    value = importlib.import_module(MODULES.get(name, name))
    for part in path.split("."):
        value = getattr(value, part, None)
    return value


# Nobody makes these but by a function.
MADE = {"concurrentfutures.Future", "re.Match", "re.Pattern"}
CASES = [
    pytest.param(name, path, node, method, id=f"{name}.{path}")
    for name in MODELS
    for path, node, method in modelled(name)
    if f"{name}.{path}" not in MADE
]


@pytest.mark.parametrize(("name", "path", "node", "method"), CASES)
def test_models_take_what_python_takes(name, path, node, method):
    function = real(name, path)
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        pytest.skip("not in this version, or without a signature")
    args = node.args
    by_place = [arg.arg for arg in args.posonlyargs + args.args][method:]
    named = {arg.arg for arg in args.args + args.kwonlyargs}
    params = [p for p in signature.parameters.values() if p.name not in ("self", "cls", "_cls")]
    places = [p for p in params if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    assert args.vararg or len(places) <= len(by_place)
    assert args.vararg or all(p.kind != p.VAR_POSITIONAL for p in params)
    by_name = {p.name for p in params if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)}
    assert args.kwarg or by_name <= named
    assert args.kwarg or all(p.kind != p.VAR_KEYWORD for p in params)
    assert len(by_place) - len(args.defaults) <= sum(p.default is p.empty for p in places)


def closed_classes():
    """Classes of models of which an attribute that isn't there is an error."""
    for name, path in MODELS.items():
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and not node.bases:
                members = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
                stored = {
                    part.attr if isinstance(part, ast.Attribute) else part.id
                    for part in ast.walk(node)
                    if isinstance(part, ast.Attribute | ast.Name) and isinstance(part.ctx, ast.Store)
                }
                if "__getattr__" not in members:
                    yield pytest.param(name, node.name, members | stored, id=f"{name}.{node.name}")


@pytest.mark.parametrize(("name", "path", "attributes"), list(closed_classes()))
def test_models_have_what_python_has(name, path, attributes):
    public = {attribute for attribute in dir(real(name, path)) if not attribute.startswith("_")}
    assert public <= attributes


def complete_classes():
    """Classes of models that say that they have all special methods, with those that they and the classes above them define."""
    for name, path in MODELS.items():
        classes = {node.name: node for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)}

        def names(node, classes=classes):
            own = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            own |= {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
            return own.union(*(names(classes[base.id]) for base in node.bases))

        for node in classes.values():
            stored = {target.id for part in node.body if isinstance(part, ast.Assign) for target in part.targets}
            # What a name with an underscore stands for are those below it.
            if "__complete__" in stored and not node.name.startswith("_"):
                yield pytest.param(name, node.name, names(node), id=f"{name}.{node.name}")


# What has nothing to do with an operator, or with what Python asks of an object.
OF_CLASSES = {
    "__class_getitem__",
    "__del__",
    "__dict__",
    "__firstlineno__",
    "__getattribute__",
    "__module__",
    "__setstate__",
    "__slots__",
    "__static_attributes__",
    "__weakref__",
}


@pytest.mark.parametrize(("name", "path", "methods"), list(complete_classes()))
def test_complete_models_have_all_special_methods(name, path, methods):
    if not isinstance(real(name, path), type):
        pytest.skip("a function that gives objects of another class")
    special = {method for method in dir(real(name, path)) if method.startswith("__")}
    assert special - set(dir(object)) - OF_CLASSES <= methods
