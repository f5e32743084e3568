import numpy as np


class Box:
    def __init__(self, size: float, n: int):
        self.size = size
        self.n = n
        self.x = np.zeros((n, 2))
        self.v = np.ones((n, 2))
        self.hits = 0

    def move(self, dt: float):
        for i in range(self.n):
            for k in range(2):
                self.x[i, k] += dt * self.v[i, k]
                if self.x[i, k] < 0.0 or self.x[i, k] > self.size:
                    self.v[i, k] = -self.v[i, k]
                    self.hits += 1

    def energy(self):
        e = 0.0
        for i in range(self.n):
            e += 0.5 * (self.v[i, 0] ** 2 + self.v[i, 1] ** 2)
        return e

    def centre(self):
        cx = np.sum(self.x[:, 0]) / self.n
        cy = np.sum(self.x[:, 1]) / self.n
        return cx, cy


def simulate(n: int, steps: int):
    box = Box(1.0, n)
    for k in range(steps):
        box.move(0.01)
    e = box.energy()
    cx, cy = box.centre()
    return e, cx, cy, box.hits
