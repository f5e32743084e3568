import numpy as np


class Model:
    def __init__(self, birth: float, eaten: float, death: float, grown: float):
        self.birth = birth
        self.eaten = eaten
        self.death = death
        self.grown = grown
        self.calls = 0

    def rate(self, y: "float[:]", out: "float[:]"):
        out[0] = self.birth * y[0] - self.eaten * y[0] * y[1]
        out[1] = self.grown * y[0] * y[1] - self.death * y[1]
        self.calls += 1

    @property
    def balance(self):
        return self.death / self.grown, self.birth / self.eaten


class Stepper:
    def __init__(self, dim: int, tol: float):
        self.k1 = np.zeros(dim)
        self.k2 = np.zeros(dim)
        self.k3 = np.zeros(dim)
        self.k4 = np.zeros(dim)
        self.tol = tol
        self.taken = 0
        self.refused = 0

    def step(self, model: Model, y: "float[:]", h: float):
        model.rate(y, self.k1)
        model.rate(y + 0.5 * h * self.k1, self.k2)
        model.rate(y + 0.75 * h * self.k2, self.k3)
        new = y + h / 9.0 * (2.0 * self.k1 + 3.0 * self.k2 + 4.0 * self.k3)
        model.rate(new, self.k4)
        wrong = -5.0 * self.k1 / 72.0 + self.k2 / 12.0 + self.k3 / 9.0 - self.k4 / 8.0
        size = h * np.amax(np.abs(wrong))
        if size <= self.tol:
            y[:] = new
            self.taken += 1
        else:
            self.refused += 1
        return size


def integrate(until: float, tol: float):
    model = Model(1.1, 0.4, 0.4, 0.1)
    stepper = Stepper(2, tol)
    y = np.array([10.0, 5.0])
    t = 0.0
    h = 0.01
    times = [0.0]
    prey = [10.0]
    while t < until:
        size = stepper.step(model, y, h)
        if size <= tol:
            t += h
            times.append(t)
            prey.append(float(y[0]))
        factor = 0.9 * (tol / (size + 1e-30)) ** (1.0 / 3.0)
        h *= min(5.0, max(0.2, factor))
        h = min(h, until - t + 1e-12)
    return len(times), prey[-1], model.calls, stepper.refused


def peak(values: list[float]):
    best = values[0]
    at = 0
    for i, v in enumerate(values):
        if v > best:
            best, at = v, i
    return at, best
