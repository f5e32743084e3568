import numpy as np


def spirals(n_per_class, n_classes=3, noise=0.15, seed=0):
    """Interleaved spiral arms in the plane, shuffled."""
    rng = np.random.default_rng(seed)
    r = np.linspace(0.1, 1, n_per_class)
    arms = []
    for c in range(n_classes):
        theta = 4 * r + 2 * np.pi * c / n_classes + noise * rng.standard_normal(n_per_class)
        arms.append(np.column_stack([r * np.sin(theta), r * np.cos(theta)]))
    X = np.concatenate(arms)
    y = np.repeat(np.arange(n_classes), n_per_class)
    order = rng.permutation(len(y))
    return X[order], y[order]


def lift(X, frequencies):
    """Random Fourier features of the inputs, next to the inputs."""
    phase = X @ frequencies
    return np.concatenate([X, np.sin(phase), np.cos(phase)], axis=1)


class Batches:
    """Iterates over shuffled minibatches, anew on every loop."""

    def __init__(self, X, y, size, rng):
        assert len(X) == len(y)
        self.X, self.y, self.size, self.rng = X, y, size, rng

    def __len__(self):
        return (len(self.y) + self.size - 1) // self.size

    def __iter__(self):
        order = self.rng.permutation(len(self.y))
        for start in range(0, len(order), self.size):
            idx = order[start : start + self.size]
            yield self.X[idx], self.y[idx]
