"""How a value may fit an annotation, where classes, containers and unions decide before sizes do.

A `Node` is an annotation. Of a value it gives the ways in which that fits: each a list of what must hold of
the call besides, sizes of arrays and choices of type variables, which `_annotations.Plan` compares. A node
that is not `hard` is a type which the core compares alone.
"""

import enum
import io
import itertools
import math
import types
import typing
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from . import _native
from ._errors import DTypeError, TypeCheckError
from ._typed_checks import held

#: What must hold of the call: that a value is of a type, by its place, or that a type variable is a choice.
Fact = tuple[Any, Any, Any, str]
Way = tuple[Fact, ...]

#: A value that fits in more ways than that is not followed.
MOST_WAYS = 512
_UNKNOWN: _native.Type = _native.UnknownType()
_CLOSED = (
    _native.PythonType,
    _native.NoneType,
    _native.Literal,
    _native.ScalarType,
    _native.DTypeType,
    _native.UnknownType,
)


class Refusals:
    """Why a value does not fit: the innermost reason."""

    def __init__(self, called: str) -> None:
        self.called = called
        self._place = ""
        self._error: Callable[[], Exception] | None = None

    def add(self, place: str, error: Callable[[], Exception]) -> list[Way]:
        if self._error is None or len(place) > len(self._place):
            self._place, self._error = place, error
        return []

    def value(self, place: str, value: Any, text: str) -> list[Way]:
        """A value that is not what an annotation says."""
        return self.add(place, lambda: misfit(self.called, place, value, text))

    def inside(self, place: str, inner: "Refusals", value: Any, text: str) -> list[Way]:
        """What no member of a union takes: the reason inside of it, if there is one."""
        if inner._error is not None and len(inner._place) > len(place):
            return self.add(inner._place, inner._error)
        return self.value(place, value, text)

    @property
    def error(self) -> Exception:
        assert self._error is not None
        return self._error()


def misfit(called: str, place: str, value: Any, text: str) -> DTypeError:
    """That a value is not what an annotation says."""
    shown = f"of class {type(value).__qualname__}"
    found = type(value).__qualname__
    if isinstance(value, (np.ndarray, np.generic, np.dtype)):
        found = shown = str(held(value))
    if isinstance(value, enum.Enum):
        found = shown = str(value)
    if isinstance(value, type):
        found = shown = f"the class {value.__qualname__}"
    return DTypeError(f"{called}: {place} is {shown}, not {text}", text, (found,), [0])


class Node:
    """An annotation."""

    #: Whether it takes more than the core's types to compare.
    hard = True
    #: Whether its arrays are of a class that the core does not ask for.
    classed = False
    #: Whether a value fits or not, whatever else there is in the call.
    closed = False

    def __init__(self, text: str) -> None:
        self.text = text

    def ways(self, value: Any, place: str, refusals: Refusals) -> list[Way]:
        """How a value fits; nothing if it does not, which is added to the refusals."""
        raise NotImplementedError


class Open(Node):
    """What takes any value."""

    hard = False
    closed = True

    def ways(self, value: Any, place: str, refusals: Refusals) -> list[Way]:
        return [()]


class Leaf(Node):
    """A type of the core's."""

    hard = False

    def __init__(self, text: str, ty: _native.Type, cls: type | None = None) -> None:
        super().__init__(text)
        self.type = ty
        #: The class of its arrays.
        self.cls = cls
        self.classed = cls is not None
        self.hard = cls is not None and cls is not np.ndarray
        # What has no sizes is compared at once.
        self._alone = _native.Checks("", [("", ty)], _UNKNOWN) if is_closed(ty) else None
        self.closed = self._alone is not None

    def ways(self, value: Any, place: str, refusals: Refusals) -> list[Way]:
        if self.cls is not None and not is_of(value, (self.cls,)):
            if getattr(value, "shape", None) is None:
                return self._refused(value, place, refusals)
            return refusals.add(place, lambda: self._other_class(value, place, refusals.called))
        if self._alone is None:
            return [((place, self.type, value, self.text),)]
        # A member of an enumeration is only what it derives from.
        if isinstance(value, enum.Enum) and not isinstance(value, (int, float, str, bytes)):
            return [()] if self.type is _UNKNOWN else self._refused(value, place, refusals)
        try:
            self._alone.enter((value,))
        except TypeCheckError:
            return self._refused(value, place, refusals)
        return [()]

    def _refused(self, value: Any, place: str, refusals: Refusals) -> list[Way]:
        def error() -> Exception:
            checks = _native.Checks(
                refusals.called, [(place, self.type)], _UNKNOWN, texts_of([(place, self.text)])
            )
            try:
                checks.enter((value,))
            except TypeCheckError as found:
                return found
            return misfit(refusals.called, place, value, self.text)

        return refusals.add(place, error)

    def _other_class(self, value: Any, place: str, called: str) -> DTypeError:
        found = type(value).__qualname__
        message = f"{called}: {place} is of class {found}, not {self.text}"
        return DTypeError(message, self.text, (found,), [0])


class OfClass(Node):
    """A class whose values are known by it."""

    closed = True

    def __init__(self, text: str, cls: Any) -> None:
        super().__init__(text)
        self._classes = (cls,)

    def ways(self, value: Any, place: str, refusals: Refusals) -> list[Way]:
        return [()] if is_of(value, self._classes) else refusals.value(place, value, self.text)


class Tested(Node):
    """What a function says of a value."""

    closed = True

    def __init__(self, text: str, test: Callable[[Any], bool]) -> None:
        super().__init__(text)
        self._test = test

    def ways(self, value: Any, place: str, refusals: Refusals) -> list[Way]:
        return [()] if self._test(value) else refusals.value(place, value, self.text)


class Both(Node):
    """What must pass a test first."""

    def __init__(self, first: Node, then: Node) -> None:
        super().__init__(first.text)
        self._first, self._then = first, then
        self.closed = first.closed and then.closed

    def ways(self, value: Any, place: str, refusals: Refusals) -> list[Way]:
        found = self._first.ways(value, place, refusals)
        return found and self._then.ways(value, place, refusals)


class Either(Node):
    """A union: its members in their order."""

    def __init__(self, text: str, members: list[Node]) -> None:
        super().__init__(text)
        self._members = members
        self.closed = all(member.closed for member in members)

    def ways(self, value: Any, place: str, refusals: Refusals) -> list[Way]:
        inner = Refusals(refusals.called)
        found: list[Way] = []
        for member in self._members:
            own = member.ways(value, place, inner)
            # Sizes are shown with the annotation as it is written.
            found += [
                tuple((*fact[:3], self.text) if fact[0] == place else fact for fact in way)
                for way in own
            ]
        found = list({_key(way): way for way in found}.values())
        return found or refusals.inside(place, inner, value, self.text)


class Variable(Node):
    """A type variable that is one of several annotations, the same one in the whole call."""

    def __init__(self, text: str, variable: Any, choices: list[Node]) -> None:
        super().__init__(text)
        self._variable, self._choices = variable, choices

    def ways(self, value: Any, place: str, refusals: Refusals) -> list[Way]:
        inner = Refusals(refusals.called)
        found: list[Way] = []
        for number, choice in enumerate(self._choices):
            fact = (self._variable, number, value, place)
            found += [(fact, *way) for way in choice.ways(value, place, inner)]
        return found or refusals.inside(place, inner, value, self.text)


class Default(Node):
    """A parameter's annotation with a default that is none of its values."""

    def __init__(self, node: Node, default: Any) -> None:
        super().__init__(node.text)
        self._node, self._default = node, default
        self.closed = node.closed

    def ways(self, value: Any, place: str, refusals: Refusals) -> list[Way]:
        return [()] if value is self._default else self._node.ways(value, place, refusals)


class Again(Node):
    """An annotation inside of itself."""

    node: Node

    def ways(self, value: Any, place: str, refusals: Refusals) -> list[Way]:
        return self.node.ways(value, place, refusals)


class Items(Node):
    """A container: its class, and the parts of a value with their places and annotations."""

    def __init__(
        self,
        text: str,
        cls: Any,
        parts: Callable[[Any, str], Iterable[tuple[Node, Any, str]] | None],
        closed: bool = False,
    ) -> None:
        super().__init__(text)
        self.closed = closed
        self._classes = (cls,)
        self._parts = parts

    def ways(self, value: Any, place: str, refusals: Refusals) -> list[Way]:
        parts = self._parts(value, place) if is_of(value, self._classes) else None
        if parts is None:
            return refusals.value(place, value, self.text)
        found = []
        for node, part, own in parts:
            ways = node.ways(part, own, refusals)
            if not ways:
                return []
            found.append(ways)
        return products(found)


def products(parts: list[list[Way]]) -> list[Way]:
    """Ways of all parts together; of too many, one of which nothing is known."""
    if math.prod(map(len, parts)) > MOST_WAYS:
        return [()]
    return [tuple(itertools.chain.from_iterable(chosen)) for chosen in itertools.product(*parts)]


def _key(way: Way) -> Any:
    return tuple((fact[0], fact[1]) for fact in way)


def is_of(value: Any, classes: tuple[Any, ...]) -> bool:
    """Whether a value is of one of these classes, or of one that has taken its place: what a notebook's cell
    defines again is called as it was."""
    try:
        if isinstance(value, classes):
            return True
    except TypeError:
        # A protocol that is not for tests, for one.
        return True
    return any(is_again(own, cls) for own in type(value).__mro__ for cls in classes)


def is_again(cls: type, other: Any) -> bool:
    """Whether two classes are one that was defined twice."""
    return (cls.__module__, cls.__qualname__) == (
        getattr(other, "__module__", None),
        getattr(other, "__qualname__", None),
    )


def is_closed(ty: _native.Type) -> bool:
    """Whether a type has no sizes that one call decides."""
    parts: Iterable[_native.Type]
    if isinstance(ty, _native.UnionType):
        parts = ty.members
    elif isinstance(ty, _native.TupleType):
        parts = (ty.element_type,) if ty.items is None else ty.items
    elif isinstance(ty, (_native.ListType, _native.SetType)):
        parts = (ty.element_type,)
    elif isinstance(ty, _native.DictType):
        parts = (ty.key_type, ty.value_type)
    else:
        return isinstance(ty, _CLOSED)
    return all(map(is_closed, parts))


def texts_of(places: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Annotations as they are written, as the core looks them up: inside of a part, by the last place."""
    texts: dict[str, str] = {}
    for place, text in places:
        base, *inner = place.split("[")
        base = "return" if base == "the result" else base
        outer = "".join("[]" for _ in inner[:-1])
        texts[f"{base}{outer}[{inner[-1]}" if inner else base] = text
    return texts


def numbered(node: Node) -> Callable[[Any, str], Iterable[tuple[Node, Any, str]]]:
    """The items of a list."""
    return lambda value, place: [(node, item, f"{place}[{at}]") for at, item in enumerate(value)]


def fixed(nodes: list[Node]) -> Callable[[Any, str], Iterable[tuple[Node, Any, str]] | None]:
    """The items of a tuple of so many."""

    def parts(value: Any, place: str) -> Iterable[tuple[Node, Any, str]] | None:
        if len(value) != len(nodes):
            return None
        places = [f"{place}[{at}]" for at in range(len(nodes))]
        return zip(nodes, value, places, strict=True)

    return parts


def keyed(key: Node, item: Node) -> Callable[[Any, str], Iterable[tuple[Node, Any, str]]]:
    """Keys and values of a dict."""

    def parts(value: Any, place: str) -> Iterable[tuple[Node, Any, str]]:
        for own, part in value.items():
            if not isinstance(key, Open):
                yield key, own, f"{place}, its key {own!r:.80}"
            yield item, part, f"{place}[{own!r:.80}]"

    return parts


def of_any_order(node: Node) -> Callable[[Any, str], Iterable[tuple[Node, Any, str]]]:
    """The items of a set."""
    return lambda value, place: [(node, item, f"{place}[{item!r:.80}]") for item in value]


def fields(nodes: Callable[[], dict[str, Node]]) -> Callable[[Any, str], Any]:
    """The fields of a record, which are read when the first one is there: it may hold its like."""
    return lambda value, place: [
        (node, getattr(value, name), f"{place}.{name}")
        for name, node in nodes().items()
        if hasattr(value, name)
    ]


def typed_keys(nodes: dict[str, Node], required: set[str]) -> Callable[[Any, str], Any]:
    """What a `TypedDict` says; a dict may have more."""

    def parts(value: Any, place: str) -> Any:
        if not required <= value.keys():
            return None
        return [
            (node, value[name], f"{place}[{name!r}]")
            for name, node in nodes.items()
            if name in value
        ]

    return parts


def is_file(kind: Any) -> Callable[[Any], bool]:
    """Whether a value is an open file, of texts or of bytes as far as that is known."""
    others: tuple[type, ...] = ()
    if kind is str:
        others = (io.RawIOBase, io.BufferedIOBase)
    elif kind is bytes:
        others = (io.TextIOBase,)
    return lambda value: (
        (hasattr(value, "read") or hasattr(value, "write")) and not isinstance(value, others)
    )


def is_class_of(bases: tuple[Any, ...]) -> Callable[[Any], bool]:
    """Whether a value is a class that derives from one of these; an int will do for a float."""
    for number, smaller in ((float, (int,)), (complex, (int, float))):
        if number in bases:
            bases = (*bases, *smaller)

    def test(value: Any) -> bool:
        if not isinstance(value, type):
            # `list[int]` is called as the class in front of it.
            value = typing.get_origin(value) or value
            if not isinstance(value, type):
                return False
        try:
            if issubclass(value, bases):
                return True
        except TypeError:
            return True
        return any(is_again(own, base) for own in value.__mro__ for base in bases)

    return test


def is_one_of(values: tuple[Any, ...]) -> Callable[[Any], bool]:
    """Whether a value is one of those that a `Literal` has."""
    return lambda value: any(_is_literally(value, own) for own in values)


def _is_literally(value: Any, own: Any) -> bool:
    if isinstance(own, enum.Enum):
        is_same = is_again(type(value), type(own))
        return value is own or (is_same and getattr(value, "name", None) == own.name)
    return type(value) is type(own) and bool(value == own)


UNIONS = (typing.Union, types.UnionType)
