"""The stub of the extension names what the extension has, no more and no less."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import conformable
from conformable import _native

STUB = Path(conformable.__file__).with_name("_native.pyi")


def variables(body: list[ast.stmt]) -> set[str]:
    """What is annotated and has no value."""
    parts = [part for part in body if isinstance(part, ast.AnnAssign) and part.value is None]
    return {part.target.id for part in parts if isinstance(part.target, ast.Name)}


def declared() -> tuple[set[str], dict[str, set[str]]]:
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    names, members = variables(tree.body), {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names.add(node.name)
            functions = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            members[node.name] = functions | variables(node.body)
        elif isinstance(node, ast.FunctionDef):
            names.add(node.name)
    return names, members


def test_names() -> None:
    names, _ = declared()
    public = {name for name in vars(_native) if not name.startswith("_")}
    assert {name for name in names if not name.startswith("_")} == public
    assert names <= set(vars(_native))


def test_members() -> None:
    _, members = declared()
    for name, stubbed in members.items():
        own = vars(getattr(_native, name))
        public = {member for member in own if not member.startswith("_")}
        assert public <= stubbed, name
        missing = {member for member in stubbed if not hasattr(getattr(_native, name), member)}
        # Variables have that when it is asked for; attributes in general are no member.
        made = {"Variable": {"tag"}}
        assert missing - {"__getattr__"} == made.get(name, set())


def test_every_public_class_has_a_docstring() -> None:
    for name in conformable.__all__:
        value = getattr(conformable, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__, name


def test_type_checkers_see_every_public_name() -> None:
    tree = ast.parse(Path(conformable.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    seen = [alias.asname or alias.name for node in imports for alias in node.names]
    assert len(imports) == len(block.body)
    assert sorted(seen) == sorted([*conformable.__all__, "__version__"])


def test_the_stub_of_ops_is_the_catalogue() -> None:
    script = Path(__file__).parents[2] / "scripts/gen_numpy_stub.py"
    subprocess.run([sys.executable, script, "--check"], check=True)


def test_misspelt_names_are_errors(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import conformable as cf\n"
        "import numpy as np\n"
        "cf.TensorTyp\n"
        "cf.numpy.matmull\n"
        "reveal_type(cf.numpy.linalg.inv)\n"
        "reveal_type(cf.infer(len))\n"
        "reveal_type(cf.infer(len, np.ones(3)))\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(program)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert 'no attribute "TensorTyp"' in said and 'no attribute "matmull"' in said, said
    assert (
        '"conformable.numpy._Function[conformable._native.Variable]"' in said
        and '"conformable._native.Signature"' in said
    )
    assert '"conformable._native.Type"' in said, said


def public(path: str, module: ModuleType) -> Iterator[str]:
    """The names of a module that are its own, of the modules in it, and of its classes' own members."""
    listed = getattr(module, "__all__", None)
    for name in listed or [own for own in dir(module) if not own.startswith("_")]:
        value = getattr(module, name)
        if isinstance(value, ModuleType):
            # What the catalogue has is asked of it.
            if value.__name__ in ("conformable.gt4py", "conformable.pyccel", "conformable.traits"):
                yield from public(f"{path}.{name}", value)
            continue
        if listed is None and getattr(value, "__module__", None) != module.__name__:
            continue
        yield f"{path}.{name}"
        if inspect.isclass(value) and value.__module__.startswith("conformable"):
            own = [member for member in vars(value) if not member.startswith("_")]
            yield from (f"{path}.{name}.{member}" for member in own)


def results(text: str) -> list[str]:
    """What a type is, or what calls of it give."""
    if not text.startswith(("def ", "Overload(")):
        return [text]
    own = 1 if text.startswith("Overload(") else 0
    found: list[str] = []
    depth = 0
    start: int | None = None
    for at, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if start is None and depth == own and text.startswith("-> ", at):
            start = at + 3
        elif start is not None and (depth < own or (depth == own and letter == ",")):
            found.append(text[start:at])
            start = None
    return found if start is None else [*found, text[start:]]


#: Where `Any` is all that can be said, and why.
OPEN = {
    "a value of a type is of any class": [
        "filter",
        "filter_inplace",
        "get_shape_info",
        "evaluate",
        "call_arguments",
        "get_value",
        "data",
        "canonicalize_arguments",
    ],
    "of shapes or of types, as the signature is": ["Solution.inputs", "Solution.outputs"],
    "functions that somebody registered": [
        "hint_reader",
        "class_hint_reader",
        "instance_reader",
        "conversion",
        "operation",
        "implementation",
        "spelling",
        "register_conversion",
        "register_operation",
        "register_trait",
        "register_hint",
        "register_instance",
        "register_spelling",
        "register_transfer",
        "checked",
    ],
    "GT4Py's own objects, which need not be there": ["to_gt4py"],
}


def test_everything_public_has_a_type(tmp_path: Path) -> None:
    # What a user's file sees: nothing is Any, and no function gives one, but where that is all that can be said.
    names = list(public("cf", conformable))
    members = set(re.findall(r"def (\w+)", STUB.with_name("_members.pyi").read_text("utf-8")))
    names = [name for name in names if name.split(".")[-1] not in members - {"data", "type"}]
    found, said = revealed(tmp_path, names)
    assert ": error:" not in said, said
    loose = [
        f"{name}: {own}"
        for name, own in zip(names, found, strict=True)
        for given in results(own)
        # A dtype of NumPy that is not known is one of Any.
        if re.search(r"\bAny\b", re.sub(r"numpy\.\w+\[Any\]", "", given))
    ]
    ends = tuple(f".{end}" for ends in OPEN.values() for end in ends)
    assert not (wrong := [own for own in loose if not own.partition(": ")[0].endswith(ends)]), wrong
    met = {end for end in ends for own in loose if own.partition(": ")[0].endswith(end)}
    assert set(ends) == met, set(ends) - met


#: What an op or a member gives, as its stub says it.
GIVEN = {
    "cf.numpy.matmul(x, y)": "V",
    "cf.numpy.sum(x, axis=0)": "V",
    "cf.numpy.where(x > 0, x, y)": "V",
    "cf.numpy.where(x > 0)": "V | tuple[V, ...]",
    "cf.numpy.linspace(0, 1, 5)": "V",
    "cf.numpy.linspace(0, 1, 5, retstep=True)": "tuple[V, V]",
    "cf.numpy.linalg.eigh(y)": "tuple[V, V, fallback=conformable.numpy._EighResult]",
    "cf.numpy.linalg.eigh(y).eigenvalues": "V",
    "cf.numpy.linalg.svd(x)": "tuple[V, V, V, fallback=conformable.numpy._SVDResult]",
    "cf.numpy.split(x, 3)": "V | list[V]",
    "cf.numpy.linalg.svd(x, compute_uv=False)": "V",
    "cf.numpy.linalg.svd(x, True, False)": "V | tuple[V, ...]",
    "cf.catalogue.numpy.exp(x)": "V",
    "cf.catalogue.quantities.rescale(x)": "V",
    "cf.SpecifyShape(x, 3, 3)": "V",
    "x.sum(axis=0)": "V",
    "x.T.reshape((3, 3))": "V",
    "x.nonzero()": "V | tuple[V, ...]",
    "Own()(x)": "V",
    "Pair()(x)": "tuple[V, V]",
    "cf.numpy.matmul.signature": "conformable._native.Signature",
    "cf.numpy.linalg.inv.definition": "str",
    "x.type": "conformable._native.Type",
    "cf.Literal(3).value": "int | str | float | conformable._native.Dim | None",
}


def revealed(folder: Path, expressions: list[str]) -> tuple[list[str], str]:
    """What mypy says that the expressions are, and all that it said."""
    program = folder / "program.py"
    lines = [f"reveal_type({own})" for own in expressions]
    program.write_text(HEAD + "\n".join(lines), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(program)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return re.findall(r'Revealed type is "(.*)"', said), said


HEAD = """
import conformable as cf
x = cf.TensorType("float64", (3, 3))("x")
y = cf.TensorType("float64", (3, 3))("y")
class Own(cf.Op):
    signature = "(x[n, m]) -> x[n]"
class Pair(cf.Op[tuple[cf.Variable, cf.Variable]]):
    signature = "(x[n, m]) -> x[n], x[m]"
"""


def test_results_of_ops_have_types(tmp_path: Path) -> None:
    found, said = revealed(tmp_path, list(GIVEN))
    assert ": error:" not in said, said
    wanted = [re.sub(r"\bV\b", "conformable._native.Variable", own) for own in GIVEN.values()]
    assert dict(zip(GIVEN, found, strict=True)) == dict(zip(GIVEN, wanted, strict=True))


def test_misspelt_members_are_errors(tmp_path: Path) -> None:
    _, said = revealed(tmp_path, ["x.smu()", "cf.numpy.linalg.invv", "cf.catalogue.numpy.epx"])
    assert said.count(": error:") == 3, said


def test_ops_give_what_the_stub_says() -> None:
    """Of types that are known, an op gives as many variables as its stub says."""
    own = dict(re.findall(r"^(\w+): (_\w+.*)$", NUMPY.read_text(encoding="utf-8"), re.M))
    square = conformable.TensorType("float64", (3, 3))("x")
    row = square[0]
    calls = [(square,), (row,), (3,), (square, square), (row, row), (row, 1), (square, 1)]
    for name, said in own.items():
        wanted = said.count("Variable") if "tuple[" in said else 1
        for args in calls:
            try:
                given = getattr(conformable.numpy, name)(*args)
            except (TypeError, ValueError, NotImplementedError, IndexError, KeyError):
                continue
            count = len(given) if isinstance(given, tuple) else 1
            is_open = "_Some" in said or said.startswith("_")
            assert is_open or count == wanted, f"{name}{args} gives {given!r}, not {said}"


NUMPY = Path(conformable.__file__).with_name("numpy.pyi")
