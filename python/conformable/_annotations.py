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

import numpy as np

from . import _matching as matching, _native
from ._calls import Calls
from ._errors import TypeCheckError
from ._hints import shown_parts
from ._jaxtyping import foreign_dtypes
from ._matching import Default, Items, Leaf, Node, Open, Refusals
from ._reading import NamedClass, Reader, are_nonlinear, is_annotation


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
        #: What is asked of the arguments, and of a result, behind the core; None if nothing is.
        self.watch: Callable[[tuple[Any, ...]], None] | None = None
        self.watch_result: Callable[[Any], None] | None = None
        try:
            self._resolve(late=False)
        except NameError:
            self.given = {}

    @property
    def says_nothing(self) -> bool:
        """Whether there is nothing to check."""
        return all(isinstance(node, Open) for node in self._nodes.values())

    def _resolve(self, late: bool) -> None:
        hints = {name: self._evaluated(hint, late) for name, hint in self._hints.items()}
        if self.leaves:
            hints["return"] = self._result(hints["return"])
        reader = Reader(self.given, lambda hint: self._evaluated(hint, late=False))
        #: By parameter, `return` for the result.
        self._nodes: dict[str, Node] = {}
        for name in (*self._parameters, "return"):
            hint = hints.get(name, _NOTHING)
            node = Open("") if hint is _NOTHING else self._node(reader, hint)
            self._nodes[name] = self._with_default(name, node)
        self.leaves = not isinstance(self._nodes["return"], Open)
        self._texts: dict[str, str] = {}
        for name, hint in hints.items():
            if hint is not _NOTHING:
                self._texts |= shown_parts(self._place(name), hint)
        foreign = {
            name: foreign_dtypes(hint) for name, hint in hints.items() if hint is not _NOTHING
        }
        self._foreign = {name: dtypes for name, dtypes in foreign.items() if dtypes}
        is_nonlinear = are_nonlinear(hints)
        is_apart = all(
            not node.hard or node.closed or isinstance(node, Leaf) for node in self._nodes.values()
        )
        if is_nonlinear or not is_apart:
            calls = Calls(
                self._called,
                {name: self._all_of(name) for name in self._nodes},
                self._sizes(),
                self._texts,
                self._foreign,
                is_nonlinear,
            )
            self.enter: Callable[..., Any] = calls.enter
            self.leave: Callable[..., Any] = calls.leave
        else:
            self._compare_natively()
        self.is_resolved = True

    def _node(self, reader: Reader, hint: Any) -> Node:
        try:
            return reader.node(hint)
        except RecursionError:
            # What contains itself in ever new ways is not read.
            return Open("")

    def _compare_natively(self) -> None:
        """Types are compared by the core; tests that ask for nothing but the value come first, and classes of arrays
        are asked for where it did not see at once that they fit."""
        native = _native.Checks(
            self._called,
            [*self._sizes(), *((name, self._type(name)) for name in self._parameters)],
            self._type("return"),
            self._texts,
            self._foreign,
        )
        self.enter, self.leave = native.enter, native.leave
        places = enumerate((*self.given, *self._parameters))
        nodes = [(at, name, self._all_of(name)) for at, name in places if name in self._nodes]
        watched = [(at, name, node) for at, name, node in nodes if self._nodes[name].classed]
        tested = [(at, name, node) for at, name, node in nodes if self._nodes[name].hard]
        result = self._nodes["return"]

        def watch(values: tuple[Any, ...]) -> None:
            for at, name, node in watched:
                if values[at] is not None and values[at].__class__ is not np.ndarray:
                    self._require(node, values[at], name)

        def watch_result(value: Any) -> None:
            if value is not None:
                self._require(result, value, "the result")

        def enter(values: tuple[Any, ...]) -> Any:
            for at, name, node in tested:
                self._require(node, values[at], name)
            return native.enter(values)

        def leave(values: tuple[Any, ...], entered: Any, value: Any) -> Any:
            self._require(result, value, "the result")
            return native.leave(values, entered, value)

        if tested:
            self.enter = enter
        if result.hard:
            self.leave = leave
        self.watch = watch if any(not self._nodes[name].hard for _, name, _ in watched) else None
        self.watch_result = watch_result if result.classed and not result.hard else None

    def _require(self, node: Node, value: Any, place: str) -> None:
        refusals = Refusals(self._called)
        if not node.ways(value, place, refusals):
            raise refusals.error

    def _sizes(self) -> list[tuple[str, _native.Type]]:
        return [
            (f"{{{text}}}", _native.parse_type(f"Int[{name}]")) for name, text in self.given.items()
        ]

    def _with_default(self, name: str, node: Node) -> Node:
        """A default is taken, though it were none of the annotation's values: `x: int = None`."""
        parameter = self._parameters.get(name)
        if parameter is None or parameter.default is parameter.empty or isinstance(node, Open):
            return node
        try:
            if self._is_one(node, parameter.default):
                return node
        except Exception:
            return Default(node, parameter.default)
        if parameter.default is None and isinstance(node, Leaf) and not node.classed:
            return Leaf(node.text, _native.UnionType(node.type, _native.NoneType()))
        return Default(node, parameter.default)

    def _is_one(self, node: Node, value: Any) -> bool:
        if not isinstance(node, Leaf):
            return bool(node.ways(value, "", Refusals("")))
        try:
            _native.Checks("", [("", node.type)], _UNKNOWN).enter((value,))
        except TypeCheckError:
            return False
        return True

    def _all_of(self, name: str) -> Node:
        """A parameter's node: `*args: T` and `**more: T` say that each of them is a T."""
        node, kind = self._nodes[name], self._kind(name)
        if isinstance(node, Open):
            return node
        if kind is inspect.Parameter.VAR_POSITIONAL:
            return Items(node.text, tuple, matching.numbered(node), node.closed)
        if kind is inspect.Parameter.VAR_KEYWORD:
            return Items(node.text, dict, matching.keyed(Open(""), node), node.closed)
        return node

    def _type(self, name: str) -> _native.Type:
        """A parameter's type for the core."""
        node, kind = self._nodes[name], self._kind(name)
        if not isinstance(node, Leaf):
            return _UNKNOWN
        if kind is inspect.Parameter.VAR_POSITIONAL:
            return _native.TupleType(node.type, ...)
        if kind is inspect.Parameter.VAR_KEYWORD:
            return _native.DictType(_UNKNOWN, node.type)
        return node.type

    def _evaluated(self, hint: Any, late: bool) -> Any:
        """A text evaluated where the function is; what its text names that will be there later is a
        NameError until then."""
        space = _namespace(self._function, self._names)
        if isinstance(hint, str) and not is_annotation(hint):
            return _NOTHING
        holder = types.SimpleNamespace(__annotations__={"it": hint})
        try:
            return typing.get_type_hints(holder, space, include_extras=True)["it"]
        except NameError as error:
            if not late:
                raise
            # A class that no name leads to any more: its values are known by its name.
            if error.name in self._called.split("."):
                return NamedClass(str(error.name)) if hint == error.name else _NOTHING
            if _is_for_checkers(self._function, str(error.name)):
                return _NOTHING
            raise TypeError(
                f"{self._called}: the annotation {hint!r} has an undefined name: {error}"
            ) from error
        except (TypeError, SyntaxError, RecursionError):
            # `Queue[int]` of a class that takes nothing in brackets: no interpreter evaluates it. What
            # isn't Python is prose.
            return _NOTHING

    def _result(self, hint: Any) -> Any:
        """The annotation of what is returned; of what is yielded, for a generator."""
        function = self._function
        if _makes(function):
            if _makes(function) == "coroutine":
                return hint
            arguments = typing.get_args(hint)
            return arguments[0] if arguments else _NOTHING
        # What a decorator makes of a generator, a context for one, its annotation does not say.
        return _NOTHING if _makes(inspect.unwrap(function)) else hint

    def _place(self, name: str) -> str:
        """What a parameter's annotation is about: of `*args: T` each item."""
        starred = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        return f"{name}[]" if self._kind(name) in starred else name

    def _kind(self, name: str) -> Any:
        parameter = self._parameters.get(name)
        return parameter and parameter.kind

    def enter_late(self, values: tuple[Any, ...]) -> Any:
        """As `enter`, for annotations that name what was not there at first."""
        if not self.is_resolved:
            self._resolve(late=True)
        values = (*self._given_values(values), *values)
        entered = self.enter(values)
        if self.watch is not None:
            self.watch(values)
        return entered

    def leave_late(self, values: tuple[Any, ...], entered: Any, result: Any) -> Any:
        """As `leave`."""
        self.leave((*self._given_values(values), *values), entered, result)
        if self.watch_result is not None:
            self.watch_result(result)
        return result

    def _given_values(self, values: tuple[Any, ...]) -> list[Any]:
        space = _namespace(self._function, dict(zip(self._parameters, values, strict=True)))
        return [eval(text, space) for text in self.given.values()]


#: No annotation, or one that says nothing.
_NOTHING = object()
_UNKNOWN: _native.Type = _native.UnknownType()


def _makes(function: Any) -> str:
    """What a call of a function makes besides its result: a generator, a coroutine."""
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        return "generator"
    return "coroutine" if inspect.iscoroutinefunction(function) else ""


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
