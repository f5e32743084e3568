"""Graphs computed by NumPy, every value held against the type that was inferred for it.

This is also how the types are tested: a value that is not of its type is a mistake of the catalogue.
"""

import operator
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformable import _native as native
from conformable._errors import ShapeError
from conformable._native import Apply, Constant, FunctionGraph, Op, Variable


@dataclass(frozen=True)
class Row:
    """What one node took."""

    node: Apply
    #: Bytes of the inputs and of the outputs; None where their types do not say.
    read: int | None
    written: int | None
    seconds: float


@dataclass(frozen=True)
class Profile:
    """What the nodes of a graph took, in the order in which they were computed."""

    rows: list[Row] = field(default_factory=list)

    def __str__(self) -> str:
        shown = [
            (str(row.node), _bytes(row.read), _bytes(row.written), f"{row.seconds * 1e6:.1f}")
            for row in self.rows
        ]
        table = [("node", "bytes read", "bytes written", "us"), *shown]
        widths = [max(len(row[column]) for row in table) for column in range(4)]
        lines = (
            "  ".join(
                (
                    row[0].ljust(widths[0]),
                    *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)),
                )
            )
            for row in table
        )
        return "\n".join(lines)


def _bytes(count: int | None) -> str:
    return "?" if count is None else str(count)


def evaluate(
    graph: FunctionGraph,
    values: Mapping[Any, object] | Sequence[object] = (),
    profile: bool = False,
) -> Any:
    """The values of the graph's outputs, a tuple; with `profile` also what each node took.

    `values` are those of the inputs that hold none themselves: in order, or by variable or name.
    """
    known = _given(graph, values)
    rows: list[Row] = []
    for node in graph.toposort():
        inputs = [_value(known, var) for var in node.inputs]
        start = time.perf_counter()
        found = perform(node.op, inputs)
        seconds = time.perf_counter() - start
        outputs = node.outputs
        if len(outputs) == 1 and not _is_only(found, outputs[0]):
            found = (found,)
        if len(found) != len(outputs):
            raise TypeError(f"{node.op} gave {len(found)} values, not {len(outputs)}")
        for var, value in zip(outputs, found, strict=True):
            known[var] = _filtered(var, value, node)
        if profile:
            sizes = [_size(var, _value(known, var)) for var in (*node.inputs, *outputs)]
            split = len(node.inputs)
            rows.append(Row(node, _sum(sizes[:split]), _sum(sizes[split:]), seconds))
    _agree(graph, known)
    results = tuple(_value(known, var) for var in graph.outputs)
    return (results, Profile(rows)) if profile else results


def _is_only(found: object, var: Variable) -> bool:
    """Whether what was computed is a tuple or list around the only output, and not that output: `x.shape` of one dim."""
    if not isinstance(found, (tuple, list)) or len(found) != 1:
        return False
    return not (native.is_native(var.type) and var.type.is_valid_value(found))


def _given(
    graph: FunctionGraph, values: Mapping[Any, object] | Sequence[object]
) -> dict[Variable, Any]:
    known: dict[Variable, Any] = {}
    wanted = [var for var in graph.inputs if not hasattr(var, "container")]
    if isinstance(values, Mapping):
        by_name = {var.name: var for var in wanted if var.name is not None}
        pairs = []
        for key, value in values.items():
            var = by_name.get(key) if isinstance(key, str) else key
            if var is None or not any(var is own for own in wanted):
                raise ValueError(f"{key!r} is no input of the graph")
            pairs.append((var, value))
    else:
        if len(values) != len(wanted):
            raise ValueError(f"the graph has {len(wanted)} inputs, not {len(values)}")
        pairs = list(zip(wanted, values, strict=True))
    for var, value in pairs:
        known[var] = var.type.filter(value)
    missing = [repr(var) for var in wanted if var not in known]
    if missing:
        raise ValueError(f"no value is given for {', '.join(missing)}")
    for var in graph.inputs:
        if var not in known:
            # Inputs that need no value have one.
            known[var] = getattr(var, "get_value")()  # noqa: B009
    return known


def _value(known: dict[Variable, Any], var: Variable) -> Any:
    return var.data if isinstance(var, Constant) else known[var]


def perform(op: Op, inputs: Sequence[Any]) -> Any:
    """What an op gives for values: NumPy's function or method, or what its class defines as `perform`."""
    own = getattr(op, "perform", None)
    if own is not None:
        return own(*inputs)
    args, kwargs = op.call_arguments(tuple(inputs))
    match op.kind:
        case "specify_shape":
            return _specified(*args)
        case "operator":
            return _OPERATORS[repr(op)](*args)
        case "function":
            return _function(op.path or "")(*args, **kwargs)
        case "property":
            return getattr(args[0], _last(op))
        case "method":
            return getattr(args[0], _last(op))(*args[1:], **kwargs)
    raise NotImplementedError(f"{op} has no method perform")


#: Python's operators by how they are written.
_OPERATORS: dict[str, Any] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge, "&": operator.and_, "|": operator.or_,
    "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift, "==": operator.eq,
    "!=": operator.ne, "@": operator.matmul,
}  # fmt: skip


def _last(op: Op) -> str:
    return (op.path or "").rpartition(".")[2]


def _function(path: str) -> Any:
    import numpy as np

    found: Any = np
    for part in path.split(".")[1:]:
        # Operators that differ from NumPy's functions.
        found = operator if part == "_operators" else getattr(found, part)
    return found


def _specified(value: Any, *sizes: Any) -> Any:
    asked = tuple(None if isinstance(size, native.Dim) else size for size in sizes)
    fits = len(asked) == value.ndim and all(
        size is None or size == own for size, own in zip(asked, value.shape, strict=True)
    )
    if not fits:
        message = f"SpecifyShape: the array has the shape {value.shape}, not {sizes}"
        raise ShapeError(message, "SpecifyShape", (str(value.shape), str(sizes)), [0])
    return value


def _filtered(var: Variable, value: Any, node: Apply) -> Any:
    try:
        return var.type.filter(value, strict=True)
    except (TypeError, ValueError) as error:
        error.add_note(f"computed by {node}")
        raise


def _agree(graph: FunctionGraph, known: dict[Variable, Any]) -> None:
    """A name is one size wherever it stands, also in what was computed."""
    from conformable._instances import from_instance

    pairs = [
        (var, value) for var, value in known.items() if isinstance(var.type, native.TensorType)
    ]
    if pairs:
        actual = [from_instance(value) for _, value in pairs]
        why = native.not_together([var.type for var, _ in pairs], actual)
        if why is not None:
            raise ShapeError(f"the sizes contradict each other: {why}", str(graph), (), [])


def _size(var: Variable, value: Any) -> int | None:
    try:
        return int(var.type.get_size(var.type.get_shape_info(value)))
    except NotImplementedError:
        return None


def _sum(sizes: Iterable[int | None]) -> int | None:
    total = 0
    for size in sizes:
        if size is None:
            return None
        total += size
    return total


@dataclass(frozen=True)
class RewriteReport:
    """What differs between a graph and what it was rewritten to."""

    #: The outputs whose values differ, with both.
    different: list[tuple[int, Any, Any]]
    #: Outputs that share memory with an input or another output as they did not before, and that no op
    #: on the way declares.
    aliased: list[tuple[str, str]]

    def __bool__(self) -> bool:
        """Whether nothing differs."""
        return not self.different and not self.aliased

    def __str__(self) -> str:
        lines = [f"output {place}: {old!r} is now {new!r}" for place, old, new in self.different]
        lines += [f"{a} may share memory with {b}" for a, b in self.aliased]
        return "\n".join(lines) or "nothing differs"


def check_rewrite(
    old: FunctionGraph, new: FunctionGraph, values: Mapping[Any, object] | Sequence[object]
) -> RewriteReport:
    """Compute both graphs on copies of the values, and compare: outputs by their types'
    `values_eq_approx`, memory by `may_share_memory`."""
    if len(old.outputs) != len(new.outputs):
        raise ValueError(f"{len(old.outputs)} outputs became {len(new.outputs)}")
    was, shared_before = _run(old, values)
    now, shared_after = _run(new, values)
    different = [
        (place, a, b)
        for place, (var, a, b) in enumerate(zip(old.outputs, was, now, strict=True))
        if not var.type.values_eq_approx(a, b)
    ]
    return RewriteReport(different, [pair for pair in shared_after if pair not in shared_before])


def _run(
    graph: FunctionGraph, values: Mapping[Any, object] | Sequence[object]
) -> tuple[tuple[Any, ...], list[tuple[str, str]]]:
    import copy

    given = _given(graph, values)
    given = {var: copy.deepcopy(value) for var, value in given.items()}
    results = evaluate(
        graph, {var: value for var, value in given.items() if not hasattr(var, "container")}
    )
    inputs = [(f"input {place}", given[var], var) for place, var in enumerate(graph.inputs)]
    outputs = [
        (f"output {place}", value, var)
        for place, (var, value) in enumerate(zip(graph.outputs, results, strict=True))
    ]
    shared = []
    for place, (name, value, var) in enumerate(outputs):
        for other, known, its in (*inputs, *outputs[:place]):
            if _may_share(var, value, known) and not _is_view(var, its):
                shared.append((name, other))
    return results, shared


def _may_share(var: Variable, a: object, b: object) -> bool:
    share = getattr(var.type, "may_share_memory", None)
    return share is not None and bool(share(a, b))


def _is_view(var: Variable, of: Variable) -> bool:
    """Whether the ops declare, by `view_map`, that the one is a view of the other."""
    while var is not of:
        if var.owner is None or var.index is None:
            return False
        declared = getattr(var.owner.op, "view_map", {}).get(var.index, ())
        if not declared:
            return False
        var = var.owner.inputs[declared[0]]
    return True


def shapes(graph: FunctionGraph) -> dict[Variable, tuple[Any, ...] | None]:
    """The shape of each variable in terms of the inputs' sizes, by the signatures of the ops alone.

    Sizes that nobody knows have names; a shape of unknown rank, and of what is no array, is None.
    """
    return {
        var: getattr(ty, "shape", None) for var, ty in zip(*graph.types_in_common(), strict=True)
    }


def sizes(graph: FunctionGraph) -> dict[Variable, Any]:
    """The bytes of each variable, a number or an expression of the inputs' sizes; None where unknown."""
    return {var: _size_of(ty) for var, ty in zip(*graph.types_in_common(), strict=True)}


def _size_of(ty: Any) -> Any:
    from conformable._framework import measure

    return measure(ty).size_in_bytes


def volumes(graph: FunctionGraph) -> list[tuple[Apply, Any, Any]]:
    """For each node the bytes that it reads and those that it writes, as `sizes` has them."""
    all_sizes = sizes(graph)

    def total(variables: tuple[Variable, ...]) -> Any:
        count: Any = 0
        for var in variables:
            own = _size_of(var.type) if isinstance(var, Constant) else all_sizes[var]
            if own is None:
                return None
            count = count + own
        return count

    return [(node, total(node.inputs), total(node.outputs)) for node in graph.toposort()]
