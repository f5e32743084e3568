"""Lloyd's k-means with k-means++ seeding, on a table read from a text file."""

import sys
from collections import namedtuple

import numpy as np

Clustering = namedtuple("Clustering", ["centers", "labels", "inertia", "n_iter"])


def load_points(path=None, seed=0):
    """Read one point per row; without a path, three blobs in the plane."""
    if path is not None:
        return np.loadtxt(path, ndmin=2)
    rng = np.random.default_rng(seed)
    means = np.array([[0.0, 0.0], [6.0, 1.0], [3.0, 7.0]])
    return np.concatenate([rng.normal(m, 0.8, size=(60, 2)) for m in means])


def squared_distances(points, centers):
    """All squared distances, one row per point and one column per center."""
    diff = points[:, None, :] - centers[None, :, :]
    return (diff**2).sum(axis=-1)


def plus_plus(points, k, rng):
    n = points.shape[0]
    centers = points[rng.integers(n)][None, :]
    while len(centers) < k:
        nearest = squared_distances(points, centers).min(axis=1)
        pick = rng.choice(n, p=nearest / nearest.sum())
        centers = np.vstack([centers, points[pick]])
    return centers


def update_centers(points, labels, k, rng):
    n, d = points.shape
    centers = np.empty(k, d)
    for j in range(k):
        members = points[labels == j]
        if len(members) == 0:
            centers[j] = points[rng.integers(n)]
        else:
            centers[j] = members.mean(axis=0)
    return centers


def kmeans(points, k, max_iter=100, tol=1e-6, seed=0):
    rng = np.random.default_rng(seed)
    centers = plus_plus(points, k, rng)
    for iteration in range(1, max_iter + 1):
        labels = squared_distances(points, centers).argmin(axis=1)
        new_centers = update_centers(points, labels, k, rng)
        shift = np.linalg.norm(new_centers - centers, axis=1).max()
        centers = new_centers
        if shift < tol:
            break
    d2 = squared_distances(points, centers)
    labels = d2.argmin(axis=1)
    inertia = d2[np.arange(len(points)), labels].sum()
    return Clustering(centers, labels, inertia, iteration)


def silhouette(points, labels):
    """Mean silhouette coefficient; 1 is a perfect separation."""
    distances = np.sqrt(squared_distances(points, points))
    clusters = np.unique(labels)
    to_cluster = np.stack([distances[:, labels == c].mean(axis=1) for c in clusters], axis=1)
    own = labels[:, None] == clusters
    inside = to_cluster[own]
    outside = np.where(own, np.inf, to_cluster).min(axis=1)
    return np.mean((outside - inside) / np.maximum(inside, outside))


def main(argv):
    points = load_points(argv[1] if len(argv) > 1 else None)
    mean, std = points.mean(axis=0), points.std(axis=0)
    scaled = (points - mean) / std

    best = None
    for k in range(2, 6):
        result = kmeans(scaled, k, seed=k)
        score = silhouette(scaled, result.labels)
        print(f"k={k}  inertia={result.inertia:8.3f}  silhouette={score:.3f}")
        if best is None or score > best[0]:
            best = (score, result)

    centers = best[1].centers * std + mean
    sizes = np.bincount(best[1].labels, minlength=len(centers))
    order = np.argsort(centers[:, 0])
    for center, size in zip(centers[order], sizes[order]):
        print(np.round(center, 2), size)


if __name__ == "__main__":
    main(sys.argv)
