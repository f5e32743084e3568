"""Graphs and variables as they are pickled and copied.

A graph is a list of nodes, however deep it is. A free variable is its application, whose inputs are
variables: as deep as it was computed. Types are inferred again when they are read.
"""

from typing import Any

from conformable import _native as native
from conformable._native import Apply, Constant, FunctionGraph, Op, Variable

#: Ops of the package's own, which are made by applying them.
_CATALOGUE = ("function", "method", "property", "operator", "specify_shape")


class Slot:
    """Stands for an input of a node among its arguments."""

    def __init__(self, place: int) -> None:
        self.place = place


class Applied:
    """What a node applies, with its arguments that are no variables."""

    def __init__(self, node: Apply) -> None:
        op: Op = node.op
        self.op: Any = None
        self.kind = op.kind if _is_catalogues(op) else ""
        self.path = op.path
        if not self.kind:
            self.op = op
            return
        self.text = repr(op)
        slots = tuple(Slot(place) for place in range(len(node.inputs)))
        self.args, self.kwargs = op.call_arguments(slots)

    def to(self, inputs: list[Variable]) -> tuple[Variable, ...]:
        """The outputs of the node with these inputs."""
        if self.op is not None:
            made: Apply = self.op.make_node(*inputs)
            outputs: tuple[Variable, ...] = made.outputs
            return outputs
        args = [_filled(arg, inputs) for arg in self.args]
        kwargs = {name: _filled(arg, inputs) for name, arg in self.kwargs.items()}
        found = self._call(args, kwargs)
        first: Variable = found[0] if isinstance(found, (tuple, list)) else found
        owner = first.owner
        assert owner is not None, "what an op gives is computed"
        return owner.outputs

    def _call(self, args: list[Any], kwargs: dict[str, Any]) -> Any:
        from conformable._operations import FUNCTIONS

        last = (self.path or "").rpartition(".")[2]
        if self.kind == "specify_shape":
            return native.SpecifyShape(*args)
        if self.kind == "operator":
            return FUNCTIONS[self.text](*args)
        if self.kind == "function":
            op: Any = native.catalogue_op(self.path or "")
            return op(*args, **kwargs)
        member = getattr(args[0], last)
        return member if self.kind == "property" else member(*args[1:], **kwargs)


def _is_catalogues(op: Op) -> bool:
    return type(op) is Op and op.kind in _CATALOGUE


def _filled(arg: Any, inputs: list[Variable]) -> Any:
    if isinstance(arg, Slot):
        return inputs[arg.place]
    if isinstance(arg, (tuple, list)):
        return type(arg)(_filled(item, inputs) for item in arg)
    if isinstance(arg, slice):
        parts = (arg.start, arg.stop, arg.step)
        return slice(*(_filled(part, inputs) for part in parts))
    return arg


def reduce_variable(var: Variable) -> tuple[Any, ...]:
    """A free variable."""
    state = dict(vars(var)) or None
    node = var.owner
    if node is not None:
        return _output, (node, var.index, var.name), state
    if isinstance(var, Constant):
        return _constant, (var.type, var.data, var.name), state
    if hasattr(var, "container"):
        return type(var), (var.type, var.container, var.name), None
    return _leaf, (type(var), var.type, var.name), state


def _output(node: Apply, index: int, name: str | None) -> Variable:
    var = node.outputs[index]
    var.name = name
    return var


def _constant(ty: Any, data: object, name: str | None) -> Variable:
    if isinstance(data, native.Dim):
        return native.size_constant(data)
    return Constant(ty, data, name)


def _leaf(cls: Any, ty: Any, name: str | None) -> Variable:
    made: Variable = cls(ty, None, None, name)
    return made


def reduce_apply(node: Apply) -> tuple[Any, ...]:
    """A free application."""
    return _applied, (Applied(node), list(node.inputs))


def _applied(applied: Applied, inputs: list[Variable]) -> Apply:
    node = applied.to(inputs)[0].owner
    assert node is not None
    return node


def reduce_part(graph: FunctionGraph, var: Variable) -> tuple[Any, ...]:
    """A variable of a graph: the graph, and which of its variables it is."""
    for place, own in enumerate(_variables(graph)):
        if own is var:
            return _part, (graph, place)
    raise TypeError(f"{var!r} cannot be pickled: its graph does not compute it any more")


def _part(graph: FunctionGraph, place: int) -> Variable:
    return _variables(graph)[place]


def _variables(graph: FunctionGraph) -> list[Variable]:
    """The inputs, constants and outputs of nodes, in an order that the graph's copies have too."""
    found: dict[Variable, None] = dict.fromkeys(graph.inputs)
    for node in graph.toposort():
        found.update(dict.fromkeys((*node.inputs, *node.outputs)))
    found.update(dict.fromkeys(graph.outputs))
    return list(found)


def reduce_graph(graph: FunctionGraph) -> tuple[Any, ...]:
    """A graph as a list of what is given and of what is computed."""
    places = {var: place for place, var in enumerate(_variables(graph))}
    nodes = graph.toposort()
    computed = {output for node in nodes for output in node.outputs}
    leaves = [(place, _leaf_state(var)) for var, place in places.items() if var not in computed]
    steps = [
        (
            Applied(node),
            [places[own] for own in node.inputs],
            [places[own] for own in node.outputs],
        )
        for node in nodes
    ]
    names = {place: var.name for var, place in places.items() if var.name and var in computed}
    notes = {place: dict(vars(var)) for var, place in places.items() if vars(var)}
    inputs = [places[own] for own in graph.inputs]
    outputs = [places[own] for own in graph.outputs]
    return _graph, (leaves, steps, names, notes, inputs, outputs)


def _leaf_state(var: Variable) -> tuple[Any, tuple[Any, ...]]:
    if isinstance(var, Constant):
        return _constant, (var.type, var.data, var.name)
    if hasattr(var, "container"):
        return type(var), (var.type, var.container, var.name)
    return _leaf, (type(var), var.type, var.name)


def _graph(
    leaves: list[tuple[int, tuple[Any, tuple[Any, ...]]]],
    steps: list[tuple[Applied, list[int], list[int]]],
    names: dict[int, str],
    notes: dict[int, dict[str, Any]],
    inputs: list[int],
    outputs: list[int],
) -> FunctionGraph:
    known: dict[int, Variable] = {place: make(*args) for place, (make, args) in leaves}
    for applied, given, made in steps:
        found = applied.to([known[place] for place in given])
        known.update(zip(made, found, strict=True))
    for place, name in names.items():
        known[place].name = name
    for place, own in notes.items():
        vars(known[place]).update(own)
    return FunctionGraph([known[place] for place in inputs], [known[place] for place in outputs])


def op_named(name: str) -> Op:
    """An op of the extension's own, by its name."""
    op: Op = getattr(native, name)
    return op
