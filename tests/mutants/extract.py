"""Makes programs of functions that others wrote: each with simple arguments on which it runs.

    python tests/mutants/extract.py FOLDER... --out DIR --functions 300
    cargo xtask mutants --programs DIR --count 0 --show 20

`cargo xtask round NAME...` unpacks packages into such folders.

A function is taken with the functions and constants of its module that it names, if all else that it names is NumPy,
SciPy, `math` or built in, and nothing in it reaches outside of the program. For its parameters without a default simple
values are drawn, as often as it takes until a call runs and gives something that isn't None.
"""

import argparse
import ast
import builtins
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from runner import run_all

LIBRARIES = ("numpy", "scipy", "math")

# What a program does outside of itself, or what would not end.
FORBIDDEN = {
    *("open", "exec", "eval", "compile", "input", "exit", "quit", "breakpoint", "__import__"),
    *(
        "globals",
        "locals",
        "vars",
        "print",
        "save",
        "savez",
        "savetxt",
        "tofile",
        "load",
        "loadtxt",
    ),
    *("memmap", "genfromtxt", "fromfile", "system", "savemat", "loadmat", "write"),
}

VALUES = [
    *(
        "np.linspace(0.1, 1.0, 6)",
        "np.arange(1.0, 13.0).reshape(4, 3)",
        "np.eye(3)",
        "np.ones((4, 4))",
    ),
    *("np.arange(1, 7)", "np.linspace(1.0, 2.0, 24).reshape(2, 3, 4)", "np.array([1.0, 2.0, 3.0])"),
    *("3", "2", "0.5", "1.5", "[1.0, 2.0, 3.0]", "(4, 3)", "True", "'mean'"),
]

LEAST_STATEMENTS, MOST_LINES = 2, 120


class Module:
    """A module's text, and what it defines by name."""

    def __init__(self, text: str):
        self.tree = ast.parse(text)
        self.text = text
        self.imports: dict[str, ast.stmt] = {}
        self.functions: dict[str, ast.FunctionDef] = {}
        self.constants: dict[str, ast.stmt] = {}
        rebound = set()
        for statement in self.tree.body:
            for name in self.bind(statement):
                if name in rebound:
                    self.imports.pop(name, None)
                    self.functions.pop(name, None)
                    self.constants.pop(name, None)
                rebound.add(name)

    def bind(self, statement: ast.stmt) -> Iterator[str]:
        """Notes what a statement defines, and yields the names that it binds."""
        if isinstance(statement, ast.Import | ast.ImportFrom):
            source = getattr(statement, "module", None) or ""
            for alias in statement.names:
                name = alias.asname or alias.name.partition(".")[0]
                root = (source or alias.name).partition(".")[0]
                if root in LIBRARIES and alias.name != "*" and not getattr(statement, "level", 0):
                    self.imports[name] = statement
                yield name
        elif isinstance(statement, ast.FunctionDef):
            if not statement.decorator_list:
                self.functions[statement.name] = statement
            yield statement.name
        elif isinstance(statement, ast.Assign) and all(
            isinstance(t, ast.Name) for t in statement.targets
        ):
            for target in statement.targets:
                self.constants[target.id] = statement
                yield target.id
        elif isinstance(statement, ast.ClassDef):
            yield statement.name

    def closed(self, function: ast.FunctionDef) -> list[ast.stmt] | None:
        """The statements that the function needs, itself among them, in their order; None where it needs others."""
        needed, queue = {}, [function]
        while queue:
            statement = queue.pop()
            if id(statement) in needed:
                continue
            needed[id(statement)] = statement
            for name in free(statement):
                found = (
                    self.imports.get(name) or self.functions.get(name) or self.constants.get(name)
                )
                if found is not None:
                    queue.append(found)
                elif not hasattr(builtins, name):
                    return None
        return sorted(needed.values(), key=lambda statement: statement.lineno)


def free(statement: ast.stmt) -> set[str]:
    """The names that a statement reads and doesn't bind, annotations left out."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return set()
    statement = bare(statement)
    names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    for node in ast.walk(statement):
        if isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node is not statement:
            bound.add(node.name)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            bound |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    return {node.id for node in names} - bound


def bare(statement: ast.stmt) -> ast.stmt:
    """A copy without annotations."""
    copy = ast.parse(ast.unparse(statement)).body[0]
    for node in ast.walk(copy):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    return copy


def is_taken(function: ast.FunctionDef, statements: list[ast.stmt]) -> bool:
    """Has it something to get wrong, and does nothing in it reach outside?"""
    names = {node.id for one in statements for node in ast.walk(one) if isinstance(node, ast.Name)}
    names |= {
        node.attr for one in statements for node in ast.walk(one) if isinstance(node, ast.Attribute)
    }
    foreign = [
        alias.name.partition(".")[0]
        for one in statements
        for node in ast.walk(one)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if (getattr(node, "module", None) or alias.name).partition(".")[0] not in LIBRARIES
    ]
    arguments = function.args
    return (
        not foreign
        and not names & FORBIDDEN
        and "np" in names
        and not arguments.vararg
        and not arguments.kwarg
        and len(required(function)) in range(1, 7)
        and len(function.body) >= LEAST_STATEMENTS
        and sum(one.end_lineno - one.lineno + 1 for one in statements) <= MOST_LINES
        and any(isinstance(node, ast.Return) and node.value for node in ast.walk(function))
    )


def required(function: ast.FunctionDef) -> list[str]:
    """The parameters without a default; those that are given by name alone as `name=`."""
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    plain = plain[: len(plain) - len(arguments.defaults)]
    by_name = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return [one.arg for one in plain] + [
        f"{one.arg}=" for one, default in by_name if default is None
    ]


def source(statements: list[ast.stmt]) -> str:
    """The statements as a program, without docstrings and annotations, which could be of anything."""
    # The arguments name it.
    parts = ["import numpy as np"]
    for statement in statements:
        statement = (
            statement if isinstance(statement, ast.Import | ast.ImportFrom) else bare(statement)
        )
        for node in ast.walk(statement):
            if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        parts.append(ast.unparse(statement))
    parts = list(dict.fromkeys(parts))
    return "\n\n\n".join(parts) + "\n"


def functions(folders: list[Path], rng: random.Random) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Programs without their call, and the function that is called, in a random order of files."""
    files = sorted(file for folder in folders for file in folder.rglob("*.py"))
    rng.shuffle(files)
    seen = set()
    for file in files:
        try:
            module = Module(file.read_text())
        except (SyntaxError, UnicodeDecodeError, ValueError, RecursionError):
            continue
        for function in module.functions.values():
            statements = module.closed(function)
            if statements is None or not is_taken(function, statements):
                continue
            text = source(statements)
            if text not in seen:
                seen.add(text)
                yield text, function


def extract(folders: list[Path], out: Path, wanted: int, seed: int, tries: int, jobs: int) -> int:
    """Write so many programs, at most; how many there are."""
    rng = random.Random(seed)
    made = 0
    with tempfile.TemporaryDirectory() as scratch:
        for number, (text, function) in enumerate(functions(folders, rng)):
            if made == wanted:
                break
            folder = Path(scratch, str(number))
            folder.mkdir()
            scripts = []
            for attempt in range(tries):
                drawn = [
                    f"{name if name.endswith('=') else ''}{rng.choice(VALUES)}"
                    for name in required(function)
                ]
                call = f"\n\nresult = {function.name}({', '.join(drawn)})\n"
                script = folder / f"{attempt}.py"
                script.write_text(text + call + "if result is None:\n    raise SystemExit(1)\n")
                scripts.append((script, text + call))
            outcomes = list(run_all(((folder, script) for script, _ in scripts), jobs, timeout=5))
            for (_, program), outcome in zip(scripts, outcomes, strict=True):
                if outcome.kind == "runs":
                    (out / f"p{made:04d}.py").write_text(program)
                    made += 1
                    break
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path, help="folders of packages")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--functions", type=int, default=300, help="at most so many")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--tries", type=int, default=24, help="calls that are tried of each function"
    )
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    print(
        f"{extract(args.folders, args.out, args.functions, args.seed, args.tries, args.jobs)} programs"
    )


if __name__ == "__main__":
    main()
