import numpy as np
from math import sqrt


def householder(a: "float[:,:]", q: "float[:,:]"):
    n, m = a.shape
    q[:, :] = 0.0
    for i in range(n):
        q[i, i] = 1.0
    for k in range(min(n - 1, m)):
        v = a[k:, k].copy()
        length = sqrt(np.sum(v * v))
        if length == 0.0:
            continue
        v[0] += length if v[0] >= 0.0 else -length
        scale = 2.0 / np.sum(v * v)
        for j in range(m):
            s = scale * np.sum(v * a[k:, j])
            a[k:, j] -= s * v
        for i in range(n):
            s = scale * np.sum(q[i, k:] * v)
            q[i, k:] -= s * v


def largest(a: "float[:,:]"):
    n = a.shape[0]
    p, q = 0, 1
    for i in range(n):
        for j in range(i + 1, n):
            if abs(a[i, j]) > abs(a[p, q]):
                p, q = i, j
    return p, q


def rotate(a: "float[:,:]", p: int, q: int):
    theta = (a[q, q] - a[p, p]) / (2.0 * a[p, q])
    t = 1.0 / (abs(theta) + sqrt(theta * theta + 1.0))
    if theta < 0.0:
        t = -t
    c = 1.0 / sqrt(t * t + 1.0)
    s = t * c
    for k in range(a.shape[0]):
        x, y = a[k, p], a[k, q]
        a[k, p] = c * x - s * y
        a[k, q] = s * x + c * y
    for k in range(a.shape[0]):
        x, y = a[p, k], a[q, k]
        a[p, k] = c * x - s * y
        a[q, k] = s * x + c * y


def jacobi(a: "float[:,:]", tol: float, limit: int):
    n = a.shape[0]
    values = np.zeros(n)
    turns = 0
    p, q = largest(a)
    while abs(a[p, q]) > tol and turns < limit:
        rotate(a, p, q)
        p, q = largest(a)
        turns += 1
    for i in range(n):
        values[i] = a[i, i]
    return values, turns


def unshifted(a: "float[:,:]", steps: int):
    q = np.empty_like(a)
    r = a.copy()
    for k in range(steps):
        householder(r, q)
        r[:, :] = r @ q
    below = 0.0
    for i in range(1, r.shape[0]):
        below = max(below, abs(r[i, i - 1]))
    return below
