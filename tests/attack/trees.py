"""Folders that aren't projects: files that are no files, odd bytes, broken configurations, stubs and notebooks."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

from attack import mutate, sources

GOOD = b"import numpy as np\nx = np.ones((2, 3))\ny = x @ x\n"
CODINGS = "utf-8 utf-7 utf-16 utf-32 latin-1 cp1252 rot13 idna punycode base64 zlib unicode_escape raw_unicode_escape mbcs x 8 none".split()
KEYS = "select ignore exclude per-file-ignores stubs strict dialect python-version numpy-version all-code extend unknown".split()
VALUES = ["1", "-1", "1.5", "true", "''", "'x'", "[]", "[1]", "['']", "['CF']", "['ALL', 'CF1', 'broadcast']", "{}", "{a = 1}", "{'*' = ['CF1']}"]
VALUES += ["'" + "*" * 200 + "'", "['" + "**/" * 300 + "']", "['[']", "['{a,b']", "['" + "{a,b}" * 30 + "']", "'>=9999999999999999999'", "'>=1,<0'", "'=='"]
VALUES += ["[" * 500 + "]" * 500, "[" * 100_000, "'pyccel'", "'gt4py'", "['stubs']", "['.']", "['/']", "['pyproject.toml']", "['\\u0000']", "1979-05-27", "inf", "nan"]


def tree(draw: Random, folder: Path) -> str:
    """Makes a folder of odd things, and gives a name to what it is."""
    make = draw.choice(MAKERS)
    (folder / "good.py").write_bytes(GOOD)
    try:
        make(draw, folder)
    except OSError as error:
        return f"{make.__name__}: {error}"
    return make.__name__


def no_files(draw: Random, folder: Path) -> None:
    os.mkfifo(folder / "pipe.py")
    (folder / "folder.py").mkdir()
    (folder / "folder.py" / "__init__.py").mkdir()
    (folder / "round").symlink_to(folder, target_is_directory=True)
    (folder / "itself.py").symlink_to(folder / "itself.py")
    (folder / "nowhere.py").symlink_to("/nowhere")
    (folder / "zero.py").symlink_to(draw.choice(["/dev/zero", "/dev/null", "/dev/full", "/proc/self/mem", "/proc/self/environ"]))
    (folder / "main.py").write_text("import pipe, folder, round.good, itself, nowhere, zero\nfrom round.round.round import good\nx = good.x\n")
    (folder / "secret.py").write_bytes(GOOD)
    (folder / "secret.py").chmod(0)


def encodings(draw: Random, folder: Path) -> None:
    for number in range(12):
        coding = draw.choice(CODINGS)
        text = f"# -*- coding: {coding} -*-\n".encode() + draw.choice([GOOD, b"x = '\xe4\xff'\n", draw.randbytes(99)])
        text = draw.choice([b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0", b"\n", b"\0"]) + text
        text = draw.choice([text, text.replace(b"\n", b"\r"), text.replace(b"\n", b"\r\n"), text.decode("latin-1").encode("utf-16"), text.decode("latin-1").encode("utf-32")])
        (folder / f"a{number}.py").write_bytes(text)


def large(draw: Random, folder: Path) -> None:
    size = draw.choice([10, 50]) << 20
    part = draw.choice([b"x", b" ", b"x + ", b"'a' ", b"(", b"\n", b"#", b"\\\n", b"x = 1\n", b"1, ", b"\0", b"\xff", b"\t", b"import a\n", b"@f\n", b"'"])
    (folder / "large.py").write_bytes(draw.choice([b"", b"x = ", b"x = [", b"# "]) + part * (size // len(part)) + draw.choice([b"", b"]", b"1\n"]))


def names(draw: Random, folder: Path) -> None:
    for name in [b"\xff.py", b"a\nb.py", b" .py", b".py", b"..py", b"a.b.py", b"np.py", b"numpy.py", b"builtins.py", b"typing.py", b"-.py", b"--help.py", b"*.py", "é".encode() + b".py", b"x" * 250 + b".py"]:
        if draw.random() < 0.7:
            Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_bytes(draw.choice([GOOD, mutate.mutated(draw)]))
    (folder / "good").mkdir()
    (folder / "good" / "__init__.py").write_bytes(b"from good import *\nfrom . import good\nimport good.good\nx = good.x\n")


def deep(draw: Random, folder: Path) -> None:
    for _ in range(draw.choice([20, 300])):
        folder = folder / "d"
        if len(str(folder)) > 3000:
            break
        folder.mkdir()
        (folder / "__init__.py").write_bytes(b"from . import d\nfrom .. import d as e\nfrom ..........d import *\nx = d.x\n")


def modules(draw: Random, folder: Path) -> None:
    count = draw.choice([5, 40, 400])
    for number in range(count):
        others = [draw.randrange(count) for _ in range(draw.choice([1, 3, 10]))]
        lines = [draw.choice(["import m{0}", "from m{0} import *", "from m{0} import x as y{0}", "import m{0}; m{0}.x = m{0}", "from m{0} import m{1}"]).format(one, number) for one in others]
        (folder / f"m{number}.py").write_text("\n".join(lines) + f"\nx = [{'+'.join(f'm{one}.x' for one in others)}]\ndef f(a): return m{others[0]}.f(x), x\nf(1)\n")


def configuration(draw: Random, folder: Path) -> None:
    lines = ["[tool.conformable]"]
    lines += [f"{draw.choice(KEYS)} = {draw.choice(VALUES)}" for _ in range(draw.choice([1, 1, 2, 5]))]
    text = "\n".join(lines).encode()
    text = draw.choice([text, text, text, mutate.by_bytes(text, draw), text * 2, b"a" * 5_000_000, b"[" * 100_000, b"a." * 50_000 + b"b = 1", b"x = " + b"{a = " * 5000])
    (folder / "pyproject.toml").write_bytes(text)
    if draw.random() < 0.2:
        (folder / "pyproject.toml").unlink()
        draw.choice([os.mkfifo, os.mkdir])(folder / "pyproject.toml")


def stubs(draw: Random, folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.conformable]\nstubs = ['stubs', 'one.pyi']\n")
    (folder / "stubs").mkdir()
    catalogue = sorted((sources.ROOT / "catalogue/numpy").glob("*.pyi"))
    text = draw.choice(catalogue).read_text()
    for _ in range(draw.randrange(3)):
        text = draw.choice([mutate.by_tokens, mutate.by_lines])(text, draw)
    (folder / "stubs" / "numpy.pyi").write_bytes(text.encode("utf-8", "surrogatepass"))
    nested = "(" * 5000
    (folder / "one.pyi").write_text(draw.choice(["", "def f(x: float64[n]) -> float64[n+n*n**9]: ...\n", f"def f(x: {nested}", "import one\nfrom one import *\n", text[:2000]]))


def notebook(draw: Random, folder: Path) -> None:
    cell = '{"cell_type": "code", "source": SOURCE, "metadata": {}, "outputs": []}'
    source = draw.choice(['"x = 1"', '["import numpy as np\\n", "np.ones(3) @ np.ones(4)"]', "1", "null", "[1, null]", '"%%bash\\nls"', '"!ls\\n?x\\n%time x"', "[" * 5000, '"\\ud800"'])
    cells = ", ".join([cell.replace("SOURCE", source)] * draw.choice([0, 1, 1000]))
    text = '{"cells": [' + cells + '], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    text = draw.choice([text, text[: len(text) // 2], "", "[]", "{}", "null", '{"cells": null}', '{"cells": {}}', "[" * 200_000, '{"a":' * 50_000])
    (folder / "book.ipynb").write_text(text)
    (folder / "other.ipynb").write_bytes(mutate.by_bytes(text[:5000] or "{}", draw))


MAKERS: list[Callable[[Random, Path], None]] = [no_files, encodings, large, names, deep, modules, configuration, configuration, stubs, notebook]
