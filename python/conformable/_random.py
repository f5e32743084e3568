"""The types of NumPy's random generators: `Generator`, and the old `RandomState`."""

from typing import Any, Self

import numpy as np

from conformable._native import Type, unique
from conformable._values import refuse


class _RandomType(Type):
    """Generators of one class; where it need not be strict, complete states of them too."""

    __props__ = ()
    _class: type[Any]

    def __new__(cls) -> Self:
        return unique(super().__new__(cls))

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        """A generator, or a state that one can be put into, as it is."""
        if isinstance(value, self._class) or (
            not strict and isinstance(value, dict) and _is_state(value)
        ):
            return value
        raise refuse(self, value, f"a {self._class.__name__} is needed")

    def values_eq(self, a: Any, b: Any) -> bool:
        """Whether they give the same numbers from now on."""
        return _same(_state(a), _state(b))

    def may_share_memory(self, a: Any, b: Any) -> bool:
        """Whether drawing from one changes the other."""
        return _source(a) is _source(b)


class RandomGeneratorType(_RandomType):
    """`numpy.random.Generator`."""

    _class = np.random.Generator


class RandomStateType(_RandomType):
    """`numpy.random.RandomState`."""

    _class = np.random.RandomState


def _source(value: Any) -> Any:
    if isinstance(value, np.random.Generator):
        return value.bit_generator
    return value._bit_generator if isinstance(value, np.random.RandomState) else value


def _state(value: Any) -> Any:
    if isinstance(value, np.random.RandomState):
        # With the number that it has in store.
        return value.get_state(legacy=False)
    return value if isinstance(value, dict) else value.bit_generator.state


def _is_state(state: dict[str, Any]) -> bool:
    """Whether it is one of a bit generator that NumPy has, with nothing missing."""
    source = getattr(np.random, str(state.get("bit_generator")), None)
    if not (isinstance(source, type) and issubclass(source, np.random.BitGenerator)):
        return False
    try:
        source().state = {key: part for key, part in state.items()}
    except (TypeError, ValueError, KeyError, OverflowError):
        return False
    return True


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(part, b[key]) for key, part in a.items())
    return bool(np.array_equal(a, b))


def register_all(registry: Any) -> None:
    """Give a registry the classes, their names in the text form, and their readers."""
    for cls, name in ((RandomGeneratorType, "Generator"), (RandomStateType, "RandomState")):
        registry.register_constructor(cls, name, covariant=True)
        registry.register_hint(cls._class, lambda hint, read, cls=cls: cls())
        registry.register_instance(cls._class, lambda value, read, cls=cls: cls())


for _public in (RandomGeneratorType, RandomStateType):
    _public.__module__ = "conformable"
