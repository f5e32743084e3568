"""Types for the IR, by the catalogue's entries; and concrete programs, of which every type is known.

One walk types an expression. A function has no type by itself: it is typed where it is applied, in the environment that
it was written in, and each application has a copy of its own, with names that stand once. So what the walk gives has no
templates: functions that were bound to names stand where they are used. What a primitive gives, and what it applies a
function to, its entries say (`catalogue/gt4py/ir.pyi`); nothing here knows a primitive by its name.

`infer` leaves open what depends on a variable and lists it. `concretise` converts what loses nothing, which makes it a
`cast_`, and leaves nothing open.
"""

import dataclasses
import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformable import _native
from conformable._framework import Refusal
from conformable._native import DTypeType, FunctionType, NamedType, ScalarType, Type
from conformable.gt4py import _catalogue
from conformable.gt4py._calls import (
    ScanOperator,
    fits,
    incompatibilities,
    return_type,
    variable_of,
)
from conformable.gt4py._dims import order_dimensions
from conformable.gt4py._hierarchy import OFFSET_PROVIDER, OffsetProvider
from conformable.gt4py._info import (
    is_arithmetic,
    parts,
    primitive_constituents,
    promote,
    variables_in,
)
from conformable.gt4py._types import DomainType, FieldLikeType
from conformable.gt4py.ir._nodes import (
    Axis,
    Call,
    CallFieldOperator,
    CallScanOperator,
    Index,
    Lambda,
    Let,
    Literal,
    Name,
    Node,
    OffsetName,
    Program,
    SetAt,
    TypeName,
)

#: Where primitives are, what they apply functions to, which are applied twice, go through
#: tuples, or find their domain.
PRIMITIVES, APPLIED, CURRIED, UNROLLED, PLACED = (
    f"gt4py.ir{own}" for own in ("", ".applied", ".curried", ".unrolled", ".placed")
)


#: The most nodes that a program may have once each application has its own copy of a function.
MOST_NODES = 50_000


class IRError(TypeError):
    """An expression that has no type, with the way to it from outside."""

    def __init__(self, message: str, path: tuple[str, ...] = ()):
        super().__init__(message)
        self.message, self.path = message, path

    def __str__(self) -> str:
        return self.message + "".join(f"\n  in {step}" for step in reversed(self.path[-4:]))


@dataclass(frozen=True)
class Closure:
    """A function, and what the names in it mean."""

    function: Lambda
    names: Mapping[str, "Bound"]
    #: Values with names that stand around a call of it.
    around: tuple[tuple[str, Node], ...] = ()


@dataclass(frozen=True)
class Primitive:
    """A primitive, and the arguments of its first application."""

    name: str
    args: tuple[tuple[Node, Any], ...] = ()
    #: It has been applied once.
    begun: bool = False
    around: tuple[tuple[str, Node], ...] = ()


#: What an expression gives: a type, or a function that has none yet.
Value = Type | Closure | Primitive


@dataclass(frozen=True)
class Bound:
    """What a name means: the name that it has in the result, and its value."""

    name: str
    value: Any


@dataclass
class Inference:
    """The typing of one expression or program."""

    provider: Mapping[str, Type]
    conversions: str = "none"
    operators: Mapping[str, Any] = field(default_factory=dict)
    #: What depends on variables: the primitive with its arguments, and the variable that stands for what it gives.
    pending: list[tuple[str, NamedType]] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    #: The last number behind each name.
    stems: dict[str, int] = field(default_factory=dict)
    #: Nodes so far.
    size: int = 0
    #: What entries gave, by path and types.
    given_before: dict[Any, Any] = field(default_factory=dict)

    # --- names ----------------------------------------------------------------------------------------------------------

    def fresh(self, name: str) -> str:
        """The name, or one like it that stands nowhere else."""
        found = name
        while found in self.used:
            self.stems[name] = self.stems.get(name, 0) + 1
            found = f"{name}_{self.stems[name]}"
        self.used.add(found)
        return found

    def bound(
        self, names: Mapping[str, Bound], more: Iterable[tuple[str, Any]]
    ) -> dict[str, Bound]:
        """The names with more: those of values get new names, those of functions stand for themselves."""
        inside = dict(names)
        for name, value in more:
            inside[name] = Bound(self.fresh(name) if isinstance(value, Type) else name, value)
        return inside

    # --- expressions --------------------------------------------------------------------------------------------------------

    def expression(self, node: Node, names: Mapping[str, Bound]) -> tuple[Node, Any]:
        """The node with types, and what it gives."""
        self.size += 1
        if self.size > MOST_NODES:
            raise IRError(
                f"where functions stand where they are used, there are more than {MOST_NODES} nodes"
            )
        try:
            return _VISIT[type(node)](self, node, names)  # type: ignore[no-any-return]
        except IRError as error:
            if (
                isinstance(node, Call | CallFieldOperator | CallScanOperator | SetAt)
                and len(error.path) < 4
            ):
                raise IRError(error.message, (short(node), *error.path)) from None
            raise

    def value(self, node: Node, names: Mapping[str, Bound]) -> tuple[Node, Type]:
        """As `expression`, where a function would be none."""
        typed, found = self.expression(node, names)
        if not isinstance(found, Type):
            raise IRError(f"{short(node)} is a function, where a value is needed")
        return typed, found

    def literal(self, node: Literal, names: Mapping[str, Bound]) -> tuple[Node, Any]:
        return node.typed(node.dtype), node.dtype

    def index(self, node: Index, names: Mapping[str, Bound]) -> tuple[Node, Any]:
        ty = _native.Literal(node.value)
        return node.typed(ty), ty

    def offset(self, node: OffsetName, names: Mapping[str, Bound]) -> tuple[Node, Any]:
        known = self.provider.get(node.name)
        if known is None and self.conversions == "implicit":
            have = ", ".join(map(repr, self.provider)) or "nothing"
            raise IRError(f"Offset '{node.name}' not found in offset provider, which has {have}")
        # A dimension that stands for an offset is a step along it.
        ty = _as_provider(known) if known is not None else _native.Literal(node.name)
        return node.typed(ty), ty

    def axis(self, node: Axis, names: Mapping[str, Bound]) -> tuple[Node, Any]:
        return node.typed(node.dim), node.dim

    def type_name(self, node: TypeName, names: Mapping[str, Bound]) -> tuple[Node, Any]:
        ty = DTypeType(str(node.dtype).strip("_"))
        return node.typed(ty), ty

    def name(self, node: Name, names: Mapping[str, Bound]) -> tuple[Node, Any]:
        known = names.get(node.name)
        if known is not None:
            typed = Name(known.name, type=known.value if isinstance(known.value, Type) else None)
            return typed, known.value
        entries = _catalogue.entries()
        if f"{PRIMITIVES}.{node.name}" in entries or f"{UNROLLED}.{node.name}" in entries:
            return node, Primitive(node.name)
        near = ", ".join(sorted(names)) or "nothing"
        raise IRError(f"{node.name} is neither bound nor a primitive; bound are {near}")

    def function(self, node: Lambda, names: Mapping[str, Bound]) -> tuple[Node, Any]:
        return node, Closure(node, dict(names))

    def let(self, node: Let, names: Mapping[str, Bound]) -> tuple[Node, Any]:
        kept = []
        inside = dict(names)
        for name, bound in node.bindings:
            typed, value = self.expression(bound, inside)
            inside = self.bound(inside, [(name, value)])
            if isinstance(value, Type):
                kept.append((inside[name].name, typed))
        body, value = self.expression(node.body, inside)
        return around(tuple(kept), body, value)

    def call(self, node: Call, names: Mapping[str, Bound]) -> tuple[Node, Any]:
        function, value = self.expression(node.function, names)
        return self.applied(function, value, [self.expression(arg, names) for arg in node.args])

    # --- applications -------------------------------------------------------------------------------------------------------

    def applied(
        self, function: Node, value: Any, args: Sequence[tuple[Node, Any]]
    ) -> tuple[Node, Any]:
        """A call of a value with typed arguments, and what it gives."""
        if isinstance(value, Closure):
            return around(value.around, *self.of_closure(value, args))
        if isinstance(value, Primitive):
            return around(value.around, *self.of_primitive(value, args))
        raise IRError(f"{short(function)} is {spelled(value)}, which is no function")

    def of_closure(self, closure: Closure, args: Sequence[tuple[Node, Any]]) -> tuple[Node, Any]:
        instance, kept, result = self.instance(closure, [value for _, value in args])
        values = tuple(args[k][0] for k in kept)
        if not isinstance(result, Type):
            # What it gives is a function, which is typed where that is applied.
            return around(tuple(zip(instance.params, values, strict=True)), instance.body, result)
        if not values:
            return instance.body, result
        return Call(instance, values, type=result), result

    def instance(self, closure: Closure, values: Sequence[Any]) -> tuple[Lambda, list[int], Any]:
        """The function for arguments of these types: those that are functions stand in it."""
        params = closure.function.params
        if len(params) != len(values):
            raise IRError(
                f"a function of {len(params)} parameters ({' '.join(params)}) is given {len(values)} arguments"
            )
        inside = self.bound(closure.names, zip(params, values, strict=True))
        body, result = self.expression(closure.function.body, inside)
        kept = [k for k, value in enumerate(values) if isinstance(value, Type)]
        own = FunctionType([values[k] for k in kept], result) if isinstance(result, Type) else None
        return Lambda(tuple(inside[params[k]].name for k in kept), body, type=own), kept, result

    def of_primitive(
        self, primitive: Primitive, args: Sequence[tuple[Node, Any]]
    ) -> tuple[Node, Any]:
        entries = _catalogue.entries()
        if not primitive.begun and f"{CURRIED}.{primitive.name}" in entries:
            begun = Primitive(primitive.name, tuple(args), True)
            return Call(Name(primitive.name), tuple(node for node, _ in args)), begun
        every = [*primitive.args, *args]
        if f"{UNROLLED}.{primitive.name}" in entries:
            return self.unrolled(primitive.name, every[0], every[1:])
        if primitive.begun and len(primitive.args) == 1 and f"{PLACED}.{primitive.name}" in entries:
            return self.placed(primitive, args)
        functions = [k for k, (_, value) in enumerate(every) if not isinstance(value, Type)]
        if functions and (functions != [0] or f"{APPLIED}.{primitive.name}" not in entries):
            raise IRError(
                f"argument {functions[0] + 1} of {primitive.name} is a function, where a value is needed"
            )
        types = [value for _, value in every]
        if functions:
            every[0], types[0] = self.given(primitive.name, every[0], types[1:])
        every, types, result = self.result(primitive.name, every, types, bool(functions))
        own = FunctionType([value for _, value in every], result)
        nodes = tuple(node for node, _ in every)
        name = Name(primitive.name, type=own)
        count = len(primitive.args)
        if primitive.begun:
            first = Call(
                name, nodes[:count], type=FunctionType([v for _, v in every[count:]], result)
            )
            return Call(first, nodes[count:], type=result), result
        return Call(name, nodes, type=result), result

    def placed(self, primitive: Primitive, args: Sequence[tuple[Node, Any]]) -> tuple[Node, Any]:
        """Without a domain: over the first of those that the offsets of the stencil lead to where it has a type."""
        failure = IRError(f"{primitive.name} is given functions in the place of fields")
        for domain in self.domains(primitive.args[0], [ty for _, ty in args]):
            given = (*primitive.args, (Name("_", type=domain), domain))
            try:
                node, result = self.of_primitive(Primitive(primitive.name, given, True), args)
            except IRError as error:
                failure = error
                continue
            assert isinstance(node, Call) and isinstance(node.function, Call)
            first = dataclasses.replace(node.function, args=node.function.args[:1])
            return dataclasses.replace(node, function=first), result
        raise failure

    def domains(self, stencil: tuple[Node, Any], types: Sequence[Any]) -> Iterable[DomainType]:
        """The dimensions of fields, none of them, some, all seen from the other side of tables; the fewest first."""
        node = stencil[1].function if isinstance(stencil[1], Closure) else stencil[0]
        names = {own.name for own in node.walk() if isinstance(own, OffsetName)}
        tables = [
            ty for name in sorted(names) if hasattr(ty := self.provider.get(name), "max_neighbors")
        ]
        leaves = [
            leaf for ty in types if isinstance(ty, Type) for leaf in primitive_constituents(ty)
        ]
        found: dict[DomainType, None] = {}
        for count in range(len(tables) + 1):
            for some in itertools.combinations(tables, count):
                start = {table.codomain: table.domain[0] for table in some}  # type: ignore[union-attr]
                dims = {
                    start.get(dim, dim)
                    for leaf in leaves
                    for dim in getattr(leaf, "dims", ())
                    if dim.kind != "local"
                }
                found[DomainType(order_dimensions(dims))] = None
        return sorted(found, key=lambda domain: len(domain.dims))

    def unrolled(
        self, name: str, function: tuple[Node, Any], tuples: Sequence[tuple[Node, Any]]
    ) -> tuple[Node, Any]:
        """A tuple of what a function gives for the items of tuples, which have names."""
        inside = parts(self.entry(f"{UNROLLED}.{name}", [ty for _, ty in tuples])) or ()
        names = [self.fresh("t") for _ in tuples]
        items = []
        for place, deeper in enumerate(inside):
            literal = _native.Literal(place)
            at = Index(place, type=literal), literal
            picked = [
                self.of_primitive(Primitive("tuple_get"), [at, (Name(own, type=ty), ty)])
                for own, (_, ty) in zip(names, tuples, strict=True)
            ]
            if isinstance(deeper, _native.Literal) and deeper.value is True:
                items.append(self.unrolled(name, function, picked))
            else:
                items.append(self.applied(*function, picked))
        bindings = tuple((own, node) for own, (node, _) in zip(names, tuples, strict=True))
        return around(bindings, *self.of_primitive(Primitive("make_tuple"), items))

    def given(
        self, name: str, function: tuple[Node, Any], types: Sequence[Type]
    ) -> tuple[tuple[Node, Any], Type]:
        """The function of a primitive, typed for what that applies it to; and what it gives."""
        applied = self.entry(f"{APPLIED}.{name}", types)
        if isinstance(applied, NamedType):
            raise IRError(
                f"what {name} applies its function to depends on the variables of {', '.join(map(spelled, types))}"
            )
        node, value = function
        params = list(parts(applied) or ())
        if isinstance(value, Closure):
            instance, _, result = self.instance(value, params)
            if value.around and isinstance(result, Type):
                body, _ = around(value.around, instance.body, result)
                instance = dataclasses.replace(instance, body=body)
        else:
            # A primitive as a function of its arguments.
            names = [self.fresh(f"x{k + 1}") for k in range(len(params))]
            nodes: list[tuple[Node, Any]] = [
                (Name(own, type=ty), ty) for own, ty in zip(names, params, strict=True)
            ]
            body, result = self.applied(node, value, nodes)
            own = FunctionType(params, result) if isinstance(result, Type) else None
            instance = Lambda(tuple(names), body, type=own)
        if not isinstance(result, Type):
            raise IRError(f"the function of {name} gives a function")
        return (instance, instance.type), result

    def result(
        self, name: str, every: list[tuple[Node, Any]], types: list[Any], has_function: bool
    ) -> tuple[list[tuple[Node, Any]], list[Any], Type]:
        """What a primitive gives; where that is the policy, after numbers have become their common type."""
        found = self.entry(f"{PRIMITIVES}.{name}", types, refused=True)
        if isinstance(found, Type):
            return every, types, found
        if self.conversions == "implicit":
            numbers = [
                k
                for k, ty in enumerate(types)
                if k >= has_function and isinstance(ty, ScalarType) and is_arithmetic(ty)
            ]
            common = _common([types[k] for k in numbers])
            if common is not None:
                for k in numbers:
                    every[k] = self.cast(every[k], common)
                types = [common if k in numbers else ty for k, ty in enumerate(types)]
                again = self.entry(f"{PRIMITIVES}.{name}", types, refused=True)
                if isinstance(again, Type):
                    return every, types, again
        shown = ", ".join(map(spelled, types))
        raise IRError(f"{name}({shown}): {found.reason}")

    def entry(self, path: str, types: Sequence[Type], refused: bool = False) -> Any:
        """What an entry gives; of what depends on variables a variable."""
        key = (path, *types)
        if key not in self.given_before:
            if any(map(variables_in, types)):
                variable = variable_of(len(self.pending))
                self.pending.append((f"{path}({', '.join(map(spelled, types))})", variable))
                return variable
            self.given_before[key] = _catalogue.apply(path, *types)
        found = self.given_before[key]
        if isinstance(found, Refusal) and not refused:
            shown = ", ".join(map(spelled, types))
            raise IRError(f"{path.rpartition('.')[2]}({shown}): {found.reason}")
        return found

    def cast(self, given: tuple[Node, Any], wanted: Type) -> tuple[Node, Any]:
        """An argument as one of another type: as it is where it fits, else by `cast_`."""
        _, ty = given
        if ty == wanted or (isinstance(wanted, FieldLikeType) and wanted.is_super(ty)):
            return given
        inside, outer = parts(ty), parts(wanted)
        if inside is not None and outer is not None:
            items = [
                self.cast(
                    self.of_primitive(
                        Primitive("tuple_get"),
                        [(Index(k, type=_native.Literal(k)), _native.Literal(k)), given],
                    ),
                    item,
                )
                for k, item in enumerate(outer)
            ]
            return self.of_primitive(Primitive("make_tuple"), items)
        dtype = wanted.dtype if isinstance(wanted, FieldLikeType) else wanted
        own = ty.dtype if isinstance(ty, FieldLikeType) else ty
        if own == dtype:
            return given
        name = TypeName(dtype, type=DTypeType(str(dtype).strip("_")))
        return self.of_primitive(Primitive("cast_"), [given, (name, name.type)])

    # --- operators and statements ----------------------------------------------------------------------------------------------

    def operator(self, node: Any, names: Mapping[str, Bound]) -> tuple[Node, Any]:
        """A call of an operator: one type of functions, and a node that says how it is called."""
        known = self.operators.get(node.operator)
        is_scan = isinstance(node, CallScanOperator)
        if known is None or isinstance(known, ScanOperator) != is_scan:
            kind = "scan operator" if is_scan else "field operator"
            have = ", ".join(self.operators) or "none"
            raise IRError(f"there is no {kind} {node.operator}; there are {have}")
        args = [self.value(arg, names) for arg in node.args]
        types = [ty for _, ty in args]
        given = {OFFSET_PROVIDER: OffsetProvider(self.provider)} if self.provider else {}
        wrong = incompatibilities(known, types, given, conversions=self.conversions)
        if wrong:
            lines = "".join(f"\n  - {each}" for each in wrong)
            raise IRError(f"invalid call of {node.operator}:{lines}")
        if not is_scan:
            args = [self.cast(arg, wanted) for arg, wanted in zip(args, known.params, strict=False)]
        result = return_type(known, with_args=[ty for _, ty in args])
        return dataclasses.replace(node, args=tuple(arg for arg, _ in args), type=result), result

    def store(self, node: SetAt, names: Mapping[str, Bound]) -> tuple[Node, Any]:
        (target, wanted), (domain, over), value = (
            self.value(node.target, names), self.value(node.domain, names), self.value(node.value, names)
        )  # fmt: skip
        # What is computed lies wherever it is stored.
        wanted = _catalogue.without_memory(wanted)
        if not variables_in(value[1]) and not fits(value[1], wanted, self.conversions):
            raise IRError(
                f"a value of type {spelled(value[1])} is stored in {short(target)} of type {spelled(wanted)}"
            )
        # One domain for all of a tuple, or one for each item.
        leaves, domains = list(primitive_constituents(wanted)), list(primitive_constituents(over))
        for leaf, own in zip(
            leaves, domains * (len(leaves) if len(domains) == 1 else 1), strict=False
        ):
            if set(getattr(own, "dims", ())) != set(getattr(leaf, "dims", ())):
                raise IRError(
                    f"the domain {spelled(own)} is not that of {short(target)}, {spelled(leaf)}"
                )
        stored, _ = self.cast(value, wanted)
        return SetAt(target, domain, stored, type=_native.NoneType()), _native.NoneType()

    def program(self, node: Program, types: Mapping[str, Type]) -> Program:
        """The program with types; its functions stand where they are used."""
        names = self.bound({}, types.items())
        for name, function in node.definitions:
            # A function sees those before it, so that none can call itself.
            names[name] = Bound(name, Closure(function, dict(names)))
        body = tuple(self.expression(statement, names)[0] for statement in node.body)
        own = FunctionType(list(types.items()), None)
        return Program(node.name, node.params, body, (), node.operators, types, type=own)  # type: ignore[arg-type]


_VISIT: dict[type, Any] = {
    Literal: Inference.literal,
    Index: Inference.index,
    OffsetName: Inference.offset,
    Axis: Inference.axis,
    TypeName: Inference.type_name,
    Name: Inference.name,
    Lambda: Inference.function,
    Let: Inference.let,
    Call: Inference.call,
    CallFieldOperator: Inference.operator,
    CallScanOperator: Inference.operator,
    SetAt: Inference.store,
}


def around(bindings: tuple[tuple[str, Node], ...], node: Node, value: Any) -> tuple[Node, Any]:
    """The node within bindings; of a function that has no type yet they stand around its calls."""
    if not bindings:
        return node, value
    if isinstance(value, Type):
        return Let(bindings, node, type=value), value
    return node, dataclasses.replace(value, around=(*bindings, *value.around))


def _as_provider(ty: Type) -> Type:
    from conformable.gt4py._types import Dimension, DimensionOffsetProviderType

    return DimensionOffsetProviderType(ty) if isinstance(ty, Dimension) else ty


def _common(types: Sequence[Type]) -> Type | None:
    if len(set(types)) < 2:
        return None
    try:
        return promote(*types, conversions="implicit")
    except (TypeError, ValueError):
        return None


def spelled(ty: Any) -> str:
    return _native.spell_gt4py(ty) if isinstance(ty, Type) else "a function"


def short(node: Node) -> str:
    text = str(node).replace("\n", " ")
    return text if len(text) <= 80 else f"{text[:77]}..."
