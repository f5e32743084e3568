"""Generic signatures: annotations with type variables and traits, instantiated at a call.

A type variable is one type wherever its name stands, an annotation by a trait alone a fresh one each. What a variable
may be stands apart from the types. A variable is bound to the very type that is given; of `conversions="implicit"`, where
several are, to the first that it may be and that keeps every value of each.
"""

import contextlib
import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conformable import _native
from conformable._framework import implements, is_convertible
from conformable._native import NamedType, NoneType, Type
from conformable.gt4py._calls import incompatibilities, rebuilt
from conformable.gt4py._hierarchy import FunctionType
from conformable.gt4py._hints import Unsupported, part, reading
from conformable.gt4py._info import checked_policy, parts, promote, variables_in
from conformable.gt4py._types import FieldLikeType, FieldType
from conformable.traits import Trait

#: What a variable may be: one of these types, what implements a trait, or anything.
Constraint = tuple[Type, ...] | Trait | None


@dataclass(frozen=True)
class Generic:
    """A function's type with variables, and what they may be."""

    type: _native.FunctionType
    constraints: Mapping[str, Constraint]
    conversions: str = "none"

    def instantiate(self, *args: Type, **kwargs: Type) -> _native.FunctionType:
        """The function's type for these arguments; ValueError says which of them fits not, and why."""
        bound: dict[str, tuple[Type, str]] = {}
        params = list(zip(self.type.names, self.type.params, self.type.kinds, strict=True))
        for place, (name, wanted, kind) in enumerate(params):
            given = (
                args[place]
                if place < len(args) and kind != "keyword-only"
                else kwargs.get(name or "")
            )
            if given is not None:
                self._bind(
                    wanted, given, f"argument '{name}'" if name else f"argument {place + 1}", bound
                )
        for name, (ty, who) in bound.items():
            self._check(name, ty, who)
        found: _native.FunctionType = substituted(
            self.type, {name: ty for name, (ty, _) in bound.items()}
        )
        wrong = incompatibilities(found, args, kwargs, conversions=self.conversions)
        if wrong:
            lines = "\n  - ".join(map(str, wrong))
            raise ValueError(
                f"Invalid call to function of type '{_native.spell_gt4py(self.type)}':\n  - {lines}"
            )
        left = sorted(variables_in(found))
        if left:
            raise ValueError(
                f"{', '.join(left)} can't be made concrete: no argument says what it is"
            )
        return found

    def _bind(
        self, wanted: Type, given: Type, who: str, bound: dict[str, tuple[Type, str]]
    ) -> None:
        if isinstance(wanted, NamedType):
            self._bind_variable(wanted.name, given, who, bound)
        elif isinstance(wanted, FieldLikeType):
            if isinstance(given, FieldLikeType) and given.dims == wanted.dims:
                self._bind(wanted.dtype, given.dtype, who, bound)
        else:
            # What differs in its structure is said by the call's rules.
            for inner, own in zip(parts(wanted) or (), parts(given) or (), strict=False):
                self._bind(inner, own, who, bound)

    def _bind_variable(
        self, name: str, given: Type, who: str, bound: dict[str, tuple[Type, str]]
    ) -> None:
        if self.conversions == "none":
            self._check(name, given, who)
        known, by = bound.setdefault(name, (given, who))
        if known == given:
            return
        both = self._together(name, known, given)
        if both is None:
            shown = _native.spell_gt4py(known), _native.spell_gt4py(given)
            raise ValueError(f"{who}: {name} is {shown[0]} by {by}, and {shown[1]} here")
        bound[name] = both, who

    def _together(self, name: str, known: Type, given: Type) -> Type | None:
        """The type that a variable is which two are given for, if there is one."""
        if self.conversions == "none":
            return None
        may = self.constraints.get(name)
        if isinstance(may, tuple):
            wider = (ty for ty in may if is_convertible(known, ty) and is_convertible(given, ty))
            return next(wider, None)
        with contextlib.suppress(TypeError, ValueError):
            return promote(known, given, conversions=self.conversions)
        return None

    def _check(self, name: str, given: Type, who: str) -> None:
        constraint = self.constraints.get(name)
        spelled = _native.spell_gt4py(given)
        if isinstance(constraint, tuple) and given not in constraint:
            may = ", ".join(map(_native.spell_gt4py, constraint))
            raise ValueError(f"{who}: {spelled} is none of {may}, which {name} may be")
        if isinstance(constraint, Trait) and not implements(given, constraint):
            raise ValueError(f"{who}: {spelled} is not {constraint}, as {name} must be")


def substituted(ty: Any, bound: Mapping[str, Type]) -> Any:
    """The type with types in the place of variables."""
    if isinstance(ty, NamedType):
        return bound.get(ty.name, ty)
    if isinstance(ty, FieldLikeType) and variables_in(ty):
        return FieldType(ty.dims, substituted(ty.dtype, bound))
    if isinstance(ty, _native.FunctionType):
        rows = list(zip(ty.names, ty.params, ty.kinds, strict=True))
        each = [(name, substituted(own, bound), kind) for name, own, kind in rows]
        return FunctionType(
            [own for _, own, kind in each if kind == "positional-only"],
            {name or "": own for name, own, kind in each if kind == "positional or keyword"},
            {name or "": own for name, own, kind in each if kind == "keyword-only"},
            substituted(
                _native.TupleType(*ty.returns) if isinstance(ty.returns, tuple) else ty.returns,
                bound,
            ),
        )
    inside = parts(ty)
    return ty if inside is None else rebuilt(ty, [substituted(own, bound) for own in inside])


def generic(function: Any, conversions: str = "none") -> Generic:
    """The generic signature of an annotated function."""
    read = reading(vars(inspect.getmodule(function) or inspect))
    hints = function.__annotations__
    kinds: dict[Any, dict[str, Type]] = {kind: {} for kind in inspect._ParameterKind}
    for name, parameter in inspect.signature(function).parameters.items():
        if name not in hints:
            raise Unsupported(
                f"invalid callable annotations in {function!r}: parameter '{name}' has none"
            )
        kinds[parameter.kind][name] = part(read, hints[name], f"parameter '{name}'")
    result = hints.get("return")
    ty = FunctionType(
        list(kinds[inspect.Parameter.POSITIONAL_ONLY].values()),
        kinds[inspect.Parameter.POSITIONAL_OR_KEYWORD],
        kinds[inspect.Parameter.KEYWORD_ONLY],
        NoneType() if result in (None, type(None)) else part(read, result, "result"),
    )
    return Generic(ty, dict(read.constraints), checked_policy(conversions))
