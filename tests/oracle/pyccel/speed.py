"""How long Pyccel's semantic stage and ours take for the same programs, in one run on one machine.

    python tests/oracle/pyccel/speed.py --pyccel .venv-pyccel/bin/python

Ours is called through the Python package, its threads and results included; each program is inferred until its time is
stable, after one round to warm both up.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import draw
import run

from conformable import _native

HERE = Path(__file__).parent
REAL = HERE.parents[2] / "crates/conformable_dialects/tests/real"


def ours(source: str) -> float:
    """Seconds for one program."""
    start = time.perf_counter()
    _native.infer_dialect("pyccel", source, "speed.py", [])
    return time.perf_counter() - start


def main() -> int:
    """Prints the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyccel")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    interpreter = options.pyccel or run.environment()
    if interpreter is None:
        print(f"skipped: {run.RELEASE} can't be installed here")
        return 0
    real = [path.read_text(encoding="utf-8") for path in sorted(REAL.glob("*.py"))]
    drawn = [draw.draw(55_000_000 + number) for number in range(200)]
    for name, programs in (("real programs", real), ("drawn programs", drawn)):
        asked = subprocess.run(
            [interpreter, str(HERE / "ask.py")],
            input=json.dumps(programs * (options.rounds + 1)),
            capture_output=True,
            text=True,
            check=True,
        )
        answers = json.loads(asked.stdout)
        count = len(programs)
        ratios = []
        theirs_total = own_total = 0.0
        for number, source in enumerate(programs):
            rounds = range(1, options.rounds + 1)
            theirs = statistics.median(answers[number + count * r]["seconds"] for r in rounds)
            ours(source)
            own = statistics.median(ours(source) for _ in rounds)
            theirs_total += theirs
            own_total += own
            ratios.append(theirs / own)
        print(
            f"{name}: {count}, Pyccel {theirs_total * 1e3:.0f} ms, ours {own_total * 1e3:.1f} ms, "
            f"{theirs_total / own_total:.0f} times in all, {statistics.median(ratios):.0f} times in the median"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
