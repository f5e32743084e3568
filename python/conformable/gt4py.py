"""GT4Py's names for types, its rules for hints and values, and its questions about types.

The types are the package's own: `ScalarType(ScalarKind.FLOAT64)` is `float64`, a `FunctionType` is a
function's. GT4Py converts nothing by itself: types are promoted if they are the same, and a call needs
the very types of the parameters. What it does not support is a ValueError, as there. Fields and offset
providers are not part of this module.
"""

import dataclasses
import enum
import inspect
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from conformable import _native
from conformable._framework import measure
from conformable._native import (
    FunctionType as _Function,
    NoneType,
    PythonType,
    ScalarType as _Scalar,
    StructType,
    TupleType as _Tuple,
    Type,
)


class ScalarKind(enum.IntEnum):
    """The kinds of scalars."""

    BOOL = 1
    INT8 = 2
    UINT8 = 3
    INT16 = 4
    UINT16 = 5
    INT32 = 6
    UINT32 = 7
    INT64 = 8
    UINT64 = 9
    FLOAT32 = 10
    FLOAT64 = 11
    STRING = 12


#: What Python's own classes are.
_PYTHON = {
    bool: ScalarKind.BOOL,
    int: ScalarKind.INT64,
    float: ScalarKind.FLOAT64,
    str: ScalarKind.STRING,
}
_NAMES = {kind.name.lower(): kind for kind in ScalarKind if kind is not ScalarKind.STRING}
_STRING = PythonType("str")


def ScalarType(kind: ScalarKind) -> Type:
    """The scalar of a kind."""
    return _STRING if kind is ScalarKind.STRING else _Scalar(kind.name.lower())


def TupleType(types: Sequence[Type]) -> Type:
    """A tuple of so many elements, each of a type of its own."""
    return _Tuple(*types)


def NamedCollectionType(types: Sequence[Type], keys: Sequence[str]) -> Type:
    """What has elements with names."""
    return StructType(dict(zip(keys, types, strict=True)))


def VoidType() -> Type:
    """What a program gives."""
    return NoneType()


def FunctionType(
    pos_only_args: Sequence[Type],
    pos_or_kw_args: Mapping[str, Type],
    kw_only_args: Mapping[str, Type],
    returns: Type,
) -> Type:
    """A function, by the ways in which its parameters may be passed."""
    # Parameters that have no name are in no signature of Python's, but in the text form.
    params = [*map(str, pos_only_args), *(f"{name}: {ty}" for name, ty in pos_or_kw_args.items())]
    if pos_only_args and pos_or_kw_args:
        params.insert(len(pos_only_args), "/")
    if kw_only_args:
        params += ["*", *(f"{name}: {ty}" for name, ty in kw_only_args.items())]
    return _native.parse_type(f"(({', '.join(params)}) -> {returns})")


def kind_of(ty: Type) -> ScalarKind | None:
    """The kind of a scalar; None of what is none."""
    if ty is _STRING:
        return ScalarKind.STRING
    return _NAMES.get(ty.dtype or "") if isinstance(ty, _Scalar) else None


def from_type_hint(
    hint: Any, globalns: dict[str, Any] | None = None, localns: dict[str, Any] | None = None
) -> Type:
    """The type that an annotation means: Python's numbers are of 64 bits."""

    def read(inner: Any) -> Type:
        return from_type_hint(inner, globalns, localns)

    if isinstance(hint, str | typing.ForwardRef):
        text = hint if isinstance(hint, str) else hint.__forward_arg__
        try:
            return read(eval(text, dict(globalns or {}), dict(localns or {})))
        except NameError as error:
            raise ValueError(
                f"type annotation {text!r} has undefined forward references: {error}"
            ) from error
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return read(args[0])
    if origin is tuple or hint is tuple:
        if not args:
            raise ValueError(f"{hint!r} requires at least one argument")
        if ... in args:
            raise ValueError(f"tuples of any length ({hint!r}) are not allowed")
        return TupleType([read(arg) for arg in args])
    if origin is type:
        made = read(args[0])
        if kind_of(made) is None:
            raise ValueError(f"type {args[0]!r} not supported as what is constructed")
        return FunctionType([made], {}, {}, made)
    if isinstance(hint, type) and origin is None:
        return _of_class(hint, read)
    raise ValueError(f"type {hint!r} not supported")


def _of_class(cls: type, read: Callable[[Any], Type]) -> Type:
    if cls in _PYTHON:
        return ScalarType(_PYTHON[cls])
    if issubclass(cls, np.generic) and np.dtype(cls).name in _NAMES:
        return _Scalar(np.dtype(cls))
    fields = _fields(cls)
    if fields is None:
        raise ValueError(f"type {cls!r} not supported")
    hints = typing.get_type_hints(cls, include_extras=True)
    missing = [name for name in fields if name not in hints]
    if missing:
        raise ValueError(f"untyped tuple subclass {cls!r} is not a valid typed namedtuple")
    return NamedCollectionType([read(hints[name]) for name in fields], fields)


def _fields(cls: type) -> list[str] | None:
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return list(cls._fields)
    if dataclasses.is_dataclass(cls):
        return [field.name for field in dataclasses.fields(cls)]
    return None


def from_value(value: Any) -> Type:
    """The type of a value: of an int the 32 bits that hold it, else 64."""
    if isinstance(value, np.generic) and value.dtype.name in _NAMES:
        return _Scalar(value.dtype)
    for cls in (bool, float, str):
        if isinstance(value, cls):
            return ScalarType(_PYTHON[cls])
    if isinstance(value, int):
        for kind in (ScalarKind.INT32, ScalarKind.INT64):
            low, high = arithmetic_bounds(ScalarType(kind))
            if low <= value <= high:
                return ScalarType(kind)
        raise ValueError(f"value {value} is out of range to be representable as INT32 or INT64")
    if isinstance(value, type):
        return from_type_hint(type[value])
    fields = _fields(type(value))
    if fields is not None:
        return NamedCollectionType([from_value(getattr(value, name)) for name in fields], fields)
    if isinstance(value, tuple):
        return TupleType([from_value(part) for part in value])
    if inspect.isfunction(value):
        return _of_function(value)
    raise ValueError(f"type {type(value)!r} not supported")


def _of_function(function: Any) -> Type:
    hints = typing.get_type_hints(function, include_extras=True)
    parameters = inspect.signature(function).parameters.values()
    kinds: dict[Any, dict[str, Type]] = {kind: {} for kind in inspect._ParameterKind}
    for parameter in parameters:
        if parameter.name not in hints:
            raise ValueError(
                f"invalid callable annotations in {function!r}: {parameter.name} has none"
            )
        kinds[parameter.kind][parameter.name] = from_type_hint(hints[parameter.name])
    if "return" not in hints:
        raise ValueError(f"invalid callable annotations in {function!r}: the result has none")
    if kinds[inspect.Parameter.VAR_POSITIONAL] or kinds[inspect.Parameter.VAR_KEYWORD]:
        raise ValueError(f"any number of arguments, as {function!r} takes, is not supported")
    return FunctionType(
        list(kinds[inspect.Parameter.POSITIONAL_ONLY].values()),
        kinds[inspect.Parameter.POSITIONAL_OR_KEYWORD],
        kinds[inspect.Parameter.KEYWORD_ONLY],
        NoneType() if hints["return"] is type(None) else from_type_hint(hints["return"]),
    )


def primitive_constituents(ty: Type) -> Iterator[Type]:
    """The leaves of tuples in tuples."""
    for _, leaf in constituents_with_path(ty):
        yield leaf


def constituents_with_path(
    ty: Type, path: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Type]]:
    """The leaves, each with the indices that lead to it."""
    if isinstance(ty, StructType):
        parts: Sequence[Type] = list(ty.fields.values())
    elif isinstance(ty, _Tuple) and ty.items is not None:
        parts = ty.items
    else:
        yield path, ty
        return
    for place, part in enumerate(parts):
        yield from constituents_with_path(part, (*path, place))


def is_floating_point(ty: Type) -> bool:
    """Whether it is a float."""
    return kind_of(ty) is not None and measure(ty).primitive == "floating"


def is_integral(ty: Type) -> bool:
    """Whether it is a whole number."""
    return kind_of(ty) is not None and measure(ty).primitive in ("signed", "unsigned")


def is_arithmetic(ty: Type) -> bool:
    """Whether it is a number, which a bool is not."""
    return is_floating_point(ty) or is_integral(ty)


def is_logical(ty: Type) -> bool:
    """Whether it is a bool."""
    return kind_of(ty) is ScalarKind.BOOL


def is_type_or_tuple_of_type(ty: Type, test: Callable[[Type], bool]) -> bool:
    """Whether all leaves pass a test."""
    return all(map(test, primitive_constituents(ty)))


def is_tuple_of_type(ty: Type, test: Callable[[Type], bool]) -> bool:
    """Whether it is a tuple all leaves of which pass a test."""
    return isinstance(ty, _Tuple) and is_type_or_tuple_of_type(ty, test)


def extract_dtype(ty: Type) -> Type:
    """The scalar of what has one."""
    if kind_of(ty) is None:
        raise ValueError(f"cannot extract the data type of {ty}")
    return ty


def arithmetic_bounds(ty: Type) -> tuple[Any, Any]:
    """The smallest and the greatest number of a type."""
    if not is_arithmetic(ty):
        raise ValueError(f"{ty} is not arithmetic")
    assert isinstance(ty, _Scalar) and ty.numpy_dtype is not None
    info: Any = np.finfo(ty.numpy_dtype) if is_floating_point(ty) else np.iinfo(ty.numpy_dtype)
    return info.min, info.max


def promote(*types: Type) -> Type:
    """The one type that all are: nothing is converted."""
    for ty in types:
        if kind_of(ty) is None:
            raise TypeError(f"expected a scalar, not {ty}")
    if len(set(types)) != 1:
        raise ValueError(
            f"could not promote scalars of different dtype: {', '.join(map(str, types))}"
        )
    return types[0]


def return_type(ty: Type) -> Type:
    """What a function gives."""
    if not isinstance(ty, _Function):
        raise TypeError(f"expected a callable type, got '{ty}'")
    return _Tuple(*ty.returns) if isinstance(ty.returns, tuple) else ty.returns


def accepts_args(
    ty: Type,
    *,
    with_args: Sequence[Type],
    with_kwargs: Mapping[str, Type],
    raise_exception: bool = False,
) -> bool:
    """Whether a call has the arguments that the function takes, or a ValueError that lists what is
    wrong with it."""
    if not isinstance(ty, _Function):
        wrong = [f"expected a callable type, got '{ty}'."]
    else:
        wrong = list(_incompatibilities(ty, with_args, with_kwargs))
    if wrong and raise_exception:
        raise ValueError("\n  - ".join([f"invalid call to function of type '{ty}':", *wrong]))
    return not wrong


def _incompatibilities(
    ty: _Function, args: Sequence[Type], kwargs: Mapping[str, Type]
) -> Iterator[str]:
    """What is wrong with the structure of a call; only if it is right, with its types."""
    params = list(zip(ty.names, ty.params, ty.kinds, strict=True))
    positional = [param for param in params if param[2] != "keyword-only"]
    if len(args) > len(positional):
        yield f"function takes {len(positional)} positional argument(s), but {len(args)} were given."
        return
    filled = dict(enumerate(args))
    wrong = False
    for name, given in kwargs.items():
        place = next(
            (
                i
                for i, param in enumerate(params)
                if param[0] == name and param[2] != "positional-only"
            ),
            None,
        )
        if place is None:
            yield f"got unexpected keyword argument '{name}'."
        elif place in filled:
            yield f"got multiple values for argument '{name}'."
        else:
            filled[place] = given
            continue
        wrong = True
    missing = [place for place in range(len(params)) if place not in filled]
    words = [
        f"'{params[place][0]}'" if params[place][0] else f"number {place + 1}" for place in missing
    ]
    if missing:
        yield f"missing {len(missing)} required argument(s): {', '.join(words)}."
    if missing or wrong:
        return
    for place, (word, param, _) in enumerate(params):
        if filled[place] is not param:
            who = f"argument '{word}'" if word else f"argument {place + 1}"
            yield f"expected {who} to be of type '{param}', got '{filled[place]}'."
