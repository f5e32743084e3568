"""Spellings that a compiler takes: the type of a declaration, as large as NumPy's where C has it.

A compiler that is not here is a skipped test.
"""

import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from random_types import any_type

import conformable as cf

C = """
#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
"""

#: With a stand-in for what the library of C++23 has and older ones do not.
CPP = """
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>
#if __has_include(<mdspan>) && __cplusplus > 202002L
#include <mdspan>
#else
#include <span>
namespace std {
template <class Index, size_t... Extents> struct extents { static_assert(sizeof(Index) > 0); };
struct layout_right {};
struct layout_left {};
struct layout_stride {};
template <class Element, class Extents, class Layout> struct mdspan { Element *first; };
}
#endif
"""

NUMBERS = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 longdouble "
    "complex64 complex128 clongdouble"
).split()


def machine_type(rng: random.Random, depth: int = 3) -> cf.Type:
    """A type that some languages have: numbers, arrays, and what is made of them."""

    def part() -> cf.Type:
        return machine_type(rng, depth - 1)

    def array() -> cf.Type:
        sizes = tuple(rng.choice([None, "n", 1, 2, 3]) for _ in range(rng.randrange(4)))
        return cf.TensorType(rng.choice(NUMBERS), sizes, rng.choice([None, "C", "F"]))

    leaves: list[Callable[[], cf.Type]] = [
        lambda: cf.ScalarType(rng.choice(NUMBERS)),
        lambda: cf.PythonType(rng.choice(["bool", "int", "float", "complex", "str", "bytes"])),
        lambda: cf.parse_type(rng.choice(["None", "Literal[3]", "Literal['it']", "S5[n]"])),
        array,
        array,
    ]
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(leaves)()
    names = rng.sample(["a", "b", "int", "b c", "", "ü", "_x", "class", "end"], rng.randrange(3))
    makers: list[Callable[[], cf.Type]] = [
        lambda: cf.StructType({name: part() for name in names}),
        lambda: cf.FunctionType([part() for _ in range(rng.randrange(3))], part()),
        lambda: cf.TupleType(*(part() for _ in range(rng.randrange(3)))),
        lambda: cf.ListType(part()),
        lambda: cf.ListType((part(),) * rng.randrange(3)),
        lambda: cf.SetType(part()),
        lambda: cf.DictType(part(), part()),
        lambda: cf.UnionType(part(), part()),
    ]
    return rng.choice(makers)()


def spelled(language: str, count: int = 6000) -> Iterator[tuple[cf.Type, str]]:
    """Random types that the language has, with what it calls them."""
    rng = random.Random(language)
    for i in range(count):
        ty = machine_type(rng) if i % 3 else any_type(rng, rng.randrange(4))
        try:
            text = ty.spell(language)
        except ValueError:
            continue
        yield ty, text


def compiled(compiler: str, source: Path, *options: str) -> str:
    """What a compiler complains about."""
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    command = [compiler, "-fsyntax-only", *options, str(source)]
    return subprocess.run(command, capture_output=True, text=True).stderr


def test_c_takes_every_type(tmp_path: Path) -> None:
    source = tmp_path / "types.c"
    types = list(spelled("c"))
    assert len({text for _, text in types}) > 100
    lines = [
        f"extern __typeof__({text}) *name{i}; // {ty!r:.200}" for i, (ty, text) in enumerate(types)
    ]
    source.write_text(C + "\n".join(lines) + "\n", encoding="utf-8")
    assert compiled("gcc", source, "-std=gnu11", "-Werror", "-Wpedantic") == ""


def test_c_gives_numbers_and_arrays_the_size_that_numpy_gives_them(tmp_path: Path) -> None:
    lines = []
    for name in NUMBERS:
        for shape in [(), (3,), (2, 3, 4)]:
            ty = cf.TensorType(name, shape) if shape else cf.ScalarType(name)
            size = np.zeros(shape, ty.numpy_dtype).nbytes
            lines.append(f'_Static_assert(sizeof({ty.spell("c")}) == {size}, "{ty}");')
    record = cf.StructType(a=cf.ScalarType("int8"), b=cf.TensorType("float64", (2, 3)))
    aligned = np.dtype([("a", "i1"), ("b", "f8", (2, 3))], align=True)
    lines.append(f'_Static_assert(sizeof({record.spell("c")}) == {aligned.itemsize}, "{record}");')
    source = tmp_path / "sizes.c"
    source.write_text(C + "\n".join(lines) + "\n", encoding="utf-8")
    assert compiled("gcc", source, "-std=c11", "-Werror") == ""


def test_cpp_takes_every_type(tmp_path: Path) -> None:
    source = tmp_path / "types.cpp"
    types = list(spelled("cpp"))
    assert len({text for _, text in types}) > 100
    lines = []
    for i, (ty, text) in enumerate(types):
        # A set of what has no hash can be named, but not made; a view of fixed sizes is of something.
        made = "move" if "mdspan" in text else "default"
        needs = f"static_assert(std::is_{made}_constructible_v<name{i}>);"
        lines.append(f"using name{i} = {text}; {needs} // {ty!r:.200}")
    source.write_text(CPP + "\n".join(lines) + "\n", encoding="utf-8")
    assert compiled("g++", source, "-std=c++20", "-Werror") == ""


def test_fortran_takes_every_type(tmp_path: Path) -> None:
    source = tmp_path / "types.f90"
    types = list(spelled("fortran"))
    assert len({text for _, text in types}) > 60
    # A statement goes over 255 lines at most.
    names = [f"name{i}" for i in range(len(types))]
    rows = [", ".join(names[i : i + 8]) for i in range(0, len(names), 8)]
    lines = ["subroutine declares(&"]
    lines += [f"    {row}{', &' if row is not rows[-1] else ')'}" for row in rows]
    lines += ["  use iso_fortran_env"]
    lines += [f"  {text} :: name{i}" for i, (_, text) in enumerate(types)]
    source.write_text("\n".join([*lines, "end subroutine", ""]), encoding="utf-8")
    assert compiled("gfortran", source, "-std=f2018", "-ffree-line-length-none") == ""
