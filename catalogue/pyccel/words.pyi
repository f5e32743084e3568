"""Words of Pyccel's rules, in the catalogue's own notation.

T, U are element types, x, y arguments, S, R shapes.
"""

# --- kinds of parameters ---

Orders = Option["C", "F", "K", "A"]

# --- orders ---------------------------------------------------------------------------------------------------------

# F where no operand is in C.
@overload
@guard(any_of(order(x) == "C", order(y) == "C"))
def common_order(x, y) -> "C": ...
@overload
@guard(any_of(order(x) == "F", order(y) == "F"))
def common_order(x, y) -> "F": ...
@overload
def common_order(x, y) -> "C": ...

# A product of matrices is in F if both are.
@overload
@guard(order(x) == "F", order(y) == "F")
def product_order(x, y) -> "F": ...
@overload
def product_order(x, y) -> "C": ...

@overload
@guard(order(x) == "F")
def other_order(x) -> "C": ...
@overload
def other_order(x) -> "F": ...

# --- elements -------------------------------------------------------------------------------------------------------

def whole(T) -> any_of(is_subdtype(strong(T), "integer"), is_subdtype(strong(T), "bool")): ...

# Quotients of whole numbers are Python's floats.
@overload
@guard(whole(T), whole(U))
def quotient(T, U) -> float: ...
@overload
def quotient(T, U) -> promote(T, U): ...

# The bits of a Python int are NumPy's of 64 bits where it meets one of NumPy's.
@overload
@guard(is_a(x, bool), is_a(y, bool))
def bits(x, y, T, U) -> bool: ...
@overload
@guard(is_python_int(x), is_python_int(y))
@require(all_of(whole(T), whole(U)), "a number with a fraction has no bits")
def bits(x, y, T, U) -> promote(T, U): ...
@overload
@guard(any_of(is_python_int(x), is_python_int(y)))
@require(all_of(whole(T), whole(U)), "a number with a fraction has no bits")
@guard(negate(any_of(is_a(x, bool), is_a(y, bool))))
def bits(x, y, T, U) -> int64: ...
@overload
@require(all_of(whole(T), whole(U)), "a number with a fraction has no bits")
def bits(x, y, T, U) -> promote(T, U): ...

# NumPy's functions give its own numbers, but of whole ones.
@overload
@guard(whole(T), whole(U))
def strong_quotient(T, U) -> float: ...
@overload
def strong_quotient(T, U) -> strong(promote(T, U)): ...

# NumPy's remainder of truths is one of its smallest ints.
@overload
@guard(is_subdtype(strong(T), "bool"), is_subdtype(strong(U), "bool"))
def remainder_of(T, U) -> int8: ...
@overload
def remainder_of(T, U) -> strong(promote(T, U)): ...

def is_count(x) -> all_of(is_a(x, int), negate(is_a(x, bool))): ...

# What is shifted by bools has bits of its own: NumPy's of 8.
@overload
@guard(is_subdtype(strong(promote(T, U)), "bool"))
def shifted(T, U) -> int8: ...
@overload
def shifted(T, U) -> promote(T, U): ...

def is_python_int(x) -> all_of(is_a(x, number), is_a(x, int), negate(is_a(x, bool))): ...

# Branches of a condition: what their sum would be; of bools a bool.
@overload
@guard(is_a(x, bool), is_a(y, bool))
def one_or_sum(x, y, T, U) -> bool: ...
@overload
def one_or_sum(x, y, T, U) -> promote(T, U): ...

# What NumPy's functions of real numbers make of whole ones.
def inexact_of(T) -> inexact(strong(T)): ...

# The absolute value of a complex number is a real one.
@overload
@guard(is_subdtype(strong(T), "complexfloating"), is_weak(T))
def magnitude(T) -> float: ...
@overload
@guard(is_subdtype(strong(T), "complexfloating"))
def magnitude(T) -> real(T): ...
@overload
def magnitude(T) -> T: ...

# The parts and the conjugate of one of Python's real numbers are Python's own, of a truth ints.
@overload
@guard(is_a(x, bool))
def part_of(x, T) -> int: ...
@overload
@guard(is_subdtype(strong(T), "complexfloating"))
def part_of(x, T) -> real(strong(T)): ...
@overload
def part_of(x, T) -> T: ...

@overload
@guard(is_a(x, bool))
def conjugate_of(x, T) -> int: ...
@overload
@guard(is_subdtype(strong(T), "bool"))
def conjugate_of(x, T) -> int8: ...
@overload
@guard(is_subdtype(strong(T), "complexfloating"))
def conjugate_of(x, T) -> strong(T): ...
@overload
def conjugate_of(x, T) -> T: ...

# What counts from one number to another: whole if all of them are.
@overload
@guard(whole(T), whole(U), whole(V))
def counted_by(T, U, V) -> int64: ...
@overload
def counted_by(T, U, V) -> float64: ...

def is_container(x) -> any_of(is_a(x, list), is_a(x, tuple), is_a(x, set), is_a(x, dict)): ...

# An axis is constant; there may be none, or several.
def is_axis(x) -> any_of(is_a(x, none), is_a(x, tuple), all_of(is_constant(x), is_count(x))): ...

# The order that is asked for, or that an array has.
@overload
@guard(o == "C")
def kept_order(o, x) -> "C": ...
@overload
@guard(o == "F")
def kept_order(o, x) -> "F": ...
@overload
def kept_order(o, x) -> order(x): ...

@require(negate(any_of(is_a(x, number), is_a(x, none))), "a number has no items to be iterated over, nor has None")
def item_of(x) -> item(x): ...

# What is given to be filled is of the type that the result has without it.
@require(any_of(is_a(out, none), equal(out, result)), "`out` is of the type of the result")
def takes(out, result) -> 1: ...

# May an element of x be stored in an array of T? Numbers are cut to it, but a complex one to no real one.
@overload
@guard(is_subdtype(strong(elem(x)), "complexfloating"), negate(is_subdtype(strong(T), "complexfloating")))
def stored(x, T) -> 0: ...
@overload
def stored(x, T) -> 1: ...

# The imaginary part of a real array is a new one, of zeros.
@overload
@guard(is_subdtype(strong(T), "complexfloating"))
def order_of_imag(T, x) -> order(x): ...
@overload
def order_of_imag(T, x) -> "C": ...

# The sizes that an index is asked of: of a slice those that are constants; whether an index is in range isn't looked at.
@overload
@guard(is_a(key, slice))
def sizes_for(S, key) -> S: ...
@overload
def sizes_for(S, key) -> dims(rank(S), any_size()): ...
