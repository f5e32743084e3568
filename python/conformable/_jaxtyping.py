"""jaxtyping's annotations as types: `Float[np.ndarray, "n d"]`.

Its classes are known by what they have, so that it need not be there.
"""

import ast
import contextvars
import functools
import re
import typing
from typing import Any

from conformable._native import DTypeType, TensorType, Type, UnionType, with_marks

#: Names of what a call gives, while `checked` reads annotations: see `from_type_hint`.
GIVEN: contextvars.ContextVar[dict[str, str] | None] = contextvars.ContextVar("GIVEN", default=None)
#: A size of a higher power is not followed.
_LARGEST_POWER = 6
#: NumPy's dtypes of numbers.
PLAIN = (
    "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 longdouble "
    "complex64 complex128 clongdouble"
).split()


def foreign_dtypes(hint: Any) -> list[str]:
    """The dtypes that jaxtyping's annotations in a hint take and NumPy has not: `bfloat16`."""
    if is_jaxtyping(hint):
        names = hint.dtypes if isinstance(hint.dtypes, (list, tuple)) else ()
        return [name for name in names if isinstance(name, str) and not _is_dtype(name)]
    return [name for part in typing.get_args(hint) for name in foreign_dtypes(part)]


def is_jaxtyping(cls: Any) -> bool:
    return hasattr(cls, "dim_str") and hasattr(cls, "dtypes") and hasattr(cls, "array_type")


def read_array(hint: Any, read: Any) -> Type:
    sizes: list[Any] = []
    marked: list[int] = []
    given = GIVEN.get()
    for word in hint.dim_str.split():
        start, text = _marks(word)
        if "?" in start:
            raise TypeError(f"{hint!r}: {word!r} is a size for each leaf of a tree")
        if "{" in text and given is not None:
            text = _with_given(text, given)
        if "**" in text:
            text = _without_powers(text) or "_"
            start += "_" if text == "_" else ""
        if text == "..." or "*" in start:
            named = text != "..." and "_" not in start and not ("#" in start and given is None)
            size: Any = f"*{text}" if named else ...
        elif "_" in start or "{" in text or ("#" in start and given is None):
            size = None
        else:
            size = int(text) if text.isdigit() else text
        if "#" in start and given is not None:
            marked.append(len(sizes))
        sizes.append(size)
    shape = tuple(sizes)
    # Of dtypes that NumPy has not, `bfloat16` or a record's text, nothing is known here.
    known = _known_dtypes(hint.dtypes) or ["?"]
    return UnionType(*(with_marks(TensorType(name, shape), marked) for name in known))


def _known_dtypes(dtypes: Any) -> list[str]:
    """NumPy's dtypes among those of a jaxtyping class: names, or patterns of names."""
    found: list[str] = []
    for own in dtypes if isinstance(dtypes, (list, tuple)) else ():
        if isinstance(own, re.Pattern):
            found += [name for name in ("bool", *PLAIN) if own.match(name)]
        elif _is_dtype(own):
            found.append(own)
    return found


def _marks(word: str) -> tuple[str, str]:
    """The marks of a word of jaxtyping's, in front of a name that says nothing (`#rows=n`) or behind it,
    and the size."""
    start = ""
    while word:
        if word[0] in "#*_?":
            start, word = start + word[0], word[1:]
        elif word.count("=") == 1:
            word = word.partition("=")[2]
        else:
            break
    return start, word


def _without_powers(text: str) -> str | None:
    """`n**2` as the product that it is; None for a power that depends on a size, of which nothing is known."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        return text
    powers = _Powers()
    product = powers.visit(tree)
    return ast.unparse(product) if powers.are_constant else None


class _Powers(ast.NodeTransformer):
    """Powers with a number for an exponent, as products."""

    are_constant = True

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Pow):
            return node
        exponent = node.right.value if isinstance(node.right, ast.Constant) else None
        if type(exponent) is not int or not 0 <= exponent <= _LARGEST_POWER:
            self.are_constant = False
            return node
        if exponent == 0:
            return ast.Constant(1)
        return functools.reduce(
            lambda product, factor: ast.BinOp(product, ast.Mult(), factor), [node.left] * exponent
        )


def _with_given(text: str, given: dict[str, str]) -> str:
    """`n+{k}` with a name for what the arguments of a call decide."""

    def named(found: re.Match[str]) -> str:
        expression = found[1]
        known = [name for name, own in given.items() if own == expression]
        name = (
            known[0]
            if known
            else f"given_{expression if expression.isidentifier() else len(given)}"
        )
        given[name] = expression
        return name

    return re.sub(r"\{([^{}]+)\}", named, text)


def _is_dtype(name: str) -> bool:
    try:
        DTypeType(name)
    except TypeError:
        return False
    return True
