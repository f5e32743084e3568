"""A package outside the tree: installed, found by its entry point, its types parts of ours."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

EXTENSION = Path(__file__).parents[1] / "extension"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package installed."""
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*command, "--target", str(target), str(EXTENSION)], check=True)
    return target


def command(site: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command of the package, where the extension is installed."""
    environment = {**os.environ, "PYTHONPATH": str(site), "NO_COLOR": "1"}
    program = [sys.executable, "-m", "conformable", *arguments]
    return subprocess.run(program, capture_output=True, text=True, env=environment, cwd=folder)


def run(site: Path, program: str, given: bytes = b"") -> bytes:
    """What a program prints that has the package and the tests' own modules."""
    path = os.pathsep.join([str(site), str(Path(__file__).parent)])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "error"}
    done = subprocess.run(
        [sys.executable, "-c", program], input=given, capture_output=True, env=environment
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_its_types_stand_in_every_kind(site: Path) -> None:
    run(
        site,
        """
import pickle, conformable as cf
q = cf.parse_type("Quantity['m', float64[n, 3]]")
from quantities import Quantity
assert type(q) is Quantity and q == Quantity("m", cf.parse_type("float64[n, 3]"))
other = Quantity("km", cf.PythonType("int"))
kinds = [
    cf.TupleType(q, other), cf.TupleType(q, ...), cf.ListType(q), cf.ListType((q, other)), cf.SetType(q),
    cf.DictType(cf.PythonType("str"), q), cf.StructType(a=q, b=other), cf.SliceType(q, q, q), cf.UnionType(q, other),
    cf.FunctionType([("x", q), other], q), cf.ConstructedType("Boxed", q), Quantity("m", cf.ListType(q)),
]
for ty in kinds:
    assert "Quantity['m', " in str(ty), ty
    assert cf.parse_type(str(ty)) == ty and pickle.loads(pickle.dumps(ty)) == ty
    assert eval(repr(ty), {**{name: getattr(cf, name) for name in cf.__all__}, "Quantity": Quantity}) == ty
    assert len(ty.fingerprint) == 32 and ty.is_super(ty) and ty.meet(ty) == ty
    if not isinstance(ty, Quantity):
        assert cf.parse_type(str(ty)) is ty
assert cf.TupleType(q, other).items == (q, other)
assert cf.FunctionType([q], other).params == (q,) and cf.FunctionType([q], other).returns == other
assert cf.UnionType(q, other).is_super(q) and cf.UnionType(q, other).is_super(other)
""",
    )


def test_its_rules_hold_inside(site: Path) -> None:
    run(
        site,
        """
import numpy as np, conformable as cf
from quantities import Length, Quantity
wide, narrow = (cf.parse_type(f"list[Quantity['m', float64[{size}]]]") for size in ("?", "3"))
assert wide.is_super(narrow) and not narrow.is_super(wide) and wide.meet(narrow) is narrow and wide.join(narrow) is wide
assert cf.relate(wide, narrow).is_super and not cf.relate(narrow, wide).is_super
miles = Length(np.ones(3), "km")
assert narrow.is_valid_value([Length(np.ones(3), "m")]) and not narrow.is_valid_value([miles])
assert str(cf.from_instance([miles])) == "list[Quantity[km, float64[3]]]"
assert str(cf.from_type_hint(dict[str, Length])) == "dict[str, Quantity['m', float64[...]]]"
a, b = Quantity("m", cf.PythonType("float")), Quantity("km", cf.PythonType("float"))
assert cf.conversion(a, b) is cf.Conversion.EXPLICIT and cf.implements(a, cf.traits.Arithmetic)
assert Quantity("m", cf.parse_type("float64[2]")).spell("c") == "double [2]"
# What is registered is asked wherever an instance stands.
assert Quantity("m", cf.PythonType("int")).is_super(Quantity("m", cf.PythonType("int")))
E, I = cf.Conversion.EXPLICIT, cf.Conversion.IMPOSSIBLE
some = cf.PythonType("int")
for make in (cf.ListType, cf.SetType, lambda x: cf.TupleType(x, some), lambda x: cf.UnionType(x, cf.NoneType()),
             lambda x: cf.DictType(some, x), lambda x: cf.StructType(a=x), lambda x: cf.ListType(cf.UnionType(x, some))):
    assert cf.conversion(make(a), make(b)) is E, (make(a), make(b))
    assert cf.conversion(make(a), make(a)) is cf.Conversion.IDENTICAL
    assert cf.conversion(make(a), make(some)) is I or make(some).is_super(make(a))
assert cf.conversion(a, cf.UnionType(b, cf.NoneType())) is E
assert cf.conversion(cf.FunctionType([some], a), cf.FunctionType([some], b)) is I
assert "converted" in cf.explain_conversion(cf.FunctionType([some], a), cf.FunctionType([some], b))[1]
assert cf.StructType(a=a, b=some).spell("c") == "struct { double a; int64_t b; }"
assert cf.FunctionType([a], b).spell("c") == "double (*)(double)"
try:
    cf.ListType(a).spell("cpp")
except ValueError as error:
    assert "no such type" in str(error)
cf.registry.register_spelling("cpp", Quantity, lambda ty: "length")
assert cf.ListType(a).spell("cpp") == "std::vector<length>"
assert cf.UnionType(a, cf.NoneType()).spell("cpp") == "std::optional<length>"
cf.registry.register_spelling("fortran", Quantity, lambda ty: 3)
try:
    cf.conversion(cf.ListType(a), cf.ListType(b)), a.spell("fortran")
except TypeError as error:
    assert "no str" in str(error)
assert cf.is_invocable(cf.FunctionType([a], None), a) and not cf.is_invocable(cf.FunctionType([a], None), b)
""",
    )


def test_variables_traits_and_the_checker_ask_its_operators(site: Path, tmp_path: Path) -> None:
    run(
        site,
        """
import conformable as cf
from quantities import Quantity
metres, miles = cf.parse_type("Quantity['m', float64[3]]"), cf.parse_type("Quantity['km', float64[3]]")
assert cf.operation("+", metres, metres) == metres and not cf.operation("+", metres, miles)
assert cf.implements(metres, cf.traits.Add(metres)) and not cf.implements(metres, cf.traits.Add(miles))
x, y, z = metres("x"), metres("y"), miles("z")
assert (x + y).type == metres
# A number that is known is a number.
number = cf.PythonType("float")
assert cf.operation("*", metres, number) == metres and cf.operation("*", metres, cf.Literal(2.0)) == metres
assert (x * 2.0).type == metres
try:
    x + z
except TypeError as error:
    assert "m and km are two units" in str(error)
else:
    raise AssertionError
# What an object is made of are no outputs.
made = cf.catalogue.quantities.track(3)
assert made.type == metres and (made + x).type == metres
from quantities import total
assert cf.infer(total, metres, metres) == metres
""",
    )
    program = "import quantities\n\na = quantities.track(3)\nb = quantities.trail(3)\n"
    shown = "reveal_type(a + a)\nreveal_type(a * 2.0)\nreveal_type(a - a)\na + b\n"
    shown += "reveal_type(a < a)\na < b\n"
    (tmp_path / "lengths.py").write_text(program + shown, encoding="utf-8")
    done = command(site, tmp_path, "check", "--output-format", "concise", "lengths.py")
    assert done.stdout.count("Quantity['m', float64[3]]") == 2, done.stdout
    assert "lengths.py:7:12: note[CF005] Unknown" in done.stdout.replace(
        "note[CF005]:", "note[CF005]"
    ), done.stdout
    assert "error[CF505]" in done.stdout and "m and km are two units" in done.stdout, done.stdout
    assert "lengths.py:9:12: note[CF005] bool_[3]" in done.stdout.replace(
        "note[CF005]:", "note[CF005]"
    ), done.stdout
    assert "unsupported operand types for <: m and km" in done.stdout, done.stdout


def test_a_text_that_the_class_refuses_is_its_own_error(site: Path) -> None:
    run(
        site,
        """
import conformable as cf
for text, error in [("Quantity[furlong, int]", ValueError), ("Quantity['m']", TypeError), ("Quantity", TypeError)]:
    for whole in (text, f"list[{text}]"):
        try:
            ty = cf.parse_type(whole)
            ty.element_type
        except error as found:
            assert "furlong" in str(found) or "2 parameters" in str(found), found
        else:
            raise AssertionError(whole)
""",
    )


def test_pickles_are_read_where_nobody_imported_the_package(site: Path) -> None:
    write = "import sys, pickle, conformable as cf; sys.stdout.buffer.write(pickle.dumps(cf.parse_type(\"set[Quantity['m', int]]\")))"
    read = (
        "import sys, pickle, conformable\nty = pickle.loads(sys.stdin.buffer.read())\n"
        "print(type(ty.element_type).__qualname__, ty.element_type.unit)"
    )
    data = run(site, write)
    assert run(site, read, data).split() == [b"Quantity", b"m"]
    # Without it, it is a name with parameters.
    assert str(pickle.loads(data)) == "set[Quantity['m', int]]"


def test_its_functions_are_ops_and_are_inferred(site: Path) -> None:
    run(
        site,
        """
import numpy as np, conformable as cf
smooth, pad = cf.catalogue.quantities.smooth, cf.catalogue.quantities.pad
x = cf.parse_type("float32[n, 3]")("x")
assert str(smooth(x).type) == "float32[max(n - 2, 0), 3]", smooth(x).type
assert str(pad(cf.parse_type("float64[7]")("y"), 4).type) == "float64[8]"
assert "smooth" in dir(cf.catalogue.quantities)
# In the place of NumPy's, whose dtype would be that of the argument.
assert str(cf.numpy.unwrap(x).type) == "float64[n, 3]"
import quantities
assert str(cf.infer(quantities.prepared, "float64[11]")) == "float64[12]", cf.infer(quantities.prepared, "float64[11]")
assert quantities.prepared(np.ones(11)).shape == (12,)
try:
    cf.catalogue.quantities.nothing
except AttributeError as error:
    assert "quantities.nothing" in str(error)
""",
    )


def test_its_relation_holds_in_signatures(site: Path) -> None:
    run(
        site,
        """
import conformable as cf
s = cf.Signature("(x[n]) -> x[whole_blocks(n, 4)]")
assert str(s.apply(cf.parse_type("float64[7]")).outputs[0]) == "float64[8]"
sizes = [str(one.inputs[0]) for one in s.solve(outputs=[cf.parse_type("float64[8]")])]
assert sizes == ["float64[5]", "float64[6]", "float64[7]", "float64[8]"], sizes
# A word of its stubs.
assert str(cf.Signature("(x[*S]) -> x[*inner(S, 2)]").apply(cf.parse_type("int8[5, 2]")).outputs[0]) == "int8[3, 2]"
""",
    )


def test_its_dialect_trait_and_language(site: Path) -> None:
    run(
        site,
        """
import conformable as cf
single, whole = cf.parse_type("float32[3]"), cf.parse_type("int64[3]")
text = "(x[n], y[n]) -> promote(x, y)[n]"
promoted = cf.Signature(text, dialect="quantities")
assert promoted.dialect == "quantities" and eval(repr(promoted), {"Signature": cf.Signature}).dialect == "quantities"
assert str(promoted.apply(single, cf.parse_type("float64[3]")).outputs[0]) == "float64[3]"
assert str(cf.common_type(cf.ScalarType("float32"), cf.ScalarType("float64"), dialect="quantities")) == "float64"
try:
    promoted.apply(single, whole)
except cf.TypeCheckError:
    pass
else:
    raise AssertionError("ints are not mixed with floats")
assert str(cf.Signature(text).apply(single, whole).outputs[0]) == "float64[3]"
assert ("quantities", "the plugin quantities") in cf.dialects()
import quantities
q = quantities.Quantity("m", single)
assert cf.implements(single, quantities.Metric) and cf.implements(q, quantities.Metric)
assert not cf.implements(whole, quantities.Metric) and not cf.implements(cf.PythonType("int"), quantities.Metric)
assert cf.spell(single, "units").endswith(" in 1")
""",
    )


def test_its_rule_is_the_commands_too(site: Path, tmp_path: Path) -> None:
    source = "import numpy as np\nimport quantities\nquantities.smooth(np.ones(2))\nquantities.smooth(np.ones(5)) + np.ones(5)\n"
    (tmp_path / "a.py").write_text(source)
    found = command(site, tmp_path, "check", "--output-format", "concise", "a.py")
    assert found.returncode == 1, found.stderr
    first, second = found.stdout.splitlines()
    assert "a.py:3:1" in first and "QT001" in first and "no neighbours" in first
    assert "CF102" in second
    page = command(site, tmp_path, "explain", "short-track").stdout
    assert page.startswith("# QT001 short-track\n\n`quantities.smooth` takes the mean")
    assert "\n```python\nquantities.smooth(np.ones(2))\n```\n" in page
    assert "QT001  short-track" in command(site, tmp_path, "rules").stdout
    (tmp_path / "pyproject.toml").write_text('[tool.conformable]\nignore = ["QT001"]\n')
    assert (
        "QT001" not in command(site, tmp_path, "check", "--output-format", "concise", "a.py").stdout
    )
    (tmp_path / "pyproject.toml").unlink()
    (tmp_path / "a.py").write_text(
        source.replace("(2))", "(2))  # conformable: ignore[short-track]")
    )
    found = command(site, tmp_path, "check", "--output-format", "concise", "a.py")
    assert "QT001" not in found.stdout and "CF004" not in found.stdout, found.stdout
    solved = command(
        site,
        tmp_path,
        "solve",
        "(x[n], y[n]) -> promote(x, y)[n]",
        "float32[3]",
        "float32[3]",
        "--dialect",
        "quantities",
    )
    assert solved.returncode == 0 and "float32[3]" in solved.stdout, solved.stderr
    # Without the package nobody knows the rule.
    assert command(tmp_path, tmp_path, "explain", "QT001").returncode == 2


def test_what_two_register_names_both(site: Path) -> None:
    run(
        site,
        """
import conformable as cf
cf.registry.load_plugins()
def refused(register, *parts):
    try:
        register()
    except (ValueError, TypeError) as error:
        for part in parts:
            assert part in str(error), error
    else:
        raise AssertionError(parts)
r = cf.registry
refused(lambda: r.register_dialect("quantities", {"operands": [], "results": []}), "dialect `quantities` is registered twice", "the plugin quantities", "__main__")
refused(lambda: r.register_dialect("jax", {"operands": [], "results": []}), "`jax`", "conformable itself", "__main__")
refused(lambda: r.register_dialect("tiny", {"operands": ["int8"], "results": ["int9"]}), "`tiny`", "the row of `int8`", "`int9`")
refused(lambda: r.register_dialect("tiny", {"operands": ["int8"], "result": ["int8"]}), "`result`")
def other(n, k): return n
refused(lambda: r.register_relation("whole_blocks", other), "quantities.whole_blocks", "__main__.other")
again = "namespace = quantities\\ndef smooth(x: T[n]) -> T[n]: ...\\n"
refused(lambda: r.register_catalogue(again), "<stubs of __main__>:2:5: quantities.smooth is defined already, at quantities/catalogue.pyi:")
refused(lambda: r.register_catalogue("namespace = other\\ndef f(x: T[n]) -> T[turned(n)]: ...\\n", "o.pyi"), "o.pyi:2:21: `turned` is no relation")
rule = 'class QT001(Rule):\\n    \\"\\"\\"# QT001 mine\\"\\"\\"\\n    severity = "note"\\n    summary = "s"\\n'
refused(lambda: r.register_catalogue(rule, "o.pyi"), "o.pyi:1:7: QT001 short-track is declared already, at quantities/catalogue.pyi:3:7")
r.register_catalogue("namespace = other\\ndef f(x: T[n]) -> T[n + 1]: ...\\n")
assert str(cf.catalogue.other.f(cf.parse_type("int8[2]")("x")).type) == "int8[3]"
""",
    )


def test_a_plugin_that_fails_leaves_nothing(site: Path) -> None:
    run(
        site,
        """
import warnings, conformable as cf
from importlib.metadata import EntryPoint
import sys, types
module = types.ModuleType("half_done")
def register(registry):
    registry.register_catalogue("namespace = half\\ndef f(x: T[n]) -> T[n]: ...\\n")
    registry.register_dialect("half", {"operands": [], "results": []})
    registry.register_relation("half_of", lambda n: n // 2)
    raise RuntimeError("too late")
module.register = register
sys.modules["half_done"] = module
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    cf.registry._load([EntryPoint("half", "half_done:register", "conformable.plugins")])
assert "too late" in str(said[0].message)
try:
    cf.catalogue.half
except AttributeError:
    pass
else:
    raise AssertionError("it is there")
assert "half" not in dict(cf.dialects())
cf.define_relation("half_of", lambda n: n // 2)
""",
    )
