"""GT4Py's own IR, read and written: a row for each class of its nodes, by its name, so that GT4Py need not be there to
read; and one for each of ours."""

import importlib
from collections.abc import Callable, Iterable
from typing import Any

from conformable._native import ScalarType
from conformable.gt4py._adapters import from_gt4py as type_of, to_gt4py as spec_of
from conformable.gt4py._types import Dimension
from conformable.gt4py.ir import _nodes as n
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


def _literal(node: Any) -> n.Node:
    dtype = type_of(node.type)
    text = str(node.value)
    if str(dtype) == "bool_":
        return n.Literal(text == "True", dtype)
    return n.Literal(int(text) if "int" in str(dtype) else float(text), dtype)


def _offset(node: Any) -> n.Node:
    return n.OffsetName(node.value) if isinstance(node.value, str) else n.Index(int(node.value))


def _axis(node: Any) -> n.Axis:
    return n.Axis(Dimension(node.value, node.kind.value))


def _call(node: Any) -> n.Node:
    function, args = from_gt4py(node.fun), [from_gt4py(arg) for arg in node.args]
    if (
        isinstance(function, n.Name)
        and function.name in _INDEXED
        and isinstance(args[0], n.Literal)
    ):
        args[0] = n.Index(int(args[0].value))
    if isinstance(function, n.Name) and function.name == "cast_" and isinstance(args[1], n.Name):
        args[1] = n.TypeName(_SCALARS[args[1].name])
    if isinstance(function, n.Name) and function.name == "shift" and len(args) > 2:
        it: n.Node = n.Name("it")
        for k in range(0, len(args), 2):
            it = n.Name("shift")(*args[k : k + 2])(it)
        return n.Lambda(("it",), it)
    return n.Call(function, tuple(args))


def _lambda(node: Any) -> n.Lambda:
    return n.Lambda(tuple(str(param.id) for param in node.params), from_gt4py(node.expr))


def _program(node: Any) -> n.Program:
    if node.declarations:
        raise ValueError("a program with temporaries has been lowered too far to be read")
    return n.Program(
        str(node.id),
        tuple(str(param.id) for param in node.params),
        tuple(from_gt4py(statement) for statement in node.body),
        tuple((str(function.id), _lambda(function)) for function in node.function_definitions),
        param_types={str(own.id): type_of(own.type) for own in node.params if own.type is not None},
    )


_READ: dict[str, Callable[[Any], Any]] = {
    "Literal": _literal,
    "OffsetLiteral": _offset,
    "AxisLiteral": _axis,
    # A step along a dimension.
    "CartesianOffset": lambda node: _axis(node.domain),
    "SymRef": lambda node: n.Name(str(node.id)),
    "Lambda": _lambda,
    "FunCall": _call,
    "SetAt": lambda node: n.SetAt(
        from_gt4py(node.target), from_gt4py(node.domain), from_gt4py(node.expr)
    ),
    "Program": _program,
}


def to_gt4py(node: Any) -> Any:
    """One of our nodes as GT4Py's; what GT4Py has none for, calls of operators, is a ValueError."""
    row = _WRITE.get(type(node))
    if row is None:
        raise ValueError(f"GT4Py's IR has no node for {type(node).__name__}: {str(node)[:80]}")
    return row(node, importlib.import_module("gt4py.next.iterator.ir"))


def _names(names: Iterable[str], itir: Any) -> list[Any]:
    return [itir.Sym(id=name) for name in names]


def _written_axis(node: n.Axis, itir: Any) -> Any:
    kind = importlib.import_module("gt4py.next.common").DimensionKind(str(node.dim.kind))
    return itir.AxisLiteral(value=node.dim.value, kind=kind)


def _written_literal(value: Any, dtype: Any, itir: Any) -> Any:
    return itir.Literal(value=str(value), type=spec_of(dtype))


def _written_call(node: n.Call, itir: Any) -> Any:
    name = node.function.name if isinstance(node.function, n.Name) else ""
    first = node.args[0] if node.args else None
    args = [to_gt4py(arg) for arg in node.args]
    if name in _INDEXED and isinstance(first, n.Index):
        args[0] = _written_literal(first.value, ScalarType("int32"), itir)
    if name in ("shift", "neighbors") and isinstance(first, n.Axis):
        # A step along a dimension.
        args[0] = itir.CartesianOffset(domain=args[0], codomain=args[0])
    return itir.FunCall(fun=to_gt4py(node.function), args=args)


def _written_let(node: n.Let, itir: Any) -> Any:
    """What is bound sees what is bound before it: functions that are applied at once, in each other."""
    found = to_gt4py(node.body)
    for name, value in reversed(node.bindings):
        function = itir.Lambda(params=_names([name], itir), expr=found)
        found = itir.FunCall(fun=function, args=[to_gt4py(value)])
    return found


def _written_program(node: n.Program, itir: Any) -> Any:
    definitions = [
        itir.FunctionDefinition(id=name, params=_names(own.params, itir), expr=to_gt4py(own.body))
        for name, own in node.definitions
    ]
    return itir.Program(
        id=node.name,
        function_definitions=definitions,
        params=[
            itir.Sym(id=name, type=spec_of(node.param_types[name]))
            if name in node.param_types
            else itir.Sym(id=name)
            for name in node.params
        ],
        declarations=[],
        body=[to_gt4py(statement) for statement in node.body],
    )


_WRITE: dict[type, Callable[[Any, Any], Any]] = {
    n.Literal: lambda node, itir: _written_literal(node.value, node.dtype, itir),
    n.Index: lambda node, itir: itir.OffsetLiteral(value=node.value),
    n.OffsetName: lambda node, itir: itir.OffsetLiteral(value=node.name),
    n.Axis: _written_axis,
    n.TypeName: lambda node, itir: itir.SymRef(id=str(node.dtype).strip("_")),
    n.Name: lambda node, itir: itir.SymRef(id=node.name),
    n.Lambda: lambda node, itir: itir.Lambda(
        params=_names(node.params, itir), expr=to_gt4py(node.body)
    ),
    n.Call: _written_call,
    n.Let: _written_let,
    n.SetAt: lambda node, itir: itir.SetAt(
        expr=to_gt4py(node.value), domain=to_gt4py(node.domain), target=to_gt4py(node.target)
    ),
    n.Program: _written_program,
}
