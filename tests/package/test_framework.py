"""Conversions, traits, calls, operators, common types, spellings; NumPy judges what is lossless."""

import itertools
import tomllib
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import conformable as cf
from conformable import Conversion, traits
from conformable._registry import Registry

ROOT = Path(__file__).resolve().parents[2]
NUMERIC = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 longdouble complex64 complex128 clongdouble".split()


def t(text: str) -> cf.Type:
    return cf.parse_type(text)


def why_not(f: cf.Type, *args: cf.Type) -> str:
    """Why a call is refused, which it must be."""
    reason = cf.why_not_invocable(f, *args)
    assert reason is not None
    return reason


def refused(found: cf.Type | cf.Refusal) -> cf.Refusal:
    """What says why there is no result."""
    assert isinstance(found, cf.Refusal)
    return found


def extremes(name: str) -> Any:
    """Values at the ends of a dtype, and those with the most digits."""
    dtype = np.dtype(name)
    if dtype.kind == "b":
        return np.array([False, True])
    if dtype.kind in "iu":
        whole = np.iinfo(dtype)
        return np.array([whole.min, whole.max, whole.max - 1, whole.max // 3, 0, 1], dtype)
    info = np.finfo(dtype)
    ends = [info.max, info.min, info.tiny, 1 + info.eps, info.max / 3, 0.5, 0]
    real: Any = np.array(ends, dtype)
    if dtype.kind == "c":
        real = np.concatenate([real, real * dtype.type(1j)])
    return real


@pytest.mark.parametrize(("a", "b"), list(itertools.product(NUMERIC, NUMERIC)))
def test_implicit_means_that_numpy_keeps_every_value(a: str, b: str) -> None:
    values = extremes(a)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with np.errstate(all="ignore"):
            there = values.astype(b)
            kept = np.array_equal(there.astype(a), values)
            # To wrap around and back is to lose it.
            kept &= (
                bool(np.all((values < 0) == (there < 0)))
                if values.dtype.kind in "iu" and there.dtype.kind in "iu"
                else True
            )
    grade = cf.conversion(cf.ScalarType(a), cf.ScalarType(b))
    if a == b:
        assert grade is Conversion.IDENTICAL
    else:
        assert grade is (Conversion.IMPLICIT if kept else Conversion.EXPLICIT)
        array = cf.conversion(cf.TensorType(a, (3,)), cf.TensorType(b, (3,)))
        assert array is grade


CONVERSIONS = [
    ("int32", "float64", "implicit"), ("int64", "float64", "explicit"), ("float64", "int32", "explicit"),
    ("float64", "float", "implicit"), ("float", "float64", "implicit"), ("float", "float32", "explicit"),
    ("int", "int64", "explicit"), ("int64", "int", "implicit"), ("bool", "int", "implicit"), ("int", "bool", "explicit"),
    ("Literal[3]", "int8", "implicit"), ("Literal[300]", "int8", "explicit"), ("Literal[300]", "float16", "implicit"),
    ("Literal[3]", "int", "implicit"), ("int", "Literal[3]", "explicit"), ("Literal[3]", "Literal[4]", "impossible"),
    ("float64", "float64[]", "implicit"), ("float64[]", "float64", "implicit"), ("float32[]", "float", "implicit"),
    ("float64[3]", "float64", "impossible"), ("float64", "float64[3]", "impossible"),
    ("float64[2]", "float64[?]", "implicit"), ("float64[?]", "float64[2]", "explicit"), ("float64[2]", "float64[3]", "impossible"),
    ("float64[2]", "float64[2, 2]", "impossible"), ("int32[n]", "float64[n]", "implicit"), ("int64[n]", "float64[n]", "explicit"),
    ("float64[n, m; C]", "float64[n, m]", "implicit"), ("float64[n, m; C]", "float64[n, m; F]", "implicit"),
    ("float64[n; device=cpu]", "float64[n; device=cuda]", "explicit"), ("float64[n]", "float64[n; device=cpu]", "explicit"),
    ("float64[...]", "float64", "explicit"), ("float64[2]", "?[2]", "implicit"), ("?[2]", "float64[2]", "explicit"),
    ("U3", "U5", "implicit"), ("U5", "U3", "explicit"), ("U5", "str", "implicit"), ("str", "U5", "explicit"), ("Literal['abc']", "U3", "implicit"),
    ("Literal['abcd']", "U3", "explicit"), ("int8", "U5", "explicit"), ("datetime64[s]", "datetime64[ns]", "explicit"),
    ("float64", "object", "implicit"), ("object", "float64", "explicit"), ("float64", "datetime64[ns]", "impossible"),
    ("void{a: int8}", "void{a: int16}", "implicit"), ("void{a: int8}", "void{b: int8}", "impossible"), ("void{a: int8}", "int8", "impossible"),
    ("tuple[int32, int8]", "tuple[float64, int16]", "implicit"), ("tuple[int64]", "tuple[float64]", "explicit"),
    ("tuple[int]", "tuple[int, int]", "impossible"), ("tuple[int8, int16]", "tuple[int32, ...]", "implicit"),
    ("list[int8]", "list[int16]", "implicit"), ("list[int]", "tuple[int, ...]", "explicit"), ("set[int8]", "set[int16]", "implicit"),
    ("dict[str, int8]", "dict[str, int16]", "implicit"), ("struct{a: int8}", "struct{a: int16}", "implicit"),
    ("struct{a: int8}", "struct{b: int8}", "impossible"), ("int8 | int16", "int32", "implicit"), ("int8 | int64", "float64", "explicit"),
    ("int8", "int16 | str", "implicit"), ("None", "int | None", "implicit"), ("None", "int", "impossible"), ("int", "None", "impossible"),
    ("((int32) -> int8)", "((int8) -> int32)", "implicit"), ("((int8) -> int8)", "((int32) -> int8)", "impossible"),
    ("((int) -> int)", "float64", "impossible"), ("float64", "((int) -> int)", "impossible"), ("str", "int", "explicit"),
    ("Unknown", "int", "explicit"), ("int", "Unknown", "implicit"), ("model.A", "model.B", "explicit"), ("slice[int, int, int]", "int", "impossible"),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "grade"), CONVERSIONS)
def test_conversions(a: str, b: str, grade: str) -> None:
    found, reason = cf.explain_conversion(t(a), t(b))
    assert found.value == grade, reason
    assert reason
    assert t(a).convert(t(b)) is found
    assert cf.is_convertible(t(a), t(b)) == (grade == "implicit")
    assert cf.is_convertible(t(a), t(b), explicit=True) == (grade != "impossible")
    assert cf.conversion(t(a), t(a)) is Conversion.IDENTICAL


def test_reasons_name_what_is_lost() -> None:
    assert (
        cf.explain_conversion(t("int64"), t("float64"))[1] == "int64 has values that float64 lacks"
    )
    assert cf.explain_conversion(t("float64[2, 3]"), t("float64[2, 4]"))[1] == "dim 1 is 3 and 4"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["float32", "int32"], "float64"),
        (["int8", "uint8", "int16"], "int16"),
        (["float32", "float"], "float32"),
        (["int", "float", "bool"], "float"),
        (["int32[n, 3]", "float32[2, ?]"], "float64[2, 3]"),
        (["float64[n; C]", "int8[n]"], "float64[n; A]"),
        (["tuple[int8, float32[2]]", "tuple[int16, float64[?]]"], "tuple[int16, float64[2]]"),
        (["Literal[1]", "int"], "int"),
        (["?[3]", "float64[?]"], "?[3]"),
        (["None", "None"], "None"),
        (["int | None", "None"], "None | int"),
        (["float64[2]", "float64[3]"], "dim 0 is 2 and 3"),
        (["float64[2, 3]", "float64[3]"], "the rank is 2 and 1"),
        (["float64", "U5[2]"], "the rank is 0 and 1"),
        (["datetime64[ns]", "float64"], "no common dtype"),
        (["float64", "None"], "different kinds"),
        (["tuple[int8]", "tuple[int8, int8]"], "differ in their elements"),
        (["tuple[int8, float64[2]]", "tuple[int8, float64[3]]"], "part 1: dim 0 is 2 and 3"),
        ([], "no types"),
    ],
)
def test_common_type(texts: list[str], expected: str) -> None:
    types = list(map(t, texts))
    if " " in expected and "|" not in expected and not expected.startswith(("float64[", "tuple[")):
        with pytest.raises(TypeError, match=expected):
            cf.common_type(*types)
    else:
        assert cf.common_type(*types) is t(expected)
        assert cf.common_type(*reversed(types)) is t(expected)


@pytest.mark.parametrize(("a", "b"), list(itertools.combinations(NUMERIC, 2)))
def test_common_dtypes_are_numpys(a: str, b: str) -> None:
    common = cf.common_type(cf.ScalarType(a), cf.ScalarType(b))
    assert isinstance(common, cf.ScalarType)
    assert common.numpy_dtype == np.result_type(a, b)


def operand(name: str) -> cf.Type:
    return t(name.removeprefix("weak_")) if name.startswith("weak_") else cf.ScalarType(name)


@pytest.mark.parametrize("name", [name for name, _ in cf.dialects() if name != "numpy"])
def test_dialects_are_their_tables(name: str) -> None:
    tables = tomllib.loads((ROOT / "catalogue/dialects.toml").read_text(encoding="utf-8"))
    operands = tables[name]["operands"]
    without = 0
    for a, row in zip(operands, tables[name]["results"], strict=True):
        for b, cell in zip(operands, row.split(), strict=True):
            if cell == "-":
                without += 1
                # What is the same type needs no promotion.
                if a != b:
                    with pytest.raises(TypeError, match="no common dtype"):
                        cf.common_type(operand(a), operand(b), dialect=name)
            elif a != b:
                assert cf.common_type(operand(a), operand(b), dialect=name) is operand(cell)
    assert without == {"array-api": 158, "gt4py": 110, "torch": 56}.get(name, 0)


def test_a_dialect_decides_for_arrays_too() -> None:
    a, b = t("int32[n, 3]"), t("float32[2, ?]")
    assert cf.common_type(a, b, dialect="jax") is t("float32[2, 3]")
    with pytest.raises(TypeError, match="int32, float32"):
        cf.common_type(a, b, dialect="array-api")
    with pytest.raises(TypeError, match="dim 0"):
        cf.common_type(t("int8[3]"), t("int16[4]"), dialect="jax")
    with pytest.raises(ValueError, match="numpy, array-api"):
        cf.common_type(a, b, dialect="basic")


def test_calls() -> None:
    add = t("((float64, float64) -> float64)")
    assert cf.is_invocable(add, t("float64"), t("int32"))
    assert not cf.is_invocable(add, t("float64"), t("int64"))
    assert "argument 2" in why_not(add, t("float64"), t("int64"))
    assert "2 arguments, not 1" in why_not(add, t("float64"))
    assert cf.is_invocable(t("((x: float64, k=3) -> None)"), t("float64"))
    assert cf.is_invocable(t("((*args: float64) -> None)"), t("float64"), t("float32"))
    assert "by its name" in why_not(t("((*, k: int) -> None)"))
    assert "no function" in why_not(t("int"), t("int"))


def test_calls_of_functions_with_variables() -> None:
    dot = t("((T[m, n], U[n, p]) -> promote(T, U)[m, p])")
    assert cf.is_invocable(dot, t("float64[2, 3]"), t("int8[3, 4]"))
    assert "3" in why_not(dot, t("float64[2, 3]"), t("int8[5, 4]"))
    assert not cf.is_invocable(dot, t("float64[2, 3]"))
    assert not cf.is_invocable(dot, t("float64[2, 3]"), t("str"))
    assert cf.is_invocable(t("((x: T[n]) -> T[n] where n >= 1)"), t("int8[3]"))
    assert not cf.is_invocable(t("((x: T[n]) -> T[n] where n >= 1)"), t("int8[0]"))


PYTHON = {
    "bool": True,
    "int": 3,
    "float": 2.5,
    "complex": 1j,
    "str": "a%s",
    "bytes": b"a",
    "tuple[int]": (1,),
    "list[int]": [1],
    "None": None,
}
OPERATORS = [
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "@",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
]


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize(("a", "b"), list(itertools.product(PYTHON, PYTHON)))
def test_pythons_operators_are_pythons(op: str, a: Any, b: Any) -> None:
    found = cf.operation(op, t(a), t(b))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = eval(f"a {op} b", {"a": PYTHON[a], "b": PYTHON[b]})
    except TypeError:
        # A bytes format is a wrong value, and `%` of a text says so with a TypeError too.
        assert (isinstance(found, cf.Refusal) and found.exception == "TypeError") or (
            op == "%" and a in ("str", "bytes")
        )
    except (OverflowError, ValueError):
        assert found
    else:
        valid = isinstance(found, cf.Type) and found.is_valid_value(result)
        assert (op == "%" and a == "bytes") or valid, found


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("int32[2, 3]", "float32[3]"),
        ("bool[2]", "bool[2]"),
        ("float64", "int8[2]"),
        ("int64[2, 3]", "int64[3, 2]"),
        ("uint8[3]", "int"),
        ("float64[2]", "float64[3]"),
    ],
)
def test_operators_on_arrays_are_numpys(op: str, a: str, b: str) -> None:
    def value(text: str) -> Any:
        ty = t(text)
        if isinstance(ty, cf.TensorType):
            shape: Any = ty.shape
            return np.ones(shape, ty.numpy_dtype)
        return np.ones((), ty.numpy_dtype)[()] if isinstance(ty, cf.ScalarType) else 1

    found = cf.operation(op, t(a), t(b))
    try:
        result = eval(f"a {op} b", {"a": value(a), "b": value(b)})
    except (TypeError, ValueError) as error:
        assert refused(found).reason
        classes = {"TypeError": TypeError, "ValueError": ValueError}
        assert isinstance(error, classes[refused(found).exception or ""])
    else:
        # Against an int of unknown value the loop of a comparison is not decided.
        compared = b == "int" and op in ("==", "!=")
        assert isinstance(found, cf.Type)
        own = cf.from_instance(result)
        assert found.is_super(own) if compared else found is own


def test_what_takes_part_in_no_operation() -> None:
    f = t("((int) -> int)")
    assert not cf.operation("+", f, f)
    assert refused(cf.operation("+", f, t("float64[2]"))).exception == "TypeError"
    assert refused(cf.operation("+", t("model.A"), t("int"))).exception is None
    with pytest.raises(ValueError, match="<=>"):
        cf.operation("<=>", f, f)
    with pytest.raises(TypeError):
        cf.operation("+", 1, 2)  # type: ignore[arg-type]


TRAITS = {
    "float64[n]": "Number Floating Arithmetic Ordered Equatable Iterable Sized",
    "float64[]": "Number Floating Arithmetic Ordered Equatable Concrete",
    "int8[2, 3]": "Number Integral Arithmetic Bitwise Ordered Equatable Iterable Sized Concrete",
    "bool_": "Boolean Bitwise Ordered Equatable Hashable Concrete",
    "int": "Number Integral Arithmetic Bitwise Ordered Equatable Hashable Concrete",
    "complex": "Number Arithmetic Equatable Hashable Concrete",
    "str": "Ordered Equatable Iterable Sized Hashable Concrete",
    "tuple[int, str]": "Equatable Iterable Sized Hashable Concrete",
    "tuple[list[int]]": "Equatable Iterable Sized Concrete",
    "dict[str, int]": "Equatable Iterable Sized Concrete",
    "((int) -> int)": "Hashable Concrete",
    "None": "Equatable Hashable Concrete",
    "int | float": "Number Arithmetic Ordered Equatable Hashable",
    "Unknown": "",
    "?[3]": "Equatable Iterable Sized",
}
NAMES = "Number Integral Floating Boolean Arithmetic Bitwise Ordered Equatable Iterable Sized Hashable Concrete".split()


@pytest.mark.parametrize("ty", TRAITS)
def test_traits(ty: str) -> None:
    held = [name for name in NAMES if cf.implements(t(ty), getattr(traits, name))]
    assert held == [name for name in NAMES if name in TRAITS[ty].split()]
    assert t(ty).implements(traits.Number) == ("Number" in held)


def test_traits_with_parameters() -> None:
    add = traits.Add(t("float64[3]"))
    assert cf.implements(t("float64[2, 3]"), add)
    assert add.output(t("int8[2, 1]")) is t("float64[2, 3]")
    assert not cf.implements(t("float64[4]"), add)
    assert "3" in refused(add.output(t("float64[4]"))).reason
    assert cf.implements(t("int8"), traits.Convertible(t("int16")))
    assert not cf.implements(t("int16"), traits.Convertible(t("int8")))
    assert cf.implements(t("((int) -> int)"), traits.Callable(t("bool")))
    assert cf.implements(t("int8"), traits.Promotable(t("float32")))
    assert not cf.implements(t("int8"), traits.Promotable(t("None")))
    assert cf.implements(t("list[int]"), traits.Indexable(t("int")))
    assert not cf.implements(t("list[int]"), traits.Indexable(t("str")))
    assert cf.implements(t("float64[3]"), traits.Indexable(t("bool[3]")))
    assert cf.implements(t("dict[str, int]"), traits.Indexable(t("str")))
    assert not cf.implements(t("int"), traits.Indexable())
    assert traits.Add(t("int")) == traits.Add(t("int")) != traits.Add(t("float"))
    with pytest.raises(TypeError):
        cf.implements(t("int"), "Number")
    with pytest.raises(TypeError):
        traits.Add(3)  # type: ignore[arg-type]


class Money(cf.Type):
    __props__ = ("currency",)

    def __init__(self, currency: str) -> None:
        self.currency = currency

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        return value


def test_traits_are_open(registry: Registry) -> None:
    drawable = traits.Trait("Drawable")
    assert not cf.implements(t("float64[2, 3]"), drawable)
    registry.register_trait(drawable, cf.TensorType, lambda ty, trait: ty.ndim == 2)
    registry.register_trait(drawable, Money, lambda ty, trait: True)
    registry.register_trait(traits.Number, Money, lambda ty, trait: True)
    registry.register_trait(
        traits.Convertible, Money, lambda ty, trait: trait.parameters[0] is t("str")
    )
    assert cf.implements(t("float64[2, 3]"), drawable) and not cf.implements(
        t("float64[2]"), drawable
    )
    assert cf.implements(Money("EUR"), drawable) and cf.implements(Money("EUR"), traits.Number)
    assert cf.implements(Money("EUR"), traits.Convertible(t("str")))
    assert not cf.implements(Money("EUR"), traits.Convertible(t("int")))
    with pytest.raises(ValueError, match=r"Drawable.*TensorType.*twice"):
        registry.register_trait(drawable, cf.TensorType, lambda ty, trait: False)


def test_conversions_are_open(registry: Registry) -> None:
    euro, franc = Money("EUR"), Money("CHF")
    assert cf.conversion(euro, Money("EUR")) is Conversion.IDENTICAL
    assert cf.conversion(euro, franc) is Conversion.IMPOSSIBLE
    registry.register_conversion(Money, Money, lambda a, b: None if a == b else Conversion.EXPLICIT)
    registry.register_conversion(Money, cf.ScalarType, lambda a, b: Conversion.EXPLICIT)
    assert cf.conversion(euro, franc) is Conversion.EXPLICIT
    assert cf.conversion(euro, euro) is Conversion.IDENTICAL
    assert cf.conversion(euro, t("float64")) is Conversion.EXPLICIT
    assert "registered" in cf.explain_conversion(euro, franc)[1]
    registry.register_conversion(cf.ScalarType, Money, lambda a, b: "yes")
    with pytest.raises(TypeError, match="no Conversion"):
        cf.conversion(t("float64"), euro)
    with pytest.raises(TypeError):
        cf.conversion(euro, 3)  # type: ignore[arg-type]


def test_spellings(registry: Registry) -> None:
    ty = t("float64[n, 3]")
    assert ty.spell("numpy") == "np.ndarray[tuple[int, Literal[3]], np.dtype[np.float64]]"
    assert cf.spell(ty, "jaxtyping") == 'Float64[np.ndarray, "n 3"]'
    assert t("float64[n, m; F]").spell("pyccel") == "'float[:,:](order=F)'"
    for language in (
        "c",
        "cpp",
        "fortran",
        "mlir",
        "numpy",
        "jaxtyping",
        "pyccel",
        "gt4py",
        "array-api",
    ):
        assert t("bool" if language != "jaxtyping" else "bool[n]").spell(language)
    with pytest.raises(ValueError, match="fortran cannot say uint8"):
        t("uint8").spell("fortran")
    with pytest.raises(ValueError, match="cobol"):
        ty.spell("cobol")
    with pytest.raises(ValueError, match="nobody"):
        cf.spell(Money("EUR"), "c")
    registry.register_spelling("cobol", cf.TensorType, lambda ty: "OCCURS 3 TIMES")
    registry.register_spelling("c", Money, lambda ty: "money_t")
    assert ty.spell("cobol") == "OCCURS 3 TIMES"
    assert Money("EUR").spell("c") == "money_t"


def test_annotations_that_are_spelled_read_back() -> None:
    import typing

    from jaxtyping import Bool, Float64, Int8

    names = {
        "np": np,
        "Any": typing.Any,
        "Literal": typing.Literal,
        "Callable": typing.Callable,
        "Float64": Float64,
        "Int8": Int8,
        "Bool": Bool,
    }
    for text in [
        "float64[n, 3]",
        "int8[]",
        "bool[?, 2]",
        "list[float64[2]]",
        "int | None",
        "dict[str, tuple[int, ...]]",
        "((int) -> str)",
    ]:
        for language in ("numpy", "jaxtyping"):
            ty = t(text)
            hint = eval(ty.spell(language), names)
            assert cf.from_type_hint(hint).is_super(ty), (language, text)


def test_with_dtype_reaches_the_bottom() -> None:
    assert cf.with_dtype(t("list[int64[n]]"), "float64") is t("list[float64[n]]")
    assert cf.with_dtype(t("tuple[int, int8[3; C]]"), np.float32) is t(
        "tuple[float32, float32[3; C]]"
    )
    assert cf.with_dtype(t("str"), "float64") is t("str")


def test_other_ranks_orders_and_axes() -> None:
    array = t("float64[n, 3; C, strides=(3, 1)]")
    assert cf.transpose(array) is t("float64[3, n; F, strides=(1, 3)]")
    assert cf.transpose(array, (0, 1)) is array
    assert cf.swap_order(t("float64[n, m; C]")) is t("float64[n, m; F]")
    assert cf.with_order(t("float64[n, m]"), "F") is t("float64[n, m; F]")
    assert cf.with_rank(t("list[float64[n, 3]]"), 1) is t("float64[3]")
    calls: list[Callable[[], cf.Type]] = [
        lambda: cf.transpose(array, (0, 0)),
        lambda: cf.with_rank(array, 3),
        lambda: cf.with_order(array, "G"),
    ]
    for call in calls:
        with pytest.raises(ValueError):
            call()


def test_the_order_of_a_transpose_is_numpys() -> None:
    values = np.ones((2, 3, 4))
    for order in itertools.permutations(range(3)):
        ty = cf.from_instance(values, layout=True)
        assert cf.transpose(ty, order).is_super(
            cf.from_instance(values.transpose(order), layout=True)
        )


def test_measures() -> None:
    found = cf.measure(t("list[complex64[n, 3]]"))
    assert (found.scalar, found.primitive, found.precision) == (t("complex64"), "complex", 4)
    assert (found.rank, found.container_rank, found.size_in_bytes) == (3, 1, None)
    assert cf.measure(t("float64[n, 3]")).size_in_bytes == 24 * cf.dim("n")
    assert cf.measure(t("float64[2, 3]")).size_in_bytes == np.ones((2, 3)).nbytes


def test_a_function_with_variables_is_asked_as_it_is() -> None:
    n = cf.dim("n")
    function = cf.FunctionType(
        [cf.TensorType("float64", (n,)), cf.TensorType("float64", (n,))],
        cf.TensorType("float64", (n,)),
    )
    assert cf.is_invocable(function, t("float64[3]"), t("float64[3]"))
    assert not cf.is_invocable(function, t("float64[3]"), t("float64[4]"))
    from conformable import _native

    assert str(_native.signature_of(function)) == "(float64[n], float64[n]) -> float64[n]"
    with pytest.raises(TypeError, match="no function"):
        _native.signature_of(t("float64[3]"))
    assert _native.is_native(function) and not _native.is_native(3)
    assert not _native.is_native(cf.RandomGeneratorType())


def test_arguments_convert_implicitly_whatever_names_a_function_has() -> None:
    named = cf.parse_type("((float64[n], float64[n]) -> float64[n])")
    short = cf.TensorType("float32", (3,))
    assert cf.is_invocable(named, short, cf.TensorType("float64", (3,)))
    assert not cf.is_invocable(named, short, cf.TensorType("float64", (4,)))
    assert not cf.is_invocable(named, cf.TensorType("complex64", (3,)), short)
    assert not cf.is_invocable(named, cf.TensorType("int64", (3,)), short)
    mixed = cf.parse_type("((float64[n], complex) -> float64[n])")
    assert cf.is_invocable(mixed, short, cf.PythonType("float"))
    assert not cf.is_invocable(mixed, short, cf.PythonType("str"))


def test_types_may_be_texts() -> None:
    assert cf.with_dtype("list[float64[3]]", "int8") is cf.parse_type("list[int8[3]]")
    assert cf.with_rank("float64[3, 4]", 1) is cf.parse_type("float64[4]")
    assert cf.with_order("float64[3, 4]", "F") is cf.parse_type("float64[3, 4; F]")
    assert cf.swap_order("float64[3, 4; F]") is cf.parse_type("float64[3, 4; C]")
    assert cf.transpose("float64[3, 4]") is cf.parse_type("float64[4, 3]")
    with pytest.raises(cf.ParseError):
        cf.with_dtype("float64[", "int8")
