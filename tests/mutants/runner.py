"""Runs programs under NumPy, each in a fork of this process, which has NumPy loaded already."""

import json
import os
import resource
import runpy
import signal
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

# One thread in BLAS: the programs are small, and threads don't survive a fork.
for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")

import numpy as np

MEMORY = 2 << 30

# What is raised for a shape, a dtype, an index, a type or an attribute.
REJECTIONS = (
    ValueError,
    IndexError,
    TypeError,
    AttributeError,
    OverflowError,
    np.linalg.LinAlgError,
)

# Messages of exceptions of those classes that are about values and not about types.
BY_VALUE = (
    *("Singular matrix", "not positive definite", "did not converge", "infs or NaNs"),
    *("probabilities", "Probabilities", "NaN", "low >= high", "high - low", "math domain"),
    *("scale < 0", "shape < 0", "Fewer non-zero", "invalid literal", "Range exceeds"),
)


@dataclass
class Outcome:
    """How a program ended.

    `kind` is `runs`, `rejected` (NumPy or Python refused an operation for its types) or `other`:
    the time is up, memory is out, an exit with a status, an exception about values or names.
    `file` and `line` are those of the deepest frame in the program's own code.
    """

    kind: str
    exception: str = ""
    message: str = ""
    file: str = ""
    line: int = 0
    executed: dict[str, list[int]] = field(default_factory=dict)


def run_all(
    entries: Iterable[tuple[Path, Path]], jobs: int = 2, timeout: int = 10, trace: bool = False
) -> Iterator[Outcome]:
    """Run (folder, script) pairs and yield their outcomes in the same order.

    With `trace` an outcome also holds the lines that were executed in each of the folder's files.
    """
    with tempfile.TemporaryDirectory() as scratch:
        pending, done, running = enumerate(entries), {}, {}
        upcoming = 0
        while True:
            while len(running) < jobs and (item := next(pending, None)):
                index, (folder, script) = item
                report = Path(scratch, f"{index}.json")
                workdir = Path(scratch, str(index))
                workdir.mkdir()
                work = partial(execute, folder, script, trace)
                pid = fork(work, report, workdir, timeout)
                running[pid] = index, report
            if not running:
                break
            pid, _ = os.wait()
            index, report = running.pop(pid)
            done[index] = read_report(report)
            while upcoming in done:
                yield done.pop(upcoming)
                upcoming += 1


def read_report(report: Path) -> Outcome:
    try:
        return Outcome(**json.loads(report.read_text()))
    except (FileNotFoundError, json.JSONDecodeError):
        return Outcome("other", "killed")


def fork(work: Callable[[], Outcome], report: Path, workdir: Path, timeout: int) -> int:
    """Do some work in a child with bounded time and memory; it writes its outcome to a file."""
    pid = os.fork()
    if pid:
        return pid
    try:
        signal.alarm(timeout)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        os.chdir(workdir)
        tempfile.tempdir = str(workdir)
        report.write_text(json.dumps(asdict(work())))
    finally:
        os._exit(0)


def execute(folder: Path, script: Path, trace: bool) -> Outcome:
    own, executed = f"{folder}{os.sep}", {}

    def on_line(frame, event, _):
        if event == "line":
            executed[frame.f_code.co_filename].add(frame.f_lineno)
        return on_line

    def on_call(frame, event, _):
        file = frame.f_code.co_filename
        if not file.startswith(own):
            return None
        executed.setdefault(file, set()).add(frame.f_lineno)
        return on_line

    sys.argv = [str(script)]
    sys.path.insert(0, str(script.parent))
    sys.dont_write_bytecode = True
    warnings.simplefilter("ignore")
    outcome = Outcome("runs")
    try:
        if trace:
            sys.settrace(on_call)
        runpy.run_path(str(script), run_name="__main__")
    except SystemExit as stop:
        if stop.code:
            outcome = Outcome("other", "SystemExit", str(stop.code))
    except Exception as error:
        outcome = classify(error, folder)
    finally:
        sys.settrace(None)
    outcome.executed = {os.path.relpath(f, folder): sorted(rows) for f, rows in executed.items()}
    return outcome


def classify(error: BaseException, folder: Path) -> Outcome:
    frames = [
        (Path(frame.filename), frame.lineno)
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(folder)
    ]
    file, line = frames[-1] if frames else (folder, 0)
    message = str(error).partition("\n")[0]
    typed = isinstance(error, REJECTIONS) and not any(text in message for text in BY_VALUE)
    kind = "rejected" if typed and frames else "other"
    return Outcome(
        kind, type(error).__name__, message[:200], file.relative_to(folder).as_posix(), line
    )
