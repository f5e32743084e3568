"""Every call in crates/conformable_signatures/tests/calls/*.txt with arguments of known values does in NumPy
what the catalogue says."""

import re
from pathlib import Path

import pytest

import oracle

FOLDER = Path(__file__).parents[2] / "crates/conformable_signatures/tests/calls"


def lines() -> list:
    return list(_lines())


def _lines():
    for file in sorted(FOLDER.glob("*.txt")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            line = line.strip()
            if not line or line.startswith("#") or "=>" not in line:
                continue
            left, wanted = (part.strip() for part in line.split("=>", 1))
            path, inner = re.fullmatch(r"([\w.]+)\((.*)\)", left).groups()
            yield pytest.param(path, inner, wanted, id=f"{file.name}:{number}")


@pytest.mark.parametrize(("path", "inner", "wanted"), lines())
def test_call(path, inner, wanted):
    if wanted == "unknown" or "TODO" in wanted:
        pytest.skip("not modelled")
    try:
        found = oracle.outcome(path, inner)
    except oracle.Symbolic:
        pytest.skip("symbolic")
    assert oracle.agrees(wanted, found), f"{path}({inner}): the catalogue says {wanted}, NumPy {found!r}"
