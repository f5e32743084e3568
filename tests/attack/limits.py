"""A run of the command under limits, and what it took."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

SECONDS = 10
MEMORY = 1 << 30
#: What ends the run, so that the machine survives it.
HARD_SECONDS = 30
HARD_MEMORY = 4 << 30
PANIC = re.compile(rb"((?<=\[)CF000\][^\n]*|panicked at[^\n]*|stack overflow[^\n]*|memory allocation[^\n]*)")


@dataclass
class Outcome:
    """What a run came to; `sort` is the same for what fails in the same way."""

    status: int
    seconds: float
    memory: int
    output: bytes
    wrong: str = ""

    @property
    def sort(self) -> str:
        return re.sub(r"a?\d[\d.]*", "#", self.wrong)[:120]


def limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (HARD_SECONDS, HARD_SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (HARD_MEMORY, HARD_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command: list[str], folder: Path) -> Outcome:
    """Run the command in a folder; the time is the processor's, since others use it too."""
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, preexec_fn=limit
        )
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = status = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read(256 << 20)
    outcome = Outcome(status, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, text)
    outcome.wrong = wrong(outcome)
    return outcome


def wrong(outcome: Outcome) -> str:
    """What may not be; empty if all is well."""
    found = PANIC.search(outcome.output)
    if found:
        return found.group().decode(errors="replace")
    if outcome.seconds > SECONDS or outcome.status == -signal.SIGXCPU:
        return f"it took {outcome.seconds:.1f} s"
    if outcome.memory > MEMORY:
        return f"it took {outcome.memory / 2**20:.0f} MB"
    if outcome.status < 0:
        return f"it ended by {signal.Signals(-outcome.status).name}"
    return "" if outcome.status in (0, 1, 2) else f"it ended with status {outcome.status}"
