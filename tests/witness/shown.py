"""Types as the checker shows them, read from their text, and whether a value is of one.

It shares no code with the checker: what a type means is said here once more, in Python, of
descriptions of values (`recorder.describe`). A name (`n`, `*S`, `T`) is bound by the first value
that it meets; `matches` gives each way of binding. What can't be evaluated (`inexact(T)` beyond its
kind, a name that is never bound) holds.
"""

from __future__ import annotations

import ast
import functools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Names = dict[str, Any]

TOKEN = re.compile(r"\s*('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|\.\.\.|->|//|<=|[\w.#]+|\S)", re.S)
NUMBERS = re.compile(r"(u?int|float|complex)\d+|bool|bool_|longdouble|clongdouble")
# Dtypes by the kinds that a record has of values.
KINDS = {"bool_": "bool", "str_": "U", "bytes_": "S", "datetime64": "M", "timedelta64": "m"}
TIMES = {"datetime64", "timedelta64"}
UNIT = re.compile(r"generic|\d*(Y|M|W|D|h|m|s|ms|us|ns|ps|fs|as)")
DTYPES = {"object", *KINDS}
# Dtypes whose names signatures use for any dtype too: `U[3]` of texts, `U[*R]`.
LETTERS = {"U", "S", "V", "T", "M", "m"}
PLAIN = {"int", "float", "complex", "str", "bytes", "bool", "range", "bytearray", "frozenset"}
# A name of a size, a shape; of a dtype (`T`, `U2`, `out`), which bare stands for a scalar.
NAME = re.compile(r"#?[A-Za-z_]\w*#?\w*")
DTYPE = re.compile(r"[A-Za-z]\d*|#\d+")
RANGES = {
    "bool": 0,
    "uint": 1,
    "int": 1,
    "float": 2,
    "longdouble": 2,
    "complex": 3,
    "clongdouble": 3,
}
# Classes that NumPy calls by the names of the functions that make them.
CALLED = {
    "FloatInfo": "finfo",
    "IntInfo": "iinfo",
    "ObjectFunction": "ufunc",
    "Vectorize": "vectorize",
    "TypedVectorize": "vectorize",
    "FlatIterator": "flatiter",
    "IndexIterator": "ndindex",
    "ElementIterator": "ndenumerate",
    "Matrix": "matrix",
}
MOST = 64


@dataclass(frozen=True)
class Ty:
    """A type: what sort, and its parts, whose meaning depends on the sort."""

    sort: str
    parts: tuple = ()


UNKNOWN = Ty("unknown")


class Unreadable(ValueError):
    pass


# --- reading -------------------------------------------------------------------------------------


@functools.cache
def read(text: str) -> Ty:
    """The type that a text shows; `Unreadable`."""
    reader = Reader(text)
    found = reader.union()
    if reader.at < len(reader.tokens):
        raise Unreadable(f"{text!r}: {reader.tokens[reader.at]!r} is left over")
    return found


class Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = TOKEN.findall(text)
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, token: str) -> bool:
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token: str) -> None:
        if not self.take(token):
            raise Unreadable(f"{self.text!r}: {token!r} expected, not {self.peek()!r}")

    def union(self) -> Ty:
        members = [self.one()]
        while self.take("|"):
            members.append(self.one())
        return members[0] if len(members) == 1 else Ty("union", tuple(members))

    def one(self) -> Ty:
        if self.take("("):
            return self.parenthesised()
        head = self.peek()
        self.at += 1
        if not re.match(r"[\w?#]", head):
            raise Unreadable(f"{self.text!r}: {head!r} begins no type")
        if self.peek() == "{":
            self.skip("{", "}")
            if head == "struct":
                return Ty("other")
            head = "V"
        if head == "decay" and self.take("("):
            # An array or, without dims, a scalar of it: an array is either here.
            return self.parenthesised()
        if head in TIMES and self.unit():
            # A record tells dates of all units alike.
            self.skip("[", "]")
        if self.peek() == "(":
            head += self.skip("(", ")")
        if self.peek() == "[":
            return self.subscripted(head, self.inside())
        return plain(head)

    def parenthesised(self) -> Ty:
        """`(a, b)` of a list's elements, `((a) -> b)` of a function, or just a type."""
        start, depth = self.at, 1
        while depth:
            token = self.peek()
            if not token:
                raise Unreadable(f"{self.text!r} ends too early")
            depth += (token in "([{") - (token in ")]}")
            self.at += 1
        inside = self.tokens[start : self.at - 1]
        if self.take("->"):
            self.union()
            return Ty("function")
        parts = split(inside)
        if "->" in inside and len(parts) == 1:
            return Ty("function")
        if len(parts) == 1 and inside[-1] != ",":
            return read(join(parts[0]))
        return Ty("exactly", tuple(read(join(part)) for part in parts))

    def skip(self, left: str, right: str) -> str:
        start, depth = self.at, 0
        while True:
            token = self.peek()
            if not token:
                raise Unreadable(f"{self.text!r} ends too early")
            self.at += 1
            depth += (token == left) - (token == right)
            if depth == 0:
                return join(self.tokens[start : self.at])

    def unit(self) -> bool:
        """`datetime64[ns][3]`; without a unit what follows is the shape: `datetime64[3]`."""
        following = self.tokens[self.at : self.at + 3]
        return len(following) == 3 and following[::2] == ["[", "]"] and bool(UNIT.fullmatch(following[1]))

    def inside(self) -> list[list[str]]:
        start = self.at
        self.skip("[", "]")
        return split(self.tokens[start + 1 : self.at - 1])

    def subscripted(self, head: str, parts: list[list[str]]) -> Ty:
        texts = [join(part) for part in parts]
        if head == "Literal" and texts[1:] == ["float"]:
            return plain("float")
        if head == "Subarray":
            # What a tuple makes: it may add dims, or be a record.
            return Ty("dtypes")
        if head == "Literal":
            return Ty("literal", (constant(texts[0]),))
        if head == "Int":
            return Ty("number", (texts[0],))
        if head == "DType":
            return Ty("dtype", (texts[0],))
        if head == "tuple":
            if texts == ["( )"]:
                return Ty("tuple")
            if len(texts) == 2 and texts[1] == "...":
                return Ty("tuples", (read(texts[0]),))
            return Ty("tuple", tuple(read(text) for text in texts))
        if head in ("list", "set", "frozenset"):
            return Ty(head, (read(texts[0]),) if texts else ())
        if head == "shape":
            return Ty("shape", read(texts[0]).parts[1:])
        if head in ("dict", "slice"):
            return Ty(head, tuple(read(text) for text in texts))
        # What an iterator has left to give isn't held: to look would take it.
        if head in ("Iterator", "Sparse", "type"):
            return Ty("other")
        if fixed(head) or head == "?" or "(" in head or DTYPE.fullmatch(head):
            # A layout stands behind a `;`.
            dims = join(self.dims(parts)).partition(";")[0]
            return Ty("array", (head, tuple(split_dims(dims))))
        if NAME.fullmatch(head):
            # A class of results: `SlogdetResult[float64, float64]`.
            return Ty("instance", (f"numpy.{CALLED.get(head, head)}",))
        raise Unreadable(f"{self.text!r}: {head!r} has no parts")

    @staticmethod
    def dims(parts: list[list[str]]) -> list[str]:
        flat = []
        for part in parts:
            flat += [*part, ","]
        return flat[:-1]


def constant(text: str) -> Any:
    """The value of a literal, in which line breaks and the like may stand as they are."""
    escaped = "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in text)
    try:
        return ast.literal_eval(escaped.replace("- ", "-") if text[0] == "-" else escaped)
    except (SyntaxError, ValueError):
        raise Unreadable(f"{text!r} is no literal") from None


def join(tokens: list[str]) -> str:
    return " ".join(tokens)


def split(tokens: list[str]) -> list[list[str]]:
    """At the commas that are in no brackets."""
    parts, depth = [[]], 0
    for token in tokens:
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        if token == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    if parts and not parts[-1]:
        parts.pop()
    return parts


def split_dims(text: str) -> list[str]:
    return [
        join(part).replace("* ", "*", 1) if part[0] == "*" else join(part)
        for part in split(TOKEN.findall(text))
    ]


def plain(head: str) -> Ty:
    if head == "Unknown":
        return UNKNOWN
    if head == "None":
        return Ty("none")
    if head in KINDS or (NUMBERS.fullmatch(head) and head != "bool"):
        return Ty("scalar", (head,))
    if head == "slice":
        return Ty("slice")
    if head in PLAIN:
        return Ty("instance", (head,))
    if head == "object":
        return UNKNOWN
    if "(" in head or head == "?" or re.fullmatch(r"[A-Z]\d*|#\d+", head):
        return Ty("scalar", (head,))
    if re.fullmatch(r"[\w.]+", head) and "." in head:
        return Ty("instance", (head,))
    # A class of the program or a name for any type: nothing is held against it.
    return Ty("other")


# --- values --------------------------------------------------------------------------------------


def of(ty: Ty, value: tuple) -> bool:
    """Whether a value is of a type by itself."""
    return any(settled(names) for names in matches(ty, value, {"closed": True}))


def matches(ty: Ty, value: tuple, names: Names) -> Iterator[Names]:
    """Each way of binding names by which the value is of the type, `MOST` of them at most."""
    if value[0] == "?":
        # What could not be described is of every type.
        yield names
        return
    for index, found in enumerate(MATCH[ty.sort](ty.parts, value, names)):
        if index == MOST:
            return
        yield found


def each(pairs: list[tuple[Ty, tuple]], names: Names) -> Iterator[Names]:
    """The ways in which all values are of their types at once."""
    if not pairs:
        yield names
        return
    (ty, value), *rest = pairs
    for found in matches(ty, value, names):
        yield from each(rest, found)


def when(holds: bool, names: Names) -> Iterator[Names]:
    if holds:
        yield names


def classes(value: tuple) -> tuple[str, ...]:
    """The names of the value's class and its bases."""
    if value[0] == "object":
        return tuple(value[1])
    if value[0] == "class":
        # A class is shown by its name, as its instances are.
        return (value[1], "type")
    if value[0] == "scalar":
        return tuple(value[2])
    if value[0] == "array":
        return tuple(value[3]) if value[3] else ("numpy.ndarray",)
    return {"bool": ("bool", "int")}.get(value[0], (value[0],))


def union(parts, value, names):
    for part in parts:
        yield from matches(part, value, names)


def unknown(parts, value, names):
    yield names


def literal(parts, value, names):
    (wanted,) = parts
    kind = type(wanted).__name__
    if kind == "str" and "__main__" in wanted:
        # A file is checked as a program, whoever imports it.
        return when("str" in classes(value), names)
    if value[0] == kind:
        return when(kind in ("bytes", "float") or value[1] is None or value[1] == wanted, names)
    # A member of an `IntEnum` is an int too, a text of a subclass a str.
    return when(value[0] == "object" and kind in value[1], names)


def number(parts, value, names):
    (wanted,) = parts
    if value[0] not in ("int", "bool"):
        return when("int" in classes(value), names)
    return equal(wanted, value[1], names)


def instance(parts, value, names):
    (wanted,) = parts
    known = classes(value)
    if wanted in known or (wanted == "frozenset" and value[0] == "frozenset"):
        return when(True, names)
    if "." in wanted:
        # Modules may be known by another name where the file is run.
        last = wanted.rpartition(".")[2]
        return when(any(one.rpartition(".")[2] == last for one in known), names)
    return when(False, names)


def scalar(parts, value, names):
    if value[0] != "scalar":
        # Of a name only the dtype is known: `T` may be bound by Python's own numbers.
        return when(not fixed(parts[0]) and value[0] not in ("array", "None"), names)
    return dtype_is(parts[0], value[1], names)


def fixed(dtype: str) -> bool:
    return bool(NUMBERS.fullmatch(dtype)) or dtype in DTYPES


def array(parts, value, names):
    dtype, dims = parts
    if value[0] == "scalar":
        # A function of 0-d arrays gives NumPy's scalars; `strict` callers look at it themselves.
        shape = ()
    elif value[0] == "array":
        shape = tuple(value[2])
    else:
        return
    for found in dtype_is(dtype, value[1], names):
        yield from dims_are(list(dims), list(shape), found)


def dtype(parts, value, names):
    if value[0] == "dtype":
        # No array is of a dtype that adds dims.
        return when(False, names) if value[1] == "subarray" else dtype_is(parts[0], value[1], names)
    # `np.float64` stands for its dtype, and a text may.
    return when(value[0] in ("class", "str", "object"), names)


def shape(parts, value, names):
    """The shape of an array, as a tuple: `shape[?[*S]]`."""
    if value[0] != "tuple" or len(value[2]) != value[1]:
        return when(value[0] == "tuple", names)
    sizes = [item[1] if item[0] == "int" else None for item in value[2]]
    return dims_are(list(parts[0]), sizes, names) if parts else when(True, names)


def sequence(kind):
    def held(parts, value, names):
        if value[0] != kind:
            return when(value[0] == "object" and kind in value[1], names)
        if len(parts) != value[1]:
            return when(False, names)
        return each(list(zip(parts, value[2], strict=False)), names)

    return held


def tuples(parts, value, names):
    if value[0] != "tuple":
        return when(value[0] == "object" and "tuple" in value[1], names)
    return each([(parts[0], item) for item in value[2]], names)


def elements(kind):
    def held(parts, value, names):
        if value[0] != kind:
            return when(value[0] == "object" and kind in value[1], names)
        if not parts:
            return when(True, names)
        if parts[0].sort == "exactly":
            return sequence(kind)(parts[0].parts, value, names)
        return each([(parts[0], item) for item in value[2]], names)

    return held


def dictionary(parts, value, names):
    if value[0] != "dict":
        return when(value[0] == "object" and "dict" in value[1], names)
    if len(parts) != 2:
        return when(True, names)
    return each([(parts[i], pair[i]) for pair in value[2] for i in (0, 1)], names)


def slices(parts, value, names):
    if value[0] != "slice":
        return when(False, names)
    return each(list(zip(parts, value[1:], strict=False)), names)


MATCH = {
    "union": union,
    "unknown": unknown,
    "other": unknown,
    "function": unknown,
    "exactly": unknown,
    "none": lambda parts, value, names: when(value[0] == "None", names),
    "literal": literal,
    "number": number,
    "instance": instance,
    "scalar": scalar,
    "array": array,
    "dtype": dtype,
    "dtypes": lambda parts, value, names: when(value[0] == "dtype", names),
    "tuple": sequence("tuple"),
    "tuples": tuples,
    "list": elements("list"),
    "set": elements("set"),
    "frozenset": elements("frozenset"),
    "dict": dictionary,
    "slice": slices,
    "shape": shape,
}


# --- dtypes, sizes -------------------------------------------------------------------------------


def dtype_is(wanted: str, given: str, names: Names) -> Iterator[Names]:
    if wanted in KINDS:
        return when(KINDS[wanted] == given, names)
    if wanted == "?":
        return when(True, names)
    if fixed(wanted):
        return when(wanted == given, names)
    if "(" in wanted:
        return when(computed(wanted, given, names), names)
    key = f"dtype {wanted}"
    if wanted in LETTERS and (wanted == given or "closed" in names):
        return when(wanted == given, names)
    if key in names:
        return when(names[key] == given, names)
    return iter([names | {key: given}])


def computed(wanted: str, given: str, names: Names) -> bool:
    """A dtype that is computed from others: no more than its kind is held."""
    head = wanted.partition("(")[0].strip()
    kind = RANGES.get(re.sub(r"\d+", "", given))
    if head == "inexact":
        return kind is None or kind >= 2
    if head == "real":
        return kind is None or kind < 3
    if head == "promote":
        inner = [
            join(part) for part in split(TOKEN.findall(wanted.partition("(")[2].rpartition(")")[0]))
        ]
        known = [names.get(f"dtype {one}", one if fixed(one) else None) for one in inner]
        if None in known or not all(NUMBERS.fullmatch(one) for one in known):
            return True
        import numpy as np

        return np.result_type(*known).name == np.dtype(given).name
    return True


def dims_are(dims: list[str], shape: list[int], names: Names) -> Iterator[Names]:
    """The ways in which a shape is these dims."""
    if not dims:
        yield from when(not shape, names)
        return
    first, *rest = dims
    if first == "...":
        for count in range(len(shape) + 1):
            yield from dims_are(rest, shape[count:], names)
    elif first.startswith("*"):
        name = first[1:].strip()
        key = f"shape {name}"
        for count in range(len(shape) + 1):
            own = tuple(shape[:count])
            if key in names:
                if names[key] == own:
                    yield from dims_are(rest, shape[count:], names)
            elif NAME.fullmatch(name):
                yield from dims_are(rest, shape[count:], names | {key: own})
            else:
                yield from dims_are(rest, shape[count:], names)
    elif shape:
        for found in equal(first, shape[0], names):
            yield from dims_are(rest, shape[1:], found)


def equal(wanted: str, given: int | None, names: Names) -> Iterator[Names]:
    """The ways in which an expression is a number."""
    if wanted == "?" or given is None:
        return when(True, names)
    if NAME.fullmatch(wanted):
        if wanted in names:
            return when(names[wanted] == given, names)
        return iter([names | {wanted: given}])
    found = evaluate(wanted, names)
    if found is None:
        # Once all names are bound it can be told.
        return iter([names | {"later": (*names.get("later", ()), (wanted, given))}])
    return when(found == given, names)


def settled(names: Names) -> bool:
    """Whether what had to wait for names holds."""
    return all(evaluate(text, names) in (None, given) for text, given in names.get("later", ()))


def evaluate(text: str, names: Names) -> int | None:
    """An expression over sizes; None where it can't be told."""
    python = compiled(text)
    if python is None:
        return None
    space: Names = {"prod": lambda *sizes: math.prod(sizes), "min": min, "max": max}
    for name in python.co_names:
        if name in space:
            continue
        plain_name = name.replace("_number_", "#")
        found = names.get(plain_name, names.get(f"shape {plain_name}"))
        if found is None:
            return None
        space[name] = found
    try:
        found = eval(python, {"__builtins__": {}}, space)
    except Exception:
        return None
    return found if isinstance(found, int) else None


@functools.cache
def compiled(text: str):
    try:
        return compile(text.replace("#", "_number_"), "size", "eval")
    except SyntaxError:
        return None
