"""Whole programs made at random, of one file or a few, the same for a seed.

What they are made of is in tables, `writer.PRODUCTIONS` and `writer.OPERATIONS`: a function in one
of the modules that are imported here is all that a new one takes.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).resolve().parents[1] / "mutants"))

from operators import mutants, parses

from . import (  # each registers what it has
    arrays,  # noqa: F401
    classes,  # noqa: F401
    flow,  # noqa: F401
    handlers,  # noqa: F401
    hooks,  # noqa: F401
    modules,  # noqa: F401
    names,  # noqa: F401
    odd_arrays,  # noqa: F401
    operations,  # noqa: F401
    other_operations,  # noqa: F401
)
from .writer import PRODUCTIONS, Writer

LINES = 15, 80
WRONG = 0.45  # of the programs have an operation that raises, where it's reached
MUTATED = 0.08  # of the others have an edit of which nobody knows what it does
SEVERAL = 0.25  # are of more than one file


@dataclass(frozen=True)
class Program:
    seed: str
    files: dict[str, str]
    """Sources by file name; `main.py` is run."""
    productions: frozenset[str] = frozenset()
    planted: tuple[str, int, str] | None = None
    """File, line and kind of the operation that raises, if one does."""

    def show(self) -> str:
        return "\n".join(f"# {name}\n{text}" for name, text in self.files.items())


def generate(seed: int, index: int) -> Program:
    """The index-th program of a seed."""
    label = f"{seed}/{index}"
    for attempt in range(20):
        rng = Random(f"{label}/{attempt}")
        writer = write(f"{label}/{attempt}", None)
        if rng.random() < WRONG and writer.counted:
            writer = write(f"{label}/{attempt}", rng.randrange(writer.counted))
            mutate = False
        else:
            mutate = rng.random() < MUTATED
        program = finish(label, writer)
        length = sum(len(text.splitlines()) for text in program.files.values())
        if LINES[0] <= length <= LINES[1]:
            return mutated(program, rng) if mutate else program
    raise AssertionError(f"no program of {LINES} lines for {label}")


def write(seed: str, wrong: int | None) -> Writer:
    rng = Random(f"writer/{seed}")
    writer = Writer(rng, wrong)
    if rng.random() < SEVERAL:
        writer.used.add("modules")
        PRODUCTIONS["modules"].write(writer)
    if rng.random() < 0.5:
        writer.bind(str(rng.randint(2, 5)), "n")
    writer.make([rng.randint(2, 5) for _ in range(rng.randint(1, 2))])
    among = [p for p in PRODUCTIONS.values() if p.weight]
    target = rng.randint(18, 60)
    while sum(len(file.lines) for file in writer.files.values()) < target:
        writer.produce(among)
    return writer


def finish(label: str, writer: Writer) -> Program:
    """The files' texts, with their imports above."""
    files, planted = {}, writer.planted
    for name, file in writer.files.items():
        head = ["import numpy as np", *sorted(file.imports), ""]
        files[f"{name}.py"] = "\n".join(head + file.lines) + "\n"
        if planted is not None and planted[0] == name:
            planted = (f"{name}.py", planted[1] + len(head), planted[2])
    return Program(label, files, frozenset(writer.used), planted)


def mutated(program: Program, rng: Random) -> Program:
    """The same with one edit, of those that `tests/mutants` has."""
    source = program.files["main.py"]
    edits = list(mutants(source))
    edit = rng.choice(edits) if edits else None
    if edit is None or not parses(edit):
        return program
    files = program.files | {"main.py": edit.text}
    return Program(program.seed, files, program.productions)
