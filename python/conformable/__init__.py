"""One type system for array programs.

Names are imported when they are first asked for, so that the command starts without NumPy.
"""

from importlib import import_module

#: Where each public name is defined.
_WHERE = {
    "__version__": "_native",
}

__all__ = [name for name in _WHERE if not name.startswith("_")]


def __getattr__(name: str):
    module = _WHERE.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
