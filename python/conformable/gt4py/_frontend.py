"""Inference for operators and programs: of a module's text, or of a function that Python has, decorated or not."""

import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from conformable import _native
from conformable._native import Type
from conformable.gt4py._hierarchy import FunctionType


@dataclass(frozen=True)
class Diagnostic:
    """What is wrong with a program, and where: lines and columns from 1."""

    severity: str
    code: str
    message: str
    line: int
    column: int
    kind: str | None


@dataclass(frozen=True)
class Operator:
    """An operator, scan or program, for one choice of its variables."""

    name: str
    line: int
    instance: int
    #: As GT4Py prints it.
    signature: str
    #: A function of its parameters; of an operator with errors its result is unknown.
    type: Any
    #: The types of parameters and locals by name: of one that is bound again the last.
    bindings: dict[str, Type]


@dataclass(frozen=True)
class Module:
    """The operators of a module, what is wrong, and the type of each expression by its place."""

    operators: dict[str, list[Operator]]
    names: dict[str, Type]
    diagnostics: tuple[Diagnostic, ...]
    #: First line and column, last line and column, instance, type.
    expressions: tuple[tuple[int, int, int, int, int, Type], ...] = field(repr=False)

    def __getitem__(self, name: str) -> Operator:
        """The first instance of an operator."""
        return self.operators[name][0]

    def type_at(self, line: int, column: int, instance: int = 0) -> Type | None:
        """The type of the shortest expression that begins there."""
        here = [row for row in self.expressions if row[:2] == (line, column) and row[4] == instance]
        return min(here, key=lambda row: row[2:4])[5] if here else None


def infer(source: Any, path: "str | os.PathLike[str] | None" = None) -> Any:
    """The types of a module's operators, from its text; of a function, the `Operator` that it is.

    What is wrong with a module is in `diagnostics`; of a function that has errors it is a ValueError that lists them.
    """
    if isinstance(source, str):
        return _of_text(source, os.fspath(path) if path is not None else "<source>")
    return _of_function(source)


def _of_text(text: str, path: str) -> Module:
    functions, variables, diagnostics, expressions = _native.infer_dialect("gt4py", text, path, [])
    operators: dict[str, list[Operator]] = {}
    for name, line, instance, signature, result, rows in functions:
        params = {row[0]: row[1] for row in rows if row[4]}
        own = FunctionType([], params, {}, result)
        bindings = {row[0]: row[1] for row in rows}
        operators.setdefault(name, []).append(
            Operator(name, line, instance, signature, own, bindings)
        )
    return Module(
        operators,
        {row[0]: row[1] for row in variables},
        tuple(Diagnostic(*row) for row in diagnostics),
        tuple(expressions),
    )


def _of_function(function: Any) -> Operator:
    plain = _definition(function)
    if plain is None:
        raise TypeError(
            f"{function!r} is no text of a module and no function whose source is known"
        )
    try:
        path = inspect.getsourcefile(plain)
        text = Path(path).read_text(encoding="utf-8") if path else ""
        first = inspect.getsourcelines(plain)[1]
    except (OSError, TypeError) as error:
        raise ValueError(f"the source of {plain.__qualname__} is not there: {error}") from None
    module = _of_text(text, str(path))
    found = [own for own in module.operators.get(plain.__name__, []) if own.line >= first]
    if not found:
        raise ValueError(
            f"{plain.__name__} is no operator of {path}: GT4Py's decorators, field_operator, scan_operator, program, say "
            "what is one"
        )
    operator = min(found, key=lambda own: own.line)
    last = first + len(inspect.getsourcelines(plain)[0])
    wrong = [
        f"{each.line}: {each.message}"
        for each in module.diagnostics
        if each.severity == "error" and first <= each.line < last
    ]
    if wrong:
        raise ValueError("\n  - ".join([f"{plain.__name__} has errors:", *wrong]))
    return operator


def _definition(function: Any) -> Callable[..., Any] | None:
    """The function of Python's that was decorated."""
    for _ in range(8):
        if inspect.isfunction(function):
            plain: Callable[..., Any] = inspect.unwrap(function)
            return plain
        inner = [
            getattr(function, name, None)
            for name in ("definition_stage", "definition", "__wrapped__", "func")
        ]
        function = next((own for own in inner if own is not None), None)
    return None
