"""What PyTensor's and Aesara's own tests of types and graphs hold, said of this package.

Each test is a fact of theirs that holds here. What is otherwise on purpose is in `DIFFERENT`, with the words
of docs/coming-from.md that say so.
"""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import conformable as cf

f64 = "float64"


def tensor(*shape: int | None) -> cf.TensorType:
    return cf.TensorType(f64, shape)


def refuses(error: type[Exception], call: Callable[[], object]) -> bool:
    with pytest.raises(error):
        call()
    return True


# Types of arrays.


@pytest.mark.parametrize("dtype", [np.int32, np.dtype(np.int32), "int32"])
def test_dtypes_in_each_way(dtype: Any) -> None:
    assert cf.TensorType(dtype, []).dtype == "int32"


def test_same_class() -> None:
    matrix, column = tensor(None, None), tensor(None, 1)
    assert matrix.in_same_class(matrix)
    assert not matrix.in_same_class(column)
    assert not tensor().in_same_class(tensor(None))


def test_super() -> None:
    matrix, column = tensor(None, None), tensor(None, 1)
    assert matrix.is_super(matrix) and matrix.is_super(column)
    assert not column.is_super(matrix)
    assert not tensor(None, None, None).is_super(matrix)


def test_converting_variables() -> None:
    matrix, row = tensor(None, None), tensor(1, None)
    x, y = matrix(), row()
    assert matrix.convert_variable(x) is x
    assert matrix.convert_variable(y) is y
    converted = row.convert_variable(x)
    assert converted is not None and converted.type == row
    assert row.convert_variable(tensor(1, None, 1)()) is None
    known = cf.as_variable(np.array([[1.0, 2], [3, 4]]))
    assert matrix.convert_variable(known) is known


def test_converting_where_each_knows_more() -> None:
    a, b, both = tensor(1, None, 3), tensor(None, 5, 3), tensor(1, 5, 3)
    for first, second in [(a, b), (b, a)]:
        converted = first.convert_variable(second())
        assert converted is not None and converted.type == both


def test_converting_equal_types() -> None:
    one, other = tensor(1, 1), tensor(1, 1)
    assert one == other and one.shape == other.shape
    x = other()
    assert other.convert_variable(x) is x and one.convert_variable(x) is x
    converted = other.convert_variable(tensor(None, 1)())
    assert converted is not None and converted.owner and converted.owner.op is cf.SpecifyShape
    narrow = tensor(3, 2)()
    converted = tensor(None, None).convert_variable(narrow)
    assert converted is not None and converted.type == tensor(3, 2)


def test_filtering_variables() -> None:
    assert refuses(TypeError, lambda: tensor().filter(tensor()()))
    row, matrix = tensor(1, None), tensor(None, None)
    assert refuses(TypeError, lambda: row.filter(np.empty((0, 1))))
    x = row()
    assert row.filter_variable(x, allow_convert=True) is x
    assert row.filter_variable(matrix(), allow_convert=True).type == row
    assert tensor(1, 20).filter_variable(x, allow_convert=True).type == tensor(1, 20)
    # PyTensor gives a variable that fails when it is computed.
    assert refuses(TypeError, lambda: row.filter_variable(tensor(3, None)()))
    assert row.convert_variable(tensor(3, None)()) is None


def test_filter_wants_aligned_arrays() -> None:
    value = np.empty((1, 2))
    value.flags.aligned = False
    with pytest.raises(TypeError, match="not aligned"):
        tensor(1, None).filter(value)


def test_filter_strictly() -> None:
    assert refuses(TypeError, lambda: tensor().filter(1, strict=True))
    assert refuses(TypeError, lambda: tensor().filter(np.array(1, dtype=int), strict=True))


def test_filter_keeps_subclasses(tmp_path: Path) -> None:
    class Own(np.ndarray[Any, Any]):
        pass

    value = np.array([1.0]).view(Own)
    assert tensor(None).filter(value) is value
    mapped = np.memmap(tmp_path / "data", dtype=f64, mode="w+", shape=(3, 4))
    assert tensor(None, None).filter(mapped) is mapped


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_filter_makes_arrays_of_scalars(dtype: str) -> None:
    missing = np.array([np.nan], dtype=dtype)[0]
    assert isinstance(cf.TensorType(dtype, ()).filter(missing), np.ndarray)


def test_sharing_memory() -> None:
    one = np.array(2)
    assert cf.TensorType.may_share_memory(one, np.broadcast_to(one, (2, 3)))
    assert cf.TensorType.may_share_memory(one, None) is False


MIXED = [-np.inf, -1, 0, 1, np.inf, np.nan]


@pytest.mark.parametrize(
    ("other", "options", "same"),
    [
        (MIXED, {}, True),
        ([np.inf, -1, 0, 1, np.inf, np.nan], {}, False),
        ([-np.inf, -1, 0, 1, -np.inf, np.nan], {}, False),
        ([np.inf, -1, 0, 1, 5, np.nan], {"allow_remove_inf": True}, True),
        ([np.inf, -1, 0, 1, 5, 6], {"allow_remove_inf": True}, False),
        ([np.inf, -1, 0, 1, 5, np.nan], {"allow_remove_nan": False}, False),
        ([-np.inf, -1, 0, 1, np.inf, 6], {"allow_remove_nan": False}, False),
    ],
)
def test_equal_but_for_rounding(other: list[float], options: dict[str, bool], same: bool) -> None:
    a, b = np.asarray(MIXED), np.asarray(other)
    assert cf.TensorType.values_eq_approx(a, b, **options) is same


@pytest.mark.parametrize(
    ("shape", "pattern"),
    [
        ((1, 1), (True, True)),
        ((0,), (False,)),
        ((None, None), (False, False)),
        ((2, 3), (False, False)),
        ((1,), (True,)),
    ],
)
def test_known_sizes(shape: tuple[int | None, ...], pattern: tuple[bool, ...]) -> None:
    own = tensor(*shape)
    assert own.shape == shape and own.broadcastable == pattern


def test_clones() -> None:
    vector = tensor(1)
    assert vector.clone() == vector
    other = vector.clone(dtype="float32", shape=(2, 4))
    assert (other.dtype, other.shape) == ("float32", (2, 4))
    assert vector.clone(dtype="float32", shape=(None, None)).shape == (None, None)


@pytest.mark.parametrize("dtype", [int, np.int32])
def test_sizes_in_an_array(dtype: Any) -> None:
    own = cf.TensorType(f64, np.array([3], dtype=dtype))
    assert own.shape == (3,) and type(own.shape[0]) is int
    assert own.broadcastable == (False,)


def test_comparing() -> None:
    assert tensor(1, 1) == tensor(1, 1) and hash(tensor(1, 1)) == hash(tensor(1, 1))
    assert tensor(1, 1).is_super(tensor(1, 1))
    assert tensor(1, None) != tensor(1, 2)
    assert tensor(1, 1) != tensor()


# Types of one's own.


class Own(cf.Type):
    def __init__(self, thing: int) -> None:
        self.thing = thing

    def filter(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and other.thing == self.thing

    def __repr__(self) -> str:
        return f"R{self.thing}"


class Wider(Own):
    def is_super(self, other: cf.Type) -> bool | None:
        return True if isinstance(other, Own) and self.thing <= other.thing else None


def test_own_types_relate() -> None:
    assert Own(1).is_super(Own(2)) is None and Own(1).is_super(Own(1))
    assert Own(1).in_same_class(Own(2)) is False and Own(1).in_same_class(Own(1))


def test_own_types_convert() -> None:
    own = Own(1)
    same, other, wider = cf.Variable(Own(1)), cf.Variable(Own(2)), cf.Variable(Wider(0))
    assert own.convert_variable(same) is same
    assert own.convert_variable(other) is None
    assert refuses(NotImplementedError, lambda: own.convert_variable(wider))
    assert isinstance(own.clone(1), Own)


# Graphs. Each has the five variables of Aesara's tests: a free `b`, `a`, and three that are computed.


class Add(cf.Op):
    __props__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def make_node(self, *inputs: cf.Variable) -> cf.Apply:
        return cf.Apply(self, list(inputs), [Own(1)()])


first, second, third = Add("first"), Add("second"), Add("third")


class Five:
    def __init__(self) -> None:
        self.a, self.b = Own(1)("a"), Own(1)("b")
        self.c = first(self.b, self.a)
        self.d = second(self.c, self.b)
        self.e = third(self.d, self.b, self.b)
        self.graph = cf.FunctionGraph([self.a, self.b], [self.c, self.e], clone=False)


def test_a_graph_comes_back() -> None:
    x, y = tensor(3)("x"), tensor(3)("y")
    graph = cf.FunctionGraph([x, y], [cf.numpy.exp(x) + y])
    for again in (pickle.loads(pickle.dumps(graph)), copy.deepcopy(graph)):
        assert [own.type for own in again.inputs] == [own.type for own in graph.inputs]
        assert [own.type for own in again.outputs] == [own.type for own in graph.outputs]
        assert [node.op for node in again.toposort()] == [node.op for node in graph.toposort()]


def test_computed_variables_are_no_inputs() -> None:
    x = tensor(3)()
    assert refuses(ValueError, lambda: cf.FunctionGraph([x + 1], [x]))


def test_a_graphs_parts() -> None:
    a, b = Own(1)("a"), Own(1)("b")
    c = first(a)
    d = second(c, b)
    graph = cf.FunctionGraph([a, b], [c, d])
    assert graph.inputs == (a, b) and graph.outputs == (c, d)
    assert graph.toposort() == [c.owner, d.owner]
    assert graph.validate() is None  # type: ignore[func-returns-value]
    assert graph.clients(a) == [(c.owner, 0)] and graph.clients(b) == [(d.owner, 1)]
    assert graph.clients(c) == [(d.owner, 0), ("output", 0)]
    assert graph.clients(d) == [("output", 1)]


def test_inputs_may_be_left_out() -> None:
    x, y = tensor(3)("x"), tensor(3)("y")
    graph = cf.FunctionGraph(outputs=[cf.numpy.exp(x) + y], clone=False)
    assert graph.inputs == (x, y)


def test_copies_are_typed_and_named_alike() -> None:
    x = tensor(3)("x")
    graph = cf.FunctionGraph([x], [x + 1], clone=True)
    assert graph.inputs[0].type == x.type and graph.inputs[0].name == "x"
    assert graph.inputs[0] is not x and x not in graph


def test_all_clients() -> None:
    five = Five()
    c, d, e = five.c.owner, five.d.owner, five.e.owner
    assert five.graph.clients(five.b) == [(c, 0), (d, 1), (e, 1), (e, 2)]


def test_replacing() -> None:
    five = Five()
    assert refuses(TypeError, lambda: five.graph.replace(five.c, Own(7)("other")))
    node = five.c.owner
    five.graph.replace_all([(five.c, five.a)])
    five.graph.prune()
    assert five.c not in five.graph and node not in five.graph
    assert five.graph.toposort() == [five.d.owner, five.e.owner]
    assert five.d.owner is not None
    assert list(five.d.owner.inputs) == [five.a, five.b]


def test_replacing_by_itself_changes_nothing() -> None:
    five = Five()
    nodes, clients = five.graph.toposort(), five.graph.clients(five.e)
    five.graph.replace(five.b, five.b)
    assert five.graph.toposort() == nodes and five.graph.clients(five.e) == clients


def test_membership() -> None:
    five = Five()
    assert all(part in five.graph for part in (five.a, five.c, five.c.owner, five.e, five.e.owner))
    assert Own(1)() not in five.graph


def test_order_of_nodes() -> None:
    # A variable used twice, nodes that nothing connects, what is input and output at once.
    x, y = tensor(3)("x"), tensor(3)("y")
    twice = x + x
    graph = cf.FunctionGraph([x, y], [twice * y, cf.numpy.exp(y)])
    order = graph.toposort()
    assert twice.owner and order.index(twice.owner) == 0
    assert len(order) == 3 == len(graph)
    chain = cf.FunctionGraph(outputs=[tensor(2)("z")])
    assert chain.toposort() == [] and chain.inputs == chain.outputs


def test_computing() -> None:
    x, y = tensor()("x"), tensor()("y")
    assert cf.FunctionGraph([x, y], [2 * (x + y)]).evaluate([1.0, 2.0]) == (6.0,)


def test_equal_computations() -> None:
    def print_of(make: Callable[[cf.Variable], Any]) -> str:
        x = tensor(3)("x")
        return str(cf.FunctionGraph([x], [make(x)]).fingerprint)

    assert print_of(cf.numpy.exp) == print_of(cf.numpy.exp)
    assert print_of(lambda x: x + 1) == print_of(lambda x: x + 1)
    assert print_of(lambda x: x + 1) != print_of(lambda x: x + 2)
    assert print_of(cf.numpy.exp) != print_of(cf.numpy.sin)


# What is otherwise on purpose.

DIFFERENT: list[tuple[str, Callable[[], bool]]] = [
    ("equal types are one object", lambda: tensor(1).clone() is tensor(1)),
    ("`str(t)` is the text form", lambda: str(tensor(2, 3)) == "float64[2, 3]"),
    ("`broadcastable=` is gone", lambda: refuses(TypeError, lambda: cf.TensorType(f64, broadcastable=(True,)))),  # type: ignore[call-arg]
    ("a text is a size's name or expression", lambda: cf.TensorType(f64, ("1", "n")).shape == (1, cf.dim("n"))),
    ("no `filter_checks_isfinite`", lambda: refuses(AttributeError, lambda: setattr(tensor(), "filter_checks_isfinite", True))),
    ("`floatX` is float64", lambda: cf.TensorType("floatX", ()).dtype == f64),
    ("`matrix(\"x\")`, `tensor(...)`", lambda: not hasattr(cf, "matrix") and tensor(None, None)("x").name == "x"),
    ("a variable is of one graph alone", lambda: refuses(ValueError, lambda: cf.FunctionGraph([(g := Five()).a, g.b], [g.d]))),
    ("an input twice", lambda: refuses(ValueError, lambda: cf.FunctionGraph([x := tensor()(), x], [x]))),
    ("a variable alone stands for a list of it", lambda: cf.FunctionGraph(x := tensor(3)(), x + 1).outputs[0].ndim == 1),
    ("a graph is never cyclic", lambda: refuses(ValueError, lambda: (g := Five()).graph.replace(g.c, g.d))),
    ("an input that is replaced by a free variable", lambda: (g := Five()).graph.replace(g.a, Own(1)("n")).name == "n"),
    ("`fg.import_node`", lambda: not hasattr(cf.FunctionGraph, "import_node")),
    ("`x.eval({...})`", lambda: refuses(AttributeError, lambda: tensor()().eval)),  # type: ignore[attr-defined]
    ("`fg.apply_nodes`", lambda: not hasattr(cf.FunctionGraph, "apply_nodes")),
    ("`auto_name`", lambda: refuses(AttributeError, lambda: tensor()().auto_name)),  # type: ignore[attr-defined]
    ("`equal_computations`", lambda: not hasattr(cf, "equal_computations")),
]  # fmt: skip

DOCS = Path(__file__).resolve().parents[2] / "docs" / "coming-from.md"


@pytest.mark.parametrize(("words", "holds"), DIFFERENT, ids=[words for words, _ in DIFFERENT])
def test_what_differs_is_documented(words: str, holds: Callable[[], bool]) -> None:
    assert holds()
    assert words in DOCS.read_text(encoding="utf-8")
