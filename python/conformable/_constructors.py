"""Types that Python classes define, as parts of the package's own: `list[Money['EUR']]`.

A class that is registered under a name stands for it: its properties are the parameters, and a text
with the name is read as an instance.
"""

from typing import Any

from conformable import _contract
from conformable._native import (
    ConstructedType,
    Dim,
    Literal,
    NoneType,
    PythonType,
    TupleType,
    Type,
)

#: Around a type that alone would be read as the one value that it has: `Box[Type[Literal[3]]]`.
QUOTED = "Type"


def load() -> None:
    """Let plugins name their constructors."""
    from conformable._registry import registry

    registry._ready()


def parameters(ty: Type) -> tuple[str, tuple[Any, ...], bool] | None:
    """The name of an instance's class, its parameters, and whether they decide how types relate;
    None if it has no name."""
    from conformable._registry import registry

    cls = type(ty)
    name = registry.constructor_name(cls)
    if name is None:
        return None
    known = registry.constructor(name)
    if known is not None and known.write is not None:
        return name, tuple(map(_quoted, known.write(ty))), known.covariant
    parts = _contract.parts(ty)
    if parts and not hasattr(cls, "__props__"):
        raise TypeError(
            f"{cls.__qualname__} declares no __props__, which are the parameters of {name}"
        )
    for prop, value in parts:
        if not _is_parameter(value):
            raise TypeError(
                f"{prop} of {ty!r} is no parameter of {name}: it is {value!r}, not a type, a number, "
                "a str, None or a tuple of sizes"
            )
    return name, tuple(_quoted(value) for _, value in parts), known is not None and known.covariant


def _is_parameter(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_size, value))
    return value is None or isinstance(value, Type | str | int | float | Dim)


def _is_size(value: object) -> bool:
    return value is None or (isinstance(value, int | Dim) and not isinstance(value, bool))


def instance(name: str, params: tuple[Type, ...]) -> Type | None:
    """The instance that the parameters say, if a class is registered under the name."""
    from conformable._registry import registry

    known = registry.constructor(name)
    if known is None:
        return None
    cls, values = known.cls, list(map(_read, params))
    if known.read is not None:
        made = known.read(*values)
    else:
        props = getattr(cls, "__props__", ())
        if len(props) != len(params):
            raise TypeError(
                f"{name} has {len(props)} parameters, not {len(params)}: {cls.__qualname__}"
            )
        made = cls(**dict(zip(props, values, strict=True)))
    if type(made) is not cls:
        raise TypeError(f"{name} was read as {made!r}, which is no {cls.__qualname__}")
    return made


def _quoted(value: Any) -> Any:
    """The parameter for a property: itself, but for types that would be read as something else."""
    if isinstance(value, Type) and _read(value) is not value:
        return ConstructedType(QUOTED, value)
    return value


def _read(param: Type) -> Any:
    """The value that a parameter is the type of."""
    if isinstance(param, ConstructedType) and param.name == QUOTED and len(param.params) == 1:
        return param.params[0]
    if isinstance(param, Literal):
        return param.value
    if isinstance(param, NoneType):
        return None
    if isinstance(param, TupleType) and param.items is not None:
        sizes = [_size(item) for item in param.items]
        if ... not in sizes:
            return tuple(sizes)
    return param


def _size(item: Type) -> Any:
    """A size of a tuple; `...` for what is none."""
    if item is PythonType("int"):
        return None
    value = item.value if isinstance(item, Literal) else ...
    return ... if isinstance(value, bool | str | float) else value
