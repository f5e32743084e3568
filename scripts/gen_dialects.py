"""Writes `catalogue/dialects.toml`: how other libraries promote dtypes, asked of the libraries.

    python scripts/gen_dialects.py            writes the tables of the libraries that are installed,
                                              and keeps those of the others
    python scripts/gen_dialects.py --check    compares the file with the installed libraries

They are array-api-strict, gt4py, jax, pyccel, pytensor and torch. NumPy's own promotion, which is no fold
of pairs, is in `catalogue/numpy/dtypes.toml`.
"""

import argparse
import importlib.metadata
import sys
import tomllib
import warnings
from collections.abc import Callable
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "catalogue" / "dialects.toml"
DTYPES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 "
    "complex64 complex128"
).split()
WEAK = ["weak_bool", "weak_int", "weak_float", "weak_complex"]
VALUES = {"weak_bool": True, "weak_int": 1, "weak_float": 1.0, "weak_complex": 1j}
KINDS = {"b": "weak_bool", "i": "weak_int", "f": "weak_float", "c": "weak_complex"}
REFUSED = "-"
#: A table: its name, the distribution that it is asked of, operands, and the function.
Table = tuple[str, str, list[str], Callable[[str, str], str]]


def array_api() -> list[Table]:
    """The standard: kinds don't mix, Python's scalars only with their own or a wider one."""
    import array_api_strict as xp

    dtypes = [name for name in DTYPES if hasattr(xp, name)]

    def value(name: str):
        return VALUES[name] if name in VALUES else xp.ones((), dtype=getattr(xp, name))

    def promote(a: str, b: str) -> str:
        if a in VALUES and b in VALUES:
            # Between Python's scalars it is Python that decides.
            return max(a, b, key=WEAK.index)
        if a not in VALUES and b not in VALUES:
            return str(xp.result_type(getattr(xp, a), getattr(xp, b))).rpartition(".")[2]
        # `result_type` takes no scalars in every version; an operator that both have does.
        kind = {"weak_bool": "&"}.get(a if a in VALUES else b, "+")
        left, right = value(a), value(b)
        result = left & right if kind == "&" else left + right
        return str(result.dtype).rpartition(".")[2]

    return [("array-api", "array-api-strict", dtypes + WEAK, promote)]


def jax() -> list[Table]:
    """JAX's lattice, with 64 bits enabled and without."""
    import jax
    import jax.numpy as jnp

    def promote(a: str, b: str) -> str:
        both = (jnp.asarray(VALUES[x]) if x in VALUES else jnp.zeros((), x) for x in (a, b))
        result = jnp.add(*both)
        if result.weak_type:
            return KINDS[result.dtype.kind]
        # A bool is weak and strong at once there.
        return "weak_bool" if {a, b} == {"weak_bool"} else str(result.dtype)

    def with_64_bits(a: str, b: str) -> str:
        jax.config.update("jax_enable_x64", True)
        return promote(a, b)

    def without(a: str, b: str) -> str:
        jax.config.update("jax_enable_x64", False)
        return promote(a, b)

    narrow = [name for name in DTYPES if name not in ("int64", "uint64", "float64", "complex128")]
    return [("jax", "jax", DTYPES + WEAK, with_64_bits), ("jax-x32", "jax", narrow + WEAK, without)]


def pytensor() -> list[Table]:
    """PyTensor's `upcast`; Python's scalars are dtypes there, chosen by their value."""
    from pytensor.scalar import upcast

    return [("pytensor", "pytensor", DTYPES, upcast)]


def pyccel() -> list[Table]:
    """Pyccel's `+` between datatypes; Python's own are types of their own."""
    import pyccel.ast.datatypes as native
    import pyccel.ast.numpytypes as numpy

    classes = {
        "weak_bool": native.PythonNativeBool,
        "weak_int": native.PythonNativeInt,
        "weak_float": native.PythonNativeFloat,
        "weak_complex": native.PythonNativeComplex,
        "int8": numpy.NumpyInt8Type,
        "int16": numpy.NumpyInt16Type,
        "int32": numpy.NumpyInt32Type,
        "int64": numpy.NumpyInt64Type,
        "float32": numpy.NumpyFloat32Type,
        "float64": numpy.NumpyFloat64Type,
        "complex64": numpy.NumpyComplex64Type,
        "complex128": numpy.NumpyComplex128Type,
    }
    names = {cls: name for name, cls in classes.items()}

    def array(name: str) -> object:
        # Python's bools are what arrays of bools have in them, where they are strong.
        element = native.PythonNativeBool() if name == "bool" else classes[name]()
        return numpy.NumpyNDArrayType.get_new(element, 1, None)

    def add(a: str, b: str) -> str:
        if "bool" not in (a, b):
            return names[type(classes[a]() + classes[b]())]
        operands = [classes[name]() if name.startswith("weak_") else array(name) for name in (a, b)]
        element = names[type((operands[0] + operands[1]).element_type)]
        return element.replace("weak_", "")

    return [("pyccel", "pyccel", [*classes, "bool"], add)]


def gt4py() -> list[Table]:
    """GT4Py's `promote`: scalars of one dtype only."""
    from gt4py.next.type_system import type_info
    from gt4py.next.type_system.type_specifications import ScalarKind, ScalarType

    dtypes = [name for name in DTYPES if name.upper() in ScalarKind.__members__]

    def promote(a: str, b: str) -> str:
        types = (ScalarType(kind=ScalarKind[name.upper()]) for name in (a, b))
        return type_info.promote(*types).kind.name.lower()

    return [("gt4py", "gt4py", dtypes, promote)]


def torch() -> list[Table]:
    """PyTorch's `result_type` of tensors with dims, and of Python's scalars, with float32 as default."""
    import torch

    dtypes = [name for name in DTYPES if hasattr(torch, name)]

    def value(name: str):
        return VALUES[name] if name in VALUES else torch.ones(1, dtype=getattr(torch, name))

    def promote(a: str, b: str) -> str:
        if a in VALUES and b in VALUES:
            # Between Python's scalars it is Python that decides.
            return max(a, b, key=WEAK.index)
        return str(torch.result_type(value(a), value(b))).rpartition(".")[2]

    return [("torch", "torch", dtypes + WEAK, promote)]


SOURCES = {
    "array-api-strict": array_api,
    "gt4py": gt4py,
    "jax": jax,
    "pyccel": pyccel,
    "pytensor": pytensor,
    "torch": torch,
}


def ask(table: Table) -> dict:
    """The table of one dialect."""
    _, distribution, operands, promote = table

    def cell(a: str, b: str) -> str:
        try:
            result = promote(a, b)
        except (TypeError, ValueError, KeyError, RuntimeError):
            return REFUSED
        return result if result in operands else REFUSED

    version = importlib.metadata.version(distribution)
    return {
        "source": f"{distribution} {version}",
        "operands": operands,
        "results": [" ".join(cell(a, b) for b in operands) for a in operands],
    }


def collect(known: dict) -> tuple[dict, list[str]]:
    """All tables, asked anew where the library is there; and the libraries that are not."""
    found, missing = dict(known), []
    for distribution, source in SOURCES.items():
        try:
            tables = source()
        except ImportError as error:
            missing.append(f"{distribution} ({error})")
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found |= {table[0]: ask(table) for table in tables}
    return found, missing


def text(tables: dict) -> str:
    """The file."""
    lines = [
        "# How libraries other than NumPy promote dtypes: a table for each dialect, written by",
        "# scripts/gen_dialects.py. A row for each left operand, a column for each right one, in the",
        "# order of `operands`; `-` is refused. Python's own scalars are weak_bool, weak_int, ...",
    ]
    for name, table in sorted(tables.items()):
        quoted = ", ".join(f'"{operand}"' for operand in table["operands"])
        lines += [
            "",
            f"[{name}]",
            f'source = "{table["source"]}"',
            f"operands = [{quoted}]",
            "results = [",
        ]
        lines += [f'    "{row}",' for row in table["results"]] + ["]"]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    known = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    tables, missing = collect(known)
    for name in missing:
        print(f"skipped: {name}")
    if options.check:
        wrong = [
            name for name in tables if tables[name]["results"] != known.get(name, {}).get("results")
        ]
        print(f"{len(tables)} tables, {len(wrong)} differ: {', '.join(wrong) or 'none'}")
        return int(bool(wrong))
    FILE.write_text(text(tables), encoding="utf-8")
    print(f"{FILE}: {', '.join(sorted(tables))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
