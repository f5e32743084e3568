"""Growth: values that get larger by what is done again and again, and the ways to do it again."""

from __future__ import annotations

from random import Random

START = """import copy, functools, itertools, sys, collections, dataclasses, enum, contextlib, typing, operator
import numpy as np
def g(x, *a, **k): return x
class Box:
    def __init__(self, x=None, *rest): self.x, self.y = x, rest
    def __add__(self, o): return Box(self, o)
    def __call__(self, *a): return Box(self, *a)
    def __getitem__(self, k): return Box(self, k)
    def __iter__(self): return iter([self.x, self])
    def __len__(self): return 2
    @property
    def p(self): return Box(self.x, self)
class Key:
    def __getitem__(self, k): return k
    @classmethod
    def m(cls, x=None): return cls, x
c = len(sys.argv)
"""

SEEDS = """1; 2.5; 'a'; b'a'; None; []; [1]; (1,); {}; {'a': 1}; {1}; frozenset([1]); np.ones(3); np.ones((2, 3)); np.arange(c); np.empty(0)
np.array([1, 'a']); np.array([None]); np.zeros((c, c)); np.float32(1); np.eye(3) > 0; lambda: 1; Box(); Box(1); Box; range(9)
slice(None); print; int; ...; iter([1]); [[]]; ([],); {'a': []}; (i for i in range(3)); functools.partial(g, 1); g; type(1)
dataclasses.make_dataclass('D', ['a']); collections.deque([1]); collections.defaultdict(list); itertools.count(); {**{}}; c; [c]
c * c; 1 << c; 10 ** 30; -1; np.zeros(3, dtype=[('a', 'f4'), ('b', 'i8', (2,))]); np.dtype('f4'); np.random.rand(c, 2); open('x').read()""".replace("\n", "; ").split("; ")

#: What makes `x` (and `y`) larger, or folds it into itself.
STEPS = """x = x + x
x += x
x = x * 3
x = x * x
x = x ** x
x = x << 9
x = x @ x
x = x - x[1:]
x = [x, x]
x = (x, x)
x = (*x, *x)
x = [*x, *x, x]
x = {1: x, 2: x}
x = {**x, 'k$': x}
x = {x, $}
x = frozenset([x, $])
x = {'a$': x, **({} if c else x)}
x.append(x)
x.extend(x)
x.insert(0, [x])
x.update(x)
x.update({'k$': x})
x.add($)
x[0] = x
x['a'] = x
x[:] = [x, x]
x[len(x):] = x
x.x = x
x.a$ = x
x = Box(x, x)
x = Box(x)(x)[x].p
x = x.p
x = x(x)
x = x(x)(x)
x = functools.partial(x, x, x)
x = functools.partial(g, x, a=x)
x = (lambda f: lambda *a: f(f(*a)))(x)
x = lambda x=x: (x, x)
x = lambda *a: x(*a, *a)
x = functools.wraps(x)(lambda: x)
x = functools.lru_cache(x)
x = copy.deepcopy([x, x])
x = copy.copy(x)
x = list(x)
x = tuple(x)
x = dict(a=x, b=x)
x = list(zip(x, x))
x = list(map(g, x))
x = list(itertools.product(x, x))
x = list(itertools.permutations(x))
x = list(itertools.chain(x, x, [x]))
x = list(itertools.combinations(x, 2))
x = sorted([x, x], key=lambda k: x)
x = sum([x, x], x)
x = max(x, x)
x = [i for i in x for j in x]
x = [[x for i in range(9)] for j in range(9)]
x = {i: x for i in range(20)}
x = (i for i in (x, x))
x = (j for i in x for j in i)
x = [(yield_, x) for yield_ in range(3)]
x = f'{x}{x}'
x = f'{x!r:>{len(x)}}'
x = '%s%s' % (x, x)
x = '{0}{0}'.format(x)
x = x.replace('a', x)
x = x.join([x, x])
x = str(x) + repr(x)
x = x.split('a')
x = x.ljust(10 ** 9)
x = x[::-1] + x
x = x[x]
x = x[None]
x = x[x > 0]
x = x[[0, *range(c)]]
x = x[..., None, :]
x = np.array([x, x])
x = np.array(x)
x = np.asarray(x, dtype=object)
x = np.concatenate([x, x])
x = np.concatenate([x, x[1:]])
x = np.stack([x, x])
x = np.hstack([x, x, x])
x = np.block([[x, x], [x, x]])
x = np.outer(x, x)
x = np.outer(x, x).ravel()
x = np.kron(x, x)
x = np.tile(x, (2, 2))
x = np.repeat(x, len(x))
x = np.broadcast_to(x, (2, *np.shape(x)))
x = np.meshgrid(x, x, x)
x = np.append(x, x)
x = np.pad(x, 10 ** 6)
x = np.einsum('...i,...j->...ij', x, x)
x = np.add.outer(x, x)
x = np.where(x, x, x)
x = np.reshape(x, (-1, *np.shape(x), 1))
x = x.reshape(-1, x.shape[0] * 2)
x = np.zeros(x.shape * 2)
x = np.zeros(x)
x = np.ones((x, x))
x = np.split(x, 2)
x = np.array_split(x, c)
x = np.lib.stride_tricks.sliding_window_view(x, 2)
x = np.dtype([('a', x), ('b', x)])
x = np.dtype((x, (2, 3)))
x = np.vectorize(x)
x = np.apply_along_axis(x, 0, x)
x = np.r_[x, x, 0:3]
x = np.c_[x, x]
x = np.ix_(x, x)
x = np.cumsum(x)[x]
x = x.T @ x
x, y = [x, x], (x, x)
x, *y = x
*x, y = x, x, x
(x, y), x = (x, x), x
x = x if c > $ else [x]
x = c and x or [x]
x = x or (x,)
x = (x := [x, x])
x = [x := [x], x]
x = not x
x = x == x
x = x < [x] < x
x = x is x
x = x in [x, x]
x = type(x)
x = type('T$', (x,), {})
x = type('T$', (Box,), {'x': x})
x = type(x)(x)
x = isinstance(x, (x, x))
x = getattr(x, 'x', x)
x = setattr(x, 'k$', x) or x
x = vars(x)
x = x.__dict__
x = x.__class__
x = globals()
x = locals()
x = super
x = iter(x)
x = next(x)
x = enumerate(x)
x = reversed(x)
x = slice(x, x, x)
x = Key()[x:x:x]
x = np.s_[x:x, x]
x = (x.count, x.index)
x = (x.m, x.m, x.append)
x = (super(Box, x), super(Key, x))
x = (property(x, x), classmethod(x))
x = range(x)
x = len(x) * x
x = hash(x)
x = divmod(x, x)
x = abs(x) + abs(x)
x = int(str(x) + str(x))
x = property(x)
x = staticmethod(x)
x = collections.namedtuple('N', 'a b')(x, x)
x = dataclasses.replace(x, x=x)
x = collections.OrderedDict(a=x)
x = collections.defaultdict(lambda: x)
x = contextlib.ExitStack().enter_context(x)
x = typing.Union[x, int]
x = list[x]
x = x | x
x = operator.add(x, x)
x = functools.reduce(lambda a, b: (a, b), [x, x], x)
x = eval('x')
exec('x = [x]')
del x[0]
del x
x = y
y = x
y = [x, y]; x = [y, x]
y = {'x': x}; x = {'y': y, 'x': x}
y = x; x = x + y; y = x + y
if c > $: x = [x]
if c > $: x = (x, 1)
elif c: x = np.ones($)
while c: x = [x]
for i in x: x = [x, i]
for i in x: x.append(i)
for x in x: pass
try: x = x.y[$]
except Exception as e: x = (x, e)
with contextlib.suppress(x): x = [x]
assert x
assert len(x) == $
match x:
 case [x, *y]: pass
 case {'a': x, **y}: pass
 case Box(x=x): x = [x]
def x(x=x): return x, x
def x(*a, x=x): return x(*a, *a)
async def x(x=x): await x
def x(x=x): yield x; yield from x
class x(x): pass
class x: x = x
class Box(Box): x = x
class x(Box): __getattr__ = lambda s, n: x
class x(type): pass
@x
def x(): return x
@x
class x: x = x
@dataclasses.dataclass
class x:
 x: x = x
y = x
@dataclasses.dataclass
class x(Key):
 x: y = dataclasses.field(default_factory=y)
 y: x = dataclasses.field(default=y)
@property
def x(a=x, b=x): return a
class x(typing.NamedTuple): a: int = y; b: int = y
class Key(Key):
 m = classmethod(x)
x.nope$
class x(enum.Enum): A = x; B = x
global x
import copy as x
from copy import *
raise x""".split("\n")

#: Ways to do a block again; `BODY` is the block, at the indentation of the line that has it.
DRIVERS = r"""for i in range($):\n BODY
for i in range(10 ** 9):\n BODY
while True:\n BODY
while c:\n BODY\n if c > 3: break
while len(x) < $:\n BODY
for i in x:\n BODY
for i in [1, 'a', None, 2.5, x]:\n BODY
for i in range(9):\n for j in range(i):\n  for k in range(j):\n   BODY
for i in range(4):\n for j in range(4):\n  for k in range(4):\n   for l in range(4):\n    for m in range(4):\n     BODY
def f(x, n):\n BODY\n return f(x, n - 1) + f([x], n - 2)\nx = f(x, $)
def f(x):\n BODY\n return f(x)\nx = f(x)
def f(x):\n BODY\n return g2(x), g2([x])\ndef g2(x):\n return f((x, x)), f(x)\nx = f(x)
def f(x, n=$):\n if n == 0: return x\n BODY\n return f(x, n - 1), f(x, n - 1)\nx = f(x)
def f(x):\n BODY\n yield x\n yield from f(x)\nx = list(f(x))
def f(x):\n while True:\n  BODY\n  yield x\nx = list(zip(f(x), f(x)))
def f(x):\n def h(x):\n  BODY\n  return f(x)\n return h(x), h\nx = f(x)
def f(x=x):\n BODY\n return lambda: (f(x), f())\nx = f()()
def f(x):\n def h(x, d=0): return v(x, d)\n def i(x, d=h): return v(x, d)\n def j(x, d=[x]): return v(x, d)\n def k(x, d=x):\n  BODY\n  return v(x, d)\n def v(x, d=x): return {1: h, 2: i, 3: j, 4: k}.get(x, f)(x, d)\n return v(x), v\nx = f(x)
class K:\n def __init__(self, x):\n  BODY\n  self.x, self.y = x, K(x)\nx = K(x)
class K:\n @property\n def p(self):\n  x = self\n  BODY\n  return K().p, x\nx = K().p
class K:\n def __getattr__(self, n):\n  x = self\n  BODY\n  return x.a\nx = K().b.c
class K:\n def __call__(self, x):\n  BODY\n  return self(self(x))\nx = K()(x)
class K:\n def __add__(self, x):\n  BODY\n  return self + x + self\n __eq__ = __getitem__ = __radd__ = __mul__ = __add__\nx = K() + K()
class K:\n def __iter__(self):\n  x = self\n  BODY\n  yield from self\n  yield x\nx = [*K(), *K()]
class K:\n def __enter__(self):\n  x = self\n  BODY\n  return x\n def __exit__(self, *a): return self.__enter__()\nwith K() as x, K() as y: x = [x, y]
class K(type):\n def __new__(m, *a):\n  x = a\n  BODY\n  return type.__new__(m, *a)\n def __call__(cls, *a): return cls(*a, *a)\nclass L(metaclass=K): pass\nx = L(x)
class K:\n def __init_subclass__(cls, **k):\n  x = cls\n  BODY\n  class M(cls): pass\nclass L(K): pass
class K:\n def __get__(self, o, c):\n  x = o\n  BODY\n  return o.k\n def __set__(self, o, v): o.k = v\nclass L: k = K()\nL().k = L().k
def d(f):\n x = f\n BODY\n return d(lambda *a: f(d(f), *a))\n@d\n@d\ndef h(x): return h\nx = h(x)
try:\n BODY\nexcept Exception as e:\n BODY\nelse:\n BODY\nfinally:\n BODY
if c:\n BODY\nelif x:\n BODY\nelse:\n BODY
with open(x) as y, g(x) as z:\n BODY
class K:\n BODY
match x:\n case 1 | 2:\n  BODY\n case [_, *y]:\n  BODY\n case _ if c:\n  BODY
async def f(x):\n async for i in x:\n  BODY\n  await f(x)\nx = f(x)
x = [f2() for f2 in [lambda: x] * $]\nBODY
BODY""".split("\n")
DRIVERS = [one.replace("\\n", "\n") for one in DRIVERS]


def grown(draw: Random) -> bytes:
    """A program whose values grow."""
    lines = [f"x = {draw.choice(SEEDS)}", f"y = {draw.choice(SEEDS)}"]
    for _ in range(draw.choice([1, 1, 2, 3])):
        block = body(draw)
        for _ in range(draw.choice([0, 1, 1, 1, 2, 3])):
            block = driven(draw.choice(DRIVERS).replace("$", str(draw.choice([3, 9, 30, 1000]))), block)
        lines += block
    if draw.random() < 0.3:
        lines = ["def main(x, y=None):", *(" " + line for line in lines), " return x", "main(np.ones(3))", "main([1], 2)"]
    return (START + "\n".join(lines) + "\nz = np.array(x)\nprint(x == y)\n").encode()


def body(draw: Random) -> list[str]:
    """A few statements, perhaps again and again as text."""
    steps = statements(draw)
    count = draw.choice([1, 1, 1, 2, 12, 60, 60, 300])
    return [line.replace("$", str(number)) for number in range(count) for line in steps]


def statements(draw: Random) -> list[str]:
    lines: list[str] = []
    for _ in range(draw.choice([1, 1, 2, 3, 5])):
        at = draw.randrange(len(STEPS))
        # What continues a statement stands behind its head.
        while at and (STEPS[at].startswith((" ", "except", "elif")) or STEPS[at - 1].startswith("@")):
            at -= 1
        lines.append(STEPS[at])
        while STEPS[at].startswith("@") or (at + 1 < len(STEPS) and STEPS[at + 1].startswith((" ", "except", "elif"))):
            at += 1
            lines.append(STEPS[at])
    return lines


def driven(driver: str, block: list[str]) -> list[str]:
    lines = []
    for line in driver.split("\n"):
        if line.strip() == "BODY":
            indent = line[: line.index("BODY")]
            lines += [indent + one for one in block]
        else:
            lines.append(line)
    return lines
