"""What a package outside the tree adds to GT4Py's types: a type, a trait, a conversion, an operator, a primitive of the IR;
and an annotation, a class of values and scalars."""

from typing import Any

import numpy as np

import conformable as cf
from conformable import gt4py, traits
from conformable.gt4py import registry as dialect

Periodic = traits.Trait("Periodic")

PRIMITIVES = """
namespace = gt4py.ir

@require(all_of(is_number(a), is_number(b), is_number(c)), "numbers are wanted")
def fma(a: Value, b: Value, c: Value, /) -> promoted(promoted(a, b), c): ...

# A function, applied twice: to a value and to what it gives.
@require(equal(result, x), "a function that is applied twice gives what it takes")
def twice(result: Value, x: Value, /) -> x: ...

namespace = gt4py.ir.applied

def twice(x: Value, /) -> tuple_of([x]): ...

namespace = gt4py.ir.curried

twice = gt4py.ir.twice
"""


class AngleType(cf.Type):
    """Angles in a unit."""

    __props__ = ("unit",)

    def __init__(self, unit: str):
        self.unit = unit

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        """Any angle of the unit."""
        if not isinstance(value, Angle) or value.unit != self.unit:
            raise TypeError(f"{value!r} is no angle in {self.unit}")
        return value


class Angle:
    """A value: an angle in a unit. As an annotation `Angle["deg"]`."""

    def __init__(self, size: float, unit: str):
        self.size, self.unit = size, unit

    def __class_getitem__(cls, unit: str) -> Any:
        return Unit(unit)


class Unit:
    """An annotation."""

    def __init__(self, unit: str):
        self.unit = unit


class Degree:
    """A class that stands for a scalar."""


def add(a: AngleType, b: AngleType) -> Any:
    """Angles of one unit add."""
    return a if a.unit == b.unit else cf.Refusal(f"{a.unit} and {b.unit} are two units")


def register(registry: Any) -> None:
    """What the entry point names."""
    registry.register_constructor(AngleType, "Angle")
    registry.register_trait(Periodic, AngleType, lambda ty, trait: True)
    registry.register_conversion(AngleType, cf.ScalarType, lambda a, b: cf.Conversion.IMPLICIT if b.dtype == "float64" else None)
    registry.register_operation("+", AngleType, AngleType, add)
    dialect.register_hint(Unit, lambda hint, read: AngleType(hint.unit))
    dialect.register_instance(Angle, lambda value, read: AngleType(value.unit))
    dialect.register_scalar(Degree, AngleType("deg"))
    dialect.register_scalar(np.float16, "float16")
    dialect.register_primitives(PRIMITIVES, "angles.pyi")


__all__ = ["Angle", "AngleType", "Degree", "Periodic", "gt4py", "register"]
