"""Random calls of every entry, ours against NumPy's: `python tests/catalogue/fuzz.py [count] [seed]`.

What the catalogue refuses and NumPy accepts is a false alarm; a result that NumPy's isn't a member of is wrong.
What NumPy refuses and the catalogue accepts is only counted: values decide much.
"""

import ast
import collections
import random
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import oracle
import test_signatures

ROOT = Path(__file__).parents[2]
SKIP = {"numpy.load", "numpy.loadtxt", "numpy.genfromtxt", "numpy.save", "numpy.savez", "numpy.savetxt", "numpy.savez_compressed",
        "numpy.fromfile", "numpy.frombuffer", "numpy.fromstring", "numpy.fromiter", "numpy.frompyfunc", "numpy.vectorize",
        "numpy.ndarray.dump", "numpy.ndarray.tofile", "numpy.fromfunction", "numpy.set_printoptions", "numpy.seterr",
        "numpy.ndarray.setflags", "numpy.random.bytes", "numpy.random.set_state", "numpy.apply_along_axis",
        "numpy.apply_over_axes", "numpy.piecewise", "numpy.testing.assert_raises", "numpy.testing.assert_warns",
        "numpy.random.Generator.spawn", "numpy.ndarray.to_device", "numpy.random.Generator.bytes", "numpy.errstate"}


def shape(rng):
    return [rng.choice([0, 1, 1, 2, 2, 3, 3, 4]) for _ in range(rng.choice([0, 1, 1, 2, 2, 2, 3]))]


def array(rng, dtype=None, dims=None):
    dtype = dtype or rng.choice(["float64"] * 5 + ["int64", "int64", "float32", "bool", "complex128", "int8"])
    dims = shape(rng) if dims is None else dims
    return f"{dtype}[{', '.join(map(str, dims))}]"


def like(rng, pool):
    kind = rng.random()
    if kind < 0.55:
        return array(rng, dims=rng.choice(pool) if rng.random() < 0.7 else None)
    if kind < 0.65:
        return rng.choice(["int", "float", "bool", "complex", "float64", "int64", "bool_"])
    if kind < 0.75:
        n = rng.randint(0, 3)
        return f"list[({'float, ' * n})]" if n else "list[()]"
    if kind < 0.85:
        dims = rng.choice(pool)
        return f"list[({', '.join([array(rng, 'float64', dims)] * 2)})]"
    return array(rng, "float64")


def literal(rng, low=-2, high=4):
    return f"Literal[{rng.randint(low, high)}]"


def argument(rng, annotation, pool):
    """A value for an annotation, mostly of the right kind."""
    if annotation is None:
        return None
    options = [part.strip() for part in annotation.split("|")]
    option = rng.choice(options)
    if rng.random() < 0.03:
        return rng.choice(["None", "float", "Literal['x']", "Literal[1]", array(rng), "tuple[Literal[1], Literal[0]]"])
    head = option.split("[")[0].split("(")[0]
    if option == "None":
        return "None"
    if head == "Axis":
        return rng.choice([literal(rng), literal(rng, -1, 1), f"tuple[{literal(rng)}, {literal(rng)}]"])
    if head == "Axes":
        return rng.choice([literal(rng), f"tuple[{literal(rng, 0, 2)}, {literal(rng, 0, 2)}]", f"list[({literal(rng)}, {literal(rng)})]"])
    if head == "Shape":
        return rng.choice([literal(rng, -1, 6), f"tuple[{literal(rng, 0, 3)}, {literal(rng, -1 if '-1' in option else 0, 3)}]"])
    if head == "Sizes":
        return literal(rng, 0, 3)
    if head == "DType":
        return rng.choice(["DType[float32]", "DType[int64]", "DType[float64]", "DType[complex128]", "Literal['f8']", "DType[bool]"])
    if head == "int":
        return literal(rng)
    if head == "bool":
        return rng.choice(["Literal[True]", "Literal[False]"])
    if head == "Sequence":
        dims = rng.choice(pool)
        n = rng.randint(1, 3)
        parts = [array(rng, dims=dims if rng.random() < 0.8 else rng.choice(pool)) for _ in range(n)]
        return rng.choice([f"tuple[{', '.join(parts)}]", f"list[({', '.join(parts)},)]"])
    if head == "Literal":
        inside = option[8:-1]
        values = [v.strip() for v in inside.split(",")]
        value = rng.choice(values)
        return None if value == "E" else f"Literal[{value}]" if value != "None" else "None"
    if head == "Out":
        return None
    if head in ("Value", "Index"):
        return rng.choice([literal(rng), like(rng, pool), f"tuple[{literal(rng)}, {literal(rng)}]"])
    if head in ("str", "float", "number"):
        return {"str": "Literal['x']"}.get(head, "float")
    return like(rng, pool) if head not in ("strict",) else array(rng)


def calls(count, seed):
    rng = random.Random(seed)
    entries = [(path, node) for path, node in test_signatures.entries() if path not in SKIP]
    for _ in range(count):
        path, node = rng.choice(entries)
        args, texts = node.args, []
        pool = [shape(rng) for _ in range(2)]
        if rng.random() < 0.5:
            pool = [pool[0]]
        if rng.random() < 0.3:
            pool.append([pool[0][-1], rng.randint(1, 3)] if pool[0] else [1])
        positional = args.posonlyargs + args.args
        required = len(positional) - len(args.defaults)
        method = path.startswith(("numpy.ndarray.", "numpy.random.Generator.", "numpy.random.RandomState."))
        by_keyword = False
        for at, arg in enumerate(positional):
            if at == 0 and method:
                kind = path.split(".")[-2]
                texts.append(array(rng, dims=rng.choice(pool)) if kind == "ndarray" else f"{kind}[]")
                continue
            annotation = ast.unparse(arg.annotation) if arg.annotation else None
            if at >= required and rng.random() < 0.6:
                by_keyword = True
                continue
            text = argument(rng, annotation, pool)
            if text is None:
                by_keyword = True
                if at < required:
                    break
                continue
            if by_keyword and arg in args.posonlyargs:
                continue
            texts.append(f"{arg.arg}={text}" if by_keyword else text)
        if args.vararg and args.vararg.annotation and not by_keyword:
            annotation = ast.unparse(args.vararg.annotation)
            if annotation.startswith(("Shape", "Axes")):
                texts.append(argument(rng, annotation, pool))
            else:
                texts += [argument(rng, annotation, pool) for _ in range(rng.randint(1, 3))]
        for arg in args.kwonlyargs:
            if rng.random() < 0.15 and arg.annotation:
                text = argument(rng, ast.unparse(arg.annotation), pool)
                if text is not None:
                    texts.append(f"{arg.arg}={text}")
        name = path if not method else ".".join(path.split(".")[-2:])
        yield f"{name}({', '.join(t for t in texts if t)})"


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    lines = list(dict.fromkeys(calls(count, seed)))
    command = ["cargo", "run", "-q", "-p", "conformable_signatures", "--example", "calls"]
    answers = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, cwd=ROOT, check=True).stdout.splitlines()
    tally = collections.Counter()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    for line, wanted in zip(lines, answers, strict=True):
        path, inner = line.split("(", 1)
        try:
            found = oracle.outcome(path, inner[:-1])
        except oracle.Symbolic:
            continue
        refused = isinstance(found, Exception)
        if wanted in ("unknown", "Unknown"):
            tally["unknown, NumPy " + ("refuses" if refused else "accepts")] += 1
        elif wanted.startswith("unreadable"):
            tally["unreadable"] += 1
        elif wanted.startswith("error") and not refused:
            tally["FALSE ALARM"] += 1
            print(f"false alarm: {line}\n    {wanted}, NumPy gives {found}")
        elif wanted.startswith("error"):
            ok = oracle.agrees(wanted, found)
            tally["refused by both" if ok else "refused by both, another exception"] += 1
            if not ok:
                print(f"exception: {line}\n    {wanted}, NumPy raises {type(found).__name__}: {str(found)[:90]}")
        elif refused:
            tally["accepted, NumPy refuses"] += 1
            if "-v" in sys.argv:
                print(f"missed: {line}\n    {wanted}, NumPy raises {type(found).__name__}: {str(found)[:90]}")
        elif oracle.agrees(wanted, found):
            tally["accepted by both"] += 1
        else:
            tally["WRONG"] += 1
            print(f"wrong: {line}\n    {wanted}, NumPy gives {found}")
    print(dict(tally))


if __name__ == "__main__":
    main()
