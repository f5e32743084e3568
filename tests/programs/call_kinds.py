"""The parameters, and the ways to make what is called, of `test_calls.py`."""

from __future__ import annotations

# Parameters, and what the function gives.
PARAMETERS = {
    "default": ("a, b=3", "a + b"),
    "two": ("a, b", "a + b"),
    "two defaults": ("a=2, b=3", "a + b"),
    "none": ("", "5"),
    "by place": ("a, b=3, /", "a + b"),
    "one by place": ("a, /, b=3", "a + b"),
    "by place, and rest": ("a, b=3, /, **k", "a + b + len(k)"),
    "by name": ("a, *, b=3", "a + b"),
    "needed by name": ("a, *, b", "a + b"),
    "all by name": ("*, a=2, b=3", "a + b"),
    "rest": ("a, *b", "a + len(b)"),
    "other names": ("a, **b", "a + len(b)"),
    "all": ("*a, **b", "2 + len(a) + len(b)"),
    "rest and name": ("*a, b=3", "len(a) + b"),
    "every kind": ("a, /, b=1, *c, d=1, **e", "a + b + len(c) + d + len(e)"),
    "mutable": ("a, b=[3]", "(b if isinstance(b, int) else b.append(1) or sum(b)) + a"),
    "of a name": ("a, b=k", "a + b"),
    "of None": ("a=None, b=None", "5 if a is None else a + (b or 1)"),
    "annotated": ("a: int, b: int = 3", "a + b"),
    "annotated as array": ("a: np.ndarray, b: 'float' = 3", "a + b"),
    "annotated as optional": ("a: int, b: int | None = None", "a + (b or 1)"),
    "called self": ("self, b=3", "self + b"),
}
# What makes `f` of them, and what stands around the call.
KINDS = {
    "def": "def f({p}): return {r}",
    "lambda": "f = lambda {p}: {r}",
    "nested": "def outer():\n    def f({p}): return {r}\n    return f\nf = outer()",
    "closure": "def outer(n):\n    def f({p}): return {r} + n\n    return f\nf = outer(1)",
    "changed closure": (
        "def outer():\n    n = 0\n    def f({p}):\n        nonlocal n\n        n += 1\n"
        "        return {r} + n\n    return f\nf = outer()"
    ),
    "method": "class C:\n    def m(self, {p}): return {r}\nf = C().m",
    "method of a class": "class C:\n    def m(self, {p}): return {r}\nf = functools.partial(C.m, C())",
    "static": "class C:\n    @staticmethod\n    def m({p}): return {r}\nf = C().m",
    "static of a class": "class C:\n    @staticmethod\n    def m({p}): return {r}\nf = C.m",
    "class method": "class C:\n    @classmethod\n    def m(cls, {p}): return {r}\nf = C.m",
    "class method of an instance": "class C:\n    @classmethod\n    def m(cls, {p}): return {r}\nf = C().m",
    "inherited": "class B:\n    def m(self, {p}): return {r}\nclass C(B): pass\nf = C().m",
    "of super": (
        "class B:\n    def m(self, {p}): return {r}\n"
        "class C(B):\n    def m(self, *a, **k): return super().m(*a, **k)\nf = C().m"
    ),
    "of super, itself": (
        "class B:\n    def m(self, {p}): return {r}\n"
        "class C(B):\n    def m(self): return super().m\nf = C().m()"
    ),
    "overridden": "class B:\n    def m(self): return 5\nclass C(B):\n    def m(self, {p}): return {r}\nf = C().m",
    "abstract": (
        "class B(abc.ABC):\n    @abc.abstractmethod\n    def m(self): pass\n"
        "class C(B):\n    def m(self, {p}): return {r}\nf = C().m"
    ),
    "attribute": "class C: pass\nc = C()\nc.m = lambda {p}: {r}\nf = c.m",
    "attribute of a class": "class C: pass\nC.m = lambda self, {p}: {r}\nf = C().m",
    "attribute by init": "class C:\n    def __init__(self, m): self.m = m\nf = C(lambda {p}: {r}).m",
    "class attribute": "class C:\n    m = lambda self, {p}: {r}\nf = C().m",
    "assigned static": "class C:\n    m = staticmethod(lambda {p}: {r})\nf = C().m",
    "in a list": "fs = [lambda {p}: {r}]\nf = fs[0]",
    "in a dict": "fs = dict(f=lambda {p}: {r})\nf = fs['f']",
    "in a tuple": "f, other = (lambda {p}: {r}), (lambda: 9)",
    "one of two": "fs = [lambda: 5, lambda {p}: {r}]\nfor f in fs: pass",
    "property": "class C:\n    @property\n    def m(self): return lambda {p}: {r}\nf = C().m",
    "cached property": "class C:\n    @functools.cached_property\n    def m(self): return lambda {p}: {r}\nf = C().m",
    "by getattr": "class C:\n    def __getattr__(self, name): return lambda {p}: {r}\nf = C().m",
    "by get": "class D:\n    def __get__(self, one, cls): return lambda {p}: {r}\nclass C: m = D()\nf = C().m",
    "called": "class C:\n    def __call__(self, {p}): return {r}\nf = C()",
    "called, inherited": "class B:\n    def __call__(self, {p}): return {r}\nclass C(B): pass\nf = C()",
    "called, assigned": "class C: pass\nC.__call__ = lambda self, {p}: {r}\nf = C()",
    "called, static": "class C:\n    @staticmethod\n    def __call__({p}): return {r}\nf = C()",
    "called, in the instance": (
        "class C:\n    def __init__(self): self.__call__ = lambda: 5\n    def __call__(self, {p}): return {r}\nf = C()"
    ),
    "partial": "f = functools.partial(lambda {p}: {r})",
    "partial with one": "f = functools.partial(lambda z, {p}: {r}, 1)",
    "partial with a name": "def g({p}, z=1): return {r} + z\nf = functools.partial(g, z=2)",
    "partial of b": "def g({p}): return {r}\nf = functools.partial(g, b=5)",
    "partial method": "class C:\n    def g(self, z, {p}): return {r}\n    m = functools.partialmethod(g, 1)\nf = C().m",
    "cached": "@functools.lru_cache\ndef f({p}): return {r}",
    "cached with a size": "@functools.lru_cache(maxsize=3)\ndef f({p}): return {r}",
    "cached for good": "@functools.cache\ndef f({p}): return {r}",
    "dispatched": "@functools.singledispatch\ndef f({p}): return {r}\n@f.register\ndef _(a: str, b=1): return 7",
    "decorated by nothing": "@same\ndef f({p}): return {r}",
    "wrapped": "@wrapped\ndef f({p}): return {r}",
    "wrapped and not said": "@hidden\ndef f({p}): return {r}",
    "wrapped, more": "@with_more\ndef f({p}): return {r}",
    "wrapped, fewer": "@with_fewer\ndef f({p}): return {r}",
    "wrapped, others": "@with_others\ndef f({p}): return {r}",
    "wrapped with arguments": "@told(1)\ndef f({p}): return {r}",
    "wrapped twice": "@wrapped\n@hidden\ndef f({p}): return {r}",
    "wrapped by a class": "@Wraps\ndef f({p}): return {r}",
    "wrapped by a class in a class": "class C:\n    @Wraps\n    def m({p}): return {r}\nf = C().m",
    "wrapped method": "class C:\n    @wrapped\n    def m(self, {p}): return {r}\nf = C().m",
    "wrapped static": "class C:\n    @staticmethod\n    @wrapped\n    def m({p}): return {r}\nf = C.m",
    "replaced": "@replaced\ndef f({p}): return {r}",
    "unknown decorator": "@json.loads('[0]').append or same\ndef f({p}): return {r}",
    "decorator by name": "@getattr(Decorators, 'wrapped')\ndef f({p}): return {r}",
    "in a registry": "@registered\ndef g({p}): return {r}\nf = REGISTRY.pop()",
    "generator": ("def f({p}):\n    yield {r}", "next({})"),
    "listed generator": ("def f({p}):\n    yield {r}\n    yield 9", "list({})[0]"),
    "coroutine": ("async def f({p}): return {r}", "finished({})"),
    "manager": ("@contextlib.contextmanager\ndef f({p}):\n    yield {r}", "entered({})"),
    "init": ("class f:\n    def __init__(self, {p}): self.n = {r}", "{}.n"),
    "init inherited": (
        "class B:\n    def __init__(self, {p}): self.n = {r}\nclass f(B): pass",
        "{}.n",
    ),
    "init of two": (
        "class A: pass\nclass B:\n    def __init__(self, {p}): self.n = {r}\nclass f(A, B): pass",
        "{}.n",
    ),
    "init by super": (
        "class B:\n    def __init__(self, {p}): self.n = {r}\n"
        "class f(B):\n    def __init__(self, *a, **k): super().__init__(*a, **k)",
        "{}.n",
    ),
    "init by its name": (
        "class B:\n    def __init__(self, {p}): self.n = {r}\n"
        "class f(B):\n    def __init__(self, *a, **k): B.__init__(self, *a, **k)",
        "{}.n",
    ),
    "init over another": (
        "class B:\n    def __init__(self): pass\nclass f(B):\n    def __init__(self, {p}): self.n = {r}",
        "{}.n",
    ),
    "init wrapped": ("class f:\n    @wrapped\n    def __init__(self, {p}): self.n = {r}", "{}.n"),
    "init assigned": (
        "class f: pass\ndef made(self, {p}): self.n = {r}\nf.__init__ = made",
        "{}.n",
    ),
    "new": (
        "class f:\n    def __new__(cls, {p}):\n        self = object.__new__(cls)\n"
        "        self.n = {r}\n        return self",
        "{}.n",
    ),
    "new of another": "class f:\n    def __new__(cls, {p}): return {r}",
    "new and init": (
        "class f:\n    def __new__(cls, *a, **k): return object.__new__(cls)\n"
        "    def __init__(self, {p}): self.n = {r}",
        "{}.n",
    ),
    "new and init that differ": (
        "class f:\n    def __new__(cls, {p}): return {r}\n    def __init__(self): self.n = 5"
    ),
    "new of int": (
        "class f(int):\n    def __new__(cls, {p}): return int.__new__(cls, {r})",
        "int({})",
    ),
    "new above": (
        "class B:\n    def __new__(cls, {p}):\n        self = object.__new__(cls)\n        self.n = {r}\n"
        "        return self\nclass f(B): pass",
        "{}.n",
    ),
    "metaclass calls": (
        "class M(type):\n    def __call__(cls, {p}): return {r}\nclass f(metaclass=M):\n    def __init__(self): pass"
    ),
    "metaclass hands on": (
        "class M(type):\n    def __call__(cls, *a, **k): return super().__call__(*a, **k)\n"
        "class f(metaclass=M):\n    def __init__(self, {p}): self.n = {r}",
        "{}.n",
    ),
    "metaclass counts": (
        "class M(type):\n    count = 0\n    def __init__(cls, *a): cls.count = 1\n"
        "class f(metaclass=M):\n    def __init__(self, {p}): self.n = {r}",
        "{}.n",
    ),
    "made by a class method": (
        "class C:\n    def __init__(self, {p}): self.n = {r}\n    @classmethod\n"
        "    def made(cls, *a, **k): return cls(*a, **k)\nf = C.made",
        "{}.n",
    ),
    "made by type": (
        "def init(self, {p}): self.n = {r}\nf = type('f', (), dict(__init__=init))",
        "{}.n",
    ),
    "class wrapped": ("@same\nclass f:\n    def __init__(self, {p}): self.n = {r}", "{}.n"),
    "class wrapped by a function": (
        "@hidden\nclass f:\n    def __init__(self, {p}): self.n = {r}",
        "{}.n",
    ),
    "class in a function": (
        "def outer():\n    class C:\n        def __init__(self, {p}): self.n = {r}\n    return C\nf = outer()",
        "{}.n",
    ),
    "exception": ("class f(Exception):\n    def __init__(self, {p}): self.n = {r}", "{}.n"),
    "plain exception": ("class f(Exception):\n    n = 5", "{}.n"),
    "list": ("class f(list):\n    def __init__(self, {p}): self.n = {r}", "{}.n"),
    "no init": ("class f:\n    n = 5", "{}.n"),
    "dataclass": ("@dataclass\nclass f:\n    a: int\n    b: int = 3", "{}.b"),
    "dataclass by name": (
        "@dataclass(kw_only=True)\nclass f:\n    a: int = 2\n    b: int = 3",
        "{}.b",
    ),
    "dataclass, partly by name": (
        "@dataclass\nclass f:\n    a: int\n    _: KW_ONLY\n    b: int = 3",
        "{}.b",
    ),
    "dataclass with a factory": (
        "@dataclass\nclass f:\n    a: int\n    b: int = field(default_factory=lambda: 3)",
        "{}.b",
    ),
    "dataclass with less": (
        "@dataclass\nclass f:\n    a: int\n    b: int = field(default=3, init=False)",
        "{}.b",
    ),
    "dataclass with an own init": (
        "@dataclass\nclass f:\n    n: int\n    def __init__(self, {p}): self.n = {r}",
        "{}.n",
    ),
    "dataclass without init": (
        "@dataclass(init=False)\nclass f:\n    a: int = 2\n    b: int = 3",
        "{}.b",
    ),
    "dataclass with a variable": (
        "@dataclass\nclass f:\n    a: InitVar[int]\n    b: int = 3\n    c: ClassVar[int] = 4\n"
        "    def __post_init__(self, a): self.n = a + self.b",
        "{}.n",
    ),
    "dataclass of a dataclass": (
        "@dataclass\nclass B:\n    a: int\n    b: int = 3\n@dataclass\nclass f(B):\n    c: int = 1",
        "{}.b",
    ),
    "class of a dataclass": (
        "@dataclass\nclass B:\n    a: int\n    b: int = 3\nclass f(B):\n    c: int = 1",
        "{}.b",
    ),
    "class of a dataclass, with init": (
        "@dataclass\nclass B:\n    a: int\n    b: int = 3\nclass f(B):\n    def __init__(self, {p}): self.n = {r}",
        "{}.n",
    ),
    "dataclass of a class with init": (
        "class B:\n    def __init__(self): self.n = 5\n@dataclass\nclass f(B):\n    a: int\n    b: int = 3",
        "{}.b",
    ),
    "dataclass without": ("@dataclass\nclass f:\n    n = 5", "{}.n"),
    "made dataclass": ("f = make_dataclass('f', ['a', ('b', int, field(default=3))])", "{}.b"),
    "named tuple": ("class f(NamedTuple):\n    a: int\n    b: int = 3", "{}.b"),
    "named tuple by call": ("f = collections.namedtuple('f', 'a b', defaults=[3])", "{}.b"),
    "named tuple by typing": ("f = NamedTuple('f', [('a', int), ('b', int)])", "{}.b"),
    "of a named tuple": ("class f(collections.namedtuple('f', 'a b', defaults=[3])): pass", "{}.b"),
    "of a named tuple, with new": (
        "class f(collections.namedtuple('f', 'n')):\n    def __new__(cls, {p}): return super().__new__(cls, {r})",
        "{}.n",
    ),
    "maker of a named tuple": ("f = collections.namedtuple('f', 'a b')._make", "{}.b"),
    "namespace": ("f = types.SimpleNamespace", "{}.b"),
    "dict": ("f = dict", "{}['b']"),
    "conditional": "if len(sys.argv) < 99:\n    def f({p}): return {r}\nelse:\n    def f(): return 5",
    "conditional, either": "def f(): return 5\nif len(sys.argv) < 99:\n    def f({p}): return {r}",
    "in a try": (
        "try:\n    from nowhere import f\nexcept ImportError:\n    def f({p}): return {r}"
    ),
    "defined again": "def f(): return 5\ndef f({p}): return {r}",
    "assigned again": "def f(): return 5\nf = lambda {p}: {r}",
    "replaced by a function": (
        "def f(): return 5\ndef replaces():\n    global f\n    f = lambda {p}: {r}\nreplaces()"
    ),
    "replaced by globals": "def f(): return 5\nglobals()['f'] = lambda {p}: {r}",
    "executed": "exec('f = lambda {p}: {r}')",
    "evaluated": "f = eval('lambda {p}: {r}', dict(k=4, np=np))",
    "patched method": (
        "class C:\n    def m(self): return 5\ndef g(self, {p}): return {r}\nC.m = g\nf = C().m"
    ),
    "patched instance": "class C:\n    def m(self): return 5\nc = C()\nc.m = lambda {p}: {r}\nf = c.m",
    "patched by name": (
        "class C:\n    def m(self): return 5\nsetattr(C, 'm', lambda self, {p}: {r})\nf = C().m"
    ),
    "patched by a method type": (
        "class C:\n    def m(self): return 5\nc = C()\n"
        "c.m = types.MethodType(lambda self, {p}: {r}, c)\nf = c.m"
    ),
    "patched above": (
        "class B:\n    def m(self): return 5\nclass C(B): pass\nB.m = lambda self, {p}: {r}\nf = C().m"
    ),
    "patched in a loop": (
        "class C:\n    def m(self): return 5\nfor name in ['m']:\n    setattr(C, name, lambda self, {p}: {r})\nf = C().m"
    ),
    "recursive": "def f({p}): return {r} if k else f(2)",
    "module": "m = types.ModuleType('m')\nm.f = lambda {p}: {r}\nf = m.f",
    "other defaults": "def f({p}): return {r}\nf.__defaults__ = (4, 5)",
    "no defaults": "def f({p}): return {r}\nf.__defaults__ = None",
    "other defaults by name": "def f({p}): return {r}\nf.__kwdefaults__ = dict(b=5)",
    "no defaults by name": "def f({p}): return {r}\nf.__kwdefaults__ = None",
    "defaults set by name": "def f({p}): return {r}\nsetattr(f, '__defaults__', (4, 5))",
    "defaults of a method": "class C:\n    def m(self, {p}): return {r}\nC.m.__defaults__ = (4, 5)\nf = C().m",
    "defaults in a function": (
        "def f({p}): return {r}\ndef change(g): g.__defaults__ = (4, 5)\nchange(f)"
    ),
    "other code": "def f(): return 5\nf.__code__ = (lambda {p}: {r}).__code__",
    "own signature": "def f({p}): return {r}\nf.__signature__ = inspect.signature(lambda: 5)",
    "vectorized": ("f = np.vectorize(lambda {p}: {r})", "int({})"),
    "from a function": ("f = np.frompyfunc(lambda {p}: {r}, 2, 1)", "int({})"),
    "method type": "f = types.MethodType(lambda z, {p}: {r}, 1)",
    "bound by hand": "f = (lambda z, {p}: {r}).__get__(1)",
    "loop": "for n in (1, 2):\n    def f({p}): return {r} + n",
    "walrus": "(f := lambda {p}: {r})",
    "matched": "match lambda {p}: {r}:\n    case f: pass",
    "of a union": "f = (lambda {p}: {r}) if len(sys.argv) < 99 else (lambda: 5)",
    "or": "f = None or (lambda {p}: {r})",
    "lazily": "def __getattr__(name): return 5\nf = lambda {p}: {r}",
    "with documentation": "def f({p}):\n    'Adds.'\n    return {r}\nf.__doc__ = 'More.'\nf.n = 5",
    "protocol": (
        "class P(Protocol):\n    def __call__(self, a): ...\ndef f({p}): return {r}\nf: P = f"
    ),
    "annotated": "g: Callable[[int], int] = lambda {p}: {r}\nf = g",
    "overloaded": "@overload\ndef f(a: str) -> str: ...\n@overload\ndef f(a: int) -> int: ...\ndef f({p}): return {r}",
}
