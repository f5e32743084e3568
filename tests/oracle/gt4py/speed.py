"""How long GT4Py's parsing and type deduction and ours take for the same operators, in one run on one machine.

    python tests/oracle/gt4py/speed.py --gt4py .venv-gt4py/bin/python

Ours is called through the Python package, its threads and results included; each module is inferred until its time is
stable, after one round to warm both up. Of GT4Py's time the import of the library isn't counted.
"""

import argparse
import re
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
    _native.infer_dialect("gt4py", source, "speed.py", []).functions()
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
    # Drawn operators stand behind one head, which GT4Py has read before: to ours they are one module.
    numbered = [re.sub(r"\bdef f\(", f"def f_{place}(", text) for place, text in enumerate(drawn)]
    for name, head, programs, modules in (
        ("real programs", "", real, real),
        ("drawn operators", draw.HEAD, drawn, ["".join([draw.HEAD, *numbered])]),
    ):
        # What is asked twice is warm the second time.
        answers = run.theirs(interpreter, head, [*programs, *programs])[len(programs) :]
        theirs = [float(str(answer["seconds"])) for answer in answers]
        mine = []
        for module in modules:
            ours(module)
            mine.append(statistics.median(ours(module) for _ in range(options.rounds)))
        print(
            f"{len(programs)} {name}: GT4Py {sum(theirs) * 1e3:.0f} ms, ours {sum(mine) * 1e3:.1f} ms: "
            f"{sum(theirs) / sum(mine):.0f} times"
        )
        if len(mine) == len(theirs):
            ratios = sorted(a / b for a, b in zip(theirs, mine, strict=True))
            print(f"    median {statistics.median(ratios):.0f} times, least {ratios[0]:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
