"""Graphs of PyTensor's: what is stored in parts of arrays, what constants say of sizes, where PyTensor is mistaken."""

import importlib
from typing import Any

import numpy as np
import pytest
from shapes import shape_of

pytensor = pytest.importorskip("pytensor", reason="PyTensor is not installed")

import pytensor.tensor as pt  # noqa: E402
from pytensor.compile.mode import Mode  # noqa: E402
from test_pytensor import agree, v  # noqa: E402

from conformable.pytensor import import_graph  # noqa: E402


def test_places_in_several_dims_broadcast() -> None:
    out = pt.ravel_multi_index((v(3, 1, dtype="int64"), v(1, 4, dtype="int64")), (9, 9))
    found = import_graph(out)
    places = np.ones((3, 1), int), np.ones((1, 4), int)
    assert shape_of(found.variables[out]) == np.ravel_multi_index(places, (9, 9)).shape
    # PyTensor gives the type of the first.
    assert [one.kind for one in found.differences] == ["contradicts"]


def test_least_squares_of_one_right_side_are_a_vector() -> None:
    lstsq = importlib.import_module("pytensor.tensor.linalg.solvers.lstsq")
    out = lstsq.Lstsq()(v(6, 3), v(6), v())[0]
    found = import_graph(out)
    assert shape_of(found.variables[out]) == np.linalg.lstsq(np.ones((6, 3)), np.ones(6))[0].shape
    # PyTensor says that it is a matrix.
    assert "contradicts" in {one.kind for one in found.differences}


DRAWS = [
    (pt.random.permutation(5), (5,)),
    (pt.random.choice(5, size=(3,), replace=False), (3,)),
    (pt.random.choice(pt.ones((4, 2)), size=(3, 2), replace=False), (3, 2, 2)),
    (pt.random.choice(5, size=(2,), replace=False, p=pt.ones(5) / 5), (2,)),
    (pt.bincount(pt.as_tensor([1, 2, 2])), (3,)),
    (pt.zeros((v(2, 3).shape.sum(),)), (5,)),
    (pt.zeros((v(2, 3).shape.prod(),)), (6,)),
    (pt.zeros(pt.maximum(v(2, 3).shape, v(4, 1).shape)), (4, 3)),
]


@pytest.mark.parametrize(("out", "shape"), DRAWS, ids=str)
def test_what_constants_ask_for_is_known(out: Any, shape: tuple[int, ...]) -> None:
    found = import_graph(out)
    agree(found)
    assert shape_of(found.variables[out]) == shape


def test_a_scan_is_as_long_as_its_shortest_sequence() -> None:
    x = v(5)
    steps = pytensor.scan(lambda a, b: a * b, sequences=[x[1:], x[:-1]], return_updates=False)
    agree(import_graph([steps, pytensor.grad(steps.sum(), x)]))


STORED = [
    (lambda x, y: x[1:].inc(y), (3, 4), (2, 4)),
    (lambda x, y: x[[0, 1]].set(y), (3, 4), (2, 1)),
    (lambda x, y: x[:, 1].set(y), (4,), (3,)),
    (lambda x, y: x[[0, 1], [2, 3]].inc(y), (3,), (2,)),
    (lambda x, y: x[np.array([True, False, True])].set(y), (3, 4), (2, 4)),
]


@pytest.mark.parametrize(("store", "wrong", "right"), STORED)
def test_what_is_stored_fits_its_place(
    store: Any, wrong: tuple[int, ...], right: tuple[int, ...]
) -> None:
    x = v(3, 4)
    for shape in (wrong, right):
        made, value = store(x, v(*shape)), np.ones(shape)
        compute = pytensor.function(
            [x], store(x, pt.as_tensor(value)), mode=Mode("py", optimizer=None)
        )
        refused = import_graph(made).refused
        if shape == right:
            agree(import_graph(made))
            compute(np.ones((3, 4)))
        else:
            assert len(refused) == 1
            with pytest.raises((ValueError, IndexError)):
                compute(np.ones((3, 4)))


def test_what_is_printed_is_the_variable() -> None:
    out = pytensor.printing.Print("x")(v(3, None))
    found = import_graph(out)
    agree(found)
    assert shape_of(found.variables[out]) == (3, None)


def test_parts_of_sparse_arrays() -> None:
    sparse = importlib.import_module("pytensor.sparse")
    x, i = sparse.csr_from_dense(v(5, 4)), pt.lscalar("i")
    csr = importlib.import_module("scipy.sparse").csr_matrix(np.ones((5, 4)))
    parts: list[Any] = [
        lambda a: a[0:2],
        lambda a: a[1:, ::2],
        lambda a: a[-3:],
        lambda a: a[:, 1:2],
        lambda a: a[4:1],
        lambda a: a[[0, 1]],
        lambda a: a[1, 2],
    ]
    for part in parts:
        found = import_graph(part(x))
        agree(found)
        assert getattr(found.graph.outputs[0].type, "shape", ()) == part(csr).shape
    [open_part] = import_graph(x[i:, 1:3]).graph.outputs
    assert getattr(open_part.type, "shape", ()) == (None, 2)
