"""Writes `python/conformable/numpy.pyi`: the names of the catalogue, for type checkers.

    python scripts/gen_numpy_stub.py [--check]
"""

import argparse
import sys
from pathlib import Path

from conformable import _native

STUB = Path(__file__).parents[1] / "python/conformable/numpy.pyi"
HEAD = """# Made by scripts/gen_numpy_stub.py from the catalogue.
# ruff: noqa

from typing import Any

from conformable._native import Op

def find(namespace: str, name: str) -> Any: ...
def names(namespace: str) -> list[str]: ...
"""


def lines(namespace: str, indent: str) -> list[str]:
    """A line for each op, a class for each namespace."""
    found: list[str] = []
    for name in sorted(_native.catalogue_names(namespace) or []):
        path = f"{namespace}.{name}"
        if not name.isidentifier() or name.startswith("_"):
            continue
        if _native.catalogue_op(path) is not None:
            found.append(f"{indent}{name}: Op")
        elif _native.catalogue_names(path) is not None:
            found.append(f"{indent}class {name}:")
            found.extend(lines(path, indent + "    ") or [f"{indent}    ..."])
    return found


def main() -> int:
    """Writes the stub, or says whether it is as it would be written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    text = HEAD + "\n" + "\n".join(lines("numpy", "")) + "\n"
    if not check:
        STUB.write_text(text, encoding="utf-8")
        return 0
    if STUB.read_text(encoding="utf-8") != text:
        print(f"{STUB.name} is not what the catalogue says: run {Path(__file__).name}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
