"""Whole programs made at random: CPython runs each, and the checker's word is held against it.

    python tests/programs/run.py --bin target/release/conformable --n 3000 --seed 0

Fails on an error at a line that ran to its end, on a type that a value wasn't of, and on a crash
of the checker; each is shown as a program of a few lines. Printed too: what the programs are made
of, the kinds of lines at which they raise, and how many of these have an error, misses by cause.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import checker

from programs import execute, judge
from programs.generate import Program, generate
from programs.judge import Verdict
from programs.shrink import shrink

BATCH = 200
ENOUGH = 1000  # programs, for their distribution to be judged

#: What each program set must have, and the productions that are instances of it.
NAMED = {
    "classes with inheritance": {"inheritance", "abstract and class methods", "class hooks"},
    "properties": {"property"},
    "dataclasses": {"dataclass"},
    "metaclasses": {"metaclass"},
    "closures": {"closure", "decorator", "registry"},
    "generators": {"generator"},
    "comprehensions": {"comprehension"},
    "loops with breaks": {"loop with break"},
    "try, except, else, finally": {"try"},
    "with": {"with"},
    "star arguments": {"star arguments"},
    "dicts with computed keys": {"dict with computed keys"},
    "views": {"view"},
    "writes through views": {"write through"},
    "in-place growth": {"growth"},
    "masks": {"mask"},
    "dtypes": {"dtypes"},
    "0-d arrays": {"0-d"},
    "empty arrays": {"empty"},
    "text arrays": {"text array"},
    "object arrays": {"object array"},
    "several modules": {"modules"},
    "modules that import each other": {"modules that import each other"},
}


@dataclass
class Totals:
    programs: int = 0
    ended: int = 0
    raised: Counter = field(default_factory=Counter)
    void: Counter = field(default_factory=Counter)
    used: Counter = field(default_factory=Counter)
    kinds: Counter = field(default_factory=Counter)
    missed: Counter = field(default_factory=Counter)
    errors: Counter = field(default_factory=Counter)
    types: int = 0
    failed: list[Verdict] = field(default_factory=list)
    unreached: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, verdict: Verdict) -> None:
        run = verdict.run
        self.programs += 1
        self.used.update(verdict.program.productions)
        if verdict.fails:
            self.failed.append(verdict)
        if run.void:
            self.void[run.void] += 1
            return
        self.errors += verdict.errors
        self.types += verdict.types
        self.unreached += [
            (outcome, verdict.program.seed, error.show()) for outcome, error in verdict.unreached
        ]
        self.ended += run.ended
        if verdict.raised:
            self.raised[verdict.raised] += 1
            self.kinds[verdict.kind] += 1
            if verdict.raised == judge.MISSED:
                self.missed[verdict.kind, run.exception, judge.template(run.message)[:50]] += 1

    def merge(self, other: Totals) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def share_caught(self) -> float:
        total = sum(self.raised.values())
        return 100 * self.raised[judge.CAUGHT] / total if total else 0.0


def batch(indices: range, *, seed: int, binary: Path, keep: Path | None) -> Totals:
    """Makes, runs and judges the programs of these numbers."""
    programs = [generate(seed, index) for index in indices]
    totals = Totals()
    with tempfile.TemporaryDirectory() as scratch:
        folder = keep / f"{seed}-{indices.start}" if keep else Path(scratch).resolve()
        for verdict in judged(programs, folder, binary):
            verdict.run.paths, verdict.run.bound = {}, {}  # not for the way between processes
            totals.add(verdict)
    return totals


def judged(programs: list[Program], folder: Path, binary: Path) -> list[Verdict]:
    for number, program in enumerate(programs):
        execute.write(folder / str(number), program.files)
    runs = [execute.run(folder / str(n), p.files) for n, p in enumerate(programs)]
    answers = judge.ask(programs, folder, binary)
    return [judge.judge(*row) for row in zip(programs, runs, answers, strict=True)]


# --- the report ----------------------------------------------------------------------------------


def table(title: str, count: Counter, total: int, width: int = 40) -> None:
    print(f"\n{title}:")
    for name, number in count.most_common():
        label = ", ".join(name) if isinstance(name, tuple) else name
        print(f"  {label:{width}}{number:>8}{100 * number / max(total, 1):>7.1f}%")


def named(totals: Totals) -> Counter:
    """How many programs have each of what the design names.

    A program with two productions of one row counts once, so this asks for the largest.
    """
    return Counter({row: max(totals.used[name] for name in names) for row, names in NAMED.items()})


def report(totals: Totals, binary: Path, show: int, jobs: int) -> int:
    raised = sum(totals.raised.values())
    table("programs with", named(totals), totals.programs)
    table("productions", totals.used, totals.programs)
    table("kinds of lines that raise", totals.kinds, raised)
    table("missed, by kind and cause", totals.missed, raised, 90)
    if totals.void:
        table("runs that say nothing", totals.void, totals.programs)
    print(
        f"\n{totals.programs} programs: {totals.ended} run to their end, {raised} raise at lines of "
        f"{len(totals.kinds)} kinds, the commonest {largest(totals.kinds):.1f}% of them"
    )
    found = ", ".join(f"{name} {number}" for name, number in totals.raised.most_common())
    print(f"of those that raise, {totals.share_caught:.1f}% have an error at that line ({found})")
    found = ", ".join(f"{number} {name}" for name, number in totals.errors.most_common())
    print(f"errors: {found or 'none'}; types compared: {totals.types}")
    return failures(totals, binary, show, jobs)


def shortfalls(totals: Totals, least_caught: float) -> list[str]:
    """What these programs lack to be the judge that they're meant to be, and the share caught."""
    found = []
    if totals.programs >= ENOUGH:
        rare = [name for name, n in named(totals).items() if n < 0.03 * totals.programs]
        found += [f"{name}: in under 3% of the programs" for name in rare]
        if len(totals.kinds) < 15:
            found.append(f"programs raise at lines of {len(totals.kinds)} kinds only")
        if largest(totals.kinds) > 15:
            found.append("over 15% of the programs that raise do so at lines of one kind")
    if totals.share_caught < least_caught:
        found.append(f"caught {totals.share_caught:.1f}% is under {least_caught}%")
    return found


def largest(count: Counter) -> float:
    return 100 * max(count.values(), default=0) / max(sum(count.values()), 1)


def failures(totals: Totals, binary: Path, show: int, jobs: int) -> int:
    """Prints failures by class, the first of each as small as it can be made."""
    classes: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in totals.failed:
        for key in keys(verdict):
            classes.setdefault(key, []).append(verdict)
    ordered = sorted(classes.items(), key=lambda row: -len(row[1]))
    first = [(key, verdicts[0].program) for key, verdicts in ordered[:show]]
    shrunk = in_parallel(partial(smallest, binary=binary), first, jobs)
    for (key, verdicts), text in zip_longest(ordered, shrunk, fillvalue=""):
        print(f"\n# {len(verdicts)} programs: {' '.join(key)}")
        print(f"# seeds {', '.join(verdict.program.seed for verdict in verdicts[:5])}")
        print(text, end="", flush=True)
    if len(ordered) > show:
        print(f"\n({len(ordered) - show} classes more; --show {len(ordered)} shrinks all)")
    kinds = Counter(kind for v in totals.failed for kind in {kind_of(key) for key in keys(v)})
    found = ", ".join(f"{number} {name}" for name, number in kinds.items())
    print(f"\nprograms with a failure: {found or 'none'}")
    return len(totals.failed)


def kind_of(key: tuple[str, str]) -> str:
    return {"type": "wrong type", "crash": "crash"}.get(key[0], "false error")


def keys(verdict: Verdict) -> set[tuple[str, str]]:
    found = {item.group() for item in [*verdict.false, *verdict.wrong]}
    return found | ({("crash", judge.template(verdict.crash))} if verdict.crash else set())


def smallest(row: tuple[tuple[str, str], Program], binary: Path) -> str:
    """A program of few lines with a failure of that class, and what's wrong, as comments."""
    key, program = row

    def again(files: dict[str, str]) -> Verdict:
        with tempfile.TemporaryDirectory() as folder:
            return judged([Program(program.seed, files)], Path(folder).resolve(), binary)[0]

    must_end = again(program.files).run.ended

    def shows(files: dict[str, str]) -> bool:
        verdict = again(files)
        return key in keys(verdict) and (verdict.run.ended or not must_end)

    files = shrink(program.files, shows)
    last = again(files)
    notes = [item.show() for item in [*last.false, *last.wrong]] + [last.crash] * bool(last.crash)
    return Program(program.seed, files).show() + "".join(f"#! {note}\n" for note in notes)


def in_parallel(work: Callable, rows: Iterable, jobs: int) -> Iterator:
    """The results in order."""
    if jobs == 1:
        yield from map(work, rows)
        return
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(work, rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=checker.BINARY, required=not checker.BINARY, type=Path)
    parser.add_argument("--n", type=int, default=1000, help="programs in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--show", type=int, default=20, help="how many classes of failures to shrink"
    )
    parser.add_argument("--show-unreached", type=int, default=0, help="errors that no run judges")
    parser.add_argument("--min-caught", type=float, default=0.0, help="percent")
    parser.add_argument(
        "--most-wrong", type=int, default=0, help="programs with a wrong type and nothing worse"
    )
    parser.add_argument("--keep", type=Path, help="leave the programs in this folder")
    parser.add_argument("--print", metavar="SEED/INDEX", help="only print this program")
    options = parser.parse_args()
    if options.print:
        print(generate(*map(int, options.print.split("/"))).show(), end="")
        return 0

    binary = options.bin.resolve()
    keep = options.keep.resolve() if options.keep else None
    ranges = [range(at, min(at + BATCH, options.n)) for at in range(0, options.n, BATCH)]
    work = partial(batch, seed=options.seed, binary=binary, keep=keep)
    totals = Totals()
    for part in in_parallel(work, ranges, options.jobs):
        totals.merge(part)
    failed = report(totals, binary, options.show, options.jobs)
    for row in sorted(totals.unreached, reverse=True)[: options.show_unreached]:
        print(*row, sep=": ")
    broken = shortfalls(totals, options.min_caught)
    wrong = [v for v in totals.failed if {kind_of(key) for key in keys(v)} == {"wrong type"}]
    if 0 < len(wrong) <= options.most_wrong:
        # A ceiling that only goes down: false errors and crashes have none.
        print(f"{len(wrong)} programs with a wrong type, of {options.most_wrong} that may be")
        failed -= len(wrong)
    print(*broken, sep="\n", end="\n" if broken else "")
    print(f"{totals.programs - failed} passed, {failed + len(broken)} failed")
    return 1 if failed or broken else 0


if __name__ == "__main__":
    sys.exit(main())
