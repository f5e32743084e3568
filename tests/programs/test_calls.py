"""How a call's arguments are bound, whatever is called, whatever parameters it has, and however it is called.

Each program makes `f` in one way, of parameters of one kind, and calls it in one way.
"""

from __future__ import annotations

import checker
import pytest

from . import grid
from .call_kinds import KINDS, PARAMETERS

CALLS = {
    "two": "got = <<f(2, 4)>>",
    "one": "got = <<f(2)>>",
    "none": "got = <<f()>>",
    "three": "got = <<f(2, 4, 1)>>",
    "name": "got = <<f(2, b=4)>>",
    "names": "got = <<f(a=2, b=4)>>",
    "names swapped": "got = <<f(b=4, a=2)>>",
    "second name": "got = <<f(b=4)>>",
    "other name": "got = <<f(2, c=4)>>",
    "only another name": "got = <<f(c=4)>>",
    "name of the first, too": "got = <<f(2, a=4)>>",
    "name of the second, too": "got = <<f(2, 4, b=4)>>",
    "self": "got = <<f(self=2)>>",
    "star tuple": "got = <<f(*(2, 4))>>",
    "star list": "x = [2, 4]\ngot = <<f(*x)>>",
    "star of three": "x = [2, 4, 1]\ngot = <<f(*x)>>",
    "star of one": "x = [2]\ngot = <<f(*x)>>",
    "star of none": "x = []\ngot = <<f(2, *x)>>",
    "star of filled": "x = []\nfor n in (2, 4): x.append(n)\ngot = <<f(*x)>>",
    "star range": "got = <<f(*range(2, 4))>>",
    "star generator": "got = <<f(*(n for n in (2, 4)))>>",
    "star map": "got = <<f(*map(int, '24'))>>",
    "star dict": "got = <<f(*{2: 1, 4: 1})>>",
    "star text": "got = <<f(*'')>>",
    "star array": "got = <<f(*np.array([2, 4]).tolist())>>",
    "star unknown": "got = <<f(*json.loads('[2, 4]'))>>",
    "star unknown one": "got = <<f(2, *json.loads('[4]'))>>",
    "star unknown none": "got = <<f(2, 4, *json.loads('[]'))>>",
    "star and more": "got = <<f(*[2], 4)>>",
    "two stars": "got = <<f(*[2], *[4])>>",
    "star own": "class It:\n    def __iter__(self): return iter((2, 4))\ngot = <<f(*It())>>",
    "star split": "x = '2 4'.split()\ngot = <<f(*[int(n) for n in x])>>",
    "star of a default": "def args(x=(2, 4)): return x\ngot = <<f(*args())>>",
    "double star": "got = <<f(**{'a': 2, 'b': 4})>>",
    "double star of one": "got = <<f(2, **{'b': 4})>>",
    "double star dict": "x = dict(b=4)\ngot = <<f(2, **x)>>",
    "double star of none": "x = {}\ngot = <<f(2, **x)>>",
    "double star filled": "x = {}\nx['b'] = 4\ngot = <<f(2, **x)>>",
    "double star emptied": "x = {'b': 4, 'c': 5}\nx.pop('c')\ngot = <<f(2, **x)>>",
    "double star unknown": "got = <<f(2, **json.loads('{\"b\": 4}'))>>",
    "double star of all unknown": 'got = <<f(**json.loads(\'{"a": 2, "b": 4}\'))>>',
    "double star other": "got = <<f(2, **{'c': 4})>>",
    "two double stars": "got = <<f(**{'a': 2}, **{'b': 4})>>",
    "double star twice": "got = <<f(**{'a': 2, 'b': 4}, **{'b': 4})>>",
    "double star over a place": "got = <<f(2, **{'a': 4})>>",
    "double star default dict": "got = <<f(2, **collections.defaultdict(int, b=4))>>",
    "double star own": (
        "class Map:\n    def keys(self): return ['b']\n    def __getitem__(self, key): return 4\ngot = <<f(2, **Map())>>"
    ),
    "double star vars": "class H: pass\nh = H()\nh.b = 4\ngot = <<f(2, **vars(h))>>",
    "double star comprehension": "got = <<f(**{n: 4 for n in 'ab'})>>",
    "double star zipped": "got = <<f(**dict(zip('ab', (2, 4))))>>",
    "both stars": "got = <<f(*[2], **{'b': 4})>>",
    "handed on": "def g(*a, **k): return f(*a, **k)\nf, g = g, f\nf, g = g, f\ngot = <<g(2, 4)>>",
    "handed on by name": "def g(*a, **k): return f(*a, **k)\ngot = <<g(2, b=4)>>",
    "handed on, none": "def g(*a, **k): return f(*a, **k)\ngot = <<g()>>",
    "handed on, too many": "def g(*a, **k): return f(*a, **k)\ngot = <<g(2, 4, 1)>>",
    "as an argument": "def g(h, *a): return h(*a)\ngot = <<g(f, 2, 4)>>",
    "as an argument, checked": "def g(h=None):\n    if h is not None: return h(2, 4)\ngot = <<g(f)>>",
    "by a lambda": "g = lambda n: f(n, 4)\ngot = <<g(2)>>",
    "by a default": "def g(n, h=f): return h(n)\ngot = <<g(2)>>",
    "by a closure": "def g():\n    def h(): return f(2, 4)\n    return h\ngot = <<g()()>>",
    "by a method": "class H:\n    def go(self): return f(2, 4)\ngot = <<H().go()>>",
    "mapped": "x = list(map(f, [2]))[0]\ngot = <<x>>",
    "mapped over two": "x = list(map(f, [2], [4]))[0]\ngot = <<x>>",
    "mapped over three": "x = list(map(f, [2], [4], [1]))[0]\ngot = <<x>>",
    "mapped over none": "x = list(map(f, []))\ngot = 5",
    # What a map or a generator would run is an error where it stands, whether it is run or not, as what stands in a
    # function that nothing calls: that one is never run is none of these.
    "star mapped": "x = list(itertools.starmap(f, [(2, 4)]))[0]\ngot = <<x>>",
    "reduced": "x = functools.reduce(f, [2, 4])\ngot = <<x>>",
    "reduced of one": "got = functools.reduce(f, [5])",
    "filtered": "got = 4 + len(list(filter(f, [2])))",
    "sorted by": "got = sorted([2, 4], key=f)[0]",
    "greatest by": "got = max([2, 4], key=f)",
    "least of none by": "got = min([], key=f, default=5)",
    "sorted in place by": "x = [2, 4]\nx.sort(key=f)\ngot = x[1]",
    "compared by": "got = sorted([2, 4], key=functools.cmp_to_key(f))[0]",
    "in a comprehension": "x = [f(n, 4) for n in (2, 3)]\ngot = <<x[0]>>",
    "in a comprehension of none": "x = [f(n, 4, 5, 6) for n in ()]\ngot = 5",
    "in a loop": "for n in (2, 3):\n    x = f(n, 4)\ngot = <<x>>",
    "accumulated": "x = list(itertools.accumulate([2, 4], f))\ngot = x[0]",
    "in a default dict": "x = collections.defaultdict(f)\ngot = 5",
    "made by a default dict": "x = collections.defaultdict(f)['z']\ngot = <<x>>",
    "called until": "for x in iter(f, None): break\ngot = <<x>>",
    "by a pool": (
        "with concurrent.futures.ThreadPoolExecutor() as pool:\n    x = pool.submit(f, 2, 4).result()\ngot = <<x>>"
    ),
    "by partial": "g = functools.partial(f, 2)\ngot = <<g(4)>>",
    "by partial, name": "g = functools.partial(f, b=4)\ngot = <<g(2)>>",
    "by partial, name over": "g = functools.partial(f, b=3)\ngot = <<g(2, b=4)>>",
    "by partial, too many": "g = functools.partial(f, 2, 4)\ngot = <<g(1)>>",
    "by partial, not called": "g = functools.partial(f, 2, 4, 1, 7)\ngot = 5",
    "by a partial of it": "g = functools.partial(functools.partial(f, 2), 4)\ngot = <<g()>>",
    "by __call__": "got = <<f.__call__(2, 4)>>",
    "by __call__, one": "got = <<f.__call__(2)>>",
    "by __call__ of its type": "got = <<type(f).__call__(f, 2, 4)>>",
    "by operator": "got = <<operator.call(f, 2, 4)>>",
    "by getattr": "class H: pass\nh = H()\nh.f = f\ngot = <<getattr(h, 'f')(2, 4)>>",
    "by a name that isn't known": (
        "class H: pass\nh = H()\nh.f = f\ngot = <<getattr(h, json.loads('\"f\"'))(2, 4)>>"
    ),
    "by a method caller": (
        "class H: pass\nh = H()\nh.f = f\ngot = <<operator.methodcaller('f', 2, 4)(h)>>"
    ),
    "of an attribute": "class H: pass\nh = H()\nh.f = f\ngot = <<h.f(2, 4)>>",
    "of an attribute, one": "class H: pass\nh = H()\nh.f = f\ngot = <<h.f(2)>>",
    "of a class": "class H: pass\nH.f = f\ngot = <<H.f(2, 4)>>",
    "as a method": "class H: pass\nH.f = f\ngot = <<H().f(2, 4)>>",
    "as a method, number": "class H(int): pass\nH.f = f\ngot = int(<<H(2).f(4)>>)",
    "in a class's body": "class H:\n    f = f\n    n = f(2, 4)\ngot = <<H.n>>",
    "as a static method": "class H: pass\nH.f = staticmethod(f)\ngot = <<H().f(2, 4)>>",
    "as a class method": "class H: pass\nH.f = classmethod(f)\ngot = <<H().f()>>",
    "as a property": "class H(int): pass\nH.f = property(f)\ngot = int(<<H(2).f>>)",
    "as a static method, called": "got = <<staticmethod(f)(2, 4)>>",
    "as a method type": "got = <<types.MethodType(f, 2)(4)>>",
    "bound by hand": "got = <<f.__get__(2)(4)>>",
    "bound by hand, in a class": "got = <<f.__get__(2, int)(4)>>",
    "of a list": "got = <<[f, None][0](2, 4)>>",
    "of a dict": "x = {'f': f}\ngot = <<x['f'](2, 4)>>",
    "of a dict or else": "x = {'f': f}\ngot = <<x.get('f', None)(2, 4)>>",
    "of a condition": "got = <<(f if f else None)(2, 4)>>",
    "or else": "got = <<(f or len)(2, 4)>>",
    "copied": "got = <<copy.copy(f)(2, 4)>>",
    "copied deeply": "got = <<copy.deepcopy(f)(2, 4)>>",
    "wrapped": "got = <<wrapped(f)(2, 4)>>",
    "wrapped by update": (
        "def g(*a): return f(*a)\ng = functools.update_wrapper(g, f)\ngot = <<g(2, 4)>>"
    ),
    "wrapped, fewer": "got = <<with_fewer(f)()>>",
    "wrapped, more": "got = <<with_more(f)(1, 2)>>",
    "unwrapped": "got = <<inspect.unwrap(wrapped(f))(2, 4)>>",
    "cached": "got = <<functools.lru_cache(f)(2, 4)>>",
    "cached with a size": "got = <<functools.lru_cache(maxsize=2)(f)(2, 4)>>",
    "cache cleared": "f.cache_clear()\ngot = <<f(2, 4)>>",
    "original": "got = <<f.__wrapped__(2, 4)>>",
    "its function": "got = <<f.func(2, 4)>>",
    "function of the method": "got = <<f.__func__(f.__self__, 2, 4)>>",
    "is callable": "got = 4 + callable(f)",
    "is called if it can be": "got = <<f(2, 4) if callable(f) else 5>>",
    "its name": "got = len(f.__name__) + 1",
    "name or else": "got = len(getattr(f, '__name__', 'other'))",
    "has a name": "got = 4 + hasattr(f, '__name__')",
    "arguments counted": "got = f.__code__.co_argcount + 2",
    "defaults counted": "got = len(f.__defaults__ or ()) + 3",
    "signature": "got = len(inspect.signature(f).parameters) + 3",
    "other default": "f.__defaults__ = (6,)\ngot = <<f(2)>>",
    "no default": "f.__defaults__ = ()\ngot = <<f(2)>>",
    "other default by name": "f.__kwdefaults__ = {'b': 6}\ngot = <<f(2)>>",
    "other code": "f.__code__ = (lambda a=1, b=2, c=3: 6).__code__\ngot = <<f(2, 4, 1)>>",
    "twice": "f(2, 4)\ngot = <<f(2, 4)>>",
    "more and less": "f(2)\ngot = <<f(2, 4)>>",
    "in a try": "try:\n    x = f(2, 4, 1, 7)\nexcept TypeError:\n    x = f(2, 4)\ngot = <<x>>",
    "in a try, all": "try:\n    got = <<f(z=1)>>\nexcept Exception:\n    got = 5",
    "in a suppress": "got = 5\nwith contextlib.suppress(TypeError):\n    f(z=1)",
    "in raises": "got = 5\ntry:\n    f(z=1)\nexcept (TypeError, ValueError) as e:\n    got = 6",
    "in a finally": "try:\n    pass\nfinally:\n    x = f(2, 4)\ngot = <<x>>",
    "not reached": "got = 5\nif got > 9: f(z=1)",
    "not asked": "got = 5\ngot > 9 and f(z=1)",
    "asserted": "got = 5\nassert f is not None\ngot = <<f(2, 4)>>",
    "of its result": "x = f(2, 4)\ngot = <<x>> if x else 5",
    "its result added": "x = <<f(2, 4)>>\ngot = x + <<f(2)>>",
    "its result unpacked": "x, y = <<f(2, 4)>>, 5\ngot = x",
    "its result in a list": "x = [f(2, 4) for n in range(3)]\ngot = len(x) + 2",
    "array": "got = len(<<f(np.ones(3), 4)>>) + 2",
    "arrays": "got = <<f(np.ones(3), b=np.ones(3))>>.size",
    "rebound": "g = f\nf = lambda: 5\ngot = <<g(2, 4)>>",
    "rebound to itself": "g = f\ndef f(*a, **k): return g(*a, **k)\ngot = <<f(2, 4)>>",
    "replaced by a mock": "g = unittest.mock.Mock(side_effect=f)\ngot = <<g(2, 4)>>",
    "replaced in a class": "class H:\n    f = lambda self: 5\nh = H()\nh.f = f\ngot = <<h.f(2, 4)>>",
    "deleted": "g = f\ndel f\ngot = <<g(2, 4)>>",
    "global in a function": "def g():\n    global f\n    return f(2, 4)\ngot = <<g()>>",
    "by globals": "got = <<globals()['f'](2, 4)>>",
    "by eval": "got = <<eval('f')(2, 4)>>",
    "async": "async def g(): return f(2, 4)\ngot = <<finished(g())>>",
    "yielded": "def g(): yield f\ngot = <<next(g())(2, 4)>>",
    "returned": "def g(): return f\ngot = <<g()(2, 4)>>",
    "returned or None": "def g(n=1):\n    if n: return f\ngot = <<g()(2, 4)>>",
    "walrus": "got = <<f(x := 2, b=x + 2)>>",
    "by place of a name": "a = 2\nb = 4\ngot = <<f(a, b=b)>>",
    "of its own result": "got = <<f(<<f(2)>>)>>",
    "with a function": "got = <<f(*(lambda: (2, 4))())>>",
    "in a format": "x = f'{f(2, 4)}'\ngot = 5",
    "as a decorator": "@f\ndef g(): return 5\ngot = 5",
    "as a decorator with arguments": "@(lambda h: f(2, 4))\ndef g(): return 5\ngot = <<g>>",
    "as a base": "class H(f): pass\ngot = <<H(2, 4)>>",
    "as a base with its init": (
        "class H(f):\n    def __init__(self, x): super().__init__(x, 4)\ngot = <<H(2)>>"
    ),
    "as a base without": "class H(f):\n    def __init__(self): self.n = self.b = 5\ngot = <<H()>>",
    "replaced in a copy": "got = <<dataclasses.replace(f(2), b=4)>>",
    "registered": "f.register(float)(lambda *a: 6)\ngot = <<f(2.0)>>",
    "compared": "got = 4 + (f == f)",
    "hashed": "got = 4 + len(<<f: 1>>)",
    "shown": "got = 4 + bool(repr(f))",
}

HEAD = """
import abc
import asyncio
import collections
import concurrent.futures
import contextlib
import copy
import dataclasses
import functools
import inspect
import itertools
import json
import operator
import sys
import types
import unittest.mock
from dataclasses import KW_ONLY, InitVar, dataclass, field, make_dataclass
from typing import Callable, ClassVar, NamedTuple, Protocol, overload

import numpy as np

k = 4
REGISTRY = []


def registered(f):
    REGISTRY.append(f)
    return f


def same(f): return f


def wrapped(f):
    @functools.wraps(f)
    def g(*a, **k): return f(*a, **k)
    return g


def hidden(f):
    def g(*a, **k): return f(*a, **k)
    return g


def with_more(f):
    def g(z, *a, **k): return f(*a, **k)
    return g


def with_fewer(f):
    @functools.wraps(f)
    def g(*a, **k): return f(2, *a, **k)
    return g


def with_others(f):
    @functools.wraps(f)
    def g(x, y=1, *, z=4): return f(x, y)
    return g


def told(n):
    def decorator(f):
        @functools.wraps(f)
        def g(*a, **k): return f(*a, **k)
        return g
    return decorator


class Wraps:
    def __init__(self, f): self.f = f
    def __call__(self, *a, **k): return self.f(*a, **k)


class Decorators:
    wrapped = staticmethod(wrapped)


def replaced(f): return lambda x, y=1: x + y


def entered(manager):
    with manager as n:
        return n


def finished(coroutine): return asyncio.run(coroutine)


"""

# All are called in these ways, these in all.
FEW_CALLS = (
    "two", "one", "none", "three", "name", "names", "second name", "other name", "name of the first, too", "self", "star list",
    "star of three", "star of none", "star unknown", "double star dict", "double star unknown", "double star twice", "handed on, none",
    "mapped", "reduced", "sorted by", "made by a default dict", "by partial", "by partial, name over", "by partial, too many",
    "by __call__", "by getattr", "of an attribute, one", "as a method", "as a static method", "as a class method",
    "in a class's body", "bound by hand", "wrapped, fewer", "wrapped, more", "unwrapped", "original", "its name", "has a name", "other default",
    "other default by name", "other code", "more and less", "in a try", "in a suppress", "its result added", "rebound", "by globals",
    "of its own result", "as a decorator", "as a base", "replaced in a copy", "registered", "array",
)  # fmt: skip
FEW_KINDS = (
    "def", "lambda", "closure", "method", "static", "class method", "of super", "called", "partial of b", "partial method", "cached",
    "dispatched", "wrapped", "wrapped, fewer", "wrapped by a class", "generator", "coroutine", "init", "init by super", "new",
    "dataclass", "named tuple", "replaced by globals", "patched method", "other defaults", "defaults of a method",
)  # fmt: skip
# Of other parameters than the first these are called in these ways, and a plain function in all.
PLAIN_KINDS = ("def", "method", "init", "dataclass", "wrapped")
PLAIN_CALLS = (
    "two",
    "one",
    "none",
    "three",
    "name",
    "names",
    "other name",
    "star list",
    "double star dict",
)


def is_asked(what: str, kind: str, call: str) -> bool:
    if what == "default":
        return kind in FEW_KINDS or call in FEW_CALLS
    return kind == "def" or (kind in PLAIN_KINDS and call in PLAIN_CALLS)


def asked(call: str, around: str) -> str:
    """The lines of a call, with what stands around what `f` gives: `<<f(2)>>`."""
    while "<<" in call:
        front, _, rest = call.rpartition("<<")
        value, _, behind = rest.partition(">>")
        call = front + around.format(value) + behind
    return call


def rows():
    for what, (parameters, result) in PARAMETERS.items():
        for kind, made in KINDS.items():
            text, around = (made, "{}") if isinstance(made, str) else made
            if what != "default" and "{p}" not in text:
                continue
            program = text.replace("{p}", parameters).replace("{r}", f"({result})")
            for call, lines in CALLS.items():
                if is_asked(what, kind, call):
                    yield f"{what}/{kind}/{call}", f"{program}\n{asked(lines, around)}\n"


@pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")
def test_arguments_are_bound_as_python_binds_them(tmp_path):
    read = grid.written(tmp_path, HEAD, rows(), failing=True)
    false, caught = grid.judged(tmp_path, read)
    assert not false, "\n".join(false)
    # What is followed stays so.
    assert caught >= 0.6 * len(read), f"{caught} of {len(read)}"
