"""GT4Py's IR, evaluated over NumPy arrays one point at a time, and random programs for it.

It is slow and obvious, and counts the elements that are read of each field. What it computes is held to the types that
were inferred: each number has the dtype of its node.
"""

# mypy: disable-error-code="attr-defined, no-any-return, no-untyped-call, assignment"

import itertools
import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

import conformable as cf
from conformable import gt4py
from conformable.gt4py import ir
from conformable.gt4py._info import parts

I, J = gt4py.Dimension("I"), gt4py.Dimension("J")
K = gt4py.Dimension("K", "vertical")
V, E = gt4py.Dimension("V"), gt4py.Dimension("E")
V2EDim, E2VDim = gt4py.Dimension("V2E", "local"), gt4py.Dimension("E2V", "local")


@dataclass
class Buffer:
    """A field in memory, whose first element stands at `origin`."""

    name: str
    dims: tuple[Any, ...]
    data: Any
    origin: dict[Any, int]

    def read(self, at: dict[Any, int], reads: Counter[str]) -> Any:
        index: list[Any] = []
        for dim, size in zip(self.dims, self.data.shape, strict=True):
            if dim.kind == "local":
                index.append(slice(None))
                continue
            place = at[dim] - self.origin.get(dim, 0)
            assert 0 <= place < size, f"{self.name} is read outside: {dim.value} = {at[dim]}"
            index.append(place)
        found = self.data[tuple(index)]
        reads[self.name] += found.size if isinstance(found, np.ndarray) else 1
        return list(found) if isinstance(found, np.ndarray) else found


class FieldIterator:
    """A position in a field, or in fields in tuples; a number is everywhere."""

    def __init__(self, source: Any, at: dict[Any, int], run: "Evaluator"):
        self.source, self.at, self.run = source, at, run

    def deref(self) -> Any:
        return self._read(self.source)

    def _read(self, source: Any) -> Any:
        if isinstance(source, tuple):
            return tuple(map(self._read, source))
        return source.read(self.at, self.run.reads) if isinstance(source, Buffer) else source

    def shift(self, step: Any, index: int) -> "FieldIterator":
        return FieldIterator(self.source, step(self.at, index), self.run)


class Lifted:
    """A stencil's result, seen as an iterator."""

    def __init__(self, stencil: Any, its: list[Any]):
        self.stencil, self.its = stencil, its

    def deref(self) -> Any:
        return self.stencil(*self.its)

    def shift(self, step: Any, index: int) -> "Lifted":
        return Lifted(self.stencil, [it.shift(step, index) for it in self.its])


def _table(dims: tuple[Any, Any], codomain: Any, table: Any) -> Any:
    def step(at: dict[Any, int], index: int) -> dict[Any, int]:
        moved = {dim: place for dim, place in at.items() if dim != dims[0]}
        moved[codomain] = int(table[at[dims[0]], index])
        return moved

    return step


def _along(dim: Any) -> Any:
    return lambda at, index: {**at, dim: at[dim] + index}


_BINARY = {
    "plus": np.add, "minus": np.subtract, "multiplies": np.multiply, "minimum": np.minimum, "maximum": np.maximum, "less": np.less,
    "greater": np.greater, "less_equal": np.less_equal, "eq": np.equal, "and_": np.logical_and, "or_": np.logical_or,
}  # fmt: skip
_UNARY = {
    "neg": np.negative,
    "abs": np.abs,
    "sin": np.sin,
    "not_": np.logical_not,
    "floor": np.floor,
}


class Evaluator:
    """The run of one concrete program."""

    def __init__(
        self, program: Any, args: dict[str, Any], steps: dict[str, Any], counts: dict[str, int]
    ):
        self.program, self.args, self.steps, self.counts = program, args, steps, counts
        self.reads: Counter[str] = Counter()
        self.writes: Counter[str] = Counter()
        self.carries: dict[int, Any] = {}
        self.temporaries = 0

    def run(self) -> None:
        for statement in self.program.body:
            target = statement.target.name
            value = self.eval(statement.value, dict(self.args), target)
            self.store(self.args[target], value)

    def store(self, target: Any, value: Any) -> None:
        if isinstance(target, tuple):
            for own, part in zip(target, value, strict=True):
                self.store(own, part)
            return
        assert target.dims == value.dims and target.data.dtype == value.data.dtype
        places = [
            slice(value.origin.get(d, 0), value.origin.get(d, 0) + n)
            for d, n in zip(value.dims, value.data.shape, strict=True)
        ]
        target.data[tuple(places)] = value.data

    # --- expressions -------------------------------------------------------------------------------------------------

    def eval(self, node: Any, names: dict[str, Any], target: str | None = None) -> Any:
        value = self.evaluated(node, names, target)
        if isinstance(node.type, cf.ScalarType) and not isinstance(value, FieldIterator | Lifted):
            assert np.asarray(value).dtype == node.type.numpy_dtype, (str(node), node.type, value)
        return value

    def evaluated(self, node: Any, names: dict[str, Any], target: str | None) -> Any:
        match node:
            case ir.Literal():
                return node.dtype.numpy_dtype.type(node.value)
            case ir.Index():
                return node.value
            case ir.TypeName():
                return node.dtype.numpy_dtype
            case ir.Axis():
                return node.dim
            case ir.OffsetName():
                return node.name
            case ir.Name():
                return names[node.name]
            case ir.Lambda():
                return lambda *args: self.eval(
                    node.body, {**names, **dict(zip(node.params, args, strict=True))}, target
                )
            case ir.Let():
                inside = dict(names)
                for name, bound in node.bindings:
                    inside[name] = self.eval(bound, inside)
                return self.eval(node.body, inside, target)
            case ir.Call():
                return self.call(node, names, target)
        raise AssertionError(node)

    def call(self, node: Any, names: dict[str, Any], target: str | None) -> Any:
        function, args = node.function, list(node.args)
        if isinstance(function, ir.Call):
            function, args = function.function, [*function.args, *args]
        if not isinstance(function, ir.Name) or function.name in names:
            return self.eval(function, names, target)(*(self.eval(arg, names) for arg in args))
        if function.name == "as_fieldop":
            fields = [self.eval(arg, names) for arg in args[2:]]
            return self.field_operator(
                args[0], self.eval(args[1], names), fields, names, node.type, target
            )
        if function.name == "scan":
            step, init = self.eval(args[0], names), self.eval(args[2], names)
            its = [self.eval(arg, names) for arg in args[3:]]
            self.carries[id(node)] = step(self.carries.get(id(node), init), *its)
            return self.carries[id(node)]
        return self.primitive(function.name, [self.eval(arg, names) for arg in args], node, target)

    def primitive(self, name: str, args: list[Any], node: Any, target: str | None) -> Any:
        if name in _BINARY and isinstance(node.type, gt4py.FieldType):
            return self.whole(_BINARY[name], args, target)
        if name in _BINARY:
            return _BINARY[name](*args)
        if name in _UNARY:
            return _UNARY[name](*args)
        match name:
            case "deref":
                return args[0].deref()
            case "shift":
                return args[2].shift(self.steps[args[0]], args[1])
            case "neighbors":
                return [
                    args[1].shift(self.steps[args[0]], k).deref()
                    for k in range(self.counts[args[0]])
                ]
            case "reduce":
                value = args[1]
                for items in self.zipped(args[2:]):
                    value = args[0](value, *items)
                return value
            case "map_list":
                return [args[0](*items) for items in self.zipped(args[1:])]
            case "make_const_list":
                return (args[0],)
            case "list_get":
                return args[1][args[0]]
            case "lift":
                return Lifted(args[0], args[1:])
            case "make_tuple":
                return tuple(args)
            case "tuple_get":
                return args[1][args[0]]
            case "if_":
                return args[1] if args[0] else args[2]
            case "cast_":
                return self.cast(args[0], args[1], node, target)
            case "named_range":
                return args[0], int(args[1]), int(args[2])
            case "cartesian_domain" | "unstructured_domain":
                return args
        raise AssertionError(name)

    def zipped(self, lists: list[Any]) -> Any:
        """Lists together; a constant one, which is a tuple, is as long as the others."""
        count = max((len(own) for own in lists if isinstance(own, list)), default=1)
        return zip(
            *(own if isinstance(own, list) else itertools.repeat(own[0], count) for own in lists),
            strict=True,
        )

    def whole(self, function: Any, args: list[Any], target: str | None) -> Any:
        """An operation on fields over one domain, or on one and a scalar."""
        fields = [arg for arg in args if isinstance(arg, Buffer)]
        first = fields[0]
        assert all(field.origin == first.origin and field.dims == first.dims for field in fields)
        for field in fields:
            self.reads[field.name] += field.data.size
        data = function(*(arg.data if isinstance(arg, Buffer) else arg for arg in args))
        made = Buffer(self.name(target), first.dims, data, first.origin)
        self.writes[made.name] += data.size
        return made

    def cast(self, value: Any, dtype: Any, node: Any, target: str | None) -> Any:
        if not isinstance(value, Buffer):
            return dtype.type(value)
        self.reads[value.name] += value.data.size
        made = Buffer(self.name(target), value.dims, value.data.astype(dtype), value.origin)
        self.writes[made.name] += value.data.size
        return made

    def name(self, target: str | None) -> str:
        if target is None:
            self.temporaries += 1
        return target or f"temporary {self.temporaries}"

    def field_operator(
        self, stencil: Any, domain: Any, fields: list[Any], names: Any, ty: Any, target: str | None
    ) -> Any:
        function = self.eval(stencil, names)
        dims = [dim for dim, _, _ in domain]
        vertical = [dim for dim in dims if dim.kind == "vertical"]
        # Columns, each from below.
        order = sorted(domain, key=lambda one: one[0] in vertical)
        points: dict[Any, Any] = {}
        column = None
        for place in itertools.product(*(range(a, b) for _, a, b in order)):
            at = {dim: p for (dim, _, _), p in zip(order, place, strict=True)}
            own = tuple(at[dim] for dim in dims if dim not in vertical)
            if own != column:
                column = own
                self.carries.clear()
            points[tuple(at[dim] for dim in dims)] = function(
                *(FieldIterator(source, at, self) for source in fields)
            )
        return self.made(points, domain, ty, self.name(target))

    def made(self, points: dict[Any, Any], domain: Any, ty: Any, name: str) -> Any:
        items = parts(ty)
        if items is not None:
            return tuple(
                self.made({at: v[k] for at, v in points.items()}, domain, item, name)
                for k, item in enumerate(items)
            )
        place = {dim: a for dim, a, _ in domain}
        end = {dim: b for dim, _, b in domain}
        local = [dim for dim in ty.dims if dim.kind == "local"]
        shape = [
            end[dim] - place[dim] if dim in place else self.counts[dim.value] for dim in ty.dims
        ]
        data = np.zeros(shape, ty.dtype.numpy_dtype)
        for at, value in points.items():
            where = dict(zip((dim for dim, _, _ in domain), at, strict=True))
            index = tuple(
                slice(None) if dim in local else where[dim] - place[dim] for dim in ty.dims
            )
            assert np.asarray(value).dtype == data.dtype
            data[index] = value
        self.writes[name] += data.size
        return Buffer(name, ty.dims, data, place)


# --- random programs --------------------------------------------------------------------------------------------------

FLOATS, NUMBERS = ("float64", "float32"), ("float64", "float32", "int32")
NV, NE = 5, 7
COUNTS = {"V2E": 3, "E2V": 2}
STEPS = {"Ioff": I, "Joff": J, "Koff": K}


class Generator:
    """A random program, with arrays for its parameters."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.numpy = np.random.default_rng(seed)
        self.fresh = itertools.count()
        self.n = 6
        self.fields: dict[str, Any] = {}
        self.arrays: dict[str, Any] = {}
        tables = {
            "V2E": gt4py.as_connectivity(
                [V, V2EDim], E, self.numpy.integers(0, NE, (NV, 3)).astype(np.int32)
            ),
            "E2V": gt4py.as_connectivity(
                [E, E2VDim], V, self.numpy.integers(0, NV, (NE, 2)).astype(np.int32)
            ),
        }
        self.provider = {**STEPS, **tables}
        self.steps: dict[str, Any] = {name: _along(dim) for name, dim in STEPS.items()}
        self.steps["V2E"] = _table((V, V2EDim), E, tables["V2E"].table)
        self.steps["E2V"] = _table((E, E2VDim), V, tables["E2V"].table)

    def name(self, stem: str) -> str:
        return f"{stem}{next(self.fresh)}"

    def field(self, dims: tuple[Any, ...]) -> ir.Node:
        """A parameter that is a field, a new one or one that there is."""
        known = [name for name, ty in self.fields.items() if ty.dims == dims]
        if known and self.random.random() < 0.3:
            return ir.Name(self.random.choice(known))
        name = self.name("f")
        dtype = self.random.choice(NUMBERS)
        sizes = {V: NV, E: NE, V2EDim: 3, E2VDim: 2}
        self.fields[name] = gt4py.FieldType(dims, dtype)
        shape = [sizes.get(dim, self.n) for dim in dims]
        data = self.numpy.integers(-9, 9, shape).astype(dtype)
        self.arrays[name] = Buffer(name, dims, data, {})
        return ir.Name(name)

    # --- at a point -----------------------------------------------------------------------------------------------------

    def number(
        self, its: list[Any], values: list[str], depth: int, where: Any, reach: int
    ) -> ir.Node:
        """An expression that is a number. `its` are (name, dims) of iterators."""
        r = self.random
        if depth <= 0:
            return self.leaf(its, values, where, reach)
        inner = lambda: self.number(its, values, depth - 1, where, reach)  # noqa: E731
        kinds = ["binary"] * 4 + ["leaf", "unary", "if", "let", "tuple", "lambda", "cast", "twice"]
        if where in (V, E):
            kinds += ["reduce"] * 3 + ["list_get"]
        kinds += ["lift"]
        match r.choice(kinds):
            case "binary":
                return ir.Name(r.choice(["plus", "minus", "multiplies", "minimum", "maximum"]))(
                    inner(), inner()
                )
            case "unary":
                return ir.Name(r.choice(["neg", "abs"]))(inner())
            case "if":
                condition = ir.Name(r.choice(["less", "greater", "eq"]))(inner(), inner())
                if r.random() < 0.3:
                    condition = ir.Name("and_")(
                        condition, ir.Name("not_")(ir.Name("less")(inner(), inner()))
                    )
                return ir.Name("if_")(condition, inner(), inner())
            case "let":
                name = self.name("v")
                bound = inner()
                return ir.Let(
                    ((name, bound),), self.number(its, [*values, name], depth - 1, where, reach)
                )
            case "tuple":
                return ir.tuple_get(r.randrange(2), ir.Name("make_tuple")(inner(), inner()))
            case "lambda":
                name = self.name("p")
                return ir.Lambda(
                    (name,), self.number(its, [*values, name], depth - 1, where, reach)
                )(inner())
            case "cast":
                return ir.Name("cast_")(inner(), ir.TypeName(cf.ScalarType(r.choice(FLOATS))))
            case "twice":
                # A template: a function with a name, at two types.
                f, x = self.name("g"), self.name("x")
                body = ir.Name("plus")(ir.Name(x), ir.Name("multiplies")(ir.Name(x), ir.Name(x)))
                use = ir.Name("plus")(ir.Name(f)(inner()), ir.Name(f)(ir.as_node(2)))
                return ir.Let(((f, ir.Lambda((x,), body)),), use)
            case "reduce":
                return self.reduction(its, values, depth, where)
            case "list_get":
                xs = self.neighbours(its, where)
                if xs is not None:
                    return ir.Name("list_get")(ir.Index(r.randrange(2)), xs)
            case "lift":
                return self.lifted(its, depth, where, reach)
        return self.leaf(its, values, where, reach)

    def leaf(self, its: list[Any], values: list[str], where: Any, reach: int) -> ir.Node:
        r = self.random
        usable = [it for it in its if where is None or where in it[1] or not set(it[1]) & {V, E}]
        if values and r.random() < 0.3:
            return ir.Name(r.choice(values))
        if not usable or r.random() < 0.15:
            return ir.as_node(r.choice([2, 3, 1.5, 0.25, np.float32(0.5)]))
        name, dims = r.choice(usable)
        it: ir.Node = ir.Name(name)
        steps = [offset for offset, dim in STEPS.items() if dim in dims]
        if steps and reach and r.random() < 0.6:
            it = ir.shift(r.choice(steps), r.choice([-1, 1]))(it)
        return ir.Name("deref")(it)

    def neighbours(self, its: list[Any], where: Any) -> ir.Node | None:
        offset, other = ("V2E", E) if where is V else ("E2V", V)
        usable = [name for name, dims in its if other in dims]
        return ir.neighbors(offset, ir.Name(self.random.choice(usable))) if usable else None

    def reduction(self, its: list[Any], values: list[str], depth: int, where: Any) -> ir.Node:
        xs = self.neighbours(its, where)
        if xs is None:
            return self.leaf(its, values, where, 0)
        r = self.random
        # Elements are made floats, which is what the initial value is.
        wide = ir.TypeName(cf.ScalarType("float64"))
        x = self.name("x")
        to_float = ir.Lambda((x,), ir.Name("cast_")(ir.Name(x), wide))
        lists = [ir.Name("map_list")(to_float)(xs)]
        if r.random() < 0.3:
            ys = self.neighbours(its, where)
            y, z = self.name("x"), self.name("x")
            scaled = ir.Lambda(
                (y, z), ir.Name("multiplies")(ir.Name(y), ir.Name("cast_")(ir.Name(z), wide))
            )
            lists = [ir.Name("map_list")(scaled)(lists[0], ys)]
        if r.random() < 0.3:
            y, z = self.name("x"), self.name("x")
            scaled = ir.Lambda((y, z), ir.Name("multiplies")(ir.Name(y), ir.Name(z)))
            lists = [
                ir.Name("map_list")(scaled)(lists[0], ir.Name("make_const_list")(ir.as_node(0.5)))
            ]
        if r.random() < 0.5:
            return ir.Name("reduce")(ir.Name("plus"), ir.as_node(0.0))(*lists)
        a, b = self.name("a"), self.name("b")
        extra = self.number([], values, 1, None, 0)
        body = ir.Name("maximum")(
            ir.Name(a), ir.Name("plus")(ir.Name(b), ir.Name("cast_")(extra, wide))
        )
        return ir.Name("reduce")(ir.Lambda((a, b), body), ir.as_node(-100.0))(*lists)

    def lifted(self, its: list[Any], depth: int, where: Any, reach: int) -> ir.Node:
        usable = [it for it in its if where is None or where in it[1]]
        if not usable:
            return self.leaf(its, [], where, reach)
        name, dims = self.random.choice(usable)
        inner = self.name("it")
        body = self.number([(inner, dims)], [], min(depth - 1, 1), where, 0)
        if not any(isinstance(node, ir.Name) and node.name == inner for node in body.walk()):
            body = ir.Name("plus")(body, ir.Name("deref")(ir.Name(inner)))
        it: ir.Node = ir.Name("lift")(ir.Lambda((inner,), body))(ir.Name(name))
        steps = [offset for offset, dim in STEPS.items() if dim in dims]
        if steps and reach:
            it = ir.shift(self.random.choice(steps), self.random.choice([-1, 1]))(it)
        return ir.Name("deref")(it)

    # --- fields ---------------------------------------------------------------------------------------------------------

    def domain(self, dims: tuple[Any, ...], margin: int) -> ir.Node:
        ranges = {}
        for dim in dims:
            if dim in (V, E):
                ranges[dim] = (0, "nv" if dim is V else "ne")
            else:
                end = (
                    ir.Name("n")
                    if not margin
                    else ir.Name("minus")(ir.Name("n"), ir.as_node(margin))
                )
                ranges[dim] = (margin, end)
        return ir.domain_of(ranges, unstructured=V in dims or E in dims)

    def applied(self, dims: tuple[Any, ...], margin: int, nested: int) -> ir.Node:
        """A field over `dims`, which reads at most one step to each side."""
        r = self.random
        where = next((dim for dim in dims if dim in (V, E)), None)
        fields, its = [], []
        for _ in range(r.randint(1, 3)):
            over = dims
            if where is not None and r.random() < 0.6:
                over = tuple(E if dim is V else V if dim is E else dim for dim in dims)
                over = gt4py.order_dimensions(over)
            elif len(dims) > 1 and r.random() < 0.3:
                over = dims[:1]
            # What is not over the place is reached by neighbours alone.
            source = (
                self.applied(over, margin - 1, nested - 1)
                if nested > 0 and margin > 1 and r.random() < 0.5
                else self.field(over)
            )
            fields.append(source)
            its.append((self.name("it"), over))
        scans = K in dims and r.random() < 0.2
        if scans:
            carry = self.name("c")
            wide = ir.TypeName(cf.ScalarType("float64"))
            step = ir.Name("cast_")(self.number(its, [carry], 2, where, 0), wide)
            stencil = ir.Name("scan")(
                ir.Lambda((carry, *(name for name, _ in its)), step),
                ir.as_node(True),
                ir.as_node(1.0),
            )
        else:
            body = self.number(its, [], r.randint(1, 4), where, 1)
            stencil = ir.Lambda(tuple(name for name, _ in its), body)
        return ir.Name("as_fieldop")(stencil, self.domain(dims, margin))(*fields)

    def program(self) -> tuple[Any, dict[str, Any]]:
        """A program and the types of its parameters."""
        r = self.random
        dims = r.choice([(I,), (I, J), (I, K), (I, J, K), (K,), (V,), (E,), (V, K), (E, K)])
        statements, types = [], {}
        for place in range(r.choice([1, 1, 2])):
            value = self.applied(dims, 2, 2)
            if r.random() < 0.3:
                # Operations on whole fields.
                wide = ir.TypeName(cf.ScalarType("float64"))
                pair = (value, r.choice([ir.as_node(0.5), self.applied(dims, 2, 1)]))
                symbol = ir.Name(r.choice(["plus", "minus", "multiplies"]))
                value = symbol(*(ir.Name("cast_")(one, wide) for one in pair))
            out = f"out{place}"
            statements.append((out, self.domain(dims, 2), value))
        scalars = {name: cf.ScalarType("int32") for name in ("n", "nv", "ne")}
        for out, _, value in statements:
            inferred = ir.infer(
                value, {**self.fields, **scalars}, self.provider, conversions="implicit"
            ).type
            wide = inferred.dtype
            if r.random() < 0.3 and str(wide) in ("float32", "int32"):
                wide = cf.ScalarType("float64")
            types[out] = gt4py.FieldType(inferred.dims, wide)
            sizes = {V: NV, E: NE}
            shape = [sizes.get(dim, self.n) for dim in inferred.dims]
            self.arrays[out] = Buffer(out, inferred.dims, np.zeros(shape, wide.numpy_dtype), {})
        params = {**self.fields, **types, **scalars}
        body = tuple(ir.SetAt(ir.Name(out), domain, value) for out, domain, value in statements)
        return ir.Program("random", tuple(params), body), params

    def evaluator(self, program: Any) -> Evaluator:
        """The run of a program over this one's arrays; what it stores is its own."""
        scalars = {"n": np.int32(self.n), "nv": np.int32(NV), "ne": np.int32(NE)}
        arrays = {
            name: Buffer(name, own.dims, own.data.copy(), own.origin)
            for name, own in self.arrays.items()
        }
        return Evaluator(program, {**arrays, **scalars}, self.steps, COUNTS)
