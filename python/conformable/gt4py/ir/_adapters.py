"""GT4Py's own IR, read as nodes: a row for each class of its nodes, by its name, so that GT4Py need not be imported."""

from collections.abc import Callable
from typing import Any

from conformable.gt4py._adapters import from_gt4py as type_of
from conformable.gt4py._types import Dimension
from conformable.gt4py.ir._nodes import (
    Axis,
    Call,
    Index,
    Lambda,
    Literal,
    Name,
    Node,
    OffsetName,
    Program,
    SetAt,
    TypeName,
)
from conformable.gt4py.ir._text import _SCALARS

#: Primitives whose first argument is a number that is known when compiling.
_INDEXED = ("tuple_get", "list_get")


def from_gt4py(node: Any) -> Any:
    """One of GT4Py's nodes as ours; what has none is a ValueError that names it."""
    row = _READ.get(type(node).__name__)
    if row is None or not type(node).__module__.startswith("gt4py."):
        raise ValueError(
            f"{type(node).__name__} is no node of the IR that is read: one of {', '.join(_READ)} would do"
        )
    return row(node)


def _literal(node: Any) -> Node:
    dtype = type_of(node.type)
    text = str(node.value)
    if str(dtype) == "bool_":
        return Literal(text == "True", dtype)
    return Literal(int(text) if "int" in str(dtype) else float(text), dtype)


def _offset(node: Any) -> Node:
    return OffsetName(node.value) if isinstance(node.value, str) else Index(int(node.value))


def _axis(node: Any) -> Axis:
    return Axis(Dimension(node.value, node.kind.value))


def _call(node: Any) -> Node:
    function, args = from_gt4py(node.fun), [from_gt4py(arg) for arg in node.args]
    if isinstance(function, Name) and function.name in _INDEXED and isinstance(args[0], Literal):
        args[0] = Index(int(args[0].value))
    if isinstance(function, Name) and function.name == "cast_" and isinstance(args[1], Name):
        args[1] = TypeName(_SCALARS[args[1].name])
    if isinstance(function, Name) and function.name == "shift" and len(args) > 2:
        it: Node = Name("it")
        for k in range(0, len(args), 2):
            it = Name("shift")(*args[k : k + 2])(it)
        return Lambda(("it",), it)
    return Call(function, tuple(args))


def _lambda(node: Any) -> Lambda:
    return Lambda(tuple(str(param.id) for param in node.params), from_gt4py(node.expr))


def _program(node: Any) -> Program:
    if node.declarations:
        raise ValueError("a program with temporaries has been lowered too far to be read")
    return Program(
        str(node.id),
        tuple(str(param.id) for param in node.params),
        tuple(from_gt4py(statement) for statement in node.body),
        tuple((str(function.id), _lambda(function)) for function in node.function_definitions),
    )


_READ: dict[str, Callable[[Any], Any]] = {
    "Literal": _literal,
    "OffsetLiteral": _offset,
    "AxisLiteral": _axis,
    # A step along a dimension.
    "CartesianOffset": lambda node: _axis(node.domain),
    "SymRef": lambda node: Name(str(node.id)),
    "Lambda": _lambda,
    "FunCall": _call,
    "SetAt": lambda node: SetAt(
        from_gt4py(node.target), from_gt4py(node.domain), from_gt4py(node.expr)
    ),
    "Program": _program,
}
