"""Annotations as GT4Py's types: `from_type_hint` and the rows that it has from the start.

What is not supported is a ValueError that says which part of the annotation it is and what would fit.
"""

import collections.abc
import dataclasses
import typing
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from conformable._contract import is_type
from conformable._native import NamedType, NoneType, Type
from conformable.gt4py._hierarchy import (
    STRING,
    FunctionType,
    NamedCollectionType,
    ScalarKind,
    ScalarType,
    TupleType,
)
from conformable.gt4py._registry import registry
from conformable.gt4py._types import Dimension, FieldType
from conformable.traits import Trait

Read = Callable[[Any], Any]

#: What Python's own classes are.
PYTHON = {
    bool: ScalarKind.BOOL,
    int: ScalarKind.INT64,
    float: ScalarKind.FLOAT64,
    str: ScalarKind.STRING,
}
#: NumPy's classes that are scalars of GT4Py's.
NUMPY = (
    "bool_",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float32",
    "float64",
)

_FITS = (
    "a scalar (bool, int, float, np.int8 ... np.uint64, np.float32, np.float64), tuple[...], Field[[dims], scalar], a "
    "NamedTuple or dataclass with types, type[scalar], or what is registered with gt4py.registry.register_hint would do"
)


class Unsupported(ValueError):
    """An annotation or a value that has no type of GT4Py's, with the way to it."""

    def __init__(self, message: str, path: tuple[str, ...] = ()):
        super().__init__(message)
        self.message = message
        self.path = path

    def inside(self, part: str) -> "Unsupported":
        """The same, of a part of something else."""
        return Unsupported(self.message, (part, *self.path))

    def __str__(self) -> str:
        return f"{', '.join(self.path)}: {self.message}" if self.path else self.message


class KeywordArguments(dict[str, Any]):
    """The parameters of an annotated `Callable` that are given by name: `Annotated[Callable[[int], int],
    KeywordArguments(k=bool)]`."""


def from_type_hint(
    hint: Any,
    globalns: dict[str, Any] | None = None,
    localns: dict[str, Any] | None = None,
    *,
    generic: bool = False,
) -> Type:
    """The type that an annotation means: Python's numbers are of 64 bits.

    With `generic`, a type variable is a variable, the same wherever its name stands, and a trait a fresh one; what they
    may be, `gt4py.generic` says of a function.
    """
    try:
        found: Type = _Reading(globalns, localns, generic)(hint)
        return found
    except RecursionError:
        raise Unsupported("the annotation is nested too deep, or contains itself") from None


class _Reading:
    """The reading of one annotation and of all that is in it."""

    def __init__(self, globalns: Any, localns: Any, generic: bool):
        self.globalns, self.localns, self.generic = globalns, localns, generic
        self.fresh = 0
        #: What the variables may be: one of several types, what implements a trait, anything.
        self.constraints: dict[str, Any] = {}

    def __call__(self, hint: Any) -> Any:
        if is_type(hint) and not isinstance(hint, Dimension):
            return hint
        if isinstance(hint, str | typing.ForwardRef):
            return self(self.evaluated(hint))
        known = registry.type_of(hint)
        if known is not None:
            return known
        if self.generic and isinstance(hint, typing.TypeVar | Trait):
            return self.variable(hint)
        if isinstance(hint, typing.TypeVar | Trait):
            raise Unsupported(
                f"'{hint!r}' type is not supported: only a generic signature has variables"
            )
        origin = typing.get_origin(hint)
        reader = registry.hint_reader(hint if origin is None else origin, hint)
        if reader is None:
            raise Unsupported(f"type {hint!r} not supported: {_FITS}")
        found = reader(hint, self)
        if not is_type(found):
            name = getattr(reader, "__qualname__", reader)
            raise TypeError(f"{name} read {hint!r} as {found!r}, which is no type")
        return found

    def evaluated(self, hint: Any) -> Any:
        text = hint if isinstance(hint, str) else hint.__forward_arg__
        try:
            return eval(text, dict(self.globalns or {}), dict(self.localns or {}))
        except NameError as error:
            raise Unsupported(
                f"type annotation {text!r} has undefined forward references: {error}"
            ) from error
        except SyntaxError as error:
            raise Unsupported(f"type annotation {text!r} is no annotation: {error}") from error

    def variable(self, hint: Any) -> Type:
        if isinstance(hint, typing.TypeVar):
            bound = hint.__bound__
            types = hint.__constraints__ or (
                () if bound is None or isinstance(bound, Trait) else (bound,)
            )
            self.constraints[hint.__name__] = tuple(map(self, types)) or bound
            return NamedType(hint.__name__)
        self.fresh += 1
        name = f"T{self.fresh}_{hint.name}"
        self.constraints[name] = hint
        return NamedType(name)


def reading(globalns: dict[str, Any] | None = None) -> _Reading:
    """What reads the annotations of one generic signature, and keeps what its variables may be."""
    return _Reading(globalns, None, True)


def part(read: Read, hint: Any, where: str) -> Any:
    """What a part of an annotation means; its errors say where it stands."""
    try:
        return read(hint)
    except Unsupported as error:
        raise error.inside(where) from None


def element(read: Read, hint: Any, where: str) -> Any:
    """What stands in a tuple or collection: data, which a function is not."""
    found = part(read, hint, where)
    if isinstance(found, FunctionType):
        raise Unsupported(f"a function, '{found}', is no element: data would do", (where,))
    return found


def _annotated(hint: Any, read: Read) -> Any:
    inner, *metadata = typing.get_args(hint)
    keywords = [found for found in map(_keywords, metadata) if found is not None]
    if typing.get_origin(inner) is collections.abc.Callable and keywords:
        if len(keywords) > 1:
            raise Unsupported(
                f"invalid callable annotations in {hint!r}: keyword arguments stand twice"
            )
        params, result = typing.get_args(inner)
        return FunctionType(
            [part(read, param, f"parameter {k + 1}") for k, param in enumerate(params)],
            {},
            {name: part(read, own, f"parameter '{name}'") for name, own in keywords[0].items()},
            NoneType() if result in (None, type(None)) else part(read, result, "result"),
        )
    return read(inner)


def _keywords(metadata: Any) -> Mapping[str, Any] | None:
    if isinstance(metadata, KeywordArguments):
        return metadata
    data = getattr(metadata, "data", None)
    return (
        data
        if type(metadata).__name__ == "CallableKwargsInfo" and isinstance(data, Mapping)
        else None
    )


def _callable(hint: Any, read: Read) -> Any:
    if not typing.get_args(hint):
        raise Unsupported(f"unannotated functions are not supported: {hint!r} says no parameters")
    raise Unsupported(
        f"invalid callable annotations in {hint!r}: say by Annotated[..., KeywordArguments()] what is given by name"
    )


def _tuple(hint: Any, read: Read) -> Any:
    if isinstance(hint, tuple):
        raise Unsupported(f"{hint!r} is a value, no type: tuple[int, float] or a scalar would do")
    args = typing.get_args(hint)
    if not args:
        raise Unsupported(f"{hint!r} requires at least one argument: tuple[int, float] would do")
    if ... in args:
        raise Unsupported(
            f"unbound tuples ({hint!r}) are not allowed: say each element, tuple[int, int]"
        )
    return TupleType([element(read, arg, f"element {k}") for k, arg in enumerate(args)])


def _of_type(hint: Any, read: Read) -> Any:
    """`type[X]`: what makes an X of its parts, of a scalar of one of any scalar."""
    (made,) = typing.get_args(hint) or (None,)
    ty = read(made)
    if isinstance(ty, ScalarType):
        # Of any scalar: it is called by what it must be.
        return FunctionType([NamedType("T_Scalar")], {}, {}, ty)
    names = member_names(made)
    if names is None or ty is STRING:
        raise Unsupported(
            f"type {made!r} not supported as what is constructed: a scalar or a named tuple would do"
        )
    by_name = dataclasses.is_dataclass(made) and all(
        member.kw_only for member in dataclasses.fields(made)
    )
    fields = dict(ty.fields)
    return FunctionType([], {} if by_name else fields, fields if by_name else {}, ty)


def field_type(hint: Any, read: Read) -> Any:
    """`Field[[I, J], float64]`"""
    args = typing.get_args(hint)
    if len(args) != 2:
        raise Unsupported(
            f"Field type requires two arguments, got {len(args)}: {hint!r}; Field[[I], float] would do"
        )
    dims, dtype = args
    if typing.get_origin(dims) is not None:
        dims = typing.get_args(dims)
    if not isinstance(dims, list | tuple):
        raise Unsupported(
            f"invalid field dimensions {dims!r}: a list of dimensions, [I, J], would do"
        )
    for dim in dims:
        if not _is_dimension(dim):
            raise Unsupported(f"invalid field dimension definition {dim!r}: a Dimension would do")
    try:
        scalar = read(dtype)
    except Unsupported as error:
        raise Unsupported(
            f"Field dtype argument must be a scalar type (got {dtype!r}): {error}"
        ) from None
    if not isinstance(scalar, ScalarType | NamedType):
        raise Unsupported(f"Field dtype argument must be a scalar type (got '{scalar}')")
    try:
        return FieldType(dims, scalar)
    except ValueError as error:
        raise Unsupported(str(error)) from None


def _is_dimension(value: Any) -> bool:
    if isinstance(value, Dimension):
        return True
    return (
        not isinstance(value, type)
        and type(value).__qualname__ == "Dimension"
        and hasattr(value, "kind")
    )


def member_names(cls: Any) -> list[str] | None:
    """The names of a named tuple's or dataclass's members; None of other classes."""
    if not isinstance(cls, type):
        return None
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return list(cls._fields)
    if dataclasses.is_dataclass(cls):
        return [field.name for field in dataclasses.fields(cls)]
    return None


def _collection(cls: Any, read: Read) -> Any:
    names = member_names(cls) or []
    hints = typing.get_type_hints(cls, include_extras=True)
    if any(name not in hints for name in names):
        raise Unsupported(
            f"untyped tuple subclass {cls!r} is not a valid typed namedtuple: derive from typing.NamedTuple"
        )
    _plain_dataclass(cls)
    return NamedCollectionType(
        [element(read, hints[name], f"member '{name}'") for name in names], names
    )


def _plain_dataclass(cls: Any) -> None:
    """Refuse a dataclass that is made of something else than its members."""
    if not dataclasses.is_dataclass(cls):
        return
    wrong = None
    if not getattr(cls, "__dataclass_params__").init:  # noqa: B009
        wrong = "has an __init__ of its own"
    elif any(isinstance(hint, dataclasses.InitVar) for hint in cls.__annotations__.values()):
        wrong = "has members that are for __init__ alone"
    else:
        for member in dataclasses.fields(cls):
            if (member.default, member.default_factory) != (
                dataclasses.MISSING,
                dataclasses.MISSING,
            ):
                wrong = f"has a default for '{member.name}'"
    if wrong is not None:
        raise Unsupported(f"the dataclass {cls!r} {wrong}, which no type says")


#: Readers by origin; those with a text are of packages that need not be there.
ORIGINS: tuple[tuple[Any, Any], ...] = (
    (typing.Annotated, _annotated),
    (tuple, _tuple),
    (type, _of_type),
    (collections.abc.Callable, _callable),
    (typing.Callable, _callable),
    ("gt4py.next.common.Field", field_type),
)


def register_all(own: Any) -> None:
    """Give a registry the rows of GT4Py's annotations."""
    for cls, kind in PYTHON.items():
        own.register(cls, ScalarType(kind))
    for name in NUMPY:
        own.register(getattr(np, name), ScalarType(ScalarKind[name.strip("_").upper()]))
    for origin, reader in ORIGINS:
        own.register_hint(origin, reader)
    own.register_shape("hint", lambda hint: member_names(hint) is not None, _collection)
