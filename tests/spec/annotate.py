"""Writes the comments of a page of behaviours: what the checker says of a line, what NumPy does.

    export CONFORMABLE_BIN=target/debug/conformable
    python tests/spec/annotate.py spec/numpy/behaviours/*.md

The page's counts in account.toml are brought up to date. What the two disagree on is printed, and
is a bug of the checker: an error where NumPy runs, a type that the value does not have.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import checker
import judge

ASSERTION = re.compile(r"\s*# (?:revealed|error|warning|note|raises):.*$")


def findings(code: str) -> list[dict]:
    """The checker's findings about this code, a file on its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "main.py"
        path.write_text(code)
        return checker.answer("check", path)[1]


def exceptions(found: list[dict]) -> dict[int, str]:
    return {d["location"]["row"]: d["exception"] for d in found if d["severity"] == "error"}


def annotate(code: str) -> tuple[str, list[str]]:
    lines = [ASSERTION.sub("", line) for line in code.splitlines()]
    plain = "\n".join(lines) + "\n"
    outcome = judge.run(plain)
    found = findings(plain)
    said: dict[int, list[str]] = {}
    for one in found:
        row = one["location"]["row"]
        if one["name"] == "reveal":
            said.setdefault(row, []).append(f"# revealed: {one['message']}")
        elif one["severity"] in ("error", "warning"):
            said.setdefault(row, []).append(f"# {one['severity']}: [{one['code']}]")
    told = {id(e) for n, e in outcome.raised.items() if any("error" in s for s in said.get(n, []))}
    for row, error in sorted(outcome.raised.items(), reverse=True):
        if id(error) not in told:
            told.add(id(error))
            said.setdefault(row, []).insert(0, f"# raises: {type(error).__name__}")
    for row, comments in said.items():
        lines[row - 1] = "  ".join([lines[row - 1], *dict.fromkeys(comments)])
    text = "\n".join(lines) + "\n"
    return text, judge.disagreements(text, exceptions(found))


def account(page: Path) -> None:
    """Counts anew what the page misses."""
    path = page.parent / "account.toml"
    missed, unknown = judge.counts(page)
    family = re.compile(rf"(\[{page.stem}\]\nrows = \d+\nmissed = )\d+(\nunknown = )\d+")
    path.write_text(
        family.sub(rf"\g<1>{missed}\g<2>{unknown}", path.read_text(encoding="utf-8")),
        encoding="utf-8",
    )


def rewrite(page: Path) -> int:
    """The page with its comments anew; how much there is to repair."""
    wrong = []

    def block(match: re.Match) -> str:
        code, bad = annotate(match[1])
        wrong.extend(bad)
        for one in bad:
            print(f"{page.name}: {one}\n{code}")
        return f"```python\n{code}```"

    page.write_text(judge.CODE.sub(block, page.read_text(encoding="utf-8")), encoding="utf-8")
    account(page)
    return len(wrong)


def main() -> int:
    return 1 if sum(rewrite(Path(name)) for name in sys.argv[1:]) else 0


if __name__ == "__main__":
    sys.exit(main())
