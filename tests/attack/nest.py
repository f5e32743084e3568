"""Depth and width: every construct in itself, in any other, and thousands of times beside itself."""

from __future__ import annotations

from random import Random

#: What opens and closes around an expression; `$` is a number.
AROUND = [("(", ")"), ("[", "]"), ("{", "}"), ("(", ",)"), ("{1: ", "}"), ("{**", "}"), ("[*", "]"), ("f(", ")")]
AROUND += [("f(*", ")"), ("f(**", ")"), ("f(a=", ")"), ("x[", "]"), ("x[:", "]"), ("x[..., ", "]"), ("-", ""), ("not ", "")]
AROUND += [("~", ""), ("1 + ", ""), ("", " + 1"), ("2 ** ", ""), ("", " ** 2"), ("1 < ", ""), ("a and ", ""), ("", " or b")]
AROUND += [("1 if a else ", ""), ("", " if a else 1"), ("(", " if a else b)"), ("lambda: ", ""), ("lambda a=", ": a")]
AROUND += [("(lambda: ", ")()"), ("[", " for a in b]"), ("[a for a in ", "]"), ("{a: 1 for a in ", "}"), ("[a for a in b if ", "]")]
AROUND += [("(a := ", ")"), ("await ", ""), ("(yield ", ")"), ("", ".a"), ("", "()"), ("", "[0]"), ("", ".T @ x"), ("", "[1:]")]
AROUND += [("f'{", "}'"), ("np.array([", "])"), ("np.stack([", ", x])"), ("np.sin(", ")"), ("list(", ")"), ("(", " for a in b)")]
AROUND += [("partial(f, ", ")"), ("list[", "]"), ("Optional[", "]"), ("Union[int, ", "]"), ("(x, ", ")"), ("print(", ")"), ("a.", "")]

#: Heads of blocks in blocks, with what stands behind the block.
BLOCKS = [("if a:", ""), ("if a:", "else: pass"), ("for i$ in range(9):", ""), ("for i$ in x:", "else: x = 1"), ("while a:", "")]
BLOCKS += [("try:", "finally: x = 1"), ("try:", "except ValueError: x = 2"), ("try:", "except* OSError: x = 2"), ("with f($):", "")]
BLOCKS += [("with f($) as x, g() as y:", ""), ("def f$(x=x):", ""), ("def f$():", "return f$"), ("async def f$():", ""), ("class C$:", "")]
BLOCKS += [("class C$(C):", ""), ("match x:\n# case [x, *y]:", ""), ("@f\n#def h$():", ""), ("def f$(x):", "f$(f$)"), ("class C$:", "C$()")]

PATTERNS = [("[", "]"), ("(", ",)"), ("{1: ", "}"), ("A(", ")"), ("A(x=", ")"), ("[*_, ", "]"), ("(", " as b$)"), ("1 | ", "")]

#: One line many times; `$` is a number.
LINES = """x$ = $
x = x$ = x
x$ = np.ones($)
x = x.T @ x
y$ = x$ + 1
def f$(x): return x
def f$(x): return f$$(x)
class A$: pass
class A$(A): x$ = $
class A$(A, B): pass
A.x$ = $
x.a$ = x
x['a$'] = x
del x$
import a$
from a$ import *
from a$ import b$ as c$
global x$
assert x != $
if x == $: x = np.ones($)
if c > $: x = (x, $)
for i in range($): x += i
while x: x = x[$:]
try: x = y$\nexcept ValueError: x = $\nfinally: z = $
with f($) as x$: pass
@f\ndef g$(): yield
match x:\n case $: x = $
x = lambda x=x: x
x: list[$] = x
x: 'Float[np.ndarray, "n$ {x}"]' = x
type T$ = T$$ | list[T$]
def f$[T$: int](x: T$) -> T$: return x
raise x$
x = [x$ for x$ in x]
print(f'{x$!r:>{x$}}')
x = x if x else $
x, *x$ = x
(yield)
# type: ignore
#$ header f$(int)
# conformable: ignore[CF$]
"docstring $"
\\""".split("\n")

#: What has very many parts; `PARTS` is what is joined, with `$` a number.
WIDE = """x = [|$|, |]
x = (|$|, |,)
x = {|$|, |}
x = {|'a$': $|, |}
x = {|**x|, |}
x = {|$: x|, |}
x = np.array([|[$, $]|, |])
x = np.array([|[$] * $|, |])
x = np.stack([|x[$:]|, |])
x = np.concatenate([|np.ones($)|, |])
x = np.zeros((|$|, |))
x = x[|$|, |]
x = x[|None|, |]
x = x[|:|, |]
x = x[|...|, |]
x = |1| + |
x = |x$| @ |
x = |x| ** |
x = |x| < |
x = |x$| and |
x = |x == $| or |
x = |1 if x else| |2
x = |'a$'| |
x = |f'{x}'| |
x = f'|{x$}||'
x = '|%s||' % x
x = '|{}||'.format(x)
f(|x$|, |)
f(|x$=$|, |)
f(|*x|, |)
f(|**x|, |)
def f(|x$|, |): return f
def f(|x$=$|, |): return f
def f(*, |x$: int = f|, |): return f
class A(|A$|, |): pass
class A(|x$=1|, |): pass
lambda |x$|, |: x
|x$| = | = 1
|x$|, | = x
[|x$|, |] = x
|*x$|, | = x
for |x$|, | in x: pass
del |x$|, |
import |a$|, |
from a import |a$|, |
global |x$|, |
with |f($) as x$|, |: pass
assert |x$| is |
x = x|.a$||
x = x|($)||
x = x|[$]||
x = x|[1:]||
x = x|.T||
x = x|.reshape(-1, $)||
x = [x |for a$ in x| |]
x = [x for x in x |if a$| |]
x = |not| | x
x = |lambda:| | x
x = |-||x
x = |9||
x = 0x|f||
x = 1e|9||
x = 1|_1||
x = '|a||'
x = b'|\\x00||'
x = |(||
x = |[||
x: |int| | | = 1
x: 'Float[np.ndarray, "|n$| |"]' = 1
x: 'Float[np.ndarray, "|n+| |1"]' = 1
x: 'Float[np.ndarray, "|*n$| |"]' = 1
x: 'Float[np.ndarray, "{|x+|| x}"]' = 1
x: Literal[|$|, |] = 1
x: Union[|A$|, |] = 1
x: tuple[|int|, |] = 1
x = np.einsum('|i||', x)
x = np.einsum('|ij|,|->|', x)
x = np.dtype('|f4|,|')
x = np.dtype([|('a$', 'f4')|, |])
x = np.dtype('(|2|,|)f4')
x = np.zeros(3, '|>||f4')
x = cf.signature('|(n),||->(n)')
x = np.r_[|$:x|, |]
x = np.meshgrid(|x|, |)
x = np.where(|x|, |)
match x:\\n case |$| | |: pass
match x:\\n case [|x$|, |]: pass
match x:\\n case {|'$': x$|, |}: pass
match x:\\n case A(|x$|, |): pass
match x:\\n case A(|a$=x$|, |): pass
if x: pass\\n|elif x == $: x = $|\\n|
try: x\\n|except A$: x = $|\\n|
try: x\\nexcept (|A$|, |): x
|@f($)|\\n|\\ndef f(): pass
def f():\\n global |x$|, |
@types(|'float[:]'|, |)\\ndef f(x): pass
#$ header function f(|int|, |)
# |conformable: ignore| |
|;||x
||\\\\n|
|\\t||x
|\\x0c||
|x = 1|; |
x = {|x: |{|}""".split("\n")

START = "import numpy as np\nfrom functools import partial\nfrom typing import *\nimport conformable as cf\nfrom jaxtyping import Float\n"
START += "def f(*a, **k): return f\nclass A: pass\nB = C = A\nx = y = a = b = np.ones((3, 3))\nc = len(open('x').read())\n"


def nested(draw: Random) -> bytes:
    """A construct in itself, or several in each other."""
    depth = draw.choice([10, 30, 90, 190, 300, 900, 1000, 1500, 4000, 20000])
    way = draw.randrange(4)
    if way == 0:
        text = blocks(draw, min(depth, draw.choice([18, 60, 95, 200, 900])))
    elif way == 1:
        pairs = draw.choices(PATTERNS, k=draw.choice([1, 1, 3]))
        text = "match x:\n case " + around(draw, pairs, "z", depth) + ": pass\n"
    else:
        text = around(draw, draw.choices(AROUND, k=draw.choice([1, 1, 1, 2, 3, 8])), draw.choice(["x", "1", "", "f()", "*x"]), depth)
        text = draw.choice(["x = @", "@", "x = @", "def f(x=@): pass", "x: @ = 1", "@f(@)\ndef g(): pass", "del @", "@ = x", "for x in @: x",
                            "class D(@): pass", "x = [x for x in @]", "x: '@' = 1", "while @: x", "async def f():\n x = @", "with @: x"]).replace("@", text)
    return (START + text + "\nz = x\nz @ np.ones(7)\n").encode()


def around(draw: Random, pairs: list, text: str, depth: int) -> str:
    opening, closing = [], []
    for number in range(depth):
        before, after = pairs[number % len(pairs)]
        opening.append(before.replace("$", str(number)))
        closing.append(after.replace("$", str(number)))
    closing.reverse()
    if draw.random() < 0.05:
        closing = closing[: len(closing) // 2]
    return "".join(opening) + text + "".join(closing)


def blocks(draw: Random, depth: int) -> str:
    kinds = draw.choices(BLOCKS, k=draw.choice([1, 1, 2, 5]))
    lines, ends = [], []
    for number in range(depth):
        head, end = kinds[number % len(kinds)]
        indent = " " * (2 * number)
        lines += [indent + line for line in head.replace("$", str(number)).replace("#", " ").split("\n")]
        if "\n" in head and "case" not in head:
            lines[-1] = indent + lines[-1].strip()
        if end:
            ends.append(indent + end.replace("$", str(number)))
    inner = draw.choice(["x = 1", "x = np.ones(3) @ x", "pass", "return x", "yield x", "break", "x = [x, x]", "raise x", "nonlocal x"])
    return "\n".join([*lines, "  " * depth + inner, *reversed(ends)]) + "\n"


def wide(draw: Random) -> bytes:
    """Very many of one thing."""
    count = draw.choice([20, 100, 1000, 3000, 10_000, 30_000, 100_000])
    if draw.random() < 0.4:
        kinds = [draw.choice(LINES).replace("\\n", "\n") for _ in range(draw.choice([1, 1, 2, 4]))]
        lines = [line.replace("$$", str(n + 1)).replace("$", str(n)) for n in range(count // len(kinds)) for line in kinds]
        if draw.random() < 0.3:
            lines = ["def main(x, y):", *(" " + part for line in lines for part in line.split("\n")), "main(x, 1)"]
        text = "\n".join(lines)
    else:
        parts = draw.choice(WIDE).replace("\\\\", "\\").replace("\\n", "\n").split("|")
        # A `|` of the text itself stands between two others.
        while len(parts) > 4:
            parts[2:4] = [parts[2] + "|" + parts[3]]
        head, one, between, tail = (parts + [""] * 4)[:4]
        text = head + between.join(one.replace("$", str(n)) for n in range(count)) + tail
    return (START + text + "\nx @ x\n").encode()
