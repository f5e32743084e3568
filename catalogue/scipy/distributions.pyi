"""Distributions of `scipy.stats`, and what one makes of its parameters.

`norm: Continuous[0, 2]` has no parameter of its own, and with location and scale two in all. They are
given by place or by name, to each method or once for all.
"""

# Of real numbers a distribution makes float64; a long double stays one.
@known_if(any_of(is_subdtype(strong(T), ["integer", "bool"]), strong(T) == float64, strong(T) == float32, strong(T) == float16))
def of_reals(T) -> float64: ...

# Without a size, or with one of no dims, the parameters say how many are drawn, their leading dims of 1 left aside.
@overload
@guard(size != None, rank(size) >= 1)
@require(broadcast(P, size) == size, "the parameters do not broadcast to the size")
def drawn_by(d, P, size) -> drawn_dtype(d)[*size]: ...
@overload
@guard(rank(P) == 0, any_of(is_a(d, Continuous), is_a(d, FrozenContinuous)))
def drawn_by(d, P, size) -> decay(float64[()]): ...
@overload
@known_if(rank(P) == 0)
def drawn_by(d, P, size) -> int: ...
@overload
@guard(any_of(is_a(d, Continuous), is_a(d, FrozenContinuous)))
def drawn_dtype(d) -> float64: ...
@overload
def drawn_dtype(d) -> int64: ...

# The mean and the variance, unless others are asked for.
@known_if(moments == "mv")
def moments_of(P, moments) -> pair_of(decay(float64[*P])): ...

def pair_of(x) -> tuple[x, x]: ...

# The shape of those that one was given.
def parameters_of(frozen) -> shape_of(pick(0, *parts(frozen))): ...
def least_parameters(d) -> pick(0, *parts(d)): ...
def most_parameters(d) -> pick(1, *parts(d)): ...

# Parameters by place; those by name have the shapes Q.
@raises("TypeError", "Value")
@require(count(P) + count(Q) >= least_parameters(self), "a parameter is missing: the distribution has {least_parameters(self)} of its own")
@require(count(P) <= most_parameters(self), "{count(P)} parameters, and the distribution has {most_parameters(self)}")
def Parameters(args: A[*P]): ...

# --- the methods of a distribution, `self` ---------------------------------------------------------

namespace = scipy.stats._distributions

def at_x(self: Value, /, x: X[*S], *args: Parameters[A, *P], **kwds: K[*Q]) -> decay(of_reals(promote(X, *A, *K))[*broadcast(S, *P, *Q)]): ...
def at_q(self: Value, /, q: X[*S], *args: Parameters[A, *P], **kwds: K[*Q]) -> decay(of_reals(promote(X, *A, *K))[*broadcast(S, *P, *Q)]): ...
def measure(self: Value, /, *args: Parameters[A, *P], **kwds: K[*Q]) -> decay(float64[*broadcast((), *P, *Q)]): ...
# Of one that was given its parameters.
def frozen_at_x(self: Value, /, x: X[*S]) -> decay(of_reals(X)[*broadcast(S, parameters_of(self))]): ...
def frozen_at_q(self: Value, /, q: X[*S]) -> decay(of_reals(X)[*broadcast(S, parameters_of(self))]): ...
def frozen_measure(self: Value, /) -> decay(float64[*parameters_of(self)]): ...

namespace = scipy.stats

# What a distribution and one that was given its parameters have.
class Distribution(object[L, M]):
    cdf = scipy.stats._distributions.at_x
    logcdf = scipy.stats._distributions.at_x
    sf = scipy.stats._distributions.at_x
    logsf = scipy.stats._distributions.at_x
    ppf = scipy.stats._distributions.at_q
    isf = scipy.stats._distributions.at_q
    mean = scipy.stats._distributions.measure
    var = scipy.stats._distributions.measure
    std = scipy.stats._distributions.measure
    median = scipy.stats._distributions.measure
    entropy = scipy.stats._distributions.measure
    @overload
    @guard(count(P) <= most_parameters(self))
    def stats(self, /, *args: Parameters[A, *P], moments: Value = "mv", **kwds: K[*Q]) -> moments_of(broadcast((), *P, *Q), moments): ...
    @overload
    def stats(self, /, *args, moments: Value = "mv", **kwds) -> Unknown: ...
    def interval(self, /, confidence: X[*S], *args: Parameters[A, *P], **kwds: K[*Q]) -> pair_of(decay(float64[*broadcast(S, *P, *Q)])): ...
    def moment(self, /, order: int, *args: Parameters[A, *P], **kwds: K[*Q]) -> decay(float64[*broadcast((), *P, *Q)]): ...
    def support(self, /, *args: Parameters[A, *P], **kwds: K[*Q]) -> pair_of(decay(unknown()[*broadcast((), *P, *Q)])): ...
    # A size that is given by place is behind all parameters.
    @overload
    @guard(count(P) == most_parameters(self) + 1)
    @effect
    def rvs(self, /, *args: A[*P], size: None = None, random_state=None, **kwds) -> drawn_dtype(self)[*as_shape(pick(most_parameters(self), *args))]: ...
    @overload
    @effect
    def rvs(self, /, *args: Parameters[A, *P], size: Shape(bool) | None = None, random_state=None, **kwds: K[*Q]) -> drawn_by(self, broadcast((), *P, *Q), size): ...
    numargs: int

class Continuous(Distribution):
    pdf = scipy.stats._distributions.at_x
    logpdf = scipy.stats._distributions.at_x
    # The parameters of its own, the location and the scale.
    def fit(self, /, data: X[*S], *args, **kwds) -> tuple_of(most_parameters(self), unknown()): ...
    def __call__(self, /, *args: Parameters[A, *P], **kwds: K[*Q]) -> FrozenContinuous[float64[*broadcast((), *P, *Q)]]: ...
class Discrete(Distribution):
    pmf = scipy.stats._distributions.at_x
    logpmf = scipy.stats._distributions.at_x
    def __call__(self, /, *args: Parameters[A, *P], **kwds: K[*Q]) -> FrozenDiscrete[float64[*broadcast((), *P, *Q)]]: ...

class Frozen(object[Z[*O]]):
    cdf = scipy.stats._distributions.frozen_at_x
    logcdf = scipy.stats._distributions.frozen_at_x
    sf = scipy.stats._distributions.frozen_at_x
    logsf = scipy.stats._distributions.frozen_at_x
    ppf = scipy.stats._distributions.frozen_at_q
    isf = scipy.stats._distributions.frozen_at_q
    mean = scipy.stats._distributions.frozen_measure
    var = scipy.stats._distributions.frozen_measure
    std = scipy.stats._distributions.frozen_measure
    median = scipy.stats._distributions.frozen_measure
    entropy = scipy.stats._distributions.frozen_measure
    def stats(self, /, moments: Value = "mv") -> moments_of(parameters_of(self), moments): ...
    def interval(self, /, confidence: X[*S]) -> pair_of(decay(float64[*broadcast(S, parameters_of(self))])): ...
    def moment(self, /, order: int) -> decay(float64[*parameters_of(self)]): ...
    def support(self, /) -> pair_of(decay(unknown()[*parameters_of(self)])): ...
    @effect
    def rvs(self, /, size: Shape(bool) | None = None, random_state=None) -> drawn_by(self, parameters_of(self), size): ...
    args: Unknown
    kwds: Unknown
class FrozenContinuous(Frozen):
    pdf = scipy.stats._distributions.frozen_at_x
    logpdf = scipy.stats._distributions.frozen_at_x
class FrozenDiscrete(Frozen):
    pmf = scipy.stats._distributions.frozen_at_x
    logpmf = scipy.stats._distributions.frozen_at_x


anglit: Continuous[0, 2]
arcsine: Continuous[0, 2]
cauchy: Continuous[0, 2]
cosine: Continuous[0, 2]
expon: Continuous[0, 2]
gibrat: Continuous[0, 2]
gumbel_l: Continuous[0, 2]
gumbel_r: Continuous[0, 2]
halfcauchy: Continuous[0, 2]
halflogistic: Continuous[0, 2]
halfnorm: Continuous[0, 2]
hypsecant: Continuous[0, 2]
kstwobign: Continuous[0, 2]
landau: Continuous[0, 2]
laplace: Continuous[0, 2]
levy: Continuous[0, 2]
levy_l: Continuous[0, 2]
logistic: Continuous[0, 2]
maxwell: Continuous[0, 2]
moyal: Continuous[0, 2]
norm: Continuous[0, 2]
rayleigh: Continuous[0, 2]
semicircular: Continuous[0, 2]
uniform: Continuous[0, 2]
wald: Continuous[0, 2]
alpha: Continuous[1, 3]
argus: Continuous[1, 3]
bradford: Continuous[1, 3]
chi: Continuous[1, 3]
chi2: Continuous[1, 3]
dgamma: Continuous[1, 3]
dweibull: Continuous[1, 3]
erlang: Continuous[1, 3]
exponnorm: Continuous[1, 3]
exponpow: Continuous[1, 3]
fatiguelife: Continuous[1, 3]
fisk: Continuous[1, 3]
foldcauchy: Continuous[1, 3]
foldnorm: Continuous[1, 3]
gamma: Continuous[1, 3]
genextreme: Continuous[1, 3]
genhalflogistic: Continuous[1, 3]
genlogistic: Continuous[1, 3]
gennorm: Continuous[1, 3]
genpareto: Continuous[1, 3]
gompertz: Continuous[1, 3]
halfgennorm: Continuous[1, 3]
invgamma: Continuous[1, 3]
invgauss: Continuous[1, 3]
invweibull: Continuous[1, 3]
irwinhall: Continuous[1, 3]
kappa3: Continuous[1, 3]
ksone: Continuous[1, 3]
kstwo: Continuous[1, 3]
laplace_asymmetric: Continuous[1, 3]
loggamma: Continuous[1, 3]
loglaplace: Continuous[1, 3]
lognorm: Continuous[1, 3]
lomax: Continuous[1, 3]
nakagami: Continuous[1, 3]
pareto: Continuous[1, 3]
pearson3: Continuous[1, 3]
powerlaw: Continuous[1, 3]
powernorm: Continuous[1, 3]
rdist: Continuous[1, 3]
recipinvgauss: Continuous[1, 3]
rel_breitwigner: Continuous[1, 3]
rice: Continuous[1, 3]
skewcauchy: Continuous[1, 3]
skewnorm: Continuous[1, 3]
t: Continuous[1, 3]
triang: Continuous[1, 3]
truncexpon: Continuous[1, 3]
tukeylambda: Continuous[1, 3]
vonmises: Continuous[1, 3]
vonmises_line: Continuous[1, 3]
weibull_max: Continuous[1, 3]
weibull_min: Continuous[1, 3]
wrapcauchy: Continuous[1, 3]
beta: Continuous[2, 4]
betaprime: Continuous[2, 4]
burr: Continuous[2, 4]
burr12: Continuous[2, 4]
crystalball: Continuous[2, 4]
exponweib: Continuous[2, 4]
f: Continuous[2, 4]
gengamma: Continuous[2, 4]
geninvgauss: Continuous[2, 4]
jf_skew_t: Continuous[2, 4]
johnsonsb: Continuous[2, 4]
johnsonsu: Continuous[2, 4]
kappa4: Continuous[2, 4]
loguniform: Continuous[2, 4]
mielke: Continuous[2, 4]
nct: Continuous[2, 4]
ncx2: Continuous[2, 4]
norminvgauss: Continuous[2, 4]
powerlognorm: Continuous[2, 4]
reciprocal: Continuous[2, 4]
studentized_range: Continuous[2, 4]
trapezoid: Continuous[2, 4]
truncnorm: Continuous[2, 4]
truncpareto: Continuous[2, 4]
genexpon: Continuous[3, 5]
genhyperbolic: Continuous[3, 5]
ncf: Continuous[3, 5]
truncweibull_min: Continuous[3, 5]
gausshyper: Continuous[4, 6]
bernoulli: Discrete[1, 2]
dlaplace: Discrete[1, 2]
geom: Discrete[1, 2]
logser: Discrete[1, 2]
planck: Discrete[1, 2]
poisson: Discrete[1, 2]
yulesimon: Discrete[1, 2]
zipf: Discrete[1, 2]
binom: Discrete[2, 3]
boltzmann: Discrete[2, 3]
nbinom: Discrete[2, 3]
randint: Discrete[2, 3]
skellam: Discrete[2, 3]
zipfian: Discrete[2, 3]
betabinom: Discrete[3, 4]
betanbinom: Discrete[3, 4]
hypergeom: Discrete[3, 4]
nhypergeom: Discrete[3, 4]
