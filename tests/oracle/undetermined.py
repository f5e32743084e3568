"""Which parts of a result's type the values of arrays decide, so that no type of theirs tells it.

The rule: a call is run again with other values in the arrays that its statements made (all zeros, all
twos, negative and fractional ones, a ramp, random ones, complex ones off the real line), of the same dtypes and
shapes. A dtype, dim, length or class that is another one then is *undetermined*: the numbers on the
diagonal decide whether `np.linalg.eigvals` gives floats or complex numbers. A claim is excused if all
that keeps it from being exact is undetermined; what types do decide must still be said. What a call is
given as it is written, its literals, is never changed, for a checker sees it. Runs that raise say
nothing.

Excused calls count neither as exact nor as weaker; they are a column of their own.
"""

from __future__ import annotations

import os
import pickle
import resource
import tempfile
import warnings
from pathlib import Path

import claims
import numpy as np
from claims import EXACT, Array, Container, Scalar, Union

#: Stands for a part that values decide.
VARIES = "*values decide*"
MEMORY = 2 << 30  # bytes


def ramp(array: np.ndarray) -> np.ndarray:
    return np.arange(array.size).reshape(array.shape)


def draw(seed: int):
    """Numbers of both signs, fractions where the dtype has them, off the real line if it is complex."""

    def fill(array: np.ndarray):
        random = np.random.default_rng(seed)
        real = random.normal(0, 3, array.shape)
        return real + 1j * random.normal(0, 3, array.shape) if array.dtype.kind == "c" else real

    return fill


FILLS = [
    lambda array: 0,
    lambda array: 2,
    lambda array: -1.5,
    lambda array: 1 + 2j,
    lambda array: ramp(array),
    *map(draw, range(12)),
    lambda array: "ab",
    lambda array: None,
]


def excused(case, claim) -> bool:
    """Is all that keeps the claim for this case from being exact decided by values?"""
    facts = in_child(lambda: others(case))
    return bool(facts) and explained(claim, case.fact, blurred([case.fact, *facts]), case.spec.by_value)


def others(case) -> list:
    """What the call gives where its arrays hold other values."""
    found = []
    for fill in FILLS:
        space = {"np": np}
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                exec("\n".join(case.setup), space)
                if refill(space, fill):
                    exec("\n".join(case.body), space)
                    found.append(claims.describe(space[case.name]))
            except Exception:
                continue
    return found


def refill(space: dict, fill) -> bool:
    """Puts other values into the arrays that can hold them; is there one?"""
    filled = False
    for value in space.values():
        if isinstance(value, np.ndarray) and value.flags.writeable and value.size:
            try:
                value[...] = np.asarray(fill(value)).astype(value.dtype, casting="unsafe")
            except (TypeError, ValueError):
                continue
            filled = True
    return filled


def in_child(run):
    """What a function gives in a process of its own; `None` if it brings that down."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result"
        child = os.fork()
        if not child:
            try:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                silence = os.open(os.devnull, os.O_WRONLY)
                os.dup2(silence, 1)
                os.dup2(silence, 2)
                result.write_bytes(pickle.dumps(run()))
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        return pickle.loads(result.read_bytes()) if result.exists() else None


# --- what varies ---------------------------------------------------------------------------------


def same(values: list):
    return values[0] if all(value == values[0] for value in values) else VARIES


def blurred(facts: list):
    """What all facts have in common, `VARIES` for the rest."""
    first = facts[0]
    if any(type(fact) is not type(first) for fact in facts):
        return VARIES
    match first:
        case Array():
            ranks = {len(fact.dims) for fact in facts}
            columns = [] if len(ranks) > 1 else zip(*(fact.dims for fact in facts), strict=True)
            dims = VARIES if len(ranks) > 1 else tuple(same(list(sizes)) for sizes in columns)
            return Array(same([fact.dtype for fact in facts]), dims)
        case Scalar():
            return Scalar(same([fact.dtype for fact in facts]))
        case Container():
            if len({(fact.name, len(fact.items)) for fact in facts}) > 1:
                return VARIES
            rows = zip(*(fact.items for fact in facts), strict=True)
            return Container(first.name, tuple(blurred(list(row)) for row in rows))
        case _:
            return same(facts)


def explained(claim, fact, common, by_value: bool = False) -> bool:
    """Is the claim exact but for what varies?"""
    if common is VARIES or claims.compare(claim, fact, by_value=by_value) == EXACT:
        return True
    match claim, fact, common:
        case Union(members), _, _:
            return all(explained(member, fact, common, by_value) for member in members)
        case Array(), Array(), Array():
            dtype = common.dtype is VARIES or claims.compare_dtypes(claim.dtype, fact.dtype) == EXACT
            return dtype and dims_explained(claim, fact, common, by_value)
        case Scalar(), Scalar(), Scalar():
            return common.dtype is VARIES
        case Container(items=items, open=False), Container(), Container() if len(items) == len(fact.items):
            rows = zip(items, fact.items, common.items, strict=True)
            return all(explained(*row, by_value) for row in rows)
        case _:
            return False


def dims_explained(claim: Array, fact: Array, common: Array, by_value: bool) -> bool:
    if common.dims is VARIES:
        return True
    if ... in claim.dims or len(claim.dims) != len(fact.dims):
        return False
    for dim, size, varied in zip(claim.dims, fact.dims, common.dims, strict=True):
        grade = claims.compare_dims(Array("", (dim,)), Array("", (size,)), {}, by_value)
        if varied is not VARIES and grade != EXACT:
            return False
    return True
