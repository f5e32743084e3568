"""Drawing subscripts: integers, slices, None, an ellipsis, masks, integer arrays, and mixtures."""

from __future__ import annotations

from draw import NUMBERS, OTHERS, Draw, array, mate

target = array(NUMBERS * 3 + OTHERS, ranks=(1, 1, 2, 2, 2, 3, 3, 4), likes=0)
any_rank = array(NUMBERS, ranks=(0, 1, 1, 2, 2, 3), likes=0)


def integer(d: Draw, size: int) -> str:
    if d.valid and size:
        n = d.rng.randrange(-size, size)
    else:
        n = d.pick([0, -1, size, -size - 1, size - 1, size + 3])
    return d.pick([str(n), str(n), str(n), f"np.int64({n})"])


def slice_(d: Draw, size: int) -> str:
    ends = ["", "", "0", "1", "2", "-1", "-2", str(size), str(size + 2), str(-size - 1)]
    step = d.pick(["", "", "", ":", ":2", ":-1", ":-2", ":3", ":0" if not d.valid else ":1"])
    return f"{d.pick(ends)}:{d.pick(ends)}{step}"


def indices(d: Draw, size: int) -> str:
    """An array or list of integers in range; sometimes out of it (a list's values are known)."""
    if not size:
        return "np.zeros(0, dtype=int)" if d.valid else "[0]"
    if d.chance(0.5):
        values = [d.rng.randrange(-size, size) for _ in range(d.pick([1, 2, 2, 3]))]
        if not d.valid and d.chance(0.3):
            values[0] = size
        return repr(values)
    shape = d.memory.setdefault("fancy", d.dims([1, 1, 2], [1, 2, 3]))
    if not d.valid and d.chance(0.3):
        shape = d.dims([1], [2, 3, 4])
    return d.filled(shape, d.pick(["int64", "int64", "int8", "uint16"]), "zeros")


def mask_of(d: Draw, shape: tuple[int, ...]) -> str:
    if not d.valid and shape:
        shape = (*shape[:-1], shape[-1] + d.pick([0, 1]))
    return d.filled(shape, "bool")


def integers(d: Draw) -> str:
    count = d.rng.randint(1, len(d.shape)) if d.valid or d.chance(0.7) else len(d.shape) + 1
    return ", ".join(integer(d, n) for n in (*d.shape, 2)[:count])


def slices(d: Draw) -> str:
    count = d.rng.randint(1, len(d.shape)) if d.valid or d.chance(0.7) else len(d.shape) + 1
    return ", ".join(slice_(d, n) for n in (*d.shape, 2)[:count])


def basic(d: Draw) -> str:
    """Integers, slices, None and one ellipsis."""
    items = []
    rank = len(d.shape)
    count = d.rng.randint(0, rank) if d.valid or d.chance(0.6) else rank + 1
    tail = d.rng.randint(0, count)
    for size in (*d.shape, 2)[: count - tail]:
        items.append(d.pick([integer, slice_, slice_])(d, size))
    if d.chance(0.5) or tail:
        items.append("...")
        for size in d.shape[rank - tail :] if tail else ():
            items.append(d.pick([integer, slice_])(d, size))
    for _ in range(d.pick([0, 0, 1, 1, 2])):
        items.insert(d.rng.randint(0, len(items)), d.pick(["None", "np.newaxis"]))
    if not d.valid and d.chance(0.1):
        items.append("...")
    return ", ".join(items) or "..."


def nones(d: Draw) -> str:
    items = [
        slice_(d, n) if d.chance(0.3) else ":" for n in d.shape[: d.rng.randint(0, len(d.shape))]
    ]
    for _ in range(d.pick([1, 1, 2])):
        items.insert(d.rng.randint(0, len(items)), d.pick(["None", "np.newaxis"]))
    return ", ".join(items)


def mask(d: Draw) -> str:
    count = d.rng.randint(1, len(d.shape))
    rest = [slice_(d, n) for n in d.shape[count:] if d.chance(0.3)]
    return ", ".join([mask_of(d, d.shape[:count]), *rest[: len(d.shape) - count]])


def arrays(d: Draw) -> str:
    count = d.rng.randint(1, len(d.shape)) if d.valid or d.chance(0.8) else len(d.shape) + 1
    return ", ".join(indices(d, n) for n in (*d.shape, 2)[:count])


def mixed(d: Draw) -> str:
    """Integer arrays, a mask, slices, integers, None, an ellipsis: with NumPy's placement rule."""
    items, rest = [], list(d.shape)
    while rest and d.chance(0.85):
        if d.chance(0.12):
            items.append(mask_of(d, (rest.pop(0),)))
            continue
        kind = d.pick([indices, indices, slice_, slice_, integer])
        items.append(kind(d, rest.pop(0)))
    if d.chance(0.3):
        items.insert(d.rng.randint(0, len(items)), "None")
    if d.chance(0.25) and rest:
        items.append("...")
    if not d.valid and d.chance(0.2):
        items.append("[0]")
    return ", ".join(items) or "..."


def any_index(d: Draw) -> str:
    return d.pick([integers, slices, basic, basic, arrays, mixed])(d)


def stored(d: Draw) -> str:
    """What's stored: mostly a scalar, sometimes an array that may or may not fit."""
    if d.chance(0.6):
        return d.pick(["1", "0", "1.0", "True", "np.float32(1)"])
    return mate(NUMBERS[:12], scalars=0.1)(d)
