"""`cf.checked` on the functions of a real code base: annotations that have no type, methods, forward references."""

import dataclasses
import functools
import pathlib
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, TypeVar

import numpy as np
import pytest
from jaxtyping import Float

import conformable as cf

if TYPE_CHECKING:
    from fractions import Fraction

Row = Float[np.ndarray, "n"]
Column = Float[np.ndarray, "bar"]
AnyRow = Float[Any, "n"]
T = TypeVar("T")


class Model:
    """A class of the program."""


class Derived(Model):
    """One that derives from it."""


@cf.checked
def fit(
    model: Model,
    x: Row,
    path: pathlib.Path = pathlib.Path("."),
    sizes: Sequence[int] = (),
    *rest: Model,
    **named: Model,
) -> "Model":
    return model


def test_a_class_is_a_test_of_the_value() -> None:
    model: Any = Model()
    assert fit(model, np.ones(3)) is model and fit(Derived(), np.ones(3))
    assert fit(model, np.ones(3), pathlib.Path("x"), [1], model, other=model) is model
    wrong: list[tuple[str, Callable[[], Any]]] = [
        ("model is of class int, not Model", lambda: fit(3, np.ones(3))),  # type: ignore[arg-type]
        ("path is of class str, not Path", lambda: fit(model, np.ones(3), "x")),  # type: ignore[arg-type]
        ("sizes is of class int", lambda: fit(model, np.ones(3), pathlib.Path(), 3)),  # type: ignore[arg-type]
        ("rest[1] is of class", lambda: fit(model, np.ones(3), pathlib.Path(), [], model, 3)),  # type: ignore[arg-type]
        ("named['a'] is of class", lambda: fit(model, np.ones(3), a=3)),  # type: ignore[arg-type]
        ("x is of class Model, not Float[ndarray, 'n']", lambda: fit(model, model)),  # type: ignore[arg-type]
    ]
    for message, call in wrong:
        with pytest.raises(cf.DTypeError) as caught:
            call()
        assert message in str(caught.value)
    with pytest.raises(cf.ShapeError):
        fit(model, np.ones((3, 1)))


def test_what_cannot_be_read_is_no_constraint() -> None:
    @cf.checked
    def loose(a: object, b: Any, c: T, d: "Mapping[str, T]", e: Row) -> T:
        return c

    assert loose(1, 2, 3, {}, np.ones(2)) == 3
    with pytest.raises(cf.DTypeError, match="d is of class int"):
        loose(1, 2, 3, 4, np.ones(2))  # type: ignore[arg-type]

    @cf.checked
    def nothing(a: object, b: Any) -> object:
        return a

    assert nothing(1, 2) == 1

    @cf.checked
    def abstract(it: Iterable[float], call: Callable[..., float], m: list[Model]) -> None: ...

    abstract([1.0], print, [Model()])  # type: ignore[arg-type]
    for it, call, models in [(1, print, []), ([], 1, []), ([], print, 3)]:
        with pytest.raises(cf.DTypeError):
            abstract(it, call, models)  # type: ignore[arg-type]


def test_members_of_unions_that_are_classes() -> None:
    @cf.checked
    def either(x: Row | Model, y: Row, z: Optional["Model"] = None) -> Model | None:
        return z

    assert either(Model(), np.ones(2)) is None and either(np.ones(2), np.ones(2), Derived())
    with pytest.raises(cf.ShapeError):
        either(np.ones(3), np.ones(2))
    for x, z in [(3, None), (Model(), 3)]:
        with pytest.raises(cf.DTypeError):
            either(x, np.ones(2), z)  # type: ignore[arg-type]


def test_methods_of_all_kinds() -> None:
    class Local:
        @cf.checked
        def same(self, other: "Local", x: Row) -> "Local":
            return other

        @cf.checked
        @classmethod
        def made(cls, x: Row) -> "Local":
            return cls()

        @cf.checked
        @staticmethod
        def plain(x: int) -> int:
            return x

        @cf.checked  # type: ignore[prop-decorator]
        @property
        def size(self) -> int:
            return self.__dict__.get("size_", "none")  # type: ignore[no-any-return]

    own = Local()
    assert own.same(own, np.ones(2)) is own and isinstance(Local.made(np.ones(2)), Local)
    assert Local.plain(3) == 3
    with pytest.raises(cf.DTypeError, match="other is of class int"):
        own.same(3, np.ones(2))  # type: ignore[arg-type]
    with pytest.raises(cf.ShapeError):
        Local.made(np.ones((2, 2)))
    with pytest.raises(cf.DTypeError, match="the result is"):
        own.size  # noqa: B018
    with pytest.raises(cf.DTypeError):
        Local.plain("a")  # type: ignore[arg-type]


def test_forward_references() -> None:
    @cf.checked
    def late(a: "Later", b: "list[Later]", x: Row, y: "Row") -> "Later":
        return a

    class Later:
        pass

    globals()["Later"] = Later
    try:
        own: Any = Later()
        assert late(own, [own], np.ones(2), np.ones(2)) is own
        with pytest.raises(cf.ShapeError):
            late(own, [], np.ones(2), np.ones(3))
        with pytest.raises(cf.DTypeError):
            late(3, [], np.ones(2), np.ones(2))  # type: ignore[arg-type]
    finally:
        del globals()["Later"]

    @cf.checked
    def misspelt(a: "Modle") -> None: ...  # type: ignore[name-defined]  # noqa: F821

    with pytest.raises(TypeError, match="misspelt: the annotation 'Modle' has an undefined name"):
        misspelt(Model())


def test_results_of_generators() -> None:
    @cf.checked
    def models(count: int) -> Iterator[Model]:
        yield Model()
        if count > 1:
            yield 3  # type: ignore[misc]

    assert len(list(models(1))) == 1
    with pytest.raises(cf.DTypeError, match="the result is of class int, not Model"):
        list(models(2))


def test_marks_of_jaxtyping_in_front_of_names_and_behind() -> None:
    for text in ["bar #foo=bar", "bar foo=#bar"]:

        @cf.checked
        def both(x: Row, y: Float[np.ndarray, text], z: Column) -> None: ...

        both(np.ones(2), np.ones((3, 1)), np.ones(3))
        both(np.ones(2), np.ones((3, 3)), np.ones(3))
        with pytest.raises(cf.ShapeError):
            both(np.ones(2), np.ones((3, 4)), np.ones(3))


def test_arrays_of_other_libraries_have_sizes() -> None:
    class Duck:
        shape = (3,)
        dtype = "float32"

    @cf.checked
    def ducks(x: AnyRow, y: Row) -> None: ...

    ducks(Duck(), np.ones(3))
    with pytest.raises(cf.ShapeError):
        ducks(Duck(), np.ones(4))
    with pytest.raises(cf.DTypeError, match="x is of class object"):
        ducks(object(), np.ones(4))


def test_what_may_be_called() -> None:
    class Called:
        def __call__(self) -> int:
            return 1

    @cf.checked
    def run(function: Callable[..., float], more: list[Callable[[int], str]] | None = None) -> int:
        return 1

    def typed(a: int) -> str:
        return ""

    values: list[Any] = [
        print,
        len,
        np.add,
        typed,
        lambda: 1,
        functools.partial(len),
        Called(),
        int,
        Called,
    ]
    for value in values:
        assert run(value, [value]) == 1
    with pytest.raises(cf.DTypeError, match="function is of class int, not Callable"):
        run(3)  # type: ignore[arg-type]


def test_containers_of_what_nobody_reads() -> None:
    @cf.checked
    def kept(
        a: list[Any] | None, b: tuple[Any, ...] | None, c: dict[str, Any] | None, d: set[Any] | None
    ) -> int:
        return 1

    model = Model()
    assert kept([model], (model, 3), {"a": model}, {model}) == kept(None, None, None, None) == 1
    wrong: list[list[Any]] = [
        [(model,), None, None, None],
        [None, [model], None, None],
        [None, None, {model}, None],
    ]
    for values in wrong:
        with pytest.raises(cf.DTypeError):
            kept(*values)


def test_classes_partials_and_what_only_checkers_import() -> None:
    @cf.checked
    @dataclasses.dataclass
    class Pair:
        x: Row
        y: Row

    assert Pair(np.ones(2), np.ones(2)).x.shape == (2,) and isinstance(Pair, type)
    with pytest.raises(
        cf.ShapeError, match=r"Pair.__init__: y is float64\[3\], not Float\[ndarray, 'n'\]"
    ):
        Pair(np.ones(2), np.ones(3))
    with pytest.raises(TypeError, match="has no `__init__` of its own"):

        @dataclasses.dataclass
        @cf.checked
        class Late:
            x: Row

    bound: Any = cf.checked(functools.partial(fit, Model()))
    with pytest.raises(cf.DTypeError, match="fit: x is"):
        bound(3)

    @cf.checked
    def later(found: "Fraction", x: Row) -> "list[Fraction]":
        return [found]

    assert later(3, np.ones(2)) == [3]  # type: ignore[arg-type]

    @cf.checked
    def odd(x: "typing.ClassVar[int]", y: "Model[int]", z: Row) -> None: ...  # type: ignore[misc, type-arg]

    odd(1, 2, np.ones(2))  # type: ignore[arg-type]
    with pytest.raises(cf.DTypeError, match="z is"):
        odd(1, 2, 3)  # type: ignore[arg-type]


def test_items_are_shown_with_their_annotation() -> None:
    @cf.checked
    def items(
        xs: list[Row], pair: tuple[Row, dict[str, Column]], *rest: Row, **more: Row
    ) -> None: ...

    two, three = np.ones(2), np.ones(3)
    cases: list[tuple[str, Callable[[], Any]]] = [
        ("xs[1] is float64[3], not Float[ndarray, 'n']", lambda: items([two, three], (two, {}))),
        ("pair[0] is float64[3], not Float[ndarray, 'n']", lambda: items([two], (three, {}))),
        (
            "pair[1]['a'] is float64[3, 3], not Float[ndarray, 'bar']",
            lambda: items([two], (two, {"a": np.ones((3, 3))})),
        ),
        ("rest[0] is float64[3], not Float[ndarray, 'n']", lambda: items([two], (two, {}), three)),
        (
            "more['k'] is float64[3], not Float[ndarray, 'n']",
            lambda: items([two], (two, {}), k=three),
        ),
    ]
    for message, call in cases:
        with pytest.raises(cf.ShapeError, match=re.escape(message)):
            call()
