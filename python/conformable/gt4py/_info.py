"""Questions about types: GT4Py's `type_info`, over the package's own types.

A type that is not yet known is no type: `Deferred` says what it may be. Variables of generic signatures are.
"""

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from conformable import _native
from conformable._framework import Refusal, implements, measure
from conformable._native import StructType, Type
from conformable.gt4py import _hierarchy as hierarchy
from conformable.gt4py._dims import DimensionKind
from conformable.gt4py._hierarchy import ScalarKind, ScalarType, kind_of
from conformable.gt4py._types import (
    Dimension,
    DomainType,
    FieldLikeType,
    FieldType,
    IndexType,
    ListType,
    OffsetedFieldType,
    OffsetProviderType,
    OffsetType,
)
from conformable.traits import Trait


@dataclass(frozen=True)
class Deferred:
    """What is not yet inferred: anything, or what a class of types, one of several or a trait holds."""

    constraint: type | tuple[type, ...] | Trait | None = None

    def allows(self, ty: Type) -> bool:
        """Whether it may become this type."""
        if self.constraint is None:
            return True
        if isinstance(self.constraint, Trait):
            return implements(ty, self.constraint)
        return isinstance(ty, self.constraint)


#: From the widest class to the narrowest.
_CLASSES: tuple[type, ...] = (
    Type,
    hierarchy.ScalarType,
    hierarchy.BoolType,
    hierarchy.IntegerType,
    hierarchy.SignedIntegerType,
    hierarchy.UnsignedIntegerType,
    hierarchy.FloatType,
    *(
        getattr(hierarchy, f"{name}Type")
        for name in "Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64".split()
    ),
    *(getattr(hierarchy, f"Float{width}Type") for width in (16, 32, 64)),
    hierarchy.TupleType,
    hierarchy.StructType,
    hierarchy.FunctionType,
    FieldLikeType,
    FieldType,
    OffsetedFieldType,
    Dimension,
    IndexType,
    OffsetType,
    DomainType,
    ListType,
    OffsetProviderType,
)


def type_class(ty: Any) -> type:
    """The narrowest class of the hierarchy that holds a type; of what is deferred the class that it must be of."""
    if isinstance(ty, Deferred):
        if ty.constraint is None:
            raise ValueError(f"no type information available for {ty}")
        if not isinstance(ty.constraint, type):
            raise ValueError(f"not sufficient type information available for {ty}")
        return ty.constraint
    if not isinstance(ty, Type):
        raise ValueError(f"{ty!r} is no type")
    return next((cls for cls in reversed(_CLASSES) if isinstance(ty, cls)), type(ty))


def parts(ty: Type) -> Sequence[Type] | None:
    """The elements of a tuple or a named collection; None of other types."""
    if isinstance(ty, StructType):
        return list(ty.fields.values())
    return ty.items if isinstance(ty, _native.TupleType) else None


def primitive_constituents(ty: Type) -> Iterator[Type]:
    """The leaves of tuples in tuples."""
    for _, leaf in constituents_with_path(ty):
        yield leaf


def constituents_with_path(
    ty: Type, path: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Type]]:
    """The leaves, each with the indices that lead to it."""
    inside = parts(ty)
    if inside is None:
        yield path, ty
        return
    for place, part in enumerate(inside):
        yield from constituents_with_path(part, (*path, place))


@functools.lru_cache(maxsize=1 << 12)
def variables_in(ty: Any) -> frozenset[str]:
    """The names of the variables that stand in a type."""
    if isinstance(ty, _native.NamedType):
        return frozenset({ty.name})
    inside: list[Any] = []
    if isinstance(ty, _native.FunctionType):
        returns = ty.returns if isinstance(ty.returns, tuple) else (ty.returns,)
        inside = [*ty.params, *returns]
    elif isinstance(ty, FieldLikeType):
        inside = [ty.dtype]
    elif isinstance(ty, ListType):
        inside = [ty.element_type]
    elif isinstance(ty, _native.ConstructedType):
        inside = list(ty.params)
    else:
        inside = list(parts(ty) or ()) if isinstance(ty, Type) else []
    return frozenset().union(*map(variables_in, inside))


def is_concrete(ty: Any) -> bool:
    """Whether all of it is known: no variable stands in it."""
    return isinstance(ty, Type) and not isinstance(ty, _native.UnknownType) and not variables_in(ty)


def is_concretizable(source: Any, target: Any) -> bool:
    """Whether what is deferred may become the other; of a known type whether it is the other."""
    if not isinstance(source, Deferred):
        # An array would look for the other's items, however long that takes.
        are_alike = type(source) is type(target) or (
            isinstance(source, Type) and isinstance(target, Type)
        )
        return are_alike and bool(source == target)
    if isinstance(target, Deferred):
        if source.constraint is None or target.constraint is None:
            return True
        both = isinstance(source.constraint, type | tuple) and isinstance(target.constraint, type)
        return both and issubclass(target.constraint, source.constraint)  # type: ignore[arg-type]
    return source.allows(target)


def is_compatible_type(a: Any, b: Any) -> bool:
    """Whether one may stand where the other is wanted, part by part."""
    if not (isinstance(a, Type) and isinstance(b, Type)):
        return is_concretizable(a, b)
    if isinstance(a, StructType) != isinstance(b, StructType):
        return False
    if isinstance(a, StructType) and isinstance(b, StructType) and list(a.fields) != list(b.fields):
        return False
    left, right = parts(a), parts(b)
    if left is not None and right is not None:
        return len(left) == len(right) and all(map(is_compatible_type, left, right))
    if isinstance(a, _native.FunctionType) and isinstance(b, _native.FunctionType):
        same = (a.names, a.kinds, len(a.params)) == (b.names, b.kinds, len(b.params))
        return same and all(map(is_compatible_type, a.params, b.params)) and a.returns == b.returns
    return bool(a == b) or isinstance(a, _native.NamedType)


def dtype_of(ty: Type) -> Type | None:
    """The scalar of a field, or that it is; None where there is none."""
    if isinstance(ty, FieldLikeType):
        return ty.dtype
    return ty if isinstance(ty, ScalarType) or kind_of(ty) is not None else None


def extract_dtype(ty: Type) -> Type:
    """The scalar of a field, or that it is."""
    found = dtype_of(ty)
    if found is None:
        raise ValueError(f"cannot extract the data type of {ty}: a scalar or a field has one")
    return found


def extract_dims(ty: Type) -> tuple[Dimension, ...]:
    """The dimensions of a field; a scalar has none."""
    if isinstance(ty, FieldLikeType):
        return ty.dims
    if dtype_of(ty) is None:
        raise ValueError(f"cannot extract the dimensions of {ty}: a scalar or a field has them")
    return ()


def _primitive(ty: Type) -> str | None:
    dtype = dtype_of(ty)
    return measure(dtype).primitive if isinstance(dtype, ScalarType) else None


def is_floating_point(ty: Type) -> bool:
    """Whether it is a float, or a field of such."""
    return _primitive(ty) == "floating"


def is_integral(ty: Type) -> bool:
    """Whether it is a whole number, or a field of such."""
    return _primitive(ty) in ("signed", "unsigned")


def is_arithmetic(ty: Type) -> bool:
    """Whether it is a number, which a bool is not, or a field of such."""
    return is_floating_point(ty) or is_integral(ty)


def is_logical(ty: Type) -> bool:
    """Whether it is a bool, or a field of such."""
    return kind_of(dtype_of(ty) or ty) is ScalarKind.BOOL


def is_integral_scalar(ty: Type) -> bool:
    """Whether it is a whole number and no field."""
    return not isinstance(ty, FieldLikeType) and is_integral(ty)


def is_arithmetic_scalar(ty: Type) -> bool:
    """Whether it is a number and no field."""
    return not isinstance(ty, FieldLikeType) and is_arithmetic(ty)


def is_local_field(ty: Type) -> bool:
    """Whether it is a field with a local dimension."""
    return isinstance(ty, FieldLikeType) and any(dim.kind is DimensionKind.LOCAL for dim in ty.dims)


def contains_local_field(ty: Type) -> bool:
    """Whether some leaf is a field with a local dimension."""
    return any(map(is_local_field, primitive_constituents(ty)))


def is_type_or_tuple_of_type(ty: Type, test: Callable[[Type], bool] | type) -> bool:
    """Whether all leaves are of a class or pass a test."""
    holds = (lambda leaf: isinstance(leaf, test)) if isinstance(test, type) else test
    return all(map(holds, primitive_constituents(ty)))


def is_tuple_of_type(ty: Type, test: Callable[[Type], bool] | type) -> bool:
    """Whether it is a tuple all leaves of which are of a class or pass a test."""
    return parts(ty) is not None and is_type_or_tuple_of_type(ty, test)


def arithmetic_bounds(ty: Type) -> tuple[int | np.floating[Any], int | np.floating[Any]]:
    """The smallest and the greatest number of a type."""
    if not is_arithmetic_scalar(ty):
        raise ValueError(f"{ty} is not arithmetic")
    dtype = ty.numpy_dtype  # type: ignore[attr-defined]
    info: Any = np.finfo(dtype) if is_floating_point(ty) else np.iinfo(dtype)
    return info.min, info.max


#: How types that differ become one: not at all, or as far as nothing is lost.
POLICIES = ("none", "implicit")


def checked_policy(conversions: str) -> str:
    """The policy, if it is one."""
    if conversions not in POLICIES:
        raise ValueError(f"conversions is one of {', '.join(POLICIES)}, not {conversions!r}")
    return conversions


def promote(*types: Type, always_field: bool = False, conversions: str = "none") -> Type:
    """The one type that all become: the dimensions of all in the declared order, and one dtype.

    Of `conversions="none"` the dtypes must be the same; of `"implicit"` one that keeps every value of each is found.
    """
    checked_policy(conversions)
    if not types:
        raise ValueError("no types to promote")
    for ty in types:
        if not isinstance(ty, FieldLikeType) and dtype_of(ty) is None:
            raise TypeError(f"expected a field or a scalar, not {ty}")
    dtype = _one_dtype([extract_dtype(ty) for ty in types], conversions)
    # Of one dtype they become what the operators' rule says.
    found: Type = FieldType((), dtype) if always_field else dtype
    for ty in types:
        found = _together(
            found, FieldType(extract_dims(ty), dtype) if isinstance(ty, FieldLikeType) else dtype
        )
    return found


def _together(a: Type, b: Type) -> Type:
    from conformable.gt4py import _catalogue

    found = _catalogue.apply("gt4py.types.promote", a, b)
    if isinstance(found, Refusal):
        raise ValueError(found.reason)
    return found


def _one_dtype(dtypes: Sequence[Type], conversions: str) -> Type:
    different = sorted(set(map(str, dtypes)))
    if len(different) == 1:
        return dtypes[0]
    if conversions == "implicit":
        from conformable._framework import is_convertible

        wide = _native.common_type(*dtypes)
        if (
            wide is not None
            and isinstance(wide, ScalarType)
            and all(is_convertible(own, wide) for own in dtypes)
        ):
            return wide
        raise ValueError(
            f"no dtype keeps every value of {', '.join(different)}: convert one by astype"
        )
    raise ValueError(
        f"could not promote scalars of different dtype: {', '.join(different)}; convert one by astype"
    )
