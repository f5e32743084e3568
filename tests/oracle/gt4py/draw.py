"""Operators of GT4Py made at random: annotations, expressions over fields, calls.

What is drawn is meant to be right most of the time: an expression is made for a type, and its leaves become parameters.
Now and then a part is made for another type, so that there is something to refuse.
"""

import random
import re
import warnings

HEAD = """import gt4py.next as gtx
import numpy as np
from typing import TypeAlias
from gt4py.next import (
    Dimension, Dims, Field, FieldOffset, abs, arcsin, astype, bool, broadcast, ceil, cos, exp, float, float32, float64,
    fmod, int, int8, int16, int32, int64, isfinite, isnan, log, max_over, maximum, min_over, minimum, neg, neighbor_sum,
    power, sin, sqrt, tan, tanh, tuple, uint8, uint16, uint32, uint64, where,
)
from gt4py.next.ffront.experimental import as_offset, concat_where

I = Dimension("I")
J = Dimension("J")
K = Dimension("K", kind=gtx.DimensionKind.VERTICAL)
V = Dimension("V")
E = gtx.Dimension("E", kind=gtx.DimensionKind.HORIZONTAL)
V2EDim = Dimension("V2E", kind=gtx.DimensionKind.LOCAL)
E2VDim = Dimension("E2V", kind=gtx.DimensionKind.LOCAL)
V2E = FieldOffset("V2E", source=E, target=(V, V2EDim))
E2V = gtx.FieldOffset("E2V", source=V, target=(E, E2VDim))
Ioff = FieldOffset("Ioff", source=I, target=(I,))
Joff = FieldOffset("Joff", source=J, target=(J,))
Koff = FieldOffset("Koff", source=K, target=(K,))
IField: TypeAlias = Field[[I], float64]
KField = gtx.Field[Dims[K], float]
wpfloat = float64
PI = 3.14159
COUNT = 7
FLAG = True


@gtx.field_operator
def g_i(a: Field[[I], float64]) -> Field[[I], float64]:
    return a + 1.0


@gtx.field_operator
def g_ij(a: Field[[I], float64], b: Field[[J], float64]) -> Field[[I, J], float64]:
    return a * b


@gtx.field_operator
def g_scalar(a: Field[[], float64], b: int32) -> Field[[], float64]:
    return a


@gtx.field_operator
def g_tuple(a: tuple[Field[[I], float64], int32], m: bool) -> tuple[Field[[I], float64], bool]:
    return a[0], m


@gtx.field_operator
def g_edge(e: Field[[E], float64], w: Field[[V, V2EDim], float64]) -> Field[[V], float64]:
    return neighbor_sum(e(V2E) * w, axis=V2EDim)


@gtx.scan_operator(axis=K, forward=True, init=0.0)
def s_one(carry: float64, a: float64) -> float64:
    return carry + a


@gtx.scan_operator(axis=K, forward=False, init=(0.0, 1))
def s_two(carry: tuple[float64, int32], a: float64, n: int32) -> tuple[float64, int32]:
    return carry[0] + a, carry[1] + n


@gtx.scan_operator(axis=K, init=0.0)
def s_tuple(carry: float64, a: tuple[float64, float64]) -> float64:
    return carry + a[0] * a[1]
"""

#: The operators of the head: how many arguments, what they are, what comes out.
IF, JF, IJF, F0 = (
    (("I",), "float64"),
    (("J",), "float64"),
    (("I", "J"), "float64"),
    ((), "float64"),
)
OPERATORS = {
    "g_i": ([("a", IF)], IF),
    "g_ij": ([("a", IF), ("b", JF)], IJF),
    "g_scalar": ([("a", F0), ("b", (None, "int32"))], F0),
    "g_edge": (
        [("e", (("E",), "float64")), ("w", (("V", "V2EDim"), "float64"))],
        (("V",), "float64"),
    ),
}
SCANS = {"s_one": ["a"], "s_two": ["a", "n"], "s_tuple": ["a"]}

ORDER = ["E", "I", "J", "V", "E2VDim", "V2EDim", "K"]
DIMS = [("I",), ("J",), ("K",), ("I", "J"), ("I", "K"), ("I", "J", "K"), ("V",), ("E",), ("V", "K")]
DIMS += [("V", "V2EDim"), ("E", "E2VDim"), ("E", "K"), ()]
DTYPES = ["float64"] * 6 + ["float32", "int32", "int32", "int64", "bool", "bool", "uint8"]
FLOATS = ["float32", "float64"]
MATH = ["sin", "cos", "tan", "arcsin", "tanh", "sqrt", "exp", "log", "ceil"]

#: Dims, or None of a scalar, and a dtype; a list is a tuple of these.
Kind = tuple


class Drawer:
    """One operator."""

    def __init__(self, rng: random.Random, wrong: float) -> None:
        self.rng = rng
        self.wrong = wrong
        self.params: list[tuple[str, str]] = []
        self.known: list[tuple[str, Kind]] = []

    def kind(self) -> Kind:
        """Any type of a scalar or field."""
        dims = None if self.rng.random() < 0.15 else self.rng.choice(DIMS)
        return dims, self.rng.choice(DTYPES)

    def leaf(self, kind: Kind) -> str:
        """A literal, a name that there is, a new parameter."""
        dims, dtype = kind
        if dims is None and self.rng.random() < 0.6:
            if dtype == "float64":
                return self.rng.choice(["1.0", "0.5", "PI", "-2.0"])
            if dtype == "int32":
                return self.rng.choice(["1", "2", "COUNT", "-1"])
            if dtype == "bool":
                return self.rng.choice(["True", "False", "FLAG"])
            if dtype == "int64":
                return self.rng.choice(["int64(3)", "3000000000"])
            return f"{dtype}({'1.5' if dtype == 'float32' else '2'})"
        fitting = [name for name, own in self.known if own == kind]
        if fitting and self.rng.random() < 0.7:
            return self.rng.choice(fitting)
        name = f"p{len(self.params)}"
        self.params.append((name, annotation(kind)))
        self.known.append((name, kind))
        return name

    def expr(self, kind: Kind, depth: int) -> str:
        """An expression that is meant to have this type."""
        if self.rng.random() < self.wrong:
            kind = self.kind()
        if depth <= 0:
            return self.leaf(kind)
        dims, dtype = kind
        ways = [self.plain, self.plain, self.chosen]
        if dtype == "bool":
            ways += [self.compared, self.compared, self.logical]
        else:
            ways += [self.arithmetic] * 4 + [self.mathematics]
        if dims is not None:
            ways += [self.where, self.shifted, self.reduced, self.spread, self.regions]
            ways += [self.called] * 2
        ways += [self.cast, self.item]
        for _ in range(4):
            made = self.rng.choice(ways)(kind, depth - 1)
            if made is not None:
                return made
        return self.leaf(kind)

    def plain(self, kind: Kind, depth: int) -> str:
        return self.leaf(kind)

    def split(self, kind: Kind) -> tuple[Kind, Kind]:
        """Two types that meet in this one."""
        dims, dtype = kind
        if dims is None:
            return kind, kind
        chance = self.rng.random()
        if chance < 0.4:
            return kind, kind
        if chance < 0.6:
            return kind, (None, dtype)
        left = tuple(dim for dim in dims if self.rng.random() < 0.6)
        right = tuple(dim for dim in dims if dim not in left or self.rng.random() < 0.5)
        sides = [(left, dtype), (right, dtype)]
        self.rng.shuffle(sides)
        return sides[0], sides[1]

    def pair(self, kind: Kind, depth: int) -> tuple[str, str]:
        left, right = self.split(kind)
        return self.expr(left, depth), self.expr(right, self.rng.randint(0, max(depth, 0)))

    def arithmetic(self, kind: Kind, depth: int) -> str:
        left, right = self.pair(kind, depth)
        op = self.rng.choice(["+", "-", "*", "/", "+", "-", "*", "//", "**", "%"])
        return f"({left} {op} {right})"

    def logical(self, kind: Kind, depth: int) -> str:
        if self.rng.random() < 0.3:
            return f"({self.rng.choice(['not ', '~'])}{self.expr(kind, depth)})"
        left, right = self.pair(kind, depth)
        return f"({left} {self.rng.choice('&|^')} {right})"

    def compared(self, kind: Kind, depth: int) -> str:
        dtype = self.rng.choice(
            ["float64", "int32", "float32", "bool" if self.rng.random() < 0.2 else "int64"]
        )
        left, right = self.pair((kind[0], dtype), depth)
        return f"({left} {self.rng.choice(['<', '<=', '>', '>=', '==', '!='])} {right})"

    def mathematics(self, kind: Kind, depth: int) -> str:
        chance = self.rng.random()
        if chance < 0.2:
            return f"{self.rng.choice(['abs', 'neg'])}({self.expr(kind, depth)})"
        if chance < 0.4:
            return f"({self.rng.choice('+-')}{self.expr(kind, depth)})"
        if chance < 0.7 or (kind[1] not in FLOATS and self.rng.random() < 0.8):
            left, right = self.pair(kind, depth)
            return f"{self.rng.choice(['minimum', 'maximum', 'fmod', 'power'])}({left}, {right})"
        return f"{self.rng.choice(MATH)}({self.expr(kind, depth)})"

    def cast(self, kind: Kind, depth: int) -> str:
        dtype = self.rng.choice(DTYPES)
        name = "wpfloat" if kind[1] == "float64" and self.rng.random() < 0.3 else kind[1]
        return f"astype({self.expr((kind[0], dtype), depth)}, {name})"

    def chosen(self, kind: Kind, depth: int) -> str:
        condition = self.expr((None, "bool"), 0)
        return f"({self.expr(kind, depth)} if {condition} else {self.expr(kind, depth)})"

    def where(self, kind: Kind, depth: int) -> str:
        dims = tuple(dim for dim in kind[0] if self.rng.random() < 0.8)
        rest = (
            tuple(dim for dim in kind[0] if dim not in dims or self.rng.random() < 0.5),
            kind[1],
        )
        left, right = self.split(rest)
        return f"where({self.expr((dims, 'bool'), depth)}, {self.expr(left, depth)}, {self.expr(right, depth)})"

    def regions(self, kind: Kind, depth: int) -> str | None:
        if not kind[0]:
            return None
        dim = self.rng.choice(kind[0])
        left, right = self.split(kind)
        domain = f"{dim} {self.rng.choice(['<', '>', '==', '!=', '<=', '>='])} {self.rng.choice(['1', '2', 'COUNT'])}"
        if self.rng.random() < 0.2:
            domain = f"({domain}) & ({self.rng.choice(kind[0])} > 0)"
        return f"concat_where({domain}, {self.expr(left, depth)}, {self.expr(right, depth)})"

    def spread(self, kind: Kind, depth: int) -> str:
        dims = tuple(dim for dim in kind[0] if self.rng.random() < 0.5)
        inner = (None, kind[1]) if self.rng.random() < 0.2 else (dims, kind[1])
        names = list(kind[0])
        if self.rng.random() < self.wrong:
            self.rng.shuffle(names)
        names = ", ".join(names) + ("," if len(names) == 1 else "")
        return f"broadcast({self.expr(inner, depth)}, ({names}))"

    def shifted(self, kind: Kind, depth: int) -> str | None:
        dims, dtype = kind
        if not dims:
            return None
        ways = []
        for dim in dims:
            if dim in "IJK":
                step = self.rng.choice(["1", "-1", "2"])
                ways += [(dims, f"{dim}off[{step}]"), (dims, f"{dim} + 1"), (dims, f"{dim} - 1")]
                if self.rng.random() < 0.4:
                    own = (tuple({dim, *dims}) if False else dims, "int32")
                    ways.append((dims, f"as_offset({dim}off, {self.leaf(own)})"))
        for source, target, local, offset in (
            ("E", "V", "V2EDim", "V2E"),
            ("V", "E", "E2VDim", "E2V"),
        ):
            if target in dims and source not in dims:
                if local in dims:
                    inner = tuple(source if dim == target else dim for dim in dims if dim != local)
                    ways.append((inner, offset))
                elif not any(dim.endswith("Dim") for dim in dims):
                    inner = tuple(source if dim == target else dim for dim in dims)
                    ways.append((inner, f"{offset}[{self.rng.choice('01')}]"))
        if self.rng.random() < self.wrong:
            ways.append((dims, self.rng.choice(["V2E", "E2V[0]", "Ioff[1]", "J + 1", "1", "K"])))
        if not ways:
            return None
        inner, offset = self.rng.choice(ways)
        inner = tuple(sorted(inner, key=ORDER.index))
        value = (
            self.leaf((inner, dtype))
            if self.rng.random() < 0.7
            else f"({self.expr((inner, dtype), depth)})"
        )
        return f"{value}({offset})"

    def reduced(self, kind: Kind, depth: int) -> str | None:
        dims, dtype = kind
        if any(dim.endswith("Dim") for dim in dims):
            return None
        local = {"V": "V2EDim", "E": "E2VDim"}
        own = next((dim for dim in dims if dim in local), None)
        if own is None:
            return None
        inner = tuple(sorted({*dims, local[own]}, key=ORDER.index))
        axis = local[own] if self.rng.random() > self.wrong else self.rng.choice(ORDER)
        name = self.rng.choice(["neighbor_sum", "max_over", "min_over"])
        if self.rng.random() < 0.2:
            return f"({self.expr((inner, dtype), depth)})[{axis}(0)]"
        return f"{name}({self.expr((inner, dtype), depth)}, axis={axis})"

    def item(self, kind: Kind, depth: int) -> str:
        if self.rng.random() < self.wrong / 2:
            return (
                f"({self.expr(kind, depth)})[{self.rng.choice(['0', 'I', 'I + 1', 'V2E', '0, 1'])}]"
            )
        other = self.expr(self.kind(), 0)
        place = (
            self.rng.choice(["0", "0", "-2"])
            if self.rng.random() > self.wrong
            else self.rng.choice(["COUNT", "5", "1"])
        )
        return f"({self.expr(kind, depth)}, {other})[{place}]"

    def called(self, kind: Kind, depth: int) -> str | None:
        if kind == (("I", "K"), "float64") and self.rng.random() < 0.7:
            return f"s_one({self.expr((self.rng.choice([('I',), ('I', 'K')]), 'float64'), depth)})"
        fitting = [name for name, (_, result) in OPERATORS.items() if result == kind]
        if not fitting:
            return None
        name = self.rng.choice(fitting)
        params, _ = OPERATORS[name]
        args = [self.expr(own, depth) for _, own in params]
        return f"{name}({', '.join(args)})"


def annotation(kind: Kind) -> str:
    """The type as a program writes it."""
    dims, dtype = kind
    return dtype if dims is None else f"Field[[{', '.join(dims)}], {dtype}]"


def expression(seed: int) -> str:
    """An operator with a few statements."""
    rng = random.Random(seed)
    drawer = Drawer(rng, rng.choice([0.0, 0.03, 0.06, 0.15]))
    lines = []
    for number in range(rng.choice([0, 0, 1, 2])):
        kind = drawer.kind()
        name = f"v{number}" if rng.random() < 0.85 or not drawer.known else drawer.known[-1][0]
        chance = rng.random()
        value = drawer.expr(kind, rng.choice([1, 2]))
        if chance < 0.15:
            condition = drawer.expr((None, "bool"), 1)
            other = drawer.expr(kind, 1)
            lines += [f"if {condition}:", f"    {name} = {value}", "else:", f"    {name} = {other}"]
        elif chance < 0.25:
            second = drawer.kind()
            lines.append(f"{name}, w{number} = {value}, {drawer.expr(second, 1)}")
            drawer.known.append((f"w{number}", second))
        elif chance < 0.3 and kind[0] is None:
            lines.append(f"{name}: {annotation(kind)} = {value}")
        elif chance < 0.34:
            lines.append(f"*{name}, u{number} = {value}, {drawer.expr(drawer.kind(), 1)}, {value}")
            name = f"u{number}"
        else:
            lines.append(f"{name} = {value}")
        drawer.known = [row for row in drawer.known if row[0] != name] + [(name, kind)]
    kind = drawer.kind()
    result = drawer.expr(kind, rng.choice([1, 2, 3]))
    if rng.random() < 0.1:
        result += f", {drawer.expr(drawer.kind(), 1)}"
    arrow = f" -> {annotation(kind)}" if rng.random() < 0.3 and ", " not in result else ""
    if rng.random() < 0.06:
        lines += [f"if {drawer.expr((None, 'bool'), 0)}:", f"    return {drawer.expr(kind, 1)}"]
    lines.append(f"return {result}")
    params = ", ".join(f"{name}: {text}" for name, text in drawer.params)
    body = "".join(f"    {line}\n" for line in lines)
    if rng.random() < 0.2:
        body = mutated(rng, body)
    return f"@gtx.field_operator\ndef f({params}){arrow}:\n{body}"


#: What stands for each other when one word of an operator is another.
CLASSES = [
    ["+", "-", "*", "/", "//", "**", "%", "&", "|", "^", "<", "==", "and", "or", "<<", "@", "is"],
    [
        "I",
        "J",
        "K",
        "V",
        "E",
        "V2EDim",
        "E2VDim",
        "V2E",
        "E2V",
        "Ioff",
        "Koff",
        "COUNT",
        "PI",
        "FLAG",
        "IField",
        "missing",
    ],
    [
        "float64",
        "float32",
        "int32",
        "int64",
        "bool",
        "uint8",
        "wpfloat",
        "int",
        "float",
        "np.float32",
        "tuple",
        "str",
    ],
    ["0", "1", "2", "-1", "1.0", "2.5", "True", "3000000000", "'text'", "None", "1j", "0x10"],
    [
        "where",
        "concat_where",
        "broadcast",
        "astype",
        "minimum",
        "power",
        "g_ij",
        "g_scalar",
        "s_two",
        "max",
    ],
    ["sin", "abs", "neg", "isnan", "sqrt", "g_i", "s_one", "len", "int32", "not", "-", "+", "~"],
    ["neighbor_sum", "max_over", "min_over", "sum", "broadcast"],
    ["axis", "dims", "out"],
    ["return", "pass", "x ="],
]


def mutated(rng: random.Random, body: str) -> str:
    """The text with one word in the place of another."""
    words = list(re.finditer(r"[A-Za-z_]\w*(?:\.\w+)?|\d+\.\d+|\d+|//|\*\*|[-+*/&|^<%~]|==", body))
    names = [word.group() for word in words if re.fullmatch(r"[pv]\d+", word.group())]
    for _ in range(8):
        word = rng.choice(words)
        own = [known for known in [*CLASSES, names] if word.group() in known]
        if own:
            other = body[: word.start()] + rng.choice(own[0]) + body[word.end() :]
            return other if is_python(other) else body
    return body


def is_python(body: str) -> bool:
    """Whether it can be read at all: what can't is nobody's operator."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(f"def f():\n{body}", "operator.py", "exec")
        except SyntaxError:
            return False
    return True


ATOMS = [
    "int",
    "float",
    "bool",
    "str",
    "float32",
    "float64",
    "int8",
    "int32",
    "int64",
    "uint8",
    "uint64",
    "np.float32",
    "np.int64",
    "np.float64",
    "gtx.float64",
    "gtx.int32",
    "wpfloat",
    "IField",
    "KField",
]
NO_ATOMS = [
    "complex",
    "np.float16",
    "object",
    "None",
    "I",
    "np.ndarray",
    "list[int]",
    "dict[int, int]",
    "Dimension",
    "int | float",
    "Field",
    "tuple",
    "V2E",
    "np.complex64",
    "bytes",
]


def hint(rng: random.Random, depth: int) -> str:
    """An annotation."""
    chance = rng.random()
    if chance < 0.1:
        return rng.choice(NO_ATOMS)
    if chance < 0.35 or depth == 0:
        return rng.choice(ATOMS)
    if chance < 0.6:
        items = [hint(rng, depth - 1) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.05:
            items.append("...")
        return f"{rng.choice(['tuple', 'tuple', 'tuple'])}[{', '.join(items)}]"
    count = rng.choice([0, 1, 1, 2, 2, 3])
    dims = [rng.choice(ORDER) for _ in range(count)]
    if rng.random() < 0.8:
        dims = sorted(set(dims), key=ORDER.index)
    if rng.random() < 0.04:
        dims.append(rng.choice(["int", "V2E", "1", "PI"]))
    elements = rng.choice(ATOMS[:17]) if rng.random() < 0.9 else hint(rng, 0)
    chance = rng.random()
    if chance < 0.85:
        inner = f"[{', '.join(dims)}]"
    elif chance < 0.95 and dims:
        inner = f"Dims[{', '.join(dims)}]"
    else:
        inner = rng.choice(["...", "I", "(I, J)"])
    text = f"{rng.choice(['Field', 'gtx.Field'])}[{inner}, {elements}]"
    return f'"{text}"' if rng.random() < 0.05 and depth > 1 else text


def annotated(seed: int) -> str:
    """An operator with an annotation."""
    rng = random.Random(seed)
    text = hint(rng, 2)
    return f"@gtx.field_operator\ndef f(a: {text}):\n    return a\n"


def call(seed: int) -> str:
    """A call of an operator of the head, in an operator or a program."""
    rng = random.Random(seed)
    drawer = Drawer(rng, 0.0)
    name = rng.choice([*OPERATORS, *SCANS, "g_tuple"])
    if name in OPERATORS:
        params, result = OPERATORS[name]
        args = [
            (own, drawer.leaf(kind if rng.random() < 0.75 else drawer.kind()))
            for own, kind in params
        ]
        out = annotation(result)
    elif name == "g_tuple":
        first = rng.choice(
            ["(p_i, 1)", "(p_i, p_n)", "(p_n, 1)", "p_i", "(p_i, 1, 1)", "(p_i, (1,))"]
        )
        drawer.params += [("p_i", "Field[[I], float64]"), ("p_n", "int32")]
        args = [
            ("a", first),
            (
                "m",
                drawer.leaf((None, "bool")) if rng.random() < 0.8 else drawer.leaf(drawer.kind()),
            ),
        ]
        out = "tuple[Field[[I], float64], bool]"
    else:
        args = []
        dims = rng.choice([None, ("I",), ("K",), ("I", "K"), ("V",)])
        for own in SCANS[name]:
            dtype = "int32" if own == "n" else "float64"
            kinds = [
                (rng.choice([dims, None]), dtype if rng.random() < 0.9 else "float32")
                for _ in range(2)
            ]
            leaves = [drawer.leaf(kind) for kind in kinds]
            is_pair = (name == "s_tuple") != (rng.random() < 0.1)
            args.append((own, f"({', '.join(leaves)})" if is_pair else leaves[0]))
        own = [dim for dim in ORDER if dim in (dims or ()) or dim == "K"]
        out = f"Field[[{', '.join(own)}], float64]"
        out = f"tuple[{out}, {out.replace('float64', 'int32')}]" if name == "s_two" else out
    chance = rng.random()
    if chance < 0.05 and args:
        args.pop()
    elif chance < 0.1:
        args.append(("more", drawer.leaf(drawer.kind())))
    named = rng.choice([0, 0, 0, 1, 2])
    texts = [
        text if place < len(args) - named else f"{own}={text}"
        for place, (own, text) in enumerate(args)
    ]
    if rng.random() < 0.04 and named:
        texts[-1] = "other=" + texts[-1].split("=")[-1]
    if rng.random() < 0.5:
        params = ", ".join(f"{own}: {text}" for own, text in drawer.params)
        return f"@gtx.field_operator\ndef f({params}):\n    return {name}({', '.join(texts)})\n"
    if rng.random() < 0.9:
        texts.append("out=out")
    if rng.random() < 0.15:
        out = annotation(drawer.kind())
    if rng.random() < 0.3:
        domain = rng.choice(
            [
                "{I: (0, 5)}",
                "{I: (0, n), K: (1, n)}",
                "{I: (0, 1.0)}",
                "{K: (0, 5, 6)}",
                "{V: (0, n)}",
                "{1: (0, 2)}",
            ]
        )
        texts.append(f"domain={domain}")
    params = ", ".join(
        f"{own}: {text}" for own, text in [*drawer.params, ("out", out), ("n", "int32")]
    )
    return f"@gtx.program\ndef f({params}):\n    {name}({', '.join(texts)})\n"


def program(seed: int) -> str:
    """A program: several calls with arguments that are computed, tuples, slices, domains."""
    rng = random.Random(seed)
    params = {
        "a": "Field[[I], float64]",
        "b": "Field[[J], float64]",
        "c": "Field[[I, J], float64]",
        "k": "Field[[I, K], float64]",
        "m": "Field[[I, K], int32]",
        "e": "Field[[E], float64]",
        "w": "Field[[V, V2EDim], float64]",
        "v": "Field[[V], float64]",
        "t": "tuple[Field[[I], float64], Field[[I], bool]]",
        "x": "float64",
        "n": "int32",
        "f": "bool",
    }
    names = list(params)
    calls = [
        ["g_i", ["a"], "a"],
        ["g_ij", ["a", "b"], "c"],
        ["g_edge", ["e", "w"], "v"],
        ["s_one", ["k"], "k"],
        ["s_one", ["a"], "k"],
        ["s_two", ["k", "n"], "(k, m)"],
        ["s_two", ["x", "m"], "(k, m)"],
        ["g_scalar", ["x", "n"], "x"],
        ["s_tuple", ["(a, x)"], "k"],
    ]
    scalars = {
        "x": ["x", "x * 2.0", "x + PI", "1.0", "-1.0", "x ** 2", "x / x"],
        "n": ["n", "n + 1", "n % 2", "3", "-2", "n // 2", "COUNT"],
    }
    lines = []
    for _ in range(rng.choice([1, 1, 2])):
        name, args, out = rng.choice(calls)
        args = [rng.choice(scalars.get(arg, [arg])) for arg in args]
        if rng.random() < 0.25:
            place = rng.randrange(len(args))
            args[place] = rng.choice(
                [
                    *names,
                    "a + a",
                    "-x",
                    "x < 1.0",
                    "x + n",
                    "f & f",
                    "~f",
                    "g_i(a)",
                    "sin(x)",
                    "(a, a)",
                ]
            )
        texts = list(args)
        if rng.random() < 0.2:
            out = rng.choice([*names, "(a, a)", "(k, (m,))", "g_i", "I", "(k, m)[0]"])
        elif rng.random() < 0.2 and "(" not in out:
            out = f"{out}[{rng.choice(['1:-1', '0:n', '1:', ':, 1:2', '2', 'n:n'])}]"
        if rng.random() < 0.95:
            texts.append(f"out={out}")
        if rng.random() < 0.4:
            bound = [rng.choice(["0", "n", "n - 1", "5", "minimum(n, 3)"]) for _ in range(4)]
            one = f"{{I: ({bound[0]}, {bound[1]})}}"
            domain = rng.choice(
                [
                    one,
                    f"{{I: ({bound[0]}, {bound[1]}), K: ({bound[2]}, {bound[3]})}}",
                    f"({one}, {one})",
                ]
            )
            if rng.random() < 0.2:
                domain = rng.choice(
                    ["{}", "{I: (0, x)}", "{I: (0, 1, 2)}", "{n: (0, 1)}", "n", f"({one},)"]
                )
            texts.append(f"domain={domain}")
        lines.append(f"{name}({', '.join(texts)})")
    if rng.random() < 0.05:
        lines.append(rng.choice(["y = a", "return a", "a", "pass", "n + 1", "minimum(n, n)"]))
    own = ", ".join(f"{name}: {text}" for name, text in params.items())
    body = "".join(f"    {line}\n" for line in lines)
    return f"@gtx.program\ndef f({own}):\n{body}"


#: What is drawn, and how much of it by default.
KINDS = {
    "expressions": (expression, 5000),
    "annotations": (annotated, 1000),
    "calls": (call, 1000),
    "programs": (program, 1000),
}
