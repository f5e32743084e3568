"""GT4Py's own type specifications, read and made; without GT4Py these tests are skipped."""

# mypy: disable-error-code="attr-defined, no-any-return, union-attr, untyped-decorator, name-defined, valid-type"

import importlib.util
import random
import re
import sys
import typing
from pathlib import Path
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
    theirs = gt4py.from_gt4py(translation.from_value(value))
    assert gt4py.from_value(value, literals=True) == theirs


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


# --- random types, held to GT4Py's own answers ------------------------------------------------------------------------

from gt4py.next.type_system import type_info  # noqa: E402

E2VDim = gtx.Dimension("E2V", kind=gtx.DimensionKind.LOCAL)
ORDERED = [E, I, J, V, E2VDim, V2EDim, K]
SCALAR_HINTS = [
    bool,
    int,
    float,
    str,
    *(getattr(np, name) for name in "int8 int16 int32 int64 uint8 uint32 float32 float64".split()),
]
WRONG_HINTS = [
    complex,
    object,
    list[int],
    dict[str, int],
    np.float16,
    None,
    int | float,
    tuple,
    "undefined",
    np.ndarray,
]


class Pair(typing.NamedTuple):
    a: float
    b: np.int32


def a_hint(source: random.Random, depth: int = 2) -> Any:
    kind = source.random()
    if kind < 0.05:
        return source.choice(WRONG_HINTS)
    if kind < 0.35 or depth == 0:
        return source.choice(SCALAR_HINTS)
    if kind < 0.7:
        dims = source.sample(ORDERED, source.randint(0, 3))
        if source.random() < 0.8:
            dims.sort(key=ORDERED.index)
        dtype = source.choice(SCALAR_HINTS if source.random() < 0.9 else WRONG_HINTS)
        return gtx.Field[dims, dtype]
    if kind < 0.75:
        return source.choice(
            [
                Pair,
                type[Pair],
                type[source.choice([hint for hint in SCALAR_HINTS if hint is not str])],
            ]
        )
    if kind < 0.8:
        return typing.Annotated[a_hint(source, depth - 1), "words"]
    items = tuple(a_hint(source, depth - 1) for _ in range(source.randint(1, 3)))
    return tuple[items]


def outcome(call: Any) -> Any:
    """What is given; None of what is refused."""
    try:
        return call()
    except (ValueError, TypeError, AttributeError, AssertionError, IndexError):
        return None


def test_random_annotations_are_read_as_gt4py_reads_them() -> None:
    source = random.Random(0)
    accepted = 0
    for _ in range(3000):
        hint = a_hint(source)
        theirs = outcome(lambda hint=hint: translation.from_type_hint(hint))
        ours = outcome(lambda hint=hint: gt4py.from_type_hint(hint))
        assert ours == (None if theirs is None else gt4py.from_gt4py(theirs)), hint
        accepted += theirs is not None
    assert 1000 < accepted < 2900


def a_spec(source: random.Random, depth: int = 1) -> Any:
    kind = source.random()
    scalar = ts.ScalarType(
        kind=source.choice(
            [ts.ScalarKind.FLOAT64, ts.ScalarKind.INT32, ts.ScalarKind.BOOL, ts.ScalarKind.FLOAT32]
        )
    )
    if kind < 0.3:
        return scalar
    if kind < 0.85 or depth == 0:
        dims = sorted(
            source.sample(
                [I, J, V, V2EDim, K],
                source.choice([1, 2] if scalar.kind is ts.ScalarKind.BOOL else [0, 1, 1, 2]),
            ),
            key=ORDERED.index,
        )
        return ts.FieldType(dims=dims, dtype=scalar)
    return ts.TupleType(types=[a_spec(source, depth - 1) for _ in range(source.randint(1, 2))])


def test_random_calls_are_judged_as_gt4py_judges_them() -> None:
    source = random.Random(1)
    accepted = 0
    for _ in range(4000):
        names = source.sample("abcd", source.randint(1, 3))
        split = sorted(source.choices(range(len(names) + 1), k=2))
        own = {name: a_spec(source) for name in names}
        f = ts.FunctionType(
            pos_only_args=[own[name] for name in names[: split[0]]],
            pos_or_kw_args={name: own[name] for name in names[split[0] : split[1]]},
            kw_only_args={name: own[name] for name in names[split[1] :]},
            returns=FLOAT,
        )
        at = source.randint(split[0], split[1])
        args, kwargs = [own[name] for name in names[:at]], {name: own[name] for name in names[at:]}
        for _ in range(source.choice([0, 0, 1, 2])):
            # One thing is wrong.
            match source.randrange(5):
                case 0:
                    args.append(a_spec(source))
                case 1 if args:
                    args.pop()
                case 2 if args:
                    args[source.randrange(len(args))] = a_spec(source)
                case 3 if kwargs:
                    kwargs[source.choice(list(kwargs))] = a_spec(source)
                case _:
                    kwargs[source.choice("abcdz")] = a_spec(source)
        # GT4Py raises where a scalar is given for a field without dimensions and does not fit.
        operator = frontend.FieldOperatorType(definition=f)
        theirs = outcome(
            lambda f=operator, args=args, kwargs=kwargs: type_info.accepts_args(
                f, with_args=args, with_kwargs=kwargs
            )
        )
        ours = gt4py.accepts_args(
            gt4py.from_gt4py(f), with_args=[gt4py.from_gt4py(arg) for arg in args], with_kwargs={name: gt4py.from_gt4py(arg) for name, arg in kwargs.items()}
        )  # fmt: skip
        assert ours == bool(theirs), (f, args, kwargs)
        accepted += ours
    assert 1000 < accepted < 3500


def test_random_promotions_and_questions_are_gt4pys() -> None:
    source = random.Random(2)
    for _ in range(2000):
        specs = [a_spec(source, 0) for _ in range(source.randint(1, 3))]
        theirs = outcome(lambda specs=specs: type_info.promote(*specs))
        ours = outcome(lambda specs=specs: gt4py.promote(*map(gt4py.from_gt4py, specs)))
        assert ours == (None if theirs is None else gt4py.from_gt4py(theirs)), specs
    for _ in range(2000):
        spec = a_spec(source)
        ty = gt4py.from_gt4py(spec)
        for name in (
            "is_floating_point",
            "is_integral",
            "is_arithmetic",
            "is_logical",
            "is_local_field",
            "extract_dtype",
            "extract_dims",
            "is_concrete",
        ):
            found = outcome(lambda name=name, spec=spec: getattr(type_info, name)(spec))
            if name.startswith("extract") and found is not None:
                found = (
                    gt4py.from_gt4py(found)
                    if name == "extract_dtype"
                    else tuple(map(gt4py.from_value, found))
                )
            assert outcome(lambda name=name, ty=ty: getattr(gt4py, name)(ty)) == found or (
                found is None and not getattr(gt4py, name)(ty)
            ), (name, spec)


# --- GT4Py's own IR ------------------------------------------------------------------------------------------------------

from gt4py import eve  # noqa: E402
from gt4py.next import common  # noqa: E402
from gt4py.next.iterator import ir as itir  # noqa: E402
from gt4py.next.iterator.type_system import inference  # noqa: E402

REAL = sorted(
    (Path(__file__).parents[2] / "crates/conformable_dialects/tests/real_gt4py").glob("*.py")
)


class Steps(eve.NodeTranslator):  # type: ignore[misc]
    """Steps along dimensions by these, as GT4Py's inference has them."""

    PRESERVED_ANNEX_ATTRS = ()

    def __init__(self, dims: dict[str, Any]):
        self.dims = dims

    def visit_OffsetLiteral(self, node: Any) -> Any:
        if node.value not in self.dims:
            return node
        dim = self.dims[node.value]
        axis = itir.AxisLiteral(value=dim.value, kind=dim.kind)
        return itir.CartesianOffset(domain=axis, codomain=axis)


def loaded(path: Path, folder: Path) -> Any:
    """A module of real operators, with its constants written out: GT4Py lowers no others."""
    text = path.read_text(encoding="utf-8")
    for name, value in re.findall(r"^([A-Z][A-Z_]+)(?:: \w+)? = ([-\d.e]+)$", text, re.MULTILINE):
        text = re.sub(rf"(?<=[^\n])\b{name}\b", value, text)
    own = folder / f"real_{path.name}"
    own.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(own.stem, own)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[own.stem] = module
    spec.loader.exec_module(module)
    return module


def test_real_programs_are_typed_as_gt4pys_ir_inference_types_them(tmp_path: Path) -> None:
    compared, not_lowered = 0, []
    for path in REAL:
        module = loaded(path, tmp_path)
        tables, steps = {}, {}
        for value in vars(module).values():
            if isinstance(value, gtx.FieldOffset):
                ty = value.__gt_type__()
                if len(ty.target) == 2:
                    tables[value.value] = common.NeighborConnectivityType(
                        domain=tuple(ty.target), codomain=ty.source, skip_value=None, dtype=common.core_defs.dtype(np.int32), max_neighbors=3
                    )  # fmt: skip
                else:
                    steps[value.value] = ty.source
        for name, program in list(vars(module).items()):
            if type(program).__name__ != "Program":
                continue
            try:
                lowered = Steps(steps).visit(program.gtir)
            except Exception as error:
                not_lowered.append(f"{path.stem}.{name}: {error}"[:100])
                continue
            theirs = inference.infer(lowered, offset_provider_type=tables)
            params = {str(param.id): gt4py.from_gt4py(param.type) for param in theirs.params}
            provider = {key: gt4py.from_gt4py(table) for key, table in tables.items()}
            node = gt4py.ir.from_gt4py(lowered)
            assert gt4py.ir.parse(str(node)) == node
            ours = gt4py.ir.concretise(node, params, provider)
            expected = [gt4py.from_gt4py(statement.expr.type) for statement in theirs.body]
            assert [statement.value.type for statement in ours.body] == expected, (path.stem, name)
            # And back: GT4Py's inference types what was read, and what was made concrete.
            for again in (node, ours):
                back = gt4py.ir.to_gt4py(again)
                assert gt4py.ir.from_gt4py(back) == gt4py.ir.from_gt4py(
                    gt4py.ir.to_gt4py(gt4py.ir.from_gt4py(back))
                )
                typed = inference.infer(back, offset_provider_type=tables)
                own = [gt4py.from_gt4py(statement.expr.type) for statement in typed.body]
                assert own == expected, (path.stem, name)
            compared += 1
    # Those that GT4Py types and doesn't lower: fields that are sliced where they are stored.
    assert compared >= 15, not_lowered
