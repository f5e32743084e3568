"""Operations about dtypes and about Python's own values, in two versions: see `operations`."""

from __future__ import annotations

from .writer import operation

# --- dtypes --------------------------------------------------------------------------------------


@operation("in-place cast", is_statement=True)
def cast(w):
    a = w.array(least=1, kinds="iu")
    return w.rng.choice(
        [
            (f"{a} += 1", f"{a} += 0.5"),
            (f"{a} //= 2", f"{a} /= 2"),
            (f"{a} *= 3", f"{a} *= np.ones({w.shape(a)[-1]})"),
        ]
    )


@operation("no loop")
def no_loop(w):
    f = w.array(least=1, kinds="f")
    i = w.array(least=1, kinds="i")
    return w.rng.choice(
        [
            (f"~{i}", f"~{f}"),
            (f"{i} << 1", f"{f} << 1"),
            (f"{i} & 1", f"{f} & 1"),
            (f"~({f} > 0)", f"-({f} > 0)"),
            (f"np.bitwise_or({i}, 1)", f"np.bitwise_or({f}, 1)"),
        ]
    )


@operation("float as an index")
def float_index(w):
    a = w.array(least=1)
    n = w.shape(a)[0]
    return w.rng.choice(
        [
            (f"{a}[{w.size(n)} // 2]", f"{a}[{w.size(n)} / 2]"),
            (f"{a}[:{w.size(n)} // 2]", f"{a}[:{w.size(n)} / 2]"),
            (f"{a}[int({n - 1}.0)]", f"{a}[{n - 1}.0]"),
        ]
    )


@operation("float as a size")
def float_size(w):
    n = w.rng.choice([4, 6])
    return w.rng.choice(
        [
            (f"np.zeros({w.size(n)} // 2)", f"np.zeros({w.size(n)} / 2)"),
            (f"np.ones((2, {w.size(n)} // 2))", f"np.ones((2, {w.size(n)} * 0.5))"),
            (f"list(range({n} // 2))", f"list(range({n} / 2))"),
        ]
    )


@operation("text and numbers")
def text(w):
    a = w.array(least=1, kinds="if")
    word = w.either("ab", "size ")
    return w.rng.choice(
        [
            (f'"{word}" + str({a}.shape)', f'"{word}" + {a}.shape[0]'),
            (f'np.array(["a", "b"]) == "{word}"', 'np.array(["a", "b"]) * 2'),
            (f'"{word}" * 2', f'"{word}" * 2.0'),
            (f"{a} + 1", f'{a} + "{word}"'),
            (f'"{word}".upper()', f'"{word}" - "b"'),
        ]
    )


# --- Python --------------------------------------------------------------------------------------


@operation("unpacking", is_statement=True)
def unpacking(w):
    a = w.array(least=1)
    shape = w.shape(a)
    rank = len(shape)
    names = [w.name("d") for _ in range(rank + 1)]
    few, many = ", ".join(names[:rank]) + ",", ", ".join(names)
    rows = [w.name("p") for _ in range(shape[0] + 1)]
    return w.rng.choice(
        [
            (f"{few} = {a}.shape", f"{many} = {a}.shape"),
            (f"{', '.join(rows[:-1])} = {a}", f"{', '.join(rows)} = {a}"),
            (f"{rows[0]}, *{rows[1]} = {a}", f"{rows[0]}, {rows[1]} = ({a}, 1, 2)"),
        ]
    )


@operation("list index")
def list_index(w):
    xs = w.bind(str([w.rng.randint(0, 9) for _ in range(w.rng.randint(1, 4))]), "xs")
    n = len(w.value(xs))
    return w.rng.choice(
        [
            (f"{xs}[{n - 1}]", f"{xs}[{n}]"),
            (f"{xs}[-1]", f"{xs}[-{n + 1}]"),
            (f"{xs}[len({xs}) - 1]", f"{xs}[len({xs})]"),
            (f"{xs}[{n} // 2]", f"{xs}[{n} / 2]"),
        ]
    )


@operation("tuple index")
def tuple_index(w):
    a = w.array(least=1)
    rank = len(w.shape(a))
    return w.rng.choice(
        [
            (f"{a}.shape[{rank - 1}]", f"{a}.shape[{rank}]"),
            (f"np.nonzero({a})[0]", f"np.nonzero({a})[{rank}]"),
        ]
    )


@operation("key")
def key(w):
    d = w.bind(f'{{"a": 1, "b": np.ones({w.rng.randint(2, 4)})}}', "table")
    return f'{d}["{w.either("a", "b")}"]', f'{d}["c"]'


@operation("argument")
def argument(w):
    calls = [pair for scope in w.scopes for pair in scope.calls if pair[1]]
    if not calls:
        return None
    f, args = w.rng.choice(calls)
    good = f"{f}({', '.join(args)})"
    bad = w.rng.choice(
        [
            f"{f}({', '.join(args[:-1])})",
            f"{f}({', '.join([*args, '1', '2', '3', '4'])})",
            f"{f}({', '.join([*args, 'wrong=1'])})",
        ]
    )
    return good, bad


@operation("attribute")
def attribute(w):
    objects = [pair for scope in w.scopes for pair in scope.objects]
    if objects and w.flip(0.7):
        o, has = w.rng.choice(objects)
        return f"{o}.{has}", f"{o}.missing_{has}"
    a = w.array(least=1)
    return w.rng.choice(
        [(f"{a}.ndim", f"{a}.rank"), (f"{a}.T", f"{a}.H"), ("np.exp(1)", "np.expo(1)")]
    )


@operation("None")
def none(w):
    a = w.array(least=1, kinds="iuf")
    lst = w.bind("[3, 1, 2]", "xs")
    return w.rng.choice(
        [
            (f"sorted({lst})[0]", f"{lst}.sort()[0]"),
            (f"{a}.copy().sum()", f"{a}.sort().sum()"),
            (f"np.sort({a}) + 1", f"{a}.sort() + 1"),
            ('{"a": 1}.get("a")', '{"a": 1}.get("b") + 1'),
        ]
    )


@operation("not iterable")
def not_iterable(w):
    a = w.array(least=1, kinds="iuf")
    return w.rng.choice(
        [
            (f"list({a})", f"list({a}.sum())"),
            (f"len({a})", f"len({a}.mean())"),
            (f"len({a}.shape)", f"len({a}.ndim)"),
            (f"[v for v in {a}]", f"[v for v in {a}.ndim]"),
            (f"{a}.max()", f"{a}.ndim[0]"),
        ]
    )


@operation("not one number")
def one_number(w):
    a = w.array(ndim=1, kinds="iuf")
    return w.rng.choice(
        [
            (f"1 if {a}.any() else 0", f"1 if {a} > 0 else 0"),
            (f"float({a}[0])", f"float({a})"),
            (f"bool({a}.all())", f"bool({a})"),
            (f"({a} > 0) & ({a} < 3)", f"({a} > 0) and ({a} < 3)"),
        ]
    )


@operation("not callable")
def not_callable(w):
    a = w.array(least=1, kinds="iuf")
    return w.rng.choice(
        [
            (f"{a}.shape", f"{a}.shape()"),
            (f"{a}.sum()", f"{a}(0)"),
            (f"len({a})", f"{a}.ndim()"),
        ]
    )


@operation("immutable", is_statement=True)
def immutable(w):
    a = w.array(least=1)
    t = w.bind("(1, 2, 3)", "t")
    return w.rng.choice(
        [
            (f"{a}.flat[0] = 1", f"{a}.shape[0] = 1"),
            (f"{t} = {t} + (4,)", f"{t}[0] = 4"),
            (f"{a}[0] = 1", f"{a}.ndim = 1"),
        ]
    )
