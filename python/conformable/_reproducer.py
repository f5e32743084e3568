"""Programs that make a failure of the package again, out of the traceback of an exception."""

import ast
import inspect
import linecache
import textwrap
import types
from itertools import islice


def describe(error: Exception) -> str:
    """What an `InternalError` says: the failure, and what to put into a report of it."""
    lines = reproducer(error)
    what = f"{error.args[0] if error.args else 'it failed'}"
    if not lines:
        return what
    return (
        f"{what}\n  a mistake in conformable, not in what called it; please report it with\n"
        f"{textwrap.indent(lines, '    ')}"
    )


def reproducer(error: BaseException) -> str:
    """A small program that leads to the failure: the call, and the values that are named in it."""
    innermost = error.__traceback__
    if innermost is None:
        return ""
    while innermost.tb_next is not None:
        innermost = innermost.tb_next
    frame = innermost.tb_frame
    call = _expression(frame.f_code, innermost.tb_lasti)
    if call is None:
        return ""
    names = [node.id for node in ast.walk(ast.parse(call)) if isinstance(node, ast.Name)]
    known = {**frame.f_globals, **frame.f_locals}
    lines = ["from conformable import *"]
    lines += [_bound(name, known[name]) for name in dict.fromkeys(names) if name in known]
    return "\n".join([*lines, call])


def _expression(code: types.CodeType, instruction: int) -> str | None:
    """The text of what an instruction evaluates, if its source is there."""
    place = next(islice(code.co_positions(), instruction // 2, None), (None,) * 4)
    line, last, start, end = place
    if line is None or last is None or start is None or end is None:
        return None
    lines = [linecache.getline(code.co_filename, i).encode() for i in range(line, last + 1)]
    if not all(lines):
        return None
    # Columns are those of UTF-8, and the last line is cut before the first.
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][start:]
    text = b"".join(lines).decode()
    try:
        ast.parse(text)
    except SyntaxError:
        return None
    return text


def _bound(name: str, value: object) -> str:
    """A line that gives the name its value; for what has no text that does, as far as it has one."""
    if isinstance(value, types.ModuleType):
        return f"import {value.__name__} as {name}"
    if inspect.isroutine(value) or isinstance(value, type):
        home = getattr(value, "__module__", None)
        return (
            f"from {home} import {value.__name__} as {name}"
            if home
            else f"# {name}: {value!r:.200}"
        )
    return f"{name} = {value!r}"
