"""The contract of a type that a Python class defines: what a class must keep, and its defaults."""

import inspect
from typing import TypeGuard

from conformable._native import Type, parse_type

#: Names of parameters, with a default or without.
_Wanted = tuple[str | tuple[str, object], ...]

#: The parameters that callers rely on, with their defaults.
_PARAMETERS: dict[str, _Wanted] = {
    "filter": ("value", ("strict", False), ("allow_downcast", None)),
    "filter_inplace": ("value", "storage", ("strict", False), ("allow_downcast", None)),
    "is_valid_value": ("value", ("strict", True)),
    "values_eq": ("a", "b"),
    "values_eq_approx": ("a", "b"),
    "may_share_memory": ("a", "b"),
    "get_shape_info": ("obj",),
    "get_size": ("shape_info",),
    "is_super": ("other",),
    "in_same_class": ("other",),
    "consistent": ("other",),
    "meet": ("other",),
    "join": ("other",),
    "make_variable": (("name", None),),
    "__call__": (("name", None),),
    "make_constant": ("value", ("name", None)),
    "filter_variable": ("other", ("allow_convert", True)),
    "convert_variable": ("var",),
}


#: What every type has, whoever made it; the rest has defaults.
_NEEDED = ("filter", "is_valid_value", "values_eq", "is_super", "in_same_class")


def is_type(value: object) -> TypeGuard[Type]:
    """Whether it keeps the contract: an instance of a class that derives from `Type`, or of any
    other that has its methods."""
    if isinstance(value, Type):
        return True
    cls = type(value)
    return not isinstance(value, type) and all(
        callable(getattr(cls, name, None)) for name in _NEEDED
    )


def as_type(value: object) -> Type:
    """A type, or the type that a text is; anything else is a TypeError."""
    if is_type(value):
        return value
    if isinstance(value, str):
        return parse_type(value)
    raise TypeError(f"expected a type or its text, not {value!r:.200}")


def check_class(cls: type, **kwargs: object) -> None:
    """Refuse a class whose methods can't be called as the contract says."""
    if kwargs:
        raise TypeError(f"{cls.__name__} takes no class arguments: {', '.join(kwargs)}")
    for name, wanted in _PARAMETERS.items():
        method = cls.__dict__.get(name)
        if method is not None:
            _check_method(cls, name, method, wanted)
    # Python takes the hash away from a class that says when instances are equal.
    if "__eq__" in cls.__dict__ and cls.__dict__.get("__hash__") is None:
        type.__setattr__(cls, "__hash__", _hash_of_class)


def _hash_of_class(self: Type) -> int:
    return hash(type(self))


def _check_method(cls: type, name: str, method: object, wanted: _Wanted) -> None:
    where = f"{cls.__name__}.{name}"
    static = isinstance(method, staticmethod)
    function = method.__func__ if isinstance(method, (staticmethod, classmethod)) else method
    if not callable(function):
        raise TypeError(f"{where} must be a method")
    parameters = list(inspect.signature(function).parameters.values())
    if not static:
        if not parameters:
            raise TypeError(f"{where} takes no self")
        parameters = parameters[1:]
    variadic = {parameter.kind for parameter in parameters if _is_variadic(parameter)}
    parameters = [parameter for parameter in parameters if not _is_variadic(parameter)]
    for place, item in enumerate(wanted):
        word, default = item if isinstance(item, tuple) else (item, inspect.Parameter.empty)
        if place >= len(parameters):
            if len(variadic) == 2:
                continue
            raise TypeError(f"{where} must have the parameter {word!r} at place {place + 1}")
        given = parameters[place]
        if given.kind is inspect.Parameter.KEYWORD_ONLY:
            raise TypeError(f"{where} must take {given.name!r} by position too")
        # What has no default is passed by position: its name is the author's affair.
        if isinstance(item, tuple) and given.name != word:
            raise TypeError(
                f"{where} must call its parameter {place + 1} {word!r}, not {given.name!r}"
            )
        if isinstance(item, tuple) and given.default != default:
            raise TypeError(f"{where} must have the default {word}={default!r}")
    for extra in parameters[len(wanted) :]:
        if extra.default is inspect.Parameter.empty:
            raise TypeError(f"{where} must have a default for its extra parameter {extra.name!r}")


def _is_variadic(parameter: inspect.Parameter) -> bool:
    return parameter.kind in (
        inspect.Parameter.VAR_POSITIONAL,
        inspect.Parameter.VAR_KEYWORD,
    )


def check_concrete(cls: type[Type]) -> None:
    """Refuse instances of a class that defines no `filter`."""
    if cls.filter is Type.filter:
        raise TypeError(f"{cls.__name__} is abstract: it defines no method 'filter'")


def parts(ty: Type) -> tuple[tuple[str, object], ...]:
    """What makes two instances of a class equal: `__props__` if declared, else all attributes."""
    props = getattr(type(ty), "__props__", None)
    if props is not None:
        return tuple((name, getattr(ty, name)) for name in props)
    return tuple(sorted(getattr(ty, "__dict__", {}).items()))


def equal(a: Type, b: Type) -> bool:
    """Instances of one class with equal parts."""
    return a is b or (type(a) is type(b) and parts(a) == parts(b))


def hash_of(ty: Type) -> int:
    """Equal for equal types; of parts that can't be hashed, the class's alone."""
    try:
        return hash((type(ty), parts(ty)))
    except TypeError:
        return hash(type(ty))


def representation(ty: Type) -> str:
    """The class with its parts: `Money(currency='EUR')`."""
    inside = ", ".join(f"{name}={value!r}" for name, value in parts(ty))
    return f"{type(ty).__name__}({inside})"
