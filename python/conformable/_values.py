"""Values and types: which values a type takes, and when two of them are equal.

Defaults of the contract for types that Python classes define, dispatch for the package's own. Arrays
are in `_arrays`. Nothing here looks at the types of variables.
"""

import reprlib
from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

from conformable import _native as native
from conformable._native import Type

_NUMBERS: dict[str, type[complex]] = {"bool": bool, "int": int, "float": float, "complex": complex}
_OTHERS: dict[str, type] = {"str": str, "bytes": bytes, "ellipsis": type(...)}


_SHORT = reprlib.Repr()
_SHORT.maxlevel = 4
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxdict = _SHORT.maxset = _SHORT.maxfrozenset = 20
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 300


def short(value: object) -> str:
    """A value as messages show it, of which no more is written than that takes."""
    text = _SHORT.repr(value)
    return text if len(text) < 200 else text[:200] + "..."


def refuse(ty: Type, value: object, why: str = "") -> TypeError:
    """The exception for a value that is not one of the type's."""
    text = short(value)
    reason = f": {why}" if why else ""
    return TypeError(f"{ty} does not take {text} (of {type(value).__name__}){reason}")


def filter_value(ty: Type, value: object, strict: bool, allow_downcast: bool | None) -> object:
    """`ty.filter`, by the class of the type."""
    reader = _FILTERS.get(type(ty))
    if reader is None:
        raise NotImplementedError(f"{type(ty).__name__} defines no filter")
    return reader(ty, value, strict, allow_downcast)


def is_valid_value(ty: Type, value: object, strict: bool) -> bool:
    """Whether `ty.filter` takes it; exceptions that say something else pass through."""
    try:
        ty.filter(value, strict=strict)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def values_eq(ty: Type, a: object, b: object, **options: Any) -> bool:
    """Equal values of a type."""
    if _has_arrays(ty):
        from conformable import _arrays

        return _arrays.values_eq(a, b, **options)
    _no_options(options)
    return bool(a == b)


def values_eq_approx(ty: Type, a: object, b: object, **options: Any) -> bool:
    """Values that are equal but for rounding; by default equal ones."""
    if _has_arrays(ty):
        from conformable import _arrays

        return _arrays.values_eq_approx(a, b, **options)
    _no_options(options)
    return ty.values_eq(a, b)


def _no_options(options: Mapping[str, object]) -> None:
    if options:
        raise TypeError(f"unexpected keyword arguments: {', '.join(options)}")


def may_share_memory(ty: Type, a: object, b: object) -> bool:
    """Whether writing to one may change the other."""
    if _has_arrays(ty):
        from conformable import _arrays

        return _arrays.may_share_memory(a, b)
    return False


def get_shape_info(ty: Type, obj: Any) -> object:
    """What `get_size` needs to know of `obj`."""
    if _has_arrays(ty):
        return obj.shape
    raise NotImplementedError(f"{type(ty).__name__} does not say how large its values are")


def get_size(ty: Type, shape_info: Any) -> int:
    """Bytes of the data of a value, by what `get_shape_info` gave."""
    if _has_arrays(ty) and ty.numpy_dtype is not None:
        size: int = ty.numpy_dtype.itemsize
        for dim in shape_info:
            size *= dim
        return size
    raise NotImplementedError(f"{ty} does not say how large its values are")


def _has_arrays(ty: Type) -> TypeGuard[native.TensorType | native.ScalarType]:
    return type(ty) in (native.TensorType, native.ScalarType)


def _array(
    ty: native.TensorType, value: object, strict: bool, allow_downcast: bool | None
) -> object:
    from conformable import _arrays

    return _arrays.filter_array(ty, value, strict, allow_downcast)


def _scalar(
    ty: native.ScalarType, value: object, strict: bool, allow_downcast: bool | None
) -> object:
    from conformable import _arrays

    return _arrays.filter_scalar(ty, value, strict, allow_downcast)


def _decay(
    ty: native.DecayType, value: object, strict: bool, allow_downcast: bool | None
) -> object:
    from conformable import _arrays

    return _arrays.filter_decay(ty, value, strict, allow_downcast)


def _none(ty: Type, value: object, strict: bool, allow_downcast: bool | None) -> None:
    if value is not None:
        raise refuse(ty, value)


def _anything(ty: Type, value: object, strict: bool, allow_downcast: bool | None) -> object:
    return value


def _opaque(ty: Type, value: object, strict: bool, allow_downcast: bool | None) -> object:
    raise refuse(ty, value, "its values are not known here")


def _python(
    ty: native.PythonType, value: object, strict: bool, allow_downcast: bool | None
) -> object:
    cls: Any = _NUMBERS.get(ty.name) or _OTHERS[ty.name]
    derived = isinstance(value, cls)
    # NumPy's scalars are of types of their own, also those that derive from Python's classes.
    if derived and not hasattr(value, "dtype"):
        return value
    if strict or not (derived or ty.name in _NUMBERS):
        raise refuse(ty, value)
    converted = cls(value)
    # A value that is not a number is the same one after conversion, and equal to none.
    same = converted == value or (converted != converted and value != value)
    if allow_downcast or same:
        return converted
    raise refuse(ty, value, f"it would become {converted!r}")


def _literal(
    ty: native.Literal, value: object, strict: bool, allow_downcast: bool | None
) -> object:
    known = ty.value
    if isinstance(known, native.Dim):
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    elif type(value) is type(known) and (value == known or (value != value and known != known)):
        return value
    raise refuse(ty, value)


def _slice(ty: native.SliceType, value: object, strict: bool, allow_downcast: bool | None) -> slice:
    if not isinstance(value, slice):
        raise refuse(ty, value)
    given = (value.start, value.stop, value.step)
    parts = [
        part.filter(own, strict=strict, allow_downcast=allow_downcast)
        for part, own in zip(ty.parts, given, strict=True)
    ]
    return value if all(a is b for a, b in zip(parts, given, strict=True)) else slice(*parts)


def _sequence(
    ty: native.TupleType | native.ListType, value: object, strict: bool, allow_downcast: bool | None
) -> object:
    wanted = tuple if type(ty) is native.TupleType else list
    if not isinstance(value, wanted if strict else (tuple, list)):
        raise refuse(ty, value)
    types = ty.items
    if types is None:
        types = (ty.element_type,) * len(value)
    if len(types) != len(value):
        raise refuse(ty, value, f"it has {len(value)} elements")
    items = [
        item_type.filter(item, strict=strict, allow_downcast=allow_downcast)
        for item_type, item in zip(types, value, strict=True)
    ]
    same = all(a is b for a, b in zip(items, value, strict=True))
    return value if same and isinstance(value, wanted) else wanted(items)


def _set(ty: native.SetType, value: object, strict: bool, allow_downcast: bool | None) -> object:
    if not isinstance(value, (set, frozenset)):
        raise refuse(ty, value)
    item = ty.element_type
    items = [(v, item.filter(v, strict=strict, allow_downcast=allow_downcast)) for v in value]
    return value if all(a is b for a, b in items) else {b for _, b in items}


def _dict(ty: native.DictType, value: object, strict: bool, allow_downcast: bool | None) -> object:
    if not isinstance(value, dict):
        raise refuse(ty, value)
    key, item = ty.key_type, ty.value_type

    def read(part: Type, v: object) -> object:
        return part.filter(v, strict=strict, allow_downcast=allow_downcast)

    pairs = [(k, read(key, k), v, read(item, v)) for k, v in value.items()]
    same = all(k is a and v is b for k, a, v, b in pairs)
    return value if same else {a: b for _, a, _, b in pairs}


def _struct(
    ty: native.StructType, value: object, strict: bool, allow_downcast: bool | None
) -> object:
    fields = ty.fields
    if not isinstance(value, Mapping) or set(value) != set(fields):
        raise refuse(ty, value, f"the fields are {', '.join(fields)}")
    read = {
        name: field.filter(value[name], strict=strict, allow_downcast=allow_downcast)
        for name, field in fields.items()
    }
    return value if all(read[name] is value[name] for name in fields) else read


def _union(
    ty: native.UnionType, value: object, strict: bool, allow_downcast: bool | None
) -> object:
    # A member that takes the value as it is comes before one that converts it.
    for only_strict in [True] if strict else [True, False]:
        for member in ty.members if len(ty.members) > 1 else ():
            try:
                return member.filter(value, strict=only_strict, allow_downcast=allow_downcast)
            except (TypeError, ValueError, OverflowError):
                continue
    raise refuse(ty, value)


def _function(ty: Type, value: object, strict: bool, allow_downcast: bool | None) -> object:
    if not callable(value):
        raise refuse(ty, value)
    return value


def _dtype(
    ty: native.DTypeType, value: object, strict: bool, allow_downcast: bool | None
) -> object:
    # As written: a dtype or a class; what else `np.dtype` reads is converted.
    import numpy as np

    if strict and not isinstance(value, (np.dtype, type)):
        raise refuse(ty, value)
    own = native.DTypeType(value)
    if own is not ty and ty.dtype is not None:
        raise refuse(ty, value)
    return value


#: Each is called with types of its class alone.
_FILTERS: dict[type[Type], Callable[[Any, Any, bool, bool | None], object]] = {
    native.TensorType: _array,
    native.ScalarType: _scalar,
    native.DecayType: _decay,
    native.DTypeType: _dtype,
    native.PythonType: _python,
    native.NoneType: _none,
    native.Literal: _literal,
    native.SliceType: _slice,
    native.TupleType: _sequence,
    native.ListType: _sequence,
    native.SetType: _set,
    native.DictType: _dict,
    native.StructType: _struct,
    native.UnionType: _union,
    native.FunctionType: _function,
    native.ClassType: _opaque,
    native.ConstructedType: _opaque,
    native.NamedType: _opaque,
    native.UnknownType: _anything,
}
