"""Nothing costs more than in proportion: what the second half of 4n parts of a kind adds is twice what that of 2n adds.

The exponent is that of steps, which no other process disturbs; the processor's time is held to a loose bound, for
what is done without counting steps.
"""

import math

import checker
import growth
import pytest

pytestmark = pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")

START = "import sys\nimport numpy as np\nc = len(sys.argv)\n"

#: The exponent of steps, and of seconds where they can be measured.
MOST_STEPS, MOST_SECONDS = 1.08, 1.5
MEASURED_SECONDS = 0.3
AGAIN = 12
"""How often the seconds of a kind are measured again where they are out of proportion."""

#: Where it is more. Requirements of sizes that the data decide stay in the store of a top level, and each join and
#: call looks at all of them. Of loops in loops each level has a pass more than the one around it.
KNOWN = {"an example with fresh names": 1.2, "loops in loops": 2.8}


def lines(line, count):
    return "".join(line.replace("@@", str(number + 1)).replace("@", str(number)) + "\n" for number in range(count))


def examples(count):
    """Functions of an example, with names of their own."""
    text = (growth.EXAMPLES / "kmeans.py").read_text()
    return "".join(growth.renamed(text, number) + "\n" for number in range(count))


def nest(depth):
    """Loops in loops, each with two passes where one begins anew and one where nothing is new."""
    heads = "".join("    " * (level + 1) + f"for i{level} in range(n):\n" for level in range(depth))
    inside = "    " * (depth + 1)
    body = f"{inside}out[0, i{depth - 1}] = np.sin(i{depth - 1})\n{inside}s = s + out[0, i0]\n"
    return f"def f(n):\n    out = np.zeros((n, n))\n    s = 0.0\n{heads}{body}    return out, s\n"


#: By name: the number of parts that the smallest program has, and the program with so many.
KINDS = {
    "statements": (500, lambda n: lines("x@ = np.ones((@ + 1, 3)) @ np.ones((3, 2))".replace(") @ np", ") + 1 - np").replace("(3, 2)", "(1, 3)"), n)),
    "comprehensions": (300, lambda n: lines("x@ = [a * 2 for a in range(3) if a > c]", n)),
    "functions on their own": (200, lambda n: lines("def f@(x, n):\n    y = np.zeros((n, 3))\n    return y + x[:n]", n)),
    "a chain of calls": (200, lambda n: lines("def f@(x): return x + 1 if c else f@@(x)", n) + f"def f{n}(x): return x\nf0(np.ones(3))\n"),
    "calls that call each other": (200, lambda n: lines("def f@(x): return f@@(x)", n) + f"def f{n}(x): return f0(x)\n"),
    "calls of one function": (300, lambda n: "def f(x, y): return x + y\n" + lines("z@ = f(np.ones(@ + 2), np.ones(@ + 2))", n)),
    "calls with what is known": (300, lambda n: "def f(x): return x.sum(axis=0)\n" + lines("z@ = f(np.ones((2, 3)))", n)),
    "objects where paths join": (40, lambda n: lines("a@ = [np.ones(3), {'k': @}]", n) + lines("if c > @: b@ = a@", n)),
    "methods of a class": (200, lambda n: "class K:\n    def __init__(self): self.x = np.ones(3)\n" + lines("    def f@(self): return self.x + @", n) + "k = K()\n"),
    "classes": (150, lambda n: lines("class K@:\n    def __init__(self, n): self.x = np.ones(n)\n    def f(self): return self.x[0]\nk@ = K@(3).f()", n)),
    "items of a list": (300, lambda n: "xs = []\n" + lines("xs.append(np.ones(3))", n) + "y = np.array(xs[:3])\n"),
    "keys of a dict": (300, lambda n: "d = {}\n" + lines("d['k@'] = np.ones(3)", n) + "y = d['k0']\n"),
    "branches": (200, lambda n: lines("if c > @: y = np.ones(3)\nelse: y = np.ones(3)", n)),
    "loops": (150, lambda n: lines("for i in range(c):\n    y = np.ones((i, 3))", n)),
    "loops in loops": (4, nest),
    "tries": (150, lambda n: lines("try:\n    y = np.ones(c)\nexcept ValueError:\n    y = np.ones(3)", n)),
    "an example with fresh names": (2, examples),
}


def cost(program, folder):
    (folder / "model.py").write_text(START + program)
    found = growth.cost(folder, "model.py")
    assert found.status in (0, 1), found.printed[-2000:]
    assert found.cut == 0, "a program of this size is evaluated to its end"
    return found.steps, found.seconds


@pytest.mark.parametrize("name", KINDS)
def test_the_cost_is_in_proportion(name, tmp_path):
    least, program = KINDS[name]
    (one, _), (two, seconds), (four, more) = (cost(program(least * times), tmp_path) for times in (1, 2, 4))
    assert one < two < four
    exponent = math.log2((four - two) / (two - one))
    assert exponent < KNOWN.get(name, MOST_STEPS), f"{one}, {two}, {four} steps"
    if more > MEASURED_SECONDS:
        # Of a few runs the least is what no other process disturbed.
        for _ in range(AGAIN):
            if math.log2(more / seconds) < MOST_SECONDS:
                break
            seconds = min(seconds, cost(program(least * 2), tmp_path)[1])
            more = min(more, cost(program(least * 4), tmp_path)[1])
        assert math.log2(more / seconds) < MOST_SECONDS, f"{seconds:.2f} s, then {more:.2f} s"


def test_a_project_costs_what_its_files_cost(tmp_path):
    """Copies of the examples, each with modules of its own."""
    texts = {path.stem: path.read_text() for path in growth.EXAMPLES.glob("*.py")}
    found = []
    for copies in (2, 4, 8):
        folder = tmp_path / str(copies)
        for number in range(copies):
            (folder / f"part{number}").mkdir(parents=True)
            for stem, text in texts.items():
                (folder / f"part{number}" / f"{stem}_{number}.py").write_text(text)
        cost = growth.cost(folder, ".")
        assert cost.status in (0, 1), cost.printed[-2000:]
        found.append(cost.steps)
    assert math.log2(found[2] / found[0]) / 2 < 1.02, found
