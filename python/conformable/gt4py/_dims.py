"""The order of dimensions: a declared policy, by kind and then by name.

Two fields that meet get all the dimensions of both, in this order, so that it does not depend on which came first. A
dimension stands once, and of local ones there is at most one, since a field has one table of neighbours to go along.
"""

import enum
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from conformable.gt4py._types import Dimension


class DimensionKind(enum.StrEnum):
    """What a dimension runs along."""

    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"
    LOCAL = "local"


#: The policy: dimensions of an earlier kind come first; of one kind by name.
KIND_ORDER = (DimensionKind.HORIZONTAL, DimensionKind.LOCAL, DimensionKind.VERTICAL)


def order_dimensions(dims: Iterable["Dimension"]) -> tuple["Dimension", ...]:
    """The dimensions in the declared order."""
    return tuple(sorted(dims, key=lambda dim: (KIND_ORDER.index(dim.kind), dim.value)))


def check_dims(dims: Iterable[Any]) -> tuple["Dimension", ...]:
    """The dimensions, if they may be a field's: in order, each once, one local one at most."""
    from conformable.gt4py._types import _dimension

    own = tuple(_dimension(dim, "a field's dimension") for dim in dims)
    local = [dim.value for dim in own if dim.kind is DimensionKind.LOCAL]
    if len(local) > 1:
        raise ValueError(
            f"there are more than one dimension with DimensionKind 'LOCAL': {_named(local)}"
        )
    twice = sorted({dim.value for dim in own if own.count(dim) > 1})
    if twice:
        raise ValueError(f"the dimension {_named(twice)} stands twice")
    expected = order_dimensions(own)
    if own != expected:
        names = [[dim.value for dim in order] for order in (own, expected)]
        raise ValueError(
            f"dimensions {_named(names[0])} are not ordered correctly, expected {_named(names[1])}"
        )
    return own


def promote_dims(*lists: Iterable["Dimension"]) -> tuple["Dimension", ...]:
    """The dimensions of all, in the declared order."""
    every = {dim for dims in lists for dim in check_dims(dims)}
    return check_dims(order_dimensions(every))


def _named(names: Iterable[str]) -> str:
    return "'" + ", ".join(names) + "'"
