"""Makes mutants of the correct examples and records what NumPy says of each.

    python tests/mutants/generate.py --seed 0 --count 500 --out DIR

Mutants are sampled evenly across the operators; a count of 0 takes all. Only statements that a
program executes are mutated. DIR gets a folder for each mutant and `manifest.json`.
"""

import argparse
import json
import random
import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from operators import Mutant, mutants, parses
from runner import run_all

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@dataclass(frozen=True)
class Program:
    name: str
    top: Path
    entry: str
    """The script to run, relative to the program's folder."""

    def modules(self) -> list[str]:
        if self.top.is_file():
            return [self.entry]
        return sorted(p.relative_to(self.top).as_posix() for p in self.top.rglob("*.py"))

    @property
    def folder(self) -> Path:
        return self.top.parent if self.top.is_file() else self.top


def programs(folder: Path | None = None) -> list[Program]:
    """The correct examples, or the scripts in a folder."""
    if folder is not None:
        scripts = sorted(folder.resolve().glob("*.py"))
        return [Program(script.stem, script, script.name) for script in scripts]
    found = []
    for row in tomllib.loads((EXAMPLES / "twins.toml").read_text())["program"]:
        top = EXAMPLES / row["path"]
        folder = top.parent if top.is_file() else top
        entry = (EXAMPLES / row["entry"]).relative_to(folder).as_posix()
        found.append(Program(top.stem, top, entry))
    return found


def candidates(jobs: int, known: list[Program]) -> Iterator[tuple[Program, str, Mutant]]:
    """All mutants of statements that run in correct programs, by program and module."""
    entries = [(p.folder, p.folder / p.entry) for p in known]
    for program, outcome in zip(known, run_all(entries, jobs, timeout=60, trace=True), strict=True):
        if outcome.kind != "runs":
            raise SystemExit(f"{program.name}: {outcome.exception}: {outcome.message}")
        for module in program.modules():
            executed = set(outcome.executed.get(module, ()))
            for mutant in mutants((program.folder / module).read_text()):
                if executed.intersection(range(mutant.first_row, mutant.last_row + 1)):
                    yield program, module, mutant


def sample(pool: list, count: int, seed: int) -> list:
    """Up to `count` mutants that parse, taken in turn from each operator's, in the pool's order."""
    by_operator = {}
    for item in pool:
        by_operator.setdefault(item[2].operator, []).append(item)
    chosen = []
    for operator, items in sorted(by_operator.items()):
        random.Random(f"{seed} {operator}").shuffle(items)
    queues = [iter(items) for _, items in sorted(by_operator.items())]
    while queues and not (count and len(chosen) >= count):
        for queue in queues[:]:
            if count and len(chosen) >= count:
                break
            item = next((item for item in queue if parses(item[2])), None)
            if item is None:
                queues.remove(queue)
            else:
                chosen.append(item)
    return chosen


def write(program: Program, module: str, mutant: Mutant, folder: Path) -> None:
    for name in program.modules():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if name == module:
            target.write_text(mutant.text)
        else:
            shutil.copyfile(program.folder / name, target)


def generate(
    seed: int, count: int, out: Path, jobs: int = 2, timeout: int = 10, of: Path | None = None
) -> Path:
    """Write the mutants and their manifest into a folder; returns the manifest's path."""
    out = out.resolve()
    chosen = sample(list(candidates(jobs, programs(of))), count, seed)
    rows, entries = [], []
    for number, (program, module, mutant) in enumerate(chosen):
        folder = out / f"{number:05d}"
        write(program, module, mutant, folder)
        entries.append((folder, folder / program.entry))
        rows.append({
            "path": folder.name,
            "operator": mutant.operator,
            "program": program.name,
            "entry": program.entry,
            "file": module,
            "line": mutant.line,
            "before": mutant.before,
            "after": mutant.after,
        })  # fmt: skip
    for row, outcome in zip(rows, run_all(entries, jobs, timeout), strict=True):
        row["outcome"] = outcome.kind
        if outcome.kind != "runs":
            row["exception"] = outcome.exception
            row["message"] = outcome.message
            row["raised"] = {"file": outcome.file, "line": outcome.line}
    manifest = out / "manifest.json"
    header = {"seed": seed, "count": count, "numpy": np.__version__}
    manifest.write_text(json.dumps({**header, "mutants": rows}, indent=1) + "\n")
    return manifest


def summary(manifest: Path) -> str:
    """A table of outcomes by operator."""
    counts = Counter(
        (row["operator"], row["outcome"]) for row in json.loads(manifest.read_text())["mutants"]
    )
    lines = [f"{'operator':22}{'mutants':>9}{'rejected':>10}{'runs':>7}{'other':>7}"]
    kinds = ("rejected", "runs", "other")
    for operator in [*sorted({name for name, _ in counts}), "all"]:
        numbers = [
            sum(n for (name, k), n in counts.items() if k == kind and operator in (name, "all"))
            for kind in kinds
        ]
        lines.append(f"{operator:22}{sum(numbers):9}{numbers[0]:10}{numbers[1]:7}{numbers[2]:7}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=0, help="0 for all")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=10, help="seconds for each mutant")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    print(summary(generate(args.seed, args.count, args.out, args.jobs, args.timeout)))


if __name__ == "__main__":
    main()
