"""Classes of types as named constructors: parts of other types, asked wherever they stand."""

import threading
from typing import Any

import pytest

import conformable as cf
from conformable._registry import Registry


class Coin(cf.Type):
    """Of any currency, or of one."""

    __props__ = ("currency", "value", "shape", "of")

    def __init__(
        self, currency: str, value: Any = None, shape: Any = (), of: Any = None, note: str = ""
    ):
        self.currency = currency
        self.value = value
        self.shape = shape
        self.of = of
        self.note = note

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        return value

    def is_super(self, other: cf.Type) -> bool | None:
        if self.currency == "unknown":
            return None
        if self.currency == "broken":
            raise LookupError("no such currency")
        return isinstance(other, Coin) and self.currency in ("any", other.currency)


class Plain(cf.Type):
    """Equal by its attributes, of which none is declared."""

    def __init__(self, value: object = None):
        if value is not None:
            self.value = value

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        return value


@pytest.fixture
def registry(registry: Registry) -> Registry:
    """With the two classes."""
    registry.register_constructor(Coin)
    registry.register_constructor(Plain, "Token")
    return registry


PROPERTIES = [
    {},
    {"of": cf.NoneType()}, {"of": cf.Literal(3)}, {"value": cf.Literal("csr"), "of": cf.TupleType(cf.Literal(3))},
    {"of": cf.ConstructedType("Type", cf.Literal(3))}, {"of": cf.ListType((cf.Literal(3),))},
    {"value": 3}, {"value": -0.5}, {"value": True}, {"value": "a b"}, {"value": "csr"}, {"value": cf.dim("n") + 1},
    {"shape": (2, None, cf.dim("n"))}, {"shape": (0,)},
    {"of": cf.TensorType("float64", ("n", 3))}, {"of": cf.PythonType("int")}, {"of": cf.ListType(cf.NoneType())},
    {"of": cf.NamedType("T")}, {"of": cf.TupleType(cf.PythonType("str"), cf.Literal(2))},
    {"of": Coin("EUR", 3, (1,))},
]  # fmt: skip


@pytest.mark.parametrize("given", PROPERTIES, ids=str)
def test_properties_come_back(registry: Registry, given: dict[str, Any]) -> None:
    coin = Coin("EUR", **given, note="not a property")
    inside = cf.ListType(coin)
    assert inside.element_type == coin and str(inside) == f"list[{coin}]"
    assert cf.parse_type(str(inside)) is inside and cf.parse_type(str(coin)) == coin
    assert cf.ListType(Coin("EUR", **given)) is inside


def test_a_class_without_properties(registry: Registry) -> None:
    assert str(cf.SetType(Plain())) == "set[Token]"
    assert type(cf.parse_type("Token")) is Plain
    with pytest.raises(TypeError, match="__props__"):
        cf.SetType(Plain(3))
    # It can be shown all the same.
    assert str(Plain(3)) == "Plain(value=3)"


@pytest.mark.parametrize("value", [[1], object(), ("a",), (True,), 1j], ids=str)
def test_what_is_no_parameter_is_named(registry: Registry, value: object) -> None:
    with pytest.raises(TypeError, match=r"value of .*is no parameter of Coin"):
        cf.ListType(Coin("EUR", value))


def test_the_word_around_types_is_nobodys_name(registry: Registry) -> None:
    with pytest.raises(ValueError, match="another name"):
        registry.register_constructor(Plain, "Type")


def test_its_relations_are_asked_wherever_it_stands(registry: Registry) -> None:
    wide, narrow, other = (
        cf.DictType(cf.PythonType("str"), Coin(name)) for name in ("any", "EUR", "CHF")
    )
    assert wide.is_super(narrow) and not narrow.is_super(other)
    assert wide.meet(narrow) is narrow and narrow.join(wide) is wide
    assert cf.UnionType(Coin("any"), cf.NoneType()).is_super(Coin("EUR"))
    unknown = cf.ListType(Coin("unknown"))
    found = cf.relate(unknown, cf.ListType(Coin("EUR")))
    assert found.is_super is cf.Answer.UNKNOWN and found.is_sub is cf.Answer.NO
    assert found.consistent is not cf.Answer.NO


def test_what_it_raises_passes_through(registry: Registry) -> None:
    broken, fine = cf.ListType(Coin("broken")), cf.ListType(Coin("EUR"))
    for relation in ("is_super", "consistent", "meet", "join"):
        with pytest.raises(LookupError, match="no such currency"):
            getattr(broken, relation)(fine)
    for relation in ("consistent", "meet", "join"):
        with pytest.raises(LookupError, match="no such currency"):
            getattr(fine, relation)(broken)
    with pytest.raises(LookupError):
        cf.relate(broken, fine)
    # And nothing of it stays.
    assert cf.ListType(Coin("any")).is_super(fine)


def test_relations_that_ask_relations(registry: Registry) -> None:
    class Wrapped(cf.Type):
        __props__ = ("of",)

        def __init__(self, of: cf.Type) -> None:
            self.of = of

        def filter(
            self, value: Any, strict: bool = False, allow_downcast: bool | None = None
        ) -> Any:
            return value

        def is_super(self, other: cf.Type) -> bool:
            return isinstance(other, Wrapped) and bool(self.of.is_super(other.of))

    registry.register_constructor(Wrapped)
    deep = [
        cf.ListType(Wrapped(cf.ListType(Wrapped(cf.SetType(Coin(name))))))
        for name in ("any", "EUR", "broken")
    ]
    assert deep[0].is_super(deep[1]) and not deep[1].is_super(deep[0])
    with pytest.raises(LookupError):
        deep[2].is_super(deep[1])


def test_threads_ask_at_once(registry: Registry) -> None:
    wide, narrow, broken = (cf.ListType(Coin(name)) for name in ("any", "EUR", "broken"))
    answers: list[object] = []

    def work() -> None:
        for _ in range(100):
            answers.append(wide.is_super(narrow))
            try:
                broken.is_super(narrow)
            except LookupError:
                answers.append(True)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [True] * 800


@pytest.mark.parametrize(
    ("function", "count", "words"),
    [
        ("((Coin[any, None, (), None], int=3) -> None)", 1, None), ("((Coin[any, None, (), None], int=3) -> None)", 0, "1 to 2 arguments, not 0"),
        ("((Coin[any, None, (), None]) -> None)", 2, "1 arguments, not 2"), ("((*xs: Coin[any, None, (), None]) -> None)", 3, None),
        ("((int, *xs: Coin[any, None, (), None]) -> None)", 0, "1 or more arguments"), ("((*xs: int) -> None)", 1, "argument 1: Coin"),
        ("((x: Coin[any, None, (), None], *, k: int) -> None)", 1, "by its name"), ("((x: Coin[any, None, (), None], *, k: int=3) -> None)", 1, None),
        ("int", 1, "no function"),
    ],
)  # fmt: skip
def test_calls_with_arguments_of_it(
    registry: Registry, function: str, count: int, words: str | None
) -> None:
    why = cf.why_not_invocable(cf.parse_type(function), *[Coin("EUR")] * count)
    # Without arguments of it the core answers, in its own words.
    assert (
        (why is None) == (words is None)
        if count == 0
        else (why is None if words is None else words in (why or ""))
    ), why


def test_what_cannot_be_registered(registry: Registry) -> None:
    class Other(Plain):
        pass

    for cls in (int, cf.Type, cf.ListType, Coin("EUR")):
        with pytest.raises(TypeError, match="derives from Type"):
            registry.register_constructor(cls)  # type: ignore[type-var, arg-type]
    with pytest.raises(ValueError, match=r"'Coin' is registered twice: for .*Coin and for .*Other"):
        registry.register_constructor(Other, "Coin")
    with pytest.raises(ValueError, match="Coin is registered twice: as Coin and as Cash"):
        registry.register_constructor(Coin, "Cash")
    for name in ("list", "T", "a b", "float64", "x"):
        with pytest.raises(ValueError):
            registry.register_constructor(Other, name)
    registry.register_constructor(Coin)
    with pytest.raises(TypeError, match=r"register_constructor\(Other\)"):
        cf.ListType(Other())


def test_a_plugin_that_fails_leaves_no_name(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone(Plain):
        pass

    class Point:
        name, value = "gone", "gone:register"

        def load(self) -> Any:
            return register

    def register(into: Registry) -> None:
        into.register_constructor(Gone)
        assert type(cf.parse_type("Gone")) is Gone
        raise ImportError("after all")

    monkeypatch.setattr("conformable._registry.entry_points", lambda group: [Point()])
    with pytest.warns(RuntimeWarning, match="after all"):
        registry.load_plugins()
    after: cf.Type = cf.parse_type("Gone")
    assert isinstance(after, cf.ConstructedType)


def test_the_name_meant_something_else_before(registry: Registry) -> None:
    class Late(Plain):
        pass

    before = cf.parse_type("list[Late]")
    assert isinstance(before, cf.ListType) and isinstance(before.element_type, cf.ConstructedType)
    kept: cf.Type = before.element_type
    registry.register_constructor(Late)
    after: cf.Type = before.element_type
    assert type(after) is Late and after is not kept
