"""Making types, comparing them, and nodes of graphs, against PyTensor.

PyTensor's stack traces are off: it would keep one for each node.
"""

import numpy as np
import pytensor
import pytensor.tensor as pt
from _rows import row, table

import conformable as cf


def types() -> None:
    pytensor.config.traceback__limit = 0
    table("Types, against PyTensor")
    shape = (2, None)
    row("TensorType('float64', (2, None))", lambda: cf.TensorType("float64", shape), lambda: pt.TensorType("float64", shape), 20)
    wide, narrow = cf.TensorType("float64", (2, None)), cf.TensorType("float64", (2, 1))
    their_wide, their_narrow = pt.TensorType("float64", (2, None)), pt.TensorType("float64", (2, 1))
    assert wide.is_super(narrow) and their_wide.is_super(their_narrow)
    row("wide.is_super(narrow)", lambda: wide.is_super(narrow), lambda: their_wide.is_super(their_narrow), 8)
    same = cf.TensorType("float64", (2, 1))
    their_same = pt.TensorType("float64", (2, 1))
    row("equal types: ==", lambda: narrow == same, lambda: their_narrow == their_same, 8)
    value = np.ones((2, 1))
    assert narrow.filter(value) is value and their_narrow.filter(value) is value
    row("narrow.filter(array) that fits", lambda: narrow.filter(value), lambda: their_narrow.filter(value), 3)
    x, their_x = wide("x"), their_wide("x")
    assert narrow.filter_variable(x).type == narrow and their_narrow.filter_variable(their_x).type == their_narrow
    row("narrow.filter_variable(x): SpecifyShape", lambda: narrow.filter_variable(x), lambda: their_narrow.filter_variable(their_x), 40)


def nodes() -> None:
    table("A node of a graph through Python, against PyTensor's, stack traces off")
    pytensor.config.traceback__limit = 0
    x, y, w = (cf.TensorType("float64", shape)(name) for name, shape in (("x", (None, 3)), ("y", (3,)), ("w", (3, 4))))
    their_x, their_y, their_w = (pt.tensor(name, dtype="float64", shape=shape) for name, shape in (("x", (None, 3)), ("y", (3,)), ("w", (3, 4))))
    add, exp, matmul = cf.numpy.add, cf.numpy.exp, cf.numpy.matmul
    their_add, their_exp, their_sum = pt.add, pt.exp, pytensor.tensor.math.Sum(axis=0)
    their_dot = pytensor.tensor.math._dot
    # The same types come of it.
    assert add(x, y).type.shape == their_add(their_x, their_y).type.shape == (None, 3)
    row("add(x, y); make_node", lambda: add(x, y), lambda: their_add.make_node(their_x, their_y), 100)
    row("x + y", lambda: x + y, lambda: their_x + their_y, 100)
    row("exp(x); make_node", lambda: exp(x), lambda: their_exp.make_node(their_x), 100)
    row("matmul(x, w); make_node", lambda: matmul(x, w), lambda: their_dot.make_node(their_x, their_w), 100)
    # An op with its parameter on both sides, then what a user writes on both sides.
    our_sum = cf.numpy.sum(x, axis=0).owner.op
    assert our_sum(x).type == cf.numpy.sum(x, axis=0).type
    row("sum{axis=0}(x); make_node", lambda: our_sum(x), lambda: their_sum.make_node(their_x), 100)
    row("sum(x, axis=0)", lambda: cf.numpy.sum(x, axis=0), lambda: pt.sum(their_x, axis=0), 100)
    row("x[1:]", lambda: x[1:], lambda: their_x[1:], 100)
    row("x.T", lambda: x.T, lambda: their_x.T, 100)

    def layer() -> object:
        return exp(x @ w + 1.0).sum(axis=1)

    def their_layer() -> object:
        return pt.exp(their_x @ their_w + 1.0).sum(axis=1)

    row("exp(x @ w + 1.0).sum(axis=1)", layer, their_layer, 100)


types()
nodes()
