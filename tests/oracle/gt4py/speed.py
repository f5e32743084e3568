"""How long GT4Py's parsing and type deduction and ours take for the same operators, in one run on one machine.

    python tests/oracle/gt4py/speed.py --gt4py .venv-gt4py/bin/python

Ours is called through the Python package, its threads and results included; each module is inferred until its time is
stable, after one round to warm both up. Of GT4Py's time the import of the library isn't counted.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import draw
import run

from conformable import _native


def ours(source: str) -> float:
    """Seconds for one module."""
    start = time.perf_counter()
    _native.infer_dialect("gt4py", source, "speed.py", [])
    return time.perf_counter() - start


def main() -> int:
    """Prints the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gt4py")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    interpreter = options.gt4py or run.environment()
    if interpreter is None:
        print(f"skipped: {run.RELEASE} can't be installed here")
        return 0
    real = [path.read_text(encoding="utf-8") for path in sorted(run.REAL.glob("*.py"))]
    drawn = [draw.expression(55_000_000 + number) for number in range(200)]
    for name, head, programs in (
        ("real programs", "", real),
        ("drawn operators", draw.HEAD, drawn),
    ):
        # What is asked twice is warm the second time.
        answers = run.theirs(interpreter, head, [*programs, *programs])[len(programs) :]
        theirs = [float(str(answer["seconds"])) for answer in answers]
        mine = []
        for program in programs:
            ours(head + program)
            mine.append(statistics.median(ours(head + program) for _ in range(options.rounds)))
        ratios = sorted(a / b for a, b in zip(theirs, mine, strict=True))
        print(
            f"{name}: GT4Py {sum(theirs) * 1e3:.0f} ms, ours {sum(mine) * 1e3:.1f} ms: "
            f"{sum(theirs) / sum(mine):.0f} times; median {statistics.median(ratios):.0f}, "
            f"least {ratios[0]:.0f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
