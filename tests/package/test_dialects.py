"""The promotion of other libraries, asked of them again where they are installed.

`catalogue/dialects.toml` keeps their tables; here the libraries answer for all pairs and for random
triples, which they fold from the left.
"""

import importlib.util
import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import conformable as cf

ROOT = Path(__file__).parents[2]
TRIPLES = 500
REFUSED = "-"


def script() -> ModuleType:
    """The program that writes the tables."""
    path = ROOT / "scripts/gen_dialects.py"
    spec = importlib.util.spec_from_file_location("gen_dialects", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATOR = script()


@pytest.fixture(params=sorted(GENERATOR.SOURCES))
def tables(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The tables of a library that is installed."""
    try:
        found = GENERATOR.SOURCES[request.param]()
    except ImportError as error:
        pytest.skip(f"{request.param} is not installed: {error}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield found


def asked(table: Any, a: str, b: str) -> str:
    """What the library says."""
    try:
        result: str = table[3](a, b)
    except (TypeError, ValueError, KeyError, RuntimeError):
        return REFUSED
    return result if result in table[2] else REFUSED


def type_of(operand: str) -> cf.Type:
    if operand.startswith("weak_"):
        return cf.PythonType(operand.removeprefix("weak_"))
    return cf.ScalarType(operand)


def ours(operands: tuple[str, ...], dialect: str) -> str:
    try:
        found = cf.common_type(*map(type_of, operands), dialect=dialect)
    except TypeError:
        return REFUSED
    return f"weak_{found}" if isinstance(found, cf.PythonType) else str(found).rstrip("_")


def test_all_pairs(tables: Any) -> None:
    for table in tables:
        name, _, operands, _ = table
        for a in operands:
            for b in operands:
                expected = asked(table, a, b)
                # What is the same type needs no promotion.
                if a != b or expected != REFUSED:
                    assert ours((a, b), name) == expected, (name, a, b)


def test_random_triples(tables: Any) -> None:
    rng = random.Random(0)
    for table in tables:
        name, _, operands, _ = table
        for _ in range(TRIPLES):
            a, b, c = rng.sample(operands, 3)
            both = asked(table, a, b)
            expected = REFUSED if both == REFUSED else asked(table, both, c)
            assert ours((a, b, c), name) == expected, (name, a, b, c)
