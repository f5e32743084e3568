"""A reference reading of `catalogue/numpy/dtypes.toml`: NumPy's dtype rules from tables alone.

NumPy itself isn't imported here. `gen_dtypes.py --check` compares every function below with NumPy
by brute force; the Rust module `conformable_types::dtype` is the same algorithm over the same
tables.

An operand is a text: a dtype's name (`int8`, `U5`, `datetime64[25s]`) or a weak Python scalar
(`weak int`, `weak float`, `weak complex`). Python's `bool` isn't weak: it acts as dtype `bool`.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

PATH = Path(__file__).resolve().parent.parent / "catalogue" / "numpy" / "dtypes.toml"
REFUSED = "-"
TIMES = {"M": "datetime64", "m": "timedelta64"}

# Time units from coarse to fine, each with how many of the next finer one it holds.
# There is no whole number of days in a month: a barrier, crossed by datetimes only.
UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"]
MONTHS_END = UNITS.index("W")
FACTORS = [12, None, 7, 24, 60, 60, 1000, 1000, 1000, 1000, 1000, 1000]

_PARAMETRISED = re.compile(
    r"(?P<text>[SU])(?P<length>\d+)|(?P<time>datetime64|timedelta64)(\[(?P<unit>\w+)\])?"
)


class Refused(TypeError):
    """NumPy raises a TypeError here."""


def matrix(text: str) -> dict[tuple[str, str], str]:
    """A table: its first line holds the column codes, each other line a row code and its cells."""
    columns, *rows = text.split()
    cells = {}
    for code, row in zip(rows[::2], rows[1::2], strict=True):
        cells |= {(code, column): cell for column, cell in zip(columns, row, strict=True)}
    return cells


class Tables:
    def __init__(self, text: str | None = None) -> None:
        data = tomllib.loads(text if text is not None else PATH.read_text())
        self.code_of = {name: row["code"] for name, row in data["dtypes"].items()}
        self.name_of = {code: name for name, code in self.code_of.items()}
        self.code_of |= {f"weak {name}": code for name, code in data["weak"].items()}
        self.default = data["promote"]["default"]
        self.codes = data["codes"]
        self.pairs = matrix(data["promote"]["pairs"])
        self.answers = matrix(data["promote"]["answers"])
        self.text_length = data["promote"]["text_length"]
        self.casts = {rule: matrix(text) for rule, text in data["can_cast"].items()}
        self.maps = {
            name: dict(zip(self.codes, row, strict=True)) for name, row in data["maps"].items()
        }
        self.loops = {
            name: matrix(text) if "\n" in text else dict(zip(data["operands"], text, strict=True))
            for name, text in data["loops"].items()
        }
        self.ufuncs = data["ufuncs"]
        self.mixed_units = data["mixed_units"]

    # --- dtypes and codes ----------------------------------------------------------------------

    def code(self, operand: str) -> str:
        if operand in self.code_of:
            return self.code_of[operand]
        if operand.startswith("void"):
            return "V"
        match = _PARAMETRISED.fullmatch(operand)
        if not match:
            raise ValueError(f"no dtype: {operand}")
        return match["text"] or ("M" if is_datetime(operand) else "m")

    # --- promotion -----------------------------------------------------------------------------

    def promote(self, *operands: str) -> str:
        """`np.result_type(*operands)`: a class first, then its parameter from the operands."""
        codes = [self.code(operand) for operand in operands]
        main = self._common_class(codes)
        main = self.default.get(main, main)
        if main in "SU":
            return f"{main}{max(self._length(operand) for operand in operands)}"
        if main in "Mm":
            return f"{TIMES[main]}{self._unit(operands, strict=main == 'm')}"
        if main == "V":
            if len(set(operands)) > 1:
                raise NotImplementedError("records that differ")
            return operands[0]
        return self.name_of[main]

    def _common_class(self, codes: list[str]) -> str:
        """NumPy's `PyArray_PromoteDTypeSequence`.

        A tournament brings a class that knows all others to the front and drops those that it has
        swallowed; what's left is promoted with the winner, and these results with each other.
        """
        if len(codes) == 1:
            return codes[0]
        left: list[str | None] = list(codes)
        result = self._tournament(left, len(left))
        main = left[0]
        previous = None
        for other in left[1 if result is None else 2 :]:
            if other is None or other == previous:
                continue
            step = self._knows(main, other)
            if step is None:
                raise Refused(codes)
            result = step if result is None else self._common(result, step)
            previous = other
        if result is None:
            raise Refused(codes)
        return result

    def _tournament(self, left: list[str | None], length: int) -> str | None:
        """`reduce_dtypes_to_most_knowledgeable`: fold the second half onto the first, repeat."""
        half = length // 2
        result = None
        for low in range(half):
            high = length - 1 - low
            a, b = left[low], left[high]
            if a == b:
                result = a
            else:
                result = self._knows(a, b)
            if result is None:
                left[low], left[high] = b, a
            elif result == left[low]:
                left[high] = None
        return result if length == 2 else self._tournament(left, length - half)

    def _knows(self, a: str, b: str) -> str | None:
        """`a.__common_dtype__(b)`: None when it leaves the question to `b`."""
        cell = self.answers[a, b]
        return None if cell == REFUSED else cell

    def _common(self, a: str, b: str) -> str:
        if a == b:
            return a
        if (cell := self.pairs[a, b]) == REFUSED:
            raise Refused(a, b)
        return cell

    def _length(self, operand: str) -> int:
        """The length a text dtype needs to hold every value of `operand`."""
        if operand[0] in "SU" and operand[1:].isdigit():
            return int(operand[1:])
        return self.text_length.get(operand, 0)

    def _unit(self, operands: Iterable[str], *, strict: bool) -> str:
        """The common unit of the times among `operands`, in brackets; nothing if generic."""
        unit = None
        for operand in operands:
            if match := _PARAMETRISED.fullmatch(operand):
                unit = common_unit(unit, match["unit"], strict=strict)
        return f"[{unit}]" if unit else ""

    # --- casts and ufuncs ----------------------------------------------------------------------

    def can_cast(self, source: str, target: str, casting: str) -> bool:
        a, b = self.code(source), self.code(target)
        if casting == "unsafe":
            return True
        if self.casts[casting][a, b] == REFUSED:
            return False
        if b in "SU" and casting == "safe":
            return self._length(target) >= self._length(source)
        if a == b and a in "Mm":
            unit, into = (_PARAMETRISED.fullmatch(text)["unit"] for text in (source, target))
            return can_cast_unit(unit, into, strict=a == "m", safe=casting == "safe")
        return True

    def ufunc(self, name: str, *operands: str) -> list[str]:
        """The dtypes of a ufunc's outputs."""
        codes = [self.code(operand) for operand in operands]
        cells = []
        for loop in self.ufuncs[name]["out"]:
            cell = self.loops[loop][codes[0] if len(codes) == 1 else tuple(codes)]
            if cell == REFUSED:
                raise Refused(name, operands)
            cells.append(cell)
        times = [operand for operand, code in zip(operands, codes, strict=True) if code in "Mm"]
        if name not in self.mixed_units:
            self._one_unit(times)
        return [self._output(cell, operands, times) for cell in cells]

    def _one_unit(self, times: list[str]) -> None:
        """A loop over times works in one unit: a year can't be one in days, a calendar year can."""
        if len(times) < 2:
            return
        unit = self._unit(times, strict=not any(map(is_datetime, times)))
        for time in times:
            if not is_datetime(time) and not self.can_cast(time, f"timedelta64{unit}", "same_kind"):
                raise Refused(times)

    def _output(self, cell: str, operands: tuple[str, ...], times: list[str]) -> str:
        if cell in "Mm":
            lenient = any(map(is_datetime, times))
            return f"{TIMES[cell]}{self._unit(times, strict=not lenient)}"
        if cell in "SU":
            return f"{cell}{sum(self._length(operand) for operand in operands)}"
        return self.name_of[cell]


def is_datetime(operand: str) -> bool:
    return operand.startswith("datetime64")


def split_unit(unit: str) -> tuple[int, int]:
    count, base = re.fullmatch(r"(\d*)(\D+)", unit).groups()
    return int(count or 1), UNITS.index(base)


def common_unit(a: str | None, b: str | None, *, strict: bool) -> str | None:
    """The coarsest unit that both are multiples of; None is the generic unit, which any other wins
    over.

    `strict` for timedeltas, which refuse to mix years or months with anything finer.
    """
    if a is None or b is None or a == b:
        return b if a is None else a
    (n, coarse), (m, fine) = sorted((split_unit(a), split_unit(b)), key=lambda part: part[1])
    for step in FACTORS[coarse:fine]:
        if step is None and strict:
            raise Refused(a, b)
        n *= step or 1
    count = math.gcd(n, m)
    return f"{count if count != 1 else ''}{UNITS[fine]}"


def can_cast_unit(a: str | None, b: str | None, *, strict: bool, safe: bool) -> bool:
    """Whether times in unit `a` may become times in unit `b`; None is the generic unit."""
    if a is None or b is None:
        return a is None
    (n, coarse), (m, fine) = split_unit(a), split_unit(b)
    crosses = (coarse < MONTHS_END) != (fine < MONTHS_END)
    if not safe or crosses:
        return not (crosses and strict) and not (safe and fine < coarse)
    if fine < coarse:
        return False
    for step in FACTORS[coarse:fine]:
        n *= step
    return n % m == 0
