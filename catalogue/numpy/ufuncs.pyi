"""Functions that work element by element. Each line is one; the name is that of its table of dtypes
(`loop`), made from NumPy's own."""

namespace = numpy

# None is an object to an array, which has no operation but tests. With nothing there is to compute, none is asked for.
# What they all take besides operands: `out` takes the result and may be larger (of two results each has
# its own, by place or in a tuple), `where` is an array of bools that broadcasts with the operands, `dtype`
# is the output's.

@template
@ufunc
@require(any_of(x != None, where != True), "None is no number", "WrongSlot")
def unary(x: T[*S], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(unary_dtype(signature, sig, dtype, casting, NAME, T)[*broadcast(S, M)]): ...

# Of any object, None too.
@template
@ufunc
def unary_test(x: T[*S], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(unary_dtype(signature, sig, dtype, casting, NAME, T)[*broadcast(S, M)]): ...

# The same of one number of known value.
@template
@ufunc
@folds(NAME, x)
@require(any_of(x != None, where != True), "None is no number", "WrongSlot")
def unary_of_number(x: T[*S], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(unary_dtype(signature, sig, dtype, casting, NAME, T)[*broadcast(S, M)]): ...

# Of floats they make whole numbers.
@template
@ufunc
@whole
@folds(NAME, x)
@require(any_of(x != None, where != True), "None is no number", "WrongSlot")
def unary_whole(x: T[*S], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(unary_dtype(signature, sig, dtype, casting, NAME, T)[*broadcast(S, M)]): ...

# Of whole numbers they make others: ints they cut.
@template
@ufunc
@keeps_whole(False)
@require(any_of(x != None, where != True), "None is no number", "WrongSlot")
def unary_inverse(x: T[*S], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(unary_dtype(signature, sig, dtype, casting, NAME, T)[*broadcast(S, M)]): ...

# Of whole floats they make whole ones, though they have no loop of ints.
@template
@ufunc
@keeps_whole
@require(any_of(x != None, where != True), "None is no number", "WrongSlot")
def unary_of_floats(x: T[*S], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(unary_dtype(signature, sig, dtype, casting, NAME, T)[*broadcast(S, M)]): ...

# Of which unsigned integers have none but 0.
@template
@ufunc
@of_bools("`~` inverts bools")
@hazard("CF711", is_subdtype(T, "unsignedinteger"), "the negative of an unsigned integer wraps around", "a signed or a floating dtype: `.astype(...)`")
@require(any_of(x != None, where != True), "None is no number", "WrongSlot")
def unary_signed(x: T[*S], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(unary_dtype(signature, sig, dtype, casting, NAME, T)[*broadcast(S, M)]): ...

@template
@overload
@ufunc
@require(any_of(x != None, where != True), "None is no number", "WrongSlot")
def unary_to_two(x: T[*S], /, out: Out(broadcast, casting) = (None, None), *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> tuple_of(decay(outputs_of(dtype, casting, signature, sig, NAME, T)[*repeated(broadcast(S, M), 2)])): ...
@template
@overload
@ufunc
@require(any_of(x != None, where != True), "None is no number", "WrongSlot")
def unary_to_two(x: T[*S], out1: Out(broadcast, casting), out2: Out(broadcast, casting), /, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> tuple_of(decay(outputs_of(dtype, casting, signature, sig, NAME, T)[*repeated(broadcast(S, M), 2)])): ...

@template
@ufunc
@require(any_of(x1 != None, prod(R) == 0, where != True), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0, where != True), "None is no number", "WrongSlot")
def binary(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, NAME, [x1, x2], T, U)[*broadcast(S, R, M)]): ...

# Of bools there is none.
@template
@ufunc
@of_bools("`^` says where bools differ")
@require(any_of(x1 != None, prod(R) == 0, where != True), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0, where != True), "None is no number", "WrongSlot")
def difference(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, NAME, [x1, x2], T, U)[*broadcast(S, R, M)]): ...

# Whatever they are given, it goes a whole number of times.
@template
@ufunc
@whole
@require(any_of(x1 != None, prod(R) == 0, where != True), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0, where != True), "None is no number", "WrongSlot")
def binary_whole(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, NAME, [x1, x2], T, U)[*broadcast(S, R, M)]): ...

# Texts are repeated into an array that is there, as `texts *= 2` has it.
@template
@overload
@ufunc
@guard(out != None, any_of(is_subdtype(strong(T), "character"), is_subdtype(strong(U), "character")))
@require(any_of(x1 != None, prod(R) == 0, where != True), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0, where != True), "None is no number", "WrongSlot")
def product(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(unknown()[*broadcast(S, R, M)]): ...
@template
@overload
@ufunc
@require(any_of(x1 != None, prod(R) == 0, where != True), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0, where != True), "None is no number", "WrongSlot")
def product(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, NAME, [x1, x2], T, U)[*broadcast(S, R, M)]): ...

@template
@ufunc
@keeps_whole(x2 >= 0)
@require(power_of(T, U, x2, S))
@require(any_of(x1 != None, prod(R) == 0, where != True), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0, where != True), "None is no number", "WrongSlot")
def integer_power(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, NAME, [x1, x2], T, U)[*broadcast(S, R, M)]): ...

@template
@ufunc
def comparison(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = None, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(compared_dtype(signature, sig, dtype, casting, NAME, T, U)[*broadcast(S, R, M)]): ...

@template
@overload
@ufunc
@require(any_of(x1 != None, prod(R) == 0, where != True), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0, where != True), "None is no number", "WrongSlot")
def binary_to_two(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = (None, None), *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> tuple_of(decay(outputs_of_two(dtype, casting, signature, sig, NAME, T, U)[*repeated(broadcast(S, R, M), 2)])): ...
@template
@overload
@ufunc
@require(any_of(x1 != None, prod(R) == 0, where != True), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0, where != True), "None is no number", "WrongSlot")
def binary_to_two(x1: T[*S], x2: U[*R], out1: Out(broadcast, casting), out2: Out(broadcast, casting), /, *, where: Where = True, casting: Casting = "same_kind", order: Order = "K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> tuple_of(decay(outputs_of_two(dtype, casting, signature, sig, NAME, T, U)[*repeated(broadcast(S, R, M), 2)])): ...

# --- arithmetic ----------------------------------------------------------------------------------

add = binary("add")
subtract = difference("subtract")
multiply = product("multiply")
divide = binary("divide")
floor_divide = binary_whole("floor_divide")
remainder = binary("remainder")
power = integer_power("power")
float_power = binary("float_power")
fmod = binary("fmod")
divmod = binary_to_two("divmod")
negative = unary_signed("negative")
positive = unary("positive")
absolute = unary("absolute")
fabs = unary_of_floats("fabs")
sign = unary_whole("sign")
reciprocal = unary_inverse("reciprocal")
square = unary("square")
sqrt = unary_of_number("sqrt")
cbrt = unary("cbrt")
heaviside = binary("heaviside")
gcd = binary("gcd")
lcm = binary("lcm")
maximum = binary("maximum")
minimum = binary("minimum")
fmax = binary("fmax")
fmin = binary("fmin")
true_divide = divide
mod = remainder
pow = power
abs = absolute

# --- exponentials and logarithms -----------------------------------------------------------------

exp = unary("exp")
exp2 = unary("exp2")
expm1 = unary("expm1")
log = unary("log")
log2 = unary_of_number("log2")
log10 = unary("log10")
log1p = unary("log1p")
logaddexp = binary("logaddexp")
logaddexp2 = binary("logaddexp2")

# --- trigonometry --------------------------------------------------------------------------------

sin = unary("sin")
cos = unary("cos")
tan = unary("tan")
arcsin = unary("arcsin")
arccos = unary("arccos")
arctan = unary("arctan")
arctan2 = binary("arctan2")
sinh = unary("sinh")
cosh = unary("cosh")
tanh = unary("tanh")
arcsinh = unary("arcsinh")
arccosh = unary("arccosh")
arctanh = unary("arctanh")
hypot = binary("hypot")
deg2rad = unary("deg2rad")
rad2deg = unary("rad2deg")
degrees = unary("degrees")
radians = unary("radians")
asin = arcsin
acos = arccos
atan = arctan
atan2 = arctan2
asinh = arcsinh
acosh = arccosh
atanh = arctanh

# --- rounding and the parts of floats ------------------------------------------------------------

floor = unary_whole("floor")
ceil = unary_whole("ceil")
trunc = unary_whole("trunc")
rint = unary_whole("rint")
signbit = unary("signbit")
copysign = binary("copysign")
nextafter = binary("nextafter")
spacing = unary("spacing")
ldexp = binary("ldexp")
frexp = unary_to_two("frexp")
modf = unary_to_two("modf")
conjugate = unary("conjugate")
conj = conjugate
isfinite = unary("isfinite")
isinf = unary("isinf")
isnan = unary("isnan")
isnat = unary("isnat")

# --- comparisons and logic -----------------------------------------------------------------------

equal = comparison("equal")
not_equal = comparison("not_equal")
less = comparison("less")
less_equal = comparison("less_equal")
greater = comparison("greater")
greater_equal = comparison("greater_equal")
logical_and = comparison("logical_and")
logical_or = comparison("logical_or")
logical_xor = comparison("logical_xor")
logical_not = unary_test("logical_not")

# --- bits ----------------------------------------------------------------------------------------

bitwise_and = binary("bitwise_and")
bitwise_or = binary("bitwise_or")
bitwise_xor = binary("bitwise_xor")
bitwise_count = unary("bitwise_count")
invert = unary("invert")
left_shift = binary("left_shift")
right_shift = binary("right_shift")
bitwise_not = invert
bitwise_invert = invert
bitwise_left_shift = left_shift
bitwise_right_shift = right_shift

# `==` and `!=` are False and True throughout for dtypes that cannot be compared.
namespace = numpy._operators

# What equals one thing may be meant to be one: `x - x[labels == 3]`.
@spells_one
def eq(x1: T[*S], x2: U[*R], /, out: Out(broadcast, same_kind) = None) -> decay(equality(T, U)[*broadcast(S, R)]): ...
def ne(x1: T[*S], x2: U[*R], /, out: Out(broadcast, same_kind) = None) -> decay(equality(T, U)[*broadcast(S, R)]): ...

# The square of an array is computed as `np.square` does it: of bools that is int8. A scalar's isn't.
@overload
@guard(is_constant(rank(S)), is_a(x1, array), is_constant(x2), is_a(x2, int), x2 == 2)
def pow(x1: T[*S], x2: U[*R], /, out: Out(broadcast, same_kind) = None) -> decay(loop("square", T)[*S]): ...
@overload
@keeps_whole(x2 >= 0)
@require(power_of(T, U, x2, S))
@require(any_of(x1 != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0), "None is no number", "WrongSlot")
def pow(x1: T[*S], x2: U[*R], /, out: Out(broadcast, same_kind) = None) -> decay(loop_of("power", [x1, x2], T, U)[*broadcast(S, R)]): ...

namespace = numpy

# What an operator between arrays is.
operators = {
    "+": numpy.add, "-": numpy.subtract, "*": numpy.multiply, "/": numpy.divide, "//": numpy.floor_divide,
    "%": numpy.remainder, "**": numpy._operators.pow, "@": numpy.matmul, "divmod": numpy.divmod,
    "==": numpy._operators.eq, "!=": numpy._operators.ne, "<": numpy.less, "<=": numpy.less_equal, ">": numpy.greater,
    ">=": numpy.greater_equal,
    "&": numpy.bitwise_and, "|": numpy.bitwise_or, "^": numpy.bitwise_xor, "<<": numpy.left_shift, ">>": numpy.right_shift,
    "~": numpy.invert, "neg": numpy.negative, "pos": numpy.positive, "abs": numpy.absolute,
}
