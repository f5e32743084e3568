"""Inference in the statically typed languages, as each language's module has it: diagnostics, places, rows."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from conformable import _native
from conformable._errors import ParseError
from conformable._native import Type


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


def infer(
    language: str,
    source: str,
    path: "str | os.PathLike[str] | None",
    modules: "Iterable[str | os.PathLike[str]] | Mapping[str, str]",
) -> tuple[list[Any], list[Any], tuple[Diagnostic, ...], tuple[Expression, ...]]:
    """The functions and variables of a module, what is wrong with it, and its expressions.

    `modules` are files that it imports, or texts by the modules' names. A text that isn't Python is a ParseError.
    """
    if isinstance(modules, Mapping):
        texts = [(str(module), text) for module, text in modules.items()]
    else:
        files = map(Path, modules)
        texts = [(file.stem, file.read_text(encoding="utf-8")) for file in files]
    name = os.fspath(path) if path is not None else "<source>"
    functions, variables, found, expressions = _native.infer_dialect(language, source, name, texts)
    diagnostics = tuple(Diagnostic(*row) for row in found)
    for one in diagnostics:
        # What is too deep in a function is that function's alone.
        if one.code == "CF002" or (one.code == "CF003" and not functions):
            lines = source.splitlines(keepends=True)
            offset = sum(map(len, lines[: one.line - 1])) + one.column - 1
            raise ParseError(one.message, source, offset, "")
    return functions, variables, diagnostics, tuple(Expression(*row) for row in expressions)
