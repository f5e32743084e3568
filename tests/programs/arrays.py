"""Productions about arrays: views, masks, dtypes, growth, ranks that differ."""

from __future__ import annotations

from .writer import Writer, production


@production("view")
def view(w: Writer):
    a = w.array(least=1, kinds="f")
    shape = w.shape(a)
    v = w.bind(
        w.either(
            f"{a}[::2]",
            f"{a}[1:]",
            f"{a}.T",
            f"{a}.reshape(-1)",
            f"{a}[:, None]",
            f"{a}[...]",
            f"{a}.ravel()",
        ),
        "v",
    )
    w.line(w.either(f"{v}[...] = 7", f"{v} += 1", f"{v}[0] = 3", f"{v}[-1] *= 2"))
    if w.flip():
        u = w.bind(f"{v}.view()", "v")
        w.line(f"{u}.shape = (-1,)")
        w.know(u, w.value(f"{v}.copy().reshape(-1)"))
    w.line(f"{a}[{shape[0]} - 1] = {a}[0]")
    w.step()


@production("write through")
def write_through(w: Writer):
    a = w.array(ndim=2, kinds="f")
    with w.block(f"for row in {a}:", row=w.value(f"{a}[0]")):
        w.line(w.either("row[:] = row - row.mean()", "row += 1", "row[1:] = row[:-1].copy()"))
        if w.flip():
            w.step()
    b = w.bind(f"{a}[{w.either('0', ':, 0', '-1')}]", "b")
    w.line(f"{b}[...] = np.arange({w.shape(b)[0]})")
    w.line(f"{a}[{a} > {w.rng.randint(0, 3)}] = 0")


@production("shape assigned")
def shape_assigned(w: Writer):
    m, n = w.rng.randint(2, 4), w.rng.randint(2, 4)
    a = w.bind(f"np.arange({m * n})", "a")
    w.line(f"{a}.shape = {w.either(f'({m}, {n})', f'{m}, -1', f'(-1, {n})')}")
    w.know(a, w.value(f"np.arange({m * n}).reshape({m}, {n})"))
    w.bind(f"{a}[{m - 1}, {n - 1}]", "r")
    w.step()


@production("mask")
def mask(w: Writer):
    a = w.array(least=1, kinds="iuf")
    n = w.shape(a)[0]
    m = w.bind(
        w.either(f"{a} > {w.rng.randint(0, 3)}", f"~np.isnan({a})", f"({a} > 0) | ({a} < 5)"), "m"
    )
    kept = w.bind(f"{a}[{m}]", "kept")
    w.line(f"{a}[{m}] {w.either('=', '+=', '-=')} 1")
    w.line(w.either(f"assert len({kept}) <= {a}.size", f"{kept}[:] = 0", f"{kept}.sort()"))
    if w.flip():
        rows = w.bind(f"np.flatnonzero({m}.reshape({n}, -1).any(axis=1))", "rows")
        w.bind(f"{a}[{rows}]", "chosen")
        w.bind(f"np.where({m}, {a}, -1)", "r")
    w.step()


@production("dtypes")
def dtypes(w: Writer):
    a = w.array(least=1, kinds="iuf")
    b = w.bind(
        f"{a}.astype({w.either('np.float32', repr('int16'), 'complex', 'np.uint8', 'bool')})", "b"
    )
    w.bind(
        w.either(
            f"{b} * 2",
            f"{b} + 1.5",
            f"{a} + {b}",
            f"{b} ** 2",
            f"np.result_type({a}, {b})",
            f"{b} / 3",
        ),
        "c",
    )
    w.line(f"assert {b}.dtype != object")
    u = w.bind(
        f"np.zeros({w.rng.randint(2, 4)}, {w.either('np.uint8', 'np.int8', 'np.int16')})", "u"
    )
    w.bind(
        w.either(
            f"{u} / 300",
            f"{u} + 1",
            f"{u} * 2.5",
            f"np.maximum({u}, 7)",
            f"{u} // np.int64(3)",
            f"{u} == 300",
        ),
        "c",
    )
    with w.block(
        f"if {w.either(f'{b}.dtype.kind', f'{u}.dtype.kind')} == {w.either(repr('f'), repr('u'), repr('i'))}:"
    ):
        w.body()
    w.step()


@production("Python numbers")
def numbers(w: Writer):
    k = w.bind(w.either("3", "2.5", "True", "1 + 2j", "np.float32(2)", "np.int64(5)"), "k")
    a = w.array(least=1, kinds="iuf")
    w.bind(f"{a} * {k}", "c")
    w.bind(
        w.either(
            f"np.add({k}, {a})",
            f"np.stack([{k}, 2])",
            f"np.array([{k}, 1])",
            f"np.multiply.outer({a}, [{k}, {k}])",
            f"{k} ** {a}",
        ),
        "c",
    )
    s = w.bind(f"np.float64({a}.sum())", "s")
    w.line(w.either(f"assert {s}.is_integer() or True", f"{s} += 1", f"{s} = round(float({s}), 2)"))
    if w.flip():
        w.bind(f"np.sum([{k} for _ in range({w.rng.randint(0, 4)})])", "total")
    w.step()


@production("growth")
def growth(w: Writer):
    n = w.rng.randint(2, 5)
    way = w.rng.randrange(4)
    acc = w.name("acc")
    if way == 0:
        w.line(f"{acc} = np.zeros(({w.either('0', '1')}, {n}))")
        with w.block(f"for k in range({w.either('3', w.hidden(3))}):", k=1):
            w.line(f"{acc} = np.vstack([{acc}, np.ones((1, {n})) * k])")
            w.step()
        w.line(f"assert {acc}.shape[1] == {n}")
    elif way == 1:
        w.line(f"{acc} = []")
        with w.block(f"for k in range({w.either('4', w.hidden(4))}):", k=1):
            with w.block(f"if {w.either('k % 2', w.condition())}:"):
                w.line(f"{acc}.append(np.full({n}, k))")
        w.line(f"{acc} = np.array({acc})")
        with w.block(f"if len({acc}):"):
            w.line(f"{acc} = {acc}.reshape(-1, {n})")
            w.line(f"top = {acc}[-1] + {acc}[0]")
    elif way == 2:
        w.line(f"{acc} = np.array([])")
        with w.block(f"while {acc}.size < {n + 2}:"):
            w.line(f"{acc} = np.append({acc}, {acc}.size)")
        w.line(f"tail = {acc}[{n}:]")
        w.line(f"last = {acc}[{n + 1}]")
    else:
        w.line(f"{acc} = np.ones(1)")
        with w.block(f"for _ in range({w.rng.randint(1, 4)}):"):
            w.line(f"{acc} = np.concatenate(({acc}, {acc}))")
        w.line(f"half = {acc}[:len({acc}) // 2] + {acc}[len({acc}) // 2:]")
    w.know(acc)
    w.step()


@production("pieces")
def pieces(w: Writer):
    """A loop cuts an array into pieces, the last of which may be shorter; all of them are as long as the array."""
    n, size = w.rng.randint(3, 60), w.rng.randint(1, 7)
    whole = w.bind(f"np.arange({n}.0)", "x")
    parts = w.name("parts")
    w.line(f"{parts} = []")
    with w.block(f"for start in range(0, {w.size(n)}, {size}):", start=0):
        w.line(f"{parts}.append({whole}[start : start + {size}])")
    w.know(parts)
    joined = w.name("joined")
    ways = (f"np.concatenate({parts})", f"np.hstack({parts})", f"np.r_[tuple({parts})]")
    w.line(f"{joined} = {w.either(*ways)}")
    w.know(joined, w.value(f"{whole}.copy()"))
    w.line(f"{joined} += {whole}")
    w.step()


@production("mixed ranks")
def mixed_ranks(w: Writer):
    n = w.rng.randint(2, 4)
    w.bind(
        w.either(
            f"np.block([np.ones((1, {n}, 1)), np.ones(({n}, 1))])",
            f"np.block([[np.eye({n}), np.zeros(({n}, 1))], [np.ones((1, {n})), 0]])",
            f"np.vstack([np.ones({n}), np.zeros((2, {n}))])",
            f"np.column_stack([np.ones({n}), np.zeros(({n}, 2))])",
            f"np.dstack([np.ones(({n}, 2)), np.zeros(({n}, 2, 3))])",
            f"np.hstack([1, np.ones({n})])",
            f"np.atleast_2d(np.ones({n})).T + np.ones({n})",
        ),
        "c",
    )
    a = w.array(least=1, kinds="f")
    w.bind(
        w.either(
            f"np.stack([{a}] * 3)",
            f"np.stack([{a} for _ in range({w.hidden(2)})])",
            f"np.concatenate([{a}, {a}], axis=None)",
            f"np.hstack([{a}.ravel(), 1.0, [2, 3]])",
        ),
        "c",
    )
    w.step()


@production("sizes that run")
def sizes(w: Writer):
    f = w.name("f")
    way = w.rng.randrange(4)
    a = w.array(shape=(3,), kinds="f")
    with w.block(f"def {f}(t{w.either('', ': np.ndarray')}):", t=w.value(a)):
        w.line(
            w.either(
                *[
                    (
                        "return t[1:] - t[:2]",
                        "return t[:2] * t[1:]",
                        "return t[0::2] + t[1:]",
                        "return t[[0, 2]] @ t[1:]",
                    )[way]
                ]
            )
        )
    w.offer(f, [a])
    w.bind(f"{f}({a})", "c", value=w.value(f"{a}[1:]"))
    w.step()


@production("iterators of arrays")
def iterators(w: Writer):
    a = w.array(ndim=2, kinds="f")
    way = w.rng.randrange(3)
    if way == 0:
        with w.block(f"for (i, j), v in np.ndenumerate({a}):", i=0, j=0):
            w.line(f"{a}[i, j] = v + i")
    elif way == 1:
        with (
            w.block(f'with np.nditer({a}, op_flags=["readwrite"]) as it:'),
            w.block("for cell in it:"),
        ):
            w.line("cell[...] = 2 * cell")
    else:
        with w.block(f"for i in np.ndindex({a}.shape):"):
            w.line(f"{a}[i] -= 1")
        w.line(f"{a}.flat[::2] = 0")
    w.step()
