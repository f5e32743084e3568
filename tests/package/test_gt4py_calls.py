"""Calls and behaviours of GT4Py's types: what is wrong with a call, what it gives, what becomes what."""

# Annotations are values here.
# mypy: disable-error-code="attr-defined, no-any-return, list-item, arg-type, valid-type, type-arg, misc, empty-body, unused-ignore"

import typing
from typing import Any

import numpy as np
import pytest

import conformable as cf
from conformable import Conversion, gt4py, traits
from conformable.gt4py import Dimension, Field, FieldType, FunctionType, ScanOperator

I, J = Dimension("I"), Dimension("J")
K = Dimension("K", "vertical")
V, E = Dimension("V"), Dimension("E")
V2EDim, E2VDim = Dimension("V2E", "local"), Dimension("E2V", "local")
V2E = gt4py.OffsetType(E, (V, V2EDim), "V2E")
Ioff = gt4py.OffsetType(I, (I,), "Ioff")
Joff = gt4py.OffsetType(J, (J,), "Joff")
t = cf.parse_type
F64, F32, I32, I64, BOOL = (t(name) for name in ("float64", "float32", "int32", "int64", "bool_"))
IF, IF32, JF, KF, IJF, EF, VF = (
    FieldType(dims, dtype)
    for dims, dtype in (
        ([I], F64),
        ([I], F32),
        ([J], F64),
        ([K], F64),
        ([I, J], F64),
        ([E], F64),
        ([V], F64),
    )
)
IKF, ZERO = FieldType([I, K], F64), FieldType([], F64)

F = FunctionType([F64], {"foo": I32}, {"k": BOOL}, F64)
PLAIN = FunctionType([F64, F64], {}, {}, F64)
FIELD = FunctionType([], {"a": IF}, {}, IF)
NEEDS = gt4py.NeighborTableOffsetProviderType((V, V2EDim), E, 6, -1)
STENCIL = FunctionType([], {"e": EF}, {}, VF, {"V2E": NEEDS})
SCAN = ScanOperator(K, FunctionType([], {"carry": F64, "x": F64}, {}, F64))
PAIRED = ScanOperator(
    K,
    FunctionType(
        [],
        {"carry": t("tuple[float64, int32]"), "x": F64, "y": F64},
        {},
        t("tuple[float64, int32]"),
    ),
)

#: What is called, arguments by place and by name; the kinds of what is wrong, and words of each.
CALLS: list[tuple[Any, list[Any], dict[str, Any], list[tuple[str, str]]]] = [
    (F, [F64, I32], {"k": BOOL}, []),
    (F, [F64], {"foo": I32, "k": BOOL}, []),
    (PLAIN, [F64, F64, F64], {}, [("arity", "Function takes 2 positional argument(s), but 3 were given.")]),
    (F, [F64, I32, BOOL], {}, [("kind", "takes 2 positional argument(s), but 3 positional"), ("missing", "'k'")]),
    (F, [F64, I32, I32], {"k": BOOL}, [("arity", "takes 2 positional argument(s), but 3 positional arguments (and 1 keyword-only argument(s)) were given.")]),
    (FunctionType([], {"a": F64, "b": F64}, {}, F64), [], {}, [("missing", "Missing 2 required positional argument(s): 'a', 'b'")]),
    (F, [F64], {}, [("missing", "Missing 1 required positional argument(s): 'foo'"), ("missing", "Missing required keyword argument(s) 'k'.")]),
    (F, [F64, I32], {"foo": I32, "k": BOOL}, [("duplicate", "Got multiple values for argument 'foo'.")]),
    (F, [F64, I32], {"k": BOOL, "z": I32}, [("unexpected", "Got unexpected keyword argument(s) 'z'.")]),
    (F, [I32, I64], {"k": t("int8")}, [("type", "Expected 1st argument to be of type 'float64', got 'int32'."),
      ("type", "Expected argument 'foo' to be of type 'int32', got 'int64'."), ("type", "Expected keyword argument 'k' to be of type 'bool', got 'int8'.")]),
    (F64, [], {}, [("not callable", "Expected a callable type, got 'float64'.")]),
    # Operators on fields.
    (FIELD, [IF], {}, []), (FIELD, [], {"a": IF}, []), (FIELD, [IF32], {}, [("type", "'a' to be of type 'Field[[I], float64]', got 'Field[[I], float32]'")]),
    (FIELD, [], {"x": IF}, [("missing", "'a'"), ("unexpected", "'x'")]), (FIELD, [IF, IF], {}, [("arity", "takes 1 positional argument(s), but 2")]),
    (FIELD, [], {}, [("missing", "'a'")]), (FIELD, [F64], {}, [("type", "got 'float64'")]), (FIELD, [FieldType([I], F64, (3,), "C", "cuda")], {}, []),
    (FunctionType([ZERO], {}, {}, ZERO), [F64], {}, []), (FunctionType([ZERO], {}, {}, ZERO), [BOOL], {}, [("type", "'Field[[], float64]', got 'bool'")]),
    (FunctionType([ZERO], {}, {}, ZERO), [IF], {}, [("type", "got 'Field[[I], float64]'")]),
    # Fields, with offsets.
    (EF, [V2E], {}, []), (IF, [Ioff], {}, []), (IJF, [Ioff, Joff], {}, []), (ZERO, [V2E], {}, []), (IF, [I + 1], {}, []),
    (IF, [], {}, [("arity", "at least 1 argument, but 0")]), (IF, [I32], {}, [("type", "to be of type 'OffsetType', got 'int32'")]),
    (EF, [V2E, V2E], {}, [("arity", "only 1 argument in unstructured case, but 2"), ("arity", "only 1")]),
    (VF, [V2E], {}, [("type", "can not shift field defined on V from E to target dim(s): V, V2E")]), (IF, [J + 1], {}, [("type", "from J to")]),
    (FieldType([V, V2EDim], F64), [V2EDim(0)], {}, []), (VF, [V2EDim(0)], {}, [("type", "has no dimension V2E")]),
    # Scans.
    (SCAN, [IF], {}, []), (SCAN, [KF], {}, []), (SCAN, [IKF], {}, []), (SCAN, [F64], {}, []), (SCAN, [], {"x": IF}, []),
    (SCAN, [IF, IF], {}, [("arity", "Scan operator takes 1 positional arguments, but 2 were given.")]),
    (SCAN, [FieldType([K], F32)], {}, [("type", "'x' to be of type 'Field[[K], float64]', got 'Field[[K], float32]'")]),
    (SCAN, [I], {}, [("type", "must be fields, scalars or tuples thereof")]),
    (PAIRED, [FieldType([V, V2EDim], F64), FieldType([E, E2VDim], F64)], {}, [("type", "can not be promoted: a field has at most one local dimension")]),
    # Offset providers.
    (STENCIL, [EF], {"offset_provider": gt4py.OffsetProvider({"V2E": NEEDS, "Ioff": I})}, []), (STENCIL, [EF], {}, [("offset provider", "Missing")]),
    (STENCIL, [EF], {"offset_provider": gt4py.OffsetProvider({"E2V": I})}, [("offset provider", "Offset 'V2E' not found in offset provider, which has 'E2V'")]),
    (STENCIL, [EF], {"offset_provider": gt4py.OffsetProvider({"V2E": gt4py.NeighborTableOffsetProviderType((V, V2EDim), E, 4, -1)})}, [("offset provider", "'V2E' of the offset provider is")]),
    (FIELD, [IF], {"offset_provider": gt4py.OffsetProvider({"V2E": NEEDS})}, []),
]  # fmt: skip


@pytest.mark.parametrize(("f", "args", "kwargs", "wrong"), CALLS, ids=str)
def test_calls(
    f: Any, args: list[Any], kwargs: dict[str, Any], wrong: list[tuple[str, str]]
) -> None:
    found = gt4py.incompatibilities(f, args, kwargs)
    assert [each.kind for each in found] == [kind for kind, _ in wrong]
    for each, (_, words) in zip(found, wrong, strict=True):
        assert words in each.message
    assert gt4py.accepts_args(f, with_args=args, with_kwargs=kwargs) == (not wrong)
    if wrong:
        with pytest.raises(ValueError) as raised:
            gt4py.accepts_args(f, with_args=args, with_kwargs=kwargs, raise_exception=True)
        lines = str(raised.value).splitlines()
        assert len(lines) == 1 + len(wrong) and lines[0].startswith(
            "Invalid call to function of type"
        )
        assert all(line.startswith("  - ") for line in lines[1:])


RESULTS: list[tuple[Any, list[Any], str]] = [
    (F, [], "float64"), (EF, [V2E], "Field[[V, V2E], float64]"), (IJF, [Ioff], "Field[[I, J], float64]"), (SCAN, [IF], "Field[[I, K], float64]"),
    (SCAN, [F64], "Field[[K], float64]"), (SCAN, [IKF], "Field[[I, K], float64]"), (PAIRED, [IF, JF], "tuple[Field[[I, J, K], float64], Field[[I, J, K], int32]]"),
    (FieldType([V, V2EDim], F64), [V2EDim(0)], "Field[[V], float64]"), 
    (FieldType([E, K], F64), [V2E], "Field[[V, V2E, K], float64]"), (FunctionType([], {}, {}, gt4py.VoidType()), [], "None"),
]  # fmt: skip


@pytest.mark.parametrize(("f", "args", "text"), RESULTS, ids=str)
def test_results(f: Any, args: list[Any], text: str) -> None:
    assert (
        gt4py.return_type(f, with_args=args).spell("gt4py" if text != "None" else "numpy") == text
    )


def test_what_is_not_called() -> None:
    with pytest.raises(TypeError, match="callable"):
        gt4py.return_type(F64)
    with pytest.raises(ValueError, match="called with offsets"):
        gt4py.return_type(IF, with_args=[F64])


def test_arguments_in_their_places() -> None:
    function = FunctionType([F64], {"b": I32, "c": BOOL}, {"k": BOOL}, F64)
    placed, named = gt4py.canonicalize_arguments(
        function, [F64], {"c": BOOL, "k": BOOL}, ignore_errors=True
    )
    assert placed == [F64, gt4py.UNDEFINED_ARG, BOOL] and named == {"k": BOOL}
    for args, kwargs, why in [
        ([F64, I32, BOOL], {"c": BOOL}, "multiple values for argument 'c'"),
        ([F64], {"z": I32}, "unexpected keyword argument 'z'"),
    ]:
        with pytest.raises(ValueError, match=why):
            gt4py.canonicalize_arguments(function, args, kwargs)
        gt4py.canonicalize_arguments(function, args, kwargs, ignore_errors=True)


def test_programs_call_operators_with_out() -> None:
    called = gt4py.program_type(FIELD)
    assert gt4py.is_invocable(called, IF, out=IF) and gt4py.return_type(called) is t("None")
    assert [each.kind for each in gt4py.incompatibilities(called, [IF])] == ["missing"]
    assert [each.kind for each in gt4py.incompatibilities(called, [IF], {"out": IF32})] == ["type"]


def test_the_policy_of_conversions() -> None:
    assert not gt4py.incompatibilities(PLAIN, [F32, F64], conversions="implicit")
    assert [each.kind for each in gt4py.incompatibilities(PLAIN, [F32, F64])] == ["type"]
    # What loses something is never converted.
    assert [
        each.kind for each in gt4py.incompatibilities(PLAIN, [I64, F64], conversions="implicit")
    ] == ["type"]
    assert not gt4py.incompatibilities(FIELD, [IF32], conversions="implicit")
    with pytest.raises(ValueError, match="one of none, implicit"):
        gt4py.incompatibilities(PLAIN, [], conversions="some")


def test_the_examples_of_the_note() -> None:
    assert (
        gt4py.is_invocable(PLAIN, F64, F64)
        and gt4py.is_invocable(PLAIN, F32, F64)
        and not gt4py.is_invocable(PLAIN, F64)
    )
    assert gt4py.implements_trait(PLAIN, gt4py.InvocableTrait(F64, F64)) and gt4py.implements_trait(
        PLAIN, gt4py.InvocableTrait([F64, F64])
    )
    assert not gt4py.implements_trait(
        PLAIN, gt4py.InvocableTrait(I64, F64)
    ) and not gt4py.implements_trait(F64, gt4py.InvocableTrait())
    assert gt4py.implements_trait(F64, gt4py.From(F32)) and not gt4py.implements_trait(
        F32, gt4py.From(F64)
    )
    assert gt4py.implements_trait(F32, gt4py.Into(F64)) and gt4py.implements_trait(
        F64, gt4py.From(F64)
    )


def test_traits_of_fields_are_those_of_their_elements() -> None:
    rows = [
        (gt4py.Number, "float64 int8", "bool_"), (gt4py.Integral, "int8 uint64", "float32 bool_"), (gt4py.Floating, "float32", "int8"),
        (gt4py.Boolean, "bool_", "int8"), (gt4py.Arithmetic, "int8 float64", "bool_"), (gt4py.Comparable, "int8 float64", ""),
    ]  # fmt: skip
    for trait, holds, fails in rows:
        for name in holds.split():
            assert cf.implements(t(name), trait) and cf.implements(FieldType([I], name), trait), (
                trait,
                name,
            )
        for name in fails.split():
            assert not cf.implements(FieldType([I], name), trait), (trait, name)
    assert cf.implements(IF, gt4py.Concrete) and not cf.implements(
        FieldType([I], cf.NamedType("T")), gt4py.Concrete
    )


CONVERSIONS = [
    (IF, IF, "identical"), (IF32, IF, "implicit"), (IF, IF32, "explicit"), (IF, JF, "impossible"), (IF, IJF, "impossible"), (F64, ZERO, "implicit"),
    (F64, IF, "impossible"), (ZERO, F64, "impossible"), (FieldType([I], F64, (3,)), IF, "implicit"), (IF, FieldType([I], F64, (3,)), "explicit"),
    (FieldType([I], F64, device="cuda"), FieldType([I], F64, device="cpu"), "explicit"), (FieldType([I], F32, (3,)), FieldType([I], F64, (3,)), "implicit"),
    (gt4py.TupleType([IF32]), gt4py.TupleType([IF]), "implicit"), (F64, PLAIN, "impossible"),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "grade"), CONVERSIONS, ids=str)
def test_conversions(a: Any, b: Any, grade: str) -> None:
    assert cf.conversion(a, b) is Conversion(grade)


def test_promotion_is_a_trait() -> None:
    assert (
        gt4py.implements_trait(IF, gt4py.Promotable(JF)) and gt4py.Promotable(JF).output(IF) is IJF
    )
    assert not gt4py.implements_trait(IF, gt4py.Promotable(IF32)) and gt4py.implements_trait(
        IF, gt4py.Promotable(IF32, "implicit")
    )
    refused = gt4py.Promotable(IF32).output(IF)
    assert isinstance(refused, cf.Refusal) and "astype" in refused.reason


OPERATIONS: list[tuple[str, Any, Any, Any]] = [
    ("+", IF, IF, IF), ("+", IF, JF, IJF), ("+", JF, IF, IJF), ("*", IF, F64, IF), ("/", FieldType([I], I32), I32, FieldType([I], I32)), ("+", IF, IF32, None),
    ("<", IF, JF, FieldType([I, J], BOOL)), ("&", FieldType([I], BOOL), BOOL, FieldType([I], BOOL)), ("&", IF, IF, None), ("%", IF, F64, None),
    ("**", FieldType([I], I32), F64, FieldType([I], I32)), ("==", FieldType([I], BOOL), FieldType([I], BOOL), None), ("+", FieldType([I], BOOL), BOOL, None),
]  # fmt: skip


@pytest.mark.parametrize(("op", "a", "b", "result"), OPERATIONS, ids=str)
def test_operations(op: str, a: Any, b: Any, result: Any) -> None:
    found = cf.operation(op, a, b)
    if result is None:
        assert isinstance(found, cf.Refusal) and found.reason
    else:
        assert found is result
    assert found == gt4py.operation(op, a, b)


def test_what_takes_no_part_in_an_operation() -> None:
    for a, b in [(PLAIN, PLAIN), (PLAIN, IF), (IF, PLAIN), (t("str"), IF)]:
        assert isinstance(gt4py.operation("+", a, b), cf.Refusal)
        assert not cf.operation("+", a, b)
    # Texts add in Python, and in no field operator.
    assert cf.operation("+", t("str"), t("str")) is t("str") and not gt4py.operation(
        "+", t("str"), t("str")
    )
    assert isinstance(traits.Add(IF).output(IF), cf.Type)


T = typing.TypeVar("T", np.int32, np.int64)
A = typing.TypeVar("A", bound=gt4py.Arithmetic)  # type: ignore[type-var]


def both(a: Field[[I], T], b: T) -> Field[[I], T]: ...


def by_bound(a: Field[[I], A], b: tuple[A, float]) -> A: ...


def fresh(a: gt4py.Integral, b: gt4py.Integral) -> float: ...


def never(a: float) -> Field[[I], T]: ...


def test_generic_signatures_are_instantiated_at_calls() -> None:
    II, IL, IB = FieldType([I], I32), FieldType([I], I64), FieldType([I], BOOL)
    pair = gt4py.generic(both)
    assert not gt4py.is_concrete(pair.type) and pair.constraints == {"T": (I32, I64)}
    assert pair.instantiate(II, I32) is FunctionType([], {"a": II, "b": I32}, {}, II)
    assert pair.instantiate(IL, b=I64) is FunctionType([], {"a": IL, "b": I64}, {}, IL)
    bound = gt4py.generic(by_bound)
    assert bound.instantiate(IF, gt4py.TupleType([F64, F64])) is FunctionType(
        [], {"a": IF, "b": gt4py.TupleType([F64, F64])}, {}, F64
    )
    each = gt4py.generic(fresh)
    assert len(each.constraints) == 2 and gt4py.return_type(each.instantiate(I32, I64)) is F64
    # The note's policy: what loses nothing is converted.
    wide = gt4py.generic(both, conversions="implicit")
    expected = FunctionType([], {"a": IL, "b": I64}, {}, IL)
    assert wide.instantiate(II, I64) is expected and wide.instantiate(IL, I32) is expected
    assert wide.instantiate(II, I32) is pair.instantiate(II, I32)
    open_ = gt4py.generic(by_bound, conversions="implicit")
    pairs = gt4py.TupleType([I32, gt4py.Float32Type()])
    assert gt4py.return_type(open_.instantiate(FieldType([I], gt4py.Float32Type()), pairs)) is F64
    rows = [
        (wide, [II, F64], "argument 'b': T is int32 by argument 'a', and float64 here"),
        (pair, [IF, F64], "argument 'a': float64 is none of int32, int64, which T may be"), (pair, [IF, I64], "argument 'a': float64 is none of int32, int64, which T may be"), (pair, [II, I64], "argument 'b': T is int32 by argument 'a', and int64 here"),
        (bound, [IB, gt4py.TupleType([BOOL, F64])], "argument 'a': bool is not Arithmetic, as A must be"), (pair, [JF, I32], "'a' to be of type 'Field[[I], int32]', got 'Field[[J], float64]'"),
        (each, [F64, I32], "argument 'a': float64 is not Integral"), (pair, [II], "Missing 1 required positional argument(s): 'b'"),
        (gt4py.generic(never), [F64], "T can't be made concrete: no argument says what it is"),
    ]  # fmt: skip
    for signature, args, why in rows:
        with pytest.raises(ValueError) as raised:
            signature.instantiate(*args)
        assert why in str(raised.value)
