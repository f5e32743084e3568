"""`struct`: what a format makes of bytes, as many values of the kinds that it says."""

from elsewhere import anything

_DIGITS = {"0": 0, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9}
_MARKS = {"@": None, "=": None, "<": None, ">": None, "!": None, " ": None}


def _value(kind):
    if kind in ("e", "f", "d"):
        return float(input())
    if kind == "?":
        return bool(input())
    if kind == "c":
        return input().encode()
    return int(input())


def _unpacked(format):
    if not isinstance(format, str):
        return anything(format)
    values = []
    digits = False
    count = 0
    for mark in format:
        if mark in _MARKS:
            continue
        if mark in _DIGITS:
            digits = True
            count = 10 * count + _DIGITS[mark]
            continue
        # A text is one value, however many bytes it has; a pad byte is none.
        if mark in ("s", "p"):
            values.append(input().encode())
        elif mark != "x":
            for _ in range(count if digits else 1):
                values.append(_value(mark))
        digits = False
        count = 0
    return tuple(values)


def unpack(format: str | bytes, buffer: Buffer):
    return _unpacked(format)


def unpack_from(format: str | bytes, buffer: Buffer, offset=0):
    return _unpacked(format)


def iter_unpack(format: str | bytes, buffer: Buffer):
    return iter([_unpacked(format) for _ in input()])


def pack(format: str | bytes, *values):
    return input().encode()


def calcsize(format: str | bytes):
    return len(input())


class Struct:
    def __init__(self, format: str | bytes):
        self.format = format
        self.size = len(input())

    def unpack(self, buffer: Buffer):
        return _unpacked(self.format)

    def unpack_from(self, buffer: Buffer, offset=0):
        return _unpacked(self.format)

    def iter_unpack(self, buffer: Buffer):
        return iter([_unpacked(self.format) for _ in input()])

    def pack(self, *values):
        return input().encode()

    def pack_into(self, buffer: Buffer, offset, *values):
        anything(buffer)
