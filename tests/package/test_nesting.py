"""Values that contain themselves, are nested without end, or are endless when they are followed."""

import array
import collections
from typing import Any

import pytest

import conformable as cf


def itself() -> list[Any]:
    """A list in itself, twice."""
    value: list[Any] = []
    value += [value, value]
    return value


def deep() -> Any:
    """100,000 tuples in each other."""
    value: Any = ()
    for _ in range(100_000):
        value = (value,)
    return value


def wide() -> Any:
    """A small list that has more parts than there is time."""
    value: Any = [1]
    for _ in range(100):
        value = [value, value]
    return value


class Endless:
    """Three items, each of which is it again."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, place: int) -> "Endless":
        if place > 2:
            raise IndexError(place)
        return self


VALUES = [itself, deep, wide]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("name", ["sum", "zeros", "concatenate", "array", "isin"])
def test_functions_of_the_catalogue(value: Any, name: str) -> None:
    function: Any = getattr(cf.numpy, name)
    own = value()
    with pytest.raises((ValueError, TypeError)):
        function(own, own) if name == "isin" else function(own)
    # What comes after is as before.
    assert cf.numpy.sum([[1, 2], [3, 4]]).type is cf.ScalarType("int64")


@pytest.mark.parametrize("value", VALUES)
def test_what_else_takes_values(value: Any) -> None:
    x = cf.TensorType("float64", (3, 3))("x")
    own = value()

    @cf.checked
    def checked(a: int, b: list[int]) -> None: ...

    tried: list[Any] = [
        lambda: x[own],
        lambda: x + own,
        lambda: cf.as_variable(own),
        lambda: cf.from_instance(own),
        lambda: cf.shared(own),
        lambda: x.type.filter(own),
        lambda: checked(own, []),
        lambda: checked(1, own),
        lambda: cf.specify_shape(x, own),
        lambda: cf.TensorType("float64", own),
        lambda: cf.Literal(own),
        lambda: cf.StructType(a=own),
        lambda: x.reshape(own),
    ]
    for call in tried:
        with pytest.raises((ValueError, TypeError)):
            call()


@pytest.mark.parametrize("value", [*VALUES, Endless, lambda: [[Endless()]]])
def test_what_numpy_makes_arrays_of(value: Any) -> None:
    own = value()
    i, e = cf.gt4py.Dimension("I"), cf.gt4py.Dimension("E", kind=cf.gt4py.DimensionKind.LOCAL)
    tried: list[Any] = [
        lambda: cf.TensorType("float64", (3,)).filter(own),
        lambda: cf.ScalarType("float64").filter(own),
        lambda: cf.ScalarType("float64").filter(own, allow_downcast=True),
        lambda: cf.ScalarType("float64").values_eq(own, 1.0),
        lambda: cf.TensorType("float64", (3,)).values_eq(1.0, own),
        lambda: cf.gt4py.Field([i], own),
        lambda: cf.gt4py.as_connectivity([i, e], i, own),
    ]
    for call in tried:
        with pytest.raises((ValueError, TypeError)):
            call()


def test_sequences_of_other_classes_have_an_end() -> None:
    class Row(collections.UserList[float]): ...

    ty = cf.TensorType("float64", (2,))
    for value in (Row([1.0, 2.0]), range(2), memoryview(b"ab"), array.array("d", [1, 2])):
        assert ty.filter(value).shape == (2,)


def test_what_is_written_has_a_bound() -> None:
    y: Any = cf.TensorType("float64", (3,))("x")
    for _ in range(20_000):
        y = y + 1
    from conformable._variables import dprint_text

    text = dprint_text(y)
    assert len(text) < 1 << 25 and text.endswith("a depth shows less of each tree")
    assert len(dprint_text(y, depth=3)) < 1000
