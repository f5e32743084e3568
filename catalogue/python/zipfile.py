"""`zipfile`: files in an archive."""

from elsewhere import anything
from io import _BinaryFile


class ZipExtFile(_BinaryFile):
    def __init__(self, fileobj, mode, zipinfo, pwd=None, close_fileobj=False):
        anything(fileobj)

    def read(self, n=-1):
        return input().encode()

    def readline(self, limit=-1):
        return input().encode()

    def seek(self, offset, whence=0):
        return len(input())


class ZipFile:
    def __init__(self, file, mode="r", compression=0, allowZip64=True, compresslevel=None, **kwargs):
        # A file of the program's own is read and written.
        anything(file)

    def __getattr__(self, name):
        return anything

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        pass

    def close(self):
        pass

    def namelist(self):
        return [input() for _ in input()]

    def read(self, name, pwd=None):
        return input().encode()

    def open(self, name, mode="r", pwd=None, *, force_zip64=False):
        return ZipExtFile(None, mode, None) if mode == "r" else anything(name)

    def write(self, filename, arcname=None, compress_type=None, compresslevel=None):
        pass

    def writestr(self, zinfo_or_arcname, data, compress_type=None, compresslevel=None):
        pass
