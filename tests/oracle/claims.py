"""Types as text, the types of real values, and how the one compares with the other.

`parse` reads the text form that the checker prints (`float64[2, n]`, `tuple[int, int]`, `a | b`),
`describe` gives the type of a value that NumPy made, `compare` judges a claim by the fact:

    exact          the same type
    weaker         true but less precise: an unknown dim or dtype, a union, a length left open
    unknown        `Unknown`: nothing claimed
    contradiction  the fact isn't among the values that were claimed

What can't be read is a contradiction, so that the printer can't drift from this reader unseen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

EXACT, WEAKER, UNKNOWN, CONTRADICTION = "exact", "weaker", "unknown", "contradiction"
# From best to worst: a container is as well described as its worst element.
GRADES = (EXACT, WEAKER, UNKNOWN, CONTRADICTION)

ANY_DTYPE = "?"
PLAIN = {"bool", "bool_", "object", "U", "S", "V", "longdouble", "clongdouble"}
PLAIN |= {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
PLAIN |= {"float16", "float32", "float64", "complex64", "complex128"}
PYTHON = {"int", "float", "complex", "str", "bytes", "bool", "slice", "ellipsis", "object"}
# Relations of dtypes that show in types while an operand's is not known.
WAITING = {"promote", "common", "strong", "loop", "dtype_map", "discover"}
# The same of a table of dtypes: `real(?)`.
WAITING |= set("sum prod mean var median inexact real complex fft rfft irfft hfft linalg".split())
# Classes of matrices, and of sparse ones and arrays, by the names that they have in types.
SPARSE = {f"{kind}_{family}" for kind in "csr csc coo lil dok dia bsr".split() for family in ("matrix", "array")}
OF_ARRAYS = {"Matrix", "MaskedArray", "MaskedConstant", "SparseMatrix", "SparseArray"} | {name.title().replace("_", "") for name in SPARSE}
CONTAINERS = {"tuple", "list", "set", "dict", "iterator"}


@dataclass(frozen=True)
class Array:
    """`dims` holds ints, names (texts), None for `?`, and at most one `...` for a sequence."""

    dtype: str
    dims: tuple[int | str | None, ...]


@dataclass(frozen=True)
class Scalar:
    """A NumPy scalar."""

    dtype: str


@dataclass(frozen=True)
class Python:
    """An instance of a Python class, of a known value if it's a `Literal`."""

    name: str
    value: object = None
    known: bool = False


@dataclass(frozen=True)
class Container:
    """`open` if the last item stands for any number: `tuple[int, ...]`, `list[int]`."""

    name: str
    items: tuple
    open: bool = False


@dataclass(frozen=True)
class Dtype:
    """A dtype as a value."""

    name: str


@dataclass(frozen=True)
class Union:
    members: tuple


@dataclass(frozen=True)
class Unknown:
    pass


@dataclass(frozen=True)
class Other:
    """Something about which nothing is claimed here: a function, a class, a module."""

    text: str


class Unreadable(ValueError):
    pass


# --- reading -------------------------------------------------------------------------------------

_TOKEN = re.compile(r"\s*('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|\.\.\.|->|//|[\w.#]+|\S)")
_UNIT = re.compile(r"\d*(Y|M|W|D|h|m|s|ms|us|ns|ps|fs|as)")


def parse(text: str):
    reader = _Reader(text)
    found = reader.union()
    if reader.peek() is not None:
        raise Unreadable(f"{text!r}: {reader.peek()!r} is left over")
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _TOKEN.findall(text)
        self.at = 0

    def peek(self, ahead: int = 0) -> str | None:
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    def next(self) -> str:
        token = self.peek()
        if token is None:
            raise Unreadable(f"{self.text!r} ends too early")
        self.at += 1
        return token

    def expect(self, token: str) -> None:
        if (found := self.next()) != token:
            raise Unreadable(f"{self.text!r}: expected {token!r}, found {found!r}")

    def union(self):
        members = [self.one()]
        while self.peek() == "|":
            self.next()
            members.append(self.one())
        flat = []
        for member in members:
            flat += member.members if isinstance(member, Union) else [member]
        return flat[0] if len(flat) == 1 else Union(tuple(flat))

    def one(self):
        name = self.next()
        if re.fullmatch(r"#\d+", name):
            # A dtype that is known when the program runs.
            name = ANY_DTYPE
        if name == "(":
            return self.parentheses()
        if name == "Unknown":
            return Unknown()
        if name == "None":
            return Python("None")
        if name == "Literal":
            return self.literal()
        if name in ("dtype", "DType"):
            return self.dtype_value()
        if name in OF_ARRAYS:
            # Facts have arrays of all classes alike, and sparse ones.
            self.expect("[")
            array = self.union()
            self.expect("]")
            return array
        if name == "void" and self.peek() == "{":
            name += self.braces()
        elif name in ("datetime64", "timedelta64") and self.is_unit():
            name += "".join(self.tokens[self.at : self.at + 3])
            self.at += 3
        if name == "decay" and self.peek() == "(":
            # An array, or a scalar if the rank is 0.
            self.expect("(")
            inside = self.one()
            self.expect(")")
            scalar = Scalar(inside.dtype) if ... in inside.dims or not inside.dims else inside
            return Union((inside, scalar))
        if self.peek() == "(" and name in WAITING:
            # A dtype that is not known yet: `promote(?, bool)`.
            self.brackets("()")
            name = ANY_DTYPE
        if self.peek() != "[":
            return self.bare(name)
        if name in ("Int", "large_int"):
            # By its name, or beyond 64 bits: `large_int[uint64]`.
            self.brackets()
            return Python("int")
        if name == "shape":
            # The shape of an array of unknown rank.
            self.brackets()
            return Container("tuple", (Python("int"),), open=True)
        if is_dtype(name):
            return Array("bool" if name == "bool_" else name, self.dims())
        return self.container(name.rsplit(".", 1)[-1])

    def is_unit(self) -> bool:
        """`[ns]` is part of the dtype, `[3]` the dims of an array of generic times."""
        unit = _UNIT.fullmatch(self.peek(1) or "")
        return self.peek() == "[" and unit is not None and self.peek(2) == "]"

    def bare(self, name: str):
        if name in PYTHON:
            return Python(name)
        if name == "bool_":
            return Scalar("bool")
        if name == "str_":
            return Scalar("U")
        if name == "bytes_":
            return Scalar("S")
        if name == ANY_DTYPE:
            return Unknown()
        if is_dtype(name):
            return Scalar(name)
        if name in CONTAINERS:
            return Container(name, (Unknown(),), open=True)
        return Other(name)

    def parentheses(self):
        """A function's signature, which says nothing of its values, or a type in parentheses."""
        start = self.at - 1
        depth = 1
        while depth:
            token = self.next()
            depth += (token in "([{") - (token in ")]}") if len(token) == 1 else 0
        if self.peek() == "->":
            self.at = len(self.tokens)
            return Other(" ".join(self.tokens[start:]))
        return parse(" ".join(self.tokens[start + 1 : self.at - 1]))

    def literal(self):
        self.expect("[")
        text = self.next()
        if text == "-":
            text += self.next()
        if text.endswith("e") and self.peek() in ("-", "+"):
            text += self.next() + self.next()
        if self.peek() == ",":
            # `Literal['1.5', float]`
            self.next()
            kind = self.next()
            self.expect("]")
            return Python(kind)
        self.expect("]")
        value = {"True": True, "False": False}.get(text)
        if value is None:
            if re.fullmatch(r"-?(nan|inf|\d+(\.\d+)?(e[-+]?\d+)?)", text) and not re.fullmatch(r"-?\d+", text):
                return Python("float")
            value = int(text) if re.fullmatch(r"-?\d+", text) else text[1:-1]
        return Python(type(value).__name__, value, known=True)

    def dtype_value(self):
        if self.peek() != "[":
            return Dtype(ANY_DTYPE)
        start = self.at + 1
        self.brackets()
        return Dtype(
            "".join(self.tokens[start : self.at - 1]).replace(":", ": ").replace(",", ", ")
        )

    def dims(self) -> tuple:
        dims = []
        for part in split(self.brackets()):
            text = " ".join(part)
            if re.fullmatch(r"\d+", text):
                dims.append(int(text))
            elif text == "?":
                dims.append(None)
            elif text == "..." or part[0] == "*":
                dims.append(...)
            elif part:
                dims.append(text)
        if dims.count(...) > 1:
            raise Unreadable(f"{self.text!r}: two sequences of dims")
        return tuple(dims)

    def container(self, name: str):
        parts = split(self.brackets())
        if parts == [["(", ")"]]:
            return Container(name, ())
        if len(parts) == 1 and name == "list" and is_row(parts[0]):
            # `list[(int, int)]`: as many as stand there.
            parts = split(parts[0][1:-1])
            return Container(name, tuple(parse(" ".join(part)) for part in parts))
        is_open = name in ("list", "set", "iterator") and len(parts) == 1
        if parts and parts[-1] == ["..."]:
            parts.pop()
            is_open = True
        return Container(name, tuple(parse(" ".join(part)) for part in parts), is_open)

    def brackets(self, pair: str = "[]") -> list[str]:
        """The tokens between brackets, up to a `;`, which starts the layout."""
        self.expect(pair[0])
        inside, depth, layout = [], 1, False
        while True:
            token = self.next()
            depth += (token in ("[", "(", "{")) - (token in ("]", ")", "}"))
            if not depth:
                return inside
            layout |= token == ";" and depth == 1
            if not layout:
                inside.append(token)

    def braces(self) -> str:
        self.expect("{")
        inside, depth = [], 1
        while depth:
            token = self.next()
            depth += (token == "{") - (token == "}")
            inside.append(token + " " if token in (":", ",") else token)
        return "{" + "".join(inside)


def is_row(tokens: list[str]) -> bool:
    """`(a, b)`: one pair of parentheses around all, with a comma between."""
    return tokens[0] == "(" and tokens[-1] == ")" and "," in tokens


def split(tokens: list[str]) -> list[list[str]]:
    parts, depth = [[]], 0
    for token in tokens:
        depth += (token in ("[", "(", "{")) - (token in ("]", ")", "}"))
        if token == "," and not depth:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def is_dtype(name: str) -> bool:
    return (
        name == ANY_DTYPE
        or name in PLAIN
        or name.startswith(("datetime64", "timedelta64", "void{"))
        or re.fullmatch(r"[USV]\d+", name) is not None
    )


# --- what a value is -----------------------------------------------------------------------------


def dtype_name(dtype: np.dtype) -> str:
    if dtype.names:
        fields = [(name, dtype.fields[name][0]) for name in dtype.names]
        texts = (f"{n}: {dtype_name(d.base)}{list(d.shape) or ''}" for n, d in fields)
        return "void{" + ", ".join(texts) + "}"
    if dtype.kind in "USV":
        return f"{dtype.kind}{dtype.itemsize // (4 if dtype.kind == 'U' else 1)}"
    return {"g": "longdouble", "G": "clongdouble"}.get(dtype.char, dtype.name)


def describe(value):
    """The type that a value has, as precisely as types go here."""
    if isinstance(value, np.ndarray) or type(value).__name__ in SPARSE:
        return Array(dtype_name(value.dtype), value.shape)
    if isinstance(value, np.generic):
        return Scalar(dtype_name(value.dtype))
    if isinstance(value, np.dtype):
        return Dtype(dtype_name(value))
    if isinstance(value, type) and issubclass(value, np.generic):
        # Scalar types are as good as dtypes.
        return Dtype(dtype_name(np.dtype(value)))
    if value is None:
        return Python("None")
    if isinstance(value, (bool, int, str)):
        return Python(type(value).__name__, value, known=True)
    if isinstance(value, (tuple, list)):
        return Container(type(value).__name__, tuple(map(describe, value)))
    return Python(type(value).__name__)


def show(fact) -> str:
    """The text form of what `describe` gave."""
    match fact:
        case Array(dtype, dims):
            return f"{dtype}[{', '.join(map(str, dims))}]"
        case Scalar("bool"):
            return "bool_"
        case Scalar(dtype):
            return dtype
        case Dtype(name):
            return f"dtype[{name}]"
        case Python(_, value, known=True):
            return f"Literal[{value!r}]"
        case Container("list", items):
            texts = dict.fromkeys(map(show, items))
            return f"list[{' | '.join(texts) or 'Unknown'}]"
        case Container(name, items):
            return f"{name}[{', '.join(map(show, items))}]"
        case _:
            return fact.name


# --- comparison ----------------------------------------------------------------------------------


def compare(claim, fact, sizes: dict[str, int] | None = None, *, by_value: bool = False) -> str:
    """How well `claim`, from `parse`, describes `fact`, from `describe`.

    `sizes` collects what the names of dims must stand for, to find two sizes for one name.
    `by_value`: the operation's sizes and ints depend on values: a run-time size (`#1`), an `int`
    are as exact as can be.
    """
    sizes = {} if sizes is None else sizes
    match claim, fact:
        case Unknown(), _:
            return UNKNOWN
        case Other(), (Array() | Scalar() | Container()):
            return CONTRADICTION
        case Other(), _:
            return UNKNOWN
        case Union(members), _:
            grades = [compare(member, fact, dict(sizes), by_value=by_value) for member in members]
            if all(grade == CONTRADICTION for grade in grades):
                return CONTRADICTION
            return UNKNOWN if UNKNOWN in grades else WEAKER
        case Array(), Array():
            return worst(
                compare_dtypes(claim.dtype, fact.dtype), compare_dims(claim, fact, sizes, by_value)
            )
        case (Scalar(), Scalar()) if is_shorter(fact.dtype, claim.dtype):
            return EXACT
        case (Scalar(), Scalar()):
            return compare_dtypes(claim.dtype, fact.dtype)
        case (Dtype(), Dtype()):
            return compare_dtypes(claim.name, fact.name)
        case Python("bool", known=True), Scalar("bool"):
            # What is known of a truth has no other form than Python's.
            return WEAKER
        case Python(), Python():
            if claim.name != fact.name:
                return CONTRADICTION
            if claim.known:
                return EXACT if claim.value == fact.value else CONTRADICTION
            # Ints are sizes and ranks here: their values can be known.
            return WEAKER if fact.name == "int" and fact.known and not by_value else EXACT
        case Container(), Container():
            return compare_containers(claim, fact, sizes, by_value)
        case _:
            return CONTRADICTION


def worst(*grades: str) -> str:
    return max(grades, key=GRADES.index, default=EXACT)


def is_shorter(fact: str, claim: str) -> bool:
    """A text that is taken out of an array is as long as it is itself."""
    lengths = [re.fullmatch(r"([US])(\d+)", name) for name in (fact, claim)]
    if not all(lengths) or lengths[0][1] != lengths[1][1]:
        return False
    return int(lengths[0][2]) <= int(lengths[1][2])


def compare_dtypes(claim: str, fact: str) -> str:
    if claim == fact:
        return EXACT
    if claim == ANY_DTYPE or "(" in claim or (claim in ("U", "S", "V") and fact[0] == claim):
        return WEAKER
    return CONTRADICTION


def compare_dims(claim: Array, fact: Array, sizes: dict[str, int], by_value: bool) -> str:
    dims = list(claim.dims)
    grade = EXACT
    if ... in dims:
        at = dims.index(...)
        missing = len(fact.dims) - (len(dims) - 1)
        if missing < 0:
            return CONTRADICTION
        dims[at : at + 1] = [None] * missing
        grade = WEAKER
    if len(dims) != len(fact.dims):
        return CONTRADICTION
    for dim, size in zip(dims, fact.dims, strict=True):
        if isinstance(dim, int):
            if dim != size:
                return CONTRADICTION
        elif dim is None:
            grade = WEAKER
        else:
            if sizes.setdefault(dim, size) != size:
                return CONTRADICTION
            if not (by_value and dim.startswith("#")):
                grade = WEAKER
    return grade


def compare_containers(claim: Container, fact: Container, sizes: dict, by_value: bool) -> str:
    # A named tuple may be claimed as such or as a tuple.
    if claim.name != fact.name and not (claim.name == "tuple" and fact.name.endswith("Result")):
        return CONTRADICTION
    items, grade = list(claim.items), EXACT
    if claim.open:
        repeated = items.pop()
        missing = len(fact.items) - len(items)
        if missing < 0:
            return CONTRADICTION
        # The text form of lists has no length, so leaving it open isn't a weakness there.
        items += [repeated] * missing
        grade = EXACT if claim.name == "list" else WEAKER
    if claim.name == "list" and len(items) == 1 and isinstance(items[0], Union):
        items *= len(fact.items)
    if len(items) != len(fact.items):
        return CONTRADICTION
    pairs = zip(items, fact.items, strict=True)
    return worst(grade, *(compare(a, b, sizes, by_value=by_value) for a, b in pairs))
