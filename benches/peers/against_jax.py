"""Nodes of graphs, against what JAX does to find the shapes of one operation."""

from collections.abc import Callable

import jax
import jax.numpy as jnp
from _rows import row, table

import conformable as cf


def main() -> None:
    table("A node of a graph through Python, against JAX")
    shapes = {"x": (5, 3), "y": (3,), "w": (3, 4)}
    x, y, w = (cf.TensorType("float32", shape)(name) for name, shape in shapes.items())
    a, b, c = (jax.ShapeDtypeStruct(shape, jnp.float32) for shape in shapes.values())
    add, exp, matmul = cf.numpy.add, cf.numpy.exp, cf.numpy.matmul
    assert add(x, y).type.shape == jax.eval_shape(jnp.add, a, b).shape
    row("add(x, y); eval_shape", lambda: add(x, y), lambda: jax.eval_shape(jnp.add, a, b), 40)
    row("exp(x); eval_shape", lambda: exp(x), lambda: jax.eval_shape(jnp.exp, a), 40)
    row("matmul(x, w); eval_shape", lambda: matmul(x, w), lambda: jax.eval_shape(jnp.matmul, a, c), 40)
    row("add(x, y); make_jaxpr", lambda: add(x, y), lambda: jax.make_jaxpr(jnp.add)(a, b), 40)

    # What each operation adds, of a chain of them: the set-up is once. JAX remembers what a function
    # gave, so that it gets another one each time; ours makes the nodes each time.
    def theirs(value: object) -> object:
        for _ in range(100):
            value = jax.lax.exp(value)
        return value

    def ours() -> object:
        value = x
        for _ in range(100):
            value = exp(value)
        return value

    def another() -> Callable[[object], object]:
        return lambda value: theirs(value)

    row("100 of exp; eval_shape", ours, lambda: jax.eval_shape(another(), a), 40)
    row("100 of exp; make_jaxpr", ours, lambda: jax.make_jaxpr(another())(a), 40)


main()
