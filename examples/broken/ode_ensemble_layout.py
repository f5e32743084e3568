"""Runge-Kutta integration of ordinary differential equations, fixed and adaptive."""

from collections.abc import Callable, Iterator

import numpy as np

# Dormand-Prince 5(4)
C = np.array([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1])
A = np.zeros((7, 7))
A[1, :1] = [1 / 5]
A[2, :2] = [3 / 40, 9 / 40]
A[3, :3] = [44 / 45, -56 / 15, 32 / 9]
A[4, :4] = [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729]
A[5, :5] = [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656]
A[6, :6] = [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]
B = A[6]
B_LOW = np.array(
    [5179 / 57600, 0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40]
)


def rk4_step(f: Callable, t: float, y: np.ndarray, h: float) -> np.ndarray:
    k1 = f(t, y)
    k2 = f(t + h / 2, y + h / 2 * k1)
    k3 = f(t + h / 2, y + h / 2 * k2)
    k4 = f(t + h, y + h * k3)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def integrate_fixed(f, y0, times, step=rk4_step):
    y = np.asarray(y0, dtype=float)
    out = np.empty((len(times),) + y.shape)
    out[0] = y
    for i, (t, h) in enumerate(zip(times[:-1], np.diff(times))):
        y = step(f, t, y, h)
        out[i + 1] = y
    return out


def dopri_steps(f, t, y, t_end, h=1e-2, rtol=1e-6, atol=1e-8) -> Iterator[tuple]:
    """Accepted steps of the adaptive method, as (time, state) pairs."""
    k = np.empty((7,) + y.shape)
    while t < t_end:
        h = min(h, t_end - t)
        k[0] = f(t, y)
        for s in range(1, 7):
            k[s] = f(t + C[s] * h, y + h * np.tensordot(A[s, :s], k[:s], axes=1))
        y_new = y + h * np.tensordot(B, k, axes=1)
        error = h * np.tensordot(B - B_LOW, k, axes=1)
        tolerance = atol + rtol * np.maximum(np.abs(y), np.abs(y_new))
        norm = np.sqrt(np.mean((error / tolerance) ** 2))
        if norm <= 1:
            t, y = t + h, y_new
            yield t, y
        h *= np.clip(0.9 * (norm + 1e-16) ** -0.2, 0.2, 5.0)


def integrate(f, y0, t_span, *, args=(), **options):
    t0, t1 = t_span
    y0 = np.asarray(y0, dtype=float)
    rhs = (lambda t, y: f(t, y, *args)) if args else f
    ts, ys = [t0], [y0]
    for t, y in dopri_steps(rhs, t0, y0, t1, **options):
        ts.append(t)
        ys.append(y)
    return np.array(ts), np.stack(ys)


def lotka_volterra(t, y, a=1.5, b=1.0, c=3.0, d=1.0):
    prey, predators = y
    return np.array([a * prey - b * prey * predators, -c * predators + d * prey * predators])


def lorenz(t, y, sigma=10.0, rho=28.0, beta=8 / 3):
    x, yy, z = y
    return np.stack([sigma * (yy - x), x * (rho - z) - yy, x * yy - beta * z])


def coupled_pendulums(n, stiffness=0.3, gravity=1.0):
    """Equations of a ring of n pendulums; the state is angles, then velocities."""
    ring = 2 * np.eye(n) - np.roll(np.eye(n), 1, axis=0) - np.roll(np.eye(n), -1, axis=0)

    def rhs(t, state):
        theta, omega = state[:n], state[n:]
        accel = -gravity * np.sin(theta) - stiffness * ring @ theta
        return np.concatenate([omega, accel])

    def energy(states):
        theta, omega = np.split(states, 2, axis=-1)
        spring = 0.5 * stiffness * np.einsum("ti,ij,tj->t", theta, ring, theta)
        return 0.5 * (omega**2).sum(-1) + gravity * (1 - np.cos(theta)).sum(-1) + spring

    return rhs, energy


def convergence_order(f, y0, t1, exact, sizes=(20, 40, 80)):
    errors = []
    for n in sizes:
        y = integrate_fixed(f, y0, np.linspace(0, t1, n + 1))
        errors.append(np.abs(y[-1] - exact).max())
    slope, _ = np.polyfit(np.log(sizes), np.log(errors), 1)
    return -slope


def main():
    decay = convergence_order(lambda t, y: -y, [1.0, 2.0], 2.0, np.exp(-2) * np.array([1, 2]))
    print(f"observed order of rk4: {decay:.2f}")

    ts, ys = integrate(lotka_volterra, [1.0, 1.0], (0, 10), args=(1.5, 1.0), rtol=1e-6)
    peaks = np.flatnonzero((ys[1:-1, 0] > ys[:-2, 0]) & (ys[1:-1, 0] > ys[2:, 0])) + 1
    print(f"{len(ts)} steps, prey peaks at", np.round(ts[peaks], 2))

    # many Lorenz systems at once: the state is (3, ensemble)
    rng = np.random.default_rng(0)
    start = np.array([1.0, 1.0, 20.0]) + 1e-3 * rng.standard_normal((50, 3))
    cloud = integrate_fixed(lorenz, start, np.linspace(0, 6, 601))
    spread = cloud.std(axis=2).mean(axis=1)
    print("spread of the ensemble:", np.array2string(spread[::200], precision=4))

    rhs, energy = coupled_pendulums(5)
    state = np.zeros(10)
    state[0] = 1.0
    _, states = integrate(rhs, state, (0, 20))
    e = energy(states)
    print(f"pendulums {states.shape[1] // 2}, energy drift {np.ptp(e) / e[0]:.1e}")


if __name__ == "__main__":
    main()
