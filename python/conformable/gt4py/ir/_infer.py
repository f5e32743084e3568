"""Types for the IR, by the catalogue's entries; and concrete programs, of which every type is known.

One walk types an expression. A function has no type by itself: it is typed where it is applied, in the environment that
it was written in, and each application has a copy of its own, with names that stand once. So what the walk gives has no
templates: functions that were bound to names stand where they are used. What a primitive gives, and what it applies a
function to, its entries say (`catalogue/gt4py/ir.pyi`); nothing here knows a primitive by its name.

`infer` leaves open what depends on a variable and lists it. `concretise` converts what loses nothing, which makes it a
`cast_`, and leaves nothing open.
"""

import contextlib
import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformable import _native
from conformable._framework import Refusal
from conformable._native import DTypeType, FunctionType, Literal, NamedType, ScalarType, Type
from conformable.gt4py import _calls, _catalogue, _fitting, _info, _types
from conformable.gt4py._dims import dims_behind
from conformable.gt4py._hierarchy import OFFSET_PROVIDER, OffsetProvider
from conformable.gt4py.ir import _nodes as n

#: Where primitives are, what they apply functions to, which are applied twice, go through
#: tuples, or find their domain.
PRIMITIVES, APPLIED, CURRIED, UNROLLED, PLACED = (
    f"gt4py.ir{own}" for own in ("", ".applied", ".curried", ".unrolled", ".placed")
)

#: A node with types, and what it gives: a type, or a function that has none yet.
Typed = tuple[n.Node, Any]
#: What names mean; values with names, which stand around something.
Names = Mapping[str, "Bound"]
Bindings = tuple[tuple[str, n.Node], ...]

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

    function: n.Lambda
    names: Names
    #: Values with names that stand around a call of it.
    around: Bindings = ()


@dataclass(frozen=True)
class Primitive:
    """A primitive, and the arguments of its first application."""

    name: str
    args: tuple[Typed, ...] = ()
    #: It has been applied once.
    begun: bool = False
    around: Bindings = ()


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

    def fresh(self, name: str) -> str:
        """The name, or one like it that stands nowhere else."""
        found = name
        while found in self.used:
            self.stems[name] = self.stems.get(name, 0) + 1
            found = f"{name}_{self.stems[name]}"
        self.used.add(found)
        return found

    def bound(self, names: Names, more: Iterable[tuple[str, Any]]) -> dict[str, Bound]:
        """The names with more: those of values get new names, those of functions stand for themselves."""
        inside = dict(names)
        for name, value in more:
            inside[name] = Bound(self.fresh(name) if isinstance(value, Type) else name, value)
        return inside

    def expression(self, node: n.Node, names: Names) -> Typed:
        """The node with types, and what it gives."""
        self.size += 1
        if self.size > MOST_NODES:
            raise IRError(f"there are more than {MOST_NODES} nodes where functions stand at calls")
        try:
            return _VISIT[type(node)](self, node, names)  # type: ignore[no-any-return]
        except IRError as error:
            if isinstance(node, n.Call | n.OperatorCall | n.SetAt) and len(error.path) < 4:
                raise IRError(error.message, (short(node), *error.path)) from None
            raise

    def value(self, node: n.Node, names: Names) -> tuple[n.Node, Type]:
        """As `expression`, where a function would be none."""
        typed, found = self.expression(node, names)
        if isinstance(found, Type):
            return typed, found
        raise IRError(f"{short(node)} is a function, where a value is needed")

    def leaf(self, node: Any, names: Names) -> Typed:
        ty = _LEAVES[type(node)](node)
        return node.typed(ty), ty

    def offset(self, node: n.OffsetName, names: Names) -> Typed:
        known = self.provider.get(node.name)
        if known is None and self.conversions == "implicit":
            have = ", ".join(map(repr, self.provider)) or "nothing"
            raise IRError(f"Offset '{node.name}' not found in offset provider, which has {have}")
        if isinstance(known, _types.Dimension):  # A step along it.
            known = _types.DimensionOffsetProviderType(known)
        ty = known if known is not None else Literal(node.name)
        return node.typed(ty), ty

    def name(self, node: n.Name, names: Names) -> Typed:
        known = names.get(node.name)
        if known is not None and known.value is not None:
            typed = n.Name(known.name, type=known.value if isinstance(known.value, Type) else None)
            return typed, known.value
        entries = _catalogue.entries()
        if f"{PRIMITIVES}.{node.name}" in entries or f"{UNROLLED}.{node.name}" in entries:
            return node, Primitive(node.name)
        if known is not None:
            raise IRError(f"{node.name} is called by itself, or above its definition: none can be")
        near = ", ".join(sorted(k for k in names if names[k].value is not None)) or "nothing"
        raise IRError(f"{node.name} is neither bound nor a primitive; bound are {near}")

    def function(self, node: n.Lambda, names: Names) -> Typed:
        return node, Closure(node, dict(names))

    def let(self, node: n.Let, names: Names) -> Typed:
        kept, inside = [], dict(names)
        for name, bound in node.bindings:
            typed, value = self.expression(bound, inside)
            inside = self.bound(inside, [(name, value)])
            if isinstance(value, Type):
                kept.append((inside[name].name, typed))
        body, value = self.expression(node.body, inside)
        return around(tuple(kept), body, value)

    def call(self, node: n.Call, names: Names) -> Typed:
        function, value = self.expression(node.function, names)
        return self.applied(function, value, [self.expression(arg, names) for arg in node.args])

    def applied(self, function: n.Node, value: Any, args: Sequence[Typed]) -> Typed:
        """A call of a value with typed arguments, and what it gives."""
        if not isinstance(value, Closure | Primitive):
            raise IRError(f"{short(function)} is {spelled(value)}, which is no function")
        own: Any = self.of_closure if isinstance(value, Closure) else self.of_primitive
        return around(value.around, *own(value, args))

    def of_closure(self, closure: Closure, args: Sequence[Typed]) -> Typed:
        instance, kept, result = self.instance(closure, [value for _, value in args])
        values = tuple(args[k][0] for k in kept)
        if isinstance(result, Type):
            return (n.Call(instance, values, type=result) if values else instance.body), result
        # What it gives is a function, which is typed where that is applied.
        return around(tuple(zip(instance.params, values, strict=True)), instance.body, result)

    def instance(self, closure: Closure, values: Sequence[Any]) -> tuple[n.Lambda, list[int], Any]:
        """The function for arguments of these types: those that are functions stand in it."""
        params = closure.function.params
        if len(params) != len(values):
            takes = f"a function of {len(params)} parameters ({' '.join(params)})"
            raise IRError(f"{takes} is given {len(values)} arguments")
        inside = self.bound(closure.names, zip(params, values, strict=True))
        body, result = self.expression(closure.function.body, inside)
        kept = [k for k, value in enumerate(values) if isinstance(value, Type)]
        own = FunctionType([values[k] for k in kept], result) if isinstance(result, Type) else None
        return n.Lambda(tuple(inside[params[k]].name for k in kept), body, type=own), kept, result

    def of_primitive(self, primitive: Primitive, args: Sequence[Typed]) -> Typed:
        entries = _catalogue.entries()
        if not primitive.begun and f"{CURRIED}.{primitive.name}" in entries:
            begun = Primitive(primitive.name, tuple(args), True)
            return n.Call(n.Name(primitive.name), tuple(node for node, _ in args)), begun
        every = [*primitive.args, *args]
        if f"{UNROLLED}.{primitive.name}" in entries:
            return self.unrolled(primitive.name, every[0], every[1:])
        if primitive.begun and len(primitive.args) == 1 and f"{PLACED}.{primitive.name}" in entries:
            return self.placed(primitive, args)
        functions = [k for k, (_, value) in enumerate(every) if not isinstance(value, Type)]
        if functions and (functions != [0] or f"{APPLIED}.{primitive.name}" not in entries):
            which = f"argument {functions[0] + 1} of {primitive.name}"
            raise IRError(f"{which} is a function, where a value is needed")
        types = [value for _, value in every]
        if functions:
            every[0], types[0] = self.given(primitive.name, every[0], every[1:])
        every, types, result = self.result(primitive.name, every, types, bool(functions))
        name = n.Name(primitive.name, type=FunctionType([value for _, value in every], result))
        nodes, count = tuple(node for node, _ in every), len(primitive.args)
        if primitive.begun:
            rest = FunctionType([value for _, value in every[count:]], result)
            first = n.Call(name, nodes[:count], type=rest)
            return n.Call(first, nodes[count:], type=result), result
        return n.Call(name, nodes, type=result), result

    def placed(self, primitive: Primitive, args: Sequence[Typed]) -> Typed:
        """Without a domain: over the first of those that the offsets of the stencil lead to where it has a type."""
        failure = IRError(f"{primitive.name} is given functions in the place of fields")
        [(node, value)] = primitive.args
        inside = (value.function if isinstance(value, Closure) else node).walk()
        offsets = sorted({own.name for own in inside if isinstance(own, n.OffsetName)})
        providers = [self.provider[name] for name in offsets if name in self.provider]
        for dims in dims_behind(providers, [ty for _, ty in args if isinstance(ty, Type)]):
            domain = _types.DomainType(dims)
            given = (*primitive.args, (n.Name("_", type=domain), domain))
            try:
                node, result = self.of_primitive(Primitive(primitive.name, given, True), args)
            except IRError as error:
                failure = error
                continue
            assert isinstance(node, n.Call) and isinstance(node.function, n.Call)
            first = dataclasses.replace(node.function, args=node.function.args[:1])
            return dataclasses.replace(node, function=first), result
        raise failure

    def item(self, place: int, given: Typed) -> Typed:
        """One of a tuple."""
        at = Literal(place)
        return self.of_primitive(Primitive("tuple_get"), [(n.Index(place, type=at), at), given])

    def unrolled(self, name: str, function: Typed, tuples: Sequence[Typed]) -> Typed:
        """A tuple of what a function gives for the items of tuples, which have names."""
        found = self.entry(f"{UNROLLED}.{name}", [ty for _, ty in tuples], tuples)
        names = [self.fresh("t") for _ in tuples]
        items = []
        for place, deeper in enumerate(_info.parts(found) or ()):
            known = zip(names, tuples, strict=True)
            picked = [self.item(place, (n.Name(own, type=ty), ty)) for own, (_, ty) in known]
            if isinstance(deeper, Literal) and deeper.value is True:
                items.append(self.unrolled(name, function, picked))
            else:
                items.append(self.applied(*function, picked))
        bindings = tuple((own, node) for own, (node, _) in zip(names, tuples, strict=True))
        return around(bindings, *self.of_primitive(Primitive("make_tuple"), items))

    def given(self, name: str, function: Typed, args: Sequence[Typed]) -> tuple[Typed, Type]:
        """The function of a primitive, typed for what that applies it to; and what it gives."""
        applied = self.entry(f"{APPLIED}.{name}", [ty for _, ty in args], args)
        if isinstance(applied, NamedType):
            open_ = [f"{short(arg)}, {spelled(ty)}" for arg, ty in args if _info.variables_in(ty)]
            what = f"what {name} applies functions to depends on the variables of {open_[0]}"
            raise IRError(f"{what}: a type without variables would fit")
        (node, value), params = function, list(_info.parts(applied) or ())
        if isinstance(value, Closure):
            instance, _, result = self.instance(value, params)
            if isinstance(result, Type):
                body, _ = around(value.around, instance.body, result)
                instance = dataclasses.replace(instance, body=body)
        else:
            names = [self.fresh(f"x{k + 1}") for k in range(len(params))]
            known = zip(names, params, strict=True)
            nodes: list[Typed] = [(n.Name(own, type=ty), ty) for own, ty in known]
            body, result = self.applied(node, value, nodes)
            own = FunctionType(params, result) if isinstance(result, Type) else None
            instance = n.Lambda(tuple(names), body, type=own)
        if isinstance(result, Type):
            return (instance, instance.type), result
        raise IRError(f"the function of {name} gives a function")

    def result(
        self, name: str, every: list[Typed], types: list[Any], has_function: bool
    ) -> tuple[list[Typed], list[Any], Type]:
        """What a primitive gives; where that is the policy, after numbers have become their common type."""
        found = self.entry(f"{PRIMITIVES}.{name}", types, refused=True)
        if isinstance(found, Type):
            return every, types, found
        if self.conversions == "implicit":
            is_number = [isinstance(ty, ScalarType) and _info.is_arithmetic(ty) for ty in types]
            numbers = [k for k, one in enumerate(is_number) if one and k >= has_function]
            given = [types[k] for k in numbers]
            common = None
            with contextlib.suppress(TypeError, ValueError):
                common = _info.promote(*given, conversions="implicit") if given else None
            if common is not None and set(given) != {common}:
                for k in numbers:
                    every[k] = self.cast(every[k], common)
                cast = [common if k in numbers else ty for k, ty in enumerate(types)]
                again = self.entry(f"{PRIMITIVES}.{name}", cast, refused=True)
                if isinstance(again, Type):
                    return every, cast, again
        return every, types, self.entry(f"{PRIMITIVES}.{name}", types, every)

    def entry(self, path: str, types: Any, args: Any = (), refused: bool = False) -> Any:
        """What an entry gives for arguments of these types; of what depends on variables a variable."""
        key = (path, *types)
        if key not in self.given_before:
            if any(map(_info.variables_in, types)):
                variable = _calls.variable_of(len(self.pending))
                self.pending.append((f"{path}({', '.join(map(spelled, types))})", variable))
                return variable
            self.given_before[key] = _catalogue.apply(path, *types)
        found = self.given_before[key]
        if isinstance(found, Refusal) and not refused:
            shown = f"{path.rpartition('.')[2]}({', '.join(map(spelled, types))})"
            fitting = _fitting.fitting(path, types, self.provider, [short(arg) for arg, _ in args])
            raise IRError(f"{shown}: {found.reason}{fitting}")
        return found

    def cast(self, given: Typed, wanted: Type) -> Typed:
        """An argument as one of another type: as it is where it fits, else by `cast_`."""
        _, ty = given
        if ty == wanted or (isinstance(wanted, _types.FieldLikeType) and wanted.is_super(ty)):
            return given
        inside, outer = _info.parts(ty), _info.parts(wanted)
        if inside is not None and outer is not None:
            items = [self.cast(self.item(k, given), item) for k, item in enumerate(outer)]
            return self.of_primitive(Primitive("make_tuple"), items)
        dtype = wanted.dtype if isinstance(wanted, _types.FieldLikeType) else wanted
        own = ty.dtype if isinstance(ty, _types.FieldLikeType) else ty
        if own == dtype:
            return given
        name = n.TypeName(dtype, type=DTypeType(str(dtype).strip("_")))
        return self.of_primitive(Primitive("cast_"), [given, (name, name.type)])

    def operator(self, node: Any, names: Names) -> Typed:
        """A call of an operator: one type of functions, and a node that says how it is called."""
        known = self.operators.get(node.operator)
        is_scan = isinstance(node, n.CallScanOperator)
        if known is None or isinstance(known, _types.ScanOperator) != is_scan:
            kind = "scan operator" if is_scan else "field operator"
            have = ", ".join(self.operators) or "none"
            raise IRError(f"there is no {kind} {node.operator}; there are {have}")
        args = [self.value(arg, names) for arg in node.args]
        types = [ty for _, ty in args]
        given = {OFFSET_PROVIDER: OffsetProvider(self.provider)} if self.provider else {}
        wrong = _calls.incompatibilities(known, types, given, conversions=self.conversions)
        if wrong:
            lines = [f"invalid call of {node.operator}:", *map(str, wrong)]
            raise IRError("\n  - ".join(lines))
        if not is_scan:
            args = [self.cast(arg, wanted) for arg, wanted in zip(args, known.params, strict=False)]
        result = _calls.return_type(known, with_args=[ty for _, ty in args])
        return dataclasses.replace(node, args=tuple(arg for arg, _ in args), type=result), result

    def store(self, node: n.SetAt, names: Names) -> Typed:
        (target, wanted), (domain, over), value = (self.value(c, names) for c in node.children())
        # What is computed lies wherever it is stored.
        wanted = _catalogue.without_memory(wanted)
        if not _info.variables_in(value[1]) and not _calls.fits(value[1], wanted, self.conversions):
            where = f"{short(target)} of type {spelled(wanted)}"
            raise IRError(f"a value of type {spelled(value[1])} is stored in {where}")
        # One domain for all of a tuple, or one for each item.
        leaves = list(_info.primitive_constituents(wanted))
        domains = list(_info.primitive_constituents(over))
        for leaf, own in zip(leaves, domains * (len(leaves) // len(domains)), strict=False):
            if set(getattr(own, "dims", ())) != set(getattr(leaf, "dims", ())):
                what = f"{short(target)}, {spelled(leaf)}"
                raise IRError(f"the domain {spelled(own)} is not that of {what}")
        stored, _ = self.cast(value, wanted)
        return n.SetAt(target, domain, stored, type=_native.NoneType()), _native.NoneType()

    def program(self, node: n.Program, types: Mapping[str, Type]) -> n.Program:
        """The program with types; its functions stand where they are used."""
        # What is defined is not there yet.
        names = {name: Bound(name, None) for name, _ in node.definitions}
        names |= self.bound({}, types.items())
        for name, function in node.definitions:
            # A function sees those before it, so that none can call itself.
            names[name] = Bound(name, Closure(function, dict(names)))
        body = tuple(self.expression(statement, names)[0] for statement in node.body)
        own = FunctionType(list(types.items()), None)
        return n.Program(node.name, node.params, body, (), node.operators, types, type=own)  # type: ignore[arg-type]


#: The types of what says its type.
_LEAVES: dict[type, Any] = {
    n.Literal: lambda node: node.dtype,
    n.Index: lambda node: Literal(node.value),
    n.Axis: lambda node: node.dim,
    n.TypeName: lambda node: DTypeType(str(node.dtype).strip("_")),
}

_VISIT: dict[type, Any] = dict.fromkeys(_LEAVES, Inference.leaf) | {
    n.OffsetName: Inference.offset,
    n.Name: Inference.name,
    n.Lambda: Inference.function,
    n.Let: Inference.let,
    n.Call: Inference.call,
    n.CallFieldOperator: Inference.operator,
    n.CallScanOperator: Inference.operator,
    n.SetAt: Inference.store,
}


def around(bindings: Bindings, node: n.Node, value: Any) -> Typed:
    """The node within bindings; of a function that has no type yet they stand around its calls."""
    if not bindings:
        return node, value
    if isinstance(value, Type):
        return n.Let(bindings, node, type=value), value
    return node, dataclasses.replace(value, around=(*bindings, *value.around))


def spelled(ty: Any) -> str:
    return _native.spell_gt4py(ty) if isinstance(ty, Type) else "a function"


def short(node: n.Node) -> str:
    text = str(node).replace("\n", " ")
    return text if len(text) <= 80 else f"{text[:77]}..."
