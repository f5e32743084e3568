"""The IR's text form: read and written.

    program     = "(" "program" name "(" name* ")" definition* statement* ")"
    definition  = "(" "define" name expression ")"
    statement   = "(" "set_at" expression expression expression ")"        target, domain, value
    expression  = atom | "(" expression expression* ")"                      an application
                | "(" "lambda" "(" name* ")" expression ")" | "(" "let" "(" ("(" name expression ")")* ")" expression ")"
                | "(" "call_field_operator" name expression* ")" | "(" "call_scan_operator" name expression* ")"
    atom        = number [":" scalar] | "true" | "false"                      1 is int32, 1.0 float64; 1.0:float32
                | "#" integer                                                  a number that is known when compiling
                | "'" name                                                     an offset
                | name "[" kind "]" | scalar | name                            a dimension: I[horizontal]

`(shift 'A #1 'B #2)` is both steps, one after the other. What is behind `;` on a line is a comment.
"""

import dataclasses
import functools
import re
from collections.abc import Callable, Mapping
from typing import Any

from conformable._native import ScalarType
from conformable.gt4py._hints import NUMPY
from conformable.gt4py._types import Dimension
from conformable.gt4py.ir import _nodes as n

_TOKEN = re.compile(r"\s*(?:;[^\n]*\s*)*([()]|[^\s();]+)")
_SCALARS = {name.strip("_"): ScalarType(name.strip("_")) for name in NUMPY}
_NUMBER = re.compile(
    r"([+-]?(?:\d+\.\d*(?:e[+-]?\d+)?|\.\d+|\d+(?:e[+-]?\d+)?|inf|nan))(?::(\w+))?"
)
_DIMENSION = re.compile(r"(\w+)\[(horizontal|vertical|local)\]")


class TextError(ValueError):
    """A text that is no expression, with the place."""


#: A place in the text, with a token or with what stands in parentheses.
_Tree = tuple[int, Any]


def _shown(tree: _Tree) -> str:
    return tree[1] if isinstance(tree[1], str) else "("


class _Reader:
    def __init__(self, text: str):
        self.text = text

    def error(self, message: str, place: int) -> TextError:
        line = self.text.count("\n", 0, place) + 1
        return TextError(f"{line}:{place - self.text.rfind(chr(10), 0, place)}: {message}")

    def tree(self) -> _Tree:
        """All of the text: tokens in parentheses in each other."""
        around: list[_Tree] = [(0, [])]
        for found in _TOKEN.finditer(self.text):
            place, token = found.start(1), found[1]
            if token == "(":
                around.append((place, []))
            elif token == ")" and len(around) == 1:
                raise self.error("expected an expression, found )", place)
            else:
                inner = around.pop() if token == ")" else (place, token)
                around[-1][1].append(inner)
        if len(around) > 1:
            raise self.error("expected ), found the end", len(self.text))
        trees = around[0][1]
        if not trees:
            raise self.error("expected an expression, found the end", len(self.text))
        if len(trees) > 1:
            raise self.error(f"expected the end, found {_shown(trees[1])}", trees[1][0])
        return trees[0]  # type: ignore[no-any-return]

    def name(self, tree: _Tree) -> str:
        if not _shown(tree).isidentifier():
            raise self.error(f"expected a name, found {_shown(tree)}", tree[0])
        return _shown(tree)

    def inside(self, tree: _Tree) -> list[_Tree]:
        if isinstance(tree[1], str):
            raise self.error(f"expected (, found {tree[1]}", tree[0])
        return tree[1]  # type: ignore[no-any-return]

    def names(self, tree: _Tree) -> tuple[str, ...]:
        return tuple(map(self.name, self.inside(tree)))

    def node(self, tree: _Tree) -> Any:
        place, inside = tree
        if isinstance(inside, str):
            return self.atom(place, inside)
        if not inside:
            raise self.error("nothing is applied", place)
        first, *rest = inside
        if isinstance(first[1], str) and first[1] in _FORMS:
            wanted, form = _FORMS[first[1]]
            least = sum(not part.endswith("*") for part in wanted.split())
            if len(rest) < least or (len(rest) > least and wanted[-1] != "*"):
                raise self.error(f"expected ({first[1]} {wanted})", place)
            return form(self, *rest)
        function, *args = map(self.node, inside)
        if function == n.Name("shift") and len(args) > 2:
            if len(args) % 2:
                raise self.error("steps are pairs of an offset and a number", place)
            return n.shift(*args)
        return n.Call(function, tuple(args))

    def atom(self, place: int, token: str) -> n.Node:
        if token in ("true", "false"):
            return n.as_node(token == "true")
        if token in _SCALARS:
            return n.TypeName(_SCALARS[token])
        if token[0] == "'" and token[1:].isidentifier():
            return n.OffsetName(token[1:])
        if token[0] == "#" and token[1:].lstrip("-").isdigit():
            return n.Index(int(token[1:]))
        if dim := _DIMENSION.fullmatch(token):
            return n.Axis(Dimension(dim[1], dim[2]))
        if token.isidentifier():
            return n.Name(token)
        if number := _NUMBER.fullmatch(token):
            value = int(number[1]) if number[1].lstrip("+-").isdigit() else float(number[1])
            if number[2] is None:
                return n.as_node(value)
            if number[2] not in _SCALARS:
                raise self.error(f"{number[2]} is no scalar: {', '.join(_SCALARS)} are", place)
            return n.Literal(value if "int" in number[2] else float(value), _SCALARS[number[2]])
        raise self.error(f"{token} is no expression", place)

    @staticmethod
    def call(kind: Any, r: "_Reader", name: _Tree, *args: _Tree) -> n.OperatorCall:
        return kind(r.name(name), tuple(map(r.node, args)))  # type: ignore[no-any-return]

    def let(self, bindings: _Tree, body: _Tree) -> n.Let:
        pairs = []
        for binding in self.inside(bindings):
            if len(self.inside(binding)) != 2:
                raise self.error("expected (name expression)", binding[0])
            name, value = binding[1]
            pairs.append((self.name(name), self.node(value)))
        return n.Let(tuple(pairs), self.node(body))

    def definition(self, name: _Tree, value: _Tree) -> tuple[str, n.Lambda]:
        named, function = self.name(name), self.node(value)
        if not isinstance(function, n.Lambda):
            what = f"{named} is defined as {function}, which is no function"
            raise self.error(f"{what}: (lambda (x) ...) would do", value[0])
        return named, function

    def program(self, name: _Tree, params: _Tree, *parts: _Tree) -> n.Program:
        found = [self.node(part) for part in parts]
        for part, (place, _) in zip(found, parts, strict=True):
            if not isinstance(part, n.SetAt | tuple):
                raise self.error(f"expected (define ...) or (set_at ...), found {part}", place)
        statements = tuple(part for part in found if isinstance(part, n.SetAt))
        definitions = tuple(part for part in found if isinstance(part, tuple))
        return n.Program(self.name(name), self.names(params), statements, definitions)


#: What isn't an application: its parts, and how they are read.
_FORMS: dict[str, tuple[str, Callable[..., Any]]] = {
    "lambda": ("(name*) expression", lambda r, a, b: n.Lambda(r.names(a), r.node(b))),
    "let": ("(binding*) expression", _Reader.let),
    "call_field_operator": ("name expression*", functools.partial(_Reader.call, n.CallFieldOperator)),
    "call_scan_operator": ("name expression*", functools.partial(_Reader.call, n.CallScanOperator)),
    "set_at": ("target domain value", lambda r, *parts: n.SetAt(*map(r.node, parts))),
    "define": ("name function", _Reader.definition),
    "program": ("name (name*) definition*", _Reader.program),
}  # fmt: skip


def parse(text: str, operators: Mapping[str, Any] | None = None) -> Any:
    """The expression or program that a text writes; `operators` are those that it may call."""
    reader = _Reader(text)
    try:
        found = reader.node(reader.tree())
    except RecursionError:
        raise TextError("the text is nested too deep") from None
    if isinstance(found, n.Program):
        return dataclasses.replace(found, operators=operators or {})
    if isinstance(found, tuple):
        raise reader.error("a definition stands in a program", 0)
    return found


def _literal(node: n.Literal) -> str:
    if isinstance(node.value, bool):
        return str(node.value).lower()
    text = repr(node.value)
    return text if n.as_node(node.value) == node else f"{text}:{node.dtype}"


def _applied(*parts: Any) -> str:
    """Of nodes, of texts, and of the parts of parts in parentheses."""
    inside = (_applied(*part) if isinstance(part, tuple) else str(part) for part in parts)
    return f"({' '.join(inside)})"


def _program(node: n.Program) -> str:
    parts = [*(("define", *one) for one in node.definitions), *node.body]
    lines = [f"(program {node.name} {_applied(*node.params)}"]
    lines += [f"  {_applied(*part) if isinstance(part, tuple) else part}" for part in parts]
    return "\n".join(lines) + ")"


_WRITTEN: dict[type, Callable[[Any], str]] = {
    n.Literal: _literal,
    n.Index: lambda node: f"#{node.value}",
    n.OffsetName: lambda node: f"'{node.name}",
    n.Axis: lambda node: f"{node.dim.value}[{node.dim.kind}]",
    n.TypeName: lambda node: str(node.dtype).strip("_"),
    n.Name: lambda node: node.name,
    n.Lambda: lambda node: _applied("lambda", node.params, node.body),
    n.Call: lambda node: _applied(node.function, *node.args),
    n.Let: lambda node: _applied("let", node.bindings, node.body),
    n.CallFieldOperator: lambda node: _applied("call_field_operator", node.operator, *node.args),
    n.CallScanOperator: lambda node: _applied("call_scan_operator", node.operator, *node.args),
    n.SetAt: lambda node: _applied("set_at", *node.children()),
    n.Program: _program,
}


def to_text(node: n.Node) -> str:
    """What `parse` reads as this node."""
    return _WRITTEN[type(node)](node)
