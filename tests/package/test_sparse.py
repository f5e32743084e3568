"""Sparse arrays of SciPy's, and random generators of NumPy's, as values of types."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import conformable as cf

sparse = pytest.importorskip("scipy.sparse")

ROWS = np.array([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0]])
TY = cf.SparseTensorType("csr", "float64", (2, 3))


@pytest.mark.parametrize("make", [sparse.csr_array, sparse.csr_matrix])
def test_a_value_of_the_type_is_itself(make: Any) -> None:
    value = make(ROWS)
    assert TY.filter(value, strict=True) is value
    assert cf.from_instance(value) is TY
    assert cf.SparseTensorType("csr", "float64").filter(value) is value
    assert cf.SparseTensorType("csr", "float64", ("n", "m")).filter(value) is value


@pytest.mark.parametrize("format", ["csr", "csc", "bsr"])
@pytest.mark.parametrize(
    "value",
    [ROWS, ROWS.tolist(), sparse.csc_array(ROWS), sparse.coo_array(ROWS)],
    ids=lambda value: type(value).__name__,
)
def test_other_formats_are_converted_unless_strict(format: str, value: Any) -> None:
    ty = TY.clone(format=format)
    found = ty.filter(value)
    assert ty.is_valid_value(found) and found.toarray().tolist() == ROWS.tolist()
    if getattr(value, "format", None) != format:
        with pytest.raises(TypeError, match=f"format {format}"):
            ty.filter(value, strict=True)


def test_dtypes_only_become_wider() -> None:
    narrow = sparse.csr_array(ROWS.astype("float32"))
    assert TY.filter(narrow).dtype == np.float64
    with pytest.raises(TypeError, match="expected float32, and got float64"):
        TY.clone(dtype="float32").filter(sparse.csr_array(ROWS))
    assert (
        TY.clone(dtype="float32").filter(sparse.csr_array(ROWS), allow_downcast=True).dtype
        == np.float32
    )


@pytest.mark.parametrize(
    "value",
    [np.ones((3, 3)), np.ones((2, 2, 2)), "text", None, [[object()]], sparse.csr_array((2, 2))],
    ids=str,
)
def test_what_does_not_fit_is_a_type_error(value: Any) -> None:
    with pytest.raises(TypeError):
        TY.filter(value)


@pytest.mark.parametrize(
    ("format", "dtype", "shape", "error"),
    [("coo", "f8", (2, 2), ValueError), ("csr", "f8", (2,), ValueError), ("csr", "f8", None, ValueError), ("csr", "U5", (2, 2), TypeError),
     ("csr", "?", (2, 2), TypeError), ("csr", "f8", (-1, 2), ValueError), (3, "f8", (2, 2), ValueError)],
)  # fmt: skip
def test_what_is_no_sparse_type(
    format: Any, dtype: str, shape: Any, error: type[Exception]
) -> None:
    with pytest.raises(error):
        cf.SparseTensorType(format, dtype, shape)


def test_types() -> None:
    wide = cf.SparseTensorType("csr", "float64", (None, "n"))
    assert str(wide) == "Sparse[csr, float64, (?, n)]" and cf.parse_type(str(wide)) is wide
    assert cf.SparseTensorType("csr", float, shape=[2, 3]) is TY
    for same in (
        pickle.loads(pickle.dumps(TY)),
        copy.copy(TY),
        copy.deepcopy(TY),
        eval(repr(TY), vars(cf)),
    ):
        assert same is TY
    assert cf.SparseTensorType("csr", "float64").is_super(wide) and not wide.is_super(TY)
    assert wide.consistent(TY) and wide.meet(TY) is TY
    assert not TY.consistent(TY.clone(format="csc")) and TY.meet(TY.clone(dtype="int8")) is None
    assert cf.relate(TY, TY.clone(shape=(2, 4))).consistent is cf.Answer.NO
    assert TY.in_same_class(TY.clone(shape=(2, 4))) and not TY.in_same_class(TY.clone(shape=(2, 1)))
    assert cf.ListType(TY).is_valid_value([sparse.csr_array(ROWS)])
    with pytest.raises(AttributeError, match="immutable"):
        TY.dtype = "int8"
    for text in (
        "Sparse",
        "Sparse[csr]",
        "Sparse[coo, float64, (2, 3)]",
        "Sparse[csr, float64, 3]",
    ):
        with pytest.raises((TypeError, ValueError)):
            cf.parse_type(text)


def test_values() -> None:
    a = sparse.csr_array(ROWS)
    near = sparse.csr_array(ROWS * (1 + 1e-9))
    missing = sparse.csr_array(np.where(ROWS == 3, np.nan, ROWS))
    assert TY.values_eq(a, a.copy()) and not TY.values_eq(a, near) and TY.values_eq_approx(a, near)
    assert not TY.values_eq(a, missing) and TY.values_eq(missing, missing.copy())
    assert not TY.values_eq(a, a.tocsc()) and not TY.values_eq(a, ROWS)
    assert not TY.values_eq_approx(a, 2 * a) and TY.values_eq_approx(a, near, eps=1e-3)
    assert TY.may_share_memory(a, a) and not TY.may_share_memory(a, a.copy())
    assert TY.get_size(TY.get_shape_info(a)) == a.data.nbytes + a.indices.nbytes + a.indptr.nbytes


RANDOM = [
    (cf.RandomGeneratorType(), np.random.default_rng),
    (cf.RandomStateType(), np.random.RandomState),
]


@pytest.mark.parametrize(("ty", "make"), RANDOM, ids=str)
def test_generators(ty: cf.Type, make: Any) -> None:
    one, same, other = make(1), make(1), make(2)
    assert ty.filter(one, strict=True) is one and cf.from_instance(one) is ty
    kind: Any = type(one)
    assert cf.from_type_hint(kind) is ty and cf.from_type_hint(list[kind]) is cf.ListType(ty)
    assert ty.values_eq(one, same) and not ty.values_eq(one, other)
    assert ty.may_share_memory(one, one) and not ty.may_share_memory(one, same)
    one.random()
    assert not ty.values_eq(one, same)
    state = (
        one.bit_generator.state
        if isinstance(one, np.random.Generator)
        else one.get_state(legacy=False)
    )
    assert ty.filter(state) is state and ty.values_eq(state, one)
    for value in (state, 3, None, np.random):
        assert not ty.is_valid_value(value)
    for broken in (
        {},
        {"bit_generator": "PCG64"},
        {**state, "bit_generator": "Philox"},
        {**state, "state": 3},
        {"bit_generator": "seed"},
    ):
        with pytest.raises(TypeError):
            ty.filter(broken)
    assert pickle.loads(pickle.dumps(ty)) is ty and cf.parse_type(str(ty)) is ty


def test_generators_of_two_kinds_differ() -> None:
    new, old = cf.RandomGeneratorType(), cf.RandomStateType()
    assert str(cf.TupleType(new, old)) == "tuple[Generator, RandomState]"
    assert not new.consistent(old) and not old.is_super(new)
    assert not new.is_valid_value(np.random.RandomState(1))
