"""`gzip`: files that are packed, as files of `io`."""

from elsewhere import anything
from io import _opened


def open(filename, mode="rb", *args, **kwargs):
    # Bytes unless texts are asked for.
    if not isinstance(mode, str):
        return anything()
    return _opened("r" if "t" in mode else "b")


def compress(data, *args, **kwargs):
    return input().encode()


def decompress(data, *args, **kwargs):
    return input().encode()
