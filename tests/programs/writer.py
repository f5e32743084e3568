"""What productions write with: lines, scopes, and a sample of each value that is in scope.

The generator knows roughly what a name holds because it computes along: an expression over arrays
is evaluated with NumPy when it is written. Values of a program's own functions and classes aren't
computed; a production says what they are, or that nobody knows.

An *operation* is an expression or a statement in two versions, one that runs and one that raises.
A program is written with all operations right; to make it raise, it's written again from the same
seed with one of them wrong. So programs that run and programs that raise are of one kind.
"""

from __future__ import annotations

import math
import os
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

INDENT = "    "
UNKNOWN = object()
"""A value that the generator doesn't follow."""

DTYPES = ["float64", "float64", "float64", "int64", "int64", "float32", "int32", "uint8", "bool"]
NUMBERS = "biufc"


@dataclass(frozen=True)
class Production:
    """A way to go on with a program; `write` emits lines."""

    name: str
    weight: float
    write: Callable[[Writer], None]
    nested: bool
    """Whether it can stand in a function, a loop, or a branch."""


@dataclass(frozen=True)
class Operation:
    kind: str
    make: Callable[[Writer], tuple[str, str] | None]
    """The version that runs and the one that raises; None where nothing fits."""
    is_statement: bool


PRODUCTIONS: dict[str, Production] = {}
OPERATIONS: dict[str, Operation] = {}


def production(name: str, weight: float = 1.0, nested: bool = True):
    def register(write):
        assert name not in PRODUCTIONS, name
        PRODUCTIONS[name] = Production(name, weight, write, nested)
        return write

    return register


def operation(kind: str, is_statement: bool = False):
    def register(make):
        assert kind not in OPERATIONS, kind
        OPERATIONS[kind] = Operation(kind, make, is_statement)
        return make

    return register


@dataclass
class Scope:
    values: dict[str, Any] = field(default_factory=dict)
    """Samples by name; a name that's in no scope isn't known to be bound."""
    calls: list[tuple[str, list[str]]] = field(default_factory=list)
    """Functions, and arguments with which they run."""
    objects: list[tuple[str, str]] = field(default_factory=list)
    """Instances, and an attribute that they have."""


@dataclass
class File:
    name: str
    lines: list[str] = field(default_factory=list)
    imports: set[str] = field(default_factory=set)


class Writer:
    def __init__(self, rng: Random, wrong: int | None = None) -> None:
        self.rng = rng
        self.wrong = wrong
        """Which operation is the wrong one."""
        self.counted = 0
        self.numbers = 0
        self.used: set[str] = set()
        self.files: dict[str, File] = {}
        self.scopes: list[Scope] = []
        self.indent = 0
        self.planted: tuple[str, int, str] | None = None
        self._pending: str | None = None
        self.open("main")

    # --- files and lines -------------------------------------------------------------------------

    def open(self, name: str) -> None:
        self.file = self.files.setdefault(name, File(name))
        self.scopes, self.indent = [Scope()], 0

    def need(self, statement: str) -> None:
        """An import at the head of this file."""
        self.file.imports.add(statement)

    def line(self, text: str) -> None:
        """A line, indented; an operation that is wrong stands in the first after it was made."""
        self.file.lines.append(INDENT * self.indent + text)
        if self._pending is not None:
            self.planted = (self.file.name, len(self.file.lines), self._pending)
            self._pending = None

    @contextmanager
    def block(self, header: str, **values: Any) -> Iterator[None]:
        """A suite, and a scope: what is bound in it may not be bound behind it."""
        self.line(header)
        self.indent += 1
        self.scopes.append(Scope(values))
        start = len(self.file.lines)
        yield
        if len(self.file.lines) == start:
            self.line("pass")
        self.scopes.pop()
        self.indent -= 1

    def name(self, stem: str = "x") -> str:
        self.numbers += 1
        return f"{stem}{self.numbers}"

    # --- values ----------------------------------------------------------------------------------

    @property
    def live(self) -> dict[str, Any]:
        found: dict[str, Any] = {"np": np, "os": os, "sys": sys, "types": types}
        for scope in self.scopes:
            found |= {name: v for name, v in scope.values.items() if v is not UNKNOWN}
        return found

    def value(self, expression: str) -> Any:
        """What an expression gives, or `UNKNOWN`."""
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                return eval(expression, self.live)
        except Exception:
            return UNKNOWN

    def fails(self, text: str) -> bool | None:
        """Whether a statement raises; None if it's about what isn't followed."""
        space = self.live
        copies = {k: v.copy() if isinstance(v, np.ndarray | list) else v for k, v in space.items()}
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                exec(text, copies)
        except NameError:
            return None
        except Exception:
            return True
        return False

    def know(self, name: str, value: Any = UNKNOWN) -> str:
        self.scopes[-1].values[name] = value
        return name

    def bind(self, expression: str, stem: str = "x", value: Any = None) -> str:
        """`name = expression`, and the name."""
        name = self.name(stem)
        value = self.value(expression) if value is None else value
        self.line(f"{name} = {expression}")
        return self.know(name, value)

    def pick(self, accept: Callable[[Any], bool]) -> str | None:
        """A name in scope whose value is accepted, one that is near more often."""
        names = [name for name, v in self.live.items() if v is not UNKNOWN and accept(v)]
        if not names:
            return None
        return self.rng.choice(names[-4:] if self.rng.random() < 0.7 else names)

    def array(self, *, ndim: int | None = None, least: int = 0, shape=None, kinds=NUMBERS) -> str:
        """An array of that rank, of so many sizes above 1, or of that shape: found or made."""

        def accept(v) -> bool:
            if not isinstance(v, np.ndarray) or v.dtype.kind not in kinds:
                return False
            if shape is not None:
                return v.shape == tuple(shape)
            return (
                (ndim is None or v.ndim == ndim) and v.ndim >= least and min(v.shape, default=2) > 1
            )

        found = self.pick(accept)
        if found is not None and self.rng.random() < 0.75:
            return found
        if shape is None:
            rank = self.rng.randint(max(least, 1), 3) if ndim is None else ndim
            shape = [self.rng.randint(2, 6) for _ in range(rank)]
        dtype = self.rng.choice([d for d in DTYPES if np.dtype(d).kind in kinds] or ["float64"])
        return self.held(shape, dtype) if self.flip(0.15) else self.make(shape, dtype)

    def make(self, shape, dtype: str | None = None, stem: str = "a") -> str:
        """A new array, spelled in one of many ways."""
        dtype = dtype or self.rng.choice(DTYPES)
        return self.bind(self.spell(tuple(shape), dtype), stem)

    def held(self, shape, dtype: str) -> str:
        """A new array that is reached through something else."""
        array = self.spell(tuple(shape), dtype)
        way = self.rng.randrange(4)
        if way == 0:
            return self.bind(f'{{"w": {array}, "k": 3}}', "box") + '["w"]'
        if way == 1:
            return self.bind(f"({array}, None)", "pair") + "[0]"
        if way == 2:
            return self.bind(f"[{self.spell((2,), dtype)}, {array}]", "both") + "[1]"
        self.need("import types")
        return self.bind(f"types.SimpleNamespace(w={array})", "space") + ".w"

    def spell(self, shape: tuple[int, ...], dtype: str) -> str:
        sizes = [self.size(n) for n in shape]
        dims = f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"
        as_dtype = (
            "" if dtype == "float64" else f", dtype={self.rng.choice([repr(dtype), 'np.' + dtype])}"
        )
        if dtype == "bool":
            as_dtype = ", dtype=bool"
        count = int(np.prod(shape))
        ways = [f"np.zeros({dims}{as_dtype})", f"np.ones({dims}{as_dtype})"]
        if dtype != "bool":
            ways.append(f"np.arange({count}{as_dtype}).reshape({dims})" if count else ways[0])
            ways.append(f"np.full({dims}, 2{as_dtype})")
        if dtype == "float64":
            ways.append(f"np.random.default_rng({self.rng.randint(0, 9)}).random({dims})")
            ways.append(f"np.linspace(0, 1, {count}).reshape({dims})" if count else ways[0])
        if count and count <= 8 and len(shape) in (1, 2):
            rows = np.arange(1, count + 1).reshape(shape).tolist()
            ways.append(f"np.array({rows}{as_dtype or ', dtype=float'})")
        return self.rng.choice(ways)

    def size(self, n: int) -> str:
        """A size as a number, as a name that has this value, or as something's length."""
        ways = [str(n)] * 3
        for name, v in self.live.items():
            if type(v) is int and v == n:
                ways += [name, name]
            elif isinstance(v, np.ndarray) and v.ndim and v.shape[0] == n:
                ways.append(self.rng.choice([f"len({name})", f"{name}.shape[0]"]))
        return self.rng.choice(ways)

    def shape(self, name: str) -> tuple[int, ...]:
        return self.value(name).shape

    # --- what can't be decided without running ---------------------------------------------------

    def hidden(self, n: int) -> str:
        """An int that a reader of the program can't know, and that is the same in each run."""
        way = self.rng.randrange(4)
        if way == 0:
            self.need("import os")
            return f'int(os.environ.get("PROGRAM_SIZE", "{n}"))'
        if way == 1:
            self.need("import sys")
            return f"len(sys.argv) + {n - 1}"
        if way == 2:
            return f'int("{n}")'
        return f"int(np.random.default_rng({n}).integers({n}, {n + 1}))"

    def condition(self, truth: bool | None = None) -> str:
        """A test that a reader can't decide; of that truth, if one is asked for."""
        truth = self.rng.random() < 0.5 if truth is None else truth
        n = self.rng.randint(2, 5)
        way = self.rng.randrange(5)
        if way == 0:
            self.need("import os")
            mode = self.rng.choice(["fast", "full"])
            sign = "==" if truth else "!="
            return f'os.environ.get("PROGRAM_MODE", "{mode}") {sign} "{mode}"'
        if way == 1 and (
            name := self.pick(
                lambda v: isinstance(v, np.ndarray) and v.size > 1 and v.dtype.kind in "iuf"
            )
        ):
            total = self.value(f"float({name}.sum())")
            if total is not UNKNOWN and math.isfinite(total):
                return f"{name}.sum() {'<' if truth else '>'} {int(total) + 5}"
        return f"{self.hidden(n)} {'<' if truth else '>'} {n + 2}"

    # --- operations and bodies -------------------------------------------------------------------

    def operation(self, statements: bool = False) -> tuple[str, Any]:
        """The text of an operation, right or wrong as it's this one's turn, and what it gives."""
        rows = [o for o in OPERATIONS.values() if statements or not o.is_statement]
        for _ in range(8):
            row = self.rng.choice(rows)
            made = row.make(self)
            if made is None:
                continue
            good, bad = made
            if self.fails(good) or self.fails(bad) is False:
                continue
            self.counted += 1
            # A value that's needed is the right one's, even where the wrong one is written.
            value = UNKNOWN if row.is_statement else self.value(good)
            if self.counted - 1 == self.wrong:
                self._pending = row.kind
                return bad, value
            return good, value
        return "np.zeros(3).sum()", np.float64(0)

    def wrong_operation(self) -> str:
        """An expression that raises, for those who catch it."""
        for _ in range(20):
            row = self.rng.choice([o for o in OPERATIONS.values() if not o.is_statement])
            made = row.make(self)
            if made is not None and self.fails(made[0]) is False and self.fails(made[1]):
                return made[1]
        return "np.zeros(3) + np.zeros(4)"

    def step(self) -> None:
        """One operation, as a statement of its own."""
        text, value = self.operation(statements=True)
        if self.is_expression(text):
            name = self.name("r")
            self.line(f"{name} = {text}")
            self.know(name, value)
        else:
            self.line(text)

    @staticmethod
    def is_expression(text: str) -> bool:
        try:
            compile(text, "", "eval")
        except SyntaxError:
            return False
        return True

    def body(self, most: int = 2) -> None:
        """A few statements: operations, now and then a production inside."""
        for _ in range(self.rng.randint(1, most)):
            if self.indent < 3 and self.rng.random() < 0.2:
                self.produce([p for p in PRODUCTIONS.values() if p.nested])
            else:
                self.step()

    def produce(self, among: list[Production]) -> None:
        chosen = self.rng.choices(among, [p.weight for p in among])[0]
        self.used.add(chosen.name)
        chosen.write(self)

    def mark(self, name: str) -> None:
        """A name of the distribution that a production of another name is an instance of too."""
        self.used.add(name)

    def either(self, *texts: str) -> str:
        return self.rng.choice(texts)

    def flip(self, share: float = 0.5) -> bool:
        return self.rng.random() < share

    def offer(self, name: str, arguments: list[str]) -> None:
        """A function that's in scope here, and how it can be called."""
        self.know(name)
        self.scopes[-1].calls.append((name, arguments))

    def own(self, name: str, attribute: str) -> None:
        """An instance in scope, and an attribute that it has."""
        self.know(name)
        self.scopes[-1].objects.append((name, attribute))
