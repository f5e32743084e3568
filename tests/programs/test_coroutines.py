"""What a coroutine gives and changes, however its function is made, wherever it is awaited, and whoever runs it.

Each program makes `load` in one way, awaits what it gives in one way, and is run in one way.
"""

from __future__ import annotations

import itertools

import checker
import pytest

from . import grid

MADE = {
    "returns": "async def load(n=5): return n",
    "returns late": "async def load(n=5):\n    await asyncio.sleep(0)\n    return n",
    "returns nothing": "async def load(n=5): rows.append(n)",
    "raises": "async def load(n=5): raise ValueError",
    "raises late": "async def load(n=5):\n    await asyncio.sleep(0)\n    raise ValueError",
    "raises at times": "async def load(n=5):\n    if n == 4: raise ValueError\n    return n",
    "writes a global": "async def load(n=5):\n    global kept\n    kept = n\n    return kept",
    "writes one late": (
        "async def load(n=5):\n    global kept\n    await asyncio.sleep(0)\n    kept = n\n    return n"
    ),
    "writes a list": "async def load(n=5):\n    rows.append(n)\n    return len(rows) + 2",
    "writes one in turns": (
        "async def load(n=5):\n    rows.append(n)\n    await asyncio.sleep(0)\n"
        "    rows.append(n)\n    return len(rows) + 2"
    ),
    "writes an attribute": "async def load(n=5):\n    holder.n = n\n    return holder.n",
    "writes one of itself": (
        "class Loader:\n    async def load(self, n=5):\n        self.n = n\n"
        "        await asyncio.sleep(0)\n        return self.n\nload = Loader().load"
    ),
    "writes around it": (
        "def make():\n    count = 1\n    async def load(n=5):\n        nonlocal count\n"
        "        count += 1\n        return count + n\n    return load\nload = make()"
    ),
    "asynchronous generator": "async def load(n=5): yield n",
    "generator": "def load(n=5): yield n",
    "no coroutine": "def load(n=5): return n",
    "gives one": "def load(n=5):\n    async def inner(): return n\n    return inner()",
    "gives one that is kept": (
        "async def inner(n): return n\nfirst = None\ndef load(n=5):\n"
        "    global first\n    first = first or inner(n)\n    return first"
    ),
    "gives a future": (
        "def load(n=5):\n    found = asyncio.get_running_loop().create_future()\n"
        "    found.set_result(n)\n    return found"
    ),
    "awaitable": (
        "class load:\n    def __init__(self, n=5): self.n = n\n"
        "    def __await__(self):\n        yield\n        return self.n"
    ),
    "called": "class Loader:\n    async def __call__(self, n=5): return n\nload = Loader()",
    "static": (
        "class Loader:\n    @staticmethod\n    async def load(n=5): return n\nload = Loader.load"
    ),
    "of its class": (
        "class Loader:\n    k = 1\n    @classmethod\n    async def load(cls, n=5):\n"
        "        cls.k += 1\n        return n + cls.k\nload = Loader.load"
    ),
    "lambda": "async def inner(n): return n\nload = lambda n=5: inner(n)",
    "partial": "async def inner(k, n=5): return n + k\nload = functools.partial(inner, 1)",
    "wrapped": "@late\nasync def load(n=5): return n",
    "wrapped at once": "@at_once\nasync def load(n=5): return n",
    "awaits another": (
        "async def inner(n): return n + 1\nasync def load(n=5): return await inner(n)"
    ),
    "awaits itself": "async def load(n=5): return n if n < 4 else await load(n - 1)",
    "finally": (
        "async def load(n=5):\n    try:\n        return n\n    finally:\n        rows.append(n)"
    ),
    "catches": (
        "async def inner(n): raise ValueError\nasync def load(n=5):\n    try:\n"
        "        return await inner(n)\n    except ValueError:\n        return n + 1"
    ),
    "loops": (
        "async def parts():\n    yield 2\n    yield 3\nasync def load(n=5):\n    total = 0\n"
        "    async for part in parts(): total += part\n    return total"
    ),
    "with": "async def load(n=5):\n    async with lock(): return n",
    "one of two": "async def load(n=5): return n\nif rows: load = lambda n=5: n",
    "either": "async def one(n=5): return n\ndef load(n=5): return one(n) if n > 3 else ready(n)",
    "bound anew": "async def load(n=5): return n\nasync def load(n=6): return n + 1",
}

AWAITED = {
    "at once": "got = await load()",
    "with an argument": "got = await load(4)",
    "kept before": "made = load(4)\ngot = await made",
    "kept beside": "made = load(4)\nsize = len(rows)\nawait made\ngot = len(rows) + 2 + size",
    "twice": "got = await load(3) + await load(4)",
    "the same twice": "made = load(4)\nawait made\ngot = await made",
    "gathered": "one, two = await asyncio.gather(load(2), load(4))\ngot = one + two",
    "task": "task = asyncio.create_task(load(4))\nawait asyncio.sleep(0)\ngot = await task",
    "beside a task": (
        "task = asyncio.create_task(load(4))\nbefore = len(rows)\nawait asyncio.sleep(0)\n"
        "after = len(rows)\nawait task\ngot = 2 + before + after"
    ),
    "a name beside a task": (
        "task = asyncio.create_task(load(4))\nbefore = kept\nawait asyncio.sleep(0)\n"
        "after = kept\nawait task\ngot = 2 + (before is None) + (after is None) + (kept or 2)"
    ),
    "an attribute beside a task": (
        "task = asyncio.create_task(load(4))\nholder.n = 3\nawait asyncio.sleep(0)\n"
        "got = holder.n\nawait task"
    ),
    "group": (
        "async with asyncio.TaskGroup() as group: task = group.create_task(load(4))\n"
        "got = task.result()"
    ),
    "never": "load(4)\ngot = len(rows) + 2",
    "never, of a name": "load(4)\ngot = kept or 3",
    "closed": "load(4).close()\ngot = len(rows) + 2",
    "in time": "got = await asyncio.wait_for(load(4), 1)",
    "tried": "try: got = await load(4)\nexcept Exception: got = 7",
    "tried, in the end": (
        "got = 3\ntry: await load(4)\nexcept ValueError: got = 6\nelse: got += 1\n"
        "finally: got += 1"
    ),
    "loop": "got = 2\nfor k in (2, 3): got += await load(k)",
    "while": "got = 2\nwhile got < 7: got += await load(2)",
    "list": "got = sum([await load(k) for k in (2, 3)])",
    "generator": "got = sum([k async for k in (await load(k) for k in (2, 3))])",
    "condition": "got = 3 if await load(4) else 4",
    "argument": "got = max(await load(2), 3)",
    "of a name": "await load(4)\ngot = kept or 9",
    "of a list": "await load(4)\ngot = len(rows) + 2",
    "of an attribute": "await load(4)\ngot = holder.n or 9",
    "named": "got = (made := await load(4)) + made",
    "text": "got = len(f'{await load(4)}') + 2",
    "item": "got = [2, 3, 4, 5, 6, 7, 8, 9][await load(4)]",
    "by name": "got = await globals()['load'](4)",
    "unpacked": "got = await load(*[4])",
    "inner": "async def inner(): return await load(4)\ngot = await inner()",
    "inner task": (
        "async def inner():\n    rows.append(1)\n    await asyncio.sleep(0)\n    rows.append(2)\n"
        "task = asyncio.create_task(inner())\nawait load(4)\ngot = len(rows) + 2\nawait task"
    ),
    "callback": (
        "asyncio.get_running_loop().call_soon(rows.append, 1)\nawait load(4)\ngot = len(rows) + 2"
    ),
}

RUN = {
    "run": "got = asyncio.run(main())",
    "by its keyword": "got = asyncio.run(main=main())",
    "kept": "made = main()\ngot = asyncio.run(made)",
    "loop": (
        "loop = asyncio.new_event_loop()\ngot = loop.run_until_complete(main())\nloop.close()"
    ),
    "runner": "with asyncio.Runner() as runner: got = runner.run(main())",
    "in a function": "def start(): return asyncio.run(main())\ngot = start()",
    "beside": (
        "async def both():\n    found = await asyncio.gather(main(), asyncio.sleep(0))\n"
        "    return found[0]\ngot = asyncio.run(both())"
    ),
    "tried": "try: got = asyncio.run(main())\nexcept ValueError: got = 8",
}

HEAD = """\
import asyncio
import contextlib
import functools

import numpy as np


class Holder:
    n = None


def late(f):
    @functools.wraps(f)
    async def inner(*a):
        await asyncio.sleep(0)
        return await f(*a)
    return inner


def at_once(f):
    @functools.wraps(f)
    def inner(*a): return f(*a)
    return inner


@contextlib.asynccontextmanager
async def lock():
    yield


async def ready(n): return n


"""


def rows():
    """Name and program of each combination, where something is run in the plain way or awaited so."""
    parts = itertools.product(MADE.items(), AWAITED.items(), RUN.items())
    for (what, load), (where, lines), (how, run) in parts:
        if how != "run" and where not in ("at once", "of a list", "tried"):
            continue
        body = "\n".join("    " + line for line in lines.split("\n"))
        start = "rows = []\nkept = None\nholder = Holder()\n"
        head = "    global kept\n" if "kept" in lines else ""
        main = f"async def main():\n{head}{body}\n    return got\n"
        yield f"{what}/{where}/{how}", f"{start}\n\n{load}\n\n\n{main}\n\n{run}\n"


@pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")
@pytest.mark.filterwarnings("ignore")
def test_a_coroutine_gives_what_it_gives_in_python(tmp_path):
    read = grid.written(tmp_path, HEAD, rows(), failing=True)
    false, caught = grid.judged(tmp_path, read)
    assert not false, "\n".join(false)
    # What is followed stays so.
    assert caught >= 0.35 * len(read), f"{caught} of {len(read)}"
