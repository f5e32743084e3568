import numpy as np


def smooth(u: "float[:]", f: "float[:]", h: float, sweeps: int):
    n = u.shape[0]
    for s in range(sweeps):
        for colour in range(1, 3):
            for i in range(colour, n - 1, 2):
                u[i] = 0.5 * (u[i - 1] + u[i + 1] + h * h * f[i])


def residual(u: "float[:]", f: "float[:]", h: float):
    r = np.zeros_like(u)
    r[1:-1] = f[1:-1] + (u[:-2] - 2.0 * u[1:-1] + u[2:]) / (h * h)
    return r


def restrict(fine: "float[:]"):
    n = fine.shape[0] // 2 + 1
    coarse = np.zeros(n)
    coarse[1:-1] = 0.25 * (fine[1:-3:2] + 2.0 * fine[2:-2:2] + fine[3:-1:2])
    return coarse


def prolong(coarse: "float[:]", fine: "float[:]"):
    n = coarse.shape[0]
    for i in range(n - 1):
        fine[2 * i] += coarse[i]
        fine[2 * i + 1] += 0.5 * (coarse[i] + coarse[i + 1])
    fine[2 * n - 2] += coarse[n - 1]


def cycle(u: "float[:]", f: "float[:]", h: float, visits: int) -> int:
    n = u.shape[0]
    if n <= 3:
        u[1] = 0.5 * h * h * f[1]
        return 1
    work = 1
    smooth(u, f, h, 2)
    r = residual(u, f, h)
    coarse = restrict(r)
    error = np.zeros_like(coarse)
    for v in range(visits):
        work += cycle(error, coarse, 2.0 * h, visits)
    prolong(error, u)
    smooth(u, f, h, 2)
    return work


def solve(levels: int, tol: float, limit: int = 20):
    n = 2**levels + 1
    h = 1.0 / (n - 1)
    x = np.linspace(0.0, 1.0, n)
    f = np.pi**2 * np.sin(np.pi * x)
    u = np.zeros(n)
    work = 0
    left = 1.0
    for k in range(limit):
        work += cycle(u, f, h, 1)
        r = residual(u, f, h)
        left = float(np.amax(np.abs(r)))
        if left < tol:
            break
    wrong = np.amax(np.abs(u - np.sin(np.pi * x)))
    return work, left, wrong
