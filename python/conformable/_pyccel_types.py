"""Pyccel's containers as objects, and how its datatypes are related: promotion, compatibility, the view of a type.

The scalars, and what all datatypes have in common, are in `_pyccel_scalars`.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from conformable import _native
from conformable._native import (
    ClassType,
    ConstructedType,
    DictType as CoreDict,
    ListType,
    PythonType,
    ScalarType,
    SetType,
    TensorType,
    TupleType,
    Type,
    UnknownType,
)
from conformable._pyccel_scalars import (
    CharType,
    FixedSizeNumericType,
    FixedSizeType,
    GenericType,
    NumpyComplex64Type,
    NumpyComplex128Type,
    NumpyComplex256Type,
    NumpyFloat32Type,
    NumpyFloat64Type,
    NumpyFloat128Type,
    NumpyInt8Type,
    NumpyInt16Type,
    NumpyInt32Type,
    NumpyInt64Type,
    NumpyNumericType,
    Order,
    PrimitiveBooleanType,
    PrimitiveComplexType,
    PrimitiveIntegerType,
    PrimitiveType,
    PyccelType,
    PythonNativeBool,
    PythonNativeComplex,
    PythonNativeFloat,
    PythonNativeInt,
    PythonNativeNumericType,
    SymbolicType,
    TypeAlias,
    VoidType,
)

_FINAL = "Final"

# --- containers -----------------------------------------------------------------------------------------------------


class ContainerType(PyccelType):
    """Objects that hold others."""

    def shape_is_compatible(self, shape: object) -> bool:
        """Has the shape as many sizes as the container has dims?"""
        return isinstance(shape, tuple) and len(shape) == self.container_rank


class HomogeneousContainerType(ContainerType):
    """Containers of one element type."""

    element_type: PyccelType

    @property
    def datatype(self) -> PyccelType:
        """The scalar at the bottom of a nest of containers."""
        return self.element_type.datatype

    @property
    def primitive_type(self) -> PrimitiveType | None:
        """The category of the scalar."""
        return getattr(self.datatype, "primitive_type", None)

    @property
    def precision(self) -> int:
        """The bytes of the scalar."""
        return self.datatype.precision  # type: ignore[attr-defined, no-any-return]

    def _with_element(self, element_type: PyccelType) -> PyccelType:
        return type(self).get_new(element_type)  # type: ignore[attr-defined, no-any-return]

    def switch_basic_type(self, new_type: PyccelType) -> PyccelType:
        """The same container of another scalar."""
        new_type = view(new_type)
        if not isinstance(new_type, FixedSizeType):
            raise TypeError(f"{new_type} is no scalar")
        return self._with_element(self.element_type.switch_basic_type(new_type))

    def switch_rank(self, new_rank: int, new_order: Order = None) -> PyccelType:
        """The type without its outermost dims."""
        if new_rank == self.rank and new_order is None:
            return self
        if new_order is not None or not 0 <= new_rank < self.rank:
            raise TypeError(f"{self} has no form of rank {new_rank} in order {new_order}")
        return self.element_type.switch_rank(new_rank)


class _OneElement(HomogeneousContainerType):
    """A container that one index leads into."""

    _text: ClassVar[str] = ""
    container_rank = 1

    def __new__(cls, element_type: "PyccelType | Type") -> "_OneElement":
        return cls.get_new(element_type)

    @classmethod
    def get_new(cls, element_type: "PyccelType | Type") -> "_OneElement":
        """The type; the same for the same element type."""
        element = view(element_type)
        order: Order = None
        if cls._has_order and (element.order == "C" or element.rank == 1):
            order = "C"
        return cls._one(  # type: ignore[no-any-return]
            element,
            type=cls._core_of(element.type),
            element_type=element,
            rank=1 + element.rank,
            order=order,
        )

    _has_order: ClassVar[bool] = True

    @staticmethod
    def _core_of(element: Type) -> Type:
        raise NotImplementedError

    def __str__(self) -> str:
        return self._text.format(self.element_type)

    def __repr__(self) -> str:
        return self._text.format(repr(self.element_type))


class HomogeneousListType(_OneElement):
    """Lists of one element type."""

    _text = "list[{}]"

    @staticmethod
    def _core_of(element: Type) -> Type:
        return ListType(element)


class HomogeneousSetType(_OneElement):
    """Sets of one element type."""

    _text = "set[{}]"
    _has_order = False

    @staticmethod
    def _core_of(element: Type) -> Type:
        return SetType(element)


class PyccelTuple:
    """Tuples."""

    __slots__ = ()


class HomogeneousTupleType(_OneElement, PyccelTuple):
    """Tuples of any number of elements of one type."""

    _text = "tuple[{}, ...]"

    @staticmethod
    def _core_of(element: Type) -> Type:
        return TupleType(element, ...)

    def shape_is_compatible(self, shape: object) -> bool:
        """Has the shape as many sizes as there are indices down to a scalar?"""
        return isinstance(shape, tuple) and len(shape) == self.rank


class InhomogeneousTupleType(ContainerType, PyccelTuple):
    """Tuples of so many elements, each of a type of its own."""

    container_rank = 1
    _items: tuple[PyccelType, ...]

    def __new__(cls, *element_types: "PyccelType | Type") -> "InhomogeneousTupleType":
        return cls.get_new(*element_types)

    @classmethod
    def get_new(cls, *element_types: "PyccelType | Type") -> "InhomogeneousTupleType":
        """The type; the same for the same element types."""
        items = tuple(view(item) for item in element_types)
        ranks = {item.rank for item in items}
        rank = 1 + next(iter(ranks)) if len(ranks) == 1 else 1
        orders = {"C" if item.order == "C" or item.rank == 1 else None for item in items}
        order = "C" if rank > 1 and orders == {"C"} else None
        core = TupleType(*[item.type for item in items])
        return cls._one(items, type=core, _items=items, rank=rank, order=order)  # type: ignore[no-any-return]

    def shape_is_compatible(self, shape: object) -> bool:
        """Has the shape one size, which is the number of elements?"""
        return isinstance(shape, tuple) and len(shape) == 1 and shape[0] == len(self._items)

    @property
    def datatype(self) -> PyccelType:
        """The one scalar of all items; else the tuple itself."""
        scalars = [item.datatype for item in self._items]
        if not scalars:
            return GenericType()
        return scalars[0] if all(one == scalars[0] for one in scalars) else self

    def __getitem__(self, place: int) -> PyccelType:
        return self._items[place]

    def __iter__(self) -> Iterator[PyccelType]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self._items)) or '()'}]"

    def __repr__(self) -> str:
        return f"tuple[{', '.join(map(repr, self._items)) or '()'}]"


class DictType(ContainerType):
    """Dicts of one type of keys and one of values."""

    container_rank = 1
    key_type: PyccelType
    value_type: PyccelType

    def __new__(cls, key_type: "PyccelType | Type", value_type: "PyccelType | Type") -> "DictType":
        return cls.get_new(key_type, value_type)

    @classmethod
    def get_new(cls, key_type: "PyccelType | Type", value_type: "PyccelType | Type") -> "DictType":
        """The type; the same for the same keys and values."""
        key, value = view(key_type), view(value_type)
        return cls._one(  # type: ignore[no-any-return]
            (key, value),
            type=CoreDict(key.type, value.type),
            key_type=key,
            value_type=value,
            rank=1 + value.rank,
        )

    @property
    def datatype(self) -> PyccelType:
        """The scalar of the keys."""
        return self.key_type.datatype

    def __str__(self) -> str:
        return f"dict[{self.key_type}, {self.value_type}]"

    def __repr__(self) -> str:
        return f"dict[{self.key_type!r}, {self.value_type!r}]"


class StringType(ContainerType):
    """Texts."""

    rank = 1
    container_rank = 1
    _name = "str"

    def __new__(cls) -> "StringType":
        return cls._one((), type=PythonType("str"))  # type: ignore[no-any-return]

    @property
    def element_type(self) -> PyccelType:
        """A character."""
        return CharType()

    @property
    def primitive_type(self) -> "StringType":
        """Itself."""
        return self


class CustomDataType(PyccelType):
    """Objects of a class of the program."""

    def __new__(cls, name: str = "") -> "CustomDataType":
        return cls.get_new(name)

    @classmethod
    def get_new(cls, name: str) -> "CustomDataType":
        """The type of that class's objects."""
        return cls._one(name, type=ClassType(name))  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return str(self.type).rpartition(".")[2]

    __repr__ = __str__


class NumpyNDArrayType(HomogeneousContainerType):
    """Arrays, by element type, rank and order."""

    _device: ClassVar[str | None] = None
    _text: ClassVar[str] = "numpy.ndarray"

    def __new__(  # type: ignore[misc]
        cls, element_type: "PyccelType | Type", rank: int = 1, order: Order = None
    ) -> PyccelType:
        """Elements that are Python's numbers become NumPy's; of a container, its elements are arrays then."""
        element = view(element_type)
        if isinstance(element, _OneElement):
            return element._with_element(cls(element.element_type, rank, order))
        return cls.get_new(numpy_equivalent(element_type), rank, order)

    @classmethod
    def get_new(cls, dtype: "PyccelType | Type", rank: int, order: Order = None) -> PyccelType:
        """The type; of rank 0 the scalar. An order is needed where there is more than one dim."""
        element = view(dtype)
        fits = isinstance(element, NumpyNumericType | PythonNativeBool | GenericType | CharType)
        if not fits or isinstance(element, FinalType):
            raise TypeError(f"an array has NumPy's numbers or bools, not {element}")
        if not isinstance(rank, int) or isinstance(rank, bool) or rank < 0:
            raise TypeError(f"a rank is a number of dims, not {rank!r}")
        if order not in (None, "C", "F") or (rank > 1 and order is None):
            raise TypeError(f"an array of {rank} dims has an order, C or F, not {order!r}")
        if rank == 0:
            return element
        return cls._one(  # type: ignore[no-any-return]
            (element, rank, order),
            type=cls._core_of(element, rank, order),
            element_type=element,
            rank=rank,
            container_rank=rank,
            order=order,
        )

    @classmethod
    def _core_of(cls, element: PyccelType, rank: int, order: Order) -> Type:
        core = element.type
        dtype = (
            core
            if isinstance(core, ScalarType)
            else ScalarType("bool")
            if core is PythonType("bool")
            else None
        )
        layout = order if rank > 1 else None
        sizes = (None,) * rank
        if dtype is None:
            return UnknownType()
        return TensorType(dtype, sizes, layout, device=cls._device)

    def _with_element(self, element_type: PyccelType) -> PyccelType:
        return type(self).get_new(numpy_equivalent(element_type), self.rank, self.order)

    def switch_rank(self, new_rank: int, new_order: Order = None) -> PyccelType:
        """The array of another rank; its order is kept unless there is none."""
        if new_rank == 0:
            return self.element_type
        order = (new_order or self.order) if new_rank > 1 else None
        return type(self).get_new(self.element_type, new_rank, order)

    def swap_order(self) -> PyccelType:
        """The array in the other order."""
        if self.rank < 2:
            return self
        return type(self).get_new(self.element_type, self.rank, "C" if self.order == "F" else "F")

    def __str__(self) -> str:
        return f"{self._text}[{self.element_type}]"

    def __repr__(self) -> str:
        dims = ",".join(":" * self.rank)
        order = f"(order={self.order})" if self.rank > 1 else ""
        return f"{self.element_type!r}[{dims}]{order}"


class CupyNDArrayType(NumpyNDArrayType):
    """Arrays on a device, which all methods and operators keep."""

    _device = "cuda"
    _text = "cupy.ndarray"


class FinalType:
    """What is not changed: a type that is both final and what it is."""

    __slots__ = ()
    _classes: ClassVar[dict[type, type]] = {}
    underlying_type: PyccelType

    @classmethod
    def get_new(cls, underlying_type: "PyccelType | Type") -> PyccelType:
        """The type; what is final stays it."""
        inner = view(underlying_type)
        if isinstance(inner, FinalType):
            return inner
        own = FinalType._classes.get(type(inner))
        if own is None:
            own = type(f"Final{type(inner).__name__}", (FinalType, type(inner)), {"__slots__": ()})
            FinalType._classes[type(inner)] = own
        fields = {
            name: getattr(inner, name)
            for name in (
                "element_type",
                "_items",
                "key_type",
                "value_type",
                "rank",
                "container_rank",
                "order",
            )
            if name in getattr(inner, "__dict__", {})
        }
        core = ConstructedType(_FINAL, inner.type)
        made = own._one(inner, **{**fields, "type": core, "underlying_type": inner})  # type: ignore[attr-defined]
        return made  # type: ignore[no-any-return]

    def switch_basic_type(self, new_type: PyccelType) -> PyccelType:
        """The final type of another scalar."""
        return FinalType.get_new(self.underlying_type.switch_basic_type(new_type))

    def switch_rank(self, new_rank: int, new_order: Order = None) -> PyccelType:
        """What the underlying type gives."""
        return self.underlying_type.switch_rank(new_rank, new_order)

    def swap_order(self) -> PyccelType:
        """What the underlying type gives."""
        return self.underlying_type.swap_order()  # type: ignore[attr-defined, no-any-return]

    @property
    def datatype(self) -> PyccelType:
        """The scalar of the underlying type."""
        return self.underlying_type.datatype

    def __str__(self) -> str:
        return f"Final[{self.underlying_type}]"

    def __repr__(self) -> str:
        return f"Final[{self.underlying_type!r}]"

    def __reduce__(self) -> Any:
        return FinalType.get_new, (self.underlying_type,)


# --- relations ------------------------------------------------------------------------------------------------------


def underlying(ty: "PyccelType | Type") -> PyccelType:
    """The type without its `Final`."""
    shown = view(ty)
    return shown.underlying_type if isinstance(shown, FinalType) else shown


def numpy_equivalent(ty: "PyccelType | Type") -> PyccelType:
    """What an element of an array is: NumPy's number for one of Python's."""
    own = underlying(ty)
    wide: dict[type[PyccelType], type[PyccelType]] = {
        PythonNativeInt: NumpyInt64Type,
        PythonNativeFloat: NumpyFloat64Type,
        PythonNativeComplex: NumpyComplex128Type,
    }
    return wide[type(own)]() if type(own) in wide else own


def compatible(a: PyccelType, b: PyccelType) -> bool:
    """Pyccel's `==`."""
    a, b = underlying(a), underlying(b)
    if a is b or isinstance(a, GenericType) or isinstance(b, GenericType):
        return True
    if isinstance(a, FixedSizeNumericType) and isinstance(b, FixedSizeNumericType):
        native = isinstance(a, PythonNativeNumericType) != isinstance(b, PythonNativeNumericType)
        return native and (a.primitive_type, a.precision) == (b.primitive_type, b.precision)
    if type(a) is not type(b):
        return False
    if isinstance(a, NumpyNDArrayType) and isinstance(b, NumpyNDArrayType):
        return a.element_type == b.element_type and (a.rank, a.order) == (b.rank, b.order)
    if isinstance(a, HomogeneousContainerType) and isinstance(b, HomogeneousContainerType):
        return a.element_type == b.element_type
    if isinstance(a, InhomogeneousTupleType) and isinstance(b, InhomogeneousTupleType):
        return len(a) == len(b) and all(x == y for x, y in zip(a, b, strict=True))
    if isinstance(a, DictType) and isinstance(b, DictType):
        return a.key_type == b.key_type and a.value_type == b.value_type
    return False


def operated(left: object, right: object, op: str) -> PyccelType:
    if not isinstance(left, PyccelType | Type) or not isinstance(right, PyccelType | Type):
        return NotImplemented  # type: ignore[no-any-return]
    a, b = underlying(left), underlying(right)
    if isinstance(a, GenericType):
        return b
    if isinstance(b, GenericType):
        return a
    arrays = [ty for ty in (a, b) if isinstance(ty, NumpyNDArrayType)]
    scalars = [ty.element_type if isinstance(ty, NumpyNDArrayType) else ty for ty in (a, b)]
    for ty in scalars:
        if not isinstance(ty, FixedSizeNumericType):
            raise TypeError(f"{a} {op} {b}: {ty} is no number")
    if len({type(array) for array in arrays}) > 1:
        raise TypeError(f"{a} {op} {b}: they are on different devices")
    strong = [isinstance(ty, NumpyNDArrayType) for ty in (a, b)]
    element = (_sum if op == "+" else _bits)(scalars[0], scalars[1], strong)
    if not arrays:
        return element
    rank = max(array.rank for array in arrays)
    order: Order = "F" if all(array.order in (None, "F") for array in arrays) else "C"
    return type(arrays[0]).get_new(numpy_equivalent(element), rank, order if rank > 1 else None)


def _sum(a: PyccelType, b: PyccelType, strong: list[bool]) -> PyccelType:
    longest = (NumpyFloat128Type, NumpyComplex256Type)
    if isinstance(a, longest) or isinstance(b, longest):
        kinds = [ty.primitive_type for ty in (a, b)]  # type: ignore[attr-defined]
        return NumpyComplex256Type() if PrimitiveComplexType() in kinds else NumpyFloat128Type()
    if a is b and not any(strong):
        # Python's own bools are whole numbers in a sum.
        return PythonNativeInt() if isinstance(a, PythonNativeBool) else a
    # Bools of arrays are strong: an array of bools added to one stays that.
    operands = [
        ScalarType("bool") if array and isinstance(ty, PythonNativeBool) else ty.type
        for ty, array in zip((a, b), strong, strict=True)
    ]
    result = _native.common_type(*operands, dialect="pyccel")
    return PythonNativeBool() if result is ScalarType("bool") else view(result)


def _bits(a: PyccelType, b: PyccelType, strong: list[bool]) -> PyccelType:
    whole = (PrimitiveBooleanType(), PrimitiveIntegerType())
    for ty in (a, b):
        if ty.primitive_type not in whole:  # type: ignore[attr-defined]
            raise TypeError(f"{ty} has no bits: {a} & {b}")
    if isinstance(a, PythonNativeBool) and isinstance(b, PythonNativeBool):
        return PythonNativeBool()
    native = [isinstance(ty, PythonNativeInt) for ty in (a, b)]
    numpy = [isinstance(ty, NumpyNumericType) for ty in (a, b)]
    if any(native):
        return NumpyInt64Type() if any(numpy) or any(strong) else PythonNativeInt()
    return _sum(a, b, strong)


# --- from the package's types ---------------------------------------------------------------------------------------

_OF_CORE: dict[Type, PyccelType] = {
    cls._core: cls()
    for cls in (
        PythonNativeBool, PythonNativeInt, PythonNativeFloat, PythonNativeComplex,
        NumpyInt8Type, NumpyInt16Type, NumpyInt32Type, NumpyInt64Type, NumpyFloat32Type, NumpyFloat64Type, NumpyFloat128Type,
        NumpyComplex64Type, NumpyComplex128Type, NumpyComplex256Type, VoidType, GenericType, SymbolicType, TypeAlias, CharType,
    )
}  # fmt: skip


def view(ty: "PyccelType | Type") -> PyccelType:
    """Pyccel's view of a type; a view is its own."""
    if isinstance(ty, PyccelType):
        return ty
    known = _OF_CORE.get(ty)
    if known is not None:
        return known
    match ty:
        case PythonType(name="str"):
            return StringType()
        case ScalarType(dtype="bool"):
            return PythonNativeBool()
        case TensorType(ndim=int(rank), dtype=str(dtype)):
            layout = ty.layout
            order: Order = (
                None if rank < 2 else "F" if layout is not None and layout.order == "F" else "C"
            )
            arrays = NumpyNDArrayType if ty.device in (None, "cpu") else CupyNDArrayType
            return arrays.get_new(view(ScalarType(dtype)), rank, order)
        case ListType():
            return HomogeneousListType.get_new(ty.element_type)
        case SetType():
            return HomogeneousSetType.get_new(ty.element_type)
        case TupleType(items=None):
            return HomogeneousTupleType.get_new(ty.element_type)
        case TupleType():
            return InhomogeneousTupleType.get_new(*(ty.items or ()))
        case CoreDict():
            return DictType.get_new(ty.key_type, ty.value_type)
        case ConstructedType(name="Final"):
            return FinalType.get_new(ty.params[0])
        case ClassType():
            return CustomDataType.get_new(str(ty))
    raise TypeError(f"Pyccel has no such type: {ty}")
