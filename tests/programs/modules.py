"""Productions about modules: globals that are rebound, imports, and programs of several files."""

from __future__ import annotations

from .writer import PRODUCTIONS, UNKNOWN, Writer, production


@production("global rebound", nested=False)
def global_rebound(w: Writer):
    g, f, use = w.name("state"), w.name("start"), w.name("use")
    way = w.rng.randrange(4)
    w.line(f"{g} = {w.either('None', '()', '0')}")
    with w.block(f"def {f}(n{w.either('', ', **more')}):", n=3):
        if way == 0:
            w.line(f"global {g}")
            w.line(f"{g} = np.zeros((n, 2))")
        elif way == 1:
            w.line(f"globals().update({g}=np.zeros((n, 2)))")
        elif way == 2:
            w.line(f"globals()['{g[:3]}' + '{g[3:]}'] = np.zeros((n, 2))")
        else:
            w.need("import sys")
            w.line(
                f"sys._getframe().f_globals['{g}'] = np.zeros((n, 2))"
                if w.flip()
                else f"setattr(sys.modules[__name__], '{g}', np.zeros((n, 2)))"
            )
    with w.block(f"def {use}():"):
        w.line(
            w.either(
                f"return {g}[2, 1] + 1",
                f"return {g}.sum(axis=1)",
                f"return len({g})",
                f"return np.vstack([{g}, np.ones((1, 2))])",
            )
        )
    w.line(f"{f}({w.either('3', w.hidden(3))})")
    w.bind(f"{use}()", "c", value=UNKNOWN)
    if w.flip():
        w.bind(f"{g}[0]", "c", value=UNKNOWN)
    w.know(g)
    w.step()


@production("star import", 0.7, nested=False)
def star_import(w: Writer):
    way = w.rng.randrange(3)
    if way == 0:
        w.line("from posix import *")
        w.bind('open("/", O_RDONLY, dir_fd=None)', "fd", value=UNKNOWN)
    elif way == 1:
        w.line("from math import *")
        w.bind(
            w.either("sqrt(4) + pi", "floor(2.5) * [1]", "pow(2, 3) + 1.5", "hypot(3, 4)"),
            "c",
            value=UNKNOWN,
        )
    else:
        w.line("from numpy import *")
        w.bind(
            w.either(
                "sum(ones((2, 3)), 0)",
                "max(arange(4), 0)",
                "round(zeros(3), 1) + ones(3)",
                "abs(ones(2)) + 1",
                "any(ones((2, 2)), 1)",
            ),
            "c",
            value=UNKNOWN,
        )
    w.step()


@production("unknown module", 0.7, nested=False)
def unknown_module(w: Writer):
    """What a module that the checker has no source of gives."""
    way = w.rng.randrange(4)
    if way == 0:
        w.need("import select")
        flags = w.bind("0", "flags", value=UNKNOWN)
        w.line(f"{flags} |= select.POLLIN | select.POLLPRI")
        w.bind(f"{flags} << 1", "c", value=UNKNOWN)
    elif way == 1:
        w.need("import importlib")
        m = w.bind(
            w.either("importlib.import_module('ma' + 'th')", "__import__('math')"),
            "m",
            value=UNKNOWN,
        )
        w.bind(
            w.either(
                f"[1] * int({m}.sqrt(4))",
                f"({m}.tau, {m}.pi)[1] + 1",
                f"np.ones(int({m}.ceil(2.5)))[2]",
            ),
            "c",
            value=UNKNOWN,
        )
        w.bind(f"getattr({m}, 'trace', None) is None", "c", value=UNKNOWN)
    elif way == 2:
        w.need("import json")
        d = w.bind('json.loads(\'{"rows": [[1, 2], [3, 4]], "k": 2}\')', "d", value=UNKNOWN)
        w.bind(
            w.either(
                f"np.array({d}['rows']) @ np.ones({d}['k'])",
                f"{d}['rows'][1][1] + 1",
                f"[0] * {d}['k']",
                f"np.eye({d}['k'])[1]",
            ),
            "c",
            value=UNKNOWN,
        )
    else:
        w.need("import pickle")
        a = w.array(least=1, kinds="f")
        x = w.bind(f"pickle.loads(pickle.dumps({a}))", "x", value=UNKNOWN)
        w.bind(
            w.either(f"{x} + {a}", f"[2.0] * {x}", f"np.stack([{x}, {a}])", f"{x}[0]"),
            "c",
            value=UNKNOWN,
        )
    w.step()


@production("modules", 0.0, nested=False)
def modules(w: Writer):
    """Chosen by `generate`, before all others: a helper, and how main takes names from it."""
    name = w.either("shapes", "tools", "model", "layers")
    w.open(name)
    w.line("backend = None")
    w.line("sizes = ()")
    w.know("backend")
    w.know("sizes")
    a = w.make((3,), "float64")
    with w.block("def set_backend(n):", n=3):
        w.line("global backend, sizes")
        w.line("backend = np.zeros((n, 2))")
        w.line("sizes = (n, 2)")
    with w.block("def fill(obj, n):", n=3):
        w.line("obj.core = np.zeros((n, 2))")
    among = [p for p in PRODUCTIONS.values() if p.weight and p.name != "star import"]
    for _ in range(w.rng.randint(0, 2)):
        w.produce(among)
    second = w.either(None, "late") if w.flip(0.6) else None
    if second:
        with w.block("def later(x):", x=w.value(a)):
            w.line(f"import {second}")
            w.line(f"return {second}.double(x)")
    helper = w.scopes[0]
    if second:
        w.mark("modules that import each other")
        w.open(second)
        w.line(f"import {name}")
        with w.block("def double(x):", x=w.value("np.ones(3)")):
            w.step()
            w.line(w.either("return x * 2", f"return x + {name}.{a}"))
        with w.block("def assign(n):", n=3):
            w.line(f"{name}.backend = np.ones((n, 2))")
            w.line(f"{name}.sizes = [n]")
    w.open("main")
    w.line(f"import {name}")
    if w.flip(0.4):
        w.line(f"from {name} import *")
        w.know(a, helper.values[a])
    else:
        w.line(f"from {name} import {a}, set_backend, backend as early")
        w.know(a, helper.values[a])
        for f, arguments in helper.calls:
            if w.flip(0.6) and all(arg in w.live or arg.isdigit() for arg in arguments):
                w.line(f"from {name} import {f}")
                w.offer(f, arguments)
    if second and w.flip():
        w.line(f"import {second}")
        w.line(f"{second}.assign(3)")
    else:
        w.line(
            w.either(
                f"{name}.set_backend(3)", f"{name}.backend = np.eye(3, 2); {name}.sizes = (3, 2)"
            )
        )
    w.bind(
        w.either(
            f"{name}.backend[2, 1]",
            f"{name}.backend @ np.ones(2)",
            f"len({name}.backend)",
            f"{name}.sizes[0]",
            f"np.zeros({name}.sizes)",
        ),
        "c",
        value=UNKNOWN,
    )
    if second:
        w.bind(f"{name}.later({a})", "c", value=UNKNOWN)
    if w.flip(0.4):
        cls = w.name("Holder")
        with w.block(f"class {cls}:"):
            with w.block("def __init__(self):"):
                w.line("self.core = None")
            with w.block("def total(self):"):
                w.line(w.either("return self.core.sum(axis=1)", "return self.core[2, 1]"))
        o = w.bind(f"{cls}()", "o", value=UNKNOWN)
        w.line(f"{name}.fill({o}, 3)")
        w.bind(w.either(f"{o}.total()", f"{o}.core[1]"), "c", value=UNKNOWN)
    if w.flip():
        use = w.name("use")
        with w.block(f"def {use}():"):
            w.line(f"from {name} import backend")
            w.line(
                w.either(
                    "return backend.shape[1]",
                    "return backend[0] + backend[1]",
                    "return backend.T @ backend",
                )
            )
        w.bind(f"{use}()", "c", value=UNKNOWN)
    w.step()
