"""Annotations as nodes: what `cf.checked` tests of values, and the types that the core compares."""

import ast
import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from . import _matching as matching, _native
from ._contract import is_type
from ._framework import may_be_part
from ._hints import from_type_hint, is_readable, shown
from ._jaxtyping import is_jaxtyping
from ._matching import (
    Again,
    Both,
    Default,
    Either,
    Items,
    Leaf,
    Node,
    OfClass,
    Open,
    Tested,
    Variable,
)

_UNKNOWN: _native.Type = _native.UnknownType()
_UNIONS = matching.UNIONS
#: Scalar classes of many dtypes, none of which the core has alone.
_FLEXIBLE = (
    np.str_,
    np.bytes_,
    np.void,
    np.datetime64,
    np.timedelta64,
    np.character,
    np.flexible,
    np.generic,
)
_SCALARS = (bool, int, float, str, type(None))
#: What stands around an annotation and says nothing of the value.
_AROUND = tuple(
    getattr(typing, name)
    for name in ("Final", "ClassVar", "Required", "NotRequired", "ReadOnly")
    if hasattr(typing, name)
)


class NamedClass:
    """A class of which only the name is known."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, value: Any) -> bool:
        return any(cls.__name__ == self.name for cls in type(value).__mro__)

    def __repr__(self) -> str:
        return self.name


class Reader:
    """Reads the annotations of one function. `resolve` gives what a text inside of one is, or raises."""

    def __init__(self, given: dict[str, str], resolve: Callable[[Any], Any]) -> None:
        self._given = given
        self._resolve = resolve
        #: Annotations that are being read, by identity or text, and what stands for them in themselves.
        self._reading: dict[int | str, Again] = {}

    def node(self, hint: Any) -> Node:
        """What an annotation says; nothing, where it cannot be read."""
        return self._once(id(hint), hint)

    def _once(self, key: int | str, hint: Any) -> Node:
        again = self._reading.get(key)
        if again is not None:
            return again
        again = self._reading[key] = Again(shown(hint))
        try:
            again.node = self._node(hint)
            return again.node
        finally:
            del self._reading[key]

    def _node(self, hint: Any) -> Node:
        if isinstance(hint, NamedClass):
            return Tested(hint.name, hint)
        # What stands for a value is no annotation, whatever is in it.
        if isinstance(hint, (tuple, list, dict, set, frozenset)):
            return Open("")
        if is_type(hint) or _says_nothing(hint):
            return self._leaf(hint)
        if is_jaxtyping(hint):
            return self._jaxtyping(hint)
        if isinstance(hint, typing.TypeVar):
            return self._variable(hint)
        if hasattr(hint, "__supertype__"):
            return self._named(hint, hint.__supertype__)
        if type(hint) is getattr(typing, "TypeAliasType", None):
            return self._named(hint, hint.__value__)
        origin = typing.get_origin(hint)
        if origin in _UNIONS:
            return self._union(hint)
        if origin is typing.Annotated or origin in _AROUND:
            args = typing.get_args(hint)
            is_typed = any(map(is_type, args[1:]))
            return self._leaf(hint) if is_typed else self._named(hint, args[0])
        if origin is typing.Literal:
            return self._literal(hint)
        cls = origin if isinstance(origin, type) else hint
        return self._of_class(hint, cls) if isinstance(cls, type) else self._leaf(hint)

    def _named(self, hint: Any, inner: Any) -> Node:
        node = self.node(inner)
        node.text = shown(hint)
        return node

    def _of_class(self, hint: Any, cls: type) -> Node:
        text, args = shown(hint), typing.get_args(hint)
        if cls in _CONTAINERS:
            return self._container(hint, cls, args)
        if cls is np.ndarray:
            return self._array(hint, args)
        if cls in (type, np.dtype):
            return self._class(hint, cls, args)
        if cls is np.object_:
            return Open(text)
        if cls in _FLEXIBLE:
            return OfClass(text, cls)
        if cls in (typing.IO, typing.TextIO, typing.BinaryIO):
            kinds = {typing.TextIO: str, typing.BinaryIO: bytes}
            return Tested(text, matching.is_file(args[0] if args else kinds.get(cls)))
        if typing.is_typeddict(cls):
            return self._typed_dict(hint, cls)
        is_record = dataclasses.is_dataclass(cls) or self._is_named_tuple(cls)
        if not args and is_record and not _is_registered(cls):
            return self._record(hint, cls)
        return self._leaf(hint)

    def _leaf(self, hint: Any) -> Node:
        """A type, where there is one; the test of a class, where there is that."""
        text = shown(hint)
        found: _native.Type = _UNKNOWN
        try:
            if is_readable(hint):
                found = from_type_hint(hint, given=self._given, lenient=True)
        except (TypeError, ValueError):
            if is_jaxtyping(hint):
                raise
        if found is not _UNKNOWN and may_be_part(found):
            return Leaf(text, found)
        cls = typing.get_origin(hint) or hint
        if not isinstance(cls, type) or hint in (object, Any):
            return Open(text)
        try:
            isinstance(None, cls)
        except TypeError:
            # A protocol that is not for tests, for one.
            return Open(text)
        return OfClass(text, cls)

    def _jaxtyping(self, hint: Any) -> Node:
        leaf = self._leaf(hint)
        if not isinstance(leaf, Leaf) or not isinstance(hint.array_type, type):
            return leaf
        return Leaf(leaf.text, leaf.type, hint.array_type)

    def _variable(self, hint: Any) -> Node:
        text = shown(hint)
        if hint.__constraints__:
            return Variable(text, hint, [self._inner(own) for own in hint.__constraints__])
        if hint.__bound__ is not None:
            return (
                self._named(hint, hint.__bound__)
                if not self._is_text(hint.__bound__)
                else (self._inner(hint.__bound__))
            )
        return Open(text)

    def _is_text(self, hint: Any) -> bool:
        return isinstance(hint, (str, typing.ForwardRef))

    def _inner(self, hint: Any) -> Node:
        """An annotation inside of one, which may be a text; nothing, where that names nothing."""
        if not self._is_text(hint):
            return self.node(hint)
        text = hint if isinstance(hint, str) else hint.__forward_arg__
        if text in self._reading:
            return self._reading[text]
        try:
            found = self._resolve(hint)
        except Exception:
            return Open("")
        return self._once(text, found)

    def _union(self, hint: Any) -> Node:
        text = shown(hint)
        members = [self.node(own) for own in typing.get_args(hint)]
        if any(isinstance(own, Open) for own in members):
            return Open(text)
        shapes = {shape for own in typing.get_args(hint) for shape in _shapes(own)}
        if len(shapes) > 1 or any(own.hard for own in members):
            return Either(text, members)
        leaf = self._leaf(hint)
        leaf.classed = any(own.classed for own in members)
        return _Watched(leaf, Either(text, members)) if leaf.classed else leaf

    def _literal(self, hint: Any) -> Node:
        values = typing.get_args(hint)
        if all(type(value) in _SCALARS for value in values):
            return self._leaf(hint)
        return Tested(shown(hint), matching.is_one_of(values))

    def _container(self, hint: Any, cls: type, args: tuple[Any, ...]) -> Node:
        text = shown(hint)
        own = [arg for arg in args if arg is not ...]
        nodes = [self._inner(arg) for arg in own]
        leaf = self._leaf(hint)
        if cls in (set, frozenset):
            if any(node.hard for node in nodes):
                return Items(text, cls, matching.of_any_order(nodes[0]), nodes[0].closed)
            return Both(OfClass(text, cls), leaf)
        if not any(node.hard or node.classed for node in nodes):
            return leaf
        parts: Any
        if cls is dict:
            parts = matching.keyed(*nodes) if len(nodes) == 2 else None
        elif cls is list or ... in args:
            parts = matching.numbered(nodes[0])
        else:
            parts = matching.fixed(nodes)
        if parts is None:
            return leaf
        walked = Items(text, cls, parts, all(node.closed for node in nodes))
        is_hard = any(node.hard for node in nodes)
        return walked if is_hard or not isinstance(leaf, Leaf) else _Watched(leaf, walked)

    def _array(self, hint: Any, args: tuple[Any, ...]) -> Node:
        scalars = typing.get_args(args[1]) if len(args) == 2 else ()
        if len(scalars) != 1:
            return self._leaf(hint)
        text, shape, scalar = shown(hint), args[0], scalars[0]

        def of(one: Any) -> Node:
            return self._array(hint, (shape, np.dtype[one]))

        if isinstance(scalar, typing.TypeVar):
            if scalar.__constraints__:
                return Variable(text, scalar, [of(one) for one in scalar.__constraints__])
            return of(Any if scalar.__bound__ is None else scalar.__bound__)
        if typing.get_origin(scalar) in _UNIONS:
            members = [of(one) for one in typing.get_args(scalar)]
            return Either(text, members) if any(own.hard for own in members) else self._leaf(hint)
        is_flexible = isinstance(scalar, type) and scalar in _FLEXIBLE and scalar is not np.generic
        dtype = types.GenericAlias(np.dtype, (Any if is_flexible else scalar,))
        leaf = self._leaf(types.GenericAlias(np.ndarray, (shape, dtype)))
        leaf.text = text
        if not is_flexible:
            return leaf
        return Both(
            Tested(
                text,
                lambda value: (
                    isinstance(value, np.ndarray) and issubclass(value.dtype.type, scalar)
                ),
            ),
            leaf,
        )

    def _class(self, hint: Any, cls: type, args: tuple[Any, ...]) -> Node:
        text = shown(hint)
        bases: list[Any] = []
        for arg in args:
            inner = self._class_in(arg)
            if inner is None:
                return OfClass(text, cls)
            bases += inner
        if not bases:
            return OfClass(text, cls)
        if cls is type:
            return Tested(text, matching.is_class_of(tuple(bases)))
        return Tested(
            text,
            lambda value: isinstance(value, np.dtype) and issubclass(value.type, tuple(bases)),
        )

    def _class_in(self, hint: Any) -> list[Any] | None:
        """The classes that `type[...]` speaks of; None if that is any."""
        if self._is_text(hint):
            try:
                hint = self._resolve(hint)
            except Exception:
                return None
        if isinstance(hint, typing.TypeVar):
            inner = hint.__constraints__ or (hint.__bound__,)
        elif typing.get_origin(hint) in _UNIONS:
            inner = typing.get_args(hint)
        else:
            cls = typing.get_origin(hint) or hint
            is_known = isinstance(cls, type) and not typing.is_typeddict(cls) and cls is not Any
            return [cls] if is_known else None
        found = [self._class_in(own) for own in inner]
        return None if None in found else [cls for own in found for cls in own or ()]

    def _typed_dict(self, hint: Any, cls: Any) -> Node:
        try:
            hints = typing.get_type_hints(cls, include_extras=True)
        except Exception:
            return OfClass(shown(hint), dict)
        required = {
            name
            for name in cls.__required_keys__
            if typing.get_origin(hints.get(name)) is not typing.NotRequired
        }
        nodes = {name: self.node(own) for name, own in hints.items()}
        is_closed = all(node.closed for node in nodes.values())
        return Items(shown(hint), dict, matching.typed_keys(nodes, required), is_closed)

    @staticmethod
    def _is_named_tuple(cls: type) -> bool:
        return issubclass(cls, tuple) and hasattr(cls, "_fields")

    def _record(self, hint: Any, cls: Any) -> Node:
        defaults: dict[str, Any]
        if dataclasses.is_dataclass(cls):
            names = [own.name for own in dataclasses.fields(cls)]
            defaults = {own.name: own.default for own in dataclasses.fields(cls)}
        else:
            names, defaults = list(cls._fields), cls._field_defaults
        known: dict[str, Node] = {}

        def nodes() -> dict[str, Node]:
            if not known:
                try:
                    hints = typing.get_type_hints(cls, include_extras=True)
                except Exception:
                    hints = {}
                for name in names:
                    node = self.node(hints.get(name, Any))
                    known[name] = Default(node, defaults[name]) if name in defaults else node
            return known

        return Items(shown(hint), cls, matching.fields(nodes))


def _is_registered(cls: type) -> bool:
    """Whether a package says what type the class is."""
    from ._registry import registry

    return registry.type_of(cls) is not None or registry.class_hint_reader(cls) is not None


def _says_nothing(hint: Any) -> bool:
    """Whether it is one of those of which it is known that no type says more: `ArrayLike`."""
    from ._registry import registry

    return registry.type_of(hint) is _UNKNOWN


class _Watched(Leaf):
    """A type that the core compares, but for the class of its arrays, which is asked for behind it."""

    def __init__(self, leaf: Any, walked: Node) -> None:
        super().__init__(leaf.text, leaf.type)
        self.classed = True
        self._walked = walked

    def ways(self, value: Any, place: str, refusals: Any) -> Any:
        cls = value.__class__
        if cls is tuple and all(item.__class__ is np.ndarray for item in value):
            return [()]
        return self._walked.ways(value, place, refusals)


#: Classes whose values' parts are annotated, and are there before anybody asks.
_CONTAINERS = (list, tuple, dict, set, frozenset)


def _shapes(hint: Any) -> list[str]:
    """The dims of the arrays in an annotation."""
    if is_jaxtyping(hint):
        return [hint.dim_str]
    return [shape for part in typing.get_args(hint) for shape in _shapes(part)]


def are_nonlinear(hints: Mapping[str, Any]) -> bool:
    """Whether sizes in annotations are products of sizes of which no argument has each as it is: the core decides
    those that have. Sizes with jaxtyping's `#` no signature has."""
    words = [word for hint in hints.values() for shape in _shapes(hint) for word in shape.split()]
    if any("#" in word for word in words):
        return False
    plain = {
        word
        for name, hint in hints.items()
        if name != "return" and is_jaxtyping(hint)
        for word in hint.dim_str.split()
    }
    return any(not _factors(word) <= plain for word in words)


def _factors(word: str) -> set[str]:
    """The names in a size that is a product of them; none in a sum of multiples."""
    try:
        tree = ast.parse(word.lstrip("*_?").rpartition("=")[2], mode="eval")
    except SyntaxError:
        return set()
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return names if any(map(_is_product, ast.walk(tree))) else set()


def _is_product(node: ast.AST) -> bool:
    if not isinstance(node, ast.BinOp):
        return False
    sides = (node.left, node.right)
    if isinstance(node.op, ast.Mult) and any(isinstance(side, ast.Constant) for side in sides):
        return False
    return isinstance(node.op, (ast.Mult, ast.FloorDiv, ast.Mod, ast.Pow, ast.Div))


def is_annotation(text: str) -> bool:
    """Whether a text may be an annotation: names with brackets and bars. Prose is none."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return False
    return _is_expression(tree.body)


def _is_expression(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr) and all(map(_is_expression, (node.left, node.right)))
    if isinstance(node, ast.Attribute):
        return _is_expression(node.value)
    if isinstance(node, ast.Subscript):
        return _is_expression(node.value)
    return isinstance(node, (ast.Name, ast.Constant))
