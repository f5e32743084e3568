"""What is wrong, kind by kind: a clear exception of Python's, and nothing half-changed."""

import importlib
import pickle
import random
import sys
import typing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from random_types import any_type

import conformable as cf
from conformable._registry import Registry

NONE = cf.NoneType()


@pytest.mark.parametrize(
    "dtype",
    [
        "flaot64",
        "",
        "float64[3]",
        "U-1",
        "void{",
        "datetime64[year]",
        None,
        3,
        object(),
        cf.TensorType("f8", ()),
        [1],
    ],
    ids=str,
)
def test_dtypes_that_are_none(dtype: Any) -> None:
    made = [
        lambda: cf.TensorType(dtype, (2,)),
        lambda: cf.ScalarType(dtype),
        lambda: cf.DTypeType(dtype),
        lambda: cf.DecayType(dtype, None),
    ]
    for make in [
        *made,
        lambda: cf.with_dtype(cf.TensorType("f8", (2,)), dtype),
        lambda: cf.SparseTensorType("csr", dtype),
    ]:
        with pytest.raises((TypeError, ValueError)) as raised:
            make()  # type: ignore[no-untyped-call]
        assert str(raised.value)


@pytest.mark.parametrize(
    "size", [-1, -(2**63), 2**63, 1.0, True, "n m", "-1", "*", b"n", [1], object()], ids=str
)
def test_sizes_that_are_none(size: Any) -> None:
    array = cf.TensorType("f8", (2, 3))
    for make in (
        lambda: cf.TensorType("f8", (size,)),
        lambda: cf.TensorType("f8", (2, size)),
        lambda: array.clone(shape=(size,)),
        lambda: cf.Signature("(n)->(n)")((size,)),
    ):
        with pytest.raises((TypeError, ValueError)) as raised:
            make()
        assert str(raised.value)
    assert array is cf.TensorType("f8", (2, 3))


@pytest.mark.parametrize(
    ("layout", "device"),
    [
        ("G", None),
        ("c", None),
        ("", None),
        (3, None),
        (object(), None),
        (cf.Layout(strides=(1, 2, 3)), None),
        (None, ""),
        (None, "cuda:-1"),
        (None, "a b"),
    ],
    ids=str,
)
def test_layouts_and_devices_that_are_none(layout: Any, device: Any) -> None:
    for shape in [(2, 3), None]:
        with pytest.raises((TypeError, ValueError)) as raised:
            cf.TensorType("f8", shape, layout, device)
        assert str(raised.value)
    for strides, offset in [((-0.5,), 0), ("ab", 0), ((1,), "a b"), ((object(),), None)]:
        with pytest.raises((TypeError, ValueError)):
            cf.Layout("C", strides, offset)  # type: ignore[arg-type]


def nested(depth: int) -> Any:
    hint: Any = int
    for _ in range(depth):
        hint = list[hint]
    return hint


Cycle = list["Cycle"]
Left = tuple["Right", int]
Right = dict[str, "Left"]
Odd = typing.NewType("Odd", "Odd")  # type: ignore[misc]
Bound = typing.TypeVar("Bound", bound="list[Bound]")  # type: ignore[valid-type]


@pytest.mark.parametrize(
    "hint",
    ["Cycle", Cycle, "Left", Right, Bound, "Bound", Odd, nested(5000), nested(60), "list[" * 300 + "int" + "]" * 300,
     "int if", "__import__('os').nothing", "1/0", "(" * 1000, typing.Literal[(1, (2,))], list[3], dict[int, ...],  # type: ignore[misc, valid-type]
     tuple[...], np.ndarray[3, np.dtype[np.int8]], np.ndarray[tuple[int, ...]]],  # type: ignore[misc, valid-type]
    ids=lambda hint: repr(hint)[:30] if not isinstance(hint, type(list[int])) else "generic",
)  # fmt: skip
def test_hints_that_are_cyclic_or_absurd(hint: Any) -> None:
    with pytest.raises(Exception) as raised:
        cf.from_type_hint(hint, globalns=globals())
    # What a text raises when it is evaluated is its own.
    assert isinstance(raised.value, TypeError | ValueError | AttributeError | ZeroDivisionError), (
        raised.value
    )
    assert str(raised.value)


class Pickled:
    """Pickles as a call of this function with these arguments."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self.call = (function, arguments)

    def __reduce__(self) -> Any:
        return self.call


WHOLE = [
    cf.TensorType("float64", (2, "n"), "F"),
    cf.dim("n") + 1,
    cf.Layout("C", (1, None)),
    cf.Signature("(n)->(n)"),
]
OTHERS: list[Any] = [
    None,
    3,
    "",
    "[",
    "float64[2, ]]",
    "float64[-2, ?]",
    b"x",
    (),
    ("n",),
    "a" * 10_000,
    "(" * 3000,
    "\ud800",
    [1],
    {},
]


@pytest.mark.parametrize("value", WHOLE, ids=str)
def test_pickles_that_are_malformed(value: Any) -> None:
    data = pickle.dumps(value)
    for end in range(len(data)):
        with pytest.raises((pickle.UnpicklingError, EOFError)):
            pickle.loads(data[:end])
    function, arguments = value.__reduce__()[:2]
    for count in range(len(arguments) + 2):
        for other in OTHERS:
            given = [*arguments[:count], other, *arguments[count + 1 :]]
            try:
                found = pickle.loads(pickle.dumps(Pickled(function, *given)))
            except (TypeError, ValueError) as error:
                assert str(error)
            else:
                assert isinstance(found, cf.Type | cf.Dim | cf.Layout | cf.Signature | int | None)


def test_pickled_texts_that_are_damaged() -> None:
    rng = random.Random(1)
    failed = 0
    for _ in range(2000):
        text = str(any_type(rng, 2))
        place = rng.randrange(len(text))
        damaged = (
            text[:place]
            + rng.choice(["", "[", "]", "#", ",", "9999999999999999999"])
            + text[place + 1 :]
        )
        try:
            found = pickle.loads(pickle.dumps(Pickled(cf.parse_type, damaged)))
        except (TypeError, ValueError):
            failed += 1
        else:
            assert cf.parse_type(str(found)) is found
    assert failed > 500


def test_plugins_that_raise_on_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {
        "plugin_syntax": "def register(registry) x",
        "plugin_import": "import no_such_module_at_all",
        "plugin_raises": "raise RuntimeError('bad day')",
        "plugin_without": "",
        "plugin_half": "def register(registry):\n    registry.register(bytearray, 3)\n",
        "plugin_good": "import conformable as cf\ndef register(registry):\n    registry.register(bytearray, cf.NoneType())\n",
    }.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    names = sorted(path.stem for path in tmp_path.glob("plugin_*.py"))
    points = [
        importlib.metadata.EntryPoint(name, f"{name}:register", "conformable.plugins")
        for name in names
    ]
    monkeypatch.setattr("conformable._registry.entry_points", lambda group: points)
    registry = Registry()
    with pytest.warns(RuntimeWarning) as warned:
        registry.load_plugins()
    said = [str(warning.message) for warning in warned]
    assert len(said) == 5
    for name, message in zip([name for name in names if name != "plugin_good"], said, strict=True):
        assert repr(name) in message and f"{name}:register" in message
    assert any("bad day" in message for message in said)
    assert registry.type_of(bytearray) is NONE
    for name in names:
        sys.modules.pop(name, None)


class Raising(cf.Type):
    """Its filter raises what it is given."""

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        if isinstance(value, BaseException):
            raise value
        return value


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Registry:
    registry = Registry()
    monkeypatch.setattr("conformable._registry.registry", registry)
    registry.register_constructor(Raising)
    return registry


@pytest.mark.parametrize(
    "error", [KeyError("mine"), RuntimeError("mine"), KeyboardInterrupt("mine")], ids=repr
)
def test_what_a_filter_raises_passes_through(registered: Registry, error: BaseException) -> None:
    ty = Raising()
    around: list[tuple[cf.Type, Any]] = [
        (ty, error), (cf.ListType(ty), [1, error]), (cf.TupleType(ty, NONE), (error, None)), (cf.DictType(ty, NONE), {error: None}),
        (cf.StructType(a=ty), {"a": error}), (cf.SetType(ty), {error}), (cf.UnionType(ty, NONE), error), (cf.SliceType(ty, NONE, NONE), slice(error, None, None)),
    ]  # fmt: skip
    for whole, value in around:
        for call in (whole.filter, whole.is_valid_value):
            with pytest.raises(type(error), match="mine"):
                call(value)
    # The three that mean no do so inside as well.
    for bad in (TypeError(), ValueError(), OverflowError()):
        assert not cf.ListType(ty).is_valid_value([bad])
        assert cf.UnionType(ty, NONE).is_valid_value(None)


def answering(**answers: Any) -> cf.Type:
    """A type whose relations give these values."""
    methods = {name: (lambda self, other, value=value: value) for name, value in answers.items()}
    keep = {"filter": Raising.filter, "__hash__": lambda self: 1}
    return type("Answering", (cf.Type,), {**keep, **methods})()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "value", ["yes", 1, [], np.array([True, False]), object(), NotImplemented], ids=repr
)
def test_relations_that_give_no_answer(value: Any) -> None:
    named = r"Answering.{} gave .*not True, False or None"
    with pytest.raises(TypeError, match=named.format("is_super")):
        cf.relate(answering(is_super=value), NONE)
    with pytest.raises(TypeError, match=named.format("is_super")):
        answering(is_super=value).meet(NONE)
    with pytest.raises(TypeError, match=named.format("in_same_class")):
        answering(in_same_class=value).is_super(NONE)
    with pytest.raises(TypeError, match=named.format("consistent")):
        NONE.consistent(answering(consistent=value))
    with pytest.raises(TypeError, match=r"Answering.meet gave .*no type"):
        cf.relate(answering(meet=value), NONE)


@pytest.mark.parametrize(
    ("value", "answer"), [(True, "yes"), (np.True_, "yes"), (np.False_, "no"), (None, "unknown")]
)
def test_relations_that_give_one(value: Any, answer: str) -> None:
    assert cf.relate(answering(is_super=value), NONE).is_super.value == answer


def test_relations_inside_that_give_no_answer(registered: Registry) -> None:
    class Odd(Raising):
        def is_super(self, other: cf.Type) -> Any:
            return "yes"

    registered.register_constructor(Odd)
    with pytest.raises(TypeError, match=r"Odd.is_super gave 'yes', not True, False or None"):
        cf.ListType(Odd()).is_super(cf.ListType(Raising()))


def test_rules_that_give_what_they_should_not(registered: Registry) -> None:
    registered.register_conversion(Raising, Raising, lambda a, b: 3)
    registered.register_spelling("c", Raising, lambda ty: 3)
    registered.register_hint(Raising, lambda hint, read: "int")  # type: ignore[type-var]
    registered.register_instance(Raising, lambda value, read: None)  # type: ignore[type-var]
    for call, words in [
        (lambda: cf.conversion(Raising(), Raising()), "3, which is no Conversion"),
        (lambda: Raising().spell("c"), "3, which is no str"),
        (lambda: cf.from_type_hint(Raising), "'int', which is no type"),
        (lambda: cf.from_instance(Raising()), "None, which is no type"),
    ]:
        with pytest.raises(TypeError, match=words):
            call()  # type: ignore[no-untyped-call]


def test_a_change_of_the_registry_is_seen_at_once(registered: Registry) -> None:
    class Thing:
        pass

    trait = cf.traits.Trait("Shiny")
    ty, other = Raising(), answering()

    def seen() -> list[object]:
        def tried(call: Any) -> object:
            try:
                return call()
            except (TypeError, ValueError):
                return None

        return [
            tried(lambda: cf.from_type_hint(Thing)), tried(lambda: cf.from_type_hint(list[Thing])), tried(lambda: cf.from_instance(Thing())),
            tried(lambda: cf.from_instance([Thing()])), cf.implements(ty, trait), cf.conversion(ty, other), tried(lambda: ty.spell("c")),
            type(typing.cast(Any, cf.parse_type("list[Lately]")).element_type).__name__,
        ]  # fmt: skip

    class Lately(Raising):
        pass

    before = [seen(), seen()]
    changes: list[tuple[Any, list[int]]] = [
        # Values of a class are of the type that annotations of it were registered for.
        (lambda: registered.register(Thing, NONE), [0, 2]),
        (lambda: registered.register_hint(list, lambda hint, read: cf.ListType(NONE)), [1]),
        (lambda: registered.register_instance(Thing, lambda value, read: cf.UnknownType()), [2]),
        (lambda: registered.register_instance(list, lambda value, read: cf.ListType(NONE)), [3]),
        (lambda: registered.register_trait(trait, Raising, lambda ty, trait: True), [4]),
        (
            lambda: registered.register_conversion(
                Raising, cf.Type, lambda a, b: cf.Conversion.EXPLICIT
            ),
            [5],
        ),
        (lambda: registered.register_spelling("c", Raising, lambda ty: "int"), [6]),
        (lambda: registered.register_constructor(Lately), [7]),
    ]
    assert before[0] == before[1]
    now = before[0]
    for change, places in changes:
        change()
        then = seen()
        assert [place for place in range(len(now)) if then[place] != now[place]] == places
        now = then
