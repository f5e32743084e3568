"""`lzma`: files that are packed, as files of `io`."""

from elsewhere import anything
from io import _PackedFile, _opened_packed


class LZMAFile(_PackedFile):
    def __init__(self, filename=None, mode="r", *, format=None, check=-1, preset=None, filters=None):
        anything(filename)


def open(filename: PathLike | File, mode="rb", *args, **kwargs):
    return _opened_packed(mode, LZMAFile)


def compress(data, *args, **kwargs):
    return input().encode()


def decompress(data, *args, **kwargs):
    return input().encode()
