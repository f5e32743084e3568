"""The signatures of the catalogue's ops: what they say is what the ops say, for types of any kind."""

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import random_types

import conformable as cf
from conformable.numpy import names

ERRORS = (TypeError, ValueError, IndexError, KeyError, cf.TypeCheckError)


def ops(namespace: str = "numpy") -> Iterator[cf.Op]:
    """All functions of the catalogue."""
    for name in names(namespace):
        found: Any = cf.numpy
        try:
            for part in f"{namespace}.{name}".split(".")[1:]:
                found = getattr(found, part)
        except AttributeError:
            continue
        if isinstance(found, cf.Op):
            yield found
        elif hasattr(found, "_path") and "._" not in found._path:
            yield from ops(found._path)


OPS = list(ops())
SIZES = [(), (3,), (2, 3), (3, 3), (3, 4), (None, 3), ("n", "m"), ("n", 3), (2, 3, 3), None]
VALUES = [
    "int",
    "bool",
    "str",
    "None",
    "Literal[0]",
    "Literal[-1]",
    "Literal[True]",
    "tuple[Literal[2], Literal[3]]",
]
VALUES += [
    "float",
    "list[float64[3]]",
    "tuple[float64[3], float64[3]]",
    "Literal['full']",
    "?",
    "float64[3] | int",
]


def draw(rng: random.Random) -> cf.Type:
    """Mostly what functions of arrays take, and now and then anything."""
    chance = rng.random()
    if chance < 0.7:
        return cf.TensorType(rng.choice(["float64", "int64", "bool", "?"]), rng.choice(SIZES))
    if chance < 0.9:
        return cf.parse_type(rng.choice(VALUES)) if rng.random() < 0.9 else cf.Literal(2)
    return random_types.any_type(rng, 2)


def answer(ask: Callable[..., tuple[Any, ...]], op: cf.Op, types: list[cf.Type]) -> tuple[Any, ...]:
    """What is said, or the error's class and words."""
    try:
        return ask(op, types)
    except ERRORS as error:
        return type(error), str(error)


def signature_of(op: cf.Op) -> cf.Signature:
    assert isinstance(op.signature, cf.Signature), op
    return op.signature


def applied(op: cf.Op, types: list[cf.Type]) -> tuple[Any, ...]:
    """What the op's signature says."""
    call = signature_of(op).apply(*types)
    # A function without results gives None.
    return call.inputs, call.outputs or (cf.NoneType(),), "…" in call.constraints


def typed(op: cf.Op, types: list[cf.Type]) -> tuple[Any, ...]:
    """What the op says of types."""
    found = op.type_for(*types)
    results = found.returns if isinstance(found.returns, tuple) else (found.returns,)
    return tuple(found.params), results, "…" in str(found)


def given(op: cf.Op, types: list[cf.Type]) -> tuple[Any, ...]:
    """The types of the variables that it gives."""
    found: Any = op(*[ty("x") for ty in types])
    # A split gives a list of them.
    found = found if isinstance(found, (tuple, list)) else (found,)
    return (), tuple(var.type for var in found), False


def test_every_op_has_a_signature() -> None:
    assert len(OPS) > 400
    for op in OPS:
        own = signature_of(op)
        lines = str(own).split("\n")
        assert all("->" in line and line.startswith(("(", "| (")) for line in lines), own
        assert "NAME" not in str(own), own
        assert own == op.signature and hash(own) == hash(op.signature)
        for again in (pickle.loads(pickle.dumps(own)), copy.deepcopy(own)):
            assert again == own and str(again) == str(own)
        assert len(own.overloads) == len(lines)
        assert own.counts >= (0, 0)
        assert op.path is not None and op.path == own.path and op.path in repr(own)
    different = {id(op): op.signature for op in OPS}
    assert len(set(different.values())) == len({op.path for op in OPS})


def test_signatures_say_what_ops_say() -> None:
    rng = random.Random(7)
    agreed = refused = 0
    for op in OPS:
        for _ in range(10):
            count = max(0, signature_of(op).counts[0] + rng.choice([0, 0, 0, 0, 1, -1]))
            types = [draw(rng) for _ in range(count)]
            ours = answer(applied, op, types)
            assert ours == answer(typed, op, types), (op, types)
            agreed += len(ours) == 3
            refused += len(ours) == 2
    assert agreed > 2000 and refused > 300


def test_signatures_say_what_applications_give() -> None:
    rng = random.Random(8)
    compared = 0
    for op in OPS:
        for _ in range(4):
            types: list[cf.Type] = [
                cf.TensorType(rng.choice(["float64", "int64"]), rng.choice(SIZES))
                for _ in range(signature_of(op).counts[0])
            ]
            ours, theirs = answer(applied, op, types), answer(given, op, types)
            assert len(ours) == len(theirs), (op, types)
            if len(ours) == 3 and theirs[1]:
                assert len(ours[1]) == len(theirs[1]), (op, types)
                pairs = zip(ours[1], theirs[1], strict=True)
                assert all(a == b or a.consistent(b) for a, b in pairs), (op, types)
                compared += 1
    assert compared > 500


def test_a_signature_runs_in_all_directions() -> None:
    matmul: Any = cf.numpy.matmul.signature
    [only] = matmul.solve(inputs=["float64[3, 4]", None], outputs=["float64[3, 5]"])
    assert only.inputs[1].shape == (4, 5)
    assert matmul((3, 4), (4, 5)) == ((3, 5),)
    with pytest.raises(cf.ShapeError, match=r"numpy\.matmul"):
        matmul.apply("float64[3, 4]", "float64[5, 6]")
    added: Any = cf.numpy.add.signature
    summed = added.then(cf.Signature("(x[n, m]) -> x[m]"))
    assert str(summed.apply("float64[3, 1]", "int8[4]").outputs[0]) == "float64[4]"
    assert [str(s.inputs[1].shape) for s in matmul.solve(["float64[3, 4]"], ["float64[3, 5]"])] == [
        "(4, 5)"
    ]


def test_what_a_signature_cannot_say_it_says() -> None:
    reshape: Any = cf.numpy.reshape.signature
    with pytest.raises(cf.ArgumentError, match="has to be given"):
        reshape.solve(outputs=["float64[2, 3]"])
    matmul: Any = cf.numpy.matmul.signature
    with pytest.raises(KeyError):
        matmul.instantiate(T="float64")
    with pytest.raises(TypeError, match=r"numpy\.matmul is the catalogue's"):
        cf.checked(matmul)
    for core in (matmul, cf.numpy.matmul):
        with pytest.raises(ValueError, match="says itself what it does to leading dims"):
            cf.blockwise(core)
    with pytest.raises(cf.ArgumentError, match="depends on more than is known"):
        matmul.then(cf.Signature("(x[n, m]) -> x[m, n]"))
    # Of such inputs nothing is known: no solution is found, and none is excluded.
    load: Any = cf.numpy.load.signature
    found = load.solve(inputs=["str"], outputs=["float64[3]"])
    assert list(found) == [] and not found.exhaustive


def test_arguments_by_name() -> None:
    total: Any = cf.numpy.sum.signature
    x = cf.TensorType("float64", (3, 4))
    assert total.apply(x, axis=0).outputs == (cf.TensorType("float64", (4,)),)
    assert total.apply(a=x, axis=(0, 1), keepdims=True).outputs == (
        cf.TensorType("float64", (1, 1)),
    )
    assert total((3, 4), axis=1) == ((3,),)
    with pytest.raises(cf.ArgumentError, match="unexpected keyword argument `axes`"):
        total.apply(x, axes=0)
    with pytest.raises(cf.ArgumentError, match="two values for `a`"):
        total.apply(x, a=x)
    with pytest.raises(cf.ArgumentError, match="missing argument: `a`"):
        total.apply(axis=0)


def test_questions_by_name() -> None:
    total: Any = cf.numpy.sum.signature
    (found,) = total.solve(["float64[3, 4]"], axis=0)
    assert [str(ty) for ty in found.outputs] == ["float64[4]"]
    (found,) = total.solve(a="float64[3, 4]", axis=-1, keepdims=True)
    assert str(found.outputs[0]) == "float64[3, 1]"
    # What is given by name may be open, and is found too.
    axes = {str(s.inputs[1]) for s in total.solve(["float64[3, 4]"], ["float64[4]"], axis="int")}
    assert axes == {"Literal[0]", "Literal[-2]"}, axes
    matmul: Any = cf.numpy.matmul.signature
    swap: Any = cf.numpy.swapaxes.signature
    assert {s.outputs[0].shape for s in swap.solve(a="int8[2, 3]", axis1=0, axis2=-1)} == {(3, 2)}
    assert {s.inputs[0].shape for s in swap.solve(outputs=["int8[2, 3]"], axis1=0, axis2=1)} == {
        (3, 2)
    }
    refused: list[tuple[Any, list[str], dict[str, Any], str]] = [
        (total, ["float64[3]"], {"axes": 0}, "unexpected keyword argument `axes`"),
        (total, ["float64[3]"], {"a": "float64[3]"}, "two values for `a`"),
        (matmul, ["float64[3, 4]", "float64[4, 5]"], {"x1": "float64[3, 4]"}, "x1"),
    ]
    for signature, inputs, by_name, says in refused:
        solutions = signature.solve(inputs, **by_name)
        assert list(solutions) == [] and solutions.exhaustive
        assert says in solutions.conflict().message
    # Each of several signatures binds them by itself.
    both = cf.Signature("((x: a[n], k: int) -> a[n]) | ((y: a[n, m]) -> a[m])")
    assert [str(s.outputs[0]) for s in both.solve(y="float64[2, 3]")] == ["float64[3]"]
    assert [str(s.outputs[0]) for s in both.solve(["float64[2]"], k=3)] == ["float64[2]"]
    with pytest.raises(cf.ArgumentError, match="unexpected keyword argument `z`"):
        both.solve(z="float64[2]")


def test_an_op_that_was_called_has_the_signature_of_its_call() -> None:
    x: Any = cf.TensorType("float64", (3, 4))("x")
    op = x.sum(axis=0).owner.op
    assert op.signature.apply(x.type).outputs == (op.type_for(x.type).returns,)
    assert str(op.signature).endswith("with axis=0")
    with pytest.raises(TypeError, match="arguments of a call"):
        pickle.dumps(op.signature)
