"""To and from GT4Py's own type specifications.

GT4Py is imported when a type is turned into one of its; its objects are known by their classes' names, so that they can
be read where only the objects are there. A row each: the name of the class, what reads it, what makes it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from conformable import _native
from conformable._native import NamedType, NoneType, StructType, Type
from conformable.gt4py import _hierarchy as hierarchy
from conformable.gt4py._hierarchy import (
    FunctionType,
    NamedCollectionType,
    ScalarKind,
    ScalarType,
    TupleType,
    kind_of,
)
from conformable.gt4py._types import (
    Dimension,
    DomainType,
    FieldLikeType,
    FieldType,
    IndexType,
    ListType,
    NeighborTableOffsetProviderType,
    OffsetType,
    ScanOperator,
)


def from_gt4py(spec: Any) -> Type:
    """The type that one of GT4Py's specifications is."""
    row = _READ.get(type(spec).__name__)
    if row is None or not type(spec).__module__.startswith("gt4py."):
        known = ", ".join(_READ)
        raise ValueError(f"{spec!r} is no type specification of GT4Py's: one of {known} would do")
    found: Type = row(spec)
    return found


def to_gt4py(ty: Any) -> Any:
    """GT4Py's specification of a type; what it has no word for (memory, other widths) is a ValueError, or left out."""
    for test, make in _WRITE:
        if test(ty):
            return make(ty, _modules())
    raise ValueError(f"GT4Py has no type specification for {ty}")


def _scalar(spec: Any) -> Type:
    if spec.shape is not None:
        raise ValueError(f"scalars with a shape have no type here: {spec}")
    return ScalarType(ScalarKind[spec.kind.name])


def dimension(dim: Any) -> Dimension:
    """The dimension that one of GT4Py's is."""
    return Dimension(dim.value, dim.kind.value)


def _field(spec: Any) -> FieldType:
    return FieldType([dimension(dim) for dim in spec.dims], from_gt4py(spec.dtype))


def _function(spec: Any) -> Any:
    def each(specs: Mapping[str, Any]) -> dict[str, Type]:
        return {name: from_gt4py(own) for name, own in specs.items()}

    positional = [from_gt4py(own) for own in spec.pos_only_args]
    return FunctionType(
        positional, each(spec.pos_or_kw_args), each(spec.kw_only_args), from_gt4py(spec.returns)
    )


def _deferred(spec: Any) -> NamedType:
    """What is deferred is a variable, called by what it must be."""
    constraint = spec.constraint or ()
    classes = constraint if isinstance(constraint, tuple) else (constraint,)
    names = dict.fromkeys(cls.__name__.removesuffix("Type") for cls in classes)
    return NamedType("_".join(["T", *names]))


def _list(spec: Any) -> ListType:
    return ListType(
        from_gt4py(spec.element_type),
        None if spec.offset_type is None else dimension(spec.offset_type),
    )


def _table(spec: Any) -> NeighborTableOffsetProviderType:
    return NeighborTableOffsetProviderType(
        [dimension(dim) for dim in spec.domain],
        dimension(spec.codomain),
        spec.max_neighbors,
        spec.skip_value,
        spec.dtype.scalar_type,
    )


_READ: dict[str, Callable[[Any], Any]] = {
    "VoidType": lambda spec: NoneType(),
    "DimensionType": lambda spec: dimension(spec.dim),
    "IndexType": lambda spec: IndexType(dimension(spec.dim)),
    "OffsetType": lambda spec: OffsetType(
        dimension(spec.source), [dimension(dim) for dim in spec.target]
    ),
    "ScalarType": _scalar,
    "ListType": _list,
    "FieldType": _field,
    "TupleType": lambda spec: TupleType([from_gt4py(own) for own in spec.types]),
    "NamedCollectionType": lambda spec: NamedCollectionType(
        [from_gt4py(own) for own in spec.types], spec.keys
    ),
    "FunctionType": _function,
    "ConstructorType": lambda spec: _function(spec.definition),
    "FieldOperatorType": lambda spec: _function(spec.definition),
    "ProgramType": lambda spec: _function(spec.definition),
    "ScanOperatorType": lambda spec: ScanOperator(dimension(spec.axis), _function(spec.definition)),
    "DomainType": lambda spec: DomainType([dimension(dim) for dim in spec.dims]),
    "DeferredType": _deferred,
    "NeighborConnectivityType": _table,
}


# --- to GT4Py ---------------------------------------------------------------------------------------------------------


class _Modules:
    """The parts of GT4Py that types are made of."""

    def __init__(self) -> None:
        from gt4py._core import definitions
        from gt4py.next import common
        from gt4py.next.ffront import type_specifications as frontend
        from gt4py.next.type_system import type_specifications as types

        self.common, self.types, self.frontend, self.definitions = (
            common,
            types,
            frontend,
            definitions,
        )

    def dim(self, dim: Dimension) -> Any:
        return self.common.Dimension(dim.value, self.common.DimensionKind(str(dim.kind)))

    def dims(self, dims: Any) -> list[Any]:
        return [self.dim(dim) for dim in dims]


def _modules() -> _Modules:
    return _Modules()


def _to_function(ty: Any, gt: _Modules) -> Any:
    params = list(zip(ty.names, ty.params, ty.kinds, strict=True))
    named = {
        kind: {name: to_gt4py(own) for name, own, how in params if how == kind}
        for kind in ("positional or keyword", "keyword-only")
    }
    returns = ty.returns
    return gt.types.FunctionType(
        pos_only_args=[to_gt4py(own) for _, own, how in params if how == "positional-only"],
        pos_or_kw_args=named["positional or keyword"],
        kw_only_args=named["keyword-only"],
        returns=to_gt4py(_native.TupleType(*returns) if isinstance(returns, tuple) else returns),
    )


def _to_collection(ty: Any, gt: _Modules) -> Any:
    return gt.types.NamedCollectionType(
        types=[to_gt4py(own) for own in ty.fields.values()],
        keys=list(ty.fields),
        original_python_type=gt.types.ANY_PYTHON_TYPE_NAME,
    )


def _to_scalar(ty: Any, gt: _Modules) -> Any:
    kind = kind_of(ty)
    assert kind is not None
    return gt.types.ScalarType(kind=gt.types.ScalarKind[kind.name])


def _to_table(ty: NeighborTableOffsetProviderType, gt: _Modules) -> Any:
    return gt.common.NeighborConnectivityType(
        domain=tuple(gt.dims(ty.domain)),
        codomain=gt.dim(ty.codomain),
        skip_value=ty.skip_value,
        dtype=gt.definitions.dtype(str(ty.dtype)),
        max_neighbors=ty.max_neighbors,
    )


#: Tests in an order in which the first that holds decides, each with what it makes.
_WRITE: tuple[tuple[Callable[[Any], bool], Callable[[Any, _Modules], Any]], ...] = (
    (lambda ty: isinstance(ty, NoneType), lambda ty, gt: gt.types.VoidType()),
    (
        lambda ty: isinstance(ty, ScanOperator),
        lambda ty, gt: gt.frontend.ScanOperatorType(
            axis=gt.dim(ty.axis), definition=to_gt4py(ty.definition)
        ),
    ),
    (lambda ty: kind_of(ty) is not None, _to_scalar),
    (lambda ty: isinstance(ty, Dimension), lambda ty, gt: gt.types.DimensionType(dim=gt.dim(ty))),
    (lambda ty: isinstance(ty, IndexType), lambda ty, gt: gt.types.IndexType(dim=gt.dim(ty.dim))),
    (
        lambda ty: isinstance(ty, OffsetType),
        lambda ty, gt: gt.types.OffsetType(
            source=gt.dim(ty.source), target=tuple(gt.dims(ty.target))
        ),
    ),
    (
        lambda ty: isinstance(ty, DomainType),
        lambda ty, gt: gt.types.DomainType(dims=gt.dims(ty.dims)),
    ),
    (
        lambda ty: isinstance(ty, ListType),
        lambda ty, gt: gt.types.ListType(
            element_type=to_gt4py(ty.element_type),
            offset_type=None if ty.offset_type is None else gt.dim(ty.offset_type),
        ),
    ),
    (
        lambda ty: isinstance(ty, FieldLikeType),
        lambda ty, gt: gt.types.FieldType(dims=gt.dims(ty.dims), dtype=to_gt4py(ty.dtype)),
    ),
    (
        lambda ty: isinstance(ty, hierarchy.TupleType),
        lambda ty, gt: gt.types.TupleType(types=[to_gt4py(own) for own in ty.items]),
    ),
    (lambda ty: isinstance(ty, StructType), _to_collection),
    (lambda ty: isinstance(ty, hierarchy.FunctionType), _to_function),
    (lambda ty: isinstance(ty, NeighborTableOffsetProviderType), _to_table),
)
