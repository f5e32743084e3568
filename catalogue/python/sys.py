"""What a script is given by `sys`."""

from collections import namedtuple

argv = [input()] if __without_arguments__ else [input() for _ in input()]

# The parts of the release after the first are those of whoever runs it.
version_info = namedtuple("version_info", ["major", "minor", "micro", "releaselevel", "serial"])(
    3, len(input()), len(input()), input(), len(input())
)
