"""The signature of a living Python function, from its source.

The analysis reads texts. So a function is written as a small module: its own source, that of the
functions and classes it names, and a line for each global or closed-over value that it uses.
What a name stands for is looked up in the living module; a value that no line can say is left out,
and is unknown.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import textwrap
import types
from collections.abc import Callable, Iterator
from typing import Any, overload

from . import _native
from ._contract import is_type
from ._errors import ArgumentError, ShapeError
from ._registry import registry

#: Constants longer than this are left out.
_LONGEST = 10_000


@overload
def infer(function: Callable[..., Any], /) -> _native.Signature: ...
@overload
def infer(function: Callable[..., Any], first: object, /, *types: object) -> _native.Type: ...
def infer(function: Callable[..., Any], /, *types: object) -> Any:
    """The signature of a function; with arguments, the type of its result.

    An argument is a type, its text, or a value, which stands for all values of its type. A call that cannot return raises `ShapeError` with what goes wrong in it; `ArgumentError`, a TypeError, says that arguments
    are too many or too few. TypeError for what
    has no source, such as a function written in C.
    """
    # What packages say of functions.
    registry._ready()
    module = _Module()
    name = module.add(inspect.unwrap(function))
    text = module.text()
    if not types:
        return _native.Signature(_native.infer_function(text, name))
    arguments = [str(_argument(given)) for given in types]
    result, errors = _native.infer_call(text, f"{name}({', '.join(arguments)})")
    if errors:
        misfit = ShapeError if _takes(function, len(types)) else ArgumentError
        raise misfit("\n".join(errors), name, tuple(arguments), [])
    return _native.parse_type(result if result is not None else "Unknown")


def _takes(function: Callable[..., Any], count: int) -> bool:
    """Whether so many arguments by place are none too few and none too many."""
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    return True


def _argument(given: object) -> _native.Type:
    if isinstance(given, str):
        return _native.parse_type(given)
    if is_type(given):
        return given
    from ._instances import from_instance

    return _native.literal_of(given) or from_instance(given)


class _Module:
    """The text of a module, and the names that stand in it."""

    def __init__(self) -> None:
        self.imports: list[str] = ["import numpy as _numpy"]
        self.parts: list[str] = []
        self.known: dict[int, str] = {}
        #: So that identities stay those of living objects.
        self.kept: list[Any] = []
        self.names: set[str] = {"_numpy"}

    def text(self) -> str:
        return "\n".join([*self.imports, *self.parts, ""])

    def add(self, function: Any) -> str:
        """Write a function, and what it uses before it; its name there."""
        if isinstance(function, types.MethodType):
            function = function.__func__
        if not isinstance(function, types.FunctionType):
            raise TypeError(f"{function!r} has no Python source")
        known = self.known.get(id(function))
        if known is not None:
            return known
        definition = _definition(function)
        name = self.fresh(definition.name)
        definition.name = name
        self.known[id(function)] = name
        self.kept.append(function)
        for used, value in _used(function):
            if value is not function:
                self.bind(used, value)
        self.parts.append(ast.unparse(definition))
        return name

    def fresh(self, name: str) -> str:
        while name in self.names:
            name += "_"
        self.names.add(name)
        return name

    def bind(self, name: str, value: Any) -> None:
        """A line that gives a name its value, if one can."""
        if name in self.names:
            return
        line = self.line(name, value)
        if line is not None:
            self.names.add(name)
            (self.imports if "import" in line.split()[:3] else self.parts).append(line)

    def line(self, name: str, value: Any) -> str | None:
        if isinstance(value, types.ModuleType):
            return f"import {value.__name__} as {name}"
        found = _in_library(value)
        if found is not None:
            return f"from {found[0]} import {found[1]} as {name}"
        if isinstance(value, types.FunctionType):
            return self.written(name, value)
        if isinstance(value, type):
            return self.class_of(name, value)
        array = _array(value)
        if array is not None:
            return f"{name} = {array}"
        text = _constant(value)
        return None if text is None else f"{name} = {text}"

    def written(self, name: str, function: types.FunctionType) -> str | None:
        try:
            own = self.add(function)
        except (OSError, TypeError, SyntaxError):
            return None
        return None if own == name else f"{name} = {own}"

    def class_of(self, name: str, written: type) -> str | None:
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(written))).body[0]
        except (OSError, TypeError, SyntaxError, IndexError):
            return None
        if not isinstance(tree, ast.ClassDef) or written.__bases__ != (object,):
            return None
        self.names.add(name)
        for method in vars(written).values():
            if isinstance(method, types.FunctionType):
                for used, value in _used(method):
                    self.bind(used, value)
        for decorator in tree.decorator_list:
            for node in ast.walk(decorator):
                if isinstance(node, ast.Name):
                    module = inspect.getmodule(written)
                    self.bind(node.id, getattr(module, node.id, None))
        tree.name = name
        self.parts.append(ast.unparse(tree))
        return None


def _definition(function: types.FunctionType) -> ast.FunctionDef | ast.AsyncFunctionDef:
    """The function's source without decorators; a lambda as the function that it is."""
    try:
        lines, _ = inspect.getsourcelines(function)
    except OSError as error:
        raise TypeError(f"{function!r} has no Python source") from error
    tree = _parsed("".join(lines), function)
    if function.__name__ != "<lambda>":
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                node.decorator_list = []
                return node
        raise TypeError(f"the source of {function!r} was not found")
    lambdas = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    same = [node for node in lambdas if _arguments(node) == _parameters(function)]
    if len(same) > 1:
        same = [node for node in _lambdas_of_file(function) if _stands_at(node, function)]
    if len(same) != 1:
        raise TypeError(f"several lambdas stand where {function!r} does")
    body = ast.Return(value=same[0].body)
    made = ast.parse("def function(): ...").body[0]
    assert isinstance(made, ast.FunctionDef)
    made.args, made.body = same[0].args, [body]
    return ast.fix_missing_locations(made)


def _parsed(source: str, function: types.FunctionType) -> ast.AST:
    """The tree of lines that may be a part of a statement."""
    text = textwrap.dedent(source).strip()
    for attempt in (text, f"({text})", f"({text.rstrip(',')})", f"_({text}", f"{text}\n    pass"):
        try:
            return ast.parse(attempt)
        except SyntaxError:
            continue
    raise TypeError(f"the source of {function!r} can't be read by itself")


def _arguments(node: ast.Lambda) -> list[str]:
    own = node.args
    return [argument.arg for argument in (*own.posonlyargs, *own.args, *own.kwonlyargs)]


def _parameters(function: types.FunctionType) -> list[str]:
    code = function.__code__
    return list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


def _lambdas_of_file(function: types.FunctionType) -> list[ast.Lambda]:
    text = "".join(linecache.getlines(function.__code__.co_filename, function.__globals__))
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return []
    return [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]


def _stands_at(node: ast.Lambda, function: types.FunctionType) -> bool:
    """Whether an instruction of the code is the whole body of this lambda."""
    body = node.body
    place = (body.lineno, body.end_lineno, body.col_offset, body.end_col_offset)
    return place in function.__code__.co_positions()


def _used(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The global and closed-over names that a function's code reads, with their values."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=False))
    for name, cell in cells.items():
        try:
            yield name, cell.cell_contents
        except ValueError:
            continue
    for name in _names(function.__code__):
        if name not in cells and name in function.__globals__ and not hasattr(builtins, name):
            yield name, function.__globals__[name]


def _names(code: types.CodeType) -> list[str]:
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names.extend(_names(constant))
    return names


def _in_library(value: Any) -> tuple[str, str] | None:
    """Where an import finds the value, if that is a library's namespace."""
    name = getattr(value, "__name__", None)
    if not isinstance(name, str) or not name.isidentifier():
        return None
    import numpy

    spaces = (numpy, numpy.linalg, numpy.fft, numpy.random)
    for space in spaces:
        if getattr(space, name, None) is value:
            return space.__name__, name
    home = getattr(value, "__module__", None)
    if home in ("math", "itertools", "functools", "operator", "dataclasses", "collections"):
        return home, name
    # What a package's stubs say of it comes before its source.
    if isinstance(home, str) and _native.catalogue_op(f"{home}.{name}") is not None:
        return home, name
    return None


def _array(value: Any) -> str | None:
    """An array of the same shape and dtype; what it holds is not known."""
    import numpy

    if type(value) is numpy.ndarray and value.dtype.names is None:
        return f'_numpy.empty({value.shape!r}, dtype="{value.dtype.name}")'
    return None


def _constant(value: Any) -> str | None:
    """A literal that is the value, if there is one."""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return f"float({str(value)!r})"
    if type(value) in (int, float, complex, str, bytes, bool, type(None)):
        text = repr(value)
        return text if len(text) <= _LONGEST else None
    if type(value) in (tuple, list):
        items = [_constant(item) for item in value[:_LONGEST]]
        if len(items) < len(value) or any(item is None for item in items):
            return None
        inside = ", ".join(item for item in items if item is not None)
        if type(value) is list:
            return f"[{inside}]"
        return f"({inside},)" if items else "()"
    return None
