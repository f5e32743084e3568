"""`os.path`: parts of paths, which are texts where the path is one."""

from elsewhere import anything


def join(a, *p):
    return input() if isinstance(a, str) else anything()


def _text(path):
    return input() if isinstance(path, str) else anything()


def abspath(path):
    return _text(path)


def basename(p):
    return _text(p)


def dirname(p):
    return _text(p)


def expanduser(path):
    return _text(path)


def expandvars(path):
    return _text(path)


def normcase(s):
    return _text(s)


def normpath(path):
    return _text(path)


def realpath(filename, *, strict=False):
    return _text(filename)


def relpath(path, start=None):
    return _text(path)


def split(p):
    return _text(p), _text(p)


def splitext(p):
    return _text(p), _text(p)


def exists(path):
    return bool(input())


def lexists(path):
    return bool(input())


def isabs(s):
    return bool(input())


def isdir(s):
    return bool(input())


def isfile(path):
    return bool(input())


def islink(path):
    return bool(input())


def getsize(filename):
    return len(input())


def getmtime(filename):
    return float(input())


def getctime(filename):
    return float(input())


def getatime(filename):
    return float(input())
