"""Productions about names: closures, guards, registries, decorators, coroutines."""

from __future__ import annotations

from .writer import UNKNOWN, Writer, production


@production("closure")
def closure(w: Writer):
    outer, f = w.name("make"), w.name("f")
    a = w.array(least=1, kinds="f")
    way = w.rng.randrange(3)
    with w.block(f"def {outer}(k{w.either('', '=2')}):", k=2):
        w.line("count = 0")
        w.line("seen = None")
        with w.block("def inner(x):", x=w.value(a), k=2):
            w.line("nonlocal count, seen")
            w.line("count += 1")
            w.line(
                w.either(
                    "seen = x if seen is None else np.concatenate([seen, x])",
                    "seen = x * k",
                    "seen = x.shape",
                )
            )
            if way == 0:
                w.step()
            w.line(w.either("return x * k + count", "return seen", "return x[count % 2:]"))
        w.line(
            w.either("return inner", "return lambda x: inner(x * 1.0)") if way else "return inner"
        )
    w.line(f"{f} = {outer}({w.either('2', '0.5')})")
    w.offer(f, [a])
    w.line(f"{f}({a})")
    w.bind(f"{f}({a})", "c", value=UNKNOWN)
    if w.flip(0.4):
        fs = w.bind(f"[lambda x, k=k: x[k:] for k in range({w.shape(a)[0]})]", "fs", value=UNKNOWN)
        w.bind(f"[g({a}).shape[0] for g in {fs}]", "c", value=UNKNOWN)
    w.step()


@production("guard")
def guard(w: Writer):
    f = w.name("f")
    a = w.array(ndim=2, kinds="f")
    n = w.shape(a)[1]
    w.need("from numpy import isscalar, iterable")
    way = w.rng.randrange(6)
    with w.block(f"def {f}(x, *rest):", x=w.value(a)):
        if way == 0:
            with w.block(
                w.either(
                    "if isscalar(x):",
                    "if not callable(x) and isscalar(x):",
                    "if isinstance(x, int) or isscalar(x):",
                )
            ):
                w.line(f"x = np.eye({n}) * x")
            w.line("return x.shape[1]")
        elif way == 1:
            with w.block("if not iterable(x):"):
                w.line("return x + 1")
            w.line("return [v for v in x]")
        elif way == 2:
            with w.block("if hasattr(x, 'values'):"):
                w.line("return x.values + 1")
            w.line("return np.asarray(x)")
        elif way == 3:
            with w.block(
                f"if {w.either(repr('info') + ' in getattr(x, ' + repr('__dict__') + ', ())', 'getattr(x, ' + repr('info') + ', None) is not None')}:"
            ):
                w.line("return x.info")
            w.line("return x")
        elif way == 4:
            with w.block("try:"):
                w.line("return x.tocsr()")
            with w.block(
                f"except {w.either('AttributeError', 'Exception', '(TypeError, AttributeError)')}:"
            ):
                w.line("return x")
        else:
            with w.block(
                f"if {w.either('np.ndim(x) == 0', 'not np.shape(x)', 'isinstance(x, (int, float))')}:"
            ):
                w.line(f"x = np.full((1, {n}), x)")
            w.line("return x[:, 0]")
    w.offer(f, [a])
    w.bind(f"{f}({a})", "c", value=UNKNOWN)
    w.bind(f"{f}({w.either('2', '2.5', '3')})", "c", value=UNKNOWN)
    w.step()


@production("function attributes", 0.6, nested=False)
def function_attributes(w: Writer):
    f = w.name("use")
    with w.block(f"def {f}(x):"):
        w.line('"""Does it. Usage: f(x)"""')
        w.line(w.either("return x + 1", "return np.atleast_1d(x)"))
    w.line(f"{f}.cache = np.ones(3)")
    w.bind(
        w.either(
            f'{f}.__doc__.split("Usage:")[1]',
            f"{f}.__module__ + '.x'",
            f"{f}.__name__.upper()",
            f"{f}.cache[2]",
            f"{f}.__code__.co_argcount + 1",
            f"{f}.__dict__['cache'] + np.ones(3)",
        ),
        "c",
        value=UNKNOWN,
    )
    w.offer(f, ["2"])
    w.step()


@production("coroutine", 0.6, nested=False)
def coroutine(w: Writer):
    f = w.name("fetch")
    n = w.rng.randint(2, 4)
    with w.block(f"async def {f}(n):", n=n):
        w.line("return np.ones(n)")
    if w.flip():
        c = w.bind(f"{f}({n})", "c", value=UNKNOWN)
        w.line(f"{c}.close()")
    else:
        w.need("import asyncio")
        main = w.name("main")
        with w.block(f"async def {main}():"):
            w.line(f"x = await {f}({n})")
            w.line(
                w.either(
                    f"y, z = await asyncio.gather({f}(2), {f}({n}))", f"y = z = await {f}({n})"
                )
            )
            w.line(w.either("return x + z", "return x[0] + y[1]"))
        w.bind(f"asyncio.run({main}())", "c", value=UNKNOWN)
    w.step()


@production("registry", nested=False)
def registry(w: Writer):
    table, deco = w.name("TABLE"), w.name("register")
    a = w.array(least=1, kinds="f")
    w.line(f"{table} = {{}}")
    with w.block(f"def {deco}(name):"):
        with w.block("def wrap(f):"):
            w.line(f"{table}[name{w.either('', ' + str(len(name))', '.lower()')}] = f")
            w.line(w.either("return f", "return lambda *a, **k: f(*a, **k)", "return None"))
        w.line("return wrap")
    for name, result in w.rng.sample(
        [
            ("plus", "x + k"),
            ("rows", "x[k - 1:]"),
            ("sum", "x.sum() + k"),
            ("wide", "np.stack([x] * k)"),
        ],
        2,
    ):
        w.line(f'@{deco}("{name}")')
        with w.block(
            f"def {name}_{len(w.file.lines)}(x, k={w.either('1', '2')}):", x=w.value(a), k=1
        ):
            w.line(f"return {result}")
    w.bind(f"[f({a}) for f in {table}.values()]", "c", value=UNKNOWN)
    with w.block(f"for key, f in sorted({table}.items()):"):
        w.line(f"got = f({a}, 2)")
        w.line(w.either("size = got.size", "text = key + 'x'", "got = got * 2"))
    w.step()


@production("decorator", nested=False)
def decorator(w: Writer):
    w.need("import functools")
    f, deco = w.name("f"), w.name("deco")
    a = w.array(least=1, kinds="f")
    way = w.rng.randrange(4)
    if way < 3:
        with w.block(f"def {deco}(fn):"):
            if w.flip():
                w.line("@functools.wraps(fn)")
            with w.block("def inner(*args, **kwargs):"):
                if way == 0:
                    w.line("return fn(*args, **kwargs)")
                elif way == 1:
                    w.line("result = fn(*args, 2, **kwargs)")
                    w.line("return result, len(args)")
                else:
                    w.line("return [fn(a, 1, **kwargs) for a in args]")
            w.line("return inner")
        w.line(f"@{deco}")
    else:
        w.line("@functools.lru_cache(maxsize=None)")
    with w.block(f"def {f}(x, k):", x=w.value(a) if way < 3 else 2, k=2):
        if way < 3:
            w.step()
            w.line("return x * k")
        else:
            w.line("return np.ones((x, k))")
    call = [
        f"{f}({a}, 3)",
        f"{f}({a})[0] + 1",
        f"np.concatenate({f}({a}, {a}))",
        f"{f}(2, 3).T @ np.ones(2)",
    ][way]
    w.bind(call, "c", value=UNKNOWN)
    w.bind(f"functools.partial(np.add, {a})(1)", "c")
    w.step()


@production("backend chosen at import", 0.8, nested=False)
def backend(w: Writer):
    xp = w.name("xp")
    n = w.rng.randint(2, 4)
    way = w.rng.randrange(3)
    if way == 0:
        with w.block("try:"):
            w.line(f"import no_such_backend as {xp}")
        with w.block(w.either("except ImportError:", "except Exception:")):
            w.line(f"{xp} = np")
    elif way == 1:
        with w.block(f"if {w.condition(False)}:"):
            w.line(f"import math as {xp}")
        with w.block("else:"):
            w.line(f"{xp} = np")
    else:
        w.line(f"{xp} = {{'numpy': np, 'none': None}}['num' + 'py']")
    w.bind(
        w.either(
            f"{xp}.ones({n}) + {xp}.zeros({n})",
            f"{xp}.sqrt({xp}.arange({n}))[{n - 1}]",
            f"{xp}.linalg.norm({xp}.eye({n}))",
            f"{xp}.stack([{xp}.ones(2)] * {n}).shape[0]",
        ),
        "c",
        value=UNKNOWN,
    )
    w.step()


@production("dispatch", 0.8, nested=False)
def dispatch(w: Writer):
    w.need("import functools")
    f = w.name("measure")
    a = w.array(least=1, kinds="f")
    w.line("@functools.singledispatch")
    with w.block(f"def {f}(x):"):
        w.line(w.either("return None", "raise TypeError(x)", "return x.missing"))
    w.line(f"@{f}.register(np.ndarray)")
    with w.block(f"def {f}_array(x):", x=w.value(a)):
        w.step()
        w.line("return x.shape[0]")
    w.line(f"@{f}.register")
    with w.block(f"def {f}_list(x: list):"):
        w.line(f"return [{f}(v) for v in x]")
    w.bind(
        w.either(f"{f}({a}) + 1", f"{f}([{a}, {a}])[1]", f"{f}.dispatch(list)([{a}])"),
        "c",
        value=UNKNOWN,
    )
    w.step()
