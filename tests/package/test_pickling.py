"""Graphs and variables, pickled and copied."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import conformable as cf


def again(value: Any) -> Any:
    """What comes back of a value."""
    return pickle.loads(pickle.dumps(value))


class Twice(cf.Op):
    """An op of a package."""

    __props__ = ()
    signature = "(x[n]) -> x[n]"

    def perform(self, x: Any) -> Any:
        """Its values."""
        return 2 * x


def graph() -> cf.FunctionGraph:
    """One with ops of every making."""
    x = cf.TensorType("float64", ("n", 3))("x")
    y = cf.TensorType("float64", (3,))("y")
    z = (x + y).sum(axis=0, keepdims=True)[0].T
    z = cf.numpy.where(z > 1.5, Twice()(z), cf.numpy.concatenate([y[:1], y[1:]]))
    z.name = "z"
    z.tag.note = "kept"
    return cf.FunctionGraph([x, y], [z, cf.specify_shape(x, (4, 3)).shape[0] + 1])


@pytest.mark.parametrize("copied", [again, copy.deepcopy])
def test_graphs(copied: Any) -> None:
    own = graph()
    other = copied(own)
    assert other.fingerprint == own.fingerprint and str(other.signature) == str(own.signature)
    assert [var.name for var in other.inputs] == ["x", "y"]
    assert other.outputs[0].name == "z" and other.outputs[0].tag.note == "kept"
    values = [np.arange(12.0).reshape(4, 3), np.ones(3)]
    for found, wanted in zip(other.evaluate(values), own.evaluate(values), strict=True):
        np.testing.assert_array_equal(found, wanted)
    other.replace(other.outputs[0], np.zeros(3))
    assert own.outputs[0].name == "z"


def test_a_deep_graph() -> None:
    x = cf.TensorType("float64", (3,))("x")
    y: Any = x
    for _ in range(3000):
        y = y + 1
    own = cf.FunctionGraph([x], [y])
    assert len(again(own)) == 3000


@pytest.mark.parametrize("copied", [again, copy.deepcopy])
def test_free_variables_keep_what_they_share(copied: Any) -> None:
    x = cf.TensorType("float64", (3,))("x")
    y: Any = cf.numpy.exp(x, dtype="float64") * x
    x2, y2 = copied((x, y))
    assert x2.name == "x" and x2.type is x.type and y2.type is y.type
    assert y2.owner.inputs[1] is x2 and y2.owner.inputs[0].owner.inputs[0] is x2
    assert y2.owner.op == y.owner.op
    two, three = copied([y, y])
    assert two is three
    constant = copied(cf.as_variable(np.ones(2)))
    assert constant.data.tolist() == [1.0, 1.0]
    shared = copied(cf.shared(np.ones(2), name="s"))
    assert shared.get_value().tolist() == [1.0, 1.0] and shared.name == "s"


def test_a_variable_of_a_graph_is_one_of_its_copy() -> None:
    own = graph()
    other, var, x = again((own, own.outputs[0], own.inputs[0]))
    assert other.outputs[0] is var and other.inputs[0] is x


def test_what_is_gone_is_not_there() -> None:
    x = cf.TensorType("float64", (3,))("x")
    y = cf.numpy.exp(x)
    own = cf.FunctionGraph([x], [y + 1])
    node = y.owner
    assert y in own and node in own and own.outputs[0].owner in own
    own.replace(y, x)
    own.prune()
    assert y not in own and x in own and node not in own


def test_attributes_of_types() -> None:
    v = cf.TensorType("float64", (2, None))("v")
    assert v.ndim == 2 and v.dtype == "float64"
    assert cf.TensorType("?", None)("w").ndim is None
    # NumPy's scalars have none, and what may be one is of no known rank.
    assert (cf.numpy.sum(v).ndim, v[0][0].ndim, cf.ScalarType("float64")("s").ndim) == (0, 0, 0)
    assert cf.numpy.sum(cf.TensorType("float64", None)("w"), axis=0).ndim is None
    assert isinstance(v.shape[0], cf.Variable)
    with pytest.raises(AttributeError):
        cf.ListType(cf.PythonType("int"))("l").ndim  # noqa: B018


RELATION = cf.define_relation("pickled_twice", lambda n: 2 * n)
TYPED = cf.Signature("(x[n]) -> x[n + 1]")


def solution() -> cf.Solution:
    """One that a search finds."""
    return next(TYPED.solve(outputs=[cf.TensorType("int8", (None,))]))


def conflict() -> Any:
    """Shapes that cannot be."""
    product = cf.Signature("(m,n),(n,p)->(m,p)")
    return product.solve(inputs=[(3, 4), None], outputs=[(2, 5)]).conflict()


def test_what_signatures_give() -> None:
    call = TYPED.apply(cf.TensorType("int8", (cf.dim("k") + 1,)))
    assert again(call) == call and hash(again(call)) == hash(call) and call != again(call).outputs
    assert copy.copy(call) is call and copy.deepcopy(call) is call
    values = solution().ground(3)
    for copied in (again, copy.copy, copy.deepcopy):
        assert copied(values) == values and copied(values).exhaustive is values.exhaustive
    own = conflict()
    other = again(own)
    assert (str(other), other.pieces, other.minimised) == (str(own), own.pieces, own.minimised)


def test_searches_refuse() -> None:
    found = solution()
    assert copy.copy(found) is found and copy.deepcopy(found) is found
    with pytest.raises(TypeError, match="pickle its inputs"):
        pickle.dumps(found)
    search = cf.Signature("(n,k)->(n)").solve(inputs=[(3, 4)])
    for copied in (again, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="`list` has what it finds"):
            copied(search)


def test_terms() -> None:
    a, x, unnamed = cf.dim("a"), cf.dtype("x"), cf.TypeVar()
    terms = [
        *(
            make("s")
            for make in (cf.dtype, cf.number, cf.shape, cf.rank, cf.type_var, cf.order, cf.device)
        ),
        unnamed,
        cf.Tensor([a, 3], x, order=cf.order("o")),
        cf.ConcatDim([a, 2]),
        cf.PromotedDType((x, "float32")),
        cf.promotable(x, x),
        cf.broadcastable(a, 3),
        cf.is_a(unnamed, cf.Dim),
        cf.equal(a, 3),
        cf.at_most(a, 3),
        cf.relation("broadcast", cf.shape("s"), cf.shape("r")),
        RELATION(a),
    ]
    for term in terms:
        assert repr(again(term)) == repr(term) and copy.copy(term) is term is copy.deepcopy(term)
    inputs, outputs = [cf.Tensor((a, 3), x)], [cf.Tensor((RELATION(a),), x)]
    signature = cf.Signature(inputs=inputs, outputs=outputs, where=[cf.at_most(a, 4)])
    assert signature == cf.Signature(
        inputs=again(inputs), outputs=again(outputs), where=again([cf.at_most(a, 4)])
    )


def test_namespaces_and_ops() -> None:
    core = cf.blockwise("(n)->()")
    one = (cf.numpy.linalg, cf.catalogue.numpy, cf.numpy.exp, cf.SpecifyShape, core)
    for own in (*one, cf.registry, cf.traits.Ordered):
        for copied in (again, copy.copy, copy.deepcopy):
            assert copied(own) == own
    assert again(cf.traits.Convertible(cf.NoneType())) == cf.traits.Convertible(cf.NoneType())
    x = cf.TensorType("float64", (3,))("x")
    assert again(x.sum)().type is cf.ScalarType("float64")
    with pytest.raises(AttributeError):
        cf.numpy.linalg._nothing  # type: ignore[attr-defined]  # noqa: B018


def test_what_is_itself_alone_refuses() -> None:
    x: Any = cf.TensorType("float64", (3,))("x")
    mine = cf.traits.Trait("Mine")
    assert copy.copy(mine) is mine is copy.deepcopy(mine)
    refusing = {
        "implementations are registered": mine,
        "pickle its name": RELATION,
        "a node or a graph": x.sum(axis=0).owner.op,
        "functions and a lock": cf.Registry(),
    }
    for reason, own in refusing.items():
        with pytest.raises(TypeError, match=reason):
            pickle.dumps(own)
