"""Inference for GT4Py's operators, from the package: of a text, and of functions that Python has."""

# mypy: disable-error-code="attr-defined, no-any-return, arg-type"

import importlib.util
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from conformable import gt4py
from conformable.gt4py import Dimension, FieldType, FunctionType

I = Dimension("I")
IF = FieldType([I], "float64")
TEXT = """
import gt4py.next as gtx
from gt4py.next import Field, field_operator, float64, int32

I = gtx.Dimension("I")


@field_operator
def add(a: Field[[I], float64], b: float64) -> Field[[I], float64]:
    c = a + b
    return c


@field_operator
def wrong(a: Field[[I], float64], b: int32):
    return a + b


def plain(a):
    return a
"""


class Stage:
    """What GT4Py's decorator makes: an object that holds the function."""

    def __init__(self, definition: Any):
        self.definition_stage = types.SimpleNamespace(definition=definition)


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The text as a module, over a stand-in for GT4Py."""
    names = {
        "Field": gt4py.Field,
        "field_operator": Stage,
        "float64": float,
        "int32": int,
        "Dimension": Dimension,
    }
    package, inner = types.ModuleType("gt4py"), types.ModuleType("gt4py.next")
    vars(inner).update(names)
    package.next = inner
    monkeypatch.setitem(sys.modules, "gt4py", package)
    monkeypatch.setitem(sys.modules, "gt4py.next", inner)
    path = tmp_path / "operators.py"
    path.write_text(TEXT, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("operators", path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "operators", made)
    spec.loader.exec_module(made)
    return made


def test_a_text() -> None:
    module = gt4py.infer(TEXT)
    add = module.functions["add"]
    assert add.type is FunctionType([], {"a": IF, "b": gt4py.Float64Type()}, {}, IF)
    (instance,) = add.instances
    assert instance.signature == "(a: Field[[I], float64], b: float64) -> Field[[I], float64]"
    assert [(one.name, one.type) for one in instance.variables] == [("c", IF)]
    assert module.variables["I"].type is I and module.type_at(10, 9) is IF
    assert module.type_at(10, 13) is gt4py.Float64Type() and module.type_at(1, 1) is None
    assert "plain" not in module.functions
    (found,) = module.errors
    assert found.line == 16 and "astype" in found.message
    assert gt4py.is_invocable(add.type, IF, gt4py.Float32Type())


def test_decorated_functions(module: Any) -> None:
    assert gt4py.infer(module.add).type is gt4py.infer(TEXT).functions["add"].type
    with pytest.raises(ValueError, match="no operator"):
        gt4py.infer(module.plain)
    with pytest.raises(TypeError, match="a decorated function is wanted"):
        gt4py.infer(3)  # type: ignore[call-overload]
