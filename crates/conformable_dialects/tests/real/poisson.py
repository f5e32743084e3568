import numpy as np
from pyccel.decorators import pure


@pure
def source(x: float, y: float) -> float:
    return 2.0 * np.pi**2 * np.sin(np.pi * x) * np.sin(np.pi * y)


def fill(f: 'float[:,:]', h: float):
    n, m = f.shape
    for i in range(n):
        for j in range(m):
            f[i, j] = source(i * h, j * h)


def jacobi(u: 'float[:,:]', f: 'float[:,:]', new: 'float[:,:]', h: float):
    n = u.shape[0]
    m = u.shape[1]
    change = 0.0
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            new[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] + h * h * f[i, j])
            change = max(change, abs(new[i, j] - u[i, j]))
    u[1:-1, 1:-1] = new[1:-1, 1:-1]
    return change


def gauss_seidel(u: 'float[:,:]', f: 'float[:,:]', h: float, omega: float):
    n, m = u.shape
    change = 0.0
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            old = u[i, j]
            value = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] + h**2 * f[i, j])
            u[i, j] = (1.0 - omega) * old + omega * value
            change += (u[i, j] - old) ** 2
    return change**0.5


def solve(n: int, tol: float, limit: int):
    h = 1.0 / (n - 1)
    u = np.zeros((n, n))
    f = np.empty((n, n))
    fill(f, h)
    count = 0
    change = 1.0
    while change > tol and count < limit:
        change = gauss_seidel(u, f, h, 1.5)
        count += 1
    return count, change
