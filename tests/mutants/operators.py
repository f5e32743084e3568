"""Mutation operators: the small mistakes that people make in array code.

An operator looks at one node of a module's syntax tree and yields the edits it would make there.
An edit replaces one stretch of source text, so a mutant differs from its program in one place and
all its line numbers stay the same.
"""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

JOINS = {"concatenate": "stack", "stack": "concatenate", "vstack": "hstack", "hstack": "vstack"}
JOINS |= {"column_stack": "vstack"}
MAKERS = {"zeros", "ones", "empty", "full", "eye", "identity", "arange", "linspace", "logspace"}
MAKERS |= {"random", "standard_normal", "normal", "uniform", "integers", "gamma"}
SHAPED = {"zeros", "ones", "empty", "full", "random", "standard_normal"}
REDUCTIONS = {"sum", "mean", "std", "var", "max", "min", "prod", "any", "all", "median", "norm"}
MATHS = {"norm", "exp", "log", "sqrt", "abs", "diff", "where", "median"}
DROPPABLE = REDUCTIONS | {
    *("reshape", "ravel", "transpose", "copy", "astype", "argmax", "argmin", "argsort", "cumsum"),
    *("flatnonzero", "diag", "squeeze", "diff", "arange", "repeat", "tile", "asarray", "array"),
    *("unique", "atleast_2d", "split", "array_split", "bincount", "cov", "outer"),
}


class Source:
    """A module's bytes (the unit of the syntax tree's columns) and its tree."""

    def __init__(self, text: str):
        self.data = text.encode()
        self.tree = ast.parse(text)
        self.starts = [0]
        for line in self.data.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: ast.AST) -> tuple[int, int]:
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def text(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.data[start:end].decode()

    def base(self, node: ast.Attribute | ast.Subscript) -> str:
        """What stands before the dot or the bracket, with its parentheses."""
        start, _ = self.span(node)
        _, end = self.span(node.value)
        mark = b"." if isinstance(node, ast.Attribute) else b"["
        return self.data[start : self.data.index(mark, end)].decode().rstrip()

    def operand(self, node: ast.AST) -> tuple[int, int]:
        """The span of an operator's operand, with its parentheses."""
        start, end = self.span(node)
        while self.data[:start].endswith(b"(") and self.data[end:].startswith(b")"):
            start, end = start - 1, end + 1
        return start, end


@dataclass(frozen=True)
class Edit:
    start: int
    end: int
    new: str


@dataclass(frozen=True)
class Mutant:
    """One changed line, the rows of the statement that it belongs to, and the module's new text."""

    operator: str
    line: int
    first_row: int
    last_row: int
    before: str
    after: str
    text: str


Operator = Callable[[ast.AST, Source], Iterator[Edit]]
OPERATORS: dict[str, Operator] = {}


def operator(function: Operator) -> Operator:
    OPERATORS[function.__name__.replace("_", "-")] = function
    return function


def replace(source: Source, node: ast.AST, new: str) -> Edit:
    return Edit(*source.span(node), new)


def swap(source: Source, first: tuple[int, int], second: tuple[int, int]) -> Edit:
    (a, b), (c, d) = first, second
    return Edit(a, d, (source.data[c:d] + source.data[b:c] + source.data[a:b]).decode())


def drop_item(source: Source, items: list[ast.AST], i: int) -> Edit:
    """Remove one of several items that are separated by commas, with its comma."""
    if i + 1 < len(items):
        return Edit(source.span(items[i])[0], source.span(items[i + 1])[0], "")
    return Edit(
        source.span(items[i - 1])[1] if i else source.span(items[i])[0],
        source.span(items[i])[1],
        "",
    )


def called(node: ast.AST) -> str:
    """The last part of the called name, or nothing for other nodes."""
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            return node.func.attr
        if isinstance(node.func, ast.Name):
            return node.func.id
    return ""


def of_numpy(node: ast.Call) -> bool:
    """Is this `np.f(...)` or `np.linalg.f(...)`, and not a method of an array?"""
    root = node.func
    while isinstance(root, ast.Attribute):
        root = root.value
    return isinstance(node.func, ast.Attribute) and isinstance(root, ast.Name) and root.id == "np"


def keyword(node: ast.AST, name: str) -> ast.keyword | None:
    if isinstance(node, ast.Call):
        return next((k for k in node.keywords if k.arg == name), None)
    return None


def arguments(node: ast.Call) -> list[ast.AST]:
    return sorted([*node.args, *node.keywords], key=lambda a: (a.lineno, a.col_offset))


def integer(node: ast.AST | None) -> int | None:
    """The value of an integer literal, with its sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = integer(node.operand)
        return None if value is None else -value
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None


def sizes(node: ast.AST) -> list[ast.AST]:
    """The expressions that say how large the array made or reshaped by a call is."""
    name = called(node)
    if name == "reshape":
        shape = node.args[1:] if of_numpy(node) else node.args
    elif (size := keyword(node, "size") or keyword(node, "shape")) is not None:
        shape = [size.value]
    elif name in SHAPED | {"eye", "identity", "arange"}:
        shape = node.args[:1]
    else:
        return []
    return [d for s in shape for d in (s.elts if isinstance(s, ast.Tuple) else [s])]


def index_items(node: ast.AST) -> list[ast.AST]:
    if not isinstance(node, ast.Subscript):
        return []
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


@operator
def drop_transpose(node, source):
    """`x.T` to `x`."""
    if isinstance(node, ast.Attribute) and node.attr in ("T", "mT"):
        yield replace(source, node, source.base(node))
    elif called(node) == "transpose" and not of_numpy(node):
        yield replace(source, node, source.base(node.func))


@operator
def change_axis(node, source):
    """`axis=0` to `axis=1` and the like, in reductions."""
    axis = keyword(node, "axis")
    if axis and called(node) not in JOINS and (value := integer(axis.value)) is not None:
        for other in {0, 1, 2} - {value}:
            yield replace(source, axis.value, str(other))


@operator
def drop_axis(node, source):
    """`x.sum(axis=1)` to `x.sum()`."""
    axis = keyword(node, "axis")
    if axis and called(node) not in JOINS:
        items = arguments(node)
        yield drop_item(source, items, items.index(axis))


@operator
def toggle_keepdims(node, source):
    """`keepdims=True` dropped, or added to a reduction along an axis."""
    if keepdims := keyword(node, "keepdims"):
        items = arguments(node)
        yield drop_item(source, items, items.index(keepdims))
    elif called(node) in REDUCTIONS and keyword(node, "axis"):
        last = arguments(node)[-1]
        yield replace(source, last, source.text(last) + ", keepdims=True")


@operator
def join_axis(node, source):
    """Another axis for `concatenate` or `stack`."""
    if called(node) not in ("concatenate", "stack"):
        return
    axis = keyword(node, "axis")
    if axis is None and node.args:
        yield replace(source, node.args[0], source.text(node.args[0]) + ", axis=1")
    elif axis and (value := integer(axis.value)) is not None:
        for other in {0, 1, -1} - {value}:
            yield replace(source, axis.value, str(other))


@operator
def other_join(node, source):
    """`concatenate` to `stack`, `vstack` to `hstack`, and back."""
    if called(node) in JOINS and of_numpy(node):
        end = source.span(node.func)[1]
        yield Edit(end - len(node.func.attr), end, JOINS[node.func.attr])


@operator
def change_size(node, source):
    """One size of a new array made larger or smaller."""
    if called(node) not in MAKERS:
        return
    for size in sizes(node):
        value = integer(size)
        if value is None and isinstance(size, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
            yield replace(source, size, source.text(size) + " + 1")
        elif value is not None:
            yield replace(source, size, str(value + 1))
            if value > 1:
                yield replace(source, size, str(value - 1))


@operator
def swap_sizes(node, source):
    """`(n, d)` to `(d, n)` in a shape."""
    if isinstance(node, ast.Call):
        for first, second in pairwise(sizes(node)):
            yield swap(source, source.span(first), source.span(second))


@operator
def change_reshape(node, source):
    """A size of a reshape changed or left out."""
    if called(node) != "reshape":
        return
    dims = sizes(node)
    for i, size in enumerate(dims):
        if (value := integer(size)) is not None:
            yield replace(source, size, str(value + 1 if value > 0 else 2))
        if len(dims) > 1:
            yield drop_item(source, dims, i)


@operator
def shape_as_arguments(node, source):
    """`np.zeros((n, d))` to `np.zeros(n, d)`."""
    if called(node) in SHAPED and node.args and isinstance(node.args[0], ast.Tuple):
        inner = source.text(node.args[0]).removeprefix("(").removesuffix(")").rstrip(", ")
        yield replace(source, node.args[0], inner)


@operator
def swap_matmul(node, source):
    """`a @ b` to `b @ a`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        left, right = source.operand(node.left), source.operand(node.right)
        if isinstance(node.left, ast.BinOp) and left == source.span(node.left):
            left = source.operand(node.left.right)
        yield swap(source, left, right)
    elif called(node) in ("dot", "matmul", "outer", "solve") and len(node.args) == 2:
        yield swap(source, *map(source.span, node.args))


@operator
def other_product(node, source):
    """`@` to `*` and back."""
    if not isinstance(node, ast.BinOp):
        return
    start, end = source.span(node.left)[1], source.span(node.right)[0]
    between = source.data[start:end].decode()
    if isinstance(node.op, ast.MatMult):
        yield Edit(start, end, between.replace("@", "*"))
    elif isinstance(node.op, ast.Mult) and not any(
        isinstance(side, ast.Constant) for side in (node.left, node.right)
    ):
        yield Edit(start, end, between.replace("*", "@"))


@operator
def change_index(node, source):
    """A constant index off by one."""
    if isinstance(getattr(node, "value", None), ast.Attribute) and node.value.attr == "shape":
        return
    for item in index_items(node):
        if (value := integer(item)) is not None:
            yield replace(source, item, str(value + 1))
            if value:
                yield replace(source, item, str(value - 1))


@operator
def change_slice(node, source):
    """A bound of a slice left out or off by one."""
    if not isinstance(node, ast.Slice):
        return
    for bound in (node.lower, node.upper):
        if bound is None:
            continue
        yield replace(source, bound, "")
        value = integer(bound)
        if value is None:
            yield replace(source, bound, source.text(bound) + " + 1")
        elif value not in (0, -1):
            yield replace(source, bound, str(value + 1))


@operator
def drop_newaxis(node, source):
    """`x[:, None]` to `x[:]`."""
    items = index_items(node)
    for i, item in enumerate(items):
        added = isinstance(item, ast.Constant) and item.value is None
        added |= isinstance(item, ast.Attribute) and item.attr == "newaxis"
        if added:
            if len(items) == 1:
                yield replace(source, node, source.base(node))
            else:
                yield drop_item(source, items, i)


@operator
def drop_index(node, source):
    """`x[:, 0]` to `x[0]` or `x[:]`."""
    items = index_items(node)
    if len(items) > 1:
        for i, item in enumerate(items):
            if not (isinstance(item, ast.Constant) and item.value is None):
                yield drop_item(source, items, i)


@operator
def drop_subscript(node, source):
    """`x[i]` to `x`."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield replace(source, node, source.base(node))


@operator
def einsum_subscripts(node, source):
    """A letter of an einsum's string left out or replaced by another."""
    if called(node) != "einsum" or not isinstance(node.args[0], ast.Constant):
        return
    spec = node.args[0].value
    letters = sorted({c for c in spec if c.isalpha()})
    for i, c in enumerate(spec):
        if c.isalpha():
            other = letters[(letters.index(c) + 1) % len(letters)]
            for new in ("", other):
                yield replace(source, node.args[0], f'"{spec[:i]}{new}{spec[i + 1 :]}"')


@operator
def unpack_arity(node, source):
    """A name too few or too many in an unpacking."""
    if not isinstance(node, ast.Assign) or isinstance(node.value, ast.Tuple):
        return
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(target.elts[-1], ast.Name):
            yield replace(source, target.elts[-1], source.text(target.elts[-1]) + ", _more")
            if len(target.elts) > 1:
                yield drop_item(source, target.elts, len(target.elts) - 1)


@operator
def change_dtype(node, source):
    """`float` to `int` and back; `int` where none was given."""
    other = {"float": "int", "int": "float", "bool": "float", "np.float64": "int"}
    dtype = keyword(node, "dtype")
    given = dtype.value if dtype else None
    if called(node) == "astype" and node.args:
        given = node.args[0]
    if given is not None and source.text(given) in other:
        yield replace(source, given, other[source.text(given)])
    elif given is None and called(node) in ("zeros", "ones", "empty") and len(node.args) == 1:
        yield replace(source, node.args[0], source.text(node.args[0]) + ", dtype=int")


@operator
def drop_call(node, source):
    """`x.ravel()` and `np.ravel(x)` to `x`."""
    if called(node) not in DROPPABLE or not isinstance(node.func, ast.Attribute):
        return
    if not of_numpy(node):
        yield replace(source, node, source.base(node.func))
    elif node.args:
        argument = source.text(node.args[0])
        simple = isinstance(node.args[0], (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
        yield replace(source, node, argument if simple else f"({argument})")


@operator
def swap_arguments(node, source):
    """Two neighbouring arguments in the wrong order."""
    if isinstance(node, ast.Call) and called(node) not in ("print", "isinstance", "add_argument"):
        for first, second in pairwise(node.args):
            if ast.dump(first) != ast.dump(second):
                yield swap(source, source.span(first), source.span(second))


@operator
def drop_argument(node, source):
    """An argument forgotten."""
    if not isinstance(node, ast.Call) or called(node) in (
        "print",
        "add_argument",
        "ArgumentParser",
    ):
        return
    items = arguments(node)
    for i, item in enumerate(items):
        if getattr(item, "arg", None) not in ("axis", "keepdims"):
            yield drop_item(source, items, i)


@operator
def other_shape_item(node, source):
    """`x.shape[0]` to `x.shape[1]`, and `len(x)` to `x.shape[1]`."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
        value = integer(node.slice)
        if node.value.attr == "shape" and value is not None:
            yield replace(source, node.slice, "1" if value == 0 else "0")
    elif called(node) == "len" and isinstance(node.args[0], (ast.Name, ast.Attribute)):
        yield replace(source, node, source.text(node.args[0]) + ".shape[1]")


@operator
def true_division(node, source):
    """`//` to `/`, whose result is no size and no index."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        start, end = source.span(node.left)[1], source.span(node.right)[0]
        yield Edit(start, end, source.data[start:end].decode().replace("//", "/"))


@operator
def misspelt_attribute(node, source):
    """An array function looked up where it isn't: `np.linalg.norm(x)` to `x.norm()`."""
    if called(node) in MATHS and of_numpy(node) and len(node.args) == 1:
        argument = source.text(node.args[0])
        if re.fullmatch(r"[\w.]+", argument):
            yield replace(source, node, f"{argument}.{called(node)}()")


def statements(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.stmt]]:
    """All nodes with their innermost statement.

    The text inside an f-string is left out: its columns aren't known before Python 3.12.
    """
    stack = [(child, child) for child in ast.iter_child_nodes(tree)]
    while stack:
        node, statement = stack.pop()
        if isinstance(node, ast.JoinedStr):
            continue
        if isinstance(node, ast.stmt):
            statement = node
        yield node, statement
        stack.extend((child, statement) for child in ast.iter_child_nodes(node))


def header_rows(statement: ast.stmt) -> tuple[int, int]:
    """First and last row of a statement, of a compound one without its body."""
    body = getattr(statement, "body", None)
    end = max(statement.lineno, body[0].lineno - 1) if body else statement.end_lineno
    return statement.lineno, end


def rows_around(text: str, row: int) -> range:
    """The rows of the innermost statement that spans a row."""
    found = range(row, row + 1)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt):
            first, last = header_rows(node)
            if first <= row <= last:
                found = range(first, last + 1)
    return found


def mutants(text: str) -> Iterator[Mutant]:
    """Every mutant of a module that keeps its lines, each text once; a few may not parse."""
    source = Source(text)
    seen = {source.data}
    for node, statement in statements(source.tree):
        for name, function in OPERATORS.items():
            for edit in function(node, source):
                old, new = source.data[edit.start : edit.end], edit.new.encode()
                mutated = source.data[: edit.start] + new + source.data[edit.end :]
                if mutated in seen or old.count(b"\n") != new.count(b"\n"):
                    continue
                seen.add(mutated)
                first, last = header_rows(statement)
                row = source.data[: edit.start].count(b"\n")
                before = source.data.splitlines()[row].strip().decode()
                after = mutated.splitlines()[row].strip().decode()
                yield Mutant(name, row + 1, first, last, before, after, mutated.decode())


def parses(mutant: Mutant) -> bool:
    try:
        ast.parse(mutant.text)
    except SyntaxError:
        return False
    return True
