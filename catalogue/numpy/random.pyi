"""Random numbers: generators, and the older functions, which share one generator.

Without a size a distribution gives a Python number for scalar parameters, else an array of their
broadcast shape.
"""

namespace = numpy.random
# Each draw is one more step of a generator.
effect = True

def default_rng(seed=None) -> Generator: ...
def RandomState(seed=None) -> RandomState: ...
def Generator(bit_generator) -> Generator: ...
def seed(seed=None) -> None: ...
def get_state(legacy=True) -> Unknown: ...
def set_state(state) -> None: ...

# --- distributions, of Generator, RandomState and the module -------------------------------------

@raises("TypeError", "Casting")
@require(parameter(a, A, float64))
@require(parameter(b, B, float64))
def beta(a: A[*P], b: B[*Q], size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(n, A, int64))
@require(parameter(p, B, float64))
def binomial(n: A[*P], p: B[*Q], size: Shape | None = None) -> drawn_ints(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(df, A, float64))
def chisquare(df: A[*P], size: Shape | None = None) -> drawn_floats(P, size): ...
@raises("TypeError", "Casting")
@require(parameter(scale, A, float64))
def exponential(scale: A[*P] = 1.0, size: Shape | None = None) -> drawn_floats(P, size): ...
@raises("TypeError", "Casting")
@require(parameter(dfnum, A, float64))
@require(parameter(dfden, B, float64))
def f(dfnum: A[*P], dfden: B[*Q], size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(shape, A, float64))
@require(parameter(scale, B, float64))
def gamma(shape: A[*P], scale: B[*Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(p, A, float64))
def geometric(p: A[*P], size: Shape | None = None) -> drawn_ints(P, size): ...
@raises("TypeError", "Casting")
@require(parameter(loc, A, float64))
@require(parameter(scale, B, float64))
@hazard("CF712", all_of(is_shape(written(loc)), negate(given(written(scale))), negate(given(size))), "the first argument is the location, not the size", "`size=...`")
def gumbel(loc: A[*P] = 0.0, scale: B[*Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(ngood, A, int64))
@require(parameter(nbad, B, int64))
@require(parameter(nsample, C, int64))
def hypergeometric(ngood: A[*P], nbad: B[*Q], nsample: C[*O], size: Shape | None = None) -> drawn_ints(broadcast(P, Q, O), size): ...
@raises("TypeError", "Casting")
@require(parameter(loc, A, float64))
@require(parameter(scale, B, float64))
@hazard("CF712", all_of(is_shape(written(loc)), negate(given(written(scale))), negate(given(size))), "the first argument is the location, not the size", "`size=...`")
def laplace(loc: A[*P] = 0.0, scale: B[*Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(loc, A, float64))
@require(parameter(scale, B, float64))
@hazard("CF712", all_of(is_shape(written(loc)), negate(given(written(scale))), negate(given(size))), "the first argument is the location, not the size", "`size=...`")
def logistic(loc: A[*P] = 0.0, scale: B[*Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(mean, A, float64))
@require(parameter(sigma, B, float64))
@hazard("CF712", all_of(is_shape(written(mean)), negate(given(written(sigma))), negate(given(size))), "the first argument is the mean, not the size", "`size=...`")
def lognormal(mean: A[*P] = 0.0, sigma: B[*Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(p, A, float64))
def logseries(p: A[*P], size: Shape | None = None) -> drawn_ints(P, size): ...
@raises("TypeError", "Casting")
@require(parameter(n, A, float64))
@require(parameter(p, B, float64))
def negative_binomial(n: A[*P], p: B[*Q], size: Shape | None = None) -> drawn_ints(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(df, A, float64))
@require(parameter(nonc, B, float64))
def noncentral_chisquare(df: A[*P], nonc: B[*Q], size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(dfnum, A, float64))
@require(parameter(dfden, B, float64))
@require(parameter(nonc, C, float64))
def noncentral_f(dfnum: A[*P], dfden: B[*Q], nonc: C[*O], size: Shape | None = None) -> drawn_floats(broadcast(P, Q, O), size): ...
@raises("TypeError", "Casting")
@require(parameter(loc, A, float64))
@require(parameter(scale, B, float64))
@hazard("CF712", all_of(is_shape(written(loc)), negate(given(written(scale))), negate(given(size))), "the first argument is the mean, not the size", "`size=...`")
def normal(loc: A[*P] = 0.0, scale: B[*Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(a, A, float64))
def pareto(a: A[*P], size: Shape | None = None) -> drawn_floats(P, size): ...
@raises("TypeError", "Casting")
@require(parameter(lam, A, float64))
def poisson(lam: A[*P] = 1.0, size: Shape | None = None) -> drawn_ints(P, size): ...
@raises("TypeError", "Casting")
@require(parameter(a, A, float64))
def power(a: A[*P], size: Shape | None = None) -> drawn_floats(P, size): ...
@raises("TypeError", "Casting")
@require(parameter(scale, A, float64))
def rayleigh(scale: A[*P] = 1.0, size: Shape | None = None) -> drawn_floats(P, size): ...
def standard_cauchy(size: Shape | None = None) -> drawn_floats((), size): ...
@raises("TypeError", "Casting")
@require(parameter(df, A, float64))
def standard_t(df: A[*P], size: Shape | None = None) -> drawn_floats(P, size): ...
@raises("TypeError", "Casting")
@require(parameter(left, A, float64))
@require(parameter(mode, B, float64))
@require(parameter(right, C, float64))
def triangular(left: A[*P], mode: B[*Q], right: C[*O], size: Shape | None = None) -> drawn_floats(broadcast(P, Q, O), size): ...
@raises("TypeError", "Casting")
@require(parameter(low, A, float64))
@require(parameter(high, B, float64))
@hazard("CF712", all_of(is_shape(written(low)), negate(given(written(high))), negate(given(size))), "the first argument is the lower bound, not the size", "`size=...`")
def uniform(low: A[*P] = 0.0, high: B[*Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(mu, A, float64))
@require(parameter(kappa, B, float64))
def vonmises(mu: A[*P], kappa: B[*Q], size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(mean, A, float64))
@require(parameter(scale, B, float64))
def wald(mean: A[*P], scale: B[*Q], size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@raises("TypeError", "Casting")
@require(parameter(a, A, float64))
def weibull(a: A[*P], size: Shape | None = None) -> drawn_floats(P, size): ...
@raises("TypeError", "Casting")
@require(parameter(a, A, float64))
def zipf(a: A[*P], size: Shape | None = None) -> drawn_ints(P, size): ...
@require(rank(P) == 1, "alpha has one dim")
def dirichlet(alpha: A[*P], size: Shape | None = None) -> float64[*choose(size, ()), at(P, -1)]: ...
def multinomial(n: Value, pvals: A[*P], size: Shape | None = None) -> int64[*choose(size, ()), at(P, -1)]: ...
@require(n == m, "the mean and the covariance differ in size")
@require(m == k, "the covariance is square")
def multivariate_normal(mean: A[n], cov: B[m, k], size: Shape | None = None, check_valid="warn", tol=1e-08) -> float64[*choose(size, ()), n]: ...
def bytes(length: int) -> bytes: ...

# --- older functions -----------------------------------------------------------------------------

@overload
def rand() -> float: ...
@overload
def rand(*args: Sizes) -> float64[*args]: ...
@overload
def randn() -> float: ...
@overload
def randn(*args: Sizes) -> float64[*args]: ...
def random_sample(size: Shape | None = None) -> drawn_floats((), size): ...
def random(size: Shape | None = None) -> drawn_floats((), size): ...
ranf = random_sample
sample = random_sample
def standard_normal(size: Shape | None = None) -> drawn_floats((), size): ...
def standard_exponential(size: Shape | None = None) -> drawn_floats((), size): ...
@raises("TypeError", "Casting")
@require(parameter(shape, A, float64))
def standard_gamma(shape: A[*P], size: Shape | None = None) -> drawn_floats(P, size): ...
@overload
@require(drawn_from(low, high, size), "there is no integer between low and high")
@guard(dtype == None)
def randint(low: A[*P], high: B[*Q] | None = None, size: Shape | None = None, dtype: Value = None) -> drawn_within(broadcast(P, choose(Q, ())), size): ...
@overload
@require(drawn_from(low, high, size), "there is no integer between low and high")
def randint(low: A[*P], high: B[*Q] | None = None, size: Shape | None = None, dtype: DType[D] = int) -> drawn_integers(D, broadcast(P, choose(Q, ())), size): ...
def random_integers(low: A[*P], high: B[*Q] | None = None, size: Shape | None = None) -> drawn_integers(int64, broadcast(P, choose(Q, ())), size): ...
def tomaxint(size: Shape | None = None) -> drawn_ints((), size): ...
@overload
@guard(is_a(a, int))
@require(prod(choose(Q, (a,))) == a, "a and p differ in length")
def choice(a: Value, size: Shape | None = None, replace=True, p: W[*Q] | None = None) -> drawn_ints((), size): ...
@overload
@guard(is_a(a, scalar))
def choice(a: Value, size: Shape | None = None, replace=True, p: Value = None) -> drawn_ints((), size): ...
@overload
@require(rank(S) == 1, "a must be 1-dimensional or an integer")
def choice(a: T[*S], size: Shape | None = None, replace=True, p: Value = None) -> decay(strong(T)[*choose(size, ())]): ...
@raises("TypeError")
@require(negate(any_of(is_a(x, int), is_a(x, tuple))), "an array or a list is shuffled in place")
def shuffle(x: Value) -> None: ...
@overload
@guard(is_a(x, int))
def permutation(x: Value) -> int64[max(x, 0)]: ...
@overload
def permutation(x: T[*S]) -> strong(T)[*S]: ...

@complete
class RandomState(object):
    beta = staticmethod(numpy.random.beta)
    binomial = staticmethod(numpy.random.binomial)
    chisquare = staticmethod(numpy.random.chisquare)
    exponential = staticmethod(numpy.random.exponential)
    f = staticmethod(numpy.random.f)
    gamma = staticmethod(numpy.random.gamma)
    geometric = staticmethod(numpy.random.geometric)
    gumbel = staticmethod(numpy.random.gumbel)
    hypergeometric = staticmethod(numpy.random.hypergeometric)
    laplace = staticmethod(numpy.random.laplace)
    logistic = staticmethod(numpy.random.logistic)
    lognormal = staticmethod(numpy.random.lognormal)
    logseries = staticmethod(numpy.random.logseries)
    negative_binomial = staticmethod(numpy.random.negative_binomial)
    noncentral_chisquare = staticmethod(numpy.random.noncentral_chisquare)
    noncentral_f = staticmethod(numpy.random.noncentral_f)
    normal = staticmethod(numpy.random.normal)
    pareto = staticmethod(numpy.random.pareto)
    poisson = staticmethod(numpy.random.poisson)
    power = staticmethod(numpy.random.power)
    rayleigh = staticmethod(numpy.random.rayleigh)
    standard_cauchy = staticmethod(numpy.random.standard_cauchy)
    standard_t = staticmethod(numpy.random.standard_t)
    triangular = staticmethod(numpy.random.triangular)
    uniform = staticmethod(numpy.random.uniform)
    vonmises = staticmethod(numpy.random.vonmises)
    wald = staticmethod(numpy.random.wald)
    weibull = staticmethod(numpy.random.weibull)
    zipf = staticmethod(numpy.random.zipf)
    dirichlet = staticmethod(numpy.random.dirichlet)
    multinomial = staticmethod(numpy.random.multinomial)
    multivariate_normal = staticmethod(numpy.random.multivariate_normal)
    bytes = staticmethod(numpy.random.bytes)
    rand = staticmethod(numpy.random.rand)
    randn = staticmethod(numpy.random.randn)
    random_sample = staticmethod(numpy.random.random_sample)
    random = staticmethod(numpy.random.random)
    standard_normal = staticmethod(numpy.random.standard_normal)
    standard_exponential = staticmethod(numpy.random.standard_exponential)
    standard_gamma = staticmethod(numpy.random.standard_gamma)
    randint = staticmethod(numpy.random.randint)
    random_integers = staticmethod(numpy.random.random_integers)
    tomaxint = staticmethod(numpy.random.tomaxint)
    choice = staticmethod(numpy.random.choice)
    shuffle = staticmethod(numpy.random.shuffle)
    permutation = staticmethod(numpy.random.permutation)
    seed = staticmethod(numpy.random.seed)
    get_state = staticmethod(numpy.random.get_state)
    set_state = staticmethod(numpy.random.set_state)

@complete
class Generator(object):
    bit_generator: BitGenerator
    beta = staticmethod(numpy.random.beta)
    binomial = staticmethod(numpy.random.binomial)
    chisquare = staticmethod(numpy.random.chisquare)
    exponential = staticmethod(numpy.random.exponential)
    f = staticmethod(numpy.random.f)
    gamma = staticmethod(numpy.random.gamma)
    geometric = staticmethod(numpy.random.geometric)
    gumbel = staticmethod(numpy.random.gumbel)
    hypergeometric = staticmethod(numpy.random.hypergeometric)
    laplace = staticmethod(numpy.random.laplace)
    logistic = staticmethod(numpy.random.logistic)
    lognormal = staticmethod(numpy.random.lognormal)
    logseries = staticmethod(numpy.random.logseries)
    negative_binomial = staticmethod(numpy.random.negative_binomial)
    noncentral_chisquare = staticmethod(numpy.random.noncentral_chisquare)
    noncentral_f = staticmethod(numpy.random.noncentral_f)
    normal = staticmethod(numpy.random.normal)
    pareto = staticmethod(numpy.random.pareto)
    poisson = staticmethod(numpy.random.poisson)
    power = staticmethod(numpy.random.power)
    rayleigh = staticmethod(numpy.random.rayleigh)
    standard_cauchy = staticmethod(numpy.random.standard_cauchy)
    standard_t = staticmethod(numpy.random.standard_t)
    triangular = staticmethod(numpy.random.triangular)
    uniform = staticmethod(numpy.random.uniform)
    vonmises = staticmethod(numpy.random.vonmises)
    wald = staticmethod(numpy.random.wald)
    weibull = staticmethod(numpy.random.weibull)
    zipf = staticmethod(numpy.random.zipf)
    dirichlet = staticmethod(numpy.random.dirichlet)
    multinomial = staticmethod(numpy.random.multinomial)
    bytes = staticmethod(numpy.random.bytes)
    def random(self, size: Shape | None = None, dtype: DType[D] = float, out: Out = None) -> drawn(D, (), size): ...
    def standard_normal(self, size: Shape | None = None, dtype: DType[D] = float, out: Out = None) -> drawn(D, (), size): ...
    def standard_exponential(self, size: Shape | None = None, dtype: DType[D] = float, method="zig", out: Out = None) -> drawn(D, (), size): ...
    def standard_gamma(self, shape: A[*P], size: Shape | None = None, dtype: DType[D] = float, out: Out = None) -> drawn(D, P, size): ...
    @require(any_of(endpoint != False, drawn_from(low, high, size)), "there is no integer between low and high")
    def integers(self, low: A[*P], high: B[*Q] | None = None, size: Shape | None = None, dtype: DType[D] = int, endpoint: Value = False) -> drawn_integers(D, broadcast(P, choose(Q, ())), size): ...
    @require(n == m, "the mean and the covariance differ in size")
    @require(m == k, "the covariance is square")
    def multivariate_normal(self, mean: A[n], cov: B[m, k], size: Shape | None = None, check_valid="warn", tol=1e-08, *, method="svd") -> float64[*choose(size, ()), n]: ...
    def multivariate_hypergeometric(self, colors: A[n], nsample: Value, size: Shape | None = None, method="marginals") -> int64[*choose(size, ()), n]: ...
    @overload
    @guard(is_a(a, int))
    @require(prod(choose(Q, (a,))) == a, "a and p differ in length")
    def choice(self, a: Value, size: Shape | None = None, replace=True, p: W[*Q] | None = None, axis: int = 0, shuffle=True) -> drawn_ints((), size): ...
    @overload
    @guard(is_a(a, scalar))
    def choice(self, a: Value, size: Shape | None = None, replace=True, p: Value = None, axis: int = 0, shuffle=True) -> drawn_ints((), size): ...
    @overload
    def choice(self, a: T[*S], size: Shape | None = None, replace=True, p: Value = None, axis: int = 0, shuffle=True) -> decay(strong(T)[*edit(S, axis, "replace", choose(size, ()))]): ...
    @raises("TypeError")
    @require(negate(any_of(is_a(x, int), is_a(x, tuple))), "an array or a list is shuffled in place")
    def shuffle(self, x: Value, axis: int = 0) -> None: ...
    @overload
    @guard(is_a(x, int))
    def permutation(self, x: Value, axis: int = 0) -> int64[max(x, 0)]: ...
    @overload
    def permutation(self, x: T[*S], axis: int = 0) -> strong(T)[*along_axis(S, axis)]: ...
    def permuted(self, x: T[*S], *, axis: int | None = None, out: Out = None) -> strong(T)[*along_axis(S, axis)]: ...
    def spawn(self, n_children: int) -> list[Generator]: ...

class BitGenerator(object): ...
class SeedSequence(object):
    def spawn(self, n_children: int) -> list[SeedSequence]: ...

def SeedSequence(entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0) -> SeedSequence: ...
def BitGenerator(seed=None) -> BitGenerator: ...
def PCG64(seed=None) -> BitGenerator: ...
def MT19937(seed=None) -> BitGenerator: ...
def Philox(seed=None, counter=None, key=None) -> BitGenerator: ...
def SFC64(seed=None) -> BitGenerator: ...

numpy.random.mtrand = numpy.random
