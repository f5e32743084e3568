"""Productions about tests that hang together, exceptions, `with`, and what is computed when asked for."""

from __future__ import annotations

from .writer import UNKNOWN, Writer, production


@production("correlated tests", 1.3, nested=False)
def correlated(w: Writer):
    f = w.name("f")
    n = w.rng.randint(2, 4)
    way = w.rng.randrange(7)
    if way == 0:
        with w.block(f"def {f}(flag):"):
            w.line(f"x = np.ones({n}) if flag else np.ones(({n}, 2))")
            w.line(f"k = {n}")
            with w.block("if flag:"):
                w.line(w.either(f"return x[{n - 1}] + x[0]", f"return x @ np.ones({n})"))
            with w.block(w.either("elif not flag:", "else:", f"elif x.shape == ({n}, 2):")):
                w.line(w.either("return x[0, 1]", "return x @ np.ones(2)"))
        w.bind(f"{f}({w.condition()})", "c", value=UNKNOWN)
        w.bind(f"[{f}(v) for v in (True, False)]", "c", value=UNKNOWN)
    elif way == 1:
        a = w.bind(f"np.arange({n + 2})", "p")
        r = w.bind("np.random.default_rng(3)", "rng", value=UNKNOWN)
        with w.block(f"for i in range(len({a})):"):
            with w.block(
                f"if {r}.random() < 0.3 or i == len({a}) - 1:"
                if w.flip()
                else f"if i == {n + 1} or {w.condition(False)}:"
            ):
                w.line(f"{a}[i] = 0")
            with w.block("else:"):
                w.line(f"{a}[i] = {a}[i + 1]")
    elif way == 2:
        with w.block(f"def {f}(m):"):
            with w.block(
                w.either(
                    "if m.shape[0] != m.shape[1] or not np.allclose(m, m.T):",
                    "if not (m.ndim == 2 and m.shape == m.T.shape):",
                )
            ):
                w.line("return None")
            w.line(
                w.either("return np.linalg.eigvalsh(m)", "return np.trace(m @ m)", "return m + m.T")
            )
        w.bind(f"{f}(np.ones(({n}, {n})))", "c", value=UNKNOWN)
        w.bind(f"{f}(np.ones(({n}, {n + 1})))", "c", value=UNKNOWN)
    elif way == 3:
        done = w.bind("False", "done")
        x = w.bind("()", "x")
        with w.block(f"for i in range({w.either('3', w.hidden(3))}):", i=1):
            with w.block(f"if {done}:"):
                w.line(f"y = {x}[1] + 1")
            with w.block("else:"):
                w.line(f"{x} = np.zeros({n})")
                w.line(f"{done} = {w.either('True', f'{x}.size > 1', 'i < 5')}")
        w.know(x)
        w.know(done)
    elif way == 4:
        mode = w.bind(
            w.either(f"'full' if {w.condition()} else 'thin'", "['thin', 'full'][int('1')]"),
            "mode",
            value=UNKNOWN,
        )
        x = w.bind(f"np.ones(({n}, 2)) if {mode} == 'full' else np.ones({n})", "x", value=UNKNOWN)
        w.bind(f"{x}[:, 1] if {mode} == 'full' else {x}[1]", "c", value=UNKNOWN)
        w.bind(f"{x} if {mode} is {mode} else {x}.nothing", "c", value=UNKNOWN)
        with w.block(f"if {mode} == 'thin' and {x}.shape[0] > 1:"):
            w.line(f"y = {x} + np.ones({n})")
    elif way == 5:
        with w.block(f"def {f}(x, axis=None):"):
            with w.block("if axis is None:"):
                w.line("x, axis = x.ravel(), 0")
            w.line("n = x.shape[axis]")
            w.line("parts = [slice(None)] * x.ndim")
            w.line("parts[axis] = slice(1, n)")
            w.line("return x[tuple(parts)].sum(axis=axis)")
        a = w.array(ndim=2, kinds="f")
        w.bind(f"{f}({a})", "c", value=UNKNOWN)
        w.bind(f"{f}({a}, {w.either('1', '-1', '0')}) + {f}({a})", "c", value=UNKNOWN)
    else:
        with w.block(f"def {f}(x):"):
            w.line(f"small = len(x) < {n}")
            with w.block("if not small:"):
                w.line(f"return x[{n - 1}] * 2")
            w.line(f"pad = {n} - len(x)")
            w.line("return np.concatenate([x, np.zeros(pad)])")
        w.bind(f"{f}(np.ones(1))", "c", value=UNKNOWN)
        w.bind(f"{f}(np.ones({n + 2}))", "c", value=UNKNOWN)
    w.step()


@production("try", 1.6)
def try_(w: Writer):
    rows = w.bind("[]", "rows", value=UNKNOWN)
    a = w.array(least=1, kinds="f")
    f = w.name("caught")
    way = w.rng.randrange(6)
    kinds = w.either(
        "except Exception:",
        "except (ValueError, IndexError, TypeError, AttributeError, KeyError):",
        "except Exception as error:",
    )
    if way == 0:
        with w.block(f"def {f}(x):", x=w.value(a)):
            with w.block("try:"):
                w.line(f"y = {w.wrong_operation()}")
                w.line(f"{rows}[5] + y[9]")
            with w.block(kinds):
                w.line(w.either("return x", "y = x", "return None"))
            with w.block("finally:"):
                w.line(f"{rows}.append(x)")
            w.line("return y[0]")
        w.line(f"{f}({a})")
        w.bind(f"{rows}[0]", "c", value=UNKNOWN)
    elif way == 1:
        v = w.bind(a, "v")
        with w.block("try:"):
            w.line(f"{v} = {w.wrong_operation()}")
            w.line(f"{v} = None")
        with w.block(kinds):
            w.line(f"{v} = ({v}, 1)")
        with w.block("else:"):
            w.line(f"{v} = {v} + 1")
        with w.block("finally:"):
            w.line(w.either(f"{v} = {v}[0]", f"first, second = {v}", f"size = {v}[0].size"))
        w.know(v)
    elif way == 2:
        v = w.bind("np.eye(3)", "v")
        with w.block("try:"):
            w.line(f"{v} = np.trace({v})")
            w.step()
        with w.block("except ZeroDivisionError:"):
            w.line(f"{v} = 'none'")
        with w.block("else:"):
            w.line(f"{v} = divmod({v}, 2)")
        with w.block("finally:"):
            w.line(w.either(f"hit = 1.0 in {v}", f"got = {v}[1]", f"low, high = {v}"))
        w.know(v)
    elif way == 3:
        with w.block(
            f"for k, value in enumerate({w.either('[1, None, 2]', '[np.ones(2), 3, np.ones(3)]', '[[1], [2, 3], 4]')}):"
        ):
            with w.block("try:"):
                w.line(w.either("got = value + np.ones(2)", "got = len(value)", "got = value[1]"))
                w.line(f"{rows}.append(got)")
            with w.block(kinds):
                w.line(f"{rows}.append({w.either('None', 'k')})")
                with w.block("if k > 5:"):
                    w.line("raise")
        w.bind(f"len({rows})", "c", value=UNKNOWN)
    elif way == 4:
        with w.block(f"def {f}():"):
            with w.block("try:"):
                with w.block("try:"):
                    w.line(w.wrong_operation())
                with w.block("finally:"):
                    w.line(f"{rows}.append(np.ones(2))")
            with w.block("except Exception as error:"):
                w.line('error.add_note("seen")')
                w.line(f"{rows}.append(str(error)[:3] + type(error).__name__)")
            w.line(f"return {rows}[0] + np.zeros(2)")
        w.bind(f"{f}()", "c", value=UNKNOWN)
    else:
        with w.block(f"def {f}(x):", x=w.value(a)):
            with w.block(f"if {w.either('x.ndim > 9', 'x is None', 'not x.size')}:"):
                w.line("raise ValueError('empty')")
            with w.block("try:"):
                w.step()
                w.line("return x.shape")
            with w.block("except KeyError:"):
                w.line("return None")
            with w.block("finally:"):
                w.line("done = x[0]")
        w.bind(f"{f}({a})[0] + 1", "c", value=UNKNOWN)
    w.step()


@production("with", 1.2)
def with_(w: Writer):
    w.need("import contextlib")
    a = w.array(least=1, kinds="f")
    way = w.rng.randrange(4)
    if way == 0:
        with w.block(
            f"with contextlib.suppress({w.either('Exception', 'ValueError, IndexError, TypeError, AttributeError, KeyError')}):"
        ):
            w.line(f"got = {w.wrong_operation()}")
            w.line("got[99] + None")
    elif way == 1:
        with w.block("with np.errstate(all='ignore'):"):
            w.bind(f"{a} / 0", "c")
            w.step()
    elif way == 2:
        manager = w.name("opened")
        w.line("@contextlib.contextmanager")
        with w.block(f"def {manager}(x):", x=w.value(a)):
            with w.block("try:"):
                w.line("yield x * 2")
            with w.block("finally:"):
                w.line("x[...] = 0")
        with w.block(f"with {manager}({a}) as twice:", twice=w.value(f"{a} * 2")):
            w.line(f"both = twice + {a}")
            w.step()
    else:
        cls = w.name("Quiet")
        with w.block(f"class {cls}:"):
            with w.block("def __enter__(self):"):
                w.line("self.seen = np.zeros(2)")
                w.line("return self")
            with w.block("def __exit__(self, kind, error, trace):"):
                w.line("self.kind = kind")
                w.line(w.either("return True", "return kind is not None"))
        with w.block(f"with {cls}() as q:"):
            w.line("q.seen += 1")
            w.line(w.wrong_operation())
            w.line("q.seen = None")
        w.line("after = q.seen[1]")
    w.step()


@production("star arguments", 1.2, nested=False)
def star_arguments(w: Writer):
    f, g = w.name("f"), w.name("g")
    a = w.array(least=1, kinds="f")
    with w.block(f"def {f}(first, *rest, scale=1, **options):", first=w.value(a), scale=1):
        w.line(
            w.either(
                "total = first * scale", "total = first + len(rest)", "total = sum(rest, first)"
            )
        )
        with w.block("for key, value in options.items():"):
            w.line("total = total * value")
        w.step()
        w.line(w.either("return total", "return (total, *rest)", "return np.stack([first, *rest])"))
    with w.block(f"def {g}(*args, **kwargs):"):
        w.line(
            w.either(
                f"return {f}(*args, **kwargs)",
                f"return {f}(args[0], *args[1:], **{{**kwargs, 'k': 2}})",
            )
        )
    w.offer(f, [a])
    pack = w.bind(f"[{a}, {a}]", "pack", value=UNKNOWN)
    w.bind(
        w.either(
            f"{g}(*{pack})",
            f"{g}({a}, *{pack}, scale=2)",
            f"{f}(*{pack}[:1], **{{'scale': 3, 'm': 2}})",
            f"{g}(*(v for v in {pack}))",
        ),
        "c",
        value=UNKNOWN,
    )
    w.line(f"head, *tail = {pack}")
    w.bind("np.concatenate([head, *tail])", "c")
    w.step()


@production("generator", 1.2, nested=False)
def generator(w: Writer):
    f = w.name("gen")
    a = w.array(ndim=2, kinds="f")
    n = w.shape(a)[1]
    with w.block(f"def {f}(x):", x=w.value(a)):
        with w.block("for i, row in enumerate(x):", row=w.value(f"{a}[0]"), i=0):
            if w.flip(0.4):
                w.step()
            w.line(w.either("yield row", "got = yield row * 2", "yield row + i"))
        if w.flip(0.3):
            w.line("yield from x[:, None, 0] * np.ones(" + str(n) + ")")
        w.line(w.either("return len(x)", "return None"))
    way = w.rng.randrange(5)
    if way == 0:
        w.bind(f"np.array(list({f}({a})))", "c", value=UNKNOWN)
    elif way == 1:
        g = w.bind(f"{f}({a})", "g", value=UNKNOWN)
        w.line(f"first = next({g})")
        w.line(f"second = {w.either(f'next({g}, None)', f'{g}.send(3)')}")
        w.line("both = first + second")
        w.line(f"{g}.close()")
    elif way == 2:
        z = w.bind(f"zip({f}({a}), range({w.rng.randint(1, 5)}))", "z", value=UNKNOWN)
        with w.block(f"for row, k in {z}:"):
            w.line(f"end = row[{n - 1}] + k")
        w.bind(f"sum({z}, 0)" if w.flip() else f"list({z})", "left", value=UNKNOWN)
        w.bind(f"[v[5] for v in {z}]", "c", value=UNKNOWN)
    elif way == 3:
        m = w.bind(f"map(np.sum, {f}({a}))", "m", value=UNKNOWN)
        w.bind(f"sorted({m})[-1]", "c", value=UNKNOWN)
        w.bind(f"next({m}, None)", "c", value=UNKNOWN)
        w.bind(f"max({m}, default=np.zeros(2))[1]", "c", value=UNKNOWN)
    else:
        w.bind(f"sum(v.sum() for v in {f}({a}) if v.size == {n})", "c", value=UNKNOWN)
        w.bind(f"np.fromiter((v[0] for v in {f}({a})), dtype=float)", "c", value=UNKNOWN)
    w.step()


@production("comprehension", 1.2)
def comprehension(w: Writer):
    a = w.array(ndim=2, kinds="f")
    m, n = w.shape(a)
    w.bind(
        w.either(
            f"[row[{n - 1}] for row in {a}]",
            f"[[{a}[i, j] for j in range({n})] for i in range({m})]",
            f"{{i: row for i, row in enumerate({a}) if {w.either('row.any()', 'i % 2 == 0')}}}",
            f"{{len(row) for row in {a}}}",
            f"[x + y for x, y in zip({a}, {a}[::-1])]",
            f"[k for k in range({n}) for _ in range(k)]",
            f"[(t := row.sum()) for row in {a} if row.size > 1]",
            f"sorted((row for row in {a}), key=lambda row: row[0])",
        ),
        "c",
    )
    k = w.bind(
        f"[v for v in range({w.rng.randint(1, 4)}) if v {w.either('> 0', '% 2', '!= 9')}]", "k"
    )
    w.bind(f"{k}[{w.either('-1', '0')}] if {k} else None", "c")
    w.bind(f"np.stack([{a}[:, j] for j in range({n})], axis=1) - {a}", "c")
    text, _ = w.operation()
    w.line(f"{w.name('vs')} = [{text} for _ in range({w.rng.randint(1, 2)})]")
