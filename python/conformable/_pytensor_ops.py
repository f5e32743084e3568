"""What PyTensor's ops are in our terms: a line for each.

`OPS` is by the op's class. A text is a signature, in which `{op.axis}` is what the op has there,
`{sizes[1]}` the sizes that input 1 says (`?` where nobody knows), `{value[0]}` the value of input 0 and
`{inputs}` a name for each input that does not matter. A function makes such a text, or the variable itself.
What an op computes from its inputs' core dims alone is in `CORE`: the dtypes of its outputs, beside the
gufunc signature that PyTensor gives it. `SCALARS` and `PREFERENCES` are the dtypes of elementwise ops.
`VALUES` says which integers are known, as PyTensor's own inference looks through what computes sizes.

Sources: PyTensor's `make_node` methods and `pytensor.scalar.basic`.
"""

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from conformable import _native as native
from conformable._native import Signature
from conformable._pytensor_sparse import SPARSE_OPS

if TYPE_CHECKING:
    from conformable._pytensor_node import Node

#: A signature's text, or what makes one (or the variable that the node computes).
Rule = str | Callable[["Node"], Any]

# --- dtypes ------------------------------------------------------------------------------------------

_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_SMALL = ("bool", "int8", "int16", "uint8", "uint16")

#: Relations on dtypes that PyTensor has and NumPy has not, each a table; what is not in it stays as it is.
DTYPES: dict[str, dict[str, str]] = {
    # `upgrade_to_float`
    "pytensor_float": {
        name: "float32" if name in _SMALL else "float64" for name in ("bool", *_INTEGERS)
    },
    # `linalg_output_dtype`: what LAPACK works in.
    "pytensor_lapack": {
        **{name: "float32" if name in _SMALL else "float64" for name in ("bool", *_INTEGERS)},
        "float16": "float32",
    },
    # `TrueDiv` of integers; PyTensor's `floatX` is read as float64.
    "pytensor_quotient": {name: "float64" for name in ("bool", *_INTEGERS)},
    # `upcast_out_min8`
    "pytensor_number": {"bool": "int8"},
}


def _define(name: str, table: dict[str, str]) -> native.DefinedRelation:
    return native.define_relation(name, lambda dtype: table.get(dtype, dtype), gives="dtype")


RELATIONS = [_define(name, table) for name, table in DTYPES.items()]

#: By the name of a scalar op's `output_types_preference`: `{all}` are the inputs' dtypes, `{0}` the first.
PREFERENCES: dict[str, str] = {
    "float_out": "float64",
    "float_out_nocomplex": "float64",
    "int_out": "int64",
    "int_out_nocomplex": "int64",
    "real_out": "real({0})",
    "same_out": "{0}",
    "same_out_float_only": "{0}",
    "same_out_min8": "pytensor_number({0})",
    "same_out_nobool": "{0}",
    "same_out_nocomplex": "{0}",
    "specific_out": "{op.output_types_preference.spec[0].dtype}",
    "upcast_out": "promote({all})",
    "upcast_out_min8": "pytensor_number(promote({all}))",
    "upcast_out_no_complex": "promote({all})",
    "upcast_out_nobool": "promote({all})",
    "upgrade_to_float": "promote({floats})",
    "upgrade_to_float64": "float64",
    "upgrade_to_float_no_complex": "promote({floats})",
}

#: By the scalar op's class, where it has a rule of its own; a dtype for each output.
SCALARS: dict[str, str | Callable[[Any], Iterable[str]]] = {
    "Abs": "real({0})",
    "BinaryBitOp": "promote({all})",
    "Cast": "{op.o_type.dtype}",
    "Clip": "promote({all})",
    "Complex": "promote(promote({all}), complex64)",
    "ComplexFromPolar": "promote(promote({all}), complex64)",
    # Made for dtypes that it keeps.
    "Composite": lambda op: (output.dtype for output in op.outputs_type),
    "ScalarLoop": lambda op: (output.dtype for output in op.outputs_type),
    "FixedLogicalComparison": "bool",
    "Identity": "{0}",
    "InRange": "bool",
    "LogicalComparison": "bool",
    "PolyGamma": "pytensor_float({1})",
    "Second": "{1}",
    "Sign": "{0}",
    "Switch": "promote({1}, {2})",
    "TrueDiv": "pytensor_quotient(promote({all}))",
    "UnaryBitOp": "{0}",
}

#: What is stored in a part of an array: it has to fit there.
STORED = native.signature_op("Stored", Signature("(x[*S], y[*R]) -> x[*store_into(R, S)]"))

# --- core ops ----------------------------------------------------------------------------------------


def _lu(node: "Node") -> tuple[str, ...]:
    factors = ("{lapack}", "{lapack}")
    if node.core.permute_l:
        return factors
    return ("int32", *factors) if node.core.p_indices else ("real({lapack})", *factors)


def _qr(node: "Node") -> tuple[str, ...]:
    count = {"full": 2, "economic": 2, "r": 1, "raw": 3}[node.core.mode]
    return ("{lapack}",) * count + ("int32",) * bool(node.core.pivoting)


def _schur(node: "Node") -> tuple[str, ...]:
    return ("promote({lapack}, complex64)" if node.core.output == "complex" else "{lapack}",) * 2


def _qz(node: "Node") -> tuple[str, ...]:
    complexes = "promote({lapack}, complex64)"
    own = complexes if node.core.complex_output else "{lapack}"
    return (own, own, complexes, own, own, own) if node.core.return_eigenvalues else (own,) * 4


#: The dtypes of the outputs: `{lapack}` what LAPACK works in for the inputs, `{all}` and `{0}` as above.
CORE: dict[str, tuple[str, ...] | Callable[["Node"], tuple[str, ...]]] = {
    "AbstractConvolveNd": ("promote({0}, {1})",),
    "AllocDiag": ("{0}",),
    "BatchedDot": ("promote({all})",),
    "BlockDiagonal": ("promote({all})",),
    "Cholesky": ("{lapack}",),
    "Det": ("{lapack}",),
    "Dot": ("promote({all})",),
    "Eig": ("promote({0}, complex64)", "promote({0}, complex64)"),
    "Eigh": ("real({lapack})", "real({lapack})"),
    "Eigvalsh": ("real({lapack})",),
    "Expm": ("{lapack}",),
    "LU": _lu,
    "LUFactor": ("{0}", "int32"),
    "LUFactorTridiagonal": (*("{lapack}",) * 4, "int32"),
    "MatrixInverse": ("{lapack}",),
    "MatrixPinv": ("{lapack}",),
    "PivotToPermutations": ("int64",),
    "QR": _qr,
    "SLogDet": ("{lapack}", "real({lapack})"),
    "QZ": _qz,
    "SVD": lambda node: (
        ("{lapack}", "real({lapack})", "{lapack}") if node.core.compute_uv else ("real({lapack})",)
    ),
    "Schur": _schur,
    "SolveBase": ("{lapack}",),
    "SolveLUFactorTridiagonal": ("{lapack}",),
    "TRSYL": ("promote({all})",),
}


def _convolved(n: str, k: str) -> Callable[["Node"], str | None]:
    def size(node: "Node") -> str | None:
        full = node.number(2)
        if full is None:
            return None
        return f"{n} + {k} - 1" if full else f"max({n}, {k}) - min({n}, {k}) + 1"

    return size


def _solved_tridiagonal(node: "Node") -> str:
    given = "(n),(n)" if node.core.b_ndim == 1 else "(n),(n,rhs)"
    return f"(n - 1),(n),(n - 1),(n - 2),{given}->{given.partition(',')[2]}"


#: Gufunc signatures, where PyTensor's op has none itself or says less than it knows.
GUFUNCS: dict[str, str | Callable[["Node"], str]] = {
    "Eigh": lambda node: ",".join(["(m,m)"] * node.count) + "->(m),(m,m)",
    "Eigvalsh": lambda node: ",".join(["(m,m)"] * node.count) + "->(m)",
    "LUFactorTridiagonal": "(n - 1),(n),(n - 1)->(n - 1),(n),(n - 1),(n - 2),(n)",
    "SolveLUFactorTridiagonal": _solved_tridiagonal,
}

#: The sizes that an output has and no input does, by the letter of the gufunc signature.
LETTERS: dict[str, dict[str, str | Callable[["Node"], str | None]]] = {
    "AllocDiag": {side: lambda node: f"i00 + {abs(node.core.offset)}" for side in ("o00", "o01")},
    "BlockDiagonal": {
        "m": lambda node: " + ".join(f"m{i}" for i in range(node.core.n_inputs)),
        "n": lambda node: " + ".join(f"n{i}" for i in range(node.core.n_inputs)),
    },
    "AbstractConvolveNd": {f"o{i}": _convolved(f"n{i}", f"k{i}") for i in range(3)},
    "QR": {"k": "min(m, n)"},
    "SVD": {"k": "min(m, n)"},
}

# --- ops ---------------------------------------------------------------------------------------------


def _elemwise(node: "Node") -> str:
    inputs = ", ".join(f"x{i}[*S{i}]" for i in range(node.count))
    shape = ", ".join(f"S{i}" for i in range(node.count))
    outputs = (
        f"{dtype}[*broadcast({shape})]" for dtype in node.scalar_dtypes(SCALARS, PREFERENCES)
    )
    return f"({inputs}) -> {', '.join(outputs)}"


def _dim_shuffle(node: "Node") -> str:
    order = node.op.new_order
    kept = [place for place in order if place != "x"]
    dropped = [place for place in range(node.op.input_ndim) if place not in kept]
    ranked = sorted(kept)
    moved = [ranked.index(place) for place in kept]
    new = [place for place, axis in enumerate(order) if axis == "x"]
    shape = f"edit(permute(edit(S, {dropped}, 'remove'), {moved}), {new}, 'insert', 1)"
    where = ", ".join(f"at(S, {place}) == 1" for place in dropped)
    return f"(x[*S]) -> x[*{shape}]" + (f" where {where}" if where else "")


def _reduced(dtype: str) -> str:
    return f"(x[*S]) -> {dtype}[*edit(S, {{op.axis}}, 'remove')]"


def _join(node: "Node") -> str:
    pieces = range(1, node.count)
    inputs = ", ".join(["T", *(f"x{i}[*S{i}]" for i in pieces)])
    shapes, dtypes = ([f"{name}{i}" for i in pieces] for name in "Sx")
    axis = node.value[0]
    if not isinstance(axis, int):
        return f"({inputs}) -> promote({', '.join(dtypes)})[{node.unknown(node.outputs[0])}]"
    return f"({inputs}) -> promote({', '.join(dtypes)})[*concat([{', '.join(shapes)}], {axis})]"


def _split(node: "Node") -> str:
    axis, sizes, condition = node.value[1], node.value[2], ""
    if not isinstance(axis, int):
        shapes = [node.unknown(output) for output in node.outputs]
    else:
        pieces = (None,) * len(node.outputs) if sizes is None else tuple(sizes)
        if len(pieces) != len(node.outputs):
            raise ValueError(f"{len(pieces)} sizes for {len(node.outputs)} pieces")
        if any(isinstance(piece, int) and piece < 0 for piece in pieces):
            raise ValueError(f"a piece of a size below 0: {pieces}")
        shapes = [f"*edit(S, [{axis}], 'replace', {node.size(piece)})" for piece in pieces]
        if all(isinstance(piece, int) for piece in pieces):
            # The pieces are all that there is.
            condition = f" where {' + '.join(map(node.size, pieces))} == at(S, {axis})"
    return "(x[*S], T1, T2) -> " + ", ".join(f"x[{shape}]" for shape in shapes) + condition


def _range(node: "Node") -> str:
    start, stop, step = (node.number(place) for place in range(3))
    known = start is not None and stop is not None and step
    length = str(max(math.ceil((float(stop) - float(start)) / float(step)), 0)) if known else "?"
    return f"(T1, T2, T3) -> {node.op.dtype}[{length}]"


def _diagonal(node: "Node") -> str:
    first, second, offset = node.op.axis1, node.op.axis2, node.op.offset
    rows, columns = f"at(S, {first})", f"at(S, {second})"
    if offset > 0:
        columns = f"max({columns} - {offset}, 0)"
    elif offset < 0:
        rows = f"max({rows} - {-offset}, 0)"
    rest = f"edit(S, [{first}, {second}], 'remove')"
    return f"(x[*S]) -> x[*edit({rest}, -1, 'insert', min({rows}, {columns}))]"


def _matrix_of_diagonal(node: "Node") -> str:
    first, second, offset = node.core.axis1, node.core.axis2, node.core.offset
    names = [f"n{i}" for i in range(node.rank(0) - 1)]
    side = f"n + {abs(offset)}"
    # Both sides stand at their places in the result.
    for place in (first, second):
        names.insert(place, side)
    batch = [f"n{i}" for i in range(node.rank(0) - 1)]
    return f"(x[{', '.join([*batch, 'n'])}]) -> x[{', '.join(names)}]"


def _repeat(node: "Node") -> str:
    repeats: list[Any] = [None] if node.value[1] is None else list(node.value[1])
    total = "?"
    if all(isinstance(count, int) for count in repeats):
        # One count for all is how often each stands there.
        total = (
            f"at(S, {node.op.axis}) * {repeats[0]}"
            if len(repeats) == 1
            else str(sum(map(int, repeats)))
        )
    return f"(x[*S], T) -> x[*edit(S, [{node.op.axis}], 'replace', {total})]"


def _unique(node: "Node") -> str:
    axis = node.op.axis
    outputs = ["x[?]" if axis is None else f"x[*edit(S, [{axis}], 'replace', ?)]"]
    outputs += ["int64[?]"] * bool(node.op.return_index)
    outputs += [f"int64[{'prod(*S)' if axis is None else f'at(S, {axis})'}]"] * bool(
        node.op.return_inverse
    )
    outputs += ["int64[?]"] * bool(node.op.return_counts)
    return f"(x[*S]) -> {', '.join(outputs)}"


def _reshape(node: "Node") -> str:
    sizes = node.items(1)
    # The only size that is not known is what remains, whether it is -1 or not; not if there may be nothing.
    if sizes.count("?") == 1 and not {"-1", "0"} & set(sizes):
        sizes[sizes.index("?")] = "-1"
    return f"(x[*S], T) -> x[*reshape(S, {node.tuple_of(sizes)})]"


def _fourier(node: "Node") -> str:
    axis, size = node.value[2], node.size(node.value[1])
    shape = (
        f"*edit(S, [{axis}], 'replace', {size})"
        if isinstance(axis, int)
        else node.unknown(node.outputs[0])
    )
    return f"(x[*S], T1, T2) -> complex128[{shape}]"


def _real_fft(node: "Node") -> str:
    # The last size is halved; real and imaginary parts stand in a dim of their own.
    *sizes, last = node.items(1)
    halved = "?" if last == "?" else str(int(last) // 2 + 1)
    return f"(x[n, *S], T) -> x[{', '.join(['n', *sizes, halved, '2'])}]"


def _join_dims(node: "Node") -> str:
    first, count = node.op.start_axis, node.op.n_axes
    names = [f"n{i}" for i in range(node.rank(0))]
    joined = " * ".join(names[first : first + count]) or "1"
    return f"(x[{', '.join(names)}]) -> x[{', '.join([*names[:first], joined, *names[first + count :]])}]"


def _random(node: "Node") -> str:
    params = range(2, node.count)
    cores, [output] = node.gufunc(node.op.signature)
    inputs = [
        "T1",
        "T2",
        *(f"x{i}[{', '.join([f'*S{i}', *core])}]" for i, core in zip(params, cores, strict=True)),
    ]
    if node.is_none(1):
        batch = [f"*broadcast({', '.join(f'S{i}' for i in params)})"] if node.count > 2 else []
    else:
        batch = node.items(1)
    known = {letter for core in cores for letter in core}
    if known.issuperset(output):
        core = list(output)
    else:
        # How many are drawn is what the last parameter says.
        last = node.count - 1
        asked = iter(node.items(last) if node.rank(last) else [node.size(node.value[last])])
        core = [letter if letter in known else next(asked, "?") for letter in output]
    return f"({', '.join(inputs)}) -> T1, {node.op.dtype}[{', '.join([*batch, *core])}]"


def _branches(node: "Node") -> str:
    count = node.op.n_outs
    outputs = [node.either(1 + place, 1 + count + place) for place in range(count)]
    return f"({node.inputs}) -> {', '.join(outputs)}"


def _scan(node: "Node") -> str:
    # A state is kept as long as its first steps are; what is only given is as long as there is room for it.
    op, info = node.op, node.op.info
    states = info.n_mit_mot + info.n_mit_sot + info.n_sit_sot
    first = 1 + info.n_seqs
    untraced = first + states
    lengths = untraced + info.n_untraced_sit_sot
    inputs = [f"T{place}" for place in range(node.count)]
    inputs[first:untraced] = [f"x{place}[k{place}, *S{place}]" for place in range(first, untraced)]
    whole = [
        f"k{place}" if place - first < info.n_mit_mot else "?" for place in range(first, untraced)
    ]
    outputs = [
        f"x{place}[{size}, *S{place}]"
        for place, size in zip(range(first, untraced), whole, strict=True)
    ]
    for number, inner in enumerate(op.inner_nitsot_outs(node.inside)):
        length = "?" if info.as_while else node.size(node.value[lengths + number])
        outputs.append(node.stacked(node.outputs[states + number], length, inner))
    outputs += [inputs[place] for place in range(untraced, lengths)]
    return f"({', '.join(inputs)}) -> {', '.join(outputs)}"


def _stored(node: "Node") -> str:
    # What is stored has to fit the part where it goes.
    STORED(node.variables[0][node.key(2)], node.variables[1])
    return "(x[*S]{rest[1]}) -> x[*S]"


def _ravelled(node: "Node") -> str:
    places = range(node.count - 1)
    inputs = "".join(f"x{i}[*S{i}], " for i in places)
    return f"({inputs}T) -> int64[*broadcast({', '.join(f'S{i}' for i in places)})]"


def _choose(node: "Node") -> str:
    if not node.rank(1):
        # A list of arrays, each of its own shape.
        raise NotImplementedError("the choices are no array")
    return "(i[*S], x[n, *R]) -> x[*broadcast(S, R)]"


def _least_squares(node: "Node") -> str:
    # Sums of squares are given or not, by the rank of the matrix.
    solution = "n, k" if node.rank(1) == 2 else "n"
    return (
        f"(x[m, n], y[{solution.replace('n', 'm')}], T) -> "
        f"float64[{solution}], float64[?], int32[], float64[min(m, n)]"
    )


def _tensor_inverse(node: "Node") -> str:
    names, first = [f"n{i}" for i in range(node.rank(0))], node.op.ind
    front, back = names[:first], names[first:]
    where = f"{' * '.join(front) or '1'} == {' * '.join(back) or '1'}"
    return f"(x[{', '.join(names)}]) -> x[{', '.join([*back, *front])}] where {where}"


def _tensor_solution(node: "Node") -> str:
    if node.op.axes is not None:
        raise NotImplementedError("axes are moved")
    names, count = [f"n{i}" for i in range(node.rank(0))], node.rank(1)
    front, back = names[:count], names[count:]
    return f"(x[{', '.join(names)}], y[{', '.join(front)}]) -> promote(x, y)[{', '.join(back)}]"


def _same_type(node: "Node") -> str:
    return f"({node.inputs}) -> {node.type_of(node.outputs[0])}"


OPS: dict[str, Rule] = {
    "AbstractRNGConstructor": _same_type,
    "AdvancedIncSubtensor": _stored,
    "AdvancedIncSubtensor1": _stored,
    "AdvancedSubtensor": lambda node: node.variables[0][node.key()],
    "AdvancedSubtensor1": lambda node: node.variables[0][node.key()],
    "All": _reduced("bool"),
    "Alloc": "(x[*S]{rest[1]}) -> x[*broadcast(S, {sizes_from[1]})]",
    "AllocDiag": _matrix_of_diagonal,
    "AllocEmpty": "({inputs}) -> {op.dtype}[{items_from[0]}]",
    "Any": _reduced("bool"),
    "ARange": _range,
    "ArgSortOp": "(x[*S], T) -> int64[*S]",
    "Argmax": _reduced("int64"),
    "Bartlett": "(T) -> float64[{items_from[0]}]",
    "Blockwise": lambda node: node.blockwise(CORE, GUFUNCS, LETTERS),
    "CAReduce": _reduced("{op.dtype}"),
    "CheckAndRaise": "(T{rest[1]}) -> T",
    "Choose": _choose,
    "CpuContiguous": "(x[*S]) -> x[*S]",
    "CumOp": "(x[*S]) -> x[*S]",
    "DeepCopyOp": "(T) -> T",
    "DefaultGeneratorMakerOp": _same_type,
    "DimShuffle": _dim_shuffle,
    "Dot22": "(x[m, n], y[n, p]) -> x[m, p]",
    "Dot22Scalar": "(x[m, n], y[n, p], T) -> x[m, p]",
    "Elemwise": _elemwise,
    "ExtractDiag": _diagonal,
    "Eye": "(T1, T2, T3) -> {op.dtype}[{size[0]}, {size[1]}]",
    "FillDiagonal": "(x[*S], y[]) -> x[*S]",
    "FillDiagonalOffset": "(x[*S], y[], T) -> x[*S]",
    "Fourier": _fourier,
    "Gemm": "(z[m, p], T1, x[m, n], y[n, p], T2) -> z[m, p]",
    "Gemv": "(z[m], T1, x[m, n], y[n], T2) -> z[m]",
    "Ger": "(a[m, n], T, x[m], y[n]) -> a[m, n]",
    "IfElse": _branches,
    "IncSubtensor": _stored,
    "IRFFTOp": lambda node: f"(x[n, *S], T) -> x[{', '.join(['n', *node.items(1)])}]",
    "Join": _join,
    "JoinDims": _join_dims,
    "Lstsq": _least_squares,
    "MakeSlice": _same_type,
    "MakeVector": "({inputs}) -> {op.dtype}[{count}]",
    "Max": _reduced("x"),
    "Min": _reduced("x"),
    "Nonzero": lambda node: f"(x[*S]) -> {', '.join(['int64[?]'] * len(node.outputs))}",
    "PermuteRowElements": "(x[*S], y[*R]) -> x[*broadcast(S, R)]",
    "RFFTOp": _real_fft,
    "RandomVariable": _random,
    "RavelMultiIndex": _ravelled,
    "Print": "(T) -> T",
    "Repeat": _repeat,
    "Reshape": _reshape,
    "ScalarFromTensor": "(x[]) -> x[]",
    "Scan": _scan,
    "ScalarOp": _elemwise,
    # Of the function's first variable, and whether it was found.
    "ScipyWrapperOp": "(x[*S]{rest[1]}) -> x[*S], bool[]",
    "SearchsortedOp": "(x[n], y[*S]{rest[2]}) -> int64[*S]",
    "Shape": "(x[*S]) -> int64[rank(S)]",
    "Shape_i": "(x[*S]) -> int64[] where {op.i} < rank(S)",
    "SortOp": "(x[*S], T) -> x[*S]",
    "SpecifyShape": lambda node: node.specified(),
    "Split": _split,
    "SplitDims": "(x[*S], T) -> x[*edit(S, [{op.axis}], 'replace', {sizes[1]})]",
    "Subtensor": lambda node: node.variables[0][node.key()],
    "TensorFromScalar": "(x[]) -> x[]",
    "TensorInv": _tensor_inverse,
    "TensorSolve": _tensor_solution,
    "Unique": _unique,
    "ViewOp": "(T) -> T",
    "UnravelIndex": lambda node: f"(x[*S], T) -> {', '.join(['int64[*S]'] * len(node.outputs))}",
}

OPS |= SPARSE_OPS

# --- values of integers ------------------------------------------------------------------------------

#: An integer, a `Dim`, None where unknown, or an array of such objects.
Value = Any


def _each(function: Callable[..., Value]) -> Callable[["Node"], Value]:
    """The function of each element, as far as these are known."""

    def known(*values: Value) -> Value:
        return None if any(value is None for value in values) else function(*values)

    return lambda node: np.frompyfunc(known, node.count, 1)(*node.arrays())


def _product(values: Iterable[Value]) -> Value:
    total: Value = 1
    for value in values:
        total = None if total is None or value is None else total * value
    return total


def _whole(function: Callable[[Iterable[Value]], Value]) -> Callable[["Node"], Value]:
    """The function of all elements, where they are reduced to one."""
    return lambda node: (
        function(node.array(0).flat) if node.op.axis is None or node.rank(0) == 1 else None
    )


def _of_ints(function: Callable[[Iterable[int]], int]) -> Callable[[Iterable[Value]], Value]:
    def known(values: Iterable[Value]) -> Value:
        listed = list(values)
        return function(listed) if all(isinstance(value, int) for value in listed) else None

    return known


def _moved(node: "Node") -> Value:
    [array], order = node.arrays(), node.op.new_order
    kept = [place for place in order if place != "x"]
    dropped = tuple(place for place in range(array.ndim) if place not in kept)
    ranked = sorted(kept)
    moved = array.squeeze(dropped).transpose([ranked.index(place) for place in kept])
    return moved[tuple(None if place == "x" else slice(None) for place in order)]


#: By the class of an op, or of what is done to each element. Of what has too many elements, or raises
#: `LookupError` or `ValueError`, nothing is known.
VALUES: dict[str, Callable[["Node"], Value]] = {
    "Add": _each(lambda *values: sum(values)),
    "Alloc": lambda node: np.broadcast_to(node.array(0), node.known_sizes(1)),
    "Cast": _each(lambda value: value),
    "DimShuffle": _moved,
    "Identity": _each(lambda value: value),
    "IntDiv": _each(lambda a, b: a // b if b != 0 else None),
    "Join": lambda node: np.concatenate(node.arrays()[1:], axis=node.value[0]),
    "MakeVector": lambda node: [node.value[place] for place in range(node.count)],
    "Max": _whole(_of_ints(max)),
    "Maximum": _each(max),
    "Min": _whole(_of_ints(min)),
    "Minimum": _each(min),
    "Mul": _each(lambda *values: _product(values)),
    "Neg": _each(lambda value: -value),
    "Prod": _whole(_product),
    "Reshape": lambda node: node.array(0).reshape([int(size) for size in node.array(1)]),
    "ScalarFromTensor": lambda node: node.array(0),
    "Shape": lambda node: node.shape(0),
    "Shape_i": lambda node: node.shape(0)[node.op.i],
    "Sub": _each(lambda a, b: a - b),
    "Subtensor": lambda node: node.array(0)[node.known_key()],
    "Sum": _whole(_of_ints(sum)),
    "TensorFromScalar": lambda node: node.array(0),
}
