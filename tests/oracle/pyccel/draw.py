"""Small programs over Pyccel's subset, drawn from rows of productions.

A program is a module with one function or two. Values are drawn by the type that they are likely to have, so that most
programs compile; one in a few has a statement that is drawn without regard to types.
"""

import random
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import templates

SCALARS = [
    "bool",
    "int",
    "float",
    "complex",
    "int8",
    "int16",
    "int32",
    "int64",
    "float32",
    "float64",
    "complex64",
    "complex128",
]
WHOLE = ["bool", "int", "int8", "int16", "int32", "int64"]
REAL = ["int", "float", "int8", "int16", "int32", "int64", "float32", "float64"]
UNARY = "sqrt exp log sin cos tan arcsin arctan sinh cosh tanh".split()
TESTS = ["isnan", "isinf", "isfinite"]
MATH = ["sqrt", "sin", "cos", "exp", "floor", "ceil"]


class Drawer:
    """Draws one program."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names: dict[str, str] = {}
        self.lines: list[str] = []
        self.count = 0

    def pick(self, *kinds: str) -> str | None:
        """A variable whose type begins with one of these words."""
        fitting = [name for name, kind in self.names.items() if kind in kinds]
        return self.random.choice(fitting) if fitting else None

    def fresh(self, kind: str) -> str:
        self.count += 1
        name = f"v{self.count}"
        self.names[name] = kind
        return name

    def scalar(self) -> str:
        """A number."""
        literal = self.random.choice(["1", "2", "3.5", "True", "2j", "-4", "0.5"])
        known = self.pick("scalar", "whole", "real") if self.random.random() < 0.8 else None
        return known or literal

    def number(self) -> str:
        return self.pick("scalar", "whole", "real") or "2"

    def real(self) -> str:
        return self.pick("real", "whole") or "3"

    def whole(self) -> str:
        return self.pick("whole") or "5"

    def array(self) -> str:
        return self.pick("array1", "array2", "array3") or "np.zeros(3)"

    # --- productions ------------------------------------------------------------------------

    def arithmetic(self) -> None:
        op = self.random.choice(["+", "-", "*", "/"])
        a, b = self.scalar(), self.number()
        self.lines.append(f"{self.fresh('scalar')} = {a} {op} {b}")

    def division(self) -> None:
        op = self.random.choice(["//", "%", "/"])
        self.lines.append(f"{self.fresh('real')} = {self.real()} {op} {self.real()}")

    def is_rare(self) -> bool:
        """Is something to be drawn at which Pyccel is known to do otherwise than its document, NumPy or Python?"""
        return self.random.random() < 1 / QUIRKS

    def power(self) -> None:
        exponent = self.random.choice(["2", "3", "2.0" if self.is_rare() else "2", self.real()])
        self.lines.append(f"{self.fresh('scalar')} = {self.number()} ** {exponent}")

    def bits(self) -> None:
        op = self.random.choice(["&", "|", "^", "<<", ">>"])
        right = self.random.choice([self.whole(), "1"])
        self.lines.append(f"{self.fresh('whole')} = {self.whole()} {op} {right}")

    def unary(self) -> None:
        op = self.random.choice(["-", "+", "not "])
        self.lines.append(
            f"{self.fresh('whole' if op == 'not ' else 'scalar')} = {op}{self.number()}"
        )

    def invert(self) -> None:
        self.lines.append(f"{self.fresh('whole')} = ~{self.whole()}")

    def comparison(self) -> None:
        op = self.random.choice(["<", "<=", "==", "!=", ">", ">="])
        self.lines.append(f"{self.fresh('flag')} = {self.real()} {op} {self.real()}")

    def logic(self) -> None:
        op = self.random.choice(["and", "or"])
        self.lines.append(f"{self.fresh('flag')} = {self.real()} {op} {self.real()}")

    def conditional(self) -> None:
        self.lines.append(f"{self.fresh('real')} = {self.real()} if n > 1 else {self.real()}")

    def cast(self) -> None:
        name = self.random.choice(SCALARS)
        call = name if name in ("bool", "int", "float", "complex") else f"np.{name}"
        self.lines.append(
            f"{self.fresh('scalar' if 'complex' in name else 'real')} = {call}({self.real()})"
        )

    def mathematics(self) -> None:
        name = self.random.choice(MATH)
        self.lines.append(f"{self.fresh('real')} = math.{name}({self.real()})")

    def builtin(self) -> None:
        call = self.random.choice(
            [
                f"abs({self.number()})",
                f"round({self.pick('float') or '2.5'})",
                f"round({self.pick('float') or '2.5'}, 1)",
            ]
        )
        self.lines.append(f"{self.fresh('real')} = {call}")

    def creation(self) -> None:
        rank = self.random.randint(1, 3)
        shape = ", ".join(self.random.choice(["2", "3", "4"]) for _ in range(rank))
        name = self.random.choice(["zeros", "ones", "empty"])
        dtype = self.random.choice(
            [
                "",
                f", dtype={self.random.choice(['int', 'float', 'bool', 'complex'])}",
                f", dtype='{self.random.choice(SCALARS[4:])}'",
                f", dtype=np.{self.random.choice(SCALARS[4:])}",
            ]
        )
        order = self.random.choice(["", "", ", order='F'", ", order='C'"])
        self.lines.append(
            f"{self.fresh(f'array{rank}')} = np.{name}(({shape},){dtype}{order})"
            if rank == 1
            else f"{self.fresh(f'array{rank}')} = np.{name}(({shape}){dtype}{order})"
        )

    def made(self) -> None:
        value = self.random.choice(
            ["[1, 2, 3]", "[1.0, 2.0]", "[[1, 2], [3, 4]]", "(1, 2)", "[True, False]"]
        )
        rank = 2 if "[[" in value else 1
        extra = self.random.choice(
            ["", "", ", dtype=float", ", order='F'" if rank == 2 else "", ", dtype='int32'"]
        )
        self.lines.append(f"{self.fresh(f'array{rank}')} = np.array({value}{extra})")

    def ranged(self) -> None:
        call = self.random.choice(
            [
                "np.arange(5)",
                "np.arange(0.0, 1.0, 0.1)",
                f"np.arange({self.pick('int') or 4})",
                "np.linspace(0, 1, 5)",
                "np.full(3, 2.0)",
                "np.full((2, 3), 1)",
            ]
        )
        rank = 2 if "(2, 3)" in call else 1
        self.lines.append(f"{self.fresh(f'array{rank}')} = {call}")

    def like(self) -> None:
        name, array = (
            self.random.choice(["zeros_like", "ones_like", "empty_like"]),
            self.pick("array1", "array2", "array3"),
        )
        if array:
            extra = self.random.choice(["", "", ", dtype=int", ", dtype='float32'"])
            self.lines.append(f"{self.fresh(self.names[array])} = np.{name}({array}{extra})")

    def array_arithmetic(self) -> None:
        array = self.pick("array1", "array2", "array3")
        if array:
            op = self.random.choice(["+", "-", "*", "/", "//", "%", "**"])
            other = self.random.choice(
                [array, self.real(), "2", "0.5", self.pick(self.names[array]) or array]
            )
            kind = self.names[array]
            self.lines.append(f"{self.fresh(kind)} = {array} {op} {other}")

    def array_bits(self) -> None:
        array = self.pick("iarray1", "iarray2")
        if array:
            op = self.random.choice(["&", "|", "^", "<<", ">>"])
            other = self.random.choice([array, self.whole(), "1"])
            self.lines.append(f"{self.fresh(self.names[array])} = {array} {op} {other}")

    def array_comparison(self) -> None:
        array = self.pick("array1", "array2", "array3")
        if array:
            op = self.random.choice(["<", "==", ">=", "!="])
            other = self.random.choice([array, "1", "0.5"])
            self.lines.append(f"{self.fresh('mask')} = {array} {op} {other}")

    def index(self) -> None:
        array = self.pick("array1", "array2", "array3")
        if array:
            rank = int(self.names[array][-1])
            keys = [
                self.random.choice(["0", ":", "1:", ":2", "::2", "-1", self.pick("int") or "1"])
                for _ in range(self.random.randint(1, rank))
            ]
            left = rank - sum(":" not in key for key in keys)
            kind = f"view{left}" if left else "real"
            self.lines.append(f"{self.fresh(kind)} = {array}[{', '.join(keys)}]")

    def transpose(self) -> None:
        array = self.pick("array2", "array3", "array1")
        if array:
            text = self.random.choice([f"{array}.T", f"np.transpose({array})"])
            self.lines.append(f"{self.fresh('view' + self.names[array][-1])} = {text}")

    def elementwise(self) -> None:
        array = self.pick("array1", "array2", "array3") or self.real()
        name = self.random.choice(UNARY + TESTS)
        self.lines.append(f"{self.fresh('result')} = np.{name}({array})")

    def elementwise_scalar(self) -> None:
        self.lines.append(f"{self.fresh('result')} = np.{self.random.choice(UNARY)}({self.real()})")

    def reduction(self) -> None:
        array = self.pick("array1", "array2", "array3", "iarray1", "iarray2")
        if array:
            name = self.random.choice(["sum", "amax", "amin", "prod", "max", "min"])
            axis = (
                ", axis=0" if self.random.random() < 0.2 and name in ("sum", "amax", "amin") else ""
            )
            text = (
                f"np.{name}({array}{axis})"
                if self.random.random() < 0.7 or axis
                else f"{array}.sum()"
            )
            self.lines.append(f"{self.fresh('result')} = {text}")

    def product(self) -> None:
        a, b = self.pick("array2"), self.pick("array2", "array1")
        if a and b:
            text = self.random.choice([f"{a} @ {b}", f"np.matmul({a}, {b})"])
            self.lines.append(f"{self.fresh('result')} = {text}")

    def where(self) -> None:
        array = self.pick("array1", "array2")
        if array:
            self.lines.append(
                f"{self.fresh('result')} = np.where({array} > 1, {array}, {self.random.choice([array, '2.0', '1'])})"
            )

    def measure(self) -> None:
        array = self.pick("array1", "array2", "array3")
        if array:
            text = self.random.choice(
                [
                    f"{array}.shape",
                    f"{array}.size",
                    f"np.size({array})",
                    f"np.shape({array})",
                    f"len({array})",
                    f"{array}.shape[0]",
                    f"np.count_nonzero({array})",
                ]
            )
            self.lines.append(f"{self.fresh('result')} = {text}")

    def parts(self) -> None:
        array = self.pick("array1", "array2", "array3")
        if array:
            text = self.random.choice(
                [
                    f"np.real({array})",
                    f"np.imag({array})",
                    f"np.abs({array})",
                    f"np.conj({array})",
                    f"np.copy({array})",
                    f"{array}.copy()",
                    f"np.sign({array})",
                    f"{array}.real",
                    f"{array}.imag",
                    f"np.floor({array})",
                ]
            )
            self.lines.append(f"{self.fresh('result')} = {text}")

    def sequence(self) -> None:
        item = self.random.choice(["1", "2.5", "True", "1j", "'s'", self.real()])
        self.lines.append(f"{self.fresh('list')} = [{item}, {item}]")

    def nested(self) -> None:
        self.lines.append(
            f"{self.fresh('result')} = {self.random.choice(['[[1, 2], [3, 4]]', '[(1, 2), (3, 4)]', '[[1.0], [2.0]]', '(1, (2.0, 3))', '((1, 2), (3, 4))'])}"
        )

    def of_list(self) -> None:
        name = self.pick("list")
        if name:
            text = self.random.choice(
                [
                    f"{name}[0]",
                    f"{name}[1:]",
                    f"{name} + {name}",
                    f"{name} * 2",
                    f"len({name})",
                    f"{name}.copy()",
                    f"{name}.pop()",
                    f"tuple({name})",
                    f"[x for x in {name}]",
                    f"1 in {name}",
                ]
            )
            self.lines.append(f"{self.fresh('result')} = {text}")

    def list_method(self) -> None:
        name = self.pick("list")
        if name:
            self.lines.append(
                self.random.choice(
                    [
                        f"{name}.append({name}[0])",
                        f"{name}.clear()",
                        f"{name}.reverse()",
                        f"{name}.extend({name})",
                        f"{name}.insert(0, {name}[0])",
                        f"{name}.append(1.5)",
                    ]
                )
            )

    def sets(self) -> None:
        item = self.random.choice(["1", "2.5", "True", self.real()])
        name = self.fresh("set")
        self.lines.append(f"{name} = {{{item}, {item}}}")
        self.lines.append(
            f"{self.fresh('result')} = "
            + self.random.choice(
                [
                    f"{name} | {name}",
                    f"{name}.copy()",
                    f"{name}.pop()",
                    f"len({name})",
                    f"{name}.union({name})",
                    f"1 in {name}",
                    f"{name} & {name}",
                    f"{name} - {name}",
                ]
            )
        )

    def dicts(self) -> None:
        key, value = (
            self.random.choice(["1", "2"]),
            self.random.choice(["1.0", "2", "True", self.real()]),
        )
        name = self.fresh("dict")
        self.lines.append(f"{name} = {{{key}: {value}}}")
        self.lines.append(
            f"{self.fresh('result')} = "
            + self.random.choice(
                [
                    f"{name}[{key}]",
                    f"{name}.get({key})",
                    f"len({name})",
                    f"{key} in {name}",
                    f"{name}.copy()",
                    f"{name}.pop({key})",
                ]
            )
        )

    def tuples(self) -> None:
        items = [
            self.random.choice(["1", "2.5", "True", self.real()])
            for _ in range(self.random.randint(1, 3))
        ]
        name = self.fresh("tuple")
        self.lines.append(f"{name} = ({', '.join(items)},)")
        self.lines.append(
            f"{self.fresh('result')} = "
            + self.random.choice(
                [
                    f"{name}[0]",
                    f"{name}[-1]" if self.is_rare() else f"{name}[0]",
                    f"len({name})",
                    f"{name} + {name}",
                    f"{name} * 2",
                ]
            )
        )

    def unpacking(self) -> None:
        a, b = self.fresh("real"), self.fresh("real")
        self.lines.append(
            f"{a}, {b} = {self.random.choice(['1, 2.0', '(3, 4)', f'{self.real()}, {self.real()}'.replace(a, '1').replace(b, '2')])}"
        )

    def loop(self) -> None:
        target, body = self.fresh("loop"), self.fresh("loop")
        array = self.pick("array1", "array2", "list") or "range(3)"
        iterated = self.random.choice(
            ["range(5)", f"range({self.pick('int') or 3})", array, "[1, 2]", "(1.0, 2.0)"]
        )
        self.lines += [f"for {target} in {iterated}:", f"    {body} = {target}"]

    def enumeration(self) -> None:
        array = self.pick("array1", "list")
        if not array:
            return
        i, e = self.fresh("loop"), self.fresh("loop")
        self.lines += [
            f"for {i}, {e} in {self.random.choice([f'enumerate({array})', f'zip({array}, {array})'])}:",
            "    pass",
        ]

    def augmented(self) -> None:
        name = self.pick("real", "array1", "array2", "int", "float")
        if name:
            self.lines.append(
                f"{name} {self.random.choice(['+=', '-=', '*=', '/=', '//='])} {self.random.choice(['1', '2', '0.5', self.real()])}"
            )

    def again(self) -> None:
        """A name that is there already, with a value of its type or another."""
        name = self.pick("real", "scalar", "flag", "array1", "array2", "list", "int", "float")
        if name and not name.startswith("v"):
            name = None
        if name:
            value = {"array1": "np.ones(3)", "array2": "np.ones((2, 3))", "list": "[1, 2]"}.get(
                self.names[name], self.random.choice(["1", "2.0", "True", self.real()])
            )
            self.lines.append(f"{name} = {value}")

    def alias(self) -> None:
        array = self.pick("array1", "array2", "list")
        if array:
            self.lines.append(f"{self.fresh('alias')} = {array}")

    def branch(self) -> None:
        name = self.fresh("real")
        one, two = (
            self.random.choice(["1", "2.0", self.real()]),
            self.random.choice(["1", "2.0", self.real()]),
        )
        one, two = one.replace(name, "1"), two.replace(name, "2")
        self.lines += ["if n > 1:", f"    {name} = {one}", "else:", f"    {name} = {two}"]

    def store(self) -> None:
        array = self.pick("array1")
        if array:
            self.lines.append(f"{array}[0] = {self.random.choice(['1', '2.5', self.real()])}")

    def texts(self) -> None:
        self.lines.append(
            f"{self.fresh('result')} = "
            + self.random.choice(["'a' + 'b'", "len('abc')", "'a' == 'b'", "'x'"])
        )

    def call(self) -> None:
        self.lines.append(
            f"{self.fresh('result')} = g({self.real()}, {self.random.choice(['1', '2.0', self.real()])})"
        )

    def parameters(self) -> str:
        """Annotated parameters."""
        found = []
        for number in range(self.random.randint(1, 4)):
            name = f"p{number}"
            draw = self.random.random()
            if draw < 0.55:
                kind = self.random.choice(SCALARS)
                self.names[name] = (
                    kind
                    if kind in ("int", "float")
                    else "whole"
                    if kind in WHOLE
                    else "real"
                    if kind in REAL
                    else "scalar"
                )
                if kind == "int":
                    self.names[name] = "whole"
                if kind == "float":
                    self.names[name] = "real"
                found.append(f"{name} : '{kind}'")
            elif draw < 0.9:
                rank = self.random.randint(1, 3)
                kind = self.random.choice([*SCALARS[1:], "bool"])
                order = "(order=F)" if self.random.random() < 0.3 else ""
                self.names[name] = (
                    f"array{rank}"
                    if kind not in WHOLE or rank == 3 or self.random.random() < 0.4
                    else f"iarray{rank}"
                )
                found.append(f"{name} : '{kind}[{','.join(':' * rank)}]{order}'")
            elif draw < 0.95:
                kind = self.random.choice(["int", "float", "bool", "complex"])
                self.names[name] = "list"
                found.append(f"{name} : 'list[{kind}]'")
            else:
                self.names[name] = "real"
                found.append(f"{name} : 'int | float'")
        self.names["n"] = "int"
        found.append("n : int")
        return ", ".join(found)

    def module(self) -> str:
        """The program."""
        header = self.parameters()
        productions: list[Callable[[], None]] = [getattr(self, name) for name in PRODUCTIONS]
        for _ in range(self.random.randint(2, 6)):
            self.random.choice(productions)()
        kind = self.random.choice(["int", "float", "'int | float'", "float"])
        other = f"def g(x : {kind}, y : {self.random.choice(['int', 'float', kind])}):\n    return x + y\n\n"
        uses = any(" = g(" in line for line in self.lines)
        result = (
            [f"return {self.random.choice(sorted(self.names))}"]
            if self.random.random() < 0.5
            else []
        )
        body = "".join(f"    {line}\n" for line in self.lines + result) or "    pass\n"
        return f"import math\nimport numpy as np\n\n{other if uses else ''}def f({header}):\n{body}"


PRODUCTIONS = [
    "arithmetic", "division", "power", "bits", "unary", "invert", "comparison", "logic", "conditional", "cast", "mathematics",
    "builtin", "creation", "made", "ranged", "like", "array_arithmetic", "array_bits", "array_comparison", "index", "transpose",
    "elementwise", "elementwise_scalar", "reduction", "product", "where", "measure", "parts", "sequence", "nested", "of_list",
    "list_method", "sets", "dicts", "tuples", "unpacking", "loop", "enumeration", "augmented", "again", "alias", "branch", "store",
    "texts", "call",
]  # fmt: skip


#: How programs are drawn: freely, or by rows of the reference in turn.
KINDS = (
    "freely drawn programs",
    "rows of statements",
    "rows of modules",
    "rows at which Pyccel is known to do otherwise",
)

#: One program in so many is of a row at which Pyccel is known to do otherwise than its document, NumPy or Python.
QUIRKS = 100


def kind_of(seed: int) -> str:
    """Half of the programs are drawn freely."""
    return KINDS[3 if seed % QUIRKS == QUIRKS - 1 else (1, 1, 2, 0, 0, 0)[seed % 6]]


def draw(seed: int) -> str:
    """The program of a seed."""
    kind, place = kind_of(seed), seed // 6
    if kind == KINDS[3]:
        return templates.of_quirks(seed // QUIRKS)
    if kind == KINDS[1]:
        return templates.of_statements(2 * place + seed % 6)
    return templates.of_module(place) if kind == KINDS[2] else Drawer(seed).module()
