"""Writes `catalogue/python/names.txt`: the names that modules of Python's library have, and those that they had before 3.8.

    python scripts/gen_module_names.py python2.7 ... python3.13 > catalogue/python/names.txt

Each interpreter is asked for its own. A name with a hyphen is one that no release since 3.8 has.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict

# Modules whose names are the same on all systems.
MODULES = """
abc argparse base64 bisect calendar cmath copy csv dataclasses datetime decimal enum fnmatch fractions functools glob
heapq io itertools json logging math numbers operator pathlib pprint queue random re secrets shlex statistics string
struct textwrap time traceback types uuid warnings weakref os.path
""".split()

# What later releases than those that are asked have, and other systems.
ELSEWHERE = {
    "decimal": "IEEEContext IEEE_CONTEXT_MAX_BITS",
    "functools": "Placeholder",
    "heapq": "heapify_max heappop_max heappush_max heappushpop_max heapreplace_max",
    "io": "Reader Writer",
    "math": "fmax fmin integer isnormal issubnormal signbit",
    "operator": "is_none is_not_none",
    "os.path": "ALLOW_MISSING ALL_BUT_LAST",
    "string": "templatelib",
    "time": "CLOCK_HIGHRES CLOCK_MONOTONIC_RAW_APPROX CLOCK_PROF CLOCK_UPTIME CLOCK_UPTIME_RAW CLOCK_UPTIME_RAW_APPROX "
    "CLOCK_VIRTUAL",
    "types": "FrameLocalsProxyType",
    "uuid": "MAX NIL uuid6 uuid7 uuid8",
}

ASKED = """
import importlib, json, pkgutil, sys, warnings
warnings.simplefilter("ignore")
found = {}
for name in json.loads(sys.argv[1]):
    names = []
    for one in (["posixpath", "ntpath"] if name == "os.path" else [name]):
        try:
            module = importlib.import_module(one)
        except ImportError:
            continue
        names += dir(module)
        if hasattr(module, "__path__"):
            names += [inside[1] for inside in pkgutil.iter_modules(module.__path__)]
    found[name] = [one for one in names if not one.startswith("_")]
print(json.dumps([list(sys.version_info[:2]), found]))
"""


def lines(interpreters: list[str]) -> list[str]:
    now: dict[str, set[str]] = defaultdict(set)
    before: dict[str, set[str]] = defaultdict(set)
    for interpreter in interpreters:
        # Not from a folder with modules of the same names.
        done = subprocess.run(
            [interpreter, "-c", ASKED, json.dumps(MODULES)],
            check=True,
            capture_output=True,
            text=True,
            cwd="/",
        )
        version, found = json.loads(done.stdout)
        for module, names in found.items():
            (now if version >= [3, 8] else before)[module].update(names)
    for module, names in ELSEWHERE.items():
        now[module].update(names.split())
    return [
        f"{module}: {' '.join(sorted(now[module] | {f'{name}-' for name in before[module] - now[module]}))}"
        for module in MODULES
    ]


if __name__ == "__main__":
    print("\n".join(lines(sys.argv[1:])))
