"""What a script is given by `sys`."""

from collections import namedtuple

argv = [input()] if __without_arguments__ else [input() for _ in input()]

# The parts of the release after the first are those of whoever runs it.
version_info = namedtuple("version_info", ["major", "minor", "micro", "releaselevel", "serial"])(
    3, len(input()), len(input()), input(), len(input())
)

byteorder = input()
maxsize = len(input())
platform = input()
executable = input()
version = input()

_FLOAT_INFO = ["max", "max_exp", "max_10_exp", "min", "min_exp", "min_10_exp", "dig", "mant_dig", "epsilon", "radix", "rounds"]
float_info = namedtuple("float_info", _FLOAT_INFO)(
    1.7976931348623157e308, 1024, 308, 2.2250738585072014e-308, -1021, -307, 15, 53, 2.220446049250313e-16, 2, 1
)


def getsizeof(object, *default):
    return len(input())


def getrecursionlimit():
    return len(input())
