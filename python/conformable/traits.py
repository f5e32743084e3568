"""Traits: what values of a type can do, apart from what the type is.

`cf.implements(ty, traits.Arithmetic)`; with parameters `traits.Convertible(to)`,
`traits.Callable(args...)`, `traits.Add(rhs)`, whose `output(ty)` is the result's type. A package makes
a `Trait` of its own, and `cf.registry.register_trait` says for which types it holds, its own or not.
"""

from typing import Any, Self

from conformable import _native
from conformable._contract import is_type
from conformable._framework import (
    Refusal,
    is_convertible,
    is_invocable,
    operation,
)
from conformable._native import Type, is_native


class Trait:
    """Something that values of a type can do; by itself it holds for no type."""

    def __init__(self, name: str):
        self.name = name

    @property
    def key(self) -> object:
        """What implementations are registered for: traits with parameters share one."""
        return self

    def holds_for(self, ty: Type) -> bool:
        """Whether it holds for a type that nobody registered."""
        return False

    def __repr__(self) -> str:
        return self.name

    # A trait is itself alone: implementations are registered for the object.
    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def __reduce__(self) -> str | tuple[Any, ...]:
        if globals().get(self.name) is self:
            return str(self.name)
        raise TypeError(
            f"the trait {self.name} cannot be pickled: implementations are registered for this object; "
            "pickle what leads to it"
        )


class _Builtin(Trait):
    """A trait whose rules are Rust's."""

    def holds_for(self, ty: Type) -> bool:
        return is_native(ty) and _native.implements_native(ty, self.name) == "yes"


class _Parametric(Trait):
    """A trait with types as parameters: equal if these are."""

    def __init__(self, *parameters: Type):
        for parameter in parameters:
            if not is_type(parameter):
                raise TypeError(f"expected a type, not {parameter!r}")
        super().__init__(type(self).__name__)
        self.parameters = parameters

    @property
    def key(self) -> object:
        return type(self)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.parameters == other.parameters

    def __hash__(self) -> int:
        return hash((type(self), self.parameters))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.parameters

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.parameters))})"


Number = _Builtin("Number")
Integral = _Builtin("Integral")
Floating = _Builtin("Floating")
Boolean = _Builtin("Boolean")
Arithmetic = _Builtin("Arithmetic")
Bitwise = _Builtin("Bitwise")
Ordered = _Builtin("Ordered")
Equatable = _Builtin("Equatable")
Iterable = _Builtin("Iterable")
Sized = _Builtin("Sized")
Hashable = _Builtin("Hashable")
Concrete = _Builtin("Concrete")


class Callable(_Parametric):
    """`f(args...)` by implicit conversions."""

    def holds_for(self, ty: Type) -> bool:
        return is_invocable(ty, *self.parameters)


class Convertible(_Parametric):
    """Becomes a value of the other type without loss."""

    def holds_for(self, ty: Type) -> bool:
        return is_convertible(ty, self.parameters[0])


class Promotable(_Parametric):
    """Has a common type with the other."""

    def holds_for(self, ty: Type) -> bool:
        try:
            return _native.common_type(ty, self.parameters[0]) is not None
        except TypeError:
            return False


class Indexable(_Parametric):
    """`x[index]`; without an index type, by something."""

    def holds_for(self, ty: Type) -> bool:
        if not is_native(ty) or _native.implements_native(ty, "Indexable") != "yes":
            return False
        return all(_takes_index(ty, index) for index in self.parameters)


def _takes_index(ty: Type, index: Type) -> bool:
    if isinstance(ty, _native.DictType):
        return is_convertible(index, ty.key_type)
    whole = _native.implements_native(index, "Integral") == "yes"
    if isinstance(ty, _native.StructType):
        return isinstance(index, _native.Literal) and index.value in ty.fields
    scalar = not isinstance(index, _native.TensorType) or index.ndim == 0
    if isinstance(ty, _native.TensorType) and not (whole and scalar):
        return isinstance(index, (_native.SliceType, _native.NoneType)) or whole or _is_mask(index)
    return (whole and scalar) or isinstance(index, _native.SliceType)


def _is_mask(index: Type) -> bool:
    return isinstance(index, _native.TensorType) and index.dtype == "bool"


class Operator(_Parametric):
    """`x op rhs`; `output` is the result's type."""

    operator = ""

    def output(self, ty: Type) -> Type | Refusal:
        """The type of the result, or why there is none."""
        return operation(self.operator, ty, self.parameters[0])

    def holds_for(self, ty: Type) -> bool:
        return bool(self.output(ty))


def _operator(name: str, symbol: str) -> type[Operator]:
    return type(
        name,
        (Operator,),
        {"operator": symbol, "__doc__": f"`x {symbol} rhs`", "__module__": __name__},
    )


Add = _operator("Add", "+")
Sub = _operator("Sub", "-")
Mul = _operator("Mul", "*")
TrueDiv = _operator("TrueDiv", "/")
FloorDiv = _operator("FloorDiv", "//")
Mod = _operator("Mod", "%")
Pow = _operator("Pow", "**")
MatMul = _operator("MatMul", "@")
And = _operator("And", "&")
Or = _operator("Or", "|")
Xor = _operator("Xor", "^")
LShift = _operator("LShift", "<<")
RShift = _operator("RShift", ">>")
Less = _operator("Less", "<")
Equal = _operator("Equal", "==")
