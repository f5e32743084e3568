"""`cf.gt4py.infer`: modules and decorated functions, results, names and expressions by place."""

import subprocess
import sys
from pathlib import Path

import pytest

import conformable as cf
from conformable import gt4py

SOURCE = """
import gt4py.next as gtx
from gt4py.next import Field, float64, int32

I = gtx.Dimension("I")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)


@gtx.field_operator
def spread(a: Field[[I], float64], b: Field[[K], float64]):
    both = a + b
    return both > 0.0


@gtx.scan_operator(axis=K, forward=True, init=(0.0, 1))
def total(carry: tuple[float64, int32], a: float64) -> tuple[float64, int32]:
    return carry[0] + a, carry[1] + 1


@gtx.program
def run(a: Field[[I], float64], out: Field[[I, K], bool]):
    spread(a, a, out=out)


def plain(x):
    return x
"""

I = gt4py.Dimension("I")
REAL = Path(__file__).parents[2] / "crates/conformable_dialects/tests/real_gt4py"


def test_operators_of_a_module() -> None:
    module = gt4py.infer(SOURCE)
    assert list(module.functions) == ["spread", "total", "run"]
    spread = module.functions["spread"].instances[0]
    assert (
        spread.signature
        == "(a: Field[[I], float64], b: Field[[K], float64]) -> Field[[I, K], bool]"
    )
    assert [one.name for one in spread.arguments] == ["a", "b"]
    assert [one.name for one in spread.variables] == ["both"]
    both = spread.variables[0].type
    assert isinstance(both, gt4py.FieldType)
    assert gt4py.extract_dtype(both) == gt4py.ScalarType(gt4py.ScalarKind.FLOAT64)
    assert module.variables["I"].type == I


def test_numbers_are_converted_where_that_is_the_policy() -> None:
    source = SOURCE.replace("both > 0.0", "both > 0")
    assert gt4py.infer(source).functions["spread"].errors
    module = gt4py.infer(source, conversions="implicit")
    assert not [found for found in module.errors if found.line < 17]
    assert module.functions["spread"].result.spell("gt4py") == "Field[[I, K], bool]"
    with pytest.raises(ValueError, match="conversions is one of none, implicit"):
        gt4py.infer(source, conversions="all")


def test_every_expression_has_a_place_and_a_type() -> None:
    module = gt4py.infer(SOURCE)
    lines = SOURCE.splitlines()
    shown = {
        lines[one.line - 1][one.column - 1 : one.end_column - 1]: one.type.spell("gt4py")
        for one in module.functions["spread"].expressions
        # The program's call is wrong.
        if one.line == one.end_line and one.line < 22
    }
    assert shown["a + b"] == shown["both"] == "Field[[I, K], float64]"
    assert shown["both > 0.0"] == "Field[[I, K], bool]" and shown["0.0"] == "float64"
    assert module.variables["I"].type == I and shown["I"] == "I[horizontal]"


def test_an_operator_is_a_function() -> None:
    module = gt4py.infer(SOURCE)
    ty = module.functions["spread"].type
    assert isinstance(ty, gt4py.FunctionType)
    args = [one.type for one in module.functions["spread"].instances[0].arguments]
    assert gt4py.accepts_args(ty, with_args=args, with_kwargs={})
    assert (
        gt4py.return_type(ty, with_args=args, with_kwargs={}) == module.functions["spread"].result
    )
    assert not gt4py.accepts_args(ty, with_args=args[::-1], with_kwargs={})
    assert isinstance(module.functions["total"].result, cf.TupleType)
    assert module.functions["run"].result == cf.NoneType()


def test_expressions_by_place() -> None:
    module = gt4py.infer(SOURCE)
    both = module.functions["spread"].instances[0].variables[0].type
    assert module.type_at(11, 5) == both
    assert module.type_at(12, 12) == both
    assert module.type_at(12, 17) == module.functions["spread"].result
    assert module.type_at(1, 1) is None


def test_what_is_wrong_says_where() -> None:
    module = gt4py.infer(SOURCE)
    [error] = module.errors
    assert (error.severity, error.code, error.line, error.kind) == ("error", "CF617", 22, "error")
    assert "not Field[[K], float64]" in error.message
    fixed = gt4py.infer(
        SOURCE.replace("spread(a, a", "spread(b, a").replace(
            "def run(", "def run(b: Field[[I], float64], "
        )
    )
    assert [found.code for found in fixed.errors] == ["CF617"]


def test_a_text_that_is_no_python() -> None:
    with pytest.raises(cf.ParseError):
        gt4py.infer("def f(:\n")


def test_other_modules_by_their_texts() -> None:
    dims = 'import gt4py.next as gtx\nI = gtx.Dimension("I")\nIF = gtx.Field[[I], gtx.float64]\n'
    source = (
        "import gt4py.next as gtx\nfrom dims import I, IF\n"
        "@gtx.field_operator\ndef f(a: IF):\n    return a(I + 1)\n"
    )
    module = gt4py.infer(source, modules={"dims": dims})
    assert (
        module.functions["f"].instances[0].signature
        == "(a: Field[[I], float64]) -> Field[[I], float64]"
    )


def test_a_decorated_function(tmp_path: Path) -> None:
    """The file that it stands in is read; GT4Py itself is not needed for that."""
    library = tmp_path / "gt4py" / "next"
    library.mkdir(parents=True)
    (tmp_path / "gt4py" / "__init__.py").touch()
    (library / "__init__.py").write_text(
        "import functools\nfloat64 = float\n"
        "def field_operator(f):\n"
        "    @functools.wraps(f)\n"
        "    def inner(*args): return f(*args)\n"
        "    return inner\n",
        encoding="utf-8",
    )
    (tmp_path / "operators.py").write_text(
        "from gt4py.next import field_operator, float64\n\n"
        "@field_operator\ndef twice(a: float64) -> float64:\n    return a + a\n\n"
        "def plain(a):\n    return a\n",
        encoding="utf-8",
    )
    asks = (
        "import operators\nfrom conformable import gt4py\n"
        "found = gt4py.infer(operators.twice)\n"
        "print(found.name, found.result, found.errors, found.type_at(5, 12))\n"
        "for other in (operators.plain, 3):\n"
        "    try: gt4py.infer(other)\n"
        "    except (ValueError, TypeError) as error: print(type(error).__name__)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", asks], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert run.stdout.splitlines() == [
        "twice float64 () float64",
        "ValueError",
        "TypeError",
    ], run.stderr


@pytest.mark.parametrize("path", sorted(REAL.glob("*.py")), ids=lambda path: path.stem)
def test_real_programs_have_types_everywhere(path: Path) -> None:
    module = gt4py.infer(path.read_text(encoding="utf-8"), path)
    assert not module.errors
    for function in module.functions.values():
        assert isinstance(function.type, gt4py.FunctionType)
