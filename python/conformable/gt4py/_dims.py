"""The order of dimensions: a declared policy, by kind and then by name.

Two fields that meet get all the dimensions of both, in this order, so that it does not depend on which came first. A
dimension stands once, and of local ones there is at most one, since a field has one table of neighbours to go along.
"""

import enum
import functools
import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from conformable import _native

if TYPE_CHECKING:
    from conformable.gt4py._types import Dimension


class DimensionKind(enum.StrEnum):
    """What a dimension runs along."""

    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"
    LOCAL = "local"


@functools.cache
def kind_order() -> tuple[DimensionKind, ...]:
    """The policy, as the catalogue declares it: dimensions of an earlier kind come first."""
    kinds: Any = _native.Entries("gt4py").apply("gt4py.types.kind_order")[0]
    return tuple(DimensionKind(kind.value) for kind in kinds.items)


def order_dimensions(dims: Iterable["Dimension"]) -> tuple["Dimension", ...]:
    """The dimensions in the declared order: by kind, of one kind by name."""
    return tuple(sorted(dims, key=lambda dim: (kind_order().index(dim.kind), dim.value)))


def check_dims(dims: Iterable[Any]) -> tuple["Dimension", ...]:
    """The dimensions, if they may be a field's: in order, each once, one local one at most."""
    from conformable.gt4py._types import _dimensions

    own = _dimensions(dims, "a field's dimension")
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
    """The dimensions of all, in the declared order, as operators unite them."""
    from conformable.gt4py._info import promote
    from conformable.gt4py._types import FieldType

    united: Any = promote(FieldType((), "bool"), *(FieldType(dims, "bool") for dims in lists))
    return united.dims  # type: ignore[no-any-return]


def dims_behind(providers: Iterable[Any], types: Iterable[Any]) -> list[tuple["Dimension", ...]]:
    """The dimensions of fields, none of them, some, all seen from the other side of tables; the fewest first."""
    from conformable.gt4py._info import primitive_constituents

    leaves = [leaf for ty in types for leaf in primitive_constituents(ty)]
    own = [dim for leaf in leaves for dim in getattr(leaf, "dims", ()) if dim.kind != "local"]
    tables = [each for each in providers if hasattr(each, "max_neighbors")]
    found: dict[tuple[Dimension, ...], None] = {}
    for count in range(len(tables) + 1):
        for some in itertools.combinations(tables, count):
            start = {table.codomain: table.domain[0] for table in some}
            found[order_dimensions({start.get(dim, dim) for dim in own})] = None
    return sorted(found, key=len)


def _named(names: Iterable[str]) -> str:
    return "'" + ", ".join(names) + "'"
