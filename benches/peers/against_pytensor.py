"""Making types and comparing them, against PyTensor."""

import pytensor.tensor as pt
from _rows import row, table

import conformable as cf


def main() -> None:
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


main()
