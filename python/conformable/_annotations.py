"""What `cf.checked` makes of a function's annotations: types, which the core compares, and tests of a
value's class for what has no type.

An annotation that nothing reads is no constraint. One that names something which is not there yet, such
as the class whose body the function stands in, is read when the function is first called.
"""

import ast
import builtins
import functools
import inspect
import itertools
import sys
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

from . import _native
from ._errors import DTypeError
from ._framework import may_be_part
from ._hints import from_type_hint, is_readable, shown, shown_parts
from ._jaxtyping import foreign_dtypes

_TESTED = _native.Tested()
_UNIONS = (typing.Union, types.UnionType)


class Plan:
    """The checks of one function."""

    def __init__(self, function: Any, names: Mapping[str, Any]) -> None:
        self._function = function
        #: The names around the function; it may be older than they are.
        self._names = dict(names)
        signature = inspect.signature(function)
        self._parameters = signature.parameters
        self._called = called(function)
        # Of what is no function, a `functools.partial` for one, the signature has them.
        hints = {name: own.annotation for name, own in self._parameters.items()}
        hints["return"] = signature.return_annotation
        self._hints: dict[str, Any] = {
            name: hint for name, hint in hints.items() if hint is not inspect.Parameter.empty
        }
        self.given: dict[str, str] = {}
        self.leaves = self._hints.get("return") is not None
        self.is_resolved = False
        try:
            self._resolve(late=False)
        except NameError:
            self.given = {}

    @property
    def says_nothing(self) -> bool:
        """Whether there is nothing to check."""
        return not self._tests and all(ty is _UNKNOWN for ty in self._types.values())

    def _resolve(self, late: bool) -> None:
        hints = {name: self._evaluated(hint, late) for name, hint in self._hints.items()}
        #: By parameter, `return` for the result.
        self._types: dict[str, _native.Type] = {}
        self._tests: dict[str, Test] = {}
        for name, parameter in self._parameters.items():
            self._types[name] = self._read(name, hints, parameter.kind)
        if self.leaves:
            hints["return"] = self._result(hints["return"])
        self._types["return"] = self._read("return", hints, None)
        self.leaves = self._types["return"] is not _UNKNOWN or "return" in self._tests
        params = [(name, ty) for name, ty in self._types.items() if name != "return"]
        sizes = [
            (f"{{{text}}}", _native.parse_type(f"Int[{name}]")) for name, text in self.given.items()
        ]
        texts: dict[str, str] = {}
        for name, hint in hints.items():
            if hint is not _NOTHING:
                texts |= shown_parts(self._place(name), hint)
        foreign = {
            name: foreign_dtypes(hint) for name, hint in hints.items() if hint is not _NOTHING
        }
        native = _native.Checks(
            self._called,
            [*sizes, *params],
            self._types["return"],
            texts,
            {name: dtypes for name, dtypes in foreign.items() if dtypes},
        )
        self.enter: Callable[..., Any] = native.enter
        self.leave: Callable[..., Any] = native.leave
        if self._tests:
            self._native = native
            self._order = [*self.given, *self._parameters]
            self.enter, self.leave = self._enter_tested, self._leave_tested
        self.is_resolved = True

    def _evaluated(self, hint: Any, late: bool) -> Any:
        """A text evaluated where the function is; what its text names that will be there later is a
        NameError until then."""
        space = _namespace(self._function, self._names)
        holder = types.SimpleNamespace(__annotations__={"it": hint})
        try:
            return typing.get_type_hints(holder, space, include_extras=True)["it"]
        except NameError as error:
            if not late:
                raise
            # A class that no name leads to any more: its values are known by its name.
            if error.name in self._called.split("."):
                return _NamedClass(str(error.name)) if hint == error.name else _NOTHING
            if _is_for_checkers(self._function, str(error.name)):
                return _NOTHING
            raise TypeError(
                f"{self._called}: the annotation {hint!r} has an undefined name: {error}"
            ) from error
        except SyntaxError as error:
            raise TypeError(f"the annotation {hint!r} is not Python: {error}") from error
        except TypeError:
            # `Queue[int]` of a class that takes nothing in brackets: no interpreter evaluates it.
            return _NOTHING

    def _read(self, name: str, hints: dict[str, Any], kind: Any) -> _native.Type:
        hint = hints.get(name, _NOTHING)
        if hint is _NOTHING:
            return _UNKNOWN
        found: _native.Type
        if is_readable(hint):
            found = from_type_hint(hint, given=self.given, lenient=True)
            found = found if may_be_part(found) else _UNKNOWN
        else:
            found = _UNKNOWN
        test = Test.of(hint) if found is _UNKNOWN else None
        if test is not None:
            self._tests[name] = test
            found = test.rest(self.given)
        # `*args: T` and `**more: T` say that each of them is a T.
        if found is not _UNKNOWN and kind is inspect.Parameter.VAR_POSITIONAL:
            return _native.TupleType(found, ...)
        if found is not _UNKNOWN and kind is inspect.Parameter.VAR_KEYWORD:
            return _native.DictType(_UNKNOWN, found)
        return found

    def _result(self, hint: Any) -> Any:
        """The annotation of what is returned; of what is yielded, for a generator."""
        function = self._function
        if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
            arguments = typing.get_args(hint)
            return arguments[0] if arguments else _NOTHING
        return hint

    def _enter_tested(self, values: tuple[Any, ...]) -> Any:
        return self._native.enter(self._tested(values))

    def _tested(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        own = list(values)
        for place, name in enumerate(self._order):
            test = self._tests.get(name)
            if test is not None:
                own[place] = test.passed(self._function, name, own[place], self._kind(name))
        return tuple(own)

    def _place(self, name: str) -> str:
        """What a parameter's annotation is about: of `*args: T` each item."""
        starred = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        return f"{name}[]" if self._kind(name) in starred else name

    def _kind(self, name: str) -> Any:
        parameter = self._parameters.get(name)
        return parameter and parameter.kind

    def _leave_tested(self, values: tuple[Any, ...], entered: Any, result: Any) -> Any:
        test = self._tests.get("return")
        seen = result if test is None else test.passed(self._function, "the result", result, None)
        self._native.leave(self._tested(values), entered, seen)
        return result

    def enter_late(self, values: tuple[Any, ...]) -> Any:
        """As `enter`, for annotations that name what was not there at first."""
        if not self.is_resolved:
            self._resolve(late=True)
        return self.enter((*self._given_values(values), *values))

    def leave_late(self, values: tuple[Any, ...], entered: Any, result: Any) -> Any:
        """As `leave`."""
        return self.leave((*self._given_values(values), *values), entered, result)

    def _given_values(self, values: tuple[Any, ...]) -> list[Any]:
        space = _namespace(self._function, dict(zip(self._parameters, values, strict=True)))
        return [eval(text, space) for text in self.given.values()]


class _NamedClass:
    """A class of which only the name is known."""

    def __init__(self, name: str) -> None:
        self.name = name


class Test:
    """That a value is of one of these classes, or is what the other members of a union say."""

    def __init__(self, hint: Any, classes: tuple[Any, ...], others: list[Any]) -> None:
        self.text = shown(hint)
        self._names = [cls.name for cls in classes if isinstance(cls, _NamedClass)]
        self._classes = tuple(cls for cls in classes if not isinstance(cls, _NamedClass))
        self._others = others

    @staticmethod
    def of(hint: Any) -> "Test | None":
        """The test that an annotation asks for; None if there is none."""
        members = list(typing.get_args(hint)) if typing.get_origin(hint) in _UNIONS else [hint]
        classes: list[Any] = []
        others: list[Any] = []
        for member in members:
            read = is_readable(member) and from_type_hint(member, given={}, lenient=True)
            if read and read is not _UNKNOWN:
                others.append(member)
            elif (cls := _class_of(member)) is not None:
                classes.append(cls)
            else:
                return None
        return Test(hint, tuple(classes), others) if classes else None

    def rest(self, given: dict[str, str]) -> _native.Type:
        """The type of values of none of the classes."""
        found = [from_type_hint(other, given=given, lenient=True) for other in self._others]
        return _native.UnionType(*found) if found else _UNKNOWN

    def passed(self, function: Any, name: str, value: Any, kind: Any) -> Any:
        """The value for the types, something that fits all of them where the class does."""
        if kind is inspect.Parameter.VAR_POSITIONAL:
            items = enumerate(value)
            return tuple(self._one(function, f"{name}[{at}]", item) for at, item in items)
        if kind is inspect.Parameter.VAR_KEYWORD:
            items = value.items()
            return {key: self._one(function, f"{name}[{key!r}]", item) for key, item in items}
        return self._one(function, name, value)

    def _one(self, function: Any, name: str, value: Any) -> Any:
        if isinstance(value, self._classes) or self._is_named(value):
            return _TESTED
        if self._others:
            return value
        found = type(value).__qualname__
        raise DTypeError(
            f"{called(function)}: {name} is of class {found}, not {self.text}",
            self.text,
            (found,),
            [0],
        )

    def _is_named(self, value: Any) -> bool:
        return any(cls.__name__ in self._names for cls in type(value).__mro__)


#: No annotation, or one that says nothing.
_NOTHING = object()
_UNKNOWN: _native.Type = _native.UnknownType()


def _class_of(hint: Any) -> Any:
    """The class that values of an annotation are of; None if it cannot be tested."""
    if isinstance(hint, _NamedClass):
        return hint
    cls = typing.get_origin(hint) or hint
    if not isinstance(cls, type):
        return None
    try:
        isinstance(None, cls)
    except TypeError:
        # A protocol that is not for tests, for one.
        return None
    return cls


def called(function: Any) -> str:
    """What messages call a function, or an object that is called."""
    inner = inspect.unwrap(function)
    while isinstance(inner, functools.partial):
        inner = inspect.unwrap(inner.func)
    return str(getattr(inner, "__qualname__", type(inner).__qualname__))


def _is_for_checkers(function: Any, name: str) -> bool:
    """Whether the function's module has a name only where type checkers look, `if TYPE_CHECKING:`."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[function.__module__]))
    except (OSError, TypeError, KeyError, AttributeError, SyntaxError):
        return False
    tests = [node for node in ast.walk(tree) if isinstance(node, ast.If)]
    blocks = [node.body for node in tests if "TYPE_CHECKING" in ast.unparse(node.test)]
    imports = (ast.Import, ast.ImportFrom)
    for statement in itertools.chain.from_iterable(blocks):
        for node in ast.walk(statement):
            if isinstance(node, imports) and any(
                (own.asname or own.name.partition(".")[0]) == name for own in node.names
            ):
                return True
            if getattr(node, "name", None) == name or (
                isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
            ):
                return True
    return False


def _namespace(function: Any, names: Mapping[str, Any]) -> dict[str, Any]:
    inner = inspect.unwrap(function)
    while isinstance(inner, functools.partial):
        inner = inspect.unwrap(inner.func)
    if not hasattr(inner, "__globals__"):
        inner = getattr(type(inner), "__call__", inner)  # noqa: B004
    space = {**vars(builtins), **getattr(inner, "__globals__", {}), **names}
    cells = getattr(inner, "__closure__", None) or ()
    for name, cell in zip(inner.__code__.co_freevars if cells else (), cells, strict=True):
        try:
            space[name] = cell.cell_contents
        except ValueError:
            continue
    return space
