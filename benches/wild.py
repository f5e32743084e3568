"""Whole packages, beside other checkers of Python: `cargo xtask bench --wild`.

Wheels are unpacked as for `cargo xtask round`, without what they depend on. Each program checks each package cold and
as a process of its own, in turn; a row has the medians of wall-clock seconds and the most memory of any run. Programs
whose question is another are there for scale: pyrefly and ty look at classes and calls, and at no shapes.
"""

import argparse
import importlib.util
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PAGE = ROOT / "docs" / "performance.md"
# Drawn from the packages of the rounds; the largest that people name are added.
DRAWN, SEED = 30, 20261122
LARGE = ["astropy", "statsmodels", "sympy"]
SECONDS = 300
OPTIONS = {
    "conformable": ["check", "--no-cache", "--output-format", "concise", "."],
    "with --all-code": ["check", "--no-cache", "--all-code", "--output-format", "concise", "."],
    "pyrefly": ["check", "--output-format", "omit-errors", "."],
    "ty": ["check", "-qq", "."],
}


def rounds():
    """The module that unpacks and names packages."""
    spec = importlib.util.spec_from_file_location("round", ROOT / "tests" / "corpus" / "round.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def drawn(judged):
    """Packages that had reports are no worse a sample for time than others."""
    names = sorted({row["package"] for row in judged.rows()})
    return [*random.Random(SEED).sample(names, min(DRAWN, len(names))), *LARGE]


def peers(folder):
    """Where the other checkers are installed."""
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    if not (scripts / "python").exists():
        venv.EnvBuilder(with_pip=True).create(folder)
    requirements = HERE / "wild-requirements.txt"
    pip = [scripts / "python", "-m", "pip", "install", "--quiet", "--requirement", requirements]
    subprocess.run(pip, check=True)
    return scripts


def released(binary):
    """The program that was named, or a build of this one."""
    if binary:
        return binary.resolve()
    build = ["cargo", "build", "--quiet", "--release", "--package", "conformable"]
    subprocess.run(build, check=True, cwd=ROOT)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "release" / "conformable"


def write(mark, text, page=PAGE):
    """Writes a table between its marks into a page."""
    begin, end = f"<!-- {mark}: begin -->\n", f"<!-- {mark}: end -->\n"
    before, rest = page.read_text().split(begin)
    page.write_text(before + begin + text + end + rest.split(end)[1])


def programs(options):
    """The command of each program."""
    own = released(options.binary)
    scripts = peers(options.environment)
    where = {"conformable": own, "with --all-code": own}
    return {
        name: [where.get(name) or shutil.which(name, path=scripts), *arguments]
        for name, arguments in OPTIONS.items()
    }


def timed(command, folder):
    """Seconds and MB of one run; what it finds is of no interest here."""
    began = time.monotonic()
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while True:
        pid, _, usage = os.wait4(process.pid, os.WNOHANG)
        seconds = time.monotonic() - began
        if pid:
            process.returncode = 0
            return seconds, usage.ru_maxrss / 1024
        if seconds > SECONDS:
            process.kill()
        time.sleep(0.002)


def measured(commands, folder, runs):
    """The median of seconds and the most memory, by program."""
    rows = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            rows[name].append(timed(command, folder))
    return {
        name: (statistics.median(s for s, _ in row), max(m for _, m in row))
        for name, row in rows.items()
    }


def line(name, lines, row):
    cells = [f"{seconds:.2f} ({memory:.0f})" for seconds, memory in row.values()]
    return f"| {name} | {lines:,} | " + " | ".join(cells) + " |"


def table(rows):
    head = ["package", "lines", *OPTIONS]
    text = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    text += [line(name, lines, row) for name, lines, row in rows]
    total = {
        name: (sum(row[name][0] for *_, row in rows), max(row[name][1] for *_, row in rows))
        for name in OPTIONS
    }
    text.append(line("**all**", sum(lines for _, lines, _ in rows), total))
    return "\n".join(text) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", metavar="NAME", help="other packages than those")
    parser.add_argument("--binary", type=Path, help="a released program that is built already")
    parser.add_argument("--environment", type=Path, default=ROOT / ".venv-peers")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--docs", action="store_true", help=f"write the table into {PAGE.name}")
    options = parser.parse_args()
    judged = rounds()
    commands = programs(options)
    rows = []
    for name in options.packages or drawn(judged):
        try:
            package = judged.fetch(name)
        except judged.Missing as reason:
            print(f"passed over: {name}: {reason}", file=sys.stderr)
            continue
        lines = sum(path.read_bytes().count(b"\n") for path in package.files())
        rows.append((package.name, lines, measured(commands, package.folder, options.runs)))
        print(line(*rows[-1]), flush=True)
    print("\n" + table(rows), end="")
    if options.docs:
        write("wild", table(rows))


if __name__ == "__main__":
    main()
