"""Annotations as types: `from_type_hint` and the readers that it has from the start."""

import collections.abc
import contextvars
import dataclasses
import inspect
import itertools
import math
import sys
import types
import typing
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing

from conformable._contract import is_type
from conformable._jaxtyping import GIVEN, PLAIN, is_jaxtyping, read_array
from conformable._native import (
    DictType,
    DTypeType,
    FunctionType,
    ListType,
    Literal,
    NamedType,
    NoneType,
    PythonType,
    ScalarType,
    SetType,
    SliceType,
    StructType,
    TensorType,
    TupleType,
    Type,
    UnionType,
    UnknownType,
    literal_of,
)
from conformable._values import short

#: What reads the annotations inside one.
Read = Callable[[Any], Type]

#: What type variables with constraints are, while one of the functions that they make is read.
_CHOSEN: contextvars.ContextVar[dict[Any, Type] | None] = contextvars.ContextVar(
    "_CHOSEN", default=None
)
#: A function of type variables is at most so many functions.
_MOST_FUNCTIONS = 64
#: Abstract scalar classes, each the union of its members.
_FAMILIES = (
    np.number,
    np.integer,
    np.signedinteger,
    np.unsignedinteger,
    np.inexact,
    np.floating,
    np.complexfloating,
)
#: Classes of many kinds of values.
_ABSTRACT = (
    "Collection Container Generator AsyncGenerator AsyncIterable AsyncIterator Awaitable Coroutine Hashable ItemsView "
    "Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence MutableSet Reversible Sequence Set "
    "Sized ValuesView"
).split()


class Unreadable(TypeError):
    """No reader knows the annotation, or says what it means."""


def from_type_hint(
    hint: Any,
    globalns: dict[str, Any] | None = None,
    localns: dict[str, Any] | None = None,
    *,
    given: dict[str, str] | None = None,
    lenient: bool = False,
) -> Type:
    """The type that an annotation means.

    Names in strings are looked up in the namespaces. What nobody reads is a TypeError that names it.
    In jaxtyping's strings, `#n` and `{expression}` are sizes of which nothing is known. With `given`,
    as `checked` reads them, `#n` is a name with a mark, and `{expression}` a name of its own, which
    is added to `given` with the expression. If `lenient`, what nobody reads is unknown.
    """
    try:
        return _read(hint, globalns, localns, given, lenient)
    except Unreadable as error:
        raise TypeError(str(error)) from None


def _read(
    hint: Any, globalns: Any, localns: Any, given: dict[str, str] | None, lenient: bool
) -> Type:
    from conformable._registry import registry

    def read(inner: Any) -> Type:
        try:
            return strictly(inner)
        except Unreadable:
            if lenient:
                return UnknownType()
            raise

    def strictly(inner: Any) -> Type:
        if is_type(inner):
            return inner
        if isinstance(inner, (str, typing.ForwardRef)):
            return read(_evaluate(inner, globalns, localns))
        if inner is None:
            return NoneType()
        known = registry.type_of(inner)
        if known is not None:
            return known
        origin = typing.get_origin(inner)
        reader = registry.hint_reader(inner if origin is None else origin)
        if reader is None and isinstance(inner, type):
            reader = registry.class_hint_reader(inner) or _class_reader(inner)
        elif reader is None:
            reader = registry.hint_reader(type(inner))
        if reader is not None:
            return checked(reader(inner, read), reader, inner)
        raise Unreadable(f"no reader knows the annotation {inner!r}")

    reading = GIVEN.set(given)
    try:
        return read(hint)
    except RecursionError:
        raise TypeError(f"the annotation {_shown(hint)} contains itself, or too many") from None
    finally:
        GIVEN.reset(reading)


def is_readable(hint: Any) -> bool:
    """Whether there is a reader for the annotation itself, whatever stands in it."""
    try:
        _read(hint, None, None, {}, False)
    except Unreadable:
        return typing.get_origin(hint) is not None and _has_reader(hint)
    except TypeError:
        return True
    return True


def _has_reader(hint: Any) -> bool:
    from conformable._registry import registry

    return registry.hint_reader(typing.get_origin(hint)) is not None


def shown(hint: Any) -> str:
    """An annotation as it is written."""
    if hint in (None, types.NoneType):
        return "None"
    if isinstance(hint, type) and not is_jaxtyping(hint) and typing.get_origin(hint) is None:
        return hint.__qualname__
    args = typing.get_args(hint)
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return " | ".join(map(shown, args))
    if is_jaxtyping(hint):
        return _shown_array(hint)
    origin = typing.get_origin(hint)
    if origin is typing.Annotated:
        return f"Annotated[{', '.join([shown(args[0]), *map(repr, args[1:])])}]"
    if isinstance(origin, type) and args and origin not in (np.ndarray, collections.abc.Callable):
        inner = ", ".join("..." if arg is ... else shown(arg) for arg in args)
        return f"{origin.__qualname__}[{inner}]"
    if isinstance(hint, str):
        return hint
    return _shown(hint).replace("collections.abc.", "").replace("typing.", "")


def shown_parts(name: str, hint: Any) -> dict[str, str]:
    """An annotation as it is written, by the name of its value, and those of what the value holds:
    `x[]` is any item of `x`, `x[0]` the first one of a tuple."""
    texts = {name: shown(hint)}
    args = typing.get_args(hint)
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        for arg in args:
            texts = {**shown_parts(name, arg), **texts}
    elif origin is tuple and ... not in args:
        for place, arg in enumerate(args):
            texts |= shown_parts(f"{name}[{place}]", arg)
    elif origin in (tuple, list, dict) and args:
        texts |= shown_parts(f"{name}[]", args[-1] if origin is dict else args[0])
    return texts


def _shown_array(hint: Any) -> str:
    """`Float[ndarray, 'n d']`, as jaxtyping's classes are called."""
    return str(hint.__name__) if "[" in hint.__name__ else f"{hint.__name__}[{hint.dim_str!r}]"


def _shown(hint: Any) -> str:
    try:
        return f"{hint!r:.200}"
    except RecursionError:
        return f"(a {type(hint).__name__})"


def checked(found: Any, reader: Any, source: Any) -> Type:
    """What a reader gave, if that is a type."""
    if not is_type(found):
        name = getattr(reader, "__qualname__", reader)
        raise TypeError(f"{name} read {short(source)} as {found!r}, which is no type")
    return found


def _evaluate(hint: str | typing.ForwardRef, globalns: Any, localns: Any) -> Any:
    text = hint if isinstance(hint, str) else hint.__forward_arg__
    try:
        return eval(text, dict(globalns or {}), dict(localns or {}))
    except NameError as error:
        raise TypeError(f"the annotation {text!r} has an undefined name: {error}") from error
    except SyntaxError as error:
        raise TypeError(f"the annotation {text!r} is not Python: {error}") from error


def _class_reader(cls: type) -> Any:
    """For classes that are recognised by what they have, not by what they are."""
    if is_jaxtyping(cls):
        return read_array
    if issubclass(cls, np.generic):
        return lambda hint, read: _numpy_scalar(hint)
    if dataclasses.is_dataclass(cls):
        return lambda hint, read: StructType(
            {
                name: read(own)
                for name, own in _members(hint, [f.name for f in dataclasses.fields(hint)])
            }
        )
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return _named_tuple
    if typing.is_typeddict(cls):
        return lambda hint, read: StructType(
            {name: read(own) for name, own in _members(hint, list(hint.__annotations__))}
        )
    return None


def _members(cls: type, names: list[str]) -> list[tuple[str, Any]]:
    module = sys.modules.get(cls.__module__)
    hints = typing.get_type_hints(cls, vars(module) if module else None, include_extras=True)
    return [(name, hints[name]) for name in names]


def _named_tuple(hint: Any, read: Any) -> Type:
    if set(hint.__annotations__) < set(hint._fields):
        raise TypeError(f"the fields of {hint!r} have no types")
    return StructType({name: read(own) for name, own in _members(hint, list(hint._fields))})


def _numpy_scalar(cls: type[np.generic]) -> Type:
    if cls is np.generic:
        return ScalarType("?")
    if cls in _FAMILIES:
        members = [dtype for dtype in PLAIN if issubclass(np.dtype(dtype).type, cls)]
        return UnionType(*map(ScalarType, members))
    if cls in (np.character, np.flexible):
        raise TypeError(f"{cls!r} is no one dtype")
    return ScalarType(cls)


def _union(hint: Any, read: Any) -> Type:
    return UnionType(*map(read, typing.get_args(hint)))


def _tuple(hint: Any, read: Any) -> Type:
    args = typing.get_args(hint)
    if hint is tuple or hint is typing.Tuple:  # noqa: UP006
        return TupleType(UnknownType(), ...)
    if len(args) == 2 and args[1] is ...:
        return TupleType(read(args[0]), ...)
    return TupleType(*map(read, args))


def _of_one(make: Callable[[Type], Type]) -> Callable[[Any, Read], Type]:
    def reader(hint: Any, read: Read) -> Type:
        args = typing.get_args(hint)
        return make(read(args[0]) if args else UnknownType())

    return reader


def _dict(hint: Any, read: Any) -> Type:
    args = typing.get_args(hint) or (Any, Any)
    return DictType(*map(read, args))


def _callable(hint: Any, read: Any) -> Type:
    # A call of `checked` asks only whether the value may be called: classes may, and callable instances.
    if GIVEN.get() is not None:
        return UnknownType()
    args = typing.get_args(hint)
    if len(args) != 2 or not isinstance(args[0], list):
        return open_function(read(args[1]) if len(args) == 2 else UnknownType())
    return FunctionType([read(param) for param in args[0]], read(args[1]))


def open_function(returns: Type) -> FunctionType:
    """A function of whose parameters nothing is known."""
    kinds = {"args": inspect.Parameter.VAR_POSITIONAL, "kwargs": inspect.Parameter.VAR_KEYWORD}
    rest = [inspect.Parameter(name, kind, annotation=UnknownType()) for name, kind in kinds.items()]
    return FunctionType(rest, returns)


def _unknown(hint: Any, read: Any) -> Type:
    """Of a class of many kinds of values, as `Sequence[int]` is, no type says more than nothing."""
    for part in typing.get_args(hint):
        if part is not ... and not isinstance(part, list):
            read(part)
    return UnknownType()


def _literal(hint: Any, read: Any) -> Type:
    return UnionType(*(Literal(value) for value in typing.get_args(hint)))


def _annotated(hint: Any, read: Read) -> Type:
    inner, *metadata = typing.get_args(hint)
    said = [item for item in metadata if is_type(item)]
    if len(said) > 1:
        raise TypeError(f"{hint!r} says two types: {said[0]} and {said[1]}")
    return said[0] if said else read(inner)


def _first(hint: Any, read: Read) -> Type:
    (inner,) = typing.get_args(hint)
    return read(inner)


def _type_variable(hint: Any, read: Read) -> Type:
    chosen = _CHOSEN.get()
    if chosen is not None and hint in chosen:
        return chosen[hint]
    if hint.__constraints__:
        return UnionType(*map(read, hint.__constraints__))
    return read(hint.__bound__) if hint.__bound__ is not None else NamedType(hint.__name__)


def _array(hint: Any, read: Any) -> Type:
    args = typing.get_args(hint)
    if not args:
        return TensorType("?", None)
    shape, dtype = args
    (scalar,) = typing.get_args(dtype) or (Any,)
    return _with_dtypes(scalar, _sizes(shape, hint))


def _with_dtypes(scalar: Any, shape: Any) -> Type:
    """An array for each dtype that an annotation allows."""
    if typing.get_origin(scalar) in (typing.Union, types.UnionType):
        return UnionType(*(_with_dtypes(one, shape) for one in typing.get_args(scalar)))
    if not isinstance(scalar, type) or scalar in (np.generic, Any):
        return TensorType("?", shape)
    if scalar in _FAMILIES:
        members = [dtype for dtype in PLAIN if issubclass(np.dtype(dtype).type, scalar)]
        return UnionType(*(TensorType(dtype, shape) for dtype in members))
    return TensorType(scalar, shape)


def _sizes(shape: Any, hint: Any) -> Any:
    args = typing.get_args(shape)
    if shape is Any or (typing.get_origin(shape) is tuple and len(args) == 2 and args[1] is ...):
        return None
    if typing.get_origin(shape) is not tuple:
        raise TypeError(f"the shape of {hint!r} is no tuple")
    sizes: list[int | None] = []
    for size in args:
        known = typing.get_args(size) if typing.get_origin(size) is typing.Literal else ()
        sizes.append(known[0] if len(known) == 1 else None)
    return tuple(sizes)


def _dtype(hint: Any, read: Any) -> Type:
    args = typing.get_args(hint)
    return DTypeType(args[0] if args and isinstance(args[0], type) else "?")


def _class_of(hint: Any, read: Any) -> Type:
    args = typing.get_args(hint)
    if (
        args
        and isinstance(args[0], type)
        and issubclass(args[0], (np.generic, bool, int, float, complex))
    ):
        return DTypeType(args[0])
    raise Unreadable(f"{hint!r} is no dtype")


def _named_function(function: Any, read: Any) -> Type:
    return function_type(function)


def function_type(function: Any) -> Type:
    """The type of a Python function by its annotations; what has none is unknown.

    Where it has type variables with constraints, or bounds that are unions, it is one function for each choice: all
    that they stand for is one type.
    """
    hints = typing.get_type_hints(function, include_extras=True)
    choices = [_members_of(own) for own in dict.fromkeys(_type_variables(list(hints.values())))]
    if not choices or math.prod(len(members) for _, members in choices) > _MOST_FUNCTIONS:
        return _one_function(function, hints)
    chosen = []
    for members in itertools.product(*(members for _, members in choices)):
        pairs = zip((own for own, _ in choices), members, strict=True)
        choosing = _CHOSEN.set(dict(pairs))
        try:
            chosen.append(_one_function(function, hints))
        finally:
            _CHOSEN.reset(choosing)
    return UnionType(*chosen)


def _type_variables(hints: list[Any]) -> list[Any]:
    """Those in hints that stand for one of several types."""
    found = []
    for hint in hints:
        if isinstance(hint, typing.TypeVar) and (
            hint.__constraints__ or hint.__bound__ is not None
        ):
            found.append(hint)
        parts = hint if isinstance(hint, list) else typing.get_args(hint)
        found += _type_variables(list(parts))
    return found


def _members_of(variable: Any) -> tuple[Any, list[Type]]:
    """The types that a type variable may be."""
    union = from_type_hint(variable)
    return variable, list(union.members) if isinstance(union, UnionType) else [union]


def _one_function(function: Any, hints: dict[str, Any]) -> Type:
    params = []
    for name, param in inspect.signature(function).parameters.items():
        ty = from_type_hint(hints[name]) if name in hints else UnknownType()
        default = param.empty if param.default is param.empty else _default(param.default)
        params.append(param.replace(annotation=ty, default=default))
    returns = from_type_hint(hints["return"]) if "return" in hints else UnknownType()
    return FunctionType(params, returns)


def _default(value: Any) -> Type:
    """The type of a default: where there is one that has it alone, that."""
    from conformable._instances import from_instance

    literal = literal_of(value)
    if literal is not None:
        return literal
    try:
        return from_instance(value)
    except TypeError:
        return UnknownType()


def register_all(registry: Any) -> None:
    """Give a registry the readers of Python's, NumPy's and jaxtyping's annotations."""
    for cls in (bool, int, float, complex, str, bytes):
        registry.register(cls, PythonType(cls.__name__))
    registry.register(types.NoneType, NoneType())
    registry.register(types.EllipsisType, PythonType("ellipsis"))
    registry.register(slice, SliceType())
    registry.register(Any, UnknownType())
    registry.register(object, UnknownType())
    for hint in (np.typing.ArrayLike, np.typing.DTypeLike):
        registry.register(hint, UnknownType())
    for origin in (typing.Union, types.UnionType):
        registry.register_hint(origin, _union)
    registry.register_hint(tuple, _tuple)
    registry.register_hint(list, _of_one(ListType))
    registry.register_hint(set, _of_one(SetType))
    registry.register_hint(frozenset, _of_one(SetType))
    registry.register_hint(dict, _dict)
    registry.register_hint(collections.abc.Callable, _callable)
    for name in _ABSTRACT:
        registry.register_hint(getattr(collections.abc, name), _unknown)
    registry.register_hint(typing.Literal, _literal)
    registry.register_hint(typing.Annotated, _annotated)
    for wrapper in (typing.Final, typing.ClassVar, typing.Required, typing.NotRequired):
        registry.register_hint(wrapper, _first)
    registry.register_hint(typing.NewType, lambda hint, read: read(hint.__supertype__))
    registry.register_hint(typing.TypeVar, _type_variable)
    if hasattr(typing, "TypeAliasType"):
        registry.register_hint(typing.TypeAliasType, lambda hint, read: read(hint.__value__))
    registry.register_hint(np.ndarray, _array)
    registry.register_hint(np.dtype, _dtype)
    registry.register_hint(type, _class_of)
    registry.register_hint(types.FunctionType, _named_function)
