"""The ways to define the class of `test_classes.py`."""

from __future__ import annotations

BODY = "    k = 6\n    def __init__(self, n=5): self.n = n\n    def m(self): return self.n - 1\n"

# The class, and what makes an instance of it where `C()` doesn't.
DEFINED = {
    "plain": f"class C:\n{BODY}",
    "empty": "class C: pass",
    "inherited": f"class B:\n{BODY}class C(B): pass",
    "inherited twice": f"class A:\n{BODY}class B(A): pass\nclass C(B): k = 7",
    "overridden": f"class B:\n{BODY}class C(B):\n    def m(self): return super().m() + 1",
    "init by super": f"class B:\n{BODY}class C(B):\n    def __init__(self, n=5):\n        super().__init__(n)\n        self.z = 3",
    "init without super": f"class B:\n{BODY}class C(B):\n    def __init__(self): self.z = 3",
    "two bases": f"class A: k = 7\nclass B:\n{BODY}class C(A, B): pass",
    "diamond": (
        f"class A:\n{BODY}class L(A):\n    def m(self): return super().m() + 1\n"
        "class R(A):\n    def m(self): return super().m() + 2\nclass C(L, R): pass"
    ),
    "mixin": f"class Mixin:\n    def __len__(self): return self.n\nclass B:\n{BODY}class C(Mixin, B): pass",
    "abstract": f"class B(abc.ABC):\n    @abc.abstractmethod\n    def m(self): pass\nclass C(B):\n{BODY}",
    "abstract itself": "class C(abc.ABC):\n    @abc.abstractmethod\n    def m(self): pass",
    "abstract by a metaclass": f"class C(metaclass=abc.ABCMeta):\n{BODY}",
    "protocol": f"class P(Protocol):\n    n: int\n    def m(self): ...\nclass C(P):\n{BODY}",
    "protocol itself": "@runtime_checkable\nclass C(Protocol):\n    n: int\n    def m(self): return 4",
    "generic": f"T = TypeVar('T')\nclass C(Generic[T]):\n{BODY}",
    "of a generic": f"T = TypeVar('T')\nclass B(Generic[T]):\n{BODY}class C(B[int]): pass",
    "enum": ("class C(enum.Enum):\n    A = 5\n    B = 6\n    def m(self): return 4", "C.A"),
    "enum of ints": (
        "class C(enum.IntEnum):\n    A = 5\n    B = 6\n    def m(self): return 4",
        "C.A",
    ),
    "enum of texts": ("class C(str, enum.Enum):\n    A = 'a'\n    B = 'b'", "C.A"),
    "enum by auto": ("class C(enum.Enum):\n    A = enum.auto()\n    B = enum.auto()", "C.B"),
    "enum of tuples": (
        "class C(enum.Enum):\n    A = 5, 6\n    B = 7, 8\n    def __init__(self, n, k):\n"
        "        self.n = n\n        self.k = k",
        "C.A",
    ),
    "enum by call": ("C = enum.Enum('C', 'A B')", "C.B"),
    "enum of numbers": ("class C(float, enum.Enum):\n    A = 5\n    B = 6", "C.A"),
    "enum with others": (
        "class C(enum.Enum):\n    A = 5\n    B = 5\n    k = property(lambda self: 6)\n    @classmethod\n"
        "    def m(cls): return len(cls)",
        "C.A",
    ),
    "enum with missing": (
        "class C(enum.Enum):\n    A = 5\n    @classmethod\n    def _missing_(cls, value): return cls.A",
        "C.A",
    ),
    "flag": ("class C(enum.Flag):\n    A = 2\n    B = 4", "C.A"),
    "flag of ints": ("class C(enum.IntFlag):\n    A = 2\n    B = 4", "C.B"),
    "dataclass": "@dataclass\nclass C:\n    n: int = 5\n    k: int = 6\n    def m(self): return self.n - 1",
    "frozen": "@dataclass(frozen=True)\nclass C:\n    n: int = 5\n    k: int = 6\n    def m(self): return self.n - 1",
    "dataclass with slots": "@dataclass(slots=True)\nclass C:\n    n: int = 5\n    k: int = 6",
    "ordered dataclass": "@dataclass(order=True)\nclass C:\n    n: int = 5\n    k: int = 6",
    "dataclass by name": "@dataclass(kw_only=True)\nclass C:\n    n: int = 5\n    k: int = 6",
    "dataclass without eq": "@dataclass(eq=False)\nclass C:\n    n: int = 5",
    "dataclass with a hash": "@dataclass(unsafe_hash=True)\nclass C:\n    n: int = 5",
    "dataclass without init": "@dataclass(init=False)\nclass C:\n    n: int = 5\n    k: int = 6",
    "dataclass of factories": (
        "@dataclass\nclass C:\n    n: int = 5\n    x: list = field(default_factory=list)\n"
        "    y: dict = field(default_factory=dict)\n    def __len__(self): return len(self.x)"
    ),
    "dataclass with a variable": (
        "@dataclass\nclass C:\n    z: InitVar[int] = 3\n    n: int = 5\n    k: ClassVar[int] = 6\n"
        "    def __post_init__(self, z): self.n += z"
    ),
    "dataclass after": (
        "@dataclass\nclass C:\n    n: int = field(init=False)\n    k = 6\n    def __post_init__(self): self.n = 5"
    ),
    "dataclass of a dataclass": "@dataclass\nclass B:\n    n: int = 4\n    k: int = 6\n@dataclass\nclass C(B):\n    n: int = 5",
    "dataclass of a class": f"class B:\n{BODY}@dataclass\nclass C(B):\n    z: int = 3",
    "class of a dataclass": (
        "@dataclass\nclass B:\n    n: int = 4\n    k: int = 6\nclass C(B):\n    def m(self): return self.k"
    ),
    "dataclass and post init above": (
        "@dataclass\nclass B:\n    n: int = 4\n    def __post_init__(self): self.n = 5\n"
        "@dataclass\nclass C(B):\n    k: int = 6"
    ),
    "made dataclass": "C = dataclasses.make_dataclass('C', [('n', int, field(default=5))])",
    "dataclass with a property": (
        "@dataclass\nclass C:\n    z: int = 5\n    @property\n    def n(self): return self.z\n"
        "    @n.setter\n    def n(self, v): self.z = v"
    ),
    "generic dataclass": "T = TypeVar('T')\n@dataclass\nclass C(Generic[T]):\n    n: T = 5\n    k: int = 6",
    "named tuple": (
        "class C(NamedTuple):\n    n: int = 5\n    k: int = 6\n    def m(self): return self.n - 1"
    ),
    "named tuple by call": "C = collections.namedtuple('C', 'n k', defaults=(5, 6))",
    "of a named tuple": (
        "class C(collections.namedtuple('B', 'n k', defaults=(5, 6))):\n    def m(self): return self.n - 1"
    ),
    "of a named tuple, with slots": (
        "class B(NamedTuple):\n    n: int = 5\n    k: int = 6\nclass C(B):\n    __slots__ = ()\n"
        "    def m(self): return self.n - 1"
    ),
    "typed dict": ("class C(TypedDict):\n    n: int\n    k: int", "C(n=5, k=6)"),
    "typed dict in part": ("class C(TypedDict, total=False):\n    n: int\n    k: int", "C(n=5)"),
    "slots": f"class C:\n    __slots__ = ('n',)\n{BODY}",
    "slots and a dict": f"class C:\n    __slots__ = ('n', '__dict__')\n{BODY}",
    "slots above": f"class B:\n    __slots__ = ('n',)\nclass C(B):\n{BODY}",
    "slots below": f"class B:\n{BODY}class C(B):\n    __slots__ = ('z',)",
    "init subclass": f"class B:\n    def __init_subclass__(cls): cls.z = 3\nclass C(B):\n{BODY}",
    "init subclass with a keyword": (
        f"class B:\n    def __init_subclass__(cls, z=0, **k):\n        super().__init_subclass__(**k)\n        cls.z = z\n"
        f"class C(B, z=3):\n{BODY}"
    ),
    "init subclass that registers": (
        f"class B:\n    known = []\n    def __init_subclass__(cls): B.known.append(cls)\nclass C(B):\n{BODY}"
    ),
    "class getitem": f"class C:\n    def __class_getitem__(cls, k): return 7\n{BODY}",
    "set name": (
        "class D:\n    def __set_name__(self, cls, name): self.name = name\n"
        f"    def __get__(self, one, cls): return len(self.name) + 6\nclass C:\n    z = D()\n{BODY}"
    ),
    "metaclass": f"class M(type):\n    def z(cls): return 3\nclass C(metaclass=M):\n{BODY}",
    "metaclass makes": (
        "class M(type):\n    def __new__(mcs, name, bases, body):\n        body['z'] = 3\n"
        f"        return super().__new__(mcs, name, bases, body)\nclass C(metaclass=M):\n{BODY}"
    ),
    "metaclass prepares": (
        f"class M(type):\n    @classmethod\n    def __prepare__(mcs, name, bases): return dict(z=3)\nclass C(metaclass=M):\n{BODY}"
    ),
    "metaclass calls": (
        "class M(type):\n    def __call__(cls, *a):\n        one = super().__call__(*a)\n        one.z = 3\n"
        f"        return one\nclass C(metaclass=M):\n{BODY}"
    ),
    "metaclass that keeps one": (
        "class M(type):\n    kept = {}\n    def __call__(cls, *a):\n        if cls not in cls.kept:\n"
        f"            cls.kept[cls] = super().__call__(*a)\n        return cls.kept[cls]\nclass C(metaclass=M):\n{BODY}"
    ),
    "metaclass has attributes": (
        f"class M(type):\n    def __getattr__(cls, name): return 3\nclass C(metaclass=M):\n{BODY}"
    ),
    "metaclass with a property": (
        f"class M(type):\n    @property\n    def z(cls): return 3\nclass C(metaclass=M):\n{BODY}"
    ),
    "metaclass is a container": (
        "class M(type):\n    def __len__(cls): return 4\n    def __iter__(cls): return iter((5, 6))\n"
        "    def __getitem__(cls, key): return 7\n    def __contains__(cls, key): return True\n"
        f"    def __add__(cls, other): return 8\nclass C(metaclass=M):\n{BODY}"
    ),
    "metaclass above": f"class M(type):\n    z = 3\nclass B(metaclass=M): pass\nclass C(B):\n{BODY}",
    "metaclass is a function": (
        "def made(name, bases, body): return type(name, bases, dict(body, z=3))\n"
        f"class C(metaclass=made):\n{BODY}"
    ),
    "decorated": f"def with_z(cls):\n    cls.z = 3\n    return cls\n@with_z\nclass C:\n{BODY}",
    "decorated with a method": (
        f"def with_z(cls):\n    cls.__len__ = lambda self: 3\n    return cls\n@with_z\nclass C:\n{BODY}"
    ),
    "decorated with another": f"def below(cls):\n    class D(cls): z = 3\n    return D\n@below\nclass C:\n{BODY}",
    "decorated with arguments": (
        "def with_z(z):\n    def decorator(cls):\n        cls.z = z\n        return cls\n    return decorator\n"
        f"@with_z(3)\nclass C:\n{BODY}"
    ),
    "total ordering": f"@functools.total_ordering\nclass C:\n    def __lt__(self, other): return self.n < other.n\n{BODY}",
    "by type": (
        "def init(self, n=5): self.n = n\n"
        "C = type('C', (), dict(k=6, __init__=init, m=lambda self: self.n - 1))"
    ),
    "by type, with a base": f"class B:\n{BODY}C = type('C', (B,), dict(z=3))",
    "by new class": f"class B:\n{BODY}C = types.new_class('C', (B,))",
    "in a function": f"def made():\n    class C:\n{BODY.replace('    ', '        ')}    return C\nC = made()",
    "of a parameter": f"class A:\n{BODY}def made(B):\n    class C(B): z = 3\n    return C\nC = made(A)",
    "nested": f"class O:\n    class C:\n{BODY.replace('    ', '        ')}C = O.C",
    "in an instance": f"class O:\n    def __init__(self):\n        class C:\n{BODY.replace('    ', '            ')}        self.C = C\nC = O().C",
    "body with a loop": f"class C:\n    for z in (1, 2, 3): pass\n{BODY}",
    "body with a loop of names": f"class C:\n    for name in ('y', 'z'): locals()[name] = 3\n{BODY}",
    "body with a test": f"class C:\n    if len(sys.argv) < 99: z = 3\n    else: y = 3\n{BODY}",
    "body with a comprehension": f"class C:\n    z = [n for n in (1, 2, 3)][-1]\n{BODY}",
    "body with a function": f"class C:\n    def make(n): return n + 1\n    z = make(2)\n{BODY}",
    "body with a try": f"class C:\n    try: z = int('3')\n    except ValueError: z = 4\n{BODY}",
    "body with a delete": f"class C:\n    z = 3\n    del z\n{BODY}",
    "conditional": f"if len(sys.argv) < 99:\n    class C:\n{BODY.replace('    ', '        ')}else:\n    class C: pass",
    "defined again": f"class C: z = 3\nclass C:\n{BODY}",
    "of itself": f"class C:\n{BODY}class C(C): z = 3",
    "base is exchanged": f"class A: pass\nclass B:\n{BODY}class C(A): pass\nC.__bases__ = (B,)",
    "base is computed": f"class A:\n{BODY}class C({{'a': A}}['a']): pass",
    "bases by star": f"class A:\n{BODY}bases = (A,)\nclass C(*bases): pass",
    "mro entries": f"class A:\n{BODY}class E:\n    def __mro_entries__(self, bases): return (A,)\nclass C(E()): pass",
    "slot methods": (
        f"class C:\n{BODY}    def __len__(self): return 3\n    def __getitem__(self, key): return (5, 6, 7)[key]\n"
        "    def __setitem__(self, key, v): self.n = v\n    def __delitem__(self, key): self.n = 3\n"
        "    def __contains__(self, key): return True\n    def __bool__(self): return False"
    ),
    "indexed": f"class C:\n{BODY}    def __getitem__(self, key): return (5, 6, 7)[key]",
    "indexed by keys": f"class C:\n{BODY}    def keys(self): return ['n']\n    def __getitem__(self, key): return dict(n=7)[key]",
    "iterated": f"class C:\n{BODY}    def __iter__(self): return iter((5, 6))",
    "iterated by a generator": f"class C:\n{BODY}    def __iter__(self):\n        yield 5\n        yield 6",
    "iterator": (
        f"class C:\n{BODY}    def __iter__(self): return self\n    def __next__(self):\n        self.n -= 1\n"
        "        if self.n < 2: raise StopIteration\n        return self.n"
    ),
    "compared": (
        f"class C:\n{BODY}    def __eq__(self, other): return True\n    def __lt__(self, other): return True"
    ),
    "compared and hashed": (
        f"class C:\n{BODY}    def __eq__(self, other): return self.n == other.n\n"
        "    def __hash__(self): return hash(self.n)"
    ),
    "not hashed": f"class C:\n{BODY}    __hash__ = None",
    "number": (
        f"class C:\n{BODY}    def __add__(self, other): return 7\n    def __radd__(self, other): return 8\n"
        "    def __mul__(self, other): return C(9)\n    def __neg__(self): return 3\n"
        "    def __index__(self): return 2\n    def __float__(self): return 5.0\n    def __abs__(self): return 4"
    ),
    "number in place": f"class C:\n{BODY}    def __iadd__(self, other):\n        self.n += other\n        return self",
    "refuses to add": f"class C:\n{BODY}    def __add__(self, other): return NotImplemented",
    "special assigned": f"class C:\n{BODY}C.__len__ = lambda self: 3\nC.__add__ = lambda self, other: 7",
    "special is None": f"class B:\n{BODY}    def __len__(self): return 3\nclass C(B): __len__ = None",
    "special is a static method": f"class C:\n{BODY}    @staticmethod\n    def __len__(): return 3",
    "special in the instance": f"class C:\n{BODY}c = C()\nc.__len__ = lambda: 3",
    "special is an attribute": f"class L:\n    def __call__(self): return 3\nclass C:\n{BODY}    __len__ = L()",
    "called": f"class C:\n{BODY}    def __call__(self, *a): return 7",
    "manager": f"class C:\n{BODY}    def __enter__(self): return self\n    def __exit__(self, *a): pass",
    "manager that gives": f"class C:\n{BODY}    def __enter__(self): return 7\n    def __exit__(self, *a): return True",
    "manager by contextlib": (
        f"class C(contextlib.AbstractContextManager):\n{BODY}    def __exit__(self, *a): return True"
    ),
    "shown": f"class C:\n{BODY}    def __repr__(self): return 'abc'\n    def __format__(self, spec): return 'abcd'",
    "any attribute": f"class C:\n{BODY}    def __getattr__(self, name): return 7",
    "some attributes": (
        f"class C:\n{BODY}    def __getattr__(self, name):\n        if name == 'z': return 3\n"
        "        raise AttributeError(name)"
    ),
    "attributes of another": (
        f"class C:\n{BODY}    def __getattr__(self, name): return getattr([5, 6], name)"
    ),
    "every attribute": (
        f"class C:\n{BODY}    def __getattribute__(self, name):\n"
        "        if name == 'z': return 3\n        return super().__getattribute__(name)"
    ),
    "attributes are set by": (
        f"class C:\n{BODY}    def __setattr__(self, name, v): super().__setattr__(name, v + 1)"
    ),
    "attributes are deleted by": f"class C:\n{BODY}    def __delattr__(self, name): self.n = 3",
    "makes one": (
        f"class C:\n    one = None\n    def __new__(cls, *a):\n        if cls.one is None: cls.one = super().__new__(cls)\n"
        f"        return cls.one\n{BODY}"
    ),
    "makes another": f"class C:\n    def __new__(cls, n=5): return n\n{BODY}",
    "makes another's instance": f"class B:\n{BODY}class C:\n    def __new__(cls): return B()",
    "by new": "class C:\n    k = 6\n    def __new__(cls, n=5):\n        self = super().__new__(cls)\n        self.n = n\n        return self",
    "property": "class C:\n    k = 6\n    @property\n    def n(self): return 5\n    def m(self): return self.n - 1",
    "private": f"class C:\n{BODY}    __z = 3\n    def z(self): return self.__z",
    "class method": f"class C:\n{BODY}    @classmethod\n    def z(cls): return cls.k - 3",
    "made by a class method": (
        f"class C:\n{BODY}    @classmethod\n    def made(cls, n=5): return cls(n)",
        "C.made()",
    ),
    "weak": f"class C:\n    __slots__ = ('n', '__weakref__')\n{BODY}",
    "of list": f"class C(list):\n{BODY}",
    "of a filled list": (
        "class C(list):\n    n = k = 5\n    def m(self): return len(self)",
        "C([5, 6, 7])",
    ),
    "of dict": ("class C(dict):\n    n = k = 5\n    def m(self): return len(self)", "C(n=5, k=6)"),
    "of a dict with missing": (
        "class C(dict):\n    def __missing__(self, key): return 7",
        "C(n=5)",
    ),
    "of a dict with attributes": (
        "class C(dict):\n    __getattr__ = dict.__getitem__\n    __setattr__ = dict.__setitem__",
        "C(n=5, k=6)",
    ),
    "of tuple": ("class C(tuple):\n    k = 6\n    n = property(lambda self: self[0])", "C((5, 6))"),
    "of a tuple, with new": (
        "class C(tuple):\n    def __new__(cls, a=5, b=6): return super().__new__(cls, (a, b))\n"
        "    @property\n    def n(self): return self[0]"
    ),
    "of str": ("class C(str):\n    n = k = 5\n    def m(self): return len(self)", "C('abc')"),
    "of int": (
        "class C(int):\n    k = 6\n    n = property(lambda self: self + 0)\n    def m(self): return 4",
        "C(5)",
    ),
    "of int, with new": "class C(int):\n    def __new__(cls, n=5):\n        self = super().__new__(cls, n)\n        self.n = n\n        return self",
    "of float": ("class C(float):\n    n = 5\n    def m(self): return 4", "C(5.0)"),
    "of set": ("class C(set):\n    n = 5\n    def m(self): return len(self)", "C([5, 6])"),
    "of bytes": ("class C(bytes):\n    n = 5", "C(b'abc')"),
    "of bool's base": "class C(int): n = 5",
    "of an array": (
        "class C(np.ndarray):\n    n = 5\n    def m(self): return self.size",
        "np.ones(4).view(C)",
    ),
    "of an array, with new": (
        "class C(np.ndarray):\n    def __new__(cls, n=5):\n        self = np.ones(4).view(cls)\n        self.n = n\n"
        "        return self\n    def __array_finalize__(self, one): self.n = getattr(one, 'n', 3)"
    ),
    "like an array": f"class C:\n{BODY}    def __array__(self, dtype=None, copy=None): return np.ones(4)",
    "of a masked array": ("class C(np.ma.MaskedArray):\n    n = 5", "C([5, 6])"),
    "of Exception": f"class C(Exception):\n{BODY}",
    "of a plain exception": ("class C(ValueError):\n    n = 5", "C('abc', 6)"),
    "of an exception with super": (
        "class C(Exception):\n    def __init__(self, n=5):\n        super().__init__('abc')\n        self.n = n"
    ),
    "of KeyError": ("class C(KeyError): n = 5", "C('abc')"),
    "of OSError": ("class C(OSError): n = 5", "C(5, 'abc')"),
    "of UserDict": ("class C(collections.UserDict):\n    n = 5", "C(n=5, k=6)"),
    "of UserList": ("class C(collections.UserList):\n    n = 5", "C([5, 6, 7])"),
    "of a mapping": (
        "class C(collections.abc.Mapping):\n    n = 5\n    def __getitem__(self, key): return 7\n"
        "    def __iter__(self): return iter(['n'])\n    def __len__(self): return 1"
    ),
    "of a sequence": (
        "class C(collections.abc.Sequence):\n    n = 5\n    def __getitem__(self, key): return (5, 6, 7)[key]\n"
        "    def __len__(self): return 3"
    ),
    "of Counter": ("class C(collections.Counter): n = 5", "C(n=5)"),
    "of defaultdict": ("class C(collections.defaultdict): n = 5", "C(int, n=5)"),
    "of deque": ("class C(collections.deque): n = 5", "C([5, 6])"),
    "of OrderedDict": ("class C(collections.OrderedDict): n = 5", "C(n=5)"),
    "of a thread": "import threading\nclass C(threading.Thread):\n    n = 5\n    def run(self): self.n = 6",
    "of a local": f"import threading\nclass C(threading.local):\n{BODY}",
    "of a namespace": (
        "class C(types.SimpleNamespace):\n    k = 6\n    def m(self): return 4",
        "C(n=5)",
    ),
    "of a parser": "import argparse\nclass C(argparse.ArgumentParser): n = 5",
    "of a path": ("import pathlib\nclass C(type(pathlib.Path())): n = 5", "C('abc')"),
    "of a date": ("import datetime\nclass C(datetime.date): n = 5", "C(2020, 3, 4)"),
    "of a delta": ("import datetime\nclass C(datetime.timedelta): n = 5", "C(5)"),
    "of Fraction": ("import fractions\nclass C(fractions.Fraction): n = 5", "C(10, 2)"),
    "of a property": ("class C(property): n = 5", "C(lambda self: 5)"),
    "of type": ("class C(type): n = 5", "C('D', (), dict(k=6))"),
    "of a partial": ("class C(functools.partial): n = 5", "C(lambda *a: 5)"),
    "of a module": ("class C(types.ModuleType): n = 5", "C('abc')"),
    "of an encoder": "import json\nclass C(json.JSONEncoder):\n    n = 5\n    def default(self, x): return 5",
    "of a test case": "import unittest\nclass C(unittest.TestCase):\n    n = 5\n    def runTest(self): pass",
    "of a random": ("import random\nclass C(random.Random): n = 5", "C(5)"),
    "of a writer": "import io\nclass C(io.StringIO): n = 5",
    "of a stack": "class C(contextlib.ExitStack): n = 5",
    "of a decorator": "class C(contextlib.ContextDecorator):\n    n = 5\n    def __enter__(self): return 7\n    def __exit__(self, *a): pass",
    "of a visitor": "import ast\nclass C(ast.NodeVisitor):\n    n = 5",
    "of a template": ("import string\nclass C(string.Template): n = 5", "C('$abc')"),
}
