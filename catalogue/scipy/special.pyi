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
bei = unary("bei")
beip = unary("beip")
ber = unary("ber")
berp = unary("berp")
cosdg = unary("cosdg")
cosm1 = unary("cosm1")
cotdg = unary("cotdg")
dawsn = unary("dawsn")
ellipkm1 = unary("ellipkm1")
erfi = unary("erfi")
exp1 = unary("exp1")
expi = unary("expi")
exprel = unary("exprel")
gammasgn = unary("gammasgn")
it2struve0 = unary("it2struve0")
itmodstruve0 = unary("itmodstruve0")
itstruve0 = unary("itstruve0")
k0e = unary("k0e")
k1e = unary("k1e")
kei = unary("kei")
keip = unary("keip")
ker = unary("ker")
kerp = unary("kerp")
kolmogi = unary("kolmogi")
kolmogorov = unary("kolmogorov")
ndtri_exp = unary("ndtri_exp")
round = unary("round")
sindg = unary("sindg")
spence = unary("spence")
tandg = unary("tandg")
wrightomega = unary("wrightomega")
zetac = unary("zetac")
agm = binary("agm")
boxcox = binary("boxcox")
boxcox1p = binary("boxcox1p")
chdtr = binary("chdtr")
chdtrc = binary("chdtrc")
chdtri = binary("chdtri")
chdtriv = binary("chdtriv")
ellipeinc = binary("ellipeinc")
ellipkinc = binary("ellipkinc")
elliprc = binary("elliprc")
eval_chebyc = binary("eval_chebyc")
eval_chebys = binary("eval_chebys")
eval_chebyt = binary("eval_chebyt")
eval_chebyu = binary("eval_chebyu")
eval_laguerre = binary("eval_laguerre")
eval_legendre = binary("eval_legendre")
eval_sh_chebyt = binary("eval_sh_chebyt")
eval_sh_chebyu = binary("eval_sh_chebyu")
eval_sh_legendre = binary("eval_sh_legendre")
expn = binary("expn")
gammainccinv = binary("gammainccinv")
gammaincinv = binary("gammaincinv")
huber = binary("huber")
hyp0f1 = binary("hyp0f1")
inv_boxcox = binary("inv_boxcox")
inv_boxcox1p = binary("inv_boxcox1p")
iv = binary("iv")
ive = binary("ive")
jn = binary("jn")
jv = binary("jv")
jve = binary("jve")
kn = binary("kn")
kv = binary("kv")
kve = binary("kve")
mathieu_a = binary("mathieu_a")
mathieu_b = binary("mathieu_b")
modstruve = binary("modstruve")
owens_t = binary("owens_t")
pdtr = binary("pdtr")
pdtrc = binary("pdtrc")
pdtri = binary("pdtri")
pdtrik = binary("pdtrik")
poch = binary("poch")
powm1 = binary("powm1")
pseudo_huber = binary("pseudo_huber")
smirnov = binary("smirnov")
smirnovi = binary("smirnovi")
stdtr = binary("stdtr")
stdtridf = binary("stdtridf")
stdtrit = binary("stdtrit")
struve = binary("struve")
tklmbda = binary("tklmbda")
yn = binary("yn")
yv = binary("yv")
yve = binary("yve")

@scalar_axis(S, axis)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def softmax(x: T[*S], axis: Axes | None = None) -> decay(computed(T)[*S]): ...
@scalar_axis(S, axis)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def log_softmax(x: T[*S], axis: Axes | None = None) -> decay(computed(T)[*S]): ...
@known_if(b == None, return_sign == False, any_of(rank(S) >= 1, all_of(axis == None, keepdims == False)))
def logsumexp(a: T[*S], axis: Axes | None = None, b: Value = None, keepdims: bool = False, return_sign: bool = False) -> decay(computed(T)[*reduce(S, axis, keepdims)]): ...
@known_if(strong(U) == float64)
def spherical_jn(n: T[*S], z: U[*R], derivative=False) -> decay(float64[*broadcast(S, R)]): ...
@known_if(strong(U) == float64)
def spherical_yn(n: T[*S], z: U[*R], derivative=False) -> decay(float64[*broadcast(S, R)]): ...

# Points of quadrature and their weights.
@template
@overload
@raises("ValueError")
@guard(mu == False, is_a(n, int))
@require(n >= 1, "one point at least is wanted")
def quadrature_points(n: Value, mu: Value = False) -> tuple[float64[n], float64[n]]: ...
@template
@overload
@raises("ValueError")
@known_if(mu == True, is_a(n, int))
@require(n >= 1, "one point at least is wanted")
def quadrature_points(n: Value, mu: Value = False) -> tuple[float64[n], float64[n], float | float64]: ...
roots_legendre = quadrature_points("roots_legendre")
roots_hermite = quadrature_points("roots_hermite")
roots_hermitenorm = quadrature_points("roots_hermitenorm")
roots_laguerre = quadrature_points("roots_laguerre")
roots_chebyt = quadrature_points("roots_chebyt")
roots_chebyu = quadrature_points("roots_chebyu")
@raises("ValueError")
@known_if(mu == False, is_a(n, int))
@require(n >= 1, "one point at least is wanted")
def roots_jacobi(n: Value, alpha, beta, mu: Value = False) -> tuple[float64[n], float64[n]]: ...

# Exact ones are Python's own ints.
@known_if(exact == False, extend == "zero")
def factorial(n: T[*S], exact: Value = False, extend: Value = "zero") -> decay(unknown()[*S]): ...
@known_if(exact == False, repetition == False)
def comb(N: T[*S], k: U[*R], *, exact: Value = False, repetition: Value = False) -> decay(unknown()[*broadcast(S, R)]): ...
@known_if(exact == False)
def perm(N: T[*S], k: U[*R], exact: Value = False) -> decay(unknown()[*broadcast(S, R)]): ...

# Of more arguments than two.
@template
@known_if(out == None, dtype == None, signature == None)
def of_three(x1: T[*S], x2: U[*R], x3: V[*Q], /, out: Value = None, *, where: Where = True, casting="same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None) -> decay(computed_of_three(T, U, V)[*broadcast(S, R, Q, M)]): ...
@template
@known_if(out == None, dtype == None, signature == None)
def of_four(x1: T[*S], x2: U[*R], x3: V[*Q], x4: X[*P], /, out: Value = None, *, where: Where = True, casting="same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None) -> decay(computed_of_two(computed_of_three(T, U, V), X)[*broadcast(S, R, Q, P, M)]): ...
betainc = of_three("betainc")
betaincc = of_three("betaincc")
betaincinv = of_three("betaincinv")
hyp1f1 = of_three("hyp1f1")
hyp2f1 = of_four("hyp2f1")
eval_genlaguerre = of_three("eval_genlaguerre")
eval_gegenbauer = of_three("eval_gegenbauer")
eval_jacobi = of_four("eval_jacobi")
elliprd = of_three("elliprd")
elliprf = of_three("elliprf")
elliprg = of_three("elliprg")
eval_hermite = binary("eval_hermite")
eval_hermitenorm = binary("eval_hermitenorm")
