"""Distributions of `scipy.stats` do what SciPy does: generated calls of their methods, of all of them."""

import re
from pathlib import Path
from random import Random

import numpy as np
import pytest
import scipy.stats

from generated import CAUGHT, MISSED, graded_expressions, needs_binary, share_of_exact

ROOT = Path(__file__).parents[2]
STUB = (ROOT / "catalogue" / "scipy" / "distributions.pyi").read_text()
LISTED = dict(re.findall(r"^(\w+): (Continuous\[\d, \d\]|Discrete\[\d, \d\])$", STUB, re.MULTILINE))
SHAPES = [(), (), (1,), (3,), (3,), (2, 3), (2, 1), (0,), (4,)]
VALUES = ["0.5", "1", "[0.2, 0.4]", "np.float32(0.3)", "np.ones(3, np.float32)", "np.arange(3)", "np.ones(2, np.int8)"]
SIZES = ["3", "(2, 3)", "()", "None", "[2, 3]", "(3, 1)", "0", "np.int64(3)"]
AT = "cdf logcdf sf logsf ppf isf".split()
# Moments of these are integrals that take seconds.
SLOW = "kappa4 recipinvgauss studentized_range vonmises".split()
OF_ITSELF = "mean var std median entropy support".split()


def value(random):
    if random.random() < 0.5:
        return random.choice(VALUES)
    shape = random.choice(SHAPES)
    return f"np.full({shape}, 0.5)"


def parameters(random, name):
    """As many as there are, some by name; now and then one less or more."""
    distribution = getattr(scipy.stats, name)
    own = [one.strip() for one in (distribution.shapes or "").split(",") if one.strip()]
    names = [*own, "loc"] if LISTED[name].startswith("Discrete") else [*own, "loc", "scale"]
    given = random.randint(len(own), len(names))
    if random.random() < 0.08:
        given += random.choice([-1, 1])
    by_name = random.randint(0, max(given, 0)) if random.random() < 0.4 else 0
    values = [value(random) if random.random() < 0.4 else "0.5" for _ in range(max(given, 0))]
    places, rest = values[: len(values) - by_name], values[len(values) - by_name :]
    return places, [f"{name}={one}" for name, one in zip(names[len(places) :], rest)]


def call(random):
    name = random.choice(sorted(LISTED))
    is_discrete = LISTED[name].startswith("Discrete")
    places, names = parameters(random, name)
    at = AT + (["pmf", "logpmf"] if is_discrete else ["pdf", "logpdf"])
    others = [*OF_ITSELF, "rvs", "rvs", "rvs", "stats", "interval", "moment", "fit"]
    method = random.choice([*at, *at] if name in SLOW else [*at, *at, *others])
    frozen = random.random() < 0.35
    first = [value(random)] if method in at else []
    last = []
    match method:
        case "rvs" if random.random() < 0.7:
            last = [f"size={random.choice(SIZES)}"]
        case "interval":
            first = [random.choice(["0.9", "[0.9, 0.95]"])]
        case "moment":
            first = ["2"]
        case "stats" if random.random() < 0.3:
            last = [f"moments={random.choice(['mvsk', 'm', 'mv'])!r}"]
        case "fit" if is_discrete or frozen:
            method, first = "mean", []
        case "fit":
            return f"scipy.stats.{name}.fit(np.linspace(0.1, 0.9, 9))"
    if frozen:
        return f"scipy.stats.{name}({', '.join([*places, *names])}).{method}({', '.join([*first, *last])})"
    return f"scipy.stats.{name}.{method}({', '.join([*first, *places, *names, *last])})"


def test_each_has_as_many_parameters():
    for name, text in LISTED.items():
        distribution = getattr(scipy.stats, name)
        others = 1 if isinstance(distribution, scipy.stats.rv_discrete) else 2
        kind = "Discrete" if others == 1 else "Continuous"
        assert text == f"{kind}[{distribution.numargs}, {distribution.numargs + others}]"


@needs_binary
@pytest.mark.parametrize("seed", range(3))
def test_generated_calls(seed, tmp_path):
    random = Random(seed)
    calls = [call(random) for _ in range(500)]
    head = ["import numpy as np", "import scipy.stats"]
    grades = graded_expressions(calls, {"np": np, "scipy": scipy}, head, tmp_path)
    assert grades[CAUGHT] > grades[MISSED], grades
    assert share_of_exact(grades) > 0.8, grades
