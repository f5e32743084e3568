"""Writes the stubs of what the catalogue has, for type checkers: `python/conformable/numpy.pyi` its
functions, `python/conformable/_members.pyi` what its classes have as attributes of variables.

    python scripts/gen_numpy_stub.py [--check]

What an op gives follows from the annotations of its results: a tuple, a named one and a list of arrays are several
variables, all else is one. Where alternatives of an op give one and several, and the number of arguments or a literal says which, it is overloaded.
"""

import argparse
import ast
import keyword
import sys
from pathlib import Path

from conformable import _native

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python/conformable"
CATALOGUE = ROOT / "catalogue"

FUNCTIONS = """# Made by scripts/gen_numpy_stub.py from the catalogue.
# ruff: noqa

from typing import Any, Literal, NamedTuple, TypeAlias, overload

from typing_extensions import TypeVar

from conformable._native import Op, Signature, Variable

_Given = TypeVar("_Given", default=Variable)

class _Function(Op[_Given]):
    signature: Signature
    @property
    def path(self) -> str: ...
    @property
    def definition(self) -> str: ...

def find(namespace: str, name: str) -> Any: ...
def names(namespace: str) -> list[str]: ...

# Of what is given it depends whether it is one, or how many there are.
_Some: TypeAlias = Variable | tuple[Variable, ...]
_Listed: TypeAlias = Variable | list[Variable]

"""
MEMBERS = """# Made by scripts/gen_numpy_stub.py from the catalogue.
# ruff: noqa
\"\"\"What the catalogue's classes have as attributes of variables, whichever of them a variable is of.\"\"\"

from typing import Any, TypeAlias

from conformable._native import Variable

_Some: TypeAlias = Variable | tuple[Variable, ...]

class Members:
"""

#: One variable.
ONE = "Variable"
#: A tuple of as many as it happens to be, and a list.
ANY = "tuple[Variable, ...]"
LIST = "list[Variable]"
#: What a value of this kind is called by, that a call does not see: they are no members.
_OWN = set(dir(_native.Variable))


class Results:
    """What the annotations of results are for whoever calls, as types."""

    def __init__(self) -> None:
        self._words: dict[str, list[ast.FunctionDef]] = {}
        #: The fields of named tuples.
        self.named: dict[str, list[str]] = {}
        for path in [CATALOGUE / "vocabulary.pyi", *sorted((CATALOGUE / "numpy").glob("*.pyi"))]:
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and path.name == "vocabulary.pyi":
                    self._words.setdefault(node.name, []).append(node)
                elif isinstance(node, ast.ClassDef) and _bases(node) == ["NamedTuple"]:
                    self.named[node.name] = [
                        field.target.id
                        for field in node.body
                        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
                    ]

    def of(self, path: str) -> str:
        """What the op of this path gives, as a type."""
        forms = [self._forms(node.returns, {}, 0) for node in self._definitions(path)]
        found = set().union(*forms) or {ONE}
        # Of alternatives none of which is chosen the result is unknown.
        return _written(found | {ONE} if len(forms) > 1 else found)

    def overloads(self, path: str) -> list[tuple[str, str]]:
        """The parameters and the result of each alternative; none where all give the same.

        An alternative of which nothing is known is left to the last overload, which takes anything.
        """
        found: dict[str, set[str]] = {}
        for node in self._definitions(path):
            if not (isinstance(node.returns, ast.Name) and node.returns.id == "Unknown"):
                forms = self._forms(node.returns, {}, 0)
                found.setdefault(_parameters(node.args), set()).update(forms)
        written = [(params, _written(forms)) for params, forms in found.items()]
        return written if len({given for _, given in written}) > 1 else []

    def _definitions(self, path: str) -> list[ast.FunctionDef]:
        """What the catalogue says of a path; of a family its template, which stands beside it."""
        op = _native.catalogue_op(path)
        source = op.definition if op is not None else None
        tree = ast.parse(source or "")
        return [node for node in tree.body if isinstance(node, ast.FunctionDef)]

    def _forms(self, expr: ast.expr | None, given: dict[str, set[str]], depth: int) -> set[str]:
        if depth > 8:
            return {ONE, ANY}
        if isinstance(expr, ast.Name):
            return given.get(expr.id, {ONE})
        if isinstance(expr, ast.Subscript) and isinstance(expr.value, ast.Name):
            return self._subscript(expr.value.id, expr.slice)
        if isinstance(expr, ast.Call) and isinstance(expr.func, ast.Name):
            return self._call(expr.func.id, expr.args, given, depth)
        # A union is one variable.
        return {ONE}

    def _subscript(self, name: str, items: ast.expr) -> set[str]:
        if name in self.named:
            return {f"_{name}"}
        if name != "tuple":
            return {ONE}
        parts = items.elts if isinstance(items, ast.Tuple) else [items]
        if any(isinstance(part, ast.Constant) and part.value is ... for part in parts):
            return {ONE}
        if any(isinstance(part, ast.Starred) for part in parts):
            return {ONE, ANY}
        return {_tuple(len(parts))}

    def _call(
        self, name: str, args: list[ast.expr], given: dict[str, set[str]], depth: int
    ) -> set[str]:
        if name == "tuple_of":
            listed = args[0]
            if isinstance(listed, ast.List) and not any(
                isinstance(part, ast.Starred) for part in listed.elts
            ):
                return {_tuple(len(listed.elts))}
            return {ONE, ANY}
        if name == "list_of":
            # A list of anything but arrays is a value of its own.
            return {ONE, LIST} if isinstance(args[-1], ast.Subscript) else {ONE}
        inner = [self._forms(arg, given, depth + 1) for arg in args]
        words = self._words.get(name)
        if words is None:
            # What is built in and chooses gives one of its arguments.
            return set().union({ONE}, *inner) if name in ("choose", "given") else {ONE}
        found: set[str] = set()
        for word in words:
            names = [arg.arg for arg in word.args.args]
            own = dict(zip(names, inner, strict=False))
            found |= self._forms(word.returns, own, depth + 1)
        if len(words) > 1 and found != {ONE}:
            found.add(ONE)
        return found


def _tuple(count: int) -> str:
    return f"tuple[{', '.join([ONE] * count) or '()'}]"


def _written(forms: set[str]) -> str:
    if len(forms) == 1 and forms != {ANY}:
        return next(iter(forms))
    listed = forms <= {ONE, LIST}
    return "_Listed" if listed else "_Some | list[Variable]" if LIST in forms else "_Some"


def _parameters(args: ast.arguments) -> str:
    """Parameters as an overload has them: a literal that is no default is asked for, by its name."""
    plain = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
    found: list[str] = []
    is_named = False
    for place, (arg, default) in enumerate(zip(plain, defaults, strict=True)):
        written, is_asked = _parameter(arg, default)
        if is_asked and defaults[0 if place == 0 else place - 1] is not None and not is_named:
            found.append("*")
            is_named = True
        found.append(written)
        if place + 1 == len(args.posonlyargs) and not is_named:
            found.append("/")
    if args.vararg is not None:
        found.append(f"*{args.vararg.arg}: Any")
    elif args.kwonlyargs and not is_named:
        found.append("*")
    pairs = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    found += [_parameter(arg, default)[0] for arg, default in pairs]
    if args.kwarg is not None:
        found.append(f"**{args.kwarg.arg}: Any")
    return ", ".join(found)


def _parameter(arg: ast.arg, default: ast.expr | None) -> tuple[str, bool]:
    """A parameter, and whether it must be given though others need not."""
    hint = arg.annotation
    is_literal = isinstance(hint, ast.Subscript) and ast.unparse(hint.value) == "Literal"
    if hint is None or not is_literal:
        return f"{arg.arg}: Any" + (" = ..." if default is not None else ""), False
    assert isinstance(hint, ast.Subscript)
    values = hint.slice.elts if isinstance(hint.slice, ast.Tuple) else [hint.slice]
    is_one = default is not None and ast.unparse(default) in map(ast.unparse, values)
    return f"{arg.arg}: {ast.unparse(hint)}" + (" = ..." if is_one else ""), not is_one


def _bases(node: ast.ClassDef) -> list[str]:
    return [base.id for base in node.bases if isinstance(base, ast.Name)]


def functions(results: Results, namespace: str, indent: str) -> list[str]:
    """A line for each op, a class for each namespace."""
    found: list[str] = []
    for name in sorted(_native.catalogue_names(namespace) or []):
        path = f"{namespace}.{name}"
        if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
            continue
        if _native.catalogue_op(path) is not None:
            found.append(f"{indent}{name}: {_class(results, path)}")
        elif _is_alias(path, namespace):
            found.append(f"{indent}{name}: Any")
        elif _native.catalogue_names(path) is not None:
            found.append(f"{indent}class {name}:")
            found.extend(functions(results, path, indent + "    ") or [f"{indent}    ..."])
    return found


def _is_alias(path: str, around: str) -> bool:
    """Is it another name of the namespace around it, as `numpy.random.mtrand` is?"""
    names = _native.catalogue_names(path)
    return names is not None and names == _native.catalogue_names(around)


def _class(results: Results, path: str) -> str:
    if results.overloads(path):
        return "_" + path.partition(".")[2].replace(".", "_")
    given = results.of(path)
    return "_Function" if given == "Variable" else f"_Function[{given}]"


def classes(results: Results, namespace: str) -> list[str]:
    """A class for each op that is overloaded."""
    found: list[str] = []
    for name in sorted(_native.catalogue_names(namespace) or []):
        path = f"{namespace}.{name}"
        overloads = results.overloads(path)
        if overloads:
            found.append(f"class {_class(results, path)}(_Function[_Some]):")
            for params, given in [*overloads, ("*args: Any, **kwargs: Any", "_Some")]:
                found.append("    @overload")
                found.append(f"    def __call__(self, {params}) -> {given}: ...")
        elif _is_alias(path, namespace):
            continue
        elif _native.catalogue_op(path) is None and _native.catalogue_names(path) is not None:
            found.extend(classes(results, path))
    return found


def members(results: Results) -> list[str]:
    """The methods and properties of all classes; what two classes have is of either's type."""
    found: dict[str, dict[str, set[str]]] = {}
    for path in sorted((CATALOGUE / "numpy").glob("*.pyi")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.ClassDef) or _bases(node) == ["NamedTuple"]:
                continue
            for name in _names(node):
                op = _native.catalogue_op(f"{node.name}.{name}")
                if op is not None:
                    given = found.setdefault(name, {}).setdefault(op.kind, set())
                    given.add(results.of(f"{node.name}.{name}"))
    lines: list[str] = []
    for name, kinds in sorted(found.items()):
        given = set().union(*kinds.values())
        one = given.pop() if len(given) == 1 else "_Some"
        # A method may be a function of the namespace, the receiver first.
        if "property" in kinds and len(kinds) > 1:
            lines.append(f"    {name}: Any")
        elif "property" in kinds:
            lines += ["    @property", f"    def {name}(self) -> {one}: ..."]
        else:
            lines.append(f"    def {name}(self, *args: Any, **kwargs: Any) -> {one}: ...")
    return lines


def _names(node: ast.ClassDef) -> list[str]:
    found: dict[str, None] = {}
    for part in node.body:
        if isinstance(part, ast.FunctionDef):
            found[part.name] = None
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            found[part.target.id] = None
        elif isinstance(part, ast.Assign):
            found |= {own.id: None for own in part.targets if isinstance(own, ast.Name)}
    return [name for name in found if not name.startswith("_") and name not in _OWN]


def main() -> int:
    """Writes the stubs, or says whether they are as they would be written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    results = Results()
    named = functions(results, "numpy", "")
    fields = [
        line
        for name, own in results.named.items()
        for line in (
            f"class _{name}(NamedTuple):",
            *(f"    {field}: Variable" for field in own),
            "",
        )
    ]
    texts = {
        "numpy.pyi": FUNCTIONS
        + "\n".join([*fields, ""])
        + "\n".join([*classes(results, "numpy"), "", *named])
        + "\n",
        "_members.pyi": MEMBERS + "\n".join(members(results)) + "\n",
    }
    for name, text in texts.items():
        if not check:
            (PACKAGE / name).write_text(text, encoding="utf-8")
        elif (PACKAGE / name).read_text(encoding="utf-8") != text:
            print(f"{name} is not what the catalogue says: run {Path(__file__).name}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
