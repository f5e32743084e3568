"""Pyccel's annotations in two stages: objects that say what is written, then types.

The first stage is `SyntacticTypeAnnotation`: it knows no types and looks nothing up, so that it can be pickled and kept.
The second stage is `UnionTypeAnnotation`: the members of what is written, with names looked up. Both are read natively;
the grammar of strings is in `docs/pyccel.md`.
"""

import itertools
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from conformable import _native
from conformable._errors import ParseError
from conformable._native import FunctionType as CoreFunction, Type, UnionType
from conformable._pyccel_scalars import Order, PyccelType

Namespace = Mapping[str, Any]


@dataclass(frozen=True)
class SyntacticTypeAnnotation:
    """What is written: `float[:,:](order=F)`, `int | float`, `(float)(int)`."""

    #: As it is written, without quotes.
    text: str
    #: It stands in a string, where NumPy's numbers need no import.
    quoted: bool = True
    #: Line and column from 1, where it was read from a file; it makes no difference to what it says.
    place: tuple[int, int] | None = field(default=None, compare=False)
    #: What type variables in it stand for.
    variables: "tuple[tuple[str, tuple[SyntacticTypeAnnotation, ...]], ...]" = ()

    @property
    def dtypes(self) -> "tuple[SyntacticName, ...]":
        """What it names, one by one: the members of a union."""
        read = SyntacticName.of(_tree(self.text, self.quoted))
        return read.args if read.name == "|" else (read,)  # type: ignore[return-value]

    @property
    def order(self) -> str | None:
        """The word for the order in memory, where one is written."""
        return self.dtypes[0].order

    def resolve(self, namespace: Namespace | None = None) -> "UnionTypeAnnotation":
        """The second stage: its members, with names looked up in the namespace; a TypeError says what isn't there."""
        names = dict(self.variables) | dict(namespace or {})
        rows = _native.resolve_annotation(self.text, self.quoted, _lookup(names))
        return UnionTypeAnnotation(tuple(_member(*row) for row in rows))

    def type(self, namespace: Namespace | None = None) -> Type:
        """The type, of a union that of all members."""
        found = [one.type for one in self.resolve(namespace)]
        return found[0] if len(found) == 1 else UnionType(*found)


@dataclass(frozen=True)
class SyntacticName:
    """A name, with what stands in its brackets and an order.

    A dim is `:`, the rest of a tuple `...`; of a function that is passed the name is `()`, and the result stands first.
    """

    name: str
    args: "tuple[SyntacticName | None, ...] | None" = None
    order: str | None = None

    @staticmethod
    def of(tree: Any) -> "SyntacticName":
        """From what the native reader gives."""
        name, args, order = tree
        if name == "()":
            args = (args[0], *args[1])
        elif name == "''":
            name, args = repr(args), None
        made = None if args is None else tuple(arg and SyntacticName.of(arg) for arg in args)
        return SyntacticName(name, made, order)


@dataclass(frozen=True)
class VariableTypeAnnotation:
    """What a member of an annotation says of a variable."""

    class_type: PyccelType
    is_const: bool = False
    is_optional: bool = False
    #: "heap", "stack" or "alias"
    memory_handling: str = "heap"

    @property
    def rank(self) -> int:
        """How many indices lead to a scalar."""
        return self.class_type.rank

    @property
    def order(self) -> Order:
        """The order in memory."""
        return self.class_type.order

    @property
    def type(self) -> Type:
        """The package's type."""
        from conformable._pyccel_types import FinalType

        return (FinalType.get_new(self.class_type) if self.is_const else self.class_type).type

    def make_variable(self, name: str) -> "Variable":
        """The variable that is so annotated."""
        return Variable(
            name, self.class_type, self.rank, self.order, self.is_const, self.is_optional, self.memory_handling
        )  # fmt: skip


@dataclass(frozen=True)
class FunctionTypeAnnotation:
    """A function that is passed: what it takes, and its result; None for a procedure."""

    args: "tuple[UnionTypeAnnotation, ...]"
    result: "UnionTypeAnnotation | None"

    @property
    def type(self) -> Type:
        """The package's type."""
        result = None if self.result is None else next(iter(self.result)).type
        return CoreFunction([next(iter(arg)).type for arg in self.args], result)


@dataclass(frozen=True)
class UnionTypeAnnotation:
    """All that an annotation may mean: a function is compiled for each member. A type alone is a union of one."""

    type_list: tuple[VariableTypeAnnotation | FunctionTypeAnnotation, ...]

    def __iter__(self) -> Iterator[VariableTypeAnnotation | FunctionTypeAnnotation]:
        return iter(self.type_list)

    def __len__(self) -> int:
        return len(self.type_list)


@dataclass(frozen=True)
class Variable:
    """A variable, for a compiler to use."""

    name: str
    class_type: PyccelType
    rank: int
    order: Order
    is_const: bool
    is_optional: bool
    #: "heap", "stack" or "alias"
    memory_handling: str
    is_argument: bool = False


def read_annotation(hint: Any) -> SyntacticTypeAnnotation:
    """What an annotation says, a string or Python's; it looks no names up."""
    if isinstance(hint, str):
        _tree(hint, True)
        return SyntacticTypeAnnotation(hint)
    if isinstance(hint, typing.ForwardRef):
        return read_annotation(hint.__forward_arg__)
    variables: dict[str, tuple[SyntacticTypeAnnotation, ...]] = {}
    text = _written(hint, variables)
    _tree(text, False)
    return SyntacticTypeAnnotation(text, False, variables=tuple(variables.items()))


def parse_annotations(source: str) -> list[SyntacticTypeAnnotation]:
    """All annotations of a module's parameters, results, variables and attributes, in the order of the source.

    This is the first stage alone: nothing is looked up. What is wrong with the syntax of any of them is raised
    at once, as an ExceptionGroup of ParseErrors that point into the source; a source that isn't Python is a ParseError.
    """
    rows, wrong, of_module = _native.parse_annotations(source)
    if of_module is not None:
        raise ParseError(of_module[0], source, of_module[1], "")
    if wrong:
        errors = [ParseError(message, source, at, "") for message, at in wrong]
        raise ExceptionGroup(f"{len(errors)} annotations can't be read", errors)

    def place(at: int) -> tuple[int, int]:
        return source.count("\n", 0, at) + 1, at - source.rfind("\n", 0, at)

    return [SyntacticTypeAnnotation(text, quoted, place(at)) for _, text, quoted, at in rows]


def versions(
    annotations: Mapping[str, SyntacticTypeAnnotation], namespace: Namespace | None = None
) -> list[dict[str, Type]]:
    """The types of arguments for which a function is compiled: every choice of members, the
    same one for a type variable wherever it stands."""
    choices: dict[str, Sequence[Type]] = {}
    keys = {}
    for name, annotation in annotations.items():
        alone = [own for own, _ in annotation.variables if own == annotation.text]
        keys[name] = f"TypeVar {alone[0]}" if alone else name
        choices[keys[name]] = [one.type for one in annotation.resolve(namespace)]
    made = (
        dict(zip(choices, chosen, strict=True)) for chosen in itertools.product(*choices.values())
    )
    return [{name: one[keys[name]] for name in annotations} for one in made]


def _tree(text: str, quoted: bool) -> Any:
    tree, (message, offset) = _native.read_annotation(text, quoted)
    if tree is None:
        raise ParseError(message, text, offset, "an annotation")
    return tree


def _member(
    ty: Type, is_const: bool, memory: str | None
) -> VariableTypeAnnotation | FunctionTypeAnnotation:
    from conformable._pyccel_types import view

    if isinstance(ty, CoreFunction):
        results = [ty.returns] if isinstance(ty.returns, Type) and str(ty.returns) != "None" else []
        args, result = (
            tuple(UnionTypeAnnotation((_member(one, False, None),)) for one in several)
            for several in (ty.params, results)
        )
        return FunctionTypeAnnotation(args, result[0] if result else None)
    shown = view(ty)
    return VariableTypeAnnotation(
        shown, is_const, False, memory or ("heap" if shown.rank else "stack")
    )


def _lookup(names: Namespace) -> Callable[[str], Any]:
    """What the native reader asks of names: a list of types, a dotted path, or None."""

    def lookup(name: str) -> Any:
        if name not in names:
            first, _, rest = name.partition(".")
            module = names.get(first, {"np": np, "numpy": np, "typing": typing}.get(first))
            if isinstance(module, types.ModuleType) and rest:
                return f"{module.__name__}.{rest}"
            return f"typing.{name}" if name in ("Final", "Annotated") else None
        return _types_of(names[name], {key: one for key, one in names.items() if key != name})

    return lookup


def _types_of(value: Any, names: Namespace) -> list[Type]:
    from conformable._hints import from_type_hint

    if isinstance(value, tuple):
        return [ty for member in value for ty in _types_of(member, names)]
    if isinstance(value, PyccelType):
        return [value.type]
    if isinstance(value, Type):
        return [value]
    if isinstance(value, str):
        value = read_annotation(value)
    if isinstance(value, SyntacticTypeAnnotation):
        return [one.type for one in value.resolve(names)]
    return [from_type_hint(value)]


def _written(hint: Any, variables: dict[str, tuple[SyntacticTypeAnnotation, ...]]) -> str:
    """An object that Python makes of an annotation, as it is written."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    inner = [_written(arg, variables) for arg in args] if origin is not typing.Annotated else []
    if isinstance(hint, str):
        return repr(hint)
    if isinstance(hint, typing.ForwardRef):
        return repr(hint.__forward_arg__)
    if hint is ...:
        return "..."
    if isinstance(hint, typing.TypeVar):
        if not hint.__constraints__:
            raise TypeError(f"{hint!r} has no alternatives")
        variables[hint.__name__] = tuple(map(read_annotation, hint.__constraints__))
        return hint.__name__
    if origin in (typing.Union, types.UnionType):
        return " | ".join(inner)
    if origin is typing.Annotated:
        metadata = ", ".join(repr(one) if isinstance(one, str) else "'...'" for one in args[1:])
        return f"typing.Annotated[{_written(args[0], variables)}, {metadata}]"
    if origin in (list, set, dict, tuple, typing.Final):
        name = "typing.Final" if origin is typing.Final else origin.__name__
        return f"{name}[{', '.join(inner) or '()'}]"
    if isinstance(hint, type) and origin is None:
        is_number = issubclass(hint, np.number)
        return f"numpy.{np.dtype(hint).name}" if is_number else hint.__name__
    raise TypeError(f"Pyccel has no annotation {hint!r}")
