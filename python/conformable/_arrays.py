"""Arrays and NumPy's scalars as values of types: what `TensorType.filter` takes, and comparisons.

The rules are those of Aesara's tensor type, with its default float (`floatX`) read as float64.
"""

import numpy as np

from conformable._errors import UnfitNumberError, UnfitValueError
from conformable._native import (
    DecayType,
    Dim,
    ScalarType,
    TensorType,
    Type,
    Variable,
    check_nesting,
)
from conformable._values import refuse

#: The default float: a Python float is taken for it whatever is lost.
_DEFAULT_FLOAT = np.dtype("float64")

#: rtol and atol by dtype, for comparisons that allow for rounding.
_TOLERANCES = {"float16": (1e-3, 1e-3), "float32": (1e-5, 1e-5)}
_TOLERANCE = (1e-5, 1e-8)


def filter_array(
    ty: TensorType, value: object, strict: bool, allow_downcast: bool | None
) -> np.ndarray:
    """`value` as an array of the type; an array of its dtype is the same object."""
    if isinstance(value, Variable):
        raise refuse(ty, value, "a variable has no value; filter_variable is for variables")
    try:
        if not isinstance(value, (np.ndarray, np.generic)):
            check_nesting(value)
        array = _of_dtype(ty, value, strict, allow_downcast)
    except (ValueError, OverflowError) as error:
        # A type refuses with a TypeError; what NumPy cannot make an array of is what it raises too.
        cls = UnfitNumberError if isinstance(error, OverflowError) else UnfitValueError
        raise cls(str(refuse(ty, value, str(error)))) from error
    _check_shape(ty, array)
    if not array.flags.aligned:
        raise refuse(ty, value, "the array is not aligned")
    return _placed(ty, array, strict)


def _of_dtype(
    ty: TensorType, value: object, strict: bool, allow_downcast: bool | None
) -> np.ndarray:
    dtype = ty.numpy_dtype
    if dtype is None:
        if strict and not isinstance(value, np.ndarray):
            raise refuse(ty, value, "an ndarray is needed")
        return np.asanyarray(value)
    if isinstance(value, np.ndarray) and _same(value.dtype, dtype):
        return value
    if strict:
        if not isinstance(value, np.ndarray):
            raise refuse(ty, value, "an ndarray is needed")
        raise refuse(ty, value, f"its dtype is {value.dtype}")
    if allow_downcast:
        return np.asarray(value).astype(dtype)
    if isinstance(value, np.ndarray):
        if np.can_cast(value.dtype, dtype, "safe"):
            return value.astype(dtype)
        raise refuse(
            ty, value, f"{value.dtype} may lose precision as {dtype}; cast it, or allow downcasts"
        )
    is_float = isinstance(value, (float, np.floating))
    if allow_downcast is None and is_float and dtype == _DEFAULT_FLOAT:
        return np.asarray(value, dtype=dtype)
    return _exactly(ty, value, dtype)


def _same(a: np.dtype, b: np.dtype) -> bool:
    # In another byte order it is another dtype for whoever reads the memory.
    return a == b


def _exactly(ty: Type, value: object, dtype: np.dtype) -> np.ndarray:
    """`value` converted, if the result is equal to it."""
    with np.errstate(over="ignore", invalid="ignore"):
        converted = np.asarray(value, dtype=dtype)
    # An object is what it was.
    if dtype.hasobject:
        return converted
    original = np.asarray(value)
    if not values_eq(original, converted, force_same_dtype=False):
        raise refuse(ty, value, f"it would be {converted.tolist()!r} as {dtype}")
    return converted


def _check_shape(ty: TensorType, array: np.ndarray) -> None:
    if ty.ndim is not None and array.ndim != ty.ndim:
        raise TypeError(
            f"{ty} takes arrays of {ty.ndim} dims, not of {array.ndim}: the shape is {array.shape}"
        )
    static = ty.shape
    if static is not None and all(_is_plain(size) for size in static):
        # Names: one size each, wherever they stand. No type is made of the array's sizes, which would stay.
        known: dict[object, int] = {}
        pairs = zip(static, array.shape, strict=True)
        fits = all(
            a is None or known.setdefault(a, b if isinstance(a, Dim) else a) == b for a, b in pairs
        )
    else:
        sizes = TensorType("float64", array.shape)
        fits = _without_place(ty).clone(dtype="float64").consistent(sizes)
    if not fits:
        raise TypeError(f"the shape of {ty} is not compatible with the array's {array.shape}")


def _is_plain(size: object) -> bool:
    return size is None or isinstance(size, int) or str(size).isidentifier()


def _without_place(ty: TensorType) -> TensorType:
    if ty.layout is None and ty.device is None:
        return ty
    return TensorType(ty.dtype or "?", ty.shape)


def _placed(ty: TensorType, array: np.ndarray, strict: bool) -> np.ndarray:
    """In the order, with the strides and on the device that the type asks for."""
    if ty.device is not None and ty.device.split(":")[0] != "cpu":
        raise TypeError(f"{ty} takes arrays on {ty.device}, and NumPy's are on the CPU")
    layout = ty.layout
    if layout is None:
        return array
    flags = array.flags
    wanted = {"C": flags.c_contiguous, "F": flags.f_contiguous}
    wanted["A"] = flags.c_contiguous and flags.f_contiguous
    if layout.order is not None and not wanted[layout.order]:
        if strict or (layout.order == "A" and array.size > 1 and array.squeeze().ndim > 1):
            raise TypeError(
                f"{ty} takes arrays in order {layout.order}: the strides are {array.strides}"
            )
        array = np.array(array, order="F" if layout.order == "F" else "C")
    if layout.strides is not None:
        size = array.dtype.itemsize
        for asked, stride, length in zip(layout.strides, array.strides, array.shape, strict=True):
            if isinstance(asked, int) and length > 1 and asked * size != stride:
                raise TypeError(f"{ty} does not take the strides {array.strides} (in bytes)")
    return array


def filter_scalar(
    ty: ScalarType, value: object, strict: bool, allow_downcast: bool | None
) -> object:
    """`value` as NumPy's scalar of the type."""
    dtype = ty.numpy_dtype
    if dtype is None:
        if isinstance(value, np.generic):
            return value
        raise refuse(ty, value)
    if isinstance(value, np.generic) and value.dtype == dtype:
        return value
    if strict:
        raise refuse(ty, value)
    try:
        if not isinstance(value, (np.ndarray, np.generic)):
            check_nesting(value)
        converted = np.asarray(value).astype(dtype)[()] if allow_downcast else dtype.type(value)
    except (ValueError, OverflowError) as error:
        raise refuse(ty, value, str(error)) from error
    loses = allow_downcast is None and isinstance(value, float) and dtype == _DEFAULT_FLOAT
    if np.ndim(converted):
        raise refuse(ty, value, "it has dims")
    same = values_eq(np.asarray(value), np.asarray(converted), force_same_dtype=False)
    if allow_downcast or loses or same:
        return converted
    raise refuse(ty, value, f"it would be {converted!r}")


def filter_decay(ty: DecayType, value: object, strict: bool, allow_downcast: bool | None) -> object:
    """An array of at least one dim, or a scalar."""
    dtype = ty.dtype or "?"
    if isinstance(value, np.ndarray) and value.ndim:
        array = filter_array(TensorType(dtype, None), value, strict, allow_downcast)
        if not ty.consistent(TensorType(str(array.dtype), array.shape)):
            raise refuse(ty, value, f"its shape is {array.shape}")
        return array
    return filter_scalar(ScalarType(dtype), value, strict, allow_downcast)


def values_eq(a: object, b: object, force_same_dtype: bool = True) -> bool:
    """Equal shapes, dtypes (unless told not) and elements, with NaN at the same places."""
    for value in (a, b):
        if not isinstance(value, (np.ndarray, np.generic)):
            check_nesting(value)
    a, b = np.asanyarray(a), np.asanyarray(b)
    if a.shape != b.shape or (force_same_dtype and a.dtype != b.dtype):
        return False
    with np.errstate(invalid="ignore"):
        try:
            same = np.asarray(a == b)
        except (TypeError, ValueError):
            return False
    if same.shape != a.shape:
        return False
    if same.all():
        return True
    # Only what is not a number differs from itself.
    both_missing = np.asarray(a != a) & np.asarray(b != b)
    return bool((same | both_missing).all())


def values_eq_approx(
    a: object,
    b: object,
    allow_remove_inf: bool = False,
    allow_remove_nan: bool = False,
    rtol: float | None = None,
    atol: float | None = None,
) -> bool:
    """Arrays that are equal but for rounding, within the tolerance of their dtype.

    Where `a` is infinite or NaN, `b` may be anything if that is allowed.
    """
    if not isinstance(a, (np.ndarray, np.generic)) or not isinstance(b, (np.ndarray, np.generic)):
        return False
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if not np.issubdtype(a.dtype, np.inexact):
        return bool(np.all(a == b))
    own = _TOLERANCES.get(a.dtype.name, _TOLERANCE)
    rtol = own[0] if rtol is None else rtol
    atol = own[1] if atol is None else atol
    if np.allclose(a, b, rtol=rtol, atol=atol):
        return True
    missing, infinite = np.isnan(a), np.isinf(a)
    if not missing.any() and not (allow_remove_inf and infinite.any()):
        return False
    rtol, atol = _TOLERANCE
    close = np.isclose(a, b, rtol=rtol, atol=atol) | (missing & np.isnan(b))
    if allow_remove_nan:
        close |= missing
    if allow_remove_inf:
        close |= infinite
    return bool(np.all(close))


def may_share_memory(a: object, b: object) -> bool:
    """Whether two arrays may; anything else does not."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return bool(np.may_share_memory(a, b))
    return False
