"""Heat and wave equations on a plate by finite differences.

Explicit Euler for the heat equation, ADI (Peaceman-Rachford) for the same with long steps, and
leapfrog for waves; the three share the grid and the boundary conditions.
"""

import numpy as np


class Grid:
    def __init__(self, nx, ny, width=1.0, height=1.0):
        self.nx = nx
        self.ny = ny
        self.x = np.linspace(0, width, nx)
        self.y = np.linspace(0, height, ny)
        self.dx = self.x[1] - self.x[0]
        self.dy = self.y[1] - self.y[0]

    @property
    def shape(self):
        return self.nx, self.ny

    def mesh(self):
        return np.meshgrid(self.x, self.y, indexing="ij")

    def laplacian(self, u):
        """Five-point Laplacian on the inner points."""
        d2x = (u[2:, 1:-1] - 2 * u[1:-1, 1:-1] + u[:-2, 1:-1]) / self.dx**2
        d2y = (u[1:-1, 2:] - 2 * u[1:-1, 1:-1] + u[1:-1, :-2]) / self.dy**2
        return d2x + d2y


class Solver:
    """Steps a field `u` in time with fixed values at the edges."""

    def __init__(self, grid, initial):
        self.grid = grid
        X, Y = grid.mesh()
        self.u = initial(X, Y)
        self.time = 0.0
        self.clamp()

    def clamp(self):
        self.u[[0, -1], :] = 0.0
        self.u[:, [0, -1]] = 0.0

    def step(self, dt):
        raise NotImplementedError

    def run(self, until, dt):
        """Yield the time and the total heat after every step."""
        while self.time < until - 1e-12:
            self.step(dt)
            self.clamp()
            self.time += dt
            yield self.time, self.u.sum() * self.grid.dx * self.grid.dy


class ExplicitHeat(Solver):
    def __init__(self, grid, initial, alpha=1.0):
        super().__init__(grid, initial)
        self.alpha = alpha

    def stable_dt(self):
        g = self.grid
        return 0.5 / (self.alpha * (1 / g.dx**2 + 1 / g.dy**2))

    def step(self, dt):
        self.u[1:-1, 1:-1] += self.alpha * dt * self.grid.laplacian(self.u)


def thomas(lower, diag, upper, rhs):
    """Solve a tridiagonal system for all columns of `rhs` at once."""
    n = len(diag)
    c = np.empty(n - 1)
    d = np.empty_like(rhs)
    c[0] = upper[0] / diag[0]
    d[0] = rhs[0] / diag[0]
    for i in range(1, n):
        pivot = diag[i] - lower[i - 1] * c[i - 1]
        if i < n - 1:
            c[i] = upper[i] / pivot
        d[i] = (rhs[i] - lower[i - 1] * d[i - 1]) / pivot
    for i in range(n - 2, -1, -1):
        d[i] -= c[i] * d[i + 1]
    return d


class AlternatingHeat(ExplicitHeat):
    def _sweep(self, u, h, dt):
        """Half a step: implicit along the first axis."""
        m = u.shape[0] - 2
        r = self.alpha * dt / (2 * h**2)
        off = np.full(m - 1, -r)
        return thomas(off, np.full(m, 1 + 2 * r), off, u[1:-1])

    def _explicit(self, u, h, dt):
        r = self.alpha * dt / (2 * h**2)
        out = u.copy()
        out[:, 1:-1] += r * (u[:, 2:] - 2 * u[:, 1:-1] + u[:, :-2])
        return out

    def step(self, dt):
        g = self.grid
        half = self._explicit(self.u, g.dy, dt)
        self.u[1:-1] = self._sweep(half, g.dx, dt)
        self.clamp()
        half = self._explicit(self.u.T, g.dx, dt)
        self.u[:, 1:-1] = self._sweep(half, g.dy, dt)


class Wave(Solver):
    def __init__(self, grid, initial, c=1.0):
        super().__init__(grid, initial)
        self.c = c
        self.previous = self.u.copy()

    def step(self, dt):
        nxt = 2 * self.u - self.previous
        nxt[1:-1, 1:-1] += (self.c * dt) ** 2 * self.grid.laplacian(self.u)
        self.previous, self.u = self.u, nxt


def bump(x, y):
    return np.sin(np.pi * x) * np.sin(np.pi * y)


def relative_error(solver, decay):
    exact = bump(*solver.grid.mesh()) * decay
    return np.abs(solver.u - exact).max() / np.abs(exact).max()


if __name__ == "__main__":
    grid = Grid(31, 25)
    explicit = ExplicitHeat(grid, bump)
    *_, (t, total) = explicit.run(0.05, 0.05 / np.ceil(0.05 / explicit.stable_dt()))
    print(f"explicit t={t:.3f} heat={total:.4f} "
          f"error={relative_error(explicit, np.exp(-2 * np.pi**2 * t)):.2e}")

    implicit = AlternatingHeat(grid, bump)
    *_, (t, total) = implicit.run(0.05, 0.005)
    print(f"implicit t={t:.3f} heat={total:.4f} "
          f"error={relative_error(implicit, np.exp(-2 * np.pi**2 * t)):.2e}")

    wave = Wave(grid, bump)
    trace = np.array(list(wave.run(0.5, 0.01)))
    lowest = trace[:, 1].argmin()
    print(f"wave trough {trace[lowest, 1]:.3f} at t={trace[lowest, 0]:.2f}")
