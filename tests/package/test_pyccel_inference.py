"""Pyccel's inference: from Python, as headers, and by the command."""

import json
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import conformable as cf
from conformable import _native, pyccel

i, f, f64 = pyccel.PythonNativeInt(), pyccel.PythonNativeFloat(), pyccel.NumpyFloat64Type()

# --- inference ------------------------------------------------------------------------------------------------------------

SOURCE = """
import numpy as np

def f(a : 'int | float', x : 'float[:,:](order=F)', n : 'Final[int]' = None):
    b = a + 1
    y = x.T
    return b

def g():
    return f(1, np.ones((2, 2), order='F'))
"""


def test_a_module_for_a_compiler() -> None:
    module = pyccel.infer("from typing import Final" + SOURCE, "module.py")
    assert not module.errors
    whole, real = module.functions["f"].instances
    assert (whole.result, real.result) == (i, f) and module.functions["g"].instances[0].result is i
    x = whole.arguments[1]
    assert (x.name, x.class_type, x.rank, x.order) == (
        "x",
        pyccel.NumpyNDArrayType.get_new(f64, 2, "F"),
        2,
        "F",
    )
    n = whole.arguments[2]
    assert n.is_const and n.is_optional
    y = next(one for one in whole.variables if one.name == "y")
    assert (y.class_type, y.memory_handling) == (
        pyccel.NumpyNDArrayType.get_new(f64, 2, "C"),
        "alias",
    )
    assert module.type_at(5, 5) is i and module.type_at(5, 9, instance=1) is f
    assert module.type_at(5, 13) is i and module.type_at(1, 1) is None


def test_what_is_only_iterated_over_has_no_name() -> None:
    module = pyccel.infer("def f(n : int):\n    return sum(i * 2.0 for i in range(n))\n")
    assert not module.errors and module.functions["f"].instances[0].result is f
    assert isinstance(module.type_at(2, 17), pyccel.PyccelType)


#: What is registered stays, so this is a program of its own.
REGISTERED = """
import conformable as cf
from conformable import pyccel

for name in ("Iterable", "Comprehension"):
    cf.registry.register_constructor(type(name, (cf.Type,), {"__props__": ()}))
for name in ("iterable", "comprehension", "items"):
    try:
        cf.registry.register_constructor(type("Own", (cf.Type,), {"__props__": ()}), name)
    except ValueError as error:
        assert "another type in the text form" in str(error)
    else:
        raise AssertionError(name)
module = pyccel.infer("def f(n : int):\\n    return sum(2.0 * i for i in range(n))\\n")
assert not module.errors and str(module.functions["f"].instances[0].result) == "float"
assert isinstance(module.type_at(2, 16), pyccel.PyccelType), module.type_at(2, 16)
"""


def test_types_of_a_language_are_no_registered_ones() -> None:
    subprocess.run([sys.executable, "-c", REGISTERED], check=True)


def test_modules_can_be_pickled() -> None:
    module = pyccel.infer("from typing import Final" + SOURCE)
    again = pickle.loads(pickle.dumps(module))
    assert again == module and again.type_at(6, 9) is module.type_at(6, 9)
    assert repr(again) == repr(module)


def test_small_stacks_do_for_programs_that_are_nested() -> None:
    nested = "[" * 300 + "1" + "]" * 300
    source = f"def f():\n    v = {nested}\n    w = {'-' * 400}1\n    return w\n"
    results: list[object] = []
    before = threading.stack_size(512 << 10)
    try:
        work = lambda: results.append(pyccel.infer(source).functions["f"].instances[0].result)  # noqa: E731
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert results == [i]


def test_what_is_refused() -> None:
    module = pyccel.infer("def f(a : int):\n    a = 2.0\n    b = a[0]\n")
    assert [(e.code, e.line, e.kind) for e in module.errors] == [
        ("CF610", 2, "error"),
        ("CF620", 3, "fatal"),
    ]
    with pytest.raises(cf.ParseError):
        pyccel.infer("def f(:\n")


def test_headers_are_parsed_once(tmp_path: Path) -> None:
    header = tmp_path / "other.pyi"
    header.write_text(
        "def half(x : 'float64[:]') -> 'float64[:]': ...\ndef one() -> int: ...\n", encoding="utf-8"
    )
    source = "import numpy as np\nfrom other import half, one\ndef f():\n    a = half(np.ones(3))\n    b = one()\n    return a, b\n"
    before = _native.headers_parsed()
    for _ in range(3):
        module = pyccel.infer(source, headers=[header])
        assert not module.errors
        assert (
            pyccel.spell(module.functions["f"].instances[0].result or i) == "tuple[float64[:], int]"
        )
    assert _native.headers_parsed() == before + 1
    header.write_text(
        "def half(x : 'float64[:]') -> 'float64[:]': ...\ndef one() -> float: ...\n",
        encoding="utf-8",
    )
    module = pyccel.infer(source, headers=[header])
    assert (
        pyccel.spell(module.functions["f"].instances[0].result or i) == "tuple[float64[:], float]"
    )
    assert _native.headers_parsed() == before + 2


def test_a_header_that_is_written_is_read() -> None:
    text_of_header = pyccel.emit(
        "def f(a : 'int | float', x : 'float[:,:](order=F)'):\n    return a\n", "pyi"
    )
    module = pyccel.infer(
        "from m import f\nimport numpy as np\ndef g():\n    return f(2.0, np.ones((2, 2), order='F'))\n",
        headers={"m": text_of_header},
    )
    assert not module.errors and module.functions["g"].instances[0].result is f


def test_a_header_has_classes_and_defaults() -> None:
    source = """
class A:
    def __init__(self, n : int, x : 'float[:]'):
        self.n = n
        self.x = x

    def first(self, k : int = 0):
        return self.x[k]

def f(a : A, b : float = 2.0, c : int = None):
    return a.n * b
"""
    header = pyccel.emit(source, "pyi")
    assert (
        "    x: 'float64[:]'" in header
        and "    def first(self, k: 'int' = ...) -> 'float64': ..." in header
    )
    assert "def f(a: 'A', b: 'float' = ..., c: 'int' = None) -> 'float': ..." in header
    user = "from m import A, f\nimport numpy as np\ndef g():\n    a = A(1, np.zeros(3))\n    return f(a) + a.first() + a.x[0]\n"
    for text in (source, header):
        module = pyccel.infer(user, headers={"m": text})
        assert not module.errors and module.functions["g"].instances[0].result is f64


def test_a_header_has_all_versions_of_a_method() -> None:
    source = """
class A:
    def __init__(self, n : int):
        self.n = n

    def scale(self, a : 'int | float', b : 'int | float'):
        return a * b * self.n
"""
    header = pyccel.emit(source, "pyi")
    assert header.count("    @overload\n    def scale(self, a: ") == 4
    assert "    def scale(self, a: 'float', b: 'int') -> 'float': ..." in header
    user = "from m import A\ndef g():\n    a = A(1)\n    return a.scale(1, 2), a.scale(2.0, 1), a.scale(1, 2.0)\n"
    for text in (source, header):
        module = pyccel.infer(user, headers={"m": text})
        result = module.functions["g"].instances[0].result
        assert not module.errors and result is not None
        assert pyccel.spell(result) == "tuple[int, float, float]"
    wrong = pyccel.infer(user.replace("a.scale(2.0, 1)", "a.scale(1j, 1)"), headers={"m": header})
    assert [(one.code, one.line) for one in wrong.errors] == [("CF617", 4)]


def test_a_header_says_what_methods_keep() -> None:
    source = """
class A:
    def __init__(self, x : 'list[int]', n : int):
        self.x = x
        self.n = n
        self.all = [[1]]

    def put(self, y : 'list[int]'):
        self.all.append(y)

    def copied(self, y : 'list[int] | list[float]'):
        self.n = len(y)
"""
    header = pyccel.emit(source, "pyi")
    assert (
        "    @holds('x')\n    def __init__(self, x: 'list[int]', n: 'int') -> None: ..." in header
    )
    assert "    @holds('y')\n    def put(" in header and header.count("@holds") == 2
    user = """
from m import A
def f():
    x = [1]
    y = [2]
    z = [3]
    a = A(x, 1)
    a.put(y)
    a.copied(z)
    z = [4]
    x = [5]
    y = [6]
def g():
    x = [1]
    return A(x, 2)
"""
    for text in (source, header):
        module = pyccel.infer(user, headers={"m": text})
        assert [(one.code, one.line) for one in module.errors] == [
            ("CF611", 11),
            ("CF611", 12),
            ("CF611", 15),
        ]


def test_a_header_leaves_out_what_is_not_known() -> None:
    source = "from somewhere import g\ndef f(n : int):\n    return g(n), n\ndef h(n : int):\n    return n\n"
    header = pyccel.emit(source, "pyi")
    assert "# not known: def f(n: 'int') -> 'tuple[Unknown, int]': ..." in header
    user = pyccel.infer("from m import h\ndef k():\n    return h(1)\n", headers={"m": header})
    assert not user.errors and user.functions["k"].instances[0].result is i


def test_the_command_reads_headers(tmp_path: Path) -> None:
    (tmp_path / "kernels.pyi").write_text("def half(x : float) -> float: ...\n", encoding="utf-8")
    text = "from kernels import half\ndef f(x : float):\n    return half(x)\ndef g():\n    return half(1)\n"
    (tmp_path / "main.py").write_text(text, encoding="utf-8")
    done = run(tmp_path, "check", "--dialect", "pyccel", "main.py", "--output-format", "concise")
    assert done.returncode == 1 and "main.py:5:" in done.stdout and "CF617" in done.stdout
    done = run(tmp_path, "infer", "--dialect", "pyccel", "main.py")
    assert "f: (x: float) -> float" in done.stdout


@pytest.mark.parametrize("target", ["c", "fortran", "pyi"])
def test_what_is_refused_is_not_declared(target: str) -> None:
    with pytest.raises(ValueError, match="has errors"):
        pyccel.emit("def f(a):\n    return a\n", target)


# --- the command ------------------------------------------------------------------------------------------------------


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "conformable", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


PROGRAM = """
import numpy as np
def f(a : 'int | float', x : 'float[:,:](order=F)'):
    b = a + 1
    y = x + 1
    z = np.float64(1.0)
    w = 2.0
    return b
"""


def test_the_command_infers(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(PROGRAM, encoding="utf-8")
    done = run(tmp_path, "infer", "good.py", "--dialect", "pyccel", "--output-format", "json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    rows = {(row["name"], row["instance"]): row["type"] for row in answer["bindings"]}
    assert rows["b", 0] == "int" and rows["b", 1] == "float"
    assert rows["y", 0] == "float64[:,:](order=F)" and (rows["z", 0], rows["w", 0]) == (
        "float64",
        "float",
    )
    assert [(row["instance"], row["returns"]) for row in answer["functions"]] == [
        (0, "int"),
        (1, "float"),
    ]
    (tmp_path / "bad.py").write_text("def f():\n    a = 1\n    a = 2.0\n", encoding="utf-8")
    done = run(tmp_path, "infer", "bad.py", "--dialect", "pyccel", "--output-format", "json")
    assert done.returncode == 1
    (error,) = json.loads(done.stdout)["diagnostics"]
    assert (error["severity"], error["code"], error["exception"]) == ("error", "CF610", "error")


def test_whose_file_it_is(tmp_path: Path) -> None:
    wrong = "def f(a : int):\n    a = 2.0\n"
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "a.py").write_text(wrong, encoding="utf-8")
    (tmp_path / "own.py").write_text(
        "from pyccel.decorators import pure\n" + wrong, encoding="utf-8"
    )
    (tmp_path / "drives.py").write_text("from pyccel import epyccel\n" + wrong, encoding="utf-8")

    def files() -> list[str]:
        done = run(tmp_path, "check", ".", "--output-format", "concise")
        return sorted({line.split(":")[0] for line in done.stdout.splitlines() if "CF610" in line})

    assert files() == ["own.py"]
    settings = "[tool.conformable]\ndialects = { pyccel = ['kernels/'] }\n"
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")
    assert files() == ["kernels/a.py", "own.py"]
    (tmp_path / "pyproject.toml").write_text(
        "[tool.conformable]\ndialect = 'numpy'\n", encoding="utf-8"
    )
    assert files() == []
    (tmp_path / "pyproject.toml").write_text(
        "[tool.conformable]\ndialect = 'pyccel'\n", encoding="utf-8"
    )
    assert files() == ["drives.py", "kernels/a.py", "own.py"]


def test_the_command_declares(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(PROGRAM, encoding="utf-8")
    for target, part in (
        ("c", "double f_0001(double a"),
        ("fortran", "function f_0001("),
        ("pyi", "@overload"),
    ):
        done = run(tmp_path, "infer", "good.py", "--dialect", "pyccel", "--emit", target)
        assert done.returncode == 0 and part in done.stdout, done.stdout + done.stderr
    done = run(tmp_path, "infer", "good.py", "--emit", "c")
    assert done.returncode == 2 and "--dialect pyccel" in done.stderr
