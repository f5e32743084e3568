"""Special functions, element by element, and what is made of several elements."""

namespace = scipy.special

@template
@overload
@guard(out == None, dtype == None, signature == None)
def unary(x: T[*S], /, out: Value = None, *, where: Where = True, casting="same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None) -> decay(computed(T)[*broadcast(S, M)]): ...
@template
@overload
def unary(x: Value, /, out: Value = None, *, where=True, casting="same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None) -> Unknown: ...
@template
@overload
@guard(out == None, dtype == None, signature == None)
def binary(x1: T[*S], x2: U[*R], /, out: Value = None, *, where: Where = True, casting="same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None) -> decay(computed_of_two(T, U)[*broadcast(S, R, M)]): ...
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

@scalar_axis(S, axis)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def softmax(x: T[*S], axis: Axes | None = None) -> decay(computed(T)[*S]): ...
@scalar_axis(S, axis)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def log_softmax(x: T[*S], axis: Axes | None = None) -> decay(computed(T)[*S]): ...
@overload
@guard(b == None, return_sign == False, any_of(rank(S) >= 1, axis == None))
def logsumexp(a: T[*S], axis: Axes | None = None, b: Value = None, keepdims: bool = False, return_sign: bool = False) -> decay(computed(T)[*reduce(S, axis, keepdims)]): ...
@overload
def logsumexp(a: Value, axis: Value = None, b: Value = None, keepdims: Value = False, return_sign: Value = False) -> Unknown: ...
