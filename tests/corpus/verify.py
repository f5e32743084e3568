#!/usr/bin/env python3
"""Check that each true error of `known.toml` is one: run its script, which must fail at its line.

    python tests/corpus/verify.py

The scripts run with the libraries that `run.py` has installed.
"""

import ast
import json
import pathlib
import subprocess
import sys
import traceback

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 120


def main():
    if len(sys.argv) > 1:
        sys.exit(fails_there(json.loads(sys.argv[1])))
    import run

    run.install()
    failed = 0
    entries = run.Known(HERE / "known.toml").entries
    for entry in entries:
        command = [run.BIN / "python", __file__, json.dumps(entry)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
            said = "" if done.returncode == 0 else done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            said = f"no end after {SECONDS} s"
        if said:
            failed += 1
            print(f"FAILED {entry['file']}: {entry['text']}\n{said}")
    print(f"{len(entries) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def fails_there(entry):
    """Run a script; what is wrong if it doesn't fail at its line."""

    def statement(**names):
        """Run the file's statement that begins with the entry's text."""
        path = find(entry["file"])
        source = path.read_text()
        lines = source.splitlines()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.stmt) and lines[node.lineno - 1].strip() == entry["text"]:
                exec(compile(ast.Module([node], []), str(path), "exec"), names)
                return
        raise SystemExit(f"there is no such line in {path}")

    try:
        exec(compile(entry["script"], "script", "exec"), {"statement": statement})
    except Exception as error:
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename.endswith(entry["file"]) and frame.line.strip() == entry["text"]:
                return 0
        return "it fails elsewhere:\n" + "".join(traceback.format_exception(error))
    return "it doesn't fail"


def find(file):
    """The installed file."""
    for folder in sys.path:
        path = pathlib.Path(folder) / file
        if path.is_file():
            return path
    raise SystemExit(f"{file} is not installed")


if __name__ == "__main__":
    main()
