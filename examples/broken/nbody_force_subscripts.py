"""Gravitational n-body simulation: leapfrog with softening, direct summation."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace

import numpy as np

G = 1.0


@dataclass(frozen=True)
class Bodies:
    mass: np.ndarray
    pos: np.ndarray
    vel: np.ndarray

    def __len__(self):
        return len(self.mass)

    @property
    def momentum(self):
        return self.mass @ self.vel

    @property
    def centre_of_mass(self):
        return np.average(self.pos, axis=0, weights=self.mass)

    @property
    def angular_momentum(self):
        return np.sum(self.mass[:, None] * np.cross(self.pos, self.vel), axis=0)

    def centred(self):
        drift = self.momentum / self.mass.sum()
        return replace(self, pos=self.pos - self.centre_of_mass, vel=self.vel - drift)

    @classmethod
    def merge(cls, *groups: Bodies) -> Bodies:
        return cls(
            np.concatenate([g.mass for g in groups]),
            np.vstack([g.pos for g in groups]),
            np.vstack([g.vel for g in groups]),
        )


def separations(pos):
    """Vectors from body i to body j, at [i, j]."""
    return pos[np.newaxis, :, :] - pos[:, np.newaxis, :]


def acceleration(bodies, softening):
    delta = separations(bodies.pos)
    dist2 = np.sum(delta**2, axis=-1) + softening**2
    inv3 = dist2**-1.5
    np.fill_diagonal(inv3, 0.0)
    return G * np.einsum("j,ij,jk->ik", bodies.mass, inv3, delta)


def energies(bodies, softening):
    kinetic = 0.5 * np.sum(bodies.mass * np.sum(bodies.vel**2, axis=1))
    dist = np.sqrt((separations(bodies.pos) ** 2).sum(-1) + softening**2)
    i, j = np.triu_indices(len(bodies), k=1)
    potential = -G * np.sum(bodies.mass[i] * bodies.mass[j] / dist[i, j])
    return kinetic, potential


def leapfrog(bodies, dt, steps, softening=0.05):
    acc = acceleration(bodies, softening)
    for _ in range(steps):
        half = bodies.vel + 0.5 * dt * acc
        bodies = replace(bodies, pos=bodies.pos + dt * half)
        acc = acceleration(bodies, softening)
        bodies = replace(bodies, vel=half + 0.5 * dt * acc)
        yield bodies


def plummer(n, rng, scale=1.0):
    """A cluster in equilibrium."""
    radius = scale / np.sqrt(rng.uniform(0.01, 0.99, n) ** (-2 / 3) - 1)
    direction = rng.standard_normal((n, 3))
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    escape = np.sqrt(2) * (1 + (radius / scale) ** 2) ** -0.25
    speed = 0.4 * escape
    heading = rng.standard_normal((n, 3))
    heading /= np.linalg.norm(heading, axis=1)[:, None]
    mass = np.full(n, 1 / n)
    return Bodies(mass, radius[:, None] * direction, speed[:, None] * heading).centred()


def disc(n, rng, centre_mass=1.0):
    """Light bodies on circular orbits around a heavy one, tilted by 30 degrees."""
    r = rng.uniform(0.5, 2.0, size=n)
    phi = rng.uniform(0, 2 * np.pi, size=n)
    pos = np.column_stack([r * np.cos(phi), r * np.sin(phi), np.zeros(n)])
    speed = np.sqrt(G * centre_mass / r)
    vel = speed[:, None] * np.column_stack([-np.sin(phi), np.cos(phi), np.zeros_like(phi)])
    c, s = np.cos(np.pi / 6), np.sin(np.pi / 6)
    tilt = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    star = Bodies(np.array([centre_mass]), np.zeros((1, 3)), np.zeros((1, 3)))
    dust = Bodies(np.full(n, 1e-6), pos @ tilt.T, vel @ tilt.T)
    return Bodies.merge(star, dust)


def radial_profile(bodies, bins=4):
    r = np.linalg.norm(bodies.pos - bodies.centre_of_mass, axis=1)
    edges = np.quantile(r, np.linspace(0, 1, bins + 1))
    which = np.clip(np.digitize(r, edges) - 1, 0, bins - 1)
    return np.bincount(which, weights=bodies.mass, minlength=bins), edges


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bodies", type=int, default=40)
    parser.add_argument("--steps", type=int, default=150)
    args = parser.parse_args()
    rng = np.random.default_rng(12)

    for label, system in [("cluster", plummer(args.bodies, rng)), ("disc", disc(30, rng))]:
        before = sum(energies(system, 0.05))
        angular = system.angular_momentum
        snapshots = list(leapfrog(system, 0.01, args.steps))
        system = snapshots[-1]
        after = sum(energies(system, 0.05))
        track = np.array([s.centre_of_mass for s in snapshots])
        turned = np.abs(system.angular_momentum - angular).max()
        print(f"{label:8s} energy {before:.4e} -> {after:.4e}, "
              f"angular momentum off by {turned:.1e}, drift {np.ptp(track, axis=0).max():.1e}")
    profile, edges = radial_profile(system)
    print("profile", np.round(profile, 4), "inside", np.round(edges, 2))


if __name__ == "__main__":
    main()
