"""One value, seen by everything that reads values: what they say of it agrees."""

import enum
from typing import Any

import numpy as np
import pytest
from test_constructors import Coin

import conformable as cf
from conformable._registry import Registry


class Number(enum.IntEnum):
    ONE = 1


class Text(str):
    pass


class Rows(np.ndarray):
    pass


VALUES: list[Any] = [
    None, True, 3, 2**70, 1.5, float("nan"), 1j, "a", b"a", ..., Number.ONE, Text("a"),
    np.float64(1.5), np.float32(1.5), np.int64(3), np.bool_(True), np.complex128(1j), np.str_("a"), np.bytes_(b"a"),
    np.zeros(()), np.zeros((2, 3)), np.zeros(3, int), np.zeros((1, 2)).view(Rows), np.ma.zeros(3),
    (1, 2), (), [1, 2], [], [1.0, 2], {1}, {"a": 1}, slice(1, 2), np.dtype("f4"), np.float64, int,
]  # fmt: skip
TYPES = [
    "bool", "int", "float", "complex", "str", "bytes", "ellipsis", "None",
    "bool_", "int64", "float64", "complex128", "U1", "S1",
    "float64[...]", "float64[2, 3]", "float64[]", "int64[3]", "?[?]",
    "tuple[int, int]", "tuple[int, ...]", "tuple[()]", "list[int]", "list[float]", "set[int]", "dict[str, int]",
    "slice", "DType[float32]", "DType[float64]", "DType[int64]",
]  # fmt: skip

each_type = pytest.mark.parametrize("text", TYPES)


def annotated(ty: cf.Type) -> Any:
    def function(x: Any) -> None: ...

    function.__annotations__ = {"x": ty}
    return cf.checked(function)


def takes(function: Any, value: object) -> bool:
    try:
        function(value)
    except cf.TypeCheckError:
        return False
    return True


@each_type
def test_a_value_is_valid_where_its_type_belongs(text: str) -> None:
    ty = cf.parse_type(text)
    for value in VALUES:
        belongs = ty.is_super(cf.from_instance(value))
        assert ty.is_valid_value(value) is belongs, (text, value)


#: An annotation takes more: narrower numbers of Python's, and NumPy's scalars that derive from its classes.
NUMBERS: dict[str, list[Any]] = {
    "float": [True, 3, 2**70, Number.ONE, np.float64(1.5)],
    "complex": [True, 3, 2**70, Number.ONE, np.float64(1.5), 1.5, float("nan"), np.complex128(1j)],
    "str": [np.str_("a")],
    "bytes": [np.bytes_(b"a")],
    "list[float]": [[1, 2], [1.0, 2]],
}


@each_type
def test_an_annotation_takes_what_belongs_to_its_type(text: str) -> None:
    def key(value: object) -> tuple[type, str]:
        return type(value), repr(value)

    ty = cf.parse_type(text)
    function = annotated(ty)
    more = [key(value) for value in NUMBERS.get(text, [])]
    for value in VALUES:
        expected = ty.is_valid_value(value) or key(value) in more
        assert takes(function, value) is expected, (text, value)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{type(value).__name__} {value!r}")
def test_a_constant_a_default_and_a_literal_agree(value: Any) -> None:
    literal = cf.as_variable(value).type

    def function(x: Any = value) -> None: ...

    (default,) = cf.from_instance(function).defaults  # type: ignore[attr-defined]
    if isinstance(value, type):
        # Whether a class as a default is meant as a dtype nobody knows.
        return
    assert default is literal
    own = cf.from_instance(value)
    assert own.is_super(literal)
    if isinstance(literal, cf.Literal):
        assert literal is cf.Literal(value) and (literal.value == value or value != value)
        assert takes(annotated(literal), value) and literal.is_valid_value(value)
    else:
        assert literal is own


def test_a_literal_is_one_value() -> None:
    for text, value, other in [
        ("Literal[1.5]", 1.5, 2.5),
        ("Literal[nan]", float("nan"), 1.0),
        ("Literal[3]", 3, 4),
        ("Literal[True]", True, False),
        ("Literal['a']", "a", "b"),
    ]:
        ty = cf.parse_type(text)
        function = annotated(ty)
        assert takes(function, value) and ty.is_valid_value(value), text
        assert not takes(function, other) and not ty.is_valid_value(other), text
    size = cf.parse_type("Int[n]")
    assert (
        size.is_valid_value(3)
        and not size.is_valid_value(True)
        and not takes(annotated(size), True)
    )


def test_a_registered_class_is_asked(registry: Registry) -> None:
    class Note:
        def __init__(self, currency: str):
            self.currency = currency

    registry.register_constructor(Coin)
    registry.register_instance(Note, lambda value, read: Coin(value.currency))
    wrappers: list[tuple[cf.Type, Any]] = [
        (Coin("EUR"), Note),
        (cf.ListType(Coin("EUR")), lambda name: [Note(name)]),
    ]
    for ty, wrapped in wrappers:
        function = annotated(ty)
        function(wrapped("EUR"))
        with pytest.raises(cf.DTypeError, match="CHF"):
            function(wrapped("CHF"))
    annotated(Coin("any"))(Note("CHF"))
    with pytest.raises(LookupError, match="no such currency"):
        annotated(cf.ListType(Coin("broken")))([Note("EUR")])


def test_a_defined_relation_sees_floats() -> None:
    seen: list[object] = []

    def scaled(n: int, factor: float) -> int:
        seen.append(factor)
        return int(n * factor)

    relation = cf.define_relation("scaled_up_to", scaled)
    signature = cf.Signature(
        inputs=[cf.Tensor(["n"], "float64")],
        outputs=[cf.Tensor([relation("n", cf.Literal(0.5))], "float64")],
    )
    try:
        (found,) = signature.apply(cf.parse_type("float64[6]")).outputs
    finally:
        cf._native.forget_relation("scaled_up_to")
    assert str(found) == "float64[3]" and seen == [0.5]
