"""Behaviours as traits, apart from the types: what values can do, and how they become one another.

The traits are the package's (`cf.traits`), so that a rule for a new type is registered once for all. Here are the rules
for fields, and the names that GT4Py's note has for them.
"""

from typing import Any

from conformable import traits
from conformable._framework import Conversion, Refusal, conversion, implements
from conformable._native import ScalarType as _Scalar, Type, operators
from conformable.gt4py import _info
from conformable.gt4py._calls import incompatibilities
from conformable.gt4py._info import is_concrete, promote
from conformable.gt4py._types import FieldLikeType

Number = traits.Number
Integral = traits.Integral
Floating = traits.Floating
Boolean = traits.Boolean
Arithmetic = traits.Arithmetic
Comparable = traits.Ordered
Concrete = traits.Concrete


class InvocableTrait(traits.Callable):
    """`f(args...)` by implicit conversions alone: the note's name of `Callable`."""

    def __init__(self, *args: Any):
        # The note gives a list of types.
        super().__init__(*(args[0] if len(args) == 1 and isinstance(args[0], list) else args))

    def holds_for(self, ty: Type) -> bool:
        return not incompatibilities(ty, self.parameters, conversions="implicit")


class From(traits.Trait):
    """Is made of a value of the other type without loss: the note's name, seen from the other side, of `Convertible`."""

    def __init__(self, source: Type):
        super().__init__("From")
        self.source = source

    @property
    def key(self) -> object:
        return From

    def holds_for(self, ty: Type) -> bool:
        return traits.Convertible(ty).holds_for(self.source)


#: Seen from the value that becomes another.
Into = traits.Convertible


class Promotable(traits.Promotable):
    """Has one type with the other, dimensions in the declared order; dtypes by a policy."""

    conversions = "none"

    def __init__(self, other: Type, conversions: str = "none"):
        super().__init__(other)
        self.conversions = _info.checked_policy(conversions)

    def output(self, ty: Type) -> Type | Refusal:
        """The type that both become, or why there is none."""
        try:
            return promote(ty, self.parameters[0], conversions=self.conversions)
        except (TypeError, ValueError) as error:
            return Refusal(str(error), type(error).__name__)

    def holds_for(self, ty: Type) -> bool:
        return bool(self.output(ty))


def implements_trait(ty: Type, trait: traits.Trait) -> bool:
    """The note's name of `cf.implements`."""
    return implements(ty, trait)


# --- the rules for fields -----------------------------------------------------------------------------------------------------


def _of_dtype(ty: FieldLikeType, trait: traits.Trait) -> bool:
    return implements(ty.dtype, trait)


def _converted(a: FieldLikeType, b: FieldLikeType) -> Conversion | None:
    if b.is_super(a):
        return Conversion.IMPLICIT if a != b else Conversion.IDENTICAL
    if a.dims != b.dims:
        return Conversion.IMPOSSIBLE
    grade = conversion(a.dtype, b.dtype)
    if b.array is not None and (
        a.array is None or b.array.is_super(a.array.clone(dtype=b.array.dtype)) is not True
    ):
        # Elements are to be moved.
        return Conversion.EXPLICIT if grade is not Conversion.IMPOSSIBLE else grade
    return Conversion.IMPLICIT if grade is Conversion.IDENTICAL else grade


def _from_scalar(a: Type, b: FieldLikeType) -> Conversion | None:
    """A scalar is a field without dimensions."""
    if b.dims or b.array is not None:
        return Conversion.IMPOSSIBLE
    grade = conversion(a, b.dtype)
    return Conversion.IMPLICIT if grade is Conversion.IDENTICAL else grade


def _to_scalar(a: FieldLikeType, b: Type) -> Conversion | None:
    return Conversion.IMPOSSIBLE


def operation(op: str, a: Type, b: Type) -> Type | Refusal:
    """What an operator gives in GT4Py's language: by its catalogue, which its frontend and its IR ask too."""
    from conformable.gt4py._catalogue import operator

    return operator(op, a, b)


def register_all(registry: Any) -> None:
    """Tell the package's registry what fields do."""
    for trait in (
        Number,
        Integral,
        Floating,
        Boolean,
        Arithmetic,
        Comparable,
        traits.Equatable,
        traits.Bitwise,
    ):
        registry.register_trait(trait, FieldLikeType, _of_dtype)
    registry.register_trait(Concrete, FieldLikeType, lambda ty, trait: is_concrete(ty))
    registry.register_conversion(FieldLikeType, FieldLikeType, _converted)
    registry.register_conversion(_Scalar, FieldLikeType, _from_scalar)
    registry.register_conversion(FieldLikeType, _Scalar, _to_scalar)
    for op in operators():
        for left, right in (
            (FieldLikeType, FieldLikeType),
            (FieldLikeType, _Scalar),
            (_Scalar, FieldLikeType),
        ):
            registry.register_operation(op, left, right, lambda a, b, op=op: operation(op, a, b))
