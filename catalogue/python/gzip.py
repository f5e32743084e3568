"""`gzip`: files that are packed, as files of `io`."""

from elsewhere import anything
from io import _PackedFile, _opened_packed


class GzipFile(_PackedFile):
    def __init__(self, filename=None, mode=None, compresslevel=9, fileobj=None, mtime=None):
        anything(filename, fileobj)


def open(filename: PathLike | File, mode="rb", *args, **kwargs):
    return _opened_packed(mode, GzipFile)


def compress(data, *args, **kwargs):
    return input().encode()


def decompress(data, *args, **kwargs):
    return input().encode()
