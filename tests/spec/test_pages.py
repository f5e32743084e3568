"""The pages of spec/errors say what NumPy does; NumPy is asked whether that is so.

Each page's code is run statement by statement. In the section that fails, exactly the statements
with an `# error:` assertion raise, at a line that is asserted. Hazards run, and so does all
repaired code.
"""

import ast
import re
import warnings
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[2] / "spec" / "errors"
SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ERROR = re.compile(r"# error: \[CF\d{3}\]")
# The tool's own rules, and annotations that NumPy doesn't look at.
NOT_RUN = {"CF0", "CF6"}


def sections():
    for page in sorted(PAGES.glob("CF*.md")):
        if page.stem[:3] in NOT_RUN:
            continue
        for title, body in SECTION.findall(page.read_text(encoding="utf-8")):
            code = "".join(CODE.findall(body))
            if code:
                yield pytest.param(code, id=f"{page.stem} {title}")


def asserted_lines(code):
    """The lines that assertions speak of: their own, or the next for one that stands alone."""
    lines = set()
    waiting = False
    for number, line in enumerate(code.splitlines(), start=1):
        if ERROR.search(line) and line.lstrip().startswith("#"):
            waiting = True
        elif ERROR.search(line) or waiting:
            lines.add(number)
            waiting = False
    return lines


def raised_lines(error):
    """The lines of the page's code on the way to the exception."""
    lines = set()
    traceback = error.__traceback__
    while traceback:
        if traceback.tb_frame.f_code.co_filename == "page":
            lines.add(traceback.tb_lineno)
        traceback = traceback.tb_next
    return lines


@pytest.mark.parametrize("code", list(sections()))
def test_numpy_agrees(code):
    asserted = asserted_lines(code)
    scope = {"__name__": "page"}
    met = set()
    for statement in ast.parse(code).body:
        here = asserted & set(range(statement.lineno, statement.end_lineno + 1))
        compiled = compile(ast.Module([statement], []), "page", "exec")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(compiled, scope)
        except Exception as error:
            assert here & raised_lines(error), f"line {statement.lineno}: {error!r}"
            met |= here
    assert met == asserted, f"lines that didn't raise: {sorted(asserted - met)}"


def test_every_page_is_found():
    assert len(list(sections())) > 50
