"""What PyTensor's ops on sparse arrays do with sizes; formats and dtypes are PyTensor's own."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conformable._pytensor_node import Node


def _by_rank(vector: str, matrix: str) -> Callable[["Node"], str]:
    return lambda node: matrix if node.rank(1) == 2 else vector


def _sparse_dot(node: "Node") -> str:
    given = [("n",), ("m", "n")][node.rank(0) - 1], [("n",), ("n", "k")][node.rank(1) - 1]
    made = given[0][:-1] + given[1][1:]
    return ",".join(f"({','.join(dims)})" for dims in given) + f"->({','.join(made)})"


def _stacked(axis: int) -> Callable[["Node"], str]:
    def sizes(node: "Node") -> str:
        each = [["m", "n"] for _ in range(node.count)]
        for place, dims in enumerate(each):
            dims[axis] += str(place)
        total = ["m", "n"]
        total[axis] = " + ".join(dims[axis] for dims in each)
        return f"{','.join(f'({m},{n})' for m, n in each)}->({','.join(total)})"

    return sizes


def _sum_of_sparse(node: "Node") -> str:
    return {None: "(m,n)->()", 0: "(m,n)->(n)", 1: "(m,n)->(m)"}[node.op.axis]


#: The sizes of ops on sparse arrays, by the op's class; what they are of, PyTensor says of each.
SIZES: dict[str, str | Callable[["Node"], str]] = {
    "sparse.AddSD": "(m,n),(m,n)->(m,n)",
    "sparse.AddSS": "(m,n),(m,n)->(m,n)",
    "sparse.AddSSData": "(m,n),(m,n)->(m,n)",
    "sparse.CSM": lambda node: f"(k),(k),(p),(2)->({','.join(node.items(3))})",
    "sparse.CSMProperties": "(m,n)->(?),(?),(?),(2)",
    "sparse.Cast": "(m,n)->(m,n)",
    "sparse.ColScaleCSC": "(m,n),(n)->(m,n)",
    "sparse.DenseFromSparse": "(m,n)->(m,n)",
    "sparse.Diag": "(n,n)->(n)",
    "sparse.Dot": _sparse_dot,
    "sparse.EnsureSortedIndices": "(m,n)->(m,n)",
    "sparse.GetItem2Lists": "(m,n),(k),(k)->(k)",
    "sparse.GetItemList": "(m,n),(k)->(k,n)",
    "sparse.GetItemScalar": "(m,n),(),()->()",
    "sparse.HStack": _stacked(1),
    "sparse.Remove0": "(m,n)->(m,n)",
    "sparse.RowScaleCSC": "(m,n),(m)->(m,n)",
    "sparse.SamplingDot": "(m,k),(n,k),(m,n)->(m,n)",
    "sparse.SpSum": _sum_of_sparse,
    "sparse.SparseDenseMultiply": _by_rank("(m,n),()->(m,n)", "(m,n),(m,n)->(m,n)"),
    "sparse.SparseDenseVectorMultiply": "(m,n),(n)->(m,n)",
    "sparse.SparseFromDense": "(m,n)->(m,n)",
    "sparse.SparseSparseMultiply": "(m,n),(m,n)->(m,n)",
    "sparse.StructuredAddSV": "(m,n),(n)->(m,n)",
    "sparse.StructuredDot": _by_rank("(m,n),(n)->(m)", "(m,n),(n,k)->(m,k)"),
    "sparse.Transpose": "(m,n)->(n,m)",
    "sparse.TrueDot": "(m,n),(n,k)->(m,k)",
    "sparse.VStack": _stacked(0),
    "sparse.__ComparisonOpSD": "(m,n),(m,n)->(m,n)",
    "sparse.__ComparisonOpSS": "(m,n),(m,n)->(m,n)",
}


def _rule(name: str) -> Callable[["Node"], str]:
    return lambda node: node.on_sparse(SIZES[name])


def _sliced(node: "Node") -> str:
    def size(axis: int, whole: str) -> str:
        # A start, a stop and a step.
        places = [place for place in range(1 + 3 * axis, 4 + 3 * axis) if not node.is_none(place)]
        if not places:
            return whole
        values = [node.value[place] for place in places]
        known = node.shape(0)[axis]
        if not isinstance(known, int) or not all(isinstance(value, int) for value in values):
            return "?"
        given = dict(zip(places, values, strict=True))
        part = slice(*(given.get(place) for place in range(1 + 3 * axis, 4 + 3 * axis)))
        return str(len(range(*part.indices(known))))

    ty = node.outputs[0].type
    array, others = f"Sparse[{ty.format}, {ty.dtype}, ", node.inputs.partition(",")[2]
    return f"({array}(m, n)],{others}) -> {array}({size(0, 'm')}, {size(1, 'n')})]"


#: The ops on sparse arrays, by their classes' names.
SPARSE_OPS = {name: _rule(name) for name in SIZES} | {"sparse.GetItem2d": _sliced}
