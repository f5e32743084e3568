"""`pathlib`: paths, which are made of each other, and the texts and files that they lead to."""

from elsewhere import anything
from io import _opened


# What is no part of a path.
_OTHERS = (int, float, complex, bytes, list, tuple, dict, set, type(None))


class PurePath:
    __complete__ = True

    def __made__(self, *pathsegments: PathLike, **kwargs):
        self.name = input()
        self.stem = input()
        self.suffix = input()
        self.root = input()
        self.drive = input()
        self.anchor = input()

    def __bytes__(self):
        return input().encode()

    def __class_getitem__(cls, item):
        return anything()

    @property
    def parser(self):
        return anything()

    @property
    def parents(self):
        return tuple([type(self)() for _ in input()])

    def with_segments(self, *pathsegments: PathLike):
        return type(self)()

    def is_relative_to(self, *other: PathLike):
        return bool(input())

    def is_reserved(self):
        return bool(input())

    def full_match(self, pattern, *, case_sensitive=None):
        return bool(input())

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
        return NotImplemented if type(key) in _OTHERS else type(self)()

    def __rtruediv__(self, key):
        return NotImplemented if type(key) in _OTHERS else type(self)()

    def joinpath(self, *pathsegments: PathLike):
        return type(self)()

    def with_name(self, name: str):
        return type(self)()

    def with_stem(self, stem: str):
        return type(self)()

    def with_suffix(self, suffix: str):
        return type(self)()

    def relative_to(self, *other: PathLike, walk_up=False):
        return type(self)()

    def as_posix(self):
        return input()

    def as_uri(self):
        return input()

    def is_absolute(self):
        return bool(input())

    def match(self, path_pattern: PathLike, *, case_sensitive=None):
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

    __ne__ = __eq__

    def __lt__(self, other):
        return NotImplemented if type(other) in _OTHERS else bool(input())

    __le__ = __gt__ = __ge__ = __lt__


class PurePosixPath(PurePath):
    __complete__ = True


class PureWindowsPath(PurePath):
    __complete__ = True


class Path(PurePath):
    __complete__ = True

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    @property
    def info(self):
        return anything()

    @classmethod
    def from_uri(cls, uri):
        return cls()

    def chmod(self, mode, *, follow_symlinks=True):
        pass

    def lchmod(self, mode):
        pass

    def copy(self, target, **kwargs):
        return type(self)()

    def copy_into(self, target_dir, **kwargs):
        return type(self)()

    def move(self, target):
        return type(self)()

    def move_into(self, target_dir):
        return type(self)()

    def group(self, *, follow_symlinks=True):
        return input()

    def owner(self, *, follow_symlinks=True):
        return input()

    def hardlink_to(self, target):
        pass

    def link_to(self, target):
        pass

    def symlink_to(self, target, target_is_directory=False):
        pass

    def readlink(self):
        return type(self)()

    def is_block_device(self):
        return bool(input())

    def is_char_device(self):
        return bool(input())

    def is_fifo(self):
        return bool(input())

    def is_junction(self):
        return bool(input())

    def is_mount(self):
        return bool(input())

    def is_socket(self):
        return bool(input())

    def lstat(self):
        return anything()

    def samefile(self, other_path):
        return bool(input())

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        return anything(on_error)

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

    def rename(self, target: PathLike):
        return type(self)()

    def replace(self, target: PathLike):
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
    __complete__ = True


class WindowsPath(Path):
    __complete__ = True
