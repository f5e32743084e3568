"""One call of a checked function whose annotations take more than types: ways in which its values fit are
tried in order, and the first one that holds for all of them is taken."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from . import _native
from ._errors import DTypeError, ShapeError, TypeCheckError
from ._hints import shown
from ._matching import MOST_WAYS, Fact, Node, Refusals, Way, texts_of
from ._typed_checks import held

_UNKNOWN: _native.Type = _native.UnknownType()
#: Beside a parameter that has to be read, whether sizes fit is told in one form by the core.
_READ = ("", _native.PythonType("bytes"))
_TESTED = _native.Tested()
#: What the core has compiled is kept for so many kinds of calls, of so many values.
_KEPT, _SHORT = 128, 32
_RESULT = "the result"


class _Entered:
    """What the arguments of one call are, and what they have decided."""

    def __init__(self, ways: list[list[Way]], way: Way, known: Any) -> None:
        #: Of each parameter, where there are several.
        self.ways = ways
        self.way = way
        self.known = known
        self.types: tuple[Any, ...] = ()


class _Array(NamedTuple):
    """An array: the type that is wanted of it, its own, and the annotation as it is written."""

    place: str
    wanted: _native.Type
    found: _native.Type
    text: str


class _TooMany(Exception):
    """More ways than are tried."""


class Calls:
    """What a function's annotations say of its calls."""

    def __init__(
        self,
        called: str,
        nodes: dict[str, Node],
        sizes: list[tuple[str, _native.Type]],
        texts: dict[str, str],
        foreign: dict[str, list[str]],
        is_nonlinear: bool,
    ) -> None:
        self._called = called
        self._result = nodes["return"]
        self._nodes = [(name, node) for name, node in nodes.items() if name != "return"]
        self._sizes = sizes
        self._texts, self._foreign = texts, foreign
        self._is_nonlinear = is_nonlinear
        self._checks: dict[Any, _native.Checks] = {}

    def enter(self, values: tuple[Any, ...]) -> _Entered:
        """Checks the arguments; what they have decided."""
        count = len(self._sizes)
        facts = [(name, ty, values[at], "") for at, (name, ty) in enumerate(self._sizes)]
        ways: list[list[Way]] = [[(fact,)] for fact in facts]
        for (name, node), value in zip(self._nodes, values[count:], strict=True):
            refusals = Refusals(self._called)
            found = self._ways(node, value, name, refusals)
            if not found:
                raise refusals.error
            ways.append(found)
        way = self._first(ways)
        entered = _Entered([], way, self._decided(way) if way is not None else None)
        # The call may change what it was given.
        if any(len(own) > 1 for own in ways):
            entered.ways = [[tuple(map(_standing, own)) for own in of_one] for of_one in ways]
        if self._is_nonlinear:
            entered.types = _arrays(way)
        return entered

    def leave(self, values: tuple[Any, ...], entered: _Entered, result: Any) -> Any:
        """Checks a result of the call with these values, and gives it back."""
        refusals = Refusals(self._called)
        ways = self._ways(self._result, result, _RESULT, refusals)
        if not ways:
            raise refusals.error
        first: TypeCheckError | None = None
        for way in ways:
            try:
                self._leave(entered, way)
            except TypeCheckError as error:
                first = first or error
            else:
                return result
        if entered.ways:
            try:
                self._first([*entered.ways, ways])
            except TypeCheckError:
                pass
            else:
                return result
        assert first is not None
        raise first

    def _ways(self, node: Node, value: Any, place: str, refusals: Refusals) -> list[Way]:
        try:
            return node.ways(value, place, refusals)
        except RecursionError:
            # A value that contains itself is not followed.
            return [()]

    def _first(self, ways: list[list[Way]]) -> Way:
        """The first way of all parts that holds; the error that came furthest, if none does."""
        budget = [MOST_WAYS]
        furthest: list[Any] = [-1, None]
        try:
            found = next(self._holding(ways, 0, (), budget, furthest), None)
        except _TooMany:
            return ()
        if found is None:
            raise furthest[1]
        return found

    def _holding(
        self, ways: list[list[Way]], at: int, before: Way, budget: list[int], furthest: list[Any]
    ) -> Iterator[Way]:
        # Parts that fit in one way alone need no trial.
        while at < len(ways) and len(ways[at]) == 1:
            before, at = before + ways[at][0], at + 1
        choices = ways[at] if at < len(ways) else [()]
        for choice in choices:
            way = before + choice
            budget[0] -= 1
            if budget[0] < 0:
                raise _TooMany
            try:
                self._decided(way)
                if self._is_nonlinear:
                    self._solved(_arrays(way))
            except TypeCheckError as error:
                if at > furthest[0]:
                    furthest[:] = [at, error]
                continue
            if at >= len(ways):
                yield way
            else:
                yield from self._holding(ways, at + 1, way, budget, furthest)

    def _decided(self, way: Way) -> Any:
        """What sizes are after these facts, which have to hold."""
        leaves = self._leaves(way)
        values = (_TESTED, *(fact[2] for fact in leaves))
        return self._checks_of(leaves, _UNKNOWN, {}).enter(values)

    def _leave(self, entered: _Entered, way: Way) -> None:
        both = (*entered.way, *way)
        leaves = self._leaves(both)
        own = [fact for fact in way if isinstance(fact[0], str)]
        before = leaves[: len(leaves) - len(own)]
        if own:
            alone = len(own) == 1 and own[0][0] == _RESULT
            ty = own[0][1] if alone else _native.TupleType(*(fact[1] for fact in own))
            result = own[0][2] if alone else tuple(fact[2] for fact in own)
            texts = (
                {"return": own[0][3]}
                if alone
                else {f"return[{at}]": fact[3] for at, fact in enumerate(own)}
            )
            values = (_TESTED, *(fact[2] for fact in before))
            checks = self._checks_of(before, ty, texts)
            try:
                checks.leave(values, entered.known, result)
            except TypeCheckError as error:
                raise error if alone else _placed(error, [fact[0] for fact in own]) from None
        if self._is_nonlinear:
            self._solved((*entered.types, *_arrays(way)))

    def _leaves(self, way: Way) -> list[Fact]:
        """Facts about values; those about type variables have to agree."""
        chosen: dict[Any, int] = {}
        for variable, choice, value, place in way:
            if not isinstance(variable, str) and chosen.setdefault(variable, choice) != choice:
                choices = [shown(own) for own in variable.__constraints__]
                found = type(value).__qualname__
                raise DTypeError(
                    f"{self._called}: {place} is of class {found}, not {choices[chosen[variable]]}, "
                    f"which {shown(variable)} is",
                    shown(variable),
                    (found,),
                    [0],
                )
        return [fact for fact in way if isinstance(fact[0], str)]

    def _checks_of(
        self, leaves: list[Fact], result: _native.Type, texts: dict[str, str]
    ) -> _native.Checks:
        params = [(fact[0], fact[1]) for fact in leaves]
        key = (*params, result)
        found = self._checks.get(key)
        if found is None:
            own = texts_of((fact[0], fact[3]) for fact in leaves if fact[3])
            found = _native.Checks(
                self._called,
                [_READ, *params],
                result,
                {**self._texts, **own, **texts},
                self._foreign,
            )
            if len(params) <= _SHORT:
                if len(self._checks) >= _KEPT:
                    self._checks.clear()
                self._checks[key] = found
        return found

    def _solved(self, arrays: tuple[_Array, ...]) -> None:
        """Whether there are sizes at all of which these are products."""
        try:
            signature = _native.Signature(inputs=[own.wanted for own in arrays], outputs=[])
            signature.apply(*(own.found for own in arrays))
        except ShapeError:
            shown = "".join(f"\n  {own.place} is {own.found}: {own.text}" for own in arrays)
            raise ShapeError(
                f"{self._called}: no sizes fit all of the annotations{shown}",
                ", ".join(own.text for own in arrays),
                tuple(str(own.found) for own in arrays),
                [len(arrays) - 1],
            ) from None
        except (TypeError, ValueError):
            # What no signature has is not decided.
            return


def _placed(error: TypeCheckError, places: list[str]) -> TypeCheckError:
    """An error about parts of a result that the core has seen as a tuple, with the places where they stand."""
    message = re.sub(rf"{_RESULT}\[(\d+)\]", lambda found: places[int(found[1])], error.explanation)
    return type(error)(message, error.expected, error.actual, error.odd)


def _arrays(way: Way) -> tuple[_Array, ...]:
    """Arrays among facts about values."""
    arrays = []
    for place, wanted, value, text in way:
        if not isinstance(place, str):
            continue
        members = wanted.members if isinstance(wanted, _native.UnionType) else (wanted,)
        shapes = {own.shape for own in members if isinstance(own, _native.TensorType)}
        if len(shapes) != 1:
            continue
        found = held(value)
        if isinstance(found, _native.TensorType):
            arrays.append(_Array(place, _native.TensorType("?", shapes.pop()), found, text))
    return tuple(arrays)


def _standing(fact: Fact) -> Fact:
    """A fact about an array of this shape, whatever becomes of it."""
    place, ty, value, text = fact
    if type(value) is not np.ndarray:
        return fact
    return place, ty, np.broadcast_to(np.empty((), value.dtype), value.shape), text
