import numpy as np
from math import sqrt


class Welford:
    def __init__(self):
        self.count = 0
        self.mean = 0.0
        self.m2 = 0.0

    def add(self, x: float):
        self.count += 1
        delta = x - self.mean
        self.mean += delta / self.count
        self.m2 += delta * (x - self.mean)

    def variance(self):
        if self.count < 2:
            return 0.0
        return self.m2 / (self.count - 1)

    def deviation(self):
        return sqrt(self.variance())


def describe(x: 'float[:]'):
    w = Welford()
    for v in x:
        w.add(v)
    return w.mean, w.deviation()


def covariance(x: 'float[:]', y: 'float[:]'):
    n = x.shape[0]
    mx = np.sum(x) / n
    my = np.sum(y) / n
    return np.sum((x - mx) * (y - my)) / (n - 1)


def regression(x: 'float[:]', y: 'float[:]'):
    slope = covariance(x, y) / covariance(x, x)
    n = x.shape[0]
    intercept = (np.sum(y) - slope * np.sum(x)) / n
    residual = y - (slope * x + intercept)
    return slope, intercept, np.sum(residual**2)


def median(x: 'float[:]'):
    ordered = [v for v in x]
    ordered.sort()
    n = len(ordered)
    middle = n // 2
    if n % 2 == 1:
        return ordered[middle]
    return 0.5 * (ordered[middle - 1] + ordered[middle])
