"""Pyccel's own test suite, by Pyccel and by us: what it accepts and we refuse, and the other way round.

    python tests/oracle/pyccel/suite.py --tests pyccel-2.2.3/tests --pyccel .venv-pyccel/bin/python --bin B

The tests come with Pyccel's source distribution. A script or module is a program; so is each function that stands in a
test, with what the file imports and the function names. A file that imports others of its folder is refused by Pyccel,
since each stands alone here.
"""

import argparse
import ast
import json
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

#: What drives the tests and is no part of the programs.
DRIVERS = ("pytest", "epyccel", "utilities", "modules", "sys")
#: So many programs are asked about at once.
BATCH = 200


def names_of(statement: ast.Import | ast.ImportFrom) -> list[str]:
    """The names that an import binds."""
    return [(alias.asname or alias.name).split(".")[0] for alias in statement.names]


def imports_of(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that programs may need."""
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            written = ast.unparse(statement)
            if "pyccel.decorators" in written or not any(
                word in written for word in (*DRIVERS, "pyccel")
            ):
                yield statement


def programs_of(path: Path) -> Iterator[tuple[str, str]]:
    """The programs of a file, each with a name."""
    source = path.read_text(errors="replace")
    if not path.name.startswith("test_"):
        yield path.name, source
        return
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return
    for test in body:
        if not isinstance(test, ast.FunctionDef) or not test.name.startswith("test"):
            continue
        for inner in test.body:
            if isinstance(inner, ast.FunctionDef | ast.ClassDef):
                text = ast.unparse(inner)
                heads = [*imports_of(body), *imports_of(test.body)]
                used = [
                    ast.unparse(head)
                    for head in heads
                    if any(name in text for name in names_of(head))
                ]
                variables = [
                    ast.unparse(made) for made in test.body if "TypeVar(" in ast.unparse(made)[:40]
                ]
                yield (
                    f"{path.name}::{test.name}.{inner.name}",
                    "\n".join([*used, *variables, text, ""]),
                )


def refused(binary: str, source: str, folder: Path) -> list[str]:
    """What we say of a program."""
    path = folder / "prog.py"
    path.write_text(source, encoding="utf-8")
    command = [binary, "check", "--dialect", "pyccel", "--output-format", "json", str(path)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    return [
        f"{row['location']['row']}: {row['message']}" for row in found if row["severity"] == "error"
    ]


def main() -> None:
    """Asks both, prints the differences and the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("--tests", "--pyccel", "--bin"):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    paths = [
        path
        for path in sorted(Path(options.tests).rglob("*.py"))
        if not path.name.startswith("conftest")
    ]
    programs = [program for path in paths for program in programs_of(path)]
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(programs), BATCH):
            batch = programs[start : start + BATCH]
            command = [options.pyccel, str(Path(__file__).with_name("ask.py"))]
            given = json.dumps([source for _, source in batch])
            answers = json.loads(
                subprocess.run(
                    command, input=given, capture_output=True, text=True, check=True
                ).stdout
            )
            for (name, source), answer in zip(batch, answers, strict=True):
                ours = refused(options.bin, source, Path(folder))
                verdict = "internal error" if answer["internal"] else answer["verdict"]
                counts[verdict, "rejected" if ours else "accepted"] += 1
                if (verdict == "accepted") == bool(ours):
                    print(
                        f"{name}: Pyccel {verdict} {[row['message'][:100] for row in answer['errors'][:1]]}; ours {ours[:2]}"
                    )
    for (theirs, ours), count in sorted(counts.items()):
        print(f"{count:5} Pyccel {theirs}, ours {ours}")


if __name__ == "__main__":
    main()
