"""Pyccel's annotations in two stages: objects that say what is written, then types.

The objects know no types and look nothing up, so they can be pickled and kept; a name is looked up
when types are asked for. Strings have a grammar of their own, narrower than Python's:

    annotation = alt { "|" alt }                    a union only on the outside
    alt        = "(" [ annotation ] ")" "(" [ annotation { "," annotation } ] ")" | simple
    simple     = name [ "[" index { "," index } "]" [ "(" "order" "=" order ")" ] ]
    index      = ":" | "..." | simple
"""

import ast
import itertools
import re
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from conformable._errors import ParseError
from conformable._native import (
    DictType,
    FunctionType,
    ListType,
    PythonType,
    ScalarType,
    SetType,
    TupleType,
    Type,
    UnionType,
)

#: The scalars that need no import.
_SCALARS: dict[str, Type] = {
    **{name: PythonType(name) for name in ("bool", "int", "float", "complex", "str")},
    **{
        name: ScalarType(name)
        for name in "int8 int16 int32 int64 float32 float64 complex64 complex128".split()
    },
    "double": ScalarType("float64"),
}
#: How many arguments the containers have; None for any number.
_CONTAINERS = {"list": 1, "set": 1, "dict": 2, "tuple": None, "Final": 1}

Namespace = Mapping[str, Any]


@dataclass(frozen=True)
class SyntacticTypeAnnotation:
    """A name, with what stands in its brackets and an order: `float[:,:](order=F)`."""

    name: str
    #: Of each dim `:`, of a tuple's rest `...`, else what is written; None without brackets.
    args: "tuple[SyntacticTypeAnnotation | str, ...] | None" = None
    order: str | None = None
    #: Line and column from 1, where it was read from a file; it makes no difference to what it says.
    place: tuple[int, int] | None = field(default=None, compare=False)

    @property
    def dtypes(self) -> "tuple[SyntacticTypeAnnotation, ...]":
        """What it says, one by one: itself."""
        return (self,)

    def type(self, namespace: Namespace | None = None) -> Type:
        """The type, with other names looked up in the namespace."""
        return _of_name(self, namespace or {})


@dataclass(frozen=True)
class FunctionTypeAnnotation:
    """A function that is passed: `(float)(int, int)`, the result first."""

    result: "Annotation | None"
    args: "tuple[Annotation, ...]"

    def type(self, namespace: Namespace | None = None) -> Type:
        """The type, with names looked up in the namespace."""
        result = None if self.result is None else self.result.type(namespace)
        return FunctionType([arg.type(namespace) for arg in self.args], result)


@dataclass(frozen=True)
class UnionTypeAnnotation:
    """Alternatives: a function is compiled for each."""

    alternatives: "tuple[Annotation, ...]"
    #: Line and column from 1, where it was read from a file.
    place: tuple[int, int] | None = field(default=None, compare=False)

    @property
    def dtypes(self) -> "tuple[Annotation, ...]":
        """What it says, one by one."""
        return self.alternatives

    def type(self, namespace: Namespace | None = None) -> Type:
        """The union of the types."""
        return UnionType(*(one.type(namespace) for one in self.alternatives))


@dataclass(frozen=True)
class TypeVarAnnotation:
    """Alternatives of which the same one is chosen wherever the name stands."""

    name: str
    alternatives: "tuple[Annotation, ...]"

    def type(self, namespace: Namespace | None = None) -> Type:
        """The union of the types."""
        return UnionType(*(one.type(namespace) for one in self.alternatives))


Annotation = (
    SyntacticTypeAnnotation | FunctionTypeAnnotation | UnionTypeAnnotation | TypeVarAnnotation
)


def read_annotation(hint: Any) -> Annotation:
    """What an annotation says, a string or Python's; it looks no names up."""
    if isinstance(hint, str):
        return _Reader(hint).whole()
    if isinstance(hint, typing.ForwardRef):
        return read_annotation(hint.__forward_arg__)
    if isinstance(hint, typing.TypeVar):
        if not hint.__constraints__:
            raise TypeError(f"{hint!r} has no alternatives")
        return TypeVarAnnotation(hint.__name__, tuple(map(read_annotation, hint.__constraints__)))
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return UnionTypeAnnotation(tuple(map(read_annotation, args)))
    if origin is typing.Annotated:
        # Where its memory is, is no matter of its type.
        return read_annotation(args[0])
    if origin in (list, set, dict, tuple, typing.Final):
        name = "Final" if origin is typing.Final else origin.__name__
        return SyntacticTypeAnnotation(name, tuple(map(_inner, args)))
    if isinstance(hint, type) and origin is None:
        return SyntacticTypeAnnotation(
            np.dtype(hint).name if issubclass(hint, np.number) else hint.__name__
        )
    raise TypeError(f"Pyccel has no annotation {hint!r}")


def _inner(arg: Any) -> SyntacticTypeAnnotation | str:
    if arg is ...:
        return "..."
    read = read_annotation(arg)
    if not isinstance(read, SyntacticTypeAnnotation):
        raise TypeError(f"{arg!r} stands inside another annotation")
    return read


# --- annotations of a file -------------------------------------------------------------------------------------------


def parse_annotations(source: str) -> list[Annotation]:
    """All annotations of a module's parameters, results, variables and attributes, in the order of the source.

    This is the first stage alone: nothing is looked up. What is wrong with the syntax of any of them is raised
    at once, as an ExceptionGroup of ParseErrors that point into the source; a source that isn't Python is a ParseError.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        place = _offset(source, error.lineno or 1, max((error.offset or 1) - 1, 0))
        raise ParseError(error.msg, source, place, "") from None
    nodes: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            nodes.append(node.annotation)
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            nodes.append(node.returns)
    nodes.sort(key=lambda node: (node.lineno, node.col_offset))
    found: list[Annotation] = []
    errors: list[ParseError] = []
    for node in nodes:
        if isinstance(node, ast.Constant) and node.value is None:
            continue
        try:
            read = _of_expression(node, source)
        except ParseError as error:
            errors.append(error)
            continue
        if isinstance(read, SyntacticTypeAnnotation | UnionTypeAnnotation):
            read = replace(read, place=(node.lineno, node.col_offset + 1))
        found.append(read)
    if errors:
        raise ExceptionGroup(f"{len(errors)} annotations can't be read", errors)
    return found


def _offset(source: str, line: int, column: int) -> int:
    lines = source.splitlines(keepends=True)
    before = sum(map(len, lines[: line - 1]))
    # Python counts bytes.
    own = lines[line - 1] if line <= len(lines) else ""
    return before + len(own.encode()[:column].decode(errors="ignore"))


def _of_expression(node: ast.expr, source: str) -> Annotation:
    """An annotation in Python's syntax."""
    start = _offset(source, node.lineno, node.col_offset)

    def wrong(expected: str) -> ParseError:
        return ParseError(f"expected {expected}", source, start, expected)

    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            return read_annotation(node.value)
        except ParseError as error:
            written = source[start:]
            opening = written.find(node.value)
            message = str(error).splitlines()[0]
            raise ParseError(
                message, source, start + max(opening, 0) + error.offset, error.expected
            ) from None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        members: list[Annotation] = []
        for side in (node.left, node.right):
            read = _of_expression(side, source)
            members += read.alternatives if isinstance(read, UnionTypeAnnotation) else [read]
        return UnionTypeAnnotation(tuple(members))
    if isinstance(node, ast.Name | ast.Attribute):
        return SyntacticTypeAnnotation(ast.unparse(node))
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name | ast.Attribute):
        name = ast.unparse(node.value)
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if name.rpartition(".")[2] == "Annotated":
            return _of_expression(items[0], source)
        return SyntacticTypeAnnotation(
            name.rpartition(".")[2], tuple(_of_index(item, source) for item in items)
        )
    raise wrong("an annotation")


def _of_index(node: ast.expr, source: str) -> SyntacticTypeAnnotation | str:
    if isinstance(node, ast.Constant) and node.value is ...:
        return "..."
    if isinstance(node, ast.Slice) and node.lower is node.upper is node.step is None:
        return ":"
    read = _of_expression(node, source)
    if not isinstance(read, SyntacticTypeAnnotation):
        start = _offset(source, node.lineno, node.col_offset)
        raise ParseError("one type stands in brackets", source, start, "one type")
    return read


def versions(
    annotations: Mapping[str, Annotation], namespace: Namespace | None = None
) -> list[dict[str, Type]]:
    """The types of arguments for which a function is compiled: every choice of alternatives, the
    same one for a type variable wherever it stands."""
    choices: dict[str, Sequence[Annotation]] = {}
    keys = {}
    for name, annotation in annotations.items():
        keys[name] = (
            f"TypeVar {annotation.name}" if isinstance(annotation, TypeVarAnnotation) else name
        )
        choices[keys[name]] = _alternatives(annotation)
    made = []
    for chosen in itertools.product(*choices.values()):
        types_ = {key: one.type(namespace) for key, one in zip(choices, chosen, strict=True)}
        made.append({name: types_[keys[name]] for name in annotations})
    return made


def _alternatives(annotation: Annotation) -> Sequence[Annotation]:
    if isinstance(annotation, UnionTypeAnnotation | TypeVarAnnotation):
        return annotation.alternatives
    return (annotation,)


def _of_name(annotation: SyntacticTypeAnnotation, namespace: Namespace) -> Type:
    name, args = annotation.name, annotation.args
    if name in _CONTAINERS and name not in namespace:
        return _container(name, args, namespace)
    scalar = _scalar(name, namespace)
    if args is None:
        return scalar
    if any(arg != ":" for arg in args):
        raise TypeError(f"{name} takes dims, which are `:`, not {', '.join(map(str, args))}")
    from conformable._pyccel_types import NumpyNDArrayType, numpy_equivalent

    if annotation.order not in (None, "C", "F"):
        raise TypeError(f"an order is C or F, not {annotation.order}")
    order: Any = annotation.order or "C"
    element = numpy_equivalent(scalar)
    return NumpyNDArrayType.get_new(element, len(args), order if len(args) > 1 else None).type


def _scalar(name: str, namespace: Namespace) -> Type:
    from conformable._hints import from_type_hint

    if name in namespace:
        value = namespace[name]
        if isinstance(value, Type):
            return value
        if isinstance(value, str):
            return read_annotation(value).type(
                {key: own for key, own in namespace.items() if key != name}
            )
        return from_type_hint(value)
    if name not in _SCALARS:
        raise TypeError(f"Pyccel has no type {name!r}, and nothing of that name was given")
    return _SCALARS[name]


def _container(name: str, args: Any, namespace: Namespace) -> Type:
    from conformable._pyccel_types import FinalType

    wanted = _CONTAINERS[name]
    if args is None or (wanted is not None and len(args) != wanted):
        raise TypeError(f"{name} takes {wanted or 'some'} element types, not {len(args or ())}")
    if name == "tuple" and len(args) == 2 and args[1] == "...":
        return TupleType(args[0].type(namespace), ...)
    if any(isinstance(arg, str) for arg in args):
        raise TypeError(f"{name} takes element types, not {', '.join(map(str, args))}")
    types_ = [arg.type(namespace) for arg in args]
    make: Any = {
        "list": ListType,
        "set": SetType,
        "dict": DictType,
        "tuple": TupleType,
        "Final": lambda inner: FinalType.get_new(inner).type,
    }
    made: Type = make[name](*types_)
    return made


class _Reader:
    """The text form."""

    _TOKEN = re.compile(r"\s*(\.\.\.|[^\W\d]\w*|[|()\[\],:=*])")

    def __init__(self, text: str):
        self.text = text
        self.tokens: list[tuple[str, int]] = []
        place = 0
        while text[place:].strip():
            match = self._TOKEN.match(text, place)
            if match is None:
                blank = len(text[place:]) - len(text[place:].lstrip())
                raise self._error(place + blank, "a name")
            self.tokens.append((match[1], match.start(1)))
            place = match.end()
        self.tokens.append(("", len(text)))
        self.at = 0

    def whole(self) -> Annotation:
        found = self._annotation()
        if self._peek():
            raise self._expected("the end")
        return found

    def _annotation(self) -> Annotation:
        found = [self._alternative()]
        while self._take("|"):
            found.append(self._alternative())
        return found[0] if len(found) == 1 else UnionTypeAnnotation(tuple(found))

    def _alternative(self) -> Annotation:
        if not self._take("("):
            return self._simple()
        result = None if self._peek() == ")" else self._annotation()
        self._need(")")
        self._need("(")
        args = []
        while self._peek() != ")":
            args.append(self._annotation())
            if not self._take(","):
                break
        self._need(")")
        return FunctionTypeAnnotation(result, tuple(args))

    def _simple(self) -> SyntacticTypeAnnotation:
        name = self._name("a type")
        if not self._take("["):
            return SyntacticTypeAnnotation(name)
        args = [self._index()]
        while self._take(","):
            args.append(self._index())
        self._need("]")
        order = None
        if self._peek() == "(":
            self._need("(")
            if self._name("`order`") != "order":
                self.at -= 1
                raise self._expected("`order`")
            self._need("=")
            order = self._name("C or F")
            if order not in ("C", "F"):
                self.at -= 1
                raise self._expected("C or F")
            self._need(")")
        return SyntacticTypeAnnotation(name, tuple(args), order)

    def _index(self) -> SyntacticTypeAnnotation | str:
        return next((mark for mark in (":", "...") if self._take(mark)), None) or self._simple()

    def _name(self, what: str) -> str:
        token = self._peek()
        if not re.match(r"[^\W\d]", token):
            raise self._expected(what)
        self.at += 1
        return token

    def _peek(self) -> str:
        return self.tokens[self.at][0]

    def _take(self, token: str) -> bool:
        taken = self._peek() == token
        self.at += taken
        return taken

    def _need(self, token: str) -> None:
        if not self._take(token):
            raise self._expected(f"`{token}`")

    def _expected(self, what: str) -> ParseError:
        return self._error(self.tokens[self.at][1], what)

    def _error(self, offset: int, what: str) -> ParseError:
        found = f"`{self.text[offset]}`" if offset < len(self.text) else "the end"
        return ParseError(f"expected {what}, found {found}", self.text, offset, what)
