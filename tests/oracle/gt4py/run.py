"""GT4Py as the judge of our dialect: the same operators through its type deduction and through ours.

    cargo xtask oracle --dialect gt4py --n 1000

GT4Py is installed in an environment of its own, `.venv-gt4py`; where it can't be, that is said and nothing is compared.
`--n` is how many operators of each kind are drawn: by default 5,000 expressions, 1,000 annotations, 1,000 calls.

The verdict must be the same, and of what both accept the result's type and every variable's. Each disagreement is printed
with its operator unless it belongs to a row of `judged.toml`.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))
import draw
import draw_calls
import languages

HERE = Path(__file__).parent
REAL = HERE.parents[2] / "crates/conformable_dialects/tests/real_gt4py"
ROWS = HERE.parents[2] / "crates/conformable_dialects/tests/gt4py"
AGREE = 0.99
RELEASE = "gt4py==1.1.12"
#: Operators in one module.
TOGETHER = 250


def environment(may_install: bool = True) -> str | None:
    """An interpreter with GT4Py."""
    return languages.environment(".venv-gt4py", "gt4py.next", [RELEASE], may_install)


def theirs(interpreter: str, head: str, operators: list[str]) -> list[dict[str, object]]:
    """What GT4Py says of operators."""
    asked = subprocess.run(
        [interpreter, str(HERE / "ask.py")],
        input=json.dumps({"head": head, "operators": operators}),
        capture_output=True,
        text=True,
        check=False,
    )
    if asked.returncode != 0:
        raise SystemExit(asked.stderr[-2000:])
    answers: list[dict[str, object]] = json.loads(asked.stdout)
    return answers


def ours(binary: str, head: str, operators: list[str], folder: Path) -> list[dict[str, object]]:
    """What the command says of operators, which stand in one module with names of their own."""
    path = folder / "operators.py"
    text, starts = head, []
    for number, operator in enumerate(operators):
        starts.append(text.count("\n") + 1)
        text += re.sub(r"\bdef f\(", f"def f_{number}(", operator)
    path.write_text(text, encoding="utf-8")
    run = subprocess.run(
        [binary, "infer", str(path), "--dialect", "gt4py", "--output-format", "json"],
        capture_output=True,
        text=True,
        check=False,
    )
    if not run.stdout:
        raise SystemExit(run.stderr)
    answer = json.loads(run.stdout)
    answers: list[dict[str, object]] = [
        {"verdict": "accepted", "error": "", "result": "", "results": {}, "variables": {}}
        for _ in operators
    ]

    def place(line: int) -> int | None:
        """The operator that a line is of."""
        before = [number for number, start in enumerate(starts) if start <= line]
        return before[-1] if before else None

    for row in answer["diagnostics"]:
        number = place(row["location"]["row"])
        if row["severity"] == "error" and number is not None:
            answers[number]["verdict"] = "rejected"
            answers[number]["error"] = f"{row['code']} {row['message']}"
    for row in answer["functions"]:
        number = place(row["line"])
        if number is not None:
            answers[number]["result"] = row["returns"]
            results = answers[number]["results"]
            assert isinstance(results, dict)
            results[row["function"]] = row["returns"]
    for row in answer["bindings"]:
        number = place(row["line"])
        if number is not None and row["function"]:
            key = (row["line"] - starts[number] + 1, row["name"])
            variables = answers[number]["variables"]
            assert isinstance(variables, dict)
            variables[key] = row["type"]
    return answers


def differences(theirs: dict[str, object], own: dict[str, object]) -> list[str]:
    """What the two say differently of one operator."""
    if theirs["verdict"] != own["verdict"]:
        why = str(own["error"] or theirs["error"]).splitlines()
        return [f"ours {own['verdict']}, GT4Py's {theirs['verdict']}: {' '.join(why)[:170]}"]
    if own["verdict"] != "accepted":
        return []
    found = []
    if own["result"] != theirs["result"]:
        found.append(f"result: ours {own['result']}, GT4Py's {theirs['result']}")
    assert isinstance(theirs["variables"], list) and isinstance(own["variables"], dict)
    for line, name, ty in theirs["variables"]:
        mine = own["variables"].get((line, name), ty)
        if mine != ty:
            found.append(f"{name}: ours {mine}, GT4Py's {ty}")
    return found


def whole(options: argparse.Namespace, interpreter: str) -> bool:
    """Real programs, each a module: the results and the variables of all their operators; and their broken twins."""
    found = sorted(REAL.glob("*.py"))
    programs = {path.name: path.read_text(encoding="utf-8") for path in found}
    twins = []
    for row in (REAL / "twins.txt").read_text(encoding="utf-8").splitlines():
        if not row.startswith("#"):
            name, old, new = row.split(" | ")[:3]
            twins.append((name, programs[name].replace(old, new, 1)))
    sources = [*programs.items(), *twins]
    answers = theirs(interpreter, "", [source for _, source in sources])
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for place, ((name, source), answer) in enumerate(zip(sources, answers, strict=True)):
            [own] = ours(options.bin, "", [source], Path(folder))
            if place >= len(programs) and own["verdict"] == answer["verdict"] == "rejected":
                continue
            own["result"] = answer["result"]
            different = differences(answer, own)
            assert isinstance(answer["results"], dict) and isinstance(own["results"], dict)
            different += [
                f"{function}: ours {own['results'].get(function)}, GT4Py's {result}"
                for function, result in answer["results"].items()
                if own["results"].get(function) != result
            ]
            if different or place >= len(programs):
                wrong += 1
                print(f"--- {name}: {different or 'both accept what is broken'}\n{answer['error']}")
    print(f"{len(programs)} real programs and {len(twins)} with a mistake: {wrong} differ")
    return wrong == 0


def rows() -> list[str]:
    """The operators of the tables, which stand behind a head of their own."""
    found = []
    for name in ("accepted.txt", "rejected.txt"):
        for line in (ROWS / name).read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                program = line.rsplit(" => ", 1)[0]
                end = next(
                    place for place in range(len(program)) if is_closed(program[: place + 1])
                )
                result, body = program[end + 1 :].split(":", 1)
                body = "".join(f"    {statement.strip()}\n" for statement in body.split(";"))
                found.append(f"@gtx.field_operator\ndef f{program[: end + 1]}{result}:\n{body}")
    blocks = (ROWS / "programs.txt").read_text(encoding="utf-8").split("\n", 1)[1].split("---\n")
    return found + [block.rsplit("=> ", 1)[0] for block in blocks]


def is_closed(text: str) -> bool:
    """Whether all parentheses are."""
    return text.count("(") == text.count(")")


def compare(kind: str, options: argparse.Namespace, interpreter: str) -> bool:
    """Draws operators of one kind, asks both, prints what differs; whether they agree."""
    head = draw.HEAD
    if kind == "rows":
        operators = rows()
        head = (ROWS / "head.py").read_text(encoding="utf-8")
    else:
        one, count = draw_calls.KINDS[kind]
        numbers = range(options.n or count)
        operators = [one(options.seed * 1_000_000 + number) for number in numbers]
    count = len(operators)
    start = time.perf_counter()
    answers = theirs(interpreter, head, operators)
    mine: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, count, TOGETHER):
            together = operators[first : first + TOGETHER]
            mine += ours(options.bin, head, together, Path(folder))
    found = languages.Count(HERE / "judged.toml", "operator", r"[vpw]\d+|`[^`]*`", options.show)
    for operator, answer, own in zip(operators, answers, mine, strict=True):
        said = str(answer["error"])[:300]
        found.add(operator, differences(answer, own), lambda said=said: f"    GT4Py: {said}\n")
    accepted = sum(answer["verdict"] == "accepted" for answer in answers)
    found.print(f"{count} {kind}, {accepted} accepted by GT4Py", time.perf_counter() - start)
    return found.left <= (0 if kind == "rows" else (1 - AGREE) * count)


def main() -> int:
    """Compares operators of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default=os.environ.get("CONFORMABLE_BIN"))
    parser.add_argument("--gt4py", help="an interpreter that has GT4Py")
    parser.add_argument("--dialect", choices=["gt4py"], default="gt4py")
    parser.add_argument("--kind", choices=["real", "rows", *draw_calls.KINDS])
    parser.add_argument("--n", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--if-installed", action="store_true", help="don't install GT4Py")
    options = parser.parse_args()
    interpreter = options.gt4py or environment(not options.if_installed)
    if interpreter is None:
        print(f"skipped: {RELEASE} isn't installed here")
        return 0
    kinds = [options.kind] if options.kind else ["real", "rows", *draw_calls.KINDS]
    agree = [
        whole(options, interpreter) if kind == "real" else compare(kind, options, interpreter)
        for kind in kinds
    ]
    return 0 if all(agree) else 1


if __name__ == "__main__":
    sys.exit(main())
