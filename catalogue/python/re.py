"""`re`: texts that are found in others."""

from elsewhere import anything


def findall(pattern, string, flags=0):
    # Groups make tuples of what is found; where there is none it is the text.
    if isinstance(pattern, str) and "(" not in pattern:
        return [input() for _ in input()]
    return [anything() for _ in input()]


def split(pattern, string, maxsplit=0, flags=0):
    if isinstance(pattern, str) and "(" not in pattern:
        return [input() for _ in input()]
    # A group that takes no part is None.
    return [anything() for _ in input()]


def sub(pattern, repl, string, count=0, flags=0):
    if isinstance(repl, str):
        return input()
    return anything(repl)
