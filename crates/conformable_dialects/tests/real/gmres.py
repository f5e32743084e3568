import numpy as np
from numpy.linalg import norm


def rotation(a: float, b: float):
    if b == 0.0:
        return 1.0, 0.0
    t = np.sqrt(a * a + b * b)
    return a / t, b / t


def arnoldi(a: "float[:,:]", q: "float[:,:](order=F)", h: "float[:,:]", k: int):
    w = a @ q[:, k]
    for i in range(k + 1):
        s = np.sum(w * q[:, i])
        h[i, k] = s
        w[:] -= s * q[:, i]
    length = norm(w)
    h[k + 1, k] = length
    if length > 0.0:
        q[:, k + 1] = w / length


def apply_rotations(h: "float[:,:]", cs: "float[:]", sn: "float[:]", k: int):
    for i in range(k):
        t = cs[i] * h[i, k] + sn[i] * h[i + 1, k]
        h[i + 1, k] = -sn[i] * h[i, k] + cs[i] * h[i + 1, k]
        h[i, k] = t
    c, s = rotation(h[k, k], h[k + 1, k])
    cs[k] = c
    sn[k] = s
    h[k, k] = c * h[k, k] + s * h[k + 1, k]
    h[k + 1, k] = 0.0


def back_substitute(h: "float[:,:]", beta: "float[:]", y: "float[:]"):
    k = y.shape[0]
    for i in range(k - 1, -1, -1):
        s = beta[i]
        for j in range(i + 1, k):
            s -= h[i, j] * y[j]
        y[i] = s / h[i, i]


def gmres(a: "float[:,:]", b: "float[:]", x: "float[:]", limit: int, tol: float) -> int:
    n = b.shape[0]
    q = np.zeros((n, limit + 1), order="F")
    h = np.zeros((limit + 1, limit))
    cs = np.zeros(limit)
    sn = np.zeros(limit)
    beta = np.zeros(limit + 1)
    r = b - a @ x
    start = norm(r)
    if start <= tol:
        return 0
    q[:, 0] = r / start
    beta[0] = start
    used = 0
    for k in range(limit):
        arnoldi(a, q, h, k)
        apply_rotations(h, cs, sn, k)
        beta[k + 1] = -sn[k] * beta[k]
        beta[k] = cs[k] * beta[k]
        used = k + 1
        if abs(beta[k + 1]) / start <= tol:
            break
    y = np.zeros(used)
    back_substitute(h, beta, y)
    for i in range(used):
        x[:] += y[i] * q[:, i]
    return used


def main(n: int):
    a = np.zeros((n, n))
    for i in range(n):
        a[i, i] = 4.0
        if i > 0:
            a[i, i - 1] = -1.0
        if i < n - 1:
            a[i, i + 1] = -2.0
    b = np.linspace(1.0, 2.0, n)
    x = np.zeros_like(b)
    steps = gmres(a, b, x, n, 1e-10)
    left = norm(b - a @ x)
    return steps, left
