"""No input takes the process down: values that hold themselves, growth without end, deep nesting.

Each program below is text that a checker may be given. None of them may end the process, take more than
`SECONDS` of the processor's time, or need more than `MEGABYTES`; what is too much is unknown, silently. Programs that CPython would
itself not survive are here too: they are only looked at.
"""

import functools
import json
import os
import pathlib
import resource
import subprocess
import time

import checker
import pytest

pytestmark = pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")

SECONDS = 10
MEGABYTES = 1024

START = "import numpy as np\n"


def repeated(line, count, first=""):
    return first + "".join(line.replace("@", str(number)) + "\n" for number in range(count))


def nested(opening, inner, closing, depth):
    return opening * depth + inner + closing * depth


SHARED = "def h(): pass\nt = (h,) * 50\nt = (t,) * 60\n"

GROWTH = {
    "a list that is doubled": repeated("s = s + s", 60, "s = [1]\n"),
    "a list that is doubled in place": repeated("s += s", 60, "s = [1]\n"),
    "a list of two copies": repeated("s = [*s, *s]", 60, "s = [1]\n"),
    "a list of itself twice": repeated("s = [s, s]", 80, "s = [1]\n") + "t = np.array(s)\n",
    "a deep copy of two copies in a loop": "import copy\nx = 10 ** 30\nfor i in range(10 ** 9):\n"
    + repeated("    x = copy.deepcopy([x, x])", 400),
    "defaults that are the functions before": "import sys\nc = len(sys.argv)\nx = np.zeros(3)\nwhile c:\n    if x == 1:\n"
    + "        def x(x=x): return x\n    elif x == 2:\n        def x(x=x): return x\n",
    "a tuple that is doubled": repeated("s = s + s", 60, "s = (1,)\n"),
    "a tuple of itself twice": repeated("s = (s, s)", 80, "s = (1,)\n") + "t = np.array(s)\nu = s == s\n",
    "a tuple that is repeated": repeated("s = s * 9", 60, "s = (1,)\n"),
    "a text that is doubled": repeated("s = s + s", 60, "s = 'a'\n"),
    "a text that replaces its letters": repeated("s = s.replace('a', s)", 60, "s = 'aa'\n"),
    "a text that formats itself": repeated("s = f'{s}{s}'", 60, "s = 'a'\n"),
    "a text that joins itself": repeated("s = s.join([s, s, s])", 60, "s = 'a'\n"),
    "a text that is split": repeated("s = (s + ',' + s).split(',')[0] + s", 60, "s = 'a'\n"),
    "a dict that is doubled": repeated("d = {**d, 'a@': d, 'b@': d}", 60, "d = {}\n") + "e = {**d, **d}\n",
    "a set of itself": repeated("s = {*s, @}", 200, "s = set()\n"),
    "an int that is squared": repeated("n = n * n", 80, "n = 3\n") + "x = np.zeros(n)\n",
    "an int to the power of itself": "n = 9 ** 9 ** 9 ** 9\nx = np.zeros(n)\nm = 1 << 10 ** 9\n",
    "a size that is multiplied": repeated("x = np.concatenate([x, x])", 80, "x = np.ones(3)\n"),
    "a symbolic size that is multiplied": "def f(n):\n    x = np.ones(n)\n"
    + repeated("    x = np.concatenate([x, x[1:]])", 60)
    + "    return x\n",
    "a shape that grows": repeated("x = x[None]", 300, "x = np.ones(3)\n"),
    "products of products": "def f(n, m):\n" + repeated("    n, m = n * m + n, n * n + m", 40) + "    return np.ones(n)\n",
    "unions of unions": repeated("x = [x, 1] if c > @ else (x,)", 60, "import sys\nc = len(sys.argv)\nx = 1\n"),
    "a call with twice the arguments": "def g(*a):\n    return g(*a, *a)\ng(1)\n",
    "a call with twice the keywords": "def g(**k):\n    return g(**{f'a{i}': k for i in range(9)}, b=k)\ng()\n",
    "closures of closures": repeated("f = (lambda g: lambda x: g(g(x)))(f)", 60, "f = lambda x: x\n") + "f(1)\n",
    "partials of partials": "from functools import partial\n"
    + repeated("f = partial(f, f, f)", 60, "f = print\n")
    + "f(1)\n",
    "products of iterators": "from itertools import product\nx = list(product(range(99), repeat=8))\n",
    "comprehensions in comprehensions": "x = " + nested("[", "1", " for a in range(3)]", 12) + "\n",
    "loops in loops": "".join("    " * i + f"for a{i} in range(9):\n" for i in range(18)) + "    " * 18 + "x = 1\n",
    "loops that append to what they iterate": "x = [1]\nfor a in x:\n    x.append(x)\n    x += x\n",
    "functions that call two others": repeated("def f@(x): return f{}(x) + f{}(x)".replace("{}", "@@"), 1)
    + "def g0(x): return x\n"
    + "".join(f"def g{i}(x): return g{i - 1}(x) + g{i - 1}([x, {i}])\n" for i in range(1, 60))
    + "g59(1)\n",
    "a chain of functions": "def f0(x): return x\n"
    + "".join(f"def f{i}(x): return f{i - 1}(x + {i})\n" for i in range(1, 3000))
    + "f2999(np.ones(3))\n",
    "recursion that grows": "def f(x, n):\n    return f([x, x], n) + f((x, n), n)\nf(1, 2)\n",
    "mutual recursion": "def f(x): return g([x])\ndef g(x): return f((x, x))\nf(1)\ng(2)\n",
    "many names": repeated("x@ = np.ones(@)", 5000) + repeated("y@ = x@ + 1", 5000),
    "many branches": "import sys\nc = len(sys.argv)\nx = np.ones(3)\n"
    + repeated("if c > @: x = np.ones(@)\nelse: y@ = x", 2000),
    "a class that holds itself": "class K:\n    pass\n" + repeated("K.a@ = K", 300),
    "many classes": "class A: pass\n" + repeated("class B@(A):\n    def f(self): return self\nB@().f()", 1500),
    "a long line of bases": "class A0: pass\n" + "".join(f"class A{i}(A{i - 1}): x{i} = {i}\n" for i in range(1, 600)),
    "tries in tries": "".join("    " * i + "try:\n" for i in range(60)) + "    " * 60 + "x = np.ones(3)\n"
    + "".join("    " * i + "finally:\n" + "    " * (i + 1) + f"y{i} = 1\n" for i in reversed(range(60))),
    "lists of pairs of lists": "class K:\n    def __iter__(self): yield from open('x')\n"
    + "    @property\n    def p(self):\n        x = self\n"
    + repeated("        x = list(zip(x, x))", 95)
    + "        return K().p, x\nx = K().p\n",
    "tuples of choices": repeated("if c > @: x = (x, @)", 12_000, "import sys\nc = len(sys.argv)\nx = np.ones((3, 3))\n"),
    "conditions of a comprehension": "x = []\nx = [x for x in x " + "if x " * 100_000 + "]\n",
    "states of a try": "try:\n"
    + "".join(" " * (i + 1) + f"for a{i} in range(4):\n" for i in range(5))
    + repeated("      x = [x]\n      x = setattr(x, 'k', x) or x\n      x = x + x", 5, "      x = 1\n")
    + "except ValueError:\n    x = 2\n",
    "fields' factories that are the classes before": "import dataclasses\nclass x: pass\ndef g(x): return x\n"
    + "z = x\n@dataclasses.dataclass\nclass x:\n    x: int = dataclasses.field(default_factory=z)\n"
    "    y: int = dataclasses.field(default_factory=z)\ng(x())\n" * 60,
    "choices of classes whose fields are the choices before": "import dataclasses\ndef main(x):\n class K:\n  @property\n"
    + "  def p(self):\n   x = self\n"
    + "   @dataclasses.dataclass\n   class x:\n    x: x = x\n   x = x | x\n" * 60
    + "   return K().p, x\n x = K().p\n def f(x):\n  x = np.outer(x, x)\n  return f(x)\n return f(x)\nmain(1)\n",
    "methods of pairs of methods": "def f():\n    x = (1,)\n"
    + repeated("    x = (x.count, x.index)", 60)
    + "    return x\ndef g(x): return x\ng(f())\n",
    "properties whose defaults are the properties before": "x = len\n"
    + "@property\ndef x(a=x, b=x): return 1\n" * 60
    + "def g(x): return x\nclass K: y = x\ng(K().y)\n",
    "super() of pairs of super()": "class K:\n  def f(self):\n    x = self\n"
    + repeated("    x = (super(K, x), super(K, x))", 80)
    + "    return x\nK().f()\n",
    "slices of slices that an index gives": "class K:\n    def __getitem__(self, k): return k\ndef f(x): return x\nx = 1\n"
    + repeated("x = K()[x:x:x]", 60)
    + "f(x)\n",
    "slices of slices that NumPy gives": "def f(x): return x\nx = 1\n" + repeated("x = np.s_[x:x:x]", 60) + "f(x)\n",
    "findings of shapes that grow with each call": "import sys\ndef f(x):\n"
    + repeated("    x = x[None]\n    x.a@ = x", 240)
    + "    return f(x)\nf(np.zeros((len(sys.argv), 2)))\n",
    "unknown code that is given thousands of the same": SHARED
    + repeated("d@ = {" + ", ".join(f"{i}: t" for i in range(4000)) + "}", 8)
    + "open([d0, d1, d2, d3, d4, d5, d6, d7])\n",
    "calls with thousands of arguments of their own places": "def f(**k): return k\nd = {"
    + ", ".join(f"'{i}': 1" for i in range(4000))
    + "}\n"
    + "f(**d)\n" * 2000,
    "thousands of the same where paths meet": SHARED
    + repeated("d@ = {" + ", ".join(f"{i}: t" for i in range(1500)) + "}", 16)
    + "c = len(open('x').read())\nfor i in range(c):\n"
    + repeated("    d@[1] = d1 if c > i else t", 16),
    "thousands of the same that calls give": SHARED
    + "def f(i): return ["
    + ", ".join(["{" + ", ".join(f"{i}: t" for i in range(1500)) + "}"] * 16)
    + "]\n"
    + repeated("y = f(@)", 30),
    "thousands of the same beside an array that changes": SHARED
    + "x = np.zeros(3)\n"
    + repeated("d@ = {0: x[1:], " + ", ".join(f"{i}: t" for i in range(1, 1500)) + "}", 16)
    + repeated("x.resize(5)\nx.shape = (5, 1)", 60),
    "slices of slices": repeated("s = slice(s, s, s)", 60, "s = 1\n") + "def f(s): return s\nf(s)\nnp.ones(3)[s]\n",
    "arrays of more and more dims": repeated("x = np.broadcast_to(x, (2, *np.shape(x)))\nx = np.array([x, x])", 300, "x = np.ones(3)\n"),
    "requirements that add up": "def f(x):\n"
    + repeated("    x = np.array([x, x])\n    x = np.split(x, 2)", 150)
    + "    return f([x, x]), f(x)\nf(open('x').read())\n",
    "lists of nine of the same": repeated("x = [x] * 9\ny = np.array(x)", 30, "x = 1\n"),
    "classes of choices of classes": "import sys\nc = len(sys.argv)\ndef f(x):\n"
    + repeated("    if c > @: x = [x]\n    class x(x): pass", 12)
    + "    return g(x), g([x])\ndef g(x): return f((x, x)), f(x)\nf(1)\n",
    "a try around thousands of statements": "import copy, sys\nc = len(sys.argv)\nclass Box: pass\nx = 1\ntry:\n"
    + "".join(f" class Box(Box): x = x\n x = {{'a{i}': x, **({{}} if c else x)}}\n x = copy.deepcopy([x, x])\n" for i in range(1200))
    + "finally: np.array(x)\n",
    "recursion through tuples of pairs": "def f(x):\n    return g(x), g([x])\ndef g(x):\n    return f((x, x)), f(x)\nf(1)\n",
    "recursion through long loops": "def f(x):\n    for i in range(1000):\n        x = x is i\n    return g(x), g([x])\n"
    + "def g(x):\n    return f((x, x)), f(x)\nclass K:\n    def __init__(self, x): self.x, self.y = f(x), K(x)\nK(1)\n",
    "iterators of pairs of themselves": "import sys\nc = len(sys.argv)\ndef f(x):\n    while c:\n"
    + repeated("        x = (i for i in (x, x))", 60)
    + "    return x\nf(1)\nf([2])\n",
    "records of two of themselves": repeated("x = np.dtype([('a', x), ('b', x)])", 60, "x = float\n") + "np.zeros(3, x)\n",
    "a class made from itself in loops": "class A: pass\n"
    + "".join(" " * i + f"for a{i} in range(9):\n" for i in range(8))
    + " " * 8 + "class A(A): x = 1\n",
    "thousands of parameters": "def f(" + ", ".join(f"x{i}={i}" for i in range(20_000)) + "): return x1\nf(1)\n",
    "a chain of thousands of functions": "".join(f"def f{i}(x): return f{i + 1}(x)\n" for i in range(10_000)),
    "thousands of loops of a comprehension": "x = [1]\nx = [x " + "".join(f"for a{i} in x " for i in range(50_000)) + "]\n",
    "attributes of objects in loops": "def f(x, n):\n for i in range(9):\n  class K:\n   def __iter__(self):\n"
    + "    x = self.__dict__\n    yield from self\n    yield x\n  x = [*K(), *K()]\n return f(x, n - 1) + f([x], n - 2)\n"
    + repeated("def g@(x): return x.__dict__, g@", 300)
    + "x = f(1, 3)\n",
    "lists of arrays of more and more dims": "def f(x):\n" + repeated("    x = np.split(x, 2)", 600) + "    return x\n",
    "lists that hold themselves, made longer": "import sys\nx = [1] * len(sys.argv)\nx.append(x)\n"
    + repeated("for i in x: x.append(i)", 13)
    + "np.array(x)\n",
    "thousands of annotations": repeated("def f@(x: T@): return x\nT@ = 1", 25_000),
    "functions in loops in functions": "x = y = np.ones((3, 3))\n"
    + "".join(" " * 2 * i + f"def f{i}(x):\n" + " " * (2 * i + 1) + f"for i{i} in x:\n" for i in range(480))
    + " " * 960 + "x[0] = 1\n"
    + "".join(" " * 2 * i + f"f{i}(f{i})\n" for i in reversed(range(480))),
    "a class made from itself that patterns ask for": "class A: pass\n"
    + "".join(" " * i + f"for a{i} in range(9):\n" for i in range(5))
    + " " * 5 + "match a0:\n" + " " * 6 + "case A(x=y): pass\n"
    + " " * 5 + "class A(A): x = 1\n",
    "sizes of thousands of arrays that are added up": "from u import u\n"
    + "".join(f"def f{i}(n):\n    x = np.zeros(n)\n" + repeated("    n = len(u(@))\n    x = x + np.zeros(n)", 1000) + "    return x\n" for i in range(3)),
    "thousands of cases": "c = len(open('x').read())\nmatch c:\n" + repeated("    case @: y = @", 40_000),
    "clauses that each bind a name": "c = len(open('x').read())\nif c < 0: pass\n" + repeated("elif c == @: y@ = @", 40_000),
    "a dict that is made anew with each key": repeated("d = {**d, 'k@': @}", 3000, "d = {}\n"),
    "a dict of thousands of keywords": "for i in range(3):\n    d = dict(" + ", ".join(f"k{i}=1" for i in range(30_000)) + ")\n",
    "thousands of instances beside their class": "def f():\n  class K:\n    def __init__(self, x): self.x = x\n    def m(self): return self.x + 1\n"
    + repeated("  k@ = K(np.zeros(@))\n  k@.m()", 20_000)
    + "f()\n",
    "thousands of arrays beside functions that are given away": "def f(x):\n"
    + repeated("  f@ = np.vectorize(lambda q: q)\n  y@ = f@(x)", 20_000)
    + "f(np.zeros(3))\n",
    "thousands of classes with methods": repeated(
        "class A@:\n    def __init__(self, a): self.a = a\n    def m(self): return self.a\ny@ = A@(@).m()", 40_000
    ),
    "sizes of one array that are all the same": "def f(x, y):\n"
    + repeated("    assert x.shape[0] == y.shape[@]", 1000)
    + "    return x\n",
    "cases that each capture a name": "c = open('x').read()\nmatch c:\n" + repeated("    case [@, y@]: z = y@", 40_000),
    "dicts of thousands of keys that loops change": "".join(
        f"def f{i}():\n    d = {{0: 0}}\n    for i in range(3):\n" + repeated("        d[@ + 1] = d[@]", 2000) + repeated("        d['k@'] = @", 2000)
        for i in range(40)
    ),
    "thousands of comprehensions": repeated("x@ = [a for a in range(@)]", 60_000),
    "a long string of tries": repeated("try:\n    x@ = np.ones(@)\nexcept ValueError:\n    x@ = None\nfinally:\n    y = 1", 800),
}

ITSELF = {
    "a list that holds itself": "a = []\na.append(a)\nb = a[0][0][0]\nc = a == a\nprint(a)\nd = np.array(a)\n",
    "copies of it": "import copy\na = []\na.append(a)\nb = copy.deepcopy(a)\nc = copy.copy(a)\nd = list(a)\nb[0][0]\n",
    "a dict that holds itself": "d = {}\nd['d'] = d\nd['d']['d']['d']\nimport copy\ncopy.deepcopy(d)\nx = {**d}\n",
    "an object that holds itself": "class A: pass\na = A()\na.a = a\na.a.a.b = 1\nimport copy\ncopy.deepcopy(a)\nvars(a)['a'].a\n",
    "a class that calls itself": "class A: pass\nA.__call__ = A()\nA()()\n",
    "an object that is its own method": "class A:\n    def __getattr__(self, n): return self\n    def __call__(self, *a): return self(*a, self)\nA()()\nA().b.c()\n",
    "a property of itself": "class A:\n    @property\n    def p(self): return self.p\nA().p\n",
    "a descriptor of itself": "class D:\n    def __get__(self, o, c=None): return o.x\nclass A:\n    x = D()\nA().x\n",
    "operators of themselves": "class A:\n    def __add__(self, o): return self + o\n    def __eq__(self, o): return self == o\n    def __len__(self): return len(self)\n    def __iter__(self): return iter(self)\n    def __getitem__(self, k): return self[k]\n    def __hash__(self): return hash(self)\n    def __bool__(self): return bool(self)\na = A()\na + a\na == a\nlen(a)\nlist(a)\na[0]\nhash(a)\nif a: pass\nnp.array(a)\n",
    "a function that is its own default": "def f(x=None): return f\nf.__defaults__ = (f,)\nf()()()\n",
    "a decorator of itself": "def d(f): return d(f)\n@d\ndef g(): pass\ng()\n",
    "a class decorated by itself": "def d(c): return d(c)\n@d\nclass A: pass\nA()\n",
    "a base that is itself": "class A: pass\nclass A(A): pass\nclass A(A): pass\nA().x\n",
    "a metaclass of itself": "class M(type):\n    def __call__(cls, *a): return cls(*a, *a)\nclass A(metaclass=M): pass\nA(1)\n",
    "a generator of itself": "def g():\n    yield from g()\nlist(g())\nx = [*g()]\n",
    "an iterator of itself": "a = iter([1])\nb = zip(a, a)\nc = map(lambda x: c, b)\nlist(c)\n",
    "partials in choices": "import sys\nfrom functools import partial\nx = print\n"
    + repeated("x = partial(x, x, x)\nx = x if len(sys.argv) > @ else (x, x)", 30),
    "a partial of itself": "from functools import partial\np = partial(print)\np = partial(p, p)\np(p)\n",
    "a closure of itself": "def f():\n    def g(): return g\n    return g\nf()()()()\nh = lambda: h()\nh()\n",
    "a module that imports itself": "import model\nmodel.model.model\nfrom model import *\n",
    "a slice of itself": "s = slice(None)\ns = slice(s, s, s)\nnp.ones(3)[s]\n[1, 2][s]\n",
    "an array of itself": "a = np.empty(2, object)\na[0] = a\na[0][0][0]\nb = a + a\n",
    "a function that reveals itself": "def f(x): return reveal_type(f)\n",
    "a super of itself": "class A:\n    def f(self): return super().f()\nclass B(A):\n    def f(self): return super().f()\nA.f = B.f\nB().f()\n",
    "an init that makes another": "class A:\n    def __init__(self): self.a = A()\nA().a.a.a\n",
    "a subclass hook that subclasses": "class A:\n    def __init_subclass__(cls):\n        class C(cls): pass\nclass B(A): pass\n",
    "a set of a set": "s = frozenset()\nfor i in range(40):\n    s = frozenset([s, i])\n",
    "an exec of itself": "exec(open(__file__).read())\nglobals()['a'] = globals()\na['a']['a']\n",
}

DEPTH = 3000

DEEP = {
    "parentheses": "x = " + nested("(", "1", ")", DEPTH) + "\n",
    "lists": "x = " + nested("[", "1", "]", DEPTH) + "\n",
    "tuples": "x = " + nested("(", "1", ",)", DEPTH) + "\n",
    "dicts": "x = " + nested("{1: ", "1", "}", DEPTH) + "\n",
    "calls": "def f(x): return x\nx = " + nested("f(", "1", ")", DEPTH) + "\n",
    "subscripts": "x = [1]\ny = " + nested("x[", "0", "]", DEPTH) + "\n",
    "attributes": "x = 1\ny = x" + ".a" * 20000 + "\n",
    "chained calls": "x = 1\ny = x" + "()" * 20000 + "\n",
    "sums": "x = 1" + " + 1" * 20000 + "\n",
    "powers": "x = " + "2 ** " * DEPTH + "2\n",
    "comparisons": "x = 1" + " < 1" * 20000 + "\n",
    "conditionals": "x = " + "1 if x else " * DEPTH + "1\n",
    "nots": "x = " + "not " * DEPTH + "1\n",
    "minuses": "x = " + "-" * DEPTH + "1\n",
    "generators inside of calls": "import sys\nb = x = np.ones((3, 3))\nc = len(sys.argv)\nwith "
    + nested("(print(", "*x", ") for a in b)", 450)
    + ": x\n",
    "lambdas": "x = " + "lambda: " * DEPTH + "1\n",
    "awaits": "async def f(): " + "await " * DEPTH + "g()\n",
    "stars": "x = [" + nested("*[", "1", "]", DEPTH) + "]\n",
    "f-strings": "x = " + nested("f'{", "1", "}'", 100) + "\n",
    "functions": "".join(" " * i + f"def f{i}():\n" for i in range(400)) + " " * 400 + "pass\n",
    "classes": "".join(" " * i + f"class C{i}:\n" for i in range(400)) + " " * 400 + "pass\n",
    "ifs": "".join(" " * i + "if x:\n" for i in range(400)) + " " * 400 + "pass\n",
    "elifs": "if x: pass\n" + "elif x: pass\n" * 5000,
    "withs": "".join(" " * i + f"with f({i}):\n" for i in range(400)) + " " * 400 + "pass\n",
    "whiles": "".join(" " * i + "while x:\n" for i in range(60)) + " " * 60 + "x = 1\n",
    "patterns": "match x:\n    case " + nested("[", "1", "]", 500) + ": pass\n",
    "star imports of modules that aren't there": repeated("from a@ import *\nfrom a@ import b@ as c@", 12000),
    "alternatives": "match x:\n    case " + " | ".join(map(str, range(3000))) + ": pass\n",
    "annotations": "x: " + nested("list[", "int", "]", DEPTH) + " = []\n",
    "unions of classes": "x: " + " | ".join(["int"] * 3000) + " = 1\n",
    "values in a line of statements": repeated("x = [x]", 6000, "x = 1\n") + "y = np.array(x)\n",
    "tuples in a line of statements": repeated("x = (x,)", 6000, "x = 1\n") + "y = x == x\nz = np.array(x)\n",
    "dicts in a line of statements": repeated("x = {1: x}", 6000, "x = 1\n") + "import copy\ny = copy.deepcopy(x)\n",
    "objects in a line of statements": "class A:\n    def __init__(self, x): self.x = x\n"
    + repeated("x = A(x)", 3000, "x = 1\n")
    + "import copy\ny = copy.deepcopy(x)\n",
    "functions in a line of statements": repeated("f = lambda g=f: g", 6000, "f = 1\n"),
    "partials in a line of statements": "from functools import partial\n"
    + repeated("f = partial(f, 1)", 6000, "f = print\n")
    + "f(2)\n",
    "closures of closures that a loop gives away": "import sys\nx = print\nwhile len(sys.argv):\n"
    + repeated(" x = (lambda f: lambda *a: f(f(*a)))(x)\n unknown(x)", 400),
    "slices in a line of statements": repeated("s = slice(s)", 6000, "s = 1\n") + "np.ones(3)[s]\n",
    "bound methods in a line of statements": repeated("f = f.__call__", 6000, "f = print\n") + "f(2)\n",
    "unions in a line of statements": "import sys\nx = 1\n" + repeated("if len(sys.argv) > @: x = (x, @)", 300),
    "lists of lists that calls nest": "class K:\n    def __init__(s, x):\n        for i in ['', N, 5]:\n"
    + "            for j in range(4):\n                for k in range(4):\n                    for l in range(4):\n"
    + "                        for m in range(4): x = [x := [x]]\n        f, K(x)\nx = K(x)\n",
    "lists that loops nest": "x = 1\nfor i in range(10 ** 6):\n    x = [x]\nfor i in range(16):\n    x = (x, x)\n",
}

PROGRAMS = {**GROWTH, **ITSELF, **DEEP}


def binary():
    return pathlib.Path(checker.BINARY).resolve()


def limited(seconds):
    size = MEGABYTES << 20
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_takes_the_process_down(name, tmp_path):
    (tmp_path / "model.py").write_text(START + PROGRAMS[name])
    (tmp_path / "other.py").write_text(START + "np.ones(3) + np.ones(4)\n")
    command = [binary(), "check", "--all-code", "--no-cache", "--jobs", "1", "--output-format", "concise"]
    command += ["model.py", "other.py"]
    limit = functools.partial(limited, SECONDS)
    done, used = checker.measured(command, cwd=tmp_path, preexec_fn=limit)
    assert done.returncode == 1, done.stderr[-2000:]
    assert "other.py:2:1: error[CF102]" in done.stdout
    assert "CF000" not in done.stdout, done.stdout
    assert used.ru_maxrss < MEGABYTES << 10


#: Programs that other commands than `check` took too long for.
COMMANDS = {
    "infer types of types": (
        ["infer"],
        "class K:\n    def __init__(self, x):\n        y = {'x': x}; x = {'y': y, 'x': x}\n        self.x, self.y = x, K(x)\n"
        "x = K(int)\n",
    ),
    "infer a chain of functions": (
        ["infer"],
        "".join(f"def f{i}(x): return f{i + 1}(x)\n" for i in range(5_000)),
    ),
    "infer a chain of functions from its end": (
        ["infer"],
        "def f0(x): return x\n" + "".join(f"def f{i}(x): return f{i - 1}(x)\n" for i in range(1, 40_000)),
    ),
    "infer many functions and names": (
        ["infer"], "x = 0\n" + "".join(f"def f{i}(x): return f{i + 1}(x)\nx: list[{i}] = x\n" for i in range(40_000)),
    ),
    "infer slices of slices": (
        ["infer"],
        "import numpy as np, sys\nc = len(sys.argv)\ndef f(x):\n"
        + "".join(f" x = np.s_[x:x, x]\n if c > {i}: x = [x]\n" for i in range(300))
        + " return f(x)\ny = f(1)\n",
    ),
    "branches of many names": (
        ["check", "--dialect", "gt4py"],
        "".join(f"if c > {i}: x = (x, {i})\nx, *x{i} = x\n" for i in range(30_000)),
    ),
    "comprehensions that hide a name": (
        ["check", "--dialect", "pyccel"],
        "x = 0\n" + "".join(f"v{i} = [x for x in range({i})]\n" for i in range(60_000)),
    ),
    "lists of the lists before": (
        ["check", "--dialect", "pyccel"],
        "z0 = [1]\n" + "".join(f"z{i} = [z{i - 1}]\n" for i in range(1, 10_000)),
    ),
    "pairs of the pairs before": (
        ["check", "--dialect", "pyccel"],
        "z0 = [1]\n" + "".join(f"z{i} = list(zip(z{i - 1}, z{i - 1}))\n" for i in range(1, 4_000)),
    ),
    "branches of aliases": (
        ["check", "--dialect", "gt4py"],
        "".join(f"type T{i} = T{i + 1} | list[T{i}]\nfor i in range({i}): x += i\n" for i in range(10_000)),
    ),
    "aliases of the next alias": (
        ["check", "--dialect", "pyccel"],
        "".join(f"type T{i} = T{i + 1} | list[T{i}]\ndef f{i}(x: T{i}): return x\n" for i in range(12_500)),
    ),
    "lists in lists for Pyccel": (
        ["check", "--dialect", "pyccel"],
        f"x = [x for x in {nested('[', '', ']', 30)}]\nz = x\nz @ np.ones(7)\n",
    ),
    "thousands of rules that no one knows": (
        ["check", "--dialect", "pyccel"],
        "".join(f"x = {i}  # conformable: ignore[CF{i}]\n" for i in range(1000, 101_000)),
    ),
    "parameters of Pyccel": (
        ["check", "--dialect", "pyccel"],
        "def f(" + ", ".join(f"x{i}: int" for i in range(20_000)) + "): return x1\n",
    ),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_other_commands_end_in_time(name, tmp_path):
    command, program = COMMANDS[name]
    (tmp_path / "model.py").write_text(START + program)
    limit = functools.partial(limited, SECONDS)
    done, _ = checker.measured([binary(), *command, "model.py"], cwd=tmp_path, preexec_fn=limit)
    assert done.returncode in (0, 1), done.stderr[-2000:]
    assert "error[CF000]" not in done.stdout


def short_of_memory():
    limited(SECONDS)
    # A thread with its stack, and little more.
    resource.setrlimit(resource.RLIMIT_DATA, (100 << 20, 100 << 20))


def test_what_takes_a_process_down_costs_its_file(tmp_path):
    """Two files that need more memory than there is, among others: a process around them survives it."""
    (tmp_path / "pkg").mkdir()
    for number in range(20):
        text = "np.ones(3) + np.ones(4)\n" if number not in (7, 12) else GROWTH["a chain of functions"]
        (tmp_path / "pkg" / f"a{number:02}.py").write_text(START + text)
    (tmp_path / "pkg" / "b.py").write_text("from a07 import x\n" + START + "y = np.ones(3) + np.ones(4)\n")
    command = [binary(), "check", "--no-cache", "--jobs", "1", "--output-format", "concise", "pkg"]
    options = {"capture_output": True, "text": True, "preexec_fn": short_of_memory, "check": False}
    done = subprocess.run(command, cwd=tmp_path, **options)
    assert done.returncode == 1, done.stderr[-2000:]
    failed = [line.split(":")[0] for line in done.stdout.splitlines() if "CF000" in line]
    assert {"pkg/a07.py", "pkg/a12.py"} <= set(failed) <= {"pkg/a07.py", "pkg/a12.py", "pkg/b.py"}
    assert done.stdout.count("error[CF102]") >= 18
    with open(tmp_path / "pkg" / "a07.py") as text:
        command = [binary(), "check", "--jobs", "1", "-"]
        done = subprocess.run(command, stdin=text, **options)
    assert done.returncode == 1 and "CF000" in done.stdout
    done = subprocess.run([binary(), "infer", "a07.py"], cwd=tmp_path / "pkg", **options)
    assert done.returncode == 2 and "the checker was brought down" in done.stderr


class Editor:
    """A client of the server, over pipes."""

    def __init__(self, folder, **options):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "cwd": folder}
        self.process = subprocess.Popen([binary(), "server"], **pipes, **options)
        self.folder, self.number, self.heard = folder, 0, []

    def tell(self, method, params, **more):
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.tell(method, params, id=self.number)
        while True:
            length = int(self.process.stdout.readline().split(b":")[1])
            self.process.stdout.readline()
            message = json.loads(self.process.stdout.read(length))
            if message.get("id") == self.number and "method" not in message:
                return message
            self.heard.append(message)

    def begin(self):
        capabilities = {"textDocument": {"diagnostic": {}}}
        params = {"capabilities": capabilities, "rootUri": f"file://{self.folder}"}
        assert self.ask("initialize", params)["result"]["serverInfo"]["name"] == "conformable"
        self.tell("initialized", {})

    def open(self, name, text):
        document = {"uri": f"file://{self.folder}/{name}", "languageId": "python", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, name, text):
        document = {"uri": f"file://{self.folder}/{name}", "version": 2}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def codes(self, name):
        """The findings, asked for until there is an answer."""
        for _ in range(20):
            params = {"textDocument": {"uri": f"file://{self.folder}/{name}"}}
            answer = self.ask("textDocument/diagnostic", params)
            if "result" in answer:
                return [one["code"] for one in answer["result"]["items"]]
        raise AssertionError("no answer")

    def settled(self, name, codes):
        """Waits until these are the findings: documents that are left out are let in one by one."""
        end = time.monotonic() + 6 * SECONDS
        while (found := self.codes(name)) != codes:
            assert time.monotonic() < end, found
            time.sleep(0.05)

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.stdin.close()
        return self.process.wait(timeout=SECONDS)


def little_for_a_server():
    limited(10 * SECONDS)
    # Its threads with their stacks, and little more.
    size = (64 * (len(os.sched_getaffinity(0)) + 2) + 110) << 20
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))


BAD = "np.ones(3) + np.ones(4)\n"
#: What takes over 400 MB: more than a server has here.
LARGE = GROWTH["a chain of functions"]


def test_what_takes_a_server_down_costs_its_file(tmp_path):
    grows = START + LARGE
    editor = Editor(tmp_path, preexec_fn=little_for_a_server, stderr=subprocess.DEVNULL)
    editor.begin()
    editor.open("a.py", START + BAD)
    assert editor.codes("a.py") == ["CF102"]
    # The document that is opened then is the only one that can have done it.
    editor.open("bad.py", grows)
    assert editor.codes("bad.py") == ["CF000"] and editor.codes("a.py") == ["CF102"]
    said = [one["params"]["message"] for one in editor.heard if one.get("method") == "window/showMessage"]
    assert len(said) == 1 and "the checker was brought down" in said[0] and "bad.py" in said[0]
    # Text that wasn't saved is not lost.
    editor.change("a.py", START + "np.ones(3)[7]\n")
    assert editor.codes("a.py") == ["CF301"]
    # What was repaired is checked again, and what wasn't is left out again.
    editor.change("bad.py", START + BAD)
    assert editor.codes("bad.py") == ["CF102"]
    editor.change("bad.py", grows)
    assert editor.codes("bad.py") == ["CF000"] and editor.codes("a.py") == ["CF301"]
    assert editor.end() == 0


def test_a_notebook_is_told_again(tmp_path):
    uri, cells = f"file://{tmp_path}/a.ipynb", ["cell:1", "cell:2"]
    editor = Editor(tmp_path, preexec_fn=little_for_a_server, stderr=subprocess.DEVNULL)
    editor.begin()
    texts = [START, "x = np.ones(3)\n"]
    items = [{"uri": one, "languageId": "python", "version": 1, "text": text} for one, text in zip(cells, texts, strict=True)]
    notebook = {"uri": uri, "notebookType": "jupyter-notebook", "version": 1}
    notebook["cells"] = [{"kind": 2, "document": one} for one in cells]
    editor.tell("notebookDocument/didOpen", {"notebookDocument": notebook, "cellTextDocuments": items})
    change = {"document": {"uri": cells[1], "version": 2}, "changes": [{"text": "x = np.ones(3)\nx[7]\n"}]}
    params = {"notebookDocument": {"uri": uri, "version": 2}, "change": {"cells": {"textContent": [change]}}}
    editor.tell("notebookDocument/didChange", params)
    ask = {"textDocument": {"uri": cells[1]}}
    assert [one["code"] for one in editor.ask("textDocument/diagnostic", ask)["result"]["items"]] == ["CF301"]
    editor.open("bad.py", START + LARGE)
    assert editor.codes("bad.py") == ["CF000"]
    (found,) = editor.ask("textDocument/diagnostic", ask)["result"]["items"]
    assert found["code"] == "CF301" and found["range"]["start"]["line"] == 1
    assert editor.end() == 0


def test_of_several_documents_those_are_found_that_take_a_server_down(tmp_path):
    grows = START + LARGE
    editor = Editor(tmp_path, preexec_fn=little_for_a_server, stderr=subprocess.DEVNULL)
    editor.begin()
    for number in range(6):
        editor.open(f"a{number}.py", grows if number == 2 else START + BAD)
    for number in range(6):
        editor.settled(f"a{number}.py", ["CF000"] if number == 2 else ["CF102"])
    assert editor.end() == 0


def test_a_server_ends_with_its_client(tmp_path):
    editor = Editor(tmp_path)
    editor.begin()
    editor.process.stdin.close()
    assert editor.process.wait(timeout=SECONDS) == 1
    # Terminated, it takes the process that serves with it: the pipe ends.
    editor = Editor(tmp_path)
    editor.begin()
    editor.process.kill()
    start = time.monotonic()
    assert editor.process.stdout.read() == b"" and time.monotonic() - start < 5


def test_nothing_runs_on_when_the_command_is_killed(tmp_path):
    (tmp_path / "a.py").write_text(START + PROGRAMS["unions of unions"] + GROWTH["tuples of choices"])
    child = subprocess.Popen([binary(), "check", "a.py"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    time.sleep(0.3)
    child.kill()
    start = time.monotonic()
    # The pipe ends when the process that works has ended.
    child.communicate(timeout=SECONDS)
    assert time.monotonic() - start < SECONDS


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes by name")
def test_only_regular_files_are_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    for path in ["pipe.py", "/dev/zero"]:
        command = [binary(), "check", "--no-cache", "--output-format", "concise", path]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS, check=False)
        assert done.returncode == 1
        assert "error[CF001]" in done.stdout and "no regular file" in done.stdout
    pathlib.Path(tmp_path / "a.py").write_text("")
    (tmp_path / "pyproject.toml").write_bytes(b"\xff\xfe")
    done = subprocess.run([binary(), "check", "a.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pyproject.toml can't be read" in done.stderr


def test_as_many_threads_as_are_useful(tmp_path):
    (tmp_path / "a.py").write_text("")
    command = [binary(), "check", "--jobs", "99999999", "a.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
