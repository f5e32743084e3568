"""Types of another making: any object with the contract's methods works where ours do."""

from typing import Any

import pytest

import conformable as cf
from conformable._registry import Registry


class Duck:
    """The methods of the contract that need be there, and no base class."""

    def __init__(self, name: str):
        self.name = name

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        if value != self.name:
            raise TypeError(f"{value!r} is not {self.name!r}")
        return value

    def is_valid_value(self, value: Any, strict: bool = True) -> bool:
        return bool(value == self.name)

    def values_eq(self, a: Any, b: Any) -> bool:
        return bool(a == b)

    def is_super(self, other: Any) -> bool:
        return isinstance(other, Duck) and self.name in ("any", other.name)

    def in_same_class(self, other: Any) -> bool:
        return isinstance(other, Duck)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Duck) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


wide: Any = Duck("any")
narrow: Any = Duck("mallard")
NONE = cf.NoneType()


def test_relations() -> None:
    found: Any = cf.relate(wide, narrow)
    assert (found.is_super, found.is_sub) == (cf.Answer.YES, cf.Answer.NO)
    assert found.in_same_class and found.meet == narrow and found.consistent is cf.Answer.YES
    again: Any = cf.relate(narrow, wide).meet
    assert again is narrow
    mixed: Any = cf.relate(NONE, narrow)
    assert (
        mixed.is_super is cf.Answer.NO
        and mixed.meet is None
        and mixed.consistent is cf.Answer.UNKNOWN
    )
    assert not NONE.is_super(narrow) and NONE.consistent(narrow) and not NONE.in_same_class(narrow)
    assert NONE.meet(narrow) is None and NONE.join(narrow) is None


def test_what_is_registered_for_its_class(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry()
    monkeypatch.setattr("conformable._registry.registry", registry)
    swims = cf.traits.Trait("Swims")
    registry.register_trait(swims, Duck, lambda ty, trait: ty.name != "any")
    registry.register_conversion(Duck, cf.NoneType, lambda a, b: cf.Conversion.EXPLICIT)
    registry.register_spelling("c", Duck, lambda ty: f"struct {ty.name}")
    registry.register(Duck, narrow)
    registry.register_instance(Duck, lambda value, read: value)
    assert cf.implements(narrow, swims) and not cf.implements(wide, swims)
    assert cf.conversion(narrow, NONE) is cf.Conversion.EXPLICIT
    assert cf.conversion(narrow, wide) is cf.Conversion.IMPLICIT
    assert cf.conversion(narrow, Duck("mallard")) is cf.Conversion.IDENTICAL  # type: ignore[arg-type]
    assert cf.conversion(NONE, narrow) is cf.Conversion.IMPOSSIBLE
    assert cf.spell(narrow, "c") == "struct mallard"
    assert cf.from_type_hint(Duck) is narrow and cf.from_type_hint(narrow) is narrow
    assert cf.from_instance(wide) is wide
    assert not cf.operation("+", narrow, NONE)
    assert cf.is_invocable(cf.FunctionType([NONE], None), narrow) is False


def test_what_lacks_a_method_is_no_type() -> None:
    class Egg:
        def filter(
            self, value: Any, strict: bool = False, allow_downcast: bool | None = None
        ) -> Any:
            return value

    for other in (Egg(), Duck, 3):
        for call in (
            lambda other=other: cf.relate(NONE, other),
            lambda other=other: NONE.join(other),
            lambda other=other: NONE.in_same_class(other),
            lambda other=other: cf.conversion(NONE, other),
        ):
            with pytest.raises(TypeError, match="expected a type"):
                call()
