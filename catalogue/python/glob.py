"""`glob`: names of files, of which nobody knows how many there are."""

from elsewhere import anything


def glob(pathname: PathLike, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return [input() for _ in input()] if isinstance(pathname, str) else anything()


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return iter([input() for _ in input()]) if isinstance(pathname, str) else anything()
