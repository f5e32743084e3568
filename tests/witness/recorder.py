"""Runs a program and writes down what its values were: calls, results, bindings, reported lines.

    python recorder.py PLAN OUT SECONDS path FILE...      each file as a program
    python recorder.py PLAN OUT SECONDS module NAME ARGS  a module such as pytest, with arguments

It runs in the environment of a suite, so it imports nothing but Python's library, and it knows
nothing of types: what a value is, is said by `describe`, in JSON. `PLAN` has the folder of the
files to watch and the reports in them:

    {"root": "/…/site-packages", "files": {"np/a.py": [REPORT, …]}}
    REPORT: {"id", "row", "column", "end_row", "end_column", "statement": [row, col, row, col],
             "path": [[file, row, end_row], …]}, the innermost caller first

A frame's events are asked for only where they tell something: each of the first calls of a function
(`CALLS`), module and class bodies, and functions with a report in them. There each instruction is
followed (`f_trace_opcodes`), so that a name is seen as soon as it is bound, and a report's
expression when it is reached, whatever else is on its line. All other calls cost one event: a suite
takes about twice its time.
"""

import dis
import json
import os
import runpy
import sys
import threading
import time

# Calls of one function that are written down: the first ones, then the 64th, 128th, 256th, …
FIRST = 40
# Values of one name at one place.
VALUES = 50
# Instructions that are followed in one call, and in one module's body.
INSTRUCTIONS, BODY = 4_000, 400_000
# Calls of a function with reports that are followed.
REPORTED = 3_000
# Elements of a container that are described, and how deep.
ELEMENTS, DEPTH = 24, 3
TEXT = 200

STORES = {dis.opmap[name] for name in ("STORE_FAST", "STORE_DEREF", "STORE_NAME", "STORE_GLOBAL")}
OPTIMIZED, VARARGS, VARKEYWORDS, GENERATORS = 0x1, 0x4, 0x8, 0x20 | 0x80 | 0x200


# Metaclasses may have names of their own for these.
_MODULE = type.__dict__["__module__"].__get__
_QUALNAME = type.__dict__["__qualname__"].__get__


# --- what a value is -----------------------------------------------------------------------------


def describe(value, depth=DEPTH):
    """A value in a few words, without running any code of its own; nested tuples, for JSON."""
    kind = type(value)
    if value is None:
        return ("None",)
    if kind is bool:
        return ("bool", value)
    if kind is int:
        return ("int", value if -(2**63) <= value < 2**64 else None)
    if kind is float or kind is complex:
        return (kind.__name__,)
    if kind is str:
        return ("str", value if len(value) <= TEXT else None)
    if kind is bytes:
        return ("bytes",)
    if kind is tuple or kind is list:
        inside = [describe(item, depth - 1) for item in value[:ELEMENTS]] if depth else []
        return (kind.__name__, len(value), tuple(inside))
    if kind is dict:
        pairs = list(value.items())[:ELEMENTS] if depth else []
        inside = [(describe(key, depth - 1), describe(item, depth - 1)) for key, item in pairs]
        return ("dict", len(value), tuple(inside))
    if kind is set or kind is frozenset:
        inside = [describe(item, depth - 1) for item in list(value)[:ELEMENTS]] if depth else []
        return (kind.__name__, len(value), tuple(inside))
    if kind is slice:
        return ("slice", *(describe(part, 1) for part in (value.start, value.stop, value.step)))
    return special(kind)(value, kind)


_SPECIAL = {}


def special(kind):
    """How the values of a class are described."""
    found = _SPECIAL.get(kind)
    if found is None:
        found = _SPECIAL[kind] = choose(kind)
    return found


def choose(kind):
    names = mro(kind)
    if "numpy.ndarray" in names:
        base = next(c for c in type.mro(kind) if f"{_MODULE(c)}.{c.__name__}" == "numpy.ndarray")
        dtype, shape = base.__dict__["dtype"].__get__, base.__dict__["shape"].__get__
        plain = None if kind is base else tuple(names)
        return lambda value, kind: ("array", dtype_name(dtype(value)), shape(value), plain)
    if "numpy.generic" in names and names[0].startswith("numpy."):
        return lambda value, kind: ("scalar", dtype_name(value.dtype), tuple(names))
    if "numpy.dtype" in names:
        return lambda value, kind: ("dtype", dtype_name(value))
    if issubclass(kind, type):
        return lambda value, kind: ("class", f"{_MODULE(value)}.{_QUALNAME(value)}")
    name = tuple(names)
    if "int" in names:
        return lambda value, kind: ("object", name, int.__index__(value) % 2**63)
    return lambda value, kind: ("object", name)


def mro(kind):
    """The names of a class and its bases, those of builtins without their module."""
    names = []
    for base in type.mro(kind) if kind is not type else [type, object]:
        module, name = _MODULE(base), _QUALNAME(base)
        names.append(name if module == "builtins" else f"{module}.{name}")
    return names


def dtype_name(dtype):
    """A dtype as the checker writes it."""
    if dtype.subdtype is not None:
        return "subarray"
    if dtype.names is not None:
        return "V"
    if dtype.kind in "USVTMm":
        return dtype.kind
    return {"float128": "longdouble", "complex256": "clongdouble", "float96": "longdouble"}.get(
        dtype.name, dtype.name
    )


# --- functions, as they are seen -------------------------------------------------------------------


class Code:
    """What is known of one code object."""

    def __init__(self, code, file, reports):
        self.code = code
        self.file = file
        self.calls = 0
        self.body = not code.co_flags & OPTIMIZED
        self.generator = bool(code.co_flags & GENERATORS)
        count = code.co_argcount + code.co_kwonlyargcount
        self.params = code.co_varnames[:count]
        self.seen = {}
        self.positions = list(code.co_positions())
        self.stores, self.returns, self.quiet = {}, set(), set()
        self.start = None
        for one in dis.get_instructions(code):
            if one.opcode in STORES and self.positions[one.offset // 2][0] is not None:
                row, _, column, _ = self.positions[one.offset // 2]
                self.stores[one.offset] = (row, (column or 0) + 1, one.argval)
            elif one.opname == "RETURN_VALUE":
                self.returns.add(one.offset)
            elif one.opname in ("FOR_ITER", "SEND", "YIELD_VALUE"):
                self.quiet.add(one.offset)
            elif one.opname == "RESUME" and self.start is None:
                self.start = one.offset
        self.watched = [watch for watch in (Watch(self, report) for report in reports) if watch.at]
        self.values = {}


class Watch:
    """A report in a code object: at which instructions it is reached, and what is its statement."""

    def __init__(self, code, report):
        self.report = report
        span = (report["row"], report["column"] - 1, report["end_row"], report["end_column"] - 1)
        exact, inside = set(), set()
        for index, (row, end_row, column, end_column) in enumerate(code.positions):
            if row is None or column is None:
                continue
            if (row, column, end_row, end_column) == span:
                exact.add(2 * index)
            elif (row, column) >= span[:2] and (end_row, end_column) <= span[2:]:
                inside.add(2 * index)
        if code.code.co_name.startswith("<") and not exact:
            # A comprehension or a lambda that is a part of the expression is no place of it.
            placed = [one for one in code.positions[1:] if None not in one]
            if all((r, c) >= span[:2] and (er, ec) <= span[2:] for r, er, c, ec in placed):
                inside = set()
        self.at = exact or inside
        start, end = tuple(report["statement"][:2]), tuple(report["statement"][2:])
        # A jump back to the head of a loop is no part of what is in its body.
        self.of_statement = {
            2 * index
            for index, (row, row_end, column, column_end) in enumerate(code.positions)
            if row is None
            or column is None
            or ((row, column) >= start and (row_end, column_end) <= end)
        }

    def applies(self, frame, files):
        """Whether the frame was called as the report says."""
        back = frame.f_back
        for file, row, end_row in self.report["path"]:
            while back is not None:
                here, back = back, back.f_back
                if row <= (here.f_lineno or 0) <= end_row and files(here) == file:
                    break
            else:
                return False
        return True


class Recorder:
    """Everything that was seen."""

    def __init__(self, plan):
        self.root = os.path.join(os.path.realpath(plan["root"]), "")
        self.reports = plan["files"]
        self.names = {}
        self.codes = {}
        self.ids = {}
        self.calls = {}
        self.bound = {}
        self.outcomes = {}
        self.off = False

    def relative(self, filename):
        """The file's name in the plan; None for one that is not watched."""
        found = self.names.get(filename, self)
        if found is self:
            path = os.path.realpath(filename)
            found = (
                path[len(self.root) :].replace(os.sep, "/") if path.startswith(self.root) else None
            )
            if found is not None and found not in self.reports:
                found = None
            self.names[filename] = found
        return found

    def file_of(self, frame):
        return self.relative(frame.f_code.co_filename)

    def describe(self, value):
        """The number of a value's description."""
        try:
            found = describe(value)
        except Exception:
            found = ("?",)
        return self.ids.setdefault(found, len(self.ids))

    def trace(self, frame, event, arg):
        """The global trace function: is this call one to follow?"""
        code = frame.f_code
        known = self.codes.get(id(code), self)
        if known is None:
            return None
        if known is self:
            if self.off:
                return None
            file = self.relative(code.co_filename)
            inner = code.co_name.startswith("<") and code.co_name != "<module>"
            if file is None or (inner and not self.reports[file]):
                # The code is kept, so that its id stays its own.
                self.codes[id(code)] = None
                self.codes[("kept", id(code))] = code
                return None
            known = self.codes[id(code)] = Code(code, file, self.reports[file])
        calls = known.calls = known.calls + 1
        sampled = calls <= FIRST or not calls & (calls - 1)
        if sampled or (known.watched and calls <= REPORTED):
            return self.follow(known, frame, sampled)
        return None

    def follow(self, known, frame, sampled):
        """A trace function for one call."""
        watched = [watch for watch in known.watched if watch.applies(frame, self.file_of)]
        for watch in known.watched:
            self.outcomes.setdefault(watch.report["id"], [0, 0, 0])
        arguments = None
        if known.generator and frame.f_lasti > known.start:
            # It goes on behind a `yield`: its parameters may be others by now.
            sampled = False
        if sampled and not known.body:
            local = frame.f_locals
            arguments = tuple(
                self.describe(local[name]) if name in local else -1 for name in known.params
            )
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return Call(self, known, watched, arguments, sampled).event

    def result(self):
        """All of it, for JSON."""
        files = {}
        for (known, arguments, result, bound), count in self.calls.items():
            place = files.setdefault(known.file, {"calls": [], "bound": []})
            code = known.code
            head = [code.co_qualname, code.co_name, code.co_firstlineno, known.params]
            place["calls"].append([*head, arguments, result, bound, count])
        for (file, *place), count in self.bound.items():
            files.setdefault(file, {"calls": [], "bound": []})["bound"].append([*place, count])
        return {"descriptions": list(self.ids), "files": files, "reports": self.outcomes}


class Call:
    """One call that is followed."""

    def __init__(self, recorder, known, watched, arguments, sampled):
        self.recorder = recorder
        self.known = known
        self.watched = watched
        self.arguments = arguments
        self.sampled = sampled
        self.pending = set()
        self.left = BODY if known.body else INSTRUCTIONS
        self.last = -1
        self.bound = []

    def event(self, frame, event, arg):
        if event == "opcode":
            at = frame.f_lasti
            if self.last in self.known.stores and self.sampled:
                self.store(frame, self.known.stores[self.last])
            self.last = at
            for index, watch in enumerate(self.watched):
                if index in self.pending and at not in watch.of_statement:
                    self.outcome(index, 1)
                if at in watch.at and index not in self.pending:
                    self.pending.add(index)
                    self.recorder.outcomes[watch.report["id"]][0] += 1
            self.left -= 1
            if self.left < 0 and not self.watched:
                frame.f_trace_opcodes = False
        elif event == "exception":
            if not (frame.f_lasti in self.known.quiet and issubclass(arg[0], StopIteration)):
                for index in list(self.pending):
                    self.outcome(index, 2)
            self.last = -1
        elif event == "return":
            returned = frame.f_lasti in self.known.returns
            for index in list(self.pending):
                # At a `yield` the rest of its statement is another call's.
                if returned or frame.f_lasti not in self.watched[index].at:
                    self.outcome(index, 1)
            if not self.known.body and self.sampled and returned:
                self.write(None if self.known.generator else self.recorder.describe(arg))
        return self.event

    def outcome(self, index, which):
        self.pending.discard(index)
        self.recorder.outcomes[self.watched[index].report["id"]][which] += 1

    def store(self, frame, place):
        """A name was bound by the instruction before."""
        values = self.known.values
        count = values.get(place, 0)
        if count >= VALUES:
            return
        name = place[2]
        local = frame.f_locals
        if self.known.body and type(local) is not dict:
            # A metaclass's own namespace may keep something else (`enum.auto()`).
            return
        if name not in local:
            local = frame.f_globals
            if name not in local:
                return
        values[place] = count + 1
        found = self.recorder.describe(local[name])
        if self.known.body:
            key = (self.known.file, *place, found)
            self.recorder.bound[key] = self.recorder.bound.get(key, 0) + 1
        else:
            self.bound.append((*place, found))

    def write(self, result):
        key = (self.known, self.arguments, result, tuple(self.bound))
        calls = self.recorder.calls
        calls[key] = calls.get(key, 0) + 1


# --- running ---------------------------------------------------------------------------------------


def main():
    plan, out, seconds, how, *rest = sys.argv[1:]
    with open(plan, encoding="utf-8") as file:
        recorder = Recorder(json.load(file))
    ended = threading.Lock()

    def end(status):
        """Write what was seen, once, and leave without asking anybody."""
        if not ended.acquire(blocking=False):
            time.sleep(60)
        recorder.off = True
        sys.settrace(None)
        for _ in range(10):
            try:
                found = recorder.result()
                break
            except RuntimeError:  # another thread wrote just now
                time.sleep(0.1)
        # One that is cut while it writes has no record.
        with open(f"{out}.part", "w", encoding="utf-8") as file:
            json.dump(found, file)
        os.replace(f"{out}.part", out)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)

    timer = threading.Timer(float(seconds), end, [3])
    timer.daemon = True
    timer.start()
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 3000))
    threading.settrace(recorder.trace)
    try:
        if how == "module":
            sys.argv = [rest[0], *rest[1:]]
            sys.path[0] = os.getcwd()
            sys.settrace(recorder.trace)
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        else:
            for path in rest:
                program(path, recorder)
    except SystemExit as status:
        sys.settrace(None)
        # pytest's code for arguments that it doesn't know.
        end(4 if status.code == 4 else 0)
    except BaseException:
        sys.settrace(None)
        import traceback

        traceback.print_exc()
        end(1)
    sys.settrace(None)
    end(0)


def program(path, recorder):
    """Run a file as a program, and forget what it imported."""
    before, folder = set(sys.modules), list(sys.path)
    sys.argv, sys.path[0] = [path], os.path.dirname(os.path.abspath(path))
    sys.settrace(recorder.trace)
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit:
        pass
    except Exception as error:
        sys.settrace(None)
        print(f"{path}: {type(error).__name__}: {error}"[:300])
    sys.settrace(None)
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file and recorder.relative(file):
            del sys.modules[name]
    sys.path[:] = folder


if __name__ == "__main__":
    main()
