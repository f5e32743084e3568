"""Special functions, element by element, and what is made of several elements."""

# Of float64 and ints a float64, of float32 a float32. Which other dtypes a function takes differs.
@overload
@guard(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32))
def special_dtype(T) -> float64: ...
@overload
@guard(strong(T) == float32)
def special_dtype(T) -> float32: ...
@overload
def special_dtype(T) -> unknown(): ...

# Of two. With a number of Python's a float32 becomes now this, now that.
@overload
@guard(strong(T) == float32, strong(U) == float32)
def special_of_two(T, U) -> float32: ...
@overload
@guard(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32), any_of(strong(U) == float64, strong(U) == int64, strong(U) == int32))
def special_of_two(T, U) -> float64: ...
@overload
def special_of_two(T, U) -> unknown(): ...

# Exponentials that are summed.
@overload
@guard(any_of(strong(T) == float32, strong(T) == complex64, strong(T) == complex128))
def exponential_dtype(T) -> strong(T): ...
@overload
@guard(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32))
def exponential_dtype(T) -> float64: ...
@overload
def exponential_dtype(T) -> unknown(): ...

namespace = scipy.special

@template
@overload
@guard(out == None, dtype == None, signature == None)
def unary(x: T[*S], /, out: Value = None, *, where: Where = True, casting="same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None) -> decay(special_dtype(T)[*broadcast(S, M)]): ...
@template
@overload
def unary(x: Value, /, out: Value = None, *, where=True, casting="same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None) -> Unknown: ...
@template
@overload
@guard(out == None, dtype == None, signature == None)
def binary(x1: T[*S], x2: U[*R], /, out: Value = None, *, where: Where = True, casting="same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None) -> decay(special_of_two(T, U)[*broadcast(S, R, M)]): ...
@template
@overload
def binary(x1: Value, x2: Value, /, out: Value = None, *, where=True, casting="same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None) -> Unknown: ...

erf = unary("erf")
erfc = unary("erfc")
erfcx = unary("erfcx")
erfinv = unary("erfinv")
erfcinv = unary("erfcinv")
gamma = unary("gamma")
gammaln = unary("gammaln")
loggamma = unary("loggamma")
rgamma = unary("rgamma")
digamma = unary("digamma")
psi = unary("psi")
expit = unary("expit")
logit = unary("logit")
log_expit = unary("log_expit")
log1p = unary("log1p")
expm1 = unary("expm1")
cbrt = unary("cbrt")
exp2 = unary("exp2")
exp10 = unary("exp10")
ndtr = unary("ndtr")
ndtri = unary("ndtri")
log_ndtr = unary("log_ndtr")
j0 = unary("j0")
j1 = unary("j1")
y0 = unary("y0")
y1 = unary("y1")
i0 = unary("i0")
i0e = unary("i0e")
i1 = unary("i1")
i1e = unary("i1e")
k0 = unary("k0")
k1 = unary("k1")
ellipk = unary("ellipk")
ellipe = unary("ellipe")
entr = unary("entr")
xlogy = binary("xlogy")
xlog1py = binary("xlog1py")
beta = binary("beta")
betaln = binary("betaln")
gammainc = binary("gammainc")
gammaincc = binary("gammaincc")
binom = binary("binom")
rel_entr = binary("rel_entr")
kl_div = binary("kl_div")

@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def softmax(x: T[*S], axis: Axes | None = None) -> decay(exponential_dtype(T)[*S]): ...
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def log_softmax(x: T[*S], axis: Axes | None = None) -> decay(exponential_dtype(T)[*S]): ...
@overload
@guard(b == None, return_sign == False, any_of(rank(S) >= 1, axis == None))
def logsumexp(a: T[*S], axis: Axes | None = None, b: Value = None, keepdims: bool = False, return_sign: bool = False) -> decay(exponential_dtype(T)[*reduce(S, axis, keepdims)]): ...
@overload
def logsumexp(a: Value, axis: Value = None, b: Value = None, keepdims: Value = False, return_sign: Value = False) -> Unknown: ...
