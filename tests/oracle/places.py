"""Arguments of functions that put elements in places, count them, or measure between them.

Places are written out, so that a checker can know them: half the time one of them is out of range.
"""

from __future__ import annotations

import math

from draw import REALS, SIZES, Draw, Generator, axis_in, one_of


def drawn_axis(d: Draw) -> str:
    """An axis that the arguments after it know of; sometimes `None`."""
    if d.chance(0.15):
        d.memory["along"] = None
        return "None"
    axis = axis_in(d)
    d.memory["along"] = axis
    return str(axis)


def along(d: Draw) -> int | None:
    """The axis in question, counted from the front; `None` if there is none."""
    axis = d.memory.get("along")
    rank = len(d.shape)
    return None if axis is None or not -rank <= axis < rank else axis % rank


def length(d: Draw) -> int:
    axis = along(d)
    return math.prod(d.shape) if axis is None else d.shape[axis]


def place(d: Draw, size: int, negative: bool = True) -> int:
    if d.valid and size:
        return d.rng.randrange(-size if negative else 0, size)
    return d.pick([0, 1, 2, size - 1, size, size + 1, -1, -size, -size - 1])


def listed(d: Draw, places: list[int]) -> str:
    text = d.pick(["[{}]", "[{}]", "({},)", "np.array([{}], dtype=int)"])
    return "[]" if not places else text.format(", ".join(map(str, places)))


def places_in(negative: bool = True, extra: int = 0, alone: float = 0.35) -> Generator:
    """One place along the axis in question, or several; `extra` more than there are elements."""

    def draw(d: Draw) -> str:
        size = length(d) + extra
        if d.chance(alone):
            d.memory["places"] = None
            return str(place(d, size, negative))
        places = [place(d, size, negative) for _ in range(d.pick([0, 1, 1, 2, 2, 3]))]
        d.memory["places"] = len(places)
        return listed(d, places)

    return draw


def inserted_at(d: Draw) -> str:
    """Where something is inserted."""
    if d.chance(0.15):
        d.memory["places"] = 2
        return d.pick(["slice(0, 2)", "slice(1, 2)", "slice(None)", "slice(0, 0)"])
    return places_in(extra=1)(d)


def inserted(d: Draw) -> str:
    """What is inserted there: it fits half the time."""
    shape, axis, places = list(d.shape), along(d), d.memory.get("places")
    if axis is None:
        shape = [places or d.pick([1, 2, 3])]
    elif places is None:
        del shape[axis]
        if d.chance(0.3):
            shape.insert(0, d.pick([1, 2, 3]))
    else:
        shape[axis] = places if d.chance(0.7) else d.pick([1, 2, 3])
    return near(d, tuple(shape))


def near(d: Draw, shape: tuple[int, ...]) -> str:
    """An array of this shape, or of one that broadcasts to it; sometimes of another."""
    if d.chance(0.2):
        return d.pick(["0", "1.5", "np.float32(2)"])
    dims = [1 if d.chance(0.2) else n for n in shape][d.pick([0, 0, 0, 1]) :]
    if d.chance(0.1):
        dims.insert(0, d.pick([1, 1, 2]))
    if not d.valid and dims:
        dims[d.rng.randrange(len(dims))] += d.pick([0, 1, 2])
    return d.filled(tuple(dims), d.pick(REALS))


def indices_along(d: Draw) -> str:
    """Indices that `take_along_axis` takes; of zeros, which are in range."""
    axis, dims = along(d), [1 if d.chance(0.3) else n for n in d.shape]
    if d.memory.get("along", 0) is None:
        dims = [d.pick([0, 1, 2, 3])]
    elif axis is not None:
        dims[axis] = d.pick([0, 1, 2, 3]) if d.shape[axis] else 0
    if not d.valid and dims and d.chance(0.6):
        dims[d.rng.randrange(len(dims))] += d.pick([1, 2])
    if not d.valid and d.chance(0.3):
        dims = dims[1:] if d.chance(0.5) else [1, *dims]
    if 0 in d.shape and 0 not in dims:
        dims = [0] * len(dims)
    d.memory["taken"] = tuple(dims)
    return d.filled(
        tuple(dims),
        d.pick(["int64", "int64", "int32", "uint8"] + ["float64", "bool"] * (not d.valid)),
        "zeros",
    )


def put_along(d: Draw) -> str:
    shape = list(d.memory["taken"])
    if len(shape) == len(d.shape) and along(d) is not None:
        shape = [
            n if i == along(d) else max(n, m) if n and m else 0
            for i, (n, m) in enumerate(zip(shape, d.shape, strict=True))
        ]
    return near(d, tuple(shape))


def as_long(d: Draw) -> str:
    """As long as the main array's axis, the last if none was drawn; sometimes not."""
    axis = along(d)
    size = d.shape[-1 if axis is None else axis] if d.shape else 1
    size = size if d.valid else d.pick([size, size + 1, size + 2, 0, 1, 2, 3])
    return ramp(d, size)


def ramp(d: Draw, size: int, dtype: str | None = None) -> str:
    """Different numbers, as places in a line are."""
    dtype = dtype or d.pick(["float64", "float64", "int64", "float32", "int16"])
    return d.let(f"np.arange({size}, dtype={dtype!r})")


def abscissas(d: Draw) -> str:
    """`x` of `trapezoid`: a line of points, or an array of them."""
    if d.chance(0.1):
        return "2.0"
    if d.chance(0.7):
        return as_long(d)
    return near(d, d.shape)


def spacings(d: Draw) -> str:
    """The spacings of a gradient, which stand behind the array."""
    axes = d.memory["gradient"] if "gradient" in d.memory else len(d.shape)
    count = axes if d.valid or d.chance(0.5) else axes + d.pick([-1, 1])
    if d.chance(0.2):
        return d.pick(["", "2.0", "2", "[1.0]", "np.float32(2)"])
    texts = []
    for place in range(max(count, 0)):
        size = d.shape[place] if place < len(d.shape) else 2
        size += 0 if d.valid else d.pick([0, 0, 1])
        texts.append(
            ramp(d, size, "float64") if d.chance(0.6) else d.pick(["1.0", "2", "np.float64(3)"])
        )
    return ", ".join(texts)


def gradient(d: Draw) -> str:
    given = spacings(d)
    edge = d.pick(["", "", "", ", edge_order=2", ", edge_order=1", ", edge_order=3"])
    return f"{given}{edge}".strip(", ")


def gradient_along(d: Draw) -> str:
    axis = drawn_axis(d)
    many = along(d) is None
    given = gradient(d) if many else d.pick(["", "1.0", as_long(d), f"{as_long(d)}, 1.0"])
    return ", ".join(text for text in [given, f"axis={axis}"] if text)


def bins(d: Draw, dims: int) -> str:
    """Numbers of bins, or edges between them."""

    def one() -> str:
        if d.chance(0.5):
            return str(d.pick([1, 2, 3, 4]) if d.valid else d.pick([0, 1, 2, -1]))
        size = d.pick([1, 2, 3, 4])
        return d.pick([repr(list(range(size))), ramp(d, size), f"tuple(range({size}))"])

    if d.chance(0.35):
        return one()
    count = dims if d.valid or d.chance(0.4) else d.pick([1, 2, 3, 4])
    return d.pick(["[{}]", "({},)"]).format(", ".join(one() for _ in range(count)))


def bins_of(dims: int) -> Generator:
    return lambda d: bins(d, dims)


def bins_of_sample(d: Draw) -> str:
    return bins(d, d.shape[1] if len(d.shape) == 2 else 1)


def weights_of_points(d: Draw) -> str:
    size = d.shape[0] if d.shape else 1
    if d.valid or d.chance(0.5):
        return d.filled((size,), d.pick(["float64", "int64", "float32"]))
    return d.filled(d.pick([(size + 1,), (size, 1), (0,), ()]), "float64")


def shape_of_places(d: Draw) -> str:
    """A shape in which elements have places."""
    d.shape = tuple(
        d.pick([n for n in SIZES if n or not d.valid]) for _ in range(d.pick([1, 2, 2, 3]))
    )
    return repr(d.shape)


def unravelled(d: Draw) -> str:
    shape = shape_of_places(d)
    places = places_in(negative=not d.valid)(d)
    if d.chance(0.1):
        places = f"[[{place(d, length(d), False)}, 0], [0, 0]]"
    return f"{places}, {shape}"


def raveled(d: Draw) -> str:
    shape = shape_of_places(d)
    count = len(d.shape) if d.valid or d.chance(0.6) else d.pick([1, 2, 3])
    indices = []
    for axis in range(count):
        size = d.shape[axis] if axis < len(d.shape) else 2
        if d.chance(0.5):
            indices.append(str(place(d, size, not d.valid)))
        else:
            indices.append(
                listed(d, [place(d, size, not d.valid) for _ in range(d.pick([1, 2, 2]))])
            )
    text = d.pick(["({},)", "({},)", "[{}]"]).format(", ".join(indices))
    mode = d.pick(["", "", "", ", mode='clip'", ", mode='wrap'", ", mode=('raise', 'clip')"])
    return f"{text}, {shape}{mode}"


def kth(d: Draw) -> str:
    axis = d.memory.get("along", -1)
    if axis == -1 and "along" not in d.memory:
        d.memory["along"] = -1
    return places_in(alone=0.6)(d)


def probabilities(d: Draw) -> str:
    """One for each of what is drawn from; they sum to 1."""
    size = d.memory["population"]
    size = size if d.valid or d.chance(0.4) else d.pick([size + 1, max(size - 1, 1)])
    if d.chance(0.15) or not size:
        return "None"
    values = [1.0] + [0.0] * (size - 1)
    return d.pick(
        [repr(values), repr(tuple(values)), f"np.array({values})", f"np.full({size}, {1 / size})"]
    )


def chosen(d: Draw) -> str:
    """What is drawn from, a number, a list or an array, and how much: one of so many numbers is a random int of Python."""
    size = d.pick([1, 2, 3, 4])
    d.memory["population"] = size
    population = d.pick(["", repr(list(range(size))), ramp(d, size), f"np.zeros(({size}, 2))"])
    if not population or d.chance(0.7):
        how_much = d.pick(
            ["1", "2", "5", "(2, 2)", "()", "(0, 3)", "0"] + ["None"] * bool(population)
        )
        return f"{population or size}, {how_much}"
    return population


drawn_size = one_of(1, 2, 5, "(2, 2)", "()", "(0, 3)", 0)
offset = one_of(0, 0, 8, 3)
