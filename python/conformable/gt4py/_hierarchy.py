"""GT4Py's hierarchy of types, for `isinstance` and as constructors.

Scalars, tuples, structs and functions are the package's own types: a class here says which of them it means, and
calling it gives one. Fields, offsets and offset providers are classes of `_types`, which stand below the same root.
"""

import enum
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from conformable import _native
from conformable._native import NoneType, PythonType, Type
from conformable.gt4py._types import FieldLikeType, FieldType, OffsetedFieldType


class ScalarKind(enum.IntEnum):
    """The kinds of scalars."""

    BOOL = 1
    INT8 = 2
    UINT8 = 3
    INT16 = 4
    UINT16 = 5
    INT32 = 6
    UINT32 = 7
    INT64 = 8
    UINT64 = 9
    FLOAT32 = 10
    FLOAT64 = 11
    STRING = 12


_KINDS = {kind.name.lower(): kind for kind in ScalarKind if kind is not ScalarKind.STRING}
#: Texts are no scalars; they have a kind, since GT4Py gives them one.
STRING = PythonType("str")


def kind_of(ty: Type) -> ScalarKind | None:
    """The kind of a scalar; None of what is none."""
    if ty is STRING:
        return ScalarKind.STRING
    return _KINDS.get(ty.dtype or "") if isinstance(ty, _native.ScalarType) else None


class _Kind(type):
    """A class that means types of the package's own."""

    def __instancecheck__(cls, value: object) -> bool:
        holds = cls.__dict__.get("_holds")
        return isinstance(value, Type) and (
            holds(value) if holds is not None else super().__instancecheck__(value)
        )


def _scalars(*dtypes: str) -> Any:
    """Whether a type is one of these scalars."""
    known = frozenset(dtypes)
    return staticmethod(lambda ty: isinstance(ty, _native.ScalarType) and ty.dtype in known)


class ScalarType(Type, metaclass=_Kind):
    """Numbers and truth values; `ScalarType(ScalarKind.INT8)` gives one."""

    @staticmethod
    def _holds(ty: Type) -> bool:
        from conformable.gt4py._registry import registry

        return isinstance(ty, _native.ScalarType) or registry.is_scalar(ty)

    def __new__(cls, kind: ScalarKind | None = None) -> Type:  # type: ignore[misc]
        if not isinstance(kind, ScalarKind) or cls is not ScalarType:
            would = [name for name in _KINDS if cls._holds(_native.ScalarType(name))]
            shown = ", ".join(f"{name.capitalize()}Type()" for name in would)
            raise ValueError(f"{cls.__name__} stands for several types: {shown} would do")
        return STRING if kind is ScalarKind.STRING else _native.ScalarType(kind.name.lower())


_SIGNED = ("int8", "int16", "int32", "int64")
_UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
_FLOATS = ("float16", "float32", "float64")


class BoolType(ScalarType):
    """Truth values."""

    _holds = _scalars("bool")

    def __new__(cls) -> _native.ScalarType:  # type: ignore[misc]
        return _native.ScalarType("bool")


class IntegerType(ScalarType):
    """Whole numbers."""

    _holds = _scalars(*_SIGNED, *_UNSIGNED)


class SignedIntegerType(IntegerType):
    """Whole numbers with a sign."""

    _holds = _scalars(*_SIGNED)


class UnsignedIntegerType(IntegerType):
    """Whole numbers from 0 on."""

    _holds = _scalars(*_UNSIGNED)


class FloatType(ScalarType):
    """Real numbers."""

    _holds = _scalars(*_FLOATS)


def _scalar(base: type, dtype: str) -> type[BoolType]:
    """The class that means one scalar: calling it gives that. For type checkers it is called as `BoolType` is."""

    def make(cls: type) -> Any:
        return _native.ScalarType(dtype)

    body = {
        "__doc__": f"`{dtype}`",
        "__module__": __name__,
        "_holds": _scalars(dtype),
        "__new__": make,
    }
    made: Any = _Kind(f"{dtype.capitalize()}Type", (base,), body)
    return made  # type: ignore[no-any-return]


Int8Type, Int16Type, Int32Type, Int64Type = (_scalar(SignedIntegerType, name) for name in _SIGNED)
Uint8Type, Uint16Type, Uint32Type, Uint64Type = (
    _scalar(UnsignedIntegerType, name) for name in _UNSIGNED
)
Float16Type, Float32Type, Float64Type = (_scalar(FloatType, name) for name in _FLOATS)

#: The note's other names for what has dimensions.
TensorLikeType = ShapedType = FieldLikeType
TensorType = FieldType
OffsetedTensorType = OffsetedFieldType


class TupleType(Type, metaclass=_Kind):
    """A tuple of so many elements, each of a type of its own: `TupleType([a, b])`."""

    @staticmethod
    def _holds(ty: Type) -> bool:
        return isinstance(ty, _native.TupleType) and ty.items is not None

    def __new__(cls, types: Sequence[Type]) -> _native.TupleType:  # type: ignore[misc]
        return _native.TupleType(*types)


class StructType(Type, metaclass=_Kind):
    """Elements with names: `StructType({"a": a})`. An offset provider is one, too."""

    @staticmethod
    def _holds(ty: Type) -> bool:
        return isinstance(ty, _native.StructType)

    def __new__(cls, fields: Mapping[str, Type]) -> _native.StructType:  # type: ignore[misc]
        return _native.StructType(dict(fields))


def NamedCollectionType(types: Sequence[Type], keys: Sequence[str]) -> _native.StructType:
    """What has elements with names."""
    return _native.StructType(dict(zip(keys, types, strict=True)))


def VoidType() -> Type:
    """What a program gives."""
    return NoneType()


#: The parameter by which a function is given what stands for its offsets.
OFFSET_PROVIDER = "offset_provider"


# What is called so is the package's own, as type checkers see it.
if TYPE_CHECKING:
    _Function = _native.FunctionType
else:
    _Function = Type


class FunctionType(_Function, metaclass=_Kind):
    """A function, by the ways in which its parameters may be passed and by its offset providers."""

    @staticmethod
    def _holds(ty: Type) -> bool:
        return isinstance(ty, _native.FunctionType)

    def __new__(
        cls,
        pos_only_args: Sequence[Type] = (),
        pos_or_kw_args: Mapping[str, Type] | None = None,
        kw_only_args: Mapping[str, Type] | None = None,
        returns: Type | None = None,
        offset_provider: Mapping[str, Type] | Type | None = None,
    ) -> "FunctionType":
        by_name = dict(kw_only_args or {})
        if offset_provider is not None:
            by_name[OFFSET_PROVIDER] = OffsetProvider(offset_provider)
        # Parameters that have no name are in no signature of Python's, but in the text form.
        named = dict(pos_or_kw_args or {})
        params = [*map(str, pos_only_args), *(f"{name}: {ty}" for name, ty in named.items())]
        if pos_only_args and named:
            params.insert(len(pos_only_args), "/")
        if by_name:
            params += ["*", *(f"{name}: {ty}" for name, ty in by_name.items())]
        made: Any = _native.parse_type(f"(({', '.join(params)}) -> {returns or NoneType()})")
        return made  # type: ignore[no-any-return]


def OffsetProvider(entries: Mapping[str, Any] | Type) -> _native.StructType:
    """What stands for each offset, by its name, as one struct; the order of the names is of no consequence."""
    from conformable.gt4py._types import OffsetProviderType
    from conformable.gt4py._values import from_value

    if isinstance(entries, _native.StructType):
        entries = entries.fields
    if not isinstance(entries, Mapping):
        raise ValueError(f"an offset provider is a mapping from names of offsets, not {entries!r}")
    for name in entries:
        if not isinstance(name, str):
            raise ValueError(f"an offset provider has names of offsets, not {name!r}")
    read = {}
    for name in sorted(entries):
        entry = entries[name]
        ty: Any = entry if isinstance(entry, Type) else from_value(entry)
        if not isinstance(ty, (OffsetProviderType,)) and ty.__class__.__name__ != "Dimension":
            raise ValueError(
                f"offset_provider[{name!r}] is {ty}, which is no offset provider: a dimension, a table of "
                "neighbours (`as_connectivity`) or strided neighbours would do"
            )
        read[name] = ty
    return _native.StructType(read)


def offset_provider_of(ty: Type) -> Type | None:
    """What a function needs of an offset provider; None if it needs none."""
    if not isinstance(ty, _native.FunctionType):
        return None
    return dict(zip(ty.names, ty.params, strict=True)).get(OFFSET_PROVIDER)
