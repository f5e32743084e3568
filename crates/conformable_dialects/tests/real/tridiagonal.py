import numpy as np


def thomas(a: 'float[:]', b: 'float[:]', c: 'float[:]', d: 'float[:]', x: 'float[:]'):
    n = b.shape[0]
    cp = np.zeros(n)
    dp = np.zeros(n)
    cp[0] = c[0] / b[0]
    dp[0] = d[0] / b[0]
    for i in range(1, n):
        m = b[i] - a[i] * cp[i - 1]
        cp[i] = c[i] / m
        dp[i] = (d[i] - a[i] * dp[i - 1]) / m
    x[n - 1] = dp[n - 1]
    for i in range(n - 2, -1, -1):
        x[i] = dp[i] - cp[i] * x[i + 1]


def crank_nicolson(u: 'float[:]', r: float, steps: int):
    n = u.shape[0]
    a = np.full(n, -r / 2.0)
    b = np.full(n, 1.0 + r)
    c = np.full(n, -r / 2.0)
    d = np.zeros(n)
    x = np.zeros(n)
    for k in range(steps):
        d[0] = u[0]
        d[n - 1] = u[n - 1]
        for i in range(1, n - 1):
            d[i] = r / 2.0 * u[i - 1] + (1.0 - r) * u[i] + r / 2.0 * u[i + 1]
        thomas(a, b, c, d, x)
        u[:] = x


def initial(n: int):
    u = np.linspace(0.0, 1.0, n)
    v = np.sin(np.pi * u)
    w = np.where(u > 0.5, v, 0.0)
    return w


def main(n: int, steps: int):
    u = initial(n)
    crank_nicolson(u, 0.1, steps)
    return np.amax(u), np.sum(u) / n
