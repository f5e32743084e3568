"""`io`: texts and bytes that are read and written as files are."""

from elsewhere import anything


class _File:
    __complete__ = True
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

    def seek(self, offset: SupportsIndex, whence: SupportsIndex = 0, /):
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

    def writelines(self, lines: Iterable, /):
        for line in lines:
            pass


class _TextFile(_File):
    __complete__ = True

    def write(self, text: str, /):
        return len(input())

    def read(self, size: SupportsIndex | None = -1, /):
        return input()

    def readline(self, size: SupportsIndex | None = -1, /):
        return input()

    def readlines(self, hint: SupportsIndex | None = -1, /):
        return [input() for _ in input()]

    def __iter__(self):
        return iter([input() for _ in input()])

    def __next__(self):
        return input()


class _BinaryFile(_File):
    __complete__ = True

    def write(self, data: Buffer, /):
        return len(input())

    def read(self, size: SupportsIndex | None = -1, /):
        return input().encode()

    def readline(self, size: SupportsIndex | None = -1, /):
        return input().encode()

    def readlines(self, hint: SupportsIndex | None = -1, /):
        return [input().encode() for _ in input()]

    def readinto(self, buffer, /):
        anything(buffer)
        return len(input())

    def __iter__(self):
        return iter([input().encode() for _ in input()])

    def __next__(self):
        return input().encode()


class _PackedFile(_BinaryFile):
    """What Python's own code reads and writes: its parameters have names."""

    __complete__ = True

    def read(self, size=-1):
        return input().encode()

    def readline(self, size=-1):
        return input().encode()

    def write(self, data):
        return len(input())

    def seek(self, offset, whence=0):
        return len(input())


class FileIO(_BinaryFile):
    __complete__ = True

    def __init__(self, file, mode="r", closefd=True, opener=None):
        anything(opener)


class BufferedReader(_BinaryFile):
    __complete__ = True

    def __init__(self, raw, buffer_size=8192):
        anything(raw)


class BufferedWriter(_BinaryFile):
    __complete__ = True

    def __init__(self, raw, buffer_size=8192):
        anything(raw)


class BufferedRandom(_BinaryFile):
    __complete__ = True

    def __init__(self, raw, buffer_size=8192):
        anything(raw)


class TextIOWrapper(_TextFile):
    __complete__ = True

    def __init__(
        self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False
    ):
        anything(buffer)


class StringIO(_TextFile):
    __complete__ = True

    def __init__(self, initial_value: str | None = "", newline="\n"):
        pass

    def getvalue(self):
        return input()


class BytesIO(_BinaryFile):
    __complete__ = True

    def __init__(self, initial_bytes: Buffer | None = b""):
        pass

    def getvalue(self):
        return input().encode()

    def getbuffer(self):
        return anything()


def _opened(mode, buffering=-1):
    """What opening a file in that mode gives."""
    if not isinstance(mode, str):
        return anything()
    if "b" not in mode:
        return TextIOWrapper(None)
    if buffering == 0:
        return FileIO(None)
    if "+" in mode:
        return BufferedRandom(None)
    return BufferedReader(None) if "r" in mode else BufferedWriter(None)


def _opened_packed(mode, packed):
    """What opening a packed file in that mode gives: bytes unless texts are asked for."""
    if not isinstance(mode, str):
        return anything()
    return TextIOWrapper(None) if "t" in mode else packed(None)
