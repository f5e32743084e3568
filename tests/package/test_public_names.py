"""The page of public names lists each of them, once."""

import re
from pathlib import Path

import conformable as cf

PAGE = Path(__file__).parents[2] / "docs" / "names.md"


def test_each_public_name_has_its_place() -> None:
    rows = [
        line.split("|")[1]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    names = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(names) == sorted(cf.__all__)
