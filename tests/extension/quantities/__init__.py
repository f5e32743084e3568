"""Arrays with a unit, and their types: `Quantity['m', float64[3]]`; and what else a package may add."""

from pathlib import Path
from typing import Any

import conformable as cf

#: What has a length in it.
Metric = cf.traits.Trait("Metric")

#: Its numbers have single precision at least, and ints are not mixed with them.
PROMOTION = {
    "operands": ["int64", "float32", "float64", "weak_int", "weak_float"],
    "results": [
        "int64 - - int64 -",
        "- float32 float64 float32 float32",
        "- float64 float64 float64 float64",
        "int64 float32 float64 weak_int weak_float",
        "- float32 float64 weak_float weak_float",
    ],
}

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


def added(a: Quantity, b: Quantity) -> Quantity | cf.Refusal:
    """Lengths of one unit add up."""
    return a if a.unit == b.unit else cf.Refusal(f"{a.unit} and {b.unit} are two units", "TypeError")


def compared(a: Quantity, b: Quantity) -> cf.Type | cf.Refusal:
    """Lengths of one unit are compared point by point."""
    found = added(a, b)
    return cf.parse_type("bool_[3]") if isinstance(found, Quantity) else found


def total(a: Any, b: Any) -> Any:
    """A function without a stub, of types that are not said."""
    return a + b * 2.0


def track(n: int) -> Length:
    """A straight one, in metres; its stub says so."""
    import numpy as np

    return Length(np.zeros(n), "m")


def smooth(x: Any) -> Any:
    """Each point's mean with its neighbours; its stub says what comes out."""
    return (x[:-2] + x[1:-1] + x[2:]) / 3


def pad(x: Any, block: int) -> Any:
    """With zeros to whole blocks."""
    import numpy as np

    return np.concatenate([x, np.zeros(whole_blocks(len(x), block) - len(x))])


def prepared(x: Any) -> Any:
    """A function without a stub, of functions that have one."""
    return pad(smooth(x), 4)


def whole_blocks(size: int, block: int) -> int:
    """The relation: how long a track is once its last block is full."""
    if block < 1:
        raise ValueError("a block has one point at least")
    return -(-size // block) * block


def sizes(result: int, size: int | None, block: int | None) -> list[tuple[int, int]] | None:
    """Its inverse, where the block is known."""
    if block is None:
        return None
    return [] if result % block else [(n, block) for n in range(result - block + 1, result + 1)]


def is_metric(ty: cf.TensorType, trait: Any) -> bool:
    """Arrays of floats, which are somebody else's types."""
    return ty.dtype in ("float32", "float64")


def in_units(ty: Any) -> str:
    """Types in a language that nobody else speaks."""
    return f"{ty.spell('numpy')} in {getattr(ty, 'unit', '1')}"


def register(registry: cf.Registry) -> None:
    """The plugin."""
    registry.register_constructor(Quantity)
    registry.register_instance(
        Length, lambda value, read: Quantity(value.unit, read(value.magnitude))
    )
    registry.register_hint(Length, lambda hint, read: Quantity("m", cf.TensorType("float64", None)))
    registry.register_conversion(Quantity, Quantity, metres)
    registry.register_operation("+", Quantity, Quantity, added)
    registry.register_operation("<", Quantity, Quantity, compared)
    registry.register_operation("*", Quantity, cf.PythonType, lambda a, b: a)
    registry.register_spelling("c", Quantity, lambda ty: ty.magnitude.spell("c"))
    registry.register_spelling("units", cf.TensorType, in_units)
    registry.register_trait(cf.traits.Arithmetic, Quantity, lambda ty, trait: True)
    registry.register_trait(Metric, Quantity, lambda ty, trait: True)
    registry.register_trait(Metric, cf.TensorType, is_metric)
    registry.register_dialect("quantities", PROMOTION)
    # Before the stubs, which mention it.
    registry.register_relation("whole_blocks", whole_blocks, sizes)
    registry.register_catalogue(
        Path(__file__).with_name("catalogue.pyi"), "quantities/catalogue.pyi"
    )
