#!/usr/bin/env python3
"""Attack the command: texts and folders that no one means to give, by mutation and by generation.

    cargo xtask attack --minutes 120 --seed 7
    cargo xtask attack --minutes 10 --kind grow --kind nest
    cargo xtask attack --print grow/7/41        that input, as it was given

Every input costs the command a limit of the processor's time and of memory, measured. A failure is what
ends it by a signal or with a status of its own, what takes more than 10 s or 1 GB, an internal error
(CF000), and a file beside it that isn't checked. Each is kept with its input made small (`--keep`).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import checker

from attack import grow, limits, mutate, nest, reduce, trees

#: Texts, by the name of what makes them, and the share of the time that each has.
TEXTS = {"mutate": mutate.mutated, "grow": grow.grown, "nest": nest.nested, "wide": nest.wide}
KINDS = [*TEXTS, "tree"]
#: Texts that are checked in one run: most are harmless, and starting costs more than they do.
TOGETHER = {"mutate": 24, "grow": 12, "nest": 8, "wide": 4, "tree": 1}
COMMANDS = ["check"] * 8 + ["check --strict --statistics", "check --dialect pyccel", "check --dialect gt4py", "infer"]


def text_of(kind: str, seed: int, number: int) -> bytes:
    return TEXTS[kind](Random(f"{kind}/{seed}/{number}"))


def command_of(kind: str, seed: int, number: int) -> list[str]:
    chosen = Random(f"command/{kind}/{seed}/{number}").choice(COMMANDS).split()
    return chosen if kind != "tree" or chosen[0] == "check" else ["check"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, default=checker.BINARY, required=not checker.BINARY)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--runs", type=int, help="so many runs instead of a time")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this one; repeatable")
    parser.add_argument("--keep", type=Path, help="put what fails into this folder, made small")
    parser.add_argument("--print", dest="shown", help="KIND/SEED/NUMBER: print this input and end")
    options = parser.parse_args()
    if options.shown:
        kind, seed, number = options.shown.split("/")
        sys.stdout.buffer.write(text_of(kind, int(seed), int(number)))
        return 0
    attack = Attack(options.bin.resolve(), options.keep)
    end = time.monotonic() + 60 * options.minutes
    kinds = options.kind or KINDS
    at = dict.fromkeys(kinds, options.first)
    for count in range(options.runs or sys.maxsize):
        if options.runs is None and time.monotonic() > end:
            break
        kind = kinds[count % len(kinds)]
        attack.go(kind, options.seed, at[kind])
        at[kind] += TOGETHER[kind]
    return attack.report()


class Attack:
    """Runs of the command, and what they came to."""

    def __init__(self, binary: Path, keep: Path | None) -> None:
        self.binary, self.keep = binary, keep
        self.inputs: Counter[str] = Counter()
        self.seconds = self.most_seconds = self.most_memory = 0.0
        self.failures: list[str] = []

    def go(self, kind: str, seed: int, number: int) -> None:
        """The inputs from this number on, that are run together."""
        command = command_of(kind, seed, number)
        if kind == "tree":
            with tempfile.TemporaryDirectory() as folder:
                name = trees.tree(Random(f"tree/{seed}/{number}"), Path(folder))
                outcome = self.run(command, Path(folder))
                self.inputs[kind] += 1
                if outcome.wrong:
                    self.failed(f"tree/{seed}/{number} {name}", command, outcome, None)
            return
        texts = {n: text_of(kind, seed, n) for n in range(number, number + TOGETHER[kind])}
        self.inputs[kind] += len(texts)
        if command[0] != "infer" and not self.run_texts(command, texts).wrong:
            return
        for one, text in texts.items():
            outcome = self.run_texts(command, {one: text})
            if outcome.wrong:
                self.failed(f"{kind}/{seed}/{one}", command, outcome, text)

    def run_texts(self, command: list[str], texts: dict[int, bytes]) -> limits.Outcome:
        with tempfile.TemporaryDirectory() as folder:
            for number, text in texts.items():
                (Path(folder) / f"a{number}.py").write_bytes(text)
            if command[0] == "check":
                (Path(folder) / "good.py").write_bytes(trees.GOOD)
            return self.run(command, Path(folder))

    def run(self, command: list[str], folder: Path) -> limits.Outcome:
        arguments = list(command)
        if command[0] == "check":
            arguments += ["--all-code", "--no-cache", "--jobs", "1", "--output-format", "concise", "."]
        else:
            arguments += [path.name for path in folder.glob("a*.py")][:1]
        outcome = limits.run([str(self.binary), *arguments], folder)
        self.seconds += outcome.seconds
        if not outcome.wrong:
            self.most_seconds = max(self.most_seconds, outcome.seconds)
            self.most_memory = max(self.most_memory, outcome.memory)
        if not outcome.wrong and self.is_left_out(arguments, folder, outcome):
            outcome.wrong = "the file beside it isn't checked"
        return outcome

    def is_left_out(self, arguments: list[str], folder: Path, outcome: limits.Outcome) -> bool:
        """Whether the good file beside the others wasn't checked; a configuration may ask for that."""
        if arguments[0] != "check" or "--dialect" in arguments or (folder / "pyproject.toml").exists():
            return False
        return (folder / "good.py").is_file() and b"good.py:3:5: error[CF101]" not in outcome.output

    def failed(self, name: str, command: list[str], outcome: limits.Outcome, text: bytes | None) -> None:
        line = f"FAILED {name} by `{' '.join(command)}`: {outcome.wrong}"
        print(line, flush=True)
        self.failures.append(line)
        if self.keep is None:
            return
        self.keep.mkdir(parents=True, exist_ok=True)
        path = self.keep / (name.split(" ")[0].replace("/", "-") + ".py")
        if text is not None:
            path.write_bytes(text)
            small = reduce.reduced(text, lambda one: self.run_texts(command, {0: one}).sort == outcome.sort)
            path.with_suffix(".small.py").write_bytes(small)
        path.with_suffix(".txt").write_text(f"{line}\n{outcome.output.decode(errors='replace')[-3000:]}\n")

    def report(self) -> int:
        count = sum(self.inputs.values())
        kinds = ", ".join(f"{number:,} {kind}" for kind, number in self.inputs.items())
        print(f"{count:,} inputs ({kinds}), {self.seconds:.0f} s of the processor's")
        print(f"the longest run took {self.most_seconds:.1f} s, the largest {self.most_memory / 2**20:.0f} MB")
        print(f"{count - len(self.failures)} passed, {len(self.failures)} failed")
        return 1 if self.failures else 0


if __name__ == "__main__":
    sys.exit(main())
