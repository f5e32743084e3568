"""Compares `dtype_rules.py` with the installed NumPy, and makes the cases of the Rust tests.

Each case is `(question, operands, answer)`. Answers are asked of NumPy: `np.result_type`,
`np.can_cast`, `ufunc.resolve_dtypes`; and, for ufuncs of plain dtypes, of a real call.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import numpy as np
from dtype_rules import REFUSED, Refused, Tables

WEAK = {"weak int": 1, "weak float": 1.0, "weak complex": 1j}
PARAMETRISED = ["S3", "S7", "S30", "U1", "U5", "U40"]
PARAMETRISED += ["datetime64"] + [f"datetime64[{u}]" for u in ("Y", "M", "D", "25s", "60s", "ns")]
PARAMETRISED += ["timedelta64"]
PARAMETRISED += [f"timedelta64[{u}]" for u in ("Y", "2M", "W", "D", "25s", "60s", "ns")]
CLASSES = ("str", "bytes", "datetime64", "timedelta64", "void")
RECORD = "void{a: int32}"
PARAMETRISED += [RECORD]
SAMPLES = ["S3", "U5", "datetime64[D]", "timedelta64[25s]", RECORD]
EMPTY: dict[str, np.ndarray] = {}

Case = tuple[str, tuple[str, ...], str]


def dtype(text: str) -> np.dtype:
    return np.dtype([("a", "int32")]) if text == RECORD else np.dtype(text)


def name(found: np.dtype) -> str:
    if found.kind == "V":
        return RECORD
    if found.kind in "SU":
        return f"{found.kind}{found.itemsize // (4 if found.kind == 'U' else 1)}"
    return {"g": "longdouble", "G": "clongdouble"}.get(found.char, found.name)


def promoted(operands: tuple[str, ...]) -> str:
    # Arrays, for `result_type` puts the dtypes among its arguments before arrays and scalars.
    try:
        return name(np.result_type(*(WEAK.get(o, EMPTY.get(o)) for o in operands)))
    except TypeError:
        return REFUSED


def looped(ufunc: np.ufunc, operands: tuple[str, ...]) -> str:
    inputs = [type(WEAK[o]) if o in WEAK else dtype(o) for o in operands]
    try:
        found = ufunc.resolve_dtypes((*inputs, *[None] * ufunc.nout))[ufunc.nin :]
    except TypeError:
        return REFUSED
    return " ".join(map(name, found))


def called(ufunc: np.ufunc, operands: tuple[str, ...]) -> str:
    """The same from a call, for the cases that a call can decide by dtype alone."""
    shape = (2, 2) if ufunc.signature else (2,)

    def value(operand: str):
        if operand in WEAK:
            return WEAK[operand]
        if operand[0] in "SU":
            return np.full(shape, "1", dtype(operand))
        return np.ones(shape, "int64").astype(dtype(operand))

    try:
        results = ufunc(*map(value, operands))
    except TypeError:
        return REFUSED
    results = results if isinstance(results, tuple) else (results,)
    return " ".join(name(result.dtype) for result in results)


def cases(tables: Tables, seed: int = 0) -> Iterator[Case]:
    plain = [n for n in tables.code_of if n not in CLASSES]
    strong = [n for n in plain if n not in WEAK]
    wide = plain + PARAMETRISED
    rng = random.Random(seed)
    EMPTY.update({operand: np.empty(0, dtype(operand)) for operand in strong + PARAMETRISED})

    for pair in itertools.product(wide, repeat=2):
        yield "promote", pair, promoted(pair)
    for triple in itertools.product(plain + SAMPLES, repeat=3):
        yield "promote", triple, promoted(triple)
    for _ in range(120_000):
        count = rng.choice([3, 4, 4, 5, 6, 7])
        pool = rng.choice([plain, wide, strong[:12], PARAMETRISED])
        many = tuple(rng.choices(pool, k=count))
        yield "promote", many, promoted(many)

    for casting in ("safe", "same_kind", "unsafe"):
        for a, b in itertools.product(strong + PARAMETRISED + ["U21", "S11"], repeat=2):
            yield casting, (a, b), str(np.can_cast(dtype(a), dtype(b), casting))

    for title in tables.ufuncs:
        ufunc = getattr(np, title)
        for operands in itertools.product(wide, repeat=ufunc.nin):
            yield title, operands, looped(ufunc, operands)


def answer(tables: Tables, question: str, operands: tuple[str, ...]) -> str:
    try:
        if question == "promote":
            return tables.promote(*operands)
        if question in ("safe", "same_kind", "unsafe"):
            return str(tables.can_cast(*operands, question))
        return " ".join(tables.ufunc(question, *operands))
    except Refused:
        return REFUSED


def main() -> int:
    tables = Tables()
    passed, failed = 0, []
    for question, operands, expected in cases(tables):
        ours = answer(tables, question, operands)
        if ours == expected:
            passed += 1
        else:
            failed.append(f"{question}({', '.join(operands)}): NumPy {expected}, tables {ours}")
    plain = [n for n in tables.code_of if n not in CLASSES]
    for title in tables.ufuncs:
        ufunc = getattr(np, title)
        for operands in itertools.product([n for n in plain if n != "object"], repeat=ufunc.nin):
            if ufunc.signature and any(operand in WEAK for operand in operands):
                continue  # a scalar has too few dims for it
            if (expected := called(ufunc, operands)) == answer(tables, title, operands):
                passed += 1
            else:
                failed.append(f"np.{title} called with {operands}: NumPy {expected}")
    print(*failed[:40], sep="\n", end="\n" if failed else "")
    print(f"{passed} passed, {len(failed)} failed")
    return bool(failed)


def golden() -> str:
    """A sample of all cases, a line for each answer: `question | answer | operands; operands`."""
    rng = random.Random(1)
    groups: dict[tuple[str, str], list[str]] = {}
    for question, operands, expected in cases(Tables()):
        keep = 1.0 if question == "promote" and len(operands) == 2 else 0.05
        if rng.random() < keep or len(operands) == 1:
            groups.setdefault((question, expected), []).append(", ".join(operands))
    for question, operands, expected in record_cases():
        groups.setdefault((question, expected), []).append(", ".join(operands))
    for text in spellings():
        groups.setdefault(("spelling", spelled(text)), []).append(text)
    for value, title in itertools.product(INTS, [*INTEGERS, "bool", "float16", "complex64"]):
        groups.setdefault(("int_fits", fits(value, title)), []).append(f"{value}, {title}")
    lines = [
        f"{question} | {expected} | {'; '.join(operands)}".replace("weak ", "~")
        for (question, expected), operands in groups.items()
    ]
    title = "# What NumPy answers, by scripts/gen_dtypes.py --golden. ~int is a weak Python int."
    return "\n".join([title, *lines]) + "\n"


RECORDS = {
    "void{a: int8}": [("a", "i1")],
    "void{a: int32}": [("a", "i4")],
    "void{b: int32}": [("b", "i4")],
    "void{a: float32[2]}": [("a", "f4", 2)],
    "void{a: void{b: int8}}": [("a", [("b", "i1")])],
    "V4": "V4",
    "V8": "V8",
    "V2": "V2",
    "V40": "V40",
    "int32": "i4",
    "object": "O",
    "U3": "U3",
    "datetime64[s]": "M8[s]",
}


def record_cases() -> Iterator[Case]:
    """Records among themselves and with others: what `dtype_rules.py` leaves to the Rust side."""
    for pair in itertools.product(RECORDS, repeat=2):
        a, b = (np.dtype(RECORDS[text]) for text in pair)
        for casting in ("safe", "same_kind"):
            yield casting, pair, str(np.can_cast(a, b, casting))
        try:
            yield "promote", pair, text_form(np.result_type(np.empty(0, a), np.empty(0, b)))
        except TypeError:
            yield "promote", pair, REFUSED
        for title in ("add", "equal", "logical_and", "maximum"):
            ufunc = getattr(np, title)
            try:
                yield title, pair, text_form(ufunc.resolve_dtypes((a, b, None))[2])
            except TypeError:
                yield title, pair, REFUSED


INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
INTS = [s * 2**n + d for n in (0, 7, 8, 15, 16, 31, 32, 62) for s in (1, -1) for d in (-1, 0, 1)]
INTS += [2**63 - 1, -(2**63)]


def fits(value: int, title: str) -> str:
    try:
        np.zeros(1, title)[0] = value
    except OverflowError:
        return "False"
    return "True"


def spellings() -> Iterator[str]:
    """Texts for `np.dtype`: letters and sizes, with a byte order or not, words, units, records."""
    letters = "?bBhHiIlLqQefdgFDGOSUVMmnNpPuca"
    plain = [*letters, *(f"{a}{n}" for a in letters for n in (1, 2, 3, 4, 8, 16, 32))]
    plain += ["float", "int", "bool", "complex", "object", "str", "bytes", "intp", "double", "half"]
    plain += ["float64", "uint8", "longdouble", "float_", "Float64", "int33", "bool8", "void", ""]
    plain += [f"{a}[{u}]" for a in ("M8", "m8", "datetime64", "U") for u in ("ns", "25s", "x", "M")]
    for text in plain:
        yield text
        yield f"<{text}"
    yield from (
        ">f8",
        "|b1",
        "=i4",
        "<>i4",
        "f8,",
        "i4, f8",
        "i4,(2,)f8,3u1",
        "f8, i4 , U3",
        "i4,,f8",
    )
    yield from ("(2,3)f8, i2", "M8[ns], U5", "i4 f8", "i4, x", " f8")


def spelled(text: str) -> str:
    try:
        found = np.dtype(text)
    except (TypeError, ValueError, SyntaxError):
        return REFUSED
    return text_form(found)


def text_form(found: np.dtype) -> str:
    """The text form of a dtype, `U` for a text of no length."""
    if found.names:
        fields = [(title, found.fields[title][0]) for title in found.names]
        texts = (f"{n}: {text_form(d.base)}{list(d.shape) or ''}" for n, d in fields)
        return f"void{{{', '.join(texts)}}}"
    if found.kind in "SUV":
        return f"{found.kind}{found.itemsize // (4 if found.kind == 'U' else 1) or ''}"
    return name(found)
