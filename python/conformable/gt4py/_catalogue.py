"""GT4Py's catalogue: what its operators, its functions and its IR's primitives give, one entry each.

The frontend's inference, the package's `operation` and the IR ask the same entries. Packages put stubs of their own over
them (`gt4py.registry.register_primitives`).
"""

import threading

from conformable import _native
from conformable._framework import Refusal
from conformable._native import Type
from conformable.gt4py._info import parts
from conformable.gt4py._types import FieldLikeType

_LOCK = threading.Lock()
_LAYERS: dict[str, str] = {}
_ENTRIES: list[_native.Entries] = []


def entries() -> _native.Entries:
    """The catalogue with all that is registered."""
    with _LOCK:
        if not _ENTRIES:
            _ENTRIES.append(_native.Entries("gt4py"))
        return _ENTRIES[-1]


def register(text: str, name: str) -> None:
    """Put a stub file over the catalogue; the same one again changes nothing."""
    own = entries()
    with _LOCK:
        if _LAYERS.get(name) == text:
            return
        if name in _LAYERS:
            raise ValueError(f"there are stubs of the name {name} already")
        _ENTRIES.append(own.with_stubs(name, text))
        _LAYERS[name] = text


def without_memory(ty: Type) -> Type:
    """The type without what is known of memory, of which no rule speaks."""
    if isinstance(ty, FieldLikeType):
        return ty.plain
    if parts(ty) is not None:
        from conformable.gt4py._calls import rebuilt

        return rebuilt(ty, [without_memory(part) for part in parts(ty) or ()])
    return ty


def operator(symbol: str, *types: Type) -> Type | Refusal:
    """What an operator gives."""
    found, reason = entries().operate(symbol, *map(without_memory, types))
    return found if found is not None else Refusal(reason, "DSLError")


def apply(path: str, *types: Type, **named: Type) -> Type | Refusal:
    """What the function of the catalogue at a path gives."""
    by_name = {name: without_memory(ty) for name, ty in named.items()}
    found, reason = entries().apply(path, *map(without_memory, types), **by_name)
    return found if found is not None else Refusal(reason, "DSLError")
