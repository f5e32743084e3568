"""A project of a million lines, beside one of a tenth and one of a hundredth: `cargo xtask bench --lines`.

The correct examples are written out again and again, a file each, with names of their own. What grows in proportion has
an exponent of 1. Steps are counted, so they are the same on every machine; seconds are the processor's.
"""

import argparse
import math
import sys
import tempfile
from pathlib import Path

import wild

sys.path.insert(0, str(wild.ROOT / "tests"))

import growth

#: Files of one folder: no tool is for folders of thousands.
IN_FOLDER = 200


def project(folder, least):
    """Writes examples of so many lines at least; how many lines and files they are."""
    texts = [path.read_text() for path in sorted(growth.EXAMPLES.glob("*.py"))]
    lines = files = 0
    while lines < least:
        text = growth.renamed(texts[files % len(texts)], files)
        path = folder / f"part{files // IN_FOLDER}" / f"m{files}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        lines += text.count("\n")
        files += 1
    return lines, files


def row(lines, files, cost, before):
    """A line of the table; `before` are the lines and the cost of the row above it."""

    def exponent(now, then):
        return f"{math.log(now / then) / math.log(lines / before[0]):.3f}"

    of_steps = exponent(cost.steps, before[1].steps) if before else ""
    of_seconds = exponent(cost.seconds, before[1].seconds) if before else ""
    cells = [f"{lines:,}", f"{files:,}", f"{cost.steps:,}", of_steps]
    cells += [f"{cost.seconds:.1f}", of_seconds, f"{cost.megabytes:.0f}"]
    return "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lines", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--binary", type=Path, help="a released program that is built already")
    parser.add_argument("--docs", action="store_true", help=f"write the table into {wild.PAGE.name}")
    options = parser.parse_args()
    binary = wild.released(options.binary)
    head = ["lines", "files", "steps", "exponent", "seconds", "exponent", "MB"]
    text = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    before = None
    for least in (options.lines // 100, options.lines // 10, options.lines):
        with tempfile.TemporaryDirectory() as folder:
            lines, files = project(Path(folder), least)
            cost = growth.cost(Path(folder), ".", binary=binary)
        if cost.status != 0:
            sys.exit(f"the correct examples have findings:\n{cost.printed}")
        text.append(row(lines, files, cost, before))
        print(text[-1], flush=True)
        before = lines, cost
    if options.docs:
        wild.write("lines", "\n".join(text) + "\n")


if __name__ == "__main__":
    main()
