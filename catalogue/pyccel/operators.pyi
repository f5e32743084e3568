"""Python's operators, as Pyccel types them.

Python's own numbers are weak; `promote` is the table `pyccel` of `dialects.toml`. An array is in the order F if no
operand is in C. Each operator of the language is a function here, which `operators` names.
"""

namespace = operator

# --- numbers and arrays of numbers ----------------------------------------------------------------------------------

@overload
def add(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(promote(T, U), broadcast(S, R), common_order(x, y)): ...
@overload
def add(x: str, y: str) -> str: ...
@overload
@require(equal(T, U), "lists of other elements can't be joined to these")
def add(x: list[T], y: list[U]) -> list[T]: ...
@overload
@guard(equal(T, U))
def add(x: tuple[T, ...], y: tuple[U, ...]) -> tuple[T, ...]: ...
@overload
def add(x: tuple[*T], y: tuple[*U]) -> tuple_of([*T, *U]): ...

# `x += y` of lists is no statement of the language's.
@overload
def iadd(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(promote(T, U), broadcast(S, R), common_order(x, y)): ...
@overload
def iadd(x: str, y: str) -> str: ...

@overload
def mul(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(promote(T, U), broadcast(S, R), common_order(x, y)): ...
@overload
@guard(is_a(n, int))
def mul(x: list[T], n: Value) -> list[T]: ...
@overload
@guard(is_a(n, int))
def mul(n: Value, x: list[T]) -> list[T]: ...
@overload
@guard(is_a(n, int))
def mul(x: tuple[T, ...], n: Value) -> tuple[T, ...]: ...
@overload
@guard(is_a(n, int))
def mul(n: Value, x: tuple[T, ...]) -> tuple[T, ...]: ...
@overload
@require(is_constant(n), "a tuple of several types is repeated a constant number of times")
def mul(x: tuple[*T], n: Value) -> tuple_of(cycled(n, *T)): ...

@template
def arithmetic(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(promote(T, U), broadcast(S, R), common_order(x, y)): ...

floordiv = arithmetic("floordiv")
mod = arithmetic("mod")
pow = arithmetic("pow")

@overload
def sub(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(promote(T, U), broadcast(S, R), common_order(x, y)): ...
@overload
@require(equal(T, U), "a set of other elements")
def sub(x: set[T], y: set[U]) -> set[T]: ...

def truediv(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(quotient(T, U), broadcast(S, R), common_order(x, y)): ...

@overload
@guard(any_of(rank(S) == 0, rank(R) == 0))
@require(1 == 0, "matrices and vectors are multiplied so, not numbers")
def matmul(x: numeric(T[*S]), y: numeric(U[*R])) -> Unknown: ...
@overload
def matmul(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(promote(strong(T), strong(U)), dot(S, R), product_order(x, y)): ...

def neg(x: numeric(T[*S])) -> numeric(T, S, order(x)): ...
pos = neg

@overload
@guard(rank(S) == 0)
@require(whole(T), "a number with a fraction has no bits")
def invert(x: numeric(T[*S])) -> int: ...
@overload
@require(whole(T), "numbers with a fraction have no bits")
def invert(x: numeric(T[*S])) -> numeric(T, S, order(x)): ...

# --- bits -----------------------------------------------------------------------------------------------------------

@template
@overload
def bitwise(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(bits(x, y, T, U), broadcast(S, R), common_order(x, y)): ...
@template
@overload
@require(equal(T, U), "a set of other elements")
def bitwise(x: set[T], y: set[U]) -> set[T]: ...

and_ = bitwise("and")
or_ = bitwise("or")

def xor(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(bits(x, y, T, U), broadcast(S, R), common_order(x, y)): ...

@template
@require(whole(T), "a number with a fraction can't be shifted")
@require(whole(U), "a number with a fraction is no number of places")
def shift(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(shifted(T, U), broadcast(S, R), common_order(x, y)): ...

lshift = shift("left")
rshift = shift("right")

# --- comparisons ----------------------------------------------------------------------------------------------------

@template
@overload
@guard(rank(S) == 0)
def comparison(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(bool, R, order(y)): ...
@template
@overload
@guard(rank(R) == 0)
def comparison(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(bool, S, order(x)): ...
@template
@overload
@require(equal(x, y), "arrays are compared with arrays of the same type alone")
def comparison(x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(bool, broadcast(S, R), common_order(x, y)): ...
@template
@overload
def comparison(x: str, y: str) -> bool: ...
# Two containers may be equal whatever their items; a text is equal to texts alone.
@template
@overload
@guard(is_container(x), is_container(y))
def comparison(x: Value, y: Value) -> bool: ...
@template
@overload
@require(equal(x, y), "values of two types are never equal")
def comparison(x: Value, y: Value) -> bool: ...

eq = comparison("eq")
ne = comparison("ne")
lt = comparison("lt")
le = comparison("le")
gt = comparison("gt")
ge = comparison("ge")

# --- truth ----------------------------------------------------------------------------------------------------------

def logical_not(x: Value) -> bool: ...
def logical_and(x: Value, y: Value) -> bool: ...
def logical_or(x: Value, y: Value) -> bool: ...

@overload
@guard(is_a(y, none))
def is_(x: Value, y: Value) -> bool: ...
@overload
@guard(any_of(negate(equal(x, y)), all_of(is_a(x, bool), is_a(y, bool))))
def is_(x: Value, y: Value) -> bool: ...
@overload
@raises("error")
@require(negate(any_of(is_a(x, scalar), is_a(x, str))), "`is` compares objects, not numbers: write ==")
def is_(x: Value, y: Value) -> bool: ...
is_not = is_

@overload
def contains(x: Value, y: list[T]) -> bool: ...
@overload
def contains(x: Value, y: set[T]) -> bool: ...
@overload
def contains(x: Value, y: dict[K, V]) -> bool: ...
not_contains = contains

# `x if condition else y`
@overload
def conditional(condition: Value, x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(one_or_sum(x, y, T, U), broadcast(S, R), common_order(x, y)): ...
@overload
@guard(equal(x, y))
def conditional(condition: Value, x: Value, y: Value) -> without_values(x): ...

# What an elemental function gives for an array: an array of what it gives for an element.
def elemental(x: strict(T[*S]), y: numeric(U[()])) -> numeric(strong(U), S, order(x)): ...

operators = {
    "+": operator.add, "+=": operator.iadd, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "@": operator.matmul, "neg": operator.neg, "pos": operator.pos,
    "~": operator.invert, "&": operator.and_, "|": operator.or_, "^": operator.xor, "<<": operator.lshift,
    ">>": operator.rshift, "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge, "not": operator.logical_not, "and": operator.logical_and,
    "or": operator.logical_or, "is": operator.is_, "is not": operator.is_not, "in": operator.contains,
    "not in": operator.not_contains, "if": operator.conditional, "elemental": operator.elemental,
}
