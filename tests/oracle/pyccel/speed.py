"""How long Pyccel's semantic stage and ours take for the same programs, in one run on one machine.

    python tests/oracle/pyccel/speed.py --pyccel .venv-pyccel/bin/python

Ours is `cf.pyccel.infer`, of a package that is built with optimisation (`maturin develop --release`); with `--read` all functions, variables
and diagnostics are read, too, which makes Python's objects for them. In each round Pyccel infers all programs, after one that
warms it up, and then ours does; of the rounds' times the medians are compared. The first round of ours, in which nothing is
remembered, is shown beside them.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import draw
import run

from conformable import pyccel

HERE = Path(__file__).parent
REAL = HERE.parents[2] / "crates/conformable_dialects/tests/real"


def ours(source: str, reads: bool) -> float:
    """Seconds for one program."""
    start = time.perf_counter()
    module = pyccel.infer(source, "speed.py")
    if reads:
        read = (module.functions, module.variables, module.diagnostics)
        assert read is not None
    return time.perf_counter() - start


def theirs(interpreter: str, programs: list[str]) -> list[float]:
    """Pyccel's seconds for each program."""
    asked = subprocess.run(
        [interpreter, str(HERE / "ask.py")],
        input=json.dumps([programs[0], *programs]),
        capture_output=True,
        text=True,
        check=True,
    )
    return [answer["seconds"] for answer in json.loads(asked.stdout)[1:]]


def main() -> int:
    """Prints the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyccel")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--read", action="store_true")
    options = parser.parse_args()
    interpreter = options.pyccel or run.environment()
    if interpreter is None:
        print(f"skipped: {run.RELEASE} can't be installed here")
        return 0
    real = [path.read_text(encoding="utf-8") for path in sorted(REAL.glob("*.py"))]
    drawn = [draw.draw(55_000_000 + number) for number in range(200)]
    print(f"load: {', '.join(f'{load:.1f}' for load in os.getloadavg())}; {os.cpu_count()} CPUs")
    for name, programs in (("real programs", real), ("drawn programs", drawn)):
        rounds = [
            (theirs(interpreter, programs), [ours(one, options.read) for one in programs])
            for _ in range(options.rounds)
        ]
        pairs = [
            (
                statistics.median(r[0][place] for r in rounds),
                statistics.median(r[1][place] for r in rounds),
            )
            for place in range(len(programs))
        ]
        theirs_total, own_total = (sum(pair[side] for pair in pairs) for side in (0, 1))
        ratios = [one / own for one, own in pairs]
        print(
            f"{name}: {len(programs)}, Pyccel {theirs_total * 1e3:.0f} ms, ours {own_total * 1e3:.1f} ms "
            f"(in the first round {sum(rounds[0][1]) * 1e3:.1f} ms), {theirs_total / own_total:.0f} times in all, "
            f"{statistics.median(ratios):.0f} times in the median"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
