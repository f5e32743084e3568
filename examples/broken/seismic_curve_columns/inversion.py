"""Damped least squares, conjugate gradients and the resolution of the result."""

import numpy as np


class Inversion:
    """Regularised inversion of times t = G s for the slowness s."""

    def __init__(self, G, D, damping=1e-2):
        self.G = G
        self.D = D
        self.damping = damping

    @property
    def normal(self):
        return self.G.T @ self.G + self.damping * self.D.T @ self.D

    def direct(self, times, reference):
        residual = times - self.G @ reference
        return reference + np.linalg.solve(self.normal, self.G.T @ residual)

    def stacked(self, times, reference):
        """The same by one least-squares problem with the smoothing below the rays."""
        A = np.vstack([self.G, np.sqrt(self.damping) * self.D])
        b = np.concatenate([times - self.G @ reference, np.zeros(self.D.shape[0])])
        update, *_ = np.linalg.lstsq(A, b, rcond=None)
        return reference + update

    def conjugate_gradient(self, times, reference, n_iter=200, tol=1e-10):
        N, x = self.normal, np.zeros_like(reference)
        r = self.G.T @ (times - self.G @ reference)
        p, rho = r.copy(), r @ r
        for _ in range(n_iter):
            Np = N @ p
            alpha = rho / (p @ Np)
            x += alpha * p
            r -= alpha * Np
            rho, previous = r @ r, rho
            if np.sqrt(rho) < tol:
                break
            p = r + rho / previous * p
        return reference + x

    def resolution(self):
        """Diagonal of the resolution matrix: 1 where a cell is seen alone."""
        R = np.linalg.solve(self.normal, self.G.T @ self.G)
        return np.diag(R)


def l_curve(G, D, times, reference, dampings):
    """Misfit and roughness for each damping, as two columns."""
    points = []
    for damping in dampings:
        s = Inversion(G, D, damping).direct(times, reference)
        points.append((np.linalg.norm(times - G @ s), np.linalg.norm(D @ s)))
    return np.array(points)


def corner(points):
    """Index of the largest curvature of the L-curve on logarithmic axes."""
    xy = np.log(points)
    d1 = np.gradient(xy, axis=0)
    d2 = np.gradient(d1, axis=0)
    cross = d1[:, 1] * d2[:, 2] - d1[:, 2] * d2[:, 1]
    curvature = cross / (d1**2).sum(axis=1) ** 1.5
    return int(np.argmax(curvature[1:-1])) + 1
