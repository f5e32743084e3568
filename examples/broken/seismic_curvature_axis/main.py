"""Crosshole travel-time tomography: times from a file, a map of velocities out."""

import argparse
import tempfile
from pathlib import Path

import numpy as np
from geometry import crosshole, ray_matrix, smoothing
from inversion import Inversion, corner, l_curve


def true_velocity(shape):
    nz, nx = shape
    z, x = np.mgrid[:nz, :nx]
    velocity = np.full(shape, 2.0)
    velocity += 0.5 * z / nz
    anomaly = (np.abs(z - nz / 2) < 2) & (np.abs(x - nx / 2) < 2)
    velocity[anomaly] *= 0.8
    return velocity


def simulate(path, survey, shape, noise=1e-3, seed=0):
    G = ray_matrix(survey, shape)
    times = G @ (1 / true_velocity(shape)).ravel()
    rng = np.random.default_rng(seed)
    np.save(path, times + noise * rng.standard_normal(times.shape))


def invert(path, survey, shape):
    times = np.asarray(np.load(path))
    G, D = ray_matrix(survey, shape), smoothing(shape)
    if times.shape != (len(G),):
        raise SystemExit(f"{path}: {times.shape} times for {len(G)} rays")

    mean_slowness = times.sum() / G.sum()
    reference = np.full(G.shape[1], mean_slowness)
    dampings = np.logspace(-5, 0, 11)
    points = l_curve(G, D, times, reference, dampings)
    damping = dampings[corner(points)]

    inversion = Inversion(G, D, damping)
    slowness = inversion.direct(times, reference)
    others = [inversion.stacked(times, reference), inversion.conjugate_gradient(times, reference)]
    agree = all(np.allclose(slowness, other, rtol=1e-4) for other in others)
    print(f"{len(G)} rays, {G.shape[1]} cells, damping {damping:.1e}, solvers agree: {agree}")
    return (1 / slowness).reshape(shape), inversion.resolution().reshape(shape)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("times", nargs="?", type=Path)
    parser.add_argument("--sources", type=int, default=12)
    parser.add_argument("--receivers", type=int, default=14)
    parser.add_argument("--cells", type=int, nargs=2, default=(10, 8))
    args = parser.parse_args()

    survey, shape = crosshole(args.sources, args.receivers), tuple(args.cells)
    if args.times is not None:
        velocity, resolution = invert(args.times, survey, shape)
    else:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "times.npy"
            simulate(path, survey, shape)
            velocity, resolution = invert(path, survey, shape)

    row, column = np.unravel_index(velocity.argmin(), velocity.shape)
    print(f"slowest cell: row {row}, column {column}, {velocity[row, column]:.2f} km/s")
    print("profile with depth:", np.round(velocity.mean(axis=1)[::3], 2))
    print(f"resolved cells: {(resolution > 0.5).mean():.0%}")


if __name__ == "__main__":
    main()
