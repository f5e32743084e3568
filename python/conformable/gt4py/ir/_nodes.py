"""The nodes of GT4Py's IR: expressions of the iterator view, calls of operators, programs.

A node never changes; its `type` is None until it is inferred and takes no part in what makes two nodes equal. Nodes are
made by calling others: `deref(it) + 1.0`, `as_fieldop(stencil, domain)(a, b)`.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from conformable._native import ScalarType, Type
from conformable.gt4py._types import Dimension
from conformable.gt4py._values import from_value


@dataclass(frozen=True)
class Node:
    """An expression."""

    #: What it gives; None before it is inferred.
    type: Any = field(default=None, compare=False, kw_only=True, repr=False)

    def children(self) -> tuple["Node", ...]:
        """The nodes right below."""
        return tuple(_nodes_in([getattr(self, own.name) for own in dataclasses.fields(self)]))

    def rebuilt(self, children: Iterable["Node"]) -> "Node":
        """The same node over others."""
        rest = iter(children)
        fields = {own.name: getattr(self, own.name) for own in dataclasses.fields(self)}
        return dataclasses.replace(
            self, **{name: _filled(value, rest) for name, value in fields.items()}
        )

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


def _nodes_in(value: Any) -> Iterator[Node]:
    """The nodes in a field: it alone, or in tuples."""
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _nodes_in(part)


def _filled(value: Any, rest: Iterator[Node]) -> Any:
    """The same with the next nodes in the place of those that are there."""
    if isinstance(value, Node):
        return next(rest)
    return tuple(_filled(part, rest) for part in value) if isinstance(value, tuple) else value


def _operator(name: str, swapped: bool = False) -> Callable[[Node, Any], "Call"]:
    def apply(self: Node, other: Any) -> "Call":
        pair = (as_node(other), self) if swapped else (self, as_node(other))
        return Call(Name(name), pair)

    return apply


_SYMBOLS = {
    "add": "plus", "sub": "minus", "mul": "multiplies", "truediv": "divides", "floordiv": "floordiv", "mod": "mod", "pow": "power", "and": "and_",
    "or": "or_", "xor": "xor_",
}  # fmt: skip
for _symbol, _name in _SYMBOLS.items():
    setattr(Node, f"__{_symbol}__", _operator(_name))
    setattr(Node, f"__r{_symbol}__", _operator(_name, swapped=True))
for _symbol, _name in {
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
}.items():
    setattr(Node, f"__{_symbol}__", _operator(_name))
setattr(Node, "__neg__", lambda self: Call(Name("neg"), (self,)))  # noqa: B010
setattr(Node, "__invert__", lambda self: Call(Name("not_"), (self,)))  # noqa: B010


@dataclass(frozen=True)
class Literal(Node):
    """A number or truth value of a scalar type."""

    value: bool | int | float
    dtype: Type


@dataclass(frozen=True)
class Index(Node):
    """A number that is known when a program is compiled: a place in a tuple, a neighbour, a step."""

    value: int


@dataclass(frozen=True)
class OffsetName(Node):
    """An offset, which the offset provider has by this name."""

    name: str


@dataclass(frozen=True)
class Axis(Node):
    """A dimension."""

    dim: Dimension


@dataclass(frozen=True)
class TypeName(Node):
    """A scalar type as an argument of `cast_`."""

    dtype: Type


@dataclass(frozen=True)
class Name(Node):
    """What is bound by that name, or the primitive that is called so."""

    name: str


@dataclass(frozen=True)
class Lambda(Node):
    """A function; its type is that of one application."""

    params: tuple[str, ...]
    body: Node


@dataclass(frozen=True)
class Call(Node):
    """A function or primitive, applied."""

    function: Node
    args: tuple[Node, ...]


@dataclass(frozen=True)
class Let(Node):
    """Values with names, each of which those behind it and the body see."""

    bindings: tuple[tuple[str, Node], ...]
    body: Node


@dataclass(frozen=True)
class _OperatorCall(Node):
    operator: str
    args: tuple[Node, ...]


@dataclass(frozen=True)
class CallFieldOperator(_OperatorCall):
    """A call of a field operator, whose type is a function's."""


@dataclass(frozen=True)
class CallScanOperator(_OperatorCall):
    """A call of a scan operator: its definition is a function of scalars, its axis belongs to the call's operator."""


@dataclass(frozen=True)
class SetAt(Node):
    """Store a value in a field, or fields in a tuple, over a domain."""

    target: Node
    domain: Node
    value: Node


@dataclass(frozen=True)
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
    ty = from_value(value)
    if not isinstance(ty, ScalarType):
        raise TypeError(
            f"{value!r} stands in no expression: a node, a number, a dimension or a scalar type would do"
        )
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
    pairs = [(steps[k], steps[k + 1]) for k in range(0, len(steps), 2)]
    one = [
        Name("shift")(_offset(offset), Index(index) if isinstance(index, int) else index)
        for offset, index in pairs
    ]
    if len(one) == 1:
        return one[0]
    it: Node = Name("it")
    for step in one:
        it = step(it)
    return Lambda(("it",), it)


def _offset(value: Any) -> Node:
    return OffsetName(value) if isinstance(value, str) else as_node(value)


def neighbors(offset: Any, it: Any) -> Call:
    """`neighbors("V2E", it)`"""
    return Name("neighbors")(_offset(offset), it)


def tuple_get(index: int, value: Any) -> Call:
    """`tuple_get(0, t)`"""
    return Name("tuple_get")(Index(index), value)


def domain_of(ranges: Mapping[Dimension, tuple[Any, Any]], unstructured: bool = False) -> Call:
    """A domain: for each dimension where it begins and ends."""
    each = [Name("named_range")(Axis(dim), _bound(a), _bound(b)) for dim, (a, b) in ranges.items()]
    return Name("unstructured_domain" if unstructured else "cartesian_domain")(*each)


def _bound(value: Any) -> Node:
    return Name(value) if isinstance(value, str) else as_node(value)
