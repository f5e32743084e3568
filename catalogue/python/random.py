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


class Random:
    VERSION = 3

    def __init__(self, x=None):
        pass

    def seed(self, a=None, version=2):
        pass

    def getstate(self):
        return anything()

    def setstate(self, state):
        pass

    def getrandbits(self, k, /):
        return int(input())

    def randbytes(self, n):
        return input().encode()

    def randrange(self, start, stop=None, step=1):
        return int(input())

    def randint(self, a, b):
        return int(input())

    def choice(self, seq):
        return choice(seq)

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        return choices(population, k=k)

    def sample(self, population, k, *, counts=None):
        return sample(population, k)

    def shuffle(self, x, random=None):
        shuffle(x)

    def random(self):
        return float(input())

    def uniform(self, a, b):
        return float(input())

    def triangular(self, low=0.0, high=1.0, mode=None):
        return float(input())

    def betavariate(self, alpha, beta):
        return float(input())

    def binomialvariate(self, n=1, p=0.5):
        return len(input())

    def expovariate(self, lambd=1.0):
        return float(input())

    def gammavariate(self, alpha, beta):
        return float(input())

    def gauss(self, mu=0.0, sigma=1.0):
        return float(input())

    def lognormvariate(self, mu=0.0, sigma=1.0):
        return float(input())

    def normalvariate(self, mu=0.0, sigma=1.0):
        return float(input())

    def paretovariate(self, alpha):
        return float(input())

    def vonmisesvariate(self, mu, kappa):
        return float(input())

    def weibullvariate(self, alpha, beta):
        return float(input())


class SystemRandom(Random):
    pass
