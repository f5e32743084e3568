"""Python's own functions that need a model: a file is one of `io`."""

from io import _opened


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    return _opened(mode, buffering)
