"""Declarations of inferred modules, which compile, and whose sizes and kinds are the precisions of the types.

The modules are those that the oracle draws. A compiler that isn't there is said, and its rows are skipped.
"""

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

from conformable import pyccel

# Other tests have a module of this name.
DRAW = Path(__file__).parents[1] / "oracle" / "pyccel" / "draw.py"
spec = importlib.util.spec_from_file_location("pyccel_draw", DRAW)
assert spec is not None and spec.loader is not None
draw = importlib.util.module_from_spec(spec)
spec.loader.exec_module(draw)

#: As many as are declared in each language.
MODULES = 200

gcc = shutil.which("gcc")
gfortran = shutil.which("gfortran")


def modules() -> list[tuple[str, str]]:
    """Names and sources of modules that are accepted."""
    found: list[tuple[str, str]] = []
    seed = 0
    while len(found) < MODULES:
        source = draw.draw(77_000_000 + seed)
        seed += 1
        if not pyccel.infer(source).errors:
            found.append((f"module_{len(found)}", source))
    return found


@pytest.fixture(scope="module")
def drawn() -> list[tuple[str, str]]:
    return modules()


@pytest.mark.skipif(gcc is None, reason="gcc is not installed")
def test_declarations_in_c_compile(drawn: list[tuple[str, str]], tmp_path: Path) -> None:
    for name, source in drawn:
        (tmp_path / f"{name}.c").write_text(pyccel.emit(source, "c", name), encoding="utf-8")
    files = sorted(str(path) for path in tmp_path.glob("*.c"))
    assert len(files) == MODULES
    done = subprocess.run(
        [str(gcc), "-std=c99", "-Wall", "-Werror", "-fsyntax-only", *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[:4000]


@pytest.mark.skipif(gfortran is None, reason="gfortran is not installed")
def test_declarations_in_fortran_compile(drawn: list[tuple[str, str]], tmp_path: Path) -> None:
    for name, source in drawn:
        (tmp_path / f"{name}.f90").write_text(
            pyccel.emit(source, "fortran", name), encoding="utf-8"
        )
    files = sorted(str(path) for path in tmp_path.glob("*.f90"))
    assert len(files) == MODULES
    done = subprocess.run(
        [str(gfortran), "-std=f2008", "-fsyntax-only", "-J", str(tmp_path), *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[:4000]


def test_headers_are_read_back(drawn: list[tuple[str, str]]) -> None:
    for name, source in drawn:
        header = pyccel.emit(source, "pyi", name)
        own, read = pyccel.infer(source), pyccel.infer(header)
        assert not read.errors, header
        for function in own.functions.values():
            if function.name.partition(".")[0] in own.functions and "." in function.name:
                continue  # What a function defines is none of the header's.
            again = read.functions[function.name]
            for one, other in zip(function.instances, again.instances, strict=True):
                assert [a.class_type for a in one.arguments] == [
                    a.class_type for a in other.arguments
                ], header
                assert one.result is None or one.result == other.result, header


SIZES = """
def f(a : bool, b : 'int8', c : 'int16', d : 'int32', e : int, g : 'float32', h : float, i : 'complex64', j : complex):
    v1, v2, v3, v4, v5, v6, v7, v8, v9 = a, b, c, d, e, g, h, i, j
"""


def precisions() -> list[int]:
    """Bytes of each local variable: of a complex number both parts."""
    found = []
    for one in pyccel.infer(SIZES).functions["f"].instances[0].variables:
        kind = one.class_type
        assert isinstance(kind, pyccel.FixedSizeNumericType)
        parts = 2 if kind.primitive_type is pyccel.PrimitiveComplexType() else 1
        found.append(1 if kind.precision == -1 else parts * kind.precision)
    return found


def test_headers_say_how_parameters_are_given(tmp_path: Path) -> None:
    source = "def f(a : int, *b : float, c : int = 1, **d : int):\n    return a\n\n"
    source += "def g(a : int, /, b : int, *, c : int):\n    return a\n"
    header = pyccel.emit(source, "pyi", "m")
    assert "def f(a: 'int', *b: 'float', c: 'int' = ..., **d: 'int') -> 'int': ..." in header
    assert "def g(a: 'int', /, b: 'int', *, c: 'int') -> 'int': ..." in header
    path = tmp_path / "m.pyi"
    path.write_text(header, encoding="utf-8")
    for call, is_right in [
        ("f(1, 2.0, c=3, e=4)", True),
        ("f(1, e=4.0)", False),
        ("g(1, b=2, c=3)", True),
        ("g(1, 2, 3)", False),
    ]:
        program = f"from m import f, g\ndef h():\n    x = {call}\n"
        assert (not pyccel.infer(program, headers=[path]).errors) is is_right, call


@pytest.mark.skipif(gcc is None, reason="gcc is not installed")
def test_sizes_in_c_are_the_precisions(tmp_path: Path) -> None:
    sizes = "".join(
        f'_Static_assert(sizeof(((struct f_variables *)0)->v{number}) == {size}, "v{number}");\n'
        for number, size in enumerate(precisions(), start=1)
    )
    path = tmp_path / "sizes.c"
    path.write_text(pyccel.emit(SIZES, "c", "sizes") + sizes, encoding="utf-8")
    done = subprocess.run(
        [str(gcc), "-std=c11", "-fsyntax-only", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(gfortran is None, reason="gfortran is not installed")
def test_kinds_in_fortran_are_the_precisions(tmp_path: Path) -> None:
    lines = "".join(f"  print *, storage_size(v%v{number}) / 8\n" for number in range(1, 10))
    program = (
        f"program sizes\n  use sizes_declarations\n  type(f_variables) :: v\n{lines}end program\n"
    )
    path = tmp_path / "sizes.f90"
    path.write_text(pyccel.emit(SIZES, "fortran", "sizes") + program, encoding="utf-8")
    binary = tmp_path / "sizes"
    made = subprocess.run(
        [str(gfortran), "-J", str(tmp_path), str(path), "-o", str(binary)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    printed = subprocess.run([str(binary)], capture_output=True, text=True, check=True).stdout
    assert [int(size) for size in printed.split()] == precisions()
