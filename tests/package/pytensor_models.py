"""Graphs of PyTensor's of many kinds, with known and unknown sizes.

`python tests/package/pytensor_models.py` prints where our types differ from PyTensor's.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytensor.tensor as pt

import conformable.pytensor

#: A model is a function of sizes, each a number or None.
Model = Callable[..., Sequence[Any]]

MODELS: dict[str, tuple[Model, Sequence[int]]] = {}


def model(*sizes: int) -> Callable[[Model], Model]:
    """A model with sizes that fit."""

    def add(function: Model) -> Model:
        MODELS[function.__name__] = (function, sizes)
        return function

    return add


def tensor(name: str, *shape: int | None, dtype: str = "float64") -> Any:
    return pt.tensor(name, dtype=dtype, shape=shape)


@model(50, 3)
def linear_regression(n: int | None, d: int | None) -> Sequence[Any]:
    x, y, w, b = tensor("x", n, d), tensor("y", n), tensor("w", d), tensor("b")
    loss = pt.mean((y - (x @ w + b)) ** 2) + 0.1 * pt.sum(w**2)
    return [loss, *pt.grad(loss, [w, b])]


@model(50, 3)
def logistic_regression(n: int | None, d: int | None) -> Sequence[Any]:
    x, y, w = (
        tensor("x", n, d, dtype="float32"),
        tensor("y", n, dtype="int8"),
        tensor("w", d, dtype="float32"),
    )
    p = pt.sigmoid(pt.dot(x, w))
    loss = -(y * pt.log(p) + (1 - y) * pt.log1p(-p)).mean()
    accuracy = pt.mean(pt.eq(p > 0.5, y))
    return [loss, accuracy, *pt.grad(loss, [w])]


@model(20, 2)
def gaussian_process(n: int | None, d: int | None) -> Sequence[Any]:
    x, y, length, noise = tensor("x", n, d), tensor("y", n), tensor("length", d), tensor("noise")
    z = x / length
    squared = (z**2).sum(axis=1)[:, None] + (z**2).sum(axis=1)[None, :] - 2 * z @ z.T
    k = pt.exp(-0.5 * squared) + noise * pt.eye(x.shape[0])
    factor = pt.linalg.cholesky(k)
    alpha = pt.linalg.solve_triangular(factor, y, lower=True)
    value = (
        -0.5 * pt.sum(alpha**2)
        - pt.sum(pt.log(pt.diag(factor)))
        - 0.5 * x.shape[0] * np.log(2 * np.pi)
    )
    return [value, *pt.grad(value, [length, noise])]


@model(32, 10, 16, 4)
def mlp(n: int | None, i: int | None, h: int | None, o: int | None) -> Sequence[Any]:
    x, t = tensor("x", n, i, dtype="float32"), tensor("t", n, dtype="int64")
    w1, b1 = tensor("w1", i, h, dtype="float32"), tensor("b1", h, dtype="float32")
    w2, b2 = tensor("w2", h, o, dtype="float32"), tensor("b2", o, dtype="float32")
    hidden = pt.maximum(x @ w1 + b1, 0)
    logits = pt.special.log_softmax(hidden @ w2 + b2, axis=1)
    loss = -logits[pt.arange(t.shape[0]), t].mean()
    return [loss, *pt.grad(loss, [w1, b1, w2, b2])]


@model(4, 2)
def kalman_step(k: int | None, m: int | None) -> Sequence[Any]:
    mean, cov, y = tensor("mean", k), tensor("cov", k, k), tensor("y", m)
    f, q, h, r = tensor("f", k, k), tensor("q", k, k), tensor("h", m, k), tensor("r", m, m)
    mean, cov = f @ mean, f @ cov @ f.T + q
    residual, s = y - h @ mean, h @ cov @ h.T + r
    gain = pt.linalg.solve(s, h @ cov, assume_a="pos").T
    updated = (pt.eye(cov.shape[0]) - gain @ h) @ cov
    sign, logdet = pt.linalg.slogdet(s)
    likelihood = -0.5 * (logdet + residual @ pt.linalg.inv(s) @ residual)
    return [mean + gain @ residual, updated, likelihood, sign]


@model(100, 5)
def convolution(n: int | None, k: int | None) -> Sequence[Any]:
    x, w = tensor("x", n), tensor("w", k)
    valid = pt.signal.convolve1d(x, w, mode="valid")
    full = pt.signal.convolve1d(x, w, mode="full")
    differences = x[1:] - x[:-1]
    smoothed = (x[2:] + x[1:-1] + x[:-2]) / 3
    return [valid, full, differences, smoothed, x[::2], x[::-1], pt.pad(x, 2)]


@model(6, 3, 2)
def pooling(n: int | None, c: int | None, k: int | None) -> Sequence[Any]:
    x = tensor("x", n, 4, 6, c)
    pooled = x.reshape((x.shape[0], 2, 2, 3, 2, x.shape[3])).max(axis=(2, 4))
    flat = pooled.reshape((x.shape[0], -1))
    weights = tensor("weights", 6 * c if c is not None else None, k)
    return [pooled, flat, flat @ weights, x.flatten(2), x.transpose(0, 3, 1, 2)]


@model(40, 6)
def pca(n: int | None, d: int | None) -> Sequence[Any]:
    x = tensor("x", n, d)
    centred = x - x.mean(axis=0, keepdims=True)
    u, s, vt = pt.linalg.svd(centred, full_matrices=False)
    explained = s**2 / pt.sum(s**2)
    scores = centred @ vt[:2].T
    values, vectors = pt.linalg.eigh(centred.T @ centred)
    return [
        u * s,
        scores,
        pt.cumsum(explained),
        values,
        vectors,
        pt.linalg.qr(centred, mode="economic")[0],
    ]


@model(60, 2, 3)
def k_means(n: int | None, d: int | None, k: int | None) -> Sequence[Any]:
    x, centres = tensor("x", n, d), tensor("centres", k, d)
    distances = ((x[:, None, :] - centres[None, :, :]) ** 2).sum(axis=-1)
    labels = pt.argmin(distances, axis=1)
    members = pt.eq(labels[:, None], pt.arange(centres.shape[0])[None, :])
    counts = members.sum(axis=0)
    moved = pt.dot(members.astype("float64").T, x) / pt.maximum(counts, 1)[:, None]
    return [
        labels,
        moved,
        distances.min(axis=1).sum(),
        pt.argsort(distances, axis=1),
        pt.sort(distances),
    ]


@model(2, 7, 8)
def attention(b: int | None, t: int | None, d: int | None) -> Sequence[Any]:
    x = tensor("x", b, t, d, dtype="float32")
    wq, wk, wv = (tensor(name, d, d, dtype="float32") for name in ("wq", "wk", "wv"))
    heads = 2

    def split(z: Any) -> Any:
        return z.reshape((x.shape[0], x.shape[1], heads, 4)).transpose(0, 2, 1, 3)

    q, k, v = split(x @ wq), split(x @ wk), split(x @ wv)
    scores = q @ k.swapaxes(-1, -2) / np.float32(2.0)
    mask = pt.tril(pt.ones((x.shape[1], x.shape[1]), dtype="bool"))
    weights = pt.special.softmax(pt.switch(mask, scores, np.float32(-1e9)), axis=-1)
    mixed = (weights @ v).transpose(0, 2, 1, 3).reshape((x.shape[0], x.shape[1], heads * 4))
    return [mixed, weights.sum(axis=-1)]


@model(30, 3)
def mixture(n: int | None, k: int | None) -> Sequence[Any]:
    x, mu, sigma, logits = tensor("x", n), tensor("mu", k), tensor("sigma", k), tensor("logits", k)
    weights = pt.special.log_softmax(logits)
    density = -0.5 * ((x[:, None] - mu) / sigma) ** 2 - pt.log(sigma)
    value = pt.logsumexp(weights + density, axis=1).sum()
    return [value, *pt.grad(value, [mu, sigma, logits])]


@model(3)
def ode_steps(d: int | None) -> Sequence[Any]:
    y, a, h = tensor("y", d), tensor("a", d, d), pt.scalar("h", dtype="float64")
    trajectory = [y]
    for _ in range(4):
        middle = trajectory[-1] + h / 2 * (a @ trajectory[-1])
        trajectory.append(trajectory[-1] + h * (a @ middle))
    path = pt.stack(trajectory)
    return [path, path[-1], pt.concatenate(trajectory), pt.diff(path, axis=0)]


@model(5, 3)
def random_variables(n: int | None, k: int | None) -> Sequence[Any]:
    rng = pt.random.shared_rng(np.random.default_rng(1))
    mu, cov, p = tensor("mu", n, k), tensor("cov", k, k), tensor("p", n, k)
    drawn = [
        pt.random.normal(mu, 1.0, rng=rng, return_next_rng=True),
        pt.random.normal(0, 1, size=(mu.shape[0], 2), rng=rng, return_next_rng=True),
        pt.random.multivariate_normal(mu, cov, rng=rng, return_next_rng=True),
        pt.random.categorical(p, rng=rng, return_next_rng=True),
        pt.random.dirichlet(p, size=(4, mu.shape[0]), rng=rng, return_next_rng=True),
        pt.random.bernoulli(0.3, size=(7,), rng=rng, return_next_rng=True),
        pt.random.poisson(pt.exp(mu), rng=rng, return_next_rng=True),
    ]
    return [value for _, value in drawn]


@model(20, 6, 9)
def embedding(n: int | None, t: int | None, v: int | None) -> Sequence[Any]:
    table, tokens = tensor("table", v, 5), tensor("tokens", n, t, dtype="int32")
    looked = table[tokens]
    mask = pt.neq(tokens, 0)
    mean = (looked * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
    loss = mean.sum()
    chosen = table[tensor("rows", n, dtype="int64"), tensor("columns", n, dtype="int64")]
    return [
        mean,
        looked[mask],
        chosen,
        table[[0, 1]],
        pt.set_subtensor(table[0], 0.0),
        pt.inc_subtensor(table[tokens[0]], 1.0),
        *pt.grad(loss, [table]),
    ]


@model(4, 3)
def manipulation(n: int | None, m: int | None) -> Sequence[Any]:
    x, i = tensor("x", n, m, dtype="int8"), pt.scalar("i", dtype="int64")
    f = x.astype("float32")
    one, two = pt.split(x, [1, 3], n_splits=2)
    return [
        x + x, x / x, x // 2, x * 2.5, pt.exp(x), pt.sqrt(f), abs(x), -x, x % 2, x**2,
        one, two, pt.tile(f, (2, 3)), pt.repeat(x, 3, axis=1), pt.unique(x), pt.diag(x[0]),
        x.any(axis=0), x.all(), x.prod(axis=1), x.sum(dtype="int32"), x.max(axis=(0, 1), keepdims=True),
        pt.broadcast_to(f[0], (5, f.shape[1])), pt.outer(f[0], f[1]), pt.tensordot(f, f, axes=[[0], [0]]),
        pt.zeros((2, 3)), pt.ones_like(f), pt.full((x.shape[0], 2), 7), pt.eye(3), pt.arange(2, 11, 3), pt.arange(0.0, 1.0, 0.1),
        pt.specify_shape(f, (None, 3)), f.nonzero()[0], pt.concatenate([f, f], axis=1), x[i], x[i:], x[:, i:2],
        pt.linspace(0, 1, 5), pt.isnan(f), pt.clip(x, 0, 3), pt.where(x > 1, f, 0), pt.bitwise_and(x, 3),
        pt.expand_dims(x, 1), pt.squeeze(f[:1]), f.shape, f.shape[0], pt.searchsorted(pt.sort(f[0]), f), pt.linalg.norm(f),
    ]  # fmt: skip


def cases(sizes: Sequence[int]) -> Iterator[tuple[int | None, ...]]:
    """Each size known, and each unknown."""
    return itertools.product(*((size, None) for size in sizes))


def main() -> None:
    for static in (False, True):
        print(f"\nstatic_broadcast={static}")
        for name, (build, sizes) in MODELS.items():
            for case in cases(sizes):
                found = conformable.pytensor.import_graph(
                    list(build(*case)), static_broadcast=static
                )
                shown = ", ".join("?" if size is None else str(size) for size in case)
                print(f"\n{name}({shown}): {len(found.variables)} variables")
                print(found.table() or "  none differs")
                for node in found.unknown:
                    print(f"  no rule: {node.op}")
                for refused in found.refused:
                    print(f"  refused: {refused.node}: {refused.reason}")


if __name__ == "__main__":
    main()
