"""Pyccel's names for types, its relations between them, and its annotations.

The types are the package's own: `NumpyNDArrayType.get_new(NumpyFloat64Type(), 2, "F")` is the type
`float64[?, ?; F]`. What is Pyccel's alone is here: its `==` (`equal`), which takes a Python number for
NumPy's of the same width, its `+` and `&`, its ranks and orders. How annotations are read is in
`_pyccel_annotations`: first into objects that know no types and can be pickled, then into types.
"""

from typing import Any, Literal

from conformable import _native
from conformable._framework import measure
from conformable._native import (
    ConstructedType,
    DictType,
    ListType,
    NoneType,
    PythonType,
    ScalarType,
    SetType,
    TensorType,
    TupleType,
    Type,
    UnknownType,
)
from conformable._pyccel_annotations import (
    FunctionTypeAnnotation as FunctionTypeAnnotation,
    SyntacticTypeAnnotation as SyntacticTypeAnnotation,
    TypeVarAnnotation as TypeVarAnnotation,
    UnionTypeAnnotation as UnionTypeAnnotation,
    read_annotation as read_annotation,
    versions as versions,
)

Order = Literal["C", "F"] | None

#: Python's numbers as Pyccel's generated code has them.
_WIDE = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}
_FINAL = "Final"


def PythonNativeBool() -> Type:
    """Python's `bool`."""
    return PythonType("bool")


def PythonNativeInt() -> Type:
    """Python's `int`."""
    return PythonType("int")


def PythonNativeFloat() -> Type:
    """Python's `float`."""
    return PythonType("float")


def PythonNativeComplex() -> Type:
    """Python's `complex`."""
    return PythonType("complex")


def StringType() -> Type:
    """Python's `str`."""
    return PythonType("str")


def VoidType() -> Type:
    """What a function without a result gives."""
    return NoneType()


def GenericType() -> Type:
    """The element type of what is empty: equal to every type."""
    return UnknownType()


def NumpyInt8Type() -> Type:
    """NumPy's `int8`."""
    return ScalarType("int8")


def NumpyInt16Type() -> Type:
    """NumPy's `int16`."""
    return ScalarType("int16")


def NumpyInt32Type() -> Type:
    """NumPy's `int32`."""
    return ScalarType("int32")


def NumpyInt64Type() -> Type:
    """NumPy's `int64`."""
    return ScalarType("int64")


def NumpyFloat32Type() -> Type:
    """NumPy's `float32`."""
    return ScalarType("float32")


def NumpyFloat64Type() -> Type:
    """NumPy's `float64`."""
    return ScalarType("float64")


def NumpyComplex64Type() -> Type:
    """NumPy's `complex64`."""
    return ScalarType("complex64")


def NumpyComplex128Type() -> Type:
    """NumPy's `complex128`."""
    return ScalarType("complex128")


class NumpyNDArrayType:
    """Arrays, by element type, rank and order."""

    @staticmethod
    def get_new(dtype: Type, rank: int, order: Order = None) -> Type:
        """The type; of rank 0 the scalar. An order is needed where there is more than one dim."""
        element = numpy_equivalent(dtype)
        if rank == 0:
            return element
        if rank > 1 and order not in ("C", "F"):
            raise ValueError(f"an array of {rank} dims has an order, C or F, not {order!r}")
        assert isinstance(element, ScalarType)
        return TensorType(element, (None,) * rank, order if rank > 1 else None)


class HomogeneousListType:
    """Lists of one element type."""

    @staticmethod
    def get_new(element_type: Type) -> Type:
        """The type."""
        return ListType(element_type)


class HomogeneousSetType:
    """Sets of one element type."""

    @staticmethod
    def get_new(element_type: Type) -> Type:
        """The type."""
        return SetType(element_type)


class HomogeneousTupleType:
    """Tuples of any number of elements of one type."""

    @staticmethod
    def get_new(element_type: Type) -> Type:
        """The type."""
        return TupleType(element_type, ...)


class InhomogeneousTupleType:
    """Tuples of so many elements, each of a type of its own."""

    @staticmethod
    def get_new(*element_types: Type) -> Type:
        """The type."""
        return TupleType(*element_types)


class DictionaryType:
    """Dicts of one type of keys and one of values."""

    @staticmethod
    def get_new(key_type: Type, value_type: Type) -> Type:
        """The type."""
        return DictType(key_type, value_type)


class FinalType:
    """What is not changed."""

    @staticmethod
    def get_new(underlying_type: Type) -> Type:
        """The type; what is final stays it."""
        return ConstructedType(_FINAL, underlying(underlying_type))


def underlying(ty: Type) -> Type:
    """The type without its `Final`."""
    if isinstance(ty, ConstructedType) and ty.name == _FINAL:
        (inner,) = ty.params
        return inner
    return ty


def numpy_equivalent(ty: Type) -> Type:
    """What an element of an array is: NumPy's number for one of Python's."""
    ty = underlying(ty)
    if isinstance(ty, PythonType) and ty.name in _WIDE:
        return ScalarType(_WIDE[ty.name])
    if isinstance(ty, ScalarType):
        return ty
    raise ValueError(f"an array has numbers, not {ty}")


def equal(a: Type, b: Type) -> bool:
    """Pyccel's `==`: equal but for what makes no difference to its code.

    Python's numbers are NumPy's of 64 bits, what is generic is anything, what is final is what it
    is. It is no equivalence (`list[Generic]` is equal to two lists that are not), so it is a relation
    of this dialect and not `==`.
    """
    a, b = underlying(a), underlying(b)
    if a is b or isinstance(a, UnknownType) or isinstance(b, UnknownType):
        return True
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        same = equal(ScalarType(a.dtype or "?"), ScalarType(b.dtype or "?"))
        return same and a.ndim == b.ndim and order_of(a) == order_of(b)
    numbers = [_number(ty) for ty in (a, b)]
    if None not in numbers:
        # NumPy's numbers are told apart among themselves, and so are Python's.
        return type(a) is not type(b) and numbers[0] == numbers[1]
    if type(a) is not type(b):
        return False
    x, y = _elements(a), _elements(b)
    if x is None or y is None or len(x) != len(y):
        return False
    if (
        isinstance(a, TupleType)
        and isinstance(b, TupleType)
        and (a.items is None) != (b.items is None)
    ):
        return False
    return all(map(equal, x, y))


def _number(ty: Type) -> str | None:
    """The dtype of a number; a bool is only Python's."""
    if isinstance(ty, PythonType):
        return _WIDE.get(ty.name)
    return ty.dtype if isinstance(ty, ScalarType) else None


def _elements(ty: Type) -> tuple[Type, ...] | None:
    if isinstance(ty, TupleType | ListType) and ty.items is not None:
        return ty.items
    if isinstance(ty, TupleType | ListType | SetType):
        return (ty.element_type,)
    return (ty.key_type, ty.value_type) if isinstance(ty, DictType) else None


def order_of(ty: Type) -> Order:
    """The order in memory; None where there is at most one dim."""
    ty = underlying(ty)
    if isinstance(ty, TensorType):
        if ty.ndim is None or ty.ndim < 2:
            return None
        return "F" if ty.layout is not None and ty.layout.order == "F" else "C"
    if isinstance(ty, ListType | TupleType) and rank_of(ty) > 1:
        inner = ty.element_type
        return "C" if rank_of(inner) == 1 or order_of(inner) == "C" else None
    return None


def rank_of(ty: Type) -> int:
    """How many indices lead to a scalar: of a str one."""
    ty = underlying(ty)
    if isinstance(ty, PythonType) and ty.name == "str":
        return 1
    found = measure(ty).rank
    return 1 if found is None else found


def container_rank(ty: Type) -> int:
    """How many indices lead to an element."""
    ty = underlying(ty)
    if isinstance(ty, PythonType) and ty.name == "str":
        return 1
    return measure(ty).container_rank or 0


def datatype(ty: Type) -> Type:
    """The scalar at the bottom of a nest of containers; of a dict that of its keys."""
    ty = underlying(ty)
    return datatype(ty.key_type) if isinstance(ty, DictType) else measure(ty).scalar


def precision(ty: Type) -> int | None:
    """Bytes of the scalar, of a complex number those of a part; -1 for a bool, which has none."""
    ty = datatype(ty)
    return -1 if ty is PythonNativeBool() else measure(ty).precision


def switch_basic_type(ty: Type, new_type: Type) -> Type:
    """The type with another scalar at the bottom: NumPy's in an array, as it is in lists."""
    inner = underlying(ty)
    if inner is not ty:
        return FinalType.get_new(switch_basic_type(inner, new_type))
    if rank_of(new_type) != 0:
        raise ValueError(f"{new_type} is no scalar")
    if isinstance(ty, TensorType):
        return _native.with_dtype(ty, numpy_equivalent(new_type))
    if isinstance(ty, ListType) and ty.items is None:
        return ListType(switch_basic_type(ty.element_type, new_type))
    if isinstance(ty, SetType):
        return SetType(switch_basic_type(ty.element_type, new_type))
    if isinstance(ty, TupleType) and ty.items is None:
        return TupleType(switch_basic_type(ty.element_type, new_type), ...)
    if isinstance(ty, TupleType | ListType | DictType):
        raise NotImplementedError(f"{ty} has no one scalar")
    return new_type


def switch_rank(ty: Type, new_rank: int, new_order: Order = None) -> Type:
    """The type of another rank: containers lose their outermost dims, arrays gain some too."""
    ty = underlying(ty)
    if new_rank == rank_of(ty):
        return ty
    if isinstance(ty, TensorType):
        order = new_order or order_of(ty)
        return NumpyNDArrayType.get_new(
            ScalarType(ty.dtype or "?"), new_rank, order if new_rank > 1 else None
        )
    if not 0 <= new_rank < rank_of(ty) or new_order is not None:
        raise ValueError(f"{ty} has no form of rank {new_rank} in order {new_order}")
    return _native.with_rank(ty, new_rank)


def swap_order(ty: Type) -> Type:
    """The array in the other order."""
    if order_of(ty) is None or not isinstance(ty, TensorType):
        return ty
    return switch_order(ty, "C" if order_of(ty) == "F" else "F")


def switch_order(ty: TensorType, new_order: Order) -> Type:
    """The array in this order."""
    return _native.with_order(ty, new_order)


def shape_is_compatible(ty: Type, shape: tuple[Any, ...]) -> bool:
    """Whether a shape has as many dims as the container."""
    return len(shape) == container_rank(ty)


def add(a: Type, b: Type) -> Type:
    """What `a + b` gives; also `-`, `*` and, of numbers, what branches of a condition have in common."""
    return _operated(a, b, "+")


def bitwise_and(a: Type, b: Type) -> Type:
    """What `a & b` gives, also `|` and `^`: of whole numbers and bools."""
    return _operated(a, b, "&")


def _operated(a: Type, b: Type, op: str) -> Type:
    a, b = underlying(a), underlying(b)
    if isinstance(a, UnknownType):
        return b
    arrays = [ty for ty in (a, b) if isinstance(ty, TensorType)]
    scalars = [datatype(ty) if isinstance(ty, TensorType) else ty for ty in (a, b)]
    element = (_sum if op == "+" else _bits)(scalars[0], scalars[1])
    if not arrays:
        return element
    rank = max(rank_of(array) for array in arrays)
    orders = {order_of(array) for array in arrays} - {None}
    order: Order = "F" if orders == {"F"} else "C"
    return NumpyNDArrayType.get_new(element, rank, order if rank > 1 else None)


def _sum(a: Type, b: Type) -> Type:
    if a is b:
        # Bools of arrays stay bools; Python's own are whole numbers in a sum.
        return PythonNativeInt() if a is PythonNativeBool() else a
    # An array of bools has Python's.
    a, b = (PythonNativeBool() if ty is ScalarType("bool") else ty for ty in (a, b))
    return _native.common_type(a, b, dialect="pyccel")


def _bits(a: Type, b: Type) -> Type:
    native = [isinstance(ty, PythonType) for ty in (a, b)]
    for ty in (a, b):
        if measure(ty).primitive not in ("boolean", "signed"):
            raise TypeError(f"{ty} has no bits: {a} & {b}")
    if all(native):
        return PythonNativeBool() if a is b is PythonNativeBool() else PythonNativeInt()
    if any(native):
        python, numpy = (a, b) if native[0] else (b, a)
        return numpy if python is PythonNativeBool() else NumpyInt64Type()
    return _native.common_type(a, b)
