"""Operators of GT4Py made at random: expressions over fields.

What is drawn is meant to be right most of the time: an expression is made for a type, and its leaves become parameters.
Now and then a part is made for another type, so that there is something to refuse.
"""

import random
import re
import warnings
from pathlib import Path

#: The module that they stand behind.
HEAD = (Path(__file__).parent / "head.txt").read_text(encoding="utf-8")

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
