"""What an attribute is, however a class defines it, wherever it is stored, and by whatever way it is read.

Each program defines `n` in one way, stores it in one way and reads it in one way.
"""

from __future__ import annotations

import itertools

import checker
import pytest

from . import grid

# What stands in a class's body, and what decorates it.
DEFINED = {
    "nothing": "pass",
    "value": "n = 5",
    "annotated": "n: int = 5",
    "method": "def n(self): return 5",
    "static": "@staticmethod\ndef n(*a): return 5",
    "class method": "@classmethod\ndef n(cls): return 5",
    "property": "@property\ndef n(self): return 5",
    "kept by its setter": (
        "m = 5\n@property\ndef n(self): return self.m\n@n.setter\ndef n(self, v): self.m = v"
    ),
    "lost by its setter": "@property\ndef n(self): return 5\n@n.setter\ndef n(self, v): pass",
    "deleter": "@property\ndef n(self): return 5\n@n.deleter\ndef n(self): pass",
    "made property": "n = property(lambda self: 5)",
    "cached": "@functools.cached_property\ndef n(self): return 5",
    "getter": "n = Getter()",
    "getter and setter": "n = Both()",
    "named": "n = Named()",
    "lambda": "n = lambda *a: 5",
    "partial": "n = functools.partial(lambda *a: 5)",
    "partial method": "n = functools.partialmethod(lambda *a: 5)",
    "called": "n = Called()",
    "class": "class n(int):\n    def __new__(cls, *a): return 5",
    "slot": "__slots__ = ('n', '__dict__')",
    "slots alone": "__slots__ = ('n',)",
    "missing": "def __getattr__(self, name): return 5",
    "every": (
        "def __getattribute__(self, name):\n"
        "    return 5 if name == 'n' else object.__getattribute__(self, name)"
    ),
    "set by one more": "def __setattr__(self, name, v): object.__setattr__(self, name, v + 1)",
    "set nowhere": "n = 5\ndef __setattr__(self, name, v): pass",
    "set in a dict": "def __setattr__(self, name, v): self.__dict__[name] = v",
    "by the first": "def __init__(self): self.n = 5",
    "by any": "def __init__(self, **k): self.__dict__.update(k or dict(n=5))",
    "by new": "def __new__(cls):\n    self = object.__new__(cls)\n    self.n = 5\n    return self",
    "two": "n = 4\nn = 5",
    "two kinds": "n = 5\ndef n(self): return 6",
    "private": "__n = 5\ndef n(self): return self.__n",
    "loop": "for n in range(6): pass",
    "by locals": "locals()['n'] = 5",
    "dataclass": "@dataclass\nn: int = 5",
    "frozen": "@dataclass(frozen=True)\nn: int = 5",
    "factory": "@dataclass\nn: int = field(default_factory=lambda: 5)",
    "not compared": "@dataclass\nn: ClassVar[int] = 5",
    "after": "@dataclass\nn: int = field(init=False)\ndef __post_init__(self): self.n = 5",
    "decorated": "@with_five\npass",
}
# The class itself, one above, one of two above, one that overrides it, a class of the class.
WHERE = {
    "own": "{decorator}class C:\n{body}",
    "above": "{decorator}class B:\n{body}\nclass C(B): pass",
    "beside": "class A: pass\n{decorator}class B:\n{body}\nclass C(A, B): pass",
    "in front": "class A: n = 9\n{decorator}class B(A):\n{body}\nclass C(B, A): pass",
    "behind": "{decorator}class B:\n{body}\nclass C(B):\n    n = 7",
}
STORES = {
    "none": "pass",
    "attribute": "c.n = 3",
    "twice": "c.n = 4\nc.n = 3",
    "by name": "setattr(c, 'n', 3)",
    "of the object": "object.__setattr__(c, 'n', 3)",
    "in its dict": "c.__dict__['n'] = 3",
    "in its vars": "vars(c)['n'] = 3",
    "in an update": "c.__dict__.update(n=3)",
    "by a method": "Writes.write(c)",
    "more": "c.n += 3",
    "as a target": "for c.n in [4, 3]: pass",
    "unpacked": "c.n, other = 3, 4",
    "of its class": "C.n = 3",
    "of its type": "type(c).n = 3",
    "of its class, by name": "setattr(C, 'n', 3)",
    "of both": "C.n = 4\nc.n = 3",
    "a method": "C.n = lambda self: 3",
    "a static method": "C.n = staticmethod(lambda: 3)",
    "a property": "C.n = property(lambda self: 3)",
    "a call": "c.n = lambda: 3",
    "deleted": "c.n = 3\ndel c.n",
    "deleted by name": "c.n = 3\ndelattr(c, 'n')",
    "deleted in its class": "C.n = 3\ndel C.n",
    "another": "d = C()\nd.n = 3",
    "before": "c.m = 2\nc.n = 3",
    "where it can be": "try:\n    c.n = 3\nexcept Exception:\n    pass",
    "if it is there": "if hasattr(c, 'n'):\n    c.n = 3",
    "if it is not": "if not hasattr(c, 'n'):\n    c.n = 3",
}
READS = {
    "attribute": "c.n",
    "call": "c.n()",
    "by name": "getattr(c, 'n')",
    "or else": "getattr(c, 'n', 8)",
    "in its dict": "c.__dict__['n']",
    "in its vars": "vars(c).get('n', 8)",
    "of its class": "C.n",
    "call of its class": "C.n(c)",
    "of its type": "type(c).n",
    "of its class, or else": "getattr(C, 'n', 8)",
    "in a method": "Reads.read(c)",
    "is there": "4 + hasattr(c, 'n')",
    "is called": "4 + callable(c.n)",
    "another": "C().n",
    "copied": "copy.copy(c).n",
    "by a getter": "operator.attrgetter('n')(c)",
    "by a match": "matched(c)",
}

HEAD = """
import copy
import functools
import operator
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np


class Getter:
    def __get__(self, one, cls=None): return 5


class Both:
    def __get__(self, one, cls=None): return one.__dict__.get("m", 5)
    def __set__(self, one, v): one.__dict__["m"] = v


class Named:
    def __set_name__(self, cls, name): self.name = "_" + name
    def __get__(self, one, cls=None): return getattr(one, self.name, 5)
    def __set__(self, one, v): setattr(one, self.name, v)


class Called:
    def __call__(self, *a): return 5


class Writes:
    def write(self): self.n = 3


class Reads:
    def read(self): return self.n


def with_five(cls):
    cls.n = 5
    return cls


def matched(c):
    match c:
        case object(n=n):
            return n
    return 8


"""


def rows():
    """Name and program of each combination: where the class itself defines it of all, elsewhere of those that store it
    or read it in the plain way."""
    for (what, body), (where, form) in itertools.product(DEFINED.items(), WHERE.items()):
        decorator, lines = "", body
        if body.startswith(("@dataclass", "@with_five")):
            decorator, lines = body.split("\n", 1)
            decorator += "\n"
        indented = "\n".join("    " + line for line in lines.split("\n"))
        made = form.format(decorator=decorator, body=indented)
        for (store, stored), (read, value) in itertools.product(STORES.items(), READS.items()):
            if where == "own" or store == "attribute" or read == "attribute":
                name = f"{what}/{where}/{store}/{read}"
                yield name, f"{made}\n\n\nc = C()\n{stored}\ngot = {value}\n"


@pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")
def test_an_attribute_is_what_python_finds(tmp_path):
    read = grid.written(tmp_path, HEAD, rows())
    false, caught = grid.judged(tmp_path, read)
    assert not false, "\n".join(false)
    # What is followed stays so.
    assert caught >= 0.6 * len(read), f"{caught} of {len(read)}"
