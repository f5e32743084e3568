"""Programs: the same for a seed, in bounds, of all that the tables have; and the shrinker."""

from __future__ import annotations

import ast
from collections import Counter

from programs import execute
from programs.generate import LINES, generate
from programs.run import NAMED
from programs.shrink import shrink, smaller
from programs.writer import OPERATIONS, PRODUCTIONS

SOME = [generate(11, index) for index in range(150)]


def test_a_seed_gives_the_same_programs():
    assert [generate(11, index).files for index in (0, 7)] == [SOME[0].files, SOME[7].files]
    assert generate(12, 0).files != SOME[0].files


def test_programs_are_programs():
    for program in SOME:
        for text in program.files.values():
            ast.parse(text)
        length = sum(len(text.splitlines()) for text in program.files.values())
        assert LINES[0] <= length <= LINES[1]


def test_all_productions_occur():
    used = Counter(name for program in SOME for name in program.productions)
    assert set(used) >= set(PRODUCTIONS)
    assert all(names <= set(used) for names in NAMED.values())


def test_some_run_and_the_others_raise_where_it_was_planted():
    runs = [(program, execute.run_sources(program.files)) for program in SOME[:60]]
    ended = sum(run.ended for _, run in runs)
    planted = sum(
        bool(run.traceback)
        and program.planted is not None
        and run.traceback[0] == program.planted[:2]
        for program, run in runs
    )
    assert 20 <= ended <= 45
    assert planted >= 15
    assert not [run.void for _, run in runs if run.void]


def test_operations_are_of_many_kinds():
    assert len(OPERATIONS) >= 25
    kinds = Counter(program.planted[2] for program in SOME if program.planted)
    assert len(kinds) >= 15


# --- the shrinker --------------------------------------------------------------------------------

SOURCE = """\
import os
x = 1
def f(a):
    if a:
        y = 2
        target = 3
    else:
        y = 4
    return y
class C:
    z = 5
print(x)
f(x)
"""


def test_what_is_not_needed_goes():
    asked = []

    def shows(files):
        asked.append(files)
        return "target" in files["main.py"]

    files = shrink({"main.py": SOURCE, "other.py": "a = 1\n"}, shows)
    assert files == {"main.py": "target = 3\n"}
    assert len(asked) < 60


def test_what_hangs_together_stays():
    def shows(files):
        text = files["main.py"]
        return "def f(a)" in text and "\nf(x)" in text and "target" in text

    left = shrink({"main.py": SOURCE}, shows)["main.py"]
    assert left == "def f(a):\n    target = 3\nf(x)\n"


def test_what_never_shows_is_left_alone():
    files = {"main.py": SOURCE}
    assert shrink(files, lambda _: False) == files


def test_smaller_texts_are_other_texts():
    assert SOURCE not in list(smaller(SOURCE))
