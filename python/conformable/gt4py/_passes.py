"""What compilers ask of a concrete program: the data that it moves, fused and apart.

The volume is counted as a program is written: `as_fieldop` reads at each point of its domain what its stencil reads
there and writes one element for each leaf; an argument that is itself such an application is a temporary, which is
written and read. Neighbours are read as many as a table has places, both branches of `if_` are evaluated, a lifted
stencil is evaluated wherever it is dereferenced. An operation on whole fields reads and writes at each point of what it gives; a
call of an operator, whose type doesn't say what it reads, each element of its fields once. Sizes of domains stay expressions, so that a volume is a polynomial.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformable import _native
from conformable._framework import measure
from conformable._native import Dim, ScalarType, Type
from conformable.gt4py import _catalogue
from conformable.gt4py._info import extract_dtype, primitive_constituents
from conformable.gt4py._types import FieldLikeType, ListType
from conformable.gt4py.ir._infer import PRIMITIVES, IRError, spelled
from conformable.gt4py.ir._nodes import (
    Axis,
    Call,
    Index,
    Lambda,
    Let,
    Literal,
    Name,
    Node,
    OffsetName,
    OperatorCall,
    Program,
    SetAt,
)  # fmt: skip  # isort: skip

__all__ = ["Volume", "benefit_of_fusing", "domain_size", "fuse", "size_of", "volume"]

Size = int | Dim


@dataclass
class Volume:
    """Elements that are read of each field, and of temporaries, and that are written; and all in bytes."""

    reads: dict[str, Any] = field(default_factory=dict)
    writes: dict[str, Any] = field(default_factory=dict)
    #: Bytes of an element, by field.
    widths: dict[str, int] = field(default_factory=dict)

    @property
    def read(self) -> Any:
        """All elements that are read."""
        return sum(self.reads.values(), 0)

    @property
    def written(self) -> Any:
        """All elements that are written."""
        return sum(self.writes.values(), 0)

    @property
    def bytes(self) -> Any:
        """All bytes that are moved."""
        both = [*self.reads.items(), *self.writes.items()]
        return sum((self.widths[name] * count for name, count in both), 0)


#: How many elements of each field an evaluation reads.
_Cost = Counter


@dataclass(frozen=True)
class _Stored:
    """A field in memory; of a tuple the fields in it."""

    name: str
    type: Type
    #: As far as they are known, by the names of dimensions.
    sizes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class _Iterator:
    """What stands at a point: dereferencing it costs so much."""

    cost: Mapping[str, Any]


@dataclass(frozen=True)
class _Closure:
    function: Lambda
    names: Mapping[str, Any]


class _Volumes:
    def __init__(self, sizes: Mapping[str, Any]):
        self.sizes = sizes
        self.volume = Volume()
        self.temporaries = 0
        #: The sizes of the domain of the statement that is counted.
        self.over: Mapping[str, Any] = {}

    # --- at a point -----------------------------------------------------------------------------------------------------

    def point(self, node: Node, names: Mapping[str, Any]) -> tuple[Any, _Cost[str]]:
        """What an expression of a stencil is, as far as it can be dereferenced, and what its evaluation reads."""
        if isinstance(node, Name):
            return names.get(node.name), Counter()
        if isinstance(node, Lambda):
            return _Closure(node, names), Counter()
        if isinstance(node, Let):
            total: _Cost[str] = Counter()
            inside = dict(names)
            for own, bound in node.bindings:
                inside[own], cost = self.point(bound, inside)
                total = _sum(total, cost)
            value, cost = self.point(node.body, inside)
            return value, _sum(total, cost)
        if not isinstance(node, Call):
            return None, Counter()
        name, args = _primitive(node)
        if name is None:
            return self.application(node, names)
        rule = _AT_POINT.get(name, _Volumes.strict)
        return rule(self, args, names)

    def application(self, node: Call, names: Mapping[str, Any]) -> tuple[Any, _Cost[str]]:
        function, total = self.point(node.function, names)
        values = []
        for arg in node.args:
            value, cost = self.point(arg, names)
            values.append(value)
            total = _sum(total, cost)
        result, cost = self.called(function, values)
        return result, _sum(total, cost)

    def called(self, function: Any, values: Sequence[Any]) -> tuple[Any, _Cost[str]]:
        if not isinstance(function, _Closure):
            raise IRError(
                f"the volume of a call of {function} is not known: concretise the program first"
            )
        inside = {**function.names, **dict(zip(function.function.params, values, strict=True))}
        return self.point(function.function.body, inside)

    def strict(self, args: Sequence[Node], names: Mapping[str, Any]) -> tuple[Any, _Cost[str]]:
        """All arguments are evaluated, and nothing else is read."""
        total: _Cost[str] = Counter()
        for arg in args:
            total = _sum(total, self.point(arg, names)[1])
        return None, total

    def deref(self, args: Sequence[Node], names: Mapping[str, Any]) -> tuple[Any, _Cost[str]]:
        value, cost = self.point(args[0], names)
        return None, _sum(cost, value.cost)

    def shift(self, args: Sequence[Node], names: Mapping[str, Any]) -> tuple[Any, _Cost[str]]:
        value, cost = self.point(args[-1], names)
        for arg in args[:-1]:
            cost = _sum(cost, self.point(arg, names)[1])
        return value, cost

    def can_deref(self, args: Sequence[Node], names: Mapping[str, Any]) -> tuple[Any, _Cost[str]]:
        return None, self.point(args[0], names)[1]

    def neighbors(self, args: Sequence[Node], names: Mapping[str, Any]) -> tuple[Any, _Cost[str]]:
        value, cost = self.point(args[1], names)
        return None, _sum(cost, _times(args[0].type.max_neighbors, value.cost))

    def each(self, args: Sequence[Node], names: Mapping[str, Any]) -> tuple[Any, _Cost[str]]:
        """A function for each element of lists: `map_list`, and `reduce`, whose second argument is an initial value."""
        function, *rest = args
        total: _Cost[str] = Counter()
        for arg in rest:
            total = _sum(total, self.point(arg, names)[1])
        lists = [arg.type for arg in rest if isinstance(arg.type, ListType)]
        closure, _ = self.point(function, names)
        _, cost = self.called(closure, [None] * len(closure.function.params))
        return None, _sum(total, _times(self.neighbours(lists), cost))

    def neighbours(self, lists: Sequence[ListType]) -> int:
        dims = [ty.offset_type for ty in lists if ty.offset_type is not None]
        # Of a constant list one element stands for all.
        return self.sizes[dims[0].value] if dims else 1

    def lift(self, args: Sequence[Node], names: Mapping[str, Any]) -> tuple[Any, _Cost[str]]:
        stencil, _ = self.point(args[0], names)
        its, total = [], Counter[str]()
        for arg in args[1:]:
            value, cost = self.point(arg, names)
            its.append(value)
            total = _sum(total, cost)
        return _Iterator(self.called(stencil, its)[1]), total

    def scan(self, args: Sequence[Node], names: Mapping[str, Any]) -> tuple[Any, _Cost[str]]:
        step, _ = self.point(args[0], names)
        values = [self.point(arg, names)[0] for arg in args[3:]]
        return None, self.called(step, [None, *values])[1]

    # --- over a domain ----------------------------------------------------------------------------------------------------

    def stored(self, node: Node, names: Mapping[str, Any], target: str | None) -> _Stored:
        """The field that an expression is, after its evaluation has been counted."""
        if isinstance(node, Name):
            return names[node.name]  # type: ignore[no-any-return]
        if isinstance(node, Let):
            inside = dict(names)
            for own, bound in node.bindings:
                inside[own] = self.stored(bound, inside, None)
            return self.stored(node.body, inside, target)
        name, args = _primitive(node) if isinstance(node, Call) else (None, ())
        if isinstance(node, Call) and isinstance(node.function, Lambda):
            values = [self.stored(arg, names, None) for arg in node.args]
            return self.stored(
                node.function.body,
                {**names, **dict(zip(node.function.params, values, strict=True))},
                target,
            )
        if name == "as_fieldop":
            return self.field_operator(args, names, node.type, target)
        if name == "cast_" and isinstance(node.type, FieldLikeType):
            return self.cast(args[0], names, node.type, target)
        if not _has_fields(node.type):
            return _Stored("", node.type)
        if isinstance(node, OperatorCall):
            return self.operator(node.args, names, node.type, target)
        if name is not None and _is_elementwise(name, args, node.type):
            return self.operator(args, names, node.type, target, is_elementwise=True)
        raise IRError(f"the volume of {name or 'this'} over fields is not known: {str(node)[:80]}")

    def field_operator(
        self, args: Sequence[Node], names: Mapping[str, Any], ty: Type, target: str | None
    ) -> _Stored:
        stencil, domain, *fields = args
        sources = [self.stored(arg, names, None) for arg in fields]
        its = [self.iterator(source) for source in sources]
        size = domain_size(domain, self.sizes)
        if isinstance(stencil, Lambda):
            _, cost = self.called(_Closure(stencil, names), its)
        else:
            raise IRError(
                "the volume of a stencil that is no function is not known: concretise the program first"
            )
        for source, count in cost.items():
            self.count(self.volume.reads, source, size * count)
        made = self.made(ty, target, _sizes_of(domain, self.sizes))
        self.count(self.volume.writes, made.name, size * self.leaves(ty))
        return made

    def cast(
        self, inner: Node, names: Mapping[str, Any], ty: FieldLikeType, target: str | None
    ) -> _Stored:
        """A field of another dtype: each element is read and written."""
        source = self.stored(inner, names, None)
        made = self.made(ty, target, source.sizes)
        size = self.points(ty, source.sizes)
        self.count(self.volume.reads, source.name, size)
        self.count(self.volume.writes, made.name, size)
        return made

    def operator(
        self,
        args: Sequence[Node],
        names: Mapping[str, Any],
        ty: Type,
        target: str | None,
        is_elementwise: bool = False,
    ) -> _Stored:
        """An operation on whole fields: what it gives is written once. Of each field an element is read at each point of
        that; of an operator, whose type doesn't say what it reads, each element of a field once."""
        sources = [self.stored(arg, names, None) for arg in args]
        sizes = {dim: size for source in reversed(sources) for dim, size in source.sizes.items()}
        # What is stored is computed where it is stored.
        sizes = {**sizes, **self.over} if target is not None else {**self.over, **sizes}
        for source in sources:
            for leaf in primitive_constituents(source.type):
                if isinstance(leaf, FieldLikeType):
                    own = {**sizes, **source.sizes}
                    read = self.points(ty, sizes) if is_elementwise else self.points(leaf, own)
                    self.count(self.volume.reads, source.name, read)
        made = self.made(ty, target, sizes)
        for leaf in primitive_constituents(ty):
            self.count(self.volume.writes, made.name, self.points(leaf, sizes))
        return made

    def count(self, counted: dict[str, Any], name: str, size: Any) -> None:
        counted[name] = counted.get(name, 0) + size

    def points(self, ty: Any, sizes: Mapping[str, Any]) -> Any:
        """How many elements a field has."""
        total: Any = 1
        for dim in getattr(ty, "dims", ()):
            size = (self.sizes if dim.kind == "local" else sizes).get(dim.value)
            if size is None:
                raise IRError(
                    f"the size of {spelled(ty)} along {dim.value} is not known: give it a shape"
                )
            total = total * size
        return total

    def leaves(self, ty: Type) -> int:
        """Elements at a point of what is written."""
        return sum(self.width_of(leaf) for leaf in primitive_constituents(ty))

    def width_of(self, ty: Type) -> int:
        local = [dim for dim in getattr(ty, "dims", ()) if dim.kind == "local"]
        return self.sizes[local[0].value] if local else 1

    def made(self, ty: Type, target: str | None, sizes: Mapping[str, Any]) -> _Stored:
        if target is None:
            self.temporaries += 1
        name = target or f"temporary {self.temporaries}"
        self.know(name, ty)
        return _Stored(name, ty, sizes)

    def know(self, name: str, ty: Type) -> None:
        leaves = list(primitive_constituents(ty))
        widths = {
            measure(extract_dtype(leaf)).size_in_bytes
            for leaf in leaves
            if isinstance(leaf, FieldLikeType)
        }
        if len(widths) == 1:
            self.volume.widths[name] = widths.pop()
        elif widths:
            # A tuple of elements of several widths: as the widest.
            self.volume.widths[name] = max(widths)

    def iterator(self, source: Any) -> _Iterator:
        """One element of each leaf; scalars are no memory."""
        leaves = [
            leaf for leaf in primitive_constituents(source.type) if isinstance(leaf, FieldLikeType)
        ]
        count = sum(map(self.width_of, leaves))
        return _Iterator({source.name: count} if count else {})


_AT_POINT: dict[
    str, Callable[[_Volumes, Sequence[Node], Mapping[str, Any]], tuple[Any, _Cost[str]]]
] = {
    "deref": _Volumes.deref,
    "can_deref": _Volumes.can_deref,
    "shift": _Volumes.shift,
    "neighbors": _Volumes.neighbors,
    "map_list": _Volumes.each,
    "map_": _Volumes.each,
    "reduce": _Volumes.each,
    "lift": _Volumes.lift,
    "scan": _Volumes.scan,
}


def _sum(a: Mapping[str, Any], b: Mapping[str, Any]) -> _Cost[str]:
    return Counter({name: a.get(name, 0) + b.get(name, 0) for name in {**a, **b}})


def _times(count: Any, cost: Mapping[str, Any]) -> _Cost[str]:
    return Counter({name: count * own for name, own in cost.items()})


def _primitive(node: Call) -> tuple[str | None, tuple[Node, ...]]:
    """The primitive that is applied, once or twice, with all arguments; None where a function is."""
    function, args = node.function, node.args
    if isinstance(function, Call):
        args = (*function.args, *args)
        function = function.function
    if isinstance(function, Name) and isinstance(function.type, _native.FunctionType):
        return function.name, args
    return None, ()


def size_of(node: Node, sizes: Mapping[str, Any] | None = None) -> Any:
    """A bound of a domain as an expression over the program's scalars."""
    known = sizes or {}
    if isinstance(node, Literal | Index):
        return int(node.value)
    if isinstance(node, Name):
        return known.get(node.name, _native.dim(node.name))
    name, args = _primitive(node) if isinstance(node, Call) else (None, ())
    if name in _ARITHMETIC and len(args) == 2:
        return _ARITHMETIC[name](size_of(args[0], sizes), size_of(args[1], sizes))
    raise IRError(f"{node} is no size that can be written as an expression")


_ARITHMETIC: dict[str | None, Callable[[Any, Any], Any]] = {
    "plus": lambda a, b: a + b,
    "minus": lambda a, b: a - b,
    "multiplies": lambda a, b: a * b,
}


def _sizes_of(node: Node, sizes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """How many points a domain has along each of its dimensions."""
    _, ranges = _primitive(node) if isinstance(node, Call) else (None, ())
    bounds = [_primitive(one)[1] for one in ranges if isinstance(one, Call)]
    return {
        axis.dim.value: size_of(stop, sizes) - size_of(start, sizes)
        for axis, start, stop in bounds
        if isinstance(axis, Axis)
    }


def domain_size(node: Node, sizes: Mapping[str, Any] | None = None) -> Any:
    """How many points a domain has."""
    total: Any = 1
    for size in _sizes_of(node, sizes).values():
        total = total * size
    return total


def _sizes_known(ty: Type) -> dict[str, Any]:
    """The sizes of a field that its type says."""
    return {
        dim.value: size
        for leaf in primitive_constituents(ty)
        for dim, size in zip(
            getattr(leaf, "dims", ()), getattr(leaf, "shape", None) or (), strict=False
        )
        if size is not None
    }


def _has_fields(ty: Type) -> bool:
    return any(isinstance(leaf, FieldLikeType) for leaf in primitive_constituents(ty))


def _is_elementwise(name: str, args: Sequence[Node], ty: Type) -> bool:
    """Does a primitive give of elements what it gives of fields of these?"""
    types = [arg.type.dtype if isinstance(arg.type, FieldLikeType) else arg.type for arg in args]
    if not isinstance(ty, FieldLikeType) or not all(isinstance(own, ScalarType) for own in types):
        return False
    return _catalogue.apply(f"{PRIMITIVES}.{name}", *types) == ty.dtype


def volume(program: Program, sizes: Mapping[str, Any] | None = None) -> Volume:
    """The data that a concrete program moves, as polynomials in the sizes of its domains; `sizes` may give numbers
    for its scalars."""
    known = dict(sizes or {})
    for node in program.walk():
        if isinstance(node, OffsetName) and hasattr(node.type, "max_neighbors"):
            known[node.type.domain[1].value] = node.type.max_neighbors
    counting = _Volumes(known)
    names = {name: _Stored(name, ty, _sizes_known(ty)) for name, ty in program.param_types.items()}
    for name, ty in program.param_types.items():
        counting.know(name, ty)
    for statement in program.body:
        counting.over = _sizes_of(statement.domain, known)
        counting.stored(statement.value, names, _target(statement))
    return counting.volume


def _target(statement: SetAt) -> str:
    return statement.target.name if isinstance(statement.target, Name) else str(statement.target)


# --- fusing ---------------------------------------------------------------------------------------------------------------


def fuse(node: Any) -> Any:
    """The program without temporaries: a stencil of a stencil's result evaluates that where it needs it. It is to be
    inferred again."""
    children = [fuse(child) for child in node.children()]
    rebuilt = node.rebuilt(children) if children else node
    parts = _field_operator(rebuilt)
    return rebuilt if parts is None else _fused(*parts)


def _field_operator(node: Node) -> tuple[Node, Node, tuple[Node, ...]] | None:
    """Stencil, domain and fields of an `as_fieldop`."""
    inner = node.function if isinstance(node, Call) else None
    if isinstance(node, Call) and isinstance(inner, Call) and inner.function == Name("as_fieldop"):
        stencil, domain = inner.args
        return stencil, domain, node.args
    return None


def _is_scan(stencil: Node) -> bool:
    return any(isinstance(node, Name) and node.name == "scan" for node in stencil.walk())


def _fused(stencil: Node, domain: Node, args: tuple[Node, ...]) -> Node:
    params: list[str] = []
    fields: list[Node] = []
    its: list[Node] = []
    for arg in args:
        inner = _field_operator(arg)
        # A scan needs its column: it stays a field of its own; and a column's stencil must find a field.
        if inner is None or _is_scan(inner[0]) or _is_scan(stencil):
            params.append(f"_f{len(fields)}")
            fields.append(arg)
            its.append(Name(params[-1]))
            continue
        own = [f"_f{len(fields) + k}" for k in range(len(inner[2]))]
        its.append(Name("lift")(inner[0])(*map(Name, own)))
        params += own
        fields += inner[2]
    if len(fields) == len(args) and all(isinstance(it, Name) for it in its):
        return Name("as_fieldop")(stencil, domain)(*args)
    return Name("as_fieldop")(Lambda(tuple(params), stencil(*its)), domain)(*fields)


def benefit_of_fusing(apart: Volume, fused: Volume) -> Any:
    """How many bytes fewer are moved."""
    return apart.bytes - fused.bytes
