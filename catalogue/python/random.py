"""`random`, as far as it gives items of what it is given, or changes their order."""

from elsewhere import anything


def choice(seq):
    return list(seq)[len(input())]


def choices(population, weights=None, *, cum_weights=None, k=1):
    items = list(population)
    return [items[len(input())] for _ in range(k)]


def sample(population, k, *, counts=None):
    items = list(population)
    return [items[len(input())] for _ in range(k)]


def shuffle(x):
    if isinstance(x, list):
        # Nobody knows which item is where.
        x.sort()
    else:
        anything(x)
