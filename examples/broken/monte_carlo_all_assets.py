"""Monte Carlo: pricing of options on a basket, with variance reduction, and an Ising model."""

import math
import sys

import numpy as np


def correlated_paths(spot, vol, corr, rate, maturity, steps, n_paths, rng, antithetic=True):
    """Geometric Brownian paths of all assets: (paths, steps + 1, assets)."""
    n_assets = len(spot)
    dt = maturity / steps
    L = np.linalg.cholesky(corr)
    half = n_paths // 2 if antithetic else n_paths
    z = rng.standard_normal((half, steps, n_assets))
    if antithetic:
        z = np.concatenate([z, -z])
    shocks = vol * math.sqrt(dt) * (z @ L.T)
    drift = (rate - 0.5 * vol**2) * dt
    log_paths = np.cumsum(drift + shocks, axis=1)
    start = np.zeros((len(z), 1, n_assets))
    return spot * np.exp(np.concatenate([start, log_paths], axis=1))


def asian_basket_payoff(paths, weights, strike):
    basket = paths[:, 1:] @ weights
    arithmetic = np.maximum(basket.mean(axis=1) - strike, 0)
    geometric = np.maximum(np.exp(np.log(basket).mean(axis=1)) - strike, 0)
    return arithmetic, geometric


def control_variate(target, control, expected):
    cov = np.cov(target, control)
    beta = cov[0, 1] / cov[1, 1]
    return target - beta * (control - expected)


def estimate(samples, discount=1.0):
    """Mean and standard error."""
    samples = discount * np.asarray(samples)
    return samples.mean(), samples.std(ddof=1) / np.sqrt(samples.size)


def longstaff_schwartz(paths, strike, rate, maturity, degree=3):
    """American put on one asset by regression on the paths in the money."""
    _, n_times = paths.shape
    dt = maturity / (n_times - 1)
    cash = np.maximum(strike - paths[:, -1], 0)
    for t in range(n_times - 2, 0, -1):
        cash *= np.exp(-rate * dt)
        spot = paths[:, t]
        exercise = np.maximum(strike - spot, 0)
        itm = exercise > 0
        if itm.sum() <= degree:
            continue
        basis = np.vander(spot[itm] / strike, degree + 1)
        coef, _, _, _ = np.linalg.lstsq(basis, cash[itm], rcond=None)
        stop = exercise[itm] > basis @ coef
        cash[np.flatnonzero(itm)[stop]] = exercise[itm][stop]
    return cash * np.exp(-rate * dt)


def ising(size, temperature, sweeps, rng):
    """Checkerboard Metropolis on a torus; returns the magnetisation per sweep."""
    spins = rng.choice([-1, 1], size=(size, size))
    black = np.indices((size, size)).sum(axis=0) % 2 == 0
    magnetisation = np.empty(sweeps)
    for s in range(sweeps):
        for colour in (black, ~black):
            neighbours = sum(np.roll(spins, shift, axis) for axis in (0, 1) for shift in (1, -1))
            cost = 2 * spins * neighbours
            accept = (cost <= 0) | (rng.random(spins.shape) < np.exp(-cost / temperature))
            spins[accept & colour] *= -1
        magnetisation[s] = abs(spins.mean())
    return magnetisation


def main(n_paths=4000):
    rng = np.random.default_rng(2024)
    spot = np.array([100.0, 95.0, 110.0])
    vol = np.array([0.2, 0.25, 0.15])
    corr = np.array([[1.0, 0.5, 0.2], [0.5, 1.0, 0.3], [0.2, 0.3, 1.0]])
    weights = np.array([0.4, 0.4, 0.2])
    rate, maturity, strike = 0.03, 1.0, 100.0
    discount = math.exp(-rate * maturity)

    paths = correlated_paths(spot, vol, corr, rate, maturity, 24, n_paths, rng)
    arithmetic, geometric = asian_basket_payoff(paths, weights, strike)
    pilot = correlated_paths(spot, vol, corr, rate, maturity, 24, 4 * n_paths, rng)
    expected = asian_basket_payoff(pilot, weights, strike)[1].mean()

    for label, samples in [
        ("plain", arithmetic),
        ("control", control_variate(arithmetic, geometric, expected)),
    ]:
        mean, error = estimate(samples, discount)
        print(f"asian basket, {label:8s} {mean:7.4f} +- {error:.4f}")

    american, error = estimate(longstaff_schwartz(paths, strike, rate, maturity))
    european, _ = estimate(np.maximum(strike - paths[:, -1, 0], 0), discount)
    print(f"put: american {american:.3f} +- {error:.3f}, european {european:.3f}")

    for temperature in (1.5, 4.0):
        m = ising(16, temperature, 100, rng)
        print(f"T={temperature}: |m| = {m[50:].mean():.3f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
