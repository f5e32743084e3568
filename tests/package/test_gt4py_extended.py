"""What a package outside the tree adds to GT4Py's types: all five kinds of things, and readers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "extension/angles"
PROGRAM = """
import pickle, typing
import numpy as np
import conformable as cf
from conformable import gt4py, traits
from conformable.gt4py import Dimension, Field, FieldType, ir

I = Dimension("I")
t = cf.parse_type
# Nothing of the package is imported: its entry point is found.
deg, rad = t("Angle['deg']"), t("Angle['rad']")
import angles
from angles import Angle, AngleType, Degree, Periodic

# A type: it nests, has a fingerprint, and comes back from its text.
assert deg is AngleType("deg") or deg == AngleType("deg")
nested = gt4py.TupleType([deg, FieldType([I], deg)])
assert t(str(nested)) == nested and pickle.loads(pickle.dumps(nested)) == nested
assert gt4py.FunctionType([deg], {}, {}, deg).fingerprint != gt4py.FunctionType([rad], {}, {}, rad).fingerprint
# A trait.
assert cf.implements(deg, Periodic) and not cf.implements(t("float64"), Periodic) and gt4py.implements_trait(deg, Periodic)
# A conversion, by which calls are judged.
assert cf.conversion(deg, t("float64")) is cf.Conversion.IMPLICIT and not cf.is_convertible(deg, t("int8"))
function = gt4py.FunctionType([t("float64")], {}, {}, t("float64"))
assert gt4py.is_invocable(function, deg) and not gt4py.is_invocable(function, deg, conversions="none")
assert cf.is_invocable(function, deg) and gt4py.implements_trait(function, gt4py.InvocableTrait(deg))
# An operator, for operation and for the trait with its output.
assert cf.operation("+", deg, deg) == deg and not cf.operation("+", deg, rad) and "two units" in cf.operation("+", deg, rad).reason
assert traits.Add(deg).output(deg) == deg and not cf.implements(deg, traits.Add(rad))
# Primitives of the IR: of values, and one that is given a function.
def typed(text, **names):
    return ir.infer(ir.parse(text), {name: t(ty) for name, ty in names.items()}).type
assert typed("(fma x x 2.0)", x="float64") == t("float64")
assert typed("((twice (lambda (k) (plus k 1))) 2)") == t("int32") and typed("((twice neg) x)", x="float32") == t("float32")
for text, why in [("(fma 1 2 true)", "numbers are wanted"), ("((twice (lambda (k) (less k 1))) 2)", "gives what it takes")]:
    try:
        typed(text)
    except ir.IRError as error:
        assert why in str(error)
    else:
        raise AssertionError(text)
concrete = ir.concretise(ir.parse("(fma 1 2.0 x)"), {"x": t("float32")})
assert concrete.type == t("float64") and str(concrete) == "(fma (cast_ 1 float64) 2.0 (cast_ x float64))"
# A hint, a class of values, scalars: nested in tuples, fields, functions.
read = gt4py.from_type_hint
assert read(Angle["rad"]) == rad and read(tuple[Angle["rad"], int]) == gt4py.TupleType([rad, t("int64")])
assert read(Degree) == deg and read(Field[[I], Degree]) == FieldType([I], deg) and read(Field[[I], np.float16]) == FieldType([I], "float16")
assert read(tuple[np.float16, tuple[Degree]]) == gt4py.TupleType([t("float16"), gt4py.TupleType([deg])])
assert read(type[np.float16]) == gt4py.FunctionType([cf.NamedType("T_Scalar")], {}, {}, t("float16"))
def f(a: Angle["rad"], b: Field[[I], Degree]) -> np.float16: ...
assert gt4py.from_value(f) == gt4py.FunctionType([], {"a": rad, "b": FieldType([I], deg)}, {}, t("float16"))
class Pair(typing.NamedTuple):
    a: Degree
    b: np.float16
assert read(Pair) == gt4py.StructType({"a": deg, "b": t("float16")})
assert gt4py.from_value((Angle(1.0, "rad"), (np.float16(1),))) == gt4py.TupleType([rad, gt4py.TupleType([t("float16")])])
assert gt4py.from_value(Field([I], np.ones(2, np.float16))) == FieldType([I], "float16")
assert isinstance(deg, gt4py.ScalarType) and gt4py.is_concrete(FieldType([I], deg))
# One of a key.
for again in (lambda: gt4py.registry.register_scalar(Degree, "int8"), lambda: gt4py.registry.register_primitives("def f(x: Value) -> x: ...", "angles.pyi")):
    try:
        again()
    except ValueError:
        pass
    else:
        raise AssertionError("registered twice")
print("all")
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with the package installed."""
    shutil.copytree(PACKAGE, tmp_path / "angles")
    about = tmp_path / "conformable_angles-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: conformable-angles\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(
        "[conformable.plugins]\nangles = angles:register\n", encoding="utf-8"
    )
    return tmp_path


def test_a_package_adds_all_five(site: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONWARNINGS": "error"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment
    )
    assert done.stdout == "all\n", done.stderr
