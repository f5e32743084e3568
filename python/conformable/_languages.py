"""Inference in the statically typed languages, as each language's module has it: diagnostics, places, rows."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from conformable import _native
from conformable._errors import ParseError
from conformable._native import Type

T = TypeVar("T")


class once(Generic[T]):
    """A property that is computed when it is first asked for, as Python's `cached_property` without its lock, which
    takes as long as all else that is asked of a small program. Two threads may both compute it, to the same value."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self._name, self.__doc__ = make, make.__name__, make.__doc__

    def __get__(self, instance: object, owner: type | None = None) -> T:
        if instance is None:
            return self  # type: ignore[return-value]
        value = instance.__dict__[self._name] = self._make(instance)
        return value


class Expression(NamedTuple):
    """An expression of a program, or a name where it is bound: its place, from 1, in which instance, and its type."""

    line: int
    column: int
    end_line: int
    end_column: int
    instance: int
    type: Type


@dataclass(frozen=True)
class Diagnostic:
    """What is wrong with a program."""

    #: "error", "warning" or "note"
    severity: str
    code: str
    message: str
    #: From 1.
    line: int
    column: int
    #: Of an error: "error", or "fatal", at which the language's compiler stops.
    kind: str | None


def errors(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Why the language's compiler refuses a module; nothing if it doesn't."""
    return tuple(found for found in diagnostics if found.severity == "error")


def type_at(
    expressions: Iterable[Expression], line: int, column: int, instance: int
) -> Type | None:
    """The type of the smallest expression at a place; None where there is none."""
    place = (line, column)
    own = (row for row in expressions if row.instance == instance)
    around = [row for row in own if row[:2] <= place < row[2:4]]
    if not around:
        return None
    # What begins last and ends first is inside the others; of a name, the last that was said.
    return max(around, key=lambda row: (row[:2], (-row.end_line, -row.end_column))).type


class Inferred:
    """What is inferred of a module. Python's objects are made of it when they are asked for."""

    def __init__(self, found: _native.InferredModule, diagnostics: list[Any]) -> None:
        self._found, self._rows = found, diagnostics

    @once
    def functions(self) -> list[Any]:
        """A row for each version of a function."""
        return self._found.functions()

    @once
    def variables(self) -> list[Any]:
        """A row for each of the module's own variables."""
        return self._found.variables()

    @once
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong with it."""
        return tuple(Diagnostic(*row) for row in self._rows)

    @once
    def expressions(self) -> tuple[Expression, ...]:
        """Its expressions, in the order of evaluation."""
        return tuple(Expression(*row) for row in self._found.expressions())

    def __getstate__(self) -> dict[str, object]:
        names = ("functions", "variables", "diagnostics", "expressions")
        return {name: getattr(self, name) for name in names}


def infer(
    language: str,
    source: str,
    path: "str | os.PathLike[str] | None",
    modules: "Iterable[str | os.PathLike[str]] | Mapping[str, str]",
) -> Inferred:
    """What is inferred of a module.

    `modules` are files that it imports, or texts by the modules' names. A text that isn't Python is a ParseError.
    """
    if not modules:
        texts = []
    elif isinstance(modules, Mapping):
        texts = [(str(module), text) for module, text in modules.items()]
    else:
        files = map(Path, modules)
        texts = [(file.stem, file.read_text(encoding="utf-8")) for file in files]
    name = os.fspath(path) if path is not None else "<source>"
    found = _native.infer_dialect(language, source, name, texts)
    diagnostics = found.diagnostics()
    for _, code, message, line, column, _ in diagnostics:
        # What is too deep in a function is that function's alone.
        if code == "CF002" or (code == "CF003" and not found.functions()):
            lines = source.splitlines(keepends=True)
            offset = sum(map(len, lines[: line - 1])) + column - 1
            raise ParseError(message, source, offset, "")
    return Inferred(found, diagnostics)
