"""Writes `catalogue/python/exports.txt`: the names that `from module import *` binds, module by module.

    python scripts/gen_exports.py python3.8 python3.9 ... > catalogue/python/exports.txt

Each interpreter is asked for its own. A name that one of them doesn't export, or another system, has a question mark.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys

MODULES = """
abc argparse array base64 bisect bz2 calendar cmath collections collections.abc colorsys configparser contextlib concurrent.futures copy csv
ctypes dataclasses datetime decimal enum fnmatch fractions functools getpass glob gzip hashlib heapq html inspect io
itertools json logging lzma math multiprocessing numbers operator pathlib pickle platform pprint queue random re secrets shlex shutil
statistics string struct subprocess sys tempfile textwrap threading time tkinter tkinter.ttk traceback turtle types
typing unicodedata uuid warnings weakref zipfile zlib
""".split()

# What depends on the system, and what later releases than those that are asked have.
ELSEWHERE = {
    "copy": "replace",
    "decimal": "IEEEContext IEEE_CONTEXT_MAX_BITS",
    "functools": "Placeholder",
    "heapq": "heapify_max heappop_max heappush_max heappushpop_max heapreplace_max",
    "inspect": "ispackage",
    "io": "Reader Writer",
    "operator": "is_none is_not_none",
    "typing": "TypeForm disjoint_base evaluate_forward_ref",
    "uuid": "MAX NIL uuid6 uuid7 uuid8",
    "zipfile": "ZIP_ZSTANDARD",
    "ctypes": "DllCanUnloadNow DllGetClassObject FormatError GetLastError HRESULT OleDLL WINFUNCTYPE WinDLL WinError "
    "memoryview_at oledll windll",
    "math": "fmax fmin integer isnormal issubnormal signbit",
    "time": "CLOCK_HIGHRES CLOCK_MONOTONIC_RAW_APPROX CLOCK_PROF CLOCK_UPTIME CLOCK_UPTIME_RAW CLOCK_UPTIME_RAW_APPROX "
    "CLOCK_VIRTUAL",
}
OF_A_SYSTEM = re.compile(r"time\.(CLOCK_|clock_|pthread_|tzset$)|(ctypes|platform|sys|threading|subprocess|zlib)\.")

ASKED = """
import importlib, json, sys, warnings
warnings.simplefilter("ignore")
found = {}
for module in json.loads(sys.argv[1]):
    names = {}
    try:
        exec(f"from {module} import *", names)
    except ImportError:
        continue
    found[module] = [name for name in names if not name.startswith("__")]
print(json.dumps(found))
"""


def exports(interpreter: str) -> dict[str, set[str]]:
    """What a release exports, of each module that it has."""
    # Not from a folder with modules of the same names.
    done = subprocess.run(
        [interpreter, "-I", "-c", ASKED, json.dumps(MODULES)], check=True, capture_output=True, text=True, cwd="/"
    )
    return {module: set(names) for module, names in json.loads(done.stdout).items()}


def lines(interpreters: list[str]) -> list[str]:
    of_all = [exports(interpreter) for interpreter in interpreters]
    written = []
    for module in MODULES:
        each = [of[module] for of in of_all if module in of]
        elsewhere = set(ELSEWHERE.get(module, "").split())
        everywhere = set.intersection(*each) - elsewhere
        names = sorted(set.union(*each) | elsewhere)
        marks = ["" if name in everywhere and not OF_A_SYSTEM.match(f"{module}.{name}") else "?" for name in names]
        written.append(f"{module}: {' '.join(map(''.join, zip(names, marks, strict=True)))}")
    return written


if __name__ == "__main__":
    print("\n".join(lines(sys.argv[1:])))
