"""The pages of spec/errors and spec/numpy say what NumPy does; NumPy is asked whether that is so.

Each page's code is run statement by statement (`judge.py`). Exactly the lines with `# error:` or
`# raises:` raise, hazards run, and so does all repaired code; what is revealed is the value's type.
"""

import ast
import tomllib
from pathlib import Path

import annotate
import checker
import judge
import pytest

SPEC = Path(__file__).parents[2] / "spec"
BEHAVIOURS = SPEC / "numpy" / "behaviours"
# Pages beside those of behaviours, of which the reference has no rows.
RUN_TOO = [SPEC / "numpy" / "given.md", SPEC / "numpy" / "places.md", SPEC / "scipy" / "calls.md", SPEC / "scipy" / "objects.md"]
# The tool's own rules, and annotations that NumPy doesn't look at.
NOT_RUN = {"CF0", "CF6"}

needs_binary = pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")


def errors():
    for page in sorted((SPEC / "errors").glob("CF*.md")):
        if page.stem[:3] not in NOT_RUN:
            for title, code in judge.sections(page):
                yield pytest.param(code, id=f"{page.stem} {title}")


def behaviours():
    for page in [*sorted(BEHAVIOURS.glob("*.md")), *RUN_TOO]:
        for title, code in judge.sections(page):
            yield pytest.param(code, id=f"{page.stem} {title}")


@pytest.mark.parametrize("code", [*errors(), *behaviours()])
def test_numpy_agrees(code):
    assert not judge.disagreements(code)


@needs_binary
@pytest.mark.parametrize("code", list(behaviours()))
def test_exceptions_are_of_the_class_that_the_checker_says(code):
    assert not judge.disagreements(code, annotate.exceptions(annotate.findings(code)))


def test_every_page_is_found():
    assert len(list(errors())) > 50
    assert len(list(behaviours())) > 90


# --- the account ---------------------------------------------------------------------------------

ACCOUNT = tomllib.loads((BEHAVIOURS / "account.toml").read_text(encoding="utf-8"))


def rows(ranges: str) -> set[int]:
    """`"1-3, 7"` as numbers."""
    found = set()
    for part in ranges.replace(" ", "").split(","):
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


@pytest.mark.parametrize("family", ACCOUNT)
def test_every_row_of_a_family_is_in_a_section(family):
    account = ACCOUNT[family]
    titles = {title for title, _ in judge.sections(BEHAVIOURS / f"{family}.md")}
    assert set(account["sections"]) == titles
    covered = set().union(*map(rows, account["sections"].values()))
    left = set().union(*map(rows, account.get("left", {}).values()))
    assert not covered & left
    assert covered | left == set(range(1, account["rows"] + 1))


@pytest.mark.parametrize("family", ACCOUNT)
def test_what_is_not_found_yet_is_counted(family):
    """`# raises:`: NumPy refuses and the checker does not see it; `Unknown`: it has no type."""
    missed, unknown = judge.counts(BEHAVIOURS / f"{family}.md")
    assert (missed, unknown) == (ACCOUNT[family]["missed"], ACCOUNT[family]["unknown"])


def test_every_family_has_a_page():
    assert {page.stem for page in BEHAVIOURS.glob("*.md")} == set(ACCOUNT)


def test_the_code_is_read():
    code = "reveal_type(1)  # revealed: Literal[1]\nx = [][3]  # raises: IndexError\n"
    assert ast.parse(code) and not judge.disagreements(code)
    assert judge.disagreements(code.replace("IndexError", "TypeError"))
    assert judge.disagreements(code.replace("Literal[1]", "str"))
    assert judge.disagreements("[][3]\n") and judge.disagreements("x = 1  # error: [CF301]\n")
