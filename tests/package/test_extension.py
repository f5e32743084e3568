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
