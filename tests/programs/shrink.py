"""Makes a program small that shows something, by leaving out statements as long as it shows it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

Files = dict[str, str]
Shows = Callable[[Files], bool]


def shrink(files: Files, shows: Shows, tries: int = 400) -> Files:
    """The files without what isn't needed; the same if they don't show it at all."""
    budget = Budget(shows, tries)
    if not budget.ask(files):
        return files
    before = None
    while before != files and budget.left:
        before = files
        files = whole_files(files, budget)
        for name in sorted(files, reverse=True):
            files = top_level(files, name, budget)
            files = single(files, name, budget)
    return files


class Budget:
    """Asks whether files still show it, so many times and no more."""

    def __init__(self, shows: Shows, tries: int) -> None:
        self.shows, self.left = shows, tries
        self.known: dict[tuple, bool] = {}

    def ask(self, files: Files) -> bool:
        key = tuple(sorted(files.items()))
        if key not in self.known:
            if not self.left:
                return False
            self.left -= 1
            self.known[key] = parses(files) and self.shows(files)
        return self.known[key]


def parses(files: Files) -> bool:
    try:
        for text in files.values():
            ast.parse(text)
    except SyntaxError:
        return False
    return True


def whole_files(files: Files, budget: Budget) -> Files:
    for name in [name for name in files if name != "main.py"]:
        fewer = {other: text for other, text in files.items() if other != name}
        if budget.ask(fewer):
            files = fewer
    return files


def top_level(files: Files, name: str, budget: Budget) -> Files:
    """Leaves out runs of a module's statements: halves, quarters, and so on."""
    size = max(len(spans(files[name])) // 2, 1)
    while size:
        at = 0
        while at < len(found := spans(files[name])):
            rows = {row for span in found[at : at + size] for row in range(*span)}
            fewer = files | {name: without(files[name], rows)}
            if budget.ask(fewer):
                files = fewer
            else:
                at += size
        size //= 2
    return files


def spans(text: str) -> list[tuple[int, int]]:
    return [span(node) for node in ast.parse(text).body]


def span(node: ast.stmt) -> tuple[int, int]:
    """The rows of a statement, from 0, the last excluded."""
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(d.lineno for d in decorators)])
    return first - 1, node.end_lineno


def without(text: str, rows: set[int]) -> str:
    kept = [line for row, line in enumerate(text.splitlines()) if row not in rows and line.strip()]
    return "\n".join(kept) + "\n"


def single(files: Files, name: str, budget: Budget) -> Files:
    """Tries each smaller text of a file; after one that shows it, those of that."""
    again = True
    while again and budget.left:
        again = False
        for text in smaller(files[name]):
            fewer = files | {name: text}
            if text != files[name] and budget.ask(fewer):
                files, again = fewer, True
                break
    return files


def smaller(text: str) -> Iterator[str]:
    """The text without one statement, or with a compound one's body, arm or decorators less."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.stmt | ast.ExceptHandler):
            continue
        start, end = (
            span(node) if isinstance(node, ast.stmt) else (node.lineno - 1, node.end_lineno)
        )
        yield "\n".join(lines[:start] + lines[end:]) + "\n"
        if end - start == 1:
            pad = lines[start][: len(lines[start]) - len(lines[start].lstrip())]
            yield "\n".join([*lines[:start], pad + "pass", *lines[end:]]) + "\n"
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                continue
        else:
            yield from arms(node, lines, start, end)


def arms(node: ast.AST, lines: list[str], start: int, end: int) -> Iterator[str]:
    for block in ("body", "orelse", "finalbody"):
        inside = getattr(node, block, None)
        if not inside:
            continue
        first, last = inside[0].lineno - 1, inside[-1].end_lineno
        depth = len(lines[start]) - len(lines[start].lstrip())
        deeper = len(lines[first]) - len(lines[first].lstrip())
        dedented = [line[deeper - depth :] for line in lines[first:last]]
        yield "\n".join(lines[:start] + dedented + lines[end:]) + "\n"
        if block != "body" and first - 1 > start:
            # Without the arm's header, `else:` or `finally:`, too.
            yield "\n".join(lines[: first - 1] + lines[last:]) + "\n"
