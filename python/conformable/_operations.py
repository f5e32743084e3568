"""Operators of variables whose types are of classes of one's own: the op that a registered operation is."""

import operator
from typing import Any

from conformable import _native as native
from conformable._framework import Refusal, registered_operation
from conformable._native import Apply, Op, Variable

#: What Python's operators do to values.
FUNCTIONS: dict[str, Any] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow, "@": operator.matmul,
    "&": operator.and_, "|": operator.or_, "^": operator.xor, "<<": operator.lshift,
    ">>": operator.rshift, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


class Operation(Op):
    """An operator, of the types that the registry says."""

    __props__ = ("symbol",)

    def __init__(self, symbol: str) -> None:
        self.symbol = symbol

    def make_node(self, a: Variable, b: Variable) -> Apply:
        """The application, of the type that the rule says."""
        found = registered_operation(self.symbol, a.type, b.type)
        if found is None or isinstance(found, Refusal):
            reason = found.reason if isinstance(found, Refusal) else "nothing is registered"
            raise TypeError(f"{a.type} {self.symbol} {b.type}: {reason}")
        return Apply(self, [a, b], [native.Variable(found)])

    def perform(self, a: Any, b: Any) -> Any:
        """What the values' own classes make of it."""
        return FUNCTIONS[self.symbol](a, b)

    def __repr__(self) -> str:
        return self.symbol


def applied(symbol: str, a: Any, b: Any) -> Any:
    """`a op b` by a registered rule; None where no rule has a say."""
    from conformable._variables import as_variable

    left, right = as_variable(a), as_variable(b)
    if registered_operation(symbol, left.type, right.type) is None:
        return None
    return Operation(symbol)(left, right)
