import numpy as np
from typing import Final


def pressure_source(
    b: "float[:,:]",
    u: "Final[float[:,:]]",
    v: "Final[float[:,:]]",
    rho: float,
    dt: float,
    dx: float,
    dy: float,
):
    ux = (u[1:-1, 2:] - u[1:-1, :-2]) / (2.0 * dx)
    vy = (v[2:, 1:-1] - v[:-2, 1:-1]) / (2.0 * dy)
    uy = (u[2:, 1:-1] - u[:-2, 1:-1]) / (2.0 * dy)
    vx = (v[1:-1, 2:] - v[1:-1, :-2]) / (2.0 * dx)
    b[1:-1, 1:-1] = rho * ((ux + vy) / dt - ux * ux - 2.0 * uy * vx - vy * vy)


def pressure(p: "float[:,:]", b: "float[:,:]", dx: float, dy: float, sweeps: int):
    weight = 2.0 * (dx**2 + dy**2)
    for s in range(sweeps):
        old = p.copy()
        sides = (old[1:-1, 2:] + old[1:-1, :-2]) * dy**2
        ends = (old[2:, 1:-1] + old[:-2, 1:-1]) * dx**2
        p[1:-1, 1:-1] = (sides + ends - dx**2 * dy**2 * b[1:-1, 1:-1]) / weight
        p[:, -1] = p[:, -2]
        p[:, 0] = p[:, 1]
        p[0, :] = p[1, :]
        p[-1, :] = 0.0


def momentum(
    w: "float[:,:]",
    old: "float[:,:]",
    u: "float[:,:]",
    v: "float[:,:]",
    nu: float,
    dt: float,
    dx: float,
    dy: float,
):
    rows, columns = w.shape
    for i in range(1, rows - 1):
        for j in range(1, columns - 1):
            along = u[i, j] * dt / dx * (old[i, j] - old[i, j - 1])
            across = v[i, j] * dt / dy * (old[i, j] - old[i - 1, j])
            spread = (old[i, j + 1] - 2.0 * old[i, j] + old[i, j - 1]) * dt / dx**2
            spread += (old[i + 1, j] - 2.0 * old[i, j] + old[i - 1, j]) * dt / dy**2
            w[i, j] = old[i, j] - along - across + nu * spread


def walls(u: "float[:,:]", v: "float[:,:]", lid: float):
    for edge in (0, -1):
        u[:, edge] = 0.0
        v[:, edge] = 0.0
    u[0, :] = 0.0
    u[-1, :] = lid
    v[0, :] = 0.0
    v[-1, :] = 0.0


def cavity(n: int, steps: int, rho: float, nu: float):
    dx = 2.0 / (n - 1)
    dy = dx
    dt = 0.001
    u = np.zeros((n, n))
    v = np.zeros((n, n))
    p = np.zeros((n, n))
    b = np.zeros((n, n))
    for k in range(steps):
        un = u.copy()
        vn = v.copy()
        pressure_source(b, u, v, rho, dt, dx, dy)
        pressure(p, b, dx, dy, 50)
        momentum(u, un, un, vn, nu, dt, dx, dy)
        momentum(v, vn, un, vn, nu, dt, dx, dy)
        u[1:-1, 1:-1] -= dt / (2.0 * rho * dx) * (p[1:-1, 2:] - p[1:-1, :-2])
        v[1:-1, 1:-1] -= dt / (2.0 * rho * dy) * (p[2:, 1:-1] - p[:-2, 1:-1])
        walls(u, v, 1.0)
    speed = np.sqrt(u**2 + v**2)
    return np.amax(speed), np.sum(p) / (n * n)
