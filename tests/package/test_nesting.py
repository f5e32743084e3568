"""Values that contain themselves, are nested without end, or are endless when they are followed."""

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


def test_what_is_written_has_a_bound() -> None:
    y: Any = cf.TensorType("float64", (3,))("x")
    for _ in range(20_000):
        y = y + 1
    from conformable._variables import dprint_text

    text = dprint_text(y)
    assert len(text) < 1 << 25 and text.endswith("a depth shows less of each tree")
    assert len(dprint_text(y, depth=3)) < 1000
