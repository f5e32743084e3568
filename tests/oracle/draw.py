"""Drawing arguments: each generator takes a `Draw` and gives the source of one argument.

Arrays are made by statements of their own (`x3a = np.ones((2, 3), dtype=np.int8)`), so that the
checker sees a binding. Values are ones (or what's needed to be valid): nothing that's drawn may
fail by value, for that is what a checker can't know. What may fail are shapes, ranks, axes, dtypes
and sizes, about half the time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

import wide

FLOATS = ["float64"] * 6 + ["float32"] * 3 + ["float16", "longdouble"]
INTS = ["int64"] * 5 + [
    "int32",
    "int32",
    "int16",
    "int8",
    "uint8",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
]
COMPLEX = ["complex128", "complex128", "complex64", "clongdouble"]
BOOL = ["bool"]
NUMBERS = FLOATS * 2 + INTS + COMPLEX + BOOL * 3
REALS = FLOATS * 2 + INTS + BOOL * 2
OTHERS = ["object", "U3", "datetime64[D]", "timedelta64[s]"]
MIXED = NUMBERS * 2 + OTHERS
LAPACK = ["float64"] * 6 + ["float32", "complex128", "int64", "bool", "float16"]

RANKS = [0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 5]
SIZES = [0, 1, 1, 2, 2, 3, 3, 4, 5]
SIZE_LIMIT = 2000

Generator = Callable[["Draw"], str]
Shape = tuple[int, ...]


class Draw:
    """The state of one case: its random numbers, its statements, the shape of its main array."""

    def __init__(self, number: int, rng: Random, wide: bool = False) -> None:
        self.number = number
        self.rng = rng
        self.wide = wide
        self.setup: list[str] = []
        self.shape: Shape = ()
        self.dtype = "float64"
        self.valid = rng.random() < 0.5
        self.memory: dict[str, object] = {}

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def pick(self, options: Sequence):
        return self.rng.choice(options)

    def let(self, expression: str) -> str:
        name = f"x{self.number}{'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'[len(self.setup)]}"
        self.setup.append(f"{name} = {expression}")
        return name

    def dims(self, ranks: Sequence[int] = RANKS, sizes: Sequence[int] = SIZES) -> Shape:
        while True:
            shape = tuple(self.pick(sizes) for _ in range(self.pick(ranks)))
            if math.prod(shape) <= SIZE_LIMIT:
                return shape

    def filled(self, shape: Shape, dtype: str, fill: str = "ones") -> str:
        """An array of that shape in a variable of its own."""
        if self.wide and self.chance(0.15):
            return wide.odd(self, shape, dtype)
        if dtype.startswith(("U", "S", "datetime", "timedelta")):
            return self.let(f"np.zeros({shape!r}, dtype={dtype!r})")
        text = self.pick([f"np.{dtype}", repr(dtype)]) if dtype != "object" else "object"
        if dtype == "bool":
            text = self.pick(["bool", "np.bool_"])
        if dtype == "float64" and self.chance(0.5):
            return self.let(f"np.{fill}({shape!r})")
        return self.let(f"np.{fill}({shape!r}, dtype={text})")


# --- arrays --------------------------------------------------------------------------------------


def array(
    dtypes=NUMBERS, ranks=RANKS, sizes=SIZES, likes: float = 0.1, fill: str = "ones"
) -> Generator:
    """The main array, or with probability `likes` a list or a scalar in its place."""

    def draw(d: Draw) -> str:
        if likes and d.chance(likes):
            return like(d)
        if d.wide and likes and d.chance(0.1):
            return d.pick(wide.NESTS + wide.ODD_SCALARS + wide.NUMBERS_OF_PYTHON)
        d.shape, d.dtype = d.dims(ranks, sizes), d.pick(dtypes)
        if not d.valid and "U3" in dtypes and d.chance(0.3):
            d.dtype = d.pick(["U3", "datetime64[D]", "timedelta64[s]"])
        return d.filled(d.shape, d.dtype, fill)

    return draw


def like(d: Draw) -> str:
    """A list, a Python scalar or a NumPy scalar."""
    kind = d.pick(["list", "list", "nested", "scalar", "numpy"])
    item = d.pick(["1", "2", "1.5", "True", "2j"])
    d.dtype = {"1": "int64", "2": "int64", "1.5": "float64", "True": "bool"}.get(item, "complex128")
    if kind == "scalar":
        d.shape = ()
        return item
    if kind == "numpy":
        d.shape, d.dtype = (), d.pick(["float64", "float32", "int64", "uint8"])
        return f"np.{d.dtype}(1)"
    d.shape = d.dims([1] if kind == "list" else [2], [1, 2, 3])
    return nested(d.shape, item)


def nested(shape: Shape, item: str) -> str:
    if not shape:
        return item
    return "[" + ", ".join([nested(shape[1:], item)] * shape[0]) + "]"


def mate(dtypes=NUMBERS, scalars: float = 0.15) -> Generator:
    """An operand that broadcasts with the main array; sometimes one that doesn't."""

    def draw(d: Draw) -> str:
        if d.wide and scalars and d.chance(0.15):
            return d.pick(wide.INTS_OF_PYTHON * 2 + wide.ODD_SCALARS + wide.TEXTS)
        if d.chance(scalars):
            return d.pick(["2", "1", "1.5", "True", "2j", "np.float32(2)", "np.int8(1)", "3"])
        shape = tuple(1 if d.chance(0.2) else n for n in d.shape)
        shape = shape[d.pick([0, 0, 0, 1, 2]) :]
        if not d.valid and shape:
            at = d.rng.randrange(len(shape))
            shape = (*shape[:at], shape[at] + d.pick([1, 2]), *shape[at + 1 :])
        elif d.chance(0.1):
            shape = (d.pick([1, 2, 3]), *shape)
        return d.filled(shape, d.pick(dtypes))

    return draw


def twin(dtypes=None) -> Generator:
    """An array of the main array's shape; sometimes of another."""

    def draw(d: Draw) -> str:
        shape = d.shape if d.valid else d.dims()
        return d.filled(shape, d.pick(dtypes) if dtypes else d.dtype)

    return draw


def out(dtypes=("float64", "float64", "int64", "bool", "complex128")) -> Generator:
    return twin(dtypes)


def inner(dtypes=NUMBERS, vector: float = 0.4) -> Generator:
    """The second operand of a product: its inner dim fits the main array's last, or doesn't."""

    def draw(d: Draw) -> str:
        k = d.shape[-1] if d.shape else d.pick([0, 1, 3])
        k += 0 if d.valid else d.pick([0, 1, 2])
        if d.chance(vector):
            return d.filled((k,), d.pick(dtypes))
        batch = d.shape[:-2] if d.valid or d.chance(0.5) else d.dims([0, 1])
        batch = tuple(1 if d.chance(0.3) else n for n in batch[d.pick([0, 0, 1]) :])
        return d.filled((*batch, k, d.pick(SIZES)), d.pick(dtypes))

    return draw


def matrix(dtypes=LAPACK, square: bool = True) -> Generator:
    """A regular matrix or a stack of them, so that no value makes an algorithm fail."""

    def draw(d: Draw) -> str:
        n = d.pick([1, 2, 2, 3, 3, 4])
        m = n if square and (d.valid or d.chance(0.6)) else d.pick([1, 2, 3, 4, 5])
        d.dtype = d.pick(dtypes)
        text = f"np.eye({n}, {m}, dtype={d.dtype!r})"
        d.shape = (n, m)
        if d.chance(0.25):
            d.shape = (d.pick([1, 2, 3]), n, m)
            text = (
                f"{text} + np.zeros({d.shape!r}, dtype={d.dtype!r})" if d.dtype != "bool" else text
            )
            d.shape = d.shape if d.dtype != "bool" else (n, m)
        elif not d.valid and d.chance(0.3):
            d.shape = d.dims([0, 1])
            return d.filled(d.shape, d.dtype)
        return d.let(text)

    return draw


def right_side(d: Draw) -> str:
    """`b` in a x = b."""
    n = d.shape[-2] if len(d.shape) > 1 else 2
    n += 0 if d.valid else d.pick([0, 1, 2])
    batch = d.shape[:-2] if len(d.shape) > 2 and d.chance(0.6) else ()
    shape = d.pick([(n,), (n, 1), (n, 3), (*batch, n, 2)])
    return d.filled(shape, d.pick(LAPACK))


def sequence(dtypes=NUMBERS, ranks=(1, 1, 2, 2, 2, 3), join: int | None = None) -> Generator:
    """A list or tuple of arrays that agree save for one axis; sometimes they don't."""

    def draw(d: Draw) -> str:
        d.shape = d.dims(ranks if d.chance(0.9) else (0, 1))
        rank = len(d.shape)
        axis = d.rng.randrange(rank) if rank else 0
        if join is not None and rank > join:
            axis = join
        d.memory["axis"] = axis
        same = d.chance(0.4)
        names = []
        dtype = d.pick(dtypes)
        for _ in range(d.pick([1, 2, 2, 2, 3])):
            shape = list(d.shape)
            if rank and not same and "stack" not in d.memory:
                shape[axis] = d.pick(SIZES)
            if not d.valid and rank and d.chance(0.4):
                shape[d.rng.randrange(rank)] += 1
            if not d.valid and d.chance(0.15):
                shape = shape[1:]
            names.append(d.filled(tuple(shape), dtype if d.chance(0.5) else d.pick(dtypes)))
        return d.pick(["[{}]", "[{}]", "({},)"]).format(", ".join(names))

    return draw


def stacked(dtypes=NUMBERS) -> Generator:
    def draw(d: Draw) -> str:
        d.memory["stack"] = True
        return sequence(dtypes)(d)

    return draw


# --- axes, shapes, dtypes ------------------------------------------------------------------------


def one_of(*texts) -> Generator:
    options = [str(text) for text in texts]
    return lambda d: d.pick(options)


def axis_in(d: Draw, extra: int = 0) -> int:
    rank = len(d.shape) + extra
    if d.valid and rank:
        return d.rng.randrange(-rank, rank)
    return d.pick([0, -1, rank - 1, rank, -rank - 1, rank + 1])


def axis(d: Draw) -> str:
    """One axis."""
    return str(d.memory["axis"]) if "axis" in d.memory and d.valid else str(axis_in(d))


def axis_or_none(d: Draw) -> str:
    return "None" if d.chance(0.15) else axis(d)


def axes(d: Draw) -> str:
    """What reductions take: an axis, several, None."""
    if d.chance(0.7):
        return axis_or_none(d)
    # Some functions take a list as well, others refuse it.
    several = list if d.chance(0.15) else tuple
    if d.valid:
        some = d.rng.sample(range(len(d.shape)), d.rng.randint(0, len(d.shape)))
        return repr(several(n - len(d.shape) if d.chance(0.3) else n for n in some))
    return repr(several(axis_in(d) for _ in range(d.pick([1, 2, 2, 3]))))


def new_axes(d: Draw) -> str:
    if d.chance(0.8):
        return str(axis_in(d, extra=1))
    return repr((axis_in(d, extra=2), axis_in(d, extra=2)))


def unit_axes(d: Draw) -> str:
    """Axes of length 1, for squeeze; sometimes others."""
    ones = [i for i, n in enumerate(d.shape) if n == 1]
    if d.valid and ones:
        return str(d.pick(ones)) if d.chance(0.7) else repr(tuple(ones))
    return axes(d)


def permutation(d: Draw) -> str:
    order = list(range(len(d.shape)))
    d.rng.shuffle(order)
    if d.valid:
        order = [n - len(order) if d.chance(0.2) else n for n in order]
    elif d.chance(0.5):
        order = [axis_in(d) for _ in order]
    else:
        order = order[1:] if d.chance(0.5) else [*order, len(order)]
    return repr(tuple(order))


def spread_permutation(d: Draw) -> str:
    text = permutation(d)[1:-1].rstrip(",")
    return text or "()"


def shape(d: Draw) -> str:
    """A shape to create."""
    d.shape = d.dims()
    if not d.valid and d.chance(0.4) and d.shape:
        return repr((*d.shape[1:], -2))
    if len(d.shape) == 1 and d.chance(0.6):
        return str(d.shape[0])
    return repr(d.shape) if d.chance(0.8) else repr(list(d.shape))


def broadcast_target(d: Draw) -> str:
    target = [d.pick(SIZES) if n == 1 else n for n in d.shape]
    target = [d.pick([1, 2, 3]) for _ in range(d.pick([0, 0, 1, 2]))] + target
    if not d.valid and target:
        target[d.rng.randrange(len(target))] += d.pick([1, 2])
    return repr(tuple(target))


def reshaped(d: Draw) -> str:
    """A shape of the same size as the main array's; sometimes of another."""
    size = math.prod(d.shape)
    dims: list[int] = []
    rest = size
    while rest > 1 and len(dims) < 3:
        divisors = [n for n in range(1, rest + 1) if rest % n == 0]
        dims.append(d.pick(divisors))
        rest //= dims[-1]
    dims.append(rest)
    d.rng.shuffle(dims)
    if not d.valid:
        dims[d.rng.randrange(len(dims))] += d.pick([0, 1, 1, 2])
    if d.chance(0.35) and 0 not in dims:
        dims[d.rng.randrange(len(dims))] = -1
        if not d.valid and d.chance(0.2):
            dims.append(-1)
    if len(dims) == 1 and d.chance(0.5):
        return str(dims[0])
    return repr(tuple(dims))


def spread_reshaped(d: Draw) -> str:
    text = reshaped(d)
    return text.strip("(),") if text.startswith("(") and d.chance(0.6) else text


def dtype(d: Draw) -> str:
    name = d.pick(NUMBERS)
    spelled = {
        "float64": ["float", "np.double", "'f8'", "'d'"],
        "int64": ["int", "'i8'", "np.intp"],
    }
    spelled |= {
        "bool": ["bool", "'?'"],
        "complex128": ["complex"],
        "float32": ["'f4'", "np.single"],
    }
    plain = f"np.{name}" if name != "bool" else "np.bool_"
    return d.pick([plain, repr(name), *spelled.get(name, [plain])])


def any_dtype(d: Draw) -> str:
    odd = ["object", "'O'", "str", "'U5'", "'M8[ns]'", "'int33'", "'i4, f8'"]
    return d.pick(odd) if d.chance(0.12) else dtype(d)


def mask(d: Draw) -> str:
    return mate(["bool"], scalars=0)(d)


boolean = one_of(True, False)
number = one_of(1, 2, 0, 1.5)
order = one_of("'C'", "'C'", "'F'", "'A'", "'K'")
simple_order = one_of("'C'", "'C'", "'F'")


def small(low: int = 0, high: int = 4) -> Generator:
    return lambda d: str(d.rng.randint(low, high))


def repeats(d: Draw) -> str:
    if d.chance(0.6):
        return str(d.pick([0, 1, 2, 3]))
    length = d.shape[0] if d.shape else 1
    return repr([d.pick([1, 2]) for _ in range(length if d.valid else length + 1)])


def pad_width(d: Draw) -> str:
    rank = len(d.shape)
    count = rank if d.valid else rank + d.pick([0, 1])
    pairs = [(d.pick([0, 1, 2]), d.pick([0, 1, 2])) for _ in range(count)]
    return d.pick(["1", "2", "(1, 2)", repr(pairs), repr(pairs)])


def index_array(d: Draw) -> str:
    """Indices into the main array along its first axis (or flat), all in range."""
    sizes = [2, 3] if d.shape and min(d.shape) > 0 else [0]
    if d.chance(0.3):
        return "0" if d.chance(0.6) else "[0, 0]"
    return d.filled(d.dims([1, 1, 2], sizes), d.pick(["int64", "int64", "int32", "uint8"]), "zeros")
