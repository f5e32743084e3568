"""Programs of any size, and what checking one costs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import checker

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "correct"


class Cost(NamedTuple):
    """What a run says of its work, and what it took: steps are the same on every machine."""

    status: int
    steps: int
    #: Functions and top levels that were not evaluated to their end.
    cut: int
    #: The processor's.
    seconds: float
    megabytes: float
    printed: str


def renamed(text: str, number: int) -> str:
    """A program whose functions and variables end with a number: what is known of one answers for no other."""
    found = re.findall(r"^def (\w+)|^(\w+) =", text, re.M)
    names = sorted({name for pair in found for name in pair if name})
    return re.sub(rf"\b({'|'.join(names)})\b", rf"\1_{number}", text) if names else text


def cost(folder: Path, *given: str, binary: Any = None) -> Cost:
    """What one check costs, on one thread with nothing kept of earlier ones."""
    program = Path(binary or checker.BINARY).resolve()
    command = [program, "check", "--no-cache", "--jobs", "1", "--statistics", "--output-format", "concise", *given]
    done, used = checker.measured(command, cwd=folder)
    printed = done.stdout + done.stderr

    def count(what: str) -> int:
        found = re.search(rf"([\d,]+)  {what}", printed)
        if found is None:
            raise checker.Crash(f"exit status {done.returncode}: {printed[-2000:]}")
        return int(found[1].replace(",", ""))

    seconds = used.ru_utime + used.ru_stime
    cut = count("functions and top levels that were not")
    return Cost(done.returncode, count("steps"), cut, seconds, used.ru_maxrss / 1024, printed)
