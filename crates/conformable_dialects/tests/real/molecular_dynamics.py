import numpy as np
from numpy import sqrt


def place(pos: "float[:,:](order=F)", box: float):
    n = pos.shape[1]
    side = 1
    while side**3 < n:
        side += 1
    gap = box / side
    for p in range(n):
        pos[0, p] = (p % side + 0.5) * gap
        pos[1, p] = (p // side % side + 0.5) * gap
        pos[2, p] = (p // (side * side) + 0.5) * gap


def wrap(d: float, box: float) -> float:
    if d > 0.5 * box:
        return d - box
    elif d < -0.5 * box:
        return d + box
    return d


def forces(pos: "float[:,:](order=F)", force: "float[:,:](order=F)", box: float, cutoff: float):
    n = pos.shape[1]
    force[:, :] = 0.0
    energy = 0.0
    pairs = 0
    d = np.zeros(3)
    for i in range(n):
        for j in range(i + 1, n):
            r2 = 0.0
            for c in range(3):
                d[c] = wrap(pos[c, i] - pos[c, j], box)
                r2 += d[c] * d[c]
            if r2 > cutoff * cutoff:
                continue
            s6 = 1.0 / r2**3
            energy += 4.0 * s6 * (s6 - 1.0)
            scale = 24.0 * s6 * (2.0 * s6 - 1.0) / r2
            force[:, i] += scale * d
            force[:, j] -= scale * d
            pairs += 1
    return energy, pairs


def update(
    pos: "float[:,:](order=F)",
    vel: "float[:,:](order=F)",
    acc: "float[:,:](order=F)",
    force: "float[:,:](order=F)",
    mass: float,
    dt: float,
):
    pos[:, :] += dt * vel + 0.5 * dt**2 * acc
    vel[:, :] += 0.5 * dt * (acc + force / mass)
    acc[:, :] = force / mass


def temperature(vel: "float[:,:](order=F)", mass: float) -> float:
    total = 0.0
    for c in range(3):
        total += np.sum(vel[c, :] * vel[c, :])
    return mass * total / (3.0 * vel.shape[1])


def rescale(vel: "float[:,:](order=F)", mass: float, wanted: float):
    now = temperature(vel, mass)
    if now > 0.0:
        vel[:, :] *= sqrt(wanted / now)


def simulate(n: int, steps: int, dt: float, mass: float = 1.0):
    box = 1.2 * n ** (1.0 / 3.0)
    pos = np.zeros((3, n), order="F")
    vel = np.ones((3, n), order="F")
    acc = np.zeros_like(pos)
    force = np.empty_like(pos)
    history = np.zeros((steps, 2))
    place(pos, box)
    for k in range(steps):
        energy, pairs = forces(pos, force, box, 2.5)
        update(pos, vel, acc, force, mass, dt)
        if k % 10 == 0:
            rescale(vel, mass, 1.5)
        history[k, 0] = energy
        history[k, 1] = pairs / n
    return np.sum(history[:, 0]) / steps
