import numpy as np
from math import exp


class Generator:
    def __init__(self, seed: int):
        self.state = seed

    def whole(self, limit: int) -> int:
        self.state = (1103515245 * self.state + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % limit

    def real(self) -> float:
        return self.whole(1048576) / 1048576.0


def start(spins: "int8[:,:]", source: Generator):
    n, m = spins.shape
    for i in range(n):
        for j in range(m):
            if source.real() < 0.5:
                spins[i, j] = 1
            else:
                spins[i, j] = -1


def field(spins: "int8[:,:]", i: int, j: int) -> int:
    n, m = spins.shape
    total = int(spins[(i + 1) % n, j]) + int(spins[(i - 1) % n, j])
    total += int(spins[i, (j + 1) % m]) + int(spins[i, (j - 1) % m])
    return total


def chances(beta: float):
    return {-4: 1.0, -2: 1.0, 0: 1.0, 2: exp(-4.0 * beta), 4: exp(-8.0 * beta)}


def sweep(spins: "int8[:,:]", source: Generator, beta: float) -> int:
    n, m = spins.shape
    flips = 0
    table = chances(beta)
    for k in range(n * m):
        i = source.whole(n)
        j = source.whole(m)
        cost = int(spins[i, j]) * field(spins, i, j)
        if source.real() < table.get(cost, 0.0):
            spins[i, j] = -spins[i, j]
            flips += 1
    return flips


def energy(spins: "int8[:,:]") -> float:
    total = 0
    for i in range(spins.shape[0]):
        for j in range(spins.shape[1]):
            total -= int(spins[i, j]) * field(spins, i, j)
    return total / 2


def magnetise(n: int, sweeps: int, low: float, high: float, points: int):
    source = Generator(42)
    spins = np.ones((n, n), dtype=np.int8)
    results = np.zeros((points, 3))
    for p, temperature in enumerate(np.linspace(low, high, points)):
        start(spins, source)
        flips = 0
        for k in range(sweeps):
            flips += sweep(spins, source, 1.0 / temperature)
        results[p, 0] = temperature
        results[p, 1] = abs(np.sum(spins)) / (n * n)
        results[p, 2] = energy(spins) / (n * n)
    return results
