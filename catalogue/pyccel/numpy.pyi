"""NumPy, as Pyccel has it: which functions there are, their dtypes, ranks and orders.

A function without an entry is one that Pyccel lacks.
"""

namespace = numpy

pi: float

# For `isinstance`.
ndarray: Class[numpy.ndarray]

# --- making arrays --------------------------------------------------------------------------------------------------

@template
def filled(shape: Shape(bool), dtype: DType[D] = float64, order: Orders = "C") -> numeric(D, shape, order): ...

zeros = filled("zeros")
ones = filled("ones")
empty = filled("empty")

def full(shape: Shape(bool), fill_value: arraylike(T[*S]), dtype: DType[D] | None = None, order: Orders = "C") -> numeric(strong(choose(D, T)), shape, order): ...

@template
@overload
def like(a: arraylike(T[*S]), dtype: DType[D] | None = None, order: Orders = "K", subok: Value = True) -> numeric(strong(choose(D, T)), S, kept_order(order, a)): ...
@template
@overload
def like(a: arraylike(T[*S]), dtype: DType[D] | None = None, order: Orders = "K", subok: Value = True, *, shape: Shape(bool)) -> numeric(strong(choose(D, T)), shape, kept_order(order, a)): ...

zeros_like = like("zeros_like")
ones_like = like("ones_like")
empty_like = like("empty_like")

@overload
def full_like(a: arraylike(T[*S]), fill_value: Value, dtype: DType[D] | None = None, order: Orders = "K", subok: Value = True) -> numeric(strong(choose(D, T)), S, kept_order(order, a)): ...
@overload
def full_like(a: arraylike(T[*S]), fill_value: Value, dtype: DType[D] | None = None, order: Orders = "K", subok: Value = True, *, shape: Shape(bool)) -> numeric(strong(choose(D, T)), shape, kept_order(order, a)): ...

def dtype(x: numeric(T[*S]) | DType[T], /) -> DType[strong(T)]: ...
@overload
def result_type(x: numeric(T[*S]) | DType[T], /) -> DType[strong(T)]: ...
@overload
def result_type(x: numeric(T[*S]) | DType[T], y: numeric(U[*R]) | DType[U], /) -> DType[strong(promote(T, U))]: ...

@overload
@guard(negate(are_of_one_type(*T)))
@require(1 == 0, "the elements of an array have one type each")
def array(object: tuple[*T], dtype: DType[D] | None = None, order: Orders = "K", ndmin: Value = 0) -> Unknown: ...
@overload
@require(rank(S) >= 1, "an array is made of a list, a tuple or an array, not of a number")
def array(object: T[*S], dtype: DType[D] | None = None, order: Orders = "K", ndmin: Value = 0) -> numeric(strong(choose(D, T)), S, kept_order(order, object)): ...

@overload
def arange(start: numeric(T[()]), *, dtype: DType[D] | None = None) -> numeric(choose(D, counted_by(T, T, T)), any_shape(1, 1)): ...
@overload
def arange(start: numeric(T[()]), stop: numeric(U[()]), *, dtype: DType[D] | None = None) -> numeric(choose(D, counted_by(T, U, U)), any_shape(1, 1)): ...
@overload
def arange(start: numeric(T[()]), stop: numeric(U[()]), step: numeric(V[()]), dtype: DType[D] | None = None) -> numeric(choose(D, counted_by(T, U, V)), any_shape(1, 1)): ...

@require(is_count(num), "the number of points is an int")
def linspace(start: numeric(T[*S]), stop: numeric(U[*R]), num: Value = 50, endpoint: Value = True, dtype: DType[D] | None = None) -> numeric(choose(D, inexact(strong(promote(T, U)))), append(any_shape(1, 1), broadcast(S, R))): ...

@overload
@guard(rank(S) >= 1)
def copy(a: arraylike(T[*S]), order: Orders = "K", subok: Value = False) -> numeric(T, S, kept_order(order, a)): ...

# --- reductions -----------------------------------------------------------------------------------------------------

@template
@require(is_axis(axis), "its axis is a constant int")
@require(takes(out, RESULT) == 1)
def total(a: T[*S], axis: Value = None, dtype: DType[D] | None = None, out: Value = None, keepdims: bool = False, initial: Value = None) -> numeric(choose(D, dtype_map("sum", strong(T))), reduce(S, axis, keepdims), order(a)): ...

sum = total("sum")

@template
@require(is_axis(axis), "its axis is a constant int")
@require(takes(out, RESULT) == 1)
def extreme(a: T[*S], axis: Value = None, out: Value = None, keepdims: bool = False, initial: Value = None) -> numeric(strong(T), reduce(S, axis, keepdims), order(a)): ...

amin = extreme("amin")
amax = extreme("amax")
min = extreme("min")
max = extreme("max")

def prod(a: T[*S]) -> numeric(dtype_map("sum", strong(T)), ()): ...
product = prod

@overload
@guard(axis == None, keepdims == False)
def count_nonzero(a: T[*S], axis: Value = None, keepdims: bool = False) -> int: ...
@overload
def count_nonzero(a: T[*S], axis: Value = None, keepdims: bool = False) -> numeric(int64, reduce(S, axis, keepdims), order(a)): ...

# --- element by element ---------------------------------------------------------------------------------------------

@template
@require(takes(out, RESULT) == 1)
def unary(x: arraylike(T[*S]), /, *, out: Value = None) -> numeric(inexact_of(T), S, order(x)): ...

sqrt = unary("sqrt")
exp = unary("exp")
expm1 = unary("expm1")
log = unary("log")
sin = unary("sin")
cos = unary("cos")
tan = unary("tan")
arcsin = unary("arcsin")
arccos = unary("arccos")
arctan = unary("arctan")
sinh = unary("sinh")
cosh = unary("cosh")
tanh = unary("tanh")
arcsinh = unary("arcsinh")
arccosh = unary("arccosh")
arctanh = unary("arctanh")
fabs = unary("fabs")

def true_divide(x: numeric(T[*S]), y: numeric(U[*R]), /) -> numeric(strong_quotient(T, U), broadcast(S, R), common_order(x, y)): ...
divide = true_divide

@require(negate(any_of(is_subdtype(strong(T), "complexfloating"), is_subdtype(strong(U), "complexfloating"))), "complex numbers have no such angle")
@require(takes(out, RESULT) == 1)
def arctan2(x: numeric(T[*S]), y: numeric(U[*R]), /, *, out: Value = None) -> numeric(inexact(strong(promote(T, U))), broadcast(S, R), common_order(x, y)): ...

@require(takes(out, RESULT) == 1)
def mod(x: numeric(T[*S]), y: numeric(U[*R]), /, *, out: Value = None) -> numeric(remainder_of(T, U), broadcast(S, R), common_order(x, y)): ...

@template
@require(takes(out, RESULT) == 1)
def same(x: arraylike(T[*S]), /, *, out: Value = None) -> numeric(strong(T), S, order(x)): ...

floor = same("floor")
sign = same("sign")

@views(all_of(is_a(x, array), negate(is_subdtype(strong(T), "complexfloating"))))
def conjugate(x: arraylike(T[*S]), /) -> numeric(conjugate_of(x, T), S, order(x)): ...
conj = conjugate
@require(takes(out, RESULT) == 1)
def abs(x: arraylike(T[*S]), /, *, out: Value = None) -> numeric(magnitude(strong(T)), S, order(x)): ...
absolute = abs
@views(all_of(is_a(x, array), negate(is_subdtype(strong(T), "complexfloating"))))
@require(takes(out, RESULT) == 1)
def real(x: arraylike(T[*S]), /, *, out: Value = None) -> numeric(part_of(x, T), S, order(x)): ...
def imag(x: arraylike(T[*S]), /) -> numeric(part_of(x, T), S, order_of_imag(T, x)): ...

@template
@require(takes(out, RESULT) == 1)
def test(x: arraylike(T[*S]), /, *, out: Value = None) -> numeric(bool, S, order(x)): ...

isnan = test("isnan")
isinf = test("isinf")
isfinite = test("isfinite")

@overload
def where(condition: numeric(C[*Q]), x: numeric(T[*S]), y: numeric(U[*R])) -> numeric(promote(T, U), broadcast(Q, S, R)): ...
@overload
def where(condition: strict(C[*Q])) -> tuple[int64[any_size()], ...]: ...

@require(rank(S) == 1, "an array of one dim is wanted")
def nonzero(a: arraylike(T[*S])) -> tuple[int64[any_size()], ...]: ...

# --- products, shapes -----------------------------------------------------------------------------------------------

@require(all_of(rank(S) > 0, rank(R) > 0), "matrices and vectors are multiplied so, not numbers")
@require(takes(out, RESULT) == 1)
def matmul(x: numeric(T[*S]), y: numeric(U[*R]), /, *, out: Value = None) -> numeric(promote(strong(T), strong(U)), dot(S, R), product_order(x, y)): ...

@require(is_axis(axis), "its axis is a constant int")
def cross(x: numeric(T[*S]), y: numeric(U[*R]), *, axis: Value = None) -> numeric(promote(T, U), broadcast(S, R), common_order(x, y)): ...
@require(takes(out, RESULT) == 1)
def vecdot(x: numeric(T[*S]), y: numeric(U[*R]), axis: Value = -1, *, out: Value = None) -> numeric(promote(T, U), broadcast(remove(S, axis), remove(R, axis))): ...

@views
def transpose(a: strict(T[*S]), axes: None = None) -> numeric(T, permute(S, None), other_order(a)): ...

def shape(a: T[*S]) -> tuple_of(int(S)): ...
def size(a: T[*S], axis: Value = None) -> int: ...

# --- scalars --------------------------------------------------------------------------------------------------------

@template
def cast(x: arraylike(T[*S]) = 0, /) -> numeric(dtype_named(NAME), S, order(x)): ...

bool = cast("bool")
int = cast("int64")
float = cast("float64")
complex = cast("complex128")
int8 = cast("int8")
int16 = cast("int16")
int32 = cast("int32")
int64 = cast("int64")
float32 = cast("float32")
float64 = cast("float64")
double = cast("float64")
complex64 = cast("complex64")
complex128 = cast("complex128")

# --- namespaces below -----------------------------------------------------------------------------------------------

namespace = numpy.linalg

@require(any_of(negate(is_a(axis, tuple)), count(parts(axis)) == 1), "norms are those of vectors: there is one axis")
@require(is_axis(axis), "its axis is a constant int")
def norm(x: T[*S], ord: Value = None, axis: Value = None, keepdims: bool = False) -> numeric(inexact(strong(real(strong(T)))), reduce(S, axis, keepdims), order(x)): ...

@require(is_axis(axis), "its axis is a constant int")
def cross(x: numeric(T[*S]), y: numeric(U[*R]), /, *, axis: Value = -1) -> numeric(promote(T, U), broadcast(S, R), common_order(x, y)): ...

namespace = numpy.random

@overload
def rand() -> float: ...
@overload
def rand(*sizes: Sizes) -> numeric(float64, sizes): ...
@overload
def random() -> float: ...
@overload
def random(size: Shape(bool)) -> numeric(float64, size): ...

@overload
def randint(low: Value, high: Value = None) -> int: ...
@overload
def randint(low: Value, high: Value = None, size: Shape(bool) = None) -> numeric(int64, size): ...
