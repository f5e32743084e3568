"""The oracle: generated calls in real NumPy against what the checker says of them.

    python tests/oracle/run.py --bin target/release/conformable --n 20000 --seed 0

Each case is a few module-level statements ending in `r12 = ...`. NumPy runs them one by one; the
checker gets them by the hundred, as a file, through `infer FILE --output-format json`. A case
counts as

    exact, weaker, unknown, contradiction   how its claim for r12 compares (`claims.compare`)
    caught, missed                          NumPy raises: there's an error on a line of it, or none
    false rejection                         NumPy runs, and there's an error
    crash                                   no answer to a file of this case alone
    undetermined                            not exact, in parts that the values of arrays decide alone
                                            (`undetermined.py` has the rule); it counts as nothing

`--wide` draws rare arguments and forms of calls besides (`wide.py`), for every function of NumPy's main
namespaces; these are run in processes of their own, since some bring NumPy down.

The averages give every function the same weight. False rejections, contradictions and crashes
fail, and are printed as programs to run.
"""

from __future__ import annotations

import argparse
import math
import os
import pickle
import re
import resource
import sys
import tempfile
import warnings
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import checker
import claims
import undetermined
from draw import Draw
from functions import SPECS, WIDE_SPECS, Spec

CHUNK = 500
TRIES = 4
UNDETERMINED = "undetermined"
COLUMNS = [
    "exact",
    "weaker",
    "unknown",
    UNDETERMINED,
    "caught",
    "missed",
    "false rejection",
    "contradiction",
    "crash",
]
FAILURES = ("false rejection", "contradiction", "crash")
MEMORY = 2 << 30  # bytes, for wide cases
LARGEST = 1000  # items of a result
TIMEOUT = 120  # seconds for one file

# What NumPy refuses because of values: no case about types.
BY_VALUE = re.compile(
    r"could not convert|invalid literal|Singular|did not converge|positive definite"
    r"|negative integer powers"
    r"|Error parsing|Weights sum to zero|Python integer .* out of bounds|cannot convert float"
)


@dataclass
class Case:
    spec: Spec
    name: str
    setup: list[str]
    body: list[str]
    fact: object = None
    raised: BaseException | None = None
    verdict: str = ""
    claim: str = ""
    notes: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        return [*self.setup, *self.body]

    def program(self) -> str:
        ours = f"# ours: {self.claim or 'nothing'}"
        if self.raised is not None:
            theirs = (
                f"# NumPy: {type(self.raised).__name__}: {str(self.raised).splitlines()[0][:100]}"
            )
        else:
            theirs = f"# NumPy: {claims.show(self.fact)}"
        notes = [f"# reported: {note}" for note in self.notes]
        return "\n".join(["import numpy as np", *self.lines, ours, theirs, *notes])


# --- cases ---------------------------------------------------------------------------------------


def make(spec: Spec, seed: int, index: int, wide: bool = False) -> Case | None:
    """The index-th case of a function: the same for a seed, whatever else is run."""
    number = WIDE_SPECS.index(spec) * 100_000 + index
    kind = "wide/" if wide else ""
    draw = Draw(number, Random(f"{kind}{seed}/{spec.name}/{index}"), wide)
    *body, last = spec.build(draw).split("\n")
    case = Case(spec, f"r{number}", draw.setup, [*body, f"r{number} = {last}"])
    return case if evaluate(case) else None


def evaluate(case: Case) -> bool:
    """Runs the case in NumPy; False if its outcome is one of values, not of types."""
    space = {"np": np}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            exec("\n".join(case.setup), space)
            exec("\n".join(case.body), space)
        except (SyntaxError, MemoryError):
            return False
        except Exception as error:
            case.raised = error
            on_objects = any("object" in line for line in case.setup)
            counted = case.spec.by_value and "shape mismatch" in str(error)
            return not (on_objects or counted or BY_VALUE.search(str(error)))
    if isinstance(space[case.name], (list, tuple)) and len(space[case.name]) > LARGEST:
        return False
    case.fact = claims.describe(space[case.name])
    return True


def make_all(specs: list[Spec], n: int, seed: int, wide: bool = False) -> list[Case]:
    cases: list[Case] = []
    for spec in specs:
        count = max(1, n // len(specs))
        cases += make_apart(spec, count, seed) if wide else make_some(spec, count, seed)
    return cases


def make_apart(spec: Spec, count: int, seed: int) -> list[Case]:
    """Wide cases, in a process of their own: some of them bring NumPy down, and are left out."""
    fatal: set[int] = set()
    while True:
        with tempfile.TemporaryDirectory() as folder:
            at, result = Path(folder) / "at", Path(folder) / "cases"
            child = os.fork()
            if not child:
                try:
                    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                    os.close(2)
                    cases = make_some(spec, count, seed, True, fatal, at)
                    for case in cases:
                        if case.raised is not None:
                            # Not every exception can be pickled.
                            name, text = type(case.raised).__name__, str(case.raised) or "?"
                            case.raised = (name, text)
                        case.spec = None
                    result.write_bytes(pickle.dumps(cases))
                finally:
                    os._exit(0)
            os.waitpid(child, 0)
            if result.exists():
                cases = pickle.loads(result.read_bytes())
                for case in cases:
                    case.spec = spec
                    if case.raised is not None:
                        case.raised = type(case.raised[0], (Exception,), {})(case.raised[1])
                return cases
            if (index := int(at.read_text())) in fatal:
                raise RuntimeError(f"{spec.name}, case {index}")
            fatal.add(index)


def make_some(
    spec: Spec,
    count: int,
    seed: int,
    wide: bool = False,
    fatal: Collection[int] = (),
    progress: Path | None = None,
) -> list[Case]:
    """That many cases of a function, of which up to half raise: as many as so many tries give."""
    ran, raised = [], []
    for index in range(TRIES * count + 20):
        if progress:
            progress.write_text(str(index))
        if index in fatal:
            continue
        if len(raised) >= count // 2 and len(ran) >= count - count // 2:
            break
        if (case := make(spec, seed, index, wide)) is not None:
            (ran if case.raised is None else raised).append(case)
    raised = raised[: max(count // 2, count - len(ran))]
    return [*ran[: count - len(raised)], *raised]


# --- the checker's answers -----------------------------------------------------------------------


def judge(cases: list[Case], binary: list[str]) -> None:
    """Asks the checker about these cases in one file, and gives each its verdict."""
    rows: dict[int, Case] = {}
    lines = ["import numpy as np"]
    for case in cases:
        for line in case.lines:
            lines.append(line)
            rows[len(lines)] = case
    answer = infer("\n".join(lines) + "\n", binary)
    if answer is None or any(is_stray(finding, rows) for finding in answer["diagnostics"]):
        if len(cases) == 1:
            cases[0].verdict = "crash"
            return
        # One case of these brings the checker down: the halves tell which.
        middle = len(cases) // 2
        judge(cases[:middle], binary)
        judge(cases[middle:], binary)
        return
    bound = {row["name"]: row["type"] for row in answer["bindings"] if not row["function"]}
    errors: dict[int, list[str]] = defaultdict(list)
    for finding in answer["diagnostics"]:
        if finding["severity"] == "error":
            case = rows[finding["location"]["row"]]
            text = (
                f"{finding['code']} {finding.get('exception') or ''} {finding.get('message', '')}"
            )
            errors[id(case)].append(" ".join(text.split()))
    for case in cases:
        case.notes = errors[id(case)]
        case.claim = bound.get(case.name, "Unknown")
        case.verdict = verdict(case)


def verdict(case: Case) -> str:
    if case.raised is not None:
        return "caught" if case.notes else "missed"
    if case.notes:
        return "false rejection"
    try:
        claim = claims.parse(case.claim)
    except claims.Unreadable as error:
        case.notes.append(f"unreadable: {error}")
        return claims.CONTRADICTION
    grade = claims.compare(claim, case.fact, by_value=case.spec.by_value)
    if grade in (claims.WEAKER, claims.UNKNOWN) and undetermined.excused(case, claim):
        return UNDETERMINED
    return grade


def is_stray(finding: dict, rows: dict[int, Case]) -> bool:
    """An error that's on no case's line is the checker's own."""
    return finding["severity"] == "error" and finding["location"]["row"] not in rows


def infer(source: str, binary: list[str]) -> dict | None:
    """What the checker says of a file; None if it says nothing that can be read."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.py"
        path.write_text(source)
        try:
            return checker.answer("infer", path, binary=binary, timeout=TIMEOUT)[1]
        except checker.Crash:
            return None


# --- the report ----------------------------------------------------------------------------------


@dataclass
class Shares:
    """Shares in percent: of the calls that run and of those that raise, apart."""

    exact: float
    unknown: float
    missed: float


def shares(count: Counter) -> Shares:
    ran = sum(count[c] for c in ("exact", "weaker", "unknown", *FAILURES))
    raised = count["caught"] + count["missed"]
    def part(n, total):
        return 100 * n / total if total else float("nan")
    return Shares(
        part(count["exact"], ran), part(count["unknown"], ran), part(count["missed"], raised)
    )


def report(cases: list[Case], show: int) -> tuple[Shares, int]:
    counts: dict[str, Counter] = defaultdict(Counter)
    for case in cases:
        counts[case.spec.name][case.verdict] += 1
    print(
        f"{'':24}{'exact':>8}{'weaker':>8}{'unknown':>8}{'by value':>9}{'caught':>8}{'missed':>8}{'false':>8}{'wrong':>8}{'crash':>8}"
    )
    for name, count in counts.items():
        row = (f"{count[column] or '':>{9 if column == UNDETERMINED else 8}}" for column in COLUMNS)
        print(f"{name:24}" + "".join(row))
    every = [shares(count) for count in counts.values()]

    def mean(attribute: str) -> float:
        values = [getattr(one, attribute) for one in every]
        values = [value for value in values if not math.isnan(value)]
        return sum(values) / len(values) if values else 0.0

    average = Shares(mean("exact"), mean("unknown"), mean("missed"))
    print(
        f"\n{len(counts)} functions, equal weights: exact {average.exact:.1f}%, "
        f"unknown {average.unknown:.1f}% "
        f"of the calls that run; missed {average.missed:.1f}% of those that raise"
    )
    excused = sum(count[UNDETERMINED] for count in counts.values())
    print(f"{excused} calls left out, of which values of arrays decide all that is not said")
    failed = [case for case in cases if case.verdict in FAILURES]
    for case in failed[:show]:
        print(f"\n# {case.verdict}: {case.spec.name}\n{case.program()}")
    if len(failed) > show:
        print(f"\n({len(failed) - show} more; --show {len(failed)} prints all)")
    return average, len(failed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--bin",
        default=checker.BINARY,
        required=not checker.BINARY,
        help="the checker; a .py file is run with this Python"
    )
    parser.add_argument("--n", type=int, default=20_000, help="cases in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--wide", action="store_true", help="every function, with arguments and forms that are rare"
    )
    parser.add_argument(
        "--function", action="append", help="only this one, as in the table; repeatable"
    )
    parser.add_argument("--show", type=int, default=20, help="how many failures to print")
    parser.add_argument(
        "--show-verdict", help="print cases of this verdict too: missed, unknown, weaker"
    )
    parser.add_argument("--min-exact", type=float, help="percent")
    parser.add_argument("--max-unknown", type=float, help="percent")
    parser.add_argument("--max-missed", type=float, help="percent")
    options = parser.parse_args()

    specs = WIDE_SPECS if options.wide else SPECS
    specs = [spec for spec in specs if not options.function or spec.name in options.function]
    if not specs:
        parser.error(f"no such function: {options.function}")
    binary = [sys.executable, options.bin] if options.bin.endswith(".py") else [options.bin]
    cases = make_all(specs, options.n, options.seed, options.wide)
    for start in range(0, len(cases), CHUNK):
        judge(cases[start : start + CHUNK], binary)
    average, failed = report(cases, options.show)
    chosen = [case for case in cases if case.verdict == options.show_verdict]
    for case in chosen[: options.show]:
        print(f"\n# {case.verdict}: {case.spec.name}\n{case.program()}")

    broken = []
    if options.min_exact is not None and average.exact < options.min_exact:
        broken.append(f"exact {average.exact:.1f}% is under {options.min_exact}%")
    if options.max_unknown is not None and average.unknown > options.max_unknown:
        broken.append(f"unknown {average.unknown:.1f}% is over {options.max_unknown}%")
    if options.max_missed is not None and average.missed > options.max_missed:
        broken.append(f"missed {average.missed:.1f}% is over {options.max_missed}%")
    print(*broken, sep="\n", end="\n" if broken else "")
    print(f"{len(cases) - failed} passed, {failed + len(broken)} failed")
    return 1 if failed or broken else 0


if __name__ == "__main__":
    sys.exit(main())
