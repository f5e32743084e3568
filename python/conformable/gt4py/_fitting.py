"""What would fit in the place of an argument that an entry of the catalogue refuses, for messages.

Nothing here knows an entry: the types that stand near an argument are put in its place one by one, and those that the
entry takes are said. So an entry that a package adds is answered for as any other.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformable import _native
from conformable._framework import Refusal
from conformable._native import Literal, ScalarType, TupleType, Type
from conformable.gt4py import _catalogue
from conformable.gt4py._dims import order_dimensions
from conformable.gt4py._info import (
    extract_dims,
    extract_dtype,
    parts,
    primitive_constituents,
    variables_in,
)
from conformable.gt4py._types import (
    Dimension,
    DimensionOffsetProviderType,
    DomainType,
    FieldLikeType,
    FieldType,
    ListType,
    NeighborTableOffsetProviderType,
    OffsetProviderType,
    StridedNeighborOffsetProviderType,
)

#: Offsets that are tried in the place of one that does not fit; arguments for which something is tried.
TRIED = 32
#: What is said to fit in one place.
SAID = 2
#: Scalars that are tried where no argument is of one that fits.
_SCALARS = ("bool", "int32", "int64", "float32", "float64")


def fitting(
    path: str, types: Sequence[Type], provider: Mapping[str, Any], written: Sequence[str]
) -> str:
    """Which arguments an entry takes in the place of those that it refuses; `written` is how each stands."""
    offset = next((k for k, ty in enumerate(types) if isinstance(ty, OffsetProviderType)), None)
    lead: list[str] = []
    if offset is not None:
        fit, lead = _offsets(path, types, provider, offset)
        if fit:
            return f"; {', '.join(fit)} would fit in the place of {written[offset]}"
        lead = [", ".join(["no offset of the provider fits", *lead])]
    found = []
    for place, ty in enumerate(types[:TRIED]):
        near = {} if place == offset else dict(_near(ty, types, provider))
        fit = [text for text, one in near.items() if _is_taken(path, types, place, one)][:SAID]
        if fit:
            shown = " or ".join(text.replace("{}", written[place]) for text in fit)
            found.append(f"{shown} would fit in the place of {written[place]}")
    return "".join(f"; {each}" for each in [*lead, *found[:SAID]])


def _is_taken(path: str, types: Sequence[Type], place: int, one: Type) -> bool:
    found = _catalogue.apply(path, *types[:place], one, *types[place + 1 :])
    return not isinstance(found, Refusal)


def _offsets(
    path: str, types: Sequence[Type], provider: Mapping[str, Any], place: int
) -> tuple[list[str], list[str]]:
    """Which offsets fit; and where the others lead."""
    fit, lead = [], []
    for name, one in _provided(provider):
        if _is_taken(path, types, place, one):
            fit.append(f"'{name}")
        elif isinstance(one, NeighborTableOffsetProviderType | StridedNeighborOffsetProviderType):
            lead.append(f"'{name} leads from {one.domain[0].value} to {one.codomain.value}")
    return fit, lead


def _provided(provider: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, known in list(provider.items())[:TRIED]:
        one = DimensionOffsetProviderType(known) if isinstance(known, Dimension) else known
        yield name, one


def _near(
    ty: Type, types: Sequence[Type], provider: Mapping[str, Any]
) -> Iterator[tuple[str, Type]]:
    """Types that might stand in the place of one, each as it is said, in which `{}` is the argument itself."""
    near = _iterators(ty, provider) if _is_iterator(ty) else _values(ty, types, provider)
    for text, one in near:
        if one != ty and not variables_in(one):
            yield text or _native.spell_gt4py(one), one


def _is_iterator(ty: Type) -> bool:
    return isinstance(ty, _native.ConstructedType) and ty.name == "Iterator"


def _iterators(ty: Any, provider: Mapping[str, Any]) -> Iterator[tuple[str, Type]]:
    """The iterator after a step, and where its field is defined."""
    position, defined, found = ty.params
    for name, one in _provided(provider):
        moved = _catalogue.apply("gt4py.ir.shift", one, Literal(0), ty)
        if not isinstance(moved, Refusal):
            yield f"((shift '{name} #0) {{}})", moved
    here, wanted = (set(parts(dims) or ()) for dims in (position, defined))
    starts = [{one.domain[0]} for _, one in _provided(provider) if hasattr(one, "max_neighbors")]
    for dims in (here | wanted, wanted, *starts):
        yield "", _iterator(order_dimensions(dims), defined, found)


def _iterator(position: Sequence[Type], defined: Type, element: Type) -> Type:
    return _native.parse_type(f"Iterator[{TupleType(*position)}, {defined}, {element}]")


def _values(
    ty: Type, types: Sequence[Type], provider: Mapping[str, Any]
) -> Iterator[tuple[str, Type]]:
    """What the others are, with its own dimensions or theirs; and what has its elements and another form."""
    leaves = [leaf for each in types for leaf in primitive_constituents(each)]
    fields = [leaf for leaf in leaves if isinstance(leaf, FieldLikeType)]
    dims = order_dimensions({dim for leaf in fields for dim in leaf.dims})
    scalars = [leaf.dtype for leaf in fields] + [x for x in leaves if isinstance(x, ScalarType)]
    scalars = list(dict.fromkeys([*scalars, *map(ScalarType, _SCALARS)]))
    if isinstance(ty, Literal):
        yield from ((f"#{k}", Literal(k)) for k in range(TRIED))
    for dtype in scalars:
        yield "", FieldType(ty.dims, dtype) if isinstance(ty, FieldLikeType) else dtype
    if isinstance(ty, ScalarType | FieldLikeType):
        own, element = extract_dims(ty), extract_dtype(ty)
        tables = [one for _, one in _provided(provider) if hasattr(one, "max_neighbors")]
        yield from (("", ListType(one, table.domain[1])) for one in scalars for table in tables)
        yield "", ListType(element, None)
        yield "", _iterator(own, TupleType(*own), element)
    if isinstance(ty, TupleType) and dims:
        yield "", TupleType(*dims)
    if dims:
        yield "", DomainType(dims)
    yield from (("", each) for each in types)
