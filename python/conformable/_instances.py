"""Values as types: `from_instance` and the readers that it has from the start."""

import dataclasses
import enum
import functools
import inspect
import types
from typing import Any

import numpy as np

from conformable._native import (
    ClassType,
    DictType,
    DTypeType,
    FunctionType,
    Layout,
    ListType,
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
)
from conformable._values import short

#: Functions without annotations: C's, NumPy's, partial ones.
_CALLABLE: tuple[type, ...] = (
    types.BuiltinFunctionType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
    types.WrapperDescriptorType,
    types.MethodWrapperType,
    functools.partial,
    functools.partialmethod,
    np.ufunc,
    np.vectorize,
    type(np.sum),
)


def from_instance(value: Any, layout: bool = False) -> Type:
    """The type of a value: of an array its dtype and sizes, with `layout` also where its elements
    are.

    A Python number's type is its class, whatever its value. What nobody reads is a TypeError.
    """
    from conformable._hints import checked
    from conformable._registry import registry
    from conformable._sparse import is_sparse

    inside: set[int] = set()
    #: What stands in several places is read once.
    known: dict[int, Type] = {}

    def read(part: Any) -> Type:
        if id(part) in known:
            return known[id(part)]
        if isinstance(part, np.ndarray) and layout:
            return placed(part)
        reader = registry.instance_reader(type(part))
        if reader is None:
            registered = _registered(registry, type(part))
            if registered is not None:
                return registered
            if dataclasses.is_dataclass(part) and not isinstance(part, type):
                reader = _dataclass
            elif is_sparse(type(part)):
                reader = _sparse
            else:
                raise TypeError(
                    f"no reader knows values of {type(part).__qualname__}: {short(part)}"
                )
        if id(part) in inside:
            raise TypeError(f"a value that contains itself has no type: {short(part)}")
        inside.add(id(part))
        try:
            found = checked(reader(part, read), reader, part)
            if isinstance(part, (list, tuple, dict)):
                known[id(part)] = found
            return found
        finally:
            inside.discard(id(part))

    try:
        return read(value)
    except RecursionError:
        raise TypeError("the value is nested too deep") from None


def _registered(registry: Any, cls: type) -> Type | None:
    """The type that annotations of a value's class, or of a base of it, were registered for."""
    if issubclass(cls, (enum.Enum, range)):
        return ClassType(f"{cls.__module__}.{cls.__qualname__}")
    for base in cls.__mro__[:-1]:
        found: Type | None = registry.type_of(base)
        if found is not None:
            return found
    return None


def placed(array: np.ndarray) -> TensorType:
    """The type of an array with its order, strides, offset and device."""
    flags, size = array.flags, array.dtype.itemsize
    orders = {(True, True): "A", (True, False): "C", (False, True): "F"}
    order = orders.get((flags.c_contiguous, flags.f_contiguous))
    whole = size and all(stride % size == 0 for stride in array.strides)
    strides = tuple(stride // size for stride in array.strides) if whole else None
    return TensorType(
        array.dtype, array.shape, Layout(order, strides, _offset(array, size)), device="cpu"
    )


def _offset(array: np.ndarray, size: int) -> int | None:
    """Elements between the start of the memory that the array is a view of and its first one."""
    owner = array
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    distance = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
    return distance // size if size and distance % size == 0 else None


def _join(types_: list[Type]) -> Type:
    """One type for all elements; of none, the type without values."""
    if not types_:
        return UnionType()
    joined = types_[0]
    for other in dict.fromkeys(types_[1:]):
        both = joined.join(other)
        if both is None:
            raise TypeError(f"no one type holds the values of {joined} and of {other}")
        joined = both
    return joined


def _list(value: list[Any], read: Any) -> Type:
    return ListType(_join(list(map(read, value)))) if value else ListType(())


def _sparse(value: Any, read: Any) -> Type:
    from conformable._sparse import read_value

    return read_value(value)


def _dataclass(value: Any, read: Any) -> Type:
    return StructType({f.name: read(getattr(value, f.name)) for f in dataclasses.fields(value)})


def _tuple(value: tuple[Any, ...], read: Any) -> Type:
    if hasattr(value, "_fields"):
        return StructType({name: read(own) for name, own in zip(value._fields, value, strict=True)})
    return TupleType(*map(read, value))


def _function(value: Any, read: Any) -> Type:
    from conformable._hints import function_type

    return function_type(value)


def _callable(value: Any, read: Any) -> Type:
    """A function that says nothing of types: how many parameters it has, and what they are called."""
    from conformable._hints import open_function

    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return open_function(UnknownType())
    params = [
        own.replace(
            annotation=UnknownType(),
            default=own.default if own.default is own.empty else UnknownType(),
        )
        for own in signature.parameters.values()
    ]
    return FunctionType(params, UnknownType())


def _class(value: type, read: Any) -> Type:
    if issubclass(value, (np.generic, bool, int, float, complex)):
        return DTypeType(value)
    raise TypeError(f"no reader knows the class {value!r} as a value")


def register_all(registry: Any) -> None:
    """Give a registry the readers of Python's and NumPy's values."""
    for plain in (bool, int, float, complex, str, bytes):
        registry.register_instance(plain, lambda value, read, cls=plain: PythonType(cls.__name__))
    registry.register_instance(types.NoneType, lambda value, read: NoneType())
    registry.register_instance(types.EllipsisType, lambda value, read: PythonType("ellipsis"))
    registry.register_instance(
        slice, lambda value, read: SliceType(read(value.start), read(value.stop), read(value.step))
    )
    registry.register_instance(tuple, _tuple)
    registry.register_instance(list, _list)
    for of_one in (set, frozenset):
        registry.register_instance(
            of_one, lambda value, read: SetType(_join(list(map(read, value))))
        )
    registry.register_instance(
        dict,
        lambda value, read: DictType(
            _join(list(map(read, value))), _join(list(map(read, value.values())))
        ),
    )
    registry.register_instance(np.ndarray, lambda value, read: TensorType(value.dtype, value.shape))
    # Also those that derive from Python's classes first.
    for scalar in (np.generic, np.str_, np.bytes_):
        registry.register_instance(scalar, lambda value, read: ScalarType(value.dtype))
    registry.register_instance(np.dtype, lambda value, read: DTypeType(value))
    for callable_ in (types.FunctionType, types.MethodType):
        registry.register_instance(callable_, _function)
    for class_ in _CALLABLE:
        registry.register_instance(class_, _callable)
    registry.register_instance(type, _class)
