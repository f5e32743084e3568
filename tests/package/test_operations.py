"""Operators of types of one's own: one rule, which variables, `cf.operation` and traits ask."""

from fractions import Fraction
from typing import Any

import pytest

import conformable as cf
from conformable import traits
from conformable._registry import Registry


class Exact(cf.Type):
    """Fractions."""

    __props__ = ()

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        """A fraction as it is."""
        if not isinstance(value, Fraction):
            raise TypeError(f"{value!r} is no fraction")
        return value


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Registry:
    own = Registry()
    monkeypatch.setattr("conformable._registry.registry", own)
    own.register_operation("*", Exact, Exact, lambda a, b: a)
    own.register_instance(Fraction, lambda value, read: Exact())

    @own.register_operation("+", Exact, cf.Type)
    def added(a: cf.Type, b: cf.Type) -> Any:
        if isinstance(b, Exact):
            return a
        return cf.Refusal(f"{b} is not exact", "TypeError") if b is cf.PythonType("float") else None

    return own


def test_all_ask_the_rule(registry: Registry) -> None:
    exact = Exact()
    assert cf.operation("*", exact, exact) == exact and traits.Mul(exact).output(exact) == exact
    assert cf.implements(exact, traits.Mul(exact)) and not cf.implements(exact, traits.Sub(exact))
    refused = cf.operation("+", exact, cf.PythonType("float"))
    assert isinstance(refused, cf.Refusal) and refused.reason == "float is not exact"
    assert not cf.operation("+", exact, cf.PythonType("str"))
    x, y = exact("x"), exact("y")
    product = x * y
    node: Any = product.owner
    assert product.type == exact and repr(node.op) == "*"
    graph = cf.FunctionGraph([x, y], [product + x])
    assert graph.evaluate([Fraction(1, 2), Fraction(1, 3)])[0] == Fraction(2, 3)
    with pytest.raises(TypeError, match="float is not exact"):
        x + cf.PythonType("float")("f")


def test_registering(registry: Registry) -> None:
    with pytest.raises(ValueError, match="registered twice"):
        registry.register_operation("*", Exact, Exact, lambda a, b: b)
    with pytest.raises(ValueError, match="an operator is one of"):
        registry.register_operation("plus", Exact, Exact, lambda a, b: a)
    for left, right in ((cf.TensorType, cf.TensorType), (cf.Type, cf.ScalarType)):
        with pytest.raises(TypeError, match="must be a package's own"):
            registry.register_operation("+", left, right, lambda a, b: a)
    for one, other in ((int, str), (Exact, int)):
        with pytest.raises(TypeError, match=r"derive from cf\.Type"):
            registry.register_operation("+", one, other, lambda a, b: a)
    registry.register_operation("+", cf.ConstructedType, cf.TensorType, lambda a, b: b)
    registry.register_operation("-", Exact, Exact, lambda a, b: 3)
    with pytest.raises(TypeError, match="which is no type"):
        cf.operation("-", Exact(), Exact())


def test_comparisons_ask_the_rule(registry: Registry) -> None:
    exact = Exact()
    truth = cf.PythonType("bool")
    for symbol in ("<", "<=", ">", ">="):
        registry.register_operation(symbol, Exact, Exact, lambda a, b: truth)
    x, y = exact("x"), exact("y")
    for compared in (x < y, x <= y, x > y, x >= y):
        assert compared.type is truth
    graph = cf.FunctionGraph([x, y], [x < y])
    assert graph.evaluate([Fraction(1, 2), Fraction(1, 3)])[0] is False


def test_a_shape_that_means_something_else() -> None:
    class Named(Exact):
        shape = ("x", "y")

        def filter(self, value: Any, strict: bool = False, allow_downcast: Any = None) -> Any:
            return value

    own = Registry()
    from conformable import _registry

    before = _registry.registry
    _registry.registry = own
    try:
        own.register_instance(complex, lambda value, read: Named())
        assert cf.shared(1j).type == Named()
    finally:
        _registry.registry = before
