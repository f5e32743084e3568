from math import cos, exp


def cubic(x: float) -> float:
    return x**3 - 2.0 * x - 5.0


def bisect(f: '(float)(float)', a: float, b: float, tol: float):
    fa = f(a)
    steps = 0
    while b - a > tol:
        c = 0.5 * (a + b)
        fc = f(c)
        if fa * fc <= 0.0:
            b = c
        else:
            a = c
            fa = fc
        steps += 1
    return 0.5 * (a + b), steps


def newton(f: '(float)(float)', df: '(float)(float)', x: float, tol: float, limit: int = 50):
    for k in range(limit):
        dx = f(x) / df(x)
        x -= dx
        if abs(dx) < tol:
            break
    return x


def slope(x: float) -> float:
    return 3.0 * x**2 - 2.0


def secant(f: '(float)(float)', x0: float, x1: float, tol: float):
    f0 = f(x0)
    f1 = f(x1)
    count = 0
    while abs(x1 - x0) > tol and count < 100:
        x2 = x1 - f1 * (x1 - x0) / (f1 - f0)
        x0, f0 = x1, f1
        x1 = x2
        f1 = f(x1)
        count += 1
    return x1


def roots():
    r, steps = bisect(cubic, 0.0, 3.0, 1e-10)
    n = newton(cubic, slope, 2.0, 1e-12)
    s = secant(cubic, 2.0, 3.0, 1e-12)
    good = abs(r - n) < 1e-6 and abs(n - s) < 1e-6
    return good, steps


def fixed_point(x: float, limit: int):
    for k in range(limit):
        x = cos(x) * exp(-0.1 * x)
    return x
