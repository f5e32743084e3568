"""What `cf.checked` with a signature of types asks: do the types of the arguments and of the result fit?

Signatures of shapes alone are the core's (`SignatureChecks`), which reads nothing but sizes.
"""

import functools
from typing import Any

import numpy as np

from . import _native
from ._errors import ArgumentError, DTypeError, ShapeError, TypeCheckError
from ._hints import open_function
from ._instances import from_instance

#: Calls of which the outcome is kept: the same types come again and again.
_KEPT = 256


def is_of_shapes(signature: _native.Signature) -> bool:
    """Whether it is of the language of shapes, which is shown without spaces: `(n),(n)->()`."""
    return " -> " not in str(signature)


class TypedChecks:
    """A signature of types that a function's arguments and results are held to."""

    def __init__(
        self,
        called: str,
        signature: _native.Signature,
        inputs: list[tuple[int, str]],
        keywords: list[str],
    ) -> None:
        self._called = called
        self._signature = signature
        self._places = [place for place, _ in inputs]
        #: The last of them, which are passed by name.
        self._keywords = keywords
        # Two numbers are of one type, though the types that have one of them alone differ.
        self._has_type_variables = any(kind == "type" for _, kind in signature.type_vars)
        self._apply = functools.lru_cache(_KEPT)(self._applied)
        self._fits = functools.lru_cache(_KEPT)(self._solved)

    def enter(self, values: tuple[Any, ...]) -> tuple[_native.Type, ...]:
        """Checks the arguments; gives their types, since the call may change the values."""
        types = tuple(held(values[place]) for place in self._places)
        return self._apply(types)

    def leave(self, values: tuple[Any, ...], entered: tuple[_native.Type, ...], result: Any) -> Any:
        """Checks a result of the call with arguments of these types, and gives it back."""
        _, count = self._signature.counts
        several = isinstance(result, tuple) and count > 1
        found = tuple(map(held, result)) if several else (held(result),)
        if count == 0 and result is None:
            return result
        if len(found) != count:
            wanted = "None is wanted" if count == 0 else f"{count} results are wanted"
            message = f"{self._called}: {wanted}, not {len(found)}"
            raise self._error(ArgumentError, message, entered, found)
        why = self._fits(entered, found)
        if why is not None:
            kind, text = why
            raise self._error(kind, f"{self._called}: {text}\n  {self._signature}", entered, found)
        return result

    def _applied(self, types: tuple[_native.Type, ...]) -> tuple[_native.Type, ...]:
        """The types that the call is of."""
        try:
            self._call(types)
        except TypeCheckError:
            if not self._has_type_variables:
                raise
            types = tuple(map(_widened, types))
            self._call(types)
        return types

    def _call(self, types: tuple[_native.Type, ...]) -> _native.Call:
        placed = len(types) - len(self._keywords)
        named = dict(zip(self._keywords, types[placed:], strict=True))
        return self._signature.apply(*types[:placed], **named)

    def _solved(
        self, inputs: tuple[_native.Type, ...], outputs: tuple[_native.Type, ...]
    ) -> tuple[type[TypeCheckError], str] | None:
        """Why outputs of these types do not fit; None if they do."""
        search = self._signature.solve(inputs, outputs)
        # What is not decided is not refused.
        if next(iter(search), None) is not None or not search.exhaustive:
            return None
        wide = tuple(map(_widened, outputs))
        if self._has_type_variables and wide != outputs:
            return self._solved(inputs, wide)
        conflict = search.conflict()
        wanted = self._call(inputs).outputs
        is_of_shape = all(
            isinstance(own, _native.TensorType)
            and isinstance(found, _native.TensorType)
            and own.dtype in (found.dtype, None)
            for own, found in zip(wanted, outputs, strict=True)
        )
        text = f"the result is {', '.join(map(str, outputs))}, not {', '.join(map(str, wanted))}"
        if conflict is not None:
            text += f": {conflict.message}"
        return ShapeError if is_of_shape else DTypeError, text

    def _error(self, kind: type[TypeCheckError], message: str, given: Any, found: Any) -> Exception:
        actual = tuple(map(str, (*given, *found)))
        return kind(message, str(self._signature), actual, [len(given)])


def held(value: Any) -> _native.Type:
    """The type of a value with all that a signature may ask about; of a class that nobody reads, that class."""
    try:
        return _held(value)
    except RecursionError:
        return _UNKNOWN


def _held(value: Any) -> _native.Type:
    literal = _native.literal_of(value)
    if literal is not None:
        return literal
    if type(value) is np.ndarray:
        return _array(value.dtype, value.shape)
    if type(value) is tuple:
        return _native.TupleType(*map(_held, value))
    if type(value) is list:
        return _native.ListType(_any_of(value))
    if type(value) is dict:
        return _native.DictType(_any_of(value), _any_of(value.values()))
    if type(value) in (set, frozenset):
        return _native.SetType(_any_of(value))
    try:
        return from_instance(value)
    except TypeError:
        pass
    array = _like_array(value)
    if array is not None:
        return array
    return open_function(_UNKNOWN) if callable(value) else _class(type(value))


@functools.lru_cache(_KEPT)
def _array(dtype: Any, sizes: tuple[int, ...]) -> _native.Type:
    try:
        return _native.TensorType(dtype, sizes)
    except TypeError:
        return _native.TensorType("?", sizes)


def _any_of(values: Any) -> _native.Type:
    """What each of many values is: one of the types that they are of, whose number is small."""
    if not values:
        return _UNKNOWN
    return _native.UnionType(*dict.fromkeys(_widened(_held(value)) for value in values))


def _widened(ty: _native.Type) -> _native.Type:
    """The type of all values like that of a literal."""
    if isinstance(ty, _native.Literal):
        return from_instance(ty.value)
    if isinstance(ty, _native.TupleType) and ty.items is not None:
        return _native.TupleType(*map(_widened, ty.items))
    return ty


def _like_array(value: Any) -> _native.Type | None:
    """An array of another library: what has a tuple of ints for `shape`, and a `dtype`."""
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if not isinstance(shape, tuple) or dtype is None:
        return None
    try:
        sizes = tuple(map(int, shape))
    except (TypeError, ValueError):
        return None
    # `torch.float32`, `<dtype: 'float32'>`
    return _array(str(getattr(dtype, "name", dtype)).rpartition(".")[2], sizes)


def _class(cls: type) -> _native.Type:
    return _native.ClassType(f"{cls.__module__}.{cls.__qualname__}")


_UNKNOWN: _native.Type = _native.UnknownType()
