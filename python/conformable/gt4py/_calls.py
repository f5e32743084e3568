"""Calls: which arguments a function, a field or a scan takes, all that is wrong with a call, and what it gives.

What is wrong with the structure of a call (how many, missing, twice, of another name) is said first and alone; if it is
right, all types that don't fit are listed. A call converts nothing, or, of `conversions="implicit"`, what loses nothing.
"""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformable import _native
from conformable._errors import TypeCheckError
from conformable._framework import Conversion, conversion
from conformable._native import Type
from conformable.gt4py import _hierarchy as hierarchy
from conformable.gt4py._dims import promote_dims
from conformable.gt4py._hierarchy import OFFSET_PROVIDER, ScalarType, kind_of
from conformable.gt4py._info import checked_policy, extract_dims, parts, primitive_constituents
from conformable.gt4py._types import (
    Dimension,
    DomainType,
    FieldLikeType,
    FieldType,
    IndexType,
    OffsetType,
    ScanOperator,
)


@dataclass(frozen=True)
class Incompatibility:
    """One thing that is wrong with a call."""

    #: `not callable`, `arity`, `missing`, `duplicate`, `unexpected`, `type`, `offset provider`
    kind: str
    message: str
    #: The parameter, by its name or its place from 0.
    argument: str | int | None = None

    def __str__(self) -> str:
        return self.message


class Undefined:
    """Stands for an argument that is not given."""

    def __repr__(self) -> str:
        return "UNDEFINED_ARG"


UNDEFINED_ARG = Undefined()

#: A parameter: name, type, kind, whether it has a default.
_Param = tuple[str | None, Type, str, bool]


def _spelled(ty: Type) -> str:
    return _native.spell_gt4py(ty)


def _ordinal(place: int) -> str:
    suffix = {1: "st", 2: "nd", 3: "rd"}.get(
        place % 10 if place % 100 not in (11, 12, 13) else 0, "th"
    )
    return f"{place}{suffix}"


def fits(given: Type, wanted: Type, conversions: str = "none") -> bool:
    """Whether an argument of one type may be given for a parameter of another."""
    if given == wanted:
        return True
    if isinstance(wanted, _native.NamedType):
        return any(isinstance(given, cls) for cls in classes_of(wanted))
    if isinstance(wanted, FieldLikeType):
        if not wanted.dims and not isinstance(given, FieldLikeType):
            # A scalar is a field without dimensions.
            return fits(given, wanted.dtype, conversions)
        if wanted.is_super(given) or (_has_sizes(wanted) and _apart([(given, wanted)]) is None):
            return True
    left, right = parts(given), parts(wanted)
    if left is not None and right is not None:
        same = type(given) is type(wanted) and len(left) == len(right)
        if isinstance(given, _native.StructType) and isinstance(wanted, _native.StructType):
            same = list(given.fields) == list(wanted.fields)
        return same and all(fits(a, b, conversions) for a, b in zip(left, right, strict=True))
    if conversions == "implicit":
        return conversion(given, wanted) in (Conversion.IDENTICAL, Conversion.IMPLICIT)
    return False


def _has_sizes(ty: Type) -> bool:
    """Whether sizes of a field have names, which stand for whatever fits in a call."""
    return isinstance(ty, FieldLikeType) and any(
        isinstance(size, _native.Dim) for size in ty.shape or ()
    )


def _apart(pairs: Sequence[tuple[Type, Type]]) -> str | None:
    """Why no sizes of the names in what is wanted fit all that is given; None if there are some."""
    wanted = [ty for _, ty in pairs]
    try:
        call = _native.signature_of(_native.FunctionType(wanted, None)).apply(
            *(ty for ty, _ in pairs)
        )
    except TypeCheckError as error:
        return str(error).splitlines()[0]
    return ", ".join(map(str, call.constraints)) or None


#: What a variable may be, by the words of its name behind the first: `T_Field_Scalar`.
_WORDS: dict[str, type] = {
    "Scalar": ScalarType,
    "Field": FieldLikeType,
    "Tuple": hierarchy.TupleType,
    "NamedCollection": hierarchy.StructType,
    "Dimension": Dimension,
    "Offset": OffsetType,
    "Domain": DomainType,
}


def classes_of(variable: _native.NamedType) -> tuple[type, ...]:
    """The classes of types that a variable may become; one that no words say may be any."""
    words = variable.name.split("_")[1:]
    return tuple(_WORDS[word] for word in words if word in _WORDS) or (Type,)


def provides(given: Type, wanted: Type) -> Iterator[str]:
    """What an offset provider lacks of what a function needs: one may have more."""
    entries = given.fields if isinstance(given, _native.StructType) else {}
    for name, needed in (wanted.fields if isinstance(wanted, _native.StructType) else {}).items():
        found = entries.get(name)
        if found is None:
            have = ", ".join(map(repr, entries)) or "nothing"
            yield f"Offset '{name}' not found in offset provider, which has {have}: '{needed}' would fit."
        elif found != needed and not needed.is_super(found):
            yield f"Offset '{name}' of the offset provider is '{found}', but '{needed}' is needed."


def canonicalize_arguments(
    f: Type, args: Sequence[Any], kwargs: Mapping[str, Any], *, ignore_errors: bool = False
) -> tuple[list[Any], dict[str, Any]]:
    """The arguments with those by name moved to their places; what is missing is `UNDEFINED_ARG`."""
    params = _params(f)
    positional = [param for param in params if param[2] != "keyword-only"]
    placed = [*args, *([UNDEFINED_ARG] * (len(positional) - len(args)))]
    rest = {}
    wrong = []
    for name, value in kwargs.items():
        place = _place(positional, name)
        if place is None:
            rest[name] = value
            if _place(params, name) is None:
                wrong.append(f"Got unexpected keyword argument '{name}'.")
        elif placed[place] is not UNDEFINED_ARG:
            wrong.append(f"Got multiple values for argument '{name}'.")
        else:
            placed[place] = value
    wrong += [
        f"Missing argument '{p[0] or k + 1}'."
        for k, p in enumerate(positional)
        if placed[k] is UNDEFINED_ARG and not p[3]
    ]
    if wrong and not ignore_errors:
        raise ValueError(
            "\n  - ".join([f"Invalid call to function of type '{_spelled(f)}':", *wrong])
        )
    return placed, rest


def _params(f: Type) -> list[_Param]:
    if not isinstance(f, _native.FunctionType):
        raise ValueError(f"Expected a callable type, got '{f}'.")
    return [
        (name, ty, kind, default is not None)
        for name, ty, kind, default in zip(f.names, f.params, f.kinds, f.defaults, strict=True)
    ]


def _place(params: Sequence[_Param], name: str) -> int | None:
    named = (
        k for k, param in enumerate(params) if param[0] == name and param[2] != "positional-only"
    )
    return next(named, None)


def incompatibilities(
    f: Any,
    args: Sequence[Type],
    kwargs: Mapping[str, Type] | None = None,
    *,
    conversions: str = "none",
    offset_provider: Any = None,
) -> list[Incompatibility]:
    """All that is wrong with a call; nothing if it is right."""
    checked_policy(conversions)
    named = dict(kwargs or {})
    if offset_provider is not None:
        from conformable.gt4py._hierarchy import OffsetProvider

        named[OFFSET_PROVIDER] = OffsetProvider(offset_provider)
    if isinstance(f, FieldLikeType):
        return list(_of_field(f, args, named))
    if isinstance(f, ScanOperator):
        return list(_of_scan(f, args, named))
    if not isinstance(f, _native.FunctionType):
        return [Incompatibility("not callable", f"Expected a callable type, got '{f}'.")]
    params = _params(f)
    return list(_structure(params, args, named)) or list(_types(params, args, named, conversions))


def _structure(
    params: Sequence[_Param], args: Sequence[Type], kwargs: Mapping[str, Type]
) -> Iterator[Incompatibility]:
    positional = [param for param in params if param[2] != "keyword-only"]
    given = [*args, *([None] * (len(positional) - len(args)))]
    if len(args) > len(positional):
        by_name = [p for p in params if p[2] == "keyword-only" and p[0] != OFFSET_PROVIDER]
        extra = (
            f" positional arguments (and {len(kwargs)} keyword-only argument(s))" if by_name else ""
        )
        # As many as keywords are missing: by place instead of by name.
        absent = [p for p in by_name if not p[3] and p[0] not in kwargs]
        yield Incompatibility(
            "kind" if absent and len(args) - len(positional) <= len(absent) else "arity",
            f"Function takes {len(positional)} positional argument(s), but {len(args)}{extra} were given.",
        )
    twice = [
        name
        for name in kwargs
        if (at := _place(positional, name)) is not None and given[at] is not None
    ]
    for name in twice:
        yield Incompatibility("duplicate", f"Got multiple values for argument '{name}'.", name)
    missing = [
        (place, param)
        for place, param in enumerate(positional)
        if given[place] is None
        and not param[3]
        and (param[2] == "positional-only" or param[0] not in kwargs)
    ]
    if missing:
        names = ", ".join(
            f"'{param[0]}'" if param[0] else f"number {place + 1}" for place, param in missing
        )
        yield Incompatibility(
            "missing", f"Missing {len(missing)} required positional argument(s): {names}"
        )
    needed = [p[0] for p in params if p[2] == "keyword-only" and not p[3] and p[0] not in kwargs]
    if OFFSET_PROVIDER in needed:
        needed.remove(OFFSET_PROVIDER)
        wanted = next(param[1] for param in params if param[0] == OFFSET_PROVIDER)
        names = ", ".join(f"'{name}'" for name in getattr(wanted, "fields", ()))
        text = f"Missing the offset provider: it has to have {names}."
        yield Incompatibility("offset provider", text, OFFSET_PROVIDER)
    if needed:
        names = ", ".join(f"'{name}'" for name in needed)
        yield Incompatibility("missing", f"Missing required keyword argument(s) {names}.")
    unexpected = [
        name for name in kwargs if _place(params, name) is None and name != OFFSET_PROVIDER
    ]
    if unexpected:
        names = ", ".join(f"'{name}'" for name in unexpected)
        yield Incompatibility("unexpected", f"Got unexpected keyword argument(s) {names}.")


def _types(
    params: Sequence[_Param], args: Sequence[Type], kwargs: Mapping[str, Type], conversions: str
) -> Iterator[Incompatibility]:
    sized: list[tuple[Type, Type]] = []
    wrong = False
    for place, (name, wanted, kind, _) in enumerate(params):
        by_place = kind != "keyword-only" and place < len(args)
        given = args[place] if by_place else kwargs.get(name or "")
        if given is None:
            continue
        if name != OFFSET_PROVIDER:
            own = zip(primitive_constituents(given), primitive_constituents(wanted), strict=False)
            sized += [pair for pair in own if _has_sizes(pair[1])]
        if name == OFFSET_PROVIDER:
            for text in provides(given, wanted):
                yield Incompatibility("offset provider", text, OFFSET_PROVIDER)
        elif not fits(given, wanted, conversions):
            words = {
                "positional-only": f"{_ordinal(place + 1)} argument",
                "keyword-only": f"keyword argument '{name}'",
            }
            who = words.get(kind, f"argument '{name}'")
            yield Incompatibility(
                "type",
                f"Expected {who} to be of type '{_spelled(wanted)}', got '{_spelled(given)}'.",
                place if kind == "positional-only" else name,
            )
            wrong = True
    # A name is one size in a call, wherever it stands.
    why = _apart(sized) if len(sized) > 1 and not wrong else None
    if why is not None:
        yield Incompatibility("type", f"Arguments do not fit together: {why}.")


# --- fields as functions of offsets ---------------------------------------------------------------------------------------


def _of_field(
    field: FieldLikeType, args: Sequence[Type], kwargs: Mapping[str, Type]
) -> Iterator[Incompatibility]:
    for name in kwargs:
        if name != OFFSET_PROVIDER:
            yield Incompatibility("unexpected", f"Got unexpected keyword argument '{name}'.", name)
    if not args:
        yield Incompatibility("arity", "Function takes at least 1 argument, but 0 were given.")
    for place, arg in enumerate(args):
        if isinstance(arg, IndexType):
            if arg.dim not in field.dims:
                yield Incompatibility(
                    "type", f"{_spelled(field)} has no dimension {arg.dim.value}.", place
                )
        elif not isinstance(arg, OffsetType):
            yield Incompatibility(
                "type",
                f"Expected arguments to be of type 'OffsetType', got '{_spelled(arg)}'.",
                place,
            )
        elif not arg.is_cartesian and len(args) > 1:
            yield Incompatibility(
                "arity",
                f"Function takes only 1 argument in unstructured case, but {len(args)} were given.",
            )
        elif field.dims and arg.source not in field.dims:
            dims, target = (", ".join(dim.value for dim in own) for own in (field.dims, arg.target))
            yield Incompatibility(
                "type",
                f"Incompatible offset can not shift field defined on {dims} from {arg.source.value} to target dim(s): {target}",
                place,
            )


def shifted(field: FieldLikeType, offset: OffsetType | IndexType) -> FieldType:
    """The type of a shift: the offset's source becomes its targets."""
    new = () if isinstance(offset, IndexType) else offset.target
    old = offset.dim if isinstance(offset, IndexType) else offset.source
    dims = tuple(target for dim in field.dims for target in (new if dim == old else (dim,)))
    return FieldType(dims, field.dtype)


# --- scans ------------------------------------------------------------------------------------------------------------------


def _of_scan(
    scan: ScanOperator, args: Sequence[Type], kwargs: Mapping[str, Type]
) -> Iterator[Incompatibility]:
    params = _params(scan.definition)[1:]
    given = [*args, *(kwargs[p[0] or ""] for p in params[len(args) :] if p[0] in kwargs)]
    if len(given) != len(params):
        yield Incompatibility(
            "arity",
            f"Scan operator takes {len(params)} positional arguments, but {len(given)} were given.",
        )
        return
    leaves = [leaf for arg in given for leaf in primitive_constituents(arg)]
    if not all(isinstance(leaf, FieldLikeType | ScalarType) for leaf in leaves):
        yield Incompatibility(
            "type", "Arguments to scan operator must be fields, scalars or tuples thereof."
        )
        return
    for place, (arg, (name, wanted, *_)) in enumerate(zip(given, params, strict=True)):
        own, other = list(primitive_constituents(wanted)), list(primitive_constituents(arg))
        lifted = [
            FieldType(extract_dims(leaf), dtype) for dtype, leaf in zip(own, other, strict=False)
        ]
        fields = [
            leaf.plain if isinstance(leaf, FieldLikeType) else FieldType((), leaf) for leaf in other
        ]
        if len(own) != len(other) or lifted != fields:
            shown = ", ".join(map(_spelled, lifted)) or _spelled(wanted)
            yield Incompatibility(
                "type",
                f"Expected argument '{name}' to be of type '{shown}', got '{_spelled(arg)}'.",
                name or place,
            )
    try:
        promote_dims(*map(extract_dims, leaves))
    except ValueError as error:
        yield Incompatibility("type", f"Dimensions can not be promoted: {error}.")


def _scan_result(scan: ScanOperator, args: Sequence[Type], kwargs: Mapping[str, Type]) -> Type:
    leaves = [leaf for arg in [*args, *kwargs.values()] for leaf in primitive_constituents(arg)]
    dims = promote_dims(*map(extract_dims, leaves), (scan.axis,))

    def over(carry: Type) -> Type:
        inside = parts(carry)
        if inside is None:
            return FieldType(dims, carry)
        return rebuilt(carry, [over(part) for part in inside])

    return over(return_type(scan.definition))


def rebuilt(collection: Type, inside: Sequence[Type]) -> Type:
    """A tuple or named collection of the same form with other elements."""
    if isinstance(collection, _native.StructType):
        return _native.StructType(dict(zip(collection.fields, inside, strict=True)))
    return _native.TupleType(*inside)


# --- what a call is -------------------------------------------------------------------------------------------------------


def accepts_args(
    f: Any,
    *,
    with_args: Sequence[Type],
    with_kwargs: Mapping[str, Type],
    raise_exception: bool = False,
    conversions: str = "none",
    offset_provider: Any = None,
) -> bool:
    """Whether a call has the arguments that the function takes, or a ValueError that lists what is wrong with it."""
    wrong = incompatibilities(
        f, with_args, with_kwargs, conversions=conversions, offset_provider=offset_provider
    )
    if wrong and raise_exception:
        shown = _spelled(f) if isinstance(f, Type) else f
        raise ValueError(
            "\n  - ".join([f"Invalid call to function of type '{shown}':", *map(str, wrong)])
        )
    return not wrong


def is_invocable(f: Any, *args: Type, conversions: str = "implicit", **kwargs: Type) -> bool:
    """Whether a function can be called with arguments of these types; by implicit conversions, as the note has it."""
    return not incompatibilities(f, args, kwargs, conversions=conversions)


def return_type(
    f: Any, *, with_args: Sequence[Type] = (), with_kwargs: Mapping[str, Type] | None = None
) -> Type:
    """What a call gives: of a function its result, of a field the shifted field, of a scan fields along its axis."""
    if isinstance(f, FieldLikeType):
        first = with_args[0] if with_args else None
        if not isinstance(first, OffsetType | IndexType):
            raise ValueError(f"a field is called with offsets, not with {first}")
        return shifted(f, first)
    if isinstance(f, ScanOperator):
        return _scan_result(f, with_args, with_kwargs or {})
    if not isinstance(f, _native.FunctionType):
        raise TypeError(f"expected a callable type, got '{f}'")
    return _native.TupleType(*f.returns) if isinstance(f.returns, tuple) else f.returns


def program_type(f: Any) -> Type:
    """How a field operator or scan is called in a program: with `out`, and it gives nothing."""
    definition = f.definition if isinstance(f, ScanOperator) else f
    params = [
        inspect.Parameter(
            name or f"argument_{k}", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=ty
        )
        for k, (name, ty, *_) in enumerate(_params(definition))
    ]
    out = inspect.Parameter(
        "out", inspect.Parameter.KEYWORD_ONLY, annotation=return_type(definition)
    )
    return _native.FunctionType([*params, out], None)


__all__ = ["accepts_args", "incompatibilities", "kind_of", "return_type"]


def variable_of(place: int) -> _native.NamedType:
    """A variable that stands for what is not known yet."""
    return _native.NamedType(f"R_{place + 1}")
