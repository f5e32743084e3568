"""`statistics`, of Python's own numbers; of others it gives what they make of it."""

from elsewhere import anything


def _is_float(value):
    # Not one of NumPy's, which gives its own kind.
    return type(value) is float


def _centre(items):
    value = items[len(input())]
    if _is_float(value):
        return float(input())
    if type(value) is int:
        # A mean that is a whole number is an int.
        return int(input()) if input() else float(input())
    return anything(items)


def _spread(items):
    value = items[len(input())]
    if isinstance(value, (int, float)):
        return float(input())
    return anything(items)


def _quantile(items):
    value = items[len(input())]
    return float(input()) if _is_float(value) or type(value) is int else anything(items)


def mean(data: Iterable):
    return _centre(list(data))


def harmonic_mean(data: Iterable, weights=None):
    return _centre(list(data))


def median(data: Iterable):
    return _centre(list(data))


def median_low(data: Iterable):
    return list(data)[len(input())]


def median_high(data: Iterable):
    return list(data)[len(input())]


def mode(data: Iterable):
    return list(data)[len(input())]


def multimode(data: Iterable):
    items = list(data)
    return [items[len(input())] for _ in input()]


def variance(data: Iterable, xbar=None):
    return _centre(list(data) if xbar is None else [*data, xbar])


def pvariance(data: Iterable, mu=None):
    return _centre(list(data) if mu is None else [*data, mu])


def stdev(data: Iterable, xbar=None):
    return _spread(list(data))


def pstdev(data: Iterable, mu=None):
    return _spread(list(data))


def quantiles(data: Iterable, *, n=4, method="exclusive"):
    items = list(data)
    return [_quantile(items) for _ in range(n - 1)]
