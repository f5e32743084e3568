"""A checker that cheats: it runs the file in NumPy. The harness must give it full marks.

`FAKE_CHECKER=wrong` makes it lie (another dtype, an error on good lines), `silent` claim nothing,
`garbled` print what is no JSON, `fragile` too if the file has a `np.cov`.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from pathlib import Path

import claims
import numpy as np


def main() -> None:
    mode = os.environ.get("FAKE_CHECKER", "honest")
    path = Path(sys.argv[2])
    if mode == "garbled" or (mode == "fragile" and "np.cov(" in path.read_text()):
        print("thread 'main' panicked")
        return
    space: dict[str, object] = {}
    bindings, diagnostics = [], []
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    for row, line in enumerate(path.read_text().splitlines(), 1):
        name = line.split(" = ")[0]
        text = "Unknown"
        try:
            exec(line, space)
            if name in space:
                text = claims.show(claims.describe(space[name]))
        except Exception as error:
            kind = type(error).__name__
            finding = {
                "code": "CF000",
                "severity": "error",
                "exception": kind,
                "message": str(error),
            }
            diagnostics.append(finding | {"location": {"row": row, "column": 1}})
        if mode == "wrong" and row % 7 == 0 and name.startswith("r"):
            text = "float16[9, 9, 9, 9, 9, 9, 9]"
        if mode == "wrong" and row % 11 == 0:
            finding = {"code": "CF000", "severity": "error", "location": {"row": row, "column": 1}}
            diagnostics.append(finding)
        if mode == "silent":
            text = "Unknown"
        bindings.append({"function": "", "name": name, "line": row, "column": 1, "type": text})
    if mode == "silent":
        diagnostics = []
    print(json.dumps({"functions": [], "bindings": bindings, "diagnostics": diagnostics}))


if __name__ == "__main__":
    main()
