"""Code of users that runs while a graph is made or changed: what it sees, and what it raises."""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from shapes import shape_of

import conformable as cf


def tensor(*shape: Any, name: str | None = None) -> Any:
    return cf.TensorType("float64", shape)(name)


def test_a_refused_replacement_leaves_no_name() -> None:
    x = tensor(3, name="x")
    graph = cf.FunctionGraph([x], [cf.numpy.negative(x)])
    e = cf.numpy.exp(x)
    e.name = "e"
    with pytest.raises(ValueError, match="is computed from"):
        graph.replace(x, e)
    y = tensor(3, name="y")
    graph.replace(graph.outputs[0], cf.numpy.tanh(x))
    assert graph.outputs[0].name is None
    graph.replace(x, y)
    graph.validate()


def test_a_rule_that_is_refused_somewhere_is_applied_elsewhere() -> None:
    class Wanted(cf.Op):
        signature = "(x[n]) -> x[n]"

    class Placed(cf.Op):
        signature = "(x[3]) -> x[3]"

    inputs = [tensor(3), tensor(4), tensor(3)]
    graph = cf.FunctionGraph(inputs, [Wanted()(x) for x in inputs])
    a = tensor(None, name="a")
    assert graph.rewrite(Wanted()(a), Placed()(cf.numpy.add(a, 0.0))) == 2
    assert [repr(output.owner and output.owner.op) for output in graph.outputs] == [
        "Placed",
        "Wanted",
        "Placed",
    ]
    assert graph.prune() == 2
    graph.validate()


def test_code_of_users_may_look_at_the_graph() -> None:
    seen: list[Any] = []
    x = tensor(3, name="x")
    graph = cf.FunctionGraph([x], [cf.numpy.negative(x)])

    def look() -> None:
        seen.append((x.type, len(graph), repr(graph.outputs[0])))

    class Looking(cf.Op):
        def __eq__(self, other: object) -> bool:
            look()
            return type(self) is type(other)

        def __hash__(self) -> int:
            look()
            return 1

        def __repr__(self) -> str:
            look()
            return "Looking"

        def make_node(self, x: Any) -> Any:
            return cf.Apply(self, [x], [x.type()])

    class Words(cf.Type):
        def filter(self, value: Any, strict: bool = False, allow_downcast: Any = None) -> Any:
            return value

        def values_eq(self, a: Any, b: Any) -> bool:
            look()
            return bool(a == b)

        def __str__(self) -> str:
            look()
            return "words"

    graph.replace(graph.outputs[0], Looking()(Looking()(x)))
    kind = Words()
    constants = [cf.Constant(kind, list(word)) for word in ("ab", "ab", "ba")]

    class Spoken(cf.Op):
        def make_node(self, x: Any, *words: Any) -> Any:
            return cf.Apply(self, [x, *words], [x.type()])

    graph.replace(graph.outputs[0], Spoken()(x, *constants))
    assert seen
    graph.validate()


def test_a_graph_that_is_being_changed_says_so() -> None:
    ask: list[Callable[[], object]] = []

    class Curious(cf.Op):
        def make_node(self, x: Any) -> Any:
            for question in ask:
                question()
            return cf.Apply(self, [x], [x.type()])

    x = cf.TensorType("float64", (None,))("x")
    middle = x + 1.0
    graph = cf.FunctionGraph([x], [Curious()(middle)])
    before = graph.fingerprint
    narrow = cf.TensorType("float64", (3,))("y")
    questions = [
        lambda: len(graph),
        lambda: graph.outputs,
        lambda: cf.dprint(graph),
        lambda: middle.type,
        lambda: graph.prune(),
        lambda: graph.replace(x, narrow),
    ]
    for question in questions:
        ask[:] = [question]
        with pytest.raises(RuntimeError, match="the graph cannot be used now: it is "):
            graph.replace(x, narrow)
        ask.clear()
        assert graph.fingerprint == before
        graph.validate()
    graph.replace(x, narrow)
    assert shape_of(graph.outputs[0]) == (3,)


def test_what_a_relation_raises_comes_out_of_every_question() -> None:
    class Odd(Exception):
        pass

    def forward(n: int) -> int:
        raise Odd(n)

    cf.define_relation("raises_odd", forward)
    own = cf.Signature("(x[n]) -> x[raises_odd(n)]")
    with pytest.raises(Odd):
        own((3,))
    function = cf.checked("(x[n]) -> x[raises_odd(n)]")(np.copy)
    with pytest.raises(Odd):
        function(np.ones(3))
    assert cf.Signature("(n)->(n)")((3,)) == ((3,),)


def test_what_a_reader_raises_is_raised(registry: Any) -> None:
    class Value:
        pass

    def reader(value: Any, read: Any) -> Any:
        raise KeyboardInterrupt

    registry.register_instance(Value, reader)

    @cf.checked
    def function(x: cf.TensorType("float64", (3,))):  # type: ignore[no-untyped-def, valid-type]
        return x

    with pytest.raises(KeyboardInterrupt):
        function(Value())


def test_items_are_made_when_they_are_asked_for() -> None:
    items = iter(tensor(1_000_000_000))
    assert [repr(item.owner.op) for item in itertools.islice(items, 2)] == [
        "__getitem__{·, 0}",
        "__getitem__{·, 1}",
    ]
    first, second = tensor(2, 5)
    assert first.type.shape == second.type.shape == (5,)
    assert list(tensor(0)) == []
    with pytest.raises(TypeError, match="not known how many"):
        iter(tensor(None))
