"""What NumPy's own generalised ufuncs do with random shapes, as data for a Rust test.

    python tests/signatures/gufuncs.py > crates/conformable_signatures/tests/data/gufuncs.txt
    python tests/signatures/gufuncs.py --check

A line is `signature; shapes -> shapes`, or `-> refused`. SciPy's are there too where it is installed.
Functions whose loops trust their sizes beyond their signature are left out: they would read past the end.
"""

import importlib
import random
import re
import sys
from pathlib import Path

import numpy as np

DATA = Path(__file__).parents[2] / "crates/conformable_signatures/tests/data/gufuncs.txt"
CASES = 40
UNSAFE = re.compile(r"qr_|lstsq")
MODULES = ["numpy", "numpy.linalg._umath_linalg", "scipy.special", "scipy.special._gufuncs", "scipy.linalg"]


def gufuncs():
    found = {}
    for name in MODULES:
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        for attribute in sorted(dir(module)):
            value = getattr(module, attribute)
            if isinstance(value, np.ufunc) and value.signature and not UNSAFE.search(attribute):
                found.setdefault(value.signature, value)
    return sorted(found.items())


def shapes(rng, signature):
    inputs = [re.findall(r"[\w?]+", text) for text in re.findall(r"\(([^)]*)\)", signature.split("->")[0])]
    sizes = {}
    result = []
    batch = [rng.choice([1, 2, 3]) for _ in range(2)]
    for items in inputs:
        shape = [rng.choice([size, 1]) for size in batch[: rng.randrange(3)]]
        for item in items:
            if item.endswith("?") and rng.random() < 0.3:
                continue
            name = item.rstrip("?")
            size = int(name) if name.isdigit() else sizes.setdefault(name, rng.randrange(1, 4))
            shape.append(rng.randrange(1, 4) if rng.random() < 0.08 else size)
        if rng.random() < 0.08 and shape:
            shape.pop()
        result.append(tuple(shape))
    return result


def given_outputs(rng, signature, inputs):
    """Outputs for a function whose sizes no input has: NumPy takes them from there."""
    batch = np.broadcast_shapes(*inputs)
    sizes = {}
    made = []
    for dims in re.findall(r"\(([^)]*)\)", signature.split("->")[1]):
        own = [sizes.setdefault(name, rng.randrange(2, 5)) for name in dims.split(",") if name]
        made.append(np.empty((*batch, *own)))
    return tuple(made)


def call(function, inputs, out=None):
    arrays = [np.zeros(shape) for shape in inputs]
    try:
        with np.errstate(all="ignore"):
            result = function(*arrays) if out is None else function(*arrays, out=out)
    except ValueError:
        return "refused"
    outputs = result if isinstance(result, tuple) else (result,)
    return "; ".join(text(np.shape(output)) for output in outputs)


def text(shape):
    return "(" + ",".join(map(str, shape)) + ")"


def broadcasts(inputs):
    try:
        np.broadcast_shapes(*inputs)
    except ValueError:
        return False
    return True


def lines():
    for signature, function in gufuncs():
        rng = random.Random(signature)
        answers = []
        for _ in range(CASES):
            inputs = shapes(rng, signature)
            try:
                answers.append((inputs, call(function, inputs)))
            except TypeError:
                break  # no loop for floats
        if all(answer == "refused" for _, answer in answers):
            # It wants its outputs given: their sizes are nowhere else.
            answers = [
                (inputs, call(function, inputs, given_outputs(rng, signature, inputs)))
                for inputs, _ in answers
                if broadcasts(inputs)
            ]
        for inputs, answer in answers:
            yield f"{signature}; {'; '.join(map(text, inputs))} -> {answer}"


if __name__ == "__main__":
    made = list(lines())
    if "--check" not in sys.argv:
        print("\n".join(made))
        sys.exit()
    known = set(DATA.read_text().splitlines())
    wrong = [line for line in made if line not in known]
    print(f"{len(made)} cases, {len(wrong)} not as recorded", *wrong, sep="\n")
    sys.exit(bool(wrong))
