"""What the checker says of programs, held against what their runs did.

An error is *false* if its line, on the reported path, was reached and ran to its end each time. The
reported path is the line and the lines of `called from here`, which may leave out frames that it
saw through; one that no run took is *unreached*, and counts neither way, and so is an expression in
an arm (`a if c else b`, `a or b`) that its line may run to its end without. Among those, *untaken* are
the errors of a call that did run to its end each time, but went another way. A program that raises is
*caught* if an error stands at the line where the exception arose, *caught above* if it stands at a
line that the exception went through, else *missed*.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import checker

from . import facts
from .execute import Path_, Place, Run
from .generate import Program

SECONDS = 10
"""What an answer about one program may take."""

FALSE, TRUE, UNREACHED, UNTAKEN = "false", "true", "unreached", "untaken"
CAUGHT, ABOVE, MISSED = "caught", "caught above", "missed"


@dataclass(frozen=True)
class Error:
    code: str
    message: str
    path: Path_
    column: int = 1

    def show(self) -> str:
        steps = " from ".join(f"{name}:{line}" for name, line in self.path)
        return f"{steps}: {self.code} {self.message}"

    def group(self) -> tuple[str, str]:
        """What errors of one class are likely to share."""
        return self.code, template(self.message)


@dataclass(frozen=True)
class WrongType:
    place: Place
    name: str
    claim: str
    value: str

    def show(self) -> str:
        return f"{self.place[0]}:{self.place[1]}: {self.name} is shown as {self.claim}, and was {self.value}"

    def group(self) -> tuple[str, str]:
        return "type", template(f"{self.claim}: {self.value}")[:60]


@dataclass
class Answer:
    """All that the checker says of a program."""

    errors: list[Error] = field(default_factory=list)
    types: list[tuple[Place, str, str]] = field(default_factory=list)
    """Bindings at module level: place, name, type."""
    crash: str = ""


@dataclass
class Verdict:
    program: Program
    run: Run
    errors: Counter = field(default_factory=Counter)
    false: list[Error] = field(default_factory=list)
    unreached: list[tuple[str, Error]] = field(default_factory=list)
    wrong: list[WrongType] = field(default_factory=list)
    types: int = 0
    crash: str = ""
    raised: str = ""
    """For a program that raises: `CAUGHT`, `ABOVE` or `MISSED`."""

    @property
    def kind(self) -> str:
        """The kind of line at which the program raises."""
        planted = self.program.planted
        if planted is not None and self.run.traceback and self.run.traceback[0] == planted[:2]:
            return planted[2]
        return f"unplanned {self.run.exception}"

    @property
    def fails(self) -> bool:
        return bool(self.false or self.wrong or self.crash)


def template(message: str) -> str:
    """A message without the names and numbers of its program; words in quotes are told apart."""
    text = re.sub(r"`[^`]*[\d(\[][^`]*`|(?<!\w)'[^']*'", "`_`", message)
    text = re.sub(r"\b[A-Za-z_]+\d+\b", "_", text)
    return re.sub(r"\d+(, \d+)*", "#", text)[:80]


# --- the checker's answers -----------------------------------------------------------------------


def ask(programs: list[Program], folder: Path, binary: Path) -> list[Answer]:
    """Asks about programs that stand in folders 0, 1, ... of this one."""
    answers = [Answer() for _ in programs]
    try:
        _, found = checker.answer("check", ".", "--jobs", "1", binary=binary, cwd=folder)
        assign(found, answers)
    except checker.Crash:
        for number, answer in enumerate(answers):
            alone(folder, number, answer, answers, binary)
    for number, (program, answer) in enumerate(zip(programs, answers, strict=True)):
        for name in program.files:
            if not answer.crash:
                infer(folder / str(number), name, answer, binary)
    return answers


def alone(folder: Path, number: int, answer: Answer, answers: list[Answer], binary: Path) -> None:
    try:
        _, found = checker.answer("check", str(number), binary=binary, cwd=folder, timeout=SECONDS)
        assign(found, answers)
    except checker.Crash as crash:
        answer.crash = str(crash)


def assign(found: list[dict], answers: list[Answer]) -> None:
    for finding in found:
        number, _, name = finding["filename"].partition("/")
        if finding["severity"] != "error":
            continue
        if finding["code"] == "CF000" and not finding.get("exception"):
            answers[int(number)].crash = f"{name}: {finding['message']}"
            continue
        above = [
            (step["filename"].partition("/")[2], step["location"]["row"])
            for step in finding["related"]
            if step["message"].startswith("called from here")
        ]
        path = ((name, finding["location"]["row"]), *above)
        column = finding["location"]["column"]
        answers[int(number)].errors.append(Error(finding["code"], finding["message"], path, column))


def infer(folder: Path, name: str, answer: Answer, binary: Path) -> None:
    try:
        _, shown = checker.answer("infer", name, binary=binary, cwd=folder, timeout=SECONDS)
    except checker.Crash as crash:
        answer.crash = f"infer: {crash}"
        return
    for row in shown["bindings"]:
        if not row["function"]:
            answer.types.append(((name, row["line"]), row["name"], row["type"]))


# --- verdicts ------------------------------------------------------------------------------------


def judge(program: Program, run: Run, answer: Answer) -> Verdict:
    verdict = Verdict(program, run, crash=answer.crash)
    if run.void:
        return verdict
    for error in answer.errors:
        outcome = weigh(error.path, run)
        if outcome == FALSE and in_an_arm(program, error):
            outcome = UNREACHED
        verdict.errors[outcome] += 1
        if outcome == FALSE:
            verdict.false.append(error)
        elif outcome != TRUE:
            verdict.unreached.append((outcome, error))
    for place, name, claim in answer.types:
        values = run.bound.get(place, {}).get(name)
        if values is None:
            continue
        verdict.types += 1
        if value := facts.is_wrong(claim, values):
            verdict.wrong.append(WrongType(place, name, claim, value))
    if run.traceback:
        at = {error.path[0] for error in answer.errors}
        where = run.traceback
        verdict.raised = CAUGHT if where[0] in at else ABOVE if at & set(where) else MISSED
    return verdict


def weigh(path: Path_, run: Run) -> str:
    """Whether an error on that path is borne out by the run."""
    counts = [count for taken, count in run.paths.items() if is_on(path, taken)]
    if counts:
        return FALSE if all(reached == ended for reached, ended in counts) else TRUE
    return UNTAKEN if len(path) > 1 and weigh(path[1:], run) in (FALSE, UNTAKEN) else UNREACHED


def in_an_arm(program: Program, error: Error) -> bool:
    """Whether the expression is one that its line may run to its end without."""
    name, line = error.path[0]
    arms: list[ast.expr] = []
    for node in ast.walk(ast.parse(program.files[name])):
        if isinstance(node, ast.IfExp):
            arms += [node.body, node.orelse]
        elif isinstance(node, ast.BoolOp):
            arms += node.values[1:]
        elif isinstance(node, ast.Compare):
            arms += node.comparators[1:]
    at = (line, error.column - 1)
    return any((a.lineno, a.col_offset) <= at < (a.end_lineno, a.end_col_offset) for a in arms)


def is_on(path: Path_, taken: Path_) -> bool:
    """Whether a path that a run took is the reported one, with or without frames in between."""
    if path[0] != taken[0]:
        return False
    rest = iter(taken[1:])
    return all(place in rest for place in path[1:])
