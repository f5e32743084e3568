"""A project of a million lines, beside one of a tenth and one of a hundredth: `cargo xtask bench --lines`.

The correct examples are written out again and again, a file each, with names of their own: nothing that is known of
one answers for another. What grows in proportion has an exponent of 1. Steps are counted, so they are the same on
every machine; seconds are the processor's, on one thread, with an empty cache.
"""

import argparse
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
EXAMPLES = ROOT / "examples" / "correct"
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- lines: begin -->\n", "<!-- lines: end -->\n"
#: Files of one folder: no tool is for folders of thousands.
IN_FOLDER = 200


def renamed(text, number):
    """An example whose functions and variables end with a number."""
    found = re.findall(r"^def (\w+)|^(\w+) =", text, re.M)
    names = sorted({name for pair in found for name in pair if name})
    return re.sub(rf"\b({'|'.join(names)})\b", rf"\1_{number}", text) if names else text


def write(folder, least):
    """Examples of so many lines at least; how many lines and files they are."""
    texts = [path.read_text() for path in sorted(EXAMPLES.glob("*.py"))]
    lines = files = 0
    while lines < least:
        text = renamed(texts[files % len(texts)], files)
        path = folder / f"part{files // IN_FOLDER}" / f"m{files}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        lines += text.count("\n")
        files += 1
    return lines, files


def measured(binary, folder):
    """Steps, the processor's seconds, and MB of one run."""
    command = [
        binary,
        "check",
        "--no-cache",
        "--jobs",
        "1",
        "--statistics",
        "--output-format",
        "concise",
        ".",
    ]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"the correct examples have findings:\n{printed}")
    steps = int(re.search(r"([\d,]+)\s+steps$", printed, re.M)[1].replace(",", ""))
    return steps, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def exponents(before, after):
    """How steps and seconds have grown with the lines: 1 is in proportion."""
    growth = math.log(after[0] / before[0])
    return [math.log(after[at] / before[at]) / growth for at in (2, 3)]


def table(rows):
    text = [
        "| lines | files | steps | exponent | seconds | exponent | MB |",
        "|---|---|---|---|---|---|---|",
    ]
    for before, row in zip([None, *rows[:-1]], rows, strict=True):
        lines, files, steps, seconds, memory = row
        of_steps, of_seconds = (
            [f"{one:.3f}" for one in exponents(before, row)] if before else ["", ""]
        )
        text.append(
            f"| {lines:,} | {files:,} | {steps:,} | {of_steps} | {seconds:.1f} | {of_seconds} | {memory:.0f} |"
        )
    return "\n".join(text) + "\n"


def program(binary):
    if binary:
        return binary.resolve()
    build = ["cargo", "build", "--quiet", "--release", "--package", "conformable"]
    subprocess.run(build, check=True, cwd=ROOT)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "conformable"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lines", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--binary", type=Path, help="a released program that is built already")
    parser.add_argument("--docs", action="store_true", help=f"write the table into {PAGE.name}")
    options = parser.parse_args()
    binary = program(options.binary)
    rows = []
    for least in (options.lines // 100, options.lines // 10, options.lines):
        with tempfile.TemporaryDirectory() as folder:
            rows.append((*write(Path(folder), least), *measured(binary, folder)))
    print(table(rows), end="")
    if options.docs:
        before, rest = PAGE.read_text().split(BEGIN)
        PAGE.write_text(before + BEGIN + table(rows) + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
