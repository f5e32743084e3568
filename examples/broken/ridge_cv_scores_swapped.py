"""Ridge regression with k-fold cross validation, leave-one-out and a bootstrap."""

import os
import sys
import tempfile

import numpy as np


def polynomial_features(X, degree=2, bias=True):
    """Powers of each column and the products of pairs."""
    n, d = X.shape
    columns = [np.ones(n)] if bias else []
    for power in range(1, degree + 1):
        columns.extend(X[:, j] ** power for j in range(d))
    for i in range(d):
        for j in range(i + 1, d):
            columns.append(X[:, i] * X[:, j])
    return np.stack(columns, axis=1)


def ridge_path(X, y, lambdas):
    """Coefficients for every penalty from one decomposition: (lambdas, features)."""
    U, s, Vt = np.linalg.svd(X, full_matrices=False)
    shrink = s / (s**2 + np.asarray(lambdas)[:, None])
    return (shrink * (U.T @ y)) @ Vt


def leave_one_out(X, y, lambdas):
    """Mean squared leave-one-out errors by the hat matrix."""
    U, s, _ = np.linalg.svd(X, full_matrices=False)
    errors = []
    for lam in lambdas:
        filt = s**2 / (s**2 + lam)
        fitted = U @ (filt * (U.T @ y))
        leverage = (U**2) @ filt
        errors.append(np.mean(((y - fitted) / (1 - leverage)) ** 2))
    return np.array(errors)


def kfold(n, k, rng):
    """Yield (train, validation) index arrays."""
    order = rng.permutation(n)
    for fold in np.array_split(order, k):
        mask = np.ones(n, dtype=bool)
        mask[fold] = False
        yield np.flatnonzero(mask), fold


def standardise(train, *others):
    mean = train.mean(axis=0)
    std = train.std(axis=0)
    std = np.where(std > 0, std, 1.0)
    return [(a - mean) / std for a in (train, *others)]


def cross_validate(X, y, lambdas, k=5, seed=0):
    rng = np.random.default_rng(seed)
    scores = np.zeros((len(lambdas), k))
    for i, (train, valid) in enumerate(kfold(len(y), k, rng)):
        X_train, X_valid = standardise(X[train], X[valid])
        offset = y[train].mean()
        coefs = ridge_path(X_train, y[train] - offset, lambdas)
        predictions = X_valid @ coefs.T + offset
        scores[i] = np.mean((predictions - y[valid][:, None]) ** 2, axis=0)
    return scores.mean(axis=0), scores.std(axis=0) / np.sqrt(k)


def one_standard_error(lambdas, mean, error):
    """The strongest penalty within one standard error of the best."""
    best = mean.argmin()
    good = mean <= mean[best] + error[best]
    return lambdas[good].max()


def bootstrap(X, y, lam, n_boot=200, seed=1):
    rng = np.random.default_rng(seed)
    n = len(y)
    draws = rng.integers(0, n, size=(n_boot, n))
    coefs = np.array([ridge_path(X[idx], y[idx], [lam])[0] for idx in draws])
    low, high = np.percentile(coefs, [2.5, 97.5], axis=0)
    return coefs.mean(axis=0), low, high


def write_example(path, n=120, seed=9):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, size=(n, 3))
    y = 1.5 * X[:, 0] - 2 * X[:, 1] ** 2 + X[:, 0] * X[:, 2] + 0.2 * rng.standard_normal(n)
    np.savetxt(path, np.c_[X, y], header="x1 x2 x3 y")


def main(path):
    table = np.loadtxt(path)
    X, y = table[:, :-1], table[:, -1]
    features = polynomial_features(X, degree=3, bias=False)
    lambdas = np.logspace(-4, 3, 15)

    mean, error = cross_validate(features, y, lambdas)
    chosen = one_standard_error(lambdas, mean, error)
    print(f"{features.shape[1]} features of {X.shape[1]} columns")
    print(f"best {lambdas[mean.argmin()]:.3g}, chosen {chosen:.3g}, mse {mean.min():.4f}")

    (scaled,) = standardise(features)
    centred = y - y.mean()
    loo = leave_one_out(scaled, centred, lambdas)
    print(f"leave-one-out agrees: {abs(loo.min() - mean.min()) < 0.02}")

    coef, low, high = bootstrap(scaled, centred, chosen)
    sure = (low > 0) | (high < 0)
    for j in np.flatnonzero(sure):
        print(f"  feature {j:2d}: {coef[j]:+.3f} [{low[j]:+.3f}, {high[j]:+.3f}]")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        handle, name = tempfile.mkstemp(suffix=".txt")
        os.close(handle)
        try:
            write_example(name)
            main(name)
        finally:
            os.remove(name)
