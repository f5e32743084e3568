"""The models of Python's library take what the functions and classes that they stand for take.

A call that Python binds and a model refuses would be a false error.
"""

import ast
import importlib
import inspect
from pathlib import Path

import pytest

MODELS = Path(__file__).parents[2] / "catalogue" / "python"
#: Files by the modules that they are models of, where a module's name is no file's.
MODULES = {"concurrentfutures": "concurrent.futures", "ospath": "os.path"}
#: Another library's, classes of which Python alone makes instances, and what stands for containers under names of its
#: own (`test_python`).
LEFT_OUT = {"six", "re.Pattern", "re.Match", "subclassed"}
Kind = inspect.Parameter


def written(function, is_method):
    """The signature of a function of a model, without `self`."""
    given = function.args
    defaults = [Kind.empty] * (len(given.posonlyargs) + len(given.args) - len(given.defaults)) + [
        None
    ] * len(given.defaults)
    kinds = [Kind.POSITIONAL_ONLY] * len(given.posonlyargs) + [Kind.POSITIONAL_OR_KEYWORD] * len(
        given.args
    )
    places = zip([*given.posonlyargs, *given.args], kinds, defaults, strict=True)
    parameters = [Kind(arg.arg, kind, default=default) for arg, kind, default in places][is_method:]
    if given.vararg:
        parameters.append(Kind(given.vararg.arg, Kind.VAR_POSITIONAL))
    for arg, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        parameters.append(Kind(arg.arg, Kind.KEYWORD_ONLY, default=None if default else Kind.empty))
    if given.kwarg:
        parameters.append(Kind(given.kwarg.arg, Kind.VAR_KEYWORD))
    return inspect.Signature(parameters)


def calls(signature, is_method):
    """Calls that a signature binds: with what it asks for, and with everything, by place and by name."""
    parameters = list(signature.parameters.values())
    if is_method and parameters and parameters[0].name in {"self", "cls"}:
        parameters = parameters[1:]
    by_place = [
        p for p in parameters if p.kind in (Kind.POSITIONAL_ONLY, Kind.POSITIONAL_OR_KEYWORD)
    ]
    alone = [p for p in parameters if p.kind == Kind.KEYWORD_ONLY]
    required = {p.name: 1 for p in alone if p.default is Kind.empty}
    yield [1 for p in by_place if p.default is Kind.empty], required
    more = [1, 1] if any(p.kind == Kind.VAR_POSITIONAL for p in parameters) else []
    yield [1] * len(by_place) + more, {p.name: 1 for p in alone}
    named = {
        p.name: 1 for p in parameters if p.kind in (Kind.POSITIONAL_OR_KEYWORD, Kind.KEYWORD_ONLY)
    }
    yield [1 for p in by_place if p.kind == Kind.POSITIONAL_ONLY], named


def pairs():
    """What has a model, with the function that is it."""
    for file in sorted(MODELS.glob("*.py")):
        name = MODULES.get(file.stem, file.stem)
        if name in LEFT_OUT:
            continue
        module = importlib.import_module(name)
        for node in ast.parse(file.read_text()).body:
            real = getattr(module, getattr(node, "name", ""), None)
            path = f"{name}.{getattr(node, 'name', '')}"
            if isinstance(node, ast.FunctionDef) and real is not None and not node.decorator_list:
                yield path, node, real, False
            if not isinstance(node, ast.ClassDef) or not isinstance(real, type):
                continue
            for method in node.body:
                if not isinstance(method, ast.FunctionDef) or (
                    f"{path}" in LEFT_OUT and method.name == "__init__"
                ):
                    continue
                own = real if method.name == "__init__" else getattr(real, method.name, None)
                marks = {ast.unparse(mark) for mark in method.decorator_list}
                is_plain = method.name == "__init__" or not method.name.startswith("_")
                if own is not None and is_plain and marks <= {"classmethod"}:
                    yield f"{path}.{method.name}", method, own, True


def signed():
    """Those of which Python knows the signature."""
    for name, model, real, is_method in pairs():
        try:
            yield pytest.param(model, inspect.signature(real), is_method, id=name)
        except (ValueError, TypeError):
            continue


@pytest.mark.parametrize(("model", "signature", "is_method"), signed())
def test_a_model_takes_what_its_function_takes(model, signature, is_method):
    own = written(model, is_method)
    for positional, named in calls(signature, is_method):
        own.bind(*positional, **named)
