"""Every attribute that a NumPy object has, every dtype that NumPy reads, every way to give a first
argument: none of them is an error."""

from __future__ import annotations

import inspect
import itertools
import string
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import checker

pytestmark = pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN names no checker")

OBJECTS = [
    *(f"np.{name}(1)" for name in ("float64", "float32", "float16", "longdouble", "complex64", "complex128")),
    *(f"np.{name}(1)" for name in ("int8", "int64", "uint64", "bool_")),
    "np.str_('a')",
    "np.bytes_(b'a')",
    "np.datetime64('2020-01-01')",
    "np.timedelta64(1, 's')",
    "np.array(['a'])[0]",
    "np.array([b'a'])[0]",
    "np.ones(3)",
    "np.ones(())",
    "np.ones(3)[0]",
    "np.arange(3)[1]",
    "np.array(['a'])",
    "np.zeros(2, 'M8[s]')",
    "np.zeros(2, 'V4')",
    "np.zeros(2, [('a', 'i4')])",
    "np.array([None])",
    "np.dtype('f8')",
    "np.finfo(float)",
    "np.finfo(np.float32).max",
    "np.iinfo(int)",
    "np.add",
    "np.float64",
    "np.random.default_rng(0)",
    "np.random.RandomState(0)",
    "np.ones(3).flat",
    "np.linalg.svd(np.ones((2, 2)))",
    "np.vectorize(abs)",
    "np",
    "np.linalg",
    "np.random",
    "np.fft",
]


# They print, run tests, or write files.
SKIPPED = {"test", "info", "show_config", "show_runtime", "dump", "tofile", "save", "savez", "savez_compressed", "savetxt"}


def errors(lines: list[str], tmp_path: Path) -> list[str]:
    path = tmp_path / "main.py"
    path.write_text("\n".join(["import numpy as np", *lines]) + "\n")
    findings = checker.answer("check", "--no-cache", path)[1]
    found = (d for d in findings if d["severity"] == "error")
    return [f"{lines[d['location']['row'] - 2]}: {d['message']}" for d in found]


def test_attributes(tmp_path):
    lines = []
    for number, text in enumerate(OBJECTS):
        value = eval(text)
        lines.append(f"v{number} = {text}")
        for name in dir(value):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    getattr(value, name)
                except Exception:
                    continue
            lines.append(f"v{number}.{name}")
    assert not errors(lines, tmp_path)


def spellings():
    """Texts that `np.dtype` may read: all short ones, codes with sizes and orders, names."""
    for length in (1, 2, 3):
        yield from map("".join, itertools.product(string.ascii_letters + "?", repeat=length))
    for letter, size in itertools.product(string.ascii_letters, [*range(20), 32, 64, 80, 96, 128, 256]):
        yield from (f"{order}{letter}{size}" for order in ("", "<", ">", "=", "|"))
    for letter, order in itertools.product(string.ascii_letters, "<>=|"):
        yield order + letter
    names = {str(name) for name in np.sctypeDict} | set(dir(np))
    yield from names | {name.lower() for name in names} | {name.title() for name in names}
    families = ["bool", "int", "uint", "float", "complex", "str", "bytes", "void", "object"]
    for family, size in itertools.product(families, [1, 2, 4, 8, 16, 32, 64, 80, 96, 128, 160, 256]):
        yield f"{family}{size}"


def is_dtype(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            np.dtype(text)
        except Exception:
            return False
    return True


def test_dtypes(tmp_path):
    lines = [f"np.zeros(2, dtype={text!r})" for text in dict.fromkeys(spellings()) if is_dtype(text)]
    assert len(lines) > 500
    assert not errors(lines, tmp_path)


def test_first_arguments_by_keyword(tmp_path):
    """What NumPy takes by keyword, whatever its signature says."""
    lines = []
    spaces = [("np", np), ("np.linalg", np.linalg), ("np.fft", np.fft), ("np.ones((3, 3))", np.ones((3, 3)))]
    for prefix, space in spaces:
        for name in dir(space):
            function = getattr(space, name)
            if name.startswith("_") or name in SKIPPED or not callable(function) or isinstance(function, type):
                continue
            try:
                parameters = list(inspect.signature(function).parameters.values())
            except (TypeError, ValueError):
                continue
            if parameters and parameters[0].kind in (parameters[0].POSITIONAL_ONLY, parameters[0].POSITIONAL_OR_KEYWORD):
                line = f"{prefix}.{name}({parameters[0].name}=np.ones((2, 2)))"
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    try:
                        eval(line)
                    except Exception:
                        continue
                lines.append(line)
    assert len(lines) > 100
    assert not errors(lines, tmp_path)
