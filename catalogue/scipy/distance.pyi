"""Distances between the rows of matrices."""

namespace = scipy.spatial.distance

@raises("ValueError")
@known_if(out == None, is_a(metric, str))
@require(rank(S) == 2, "2 dims are wanted: a row for each point")
@require(rank(R) == 2, "2 dims are wanted: a row for each point")
@require(at(S, 1) == at(R, 1), "the points have different numbers of coordinates")
def cdist(XA: T[*S], XB: U[*R], metric: Value = "euclidean", *, out: Value = None, **kwargs) -> float64[at(S, 0), at(R, 0)]: ...
@raises("ValueError")
@known_if(out == None, is_a(metric, str))
@require(rank(S) == 2, "2 dims are wanted: a row for each point")
def pdist(X: T[*S], metric: Value = "euclidean", *, out: Value = None, **kwargs) -> float64[at(S, 0) * (at(S, 0) - 1) // 2]: ...
@overload
@guard(rank(S) == 1)
def squareform(X: T[*S], force="no", checks=True) -> strong(T)[fresh(), fresh()]: ...
@overload
@known_if(rank(S) == 2)
def squareform(X: T[*S], force="no", checks=True) -> strong(T)[at(S, 0) * (at(S, 0) - 1) // 2]: ...

# Between two vectors.
@template
@raises("ValueError")
@require(rank(S) == 1, "a vector is wanted")
@require(rank(R) == 1, "a vector is wanted")
@require(any_of(at(S, 0) == at(R, 0), at(S, 0) == 1, at(R, 0) == 1), "the vectors differ in length")
def between(u: T[*S], v: U[*R], w=None) -> unknown(): ...
euclidean = between("euclidean")
sqeuclidean = between("sqeuclidean")
cosine = between("cosine")
cityblock = between("cityblock")
chebyshev = between("chebyshev")
canberra = between("canberra")
braycurtis = between("braycurtis")
hamming = between("hamming")
jaccard = between("jaccard")
@known_if(rank(S) >= 1, rank(R) >= 1)
@require(place_of_axis(R, axis))
def jensenshannon(p: T[*S], q: U[*R], base=None, *, axis: HeldAxis = 0, keepdims=False) -> Unknown: ...
