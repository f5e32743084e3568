"""Tracking a manoeuvring target with a Kalman filter and an RTS smoother."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np


class Estimate(NamedTuple):
    mean: np.ndarray
    cov: np.ndarray


@dataclass
class LinearModel:
    """x[t+1] = F x[t] + noise(Q),  z[t] = H x[t] + noise(R)."""

    F: np.ndarray
    H: np.ndarray
    Q: np.ndarray
    R: np.ndarray
    name: str = "linear"

    @property
    def state_dim(self):
        return self.F.shape[0]

    @property
    def obs_dim(self):
        return self.H.shape[0]

    def simulate(self, x0, steps, rng):
        x = np.array(x0, dtype=float)
        states = np.empty((steps, self.state_dim))
        observations = np.empty((steps, self.obs_dim))
        chol_q = np.linalg.cholesky(self.Q)
        chol_r = np.linalg.cholesky(self.R)
        for t in range(steps):
            x = self.F @ x + chol_q @ rng.standard_normal(self.state_dim)
            states[t] = x
            observations[t] = self.H @ x + chol_r @ rng.standard_normal(self.obs_dim)
        return states, observations


def constant_velocity(dt=0.1, accel=0.5, noise=0.3):
    """Two position and two velocity components, positions observed."""
    F = np.eye(4)
    F[0, 2] = F[1, 3] = dt
    G = np.array([[dt**2 / 2, 0], [0, dt**2 / 2], [dt, 0], [0, dt]])
    Q = accel**2 * G @ G.T + 1e-9 * np.eye(4)
    H = np.hstack([np.eye(2), np.zeros((2, 2))])
    R = noise**2 * np.eye(2)
    return LinearModel(F, H, Q, R, name="constant velocity")


@dataclass
class KalmanFilter:
    model: LinearModel
    estimate: Estimate
    history: list = field(default_factory=list)
    log_likelihood: float = 0.0

    def predict(self):
        F = self.model.F
        mean = F @ self.estimate.mean
        cov = F @ self.estimate.cov @ F.T + self.model.Q
        return Estimate(mean, cov)

    def update(self, prior, z):
        H = self.model.H
        residual = z - H @ prior.mean
        S = H @ prior.cov @ H.T + self.model.R
        gain = np.linalg.solve(S, H @ prior.cov).T
        mean = prior.mean + gain @ residual
        I_KH = np.eye(self.model.state_dim) - gain @ H
        cov = I_KH @ prior.cov @ I_KH.T + gain @ self.model.R @ gain.T

        _, logdet = np.linalg.slogdet(S)
        mahalanobis = residual @ np.linalg.solve(S, residual)
        self.log_likelihood -= 0.5 * (mahalanobis + logdet + len(z) * np.log(2 * np.pi))
        return Estimate(mean, cov)

    def run(self, observations):
        for z in observations:
            prior = self.predict()
            if np.isnan(z).any():
                self.estimate = prior
            else:
                self.estimate = self.update(prior, z)
            self.history.append((prior, self.estimate))
        return np.array([posterior.mean for _, posterior in self.history])

    def smooth(self):
        """Rauch-Tung-Striebel backward pass over the filtered history."""
        F = self.model.F
        _, last = self.history[-1]
        smoothed = [last]
        for t in range(len(self.history) - 2, -1, -1):
            _, filtered = self.history[t]
            prior, _ = self.history[t + 1]
            C = np.linalg.solve(prior.cov, F @ filtered.cov).T
            mean = filtered.mean + C @ (smoothed[-1].mean - prior.mean)
            cov = filtered.cov + C @ (smoothed[-1].cov - prior.cov) @ C.T
            smoothed.append(Estimate(mean, cov))
        return smoothed[::-1]


def rmse(estimate, truth):
    return np.sqrt(np.mean(np.sum((estimate - truth) ** 2, axis=1)))


if __name__ == "__main__":
    rng = np.random.default_rng(1)
    model = constant_velocity()
    states, observations = model.simulate([0, 0, 1, 0.5], steps=200, rng=rng)
    dropped = rng.random(len(observations)) < 0.1
    observations[dropped] = np.nan

    kf = KalmanFilter(model, Estimate(np.zeros(4), 10.0 * np.eye(4)))
    filtered = kf.run(observations)
    smoothed = np.stack([e.mean for e in kf.smooth()])

    seen = ~dropped
    positions = states[:, :2]
    print(f"model    {model.name}, {dropped.sum()} observations missing")
    print(f"raw      {rmse(observations[seen], positions[seen]):.3f}")
    print(f"filtered {rmse(filtered[:, :2], positions):.3f}")
    print(f"smoothed {rmse(smoothed[:, :2], positions):.3f}")
    print(f"log likelihood {kf.log_likelihood:.1f}")
