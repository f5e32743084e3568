"""Annotations, calls of the head's operators, and programs of GT4Py made at random."""

import random

from draw import OPERATORS, ORDER, SCANS, Drawer, annotation, expression

ATOMS = [
    "int",
    "float",
    "bool",
    "str",
    "float32",
    "float64",
    "int8",
    "int32",
    "int64",
    "uint8",
    "uint64",
    "np.float32",
    "np.int64",
    "np.float64",
    "gtx.float64",
    "gtx.int32",
    "wpfloat",
    "IField",
    "KField",
]
NO_ATOMS = [
    "complex",
    "np.float16",
    "object",
    "None",
    "I",
    "np.ndarray",
    "list[int]",
    "dict[int, int]",
    "Dimension",
    "int | float",
    "Field",
    "tuple",
    "V2E",
    "np.complex64",
    "bytes",
]


def hint(rng: random.Random, depth: int) -> str:
    """An annotation."""
    chance = rng.random()
    if chance < 0.1:
        return rng.choice(NO_ATOMS)
    if chance < 0.35 or depth == 0:
        return rng.choice(ATOMS)
    if chance < 0.6:
        items = [hint(rng, depth - 1) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.05:
            items.append("...")
        return f"{rng.choice(['tuple', 'tuple', 'tuple'])}[{', '.join(items)}]"
    count = rng.choice([0, 1, 1, 2, 2, 3])
    dims = [rng.choice(ORDER) for _ in range(count)]
    if rng.random() < 0.8:
        dims = sorted(set(dims), key=ORDER.index)
    if rng.random() < 0.04:
        dims.append(rng.choice(["int", "V2E", "1", "PI"]))
    elements = rng.choice(ATOMS[:17]) if rng.random() < 0.9 else hint(rng, 0)
    chance = rng.random()
    if chance < 0.85:
        inner = f"[{', '.join(dims)}]"
    elif chance < 0.95 and dims:
        inner = f"Dims[{', '.join(dims)}]"
    else:
        inner = rng.choice(["...", "I", "(I, J)"])
    text = f"{rng.choice(['Field', 'gtx.Field'])}[{inner}, {elements}]"
    return f'"{text}"' if rng.random() < 0.05 and depth > 1 else text


def annotated(seed: int) -> str:
    """An operator with an annotation."""
    rng = random.Random(seed)
    text = hint(rng, 2)
    return f"@gtx.field_operator\ndef f(a: {text}):\n    return a\n"


def call(seed: int) -> str:
    """A call of an operator of the head, in an operator or a program."""
    rng = random.Random(seed)
    drawer = Drawer(rng, 0.0)
    name = rng.choice([*OPERATORS, *SCANS, "g_tuple"])
    if name in OPERATORS:
        params, result = OPERATORS[name]
        args = [
            (own, drawer.leaf(kind if rng.random() < 0.75 else drawer.kind()))
            for own, kind in params
        ]
        out = annotation(result)
    elif name == "g_tuple":
        first = rng.choice(
            ["(p_i, 1)", "(p_i, p_n)", "(p_n, 1)", "p_i", "(p_i, 1, 1)", "(p_i, (1,))"]
        )
        drawer.params += [("p_i", "Field[[I], float64]"), ("p_n", "int32")]
        args = [
            ("a", first),
            (
                "m",
                drawer.leaf((None, "bool")) if rng.random() < 0.8 else drawer.leaf(drawer.kind()),
            ),
        ]
        out = "tuple[Field[[I], float64], bool]"
    else:
        args = []
        dims = rng.choice([None, ("I",), ("K",), ("I", "K"), ("V",)])
        for own in SCANS[name]:
            dtype = "int32" if own == "n" else "float64"
            kinds = [
                (rng.choice([dims, None]), dtype if rng.random() < 0.9 else "float32")
                for _ in range(2)
            ]
            leaves = [drawer.leaf(kind) for kind in kinds]
            is_pair = (name == "s_tuple") != (rng.random() < 0.1)
            args.append((own, f"({', '.join(leaves)})" if is_pair else leaves[0]))
        own = [dim for dim in ORDER if dim in (dims or ()) or dim == "K"]
        out = f"Field[[{', '.join(own)}], float64]"
        out = f"tuple[{out}, {out.replace('float64', 'int32')}]" if name == "s_two" else out
    chance = rng.random()
    if chance < 0.05 and args:
        args.pop()
    elif chance < 0.1:
        args.append(("more", drawer.leaf(drawer.kind())))
    named = rng.choice([0, 0, 0, 1, 2])
    texts = [
        text if place < len(args) - named else f"{own}={text}"
        for place, (own, text) in enumerate(args)
    ]
    if rng.random() < 0.04 and named and texts:
        texts[-1] = "other=" + texts[-1].split("=")[-1]
    if rng.random() < 0.5:
        params = ", ".join(f"{own}: {text}" for own, text in drawer.params)
        return f"@gtx.field_operator\ndef f({params}):\n    return {name}({', '.join(texts)})\n"
    if rng.random() < 0.9:
        texts.append("out=out")
    if rng.random() < 0.15:
        out = annotation(drawer.kind())
    if rng.random() < 0.3:
        domain = rng.choice(
            [
                "{I: (0, 5)}",
                "{I: (0, n), K: (1, n)}",
                "{I: (0, 1.0)}",
                "{K: (0, 5, 6)}",
                "{V: (0, n)}",
                "{1: (0, 2)}",
            ]
        )
        texts.append(f"domain={domain}")
    params = ", ".join(
        f"{own}: {text}" for own, text in [*drawer.params, ("out", out), ("n", "int32")]
    )
    return f"@gtx.program\ndef f({params}):\n    {name}({', '.join(texts)})\n"


#: What a program takes.
PROGRAM = {
    "a": "Field[[I], float64]",
    "b": "Field[[J], float64]",
    "c": "Field[[I, J], float64]",
    "k": "Field[[I, K], float64]",
    "m": "Field[[I, K], int32]",
    "e": "Field[[E], float64]",
    "w": "Field[[V, V2EDim], float64]",
    "v": "Field[[V], float64]",
    "t": "tuple[Field[[I], float64], Field[[I], bool]]",
    "x": "float64",
    "n": "int32",
    "f": "bool",
}


def program(seed: int) -> str:
    """A program: several calls with arguments that are computed, tuples, slices, domains."""
    rng = random.Random(seed)
    params = PROGRAM
    names = list(params)
    calls = [
        ["g_i", ["a"], "a"],
        ["g_ij", ["a", "b"], "c"],
        ["g_edge", ["e", "w"], "v"],
        ["s_one", ["k"], "k"],
        ["s_one", ["a"], "k"],
        ["s_two", ["k", "n"], "(k, m)"],
        ["s_two", ["x", "m"], "(k, m)"],
        ["g_scalar", ["x", "n"], "x"],
        ["s_tuple", ["(a, x)"], "k"],
    ]
    scalars = {
        "x": ["x", "x * 2.0", "x + PI", "1.0", "-1.0", "x ** 2", "x / x"],
        "n": ["n", "n + 1", "n % 2", "3", "-2", "n // 2", "COUNT"],
    }
    lines = []
    for _ in range(rng.choice([1, 1, 2])):
        name, args, out = rng.choice(calls)
        args = [rng.choice(scalars.get(arg, [arg])) for arg in args]
        if rng.random() < 0.25:
            place = rng.randrange(len(args))
            args[place] = rng.choice(
                [
                    *names,
                    "a + a",
                    "-x",
                    "x < 1.0",
                    "x + n",
                    "f & f",
                    "~f",
                    "g_i(a)",
                    "sin(x)",
                    "(a, a)",
                ]
            )
        texts = list(args)
        if rng.random() < 0.2:
            out = rng.choice([*names, "(a, a)", "(k, (m,))", "g_i", "I", "(k, m)[0]"])
        elif rng.random() < 0.2 and "(" not in out:
            out = f"{out}[{rng.choice(['1:-1', '0:n', '1:', ':, 1:2', '2', 'n:n'])}]"
        if rng.random() < 0.95:
            texts.append(f"out={out}")
        if rng.random() < 0.4:
            bound = [rng.choice(["0", "n", "n - 1", "5", "minimum(n, 3)"]) for _ in range(4)]
            one = f"{{I: ({bound[0]}, {bound[1]})}}"
            domain = rng.choice(
                [
                    one,
                    f"{{I: ({bound[0]}, {bound[1]}), K: ({bound[2]}, {bound[3]})}}",
                    f"({one}, {one})",
                ]
            )
            if rng.random() < 0.2:
                domain = rng.choice(
                    ["{}", "{I: (0, x)}", "{I: (0, 1, 2)}", "{n: (0, 1)}", "n", f"({one},)"]
                )
            texts.append(f"domain={domain}")
        lines.append(f"{name}({', '.join(texts)})")
    if rng.random() < 0.05:
        lines.append(rng.choice(["y = a", "return a", "a", "pass", "n + 1", "minimum(n, n)"]))
    own = ", ".join(f"{name}: {text}" for name, text in params.items())
    body = "".join(f"    {line}\n" for line in lines)
    return f"@gtx.program\ndef f({own}):\n{body}"


def branches(seed: int) -> str:
    """An operator whose names and results depend on branches inside each other."""
    rng = random.Random(seed)
    drawer = Drawer(rng, 0.02)
    kinds = [(("I",), "float64"), (("I",), "float64"), (None, "float64"), (("I", "K"), "int32")]
    result = rng.choice(kinds)

    def value(kind: tuple) -> str:
        known = [name for name, own in drawer.known if own == kind]
        return rng.choice(known) if known and rng.random() < 0.6 else drawer.expr(kind, 1)

    def block(depth: int, indent: str) -> list[str]:
        lines = []
        for _ in range(rng.choice([1, 1, 2])):
            chance = rng.random()
            if chance < 0.5 or depth == 0:
                kind = rng.choice(kinds)
                name = rng.choice(["x", "y", "z", *[own for own, _ in drawer.params[:1]]])
                lines.append(f"{indent}{name} = {value(kind)}")
                if rng.random() < 0.7:
                    drawer.known = [row for row in drawer.known if row[0] != name] + [(name, kind)]
            elif chance < 0.9:
                condition = rng.choice(["p_c", "p_c", "True", "p_x < 1.0", "not p_c"])
                lines += [f"{indent}if {condition}:", *block(depth - 1, indent + "    ")]
                if rng.random() < 0.3:
                    lines += [f"{indent}elif p_x > 2.0:", *block(depth - 1, indent + "    ")]
                if rng.random() < 0.8:
                    lines += [f"{indent}else:", *block(depth - 1, indent + "    ")]
            else:
                lines.append(
                    f"{indent}return {value(result if rng.random() < 0.9 else rng.choice(kinds))}"
                )
        return lines

    lines = [*block(2, "    "), *block(2, "    "), f"    return {value(result)}"]
    if rng.random() < 0.05:
        lines.pop()
    own = [("p_c", "bool"), ("p_x", "float64"), *drawer.params]
    params = ", ".join(f"{name}: {text}" for name, text in own)
    body = "".join(f"{line}\n" for line in lines)
    return f"@gtx.field_operator\ndef f({params}):\n{body}"


#: What is drawn, and how much of it by default.
KINDS = {
    "expressions": (expression, 5000),
    "annotations": (annotated, 1000),
    "calls": (call, 1000),
    "programs": (program, 1000),
    "branches": (branches, 1000),
}
