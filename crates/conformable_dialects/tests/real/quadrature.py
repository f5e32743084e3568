import numpy as np
from math import pi, sin, sqrt


def gaussian(x: float) -> float:
    return np.exp(-x * x / 2.0) / sqrt(2.0 * pi)


def trapezoid(f: "(float)(float)", a: float, b: float, n: int):
    h = (b - a) / n
    s = 0.5 * (f(a) + f(b))
    for i in range(1, n):
        s += f(a + i * h)
    return s * h


def simpson(f: "(float)(float)", a: float, b: float, n: int):
    h = (b - a) / n
    s = f(a) + f(b)
    for i in range(1, n):
        w = 4.0 if i % 2 == 1 else 2.0
        s += w * f(a + i * h)
    return s * h / 3.0


def legendre(n: int, x: float):
    p0 = 1.0
    p1 = x
    for k in range(2, n + 1):
        p2 = ((2 * k - 1) * x * p1 - (k - 1) * p0) / k
        p0 = p1
        p1 = p2
    return p1


def monte_carlo(points: "float[:,:]"):
    inside = 0
    n = points.shape[0]
    for i in range(n):
        if points[i, 0] ** 2 + points[i, 1] ** 2 <= 1.0:
            inside += 1
    return 4.0 * inside / n


def wave(n: int):
    x = np.linspace(0.0, 2.0 * pi, n)
    y = np.sin(x) + 0.5 * np.cos(2.0 * x)
    top = np.amax(y)
    low = np.amin(y)
    mean = np.sum(y) / n
    return top, low, mean
