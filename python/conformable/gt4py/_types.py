"""GT4Py's own types: dimensions, fields, offsets, domains and offset providers.

Each is a registered constructor of the core with parameters, and here a class with named attributes: one object
for each type, which never changes. What stands in the text form is what the Rust side makes and reads; a class
adds no data. Sizes, strides, the place of the first element and the device of a field are those of an array type
in the place of its dtype.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

from conformable import _native
from conformable._native import (
    Dim,
    FunctionType,
    Layout,
    NamedType,
    ScalarType,
    TensorType,
    TupleType,
    Type,
    parse_type,
    unique,
)
from conformable._values import refuse
from conformable.gt4py._dims import DimensionKind, check_dims

#: A size: a number, a name, nothing known.
Size = int | Dim | str | None


class _Immutable(Type):
    """A type of this module: its `__props__` decide what it is."""

    __props__: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def _of(cls, **props: Any) -> Self:
        made = Type.__new__(cls)
        for name, value in props.items():
            made.__dict__[name] = value
        return unique(made)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"types are immutable: {name} of {self}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _read, (str(self),)

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        """The value, if its type is this one or narrower."""
        from conformable.gt4py._values import from_value

        try:
            found = from_value(value, layout=True)
        except ValueError as error:
            raise refuse(self, value, str(error)) from error
        if found != self and not self.is_super(found):
            raise refuse(self, value, f"it is {found}")
        return value

    def values_eq(self, a: Any, b: Any) -> bool:
        """Whether two values are equal."""
        return bool(a == b)


def _read(text: str) -> Type:
    """A type of this package by its text: importing this module has registered its classes."""
    return parse_type(text)


class Dimension(_Immutable):
    """A named dimension of a kind; it is the type of the one value that stands for it."""

    __props__ = ("value", "kind")

    value: str
    kind: DimensionKind

    def __new__(cls, value: str, kind: DimensionKind | str = DimensionKind.HORIZONTAL) -> Self:
        if not isinstance(value, str) or not value:
            raise ValueError(f"a dimension's name is a text, not {value!r}")
        if kind not in tuple(DimensionKind):
            would = ", ".join(DimensionKind)
            raise ValueError(f"the dimension {value!r} is of no kind {kind!r}: {would} would do")
        return cls._of(value=value, kind=DimensionKind(kind))

    def __repr__(self) -> str:
        return f"Dimension({self.value!r}, {str(self.kind)!r})"

    def __call__(self, name: Any = None) -> Any:
        """`V2EDim(0)`: the type of an index along the dimension."""
        return IndexType(self) if isinstance(name, int) else super().__call__(name)

    def __add__(self, other: int) -> "OffsetType":
        return OffsetType(self, (self,))

    __sub__ = __add__


#: GT4Py's name of the type of a dimension.
DimensionType = Dimension


class IndexType(_Immutable):
    """An index along a dimension."""

    __props__ = ("dim",)

    dim: Dimension

    def __new__(cls, dim: Dimension) -> Self:
        return cls._of(dim=_dimension(dim, "an index's dimension"))


class DomainType(_Immutable):
    """A domain: a range for each of its dimensions."""

    __props__ = ("dims",)

    dims: tuple[Dimension, ...]

    def __new__(cls, dims: Iterable[Dimension]) -> Self:
        # A domain keeps the order that it is given.
        return cls._of(dims=_dimensions(dims, "a domain's dimension"))


class OffsetType(_Immutable):
    """A field's dimension `source` becomes `target`: one dimension, or one and a local one."""

    __props__ = ("name", "source", "target")

    name: str
    source: Dimension
    target: tuple[Dimension, ...]

    def __new__(
        cls, source: Dimension, target: Iterable[Dimension], name: str | None = None
    ) -> Self:
        source = _dimension(source, "an offset's source")
        targets = _dimensions(target, "an offset's target")
        if len(targets) not in (1, 2):
            raise ValueError(f"an offset has one target or two, not {len(targets)}")
        if len(targets) == 2 and targets[1].kind is not DimensionKind.LOCAL:
            raise ValueError(
                f"the second dimension of an offset must be a local one: {targets[1].value} is {targets[1].kind}"
            )
        return cls._of(name=name or "", source=source, target=targets)

    @property
    def is_cartesian(self) -> bool:
        """Whether it stays along its dimension."""
        return self.target == (self.source,) and self.source.kind is not DimensionKind.LOCAL


class ListType(_Immutable):
    """As many elements as a local dimension has neighbours; without a dimension the same element for each."""

    __props__ = ("element_type", "offset_type")

    element_type: Type
    offset_type: Dimension | None

    def __new__(cls, element_type: Type, offset_type: Dimension | None = None) -> Self:
        return cls._of(element_type=element_type, offset_type=offset_type)


class ScanOperator(_Immutable):
    """A scan along an axis: its definition is a function of scalars, whose first parameter is the carry."""

    __props__ = ("axis", "definition")

    axis: Dimension
    definition: FunctionType

    def __new__(cls, axis: Dimension, definition: FunctionType) -> Self:
        if not isinstance(definition, FunctionType):
            raise ValueError(f"a scan's definition is the type of a function, not {definition!r}")
        return cls._of(axis=_dimension(axis, "a scan's axis"), definition=definition)


class FieldLikeType(Type):
    """Fields with an origin or without: an element at each point of named dimensions."""

    dims: tuple[Dimension, ...]
    dtype: Type
    #: Sizes, strides, offset, device where they are known.
    array: TensorType | None

    @property
    def shape(self) -> tuple[int | Dim | None, ...] | None:
        """The sizes; None where nothing of them is known."""
        return self.array.shape if self.array is not None else None

    @property
    def layout(self) -> Layout | None:
        """How the elements lie in memory; None where nothing is known."""
        return self.array.layout if self.array is not None else None

    @property
    def device(self) -> str | None:
        """Where the memory is: `cpu`, `cuda:0`; None where it is not known."""
        return self.array.device if self.array is not None else None

    @property
    def origin(self) -> tuple[int, ...] | None:
        """The first point of its domain; None where it is not known."""
        return None

    @property
    def plain(self) -> "FieldType":
        """What an annotation says of it: dimensions and dtype."""
        return FieldType(self.dims, self.dtype)


class FieldType(FieldLikeType, _Immutable):
    """Fields over these dimensions; what of shape, layout and device is known decides what is held."""

    __props__ = ("dims", "dtype", "array")

    def __new__(
        cls,
        dims: Iterable[Dimension],
        dtype: Any,
        shape: Sequence[Size] | None = None,
        layout: Layout | str | None = None,
        device: str | None = None,
    ) -> Self:
        own = check_dims(dims)
        return cls._of(dims=own, **_element(own, dtype, shape, layout, device))

    def with_memory(
        self,
        shape: Sequence[Size] | None = None,
        layout: Layout | str | None = None,
        device: str | None = None,
    ) -> "FieldType":
        """The fields of this kind that lie so."""
        return FieldType(
            self.dims, self.dtype, shape or self.shape, layout or self.layout, device or self.device
        )


class OffsetedFieldType(FieldLikeType, _Immutable):
    """Fields whose domain begins at a known point: `origin[k]` along dimension `k`."""

    __props__ = ("dims", "dtype", "array", "origin")

    def __new__(
        cls,
        dims: Iterable[Dimension],
        dtype: Any,
        origin: Sequence[int],
        shape: Sequence[Size] | None = None,
        layout: Layout | str | None = None,
        device: str | None = None,
    ) -> Self:
        own = check_dims(dims)
        if len(origin) != len(own):
            raise ValueError(f"an origin of {len(origin)} coordinates for {len(own)} dimensions")
        known = _element(own, dtype, shape or (None,) * len(own), layout, device)
        return cls._of(dims=own, _origin=tuple(origin), **known)

    @property
    def origin(self) -> tuple[int, ...]:
        """The first point of its domain."""
        return self.__dict__["_origin"]  # type: ignore[no-any-return]


def _element(
    dims: tuple[Dimension, ...],
    dtype: Any,
    shape: Sequence[Size] | None,
    layout: Layout | str | None,
    device: str | None,
) -> dict[str, Any]:
    """The dtype, and the array type where anything is known of memory."""
    if isinstance(dtype, TensorType):
        shape, layout, device = dtype.shape, dtype.layout, dtype.device
        dtype = ScalarType(dtype.dtype or "?")
    scalar = dtype if isinstance(dtype, Type) else ScalarType(dtype)
    if isinstance(scalar, ScalarType) and (scalar.dtype or "").startswith(("U", "S")):
        raise ValueError(f"the elements of a field are numbers or truth values, not {scalar}")
    # A variable stands for a scalar in a generic signature.
    if not isinstance(scalar, (ScalarType, ListType, NamedType)):
        from conformable.gt4py._registry import registry

        if not registry.is_scalar(scalar):
            raise ValueError(f"the dtype of a field must be a scalar type, not {scalar}")
    if shape is None and layout is None and device is None:
        return {"dtype": scalar, "array": None}
    if device is not None and not (isinstance(device, str) and _native.is_device(device)):
        raise ValueError(
            f"no device is called {device!r}: cpu, cuda, cuda:0, rocm or a kind that is registered would do"
        )
    sizes = (None,) * len(dims) if shape is None else tuple(shape)
    if len(sizes) != len(dims):
        raise ValueError(f"a shape of {len(sizes)} sizes for {len(dims)} dimensions")
    if not isinstance(scalar, ScalarType):
        raise ValueError(f"what is known of memory is known of scalars, not of {scalar}")
    return {"dtype": scalar, "array": TensorType(scalar.dtype or "?", sizes, layout, device)}


class OffsetProviderType(_Immutable):
    """What stands for an offset when a program runs."""

    domain: tuple[Dimension, ...]
    codomain: Dimension


class DimensionOffsetProviderType(OffsetProviderType):
    """A step along a dimension."""

    __props__ = ("dim",)

    dim: Dimension

    def __new__(cls, dim: Dimension) -> Self:
        return cls._of(dim=_dimension(dim, "the dimension of an offset"))

    @property
    def domain(self) -> tuple[Dimension, ...]:  # type: ignore[override]
        """Where it starts."""
        return (self.dim,)

    @property
    def codomain(self) -> Dimension:  # type: ignore[override]
        """Where it leads."""
        return self.dim


class NeighborTableOffsetProviderType(OffsetProviderType):
    """A table of neighbours: for each point of `domain[0]` as many points of `codomain` as `domain[1]` has places."""

    __props__ = ("domain", "codomain", "max_neighbors", "skip_value", "dtype")

    max_neighbors: int
    skip_value: int | None
    dtype: Type

    def __new__(
        cls,
        domain: Iterable[Dimension],
        codomain: Dimension,
        max_neighbors: int,
        skip_value: int | None = None,
        dtype: Any = "int32",
    ) -> Self:
        scalar = dtype if isinstance(dtype, Type) else ScalarType(dtype)
        if _native.implements_native(scalar, "Integral") != "yes":
            raise ValueError(f"a table of neighbours is of whole numbers, not of {scalar}")
        return cls._of(
            domain=_with_neighbours(domain),
            codomain=_dimension(codomain, "the codomain of a table"),
            max_neighbors=_count(max_neighbors, "the most neighbours"),
            skip_value=skip_value,
            dtype=scalar,
        )

    @property
    def has_skip_values(self) -> bool:
        """Whether a place may be without a neighbour."""
        return self.skip_value is not None


class StridedNeighborOffsetProviderType(OffsetProviderType):
    """Neighbours by arithmetic: those of point `i` are `stride * i + k`."""

    __props__ = ("domain", "codomain", "max_neighbors", "stride")

    max_neighbors: int
    stride: int
    has_skip_values = False

    def __new__(
        cls,
        domain: Iterable[Dimension],
        codomain: Dimension,
        max_neighbors: int,
        stride: int | None = None,
    ) -> Self:
        return cls._of(
            domain=_with_neighbours(domain),
            codomain=_dimension(codomain, "the codomain of neighbours"),
            max_neighbors=_count(max_neighbors, "the most neighbours"),
            stride=max_neighbors if stride is None else stride,
        )


def _count(value: Any, what: str) -> int:
    # Only an int is a number of neighbours: True is none, and nor is 1.0.
    if type(value) is not int or value < 0:
        raise ValueError(f"{what} is a number of at least 0, not {value!r}")
    return value


def _with_neighbours(domain: Iterable[Dimension]) -> tuple[Dimension, ...]:
    own = tuple(_dimension(dim, "a provider's domain") for dim in domain)
    if len(own) != 2 or own[1].kind is not DimensionKind.LOCAL:
        shown = ", ".join(repr(dim) for dim in own)
        raise ValueError(f"the domain of neighbours is a dimension and a local one, not ({shown})")
    return own


def _dimensions(values: Any, what: str) -> tuple[Dimension, ...]:
    if not isinstance(values, Iterable):
        raise ValueError(f"{what} stands in a list, [I, J]: {values!r} is none")
    return tuple(_dimension(value, what) for value in values)


def _dimension(value: Any, what: str) -> Dimension:
    if isinstance(value, Dimension):
        return value
    from conformable.gt4py._values import from_value

    try:
        found = from_value(value)
    except ValueError:
        found = None
    if not isinstance(found, Dimension):
        raise ValueError(f"{what} is a Dimension, not {value!r}")
    return found


# --- as parameters of the core's constructors --------------------------------------------------------------------------


def _items(types: Any) -> tuple[Any, ...]:
    """The types of a parameter that is a tuple; an empty one is read as an empty tuple of sizes."""
    return tuple(types.items or ()) if isinstance(types, TupleType) else ()


def _dims(dims: tuple[Dimension, ...]) -> Any:
    """Dimensions as one parameter; none of them as sizes are none."""
    return TupleType(*dims) if dims else ()


def _field(ty: FieldType) -> tuple[Any, ...]:
    return _dims(ty.dims), ty.array if ty.array is not None else ty.dtype


def _offseted(ty: OffsetedFieldType) -> tuple[Any, ...]:
    return _dims(ty.dims), ty.array, ty.origin


def _table(ty: NeighborTableOffsetProviderType) -> tuple[Any, ...]:
    return TupleType(*ty.domain), ty.codomain, ty.max_neighbors, ty.skip_value, ty.dtype


#: The class, its name in the text form, what an instance writes, what is read; without these its properties.
CONSTRUCTORS: tuple[tuple[Any, ...], ...] = (
    (Dimension, "Dimension", lambda ty: (ty.value, str(ty.kind)), Dimension),
    (IndexType, "Index", None, None),
    (DomainType, "Domain", lambda ty: (_dims(ty.dims),), lambda dims: DomainType(_items(dims))),
    (
        OffsetType,
        "Offset",
        lambda ty: (ty.name, ty.source, TupleType(*ty.target)),
        lambda name, source, target: OffsetType(source, _items(target), name),
    ),
    (ListType, "List", None, None),
    (ScanOperator, "ScanOperator", None, None),
    (FieldType, "Field", _field, lambda dims, dtype: FieldType(_items(dims), dtype)),
    (
        OffsetedFieldType,
        "OffsetedField",
        _offseted,
        lambda dims, array, origin: OffsetedFieldType(_items(dims), array, origin),
    ),
    (DimensionOffsetProviderType, "DimensionOffset", None, None),
    (
        NeighborTableOffsetProviderType,
        "NeighborTable",
        _table,
        lambda domain, *rest: NeighborTableOffsetProviderType(_items(domain), *rest),
    ),
    (
        StridedNeighborOffsetProviderType,
        "StridedNeighbor",
        lambda ty: (TupleType(*ty.domain), ty.codomain, ty.max_neighbors, ty.stride),
        lambda domain, *rest: StridedNeighborOffsetProviderType(_items(domain), *rest),
    ),
)


def _spelled_as_array(language: str) -> Any:
    """A field in a language that has arrays: with its sizes and layout, or with sizes of which nothing is known."""

    def spell(ty: FieldLikeType) -> str:
        if not isinstance(ty.dtype, ScalarType):
            raise ValueError(f"{language} cannot say {ty}: its elements are {ty.dtype}")
        array = ty.array or TensorType(ty.dtype.dtype or "?", (None,) * len(ty.dims))
        return array.spell(language)

    return spell


def _spelled_table(language: str) -> Any:
    return lambda ty: TensorType(ty.dtype.dtype, (None, ty.max_neighbors), "C").spell(language)


def register_all(registry: Any) -> None:
    """Give a registry of the package the classes and their names in the text form."""
    for cls, name, write, read in CONSTRUCTORS:
        registry.register_constructor(cls, name, write=write, read=read, covariant=True)
        registry.register_spelling("gt4py", cls, _native.spell_gt4py)
    for own in (_native.FunctionType, _native.StructType):
        registry.register_spelling("gt4py", own, _native.spell_gt4py)
    for language in ("c", "cpp", "fortran", "mlir"):
        registry.register_spelling(language, FieldLikeType, _spelled_as_array(language))
        registry.register_spelling(
            language, NeighborTableOffsetProviderType, _spelled_table(language)
        )
