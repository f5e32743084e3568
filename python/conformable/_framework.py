"""What can be done with types: conversions, traits, calls, operators, spellings.

The rules for the package's own types are Rust's; what a package registers comes first.
"""

import enum
from dataclasses import dataclass
from typing import Any, TypeAlias

from conformable import _native
from conformable._contract import as_type, is_type
from conformable._errors import TypeCheckError
from conformable._native import Type, is_native

#: Where a type is wanted its text will do.
TypeOrText: TypeAlias = Type | str


class Conversion(enum.Enum):
    """How well a value of one type becomes one of another."""

    #: Nothing is to be done.
    IDENTICAL = "identical"
    #: Every value is kept.
    IMPLICIT = "implicit"
    #: Values may be lost, or refused when the program runs.
    EXPLICIT = "explicit"
    #: It has no meaning.
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True)
class Refusal:
    """Why an operation has no result; false, as a type never is."""

    reason: str
    #: The exception that the program would raise; None where that is not known.
    exception: str | None = None

    def __bool__(self) -> bool:
        return False


def explain_conversion(a: TypeOrText, b: TypeOrText) -> tuple[Conversion, str]:
    """How a value of `a` becomes one of `b`, with the reason why it is no better."""
    a, b = as_type(a), as_type(b)
    said = _registered_conversion(a, b)
    if said is not None:
        return said
    if may_be_part(a) and may_be_part(b):
        grade, reason = _native.convert_native(a, b)
        return Conversion(grade), reason
    return _of_classes(a, b)


def may_be_part(ty: Type) -> bool:
    """Whether the type may stand in others, whose parts are asked about one by one."""
    from conformable._registry import registry

    return is_native(ty) or registry.constructor_name(type(ty)) is not None


def graded(a: Type, b: Type) -> tuple[str, str]:
    """How a value of `a` becomes one of `b`, one of which a Python class defines."""
    grade, reason = _registered_conversion(a, b) or _of_classes(a, b)
    return grade.value, reason


def _registered_conversion(a: Type, b: Type) -> tuple[Conversion, str] | None:
    from conformable._registry import registry

    rule = registry.conversion(type(a), type(b))
    found = rule(a, b) if rule is not None else None
    if found is None:
        return None
    if not isinstance(found, Conversion):
        raise TypeError(f"{rule!r} gave {found!r}, which is no Conversion")
    return found, f"a registered conversion, {getattr(rule, '__qualname__', rule)}, says so"


def _of_classes(a: Type, b: Type) -> tuple[Conversion, str]:
    if a == b:
        return Conversion.IDENTICAL, "they are the same type"
    if b.is_super(a):
        return Conversion.IMPLICIT, f"every value of {a} is one of {b}"
    return Conversion.IMPOSSIBLE, f"no conversion from {a} to {b} is registered"


def conversion(a: TypeOrText, b: TypeOrText) -> Conversion:
    """How a value of `a` becomes one of `b`."""
    return explain_conversion(a, b)[0]


def is_convertible(a: TypeOrText, b: TypeOrText, explicit: bool = False) -> bool:
    """Whether values of `a` become values of `b` without loss, or at all."""
    worst = (Conversion.IDENTICAL, Conversion.IMPLICIT)
    return conversion(a, b) in ((*worst, Conversion.EXPLICIT) if explicit else worst)


def is_invocable(f: TypeOrText, *args: TypeOrText) -> bool:
    """Whether `f` can be called with arguments of these types, by implicit conversions alone."""
    return why_not_invocable(f, *args) is None


#: How arguments without names are passed.
_BY_PLACE = ("positional-only", "positional or keyword")


def why_not_invocable(f: TypeOrText, *args: TypeOrText) -> str | None:
    """Why `f` cannot be called so; None if it can. One of several functions that can will do."""
    return _why_not(as_type(f), tuple(map(as_type, args)))


def _why_not_one(functions: tuple[Type, ...], args: tuple[Type, ...]) -> str | None:
    """Why arguments differ that are of one type; None if they don't.

    What a function of a type variable with a bound is read as, differs from function to function in one type, wherever
    the variable stands: the variable has one value in a call, to which no argument is converted alone.
    """
    takes = [f.params for f in functions if isinstance(f, _native.FunctionType)]
    if len(takes) != len(functions) or len({len(params) for params in takes}) != 1:
        return None
    columns = list(zip(*takes, strict=True))
    varying = [place for place, column in enumerate(columns) if len(set(column)) > 1]
    given = [(place, args[place]) for place in varying if place < len(args)]
    if len({columns[place] for place in varying}) != 1 or len(given) < 2:
        return None
    if len({_native.without_value(arg) if is_native(arg) else arg for _, arg in given}) == 1:
        return None
    if any(all(one.is_super(arg) is not False for _, arg in given) for one in columns[varying[0]]):
        return None
    shown = " and ".join(f"{place + 1} is {arg}" for place, arg in given)
    return f"arguments of one type differ: argument {shown}"


def _why_not(f: Type, args: tuple[Type, ...]) -> str | None:
    if isinstance(f, _native.UnionType):
        reasons = [_why_not(one, args) for one in f.members]
        if None not in reasons:
            return "\n".join(map(str, reasons))
        return _why_not_one(f.members, args)
    # What names stand for is the solver's to find, also inside of types of registered classes.
    if is_native(f) and all(map(may_be_part, args)) and _native.is_generic_native(f):
        return _why_not_applicable(f, args)
    if all(map(is_native, (f, *args))):
        return _native.call_refused(f, *args)
    if not isinstance(f, _native.FunctionType):
        return f"{f} is no function"
    takes = list(zip(f.params, f.kinds, f.defaults, strict=True))
    named = [ty for ty, kind, default in takes if kind == "keyword-only" and default is None]
    if named:
        return "a parameter is passed by its name"
    places = [(ty, default) for ty, kind, default in takes if kind in _BY_PLACE]
    rest = [ty for ty, kind, _ in takes if kind == "variadic positional"]
    required = sum(default is None for _, default in places)
    if len(args) < required or (len(args) > len(places) and not rest):
        most = "or more " if rest else "" if required == len(places) else f"to {len(places)} "
        return f"it takes {required} {most}arguments, not {len(args)}"
    wanted = [ty for ty, _ in places] + rest * len(args)
    for place, (arg, param) in enumerate(zip(args, wanted, strict=False)):
        grade, reason = explain_conversion(arg, param)
        if grade in (Conversion.EXPLICIT, Conversion.IMPOSSIBLE):
            return f"argument {place + 1}: {arg} does not become {param}: {reason}"
    return None


def _why_not_applicable(f: Type, args: tuple[Type, ...]) -> str | None:
    """Of a function with variables: by its signature, all of whose constraints must hold."""
    try:
        call = _native.signature_of(f).apply(*_native.adapted_native(f, *args))
    except TypeCheckError as error:
        return str(error)
    remaining = ", ".join(map(str, call.constraints))
    return f"it requires {remaining}" if remaining else None


def operation(op: str, a: TypeOrText, b: TypeOrText) -> Type | Refusal:
    """The type of `a op b`, or why there is none: what is registered, Python's own operators, NumPy's on
    arrays."""
    a, b = as_type(a), as_type(b)
    found = registered_operation(op, a, b)
    if found is not None:
        return found
    if not (is_native(a) and is_native(b)):
        return Refusal(f"what {op} does to {a} and {b} is not known")
    result, reason, exception = _native.operation_native(op, a, b)
    return result if result is not None else Refusal(reason, exception or None)


def registered_operation(op: str, a: Type, b: Type) -> Type | Refusal | None:
    """What a registered rule says of `a op b`; None where there is none, or it has no say.

    A value that is known is of its Python type too, if no rule speaks of it as a value.
    """
    from conformable._registry import registry

    for left, right in ((a, b), (_native.without_value(a), _native.without_value(b))):
        rule = registry.operation(op, type(left), type(right))
        found = rule(left, right) if rule is not None else None
        if is_type(found) or isinstance(found, Refusal):
            return found
        if found is not None:
            name = getattr(rule, "__qualname__", rule)
            raise TypeError(f"{name} gave {found!r}, which is no type and no Refusal")
    return None


def operated(op: str, a: Type, b: Type) -> Type | str | None:
    """The same for the checker: why there is none, where values of these types raise."""
    found = registered_operation(op, a, b)
    return found.reason if isinstance(found, Refusal) else found


def common_type(*types: TypeOrText, dialect: str = "numpy") -> Type:
    """The type that a dialect's promotion gives these types together; a TypeError if there is none."""
    return _native.common_type(*map(as_type, types), dialect=dialect)


def implements(ty: TypeOrText, trait: Any) -> bool:
    """Whether values of `ty` can do what `trait` says: True only if that is proved."""
    from conformable.traits import Trait

    if not isinstance(trait, Trait):
        raise TypeError(f"expected a trait, not {trait!r}")
    ty = as_type(ty)
    from conformable._registry import registry

    rule = registry.implementation(trait.key, type(ty))
    if rule is not None:
        return bool(rule(ty, trait))
    return trait.holds_for(ty)


def spell(ty: TypeOrText, language: str) -> str:
    """The type in another language; what it cannot say is a ValueError that says so."""
    ty = as_type(ty)
    text = spelled(ty, language)
    if text is not None:
        return text
    if is_native(ty):
        return _native.spell_native(ty, language)
    raise ValueError(f"nobody has registered how to spell {ty} in {language}")


def spelled(ty: Type, language: str) -> str | None:
    """What is registered of how the type is spelled."""
    from conformable._registry import registry

    speller = registry.spelling(language, type(ty))
    if speller is None:
        return None
    text = speller(ty)
    if not isinstance(text, str):
        name = getattr(speller, "__qualname__", speller)
        raise TypeError(f"{name} spelled {ty} as {text!r}, which is no str")
    return text


@dataclass(frozen=True)
class Measures:
    """What is known of a type's scalar and size."""

    #: At the bottom of a nest of containers.
    scalar: Type
    #: `signed`, `floating`, ...: what the scalar is apart from its precision.
    primitive: str | None
    #: Bytes of the scalar, of a complex number those of a part.
    precision: int | None
    #: How many indices lead to a scalar; None where that is not known or not the same for all.
    rank: int | None
    #: How many indices lead to an element: an array's dims, 1 for a list.
    container_rank: int | None
    #: Of an array or a number; a `Dim` where sizes are expressions.
    size_in_bytes: Any


def measure(ty: TypeOrText) -> Measures:
    """What is known of a type's scalar and size."""
    return Measures(*_native.measures(as_type(ty)))
