"""Productions about arrays that are empty, 0-d, of text, of objects, and about what is seldom called."""

from __future__ import annotations

from .writer import Writer, production


@production("0-d")
def zero_d(w: Writer):
    z = w.bind(
        w.either(
            "np.array(3.0)",
            "np.zeros(())",
            "np.ones(3).sum(keepdims=True)[0]",
            "np.asarray(5)",
            "np.array(2)[()]",
        ),
        "z",
    )
    a = w.array(least=1, kinds="iuf")
    w.bind(f"{a} * {z}", "c")
    w.line(w.either(f"assert {z}.ndim == 0", f"assert {z}.shape == ()", f"assert {z}.size == 1"))
    if w.flip():
        w.line(f"{z} = np.array({z})")
        w.know(z, w.value(f"np.array({z})"))
        w.line(f"{z}[...] = 4")
        w.line(f"{z}[()] = {z} + 1")
    w.bind(
        w.either(
            f"np.atleast_1d({z})[0]",
            f"{z}.item() + 1",
            f"{z}[None] + {a}.reshape(-1)",
            f"float({z})",
            f"np.broadcast_to({z}, (2, 3))",
            f"{z}.reshape(1, 1)",
        ),
        "c",
    )
    w.step()


@production("empty")
def empty(w: Writer):
    n = w.rng.randint(2, 4)
    e = w.bind(
        w.either(
            "np.zeros(0)",
            f"np.empty((0, {n}))",
            "np.array([])",
            "np.arange(0)",
            f"np.zeros(({n}, 0))",
            "np.ones(3)[3:]",
        ),
        "e",
    )
    w.bind(
        w.either(
            f"{e}.sum()",
            f"{e}.sum(axis=0)",
            f"{e} * 2",
            f"np.concatenate([{e}.ravel(), [1.0]])",
            f"{e}.T",
            f"{e}.any()",
            f"{e} + {e}[:1]",
        ),
        "c",
    )
    with w.block(f"for part in {e}:"):
        w.step()
    with w.block(f"if {e}.size:"):
        w.line(f"first = {e}.ravel()[0]")
        w.step()
    if w.flip():
        w.bind(f"[v[0] for v in {e}]", "firsts")
        w.bind(f"max({e}.ravel().tolist(), default=0)", "top")
    w.step()


@production("text array")
def text_array(w: Writer):
    words = w.rng.sample(["a", "bb", "ccc", "delta", "epsilon"], 3)
    t = w.bind(f"np.array({words})", "t")
    w.bind(
        w.either(
            f"{t} == {words[0]!r}",
            f"np.char.upper({t})",
            f"{t}[0] + {words[1]!r}",
            f"np.strings.str_len({t})",
            f"{t}.astype(object) + 'x'",
            f"np.strings.add({t}, '!')",
        ),
        "c",
    )
    w.line(
        w.either(
            f"{t}[0] = 'longer'",
            f"{t}[{t} == {words[1]!r}] = 'z'",
            f"{t}.sort()",
            f"{t}[1:] = {t}[:-1].copy()",
        )
    )
    with w.block(f"for word in {t}:"):
        w.line(
            w.either(
                "word.upper()", "size = len(word) * 2", "both = word + 'x'", "twice = word * 2"
            )
        )
    w.bind(
        w.either(
            f"np.hstack([2, {t}])",
            f"np.concatenate([{t}, ['q']])",
            f"dict(zip({t}, range(3)))",
            f"{t}.tolist().index({words[2]!r}) if {words[2]!r} in {t} else -1",
            f"np.unique({t})",
        ),
        "c",
    )
    if w.flip():
        w.bind("np.array([b'a', b'bc'])[0].decode()", "b")
    w.step()


@production("object array")
def object_array(w: Writer):
    o = w.bind(
        w.either(
            "np.array([1, None, 'a'], dtype=object)",
            "np.empty(3, dtype=object)",
            "np.array([[1, 2], [3, 4]], dtype=object)",
            "np.array([{}, [], ()], dtype=object)",
        ),
        "o",
    )
    w.line(
        w.either(
            f"{o}[0] = [1, 2]" if w.value(f"{o}.ndim") == 1 else f"{o}[0, 0] = 5",
            f"{o}[-1] = None",
            f"{o}[...] = 3",
        )
    )
    w.bind(
        w.either(
            f"{o} == None",
            f"{o}.tolist()",
            f"[v is None for v in {o}.ravel()]",
            f"{o}.shape[0]",
            f"np.array([1, 2], object) * {o}.ndim",
        ),
        "c",
    )
    f = w.bind("np.array([np.zeros(2), np.ones(3)], dtype=object)", "parts")
    w.bind(
        w.either(f"{f}[0] + np.ones(2)", f"[p.sum() for p in {f}]", f"{f} + 1", f"{f} * {f}"), "c"
    )
    w.step()


@production("structured and times")
def structured(w: Writer):
    n = w.rng.randint(2, 4)
    if w.flip():
        s = w.bind(f'np.zeros({n}, dtype=[("pos", "f8", (3,)), ("id", "i4")])', "s")
        w.line(
            w.either(
                f'{s}["pos"][:, 0] = 1',
                f'{s}["id"] = np.arange({n})',
                f"{s}[0] = ([1, 2, 3], 4)",
                f'{s}["pos"] += np.ones(3)',
            )
        )
        w.bind(
            w.either(
                f'{s}["pos"].mean(axis=0)',
                f'{s}[0]["pos"]',
                f'{s}[["id"]]',
                f"{s}.dtype.names[1]",
                f'{s}["pos"] @ np.eye(3)',
            ),
            "c",
        )
    else:
        d = w.bind(f'np.arange("2024-01-01", "2024-01-0{n + 1}", dtype="datetime64[D]")', "days")
        w.bind(
            w.either(
                f"{d} + np.timedelta64(1, 'D')",
                f"np.diff({d})",
                f"{d}[-1] - {d}[0]",
                f"{d}.astype('M8[h]')",
                f"({d}[1:] - {d}[:-1]) / np.timedelta64(1, 'h')",
            ),
            "c",
        )
        w.line(f"{d}[0] = '2023-05-05'")
    w.step()


@production("records", 1.5)
def records(w: Writer):
    n = w.rng.randint(1, 4)
    fields = [
        ("id", w.either("int", "'i4'", "np.uint8"), None),
        ("pos", w.either("float", "'f4'"), w.either("(3,)", "3", "(2, 2)")),
        ("mass", w.either("'f8'", "np.float32"), None),
        ("name", "'U5'", None),
    ]
    fields = w.rng.sample(fields, w.rng.randint(2, 4))
    spelled = [
        f"({name!r}, {d}, {size})" if size else f"({name!r}, {d})" for name, d, size in fields
    ]
    dtype = f"[{', '.join(spelled)}]"
    if w.flip():
        dtype = w.bind(f"np.dtype({dtype}{w.either('', '', ', align=True')})", "dt")
    if w.flip(0.7):
        s = w.bind(
            f"np.{w.either('zeros', 'empty', 'ones')}({n}, {w.either('', 'dtype=')}{dtype})", "s"
        )
    else:
        row = ", ".join("'ab'" if name == "name" else "1" for name, *_ in fields)
        s = w.bind(
            f"np.array([{', '.join([f'({row})'] * n)}], {w.either('', 'dtype=')}{dtype})", "s"
        )
    name = w.rng.choice(fields)[0]
    other = w.rng.choice(fields)[0]
    w.line(
        w.either(
            f"{s}[{name!r}] = {s}[{name!r}][::-1]",
            f"{s}[{name!r}][0] = {s}[{name!r}][-1]",
            f"{s}[0][{name!r}] = {s}[-1][{name!r}]",
            f"{s}[0] = {s}[-1]",
            f"{s}[{name!r}] = {s}[{name!r}][:1]",
            f"{s}.dtype.names = [k.upper() for k in {s}.dtype.names]; {s}.dtype.names = {s}.dtype.names",
            "pass",
        )
    )
    if w.flip(0.1):
        w.line(f"{s}.dtype.names = tuple(k + '_' for k in {s}.dtype.names)")
        name, other = name + "_", other + "_"
    for _ in range(2):
        w.bind(
            w.either(
                f"{s}[{name!r}]",
                f"{s}[0]",
                f"{s}[0][{name!r}]",
                f"{s}[-1][{w.rng.randrange(len(fields))}]",
                f"{s}[1:][{name!r}]",
                f"{s}[[{name!r}]]",
                f"{s}[[{name!r}, {other!r}]]" if name != other else f"{s}[[{name!r}]][{name!r}]",
                f"{s}[{s}[{name!r}].reshape({n}, -1)[:, 0] == {s}[{name!r}].reshape({n}, -1)[0, 0]]",
                f"[row[{name!r}] for row in {s}]",
                f"np.concatenate([{s}, {s}])[{name!r}]",
                f"np.sort({s}, order={name!r})",
                f"{s}.dtype.names",
                f"{s}.dtype[{name!r}]",
                f"len({s}[0])",
                f"{s}[{name!r}].shape + {s}[[{name!r}]].shape",
                f"{s}.reshape(-1, 1)[{name!r}]",
                f"{s}[None][{name!r}].T",
                f"{s}.view(np.recarray)",
                f"np.rec.array({s})",
                f"{s}.copy().tolist()",
                f"{s} == {s}[0]",
                f"np.zeros_like({s})[{name!r}]",
                f"np.empty((2, {n}), {s}.dtype)[{name!r}]",
                f"{s}.astype({s}.dtype)[{name!r}]",
                f"{s}.itemsize * {n} - {s}.nbytes",
                f"np.unique({s}[{name!r}])",
            ),
            "c",
        )
    w.step()


@production("nothing to compute", 0.7)
def nothing(w: Writer):
    n = w.rng.randint(2, 4)
    w.bind(
        w.either(
            "np.arange(0) / None",
            "np.zeros(0, object) * 'a'",
            f"np.array_equal([np.ones(({n}, 4)), np.ones((2, 2))], np.ones({n}))",
            "np.array_equal(np.ones(3), 'abc')",
            f"np.concatenate([np.zeros(0), np.ones({n})])[{n - 1}]",
            f"np.zeros(({n}, 0)) @ np.zeros((0, {n}))",
            "sum([], 5) + 1",
            f"np.ones((0, {n})).mean(axis=1)",
            f"np.stack([np.ones({n}) for _ in ()] or [1, 2])",
        ),
        "c",
    )
    s = w.bind("np.array(['a', 'b'])", "s")
    w.line(w.either(f"{s}[0:0] = 2", f"{s}[2:] = {s}[:0]", f"{s}[[]] = []"))
    w.step()


@production("seldom used", 1.2)
def seldom(w: Writer):
    n = w.rng.randint(2, 4)
    a = w.array(least=1, kinds="f")
    for _ in range(w.rng.randint(1, 3)):
        w.bind(
            w.either(
                "np.lexsort('abc')",
                "np.stack([(np.zeros(0),), (np.zeros(0),)])",
                f"np.ones({n}, like={a})",
                f"np.empty_like(prototype={a})",
                f"np.fromiter(((i, i) for i in range({n})), np.dtype((float, (2,))))",
                "np.zeros(2, dtype=np.dtype([('p', [('x', 'f4'), ('y', 'f4')]), ('q', 'i2')]))['p']['x']",
                "np.random.default_rng(0).multinomial([5, 20], [0.5, 0.5])",
                "np.finfo('float32').max.astype(float)",
                f"np.sort({a}, kind='h')",
                f"np.add({a}, 1, sig='dd->d')",
                f"np.vecdot({a}, {a}, axes=[-1, -1, ()])",
                f"{a}.copy().byteswap(True)",
                "np.nextafter(np.float32(1), 300)",
                "np.uint64(5).bit_count()",
                "np.str_('a') * 2",
                "np.float64(2.5).is_integer()",
                f"np.vectorize(lambda x, y: x + y)({a}, 1)",
                f"np.apply_along_axis(np.sort, 0, {a})",
                f"np.take_along_axis({a}, np.argsort({a}, axis=-1), axis=-1)",
                f"np.pad({a}, 1)[1:-1]",
                f"np.tile({a}, 2)",
                "np.ix_([0, 1], [0])[0].shape",
                f"np.select([{a} > 0, {a} < 0], [{a}, -{a}])",
                f"np.meshgrid(np.arange({n}), np.arange(2))[0].shape",
                f"np.histogram({a}, bins={n})[1][{n}]",
                f"np.unique({a}, return_counts=True)[1].sum()",
                f"np.array_split(np.arange({n + 4}), {n})[-1]",
                f"{a}.reshape(1, *{a}.shape)[0]",
                f"np.add.reduceat(np.arange(6), [0, 2, {n}])",
                f"np.searchsorted(np.arange({n}), {a})",
                f"np.ma.masked_less({a}, 0.5).sum()",
                f"np.poly1d([1, 2, {n}])(2)",
            ),
            "c",
        )
    u = w.bind(f"np.zeros({n}, 'uint8')", "u")
    w.line(
        w.either(
            f"np.copyto({u}, 3, casting='safe')",
            f"np.put({u}, [0, 1], 7)",
            f"{u}.fill(9)",
            f"np.add.at({u}, [0, 0], 1)",
            f"{u}.resize({n + 1}, refcheck=False); {u}[{n}] = 1",
        )
    )
    w.know(u)
    w.step()
