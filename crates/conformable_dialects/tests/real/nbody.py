import numpy as np
from numpy import sqrt


def accelerations(x: "float[:,:]", m: "float[:]", a: "float[:,:]", eps: float):
    n = x.shape[0]
    a[:, :] = 0.0
    for i in range(n):
        for j in range(n):
            if i != j:
                dx = x[j, 0] - x[i, 0]
                dy = x[j, 1] - x[i, 1]
                dz = x[j, 2] - x[i, 2]
                r2 = dx * dx + dy * dy + dz * dz + eps**2
                inv = 1.0 / (r2 * sqrt(r2))
                a[i, 0] += m[j] * dx * inv
                a[i, 1] += m[j] * dy * inv
                a[i, 2] += m[j] * dz * inv


def kinetic(v: "float[:,:]", m: "float[:]") -> float:
    e = 0.0
    for i, mass in enumerate(m):
        speed2 = v[i, 0] ** 2 + v[i, 1] ** 2 + v[i, 2] ** 2
        e += 0.5 * mass * speed2
    return e


def potential(x: "float[:,:]", m: "float[:]", eps: float) -> float:
    e = 0.0
    n = x.shape[0]
    for i in range(n):
        for j in range(i + 1, n):
            d = 0.0
            for k in range(3):
                d += (x[i, k] - x[j, k]) ** 2
            e -= m[i] * m[j] / sqrt(d + eps**2)
    return e


def leapfrog(x: "float[:,:]", v: "float[:,:]", m: "float[:]", dt: float, steps: int):
    a = np.zeros_like(x)
    eps = 1e-3
    accelerations(x, m, a, eps)
    for k in range(steps):
        v[:, :] += 0.5 * dt * a
        x[:, :] += dt * v
        accelerations(x, m, a, eps)
        v[:, :] += 0.5 * dt * a
    return kinetic(v, m) + potential(x, m, eps)
