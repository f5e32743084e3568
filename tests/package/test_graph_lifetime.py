"""How long what belongs to a graph lives: attributes of variables, and cycles."""

import gc
import types
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import conformable as cf

MATRIX = cf.TensorType("float64", ("n", 3))
exp, add = cf.numpy.exp, cf.numpy.add


class Holder(cf.Op):
    signature = "(x[*S]) -> x[*S]"

    def __init__(self) -> None:
        self.graph: object = None


class Maker(cf.Op):
    """One that a `make_node` types."""

    def __init__(self) -> None:
        self.graph: object = None

    def make_node(self, x: cf.Variable) -> cf.Apply:
        return cf.Apply(self, [x], [x.type.make_variable()])


def test_attributes_of_a_graphs_variable_last_as_long_as_the_variable() -> None:
    x = MATRIX("x")
    y: Any = exp(x)
    y.note = ["before"]
    graph = cf.FunctionGraph([x], [add(exp(y), 1.0)])
    graph.inputs[0].tag.test_value = 3
    output: Any = graph.outputs[0]
    output.color = "red"
    del output
    del x, y
    gc.collect()
    assert graph.inputs[0].tag.test_value == 3
    output = graph.outputs[0]
    assert output.color == "red"
    inner: Any = graph.toposort()[0].outputs[0]
    assert inner.note == ["before"]
    del output.color
    with pytest.raises(AttributeError):
        output.color  # noqa: B018
    with pytest.raises(AttributeError):
        del output.color


def test_a_variable_has_attributes_as_any_object() -> None:
    x: Any = MATRIX("x")
    x.note = 1
    assert x.note == 1 and vars(x) == {"note": 1}
    x.__dict__["other"] = 2
    assert x.other == 2
    x.name = "z"
    assert x.name == "z" and "name" not in vars(x)
    with pytest.raises(AttributeError):
        x.type = MATRIX
    with pytest.raises(AttributeError):
        del x.index
    assert isinstance(x.tag, types.SimpleNamespace) and x.tag is x.tag
    held = cf.shared(1.5)
    held.note = "kept"
    graph = cf.FunctionGraph([], [exp(held)])
    kept: Any = graph.inputs[0]
    assert kept.note == "kept" and graph.evaluate()[0] == pytest.approx(4.48, abs=0.01)


def test_copies_have_the_attributes_too() -> None:
    x = MATRIX("x")
    x.tag.test_value = 3
    note: list[int] = []
    x.note = note
    graph = cf.FunctionGraph([x], [exp(x)], clone=True)
    again = graph.clone()
    for copied in (graph, again):
        own: Any = copied.inputs[0]
        assert own is not x and own.note is note
        assert copied.inputs[0].tag is not x.tag and copied.inputs[0].tag.test_value == 3
    again.inputs[0].tag.test_value = 4
    assert graph.inputs[0].tag.test_value == x.tag.test_value == 3


def test_what_leaves_a_graph_is_held_no_longer() -> None:
    x = MATRIX("x")
    unused, used = add(x, 2.0), exp(x)
    graph = cf.FunctionGraph([x], [add(unused, used)])
    unused.note = marker = Maker()
    gone = weakref.ref(marker)
    graph.replace(unused, used)
    graph.prune()
    del unused, marker
    gc.collect()
    assert gone() is None


def through_a_tag() -> object:
    x = MATRIX("x")
    x.tag.result = exp(x)
    return x


def through_a_graph() -> object:
    x = MATRIX("x")
    graph = cf.FunctionGraph([x], [exp(x)])
    graph.inputs[0].graph = graph
    return graph


def through_an_op() -> object:
    op, x = Holder(), MATRIX("x")
    op.graph = cf.FunctionGraph([x], [op(x)])
    return op.graph


def through_a_make_node() -> object:
    op, x = Maker(), MATRIX("x")
    op.graph = cf.FunctionGraph([x], [op(x)])
    assert op.graph.clone().outputs[0].type == MATRIX
    return op.graph


def through_a_shared_value() -> object:
    held: list[object] = []
    x = cf.shared(1.5)
    x.container.append(held)
    held.append(exp(x))
    return x


def through_a_constant() -> object:
    class Box(cf.Type):
        def filter(
            self, value: object, strict: bool = False, allow_downcast: bool | None = None
        ) -> object:
            return value

    value: list[object] = []
    made = Box().make_constant(value)
    value.append(made)
    return made


@pytest.mark.parametrize(
    "cycle",
    [
        through_a_tag,
        through_a_graph,
        through_an_op,
        through_a_make_node,
        through_a_shared_value,
        through_a_constant,
    ],
)
def test_cycles_are_collected(cycle: Callable[[], object]) -> None:
    made = cycle()
    gone = weakref.ref(made)
    gc.collect()
    assert gone() is made
    del made
    gc.collect()
    assert gone() is None


def test_what_is_held_survives_the_collector() -> None:
    """An application's output and its view both hold it."""
    x = MATRIX("x")
    y: Any = exp(x)
    node = y.owner
    x.tag.node = node
    del node, x
    gc.collect()
    assert y.owner.inputs[0].tag.node is y.owner
    first, second = cf.numpy.divmod(MATRIX("a"), MATRIX("b"))
    first.tag.other = second
    del second
    gc.collect()
    assert first.tag.other.owner is first.owner and first.owner.inputs[0].name == "a"
