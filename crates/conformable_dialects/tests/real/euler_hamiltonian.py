import numpy as np
from typing import TypeVar

T = TypeVar('T', 'float32', 'float64')


def axpy(a: T, x: 'float32[:] | float64[:]', y: 'float32[:] | float64[:]'):
    for i in range(x.shape[0]):
        y[i] = y[i] + a * x[i]


def pendulum(q: float, p: float, dt: float, steps: int):
    for k in range(steps):
        p = p - dt * np.sin(q)
        q = q + dt * p
    return q, p


def rk4(y: 'float[:]', dt: float):
    k1 = derivative(y)
    k2 = derivative(y + 0.5 * dt * k1)
    k3 = derivative(y + 0.5 * dt * k2)
    k4 = derivative(y + dt * k3)
    y[:] = y + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


def derivative(y: 'float[:]'):
    d = np.empty_like(y)
    sigma, rho, beta = 10.0, 28.0, 8.0 / 3.0
    d[0] = sigma * (y[1] - y[0])
    d[1] = y[0] * (rho - y[2]) - y[1]
    d[2] = y[0] * y[1] - beta * y[2]
    return d


def lorenz(steps: int):
    y = np.ones(3)
    trace = np.zeros((steps, 3))
    for k in range(steps):
        rk4(y, 0.01)
        trace[k, :] = y
    return trace


def summary(steps: int):
    trace = lorenz(steps)
    mean = np.zeros(3)
    for row in trace:
        mean += row
    mean /= steps
    return mean
