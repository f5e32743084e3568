"""Function graphs: built, read, replaced, refined, rewritten, computed."""

import threading
from typing import Any

import numpy as np
import pytest
from shapes import shape_of

import conformable as cf


def tensor(*shape: Any, dtype: str = "float64", name: str | None = None) -> Any:
    return cf.TensorType(dtype, shape)(name)


def text(graph: Any, **how: Any) -> str:
    from conformable import _variables

    return _variables.dprint_text(graph, **how)


def layer() -> tuple[cf.FunctionGraph, Any, Any, Any]:
    x, w = tensor("n", "d", name="x"), tensor("d", 3, name="w")
    y = cf.numpy.tanh(x @ w)
    return cf.FunctionGraph([x, w], [y.sum(axis=0), y]), x, w, y


def test_a_graph_has_the_variables_that_it_is_made_of() -> None:
    graph, x, w, y = layer()
    assert graph.inputs == (x, w) and graph.outputs[1] is y
    assert y in graph and tensor(3) not in graph and len(graph) == 3
    assert [repr(node) for node in graph.toposort()] == [
        "matmul(x, w)",
        "tanh(matmul.0)",
        "sum{axis=0}(tanh.0)",
    ]
    assert y.owner is not None and y.owner is graph.toposort()[1]
    product: Any = y.owner.inputs[0]
    assert product.owner.inputs == (x, w)
    assert [(repr(node), place) for node, place in graph.clients(y)] == [
        ("sum{axis=0}(tanh.0)", 0),
        ("'output'", 1),
    ]
    assert repr(graph) == "FunctionGraph([x, w], [sum{axis=0}.0, tanh.0])"
    graph.validate()


def test_applications_that_are_held_become_the_graphs() -> None:
    x = tensor(3, name="x")
    y = x + 1.0
    node = y.owner
    graph = cf.FunctionGraph([x], [y])
    assert graph.toposort()[0] is node and y.owner is node
    graph.replace(x, tensor(3, name="other"))
    assert repr(node) == "add(other, 1.0)"


def test_inputs_are_found_if_they_are_not_given() -> None:
    a, b = tensor(3, name="a"), tensor(3, name="b")
    graph = cf.FunctionGraph(None, b * (a + b))
    assert [var.name for var in graph.inputs] == ["b", "a"]


def test_a_copy_leaves_variables_as_they_are() -> None:
    x = tensor(3, name="x")
    y = x + 1.0
    y.name = "y"
    graph = cf.FunctionGraph([x], [y], clone=True)
    assert x not in graph and y.owner.inputs[0] is x
    assert [var.name for var in (*graph.inputs, *graph.outputs)] == ["x", "y"]
    again = cf.FunctionGraph(graph.inputs, graph.outputs, clone=True)
    assert again.fingerprint == graph.fingerprint and again.inputs != graph.inputs
    other = graph.clone()
    assert other.counterpart(graph.inputs[0]) is other.inputs[0]
    other.replace(other.inputs[0], tensor(3, name="z"))
    assert graph.inputs[0].name == "x" and other.inputs[0].name == "z"


def test_names_and_constants_are_kept() -> None:
    x = tensor(3, name="x")
    data = np.arange(3.0)
    y = x + cf.as_variable(data, "data")
    graph = cf.FunctionGraph([x], [y])
    constant = y.owner.inputs[1]
    assert constant.name == "data" and constant.data is data
    y.name = "y"
    assert text(graph) == "add [id A] 'y'\n ├─ x [id B]\n └─ data [id C]"
    y.name = None
    assert y.name is None and "'y'" not in text(graph)


def test_what_is_wrong_with_a_graph_is_said_at_once() -> None:
    x, y = tensor(3, name="x"), tensor(3, name="y")
    with pytest.raises(ValueError, match="y is not an input of the graph, and nothing computes it"):
        cf.FunctionGraph([x], [x + y])
    with pytest.raises(ValueError, match="x is an input twice"):
        cf.FunctionGraph([x, x], [x + 1.0])
    with pytest.raises(ValueError, match=r"add.0 is no input: it is known or computed"):
        cf.FunctionGraph([x + 1.0], [x])
    with pytest.raises(ValueError, match="1 is no input"):
        cf.FunctionGraph([cf.as_variable(1)], [x])
    with pytest.raises(TypeError, match="expected a variable, not 3"):
        cf.FunctionGraph([x], [3])  # type: ignore[list-item]
    assert x.owner is None
    graph = cf.FunctionGraph([x], [x + 1.0])
    with pytest.raises(
        ValueError, match=r"x is a variable of another graph; .*clone=True.* copies"
    ):
        cf.FunctionGraph([x], [x * 2.0])
    with pytest.raises(ValueError, match="another graph"):
        cf.FunctionGraph([y], [x + y])
    assert x in graph


def test_replacement_goes_through_the_types() -> None:
    graph, x, _, y = layer()
    narrow = tensor(10, 4, name="narrow")
    assert graph.replace(x, narrow) is narrow
    assert y.type.shape == (10, 3) and graph.inputs[0] is narrow
    # It belongs to nobody now.
    assert x not in graph and (x + 1.0).owner.inputs[0] is x
    hidden = y.owner.inputs[0]
    placed = graph.replace(hidden, hidden.owner.inputs[0] @ hidden.owner.inputs[1])
    assert placed is not hidden and y.owner.inputs[0] is placed
    graph.validate()
    with pytest.raises(ValueError, match=r"negative.0 is computed from narrow"):
        graph.replace(narrow, cf.numpy.negative(narrow))


def test_a_wider_input_has_its_sizes_specified() -> None:
    x = tensor(2, 3, name="x")
    y = x.T
    graph = cf.FunctionGraph([x], [y])
    placed = graph.replace(x, tensor(None, 3, name="wide"))
    assert placed.owner is not None and placed.owner.op is cf.SpecifyShape
    assert shape_of(placed) == (2, 3)
    assert [var.name for var in graph.inputs] == ["wide"] and y.owner.inputs[0] is placed
    assert graph.evaluate([np.ones((2, 3))])[0].shape == (3, 2)
    with pytest.raises(cf.ShapeError, match="SpecifyShape: the array has the shape"):
        graph.evaluate([np.ones((4, 3))])


REFUSED = [
    (lambda x, w, y: (w, tensor(3, 4)), TypeError, "dim 1 is 3 and 4"),
    (
        lambda x, w, y: (x, tensor("n", "d", dtype="float32")),
        TypeError,
        "the dtype is float64 and float32",
    ),
    (lambda x, w, y: (x, tensor("n")), TypeError, "cannot stand where"),
    (lambda x, w, y: (tensor(3), tensor(3)), ValueError, "is not a variable of this graph"),
    (
        lambda x, w, y: (x, cf.numpy.negative(tensor("n", "d", name="free"))),
        ValueError,
        "free is not an input",
    ),
    (lambda x, w, y: (y.owner.inputs[0], cf.numpy.negative(y)), ValueError, "is computed from"),
    (lambda x, w, y: (x, "word"), ValueError, "could not convert"),
    (lambda x, w, y: (3, x), TypeError, "expected a variable, not 3"),
]


@pytest.mark.parametrize(("pair", "exception", "match"), REFUSED)
def test_what_is_refused_leaves_the_graph_as_it_was(pair: Any, exception: Any, match: str) -> None:
    graph, x, w, y = layer()
    before = text(graph, print_type=True), graph.fingerprint, len(graph)
    with pytest.raises(exception, match=match):
        graph.replace(*pair(x, w, y))
    good = tensor("n", "d", name="good")
    with pytest.raises(exception, match=match):
        graph.replace_all(
            [(x, good), pair(x, w, y)] if pair(x, w, y)[0] is not x else [pair(x, w, y)]
        )
    assert (text(graph, print_type=True), graph.fingerprint, len(graph)) == before
    assert good not in graph and x in graph
    graph.validate()


def test_what_ops_downstream_refuse_is_a_type_error() -> None:
    graph, x, w, _ = layer()
    graph.replace(x, tensor(10, 4, name="x"))
    with pytest.raises(TypeError, match="matmul: the inner dimensions differ: 4 and 5") as refused:
        graph.replace(w, tensor(5, 3))
    assert isinstance(refused.value.__cause__, cf.ShapeError)
    graph.validate()


def test_all_pairs_are_replaced_or_none() -> None:
    graph, x, w, _ = layer()
    a, b = tensor(10, 4, name="a"), tensor(4, 3, name="b")
    assert graph.replace_all({x: a, w: b}) == [a, b]
    assert graph.inputs == (a, b)
    with pytest.raises(TypeError):
        graph.replace_all([(a, tensor(10, 4, name="c")), (b, tensor(7, 3))])
    assert graph.inputs == (a, b)
    graph.validate()


def test_ops_whose_code_raises_or_changes_its_answers() -> None:
    class Moody(cf.Op):
        answer: Any = None

        def make_node(self, x: Any) -> Any:
            if isinstance(self.answer, BaseException):
                raise self.answer
            return cf.Apply(self, [x], [x.type()]) if self.answer is None else self.answer

    class Reshaped(cf.Op):
        signature = "(x[*S]) -> x[*S]"

    op = Moody()
    x = tensor(None, name="x")
    graph = cf.FunctionGraph([x], [Reshaped()(op(x))])
    before = text(graph, print_type=True)
    for answer, exception in [
        (KeyError("own"), KeyError),
        ("word", TypeError),
        (x.owner, TypeError),
    ]:
        type(op).answer = answer
        if answer is None:
            continue
        with pytest.raises(exception):
            graph.replace(x, tensor(3))
        assert text(graph, print_type=True) == before
    type(op).answer = None
    graph.replace(x, tensor(3, name="y"))
    graph.validate()
    assert shape_of(graph.outputs[0]) == (3,)


def test_refinement_flows_backwards() -> None:
    x, w = tensor(None, None, name="x"), tensor("d", 3, name="w")
    graph = cf.FunctionGraph([x, w], [x @ w])
    assert graph.refine() == 1 and x.type.shape == (None, cf.dim("d"))
    assert graph.refine() == 0
    graph.replace(w, tensor(5, 3, name="w"))
    assert graph.refine() == 1 and x.type.shape == (None, 5)
    graph.validate()
    a, b, c = tensor("n", name="a"), tensor(3), tensor(4)
    wrong = cf.FunctionGraph([a, b, c], [cf.numpy.dot(a, b), cf.numpy.dot(a, c)])
    with pytest.raises(cf.ShapeError):
        wrong.refine()
    assert a.type.shape == (cf.dim("n"),)


def test_signature_type_and_op_of_a_graph() -> None:
    graph, *_ = layer()
    assert str(graph.signature) == "(float64[n, d], float64[d, 3]) -> float64[3], float64[n, 3]"
    assert str(graph.type) == f"({graph.signature})"
    op = graph.as_op("Layer")
    total, hidden = op(tensor(7, 2), tensor(2, 3))
    assert (shape_of(total), shape_of(hidden), repr(op)) == ((3,), (7, 3), "Layer")
    outer = cf.FunctionGraph(None, hidden)
    values = [np.ones((7, 2)), np.ones((2, 3))]
    assert np.allclose(outer.evaluate(values)[0], np.tanh(values[0] @ values[1]))
    with pytest.raises(cf.ShapeError):
        op(tensor(7, 2), tensor(3, 3))


def test_merge_prune_and_fingerprints() -> None:
    x = tensor(3, name="x")
    graph = cf.FunctionGraph([x], [(x + 1.0) * (x + 1.0), cf.numpy.exp(x)])
    same = graph.clone()
    assert same.fingerprint == graph.fingerprint
    assert graph.merge() == 1 and len(graph) == 3
    graph.validate()
    a = x + np.zeros(100)[:3]
    b = x + np.r_[0.0, 0.0, 1e-9]
    other = cf.FunctionGraph([x], [a, b], clone=True)
    # They print alike, and are not.
    assert other.merge() == 0
    assert other.prune() == 0


def test_patterns_have_types() -> None:
    inv = cf.numpy.linalg.inv
    square = tensor("n", "n", name="square")
    for shape, count in [((3, 3), 1), (("k", "k"), 1), ((None, None), 0)]:
        m = tensor(*shape, name="m")
        graph = cf.FunctionGraph([m], [inv(inv(m)) * 2.0])
        assert graph.rewrite(inv(inv(square)), square) == count
        graph.validate()
    double: Any = cf.TensorType("float64", ("*S",))("any")
    x = tensor(3, name="x")
    graph = cf.FunctionGraph([x], [(x + x) + 1.0])
    assert graph.rewrite(double + double, double * 2.0) == 1
    assert (
        text(graph)
        == "add [id A]\n ├─ multiply [id B]\n │  ├─ x [id C]\n │  └─ 2.0 [id D]\n └─ 1.0 [id E]"
    )
    assert graph.evaluate([np.arange(3.0)])[0].tolist() == [1.0, 3.0, 5.0]
    with pytest.raises(ValueError, match="not part of what is looked for"):
        graph.rewrite(double + double, tensor(3))
    with pytest.raises(ValueError, match="computed by a node"):
        graph.rewrite(double, double)


def test_constants_of_rules_are_compared_as_values() -> None:
    # They print alike.
    zeros, nearly = np.zeros(100), np.r_[np.zeros(99), 1.0]
    a, x = tensor(100, name="a"), tensor(100, name="x")
    graph = cf.FunctionGraph([x], [x + nearly])
    assert graph.rewrite(a + zeros, a) == 0
    assert graph.rewrite(a + nearly, a + zeros) == 1
    assert graph.evaluate([np.ones(100)])[0].tolist() == [1.0] * 100
    both = cf.FunctionGraph([x], [graph.outputs[0], x + nearly], clone=True)
    assert both.merge() == 0


def test_a_rule_whose_result_is_known_less_has_its_sizes_specified() -> None:
    class Loose(cf.Op):
        signature = "(x[n]) -> x[#m]"

        def perform(self, x: Any) -> Any:
            return x

    a, x = tensor(None, name="a"), tensor(3, name="x")
    graph = cf.FunctionGraph([x], [cf.numpy.negative(x)])
    assert graph.rewrite(cf.numpy.negative(a), Loose()(a)) == 1
    specified = graph.outputs[0].owner
    assert specified is not None and specified.op is cf.SpecifyShape
    assert [getattr(size, "data", None) for size in specified.inputs[1:]] == [3]
    assert graph.evaluate([np.ones(3)])[0].tolist() == [1.0] * 3


def test_what_is_taken_back_leaves_nothing() -> None:
    graph, x, _, y = layer()
    held = cf.shared(np.ones(3))
    with pytest.raises(ValueError, match="is not an input"):
        graph.replace(y.owner.inputs[0], x @ tensor("d", 3, name="free") + held.sum())
    other = tensor("n", "d", name="other")
    graph.replace(x, other)
    assert graph.inputs[0] is other and not hasattr(graph.inputs[0], "container")
    del other
    assert type(graph.inputs[0]) is cf.Variable


def test_shapes_sizes_and_volumes_come_from_signatures() -> None:
    graph, x, w, y = layer()
    shapes = graph.shapes()
    assert shapes[y] == (cf.dim("n"), 3) and shapes[graph.outputs[0]] == (3,)
    sizes = graph.sizes()
    assert str(sizes[x]) == "Dim('8*d*n')" or str(sizes[x]) == "8*d*n"
    assert sizes[graph.outputs[0]] == 24
    (_, read, written), *_ = graph.volumes()
    of_x, of_w = sizes[x], sizes[w]
    assert of_x is not None and of_w is not None
    assert read == of_x + of_w and written == sizes[y.owner.inputs[0]]


def test_values_are_held_against_their_types() -> None:
    graph, x, _, _ = layer()
    values = {x: np.ones((2, 4)), "w": np.ones((4, 3))}
    (total, y), profile = graph.evaluate(values, profile=True)
    assert y.shape == (2, 3) and np.allclose(total, 2 * np.tanh(4.0))
    assert [(row.read, row.written) for row in profile.rows] == [(160, 48), (48, 48), (48, 24)]
    assert "matmul(x, w)" in str(profile)
    refused: list[Any] = [
        ([np.ones((2, 4))], ValueError),
        ({"x": np.ones((2, 4))}, ValueError),
        ({"x": np.ones((2, 4)), "v": 1}, ValueError),
        ([np.ones((2, 4)), np.ones((4, 2))], TypeError),
        ([np.ones((2, 4), "complex64"), np.ones((4, 3))], TypeError),
    ]
    for wrong, exception in refused:
        with pytest.raises(exception):
            graph.evaluate(wrong)

    class Liar(cf.Op):
        signature = "(x[n]) -> x[n]"

        def perform(self, x: Any) -> Any:
            return x[:-1]

    a, b = tensor("n", name="a"), tensor(3, name="b")
    with pytest.raises(cf.ShapeError, match="the sizes contradict each other"):
        cf.FunctionGraph([a], [Liar()(a)]).evaluate([np.ones(3)])
    with pytest.raises(TypeError, match="float64\\[3\\]"):
        cf.FunctionGraph([b], [Liar()(b)]).evaluate([np.ones(3)])
    with pytest.raises(NotImplementedError, match="no method perform"):
        op = cf.blockwise("(n)->()")
        cf.FunctionGraph(None, op(tensor(3))).evaluate([np.ones(3)])


def test_shared_variables_hold_values() -> None:
    weights = cf.shared(np.ones((4, 3)), name="weights")
    assert weights.type == cf.TensorType("float64", (None, None)) and weights.get_value().shape == (
        4,
        3,
    )
    x = tensor("n", 4, name="x")
    graph = cf.FunctionGraph([x], [x @ weights])
    assert graph.inputs == (x, weights)
    assert graph.evaluate([np.ones((2, 4))])[0].tolist() == [[4.0] * 3] * 2
    weights.set_value(np.zeros((4, 3), "float32"))
    assert graph.evaluate([np.ones((2, 4))])[0].tolist() == [[0.0] * 3] * 2
    with pytest.raises(TypeError):
        weights.set_value(np.ones(3))
    # What the graph alone holds is still the same value.
    del weights
    again: Any = graph.inputs[1]
    again.set_value(np.ones((4, 2)))
    assert graph.evaluate([np.ones((2, 4))])[0].shape == (2, 2)

    class Reused(cf.Type):
        def filter(
            self, value: Any, strict: bool = False, allow_downcast: bool | None = None
        ) -> Any:
            return list(value)

        def filter_inplace(
            self, value: Any, storage: Any, strict: bool = False, allow_downcast: bool | None = None
        ) -> Any:
            storage[:] = value
            return storage

    held = cf.shared([1, 2], Reused())
    memory = held.get_value()
    held.set_value([3])
    assert held.get_value() is memory and memory == [3]


def test_rewrites_are_checked_on_values() -> None:
    x = tensor(3, name="x")
    old = cf.FunctionGraph([x], [x * 2.0 + 0.0])
    y = tensor(3, name="x")
    assert cf.check_rewrite(old, cf.FunctionGraph([y], [y + y]), [np.ones(3)])
    z = tensor(3, name="x")
    wrong = cf.check_rewrite(old, cf.FunctionGraph([z], [z * 3.0]), [np.ones(3)])
    assert not wrong and "output 0" in str(wrong)
    v = tensor(3, name="x")
    view = cf.FunctionGraph([v], [v[::1]])
    report = cf.check_rewrite(cf.FunctionGraph(None, [tensor(3) * 1.0]), view, [np.ones(3)])
    assert report.aliased == [("output 0", "input 0")] and not report.different
    assert str(cf.check_rewrite(old, old, [np.ones(3)])) == "nothing differs"


def test_many_threads_read_one_graph() -> None:
    graph, *_ = layer()
    expected = text(graph, print_type=True), str(graph.signature)
    found: list[Any] = []

    def read() -> None:
        for _ in range(50):
            found.append((text(graph, print_type=True), str(graph.signature)))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 200 and set(found) == {expected}


def test_a_tree_goes_to_a_file_and_shows_shared_nodes_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    x = tensor(3, name="x")
    y = cf.numpy.exp(x)
    cf.dprint(y * y, ids=False)
    assert capsys.readouterr().out == "multiply\n ├─ exp\n │  └─ x\n └─ exp\n    └─ ···\n"
    cf.dprint([x, y], depth=1, print_type=True)
    assert capsys.readouterr().out == "x [id A] <float64[3]>\nexp [id B] <float64[3]>\n"
    dot = cf.FunctionGraph([x], [y]).dot()
    assert dot.startswith("digraph {") and 'label="exp"' in dot


def test_a_value_that_replaces_a_variable_keeps_its_sizes() -> None:
    x = tensor(None, name="x")
    y = cf.numpy.exp(x)
    graph = cf.FunctionGraph([x], [y + x])
    graph.replace(y, np.zeros(3))
    assert str(graph.signature).endswith("-> float64[3] where broadcastable(d, 3)")
    assert graph.evaluate([np.ones(1)])[0].tolist() == [1.0] * 3
    assert cf.TensorType("float64", ("n",)).filter_variable(np.zeros(3)).type == cf.TensorType(
        "float64", (3,)
    )


def test_constants_are_equal_by_value_not_by_object() -> None:
    v, p = cf.TensorType("float64", (3,))("v"), cf.TensorType("float64", (3,))("p")
    graph = cf.FunctionGraph([v], [v + float("2.5")])
    assert graph.rewrite(p + float("2.5"), p) == 1
    assert graph.outputs == (v,)
    v, p = cf.TensorType("float64", (3,))("v"), cf.TensorType("float64", (3,))("p")
    graph = cf.FunctionGraph([v], [v + np.zeros(3)])
    assert graph.rewrite(p + np.ones(3), p) == 0
    assert graph.rewrite(p + np.zeros(3), p) == 1


def test_scalars_and_arrays_without_dims_stand_for_each_other() -> None:
    for shape in [(3,), (None,), ()]:
        v, p = cf.TensorType("float64", shape)("v"), cf.TensorType("float64", shape)("p")
        graph = cf.FunctionGraph([v], [v + 0.0])
        assert graph.rewrite(p + 0.0, p) == 1
        assert graph.outputs == (v,)
    v, s = cf.TensorType("float64", ())("v"), cf.ScalarType("float64")("s")
    graph = cf.FunctionGraph([v, s], [cf.numpy.exp(v), cf.numpy.exp(s)])
    graph.replace(graph.outputs[0], s)
    graph.replace(graph.outputs[1], v)
    with pytest.raises(TypeError):
        graph.replace(graph.outputs[0], cf.TensorType("float32", ())("w"))


def test_a_size_is_not_negative() -> None:
    with pytest.raises(ValueError, match="a size is at least 0, not -1"):
        cf.specify_shape(cf.TensorType("float64", (None, None))("x"), (-1, 3))


def test_how_functions_are_called_is_no_name_of_the_library() -> None:
    name = "applied"
    assert "emath" in dir(cf.numpy) and name not in dir(cf.numpy)
    with pytest.raises(AttributeError, match=r"the catalogue has no numpy\.applied"):
        getattr(cf.numpy, name)
