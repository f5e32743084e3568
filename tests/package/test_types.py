"""Constructors, attributes, texts; what is refused."""

import pickle
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

import conformable as cf

n = cf.dim("n")


@pytest.mark.parametrize(
    ("ty", "text"),
    [
        (cf.TensorType("float64", (2, None)), "float64[2, ?]"),
        (cf.TensorType("float64", ()), "float64[]"),
        (cf.TensorType(np.int8, 3), "int8[3]"),
        (cf.TensorType(float, ("n", n + 1)), "float64[n, n + 1]"),
        (cf.TensorType("floatX", ("*batch", 3)), "float64[*batch, 3]"),
        (cf.TensorType("?", None), "?[...]"),
        (cf.TensorType(np.dtype("<U5"), (np.int64(4),)), "U5[4]"),
        (cf.TensorType([("a", "i4"), ("b", "f8", (2,))], (1,)), "void{a: int32, b: float64[2]}[1]"),
        (cf.TensorType("M8[ns]", (2, ..., 3)), "datetime64[ns][2, ..., 3]"),
        (cf.TensorType("f4", (n, "m"), "F"), "float32[n, m; F]"),
        (
            cf.TensorType("float32", ("n", "m"), cf.Layout("F", (None, 4), 0), "cuda:0"),
            "float32[n, m; F, strides=(?, 4), offset=0, device=cuda:0]",
        ),
        (cf.ScalarType("bool"), "bool_"),
        (cf.ScalarType(np.float32), "float32"),
        (cf.PythonType("int"), "int"),
        (cf.Literal(3), "Literal[3]"),
        (cf.Literal(n + 1), "Int[n + 1]"),
        (cf.Literal("C"), "Literal['C']"),
        (cf.Literal(True), "Literal[True]"),
        (cf.NoneType(), "None"),
        (cf.SliceType(), "slice[Unknown, Unknown, Unknown]"),
        (cf.TupleType(), "tuple[()]"),
        (cf.TupleType(cf.NoneType(), ...), "tuple[None, ...]"),
        (cf.ListType((cf.NoneType(),)), "list[(None,)]"),
        (cf.SetType(cf.PythonType("int")), "set[int]"),
        (cf.DictType(cf.PythonType("str"), cf.PythonType("int")), "dict[str, int]"),
        (cf.StructType(a=cf.NoneType(), b=cf.PythonType("int")), "struct{a: None, b: int}"),
        (cf.FunctionType([("x", cf.PythonType("int"))], cf.NoneType()), "((x: int) -> None)"),
        (cf.UnionType(cf.PythonType("int"), cf.NoneType()), "None | int"),
        (
            cf.ConstructedType("Sparse", "csr", cf.ScalarType("float64"), ("n", 3)),
            "Sparse[csr, float64, (n, 3)]",
        ),
        (cf.ConstructedType("Money"), "Money"),
        (cf.ClassType("model.Kalman"), "model.Kalman"),
        (cf.UnknownType(), "Unknown"),
    ],
)
def test_text(ty: cf.Type, text: str) -> None:
    assert str(ty) == text
    assert cf.parse_type(text) is ty
    assert isinstance(ty, cf.Type)


def test_attributes_of_arrays() -> None:
    t = cf.TensorType("float64", (2, None, 1, "n"), device="cpu")
    assert (t.dtype, t.numpy_dtype, t.ndim) == ("float64", np.dtype("float64"), 4)
    assert t.shape == (2, None, 1, n)
    assert t.broadcastable == (False, False, True, False)
    assert (t.layout, t.device) == (None, "cpu")
    unknown = cf.TensorType("?", None)
    assert (unknown.dtype, unknown.numpy_dtype, unknown.shape, unknown.ndim) == (None,) * 4
    assert cf.TensorType("f8", (n, "m"), cf.Layout("C", (None, 1))).layout == cf.Layout(
        "C", (None, 1)
    )
    assert repr(cf.TensorType("float64", (2, None))) == "TensorType('float64', (2, None))"


@pytest.mark.parametrize(
    "name",
    ["bool", "int16", "complex64", "U3", "S2", "timedelta64[us]", "object", "V8", "longdouble"],
)
def test_numpys_dtypes_there_and_back(name: str) -> None:
    ty = cf.TensorType(name, (2,))
    assert cf.TensorType(ty.numpy_dtype, (2,)) is ty
    assert np.zeros(2, ty.numpy_dtype).dtype == ty.numpy_dtype


def test_clone_keeps_what_is_not_given() -> None:
    t = cf.TensorType("float64", (2, None), "F", "cuda")
    assert t.clone(dtype="int8") is cf.TensorType("int8", (2, None), "F", "cuda")
    assert t.clone(shape=(2, 3)) is cf.TensorType("float64", (2, 3), "F", "cuda")
    assert t.clone() is t


def test_dims_are_integer_expressions() -> None:
    m = cf.dim("m")
    assert n + n - n == n
    assert (n + 1) * (n - 1) == n * n - 1
    assert n - n == 0
    assert type(n - n + 3) is int
    assert str((2 * n + 4) // 2) == "n + 2"
    assert str(n % m) == "n % m"
    assert len({n, cf.dim("n"), m}) == 2
    assert n != m
    assert cf.Dim("n + 1 - 1") == n
    with pytest.raises(TypeError):
        bool(n)
    with pytest.raises(ZeroDivisionError):
        n // 0
    with pytest.raises(TypeError):
        n + 1.5  # type: ignore[operator]
    with pytest.raises(ValueError):
        cf.dim("n + 1")


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: cf.TensorType("float64", (-1,)), ValueError),
        (lambda: cf.TensorType("float64", (1.0,)), TypeError),  # type: ignore[arg-type]
        (lambda: cf.TensorType("float64", (True,)), TypeError),
        (lambda: cf.TensorType("float64", (2**70,)), ValueError),
        (lambda: cf.TensorType("float64", "ab"), TypeError),
        (lambda: cf.TensorType("float64", object()), TypeError),  # type: ignore[arg-type]
        (lambda: cf.TensorType("float64", ("n m",)), cf.ParseError),
        (lambda: cf.TensorType("float64", ("n, m",)), ValueError),
        (lambda: cf.TensorType("float64", (..., ...)), ValueError),
        (lambda: cf.TensorType("float64", (1,) * 65), ValueError),
        (lambda: cf.TensorType("flaot64", (1,)), TypeError),
        (lambda: cf.TensorType(None, (1,)), TypeError),
        (lambda: cf.TensorType(object(), (1,)), TypeError),
        (lambda: cf.TensorType("float64", (1,), "G"), ValueError),
        (lambda: cf.TensorType("float64", (1,), cf.Layout(strides=(1, 2))), ValueError),
        (lambda: cf.TensorType("float64", (1,), device="a b"), ValueError),
        (lambda: cf.TensorType("float64"), TypeError),  # type: ignore[call-arg]
        (lambda: cf.PythonType("long"), ValueError),
        (lambda: cf.Literal(object()), TypeError),  # type: ignore[call-overload]
        (lambda: cf.Literal(2**70), ValueError),
        (lambda: cf.TupleType(int), TypeError),  # type: ignore[call-overload]
        (lambda: cf.StructType([1]), TypeError),  # type: ignore[arg-type]
        (lambda: cf.StructType({"a": cf.NoneType()}, a=cf.NoneType()), TypeError),
        (lambda: cf.FunctionType([("x y", cf.NoneType())], None), ValueError),
        (lambda: cf.ConstructedType("T"), ValueError),
        (lambda: cf.ConstructedType("Sparse", object()), TypeError),  # type: ignore[arg-type]
        (lambda: cf.ClassType("Kalman"), ValueError),
        (lambda: cf.NamedType("int"), ValueError),
        (lambda: cf.TensorType("float64", (1,)).is_super(3), TypeError),  # type: ignore[arg-type]
    ],
)
def test_bad_input_is_a_clear_exception(make: Callable[[], object], error: type[Exception]) -> None:
    with pytest.raises(error) as raised:
        make()
    assert str(raised.value)


def test_types_are_immutable() -> None:
    t = cf.TensorType("float64", (2,))
    with pytest.raises(AttributeError):
        t.dtype = "int8"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        t.other = 1  # type: ignore[attr-defined]


def test_a_parse_error_points() -> None:
    with pytest.raises(cf.ParseError) as raised:
        cf.parse_type("tuple[é, float64[n 3]]")
    error = raised.value
    assert (error.offset, error.expected) == (19, "`,`, `;` or `]`")
    assert isinstance(error, ValueError)
    assert "\n" + " " * (4 + 19) + "^" in str(error)


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("n+", 2, "expected a size, found the end"),
        ("n m", 2, "expected the end, or an operator, found `m`"),
        ("*", 1, "expected a type, found the end"),
        ("brodcast(n)", 0, "did you mean `broadcast`?"),
    ],
)
def test_a_size_that_is_wrong_is_pointed_at_in_its_own_text(
    text: str, offset: int, message: str
) -> None:
    with pytest.raises(cf.ParseError) as raised:
        cf.TensorType("float64", (3, text))
    assert (raised.value.offset, raised.value.text) == (offset, text)
    assert message in str(raised.value)


def test_a_relation_is_held_to_what_there_is() -> None:
    for name, meant in (("knid", "kind"), ("brodcast", "broadcast")):
        with pytest.raises(ValueError, match=f"found `{name}`; did you mean `{meant}`"):
            cf.relation(name, cf.shape("S"))
    with pytest.raises(ValueError, match="of `kind`, found 0"):
        cf.relation("kind")
    with pytest.raises(ValueError, match="equation with one of these has, found `m`"):
        n, x = cf.dim("n"), cf.dtype("x")
        cf.Signature(
            inputs=[cf.Tensor((n,), x)],
            where=[cf.at_most(cf.dim("m"), n)],
            outputs=[cf.Tensor((n,), x)],
        )
    assert (
        repr(cf.relation("kind", cf.dtype("x"), cf.Literal("integer")))
        == "kind(x, Literal('integer'))"
    )


def test_arrays_of_pythons_types_are_numpys() -> None:
    for name in ("int", "float", "complex", "bool"):
        assert cf.parse_type(f"{name}[n, 3]") is cf.TensorType(name, ("n", 3))
    call = cf.Signature("(x: float[n]) -> int[n]").apply("float64[3]")
    assert str(call.outputs[0]) == "int64[3]"
    with pytest.raises(cf.DTypeError):
        cf.Signature("(x: int[n]) -> int[n]").apply("float64[3]")


def test_types_that_would_be_endless_are_refused() -> None:
    ty: cf.Type = cf.NoneType()
    with pytest.raises(ValueError, match="nested"):
        for _ in range(100):
            ty = cf.TupleType(ty, ty)
    deep: cf.Type = cf.NoneType()
    with pytest.raises(ValueError, match="nested"):
        for _ in range(100):
            deep = cf.ListType(deep)
    with pytest.raises(cf.ParseError):
        cf.parse_type("list[" * 100_000)


def test_names_of_orders_and_devices() -> None:
    ty = cf.TensorType("float64", ("n", "m"), "order=o", "d")
    assert str(ty) == "float64[n, m; order=o, device=d]" and cf.parse_type(str(ty)) is ty
    assert eval(repr(ty), {name: getattr(cf, name) for name in cf.__all__}) is ty
    assert pickle.loads(pickle.dumps(ty)) is ty
    assert ty.layout is not None and ty.layout.order == "order=o" and ty.device == "d"
    assert pickle.loads(pickle.dumps(ty.layout)) == ty.layout == cf.Layout("order=o")
    assert cf.TensorType("float64", ("n", "m")).is_super(ty)
    assert not ty.is_super(cf.TensorType("float64", ("n", "m"), "C", "d"))


def test_kinds_of_devices_are_registered() -> None:
    program = """
import conformable as cf
name, one = (cf.TensorType("float64", (3,), device=device) for device in ("npu", "npu:0"))
assert not name.is_super(one) and name.consistent(cf.TensorType("float64", (3,), device="cpu"))
cf.registry.register_device("npu")
kind = cf.TensorType("float64", (3,), device="npu")
assert kind.is_super(one) and not kind.consistent(cf.TensorType("float64", (3,), device="cpu"))
assert cf.parse_type(str(kind)) is kind
for wrong in ("npu:0", "n p", ""):
    try:
        cf.registry.register_device(wrong)
    except ValueError:
        continue
    raise AssertionError(wrong)
"""
    subprocess.run([sys.executable, "-c", program], check=True)
