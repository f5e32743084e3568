"""A gated recurrent network for sequences, trained by backpropagation through time."""

import numpy as np


def sigmoid(x):
    return 0.5 * (1 + np.tanh(0.5 * x))


def orthogonal(rows, cols, rng):
    q, r = np.linalg.qr(rng.standard_normal((max(rows, cols), min(rows, cols))))
    q *= np.sign(np.diag(r))
    return q if rows >= cols else q.T


class GRUCell:
    """Update, reset and candidate gates kept side by side in one matrix."""

    def __init__(self, n_in, n_hidden, rng):
        self.n_hidden = n_hidden
        blocks = [orthogonal(n_hidden, n_hidden, rng) for _ in range(3)]
        self.params = {
            "W": rng.normal(0, n_in**-0.5, size=(n_in, 3 * n_hidden)),
            "U": np.hstack(blocks),
            "b": np.zeros(2 * n_hidden),
        }

    def step(self, x, h):
        W, U, b = (self.params[k] for k in "WUb")
        H = self.n_hidden
        a = x @ W + b
        gates = sigmoid(a[:, : 2 * H] + h @ U[:, : 2 * H])
        z, r = gates[:, :H], gates[:, H:]
        c = np.tanh(a[:, 2 * H :] + (r * h) @ U[:, 2 * H :])
        return (1 - z) * h + z * c, (x, h, z, r, c)

    def step_back(self, dh_new, cache, grads):
        x, h, z, r, c = cache
        W, U = self.params["W"], self.params["U"]
        H = self.n_hidden
        dz = dh_new * (c - h) * z * (1 - z)
        dc = dh_new * z * (1 - c**2)
        drh = dc @ U[:, 2 * H :].T
        dr = drh * h * r * (1 - r)
        dzr = np.concatenate([dz, dr], axis=1)
        da = np.concatenate([dzr, dc], axis=1)

        grads["W"] += x.T @ da
        grads["b"] += da.sum(axis=0)
        grads["U"][:, : 2 * H] += h.T @ dzr
        grads["U"][:, 2 * H :] += (r * h).T @ dc
        dh = dh_new * (1 - z) + drh * r + dzr @ U[:, : 2 * H].T
        return da @ W.T, dh


class Forecaster:
    def __init__(self, n_in, n_hidden, n_out, seed=0):
        rng = np.random.default_rng(seed)
        self.cell = GRUCell(n_in, n_hidden, rng)
        self.head = {"V": rng.normal(0, 0.1, (n_hidden, n_out)), "c": np.zeros(n_out)}

    @property
    def params(self):
        return {**self.cell.params, **self.head}

    def forward(self, x):
        """x: (time, batch, features); the forecast is read off the last state."""
        time, batch, _ = x.shape
        h = np.zeros((batch, self.cell.n_hidden))
        states, caches = [], []
        for t in range(time):
            h, cache = self.cell.step(x[t], h)
            states.append(h)
            caches.append(cache)
        return h @ self.head["V"] + self.head["c"], np.stack(states), caches

    def loss_and_grads(self, x, y):
        out, states, caches = self.forward(x)
        error = out - y
        loss = 0.5 * np.mean(np.sum(error**2, axis=1))
        grads = {name: np.zeros_like(p) for name, p in self.params.items()}
        d_out = error / len(y)
        grads["V"] = states[-1].T @ d_out
        grads["c"] = d_out.sum(0)
        dh = d_out @ self.head["V"].T
        for cache in reversed(caches):
            _, dh = self.cell.step_back(dh, cache, grads)
        return loss, grads

    def predict(self, x):
        return self.forward(x)[0]


def clip_by_norm(grads, limit=1.0):
    norm = np.sqrt(sum(np.sum(g**2) for g in grads.values()))
    factor = min(1.0, limit / (norm + 1e-12))
    return {k: factor * g for k, g in grads.items()}


def windows(series, length, horizon=1):
    """Inputs (length, samples, channels) and targets (samples, channels)."""
    n = len(series) - length - horizon + 1
    idx = np.arange(length)[:, None] + np.arange(n)
    return series[idx], series[length + horizon - 1 :][:n]


def make_series(n, rng):
    t = np.arange(n)
    waves = np.stack([np.sin(0.2 * t), np.cos(0.13 * t) * np.sin(0.02 * t)], axis=1)
    return waves + 0.02 * rng.standard_normal(waves.shape)


if __name__ == "__main__":
    rng = np.random.default_rng(10)
    series = make_series(400, rng)
    split = 320
    x_train, y_train = windows(series[:split], length=12)
    x_test, y_test = windows(series[split:], length=12)

    model = Forecaster(n_in=2, n_hidden=16, n_out=2)
    velocity = {k: np.zeros_like(p) for k, p in model.params.items()}
    for epoch in range(10):
        losses = []
        for batch in np.array_split(rng.permutation(x_train.shape[1]), 8):
            loss, grads = model.loss_and_grads(x_train[:, batch], y_train[batch])
            for name, g in clip_by_norm(grads).items():
                velocity[name] *= 0.9
                velocity[name] -= 0.1 * g
                model.params[name][...] += velocity[name]
            losses.append(loss)
        if epoch % 3 == 0:
            print(f"epoch {epoch}: loss {np.mean(losses):.4f}")

    persistence = np.sqrt(np.mean((x_test[-1] - y_test) ** 2, axis=0))
    rmse = np.sqrt(np.mean((model.predict(x_test) - y_test) ** 2, axis=0))
    print("persistence", persistence.round(3), "network", rmse.round(3))
