"""`os.path`: parts of paths, which are texts where the path is one."""

from elsewhere import anything


def join(a: PathLike, *p: PathLike):
    return input() if isinstance(a, str) else anything()


def _text(path):
    return input() if isinstance(path, str) else anything()


def abspath(path: PathLike):
    return _text(path)


def basename(p: PathLike):
    return _text(p)


def dirname(p: PathLike):
    return _text(p)


def expanduser(path: PathLike):
    return _text(path)


def expandvars(path: PathLike):
    return _text(path)


def normcase(s: PathLike):
    return _text(s)


def normpath(path: PathLike):
    return _text(path)


def realpath(filename: PathLike, *, strict=False):
    return _text(filename)


def relpath(path: PathLike, start: PathLike | None = None):
    return _text(path)


def split(p: PathLike):
    return _text(p), _text(p)


def splitext(p: PathLike):
    return _text(p), _text(p)


def exists(path: PathLike | SupportsIndex):
    return bool(input())


def lexists(path: PathLike):
    return bool(input())


def isabs(s: PathLike):
    return bool(input())


def isdir(s: PathLike | SupportsIndex):
    return bool(input())


def isfile(path: PathLike | SupportsIndex):
    return bool(input())


def islink(path: PathLike):
    return bool(input())


def getsize(filename: PathLike | SupportsIndex):
    return len(input())


def getmtime(filename: PathLike | SupportsIndex):
    return float(input())


def getctime(filename: PathLike | SupportsIndex):
    return float(input())


def getatime(filename: PathLike | SupportsIndex):
    return float(input())
