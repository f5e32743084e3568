"""The catalogue's functions as ops: `conformable.numpy.add(x, y)` is a variable whose type is inferred.

Namespaces are attributes: `conformable.numpy.linalg.inv`.
"""

import sys
from typing import Any

from conformable import _native
from conformable._registry import registry


class _Namespace:
    """A namespace of the catalogue; its ops are made when they are first asked for."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = find(self._path, name)
        setattr(self, name, found)
        return found

    def __dir__(self) -> list[str]:
        return names(self._path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Namespace) and self._path == other._path

    def __hash__(self) -> int:
        return hash(self._path)

    def __reduce__(self) -> tuple[Any, ...]:
        return at, (self._path,)

    def __repr__(self) -> str:
        return f"<conformable's ops of {self._path}>"


def at(path: str) -> Any:
    """The namespace of a path: NumPy's are the attributes of this module."""
    first, *rest = path.split(".")
    is_own = first == "numpy" and rest
    found: Any = sys.modules[__name__] if is_own else find("", first)
    for name in rest:
        found = getattr(found, name)
    return found


def find(namespace: str, name: str) -> Any:
    """What a namespace has of this name: an op, or a namespace."""
    registry._ready()
    path = f"{namespace}.{name}" if namespace else name
    if not name.startswith("_"):
        op = _native.catalogue_op(path)
        if op is not None:
            return op
        is_listed = not namespace or name in (_native.catalogue_names(namespace) or [])
        if is_listed and _native.catalogue_names(path) is not None:
            return _Namespace(path)
    raise AttributeError(f"the catalogue has no {path}")


def names(namespace: str) -> list[str]:
    """The names that a namespace has."""
    registry._ready()
    return sorted(_native.catalogue_names(namespace) or [])


def __getattr__(name: str) -> Any:
    found = find("numpy", name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *names("numpy")})
