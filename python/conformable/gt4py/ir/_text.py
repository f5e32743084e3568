"""The IR's text form: read and written.

    program     = "(" "program" name "(" name* ")" definition* statement* ")"
    definition  = "(" "define" name expression ")"
    statement   = "(" "set_at" expression expression expression ")"        target, domain, value
    expression  = atom | "(" expression expression* ")"                      an application
                | "(" "lambda" "(" name* ")" expression ")"
                | "(" "let" "(" ("(" name expression ")")* ")" expression ")"
                | "(" "call_field_operator" name expression* ")" | "(" "call_scan_operator" name expression* ")"
    atom        = number [":" scalar] | "true" | "false"                      1 is int32, 1.0 float64; 1.0:float32
                | "#" integer                                                  a number that is known when compiling
                | "'" name                                                     an offset
                | name "[" kind "]"                                            a dimension: I[horizontal]
                | scalar | name

`(shift 'A #1 'B #2)` is both steps, one after the other. What is behind `;` on a line is a comment.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from conformable._native import ScalarType
from conformable.gt4py._hints import NUMPY
from conformable.gt4py._types import Dimension
from conformable.gt4py.ir._nodes import (
    Axis,
    Call,
    CallFieldOperator,
    CallScanOperator,
    Index,
    Lambda,
    Let,
    Literal,
    Name,
    Node,
    OffsetName,
    Program,
    SetAt,
    TypeName,
    as_node,
    shift,
)

_TOKEN = re.compile(r"\s*(?:;[^\n]*\s*)*([()]|[^\s();]+)")
_SCALARS = {name.strip("_"): ScalarType(name.strip("_")) for name in NUMPY}
_NUMBER = re.compile(
    r"([+-]?(?:\d+\.\d*(?:e[+-]?\d+)?|\.\d+|\d+(?:e[+-]?\d+)?|inf|nan))(?::(\w+))?"
)
_DIMENSION = re.compile(r"(\w+)\[(horizontal|vertical|local)\]")


class TextError(ValueError):
    """A text that is no expression, with the place."""


class _Reader:
    def __init__(self, text: str):
        self.text = text
        self.tokens: list[tuple[str, int]] = []
        at = 0
        while found := _TOKEN.match(text, at):
            self.tokens.append((found[1], found.start(1)))
            at = found.end()
        self.at = 0

    def error(self, message: str, at: int | None = None) -> TextError:
        place = (
            at
            if at is not None
            else self.tokens[self.at][1]
            if self.at < len(self.tokens)
            else len(self.text)
        )
        line = self.text.count("\n", 0, place) + 1
        return TextError(f"{line}:{place - self.text.rfind(chr(10), 0, place)}: {message}")

    def peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self, wanted: str | None = None) -> str:
        token = self.peek()
        if not token or (wanted is not None and token != wanted):
            raise self.error(f"expected {wanted or 'an expression'}, found {token or 'the end'}")
        self.at += 1
        return token

    def name(self) -> str:
        token = self.take()
        if not token.isidentifier():
            raise self.error(f"expected a name, found {token}", self.tokens[self.at - 1][1])
        return token

    def several(self, read: Callable[[], Any]) -> tuple[Any, ...]:
        """As many as stand before the closing parenthesis, which is taken."""
        found = []
        while self.peek() != ")":
            found.append(read())
        self.take(")")
        return tuple(found)

    def expression(self) -> Node:
        if self.peek() != "(":
            return self.atom()
        self.take("(")
        form = _FORMS.get(self.peek())
        if form is not None:
            self.take()
            return form(self)
        start = self.at
        function, *args = self.several(self.expression) or (None,)
        if function is None:
            raise self.error("nothing is applied", self.tokens[start][1])
        if function == Name("shift") and len(args) > 2:
            if len(args) % 2:
                raise self.error("steps are pairs of an offset and a number")
            return shift(*args)
        return Call(function, tuple(args))

    def atom(self) -> Node:
        if self.peek() == ")":
            raise self.error("expected an expression, found )")
        token = self.take()
        if token in ("true", "false"):
            return Literal(token == "true", _SCALARS["bool"])
        if token in _SCALARS:
            return TypeName(_SCALARS[token])
        if token[0] == "'" and token[1:].isidentifier():
            return OffsetName(token[1:])
        if token[0] == "#" and token[1:].lstrip("-").isdigit():
            return Index(int(token[1:]))
        if dim := _DIMENSION.fullmatch(token):
            return Axis(Dimension(dim[1], dim[2]))
        if (number := _NUMBER.fullmatch(token)) and not token.isidentifier():
            return self.number(number[1], number[2])
        if token.isidentifier():
            return Name(token)
        raise self.error(f"{token} is no expression", self.tokens[self.at - 1][1])

    def number(self, digits: str, scalar: str | None) -> Node:
        whole = digits.lstrip("+-").isdigit()
        value = int(digits) if whole else float(digits)
        if scalar is None:
            return as_node(value)
        if scalar not in _SCALARS:
            raise self.error(
                f"{scalar} is no scalar: one of {', '.join(_SCALARS)} would do",
                self.tokens[self.at - 1][1],
            )
        return Literal(value if "int" in scalar else float(value), _SCALARS[scalar])

    def function(self) -> Lambda:
        self.take("(")
        params = self.several(self.name)
        body = self.expression()
        self.take(")")
        return Lambda(params, body)

    def bindings(self) -> Let:
        self.take("(")

        def binding() -> tuple[str, Node]:
            self.take("(")
            pair = self.name(), self.expression()
            self.take(")")
            return pair

        bindings = self.several(binding)
        body = self.expression()
        self.take(")")
        return Let(bindings, body)

    def statement(self) -> SetAt:
        target, domain, value = (self.expression() for _ in range(3))
        self.take(")")
        return SetAt(target, domain, value)

    def program(self, operators: Mapping[str, Any]) -> Program:
        name = self.name()
        self.take("(")
        params = self.several(self.name)
        definitions: list[tuple[str, Lambda]] = []
        statements: list[SetAt] = []

        def part() -> None:
            self.take("(")
            what = self.take()
            if what == "define":
                named, function = self.name(), self.expression()
                if not isinstance(function, Lambda):
                    raise self.error(
                        f"{named} is defined as {function}, which is no function: (lambda (x) ...) would do"
                    )
                self.take(")")
                definitions.append((named, function))
            elif what == "set_at":
                statements.append(self.statement())
            else:
                raise self.error(f"expected (define ...) or (set_at ...), found {what}")

        self.several(part)
        return Program(name, params, tuple(statements), tuple(definitions), operators)

    def end(self) -> None:
        if self.at < len(self.tokens):
            raise self.error(f"expected the end, found {self.peek()}")


_FORMS: dict[str, Callable[[_Reader], Node]] = {
    "lambda": _Reader.function,
    "let": _Reader.bindings,
    "call_field_operator": lambda r: CallFieldOperator(r.name(), r.several(r.expression)),
    "call_scan_operator": lambda r: CallScanOperator(r.name(), r.several(r.expression)),
}


def parse(text: str, operators: Mapping[str, Any] | None = None) -> Any:
    """The expression or program that a text writes; `operators` are those that it may call."""
    reader = _Reader(text)
    try:
        if [token for token, _ in reader.tokens[:2]] == ["(", "program"]:
            reader.at = 2
            found: Node = reader.program(operators or {})
        else:
            found = reader.expression()
    except RecursionError:
        raise TextError("the text is nested too deep") from None
    reader.end()
    return found


# --- to text ------------------------------------------------------------------------------------------------------------


def _literal(node: Literal) -> str:
    if isinstance(node.value, bool):
        return str(node.value).lower()
    text = repr(node.value)
    plain = as_node(node.value)
    return text if plain == node else f"{text}:{node.dtype}"


def _applied(*parts: str) -> str:
    return f"({' '.join(part for part in parts if part)})"


def _program(node: Program) -> str:
    lines = [f"(program {node.name} ({' '.join(node.params)})"]
    lines += [f"  (define {name} {to_text(function)})" for name, function in node.definitions]
    lines += [f"  {to_text(statement)}" for statement in node.body]
    return "\n".join(lines) + ")"


_WRITTEN: dict[type, Callable[[Any], str]] = {
    Literal: _literal,
    Index: lambda node: f"#{node.value}",
    OffsetName: lambda node: f"'{node.name}",
    Axis: lambda node: f"{node.dim.value}[{node.dim.kind}]",
    TypeName: lambda node: str(node.dtype).strip("_"),
    Name: lambda node: node.name,
    Lambda: lambda node: _applied("lambda", f"({' '.join(node.params)})", to_text(node.body)),
    Call: lambda node: _applied(*map(to_text, node.children())),
    Let: lambda node: _applied(
        "let",
        f"({' '.join(f'({name} {to_text(value)})' for name, value in node.bindings)})",
        to_text(node.body),
    ),
    CallFieldOperator: lambda node: _applied(
        "call_field_operator", node.operator, *map(to_text, node.args)
    ),
    CallScanOperator: lambda node: _applied(
        "call_scan_operator", node.operator, *map(to_text, node.args)
    ),
    SetAt: lambda node: _applied("set_at", *map(to_text, node.children())),
    Program: _program,
}


def to_text(node: Node) -> str:
    """What `parse` reads as this node."""
    return _WRITTEN[type(node)](node)
