"""GT4Py's hierarchy of types, what is known of fields' memory, and types as keys of caches."""

# Annotations are values here.
# mypy: disable-error-code="valid-type, type-arg, misc, attr-defined, no-any-return, list-item, no-untyped-call, arg-type, unused-ignore"

import itertools
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import conformable as cf
from conformable import gt4py
from conformable.gt4py import Dimension, Field, FieldType, OffsetedFieldType, OffsetProvider

I, J = Dimension("I"), Dimension("J")
K = Dimension("K", "vertical")
V, E = Dimension("V"), Dimension("E")
V2EDim, V2VDim = Dimension("V2E", "local"), Dimension("V2V", "local")
t = cf.parse_type
F64 = t("float64")
TABLE = gt4py.NeighborTableOffsetProviderType((V, V2EDim), E, 6, -1)

#: The note's tree: a class, those below it, an instance where it is a leaf.
TREE: dict[str, dict[str, Any]] = {
    "Type": {
        "IntegerType": {
            "SignedIntegerType": {f"Int{width}Type": t(f"int{width}") for width in (8, 16, 32, 64)},
            "UnsignedIntegerType": {f"Uint{width}Type": t(f"uint{width}") for width in (8, 16, 32, 64)},
        },
        "FloatType": {f"Float{width}Type": t(f"float{width}") for width in (16, 32, 64)},
        "FieldLikeType": {
            "FieldType": FieldType([I], F64),
            "TensorType": FieldType([I], F64),
            "OffsetedFieldType": OffsetedFieldType([I], F64, (3,)),
            "OffsetedTensorType": OffsetedFieldType([I], F64, (3,)),
        },
        "TupleType": gt4py.TupleType([F64]),
        "StructType": gt4py.StructType({"V2E": TABLE}),
        "FunctionType": gt4py.FunctionType([F64], {}, {}, F64),
        "DimensionOffsetProviderType": gt4py.DimensionOffsetProviderType(I),
        "NeighborTableOffsetProviderType": TABLE,
        "StridedNeighborOffsetProviderType": gt4py.StridedNeighborOffsetProviderType((V, V2EDim), E, 3),
    }
}  # fmt: skip


def walk(tree: Any, above: tuple[str, ...]) -> Any:
    if isinstance(tree, cf.Type):
        yield above, tree
        return
    for name, inside in tree.items():
        yield from walk(inside, (*above, name))


LEAVES = list(walk(TREE, ()))


@pytest.mark.parametrize(("above", "ty"), LEAVES, ids=str)
def test_the_tree_of_the_note(above: tuple[str, ...], ty: Any) -> None:
    classes = [getattr(gt4py, name) for name in above]
    for outer, inner in itertools.pairwise(classes):
        assert issubclass(inner, outer) and isinstance(ty, inner) and isinstance(ty, outer)
    # It is of no other leaf, but for two names of one class.
    for other, another in LEAVES:
        cls = getattr(gt4py, other[-1])
        assert isinstance(ty, cls) == (another == ty)
    assert gt4py.ShapedType is gt4py.TensorLikeType is gt4py.FieldLikeType


def test_classes_are_constructors() -> None:
    for name in ("Int8", "Uint64", "Float32"):
        assert getattr(gt4py, f"{name}Type")() is t(name.lower())
    assert gt4py.BoolType() is t("bool_") and not isinstance(t("str"), gt4py.ScalarType)
    assert gt4py.TupleType([F64, t("int8")]) is t("tuple[float64, int8]")
    assert gt4py.StructType({"a": F64}) is t("struct{a: float64}")
    function = gt4py.FunctionType([F64], {"b": t("int8")}, {"c": t("bool_")}, F64, {"V2E": TABLE})
    assert function.kinds == [
        "positional-only",
        "positional or keyword",
        "keyword-only",
        "keyword-only",
    ]
    assert gt4py.offset_provider_of(function) is OffsetProvider({"V2E": TABLE})
    assert gt4py.offset_provider_of(F64) is None


ALL = [ty for _, ty in LEAVES] + [
    I, K, V2EDim, gt4py.IndexType(V2EDim), gt4py.DomainType([K, I]), gt4py.OffsetType(E, (V, V2EDim), "V2E"), I + 1, gt4py.ListType(F64, V2EDim),
    gt4py.ListType(F64), FieldType([], F64), FieldType([I, K], t("bool_")), FieldType([I, K], F64, ("n", 80), "C", "cuda:1"),
    OffsetedFieldType([I, K], t("int8"), (1, -2), ("n", None), cf.Layout(None, (80, 1), 3), "rocm"),
    gt4py.NeighborTableOffsetProviderType((V, V2EDim), E, 2, None, "int64"), FieldType([V, V2EDim], gt4py.ListType(F64, V2VDim)),
]  # fmt: skip


@pytest.mark.parametrize("ty", ALL, ids=str)
def test_types_are_one_object_each(ty: Any) -> None:
    assert t(str(ty)) is ty and pickle.loads(pickle.dumps(ty)) is ty
    assert hash(ty) == hash(t(str(ty))) and len(ty.fingerprint) == 32
    assert cf.TupleType(ty, ty).items == (ty, ty)
    with pytest.raises(AttributeError):
        ty.something = 1


def test_fields_know_their_memory() -> None:
    field = FieldType([I, K], F64, ("n", 80), cf.Layout("C", (80, 1), 3), "cuda:1")
    assert (field.dims, field.dtype) == ((I, K), F64) and field.shape == (cf.dim("n"), 80)
    assert field.layout is not None and field.layout.strides == (80, 1) and field.layout.offset == 3
    assert field.device == "cuda:1" and field.plain is FieldType([I, K], F64)
    assert field.plain.with_memory(("n", 80), cf.Layout("C", (80, 1), 3), "cuda:1") is field
    assert field.plain.shape is None and field.plain.layout is None and field.plain.device is None
    assert OffsetedFieldType([I], F64, (2,)).origin == (2,) and field.origin is None
    assert field.plain.is_super(field) and not field.is_super(field.plain)
    cf.registry.register_device("npu")
    assert FieldType([I], F64, device="npu").device == "npu"
    for wrong, why in [
        (lambda: FieldType([I], F64, (1, 2)), "2 sizes for 1 dimensions"),
        (lambda: FieldType([K, I], F64), "expected 'I, K'"),
        (lambda: FieldType([I], t("str")), "must be a scalar type"),
        (lambda: FieldType([I], gt4py.ListType(F64), (3,)), "known of scalars"),
        (lambda: OffsetedFieldType([I], F64, (1, 2)), "2 coordinates for 1"),
        (lambda: FieldType(["I"], F64), "a field's dimension is a Dimension, not 'I'"),
        (
            lambda: gt4py.NeighborTableOffsetProviderType((V, E), E, 2),
            "a dimension and a local one",
        ),
        (
            lambda: gt4py.NeighborTableOffsetProviderType((V, V2EDim), E, 2, None, "float64"),
            "whole numbers",
        ),
        (lambda: gt4py.OffsetType(E, (V, E)), "must be a local one"),
        (lambda: gt4py.OffsetType(E, ()), "one target or two"),
        (lambda: Dimension("I", "sideways"), "sideways"),
    ]:
        with pytest.raises(ValueError, match=why):
            wrong()


def test_layout_and_place_are_read_from_the_array() -> None:
    values = np.ones((6, 5), np.float32)
    rows = [
        (values, (6, 5), "C", (5, 1), 0), (values.T, (5, 6), "F", (1, 5), 0), (values[1:, ::2], (5, 3), None, (5, 2), 5),
        (values[:1], (1, 5), "A", (5, 1), 0),
    ]  # fmt: skip
    for array, shape, order, strides, offset in rows:
        ty = gt4py.from_value(Field([I, K], array), layout=True)
        assert isinstance(ty, FieldType) and ty.plain is FieldType([I, K], t("float32"))
        assert (ty.shape, ty.device) == (shape, "cpu") and ty.layout is not None
        assert (ty.layout.order, ty.layout.strides, ty.layout.offset) == (order, strides, offset)
    offseted = gt4py.from_value(Field([I, K], values, origin=(2, 0)), layout=True)
    assert isinstance(offseted, OffsetedFieldType) and offseted.origin == (2, 0)
    nested = gt4py.from_value((Field([I, K], values),), layout=True)
    assert nested.items[0].shape == (6, 5)
    plain = FieldType([I, K], t("float32"))
    assert plain.filter(field := Field([I, K], values)) is field
    with pytest.raises(TypeError):
        plain.filter(Field([I, J], values))


def test_fields_are_spelled_as_arrays_in_other_languages() -> None:
    extents = "std::extents<std::size_t, std::dynamic_extent, 80>"
    field = FieldType([I, K], F64, ("n", 80), "C")
    assert field.spell("cpp") == f"std::mdspan<double, {extents}, std::layout_right>"
    assert "std::dynamic_extent, std::dynamic_extent" in field.plain.spell("cpp")
    assert TABLE.spell("cpp").startswith(
        "std::mdspan<std::int32_t, std::extents<std::size_t, std::dynamic_extent, 6>"
    )
    assert (
        gt4py.TupleType([field.plain, F64]).spell("gt4py")
        == "tuple[Field[[I, K], float64], float64]"
    )
    with pytest.raises(ValueError):
        FieldType([V], gt4py.ListType(F64, V2EDim)).spell("cpp")


def test_offset_providers() -> None:
    table = gt4py.as_connectivity([V, V2EDim], E, np.zeros((4, 2), np.int32))
    ty = gt4py.from_value(table)
    assert (
        ty is gt4py.NeighborTableOffsetProviderType((V, V2EDim), E, 2, None, "int32")
        and not ty.has_skip_values
    )
    assert gt4py.from_value(
        gt4py.as_connectivity([V, V2EDim], E, np.zeros((4, 2), np.int64), -1)
    ).has_skip_values
    provider = gt4py.from_value({"V2E": table, "Ioff": I})
    assert provider is OffsetProvider({"Ioff": I, "V2E": ty}) and isinstance(
        provider, gt4py.StructType
    )
    with pytest.raises(ValueError, match="whole numbers"):
        gt4py.as_connectivity([V, V2EDim], E, np.zeros((4, 2)))
    with pytest.raises(ValueError, match="two axes"):
        gt4py.as_connectivity([V, V2EDim], E, np.zeros(4, np.int32))
    with pytest.raises(ValueError, match="which is no offset provider"):
        OffsetProvider({"V2E": F64})


# --- keys of caches -------------------------------------------------------------------------------------------------------


def call(**changed: Any) -> Any:
    """The type of a call: a function with the types of its arguments and its offset provider."""
    now: dict[str, Any] = {
        "dtype": "float64", "dims": [V, K], "strides": (80, 1), "size": 80, "offset": 0, "device": "cuda:0", "most": 6, "skip": -1, "table": "int32",
        "local": V2EDim, "codomain": E, "kind": "vertical", "scalar": "int32", "order": False, **changed,
    }  # fmt: skip
    dims = [*now["dims"][:1], Dimension(now["dims"][1].value, now["kind"])]
    layout = cf.Layout(None, now["strides"], now["offset"])
    field = FieldType(dims, now["dtype"], ("n", now["size"]), layout, now["device"])
    provider = gt4py.NeighborTableOffsetProviderType(
        (V, now["local"]), now["codomain"], now["most"], now["skip"], now["table"]
    )
    entries = {"V2E": provider, "Koff": K}
    if now["order"]:
        entries = dict(reversed(entries.items()))
    return gt4py.FunctionType([], {"a": field, "b": t(now["scalar"])}, {}, field.plain, entries)


CHANGES = [
    {"dtype": "float32"}, {"dims": [V, Dimension("L", "vertical")]}, {"dims": [E, K]}, {"kind": "horizontal", "dims": [V, Dimension("W")]},
    {"strides": (1, 80)}, {"strides": (96, 1)}, {"size": 81}, {"offset": 1}, {"device": "cuda:1"}, {"device": "cpu"}, {"device": "rocm:0"},
    {"most": 5}, {"skip": None}, {"skip": -2}, {"table": "int64"}, {"local": V2VDim}, {"codomain": V}, {"scalar": "int64"},
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_key_changes_with_what_a_call_depends_on(change: dict[str, Any]) -> None:
    assert call(**change).fingerprint != call().fingerprint


def test_keys_are_all_different() -> None:
    keys = {call(**change).fingerprint for change in [{}, *CHANGES]}
    assert len(keys) == len(CHANGES) + 1
    swapped = (
        FieldType([I, J], F64).fingerprint,
        FieldType([I, Dimension("J", "vertical")], F64).fingerprint,
    )
    assert len(set(swapped)) == 2
    names = (
        gt4py.FunctionType([], {"a": F64}, {}, F64),
        gt4py.FunctionType([], {"b": F64}, {}, F64),
        gt4py.FunctionType([F64], {}, {}, F64),
    )
    assert len({function.fingerprint for function in names}) == 3


def test_a_key_changes_with_nothing_else() -> None:
    assert call(order=True) is call()
    again = pickle.loads(pickle.dumps(call()))
    assert again is call() and t(str(call())).fingerprint == call().fingerprint
    # Other objects for the same dimensions, other arrays of the same form.
    one = gt4py.from_value(Field([Dimension("I")], np.zeros(3)), layout=True)
    other = gt4py.from_value(Field([Dimension("I", "horizontal")], np.arange(3.0)), layout=True)
    assert one.fingerprint == other.fingerprint


def test_a_key_is_the_same_in_another_process() -> None:
    text = f"import conformable as cf; from conformable import gt4py; print(cf.parse_type({str(call())!r}).fingerprint)"
    for seed in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", text],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        )
        assert run.stdout.strip() == call().fingerprint


def test_a_scan_operator_is_a_type() -> None:
    step = gt4py.FunctionType([], {"carry": F64, "x": F64}, {}, F64)
    scan = gt4py.ScanOperator(K, step)
    assert isinstance(scan, cf.Type) and scan is gt4py.ScanOperator(K, step)
    assert (scan.axis, scan.definition) == (K, step)
    assert cf.parse_type(str(scan)) is scan and pickle.loads(pickle.dumps(scan)) is scan
    other = gt4py.ScanOperator(I, step)
    assert scan is not other and scan.fingerprint != other.fingerprint
    # As the part of another.
    assert cf.parse_type(str(cf.TupleType(scan, other))).items == (scan, other)
    with pytest.raises(ValueError, match="a scan's axis is a Dimension, not 3"):
        gt4py.ScanOperator(3, step)
    with pytest.raises(ValueError, match="a scan's definition is the type of a function"):
        gt4py.ScanOperator(K, K)


def test_what_makes_no_type_says_what_would() -> None:
    for make, why in [
        (lambda: gt4py.IntegerType(), "IntegerType stands for several types: Int8Type(), Uint8Type()"), (lambda: gt4py.FloatType(32), "Float32Type(), Float64Type() would do"),
        (lambda: gt4py.OffsetProvider({3: I}), "names of offsets, not 3"), (lambda: gt4py.OffsetProvider({"V2E": 3}), "offset_provider['V2E'] is int64"),  # type: ignore[dict-item]
        (lambda: FieldType(I, "float64"), "stands in a list, [I, J]"), (lambda: gt4py.DomainType(I), "stands in a list"), (lambda: gt4py.OffsetType(I, I), "target stands in a list"),
        (lambda: gt4py.from_type_hint(Field[[I], [1]]), "is a value, no type"), (lambda: gt4py.from_type_hint((int,)), "tuple[int, float] or a scalar would do"),
        (lambda: FieldType([I], "str"), "numbers or truth values"), (lambda: Dimension("X", "sideways"), "'X' is of no kind 'sideways': horizontal, vertical, local would do"),
    ]:  # fmt: skip
        with pytest.raises(ValueError) as raised:
            make()
        assert why in str(raised.value)
    assert gt4py.ScalarType(gt4py.ScalarKind.INT8) is gt4py.Int8Type()
    assert gt4py.NeighborTable is gt4py.NeighborTableOffsetProviderType


def test_fields_relate_as_arrays_do() -> None:
    a, b, c = FieldType([I], F64), FieldType([I], F64, (3,)), FieldType([I], F64, (4,))
    n, grid = FieldType([I], F64, ("n",)), FieldType([I, J], F64)
    at = OffsetedFieldType([I], F64, (2,), (3,))
    assert a.is_super(b) and not b.is_super(a) and a.consistent(b) and not b.consistent(c)
    assert a.meet(b) is b and n.meet(b) is b and b.meet(c) is None and a.meet(grid) is None
    assert a.join(b) is a and b.join(c) is a and b.join(at) is b
    assert isinstance(b.join(grid), cf.UnionType) and isinstance(
        a.join(FieldType([I], t("int32"))), cf.UnionType
    )
    assert cf.relate(n, b).meet is b and cf.relate(b, c).consistent is cf.relate(c, b).consistent
    assert a.is_super(at) and a.meet(at) is at and not at.is_super(b) and at.consistent(n)
    assert not at.consistent(OffsetedFieldType([I], F64, (1,), (3,)))
    i32 = t("int32")
    for wide, narrow in ((a, b), (a, at), (b, at), (FieldType([I], "?"), a)):
        assert cf.TupleType(wide, i32).is_super(cf.TupleType(narrow, i32))
        assert cf.ListType(wide).is_super(cf.ListType(narrow))
        assert cf.UnionType(wide, cf.NoneType()).is_super(narrow)
        assert not cf.ListType(narrow).is_super(cf.ListType(wide))
    # As the arrays that they are made of.
    shapes: list[Any] = [(None, None), (3, None), (3, 4), ("n", 4), ("n", "n"), ("n", "m"), (4, 4)]
    for one, other in itertools.product(shapes, repeat=2):
        fields = [FieldType([I, J], F64, shape) for shape in (one, other)]
        arrays = [cf.TensorType("float64", shape) for shape in (one, other)]
        for relation in ("is_super", "consistent"):
            assert getattr(fields[0], relation)(fields[1]) == getattr(arrays[0], relation)(
                arrays[1]
            )
        field, array = fields[0].meet(fields[1]), arrays[0].meet(arrays[1])
        assert (field is None) == (array is None)
        assert field is None or (field.array or cf.TensorType("float64", (None, None))) == array


def test_names_in_fields_are_sizes_of_a_call() -> None:
    a, b, c = FieldType([I], F64), FieldType([I], F64, (3,)), FieldType([I], F64, (4,))
    n = FieldType([I], F64, ("n",))
    two = cf.FunctionType([n, n], n)
    assert cf.is_invocable(two, b, b) and not cf.is_invocable(two, b, c)
    assert gt4py.is_invocable(gt4py.FunctionType([n], {}, {}, n), b)
    assert gt4py.is_invocable(gt4py.FunctionType([n], {}, {}, n), a)
    both = gt4py.FunctionType([n, n], {}, {}, n)
    assert gt4py.is_invocable(both, b, b) and not gt4py.is_invocable(both, b, c)
    (wrong,) = gt4py.incompatibilities(both, [b, c])
    assert wrong.kind == "type" and "fit together" in str(wrong)
    assert not gt4py.is_invocable(both, b, FieldType([J], F64, (3,)))


def test_numbers_of_neighbours_and_devices_are_checked() -> None:
    for wrong in (-1, 1.5, True, None):
        with pytest.raises(ValueError, match="most neighbours"):
            gt4py.NeighborTableOffsetProviderType((V, V2EDim), E, wrong, -1)
        with pytest.raises(ValueError, match="most neighbours"):
            gt4py.StridedNeighborOffsetProviderType((V, V2EDim), E, wrong)
    assert gt4py.NeighborTableOffsetProviderType((V, V2EDim), E, 0, -1).max_neighbors == 0
    for device in ("blah", "cdua", ""):
        with pytest.raises(ValueError, match="no device is called"):
            FieldType([I], F64, (3,), "F", device)
    for device in ("cpu", "cuda", "cuda:0", "rocm:1", "npu:0"):
        assert FieldType([I], F64, (3,), None, device).device == device
