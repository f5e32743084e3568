"""The nodes of GT4Py's IR: expressions of the iterator view, calls of operators, programs.

A node never changes; its `type` is None until it is inferred and takes no part in what makes two nodes equal. Nodes are
made by calling others: `deref(it) + 1.0`, `as_fieldop(stencil, domain)(a, b)`.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, dataclass_transform

from conformable._native import ScalarType, Type
from conformable.gt4py._types import Dimension
from conformable.gt4py._values import from_value

__all__ = [
    "Axis", "Call", "CallFieldOperator", "CallScanOperator", "Index", "Lambda", "Let", "Literal", "Name", "Node",
    "OffsetName", "OperatorCall", "Program", "SetAt", "TypeName", "as_node", "domain_of", "lam", "let", "neighbors",
    "shift", "tuple_get",
]  # fmt: skip


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Node:
    """An expression."""

    #: What it gives; None before it is inferred.
    type: Any = field(default=None, compare=False, kw_only=True, repr=False)

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def children(self) -> tuple["Node", ...]:
        """The nodes right below."""
        return tuple(_nodes_in(tuple(getattr(self, own.name) for own in dataclasses.fields(self))))

    def rebuilt(self, children: Iterable["Node"]) -> "Node":
        """The same node over others."""
        rest, names = iter(children), [own.name for own in dataclasses.fields(self)]
        return dataclasses.replace(self, **{k: _filled(getattr(self, k), rest) for k in names})

    def typed(self, ty: Any) -> Any:
        """The same node with its type."""
        return dataclasses.replace(self, type=ty)

    def walk(self) -> Iterator["Node"]:
        """It and all nodes below, the outer ones first."""
        yield self
        for child in self.children():
            yield from child.walk()

    def __call__(self, *args: Any) -> "Call":
        return Call(self, tuple(map(as_node, args)))

    def __str__(self) -> str:
        from conformable.gt4py.ir._text import to_text

        return to_text(self)


def _nodes_in(value: Any) -> list[Node]:
    """The nodes in a field: it alone, or in tuples."""
    if isinstance(value, Node):
        return [value]
    return [node for part in value for node in _nodes_in(part)] if isinstance(value, tuple) else []


def _filled(value: Any, rest: Iterator[Node]) -> Any:
    """The same with the next nodes in the place of those that are there."""
    if isinstance(value, Node):
        return next(rest)
    return tuple(_filled(part, rest) for part in value) if isinstance(value, tuple) else value


def _operator(name: str, swapped: bool = False) -> Callable[[Node, Any], "Call"]:
    def apply(self: Node, other: Any) -> "Call":
        return Call(Name(name), (as_node(other), self) if swapped else (self, as_node(other)))

    return apply


#: What Python's operators make of nodes.
_SYMBOLS = {
    "add": "plus", "sub": "minus", "mul": "multiplies", "truediv": "divides", "floordiv": "floordiv", "mod": "mod",
    "pow": "power", "and": "and_", "or": "or_", "xor": "xor_", "lt": "less", "le": "less_equal", "gt": "greater",
    "ge": "greater_equal",
}  # fmt: skip
for _symbol, _name in _SYMBOLS.items():
    setattr(Node, f"__{_symbol}__", _operator(_name))
    setattr(Node, f"__r{_symbol}__", _operator(_name, swapped=True))
setattr(Node, "__neg__", lambda self: Call(Name("neg"), (self,)))  # noqa: B010
setattr(Node, "__invert__", lambda self: Call(Name("not_"), (self,)))  # noqa: B010


class Literal(Node):
    """A number or truth value of a scalar type."""

    value: bool | int | float
    dtype: Type


class Index(Node):
    """A number that is known when a program is compiled: a place in a tuple, a neighbour, a step."""

    value: int


class OffsetName(Node):
    """An offset, which the offset provider has by this name."""

    name: str


class Axis(Node):
    """A dimension."""

    dim: Dimension


class TypeName(Node):
    """A scalar type as an argument of `cast_`."""

    dtype: Type


class Name(Node):
    """What is bound by that name, or the primitive that is called so."""

    name: str


class Lambda(Node):
    """A function; its type is that of one application."""

    params: tuple[str, ...]
    body: Node


class Call(Node):
    """A function or primitive, applied."""

    function: Node
    args: tuple[Node, ...]


class Let(Node):
    """Values with names, each of which those behind it and the body see."""

    bindings: tuple[tuple[str, Node], ...]
    body: Node


class OperatorCall(Node):
    """A call of an operator, whose type is a function's."""

    operator: str
    args: tuple[Node, ...]


class CallFieldOperator(OperatorCall):
    """Of a field operator."""


class CallScanOperator(OperatorCall):
    """Of a scan operator: its definition is a function of scalars, its axis is the operator's."""


class SetAt(Node):
    """Store a value in a field, or fields in a tuple, over a domain."""

    target: Node
    domain: Node
    value: Node


class Program(Node):
    """A program: parameters, functions with names, statements; and the operators that it calls, by name."""

    name: str
    params: tuple[str, ...]
    body: tuple[SetAt, ...]
    definitions: tuple[tuple[str, Lambda], ...] = ()
    #: Of a field operator the function's type, of a scan operator a `ScanOperator`.
    operators: Mapping[str, Any] = field(default_factory=dict)
    #: The types of the parameters once they are known.
    param_types: Mapping[str, Any] = field(default_factory=dict, compare=False)


def as_node(value: Any) -> Node:
    """A value as a node: numbers as literals, dimensions as axes, types as types."""
    if isinstance(value, Node):
        return value
    if isinstance(value, Dimension):
        return Axis(value)
    if isinstance(value, ScalarType):
        return TypeName(value)
    ty = from_value(value, literals=True)
    if not isinstance(ty, ScalarType):
        would = "a node, a number, a dimension or a scalar type"
        raise TypeError(f"{value!r} stands in no expression: {would} would do")
    return Literal(value if isinstance(value, bool | int | float) else value.item(), ty)


def lam(*params: str) -> Callable[[Any], Lambda]:
    """`lam("it")(deref(Name("it")))`: a function of these parameters."""
    return lambda body: Lambda(params, as_node(body))


def let(**bindings: Any) -> Callable[[Any], Let]:
    """`let(x=1.0)(body)`"""
    named = tuple((name, as_node(value)) for name, value in bindings.items())
    return lambda body: Let(named, as_node(body))


def shift(*steps: Any) -> Node:
    """`shift("V2E", 0, "Ioff", 1)`: steps from left to right, each an offset's name and a number."""
    if not steps or len(steps) % 2:
        raise ValueError(f"steps are pairs of an offset and a number, not {len(steps)} arguments")
    it: Node = Name("it")
    for offset, index in zip(steps[::2], steps[1::2], strict=True):
        at = Index(index) if isinstance(index, int) else index
        step = Name("shift")(_named(OffsetName, offset), at)
        it = step(it)
    return step if len(steps) == 2 else Lambda(("it",), it)


def _named(kind: type[Any], value: Any) -> Node:
    return kind(value) if isinstance(value, str) else as_node(value)


def neighbors(offset: Any, it: Any) -> Call:
    """`neighbors("V2E", it)`"""
    return Name("neighbors")(_named(OffsetName, offset), it)


def tuple_get(index: int, value: Any) -> Call:
    """`tuple_get(0, t)`"""
    return Name("tuple_get")(Index(index), value)


def domain_of(ranges: Mapping[Dimension, tuple[Any, Any]], unstructured: bool = False) -> Call:
    """A domain: for each dimension where it begins and ends."""
    bounds = [(Axis(dim), *(_named(Name, end) for end in ends)) for dim, ends in ranges.items()]
    each = [Name("named_range")(*bound) for bound in bounds]
    return Name("unstructured_domain" if unstructured else "cartesian_domain")(*each)
