"""Asks GT4Py itself: run by the interpreter of an environment that has it, never by ours.

    python ask.py < question.json > answers.json

A question is `{"head": source, "operators": [source, ...]}`: a module, and functions under GT4Py's decorators that are
each added to it alone, the last of a source the one that is asked about; without a head each source is a module. An answer is `{"verdict", "error", "result",
"variables", "seconds"}`. Only parsing, type deduction and the lowering of programs are run, no backend.
"""

import contextlib
import json
import linecache
import sys
import time
import types
import warnings
from collections.abc import Iterator

from gt4py import eve
from gt4py.next.ffront import (
    decorator,
    field_operator_ast as foast,
    type_specifications as of_operators,
)
from gt4py.next.type_system import type_specifications as ts


def spell(ty: object) -> str:
    """A type as GT4Py prints it; what it prints as an object is spelled as ours is."""
    if isinstance(ty, ts.DomainType):
        return f"Domain[[{', '.join(dim.value for dim in ty.dims)}]]"
    if isinstance(ty, ts.TupleType):
        return f"tuple[{', '.join(map(spell, ty.types))}]"
    if isinstance(ty, ts.OffsetType):
        dims = [f"{dim.value}[{dim.kind.value}]" for dim in (ty.source, *ty.target)]
        return f"Offset[{dims[0]}, ({', '.join(dims[1:])})]"
    if isinstance(ty, ts.VoidType):
        return "None"
    return str(ty)


def variables_of(node: object) -> Iterator[tuple[int, str, str]]:
    """Names where they are assigned: line, name, type."""
    for assign in eve.walk_values(node).if_isinstance(foast.Assign, foast.TupleTargetAssign):
        targets = [assign.target] if isinstance(assign, foast.Assign) else assign.targets
        for target in targets:
            symbol = target.id if isinstance(target, foast.Starred) else target
            if isinstance(symbol, foast.Symbol):
                name = str(symbol.id).split("ᐞ")[0]
                # The passes that unpack tuples make names of their own.
                if name.isidentifier() and not name.startswith("__"):
                    yield assign.location.line, name, spell(symbol.type)


def result_of(operator: object) -> tuple[str, object]:
    """The type of what an operator gives, and its typed definition."""
    if isinstance(operator, decorator.Program):
        # The deduction, and the lowering, which looks at domains and slices; they are run when asked
        # for. The module's constants are put in later: that they lack is no error of the program's,
        # nor is the TypeError with which the lowering ends where a tuple is passed.
        operator.past_stage  # noqa: B018
        with contextlib.suppress(eve.exceptions.EveValueError, TypeError):
            operator.gtir  # noqa: B018
        return "None", None
    stage = operator.foast_stage
    ty = stage.foast_node.type
    assert isinstance(ty, of_operators.FieldOperatorType | of_operators.ScanOperatorType)
    return spell(ty.definition.returns), stage.foast_node


def ask(source: str, head: dict[str, object], number: int) -> dict[str, object]:
    """What GT4Py says of one operator."""
    path = f"operator_{number}.py"
    linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
    module = types.ModuleType(f"operator_{number}")
    names = module.__dict__
    names.update(head)
    # Named collections are looked for in the module of their class.
    if "__name__" not in head:
        sys.modules[module.__name__] = module
    answer: dict[str, object] = {
        "verdict": "accepted",
        "error": "",
        "result": "",
        "results": {},
        "variables": [],
    }
    start = time.perf_counter()
    try:
        before = set(names)
        exec(compile(source, path, "exec"), names)
        made = [
            name
            for name in names
            if name not in before
            and isinstance(names[name], decorator.Program | decorator.FieldOperator)
        ]
        results: dict[str, str] = {}
        variables: list[tuple[int, str, str]] = []
        for name in made:
            results[name], node = result_of(names[name])
            variables += [] if node is None else variables_of(node)
        answer |= {"result": results[made[-1]], "results": results, "variables": variables}
    except Exception as error:
        answer["verdict"] = "rejected"
        answer["error"] = f"{type(error).__name__}: {error}"
    answer.setdefault("seconds", time.perf_counter() - start)
    return answer


def main() -> None:
    """Reads operators, writes answers."""
    warnings.simplefilter("ignore")
    question = json.load(sys.stdin)
    # Named collections are looked for in the module of their class.
    module = sys.modules["head"] = types.ModuleType("head")
    head = module.__dict__
    path = "head.py"
    text = question["head"]
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    # What GT4Py prints on the way is no part of the answers.
    written, sys.stdout = sys.stdout, sys.stderr
    exec(compile(text, path, "exec"), head)
    head = head if text else {}
    answers = [ask(source, head, number) for number, source in enumerate(question["operators"])]
    sys.stdout = written
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
