"""The texts that are mutated: the project's own programs and pages, Python's library, NumPy."""

from __future__ import annotations

import functools
import importlib.util
import re
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Longer ones make every run slow and show nothing else.
LONGEST = 30_000
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
FOLDERS = ["examples", "catalogue/python", "crates/conformable_dialects/tests", "tests/programs"]
#: Modules of Python's own tests that write what no program does.
GRAMMAR = ["test_grammar.py", "test_patma.py", "test_fstring.py", "test_generators.py", "test_descr.py"]
GRAMMAR += ["test_syntax.py", "test_exceptions.py", "test_with.py", "test_class.py", "test_scope.py"]


@functools.cache
def texts() -> list[str]:
    """All of them, always in the same order."""
    found = []
    for page in sorted((ROOT / "spec").rglob("*.md")):
        found += [block.group(1) for block in BLOCK.finditer(page.read_text())]
    for folder in FOLDERS:
        found += [read(path) for path in sorted((ROOT / folder).rglob("*.py"))]
    library = Path(sysconfig.get_path("stdlib"))
    found += [read(path) for path in sorted(library.glob("*.py"))]
    found += [read(library / "test" / name) for name in GRAMMAR]
    spec = importlib.util.find_spec("numpy")
    if spec is not None and spec.origin:
        for folder in ["lib", "polynomial", "linalg", "ma"]:
            found += [read(path) for path in sorted((Path(spec.origin).parent / folder).rglob("*.py"))]
    return [text for text in found if text.strip()]


def read(path: Path) -> str:
    """A part of a long file: functions and classes that stand one after the other."""
    if not path.is_file():
        return ""
    text = path.read_text(encoding="utf-8", errors="replace")
    if len(text) <= LONGEST:
        return text
    end = text.rfind("\ndef ", 0, LONGEST)
    end = max(end, text.rfind("\nclass ", 0, LONGEST))
    return text[:end] + "\n" if end > 0 else text[:LONGEST]
