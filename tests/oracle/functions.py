"""What the oracle calls: the functions, methods, operators and subscripts used most.

The first 150 of the reference count of call sites in npbench, scikit-learn, scikit-image, SciPy,
statsmodels, numpy-ml and filterpy (functions and methods together), a line each. Left out: context
managers and factories without shapes (errstate, finfo, iinfo, RandomState, default_rng),
assertions, np.ma.

A parameter is a generator; `kw` may be left out, `either` may be given by position too.
"""

from __future__ import annotations

import indexing as ix
import places as at
import wide
from draw import (
    BOOL,
    COMPLEX,
    FLOATS,
    INTS,
    MIXED,
    NUMBERS,
    OTHERS,
    REALS,
    Draw,
    Generator,
    any_dtype,
    array,
    axes,
    axis,
    axis_in,
    axis_or_none,
    boolean,
    broadcast_target,
    dtype,
    index_array,
    inner,
    mask,
    mate,
    matrix,
    new_axes,
    number,
    one_of,
    order,
    out,
    pad_width,
    permutation,
    repeats,
    reshaped,
    right_side,
    sequence,
    shape,
    simple_order,
    small,
    spread_permutation,
    spread_reshaped,
    stacked,
    twin,
    unit_axes,
)


class Spec:
    """A call as a template: `{}` takes the drawn arguments, `{0}` the receiver of a method."""

    def __init__(self, name: str, build, by_value: bool = False) -> None:
        self.name, self.build, self.by_value = name, build, by_value


SPECS: list[Spec] = []


class Keyword:
    def __init__(self, name: str, draw: Generator, chance: float, positional: bool) -> None:
        self.name, self.draw, self.chance, self.positional = name, draw, chance, positional


def kw(name: str, draw: Generator, chance: float = 0.3) -> Keyword:
    return Keyword(name, draw, chance, positional=False)


def either(name: str, draw: Generator, chance: float = 0.7) -> Keyword:
    return Keyword(name, draw, chance, positional=True)


def arguments(d: Draw, parameters, name: str) -> list[str]:
    texts, positional = [], True
    for parameter in parameters:
        if not isinstance(parameter, Keyword):
            texts.append(parameter(d))
        elif d.chance(parameter.chance):
            text = parameter.draw(d)
            positional &= parameter.positional and d.chance(0.5)
            texts.append(text if positional else f"{parameter.name}={text}")
        else:
            positional = False
    if not d.valid and d.chance(0.12):
        spoil(d, texts)
    return wide.reform(d, name, texts) if d.wide else texts


def spoil(d: Draw, texts: list[str]) -> None:
    """A slip in the call itself: a keyword of another library, one argument too few or too many."""
    slip = d.pick(["keyword", "keyword", "fewer", "more", "axis", "dtype"])
    if slip == "fewer" and texts:
        texts.pop(0)
    elif slip == "more":
        texts.insert(sum("=" not in text for text in texts), d.pick(["None", "0", "'C'"]))
    elif slip == "axis" and not any(text.startswith("axis=") for text in texts):
        texts.append(d.pick(["axis=1.0", "axis='0'", "axis=[0]"]))
    elif slip == "dtype" and not any(text.startswith("dtype=") for text in texts):
        texts.append("dtype='float33'")
    elif slip == "keyword":
        texts.append(
            d.pick(["dim=0", "keepdim=True", "device='cuda'", "axes=0", "requires_grad=True"])
        )


def call(names: str, *parameters, by_value: bool = False) -> None:
    for name in names.split():

        def build(d: Draw, name: str = name) -> str:
            return f"{name}({', '.join(arguments(d, parameters, name))})"

        SPECS.append(Spec(name, build, by_value))


def method(names: str, receiver: Generator, *parameters, by_value: bool = False) -> None:
    for name in names.split():

        def build(d: Draw, name: str = name) -> str:
            x = receiver(d)
            return f"{x}{name}({', '.join(arguments(d, parameters, name))})"

        SPECS.append(Spec(name, build, by_value))


def expression(name: str, template: str, *parameters, by_value: bool = False) -> None:
    """An expression, or statements whose last one is an expression, over the drawn arguments."""

    def build(d: Draw) -> str:
        return template.format(*(draw(d) for draw in parameters))

    SPECS.append(Spec(name, build, by_value))


# --- families of parameters ----------------------------------------------------------------------

arr = array(likes=0)
alike = array()
mixed = array(MIXED)
OUT = [kw("out", out(), 0.06)]
UFUNC = [*OUT, kw("where", mask, 0.05), kw("dtype", dtype, 0.05)]
AXIS = either("axis", axes)
KEEP = kw("keepdims", boolean, 0.25)
DTYPE = kw("dtype", dtype, 0.15)
SUMLIKE = [AXIS, DTYPE, KEEP, kw("initial", number, 0.1), kw("where", mask, 0.08)]
MAXLIKE = [AXIS, KEEP, kw("initial", number, 0.15)]
ALLLIKE = [AXIS, KEEP, kw("where", mask, 0.08)]
MEANLIKE = [AXIS, DTYPE, KEEP, kw("where", mask, 0.08)]
VARLIKE = [AXIS, DTYPE, kw("ddof", one_of(0, 1), 0.3), KEEP]
ONE_AXIS = [either("axis", axis_or_none)]
INDEXLIKE = [*ONE_AXIS, KEEP]
CREATE = [either("dtype", any_dtype, 0.5), kw("order", simple_order, 0.15)]
LIKE = [kw("dtype", any_dtype, 0.4), kw("order", order, 0.1), kw("shape", shape, 0.15)]
COPYING = [kw("dtype", dtype, 0.4), kw("order", order, 0.1)]

# --- elementwise ---------------------------------------------------------------------------------

call(
    "np.sqrt np.log np.exp np.cos np.sin np.log1p np.log10 np.square np.sign np.floor np.ceil",
    array(NUMBERS * 5 + OTHERS),
    *UFUNC,
)
call(
    "np.abs np.conj np.isnan np.isfinite np.isinf np.logical_not",
    array(NUMBERS * 5 + OTHERS),
    *UFUNC,
)
call("np.isposinf", array(REALS + COMPLEX), *OUT)
call(
    "np.maximum np.minimum np.power np.multiply np.subtract np.logical_and np.nextafter "
    "np.float_power",
    alike,
    mate(),
    *UFUNC,
)
call("np.real np.imag np.iscomplexobj np.isscalar np.ndim np.shape", mixed)
call("np.round", alike, either("decimals", one_of(0, 1, 2), 0.4), *OUT)
call("np.clip", alike, mate(REALS), mate(REALS), *OUT)
call("np.where", array(BOOL * 4 + ["int64"]), mate(), mate())
call(
    "np.isclose np.allclose",
    alike,
    mate(),
    kw("rtol", number, 0.15),
    kw("atol", number, 0.15),
    kw("equal_nan", boolean, 0.1),
)
call("np.array_equal", alike, twin(NUMBERS), kw("equal_nan", boolean, 0.1))

# --- reductions ----------------------------------------------------------------------------------

call("np.sum np.prod", mixed, *SUMLIKE)
method(".sum", array(MIXED, likes=0), *SUMLIKE)
call("np.max np.min", mixed, *MAXLIKE)
method(".max .min", array(MIXED, likes=0), *MAXLIKE)
call("np.any np.all", mixed, *ALLLIKE)
method(".any .all", arr, *ALLLIKE)
call("np.mean", mixed, *MEANLIKE)
method(".mean", arr, *MEANLIKE)
call("np.std np.var", alike, *VARLIKE)
method(".std .var", arr, *VARLIKE)
call("np.argmax np.argmin", alike, *INDEXLIKE)
method(".argmax", arr, *INDEXLIKE)
call("np.median", array(REALS), AXIS, KEEP)
call(
    "np.percentile",
    array(REALS),
    one_of(50, 25.0, [10, 90], [[10, 20], [30, 40]], (5, 50, 95)),
    AXIS,
    KEEP,
    kw("method", one_of("'linear'", "'lower'", "'nearest'"), 0.2),
)
call("np.average", array(REALS), AXIS, kw("weights", twin(["float64", "int64"]), 0.3), KEEP)
call("np.count_nonzero", mixed, AXIS, KEEP, by_value=True)
call("np.cumsum", mixed, *ONE_AXIS, DTYPE)
method(".cumsum", arr, *ONE_AXIS, DTYPE)
call("np.diff", array(NUMBERS + BOOL), kw("n", small(0, 3), 0.3), kw("axis", axis, 0.5))
call(
    "np.trace",
    array(ranks=(1, 2, 2, 2, 2, 3, 4)),
    either("offset", small(-2, 2), 0.3),
    kw("axis1", axis, 0.15),
    kw("axis2", axis, 0.15),
    DTYPE,
)
call(
    "np.linalg.norm",
    array(ranks=(0, 1, 1, 2, 2, 2, 3), sizes=(1, 2, 3, 4)),
    either("ord", one_of("None", 1, 2, "np.inf", "'fro'", -1, "'nuc'"), 0.4),
    kw("axis", axes, 0.4),
    KEEP,
)
call(
    "np.cov",
    array(REALS, ranks=(1, 2, 2, 2, 3), sizes=(1, 2, 3, 4)),
    kw("rowvar", boolean, 0.4),
    kw("bias", boolean, 0.2),
    kw("ddof", one_of(0, 1), 0.2),
)

# --- shapes --------------------------------------------------------------------------------------

call("np.reshape", mixed, reshaped, kw("order", one_of("'C'", "'F'", "'A'"), 0.15))
method(
    ".reshape",
    array(MIXED, likes=0),
    spread_reshaped,
    kw("order", one_of("'C'", "'F'", "'A'"), 0.1),
)
call("np.ravel", mixed, kw("order", order, 0.2))
method(".ravel .flatten", array(MIXED, likes=0), kw("order", order, 0.3))
call("np.transpose", alike, either("axes", permutation, 0.6))
method(".transpose", arr, spread_permutation)
expression("x.T", "{0}.T", array(MIXED, likes=0))
call("np.squeeze", array(sizes=(1, 1, 2, 3)), either("axis", unit_axes, 0.6))
method(".squeeze", array(sizes=(1, 1, 2, 3), likes=0), either("axis", unit_axes, 0.6))
call("np.moveaxis", alike, lambda d: str(axis_in(d)), lambda d: str(axis_in(d)))
call("np.expand_dims", alike, new_axes)
call("np.broadcast_to", array(sizes=(1, 1, 2, 3, 0)), broadcast_target)
call("np.broadcast_arrays", alike, mate())
call("np.atleast_1d np.atleast_2d", mixed)
call("np.swapaxes", alike, lambda d: str(axis_in(d)), lambda d: str(axis_in(d)))
call("np.repeat", alike, repeats, kw("axis", axis, 0.5))
call("np.tile", alike, one_of(2, 1, 0, (2,), (2, 3), (1, 2, 2), [2, 1]))
call("np.pad", alike, pad_width, kw("mode", one_of("'constant'", "'edge'", "'wrap'"), 0.2))
method(
    ".diagonal",
    array(ranks=(1, 2, 2, 2, 2, 3, 4), likes=0),
    either("offset", small(-3, 3), 0.4),
    kw("axis1", axis, 0.15),
    kw("axis2", axis, 0.15),
)
call("np.diag", array(ranks=(0, 1, 1, 2, 2, 2, 3)), either("k", small(-3, 3), 0.4))
call("np.flip", alike, kw("axis", axes, 0.6))

# --- joining -------------------------------------------------------------------------------------

call("np.concatenate", sequence(MIXED), either("axis", axis, 0.7), kw("dtype", dtype, 0.1))
call("np.hstack", sequence(join=1))
call("np.vstack", sequence(join=0))
call("np.column_stack", sequence(join=1))
call("np.stack", stacked(), either("axis", lambda d: str(axis_in(d, 1)), 0.7))
call("np.append", alike, twin(NUMBERS), kw("axis", axis, 0.5))
call(
    "np.delete",
    array(ranks=(1, 1, 2, 2, 3), likes=0),
    one_of(0, -1, [0], [0, 1], "slice(0, 2)", 2),
    kw("axis", axis, 0.6),
)
call(
    "np.meshgrid",
    array(ranks=(0, 1, 1, 1, 1)),
    array(ranks=(1, 1, 1, 2)),
    kw("indexing", one_of("'xy'", "'ij'", "'ij'"), 0.5),
    kw("sparse", boolean, 0.2),
)
call(
    "np.ix_",
    array(INTS + BOOL, ranks=(1, 1, 1, 1, 1, 2)),
    array(INTS, ranks=(1, 1, 1, 1, 2)),
    by_value=True,
)

# --- products ------------------------------------------------------------------------------------

call("np.dot", array(likes=0.1), inner(MIXED))
method(".dot", arr, inner())
expression("a @ b", "{0} @ {1}", array(ranks=(0, 1, 1, 2, 2, 2, 3, 3), likes=0), inner())
call("np.outer np.kron", alike, mate())
call("np.einsum", lambda d: einsum(d))
call("np.linalg.inv np.linalg.pinv np.linalg.det", matrix())
call("np.linalg.cholesky", matrix())
call("np.linalg.matrix_rank", matrix(square=False))
call("np.linalg.solve", matrix(), right_side)
call(
    "np.linalg.svd",
    matrix(square=False),
    kw("full_matrices", boolean, 0.5),
    kw("compute_uv", boolean, 0.25),
)
call("np.linalg.eigh np.linalg.qr", matrix())

EINSUM = [
    "ij,jk->ik",
    "ij,jk",
    "ij->ji",
    "ii->i",
    "ii",
    "ij,ij->i",
    "i,j->ij",
    "bij,bjk->bik",
    "...ij,...jk->...ik",
    "i,i",
    "ij->",
]


def einsum(d: Draw) -> str:
    text = d.pick(EINSUM)
    sizes: dict[str, int] = {}
    names = []
    for operand in text.split("->")[0].split(","):
        dims = [sizes.setdefault(c, d.pick([1, 2, 3, 0])) for c in operand.replace("...", "")]
        if not d.valid and dims:
            change = d.pick(["size", "rank", "none"])
            dims = [dims[0] + 1, *dims[1:]] if change == "size" else dims[change == "rank" :]
        if "..." in operand and d.chance(0.5):
            dims = [2, *dims]
        names.append(d.filled(tuple(dims), d.pick(NUMBERS)))
    return f"{text!r}, {', '.join(names)}"


# --- creation ------------------------------------------------------------------------------------

call("np.zeros np.ones np.empty", shape, *CREATE)
call("np.full", shape, mate(), kw("dtype", dtype, 0.4), kw("order", simple_order, 0.1))
call("np.zeros_like np.ones_like np.empty_like", mixed, *LIKE)
call("np.full_like", alike, one_of(1, 1.5, 0, "np.float32(1)"), *LIKE)
call(
    "np.eye",
    small(0, 4),
    either("M", small(0, 4), 0.4),
    kw("k", small(-2, 2), 0.3),
    kw("dtype", dtype, 0.4),
)
call("np.identity", small(0, 4), either("dtype", dtype, 0.5))
call(
    "np.arange",
    one_of(0, 1, 3, 5, 2.5, -2),
    either("stop", one_of(0, 4, 7, 7.5, -3), 0.6),
    kw("dtype", dtype, 0.3),
)
expression(
    "np.arange (three)",
    "np.arange({0}, {1}, {2})",
    one_of(0, 1, 5),
    one_of(0, 7, 4.5, -3, 10),
    one_of(1, 2, 3, 0.5, -1, -2),
)
call(
    "np.linspace",
    mate(REALS),
    mate(REALS),
    either("num", small(0, 6), 0.7),
    kw("endpoint", boolean, 0.3),
    kw("retstep", boolean, 0.15),
    kw("dtype", dtype, 0.2),
    kw("axis", one_of(0, -1, 1), 0.1),
)
call("np.array", mixed, *COPYING, kw("ndmin", small(0, 4), 0.2), kw("copy", boolean, 0.2))
call("np.asarray np.asanyarray", mixed, *COPYING)
call("np.ascontiguousarray", mixed, either("dtype", dtype, 0.4))
call("np.copy", mixed, kw("order", order, 0.2))
method(".copy", array(MIXED, likes=0), kw("order", order, 0.2))
method(
    ".astype",
    array(NUMBERS * 4 + ["object"], likes=0),
    any_dtype,
    kw("copy", boolean, 0.2),
    kw("casting", one_of("'unsafe'", "'safe'", "'same_kind'", "'equiv'"), 0.2),
)
method(".conj", arr)
method(".tolist", arr, by_value=True)
method(".item", array(sizes=(1, 1, 1, 2), likes=0), by_value=True)
method(".fill", arr, one_of(1, 2.5, 0))
method(".view", array(likes=0), dtype)

# --- searching, sorting, counting ----------------------------------------------------------------

call("np.nonzero np.flatnonzero np.argwhere", mixed, by_value=True)
method(".nonzero", arr, by_value=True)
expression("np.where (one)", "np.where({0})", alike, by_value=True)
call(
    "np.unique",
    array(NUMBERS),
    kw("return_index", boolean, 0.2),
    kw("return_inverse", boolean, 0.3),
    kw("return_counts", boolean, 0.3),
    kw("axis", axis_or_none, 0.2),
    by_value=True,
)
call(
    "np.sort np.argsort",
    mixed,
    either("axis", axis_or_none, 0.6),
    kw("kind", one_of("'stable'", "'quicksort'"), 0.15),
)
method(".sort", arr, either("axis", axis, 0.6))
call(
    "np.searchsorted",
    array(REALS, ranks=(1, 1, 1, 1, 2)),
    mate(REALS),
    kw("side", one_of("'left'", "'right'"), 0.3),
)
call(
    "np.bincount",
    array(["int64", "int64", "int32", "uint8", "bool", "float64"], ranks=(1, 1, 1, 1, 2)),
    kw("weights", twin(["float64", "int64"]), 0.3),
    kw("minlength", small(0, 6), 0.4),
    by_value=True,
)
call(
    "np.take",
    array(ranks=(0, 1, 1, 2, 2, 3)),
    index_array,
    kw("axis", axis, 0.4),
    kw("mode", one_of("'clip'", "'wrap'"), 0.3),
)
method(
    ".take",
    array(ranks=(1, 1, 2, 2, 3), likes=0),
    index_array,
    kw("axis", axis, 0.4),
    kw("mode", one_of("'clip'"), 0.3),
)
call("np.unravel_index", one_of(0, 1, [0, 1], (0, 1, 2)), one_of((2, 3), (4, 4), (3,), (2, 2, 2)))
call("np.size", mixed, either("axis", axis, 0.4))
call("np.apply_along_axis", one_of("np.sum", "np.sort", "np.cumsum"), axis, arr)
call("np.vectorize(abs)", arr)
call("np.place", arr, twin(BOOL), one_of([1], [1, 2], 3))

# --- places, counts, distances -------------------------------------------------------------------

# Axes come first here, by name, since what follows is drawn for them.
expression(
    "np.insert",
    "np.insert({0}, axis={1}, obj={2}, values={3})",
    array(ranks=(1, 1, 2, 2, 3), likes=0.05),
    at.drawn_axis,
    at.inserted_at,
    at.inserted,
)
expression(
    "np.put_along_axis",
    "np.put_along_axis({0}, axis={1}, indices={2}, values={3})",
    array(ranks=(1, 2, 2, 3), likes=0.02),
    at.drawn_axis,
    at.indices_along,
    at.put_along,
)
expression(
    "np.take_along_axis",
    "np.take_along_axis({0}, axis={1}, indices={2})",
    array(ranks=(1, 2, 2, 3), likes=0.02),
    at.drawn_axis,
    at.indices_along,
)
expression(
    "np.put",
    "np.put({0}, {1}, {2})",
    array(likes=0),
    at.places_in(),
    one_of(0, "[]", "[1, 2]", 1.5),
)
method(
    ".put",
    array(likes=0),
    at.places_in(),
    one_of(0, "[]", "[1, 2]", 1.5),
    kw("mode", one_of("'raise'", "'clip'", "'wrap'"), 0.3),
)
expression("np.unravel_index (places)", "np.unravel_index({0})", at.unravelled)
expression("np.ravel_multi_index", "np.ravel_multi_index({0})", at.raveled)
for name in ["np.partition", "np.argpartition"]:
    expression(name, f"{name}({{0}}, axis={{1}}, kth={{2}})", array(REALS), at.drawn_axis, at.kth)
    expression(f"{name} (last)", f"{name}({{0}}, {{1}})", array(REALS), at.kth)
method(".partition", array(REALS, likes=0), at.kth, either("axis", axis, 0.3))
expression(
    "np.add.reduceat",
    "np.add.reduceat({0}, axis={1}, indices={2})",
    array(NUMBERS, likes=0.05),
    axis,
    one_of("[0]"),
)
expression(
    "np.multiply.reduceat",
    "np.multiply.reduceat({0}, axis={1}, indices={2})",
    array(NUMBERS, likes=0),
    at.drawn_axis,
    at.places_in(negative=False, alone=0.05),
)
expression(
    "np.trapezoid", "np.trapezoid({0}, axis={1}, x={2})", array(REALS), at.drawn_axis, at.abscissas
)
expression("np.trapezoid (last)", "np.trapezoid({0}, {1})", array(REALS), at.abscissas)
expression("np.gradient", "np.gradient({0}, {1})", array(REALS), at.gradient)
expression("np.gradient (axis)", "np.gradient({0}, {1})", array(REALS), at.gradient_along)
for weighted in ["", ", weights={3}"]:
    expression(
        f"np.histogram2d{weighted}",
        f"np.histogram2d({{0}}, {{1}}, bins={{2}}{weighted})",
        array(REALS, ranks=(1, 1, 1, 1, 2), likes=0.05),
        twin(REALS),
        at.bins_of(2),
        *[at.weights_of_points] * bool(weighted),
    )
    weights = weighted.replace("3", "2")
    expression(
        f"np.histogramdd{weights}",
        f"np.histogramdd({{0}}, bins={{1}}{weights})[0]",
        array(REALS, ranks=(1, 2, 2, 2, 3), sizes=(1, 2, 3), likes=0),
        at.bins_of_sample,
        *[at.weights_of_points] * bool(weighted),
    )
expression(
    "np.histogram2d (density)",
    "np.histogram2d({0}, {1}, bins={2}, density=True)",
    array(REALS, ranks=(1,), likes=0),
    twin(REALS),
    at.bins_of(2),
)
expression(
    "np.histogramdd (list)",
    "np.histogramdd([{0}, {1}], bins={2}, weights={3})[0]",
    array(REALS, ranks=(1,), likes=0),
    twin(),
    at.bins_of(2),
    at.weights_of_points,
)
call(
    "np.random.choice np.random.default_rng(0).choice",
    at.chosen,
    kw("replace", one_of("False", "False", "True", "0"), 0.5),
    kw("p", at.probabilities, 0.6),
)
expression(
    "rng.choice (axis)",
    "np.random.default_rng(0).choice({0}, {1}, axis={2}, replace=False)",
    array(NUMBERS),
    at.drawn_size,
    axis,
)
call(
    "np.frombuffer",
    array(likes=0),
    either("dtype", dtype, 0.7),
    kw("count", small(-1, 3), 0.3),
    kw("offset", at.offset, 0.2),
)
call(
    "np.polynomial.polynomial.polyval np.polynomial.legendre.legval np.polynomial.hermite_e.hermeval",
    mixed,
    array(likes=0.2, sizes=(1, 2, 3), ranks=(0, 1, 1, 1, 2, 2, 3)),
    kw("tensor", boolean, 0.3),
)
call(
    "np.polynomial.polynomial.polyvander np.polynomial.chebyshev.chebvander",
    array(NUMBERS),
    small(-1, 4),
)
expression(
    "np.polynomial.legendre.legfit",
    "np.polynomial.legendre.legfit({0}, {1}, {2}, w={3})",
    array(REALS, ranks=(1,), sizes=(1, 2, 3, 4), likes=0),
    twin(REALS),
    small(-1, 2),
    one_of("None", "None", "np.ones(2)"),
)
call("np.polynomial.legendre.leggauss np.polynomial.hermite.hermgauss", small(-1, 5))


# --- random numbers ------------------------------------------------------------------------------

call("np.random.rand np.random.randn", small(0, 4), small(0, 4))
call("np.random.default_rng(0).normal", mate(REALS), mate(REALS), either("size", shape, 0.6))
call("np.random.default_rng(0).random", either("size", shape, 0.7))

# --- dtypes as values ----------------------------------------------------------------------------

call("np.dtype", any_dtype)
call(
    "np.issubdtype",
    dtype,
    one_of("np.floating", "np.integer", "np.number", "float", "np.complexfloating", "np.int64"),
)
call("np.result_type", array([*NUMBERS, "U3"]), mate(), mate())
call("np.promote_types", any_dtype, any_dtype)
expression("x.shape", "{0}.shape", arr)
expression("x.dtype", "{0}.dtype", array(MIXED, likes=0))
expression("x.ndim, x.size", "({0}.ndim, {0}.size)", arr)
expression("len(x)", "len({0})", arr)

# --- operators -----------------------------------------------------------------------------------

for symbol in ["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<", "==", "!=", ">="]:
    operand = array(MIXED if symbol not in "&|^" else INTS + BOOL * 4 + FLOATS[:2], likes=0)
    expression(
        f"a {symbol} b",
        f"{{0}} {symbol} {{1}}",
        operand,
        mate(MIXED if symbol in "+-*" else NUMBERS + INTS + BOOL),
    )
for symbol in ["+", "-", "*", "/", "**"]:
    expression(
        f"1 {symbol} b",
        f"{{1}} {symbol} {{0}}",
        arr,
        one_of(1, 2.5, True, "2j", "[1]", "np.float32(2)"),
    )
for symbol in ["-", "~", "+"]:
    expression(f"{symbol}a", f"{symbol}{{0}}", array(MIXED + BOOL * 4 + INTS, likes=0))
for symbol in ["+", "-", "*", "/", "//", "**", "&"]:
    left, right = (INTS + BOOL * 4,) * 2 if symbol == "&" else (NUMBERS, REALS + NUMBERS)
    operands = array(left, likes=0), mate(right)
    expression(f"a {symbol}= b", f"{{0}} {symbol}= {{1}}\n{{0}}", *operands)

# --- subscripts ----------------------------------------------------------------------------------

expression("x[i]", "{0}[{1}]", ix.target, ix.integers)
expression("x[a:b:c]", "{0}[{1}]", ix.target, ix.slices)
expression("x[None]", "{0}[{1}]", ix.any_rank, ix.nones)
expression("x[basic]", "{0}[{1}]", ix.target, ix.basic)
expression("x[mask]", "{0}[{1}]", ix.target, ix.mask, by_value=True)
expression("x[arrays]", "{0}[{1}]", ix.target, ix.arrays)
expression("x[mixed]", "{0}[{1}]", ix.target, ix.mixed, by_value=True)
expression(
    "x[...] = v",
    "{0}[{1}] = {2}\n{0}",
    array(NUMBERS, ranks=(1, 1, 2, 2, 3), likes=0),
    ix.any_index,
    ix.stored,
    by_value=True,
)
expression(
    "x[...] += v",
    "{0}[{1}] += {2}\n{0}",
    array(NUMBERS, ranks=(1, 1, 2, 2, 3), likes=0),
    ix.basic,
    ix.stored,
)

# --- every function, for wide draws --------------------------------------------------------------

WIDE_SPECS = [*SPECS]
WIDE_SPECS += [Spec(f"{name} (any)", wide.any_call(name), by_value=True) for name in wide.names()]
