"""`bz2`: files that are packed, as files of `io`."""

from elsewhere import anything
from io import _BinaryFile, _opened_packed


class BZ2File(_BinaryFile):
    def __init__(self, filename, mode="r", *, compresslevel=9):
        anything(filename)


def open(filename, mode="rb", *args, **kwargs):
    return _opened_packed(mode, BZ2File)


def compress(data, *args, **kwargs):
    return input().encode()


def decompress(data, *args, **kwargs):
    return input().encode()
