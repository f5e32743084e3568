"""Graphs of PyTensor's, typed again: at every node our type is PyTensor's or narrower."""

import importlib
import itertools
import pkgutil
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from shapes import shape_of

import conformable as cf

pytensor = pytest.importorskip("pytensor", reason="PyTensor is not installed")

import pytensor.tensor as pt  # noqa: E402
from pytensor.compile.builders import OpFromGraph  # noqa: E402
from pytensor.compile.mode import Mode  # noqa: E402
from pytensor.graph.op import Op  # noqa: E402
from pytensor.ifelse import ifelse  # noqa: E402
from pytensor.tensor.blockwise import Blockwise  # noqa: E402
from pytensor.tensor.elemwise import Elemwise  # noqa: E402
from pytensor_models import MODELS, cases, tensor  # noqa: E402

from conformable._pytensor_ops import CORE, OPS  # noqa: E402
from conformable.pytensor import Imported, import_graph, type_of  # noqa: E402

GRAPHS = [(name, sizes) for name, (_, own) in MODELS.items() for sizes in cases(own)]


def agree(found: Imported) -> None:
    """Every rule is known and accepts, and nothing is known less than PyTensor knows it."""
    assert not found.unknown, [str(node.op) for node in found.unknown]
    assert not found.refused, [(str(one.node), one.reason) for one in found.refused]
    wider = [str(one) for one in found.differences if one.kind != "refines"]
    assert not wider, "\n".join(wider)


@pytest.mark.parametrize("static", [False, True])
@pytest.mark.parametrize(("name", "sizes"), GRAPHS, ids=str)
def test_models(name: str, sizes: tuple[int | None, ...], static: bool) -> None:
    build, _ = MODELS[name]
    outputs = list(build(*sizes))
    found = import_graph(outputs, static_broadcast=static)
    agree(found)
    assert len(found.graph.outputs) == len(outputs)
    found.graph.validate()
    assert [found.variables[own] for own in outputs] == list(found.graph.outputs)


@pytest.mark.parametrize("name", MODELS)
def test_what_pytensor_rewrites(name: str) -> None:
    build, sizes = MODELS[name]
    for case in (tuple(sizes), (None,) * len(sizes)):
        outputs = list(build(*case))
        inputs = [
            own
            for own in pytensor.graph.traversal.explicit_graph_inputs(outputs)
            if not hasattr(own, "get_value")
        ]
        mode = Mode(linker="py", optimizer="fast_run")
        compiled = pytensor.function(inputs, outputs, mode=mode, on_unused_input="ignore")
        agree(import_graph(compiled.maker.fgraph))


def test_where_ours_is_narrower() -> None:
    x = tensor("x", 40, 6)
    _, values, _ = pt.linalg.svd(x, full_matrices=False)
    places = pt.arange(x.shape[0])
    found = import_graph([values, places])
    narrower = {(one.variable, str(one.theirs), str(one.ours)) for one in found.differences}
    assert {(values, "float64[?]", "float64[6]"), (places, "int64[?]", "int64[40]")} <= narrower
    assert "refines" in found.table()


# --- dtypes ------------------------------------------------------------------------------------------

DTYPES = (
    "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip
FEW = ("bool", "int8", "int64", "float32", "complex64")


def elementwise() -> dict[str, Any]:
    modules = (
        pt,
        importlib.import_module("pytensor.tensor.math"),
        importlib.import_module("pytensor.tensor.basic"),
    )
    return {
        name: op
        for module in modules
        for name, op in vars(module).items()
        if isinstance(op, Elemwise)
    }


@pytest.mark.parametrize(
    ("name", "op"), elementwise().items(), ids=lambda part: part if isinstance(part, str) else ""
)
def test_dtypes(name: str, op: Any) -> None:
    count = op.scalar_op.nin if op.scalar_op.nin > 0 else 2
    for dtypes in itertools.product(DTYPES if count < 3 else FEW, repeat=min(count, 4)):
        try:
            made = op(*(tensor("x", None, 3, dtype=dtype) for dtype in dtypes))
        except (TypeError, ValueError, NotImplementedError):
            continue
        outputs = list(made) if isinstance(made, (list, tuple)) else [made]
        agree(import_graph(outputs))


def test_dtypes_of_reductions_and_decompositions() -> None:
    for dtype in DTYPES:
        x, square = tensor("x", 4, None, dtype=dtype), tensor("square", 3, 3, dtype=dtype)
        linalg = pt.linalg
        functions = [
            (name, x) for name in (pt.sum, pt.prod, pt.max, pt.any, pt.mean, pt.var, pt.cumsum)
        ]
        functions += [
            (name, square)
            for name in (linalg.inv, linalg.svd, linalg.slogdet, linalg.eigh, linalg.qr)
        ]
        for function, given in functions:
            try:
                made = function(given)
            except (TypeError, ValueError, NotImplementedError):
                continue
            agree(import_graph(list(made) if isinstance(made, (list, tuple)) else [made]))


# --- ops ---------------------------------------------------------------------------------------------

#: Bases of others in the tensor namespace, which are no ops themselves.
WITHOUT_RULE = {"BaseBLAS", "BaseBlockDiagonal", "GemmRelated", "RNGConsumerOp"}


def below(base: Any) -> Iterator[Any]:
    for derived in base.__subclasses__():
        yield derived
        yield from below(derived)


def test_every_op_of_the_tensor_namespace_has_a_rule() -> None:
    for module in pkgutil.walk_packages(pt.__path__, "pytensor.tensor."):
        importlib.import_module(module.name)
    own = [
        op
        for op in below(Op)
        if op.__module__.startswith("pytensor.tensor.") and not issubclass(op, OpFromGraph)
    ]
    known = {*OPS, *CORE}
    without = {op.__name__ for op in own if not known & {base.__name__ for base in op.__mro__}}
    assert without == WITHOUT_RULE


def v(*shape: int | None, dtype: str = "float64") -> Any:
    return tensor("v", *shape, dtype=dtype)


def snippets() -> Iterator[Any]:
    """Functions of the tensor namespace, on shapes that are known in part."""
    linalg = pt.linalg
    x, y, r, square, f32 = (
        v(4, None),
        v(None, 3),
        v(6, 4, 2),
        v(None, 4, 4),
        v(3, 3, dtype="float32"),
    )
    n, places, mask = v(dtype="int64"), v(None, dtype="int64"), v(4, dtype="bool")
    yield from (
        linalg.lu(square),
        linalg.lu(square, permute_l=True),
        linalg.lu(square, p_indices=True),
        linalg.lu_factor(f32),
    )
    yield from (
        linalg.qr(x),
        linalg.qr(x, mode="r"),
        linalg.qr(r, mode="full"),
        linalg.qr(x, mode="economic", pivoting=True),
    )
    yield from (
        linalg.svd(r),
        linalg.svd(r, compute_uv=False),
        linalg.pinv(r),
        linalg.expm(f32),
        linalg.schur(f32),
    )
    yield from (
        linalg.solve(v(5, None, None), v(1, 4, 2)),
        linalg.cho_solve((square[0], True), v(4, 2)),
        linalg.kron(x, y),
    )
    yield from (
        linalg.block_diag(x, f32),
        linalg.eig(square),
        linalg.eigh(f32),
        linalg.solve_sylvester(square[0], f32, v(4, 3)),
    )
    yield from (
        x[mask],
        x[[0, 2]],
        r[[0, 1], :, [1, 1]],
        r[v(2, None, dtype="int64")],
        r[:, mask],
        r[n, :, places],
        x[-1],
        x[::-2],
    )
    yield from (
        x[1:n],
        r[..., None, 0],
        pt.set_subtensor(x[mask], 1.0),
        pt.inc_subtensor(x[places], 1.0),
        pt.nonzero(x),
    )
    yield from (ifelse(n, v(3, 4), v(None, 4)), ifelse(n, v(3, 4), v(5, 4)))
    yield from (
        pt.stack([v(3), v(None)]),
        pt.join(0, v(2, 3), v(None, 3)),
        pt.join(n, v(2, 3), v(4, 3)),
    )
    yield from (pt.split(x, [1, 3], n_splits=2), pt.split(r, v(2, dtype="int64"), n_splits=2))
    yield from (
        r.reshape((-1, 4)),
        r.reshape((r.shape[0] * r.shape[1], 2)),
        x.ravel(),
        r.reshape((n, 8)),
        r.reshape((n, 4, -1)),
    )
    yield from (
        r.reshape(v(2, dtype="int64"), ndim=2),
        pt.join_dims(r, 0, 2),
        pt.tile(x, (2, 1, 3)),
        pt.roll(x, 1),
        pt.flip(x),
    )
    yield from (
        pt.argmax(r, axis=(0, 1)),
        pt.max_and_argmax(r, axis=1),
        pt.median(r, axis=1),
        pt.sort(r, axis=None),
        pt.ptp(x, axis=0),
    )
    yield from (
        pt.repeat(x, 2),
        pt.repeat(v(3), [1, 2, 3]),
        pt.repeat(x, v(4, dtype="int64"), axis=0),
        pt.unique(x, axis=0),
    )
    yield pt.unique(r, return_index=True, return_inverse=True, return_counts=True)
    yield from (
        pt.eye(n, 3),
        pt.tri(3, 4),
        pt.tril(x),
        pt.diag(v(None)),
        pt.diag(x, 1),
        pt.diag(v(3), -2),
        pt.diagonal(r, -1, 0, 2),
    )
    yield from (
        pt.matmul(square, v(7, 1, 4, None)),
        pt.matvec(square, v(None, 4)),
        pt.vecmat(v(4), x),
        pt.vecdot(v(5, 1, 4), v(3, None)),
    )
    yield from (
        pt.tensordot(r, r, axes=[[1], [1]]),
        pt.outer(v(None), v(3)),
        pt.einsum("abc,cd->abd", r, v(2, 7)),
    )
    yield from (
        pt.alloc(v(1, 3), 2, n, 3),
        pt.alloc(v(None), 2, 3),
        pt.alloc(v()),
        pt.empty((3, n)),
        pt.broadcast_to(v(3), (n, 3)),
    )
    yield from (
        pt.arange(n),
        pt.arange(10, 0, -3),
        pt.arange(0.0, 1.0, 0.1),
        pt.linspace(0, 1, 7),
        pt.bincount(v(5, dtype="int64")),
    )
    yield from (
        pt.squeeze(v(1, 3, 1)),
        pt.squeeze(v(None, 3), axis=0),
        pt.moveaxis(r, 0, -1),
        pt.atleast_3d(x),
        pt.specify_shape(x, (4, 7)),
    )
    yield from (
        pt.signal.convolve2d(v(9, None), v(3, 3), mode="valid"),
        pt.signal.convolve2d(v(9, 8), v(3, 3), mode="full"),
    )
    yield from (
        pt.ravel_multi_index((places, places), (3, 4)),
        pt.unravel_index(places, (3, 4)),
        pt.fill_diagonal(f32, 0.0),
    )
    yield from (
        pt.special.softmax(r, axis=0),
        pt.logsumexp(r, axis=1, keepdims=True),
        pt.pad(v(20), 2),
        pt.diff(x, n=2),
        pt.cov(x),
    )


def core_ops() -> Iterator[Any]:
    """Ops that one rarely writes oneself."""
    schur = importlib.import_module("pytensor.tensor.linalg.decomposition.schur")
    tridiagonal = importlib.import_module("pytensor.tensor.linalg.solvers.tridiagonal")
    fft = importlib.import_module("pytensor.tensor.fft")
    fourier = importlib.import_module("pytensor.tensor.fourier")
    f32 = v(3, 3, dtype="float32")
    yield from (
        fft.rfft(v(5, 8)),
        fft.rfft(v(5, None)),
        fft.irfft(v(5, 5, 2)),
        fourier.fft(v(3, 8), n=5, axis=1),
    )
    yield from (
        Blockwise(schur.QZ())(f32, f32),
        schur.QZ(complex_output=True, return_eigenvalues=True)(f32, f32),
    )
    yield schur.QZ(return_eigenvalues=True)(f32, f32)
    yield tridiagonal.LUFactorTridiagonal()(v(None), v(None), v(6))
    yield Blockwise(tridiagonal.SolveLUFactorTridiagonal(b_ndim=2, transposed=False))(
        v(3), v(None), v(3), v(2), v(None, dtype="int32"), v(4, 7)
    )
    lstsq = importlib.import_module("pytensor.tensor.linalg.solvers.lstsq")
    inverse = importlib.import_module("pytensor.tensor.linalg.inverse")
    optimize = importlib.import_module("pytensor.tensor.optimize")
    yield lstsq.Lstsq()(v(6, 3), v(6, None), v())
    yield lstsq.TensorSolve()(v(2, 3, None, 6), v(2, 3))
    yield inverse.TensorInv(ind=1)(v(None, None))
    yield pt.choose(v(None, 3, dtype="int64"), v(4, 2, 1))
    a, b = v(), v(3)
    yield optimize.minimize_scalar((a - 2) ** 2, a)
    yield optimize.root_scalar(a**2 - 2, a)
    yield optimize.minimize(((b - 1) ** 2).sum(), b)
    yield optimize.root(b**2 - 2, b)
    yield importlib.import_module("pytensor.tensor.random.op").default_rng()
    yield pt.basic.PermuteRowElements(False)(v(3, None), v(3, dtype="int64"))


def test_where_pytensor_is_mistaken() -> None:
    linalg = importlib.import_module("scipy.linalg.lapack")
    tridiagonal = importlib.import_module("pytensor.tensor.linalg.solvers.tridiagonal")
    outputs = tridiagonal.LUFactorTridiagonal()(v(None), v(4), v(3))
    found = import_graph(list(outputs))
    computed = linalg.dgttrf(np.ones(3), np.full(4, 5.0), np.ones(3))[:5]
    ours: list[Any] = [found.variables[own].type for own in outputs]
    assert [own.shape for own in ours] == [value.shape for value in computed]
    # It counts one more than the diagonal has.
    assert {one.kind for one in found.differences} <= {"contradicts"}


def test_the_inverse_of_a_tensor_has_its_dims_turned() -> None:
    inverse = importlib.import_module("pytensor.tensor.linalg.inverse")
    out = inverse.TensorInv(ind=2)(v(4, 6, 8, 3))
    found = import_graph(out)
    assert (
        shape_of(found.variables[out]) == np.linalg.tensorinv(np.eye(24).reshape(4, 6, 8, 3)).shape
    )
    # PyTensor gives the type of the input.
    assert [one.kind for one in found.differences] == ["contradicts"]


def test_a_list_of_choices_has_pytensors_types() -> None:
    out = pt.choose(v(3, dtype="int64"), [v(3), v(3)])
    assert {type(node.op).__name__ for node in import_graph(out).unknown} >= {"Choose"}


@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_functions() -> None:
    for made in itertools.chain(snippets(), core_ops()):
        agree(import_graph(list(made) if isinstance(made, (list, tuple)) else [made]))


# --- what else is promised ---------------------------------------------------------------------------


def test_an_op_without_a_rule_has_pytensors_types() -> None:
    class Own(Op):  # type: ignore[misc, unused-ignore]
        def make_node(self, x: Any) -> Any:
            return pytensor.graph.basic.Apply(self, [x], [tensor("y", 7, None)])

        def perform(self, node: Any, inputs: Any, outputs: Any) -> None:
            raise AssertionError("nothing is computed")

    x = tensor("x", 3)
    out = Own()(x) + 1
    found = import_graph(out)
    assert [type(node.op).__name__ for node in found.unknown] == ["Own"]
    assert str(found.variables[out].type) == "float64[7, ?]"


def test_what_we_refuse_is_said() -> None:
    # PyTensor looks at no core dims.
    out = pt.linalg.solve(tensor("a", 3, 3), tensor("b", 4, 1))
    found = import_graph(out)
    assert [type(one.node.op).__name__ for one in found.refused] == ["Blockwise"]
    assert "3" in found.refused[0].reason and "4" in found.refused[0].reason
    assert str(found.variables[out].type) == "float64[4, 1]"


def test_static_broadcast_teaches_what_is_not_1() -> None:
    def inputs(static: bool) -> list[str]:
        found = import_graph(tensor("x", None) + tensor("y", 3), static_broadcast=static)
        found.graph.refine()
        return sorted(str(own.type) for own in found.graph.inputs)

    assert inputs(False) == ["float64[3]", "float64[?]"]
    assert inputs(True) == ["float64[3]", "float64[3]"]


def test_static_broadcast_is_a_relation() -> None:
    add = cf.Signature("(x[*S], y[*R]) -> promote(x, y)[*static_broadcast(S, R)]")
    call = add.apply(cf.TensorType("float64", ("n", 1)), cf.TensorType("float32", (3, "m")))
    assert [str(own) for own in call.outputs] == ["float64[3, m]"]
    with pytest.raises(cf.ShapeError, match="2 and 3 differ, and neither is known to be 1"):
        add.apply(cf.TensorType("float64", (2,)), cf.TensorType("float64", (3,)))


def test_graphs_inputs_and_mapping() -> None:
    x, w, unused = tensor("x", None, 3), pytensor.shared(np.ones(3), "w"), tensor("unused", 2)
    y = x @ w
    found = import_graph(y, inputs=[unused, x])
    assert [own.name for own in found.graph.inputs] == ["unused", "x", "w"]
    assert found.variables[y] is found.graph.outputs[0]
    assert str(found.variables[x].type) == "float64[?, 3]"
    again = import_graph(pytensor.graph.fg.FunctionGraph([x], [x + 1], clone=False))
    assert [own.name for own in again.graph.inputs] == ["x"]
    half = import_graph(pt.exp(y) + y, inputs=[y])
    assert len(half.graph.inputs) == 1


def test_types() -> None:
    assert str(type_of(tensor("x", None, 3, dtype="int8").type)) == "int8[?, 3]"
    assert type_of(pytensor.scalar.int64) is cf.ScalarType("int64")
    assert type_of(pytensor.tensor.type_other.NoneConst.type) is cf.NoneType()


def test_pieces_are_all_that_there_is() -> None:
    m = pt.matrix("m", shape=(4, 4))
    assert not import_graph(pt.split(m, [1, 3], n_splits=2, axis=0)).refused
    (refused,) = import_graph(pt.split(m, [1, 2], n_splits=2, axis=0)).refused
    assert "does not hold: 3 and 4" in refused.reason
    for sizes in ([1, 1, 2], [5, -1]):
        (refused,) = import_graph(pt.split(m, sizes, n_splits=2, axis=0)).refused
        assert "size" in refused.reason
    unknown = pt.matrix("u", shape=(None, 4))
    found = import_graph(pt.split(unknown, [1, 2], n_splits=2, axis=0))
    assert not found.refused
    assert [str(variable.type) for variable in found.graph.outputs] == [
        "float64[1, 4]",
        "float64[2, 4]",
    ]


def test_sparse_arrays_have_their_types() -> None:
    sparse = pytest.importorskip("pytensor.sparse")
    a = sparse.csr_matrix("A")
    assert type_of(a.type) == cf.SparseTensorType("csr", "float64", (None, None))
    found = import_graph(a * 1)
    (output,) = found.graph.outputs
    assert isinstance(output.type, cf.SparseTensorType) and not found.refused


def test_ops_on_sparse_arrays_have_sizes() -> None:
    sparse = pytest.importorskip("pytensor.sparse")

    def made(*shape: int | None) -> Any:
        return sparse.SparseTensorType("csr", "float64", shape=shape)("s")

    x, s = tensor("x", 3, 7), made(5, 3)
    results = [
        (sparse.dot(s, x), "float64[5, 7]"),
        (sparse.transpose(s), "Sparse[csc, float64, (3, 5)]"),
        (sparse.dense_from_sparse(s + made(5, None)), "float64[5, 3]"),
        (sparse.sp_sum(s, axis=0), "float64[3]"),
        (sparse.hstack([s, made(5, 2)]), "Sparse[csc, float64, (5, 5)]"),
        (sparse.multiply(s, tensor("v", 3)), "Sparse[csr, float64, (5, 3)]"),
    ]
    for out, wanted in results:
        found = import_graph(out)
        agree(found)
        assert str(found.variables[out].type) == wanted
    (refused,) = import_graph(sparse.dot(s, tensor("x", 4, 7))).refused
    assert "3" in refused.reason and "4" in refused.reason


def test_scans() -> None:
    x, w, n = tensor("x", 4, 3), tensor("w", 3, 7), pt.iscalar("n")
    each = pytensor.scan(lambda row: row @ w, sequences=[x], return_updates=False)
    total = pytensor.scan(
        lambda row, before: before + row,
        sequences=[x],
        outputs_info=[pt.zeros(3)],
        return_updates=False,
    )
    steps = pytensor.scan(
        lambda a: a * 2, outputs_info=[tensor("a", 3)], n_steps=n, return_updates=False
    )
    both = pytensor.scan(
        lambda row, before: ((before * row).sum(), before + row),
        sequences=[x],
        outputs_info=[None, pt.zeros(3)],
        return_updates=False,
    )
    outs = [each, total, steps, *both, pytensor.grad(total[-1].sum(), x)]
    found = import_graph(outs)
    agree(found)
    shown = [str(found.variables[out].type) for out in outs]
    assert shown == [
        "float64[4, 7]",
        "float64[?, 3]",
        "float64[?, 3]",
        "float64[4]",
        "float64[?, 3]",
        "float64[4, 3]",
    ]
    # What a step refuses is refused of the scan.
    wrong = pytensor.scan(
        lambda row: pt.linalg.solve(tensor("m", 3, 3), pt.concatenate([row, row[:1]])),
        sequences=[x],
        return_updates=False,
    )
    assert [type(one.node.op).__name__ for one in import_graph(wrong).refused] == ["Blockwise"]


def test_constant_masks_have_a_number_of_places() -> None:
    mask = np.array([True, False, True])
    x, u = tensor("x", 4, 3, 2), tensor("u", None, None)
    for out, wanted in [
        (x[:, mask], "float64[4, 2, 2]"),
        (x[0, mask, 1:], "float64[2, 1]"),
        (u[mask], "float64[2, ?]"),
    ]:
        found = import_graph(out)
        agree(found)
        assert str(found.variables[out].type) == wanted


def test_branches_of_numbers_are_numbers() -> None:
    found = import_graph(ifelse(pt.iscalar() > 0, tensor("x", 4).sum(), tensor("y")))
    agree(found)
    assert str(found.graph.outputs[0].type) == "float64[]"


def test_loops_of_scalars_have_their_dtypes() -> None:
    a, b = tensor("a", 3), tensor("b", 3)
    agree(import_graph(pytensor.grad(pt.gammainc(a, b).sum(), [a, b])))
