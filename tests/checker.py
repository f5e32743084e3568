"""The checker as a program, for tests and scripts: how it is run, and how its answer is read."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

#: The program, where `CONFORMABLE_BIN` names one.
BINARY = os.environ.get("CONFORMABLE_BIN")

SECONDS = 60

# Tests and scripts are about what a run finds, not about what an earlier one has kept.
os.environ.setdefault("CONFORMABLE_NO_CACHE", "1")


class Crash(Exception):
    """The program gave no answer."""


def run(*args: str | Path, binary: Any = None, **options: Any) -> subprocess.CompletedProcess:
    """A run that ends in time with an exit status of the program's own.

    `binary` is the program, or a command in several words; options are those of `subprocess.run`.
    """
    command = binary if isinstance(binary, list) else [Path(binary or BINARY).resolve()]
    options = {"capture_output": True, "encoding": "utf-8", "timeout": SECONDS} | options
    try:
        done = subprocess.run([*command, *args], check=False, **options)
    except subprocess.TimeoutExpired as error:
        raise Crash(f"no answer within {error.timeout} s") from None
    if done.returncode not in (0, 1, 2):
        raise Crash(f"exit status {done.returncode}: {done.stderr.strip()[-2000:]}")
    return done


def answer(*args: str | Path, **options: Any) -> tuple[int, Any]:
    """The exit status, and what is said as JSON."""
    done = run(*args, "--output-format", "json", **options)
    try:
        return done.returncode, json.loads(done.stdout)
    except json.JSONDecodeError as error:
        raise Crash(f"{error}: {done.stdout[:200]!r} {done.stderr.strip()[-200:]}") from None


def measured(command: list[Any], **options: Any) -> tuple[subprocess.CompletedProcess, Any]:
    """A run of a command, and what it took: it alone, not the largest of all that ran before."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out, tempfile.TemporaryFile("w+", encoding="utf-8") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err, **options)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        done = subprocess.CompletedProcess(command, process.returncode, out.read(), err.read())
    return done, used
