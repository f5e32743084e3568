"""PyTensor's graphs, typed again by our signatures: `import_graph`.

What each op is in our terms is data (`_pytensor_ops`). PyTensor itself is needed only here.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from conformable import _native as native
from conformable._native import Constant, FunctionGraph, Signature, Type, Variable
from conformable._pytensor_node import Node, by_class, without_dims
from conformable._pytensor_ops import CORE, OPS, VALUES
from conformable._random import RandomGeneratorType

#: Arrays of integers are known up to this number.
_MOST = 64


@dataclass(frozen=True)
class Difference:
    """A variable of which we know other than PyTensor does."""

    #: PyTensor's.
    variable: Any
    op: str
    #: PyTensor's type, as ours.
    theirs: Type
    ours: Type
    #: `refines`: ours is narrower; `less`: it is wider; `neither`: each knows what the other does not;
    #: `contradicts`: no value is of both.
    kind: str
    #: Where ours is wider.
    why: str = ""

    def __str__(self) -> str:
        why = f"  ({self.why})" if self.why else ""
        return f"{self.op}: PyTensor {self.theirs}, ours {self.ours}: {self.kind}{why}"


@dataclass(frozen=True)
class Refused:
    """A node that our signatures refuse; it has PyTensor's types."""

    node: Any
    reason: str


class Imported:
    """A graph of PyTensor's, in our terms."""

    def __init__(self, graph: FunctionGraph, importer: "_Importer") -> None:
        self.graph = graph
        #: Our variable for each of PyTensor's.
        self.variables: dict[Any, Variable] = importer.variables
        #: The nodes of ops that no rule knows; they have PyTensor's types.
        self.unknown: list[Any] = importer.unknown
        self.refused: list[Refused] = importer.refused
        self._why: dict[Any, str] = importer.why

    @property
    def differences(self) -> list[Difference]:
        """The variables whose types differ, in the order in which they are computed."""
        found = []
        for theirs, ours in self.variables.items():
            kind = _compared(type_of(theirs.type), ours.type)
            if kind != "same":
                why = self._why_less(theirs) if kind in ("less", "neither") else ""
                op = "" if theirs.owner is None else _label(theirs.owner.op)
                found.append(Difference(theirs, op, type_of(theirs.type), ours.type, kind, why))
        return found

    def _why_less(self, variable: Any) -> str:
        node = variable.owner
        inputs = node.inputs if node is not None else []
        narrower = ("less", "neither")
        if any(
            _compared(type_of(own.type), self.variables[own].type) in narrower for own in inputs
        ):
            return "follows from an input"
        return self._why.get(variable, "")

    def table(self) -> str:
        """The differences, alike ones in one line, the most frequent first."""
        rows = Counter(
            (one.kind, one.op, str(one.theirs), str(one.ours), one.why) for one in self.differences
        )
        return "\n".join(
            f"{count:4}  {kind:11}  {op:28}  {theirs:24}  {ours:24}  {why}".rstrip()
            for (kind, op, theirs, ours, why), count in rows.most_common()
        )


def import_graph(
    graph: Any, *, inputs: Sequence[Any] | None = None, static_broadcast: bool = False
) -> Imported:
    """A `FunctionGraph` of PyTensor's, a variable or several, with types inferred by our signatures.

    With `static_broadcast` a size that is not known to be 1 is not 1, as PyTensor assumes: the relation
    `broadcast` of every signature is then `static_broadcast`. `inputs` are the first inputs of the graph;
    whatever else it takes, shared variables too, follows in the order in which it is taken.
    """
    from pytensor.graph.fg import FunctionGraph as TheirGraph
    from pytensor.graph.traversal import toposort

    given: list[Any] = list(inputs or ())
    if isinstance(graph, TheirGraph):
        outputs = list(graph.outputs)
        given = given or list(graph.inputs)
    else:
        outputs = list(graph) if isinstance(graph, (list, tuple)) else [graph]
    importer = _Importer(static_broadcast)
    for variable in given:
        importer.leaf(variable)
    for node in toposort(outputs, blockers=given):
        importer.node(node)
    for variable in outputs:
        importer.leaf(variable)
    # What is shared is an input of ours too.
    free = importer.leaves
    made = FunctionGraph(free, [importer.variables[variable] for variable in outputs])
    return Imported(made, importer)


def type_of(theirs: Any) -> Type:
    """Our type for one of PyTensor's; unknown if we have none."""
    match type(theirs).__name__:
        case "TensorType":
            # A size below 0, as PyTensor has for some pieces, is none that there is.
            sizes = [None if size is None or size < 0 else size for size in theirs.shape]
            return native.TensorType(theirs.dtype, sizes)
        case "ScalarType":
            return native.ScalarType(theirs.dtype)
        case "NoneTypeT":
            return native.NoneType()
        case "SliceType":
            return native.SliceType()
        case "RandomGeneratorType":
            return RandomGeneratorType()
        case "SparseTensorType":
            from conformable._sparse import SparseTensorType

            return SparseTensorType(theirs.format, theirs.dtype, theirs.shape)
    return native.UnknownType()


class _Importer:
    """Our variables for PyTensor's, made in the order of computation."""

    def __init__(self, static_broadcast: bool) -> None:
        self.static_broadcast = static_broadcast
        self.variables: dict[Any, Variable] = {}
        self.leaves: list[Variable] = []
        self.known: dict[Any, Any] = {}
        self.unknown: list[Any] = []
        self.refused: list[Refused] = []
        self.why: dict[Any, str] = {}

    def leaf(self, variable: Any) -> Variable:
        """Ours for a variable that nothing computes, or that was met."""
        if variable in self.variables:
            return self.variables[variable]
        data = getattr(variable, "data", None)
        own = type_of(variable.type)
        if data is None and not isinstance(own, native.NoneType):
            ours = Variable(own, name=variable.name)
            self.leaves.append(ours)
        else:
            ours = Constant(own, data, name=variable.name)
            if (known := _integers(data)) is not None:
                self.known[variable] = known
        self.variables[variable] = ours
        return ours

    def node(self, node: Any) -> None:
        ours = [self.leaf(variable) for variable in node.inputs]
        inner = getattr(node.op, "fgraph", None)
        if (
            by_class(node.op, OPS) is None
            and by_class(node.op, CORE) is None
            and _is_graph(node.op)
        ):
            self._inline(node, inner, ours)
            return
        seen = Node(node, ours, self.known, type_of)
        if by_class(node.op, OPS) is OPS["Scan"]:
            seen.inside = self._step(node)
        for theirs, made in zip(node.outputs, self._outputs(seen, node), strict=True):
            self.variables[theirs] = made
        self._value(seen, node)

    def _outputs(self, seen: Node, node: Any) -> Sequence[Variable]:
        rule = by_class(node.op, OPS)
        if rule is None and by_class(node.op, CORE) is not None:
            rule = OPS["Blockwise"]
        if rule is None:
            self.unknown.append(node)
            return self._as_theirs(seen, node)
        try:
            text = seen.signature(rule)
            made = self._applied(text, seen, node) if isinstance(text, str) else text
        except NotImplementedError:
            self.unknown.append(node)
            return self._as_theirs(seen, node)
        except (TypeError, ValueError) as error:
            self.refused.append(Refused(node, str(error)))
            return self._as_theirs(seen, node)
        return made if isinstance(made, tuple) else (made,)

    def _applied(self, text: str, seen: Node, node: Any) -> Any:
        if "broadcast(" in text:
            if self.static_broadcast:
                text = text.replace("broadcast(", "static_broadcast(")
            self.why.update((output, "an unknown size may be 1") for output in node.outputs)
        return _op(_label(node.op), text)(*seen.variables)

    def _as_theirs(self, seen: Node, node: Any) -> Sequence[Variable]:
        """The outputs with PyTensor's own types."""
        outputs = ", ".join(str(type_of(output.type)) for output in node.outputs)
        made = _op(_label(node.op), f"({seen.inputs}) -> {outputs}")(*seen.variables)
        return made if isinstance(made, tuple) else (made,)

    def _value(self, seen: Node, node: Any) -> None:
        """What is known of the integers that the node computes."""
        rule = by_class(node.op, VALUES)
        if rule is None and not hasattr(node.op, "axis"):
            # Of what is done to each element, and not of what reduces.
            rule = by_class(getattr(node.op, "scalar_op", None), VALUES)
        [first, *rest] = node.outputs
        if rule is None or rest or str(getattr(first.type, "dtype", ""))[:3] not in ("int", "uin"):
            return
        try:
            value = np.array(rule(seen), dtype=object)
        except (LookupError, ValueError, TypeError):
            return
        if value.size <= _MOST:
            self.known[first] = value

    def _step(self, node: Any) -> list[Type]:
        """The types of what one step of a scan gives."""
        from pytensor.graph.traversal import toposort

        op, body = node.op, _Importer(self.static_broadcast)
        for own, outer, is_part in _of_step(op, node.inputs):
            given: Any = self.variables[outer].type
            written: Any = type_of(own.type)
            shape = getattr(given, "shape", None)
            if is_part and shape:
                given = native.TensorType(written.dtype, shape[1:])
            body.variables[own] = Variable(written.meet(given) or written)
        for part in toposort(op.inner_outputs, blockers=op.inner_inputs):
            body.node(part)
        self.unknown += body.unknown
        self.refused += body.refused
        return [body.leaf(output).type for output in op.inner_outputs]

    def _inline(self, node: Any, inner: Any, ours: Iterable[Variable]) -> None:
        """An op that is a graph is what the graph computes."""
        from pytensor.graph.traversal import toposort

        body = _Importer(self.static_broadcast)
        for own, outside, variable in zip(inner.inputs, node.inputs, ours, strict=True):
            body.variables[own] = variable
            if outside in self.known:
                body.known[own] = self.known[outside]
        for part in toposort(inner.outputs, blockers=inner.inputs):
            body.node(part)
        for theirs, own in zip(node.outputs, inner.outputs, strict=True):
            self.variables[theirs] = body.leaf(own)
            if own in body.known:
                self.known[theirs] = body.known[own]
            self.why[theirs] = body.why.get(own, "")
        self.leaves += body.leaves
        self.unknown += body.unknown
        self.refused += body.refused


@lru_cache(maxsize=1024)
def _op(name: str, text: str) -> native.Op:
    """The op of a signature; most are met again."""
    return native.signature_op(name, Signature(text))


def _of_step(op: Any, outer: Sequence[Any]) -> Iterable[tuple[Any, Any, bool]]:
    """What a step of a scan is given, from which input of the scan, and whether it is one part of that."""
    info, own = op.info, iter(op.inner_inputs)
    taps = [1] * info.n_seqs
    taps += [
        len(kept)
        for kept in (*info.mit_mot_in_slices, *info.mit_sot_in_slices, *info.sit_sot_in_slices)
    ]
    for given, count in zip(outer[1 : 1 + len(taps)], taps, strict=True):
        for _ in range(count):
            yield next(own), given, True
    whole = [*op.outer_untraced_sit_sot(outer), *op.outer_non_seqs(outer)]
    yield from ((inner, given, False) for inner, given in zip(own, whole, strict=True))


def _is_graph(op: Any) -> bool:
    return any(base.__name__ == "OpFromGraph" for base in type(op).__mro__)


def _label(op: Any) -> str:
    inside = getattr(op, "scalar_op", None) or getattr(op, "core_op", None)
    name = type(op).__name__
    return (
        f"{name}{{{type(inside).__name__}}}"
        if inside is not None and name in ("Elemwise", "Blockwise")
        else name
    )


def _integers(data: Any) -> Any:
    """The integers that a constant is; None if it is something else, or too much."""
    kind = getattr(getattr(data, "dtype", None), "kind", "i" if type(data) is int else "")
    if kind not in ("i", "u") or np.size(data) > _MOST:
        return None
    known = np.empty(np.shape(data), dtype=object)
    known[...] = np.asarray(data).tolist()
    return known


def _compared(theirs: Type, ours: Type) -> str:
    theirs, ours = without_dims(theirs), without_dims(ours)
    if theirs == ours:
        return "same"
    if theirs.is_super(ours) is True:
        return "refines"
    if ours.is_super(theirs) is True:
        return "less"
    return "neither" if theirs.consistent(ours) else "contradicts"


__all__ = ["Difference", "Imported", "Refused", "import_graph", "type_of"]
