"""`checked` against jaxtyping itself, on random annotations and arrays."""

# Functions of every kind are what it is about, without annotations and with those of arrays.
# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-warn-return-any

import random

import jaxtyping
import numpy as np
import pytest
from jaxtyping import Shaped

import conformable as cf


def words(rng: random.Random, bound: set[str]) -> str:
    """The dims of one array; expressions only of names that an earlier one has bound."""
    found = []
    several = rng.random() < 0.3
    at = rng.randrange(3)
    fresh: set[str] = set()
    for place in range(rng.randrange(4)):
        if several and place == at:
            found.append(rng.choice(["...", "*_", "*a", "*b", "*#a", "*#b"]))
        kind = rng.random()
        if kind < 0.55:
            name = rng.choice("nmk")
            mark = "#" if rng.random() < 0.25 else ""
            found.append(mark + name)
            if not mark:
                fresh.add(name)
        elif kind < 0.7:
            found.append(rng.choice(["1", "2", "#3", "rows=2"]))
        elif kind < 0.8:
            found.append("_")
        elif bound:
            found.append(
                rng.choice(
                    [f"{min(bound)}+1", f"2*{max(bound)}", f"#{min(bound)}-1", f"{min(bound)}//2"]
                )
            )
    bound |= fresh
    return " ".join(found)


def array(rng: random.Random, dims: str, sizes: dict[str, int]) -> np.ndarray:
    shape: list[int] = []
    for word in dims.split():
        if word == "..." or "*" in word:
            shape += [rng.choice([1, 2]) for _ in range(rng.randrange(3))]
            continue
        text = word.split("=")[-1].lstrip("#")
        size = rng.choice([0, 1, 2]) if text == "_" else eval(text, {}, sizes)
        shape.append(1 if "#" in word and rng.random() < 0.5 else max(size, 0))
    if shape and rng.random() < 0.25:
        shape[rng.randrange(len(shape))] = rng.randrange(5)
    if rng.random() < 0.1:
        shape.append(1)
    return np.ones(shape)


def accepted(dims: list[str], arrays: list[np.ndarray]) -> bool:
    """Whether jaxtyping finds one meaning for the names."""
    with jaxtyping.jaxtyped("context"):
        return all(
            isinstance(own, Shaped[np.ndarray, text])  # type: ignore[arg-type]
            for own, text in zip(arrays, dims, strict=True)
        )


@pytest.mark.parametrize("seed", range(8))
def test_as_jaxtyping_reads_it(seed):
    rng = random.Random(seed)
    outcomes = {True: 0, False: 0}
    for _ in range(400):
        bound: set[str] = set()
        dims = [words(rng, bound) for _ in range(3)]
        sizes = {name: rng.choice([1, 2, 3]) for name in "nmk"}

        def two(x, w, result):
            return result

        two.__annotations__ = {
            name: Shaped[np.ndarray, text]
            for name, text in zip(("x", "w", "return"), dims, strict=True)
        }
        two = cf.checked(two)
        for _ in range(3):
            arrays = [array(rng, text, sizes) for text in dims]
            expected = accepted(dims, arrays)
            outcomes[expected] += 1
            try:
                two(*arrays)
                found = True
            except cf.ShapeError:
                found = False
            assert found == expected, (dims, [own.shape for own in arrays], expected)
    assert min(outcomes.values()) > 150, outcomes


def test_sizes_that_arguments_give():
    @cf.checked
    def grid(k: int, n: int) -> Shaped[np.ndarray, "{k} n+{k} {n-1}"]:
        return np.ones((k, k + n, n - 1))

    # `n` of the shape is not the argument's.
    with pytest.raises(cf.ShapeError, match="the result"):
        cf.checked(_wrong)(3)
    assert grid(2, 4).shape == (2, 6, 3)

    class Model:
        size = 3

        @cf.checked
        def apply(
            self, x: Shaped[np.ndarray, "n {self.size}"]
        ) -> Shaped[np.ndarray, "{self.size}"]:
            return x.sum(axis=0)

    assert Model().apply(np.ones((5, 3))).shape == (3,)
    with pytest.raises(cf.ShapeError):
        Model().apply(np.ones((5, 4)))


def _wrong(k: int) -> Shaped[np.ndarray, "{k}"]:
    return np.ones(k + 1)


def test_keyword_arguments_without_names():
    @cf.checked
    def named(**more: Shaped[np.ndarray, "n"]):
        return len(more)

    assert named(a=np.ones(2), b=np.ones(2)) == 2
    with pytest.raises(cf.ShapeError, match=r"more\['b'\]"):
        named(a=np.ones(2), b=np.ones(3))
