"""Cases for the relations on shapes, with NumPy the judge.

Writes crates/conformable_solver/tests/data/*.txt, one case a line, tab-separated, the last column
what came out: a shape like `2,3`, `-` for (), or `!` where NumPy raises. Deterministic.

    python scripts/gen_relation_cases.py
"""

import itertools
import pathlib
import random
import warnings

import numpy as np

OUT = pathlib.Path(__file__).resolve().parent.parent / "crates/conformable_solver/tests/data"
SIZES = [0, 1, 1, 2, 3, 4, 5]


def text(shape):
    return ",".join(map(str, shape)) or "-"


def outcome(run):
    """The shape of what `run` returns, or `!`; NumPy scalars are marked `s`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = run()
    except (ValueError, IndexError, TypeError):
        return "!"
    return text(result.shape) if isinstance(result, np.ndarray) else "s"


def a_shape(rng, most=4):
    return tuple(rng.choice(SIZES) for _ in range(rng.randint(0, most)))


# --- keys -----------------------------------------------------------------------------------------
# An item's text and its value. Arrays are written as dtype and shape: their elements are zeros,
# which are in range wherever anything is.


def an_item(rng, size):
    kind = rng.choice("iiiissssslllanmeb0")
    if kind == "i":
        value = rng.choice([0, -1, 1, size - 1, -size, size, -size - 1, rng.randint(-3, 3)])
        return f"i{value}", value
    if kind == "s":
        def bound():
            return rng.choice([None, None, 0, 1, -1, 2, -2, size, -size, size + 1, rng.randint(-6, 6)])
        start, stop, step = bound(), bound(), rng.choice([None, None, None, 1, -1, 2, -2, 3])
        parts = ["" if v is None else str(v) for v in (start, stop, step)]
        return "s" + ":".join(parts), slice(start, stop, step)
    if kind == "l":
        values = [rng.choice([0, -1, 1, size - 1, -size]) for _ in range(rng.choice([0, 1, 1, 2, 2, 3]))]
        return "l" + ";".join(map(str, values)), values
    if kind == "b":
        values = [rng.random() < 0.5 for _ in range(rng.choice([size, size, size, size + 1, 1]))]
        return ("b" + "".join("T" if v else "F" for v in values), values) if values else ("l", [])
    if kind == "a":
        shape = rng.choice([(), (1,), (2,), (0,), (2, 1), (1, 3), (3,)])
        return "a" + text(shape), np.zeros(shape, np.int64)
    if kind == "n":
        return "n", None
    if kind == "e":
        return "e", ...
    if kind == "0":
        value = rng.random() < 0.6
        return ("bT0" if value else "bF0"), value
    return None, None


def a_mask(rng, shape, at):
    rank = rng.choice([1, 1, 2, 3])
    own = [d if rng.random() < 0.95 else rng.choice(SIZES) for d in shape[at : at + rank]]
    own += [rng.choice(SIZES)] * (rank - len(own) if rng.random() < 0.2 else 0)
    return "m" + text(own), np.zeros(tuple(own), bool)


def index_cases(rng, count):
    for _ in range(count):
        shape = a_shape(rng)
        items, at = [], 0
        for _ in range(rng.randint(0, len(shape) + rng.choice([0, 0, 0, 1]))):
            size = shape[at] if at < len(shape) else 2
            name, value = an_item(rng, size)
            if name is None:
                name, value = a_mask(rng, shape, at)
                at += value.ndim
            elif name[0] in "islab" and not name.endswith("0"):
                at += 1
            items.append((name, value))
        x = np.zeros(shape)
        key = tuple(value for _, value in items)
        yield text(shape), " ".join(name for name, _ in items) or "()", outcome(lambda: x[key])


# --- reshape, permute, einsum, concatenate, broadcast, expand ----------------------------------------


def reshape_cases(rng, count):
    for _ in range(count):
        shape = a_shape(rng)
        new = [rng.choice([-1, 0, 1, 2, 3, 4, 6, 12, *shape]) for _ in range(rng.randint(0, 3))]
        if rng.random() < 0.6:
            new = list(shape)
            rng.shuffle(new)
            if len(new) > 1 and rng.random() < 0.6:
                new = [new[0] * new[1], *new[2:]]
            if new and rng.random() < 0.5:
                new[rng.randrange(len(new))] = -1
        x = np.zeros(shape)
        yield text(shape), text(new), outcome(lambda: x.reshape(tuple(new)))


def permute_cases(rng, count):
    for _ in range(count):
        shape = a_shape(rng)
        axes = list(range(len(shape)))
        rng.shuffle(axes)
        axes = [a - len(shape) if rng.random() < 0.3 else a for a in axes]
        if rng.random() < 0.3:
            axes = [rng.randint(-3, 3) for _ in range(rng.randint(0, 4))]
        x = np.zeros(shape)
        yield text(shape), text(axes), outcome(lambda: x.transpose(tuple(axes)))


def expand_cases(rng, count):
    for _ in range(count):
        shape = a_shape(rng)
        axes = [rng.randint(-4, 4) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
        axis = tuple(axes)
        x = np.zeros(shape)
        yield "expand", text(shape), text(axes), outcome(lambda: np.expand_dims(x, axis))
        yield "reduce", text(shape), text(axes), outcome(lambda: np.asarray(x.sum(axis=axis, where=True)))
        yield "keepdims", text(shape), text(axes), outcome(lambda: np.asarray(x.sum(axis=axis, keepdims=True)))


EINSUMS = [
    "ij,jk->ik", "ij,jk", "ij,ij->ij", "ii->i", "ii", "ij->ji", "i,j->ij", "i,i->", "i,i->i", "...i,...i->...",
    "...ij,...jk->...ik", "i...->...", "i...", "...i", "...,...", "i...->i", "ij...,jk...->ik...", "bij,bjk->bik",
    "ij,jk,kl->il", "i->ij", "ij->ii", "ba", "b A", "ij , jk -> i k", "i...i->...i", "->", ",->", "i.j", "i->i->i",
    "ijk->", "i,ij,j->", "...->...", "...i->i...", "iij->j", "i,...->...i", "i1", "ij,k",
]  # fmt: skip


def einsum_cases(rng, count):
    for _ in range(count):
        subscripts = rng.choice(EINSUMS)
        known = {}
        shapes = []
        for operand in subscripts.replace(" ", "").split("->")[0].split(","):
            dims = []
            for part in operand.replace("...", "*"):
                if part == "*":
                    dims += rng.choice([[], [2], [1], [3, 2], [2]])
                else:
                    dims.append(known.setdefault(part, rng.choice(SIZES)))
            dims = [d if rng.random() < 0.95 else rng.choice(SIZES) for d in dims]
            if rng.random() < 0.04:
                dims.append(2)
            shapes.append(tuple(dims))
        if rng.random() < 0.03:
            shapes.append((2,))
        # NumPy's view of one operand forgets a first size of 0: einsum("ii->i", (0, 2)) is (2,).
        if len(shapes) == 1 and 0 in shapes[0] and any(subscripts.split("->")[0].count(c) > 1 for c in "ij"):
            continue
        arrays = [np.zeros(s) for s in shapes]
        yield subscripts, " ".join(map(text, shapes)), outcome(lambda: np.asarray(np.einsum(subscripts, *arrays)))


def joining_cases(rng, count):
    for _ in range(count):
        model = a_shape(rng, 3)
        shapes = []
        for _ in range(rng.randint(1, 3)):
            shape = tuple(d if rng.random() < 0.8 else rng.choice(SIZES) for d in model)
            shapes.append(shape[1:] if rng.random() < 0.1 else shape)
        arrays = [np.zeros(s) for s in shapes]
        axis = rng.choice([0, 0, 1, -1, 2, -2, None])
        written = " ".join(map(text, shapes))
        yield f"concat {axis}", written, outcome(lambda: np.concatenate(arrays, axis))
        yield "broadcast", written, outcome(lambda: np.broadcast(*arrays) and np.zeros(np.broadcast(*arrays).shape))


def slice_cases():
    bounds = [None, *range(-6, 7)]
    for n, start, stop, step in itertools.product(range(5), bounds, bounds, [None, 1, 2, 3, -1, -2, -3]):
        if (n + (start or 0) + 3 * (stop or 0)) % 3 == 0:
            parts = ":".join("" if v is None else str(v) for v in (start, stop, step))
            yield str(n), parts, str(len(range(n)[start:stop:step]))


def write(name, cases):
    lines = sorted({"\t".join(case) for case in cases})
    (OUT / f"{name}.txt").write_text("\n".join(lines) + "\n")
    print(name, len(lines), sum(line.endswith("!") for line in lines))


if __name__ == "__main__":
    OUT.mkdir(parents=True, exist_ok=True)
    rng = random.Random(20260401)
    write("index", index_cases(rng, 4000))
    write("reshape", reshape_cases(rng, 1200))
    write("permute", permute_cases(rng, 500))
    write("axes", expand_cases(rng, 500))
    write("einsum", einsum_cases(rng, 1500))
    write("joining", joining_cases(rng, 700))
    write("slices", slice_cases())
