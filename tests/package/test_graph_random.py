"""Random graphs: what is inferred holds of what NumPy computes, and stays so whatever is done to a graph.

`GRAPHS` in the environment says how many, `SEED` where they begin.
"""

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import conformable as cf

GRAPHS = int(os.environ.get("GRAPHS", "150"))
SEED = int(os.environ.get("SEED", "0"))

DTYPES = ("float64", "float32", "int64", "bool", "complex128", "int8")

#: One step: variables in, a new one out; what NumPy or the types refuse raises.
Step = Callable[[random.Random, list[Any]], Any]


def unary(name: str) -> Step:
    return lambda rng, known: getattr(cf.numpy, name)(rng.choice(known))


def binary(name: str) -> Step:
    return lambda rng, known: getattr(cf.numpy, name)(rng.choice(known), rng.choice(known))


def reduction(name: str) -> Step:
    def step(rng: random.Random, known: list[Any]) -> Any:
        axis = rng.choice([None, 0, -1, 1, (0, 1)])
        return getattr(cf.numpy, name)(rng.choice(known), axis=axis, keepdims=rng.random() < 0.3)

    return step


def index(rng: random.Random, known: list[Any]) -> Any:
    items: list[Any] = [
        0,
        -1,
        slice(None),
        slice(1, None),
        slice(None, None, -2),
        None,
        ...,
        [0, 0],
    ]
    # A NumPy scalar of which an index takes nothing is an array.
    arrays = [var for var in known if isinstance(var.type, cf.TensorType)]
    return rng.choice(arrays)[tuple(rng.choice(items) for _ in range(rng.randint(1, 3)))]


def joined(rng: random.Random, known: list[Any]) -> Any:
    parts = [rng.choice(known) for _ in range(rng.randint(1, 3))]
    return rng.choice([cf.numpy.stack, cf.numpy.concatenate])(parts, axis=rng.choice([0, -1, 1]))


def reshaped(rng: random.Random, known: list[Any]) -> Any:
    return rng.choice(known).reshape(rng.choice([(-1,), (1, -1), (-1, 2), (2, 3), (3, -1, 1)]))


STEPS: list[Step] = [
    *(unary(name) for name in ("exp", "negative", "abs", "sqrt", "isnan", "transpose", "ravel", "sort", "cumsum")),
    *(binary(name) for name in ("add", "multiply", "subtract", "less", "maximum", "matmul", "dot", "outer", "power")),
    *(reduction(name) for name in ("sum", "mean", "max", "any", "argmin", "prod", "std")),
    lambda rng, known: cf.numpy.where(rng.choice(known) > 0, rng.choice(known), 1.5),
    lambda rng, known: rng.choice(known) * rng.choice([2, 0.5, True, 1j]),
    lambda rng, known: rng.choice(known).astype(rng.choice(DTYPES)),
    lambda rng, known: cf.numpy.expand_dims(rng.choice(known), rng.choice([0, 1, -1])),
    lambda rng, known: cf.numpy.einsum(rng.choice(["ij->ji", "ij,jk->ik", "ii", "i,i->"]), rng.choice(known), rng.choice(known)),
    lambda rng, known: cf.numpy.linalg.norm(rng.choice(known), axis=rng.choice([None, 0, -1])),
    lambda rng, known: rng.choice(known).T,
    index,
    joined,
    reshaped,
]  # fmt: skip


def data(rng: random.Random, shape: tuple[int, ...], dtype: str) -> Any:
    own = np.random.default_rng(rng.randrange(2**32))
    return (own.integers(-3, 4, shape) if dtype != "bool" else own.integers(0, 2, shape)).astype(
        dtype
    )


def grown(rng: random.Random) -> tuple[list[Any], list[Any], list[Any]]:
    """Inputs, values for them, and what is computed from them; types that know more or less."""
    sizes = {"n": rng.choice([0, 1, 2, 3]), "m": rng.choice([2, 3])}
    inputs, values = [], []
    for place in range(rng.randint(1, 4)):
        names: list[Any] = [rng.choice(["n", "m", 2, 3, 1]) for _ in range(rng.randint(0, 3))]
        shape: tuple[int, ...] = tuple(sizes.get(name, name) for name in names)
        told = tuple(
            rng.choice([name, size, None]) for name, size in zip(names, shape, strict=True)
        )
        dtype = rng.choice(DTYPES)
        inputs.append(cf.TensorType(dtype, told)(f"x{place}"))
        values.append(data(rng, shape, dtype))
    known: list[Any] = list(inputs)
    for _ in range(rng.randint(3, 25)):
        try:
            made = rng.choice(STEPS)(rng, known)
        except (TypeError, ValueError, IndexError):
            continue
        known.extend(made if isinstance(made, tuple) else [made])
    return inputs, values, known[len(inputs) :]


@pytest.mark.parametrize("seed", range(SEED, SEED + GRAPHS))
def test_what_numpy_computes_is_of_the_types_inferred(seed: int) -> None:
    rng = random.Random(seed)
    inputs, values, made = grown(rng)
    with np.errstate(all="ignore"):
        for output in made:
            graph = cf.FunctionGraph(inputs, [output], clone=True)
            try:
                # What cannot be computed for these sizes says nothing of types.
                plain(graph, values)
            except Exception:
                continue
            graph.evaluate(values)


def plain(graph: Any, values: list[Any]) -> None:
    """The graph computed without looking at types."""
    from conformable._evaluate import perform

    known = dict(zip(graph.inputs, values, strict=True))
    for node in graph.toposort():
        found = perform(
            node.op,
            [
                getattr(var, "data", None) if isinstance(var, cf.Constant) else known[var]
                for var in node.inputs
            ],
        )
        found = found if len(node.outputs) > 1 else (found,)
        known.update(zip(node.outputs, found, strict=True))


def text(graph: Any) -> str:
    from conformable import _variables

    return _variables.dprint_text(graph, print_type=True)


def replacement(rng: random.Random, graph: Any, variables: list[Any]) -> Any:
    old = rng.choice(variables)
    shape = getattr(old.type, "shape", ()) or ()
    told = tuple(rng.choice([size, None, 2, 3]) for size in shape)
    dtype = rng.choice([getattr(old.type, "dtype", None) or "float64", "float64"])
    new = cf.TensorType(dtype, told)(f"r{rng.randrange(100)}")
    other = rng.choice(variables)
    return rng.choice(
        [
            (old, new),
            (old, cf.numpy.negative(old)),
            (old, cf.numpy.abs(other)),
            (old, other),
            (new, old),
        ]
    )


@pytest.mark.parametrize("seed", range(SEED, SEED + GRAPHS))
def test_no_sequence_of_calls_leaves_an_invalid_graph(seed: int) -> None:
    rng = random.Random(seed)
    inputs, _, made = grown(rng)
    graph = cf.FunctionGraph(inputs, rng.sample(made, min(len(made), 3)) or inputs[:1])
    for _ in range(12):
        variables = [*graph.inputs, *(var for node in graph.toposort() for var in node.outputs)]
        before = text(graph), graph.fingerprint
        action = rng.choice(
            ["replace", "replace", "all", "merge", "prune", "refine", "rename", "clone", "rewrite"]
        )
        try:
            match action:
                case "replace":
                    graph.replace(*replacement(rng, graph, variables))
                case "all":
                    graph.replace_all([replacement(rng, graph, variables) for _ in range(2)])
                case "merge" | "prune" | "refine":
                    getattr(graph, action)()
                case "rename":
                    rng.choice(variables).name = rng.choice([None, "renamed"])
                case "rewrite":
                    any_array: Any = cf.TensorType("?", None)("any")
                    graph.rewrite(cf.numpy.transpose(cf.numpy.transpose(any_array)), any_array)
                case _:
                    graph = graph.clone()
        except (TypeError, ValueError) as refused:
            assert action in ("replace", "all", "refine"), refused
            assert (text(graph), graph.fingerprint) == before
        graph.validate()
        # From scratch there would be the same types.
        again = cf.FunctionGraph(graph.inputs, graph.outputs, clone=True)
        assert text(again) == text(graph)
