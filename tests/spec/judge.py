"""A page's section against NumPy: what its code raises, and what its values are.

The code is run statement by statement. A line says what happens in a comment:

    reveal_type(x.T)  # revealed: float64[3, 2]     the type belongs to the value
    x @ x             # error: [CF101]              it raises, and the checker says so
    np.zeros(True)    # raises: TypeError           it raises, and the checker is silent
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "oracle"))

import claims

SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ERROR = re.compile(r"# error: \[CF\d{3}\]")
RAISES = re.compile(r"# raises: (\w+)")
REVEALED = re.compile(r"# revealed: (.+?)(?=\s+# (?:error|warning|note|raises):|$)")


def sections(page: Path):
    """Title and code of each section that has code."""
    for title, body in SECTION.findall(page.read_text(encoding="utf-8")):
        code = "".join(CODE.findall(body))
        if code:
            yield title, code


def asserted_lines(code: str) -> set[int]:
    """The lines that `# error:` speaks of: its own, or the next for one that stands alone."""
    lines = set()
    waiting = False
    for number, line in enumerate(code.splitlines(), start=1):
        if ERROR.search(line) and line.lstrip().startswith("#"):
            waiting = True
        elif ERROR.search(line) or waiting:
            lines.add(number)
            waiting = False
    return lines


@dataclass
class Run:
    """What NumPy does, by line."""

    raised: dict[int, BaseException] = field(default_factory=dict)
    values: dict[int, list] = field(default_factory=dict)


def run(code: str) -> Run:
    outcome = Run()

    def reveal_type(value):
        line = sys._getframe(1).f_lineno
        outcome.values.setdefault(line, []).append(claims.describe(value))
        return value

    scope = {"__name__": "page", "reveal_type": reveal_type}
    for statement in ast.parse(code).body:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(compile(ast.Module([statement], []), "page", "exec", dont_inherit=True), scope)
        except Exception as error:
            for line in raised_lines(error):
                outcome.raised[line] = error
    return outcome


def raised_lines(error: BaseException) -> set[int]:
    """The lines of the page's code on the way to the exception."""
    lines = set()
    traceback = error.__traceback__
    while traceback:
        if traceback.tb_frame.f_code.co_filename == "page":
            lines.add(traceback.tb_lineno)
        traceback = traceback.tb_next
    return lines


def names(error: BaseException) -> set[str]:
    return {base.__name__ for base in type(error).__mro__}


def disagreements(code: str, exceptions: dict[int, str] | None = None) -> list[str]:
    """Where NumPy differs from what the section's comments say.

    `exceptions` are the classes that the checker says for its errors, by line.
    """
    outcome = run(code)
    asserted = asserted_lines(code)
    found = []
    for number, line in enumerate(code.splitlines(), start=1):
        error = outcome.raised.get(number)
        missed = RAISES.search(line)
        if missed and (error is None or missed[1] not in names(error)):
            found.append(f"line {number} raises {error!r}, not {missed[1]}")
        if number in asserted and error is None:
            found.append(f"line {number} does not raise")
        said = (exceptions or {}).get(number)
        if number in asserted and error is not None and said and not related(said, error):
            found.append(f"line {number}: {error!r} is no {said}")
        if revealed := REVEALED.search(line):
            found += [
                f"line {number}: {claims.show(fact)} is no {revealed[1].strip()}"
                for fact in outcome.values.get(number, [])
                if grade(revealed[1], fact) == claims.CONTRADICTION
            ]
    spoken = asserted | {n for n, line in enumerate(code.splitlines(), 1) if RAISES.search(line)}
    for error in {id(e): e for e in outcome.raised.values()}.values():
        lines = {n for n, other in outcome.raised.items() if other is error}
        if not lines & spoken:
            found.append(f"line {min(lines)}: {error!r}")
    return found


def counts(page: Path) -> tuple[int, int]:
    """How much of a page NumPy refuses and the checker does not see, and how much has no type."""
    lines = [line for _, code in sections(page) for line in code.splitlines()]
    missed = sum(bool(RAISES.search(line)) for line in lines)
    unknown = sum(
        "# revealed:" in line and "Unknown" in line.split("# revealed:")[1] for line in lines
    )
    return missed, unknown


def related(said: str, error: BaseException) -> bool:
    """Is it of that class? No handler tells UFuncTypeError, which is private, from TypeError."""
    return said in names(error) or (said == "UFuncTypeError" and "TypeError" in names(error))


def grade(text: str, fact) -> str:
    """How well a revealed type describes a value; what cannot be read says nothing.

    `float64[...]` is shown for what may be an array or a scalar.
    """
    try:
        claim = claims.parse(text.strip())
        found = claims.compare(claim, fact)
        if found == claims.CONTRADICTION and "..." in text:
            found = claims.compare(claim, without_scalars(fact))
        return found
    except claims.Unreadable:
        return claims.UNKNOWN


def without_scalars(fact):
    match fact:
        case claims.Scalar(dtype):
            return claims.Array(dtype, ())
        case claims.Container(name, items):
            return claims.Container(name, tuple(map(without_scalars, items)))
        case _:
            return fact
