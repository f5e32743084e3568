"""Productions about classes: bases, properties, dataclasses, operators, containers."""

from __future__ import annotations

from .writer import UNKNOWN, Writer, production


def make(w: Writer, cls: str, arguments: list[str], attribute: str = "") -> str:
    """An instance, known to be one."""
    o = w.bind(f"{cls}({', '.join(arguments)})", "o", value=UNKNOWN)
    if attribute:
        w.own(o, attribute)
    return o


@production("inheritance", 1.5, nested=False)
def inheritance(w: Writer):
    base, sub = w.name("Base"), w.name("Sub")
    n = w.rng.randint(2, 5)
    with w.block(f"class {base}:"):
        if w.flip(0.3):
            w.line(f"size = {n}")
        with w.block("def __init__(self, n, scale=1.0):", n=n):
            w.line(
                f"self.data = {w.either('np.ones(n) * scale', 'np.zeros((n, 2)) + scale', 'np.arange(n)')}"
            )
            w.line("self.n = n")
        with w.block("def total(self):"):
            w.line(
                f"return {w.either('self.data.sum(axis=0)', 'self.scaled(2).sum()', 'self.data[self.n - 1]')}"
            )
        with w.block("def scaled(self, k):", k=2):
            w.line("return self.data * k")
    with w.block(f"class {sub}({base}):"):
        if w.flip(0.6):
            with w.block("def __init__(self, n):", n=n):
                w.line(w.either("super().__init__(n + 1)", f"{base}.__init__(self, n, scale=0.5)"))
                w.line("self.weights = np.linspace(0, 1, len(self.data))")
                w.step()
        with w.block("def scaled(self, k):", k=2):
            w.line(
                w.either(
                    "return super().scaled(k) + 1",
                    "return self.data[::-1] * k",
                    "return np.asarray(k * self.data)",
                )
            )
    w.offer(sub, [str(n)])
    o = make(w, w.either(base, sub), [str(n)], "total()")
    w.bind(
        f"{o}.{w.either('total()', 'scaled(3)', 'data + 1', 'data[-1]', 'data.shape')}",
        "c",
        value=UNKNOWN,
    )
    if w.flip(0.4):
        w.bind(f"[item.total() for item in ({base}({n}), {sub}({n}))]", "both", value=UNKNOWN)
    w.step()


@production("property", nested=False)
def property_(w: Writer):
    cls = w.name("Grid")
    n = w.rng.randint(2, 5)
    with w.block(f"class {cls}:"):
        with w.block("def __init__(self, values):", values=w.value(f"np.ones({n})")):
            w.line("self._values = np.asarray(values, dtype=float)")
            w.line("self._mean = None")
        w.line("@property")
        with w.block("def mean(self):"):
            with w.block("if self._mean is None:"):
                w.line("self._mean = self._values.mean(axis=0)")
            w.line("return self._mean")
        w.line("@property")
        with w.block("def values(self):"):
            w.line("return self._values")
        w.line("@values.setter")
        with w.block("def values(self, new):"):
            w.line("self._values = np.atleast_1d(new)")
            w.line("self._mean = None")
    a = w.array(least=1, kinds="f")
    o = make(w, cls, [a], "mean")
    w.line(
        f"{o}.values = {w.either('np.zeros((4, 2))', '3', f'{o}.values[1:]', f'{o}.values * 2')}"
    )
    w.bind(
        w.either(f"{o}.values - {o}.mean", f"{o}.mean + 1", f"{o}.values.shape"), "c", value=UNKNOWN
    )
    if w.flip(0.4):
        w.line(f"{o}._values.shape = (-1,)")
        w.line(f"flat = {o}.values[0]")
    w.step()


@production("dataclass", nested=False)
def dataclass_(w: Writer):
    w.need("from dataclasses import dataclass, field, KW_ONLY")
    cls, sub = w.name("Point"), w.name("Sub")
    n = w.rng.randint(2, 4)
    way = w.rng.randrange(3)
    frozen = w.either(
        "@dataclass", "@dataclass", "@dataclass(frozen=True)", "@dataclass(order=True, slots=True)"
    )
    w.line(frozen)
    with w.block(f"class {cls}:"):
        w.line("pos: np.ndarray")
        if way == 0:
            w.line("_: KW_ONLY")
        w.line(f"size: int = {n}")
        w.line(
            f"extra: {w.either('list = field(default_factory=list)', 'dict = field(default_factory=dict)', 'object = None')}"
        )
        with w.block("def length(self):"):
            w.line(
                w.either(
                    "return np.sqrt((self.pos ** 2).sum())",
                    "return self.pos[: self.size].sum()",
                    "return len(self.pos)",
                )
            )
    arguments = [f"np.ones({n})"]
    w.offer(cls, arguments)
    if way == 1:
        with w.block(f"class {sub}({cls}):"), w.block("def half(self):"):
            w.line("return self.pos[: self.size // 2]")
        o = make(w, sub, [f"pos=np.zeros({n})", "size=2"], "half()")
    elif way == 2:
        if "frozen" not in frozen and "slots" not in frozen:
            w.line("@dataclass")
            with w.block(f"class {sub}({cls}):"):
                w.line("tag: str = 'x'")
                with w.block("def __post_init__(self):"):
                    w.line("self.norm = self.pos / (self.pos.sum() + 1)")
            o = make(w, sub, [*arguments, f"size={n}", "tag='y'"], "norm")
        else:
            o = make(w, cls, arguments, "size")
    else:
        o = make(w, cls, [*arguments, "size=2"], "length()")
    w.bind(
        w.either(f"{o}.pos * {o}.size", f"{o}.length()", f"{o}.pos[-1]", f"{o}.extra"),
        "c",
        value=UNKNOWN,
    )
    w.step()


@production("operators", 0.9, nested=False)
def operators(w: Writer):
    cls = w.name("Unit")
    n = w.rng.randint(2, 4)
    with w.block(f"class {cls}:"):
        w.line("__array_ufunc__ = None") if w.flip(0.4) else None
        with w.block("def __init__(self, value=None):"):
            w.line("self.value = value")
        with w.block("def __rmul__(self, left):"):
            w.line(f"return {cls}(np.asarray(left))" if w.flip() else f"return {cls}(len(left))")
        with w.block("def __rmatmul__(self, left):"):
            w.line("return left")
    table = w.bind(f"{{'unit': {cls}(), 'two': 2}}", "units", value=UNKNOWN)
    w.need("import sys")
    unit = w.bind(
        w.either(
            f"{cls}()",
            f"{table}['un' + 'it']",
            f"getattr(sys.modules[__name__], '{cls}')()",
            f"globals()['{cls}']()",
        ),
        "unit",
        value=UNKNOWN,
    )
    w.bind(
        w.either(
            f"([3.0, 0.5] * {unit}).value",
            f"('m' * {unit}).value",
            f"(([1] * {n}) * {unit}).value",
            f"((1, 2) * {unit}).value",
            f"[1, 2] @ {unit}",
        ),
        "c",
        value=UNKNOWN,
    )
    w.step()


@production("container class", nested=False)
def container(w: Writer):
    cls = w.name("Bag")
    a = w.array(least=1, kinds="f")
    with w.block(f"class {cls}:"):
        with w.block("def __init__(self, *items, **named):"):
            w.line("self.items = list(items)")
            w.line("self.__dict__.update(named)")
        with w.block("def __getitem__(self, key):"):
            w.line(
                w.either(
                    "return self.items[key]",
                    "return self.__dict__[key] if isinstance(key, str) else self.items[key]",
                )
            )
        with w.block("def __len__(self):"):
            w.line("return len(self.items)")
        way = w.rng.randrange(3)
        if way == 0:
            with w.block("def __iter__(self):"):
                w.line(w.either("yield from self.items", "return iter(self.items)"))
        elif way == 1:
            with w.block("def __getattr__(self, name):"):
                w.line("return getattr(self.items[0], name)")
        else:
            with w.block("def __call__(self, k):"):
                w.line("self.items.append(k)")
                w.line("return self")
    o = make(w, cls, [a, a, f"more={a}"], "more")
    w.bind(
        w.either(
            f"{o}[0] + {o}[-1]",
            f"[len(v) for v in {o}]",
            f"{o}.more * 2",
            f"np.stack({o}.items)",
            f"len({o})",
        ),
        "c",
        value=UNKNOWN,
    )
    if way == 1:
        w.bind(f"{o}.shape[0]", "c", value=UNKNOWN)
    if way == 2:
        w.line(f"{o}({a}[0])(3)")
        w.bind(f"{o}[3] + 1", "c", value=UNKNOWN)
    w.step()


@production("enum and named tuple", 0.8, nested=False)
def named(w: Writer):
    if w.flip():
        w.need("from collections import namedtuple")
        cls = w.name("Pair")
        w.line(
            f"{cls} = namedtuple('{cls}', {w.either(repr('left right'), repr(['left', 'right']))})"
        )
        p = w.bind(f"{cls}(np.ones(3), right=2)", "p", value=UNKNOWN)
        w.line(f"left, right = {p}")
        w.bind(
            w.either(
                "left * right",
                f"{p}.left[2] + {p}[1]",
                f"{p}._replace(right=np.ones((2, 3))).right @ left",
            ),
            "c",
            value=UNKNOWN,
        )
    else:
        w.need("import enum")
        cls = w.name("Kind")
        if w.flip():
            w.need("import dataclasses")
            w.line("@dataclasses.dataclass")
        with w.block(f"class {cls}({w.either('enum.Enum', 'enum.IntEnum')}):"):
            w.line("ROWS = 0")
            w.line("COLUMNS = 1")
        a = w.array(ndim=2)
        w.bind(
            w.either(
                f"{a}.sum(axis={cls}.ROWS.value)",
                f"[np.ones(k.value + 1) for k in {cls}]",
                f"{a}.shape[{cls}(1).value]",
                f"{cls}['ROWS'].name + 'x'",
            ),
            "c",
            value=UNKNOWN,
        )
    w.step()


@production("abstract and class methods", 0.8, nested=False)
def abstract(w: Writer):
    w.need("import abc")
    w.need("import functools")
    base, sub = w.name("Layer"), w.name("Dense")
    n = w.rng.randint(2, 4)
    with w.block(f"class {base}(abc.ABC):"):
        w.line("@abc.abstractmethod")
        with w.block("def forward(self, x):"):
            w.line(w.either("...", "raise NotImplementedError"))
        with w.block("def __call__(self, x):"):
            w.line("return self.forward(x)")
        w.line("@classmethod")
        with w.block("def of(cls, *sizes):"):
            w.line("return [cls(a, b) for a, b in zip(sizes, sizes[1:])]")
    with w.block(f"class {sub}({base}):"):
        with w.block("def __init__(self, a, b):"):
            w.line("self.w = np.ones((a, b))")
            w.line("self.b = np.zeros(b)")
        with w.block("def forward(self, x):"):
            w.line("return x @ self.w + self.b")
        w.line("@functools.cached_property")
        with w.block("def norm(self):"):
            w.line("return float(np.abs(self.w).sum())")
    layers = w.bind(f"{sub}.of({n}, 5, 2)", "layers", value=UNKNOWN)
    w.bind(
        f"functools.reduce(lambda x, layer: layer(x), {layers}, np.ones((3, {n})))",
        "c",
        value=UNKNOWN,
    )
    x = w.name("h")
    w.line(f"{x} = np.ones({n})")
    with w.block(f"for layer in {layers}:"):
        w.line(f"{x} = layer({x})")
    o = w.bind(f"{layers}[{w.either('0', '-1')}]", "o", value=UNKNOWN)
    w.own(o, "norm")
    w.step()
