"""Types that Python classes define: the document's `DoubleType`, equality, the contract's checks."""

import copy
import pickle
from collections.abc import Callable
from typing import Any, ClassVar, Self

import pytest

import conformable as cf


class DoubleType(cf.Type):
    """As in the document, its typos apart."""

    def filter(self, x: Any, strict: bool = False, allow_downcast: bool | None = None) -> float:
        if strict:
            if isinstance(x, float):
                return x
            else:
                raise TypeError("expected a float!")
        elif allow_downcast:
            return float(x)
        else:  # covers both the False and None cases.
            x_float = float(x)
            if x_float == x:
                return x_float
            else:
                raise TypeError(
                    "The double type cannot accurately represent "
                    f"value {x} (of type {type(x)}): you must explicitly "
                    "allow downcasting if you want to do this."
                )

    def values_eq_approx(self, x: float, y: float, tolerance: float = 1e-4) -> bool:
        return abs(x - y) / (abs(x) + abs(y)) < tolerance


class WithEq(DoubleType):
    """The document's first way."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)


class WithNew(DoubleType):
    """The second way: always the same instance."""

    _only: ClassVar[Self | None] = None

    def __new__(cls) -> Self:
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only


#: The third way: one instance that everybody uses.
double = DoubleType()


def test_the_documents_type() -> None:
    assert double.filter(3) == 3.0 and type(double.filter(3)) is float
    assert double.filter(2.5, strict=True) == 2.5
    assert double.filter("2.5", allow_downcast=True) == 2.5
    with pytest.raises(TypeError, match="expected a float!"):
        double.filter(3, strict=True)
    with pytest.raises(TypeError, match="cannot accurately represent"):
        double.filter(2**53 + 1)
    assert double.is_valid_value(1.0)
    assert not double.is_valid_value(1)
    assert double.is_valid_value(1, strict=False)
    assert double.values_eq(1.0, 1.0)
    assert not double.values_eq(1.0, 1.0 + 1e-6)
    assert double.values_eq_approx(1.0, 1.0 + 1e-6)
    assert not double.values_eq_approx(1.0, 1.0 + 1e-6, tolerance=1e-9)


@pytest.mark.parametrize("make", [DoubleType, WithEq, WithNew, lambda: double])
def test_instances_are_equal_in_each_way(make: Callable[[], DoubleType]) -> None:
    a, b = make(), make()
    assert a == b and not a != b
    assert hash(a) == hash(b)
    assert {a: "found"}[b] == "found"
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        read = pickle.loads(pickle.dumps(a, protocol))
        assert read == a and {a: "found"}[read] == "found"
    assert copy.copy(a) == a and copy.deepcopy(a) == a
    assert a.in_same_class(b) is True
    assert a.is_super(b) is True
    assert a.is_super(cf.NoneType()) is None
    assert cf.NoneType().is_super(a) is False


def test_the_singleton_stays_one_when_pickled() -> None:
    assert pickle.loads(pickle.dumps(WithNew())) is WithNew()


def test_classes_differ() -> None:
    assert DoubleType() != WithEq()
    other: cf.Type = cf.ScalarType("float64")
    assert double != other
    assert other != double


class Money(cf.Type):
    """Equal by its declared properties."""

    __props__ = ("currency",)

    def __init__(self, currency: str, note: str = "") -> None:
        self.currency = currency
        self.note = note

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        return value


class Attributes(cf.Type):
    """Equal by its attributes."""

    def __init__(self, value: object) -> None:
        self.value = value

    def filter(
        self,
        value: Any,
        strict: bool = False,
        allow_downcast: bool | None = None,
        *,
        extra: int = 1,
    ) -> Any:
        return value


def test_props_and_attributes_decide() -> None:
    assert Money("EUR", "a") == Money("EUR", "b") != Money("CHF")
    assert len({Money("EUR", "a"), Money("EUR", "b"), Money("CHF")}) == 2
    assert repr(Money("EUR")) == "Money(currency='EUR')"
    assert pickle.loads(pickle.dumps(Money("EUR", "x"))).note == "x"
    assert Attributes(1) == Attributes(1) != Attributes(2)
    assert Attributes([1]) == Attributes([1])
    assert hash(Attributes([1])) == hash(Attributes([1]))


def test_defaults() -> None:
    ty = Attributes(1)
    assert ty.values_eq_approx(3, 3) and not ty.values_eq_approx(3, 4)
    assert ty.may_share_memory([], []) is False
    assert ty.clone(5) == Attributes(5)
    for call in (
        lambda: ty.get_size((1,)),
        lambda: ty.get_shape_info(1),
        lambda: ty.filter_inplace(1, 2),
    ):
        with pytest.raises(NotImplementedError):
            call()
    assert ty.meet(Attributes(1)) == ty
    assert ty.meet(cf.NoneType()) is None
    assert cf.relate(ty, cf.NoneType()).is_super is cf.Answer.UNKNOWN
    assert cf.relate(ty, ty).is_super is cf.Answer.YES


def test_only_the_exceptions_of_a_bad_value_mean_not_valid() -> None:
    class Broken(cf.Type):
        def filter(
            self, value: Any, strict: bool = False, allow_downcast: bool | None = None
        ) -> Any:
            raise value

    ty = Broken()
    for error in (TypeError(), ValueError(), OverflowError()):
        assert not ty.is_valid_value(error)
    with pytest.raises(KeyError):
        ty.is_valid_value(KeyError())


def test_an_override_is_called_and_its_exception_passes_through() -> None:
    class Loud(Attributes):
        def is_super(self, other: cf.Type) -> bool:
            raise LookupError("mine")

        def in_same_class(self, other: cf.Type) -> bool:
            return True

    with pytest.raises(LookupError, match="mine"):
        cf.relate(Loud(1), cf.NoneType())
    assert Loud(1).in_same_class(cf.NoneType()) is True


def test_a_class_without_filter_is_abstract() -> None:
    class Empty(cf.Type):
        pass

    for make in (Empty, cf.Type):
        with pytest.raises(TypeError, match="filter"):
            make()


def breaks(**methods: Any) -> type:
    return type("Bad", (cf.Type,), methods)


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("filter", lambda self, value: value),
        ("filter", lambda self, value, strict=True, allow_downcast=None: value),
        ("filter", lambda self, value, allow_downcast=None, strict=False: value),
        ("filter", lambda self, value, strict, allow_downcast: value),
        ("filter", lambda self, value, strict=False, *, allow_downcast=None: value),
        ("filter", lambda self, value, strict=False, allow_downcast=None, *, extra: value),
        ("is_valid_value", lambda self, value, strict=False: True),
        ("values_eq", lambda self, a: True),
        ("is_super", lambda self: True),
        ("filter_inplace", lambda self, value, strict=False, allow_downcast=None: value),
        ("get_size", 3),
    ],
)
def test_a_class_that_breaks_the_contract_is_refused_with_the_methods_name(
    name: str, method: Any
) -> None:
    with pytest.raises(TypeError, match=f"Bad.{name}"):
        breaks(**{name: method})


def test_extra_parameters_static_methods_and_star_args_may_keep_the_contract() -> None:
    class Extra(cf.Type):
        def filter(
            self, data: int, strict: bool = False, allow_downcast: bool | None = None, more: int = 1
        ) -> int:
            return data + more

    class Fine(cf.Type):
        def filter(self, *args: Any, **kwargs: Any) -> Any:
            return args[0]

        @staticmethod
        def may_share_memory(a: object, b: object) -> bool:
            return a is b

    assert Extra().filter(3, more=2) == 5
    assert Fine().filter(3, strict=True) == 3
    assert Fine().may_share_memory(1, 1)
