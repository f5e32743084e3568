import numpy as np


def matvec(a: "float[:,:]", x: "float[:]", y: "float[:]"):
    n, m = a.shape
    for i in range(n):
        s = 0.0
        for j in range(m):
            s += a[i, j] * x[j]
        y[i] = s


def dot(x: "float[:]", y: "float[:]") -> float:
    s = 0.0
    for xi, yi in zip(x, y):
        s += xi * yi
    return s


def conjugate_gradient(a: "float[:,:]", b: "float[:]", x: "float[:]", tol: float, maxiter: int):
    n = b.shape[0]
    ap = np.zeros(n)
    matvec(a, x, ap)
    r = b - ap
    p = r.copy()
    rs = dot(r, r)
    count = 0
    while count < maxiter and rs > tol * tol:
        matvec(a, p, ap)
        alpha = rs / dot(p, ap)
        x[:] += alpha * p
        r[:] -= alpha * ap
        new = dot(r, r)
        p[:] = r + (new / rs) * p
        rs = new
        count += 1
    return count, rs


def lu(a: "float[:,:]", pivots: "int[:]") -> bool:
    n = a.shape[0]
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(a[i, k]) > abs(a[best, k]):
                best = i
        pivots[k] = best
        if a[best, k] == 0.0:
            return False
        if best != k:
            for j in range(n):
                t = a[k, j]
                a[k, j] = a[best, j]
                a[best, j] = t
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]
    return True


def solve(a: "float[:,:]", b: "float[:]"):
    n = a.shape[0]
    pivots = np.zeros(n, dtype=int)
    x = b.copy()
    if lu(a, pivots):
        for k in range(n):
            p = pivots[k]
            t = x[k]
            x[k] = x[p]
            x[p] = t
            for i in range(k + 1, n):
                x[i] -= a[i, k] * x[k]
        for i in range(n - 1, -1, -1):
            for j in range(i + 1, n):
                x[i] -= a[i, j] * x[j]
            x[i] /= a[i, i]
    return x
