"""Variables, constants, ops and applications that are free: no graph has them yet."""

import copy
import gc
import pickle
import threading
import weakref
from typing import Any, ClassVar

import numpy as np
import pytest
from shapes import shape_of

import conformable as cf

MATRIX: Any = cf.TensorType("float64", ("n", 3))


class Double(cf.Type):
    """Python's floats."""

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> float:
        if strict and not isinstance(value, float):
            raise TypeError("not a float")
        return float(value)


class WithEq(Double):
    """The document's first way to equal types."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)


class WithNew(Double):
    """The second."""

    _only: ClassVar[Any] = None

    def __new__(cls) -> Any:
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only


class Scale(cf.Op):
    signature = "(x[*S]) -> x[*S]"
    __props__ = ("factor",)

    def __init__(self, factor: float) -> None:
        self.factor = factor


class Pair(cf.Op):
    """Typed by code."""

    def make_node(self, x: Any) -> cf.Apply:
        return cf.Apply(self, [x], [x.type(), x.type()])


def test_a_variable_has_a_type_a_name_and_no_owner() -> None:
    x = MATRIX("x")
    assert (x.type, x.name, x.owner, x.index, repr(x)) == (MATRIX, "x", None, None, "x")
    assert x.type is MATRIX
    unnamed = MATRIX()
    assert (unnamed.name, repr(unnamed)) == (None, "<float64[n, 3]>")
    unnamed.name = "later"
    assert repr(unnamed) == "later"
    assert MATRIX.make_variable("y").name == "y"
    assert cf.Variable(MATRIX, name="z").name == "z"


def test_an_application_is_one_object_while_it_is_held() -> None:
    x = MATRIX("x")
    y = x + x
    node = y.owner
    assert node is not None
    assert node is y.owner
    assert node.op is cf.numpy.add or node.op == cf.numpy.add
    assert node.inputs[0] is x and node.inputs[1] is x
    assert node.outputs[0] is y and y.index == 0
    assert repr(node) == "add(x, x)"
    assert str(node.type) == "((float64[n, 3], float64[n, 3]) -> float64[n, 3])"


def test_outputs_of_several_are_the_same_objects() -> None:
    x = MATRIX("x")
    outputs: Any = cf.numpy.modf(x)
    fraction, whole = outputs
    assert fraction.owner is whole.owner
    assert [
        var is own for var, own in zip(fraction.owner.outputs, (fraction, whole), strict=True)
    ] == [True, True]
    assert (fraction.index, whole.index, repr(whole)) == (0, 1, "modf.1")


def test_what_nobody_holds_is_made_again() -> None:
    x = MATRIX("x")
    outputs: Any = cf.numpy.modf(x)
    fraction, whole = outputs
    gone = weakref.ref(whole)
    del whole, outputs
    gc.collect()
    assert gone() is None
    again = fraction.owner.outputs[1]
    assert again.type is MATRIX
    assert again.owner is fraction.owner


def test_operators_are_the_catalogues() -> None:
    x, y = MATRIX("x"), cf.TensorType("float32", (3,))("y")
    for made, name in [
        (x + y, "add"), (1 - x, "subtract"), (x * 2, "multiply"), (x / y, "divide"), (x // 2, "floor_divide"),
        (x % y, "remainder"), (x**2, "_operators.pow"), (2**x, "_operators.pow"), (x < y, "less"), (x >= 0, "greater_equal"),
        (-x, "negative"), (abs(x), "absolute"), (+x, "positive"),
    ]:  # fmt: skip
        assert made.owner.op.path == f"numpy.{name}"
        assert made.type.shape == (cf.dim("n"), 3)
    assert (x < y).type.dtype == "bool"
    assert (x @ y).type.shape == (cf.dim("n"),)
    quotient, remainder = divmod(x, 2)
    assert quotient.owner is remainder.owner
    flags = cf.TensorType("bool", (4,))("flags")
    assert ((flags & ~flags) | (flags ^ True)).type == flags.type
    assert (x == y) is False
    assert (np.ones(3) + x).type == MATRIX


def test_attributes_methods_and_indices() -> None:
    x = MATRIX("x")
    assert x.T.type.shape == (3, cf.dim("n"))
    assert x.sum(axis=0).type.shape == (3,)
    assert x.astype("float32").type.dtype == "float32"
    assert x[0].type.shape == (3,)
    assert x[..., None, 1:].type.shape == (cf.dim("n"), 1, 2)
    assert x[cf.TensorType("int64", (7,))("i")].type.shape == (7, 3)
    assert x[np.array([True, False, True]).nonzero()[0]].type.shape == (2, 3)
    assert [str(size.type) for size in x.shape] == ["Int[n]", "Literal[3]"]
    assert len(cf.TensorType("float64", (5,))().shape) == 1

    assert [shape_of(item) for item in cf.TensorType("float64", (2, 5))()] == [(5,), (5,)]
    with pytest.raises(
        AttributeError, match='a variable of type float64\\[n, 3\\] has no attribute "suum"'
    ):
        x.suum  # noqa: B018
    with pytest.raises(TypeError, match="not known how many"):
        iter(x)
    with pytest.raises(TypeError, match="no truth value"):
        bool(x)


def test_the_shape_of_an_unknown_rank_is_one_variable() -> None:
    x = cf.TensorType("float64", None)("x")
    sizes: Any = x.shape
    assert str(sizes.type) == "tuple[int, ...]" and str(sizes[0].type) == "int"
    axis = cf.PythonType("int")("axis")
    outputs = [
        sizes[-1],
        sizes[0] + 1,
        sizes[axis],
        cf.numpy.zeros(sizes),
        cf.numpy.ones((sizes[0], 3)),
    ]
    found = cf.FunctionGraph([x, axis], outputs).evaluate([np.ones((2, 4)), 1])
    assert found[:3] == (4, 3, 4)
    assert found[3].shape == (2, 4) and found[4].shape == (2, 3)
    for wrong in ("a", slice(1), 1.5):
        with pytest.raises(TypeError, match="has no items"):
            sizes[wrong]
    with pytest.raises(TypeError, match="how many items"):
        iter(sizes)


def test_wrong_arguments_are_what_numpy_would_raise() -> None:
    x = MATRIX("x")
    with pytest.raises(cf.ShapeError):
        x + cf.TensorType("float64", (4,))()
    with pytest.raises(cf.TypeCheckError):
        x.sum(axis=5)
    with pytest.raises(TypeError, match="takes no argument of the name factor"):
        Scale(2)(x, factor=3)
    with pytest.raises(ValueError):
        x.reshape((2, 2, 2, 7))[0, 0, 0, 0, 0]


def test_sizes_are_computed_as_pythons_numbers() -> None:
    x = MATRIX("x")
    rows, columns = x.shape
    half = (rows * 2 + columns - 1) // 2
    assert str(half.type) == "Int[n + 1]" and half.owner.op.kind == "operator"
    assert str((rows / 2).type) == "float" and str((1 < rows).type) == "bool"
    assert str((rows + 0.5).type) == "float"
    assert x.reshape((rows * columns,)).type.shape == (3 * cf.dim("n"),)
    assert (x * rows).type is MATRIX
    graph = cf.FunctionGraph([x], [x.reshape((1, rows * 3)), half], clone=True)
    reshaped, count = graph.evaluate([np.ones((2, 3))])
    assert reshaped.shape == (1, 6) and count == 3
    with pytest.raises(TypeError):
        rows & 0.5
    # A scalar has what NumPy's scalars have.
    assert x[0, 0].astype("int8").type.dtype == "int8"


def test_wrong_numbers_of_inputs_are_refused() -> None:
    x = MATRIX("x")
    for op, inputs in [
        (Scale(2), ()),
        (Scale(2), (x, x)),
        (cf.numpy.add, (x,)),
        (cf.SpecifyShape, ()),
    ]:
        with pytest.raises(TypeError):
            op(*inputs)


def test_constants_have_values() -> None:
    one = cf.as_variable(1)
    assert isinstance(one, cf.Constant)
    assert (one.data, str(one.type), repr(one)) == (1, "Literal[1]", "1")
    data = np.arange(3.0)
    made = cf.TensorType("float64", (3,)).make_constant(data, "data")
    assert made.data is data and made.name == "data"
    with pytest.raises(TypeError):
        cf.TensorType("float64", (4,)).make_constant(data)
    assert cf.Constant(MATRIX, np.zeros((2, 3))).type is MATRIX
    assert cf.as_variable(made) is made
    # A long value is cut where it is shown.
    assert len(repr(cf.as_variable(np.arange(1000)))) < 60


def test_values_among_arguments_are_parameters_and_numbers_operands() -> None:
    x = MATRIX("x")
    op: Any = cf.numpy
    reshaped = op.reshape(x, (3, -1))
    assert reshaped.owner.inputs == (x,) and repr(reshaped.owner.op) == "reshape{·, (3, -1)}"
    joined = op.stack([x, x + 1.0], axis=1)
    assert len(joined.owner.inputs) == 2 and joined.type.shape == (cf.dim("n"), 2, 3)
    rows = x.shape[0]
    assert op.reshape(x, (rows, 3, 1)).owner.inputs[1] is rows
    assert op.clip(x, 0, 1).owner.inputs[1].data == 0
    assert cf.numpy.zeros((2, 3), dtype=np.int8).type == cf.TensorType("int8", (2, 3))


def test_ops_are_equal_by_what_they_are() -> None:
    assert cf.numpy.add is cf.numpy.add
    assert Scale(2) == Scale(2) != Scale(3)
    assert hash(Scale(2)) == hash(Scale(2))
    x: Any = MATRIX("x")
    assert x.sum(axis=0).owner.op == x.sum(axis=0).owner.op != x.sum(axis=1).owner.op
    assert pickle.loads(pickle.dumps(cf.numpy.linalg.inv)) == cf.numpy.linalg.inv
    assert pickle.loads(pickle.dumps(Scale(2))) == Scale(2)
    assert copy.copy(Scale(2)) == Scale(2)
    assert "def binary(x1: T[*S], x2: U[*R]" in str(cf.numpy.add.definition)
    assert cf.numpy.add.path == "numpy.add"
    assert (repr(Scale(2)), repr(Pair()), repr(cf.SpecifyShape)) == (
        "Scale(factor=2)",
        "Pair",
        "SpecifyShape",
    )
    with pytest.raises(TypeError, match="derive a class"):
        cf.Op()


def test_the_type_of_an_op_for_types_is_a_value() -> None:
    found = cf.numpy.matmul.type_for(
        cf.TensorType("float64", (2, None)), cf.TensorType("float32", (3, "k"))
    )
    assert str(found) == "((float64[2, 3], float32[3, k]) -> float64[2, k])"
    assert str(Scale(1).type_for(MATRIX)) == "((float64[n, 3]) -> float64[n, 3])"
    with pytest.raises(cf.ShapeError):
        cf.numpy.matmul.type_for(MATRIX, cf.TensorType("float64", (4, 5)))
    with pytest.raises(NotImplementedError):
        Pair().type_for(MATRIX)


def test_a_class_that_cannot_be_applied_says_what_it_lacks() -> None:
    class Nothing(cf.Op):
        pass

    class Wrong(cf.Op):
        signature = "(x[*S) -> x"

    class Strange(cf.Op):
        def make_node(self, x: Any) -> Any:
            return x

    class Raises(cf.Op):
        def make_node(self, x: Any) -> Any:
            raise KeyError("own")

    x = MATRIX("x")
    with pytest.raises(TypeError, match="neither a signature nor a make_node"):
        Nothing()(x)
    with pytest.raises(cf.ParseError):
        Wrong()(x)
    with pytest.raises(TypeError, match=r"Strange.make_node returned x, not an Apply"):
        Strange()(x)
    with pytest.raises(KeyError, match="own"):
        Raises()(x)


def test_apply_takes_new_variables_as_outputs() -> None:
    x, y = MATRIX("x"), MATRIX("y")
    node = cf.Apply(Pair(), [x], [y])
    assert y.owner is node and node.outputs == (y,)
    for outputs in ([y], [x], [x + 1.0]):
        with pytest.raises(ValueError, match="is not new"):
            cf.Apply(Pair(), [x], outputs)
    z = MATRIX()
    with pytest.raises(ValueError, match="is not new"):
        cf.Apply(Pair(), [x], [z, z])
    with pytest.raises(TypeError, match="an input of a node is a variable, not 1"):
        cf.Apply(Pair(), [1], [z])  # type: ignore[list-item]
    assert z.owner is None


@pytest.mark.parametrize("kind", [Double, WithEq, WithNew])
def test_equal_types_of_a_class_have_variables_that_stand_for_one_another(kind: Any) -> None:
    a, b = kind(), kind()
    assert a == b and hash(a) == hash(b)
    x = a("x")
    assert x.type is a and repr(x) == "x"
    assert b.filter_variable(x) is x
    constant = a.filter_variable(3)
    assert isinstance(constant, cf.Constant) and constant.data == 3.0
    with pytest.raises(TypeError, match="cannot stand where"):
        a.filter_variable(MATRIX())
    with pytest.raises(ValueError, match="could not convert"):
        a.filter_variable("word")


def test_a_class_says_what_its_variables_are() -> None:
    class Own(cf.Variable):
        @property
        def doubled(self) -> str:
            return f"{self.name}{self.name}"

    class Kind(Double):
        variable_type = Own

    x: Any = Kind()("x")
    assert type(x) is Own and x.doubled == "xx"

    class Copy(cf.Op):
        def make_node(self, x: Any) -> cf.Apply:
            return cf.Apply(self, [x], [x.type()])

    y: Any = Copy()(x)
    assert isinstance(y, Own) and y.owner is not None and y.owner.inputs == (x,)


FILTERED = [
    # where this is wanted, this is offered, what stands there
    ((2, None), (2, 1), "same"),
    ((2, 1), (2, 1), "same"),
    ((2, 1), (2, None), (2, 1)),
    ((None, 3), (2, None), (2, 3)),
    (("n", 3), (None, None), ("n", 3)),
    ((None,), ("n",), "same"),
    (None, (2, 3), "same"),
    ((2, 3), None, (2, 3)),
    ((2,), (3,), TypeError),
    ((2, 3), (2,), TypeError),
    ((2, 3), (None, 4), TypeError),
]


@pytest.mark.parametrize(("wanted", "offered", "placed"), FILTERED)
def test_filter_variable_decides_by_the_relation(wanted: Any, offered: Any, placed: Any) -> None:
    ty, x = cf.TensorType("float64", wanted), cf.TensorType("float64", offered)("x")
    if placed is TypeError:
        with pytest.raises(TypeError, match=r"x of type .* cannot stand where .* is wanted"):
            ty.filter_variable(x)
        return
    found = ty.filter_variable(x)
    if placed == "same":
        assert found is x
    else:
        assert found.owner is not None and found.owner.op is cf.SpecifyShape
        assert found.type == cf.TensorType("float64", placed)
        assert len(found.owner.inputs) == 1 + len(placed)
    if ty != x.type:
        with pytest.raises(TypeError, match="conversion is not allowed"):
            ty.filter_variable(x, allow_convert=False)


def test_why_a_variable_does_not_fit() -> None:
    scalar = cf.ScalarType("float64")
    for text, own, reason in [
        ("float64[#1]", "float64[?]", "a scalar has no dims, and it has 1"),
        ("?", "?", "it may be no float64, and nothing makes it one"),
        ("int", "int", "int is a type of another kind"),
        ("int8", "int8", "the dtype is float64 and int8"),
    ]:
        with pytest.raises(TypeError) as refused:
            scalar.filter_variable(cf.parse_type(text)("x"))
        said = f"x of type {own} cannot stand where float64 is wanted: {reason}"
        assert str(refused.value) == said


def test_filter_variable_never_casts() -> None:
    x = cf.TensorType("float32", (3,))("x")
    with pytest.raises(TypeError, match="the dtype is float64 and float32"):
        cf.TensorType("float64", (3,)).filter_variable(x)
    assert shape_of(cf.TensorType("float64", (3,)).filter_variable(x.astype("float64"))) == (3,)


def test_convert_variable_of_a_class_is_asked() -> None:
    class Other(Double):
        def __init__(self) -> None:
            self.own = 1

        def convert_variable(self, var: Any) -> Any:
            return self("converted") if isinstance(var.type, Double) else 5

    assert Other().filter_variable(Double()("x")).name == "converted"
    with pytest.raises(TypeError, match="convert_variable returned 5"):
        Other().filter_variable(MATRIX())

    class Narrow(Double):
        pass

    class Wide(Double):
        def is_super(self, other: Any) -> bool:
            return isinstance(other, (Wide, Narrow))

    narrow = Narrow()("narrow")
    assert Wide().filter_variable(narrow) is narrow
    with pytest.raises(NotImplementedError, match="Narrow defines no convert_variable"):
        Narrow().convert_variable(Wide()("wide"))


def test_specify_shape() -> None:
    x = cf.TensorType("float64", (2, None))("x")
    assert cf.specify_shape(x, (2, None)) is x
    assert shape_of(cf.specify_shape(x, [None, 5])) == (2, 5)
    size = cf.TensorType("int64", ())("size")
    assert shape_of(cf.specify_shape(x, (2, size))) == (2, None)
    assert shape_of(cf.specify_shape(cf.TensorType("float64", (None,))(), 4)) == (4,)
    for wrong in [(3, None), (2,), (2, "word"), (2, 1.5)]:
        with pytest.raises(cf.TypeCheckError):
            cf.specify_shape(x, wrong)


def test_transfers() -> None:
    seen: list[object] = []

    def to_moon(var: cf.Variable, target: object) -> cf.Variable | None:
        seen.append(target)
        return var + 0.0 if target == "moon" else None

    from conformable import _variables

    cf.register_transfer(to_moon)
    try:
        x = MATRIX("x")
        assert x.transfer("moon").owner.inputs[0] is x
        with pytest.raises(ValueError, match="transfer to 'mars'"):
            x.transfer("mars")
        assert seen == ["moon", "mars"]
        cf.register_transfer(lambda var, target: 5)  # type: ignore[arg-type, return-value]
        with pytest.raises(TypeError, match="returned 5"):
            x.transfer("moon")
    finally:
        _variables._TRANSFERS.clear()
    with pytest.raises(TypeError, match="a transfer is a function"):
        cf.register_transfer(3)  # type: ignore[arg-type]


def test_a_long_chain_is_built_and_dropped_on_a_small_stack() -> None:
    failed: list[BaseException] = []

    def work() -> None:
        try:
            x = cf.TensorType("float64", (3,))("x")
            y, negative = x, cf.numpy.negative
            for _ in range(200_000):
                y = negative(y)
            graph = cf.FunctionGraph([x], [y], clone=True)
            assert len(graph) == len(graph.toposort()) == 200_000
            last = weakref.ref(y)
            del y, graph
            gc.collect()
            assert last() is None
        except BaseException as error:
            failed.append(error)

    before = threading.stack_size(2 << 20)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert not failed, failed


def test_blockwise() -> None:
    det = cf.blockwise("(n,n)->()")
    assert shape_of(det(cf.TensorType("float64", (7, 3, 3))())) == (7,)
    with pytest.raises(cf.ShapeError):
        det(cf.TensorType("float64", (7, 3, 4))())

    class Outer(cf.Op):
        signature = "(x[n], y[m]) -> promote(x, y)[n, m]"

    batched = cf.blockwise(Outer())
    found = batched(cf.TensorType("float64", (5, 1, 3))(), cf.TensorType("float32", (4, 2))())
    assert found.type == cf.TensorType("float64", (5, 4, 3, 2))
    assert repr(batched) == "Blockwise{Outer}"
    with pytest.raises(ValueError, match="dims of unknown number already"):
        cf.blockwise("(x[*S]) -> x[*S]")
    with pytest.raises(ValueError, match="says itself what it does to leading dims"):
        cf.blockwise(cf.numpy.add)
    with pytest.raises(TypeError, match="expected an op or a signature"):
        cf.blockwise(3)


def test_of_what_has_no_value_nothing_is_known() -> None:
    nothing = cf.UnionType()("nothing")
    assert cf.numpy.invert(nothing).type is cf.UnknownType()
    assert cf.numpy.add(nothing, cf.TensorType("float64", (3,))()).type is cf.UnknownType()
