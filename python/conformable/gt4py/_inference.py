"""Inference of whole modules: the operators, scans and programs of a text, or of a decorated function.

Everything is read from the source alone; nothing is run, and GT4Py needn't be there.
"""

import inspect
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, overload

from conformable import _languages, _native
from conformable._languages import Diagnostic, Expression
from conformable._native import NoneType, Type
from conformable.gt4py._hierarchy import FunctionType
from conformable.gt4py._info import checked_policy


@dataclass(frozen=True)
class Variable:
    """A parameter or a local name of an operator, or a name of the module."""

    name: str
    type: Type
    is_argument: bool = False


@dataclass(frozen=True)
class FunctionInstance:
    """One version of an operator: a combination of the members of its parameters' generic types."""

    name: str
    line: int
    instance: int
    signature: str
    #: Of a program that of None.
    result: Type
    arguments: tuple[Variable, ...]
    variables: tuple[Variable, ...]

    @property
    def type(self) -> _native.FunctionType:
        """The operator as a function."""
        params = {argument.name: argument.type for argument in self.arguments}
        return FunctionType([], params, {}, self.result)


@dataclass(frozen=True)
class Function:
    """An operator, a scan or a program with its versions."""

    name: str
    instances: tuple[FunctionInstance, ...]
    #: What is wrong with the module that it stands in.
    diagnostics: tuple[Diagnostic, ...] = ()
    #: Every expression, and every name where it is bound, in the order of evaluation: each has a place and a `type`.
    expressions: tuple[Expression, ...] = field(default=(), repr=False)

    @property
    def type(self) -> _native.FunctionType:
        """The function's type; of a generic one that of its first version."""
        return self.instances[0].type

    @property
    def result(self) -> Type:
        """What it gives."""
        return self.instances[0].result

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """Why GT4Py refuses the module; nothing if it doesn't."""
        return _languages.errors(self.diagnostics)

    def type_at(self, line: int, column: int, instance: int = 0) -> Type | None:
        """The type of the smallest expression at a place of the module, both counted from 1."""
        return _languages.type_at(self.expressions, line, column, instance)


@dataclass(frozen=True)
class Module:
    """A module of which all operators are inferred."""

    functions: Mapping[str, Function]
    #: The module's own names: dimensions, offsets, constants.
    variables: Mapping[str, Variable]
    diagnostics: tuple[Diagnostic, ...]
    #: Every expression, and every name where it is bound, in the order of evaluation: each has a place and a `type`.
    expressions: tuple[Expression, ...] = field(default=(), repr=False)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """Why GT4Py refuses the module; nothing if it doesn't."""
        return _languages.errors(self.diagnostics)

    def type_at(self, line: int, column: int, instance: int = 0) -> Type | None:
        """The type of the smallest expression at a place, both counted from 1; None where there is none."""
        return _languages.type_at(self.expressions, line, column, instance)


@overload
def infer(
    function_or_source: str,
    path: "str | os.PathLike[str] | None" = None,
    modules: Mapping[str, str] | None = None,
    *,
    conversions: str = "none",
) -> Module: ...
@overload
def infer(
    function_or_source: Callable[..., Any],
    path: "str | os.PathLike[str] | None" = None,
    modules: Mapping[str, str] | None = None,
    *,
    conversions: str = "none",
) -> Function: ...
def infer(
    function_or_source: str | Callable[..., Any],
    path: "str | os.PathLike[str] | None" = None,
    modules: Mapping[str, str] | None = None,
    *,
    conversions: str = "none",
) -> Module | Function:
    """The types of a module, given as a text, or of one operator, given as the decorated function.

    `modules` are texts of modules that it imports, by their names. GT4Py converts nothing; of `conversions="implicit"` numbers
    that meet become their common type where nothing is lost. What is wrong with the program is in `diagnostics`; a
    text that isn't Python is a ParseError.
    """
    if isinstance(function_or_source, str):
        return _module(function_or_source, path, modules or {}, conversions)
    function = _defined(function_or_source)
    home = inspect.getmodule(function)
    text = inspect.getsource(home if home is not None else inspect.unwrap(function))
    module = _module(text, inspect.getsourcefile(function), modules or {}, conversions)
    name = function.__qualname__.replace(".<locals>", "")
    if name not in module.functions:
        raise ValueError(f"{name!r} is no operator: it has no decorator of GT4Py's")
    return module.functions[name]


def _defined(operator: Any) -> Any:
    """The Python function that an operator was made of."""
    for name in ("definition_stage", "definition", "__wrapped__"):
        operator = getattr(operator, name, operator)
    if not inspect.isfunction(operator):
        raise TypeError(f"a source or a decorated function is wanted, not {operator!r}")
    return operator


def _module(
    source: str,
    path: "str | os.PathLike[str] | None",
    modules: Mapping[str, str],
    conversions: str,
) -> Module:
    policy = checked_policy(conversions)
    language = "gt4py" if policy == "none" else "gt4py with conversions"
    found = _languages.infer(language, source, path, modules)
    diagnostics, expressions = found.diagnostics, found.expressions
    instances: dict[str, list[FunctionInstance]] = {}
    for function, line, number, signature, result, own in found.functions:
        known = tuple(Variable(row[0], row[1], row[4]) for row in own)
        instance = FunctionInstance(
            function,
            line,
            number,
            signature,
            result if result is not None else NoneType(),
            tuple(one for one in known if one.is_argument),
            tuple(one for one in known if not one.is_argument),
        )
        instances.setdefault(function, []).append(instance)
    functions = {
        function: Function(function, tuple(own), diagnostics, expressions)
        for function, own in instances.items()
    }
    names = {row[0]: Variable(row[0], row[1]) for row in found.variables}
    return Module(functions, names, diagnostics, expressions)
