"""Pyccel as the judge of our dialect: the same programs through its semantic stage and through ours.

    cargo xtask oracle --dialect pyccel --n 5000

Pyccel is installed in an environment of its own, `.venv-pyccel`; where it can't be, that is said and nothing is compared.

One program in a hundred is of a row at which Pyccel is known to do otherwise than its document, NumPy or Python
(`draw.QUIRKS`; the rows are marked in `statements.txt` and `modules.txt`): the share is printed.

The verdict must be the same, and the types of all variables and results of what both accept. Each disagreement is
printed with its program unless it belongs to a row of `judged.toml`, which says with whom NumPy or the document sides.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))
import draw
import languages

HERE = Path(__file__).parent
#: The share of programs with the same verdict and types, of so many programs at least; none may be left that isn't judged.
AGREE = 0.98
ENOUGH = 5000
RELEASE = "pyccel==2.2.3"


def environment() -> str | None:
    """An interpreter with Pyccel."""
    return languages.environment(".venv-pyccel", "pyccel", [RELEASE, "numpy>=2"])


def ours(binary: str, source: str, folder: Path, number: int) -> dict[str, object]:
    """What the command says of a program."""
    path = folder / f"program_{number}.py"
    path.write_text(source, encoding="utf-8")
    run = subprocess.run(
        [binary, "infer", str(path), "--dialect", "pyccel", "--output-format", "json"],
        capture_output=True,
        text=True,
        check=False,
    )
    if not run.stdout:
        return {"verdict": "failed", "errors": [run.stderr], "variables": {}, "results": {}}
    answer = json.loads(run.stdout)
    errors = [row for row in answer["diagnostics"] if row["severity"] == "error"]
    variables: dict[tuple[str, int], dict[str, str]] = {}
    for row in answer["bindings"]:
        variables.setdefault((row["function"], row["instance"]), {}).setdefault(
            row["name"], row["type"]
        )
    results = {(row["function"], row["instance"]): row["returns"] for row in answer["functions"]}
    return {
        "verdict": "rejected" if errors else "accepted",
        "errors": [f"{e['code']} {e['message']}" for e in errors],
        "variables": variables,
        "results": results,
    }


def differences(theirs: dict[str, object], own: dict[str, object]) -> list[str]:
    """What the two say differently of one program."""
    if theirs["verdict"] != own["verdict"]:
        why = own["errors"] or [e["message"] for e in theirs["errors"]] or [theirs["internal"]]
        return [
            f"ours {own['verdict']}, Pyccel's {theirs['verdict']}: {str(why[0]).splitlines()[0][:150]}"
        ]
    if own["verdict"] != "accepted":
        return []
    found = []
    for function, instances in theirs["variables"].items():
        for number, variables in enumerate(instances):
            mine = own["variables"].get((function, number), {})
            for name, ty in mine.items():
                if name in variables and variables[name] != ty:
                    found.append(f"{name}: ours {ty}, Pyccel's {variables[name]}")
        for number, ty in enumerate(theirs["results"].get(function, [])):
            mine = own["results"].get((function, number), ty)
            if mine != ty:
                found.append(f"result: ours {mine}, Pyccel's {ty}")
    return found


def asked(interpreter: str, programs: list[str]) -> list[dict[str, object]]:
    """What Pyccel says of programs, in one process."""
    done = subprocess.run(
        [interpreter, str(HERE / "ask.py")],
        input=json.dumps(programs),
        capture_output=True,
        text=True,
        check=True,
    )
    answers: list[dict[str, object]] = json.loads(done.stdout)
    return answers


def main() -> int:
    """Draws programs, asks both, and prints what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default=os.environ.get("CONFORMABLE_BIN"))
    parser.add_argument("--pyccel", help="an interpreter that has Pyccel")
    parser.add_argument("--dialect", choices=["pyccel"], default="pyccel")
    parser.add_argument("--n", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=20)
    options = parser.parse_args()
    if options.pyccel is None:
        options.pyccel = environment()
    if options.pyccel is None:
        print(f"skipped: {RELEASE} can't be installed here (it wants a Fortran compiler)")
        return 0
    programs = [draw.draw(options.seed * 1_000_000 + number) for number in range(options.n)]
    start = time.perf_counter()
    theirs = asked(options.pyccel, programs)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        numbered = enumerate(programs)
        mine = list(pool.map(lambda one: ours(options.bin, one[1], Path(folder), one[0]), numbered))
    kinds = {kind: [0, 0, 0] for kind in draw.KINDS}
    found = languages.Count(HERE / "judged.toml", "program", r"v\d+|p\d+|`[^`]*`", options.show)
    numbers = range(options.n)
    for number, program, answer, own in zip(numbers, programs, theirs, mine, strict=True):
        differing = differences(answer, own)
        if differing and found.judged(program, differing) is None:
            # Now and then what Pyccel says depends on the programs that it was asked about before.
            [answer] = asked(options.pyccel, [program])
            differing = differences(answer, own)
        found.add(program, differing)
        counts = kinds[draw.kind_of(options.seed * 1_000_000 + number)]
        is_crash = "INTERNAL" in str(answer["errors"]) or bool(answer["internal"])
        for place, is_it in enumerate((True, not differing, bool(differing) and is_crash)):
            counts[place] += is_it
    for kind, (count, same, crashes) in kinds.items():
        share = same / max(count - crashes, 1)
        print(
            f"{kind}: {count} ({count / options.n:.1%} of all), {same} the same; of {crashes} others Pyccel gives "
            f"no verdict but an internal error, without these {share:.2%}"
        )
    accepted = sum(answer["verdict"] == "accepted" for answer in theirs)
    found.print(f"{options.n} programs, {accepted} accepted by Pyccel", time.perf_counter() - start)
    # Of a few programs the share says little.
    is_enough = options.n < ENOUGH or found.same >= AGREE * options.n
    return 0 if is_enough and not found.left else 1


if __name__ == "__main__":
    sys.exit(main())
