"""GT4Py's own type specifications, read and made; without GT4Py these tests are skipped."""

# mypy: disable-error-code="attr-defined, no-any-return, union-attr, untyped-decorator, name-defined"

from typing import Any

import numpy as np
import pytest

from conformable import gt4py

pytest.importorskip("gt4py.next", reason="GT4Py is not installed here")

import gt4py.next as gtx
from gt4py.next.ffront import type_specifications as frontend
from gt4py.next.type_system import (
    type_specifications as ts,
    type_translation as translation,
)

I = gtx.Dimension("I")
J = gtx.Dimension("J")
V, E = gtx.Dimension("V"), gtx.Dimension("E")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
V2EDim = gtx.Dimension("V2E", kind=gtx.DimensionKind.LOCAL)
V2E = gtx.FieldOffset("V2E", source=E, target=(V, V2EDim))

SCALARS = [ts.ScalarType(kind=kind) for kind in ts.ScalarKind]
FLOAT, INT = ts.ScalarType(kind=ts.ScalarKind.FLOAT64), ts.ScalarType(kind=ts.ScalarKind.INT32)
FIELDS = [
    ts.FieldType(dims=dims, dtype=FLOAT) for dims in ([], [I], [I, J], [I, K], [V, V2EDim, K])
]
FUNCTION = ts.FunctionType(
    pos_only_args=[FLOAT],
    pos_or_kw_args={"b": FIELDS[2]},
    kw_only_args={"k": INT},
    returns=FIELDS[1],
)
SPECS = [
    *SCALARS, *FIELDS, FUNCTION, ts.VoidType(), ts.DimensionType(dim=K), ts.IndexType(dim=V2EDim), ts.DomainType(dims=[K, I]),
    ts.OffsetType(source=E, target=(V, V2EDim)), ts.OffsetType(source=I, target=(I,)), ts.ListType(element_type=FLOAT, offset_type=V2EDim),
    ts.ListType(element_type=FLOAT, offset_type=None), ts.TupleType(types=[FLOAT, FIELDS[1]]), ts.TupleType(types=[]),
    ts.NamedCollectionType(types=[FLOAT, INT], keys=["a", "b"], original_python_type=ts.ANY_PYTHON_TYPE_NAME),
    frontend.ScanOperatorType(axis=K, definition=FUNCTION),
    gtx.as_connectivity([V, V2EDim], E, np.zeros((4, 2), np.int32), skip_value=-1).__gt_type__(),
    gtx.as_connectivity([V, V2EDim], E, np.zeros((4, 3), np.int32)).__gt_type__(),
]  # fmt: skip


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_there_and_back(spec: Any) -> None:
    ours = gt4py.from_gt4py(spec)
    assert gt4py.to_gt4py(ours) == spec
    assert gt4py.from_gt4py(gt4py.to_gt4py(ours)) == ours


def test_operators_are_functions() -> None:
    for cls in (frontend.FieldOperatorType, frontend.ProgramType):
        assert gt4py.from_gt4py(cls(definition=FUNCTION)) is gt4py.from_gt4py(FUNCTION)
    deferred = gt4py.from_gt4py(ts.DeferredType(constraint=(ts.FieldType, ts.ScalarType)))
    assert not gt4py.is_concrete(deferred) and str(deferred) == "T_Field_Scalar"
    with pytest.raises(ValueError, match="no type specification"):
        gt4py.to_gt4py(gt4py.Deferred())
    with pytest.raises(ValueError, match="would do"):
        gt4py.from_gt4py(object())


HINTS = [
    int, np.int8, tuple[int, float], gtx.Field[[I, J], float], gtx.Field[gtx.Dims[I, K], np.float32], gtx.Field[[], bool], type[np.float32], "int",
]  # fmt: skip
VALUES = [
    1, 2**40, 1.0, True, "a", np.float32(1), (1, (2.0,)), (), I, V2E, gtx.sin, gtx.where, np.float32, gtx.as_field([I, K], np.ones((2, 3))),
    gtx.as_field([I], np.ones(2, np.int32)),
]  # fmt: skip


@pytest.mark.parametrize("hint", HINTS, ids=str)
def test_hints_are_read_as_gt4py_reads_them(hint: Any) -> None:
    theirs = translation.from_type_hint(hint)
    assert gt4py.from_type_hint(hint) == gt4py.from_gt4py(theirs)
    if not isinstance(theirs, ts.ConstructorType):
        assert gt4py.from_type_hint(hint).spell("gt4py") == str(theirs)


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_values_are_read_as_gt4py_reads_them(value: Any) -> None:
    assert gt4py.from_value(value) == gt4py.from_gt4py(translation.from_value(value))


def test_layout_and_domain_are_read_from_their_fields() -> None:
    field = gtx.as_field(gtx.domain({I: (2, 5), K: (0, 4)}), np.ones((3, 4)))
    ty = gt4py.from_value(field, layout=True)
    assert isinstance(ty, gt4py.OffsetedFieldType) and ty.origin == (2, 0) and ty.shape == (3, 4)
    assert ty.device == "cpu" and ty.layout.strides is not None


@gtx.field_operator
def add(a: gtx.Field[[I], float], b: float) -> gtx.Field[[I], float]:
    return a + b


def test_decorated_operators() -> None:
    assert gt4py.infer(add).type == gt4py.from_value(add)
    ty = gt4py.from_value(add)
    assert ty.spell("gt4py") == "(a: Field[[I], float64], b: float64) -> Field[[I], float64]"
    assert gt4py.is_invocable(ty, gt4py.from_type_hint(gtx.Field[[I], float]), gt4py.Float32Type())
