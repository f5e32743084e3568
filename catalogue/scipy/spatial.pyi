"""Trees of points."""

namespace = scipy.spatial

@raises("ValueError")
@require(rank(S) == 2, "a row for each point is wanted")
def KDTree(data: T[*S], leafsize=10, compact_nodes=True, copy_data=False, balanced_tree=True, boxsize=None) -> PointTree[at(S, 1)]: ...
@raises("ValueError")
@require(rank(S) == 2, "a row for each point is wanted")
def cKDTree(data: T[*S], leafsize=16, compact_nodes=True, copy_data=False, balanced_tree=True, boxsize=None) -> PointTree[at(S, 1)]: ...

@complete
class PointTree(object):
    data: float64[any_size(), pick(0, *parts(self))]
    maxes: float64[pick(0, *parts(self))]
    mins: float64[pick(0, *parts(self))]
    leafsize: int
    n: int
    m: int
    size: int
    boxsize: Unknown
    indices: Unknown
    tree: Unknown
    node: Unknown
    innernode: Unknown
    leafnode: Unknown
    @overload
    @raises("ValueError")
    @require(at(S, -1) == pick(0, *parts(self)), "the places have another number of coordinates than the points")
    @guard(rank(S) >= 2, is_a(k, int), k == 1)
    def query(self, x: T[*S], k: Value = 1, eps=0, p=2, distance_upper_bound=None, workers=1) -> tuple[float64[*remove(S, -1)], int64[*remove(S, -1)]]: ...
    # Of one place a number, of a class that is one tree's own.
    @overload
    @raises("ValueError")
    @require(at(S, -1) == pick(0, *parts(self)), "the places have another number of coordinates than the points")
    @guard(rank(S) == 1, is_a(k, int), k == 1)
    def query(self, x: T[*S], k: Value = 1, eps=0, p=2, distance_upper_bound=None, workers=1) -> tuple[float, Unknown]: ...
    @overload
    @raises("ValueError")
    @require(at(S, -1) == pick(0, *parts(self)), "the places have another number of coordinates than the points")
    @known_if(rank(S) >= 1, is_a(k, int), k >= 2)
    def query(self, x: T[*S], k: Value = 1, eps=0, p=2, distance_upper_bound=None, workers=1) -> tuple[float64[*remove(S, -1), k], int64[*remove(S, -1), k]]: ...
    def query_ball_point(self, x: Value, r: Value, p: Value = 2.0, eps: Value = 0, workers: Value = None, return_sorted: Value = None, return_length: Value = False, **kwargs) -> Unknown: ...
    def query_ball_tree(self, other: Value, r: Value, p: Value = 2.0, eps: Value = 0) -> Unknown: ...
    def query_pairs(self, r: Value, p: Value = 2.0, eps: Value = 0, output_type: Value = "set") -> Unknown: ...
    def count_neighbors(self, other: Value, r: Value, p: Value = 2.0, weights: Value = None, cumulative: Value = True) -> Unknown: ...
    def sparse_distance_matrix(self, other: Value, max_distance: Value, p: Value = 2.0, output_type: Value = "dict") -> Unknown: ...

# Triangles of a hull and of its inside, in as many dims as the points have.
@overload
@raises("ValueError")
@require(rank(S) == 2, "a row for each point is wanted")
def ConvexHull(points: T[*S], incremental=False, qhull_options=None) -> Hull[at(S, 1), at(S, 0)]: ...
@overload
def ConvexHull(points: Value, incremental=False, qhull_options=None) -> Unknown: ...
@overload
@raises("ValueError")
@require(rank(S) == 2, "a row for each point is wanted")
def Delaunay(points: T[*S], furthest_site=False, incremental=False, qhull_options=None) -> Triangulation[at(S, 1)]: ...
@overload
def Delaunay(points: Value, furthest_site=False, incremental=False, qhull_options=None) -> Unknown: ...
@raises("ValueError")
@known_if(rank(S) == 2, rank(R) == 2)
@require(at(S, 1) == at(R, 1), "the points have different numbers of coordinates")
def distance_matrix(x: T[*S], y: U[*R], p=2.0, threshold=1000000) -> unknown()[at(S, 0), at(R, 0)]: ...

class Hull(object):
    simplices: int32[any_size(), pick(0, *parts(self))]
    equations: float64[any_size(), pick(0, *parts(self)) + 1]
    vertices: int32[any_size()]
    points: float64[pick(1, *parts(self)), pick(0, *parts(self))]
    volume: float
    area: float
class Triangulation(object):
    simplices: int32[any_size(), pick(0, *parts(self)) + 1]
    neighbors: int32[any_size(), pick(0, *parts(self)) + 1]
