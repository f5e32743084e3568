import numpy as np
from pyccel.decorators import inline


@inline
def relax(value: float, goal: float, omega: float):
    return value + omega * (goal - value)


def directions(ex: "int[:]", ey: "int[:]", w: "float[:]"):
    for q in range(9):
        ex[q] = q % 3 - 1
        ey[q] = q // 3 - 1
        length = abs(ex[q]) + abs(ey[q])
        if length == 0:
            w[q] = 4.0 / 9.0
        elif length == 1:
            w[q] = 1.0 / 9.0
        else:
            w[q] = 1.0 / 36.0


def moments(f: "float[:,:,:]", ex: "int[:]", ey: "int[:]", rho: "float[:,:]", u: "float[:,:,:]"):
    rho[:, :] = np.sum(f, axis=0)
    u[:, :, :] = 0.0
    for q in range(9):
        u[0, :, :] += ex[q] * f[q, :, :]
        u[1, :, :] += ey[q] * f[q, :, :]
    u[0, :, :] /= rho
    u[1, :, :] /= rho


def collide(
    f: "float[:,:,:]",
    rho: "float[:,:]",
    u: "float[:,:,:]",
    ex: "int[:]",
    ey: "int[:]",
    w: "float[:]",
    omega: float,
):
    nx, ny = rho.shape
    for i in range(nx):
        for j in range(ny):
            ux = u[0, i, j]
            uy = u[1, i, j]
            square = 1.5 * (ux * ux + uy * uy)
            for q in range(9):
                along = 3.0 * (ex[q] * ux + ey[q] * uy)
                goal = w[q] * rho[i, j] * (1.0 + along + 0.5 * along**2 - square)
                f[q, i, j] = relax(f[q, i, j], goal, omega)


def stream(f: "float[:,:,:]", moved: "float[:,:,:]", ex: "int[:]", ey: "int[:]"):
    nx = f.shape[1]
    ny = f.shape[2]
    for q in range(9):
        for i in range(nx):
            for j in range(ny):
                moved[q, (i + ex[q]) % nx, (j + ey[q]) % ny] = f[q, i, j]
    f[:, :, :] = moved


def shear(nx: int, ny: int, steps: int, viscosity: float):
    ex = np.zeros(9, dtype=int)
    ey = np.zeros(9, dtype=int)
    w = np.zeros(9)
    directions(ex, ey, w)
    omega = 1.0 / (3.0 * viscosity + 0.5)
    f = np.empty((9, nx, ny))
    for q in range(9):
        f[q, :, :] = w[q]
    moved = np.empty_like(f)
    rho = np.ones((nx, ny))
    u = np.zeros((2, nx, ny))
    y = np.linspace(0.0, 2.0 * np.pi, ny)
    for k in range(steps):
        moments(f, ex, ey, rho, u)
        if k == 0:
            u[0, :, :] = 0.05 * np.sin(y)
        collide(f, rho, u, ex, ey, w, omega)
        stream(f, moved, ex, ey)
    return np.amax(u), np.sum(rho)
