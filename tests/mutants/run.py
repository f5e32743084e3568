"""Generates mutants in a temporary folder and scores a checker on them in one go.

    python tests/mutants/run.py --bin PATH --count 200 --seed 0

Without `--bin` only NumPy's verdicts are shown. `--programs FOLDER` takes the scripts of a folder in place of the examples,
as `extract.py` makes them of functions that others wrote.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from generate import generate, summary
from score import checker, score


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bin", type=Path, default=checker.BINARY)
    parser.add_argument("--count", type=int, default=200, help="0 for all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--min", type=float, default=0.0, help="least average percentage caught")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="leave the mutants in this folder")
    parser.add_argument("--programs", type=Path, help="a folder of correct scripts")
    parser.add_argument("--show", type=int, default=0, help="so many that aren't caught")
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as scratch:
        out = args.keep or Path(scratch)
        out.mkdir(parents=True, exist_ok=True)
        manifest = generate(args.seed, args.count, out, args.jobs, of=args.programs)
        if args.bin is None:
            print(summary(manifest))
            return
        well = score(args.bin, manifest, args.min, args.jobs, show=args.show)
    sys.exit(not well)


if __name__ == "__main__":
    main()
