"""One implementation: the package, the frontend and the IR say the same of 10,000 random pairs of types."""

# mypy: disable-error-code="attr-defined, no-any-return"

import random
from typing import Any

import pytest

import conformable as cf
from conformable import gt4py
from conformable.gt4py import Dimension, FieldType, FunctionType, ir

DIMS = [
    Dimension("I"),
    Dimension("J"),
    Dimension("V"),
    Dimension("V2E", "local"),
    Dimension("E2V", "local"),
    Dimension("K", "vertical"),
]
DTYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64".split()
#: An operator of Python's, and the primitive.
OPERATORS = {
    "+": "plus", "-": "minus", "*": "multiplies", "/": "divides", "%": "mod", "**": "power", "<": "less", "==": "eq", "&": "and_", "|": "or_", "//": "floordiv",
}  # fmt: skip
HEAD = """import gt4py.next as gtx
from gt4py.next import Field, field_operator
from gt4py.next import bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64
I = gtx.Dimension("I")
J = gtx.Dimension("J")
V = gtx.Dimension("V")
V2E = gtx.Dimension("V2E", kind=gtx.DimensionKind.LOCAL)
E2V = gtx.Dimension("E2V", kind=gtx.DimensionKind.LOCAL)
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
"""
BATCH, BATCHES = 1000, 10


def a_type(source: random.Random) -> Any:
    # Half of all pairs are of one dtype, so that they get past it.
    dtype = cf.ScalarType(
        source.choice(DTYPES if source.random() < 0.5 else ["float64", "bool", "int32"])
    )
    if source.random() < 0.25:
        return dtype
    while True:
        dims = sorted(source.sample(DIMS, source.randint(0, 3)), key=DIMS.index)
        if sum(dim.kind == "local" for dim in dims) < 2:
            return FieldType(gt4py.order_dimensions(dims), dtype)


def written(ty: Any) -> str:
    return ty.spell("gt4py") if isinstance(ty, FieldType) else str(ty).strip("_")


def of_ir(node: Any, names: dict[str, Any], operators: Any = None) -> Any:
    try:
        return ir.infer(node, names, operators=operators).type
    except ir.IRError:
        return None


def of_frontend(functions: list[str]) -> list[Any]:
    """What each operator gives, which is its last line; None of one with an error."""
    text, lines = HEAD, []
    for function in functions:
        text += f"\n{function}"
        lines.append(text.count("\n"))
    module = gt4py.infer(text)
    wrong = {found.line for found in module.diagnostics if found.severity == "error"}
    results = {one.line: one.result for own in module.functions.values() for one in own.instances}
    return [None if line in wrong else results[line - 1] for line in lines]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_operations_and_common_types_agree(batch: int) -> None:
    source = random.Random(batch)
    pairs = [(source.choice(list(OPERATORS)), a_type(source), a_type(source)) for _ in range(BATCH)]
    functions = [
        f"@field_operator\ndef f{k}(a: {written(a)}, b: {written(b)}):\n    return a {op} b\n"
        for k, (op, a, b) in enumerate(pairs)
    ]
    accepted = 0
    for (op, a, b), theirs in zip(pairs, of_frontend(functions), strict=True):
        ours = gt4py.operation(op, a, b) or None
        node = ir.Name(OPERATORS[op])(ir.Name("a"), ir.Name("b"))
        assert of_ir(node, {"a": a, "b": b}) == ours == theirs, (op, a, b)
        accepted += ours is not None
        if op == "+" and gt4py.is_arithmetic(a) and gt4py.is_arithmetic(b):
            try:
                common: Any = gt4py.promote(a, b)
            except ValueError:
                common = None
            assert common == ours, (a, b)
    assert accepted > BATCH / 20


@pytest.mark.parametrize("batch", range(BATCHES))
def test_conversions_of_arguments_agree(batch: int) -> None:
    source = random.Random(1000 + batch)
    pairs = []
    for _ in range(BATCH):
        a = a_type(source)
        same = (
            a
            if isinstance(a, FieldType) and source.random() < 0.5
            else FieldType([], gt4py.extract_dtype(a))
        )
        pairs.append((a, source.choice([a_type(source), a, same])))
    functions = [
        f"@field_operator\ndef g{k}(p: {written(b)}) -> {written(b)}:\n    return p\n\n@field_operator\ndef f{k}(a: {written(a)}):\n    return g{k}(a)\n"
        for k, (a, b) in enumerate(pairs)
    ]
    accepted = 0
    for (a, b), theirs in zip(pairs, of_frontend(functions), strict=True):
        function = FunctionType([], {"p": b}, {}, b)
        ours = gt4py.accepts_args(function, with_args=[a], with_kwargs={})
        node = ir.CallFieldOperator("g", (ir.Name("a"),))
        in_ir = of_ir(node, {"a": a}, {"g": function})
        assert (in_ir is not None) == ours == (theirs is not None), (a, b)
        assert in_ir == theirs
        accepted += ours
        if ours:
            # What is accepted without conversion loses nothing.
            assert cf.conversion(a, b) in (cf.Conversion.IDENTICAL, cf.Conversion.IMPLICIT)
        implicit = gt4py.accepts_args(
            function, with_args=[a], with_kwargs={}, conversions="implicit"
        )
        assert implicit == (
            cf.conversion(a, b) in (cf.Conversion.IDENTICAL, cf.Conversion.IMPLICIT)
        )
    assert accepted > BATCH / 5
