"""Pyccel's names for types, its annotations, and its inference.

The datatypes are views of the package's own types (`_pyccel_types`): `NumpyNDArrayType.get_new(NumpyFloat64Type(), 2,
"F")` shows `float64[?, ?; F]`. Annotations are read in two stages (`_pyccel_annotations`): first into objects that know
no types and can be pickled, then into types. `infer` types a whole module for a compiler to use.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from conformable import _languages, _native
from conformable._languages import Diagnostic as Diagnostic
from conformable._native import Type
from conformable._pyccel_annotations import (
    FunctionTypeAnnotation as FunctionTypeAnnotation,
    SyntacticName as SyntacticName,
    SyntacticTypeAnnotation as SyntacticTypeAnnotation,
    UnionTypeAnnotation as UnionTypeAnnotation,
    Variable as Variable,
    VariableTypeAnnotation as VariableTypeAnnotation,
    parse_annotations as parse_annotations,
    read_annotation as read_annotation,
    versions as versions,
)
from conformable._pyccel_scalars import (
    CharType as CharType,
    FixedSizeNumericType as FixedSizeNumericType,
    FixedSizeType as FixedSizeType,
    GenericType as GenericType,
    NumpyComplex64Type as NumpyComplex64Type,
    NumpyComplex128Type as NumpyComplex128Type,
    NumpyComplex256Type as NumpyComplex256Type,
    NumpyFloat32Type as NumpyFloat32Type,
    NumpyFloat64Type as NumpyFloat64Type,
    NumpyFloat128Type as NumpyFloat128Type,
    NumpyInt8Type as NumpyInt8Type,
    NumpyInt16Type as NumpyInt16Type,
    NumpyInt32Type as NumpyInt32Type,
    NumpyInt64Type as NumpyInt64Type,
    NumpyNumericType as NumpyNumericType,
    Order as Order,
    PrimitiveBooleanType as PrimitiveBooleanType,
    PrimitiveCharacterType as PrimitiveCharacterType,
    PrimitiveComplexType as PrimitiveComplexType,
    PrimitiveFloatingPointType as PrimitiveFloatingPointType,
    PrimitiveIntegerType as PrimitiveIntegerType,
    PrimitiveType as PrimitiveType,
    PyccelType as PyccelType,
    PythonNativeBool as PythonNativeBool,
    PythonNativeComplex as PythonNativeComplex,
    PythonNativeFloat as PythonNativeFloat,
    PythonNativeInt as PythonNativeInt,
    PythonNativeNumericType as PythonNativeNumericType,
    SymbolicType as SymbolicType,
    TypeAlias as TypeAlias,
    VoidType as VoidType,
)
from conformable._pyccel_types import (
    ContainerType as ContainerType,
    CupyNDArrayType as CupyNDArrayType,
    CustomDataType as CustomDataType,
    DictType as DictType,
    FinalType as FinalType,
    HomogeneousContainerType as HomogeneousContainerType,
    HomogeneousListType as HomogeneousListType,
    HomogeneousSetType as HomogeneousSetType,
    HomogeneousTupleType as HomogeneousTupleType,
    InhomogeneousTupleType as InhomogeneousTupleType,
    NumpyNDArrayType as NumpyNDArrayType,
    PyccelTuple as PyccelTuple,
    StringType as StringType,
    numpy_equivalent as numpy_equivalent,
    underlying as underlying,
    view as view,
)

#: The document's names.
NativeGeneric = GenericType
NativePythonBool = PythonNativeBool
NativePythonInt = PythonNativeInt
NativePythonFloat = PythonNativeFloat
NativePythonComplex = PythonNativeComplex
DictionaryType = DictType
#: Both kinds of tuples.
TupleType = PyccelTuple


# --- functions beside the types -------------------------------------------------------------------------------------


def equal(a: PyccelType | Type, b: PyccelType | Type) -> bool:
    """`a == b`"""
    return view(a) == view(b)


def add(a: PyccelType | Type, b: PyccelType | Type) -> PyccelType:
    """`a + b`"""
    return view(a) + view(b)


def bitwise_and(a: PyccelType | Type, b: PyccelType | Type) -> PyccelType:
    """`a & b`"""
    return view(a) & view(b)


def order_of(ty: PyccelType | Type) -> Order:
    """`ty.order`"""
    return view(ty).order


def rank_of(ty: PyccelType | Type) -> int:
    """`ty.rank`"""
    return view(ty).rank


def container_rank(ty: PyccelType | Type) -> int:
    """`ty.container_rank`"""
    return view(ty).container_rank


def datatype(ty: PyccelType | Type) -> PyccelType:
    """`ty.datatype`"""
    return view(ty).datatype


def precision(ty: PyccelType | Type) -> int | None:
    """`ty.datatype.precision`"""
    return getattr(view(ty).datatype, "precision", None)


def switch_basic_type(ty: PyccelType | Type, new_type: PyccelType | Type) -> PyccelType:
    """`ty.switch_basic_type(new_type)`"""
    return view(ty).switch_basic_type(view(new_type))


def switch_rank(ty: PyccelType | Type, new_rank: int, new_order: Order = None) -> PyccelType:
    """`ty.switch_rank(new_rank, new_order)`"""
    return view(ty).switch_rank(new_rank, new_order)


def swap_order(ty: PyccelType | Type) -> PyccelType:
    """`ty.swap_order()`; what has no order is as it was."""
    shown = view(ty)
    return shown.swap_order() if isinstance(shown, NumpyNDArrayType) else shown


def shape_is_compatible(ty: PyccelType | Type, shape: object) -> bool:
    """`ty.shape_is_compatible(shape)`"""
    return view(ty).shape_is_compatible(shape)


def spell(ty: PyccelType | Type) -> str:
    """The type as an annotation: `float64[:,:](order=F)`."""
    return _native.spell_dialect("pyccel", view(ty).type)


# --- inference ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FunctionInstance:
    """One version of a function: a combination of the members of its parameters' unions."""

    name: str
    line: int
    instance: int
    signature: str
    result: PyccelType | None
    arguments: tuple[Variable, ...]
    variables: tuple[Variable, ...]


@dataclass(frozen=True)
class Function:
    """A function with its versions."""

    name: str
    instances: tuple[FunctionInstance, ...]


class Module:
    """A module of which everything is inferred; its objects are made when they are asked for."""

    def __init__(self, found: _languages.Inferred) -> None:
        self._found = found

    @_languages.once
    def functions(self) -> Mapping[str, Function]:
        """Its functions with their versions, by name."""
        instances: dict[str, list[FunctionInstance]] = {}
        for row in self._found.functions:
            instances.setdefault(row[0], []).append(_instance(row))
        return {name: Function(name, tuple(own)) for name, own in instances.items()}

    @_languages.once
    def variables(self) -> Mapping[str, Variable]:
        """Its own variables, by name."""
        return {row[0]: _variable(row) for row in self._found.variables}

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is said of it: errors, warnings, notes."""
        return self._found.diagnostics

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """Why Pyccel refuses the module; nothing if it doesn't."""
        return _languages.errors(self.diagnostics)

    def type_at(self, line: int, column: int, instance: int = 0) -> PyccelType | None:
        """The type of the smallest expression at a place, both counted from 1; None where there is none."""
        found = _languages.type_at(self._found.expressions, line, column, instance)
        return None if found is None else _viewed(found)

    def __repr__(self) -> str:
        functions, variables = self.functions, self.variables
        return f"Module({functions=!r}, {variables=!r}, diagnostics={self.diagnostics!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Module):
            return NotImplemented
        mine, others = self._found.__getstate__(), other._found.__getstate__()
        return mine == others

    __hash__ = None  # type: ignore[assignment]


def _viewed(ty: Type) -> PyccelType:
    """The view of a type; of one that isn't known, or a function, a symbol."""
    try:
        return view(ty)
    except TypeError:
        return SymbolicType()


@lru_cache(256)
def _ranked(ty: Type) -> tuple[PyccelType, int, Order]:
    shown = _viewed(ty)
    return shown, shown.rank, shown.order


def _variable(row: tuple[str, Type, bool, bool, bool, str]) -> Variable:
    # A program has hundreds, and the constructor of a frozen class takes six times as long as this.
    variable = object.__new__(Variable)
    own = variable.__dict__
    own["class_type"], own["rank"], own["order"] = _ranked(row[1])
    own["name"], _, own["is_const"], own["is_optional"], own["is_argument"] = row[:5]
    own["memory_handling"] = row[5]
    return variable


def _instance(row: tuple[str, int, int, str, Type, list[Any]]) -> FunctionInstance:
    name, line, number, signature, result, rows = row
    shown = _ranked(result)[0]
    returned = None if isinstance(shown, VoidType) else shown
    arguments: list[Variable] = []
    locals_: list[Variable] = []
    for one in rows:
        (arguments if one[4] else locals_).append(_variable(one))
    return FunctionInstance(
        name, line, number, signature, returned, tuple(arguments), tuple(locals_)
    )


def infer(
    source: str,
    path: "str | os.PathLike[str] | None" = None,
    headers: "Iterable[str | os.PathLike[str]] | Mapping[str, str]" = (),
) -> Module:
    """The types of a module: its functions with their versions, its variables, its expressions by place.

    `headers` are `.pyi` files of modules that it imports, or their texts by the modules' names. What is wrong with the
    program is in `diagnostics`; a text that isn't Python is a ParseError.
    """
    return Module(_languages.infer("pyccel", source, path, headers))


def emit(source: str, target: str, name: str = "module") -> str:
    """Declarations of a module's functions and variables: in "c", in "fortran", or as a header, "pyi"."""
    return _native.emit_dialect(source, name, target)
