"""Arguments and forms of calls that plain programs have rarely: what `--wide` draws.

A wide `Draw` now and then takes another array-like for the array that a generator wanted: nests of
lists and tuples, ragged and mixed ones, arrays of text, of objects, of records, empty ones, NumPy's
and Python's scalars, ints of Python that are large or negative. `reform` writes a call in another
way: parameters by keyword or by place, with keywords that few programs use. Every function has
`any_call` besides, which draws each parameter by its name.
"""

from __future__ import annotations

import inspect
import math
import re
from functools import cache

import numpy as np

KEYWORD = re.compile(r"([A-Za-z_]\w*)=(?!=)")

INTS_OF_PYTHON = ["300", "-1", "70000", "-129", "2**31", "2**40", "2**63", "-2**63", "2**70"]
NUMBERS_OF_PYTHON = ["1", "0", "2.5", "True", "1j", *INTS_OF_PYTHON]
TEXTS = ["'a'", "'abc'", "''", "b'a'", "np.str_('ab')", "np.bytes_(b'a')"]
ODD_SCALARS = ["np.float32(1)", "np.int8(1)", "np.uint8(200)", "np.bool_(True)", "np.uint64(5)",
               "np.complex64(1)", "np.longdouble(1)", "np.datetime64('2020-01-01')",
               "np.timedelta64(1, 's')", "None", "np.array(2)", "np.array(2.0, dtype=object)"]
NESTS = ["[]", "()", "[[]]", "[[], []]", "((), ())", "[[1, 2], [3]]", "[1, [2, 3]]", "[(1, 2), (3, 4)]",
         "((1, 2), (3, 4.5))", "[1, 2.5, True]", "[1, 'a']", "['a', 'bcd']", "[b'a', b'b']", "[None, 1]",
         "[np.float32(1), 2]", "[np.int8(1), 300]", "[np.array(1), 2.5]", "[np.ones(2), np.ones(2)]",
         "[np.ones(2), [1, 2]]", "[np.ones(2), np.ones(3)]", "[np.ones((2, 0)), np.ones((2, 0))]",
         "range(3)", "[range(2), range(2)]", "[True, False]", "[1, 2**63]", "[-1, 2**63]", "[2**70]",
         "(1,)", "[1j]", "[[1], [2]]", "[np.datetime64('2020-01-01', 'D')]", "[[[1]], [[2]]]"]
ODD_DTYPES = ["U3", "S2", "T", "object", "datetime64[D]", "timedelta64[s]", "record", "V4", ">f4", ">i2",
              "U1", "datetime64[ns]", "timedelta64[D]"]


def odd(d, shape: tuple[int, ...], dtype: str) -> str:
    """Something for the array of this shape and dtype that was wanted."""
    match d.pick(["list", "list", "tuple", "nest", "nest", "scalar", "number", "text", "zero", "empty",
                  "empty", "odd", "odd", "odd"]):
        case "list" if math.prod(shape) <= 12:
            return nested(d, shape, "[]")
        case "tuple" if math.prod(shape) <= 12:
            return nested(d, shape, "()")
        case "nest":
            return d.pick(NESTS)
        case "scalar":
            return d.pick(ODD_SCALARS)
        case "number":
            return d.pick(NUMBERS_OF_PYTHON)
        case "text":
            return d.pick(TEXTS)
        case "zero":
            return made(d, (), dtype)
        case "empty":
            dims = list(shape or (1,))
            dims[d.rng.randrange(len(dims))] = 0
            return made(d, tuple(dims), d.pick([dtype, dtype, "object", "U3", "datetime64[D]"]))
        case _:
            return made(d, shape, d.pick(ODD_DTYPES))


def made(d, shape: tuple[int, ...], dtype: str) -> str:
    if dtype == "record":
        dtype = d.pick(["[('a', 'i4'), ('b', 'f8')]", "[('a', 'i4', (2,))]", "'i4,f8'"])
        return d.let(f"np.zeros({shape!r}, dtype={dtype})")
    if dtype == "object":
        return d.let(f"np.ones({shape!r}, dtype=object)")
    if dtype == "T":
        return d.let(f"np.full({shape!r}, 'ab', dtype=np.dtypes.StringDType())")
    fill = "zeros" if dtype[0] in "USVdt" else "ones"
    return d.let(f"np.{fill}({shape!r}, dtype={dtype!r})")


def nested(d, shape: tuple[int, ...], brackets: str, item: str | None = None) -> str:
    item = item or d.pick(["1", "2.5", "True", "1", "0", "1j"])
    if not shape:
        return item
    inside = [nested(d, shape[1:], brackets, item)] * shape[0]
    comma = "," if brackets == "()" and len(inside) == 1 else ""
    return f"{brackets[0]}{', '.join(inside)}{comma}{brackets[1]}"


# --- the form of a call --------------------------------------------------------------------------


@cache
def parameters(name: str) -> tuple[inspect.Parameter, ...] | None:
    """Of a function by its path, or of an ndarray's method: `.sum`."""
    function = np.ndarray if name.startswith(".") else np
    for part in name.split(".")[1:]:
        function = getattr(function, part, None)
    try:
        found = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    found = found[name.startswith(".") :]
    if isinstance(function, np.ufunc):
        more = ["sig", "axes", "axis", "keepdims"] if function.signature else ["sig"]
        known = [one.name for one in found]
        found += [inspect.Parameter(word, inspect.Parameter.KEYWORD_ONLY) for word in more if word not in known]
    return tuple(one for one in found if one.kind != inspect.Parameter.VAR_KEYWORD)


def keyword(text: str) -> str | None:
    found = KEYWORD.match(text)
    return found and found[1]


def reform(d, name: str, texts: list[str]) -> list[str]:
    """The same arguments in another form, or with a keyword that few programs use."""
    known = parameters(name)
    if known is None or any(text.startswith("*") for text in texts):
        return texts
    by_place = [text for text in texts if keyword(text) is None]
    by_name = [text for text in texts if keyword(text) is not None]
    if d.chance(0.25) and by_place:
        first = d.pick([0, 0, d.rng.randrange(len(by_place))])
        named = list(zip(known[first:], by_place[first:], strict=False))
        only = any(one.kind == one.POSITIONAL_ONLY for one, _ in named) and not d.chance(0.2)
        if not only and len(known) >= len(by_place) and all(one.kind != one.VAR_POSITIONAL for one, _ in named):
            by_place = by_place[:first]
            by_name = [f"{one.name}={text}" for one, text in named] + by_name
    while by_name and d.chance(0.3):
        after = known[len(by_place)] if len(by_place) < len(known) else None
        found = [text for text in by_name if after and keyword(text) == after.name]
        if not found or after.kind not in (after.POSITIONAL_ONLY, after.POSITIONAL_OR_KEYWORD):
            break
        by_name.remove(found[0])
        by_place.append(found[0].split("=", 1)[1])
    if d.chance(0.25):
        given = {keyword(text) for text in by_name}
        free = [one for one in known[len(by_place) :] if one.name not in given and one.name in RARE]
        if free:
            one = d.pick(free)
            by_name.append(f"{one.name}={rare(d, one.name)}")
    return [*by_place, *by_name]


RARE = {
    "like": ["np.ones(2)", "None", "np.float64(1)", "np.zeros((0, 2), dtype=object)"],
    "sig": ["'dd->d'", "'d->d'", "None", "'d'", "('d', 'd', 'd')", "(None, None, 'd')", "'ff->f'", "'bb->b'"],
    "signature": ["'dd->d'", "'d->d'", "None", "(np.float64, np.float64, np.float64)", "'ii->i'"],
    "axes": ["[0, 0, ()]", "[(-2, -1), (-2, -1), (-2, -1)]", "[(0, 1), (0, 1), (0, 1)]", "None", "(0, 1)",
             "(1, 0)", "[0, 1]", "[-1, -1, ()]", "[(0, 1), 0, 0]"],
    "axis": ["0", "-1", "None", "(0,)", "np.int64(0)", "np.array(0)", "True"],
    "keepdims": ["True", "False", "1", "np.bool_(True)"],
    "casting": ["'unsafe'", "'safe'", "'same_kind'", "'equiv'", "'no'"],
    "order": ["'C'", "'F'", "'A'", "'K'", "'c'", "None"],
    "subok": ["True", "False", "1"],
    "device": ["'cpu'", "None"],
    "copy": ["True", "None", "False", "1"],
    "where": ["True", "False", "np.True_", "np.array(True)", "[True]", "1"],
    "dtype": ["'f4'", "float", "np.float32", "None", "'O'", "'i2'", "np.dtype('f8')", "np.float64(1).dtype",
              "'>f4'", "'complex'", "int", "bool"],
    "ndmin": ["0", "1", "3", "np.int64(2)"],
    "kind": ["'h'", "'q'", "'m'", "'s'", "'quick'", "'mergesort'", "'Heap'", "None", "'stable'"],
    "stable": ["True", "False", "None"],
    "mode": ["'raise'", "'clip'", "'wrap'", "'full'", "'same'", "'valid'", "'f'", "'constant'", "0", "'reduced'"],
    "side": ["'left'", "'right'", "'l'", "'r'"],
    "initial": ["0", "1", "None", "300", "-1", "1.5", "np._NoValue"],
    "ddof": ["0", "1", "1.5"], "correction": ["0", "1", "1.5"],
    "out": ["None", "(None,)", "..."],
    "equal_nan": ["True", "False", "None"],
    "rowvar": ["True", "False", "0", "1"],
    "ord": ["None", "1", "2", "np.inf", "-np.inf", "'fro'", "'nuc'", "0", "3"],
    "inplace": ["True", "False"],
    "UPLO": ["'L'", "'U'", "'l'", "'u'"],
    "indexing": ["'xy'", "'ij'"],
    "trim": ["'f'", "'b'", "'fb'", "'FB'"],
    "hermitian": ["True", "False"], "upper": ["True", "False"],
    "optimize": ["True", "False", "'greedy'", "'optimal'"],
    "norm": ["None", "'ortho'", "'forward'", "'backward'"],
    "edge_order": ["1", "2"], "returned": ["True", "False"], "full": ["True", "False"],
    "overwrite_input": ["True", "False"], "endpoint": ["True", "False"], "include_initial": ["True", "False"],
    "weights": ["None", "[1, 2]", "np.ones(3)"], "density": ["True", "False", "None"],
    "method": ["'linear'", "'lower'", "'nearest'", "'midpoint'", "'hazen'"],
    "interpolation": ["'linear'"], "replace": ["True", "False"], "shuffle": ["True", "False"],
    "assume_unique": ["True", "False"], "return_indices": ["True", "False"], "sorted": ["True", "False"],
}


def rare(d, name: str) -> str:
    if name == "out" and d.chance(0.6):
        return d.filled(d.shape, d.pick(["float64", "float32", "bool", "int64"]))
    if name == "where" and d.chance(0.4):
        return d.filled(d.shape, "bool")
    return d.pick(RARE[name])


# --- any function, its parameters drawn by their names -------------------------------------------

ARRAYS = ("a x x1 x2 b arr ary m v p y array z f u A ar1 ar2 ar a1 a2 element test_elements prototype "
          "condition mask values vals val src dst fill_value X data object q xp fp weights filt "
          "start stop dates obj xi operands args c scale loc lam mean nonc df shape_ low high left right "
          "n_ sample bins choices sorter number fweights aweights prepend append to_end to_begin period "
          "pvals alpha colors mu kappa sigma dfnum dfden ngood nbad nsample other value default min max a_min a_max "
          "seq_of_zeros func1d_ multi_index coordinates rtol atol nan posinf neginf initial dx").split()
SEQUENCES = ["arrays", "tup", "arys", "keys", "condlist", "choicelist", "arrays_and_dtypes"]
INTS = ("k n N M num decimals offset axis1 axis2 axisa axisb axisc ndmin ndmax deg ddof minlength kth ind "
        "count size num repeats reps shift start_ step start_or_stop length ndim n_children edge_order width padding").split()
SHAPES = ["shape", "new_shape", "dims", "dimensions", "s", "size", "reps"]
BOOLS = ("endpoint retstep rowvar bias equal_nan invert sparse increasing full cov returned right wrap "
         "return_index return_inverse return_counts full_matrices compute_uv include_initial inplace").split()


def draw_named(d, name: str) -> str | None:
    """An argument for a parameter of this name; `None` if it says nothing."""
    if name in ARRAYS:
        if d.shape and d.chance(0.75):
            return d.filled(d.shape, d.pick([d.dtype, d.dtype, "float64", "int64", "bool", "uint8", "complex64"]))
        shape = d.dims((0, 1, 1, 2, 2, 3), (0, 1, 2, 2, 3, 3))
        d.shape, d.dtype = shape, d.pick(["float64"] * 4 + ["int64", "int64", "float32", "uint8", "bool", "complex128"])
        return d.filled(shape, d.dtype)
    if name in SEQUENCES:
        d.shape = d.dims((0, 1, 1, 2, 3), (0, 1, 2, 3))
        pieces = [d.filled(d.shape, d.pick(["float64", "int64", "float32", "bool"])) for _ in range(d.pick([0, 1, 2, 2, 3]))]
        return d.pick(["[{}]", "({},)", "[{}]"]).format(", ".join(pieces)) if pieces else d.pick(["[]", "()"])
    if name in ("axis", "axes", "source", "destination"):
        rank = max(len(d.shape), 1)
        one = str(d.rng.randrange(-rank, rank))
        return d.pick([one, one, one, "None", f"({one},)", f"np.int64({one})", "0", "-1", "[0]", "(0, 1)", "(-1, 0)"])
    if name in SHAPES and d.chance(0.7):
        return d.pick(["3", "(2, 3)", "[2, 2]", "()", "(0,)", "np.int64(2)", "np.array([2, 3])", "None", "(1, -1)", "-1"])
    if name in INTS:
        return d.pick(["0", "1", "2", "-1", "3", "np.int64(1)", "True", "None", "[0, 1]", "(1, 2)", "np.array(1)"])
    if name in ("indices", "indices_or_sections"):
        return d.pick(["0", "1", "2", "[0]", "[0, 0]", "[[0]]", "(0,)", "np.array([0])", "np.array(0)", "[]", "True", "[1, 2]"])
    if name in BOOLS:
        return d.pick(["True", "False", "1", "0", "np.True_"])
    if name in ("dtype", "type1", "type2", "arg1", "arg2", "from_", "to"):
        return d.pick(DTYPES)
    if name in RARE:
        return rare(d, name)
    return None


DTYPES = ["'f4'", "float", "np.float32", "'O'", "'i2'", "np.dtype('f8')", "'>f4'", "int", "bool", "str", "bytes", "'U5'",
          "'S3'", "'M8[s]'", "'m8'", "'T'", "'V8'", "'i4,f8'", "np.dtype((float, (2,)))", "'3f4'", "[('a', 'i4')]",
          "{'names': ['a'], 'formats': ['f8']}", "np.floating", "np.integer", "complex", "'p'", "'l'", "'g'", "object",
          "np.dtypes.StringDType()", "np.datetime64", "'float'", "'Float64'", "'f'", "'d'", "'b1'", "np.bool_", "None",
          "type(1.5)", "'='", "'|b1'", "'>U3'", "'<i8'"]


def any_call(name: str):
    """Builds calls of a function, whatever it is, from the names of its parameters."""

    def build(d) -> str:
        texts, placed = [], True
        known = parameters(name)
        given = 0.3 if len(known) < 7 else 0.08
        for one in known:
            required = one.default is one.empty and one.name not in ("sig", "axes", "axis", "keepdims")
            if not required and not d.chance(given):
                placed = False
                continue
            if one.kind == one.VAR_POSITIONAL:
                texts += [text for _ in range(d.pick([1, 2, 2])) if (text := draw_named(d, one.name))]
                placed = False
                continue
            text = draw_named(d, one.name)
            if text is None:
                placed = False
                continue
            placed &= one.kind != one.KEYWORD_ONLY
            texts.append(text if placed else f"{one.name}={text}")
        texts = reform(d, name, texts)
        if name.startswith("."):
            d.shape = d.dims((0, 1, 1, 2, 2, 3), (0, 1, 2, 2, 3, 3))
            receiver = d.filled(d.shape, d.pick(["float64", "int64", "float32", "bool", "uint8"]))
            return f"{receiver}{name}({', '.join(texts)})"
        return f"{name}({', '.join(texts)})"

    return build


# They read files, wait, change settings or say nothing of arrays, or give what nobody initialised.
LEFT_OUT = set("""load save savez savez_compressed savetxt loadtxt genfromtxt fromfile fromregex test info setbufsize
    getbufsize seterr geterr seterrcall geterrcall set_printoptions get_printoptions printoptions show_config show_runtime
    get_include frompyfunc nested_iters bmat apply_along_axis apply_over_axes piecewise fromfunction array2string array_repr
    array_str typename mintypecode base_repr binary_repr format_float_positional format_float_scientific busday_count
    busday_offset is_busday datetime_as_string datetime_data from_dlpack frombuffer fromiter fromstring iterable
    mask_indices isfortran shares_memory may_share_memory dump dumps tofile setfield getfield setflags to_device
    einsum_path require asmatrix bytes spawn""".split())


def names() -> list[str]:
    """Every function of NumPy's main namespaces, and every method of arrays."""
    found = []
    for prefix, space in (("np", np), ("np.linalg", np.linalg), ("np.fft", np.fft), ("", np.ndarray)):
        for name in sorted(vars(space) if space is np.ndarray else getattr(space, "__all__", dir(space))):
            value = getattr(space, name)
            if name.startswith("_") or name in LEFT_OUT or isinstance(value, type) or not callable(value):
                continue
            path = f"{prefix}.{name}"
            if parameters(path) is not None:
                found.append(path)
    return found
