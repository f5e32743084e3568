"""`bz2`: files that are packed, as files of `io`."""

from elsewhere import anything
from io import _PackedFile, _opened_packed


class BZ2File(_PackedFile):
    def __init__(self, filename, mode="r", *, compresslevel=9):
        anything(filename)

    def readlines(self, size=-1):
        return [input().encode() for _ in input()]

    def readinto(self, b):
        anything(b)
        return len(input())

    def writelines(self, seq):
        for line in seq:
            pass


def open(filename: PathLike | File, mode="rb", *args, **kwargs):
    return _opened_packed(mode, BZ2File)


def compress(data, *args, **kwargs):
    return input().encode()


def decompress(data, *args, **kwargs):
    return input().encode()
