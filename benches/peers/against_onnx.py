"""A graph of 10,000 nodes, against ONNX's shape inference of the same model."""

import onnx
from _rows import row, table
from onnx import TensorProto, helper

import conformable as cf

NODES = 10_000


def model() -> onnx.ModelProto:
    """Additions of a row, and exponentials, in turn."""
    nodes = [
        helper.make_node("Add", [f"v{place}", "y"], [f"v{place + 1}"])
        if place % 2 == 0
        else helper.make_node("Exp", [f"v{place}"], [f"v{place + 1}"])
        for place in range(NODES)
    ]
    inputs = [
        helper.make_tensor_value_info("v0", TensorProto.FLOAT, [5, 3]),
        helper.make_tensor_value_info("y", TensorProto.FLOAT, [3]),
    ]
    outputs = [helper.make_tensor_value_info(f"v{NODES}", TensorProto.FLOAT, None)]
    return helper.make_model(helper.make_graph(nodes, "chain", inputs, outputs))


def main() -> None:
    table(f"A graph of {NODES:,} nodes, against ONNX's shape inference")
    theirs = model()
    text = theirs.SerializeToString()
    x, y = cf.TensorType("float32", (5, 3))("x"), cf.TensorType("float32", (3,))("y")
    add, exp = cf.numpy.add, cf.numpy.exp

    def ours() -> cf.Variable:
        value = x
        for _ in range(NODES // 2):
            value = exp(add(value, y))
        return value

    assert ours().type.shape == (5, 3)
    found = onnx.shape_inference.infer_shapes(theirs)
    assert len(found.graph.value_info) == NODES - 1
    row("built and typed; infer_shapes(model)", ours, lambda: onnx.shape_inference.infer_shapes(theirs), 5)
    row("built and typed; infer_shapes(bytes)", ours, lambda: onnx.shape_inference.infer_shapes(text), 5)
    # Of an unknown size, which is then known: a copy, in which every node is typed again.
    x = cf.TensorType("float32", (None, 3))("x")
    graph = cf.FunctionGraph([x, y], [ours()])
    narrower = cf.TensorType("float32", (5, 3))

    def typed_again() -> cf.FunctionGraph:
        again = graph.clone()
        again.replace(again.inputs[0], narrower("x"))
        return again

    assert typed_again().outputs[0].type.shape == (5, 3)
    row("copied and typed again; infer_shapes", typed_again, lambda: onnx.shape_inference.infer_shapes(theirs), 5)


main()
