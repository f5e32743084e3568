"""`catalogue/releases.toml` says of each of its names whether the release that is installed has it.

It runs with any release: `python -m pytest tests/catalogue/test_releases.py` where another one is installed.
"""

import importlib
import tomllib
import warnings
from pathlib import Path

import numpy as np
import pytest

TABLE = Path(__file__).parents[2] / "catalogue" / "releases.toml"
INSTALLED = tuple(map(int, np.__version__.split(".")[:2]))
VALUES = {"ndarray": np.zeros((2, 2)), "generic": np.float64(1)}


def release(text):
    return tuple(map(int, text.split("."))) if text else None


def has(of, name):
    owner = VALUES[of] if of in VALUES else importlib.import_module(of)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return hasattr(owner, name)


def rows():
    for group in tomllib.loads(TABLE.read_text(encoding="utf-8"))["names"]:
        since, until, again = (release(group.get(key)) for key in ("since", "until", "again"))
        is_there = INSTALLED >= (since or (0, 0)) and not (until and until <= INSTALLED < (again or (99, 0)))
        for kind in ("write", "instead", "gone", "new"):
            for name in group.get(kind, ()):
                yield pytest.param(group["of"], name, is_there, id=f"{group['of']}.{name}")


@pytest.mark.parametrize(("of", "name", "is_there"), list(rows()))
def test_numpy_has_the_names_that_the_table_says(of, name, is_there):
    assert has(of, name) == is_there


def replacements():
    for group in tomllib.loads(TABLE.read_text(encoding="utf-8"))["names"]:
        # What is new is written in its old way where it isn't there.
        until = release(group.get("until"))
        if until and INSTALLED >= until:
            codes = [*group.get("write", {}).values(), *group.get("also", {}).values()]
            yield from (code.removesuffix("(...)") for code in codes)


@pytest.mark.parametrize("code", sorted(set(replacements())))
def test_what_is_to_be_written_is_there(code):
    # It is there at least in the newest release: what replaced one name may have gone itself.
    if INSTALLED >= (2, 0) and code == "np.sctypeDict":
        pytest.skip("a dict of the library's own")
    eval(code, {"np": np})
