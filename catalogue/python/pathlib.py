"""`pathlib`: paths, which are made of each other, and the texts and files that they lead to."""

from elsewhere import anything
from io import _opened


class PurePath:
    def __made__(self, *pathsegments, **kwargs):
        self.name = input()
        self.stem = input()
        self.suffix = input()
        self.root = input()
        self.drive = input()
        self.anchor = input()

    # It has more than what decides what a program reads.
    def __getattr__(self, name):
        return anything

    @property
    def suffixes(self):
        return [input() for _ in input()]

    @property
    def parts(self):
        return tuple([input() for _ in input()])

    @property
    def parent(self):
        return type(self)()

    def __truediv__(self, key):
        return type(self)()

    def __rtruediv__(self, key):
        return type(self)()

    def joinpath(self, *pathsegments):
        return type(self)()

    def with_name(self, name):
        return type(self)()

    def with_stem(self, stem):
        return type(self)()

    def with_suffix(self, suffix):
        return type(self)()

    def relative_to(self, *other, walk_up=False):
        return type(self)()

    def as_posix(self):
        return input()

    def as_uri(self):
        return input()

    def is_absolute(self):
        return bool(input())

    def match(self, path_pattern, *, case_sensitive=None):
        return bool(input())

    def __fspath__(self):
        return input()

    def __str__(self):
        return input()

    def __repr__(self):
        return input()

    def __hash__(self):
        return int(input())

    def __eq__(self, other):
        return bool(input())

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__


class PurePosixPath(PurePath):
    pass


class PureWindowsPath(PurePath):
    pass


class Path(PurePath):
    @classmethod
    def cwd(cls):
        return cls()

    @classmethod
    def home(cls):
        return cls()

    def absolute(self):
        return type(self)()

    def expanduser(self):
        return type(self)()

    def resolve(self, strict=False):
        return type(self)()

    def exists(self, *, follow_symlinks=True):
        return bool(input())

    def is_dir(self, *, follow_symlinks=True):
        return bool(input())

    def is_file(self, *, follow_symlinks=True):
        return bool(input())

    def is_symlink(self):
        return bool(input())

    def iterdir(self):
        return iter([type(self)() for _ in input()])

    def glob(self, pattern, *, case_sensitive=None, recurse_symlinks=False):
        return iter([type(self)() for _ in input()])

    def rglob(self, pattern, *, case_sensitive=None, recurse_symlinks=False):
        return iter([type(self)() for _ in input()])

    def stat(self, *, follow_symlinks=True):
        return anything()

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        pass

    def rmdir(self):
        pass

    def touch(self, mode=0o666, exist_ok=True):
        pass

    def unlink(self, missing_ok=False):
        pass

    def rename(self, target):
        return type(self)()

    def replace(self, target):
        return type(self)()

    def read_text(self, encoding=None, errors=None, newline=None):
        return input()

    def read_bytes(self):
        return input().encode()

    def write_text(self, data: str, encoding=None, errors=None, newline=None):
        return len(input())

    def write_bytes(self, data: Buffer):
        return len(input())

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return _opened(mode, buffering)


class PosixPath(Path):
    pass


class WindowsPath(Path):
    pass
