"""Rigid registration of point clouds: Kabsch, iterative closest points, RANSAC."""

import sys
import tempfile
from collections import namedtuple
from pathlib import Path

import numpy as np

Rigid = namedtuple("Rigid", "R t")


def apply(transform, points):
    return points @ transform.R.T + transform.t


def compose(second, first):
    return Rigid(second.R @ first.R, second.R @ first.t + second.t)


def homogeneous(transform):
    T = np.eye(4)
    T[:3, :3] = transform.R
    T[:3, 4] = transform.t
    return T


def rotation(axis, angle):
    """Rodrigues' formula."""
    axis = np.asarray(axis, dtype=float)
    axis /= np.linalg.norm(axis)
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def kabsch(source, target, weights=None):
    """The rigid motion that takes source to target with the least squared error."""
    if weights is None:
        weights = np.ones(len(source))
    weights = weights / weights.sum()
    mu_s, mu_t = weights @ source, weights @ target
    cov = (source - mu_s).T @ (weights[:, None] * (target - mu_t))
    U, _, Vt = np.linalg.svd(cov)
    flip = np.array([1, 1, np.sign(np.linalg.det(Vt.T @ U.T))])
    R = Vt.T @ (flip[:, None] * U.T)
    return Rigid(R, mu_t - R @ mu_s)


def nearest(points, reference, chunk=128):
    """Index of and distance to the nearest reference point, in chunks to save memory."""
    norms = np.einsum("ij,ij->i", reference, reference)
    indices, distances = [], []
    for begin in range(0, len(points), chunk):
        block = points[begin : begin + chunk]
        d2 = norms - 2 * block @ reference.T + (block**2).sum(axis=1, keepdims=True)
        best = d2.argmin(axis=1)
        indices.append(best)
        distances.append(np.sqrt(np.maximum(d2[np.arange(len(block)), best], 0)))
    return np.concatenate(indices), np.concatenate(distances)


def icp(source, target, max_iter=40, tol=1e-7, trim=0.9):
    total = Rigid(np.eye(3), np.zeros(3))
    previous = np.inf
    for iteration in range(max_iter):
        moved = apply(total, source)
        match, distance = nearest(moved, target)
        keep = np.argsort(distance)[: int(trim * len(source))]
        total = compose(kabsch(moved[keep], target[match[keep]]), total)
        error = np.sqrt(np.mean(distance[keep] ** 2))
        if previous - error < tol:
            return total, error, iteration
        previous = error
    return total, error, max_iter


def ransac(source, target, threshold, rounds=100, rng=None):
    """Robust motion from matched pairs of which some are wrong."""
    rng = np.random.default_rng() if rng is None else rng
    best = np.zeros(len(source), dtype=bool)
    for _ in range(rounds):
        pick = rng.choice(len(source), 3, replace=False)
        candidate = kabsch(source[pick], target[pick])
        residual = np.linalg.norm(apply(candidate, source) - target, axis=1)
        inliers = residual < threshold
        if inliers.sum() > best.sum():
            best = inliers
    return kabsch(source[best], target[best]), best


def angle_between(R1, R2):
    cosine = (np.trace(R1.T @ R2) - 1) / 2
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def torus(n, rng, major=2.0, minor=0.7):
    u, v = rng.uniform(0, 2 * np.pi, size=(2, n))
    w = major + minor * np.cos(v)
    cloud = np.stack([w * np.cos(u), 0.6 * w * np.sin(u), minor * np.sin(v)], axis=-1)
    return cloud + 0.3 * (u[:, None] < 1.0)


def main(source_path, target_path):
    source = np.asarray(np.load(source_path), dtype=np.float64)
    target = np.asarray(np.load(target_path), dtype=np.float64)
    motion, error, iterations = icp(source, target)
    print(f"icp: error {error:.4f} after {iterations} iterations")
    print(np.array2string(homogeneous(motion), precision=3, suppress_small=True))
    return motion


if __name__ == "__main__":
    if len(sys.argv) == 3:
        main(*sys.argv[1:])
        raise SystemExit

    rng = np.random.default_rng(6)
    cloud = torus(400, rng)
    truth = Rigid(rotation([1, 2, 3], 0.3), np.array([0.3, -0.2, 0.1]))
    moved = apply(truth, cloud) + 0.005 * rng.standard_normal(cloud.shape)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("source.npy", "target.npy")]
        for path, points in zip(paths, (cloud, rng.permutation(moved))):
            np.save(path, points)
        found = main(*paths)
    print(f"icp is off by {angle_between(found.R, truth.R):.2f} degrees")

    wrong = rng.random(len(cloud)) < 0.3
    pairs = np.where(wrong[:, None], rng.permutation(moved), moved)
    robust, inliers = ransac(cloud, pairs, threshold=0.05, rng=rng)
    print(f"ransac: {inliers.sum()} inliers, off by {angle_between(robust.R, truth.R):.2f} degrees")
