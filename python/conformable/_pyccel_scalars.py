"""Pyccel's scalar datatypes as objects, and what all of its datatypes have in common.

A view is one object for each datatype, holds the type that it shows (`.type`), and has Pyccel's attributes and methods.
`is` tells whether two are identical, `==` whether they are compatible (Python's `float` is NumPy's `float64`), and the
hash is that of the identity, since `==` is no equivalence. Where Pyccel asserts, a TypeError is raised. How two
datatypes are related is in `_pyccel_types`, with the containers.
"""

from typing import Any, ClassVar, Literal, Self

from conformable._native import ClassType, NoneType, PythonType, ScalarType, Type, UnknownType

Order = Literal["C", "F"] | None


class _Single:
    """A class of which each set of arguments has one object."""

    _made: ClassVar[dict[Any, Any]] = {}
    __slots__ = ()

    @classmethod
    def _one(cls, key: Any, **fields: Any) -> Any:
        key = (cls, key)
        made = _Single._made.get(key)
        if made is None:
            made = object.__new__(cls)
            for name, value in fields.items():
                object.__setattr__(made, name, value)
            _Single._made[key] = made
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} can't be changed")


# --- categories -----------------------------------------------------------------------------------------------------


class PrimitiveType(_Single):
    """The category of a datatype: integer, floating point, ..."""

    _name: ClassVar[str] = ""

    def __new__(cls) -> "PrimitiveType":
        return cls._one(())  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return self._name

    def __reduce__(self) -> Any:
        return type(self), ()


class PrimitiveBooleanType(PrimitiveType):
    """True or False."""

    _name = "boolean"


class PrimitiveIntegerType(PrimitiveType):
    """Whole numbers."""

    _name = "integer"


class PrimitiveFloatingPointType(PrimitiveType):
    """Real numbers."""

    _name = "floating point"


class PrimitiveComplexType(PrimitiveType):
    """Complex numbers."""

    _name = "complex"


class PrimitiveCharacterType(PrimitiveType):
    """Characters."""

    _name = "character"


# --- all types ------------------------------------------------------------------------------------------------------


class PyccelType(_Single):
    """The type of an object in Python."""

    type: Type
    _name: ClassVar[str] = ""
    rank: int = 0
    container_rank: int = 0
    order: Order = None

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self)

    @property
    def datatype(self) -> "PyccelType":
        """The scalar at the bottom of a nest of containers."""
        return self

    def switch_basic_type(self, new_type: "PyccelType") -> "PyccelType":
        """The type with another scalar at the bottom."""
        raise TypeError(f"{self} has no one scalar that could be exchanged")

    def switch_rank(self, new_rank: int, new_order: Order = None) -> "PyccelType":
        """The type of another rank."""
        if new_rank == self.rank and new_order is None:
            return self
        raise TypeError(f"{self} has no form of rank {new_rank}")

    def shape_is_compatible(self, shape: object) -> bool:
        """Can a value of the type have this shape? What has no items has none."""
        return shape is None

    def spell(self, language: str) -> str:
        """The type as another language writes it."""
        return self.type.spell(language)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PyccelType | Type):
            return NotImplemented
        from conformable._pyccel_types import compatible, view

        return compatible(self, view(other))

    def __ne__(self, other: object) -> bool:
        same = self.__eq__(other)
        return same if same is NotImplemented else not same

    __hash__ = object.__hash__

    def __add__(self, other: object) -> "PyccelType":
        from conformable._pyccel_types import operated

        return operated(self, other, "+")

    def __radd__(self, other: object) -> "PyccelType":
        from conformable._pyccel_types import operated

        return operated(other, self, "+")

    def __and__(self, other: object) -> "PyccelType":
        from conformable._pyccel_types import operated

        return operated(self, other, "&")

    def __rand__(self, other: object) -> "PyccelType":
        from conformable._pyccel_types import operated

        return operated(other, self, "&")

    def __repr__(self) -> str:
        return self._name

    def __str__(self) -> str:
        return self._name

    def __reduce__(self) -> Any:
        from conformable._pyccel_types import view

        return view, (self.type,)


class FixedSizeType(PyccelType):
    """A type of which every object has the same size in memory."""

    _core: ClassVar[Type]
    primitive_type: PrimitiveType | None = None

    def __new__(cls) -> Self:
        return cls._one((), type=cls._core)  # type: ignore[no-any-return]

    def switch_basic_type(self, new_type: PyccelType) -> PyccelType:
        """The new type, since this one is nothing but its scalar."""
        from conformable._pyccel_types import view

        if not isinstance(view(new_type), FixedSizeType):
            raise TypeError(f"{new_type} is no scalar")
        return view(new_type)

    def __reduce__(self) -> Any:
        return type(self), ()


class FixedSizeNumericType(FixedSizeType):
    """A number: its category and its bytes, of a complex number those of a part."""

    precision: int = -1
    #: A complex number's.
    element_type: "FixedSizeNumericType"


class PythonNativeNumericType(FixedSizeNumericType):
    """A number of Python's own."""


class NumpyNumericType(FixedSizeNumericType):
    """A number of NumPy's."""


def _number(
    name: str, base: type, core: Type, primitive: type[PrimitiveType], precision: int, text: str
) -> type[FixedSizeNumericType]:
    body = {
        "_core": core,
        "_name": text,
        "primitive_type": primitive(),
        "precision": precision,
        "__doc__": f"`{text}`",
        "__module__": "conformable.pyccel",
        "__slots__": (),
    }
    return type(name, (base,), body)


_KINDS = (
    PrimitiveBooleanType,
    PrimitiveIntegerType,
    PrimitiveFloatingPointType,
    PrimitiveComplexType,
)
PythonNativeBool = _number(
    "PythonNativeBool", PythonNativeNumericType, PythonType("bool"), _KINDS[0], -1, "bool"
)
PythonNativeInt = _number(
    "PythonNativeInt", PythonNativeNumericType, PythonType("int"), _KINDS[1], 8, "int"
)
PythonNativeFloat = _number(
    "PythonNativeFloat", PythonNativeNumericType, PythonType("float"), _KINDS[2], 8, "float"
)
PythonNativeComplex = _number(
    "PythonNativeComplex", PythonNativeNumericType, PythonType("complex"), _KINDS[3], 8, "complex"
)
PythonNativeComplex.element_type = PythonNativeFloat()


def _numpy(text: str, primitive: type[PrimitiveType], precision: int) -> type[FixedSizeNumericType]:
    name = f"Numpy{text[0].upper()}{text[1:]}Type"
    return _number(name, NumpyNumericType, ScalarType(text), primitive, precision, f"numpy.{text}")


NumpyInt8Type = _numpy("int8", PrimitiveIntegerType, 1)
NumpyInt16Type = _numpy("int16", PrimitiveIntegerType, 2)
NumpyInt32Type = _numpy("int32", PrimitiveIntegerType, 4)
NumpyInt64Type = _numpy("int64", PrimitiveIntegerType, 8)
NumpyFloat32Type = _numpy("float32", PrimitiveFloatingPointType, 4)
NumpyFloat64Type = _numpy("float64", PrimitiveFloatingPointType, 8)
NumpyComplex64Type = _numpy("complex64", PrimitiveComplexType, 4)
NumpyComplex128Type = _numpy("complex128", PrimitiveComplexType, 8)
NumpyFloat128Type = _number(
    "NumpyFloat128Type",
    NumpyNumericType,
    ScalarType("longdouble"),
    PrimitiveFloatingPointType,
    16,
    "numpy.float128",
)
NumpyComplex256Type = _number(
    "NumpyComplex256Type",
    NumpyNumericType,
    ScalarType("clongdouble"),
    PrimitiveComplexType,
    16,
    "numpy.complex256",
)
NumpyComplex64Type.element_type = NumpyFloat32Type()
NumpyComplex128Type.element_type = NumpyFloat64Type()
NumpyComplex256Type.element_type = NumpyFloat128Type()


class VoidType(FixedSizeType):
    """What a function without a result gives."""

    _core = NoneType()
    _name = "void"


class GenericType(FixedSizeType):
    """The element type of what is empty: equal to every type, and where sums start."""

    _core = UnknownType()
    _name = "Generic"


class SymbolicType(FixedSizeType):
    """What stands for no value: a function, a module."""

    _core = ClassType("pyccel.Symbolic")
    _name = "Symbolic"


class TypeAlias(SymbolicType):
    """A name for a type."""

    _core = ClassType("pyccel.TypeAlias")
    _name = "TypeAlias"


class CharType(FixedSizeType):
    """One character."""

    _core = ClassType("pyccel.Char")
    _name = "char"
    primitive_type = PrimitiveCharacterType()
