"""The kinds of arguments that the stubs and models of Python's own functions ask for, against Python."""

import ast
import importlib
import json
import subprocess
import sys

import pytest
import test_python
from checker import answer

KINDS = {
    "number",
    "float",
    "str",
    "bytes",
    "tuple",
    "SupportsIndex",
    "Iterable",
    "Iterator",
    "Callable",
    "ClassInfo",
    "PathLike",
    "File",
    "Buffer",
    "Sized",
    "Sequence",
    "MutableSequence",
}
VALUES = [
    "None",
    "True",
    "3",
    "2.5",
    "1j",
    "'a'",
    "''",
    "b'a'",
    "[1]",
    "['a']",
    "[]",
    "(1,)",
    "('a', 'b')",
    "(int, str)",
    "{'a': 1}",
    "{1}",
    "range(3)",
    "iter([1])",
    "len",
    "int",
    "str.upper",
    "(n for n in [1])",
    "Text('a')",
    "Index()",
    "Items()",
]
# An int is a file's number, and a file of these is closed.
OF_PATHS = [value for value in VALUES if value not in {"True", "3", "range(3)", "Index()"}]
RECEIVERS = {"str": "'abc'", "bytes": "b'abc'", "list": "[3, 1, 2]", "tuple": "(3, 1, 2)", "dict": "{'a': 1}", "set": "{1, 2}"}
FILLED = {
    "PathLike": "'nothing'",
    "File": "__import__('io').StringIO()",
    "Buffer": "b'a'",
    "Sized": "[1, 2]",
    "Sequence": "[1, 2]",
    "MutableSequence": "[1, 2]",
    "number": "2",
    "float": "2",
    "str": "'a'",
    "SupportsIndex": "1",
    "Iterable": "['a']",
    "Iterator": "iter([1])",
    "Callable": "str",
    "ClassInfo": "int",
    "iterable": "[2, 1]",
    "first": "[2, 1]",
}
CLASSES = """\
class Text(str):
    pass


class Index:
    def __index__(self):
        return 1


class Items:
    def __iter__(self):
        return iter(["a"])


"""


def kinds(annotation):
    return {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)} & KINDS if annotation else set()


def kinds_of_all(node):
    args = node.args
    return {
        kind
        for arg in [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg]
        if arg
        for kind in kinds(arg.annotation)
    }


def filled(arg):
    wanted = [name for name in FILLED if name in kinds(arg.annotation)]
    return FILLED[wanted[0]] if wanted else FILLED.get(arg.arg, "1")


def calls(path, node):
    """Calls of a function that give one parameter each of the values."""
    args = node.args
    space, _, name = path.rpartition(".")
    method = name != "__init__" and space in test_python.CLASSES
    if method and space not in RECEIVERS:
        return
    function = f"{RECEIVERS[space]}.{name}" if method else path
    by_place = (args.posonlyargs + args.args)[method or node.name == "__init__" :]
    needed = len(by_place) - len(args.defaults)
    for place, arg in enumerate(by_place):
        if kinds(arg.annotation):
            for value in OF_PATHS if "PathLike" in kinds(arg.annotation) else VALUES:
                given = [filled(other) for other in by_place[: max(needed, place + 1)]]
                given[place] = value
                yield f"{function}({', '.join(given)})"
    front = [filled(arg) for arg in by_place[:needed]]
    if args.vararg and kinds(args.vararg.annotation):
        for value in VALUES:
            yield f"{function}({', '.join([*front, value])})"
    for arg in args.kwonlyargs:
        if kinds(arg.annotation):
            for value in VALUES:
                yield f"{function}({', '.join([*front, f'{arg.arg}={value}'])})"


OF_MODELS = {
    f"{test_python.MODULES.get(name, name)}.{path}": node
    for name in test_python.MODELS
    for path, node, method in test_python.modelled(name)
    if not method and hasattr(importlib.import_module(test_python.MODULES.get(name, name)), path)
}
OF_STUBS = {path: node for path, node in test_python.STUBS.items() if node is not None and test_python.of_python(path)}
CASES = [
    pytest.param(path, node, id=path)
    for path, node in {**OF_STUBS, **OF_MODELS}.items()
    if any(True for _ in calls(path, node))
]

RUNS = """
import contextlib, io, json, sys
namespace = {"__name__": "calls"}
exec(sys.stdin.read(), namespace)
raised = {}
for name, function in list(namespace.items()):
    if name.startswith("call_"):
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                function()
            raised[name] = None
        except Exception as error:
            raised[name] = type(error).__name__
print(json.dumps(raised))
"""


@pytest.mark.parametrize(("path", "node"), CASES)
def test_kinds(path, node, tmp_path):
    """What is refused fails, and what Python refuses by its type is refused in most cases."""
    text = CLASSES
    module = path.rpartition(".")[0]
    if module and module not in test_python.CLASSES:
        text = f"import {module}\n\n\n" + text
    texts = list(calls(path, node))
    lines = {}
    for number, call in enumerate(texts):
        text += f"def call_{number}():\n    {call}\n\n\n"
        lines[text.count("\n") - 2] = number
    (file := tmp_path / "calls.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", RUNS], input=text, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=True
    )
    raised = json.loads(done.stdout)
    _, found = answer("check", "--all-code", file)
    refused = {lines[finding["location"]["row"]] for finding in found if finding["severity"] == "error"}
    wrong = [texts[number] for number in refused if raised[f"call_{number}"] is None]
    assert not wrong
    by_type = [number for number in range(len(texts)) if raised[f"call_{number}"] == "TypeError"]
    silent = [texts[number] for number in by_type if number not in refused]
    # What is in an iterable has a kind too, of which the stubs say nothing.
    assert "Iterable" in kinds_of_all(node) or len(silent) <= len(by_type) / 2, silent
