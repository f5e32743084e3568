"""Functions that nobody calls, made at random: an error in one is a claim about every array that it may be given.

    python tests/programs/alone.py --bin target/release/conformable --files 400 --seed 0

The parameters are arrays of any rank; tests that nobody can decide choose the way, and loops run two to four times or as
long as such a test lets them. The checker sees the functions alone. CPython then calls each that has an error, with many
arrays, and fails here if a run passes the line: once outside of a loop, in three passes of the outermost loop around it,
since an error there may be of the second pass. An error that says itself for which sizes the line runs isn't judged.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import checker

FUNCTIONS = 25  # in a file
CALLS = 300  # of a function that has an error
PASSES = 3  # of a loop around a line, for it to be passed
SIZES = [2, 2, 3, 3, 4, 5]  # none that fits by accident
RANKS = [0, 1, 1, 2, 2, 2, 3, 3, 4]
MOST = 5_000  # elements of an array that a call goes on with

HEAD = """
import numpy as np


def helper(a, b, c):
    if c():
        a = a[..., :2]
    if c():
        return b
    return a


def other(a, n):
    for _ in range(n):
        a = a[1:]
    return a
"""

# An axis of 0 or -1 of an array without dims is all there is to `sum` and its like; the checker takes it for a dim.
ARRAYS = """
{a}[...,{k}:] {a}[...,:{k}] {a}[{k}:] {a}[:{k}] {a}[0] {a}[...,0] {a}[None] {a}[...,None] {a}.T {a}[n] {a}[n:] {a}[:,n:] {a}[::2]
{a}[...,::-1] {a}[:,{k}] {a}[:m] {a}[m:] {a}[{b}>0] {a}.ravel() {a}.reshape(-1) {a}.reshape(-1,{s}) {a}.reshape(m,-1)
{a}.reshape({b}.shape) {a}.sum(axis={far}) {a}.sum(axis={far},keepdims=True) {a}.max(axis={far}) {a}+{b} {a}*2 {a}@{b}
{a}.swapaxes(0,{ax}) np.zeros({a}.shape) np.zeros(({k},)) np.ones(({k},{j})) np.zeros((m,{k})) np.arange(m)
np.stack([{a},{b}],axis={ax}) np.concatenate([{a},{b}],axis={ax}) np.concatenate([{a}]*2) np.array([{a},{b}])
np.expand_dims({a},{ax}) np.squeeze({a}) np.atleast_2d({a}) np.moveaxis({a},0,-1) np.broadcast_to({a},{b}.shape)
np.where({a}>0,{a},{b}) np.dot({a},{b}) np.repeat({a},{k},axis={ax}) np.zeros_like({a}) np.mean({a},axis={ax})
np.zeros((len({a}),{k})) np.empty({a}.shape[:-1]) np.empty({a}.shape[1:]) np.full({a}.shape+({k},),2.0) np.tile({a},{k})
np.diff({a},axis={ax}) np.cumsum({a},axis={ax}) np.pad({a},{s}) np.take({a},[0,1],axis={ax}) np.linalg.norm({a},axis={ax})
np.einsum('ij,jk->ik',{a},{b}) np.maximum({a},{b}) np.vstack([{a},{b}]) np.hstack([{a},{b}])
helper({a},{b},c) other({a},n) (lambda:{a}[1:])() ({a}~if~c()~else~{b})
""".split()

# A line each: what asks for the rank, and other uses.
RANKED = [
    "p,q={a}.shape",
    "(p,)={a}.shape",
    "p,q,r={a}.shape",
    "m={a}.shape[{place}]",
    "m={a}.shape[-1]",
    "m={a}.shape[0]",
]
USES = """
m=len({a})
m={a}.size
m=m//2
m+=1
assert {a}.ndim=={k}
assert {a}.shape==({k},{j})
if {a}.ndim!={k}:return
if {a}.ndim=={k}:return
if {a}.shape!={b}.shape:return
if len({a})!={k}:return
if {a}.shape[-1]!={k}:return
{a}[{k}]
{a}[{k},{j}]
{a}[{place}]
{a}[{k}]=0
{a}+=1.0
{a}+={b}
{a}[...]={b}
{a}+{b}
{a}.sum(axis={far})
np.linalg.inv({a})
float({a})
int({a}[0])
""".strip().split("\n")


@dataclass
class Writer:
    """Writes a function, a block after the other."""

    rng: random.Random
    names: list[str]

    def filled(self, template: str) -> str:
        a, b = self.rng.choice(self.names), self.rng.choice(self.names)
        k, j, s = self.rng.randrange(4), self.rng.randrange(4), self.rng.choice([1, 2, 3])
        place, ax = self.rng.choice([0, 1, 2, -1, -2, -3]), self.rng.choice([0, 1, -1, -2, 2])
        far = self.rng.choice([1, 2, -2])
        return template.format(a=a, b=b, k=k, j=j, s=s, place=place, ax=ax, far=far).replace(
            "~", " "
        )

    def array(self) -> str:
        return self.filled(self.rng.choice(ARRAYS))

    def bound(self) -> str:
        return f"{self.rng.choice(self.names)} = {self.array()}"

    def block(self, depth: int, statements: int) -> list[str]:
        lines = []
        for _ in range(statements):
            lines += self.statement(depth)
        return lines

    def inner(self, depth: int) -> list[str]:
        return ["    " + line for line in self.block(depth + 1, self.rng.randint(1, 3))]

    def statement(self, depth: int) -> list[str]:
        rng = self.rng
        chance = rng.random()
        if depth < 2 and chance < 0.1:
            return [rng.choice(["while c():", "for _ in range(n):"]), *self.inner(depth)]
        if depth < 2 and chance < 0.15:
            row = rng.choice(["row", "row + row", "np.array([row])"])
            return [
                f"for row in {rng.choice(self.names)}:",
                f"    {rng.choice(self.names)} = {row}",
            ]
        if depth < 2 and chance < 0.18:
            return ["try:", *self.inner(depth), "except ValueError:", *self.inner(depth)]
        if depth < 3 and chance < 0.33:
            other = ["else:", *self.inner(depth)] if rng.random() < 0.4 else []
            return ["if c():", *self.inner(depth), *other]
        if chance < 0.36:
            taken = rng.choice(
                ["vs[0]", "vs[-1]", "np.stack(vs)", "np.concatenate(vs)", "np.array(vs)"]
            )
            return [
                f"vs = [{self.array()} for _ in range(n)]",
                f"{rng.choice(self.names)} = {taken}",
            ]
        if chance < 0.39:
            taken = rng.choice(["vs[0]", "np.stack(vs)", "np.concatenate(vs)"])
            return [
                "vs = []",
                "for _ in range(n):",
                f"    vs.append({self.array()})",
                f"{rng.choice(self.names)} = {taken}",
            ]
        if chance < 0.6:
            return [self.bound()]
        return [self.filled(rng.choice(RANKED if chance < 0.85 else USES))]


def written(rng: random.Random) -> str:
    """A file of functions `f0`, `f1` and so on."""
    lines = HEAD.strip().split("\n")
    for number in range(FUNCTIONS):
        writer = Writer(rng, ["x", "y", "z"])
        body = writer.block(0, rng.randint(4, 9))
        lines += [
            "",
            "",
            f"def f{number}(x: np.ndarray, y: np.ndarray, c, n: int):",
            "    z, m = x, n",
        ]
        lines += ["    " + line for line in body] + ["    return x, y"]
    return "\n".join(lines) + "\n"


class Test:
    """Says yes for some time, and then no."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.left = rng, rng.randint(0, 12)

    def __call__(self) -> bool:
        self.left -= 1
        return self.left > 0 and self.rng.random() < 0.7


class Passed:
    """In how many passes of the outermost loop around it a call has passed a line; those that failed are left out."""

    def __init__(self, code: CodeType, loops: dict[int, int]) -> None:
        self.code, self.loops = code, loops
        self.passes: dict[int, set[int]] = {}
        self.failed: set[int] = set()
        self.turn: dict[int, int] = {}
        self.last: int | None = None

    def trace(self, frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code is not self.code:
            return None
        if event == "exception":
            self.failed.add(frame.f_lineno)
            self.last = None
            return self.trace
        if self.last is not None:
            loop = self.loops.get(self.last)
            self.passes.setdefault(self.last, set()).add(self.turn.get(loop, 0) if loop else 0)
        self.last = frame.f_lineno if event == "line" else None
        if event == "line":
            if any(
                isinstance(value, np.ndarray) and value.size > MOST
                for value in frame.f_locals.values()
            ):
                raise MemoryError
            self.turn[frame.f_lineno] = self.turn.get(frame.f_lineno, 0) + 1
        return self.trace

    def lines(self) -> set[int]:
        """Those that it has passed, in all passes that count."""
        enough = {
            line
            for line, passes in self.passes.items()
            if len(passes) >= (PASSES if line in self.loops else 1)
        }
        return enough - self.failed


def loops_of(lines: list[str]) -> dict[int, int]:
    """The outermost loop around each line that has one."""
    loops, loop, indent = {}, 0, 0
    for number, line in enumerate(lines, 1):
        depth = len(line) - len(line.lstrip())
        if loop and depth > indent:
            loops[number] = loop
        elif line.strip():
            is_loop = line.strip().startswith(("for ", "while "))
            loop, indent = (number, depth) if is_loop else (0, 0)
    return loops


def arrays(rng: random.Random) -> list[np.ndarray]:
    def shape() -> tuple[int, ...]:
        return tuple(rng.choice(SIZES) for _ in range(rng.choice(RANKS)))

    first = shape()
    second = rng.choice([first, first, shape(), first[::-1], first[1:]])
    values = np.random.default_rng(rng.randrange(1 << 30))
    return [np.asarray(values.standard_normal(sizes)) for sizes in (first, second)]


def passed_lines(function: Any, loops: dict[int, int], rng: random.Random) -> set[int]:
    """The lines that some call has passed."""
    found: set[int] = set()
    for _ in range(CALLS):
        passed = Passed(function.__code__, loops)
        sys.settrace(passed.trace)
        try:
            function(*arrays(rng), Test(rng), rng.choice([2, 3, 4]))
        except Exception:
            pass
        finally:
            sys.settrace(None)
        found |= passed.lines()
    return found


@dataclass
class Outcome:
    errors: int = 0
    false: int = 0
    shown: str = ""


def judged(text: str, rng: random.Random, binary: Any = None) -> Outcome:
    """What the checker says of the functions of a file, against what they do."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "alone.py"
        path.write_text(text, encoding="utf-8")
        _, found = checker.answer("check", "--all-code", "--jobs", "1", path, binary=binary)
    errors = [
        one
        for one in found
        if one["severity"] == "error" and "runs only when" not in one["message"]
    ]
    lines = text.split("\n")
    loops = loops_of(lines)
    starts = {
        number: line[4:].partition("(")[0]
        for number, line in enumerate(lines, 1)
        if line.startswith("def f")
    }
    names: dict[str, Any] = {}
    exec(compile(text, "alone.py", "exec"), names)
    outcome = Outcome()
    passed: dict[int, set[int]] = {}
    for error in errors:
        row = error["location"]["row"]
        start = max((start for start in starts if start < row), default=None)
        if start is None:
            continue
        if start not in passed:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                passed[start] = passed_lines(names[starts[start]], loops, rng)
        outcome.errors += 1
        if row in passed[start]:
            outcome.false += 1
            end = next((line for line in starts if line > start), len(lines))
            function = "\n".join(lines[start - 1 : end - 1]).rstrip()
            outcome.shown += f"{error['code']} {error['message']}\n  at `{lines[row - 1].strip()}`\n\n{function}\n\n"
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bin", default=checker.BINARY)
    parser.add_argument("--files", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    total = Outcome()
    for number in range(given.files):
        rng = random.Random(f"{given.seed} {number}")
        outcome = judged(written(rng), rng, given.bin)
        total.errors += outcome.errors
        total.false += outcome.false
        if outcome.shown:
            print(f"file {number} of seed {given.seed}\n{outcome.shown}", flush=True)
    functions = given.files * FUNCTIONS
    print(
        f"{functions:,} functions, {total.errors:,} errors in them: {total.errors - total.false} passed, {total.false} failed"
    )
    return int(total.false > 0)


if __name__ == "__main__":
    sys.exit(main())
