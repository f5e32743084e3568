from math import inf
import numpy as np


def nearest(point: "float[:]", centres: "float[:,:]"):
    best = 0
    smallest = inf
    for k in range(centres.shape[0]):
        d = np.sum((centres[k] - point) ** 2)
        if d < smallest:
            smallest = d
            best = k
    return best, smallest


def assign(points: "float[:,:]", centres: "float[:,:]", labels: "int32[:]"):
    moved = 0
    inertia = 0.0
    for i in range(points.shape[0]):
        label, distance = nearest(points[i], centres)
        inertia += distance
        if labels[i] != label:
            labels[i] = label
            moved += 1
    return moved, inertia


def recentre(points: "float[:,:]", labels: "int32[:]", centres: "float[:,:]"):
    sizes = np.zeros(centres.shape[0], dtype="int32")
    centres[:, :] = 0.0
    for i in range(points.shape[0]):
        label = labels[i]
        sizes[label] += 1
        centres[label, :] += points[i, :]
    for k in range(centres.shape[0]):
        if sizes[k] > 0:
            centres[k, :] /= sizes[k]
    return sizes


def kmeans(points: "float[:,:]", count: int, limit: int):
    n, dim = points.shape
    centres = np.empty((count, dim))
    for k in range(count):
        centres[k, :] = points[k * n // count, :]
    labels = np.full(n, -1, dtype="int32")
    steps = 0
    inertia = 0.0
    while steps < limit:
        moved, inertia = assign(points, centres, labels)
        if moved == 0:
            break
        sizes = recentre(points, labels, centres)
        steps += 1
    return centres, labels, inertia


def spread(points: "float[:,:]"):
    low = np.empty(points.shape[1])
    high = np.empty(points.shape[1])
    low[:] = np.amin(points, axis=0)
    high[:] = np.amax(points, axis=0)
    middle = np.sum(points, axis=0) / points.shape[0]
    inside = 0
    for row in points:
        below = row < high
        above = row > low
        inside += np.count_nonzero(below & above)
    return high - low, middle, inside / np.size(points)


def distinct(labels: "int[:]") -> int:
    seen = {-1}
    for label in labels:
        seen.add(int(label))
    seen.discard(-1)
    return len(seen)
