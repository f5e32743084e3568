"""Random types of every kind, built by the package's constructors."""

import random
from collections.abc import Callable
from typing import Any

import conformable as cf

DTYPES = ["bool", "int8", "uint16", "int64", "float32", "float64", "complex128", "object", "U5"]
DTYPES += ["datetime64[ns]", "void{a: int32, b: float64[3]}", "?"]
SIZES = [
    "max(n, 2)",
    "min(n, m, 4)",
    "len(*s)",
    "prod(*s)",
    "bcast(n, m)",
    "slicelen(n, m, 2, k)",
    "#1",
    "#2",
]
KEYWORDS: list[str | int] = ["csr", "C", 3]
WORDS = ["a", "b c", "it's", "", "x_1", "\n", "ü"]


def size(rng: random.Random) -> Any:
    """A size: a number, unknown, a name, an expression."""
    n = cf.dim(rng.choice("nmk"))
    return rng.choice(
        [rng.randrange(6), None, n, n + rng.randrange(3), 2 * n, n // 2, n % 3, *SIZES]
    )


def shape(rng: random.Random) -> tuple[Any, ...] | None:
    """Sizes, mostly of known rank."""
    dims = [size(rng) for _ in range(rng.randrange(4))]
    if rng.random() < 0.3:
        dims.insert(rng.randrange(len(dims) + 1), rng.choice([..., "*batch"]))
    return None if rng.random() < 0.05 else tuple(dims)


def tensor(rng: random.Random) -> cf.Type:
    """An array, with a layout and a device or without."""
    dims = shape(rng)
    layout = device = None
    if rng.random() < 0.4:
        strides = None
        if dims is not None and ... not in dims and "*batch" not in dims and rng.random() < 0.5:
            strides = tuple(size(rng) for _ in dims)
        layout = cf.Layout(rng.choice(["C", "F", "A", None]), strides, rng.choice([None, 0, "n"]))
        device = rng.choice([None, "cpu", "cuda", "cuda:1"])
    return cf.TensorType(rng.choice(DTYPES), dims, layout, device)


def sparse(rng: random.Random) -> cf.Type:
    """A sparse array."""
    dtype = rng.choice(["bool", "int16", "float64", "complex64"])
    return cf.SparseTensorType(rng.choice(["csr", "csc", "bsr"]), dtype, (size(rng), size(rng)))


def leaf(rng: random.Random) -> cf.Type:
    """A type without parts."""
    number: Any = rng.choice([0, -3, 7, 2**62, 0.5, -0.0, float("inf"), True, False])
    makers: list[Callable[[], cf.Type]] = [
        lambda: cf.ScalarType(rng.choice(DTYPES)),
        lambda: cf.DTypeType(rng.choice(DTYPES)),
        lambda: cf.PythonType(
            rng.choice(["bool", "int", "float", "complex", "str", "bytes", "ellipsis"])
        ),
        lambda: cf.NoneType(),
        lambda: cf.UnknownType(),
        lambda: cf.Literal(number),
        lambda: cf.Literal(rng.choice(WORDS)),
        lambda: cf.Literal(cf.dim("n") + rng.randrange(3)),
        lambda: cf.DecayType(rng.choice(DTYPES), None),
        lambda: cf.ClassType(rng.choice(["model.Kalman", "a.b.C"])),
        lambda: cf.NamedType(rng.choice("AB")),
        lambda: cf.UnionType(),
        lambda: cf.RandomGeneratorType(),
        lambda: cf.RandomStateType(),
        lambda: sparse(rng),
    ]
    return rng.choice(makers)()


def function(rng: random.Random, part: Callable[[], cf.Type]) -> cf.Type:
    """Parameters with names or without; none, one or several results."""
    names = ["x", "y", "z"]
    params: list[cf.Type | tuple[str, cf.Type]] = [
        (n, part()) if rng.random() < 0.5 else part() for n in names[: rng.randrange(4)]
    ]
    results: list[Callable[[], cf.Type | tuple[cf.Type, ...] | None]]
    results = [lambda: None, part, lambda: (part(), part())]
    return cf.FunctionType(params, rng.choice(results)())


def signature(rng: random.Random, part: Callable[[], cf.Type]) -> cf.Type:
    """Parameters of every kind, some with defaults, some of the types with variables; constraints."""
    params = [f"a: {part()}", "/"] if rng.random() < 0.5 else []
    params += rng.sample(
        [f"b: {part()}", "c: T[m, n]", "d: T[*S]", "e=3", f"f: {part()} = None"], rng.randrange(4)
    )
    params.sort(key=lambda text: "=" in text.partition(":")[0] or " = " in text)
    params += [f"*args: {part()}"] if rng.random() < 0.3 else ["*"] if rng.random() < 0.5 else []
    if params and params[-1].startswith("*"):
        params += [f"key: {part()}", "l=True"]
    params += [f"**more: {part()}"] if rng.random() < 0.3 else []
    returns = rng.choice(["T[n]", "T[n + m]", "promote(T, U)[*broadcast(S, R)]", str(part())])
    where = rng.choice(["", " where n >= 1"]) if "c: T[m, n]" in params else ""
    return cf.parse_type(f"(({', '.join(params)}) -> {returns}{where})")


def any_type(rng: random.Random, depth: int = 3) -> cf.Type:
    """A type of any kind, nested at most so deep."""
    if depth == 0 or rng.random() < 0.3:
        return rng.choice([tensor, tensor, leaf])(rng)

    def part() -> cf.Type:
        return any_type(rng, depth - 1)

    def parts() -> list[cf.Type]:
        return [part() for _ in range(rng.randrange(4))]

    makers: list[Callable[[], cf.Type]] = [
        lambda: cf.TupleType(*parts()),
        lambda: cf.TupleType(part(), ...),
        lambda: cf.ListType(part()),
        lambda: cf.ListType(tuple(parts())),
        lambda: cf.SetType(part()),
        lambda: cf.DictType(part(), part()),
        lambda: cf.StructType(dict(zip(rng.sample(WORDS, 3), parts(), strict=False))),
        lambda: cf.SliceType(part(), part(), part()),
        lambda: cf.UnionType(*parts()),
        lambda: cf.ConstructedType("Grid", rng.choice(KEYWORDS), (2, "n"), *parts()),
        lambda: cf.ConstructedType("Money"),
        lambda: function(rng, part),
        lambda: signature(rng, part),
    ]
    return rng.choice(makers)()
