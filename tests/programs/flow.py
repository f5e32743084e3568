"""Productions about paths: functions, branches, loops, and what changes on their way."""

from __future__ import annotations

import textwrap

from .writer import UNKNOWN, Writer, production


@production("function", 1.5, nested=False)
def function(w: Writer):
    f = w.name("f")
    a = w.array(least=1)
    n = w.rng.randint(2, 4)
    arguments = [a, str(n)]
    with w.block(f"def {f}(x, n{w.either('', '=3', ', *, flag=True')}):", x=w.value(a), n=n):
        w.body(3)
        early = w.flip(0.3)
        if early:
            with w.block(f"if {w.either('n > 2', 'x.ndim == 2', w.condition())}:"):
                text, _ = w.operation()
                w.line(f"return {text}")
        text, value = w.operation()
        w.line(f"return {text}")
    w.offer(f, arguments)
    if w.flip(0.4):
        w.bind(f"{f}({', '.join(arguments)})", "c", value=UNKNOWN if early else value)
        if w.flip(0.3):
            w.line(f"{f}({a}, {n})")
    else:
        with w.block(f"if {w.condition()}:"):
            w.line(f"{f}({', '.join(arguments)})")


@production("recursion", 0.6, nested=False)
def recursion(w: Writer):
    f = w.name("walk")
    way = w.rng.randrange(3)
    a = w.array(least=1, kinds="f")
    with w.block(f"def {f}(x, depth=0):", x=w.value(a)):
        if way == 0:
            with w.block("if len(x) <= 1:"):
                w.line("return x")
            w.line("half = len(x) // 2")
            w.line(f"return np.concatenate([{f}(x[:half]), {f}(x[half:])])")
        elif way == 1:
            with w.block("if isinstance(x, list):"):
                w.line(f"return [{f}(v, depth + 1) for v in x]")
            w.line("return x + depth")
        else:
            with w.block(f"if depth == {w.rng.randint(1, 3)} or x.ndim == 0:"):
                w.line("return x.shape")
            w.line(f"return {f}(x[0], depth + 1)")
    w.bind(f"{f}({f'[{a}, [{a}, {a}]]' if way == 1 else a})", "c", value=UNKNOWN)
    w.step()


@production("loop with break")
def loop_break(w: Writer):
    n = w.rng.randint(2, 4)
    way = w.rng.randrange(4)
    if way == 0:
        x = w.bind(f"np.ones({n})", "x")
        with w.block(f"for i in range({w.either('5', w.hidden(5))}):", i=1):
            w.body()
            with w.block(f"if {w.either('i == 2', w.condition(), 'i > 9')}:"):
                w.line(w.either("break", "continue", f"{x} = {x}[:, None]; break"))
            w.line(f"{x}[i % {n}] = i")
        with w.block("else:"):
            w.line(f"{x} = np.zeros((2, {n}))")
        w.line(f"total = {x}.sum()")
        w.know(x)
    elif way == 1:
        k = w.bind("0", "k")
        with w.block(f"while {w.either('True', f'{k} < 9')}:"):
            w.line(f"{k} += {w.either('1', '2', w.hidden(2))}")
            with w.block(f"if {k} > {w.rng.randint(1, 6)}:"):
                w.line("break")
            w.step()
        w.know(k)
    elif way == 2:
        found = w.bind("None", "found")
        a = w.array(ndim=2, kinds="f")
        with w.block(f"for row in {a}:", row=w.value(f"{a}[0]")):
            with w.block(f"if row.sum() {w.either('<', '>=')} {w.rng.randint(0, 9)}:"):
                w.line(f"{found} = row")
                w.line("break")
        with w.block(f"if {found} is not None:"):
            w.line(f"top = {found}[0] + {a}[0]")
        w.know(found)
    else:
        a = w.array(least=1, kinds="f")
        i = w.bind("len(" + a + ") - 1", "i")
        with w.block(f"while {i} >= 0 and {a}[{i}].sum() > {w.rng.randint(0, 9)}:"):
            w.line(f"{i} -= 1")
        w.line(f"rest = {a}[{i} + 1:]")
        w.know(i)
    w.step()


@production("list across a loop")
def list_loop(w: Writer):
    out = w.name("out")
    way = w.rng.randrange(7)
    if way == 0:
        w.line(f"{out} = []")
        with w.block(
            f"for v in {w.either('[1, 2, 5, 1, 9]', f'np.arange({w.rng.randint(2, 6)})')}:"
        ):
            grown, changed = f"{out}.append(v)", f"{out}[-1] {w.either('=', '+=')} v"
            with w.block(
                f"if {w.either('v > 3', 'v % 2', w.condition())} and {out}:"
                if w.flip()
                else "if v > 3:"
            ):
                w.line(changed)
            with w.block("else:"):
                w.line(grown)
    elif way == 1:
        w.line(f"{out} = []")
        with w.block(f"for i, v in enumerate(sorted([{w.rng.randint(0, 5)}, 3, 3, 8])):"):
            with w.block(f"if i > 0 and {w.either(f'v - {out}[-1] < 2', 'v % 2', w.condition())}:"):
                w.line(f"{out}[-1] += v")
            with w.block("else:"):
                w.line(f"{out}.append(v)")
    elif way == 2:
        w.line(f"{out} = [np.zeros(2)]")
        with w.block(f"for line in {w.either('[[1], [], [2, 3]]', '([4, 4], [5])')}:"):
            with w.block("if len(line) == 1:"):
                w.line(f"{out}.append(np.ones(2))")
            with w.block("elif line:"):
                w.line(f"{out}[-1] = {out}[-1] + np.array(line)")
    elif way == 3:
        w.line(f"{out} = [0]")
        w.line("left = 3")
        with w.block("while left:"):
            w.line("left -= 1")
            with w.block(f"if {w.either('left % 2', w.condition())}:"):
                w.line(f"{out}.append(left)")
            with w.block(f"elif len({out}) > 1:"):
                w.line(f"{out}.pop()")
                w.line(f"j = {out}[-1]")
    elif way == 4:
        w.line(f"{out} = {w.either('None', '{}', '0')}")
        with w.block("for k, v in enumerate([1, 2, 3]):"):
            with w.block("if k == 0:" if w.flip() else f"if not {out}:"):
                w.line(f"{out} = [v]")
            with w.block("else:"):
                w.line(f"{out}.append(v)")
        w.line(f"second = {out}[1]")
    elif way == 5:
        w.line(f"{out} = [None] * {w.rng.randint(3, 5)}")
        with w.block("for k in range(3):"):
            with w.block("if k:"):
                w.line(f"{out}[k] = {out}[k - 1] + 1")
            with w.block("else:"):
                w.line(f"{out}[0] = np.ones(2)")
        w.line(f"last = {out}[2] @ np.ones(2)")
    else:
        w.line(f"{out} = [(0, np.ones(2))]")
        with w.block(f"while {out}:"):
            w.line(f"depth, x = {out}.pop({w.either('', '0')})")
            with w.block("if depth < 2:"):
                w.line(f"{out}.append((depth + 1, np.append(x, depth)))")
            with w.block("elif x.size > 3:"):
                w.line("x[3] = 1")
    w.know(out)
    w.step()


@production("literal table", 1.2)
def literal_table(w: Writer):
    w.need("import re")
    n = w.rng.randint(2, 4)
    rows = [("a1", n), ("b1", n + 1), ("a2", n)]
    w.rng.shuffle(rows)
    guard = w.either(
        're.match(r"a\\d", name)',
        'name.startswith("a")',
        f"n == {n}",
        'name[0] in "a"',
        f"n * 2 == {w.hidden(2 * n)}",
        'not name.count("b")',
    )
    with w.block(f"for name, n in {rows}:"):
        w.line("x = np.ones(n)")
        with w.block(f"if {guard}:"):
            w.line(
                w.either(
                    f"y = x + np.ones({n})",
                    f"y = x @ np.zeros({n})",
                    f"x += np.arange({n})",
                    f"y = x[{n} - 1]",
                )
            )
        with w.block(f"elif {w.either(f'n > {n}', w.condition())}:"):
            w.line(
                w.either(
                    f"y = x[{n}:]",
                    "y = x.sum()",
                    f"y = x[1:] + np.ones({n})" if "== " in guard else "y = x[1:]",
                )
            )
    w.step()


@production("dict with computed keys", 1.2)
def computed_keys(w: Writer):
    d = w.name("params")
    n = w.rng.randint(2, 4)
    sizes = [n, n + 1, n + 2]
    way = w.rng.randrange(4)
    if way == 0:
        s = w.bind(str(sizes), "sizes")
        w.line(f"{d} = {{}}")
        with w.block(f"for i in range(len({s}) - 1):"):
            w.line(f'{d}[f"W{{i}}"] = np.ones(({s}[i], {s}[i + 1]))')
            w.line(f'{d}["b" + str(i)] = np.zeros({s}[i + 1])')
        with w.block(f"for step in range({w.either('2', w.hidden(2))}):"):
            w.line(f"grads = {{k: v * 0.1 for k, v in {d}.items()}}")
            w.line(
                f"{d} = {{k: v - grads[k] for k, v in {d}.items()}}"
                if w.flip()
                else f"{d} = {{k: {d}[k] - grads[k] for k in sorted({d})}}"
            )
            w.line(f'h = np.ones({n}) @ {d}["W0"] + {d}["b0"]')
            w.line(f'h = h @ {d}[f"W{{len({s}) - 2}}"]')
    elif way == 1:
        w.line(f"{d} = {{}}")
        with w.block(
            f"for word in {w.either('[' + repr('a') + ', ' + repr('bb') + ', ' + repr('cc') + ']', repr('the size of the').replace(' ', ' ') + '.split()')}:"
        ):
            w.line(f"{d}.setdefault(len(word), []).append(np.ones(len(word)))")
        w.bind(f"{{k: np.stack(v) for k, v in {d}.items()}}", "stacked", value=UNKNOWN)
        w.line(f"widths = [v[0].shape[0] for k, v in sorted({d}.items())]")
    elif way == 2:
        w.line(
            f"{d} = {{(i, j): np.full((i + 1, j + 1), i) for i in range(2) for j in range({n})}}"
        )
        w.bind(f"np.block([[{d}[i, j] for j in range({n})] for i in range(2)])", "c", value=UNKNOWN)
        w.line(f"{d}[0, {n - 1}] += {d}[0, {n - 1}]")
        w.line(f"{d}.pop((1, 0))")
    else:
        w.line(f"{d} = dict.fromkeys(range({n}))")
        with w.block(f"for k in {d}:"):
            w.line(f"{d}[k] = np.zeros(k + 1)")
        with w.block(f"while len({d}) > 1:"):
            w.line(f"key, x = {d}.popitem()")
            w.line("y = x + np.ones(key + 1)")
    w.know(d)
    w.step()


@production("branch", 1.2)
def branch(w: Writer):
    n = w.rng.randint(2, 4)
    x = w.name("x")
    with w.block(f"if {w.condition()}:"):
        w.line(f"{x} = np.ones({n})")
        w.body()
    with w.block(w.either("else:", f"elif {w.condition(True)}:") if w.flip() else "else:"):
        w.line(f"{x} = np.ones({w.either(str(n), f'({n}, {n})', f'({n}, 1)')})")
        if w.flip():
            w.step()
    w.know(x)
    w.line(f"{w.name('c')} = {x} + np.ones({n}) if '{x}' in globals() else 0")
    w.bind(f"{w.either('1', 'np.ones(2)')} if {w.condition()} else None", "y", value=UNKNOWN)
    w.step()


@production("match", 0.8)
def match(w: Writer):
    a = w.array(least=1, kinds="f")
    rank = len(w.shape(a))
    with w.block(f"match {a}.shape:"):
        with w.block("case (n,):"):
            w.line(f"first = {a}[n - 1]")
        with w.block("case (m, n):"):
            w.line(f"first = {a}[m - 1, n - 1]")
        with w.block("case _:"):
            w.line(f"first = {a}[0][0, 0]" if rank == 3 else "first = None")
    with w.block(f"match [{a}, {w.either('1', 'None')}]:"):
        with w.block("case [x, int(k)]:"):
            w.line("both = x * k")
        with w.block("case [x, None]:"):
            w.step()
    w.step()


@production("unknown size")
def unknown_size(w: Writer):
    n = w.bind(w.hidden(w.rng.randint(2, 5)), "n", value=UNKNOWN)
    x = w.bind(f"np.zeros(({n}, {w.rng.randint(2, 4)}))", "x", value=UNKNOWN)
    w.bind(
        w.either(
            f"{x}[{n} - 1] + {x}[0]",
            f"{x}.T @ np.ones({n})",
            f"{x}[1:] - {x}[:-1]",
            f"np.array([1] * {n}).sum()",
            f"{x}.reshape(-1)[: {n} * 2]",
        ),
        "c",
        value=UNKNOWN,
    )
    s = w.bind(f"np.array([{n}, 2]).sum()", "s", value=UNKNOWN)
    w.bind(f"np.zeros(({s}, 2))[{n}]", "c", value=UNKNOWN)
    with w.block(f"for i in range({n} - 1):"):
        w.line(f"{x}[i + 1] += {x}[i]")
    w.step()


@production("names of several passes")
def several_passes(w: Writer):
    """Names that different passes of a loop have bound; in this run their sizes agree."""
    size = w.rng.randint(1, 9)
    n = w.bind(w.hidden(size), "n", value=UNKNOWN)
    counter, names = w.name("v"), [w.name("k") for _ in range(w.rng.randint(2, 3))]
    start = len(w.file.lines)
    for name in names:
        if w.flip(0.4):
            w.line(f"{name} = {w.rng.randint(0, 2)}")
    is_counted = w.flip()
    if is_counted:
        w.line(f"{counter} = 0")
    header = f"while {counter} < {n}:" if is_counted else f"for {counter} in range({n}):"
    with w.block(header):
        if is_counted and w.flip(0.7):
            w.line(f"{counter} += {w.either('1', '1', '2')}")
            is_counted = False
        for _ in range(w.rng.randint(1, 3)):
            if w.flip(0.2):
                w.line(bound(w, counter, names))
                continue
            test = f"{counter} % {w.rng.randint(2, 4)} {w.either('==', '<', '>')} {w.rng.randint(0, 2)}"
            with w.block(f"if {w.either(test, test, f'{counter} == {w.rng.randint(0, size)}')}:"):
                w.line(bound(w, counter, names))
            if w.flip(0.4):
                with w.block(w.either("else:", f"elif {counter} % 2 < 1:")):
                    w.line(bound(w, counter, names))
        if is_counted:
            w.line(f"{counter} += 1")
    found = {n: size}
    try:
        exec(textwrap.dedent("\n".join(w.file.lines[start:])), found)
    except NameError:
        del w.file.lines[start:]
        return
    sizes = {name: found[name] for name in [*names, counter] if name in found}
    for _ in range(w.rng.randint(1, 2)):
        if len(sizes) < 2:
            return
        (a, left), (b, right) = w.rng.sample(sorted(sizes.items()), 2)
        more = max(left, right) + w.rng.randint(1, 2)
        w.bind(
            f"np.zeros({a} + {more - left}) @ np.zeros({b} + {more - right})", "c", value=UNKNOWN
        )
        # Both are of one size from there on.
        del sizes[a]


def bound(w: Writer, counter: str, names: list[str]) -> str:
    """A statement that binds one of these names, or two."""
    a, b = w.rng.sample(names, 2)
    more = w.rng.randint(1, 3)
    return w.either(
        f"{a} = {counter}",
        f"{a} = {counter} + {more}",
        f"{a} = {b}",
        f"{a} += {more}",
        f"{a}, {b} = {counter}, {a}" if w.flip() else f"{a} = {b} + {more}",
    )


@production("writes in a condition", 1.2)
def condition_writes(w: Writer):
    n, m = w.rng.sample(range(2, 7), 2)
    subject, effect, size = written(w, n, m)
    truth, op = w.flip(), w.either("and", "or")
    others = w.condition(truth)
    if w.flip(0.4):
        test, runs = f"{effect} {op} {others}", True
    else:
        test, runs = f"{others} {op} {effect}", truth == (op == "and")
    if w.flip(0.2):
        test = f"not ({test})"
    way = w.rng.randrange(5)
    if way == 0:
        with w.block(f"if {test}:"):
            w.body()
    elif way == 1:
        w.line(f"{w.name('flag')} = {test}")
    elif way == 2:
        w.line(f"{w.name('flag')} = 1 if {test} else {w.hidden(2)}")
    elif way == 3:
        with w.block(f"while {test}:"):
            w.line("break")
    else:
        w.line(f"assert ({test}) or True")
    w.bind(f"np.zeros({size}) + np.ones({m if runs else n})", "c", value=UNKNOWN)
    w.know(subject)
    w.step()


def written(w: Writer, n: int, m: int) -> tuple[str, str, str]:
    """A name, an expression that is true and makes what it holds `m` instead of `n`, and how to read it."""
    way = w.rng.randrange(5)
    if way == 0:
        sizes = w.bind(f"[{m}, {n}]", "sizes", value=UNKNOWN)
        return sizes, f"{sizes}.pop()", f"{sizes}[-1]"
    if way == 1:
        cls = w.name("Box")
        with w.block(f"class {cls}:"):
            with w.block("def __init__(self):"):
                w.line(f"self.data = {w.either(f'np.zeros({n})', 'None')}")
                w.line(f"self.n = {n}")
            with w.block("def grow(self):"):
                w.line(f"self.data = np.ones({m})")
                w.line(f"self.n = {m}")
                w.line(w.either("return True", "return self", "return self.n"))
        box = w.bind(f"{cls}()", "box", value=UNKNOWN)
        return box, f"{box}.grow() is not None", f"{box}.n"
    if way == 2:
        k = w.bind(str(n), "k", value=UNKNOWN)
        return k, f"({k} := {m}) > {w.rng.randint(0, 1)}", k
    if way == 3:
        table = w.bind(f'{{"n": {n}}}', "table", value=UNKNOWN)
        return table, f"{table}.update(n={m}) is None", f'{table}["n"]'
    fill, a = w.name("fill"), w.name("a")
    with w.block(f"def {fill}(a):"):
        w.line(f"a.shape = ({m}, {n})")
        w.line("return 1")
    w.line(f"{a} = np.zeros(({n}, {m}))")
    return a, f"{fill}({a})", f"len({a})"
