"""Values as GT4Py's types: `from_value` and the rows that it has from the start; fields over NumPy arrays.

A Python int has 64 bits, as the annotation `int`; one that is written in an operator (`literals`) 32 where they hold it. Of a field the dimensions and the dtype are read, with
`layout` also its domain, how the array lies in memory, and where.
"""

import contextvars
import enum
import inspect
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, overload

import numpy as np

from conformable import _native
from conformable._contract import is_type
from conformable._instances import placed
from conformable._native import NoneType, Type
from conformable._values import short
from conformable.gt4py import _hints
from conformable.gt4py._dims import check_dims
from conformable.gt4py._hierarchy import (
    STRING,
    FunctionType,
    NamedCollectionType,
    OffsetProvider,
    ScalarKind,
    ScalarType,
    TupleType,
)
from conformable.gt4py._hints import (
    NUMPY,
    PYTHON,
    Read,
    Unsupported,
    from_type_hint,
    member_names,
    part,
)
from conformable.gt4py._registry import registry
from conformable.gt4py._types import (
    Dimension,
    DimensionOffsetProviderType,
    FieldType,
    IndexType,
    NeighborTableOffsetProviderType,
    OffsetedFieldType,
    OffsetProviderType,
    OffsetType,
    StridedNeighborOffsetProviderType,
)

_LAYOUT: contextvars.ContextVar[bool] = contextvars.ContextVar("_LAYOUT", default=False)
#: Whether ints are literals.
_LITERALS: contextvars.ContextVar[bool] = contextvars.ContextVar("literals", default=False)

_FITS = (
    "a number, a truth value, a text, a dimension, a field, a tuple of such, a named tuple or dataclass with types, an "
    "annotated function, an offset provider, or what is registered with gt4py.registry.register_instance would do"
)


def _array(value: Any) -> Any:
    """The array that a value is, if that has an end."""
    _native.check_nesting(value)
    return np.asarray(value)


class Field:
    """A field over an array: `Field([I, J], array)`; as an annotation `Field[[I, J], float]`."""

    def __init__(self, dims: Iterable[Any], data: Any, origin: Sequence[int] | None = None):
        self.dims = check_dims(dims)
        self.data = _array(data)
        if self.data.ndim != len(self.dims):
            raise ValueError(f"an array of rank {self.data.ndim} for {len(self.dims)} dimensions")
        self.origin = tuple(origin) if origin is not None else (0,) * len(self.dims)

    def __class_getitem__(cls, args: Any) -> Any:
        args = args if isinstance(args, tuple) else (args,)
        return types.GenericAlias(
            cls, tuple(tuple(arg) if isinstance(arg, list) else arg for arg in args)
        )

    def __repr__(self) -> str:
        return (
            f"Field({[dim.value for dim in self.dims]}, {self.data.dtype}{list(self.data.shape)})"
        )


class Dims:
    """Dimensions in an annotation: `Field[Dims[I, J], float]`."""

    def __class_getitem__(cls, args: Any) -> tuple[Any, ...]:
        return args if isinstance(args, tuple) else (args,)


class FieldOffset:
    """An offset by its name: `FieldOffset("V2E", source=E, target=(V, V2EDim))`."""

    def __init__(self, name: str, source: Any, target: Iterable[Any]):
        self.type = OffsetType(source, target, name)

    def __gt_type__(self) -> OffsetType:
        return self.type

    def __getitem__(self, index: int) -> OffsetType:
        """`V2E[0]`: the one neighbour; `Ioff[1]`: as many steps."""
        own = self.type
        return OffsetType(own.source, own.target[:1], own.name)

    def __repr__(self) -> str:
        return f"FieldOffset({self.type.name!r})"


class Connectivity:
    """A table of neighbours; `as_connectivity` makes one."""

    def __init__(
        self, domain: Iterable[Any], codomain: Any, table: Any, skip_value: int | None = None
    ):
        self.table = _array(table)
        if self.table.ndim != 2:
            raise ValueError(f"a table of neighbours has two axes, not {self.table.ndim}")
        self.type = NeighborTableOffsetProviderType(
            domain, codomain, self.table.shape[1], skip_value, self.table.dtype
        )

    def __gt_type__(self) -> NeighborTableOffsetProviderType:
        return self.type


def as_connectivity(
    domain: Iterable[Any], codomain: Any, table: Any, skip_value: int | None = None
) -> Connectivity:
    """A table of neighbours over an array of whole numbers: a row for each point of the first dimension."""
    return Connectivity(domain, codomain, table, skip_value)


class NamespaceProxy:
    """A module or a class of constants: an attribute is the type of what it holds."""

    def __init__(self, namespace: Any):
        self.namespace = namespace

    def __getattr__(self, name: str) -> Any:
        return from_value(getattr(self.namespace, name), literals=True)

    def __repr__(self) -> str:
        return f"NamespaceProxy({getattr(self.namespace, '__name__', self.namespace)})"


@overload
def from_value(  # type: ignore[overload-overlap]
    value: ModuleType | type[enum.Enum], layout: bool = False, *, literals: bool = False
) -> NamespaceProxy: ...
@overload
def from_value(value: object, layout: bool = False, *, literals: bool = False) -> Type: ...
def from_value(
    value: object, layout: bool = False, *, literals: bool = False
) -> Type | NamespaceProxy:
    """The type of a value; with `layout` of a field also its memory, with `literals` of an int that of one that is
    written in an operator."""
    token, own = _LAYOUT.set(layout), _LITERALS.set(literals)
    try:
        found: Type | NamespaceProxy = _read(value)
        return found
    except RecursionError:
        raise Unsupported("the value is nested too deep, or contains itself") from None
    finally:
        _LAYOUT.reset(token)
        _LITERALS.reset(own)


#: The name that the note gives it.
from_instance = from_value


def _read(value: Any) -> Any:
    # These are the types of one value each, and stand for it.
    if isinstance(value, Dimension | OffsetType | IndexType | OffsetProviderType):
        return value
    if is_type(value):
        raise Unsupported(f"{value!r} is a type, no value")
    reader = registry.instance_reader(value)
    if reader is None:
        raise Unsupported(f"type {type(value)!r} not supported ({short(value)}): {_FITS}")
    found = reader(value, _read)
    if not is_type(found) and not isinstance(found, NamespaceProxy):
        name = getattr(reader, "__qualname__", reader)
        raise TypeError(f"{name} read {short(value)} as {found!r}, which is no type")
    return found


def _int(value: int, read: Read) -> Any:
    kinds = (ScalarKind.INT32, ScalarKind.INT64) if _LITERALS.get() else (ScalarKind.INT64,)
    for kind in kinds:
        ty: Any = ScalarType(kind)
        bounds = np.iinfo(ty.numpy_dtype)
        if bounds.min <= value <= bounds.max:
            return ty
    shown = " or ".join(f"'{kind.name}'" for kind in kinds)
    raise Unsupported(f"value '{value}' is out of range to be representable as {shown}")


def _numpy(value: Any, read: Read) -> Any:
    if value.dtype.name.replace("bool", "bool_") not in NUMPY:
        raise Unsupported(f"type {type(value)!r} not supported: {', '.join(NUMPY)} would do")
    return _native.ScalarType(value.dtype)


def _tuple(value: tuple[Any, ...], read: Read) -> Any:
    return TupleType([part(read, item, f"element {k}") for k, item in enumerate(value)])


def _collection(value: Any, read: Read) -> Any:
    names = member_names(type(value)) or []
    # Its members' types are those of the values, but the class must be one that has types.
    from_type_hint(type(value))
    return NamedCollectionType(
        [part(read, getattr(value, name), f"member '{name}'") for name in names], names
    )


def _field(value: Field, read: Read) -> Any:
    return _field_over(value.dims, value.data, value.origin)


def _foreign_field(value: Any, read: Read) -> Any:
    """A field of GT4Py's, by its domain and its array."""
    domain = value.domain
    dims = [read(dim) for dim in domain.dims]
    ranges = [getattr(domain[k], "unit_range", domain[k]) for k in range(len(dims))]
    return _field_over(
        tuple(dims), np.asarray(value.ndarray), tuple(int(own.start) for own in ranges)
    )


def _field_over(dims: tuple[Dimension, ...], data: Any, origin: tuple[int, ...]) -> Any:
    ty = _native.ScalarType(data.dtype)
    if ty.dtype not in {name.strip("_") for name in NUMPY} and not registry.is_scalar(ty):
        raise Unsupported(f"a field's dtype must be a scalar, not {ty}")
    if not _LAYOUT.get():
        return FieldType(dims, ty)
    array = placed(data)
    return OffsetedFieldType(dims, array, origin) if any(origin) else FieldType(dims, array)


def _foreign_dimension(value: Any, read: Read) -> Any:
    return Dimension(value.value, getattr(value.kind, "value", value.kind))


def _typed(value: Any, read: Read) -> Any:
    """What says itself what its type is."""
    found = value.__gt_type__()
    if is_type(found):
        return found
    from conformable.gt4py._adapters import from_gt4py

    return from_gt4py(found)


def _strided(value: Any, read: Read) -> Any:
    domain = (
        read(value.origin_axis),
        Dimension(getattr(value, "neighbor_dim", "neighbors"), "local"),
    )
    return StridedNeighborOffsetProviderType(domain, read(value.neighbor_axis), value.max_neighbors)


def _mapping(value: Mapping[str, Any], read: Read) -> Any:
    """A mapping is an offset provider, or nothing."""
    if not value or not all(isinstance(name, str) for name in value):
        raise Unsupported(f"type {type(value)!r} not supported ({short(value)}): {_FITS}")
    try:
        return OffsetProvider({name: read(entry) for name, entry in value.items()})
    except ValueError as error:
        raise Unsupported(
            f"type {type(value)!r} not supported: as an offset provider, {error}"
        ) from None


def _class(value: type, read: Read) -> Any:
    if issubclass(value, enum.Enum):
        return NamespaceProxy(value)
    return from_type_hint(type[value])


def _namespace(value: Any, read: Read) -> Any:
    return NamespaceProxy(value)


def _function(value: Any, read: Read) -> Any:
    hints = typing.get_type_hints(value, include_extras=True)
    kinds: dict[Any, dict[str, Type]] = {kind: {} for kind in inspect._ParameterKind}
    for name, parameter in inspect.signature(value).parameters.items():
        if parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD):
            raise Unsupported(
                f"any number of arguments, as {value!r} takes, is not supported: '{name}'"
            )
        if name not in hints:
            raise Unsupported(
                f"invalid callable annotations in {value!r}: parameter '{name}' has none"
            )
        kinds[parameter.kind][name] = part(from_type_hint, hints[name], f"parameter '{name}'")
    if "return" not in hints:
        raise Unsupported(f"invalid callable annotations in {value!r}: the result has none")
    result = hints["return"]
    return FunctionType(
        list(kinds[inspect.Parameter.POSITIONAL_ONLY].values()),
        kinds[inspect.Parameter.POSITIONAL_OR_KEYWORD],
        kinds[inspect.Parameter.KEYWORD_ONLY],
        NoneType() if result in (None, type(None)) else part(from_type_hint, result, "result"),
    )


#: Readers by class; those with a text are of packages that need not be there.
CLASSES: tuple[tuple[Any, Any], ...] = (
    *(
        (cls, lambda value, read, kind=kind: ScalarType(kind))
        for cls, kind in PYTHON.items()
        if cls is not int
    ),
    (int, _int),
    (np.generic, _numpy),
    (np.float64, _numpy),
    (np.str_, _numpy),
    (np.bytes_, _numpy),
    (tuple, _tuple),
    (Mapping, _mapping),
    (dict, _mapping),
    (Field, _field),
    (type, _class),
    (types.ModuleType, _namespace),
    (types.SimpleNamespace, _namespace),
    (types.FunctionType, _function),
    (types.MethodType, _function),
    ("gt4py.next.common.Connectivity", _typed),
    ("gt4py.next.common.Field", _foreign_field),
    ("gt4py.next.common.Dimension", _foreign_dimension),
)

#: Tests by what a value has, before its class is looked at.
SHAPES: tuple[tuple[Any, Any], ...] = (
    (
        lambda value: not isinstance(value, type) and callable(getattr(value, "__gt_type__", None)),
        _typed,
    ),
    (
        lambda value: member_names(type(value)) is not None,
        _collection,
    ),
)


def register_all(own: Any) -> None:
    """Give a registry the rows of GT4Py's values."""
    for cls, reader in CLASSES:
        own.register_instance(cls, reader)
    for test, reader in SHAPES:
        own.register_shape("value", test, reader)
    own.register_hint(Field, _hints.field_type)


__all__ = ["STRING", "DimensionOffsetProviderType", "from_instance", "from_value"]
