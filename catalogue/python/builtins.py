"""Python's own functions that need a model: a file is one of `io`. A method of a class has an underscore in its name."""

from io import _opened


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    return _opened(mode, buffering)


def dict_fromkeys(iterable, value=None, /):
    return {key: value for key in iterable}


def _by_next(iterator):
    items = []
    while input():
        items.append(iterator.__next__())
    return items


def _by_subscript(sequence):
    items = []
    place = 0
    while input():
        items.append(sequence[place])
        place += 1
    return items
