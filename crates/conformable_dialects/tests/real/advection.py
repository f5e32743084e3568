import numpy as np


def upwind(u: "float[:]", c: float, dt: float, dx: float):
    n = u.shape[0]
    new = np.zeros(n)
    for i in range(1, n):
        new[i] = u[i] - c * dt / dx * (u[i] - u[i - 1])
    new[0] = u[0]
    u[:] = new


def lax_wendroff(u: "float[:]", c: float, dt: float, dx: float):
    s = c * dt / dx
    left = u[:-2]
    mid = u[1:-1]
    right = u[2:]
    new = mid - 0.5 * s * (right - left) + 0.5 * s * s * (right - 2.0 * mid + left)
    u[1:-1] = new


def flux(q: "float[:,:](order=F)", f: "float[:,:](order=F)", gravity: float):
    n = q.shape[1]
    for i in range(n):
        h = q[0, i]
        hu = q[1, i]
        f[0, i] = hu
        f[1, i] = hu * hu / h + 0.5 * gravity * h * h


def shallow_water(n: int, steps: int):
    q = np.ones((2, n), order="F")
    f = np.zeros((2, n), order="F")
    q[1, :] = 0.0
    dx = 1.0 / n
    dt = 0.1 * dx
    for k in range(steps):
        flux(q, f, 9.81)
        for i in range(1, n - 1):
            for c in range(2):
                q[c, i] -= dt * (f[c, i + 1] - f[c, i - 1]) / (2.0 * dx)
    return np.sum(q[0, :])


def minmod(a: "float | float32", b: "float | float32"):
    if a * b <= 0:
        return 0 * a
    if abs(a) < abs(b):
        return 1 * a
    return 1 * a
