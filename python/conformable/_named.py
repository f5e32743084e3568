"""What a function of NumPy returns as a named tuple, of variables: `eigh(m).eigenvalues`."""

import collections
import functools
from collections.abc import Iterable
from typing import Any


@functools.cache
def _class_of(name: str, fields: tuple[str, ...]) -> Any:
    made: Any = collections.namedtuple(name, fields)  # type: ignore[misc]
    # A class that is made when it is first needed is found by what it is made of, not by its name.
    setattr(made, "__reduce__", _reduced)  # noqa: B010
    return made


def _reduced(own: Any) -> tuple[Any, ...]:
    return named, (type(own).__name__, own._fields, tuple(own))


def named(name: str, fields: tuple[str, ...], items: Iterable[object]) -> Any:
    """The items as a tuple of this name, whose fields have these names."""
    return _class_of(name, fields)(*items)
