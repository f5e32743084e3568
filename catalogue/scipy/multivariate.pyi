"""Distributions of vectors and of matrices. What they give has no dims of 1, but for what `dirichlet` and `multinomial` draw."""

# How many coordinates there are: as the mean has, or the covariance: a number, a diagonal or a matrix.
@overload
@guard(mean == None, rank(shape_of(cov)) == 2)
@require(at(shape_of(cov), 0) == at(shape_of(cov), 1), "the covariance is square")
def coordinates(mean, cov) -> at(shape_of(cov), 0): ...
@overload
@guard(any_of(mean == None, prod(shape_of(mean)) == 1))
@require(prod(shape_of(cov)) == 1, "there is one coordinate, and the covariance has {prod(shape_of(cov))} elements")
def coordinates(mean, cov) -> 1: ...
# That a diagonal has as many is asked where it is used.
@overload
@guard(prod(shape_of(mean)) >= 2, any_of(rank(shape_of(cov)) != 1, at(shape_of(cov), 0) == prod(shape_of(mean))))
@require(rank(shape_of(mean)) == 1, "the mean is a vector")
@require(covariance_of(shape_of(cov), at(shape_of(mean), 0)))
def coordinates(mean, cov) -> at(shape_of(mean), 0): ...
@overload
def coordinates(mean, cov) -> any_size(): ...
@overload
@guard(rank(S) == 0)
def covariance_of(S, d) -> S: ...
@overload
@require(rank(S) <= 2, "the covariance has two dims at most")
@require(at(S, 0) == d, "the mean has {d} coordinates, and the covariance {at(S, 0)}")
@require(at(S, -1) == d, "the covariance is square")
def covariance_of(S, d) -> S: ...

# Places of d coordinates, which broadcast against the mean's: of one coordinate a vector is places.
@overload
@guard(any_of(rank(S) == 0, all_of(rank(S) == 1, d == 1)))
def places_in(S, d) -> drop_ones(S): ...
@overload
@guard(any_of(rank(S) >= 2, d >= 2))
@require(any_of(at(S, -1) == d, at(S, -1) == 1), "the places have {at(S, -1)} coordinates, and the distribution {d}")
def places_in(S, d) -> drop_ones(remove(S, -1)): ...
@overload
def places_in(S, d) -> unknown(): ...
# The same of an integral up to them, which broadcasts where there is one coordinate.
@overload
@guard(any_of(rank(S) <= 1, d >= 2, at(S, -1) == 1))
def bounds_in(S, d) -> places_in(S, d): ...
@overload
def bounds_in(S, d) -> unknown(): ...
# What is drawn.
def drawn_vectors(size, d) -> decay(float64[*drop_ones((*choose(size, ()), d))]): ...
def drawn_matrices(size, d) -> decay(float64[*drop_ones((*choose(size, ()), d, d))]): ...

# The places of one of vectors whose coordinates sum up to 1: the last of them may be left out.
@overload
@guard(rank(S) <= 1)
@require(any_of(at(at_least_1d(S), 0) == k, at(at_least_1d(S), 0) == k - 1), "the place has another number of coordinates than the parameters")
def places_of_shares(S, k) -> (): ...
@overload
@known_if(rank(S) == 2)
@require(any_of(at(S, 0) == k, at(S, 0) == k - 1), "the places have another number of coordinates than the parameters")
def places_of_shares(S, k) -> drop_ones(remove(S, 0)): ...

# Of as many kinds as there are probabilities.
@known_if(rank(S) >= 1)
@require(any_of(at(S, -1) == k, prod(S) == 0), "there are {at(S, -1)} counts, and {k} probabilities")
def counted_kinds(S, k) -> remove(S, -1): ...

# A scale is a number, a diagonal or a square matrix.
@overload
@guard(rank(S) == 0)
def scaled_by(S) -> 1: ...
@overload
@require(rank(S) <= 2, "the scale has two dims at most")
@require(at(S, 0) == at(S, -1), "the scale is square")
def scaled_by(S) -> at(S, 0): ...

# A vector of parameters, a scalar among them where there is one of them alone.
@require(rank(S) == 1, "the parameters are a vector")
def ParameterVector(alpha: A[*S]): ...

namespace = scipy.stats

@made_by("multivariate_normal")
class MultivariateNormal(object):
    @raises("ValueError")
    def pdf(self, x: X[*S], mean: Value = None, cov: Value = 1, allow_singular=False) -> decay(float64[*places_in(S, coordinates(mean, cov))]): ...
    @raises("ValueError")
    def logpdf(self, x: X[*S], mean: Value = None, cov: Value = 1, allow_singular=False) -> decay(float64[*places_in(S, coordinates(mean, cov))]): ...
    @raises("ValueError")
    @known_if(lower_limit == None)
    def cdf(self, x: X[*S], mean: Value = None, cov: Value = 1, allow_singular=False, maxpts=None, abseps=1e-05, releps=1e-05, *, lower_limit: Value = None, rng=None) -> decay(float64[*bounds_in(S, coordinates(mean, cov))]): ...
    @raises("ValueError")
    @known_if(lower_limit == None)
    def logcdf(self, x: X[*S], mean: Value = None, cov: Value = 1, allow_singular=False, maxpts=None, abseps=1e-05, releps=1e-05, *, lower_limit: Value = None, rng=None) -> decay(float64[*bounds_in(S, coordinates(mean, cov))]): ...
    @raises("ValueError")
    @effect
    def rvs(self, mean: Value = None, cov: Value = 1, size: Shape(bool) | None = 1, random_state=None) -> drawn_vectors(size, coordinates(mean, cov)): ...
    @raises("ValueError")
    @require(coordinates(mean, cov) >= 1)
    def entropy(self, mean: Value = None, cov: Value = 1) -> float64 | float: ...
    @raises("ValueError")
    @known_if(fix_mean == None, fix_cov == None, any_of(strong(X) == float64, strong(X) == int64))
    @require(rank(S) == 2, "a row for each sample is wanted")
    def fit(self, x: X[*S], fix_mean: Value = None, fix_cov: Value = None) -> tuple[float64[at(S, 1)], float64[at(S, 1), at(S, 1)]]: ...
    @raises("ValueError")
    def __call__(self, mean: Value = None, cov: Value = 1, allow_singular=False, seed=None) -> FrozenNormal[coordinates(mean, cov)]: ...
@made_by("multivariate_normal")
class FrozenNormal(object):
    mean: float64[pick(0, *parts(self))]
    cov: float64[pick(0, *parts(self)), pick(0, *parts(self))]
    dim: int(pick(0, *parts(self)))
    @raises("ValueError")
    def pdf(self, x: X[*S]) -> decay(float64[*places_in(S, pick(0, *parts(self)))]): ...
    @raises("ValueError")
    def logpdf(self, x: X[*S]) -> decay(float64[*places_in(S, pick(0, *parts(self)))]): ...
    @raises("ValueError")
    @known_if(lower_limit == None)
    def cdf(self, x: X[*S], *, lower_limit: Value = None, rng=None) -> decay(float64[*bounds_in(S, pick(0, *parts(self)))]): ...
    @raises("ValueError")
    @known_if(lower_limit == None)
    def logcdf(self, x: X[*S], *, lower_limit: Value = None, rng=None) -> decay(float64[*bounds_in(S, pick(0, *parts(self)))]): ...
    @effect
    def rvs(self, size: Shape(bool) | None = 1, random_state=None) -> drawn_vectors(size, pick(0, *parts(self))): ...

@made_by("multivariate_t")
class MultivariateT(object):
    @raises("ValueError")
    def pdf(self, x: X[*S], loc: Value = None, shape: Value = 1, df=1, allow_singular=False) -> decay(float64[*places_in(S, coordinates(loc, shape))]): ...
    @raises("ValueError")
    def logpdf(self, x: X[*S], loc: Value = None, shape: Value = 1, df=1) -> decay(float64[*places_in(S, coordinates(loc, shape))]): ...
    @raises("ValueError")
    @known_if(lower_limit == None)
    def cdf(self, x: X[*S], loc: Value = None, shape: Value = 1, df=1, allow_singular=False, *, maxpts=None, lower_limit: Value = None, random_state=None) -> decay(float64[*bounds_in(S, coordinates(loc, shape))]): ...
    @raises("ValueError")
    @effect
    def rvs(self, loc: Value = None, shape: Value = 1, df=1, size: Shape(bool) = 1, random_state=None) -> drawn_vectors(size, coordinates(loc, shape)): ...
    @raises("ValueError")
    def __call__(self, loc: Value = None, shape: Value = 1, df=1, allow_singular=False, seed=None) -> FrozenT[coordinates(loc, shape)]: ...
@made_by("multivariate_t")
class FrozenT(object):
    dim: int(pick(0, *parts(self)))
    @raises("ValueError")
    def pdf(self, x: X[*S]) -> decay(float64[*places_in(S, pick(0, *parts(self)))]): ...
    @raises("ValueError")
    def logpdf(self, x: X[*S]) -> decay(float64[*places_in(S, pick(0, *parts(self)))]): ...
    @effect
    def rvs(self, size: Shape(bool) = 1, random_state=None) -> drawn_vectors(size, pick(0, *parts(self))): ...

@made_by("dirichlet")
class Dirichlet(object):
    @raises("ValueError")
    def pdf(self, x: X[*S], alpha: ParameterVector[A, *P]) -> decay(float64[*places_of_shares(S, at(P, 0))]): ...
    @raises("ValueError")
    def logpdf(self, x: X[*S], alpha: ParameterVector[A, *P]) -> decay(float64[*places_of_shares(S, at(P, 0))]): ...
    @raises("ValueError")
    @effect
    def rvs(self, alpha: ParameterVector[A, *P], size: Shape(bool) | None = 1, random_state=None) -> float64[*choose(size, ()), at(P, 0)]: ...
    @raises("ValueError")
    def mean(self, alpha: ParameterVector[A, *P]) -> decay(float64[*drop_ones(P)]): ...
    @raises("ValueError")
    def var(self, alpha: ParameterVector[A, *P]) -> decay(float64[*drop_ones(P)]): ...
    @raises("ValueError")
    def __call__(self, alpha: ParameterVector[A, *P], seed=None) -> FrozenDirichlet[at(P, 0)]: ...
@made_by("dirichlet")
class FrozenDirichlet(object):
    @raises("ValueError")
    def pdf(self, x: X[*S]) -> decay(float64[*places_of_shares(S, pick(0, *parts(self)))]): ...
    @raises("ValueError")
    def logpdf(self, x: X[*S]) -> decay(float64[*places_of_shares(S, pick(0, *parts(self)))]): ...
    @effect
    def rvs(self, size: Shape(bool) | None = 1, random_state=None) -> float64[*choose(size, ()), pick(0, *parts(self))]: ...
    def mean(self) -> decay(float64[*drop_ones((pick(0, *parts(self)),))]): ...
    def var(self) -> decay(float64[*drop_ones((pick(0, *parts(self)),))]): ...

@made_by("multinomial")
class Multinomial(object):
    @raises("ValueError")
    @known_if(rank(M) == 0, rank(P) == 1)
    def pmf(self, x: X[*S], n: N[*M], p: A[*P]) -> decay(float64[*counted_kinds(S, at(P, 0))]): ...
    @raises("ValueError")
    @known_if(rank(M) == 0, rank(P) == 1)
    def logpmf(self, x: X[*S], n: N[*M], p: A[*P]) -> decay(float64[*counted_kinds(S, at(P, 0))]): ...
    @known_if(rank(M) == 0, rank(P) == 1)
    @effect
    def rvs(self, n: N[*M], p: A[*P], size: Shape(bool) | None = None, random_state=None) -> int64[*choose(size, ()), at(P, 0)]: ...
    @known_if(rank(M) == 0, rank(P) == 1)
    def mean(self, n: N[*M], p: A[*P]) -> float64[*P]: ...
    @known_if(rank(M) == 0, rank(P) == 1)
    def __call__(self, n: N[*M], p: A[*P], seed=None) -> FrozenMultinomial[at(P, 0)]: ...
@made_by("multinomial")
class FrozenMultinomial(object):
    @raises("ValueError")
    def pmf(self, x: X[*S]) -> decay(float64[*counted_kinds(S, pick(0, *parts(self)))]): ...
    @raises("ValueError")
    def logpmf(self, x: X[*S]) -> decay(float64[*counted_kinds(S, pick(0, *parts(self)))]): ...
    @effect
    def rvs(self, size: Shape(bool) | None = 1, random_state=None) -> int64[*choose(size, ()), pick(0, *parts(self))]: ...

class Wishart(object):
    @raises("ValueError")
    @effect
    def rvs(self, df, scale: Z[*S], size: Shape(bool) = 1, random_state=None) -> drawn_matrices(size, scaled_by(S)): ...
    @raises("ValueError")
    def __call__(self, df=None, scale: Z[*S] = None, seed=None) -> FrozenWishart[scaled_by(S)]: ...
class FrozenWishart(object):
    @effect
    def rvs(self, size: Shape(bool) = 1, random_state=None) -> drawn_matrices(size, pick(0, *parts(self))): ...

multivariate_normal: MultivariateNormal
multivariate_t: MultivariateT
dirichlet: Dirichlet
multinomial: Multinomial
wishart: Wishart
invwishart: Wishart
