"""Asks Pyccel itself: run by the interpreter of an environment that has it, never by ours.

    python ask.py < programs.json > answers.json

`programs.json` is a list of sources; an answer is `{"verdict", "errors", "warnings", "variables", "results",
"seconds"}`. Only the syntactic and the semantic stage are run, so that no compiler is needed. Types are spelled as
annotations are, so that both sides of the comparison speak one language.
"""

import contextlib
import io
import json
import resource
import signal
import sys
import tempfile
import time
import warnings
from pathlib import Path

from pyccel.ast import datatypes, numpytypes
from pyccel.ast.core import FunctionDef, Interface
from pyccel.ast.variable import Variable
from pyccel.errors.errors import Errors, PyccelError
from pyccel.naming import name_clash_checkers
from pyccel.parser.parser import Parser
from pyccel.parser.scope import Scope

#: Some programs it never ends with: so many seconds of the processor's time, however busy the machine is.
SECONDS = 5


def stop(*_: object) -> None:
    """Ends what takes too long."""
    raise TimeoutError("it doesn't end")


def spell(ty: object) -> str:
    """A type as an annotation."""
    if isinstance(ty, datatypes.FinalType):
        return spell(ty.underlying_type)
    if isinstance(ty, numpytypes.NumpyNDArrayType):
        order = "(order=F)" if ty.order == "F" and ty.rank > 1 else ""
        return f"{spell(ty.element_type)}[{','.join(':' * ty.rank)}]{order}"
    if isinstance(ty, datatypes.HomogeneousListType):
        return f"list[{spell(ty.element_type)}]"
    if isinstance(ty, datatypes.HomogeneousSetType):
        return f"set[{spell(ty.element_type)}]"
    if isinstance(ty, datatypes.HomogeneousTupleType):
        return f"tuple[{spell(ty.element_type)}, ...]"
    if isinstance(ty, datatypes.InhomogeneousTupleType):
        inner = ", ".join(spell(item) for item in ty)
        return f"tuple[{inner or '()'}]"
    if isinstance(ty, datatypes.DictType):
        return f"dict[{spell(ty.key_type)}, {spell(ty.value_type)}]"
    if isinstance(ty, datatypes.StringType):
        return "str"
    if isinstance(ty, datatypes.VoidType):
        return "None"
    if isinstance(ty, datatypes.GenericType):
        return "Generic"
    return str(ty).removeprefix("numpy.")


def variables_of(function: FunctionDef) -> dict[str, str]:
    """Arguments and locals, by their names in the source."""
    names = (
        {str(new): str(old) for old, new in function.scope.symbols_in_scope.items()}
        if hasattr(function.scope, "symbols_in_scope")
        else {}
    )
    found: dict[str, str] = {}
    arguments = [argument.var for argument in function.arguments]
    results = []
    for variable in [*arguments, *function.scope.variables.values(), *results]:
        if isinstance(variable, Variable):
            name = str(variable.name)
            original = (
                function.scope.get_python_name(name)
                if name in function.scope.all_used_symbols
                else name
            )
            found[names.get(name, str(original))] = spell(variable.class_type)
    return found


def ask(source: str, folder: Path, number: int) -> dict[str, object]:
    """What Pyccel says of one module."""
    path = folder / f"mod_{number}.py"
    path.write_text(source, encoding="utf-8")
    errors = Errors()
    errors.reset()
    Scope.name_clash_checker = name_clash_checkers["python"]
    answer: dict[str, object] = {"variables": {}, "results": {}, "internal": None}
    start = time.perf_counter()
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    parser = Parser(path, output_folder=folder)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            parser.parse(verbose=0)
            if not errors.has_errors():
                parser.annotate(verbose=0)
    except PyccelError:
        pass
    except Exception as error:  # an internal failure is an answer, too
        answer["internal"] = f"{type(error).__name__}: {error}"
    signal.setitimer(signal.ITIMER_PROF, 0)
    answer["seconds"] = time.perf_counter() - start
    found = [info for infos in errors.error_info_map.values() for info in infos]
    rows = [
        {
            "severity": info.severity,
            "line": info.line,
            "message": str(info.message),
            "symbol": str(info.symbol),
        }
        for info in found
    ]
    answer["errors"] = [row for row in rows if row["severity"] in ("error", "fatal")]
    answer["warnings"] = [row for row in rows if row["severity"] == "warning"]
    rejected = answer["errors"] or answer["internal"]
    answer["verdict"] = "rejected" if rejected else "accepted"
    if not rejected and parser.semantic_parser is not None:
        collect(parser.semantic_parser, answer)
    return answer


def collect(semantic: object, answer: dict[str, object]) -> None:
    """The types of an accepted module's functions."""
    functions = []
    module = semantic.ast
    for item in [
        *module.funcs,
        *getattr(getattr(module, "program", None), "funcs", ()),
    ]:
        functions.append((str(item.name), item))
    for interface in module.interfaces:
        functions += [(str(interface.name), item) for item in interface.functions]
    for data_type in module.classes:
        functions += [(f"{data_type.name}.{item.name}", item) for item in data_type.methods]
    for name, function in functions:
        if isinstance(function, Interface) or not isinstance(function, FunctionDef):
            continue
        name = (
            function.scope.get_python_name(name)
            if name in function.scope.all_used_symbols
            else name
        )
        answer["variables"].setdefault(name, []).append(variables_of(function))
        result = function.results.var if function.results else None
        spelled = spell(result.class_type) if isinstance(result, Variable) else "None"
        answer["results"].setdefault(name, []).append(spelled)


def main() -> None:
    """Reads programs, writes answers."""
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGPROF, stop)
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    sources = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as folder:
        answers = [ask(source, Path(folder), number) for number, source in enumerate(sources)]
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
