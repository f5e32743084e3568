"""The dialect's registry: who reads which annotations and which values as types of GT4Py's.

Readers are rows: by an annotation's origin, by a value's class, by the qualified name of a class whose package need
not be there, or by what a class has. The package's registry keeps what is not only GT4Py's: constructors, traits,
conversions, operators, spellings and stubs are told to it from here.
"""

from collections.abc import Callable
from typing import Any, TypeVar, overload

from conformable._native import ScalarType, Type
from conformable._registry import Registry as _Registry

#: Called with what is read and with a function that reads what is inside.
Reader = Callable[[Any, Callable[[Any], Type]], Any]
_Reader = TypeVar("_Reader", bound=Reader)


class Registry:
    """Readers of hints and of values; of a key there is one."""

    def __init__(self) -> None:
        self._own = _Registry()
        #: Readers by the qualified name of a class or origin.
        self._named: dict[tuple[str, str], Reader] = {}
        #: Tests of classes by what they have, with readers, asked in this order when no class is registered.
        self._shapes: dict[str, list[tuple[Callable[[Any], bool], Reader]]] = {
            "hint": [],
            "value": [],
        }
        self._scalars: dict[Type, type] = {}

    def register(self, hint: Any, ty: Type) -> None:
        """Read the annotation as the type."""
        self._own.register(hint, ty)

    @overload
    def register_hint(self, origin: Any) -> Callable[[_Reader], _Reader]: ...
    @overload
    def register_hint(self, origin: Any, reader: _Reader) -> _Reader: ...
    def register_hint(self, origin: Any, reader: Any = None) -> Any:
        """Read annotations of this class or origin, which may be a qualified name; also a decorator."""
        if isinstance(origin, str) and reader is not None:
            self._named["hint", origin] = reader
            return reader
        return (
            self._own.register_hint(origin)
            if reader is None
            else self._own.register_hint(origin, reader)
        )

    @overload
    def register_instance(self, cls: Any) -> Callable[[_Reader], _Reader]: ...
    @overload
    def register_instance(self, cls: Any, reader: _Reader) -> _Reader: ...
    def register_instance(self, cls: Any, reader: Any = None) -> Any:
        """Read values of this class, which may be a qualified name; also a decorator."""
        if isinstance(cls, str) and reader is not None:
            self._named["value", cls] = reader
            return reader
        return (
            self._own.register_instance(cls)
            if reader is None
            else self._own.register_instance(cls, reader)
        )

    def register_shape(self, what: str, test: Callable[[Any], bool], reader: Reader) -> None:
        """Read what no class says, a `hint` or a `value`, where the test holds."""
        self._shapes[what].append((test, reader))

    def register_scalar(self, cls: type, ty: Any) -> None:
        """Let a class stand for a scalar: as an annotation, of its values, and as what is constructed."""
        own = ty if isinstance(ty, Type) else ScalarType(ty)
        self._own.register(cls, own)
        self._own.register_instance(cls, lambda value, read: own)
        self._scalars.setdefault(own, cls)

    def register_primitives(self, text: str, name: str) -> None:
        """Add functions, operators and the IR's primitives: a stub file in the catalogue's notation."""
        from conformable.gt4py import _catalogue

        _catalogue.register(text, name)

    def is_scalar(self, ty: Type) -> bool:
        """Whether the type was registered as a scalar's."""
        return ty in self._scalars

    def type_of(self, hint: Any) -> Type | None:
        """The type that was registered for exactly this annotation."""
        self._load()
        return self._own.type_of(hint)

    def hint_reader(self, origin: Any, hint: Any) -> Reader | None:
        """Who reads annotations of this origin."""
        self._load()
        found = self._own.hint_reader(origin) or self._named.get(("hint", _qualified(origin)))
        if found is None and not isinstance(hint, type):
            found = self._own.hint_reader(type(hint)) or self._named.get(
                ("hint", _qualified(type(hint)))
            )
        return found or self._by_shape("hint", hint)

    def instance_reader(self, value: Any) -> Reader | None:
        """Who reads a value."""
        self._load()
        # What a class has goes before what it derives from: a named tuple is a tuple.
        named = (self._named.get(("value", _qualified(base))) for base in type(value).__mro__)
        by_name = next((reader for reader in named if reader), None)
        return by_name or self._by_shape("value", value) or self._own.instance_reader(type(value))

    def _by_shape(self, what: str, value: Any) -> Reader | None:
        return next((reader for test, reader in self._shapes[what] if test(value)), None)

    def _load(self) -> None:
        # A plugin registers where it is told to: with the package's registry, and from there with this.
        _base()._ready()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("register_"):
            return getattr(_base(), name)
        raise AttributeError(f"the registry of GT4Py has no {name}")


def _base() -> _Registry:
    from conformable._registry import registry as base

    return base


def _qualified(cls: Any) -> str:
    return f"{getattr(cls, '__module__', '')}.{getattr(cls, '__qualname__', '')}"


#: The registry that `from_type_hint` and `from_instance` of this dialect use.
registry = Registry()
