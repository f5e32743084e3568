"""Runs programs under CPython and records, of each line, whether it ran to its end.

A *place* is a file and a line. A *path* is a tuple of places: that of the line itself, then the
lines from which it was called, up to a module's own; bodies of classes and comprehensions belong
to the frame that they stand in, and a module's path begins with itself. For each path it's counted
how often the line was reached and how often it ran to its end, which is when the next line of that
frame begins or the frame is left other than by an exception.

Each program is run in a fork of this process, which has NumPy loaded: nothing of one is left for
the next, and time, memory and lines are bounded.
"""

from __future__ import annotations

# Some are only here so that children needn't load them again: what programs import.
import abc  # noqa: F401
import asyncio  # noqa: F401
import contextlib  # noqa: F401
import enum  # noqa: F401
import functools  # noqa: F401
import importlib  # noqa: F401
import json  # noqa: F401
import os
import pickle
import resource
import signal
import sys
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import numpy.ma
import numpy.random  # noqa: F401

from . import facts

MEMORY = 2 << 30
SECONDS = 10
EVENTS = 50_000

Place = tuple[str, int]
Path_ = tuple[Place, ...]

NEW_LOCALS = 0x2  # inspect.CO_NEWLOCALS: not of class bodies
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>"}


@dataclass
class Run:
    """How a program ended, and what its lines did."""

    ended: bool = False
    exception: str = ""
    message: str = ""
    traceback: Path_ = ()
    """Where the exception arose, innermost first."""
    paths: dict[Path_, tuple[int, int]] = field(default_factory=dict)
    """How often reached, and how often run to its end."""
    bound: dict[Place, dict[str, list]] = field(default_factory=dict)
    """What names of modules were bound to, by line: `facts.describe` of each value."""
    void: str = ""
    """Why the run says nothing: time, memory or lines ran out."""


class Enough(BaseException):
    """The program runs for too long."""


class Tracer:
    def __init__(self, names: dict[Path, str], bindings: dict[str, facts.Bindings]) -> None:
        self.names = {str(path): name for path, name in names.items()}
        self.bindings = bindings
        self.counts: dict[Path_, list[int]] = {}
        self.current: dict[FrameType, Path_] = {}
        self.bound: dict[Place, dict[str, list]] = {}
        self.events = 0

    def call(self, frame: FrameType, event: str, argument: Any) -> Callable | None:
        """The global trace function: a local one for frames of the program's own."""
        code = frame.f_code
        name = self.names.get(code.co_filename)
        if name is None:
            return None
        above = self.above(frame, code)
        is_module = code.co_name == "<module>"
        path: Path_ | None = None
        raised = False

        def settle() -> None:
            if path is not None and not raised:
                self.counts[path][1] += 1
                if is_module:
                    self.bind(name, path[0][1], frame)

        def local(frame: FrameType, event: str, argument: Any) -> Callable:
            nonlocal path, raised
            if event == "line":
                settle()
                path, raised = ((name, frame.f_lineno), *above), False
                self.current[frame] = path
                self.counts.setdefault(path, [0, 0])[0] += 1
                self.events += 1
                if self.events > EVENTS:
                    raise Enough
            elif event == "exception":
                raised = True
            elif event == "return":
                settle()
                path = None
                self.current.pop(frame, None)
            return local

        return local

    def above(self, frame: FrameType, code: CodeType) -> Path_:
        if code.co_name == "<module>":
            return ()
        caller = frame.f_back
        while caller is not None and caller not in self.current:
            caller = caller.f_back
        if caller is None:
            return ()
        path = self.current[caller]
        within = code.co_name in COMPREHENSIONS or not code.co_flags & NEW_LOCALS
        return path[1:] if within else path

    def bind(self, name: str, line: int, frame: FrameType) -> None:
        """What the line has bound; it has just been left for the one that the frame is at."""
        for target, body in self.bindings.get(name, {}).get(line, ()):
            if target in frame.f_globals and (body is None or frame.f_lineno in body):
                values = self.bound.setdefault((name, line), {}).setdefault(target, [])
                fact = facts.describe(frame.f_globals[target])
                if len(values) < 50 and fact not in values:
                    values.append(fact)


def run(folder: Path, files: dict[str, str]) -> Run:
    """Runs `main.py` of a folder that holds these files, in a child."""
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.close(reader)
            bound_child(folder)
            data = pickle.dumps(trace(folder, files))
        except BaseException as error:
            data = pickle.dumps(Run(void=f"{type(error).__name__}: {error}"))
        finally:
            with open(writer, "wb") as pipe:
                pipe.write(data)
            os._exit(0)
    os.close(writer)
    with open(reader, "rb") as pipe:
        data = pipe.read()
    os.waitpid(pid, 0)
    return pickle.loads(data) if data else Run(void="killed")


def bound_child(folder: Path) -> None:
    signal.alarm(SECONDS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    os.chdir(folder)


def trace(folder: Path, files: dict[str, str]) -> Run:
    """Runs `main.py` in this process, traced."""
    warnings.simplefilter("ignore")
    sys.dont_write_bytecode = True
    sys.argv = ["main.py"]
    sys.path.insert(0, str(folder))
    for variable in [v for v in os.environ if v.startswith("PROGRAM_")]:
        del os.environ[variable]
    names = {folder / name: name for name in files}
    bindings = {name: facts.bindings(text) for name, text in files.items()}
    tracer = Tracer(names, bindings)
    code = compile(files["main.py"], str(folder / "main.py"), "exec")
    module = ModuleType("__main__")
    module.__file__ = str(folder / "main.py")
    sys.modules["__main__"] = module
    result = Run()
    sys.settrace(tracer.call)
    try:
        exec(code, module.__dict__)
        result.ended = True
    except Enough:
        result.void = "too many lines"
    except MemoryError:
        result.void = "memory"
    except BaseException as error:
        sys.settrace(None)
        result.exception = type(error).__name__
        result.message = str(error).partition("\n")[0][:200]
        result.traceback = places(error, tracer.names)
    finally:
        sys.settrace(None)
    result.paths = {path: (reached, ended) for path, (reached, ended) in tracer.counts.items()}
    result.bound = tracer.bound
    return result


def places(error: BaseException, names: dict[str, str]) -> Path_:
    """Where an exception arose and went through, of the program's own files, innermost first."""
    found, step = [], error.__traceback__
    while step is not None:
        name = names.get(step.tb_frame.f_code.co_filename)
        if name is not None:
            found.append((name, step.tb_lineno))
        step = step.tb_next
    return tuple(reversed(found))


def run_sources(files: dict[str, str]) -> Run:
    """Runs a program that stands in no folder yet."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), files)
        return run(Path(folder), files)


def write(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
