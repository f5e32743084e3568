"""What values of a run are, and whether one is of a type that the checker prints.

The reader of the text form is the oracle's (`tests/oracle/claims.py`); here it's asked only
whether a claim is *true* of a value, however little it says.
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "oracle"))

import claims

ITEMS = 40
"""Of longer containers only the first items are described, and their number not."""


@dataclass(frozen=True)
class Instance:
    """Of a class of which nothing else is said: the names of the class and its bases."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Mapping:
    items: tuple
    """Pairs of keys and values, described."""


def describe(value, depth: int = 3):
    """The type of a value, as precisely as it can be claimed; what's hashable and can be pickled."""
    kind = type(value)
    if kind in (tuple, list) and depth:
        items = [describe(v, depth - 1) for v in value[:ITEMS]]
        return claims.Container(kind.__name__, tuple(items), open=len(value) > ITEMS)
    if kind in (set, frozenset) and depth:
        return claims.Container("set", tuple(describe(v, depth - 1) for v in list(value)[:ITEMS]))
    if kind is dict and depth:
        some = list(value.items())[:ITEMS]
        return Mapping(tuple((describe(k, depth - 1), describe(v, depth - 1)) for k, v in some))
    if isinstance(value, np.dtype | np.generic) or kind is np.ndarray:
        try:
            return claims.describe(value)
        except TypeError:
            return Instance(names(kind))
    if value is None or kind in (bool, int, str):
        return claims.describe(value)
    if kind in (float, complex, bytes, slice):
        return claims.Python(kind.__name__)
    return Instance(names(kind))


def names(kind: type) -> tuple[str, ...]:
    return tuple(base.__name__ for base in kind.__mro__)


# What Python's own numbers are instances of.
WIDER = {("bool", "int")}
SCALARS = {"float64": {"float"}, "complex128": {"complex"}, "U": {"str"}, "S": {"bytes"}}


def holds(claim, fact, sizes: dict[str, int] | None = None) -> bool:
    """Whether a value of that description is of the type that is claimed."""
    sizes = {} if sizes is None else sizes
    match claim, fact:
        case claims.Unknown(), _:
            return True
        case claims.Union(members), _:
            return any(holds(member, fact, dict(sizes)) for member in members)
        case claims.Python("object", known=False), _:
            return True
        case claims.Other(text), _:
            return other_holds(text, fact)
        case claims.Container(name, items), Mapping(pairs):
            if name != "dict" or len(items) != 2:
                return name in ("dict", "Unknown") or name not in claims.CONTAINERS
            return all(holds(items[0], k) and holds(items[1], v) for k, v in pairs)
        case claims.Container("list" | "tuple" | "set"), claims.Container():
            return containers(claim, fact, sizes)
        case claims.Container(name), _ if name not in claims.CONTAINERS:
            return not isinstance(fact, claims.Array)
        case claims.Container("iterator"), Instance():
            return True
        case claims.Python(), claims.Scalar(dtype) if not claim.known:
            kind = dtype if dtype[0] not in "US" else dtype[0]
            return claim.name in SCALARS.get(kind, ())
        case claims.Python(), claims.Python() if (fact.name, claim.name) in WIDER:
            return not claim.known
        case claims.Python("dict"), Mapping():
            return True
        case claims.Python(), claims.Container(name):
            return claim.name == name
        case _, Instance():
            return getattr(claim, "name", None) in fact.names
        case _:
            try:
                return claims.compare(claim, fact, sizes) != claims.CONTRADICTION
            except Exception:
                return True


def containers(claim, fact, sizes) -> bool:
    if claim.name != fact.name:
        return False
    items = list(claim.items)
    if claim.open or (claim.name != "tuple" and len(items) == 1):
        *first, rest = items or [claims.Unknown()]
        if len(fact.items) < len(first):
            return False
        items = first + [rest] * (len(fact.items) - len(first))
    if fact.open:
        items = items[: len(fact.items)]
    if len(items) != len(fact.items):
        return False
    return all(holds(a, b, {}) for a, b in zip(items, fact.items, strict=True))


def other_holds(text: str, fact) -> bool:
    """A name of a class is held against the classes of what isn't an array or a number."""
    if not re.fullmatch(r"[A-Za-z_][\w.]*", text):
        return not isinstance(fact, claims.Array) or text.startswith("T")
    if isinstance(fact, claims.Array | claims.Scalar | claims.Container | Mapping):
        return "." not in text
    return True


def is_wrong(text: str, values: list) -> str:
    """The first of these values that isn't of the type, shown; else an empty text."""
    try:
        claim = read(text)
    except (claims.Unreadable, IndexError, ValueError) as error:
        return f"unreadable: {error}"
    for fact in values:
        if not holds(claim, fact):
            return shown(fact)
    return ""


DTYPE_OF = re.compile(r"\b(?!decay\()[a-z_]+\([^()]*\)(?=[\[,)| ]|$)")
"""A dtype that hangs on what isn't known, as a function of it."""
DECAY = re.compile(r"decay\(([\w?]+)(\[[^\]]*\])\)")
"""A scalar if there are no axes, which isn't known yet."""


def read(text: str):
    """The claim, what the oracle's reader has no notion of being put in its words."""

    def either(found: re.Match) -> str:
        dtype, dims = found.groups()
        return f"({'bool_' if dtype == 'bool' else dtype} | {dtype}{dims})"

    while (plain := DTYPE_OF.sub("?", text)) != text:
        text = plain
    return claims.parse(DECAY.sub(either, text))


def shown(fact) -> str:
    if isinstance(fact, Instance):
        return fact.names[0]
    if isinstance(fact, Mapping):
        return "dict[" + ", ".join(f"{shown(k)}: {shown(v)}" for k, v in fact.items[:4]) + "]"
    if isinstance(fact, claims.Container):
        return f"{fact.name}({', '.join(map(shown, fact.items))})"
    return claims.show(fact)


Bindings = dict[int, list[tuple[str, range | None]]]


def bindings(source: str) -> Bindings:
    """The names that a module's own statements bind, by line, with the lines of the body behind: a loop that
    has ended leaves its name as it is, and binds it only where a pass follows.
    """
    found: Bindings = {}

    def visit(statements) -> None:
        for node in statements:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            body = None
            if isinstance(node, ast.For):
                body = range(node.body[0].lineno, node.body[-1].end_lineno + 1)
            for part in targets(node):
                for name in ast.walk(part):
                    if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                        found.setdefault(name.lineno, []).append((name.id, body))
            for block in ("body", "orelse", "finalbody"):
                visit(getattr(node, block, []))
            for handler in getattr(node, "handlers", []):
                visit(handler.body)
            for case in getattr(node, "cases", []):
                visit(case.body)

    visit(ast.parse(source).body)
    return found


def targets(node: ast.stmt) -> list[ast.expr]:
    match node:
        case ast.Assign():
            return node.targets
        case ast.AugAssign() | ast.AnnAssign() | ast.For():
            return [node.target]
        case ast.With():
            return [item.optional_vars for item in node.items if item.optional_vars]
    return []
