"""Programs by rows of the reference: statements and whole modules with holes, each row in a right and a wrong way.

A hole is a word in braces. `{v}`, `{w}`, `{u}`, `{k}` are names that are new in each use; the others are drawn from `HOLES`
or from the variables that there are.

A row behind a `~` is one at which Pyccel is known to do otherwise than its document, NumPy or Python: each has a row in
`judged.toml`. Of all programs one in `draw.QUIRKS` is of such a row, in turn; the others have none.
"""

import random
import re
from pathlib import Path

HERE = Path(__file__).parent

NUMBERS = (
    "int float complex bool int8 int16 int32 int64 float32 float64 complex64 complex128".split()
)
REALS = "int float int8 int16 int32 int64 float32 float64".split()

#: What a hole is filled with, if not with a variable.
HOLES: dict[str, list[str]] = {
    "lit": ["1", "2", "2.5", "True", "1j", "0", "-3", "-1.5"],
    "whole": ["0", "1", "2", "-1", "n", "n - 1"],
    "T": NUMBERS,
    "R": REALS,
    "native": ["int", "float", "complex", "bool"],
    "np": NUMBERS[4:],
    "E": [
        "'int[:]'",
        "'float[:]'",
        "'float[:,:]'",
        "'float[:,:](order=F)'",
        "'float32[:]'",
        "'int32[:,:]'",
        "'bool[:]'",
    ],
    "any": [
        "int",
        "float",
        "'int8'",
        "'float32'",
        "str",
        "list[int]",
        "list[float]",
        "set[int]",
        "dict[int, float]",
        "tuple[int, ...]",
        "tuple[int, float]",
        "'int[:]'",
        "'float[:,:]'",
        "'float[:,:](order=F)'",
        "'list[float[:]]'",
        "list[list[int]]",
        "complex",
        "bool",
    ],
    "value": [
        "1",
        "2.5",
        "True",
        "'s'",
        "[1, 2]",
        "[1.5]",
        "{1, 2}",
        "{1: 2.0}",
        "(1, 2)",
        "(1, 2.0)",
        "np.zeros(3)",
        "np.ones(3, dtype=int)",
        "np.zeros((2, 3))",
        "np.zeros((2, 3), order='F')",
        "[[1], [2]]",
        "[]",
        "1j",
        "np.float32(1)",
        "np.int8(2)",
    ],
    "op": ["+", "-", "*", "/"],
    "ilit": ["1", "2", "0", "-3", "True"],
    "flit": ["2.5", "-1.5", "0.0"],
    "axis": ["0", "1"],
    # Numbers that NumPy counts in.
    "plain": ["n", "n", "2.5", "4"],
    "aug": ["+=", "-=", "*=", "/=", "//=", "%="],
    "bitaug": ["&=", "|=", "<<=", ">>="],
    "cmp": ["<", "<=", "==", "!=", ">", ">="],
    "mathf": "sqrt exp log sin cos tan asin acos atan sinh cosh tanh fabs floor ceil trunc isnan isinf isfinite erf gamma log2 log10 expm1".split(),
    "npf": "sqrt exp expm1 log sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh abs absolute fabs floor sign isnan isinf isfinite real imag conj conjugate".split(),
    "npc": [
        "np.pi",
        "np.e",
        "np.inf",
        "np.nan",
        "math.pi",
        "math.e",
        "math.inf",
        "math.nan",
        "np.euler_gamma",
        "math.tau",
    ],
    "missing": [
        "identity",
        "any",
        "all",
        "dot",
        "mean",
        "bool_",
        "uint8",
        "float16",
        "cumsum",
        "argmax",
        "eye",
        "sort",
        "concatenate",
        "reshape",
    ],
}


HOLES["npc_name"] = ["pi", "e", "inf", "nan", "newaxis", "Inf", "float_"]
HOLES["mathc"] = (
    "sqrt exp sin cos tan asin acos atan sinh cosh tanh asinh isnan isinf phase polar log".split()
)


HOLES["size"] = ["3", "n", "(n, 2)", "(2, 3)", "n + 1", "(n, n * 2)"]
HOLES["library"] = [
    "scipy",
    "os",
    "sys",
    "random",
    "time",
    "cmath",
    "itertools",
    "functools",
    "pandas",
    "typing",
    "numpy.linalg",
    "scipy.constants",
    "collections",
]
HOLES["member"] = [
    "sin",
    "pi",
    "path",
    "deque",
    "product",
    "Any",
    "constants",
    "zeros",
    "linalg",
    "identity",
    "float32",
    "reduce",
    "cos",
    "inf",
    "e",
]
HOLES["returned"] = [
    "return x",
    "return x[:]",
    "return x[0]",
    "return x.T",
    "return x + 1",
    "return x, 1",
    "return np.zeros((2, 2))",
    "y = x\n    return y",
    "y = x + 1\n    return y",
    "y = x[1:]\n    return y",
    "y = np.zeros((2, 3))\n    return y",
    "y = np.zeros((2, 3))\n    return y.T",
    "y = np.zeros((2, 3))\n    return y[0, 0]",
    "y = np.zeros((2, 3))\n    z = y\n    return z",
]
HOLES["made"] = ["np.zeros((2, 3))", "[1, 2]", "x", "x + 1", "1", "{1, 2}", "(1, 2)"]
HOLES["holder"] = ["[y, y]", "(y, y)", "(y, 1)", "{1: y}", "y", "[y]", "y[0]", "1"]
HOLES["copied"] = ["", "+ 1", "* 2"]
HOLES["of_x"] = ["x", "(x, 1)", "(x, x[0, 0])", "x + 1", "x[0, 0]", "x[1:]", "x.T", "(1, x[0])"]
HOLES["odd"] = [
    "'uint8'",
    "'float16'",
    "'i4'",
    "'integer'",
    "'real'",
    "Optional[int]",
    "'int | None'",
    "None",
    "'list[int | float]'",
    "'(int|float)[:]'",
    "'float[3]'",
    "'const int[:]'",
    "'float[:](order=Z)'",
    "'float[:](order=F)'",
    "'tuple[()]'",
    "tuple[()]",
    "'Annotated[int[:], \"alias\"]'",
    "'Annotated[int[:], \"other\"]'",
    "'(int)(float'",
    "'int['",
    "Callable[[int], int]",
    "'double[:]'",
    "'complex64[:,:,:](order=F)'",
    "Any",
    "'list[list[float]]'",
    "list['float[:]']",
    "'str[:]'",
    "np.float32",
    "np.uint8",
    "Final['float[:]']",
    "'Final[float[:,:]]'",
    "set[float]",
    "'dict[str, list[int]]'",
    "tuple[int, float]",
    "'tuple[float, ...]'",
    "object",
    "'float[:, 3]'",
    "'float[...]'",
    "'*'",
    "3",
    "'3'",
]

HEAD = """\
import math
import cmath
import numpy as np
from numpy.linalg import norm
from itertools import product
from typing import Final, Annotated, TypeVar, TypeAlias, overload
from pyccel.decorators import stack_array, elemental, pure, inline, private

"""
HELPERS = """\
def g(x : 'int | float', y : 'int | float' = 1):
    return x + y

def h(x : float, y : float):
    return x, y

"""


#: Names that are new in each use.
NEW = ("v", "w", "u", "k")
#: What stands in front of a row at which Pyccel is known to do otherwise.
QUIRK = "~"


def rows_of(texts: list[str]) -> tuple[list[str], list[str]]:
    """The rows at which Pyccel is right, and those at which it is known to do otherwise."""
    plain = [text for text in texts if not text.startswith(QUIRK)]
    return plain, [text.removeprefix(QUIRK).lstrip() for text in texts if text.startswith(QUIRK)]


#: Statements; lines are parted by semicolons, an indented one begins with `|`.
STATEMENT_ROWS, QUIRKS_OF_STATEMENTS = rows_of(
    [line for line in (HERE / "statements.txt").read_text(encoding="utf-8").splitlines() if line]
)
#: Whole modules, parted by lines of three dashes.
MODULE_ROWS, QUIRKS_OF_MODULES = rows_of(
    [
        block.strip("\n") + "\n"
        for block in (HERE / "modules.txt").read_text(encoding="utf-8").split("---\n")
    ]
)


def filled(text: str, draw: random.Random, known: dict[str, list[str]], number: int = 0) -> str:
    """The text with its holes filled; `number` keeps the new names of several uses apart."""

    def one(match: re.Match[str]) -> str:
        word = match[1]
        if word in NEW:
            return f"{word}{number}"
        return draw.choice(known.get(word) or HOLES.get(word) or [match[0]])

    # A literal may be filled with a name, which isn't a hole.
    done = re.sub(r"\{([A-Za-z_]\w*)\}", one, text)
    return done.replace("{{", "{").replace("}}", "}")


def headed(text: str) -> str:
    """The text, below the imports of what it names."""
    lines = []
    for line in HEAD.split("\n")[:-2]:
        start, names = line.rsplit("import ", 1)
        needed = [one for one in names.split(", ") if re.search(rf"\b{one.split()[-1]}\b", text)]
        if needed:
            lines.append(f"{start}import {', '.join(needed)}\n")
    return "".join(lines) + "\n" + text


def parameters(draw: random.Random) -> tuple[str, dict[str, list[str]]]:
    """Annotated parameters of each kind, and what holes may be filled with by them."""
    scalar, real, whole = (
        draw.choice(NUMBERS),
        draw.choice(REALS),
        draw.choice(["int", "int8", "int32", "int64", "bool"]),
    )
    found = [f"p0 : '{scalar}'", f"p1 : '{real}'", f"p2 : '{whole}'", "n : int"]
    known = {
        "S": ["p0"],
        "P": ["p1"],
        "I": ["p2"],
        "s": ["p0", "p1", "p2", "2", "0.5"],
        "r": ["p1", "p1", "p2", "n", "2.5"],
        "i": ["p2", "n", "3"],
        "A": ["x1", "x2", "x3", "x2"],
    }
    for rank in (1, 2, 3):
        names = [f"x{rank}", f"y{rank}"] if rank < 3 else ["x3"]
        dtype = draw.choice([*NUMBERS, "float", "float", "int"])
        for name in names:
            own = dtype if draw.random() < 0.7 else draw.choice(NUMBERS)
            order = "(order=F)" if rank > 1 and draw.random() < 0.35 else ""
            found.append(f"{name} : '{own}[{','.join(':' * rank)}]{order}'")
        known[f"A{rank}"] = names
    found.append(f"z1 : '{draw.choice(REALS)}[:]'")
    known["R1"] = ["z1"]
    return ", ".join(found), known


def of_statements(seed: int) -> str:
    """A program of one row or a few; the row of the seed is the first."""
    draw = random.Random(seed)
    rows = [STATEMENT_ROWS[seed % len(STATEMENT_ROWS)]]
    rows += [draw.choice(STATEMENT_ROWS) for _ in range(draw.choice([0, 0, 0, 1, 2]))]
    return of_rows(rows, draw)


def of_rows(rows: list[str], draw: random.Random) -> str:
    """A function with these statements."""
    header, known = parameters(draw)
    body = []
    for number, row in enumerate(rows):
        for part in filled(row, draw, known, number).split(";"):
            depth = part.count("|") if part.strip().startswith("|") else 0
            depth = len(re.match(r"[\s|]*", part)[0].replace(" ", "")) if depth else 0  # type: ignore[index]
            body.append("    " * (depth + 1) + part.strip().lstrip("| "))
    uses = any(re.search(r"\b[gh]\b", line) for line in body)
    # Unused parameters are left out.
    text = "\n".join(body)
    params = [one for one in header.split(", ") if re.search(rf"\b{one.split()[0]}\b", text)]
    return headed(f"{HELPERS if uses else ''}def f({', '.join(params)}):\n{text}\n")


def of_module(seed: int) -> str:
    """A whole module; the seed says which."""
    draw = random.Random(seed)
    return headed(filled(MODULE_ROWS[seed % len(MODULE_ROWS)], draw, {}))


def of_quirks(seed: int) -> str:
    """A program of a row at which Pyccel is known to do otherwise; the seed says which."""
    draw = random.Random(seed)
    place = seed % (len(QUIRKS_OF_STATEMENTS) + len(QUIRKS_OF_MODULES))
    if place < len(QUIRKS_OF_STATEMENTS):
        return of_rows([QUIRKS_OF_STATEMENTS[place]], draw)
    return headed(filled(QUIRKS_OF_MODULES[place - len(QUIRKS_OF_STATEMENTS)], draw, {}))
