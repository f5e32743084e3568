"""`catalogue/python.toml` against Python."""

import builtins
import importlib
import tomllib
from pathlib import Path

import numpy as np
import pytest

TABLE = tomllib.loads((Path(__file__).parents[2] / "catalogue" / "python.toml").read_text())
TYPES = {"list": list, "dict": dict, "set": set, "str": str}


def function(path):
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module) if module else builtins, name)


@pytest.mark.parametrize(("path", "bounds"), TABLE["arguments"].items())
def test_number_of_arguments(path, bounds):
    called = function(path)
    least, most = bounds if len(bounds) == 2 else (bounds[0], None)
    if least > 0:
        with pytest.raises(TypeError):
            called(*[1] * (least - 1))
    if most is not None:
        with pytest.raises(TypeError, match="argument"):
            called(*[1] * (most + 1))


@pytest.mark.parametrize("name", TYPES)
def test_attributes(name):
    plain = {attribute for attribute in dir(TYPES[name]) if not attribute.startswith("__")}
    assert plain <= set(TABLE[f"{name}_attributes"])


def test_attributes_of_arrays_that_can_be_stored_to():
    writable = set()
    for name in dir(np.ndarray):
        array = np.ones((2, 3), complex)
        if not name.startswith("_") and name != "strides":
            try:
                setattr(array, name, getattr(array, name))
                writable.add(name)
            except AttributeError:
                pass
    assert writable | {"strides"} == set(TABLE["writable_attributes"])  # strides: deprecated
