import numpy as np


def horner(c: "float[:]", x: "float | complex"):
    value = 0 * x
    for a in c:
        value = value * x + a
    return value


def durand_kerner(c: "float[:]", roots: "complex[:]", tol: float, limit: int):
    n = roots.shape[0]
    seed = 0.4 + 0.9j
    for k in range(n):
        roots[k] = seed**k
    count = 0
    change = 1.0
    while change > tol and count < limit:
        change = 0.0
        for k in range(n):
            bottom = 1.0 + 0j
            for j in range(n):
                if j != k:
                    bottom *= roots[k] - roots[j]
            top = horner(c, roots[k])
            step = top / (c[0] * bottom)
            roots[k] -= step
            change = max(change, abs(step))
        count += 1
    return count


def derivative(c: "float[:]"):
    n = c.shape[0] - 1
    d = np.zeros(n)
    for k in range(n):
        d[k] = (n - k) * c[k]
    return d


def multiply(a: "float[:]", b: "float[:]"):
    n = a.shape[0]
    m = b.shape[0]
    c = np.zeros(n + m - 1)
    for i in range(n):
        c[i : i + m] += a[i] * b
    return c


def chebyshev(n: int, x: "float[:]", table: "float[:,:]"):
    table[0, :] = 1.0
    if n > 0:
        table[1, :] = x
    for k in range(2, n + 1):
        table[k, :] = 2.0 * x * table[k - 1, :] - table[k - 2, :]


def newton_fractal(n: int, limit: int):
    c = np.array([1.0, 0.0, 0.0, -1.0])
    d = derivative(c)
    basin = np.zeros((n, n), dtype=np.int8)
    targets = np.zeros(3, dtype=complex)
    durand_kerner(c, targets, 1e-12, 200)
    for i, y in enumerate(np.linspace(-1.5, 1.5, n)):
        for j, x in enumerate(np.linspace(-1.5, 1.5, n)):
            z = complex(x, y)
            for k in range(limit):
                slope = horner(d, z)
                if abs(slope) < 1e-12:
                    break
                z -= horner(c, z) / slope
            for t in range(3):
                if abs(z - targets[t]) < 1e-6:
                    basin[i, j] = np.int8(t + 1)
    return basin, targets.real, targets.imag
