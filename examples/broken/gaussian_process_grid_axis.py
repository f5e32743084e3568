"""Gaussian process regression with composable kernels and a grid search for hyperparameters."""

from abc import ABC, abstractmethod
from itertools import product

import numpy as np


class Kernel(ABC):
    @abstractmethod
    def __call__(self, A, B):
        """Covariances between the rows of A and the rows of B."""

    @abstractmethod
    def diag(self, A): ...

    def __add__(self, other):
        return Sum(self, other)

    def __mul__(self, other):
        return Product(self, other)


class RBF(Kernel):
    def __init__(self, length=1.0, scale=1.0):
        self.length = np.asarray(length, dtype=float)
        self.scale = scale

    def __call__(self, A, B):
        A, B = A / self.length, B / self.length
        sq = (A**2).sum(1)[:, None] + (B**2).sum(1) - 2 * A @ B.T
        return self.scale**2 * np.exp(-0.5 * np.maximum(sq, 0))

    def diag(self, A):
        return np.full(len(A), self.scale**2)


class Periodic(Kernel):
    def __init__(self, period=1.0, length=1.0):
        self.period, self.length = period, length

    def __call__(self, A, B):
        delta = np.abs(A[:, None] - B[None]).sum(-1)
        return np.exp(-2 * np.sin(np.pi * delta / self.period) ** 2 / self.length**2)

    def diag(self, A):
        return np.ones(A.shape[0])


class Combined(Kernel):
    def __init__(self, *parts):
        self.parts = parts


class Sum(Combined):
    def __call__(self, A, B):
        return sum(k(A, B) for k in self.parts)

    def diag(self, A):
        return sum(k.diag(A) for k in self.parts)


class Product(Combined):
    def __call__(self, A, B):
        return np.prod([k(A, B) for k in self.parts], axis=0)

    def diag(self, A):
        return np.prod([k.diag(A) for k in self.parts], axis=0)


class GaussianProcess:
    def __init__(self, kernel, noise=1e-2):
        self.kernel = kernel
        self.noise = noise

    def fit(self, X, y):
        self.X = np.atleast_2d(X)
        self.y_mean = y.mean()
        centred = y - self.y_mean
        K = self.kernel(self.X, self.X)
        K[np.diag_indices_from(K)] += self.noise**2
        self.L = np.linalg.cholesky(K)
        z = np.linalg.solve(self.L, centred)
        self.alpha = np.linalg.solve(self.L.T, z)
        self.log_marginal = (
            -0.5 * z @ z - np.log(np.diag(self.L)).sum() - 0.5 * len(y) * np.log(2 * np.pi)
        )
        return self

    def predict(self, X_new, return_std=False):
        K_s = self.kernel(X_new, self.X)
        mean = K_s @ self.alpha + self.y_mean
        if not return_std:
            return mean
        v = np.linalg.solve(self.L, K_s.T)
        var = self.kernel.diag(X_new) - np.sum(v**2, axis=0)
        return mean, np.sqrt(np.clip(var, 0, None))

    def sample(self, X_new, n_samples, rng, jitter=1e-8):
        K_s = self.kernel(X_new, self.X)
        v = np.linalg.solve(self.L, K_s.T)
        cov = self.kernel(X_new, X_new) - v.T @ v
        L = np.linalg.cholesky(cov + jitter * np.eye(len(X_new)))
        noise = rng.standard_normal((len(X_new), n_samples))
        return self.predict(X_new)[:, None] + L @ noise


def select(X, y, lengths, noises):
    best = None
    for length, noise in product(lengths, noises):
        try:
            gp = GaussianProcess(RBF(length), noise).fit(X, y)
        except np.linalg.LinAlgError:
            continue
        if best is None or gp.log_marginal > best.log_marginal:
            best = gp
    return best


def latin_hypercube(n, d, rng):
    cells = np.stack([rng.permutation(n) for _ in range(d)], axis=1)
    return (cells + rng.random((n, d))) / n


if __name__ == "__main__":
    rng = np.random.default_rng(7)
    X = 4 * latin_hypercube(40, 2, rng)
    f = np.sin(X[:, 0]) + 0.5 * np.cos(2 * X[:, 1])
    y = f + 0.05 * rng.standard_normal(len(X))

    gp = select(X, y, lengths=[0.3, 0.8, 1.5, np.array([1.0, 2.0])], noises=[0.02, 0.05, 0.1])
    grid = np.stack(np.meshgrid(np.linspace(0, 4, 9), np.linspace(0, 4, 7)))
    points = grid.reshape(-1, 2)
    mean, std = gp.predict(points, return_std=True)
    truth = np.sin(points[:, 0]) + 0.5 * np.cos(2 * points[:, 1])
    inside = np.abs(mean - truth) < 2 * std + 0.05
    print(f"length {gp.kernel.length}  log marginal {gp.log_marginal:.2f}")
    print(f"grid {mean.reshape(grid.shape[:2]).shape}  covered {inside.mean():.2f}")

    t = np.linspace(0, 6, 50)[:, None]
    series = np.sin(2 * np.pi * t[:, 0]) * np.exp(-0.1 * t[:, 0])
    seasonal = GaussianProcess(Periodic(1.0) * RBF(5.0) + RBF(2.0, 0.1), noise=0.05)
    seasonal.fit(t[:40], series[:40])
    paths = seasonal.sample(t[40:], 25, rng)
    error = np.abs(paths.mean(axis=1) - series[40:]).max()
    print(f"forecast paths {paths.shape}  worst error {error:.3f}")
