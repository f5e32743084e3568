"""Writes `catalogue/numpy/dtypes.toml`: dtypes, promotion, ufunc loops, asked of NumPy itself.

    python scripts/gen_dtypes.py            writes the tables
    python scripts/gen_dtypes.py --golden   writes the cases that the Rust tests replay as well
    python scripts/gen_dtypes.py --check    compares both files with the installed NumPy, and
                                            `dtype_rules.py` with it on every pair and triple
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from pathlib import Path

import dtype_rules
import numpy as np

CODES = "?bhilBHILefdgFDGOSUMmV"
WEAK = {"int": "n", "float": "x", "complex": "z"}
VALUES = {"n": 1, "x": 1.0, "z": 1j}
# One dtype for each code. Texts and times are represented by one length and one unit.
SAMPLES = {code: np.dtype(code) for code in CODES} | {
    "S": np.dtype("S3"),
    "U": np.dtype("U3"),
    "M": np.dtype("M8[s]"),
    "m": np.dtype("m8[s]"),
    "V": np.dtype([("a", "i4")]),
}
NUMERIC = CODES[:17]
OPERANDS = CODES + "".join(WEAK.values())
# NumPy has two types of 64 bits (`long`, `long long`); they act alike and get one code.
SAME = {"q": "l", "Q": "L"}
KINDS = {"b": "boolean", "i": "signed", "u": "unsigned", "f": "floating", "c": "complex"}
KINDS |= {"O": "object", "S": "bytes", "U": "str", "M": "datetime", "m": "timedelta", "V": "void"}
ABSTRACT = ["generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact"]
ABSTRACT += ["floating", "complexfloating", "flexible", "character"]
REFUSED = dtype_rules.REFUSED
ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "crates" / "conformable_types" / "tests" / "data" / "promotion.txt"

HEADER = """\
# NumPy's dtypes: names, promotion, casts, ufunc loops. Made from NumPy {version} by
# scripts/gen_dtypes.py, which also proves scripts/dtype_rules.py, the reading of it, by brute
# force.
#
# CODES. Each dtype is one character, NumPy's own: ? bool, b h i l int8..int64, B H I L
# uint8..uint64, e f d g float16 float32 float64 longdouble, F D G the complex ones, O object, S
# bytes, U str, M datetime64, m timedelta64, V void (records). Weak Python scalars (NEP 50): n int,
# x float, z complex; Python's bool is no weak scalar, it acts as dtype bool. `-` is a refusal
# (TypeError).
#
# MATRICES are lines of text: the column codes, then a line for each row: its code and its cells.
# MAPS are one string, a character for each of `codes` (in [loops]: of `operands`).
# `longdouble` has 16 bytes on Linux, 8 on Windows.
#
# PROMOTION (np.result_type) of two is `promote.pairs`. Of more it isn't a fold of pairs: int16,
# uint16, float32 give float32, though int16, uint16 give int32, and that with float32 gives
# float64. It is NumPy's PyArray_PromoteDTypeSequence; `promote.answers[a, b]` is what class `a`
# says of itself and `b`, `-` if it leaves that to `b`.
#   1. Tournament. The i-th operand from the front meets the i-th from the back. Equal: the result
#      is that; else answers[front, back]. No answer: the two change places. The answer is the front
#      one: the back one is dropped. Again with the first half (the larger one) until two alone have
#      met.
#   2. The result is that last meeting's, if it had one. Each operand left from the third place on
#      (from the second if it had none) is promoted with the first, answers[first, it] or TypeError,
#      and what comes out with the result so far, by `pairs`.
#   3. A result that is still weak is its `promote.default`.
#   4. Texts have the longest of the operands' lengths, numbers counting `promote.text_length`.
#      Times have the common unit: the coarsest that all units are multiples of, which for
#      timedeltas doesn't exist between years or months and the rest (TypeError). No unit (generic)
#      yields. Records must have the same field names in the same order; field by field they are
#      promoted.
#   The order of the operands matters where refusals are possible: float16, int (weak), str.
#
# CASTS. A cell repeats the target's code if `np.can_cast`. A cast to text is safe if the length is
# enough, one between times as the units allow (`dtype_rules.can_cast_unit`).
#
# UFUNCS. For each output `out` names its matrix (two inputs) or map (one input) in [loops]. Weak
# operands have rows and columns of their own, so nothing is resolved before the look-up: it is
# `ufunc.resolve_dtypes`, not the first loop of `ufunc.types` that fits, which isn't what NumPy
# does. A result S or U adds the operands' lengths. A result M or m has the common unit of the
# operands that are times. Two times without a common unit are refused, except by `mixed_units`.
#   What depends on values is in no table: a weak int that the other operand's dtype can't hold is
#   an OverflowError (comparisons are exact instead); an integer to a negative integer power is a
#   ValueError; object loops call the elements' own methods. `==` and `!=` of records aren't ufuncs.
#
# [maps], dtype to dtype, each asked of a function: `sum` (cumsum, trace too), `prod` (cumprod),
# `mean`, `var` (std), `median`; `inexact` is promotion with a weak float, `complex` with a weak
# complex; `real` is x.real; `fft`, `rfft`, `irfft`, `hfft`; `linalg` is np.linalg.inv, which
# refuses half and long double.
"""


def code(dtype: np.dtype) -> str:
    return SAME.get(dtype.char, dtype.char)


def ask(function, *arguments) -> str:
    try:
        return code(np.dtype(function(*arguments)))
    except (TypeError, ValueError):
        return REFUSED


def name(dtype: np.dtype) -> str:
    return {"g": "longdouble", "G": "clongdouble"}.get(dtype.char, dtype.name)


def matrix(cell, rows: str, columns: str) -> str:
    lines = ["  " + columns] + [f"{a} " + "".join(cell(a, b) for b in columns) for a in rows]
    return "\n".join(lines) + "\n"


def operand(c: str):
    return VALUES[c] if c in VALUES else SAMPLES[c]


def operand_type(c: str):
    """What `ufunc.resolve_dtypes` takes: a dtype, or a Python type for a weak scalar."""
    return type(VALUES[c]) if c in VALUES else SAMPLES[c]


# --- the sections --------------------------------------------------------------------------------


def spellings(c: str) -> list[str]:
    """Everything `np.dtype` accepts for this dtype, strings only, without byte order."""
    texts = {c, c.replace("l", "q").replace("L", "Q")} | set(np.sctypeDict) | {"int", "float"}
    texts |= {"bool", "complex", "object", "str", "bytes", "p", "P", "n", "N", "long", "ulong"}
    texts |= {f"{kind}{size}" for kind in "biufcmMO" for size in (1, 2, 4, 8, 16, 32)}
    found = []
    for text in texts:
        try:
            dtype = np.dtype(text)
        except TypeError:
            continue
        # Sizes of texts and times are parameters; the plain spelling is what's asked for here.
        if code(dtype) == c and isinstance(text, str):
            found.append(text)
    return sorted(found, key=lambda text: (len(text), text))


def attributes(c: str) -> list[str]:
    """The names in NumPy's namespace of the scalar type: `np.intp`, `np.double`."""
    classes = {n: v for n, v in vars(np).items() if isinstance(v, type) and v.__module__ == "numpy"}
    return sorted(
        n
        for n, cls in classes.items()
        if issubclass(cls, np.generic) and n not in ABSTRACT and code(np.dtype(cls)) == c
    )


def dtypes() -> str:
    lines = []
    for c in CODES:
        dtype = np.dtype(c)
        title = {"U": "str", "S": "bytes", "M": "datetime64", "m": "timedelta64", "V": "void"}.get(
            c, name(dtype)
        )
        fields = {"code": c, "kind": KINDS[dtype.kind]}
        if c not in "SUV":
            fields["itemsize"] = dtype.itemsize
        fields |= {"spellings": spellings(c), "attributes": attributes(c)}
        body = ", ".join(f"{key} = {json.dumps(value)}" for key, value in fields.items())
        lines.append(f"{title} = {{ {body} }}")
    return "\n".join(lines)


def promotion() -> str:
    def pair(a: str, b: str) -> str:
        if a in VALUES and b in VALUES:
            return max(a, b, key="nxz".index)
        return ask(np.result_type, operand(a), operand(b))

    lengths = {c: np.promote_types(SAMPLES[c], "S0").itemsize for c in NUMERIC if c != "O"}
    named = ", ".join(f"{name(np.dtype(c))} = {size}" for c, size in lengths.items())
    default = ", ".join(f'{c} = "{code(np.result_type(VALUES[c]))}"' for c in VALUES)
    table = matrix(pair, OPERANDS, OPERANDS)
    answers = matrix(lambda a, b: pair(a, b) if knows(a, b) else REFUSED, OPERANDS, OPERANDS)
    return (
        f"default = {{ {default} }}\ntext_length = {{ {named} }}\n"
        f"pairs = '''\n{table}'''\nanswers = '''\n{answers}'''"
    )


def knows(a: str, b: str) -> bool:
    """Whether NumPy's class `a` says what it has in common with `b` (its slot `common_dtype`).

    That can't be asked from Python. Two classes in doubt agree on the answer (`pairs`), and who
    gives it shows only in promotions of three and more, by which `check_dtypes.py` tests this
    function.
    """
    integers = "?bhilBHIL"
    if a == b:
        return a in NUMERIC  # the others know all but themselves: equal ones needn't ask
    if a in VALUES:
        return (
            (b in VALUES
            and "nxz".index(a) >= "nxz".index(b))
            or b in integers[: 1 if a == "n" else None]
        )
    if b in VALUES:
        return a not in (integers[:1] if b == "n" else integers)
    if a == "O" or (a, b) in (("U", "S"), ("M", "m")):
        return True
    if a in "SU":
        return b in NUMERIC.replace("O", "")
    if b in "SU" or (a, b) == ("m", "M"):
        return False
    # The built-in classes leave it to the one of the larger type number (float16 has a late one).
    return np.dtype(a).num >= np.dtype(b).num


def casts() -> str:
    # Text is asked for at a length that everything fits in: lengths are a rule of their own.
    target = SAMPLES | {"S": np.dtype("S99"), "U": np.dtype("U99")}
    sections = []
    for rule in ("safe", "same_kind"):

        def cell(a: str, b: str, rule: str = rule) -> str:
            return b if np.can_cast(SAMPLES[a], target[b], rule) else REFUSED

        table = matrix(cell, CODES, CODES)
        sections.append(f"{rule} = '''\n{table}'''")
    return "\n".join(sections)


def sample_array(c: str) -> np.ndarray:
    return (
        np.full((3, 3), "1", SAMPLES[c]) if c in "SU" else np.eye(3, dtype="l").astype(SAMPLES[c])
    )


def maps() -> str:
    def result(function):
        def cell(c: str) -> str:
            # Object elements answer for themselves, so reductions of them are object.
            array = sample_array(c)
            try:
                value = function(array)
            except (TypeError, ValueError):
                return REFUSED
            return c if c == "O" else code(np.asarray(value).dtype)

        return cell

    functions = {
        "sum": np.sum,
        "prod": np.prod,
        "mean": np.mean,
        "var": np.var,
        "median": np.median,
        "inexact": lambda a: np.empty(0, np.result_type(a.dtype, 1.0)),
        "real": lambda a: a.real,
        "complex": lambda a: np.empty(0, np.result_type(a.dtype, 1j)),
        "fft": np.fft.fft,
        "rfft": np.fft.rfft,
        "irfft": np.fft.irfft,
        "hfft": np.fft.hfft,
        "linalg": np.linalg.inv,
    }
    return "\n".join(
        f'{title} = "{"".join(map(result(function), CODES))}"'
        for title, function in functions.items()
    )


def ufuncs() -> tuple[str, str, list[str]]:
    public = {n: v for n, v in vars(np).items() if isinstance(v, np.ufunc)}
    loops: dict[str, str] = {}
    shared: dict[str, str] = {}
    entries = []
    for title, ufunc in sorted(public.items()):
        outputs = []
        for k in range(ufunc.nout):
            text = loop(ufunc, k)
            label = shared.setdefault(text, title if ufunc.nout == 1 else f"{title}_{k}")
            loops[label] = text
            outputs.append(label)
        fields = {"nin": ufunc.nin, "nout": ufunc.nout}
        if ufunc.signature:
            fields["signature"] = ufunc.signature
        fields["out"] = outputs
        body = ", ".join(f"{key} = {json.dumps(value)}" for key, value in fields.items())
        entries.append(f"{title} = {{ {body} }}")
    texts = [
        f"{label} = '''\n{text}'''" if "\n" in text else f'{label} = "{text}"'
        for label, text in sorted(loops.items(), key=lambda item: ("\n" in item[1], item[0]))
    ]
    mixed = [n for n, f in sorted(public.items()) if f.nin == 2 and takes_mixed_units(f)]
    return "\n".join(texts), "\n".join(entries), mixed


def takes_mixed_units(ufunc: np.ufunc) -> bool:
    return resolve(ufunc, [np.dtype("m8[Y]"), np.dtype("m8[D]")]) is not None


def resolve(ufunc: np.ufunc, inputs: list) -> list[np.dtype] | None:
    try:
        return list(ufunc.resolve_dtypes((*inputs, *[None] * ufunc.nout))[ufunc.nin :])
    except TypeError:
        return None


def loop(ufunc: np.ufunc, k: int) -> str:
    def cell(*codes: str) -> str:
        found = resolve(ufunc, [operand_type(c) for c in codes])
        return REFUSED if found is None else code(found[k])

    if ufunc.nin == 1:
        return "".join(map(cell, OPERANDS))
    if ufunc.nin == 2:
        return matrix(cell, OPERANDS, OPERANDS)
    raise NotImplementedError(ufunc)


def members(abstract: str) -> str:
    return "".join(c for c in CODES if np.issubdtype(SAMPLES[c].type, getattr(np, abstract)))


def document() -> str:
    loops, entries, mixed = ufuncs()
    abstract = "\n".join(f'{title} = "{members(title)}"' for title in ABSTRACT)
    weak = "\n".join(f'{title} = "{c}"' for title, c in WEAK.items())
    version = ".".join(np.__version__.split(".")[:2])
    return f"""{HEADER.format(version=version)}
codes = "{CODES}"         # the order of the maps in [maps]
operands = "{OPERANDS}"   # the order of the maps in [loops]
mixed_units = {json.dumps(mixed)}

[dtypes]
{dtypes()}

[weak]
{weak}

[abstract]                                   # np.issubdtype(dtype, np.<name>)
{abstract}

[promote]
{promotion()}

[can_cast]
{casts()}

[maps]
{maps()}

[ufuncs]
{entries}

[loops]
{loops}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--golden", action="store_true", help="write the Rust tests' cases too")
    options = parser.parse_args()
    text = document()
    if not options.check:
        dtype_rules.PATH.write_text(text)
    import check_dtypes  # it reads what has just been written

    if options.golden:
        GOLDEN.parent.mkdir(parents=True, exist_ok=True)
        GOLDEN.write_text(check_dtypes.golden())
    if not options.check:
        return 0
    for path, current in ((dtype_rules.PATH, text), (GOLDEN, check_dtypes.golden())):
        if path.read_text() != current:
            print(f"{path.name} isn't what NumPy {np.__version__} gives\n0 passed, 1 failed")
            return 1
    return check_dtypes.main()


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main())
