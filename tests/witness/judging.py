"""What was recorded, held against what the checker says: reports, signatures, bindings.

A *place* is a name at a line: a parameter or the result of a function, a name where it is bound. A
value is held where its type says anything at all.
"""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import shown
from shown import Names, Ty

# The last names of annotations that say that something is an array.
ARRAYS = {"ndarray", "NDArray"}


@dataclass(frozen=True)
class Param:
    """A parameter that has a type; `assumed` is the mark of `x?:`."""

    name: str
    ty: Ty
    assumed: bool


@dataclass(frozen=True)
class Signature:
    params: tuple[Param, ...]
    result: Ty
    where: tuple[str, ...]


@dataclass
class Finding:
    """Something that isn't so: `what` is "report", "signature", "binding" or "local"."""

    what: str
    file: str
    line: int
    says: str
    was: str

    def text(self) -> str:
        return f"{self.file}:{self.line}: {self.what}: {self.says}\n      {self.was}"


@dataclass
class Held:
    """What was held against something, and what was found."""

    values: int = 0
    places: set = field(default_factory=set)
    calls: int = 0
    outside: int = 0
    reports: int = 0
    reached: int = 0
    mixed: int = 0
    bindings: int = 0
    unreadable: Counter = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    annotations: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, other: Held, *suite: str) -> None:
        for name in ("values", "calls", "outside", "reports", "reached", "mixed", "bindings"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.places |= {(*suite, *place) for place in other.places}
        self.unreadable += other.unreadable
        self.findings += other.findings
        self.annotations += other.annotations
        self.notes += other.notes


# --- reading ---------------------------------------------------------------------------------------


@functools.cache
def signature(text: str) -> Signature:
    """A function's signature, from its text; `shown.Unreadable`."""
    inside, rest = matched(text)
    tokens = shown.TOKEN.findall(rest)
    if tokens[:1] != ["->"]:
        raise shown.Unreadable(f"{text!r} has no result")
    tokens, where = tokens[1:], []
    if "where" in tokens:
        at = tokens.index("where")
        tokens, where = tokens[:at], tokens[at + 1 :]
    params = []
    for part in shown.split(shown.TOKEN.findall(inside)):
        found = param(part)
        if found is not None:
            params.append(found)
    conditions = tuple(shown.join(part) for part in shown.split(where))
    return Signature(tuple(params), shown.read(shown.join(tokens)), conditions)


def matched(text: str) -> tuple[str, str]:
    """What is in the first brackets, and what is behind them."""
    depth = 0
    for found in shown.TOKEN.finditer(text):
        token = found.group(1)
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        if depth == 0:
            return text[1 : found.start(1)], text[found.end() :]
    raise shown.Unreadable(f"{text!r} has no parameters")


def param(part: list[str]) -> Param | None:
    """A parameter with a type; None for one without, and for what collects the rest."""
    if part[0] in ("*", "/") or ":" not in part:
        return None
    assumed = part[1] == "?"
    if part[1 + assumed] != ":":
        return None
    rest = part[2 + assumed :]
    depth = 0
    for index, token in enumerate(rest):
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        if token == "=" and depth == 0:
            rest = rest[:index]
            break
    return Param(part[0], shown.read(shown.join(rest)), assumed)


def annotated(source: bytes) -> list[int]:
    """The lines of functions that are said to return an array."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return []
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, functions) and says_array(node.returns)
    ]


def says_array(annotation: ast.expr | None) -> bool:
    """Whether an annotation says that something is an array, and nothing else."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except (SyntaxError, ValueError):
            return False
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    name = getattr(annotation, "attr", getattr(annotation, "id", None))
    return name in ARRAYS


# --- what a signature assumes ----------------------------------------------------------------------


def fits(ty: Ty, value: tuple) -> bool:
    """Whether a value is of the class and the kind that a type says, whatever its sizes are."""
    if ty.sort == "union":
        return any(fits(part, value) for part in ty.parts)
    if ty.sort == "array":
        dtype = ty.parts[0]
        return (
            value[0] == "array"
            and value[3] is None
            and (not shown.fixed(dtype) or kind(dtype) == kind(value[1]))
        )
    if ty.sort == "number":
        return value[0] == "int"
    if ty.sort == "literal":
        return value[0] == type(ty.parts[0]).__name__
    if ty.sort in ("tuple", "tuples"):
        inside = ty.parts if ty.sort == "tuple" else ty.parts * len(value[-1])
        return value[0] == "tuple" and (
            len(inside) != len(value[2]) or all(map(fits, inside, value[2]))
        )
    if ty.sort in ("list", "set", "dict"):
        return value[0] == ty.sort and shown.of(ty, value)
    if ty.sort == "scalar":
        return value[0] == "scalar"
    if ty.sort == "instance":
        # A subclass may do otherwise.
        return shown.classes(value)[0].rpartition(".")[2] == ty.parts[0].rpartition(".")[2]
    return shown.of(ty, value)


def kind(dtype: str) -> str:
    return re.sub(r"\d+", "", dtype)


# --- holding ---------------------------------------------------------------------------------------


class Judge:
    """One suite's record, held against the answers of `infer` file by file."""

    def __init__(self, record: dict, answers) -> None:
        self.values = [tuple(map(frozen, one)) for one in record["descriptions"]]
        self.files = record["files"]
        self.outcomes = record["reports"]
        self.answers = answers
        self.held = Held()

    def all(self) -> Held:
        for file, place in sorted(self.files.items()):
            answer = self.answers(file)
            if answer is None:
                self.held.notes.append(f"{file}: infer gives no answer")
                continue
            self.judge_calls(file, place["calls"], answer)
            self.judge_bindings(file, place["bound"], answer)
        return self.held

    def judge_reports(self, reports: dict[str, dict]) -> None:
        held = self.held
        held.reports += len(reports)
        for number, (reached, ran, failed) in self.outcomes.items():
            report = reports.get(number)
            # Python asks for no annotation: what breaks one runs.
            if report is None or not ran + failed or report["code"].startswith("CF6"):
                continue
            held.reached += 1
            was = f"reached {reached} times: {ran} ran to their end, {failed} failed"
            says = f"{report['code']} {report['message']}"
            if ran and not failed:
                held.findings.append(Finding("report", report["file"], report["row"], says, was))
            elif ran:
                held.mixed += 1
                held.notes.append(f"{report['file']}:{report['row']}: {says}: {was}")

    def judge_bindings(self, file: str, bound: list, answer: dict) -> None:
        """Names of modules and of class bodies."""
        types = {
            (row["line"], row["column"], row["name"]): row["type"] for row in answer["bindings"]
        }
        seen = set()
        for line, column, name, number, count in bound:
            text = types.get((line, column, name))
            ty = self.read(text)
            if ty is None or number < 0:
                continue
            self.held.values += count
            self.held.bindings += 1
            self.held.places.add((file, line, column, name))
            value = self.values[number]
            if shown.classes(value)[0] == "dataclasses.Field":
                # What is said is of the instances' attribute, which this stands for.
                continue
            if not shown.of(ty, value) and (line, column, name) not in seen:
                seen.add((line, column, name))
                self.find("binding", file, line, f"{name}: {text}", value)

    def judge_calls(self, file: str, calls: list, answer: dict) -> None:
        signatures = defaultdict(list)
        for row in answer["functions"]:
            signatures[row["function"].rpartition(".")[2]].append(row)
        types = {
            (row["line"], row["column"], row["name"]): row["type"]
            for row in answer["bindings"]
            if row["function"]
        }
        seen = set()
        for call in calls:
            self.judge_call(file, call, signatures[call[1]], types, seen, answer["annotated"])

    def judge_call(self, file, call, rows, types, seen, annotated) -> None:
        qualname, _, line, params, arguments, result, bound, count = call
        row = next((row for row in rows if row["line"] == line), None)
        if row is None or arguments is None:
            return
        try:
            said = signature(row["signature"])
        except shown.Unreadable as error:
            self.held.unreadable[str(error)[:200]] += 1
            return
        given = {p: self.values[n] for p, n in zip(params, arguments, strict=True) if n >= 0}
        pairs = [(one.ty, given[one.name]) for one in said.params if one.name in given]
        if not all(fits(ty, value) for ty, value in pairs):
            self.held.outside += count
            return
        held = self.held
        held.calls += count
        telling = [
            one.name for one in said.params if one.name in given and one.ty.sort != "unknown"
        ]
        held.values += count * len(telling)
        held.places |= {(file, line, 0, f"{qualname}({one})") for one in telling}
        # A self of a subclass may have methods of its own.
        ways = [names for names in shown.each(pairs, {}) if satisfied(said.where, names)][
            : shown.MOST
        ]
        if not ways:
            if (line, "call") not in seen:
                seen.add((line, "call"))
                self.find(
                    "signature", file, line, f"{qualname}{row['signature']}", shown_call(given)
                )
            return
        if result is not None and said.result.sort not in ("unknown", "other", "function"):
            held.values += count
            held.places.add((file, line, 0, f"{qualname}()"))
            value = self.values[result]
            if (
                not any(holds(said.result, value, names) for names in ways)
                and (line, "") not in seen
            ):
                seen.add((line, ""))
                was = f"{shown_call(given)} -> {brief(value)}"
                says = f"{qualname}{row['signature']}"
                # That it is an array is a fact where the author says so; which one isn't.
                if value[0] != "array" and line in annotated:
                    held.annotations.append(Finding("annotation", file, line, says, was))
                else:
                    self.find("signature", file, line, says, was)
        for at, column, local, number in bound:
            text = types.get((at, column, local))
            ty = self.read(text)
            if ty is None or number < 0:
                continue
            held.values += count
            held.places.add((file, at, column, local))
            if (at, column) not in seen and not any(
                holds(ty, self.values[number], names) for names in ways
            ):
                seen.add((at, column))
                was = f"{brief(self.values[number])} in {qualname}: {shown_call(given)}"
                self.find("local", file, at, f"{local}: {text}", was)

    def read(self, text: str | None) -> Ty | None:
        """The type that a text shows, where it says something."""
        if text is None:
            return None
        try:
            ty = shown.read(text)
        except shown.Unreadable as error:
            self.held.unreadable[str(error)[:200]] += 1
            return None
        return None if ty.sort in ("unknown", "other", "function") else ty

    def find(self, what: str, file: str, line: int, says: str, value) -> None:
        was = value if isinstance(value, str) else f"it was {brief(value)}"
        self.held.findings.append(Finding(what, file, line, says, was))


def judge_all(records: list[dict], answers, reports: dict[str, dict]) -> Held:
    """All records of a suite: a report is judged by all of its runs, and a finding is shown once."""
    outcomes: dict[str, list[int]] = {}
    held = Held()
    for record in records:
        for number, counts in record["reports"].items():
            sums = outcomes.setdefault(number, [0, 0, 0])
            outcomes[number] = [a + b for a, b in zip(sums, counts, strict=True)]
        held.add(Judge(record, answers).all())
    own = Judge({"descriptions": [], "files": {}, "reports": outcomes}, answers)
    own.judge_reports(reports)
    held.add(own.held)
    held.findings = once(held.findings)
    held.annotations = once(held.annotations)
    held.notes = sorted(set(held.notes))
    return held


def once(findings: list[Finding]) -> list[Finding]:
    """Each of them, reports first."""
    each = {(f.what, f.file, f.line, f.says): f for f in findings}.values()
    return sorted(each, key=lambda f: (f.what != "report", f.file, f.line, f.says))


def frozen(value):
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def holds(ty: Ty, value: tuple, names: Names) -> bool:
    return any(shown.settled(found) for found in shown.matches(ty, value, names))


def satisfied(where: tuple[str, ...], names: Names) -> bool:
    """Whether the comparisons of sizes hold; what else is said there isn't held."""
    if not shown.settled(names):
        return False
    for condition in where:
        sides = condition.split("<=")
        if len(sides) == 2 and "…" not in condition:
            low, high = (shown.evaluate(side.strip(), names) for side in sides)
            if low is not None and high is not None and low > high:
                return False
    return True


def shown_call(given: dict[str, tuple]) -> str:
    return "(" + ", ".join(f"{name}: {brief(value)}" for name, value in given.items()) + ")"


def brief(value: tuple) -> str:
    """A description in the words of types."""
    head = value[0]
    if head == "array":
        name = f"{value[3][0]} of " if value[3] else ""
        return f"{name}{value[1]}[{', '.join(map(str, value[2]))}]"
    if head == "scalar":
        return f"the scalar {value[2][0]}"
    if head in ("int", "bool", "str") and value[1] is not None:
        return repr(value[1])[:80]
    if head in ("tuple", "list", "set", "frozenset"):
        inside = ", ".join(brief(item) for item in value[2][:6])
        return f"{head}[{inside}{', …' if value[1] > 6 else ''}]"
    if head == "dict":
        inside = ", ".join(f"{brief(key)}: {brief(item)}" for key, item in value[2][:4])
        return f"dict[{inside}{', …' if value[1] > 4 else ''}]"
    if head in ("object", "class"):
        return str(value[1][0]) if head == "object" else f"the class {value[1]}"
    if head == "slice":
        return f"slice[{', '.join(map(brief, value[1:]))}]"
    return head if head != "dtype" else f"DType[{value[1]}]"


def lines(held: Held) -> Iterator[str]:
    """The figures of one suite, or of all."""
    yield (
        f"{held.values:,} values held, from {len(held.places):,} places; {held.calls:,} calls, "
        f"{held.outside:,} outside of what their signature assumes; {held.bindings:,} bindings"
    )
    yield f"{held.reports:,} error reports, {held.reached:,} reached, {held.mixed:,} of them ran at times"
    if held.unreadable:
        yield f"{sum(held.unreadable.values()):,} types that could not be read, such as {next(iter(held.unreadable))}"
    if held.annotations:
        yield f"{len(held.annotations):,} annotations of results aren't so, such as {held.annotations[0].text()}"
