"""`relate`: how two types relate, with answers of three values."""

import enum
from dataclasses import dataclass

from conformable import _native
from conformable._contract import as_type, is_type
from conformable._native import Dim, Type, is_native, relate_native


class Answer(enum.Enum):
    """Proved, refuted, or neither; true only if proved."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        return self is Answer.YES


@dataclass(frozen=True)
class Relation:
    """How `a` and `b` relate."""

    a: Type
    b: Type
    #: Whether every value of `b` is one of `a`, for every size of the names.
    is_super: Answer
    #: The same the other way round.
    is_sub: Answer
    #: Whether some value belongs to both, for some size of the names.
    consistent: Answer
    in_same_class: bool
    #: The values that belong to both; None if there are none.
    meet: Type | None
    #: What must be equal for that, pairs of dims: `((n, 3),)`.
    equations: tuple[tuple[Dim | int, Dim | int], ...]
    #: Why no value belongs to both, if that is so.
    difference: str | None


def relate(a: Type | str, b: Type | str) -> Relation:
    """All relations of two types, or of their texts, at once."""
    a, b = as_type(a), as_type(b)
    if not is_native(a) or not is_native(b):
        return _relate_defined(a, b)
    (above, below, common, same), meet, equations, difference = relate_native(a, b)
    return Relation(
        a,
        b,
        Answer(above),
        Answer(below),
        Answer(common),
        same,
        meet,
        tuple(equations),
        difference,
    )


def _relate_defined(a: Type, b: Type) -> Relation:
    """By the methods of whoever defines the types; what they leave open is unknown."""

    def said(ty: Type, relation: str, other: Type) -> Answer:
        # What another's type does not say is not known.
        if not hasattr(ty, relation):
            return Answer.UNKNOWN
        value = _native.answer(ty, relation, other)
        if value is None:
            return Answer.UNKNOWN
        return Answer.YES if value else Answer.NO

    common = said(a, "consistent", b) is not Answer.NO
    meet = _meet(a, b) if common else None
    if meet is not None and not is_type(meet):
        raise TypeError(f"{type(a).__name__}.meet gave {meet!r}, which is no type")
    return Relation(
        a,
        b,
        said(a, "is_super", b),
        said(b, "is_super", a),
        (Answer.YES if meet is not None else Answer.UNKNOWN) if common else Answer.NO,
        said(a, "in_same_class", b) is Answer.YES,
        meet,
        (),
        None if common else f"one is {a}, the other {b}",
    )


def _meet(a: Type, b: Type) -> Type | None:
    """By whichever of them has a meet; of two that have none, the one that is within the other."""
    if hasattr(a, "meet"):
        return a.meet(b)
    if hasattr(b, "meet"):
        return b.meet(a)
    if _native.answer(a, "is_super", b):
        return b
    return a if _native.answer(b, "is_super", a) else None
