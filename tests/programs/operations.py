"""Operations on shapes, in two versions: the one that runs, and the one that raises.

Each is of a kind of failing line. The writer tries both before it uses them, so a row may propose
what doesn't always raise.
"""

from __future__ import annotations

from .writer import Writer, operation


def other(n: int, w: Writer) -> int:
    """A size that neither equals this one nor stretches to it."""
    return w.rng.choice([k for k in range(2, 8) if k != n])


@operation("matmul")
def matmul(w):
    a = w.array(ndim=2, kinds="iuf")
    m, k = w.shape(a)
    b = w.array(shape=(k, w.rng.choice([m, 2, 5])), kinds="iuf")
    return w.rng.choice(
        [
            (f"{a} @ {b}", f"{a} @ {b}.T"),
            (f"{a} @ {b}", f"{b} @ {a}"),
            (f"{a}.T @ {a}", f"{a} @ {a}"),
            (f"{a} @ {b}[:, 0]", f"{a} @ {b}[1:, 0]"),
            (f"np.dot({a}, {b})", f"np.dot({b}, {a}.T)"),
        ]
    )


@operation("broadcast")
def broadcast(w):
    a = w.array(least=1, kinds="iuf")
    shape = w.shape(a)
    b = w.array(shape=(shape[-1],), kinds="iuf")
    sign = w.either("+", "*", "-", "/", "<")
    return w.rng.choice(
        [
            (f"{a} {sign} {b}", f"{a} {sign} {b}[1:]"),
            (f"{a} {sign} {b}", f"{a} {sign} np.ones({other(shape[-1], w)})"),
            (f"{a}[:, None] {sign} {b}", f"{a}[..., :-1] {sign} {b}"),
            (f"np.maximum({a}, {b})", f"np.maximum({a}, {b}[:-1])"),
            (f"{a} - {a}.mean(axis=-1, keepdims=True)", f"{a} - {a}.mean(axis=-1)[..., :-1]"),
        ]
    )


@operation("reshape")
def reshape(w):
    a = w.array(least=1)
    size = w.value(a).size
    n = w.rng.choice([k for k in range(1, size + 1) if size % k == 0])
    return w.rng.choice(
        [
            (f"{a}.reshape({n}, {size // n})", f"{a}.reshape({n}, {size // n + 1})"),
            (f"{a}.reshape(-1, {n})", f"{a}.reshape(-1, {size + 1})"),
            (f"np.reshape({a}, ({n}, -1))", f"np.reshape({a}, (-1, -1))"),
        ]
    )


@operation("index out of range")
def index(w):
    a = w.array(least=1)
    n = w.shape(a)[0]
    return w.rng.choice(
        [
            (f"{a}[{w.rng.randrange(n)}]", f"{a}[{n}]"),
            (f"{a}[-{n}]", f"{a}[-{n + 1}]"),
            (f"{a}[{w.size(n)} - 1]", f"{a}[{w.size(n)}]"),
            (f"{a}[..., 0]", f"{a}[..., {w.shape(a)[-1] + 1}]"),
        ]
    )


@operation("index array out of range")
def take(w):
    a = w.array(least=1)
    n = w.shape(a)[0]
    return w.rng.choice(
        [
            (f"{a}[[0, {n - 1}]]", f"{a}[[0, {n}]]"),
            (f"{a}[np.array([1, 0])]", f"{a}[np.array([1, {n + 2}])]"),
            (f"np.take({a}, [0, 1], axis=0)", f"np.take({a}, [0, {n}], axis=0)"),
        ]
    )


@operation("too many indices")
def too_many(w):
    a = w.array(least=1)
    full = ", ".join(["0"] * len(w.shape(a)))
    return w.rng.choice(
        [
            (f"{a}[{full}]", f"{a}[{full}, 0]"),
            (f"{a}[{full.replace('0', ':')}]", f"{a}[{full}, :]"),
        ]
    )


@operation("axis out of range")
def axis(w):
    a = w.array(least=1, kinds="iuf")
    rank = len(w.shape(a))
    call = w.either("sum", "mean", "max", "argmax", "cumsum")
    return w.rng.choice(
        [
            (f"{a}.{call}(axis={rank - 1})", f"{a}.{call}(axis={rank})"),
            (f"np.{call}({a}, axis=-{rank})", f"np.{call}({a}, axis=-{rank + 1})"),
            (f"np.expand_dims({a}, {rank})", f"np.expand_dims({a}, {rank + 1})"),
            (f"np.sort({a}, axis={rank - 1})", f"np.sort({a}, axis={rank})"),
        ]
    )


@operation("concatenate")
def concatenate(w):
    a = w.array(ndim=2)
    m, n = w.shape(a)
    b = w.array(shape=(other(m, w), n))
    return w.rng.choice(
        [
            (f"np.concatenate([{a}, {b}])", f"np.concatenate([{a}, {b}], axis=1)"),
            (f"np.vstack([{a}, {b}])", f"np.hstack([{a}, {b}])"),
            (
                f"np.concatenate(({a}, {b}[:1]))",
                f"np.concatenate(({a}, {b}[0]))",
            ),
            (f"np.r_[{a}, {b}]", f"np.c_[{a}, {b}]"),
        ]
    )


@operation("stack")
def stack(w):
    a = w.array(least=1)
    b = w.array(shape=w.shape(a))
    return w.rng.choice(
        [
            (f"np.stack([{a}, {b}])", f"np.stack([{a}, {b}[1:]])"),
            (f"np.stack([{a}, {b}], axis=-1)", f"np.stack([{a}, {b}], axis={len(w.shape(a)) + 2})"),
            (f"np.array([{a}, {b}])", f"np.array([{a}, {b}[:-1]])"),
        ]
    )


@operation("mask size")
def mask(w):
    a = w.array(least=1)
    n = w.shape(a)[0]
    b = w.array(shape=(n,), kinds="iuf")
    return w.rng.choice(
        [
            (f"{a}[{b} > 0]", f"{a}[{b}[1:] > 0]"),
            (f"{a}[np.ones({w.size(n)}, bool)]", f"{a}[np.ones({n + 1}, bool)]"),
            (f"{a}[np.arange({n}) % 2 == 0]", f"{a}[np.arange({n + 2}) % 2 == 0]"),
        ]
    )


@operation("broadcast_to")
def broadcast_to(w):
    n = w.rng.randint(2, 5)
    a = w.array(shape=(n,))
    return f"np.broadcast_to({a}, (3, {w.size(n)}))", f"np.broadcast_to({a}, ({n}, {n + 1}))"


@operation("einsum")
def einsum(w):
    a = w.array(ndim=2, kinds="iuf")
    n = w.shape(a)[1]
    b = w.array(shape=(n, 3), kinds="iuf")
    return w.rng.choice(
        [
            (f'np.einsum("ij,jk->ik", {a}, {b})', f'np.einsum("ij,jk->ik", {b}, {a})'),
            (f'np.einsum("ij->j", {a})', f'np.einsum("ijk->k", {a})'),
            (f'np.einsum("ij,ij->i", {a}, {a})', f'np.einsum("ij,kj->i", {a}, {b})'),
        ]
    )


@operation("axes")
def axes(w):
    a = w.array(least=2)
    rank = len(w.shape(a))
    order = list(range(rank))[::-1]
    return w.rng.choice(
        [
            (
                f"{a}.transpose({', '.join(map(str, order))})",
                f"{a}.transpose({', '.join(map(str, [*order, rank]))})",
            ),
            (f"np.swapaxes({a}, 0, 1)", f"np.swapaxes({a}, 0, {rank})"),
            (f"np.moveaxis({a}, 0, -1)", f"np.moveaxis({a}, {rank}, 0)"),
            (f"{a}[:1].squeeze(axis=0)", f"{a}.squeeze(axis=0)"),
        ]
    )


@operation("linear algebra")
def linear(w):
    n = w.rng.randint(2, 4)
    a = w.array(shape=(n, n), kinds="f")
    b = w.array(shape=(n + 1, n), kinds="f")
    return w.rng.choice(
        [
            (f"np.linalg.det({a})", f"np.linalg.det({b})"),
            (f"np.linalg.solve({a} + np.eye({n}) * 9, {a}[0])", f"np.linalg.solve({a}, {b}[:, 0])"),
            (f"np.linalg.inv({a} + 9 * np.eye({n}))", f"np.linalg.inv({b})"),
        ]
    )


@operation("split")
def split(w):
    n = w.rng.choice([4, 6])
    a = w.array(shape=(n, 2))
    return f"np.split({a}, 2)", f"np.split({a}, {n - 1})"


@operation("store", is_statement=True)
def store(w):
    a = w.array(least=1)
    shape = w.shape(a)
    n = shape[-1]
    b = w.array(shape=(n,))
    return w.rng.choice(
        [
            (f"{a}[0] = {a}[1]", f"{a}[...] = np.ones({other(n, w)})"),
            (f"{a}[:] = {b}", f"{a}[:] = {b}[1:]"),
            (f"{a}[..., 1:] = 0", f"{a}[..., 1:] = {b}"),
            (f"{a}[{a} > 0] = 1", f"{a}[{shape[0]}] = 1"),
        ]
    )


@operation("in-place broadcast", is_statement=True)
def inplace(w):
    n = w.rng.randint(2, 5)
    a = w.array(shape=(n,), kinds="f")
    return w.rng.choice(
        [
            (f"{a} += 1", f"{a} += np.ones((2, {n}))"),
            (f"{a} *= {a}", f"{a} *= {a}[:, None]"),
            (f"np.add({a}, 1, out={a})", f"np.add({a}, 1, out={a}[1:])"),
        ]
    )
