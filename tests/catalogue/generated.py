"""Expressions that a test makes, what Python gives of each, and how what the checker says of it agrees: one grading for all."""

import sys
import warnings
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT / "tests"), str(ROOT / "tests" / "oracle")]

import checker
import claims

needs_binary = pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")

# An error, of what raises and of what runs; and none of what raises.
CAUGHT, FALSE_REJECTION, MISSED = "caught", "false rejection", "missed"


def outcome(text, names):
    """What the expression gives, or why it fails."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return eval(text, names)
        except Exception as error:
            return error


def agreement(said, found):
    """How a revealed type and a value agree."""
    return claims.compare(claims.parse(said), claims.describe(found))


def graded(texts, values, head, folder, agreement=agreement):
    """How often what is said of each line has which grade; none is refused that runs, and none contradicts its value."""
    file = folder / "lines.py"
    file.write_text("\n".join([*head, *texts, ""]))
    _, answer = checker.answer("check", file)
    said = {}
    for finding in answer:
        said.setdefault(finding["location"]["row"], []).append(finding)
    wrong, grades = [], Counter()
    for number, (text, value) in enumerate(zip(texts, values, strict=True), len(head) + 1):
        errors = [one["message"] for one in said.get(number, []) if one["severity"] == "error"]
        revealed = [one["message"] for one in said.get(number, []) if one["code"] == "CF005"]
        if isinstance(value, Exception):
            grade = CAUGHT if errors else MISSED
        elif errors:
            grade = FALSE_REJECTION
        elif not revealed or revealed[0] == "Unknown":
            grade = claims.UNKNOWN
        else:
            grade = agreement(revealed[0], value)
        grades[grade] += 1
        if grade in (FALSE_REJECTION, claims.CONTRADICTION):
            wrong.append(f"{text}\n    {errors or revealed}, and it gives {type(value).__name__} {value!r:.100}")
    assert not wrong, f"{len(wrong)}\n" + "\n".join(wrong)
    return grades


def graded_expressions(texts, names, head, folder, agreement=agreement):
    """The same of expressions, each revealed in a line of its own."""
    lines = [f"reveal_type({text})" for text in texts]
    return graded(lines, [outcome(text, names) for text in texts], head, folder, agreement)


def share_of_exact(grades):
    """Of what runs: how much is known exactly."""
    ran = sum(count for grade, count in grades.items() if grade not in (CAUGHT, MISSED))
    return grades[claims.EXACT] / ran
