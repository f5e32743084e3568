"""Arrays with a unit, and their types: `Quantity['m', float64[3]]`."""

from typing import Any

import conformable as cf

#: How many metres each unit is.
UNITS = {"m": 1.0, "km": 1000.0}


class Length:
    """An array of lengths."""

    def __init__(self, magnitude: Any, unit: str):
        self.magnitude = magnitude
        self.unit = unit


class Quantity(cf.Type):
    """Lengths in a unit, whose magnitudes are of a type."""

    __props__ = ("unit", "magnitude")

    def __init__(self, unit: str, magnitude: cf.Type):
        if unit not in UNITS:
            raise ValueError(f"no unit {unit!r}")
        self.unit = unit
        self.magnitude = magnitude

    def filter(
        self, value: Any, strict: bool = False, allow_downcast: bool | None = None
    ) -> Length:
        if not isinstance(value, Length) or value.unit != self.unit:
            raise TypeError(f"{value!r} is no length in {self.unit}")
        magnitude = self.magnitude.filter(
            value.magnitude, strict=strict, allow_downcast=allow_downcast
        )
        return value if magnitude is value.magnitude else Length(magnitude, self.unit)

    def is_super(self, other: cf.Type) -> bool:
        same = isinstance(other, Quantity) and other.unit == self.unit
        return bool(same and self.magnitude.is_super(other.magnitude))


def metres(a: Quantity, b: Quantity) -> cf.Conversion | None:
    """Between units something is to be computed."""
    return None if a.unit == b.unit else cf.Conversion.EXPLICIT


def register(registry: cf.Registry) -> None:
    """The plugin."""
    registry.register_constructor(Quantity)
    registry.register_instance(
        Length, lambda value, read: Quantity(value.unit, read(value.magnitude))
    )
    registry.register_hint(Length, lambda hint, read: Quantity("m", cf.TensorType("float64", None)))
    registry.register_conversion(Quantity, Quantity, metres)
    registry.register_spelling("c", Quantity, lambda ty: ty.magnitude.spell("c"))
    registry.register_trait(cf.traits.Arithmetic, Quantity, lambda ty, trait: True)
