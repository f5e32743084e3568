"""Random numbers: generators, and the older functions, which share one generator.

Without a size a distribution gives a Python number for scalar parameters, else an array of their
broadcast shape.
"""

# A parameter of a distribution, which is cast.
@raises("TypeError", "Casting")
@require(x != None, "None is no number", "WrongSlot")
@require(parameter(x, T, float64))
def Real(x: forced(T[*S])): ...
@raises("TypeError", "Casting")
@require(x != None, "None is no number", "WrongSlot")
@require(parameter(x, T, int64))
def Count(x: forced(T[*S])): ...
# One of two or three that are floats: beside an array None is cast, to NaN.
@raises("TypeError", "Casting")
@require(any_of(x != None, rank(broadcast(P, Q)) >= 1), "None is no number", "WrongSlot")
@require(parameter(x, T, float64))
def RealOfTwo(x: forced(T[*S])): ...
@raises("TypeError", "Casting")
@require(any_of(x != None, rank(broadcast(P, Q, O)) >= 1), "None is no number", "WrongSlot")
@require(parameter(x, T, float64))
def RealOfThree(x: forced(T[*S])): ...

namespace = numpy.random
# Each draw is one more step of a generator.
effect = True

@require(seeded(seed))
def default_rng(seed: Value = None) -> Generator: ...
@require(seeded_32(seed))
def RandomState(seed: Value = None) -> RandomState: ...
def Generator(bit_generator) -> Generator: ...
@require(seeded_32(seed))
def seed(seed: Value = None) -> None: ...
def get_state(legacy=True) -> Unknown: ...
def set_state(state) -> None: ...

# --- distributions, of Generator, RandomState and the module -------------------------------------

@require(positive_one(a))
@require(positive_one(b))
def beta(a: RealOfTwo[A, *P], b: RealOfTwo[B, *Q], size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@require(not_negative(n))
@require(probability(p))
def binomial(n: Count[A, *P], p: RealOfTwo[B, *Q], size: Shape | None = None) -> drawn_ints(broadcast(P, Q), size): ...
@require(positive_one(df))
def chisquare(df: Real[A, *P], size: Shape | None = None) -> drawn_floats(P, size): ...
@require(not_negative(scale))
def exponential(scale: Real[A, *P] = 1.0, size: Shape | None = None) -> drawn_floats(P, size): ...
def f(dfnum: RealOfTwo[A, *P], dfden: RealOfTwo[B, *Q], size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@require(not_negative(shape))
@require(not_negative(scale))
def gamma(shape: RealOfTwo[A, *P], scale: RealOfTwo[B, *Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@require(positive_one(p))
@require(probability(p))
def geometric(p: Real[A, *P], size: Shape | None = None) -> drawn_ints(P, size): ...
@hazard("CF712", meant_as_size(written(loc), written(scale), size), "the first argument is the location, not the size", "`size=...`")
@require(not_negative(scale))
def gumbel(loc: RealOfTwo[A, *P] = 0.0, scale: RealOfTwo[B, *Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
def hypergeometric(ngood: Count[A, *P], nbad: Count[B, *Q], nsample: Count[C, *O], size: Shape | None = None) -> drawn_ints(broadcast(P, Q, O), size): ...
@hazard("CF712", meant_as_size(written(loc), written(scale), size), "the first argument is the location, not the size", "`size=...`")
@require(not_negative(scale))
def laplace(loc: RealOfTwo[A, *P] = 0.0, scale: RealOfTwo[B, *Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@hazard("CF712", meant_as_size(written(loc), written(scale), size), "the first argument is the location, not the size", "`size=...`")
@require(not_negative(scale))
def logistic(loc: RealOfTwo[A, *P] = 0.0, scale: RealOfTwo[B, *Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@hazard("CF712", meant_as_size(written(mean), written(sigma), size), "the first argument is the mean, not the size", "`size=...`")
@require(not_negative(sigma))
def lognormal(mean: RealOfTwo[A, *P] = 0.0, sigma: RealOfTwo[B, *Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
def logseries(p: Real[A, *P], size: Shape | None = None) -> drawn_ints(P, size): ...
@require(positive_one(n))
@require(probability(p))
def negative_binomial(n: RealOfTwo[A, *P], p: RealOfTwo[B, *Q], size: Shape | None = None) -> drawn_ints(broadcast(P, Q), size): ...
def noncentral_chisquare(df: RealOfTwo[A, *P], nonc: RealOfTwo[B, *Q], size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
def noncentral_f(dfnum: RealOfThree[A, *P], dfden: RealOfThree[B, *Q], nonc: RealOfThree[C, *O], size: Shape | None = None) -> drawn_floats(broadcast(P, Q, O), size): ...
@hazard("CF712", meant_as_size(written(loc), written(scale), size), "the first argument is the mean, not the size", "`size=...`")
@require(not_negative(scale))
def normal(loc: RealOfTwo[A, *P] = 0.0, scale: RealOfTwo[B, *Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@require(positive_one(a))
def pareto(a: Real[A, *P], size: Shape | None = None) -> drawn_floats(P, size): ...
@require(not_negative(lam))
def poisson(lam: Real[A, *P] = 1.0, size: Shape | None = None) -> drawn_ints(P, size): ...
@require(positive_one(a))
def power(a: Real[A, *P], size: Shape | None = None) -> drawn_floats(P, size): ...
@require(not_negative(scale))
def rayleigh(scale: Real[A, *P] = 1.0, size: Shape | None = None) -> drawn_floats(P, size): ...
def standard_cauchy(size: Shape | None = None) -> drawn_floats((), size): ...
@require(positive_one(df))
def standard_t(df: Real[A, *P], size: Shape | None = None) -> drawn_floats(P, size): ...
def triangular(left: RealOfThree[A, *P], mode: RealOfThree[B, *Q], right: RealOfThree[C, *O], size: Shape | None = None) -> drawn_floats(broadcast(P, Q, O), size): ...
@hazard("CF712", meant_as_size(written(low), written(high), size), "the first argument is the lower bound, not the size", "`size=...`")
def uniform(low: RealOfTwo[A, *P] = 0.0, high: RealOfTwo[B, *Q] = 1.0, size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@require(not_negative(kappa))
def vonmises(mu: RealOfTwo[A, *P], kappa: RealOfTwo[B, *Q], size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@require(positive_one(mean))
@require(positive_one(scale))
def wald(mean: RealOfTwo[A, *P], scale: RealOfTwo[B, *Q], size: Shape | None = None) -> drawn_floats(broadcast(P, Q), size): ...
@require(not_negative(a))
def weibull(a: Real[A, *P], size: Shape | None = None) -> drawn_floats(P, size): ...
def zipf(a: Real[A, *P], size: Shape | None = None) -> drawn_ints(P, size): ...
@require(rank(P) == 1, "alpha has one dim")
def dirichlet(alpha: forced(A[*P]), size: Shape(bool) | None = None) -> float64[*choose(size, ()), at(P, -1)]: ...
@require(not_negative(n))
def multinomial(n: forced(N[*M]), pvals: forced(A[*P]), size: Shape(bool) | None = None) -> int64[*choose(size, broadcast(M, remove(P, -1))), at(P, -1)]: ...
@require(n == m, "the mean and the covariance differ in size")
@require(m == k, "the covariance is square")
def multivariate_normal(mean: forced(A[n]), cov: forced(B[m, k]), size: Shape | None = None, check_valid="warn", tol=1e-08) -> float64[*choose(size, ()), n]: ...
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
@require(not_negative(shape))
def standard_gamma(shape: Real[A, *P], size: Shape | None = None) -> drawn_floats(P, size): ...
@overload
@require(drawn_from(low, high, size), "there is no integer between low and high")
@guard(dtype == None)
@require(any_of(low != None, prod(choose(size, ())) == 0, prod(choose(Q, ())) == 0), "None is no number", "WrongSlot")
def randint(low: forced(A[*P]), high: forced(B[*Q]) | None = None, size: Shape | None = None, dtype: Value = None) -> drawn_within(broadcast(P, choose(Q, ())), size): ...
@overload
@require(drawn_from(low, high, size), "there is no integer between low and high")
@require(any_of(low != None, prod(choose(size, ())) == 0, prod(choose(Q, ())) == 0), "None is no number", "WrongSlot")
def randint(low: forced(A[*P]), high: forced(B[*Q]) | None = None, size: Shape | None = None, dtype: DType[D] = int) -> drawn_integers(D, broadcast(P, choose(Q, ())), size): ...
@require(any_of(low != None, prod(choose(size, ())) == 0, prod(choose(Q, ())) == 0), "None is no number", "WrongSlot")
def random_integers(low: forced(A[*P]), high: forced(B[*Q]) | None = None, size: Shape | None = None) -> drawn_integers(int64, broadcast(P, choose(Q, ())), size): ...
def tomaxint(size: Shape | None = None) -> drawn_ints((), size): ...
@overload
@guard(is_a(a, int))
@require(any_of(a >= 1, prod(choose(size, ())) == 0), "there is nothing to draw from")
@require(rank(choose(Q, (1,))) == 1, "p has one dim")
@require(a == prod(choose(Q, (a,))), "a and p differ in length")
@require(any_of(replace != False, prod(choose(size, ())) <= a), "without replacement no more can be drawn than there are")
def choice(a: Value, size: Shape | None = None, replace: Value = True, p: forced(W[*Q]) | None = None) -> drawn_ints((), size): ...
@overload
@guard(is_a(a, scalar))
def choice(a: NotNone, size: Shape | None = None, replace=True, p: Value = None) -> drawn_ints((), size): ...
@overload
@require(rank(S) == 1, "a must be 1-dimensional or an integer")
@require(rank(choose(Q, (1,))) == 1, "p has one dim")
@require(prod(S) == prod(choose(Q, S)), "a and p differ in length")
@require(any_of(replace != False, prod(choose(size, ())) <= prod(S)), "without replacement no more can be drawn than there are")
def choice(a: forced(T[*S]), size: Shape | None = None, replace: Value = True, p: forced(W[*Q]) | None = None) -> one_unless(size, strong(T)[*choose(size, ())]): ...
@raises("TypeError")
@require(negate(any_of(is_a(x, int), is_a(x, tuple))), "an array or a list is shuffled in place")
def shuffle(x: NotNone) -> None: ...
@overload
@guard(is_a(x, int))
@attained(0, x - 1)
def permutation(x: Value) -> int64[max(x, 0)]: ...
@overload
def permutation(x: Made[T, *S]) -> strong(T)[*S]: ...

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
    @require(not_negative(shape))
    def standard_gamma(self, shape: Real[A, *P], size: Shape | None = None, dtype: DType[D] = float, out: Out = None) -> drawn(D, P, size): ...
    @overload
    @require(any_of(endpoint != False, drawn_from(low, high, size)), "there is no integer between low and high")
    @guard(dtype == None)
    @require(any_of(low != None, prod(choose(size, ())) == 0, prod(choose(Q, ())) == 0), "None is no number", "WrongSlot")
    def integers(self, low: forced(A[*P]), high: forced(B[*Q]) | None = None, size: Shape | None = None, dtype: Value = None, endpoint: Value = False) -> drawn_numbers(int64, broadcast(P, choose(Q, ())), size): ...
    @overload
    @require(any_of(endpoint != False, drawn_from(low, high, size)), "there is no integer between low and high")
    @require(any_of(low != None, prod(choose(size, ())) == 0, prod(choose(Q, ())) == 0), "None is no number", "WrongSlot")
    def integers(self, low: forced(A[*P]), high: forced(B[*Q]) | None = None, size: Shape | None = None, dtype: DType[D] = int, endpoint: Value = False) -> drawn_integers(D, broadcast(P, choose(Q, ())), size): ...
    @require(n == m, "the mean and the covariance differ in size")
    @require(m == k, "the covariance is square")
    def multivariate_normal(self, mean: forced(A[n]), cov: forced(B[m, k]), size: Shape | None = None, check_valid="warn", tol=1e-08, *, method="svd") -> float64[*choose(size, ()), n]: ...
    def multivariate_hypergeometric(self, colors: forced(A[n]), nsample: Value, size: Shape | None = None, method="marginals") -> int64[*choose(size, ()), n]: ...
    @overload
    @guard(is_a(a, int))
    @require(any_of(a >= 1, prod(choose(size, ())) == 0), "there is nothing to draw from")
    @require(rank(choose(Q, (1,))) == 1, "p has one dim")
    @require(a == prod(choose(Q, (a,))), "a and p differ in length")
    @require(any_of(replace != False, prod(choose(size, ())) <= a), "without replacement no more can be drawn than there are")
    def choice(self, a: Value, size: Shape | None = None, replace: Value = True, p: forced(W[*Q]) | None = None, axis=0, shuffle=True) -> drawn_ints((), size): ...
    @overload
    @guard(is_a(a, scalar))
    def choice(self, a: NotNone, size: Shape | None = None, replace=True, p: Value = None, axis=0, shuffle=True) -> drawn_ints((), size): ...
    @overload
    @require(rank(choose(Q, (1,))) == 1, "p has one dim")
    @require(at(S, axis) == prod(choose(Q, (at(S, axis),))), "a and p differ in length")
    @require(any_of(replace != False, prod(choose(size, ())) <= at(S, axis)), "without replacement no more can be drawn than there are")
    def choice(self, a: forced(T[*S]), size: Shape | None = None, replace: Value = True, p: forced(W[*Q]) | None = None, axis: int = 0, shuffle=True) -> one_unless(size, strong(T)[*replace(S, axis, choose(size, ()))]): ...
    @raises("TypeError")
    @require(negate(any_of(is_a(x, int), is_a(x, tuple))), "an array or a list is shuffled in place")
    def shuffle(self, x: NotNone, axis: int = 0) -> None: ...
    @overload
    @guard(is_a(x, int))
    @attained(0, x - 1)
    def permutation(self, x: Value, axis: int = 0) -> int64[max(x, 0)]: ...
    @overload
    def permutation(self, x: Made[T, *S], axis: int = 0) -> strong(T)[*along_axis(S, axis)]: ...
    def permuted(self, x: T[*S], *, axis: int | None = None, out: Out = None) -> strong(T)[*along_axis(S, axis)]: ...
    def spawn(self, n_children: int) -> list[Generator]: ...

class BitGenerator(object): ...
class SeedSequence(object):
    def spawn(self, n_children: int) -> list[SeedSequence]: ...

def SeedSequence(entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0) -> SeedSequence: ...
def BitGenerator(seed=None) -> BitGenerator: ...
@require(seeded(seed))
def PCG64(seed: Value = None) -> BitGenerator: ...
@require(seeded(seed))
def MT19937(seed: Value = None) -> BitGenerator: ...
def Philox(seed=None, counter=None, key=None) -> BitGenerator: ...
def SFC64(seed=None) -> BitGenerator: ...

numpy.random.mtrand = numpy.random
