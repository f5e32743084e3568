"""Productions about classes that change classes: metaclasses, decorators, descriptors, hooks."""

from __future__ import annotations

from .classes import make
from .writer import UNKNOWN, Writer, production


@production("metaclass", 0.8, nested=False)
def metaclass(w: Writer):
    meta, base, cls = w.name("Meta"), w.name("Base"), w.name("Model")
    n = w.rng.randint(2, 4)
    way = w.rng.randrange(4)
    with w.block(f"class {meta}(type):"):
        if way == 0:
            with w.block("def __call__(cls, *args, twice=None):"):
                w.line(
                    "return super().__call__(*args, *args) if twice else type.__call__(cls, *args, 2)"
                )
        elif way == 1:
            with w.block("def __new__(mcs, name, bases, space, **options):"):
                w.line("cls = super().__new__(mcs, name, bases, space)")
                w.line("cls.names = tuple(k for k in space if not k.startswith('_'))")
                w.line(f"cls.table = np.ones((len(cls.names), {n}))")
                w.line("return cls")
        elif way == 2:
            with w.block("def __init__(cls, name, bases, space):"):
                w.line("super().__init__(name, bases, space)")
                w.line("cls.registry = dict(getattr(cls, 'registry', {}))")
                w.line("cls.registry[name] = cls")
                w.line("cls.build = classmethod(lambda cls, k: cls(k, k))")
        else:
            with w.block("def __getattr__(cls, name):"):
                w.line("return np.zeros(len(name))")
            with w.block("def __len__(cls):"):
                w.line(f"return {n}")
    with w.block(f"class {base}(metaclass={meta}):"):
        if way == 1:
            w.line("names = ()")
            w.line("table = np.zeros((0, 1))")
        with w.block("def __init__(self, a, b):", a=2, b=2):
            w.line("self.data = np.ones((a, b))")
    with w.block(f"class {cls}({base}):"):
        w.line("alpha = 1")
        w.line("beta = None")
    if way == 0:
        o = make(w, cls, [str(n), "twice=True"] if w.flip() else [str(n)], "data")
        w.bind(f"{o}.data[{n - 1}, 1]", "c", value=UNKNOWN)
    elif way == 1:
        w.bind(
            w.either(
                f"{cls}.names[0]",
                f"{cls}(2, 3).names[1]",
                f"{cls}.table[1] + np.ones({n})",
                f"{cls}.table.T @ {cls}.table",
            ),
            "c",
            value=UNKNOWN,
        )
    elif way == 2:
        w.bind(
            w.either(
                f"{cls}.build(3).data",
                f"{base}.registry[{base!r}]",
                f"{cls}.registry[{cls!r}](2, 1).data.T",
            ),
            "c",
            value=UNKNOWN,
        )
    else:
        w.bind(
            w.either(f"{cls}.weights[{6}]", f"len({cls})", f"{cls}.bias + np.ones(4)"),
            "c",
            value=UNKNOWN,
        )
    w.step()


@production("class decorator", 0.7, nested=False)
def class_decorator(w: Writer):
    deco, cls = w.name("deco"), w.name("Tool")
    n = w.rng.randint(2, 4)
    way = w.rng.randrange(4)
    with w.block(f"def {deco}(cls):"):
        if way == 0:
            with w.block("def start(self, a, b=2):"):
                w.line("self.data = np.ones((a, b))")
            w.line("cls.__init__ = start")
            w.line("return cls")
        elif way == 1:
            w.line("return cls()")
        elif way == 2:
            with w.block("class Wrapped(cls):"), w.block("def __init__(self, *args):"):
                w.line("super().__init__()")
                w.line("self.data = np.ones((len(args) + 1, 3))")
            w.line("return Wrapped")
        else:
            w.line(f"cls.extra = np.zeros({n})")
            w.line("setattr(cls, 'more' + 'over', lambda self, k: self.extra[:k])")
            w.line("return cls")
    w.line(f"@{deco}")
    with w.block(f"class {cls}:"):
        with w.block("def __init__(self):"):
            w.line("self.data = np.zeros(1)")
        with w.block("def rows(self):"):
            w.line("return self.data")
    if way == 0:
        w.bind(f"{cls}(3).rows()[2, 1]", "c", value=UNKNOWN)
    elif way == 1:
        w.bind(w.either(f"{cls}.rows()", f"{cls}.data[0]"), "c", value=UNKNOWN)
    elif way == 2:
        w.bind(f"{cls}(1, 2).rows()[2, 2]", "c", value=UNKNOWN)
    else:
        w.bind(w.either(f"{cls}().moreover(2)[1]", f"{cls}.extra[{n - 1}]"), "c", value=UNKNOWN)
    w.step()


@production("class with branches", 0.8, nested=False)
def branches(w: Writer):
    cls = w.name("Port")
    with w.block(f"class {cls}:"):
        truth = w.flip()
        with w.block(f"if {w.condition(truth)}:"):
            with w.block("def get(self, a):"):
                w.line("return np.ones(a)")
            w.line("width = 2")
            with w.block("def __enter__(self):"):
                w.line("return self")
        with w.block("else:"):
            with w.block("def get(self, a, b):"):
                w.line("return np.ones((a, b))")
            w.line("width = (2, 3)")
            with w.block("def __enter__(self):"):
                w.line("return self, 1")
        with w.block("def __exit__(self, *error):"):
            w.line("return False")
    w.bind(f"{cls}().get({'3' if truth else '3, 2'})", "c", value=UNKNOWN)
    with w.block(f"with {cls}() as {'p' if truth else '(p, k)'}:"):
        w.line(f"got = p.{'width + 1' if truth else 'width[1]'}")
        w.step()


@production("descriptor", 0.8, nested=False)
def descriptor(w: Writer):
    desc, cls = w.name("Field"), w.name("Record")
    n = w.rng.randint(2, 4)
    way = w.rng.randrange(3)
    with w.block(f"class {desc}:"):
        with w.block("def __set_name__(self, owner, name):"):
            w.line("self.key = '_' + name")
        with w.block("def __get__(self, obj, owner=None):"):
            if way == 0:
                w.line("return obj.__dict__.setdefault(self.key, {})")
            else:
                with w.block("if obj is None:"):
                    w.line("return self")
                w.line(f"return obj.__dict__.get(self.key, np.zeros({n}))")
        if way != 1:
            with w.block("def __set__(self, obj, value):"):
                w.line(
                    "obj.__dict__[self.key] = np.atleast_2d(value)"
                    if way == 2
                    else "obj.__dict__[self.key] = value"
                )
    with w.block(f"class {cls}:"):
        w.line(f"meta = {desc}()")
    o = make(w, cls, [], "meta")
    if way == 0:
        w.line(f"{o}.meta['k'] = np.ones({n})")
        w.bind(
            w.either(f"{o}._meta['k']", f"{o}.meta['k'] + np.ones({n})", f"list({o}.meta)[0]"),
            "c",
            value=UNKNOWN,
        )
    else:
        w.line(f"{o}.meta = {w.either('3', f'np.ones({n})')}")
        if way == 2:
            w.bind(
                w.either(f"{o}.meta[0, 0]", f"{o}._meta.T", f"{o}.meta.shape[1]"),
                "c",
                value=UNKNOWN,
            )
        else:
            w.bind(f"{o}.meta * 2", "c", value=UNKNOWN)
    w.step()


@production("class hooks", 0.8, nested=False)
def hooks(w: Writer):
    base, sub = w.name("Plug"), w.name("Sub")
    way = w.rng.randrange(3)
    with w.block(f"class {base}:"):
        if way == 0:
            w.line("found = []")
            with w.block("def __init_subclass__(cls, width=2, **more):"):
                w.line("super().__init_subclass__(**more)")
                w.line("cls.width = width")
                w.line("cls.found.append(cls)")
        elif way == 1:
            with w.block("def __class_getitem__(cls, item):"):
                w.line("return np.zeros(item)")
        else:
            with w.block("def __new__(cls, *args):"):
                w.line("made = super().__new__(cls)")
                w.line("made.args = np.array(args)")
                w.line(w.either("return made", "return made if args else None"))
    if way == 0:
        with w.block(f"class {sub}({base}, width={w.either('3', '(2, 2)')}):"):
            w.line("pass")
        w.line(f"{base}.__init_subclass__()")
        w.bind(
            w.either(f"np.ones({sub}.width)", f"{base}.found[0]()", f"{sub}.found[-1].width"),
            "c",
            value=UNKNOWN,
        )
    elif way == 1:
        w.bind(
            w.either(f"{base}[3] + np.ones(3)", f"{base}[2, 3].T @ np.ones(2)", f"{base}[4][3]"),
            "c",
            value=UNKNOWN,
        )
    else:
        w.bind(
            w.either(f"{base}(1, 2, 3).args[2]", f"{base}(1, 2).args + np.ones(2)", f"{base}()"),
            "c",
            value=UNKNOWN,
        )
    w.step()


@production("attributes from elsewhere", 0.9, nested=False)
def elsewhere(w: Writer):
    cls, f = w.name("Core"), w.name("setup")
    n = w.rng.randint(2, 4)
    with w.block(f"class {cls}:"):
        w.line("scale = None")
        w.line("rows = ()")
        with w.block("def __init__(self):"):
            w.line("self.core = None")
        with w.block("def run(self):"):
            w.line(
                w.either(
                    "return self.core + self.scale",
                    "return self.scale * 2",
                    "return self.rows[0]",
                    "return self.core[1:] * self.core[:-1]",
                )
            )
    with w.block(f"def {f}(obj, name):"):
        w.line("setattr(obj, name, np.arange(4))")
        w.line("return obj")
    w.line(
        w.either(
            f"{cls}.scale = np.ones(4)",
            f"setattr({cls}, 'sca' + 'le', 3)",
            f"vars({cls}())['scale'] = 1; {cls}.scale = 2",
        )
    )
    w.line(f"{cls}.rows = ({n}, {n + 1})")
    o = make(w, cls, [], "scale")
    w.line(f"{f}({o}, {w.either(repr('core'), repr('co') + ' + ' + repr('re'))})")
    w.bind(f"{o}.run()", "c", value=UNKNOWN)
    w.step()


@production("shape assigned in a method", 0.8, nested=False)
def shape_in_method(w: Writer):
    cls = w.name("Table")
    m, n = w.rng.randint(2, 4), w.rng.randint(2, 4)
    with w.block(f"class {cls}:"):
        with w.block("def __init__(self, data):"):
            w.line(
                w.either("self.data = data", "self.data = np.asarray(data)", "self.data = data * 1")
            )
        with w.block("def fold(self, rows):"):
            w.line("self.data.shape = (rows, -1)")
            w.line(w.either("return self", "return None"))
        with w.block("def cell(self, i, j):"):
            w.line("return self.data[i, j]")
    o = w.bind(f"{cls}(np.arange({m * n}))", "o", value=UNKNOWN)
    w.line(f"{o}.fold({w.either(str(m), w.hidden(m))})")
    w.bind(
        w.either(
            f"{o}.data[{m - 1}, {n - 1}]",
            f"{o}.cell(0, 1)",
            f"{o}.data + np.ones({n})",
            f"{o}.data.sum(axis=1)",
        ),
        "c",
        value=UNKNOWN,
    )
    w.step()
