"""What the oracles of languages share: an environment with the judge, and the count of what is said differently."""

import collections
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]


def environment(
    name: str, module: str, packages: list[str], may_install: bool = True
) -> str | None:
    """An interpreter that has the judge, in an environment that is made if it isn't there; None if it can't be."""
    folder = ROOT / name
    interpreter = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    known = [str(interpreter), "-c", f"import {module}"]
    if (
        interpreter.exists()
        and subprocess.run(known, capture_output=True, check=False).returncode == 0
    ):
        return str(interpreter)
    if not may_install:
        return None
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    install = [str(interpreter), "-m", "pip", "install", "--quiet", *packages]
    done = subprocess.run(install, capture_output=True, check=False)
    return str(interpreter) if done.returncode == 0 else None


class Count:
    """What two deductions say of the same programs: the same, something that was judged, or something else.

    `rows` is the file of what was judged: each row has a pattern for the program, under `key`, and one for the
    difference. `names` matches what is left out where differences are put together.
    """

    def __init__(self, rows: Path, key: str, names: str, show: int):
        self.rows = tomllib.loads(rows.read_text(encoding="utf-8"))
        self.key, self.names, self.show = key, names, show
        self.all = self.same = 0
        self.known: collections.Counter[str] = collections.Counter()
        self.classes: collections.Counter[str] = collections.Counter()

    def add(self, source: str, found: list[str], more: Callable[[], str] = str) -> None:
        """One program, and what is said differently of it; `more` is printed with it."""
        self.all += 1
        row = self.judged(source, found)
        if not found:
            self.same += 1
        elif row:
            self.known[row] += 1
        else:
            if self.classes.total() < self.show:
                print(f"--- {found}\n{more()}{source}")
            self.classes[re.sub(self.names, "x", found[0])[:150]] += 1

    def judged(self, source: str, found: list[str]) -> str | None:
        """The row of what was judged that a disagreement belongs to."""
        text = "\n".join(found)
        for name, row in self.rows.items():
            if re.search(row[self.key], source) and re.search(row["difference"], text):
                return name
        return None

    @property
    def left(self) -> int:
        """How many disagreements nobody has judged."""
        return self.classes.total()

    def print(self, what: str, seconds: float) -> None:
        """The classes of disagreements, and the figures; `what` says what was compared."""
        for text, number in self.classes.most_common(40):
            print(f"{number:6}  {text}")
        for row, number in self.known.most_common():
            print(f"{number:6}  judged: {row}")
        print(
            f"{what}: {self.same} the same, {self.known.total()} judged, {self.left} not; "
            f"agreement {self.same / self.all:.2%}; {seconds:.0f} s"
        )
