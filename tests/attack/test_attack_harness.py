"""The attack itself: inputs are the same for a seed, limits are seen, what fails is made small."""

import ast
import random
import sys

import pytest

from attack import grow, limits, mutate, nest, reduce, run, trees


@pytest.mark.parametrize("kind", run.TEXTS)
def test_an_input_is_the_same_for_its_name(kind):
    texts = [run.text_of(kind, 3, number) for number in range(12)]
    assert texts == [run.text_of(kind, 3, number) for number in range(12)]
    assert len(set(texts)) == 12 and texts != [run.text_of(kind, 4, number) for number in range(12)]


def test_most_texts_are_programs():
    def share(make, count=150):
        trees = [mutate.parsed(make(random.Random(number)).decode(errors="replace")) for number in range(count)]
        return sum(tree is not None for tree in trees) / count

    assert share(grow.grown) > 0.9
    assert share(mutate.mutated) > 0.6
    assert share(nest.wide, 30) > 0.4


def test_steps_and_drivers_are_python():
    for step in grow.STEPS:
        if not step.startswith((" ", "except", "elif", "try", "match", "@", "class x:", "class x(", "class Key(")):
            ast.parse(step.replace("$", "1"))
    for driver in grow.DRIVERS:
        ast.parse("\n".join(grow.driven(driver.replace("$", "1"), ["x = 1", "y = x"])))


@pytest.mark.skipif(sys.platform == "win32", reason="resources can't be limited here")
def test_what_a_run_takes_is_seen(tmp_path):
    def outcome(program):
        return limits.run([sys.executable, "-c", program], tmp_path)

    assert outcome("print('ok')").wrong == ""
    assert outcome("import sys; sys.exit(3)").wrong == "it ended with status 3"
    assert outcome("import os; os.abort()").wrong == "it ended by SIGABRT"
    assert outcome("print('a.py:1:1: error[CF000] it failed')").wrong.startswith("CF000")
    assert "MB" in outcome("x = bytearray(1200 << 20)").wrong
    slow = limits.Outcome(0, 11.0, 0, b"")
    assert limits.wrong(slow) == "it took 11.0 s"


def test_what_fails_is_made_small():
    text = b"".join(b"line %d\n" % number for number in range(300)) + b"x = bad + 1\n" + b"y\n" * 50
    assert reduce.reduced(text, lambda one: b"bad" in one) == b"bad"
    # What doesn't fail again stays as it is.
    assert reduce.reduced(text, lambda one: False) == text


@pytest.mark.parametrize("make", trees.MAKERS, ids=lambda make: make.__name__)
def test_folders_are_made(make, tmp_path):
    if make is trees.large:
        pytest.skip("it is large")
    make(random.Random(1), tmp_path)
    assert any(tmp_path.iterdir())
