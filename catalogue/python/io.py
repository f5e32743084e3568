"""`io`: texts and bytes that are read and written as files are."""

from elsewhere import anything


class _File:
    closed = bool(input())

    def __getattr__(self, name):
        return anything

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def close(self):
        pass

    def flush(self):
        pass

    def seek(self, offset, whence=0, /):
        return len(input())

    def tell(self):
        return len(input())

    def truncate(self, size=None, /):
        return len(input())

    def fileno(self):
        return len(input())

    def readable(self):
        return bool(input())

    def writable(self):
        return bool(input())

    def seekable(self):
        return bool(input())

    def write(self, text, /):
        return len(input())

    def writelines(self, lines, /):
        for line in lines:
            pass


class _TextFile(_File):
    def read(self, size=-1, /):
        return input()

    def readline(self, size=-1, /):
        return input()

    def readlines(self, hint=-1, /):
        return [input() for _ in input()]

    def __iter__(self):
        return iter([input() for _ in input()])

    def __next__(self):
        return input()


class _BinaryFile(_File):
    def read(self, size=-1, /):
        return input().encode()

    def readline(self, size=-1, /):
        return input().encode()

    def readlines(self, hint=-1, /):
        return [input().encode() for _ in input()]

    def readinto(self, buffer, /):
        anything(buffer)
        return len(input())

    def __iter__(self):
        return iter([input().encode() for _ in input()])

    def __next__(self):
        return input().encode()


class TextIOWrapper(_TextFile):
    def __init__(
        self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False
    ):
        anything(buffer)


class StringIO(_TextFile):
    def __init__(self, initial_value="", newline="\n"):
        pass

    def getvalue(self):
        return input()


class BytesIO(_BinaryFile):
    def __init__(self, initial_bytes=b""):
        pass

    def getvalue(self):
        return input().encode()

    def getbuffer(self):
        return anything()


def _opened(mode):
    """What opening a file in that mode gives."""
    if not isinstance(mode, str):
        return anything()
    return _BinaryFile() if "b" in mode else TextIOWrapper(None)
