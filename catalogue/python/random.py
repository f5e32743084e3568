"""`random`, as far as it gives items of what it is given, changes their order, or computes with it."""

from elsewhere import anything


def choice(seq: Sequence):
    return list(seq)[len(input())]


def choices(
    population: Sequence,
    weights: Iterable | None = None,
    *,
    cum_weights: Iterable | None = None,
    k: SupportsIndex = 1,
):
    items = list(population)
    return [items[len(input())] for _ in range(k)]


def sample(population: Sized, k: SupportsIndex, *, counts=None):
    items = list(population)
    return [items[len(input())] for _ in range(k)]


def shuffle(x):
    if isinstance(x, list):
        # Nobody knows which item is where.
        x.sort(key=id)
    else:
        anything(x)


# The distributions compute with what they are given, and give arrays of arrays.


def uniform(a, b):
    return a + (b - a) * float(input())


def triangular(low=0.0, high=1.0, mode=None):
    return low + (high - low) * float(input())


def betavariate(alpha, beta):
    return gammavariate(alpha, 1.0) / (gammavariate(alpha, 1.0) + gammavariate(beta, 1.0))


def expovariate(lambd: number = 1.0):
    return float(input()) / lambd


def gammavariate(alpha, beta):
    return alpha * float(input()) * beta


def gauss(mu=0.0, sigma=1.0):
    return mu + float(input()) * sigma


def normalvariate(mu=0.0, sigma=1.0):
    return mu + float(input()) * sigma


def paretovariate(alpha: number):
    return float(input()) / alpha


def vonmisesvariate(mu, kappa):
    # Of a small concentration it is a number, whatever the mean is.
    return float(input()) if input() else (mu + float(input())) % float(input())


def weibullvariate(alpha, beta):
    return alpha * float(input()) / beta


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

    def randrange(self, start: number, stop: number | None = None, step: number = 1):
        return int(input())

    def randint(self, a: number, b: number):
        return int(input())

    def choice(self, seq: Sequence):
        return choice(seq)

    def choices(
        self,
        population: Sequence,
        weights: Iterable | None = None,
        *,
        cum_weights: Iterable | None = None,
        k: SupportsIndex = 1,
    ):
        return choices(population, k=k)

    def sample(self, population: Sized, k: SupportsIndex, *, counts=None):
        return sample(population, k)

    def shuffle(self, x, random=None):
        shuffle(x)

    def random(self):
        return float(input())

    def uniform(self, a, b):
        return uniform(a, b)

    def triangular(self, low=0.0, high=1.0, mode=None):
        return triangular(low, high, mode)

    def betavariate(self, alpha, beta):
        return betavariate(alpha, beta)

    def binomialvariate(self, n=1, p=0.5):
        return len(input())

    def expovariate(self, lambd=1.0):
        return expovariate(lambd)

    def gammavariate(self, alpha, beta):
        return gammavariate(alpha, beta)

    def gauss(self, mu=0.0, sigma=1.0):
        return gauss(mu, sigma)

    def lognormvariate(self, mu=0.0, sigma=1.0):
        return float(input())

    def normalvariate(self, mu=0.0, sigma=1.0):
        return normalvariate(mu, sigma)

    def paretovariate(self, alpha):
        return paretovariate(alpha)

    def vonmisesvariate(self, mu, kappa):
        return vonmisesvariate(mu, kappa)

    def weibullvariate(self, alpha, beta):
        return weibullvariate(alpha, beta)


class SystemRandom(Random):
    pass
