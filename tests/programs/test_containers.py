"""What a container holds, however it is made, changed and read.

Each program makes `x` in one way, changes it in one way and reads it in one way.
"""

from __future__ import annotations

import itertools

import checker
import pytest

from . import grid

MADE = {
    "list": "x = [5, 6, 7]",
    "list of a range": "x = list(range(5, 8))",
    "comprehension": "x = [k for k in (5, 6, 7)]",
    "repeated": "x = [5] * 3",
    "filled": "x = []\nfor k in (5, 6, 7): x.append(k)",
    "own list": "x = Own([5, 6, 7])",
    "user list": "x = collections.UserList([5, 6, 7])",
    "tuple": "x = 5, 6, 7",
    "named": "x = Point(5, 6, 7)",
    "dict": "x = {'a': 5, 'b': 6, 'c': 7}",
    "dict by call": "x = dict(a=5, b=6, c=7)",
    "dict of pairs": "x = dict(zip('abc', (5, 6, 7)))",
    "dict of a comprehension": "x = {k: n for k, n in [('a', 5), ('b', 6), ('c', 7)]}",
    "dict of numbers": "x = {5: 'a', 6: 'b', 7: 'c'}",
    "from keys": "x = dict.fromkeys('abc', 5)",
    "default dict": "x = collections.defaultdict(lambda: 9, a=5, b=6)",
    "ordered dict": "x = collections.OrderedDict(a=5, b=6, c=7)",
    "counter": "x = collections.Counter(a=5, b=6, c=7)",
    "chain map": "x = collections.ChainMap({'a': 5}, {'a': 8, 'b': 6, 'c': 7})",
    "own dict": "x = Missing(a=5, b=6, c=7)",
    "set": "x = {5, 6, 7}",
    "frozen set": "x = frozenset({5, 6, 7})",
    "deque": "x = collections.deque([5, 6, 7])",
    "full deque": "x = collections.deque([5, 6, 7], maxlen=3)",
    "array": "x = array.array('i', [5, 6, 7])",
    "bytes": "x = bytearray([5, 6, 7])",
    "range": "x = range(5, 8)",
    "numpy": "x = np.array([5, 6, 7])",
    "iterator": "x = iter([5, 6, 7])",
    "generator": "x = (k for k in [5, 6, 7])",
    "map": "x = map(int, [5, 6, 7])",
    "of lists": "x = [[5], [6], [7]]",
    "of one list": "x = [[5]] * 3",
    "in a class": "class H: x = [5, 6, 7]\nx = H.x",
    "by a function": "def made(a=[5, 6, 7]): return a\nx = made()",
}
CHANGED = {
    "nothing": "pass",
    "append": "x.append(8)",
    "insert": "x.insert(0, 4)",
    "insert beyond": "x.insert(9, 8)",
    "extend": "x.extend([8, 9])",
    "extend by itself": "x.extend(x)",
    "add in place": "x += [8]",
    "add": "x = x + [8]",
    "add a tuple": "x += (8,)",
    "repeat in place": "x *= 2",
    "first": "x[0] = 8",
    "last": "x[-1] = 8",
    "more": "x[0] += 3",
    "part": "x[1:] = [8]",
    "front": "x[:0] = [8]",
    "every other": "x[::2] = [8, 8]",
    "delete": "del x[0]",
    "delete a part": "del x[1:]",
    "delete every other": "del x[::2]",
    "pop": "x.pop()",
    "pop first": "x.pop(0)",
    "pop and append": "x.append(x.pop(0))",
    "remove": "x.remove(6)",
    "clear and append": "x.clear()\nx.append(8)",
    "reverse": "x.reverse()",
    "sort": "x.sort(reverse=True)",
    "sort by": "x.sort(key=lambda k: -k)",
    "swap": "x[0], x[1] = x[1], x[0]",
    "swap ends": "x[0], x[-1] = x[-1], x[0]",
    "key": "x['a'] = 8",
    "new key": "x['d'] = 8",
    "number for a key": "x[5] = 'z'",
    "more of a key": "x['a'] += 3",
    "read a missing key": "x['z']",
    "more of a missing key": "x['z'] += 3",
    "update": "x.update(a=8)",
    "update by a dict": "x.update({'d': 8})",
    "update by pairs": "x.update([('a', 8)])",
    "set default": "x.setdefault('a', 8)",
    "set a new default": "x.setdefault('d', 8)",
    "delete a key": "del x['a']",
    "pop a key": "x.pop('a')",
    "pop an item": "x.popitem()",
    "unite": "x |= {'d': 8}",
    "spread": "x = {**x, 'a': 8}",
    "spread a list": "x = [*x, 8]",
    "move to the end": "x.move_to_end('a')",
    "add to a set": "x.add(8)",
    "discard": "x.discard(5)",
    "unite sets": "x |= {8}",
    "take from a set": "x -= {5}",
    "meet": "x &= {6, 7}",
    "append left": "x.appendleft(4)",
    "pop left": "x.popleft()",
    "rotate": "x.rotate(1)",
    "extend left": "x.extendleft([3, 4])",
    "alias": "y = x\ny.append(8)",
    "alias of a key": "y = x\ny['a'] = 8",
    "another": "y = x[:]\ny.append(8)",
    "another by copy": "y = x.copy()\ny.clear()",
    "another by a module": "y = copy.copy(x)\ny.clear()",
    "in a function": "def f(z): z.append(8)\nf(x)",
    "bound in a function": "def f(z): z = [8]\nf(x)",
    "key in a function": "def f(z): z['a'] = 8\nf(x)",
    "in a closure": "def f(): x.append(8)\nf()",
    "in a global": "def f():\n    global x\n    x = [8, 9]\nf()",
    "bound method": "f = x.append\nf(8)",
    "mapped": "list(map(x.append, [8]))",
    "mapped and not run": "map(x.append, [8])",
    "in a comprehension": "[x.append(k) for k in (8, 9)]",
    "in a generator": "any(x.append(k) for k in (8, 9))",
    "in a loop": "for k in (8, 9): x.append(k)",
    "in a loop over itself": "for k in list(x): x.append(k)",
    "as a target": "for x[0] in (8, 9): pass",
    "in a while": "n = 0\nwhile len(x) < 6 and n < 9:\n    x.append(8)\n    n += 1",
    "popped in a while": "while len(x) > 2: x.pop()",
    "in a try": "try:\n    x.append(8)\n    x[20]\nexcept IndexError:\n    pass",
    "in a suppress": "with contextlib.suppress(IndexError):\n    x.append(8)\n    x[20]",
    "in a finally": "try:\n    pass\nfinally:\n    x.append(8)",
    "by name": "getattr(x, 'append')(8)",
    "by operator": "operator.setitem(x, 0, 8)",
    "through the class": "list.append(x, 8)",
    "special set": "x.__setitem__(0, 8)",
    "special delete": "x.__delitem__(0)",
    "special add": "x.__iadd__([8])",
    "next": "next(x)",
    "next of an iterator": "next(iter(x))",
    "heap": "heapq.heappush(x, 4)",
    "heap pop": "heapq.heappop(x)",
    "sorted in": "bisect.insort(x, 6)",
    "inner": "x[0].append(8)",
    "inner item": "x[0][0] = 8",
    "inner item of a copy": "y = x[:]\ny[0][0] = 8",
    "inner item of a deep copy": "y = copy.deepcopy(x)\ny[0][0] = 8",
    "inner items": "for k in x: k[0] += 1",
    "inner add": "for k in x: k += [8]",
    "items in place": "for n, k in enumerate(x): x[n] = k + 1",
    "items of a dict": "for k in x: x[k] = 8",
    "values of a dict": "for k, v in x.items(): x[k] = v + 1",
    "matched": "match x:\n    case [first, *rest]: x = [first]",
    "matched dict": "match x:\n    case {'a': a, **rest}: x = rest",
    "walrus": "(x := [8, 9]).append(8)",
    "lambda": "(lambda z: z.append(8))(x)",
    "default": "def f(z=x): z.append(8)\nf()",
    "partial": "functools.partial(x.append, 8)()",
    "star": "def f(*z): z[0].append(8)\nf(x)",
    "keywords": "def f(**z): z['a'] = 8\nf(**x)",
    "packed": "def f(*z): return list(z)\nx = f(*x, 8)",
    "conditional": "(x if x else []).append(8)",
    "kept": "d = {'k': x}\nd['k'].append(8)",
    "kept in a list": "d = [x, x]\nd[1].append(8)",
    "kept in an object": "b = Box(x)\nb.x.append(8)",
    "copied in an object": "b = Box(list(x))\nb.x.append(8)",
    "deleted and bound": "y = x\ndel x\nx = y\nx.append(8)",
    "read twice": "list(x)",
    "iterated": "for k in x: break",
    "shared": "y = x\nx = x + [8]\ny.append(4)",
    "shared in place": "y = x\nx += [8]\ny.append(4)",
}
READS = {
    "first": "got = x[0]",
    "last": "got = x[-1]",
    "second": "got = x[1]",
    "key": "got = x['a']",
    "get": "got = x.get('a', 9)",
    "get missing": "got = x.get('z', 9)",
    "length": "got = len(x) + 1",
    "sum": "got = sum(x) // 3",
    "greatest": "got = max(x)",
    "least": "got = min(x)",
    "sorted": "got = sorted(x)[0]",
    "sorted back": "got = sorted(x, reverse=True)[0]",
    "list": "got = list(x)[0]",
    "end of the list": "got = list(x)[-1]",
    "next": "got = next(iter(x))",
    "next or else": "got = next(iter(x), 9)",
    "spread": "got = [*x][0]",
    "unpacked": "first, *rest = x\ngot = first",
    "rest": "first, *rest = x\ngot = len(rest) + 2",
    "three": "a, b, c = x\ngot = c",
    "place": "got = x.index(6) + 2",
    "count": "got = x.count(5) + 2",
    "values": "got = list(x.values())[0]",
    "last value": "got = list(x.values())[-1]",
    "sum of values": "got = sum(x.values()) // 3",
    "keys": "got = len(x.keys()) + 1",
    "last key": "got = 3 + ord(list(x)[-1]) - ord('a')",
    "items": "got = list(x.items())[0][1]",
    "in": "got = 3 + (5 in x)",
    "key in": "got = 3 + ('d' in x)",
    "truth": "got = 3 + bool(x)",
    "comprehension": "got = [k for k in x][-1]",
    "filtered": "got = 1 + len([k for k in x if k > 5])",
    "generator": "got = max(k for k in x)",
    "zipped": "got = list(zip(x, x))[0][1]",
    "zipped with longer": "got = 1 + len(list(zip(x, range(5))))",
    "enumerated": "got = list(enumerate(x))[-1][0] + 2",
    "reversed": "got = list(reversed(x))[0]",
    "part": "got = x[:2][-1]",
    "rest of it": "got = len(x[1:]) + 2",
    "backwards": "got = x[::-1][0]",
    "set": "got = len(set(x)) + 1",
    "tuple": "got = tuple(x)[0]",
    "copy": "got = x.copy()[0]",
    "deep copy": "got = len(copy.deepcopy(x)) + 1",
    "more": "got = (x + x)[-1]",
    "repeated": "got = len(x * 2)",
    "mapped": "got = list(map(int, x))[-1]",
    "reduced": "got = functools.reduce(operator.add, x) // 3",
    "looped": "got = 0\nfor k in x: got = k",
    "added up": "got = 0\nfor k in x: got += k\ngot = got // 3",
    "counted": "got = 1\nfor k in x: got += 1",
    "numpy": "got = int(np.array(x)[0])",
    "size": "got = np.array(x).size + 1",
    "of a function": "def f(a, *b): return len(b) + 2\ngot = f(*x)",
    "of keywords": "def f(a=2, **b): return a\ngot = f(**x)",
    "popped": "got = x.pop()",
    "inner": "got = x[0][0]",
    "inner last": "got = x[-1][-1]",
    "inner length": "got = 1 + sum(len(k) for k in x)",
    "equal": "got = 3 + (x == [5, 6, 7, 8])",
    "as text": "got = len(str(len(x))) + 1",
    "matched": "match x:\n    case [_, b, *_]: got = b\n    case {'a': a}: got = a",
    "all": "got = 3 + all(x)",
    "any": "got = 3 + any([k > 7 for k in x])",
    "chained": "got = list(itertools.chain(x, [9]))[-2]",
    "accumulated": "got = list(itertools.accumulate(x))[0]",
    "most common": "got = x.most_common(1)[0][1]",
    "other name": "got = len(y) + 1",
    "first of the other": "got = y[0]",
}

HEAD = """
import array
import bisect
import collections
import contextlib
import copy
import functools
import heapq
import itertools
import operator

import numpy as np


class Own(list): pass


class Missing(dict):
    def __missing__(self, key): return 9


Point = collections.namedtuple("Point", "a b c")


class Box:
    def __init__(self, x): self.x = x


"""


# Each change is read in these ways, and what these changes leave in each.
FEW_READS = ("first", "last", "key", "length", "sum", "list", "end of the list", "values", "looped")
FEW_CHANGES = ("nothing", "append", "first", "pop", "key", "alias", "in a function", "in a loop")


def rows():
    for (what, made), (change, changed), (read, value) in itertools.product(
        MADE.items(), CHANGED.items(), READS.items()
    ):
        if read in FEW_READS or change in FEW_CHANGES:
            yield f"{what}/{change}/{read}", f"{made}\n{changed}\n{value}\n"


@pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")
def test_a_container_holds_what_python_says(tmp_path):
    read = grid.written(tmp_path, HEAD, rows())
    false, caught = grid.judged(tmp_path, read)
    assert not false, "\n".join(false)
    # What is followed stays so.
    assert caught >= 0.6 * len(read), f"{caught} of {len(read)}"
