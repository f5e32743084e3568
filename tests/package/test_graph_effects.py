"""Calls that draw random numbers or write are never made one: which they are is the catalogue's mark
`@effect`, and NumPy says who needs it."""

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import conformable as cf
from conformable import _native

#: Arguments for those that need some.
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "beta": (2.0, 3.0),
    "binomial": (1000, 0.5),
    "bytes": (8,),
    "chisquare": (2.0,),
    "choice": (10**6,),
    "dirichlet": ([1.0, 2.0],),
    "f": (2.0, 3.0),
    "gamma": (2.0,),
    "geometric": (1e-6,),
    "hypergeometric": (10**6, 10**6, 10**6),
    "integers": (10**6,),
    "logseries": (0.999999,),
    "multinomial": (10**6, [0.5, 0.5]),
    "multivariate_hypergeometric": ([10**6, 10**6], 10**6),
    "multivariate_normal": ([0.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]),
    "negative_binomial": (1000, 0.1),
    "noncentral_chisquare": (2.0, 1.0),
    "noncentral_f": (2.0, 3.0, 1.0),
    "pareto": (2.0,),
    "permutation": (100,),
    "permuted": (np.arange(100),),
    "poisson": (10**6,),
    "power": (2.0,),
    "rand": (3,),
    "randint": (10**6,),
    "randn": (3,),
    "random_integers": (10**6,),
    "standard_gamma": (2.0,),
    "standard_t": (2.0,),
    "triangular": (0.0, 1.0, 2.0),
    "vonmises": (0.0, 1.0),
    "wald": (1.0, 1.0),
    "weibull": (2.0,),
    "zipf": (1.1,),
}


def draws(function: Callable[..., Any], name: str) -> bool:
    """Does calling it again give something else, or change what it is given?"""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if name == "shuffle":
            value = np.arange(100)
            function(value)
            return bool((value != np.arange(100)).any())
        found = [function(*ARGUMENTS.get(name, ())) for _ in range(5)]
    return any(not np.array_equal(found[0], other) for other in found[1:])


def public(owner: object) -> list[str]:
    return [
        name
        for name in dir(owner)
        if name[0] != "_"
        and callable(getattr(owner, name))
        and not inspect.isclass(getattr(owner, name))
    ]


def pure(op: cf.Op, *inputs: cf.Variable) -> bool:
    """Are two applications one after merging?"""
    nodes = [op.make_node(*inputs) for _ in range(2)]
    graph = cf.FunctionGraph(
        list(inputs), [output for node in nodes for output in node.outputs], clone=True
    )
    return graph.merge() > 0


#: They give generators or their state, or set it.
OF_STATE = (
    "default_rng",
    "get_bit_generator",
    "get_state",
    "seed",
    "set_bit_generator",
    "set_state",
    "spawn",
    "test",
)
MODULE = [name for name in public(np.random) if name not in OF_STATE]


@pytest.mark.parametrize("name", MODULE)
def test_what_draws_in_numpy_random_is_marked(name: str) -> None:
    assert draws(getattr(np.random, name), name)
    op = getattr(cf.numpy.random, name)
    assert _native.has_effect(op)


@pytest.mark.parametrize("kind", [np.random.Generator, np.random.RandomState])
def test_what_methods_draw_is_marked(kind: type) -> None:
    generator: Any = (
        np.random.default_rng() if kind is np.random.Generator else np.random.RandomState()
    )
    for name in public(generator):
        if name in OF_STATE:
            continue
        assert draws(getattr(generator, name), name), name
        op = _native.catalogue_op(f"{kind.__name__}.{name}")
        assert op is not None and _native.has_effect(op), name


def test_what_has_an_effect_stays_apart() -> None:
    x = cf.TensorType("float64", (3,))("x")
    assert pure(cf.numpy.exp, x)
    assert not _native.has_effect(cf.numpy.exp)
    assert not pure(cf.numpy.random.normal, x)
    assert not pure(x.sort.__func__, x)  # type: ignore[attr-defined]


def test_a_generators_variable_has_the_catalogues_methods() -> None:
    generator = cf.RandomGeneratorType()("generator")
    drawn = generator.normal(size=(2, 3))
    assert str(drawn.type) == "float64[2, 3]"
    made = cf.numpy.random.default_rng(3)
    assert made.type == generator.type
    assert str(made.random(4).type) == "float64[4]"
