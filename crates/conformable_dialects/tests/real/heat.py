import numpy as np


def laplacian(u: "float[:,:]", out: "float[:,:]", dx: float, dy: float):
    n, m = u.shape
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            out[i, j] = (u[i + 1, j] - 2.0 * u[i, j] + u[i - 1, j]) / dx**2
            out[i, j] += (u[i, j + 1] - 2.0 * u[i, j] + u[i, j - 1]) / dy**2


def step(u: "float[:,:]", scratch: "float[:,:]", dt: float, dx: float, dy: float, kappa: float):
    laplacian(u, scratch, dx, dy)
    u[:, :] = u + dt * kappa * scratch


def energy(u: "float[:,:]") -> float:
    total = 0.0
    n = u.shape[0]
    m = u.shape[1]
    for i in range(n):
        for j in range(m):
            total += u[i, j] ** 2
    return total


def boundary(u: "float[:,:]", value: float):
    u[0, :] = value
    u[-1, :] = value
    u[:, 0] = value
    u[:, -1] = value


def run(nx: int, ny: int, steps: int, kappa: float):
    dx = 1.0 / (nx - 1)
    dy = 1.0 / (ny - 1)
    dt = 0.2 * min(dx, dy) ** 2 / kappa
    u = np.zeros((nx, ny))
    scratch = np.zeros((nx, ny))
    u[nx // 2, ny // 2] = 1.0
    for k in range(steps):
        step(u, scratch, dt, dx, dy, kappa)
        boundary(u, 0.0)
    e = energy(u)
    return e
