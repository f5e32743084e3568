"""Mutation: texts that were programs, with pieces exchanged as bytes, tokens, lines, statements or expressions."""

from __future__ import annotations

import ast
import copy
import re
import warnings
from random import Random

from attack import sources

TOKEN = re.compile(
    r"\s+|[A-Za-z_]\w*|\d[\w.]*|'[^'\n]*'|\"[^\"\n]*\"|\*\*|//|->|:=|==|!=|<=|>=|<<|>>|\.\.\.|.", re.DOTALL
)
#: Tokens that a program has rarely in the place of others.
ODD = "0 -1 1e400 1j 99999999999999999999 0x 1_0 '' b'' f'{x}' f'{' None ... * ** @ := lambda yield await "
ODD += "not -x x[::] x[...] *x **x () [] {} {**x} (x:=x) self super() type object np np.newaxis np.nan np.ndarray "
ODD += "np.array np.zeros slice(None) __class__ globals() locals() __name__ True -2**63 2**63 \\ \0 \ufeff \u2028 é ٣"
ODD = ODD.split(" ")
ODD_BYTES = [b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\x0c", b"\x1a", b"\xc2\x85", b"\\\n", b"\t"]
HEADS = ["if x:", "while True:", "for x in range(9):", "for x in x:", "try:", "with x:", "with open(x) as x:", "def f(x):"]
HEADS += ["class A:", "class A(A):", "async def f(*x):", "match x:", "else:", "finally:", "except Exception as x:"]


def mutated(draw: Random) -> bytes:
    """A text that was a program; mostly it still is one."""
    text = draw.choice(sources.texts())
    way = draw.choice([grafted] * 6 + [by_tokens, by_tokens, by_lines, by_lines, spliced, by_bytes, doubled])
    if way is by_bytes:
        return by_bytes(text, draw)
    for _ in range(draw.choice([1, 1, 2, 4])):
        for _ in range(4):
            changed = way(text, draw) or "x"
            if parsed(changed) is not None or draw.random() < 0.2:
                break
        text = changed
    return text.encode("utf-8", "surrogatepass")


def by_bytes(text: str | bytes, draw: Random) -> bytes:
    data = bytearray(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    for _ in range(draw.randrange(1, 9)):
        at = draw.randrange(len(data) + 1)
        size = draw.choice([0, 1, 1, 3, 40])
        data[at : at + size] = draw.choice([*ODD_BYTES, draw.randbytes(3), bytes(data[at : at + size]) * 3])
    return bytes(data)


def by_tokens(text: str, draw: Random) -> str:
    tokens = TOKEN.findall(text)
    for _ in range(draw.randrange(1, 20)):
        at = draw.randrange(len(tokens))
        other = draw.choice(tokens)
        match draw.randrange(6):
            case 0:
                tokens[at] = draw.choice(ODD)
            case 1:
                tokens[at] = other
            case 2:
                tokens.insert(at, other)
            case 3:
                tokens[at] = ""
            case 4:
                # The same name everywhere.
                tokens = [other if token == tokens[at] and token.isidentifier() else token for token in tokens]
            case _:
                size = draw.choice([1, 5, 30])
                tokens[at:at] = tokens[at : at + size] * draw.choice([1, 2, 20])
    return "".join(tokens)


def by_lines(text: str, draw: Random) -> str:
    lines = text.splitlines(keepends=True) or ["\n"]
    for _ in range(draw.randrange(1, 12)):
        at = draw.randrange(len(lines))
        size = draw.choice([1, 1, 3, 12])
        block = lines[at : at + size]
        match draw.randrange(6):
            case 0:
                del lines[at : at + size]
                lines = lines or ["\n"]
            case 1:
                lines[at:at] = block * draw.choice([1, 3, 30])
            case 2:
                lines[at] = draw.choice(lines)
            case 3:
                to = draw.randrange(len(lines))
                lines[to:to] = block
            case 4:
                indent = re.match(r"\s*", lines[at]).group().rstrip("\n")
                lines[at : at + size] = [f"{indent}{draw.choice(HEADS)}\n", *("    " + line for line in block)]
            case _:
                lines[at : at + size] = [draw.choice(["    ", "\t", " "]) + line for line in block]
    return "".join(lines)


def spliced(text: str, draw: Random) -> str:
    """The beginning of one and the end of another, at lines that begin a statement."""
    other = draw.choice(sources.texts())
    cuts = [[0, *(m.start() + 1 for m in re.finditer(r"\n(?=\S)", one))] for one in (text, other)]
    return text[: draw.choice(cuts[0])] + other[draw.choice(cuts[1]) :] + draw.choice([text, "", ""])


def doubled(text: str, draw: Random) -> str:
    return text * draw.choice([2, 3, 8]) if len(text) < 20_000 else text + text


# --- trees -----------------------------------------------------------------------------------------


def parsed(text: str) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def grafted(text: str, draw: Random) -> str:
    """Expressions and statements in the place of others: nearly always a program."""
    tree, other = parsed(text), parsed(draw.choice(sources.texts()))
    if tree is None:
        return by_lines(text, draw)
    # From trees that stay as they are, so that nothing is put into itself.
    givers = [node for one in (parsed(text), other) if one is not None for node in ast.walk(one)]
    expressions = [node for node in givers if isinstance(node, ast.expr) and not isinstance(node, ast.Starred)]
    statements = [node for node in givers if isinstance(node, ast.stmt)]
    for _ in range(draw.randrange(1, 15)):
        graft(draw.choice(list(ast.walk(tree))), expressions, statements, draw)
    try:
        return ast.unparse(tree) + "\n"
    except (RecursionError, ValueError, AttributeError, TypeError):
        return by_tokens(text, draw)


def graft(node: ast.AST, expressions: list, statements: list, draw: Random) -> None:
    """Change one field of a node."""
    fields = [(name, value) for name, value in ast.iter_fields(node) if value is not None]
    if not fields:
        return
    name, value = draw.choice(fields)
    if name in ("ctx", "targets", "target", "pattern", "cases", "type_params", "kind", "conversion", "format_spec"):
        return
    if isinstance(value, ast.expr) and expressions:
        setattr(node, name, copy.deepcopy(draw.choice(expressions)))
    elif isinstance(value, str):
        names = [one.id for one in expressions if isinstance(one, ast.Name)]
        if name in ("id", "name", "attr", "arg") and names:
            setattr(node, name, draw.choice(names))
    elif isinstance(value, list) and value and isinstance(value[0], ast.stmt) and statements:
        at = draw.randrange(len(value))
        value[at : at + draw.randrange(2)] = copy.deepcopy(draw.choices(statements, k=draw.choice([1, 1, 3, 9])))
    elif isinstance(value, list) and value and isinstance(value[0], ast.expr) and expressions:
        at = draw.randrange(len(value))
        value[at : at + draw.randrange(2)] = copy.deepcopy(draw.choices(expressions, k=draw.choice([1, 1, 2, 40])))
