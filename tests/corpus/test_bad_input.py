"""Input that no one means to give: a diagnostic or silence, never a crash, soon and in little memory."""

import functools
import json
import pathlib
import random
import resource
import sys

import checker
import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "correct"
SECONDS = 10
BYTES = 1 << 30

pytestmark = [
    pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set"),
    pytest.mark.skipif(sys.platform == "win32", reason="memory can't be limited here"),
]


def limit():
    """What a run may take."""
    resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 2 * SECONDS))


# The processor's time is what is limited: other programs may be running beside the tests.
conformable = functools.partial(checker.run, preexec_fn=limit, timeout=None)
answer = functools.partial(checker.answer, preexec_fn=limit, timeout=None)


def check(folder, *paths):
    """The codes of the findings, after a look at what the run has cost."""
    command = [pathlib.Path(checker.BINARY).resolve(), "check", *(paths or (".",)), "--jobs", "1"]
    command += ["--output-format", "json"]
    done, used = checker.measured(command, cwd=folder, preexec_fn=limit)
    assert done.returncode in (0, 1), done.stderr[-2000:]
    assert used.ru_utime < SECONDS
    assert used.ru_maxrss * 1024 < BYTES
    findings = json.loads(done.stdout)
    codes = [found["code"] for found in findings]
    assert "CF000" not in codes, findings[:3]
    return codes


def chain(count, operator=" + "):
    return "x = " + operator.join(["1"] * count) + "\n"


PROGRAMS = {
    "parentheses": "x = " + "(" * 50_000 + "1" + ")" * 50_000 + "\n",
    "lists": "x = " + "[" * 50_000 + "]" * 50_000 + "\n",
    "unclosed": "x = " + "[" * 100_000 + "\n",
    "a million terms": chain(1_000_000),
    "ten thousand factors": chain(9_000, " * "),
    "attributes": "x = a" + ".b" * 100_000 + "\n",
    "calls": "x = f" + "()" * 100_000 + "\n",
    "subscripts": "x = a" + "[0]" * 100_000 + "\n",
    "unary": "x = " + "-" * 100_000 + "1\n",
    "not": "x = " + "not " * 50_000 + "1\n",
    "comparisons": "x = " + " < ".join("a" for _ in range(100_000)) + "\n",
    "nested blocks": "".join(" " * n + "if x:\n" for n in range(900)) + " " * 900 + "pass\n",
    "nested functions": "".join(" " * n + f"def f{n}(x):\n" for n in range(900))
    + " " * 900
    + "return x\n",
    "nested classes": "".join(" " * n + f"class A{n}:\n" for n in range(300))
    + " " * 300
    + "x = 1\n",
    "lambdas": "f = " + "lambda x: " * 5_000 + "x\n",
    "ternaries": "x = " + "1 if a else " * 5_000 + "2\n",
    "elif": "if a == 0:\n    x = 0\n"
    + "".join(f"elif a == {n}:\n    x = {n}\n" for n in range(3_000)),
    "ifs in a row": "import numpy as np\nx = np.ones((3, 3))\n" + "if a:\n    x = x.T\n" * 2_000,
    "unions": "x = 0\n" + "".join(f"if a{n}:\n    x = ({n},) * {n % 7}\n" for n in range(1_000)),
    "a long literal": "x = " + "9" * 1_000_000 + "\n",
    "a long string": "x = '" + "a" * 5_000_000 + "'\n",
    "a long list": "import numpy as np\nx = np.array([" + "1, " * 300_000 + "])\ny = x + x\n",
    "a long dict": "x = {" + ", ".join(f"'k{n}': {n}" for n in range(30_000)) + "}\ny = x['k7']\n",
    "a huge size": f"import numpy as np\nx = np.zeros(({10**30}, 2))\ny = x @ x\n",
    "a huge range": f"s = 0\nfor i in range({10**12}):\n    for j in range(i):\n        s += j\n",
    "a huge power": "x = 10 ** 10 ** 10 ** 10\ny = 2 ** 100000 << 100000\n",
    "a huge repetition": "x = [0] * 10 ** 12\ny = (0,) * 10 ** 12\nz = 'a' * 10 ** 12\n",
    "a shift": "x = 1 << (1 << 40)\ny = 1 >> -1\nz = 1 // 0\nw = 1 % 0\n",
    "the least int": f"x = -{2**63}\ny = x // -1\nz = -x\nw = abs(x)\nv = x - 1\n",
    "names": "".join(f"a{n} = {n}\n" for n in range(30_000)),
    "a chain of arrays": "import numpy as np\nx = np.ones((2, 3))\n"
    + "x = x.T @ x\n" * 1_000
    + "x = x[1:]\n" * 1_000,
    "a chain of unknown sizes": "import numpy as np\n\n\ndef f(x):\n"
    + "    x = np.concatenate([x[1:], x[:-1]])\n" * 300
    + "    return x\n",
    "sizes that double": "import numpy as np\nn = len(open('f').read())\nx = np.ones(n)\n"
    + "x = np.outer(x, x).ravel()\n" * 60,
    "a function of ten thousand lines": "import numpy as np\n\n\ndef f(x, y):\n"
    + "".join(f"    a{n} = x[{n}] + y * {n}\n" for n in range(10_000))
    + "    return a0\n\n\nf(np.ones((3, 3)), 2)\n",
    "recursion": "def f(x):\n    return f(x + 1) + f(x + 2)\n\n\nf(0)\n",
    "recursion on arrays": "import numpy as np\n\n\ndef f(x):\n    return f(x[1:]) + f(x[:-1])\n\n\nf(np.ones(99))\n",
    "mutual recursion": "def f(x):\n    return g(x, 1)\n\n\ndef g(x, y):\n    return f(x) if y else f(y)\n\n\nf(0)\n",
    "fibonacci": "def f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\n\n\nx = f(40)\n",
    "calls that double": "def f0(x):\n    return x\n"
    + "".join(f"def f{n}(x):\n    return f{n - 1}(x) + f{n - 1}(x + {n})\n" for n in range(1, 60))
    + "f59(1)\n",
    "an object in itself": "x = []\nx.append(x)\nx.extend(x)\ny = {}\ny['y'] = y\nclass A: pass\na = A()\na.a = a\n"
    "import numpy as np\nnp.array(x)\nnp.stack(x)\nfor z in x:\n    x.append(z)\n",
    "a function that is its own default": "def f(g=lambda: f()):\n    return g()\n\n\nf()\n",
    "a class that is its own base": "class A:\n    pass\n\n\nclass A(A):\n    def f(self):\n        return super().f()\n\n\nA().f()\n",
    "decorators": "@f\n" * 1_000 + "def g(): pass\n",
    "generators": "x = (a for a in " * 300 + "y" + ")" * 300 + "\n",
    "loops in loops": "x = 0\n"
    + "".join("    " * n + f"for i{n} in range(20):\n" for n in range(18))
    + "    " * 18
    + "x += 1\n",
    "tries in tries": "".join("    " * n + "try:\n" for n in range(18))
    + "    " * 18
    + "x = 1\n"
    + "".join(
        "    " * n + "except ValueError:\n" + "    " * n + "    x = 2\n"
        for n in reversed(range(18))
    ),
    "comprehensions": "x = " + "[" * 20 + "1" + " for i in range(9)]" * 20 + "\n",
    "empty": "",
    "a byte-order mark": "\ufeffx = 1\n",
    "form feeds": "\x0c\x0cx = 1\r\n\ry = 2\r",
    "only a comment": "# conformable: ignore[",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(tmp_path, name):
    (tmp_path / "main.py").write_text(PROGRAMS[name])
    check(tmp_path)


def test_random_bytes(tmp_path):
    draw = random.Random(0)
    for number in range(30):
        (tmp_path / f"a{number}.py").write_bytes(draw.randbytes(draw.randrange(1, 20_000)))
    (tmp_path / "zeros.py").write_bytes(b"\0" * 100_000)
    (tmp_path / "lone.py").write_bytes("x = '\ud800'\n".encode("utf-8", "surrogatepass"))
    codes = check(tmp_path)
    assert {"CF001"} <= set(codes) <= {"CF001", "CF002"}


def test_modules_that_import_each_other(tmp_path):
    count = 60
    for number in range(count):
        others = [f"m{(number + step) % count}" for step in (1, 2, 7)]
        lines = [
            f"import {other}\nfrom {other} import *\nfrom {other} import f as g" for other in others
        ]
        body = f"def f(x):\n    return {others[0]}.f(x) + g(x)\n\n\ny = f({number})\n"
        (tmp_path / f"m{number}.py").write_text("\n".join(lines) + "\n\n\n" + body)
    check(tmp_path)


def test_a_module_that_imports_itself(tmp_path):
    (tmp_path / "a.py").write_text("import a\nfrom a import *\nfrom a import b\nb = a.b\n")
    check(tmp_path)


def test_a_chain_of_modules(tmp_path):
    for number in range(300):
        (tmp_path / f"m{number}.py").write_text(f"from m{number + 1} import x\ny = x + 1\n")
    (tmp_path / "m300.py").write_text("x = 1\n")
    check(tmp_path, "m0.py")


CALLS = {
    # The call, and the character (from 0) that the message points at.
    "f(": 2,
    "f(float64[3": 11,
    "f(float64[3,, 4])": 12,
    "f(float64[3]) g": 14,
    "f float64": 2,
    "": 0,
    "3": 1,
    "f(float64[3]": 12,
    "f($)": 2,
    "nobody(float64)": 0,
}


@pytest.mark.parametrize("call", CALLS)
def test_calls_point_at_the_character(tmp_path, call):
    (tmp_path / "a.py").write_text("def f(x):\n    return x\n")
    done = conformable("infer", "a.py", "--call", call, cwd=tmp_path, timeout=SECONDS)
    err = done.stderr
    assert done.returncode == 2, err
    lines = err.splitlines()
    marks = [number for number, line in enumerate(lines) if line.lstrip().startswith("^ expected")]
    assert marks, err
    caret = lines[marks[0]].index("^")
    text = lines[marks[0] - 1]
    # Counted from where the call begins.
    assert caret - (text.index(call) if call else len(text)) == CALLS[call], err


@pytest.mark.parametrize(
    "call", ["f(" + "(" * 100_000, "f(" + "tuple[" * 10_000 + "]" * 10_000 + ")"]
)
def test_deep_calls(tmp_path, call):
    (tmp_path / "a.py").write_text("def f(x):\n    return x\n")
    conformable("infer", "a.py", "--call", call, cwd=tmp_path)


def mutated(text, draw):
    """The text with a few pieces deleted, doubled, moved or replaced."""
    for _ in range(draw.randrange(1, 6)):
        at = draw.randrange(len(text))
        size = draw.choice([1, 1, 1, 4, 20, 200])
        piece = text[at : at + size]
        kind = draw.randrange(5)
        if kind == 0:
            text = text[:at] + text[at + size :]
        elif kind == 1:
            text = text[:at] + piece + text[at:]
        elif kind == 2:
            to = draw.randrange(len(text))
            text = text[:to] + piece + text[to:]
        elif kind == 3:
            text = text[:at] + draw.choice("()[]{}:,.=-+*@%'\"\\ \n\t0x1#") + text[at + 1 :]
        else:
            # One line in the place of another: the syntax mostly holds.
            lines = text.splitlines(keepends=True)
            lines[draw.randrange(len(lines))] = draw.choice(lines)
            text = "".join(lines)
        if not text:
            text = "x"
    return text


def test_mutated_examples(tmp_path):
    draw = random.Random(0)
    sources = [path.read_text() for path in sorted(EXAMPLES.rglob("*.py"))]
    for number in range(300):
        (tmp_path / f"a{number}.py").write_text(mutated(draw.choice(sources), draw))
    _, findings = answer("check", ".", "--jobs", "2", cwd=tmp_path)
    crashes = [found for found in findings if found["code"] == "CF000"]
    assert not crashes, crashes[:3]
