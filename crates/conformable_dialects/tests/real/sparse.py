import numpy as np


class Compressed:
    def __init__(self, data: "float[:]", columns: "int[:]", starts: "int[:]"):
        self.rows = starts.shape[0] - 1
        self.data = data.copy()
        self.columns = columns.copy()
        self.starts = starts.copy()

    def multiply(self, x: "float[:]", y: "float[:]"):
        for i in range(self.rows):
            total = 0.0
            for p in range(self.starts[i], self.starts[i + 1]):
                total += self.data[p] * x[self.columns[p]]
            y[i] = total

    def diagonal(self):
        found = np.zeros(self.rows)
        for i in range(self.rows):
            for p in range(self.starts[i], self.starts[i + 1]):
                if self.columns[p] == i:
                    found[i] = self.data[p]
        return found

    def count(self) -> int:
        stored = 0
        for value in self.data:
            if value != 0.0:
                stored += 1
        return stored


def laplacian(n: int):
    data = np.zeros(3 * n - 2)
    columns = np.zeros(3 * n - 2, dtype=int)
    starts = np.zeros(n + 1, dtype=int)
    p = 0
    for i in range(n):
        starts[i] = p
        for j in range(max(0, i - 1), min(n, i + 2)):
            data[p] = 2.0 if i == j else -1.0
            columns[p] = j
            p += 1
    starts[n] = p
    return Compressed(data, columns, starts)


def dense(data: "float[:]", columns: "int[:]", starts: "int[:]", full: "float[:,:]"):
    full[:, :] = 0.0
    for i in range(full.shape[0]):
        for p in range(starts[i], starts[i + 1]):
            full[i, columns[p]] += data[p]


def preconditioned(n: int, tol: float, limit: int):
    a = laplacian(n)
    d = a.diagonal()
    x = np.zeros(n)
    r = np.ones(n)
    z = r / d
    p = z.copy()
    ap = np.zeros(n)
    rz = np.sum(r * z)
    steps = 0
    while steps < limit and np.sum(r * r) > tol * tol:
        a.multiply(p, ap)
        alpha = rz / np.sum(p * ap)
        x[:] += alpha * p
        r[:] -= alpha * ap
        z[:] = r / d
        after = np.sum(r * z)
        p[:] = z + after / rz * p
        rz = after
        steps += 1
    fill = a.count() / (n * n)
    return steps, x, fill
