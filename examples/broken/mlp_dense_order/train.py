"""Train a small multilayer perceptron on spirals and check its gradients."""

from itertools import pairwise

import numpy as np
from data import Batches, lift, spirals
from layers import BatchNorm, Dense, Dropout, ReLU, Sequential
from losses import CrossEntropy, accuracy
from optim import SGD, Adam


def build(sizes, rng, dropout=0.1):
    layers = []
    for n_in, n_out in pairwise(sizes[:-1]):
        layers += [Dense(n_out, n_in, rng), BatchNorm(n_out), ReLU(), Dropout(dropout, rng)]
    layers.append(Dense(sizes[-2], sizes[-1], rng))
    return Sequential(*layers)


def train(model, optimizer, batches, epochs):
    loss_fn = CrossEntropy()
    for _ in range(epochs):
        total = 0.0
        for x, y in batches:
            loss = loss_fn.forward(model(x, training=True), y)
            model.backward(loss_fn.backward())
            optimizer.step()
            total += loss
        yield total / len(batches)


def gradient_error(model, x, y, h=1e-6, samples=5, seed=0):
    """Largest relative difference to central differences on a few weights."""
    rng = np.random.default_rng(seed)
    loss_fn = CrossEntropy()
    loss_fn.forward(model(x), y)
    for p in model.parameters():
        p.zero_grad()
    model.backward(loss_fn.backward())
    weight = model.layers[-1].weight
    worst = 0.0
    for flat in rng.choice(weight.value.size, samples, replace=False):
        where = np.unravel_index(flat, weight.value.shape)
        kept = weight.value[where]
        sides = []
        for delta in (h, -h):
            weight.value[where] = kept + delta
            sides.append(loss_fn.forward(model(x), y))
        weight.value[where] = kept
        numeric = (sides[0] - sides[1]) / (2 * h)
        worst = max(worst, abs(numeric - weight.grad[where]) / (abs(numeric) + 1e-8))
    for p in model.parameters():
        p.zero_grad()
    return worst


def main():
    rng = np.random.default_rng(42)
    X, y = spirals(100, seed=1)
    frequencies = rng.normal(0, 2, size=(X.shape[1], 8))
    features = lift(X, frequencies)
    cut = int(0.8 * len(y))
    batches = Batches(features[:cut], y[:cut], size=32, rng=rng)

    for optimizer, options in ((SGD, {"lr": 0.1, "momentum": 0.9}), (Adam, {"lr": 0.01})):
        model = build([features.shape[1], 32, 16, y.max() + 1], rng)
        losses = list(train(model, optimizer(model.parameters(), **options), batches, 25))
        test = accuracy(model(features[cut:]), y[cut:])
        print(f"{optimizer.__name__:4s} loss {losses[0]:.3f} -> {losses[-1]:.3f}, test {test:.3f}")
    error = gradient_error(model, features[:16], y[:16])
    print("gradients agree:", error < 1e-4)
    print("parameters:", sum(p.value.size for p in model.parameters()))


if __name__ == "__main__":
    main()
